//! Lines of the log, which Chromium writes as track events.

use super::Resolver;
use crate::base::time::Ts;
use crate::bytes::packets::packet_at;
use crate::decode::fields::Fields;
use crate::import::sequence::{EpochId, SequenceThread};
use crate::import::unit::{Named, NamedMark, Scratch, TrackEventView};
use crate::model::ids::Utid;
use crate::model::sched::LogRow;
use crate::model::track::Scope;
use crate::proto::{
    interned_data, log_body, log_message, source_location, trace_packet, track_event,
};

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
        let Some(packet) = packet_at(scan.space.from(mark.pos), 0) else {
            return;
        };
        let Some(event) = Fields::new(packet.bytes).last_of(trace_packet::TRACK_EVENT) else {
            return;
        };
        let mut scratch = Scratch::default();
        let view = TrackEventView::read(event.as_bytes(), &mut scratch);
        let Some(message) = Fields::new(view.bytes).last_of(track_event::LOG_MESSAGE) else {
            return;
        };
        let number = |n| message.fields().last_of(n).map(|field| field.as_u64());
        let entry = |table: u32, iid: u64| {
            let (offset, len) = scan.sequences.table(epoch).other(table, iid)?;
            Some(Fields::new(scan.space.slice(offset, len as usize)))
        };
        let Some(utid) = self.thread_of(&view, epoch) else {
            return self.sink.issues.count("track_event_parser_errors");
        };
        let body = entry(
            interned_data::LOG_MESSAGE_BODY,
            number(log_message::BODY_IID).unwrap_or(0),
        );
        let location = number(log_message::SOURCE_LOCATION_IID)
            .map(|iid| entry(interned_data::SOURCE_LOCATIONS, iid));
        let Some(body) = body.filter(|_| !matches!(location, Some(None))) else {
            return self.sink.issues.count("track_event_parser_errors");
        };
        let text = body.last_of(log_body::BODY);
        let msg = text.map(|text| self.sink.strings.intern(text.as_bytes()));
        let tag = location.flatten().map(|location| {
            let part = |n| location.clone().last_of(n);
            let mut tag = part(source_location::FILE_NAME)
                .map_or_else(Vec::new, |file| file.as_bytes().to_vec());
            tag.push(b':');
            let line = part(source_location::LINE_NUMBER).map_or(0, |line| line.as_u32());
            tag.extend_from_slice(line.to_string().as_bytes());
            self.sink.strings.intern(&tag)
        });
        let prio = number(log_message::PRIO).map_or(INFO, |prio| i64::from(prio as i32));
        self.sink.logs.push(LogRow {
            ts: Ts::from_ns(mark.ts),
            utid: Some(utid),
            prio: if (0..=FATAL).contains(&prio) { prio } else { 0 },
            tag,
            msg,
        });
    }

    /// Returns the thread whose track an event is on.
    fn thread_of(&mut self, view: &TrackEventView<'_>, epoch: EpochId) -> Option<Utid> {
        let scan = self.scan;
        let said = view
            .track_uuid
            .or(scan.sequences.defaults(epoch).track_uuid);
        let epoch = &scan.sequences.epochs[epoch as usize];
        let machine = scan.sequences.list[epoch.seq as usize].machine;
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
