//! `perfetty man`: the man pages, made from the definitions of the command line.
//!
//! Pages replace those of another version, as a whole each; what their names are
//! links to stays as it is.

use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use clap::CommandFactory as _;

use super::Exit;
use super::args::{Cli, ManArgs};
use super::out::Out;
use super::part::Part;

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

/// Writes all pages into a folder, over those that have their names.
fn write(dir: &Path) -> anyhow::Result<()> {
    let cannot = |path: &Path| format!("cannot write {}", path.display());
    let part = Part::beside(&dir.join("man")).with_context(|| cannot(dir))?;
    let pages = pages()?;
    for (name, page) in &pages {
        let path = part.folder().join(name);
        std::fs::write(&path, page).with_context(|| cannot(&path))?;
    }
    // A disk that fills leaves all that was there.
    for (name, _) in &pages {
        let path = dir.join(name);
        // A link is replaced, not followed.
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
    let takes_values = is_main || command.get_name() == "perfetty-snapshot";
    let man = clap_mangen::Man::new(command).manual("perfetty");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if is_main {
        man.render_subcommands_section(&mut page)?;
    }
    if takes_values {
        page.extend_from_slice(VALUES.as_bytes());
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

/// How times, selectors and keys are written.
const VALUES: &str = r".SH VALUES
.TP
\fBTIME\fR
\fB12.373s\fR, \fB4ms\fR, \fB10us\fR: so long after the start of the trace.
A bare integer is a time of the trace in nanoseconds; \fBend\fR is its end.
.TP
\fBDUR\fR
A number and a unit: ns, us, ms, s, m or h.
.TP
\fBRE\fR
A regular expression, searched for in the path of a track: its name after those of the groups that it is in, with \(dq \[u2023] \(dq between them, such as \(dqcom.example.feed 4242 \[u2023] main 4242\(dq.
.TP
\fBSEL\fR
.br
\fBframe:TOKEN\fR[\fB@PID\fR]: the frame with this token.
.br
\fBname\fR[\fB[N]\fR]\fB:RE\fR: the N-th slice, from 1 in order of time, whose name matches.
.br
\fBts:NS\fR[\fB@RE\fR]: what is there at this time of the trace: the innermost slice, the sample or the state, on the first track that matches.
.br
\fBtrack:RE\fR: the first track whose path matches.
.br
\fBrow\fR[\fB[N]\fR]\fB:RE\fR: selects nothing, but puts the keyboard on the N-th line of that track.
.br
\fBarea:TIME+DUR\fR[\fB@RE\fR]: a span of time, on the tracks that match.
.br
\fBslice:ID\fR, \fBsample:ID\fR: the slice, or the row of \fBperf_sample\fR, with this id in SQL; ids may change with the version of perfetty.
.TP
\fBKEYS\fR
As they are typed, without separators: \fBjj<enter><c-o>\fR.
Names stand in angle brackets, with c-, a- and s- for Ctrl, Alt and Shift; \fB<lt>\fR is \fB<\fR itself.
";

/// What only the main page says.
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
No colour, if it is set to anything.
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

/// The statuses of all commands.
const STATUS: &str = r".SH EXIT STATUS
.TP
\fB0\fR
Done; a broken pipe counts too.
.TP
\fB1\fR
The answer is no: \fB\-\-fail\-over\fR or \fB\-\-fail\-empty\fR.
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
            assert!(page.contains("EXIT STATUS"), "{name}");
        }
    }
}
