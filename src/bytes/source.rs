//! From a path, standard input or memory to the bytes of a trace.
//!
//! Whatever the file is wrapped in, [`TraceBytes::bytes`] is one slice of a format
//! that can be imported; everything else is refused with the reason. A damaged
//! wrapper is not a reason: what could be unpacked is kept, and
//! [`TraceBytes::problems`] says what is missing. Of several traces in an archive one is opened,
//! and [`TraceBytes::siblings`] names the others.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read, Seek as _, SeekFrom};
use std::ops::ControlFlow;
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use self::original::Original;
use super::archive::{Archive, NotChosen};
use super::inflate::{InflateError, Left, Wrapper, inflate_stream, unzstd_frame};
use super::memory::MemoryLimit;
use super::mmap::{Access, Map};
use super::room::Room;
use super::sniff::{Format, sniff};
use super::zip;
use crate::base::hash::fnv1a;

/// How many wrappers may be around a trace, such as a gzip file in a zip archive.
const NESTING_MAX: usize = 4;

/// What to open and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenOptions {
    /// The file, a file in an archive as `ARCHIVE/NAME`, or `-` for standard input.
    pub path: PathBuf,
    /// Whether to map the file instead of reading it; see the contract in [`super::mmap`].
    pub mmap: bool,
    /// How many bytes may be held in memory: what is read, decompressed and imported, not what is
    /// mapped.
    pub max_bytes: u64,
}

/// How much of each end of a file tells it from others.
const IDENTITY_LEN: u64 = 64 << 10;

/// How much of a file [`TraceBytes::head_hash`] looks at.
const HEAD_LEN: usize = 4096;

/// Returns a number that tells a file from others by its length and both its ends, so that a copy
/// has the same; `None` for what is no plain file.
pub fn identity(path: &Path) -> Option<u64> {
    let (path, member) = match in_archive(path) {
        Some((archive, member)) => (archive, member),
        None => (path, String::new()),
    };
    // Opening a pipe would wait for its other end.
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut file = File::open(path).ok()?;
    let len = file.metadata().ok()?.len();
    let mut bytes = len.to_le_bytes().to_vec();
    (&mut file)
        .take(IDENTITY_LEN)
        .read_to_end(&mut bytes)
        .ok()?;
    file.seek(SeekFrom::Start(len.saturating_sub(IDENTITY_LEN)))
        .ok()?;
    file.take(IDENTITY_LEN).read_to_end(&mut bytes).ok()?;
    bytes.extend_from_slice(member.as_bytes());
    Some(fnv1a([&bytes[..]]))
}

/// Returns the archive and the name in it, if a path leads through a file.
fn in_archive(path: &Path) -> Option<(&Path, String)> {
    let above = path.ancestors().skip(1);
    let archive = above.into_iter().find(|above| above.is_file())?;
    let name = path.strip_prefix(archive).ok()?.to_string_lossy();
    (!name.is_empty()).then(|| (archive, name.into_owned()))
}

/// Why a file is not opened. `name` is the path, or `standard input`.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named in the message")]
pub enum OpenError {
    /// The system refuses: the file is missing, or not permitted.
    #[error("open {name:?}")]
    Io { name: String, source: io::Error },
    /// What a browser opens.
    #[error("open {name:?}: it is a URL; download what it names, or name the file itself")]
    Url { name: String },
    /// A directory.
    #[error("open {name:?}: it is a directory, not a trace: name a file in it")]
    Directory { name: String },
    /// A device or socket.
    #[error("open {name:?}: it is a {kind}, not a file")]
    NotAFile { name: String, kind: &'static str },
    /// `-`, but nothing is piped in.
    #[error("read standard input: it is a terminal; pipe a trace into it or name a file")]
    Terminal,
    /// More bytes than allowed.
    #[error(
        "open {name:?}: it holds more than {}; raise the limit with --max-memory",
        super::memory::words(*limit)
    )]
    TooLarge { name: String, limit: u64 },
    /// A wrapper of which nothing can be unpacked.
    #[error("unpack {name:?}: {reason}")]
    Damaged { name: String, reason: String },
    /// An archive without a trace, or without the file that is asked for.
    #[error("open {name:?}: {reason}")]
    Archive { name: String, reason: String },
    /// Something that is not a trace that can be shown.
    #[error("open {name:?}: it is {one}; {hint}", one = format.one())]
    Unsupported {
        name: String,
        format: Format,
        hint: &'static str,
    },
}

/// What is wrong with what the trace was wrapped in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceProblem {
    /// How many bytes of the trace could be unpacked before the problem.
    pub offset: u64,
    /// What is wrong.
    pub detail: String,
}

/// The traces of an archive that holds several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Siblings {
    /// The name of the trace that was opened.
    pub opened: String,
    /// The names of the others, in the order in which the reference opens them.
    pub others: Vec<String>,
}

impl std::fmt::Display for Siblings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SHOWN: usize = 3;
        let shown = self.others.iter().take(SHOWN);
        let mut names: Vec<String> = shown.map(|name| format!("{name:?}")).collect();
        if self.others.len() > SHOWN {
            names.push(format!("{} more", self.others.len() - SHOWN));
        }
        let next = self.others.first().map_or("", String::as_str);
        write!(
            f,
            "{:?} is opened; also in the archive: {} (ARCHIVE/{} opens another)",
            self.opened,
            names.join(", "),
            next.escape_debug()
        )
    }
}

/// The bytes of a trace. Their length and place never change; share it in an `Arc`.
#[derive(Debug)]
pub struct TraceBytes {
    name: String,
    storage: Storage,
    format: Format,
    file_len: u64,
    head_hash: u64,
    problems: Vec<SourceProblem>,
    siblings: Option<Siblings>,
    memory: MemoryLimit,
    is_stopped: bool,
    /// The file, if it is mapped.
    original: Option<Original>,
}

#[derive(Debug)]
enum Storage {
    Mapped(Map),
    Owned(Room),
}

impl Storage {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map.bytes(),
            Self::Owned(bytes) => bytes,
        }
    }
}

/// How much of an input has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Came {
    /// How many bytes of it were read, or unpacked.
    pub bytes: u64,
    /// How many it has, if that is known.
    pub of: Option<u64>,
}

/// Is told how much has been read of what cannot be mapped, each time there is more and several times
/// a second while none comes, and of what is compressed how much has been unpacked. `Break` ends the
/// input there.
pub type Watch<'a> = &'a mut dyn FnMut(Came) -> ControlFlow<()>;

/// How often a [`Watch`] is called while no bytes come.
const WATCH_EVERY: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 100_000_000,
};
/// How much is read at once: what a pipe holds, and more.
const READ_LEN: usize = 256 << 10;

impl TraceBytes {
    /// Opens a file, a file in an archive, or standard input if the path is `-`.
    pub fn open(options: &OpenOptions) -> Result<Self, OpenError> {
        Self::open_watched(options, &mut |_| ControlFlow::Continue(()))
    }

    /// Does the same, and calls `watch` meanwhile with how much has been read.
    pub fn open_watched(options: &OpenOptions, watch: Watch<'_>) -> Result<Self, OpenError> {
        if options.path == Path::new("-") {
            return Self::from_stdin(options.max_bytes, watch);
        }
        let name = options.path.to_string_lossy().into_owned();
        let io_error = |source: io::Error| {
            let name = name.clone();
            if source.kind() == io::ErrorKind::NotFound && name.contains("://") {
                return OpenError::Url { name };
            }
            OpenError::Io { name, source }
        };
        let (file, member) = match (File::open(&options.path), in_archive(&options.path)) {
            (Err(_), Some((archive, member))) => {
                (File::open(archive).map_err(io_error)?, Some(member))
            }
            (file, _) => (file.map_err(io_error)?, None),
        };
        let member = member.as_deref();
        let metadata = file.metadata().map_err(io_error)?;
        let kind = metadata.file_type();
        if kind.is_dir() {
            return Err(OpenError::Directory { name });
        }
        let special = match kind {
            _ if kind.is_char_device() => Some("character device"),
            _ if kind.is_block_device() => Some("block device"),
            _ if kind.is_socket() => Some("socket"),
            _ => None,
        };
        if let Some(kind) = special {
            return Err(OpenError::NotAFile { name, kind });
        }
        // Files of length 0 may have content: pipes and what the kernel makes up.
        if options.mmap && metadata.is_file() && metadata.len() > 0 {
            let map = Map::of_file(&file).map_err(io_error)?;
            map.advise(Access::Sequential);
            let storage = Storage::Mapped(map);
            let mut this = Self::unwrap_layers(name, storage, options.max_bytes, member, watch)?;
            if let Storage::Mapped(map) = &this.storage {
                this.original = Some(Original::new(file, map.bytes()));
            }
            return Ok(this);
        }
        let expected = if metadata.is_file() {
            metadata.len()
        } else {
            0
        };
        let read = read_all(file, &name, (expected, options.max_bytes), &mut *watch)?;
        Self::of_read(name, read, options.max_bytes, member, watch)
    }

    /// Unwraps what was read of an input, whose rest may be missing.
    fn of_read(
        name: String,
        read: AllRead,
        max_bytes: u64,
        member: Option<&str>,
        watch: Watch<'_>,
    ) -> Result<Self, OpenError> {
        let storage = Storage::Owned(read.bytes.into());
        let mut this = Self::unwrap_layers(name, storage, max_bytes, member, watch)?;
        this.is_stopped |= read.is_stopped;
        Ok(this)
    }

    /// Reads standard input to its end.
    fn from_stdin(max_bytes: u64, watch: Watch<'_>) -> Result<Self, OpenError> {
        let stdin = io::stdin().lock();
        if stdin.is_terminal() {
            return Err(OpenError::Terminal);
        }
        let name = "standard input".to_owned();
        let read = read_all(stdin, &name, (0, max_bytes), &mut *watch)?;
        Self::of_read(name, read, max_bytes, None, watch)
    }

    /// Takes bytes that are already in memory, compressed or not. What they decompress to is not
    /// limited.
    pub fn from_vec(bytes: Vec<u8>) -> Result<Self, OpenError> {
        Self::unwrap_layers(
            "memory".to_owned(),
            Storage::Owned(bytes.into()),
            u64::MAX,
            None,
            &mut |_| ControlFlow::Continue(()),
        )
    }

    /// Unpacks until something readable is found; of the first archive the file called `member`, if
    /// there is to be one.
    fn unwrap_layers(
        name: String,
        storage: Storage,
        limit: u64,
        mut member: Option<&str>,
        watch: Watch<'_>,
    ) -> Result<Self, OpenError> {
        let file_len = storage.bytes().len() as u64;
        let head = storage.bytes().get(..HEAD_LEN);
        let head_hash = fnv1a([head.unwrap_or(storage.bytes())]);
        let mut this = Self {
            name,
            storage,
            format: Format::Unknown,
            file_len,
            head_hash,
            problems: Vec::new(),
            siblings: None,
            memory: MemoryLimit::new(limit),
            is_stopped: false,
            original: None,
        };
        for _ in 0..NESTING_MAX {
            if this.bytes().is_empty() {
                // As in the reference this is an empty trace; an issue says so.
                this.format = Format::PerfettoProto;
                return Ok(this);
            }
            this.format = sniff(this.bytes());
            if this.format.is_readable() {
                return match member {
                    None => Ok(this),
                    Some(member) => Err(OpenError::Archive {
                        name: this.name,
                        reason: format!("there is no {member:?} in a {}", this.format),
                    }),
                };
            }
            let bytes = match this.format {
                Format::Gzip => this.unpack_streams(limit, watch, |input, out, left| {
                    inflate_stream(input, Wrapper::Gzip, (out, limit), left)
                })?,
                Format::Zstd => this.unpack_streams(limit, watch, |input, out, left| {
                    unzstd_frame(input, (out, limit), left)
                })?,
                Format::Zip | Format::Tar => this.unpack_archive(limit, member.take())?,
                _ => break,
            };
            this.storage = Storage::Owned(bytes);
        }
        Err(OpenError::Unsupported {
            name: this.name,
            format: this.format,
            hint: this.format.hint(),
        })
    }

    /// Unpacks all gzip members or zstd frames, which together are one trace.
    fn unpack_streams(
        &mut self,
        limit: u64,
        watch: Watch<'_>,
        mut take: impl FnMut(&mut &[u8], &mut Room, Left<'_>) -> Result<(), InflateError>,
    ) -> Result<Room, OpenError> {
        let mut input = self.storage.bytes();
        let len = input.len() as u64;
        let mut left = |left: usize| {
            let (bytes, of) = (len.saturating_sub(left as u64), Some(len));
            watch(Came { bytes, of })
        };
        let mut is_stopped = false;
        let mut out = Room::default();
        let mut problem = None;
        let format = self.format;
        while !input.is_empty() {
            if sniff(input) != format {
                // Tapes and block devices pad with zeros, which is no damage.
                if input.iter().any(|&byte| byte != 0) {
                    problem = Some(format!(
                        "{} bytes after the {format} are ignored",
                        input.len()
                    ));
                }
                break;
            }
            match take(&mut input, &mut out, &mut left) {
                Ok(()) => {}
                Err(InflateError::Stopped) => {
                    is_stopped = true;
                    break;
                }
                Err(InflateError::TooLarge { .. }) => {
                    let name = self.name.clone();
                    return Err(OpenError::TooLarge { name, limit });
                }
                Err(error) => {
                    problem = Some(error.to_string());
                    break;
                }
            }
        }
        out.shrink();
        self.is_stopped |= is_stopped;
        self.keep_or_refuse(out, problem)
    }

    /// Unpacks a trace of an archive: the file called `member`, or what looks most like one.
    fn unpack_archive(&mut self, limit: u64, member: Option<&str>) -> Result<Room, OpenError> {
        let name = || self.name.clone();
        let damaged = |error: zip::ZipError| OpenError::Damaged {
            name: name(),
            reason: error.to_string(),
        };
        let archive = Archive::new(self.storage.bytes(), self.format).map_err(damaged)?;
        let chosen = archive.choose(member).map_err(|error| {
            let reason = match error {
                NotChosen::NoTrace => match archive.n_members() {
                    0 => "there is no file in the archive".to_owned(),
                    1 => "the file in the archive is no trace".to_owned(),
                    n => format!("none of the {n} files in the archive is a trace"),
                },
                NotChosen::Unreadable(error) => error.to_string(),
                NotChosen::NoMember => {
                    format!("there is no {:?} in the archive", member.unwrap_or(""))
                }
            };
            OpenError::Archive {
                name: name(),
                reason,
            }
        })?;
        let (mut bytes, result) = archive.unpack(chosen.index, limit);
        bytes.shrink();
        let problem = match result {
            Err(zip::ZipError::Data {
                source: InflateError::TooLarge { .. },
                ..
            }) => {
                let name = name();
                return Err(OpenError::TooLarge { name, limit });
            }
            Err(error) => Some(error.to_string()),
            Ok(()) => archive.problem.map(str::to_owned),
        };
        if !chosen.others.is_empty() {
            self.siblings = Some(Siblings {
                opened: archive.name(chosen.index).to_owned(),
                others: chosen.others,
            });
        }
        self.keep_or_refuse(bytes, problem)
    }

    /// Keeps what was unpacked before a problem; the problem is an error only if there is nothing to keep.
    fn keep_or_refuse(&mut self, bytes: Room, problem: Option<String>) -> Result<Room, OpenError> {
        if let Some(detail) = problem {
            if bytes.is_empty() {
                return Err(OpenError::Damaged {
                    name: self.name.clone(),
                    reason: detail,
                });
            }
            let offset = bytes.len() as u64;
            self.problems.push(SourceProblem { offset, detail });
        }
        Ok(bytes)
    }

    /// Returns the bytes of the trace, without what it was wrapped in.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.storage.bytes()
    }

    /// Returns which kind of trace it is; always a readable one.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns whether a [`Watch`] ended the input before its end.
    pub const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Returns the length of the file or input, wrapped as it is.
    pub const fn file_len(&self) -> u64 {
        self.file_len
    }

    /// Returns a number that tells the file from others by how it begins. As in the reference, traces without
    /// an id get one that is made of it.
    pub const fn head_hash(&self) -> u64 {
        self.head_hash
    }

    /// Returns whether the file has been written over in its place since it was opened, so that what is decoded
    /// later is no part of the trace. What is only appended does no harm, and what is held in memory stays.
    pub fn is_overwritten(&self) -> bool {
        match (&self.original, &self.storage) {
            (Some(original), Storage::Mapped(map)) => original.is_overwritten(map.bytes()),
            _ => false,
        }
    }

    /// Returns what is wrong with what the trace was wrapped in.
    pub fn problems(&self) -> &[SourceProblem] {
        &self.problems
    }

    /// Returns the other traces of the archive that the trace is in, if there are any.
    pub const fn siblings(&self) -> Option<&Siblings> {
        self.siblings.as_ref()
    }

    /// Returns the name that the user gave: the path, or `standard input`. It is not safe to show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns how much memory the process may hold while these bytes are imported.
    pub const fn memory(&self) -> &MemoryLimit {
        &self.memory
    }

    /// Says that a range will not be read soon, so that a mapped file need not be held there.
    pub fn release(&self, range: std::ops::Range<usize>) {
        if let Storage::Mapped(map) = &self.storage {
            map.release(range);
        }
    }

    /// Has a range read in the background, if it is of a mapped file.
    pub fn prefetch(&self, range: std::ops::Range<usize>) {
        if let Storage::Mapped(map) = &self.storage {
            map.prefetch(range);
        }
    }

    /// Tells the kernel how the bytes will be read, if it is a mapped file.
    pub fn advise(&self, access: Access) {
        if let Storage::Mapped(map) = &self.storage {
            map.advise(access);
        }
    }
}

/// What was read of an input.
struct AllRead {
    bytes: Vec<u8>,
    /// Whether the input was not read to its end.
    is_stopped: bool,
}

/// Reads an input to its end, which is likely to have `expected` bytes, but refuses more than `limit` bytes.
fn read_all(
    mut reader: impl Read + AsFd,
    name: &str,
    (expected, limit): (u64, u64),
    watch: Watch<'_>,
) -> Result<AllRead, OpenError> {
    let mut bytes = Vec::new();
    bytes.reserve_exact(usize::try_from(expected.min(limit)).unwrap_or(0));
    let mut buffer = vec![0; READ_LEN];
    loop {
        let len = bytes.len() as u64;
        if len > limit {
            let name = name.to_owned();
            return Err(OpenError::TooLarge { name, limit });
        }
        let of = (expected > 0).then_some(expected);
        if watch(Came { bytes: len, of }).is_break() {
            return Ok(AllRead {
                bytes,
                is_stopped: true,
            });
        }
        if !has_more(&reader) {
            continue;
        }
        match reader.read(&mut buffer) {
            Ok(0) => {
                return Ok(AllRead {
                    bytes,
                    is_stopped: false,
                });
            }
            Ok(n) => bytes.extend_from_slice(buffer.get(..n).unwrap_or(&buffer)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(source) => {
                let name = name.to_owned();
                return Err(OpenError::Io { name, source });
            }
        }
    }
}

/// Waits a moment for bytes, or the end, of an input.
fn has_more(input: &impl AsFd) -> bool {
    let mut fds = [PollFd::new(input, PollFlags::IN)];
    match poll(&mut fds, Some(&WATCH_EVERY)) {
        Ok(n) => n > 0,
        Err(Errno::INTR) => false,
        // An input that cannot be waited for is read without waiting.
        Err(_) => true,
    }
}

mod original;
#[cfg(test)]
mod tests;
