//! `perfetty janks`: totals and the list of janky frames, and a gate for builds.
//!
//! What counts as janky and as late is defined in `query/janks.rs`; `--explain` prints the SQL that gives the
//! same numbers. Where there are none of Android's, frames of Chromium take their place:
//! `model/chromium_frames.rs` says which, and no SQL gives their numbers.

mod chromium;
mod explain;
mod print;

use std::sync::atomic::AtomicBool;

use hashbrown::HashSet;
use regex::bytes::Regex;

use super::args::{JanksArgs, JanksFormat};
use super::out::Out;
use super::{Exit, Usage, load, pattern, table};
use crate::model::chromium_frames::ChromiumFrames;
use crate::model::frame_timeline::JankTag;
use crate::model::trace::Trace;
use crate::query::frame_lens::{Cause, cause};
use crate::query::janks::limits::{self, Judgement, Limit, Measured, Verdict};
use crate::query::janks::totals::{JankReport, report};
use crate::query::janks::{
    FrameScope, JankFilter, JankRow, JankSort, is_process_matched, janky_frames, sort_rows,
    why_no_frames,
};

/// How many frames are printed for people by default.
const LIMIT_TEXT: usize = 20;

/// Why `--explain` prints nothing of Chromium's frames.
const NO_SQL: &str = "--explain: no SQL gives these numbers: the trace has no frames of Android, and those of \
    Chromium are told by the arguments of its slices";

/// Runs the command.
pub fn run(args: &JanksArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let question = Question::new(args)?;
    let trace = load::trace_to_judge(&args.input, out)?;
    let scope = FrameScope::matching(&trace, question.process.as_ref(), question.layer.as_ref());
    let scope = match &question.cuj {
        Some(re) => scope.of_cujs(&trace, re),
        None => scope,
    };
    let filter = JankFilter {
        scope,
        tags: question.tags.clone(),
        min_late_ns: args.min_late.map(crate::base::time::Dur::ns),
    };
    if args.explain {
        if has_chromium_instead(&trace) {
            return Err(Usage(NO_SQL.to_owned()).into());
        }
        explain::print(&trace, &filter, out)?;
        return Ok(Exit::Done);
    }
    let has_none = has_none_of_android(&trace);
    let of_chromium = question.limits.iter().any(Limit::is_of_chromium);
    let chromium = (has_none || of_chromium).then(|| trace.chromium_frames());
    let is_of_chromium = has_none && chromium.is_some_and(ChromiumFrames::are_any);
    if is_of_chromium {
        refuse_what_is_of_android(args)?;
    }
    let of_process = chromium.and(question.process.as_ref()).and_then(|re| {
        let is_asked = |slice| {
            let upid = trace.upid_of(slice);
            upid.is_some_and(|upid| is_process_matched(&trace, upid, re))
        };
        ChromiumFrames::among(&trace, is_asked, &AtomicBool::new(false))
    });
    let chromium = of_process.as_ref().or(chromium);
    let name = args.input.trace.display().to_string();
    let of_chromium = (chromium, is_of_chromium);
    let is_for_programs = matches!(args.format, JanksFormat::Csv | JanksFormat::Json);
    let limit = table::limit(args.limit, is_for_programs, LIMIT_TEXT);
    let answer = Answer::new(&trace, name, (&filter, &question), of_chromium, limit);
    match args.format {
        JanksFormat::Text => print::text(&answer, out)?,
        JanksFormat::Md => print::markdown(&answer, out)?,
        JanksFormat::Csv => print::csv(&answer, out)?,
        JanksFormat::Json => print::json(&answer, out)?,
        JanksFormat::Junit => print::junit(&answer, out)?,
    }
    if let Some(found) = answer.chromium {
        if !found.are_any() {
            let pattern = args.process.as_deref().unwrap_or_default();
            out.warn(&format!(
                "--process: no process with frames matches {pattern:?}"
            ));
        }
    } else if trace.frames.actual().is_empty() {
        out.warn(&why_no_frames(&trace));
    } else if answer.report.all.n_frames == 0 {
        tell_of_no_match(&trace, args, &filter.scope, out);
    }
    tell_verdicts(&answer.verdicts, args.format, out);
    Ok(if answer.verdicts.iter().any(Verdict::fails) {
        Exit::No
    } else {
        Exit::Done
    })
}

/// Says which limits had nothing to judge: a build that records no frames, or others than were meant, is not
/// one without jank. What is written for programs goes to a file, so that exceeded limits are told here, too:
/// else nothing in the log of a build says why it failed.
fn tell_verdicts(verdicts: &[Verdict], format: JanksFormat, out: &mut Out) {
    let is_for_people = matches!(format, JanksFormat::Text | JanksFormat::Md);
    for verdict in verdicts {
        let (limit, found) = (&verdict.limit, &verdict.found);
        match verdict.judgement {
            Judgement::Nothing => {
                out.warn(&format!("--fail-over {limit}: nothing to judge: {found}"));
            }
            Judgement::Exceeded if !is_for_people => {
                out.warn(&format!("--fail-over {limit}: exceeded: found {found}"));
            }
            Judgement::Exceeded | Judgement::Kept | Judgement::Incomplete => {}
        }
    }
}

/// Refuses flags that frames of Chromium have nothing for.
fn refuse_what_is_of_android(args: &JanksArgs) -> Result<(), Usage> {
    let flags = [
        ("--layer", args.layer.is_some()),
        ("--cuj", args.cuj.is_some()),
        ("--tag", !args.tag.is_empty()),
        ("--min-late", args.min_late.is_some()),
    ];
    let given = flags.iter().filter(|(_, is_given)| *is_given);
    let given: Vec<&str> = given.map(|(flag, _)| *flag).collect();
    if given.is_empty() {
        return Ok(());
    }
    Err(Usage(format!(
        "{}: only for frames of Android, of which there are none",
        given.join(", ")
    )))
}

/// Says why no critical user journey is asked for.
fn why_no_cuj(trace: &Trace, pattern: &str) -> String {
    match trace.cujs().all() {
        [] => "the trace marks no critical user journeys".to_owned(),
        _ => format!(
            "no journey whose frames count matches {pattern:?}; `perfetty TRACE --keys '>cujs<Enter>'` lists all"
        ),
    }
}

/// Says which of the patterns excludes all frames.
fn tell_of_no_match(trace: &Trace, args: &JanksArgs, scope: &FrameScope, out: &mut Out) {
    if let Some(pattern) = &args.process
        && scope.upids().is_some_and(|it| it.is_empty())
    {
        out.warn(&format!(
            "--process: no process with frames matches {pattern:?}"
        ));
    } else if let Some(pattern) = &args.layer
        && scope.layers().is_some_and(|it| it.is_empty())
    {
        out.warn(&format!("--layer: no layer matches {pattern:?}"));
    } else if let Some(pattern) = &args.cuj
        && !trace.cujs().all().iter().any(|cuj| scope.contains_cuj(cuj))
    {
        out.warn(&format!("--cuj: {}", why_no_cuj(trace, pattern)));
    } else {
        let flags = [
            ("--process", args.process.is_some()),
            ("--layer", args.layer.is_some()),
            ("--cuj", args.cuj.is_some()),
        ];
        let given: Vec<&str> = flags.iter().filter(|it| it.1).map(|it| it.0).collect();
        out.warn(&format!("{}: no frame matches", given.join(", ")));
    }
}

/// The parsed arguments, which are checked before the trace is read.
struct Question {
    process: Option<Regex>,
    layer: Option<Regex>,
    cuj: Option<Regex>,
    tags: Vec<JankTag>,
    limits: Vec<Limit>,
}

impl Question {
    fn new(args: &JanksArgs) -> anyhow::Result<Self> {
        let mut tags = Vec::new();
        for name in args.tag.iter().flat_map(|names| names.split(',')) {
            tags.extend_from_slice(tags_named(name.trim())?);
        }
        let limits = match &args.fail_over {
            Some(text) => {
                limits::parse(text).map_err(|error| Usage(format!("--fail-over: {error}")))?
            }
            None => Vec::new(),
        };
        Ok(Self {
            process: pattern("--process", args.process.as_deref())?,
            layer: pattern("--layer", args.layer.as_deref())?,
            cuj: pattern("--cuj", args.cuj.as_deref())?,
            tags,
            limits,
        })
    }
}

/// The names of `--tag`, and the tags that they stand for.
pub(super) const TAGS: [(&str, &[JankTag]); 6] = [
    ("self", &[JankTag::SelfJank]),
    ("other", &[JankTag::Other]),
    ("dropped", &[JankTag::Dropped]),
    (
        "stuffing",
        &[JankTag::BufferStuffing, JankTag::SurfaceFlingerStuffing],
    ),
    ("buffer-stuffing", &[JankTag::BufferStuffing]),
    ("sf-stuffing", &[JankTag::SurfaceFlingerStuffing]),
];

fn tags_named(name: &str) -> Result<&'static [JankTag], Usage> {
    let named = TAGS.iter().find(|(known, _)| *known == name);
    named.map(|&(_, tags)| tags).ok_or_else(|| {
        let names = TAGS.map(|(known, _)| known).join(", ");
        Usage(format!(
            "--tag: no jank tag is called '{name}'; there are {names}"
        ))
    })
}

/// Everything that the formats print.
struct Answer<'a> {
    trace: &'a Trace,
    name: String,
    report: JankReport,
    /// The frames of Chromium that are asked for, where there are some and none of Android.
    chromium: Option<&'a ChromiumFrames>,
    /// The most frames of Chromium to list.
    n_chromium: usize,
    /// How many janky frames pass the filter; `rows` may have fewer.
    n_rows: usize,
    /// The most journeys to list.
    n_cujs: usize,
    rows: Vec<(JankRow, Cause)>,
    verdicts: Vec<Verdict>,
    /// The issues because of which not all of the file was read.
    not_read: Vec<&'static str>,
    /// The issues that say that something of the trace is missing or broken.
    losses: Vec<&'static str>,
    /// The names that several processes with frames have.
    shared_names: HashSet<String>,
}

/// Returns whether a trace has no frames of Android. Planned ones alone cannot be judged, so that the report is
/// of the frames that the viewer shows.
fn has_none_of_android(trace: &Trace) -> bool {
    trace.frames.actual().is_empty()
}

/// Returns whether the report of a trace is of Chromium's frames.
fn has_chromium_instead(trace: &Trace) -> bool {
    has_none_of_android(trace) && trace.chromium_frames().are_any()
}

impl<'a> Answer<'a> {
    fn new(
        trace: &'a Trace,
        name: String,
        (filter, question): (&JankFilter, &Question),
        (chromium, is_of_chromium): (Option<&'a ChromiumFrames>, bool),
        limit: usize,
    ) -> Self {
        let report = report(trace, filter);
        let mut rows = janky_frames(trace, filter);
        sort_rows(trace, &mut rows, JankSort::Late);
        let n_rows = rows.len();
        let not_read: Vec<_> = trace.issues.not_all_read().map(|it| it.kind).collect();
        let losses = trace.issues.losses();
        let measured = Measured {
            totals: &report.all,
            chromium,
            not_read: &not_read,
            losses: &losses,
        };
        let verdicts = question.limits.iter();
        let verdicts = verdicts.map(|limit| limit.check(&measured)).collect();
        let mut names = HashSet::new();
        let processes = report.processes.iter();
        let shared_names = processes
            .map(|(upid, _)| print::name_on_machine(trace, *upid))
            .filter(|name| !names.insert(name.clone()))
            .collect();
        let with_cause = |row: JankRow| {
            let frame = trace.frames.actual_of(row.slice)?;
            Some((row, cause(trace, frame)))
        };
        Self {
            trace,
            name,
            n_rows,
            rows: rows
                .into_iter()
                .take(limit)
                .filter_map(with_cause)
                .collect(),
            verdicts,
            not_read,
            losses,
            report,
            shared_names,
            chromium: chromium.filter(|_| is_of_chromium),
            n_chromium: limit,
            n_cujs: limit,
        }
    }
}
