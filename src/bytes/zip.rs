//! The members of a zip archive.
//!
//! Reads the central directory, which is authoritative, and takes members out of the
//! mapped archive. An archive that was cut short has no directory: its members are found
//! by the headers before them. Encrypted members and compressions other than deflate are
//! named and refused. Archives that are split over several files are not read.

use std::ops::Range;

use super::inflate::{CONTINUE, InflateError, Wrapper, inflate_stream};
use super::room::Room;

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// Its path in the archive.
    pub(super) name: String,
    method: u16,
    encrypted: bool,
    crc: u32,
    /// Where its compressed bytes are.
    data: Range<usize>,
}

/// Why an archive or a member cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ZipError {
    /// The directory is missing or contradicts the file, which does not begin with a member either.
    #[error("neither its directory nor a file in it can be found")]
    Directory,
    /// The member needs a password.
    #[error("{name:?} in the archive is encrypted")]
    Encrypted { name: String },
    /// The member is compressed in an unusual way.
    #[error("{name:?} in the archive uses compression method {method}, which is not supported")]
    Method { name: String, method: u16 },
    /// The member's bytes are damaged.
    #[error("{name:?} in the archive is damaged")]
    Data { name: String, source: InflateError },
}

const END_SIGNATURE: [u8; 4] = *b"PK\x05\x06";
const END64_SIGNATURE: [u8; 4] = *b"PK\x06\x06";
const ENTRY_SIGNATURE: [u8; 4] = *b"PK\x01\x02";
const LOCAL_SIGNATURE: [u8; 4] = *b"PK\x03\x04";
const END_LEN: usize = 22;
/// The longest comment behind the directory.
const COMMENT_MAX: usize = 0xffff;

/// What is said of an archive without a usable directory.
const CUT: &str =
    "the directory at the end of the archive is missing or damaged, as of one that was cut short";

/// Returns the files in an archive, without directories, hidden files and what macOS adds, and what is wrong
/// with its directory.
pub(super) fn members(archive: &[u8]) -> Result<(Vec<Member>, Option<&'static str>), ZipError> {
    let (mut members, problem) = match listed(archive) {
        Some(members) => (members, None),
        None => (found(archive), Some(CUT)),
    };
    if problem.is_some() && members.is_empty() {
        return Err(ZipError::Directory);
    }
    members
        .retain(|member| !member.name.ends_with('/') && !super::archive::is_hidden(&member.name));
    Ok((members, problem))
}

/// Returns the members that the directory lists.
fn listed(archive: &[u8]) -> Option<Vec<Member>> {
    let (mut offset, n_entries) = directory(archive)?;
    let mut members = Vec::new();
    for _ in 0..n_entries {
        let (member, len) = entry(archive, offset)?;
        offset += len;
        members.push(member);
    }
    Some(members)
}

/// Returns the members that stand one behind the other from the start of an archive on. Cost: O(archive).
fn found(archive: &[u8]) -> Vec<Member> {
    let mut members = Vec::new();
    let mut offset = 0;
    while let Some((member, next)) = member_at(archive, offset) {
        members.push(member);
        offset = next;
    }
    members
}

/// Reads the header of the member at `offset`; also returns where the next one may be.
fn member_at(archive: &[u8], offset: usize) -> Option<(Member, usize)> {
    const FIXED_LEN: usize = 30;
    /// The flag of a member whose sizes stand behind it.
    const IS_DESCRIBED: u16 = 8;
    let header = archive.get(offset..)?;
    if header.first_chunk() != Some(&LOCAL_SIGNATURE) {
        return None;
    }
    let flags = u16_at(header, 6)?;
    let name_len = usize::from(u16_at(header, 26)?);
    let extra_len = usize::from(u16_at(header, 28)?);
    let name = header.get(FIXED_LEN..FIXED_LEN + name_len)?;
    let extra = header.get(FIXED_LEN + name_len..FIXED_LEN + name_len + extra_len)?;
    let mut sizes = Sizes {
        uncompressed: u64::from(u32_at(header, 22)?),
        compressed: u64::from(u32_at(header, 18)?),
        local: 0,
    };
    sizes.widen(extra);
    let start = offset + FIXED_LEN + name_len + extra_len;
    let (crc, end, next) = if flags & IS_DESCRIBED != 0 && sizes.compressed == 0 {
        // The last member has no descriptor if the archive was cut in it.
        descriptor(archive, start).unwrap_or((0, archive.len(), archive.len()))
    } else {
        let end = start.checked_add(usize::try_from(sizes.compressed).ok()?)?;
        (u32_at(header, 14)?, end, end)
    };
    let member = Member {
        name: String::from_utf8_lossy(name).into_owned(),
        method: u16_at(header, 8)?,
        encrypted: flags & 1 != 0,
        crc,
        data: start..end.min(archive.len()),
    };
    Some((member, next))
}

/// Finds the descriptor behind the data that begin at `start`: the one that says that they reach up to it. One
/// without a signature, which the format allows and nobody writes, is not found.
/// Returns the checksum, where the data end and where the descriptor ends.
fn descriptor(archive: &[u8], start: usize) -> Option<(u32, usize, usize)> {
    const SIGNATURE: [u8; 4] = *b"PK\x07\x08";
    let data = archive.get(start..)?;
    memchr::memmem::find_iter(data, &SIGNATURE).find_map(|len| {
        let behind = data.get(len..)?;
        let crc = u32_at(behind, 4)?;
        let is_told = u64::from(u32_at(behind, 8)?) == len as u64;
        if !is_told && u64_at(behind, 8) != Some(len as u64) {
            return None;
        }
        // Sizes of members that may be large have eight bytes: another member, or the directory, is behind them.
        let next: Option<&[u8; 4]> = behind.get(16..).and_then(|next| next.first_chunk());
        let is_large = !is_told
            || u64_at(behind, 8) == Some(len as u64)
                && next.is_some_and(|next| ![LOCAL_SIGNATURE, ENTRY_SIGNATURE].contains(next));
        let descriptor_len = if is_large { 24 } else { 16 };
        Some((crc, start + len, start + len + descriptor_len))
    })
}

/// Returns the bytes of a member; at most `limit`, and on an error what could be read.
pub(super) fn unpack(archive: &[u8], member: &Member, limit: u64) -> (Room, Result<(), ZipError>) {
    const STORED: u16 = 0;
    const DEFLATED: u16 = 8;
    let name = || member.name.clone();
    let mut data = archive.get(member.data.clone()).unwrap_or_default();
    let mut out = Room::default();
    let unpacked = match member.method {
        _ if member.encrypted => return (out, Err(ZipError::Encrypted { name: name() })),
        STORED => {
            let kept = usize::try_from(limit).map_or(data.len(), |limit| data.len().min(limit));
            let first = data.get(..kept).unwrap_or_default();
            out.grow(kept).copy_from_slice(first);
            if kept < data.len() {
                Err(InflateError::TooLarge { limit })
            } else {
                Ok(())
            }
        }
        DEFLATED => inflate_stream(&mut data, Wrapper::Raw, (&mut out, limit), &mut |_| {
            CONTINUE
        }),
        method => {
            return (
                out,
                Err(ZipError::Method {
                    name: name(),
                    method,
                }),
            );
        }
    };
    let checked = unpacked.and_then(|()| {
        let mut crc = flate2::Crc::new();
        crc.update(&out);
        if crc.sum() == member.crc {
            Ok(())
        } else {
            Err(InflateError::Corrupt)
        }
    });
    let result = checked.map_err(|source| ZipError::Data {
        name: name(),
        source,
    });
    (out, result)
}

/// Returns where the directory begins and how many entries it has.
fn directory(archive: &[u8]) -> Option<(usize, u64)> {
    let tail_start = archive.len().saturating_sub(END_LEN + COMMENT_MAX);
    let tail = archive.get(tail_start..)?;
    let end = tail_start + memchr::memmem::rfind(tail, &END_SIGNATURE)?;
    archive.get(end..end + END_LEN)?;
    let (n_entries, offset) = (u16_at(archive, end + 10)?, u32_at(archive, end + 16)?);
    if n_entries != u16::MAX && offset != u32::MAX {
        return Some((usize::try_from(offset).ok()?, u64::from(n_entries)));
    }
    // A locator with the offset of the large directory's end stands before.
    let end64 = usize::try_from(u64_at(archive, end.checked_sub(12)?)?).ok()?;
    if archive.get(end64..)?.first_chunk() != Some(&END64_SIGNATURE) {
        return None;
    }
    let n_entries = u64_at(archive, end64.checked_add(32)?)?;
    let offset = u64_at(archive, end64.checked_add(48)?)?;
    Some((usize::try_from(offset).ok()?, n_entries))
}

/// Reads the directory entry at `offset`; also returns its length.
fn entry(archive: &[u8], offset: usize) -> Option<(Member, usize)> {
    const FIXED_LEN: usize = 46;
    let entry = archive.get(offset..)?;
    if entry.first_chunk() != Some(&ENTRY_SIGNATURE) {
        return None;
    }
    let name_len = usize::from(u16_at(entry, 28)?);
    let extra_len = usize::from(u16_at(entry, 30)?);
    let comment_len = usize::from(u16_at(entry, 32)?);
    let name = entry.get(FIXED_LEN..FIXED_LEN + name_len)?;
    let extra = entry.get(FIXED_LEN + name_len..FIXED_LEN + name_len + extra_len)?;
    let mut sizes = Sizes {
        uncompressed: u64::from(u32_at(entry, 24)?),
        compressed: u64::from(u32_at(entry, 20)?),
        local: u64::from(u32_at(entry, 42)?),
    };
    sizes.widen(extra);
    let local = archive.get(usize::try_from(sizes.local).ok()?..)?;
    if local.first_chunk() != Some(&LOCAL_SIGNATURE) {
        return None;
    }
    let local_len = 30 + usize::from(u16_at(local, 26)?) + usize::from(u16_at(local, 28)?);
    let start = usize::try_from(sizes.local).ok()?.checked_add(local_len)?;
    let end = start.checked_add(usize::try_from(sizes.compressed).ok()?)?;
    let member = Member {
        name: String::from_utf8_lossy(name).into_owned(),
        method: u16_at(entry, 10)?,
        encrypted: u16_at(entry, 8)? & 1 != 0,
        crc: u32_at(entry, 16)?,
        data: start..end.min(archive.len()),
    };
    Some((member, FIXED_LEN + name_len + extra_len + comment_len))
}

/// Sizes and offset of an entry, in the order in which the zip64 extra field widens them.
struct Sizes {
    uncompressed: u64,
    compressed: u64,
    local: u64,
}

impl Sizes {
    /// Takes the numbers that did not fit 32 bits from the zip64 extra field.
    fn widen(&mut self, mut extra: &[u8]) {
        const ZIP64: u16 = 1;
        while let (Some(id), Some(len)) = (u16_at(extra, 0), u16_at(extra, 2)) {
            let end = 4 + usize::from(len);
            if id == ZIP64 {
                let mut field = extra.get(4..end).unwrap_or_default();
                for number in [
                    &mut self.uncompressed,
                    &mut self.compressed,
                    &mut self.local,
                ] {
                    if *number == u64::from(u32::MAX)
                        && let Some((wide, rest)) = field.split_first_chunk()
                    {
                        *number = u64::from_le_bytes(*wide);
                        field = rest;
                    }
                }
                return;
            }
            extra = extra.get(end..).unwrap_or_default();
        }
    }
}

fn u16_at(bytes: &[u8], offset: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(offset..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(offset..)?.first_chunk()?))
}

fn u64_at(bytes: &[u8], offset: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(offset..)?.first_chunk()?))
}

/// Writes an archive with stored members.
#[cfg(test)]
pub(super) fn stored_archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, data) in files {
        let mut crc = flate2::Crc::new();
        crc.update(data);
        let len = (data.len() as u32).to_le_bytes();
        let offset = (archive.len() as u32).to_le_bytes();
        let name_len = (name.len() as u16).to_le_bytes();
        let mut fixed = vec![10, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        fixed.extend_from_slice(&crc.sum().to_le_bytes());
        fixed.extend_from_slice(&len);
        fixed.extend_from_slice(&len);
        fixed.extend_from_slice(&name_len);
        fixed.extend_from_slice(&[0, 0]);
        archive.extend_from_slice(&LOCAL_SIGNATURE);
        archive.extend_from_slice(&fixed);
        archive.extend_from_slice(name.as_bytes());
        archive.extend_from_slice(data);
        directory.extend_from_slice(&ENTRY_SIGNATURE);
        directory.extend_from_slice(&[10, 0]);
        directory.extend_from_slice(&fixed);
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&offset);
        directory.extend_from_slice(name.as_bytes());
    }
    let start = (archive.len() as u32).to_le_bytes();
    let n_entries = (files.len() as u16).to_le_bytes();
    let len = (directory.len() as u32).to_le_bytes();
    archive.extend_from_slice(&directory);
    archive.extend_from_slice(&END_SIGNATURE);
    archive.extend_from_slice(&[0; 4]);
    archive.extend_from_slice(&n_entries);
    archive.extend_from_slice(&n_entries);
    archive.extend_from_slice(&len);
    archive.extend_from_slice(&start);
    archive.extend_from_slice(&[0, 0]);
    archive
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_listed_and_unpacked() {
        let archive = stored_archive(&[
            ("dir/", b""),
            ("dir/a.json", b"[{}]"),
            (".hidden/b", b"x"),
            ("__MACOSX/a", b"x"),
        ]);
        let (members, problem) = members(&archive).unwrap();
        assert_eq!((members.len(), problem), (1, None));
        assert_eq!(members[0].name, "dir/a.json");
        let (data, result) = unpack(&archive, &members[0], 100);
        assert_eq!((&*data, result), (b"[{}]".as_slice(), Ok(())));
        assert!(unpack(&archive, &members[0], 3).1.is_err());
    }

    #[test]
    fn damage_is_reported() {
        let whole = stored_archive(&[("a", b"[{}]")]);
        // Without its header a member cannot be found.
        for len in 0..31 {
            assert_eq!(members(&whole[..len]), Err(ZipError::Directory));
        }
        for len in 31..whole.len() {
            let (members, problem) = members(&whole[..len]).unwrap();
            assert_eq!((members.len(), problem), (1, Some(CUT)));
            let (data, result) = unpack(&whole[..len], &members[0], 100);
            assert_eq!(data.len(), (len - 31).min(4));
            assert_eq!(result.is_ok(), len >= 35, "{len}");
        }
        let mut flipped = whole.clone();
        flipped[31] ^= 1; // the first byte of the data
        let member = members(&flipped).unwrap().0.remove(0);
        let (data, result) = unpack(&flipped, &member, 100);
        assert_eq!(data.len(), 4);
        assert!(matches!(result, Err(ZipError::Data { .. })));
        for index in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[index] ^= 0xff;
            for member in members(&damaged).unwrap_or_default().0 {
                assert!(unpack(&damaged, &member, 100).0.len() <= 100);
            }
        }
    }

    /// Writes an archive as programs do that cannot go back: sizes stand behind each member.
    fn streamed_archive(files: &[(&str, &[u8])], is_large: bool) -> Vec<u8> {
        let mut archive = Vec::new();
        for (name, data) in files {
            let mut packer = flate2::read::DeflateEncoder::new(*data, flate2::Compression::fast());
            let mut packed = Vec::new();
            std::io::Read::read_to_end(&mut packer, &mut packed).unwrap();
            let mut crc = flate2::Crc::new();
            crc.update(data);
            archive.extend_from_slice(&LOCAL_SIGNATURE);
            archive.extend_from_slice(&[20, 0, 8, 0, 8, 0]);
            archive.extend_from_slice(&[0; 16]);
            archive.extend_from_slice(&(name.len() as u16).to_le_bytes());
            archive.extend_from_slice(&[0, 0]);
            archive.extend_from_slice(name.as_bytes());
            archive.extend_from_slice(&packed);
            archive.extend_from_slice(b"PK\x07\x08");
            archive.extend_from_slice(&crc.sum().to_le_bytes());
            for len in [packed.len(), data.len()] {
                let bytes = (len as u64).to_le_bytes();
                archive.extend_from_slice(&bytes[..if is_large { 8 } else { 4 }]);
            }
        }
        archive
    }

    #[test]
    fn what_an_archive_without_a_directory_holds_is_found() {
        // What looks like a descriptor, but does not fit, is data.
        let files: [(&str, &[u8]); 3] = [
            ("a", b"PK\x07\x08 and more"),
            ("dir/", b""),
            ("b", &[7; 5000]),
        ];
        for is_large in [false, true] {
            let whole = streamed_archive(&files, is_large);
            let (all, problem) = members(&whole).unwrap();
            assert_eq!(problem, Some(CUT));
            let names: Vec<&str> = all.iter().map(|member| member.name.as_str()).collect();
            assert_eq!(names, ["a", "b"]);
            for (member, file) in all.iter().zip([files[0], files[2]]) {
                let (data, result) = unpack(&whole, member, 10_000);
                assert_eq!((&*data, result), (file.1, Ok(())));
            }
            // A member that the cut is in is kept as far as it goes.
            let cut = &whole[..whole.len() - 30];
            let (all, _) = members(cut).unwrap();
            assert_eq!(all.len(), 2);
            let (data, result) = unpack(cut, &all[1], 10_000);
            assert!(result.is_err() && data.len() <= 5000);
        }
    }
}
