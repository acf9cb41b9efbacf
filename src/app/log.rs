//! The log: `tracing` to a file, off by default.
//!
//! Nothing is ever logged to the terminal, which belongs to the viewer. A file whose name is that of
//! a trace becomes one.

mod trace;

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Keeps the log's writer alive: dropping it writes what is still queued.
#[derive(Debug)]
pub struct LogGuard {
    _writer: Option<tracing_appender::non_blocking::WorkerGuard>,
}

/// Starts logging to `file`, else to `$PERFETTY_LOG`, else nowhere.
///
/// A file `*.pftrace` or `*.perfetto-trace` must not be there yet, and becomes a trace; others are
/// appended to. The level is `debug`, or what `$PERFETTY_LOG_LEVEL` says in the syntax of `tracing`.
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
    let filter = EnvFilter::try_new(&level)
        .with_context(|| format!("cannot read PERFETTY_LOG_LEVEL={level}"))?;
    let extension = path.extension();
    let is_trace = extension.is_some_and(|it| it == "pftrace" || it == "perfetto-trace");
    let mut options = OpenOptions::new();
    // A trace begins once, and one that is there is not to be lost.
    options.append(true).create(true).create_new(is_trace);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Names of a trace may be private.
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
        let layer = layer.with_writer(writer).with_ansi(false);
        registry.with(layer).try_init()
    };
    started.map_err(|error| anyhow::anyhow!("cannot start the log: {error}"))?;
    Ok(LogGuard {
        _writer: Some(guard),
    })
}
