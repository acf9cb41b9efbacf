//! Tables about the trace itself, the machine and its log: `stats`,
//! `trace_diagnostics`, `metadata`, `clock_snapshot`, `trace_bounds`,
//! `machine`, `cpu`, `logs`, `package_list`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::ListRows::{OfTrace, Own};
use super::args::ArgSpace;
use super::columns::{Row, Table, double, id, long, text};
use super::{List, Shared, by_id, dense, of_trace};
use crate::model::advice::Advice;
use crate::model::device::{CpuRow, PackageRow};
use crate::model::issue::{self, IssueKind};
use crate::model::sched::{LogRow, LogSource, machine_and_cpu};
use crate::model::trace::{ClockRow, MetadataRow, MetadataValue, Trace, clock_name};
use crate::sql::table::Cell;

/// The names of the tables, because SQLite's schema does not have the tables of the trace.
pub(super) static NAMES: Table<&'static str> = Table {
    name: NAMES_OF_TABLES,
    doc: "The tables and views that are there before any module is included, without table-valued functions.",
    columns: &[text("name", "Its name.", |row| (*row.data).into())],
    make: |shared| dense(List::new(shared, &NAMES, Own(names()))),
};

/// The name of the table of table names, which is about the session, not the trace.
pub(crate) const NAMES_OF_TABLES: &str = "perfetto_tables";

/// Returns the names of all tables and views, in the order of the documentation.
fn names() -> Vec<&'static str> {
    let tables = super::definitions().iter();
    let tables = tables.filter(|table| !table.is_function());
    let views = super::VIEWS.iter().map(|view| view.name);
    tables.map(|table| table.name).chain(views).collect()
}

pub(super) static STATS: Table<Stat> = Table {
    name: "stats",
    doc: "What the recorder and the importer counted: errors, losses, numbers.",
    columns: &[
        id("Unique identifier of the row."),
        text("name", "What was counted.", |row| row.data.kind.name.into()),
        long("key", "Number of the name.", |row| row.data.key.into()),
        long("idx", "Which of several, such as a buffer.", |row| {
            row.data.index.into()
        }),
        // Scripts that check for errors only expect the reference's stats, so the other stats are notices.
        text(
            "severity",
            "`info`, `notice`, `data_loss` or `error`.",
            |row| {
                let kind = row.data.kind;
                if kind.is_own {
                    "notice"
                } else {
                    kind.severity.text()
                }
                .into()
            },
        ),
        text(
            "source",
            "`trace` if recorded, `analysis` if found while importing.",
            |row| row.data.kind.origin.text().into(),
        ),
        long("value", "How often, or the recorded value.", |row| {
            row.data.value.into()
        }),
        text("description", "What it means.", |row| {
            row.data.kind.help.into()
        }),
        long("machine_id", "The machine; 0 is the host.", |_| {
            Cell::Int(0)
        }),
        long("trace_id", "The trace; always 0.", |_| Cell::Int(0)),
    ],
    make: |shared| dense(by_id(shared, &STATS, Own(stats(&shared.trace)))),
};
pub(super) static METADATA: Table<MetadataRow> = Table {
    name: "metadata",
    doc: "What the trace says of itself and of the system.",
    columns: &[
        id("Unique identifier of the row."),
        text("name", "What is said.", |row| {
            row.data.name.as_bytes().into()
        }),
        text(
            "key_type",
            "`single`, or `multi` if the name occurs more than once.",
            |row| {
                let is_multi = MULTI.contains(&&*row.data.name);
                if is_multi { "multi" } else { "single" }.into()
            },
        ),
        long("int_value", "An integer.", |row| match &row.data.value {
            MetadataValue::Int(value) => Cell::Int(*value),
            MetadataValue::Str(_) | MetadataValue::Missing => Cell::Null,
        }),
        text("str_value", "A string.", |row| match &row.data.value {
            MetadataValue::Str(value) => Cell::Text(value.as_bytes()),
            MetadataValue::Int(_) | MetadataValue::Missing => Cell::Null,
        }),
        long("machine_id", "The machine; 0 is the host.", |row| {
            is_of_machine(&row.data.name)
                .then_some(row.data.machine)
                .into()
        }),
        long("trace_id", "The trace; always 0.", |row| {
            is_of_trace(&row.data.name).then_some(0_i64).into()
        }),
    ],
    make: |shared| of_trace(shared, &METADATA, |trace| &trace.metadata),
};
pub(super) static CLOCKS: Table<ClockRow> = Table {
    name: "clock_snapshot",
    doc: "Readings of several clocks at one moment.",
    columns: &[
        id("Unique identifier of the row."),
        long(
            "ts",
            "When the snapshot was taken, on the trace clock.",
            |row| row.data.ts.into(),
        ),
        long("clock_id", "The clock.", |row| row.data.clock_id.into()),
        // As in the reference, which names no clocks beyond those.
        text(
            "clock_name",
            "Its name, if it is one of clocks 1 to 6.",
            |row| {
                let id = row.data.clock_id;
                clock_name(id).filter(|_| id <= 6).into()
            },
        ),
        long("clock_value", "What it read, in nanoseconds.", |row| {
            row.data.clock_value.into()
        }),
        long("snapshot_id", "Which snapshot.", |row| {
            row.data.snapshot_id.into()
        }),
        long("machine_id", "The machine; 0 is the host.", |row| {
            row.data.machine.into()
        }),
    ],
    make: |shared| of_trace(shared, &CLOCKS, |trace| &trace.clocks),
};
pub(super) static BOUNDS: Table<()> = Table {
    name: "trace_bounds",
    doc: "From when to when there are rows.",
    columns: &[
        long("start_ts", "Time of the first row.", |row| {
            row.shared.trace.bounds.start().ns().into()
        }),
        long("end_ts", "When the last row ends.", |row| {
            row.shared.trace.bounds.end().ns().into()
        }),
    ],
    make: |shared| dense(List::new(shared, &BOUNDS, Own(vec![()]))),
};
/// The data of a row is the id of the machine in the recording.
pub(super) static MACHINE: Table<u32> = Table {
    name: "machine",
    doc: "The machines that were recorded.",
    columns: &[
        id("Unique identifier; 0 is the host."),
        long("raw_id", "The id that it was recorded with.", |row| {
            (*row.data).into()
        }),
        text("name", "What it calls itself.", |row| {
            said(row, "machine_name")
        }),
        text("sysname", "Name of the operating system.", |row| {
            said(row, "system_name")
        }),
        text("release", "Its release.", |row| said(row, "system_release")),
        text("version", "Its version.", |row| said(row, "system_version")),
        text("arch", "The processor's architecture.", |row| {
            said(row, "system_machine")
        }),
        long("num_cpus", "How many CPUs it has.", |row| {
            let own = |cpu: &&CpuRow| machine_and_cpu(cpu.cpu).0 == row.number;
            let n = row.shared.trace.device.cpus.iter().filter(own).count();
            (n > 0).then_some(n as i64).into()
        }),
        text("android_build_fingerprint", "The Android build.", |row| {
            said(row, "android_build_fingerprint")
        }),
        text(
            "android_device_manufacturer",
            "Who made the device.",
            |row| said(row, "android_device_manufacturer"),
        ),
        long("android_sdk_version", "The Android SDK.", |row| {
            said(row, "android_sdk_version")
        }),
        long("system_ram_bytes", "How much memory it has.", |row| {
            said(row, "system_ram_bytes")
        }),
        long(
            "system_ram_gb",
            "The same in 10⁹ bytes, rounded.",
            |row| match said(row, "system_ram_bytes") {
                Cell::Int(bytes) => gigabytes(bytes).into(),
                other => other,
            },
        ),
    ],
    make: |shared| of_trace(shared, &MACHINE, |trace| &trace.machines),
};
pub(super) static ADVICE: Table<Advice> = Table {
    name: "trace_diagnostics",
    doc: "What of the configuration that the trace was recorded with was unwise. The words are perfetty's own.",
    columns: &[
        id("Unique identifier of the row."),
        text("key", "What names the rule.", |row| row.data.key.into()),
        text("title", "The matter in a few words.", |row| {
            row.data.title.into()
        }),
        text("description", "What is wrong.", |row| {
            row.data.description.as_str().into()
        }),
        text("remediation", "What to do about it.", |row| {
            row.data.remedy.into()
        }),
        double(
            "confidence",
            "How sure it is that this did harm, from 0 to 1.",
            |row| row.data.confidence.into(),
        ),
        long("trace_id", "The trace; always 0.", |_| Cell::Int(0)),
    ],
    make: |shared| of_trace(shared, &ADVICE, |trace| &trace.advice),
};
pub(super) static CPU: Table<CpuRow> = Table {
    name: "cpu",
    doc: "The CPUs of the machine.",
    columns: &[
        long("id", "Unique identifier of the CPU.", |row| {
            row.data.cpu.into()
        }),
        long("ucpu", "The same as `id`.", |row| row.data.cpu.into()),
        long("cpu", "Its number on its machine.", |row| {
            machine_and_cpu(row.data.cpu).1.into()
        }),
        long("cluster_id", "The cluster that it belongs to.", |row| {
            row.data.cluster_id.unwrap_or(0).into()
        }),
        text("processor", "Its name.", |row| row.text(row.data.processor)),
        long("machine_id", "The machine; 0 is the host.", |row| {
            machine_and_cpu(row.data.cpu).0.into()
        }),
        long("capacity", "Its capacity; the largest has 1024.", |row| {
            row.data.capacity.into()
        }),
        long("arg_set_id", "What else is said of it in `args`.", |row| {
            ArgSpace::stored(row.data.args).into()
        }),
    ],
    make: |shared| dense(cpus(shared)),
};
pub(super) static LOGS: Table<LogRow> = Table {
    name: "logs",
    doc: "Lines of all logs: Android's, and the journal of systemd.",
    columns: &[
        id("Unique identifier of the row."),
        long("ts", "When it was written.", |row| row.data.ts.ns().into()),
        // Messages of Android's kernel have no thread; the reference gives them that of the idle thread, 0.
        long("utid", "The thread that wrote it.", |row| {
            match (row.data.utid, row.data.source) {
                (Some(utid), _) => utid.0.into(),
                (None, LogSource::Logcat) => 0_u32.into(),
                (None, LogSource::Journal) => Cell::Null,
            }
        }),
        long(
            "prio",
            "Its priority: Android's, 2 verbose to 7 fatal, or that of syslog, 0 emergency to 7 debug.",
            |row| row.data.prio.into(),
        ),
        text(
            "log_source",
            "`android_logcat`, also what Chromium logs, or `systemd_journald`.",
            |row| row.data.source.name().into(),
        ),
        text("tag", "Its tag.", |row| row.text(row.data.tag)),
        text("msg", "What it says.", |row| row.text(row.data.msg)),
        long("arg_set_id", "What else is said of it in `args`.", |row| {
            ArgSpace::stored(row.data.args).into()
        }),
    ],
    make: |shared| dense(logs(shared)),
};
pub(super) static PACKAGES: Table<PackageRow> = Table {
    name: "package_list",
    doc: "The Android packages that were installed.",
    columns: &[
        id("Unique identifier of the row."),
        text("package_name", "Its name.", |row| row.text(row.data.name)),
        long("uid", "The user id that its processes have.", |row| {
            row.data.uid.into()
        }),
        long("debuggable", "1 if it may be debugged.", |row| {
            row.data.debuggable.into()
        }),
        long(
            "profileable_from_shell",
            "1 if the shell may profile it.",
            |row| row.data.profileable_from_shell.into(),
        ),
        long("version_code", "Its version.", |row| {
            row.data.version_code.into()
        }),
    ],
    make: |shared| of_trace(shared, &PACKAGES, |trace| &trace.device.packages),
};

/// Returns the table `cpu`.
fn cpus(shared: &Arc<Shared>) -> List<CpuRow> {
    let n = shared.trace.device.cpus.len();
    List::new(shared, &CPU, OfTrace(|trace| &trace.device.cpus))
        .lookup("id", n)
        .lookup("ucpu", n)
        .lookup("cpu", n)
}

/// Returns the table `logs`.
fn logs(shared: &Arc<Shared>) -> List<LogRow> {
    by_id(shared, &LOGS, OfTrace(|trace| &trace.logs)).sorted("ts")
}

/// A row of `stats`.
pub(super) struct Stat {
    kind: IssueKind,
    key: i64,
    index: Option<i64>,
    value: i64,
}

/// Returns the issues, and zero for all other kinds without an index, as the reference does.
fn stats(trace: &Trace) -> Vec<Stat> {
    let keys: BTreeMap<&str, i64> = issue::kinds().map(|kind| kind.name).zip(0..).collect();
    let key_of = |name: &str| keys.get(name).copied().unwrap_or(keys.len() as i64);
    let mut stats: Vec<Stat> = trace
        .issues
        .iter()
        .map(|issue| Stat {
            kind: issue::kind_of(issue.kind),
            key: key_of(issue.kind),
            index: issue.index,
            value: issue.count,
        })
        .collect();
    let seen: BTreeSet<&str> = stats.iter().map(|stat| stat.kind.name).collect();
    let unseen: Vec<Stat> = issue::kinds()
        .filter(|kind| !seen.contains(kind.name) && !issue::is_indexed(kind.name))
        .map(|&kind| Stat {
            kind,
            key: key_of(kind.name),
            index: None,
            value: 0,
        })
        .collect();
    stats.extend(unseen);
    stats.sort_by_key(|stat| (stat.kind.name, stat.index));
    stats
}

/// The names that may occur several times in a trace.
const MULTI: &[&str] = &[
    "all_data_source_flushed_ns",
    "benchmark_story_tags",
    "ftrace_setup_errors",
    "slow_start_data_source",
];

/// Prefixes of names that describe a trace, whatever the machine.
const OF_TRACES: &[&str] = &[
    "android_profile_",
    "benchmark_",
    "range_of_interest_start_us",
    "statsd_triggering_subscription_id",
    "trace_config_pbtxt",
    "trace_size_bytes",
    "trace_time_clock_id",
    "trace_trigger",
    "trace_type",
    "trace_uuid",
    "ui_state",
    "unique_session_name",
];

/// Prefixes of names that describe a machine, whatever was recorded there.
const OF_MACHINES: &[&str] = &["android_", "machine_", "system_", "timezone_off_mins"];

fn is_of_machine(name: &str) -> bool {
    !OF_TRACES.iter().any(|of| name.starts_with(of))
}

fn is_of_trace(name: &str) -> bool {
    let is_of = |names: &[&str]| names.iter().any(|of| name.starts_with(of));
    name != "trace_time_clock_id" && (is_of(OF_TRACES) || !is_of(OF_MACHINES))
}

/// Returns the metadata of a machine with a name.
fn said<'a>(machine: Row<'a, u32>, name: &str) -> Cell<'a> {
    let mut metadata = machine.shared.trace.metadata.iter();
    let entry = metadata.find(|row| row.machine == machine.number && row.name == name);
    match entry.map(|row| &row.value) {
        Some(MetadataValue::Int(value)) => Cell::Int(*value),
        Some(MetadataValue::Str(value)) => Cell::Text(value.as_bytes()),
        Some(MetadataValue::Missing) | None => Cell::Null,
    }
}

/// Returns bytes as gigabytes (10⁹ bytes), rounded.
const fn gigabytes(bytes: i64) -> i64 {
    (bytes.saturating_add(500_000_000)) / 1_000_000_000
}
