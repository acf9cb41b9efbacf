//! What perfetty and a shell tell each other besides arguments and output: environment variables and exit
//! statuses.
//!
//! The man pages, docs/configuration.md and docs/faults.md have these texts, in which what is typed is in
//! backquotes.

/// Names, with a comma between them, and what is said of them.
pub type Told = (&'static str, &'static str);

/// The environment variables that are looked at, and what each does.
pub const ENVIRONMENT: &[Told] = &[
    (
        "NO_COLOR",
        "No colour on terminals, if it is set to anything. Pictures, which `snapshot` makes as ANSI and SVG, \
         keep theirs; `--color never` takes them away.",
    ),
    (
        "COLORTERM, TERM, TERM_PROGRAM, WT_SESSION",
        "How many colours the terminal has, where it does not say so itself. `TERM=dumb` is no terminal for \
         the viewer, and `TERM=linux` gets plain characters.",
    ),
    (
        "COLORFGBG",
        "Whether the terminal is dark or light, where it does not say so itself.",
    ),
    (
        "LC_ALL, LC_CTYPE, LANG",
        "The first that is set says whether it is UTF-8; without that perfetty draws with plain characters.",
    ),
    (
        "TMUX, STY",
        "Whether a `TERM` that begins with `screen` is tmux or GNU screen, which erases in another way.",
    ),
    (
        "PERFETTY_LOG",
        "A file to log to, as `--log`: a log, which is appended to, or a new file; a new `*.pftrace` becomes \
         a Perfetto trace.",
    ),
    (
        "PERFETTY_LOG_LEVEL",
        "How much: `error`, `debug`, `perfetty::app=debug`; `debug` where it is not set.",
    ),
    (
        "XDG_CONFIG_HOME",
        "Where the configuration is read; `~/.config` where it is not set.",
    ),
    (
        "XDG_STATE_HOME",
        "Where marks, notes and workspaces are kept; `~/.local/state` where it is not set.",
    ),
];

/// The exit statuses of all commands.
pub const STATUS: &[Told] = &[
    ("0", "Done; a reader of a pipe that goes away counts too."),
    (
        "1",
        "The answer is no: `--fail-over` or `--fail-empty`, or what `snapshot` or `flow` is asked for is not \
         in the trace.",
    ),
    ("2", "Misused, or an error in SQL."),
    ("3", "A file cannot be opened, read or written."),
    ("129", "Hung up (SIGHUP), or the terminal has gone."),
    ("130", "Interrupted (Ctrl-C, SIGINT)."),
    ("131", "Quit (SIGQUIT); the viewer then ends with 143."),
    ("143", "Terminated (SIGTERM)."),
];

#[cfg(test)]
mod tests {
    use super::super::Exit;
    use super::*;

    #[test]
    fn every_exit_status_is_listed() {
        for exit in [
            Exit::Done,
            Exit::No,
            Exit::Usage,
            Exit::Failed,
            Exit::Interrupted,
            Exit::Terminated,
            Exit::HungUp,
        ] {
            let status = exit.status().to_string();
            assert!(STATUS.iter().any(|&(name, _)| name == status), "{status}");
        }
    }
}
