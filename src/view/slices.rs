//! Slices, frames and logs as items of a visual row.
//!
//! Each kind of item knows its colour, its label and what must never vanish in a cell of many: the selection,
//! then search hits, then jank, worst first.

use std::borrow::Cow;

use super::bars::{Items, Sample};
use super::chromium;
use super::cx::Cx;
use super::scene::{Ink, Item, JankTag, Partial, Role, Tone};
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::blocks::Level;
use crate::model::blocks::slices::Block;
use crate::model::chromium_frames::{Lack, Verdicts};
use crate::model::frame_timeline::{ActualFrame, JankSeverity};
use crate::model::ids::{LabelId, NodeId, SliceId};
use crate::model::slice::DepthSlices;
use crate::model::track_tree::{NodeKind, VisualRow};
use crate::model::worst_frames::{Badness, FrameRow};

/// How many blocks of a column are looked at to blend its colour.
const BLENDED: usize = 4;

/// Where the slices of a row come from.
#[derive(Clone, Copy)]
enum Source<'a> {
    Depth(DepthSlices<'a>),
    Packed(&'a [SliceId]),
}

/// What kind of slices a row holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Expected,
    Actual,
}

/// Slices of one visual row.
pub(super) struct SliceItems<'a> {
    cx: &'a Cx<'a>,
    source: Source<'a>,
    kind: Kind,
    /// What is drawn of the slices, if they are frames.
    frames: Option<&'a FrameRow>,
    /// How bad the slices are that tell of a frame of Chromium, if there may be some.
    verdicts: Option<&'a Verdicts>,
    selected: Option<usize>,
    lifted: Option<LabelId>,
}

impl<'a> SliceItems<'a> {
    /// Returns the slices of a visual row of a node; `None` if there is no such row.
    pub(super) fn new(cx: &'a Cx<'a>, node: NodeId, row: usize) -> Option<Self> {
        let tree_node = cx.trace.tree.node(node);
        let source = match tree_node.rows.get(row)? {
            VisualRow::Depth { track, depth } => {
                Source::Depth(cx.trace.slices.at_depth(*track, *depth))
            }
            VisualRow::Packed(ids) => Source::Packed(ids),
        };
        let kind = match tree_node.kind {
            NodeKind::ExpectedFrames(_) => Kind::Expected,
            NodeKind::ActualFrames(_) => Kind::Actual,
            _ => Kind::Plain,
        };
        let mut items = Self {
            cx,
            source,
            kind,
            frames: match kind {
                Kind::Plain => None,
                Kind::Expected | Kind::Actual => cx.trace.worst_frames().row(node, row),
            },
            verdicts: None,
            selected: None,
            lifted: cx
                .settled()
                .filter(|_| kind == Kind::Plain)
                .map(|id| cx.trace.slices.label_id(id)),
        };
        items.selected = cx.selected.and_then(|id| items.place_of(id));
        items.verdicts = items.find_verdicts();
        Some(items)
    }

    /// Returns what is known of Chromium's frames, unless the row has none of them.
    fn find_verdicts(&self) -> Option<&'a Verdicts> {
        let n = Items::len(self);
        if self.kind != Kind::Plain || n == 0 {
            return None;
        }
        let verdicts = &self.cx.trace.chromium_found()?.verdicts;
        match self.source {
            // The ids of the slices of a depth follow one another.
            Source::Depth(_) => verdicts.worst(self.id(0), self.id(n - 1)).map(|_| verdicts),
            Source::Packed(_) => Some(verdicts),
        }
    }

    /// Returns the slice at a place.
    pub(super) fn id(&self, index: usize) -> SliceId {
        match self.source {
            Source::Depth(slices) => slices.id(index),
            Source::Packed(ids) => ids[index],
        }
    }

    /// Returns the place of a slice, if it is in the row.
    fn place_of(&self, id: SliceId) -> Option<usize> {
        match self.source {
            Source::Depth(slices) => {
                let place = id.index().checked_sub(slices.id(0).index())?;
                (place < slices.len()).then_some(place)
            }
            Source::Packed(ids) => {
                let slices = &self.cx.trace.slices;
                let key = slices.row_key(id);
                ids.binary_search_by_key(&key, |&other| slices.row_key(other))
                    .ok()
            }
        }
    }

    /// Returns how bad an actual frame is, or one of Chromium.
    fn badness(&self, index: usize) -> Badness {
        match (self.frames, self.verdicts) {
            (Some(frames), _) => frames.badness(index),
            (None, Some(verdicts)) => verdicts.of(self.id(index)),
            (None, None) => Badness::default(),
        }
    }

    /// Returns the worst frame of Chromium among some slices.
    fn worst_verdict(&self, from: usize, to: usize) -> Option<usize> {
        let verdicts = self.verdicts?;
        match self.source {
            Source::Depth(slices) => {
                let (first, last) = (slices.id(from), slices.id(to - 1));
                let worst = verdicts.worst(first, last)?;
                Some(from + (worst.0 - first.0) as usize)
            }
            Source::Packed(_) => {
                let worst = sampled(from, to).max_by_key(|&index| self.badness(index))?;
                self.badness(worst).is_frame().then_some(worst)
            }
        }
    }

    /// Returns what a janky frame of Chromium lacks.
    fn lack(&self, index: usize) -> Option<Lack> {
        self.verdicts.filter(|_| self.badness(index).is_janky())?;
        let found = self.cx.trace.chromium_found()?;
        Some(found.told_by(self.id(index))?.lacks)
    }

    fn is_hit(&self, index: usize) -> bool {
        let found = self.cx.state.hits();
        found.is_some_and(|found| found.contains(self.id(index)))
    }

    /// Returns a search hit among some slices.
    fn hit_in(&self, from: usize, to: usize) -> Option<usize> {
        let found = self.cx.state.hits()?;
        match self.source {
            Source::Depth(slices) => {
                let (first, last) = (slices.id(from), slices.id(to - 1));
                let at = found.slices.partition_point(|&id| id < first);
                let id = found.slices.get(at).filter(|&&id| id <= last)?;
                Some(from + (id.0 - first.0) as usize)
            }
            Source::Packed(_) => sampled(from, to).find(|&index| self.is_hit(index)),
        }
    }
}

/// Returns the places of a packed row that are looked at: not all of them, if there are very many.
fn sampled(from: usize, to: usize) -> impl Iterator<Item = usize> {
    /// How many at the most.
    const LINEAR: usize = 256;
    let step = (to - from).div_ceil(LINEAR);
    (from..to).step_by(step.max(1))
}

/// Returns the colour of an actual frame.
pub(super) fn frame_role(frame: &ActualFrame) -> Role {
    jank_role(frame.jank_tag, frame.severity != JankSeverity::Partial)
}

/// Returns the colour of a frame of which only the badness is known.
pub(super) const fn badness_role(badness: Badness) -> Role {
    jank_role(badness.tag(), badness.is_full())
}

const fn jank_role(tag: JankTag, is_full: bool) -> Role {
    Role::Jank(tag, if is_full { Partial::No } else { Partial::Yes })
}

/// Returns the word for a tag beside the token of a frame.
const fn tag_word(tag: JankTag) -> &'static str {
    match tag {
        JankTag::Unspecified => "?",
        JankTag::None => "",
        JankTag::NonPerceivable => "Non-perceivable",
        JankTag::BufferStuffing => "Stuffing",
        JankTag::SurfaceFlingerStuffing => "SF stuffing",
        JankTag::Other => "Other",
        JankTag::Dropped => "Dropped",
        JankTag::SelfJank => "Self",
    }
}

/// Returns the letter of a tag, which shows the tag without colour, with as many of the last digits of the
/// token as there is room for, because neighbours differ in those.
fn short_frame(tag: JankTag, token: &str, room: usize) -> String {
    /// A single digit says nothing.
    const FEWEST: usize = 2;
    let letter = tag.letter();
    let n = token.chars().count();
    if n + 2 <= room {
        return format!("{letter} {token}");
    }
    match room.saturating_sub(2) {
        digits if digits >= FEWEST => {
            let end: String = token.chars().skip(n.saturating_sub(digits)).collect();
            format!("{letter}…{end}")
        }
        _ => letter.to_string(),
    }
}

impl Items for SliceItems<'_> {
    type Block = Block;

    #[inline]
    fn len(&self) -> usize {
        match self.source {
            Source::Depth(slices) => slices.len(),
            Source::Packed(ids) => ids.len(),
        }
    }

    #[inline]
    fn ts(&self, index: usize) -> i64 {
        if let Some(frames) = self.frames {
            return frames.start(index);
        }
        match self.source {
            Source::Depth(slices) => slices.ts(index).ns(),
            Source::Packed(ids) => self.cx.trace.slices.ts(ids[index]).ns(),
        }
    }

    #[inline]
    fn end(&self, index: usize) -> Option<i64> {
        if let Some(frames) = self.frames {
            return frames.end(index);
        }
        self.cx.trace.slices.end(self.id(index)).map(Ts::ns)
    }

    fn over_by(&self, index: usize) -> Option<i64> {
        if let Some(frames) = self.frames {
            return frames.over_by(index);
        }
        self.cx.trace.slices.over_by(self.id(index)).map(Ts::ns)
    }

    #[inline]
    fn dur(&self, index: usize) -> Option<i64> {
        if let Some(frames) = self.frames {
            let end = frames.end(index)?;
            return Some(end.saturating_sub(frames.start(index)));
        }
        self.cx.trace.slices.dur(self.id(index)).map(Dur::ns)
    }

    fn item(&self, index: usize) -> Item {
        Item::Slice(self.id(index))
    }

    fn ink(&self, index: usize) -> Ink {
        if self.is_hit(index) {
            return Role::Match.into();
        }
        match self.kind {
            Kind::Expected => Role::Expected.into(),
            Kind::Actual => match self.badness(index) {
                badness if badness.is_frame() => badness_role(badness).into(),
                _ => Role::Jank(JankTag::Unspecified, Partial::No).into(),
            },
            Kind::Plain => match chromium::role(self.badness(index)) {
                Some(role) => role.into(),
                None => Ink::Name(self.cx.ink_of_slice(self.id(index))),
            },
        }
    }

    fn label(&self, index: usize) -> String {
        let id = self.id(index);
        let name = self.cx.slice_name(id);
        match self.kind {
            Kind::Actual => match self.badness(index) {
                badness if badness.is_frame() && badness.tag() != JankTag::None => {
                    format!("{name} {}", tag_word(badness.tag()))
                }
                _ => name.into_owned(),
            },
            Kind::Plain => match self.lack(index) {
                Some(lack) => format!("{name} {}", lack.text()),
                None => name.into_owned(),
            },
            Kind::Expected => name.into_owned(),
        }
    }

    fn short_label(&self, index: usize, room: usize) -> Option<String> {
        if self.kind == Kind::Plain {
            return Some(chromium::short_lack(self.lack(index)?, room));
        }
        let badness = self.badness(index);
        let is_told =
            badness.is_frame() && !matches!(badness.tag(), JankTag::None | JankTag::Unspecified);
        (self.kind == Kind::Actual && is_told)
            .then(|| short_frame(badness.tag(), &self.cx.slice_name(self.id(index)), room))
    }

    fn tone(&self, index: usize) -> Tone {
        let id = self.id(index);
        if !self.cx.is_related(id) {
            return Tone::Dimmed;
        }
        match self.lifted {
            Some(label)
                if self.selected != Some(index) && self.cx.trace.slices.label_id(id) == label =>
            {
                Tone::Lifted
            }
            _ => Tone::Normal,
        }
    }

    fn is_settled(&self) -> bool {
        self.cx.settled() == self.cx.selected
    }

    fn selected(&self) -> Option<usize> {
        self.selected
    }

    fn outstanding(&self, from: usize, to: usize, span: TimeSpan) -> Option<usize> {
        self.selected
            .filter(|place| (from..to).contains(place))
            .or_else(|| self.hit_in(from, to))
            .or_else(|| match self.frames {
                Some(frames) => frames.worst(from, to, span.start().ns()),
                None => self.worst_verdict(from, to),
            })
    }

    fn is_kept(&self, index: usize) -> bool {
        self.badness(index).is_janky() || self.is_hit(index)
    }

    fn levels(&self) -> &[Level<Block>] {
        match (self.source, self.kind, self.cx.trace.blocks()) {
            (Source::Depth(slices), Kind::Plain, Some(blocks)) => blocks.slices.of_row(slices),
            _ => &[],
        }
    }

    fn sum(&self, blocks: &[Block], n: usize, _cell_ns: i64) -> Sample {
        let mut sample = Sample {
            seen: n as i64,
            ..Sample::default()
        };
        let mut busy = 0.0_f32;
        let mut most = -1.0;
        let step = blocks.len().div_ceil(BLENDED);
        for (at, block) in blocks.iter().enumerate() {
            busy += block.busy_ns;
            let is_longest = block.dur_ns > most;
            if is_longest || at % step == 0 {
                let name = if self.cx.trace.correlations.is_empty() {
                    self.cx.ink_of(block.label)
                } else {
                    self.cx.ink_of_slice(self.id(block.longest as usize))
                };
                if at % step == 0 {
                    sample.blend.add(name.rgb, block.dur_ns.max(1.0));
                }
                if is_longest {
                    most = block.dur_ns;
                    sample.longest = Some(block.longest as usize);
                    sample.name = Some(name);
                }
            }
        }
        sample.total = busy as i64;
        sample.is_instants = busy == 0.0;
        sample
    }

    fn deadline(&self, index: usize) -> Option<i64> {
        if self.kind != Kind::Actual {
            return None;
        }
        let (end, late) = (self.end(index), self.badness(index).late_ns());
        if let (Some(end), Some(late)) = (end, late) {
            return Some(end.saturating_sub(late));
        }
        let frames = &self.cx.trace.frames;
        let frame = frames.actual_of(self.id(index))?;
        Some(frames.deadline(self.cx.trace, frame)?.ns())
    }
}

/// Lines of the Android log.
pub(super) struct LogItems<'a> {
    /// The context.
    pub(super) cx: &'a Cx<'a>,
}

impl Items for LogItems<'_> {
    type Block = ();

    fn len(&self) -> usize {
        self.cx.trace.logs.len()
    }

    #[inline]
    fn ts(&self, index: usize) -> i64 {
        self.cx.trace.logs[index].ts.ns()
    }

    fn end(&self, index: usize) -> Option<i64> {
        Some(self.ts(index))
    }

    fn item(&self, index: usize) -> Item {
        Item::Log(index as u32)
    }

    fn ink(&self, index: usize) -> Ink {
        let severity = self.cx.trace.logs[index].severity();
        Role::Log(severity.max(2)).into()
    }

    fn label(&self, index: usize) -> String {
        let row = &self.cx.trace.logs[index];
        let tag = row.tag.map_or(Cow::Borrowed(""), |tag| self.cx.text(tag));
        let msg = row.msg.map_or(Cow::Borrowed(""), |msg| self.cx.text(msg));
        format!("{tag}: {msg}")
    }

    fn selected(&self) -> Option<usize> {
        match self.cx.state.selection {
            super::state::Selection::Log(row) => Some(row as usize),
            _ => None,
        }
    }

    fn outstanding(&self, from: usize, to: usize, _span: TimeSpan) -> Option<usize> {
        // The worst of a bounded number of lines.
        let sample = (from..to).take(64);
        let worst = sample.max_by_key(|&index| self.cx.trace.logs[index].severity());
        self.selected()
            .filter(|place| (from..to).contains(place))
            .or(worst)
    }
}
