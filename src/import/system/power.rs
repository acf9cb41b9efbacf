//! Batteries, power rails, energy consumers and power states.
//!
//! Descriptors may come after what they describe, so they are read in file order first.
//! Types and names of the tracks are those of the reference's `android_probes_parser.cc`.

use hashbrown::HashMap;

use super::names::RAILS;
use crate::base::intern::StrId;
use crate::decode::fields::{Fields, Message};
use crate::import::sink::{At, Sink, SinkTrack};
use crate::model::args::{EventPos, StoredValue};
use crate::model::track::{Scope, Track, TrackData};
use crate::proto::{
    android_energy_estimation_breakdown as breakdown,
    android_energy_estimation_breakdown::{
        energy_consumer, energy_consumer_descriptor as consumer_descriptor, uid_breakdown,
    },
    battery_counters,
    entity_state_residency::{
        self as residency, power_entity_state as entity_state, state_residency,
    },
    power_rails::rail_descriptor,
};

/// More rails than this are a sign of damage.
const RAIL_MAX: u32 = 256;

/// What is known of energy sources and consumers.
#[derive(Debug, Default)]
pub(super) struct PowerTracks {
    /// Tracks of rails by session and index.
    rails: HashMap<(Option<u64>, u32), SinkTrack>,
    by_raw_name: HashMap<(Option<u64>, StrId), SinkTrack>,
    consumers: HashMap<i64, Consumer>,
    consumer_tracks: HashMap<(i64, Option<u32>), SinkTrack>,
    /// Names of power states by entity and state.
    states: HashMap<(u64, u64), StrId>,
}

/// A part of the device that uses energy.
#[derive(Clone, Copy, Debug)]
struct Consumer {
    name: StrId,
    kind: StrId,
    ordinal: i64,
}

impl PowerTracks {
    /// Adds the rail of a `RailDescriptor`.
    /// Several sessions may number their rails alike.
    pub(super) fn add_rail(
        &mut self,
        (session, descriptor): (Option<u64>, &[u8]),
        offset: u64,
        sink: &mut Sink,
    ) {
        let (mut index, mut raw, mut subsystem) = (0, &b""[..], None);
        for field in Fields::new(descriptor) {
            match field.number {
                rail_descriptor::INDEX => index = field.as_u32(),
                rail_descriptor::RAIL_NAME => raw = field.as_bytes(),
                rail_descriptor::SUBSYS_NAME => subsystem = Some(field.as_bytes()),
                _ => {}
            }
        }
        if index > RAIL_MAX {
            return;
        }
        let raw_id = sink.strings.intern(raw);
        let track = *self
            .by_raw_name
            .entry((session, raw_id))
            .or_insert_with(|| {
                let text = String::from_utf8_lossy(raw);
                let known = RAILS.iter().find(|(end, _)| text.ends_with(end));
                let name = match known {
                    Some((_, name)) => format!("power.rails.{name}"),
                    None => format!("power.{text}_uws"),
                };
                let subsystem = subsystem.map(|name| sink.strings.intern(name));
                let args = [
                    sink.str_arg("raw_name", raw_id),
                    sink.arg("subsystem_name", StoredValue::Str(subsystem)),
                ];
                let session = session.unwrap_or(0).cast_signed();
                let dimension = [
                    sink.text_arg("name", &*text),
                    sink.int_arg("session_uuid", session),
                ];
                let track = Track {
                    type_name: sink.str("power_rails"),
                    name: Some(sink.str(&name)),
                    dimension_args: sink.store_args(&dimension),
                    data: TrackData::Counter,
                    source_args: sink.store_args(&args),
                    ..Track::default()
                };
                sink.add_track(track, (i64::MIN, offset))
            });
        self.rails.insert((session, index), track);
    }

    /// Adds what a rail has used up to `ts`; the packet that says so was written at `packet_ts`.
    pub(super) fn energy(
        &self,
        rail: (Option<u64>, u32),
        (ts, packet_ts): (i64, i64),
        energy: u64,
        sink: &mut Sink,
    ) {
        let Some(&track) = self.rails.get(&rail) else {
            sink.issues.count("power_rail_unknown_index");
            return;
        };
        let args = [sink.uint_arg("packet_ts", packet_ts.cast_unsigned())];
        let pos = sink.store_args(&args).map(EventPos::stored);
        sink.samples_of(track).push(ts, energy as f64, pos);
    }

    /// Notes the consumers that an `AndroidEnergyEstimationBreakdown` describes. Returns whether
    /// there are any.
    pub(super) fn index_consumers(&mut self, payload: Message<'_>, sink: &mut Sink) -> bool {
        let Some(descriptor) = payload.field(breakdown::ENERGY_CONSUMER_DESCRIPTOR) else {
            return false;
        };
        let consumers = consumer_descriptor::ENERGY_CONSUMERS;
        for consumer in descriptor.message().messages(consumers) {
            match consumer.field(energy_consumer::ENERGY_CONSUMER_ID) {
                Some(id) => {
                    let mut text = |number| sink.strings.intern(consumer.text(number));
                    let of = Consumer {
                        name: text(energy_consumer::NAME),
                        kind: text(energy_consumer::TYPE),
                        ordinal: i64::from(consumer.i32(energy_consumer::ORDINAL)),
                    };
                    self.consumers.insert(id.as_i64(), of);
                }
                None => sink.issues.count("energy_descriptor_invalid"),
            }
        }
        true
    }

    /// Imports what a consumer has used, in total and by user.
    pub(super) fn energy_breakdown(&mut self, payload: Message<'_>, at: At, sink: &mut Sink) {
        let value = |number| payload.field(number).map(|field| field.as_i64());
        let (Some(consumer), Some(energy)) = (
            value(breakdown::ENERGY_CONSUMER_ID),
            value(breakdown::ENERGY_UWS),
        ) else {
            sink.issues.count("energy_breakdown_missing_values");
            return;
        };
        let Some(&of) = self.consumers.get(&consumer) else {
            sink.issues.count("energy_breakdown_missing_values");
            return;
        };
        self.consumed((consumer, None), of, energy, at, sink);
        for user in payload.messages(breakdown::PER_UID_BREAKDOWN) {
            match (
                user.field(uid_breakdown::UID),
                user.field(uid_breakdown::ENERGY_UWS),
            ) {
                (Some(uid), Some(energy)) => {
                    let key = (consumer, Some(uid.as_u32()));
                    self.consumed(key, of, energy.as_i64(), at, sink);
                }
                _ => sink.issues.count("energy_uid_breakdown_missing_values"),
            }
        }
    }

    fn consumed(
        &mut self,
        key: (i64, Option<u32>),
        consumer: Consumer,
        energy: i64,
        at: At,
        sink: &mut Sink,
    ) {
        let track = *self.consumer_tracks.entry(key).or_insert_with(|| {
            let type_name = sink.str(match key.1 {
                None => "android_energy_estimation_breakdown",
                Some(_) => "android_energy_estimation_breakdown_per_uid",
            });
            let mut dimension = vec![sink.int_arg("energy_consumer_id", key.0)];
            let mut source = Vec::new();
            if let Some(user) = key.1 {
                dimension.push(sink.int_arg("uid", i64::from(user)));
            } else {
                source.push(sink.str_arg("consumer_type", consumer.kind));
                source.push(sink.int_arg("ordinal", consumer.ordinal));
            }
            let track = Track {
                type_name,
                name: Some(consumer.name),
                data: TrackData::Counter,
                dimension_args: sink.store_args(&dimension),
                source_args: sink.store_args(&source),
                ..Track::default()
            };
            sink.add_track(track, at.created())
        });
        sink.sample(track, at.time(), energy as f64);
    }

    /// Notes the power states that an `EntityStateResidency` describes.
    pub(super) fn index_states(&mut self, payload: Message<'_>, sink: &mut Sink) {
        for state in payload.messages(residency::POWER_ENTITY_STATE) {
            let (Some(entity), Some(index)) = (
                state.field(entity_state::ENTITY_INDEX),
                state.field(entity_state::STATE_INDEX),
            ) else {
                sink.issues.count("energy_descriptor_invalid");
                continue;
            };
            let name = sink.str(&format!(
                "Entity residency: {} is {}",
                state.lossy(entity_state::ENTITY_NAME),
                state.lossy(entity_state::STATE_NAME)
            ));
            self.states.insert((entity.as_u64(), index.as_u64()), name);
        }
    }

    /// Imports how long each power state has lasted.
    pub(super) fn state_residency(&self, payload: Message<'_>, at: At, sink: &mut Sink) {
        let mut any = false;
        for residency in payload.messages(residency::RESIDENCY) {
            any = true;
            let Some(&name) = self.states.get(&(
                residency.u64(state_residency::ENTITY_INDEX),
                residency.u64(state_residency::STATE_INDEX),
            )) else {
                sink.issues.count("entity_state_residency_lookup_failed");
                return;
            };
            let (scope, data) = (Scope::Global, TrackData::Counter);
            let track = sink.track_named("entity_state", scope, Some(name), data, at.created());
            let millis = residency.u64(state_residency::TOTAL_TIME_IN_STATE_MS);
            sink.sample(track, at.time(), millis as f64);
        }
        if !any {
            sink.issues.count("entity_state_residency_invalid");
        }
    }
}

/// Imports `BatteryCounters`.
pub(super) fn battery(payload: Message<'_>, at: At, sink: &mut Sink) {
    let int = |number| payload.field(number).map(|field| field.as_i64());
    let name = payload.lossy(battery_counters::NAME);
    let mut push = |what: &str, value: f64| {
        let track = if name.is_empty() {
            format!("batt.{what}")
        } else {
            format!("batt.{name}.{what}")
        };
        sink.count("battery_counter", Scope::Global, &track, None, value, at);
    };
    let (charge, current, average, energy, voltage) = (
        int(battery_counters::CHARGE_COUNTER_UAH),
        int(battery_counters::CURRENT_UA),
        int(battery_counters::CURRENT_AVG_UA),
        int(battery_counters::ENERGY_COUNTER_UWH),
        int(battery_counters::VOLTAGE_UV),
    );
    if let Some(charge) = charge {
        push("charge_uah", charge as f64);
    } else if let (Some(energy), Some(voltage @ 1..)) = (energy, voltage) {
        push(
            "charge_uah",
            (energy.wrapping_mul(1_000_000) / voltage) as f64,
        );
    }
    if let Some(capacity) = payload.field(battery_counters::CAPACITY_PERCENT) {
        push("capacity_pct", capacity.as_f64());
    }
    if let Some(current) = current {
        push("current_ua", current as f64);
    }
    if let Some(average) = average {
        push("current.avg_ua", average as f64);
    }
    if let Some(voltage) = voltage {
        push("voltage_uv", voltage as f64);
    }
    if let (Some(current), Some(voltage)) = (current, voltage) {
        // The current is negative while the battery discharges; power is not.
        let power = current.wrapping_mul(voltage) / 1_000_000_000;
        push("power_mw", (power as f64).abs());
    }
}
