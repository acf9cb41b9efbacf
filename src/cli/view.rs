//! `perfetty TRACE`: opens the viewer; if standard output is not a terminal, or a dumb one, prints `info`
//! instead.

use std::ffi::OsString;
use std::fs::File;
use std::os::fd::AsFd as _;
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

use super::args::{GlobalArgs, InfoArgs, InputArgs, TextFormat, ViewArgs, ViewFlags};
use super::out::Out;
use super::{Exit, Usage, info, load};
use crate::app;
use crate::app::config::{ColorChoice, Config, Slow};
use crate::app::effect::QuitReason;
use crate::app::key::Key;
use crate::app::link::Link;
use crate::app::resolve::ViewRequest;
use crate::app::sidecar::{self, Sidecar};
use crate::app::state::TraceOrigin;
use crate::app::workspace::Workspace;
use crate::bytes::source::identity;

/// Runs the command.
pub fn run(args: &ViewArgs, global: &GlobalArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let piped = || is_piped().then(|| PathBuf::from("-"));
    let trace = args.trace.clone().or_else(piped);
    if !out.is_terminal() || is_dumb(std::env::var_os("TERM")) {
        let Some(trace) = trace else {
            let hint = "standard output is no terminal that can show the viewer; name a trace to \
                        print what it holds, or `-` for standard input";
            return Err(Usage(hint.into()).into());
        };
        let input = InputArgs {
            trace,
            load: args.load.clone(),
        };
        let format = TextFormat::Text;
        return info::run(&InfoArgs { input, format }, out);
    }
    let (request, keys) = request(&args.flags)?;
    // The demo has no identity, because it changes with each version; so marks and notes are not kept.
    let id = trace.as_deref().and_then(identity);
    let name = trace_name(trace.as_deref());
    let sidecar = sidecar::folder().map(|folder| Sidecar::new(&folder, id));
    let source = match trace {
        Some(_) => TraceOrigin::File,
        None => TraceOrigin::Demo,
    };
    let how = args.load.clone();
    let reason = app::run::run(app::run::Options {
        max_memory: load::max_memory(&args.load),
        open: Box::new(move |watch| load::bytes_watched(trace.as_deref(), &how, watch)),
        name,
        sidecar,
        source,
        config: config(global),
        request,
        keys,
    })?;
    Ok(match reason {
        QuitReason::Asked => Exit::Done,
        QuitReason::Interrupted => Exit::Interrupted,
        QuitReason::Terminated => Exit::Terminated,
        QuitReason::HungUp => Exit::HungUp,
    })
}

/// Returns whether a terminal of this type would show escape sequences as garbage.
fn is_dumb(term: Option<OsString>) -> bool {
    term.is_some_and(|term| term == "dumb")
}

/// Returns whether standard input is piped, so that it is the trace.
pub(super) fn is_piped() -> bool {
    let Ok(stdin) = std::io::stdin().as_fd().try_clone_to_owned() else {
        return false;
    };
    let kind = File::from(stdin).metadata().map(|of| of.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket() || kind.is_file())
}

/// Returns the configuration, overridden by flags.
pub fn config(global: &GlobalArgs) -> Config {
    let mut config = Config::load();
    let color = ColorChoice::from(global.color);
    if color != ColorChoice::Auto {
        config.color = color;
    }
    if let Some(theme) = global.theme {
        config.theme = theme;
    }
    if let Some(glyphs) = global.glyphs {
        config.glyphs = Some(glyphs);
    }
    if global.slow {
        config.slow = Slow::Yes;
    }
    config
}

/// Returns the view and the keys that the flags ask for.
pub fn request(flags: &ViewFlags) -> anyhow::Result<(ViewRequest, Vec<Key>)> {
    let link = match &flags.url {
        Some(url) => Some(Link::parse(url).map_err(|error| Usage(format!("--url: {error}")))?),
        None => None,
    };
    let keys = match &flags.keys {
        Some(keys) => Key::parse_all(keys).map_err(|error| Usage(format!("--keys: {error}")))?,
        None => Vec::new(),
    };
    let top = flags.top.iter().map(|top| top.pattern.clone()).collect();
    for (flag, patterns) in [
        ("--pin", &flags.pin),
        ("--hide", &flags.hide),
        ("--expand", &flags.expand),
        ("--collapse", &flags.collapse),
        ("--filter", &flags.filter.iter().cloned().collect()),
        ("--top", &top),
    ] {
        for pattern in patterns {
            super::pattern(flag, Some(pattern))?;
        }
    }
    let request = ViewRequest {
        usual_pins: Vec::new(),
        at: flags.at,
        select: flags.select.clone(),
        tracks: Workspace {
            pin: flags.pin.clone(),
            hide: flags.hide.clone(),
            expand: flags.expand.clone(),
            collapse: flags.collapse.clone(),
            filter: flags.filter.clone(),
        },
        top: flags.top.clone(),
        search: flags.search.clone(),
        flows: flags.flows,
        hide_flows: flags.hide_flows.clone(),
        marks: flags.mark.clone(),
        link,
    };
    Ok((request, keys))
}

/// Returns the name of the trace for the title.
pub fn trace_name(path: Option<&Path>) -> String {
    match path {
        None => "demo".into(),
        Some(path) if path == Path::new("-") => "-".into(),
        Some(path) => path.to_string_lossy().into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_dumb_terminal_gets_no_viewer() {
        assert!(is_dumb(Some("dumb".into())));
        assert!(!is_dumb(Some("linux".into())));
        assert!(!is_dumb(None));
    }
}
