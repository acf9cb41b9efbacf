//! Which file of an archive is the trace.
//!
//! Bug reports and bundles hold hundreds of other files, so a file must look like a trace for longer than its
//! first bytes. If several files do, the first in the reference's order is opened.

use super::inflate::{InflateError, inflate_onto, unzstd_onto};
use super::room::Room;
use super::sniff::{Format, SNIFF_LEN, sniff};
use super::zip::ZipError;
use super::{tar, zip};

/// An archive that was opened, and what is wrong with its list of files.
pub(super) struct Archive<'a> {
    bytes: &'a [u8],
    members: Vec<Member>,
    pub(super) problem: Option<&'static str>,
}

/// A file in an archive.
#[derive(Clone, Debug)]
pub(super) enum Member {
    Zip(zip::Member),
    Tar(tar::Member),
}

/// What was chosen of an archive.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    /// The index of the member.
    pub(super) index: usize,
    /// The names of other traces, in the order in which they would be opened.
    pub(super) others: Vec<String>,
}

/// Why nothing was chosen.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NotChosen {
    /// Nothing looks like a trace.
    NoTrace,
    /// A file may be a trace, but cannot be read.
    Unreadable(ZipError),
    /// There is no file of this name.
    NoMember,
}

/// How much a file looks like a trace, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    Proto,
    Other,
    /// Its first bytes are those of a trace, as they are of many other files.
    Weak,
}

impl Member {
    /// Returns its path in the archive.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Zip(member) => &member.name,
            Self::Tar(member) => &member.name,
        }
    }
}

impl<'a> Archive<'a> {
    /// Lists the files of a zip or tar archive.
    pub(super) fn new(bytes: &'a [u8], format: Format) -> Result<Self, ZipError> {
        if format == Format::Tar {
            let (members, problem) = tar::members(bytes);
            let members = members.into_iter().map(Member::Tar).collect();
            return Ok(Self {
                bytes,
                members,
                problem,
            });
        }
        let (members, problem) = zip::members(bytes)?;
        Ok(Self {
            bytes,
            members: members.into_iter().map(Member::Zip).collect(),
            problem,
        })
    }

    /// Returns how many files there are.
    pub(super) fn n_members(&self) -> usize {
        self.members.len()
    }

    /// Returns the bytes of a member; at most `limit`, and on an error what could be read.
    pub(super) fn unpack(&self, index: usize, limit: u64) -> (Room, Result<(), ZipError>) {
        match self.members.get(index) {
            Some(Member::Zip(member)) => zip::unpack(self.bytes, member, limit),
            Some(Member::Tar(member)) => {
                let data = self.bytes.get(member.data.clone()).unwrap_or_default();
                let len = usize::try_from(limit).map_or(data.len(), |limit| data.len().min(limit));
                let kept = data.get(..len).unwrap_or_default();
                let source = InflateError::TooLarge { limit };
                let name = member.name.clone();
                let is_whole = len == data.len();
                let result = is_whole
                    .then_some(())
                    .ok_or(ZipError::Data { name, source });
                (kept.to_vec().into(), result)
            }
            None => (Room::default(), Err(ZipError::Directory)),
        }
    }

    /// Returns the name of a member.
    pub(super) fn name(&self, index: usize) -> &str {
        self.members.get(index).map_or("", Member::name)
    }

    /// Chooses the member that is called `name`, or else the one that looks most like a trace.
    pub(super) fn choose(&self, name: Option<&str>) -> Result<Chosen, NotChosen> {
        if let Some(name) = name {
            let same = |member: &Member| plain(member.name()) == plain(name);
            let index = self.members.iter().position(same);
            return index
                .map(|index| Chosen {
                    index,
                    others: Vec::new(),
                })
                .ok_or(NotChosen::NoMember);
        }
        let mut found = Vec::new();
        let mut refused = None;
        for (index, member) in self.members.iter().enumerate() {
            let (start, result) = self.unpack(index, SNIFF_LEN as u64);
            match likeness(&start, 1) {
                Some(likeness) => found.push((likeness, member.name(), index)),
                None => refused = refused.or(result.err()),
            }
        }
        found.sort_unstable();
        // A file that only begins like a trace counts if there is no better one.
        let Some(&(best, _, index)) = found.first() else {
            return Err(match refused {
                Some(error @ (ZipError::Encrypted { .. } | ZipError::Method { .. })) => {
                    NotChosen::Unreadable(error)
                }
                _ => NotChosen::NoTrace,
            });
        };
        let is_other = |likeness| (likeness == Likeness::Weak) == (best == Likeness::Weak);
        let others = found.iter().skip(1);
        Ok(Chosen {
            index,
            others: others
                .filter(|(likeness, ..)| is_other(*likeness))
                .map(|(_, name, _)| (*name).to_owned())
                .collect(),
        })
    }
}

/// Returns a path without the `./` that some writers put before it.
fn plain(name: &str) -> &str {
    name.trim_start_matches("./")
}

/// Returns whether a path is hidden, or what macOS adds to archives.
pub(super) fn is_hidden(name: &str) -> bool {
    plain(name).starts_with("__MACOSX/")
        || plain(name)
            .split('/')
            .any(|part| part.starts_with('.') && part != "." && part != "..")
}

/// Returns how much a file looks like a trace, judging by its first bytes, which are unpacked if need be.
fn likeness(start: &[u8], depth: u32) -> Option<Likeness> {
    let contains = |needle: &[u8]| memchr::memmem::find(start, needle).is_some();
    let strong = |is_strong, likeness| Some(if is_strong { likeness } else { Likeness::Weak });
    match sniff(start) {
        Format::PerfettoProto => strong(has_packets(start), Likeness::Proto),
        Format::ChromeJson => {
            let is_strong = contains(b"\"traceEvents\"") || contains(b"\"ph\"");
            strong(is_strong, Likeness::Other)
        }
        Format::Systrace => {
            let is_strong = contains(b"# tracer") || contains(b"TRACE:\n");
            strong(is_strong, Likeness::Other)
        }
        Format::ArtMethod | Format::Ninja => Some(Likeness::Other),
        format @ (Format::Gzip | Format::Zstd) if depth > 0 => {
            let mut inner = Room::default();
            // The file is cut off here, so that it cannot be unpacked to its end.
            let _cut = if format == Format::Gzip {
                inflate_onto(start, &mut inner, SNIFF_LEN as u64)
            } else {
                unzstd_onto(start, &mut inner, SNIFF_LEN as u64)
            };
            likeness(&inner, depth - 1)
        }
        Format::Zip | Format::Tar => Some(Likeness::Weak),
        _ => None,
    }
}

/// Returns whether bytes are packets, one after the other, as far as they go.
fn has_packets(mut bytes: &[u8]) -> bool {
    let mut n_fields = 0;
    while let Some((&0x0a, rest)) = bytes.split_first() {
        let Some((len, rest)) = varint(rest) else {
            return n_fields > 0;
        };
        let end = usize::try_from(len).unwrap_or(usize::MAX).min(rest.len());
        let (Some(mut packet), Some(next)) = (rest.get(..end), rest.get(end..)) else {
            return false;
        };
        while !packet.is_empty() {
            n_fields += 1;
            let Some(end) = field(packet) else {
                return false;
            };
            match packet.get(end..) {
                Some(rest) => packet = rest,
                // Only what stands at the end may be cut.
                None => return next.is_empty(),
            }
        }
        bytes = next;
    }
    bytes.is_empty() && n_fields > 0
}

/// Returns where a field ends, which may be beyond the bytes that there are; `None` if a packet has no such
/// field.
fn field(bytes: &[u8]) -> Option<usize> {
    const NUMBER_MAX: u64 = 2000;
    let Some((tag, rest)) = varint(bytes) else {
        return (bytes.len() < 10).then_some(usize::MAX);
    };
    let start = bytes.len() - rest.len();
    let len = match tag & 7 {
        0 => varint(rest).map_or(usize::MAX, |(_, after)| rest.len() - after.len()),
        1 => 8,
        2 => varint(rest).map_or(usize::MAX, |(len, after)| {
            let len = usize::try_from(len).unwrap_or(usize::MAX);
            len.saturating_add(rest.len() - after.len())
        }),
        5 => 4,
        _ => return None,
    };
    (1..NUMBER_MAX)
        .contains(&(tag >> 3))
        .then(|| start.saturating_add(len))
}

fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let len = bytes.iter().take(10).position(|&byte| byte < 0x80)? + 1;
    let (number, rest) = bytes.split_at_checked(len)?;
    let bits = number.iter().rev();
    let value = bits.fold(0_u64, |value, &byte| value << 7 | u64::from(byte & 0x7f));
    Some((value, rest))
}

#[cfg(test)]
mod tests {
    use super::super::tar::tar_archive;
    use super::super::zip::stored_archive;
    use super::*;

    const TRACE: &[u8] = b"\x0a\x02\x10\x01\x0a\x02\x10\x02";

    fn chosen(files: &[(&str, &[u8])]) -> Result<(String, Vec<String>), NotChosen> {
        let archives = [
            (stored_archive(files), Format::Zip),
            (tar_archive(files), Format::Tar),
        ];
        let found = archives.map(|(bytes, format)| {
            let archive = Archive::new(&bytes, format).unwrap();
            let chosen = archive.choose(None)?;
            Ok((archive.name(chosen.index).to_owned(), chosen.others))
        });
        assert_eq!(found[0], found[1]);
        let [found, _] = found;
        found
    }

    #[test]
    fn the_trace_of_a_bug_report_is_found_among_texts() {
        let files: &[(&str, &[u8])] = &[
            ("version.txt", b"\n2.0\n"),
            ("indented.txt", b"  a line\n"),
            ("page.html", b"<html>no trace</html>"),
            ("package.json", b"{\"name\": 1}"),
            ("FS/data/misc/perfetto-traces/x.pftrace", TRACE),
        ];
        let found = chosen(files).unwrap();
        assert_eq!(found, (files[4].0.to_owned(), Vec::new()));
        // Without the trace, the text is chosen that may be one.
        let (name, others) = chosen(&files[..4]).unwrap();
        assert_eq!((name.as_str(), others.len()), ("indented.txt", 3));
        assert_eq!(chosen(&[("a", b"hello")]), Err(NotChosen::NoTrace));
    }

    #[test]
    fn of_several_traces_the_first_is_opened() {
        let json: &[u8] = br#"[{"ph":"X"}]"#;
        let found = chosen(&[("c", TRACE), ("a", json), ("b", TRACE), ("README", b"\n")]);
        let others = ["c", "a"].map(str::to_owned).to_vec();
        assert_eq!(found, Ok(("b".to_owned(), others)));
    }

    #[test]
    fn a_member_is_found_by_name() {
        let bytes = tar_archive(&[("./d/a", TRACE), ("b", b"hello")]);
        let archive = Archive::new(&bytes, Format::Tar).unwrap();
        let index = |name| archive.choose(Some(name)).map(|chosen| chosen.index);
        assert_eq!(index("d/a"), Ok(0));
        assert_eq!(index("./b"), Ok(1));
        assert_eq!(index("a"), Err(NotChosen::NoMember));
        let (start, result) = archive.unpack(0, 3);
        assert_eq!(*start, TRACE[..3]);
        assert!(matches!(result, Err(ZipError::Data { .. })));
    }

    #[test]
    fn packets_are_told_from_text() {
        let large = [&b"\x0a\x80\x80\x01\x0a\xf0\x7f"[..], &[7; 4000]].concat();
        for bytes in [TRACE, &TRACE[..7], b"\x0a\x80\x80\x01\x42\x03ab", &large] {
            assert!(has_packets(bytes), "{bytes:?}");
        }
        for bytes in [
            &b""[..],
            b"\x0a",
            b"\n2.0\n",
            b"\nhello world",
            b"\x0a\x01\x07",
        ] {
            assert!(!has_packets(bytes), "{bytes:?}");
        }
    }
}
