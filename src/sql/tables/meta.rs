//! Tables about the trace itself, the machine and its log: `stats`, `metadata`,
//! `clock_snapshot`, `trace_bounds`, `machine`, `cpu`, `android_logs`,
//! `package_list`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::devices;
use super::ftrace::{FTRACE, FtraceEvents};
use super::memory::{self, Sparse};
use super::{List, Named, Shared, dense};
use crate::model::issue::{self, IssueKind};
use crate::model::sched::{CPUS_PER_MACHINE, CpuRow};
use crate::model::trace::{MetadataValue, PackageRow, Trace, clock_name};
use crate::sql::schema::{TableDef, long, text};
use crate::sql::table::{Cell, Index};

/// The tables, as they are documented.
pub(super) const DEFINITIONS: &[&TableDef] = &[
    &LOGS,
    &FTRACE,
    &PACKAGES,
    &devices::GAMES,
    &CPU,
    &devices::FREQUENCIES,
    &devices::GPUS,
    &devices::GPU_GROUPS,
    &memory::VULKAN,
    &memory::SMAPS,
    &STATS,
    &METADATA,
    &CLOCKS,
    &BOUNDS,
    &MACHINE,
];

static STATS: TableDef = TableDef {
    name: "stats",
    doc: "What the recorder and the importer counted: errors, losses, numbers.",
    columns: &[
        long("id", "Unique identifier of the row."),
        text("name", "What was counted."),
        long("key", "Number of the name."),
        long("idx", "Which of several, such as a buffer."),
        text("severity", "`info`, `notice`, `data_loss` or `error`."),
        text(
            "source",
            "`trace` if recorded, `analysis` if found while importing.",
        ),
        long("value", "How often, or the recorded value."),
        text("description", "What it means."),
        long("machine_id", "The machine; 0 is the host."),
        long("trace_id", "The trace; always 0."),
    ],
};
static METADATA: TableDef = TableDef {
    name: "metadata",
    doc: "What the trace says of itself and of the system.",
    columns: &[
        long("id", "Unique identifier of the row."),
        text("name", "What is said."),
        text(
            "key_type",
            "`single`, or `multi` if the name occurs more than once.",
        ),
        long("int_value", "An integer."),
        text("str_value", "A string."),
        long("machine_id", "The machine; 0 is the host."),
        long("trace_id", "The trace; always 0."),
    ],
};
static CLOCKS: TableDef = TableDef {
    name: "clock_snapshot",
    doc: "Readings of several clocks at one moment.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("ts", "When the snapshot was taken, on the trace clock."),
        long("clock_id", "The clock."),
        text("clock_name", "Its name, if it is a known one."),
        long("clock_value", "What it read, in nanoseconds."),
        long("snapshot_id", "Which snapshot."),
        long("machine_id", "The machine; 0 is the host."),
    ],
};
static BOUNDS: TableDef = TableDef {
    name: "trace_bounds",
    doc: "From when to when there are rows.",
    columns: &[
        long("start_ts", "Time of the first row."),
        long("end_ts", "When the last row ends."),
    ],
};
static MACHINE: TableDef = TableDef {
    name: "machine",
    doc: "The machines that were recorded.",
    columns: &[
        long("id", "Unique identifier; 0 is the host."),
        long("raw_id", "The id that it was recorded with."),
        text("name", "What it calls itself."),
        text("sysname", "Name of the operating system."),
        text("release", "Its release."),
        text("version", "Its version."),
        text("arch", "The processor's architecture."),
        long("num_cpus", "How many CPUs it has."),
        text("android_build_fingerprint", "The Android build."),
        text("android_device_manufacturer", "Who made the device."),
        long("android_sdk_version", "The Android SDK."),
        long("system_ram_bytes", "How much memory it has."),
        long("system_ram_gb", "The same in 10⁹ bytes, rounded."),
    ],
};
static CPU: TableDef = TableDef {
    name: "cpu",
    doc: "The CPUs of the machine.",
    columns: &[
        long("id", "Unique identifier of the CPU."),
        long("ucpu", "The same as `id`."),
        long("cpu", "Its number on its machine."),
        long("cluster_id", "The cluster that it belongs to."),
        text("processor", "Its name."),
        long("machine_id", "The machine; 0 is the host."),
        long("capacity", "Its capacity; the largest has 1024."),
        long("arg_set_id", "Its arguments in `args`."),
    ],
};
static LOGS: TableDef = TableDef {
    name: "android_logs",
    doc: "The Android log.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("ts", "When it was written."),
        long("utid", "The thread that wrote it."),
        long("prio", "Its priority, 2 verbose to 7 fatal."),
        text("tag", "Its tag."),
        text("msg", "What it says."),
    ],
};
static PACKAGES: TableDef = TableDef {
    name: "package_list",
    doc: "The Android packages that were installed.",
    columns: &[
        long("id", "Unique identifier of the row."),
        text("package_name", "Its name."),
        long("uid", "The user id that its processes have."),
        long("debuggable", "1 if it may be debugged."),
        long("profileable_from_shell", "1 if the shell may profile it."),
        long("version_code", "Its version."),
    ],
};

/// Returns the tables of a trace.
pub(super) fn all(shared: &Arc<Shared>) -> Vec<Named> {
    let trace = &shared.trace;
    vec![
        dense(by_id(shared, &STATS, stats(trace), stats_cell)),
        dense(by_id(
            shared,
            &METADATA,
            indices(trace.metadata.len()),
            metadata_cell,
        )),
        dense(by_id(
            shared,
            &CLOCKS,
            indices(trace.clocks.len()),
            clock_cell,
        )),
        dense(by_id(
            shared,
            &MACHINE,
            trace.machines.clone(),
            machine_cell,
        )),
        dense(List {
            indexes: [0, 1, 2]
                .map(|column| Index::Lookup {
                    column,
                    groups: trace.cpus.len() as u32,
                })
                .to_vec(),
            ..by_id(shared, &CPU, trace.cpus.clone(), cpu_cell)
        }),
        dense(by_time(shared, &LOGS, indices(trace.logs.len()), log_cell)),
        dense(by_id(
            shared,
            &PACKAGES,
            trace.packages.clone(),
            package_cell,
        )),
        dense(by_id(
            shared,
            &devices::GAMES,
            trace.games.clone(),
            devices::game_cell,
        )),
        dense(by_id(
            shared,
            &devices::FREQUENCIES,
            trace.cpu_frequencies.clone(),
            devices::frequency_cell,
        )),
        dense(by_id(
            shared,
            &devices::GPUS,
            devices::gpus(trace),
            devices::gpu_cell,
        )),
        dense(by_id(
            shared,
            &devices::GPU_GROUPS,
            trace.gpu_groups.clone(),
            devices::gpu_group_cell,
        )),
        dense(Sparse::vulkan(shared)),
        dense(Sparse::smaps(shared)),
        dense(FtraceEvents(Arc::clone(shared))),
        dense(List {
            shared: Arc::clone(shared),
            def: &BOUNDS,
            rows: vec![0],
            cell: bounds_cell,
            indexes: Vec::new(),
            within: None,
        }),
    ]
}

type CellOf<R> = for<'a> fn(&'a Shared, &'a R, u32, usize) -> Cell<'a>;

fn indices(n: usize) -> Vec<u32> {
    (0..n as u32).collect()
}

fn by_id<R>(
    shared: &Arc<Shared>,
    def: &'static TableDef,
    rows: Vec<R>,
    cell: CellOf<R>,
) -> List<R> {
    List {
        shared: Arc::clone(shared),
        def,
        rows,
        cell,
        indexes: vec![Index::Row(0)],
        within: None,
    }
}

fn by_time<R>(
    shared: &Arc<Shared>,
    def: &'static TableDef,
    rows: Vec<R>,
    cell: CellOf<R>,
) -> List<R> {
    let groups = rows.len() as u32;
    let mut table = by_id(shared, def, rows, cell);
    table.indexes.push(Index::Sorted { column: 1, groups });
    table
}

/// A row of `stats`.
struct Stat {
    kind: IssueKind,
    key: i64,
    index: Option<i64>,
    value: i64,
}

/// Returns what was counted, and zero for every other kind that has no index, as the reference does.
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

fn stats_cell<'a>(_: &'a Shared, stat: &'a Stat, row: u32, column: usize) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Text(stat.kind.name.as_bytes()),
        2 => Cell::Int(stat.key),
        3 => Cell::int_or_null(stat.index),
        // Scripts that check for errors expect the reference's stats only: ours are notices.
        4 if stat.kind.is_own => Cell::Text(b"notice"),
        4 => Cell::Text(stat.kind.severity.text().as_bytes()),
        5 => Cell::Text(stat.kind.origin.text().as_bytes()),
        6 => Cell::Int(stat.value),
        7 => Cell::Text(stat.kind.help.as_bytes()),
        _ => Cell::Int(0),
    }
}

fn metadata_cell<'a>(shared: &'a Shared, &at: &'a u32, row: u32, column: usize) -> Cell<'a> {
    let rows = &shared.trace.metadata;
    let entry = &rows[at as usize];
    match (column, &entry.value) {
        (0, _) => Cell::Int(i64::from(row)),
        (1, _) => Cell::Text(entry.name.as_bytes()),
        (2, _) if MULTI.contains(&&*entry.name) => Cell::Text(b"multi"),
        (2, _) => Cell::Text(b"single"),
        (3, MetadataValue::Int(value)) => Cell::Int(*value),
        (4, MetadataValue::Str(value)) => Cell::Text(value.as_bytes()),
        (5, _) if is_of_machine(&entry.name) => Cell::Int(i64::from(entry.machine)),
        (6, _) if is_of_trace(&entry.name) => Cell::Int(0),
        _ => Cell::Null,
    }
}

/// What a trace may say more than once.
const MULTI: &[&str] = &[
    "all_data_source_flushed_ns",
    "benchmark_story_tags",
    "ftrace_setup_errors",
    "slow_start_data_source",
];

/// How names begin that say something of a trace, whatever the machine.
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

/// How names begin that say something of a machine, whatever was recorded there.
const OF_MACHINES: &[&str] = &["android_", "machine_", "system_", "timezone_off_mins"];

fn is_of_machine(name: &str) -> bool {
    !OF_TRACES.iter().any(|of| name.starts_with(of))
}

fn is_of_trace(name: &str) -> bool {
    let is_of = |names: &[&str]| names.iter().any(|of| name.starts_with(of));
    name != "trace_time_clock_id" && (is_of(OF_TRACES) || !is_of(OF_MACHINES))
}

fn clock_cell<'a>(shared: &'a Shared, &at: &'a u32, row: u32, column: usize) -> Cell<'a> {
    let clock = &shared.trace.clocks[at as usize];
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Int(clock.ts),
        2 => Cell::Int(i64::from(clock.clock_id)),
        3 => clock_name(clock.clock_id).map_or(Cell::Null, |name| Cell::Text(name.as_bytes())),
        4 => Cell::Int(clock.clock_value),
        5 => Cell::Int(i64::from(clock.snapshot_id)),
        _ => Cell::Int(i64::from(clock.machine)),
    }
}

fn bounds_cell<'a>(shared: &'a Shared, _: &'a u32, _row: u32, column: usize) -> Cell<'a> {
    let bounds = shared.trace.bounds;
    Cell::Int(if column == 0 {
        bounds.start().ns()
    } else {
        bounds.end().ns()
    })
}

fn machine_cell<'a>(shared: &'a Shared, &raw: &'a u32, id: u32, column: usize) -> Cell<'a> {
    let said = |name: &str| {
        let entry = shared
            .trace
            .metadata
            .iter()
            .find(|row| row.machine == id && row.name == name);
        match entry.map(|row| &row.value) {
            Some(MetadataValue::Int(value)) => Cell::Int(*value),
            Some(MetadataValue::Str(value)) => Cell::Text(value.as_bytes()),
            Some(MetadataValue::Missing) | None => Cell::Null,
        }
    };
    match column {
        0 => Cell::Int(i64::from(id)),
        1 => Cell::Int(i64::from(raw)),
        2 => said("machine_name"),
        3 => said("system_name"),
        4 => said("system_release"),
        5 => said("system_version"),
        6 => said("system_machine"),
        7 => {
            let own = |cpu: &&CpuRow| cpu.cpu / CPUS_PER_MACHINE == id;
            match shared.trace.cpus.iter().filter(own).count() {
                0 => Cell::Null,
                n => Cell::Int(n as i64),
            }
        }
        8 => said("android_build_fingerprint"),
        9 => said("android_device_manufacturer"),
        10 => said("android_sdk_version"),
        11 => said("system_ram_bytes"),
        _ => match said("system_ram_bytes") {
            Cell::Int(bytes) => Cell::Int(gigabytes(bytes)),
            other => other,
        },
    }
}

/// Returns how many gigabytes that are, rounded.
const fn gigabytes(bytes: i64) -> i64 {
    (bytes.saturating_add(500_000_000)) / 1_000_000_000
}

fn cpu_cell<'a>(shared: &'a Shared, cpu: &'a CpuRow, _row: u32, column: usize) -> Cell<'a> {
    match column {
        0 | 1 => Cell::Int(i64::from(cpu.cpu)),
        2 => Cell::Int(i64::from(cpu.cpu % CPUS_PER_MACHINE)),
        3 => Cell::Int(cpu.cluster_id.unwrap_or(0)),
        4 => shared.text(cpu.processor),
        5 => Cell::Int(i64::from(cpu.cpu / CPUS_PER_MACHINE)),
        6 => Cell::int_or_null(cpu.capacity),
        _ => Cell::Null,
    }
}

fn log_cell<'a>(shared: &'a Shared, &at: &'a u32, row: u32, column: usize) -> Cell<'a> {
    let log = &shared.trace.logs[at as usize];
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Int(log.ts.ns()),
        // What the kernel logs is of no thread: the reference says of the idle one.
        2 => Cell::Int(log.utid.map_or(0, |utid| i64::from(utid.0))),
        3 => Cell::Int(log.prio),
        4 => shared.text(log.tag),
        _ => shared.text(log.msg),
    }
}

fn package_cell<'a>(
    shared: &'a Shared,
    package: &'a PackageRow,
    row: u32,
    column: usize,
) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => shared.text(package.name),
        2 => Cell::Int(package.uid),
        3 => Cell::Int(i64::from(package.debuggable)),
        4 => Cell::Int(i64::from(package.profileable_from_shell)),
        _ => Cell::Int(package.version_code),
    }
}
