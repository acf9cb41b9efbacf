//! The members of a tar archive: POSIX (ustar, pax) and GNU.

use std::ops::Range;

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// Its path in the archive.
    pub(super) name: String,
    /// Where its bytes are.
    pub(super) data: Range<usize>,
}

/// Headers and data come in blocks.
const BLOCK: usize = 512;

/// What the next member is called and how large it is, if a header of its own says so.
#[derive(Debug, Default)]
struct Extended {
    name: Option<String>,
    size: Option<usize>,
}

/// Returns the files in an archive, without directories, links and hidden files, and what is wrong
/// with it behind the last of them.
pub(super) fn members(archive: &[u8]) -> (Vec<Member>, Option<&'static str>) {
    let mut members = Vec::new();
    let mut extended = Extended::default();
    let mut at = 0;
    loop {
        let rest = archive.get(at..).unwrap_or_default();
        let Some(header) = rest.first_chunk::<BLOCK>() else {
            // Two empty blocks end an archive, but not all writers write them.
            let is_end = rest.iter().all(|&byte| byte == 0);
            return (members, (!is_end).then_some("truncated tar archive"));
        };
        if header.iter().all(|&byte| byte == 0) {
            return (members, None);
        }
        let is_tar = header.get(257..262) == Some(b"ustar");
        let Some(size) = number(&header[124..136]).filter(|_| is_tar) else {
            return (members, Some("damaged tar archive"));
        };
        let start = at + BLOCK;
        let kind = header[156];
        let is_file = matches!(kind, b'0' | 0 | b'7');
        let size = extended.size.filter(|_| is_file).unwrap_or(size);
        let Some(end) = start.checked_add(size) else {
            return (members, Some("damaged tar archive"));
        };
        let data = start..end.min(archive.len());
        let content = archive.get(data.clone()).unwrap_or_default();
        match kind {
            b'L' => extended.name = Some(text(content)),
            b'x' => extended.read(content),
            _ => {
                let said = std::mem::take(&mut extended);
                let name = said.name.unwrap_or_else(|| name(header));
                if is_file && !super::archive::is_hidden(&name) {
                    members.push(Member { name, data });
                }
            }
        }
        if end > archive.len() {
            return (members, Some("truncated tar archive"));
        }
        at = end.next_multiple_of(BLOCK);
    }
}

impl Extended {
    /// Reads the records of a pax header: each is its length, a space, a key, `=`, a value, and a
    /// line feed.
    fn read(&mut self, mut records: &[u8]) {
        while let Some(space) = records.iter().take(20).position(|&byte| byte == b' ') {
            let len = records.get(..space).and_then(decimal);
            let Some(len) = len.filter(|&len| len > space) else {
                return;
            };
            let Some(record) = records.get(space + 1..len) else {
                return;
            };
            let record = record.strip_suffix(b"\n").unwrap_or(record);
            if let Some(path) = record.strip_prefix(b"path=") {
                self.name = Some(text(path));
            } else if let Some(size) = record.strip_prefix(b"size=") {
                self.size = decimal(size);
            }
            records = records.get(len..).unwrap_or_default();
        }
    }
}

/// Returns the path in a header.
fn name(header: &[u8; BLOCK]) -> String {
    let name = text(&header[..100]);
    // GNU's headers have other things where the prefix is in those of POSIX.
    let prefix = if header.get(257..263) == Some(b"ustar\0") {
        text(&header[345..500])
    } else {
        String::new()
    };
    if prefix.is_empty() {
        name
    } else {
        format!("{prefix}/{name}")
    }
}

fn text(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}

fn decimal(bytes: &[u8]) -> Option<usize> {
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

/// Reads a number in octal digits or, with the top bit set, in bytes.
fn number(field: &[u8]) -> Option<usize> {
    let (&first, rest) = field.split_first()?;
    if first & 0x80 != 0 {
        return rest
            .iter()
            .try_fold(usize::from(first & 0x7f), |sum, &byte| {
                sum.checked_mul(256)?.checked_add(usize::from(byte))
            });
    }
    let mut digits = field
        .iter()
        .skip_while(|&&byte| byte == b' ')
        .take_while(|&&byte| byte != 0 && byte != b' ');
    digits.try_fold(0_usize, |sum, &digit| {
        let digit = char::from(digit).to_digit(8)?;
        sum.checked_mul(8)?.checked_add(digit as usize)
    })
}

/// Writes an archive.
#[cfg(test)]
pub(super) fn tar_archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, data) in files {
        archive.extend(header(name, data.len(), b'0'));
        archive.extend_from_slice(data);
        archive.resize(archive.len().next_multiple_of(BLOCK), 0);
    }
    archive.resize(archive.len() + 2 * BLOCK, 0);
    archive
}

#[cfg(test)]
fn header(name: &str, size: usize, kind: u8) -> [u8; BLOCK] {
    let mut header = [0; BLOCK];
    header[..name.len()].copy_from_slice(name.as_bytes());
    header[124..135].copy_from_slice(format!("{size:011o}").as_bytes());
    header[156] = kind;
    header[257..265].copy_from_slice(b"ustar\x0000");
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(archive: &[u8]) -> Vec<String> {
        let (members, problem) = members(archive);
        assert_eq!(problem, None);
        members.into_iter().map(|member| member.name).collect()
    }

    #[test]
    fn members_are_listed() {
        let archive = tar_archive(&[("./a", b"one"), ("d/.hidden", b""), ("d/b", &[7; 600])]);
        let (members, problem) = members(&archive);
        assert_eq!(problem, None);
        let found: Vec<_> = members
            .iter()
            .map(|member| (member.name.as_str(), &archive[member.data.clone()]))
            .collect();
        assert_eq!(found, [("./a", &b"one"[..]), ("d/b", &[7; 600])]);
    }

    #[test]
    fn long_names_and_sizes_stand_in_headers_of_their_own() {
        let block = |header: [u8; BLOCK], data: &[u8]| {
            let mut bytes = header.to_vec();
            bytes.extend_from_slice(data);
            bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
            bytes
        };
        let archive = [
            block(header("x", 5, b'L'), b"long\0"),
            block(header("short", 1, b'0'), b"1"),
            block(header("dir", 0, b'5'), b""),
            block(header("x", 23, b'x'), b"13 path=paxx\n10 size=2\n"),
            block(header("short", 1, b'0'), b"12"),
            block(header("plain", 1, b'0'), b"3"),
        ]
        .concat();
        assert_eq!(names(&archive), ["long", "paxx", "plain"]);
        assert_eq!(members(&archive).0[1].data.len(), 2);
    }

    #[test]
    fn numbers_are_octal_or_binary() {
        assert_eq!(number(b"00000000017\0"), Some(15));
        assert_eq!(number(b"     17 "), Some(15));
        assert_eq!(number(b"\x80\0\0\0\0\0\0\0\0\0\x01\x02"), Some(258));
        assert_eq!(
            number(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
            None
        );
        assert_eq!(number(b"8"), None);
    }

    #[test]
    fn damage_is_reported() {
        let whole = tar_archive(&[("a", &[7; 600]), ("b", b"x")]);
        for len in 0..whole.len() {
            let (members, problem) = members(&whole[..len]);
            assert!(members.iter().all(|member| member.data.end <= len));
            let is_whole = matches!(len, 0 | 1112..=1536 | 2049..);
            assert_eq!(problem.is_none(), is_whole, "{len}");
        }
        for index in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[index] ^= 0xff;
            for member in members(&damaged).0 {
                assert!(member.data.end <= damaged.len());
            }
        }
    }
}
