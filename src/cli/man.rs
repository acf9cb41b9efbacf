//! `perfetty man`: the man pages, made from the definitions of the command line.
//!
//! Pages of another version are replaced, each as a whole. If a page is a link, the link is replaced and its
//! target stays.

use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use clap::CommandFactory as _;

use super::Exit;
use super::args::{Cli, ManArgs};
use super::out::Out;
use super::part::Part;
use super::values::{self, Value};

/// Prints the main page, or writes one page for each command.
pub fn run(args: &ManArgs, out: &mut Out) -> anyhow::Result<Exit> {
    if let Some(dir) = &args.dir {
        std::fs::create_dir_all(dir)
            .with_context(|| format!("cannot make the directory {}", dir.display()))?;
        write(dir)?;
    } else if let Some((_, page)) = pages()?.first() {
        out.write_all(page)?;
    }
    Ok(Exit::Done)
}

/// Writes all pages into a folder, replacing existing ones.
fn write(dir: &Path) -> anyhow::Result<()> {
    let cannot = |path: &Path| format!("cannot write {}", path.display());
    let part = Part::beside(&dir.join("man")).with_context(|| cannot(dir))?;
    let pages = pages()?;
    for (name, page) in &pages {
        let path = part.folder().join(name);
        std::fs::write(&path, page).with_context(|| cannot(&path))?;
    }
    // All pages are complete before the first one is replaced, so a full disk leaves the old ones.
    for (name, _) in &pages {
        let path = dir.join(name);
        // Renaming replaces a link and does not follow it.
        std::fs::rename(part.folder().join(name), &path).with_context(|| cannot(&path))?;
    }
    Ok(())
}

/// Returns every page with its file name, the main one first.
pub fn pages() -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = Cli::command();
    command.build();
    let mut pages = vec![page(command.clone())?];
    for sub in command.get_subcommands() {
        pages.push(page(sub.clone())?);
    }
    Ok(pages)
}

fn page(command: clap::Command) -> std::io::Result<(String, Vec<u8>)> {
    let is_main = command.get_name() == "perfetty";
    let values = values::of(&command);
    let usage = command.clone().render_usage().to_string();
    let command = command.mut_arg("help", |arg| arg.long_help("Print help"));
    let title = title(&command);
    let man = clap_mangen::Man::new(command);
    let mut page = title.into_bytes();
    man.render_name_section(&mut page)?;
    page.extend_from_slice(synopsis(&usage).as_bytes());
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if is_main {
        man.render_subcommands_section(&mut page)?;
    }
    if !values.is_empty() {
        page.extend_from_slice(b".SH VALUES\n");
    }
    for value in values {
        page.extend_from_slice(roff(value).as_bytes());
    }
    if is_main {
        page.extend_from_slice(MAIN.as_bytes());
    }
    page.extend_from_slice(STATUS.as_bytes());
    if is_main {
        man.render_version_section(&mut page)?;
    }
    Ok((man.get_filename(), page))
}

/// Returns the head and foot of a page. `clap_mangen` leaves the date out, and so shows the version in its place.
fn title(command: &clap::Command) -> String {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let version = env!("CARGO_PKG_VERSION");
    format!(
        ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n.TH {name} 1 \"\" \"perfetty {version}\" \"User commands\"\n"
    )
}

/// Returns the section SYNOPSIS; the options follow in a section of their own.
fn synopsis(usage: &str) -> String {
    let mut text = String::from(".SH SYNOPSIS\n");
    for line in usage.lines() {
        let line = line.trim().trim_start_matches("Usage: ");
        text.extend([&line.replace('-', "\\-"), "\n.br\n"]);
    }
    text
}

/// Returns the description of a kind of value.
fn roff(value: &Value) -> String {
    let mut text = format!(".TP\n\\fB{}\\fR\n", value.name);
    for line in value.lines {
        if value.lines.len() > 1 {
            text.push_str(".br\n");
        }
        // Text in backquotes is printed bold. Of the rest, only these characters are special in roff.
        for (at, part) in line.split('`').enumerate() {
            let part = part.replace('\\', "\\\\").replace('-', "\\-");
            let part = part.replace('"', "\\(dq").replace('‣', "\\[u2023]");
            match at % 2 {
                0 => text.push_str(&part),
                _ => text.extend(["\\fB", &part, "\\fR"]),
            }
        }
        text.push('\n');
    }
    text
}

/// The sections that only the main page has.
const MAIN: &str = r".SH FILES
.TP
\fI$XDG_CONFIG_HOME/perfetty/config.toml\fR
Preferences and keys; \fI~/.config\fR where the variable is not set.
Only read; a mistake in it is told and the rest holds.
.TP
\fI$XDG_STATE_HOME/perfetty\fR
Marks and notes of each trace, and workspaces; \fI~/.local/state\fR where the variable is not set.
.SH ENVIRONMENT
.TP
\fBNO_COLOR\fR
No colour on terminals, if it is set to anything; pictures of \fBsnapshot\fR keep theirs.
.TP
\fBCOLORTERM\fR, \fBTERM\fR
How many colours the terminal has.
.TP
\fBPERFETTY_LOG\fR, \fBPERFETTY_LOG_LEVEL\fR
Where to log and how much, without \fB\-\-log\fR.
.SH EXAMPLES
.TP
\fBperfetty\fR
Opens the demo with a short tour.
.TP
\fBperfetty trace.pftrace \-\-at 12.3s+50ms \-\-select 'name:doFrame'\fR
Opens a trace at a place.
.TP
\fBperfetty janks trace.pftrace \-\-fail\-over 'self>5,p95>25ms'\fR
Fails if frames got worse.
.TP
\fBadb shell cat /data/misc/perfetto\-traces/t | perfetty info \-\fR
Reads standard input.
";

/// The section about exit statuses, on all pages.
const STATUS: &str = r".SH EXIT STATUS
.TP
\fB0\fR
Done; a broken pipe counts too.
.TP
\fB1\fR
The answer is no: \fB\-\-fail\-over\fR or \fB\-\-fail\-empty\fR, or what \fBsnapshot\fR or \fBflow\fR is asked for is not in the trace.
.TP
\fB2\fR
Misused, or an error in SQL.
.TP
\fB3\fR
A file cannot be opened, read or written.
.TP
\fB129\fR
The terminal has gone.
.TP
\fB130\fR
Interrupted with Ctrl-C.
.TP
\fB143\fR
Terminated.
";

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_a_page_for_each_command() {
        let pages = super::pages().unwrap();
        assert!(pages.len() >= 12, "{}", pages.len());
        for (name, page) in pages {
            assert!(page.starts_with(b".ie"), "{name}");
            let page = String::from_utf8(page).unwrap();
            let stem = name.strip_suffix(".1").unwrap();
            let title = format!("\n.TH {stem} 1 \"\" \"perfetty 0.");
            assert!(page.contains(&title), "{name}");
            assert!(page.contains("EXIT STATUS"), "{name}");
            let takes_dur = page.contains(".SH VALUES") && page.contains("\n\\fBDUR\\fR\n");
            let expected = ["", "-slices", "-janks", "-flow", "-query", "-snapshot"];
            let expected = expected.map(|it| format!("perfetty{it}.1"));
            assert_eq!(takes_dur, expected.contains(&name), "{name}");
        }
    }
}
