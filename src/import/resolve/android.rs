//! What Android says in track events of the processes that it starts and that die.
//!
//! The rules are those of the reference's `android_framework_track_event.cc`, except that such events keep
//! their arguments.

use super::Resolver;
use crate::base::time::Ts;
use crate::decode::fields::Message;
use crate::import::process_tracker::ProcessNamePriority;
use crate::import::unit::{Named, NamedMark, Scratch, TrackEventView};
use crate::proto::{
    android_binder_died_event as died, android_process_start_event as start, track_event,
};

impl Resolver<'_> {
    /// Names the process that an event says was started, or ends the one that died.
    pub(super) fn android_event(&mut self, mark: NamedMark) {
        let Named::Android(machine) = mark.what else {
            return;
        };
        let Some(event) = self.scan.space.track_event(mark.pos) else {
            return;
        };
        let view = TrackEventView::read(event, &mut Scratch::default());
        // Only events of our time that begin a slice or are instants.
        let types = [track_event::TYPE_SLICE_BEGIN, track_event::TYPE_INSTANT];
        if view.legacy_phase.is_some() || !types.contains(&view.event_type) {
            return;
        }
        self.enter(machine);
        for field in Message(event).fields() {
            match field.number {
                track_event::PROCESS_START_EVENT => self.process_started(field.message()),
                track_event::BINDER_DIED_EVENT => self.process_died(field.message(), mark.ts),
                _ => {}
            }
        }
    }

    fn process_started(&mut self, event: Message<'_>) {
        let Some(pid) = event.field(start::PID) else {
            return;
        };
        let processes = &mut self.sink.processes;
        let upid = processes.process(i64::from(pid.as_u32()));
        if let Some(uid) = event.field(start::UID) {
            processes.table.processes[upid.index()].uid = Some(i64::from(uid.as_u32()));
        }
        if let Some(name) = event.text_if_set(start::PROCESS_NAME) {
            let name = self.sink.strings.intern(name);
            // Any other name is better.
            processes.set_process_name(upid, name, ProcessNamePriority::Unset);
        }
    }

    fn process_died(&mut self, event: Message<'_>, ts: i64) {
        let Some(pid) = event.field(died::PID) else {
            return;
        };
        let pid = i64::from(pid.as_u32());
        let processes = &mut self.sink.processes;
        let thread = processes.find_thread(pid);
        if thread.is_some_and(|thread| processes.table.thread(thread).upid.is_some()) {
            processes.end_thread(pid, Ts::from_ns(ts));
        }
    }
}
