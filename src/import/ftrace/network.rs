//! Ftrace events of the network: bytes of devices, TCP connections, received and dropped packets.
//!
//! Types and names of the tracks are the reference's.

use hashbrown::HashMap;

use super::event::Event;

use super::tracks::{OpenSlices, Tracks, sample_with};
use crate::import::sink::{Sink, SinkTrack};
use crate::model::track::{Scope, TrackData};
use crate::proto::ftrace_event::{
    self, inet_sock_set_state as sock_state, kfree_skb, napi_gro_receive_entry as napi_entry,
    napi_gro_receive_exit as napi_exit, net_dev_xmit, netif_receive_skb,
    tcp_retransmit_skb as retransmit_skb,
};

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
            ftrace_event::NETIF_RECEIVE_SKB => {
                self.transfer(event, (netif_receive_skb::NAME, true), "net_receive", sink);
            }
            ftrace_event::NET_DEV_XMIT if event.i32(net_dev_xmit::RC) == 0 => {
                self.transfer(event, (net_dev_xmit::NAME, false), "net_transmit", sink);
            }
            ftrace_event::INET_SOCK_SET_STATE => self.tcp_state(event, sink),
            ftrace_event::TCP_RETRANSMIT_SKB => retransmit(event, sink),
            ftrace_event::NAPI_GRO_RECEIVE_ENTRY => {
                let track = receive_track(event, tracks, sink);
                let label = sink.label(event.text_if_set(napi_entry::NAME), Some(b"napi_gro"));
                let args = vec![sink.int_arg("len", i64::from(event.u32(napi_entry::LEN)))];
                self.open.begin(track, label, args, event.at, sink);
            }
            ftrace_event::NAPI_GRO_RECEIVE_EXIT => {
                let track = receive_track(event, tracks, sink);
                let args = [sink.int_arg("ret", i64::from(event.i32(napi_exit::RET)))];
                self.open.end(track, sink.no_label, &args, event.at, sink);
            }
            ftrace_event::KFREE_SKB => self.dropped(event, sink),
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
        let len = event.u32(netif_receive_skb::LEN);
        *total = total.saturating_add(u64::from(len));
        let what = if received { "Received" } else { "Transmitted" };
        let name = format!("{} {what} KB", event.lossy(device));
        let created = event.at.created();
        let track = sink.counter_track(type_name, Scope::Global, &name, None, created);
        let args = [
            sink.uint_arg("cpu", u64::from(event.cpu)),
            sink.uint_arg("len", u64::from(len)),
        ];
        let set = sink.store_args(&args);
        sample_with(track, event.at, (*total / 1024) as f64, set, sink);
    }

    /// Shows the states of a connection, one after the other.
    fn tcp_state(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let (old, new) = (
            event.u32(sock_state::OLDSTATE),
            event.u32(sock_state::NEWSTATE),
        );
        let state = |number: u32| TCP_STATES.get(number as usize).copied();
        let (Some(_), Some(state)) = (state(old), state(new)) else {
            return;
        };
        if event.u32(sock_state::PROTOCOL) != TCP
            || !FAMILIES.contains(&event.u32(sock_state::FAMILY))
        {
            return;
        }
        let name = match new {
            SYN_SENT => format!("{state}(pid={})", event.tid),
            ESTABLISHED => format!(
                "{state}(sport={},dport={})",
                event.u32(sock_state::SPORT),
                event.u32(sock_state::DPORT)
            ),
            _ => state.to_owned(),
        };
        let number = self.streams.len() + 1;
        let stream = self.streams.entry(event.u64(sock_state::SKADDR));
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

    /// Counts a packet that was dropped. Only packets of the internet protocol count.
    fn dropped(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let protocol = match event.u32(kfree_skb::PROTOCOL) {
            IP => "IP",
            IPV6 => "IPV6",
            _ => return,
        };
        self.n_dropped += 1;
        let (name, created) = ("Kfree Skb IP Prot", event.at.created());
        let track = sink.counter_track("net_kfree_skb", Scope::Global, name, None, created);
        let args = [sink.text_arg("protocol", protocol)];
        let set = sink.store_args(&args);
        sample_with(track, event.at, self.n_dropped as f64, set, sink);
    }
}

fn receive_track(event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) -> SinkTrack {
    let name = |cpu| format!("Napi Gro Cpu {cpu}");
    tracks.cpu("cpu_napi_gro", event.cpu, name, event.at, sink)
}

fn retransmit(event: &Event<'_>, sink: &mut Sink) {
    let name = format!(
        "sport={},dport={}",
        event.u32(retransmit_skb::SPORT),
        event.u32(retransmit_skb::DPORT)
    );
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
