//! Imports ftrace text that is part of a trace of another format, into the same sink.
//!
//! The slices, counters and states are those of any system trace. The rows of
//! `ftrace_event` are left out: their bytes are not in the trace to be read later.

use hashbrown::HashMap;

use crate::bytes::packets::Packets;
use crate::decode::fields::{Fields, Message};
use crate::import::pulse::Pulse;
use crate::import::sink::Sink;
use crate::import::system::{Clocks, Packet, Source, SystemImporter};
use crate::import::{Phase, Unobserved};
use crate::proto::{interned_data, interned_string, trace_packet};

/// Imports translated text.
pub(super) fn import(packets: &[u8], sink: &mut Sink) {
    let mut translated = Translated {
        bytes: packets,
        symbols: HashMap::new(),
    };
    let mut found = Vec::new();
    for packet in Packets::new(packets) {
        // Tag and length stand between the offset and the fields, which end together.
        let mut ts = None;
        let start = place(packets, packet.bytes);
        let mut fields = Fields::at(packet.bytes, start);
        while let Some(field) = fields.next() {
            let payload = field.as_bytes();
            match field.number {
                trace_packet::TIMESTAMP => ts = Some(field.as_i64()),
                trace_packet::INTERNED_DATA => translated.symbols(payload),
                number @ (trace_packet::FTRACE_EVENTS
                | trace_packet::PROCESS_TREE
                | trace_packet::GENERIC_KERNEL_TASK_RENAME_EVENT) => {
                    found.push(Packet {
                        field: number,
                        payload: Message(payload),
                        offset: fields.offset() - payload.len() as u64,
                        ts,
                        epoch: 0,
                    });
                }
                _ => {}
            }
        }
    }
    let mut importer = SystemImporter::new(sink);
    let mut observer = Unobserved;
    let mut pulse = Pulse::new(&mut observer, Phase::Resolve, 0, 0);
    for packet in &found {
        importer.index(packet, &mut OneClock, &translated, sink);
    }
    importer.sort(&translated, sink);
    found.sort_by_key(|packet| packet.ts);
    for packet in &found {
        if let Some(ts) = packet.ts {
            importer.run_until(ts.saturating_sub(1), &translated, sink, &mut pulse);
            importer.packet(packet, ts, &translated, sink);
        }
    }
    importer.run_until(i64::MAX, &translated, sink, &mut pulse);
    importer.finish(sink);
    sink.ftrace.clear();
}

/// Returns where a part of some bytes begins.
fn place(whole: &[u8], part: &[u8]) -> u64 {
    (part.as_ptr().addr() - whole.as_ptr().addr()) as u64
}

/// The packets and the kernel functions that they interned.
struct Translated<'a> {
    bytes: &'a [u8],
    symbols: HashMap<u64, Message<'a>>,
}

impl<'a> Translated<'a> {
    fn symbols(&mut self, interned: &'a [u8]) {
        for entry in Fields::new(interned) {
            if let Some(id) = entry.message().field(interned_string::IID) {
                self.symbols.insert(id.as_u64(), entry.message());
            }
        }
    }
}

impl Source for Translated<'_> {
    fn bytes(&self, offset: u64) -> &[u8] {
        usize::try_from(offset)
            .ok()
            .and_then(|offset| self.bytes.get(offset..))
            .unwrap_or_default()
    }

    fn interned(&self, _epoch: u32, field: u32, iid: u64) -> Option<Message<'_>> {
        (field == interned_data::KERNEL_SYMBOLS).then(|| self.symbols.get(&iid).copied())?
    }
}

/// The only clock that text has.
struct OneClock;

impl Clocks for OneClock {
    fn to_trace(&mut self, _clock: u32, ts: i64) -> Option<i64> {
        Some(ts)
    }

    fn is_trace(&self, _clock: u32) -> bool {
        true
    }

    fn add_pair(&mut self, _clock: u32, _ts: i64, _boot_ts: i64) {}
}
