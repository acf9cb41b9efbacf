//! Writes events as protobuf messages, by the names of their fields.
//!
//! The schema is that of the importer of binary ftrace; what text spells otherwise is
//! listed here. Events that it does not know keep their text as their only field.

use memchr::memmem;

use super::line::{Line, decimal};
use super::tracecmd;
use crate::decode::fields::Fields;
use crate::decode::wire::{push_bytes, push_number};
use crate::import::ftrace::schema::{EventSchema, FieldKind, FieldSchema, event_named};
use crate::proto::ftrace_event::{self, generic, print, sys_enter, sys_exit};
use crate::proto::trace;

/// A message under construction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Message(Vec<u8>);

impl Message {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn number(&mut self, field: u32, value: u64) {
        push_number(field, value, &mut self.0);
    }

    pub(super) fn bytes(&mut self, field: u32, bytes: &[u8]) {
        push_bytes(field, bytes, &mut self.0);
    }

    pub(super) fn message(&mut self, field: u32, message: &Self) {
        self.bytes(field, &message.0);
    }

    /// Moves the fields of another message here.
    pub(super) fn append(&mut self, other: &mut Self) {
        self.0.append(&mut other.0);
    }

    /// Writes the message as a packet of a trace.
    pub(super) fn into_packet(self, out: &mut Vec<u8>) {
        push_bytes(trace::PACKET, &self.0, out);
    }
}

/// Names in text that differ from those of the schema: event, name in text, field.
const ALIASES: &[(&str, &str, &str)] = &[
    ("sched_blocked_reason", "iowait", "io_wait"),
    ("cpu_frequency_limits", "min", "min_freq"),
    ("cpu_frequency_limits", "max", "max_freq"),
    ("binder_transaction", "transaction", "debug_id"),
    ("binder_transaction", "dest_node", "target_node"),
    ("binder_transaction", "dest_proc", "to_proc"),
    ("binder_transaction", "dest_thread", "to_thread"),
    ("binder_transaction_received", "transaction", "debug_id"),
    ("binder_transaction_alloc_buf", "transaction", "debug_id"),
    ("rss_stat", "type", "member"),
];

/// Fields without which an event would say something else: taken for zero they are another thread, CPU,
/// system call or value.
const NEEDED: &[(&str, &[&str])] = &[
    ("sched_switch", &["prev_pid", "next_pid"]),
    ("sched_waking", &["pid"]),
    ("sched_wakeup", &["pid"]),
    ("sched_wakeup_new", &["pid"]),
    ("cpu_frequency", &["state", "cpu_id"]),
    ("cpu_idle", &["state", "cpu_id"]),
    ("rss_stat", &["member", "size"]),
    ("sys_enter", &["id"]),
    ("sys_exit", &["id"]),
];

/// Kinds of memory as the kernel names them, in the order of their numbers.
const MEMBERS: [&[u8]; 4] = [
    b"MM_FILEPAGES",
    b"MM_ANONPAGES",
    b"MM_SWAPENTS",
    b"MM_SHMEMPAGES",
];
/// The number of a kind of memory that is not known.
const NO_MEMBER: u64 = 99;

/// Fields that name a kernel function, which messages intern. An address stands for itself:
/// text has no list of the kernel's symbols.
const SYMBOLS: &[(&str, &str)] = &[
    ("sched_blocked_reason", "caller"),
    ("workqueue_execute_start", "function"),
    ("workqueue_execute_end", "function"),
    ("workqueue_queue_work", "function"),
];

/// Returns the text of an event that user space wrote.
fn marker<'a>(line: &Line<'a>) -> Option<&'a [u8]> {
    matches!(line.event, b"tracing_mark_write" | b"print" | b"0").then(|| {
        let text = line.args.strip_prefix(b"tracing_mark_write:");
        text.unwrap_or(line.args).trim_ascii_start()
    })
}

/// Returns the process that a marker names: slices bind the thread that wrote them to it, and a thread of
/// its id is the main one of it from then on.
pub(super) fn marked_process(line: &Line<'_>) -> Option<u32> {
    let mut fields = marker(line)?.split(|&byte| byte == b'|');
    let phase = fields.next()?.first()?;
    let pid = u32::try_from(decimal(fields.next()?)?).ok()?;
    let is_known = matches!(
        phase,
        b'B' | b'E' | b'I' | b'S' | b'F' | b'C' | b'N' | b'G' | b'H'
    );
    (is_known && pid != 0).then_some(pid)
}

/// Returns the threads that a scheduling event names, with their names.
pub(super) fn scheduled_threads<'a>(line: &Line<'a>) -> impl Iterator<Item = (u32, &'a [u8])> {
    let keys: &[(&[u8], &[u8])] = match line.event {
        b"sched_switch" => &[
            (b"prev_comm=", b" prev_pid="),
            (b"next_comm=", b" next_pid="),
        ],
        b"sched_waking" | b"sched_wakeup" | b"sched_wakeup_new" => &[(b"comm=", b" pid=")],
        _ => &[],
    };
    let args = line.args;
    keys.iter().filter_map(move |(name, pid)| {
        let name = args.get(memmem::find(args, name)? + name.len()..)?;
        let (name, rest) = name.split_at_checked(memmem::find(name, pid)?)?;
        let pid = rest.get(pid.len()..)?.split(|&byte| byte == b' ').next()?;
        Some((u32::try_from(decimal(pid)?).ok()?, name))
    })
}

/// An event as a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Body {
    /// The number of its field in `FtraceEvent`.
    pub(super) number: u32,
    pub(super) fields: Message,
    /// Whether the text of the event could not be read, though it is needed.
    pub(super) is_unread: bool,
}

/// Returns an event as a message. An event that is not known, or is not spelled as it should be, keeps its
/// text.
pub(super) fn event_body(line: &Line<'_>, intern: &mut dyn FnMut(&[u8]) -> u64) -> Body {
    let mut fields = Message::default();
    if let Some(marker) = marker(line) {
        fields.bytes(print::BUF, marker);
        return Body {
            number: ftrace_event::PRINT,
            fields,
            is_unread: false,
        };
    }
    let Some(schema) = std::str::from_utf8(line.event).ok().and_then(event_named) else {
        return as_text(line, false);
    };
    if !words_of(schema, line.args, &mut fields, intern) {
        let (lead, values) = split(schema, line.args);
        lead_field(schema, lead, &mut fields, intern);
        for (field, value) in values {
            value_of(schema, field, value, &mut fields, intern);
        }
    }
    if let Some((_, needed)) = NEEDED.iter().find(|(event, _)| *event == schema.name) {
        let is_there = |name: &&str| {
            let field = schema.field_named(name);
            field.is_some_and(|field| Fields::new(&fields.0).last_of(field.number).is_some())
        };
        if !needed.iter().all(is_there) {
            return as_text(line, true);
        }
    }
    if fields.len() == 0 && !line.args.is_empty() {
        return as_text(line, false);
    }
    Body {
        number: schema.number,
        fields,
        is_unread: false,
    }
}

/// Returns an event of which only the name and the text are known.
fn as_text(line: &Line<'_>, is_unread: bool) -> Body {
    let (mut fields, mut field) = (Message::default(), Message::default());
    field.bytes(generic::field::NAME, b"text");
    field.bytes(generic::field::STR_VALUE, line.args);
    fields.bytes(generic::EVENT_NAME, line.event);
    fields.message(generic::FIELD, &field);
    Body {
        number: ftrace_event::GENERIC,
        fields,
        is_unread,
    }
}

/// Reads events that are not always written as `key=value`. Returns whether the event was read.
fn words_of(
    schema: &EventSchema,
    args: &[u8],
    body: &mut Message,
    intern: &mut dyn FnMut(&[u8]) -> u64,
) -> bool {
    let named = match schema.name {
        "sys_enter" | "sys_exit" => return system_call(schema, args, body),
        "sched_switch" if !args.starts_with(b"prev_") => tracecmd::switch(args),
        "sched_wakeup" | "sched_wakeup_new" | "sched_waking" if !args.starts_with(b"comm=") => {
            tracecmd::wakeup(args)
        }
        _ => None,
    };
    let Some(named) = named else { return false };
    for (name, value) in named {
        if let Some(field) = schema.field_named(name) {
            value_of(schema, field, value, body, intern);
        }
    }
    true
}

/// Reads `NR 1 (3, 7ffc, 8, 0, 0, 0)`, with arguments in hexadecimal, and `NR 1 = -11`.
fn system_call(schema: &EventSchema, args: &[u8], body: &mut Message) -> bool {
    let Some(call) = args.strip_prefix(b"NR ") else {
        return false;
    };
    let end = call.iter().position(|&byte| byte == b' ');
    let (id, rest) = call.split_at(end.unwrap_or(call.len()));
    let Some(id) = number(id) else { return false };
    let rest = rest.trim_ascii();
    if schema.number == ftrace_event::SYS_EXIT {
        body.number(sys_exit::ID, id);
        if let Some(ret) = rest.strip_prefix(b"= ").and_then(number) {
            body.number(sys_exit::RET, ret);
        }
        return true;
    }
    body.number(sys_enter::ID, id);
    let values = rest
        .strip_prefix(b"(")
        .and_then(|rest| rest.strip_suffix(b")"));
    for value in values.unwrap_or_default().split(|&byte| byte == b',') {
        let value = std::str::from_utf8(value.trim_ascii()).unwrap_or_default();
        if let Ok(value) = u64::from_str_radix(value, 16) {
            body.number(sys_enter::ARGS, value);
        }
    }
    true
}

/// Splits `lead key=value key=value`, where values may hold spaces, at the keys of the schema.
fn split<'a>(schema: &EventSchema, args: &'a [u8]) -> (&'a [u8], Vec<(FieldSchema, &'a [u8])>) {
    let mut keys: Vec<(usize, usize, FieldSchema)> = Vec::new();
    for equals in memchr::memchr_iter(b'=', args) {
        let before = args.get(..equals).unwrap_or_default();
        let start = before
            .iter()
            .rposition(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
            .map_or(0, |at| at + 1);
        let key = before.get(start..).unwrap_or_default();
        if let Some(field) = field_named(schema, key) {
            keys.push((start, equals + 1, field));
        }
    }
    let lead_end = keys.first().map_or(args.len(), |key| key.0);
    let ends = keys.iter().skip(1).map(|key| key.0).chain([args.len()]);
    let fields = keys.iter().zip(ends).map(|(&(_, start, field), end)| {
        let value = args.get(start..end).unwrap_or_default().trim_ascii();
        (field, value.strip_suffix(b",").unwrap_or(value))
    });
    let lead = args.get(..lead_end).unwrap_or_default().trim_ascii();
    (lead, fields.collect())
}

fn field_named(schema: &EventSchema, key: &[u8]) -> Option<FieldSchema> {
    let key = std::str::from_utf8(key).ok()?;
    let alias = ALIASES
        .iter()
        .find(|(event, name, _)| *event == schema.name && *name == key);
    schema.field_named(alias.map_or(key, |(_, _, field)| field))
}

/// Writes what stands before the first key: a name, a reason in parentheses, or a work item.
fn lead_field(
    schema: &EventSchema,
    lead: &[u8],
    body: &mut Message,
    intern: &mut dyn FnMut(&[u8]) -> u64,
) {
    if lead.is_empty() {
        return;
    }
    if let Some(work) = lead.strip_prefix(b"work struct ") {
        let (address, rest) = match memchr::memchr(b':', work) {
            Some(colon) => (work.get(..colon), work.get(colon + 1..)),
            None => (Some(work), None),
        };
        let function = rest.and_then(|rest| rest.trim_ascii().strip_prefix(b"function "));
        for (name, value) in [("work", address), ("function", function)] {
            if let (Some(field), Some(value)) = (schema.field_named(name), value) {
                value_of(schema, field, value, body, intern);
            }
        }
        return;
    }
    let field = ["name", "reason"]
        .into_iter()
        .find_map(|name| schema.field_named(name));
    if let Some(field) = field.filter(|field| field.kind == FieldKind::Text) {
        let inner = lead
            .strip_prefix(b"(")
            .and_then(|lead| lead.strip_suffix(b")"));
        body.bytes(field.number, inner.unwrap_or(lead));
    }
}

fn value_of(
    schema: &EventSchema,
    field: FieldSchema,
    value: &[u8],
    body: &mut Message,
    intern: &mut dyn FnMut(&[u8]) -> u64,
) {
    if field.kind == FieldKind::Text {
        body.bytes(field.number, value);
        return;
    }
    let number = match (schema.name, field.name) {
        ("sched_switch", "prev_state") => Some(task_state(value)),
        ("irq_handler_exit", "ret") => Some(u64::from(value == b"handled")),
        ("rss_stat", "member") if value.starts_with(b"MM_") => {
            let member = MEMBERS.iter().position(|name| *name == value);
            Some(member.map_or(NO_MEMBER, |member| member as u64))
        }
        names if SYMBOLS.contains(&names) => {
            let end = value.iter().position(|&byte| byte == b'+' || byte == b' ');
            Some(intern(
                value.get(..end.unwrap_or(value.len())).unwrap_or(value),
            ))
        }
        _ => number(value),
    };
    if let Some(number) = number {
        body.number(field.number, number);
    }
}

/// Reads a number: decimal or hexadecimal, perhaps negative, perhaps with a unit behind it.
fn number(text: &[u8]) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix(b"-") {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (radix, digits) = match digits.strip_prefix(b"0x") {
        Some(digits) => (16, digits),
        None => (10, digits),
    };
    let end = digits
        .iter()
        .position(|&byte| !char::from(byte).is_digit(radix))
        .unwrap_or(digits.len());
    let digits = std::str::from_utf8(digits.get(..end)?).ok()?;
    let number = u64::from_str_radix(digits, radix).ok()?;
    Some(if negative {
        number.wrapping_neg()
    } else {
        number
    })
}

/// Returns the bits of a thread state such as `S`, `R+` or `D|K`, as kernels before 4.8 number
/// them: text does not say which kernel wrote it.
fn task_state(text: &[u8]) -> u64 {
    const PREEMPTED: u64 = 0x800;
    let letters = text.iter().map(|letter| match letter {
        b'S' => 0x1,
        b'D' => 0x2,
        b'T' => 0x4,
        b't' => 0x8,
        b'X' => 0x10,
        b'Z' => 0x20,
        b'x' => 0x40,
        b'K' => 0x80,
        b'W' => 0x100,
        b'P' => 0x200,
        b'N' => 0x400,
        // Idle is an uninterruptible sleep that does not count as load.
        b'I' => 0x402,
        b'+' => PREEMPTED,
        _ => 0,
    });
    match number(text) {
        Some(bits) => bits,
        None => letters.fold(0, |bits, letter| bits | letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of an event and its fields as (number, value or text).
    fn body(event: &str, args: &str) -> (u32, Vec<(u32, String)>) {
        let line = Line {
            task: b"",
            pid: 0,
            tgid: None,
            cpu: 0,
            ts: 0,
            event: event.as_bytes(),
            args: args.as_bytes(),
        };
        let mut symbols = Vec::new();
        let body = event_body(&line, &mut |symbol| {
            symbols.push(String::from_utf8_lossy(symbol).into_owned());
            1000
        });
        let mut fields: Vec<(u32, String)> = Fields::new(&body.fields.0)
            .map(|field| {
                let text = String::from_utf8_lossy(field.as_bytes()).into_owned();
                let value = if text.is_empty() {
                    field.as_i64().to_string()
                } else {
                    text
                };
                (field.number, value)
            })
            .collect();
        fields.extend(symbols.into_iter().map(|symbol| (0, symbol)));
        (body.number, fields)
    }

    fn fields(pairs: &[(u32, &str)]) -> Vec<(u32, String)> {
        pairs
            .iter()
            .map(|(number, value)| (*number, (*value).to_owned()))
            .collect()
    }

    #[test]
    fn sched_switch() {
        let args = "prev_comm=a =b prev_pid=1 prev_prio=120 prev_state=R+ ==> next_comm=Binder:1_2 next_pid=2 next_prio=-1";
        let expected = fields(&[
            (1, "a =b"),
            (2, "1"),
            (3, "120"),
            (4, "2048"),
            (5, "Binder:1_2"),
            (6, "2"),
            (7, "-1"),
        ]);
        assert_eq!(body("sched_switch", args), (4, expected));
    }

    #[test]
    fn states_of_threads() {
        for (text, state) in [("S", 0x1), ("D|K", 0x82), ("I", 0x402), ("R+", 0x800)] {
            assert_eq!(task_state(text.as_bytes()), state, "{text}");
        }
    }

    #[test]
    fn names_that_differ_from_the_schema() {
        let args =
            "transaction=5 dest_node=1 dest_proc=2 dest_thread=3 reply=0 flags=0x10 code=0x1";
        let expected = fields(&[
            (1, "5"),
            (2, "1"),
            (3, "2"),
            (4, "3"),
            (5, "0"),
            (7, "16"),
            (6, "1"),
        ]);
        assert_eq!(body("binder_transaction", args), (50, expected));
        let expected = fields(&[(1, "7"), (3, "1"), (2, "1000"), (0, "wait_on_page")]);
        let args = "pid=7 iowait=1 caller=wait_on_page+0x10/0x20";
        assert_eq!(body("sched_blocked_reason", args), (18, expected.clone()));
        let args = "pid=7, iowait=1, caller=wait_on_page [ext4]";
        assert_eq!(body("sched_blocked_reason", args), (18, expected));
        let expected = fields(&[(2, "timer"), (1, "5")]);
        let args = "name=timer, irq=5";
        assert_eq!(body("irq_handler_entry", args), (36, expected));
    }

    #[test]
    fn what_stands_before_the_keys() {
        let expected = fields(&[(1, "gpu_clk"), (2, "300"), (3, "0")]);
        assert_eq!(
            body("clock_set_rate", "gpu_clk state=300 cpu_id=0"),
            (16, expected)
        );
        let expected = fields(&[(1, "Function call interrupts")]);
        assert_eq!(
            body("ipi_entry", "(Function call interrupts)"),
            (21, expected)
        );
        let expected = fields(&[(1, "255"), (2, "1000"), (0, "flush")]);
        let args = "work struct 0xff: function flush";
        assert_eq!(body("workqueue_execute_start", args), (58, expected));
    }

    #[test]
    fn markers_and_unknown_events() {
        let marker = (3, fields(&[(2, "B|1|a b")]));
        assert_eq!(body("tracing_mark_write", "B|1|a b"), marker);
        assert_eq!(body("print", "tracing_mark_write: B|1|a b"), marker);
        assert_eq!(body("0", "B|1|a b"), marker);
        let (number, unknown) = body("no_such_event", "x=1");
        assert_eq!((number, unknown[0].1.as_str()), (327, "no_such_event"));
    }

    #[test]
    fn the_process_of_a_marker() {
        for (text, process) in [
            ("B|7|a", Some(7)),
            ("E|7", Some(7)),
            ("B|0|a", None),
            ("Z|7|a", None),
            ("hello", None),
        ] {
            let line = Line {
                event: b"print",
                args: text.as_bytes(),
                ..Line::default()
            };
            assert_eq!(marked_process(&line), process, "{text}");
        }
    }

    #[test]
    fn system_calls() {
        let values = fields(&[(1, "202"), (2, "1"), (2, "255")]);
        assert_eq!(body("sys_enter", "NR 202 (1, ff)"), (329, values));
        let values = fields(&[(1, "202"), (2, "-11")]);
        assert_eq!(body("sys_exit", "NR 202 = -11"), (330, values));
    }

    #[test]
    fn what_cannot_be_read_keeps_its_text() {
        for (event, args, is_unread) in [
            ("sched_switch", "a ==> b", true),
            ("sched_waking", "comm=a prio=1", true),
            ("sys_enter", "1 2", true),
            ("rss_stat", "size=1", true),
            ("block_rq_issue", "8,0 W 4096 () 1000 + 8", false),
        ] {
            let (number, values) = body(event, args);
            assert_eq!((number, values[0].1.as_str()), (327, event), "{args}");
            let line = Line {
                event: event.as_bytes(),
                args: args.as_bytes(),
                ..Line::default()
            };
            assert_eq!(event_body(&line, &mut |_| 0).is_unread, is_unread, "{args}");
        }
    }

    #[test]
    fn kinds_of_memory() {
        for (kind, member) in [
            ("MM_ANONPAGES", "1"),
            ("MM_SHMEMPAGES", "3"),
            ("MM_X", "99"),
        ] {
            let args = format!("mm_id=1 curr=1 type={kind} size=5B");
            let expected = fields(&[(4, "1"), (3, "1"), (1, member), (2, "5")]);
            assert_eq!(body("rss_stat", &args), (313, expected));
        }
    }

    #[test]
    fn numbers_in_every_spelling() {
        for (text, expected) in [
            ("12", Some(12)),
            ("0xfF", Some(255)),
            ("-1", Some(u64::MAX)),
            ("4096B", Some(4096)),
            ("", None),
            ("x", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(number(text.as_bytes()), expected, "{text}");
        }
    }
}
