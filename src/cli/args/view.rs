//! The flags that describe a view, for the viewer and for `snapshot`.
//!
//! `query/selector.rs` and `app/key.rs` read the values TIME, SEL and KEYS; `cli/values.rs` describes them
//! for users.

use std::path::PathBuf;

use clap::Args;

use super::{LoadArgs, VIEW};
use crate::query::selector::{Flag, Selector, Top, ViewAt};

/// A trace and the view to open it in.
#[derive(Clone, Debug, Default, Args)]
pub struct ViewArgs {
    /// A trace file, or - for standard input
    ///
    /// Of an archive (zip or tar) what looks most like a trace is opened; ARCHIVE/NAME opens the
    /// file NAME in it. Without it a demo is shown; the viewer, but not `snapshot`, opens what is
    /// piped into it instead.
    #[arg(value_name = "TRACE")]
    pub trace: Option<PathBuf>,
    /// The view.
    #[command(flatten)]
    pub flags: ViewFlags,
    /// How to read the trace.
    #[command(flatten)]
    pub load: LoadArgs,
}

/// Flags that describe a view, of the viewer and of `snapshot`.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct ViewFlags {
    /// Show this time
    ///
    /// TIME puts an instant in the middle, TIME+DUR shows a span, and TIME+DUR@TIME puts the
    /// keyboard's instant somewhere else than in its middle.
    #[arg(long, help_heading = VIEW, value_name = "TIME[+DUR]")]
    pub at: Option<ViewAt>,
    /// Select this
    ///
    /// `frame:TOKEN[@PID]` a frame, `name[N]:RE` the N-th slice (from 1) whose name matches,
    /// `ts:NS[@RE]` what is there at that trace time on the first track whose path matches,
    /// `track:RE` a track, `area:TIME+DUR[@RE]` a span on the tracks that match. `row[N]:RE` only
    /// puts the keyboard on the N-th line of a track, beside another selection. `slice:ID` and
    /// `sample:ID` are what has this id in SQL; ids may change with the version of perfetty. Without
    /// `--at` the window is fitted around it. Repeated, the last one selects; rows may stand beside it.
    #[arg(long, help_heading = VIEW, value_name = "SEL")]
    pub select: Vec<Selector>,
    /// Pin these tracks
    ///
    /// The flag may be repeated.
    #[arg(long, help_heading = VIEW, value_name = "RE")]
    pub pin: Vec<String>,
    /// Hide these tracks
    ///
    /// The flag may be repeated.
    #[arg(long, help_heading = VIEW, value_name = "RE")]
    pub hide: Vec<String>,
    /// Open these groups
    ///
    /// The flag may be repeated.
    #[arg(long, help_heading = VIEW, value_name = "RE")]
    pub expand: Vec<String>,
    /// Close these groups
    ///
    /// The flag may be repeated.
    #[arg(long, help_heading = VIEW, value_name = "RE")]
    pub collapse: Vec<String>,
    /// Only these tracks
    #[arg(long, help_heading = VIEW, value_name = "RE")]
    pub filter: Option<String>,
    /// Scroll to this track
    ///
    /// N is how many of its lines are above the top.
    #[arg(long, help_heading = VIEW, value_name = "[N:]RE")]
    pub top: Option<Top>,
    /// Search for this
    ///
    /// Text in any case; `re:RE` is a regular expression, `fuzzy:LETTERS` letters in this order.
    #[arg(long, help_heading = VIEW, value_name = "TEXT")]
    pub search: Option<String>,
    /// Show flows N hops deep
    ///
    /// From 0, which hides them, to 255.
    #[arg(long, help_heading = VIEW, value_name = "N")]
    pub flows: Option<u8>,
    /// Hide these flows
    ///
    /// CAT is a category of flows, or several with commas between them, as the command
    /// flow-categories of the viewer lists them; an empty one is that of flows without any. A flow of
    /// several categories is hidden with all of them.
    #[arg(long, help_heading = VIEW, value_name = "CAT", value_delimiter = ',')]
    pub hide_flows: Vec<String>,
    /// Set a mark
    ///
    /// X is a letter from a to z, as in `12.5ms=a`, A or B for the markers that measure, or
    /// the text of a note. The flag may be repeated.
    #[arg(long, help_heading = VIEW, value_name = "TIME=X")]
    pub mark: Vec<Flag>,
    /// Press these: jjn
    ///
    /// As they are typed, without separators: `jj<enter><c-o>`. Names stand in angle brackets, with
    /// c-, a- and s- for Ctrl, Alt and Shift; `<lt>` is `<` itself.
    #[arg(long, help_heading = VIEW, value_name = "KEYS")]
    pub keys: Option<String>,
    /// A ui.perfetto.dev link
    ///
    /// Reads visStart, visEnd, ts, dur, pid, tid and query, and of startupCommands those that pin,
    /// expand or collapse tracks by regex or run a query. The command copy-link of the viewer
    /// writes such a link.
    #[arg(long, help_heading = VIEW, value_name = "URL")]
    pub url: Option<String>,
}

impl ViewArgs {
    /// Returns whether anything was given.
    pub fn is_empty(&self) -> bool {
        self.trace.is_none() && self.flags == ViewFlags::default()
    }
}
