//! Android: the log, display and device states that system properties carry.
//!
//! The rules are those of the reference's `android_probes_parser.cc`.

use super::Source;
use crate::base::time::Ts;
use crate::decode::fields::{Field, Fields, Message};
use crate::import::ftrace::device_state;
use crate::import::sink::{At, Sink};
use crate::model::sched::LogRow;
use crate::model::trace::MetadataValue;
use crate::model::track::Scope;
use crate::proto::{
    android_log_packet::{log_event, log_event::arg, stats},
    android_system_property::{self, property_value},
    initial_display_state,
};

/// The priority of lines that name none.
const INFO: i64 = 4;
/// How many bytes the arguments of a line may have.
const ARGS_MAX: usize = 4095;

/// A line of the log, still in the trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogEvent {
    /// Where its field begins.
    pub(super) offset: u64,
}

/// Imports a line of the log.
pub(super) fn log(event: LogEvent, ts: i64, source: &dyn Source, sink: &mut Sink) {
    let Some(line) = Fields::new(source.bytes(event.offset)).next() else {
        return;
    };
    let (mut pid, mut tid, mut prio) = (0, 0, 0);
    let (mut tag, mut message, mut args) = (None, None, Vec::new());
    for field in line.fields() {
        match field.number {
            log_event::PID => pid = i64::from(field.as_u32()),
            log_event::TID => tid = i64::from(field.as_u32()),
            log_event::TAG => tag = Some(field.as_bytes()),
            log_event::PRIO => prio = i64::from(field.as_u64() as u8),
            log_event::MESSAGE => message = Some(field.as_bytes()),
            log_event::ARGS => push_arg(&field, &mut args),
            _ => {}
        }
    }
    // Arguments follow the message, if there is one.
    let text = [message.unwrap_or_default(), &args].concat();
    if !args.is_empty() {
        let is_alone = message.is_none_or(<[u8]>::is_empty);
        message = text.get(usize::from(is_alone)..);
    }
    let utid = (tid != 0).then(|| sink.processes.update_thread(tid, pid));
    let row = LogRow {
        ts: Ts::from_ns(ts),
        utid,
        prio: if prio == 0 { INFO } else { prio },
        tag: tag.map(|tag| sink.strings.intern(tag)),
        msg: message.map(|message| sink.strings.intern(message)),
        ..LogRow::default()
    };
    sink.logs.push(row);
}

/// Notes the thread of a line whose time cannot be converted.
#[cold]
pub(super) fn log_thread(line: Message<'_>, sink: &mut Sink) {
    let pid = i64::from(line.u32(log_event::PID));
    let tid = i64::from(line.u32(log_event::TID));
    if tid != 0 {
        sink.processes.update_thread(tid, pid);
    }
}

/// Appends ` name=value`.
fn push_arg(arg: &Field<'_>, out: &mut Vec<u8>) {
    let arg = arg.message();
    let Some(name) = arg.field(arg::NAME) else {
        return;
    };
    out.push(b' ');
    out.extend_from_slice(name.as_bytes());
    out.push(b'=');
    if let Some(text) = arg.field(arg::STRING_VALUE) {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else if let Some(int) = arg.field(arg::INT_VALUE) {
        out.extend_from_slice(int.as_i64().to_string().as_bytes());
    } else if let Some(float) = arg.field(arg::FLOAT_VALUE) {
        out.extend_from_slice(format!("{:.6}", float.as_f32()).as_bytes());
    }
    out.truncate(ARGS_MAX);
}

/// Imports what the recorder says of the log.
pub(super) fn log_stats(stats: &[u8], sink: &mut Sink) {
    for field in Fields::new(stats) {
        let name = match field.number {
            stats::NUM_TOTAL => "android_log_num_total",
            stats::NUM_FAILED => "android_log_num_failed",
            stats::NUM_SKIPPED => "android_log_num_skipped",
            _ => continue,
        };
        sink.issues.set(name, None, field.as_i64());
    }
}

fn screen_state(value: i32, at: At, sink: &mut Sink) {
    sink.count(
        "screen_state",
        Scope::Global,
        "ScreenState",
        None,
        f64::from(value),
        at,
    );
}

/// Imports `InitialDisplayState`.
pub(super) fn display_state(payload: Message<'_>, at: At, sink: &mut Sink) {
    let state = payload.i32(initial_display_state::DISPLAY_STATE);
    screen_state(state, at, sink);
}

/// Imports the properties of an `AndroidSystemProperty` that tracing defines.
pub(super) fn system_property(payload: Message<'_>, at: At, sink: &mut Sink) {
    const PREFIX: &[u8] = b"debug.tracing.";
    for property in payload.messages(android_system_property::VALUES) {
        let Some(name) = property.text(property_value::NAME).strip_prefix(PREFIX) else {
            continue;
        };
        let value = property.text(property_value::VALUE);
        if name == b"device_state" {
            device_state(value, at, sink);
            continue;
        }
        let wallpaper = match name {
            b"wallpaper.package_name" => Some("debug.tracing.wallpaper.package_name"),
            b"wallpaper.class_name" => Some("debug.tracing.wallpaper.class_name"),
            _ => None,
        };
        if let Some(name) = wallpaper {
            let value = String::from_utf8_lossy(value).into_owned();
            sink.set_metadata(name, MetadataValue::Str(value));
            continue;
        }
        let Some(value) = std::str::from_utf8(value)
            .ok()
            .and_then(|value| value.parse::<i32>().ok())
        else {
            continue;
        };
        match name {
            b"screen_state" => screen_state(value, at, sink),
            // Traces of boot image profiling are slow for that reason.
            b"profile_boot_classpath" => {
                let value = MetadataValue::Int(value.into());
                sink.set_metadata("android_profile_boot_classpath", value);
            }
            b"profile_system_server" => {
                let value = MetadataValue::Int(value.into());
                sink.set_metadata("android_profile_system_server", value);
            }
            b"battery_status" => sink.count(
                "sysprop_counter",
                Scope::Global,
                "BatteryStatus",
                None,
                f64::from(value),
                at,
            ),
            b"plug_type" => sink.count(
                "sysprop_counter",
                Scope::Global,
                "PlugType",
                None,
                f64::from(value),
                at,
            ),
            b"mcc" | b"mnc" | b"desktop_mode_visible_tasks" => {
                sink.count(
                    "sysprop_counter",
                    Scope::Global,
                    &String::from_utf8_lossy(name),
                    None,
                    f64::from(value),
                    at,
                );
            }
            // The same counters go on in the trace marker.
            _ if name.starts_with(b"battery_stats.") => {
                sink.count(
                    "battery_stats",
                    Scope::Global,
                    &String::from_utf8_lossy(name),
                    None,
                    f64::from(value),
                    at,
                );
            }
            _ => {}
        }
    }
}
