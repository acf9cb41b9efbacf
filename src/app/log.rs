//! The log: `tracing` to a file, off by default.
//!
//! Nothing is ever logged to the terminal, which belongs to the viewer. If the name of the file is that of a
//! trace, the log is written as a trace. An existing file is only appended to if it begins like a log.

mod trace;

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Keeps the writer of the log alive; dropping this guard writes what is still queued.
#[derive(Debug)]
pub struct LogGuard {
    _writer: Option<tracing_appender::non_blocking::WorkerGuard>,
}

/// Starts logging to `file`, else to `$PERFETTY_LOG`, else nowhere.
///
/// A file `*.pftrace` or `*.perfetto-trace` must not exist yet, and becomes a trace. Other files are appended
/// to, unless they contain something else than a log. The level is `debug`, or what `$PERFETTY_LOG_LEVEL`
/// says in the syntax of `tracing`.
pub fn start(file: Option<&Path>) -> anyhow::Result<LogGuard> {
    let from_env = || {
        std::env::var_os("PERFETTY_LOG")
            .filter(|name| !name.is_empty())
            .map(PathBuf::from)
    };
    let Some(path) = file.map(Path::to_owned).or_else(from_env) else {
        return Ok(LogGuard { _writer: None });
    };
    let level = std::env::var("PERFETTY_LOG_LEVEL").unwrap_or_else(|_| "debug".into());
    let filter = filter(&level)?;
    let extension = path.extension();
    let is_trace = extension.is_some_and(|it| it == "pftrace" || it == "perfetto-trace");
    if !is_trace && has_other(&path).with_context(|| format!("cannot read {}", path.display()))? {
        anyhow::bail!(
            "{} is no log of perfetty: nothing is appended to it",
            path.display()
        );
    }
    let mut options = OpenOptions::new();
    // Nothing can be appended to a trace, and an existing one must not be lost.
    options.append(true).create(true).create_new(is_trace);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Names in a trace may be private.
        options.mode(0o600);
    }
    let target = options
        .open(&path)
        .with_context(|| format!("cannot write the log {}", path.display()))?;
    let (writer, guard) = tracing_appender::non_blocking(target);
    let registry = tracing_subscriber::registry().with(filter);
    let started = if is_trace {
        let layer = trace::TraceLayer::new(writer, super::run::clock);
        registry.with(layer).try_init()
    } else {
        let layer = tracing_subscriber::fmt::layer();
        // Spans are logged at their end, with their duration.
        let layer = layer.with_span_events(FmtSpan::CLOSE);
        let layer = layer.with_writer(writer).with_ansi(false);
        registry.with(layer).try_init()
    };
    started.map_err(|error| anyhow::anyhow!("cannot start the log: {error}"))?;
    Ok(LogGuard {
        _writer: Some(guard),
    })
}

/// Reads what is logged. A word that is neither a level nor the name of the program would be taken for the name
/// of a module that there is not, and nothing be logged.
fn filter(level: &str) -> anyhow::Result<EnvFilter> {
    let words = level.split(',').map(str::trim);
    let mut words = words.filter(|word| !word.contains(['=', ':', '[']));
    let is_known = |word: &str| word.parse::<LevelFilter>().is_ok() || word == "perfetty";
    if let Some(word) = words.find(|word| !is_known(word)) {
        anyhow::bail!(
            "cannot read PERFETTY_LOG_LEVEL={level}: {word:?} is none of off, error, warn, info, debug and trace"
        );
    }
    EnvFilter::try_new(level).with_context(|| format!("cannot read PERFETTY_LOG_LEVEL={level}"))
}

/// Returns whether a file contains something else than a log, such as a trace that was named by mistake.
fn has_other(path: &Path) -> io::Result<bool> {
    match std::fs::metadata(path) {
        // Devices and pipes have no content to lose.
        Ok(meta) if !meta.is_file() || meta.len() == 0 => return Ok(false),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    let mut head = Vec::new();
    let longest = LINE_BEGINS.len() as u64;
    File::open(path)?.take(longest).read_to_end(&mut head)?;
    Ok(!begins_line(&head))
}

/// The beginning of each line of a log, with a 0 for each digit.
const LINE_BEGINS: &[u8; 19] = b"0000-00-00T00:00:00";

fn begins_line(head: &[u8]) -> bool {
    let is_like = |(byte, like): (&u8, &u8)| match like {
        b'0' => byte.is_ascii_digit(),
        like => byte == like,
    };
    head.len() == LINE_BEGINS.len() && head.iter().zip(LINE_BEGINS).all(is_like)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_that_there_is_not_is_an_error() {
        for level in [
            "debug",
            "INFO",
            "off",
            "warn,perfetty::app=debug",
            "perfetty",
        ] {
            assert!(filter(level).is_ok(), "{level}");
        }
        for level in ["inof", "error,verbose", "a=b=c"] {
            assert!(filter(level).is_err(), "{level}");
        }
    }

    #[test]
    fn only_a_log_is_appended_to() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log");
        assert!(!has_other(&path).unwrap());
        for (text, other) in [
            ("", false),
            ("2026-11-26T17:05:00.123456Z  INFO perfetty: x\n", false),
            ("2026-11-26", true),
            ("2026-11-26 17:05:00 other program", true),
            ("[{\"ph\": \"X\", \"ts\": 1}]", true),
            ("\u{1f}\u{8b}\u{8}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", true),
        ] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(has_other(&path).unwrap(), other, "{text:?}");
        }
        assert!(!has_other(Path::new("/dev/null")).unwrap());
    }
}
