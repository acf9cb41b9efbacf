//! Tests of `import/process_tracker.rs`.

use proptest::prelude::*;

use super::*;
use crate::base::intern::StrPool;

fn tracker() -> (ProcessTracker, StrPool) {
    let mut strings = StrPool::new();
    let swapper = strings.intern(b"swapper");
    (ProcessTracker::new(swapper), strings)
}

fn name(strings: &StrPool, id: Option<StrId>) -> Option<&str> {
    id.map(|id| std::str::from_utf8(strings.bytes(id)).unwrap())
}

#[test]
fn the_idle_thread_keeps_its_name_and_process() {
    let (mut tracker, mut strings) = tracker();
    let other = strings.intern(b"other");
    let utid = tracker.thread(0);
    tracker.set_thread_name(utid, other, ThreadNamePriority::TrackDescriptor);
    assert_eq!(utid, Utid(0));
    assert_eq!(tracker.table.thread(utid).upid, Some(Upid(0)));
    assert_eq!(
        name(&strings, tracker.table.thread(utid).name),
        Some("swapper")
    );
}

#[test]
fn a_process_adopts_the_thread_that_was_seen_before_it() {
    let (mut tracker, _) = tracker();
    let main = tracker.thread(10);
    let worker = tracker.thread(11);
    let upid = tracker.process(10);
    assert_eq!(tracker.table.thread(main).upid, Some(upid));
    assert_eq!(tracker.table.thread(main).is_main, Some(true));
    assert_eq!(tracker.table.thread(worker).upid, None);
    assert_eq!(tracker.update_thread(11, 10), worker);
    assert_eq!(tracker.table.thread(worker).is_main, Some(false));
}

#[test]
fn a_tid_in_another_process_is_another_thread() {
    let (mut tracker, _) = tracker();
    let first = tracker.update_thread(11, 10);
    let second = tracker.update_thread(11, 20);
    assert_ne!(first, second);
    assert_eq!(tracker.thread(11), second);
    assert_eq!(tracker.update_thread(11, 10), first);
}

#[test]
fn a_thread_that_is_named_again_with_its_process_is_the_newest_of_its_tid() {
    let (mut tracker, _) = tracker();
    let first = tracker.update_thread(11, 10);
    let second = tracker.update_thread(11, 20);
    assert_eq!(tracker.thread(11), second);
    tracker.update_thread(11, 10);
    assert_eq!(tracker.thread(11), first);
    tracker.update_thread(11, 20);
    assert_eq!(tracker.thread(11), second);
    let third = tracker.start_thread(11, None);
    assert_eq!(tracker.thread(11), third);
    tracker.end_thread(11, Ts::from_ns(5));
    assert_eq!(tracker.thread(11), second);
}

#[test]
fn threads_named_in_turns_do_not_make_others_forgotten() {
    let (mut tracker, _) = tracker();
    let all: Vec<_> = [(11, 10), (11, 20), (12, 10), (12, 10), (12, 10), (12, 10)]
        .map(|(tid, pid)| tracker.update_thread(tid, pid))
        .into();
    assert_eq!(tracker.owned.get(12, 10), Some(all[2]));
    let before = tracker.generation();
    assert_eq!(tracker.update_thread(11, 10), all[0]);
    assert_ne!(tracker.generation(), before, "the other is not the newest");
    assert_eq!(tracker.thread(11), all[0]);
    assert_eq!(tracker.owned.get(12, 10), Some(all[2]));
}

#[test]
fn of_a_crowd_with_one_tid_the_last_that_began_stays_the_newest() {
    let (mut tracker, _) = tracker();
    let n = FEW as i64 + 1;
    let all: Vec<_> = (1..=n)
        .map(|pid| tracker.update_thread(1000, pid))
        .collect();
    assert_eq!(tracker.update_thread(1000, 1), all[0]);
    assert_eq!(Some(tracker.thread(1000)), all.last().copied());
}

#[test]
fn a_reused_pid_is_a_new_process_with_new_threads() {
    let (mut tracker, _) = tracker();
    let old = tracker.process(10);
    let old_worker = tracker.update_thread(11, 10);
    let new = tracker.start_process(10, Some(Ts::from_ns(50)));
    assert_ne!(old, new);
    assert_eq!(tracker.process(10), new);
    assert!(!tracker.is_alive(old_worker), "its process was replaced");
    assert_ne!(tracker.update_thread(11, 10), old_worker);
    let main = tracker.thread(10);
    assert_eq!(tracker.table.thread(main).start_ts, Some(Ts::from_ns(50)));
    assert_eq!(tracker.table.process(new).start_ts, Some(Ts::from_ns(50)));
}

#[test]
fn the_end_of_the_main_thread_ends_the_process_and_frees_the_pid() {
    let (mut tracker, _) = tracker();
    let upid = tracker.process(10);
    let worker = tracker.update_thread(11, 10);
    tracker.end_thread(10, Ts::from_ns(70));
    assert_eq!(tracker.table.process(upid).end_ts, Some(Ts::from_ns(70)));
    assert!(!tracker.is_alive(worker));
    // A worker that is freed after its process adds no row.
    let n_threads = tracker.table.threads.len();
    tracker.end_thread(11, Ts::from_ns(80));
    assert_eq!(tracker.table.threads.len(), n_threads);
    assert_ne!(tracker.process(10), upid);
}

#[test]
fn the_end_of_a_worker_frees_only_its_tid() {
    let (mut tracker, _) = tracker();
    let upid = tracker.process(10);
    let worker = tracker.update_thread(11, 10);
    tracker.end_thread(11, Ts::from_ns(70));
    assert_eq!(tracker.table.process(upid).end_ts, None);
    assert_ne!(tracker.update_thread(11, 10), worker);
}

#[test]
fn associations_wait_until_a_process_is_known_and_then_spread() {
    let (mut tracker, _) = tracker();
    let creator = tracker.thread(11);
    let first = tracker.start_thread(12, None);
    let second = tracker.start_thread(13, None);
    let child = tracker.start_process(20, None);
    assert!(tracker.associate_threads(creator, first));
    assert!(tracker.associate_threads(first, second));
    tracker.set_parent_thread(child, second);
    assert_eq!(tracker.table.thread(second).upid, None);

    assert_eq!(tracker.update_thread(11, 10), creator);
    let upid = tracker.process(10);
    for utid in [creator, first, second] {
        assert_eq!(tracker.table.thread(utid).upid, Some(upid));
    }
    assert_eq!(tracker.table.process(child).parent, Some(upid));
    assert!(
        !tracker.associate_threads(creator, Utid(0)),
        "different processes"
    );
}

#[test]
fn of_two_threads_that_share_a_process_either_may_tell_it() {
    let (mut tracker, _) = tracker();
    let (first, second) = (tracker.thread(11), tracker.thread(12));
    assert!(tracker.associate_threads(first, second));
    assert_eq!(tracker.update_thread(12, 10), second);
    let upid = tracker.process(10);
    assert_eq!(tracker.table.thread(first).upid, Some(upid));
}

#[test]
fn a_thread_that_starts_takes_the_tid() {
    let (mut tracker, _) = tracker();
    let old = tracker.thread(11);
    let new = tracker.start_thread(11, None);
    assert_ne!(new, old);
    assert_eq!(tracker.thread(11), new);
    // A process takes it from all threads before, for good.
    tracker.start_process(11, None);
    tracker.end_thread(11, Ts::from_ns(70));
    let last = tracker.thread(11);
    assert!(last != old && last != new);
}

#[test]
fn only_the_main_thread_renames_its_process() {
    let (mut tracker, mut strings) = tracker();
    let (worker, upid) = (tracker.update_thread(11, 10), tracker.process(10));
    tracker.rename_thread(worker, strings.intern(b"worker"));
    assert_eq!(tracker.table.process(upid).name, None);
    let main = tracker.thread(10);
    tracker.rename_thread(main, strings.intern(b"main"));
    let renamed = tracker.table.process(upid).name;
    assert_eq!(name(&strings, renamed), Some("main"));
}

#[test]
fn the_first_parent_stands() {
    let (mut tracker, _) = tracker();
    let (child, one, two) = (tracker.process(10), tracker.process(1), tracker.process(2));
    assert!(tracker.set_parent(child, one));
    assert!(tracker.set_parent(child, one));
    assert!(!tracker.set_parent(child, two));
    assert_eq!(tracker.table.process(child).parent, Some(one));
}

#[test]
fn names_of_higher_or_equal_priority_win() {
    let (mut tracker, mut strings) = tracker();
    let [comm, proc, descriptor] =
        [&b"comm"[..], b"proc", b"descriptor"].map(|s| strings.intern(s));
    let utid = tracker.thread(10);
    tracker.set_thread_name(utid, comm, ThreadNamePriority::Ftrace);
    tracker.set_thread_name(utid, proc, ThreadNamePriority::ProcessTree);
    tracker.set_thread_name(utid, comm, ThreadNamePriority::Ftrace);
    assert_eq!(
        name(&strings, tracker.table.thread(utid).name),
        Some("proc")
    );
    tracker.set_thread_name(utid, StrId::EMPTY, ThreadNamePriority::TrackDescriptor);
    assert_eq!(
        name(&strings, tracker.table.thread(utid).name),
        Some("proc")
    );

    let upid = tracker.process(10);
    tracker.set_process_name(upid, descriptor, ProcessNamePriority::TrackDescriptor);
    tracker.rename_thread(utid, comm);
    assert_eq!(
        name(&strings, tracker.table.process(upid).name),
        Some("comm")
    );
    tracker.set_process_name(upid, descriptor, ProcessNamePriority::TrackDescriptor);
    assert_eq!(
        name(&strings, tracker.table.process(upid).name),
        Some("comm")
    );
}

#[test]
fn namespaced_tids_resolve_to_root_tids() {
    let (mut tracker, _) = tracker();
    assert!(!tracker.set_thread_namespace(100, 101, &[101, 2]));
    tracker.set_process_namespace(100, vec![100, 1]);
    assert!(tracker.set_thread_namespace(100, 101, &[101, 2]));
    assert_eq!(tracker.resolve_namespaced_tid(100, 1), Some(100));
    assert_eq!(tracker.resolve_namespaced_tid(100, 2), Some(101));
    assert_eq!(tracker.resolve_namespaced_tid(100, 3), None);
    assert_eq!(tracker.resolve_namespaced_tid(200, 1), None);
    // Of several threads with the same namespaced tid, the first is found until it gets another such tid.
    assert!(tracker.set_thread_namespace(100, 102, &[102, 2]));
    assert_eq!(tracker.resolve_namespaced_tid(100, 2), Some(101));
    assert!(tracker.set_thread_namespace(100, 101, &[101, 3]));
    assert_eq!(tracker.resolve_namespaced_tid(100, 2), Some(102));
    assert_eq!(tracker.resolve_namespaced_tid(100, 3), Some(101));
    // A hostile trace may say that a process is in no namespace at all.
    tracker.set_process_namespace(200, Vec::new());
    assert_eq!(tracker.resolve_namespaced_tid(200, 1), None);
}

/// Something that a trace tells of a thread or a process.
#[derive(Clone, Copy, Debug)]
enum Told {
    Thread(i64),
    Update(i64, i64),
    Process(i64),
    StartProcess(i64),
    StartThread(i64),
    End(i64),
    Release(i64),
    Same(i64, i64),
    Machine(u32),
}

fn told() -> impl Strategy<Value = Told> {
    // Small ids, and large ones that are remembered in the same slots; a tid of several processes shares
    // one slot, too.
    let in_same_slot = |id| id + recent::SLOTS as i64;
    let id = prop_oneof![0..6_i64, (0..6_i64).prop_map(in_same_slot), Just(-1)];
    let two = (id.clone(), id.clone());
    prop_oneof![
        4 => id.clone().prop_map(Told::Thread),
        4 => two.clone().prop_map(|(tid, pid)| Told::Update(tid, pid)),
        1 => id.clone().prop_map(Told::Process),
        1 => id.clone().prop_map(Told::StartProcess),
        1 => id.clone().prop_map(Told::StartThread),
        1 => id.clone().prop_map(Told::End),
        1 => id.prop_map(Told::Release),
        1 => two.prop_map(|(a, b)| Told::Same(a, b)),
        1 => (0..3_u32).prop_map(Told::Machine),
    ]
}

fn tell(tracker: &mut ProcessTracker, told: Told) -> u32 {
    let ts = Ts::from_ns(7);
    match told {
        Told::Thread(tid) => tracker.thread(tid).0,
        Told::Update(tid, pid) => tracker.update_thread(tid, pid).0,
        Told::Process(pid) => tracker.process(pid).0,
        Told::StartProcess(pid) => tracker.start_process(pid, Some(ts)).0,
        Told::StartThread(tid) => tracker.start_thread(tid, Some(ts)).0,
        Told::End(tid) => {
            tracker.end_thread(tid, ts);
            0
        }
        Told::Release(pid) => {
            tracker.release_pid(pid);
            0
        }
        Told::Same(a, b) => {
            let (a, b) = (tracker.thread(a), tracker.thread(b));
            u32::from(tracker.associate_threads(a, b))
        }
        Told::Machine(index) => {
            tracker.set_machine(index);
            0
        }
    }
}

proptest! {
    #[test]
    fn what_is_remembered_is_what_a_look_up_says(all in prop::collection::vec(told(), 0..200)) {
        let (mut quick, _) = tracker();
        let (mut slow, _) = tracker();
        quick.add_machine(StrId::new(1));
        slow.add_machine(StrId::new(1));
        for told in all {
            slow.forget_recent();
            prop_assert_eq!(tell(&mut quick, told), tell(&mut slow, told), "{:?}", told);
            prop_assert_eq!(&quick.table.processes, &slow.table.processes);
            prop_assert_eq!(&quick.table.threads, &slow.table.threads);
        }
    }
    #[test]
    fn a_thread_in_a_crowd_is_the_one_that_a_walk_finds(all in prop::collection::vec(told(), 0..100)) {
        let (mut tracker, _) = tracker();
        tracker.add_machine(StrId::new(1));
        for told in all {
            tell(&mut tracker, told);
            for (tid, pid) in (0..6).flat_map(|tid| (0..6).map(move |pid| (tid, pid))) {
                let found = tracker.find_in_crowd(tid, pid);
                prop_assert_eq!(found, tracker.find_among_few(tid, pid), "{:?}", told);
            }
        }
    }
}
