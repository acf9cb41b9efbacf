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
use super::{shell, values};

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
    let values = values.iter().map(|value| (value.name, value.lines));
    let told = |told: &'static [shell::Told]| {
        told.iter()
            .map(|(names, text)| (*names, std::slice::from_ref(text)))
    };
    page.extend_from_slice(section("VALUES", values).as_bytes());
    if is_main {
        page.extend_from_slice(FILES.as_bytes());
        page.extend_from_slice(section("ENVIRONMENT", told(shell::ENVIRONMENT)).as_bytes());
        page.extend_from_slice(EXAMPLES.as_bytes());
    }
    page.extend_from_slice(section("EXIT STATUS", told(shell::STATUS)).as_bytes());
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

/// Returns a section that describes things, each with its name, or names with a comma between them, and
/// lines of text; nothing if there are none.
fn section<'a>(title: &str, entries: impl Iterator<Item = (&'a str, &'a [&'a str])>) -> String {
    let mut text = String::new();
    for (names, lines) in entries {
        if text.is_empty() {
            text = format!(".SH {title}\n");
        }
        let names = names.replace(", ", "\\fR, \\fB");
        text.extend([".TP\n\\fB", &names, "\\fR\n"]);
        for line in lines {
            if lines.len() > 1 {
                text.push_str(".br\n");
            }
            put_line(line, &mut text);
        }
    }
    text
}

/// Adds a line in which text in backquotes is printed bold.
fn put_line(line: &str, text: &mut String) {
    for (at, part) in line.split('`').enumerate() {
        // Of the rest, only these characters are special in roff.
        let part = part.replace('\\', "\\\\").replace('-', "\\-");
        let part = part.replace('"', "\\(dq").replace('‣', "\\[u2023]");
        match at % 2 {
            0 => text.push_str(&part),
            _ => text.extend(["\\fB", &part, "\\fR"]),
        }
    }
    text.push('\n');
}

/// The section FILES, which only the main page has.
const FILES: &str = r".SH FILES
.TP
\fI$XDG_CONFIG_HOME/perfetty/config.toml\fR
Preferences and keys; \fI~/.config\fR where the variable is not set.
Only read; a mistake in it is told and the rest holds.
.TP
\fI$XDG_STATE_HOME/perfetty\fR
Marks and notes of each trace, and workspaces; \fI~/.local/state\fR where the variable is not set.
";

/// The section EXAMPLES, which only the main page has.
const EXAMPLES: &str = r".SH EXAMPLES
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
