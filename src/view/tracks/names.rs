//! The names of rows, and the values beside them, in the few cells of the tree.
//!
//! A counter in one line shows only its name and value. If they have no room, the name loses what all names
//! of its group have in common. If it then is still cut, it must differ from the names of rows near it; where
//! no cut does, the value is left out.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::super::counters;
use super::super::cx::Cx;
use super::super::gaps;
use super::super::rows::{Row, Rows};
use super::super::scene::Rect;
use super::super::sched;
use super::super::text;
use super::ScreenLine;
use crate::model::ids::{NodeId, TrackId, Upid};
use crate::model::track::Scope;
use crate::model::track_tree::{NodeKind, OWN_SLICES, TrackTree, VisualRow};

/// How many rows up and down are searched for names alike, and how many names are compared.
const ROWS: usize = 32;
const NAMES: usize = 8;

/// A name that is cut to fewer cells has no value beside it.
const NAME_LEAST: usize = 10;

/// What names begin with that the heading above them says, too: they lose it even if not all names of their group
/// begin so.
const SAID_ABOVE: [&str; 3] = ["power.rails.", "batt.", "diskstat."];

/// Returns the name of a row and the value beside it, cut so that both, and a space between them,
/// have room.
pub(super) fn name_and_value(
    cx: &Cx<'_>,
    rows: &Rows,
    line: &ScreenLine,
    room: u16,
) -> (String, String) {
    let name = name_of(cx, line, room);
    let value = match (&cx.trace.tree.node(line.row.data).kind, line.n_left_out) {
        (_, 1..) => format!("+{} pinned", line.n_left_out),
        (&NodeKind::Counter(track), _) => return counter(cx, (rows, line), track, &name, room),
        _ => value_beside(cx, line, (&name, room)),
    };
    let gap = u16::from(!value.is_empty());
    let room = room.saturating_sub(text::width(&value) as u16 + gap);
    (fitted(cx, rows, line, &name, room), value)
}

/// Returns the name of a counter and its value: the whole name if both have room, else without what
/// all of its group are called, else cut.
fn counter(
    cx: &Cx<'_>,
    (rows, line): (&Rows, &ScreenLine),
    track: TrackId,
    name: &str,
    cells: u16,
) -> (String, String) {
    let room = usize::from(cells);
    // A counter of several lines has another line for its value; here is what its top stands for.
    if line.row.lines > 1 {
        let top = counters::ranges(cx, track).map_or_else(Vec::new, |ranges| ranges.top);
        let name = tall_name(cx, rows, line, cells);
        let top = beside(&name, &top, cells).unwrap_or_default();
        return (name, top.to_owned());
    }
    let group = Group::of(cx, rows, line);
    let forms = group.names(name);
    let mut values = counters::values_beside(cx, track, cx.cursor_ts(), group.is_mixed);
    // Values of a group are written alike, too: in the shortest form if one has no room for another.
    if group.is_tight(room) {
        values.drain(..values.len().saturating_sub(1));
    }
    // All names of a group are written in one form: a value that gets longer must not change the name.
    let from = group.form(room).min(forms.len() - 1);
    for name in forms.iter().skip(from) {
        if let Some(value) = beside(name, &values, cells) {
            return (name.clone(), value.to_owned());
        }
    }
    let mark = counters::mode_mark(cx, track).to_owned();
    // The value says more than the mark of what is drawn, and contains it.
    let last = values.last().into_iter();
    for value in last.chain((!mark.is_empty()).then_some(&mark)) {
        let cut = |gap: usize| {
            let left = room.saturating_sub(text::width(value) + gap);
            telling(cx, (rows, line), &group, name, left)
        };
        let Some(name) = cut(1) else { continue };
        // A value of which nobody knows what it is of says nothing.
        let is_value = Some(value) == values.last();
        if is_value && name.contains('…') && text::width(&name) < NAME_LEAST {
            continue;
        }
        // The digits at the end of a name that is cut would run into those of the value.
        let is_near = name.contains('…') && name.ends_with(|c: char| c.is_ascii_digit());
        let apart = is_near.then(|| cut(2)).flatten();
        return (apart.unwrap_or(name), value.clone());
    }
    let whole = forms.iter().find(|name| text::width(name) <= room);
    let name = match whole {
        Some(name) => name.clone(),
        None => telling(cx, (rows, line), &group, name, room)
            .unwrap_or_else(|| fitted(cx, rows, line, name, cells)),
    };
    (name, String::new())
}

/// Returns the name of a counter of several lines: whole if there is room, else without what all of its group
/// are called, else cut.
pub(super) fn tall_name(cx: &Cx<'_>, rows: &Rows, line: &ScreenLine, cells: u16) -> String {
    let name = name_of(cx, line, cells);
    let forms = Group::of(cx, rows, line).names(&name);
    let mut whole = forms.into_iter();
    let whole = whole.find(|form| text::width(form) <= usize::from(cells));
    whole.unwrap_or_else(|| fitted(cx, rows, line, &name, cells))
}

/// Returns the first text that has room beside a name, with a space between them.
pub(super) fn beside<'t>(name: &str, texts: &'t [String], cells: u16) -> Option<&'t str> {
    let left = usize::from(cells).saturating_sub(text::width(name) + 1);
    let mut fitting = texts.iter().filter(|words| text::width(words) <= left);
    fitting.next().map(String::as_str)
}

/// Returns the shortest form of a counter's name, cut to `room` cells so that it differs from the names near
/// it; `None` if no cut does.
fn telling(
    cx: &Cx<'_>,
    (rows, line): (&Rows, &ScreenLine),
    group: &Group,
    name: &str,
    room: usize,
) -> Option<String> {
    /// With fewer cells a name cannot be understood.
    const LEAST: usize = 4;
    let own = group.names(name).pop()?;
    if text::width(&own) <= room {
        return Some(own);
    }
    if room < LEAST {
        return None;
    }
    let near = near(cx, rows, &line.row, u16::MAX);
    let near: Vec<String> = near
        .into_iter()
        .filter(|other| other != name)
        .filter_map(|other| group.names(&other).pop())
        .collect();
    let cuts = [
        fit_bracketed,
        text::fit_name,
        text::fit_middle,
        text::fit_start,
    ];
    let cuts = cuts.into_iter().map(|cut| {
        let words = cut(&own, room).into_owned();
        let is_alike = near.iter().any(|other| cut(other, room) == words.as_str());
        (words, is_alike)
    });
    let mut telling = cuts.filter(|(_, is_alike)| !is_alike);
    telling.next().map(|(words, _)| words)
}

/// Cuts a name behind what stands in brackets at its start, as of which of several devices it is: `[dm-0].re…ops`.
fn fit_bracketed(name: &str, room: usize) -> Cow<'_, str> {
    let end = name.find(']').filter(|_| name.starts_with('['));
    let (device, rest) = name.split_at(end.map_or(0, |end| end + 1));
    let left = room.saturating_sub(text::width(device));
    if device.is_empty() || text::width(name) <= room || left < NAME_LEAST / 2 {
        return text::fit_name(name, room);
    }
    Cow::Owned(format!("{device}{}", text::fit_middle(rest, left)))
}

/// What the names of a group of counters have in common.
#[derive(Debug, Default)]
struct Group {
    /// The common start of the names, up to where a word begins.
    prefix: String,
    /// The common end of the names, before the CPU: `_ns`.
    suffix: String,
    /// For each way to write names, how wide the widest name is.
    widths: Vec<usize>,
    /// Whether their values have several units: then a letter alone does not say which.
    is_mixed: bool,
    /// Whether a heading stands above them that is a group, not a process or a CPU.
    has_heading: bool,
}

impl Group {
    /// How many counters of a group are looked at.
    const MEMBERS: usize = 64;

    /// Returns what the counters below the heading of a row have in common, as far as they are shown.
    fn of(cx: &Cx<'_>, rows: &Rows, line: &ScreenLine) -> Self {
        let tree = &cx.trace.tree;
        let id = tree.node(line.row.node).parent;
        let parent = tree.node(id);
        let members: Vec<NodeId> = match rows.place_of(id).filter(|_| !line.pinned) {
            Some(place) => {
                let heading = &rows.rows[place];
                let below = rows.rows[place + 1..].iter();
                let below = below.take_while(|row| row.level > heading.level);
                let own = below.filter(|row| row.level == heading.level + 1);
                own.map(|row| row.node).take(Self::MEMBERS).collect()
            }
            None => parent
                .children
                .iter()
                .take(Self::MEMBERS)
                .copied()
                .collect(),
        };
        let counters = members.into_iter().filter_map(|id| {
            let node = tree.node(id);
            let NodeKind::Counter(track) = node.kind else {
                return None;
            };
            Some((text::clean(&node.name), counters::symbol(cx.trace, track)))
        });
        let (names, symbols): (Vec<_>, Vec<_>) = counters.unzip();
        let mut group = match parent.kind {
            NodeKind::Group => Self::of_names(&names),
            _ => Self::default(),
        };
        group.is_mixed = symbols.windows(2).any(|pair| pair[0] != pair[1]);
        group
    }

    fn of_names(names: &[impl AsRef<str>]) -> Self {
        let Some((first, others)) = names.split_first() else {
            return Self::default();
        };
        if others.is_empty() {
            return Self::default();
        }
        let first = first.as_ref();
        let mut prefix = first;
        let mut suffix = without_cpu(first).0;
        for other in others.iter().map(AsRef::as_ref) {
            while !other.starts_with(prefix) {
                prefix = shorter(prefix);
            }
            let other = without_cpu(other).0;
            while !other.ends_with(suffix) {
                let mut chars = suffix.chars();
                chars.next();
                suffix = chars.as_str();
            }
        }
        let starts_word = |c: char| ". :/_".contains(c);
        let prefix = prefix.rfind(starts_word).and_then(|at| prefix.get(..=at));
        let suffix = suffix.rfind('_').and_then(|at| suffix.get(at..));
        let mut group = Self {
            prefix: prefix.unwrap_or_default().to_owned(),
            suffix: suffix.unwrap_or_default().to_owned(),
            has_heading: true,
            ..Self::default()
        };
        for name in names {
            let forms = group.names(name.as_ref());
            for (place, form) in forms.iter().enumerate() {
                let width = text::width(form);
                match group.widths.get_mut(place) {
                    Some(widest) => *widest = width.max(*widest),
                    None => group.widths.push(width),
                }
            }
        }
        group
    }

    /// Returns the longest way to write names in which all of the group fit so many cells, with a usual value
    /// beside each: its place among [`Self::names`]; the shortest if none fits.
    fn form(&self, room: usize) -> usize {
        let last = self.widths.len().saturating_sub(1);
        self.fitting(room).unwrap_or(last)
    }

    /// Returns whether a name of the group has no room for a usual value, however it is written.
    fn is_tight(&self, room: usize) -> bool {
        !self.widths.is_empty() && self.fitting(room).is_none()
    }

    fn fitting(&self, room: usize) -> Option<usize> {
        /// So many cells are left to a space and a value.
        const VALUE: usize = 8;
        self.widths.iter().position(|width| width + VALUE <= room)
    }

    /// Returns the ways to write a name, the longest first.
    fn names(&self, name: &str) -> Vec<String> {
        let mut names = vec![name.to_owned()];
        let own = name.strip_prefix(self.prefix.as_str()).unwrap_or(name);
        let said = SAID_ABOVE.iter().filter(|_| self.has_heading);
        let said = said.filter_map(|said| name.strip_prefix(said));
        let own = said.chain([own]).min_by_key(|own| own.len());
        let own = own.unwrap_or(name);
        let is_shorter = own.len() < name.len() || !self.suffix.is_empty();
        if own.is_empty() || !is_shorter {
            return names;
        }
        if own.len() < name.len() {
            names.push(own.to_owned());
        }
        let (words, cpu) = without_cpu(own);
        let short = words.strip_suffix(self.suffix.as_str()).unwrap_or(words);
        if let Some(cpu) = cpu.filter(|_| !short.is_empty()) {
            names.push(format!("{short} {cpu}"));
        }
        names
    }
}

/// Returns a name without the CPU at its end, and that CPU's number.
fn without_cpu(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once(" cpu") {
        Some((words, cpu)) if is_cpu(cpu) => (words, Some(cpu)),
        _ => (name, None),
    }
}

/// Returns whether a text is the number of a CPU, be it of another machine.
fn is_cpu(text: &str) -> bool {
    let own = text::split_machine(text).map_or(text, |(own, _)| own);
    own.bytes().all(|b| b.is_ascii_digit())
}

/// Returns a text without its last character.
fn shorter(text: &str) -> &str {
    let mut chars = text.chars();
    chars.next_back();
    chars.as_str()
}

/// Returns the names of the rows near `row` that are of its group.
fn near(cx: &Cx<'_>, rows: &Rows, row: &Row, cells: u16) -> Vec<String> {
    let tree = &cx.trace.tree;
    let parent = tree.node(row.node).parent;
    let is_sibling = |row: &&Row| tree.node(row.node).parent == parent;
    let Some(place) = rows.place_at(row.top) else {
        return Vec::new();
    };
    let (above, below) = (&rows.rows[..place], &rows.rows[place + 1..]);
    let above = above.iter().rev().take(ROWS).filter(is_sibling).take(NAMES);
    let below = below.iter().take(ROWS).filter(is_sibling).take(NAMES);
    let near = above.chain(below);
    near.map(|row| display_name(cx, row, cells)).collect()
}

/// Returns the name of a row cut to `room` cells: in its middle if the name of a row near it, of the same
/// group, would look the same. Ids are written whole or not at all, unless nothing else tells two names apart.
pub(super) fn fitted(
    cx: &Cx<'_>,
    rows: &Rows,
    line: &ScreenLine,
    name: &str,
    cells: u16,
) -> String {
    let room = usize::from(cells);
    let cut = text::fit_name(name, room);
    if cut == name || line.pinned {
        return cut.into_owned();
    }
    let near = near(cx, rows, &line.row, cells);
    // The number of a machine is no id, and stands in short.
    if text::split_machine(name).is_none()
        && let Some(split) = text::split_id(name)
    {
        return with_id(split, &near, room);
    }
    let is_alike = |other: &String| other != name && text::fit_name(other, room) == cut;
    if near.iter().any(is_alike) {
        text::fit_middle(name, room).into_owned()
    } else {
        cut.into_owned()
    }
}

/// What processes and threads are called that have no name; the number follows.
const NO_PROCESS_NAME: &str = "Process";
const NO_THREAD_NAME: &str = "Thread";

/// Returns words and the id behind them cut to `room` cells: the words first, and the id if that leaves
/// enough of them, or if only the id tells them from the names of rows near it.
fn with_id((words, id): (&str, &str), near: &[String], room: usize) -> String {
    /// With so many cells for the words, the id may stand behind them.
    const LEAST_WORDS: usize = 8;
    /// With fewer cells for the words, the id stands for nothing.
    const LEAST_BESIDE: usize = 4;
    let left = room.saturating_sub(text::width(id) + 1);
    // Who has no name is known by the number alone.
    if [NO_PROCESS_NAME, NO_THREAD_NAME].contains(&words) {
        let initial: String = words.chars().take(1).collect();
        return match left {
            LEAST_BESIDE.. => format!("{} {id}", text::fit_words(words, left)),
            1.. => format!("{initial} {id}"),
            0 => text::fit_start(id, room).into_owned(),
        };
    }
    let others = || {
        let others = near
            .iter()
            .map(|name| text::split_id(name).map_or(name.as_str(), |own| own.0));
        others.filter(|&other| other != words)
    };
    let beside = text::fit_words(words, left);
    let is_told = !others().any(|other| text::fit_words(other, left) == beside);
    let repeats = |name: &String| text::split_id(name).is_some_and(|own| own.0 == words);
    let is_repeated = near.iter().any(repeats);
    // A whole name tells more than a part of it and an id.
    if beside != words && text::width(words) <= room && !is_repeated {
        return words.to_owned();
    }
    if left >= LEAST_WORDS && is_told {
        return format!("{beside} {id}");
    }
    let has_id = left >= LEAST_BESIDE;
    if has_id && is_repeated {
        return format!("{beside} {id}");
    }
    if is_repeated && text::width(words) > room {
        // The last digits tell some of them apart, which are cut to the same word otherwise.
        return text::fit_middle(&format!("{words} {id}"), room).into_owned();
    }
    let cuts = [text::fit_words, text::fit_middle].map(|cut| (cut, cut(words, room)));
    let mut telling = cuts.iter();
    match telling.find(|(cut, own)| !others().any(|other| cut(other, room) == *own)) {
        Some((_, own)) => own.clone().into_owned(),
        None if has_id => format!("{beside} {id}"),
        None => text::fit_words(words, room).into_owned(),
    }
}

/// Returns the value of a row, cut to what its name leaves in `room` cells; nothing if that is too
/// little.
fn value_beside(cx: &Cx<'_>, line: &ScreenLine, (name, room): (&str, u16)) -> String {
    const LEAST: u16 = 6;
    /// What stands for a state in short: the kernel's letter, maybe with a sign, or [`RUN`].
    const SHORT: u16 = 3;
    /// The kernel has no letter for a thread that has a CPU, and R is that of one that waits for it.
    const RUN: &str = "run";
    let row = &line.row;
    let room = room.saturating_sub(text::width(name) as u16 + 2);
    let value = value_text(cx, row);
    // A value that repeats the name says nothing.
    if value == name {
        return String::new();
    }
    let is_state = matches!(cx.trace.tree.node(row.data).kind, NodeKind::ThreadStates(_));
    if text::width(&value) as u16 <= room && !(is_state && line.short_states) {
        value
    } else if let NodeKind::ThreadStates(utid) = cx.trace.tree.node(row.data).kind {
        // The kernel's letter says the state, too.
        let state = cx.trace.sched.state_at(utid, cx.cursor_ts());
        let code = state.map(|id| {
            if gaps::at(cx, id, cx.cursor_ts()).is_some() {
                return "?".to_owned();
            }
            let letter = cx.text(cx.trace.sched.state_row(id).state);
            // These states have no letters.
            let is_word = matches!(&*letter, "Created" | "Unknown");
            let room = if line.short_states && !is_word {
                room.min(SHORT)
            } else {
                room
            };
            match sched::short_state(&letter, usize::from(room)) {
                "Running" => RUN.to_owned(),
                letter => letter.to_owned(),
            }
        });
        code.filter(|code| text::width(code) <= usize::from(room))
            .unwrap_or_default()
    } else if let (NodeKind::ActualFrames(_), LEAST..) = (&cx.trace.tree.node(row.data).kind, room)
    {
        // A part of a number would be another.
        let number = value.trim_end_matches(" jank");
        let fits = text::width(number) <= usize::from(room);
        if fits {
            number.to_owned()
        } else {
            String::new()
        }
    } else if room >= LEAST {
        text::fit_label(&value, usize::from(room)).into_owned()
    } else {
        String::new()
    }
}

/// Returns whether the states of threads stand as letters beside all names: read down, words and letters side by
/// side would be two alphabets. That does not depend on which states they are, as these change with the cursor.
pub(super) fn states_are_short(cx: &Cx<'_>, lines: &[ScreenLine], tree: Rect) -> bool {
    /// The states that most threads are in take so many cells, after two of space.
    const WORD: usize = 2 + "Runnable".len();
    let step = super::indent_step(tree);
    let mut states = lines.iter().filter(|line| {
        let kind = &cx.trace.tree.node(line.row.data).kind;
        line.line == 0 && !line.cut && matches!(kind, NodeKind::ThreadStates(_))
    });
    states.any(|line| {
        let room = super::name_room(&line.row, tree, step);
        text::width(&name_of(cx, line, room)) + WORD > usize::from(room)
    })
}

/// Returns the name of a line's row. If nothing above says whose it is, as for a pinned row, the name does.
pub(super) fn name_of(cx: &Cx<'_>, line: &ScreenLine, room: u16) -> String {
    let row = &line.row;
    let name = display_name(cx, row, room);
    let tree = &cx.trace.tree;
    let node = tree.node(row.node);
    let parent = tree.node(node.parent);
    match (&node.kind, &parent.kind) {
        _ if !line.headless => name,
        (NodeKind::Process(_) | NodeKind::Thread(_), _) => name,
        (
            NodeKind::Slices(_) | NodeKind::ThreadStates(_) | NodeKind::Samples(_),
            NodeKind::Thread(_),
        ) => text::clean(&parent.name).into_owned(),
        _ if !line.pinned => name,
        _ => {
            let mut above = std::iter::successors(Some(node.parent), |&id| {
                (id != TrackTree::ROOT).then(|| tree.node(id).parent)
            });
            let process = above.find_map(|id| match tree.node(id).kind {
                NodeKind::Process(upid) => Some(upid),
                _ => None,
            });
            match process {
                Some(upid) => of_process(cx, &name, upid, room),
                None => name,
            }
        }
    }
}

/// Returns a name with that of the process that it is of, or with its pid alone where a value beside it would leave too
/// little of that.
fn of_process(cx: &Cx<'_>, name: &str, upid: Upid, room: u16) -> String {
    /// With fewer cells a name says nothing of a process.
    const LEAST: usize = 8;
    /// What the value takes, and the space before it.
    const BESIDE: usize = " 99 jank".len();
    let pid = cx.trace.processes.process(upid).pid.to_string();
    let title = cx.trace.process_title(upid);
    let title = text::clean(&title);
    // Whose frames they are says more than that they have a timeline.
    for name in [name, name.trim_end_matches(" Timeline")] {
        let left = usize::from(room).saturating_sub(text::width(name) + 1 + BESIDE);
        if text::width(&title) <= left || left > LEAST + pid.len() {
            return format!("{name} {}", text::fit_name(&title, left));
        }
    }
    format!("{name} {pid}")
}

/// Returns the name of a row, safe to show. Expected and actual frames lose the word `Timeline` if it leaves
/// no room for how many are janky.
fn display_name(cx: &Cx<'_>, row: &Row, room: u16) -> String {
    const FRAMES: &str = "Actual Timeline  99 jank";
    const BESIDE: usize = 7;
    let tree = &cx.trace.tree;
    let node = tree.node(row.node);
    let name = text::clean(&node.name);
    match node.kind {
        NodeKind::Slices(_) if tree.is_called_as_group(row.node) => OWN_SLICES.to_owned(),
        NodeKind::ThreadStates(_) if matches!(tree.node(node.parent).kind, NodeKind::Thread(_)) => {
            "states".to_owned()
        }
        // The number of samples stands beside the name.
        NodeKind::Samples(_) if usize::from(room) < text::width(&name) + BESIDE => {
            "samples".to_owned()
        }
        NodeKind::ExpectedFrames(_) | NodeKind::ActualFrames(_)
            if usize::from(room) < FRAMES.len() =>
        {
            name.trim_end_matches(" Timeline").to_owned()
        }
        NodeKind::Group if row.open == Some(false) => {
            let n = n_cpus(cx, row.node).unwrap_or(node.children.len());
            format!("{name} ×{n}")
        }
        NodeKind::CpuSched(cpu) => cx.trace.core_kinds().named(name.into_owned(), cpu),
        _ => name.into_owned(),
    }
}

/// Returns how many CPUs have tracks in the outermost group of CPUs and in its groups; `None` for any other
/// node.
pub(super) fn n_cpus(cx: &Cx<'_>, id: NodeId) -> Option<usize> {
    let tree = &cx.trace.tree;
    let node = tree.node(id);
    // Groups of everything else may be large.
    let is_outermost = matches!(node.kind, NodeKind::Group) && node.parent == TrackTree::ROOT;
    if !is_outermost || node.name != "CPU" {
        return None;
    }
    let below = node.children.iter().map(|&child| tree.node(child));
    let below = below.flat_map(|child| {
        let inner = child.children.iter().map(|&inner| tree.node(inner));
        std::iter::once(child).chain(inner)
    });
    let cpus = below.filter_map(|node| {
        let track = match &node.kind {
            NodeKind::CpuSched(cpu) => return Some(*cpu),
            NodeKind::Counter(track) => *track,
            NodeKind::Slices(tracks) => *tracks.first()?,
            _ => return None,
        };
        cx.trace.tracks.get(track).cpu()
    });
    let cpus: BTreeSet<u32> = cpus.collect();
    (!cpus.is_empty()).then_some(cpus.len())
}

/// Returns what stands at the right of a name: the value under the cursor.
fn value_text(cx: &Cx<'_>, row: &Row) -> String {
    let ts = cx.cursor_ts();
    let node = cx.trace.tree.node(row.data);
    match &node.kind {
        NodeKind::ActualFrames(tracks) => {
            let scope = tracks
                .first()
                .map(|&track| cx.trace.tracks.get(track).scope);
            match scope {
                Some(Scope::Process(upid)) => match cx.trace.worst_frames().n_janky_of(upid) {
                    0 => String::new(),
                    n if cx.trace.complete => format!("{} jank", text::grouped(n)),
                    n => format!("{}+ jank", text::grouped(n)),
                },
                _ => String::new(),
            }
        }
        NodeKind::ThreadStates(utid) => {
            let state = cx.trace.sched.state_at(*utid, ts);
            state.map_or_else(String::new, |id| {
                if let Some(gap) = gaps::at(cx, id, ts) {
                    return gaps::gap_name(gap.kind).to_owned();
                }
                let row = cx.trace.sched.state_row(id);
                sched::state_name(&cx.text(row.state), row.io_wait).into_owned()
            })
        }
        NodeKind::Samples(owner) => {
            let samples = &cx.trace.stack_profile;
            let n = samples.of_within(*owner, cx.view.span()).len();
            if row.node == row.data {
                text::grouped(n as u64)
            } else {
                text::counted(n, "sample", "samples")
            }
        }
        NodeKind::Slices(_) if cx.view.cols() >= 100 && row.level > 0 => match node.rows.first() {
            Some(VisualRow::Depth { track, depth }) => cx
                .trace
                .slices
                .at_depth(*track, *depth)
                .covering(ts)
                .map_or_else(String::new, |id| cx.slice_name(id).into_owned()),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_goes_before_the_id_and_no_part_of_an_id_is_shown() {
        let near = |names: &[&str]| {
            names
                .iter()
                .map(|&name| name.to_owned())
                .collect::<Vec<_>>()
        };
        let others = near(&["main 8130", "binder:8130_2 8143"]);
        let shown = |name, room| with_id(text::split_id(name).expect("an id"), &others, room);
        assert_eq!(shown("RenderThread 8186", 17), "RenderThread 8186");
        assert_eq!(shown("RenderThread 8186", 16), "RenderThread");
        assert_eq!(shown("RenderThread 8186", 12), "RenderThread");
        assert_eq!(shown("RenderThread 8186", 9), "RenderTh…");
        assert_eq!(shown("main 2028937024", 10), "main");
        // Names that are cut alike are told apart by their ends, or by their ids.
        assert_eq!(shown("binder:8130_4 8199", 9), "bind…30_4");
        let threads = near(&["sched_reader_1 1234567"]);
        let shown = |room| with_id(("sched_reader_2", "1234568"), &threads, room);
        assert_eq!([shown(16), shown(10)], ["sched_reader_2", "sched…er_2"]);
        let twins = near(&["Thread 25690"]);
        assert_eq!(with_id(("Thread", "25691"), &twins, 10), "Thr… 25691");
        // Nothing but the number tells who has no name.
        assert_eq!(with_id(("Thread", "25691"), &twins, 8), "T 25691");
        assert_eq!(with_id(("Process", "9305"), &others, 9), "Pro… 9305");
        assert_eq!(with_id(("Thread", "1180435"), &others, 8), "1180435");
        assert_eq!(with_id(("Thread", "1180435"), &others, 6), "…80435");
        let twins = near(&["sched_recorder 1180484"]);
        let shown = with_id(("sched_recorder", "1180483"), &twins, 11);
        assert_eq!(shown, "sched…80483");
    }

    #[test]
    fn states_are_words_beside_all_names_or_letters_beside_all() {
        use crate::base::time::{Dur, Ts};
        use crate::model::builder::TraceBuilder;
        use crate::model::sched::{SchedTable, ThreadState};
        use crate::view::scene::Size;
        use crate::view::state::ViewState;
        let states = |other: &'static str| {
            let mut b = TraceBuilder::new();
            let app = b.process(7, "app");
            let threads = [b.thread(app, 7, "main"), b.thread(app, 8, other)];
            let [ts, dur] = [0, 100];
            let running = b.str("Running");
            let state =
                |utid| ThreadState::new(Ts::from_ns(ts), Some(Dur::from_ns(dur)), utid, running);
            b.sched = SchedTable::new(Vec::new(), threads.map(state).to_vec());
            let trace = b.finish();
            let size = Size {
                cols: 160,
                rows: 40,
            };
            let mut state = ViewState {
                cursor_ts: Some(Ts::from_ns(50)),
                ..ViewState::default()
            };
            let nodes = (1..trace.tree.len()).map(NodeId::from_index);
            state.open.extend(nodes.map(|node| (node, true)));
            let cols = crate::view::layout::Layout::timeline_cols(size, &state);
            state.viewport = crate::view::viewport::Viewport::new(trace.bounds, cols);
            let scene = crate::view::scene(&trace, &state, size);
            let tree = scene.layout.tree;
            let lines = scene.lines.iter().filter(|line| line.x == tree.x);
            let lines = lines.filter(|line| line.y >= tree.y && line.texts.len() > 2);
            let states = lines.map(|line| line.texts[2].text.trim().to_owned());
            states
                .filter(|words| words.to_lowercase().starts_with("run"))
                .collect::<Vec<_>>()
        };
        assert_eq!(states("short"), ["Running", "Running"]);
        // One name that leaves no room for a word decides for all.
        assert_eq!(states("a-long-name-12"), ["run", "run"]);
    }

    #[test]
    fn a_name_loses_what_all_of_its_group_are_called() {
        let times = ["cpu.times.idle_ns cpu0", "cpu.times.user_nice_ns cpu13"];
        let group = Group::of_names(&times);
        assert_eq!(group.names(times[0]), [times[0], "idle_ns cpu0", "idle 0"]);
        assert_eq!(group.names(times[1])[2], "user_nice 13");
        let idle = ["cpuidle cpu0", "cpuidle cpu1"];
        assert_eq!(Group::of_names(&idle).names(idle[1]), [idle[1], "cpu1"]);
        // Words stay whole, and a name that is alone in its group is kept.
        let memory = ["Active", "Active(anon)"];
        assert_eq!(Group::of_names(&memory).names(memory[1]), [memory[1]]);
        assert_eq!(Group::of_names(&memory[..1]).names("Active"), ["Active"]);
        // All names of a group have one form; it is the whole name if there is room for a value beside the
        // longest.
        let group = Group::of_names(&times);
        assert_eq!(
            [36, 35, 26, 25, 12].map(|room| group.form(room)),
            [0, 1, 1, 2, 2]
        );
        assert_eq!([25, 12].map(|room| group.is_tight(room)), [false, true]);
        let alike = ["a.b", "a.b"];
        assert_eq!(Group::of_names(&alike).names("a.b"), ["a.b", "b"]);
    }
}
