//! `perfetty flow`: the chain of flows through a slice, or the slowest flows.
//!
//! The chain is the same as in the viewer's ladder, as text, JSON or a Mermaid diagram; without a slice,
//! delays are listed by pair of slice names.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};

use super::args::{FlowArgs, FlowFormat};
use super::out::Out;
use super::table::{self, Align, Table, with_plain_minus};
use super::{Absent, Exit, Usage, load};
use crate::app::reproduce::quoted;
use crate::app::resolve::{missing_categories, no_flow_of, one_of_several};
use crate::model::ids::{FlowId, SliceId};
use crate::model::trace::Trace;
use crate::query::flows::chain::{ChainPart, Ladder, branches_via, ladder_along};
use crate::query::flows::nested::nested_flows;
use crate::query::flows::stats::{GroupName, PairStats, by_pair};
use crate::query::flows::{
    Direction, category, is_before, is_hidden, leaves_open, n_of, other_end,
};
use crate::query::select::{self, SelectError};
use crate::query::selector::Selector;
use crate::query::told_apart::Sayings;
use crate::view::ladder::{column_names, delay, rung_label, slice_name, summary, title};
use crate::view::text::{clean_whole, counted, grouped};
use crate::view::time;

/// How many pairs of names are printed for people by default.
const PAIRS: usize = 30;

/// Runs the command.
pub fn run(args: &FlowArgs, out: &mut Out) -> anyhow::Result<Exit> {
    if args.from.is_none() && args.format == FlowFormat::Mermaid {
        return Err(Usage("--format mermaid needs --from".into()).into());
    }
    let trace = load::trace_to_judge(&args.input, out)?;
    match &args.from {
        Some(from) => print_chain(&trace, args, from, out)?,
        None => print_pairs(&trace, args, out)?,
    }
    Ok(Exit::Done)
}

/// Prints the slowest flows by pair of slice names.
fn print_pairs(trace: &Trace, args: &FlowArgs, out: &mut Out) -> anyhow::Result<()> {
    let pairs = by_pair(trace, &AtomicBool::new(false)).unwrap_or_default();
    let is_for_programs = args.format == FlowFormat::Json;
    let limit = table::limit(args.limit, is_for_programs, PAIRS);
    let shown = &pairs[..limit.min(pairs.len())];
    if is_for_programs {
        table::json(&pairs_shape(trace, shown), out)
    } else {
        Ok(pairs_text(trace, shown, pairs.len() - shown.len(), out)?)
    }
}

/// Prints the chain of flows through a slice.
fn print_chain(
    trace: &Trace,
    args: &FlowArgs,
    from: &Selector,
    out: &mut Out,
) -> anyhow::Result<()> {
    for selector in std::iter::once(from).chain(&args.via) {
        if let Some(words) = one_of_several(selector, trace, "slice:ID selects any of them") {
            out.warn(&format!("{selector}: {words}"));
        }
    }
    let slice = slice_by(trace, "--from", from)?;
    let via = (args.via.iter()).map(|selector| slice_by(trace, "--via", selector));
    let via = via.collect::<anyhow::Result<Vec<SliceId>>>()?;
    if let Some(category) = missing_categories(trace, &args.hide_flows, usize::MAX).first() {
        let words = format!("--hide-flows: {}", no_flow_of(category));
        return Err(Absent(words).into());
    }
    let hidden = args.hide_flows.iter().cloned().collect();
    let is_shown = |flow| !is_hidden(trace, flow, &hidden);
    let branches = branches_via(trace, slice, args.depth, &via, is_shown);
    let chain = ladder_along(trace, slice, args.depth, &branches, is_shown);
    let is_met = |slice: &SliceId| chain.rungs.iter().any(|rung| rung.slice == *slice);
    if let Some(missed) = via.iter().position(|slice| !is_met(slice)) {
        let selector = &args.via[missed];
        let why = "no flow of the chain leads there";
        return Err(Absent(format!("--via {selector}: {why}")).into());
    }
    match args.format {
        FlowFormat::Text => chain_text(trace, &chain, is_shown, out)?,
        FlowFormat::Json => table::json(&chain_shape(trace, &chain), out)?,
        FlowFormat::Mermaid => mermaid(trace, &chain, out)?,
    }
    Ok(())
}

/// Returns the slice that a flag selects.
fn slice_by(trace: &Trace, flag: &str, selector: &Selector) -> anyhow::Result<SliceId> {
    if matches!(
        selector,
        Selector::Area { .. } | Selector::Track(_) | Selector::Row { .. }
    ) {
        let words = format!("{flag} {selector}: a flow is of a slice, not of a track or an area");
        return Err(Usage(words).into());
    }
    select::slice_by(selector, trace).map_err(|error| {
        let words = format!("{flag} {selector}: {error}");
        // A wrong value is misuse; a slice that does not exist is an answer.
        match error {
            SelectError::Pattern(_) | SelectError::NotASlice => Usage(words).into(),
            _ => Absent(words).into(),
        }
    })
}

/// Prints a chain for people: a line for each slice, then where the time went.
fn chain_text(
    trace: &Trace,
    chain: &Ladder,
    is_shown: impl Fn(FlowId) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let sayings = Sayings::default();
    writeln!(
        out,
        "{}  ({})",
        clean_whole(&title(trace, chain, &sayings, usize::MAX)),
        summary(trace, chain)
    )?;
    writeln!(out)?;
    let mut table = Table::new(&[
        ("", Align::Left),
        ("at", Align::Right),
        ("delay", Align::Right),
        ("took", Align::Right),
        ("slice", Align::Left),
        ("thread", Align::Left),
        ("process", Align::Left),
        ("other flows", Align::Left),
    ]);
    let labels: Vec<String> = (0..chain.rungs.len())
        .map(|index| rung_label(trace, chain, &sayings, index))
        .collect();
    let start = trace.slices.ts(chain.rungs[0].slice).ns();
    for (index, rung) in chain.rungs.iter().enumerate() {
        let (thread, process) = column_names(trace, chain.columns[rung.column]);
        let at = trace.slices.ts(rung.slice).ns().saturating_sub(start);
        let delay = rung.hop.map_or_else(String::new, |flow| {
            let mark = if is_before(trace, flow) { " !" } else { "" };
            with_plain_minus(&format!("{}{mark}", delay(trace, flow)))
        });
        let others = match (rung.n_other_in, rung.n_other_out) {
            (0, 0) => String::new(),
            (n_in, n_out) => format!("{n_in} in, {n_out} out"),
        };
        let mark = if index == chain.selected { "▸" } else { "" };
        table.row(vec![
            format!("{mark}{}", index + 1),
            with_plain_minus(&time::signed(at)),
            delay,
            took(trace, rung.slice),
            labels[index].clone(),
            thread,
            process,
            others,
        ]);
    }
    table.text(out)?;
    for (direction, word) in [
        (Direction::Backward, "before"),
        (Direction::Forward, "after"),
    ] {
        if chain.more.contains(&direction) {
            writeln!(out, "… the chain goes on {word} (--depth)")?;
        }
    }
    if chain.rungs.len() < 2 {
        // With `--depth 0` there may be flows, which were not followed.
        if chain.more.is_empty() {
            without_chain(trace, chain.rungs[0].slice, is_shown, out)?;
        }
        return Ok(());
    }
    if chain.parts.is_empty() {
        return writeln!(out, "\nit takes no time");
    }
    parts_text(trace, chain, &labels, out)
}

/// Says that a slice has no chain, and what flows there are instead: some that begin and never arrive, and
/// those of slices around it or inside of it.
fn without_chain(
    trace: &Trace,
    slice: SliceId,
    is_shown: impl Fn(FlowId) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ways = [Direction::Backward, Direction::Forward];
    // None of these is shown, or there would be a chain.
    let has_flows = ways.iter().any(|&way| n_of(trace, slice, way) > 0);
    writeln!(
        out,
        "no flow leaves or reaches this slice{}",
        if has_flows { " but those hidden" } else { "" }
    )?;
    let n_lost = trace.flows.n_unfinished_at(slice);
    if n_lost > 0 {
        let (one, several) = (
            "flow begins here and never arrives",
            "flows begin here and never arrive",
        );
        writeln!(out, "{}", counted(n_lost, one, several))?;
    }
    for (direction, does) in [
        (Direction::Backward, "reach"),
        (Direction::Forward, "leave"),
    ] {
        let (nesting, found) = nested_flows(trace, slice, direction, 1, &is_shown);
        if let Some(&flow) = found.first() {
            let near = other_end(trace, flow, direction.reversed());
            let (word, name) = (nesting.word(), slice_name(trace, near));
            writeln!(
                out,
                "flows {does} slices {word} it, such as {name}{}",
                selecting(trace, near, ": --from ")
            )?;
        }
    }
    Ok(())
}

/// Prints where the time of a chain went.
fn parts_text(
    trace: &Trace,
    chain: &Ladder,
    labels: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "\nwhere the {} went", time::dur(chain.total_ns))?;
    let mut table = Table::new(&[
        ("time", Align::Right),
        ("share", Align::Right),
        ("", Align::Right),
        ("slice", Align::Left),
        ("thread", Align::Left),
    ]);
    for &(part, ns) in &chain.parts {
        let share = ns as f64 * 100.0 / chain.total_ns.max(1) as f64;
        let (index, what) = match part {
            ChainPart::Slice(index) => (index, labels[index].clone()),
            ChainPart::Wait(index) => (index, format!("wait for {}", labels[index])),
        };
        let (thread, _) = column_names(trace, chain.columns[chain.rungs[index].column]);
        table.row(vec![
            time::dur(ns),
            format!("{share:.1} %"),
            (index + 1).to_string(),
            what,
            thread,
        ]);
    }
    table.text(out)
}

fn took(trace: &Trace, slice: SliceId) -> String {
    trace
        .slices
        .dur(slice)
        .map_or_else(|| "never ended".to_owned(), |dur| time::dur(dur.ns()))
}

/// Returns a chain as JSON.
fn chain_shape(trace: &Trace, chain: &Ladder) -> Value {
    let sayings = Sayings::default();
    let slices = chain.rungs.iter().enumerate().map(|(index, rung)| {
        let utid = trace.utid_of(rung.slice);
        let upid = trace.upid_of(rung.slice);
        let thread = utid.map(|utid| trace.processes.thread(utid));
        let process = upid.map(|upid| trace.processes.process(upid));
        json!({
            "name": trace.slice_name(rung.slice),
            "told_apart_by": chain.told_apart(trace, &sayings, index),
            "ts": trace.slices.ts(rung.slice).ns(),
            "dur": trace.slices.dur(rung.slice).map(crate::base::time::Dur::ns),
            "tid": thread.map(|thread| thread.tid),
            "thread": thread.and_then(|thread| thread.name).map(|name| trace.text(name)),
            "pid": process.map(|process| process.pid),
            "process": process.and_then(|process| process.name).map(|name| trace.text(name)),
            "flow": rung.hop.map(|flow| json!({
                "trace_id": trace.flows.get(flow).trace_id,
                "category": category(trace, flow),
                "delay_ns": rung.delay_ns,
                "from_unended": leaves_open(trace, flow),
                "backward": is_before(trace, flow),
            })),
            "other_flows_in": rung.n_other_in,
            "other_flows_out": rung.n_other_out,
            "unfinished_flows": trace.flows.n_unfinished_at(rung.slice),
        })
    });
    let parts = chain.parts.iter().map(|&(part, ns)| {
        let (kind, slice) = match part {
            ChainPart::Slice(index) => ("slice", index),
            ChainPart::Wait(index) => ("wait", index),
        };
        json!({ "kind": kind, "slice": slice, "ns": ns })
    });
    json!({
        "selected": chain.selected,
        "total_ns": chain.total_ns,
        "more_before": chain.more.contains(&Direction::Backward),
        "more_after": chain.more.contains(&Direction::Forward),
        "slices": slices.collect::<Vec<_>>(),
        "parts": parts.collect::<Vec<_>>(),
    })
}

/// Prints a chain as a Mermaid sequence diagram.
pub fn mermaid(trace: &Trace, chain: &Ladder, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "sequenceDiagram")?;
    let sayings = Sayings::default();
    for (index, &column) in chain.columns.iter().enumerate() {
        let (thread, process) = column_names(trace, column);
        let name = if process.is_empty() {
            thread
        } else {
            format!("{thread} ({process})")
        };
        writeln!(out, "    participant T{index} as {}", mermaid_text(&name))?;
    }
    for (index, rung) in chain.rungs.iter().enumerate() {
        if let (Some(flow), Some(above)) = (rung.hop, index.checked_sub(1)) {
            let (from, to) = (chain.rungs[above].column, rung.column);
            writeln!(
                out,
                "    T{from}->>T{to}: {}",
                mermaid_text(&with_plain_minus(&delay(trace, flow)))
            )?;
        }
        let note = format!(
            "{} {}",
            rung_label(trace, chain, &sayings, index),
            took(trace, rung.slice)
        );
        writeln!(
            out,
            "    Note over T{}: {}",
            rung.column,
            mermaid_text(&note)
        )?;
    }
    Ok(())
}

/// Escapes text for Mermaid, which reads `#` as the start of an entity and `;` as the end of a line.
fn mermaid_text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in clean_whole(text).chars() {
        match c {
            '#' => safe.push_str("#35;"),
            ';' => safe.push_str("#59;"),
            '<' => safe.push_str("#lt;"),
            '>' => safe.push_str("#gt;"),
            c => safe.push(c),
        }
    }
    safe
}

/// Prints the slowest flows by pair of names for people, and how many more pairs there are.
fn pairs_text(
    trace: &Trace,
    pairs: &[PairStats],
    n_more: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut table = Table::new(&[
        ("from", Align::Middle),
        ("to", Align::Middle),
        ("flows", Align::Right),
        ("p50", Align::Right),
        ("p90", Align::Right),
        ("p99", Align::Right),
        ("max", Align::Right),
        ("back in time", Align::Right),
    ]);
    for pair in pairs {
        let name = |end: &GroupName| end.text().unwrap_or_else(|| "unnamed".into());
        let mut cells = vec![name(&pair.from), name(&pair.to), grouped(pair.count as u64)];
        let delays = [pair.p50_ns, pair.p90_ns, pair.p99_ns, pair.max_ns];
        cells.extend(delays.map(|ns| with_plain_minus(&time::dur(ns))));
        cells.push(match pair.n_backward {
            0 => String::new(),
            n => grouped(n as u64),
        });
        table.row(cells);
    }
    if !pairs.is_empty() {
        table.text(out)?;
    }
    if n_more > 0 {
        let more = counted(n_more, "more pair", "more pairs");
        writeln!(out, "… {more} (-n 0 lists all)")?;
    }
    let to_itself = match to_itself(trace) {
        0 => String::new(),
        n => format!(" ({} from a slice to itself, in no row)", grouped(n as u64)),
    };
    let n_open: usize = pairs.iter().map(|pair| pair.n_open).sum();
    if n_open > 0 {
        let flows = counted(n_open, "flow leaves a slice", "flows leave slices");
        writeln!(
            out,
            "{flows} that never ended: the delay is at most so long"
        )?;
    }
    let lost = trace.flows.unfinished();
    let first = lost
        .iter()
        .min_by_key(|&&slice| trace.slices.order_key(slice));
    let first = first.map_or_else(String::new, |&slice| {
        let name = trace.slice_name(slice).unwrap_or_default();
        let way = selecting(trace, slice, ": --select ");
        format!(", the first from {}{way}", clean_whole(&name))
    });
    writeln!(
        out,
        "{}{}, {}{}",
        counted(trace.flows.len(), "flow", "flows"),
        to_itself,
        counted(lost.len(), "id never arrives", "ids never arrive"),
        first
    )
}

/// Returns a flag that selects a slice, for a POSIX shell, behind `before`. Ids change with the version.
fn selecting(trace: &Trace, slice: SliceId, before: &str) -> String {
    let by_name = select::slice_by_name(trace, slice);
    let ways = by_name
        .into_iter()
        .chain(select::stable_slice(trace, slice));
    let mut words = ways.map(|selector| quoted(&selector.to_string()));
    // What cannot be printed as it is would not be found again.
    let way = words.find(|words| clean_whole(words) == *words);
    way.map_or_else(String::new, |words| format!("{before}{words}"))
}

/// Returns how many flows lead from a slice to itself.
fn to_itself(trace: &Trace) -> usize {
    let flows = trace.flows.rows();
    flows.filter(|flow| flow.from == flow.to).count()
}

/// Returns the flows by pair of names as JSON.
fn pairs_shape(trace: &Trace, pairs: &[PairStats]) -> Value {
    let list = pairs.iter().map(|pair| {
        let slowest = trace.flows.get(pair.slowest);
        json!({
            "from": pair.from.name,
            "from_told_apart_by": pair.from.does,
            "to": pair.to.name,
            "to_told_apart_by": pair.to.does,
            "count": pair.count,
            "from_unended": pair.n_open,
            "backward": pair.n_backward,
            "min_ns": pair.min_ns,
            "p50_ns": pair.p50_ns,
            "p90_ns": pair.p90_ns,
            "p99_ns": pair.p99_ns,
            "max_ns": pair.max_ns,
            "slowest_from_ts": trace.slices.ts(slowest.from).ns(),
            "slowest_to_ts": trace.slices.ts(slowest.to).ns(),
        })
    });
    json!({
        "flows": trace.flows.len(),
        "to_itself": to_itself(trace),
        "unfinished": trace.flows.unfinished().len(),
        "pairs": list.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::table::tests::{assert_documented, written};
    use super::*;
    use crate::bytes::source::TraceBytes;
    use crate::import::{Unobserved, import};
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::query::flows::chain::{Branches, ladder};

    fn sample() -> (Trace, Ladder) {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let main = b.thread(app, 1, "main");
        let render = b.thread(app, 2, "re;nder");
        let one = b.slice_track(Scope::Thread(main), None);
        let two = b.slice_track(Scope::Thread(render), None);
        let ms = 1_000_000;
        let m = b.nested_slices(
            one,
            &[(0, 10 * ms, "frame#1"), (30 * ms, 5 * ms, "do\u{1b}ne")],
        );
        let r = b.nested_slices(two, &[(12 * ms, 8 * ms, "draw")]);
        b.flow(m[0], r[0], 7);
        b.flow(r[0], m[1], 7);
        b.flow(m[1], m[0], 8);
        let trace = b.finish();
        let chain = ladder(&trace, r[0], 1, &Branches::new());
        (trace, chain)
    }

    #[test]
    fn a_chain_is_printed_with_its_times() {
        let (trace, chain) = sample();
        let text = written(|out| Ok(chain_text(&trace, &chain, |_| true, out)?));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "frame#1 → do\u{fffd}ne  (2+ hops · 35.0 ms · 2 threads · 1 process)"
        );
        let second = lines
            .iter()
            .find(|line| line.starts_with("▸2"))
            .expect("a rung");
        let words: Vec<&str> = second.split_whitespace().collect();
        assert_eq!(
            words,
            [
                "▸2", "+12.0", "ms", "+2.00", "ms", "8.00", "ms", "draw", "re;nder", "2", "app",
                "1"
            ]
        );
        assert!(
            text.contains("10.0 ms  28.6 %  1  frame#1         main 1\n"),
            "{text}"
        );
        assert!(text.contains("2  wait for draw"), "{text}");
        assert!(!text.contains('\u{1b}'));
    }

    #[test]
    fn a_chain_is_a_mermaid_diagram() {
        let (trace, chain) = sample();
        assert_eq!(
            written(|out| Ok(mermaid(&trace, &chain, out)?)),
            "sequenceDiagram\n    \
             participant T0 as main 1 (app 1)\n    \
             participant T1 as re#59;nder 2 (app 1)\n    \
             Note over T0: frame#35;1 10.0 ms\n    \
             T0->>T1: +2.00 ms\n    \
             Note over T1: draw 8.00 ms\n    \
             T1->>T0: +10.0 ms\n    \
             Note over T0: do\u{fffd}ne 5.00 ms\n"
        );
    }

    #[test]
    fn without_flows_there_is_no_table() {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, None);
        b.nested_slices(track, &[(0, 10, "alone")]);
        let text = written(|out| Ok(pairs_text(&b.finish(), &[], 0, out)?));
        assert_eq!(text, "0 flows, 0 ids never arrive\n");
    }

    #[test]
    fn slices_of_one_name_are_told_apart() {
        let step = |ts, tid, what, flow| {
            format!(
                r#"{{"ph":"X","ts":{ts},"dur":10,"pid":1,"tid":{tid},"name":"step","bind_id":1,
                    "{flow}":true,"args":{{"what":"{what}"}}}}"#
            )
        };
        let steps = [
            step(0, 1, "queue", "flow_out"),
            step(20, 2, "draw", "flow_in"),
        ];
        let bytes = TraceBytes::from_vec(format!("[{}]", steps.join(",")).into_bytes());
        let bytes = Arc::new(bytes.expect("a trace"));
        let trace = import(&bytes, &mut Unobserved).expect("a trace");
        let ids: Vec<SliceId> = trace.slices.ids().collect();
        let chain = ladder(&trace, ids[0], 1, &Branches::new());
        let text = written(|out| Ok(chain_text(&trace, &chain, |_| true, out)?));
        // In the title, as a slice, and as what was waited for.
        assert_eq!(text.matches("step · draw").count(), 4, "{text}");
        let shape = chain_shape(&trace, &chain);
        assert_eq!(shape["slices"][0]["told_apart_by"], "queue");
        let diagram = written(|out| Ok(mermaid(&trace, &chain, out)?));
        assert!(diagram.contains(": step · queue 10.0 µs\n"), "{diagram}");
    }

    #[test]
    fn what_schedulers_run_is_told_by_what_it_does() {
        let event = |ts, tid, name, cat, flow, args| {
            format!(
                r#"{{"ph":"X","ts":{ts},"dur":10,"pid":1,"tid":{tid},"name":"{name}","cat":"{cat}",
                    "bind_id":{flow},"args":{{{args}}}}}"#
            )
        };
        let message = |tag: &str| {
            format!(r#""chrome_mojo_event_info":{{"payload_size":8,"mojo_interface_tag":"{tag}"}}"#)
        };
        let events = [
            event(
                0,
                1,
                "post",
                "toplevel.flow",
                r#"1,"flow_out":true"#,
                String::new(),
            ),
            event(
                20,
                2,
                "RunTask",
                "toplevel",
                r#"1,"flow_in":true"#,
                r#""src_func":"Draw""#.into(),
            ),
            event(
                40,
                1,
                "send",
                "toplevel.flow",
                r#"2,"flow_out":true"#,
                String::new(),
            ),
            event(
                60,
                2,
                "Receive",
                "toplevel,mojom",
                r#"2,"flow_in":true"#,
                message("a.mojom.B"),
            ),
            event(
                80,
                1,
                "send",
                "toplevel.flow",
                r#"3,"flow_out":true"#,
                String::new(),
            ),
            event(
                90,
                2,
                "Receive",
                "toplevel,mojom",
                r#"3,"flow_in":true"#,
                message("a.mojom.C"),
            ),
        ];
        let bytes = TraceBytes::from_vec(format!("[{}]", events.join(",")).into_bytes());
        let trace = import(&Arc::new(bytes.expect("a trace")), &mut Unobserved).expect("a trace");
        let named = |name| {
            let is_it = |&id: &SliceId| trace.slice_name(id).as_deref() == Some(name);
            trace.slices.ids().find(is_it).expect("a slice")
        };
        let chain = ladder(&trace, named("post"), 1, &Branches::new());
        let text = written(|out| Ok(chain_text(&trace, &chain, |_| true, out)?));
        assert_eq!(text.matches("RunTask · Draw").count(), 4, "{text}");
        // Where they go is told of messages that wait for long, too.
        let pairs = by_pair(&trace, &AtomicBool::new(false)).unwrap_or_default();
        let to: Vec<Option<String>> = pairs.iter().map(|pair| pair.to.text()).collect();
        let to: Vec<&str> = to.iter().flatten().map(String::as_str).collect();
        assert_eq!(
            to,
            [
                "RunTask · Draw",
                "Receive · a.mojom.B",
                "Receive · a.mojom.C"
            ]
        );
        let shape = pairs_shape(&trace, &pairs);
        assert_eq!(shape["pairs"][0]["to_told_apart_by"], "Draw");
        assert_eq!(shape["pairs"][0]["from_told_apart_by"], Value::Null);
    }

    #[test]
    fn flows_from_a_slice_to_itself_are_counted() {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        let slices = b.nested_slices(track, &[(0, 10, "one"), (20, 10, "two")]);
        b.flow(slices[0], slices[0], 1);
        b.flow(slices[0], slices[1], 2);
        let shape = pairs_shape(&b.finish(), &[]);
        assert_eq!(
            (&shape["flows"], &shape["to_itself"]),
            (&json!(2), &json!(1))
        );
    }

    #[test]
    fn programs_get_documented_shapes() {
        let (trace, chain) = sample();
        let shape = chain_shape(&trace, &chain);
        assert_documented("flow --from", &shape);
        assert_eq!(shape["slices"][1]["flow"]["delay_ns"], 2_000_000);
        let pairs = by_pair(&trace, &AtomicBool::new(false)).unwrap_or_default();
        let shape = pairs_shape(&trace, &pairs);
        assert_documented("flow\n", &shape);
        assert_eq!(
            (&shape["flows"], &shape["to_itself"]),
            (&json!(3), &json!(0))
        );
        let text = written(|out| Ok(pairs_text(&trace, &pairs, 1, out)?));
        assert!(text.contains("3 flows, 0 ids never arrive"), "{text}");
        assert!(
            text.contains("\n… 1 more pair (-n 0 lists all)\n"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 6);
    }
}
