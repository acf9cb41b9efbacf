//! Packets of the network that Android's tracing of sockets saw, as slices by interface and direction.
//!
//! A bundle has what its packets share: once, or as an interned entry. It has either the times and
//! lengths of the packets, or how many there were, how long and for how long.

use hashbrown::HashMap;

use super::rows::Rows;
use super::{Packet, Source, Timed, TimedEvent};
use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::decode::fields::Message;
use crate::import::sink::Sink;
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::track::Track;
use crate::proto::{
    interned_data, network_packet_bundle as bundle, network_packet_context,
    network_packet_event as packet_event,
};

/// How many user ids each user of Android has. The remainder of a user id by this number is that of the app.
const UIDS_PER_USER: u32 = 100_000;

/// What the packets of a bundle share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Context {
    interface: Option<StrId>,
    direction: Direction,
    uid: u32,
    tag: u32,
    transport: u32,
    tcp_flags: Option<u32>,
    local_port: Option<u32>,
    remote_port: Option<u32>,
    icmp_type: Option<u32>,
    icmp_code: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Direction {
    #[default]
    Unknown,
    Received,
    Transmitted,
}

impl Direction {
    const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "DIR_UNKNOWN",
            Self::Received => "Received",
            Self::Transmitted => "Transmitted",
        }
    }
}

/// Packets that become one slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct NetworkEvent {
    context: u32,
    dur: i64,
    n_packets: i64,
    length: i64,
}

/// Imports packets of the network.
#[derive(Debug, Default)]
pub(super) struct Network {
    contexts: Vec<Context>,
    known: HashMap<Context, u32>,
    /// Interned contexts by the incremental state of a sequence and the id.
    interned: HashMap<(u32, u64), u32>,
    rows: HashMap<(Option<StrId>, Direction), Rows>,
    /// The names of apps by their ids; made with the first slice, when all lists are known.
    apps: Option<HashMap<i64, StrId>>,
}

impl Network {
    /// Queues a packet: the bytes of `TracePacket` field 88.
    pub(super) fn index_packet(&mut self, packet: &Packet<'_>, sink: &mut Sink) -> Option<Timed> {
        let event = NetworkEvent {
            context: self.context(packet.payload, sink),
            dur: 0,
            n_packets: 1,
            length: i64::from(packet.payload.u32(packet_event::LENGTH)),
        };
        Some(timed(packet.ts?, event))
    }

    /// Queues the packets of a bundle: the bytes of `TracePacket` field 92.
    pub(super) fn index_bundle(
        &mut self,
        packet: &Packet<'_>,
        source: &dyn Source,
        sink: &mut Sink,
        timeline: &mut Vec<Timed>,
    ) {
        let payload = packet.payload;
        let own = payload.message(bundle::CTX);
        let context = match payload.field(bundle::IID).map(|iid| iid.as_u64()) {
            Some(iid) => self.interned_context((packet, iid), source, sink),
            None => None,
        };
        let context = context.unwrap_or_else(|| self.context(own, sink));
        let Some(ts) = packet.ts else {
            return;
        };
        let mut event = NetworkEvent {
            context,
            dur: 0,
            n_packets: 1,
            length: 0,
        };
        if let Some(length) = payload.field(bundle::TOTAL_LENGTH) {
            event.length = length.as_i64();
            event.dur = payload.i64(bundle::TOTAL_DURATION);
            event.n_packets = i64::from(payload.u32(bundle::TOTAL_PACKETS));
            timeline.push(timed(ts, event));
            return;
        }
        let mut lengths: Vec<u32> = Vec::new();
        for field in payload.all(bundle::PACKET_LENGTHS) {
            #[expect(clippy::cast_possible_truncation, reason = "a uint32")]
            field.each_varint(|length| lengths.push(length as u32));
        }
        let (mut lengths, mut has_all) = (lengths.into_iter(), true);
        for field in payload.all(bundle::PACKET_TIMESTAMPS) {
            field.each_varint(|after| {
                if let Some(length) = lengths.next() {
                    event.length = i64::from(length);
                    timeline.push(timed(ts.wrapping_add(after.cast_signed()), event));
                } else {
                    has_all = false;
                }
            });
        }
        // The reference leaves out packets that have only a time or only a length, and does not report them.
        if !has_all || lengths.next().is_some() {
            sink.issues.count("network_packets_incomplete");
        }
    }

    /// Makes the slice of queued packets.
    pub(super) fn event(&mut self, event: NetworkEvent, ts: i64, sink: &mut Sink) {
        if event.dur < 0 {
            sink.issues.count("slice_negative_duration");
            return;
        }
        let Some(&context) = self.contexts.get(event.context as usize) else {
            return;
        };
        let key = (context.interface, context.direction);
        let rows = self.rows.entry(key).or_insert_with(|| Rows::new(sink));
        let track = rows.take((ts, event.dur), (ts, 0), sink, |row, sink| {
            track_of(&context, row, sink)
        });
        let apps = self.apps.get_or_insert_with(|| {
            let mut apps = HashMap::new();
            for package in &sink.device.packages {
                if let Some(name) = package.name {
                    apps.entry(package.uid).or_insert(name);
                }
            }
            apps
        });
        let app = apps.get(&i64::from(context.uid % UIDS_PER_USER));
        let name = match app.filter(|_| context.uid > 0) {
            Some(&name) => sink.strings.bytes(name).to_vec(),
            None => format!("uid={}", context.uid).into_bytes(),
        };
        let label = sink.label(Some(&name), None);
        let args = args_of(&context, event, sink);
        let pos = sink
            .store_args(&args)
            .map_or(EventPos::default(), EventPos::stored);
        sink.complete(track, Ts::from_ns(ts), event.dur, pos, label);
    }

    /// Returns the number of an interned context.
    fn interned_context(
        &mut self,
        (packet, iid): (&Packet<'_>, u64),
        source: &dyn Source,
        sink: &mut Sink,
    ) -> Option<u32> {
        let key = (source.state(packet.epoch), iid);
        if let Some(&context) = self.interned.get(&key) {
            return Some(context);
        }
        let Some(entry) = source.interned(packet.epoch, interned_data::PACKET_CONTEXT, iid) else {
            sink.issues.count("interned_data_tokenizer_errors");
            sink.issues.count("network_trace_intern_errors");
            return None;
        };
        let context = self.context(entry.message(network_packet_context::CTX), sink);
        self.interned.insert(key, context);
        Some(context)
    }

    /// Returns the number of the context that a message describes.
    fn context(&mut self, message: Message<'_>, sink: &mut Sink) -> u32 {
        let mut context = Context::default();
        for field in message.fields() {
            match field.number {
                packet_event::DIRECTION => {
                    context.direction = match field.as_u64() {
                        1 => Direction::Received,
                        2 => Direction::Transmitted,
                        _ => Direction::Unknown,
                    };
                }
                packet_event::INTERFACE => {
                    let name = field.as_bytes();
                    context.interface = (!name.is_empty()).then(|| sink.strings.intern(name));
                }
                packet_event::UID => context.uid = field.as_u32(),
                packet_event::TAG => context.tag = field.as_u32(),
                packet_event::IP_PROTO => context.transport = field.as_u32(),
                packet_event::TCP_FLAGS => context.tcp_flags = Some(field.as_u32()),
                packet_event::LOCAL_PORT => context.local_port = Some(field.as_u32()),
                packet_event::REMOTE_PORT => context.remote_port = Some(field.as_u32()),
                packet_event::ICMP_TYPE => context.icmp_type = Some(field.as_u32()),
                packet_event::ICMP_CODE => context.icmp_code = Some(field.as_u32()),
                _ => {}
            }
        }
        let next = u32::try_from(self.contexts.len()).unwrap_or(u32::MAX);
        *self.known.entry(context).or_insert_with(|| {
            self.contexts.push(context);
            next
        })
    }
}

const fn timed(ts: i64, event: NetworkEvent) -> Timed {
    Timed {
        ts,
        event: TimedEvent::Network(event),
    }
}

fn track_of(context: &Context, row: usize, sink: &mut Sink) -> Track {
    let direction = context.direction.name();
    let mut name = context
        .interface
        .map_or(Vec::new(), |name| sink.strings.bytes(name).to_vec());
    name.push(b' ');
    name.extend_from_slice(direction.as_bytes());
    let dimension = [
        sink.arg("net_interface", StoredValue::Str(context.interface)),
        sink.text_arg("net_direction", direction),
        sink.int_arg("track_compressor_idx", row as i64),
    ];
    Track {
        type_name: sink.str("network_packets"),
        name: Some(sink.strings.intern(&name)),
        dimension_args: sink.store_args(&dimension),
        ..Track::default()
    }
}

/// Returns the arguments of a slice, in the reference's order.
fn args_of(context: &Context, event: NetworkEvent, sink: &mut Sink) -> Vec<StoredArg> {
    let transport = match context.transport {
        1 => String::from("IPPROTO_ICMP"),
        6 => String::from("IPPROTO_TCP"),
        17 => String::from("IPPROTO_UDP"),
        58 => String::from("IPPROTO_ICMPV6"),
        other => format!("IPPROTO ({})", other.cast_signed()),
    };
    let mut args = vec![
        sink.text_arg("packet_transport", &transport),
        sink.int_arg("socket_uid", i64::from(context.uid)),
        sink.text_arg("socket_tag", format!("{:#x}", context.tag)),
    ];
    if let Some(flags) = context.tcp_flags {
        let letters = "fsrpauec".chars().enumerate();
        let text_of: String = letters
            .map(|(bit, letter)| if flags >> bit & 1 == 1 { letter } else { '.' })
            .collect();
        args.push(sink.text_arg("packet_tcp_flags", &text_of));
    }
    for (key, value) in [
        ("local_port", context.local_port),
        ("remote_port", context.remote_port),
        ("packet_icmp_type", context.icmp_type),
        ("packet_icmp_code", context.icmp_code),
    ] {
        if let Some(value) = value {
            args.push(sink.int_arg(key, i64::from(value)));
        }
    }
    args.push(sink.int_arg("packet_length", event.length));
    args.push(sink.int_arg("packet_count", event.n_packets));
    args
}
