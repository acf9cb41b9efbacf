//! Tests of `systrace.rs`: what ftrace text becomes in a trace.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::bytes::packets::Packets;
use crate::bytes::source::TraceBytes;
use crate::import::{Unobserved, import};
use crate::model::ids::SliceId;
use crate::model::issue::IssueLog;
use crate::model::trace::Trace;

const TEXT: &str = "# tracer: nop\n#\n\
    \x20  app-main-101   ( 100) [000] d..2 10.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app-main next_pid=101 next_prio=110\n\
    \x20  app-main-101   ( 100) [000] ...1 10.000100: tracing_mark_write: B|100|draw frame\n\
    \x20  app-main-101   ( 100) [000] ...1 10.000200: tracing_mark_write: C|100|queue|3\n\
    \x20  app-main-101   ( 100) [000] ...1 10.000300: tracing_mark_write: E|100\n\
    \x20  app-main-101   ( 100) [000] d..2 10.000400: sched_switch: prev_comm=app-main prev_pid=101 prev_prio=110 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n\
    \x20    <idle>-0     (-----) [001] d.h3 10.000500: cpu_frequency: state=1800000 cpu_id=1\n";

fn trace(text: &str) -> Trace {
    let bytes = TraceBytes::from_vec(text.as_bytes().to_vec()).unwrap();
    let trace = import(&Arc::new(bytes), &mut Unobserved).unwrap();
    assert_eq!(trace.check_invariants(), Ok(()));
    trace
}

fn check(trace: &Trace) {
    let names: Vec<(String, i64, Option<i64>)> = (0..trace.slices.len())
        .map(|index| {
            let id = SliceId::from_index(index);
            let dur = trace.slices.dur(id).map(crate::base::time::Dur::ns);
            let name = trace.slice_name(id).unwrap().into_owned();
            (name, trace.slices.ts(id).ns(), dur)
        })
        .collect();
    assert_eq!(
        names,
        [("draw frame".to_owned(), 10_000_100_000, Some(200_000))]
    );
    let utid = trace.utid_of(SliceId(0)).unwrap();
    let thread = trace.processes.thread(utid);
    assert_eq!(trace.text(thread.name.unwrap()), "app-main");
    assert_eq!(trace.processes.process(thread.upid.unwrap()).pid, 100);
    let sched: Vec<(i64, u32, Option<i64>)> = trace
        .sched
        .sched()
        .iter()
        .filter(|row| row.utid == utid)
        .map(|row| {
            (
                row.ts.ns(),
                row.cpu,
                row.dur.map(crate::base::time::Dur::ns),
            )
        })
        .collect();
    assert_eq!(sched, [(10_000_000_000, 0, Some(400_000))]);
    let mut counters: Vec<String> = trace
        .tracks
        .iter()
        .filter(|(id, _)| !trace.counters.track(*id).is_empty())
        .filter_map(|(_, track)| track.name.map(|name| trace.text(name).into_owned()))
        .collect();
    counters.sort();
    assert_eq!(counters, ["cpufreq", "queue"]);
    assert_eq!(trace.ftrace.len(), 6);
}

#[test]
fn text_alone() {
    let trace = trace(TEXT);
    check(&trace);
    assert_eq!(trace.input.format, "systrace");
    assert_eq!(trace.input.trace_bytes, TEXT.len() as u64);
}

#[test]
fn text_in_a_page() {
    let page = format!(
        "<!DOCTYPE html>\n<html><script>var a = b[0] - 1;</script>\n\
        <script class=\"trace-data\" type=\"application/text\">\n\
        USER PID PPID VSZ RSS WCHAN ADDR S NAME COMM\n\
        u0_a1 100 1 1 1 0 0 S com.example.app com.example.app\n\
        </script>\n<!-- BEGIN TRACE -->\n{TEXT}<!-- END TRACE -->\n</html>"
    );
    let trace = trace(&page);
    check(&trace);
    let named = trace.processes.processes.iter().any(|process| {
        process.pid == 100
            && process
                .name
                .is_some_and(|name| trace.text(name) == "com.example.app")
    });
    assert!(named);
}

#[test]
fn text_in_a_json_trace() {
    let lines = format!("{TEXT}CPU:0 [LOST 3 EVENTS]\n").replace('\n', "\\n");
    let json = format!(
        "{{\"systemTraceEvents\":\"{lines}\",\"traceEvents\":[\
        {{\"ph\":\"X\",\"pid\":100,\"tid\":101,\"ts\":10000050,\"dur\":500,\"name\":\"outer\",\"args\":{{\"a\":1}}}}]}}"
    );
    let trace = trace(&json);
    let names: Vec<(String, usize)> = trace
        .sql_ids()
        .slices()
        .iter()
        .map(|&id| {
            let name = trace.slice_name(id).unwrap().into_owned();
            (name, trace.slices.depth_of(id))
        })
        .collect();
    let expected = [("outer", 0), ("draw frame", 1)];
    assert_eq!(
        names,
        expected.map(|(name, depth)| (name.to_owned(), depth))
    );
    assert_eq!(trace.sched.sched().len(), 2);
    assert_eq!(trace.ftrace.len(), 0);
    assert_eq!(trace.issues.get("systrace_lost_events"), 1);
    let mut n_args = 0;
    trace.slice_args(trace.sql_ids().slices()[0], &mut |_| n_args += 1);
    trace.slice_args(trace.sql_ids().slices()[1], &mut |_| n_args += 10);
    assert_eq!(n_args, 1);
}

/// Writes text into a JSON trace without other events.
fn in_json(text: &str) -> String {
    let text = serde_json::to_string(text).unwrap();
    format!("{{\"systemTraceEvents\":{text},\"traceEvents\":[]}}")
}

#[test]
fn many_lines_are_split_into_packets_in_order() {
    let mut text = String::new();
    for index in 0..2000 {
        writeln!(
            text,
            "  t-7 (6) [00{}] ...1 {}.{:06}: tracing_mark_write: I|6|n{index}",
            index / 900,
            10 + index / 1000,
            index % 1000
        )
        .unwrap();
    }
    let trace = trace(&text);
    assert_eq!(trace.slices.len(), 2000);
    assert_eq!(
        trace.slice_name(trace.sql_ids().slice(1999).unwrap()),
        Some("n1999".into())
    );
    let packets = super::to_packets(text.as_bytes(), &mut IssueLog::default()).unwrap();
    let lens = Packets::new(&packets).map(|packet| packet.bytes.len());
    assert!(lens.max().unwrap() < super::BUNDLE_BYTES_MAX + 200);
}

#[test]
fn kernel_functions_keep_their_names() {
    let text = "\
    \x20 a-1 (1) [000] d..2 1.000000: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=D ==> next_comm=b next_pid=2 next_prio=120\n\
    \x20 b-2 (2) [000] d..2 1.000100: sched_blocked_reason: pid=1 iowait=1 caller=wait_on_page+0x10/0x20\n\
    \x20 b-2 (2) [000] d..2 1.000200: sched_switch: prev_comm=b prev_pid=2 prev_prio=120 prev_state=D ==> next_comm=c next_pid=3 next_prio=120\n\
    \x20 c-3 (3) [000] d..2 1.000300: sched_blocked_reason: pid=2 iowait=1 caller=wait_on_page+0x10/0x20\n\
    \x20 c-3 (3) [000] d..2 1.000400: sched_switch: prev_comm=c prev_pid=3 prev_prio=120 prev_state=D ==> next_comm=b next_pid=2 next_prio=120\n\
    \x20 b-2 (2) [000] d..2 1.000500: sched_blocked_reason: pid=3 iowait=1 caller=wait_for_disk+0x10/0x20\n";
    let trace = trace(text);
    let states = trace.sched.states().iter();
    let blocked = states.filter(|row| row.io_wait == Some(true));
    let functions: Vec<_> = blocked
        .map(|row| trace.text(row.blocked_function.unwrap()).into_owned())
        .collect();
    assert_eq!(functions, ["wait_on_page", "wait_on_page", "wait_for_disk"]);
}

#[test]
fn an_address_without_a_symbol_is_shown() {
    let text = "\
    \x20 a-1 (1) [000] d..2 1.000000: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=D ==> next_comm=b next_pid=2 next_prio=120\n\
    \x20 b-2 (2) [000] d..2 1.000100: sched_blocked_reason: pid=1 iowait=0 caller=0xffffffc010\n";
    let trace = trace(text);
    let mut states = trace.sched.states().iter();
    let function = states.find_map(|row| row.blocked_function).unwrap();
    assert_eq!(trace.text(function), "0xffffffc010");
}

#[test]
fn comments_are_no_events() {
    let event = "a-1 (1) [000] ...1 1.000000: tracing_mark_write: I|1|";
    let trace = trace(&format!("# tracer: nop\n#{event}no\n  {event}yes\n"));
    assert_eq!(trace.slices.len(), 1);
    assert_eq!(trace.slice_name(SliceId(0)), Some("yes".into()));
    assert!(trace.processes.threads.iter().all(|row| {
        row.name
            .is_none_or(|name| !trace.text(name).starts_with('#'))
    }));
}

/// The markers of a container name processes as they are numbered inside it.
#[test]
fn a_thread_that_writes_another_process_keeps_its_name_in_both() {
    let text = "# tracer: nop\n\
        \x20 ui-20 (   20) [000] ...1 1.000000: tracing_mark_write: B|3|inner\n\
        \x20 ui-20 (   20) [000] ...1 1.000100: tracing_mark_write: E|3\n\
        \x20 ui-20 (   20) [000] ...1 1.000200: cpu_idle: state=0 cpu_id=1\n";
    for trace in [trace(text), trace(&in_json(text))] {
        let mut threads: Vec<(i64, String)> = Vec::new();
        for thread in trace.processes.threads.iter().filter(|row| row.tid == 20) {
            let process = trace.processes.process(thread.upid.unwrap());
            let name = thread.name.map(|name| trace.text(name).into_owned());
            threads.push((process.pid, name.unwrap_or_default()));
        }
        threads.sort();
        assert_eq!(threads, [(3, "ui".to_owned()), (20, "ui".to_owned())]);
    }
}

#[test]
fn a_thread_is_of_another_process_from_its_line_on() {
    // The buffers of CPUs may stand one after the other.
    let text = "# tracer: nop\n\
        \x20 a-20 (    7) [001] ...1 3.000000: sched_process_free: comm=a pid=20 prio=120\n\
        \x20 b-20 (    9) [001] ...1 4.000000: tracing_mark_write: I|9|later\n\
        \x20 a-20 (    7) [000] ...1 1.000000: tracing_mark_write: I|7|first\n";
    for trace in [trace(text), trace(&in_json(text))] {
        let whose = |index| {
            let utid = trace.utid_of(SliceId(index)).unwrap();
            trace
                .processes
                .process(trace.processes.thread(utid).upid.unwrap())
                .pid
        };
        assert_eq!([0, 1].map(whose), [7, 9]);
        let threads = trace.processes.threads.iter();
        let names: Vec<_> = threads
            .filter(|row| row.tid == 20)
            .map(|row| trace.text(row.name.unwrap()).into_owned())
            .collect();
        assert_eq!(names, ["a", "b"]);
    }
}

/// Text has microseconds: a thread that goes to another CPU leaves the first at the time at which it runs on the
/// second. The expected rows are the reference's.
#[test]
fn events_of_one_time_keep_the_order_of_the_file() {
    let text = "# tracer: nop\n\
        \x20 <idle>-0 (-----) [000] d..2 100.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=other next_pid=20 next_prio=120\n\
        \x20 <idle>-0 (-----) [001] d..2 100.001000: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=work next_pid=10 next_prio=120\n\
        \x20 work-10 (   10) [001] d..2 100.003000: sched_switch: prev_comm=work prev_pid=10 prev_prio=120 prev_state=R+ ==> next_comm=swapper/1 next_pid=0 next_prio=120\n\
        \x20 other-20 (   20) [000] d..2 100.003000: sched_switch: prev_comm=other prev_pid=20 prev_prio=120 prev_state=S ==> next_comm=work next_pid=10 next_prio=120\n\
        \x20 work-10 (   10) [000] d..2 100.009000: sched_switch: prev_comm=work prev_pid=10 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n";
    for trace in [trace(text), trace(&in_json(text))] {
        let rows = trace.sched.states().iter();
        let states: Vec<_> = rows
            .filter(|row| trace.processes.thread(row.utid).tid == 10)
            .map(|row| {
                let state = trace.text(row.state).into_owned();
                (
                    state,
                    row.ts.ns() / 1_000_000,
                    row.cpu,
                    row.dur.map(|dur| dur.ns() / 1_000_000),
                )
            })
            .collect();
        let state = |name: &str, ts, cpu, dur| (name.to_owned(), ts, cpu, dur);
        assert_eq!(
            states,
            [
                state("Running", 100_001, Some(1), Some(2)),
                state("R+", 100_003, None, Some(0)),
                state("Running", 100_003, Some(0), Some(6)),
                state("S", 100_009, None, None),
            ]
        );
    }
}

#[test]
fn a_new_name_holds_while_markers_name_the_same_process() {
    let trace = trace(
        "# tracer: nop\n\
        \x20 app-55 [000] d..3 1.000000: tracing_mark_write: B|7|a\n\
        \x20 app-55 [000] d..3 1.100000: task_rename: pid=55 oldcomm=app newcomm=worker oom_score_adj=0\n\
        \x20 app-55 [000] d..3 1.200000: tracing_mark_write: E|7\n\
        \x20 app-55 [000] d..3 1.300000: tracing_mark_write: B|7|b\n",
    );
    let thread = trace.processes.threads.iter().find(|row| row.tid == 55);
    assert_eq!(trace.text(thread.unwrap().name.unwrap()), "worker");
}

#[test]
fn a_page_without_events_is_refused() {
    let bytes = TraceBytes::from_vec(b"<!doctype html><p>[1] 2-3: x</p>".to_vec()).unwrap();
    assert!(import(&Arc::new(bytes), &mut Unobserved).is_err());
}

#[test]
fn threads_are_named_without_a_process() {
    let trace = trace(
        "# tracer: nop\n#\n\
        \x20  <...>-55 [001] ....10.000001: cpu_idle: state=0 cpu_id=1\n\
        \x20  Worker 1-55 (-----) [001] d...10.000002: cpu_frequency_limits: min=5 max=7 cpu_id=1\n\
        \x20  Worker 2-55 (-----) [001] .... 10.000003: cpu_idle: state=0 cpu_id=1\n\
        \x20  <...>-55 (   50) [001] .... 10.000004: cpu_idle: state=1 cpu_id=1\n",
    );
    let thread = trace.processes.threads.iter().find(|row| row.tid == 55);
    let thread = thread.unwrap();
    assert_eq!(trace.text(thread.name.unwrap()), "Worker 2");
    assert_eq!(trace.processes.process(thread.upid.unwrap()).pid, 50);
    let samples: usize = (trace.tracks.iter())
        .map(|(id, _)| trace.counters.track(id).len())
        .sum();
    assert_eq!(samples, 5);
}

#[test]
fn a_thread_has_the_name_that_stands_last() {
    // The kernel begins lines with the last name that it has noted, also those from before it was given.
    let lines = [
        "app-55 [001] ....10.000001: cpu_idle: state=0 cpu_id=1",
        "app-55 [001] ....10.000002: sched_switch: prev_comm=zygote prev_pid=55 prev_prio=120 prev_state=S ==> next_comm=w next_pid=7 next_prio=120",
        "w-7 [001] ....10.000003: sched_waking: comm=zygote pid=55 prio=120 target_cpu=001",
        "app-55 [001] ....10.000004: cpu_idle: state=1 cpu_id=1",
    ];
    let name_of = |lines: &[&str]| {
        let text = lines.iter().map(|line| format!("  {line}\n"));
        let trace = trace(&("# tracer: nop\n#\n".to_owned() + &text.collect::<String>()));
        let thread = trace.processes.threads.iter().find(|row| row.tid == 55);
        trace.text(thread.unwrap().name.unwrap()).into_owned()
    };
    let names = [1, 2, 3, 4].map(|n| name_of(&lines[..n]));
    assert_eq!(names, ["app", "zygote", "zygote", "app"]);
    // The name at the beginning of a line holds before what the line tells.
    assert_eq!(name_of(&lines[1..2]), "zygote");
}

#[test]
fn a_thread_whose_markers_name_several_processes_keeps_its_name_in_all() {
    let named = |lines: [&str; 3]| {
        let trace = trace(&format!("# tracer: nop\n#\n{}\n", lines.join("\n")));
        let threads = trace.processes.threads.iter();
        let rows = threads.filter(|row| row.tid == 55).map(|row| {
            let pid = row.upid.map(|upid| trace.processes.process(upid).pid);
            (pid, row.name.map(|name| trace.text(name).into_owned()))
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort();
        rows
    };
    let app = || Some("app".to_owned());
    // No line says which process its thread is of.
    let lines = [
        "  app-55 [000] d..3 1.000000: tracing_mark_write: B|7|a",
        "  app-55 [000] d..3 1.100000: tracing_mark_write: B|9|b",
        "  app-55 [000] d..3 1.200000: tracing_mark_write: E|9",
    ];
    assert_eq!(named(lines), [(Some(7), app()), (Some(9), app())]);
    // The end of something asynchronous makes the thread the main one of the process that it names.
    let lines = [
        "  app-55 (-----) [000] d..3 1.000000: tracing_mark_write: B|7|a",
        "  app-55 (-----) [000] d..3 1.100000: tracing_mark_write: F|55|b|1",
        "  app-55 (    7) [000] d..3 1.200000: sched_wakeup: comm=x pid=11 prio=120 success=1 target_cpu=001",
    ];
    assert!(named(lines).contains(&(Some(55), app())));
}

/// Returns the start and duration of each stay on a CPU, and the name of the thread.
fn ran(trace: &Trace) -> Vec<(i64, Option<i64>, String)> {
    let rows = trace.sched.sched().iter();
    rows.map(|row| {
        let name = trace.processes.thread(row.utid).name;
        let name = name.map(|name| trace.text(name).into_owned());
        let dur = row.dur.map(crate::base::time::Dur::ns);
        (row.ts.ns(), dur, name.unwrap_or_default())
    })
    .collect()
}

#[test]
fn the_words_of_trace_cmd() {
    let trace = trace(
        "cpus=1\n\
        \x20 bash-12  [000]  1.000000: sched_switch:  bash:12 [120] S ==> k/0:1:5 [120]\n\
        \x20 k/0:1-5  [000]  1.000100: sched_wakeup:  bash:12 [120] success=1 CPU:000\n\
        \x20 k/0:1-5  [000]  1.000200: sched_switch:  k/0:1:5 [120] R ==> bash:12 [120]\n",
    );
    let expected = [
        (1_000_000_000, Some(200_000), "k/0:1".to_owned()),
        (1_000_200_000, None, "bash".to_owned()),
    ];
    assert_eq!(ran(&trace), expected);
    assert_eq!(trace.issues.iter().count(), 0);
}

#[test]
fn what_the_text_lacks_is_told_with_its_place() {
    let event = "  a-1 (1) [000] 1.000000: cpu_idle: state=0 cpu_id=0\n";
    let text = format!("{event}  a-1 (1) [000] 1.5: sched_switch: x\nCPU:0 [LOST 3 EVENTS]\n");
    let trace = trace(&text);
    let told: Vec<_> = (trace.issues.iter())
        .map(|issue| (issue.kind, issue.occurrences[0].offset.unwrap()))
        .collect();
    let len = event.len() as u64;
    assert_eq!(
        told,
        [
            ("systrace_lost_events", text.find("CPU:").unwrap() as u64),
            ("systrace_parse_failure", len)
        ]
    );
    assert!(ran(&trace).is_empty());
    assert_eq!(trace.ftrace.len(), 2);
}
