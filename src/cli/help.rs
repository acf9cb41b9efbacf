//! The page of `perfetty --help`: all commands and flags on one screen of 80 by 23.
//!
//! Flags come from the definitions in `cli/args.rs`; commands have two or three words here, because their own
//! descriptions are whole sentences. `COMMAND --help` and the man pages say more.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command};

use super::args::{EVERYWHERE, VIEW};

/// What each command is for, in two or three words.
const COMMANDS: [(&str, &str); 11] = [
    ("info", "What it holds"),
    ("tracks", "Tree of tracks"),
    ("slices", "Time by name"),
    ("janks", "Janky frames"),
    ("flow", "Chains of flows"),
    ("query", "SQL"),
    ("snapshot", "Print a view"),
    ("export", "Tables to files"),
    ("keys", "Key map"),
    ("man", "Man pages"),
    ("completions", "For a shell"),
];

/// How the values of flags are written, for the end of the page.
const SYNTAX: &str = "\
TIME 12.373s, 4ms, 10us from the start; a bare integer: trace time in ns; end
SEL frame:TOKEN[@PID] name[N]:RE track:RE ts:NS[@RE] area:TIME+DUR[@RE] slice:ID
KEYS as typed: jj<enter><c-o><space>, <lt> is <";

/// The exit statuses.
const EXIT: &str =
    "Exit 0 done, 1 the answer is no, 2 usage or SQL, 3 cannot open or write, 130 ^C";

/// Returns the page.
pub fn page(command: &Command) -> String {
    let mut page = String::from(
        "Usage: perfetty [OPTIONS] [TRACE|-]     View a trace; without TRACE, a demo\n       \
         perfetty COMMAND [OPTIONS] ...   One of these; COMMAND --help says more\n",
    );
    let commands: Vec<(String, String)> = COMMANDS
        .iter()
        .map(|&(name, about)| (name.to_owned(), about.to_owned()))
        .collect();
    table(&mut page, &commands, 3);
    let of = |heading: &str| -> Vec<(String, String)> {
        let args = command.get_arguments();
        args.filter(|arg| !arg.is_positional() && arg.get_help_heading() == Some(heading))
            .map(described)
            .collect()
    };
    page.push_str("View, of the viewer and of snapshot (RE matches paths of tracks)\n");
    table(&mut page, &of(VIEW), 2);
    page.push_str("Everywhere\n");
    let mut everywhere = of(EVERYWHERE);
    everywhere.push(("-h, --help".into(), "Print this".into()));
    everywhere.push(("-V, --version".into(), "Version".into()));
    // The widest entries go into the left column, so that two columns fit.
    let mut everywhere: Vec<(String, String)> = everywhere
        .into_iter()
        .map(|(flag, about)| (format!("{flag}  {about}"), String::new()))
        .collect();
    everywhere.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
    table(&mut page, &everywhere, 2);
    // The flag `--keys` itself shows how keys are written.
    for line in SYNTAX.lines().filter(|line| !line.starts_with("KEYS")) {
        page.push_str(line);
        page.push('\n');
    }
    page.push_str(EXIT);
    page.push('\n');
    page
}

/// Returns a flag with its value, and what the flag does.
fn described(arg: &Arg) -> (String, String) {
    let mut flag = format!("--{}", arg.get_long().unwrap_or_default());
    if matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
        && let Some([value, ..]) = arg.get_value_names()
    {
        let _ok = write!(flag, " {value}");
    }
    let about = arg.get_help().map(ToString::to_string).unwrap_or_default();
    (flag, about)
}

/// Writes entries into columns, each filled from top to bottom.
fn table(page: &mut String, entries: &[(String, String)], n_columns: usize) {
    let n_rows = entries.len().div_ceil(n_columns);
    let columns: Vec<&[(String, String)]> = entries.chunks(n_rows.max(1)).collect();
    let widths: Vec<(usize, usize)> = columns
        .iter()
        .map(|column| {
            let names = column.iter().map(|(name, _)| name);
            let abouts = column.iter().map(|(_, about)| about);
            (widest(names), widest(abouts))
        })
        .collect();
    for row in 0..n_rows {
        let mut line = String::new();
        for (at, column) in columns.iter().enumerate() {
            let Some((name, about)) = column.get(row) else {
                continue;
            };
            let (name_width, about_width) = widths[at];
            let _ok = write!(line, "  {name:name_width$}");
            if about_width > 0 {
                let _ok = write!(line, "  {about:about_width$}");
            }
        }
        page.push_str(line.trim_end());
        page.push('\n');
    }
}

fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::args::Cli;

    #[test]
    fn the_page_is_one_screen_and_names_everything() {
        let mut command = Cli::command();
        command.build();
        let page = page(&command);
        let lines: Vec<&str> = page.lines().collect();
        assert!(lines.len() <= 23, "{} lines\n{page}", lines.len());
        for line in lines {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let mut named: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        assert_eq!(named, COMMANDS.map(|(name, _)| name));
        named.extend(command.get_arguments().filter_map(Arg::get_long));
        for name in named {
            assert!(page.contains(name), "{name} is missing:\n{page}");
        }
    }
}
