//! The fields of an ftrace event, decoded from the trace when they are asked for.
//!
//! Keys, order and types are those of the reference's `ftrace_event` arguments.

use super::generic::GenericEvents;
use super::schema::{self, FieldKind};
use crate::decode::fields::{Field, FieldValue, Fields, PackedVarints};
use crate::model::args::{Arg, ArgValue};
use crate::model::sched::{FtraceRow, machine_and_cpu};
use crate::proto::{
    ftrace_event::{
        self, funcgraph_entry, funcgraph_exit, generic, generic::field, hrtimer_expire_entry,
        sched_blocked_reason, workqueue_execute_start, workqueue_queue_work,
    },
    ftrace_event_bundle::compact_sched,
};

/// Fields that hold an interned kernel function: event and field.
const SYMBOLS: [(u32, u32); 6] = [
    (
        ftrace_event::SCHED_BLOCKED_REASON,
        sched_blocked_reason::CALLER,
    ),
    (
        ftrace_event::WORKQUEUE_EXECUTE_START,
        workqueue_execute_start::FUNCTION,
    ),
    (
        ftrace_event::WORKQUEUE_QUEUE_WORK,
        workqueue_queue_work::FUNCTION,
    ),
    (ftrace_event::FUNCGRAPH_ENTRY, funcgraph_entry::FUNC),
    (ftrace_event::FUNCGRAPH_EXIT, funcgraph_exit::FUNC),
    (
        ftrace_event::HRTIMER_EXPIRE_ENTRY,
        hrtimer_expire_entry::FUNCTION,
    ),
];

/// What fields mean besides what they hold.
pub(in crate::import) struct Context<'a> {
    /// Whether the event is a wakeup.
    pub(in crate::import) is_waking: bool,
    /// What the thread was called that a compact switch took off the CPU.
    pub(in crate::import) prev_comm: Option<&'a [u8]>,
    /// Names interned kernel functions.
    pub(in crate::import) symbol: &'a dyn Fn(u64) -> Option<Vec<u8>>,
    /// Events that the trace describes.
    pub(in crate::import) generic: &'a GenericEvents,
}

/// Calls `each` for every field of the event of a row, whose bytes begin at the start of `bytes`.
pub(in crate::import) fn args(
    row: &FtraceRow,
    bytes: &[u8],
    context: &Context<'_>,
    each: &mut dyn FnMut(Arg<'_>),
) {
    let Some(message) = Fields::new(bytes).next() else {
        return;
    };
    match row.index {
        Some(index) if context.is_waking => waking(message.as_bytes(), index as usize, each),
        Some(index) => switch(
            (message.as_bytes(), index as usize),
            context.prev_comm,
            each,
        ),
        None => {
            let body = message
                .fields()
                .find(|field| matches!(field.value, FieldValue::Bytes(_)));
            let Some(body) = body else { return };
            if body.number >= super::generic::FIRST_NUMBER {
                let event = (machine_and_cpu(row.cpu).0, body.number);
                let mut field = |name: &str, value| emit(name, value, each);
                context.generic.args(event, body.as_bytes(), &mut field);
            } else {
                event(&body, context.symbol, each);
            }
        }
    }
}

fn event(body: &Field<'_>, symbol: &dyn Fn(u64) -> Option<Vec<u8>>, each: &mut dyn FnMut(Arg<'_>)) {
    if body.number == ftrace_event::GENERIC {
        generic(body.as_bytes(), each);
        return;
    }
    let schema = schema::event(body.number);
    for field in body.fields() {
        let known = schema.and_then(|schema| schema.field(field.number));
        if SYMBOLS.contains(&(body.number, field.number))
            && let (Some(known), Some(name)) = (known, symbol(field.as_u64()))
        {
            emit(known.name, ArgValue::Str(name.into()), each);
            continue;
        }
        match known {
            Some(known) => emit(known.name, value(&field, known.kind), each),
            None => emit(&format!("field_{}", field.number), guess(&field), each),
        }
    }
}

fn value<'a>(field: &Field<'a>, kind: FieldKind) -> ArgValue<'a> {
    match kind {
        FieldKind::Signed => ArgValue::Int(field.as_i64()),
        FieldKind::Unsigned => ArgValue::Uint(field.as_u64()),
        FieldKind::Zigzag => ArgValue::Int(field.as_zigzag()),
        FieldKind::Text => ArgValue::Str(field.as_bytes().into()),
        FieldKind::Double | FieldKind::Float => ArgValue::Real(field.as_f64()),
    }
}

/// Returns a value for a field that is younger than the list of events.
fn guess<'a>(field: &Field<'a>) -> ArgValue<'a> {
    match field.value {
        FieldValue::Bytes(bytes) => ArgValue::Str(bytes.into()),
        _ => ArgValue::Int(field.as_i64()),
    }
}

/// Emits the fields of an event of a kernel module: each has a name and one of three values.
fn generic(body: &[u8], each: &mut dyn FnMut(Arg<'_>)) {
    for field in Fields::new(body).all_of(generic::FIELD) {
        let mut name = &b""[..];
        let mut value = None;
        for part in field.fields() {
            match part.number {
                field::NAME => name = part.as_bytes(),
                field::STR_VALUE => value = Some(ArgValue::Str(part.as_bytes().into())),
                field::INT_VALUE | field::UINT_VALUE => value = Some(ArgValue::Int(part.as_i64())),
                _ => {}
            }
        }
        if let Some(value) = value {
            emit(&String::from_utf8_lossy(name), value, each);
        }
    }
}

fn emit(key: &str, value: ArgValue<'_>, each: &mut dyn FnMut(Arg<'_>)) {
    each(Arg {
        flat_key: key.into(),
        key: key.into(),
        value,
    });
}

/// The arrays of a `CompactSched` message.
struct Compact<'a> {
    arrays: [&'a [u8]; 13],
    comms: Vec<&'a [u8]>,
}

impl<'a> Compact<'a> {
    fn read(bytes: &'a [u8]) -> Self {
        let mut compact = Self {
            arrays: [&[]; 13],
            comms: Vec::new(),
        };
        for field in Fields::new(bytes) {
            match field.number {
                compact_sched::INTERN_TABLE => compact.comms.push(field.as_bytes()),
                number @ compact_sched::SWITCH_TIMESTAMP..=compact_sched::WAKING_COMMON_FLAGS => {
                    compact.arrays[number as usize] = field.as_bytes();
                }
                _ => {}
            }
        }
        compact
    }

    fn get(&self, array: u32, index: usize) -> i64 {
        let mut array = PackedVarints::new(self.arrays[array as usize]);
        array.nth(index).map_or(0, u64::cast_signed)
    }

    fn comm(&self, array: u32, index: usize) -> &'a [u8] {
        let index = usize::try_from(self.get(array, index)).unwrap_or(usize::MAX);
        self.comms.get(index).copied().unwrap_or_default()
    }

    fn emit(&self, key: &str, (array, index): (u32, usize), each: &mut dyn FnMut(Arg<'_>)) {
        emit(key, ArgValue::Int(self.get(array, index)), each);
    }

    fn emit_comm(&self, key: &str, (array, index): (u32, usize), each: &mut dyn FnMut(Arg<'_>)) {
        emit(key, ArgValue::Str(self.comm(array, index).into()), each);
    }
}

/// Emits the fields of a compact switch. The thread that ran before is the one that the previous switch in the
/// bundle started; it may have got another name since.
fn switch((bytes, index): (&[u8], usize), prev_comm: Option<&[u8]>, each: &mut dyn FnMut(Arg<'_>)) {
    use compact_sched::{
        SWITCH_NEXT_COMM_INDEX, SWITCH_NEXT_PID, SWITCH_NEXT_PRIO, SWITCH_PREV_STATE,
    };
    let compact = Compact::read(bytes);
    if let Some(name) = prev_comm {
        emit("prev_comm", ArgValue::Str(name.into()), each);
    }
    if let Some(before) = index.checked_sub(1) {
        compact.emit("prev_pid", (SWITCH_NEXT_PID, before), each);
        compact.emit("prev_prio", (SWITCH_NEXT_PRIO, before), each);
    }
    compact.emit("prev_state", (SWITCH_PREV_STATE, index), each);
    compact.emit_comm("next_comm", (SWITCH_NEXT_COMM_INDEX, index), each);
    compact.emit("next_pid", (SWITCH_NEXT_PID, index), each);
    compact.emit("next_prio", (SWITCH_NEXT_PRIO, index), each);
}

fn waking(bytes: &[u8], index: usize, each: &mut dyn FnMut(Arg<'_>)) {
    use compact_sched::{WAKING_COMM_INDEX, WAKING_PID, WAKING_PRIO, WAKING_TARGET_CPU};
    let compact = Compact::read(bytes);
    compact.emit_comm("comm", (WAKING_COMM_INDEX, index), each);
    compact.emit("pid", (WAKING_PID, index), each);
    compact.emit("prio", (WAKING_PRIO, index), each);
    compact.emit("target_cpu", (WAKING_TARGET_CPU, index), each);
}
