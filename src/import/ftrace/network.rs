//! Ftrace events of the network: bytes of devices, TCP connections, received and dropped packets.
//!
//! Types and names of the tracks are the reference's.

use hashbrown::HashMap;

use super::event::Event;
use super::kernel::{int, uint, word};
use super::tracks::{OpenSlices, Tracks, sample_with};
use crate::import::sink::{Sink, SinkTrack};
use crate::model::track::{Scope, TrackData};

/// The states of a TCP connection, by number.
const TCP_STATES: [&str; 13] = [
    "TCP_UNKNOWN",
    "TCP_ESTABLISHED",
    "TCP_SYN_SENT",
    "TCP_SYN_RECV",
    "TCP_FIN_WAIT1",
    "TCP_FIN_WAIT2",
    "TCP_TIME_WAIT",
    "TCP_CLOSE",
    "TCP_CLOSE_WAIT",
    "TCP_LAST_ACK",
    "TCP_LISTEN",
    "TCP_CLOSING",
    "TCP_NEW_SYN_RECV",
];
const ESTABLISHED: u32 = 1;
const SYN_SENT: u32 = 2;

/// Families of addresses: IPv4 and IPv6.
const FAMILIES: [u32; 2] = [2, 10];
/// The protocol TCP.
const TCP: u32 = 6;
/// Protocols of Ethernet frames: IPv4 and IPv6.
const IP: u32 = 0x0800;
const IPV6: u32 = 0x86dd;

/// Imports events of the network.
#[derive(Debug, Default)]
pub(super) struct Network {
    /// Bytes of each device so far, received or sent.
    bytes: HashMap<(Vec<u8>, bool), u64>,
    /// The tracks of TCP connections, by the address of their socket.
    streams: HashMap<u64, SinkTrack>,
    n_dropped: u64,
    open: OpenSlices,
}

impl Network {
    /// Imports an event.
    pub(super) fn event(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        match event.number {
            360 => self.transfer(event, (2, true), "net_receive", sink),
            361 if event.i32(3) == 0 => self.transfer(event, (2, false), "net_transmit", sink),
            362 => self.tcp_state(event, sink),
            363 => retransmit(event, sink),
            365 => {
                let track = receive_track(event, tracks, sink);
                let label = sink.label(Some(event.text(10)), Some(b"napi_gro"));
                let args = vec![int(sink.word("len"), i64::from(event.u32(7)))];
                self.open.begin(track, label, args, event.at, sink);
            }
            366 => {
                let track = receive_track(event, tracks, sink);
                let args = [int(sink.word("ret"), i64::from(event.i32(1)))];
                self.open.end(track, sink.no_label, &args, event.at, sink);
            }
            367 => self.dropped(event, sink),
            _ => {}
        }
    }

    fn transfer(
        &mut self,
        event: &Event<'_>,
        (device, received): (u32, bool),
        type_name: &str,
        sink: &mut Sink,
    ) {
        let key = (event.text(device).to_vec(), received);
        let total = self.bytes.entry(key).or_default();
        let len = event.u32(1);
        *total = total.saturating_add(u64::from(len));
        let what = if received { "Received" } else { "Transmitted" };
        let name = format!("{} {what} KB", event.lossy(device));
        let created = event.at.created();
        let track = sink.counter_track(type_name, Scope::Global, &name, None, created);
        let args = [
            uint(sink.word("cpu"), u64::from(event.cpu)),
            uint(sink.word("len"), u64::from(len)),
        ];
        let set = sink.store_args(&args);
        sample_with(track, event.at, (*total / 1024) as f64, set, sink);
    }

    /// A connection is in one state after the other.
    fn tcp_state(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let (old, new) = (event.u32(5), event.u32(4));
        let state = |number: u32| TCP_STATES.get(number as usize).copied();
        let (Some(_), Some(state)) = (state(old), state(new)) else {
            return;
        };
        if event.u32(6) != TCP || !FAMILIES.contains(&event.u32(3)) {
            return;
        }
        let name = match new {
            SYN_SENT => format!("{state}(pid={})", event.tid),
            ESTABLISHED => format!("{state}(sport={},dport={})", event.u32(9), event.u32(2)),
            _ => state.to_owned(),
        };
        let number = self.streams.len() + 1;
        let stream = self.streams.entry(event.u64(8));
        let is_new = matches!(stream, hashbrown::hash_map::Entry::Vacant(_));
        let track = *stream.or_insert_with(|| {
            let name = format!("TCP stream#{number}");
            let created = event.at.created();
            sink.track(
                "net_socket_set_state",
                Scope::Global,
                Some(&name),
                TrackData::Slices,
                created,
            )
        });
        let (ts, pos) = (event.at.time(), event.at.pos());
        if !is_new {
            sink.end(track, ts, pos, sink.no_label);
        }
        let label = sink.label(Some(name.as_bytes()), Some(b"tcp_state"));
        sink.begin(track, ts, pos, label);
    }

    /// Only packets of the internet protocol count.
    fn dropped(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let protocol = match event.u32(2) {
            IP => "IP",
            IPV6 => "IPV6",
            _ => return,
        };
        self.n_dropped += 1;
        let (name, created) = ("Kfree Skb IP Prot", event.at.created());
        let track = sink.counter_track("net_kfree_skb", Scope::Global, name, None, created);
        let args = [word("protocol", protocol, sink)];
        let set = sink.store_args(&args);
        sample_with(track, event.at, self.n_dropped as f64, set, sink);
    }
}

fn receive_track(event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) -> SinkTrack {
    let name = |cpu| format!("Napi Gro Cpu {cpu}");
    tracks.cpu("cpu_napi_gro", event.cpu, name, event.at, sink)
}

fn retransmit(event: &Event<'_>, sink: &mut Sink) {
    let name = format!("sport={},dport={}", event.u32(6), event.u32(2));
    let label = sink.label(Some(name.as_bytes()), Some(b"tcp_event"));
    let track = sink.track(
        "net_tcp_retransmit_skb",
        Scope::Global,
        Some("TCP Retransmit Skb"),
        TrackData::Slices,
        event.at.created(),
    );
    sink.instant(track, event.at.time(), event.at.pos(), label);
}
