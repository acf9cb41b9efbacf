//! `slices`: which times a span cuts, and names that differ only in their numbers.
//!
//! `query/slices.rs` has tests of the numbers; these tests are about what the program prints, and whether it
//! explains that.

use std::path::Path;

/// Returns a trace with three slices of one thread, 9 ms, 5 ms and 3 ms long, a millisecond apart.
fn trace() -> Vec<u8> {
    let mut text = String::from(
        "packet { trusted_packet_sequence_id: 1 sequence_flags: 1 track_descriptor { uuid: 2 \
         thread { pid: 7 tid: 7 thread_name: \"main\" } } }\n",
    );
    for (start, end, name) in [(1, 10, "draw 9"), (11, 16, "draw 10"), (17, 20, "swap")] {
        for (ms, what) in [(start, "BEGIN"), (end, "END")] {
            let event = format!(
                "packet {{ timestamp: {ms}000000 trusted_packet_sequence_id: 1 track_event {{ \
                 type: TYPE_SLICE_{what} track_uuid: 2 name: \"{name}\" }} }}\n"
            );
            text.push_str(&event);
        }
    }
    crate::support::trace_from_text(&text)
}

fn run(args: &[&str]) -> String {
    run_on(trace(), args)
}

fn run_on(trace: Vec<u8>, args: &[&str]) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(Path::new(dir.path()).join("t.pftrace"), trace).expect("a trace");
    let args = [&["slices", "t.pftrace"], args].concat();
    crate::support::printed(dir.path(), &args)
}

#[test]
fn a_span_says_what_it_cuts() {
    let list = run(&["--at", "8ms+4ms", "--name", "draw 9"]);
    assert_eq!(
        list,
        "total and self within the span, the other times of whole slices:\n\n\
         name    count    total     self      p50      p90      p99      max\n\
         draw 9      1  1.00 ms  1.00 ms  9.00 ms  9.00 ms  9.00 ms  9.00 ms\n"
    );
    let md = run(&["--at", "8ms+4ms", "--format", "md"]);
    let head = "## Slices of t.pftrace\n\ntotal and self within the span";
    assert!(md.starts_with(head), "{md}");
    assert!(!md.contains("more name"), "{md}");
    let few = run(&["--format", "md", "-n", "1"]);
    assert!(
        few.ends_with(" |\n\n… 2 more names (`-n 0` shows all)\n"),
        "{few}"
    );
    // Programs read it in docs/json.md.
    let csv = run(&["--at", "8ms+4ms", "--format", "csv"]);
    assert!(csv.starts_with("name,count,"), "{csv}");
    let all = run(&[]);
    assert!(all.starts_with("name "), "{all}");
}

#[test]
fn names_that_differ_in_numbers_are_one_row() {
    let list = run(&["--fold-digits", "--format", "csv"]);
    let rows: Vec<&str> = list.lines().skip(1).collect();
    assert_eq!(
        rows,
        [
            "draw #,2,0,14000000,14000000,5000000,5000000,9000000,9000000,9000000,,1000000",
            "swap,1,0,3000000,3000000,3000000,3000000,3000000,3000000,3000000,,17000000",
        ]
    );
    assert_eq!(run(&["--format", "csv"]).lines().count(), 4);
}

#[test]
fn programs_get_all_names_unless_they_say_how_many() {
    let slices = (0..40).map(|n| {
        format!(
            "packet {{ timestamp: {n} trusted_packet_sequence_id: 1 track_event {{ \
             type: TYPE_INSTANT name: \"name {n}\" }} }}\n"
        )
    });
    let trace = crate::support::trace_from_text(&slices.collect::<String>());
    let n_rows = |args: &[&str]| run_on(trace.clone(), args).lines().count();
    assert_eq!(n_rows(&["--format", "csv"]), 41);
    assert_eq!(n_rows(&["--format", "csv", "-n", "5"]), 6);
    // The heading, thirty names, and the number of further ones.
    assert_eq!(n_rows(&[]), 32);
    assert_eq!(n_rows(&["-n", "0"]), 41);
}
