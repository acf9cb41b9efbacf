//! The command line: one file for each subcommand.
//!
//! All output goes through [`out::Out`]. A subcommand returns an [`Exit`] or an error: [`Absent`] ends with
//! status 1, [`Usage`] with status 2, any other with status 3.

pub mod args;
pub mod completions;
pub mod export;
pub mod flow;
pub mod help;
pub mod info;
pub mod janks;
pub mod keys;
pub mod load;
pub mod man;
pub mod out;
pub mod part;
pub mod query;
pub mod render;
pub mod shell;
pub mod signals;
pub mod slices;
pub mod snapshot;
pub mod table;
pub mod tracks;
pub mod values;
pub mod view;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::FromArgMatches as _;

use args::{Cli, Command};
use out::Out;

/// How a command ended. `--help` documents the statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, or the reader of the output has closed the pipe.
    Done,
    /// The answer is no: `--fail-over`, `--fail-empty`, or something that was asked for does not exist.
    No,
    /// The command was misused, or there is an error in SQL.
    Usage,
    /// Something cannot be opened, read or written.
    Failed,
    /// Ctrl-C ended the command.
    Interrupted,
    /// SIGTERM ended the command.
    Terminated,
    /// The command ended because its terminal is gone.
    HungUp,
}

impl Exit {
    /// Returns the exit status.
    pub fn status(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::Usage => 2,
            Self::Failed => 3,
            Self::Interrupted => 130,
            Self::Terminated => 143,
            Self::HungUp => 129,
        }
    }
}

/// An error of the user: a bad pattern, a bad name, an error in SQL.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Compiles the pattern of a flag.
fn pattern(flag: &str, pattern: Option<&str>) -> Result<Option<regex::bytes::Regex>, Usage> {
    pattern
        .map(|pattern| crate::query::find::regex(pattern, false))
        .transpose()
        .map_err(|error| Usage(format!("{flag}: {error}")))
}

/// Something that was asked for is not in the trace, so there is nothing to print.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Absent(pub String);

/// Runs the command line and returns the exit status.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut out = Out::stdio();
    let exit = run_with(args, &mut out);
    ExitCode::from(exit.status())
}

/// Puts a blank before an argument that begins with a comment of SQL, which would otherwise look like a flag.
fn not_a_flag(arg: OsString) -> OsString {
    match arg.as_encoded_bytes() {
        [b'-', b'-', blank, ..] if blank.is_ascii_whitespace() => {
            let mut value = OsString::from(" ");
            value.push(arg);
            value
        }
        _ => arg,
    }
}

/// Turns `help` and `help COMMAND` into the flag `--help`, unless there is a file `help`.
fn asked_for_help(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|word| word == "help") && !Path::new("help").exists() {
        args.remove(1);
        args.push("--help".into());
    }
    args
}

/// Returns an error for a word in the place of a command or trace that is nearly the name of a command, or that
/// of a command of the viewer; `None` for other words.
fn no_command(word: &OsStr) -> Option<String> {
    /// The least letters of a word that is compared.
    const LETTERS: usize = 3;
    let name = word.to_str().filter(|name| name.len() >= LETTERS)?;
    if Path::new(word).exists() {
        return None;
    }
    let definition = Cli::definition();
    let known: Vec<&str> = definition
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    if known.contains(&name) {
        return None;
    }
    if name == "demo" {
        return Some("there is no file \"demo\"; without a file, `perfetty` opens the demo".into());
    }
    // `slow-flows` is a command of the viewer.
    let last = name.rsplit_once('-').map_or(name, |(_, last)| last);
    let begins = |known: &&str| {
        known.starts_with(name) || name.starts_with(known) || last.starts_with(known)
    };
    let near = (known.iter().find(|&known| begins(known)))
        .or_else(|| known.iter().find(|&known| is_one_slip_from(name, known)));
    if let Some(near) = near {
        return Some(format!(
            "there is no command and no file {name:?}; did you mean `{near}`?"
        ));
    }
    crate::app::command::Command::from_name(name)?;
    Some(format!(
        "there is no file {name:?}, and the command of that name is one of the viewer: \
         perfetty TRACE --keys '>{name}<enter>'"
    ))
}

/// Returns whether two words differ in one letter that is missing, added or wrong, or in two swapped
/// neighbours.
fn is_one_slip_from(word: &str, other: &str) -> bool {
    let (mut left, mut right) = (word.as_bytes(), other.as_bytes());
    while let ([first, rest @ ..], [same, other @ ..]) = (left, right)
        && first == same
    {
        (left, right) = (rest, other);
    }
    while let ([rest @ .., last], [other @ .., same]) = (left, right)
        && last == same
    {
        (left, right) = (rest, other);
    }
    let is_swapped = left.len() == 2 && left.iter().eq(right.iter().rev());
    is_swapped || left.len() <= 1 && right.len() <= 1
}

/// Runs the command line, printing to `out`.
pub fn run_with(args: impl IntoIterator<Item = OsString>, out: &mut Out) -> Exit {
    let args: Vec<OsString> = asked_for_help(args.into_iter().map(not_a_flag).collect());
    let parsed = Cli::definition()
        .try_get_matches_from(&args)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            let words = args.get(1).and_then(|word| no_command(word));
            let words = words
                .or_else(|| neither(&args, &error))
                .or_else(|| second_word(&args, &error));
            if let Some(words) = words {
                out.warn(&words);
                return Exit::Usage;
            }
            return explain(&error, &args, out);
        }
    };
    if cli.command.is_none()
        && let Some(words) = cli
            .view
            .trace
            .as_deref()
            .and_then(|path| no_command(path.as_os_str()))
    {
        out.warn(&words);
        return Exit::Usage;
    }
    // The guard writes the last lines of the log when it is dropped.
    let _log = match crate::app::log::start(cli.global.log.as_deref()) {
        Ok(guard) => guard,
        Err(error) => {
            out.warn(&words(&error));
            return Exit::Failed;
        }
    };
    let result = dispatch(&cli, out).map_err(of_output).and_then(|exit| {
        out.finish().context("cannot write the output")?;
        Ok(exit)
    });
    match result {
        Ok(exit) => exit,
        Err(error) => {
            tracing::error!("{}", words(&error));
            // The user should get what was printed before the error.
            if let Err(error) = out.finish() {
                tracing::error!("cannot write: {error}");
            }
            out.warn(&words(&error));
            if error.is::<Usage>() {
                Exit::Usage
            } else if error.is::<Absent>() {
                Exit::No
            } else {
                Exit::Failed
            }
        }
    }
}

/// Returns an error with its causes, none of which is said twice: some libraries repeat theirs.
fn words(error: &anyhow::Error) -> String {
    let mut words = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if words.is_empty() {
            words = cause;
        } else if !words.ends_with(&cause) {
            words.extend([": ", &cause]);
        }
    }
    words
}

/// Adds to a bare error of the system that it is about the output. Errors about other files name these.
fn of_output(error: anyhow::Error) -> anyhow::Error {
    let root = error.root_cause();
    let is_bare = root.is::<std::io::Error>() && root.to_string() == error.to_string();
    if is_bare {
        error.context("cannot write the output")
    } else {
        error
    }
}

/// Returns what is wrong with a first word that is neither a command nor a file, where more follows than
/// a trace to open has: other words, or a question for help.
fn neither(args: &[OsString], error: &clap::Error) -> Option<String> {
    use clap::error::ErrorKind;
    let first = args.get(1)?;
    let name = first.to_string_lossy();
    let is_command = Cli::definition().find_subcommand(first).is_some();
    if name.starts_with('-') || is_command || Path::new(first).exists() {
        return None;
    }
    let asks = error.kind() == ErrorKind::DisplayHelp;
    (asks || word_of(error).is_some()).then(|| format!("there is no command and no file {name:?}"))
}

/// Returns the word, which is no flag, that an error is about.
fn word_of(error: &clap::Error) -> Option<&str> {
    use clap::error::{ContextKind, ContextValue};
    let of = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) if !word.starts_with('-') => Some(word.as_str()),
        _ => None,
    };
    of(ContextKind::InvalidArg).or_else(|| of(ContextKind::InvalidSubcommand))
}

/// Returns what is wrong with a word that follows a trace, if it is a second trace or a command
/// after its trace.
fn second_word(args: &[OsString], error: &clap::Error) -> Option<String> {
    let first = args.get(1)?;
    if first != "-" && !Path::new(first).exists() {
        return None;
    }
    let word = word_of(error)?;
    Some(format!(
        "one trace is opened at a time: there is {:?} already, and then {word:?}",
        first.to_string_lossy()
    ))
}

/// Returns how a value that looks like a flag is passed, if an error is about one that follows a flag.
fn value_like_a_flag(args: &[OsString], error: &clap::Error) -> Option<String> {
    use clap::error::{ContextKind, ContextValue};
    let Some(ContextValue::String(begin)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let is_value = |word: &str| {
        let digits = word.strip_prefix('-').filter(|_| word.starts_with(begin));
        digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
    };
    let place = args
        .iter()
        .position(|it| it.to_str().is_some_and(is_value))?;
    let [flag, value] = [args.get(place.checked_sub(1)?)?, &args[place]].map(|it| it.to_str());
    let (flag, value) = (flag.filter(|flag| flag.starts_with('-'))?, value?);
    Some(format!(
        "  tip: to pass '{value}' as a value, write '{flag}={value}'"
    ))
}

/// Prints what clap has to say: help and version to standard output, errors to standard error.
fn explain(error: &clap::Error, args: &[OsString], out: &mut Out) -> Exit {
    use std::io::Write as _;
    let text = error.render();
    if error.use_stderr() {
        let text = text.to_string();
        let told = match value_like_a_flag(args, error) {
            Some(tip) => {
                let lines = text.lines().map(|line| {
                    let is_tip = line.contains("tip: to pass");
                    if is_tip { &tip } else { line }
                });
                lines.collect::<Vec<&str>>().join("\n")
            }
            None => text,
        };
        out.warn(told.trim_end().trim_start_matches("error: "));
        return Exit::Usage;
    }
    let has_colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let printed = if out.is_terminal() && has_colours {
        write!(out, "{}", text.ansi())
    } else {
        write!(out, "{text}")
    };
    match printed.and_then(|()| out.finish()) {
        Ok(()) => Exit::Done,
        Err(error) => {
            out.warn(&format!("cannot write the output: {error}"));
            Exit::Failed
        }
    }
}

fn dispatch(cli: &Cli, out: &mut Out) -> anyhow::Result<Exit> {
    let Some(command) = &cli.command else {
        return view::run(&cli.view, &cli.global, out);
    };
    if !cli.view.is_empty() {
        return Err(Usage("a view flag or TRACE stands after the subcommand".into()).into());
    }
    match command {
        Command::Info(args) => info::run(args, out),
        Command::Tracks(args) => tracks::run(args, out),
        Command::Slices(args) => slices::run(args, out),
        Command::Janks(args) => janks::run(args, out),
        Command::Flow(args) => flow::run(args, out),
        Command::Query(args) => query::run(args, out),
        Command::Snapshot(args) => snapshot::run(args, &cli.global, out),
        Command::Export(args) => export::run(args, out),
        Command::Keys(args) => keys::run(args, out),
        Command::Man(args) => man::run(args, out),
        Command::Completions(args) => completions::run(args, out),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_cause_that_its_error_has_said_is_not_said_again() {
        let error = anyhow::anyhow!("no such level")
            .context("a filter is wrong: no such level")
            .context("cannot read x");
        let told = "cannot read x: a filter is wrong: no such level";
        assert_eq!(super::words(&error), told);
    }
}
