//! What the system did, on the screen: who took a CPU from whom, the log, the events of the kernel,
//! and rows of SQL that lead to them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use perfetty::base::time::Ts;
use perfetty::model::ids::{SchedId, ThreadStateId};
use perfetty::model::trace::Trace;
use perfetty::query::wakeups;
use perfetty::view::state::{Selection, Tab};

use crate::screen::{Screen, written};

/// A CPU: `one` runs from 100 ms, loses it to `two` at 200, has it again from 300 and then sleeps;
/// `two` yields it at 300.
fn preempted() -> Arc<Trace> {
    let switch = |ms: u64, (prev, state): (u32, u32), next: u32| {
        let name = |tid| ["idle", "one", "two"][tid as usize % 10];
        format!(
            "event {{ timestamp: {ms}000000 pid: {prev} sched_switch {{ prev_comm: \"{}\" prev_pid: {prev} \
             prev_prio: 120 prev_state: {state} next_comm: \"{}\" next_pid: {next} next_prio: 97 }} }} ",
            name(prev),
            name(next)
        )
    };
    let mut text =
        "packet { system_info { utsname { sysname: \"Linux\" release: \"5.10.1\" } } }\n\
                    packet { ftrace_events { cpu: 3 "
            .to_owned();
    for (ms, prev, next) in [
        (100, (0, 0), 11),
        (200, (11, 256), 12),
        (300, (12, 0), 11),
        (400, (11, 1), 0),
    ] {
        text += &switch(ms, prev, next);
    }
    written(&(text + "} }\n"))
}

/// The states of the thread with a tid.
fn states(trace: &Trace, tid: i64) -> Vec<ThreadStateId> {
    let utid = trace.thread_index().with_tid(tid, Ts::from_ns(0)).unwrap();
    trace.sched.of_thread(utid).to_vec()
}

fn stay(trace: &Trace, state: ThreadStateId) -> SchedId {
    wakeups::stay(trace, state).unwrap()
}

/// Selects something and returns the lines of its details that lead somewhere.
fn leads(screen: &mut Screen, trace: &Trace, selection: Selection) -> Vec<String> {
    screen.session.state_mut().view.selection = selection;
    screen.draw("selected");
    let leads = perfetty::view::leads(trace, screen.view(), &[Tab::Selection]);
    leads.into_iter().map(|lead| lead.0).collect()
}

fn message(screen: &Screen) -> String {
    let message = screen.session.state().view.message.as_ref();
    message.map_or_else(String::new, |message| message.text.clone())
}

#[test]
fn a_preempted_thread_tells_who_took_its_cpu_and_leads_there() {
    let trace = preempted();
    let (one, two) = (states(&trace, 11), states(&trace, 12));
    let [first, wait, second, ..] = one[..] else {
        panic!("{one:?}");
    };
    let mut screen = Screen::new(&trace, 160, 48);
    let told = leads(&mut screen, &trace, Selection::State(wait));
    let by = "preempted  by two 12 on CPU 3  at ";
    assert!(told[0].starts_with(by), "{told:?}");
    assert_eq!(told[1], "waited  100 ms for a CPU, then ran on CPU 3");
    screen.keys("[");
    assert_eq!(*screen.selection(), Selection::Sched(stay(&trace, two[0])));
    screen.keys("<c-o>]");
    assert_eq!(*screen.selection(), Selection::State(second));
    // The run after the wait tells the same, and where the keys lead from here.
    let told = leads(&mut screen, &trace, Selection::State(second));
    assert!(told.iter().any(|line| line.starts_with(by)), "{told:?}");
    assert!(
        told.iter().any(|line| line.starts_with("waited")),
        "{told:?}"
    );
    screen.keys("]");
    assert!(message(&screen).contains("[ goes to who took the CPU"));
    screen.keys("[");
    assert_eq!(*screen.selection(), Selection::Sched(stay(&trace, two[0])));
    // So does the run before it, as a state and as a stay on the CPU.
    for (run, next) in [
        (Selection::State(first), Selection::State(second)),
        (
            Selection::Sched(stay(&trace, first)),
            Selection::Sched(stay(&trace, second)),
        ),
    ] {
        let told = leads(&mut screen, &trace, run);
        let ended = "ended  Runnable (Preempted) by two 12";
        assert!(told.iter().any(|line| line == ended), "{told:?}");
        let then = "then  waited 100 ms for a CPU, then ran on CPU 3";
        assert!(told.iter().any(|line| line == then), "{told:?}");
        screen.keys("[");
        assert!(message(&screen).contains("does not say who woke"));
        screen.keys("]");
        assert_eq!(*screen.selection(), next);
    }
    // Who yields is not preempted; one that does not run again leads nowhere.
    let told = leads(&mut screen, &trace, Selection::State(two[1]));
    assert!(
        told[0].starts_with("CPU  3 went to one 11  at "),
        "{told:?}"
    );
    screen.keys("]");
    assert!(message(&screen).contains("does not show the thread run again"));
}

#[test]
fn why_says_who_preempted_a_thread() {
    let trace = preempted();
    let wait = states(&trace, 11)[1];
    let mut screen = Screen::new(&trace, 160, 48);
    screen.session.state_mut().view.selection = Selection::State(wait);
    let text = screen.keys("2").text();
    assert!(text.contains("preempted by two 12"), "{text}");
}
