//! Legacy events with which V8's CPU profiler writes its samples.

use super::Resolver;
use super::legacy::Event;
use crate::decode::clock::{ClockCache, ClockId};
use crate::decode::fields::Fields;
use crate::import::json::v8_profile::ProfileData;
use crate::model::stack_profile::Task;
use crate::proto::{debug_annotation, interned_data, interned_name, track_event};

/// The clock of the times in a profile.
const MONOTONIC: u32 = 3;

impl Resolver<'_> {
    /// Takes in the start or a chunk of a profile.
    pub(super) fn v8_profile(&mut self, event: &Event<'_>) {
        let annotations = Fields::new(event.view.bytes)
            .filter(|field| field.number == track_event::DEBUG_ANNOTATIONS)
            .map(|field| field.message());
        for annotation in annotations {
            let mut name = annotation.text(debug_annotation::NAME);
            if let Some(iid) = annotation.field(debug_annotation::NAME_IID) {
                let table = self.scan.sequences.table(event.mark.epoch);
                let field = interned_data::DEBUG_ANNOTATION_NAMES;
                let entry = table.message(&self.scan.space, field, iid.as_u64());
                name = entry.map_or(b"", |entry| entry.text(interned_name::NAME));
            }
            if name == b"data"
                && let Some(json) = annotation.field(debug_annotation::LEGACY_JSON_VALUE)
            {
                self.v8_data(event, json.as_bytes());
            }
        }
    }

    fn v8_data(&mut self, event: &Event<'_>, json: &[u8]) {
        let data = std::str::from_utf8(json).ok().and_then(ProfileData::read);
        let id = event.legacy.unscoped_id.unwrap_or(0);
        let (Some(data), Some(upid)) = (data, event.upid) else {
            let issue = "legacy_v8_cpu_profile_invalid_sample";
            self.sink.issues.record(issue, event.mark.pos, String::new);
            return;
        };
        let Some(start_us) = data.start_time else {
            return self.v8.chunk(upid, id, &data, &mut self.sink);
        };
        let machine = self.scan.sequences.machine_of(event.mark.epoch);
        let clock = ClockId::new(MONOTONIC, 0, machine);
        let (graph, mut cache) = (&self.scan.clocks, ClockCache::default());
        let start = start_us.saturating_mul(1_000);
        match graph.convert(clock, start, graph.version(), &mut cache) {
            Ok(ts) => {
                let task = Task {
                    upid: Some(upid),
                    utid: event.utid,
                    async_context: None,
                };
                let at = (ts, event.mark.pos);
                self.v8.start(task, id, at, &mut self.sink);
            }
            Err(error) => self.sink.issues.count(error.issue()),
        }
    }
}
