//! One line of ftrace text: `task-pid (tgid) [cpu] flags seconds.fraction: event: arguments`.
//!
//! Task names may hold spaces, dashes and brackets, so the CPU is looked for first and
//! the rest read outwards from it.

/// An event as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// The name of the thread.
    pub(super) task: &'a [u8],
    /// The id of the thread.
    pub(super) pid: u32,
    /// The id of its process, if it is known.
    pub(super) tgid: Option<u32>,
    pub(super) cpu: u32,
    /// When, in nanoseconds.
    pub(super) ts: u64,
    /// The name of the event.
    pub(super) event: &'a [u8],
    /// What follows the name of the event.
    pub(super) args: &'a [u8],
}

impl<'a> Line<'a> {
    /// Reads a line; `None` if it is no event.
    pub(super) fn parse(line: &'a [u8]) -> Option<Self> {
        let line = line.trim_ascii_end();
        memchr::memchr_iter(b'[', line).find_map(|at| Self::around(line, at))
    }

    /// Reads a line whose CPU is the bracket at `at`. A line may have any number of brackets: whether one is
    /// that of the CPU is decided by what stands close to it.
    fn around(line: &'a [u8], at: usize) -> Option<Self> {
        let (left, bracket) = line.split_at_checked(at)?;
        let end = bracket.iter().take(8).position(|&byte| byte == b']')?;
        let cpu = decimal(bracket.get(1..end)?)?;
        let (task, pid, tgid) = thread(left.trim_ascii_end())?;
        let (ts, rest) = time(bracket.get(end + 1..)?)?;
        let (event, args) = named(rest)?;
        Some(Self {
            task,
            pid,
            tgid,
            cpu: u32::try_from(cpu).ok()?,
            ts,
            event,
            args,
        })
    }
}

/// Reads the name of an event and what follows it: `name: arguments`, or, of system calls that are
/// traced by their names, `name(fd: 3)` and `name -> 0x10`.
fn named(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.trim_ascii_start();
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b":(".contains(byte);
    let (name, rest) = text.split_at_checked(text.iter().position(is_end)?)?;
    let rest = rest.trim_ascii_start();
    let args = match rest.strip_prefix(b":") {
        Some(args) => args.trim_ascii_start(),
        None if rest.starts_with(b"(") || rest.starts_with(b"->") => rest,
        None => return None,
    };
    (!name.is_empty()).then_some((name, args))
}

/// Reads that events were lost: `CPU:3 [LOST 5 EVENTS]`, or as trace-cmd says it,
/// `CPU:3 [5 EVENTS DROPPED]`, both also without the number. Returns the CPU and the number.
pub(super) fn lost(line: &[u8]) -> Option<(u64, Option<u64>)> {
    let line = line.trim_ascii().strip_prefix(b"CPU:")?;
    let (cpu, rest) = line.split_at_checked(memchr::memchr(b' ', line)?)?;
    let inner = rest.trim_ascii().strip_prefix(b"[")?.strip_suffix(b"]")?;
    let number = inner
        .strip_prefix(b"LOST")
        .and_then(|rest| rest.strip_suffix(b"EVENTS"))
        .or_else(|| inner.strip_suffix(b"EVENTS DROPPED"))?;
    Some((decimal(cpu)?, decimal(number.trim_ascii())))
}

/// Reads `task-pid`, `task-pid (tgid)` or `task-pid (-----)`.
fn thread(text: &[u8]) -> Option<(&[u8], u32, Option<u32>)> {
    let mut text = text;
    let mut tgid = None;
    if let Some(inner) = text.strip_suffix(b")") {
        let (left, group) = last_after(b'(', inner)?;
        let group = group.trim_ascii();
        tgid = decimal(group).and_then(|id| u32::try_from(id).ok());
        if tgid.is_none() && !group.iter().all(|&byte| byte == b'-') {
            return None;
        }
        text = left.trim_ascii_end();
    }
    let (task, pid) = last_after(b'-', text)?;
    let pid = u32::try_from(decimal(pid)?).ok()?;
    Some((task.trim_ascii(), pid, tgid))
}

/// Splits the number behind the last byte of a kind off, which is short.
fn last_after(byte: u8, text: &[u8]) -> Option<(&[u8], &[u8])> {
    const LEN_MAX: usize = 32;
    let start = text.len().saturating_sub(LEN_MAX);
    let at = start + memchr::memrchr(byte, text.get(start..)?)?;
    let (left, number) = text.split_at_checked(at)?;
    Some((left, number.get(1..)?))
}

/// Reads `seconds.fraction:`, after flags if there are any, which may touch it.
fn time(text: &[u8]) -> Option<(u64, &[u8])> {
    const NS_PER_S: u64 = 1_000_000_000;
    const FLAGS_MAX: usize = 8;
    const WORDS_MAX: usize = 4;
    const WORD_MAX: usize = 64;
    let mut text = text.trim_ascii_start();
    for _ in 0..WORDS_MAX {
        let mut word = text.iter().take(WORD_MAX);
        let end = word.position(u8::is_ascii_whitespace)?;
        let (word, rest) = text.split_at_checked(end)?;
        if let Some(number) = word.strip_suffix(b":") {
            let dot = memchr::memrchr(b'.', number)?;
            let (seconds, fraction) = number.split_at_checked(dot)?;
            let flags = seconds.iter().rposition(|byte| !byte.is_ascii_digit());
            let flags = flags.map_or(0, |last| last + 1);
            if flags > FLAGS_MAX {
                return None;
            }
            let seconds = seconds.get(flags..)?;
            let fraction = fraction.get(1..)?;
            let scale = 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
            let ns = decimal(fraction)?.checked_mul(NS_PER_S)? / scale;
            let ts = decimal(seconds)?.checked_mul(NS_PER_S)?.checked_add(ns)?;
            return Some((ts, rest));
        }
        if word.len() > FLAGS_MAX {
            return None;
        }
        text = rest.trim_ascii_start();
    }
    None
}

/// Reads a number of decimal digits and nothing else.
pub(super) fn decimal(text: &[u8]) -> Option<u64> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The parts of a line: task, pid, tgid, CPU, time, event and arguments.
    type Parts = (String, u32, Option<u32>, u32, u64, String, String);

    fn line(text: &str) -> Option<Parts> {
        let line = Line::parse(text.as_bytes())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Some((
            text(line.task),
            line.pid,
            line.tgid,
            line.cpu,
            line.ts,
            text(line.event),
            text(line.args),
        ))
    }

    #[test]
    fn lines_of_all_ages() {
        for (text, task, pid, tgid, cpu, ts, args) in [
            (
                "  sh-12    [003] 1.000001: print: B|1|x",
                "sh",
                12,
                None,
                3,
                1_000_001_000,
                "B|1|x",
            ),
            (
                "  sh-12    [003] d..3 1.5: print: x",
                "sh",
                12,
                None,
                3,
                1_500_000_000,
                "x",
            ),
            (
                "  sh-12    [003] dN..16.5: print: x",
                "sh",
                12,
                None,
                3,
                16_500_000_000,
                "x",
            ),
            (
                "  sh-12 (    7) [000] .N.1. 2.000000001: print: x y ",
                "sh",
                12,
                Some(7),
                0,
                2_000_000_001,
                "x y",
            ),
            (
                "  <idle>-0 (-----) [001] ...1 3.0: print: x",
                "<idle>",
                0,
                None,
                1,
                3_000_000_000,
                "x",
            ),
            (
                "a [1] b-c-9-12 (3) [002] .... 4.0: print: [3] 5.0: y: z",
                "a [1] b-c-9",
                12,
                Some(3),
                2,
                4_000_000_000,
                "[3] 5.0: y: z",
            ),
            (
                "sh-1 [000] 5.0: print:",
                "sh",
                1,
                None,
                0,
                5_000_000_000,
                "",
            ),
            (
                "sh-1 [000] 5.0: print: E\r",
                "sh",
                1,
                None,
                0,
                5_000_000_000,
                "E",
            ),
        ] {
            let expected = (
                task.to_owned(),
                pid,
                tgid,
                cpu,
                ts,
                "print".to_owned(),
                args.to_owned(),
            );
            assert_eq!(line(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_lines_are_no_events() {
        for text in [
            "",
            "# tracer: nop",
            "#           TASK-PID   CPU#  ||||    TIMESTAMP  FUNCTION",
            "var x = a[0] - 1;",
            "sh-12 [003] print: x",
            "sh-12 [003] 1.0 print: x",
            "sh-12 [003] 1.0: print",
            "sh-12 [003] .0: print: x",
            "sh-12 [003] 99999999999999999999.0: print: x",
            "sh-12 [003] 1.00000000000000000000000: print: x",
            "sh-99999999999 [003] 1.0: print: x",
            "sh [003] 1.0: print: x",
            "sh-12 (x) [003] 1.0: print: x",
            "sh-12 [003] ninechars1.0: print: x",
            "sh-12 [003] ninechars 1.0: print: x",
            "CPU:3 [LOST 5 EVENTS]",
        ] {
            assert_eq!(line(text), None, "{text}");
        }
    }

    #[test]
    fn system_calls_by_name() {
        let parts = |text| line(text).map(|parts| (parts.5, parts.6));
        let named = |event: &str, args: &str| Some((event.to_owned(), args.to_owned()));
        let text = "sh-1 [000] 5.0: sys_read(fd: 3, buf: 7f)";
        assert_eq!(parts(text), named("sys_read", "(fd: 3, buf: 7f)"));
        let text = "sh-1 [000] 5.0: sys_read -> 0x10";
        assert_eq!(parts(text), named("sys_read", "-> 0x10"));
        assert_eq!(parts("sh-1 [000] 5.0: sys_read <-x"), None);
    }

    #[test]
    fn events_that_were_lost() {
        assert_eq!(lost(b"CPU:3 [LOST 5 EVENTS]\r"), Some((3, Some(5))));
        assert_eq!(lost(b"CPU:3 [LOST EVENTS]"), Some((3, None)));
        assert_eq!(lost(b"CPU:0 [7 EVENTS DROPPED]"), Some((0, Some(7))));
        assert_eq!(lost(b"CPU:0 [EVENTS DROPPED]"), Some((0, None)));
        assert_eq!(lost(b"CPU:x [LOST 5 EVENTS]"), None);
        assert_eq!(lost(b"CPU 1 is empty"), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_not(text in "[a-c0-9\\[\\]().: -]{0,40}") {
            line(&text);
        }
    }
}
