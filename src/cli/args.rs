//! Definitions of the command line, and nothing else.
//!
//! The man pages, the shell completions and `--help` are all made from these types, whose documentation is
//! what users read. `query/selector.rs` reads TIME and SEL values, `app/key.rs` reads KEYS.

mod view;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum, ValueHint};

use crate::app::config::{ColorChoice, ThemeChoice};
use crate::query::flows::chain::REPORT_DEPTH;
use crate::query::selector::{Selector, ViewAt};
use crate::view::layout::{MIN_COLS, MIN_ROWS};
use crate::widgets::glyphs::Glyphs;
use crate::widgets::theme::BUILT_IN;

pub use view::{ViewArgs, ViewFlags};

/// An interactive terminal viewer for Perfetto traces
///
/// Without a command it opens TRACE, what is piped into it, or a built-in demo; where standard output
/// is no terminal it prints what `info` prints of TRACE.
#[derive(Debug, Parser)]
#[command(
    name = "perfetty",
    version = version(),
    override_usage = "perfetty [OPTIONS] [TRACE|-]\n       perfetty <COMMAND> [OPTIONS]",
    disable_help_subcommand = true
)]
pub struct Cli {
    /// What the viewer opens.
    #[command(flatten)]
    pub view: ViewArgs,
    /// Options of every command.
    #[command(flatten)]
    pub global: GlobalArgs,
    /// Something else than the viewer.
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Cli {
    /// Returns the definitions, with `--help` as one page.
    pub fn definition() -> clap::Command {
        let mut built = Self::command();
        built.build();
        let page = super::help::page(&built);
        Self::command().override_help(page)
    }
}

/// Returns the version, with the commit if the build has set one.
fn version() -> &'static str {
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    match option_env!("PERFETTY_COMMIT") {
        Some(commit) => {
            static WITH_COMMIT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
            WITH_COMMIT.get_or_init(|| format!("{VERSION} ({commit})"))
        }
        None => VERSION,
    }
}

/// Options that every command takes.
#[derive(Clone, Debug, Args)]
pub struct GlobalArgs {
    /// Colours
    ///
    /// `auto` is what the terminal and `NO_COLOR` say, `always` the same where the output is no
    /// terminal, `never` none.
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 100, value_enum, default_value_t,
        hide_possible_values = true, value_name = "auto|always|never|16|256|truecolor")]
    pub color: ColorArg,
    /// Theme
    ///
    /// `auto`, which is the default, is dark or light as the terminal is; okabe keeps its colours
    /// apart for the colour-blind; mono uses none.
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 100, hide_possible_values = true, value_parser = theme_parser(), value_name = "auto|dark|light|mono|okabe")]
    pub theme: Option<ThemeChoice>,
    /// Characters
    ///
    /// What bars and charts are drawn with, from the simplest to the finest.
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 100, hide_possible_values = true, value_parser = glyphs_parser(), value_name = "ascii|blocks|braille")]
    pub glyphs: Option<Glyphs>,
    /// Spare a slow link
    ///
    /// 256 colours, whole-cell edges, no mouse.
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 100)]
    pub slow: bool,
    /// Write a log
    ///
    /// Appends what perfetty does to a log, or begins one; a new file `*.pftrace` becomes a Perfetto
    /// trace of that, with the import and every draw as slices. Without this, `PERFETTY_LOG` names
    /// the file; `PERFETTY_LOG_LEVEL` says how much, as `error` or `perfetty::app=debug`; without
    /// it that is `debug`.
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 100, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// How to read a trace: options of every command too.
#[derive(Clone, Debug, Default, Args)]
pub struct LoadArgs {
    /// Give up above this, as 2G
    ///
    /// A trace that needs more is refused; the viewer keeps showing what it has read by then. SQL may
    /// hold as much beside it, but no more than 2G, in the viewer 1G. Without it the limit is three
    /// quarters of the memory that there is: the machine's, that of the container or control group,
    /// or what `ulimit -v` allows, whichever is least. K, M, G and T are powers of 1024.
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 100, value_name = "SIZE", value_parser = parse_bytes)]
    pub max_memory: Option<u64>,
    /// Read the file instead of mapping it
    ///
    /// For files on network drives, or that are written to while they are read.
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 100)]
    pub no_mmap: bool,
}

/// The trace that a command reads.
#[derive(Clone, Debug, Args)]
pub struct InputArgs {
    /// A trace file, or - for standard input
    ///
    /// Of an archive (zip or tar) what looks most like a trace is opened; ARCHIVE/NAME opens the
    /// file NAME in it.
    pub trace: PathBuf,
    /// How to read it.
    #[command(flatten)]
    pub load: LoadArgs,
}

/// The heading of options that every command takes.
pub(super) const EVERYWHERE: &str = "Options everywhere";

/// The heading of options that describe a view.
pub(super) const VIEW: &str = "View";

/// When and how to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// As the terminal and `NO_COLOR` say.
    #[default]
    Auto,
    /// As `auto`, even if the output is no terminal.
    Always,
    /// No colour.
    Never,
    /// 16 colours.
    #[value(name = "16")]
    Ansi16,
    /// 256 colours.
    #[value(name = "256")]
    Ansi256,
    /// 24-bit colours.
    Truecolor,
}

/// Returns a parser of themes, which also tells completions their names.
fn theme_parser() -> impl TypedValueParser<Value = ThemeChoice> {
    let built_in = BUILT_IN.iter().map(|&(name, _)| name);
    let names: Vec<&str> = std::iter::once("auto").chain(built_in).collect();
    PossibleValuesParser::new(names)
        .try_map(|name| ThemeChoice::from_name(&name).ok_or("no such theme"))
}

/// Returns a parser of glyph tiers, which also tells completions their names.
fn glyphs_parser() -> impl TypedValueParser<Value = Glyphs> {
    PossibleValuesParser::new(Glyphs::ALL.map(Glyphs::name))
        .try_map(|name| Glyphs::from_name(&name).ok_or("no such glyphs"))
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print what a trace holds: duration, clocks, tracks, processes, import issues
    Info(InfoArgs),
    /// Print the tree of tracks in display order
    Tracks(TracksArgs),
    /// Print the slices that take the most time, by name
    ///
    /// Values of state tracks count as slices here; in SQL they are no rows of `slice`.
    Slices(SlicesArgs),
    /// Print janky frames; can gate a build
    Janks(JanksArgs),
    /// Print the chain of flows through a slice
    Flow(FlowArgs),
    /// Run SQL on a trace
    Query(QueryArgs),
    /// Print what the viewer shows
    Snapshot(SnapshotArgs),
    /// Write all tables of a trace to files
    Export(ExportArgs),
    /// Print the key map
    Keys(KeysArgs),
    /// Print or write the man pages
    Man(ManArgs),
    /// Print the completions for a shell
    Completions(CompletionsArgs),
}

impl From<ColorArg> for ColorChoice {
    fn from(arg: ColorArg) -> Self {
        match arg {
            ColorArg::Auto => Self::Auto,
            ColorArg::Always => Self::Always,
            ColorArg::Never => Self::Never,
            ColorArg::Ansi16 => Self::Ansi16,
            ColorArg::Ansi256 => Self::Ansi256,
            ColorArg::Truecolor => Self::Truecolor,
        }
    }
}

/// Text for people or JSON for programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// Arguments of `info`.
#[derive(Clone, Debug, Args)]
pub struct InfoArgs {
    /// What to read.
    #[command(flatten)]
    pub input: InputArgs,
    /// Output format
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "text|json"
    )]
    pub format: TextFormat,
}

/// Arguments of `tracks`.
#[derive(Clone, Debug, Args)]
pub struct TracksArgs {
    /// What to read.
    #[command(flatten)]
    pub input: InputArgs,
    /// Only tracks whose path matches
    #[arg(long, value_name = "RE")]
    pub filter: Option<String>,
    /// Output format
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "text|json"
    )]
    pub format: TextFormat,
}

/// How `slices` sorts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SliceSort {
    /// By total duration.
    #[default]
    Total,
    /// By total duration without children.
    #[value(name = "self")]
    SelfTime,
    /// By number.
    Count,
    /// By the longest.
    Max,
    /// By name.
    Name,
}

/// Arguments of `slices`.
#[derive(Clone, Debug, Args)]
pub struct SlicesArgs {
    /// What to read.
    #[command(flatten)]
    pub input: InputArgs,
    /// Only slices whose name matches
    #[arg(long, value_name = "RE")]
    pub name: Option<String>,
    /// Only slices on tracks whose path matches
    #[arg(long, value_name = "RE")]
    pub track: Option<String>,
    /// Only slices that touch this span
    ///
    /// Total and self are what of them is within the span, the other times those of whole slices.
    #[arg(long, value_name = "TIME+DUR")]
    pub at: Option<ViewAt>,
    /// One row for each name and thread
    #[arg(long)]
    pub by_thread: bool,
    /// One row for names that differ in their numbers only, with # for those
    #[arg(long)]
    pub fold_digits: bool,
    /// Order of the rows
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "total|self|count|max|name"
    )]
    pub sort: SliceSort,
    /// At most N rows; 0 is all
    ///
    /// Without it 30, in csv and json all.
    #[arg(long, short = 'n', value_name = "N", value_parser = limit)]
    pub limit: Option<usize>,
    /// Output format
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "text|md|csv|json"
    )]
    pub format: SlicesFormat,
}

/// Output formats of `slices`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SlicesFormat {
    /// For people.
    #[default]
    Text,
    /// A Markdown table.
    Md,
    /// RFC 4180.
    Csv,
    /// For programs.
    Json,
}

/// Output formats of `janks`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum JanksFormat {
    /// For people.
    #[default]
    Text,
    /// Markdown tables.
    Md,
    /// RFC 4180: the list of frames.
    Csv,
    /// For programs.
    Json,
    /// For build servers.
    Junit,
}

/// Arguments of `janks`.
#[derive(Clone, Debug, Args)]
pub struct JanksArgs {
    /// What to read.
    #[command(flatten)]
    pub input: InputArgs,
    /// Only processes whose name matches, or NAME PID; of Chromium's frames, too
    #[arg(long, value_name = "RE")]
    pub process: Option<String>,
    /// Only layers whose name matches
    #[arg(long, value_name = "RE")]
    pub layer: Option<String>,
    /// Only frames of critical user journeys (CUJs) whose name matches: those that Android's system UI marks
    ///
    /// The name is that of the slice, `J<NAME>`, or NAME. Journeys that were given up do not count.
    #[arg(long, value_name = "RE")]
    pub cuj: Option<String>,
    /// Only janky frames with this tag: self, other, dropped, stuffing, buffer-stuffing, sf-stuffing
    ///
    /// Several are separated by commas, or the flag is repeated. The others are not listed and do not
    /// count as janky, in limits neither; they stay among all frames, of which shares are taken.
    #[arg(long, value_name = "TAG", value_hint = ValueHint::Other)]
    pub tag: Vec<String>,
    /// Only janky frames at least this late, such as 4ms
    ///
    /// That is by the deadline that was planned, also of stuffed frames, whose deadline SurfaceFlinger
    /// moves. The others count as with --tag.
    #[arg(long, value_name = "DUR", value_parser = crate::query::selector::parse_dur)]
    pub min_late: Option<crate::base::time::Dur>,
    /// At most N frames in the list; 0 is all
    ///
    /// Without it 20, in csv and json all.
    #[arg(long, short = 'n', value_name = "N", value_parser = limit)]
    pub limit: Option<usize>,
    /// Exit with status 1 when a limit is exceeded, such as 'self>5,p95>25ms', or there is no frame
    /// to judge
    ///
    /// Limits are separated by commas. NAME>COUNT and NAME>SHARE%, of all frames: janky; its parts
    /// self, other, dropped, stuffing, buffer-stuffing and sf-stuffing, by tag; not-shown, which is what
    /// was never shown, whatever its tag; unspecified, non-perceivable and prediction-only, which are
    /// not janky.
    /// NAME>TIME: p50, p90, p95, p99 and worst of how late frames were, over all that have a deadline.
    /// Of Chromium's frames there are chromium-dropped, chromium-partial, chromium-unsmooth (those of
    /// both that affect smoothness) and scroll-jank. Without a value: `incomplete` fails if not all of the
    /// file could be read, `loss` if an issue says that something of the trace is missing or broken, such as
    /// packets that the recorder lost.
    #[arg(long, value_name = "LIMITS", value_hint = ValueHint::Other)]
    pub fail_over: Option<String>,
    /// Print the SQL that gives the same numbers
    ///
    /// Instead of them: --fail-over, --format and -n are refused with it.
    #[arg(long, conflicts_with_all = ["fail_over", "format", "limit"])]
    pub explain: bool,
    /// Output format
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "text|md|csv|json|junit"
    )]
    pub format: JanksFormat,
}

/// Output formats of `flow`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FlowFormat {
    /// For people: a ladder.
    #[default]
    Text,
    /// For programs.
    Json,
    /// A Mermaid sequence diagram.
    Mermaid,
}

/// Arguments of `flow`.
#[derive(Clone, Debug, Args)]
pub struct FlowArgs {
    /// What to read.
    #[command(flatten)]
    pub input: InputArgs,
    /// The slice to start from; without it the slowest flows are listed by pair of names
    ///
    /// Names that differ in their numbers only are one there, with # for each number.
    #[arg(long, value_name = "SEL")]
    pub from: Option<Selector>,
    /// Where several flows leave or reach a slice, follow the one to this slice
    ///
    /// Repeated, it says so of one slice after the other.
    #[arg(long, value_name = "SEL", requires = "from")]
    pub via: Vec<Selector>,
    /// Leave out flows of these categories
    ///
    /// Several are separated by commas; an empty one is that of flows without any. A flow of several
    /// categories is left out if all of them are. Slices of --via are followed to nevertheless.
    #[arg(long, value_name = "CAT", value_delimiter = ',', requires = "from")]
    pub hide_flows: Vec<String>,
    /// At most N hops each way
    #[arg(long, default_value_t = REPORT_DEPTH, value_name = "N", requires = "from")]
    pub depth: usize,
    /// Without --from at most N pairs of names; 0 is all
    ///
    /// Without it 30, in json all. With --from it is refused.
    #[arg(long, short = 'n', value_name = "N", value_parser = limit, conflicts_with = "from")]
    pub limit: Option<usize>,
    /// Output format
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "text|json|mermaid"
    )]
    pub format: FlowFormat,
}

/// Output formats of `query`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum QueryFormat {
    /// For people.
    #[default]
    Table,
    /// RFC 4180.
    Csv,
    /// Separated by tabs.
    Tsv,
    /// One array of objects.
    Json,
    /// One object a line.
    Ndjson,
    /// As `trace_processor -q` prints.
    Tp,
}

/// Arguments of `query`.
#[derive(Clone, Debug, Args)]
pub struct QueryArgs {
    /// What to read.
    #[command(flatten)]
    pub input: InputArgs,
    /// The query, or - for standard input; several statements are separated by semicolons
    ///
    /// All their results are printed one below the other, in json only that of the last statement.
    #[arg(required_unless_present = "file", conflicts_with = "file")]
    pub sql: Option<String>,
    /// Read the query from a file, or - for standard input
    #[arg(long, value_name = "F.sql")]
    pub file: Option<PathBuf>,
    /// Exit with status 1 when the last statement returns no rows
    ///
    /// So does one that has no result, such as `create table`.
    #[arg(long)]
    pub fail_empty: bool,
    /// Stop the query after this time, such as 10s
    ///
    /// The time that the trace takes to be read does not count.
    #[arg(long, value_name = "DUR", value_parser = crate::query::selector::parse_dur)]
    pub timeout: Option<crate::base::time::Dur>,
    /// Output format
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "table|csv|tsv|json|ndjson|tp"
    )]
    pub format: QueryFormat,
}

/// Output formats of `snapshot`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SnapshotFormat {
    /// Characters only.
    #[default]
    Text,
    /// With colours, for `cat` in a terminal.
    Ansi,
    /// A picture.
    Svg,
}

/// Arguments of `snapshot`.
#[derive(Clone, Debug, Args)]
pub struct SnapshotArgs {
    /// The trace and the view.
    #[command(flatten)]
    pub view: ViewArgs,
    /// Columns and rows of the screen
    #[arg(long, default_value = "160x48", value_name = "WxH", value_parser = parse_size)]
    pub size: (u16, u16),
    /// Output format
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "text|ansi|svg"
    )]
    pub format: SnapshotFormat,
}

/// Output formats of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// One RFC 4180 file a table.
    Csv,
    /// One file a table, one object a line.
    Ndjson,
    /// One `SQLite` database.
    Sqlite,
}

/// Arguments of `export`.
#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    /// What to read.
    #[command(flatten)]
    pub input: InputArgs,
    /// Where to: a new directory, or for sqlite a new file
    pub out: PathBuf,
    /// Only these tables
    ///
    /// Several are separated by commas, or the flag is repeated.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub tables: Vec<String>,
    /// Output format
    ///
    /// Without it sqlite if OUT ends in .db, .sqlite or .sqlite3, else csv.
    #[arg(
        long,
        value_enum,
        hide_possible_values = true,
        value_name = "csv|ndjson|sqlite"
    )]
    pub format: Option<ExportFormat>,
}

/// Output formats of `keys`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum KeysFormat {
    /// For people.
    #[default]
    Text,
    /// A Markdown page.
    Md,
    /// A key map file to start from.
    Toml,
}

/// Arguments of `keys`.
#[derive(Clone, Debug, Args)]
pub struct KeysArgs {
    /// The built-in key map, without the configuration file
    #[arg(long)]
    pub default: bool,
    /// Output format
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        value_name = "text|md|toml"
    )]
    pub format: KeysFormat,
}

/// Arguments of `man`.
#[derive(Clone, Debug, Args)]
pub struct ManArgs {
    /// Write one page for each command into DIR instead of printing the main page
    ///
    /// Pages that are there are replaced.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
}

/// Arguments of `completions`.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

fn limit(text: &str) -> Result<usize, &'static str> {
    text.parse()
        .or(Err("expected a whole number, such as 20; 0 is all"))
}

/// Reads a size of the screen, such as `160x48`.
fn parse_size(text: &str) -> Result<(u16, u16), String> {
    const MAX: u16 = 1000;
    let want = || {
        format!("expected WIDTHxHEIGHT from {MIN_COLS}x{MIN_ROWS} to {MAX}x{MAX}, such as 160x48")
    };
    let (cols, rows) = text.split_once(['x', 'X']).ok_or_else(want)?;
    let read = |number: &str, min: u16| match number.parse::<u16>() {
        Ok(number) if (min..=MAX).contains(&number) => Ok(number),
        _ => Err(want()),
    };
    Ok((read(cols, MIN_COLS)?, read(rows, MIN_ROWS)?))
}

/// Reads a size in bytes with an optional suffix K, M, G or T (powers of 1024).
fn parse_bytes(text: &str) -> Result<u64, String> {
    const WANT: &str = "expected a size such as 500M or 2G";
    let trimmed = text
        .trim()
        .trim_end_matches(['b', 'B'])
        .trim_end_matches('i');
    let digits = trimmed.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match trimmed.strip_prefix(digits).unwrap_or_default() {
        "" => 0,
        "k" | "K" => 10,
        "m" | "M" => 20,
        "g" | "G" => 30,
        "t" | "T" => 40,
        _ => return Err(WANT.into()),
    };
    let number: u64 = digits.parse().or(Err(WANT))?;
    number.checked_mul(1 << shift).ok_or_else(|| WANT.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(parse_size("80x24"), Ok((80, 24)));
        assert!(parse_size("80").is_err());
        assert!(parse_size("39x10").is_err_and(|words| words.contains("from 40x10 to 1000x1000")));
        assert!(parse_size("40x9").is_err() && parse_size("40x10").is_ok());
        assert_eq!(parse_bytes("2G"), Ok(2 << 30));
        assert_eq!(parse_bytes("500MiB"), Ok(500 << 20));
        assert_eq!(parse_bytes("123"), Ok(123));
        assert!(parse_bytes("12X").is_err());
        assert!(parse_bytes("99999999999999T").is_err());
    }

    #[test]
    fn options_of_every_command_stand_before_and_after_it() {
        let cli = Cli::try_parse_from(["perfetty", "--color", "never", "info", "t"]).unwrap();
        assert_eq!(cli.global.color, ColorArg::Never);
        let cli = Cli::try_parse_from(["perfetty", "info", "t", "--slow"]).unwrap();
        assert!(cli.global.slow);
        let cli = Cli::try_parse_from(["perfetty", "--no-mmap", "info", "t"]).unwrap();
        let Some(Command::Info(args)) = cli.command else {
            panic!("not info: {:?}", cli.command);
        };
        assert!(args.input.load.no_mmap && cli.view.load.no_mmap);
    }
}
