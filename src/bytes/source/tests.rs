//! Tests of `source.rs`: every wrapper, every refusal.

use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::super::tar::tar_archive;
use super::super::zip::stored_archive;
use super::*;

const TRACE: &[u8] = b"\x0a\x02\x10\x01\x0a\x02\x10\x02";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ::zstd::stream::encode_all(bytes, 1).unwrap()
}

/// Opens a file both ways, which must agree.
fn open(path: &Path, max_bytes: u64) -> Result<TraceBytes, OpenError> {
    let open = |mmap| {
        TraceBytes::open(&OpenOptions {
            path: path.to_owned(),
            mmap,
            max_bytes,
        })
    };
    let (mapped, read) = (open(true), open(false));
    match (&mapped, &read) {
        (Ok(mapped), Ok(read)) => assert_eq!(mapped.bytes(), read.bytes()),
        (Err(mapped), Err(read)) => assert_eq!(mapped.to_string(), read.to_string()),
        // What is mapped is not held in memory.
        _ => assert!(matches!(read, Err(OpenError::TooLarge { .. }))),
    }
    mapped
}

fn open_bytes(bytes: &[u8]) -> Result<TraceBytes, OpenError> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("trace");
    std::fs::write(&path, bytes).unwrap();
    open(&path, 1 << 20)
}

#[test]
fn every_wrapper_gives_the_same_bytes() {
    let twice = [gzip(&TRACE[..4]), gzip(&TRACE[4..])].concat();
    let frames = [zstd(&TRACE[..4]), zstd(&TRACE[4..])].concat();
    let padded = [gzip(TRACE), vec![0; 512]].concat();
    let zip = stored_archive(&[("README", b"hello"), ("a.pftrace", TRACE)]);
    let nested = stored_archive(&[("a.pftrace.gz", &gzip(TRACE))]);
    let tar = tar_archive(&[("README", b"hello"), ("./a.pftrace", TRACE)]);
    let tar_gz = gzip(&tar);
    let zip_in_tar = tar_archive(&[("a.zip", &zip)]);
    let files = [
        TRACE.to_vec(),
        gzip(TRACE),
        zstd(TRACE),
        twice,
        frames,
        padded,
        zip_in_tar,
        zip,
        nested,
        tar,
        tar_gz,
        gzip(&zstd(TRACE)),
    ];
    for file in files {
        let trace = open_bytes(&file).unwrap();
        assert_eq!(trace.bytes(), TRACE);
        assert_eq!(trace.format(), Format::PerfettoProto);
        assert_eq!(trace.file_len(), file.len() as u64);
        assert_eq!(trace.problems(), []);
        assert_eq!(TraceBytes::from_vec(file).unwrap().bytes(), TRACE);
    }
    let plain = open_bytes(TRACE).unwrap();
    assert!(matches!(plain.storage, Storage::Mapped(_)));
}

#[test]
fn the_format_is_told_after_unpacking() {
    let trace = open_bytes(&gzip(b"[{\"ph\":\"X\"}]")).unwrap();
    assert_eq!(trace.format(), Format::ChromeJson);
    let error = open_bytes(&gzip(b"hello")).unwrap_err();
    assert!(error.to_string().contains("it is a text file; "), "{error}");
}

#[test]
fn a_damaged_wrapper_keeps_what_was_unpacked() {
    let mut state = 1_u32;
    let noise: Vec<u8> = std::iter::once(0x0a)
        .chain((0..100_000).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        }))
        .collect();
    for whole in [gzip(&noise), zstd(&noise)] {
        let trace = open_bytes(&whole[..whole.len() / 2]).unwrap();
        assert!(trace.bytes().len() > 10_000);
        assert!(noise.starts_with(trace.bytes()));
        assert_eq!(trace.problems().len(), 1);
        assert_eq!(trace.problems()[0].detail, "truncated compressed stream");
        assert_eq!(trace.problems()[0].offset, trace.bytes().len() as u64);

        let trace = open_bytes(&[&whole, b"garbage".as_slice()].concat()).unwrap();
        assert_eq!(trace.bytes(), noise);
        assert!(trace.problems()[0].detail.starts_with("7 bytes after"));
    }
    let error = open_bytes(&gzip(TRACE)[..6]).unwrap_err();
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
}

#[test]
fn more_than_the_limit_is_refused() {
    let zeros = [TRACE, &vec![0; 4 << 20]].concat();
    for file in [gzip(&zeros), zstd(&zeros), stored_archive(&[("a", &zeros)])] {
        let error = open_bytes(&file).unwrap_err();
        assert!(matches!(error, OpenError::TooLarge { limit, .. } if limit == 1 << 20));
    }
    // A mapped file takes no memory, so it may be larger.
    assert_eq!(open_bytes(&zeros).unwrap().bytes().len(), zeros.len());
}

#[test]
fn archives_need_a_trace() {
    for files in [&[][..], &[("a", &b"hello"[..])]] {
        for archive in [stored_archive(files), tar_archive(files)] {
            // A tar archive without files is all zeros, and not recognized as an archive.
            let error = open_bytes(&archive).unwrap_err().to_string();
            let is_empty_tar = files.is_empty() && archive.iter().all(|&byte| byte == 0);
            let wanted = if files.is_empty() {
                "there is no file in the archive"
            } else {
                "the file in the archive is no trace"
            };
            assert!(is_empty_tar || error.contains(wanted), "{error}");
        }
    }
}

#[test]
fn of_several_traces_one_is_opened_and_the_others_are_named() {
    let json = br#"[{"ph":"X"}]"#;
    let files: &[(&str, &[u8])] = &[("b", json), ("a", TRACE), ("d/c", &gzip(json))];
    for archive in [stored_archive(files), tar_archive(files)] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("traces");
        std::fs::write(&path, gzip(&archive)).unwrap();
        let trace = open(&path, 1 << 20).unwrap();
        assert_eq!(trace.bytes(), TRACE);
        let siblings = trace.siblings().unwrap().to_string();
        assert!(
            siblings.contains("\"a\" is opened; also in the archive: \"b\", \"d/c\" (ARCHIVE/b "),
            "{siblings}"
        );

        let other = open(&path.join("d/c"), 1 << 20).unwrap();
        assert_eq!((other.bytes(), other.siblings()), (&json[..], None));
        assert_ne!(identity(&path), identity(&path.join("d/c")));
        assert_ne!(identity(&path.join("b")), identity(&path.join("d/c")));
        let missing = open(&path.join("x"), 1 << 20).unwrap_err().to_string();
        assert!(
            missing.ends_with("there is no \"x\" in the archive"),
            "{missing}"
        );
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("trace");
    std::fs::write(&path, TRACE).unwrap();
    let error = open(&path.join("x"), 1 << 20).unwrap_err().to_string();
    assert!(
        error.ends_with("there is no \"x\" in a Perfetto trace"),
        "{error}"
    );
}

#[test]
fn a_cut_archive_keeps_what_there_is() {
    let noise: Vec<u8> = [TRACE, &TRACE.repeat(500)].concat();
    let whole = tar_archive(&[("a", &noise)]);
    let trace = open_bytes(&whole[..2000]).unwrap();
    assert!(noise.starts_with(trace.bytes()) && trace.bytes().len() == 2000 - 512);
    assert_eq!(trace.problems()[0].detail, "truncated tar archive");
}

#[test]
fn what_is_no_file_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let missing = open(&dir.path().join("missing"), 1).unwrap_err();
    assert!(matches!(missing, OpenError::Io { .. }));
    for url in ["https://example.com/a.json", "file:///no/a.json"] {
        let error = open(Path::new(url), 1).unwrap_err().to_string();
        assert!(error.contains("it is a URL"), "{error}");
    }
    let directory = open(dir.path(), 1).unwrap_err().to_string();
    assert!(
        directory.ends_with("it is a directory, not a trace: name a file in it"),
        "{directory}"
    );
    let empty = open_bytes(b"").unwrap();
    assert!(empty.problems().is_empty());
    let device = open(Path::new("/dev/null"), 1).unwrap_err().to_string();
    assert!(
        device.ends_with("it is a character device, not a file"),
        "{device}"
    );
    let hostile = open(Path::new("/no/\x1b[31m"), 1).unwrap_err().to_string();
    assert_eq!(hostile, r#"open "/no/\u{1b}[31m""#);
}

#[test]
fn endless_wrappers_end() {
    let mut file = TRACE.to_vec();
    for _ in 0..10 {
        file = gzip(&file);
    }
    assert!(matches!(
        open_bytes(&file),
        Err(OpenError::Unsupported { .. })
    ));
}

#[test]
fn unpacking_tells_how_far_it_is_and_stops_where_that_is_enough() {
    let trace = TRACE.repeat(200_000);
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("packed");
    for packed in [gzip(&trace), zstd(&trace)] {
        std::fs::write(&path, &packed).unwrap();
        let len = packed.len() as u64;
        for stops in [false, true] {
            let options = OpenOptions {
                path: path.clone(),
                mmap: true,
                max_bytes: u64::MAX,
            };
            let mut told = Vec::new();
            let mut watch = |came: Came| {
                assert_eq!(came.of, Some(len));
                told.push(came.bytes);
                if stops {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let opened = TraceBytes::open_watched(&options, &mut watch).unwrap();
            assert!(told.is_sorted() && trace.starts_with(opened.bytes()));
            assert_eq!(opened.is_stopped(), stops);
            if stops {
                assert_eq!(told.len(), 1);
                assert!(!opened.bytes().is_empty() && opened.bytes().len() < trace.len());
            } else {
                assert!(told.len() > 4 && told.last() == Some(&len), "{told:?}");
                assert_eq!(opened.bytes().len(), trace.len());
            }
        }
    }
}
