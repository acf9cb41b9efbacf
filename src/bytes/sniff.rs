//! Which kind of file is this.
//!
//! Only the first bytes are looked at, in the reference's order of priority, so that both programs call a
//! file the same. [`Format::hint`] says what to do with files that are not read.

/// The kind of a file, judging by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(
    missing_docs,
    reason = "the names are those of the formats; see `name`"
)]
pub enum Format {
    /// A serialized `Trace`: what Perfetto records.
    PerfettoProto,
    /// The Trace Event Format of Chrome and many others, in both forms.
    ChromeJson,
    /// The text that ftrace prints, perhaps in an HTML page.
    Systrace,
    Gzip,
    Zstd,
    Zip,
    Tar,
    Bzip2,
    Xz,
    TableExport,
    Fuchsia,
    PerfData,
    SimplePerf,
    ArtMethod,
    Hprof,
    Manifest,
    Gecko,
    Instruments,
    Ctrace,
    Ninja,
    PerfText,
    Logcat,
    Dumpstate,
    Symbols,
    Pprof,
    GoTrace,
    Sqlite,
    Elf,
    Png,
    Jpeg,
    Gif,
    Pdf,
    Lz4,
    SevenZip,
    Rar,
    Capture,
    TraceCmd,
    Ctf,
    FlightRecording,
    LfsPointer,
    /// A trace as text, as `protoc --decode` prints it.
    TraceText,
    /// What a trace is to be recorded with.
    TraceConfig,
    Xml,
    /// A trace in which each line end became two bytes, as by a copy in text mode.
    ConvertedLines,
    /// Text of two bytes a character, as Windows writes it.
    Utf16,
    /// Text of an unknown kind.
    Text,
    /// Bytes of an unknown kind.
    Unknown,
}

impl Format {
    /// Returns what the format is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PerfettoProto => "Perfetto trace",
            Self::ChromeJson => "Chrome JSON trace",
            Self::Systrace => "systrace or ftrace text",
            Self::Gzip => "gzip file",
            Self::Zstd => "zstd file",
            Self::Zip => "zip archive",
            Self::Tar => "tar archive",
            Self::Bzip2 => "bzip2 file",
            Self::Xz => "xz file",
            Self::TableExport => "table export of Perfetto's trace processor",
            Self::Fuchsia => "Fuchsia trace",
            Self::PerfData => "perf.data file",
            Self::SimplePerf => "simpleperf recording",
            Self::ArtMethod => "ART method trace",
            Self::Hprof => "Java heap dump",
            Self::Manifest => "Perfetto manifest",
            Self::Gecko => "Firefox profile",
            Self::Instruments => "Instruments export",
            Self::Ctrace => "compressed systrace (atrace -z)",
            Self::Ninja => "ninja log",
            Self::PerfText => "output of perf script",
            Self::Logcat => "Android log",
            Self::Dumpstate => "Android bug report",
            Self::Symbols => "Perfetto symbols file",
            Self::Pprof => "pprof profile",
            Self::GoTrace => "execution trace of Go",
            Self::Sqlite => "SQLite database",
            Self::Elf => "ELF program or library",
            Self::Png => "PNG picture",
            Self::Jpeg => "JPEG picture",
            Self::Gif => "GIF picture",
            Self::Pdf => "PDF document",
            Self::Lz4 => "lz4 file",
            Self::SevenZip => "7z archive",
            Self::Rar => "rar archive",
            Self::Capture => "capture of network packets",
            Self::TraceCmd => "recording of trace-cmd",
            Self::Ctf => "stream of a CTF trace",
            Self::FlightRecording => "JDK flight recording",
            Self::LfsPointer => "pointer of Git LFS, not the file itself",
            Self::TraceText => "Perfetto trace as text",
            Self::TraceConfig => "configuration of Perfetto",
            Self::Xml => "XML file",
            Self::ConvertedLines => "Perfetto trace whose line ends were converted",
            Self::Utf16 => "text file in UTF-16",
            Self::Text => "text file",
            Self::Unknown => "file of an unknown kind",
        }
    }

    /// Returns whether the program can show files of this kind.
    pub const fn is_readable(self) -> bool {
        matches!(
            self,
            Self::PerfettoProto | Self::ChromeJson | Self::Systrace | Self::ArtMethod | Self::Ninja
        )
    }

    /// Returns the name as one of several: "an Android log".
    pub fn one(self) -> String {
        let name = self.name();
        let article = if name.starts_with(['A', 'E', 'I', 'X', 'e', 'l', 'o', 'x']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {name}")
    }

    /// Returns what to do with a file that cannot be shown.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Bzip2 | Self::Xz | Self::Lz4 | Self::SevenZip | Self::Rar => {
                "unpack it and open the trace inside"
            }
            Self::Gzip | Self::Zstd | Self::Zip | Self::Tar => {
                "it lies too deep in others: unpack some of them"
            }
            Self::TraceCmd => "open what `trace-cmd report` prints of it",
            Self::LfsPointer => "fetch the file with `git lfs pull`",
            Self::TraceText => "make bytes of it with `protoc --encode=perfetto.protos.Trace`",
            Self::TraceConfig => "open the trace that is recorded with it",
            Self::ConvertedLines => "copy it again as it is, with `adb pull` or `adb exec-out cat`",
            Self::Dumpstate => "open the whole bug report (.zip), if a trace was recorded with it",
            Self::Ctrace => "record it again without atrace's -z",
            Self::Symbols => "open the trace that it belongs to",
            Self::Utf16 => "save it as UTF-8",
            Self::Text | Self::Xml | Self::Unknown => {
                "Perfetto traces, Chrome JSON, systrace text, ART method traces and ninja logs can be opened, also in gzip, zstd, zip or tar"
            }
            _ => {
                "Perfetto traces, Chrome JSON, systrace text, ART method traces and ninja logs can be opened; ui.perfetto.dev reads more formats"
            }
        }
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// How many bytes [`sniff`] looks at.
pub const SNIFF_LEN: usize = 4096;

/// Files that are recognised by their first bytes, in order of priority.
const MAGIC: &[(&[u8], Format)] = &[
    (b"ARROW1", Format::TableExport),
    (b"\x10\x00\x04\x46\x78\x54\x16\x00", Format::Fuchsia),
    (b"PERFILE2", Format::PerfData),
    (b"SIMPLEPERF", Format::SimplePerf),
    (b"PK\x03\x04", Format::Zip),
    (b"PK\x05\x06", Format::Zip),
    (b"\x1f\x8b", Format::Gzip),
    (b"\x28\xb5\x2f\xfd", Format::Zstd),
    (b"BZh", Format::Bzip2),
    (b"\xfd7zXZ\x00", Format::Xz),
    (b"SLOW", Format::ArtMethod),
    (b"*version\n", Format::ArtMethod),
    (b"JAVA PROFILE", Format::Hprof),
    (b"SQLite format 3\0", Format::Sqlite),
    (b"\x7fELF", Format::Elf),
    (b"\x89PNG\r\n", Format::Png),
    (b"\xff\xd8\xff", Format::Jpeg),
    (b"GIF8", Format::Gif),
    (b"%PDF-", Format::Pdf),
    (b"\x04\x22\x4d\x18", Format::Lz4),
    (b"7z\xbc\xaf\x27\x1c", Format::SevenZip),
    (b"Rar!\x1a\x07", Format::Rar),
    // Captures in both orders of bytes, with microseconds and with nanoseconds.
    (b"\xd4\xc3\xb2\xa1", Format::Capture),
    (b"\xa1\xb2\xc3\xd4", Format::Capture),
    (b"\x4d\x3c\xb2\xa1", Format::Capture),
    (b"\xa1\xb2\x3c\x4d", Format::Capture),
    // The block that a pcapng file begins with. No packet begins with four bytes as its field 1.
    (b"\x0a\x0d\x0d\x0a", Format::Capture),
    (b"\x17\x08\x44tracing", Format::TraceCmd),
    (b"\xc1\x1f\xfc\xc1", Format::Ctf),
    (b"\xc1\xfc\x1f\xc1", Format::Ctf),
    (b"/* CTF ", Format::Ctf),
    (b"FLR\0", Format::FlightRecording),
    (b"version https://git-lfs.github.com/", Format::LfsPointer),
    (b"\xff\xfe", Format::Utf16),
    (b"\xfe\xff", Format::Utf16),
];

/// Returns the kind of a file, judging by its beginning; [`SNIFF_LEN`] bytes are enough.
pub fn sniff(bytes: &[u8]) -> Format {
    let bytes = bytes.get(..SNIFF_LEN).unwrap_or(bytes);
    if bytes.get(257..262) == Some(b"ustar") {
        return Format::Tar;
    }
    if let Some((_, format)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return *format;
    }
    // `go 1.22 trace`, and zeros to 16 bytes.
    if bytes.starts_with(b"go 1.") && bytes.get(8..16).is_some_and(|head| head.ends_with(b"\0")) {
        return Format::GoTrace;
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Some(format) = json(text) {
        return format;
    }
    if let Some(format) = marked_text(text) {
        return format;
    }
    if bytes.first() == Some(&0x0a) {
        return proto(bytes);
    }
    let printable = |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
    if !bytes.is_empty() && bytes.iter().all(printable) {
        return plain_text(text);
    }
    if bytes.starts_with(b"\r\n") {
        return Format::ConvertedLines;
    }
    Format::Unknown
}

/// Recognises text that none of the formats has by its first word; configurations begin with any of their fields,
/// so they are recognised by those that nearly every one has.
fn plain_text(text: &[u8]) -> Format {
    let says = |line: &&[u8]| !line.is_empty() && !line.starts_with(b"#");
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(says);
    let first = lines.next().unwrap_or_default();
    // In text a field that is a message may have a colon before its brace, any other has one.
    let opens = |line: &[u8], field: &[u8]| {
        let rest = line.strip_prefix(field).map(<[u8]>::trim_ascii_start);
        let rest = rest.map(|rest| rest.strip_prefix(b":").unwrap_or(rest));
        rest.is_some_and(|rest| rest.trim_ascii_start().starts_with(b"{"))
    };
    let is_number = |line: &[u8], field: &[u8]| {
        let rest = line.strip_prefix(field).map(<[u8]>::trim_ascii_start);
        let rest = rest.and_then(|rest| rest.strip_prefix(b":"));
        let first = rest.and_then(|rest| rest.trim_ascii_start().first());
        first.is_some_and(u8::is_ascii_digit)
    };
    let configures = |line: &[u8]| opens(line, b"buffers") || opens(line, b"data_sources");
    if opens(first, b"packet") {
        Format::TraceText
    } else if is_number(first, b"duration_ms")
        || configures(first)
        || is_field(first) && lines.any(configures)
    {
        Format::TraceConfig
    } else if first.starts_with(b"<?xml") {
        Format::Xml
    } else {
        Format::Text
    }
}

/// Returns whether a line begins as one of a text of fields does: `name: value`, `name {`.
fn is_field(line: &[u8]) -> bool {
    let is_of_name =
        |byte: &u8| byte.is_ascii_lowercase() || *byte == b'_' || byte.is_ascii_digit();
    let mut rest = line.iter().skip_while(|byte| is_of_name(byte));
    let next = rest.find(|byte| !byte.is_ascii_whitespace());
    line.first().is_some_and(is_of_name) && matches!(next, Some(b':' | b'{'))
}

/// Recognises JSON by its first characters, without white space.
fn json(text: &[u8]) -> Option<Format> {
    let solid: Vec<u8> = text
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .take(32)
        .collect();
    let starts = |prefix: &[u8]| solid.starts_with(prefix);
    if starts(br#"{"perfetto_manifest""#) {
        Some(Format::Manifest)
    } else if starts(br#"{"meta""#) || starts(br#"{"libs""#) {
        Some(Format::Gecko)
    } else if [&br#"{""#[..], br#"[{""#, b"{}", b"[]", b"[{}"]
        .into_iter()
        .any(starts)
        // An array that has just begun.
        || solid == b"["
    {
        Some(Format::ChromeJson)
    } else {
        None
    }
}

/// Recognises text formats by words near their beginning.
fn marked_text(text: &[u8]) -> Option<Format> {
    let contains = |needle: &[u8]| memchr::memmem::find(text, needle).is_some();
    let solid = text.trim_ascii_start();
    let is_systrace = || {
        contains(b"# tracer")
            || contains(b"TRACE:\n")
            || starts_ignoring_case(solid, b"<!doctype html")
            || starts_ignoring_case(solid, b"<html")
            || text.starts_with(b"cpus=")
            || is_report(text)
            || text.starts_with(b" ")
    };
    if solid.starts_with(b"<?xml") && contains(b"trace-query-result") {
        Some(Format::Instruments)
    } else if contains(b"TRACE:\n\x78\x9c") {
        Some(Format::Ctrace)
    } else if text.starts_with(b"# ninja log") {
        Some(Format::Ninja)
    } else if text.starts_with(b"--------- beginning of") || is_log_line(first_line(text)) {
        Some(Format::Logcat)
    } else if is_sample(text) {
        Some(Format::PerfText)
    } else if contains(b"== dumpstate: ") {
        Some(Format::Dumpstate)
    } else {
        is_systrace().then_some(Format::Systrace)
    }
}

fn first_line(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// Returns whether a line is one of an Android log: `01-31 23:59:59.123  1000  2000 I Tag: text`.
fn is_log_line(line: &[u8]) -> bool {
    let shape = |line: &[u8], shape: &[u8]| {
        line.len() >= shape.len()
            && line.iter().zip(shape).all(|(byte, like)| match like {
                b'0' => byte.is_ascii_digit(),
                _ => byte == like,
            })
    };
    shape(line, b"00-00 00:00:00.000") || shape(line, b"0000-00-00 00:00:00.000")
}

/// Returns whether a text is a report of trace-cmd, which says first of which version the file was and which
/// CPUs recorded nothing.
fn is_report(text: &[u8]) -> bool {
    let first = first_line(text).trim_ascii_end();
    let is_empty_cpu = |line: &[u8]| line.starts_with(b"CPU ") && line.ends_with(b" is empty");
    let mut lines = text.split(|&byte| byte == b'\n').skip(1);
    let second = lines.next().unwrap_or_default().trim_ascii_end();
    is_empty_cpu(first)
        || first.starts_with(b"version = ")
            && (is_empty_cpu(second) || second.starts_with(b"cpus="))
}

/// Returns whether a text begins with a sample as perf prints it: `bash  1234/1234 [002] 12345.678901:
/// 250000 cycles:P:`, without some of the numbers. Unlike in the kernel's text the thread's id is a word of
/// its own. What the thread ran, or the event with its fields, follows on the line or below.
fn is_sample(text: &[u8]) -> bool {
    let line = first_line(text).trim_ascii();
    let is_time = |word: &[u8]| {
        word.strip_suffix(b":").is_some_and(|time| {
            time.contains(&b'.')
                && time
                    .iter()
                    .all(|byte| byte.is_ascii_digit() || *byte == b'.')
        })
    };
    let is_cpu = |word: &[u8]| word.starts_with(b"[") && word.ends_with(b"]");
    let is_id = |word: &[u8]| {
        let is_digit_or_slash = |byte: &u8| byte.is_ascii_digit() || *byte == b'/';
        word.first().is_some_and(u8::is_ascii_digit) && word.iter().all(is_digit_or_slash)
    };
    let words = line.split(u8::is_ascii_whitespace);
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    let Some(time) = words.iter().position(|word| is_time(word)) else {
        return false;
    };
    let (before, event) = words.split_at(time);
    let before = match before {
        [before @ .., cpu] if is_cpu(cpu) => before,
        _ => before,
    };
    let is_named = matches!(before, [_, .., id] if is_id(id));
    is_named
        && event
            .iter()
            .skip(1)
            .take(2)
            .any(|word| word.ends_with(b":"))
}

fn starts_ignoring_case(text: &[u8], prefix: &[u8]) -> bool {
    text.get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Tells a trace from other messages whose first field is also a message with number 1.
fn proto(bytes: &[u8]) -> Format {
    // The length of the first message is a varint of at most ten bytes.
    let body = bytes.get(1..).unwrap_or_default();
    let len_end = body.iter().take(10).position(|&byte| byte < 0x80);
    let first = len_end.and_then(|end| body.get(end + 1..));
    match first {
        // A number as field 1: the value type of a profile. A packet has none.
        Some([0x08, ..]) => Format::Pprof,
        // Field 61 of a packet: module symbols.
        Some([0xea, 0x03, ..]) => Format::Symbols,
        _ => Format::PerfettoProto,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_formats() {
        for (bytes, format) in [
            (&b"\x0a\x02\x10\x01"[..], Format::PerfettoProto),
            (b"\x0a", Format::PerfettoProto),
            (
                b"\x0a\x85\x80\x80\x00\x10\x01\x10\x01\x10",
                Format::PerfettoProto,
            ),
            (br#"{"traceEvents":[]}"#, Format::ChromeJson),
            (b"\n [ \n{\t\"ph\":1}]", Format::ChromeJson),
            (b"\xef\xbb\xbf[{\"ph\":1}]", Format::ChromeJson),
            (b"[]", Format::ChromeJson),
            (b"# tracer: nop\n#\n", Format::Systrace),
            (b"# comment\n# tracer: nop\n#\n", Format::Systrace),
            (b"TRACE:\n# tracer", Format::Systrace),
            (b"<!DOCTYPE html><html>", Format::Systrace),
            (b"\n<HTML>", Format::Systrace),
            (b"cpus=8\n", Format::Systrace),
            (b"version = 7\nCPU 1 is empty\ncpus=2\n", Format::Systrace),
            (b"CPU 0 is empty\nCPU 1 is empty\n", Format::Systrace),
            (b"[\n", Format::ChromeJson),
            (
                b"   sh-12 (   12) [000] 1.0: sched_waking: comm=a",
                Format::Systrace,
            ),
            (b"     sh-12 [000] 1.0: print: x", Format::Systrace),
            (b"# ninja log v5\n", Format::Ninja),
            (b"*version\n3\n", Format::ArtMethod),
            (b"SLOW\xf3\x00", Format::ArtMethod),
        ] {
            assert_eq!(sniff(bytes), format, "{}", bytes.escape_ascii());
            assert!(format.is_readable());
        }
    }

    #[test]
    fn names_have_their_article() {
        assert_eq!(Format::Xz.one(), "an xz file");
        assert_eq!(Format::Elf.one(), "an ELF program or library");
        assert_eq!(Format::Zip.one(), "a zip archive");
        assert_eq!(Format::Lz4.one(), "an lz4 file");
        assert_eq!(Format::Xml.one(), "an XML file");
    }

    #[test]
    fn containers_and_refused_formats() {
        let mut tar = vec![0; 512];
        tar[257..262].copy_from_slice(b"ustar");
        for (bytes, format) in [
            (&tar[..], Format::Tar),
            (b"\x1f\x8b\x08", Format::Gzip),
            (b"\x28\xb5\x2f\xfd", Format::Zstd),
            (b"PK\x03\x04", Format::Zip),
            (b"PERFILE2", Format::PerfData),
            (b"{\"meta\": {", Format::Gecko),
            (b"{ \"perfetto_manifest\": {", Format::Manifest),
            (b"TRACE:\n\x78\x9c\x00", Format::Ctrace),
            (b"\x0a\x04\x08\x01\x10\x02", Format::Pprof),
            (b"\x0a\x04\xea\x03\x01\x00", Format::Symbols),
            (
                b"01-31 23:59:59.123  1000  2000 I Tag: text\n",
                Format::Logcat,
            ),
            (
                b"swapper     0 [002] 12345.678901:     250000 cycles:P:\n\tffff do_idle+0x10",
                Format::PerfText,
            ),
            (
                b"main 12/13 5.25: cycles:\n\t401136 main+0x16",
                Format::PerfText,
            ),
            (b"main 12/13 5.25: cycles:\n", Format::PerfText),
            (
                b"   a b 18883  1006.015947:     250000 cpu-clock:  ffffffff81636037 x+0x27",
                Format::PerfText,
            ),
            (
                b"   sh 77 [000] 5.25: sched:sched_switch: prev_comm=a",
                Format::PerfText,
            ),
            (b"version = 7\nname = x\n", Format::Text),
            (b"hello", Format::Text),
            (b"\xd4\xc3\xb2\xa1\x02\0\x04\0", Format::Capture),
            (b"\x0a\x0d\x0d\x0a\x1c\0\0\0", Format::Capture),
            (b"\x17\x08\x44tracing6\0", Format::TraceCmd),
            (b"\xff\xd8\xff\xe0", Format::Jpeg),
            (b"/* CTF 1.8 */\n", Format::Ctf),
            (
                b"version https://git-lfs.github.com/spec/v1\n",
                Format::LfsPointer,
            ),
            (b"packet {\n  timestamp: 1\n}\n", Format::TraceText),
            (b"# record it\r\n\r\nbuffers: {\r\n", Format::TraceConfig),
            (b"duration_ms: 10000\n", Format::TraceConfig),
            (
                b"write_into_file: true\nbuffers { size_kb: 3 }\n",
                Format::TraceConfig,
            ),
            (
                b"unique_session_name: \"x\"\n\n data_sources: {\n",
                Format::TraceConfig,
            ),
            (b"duration_ms 5\n", Format::Text),
            (b"we said\nbuffers {\n", Format::Text),
            (b"buffers are full\n", Format::Text),
            (b"buffers:\n  - a\n", Format::Text),
            (b"<?xml version=\"1.0\"?><Error/>", Format::Xml),
            (b"\r\n\x02\x10\x01", Format::ConvertedLines),
            (b"\r\nhello\r\n", Format::Text),
            (b"\x7fELF\x02", Format::Elf),
            (b"\xff\xfe{\0", Format::Utf16),
            (b"go 1.22 trace\0\0\0", Format::GoTrace),
            (b"go 1.22\n\nuse ./a/b\n", Format::Text),
            (b"\x7fELS", Format::Unknown),
            (b"", Format::Unknown),
        ] {
            assert_eq!(sniff(bytes), format, "{}", bytes.escape_ascii());
            assert!(!format.is_readable());
            assert!(!format.hint().is_empty());
        }
    }
}
