//! The rows of the lists and tables over the main screen.
//!
//! Each function runs a query and returns entries: the text for the filter, what a row leads to, its looks.
//! Long lists return a source instead, which makes its rows when they are looked at. Nothing here changes the
//! state.

pub mod anrs;
pub mod area;
pub mod as_sql;
pub mod chromium;
pub mod compare;
pub mod cujs;
pub mod ftrace;
pub mod hits;
pub mod interactions;
pub mod jank;
pub mod legend;
pub mod lens;
pub mod logs;
pub mod long_tasks;
pub mod notes;
pub mod query_tracks;
mod row_leads;
pub mod sql;
pub mod startups;
pub mod table;
pub mod work;

use std::collections::BTreeSet;

use super::command::{Command, Context};
use super::keymap::{Keymap, MOUSE, groups};
use super::layer::source::{Entry, ListSource};
use super::layer::{Act, LayerKind};
use crate::base::time::{Dur, Ts};
use crate::model::ids::{FlowId, NodeId, SliceId, Upid};
use crate::model::trace::Trace;
use crate::query::find::{Hits, Query};
use crate::query::flows::{self, Direction};
use crate::query::told_apart::Sayings;
use crate::view::SearchableArg;
use crate::view::ladder::{delay, name_and, slice_name};
use crate::view::overlay::{HelpGroup, RowSource, TableCell, TableRow};
use crate::view::rows::on_own_line;
use crate::view::scene::Item;
use crate::view::state::{Hint, Tab};
use crate::view::text::{clean, grouped};
use crate::view::time::{self, Clock};

pub use crate::view::so_far;

/// More rows than anybody scrolls through; the title says how many there are.
pub const ROWS_MAX: usize = 5_000;

/// Returns the commands that make sense in a list of a kind, apart from moving in it.
pub fn commands_of(kind: LayerKind) -> Vec<Command> {
    let is_sorted = kind.is_sortable();
    let is_table = is_sorted || matches!(kind, LayerKind::Lens(_));
    let is_grouped = matches!(
        kind,
        LayerKind::Inbox
            | LayerKind::Chromium
            | LayerKind::Hits
            | LayerKind::Area(_)
            | LayerKind::Compare(_)
    );
    let is_ladder = matches!(kind, LayerKind::Ladder(_));
    let all = [
        (
            Command::ListFilter,
            !is_ladder && kind != LayerKind::Categories,
        ),
        (
            Command::ListWalk,
            is_table && kind != LayerKind::KernelEvents && kind != LayerKind::Issues,
        ),
        (Command::ListSort, is_sorted),
        (Command::ListReverse, is_sorted),
        (Command::ListGroup, is_grouped),
        (Command::ListTrack, kind == LayerKind::SqlResult),
        (Command::ListExport, is_table),
        (Command::ListLeft, is_table),
        (Command::ListRight, is_table),
        (Command::ListLens, kind.has_lenses()),
        (
            Command::ListBranch,
            is_ladder || kind.is_tree() || kind == LayerKind::Categories,
        ),
        (Command::ListCallers, kind.has_callers()),
        (Command::ListToggle, kind == LayerKind::Categories),
    ];
    let fitting = all.into_iter().filter(|&(_, fits)| fits);
    fitting.map(|(command, _)| command).collect()
}

/// Returns some commands, and then all that make sense on the main screen.
pub fn commands(keymap: &Keymap, first: &[Command]) -> Vec<Entry> {
    let all = Command::ALL.iter();
    let main =
        all.filter(|command| command.context() == Context::Main && **command != Command::Palette);
    (first.iter().chain(main))
        .map(|&command| {
            let text = format!("{}: {}", command.name(), command.doc());
            Entry::listed(
                text,
                keymap.labels(command).join(" "),
                Act::Command(command),
            )
        })
        .collect()
}

/// All tracks and groups by path; the paths are made when they are looked at. A track of slices that is shown
/// on the line of its thread has no entry, the thread has.
#[derive(Debug)]
pub struct TrackNames(Vec<NodeId>);

impl TrackNames {
    /// Returns the tracks and groups of a trace, in the order of the tree.
    pub fn new(trace: &Trace) -> Self {
        use crate::model::track_tree::NodeKind;
        let has_own_line = |&id: &NodeId| {
            let node = trace.tree.node(id);
            !matches!(node.kind, NodeKind::Slices(_)) || on_own_line(trace, node.parent) != id
        };
        Self(trace.tree.walk().into_iter().filter(has_own_line).collect())
    }
}

impl RowSource for TrackNames {
    fn row(&self, trace: &Trace, index: usize) -> TableRow {
        TableRow {
            cells: vec![TableCell::new(path_and_labels(trace, self.0[index]))],
            ..TableRow::default()
        }
    }
}

impl ListSource for TrackNames {
    fn n_rows(&self) -> usize {
        self.0.len()
    }

    fn act(&self, index: usize) -> Act {
        Act::Node(self.0[index])
    }

    fn write_text(&self, trace: &Trace, index: usize, text: &mut String) {
        text.push_str(&path_and_labels(trace, self.0[index]));
    }

    fn note(&self, trace: &Trace, index: usize) -> String {
        count_of(trace, self.0[index])
    }

    fn kind(&self, trace: &Trace, index: usize) -> &'static str {
        use crate::model::track_tree::NodeKind;
        match trace.tree.node(self.0[index]).kind {
            NodeKind::Counter(_) => "counter",
            NodeKind::Process(_) => "process",
            NodeKind::Thread(_) => "thread",
            NodeKind::ThreadStates(_) => "states",
            NodeKind::Slices(_) => "slices",
            NodeKind::ExpectedFrames(_) | NodeKind::ActualFrames(_) => "frames",
            _ => "",
        }
    }
}

/// Returns the path of a node; for a process, with its labels.
fn path_and_labels(trace: &Trace, node: NodeId) -> String {
    let mut path = trace.tree.shown_path(node);
    if let crate::model::track_tree::NodeKind::Process(upid) = trace.tree.node(node).kind {
        path = with_labels(trace, path, upid);
    }
    path
}

/// Returns words for a process, followed by its labels, which name the pages that it shows.
fn with_labels(trace: &Trace, words: String, upid: Upid) -> String {
    match trace.process_labels(upid) {
        labels if labels.is_empty() => words,
        labels => format!("{words} · {labels}"),
    }
}

fn count_of(trace: &Trace, node: NodeId) -> String {
    use crate::model::track_tree::NodeKind;
    let kind = |node: NodeId| &trace.tree.node(node).kind;
    let kind = match (kind(node), kind(on_own_line(trace, node))) {
        (NodeKind::Thread(_), own @ NodeKind::Slices(_)) => own,
        (kind, _) => kind,
    };
    match kind {
        NodeKind::Slices(_) | NodeKind::ExpectedFrames(_) | NodeKind::ActualFrames(_) => {
            match kind.n_slices(&trace.slices) {
                // Of a track that is not read yet nothing is known.
                0 if !trace.complete => String::new(),
                n => crate::view::text::counted(n, "slice", "slices"),
            }
        }
        NodeKind::Counter(_) => "counter".into(),
        NodeKind::Process(_) => "process".into(),
        NodeKind::Thread(_) => "thread".into(),
        _ => String::new(),
    }
}

/// A hit as it is shown while the search is typed.
#[derive(Debug)]
pub struct LiveHit {
    /// When it begins; empty for a track.
    pub when: String,
    /// How long it lasts, or what it is instead of a slice.
    pub dur: String,
    /// The name of a slice, the path of a track, a line of the log.
    pub name: String,
    /// Whose slice it is, or the argument that matches.
    pub of: String,
    /// The process of the thread that `of` names; else empty.
    pub process: String,
    /// What Enter does.
    act: Act,
}

impl LiveHit {
    /// Returns its row.
    pub fn entry(self) -> Entry {
        Entry::listed(self.name, self.dur, self.act)
    }
}

/// Returns the first hits of a search, at most `max`: slices by time, beginning with the first in the window
/// from `from` on, to which Enter goes; then tracks, a few of which always have room; then lines of the log.
/// A slice that matches by an argument shows the argument in the place of its owner. Times are rounded to
/// `unit`, in nanoseconds.
pub fn hits(
    trace: &Trace,
    (found, query): (&Hits, Option<&Query>),
    from: Ts,
    clock: (&Clock, i64),
    max: usize,
) -> Vec<LiveHit> {
    /// So many tracks are shown even if slices could take all the room.
    const TRACKS_MIN: usize = 2;
    let n_slices = max.saturating_sub(found.nodes.len().min(TRACKS_MIN));
    let slices = found.from(from.ns()).take(n_slices);
    let slices = slices.map(|slice| {
        let by_argument = found.contents.binary_search(&slice).is_ok();
        let query = query.filter(|_| by_argument);
        let words = query.and_then(|query| hits::argument_words(trace, query, slice));
        let name = name_of(trace, slice);
        let process = match (&words, trace.utid_of(slice), trace.upid_of(slice)) {
            (None, Some(_), Some(upid)) => trace.process_title(upid),
            _ => String::new(),
        };
        let of = words.unwrap_or_else(|| match trace.owner_title(slice) {
            // The group says more of a track of nobody than the name of all of its slices.
            of if of == name => group_of(trace, slice),
            of => of,
        });
        LiveHit {
            when: time_of(trace.slices.ts(slice), clock),
            dur: dur_of(trace, slice),
            name,
            of,
            process,
            act: Act::Item(Item::Slice(slice)),
        }
    });
    let nodes = found.nodes.iter().map(|&node| LiveHit {
        when: String::new(),
        dur: "track".into(),
        name: trace.tree.shown_path(node),
        of: String::new(),
        process: String::new(),
        act: Act::Node(node),
    });
    let logs = found.logs.iter().filter_map(|&row| {
        let log = trace.logs.get(row as usize)?;
        let msg = log.msg.map(|msg| trace.text(msg).into_owned());
        Some(LiveHit {
            when: time_of(log.ts, clock),
            dur: "log".into(),
            name: msg.unwrap_or_default(),
            of: String::new(),
            process: String::new(),
            act: Act::Item(Item::Log(row)),
        })
    });
    slices.chain(nodes).chain(logs).take(max).collect()
}

/// Returns an instant as text, exact if the unit is a nanosecond.
fn time_of(ts: Ts, (clock, unit): (&Clock, i64)) -> String {
    match unit {
        1 => clock.exact(ts),
        unit => clock.short(ts, unit),
    }
}

/// Returns the name of a slice, or a placeholder.
pub fn name_of(trace: &Trace, slice: SliceId) -> String {
    let name = trace.slice_name(slice);
    name.map_or_else(|| "[no name]".into(), std::borrow::Cow::into_owned)
}

/// Returns the duration of a slice in words, which may say that it has no end or is an instant.
fn dur_of(trace: &Trace, slice: SliceId) -> String {
    match trace.slices.dur(slice).map(Dur::ns) {
        None => "no end".into(),
        Some(0) => "instant".into(),
        Some(ns) => time::dur(ns),
    }
}

/// Returns a list of arguments, of which each is searched for by its value.
pub fn arguments(found: Vec<SearchableArg>) -> Vec<Entry> {
    let row = |arg: SearchableArg| {
        let (message, field) = arg.key.rsplit_once('.').unwrap_or(("", &arg.key));
        let words = format!("{field}  {}", arg.shown);
        Entry::listed(words, message.to_owned(), Act::Search(arg.sought))
    };
    found.into_iter().map(row).collect()
}

/// Returns a list of the items that the details refer to, each with the name of its tab.
pub fn leads(found: Vec<(String, Tab, Item)>) -> Vec<Entry> {
    let tab_name = |tab, item| match (tab, item) {
        (_, Item::Sample(_)) => "sample",
        (Tab::Why, _) => "why",
        (Tab::Flows, _) => "flow",
        (Tab::States, _) => "state",
        (Tab::Selection | Tab::Args | Tab::Sql, _) => "",
    };
    let rows = found.into_iter();
    rows.map(|(words, tab, item)| {
        Entry::listed(words, tab_name(tab, item).to_owned(), Act::Item(item))
    })
    .collect()
}

/// Returns a list of flows to choose from, each with how many lead from the same slice to the same one. Those of
/// slices that are nested with the selected one name them.
pub fn flow_choices(
    trace: &Trace,
    selected: SliceId,
    all: &[(FlowId, usize)],
    direction: Direction,
) -> Vec<Entry> {
    /// The arguments of more flows are not compared, because that would take too long for a key.
    const TOLD_APART: usize = 200;
    let sayings = Sayings::default();
    let near_end = |flow: FlowId| flows::other_end(trace, flow, direction.reversed());
    let is_nested = all.iter().any(|&(flow, _)| near_end(flow) != selected);
    let here = trace.upid_of(selected);
    let row = |&(flow, n): &(FlowId, usize)| {
        let other = flows::other_end(trace, flow, direction);
        let mut whose = trace.owner_title(other);
        // Threads of several processes have one name.
        if let (Some(_), Some(upid)) = (trace.utid_of(other), trace.upid_of(other))
            && here != Some(upid)
        {
            whose = format!("{whose} · {}", trace.process_title(upid));
        }
        let note = format!("{:>9}  {whose}", delay(trace, flow));
        let near = near_end(flow);
        let what = (all.len() <= TOLD_APART).then(|| sayings.told_apart(trace, other, [near]));
        let mut name = name_and(trace, other, what.flatten().as_deref(), usize::MAX);
        if is_nested {
            let arrow = match direction {
                Direction::Backward => '◂',
                Direction::Forward => '▸',
            };
            name = format!("{} {arrow} {name}", slice_name(trace, near));
        }
        // Frames of the same token differ in their layer.
        let layer = trace.frames.actual_of(other).and_then(|frame| frame.layer);
        if let Some(layer) = layer {
            name = format!("{name} · {}", clean(&trace.text(layer)));
        }
        if n > 1 {
            name = format!("{name} ×{}", grouped(n as u64));
        }
        Entry::listed(name, note, Act::Flow(flow, direction))
    };
    all.iter().map(row).collect()
}

/// Returns the path of the group in which the track of a slice is; empty if it is in none.
fn group_of(trace: &Trace, slice: SliceId) -> String {
    let tree = &trace.tree;
    let node = tree.node_of_track(trace.slices.track_of(slice));
    let group = node.map(|node| tree.node(node).parent);
    group.map_or_else(String::new, |group| tree.shown_path(group))
}

/// Returns the categories of flows, each with the number of flows and whether they are shown.
pub fn categories(counts: &[(String, usize)], hidden: &BTreeSet<String>) -> Vec<Entry> {
    let row = |(category, count): &(String, usize)| {
        let mark = if hidden.contains(category) {
            "[ ]"
        } else {
            "[x]"
        };
        let name = if category.is_empty() {
            "no category"
        } else {
            category
        };
        let note = grouped(*count as u64);
        let act = Act::Category(category.clone());
        Entry::listed(format!("{mark} {name}"), note, act)
    };
    counts.iter().map(row).collect()
}

/// Returns the keys of the help, from the key map; the groups in `first` come first.
pub fn help(keymap: &Keymap, first: &[super::command::Group]) -> Vec<HelpGroup> {
    let group = |(group, commands): (super::command::Group, Vec<Command>)| HelpGroup {
        title: group.title().into(),
        keys: commands
            .into_iter()
            .filter(|&command| command.picked().is_none_or(|row| row == 0))
            .filter_map(|command| help_of(keymap, command))
            .collect(),
        samples: Vec::new(),
    };
    let mouse = HelpGroup {
        title: "Mouse".into(),
        keys: MOUSE
            .iter()
            .map(|&(keys, what)| Hint {
                keys: keys.into(),
                what: what.into(),
            })
            .collect(),
        samples: Vec::new(),
    };
    let place = |group| first.iter().position(|&other| other == group);
    let mut groups = groups();
    groups.sort_by_key(|&(group, _)| place(group).unwrap_or(first.len()));
    let keys = groups.into_iter().map(group);
    keys.chain([mouse]).collect()
}

/// Commands that do the opposite of each other and share a line of the help, with its text.
const PAIRS: [(Command, Command, &str); 21] = {
    use Command as C;
    [
        (C::ZoomIn, C::ZoomOut, "Zoom in, out"),
        (C::PanLeft, C::PanRight, "Go back, forward in time"),
        (C::PanLeftPage, C::PanRightPage, "Go by most of the window"),
        (C::PanLeftColumn, C::PanRightColumn, "Go by one column"),
        (C::RowDown, C::RowUp, "Go to the row below, above"),
        (C::PageUp, C::PageDown, "Scroll up, down by a page"),
        (C::FirstRow, C::LastRow, "Go to the first, last row"),
        (
            C::TraceStart,
            C::TraceEnd,
            "Go to the start, end of the trace",
        ),
        (
            C::PrevSlice,
            C::NextSlice,
            "Select the previous, next slice on the track",
        ),
        (
            C::Parent,
            C::LongestChild,
            "Select the slice around, the longest inside",
        ),
        (
            C::ExpandLevel,
            C::CollapseLevel,
            "Expand, collapse a level of all groups",
        ),
        (
            C::FindNext,
            C::FindPrev,
            "Go to the next, previous janky frame, or search hit",
        ),
        (
            C::NextFlow,
            C::PrevFlow,
            "Focus the next, previous flow of the slice",
        ),
        (
            C::WidenFlows,
            C::NarrowFlows,
            "Show flows one hop further, less far",
        ),
        (C::DetailsUp, C::DetailsDown, "Scroll the details up, down"),
        (
            C::DetailsTaller,
            C::DetailsShorter,
            "Give the details a line more, less",
        ),
        (C::ListDown, C::ListUp, "Go to the next, previous row"),
        (C::ListPageDown, C::ListPageUp, "Go down, up by a page"),
        (C::ListFirst, C::ListLast, "Go to the first, last row"),
        (
            C::ListLeft,
            C::ListRight,
            "Scroll a table back, on by a column",
        ),
        (C::CaretLeft, C::CaretRight, "Move the caret left, right"),
    ]
};

/// Returns the line of a command in the help; `None` for a command without keys, or if the line of its
/// opposite has it.
fn help_of(keymap: &Keymap, command: Command) -> Option<Hint> {
    let labels = keymap.labels(command);
    // Which key does what is only clear if each has as many.
    let n_keys = |command: Command| keymap.labels(command).len();
    let in_pair =
        |pair: &&(Command, Command, &str)| n_keys(pair.0) > 0 && n_keys(pair.0) == n_keys(pair.1);
    let mut pairs = PAIRS.iter().filter(in_pair);
    let is_own = |pair: &&(Command, Command, &str)| pair.0 == command || pair.1 == command;
    let (keys, what) = match pairs.find(is_own) {
        Some(&(first, _, _)) if first != command => return None,
        Some(&(_, second, what)) => {
            let both = labels.into_iter().zip(keymap.labels(second));
            let both: Vec<String> = both.flat_map(|(one, other)| [one, other]).collect();
            (both.join(" "), what)
        }
        None if command.picked().is_some() => (format!("{}–9", labels.join(" ")), "Go to that row"),
        None => (labels.join(" "), command.doc()),
    };
    (!keys.is_empty()).then(|| Hint {
        keys,
        what: what.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_track_that_is_not_read_yet_no_number_of_slices_is_told() {
        use crate::base::time::{TimeSpan, Ts};
        use crate::model::builder::TraceBuilder;
        use crate::model::skeleton::{CELLS, Skeleton};
        use crate::model::track::Scope;
        let note = |is_read: bool| {
            let mut b = TraceBuilder::new();
            let app = b.process(7, "app");
            let track = b.slice_track(Scope::Process(app), Some("work"));
            if is_read {
                b.nested_slices(track, &[(0, 5, "work")]);
            } else {
                // Of an outline nothing is known but how busy a track is.
                let span = TimeSpan::new(Ts::from_ns(0), Ts::from_ns(9));
                let rows = vec![(track, Box::new([1.0; CELLS]))];
                b.skeleton = Some(Skeleton::new(span, rows, 0.5));
            }
            b.complete = is_read;
            let trace = b.finish();
            let node = trace.tree.node_of_track(track).expect("a row");
            count_of(&trace, node)
        };
        assert_eq!([true, false].map(note), ["1 slice", ""]);
    }

    #[test]
    fn opposite_commands_share_a_line_of_the_help_and_none_is_left_out() {
        let keymap = Keymap::built_in();
        let groups = help(&keymap, &[]);
        let hints: Vec<&Hint> = groups.iter().flat_map(|group| &group.keys).collect();
        let zoom = hints.iter().find(|hint| hint.what == "Zoom in, out");
        assert_eq!(zoom.map(|hint| hint.keys.as_str()), Some("w s"));
        for &command in Command::ALL {
            let labels = keymap.labels(command);
            let is_told = |label: &String| hints.iter().any(|hint| hint.keys.contains(label));
            let is_pick = command.picked().is_some_and(|row| row > 0);
            assert!(is_pick || labels.iter().all(is_told), "{command:?}");
        }
        for (first, second, _) in PAIRS {
            assert_eq!(first.group(), second.group(), "{first:?}");
        }
    }
}
