//! Lines of the log, which Chromium writes as track events.

use super::Resolver;
use crate::base::time::Ts;
use crate::decode::fields::Message;
use crate::import::sequence::{EpochId, SequenceThread};
use crate::import::unit::{Named, NamedMark, Scratch, TrackEventView};
use crate::model::ids::Utid;
use crate::model::sched::LogRow;
use crate::model::track::Scope;
use crate::proto::{interned_data, log_body, log_message, source_location, track_event};

/// The priority of lines that name none.
const INFO: i64 = 4;
/// The last priority that there is.
const FATAL: i64 = 7;

impl Resolver<'_> {
    /// Adds the line that an event of a thread is to the log. Events on other tracks are not logged.
    pub(super) fn log_message(&mut self, mark: NamedMark) {
        let Named::Log(epoch) = mark.what else {
            return;
        };
        let scan = self.scan;
        let Some(event) = scan.space.track_event(mark.pos) else {
            return;
        };
        let mut scratch = Scratch::default();
        let view = TrackEventView::read(event, &mut scratch);
        let Some(message) = Message(view.bytes).field(track_event::LOG_MESSAGE) else {
            return;
        };
        let message = message.message();
        let table = scan.sequences.table(epoch);
        let entry = |field, iid| table.message(&scan.space, field, iid);
        let Some(utid) = self.thread_of(&view, epoch) else {
            return self.sink.issues.count("track_event_parser_errors");
        };
        let body = entry(
            interned_data::LOG_MESSAGE_BODY,
            message.u64(log_message::BODY_IID),
        );
        let location = message
            .field(log_message::SOURCE_LOCATION_IID)
            .map(|iid| entry(interned_data::SOURCE_LOCATIONS, iid.as_u64()));
        let Some(body) = body.filter(|_| !matches!(location, Some(None))) else {
            return self.sink.issues.count("track_event_parser_errors");
        };
        let text = body.text_if_set(log_body::BODY);
        let msg = text.map(|text| self.sink.strings.intern(text));
        let tag = location.flatten().map(|location| {
            let mut tag = location.text(source_location::FILE_NAME).to_vec();
            tag.push(b':');
            let line = location.u32(source_location::LINE_NUMBER);
            tag.extend_from_slice(line.to_string().as_bytes());
            self.sink.strings.intern(&tag)
        });
        let prio = message.field(log_message::PRIO);
        let prio = prio.map_or(INFO, |prio| i64::from(prio.as_i32()));
        self.sink.logs.push(LogRow {
            ts: Ts::from_ns(mark.ts),
            utid: Some(utid),
            prio: if (0..=FATAL).contains(&prio) { prio } else { 0 },
            tag,
            msg,
            ..LogRow::default()
        });
    }

    /// Returns the thread whose track an event is on.
    fn thread_of(&mut self, view: &TrackEventView<'_>, epoch: EpochId) -> Option<Utid> {
        if view.is_instant_elsewhere() {
            return None;
        }
        let scan = self.scan;
        let said = view
            .track_uuid
            .or(scan.sequences.defaults(epoch).track_uuid);
        let machine = scan.sequences.machine_of(epoch);
        let epoch = &scan.sequences.epochs[epoch as usize];
        self.enter(machine);
        if let Some(SequenceThread { pid, tid }) = view.thread(said, epoch.thread) {
            return Some(self.sequence_thread(machine, pid, tid));
        }
        match self.resolve_track((machine, said?))?.scope {
            Scope::Thread(utid) => Some(utid),
            _ => None,
        }
    }
}
