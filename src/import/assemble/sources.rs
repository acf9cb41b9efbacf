//! Where the events of each track come from: units, other importers, flows that bind by time.

use super::Frames;
use super::multiplex::{Row, multiplex_all};
use crate::import::resolve::{Group, Parts, Set, Target, UnitRest};
use crate::import::scan::Scan;
use crate::import::sink::events::SliceEvents;
use crate::import::sink::{EventKind, FlowBind, Sink};
use crate::import::stack::{StackEvent, Stacked};
use crate::import::unit::{FlowMarks, Kind};
use crate::model::ids::LabelId;
use crate::model::slice::DepthColumns;

/// Where the events of a track come from.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// Lists of units, in file order.
    pub(super) parts: Parts,
    /// Events that mark slices for flows, by time.
    pub(super) binds: Vec<StackEvent<'static>>,
    /// Events of other importers.
    pub(super) own: SliceEvents,
    /// Frames and other slices that are nested already. Nothing else is on their tracks.
    pub(super) frames: Option<Box<Stacked>>,
}

impl Source {
    /// Returns how many events there are.
    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(|(_, list)| list.len).sum::<usize>()
            + self.binds.len()
            + self.own.len()
            + self.n_frames()
    }

    fn n_frames(&self) -> usize {
        let depths = self.frames.iter().flat_map(|frames| &frames.depths);
        depths.map(DepthColumns::len).sum()
    }

    /// Returns how many slices the events make at most.
    pub(super) fn n_slices(&self) -> usize {
        let parts = self.parts.iter().map(|(_, list)| list.n_slices);
        let own = self.own.len() - self.own.count(EventKind::End);
        parts.sum::<usize>() + own + self.n_frames()
    }

    /// Returns how many marks of flows the events have at most.
    pub(super) fn n_marks(&self) -> usize {
        self.parts.iter().map(|(_, list)| list.n_flows).sum()
    }
}

/// Gives each group's events to its track; multiplexes sets of merged siblings over their rows.
pub(super) fn distribute(
    mut groups: Vec<Group>,
    sets: Vec<Set>,
    scan: &Scan,
    units: &mut Vec<UnitRest>,
    (sink, sources): (&mut Sink, &mut Vec<Source>),
    threads: usize,
) {
    for group in &mut groups {
        if let Some(Target::Track(track)) = group.target {
            let parts = std::mem::take(&mut group.parts);
            add_parts(&mut sources[track.index()], parts);
        }
    }
    let mut shared = Vec::new();
    for set in sets {
        let parts = set.members.iter();
        let parts = parts.map(|member| std::mem::take(&mut groups[member.group as usize].parts));
        if set.members.len() == 1 {
            parts.for_each(|parts| add_parts(&mut sources[set.first_row.index()], parts));
        } else {
            let parts = parts.collect();
            shared.push((set, parts));
        }
    }
    // The lists of shared rows hold events of many units with global labels, and count as those of a further
    // unit.
    let merged = units.len() as u32;
    for (set, rows) in multiplex_all(shared, units, threads) {
        for (row, list) in rows {
            let track = match row {
                Row::First => set.first_row,
                Row::Added { cookie, at } => {
                    let first = sink.tracks[set.first_row.index()].0.clone();
                    let row = set.members[cookie as usize].row(&first, scan, sink);
                    let track = sink.add_track(row, at);
                    if sink.is_full {
                        // The next report of how far the import is ends it.
                        scan.space.file().memory().exceed();
                        break;
                    }
                    sources.push(Source::default());
                    track
                }
            };
            if list.len > 0 {
                sources[track.index()].parts.push((merged, list));
            }
        }
    }
    let n_labels = sink.labels.labels().len();
    units.push(UnitRest {
        labels: (0..n_labels).map(LabelId::from_index).collect(),
    });
}

fn add_parts(source: &mut Source, parts: Parts) {
    if source.parts.is_empty() {
        source.parts = parts;
    } else {
        source.parts.extend(parts);
    }
}

/// Adds everything else that the sink has to the sources of tracks. Returns the sources in this order of
/// tracks.
pub(super) fn complete(
    mut sources: Vec<Source>,
    order: &[usize],
    sink: &mut Sink,
) -> (Vec<Source>, Frames) {
    bind_events(sink, &mut sources);
    for (track, stacked) in std::mem::take(&mut sink.stacked) {
        sources[track.index()].frames = Some(Box::new(stacked));
    }
    let frames = Frames::take(sink, &mut sources);
    let of_track = |&track: &usize| std::mem::take(&mut sources[track]);
    (order.iter().map(of_track).collect(), frames)
}

/// Adds the marks of flows that bind to slices by time: only legacy flows do.
fn bind_events(sink: &Sink, sources: &mut [Source]) {
    for step in sink
        .flow_steps
        .iter()
        .filter(|step| step.bind != FlowBind::Event)
    {
        let Some(source) = sources.get_mut(step.track.index()) else {
            continue;
        };
        let kind = if step.bind == FlowBind::Enclosing {
            Kind::BindEnclosing
        } else {
            Kind::BindNext
        };
        source.binds.push(StackEvent {
            ts: step.ts,
            pos: step.pos,
            kind,
            label: sink.no_label,
            dur: 0,
            thread_ts: None,
            thread_dur: None,
            instructions: None,
            instructions_took: None,
            has_args: false,
            anchored: true,
            flows: FlowMarks::default(),
        });
    }
}
