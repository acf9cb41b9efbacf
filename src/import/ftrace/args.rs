//! The fields of an ftrace event, decoded from the trace when they are asked for.
//!
//! Keys, order and types are those of the reference's `ftrace_event` arguments.

use super::generic::GenericEvents;
use super::schema::{self, FieldKind};
use crate::decode::fields::{Field, FieldValue, Fields, PackedVarints};
use crate::model::args::{Arg, ArgValue};
use crate::model::sched::{CPUS_PER_MACHINE, FtraceRow};

/// The event that carries names and types of its own.
pub(super) const GENERIC: u32 = 327;

/// Fields that hold an interned kernel function: event and field.
const SYMBOLS: [(u32, u32); 6] = [(18, 2), (58, 2), (59, 2), (437, 2), (438, 3), (553, 3)];

/// What fields mean besides what they hold.
pub(in crate::import) struct Context<'a> {
    /// Names interned kernel functions.
    pub(in crate::import) symbol: &'a dyn Fn(u64) -> Option<Vec<u8>>,
    /// Events that the trace describes.
    pub(in crate::import) generic: &'a GenericEvents,
}

/// Calls `each` for every field of the event of a row, whose bytes begin at the start of `bytes`.
pub(in crate::import) fn args(
    row: &FtraceRow,
    is_waking: bool,
    bytes: &[u8],
    context: &Context<'_>,
    each: &mut dyn FnMut(Arg<'_>),
) {
    let Some(message) = Fields::new(bytes).next() else {
        return;
    };
    match row.index {
        Some(index) if is_waking => waking(message.as_bytes(), index as usize, each),
        Some(index) => switch(message.as_bytes(), index as usize, each),
        None => {
            let body = message
                .fields()
                .find(|field| matches!(field.value, FieldValue::Bytes(_)));
            let Some(body) = body else { return };
            if body.number >= super::generic::FIRST_NUMBER {
                let event = (row.cpu / CPUS_PER_MACHINE, body.number);
                let mut field = |name: &str, value| emit(name, value, each);
                context.generic.args(event, body.as_bytes(), &mut field);
            } else {
                event(&body, context.symbol, each);
            }
        }
    }
}

fn event(body: &Field<'_>, symbol: &dyn Fn(u64) -> Option<Vec<u8>>, each: &mut dyn FnMut(Arg<'_>)) {
    if body.number == GENERIC {
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

/// A field that is younger than the list of events.
fn guess<'a>(field: &Field<'a>) -> ArgValue<'a> {
    match field.value {
        FieldValue::Bytes(bytes) => ArgValue::Str(bytes.into()),
        _ => ArgValue::Int(field.as_i64()),
    }
}

/// An event of a kernel module: each field has a name and one of three values.
fn generic(body: &[u8], each: &mut dyn FnMut(Arg<'_>)) {
    for field in Fields::new(body).filter(|field| field.number == 2) {
        let mut name = &b""[..];
        let mut value = None;
        for part in field.fields() {
            match part.number {
                1 => name = part.as_bytes(),
                3 => value = Some(ArgValue::Str(part.as_bytes().into())),
                4 | 5 => value = Some(ArgValue::Int(part.as_i64())),
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
                5 => compact.comms.push(field.as_bytes()),
                number @ 1..=12 => {
                    compact.arrays[number as usize] = field.as_bytes();
                }
                _ => {}
            }
        }
        compact
    }

    fn get(&self, array: usize, index: usize) -> i64 {
        let mut array = PackedVarints::new(self.arrays[array]);
        array.nth(index).map_or(0, u64::cast_signed)
    }

    fn comm(&self, array: usize, index: usize) -> &'a [u8] {
        let index = usize::try_from(self.get(array, index)).unwrap_or(usize::MAX);
        self.comms.get(index).copied().unwrap_or_default()
    }
}

/// What a compact switch leaves out is what the one before it in the bundle says.
fn switch(bytes: &[u8], index: usize, each: &mut dyn FnMut(Arg<'_>)) {
    let compact = Compact::read(bytes);
    if let Some(before) = index.checked_sub(1) {
        emit(
            "prev_comm",
            ArgValue::Str(compact.comm(6, before).into()),
            each,
        );
        emit("prev_pid", ArgValue::Int(compact.get(3, before)), each);
        emit("prev_prio", ArgValue::Int(compact.get(4, before)), each);
    }
    emit("prev_state", ArgValue::Int(compact.get(2, index)), each);
    emit(
        "next_comm",
        ArgValue::Str(compact.comm(6, index).into()),
        each,
    );
    emit("next_pid", ArgValue::Int(compact.get(3, index)), each);
    emit("next_prio", ArgValue::Int(compact.get(4, index)), each);
}

fn waking(bytes: &[u8], index: usize, each: &mut dyn FnMut(Arg<'_>)) {
    let compact = Compact::read(bytes);
    emit("comm", ArgValue::Str(compact.comm(11, index).into()), each);
    emit("pid", ArgValue::Int(compact.get(8, index)), each);
    emit("prio", ArgValue::Int(compact.get(10, index)), each);
    emit("target_cpu", ArgValue::Int(compact.get(9, index)), each);
}
