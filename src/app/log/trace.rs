//! The log as a Perfetto trace, so that a viewer can show what this program did and when.
//!
//! Spans are slices, messages are instants, and each thread has a track. Packets are written whole, one by
//! one, so that the file is a valid trace at any time.

use std::cell::Cell;
use std::fmt::{Debug, Write as _};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use prost::Message;
use tracing::field::{Field, Visit};
use tracing::{Event, Id, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// The uuid of the process track; threads have the numbers after it.
const PROCESS: u64 = 1;
/// The id of the one sequence of all packets.
const SEQUENCE: u32 = 1;
const STATE_CLEARED: u32 = 1;

/// The fields of Perfetto's messages that are written.
#[derive(Clone, PartialEq, Message)]
struct Trace {
    #[prost(message, repeated, tag = "1")]
    packet: Vec<Packet>,
}

#[derive(Clone, PartialEq, Message)]
struct Packet {
    /// Nanoseconds since the start.
    #[prost(uint64, optional, tag = "8")]
    timestamp: Option<u64>,
    #[prost(uint32, optional, tag = "10")]
    trusted_packet_sequence_id: Option<u32>,
    #[prost(message, optional, tag = "11")]
    track_event: Option<TrackEvent>,
    #[prost(uint32, optional, tag = "13")]
    sequence_flags: Option<u32>,
    #[prost(message, optional, tag = "60")]
    track_descriptor: Option<TrackDescriptor>,
}

#[derive(Clone, PartialEq, Message)]
struct TrackEvent {
    #[prost(enumeration = "Type", tag = "9")]
    r#type: i32,
    #[prost(uint64, tag = "11")]
    track_uuid: u64,
    #[prost(string, repeated, tag = "22")]
    categories: Vec<String>,
    #[prost(string, optional, tag = "23")]
    name: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, prost::Enumeration)]
#[repr(i32)]
enum Type {
    Unspecified = 0,
    SliceBegin = 1,
    SliceEnd = 2,
    Instant = 3,
}

#[derive(Clone, PartialEq, Message)]
struct TrackDescriptor {
    #[prost(uint64, tag = "1")]
    uuid: u64,
    #[prost(string, optional, tag = "2")]
    name: Option<String>,
    #[prost(message, optional, tag = "3")]
    process: Option<ProcessDescriptor>,
    #[prost(uint64, optional, tag = "5")]
    parent_uuid: Option<u64>,
}

#[derive(Clone, PartialEq, Message)]
struct ProcessDescriptor {
    #[prost(int32, tag = "1")]
    pid: i32,
    #[prost(string, tag = "6")]
    process_name: String,
}

/// Writes spans and messages as packets of a trace.
#[derive(Debug)]
pub(super) struct TraceLayer<W> {
    writer: Mutex<W>,
    /// Returns the time since the start.
    clock: fn() -> Duration,
    next_track: AtomicU64,
}

thread_local! {
    /// The uuid of this thread's track; 0 before its first event.
    static TRACK: Cell<u64> = const { Cell::new(0) };
}

impl<W: Write> TraceLayer<W> {
    /// Returns a layer, which writes the first packet at once.
    pub(super) fn new(writer: W, clock: fn() -> Duration) -> Self {
        let layer = Self {
            writer: Mutex::new(writer),
            clock,
            next_track: AtomicU64::new(PROCESS + 1),
        };
        layer.write(Packet {
            sequence_flags: Some(STATE_CLEARED),
            track_descriptor: Some(TrackDescriptor {
                uuid: PROCESS,
                process: Some(ProcessDescriptor {
                    pid: std::process::id().cast_signed(),
                    process_name: "perfetty".to_owned(),
                }),
                ..TrackDescriptor::default()
            }),
            ..Packet::default()
        });
        layer
    }

    fn write(&self, packet: Packet) {
        let packet = Packet {
            trusted_packet_sequence_id: Some(SEQUENCE),
            ..packet
        };
        let packet = Trace {
            packet: vec![packet],
        };
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // An error of the log must not stop the program.
        let _written = writer.write_all(&packet.encode_to_vec());
    }

    fn event(&self, kind: Type, name: Option<String>, category: &str) {
        let track_uuid = self.track();
        let now = (self.clock)().as_nanos();
        self.write(Packet {
            timestamp: Some(u64::try_from(now).unwrap_or(u64::MAX)),
            track_event: Some(TrackEvent {
                r#type: kind.into(),
                track_uuid,
                categories: vec![category.to_owned()],
                name,
            }),
            ..Packet::default()
        });
    }

    /// Returns the track of this thread, after writing its descriptor before the first event.
    fn track(&self) -> u64 {
        let known = TRACK.get();
        if known != 0 {
            return known;
        }
        let uuid = self.next_track.fetch_add(1, Ordering::Relaxed);
        TRACK.set(uuid);
        let thread = std::thread::current();
        self.write(Packet {
            track_descriptor: Some(TrackDescriptor {
                uuid,
                name: Some(thread.name().unwrap_or("thread").to_owned()),
                parent_uuid: Some(PROCESS),
                ..TrackDescriptor::default()
            }),
            ..Packet::default()
        });
        uuid
    }
}

impl<W, S> Layer<S> for TraceLayer<W>
where
    W: Write + Send + 'static,
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    fn on_enter(&self, id: &Id, cx: Context<'_, S>) {
        if let Some(span) = cx.span(id) {
            let name = span.name().to_owned();
            self.event(Type::SliceBegin, Some(name), span.metadata().target());
        }
    }

    fn on_exit(&self, id: &Id, cx: Context<'_, S>) {
        if let Some(span) = cx.span(id) {
            self.event(Type::SliceEnd, None, span.metadata().target());
        }
    }

    fn on_event(&self, event: &Event<'_>, _cx: Context<'_, S>) {
        let mut text = Text::default();
        event.record(&mut text);
        let target = event.metadata().target();
        self.event(Type::Instant, Some(text.0), target);
    }
}

/// The message of an event, followed by its other fields.
#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        // Writing to a string does not fail.
        let _written = match field.name() {
            "message" => write!(self.0, "{value:?}"),
            name => write!(self.0, "{name}={value:?}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;
    use crate::bytes::source::TraceBytes;
    use crate::import::{Unobserved, import};

    /// The bytes that were written, for the test to read.
    #[derive(Clone, Debug, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// A clock that advances by a millisecond at each call.
    fn clock() -> Duration {
        static TICKS: AtomicU64 = AtomicU64::new(1);
        Duration::from_millis(TICKS.fetch_add(1, Ordering::Relaxed))
    }

    #[test]
    fn what_the_viewer_did_opens_as_a_trace() {
        let written = Written::default();
        let layer = TraceLayer::new(written.clone(), clock);
        let subscriber = tracing_subscriber::registry().with(layer);
        tracing::subscriber::with_default(subscriber, || {
            let _outer = tracing::debug_span!("load").entered();
            tracing::debug_span!("draw").in_scope(|| tracing::debug!(rows = 3, "a message"));
        });
        let bytes = written.0.lock().unwrap().clone();
        let trace = import(
            &Arc::new(TraceBytes::from_vec(bytes).unwrap()),
            &mut Unobserved,
        )
        .unwrap();
        assert_eq!(trace.issues.iter().count(), 0, "{:?}", trace.issues);
        let mut slices: Vec<_> = (0..trace.slices.len())
            .map(crate::model::ids::SliceId::from_index)
            .map(|id| {
                let name = trace.slices.name(id).map(|name| trace.strings.text(name));
                let dur = trace.slices.dur(id).map(crate::base::time::Dur::ns);
                (
                    trace.slices.depth_of(id),
                    name.unwrap().into_owned(),
                    dur.unwrap(),
                )
            })
            .collect();
        slices.sort();
        let expected = [
            (0, "load", 4_000_000),
            (1, "draw", 2_000_000),
            (2, "a message rows=3", 0),
        ];
        assert_eq!(
            slices,
            expected.map(|(depth, name, dur)| (depth, name.to_owned(), dur))
        );
    }
}
