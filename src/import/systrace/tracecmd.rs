//! What trace-cmd prints of the scheduler: not `key=value`, but the words of its plugins.
//!
//! A task is `comm:pid [prio]`. Tasks may be named with anything, so both are read from their ends.

use super::line::decimal;

/// Fields of an event by their names in the schema, each as text.
pub(super) type Named<'a> = Vec<(&'static str, &'a [u8])>;

/// Reads a switch: `comm:pid [prio] state ==> comm:pid [prio]`.
pub(super) fn switch(text: &[u8]) -> Option<Named<'_>> {
    const ARROW: &[u8] = b" ==> ";
    let arrow = memchr::memmem::find(text, ARROW)?;
    let (prev, state) = last_word(text.get(..arrow)?)?;
    let next = text.get(arrow + ARROW.len()..)?;
    let mut fields = task(prev, ["prev_comm", "prev_pid", "prev_prio"])?;
    fields.push(("prev_state", state));
    fields.extend(task(next, ["next_comm", "next_pid", "next_prio"])?);
    Some(fields)
}

/// Reads a wakeup: `comm:pid [prio] success=1 CPU:000`.
pub(super) fn wakeup(text: &[u8]) -> Option<Named<'_>> {
    let mut text = text.trim_ascii();
    let mut fields = Named::new();
    for (before, name) in [(&b"CPU:"[..], "target_cpu"), (b"success=", "success")] {
        if let Some((rest, word)) = last_word(text)
            && let Some(value) = word.strip_prefix(before)
        {
            fields.push((name, value));
            text = rest;
        }
    }
    fields.extend(task(text, ["comm", "pid", "prio"])?);
    Some(fields)
}

/// Reads `comm:pid [prio]`.
fn task<'a>(text: &'a [u8], [comm, pid, prio]: [&'static str; 3]) -> Option<Named<'a>> {
    let mut fields = Named::new();
    let mut text = text.trim_ascii();
    if let Some((rest, word)) = last_word(text)
        && let Some(number) = word.strip_prefix(b"[").and_then(|n| n.strip_suffix(b"]"))
    {
        fields.push((prio, number));
        text = rest;
    }
    let colon = memchr::memrchr(b':', text)?;
    let (name, number) = text.split_at_checked(colon)?;
    let number = number.get(1..)?;
    decimal(number)?;
    fields.extend([(comm, name), (pid, number)]);
    Some(fields)
}

/// Splits the last word off.
fn last_word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.trim_ascii_end();
    let (rest, word) = text.split_at_checked(memchr::memrchr(b' ', text)?)?;
    Some((rest.trim_ascii_end(), word.trim_ascii_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(fields: Option<Named<'_>>) -> Option<String> {
        let text =
            |(name, value): &(&str, &[u8])| format!("{name}={}", String::from_utf8_lossy(value));
        Some(fields?.iter().map(text).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn tasks_may_be_called_anything() {
        let text = b"a [1] b:2:55 [120] R+ ==> my app:77 [-1]";
        let expected = "prev_prio=120 prev_comm=a [1] b:2 prev_pid=55 prev_state=R+ \
            next_prio=-1 next_comm=my app next_pid=77";
        assert_eq!(texts(switch(text)).as_deref(), Some(expected));
        let expected = "target_cpu=003 success=1 prio=120 comm=a b pid=1234";
        let text = b"a b:1234 [120] success=1 CPU:003";
        assert_eq!(texts(wakeup(text)).as_deref(), Some(expected));
        assert_eq!(texts(wakeup(b"a:1")).as_deref(), Some("comm=a pid=1"));
    }

    #[test]
    fn other_text_is_none() {
        for text in [
            &b""[..],
            b"==>",
            b"a:1 [2] S",
            b"a [2] S ==> b:1 [2]",
            b"a:b [1] S ==> c:1",
        ] {
            assert_eq!(texts(switch(text)), None);
        }
        assert_eq!(texts(wakeup(b"success=1 CPU:001")), None);
    }
}
