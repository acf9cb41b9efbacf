//! A scene: everything on the screen as data, and what is where for the mouse.
//!
//! Self-contained: a scene holds every string it will print, already safe and
//! cut to width, and no reference to the trace. Equal scenes paint equal
//! buffers. Colours are meanings ([`Ink`]), which a theme turns into colours.

mod hit;

pub use hit::{Button, Hit, Target};

use super::color::NameInk;
use super::layout::Layout;
use crate::base::time::TimeSpan;
pub use crate::model::frame_timeline::JankTag;
use crate::model::ids::{
    CounterId, FlowId, NodeId, SchedId, SliceId, StackSampleId, ThreadStateId,
};

/// Size of a screen in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Size {
    /// Columns.
    pub cols: u16,
    /// Rows.
    pub rows: u16,
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The leftmost column.
    pub x: u16,
    /// The topmost row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Rect {
    /// Returns whether a cell lies inside.
    pub const fn contains(self, x: u16, y: u16) -> bool {
        x >= self.x && y >= self.y && x - self.x < self.width && y - self.y < self.height
    }

    /// Returns whether it holds no cell.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// What a colour means. A theme knows the colour of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Behind the timeline.
    Ground,
    /// Behind the track tree.
    Tree,
    /// Behind the title and the status line.
    Bar,
    /// Behind an overlay.
    Raised,
    /// Behind the row that the keyboard is on.
    CursorRow,
    /// Behind the chosen row of a list.
    Chosen,
    /// Ordinary text.
    Text,
    /// Headings and names that matter.
    Strong,
    /// Secondary text.
    Dim,
    /// Rules and separators.
    Rule,
    /// Grid lines behind the timeline.
    Grid,
    /// Keys, badges and the current tab.
    Accent,
    /// Text on [`Role::Accent`].
    OnAccent,
    /// Something good, such as a finished import.
    Good,
    /// A warning.
    Warn,
    /// An error, or time past a deadline.
    Bad,
    /// Matches of a search or a filter.
    Match,
    /// The selection where it is not a slice.
    Selection,
    /// Marks and notes.
    Mark,
    /// The A and B markers.
    Measure,
    /// Arrows of the focused flow.
    FlowFocus,
    /// Arrows of direct flows.
    Flow,
    /// Arrows of indirect flows.
    FlowDim,
    /// An expected frame.
    Expected,
    /// An actual frame, by blame; partial jank is paler.
    Jank(JankTag, Partial),
    /// A thread state.
    State(StateRole),
    /// A process by number in the palette of 18 that CPU tracks use.
    Process(u8),
    /// A counter.
    Counter,
    /// How busy a group is.
    Density,
    /// How busy a group was where nothing stands out.
    DensityLow,
    /// A log line by Android priority.
    Log(u8),
}

/// Whether a jank is partial, which is drawn paler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Partial {
    /// Full, or not said.
    #[default]
    No,
    /// Partial.
    Yes,
}

/// Thread states as colours tell them from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateRole {
    /// On a CPU.
    Running,
    /// Waiting for a CPU.
    Runnable,
    /// Uninterruptible, waiting for IO or not known.
    IoWait,
    /// Uninterruptible, not waiting for IO.
    Blocked,
    /// Asleep or idle.
    Sleeping,
    /// Dead.
    Dead,
    /// Just created.
    Created,
    /// Not known.
    Unknown,
    /// Anything else: stopped, traced, parked.
    Other,
}

/// A colour by meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A meaning.
    Role(Role),
    /// The colour of a slice name.
    Name(NameInk),
    /// Black or white, whichever is read better on what is below.
    OnFill,
}

impl From<Role> for Ink {
    fn from(role: Role) -> Self {
        Self::Role(role)
    }
}

/// A change of a fill's colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    #[default]
    Normal,
    /// Lighter: the same name as the selected slice.
    Lifted,
    /// Nearer to the background: not related to the selection while flows are followed.
    Dimmed,
    /// Darker: the part of a frame past its deadline.
    Deep,
    /// A share of its strength, in eighths: the root of how much of a dense cell is covered.
    Share(u8),
}

/// What a span stands for, for the mouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Item {
    /// Nothing in particular.
    #[default]
    None,
    /// A slice; of many in one cell, the one that matters most.
    Slice(SliceId),
    /// A sample of a counter.
    Counter(CounterId),
    /// A stay on a CPU.
    Sched(SchedId),
    /// A stretch of a thread state.
    State(ThreadStateId),
    /// A sample of a CPU profiler; of many in one cell, the first.
    Sample(StackSampleId),
    /// A line of the log.
    Log(u32),
    /// A stretch of time, for what is nothing in the trace.
    Span(TimeSpan),
    /// A stretch of time on a row of the tree, such as what a thread did for a while.
    Stretch(NodeId, TimeSpan),
}

/// How a span is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanKind {
    /// A bar with exact edges.
    Bar,
    /// A bar that never ended: it fades out.
    Open,
    /// One cell of many short items; the texture says how many, from 0 to 2.
    Dense(u8),
    /// A bar half a cell high: the upper half.
    Upper,
    /// A bar half a cell high: the lower half.
    Lower,
}

/// How much it matters that a span is seen, whatever else is in its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stress {
    /// Not more than others.
    #[default]
    None,
    /// It must be seen: search hits, jank.
    Kept,
    /// It is the selection: seen, and underlined.
    Selected,
}

/// A stretch of a line, in eighths of cells from the line's left edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Where it starts.
    pub x0: u32,
    /// Where it ends, after `x0`.
    pub x1: u32,
    /// How it is drawn.
    pub kind: SpanKind,
    /// Its colour.
    pub ink: Ink,
    /// A change of the colour.
    pub tone: Tone,
    /// How much it matters that it is seen.
    pub stress: Stress,
    /// What it stands for.
    pub item: Item,
}

impl Span {
    /// Returns a plain bar.
    pub const fn bar(x0: u32, x1: u32, ink: Ink) -> Self {
        Self {
            x0,
            x1,
            kind: SpanKind::Bar,
            ink,
            tone: Tone::Normal,
            stress: Stress::None,
            item: Item::None,
        }
    }

    /// Returns the cells that the span covers completely: the first one and the one after the last; none if
    /// both are the same.
    pub const fn whole_cells(&self) -> (u32, u32) {
        let first = self.x0.div_ceil(8);
        let end = self.x1 / 8;
        (first, if end > first { end } else { first })
    }

    /// Returns the cell for a mark on the span: in the middle of the cells that it covers completely or, if
    /// there is none, where more of it is.
    pub const fn mark_cell(&self) -> u32 {
        let (first, end) = self.whole_cells();
        if end > first {
            return first + (end - first - 1) / 2;
        }
        let cell = self.x0 / 8;
        let edge = (cell + 1) * 8;
        if self.x1 > edge && self.x1 - edge >= edge - self.x0 {
            cell + 1
        } else {
            cell
        }
    }
}

/// Attributes of text: bold, underlined and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mods(u8);

impl Mods {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// Bold.
    pub const BOLD: Self = Self(1);
    /// Underlined.
    pub const UNDERLINE: Self = Self(2);
    /// Reversed: survives where there is no colour.
    pub const REVERSE: Self = Self(4);
    /// Dim.
    pub const DIM: Self = Self(8);

    /// Returns the attributes of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether it has all attributes of `other`.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Text on a line. Where it has no ground of its own, that of the line or span below shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The first cell, from the line's left edge.
    pub x: u16,
    /// Safe text, cut to the space it has.
    pub text: String,
    /// Its colour.
    pub ink: Ink,
    /// A colour behind it.
    pub ground: Option<Ink>,
    /// Bold, underlined and so on.
    pub mods: Mods,
}

impl Text {
    /// Returns plain text.
    pub fn new(x: u16, text: impl Into<String>, role: Role) -> Self {
        Self {
            x,
            text: text.into(),
            ink: Ink::Role(role),
            ground: None,
            mods: Mods::NONE,
        }
    }

    /// Returns a badge: bold words on the accent.
    pub fn badge(x: u16, words: impl Into<String>) -> Self {
        Self::new(x, words, Role::OnAccent).bold().on(Role::Accent)
    }

    /// Returns the same, bold.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.mods = self.mods.with(Mods::BOLD);
        self
    }

    /// Returns the same on a colour of its own.
    #[must_use]
    pub fn on(mut self, role: Role) -> Self {
        self.ground = Some(Ink::Role(role));
        self
    }

    /// Returns the same with more attributes.
    #[must_use]
    pub fn with(mut self, mods: Mods) -> Self {
        self.mods = self.mods.with(mods);
        self
    }

    /// Returns the cell after its last.
    pub fn end(&self) -> u16 {
        self.x.saturating_add(super::text::width(&self.text) as u16)
    }
}

/// One column of a chart, in eighths of a cell from the bottom of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChartCol {
    /// The lowest value in the column.
    pub low: u16,
    /// The highest value in the column; `0` and above, [`ChartCol::EMPTY`] if there is none.
    pub high: u16,
    /// Its colour.
    pub ink: Ink,
}

impl ChartCol {
    /// The `high` of a column without data.
    pub const EMPTY: u16 = u16::MAX;
}

/// How a chart is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartKind {
    /// Filled from the bottom.
    Area,
    /// A stepped line; two columns a cell.
    Step,
    /// Filled from the bottom, with a base line where that is all; two columns a cell.
    Bars,
}

/// A line's part of a chart that may be several lines high.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The first cell, from the line's left edge.
    pub x: u16,
    /// Which line of the chart this is, from the bottom.
    pub line: u16,
    /// How it is drawn.
    pub kind: ChartKind,
    /// Its columns.
    pub cols: Vec<ChartCol>,
}

/// A single character over whatever is there: instants, marks and stubs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The cell, from the line's left edge.
    pub x: u16,
    /// The character.
    pub ch: char,
    /// Its colour.
    pub ink: Ink,
    /// Bold, underlined and so on.
    pub mods: Mods,
    /// Whether it shows only where nothing else is.
    pub behind: bool,
    /// What it stands for.
    pub item: Item,
}

impl Glyph {
    /// Returns a character that shows only where nothing else is, and stands for nothing.
    pub const fn behind(x: u16, ch: char, role: Role) -> Self {
        Self {
            x,
            ch,
            ink: Ink::Role(role),
            mods: Mods::NONE,
            behind: true,
            item: Item::None,
        }
    }
}

/// One row of cells, or a part of one: painted in the order ground, charts, spans, texts, glyphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The leftmost column.
    pub x: u16,
    /// The row.
    pub y: u16,
    /// How many cells.
    pub width: u16,
    /// The colour behind it.
    pub ground: Role,
    /// A character that fills it, such as a rule.
    pub fill: Option<(char, Role)>,
    /// Stretches of cells, from one to before another, with a colour of their own behind them.
    pub shades: Vec<(u16, u16, Role)>,
    /// Charts.
    pub charts: Vec<Chart>,
    /// Spans by start; within one layer they are disjoint.
    pub spans: Vec<Span>,
    /// Texts.
    pub texts: Vec<Text>,
    /// Single characters.
    pub glyphs: Vec<Glyph>,
}

impl Line {
    /// Returns an empty line.
    pub const fn new(x: u16, y: u16, width: u16, ground: Role) -> Self {
        Self {
            x,
            y,
            width,
            ground,
            fill: None,
            shades: Vec::new(),
            charts: Vec::new(),
            spans: Vec::new(),
            texts: Vec::new(),
            glyphs: Vec::new(),
        }
    }

    /// Takes away from a column on what stands for something.
    pub fn cut_data(&mut self, col: u16) {
        let end = u32::from(col) * 8;
        self.spans.retain(|span| span.x0 < end);
        for span in &mut self.spans {
            span.x1 = span.x1.min(end);
        }
        self.texts.retain(|text| text.x < col);
        for text in self.texts.iter_mut().filter(|text| text.end() > col) {
            let room = usize::from(col - text.x);
            text.text = super::text::fit_end(&text.text, room).into_owned();
        }
        self.glyphs.retain(|glyph| glyph.behind || glyph.x < col);
        for chart in &mut self.charts {
            let unknown = chart
                .cols
                .iter_mut()
                .skip(usize::from(col.saturating_sub(chart.x)));
            unknown.for_each(|col| col.high = ChartCol::EMPTY);
        }
    }

    /// Adds text and returns the cell after it. Text that does not fit is cut.
    pub fn put(&mut self, text: Text) -> u16 {
        if text.x >= self.width {
            return self.width;
        }
        let room = usize::from(self.width - text.x);
        let text = if super::text::width(&text.text) > room {
            Text {
                text: super::text::fit_end(&text.text, room).into_owned(),
                ..text
            }
        } else {
            text
        };
        let end = text.end();
        if !text.text.is_empty() {
            self.texts.push(text);
        }
        end
    }

    /// Adds text that ends at the right edge, if `left` and more stays free; returns its start.
    pub fn put_right(&mut self, left: u16, mut text: Text) -> u16 {
        let width = super::text::width(&text.text) as u16;
        if left.saturating_add(width) > self.width {
            return self.width;
        }
        text.x = self.width - width;
        let at = text.x;
        self.texts.push(text);
        at
    }

    /// Adds text that ends at the right edge; other texts give way to it.
    pub fn end_with(&mut self, text: Text) {
        let width = super::text::width(&text.text) as u16;
        let left = self.width.saturating_sub(width);
        self.texts.retain(|other| other.x < left);
        for other in self.texts.iter_mut().filter(|other| other.end() > left) {
            let room = usize::from(left - other.x);
            other.text = super::text::fit_end(&other.text, room).into_owned();
        }
        self.put(Text { x: left, ..text });
    }
}

/// A cell of an arrow: which of its four sides it joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The column.
    pub x: u16,
    /// The row.
    pub y: u16,
    /// The sides it joins, or a head.
    pub shape: StrokeShape,
    /// Whether it belongs to the focused flow.
    pub heavy: bool,
    /// Its colour.
    pub ink: Ink,
    /// The flow that it belongs to.
    pub flow: Option<FlowId>,
}

/// What a cell of an arrow looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeShape {
    /// A line that joins sides: 1 north, 2 east, 4 south, 8 west.
    Joins(u8),
    /// A dotted line that joins sides.
    Dotted(u8),
    /// A head; true if it is filled.
    Head(Direction, bool),
    /// A count or a mark.
    Char(char),
}

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Up.
    Up,
    /// Right.
    Right,
    /// Down.
    Down,
    /// Left.
    Left,
}

/// A line of the track area, for the mouse and for arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackLine {
    /// The row of the screen.
    pub y: u16,
    /// The node whose name stands here, or would.
    pub node: NodeId,
    /// The node whose data is drawn here.
    pub data: NodeId,
    /// Which visual row of the data, for slices.
    pub row: Option<usize>,
    /// Whether this is the first line of its node.
    pub first: bool,
}

/// Everything on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The size it was made for.
    pub size: Size,
    /// Where the panes are.
    pub layout: Layout,
    /// The lines of the track area from top to bottom, pinned rows first.
    pub tracks: Vec<TrackLine>,
    /// How many lines above these show tracks of queries.
    pub n_queried: u16,
    /// How many lines all tracks have together, and how many of them fit below the pinned ones.
    pub scroll: ScrollInfo,
    /// The first line shown of the details, and which that is while nobody has scrolled; `None` while
    /// they are closed.
    pub details_top: Option<(usize, usize)>,
    /// The first line shown of the list of keys; `None` while that is closed.
    pub help_top: Option<usize>,
    /// What is painted first.
    pub lines: Vec<Line>,
    /// Arrows, painted over the lines.
    pub strokes: Vec<Stroke>,
    /// Lists, prompts and pages, painted last.
    pub overlay: Vec<Line>,
    /// Arrows of the overlays.
    pub overlay_strokes: Vec<Stroke>,
    /// Where the terminal's cursor is, while text is typed.
    pub caret: Option<(u16, u16)>,
    /// The cells outside the tracks that do something when they are clicked.
    pub targets: Vec<(Rect, Target)>,
    /// The keys that are named on the screen, as they are written, for [`Target::Keys`].
    pub named_keys: Vec<String>,
}

/// How far the tracks can be scrolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScrollInfo {
    /// The first line shown.
    pub top: usize,
    /// Lines of all tracks that are not pinned.
    pub total: usize,
    /// Lines that fit.
    pub room: usize,
}
