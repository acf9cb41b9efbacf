//! Tests of `art_method.rs`: what method traces become, and that damaged ones do no harm.

use std::sync::Arc;

use crate::base::time::Dur;
use crate::bytes::source::TraceBytes;
use crate::import::{ImportError, Unobserved, import};
use crate::model::args::ArgValue;
use crate::model::ids::SliceId;
use crate::model::trace::{MetadataValue, Trace};

const TEXT: &str = "*version\n3\ndata-file-overflow=false\nclock=dual\nelapsed-time-usec=1000\n\
    vm=art\npid=1234\n*threads\n1\tmain\n7\tHeapTaskDaemon\n*methods\n\
    0x4\tandroid.os.Debug\tstart\t(I)V\tDebug.java\t10\n\
    0x8\tcom/example/Foo\trun\t()V\tFoo.java\t20\n\
    0xc\tjava.lang.Object\twait\t(JI)V\tObject.java\n\
    0x10\tfoo.Bar\tBar.kt\t33\n*end\n";

/// A record: thread, method with its action, CPU time, time.
fn record(tid: u16, method: u32, wall: u32) -> Vec<u8> {
    let parts = [method, 0, wall].map(u32::to_le_bytes).concat();
    [&tid.to_le_bytes()[..], &parts].concat()
}

fn header(version: u16) -> Vec<u8> {
    let mut header = b"SLOW".to_vec();
    header.extend(version.to_le_bytes());
    header.extend(32_u16.to_le_bytes());
    header.extend(5_000_000_u64.to_le_bytes());
    header.extend(14_u16.to_le_bytes());
    header.resize(32, 0);
    header
}

fn with_text_header(text: &str) -> Vec<u8> {
    let mut bytes = [text.as_bytes(), &header(3)].concat();
    for (tid, method, wall) in [
        (1, 4, 100),
        (1, 8, 110),
        (7, 0xc, 110),
        (1, 8 | 1, 150),
        (1, 0x10, 150),
        (1, 0x10 | 2, 160),
        (1, 4 | 1, 200),
        (1, 0x40, 210),
        (7, 0xc | 1, 205),
    ] {
        bytes.extend(record(tid, method, wall));
    }
    bytes
}

fn stream() -> Vec<u8> {
    let part = |head: &[u8], text: &[u8]| {
        let len = (text.len() as u16).to_le_bytes();
        [head, &len, text].concat()
    };
    let mut bytes = header(0xf3);
    bytes.extend(part(&[0, 0, 2, 1, 0], b"main"));
    bytes.extend(record(1, 4, 100));
    bytes.extend(part(
        &[0, 0, 1],
        b"0x4\tandroid.os.Debug\tstart\t(I)V\tDebug.java\t10\n",
    ));
    bytes.extend(part(&[0, 0, 2, 7, 0], b"Heap"));
    bytes.extend(record(7, 4, 110));
    bytes.extend(record(1, 5, 200));
    let summary = b"*version\n3\nclock=dual\n*threads\n1\tmain\n*methods\n*end\n";
    bytes.extend([0, 0, 3]);
    bytes.extend((summary.len() as u32).to_le_bytes());
    bytes.extend(summary);
    bytes
}

fn packed() -> Vec<u8> {
    let named = |kind: u8, id: &[u8], text: &[u8]| {
        let len = (text.len() as u16).to_le_bytes();
        [&[kind][..], id, &len, text].concat()
    };
    let mut bytes = b"SLOW\xf5\x00".to_vec();
    bytes.extend(1_000_000_u64.to_le_bytes());
    bytes.resize(32, 0);
    bytes.extend(named(0, &1_u32.to_le_bytes(), b"main\n"));
    for (id, text) in [
        (0x40_u64, &b"com.android.Run\trun\t()V\tRun.java\t548\n"[..]),
        (0x41, b"java.lang.M\tinvoke\t()V\tM.java\t598\n"),
    ] {
        bytes.extend(named(1, &id.to_le_bytes(), text));
    }
    // The thread enters method 0x40 at 10 and 0x41 at 20, and leaves them at 30 and 50. Between the times and
    // the methods, all of which are differences, are CPU times.
    let mut block = Vec::new();
    for (time, method) in [(40, Some(0x40)), (40, Some(1)), (41, None), (80, None)] {
        for value in [Some(time), Some(5), method].into_iter().flatten() {
            signed(value, &mut block);
        }
    }
    bytes.push(2);
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend(&4_u32.to_le_bytes()[..3]);
    bytes.extend((block.len() as u32).to_le_bytes());
    bytes.extend(block);
    bytes.push(3);
    bytes.extend(b"*version\n5\nclock=dual\nelapsed-time-usec=77\n*end\n");
    bytes
}

fn signed(mut value: i64, to: &mut Vec<u8>) {
    loop {
        let low = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 && low & 0x40 == 0 {
            return to.push(low);
        }
        to.push(low | 0x80);
    }
}

fn try_import(bytes: Vec<u8>) -> Result<Trace, ImportError> {
    let bytes = TraceBytes::from_vec(bytes).unwrap();
    let trace = import(&Arc::new(bytes), &mut Unobserved)?;
    assert_eq!(trace.check_invariants(), Ok(()));
    Ok(trace)
}

/// Thread, time, duration, depth and name of every slice, and its place in the sources.
fn slices(trace: &Trace) -> Vec<String> {
    let mut rows: Vec<(i64, i64, String)> = (0..trace.slices.len())
        .map(|index| {
            let id = SliceId::from_index(index);
            let thread = trace.processes.thread(trace.utid_of(id).unwrap());
            let ts = trace.slices.ts(id).ns();
            let dur = trace.slices.dur(id).map_or(-1, Dur::ns);
            let name = trace.slice_name(id).unwrap_or_default();
            let mut said = Vec::new();
            trace.slice_args(id, &mut |arg| {
                said.push(match arg.value {
                    ArgValue::Str(text) => String::from_utf8_lossy(&text).into_owned(),
                    ArgValue::Int(line) => line.to_string(),
                    other => panic!("{other:?}"),
                });
            });
            let (depth, said) = (trace.slices.depth_of(id), said.join(":"));
            (thread.tid, ts, format!("{dur} {depth} {name} {said}"))
        })
        .collect();
    rows.sort();
    let row = |(tid, ts, row): (i64, i64, String)| format!("{tid} {ts} {row}");
    rows.into_iter().map(row).collect()
}

// What follows is what the reference says, but for the packed form, where it has a test.

#[test]
fn a_file_with_a_text_header() {
    let trace = try_import(with_text_header(TEXT)).unwrap();
    assert_eq!(
        slices(&trace),
        [
            "1 5000100000 100000 0 android.os.Debug.start: (I)V Debug.java:10",
            "1 5000110000 40000 1 com/example/Foo.run: ()V com/example/Foo.java:20",
            "1 5000150000 10000 1 foo.Bar.:  Bar.kt:33",
            "1 5000210000 -1 0  ",
            "7 5000110000 95000 0 java.lang.Object.wait: (JI)V Object.java",
        ]
    );
    let thread = trace.processes.thread(trace.utid_of(SliceId(0)).unwrap());
    assert_eq!(trace.text(thread.name.unwrap()), "main");
    assert_eq!(trace.issues.iter().count(), 0);
}

#[test]
fn a_stream() {
    let trace = try_import(stream()).unwrap();
    assert_eq!(
        slices(&trace),
        [
            "1 5000100000 100000 0 android.os.Debug.start: (I)V Debug.java:10",
            "7 5000110000 -1 0 android.os.Debug.start: (I)V Debug.java:10",
        ]
    );
}

#[test]
fn packed_records() {
    let trace = try_import(packed()).unwrap();
    assert_eq!(
        slices(&trace),
        [
            "1 1000010 40 0 com.android.Run.run: ()V Run.java:548",
            "1 1000020 10 1 java.lang.M.invoke: ()V M.java:598",
        ]
    );
    let elapsed = trace
        .metadata
        .iter()
        .find(|row| row.name == "elapsed-time-usec");
    assert_eq!(elapsed.map(|row| &row.value), Some(&MetadataValue::Int(77)));
}

#[test]
fn a_search_finds_where_methods_are() {
    let trace = try_import(with_text_header(TEXT)).unwrap();
    let found = |needle: &[u8]| {
        let hits = trace
            .arg_source
            .find(needle, &std::sync::atomic::AtomicBool::new(false));
        hits.unwrap().len()
    };
    assert_eq!(
        [b"bar.KT".as_slice(), b"java", b"20", b"pathname", b"none"].map(found),
        [1, 3, 1, 4, 0]
    );
}

#[test]
fn what_cannot_be_read_says_why() {
    let cpu_only = TEXT.replace("clock=dual", "clock=thread-cpu");
    let mut other = stream();
    other[4] = 0xf9;
    for bytes in [with_text_header(&cpu_only), other] {
        assert!(matches!(
            try_import(bytes),
            Err(ImportError::Unsupported(_))
        ));
    }
}

#[test]
fn damage_is_survived() {
    for whole in [with_text_header(TEXT), stream(), packed()] {
        for at in 16..whole.len() {
            let cut = try_import(whole[..at].to_vec());
            assert!(cut.is_err() || cut.is_ok_and(|trace| trace.slices.len() <= 5));
            for bit in [0, 3, 7] {
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << bit;
                drop(try_import(flipped));
            }
        }
    }
}
