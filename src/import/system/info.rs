//! What a trace says of itself: machine, CPUs, configuration, and the recorder's own numbers.
//!
//! Becomes rows of `metadata` and `stats`, named as the reference's.

mod recorder;

use hashbrown::{HashMap, HashSet};

use super::{Packet, config};
use crate::base::intern::StrId;
use crate::decode::fields::{Field, Fields};
use crate::import::sink::{Sink, uuid};
use crate::model::sched::{CPUS_PER_MACHINE, CpuRow};
use crate::model::trace::{
    CpuFrequencyRow, GameMode, GameRow, MetadataRow, MetadataValue, PackageRow,
};
pub(super) use recorder::trace_stats;

/// A session of old recorders whose buffers look incomplete although they are not.
const LIGHTWEIGHT: &[u8] = b"session_with_lightweight_battery_tracing";
/// From a period of this on, a trace that is written into a file is one of ring buffers.
const RING_BUFFER_PERIOD_MS: u64 = 24 * 60 * 60 * 1000;
/// More attributes than anyone attaches to a trace.
const ATTRIBUTES_MAX: usize = 4096;
/// A buffer that keeps what it has when it is full.
const DISCARD: u64 = 2;
/// Texts of `SystemInfo` by field.
const SYSTEM_TEXTS: [(u32, &str); 10] = [
    (2, "android_build_fingerprint"),
    (4, "tracing_service_version"),
    (9, "android_soc_model"),
    (10, "android_hardware_revision"),
    (11, "android_storage_model"),
    (12, "android_ram_model"),
    (13, "android_guest_soc_model"),
    (14, "android_device_manufacturer"),
    (15, "android_serial_console"),
    (17, "machine_name"),
];

/// Imports what a trace says of itself.
#[derive(Debug)]
pub(super) struct Info {
    /// The size of a page of memory.
    pub(super) page_size: u32,
    /// The names of packages that have a row.
    packages: HashSet<Option<StrId>>,
    /// The rows of attributes, by machine and name.
    attributes: HashMap<(u32, String), usize>,
    /// How the trace was written into its file, if it was while it was recorded.
    streaming: Option<Streaming>,
    /// Whether a packet said which trace it is.
    has_uuid: bool,
    /// The sequences of which it is known what could not be set up.
    setup_failed: HashSet<u32>,
}

/// What the configuration says of a trace that is written into a file while it is recorded.
#[derive(Debug)]
struct Streaming {
    n_buffers: i64,
    /// Whether that hardly ever happens, so that buffers are meant to be overwritten.
    is_ring: bool,
    /// Whether writers have to hand over what they have from time to time.
    flushes: bool,
}

impl Default for Info {
    fn default() -> Self {
        Self {
            page_size: 4096,
            packages: HashSet::new(),
            attributes: HashMap::new(),
            streaming: None,
            has_uuid: false,
            setup_failed: HashSet::new(),
        }
    }
}

impl Info {
    /// Imports `PackagesList`: the packages, and whether the list is complete.
    pub(super) fn packages_list(&mut self, payload: &[u8], sink: &mut Sink) {
        for package in Fields::new(payload).filter(|field| field.number == 1) {
            let last = |number| package.fields().last_of(number);
            let number = |number| last(number).map_or(0, |field| field.as_i64());
            let name = last(1).map(|name| sink.strings.intern(name.as_bytes()));
            // Lists come again; what the first says of a package stands.
            if self.packages.insert(name) {
                sink.packages.push(PackageRow {
                    name,
                    uid: number(2),
                    debuggable: number(3) != 0,
                    profileable_from_shell: number(4) != 0,
                    version_code: number(5),
                });
            }
        }
        for (number, name) in [
            (2, "packages_list_has_parse_errors"),
            (3, "packages_list_has_read_errors"),
        ] {
            let failed = Fields::new(payload)
                .last_of(number)
                .is_some_and(|failed| failed.as_bool());
            sink.issues.set(name, None, i64::from(failed));
        }
    }

    /// Imports `SystemInfo`. Returns the release of a Linux kernel, and the machine.
    pub(super) fn system_info<'a>(
        &mut self,
        payload: &'a [u8],
        sink: &mut Sink,
    ) -> (Option<&'a [u8]>, Option<&'a [u8]>) {
        let last = |number| Fields::new(payload).last_of(number);
        let (mut release, mut machine) = (None, None);
        if let Some(uname) = last(1) {
            let part = |number| {
                uname
                    .fields()
                    .last_of(number)
                    .map_or(&b""[..], |part| part.as_bytes())
            };
            for (number, name) in [
                (1, "system_name"),
                (2, "system_version"),
                (3, "system_release"),
                (4, "system_machine"),
            ] {
                sink.set_metadata(name, text_of(part(number)));
            }
            release = (part(1) == b"Linux").then(|| part(3));
            machine = Some(part(4));
        }
        for (number, name) in SYSTEM_TEXTS {
            if let Some(field) = last(number) {
                sink.set_metadata(name, text_of(field.as_bytes()));
            }
        }
        for (number, name) in [
            (5, "android_sdk_version"),
            (7, "timezone_off_mins"),
            (16, "system_ram_bytes"),
        ] {
            if let Some(field) = last(number) {
                sink.set_metadata(name, MetadataValue::Int(i64::from(field.as_i32())));
                if number == 16 {
                    sink.set_metadata(name, MetadataValue::Int(field.as_i64()));
                }
            }
        }
        self.page_size = last(6)
            .map(|size| size.as_u32())
            .filter(|&size| size != 0)
            .unwrap_or(4096);
        (release, machine)
    }

    /// Imports `TraceConfig`. Returns whether its ftrace buffers count even if they look incomplete.
    pub(super) fn trace_config(&mut self, payload: &[u8], sink: &mut Sink) -> bool {
        let last = |number| Fields::new(payload).last_of(number);
        let number = |of| last(of).map_or(0, |field| field.as_u64());
        self.streaming = None;
        if last(8).is_some_and(|write| write.as_bool()) {
            let mut n_buffers = 0;
            for buffer in Fields::new(payload).filter(|field| field.number == 1) {
                let policy = buffer.fields().last_of(4);
                if policy.is_some_and(|policy| policy.as_u64() == DISCARD) {
                    sink.issues
                        .set("config_write_into_file_discard", Some(n_buffers), 1);
                }
                n_buffers += 1;
            }
            self.streaming = Some(Streaming {
                n_buffers,
                is_ring: number(9) >= RING_BUFFER_PERIOD_MS,
                flushes: number(13) != 0,
            });
        }
        if let Some(attributes) = last(48) {
            self.attributes(attributes.as_bytes(), sink);
        }
        if let Some(subscription) = last(7).and_then(|statsd| statsd.fields().last_of(4)) {
            let subscription = MetadataValue::Int(subscription.as_i64());
            sink.set_metadata("statsd_triggering_subscription_id", subscription);
        }
        if !self.has_uuid {
            // A packet of its own has the id of this file, this one that of the session.
            set_uuid((last(27), last(28)), sink);
        }
        let text = config::text(payload).unwrap_or_else(|beginning| {
            sink.issues.count("import_limit_reached");
            beginning
        });
        sink.set_metadata("trace_config_pbtxt", MetadataValue::Str(text));
        let Some(name) = last(22).map(|name| name.as_bytes()) else {
            return false;
        };
        sink.set_metadata("unique_session_name", text_of(name));
        name == LIGHTWEIGHT
    }

    /// Imports `TraceUuid`.
    pub(super) fn trace_uuid(&mut self, payload: &[u8], sink: &mut Sink) {
        let last = |number| Fields::new(payload).last_of(number);
        self.has_uuid |= set_uuid((last(1), last(2)), sink);
    }

    /// Imports `TraceAttributes`: keys and values that someone attached to the trace.
    pub(super) fn attributes(&mut self, payload: &[u8], sink: &mut Sink) {
        let machine = sink.processes.machine();
        for attribute in Fields::new(payload).filter(|field| field.number == 1) {
            let last = |number| attribute.fields().last_of(number);
            let value = match (last(2), last(3)) {
                (Some(number), _) => MetadataValue::Int(number.as_i64()),
                (None, Some(string)) => text_of(string.as_bytes()),
                (None, None) => continue,
            };
            let key = last(1).map_or(&b""[..], |key| key.as_bytes());
            let name = format!("trace_attribute.{}", String::from_utf8_lossy(key));
            let next = sink.metadata.len();
            if self.attributes.len() >= ATTRIBUTES_MAX {
                sink.issues.count("import_limit_reached");
                return;
            }
            let row = *self
                .attributes
                .entry((machine, name.clone()))
                .or_insert(next);
            match sink.metadata.get_mut(row) {
                Some(row) => row.value = value,
                None => sink.metadata.push(MetadataRow {
                    name: name.into(),
                    value,
                    machine,
                }),
            }
        }
    }

    /// Says what is wrong with a trace that streamed into a file, when all of its own numbers are
    /// known.
    pub(super) fn finish(&self, sink: &mut Sink) {
        let Some(streaming) = &self.streaming else {
            return;
        };
        if !streaming.is_ring {
            for buffer in (0..streaming.n_buffers).map(Some) {
                let lost = sink
                    .issues
                    .get_indexed("traced_buf_bytes_overwritten", buffer);
                if let Some(lost) = lost.filter(|&lost| lost > 0) {
                    sink.issues
                        .set("long_trace_mode_bytes_overwritten", buffer, lost);
                }
            }
        }
        let version = sink
            .metadata
            .iter()
            .find(|row| row.name == "tracing_service_version");
        let flushes_itself = version.is_some_and(|row| match &row.value {
            MetadataValue::Str(version) => service_version(version) >= Some(54),
            MetadataValue::Int(_) => false,
        });
        if !streaming.flushes && !flushes_itself {
            sink.issues.set("config_write_into_file_no_flush", None, 1);
        }
    }
}

/// Returns the major version of a recorder that says `Perfetto vNN.N`.
fn service_version(text: &str) -> Option<u32> {
    let version = text.strip_prefix("Perfetto v")?;
    version.split_once(['.', '-'])?.0.parse().ok()
}

fn text_of(bytes: &[u8]) -> MetadataValue {
    MetadataValue::Str(String::from_utf8_lossy(bytes).into_owned())
}

/// Imports `ChromeBenchmarkMetadata`: which benchmark was recorded.
pub(super) fn benchmark(payload: &[u8], sink: &mut Sink) {
    for field in Fields::new(payload) {
        let number = || MetadataValue::Int(field.as_i64());
        match field.number {
            1 => sink.set_metadata("benchmark_start_time_us", number()),
            2 => sink.set_metadata("benchmark_story_run_time_us", number()),
            3 => sink.set_metadata("benchmark_name", text_of(field.as_bytes())),
            4 => sink.set_metadata("benchmark_description", text_of(field.as_bytes())),
            5 => sink.set_metadata("benchmark_label", text_of(field.as_bytes())),
            6 => sink.set_metadata("benchmark_story_name", text_of(field.as_bytes())),
            7 => sink.add_metadata("benchmark_story_tags", text_of(field.as_bytes())),
            8 => sink.set_metadata("benchmark_story_run_index", number()),
            9 => sink.set_metadata("benchmark_had_failures", number()),
            _ => {}
        }
    }
}

/// Says which trace it is, by the halves of its id; false if it is 0.
fn set_uuid((high, low): (Option<Field<'_>>, Option<Field<'_>>), sink: &mut Sink) -> bool {
    let half = |half: Option<Field<'_>>| half.map_or(0, |half| half.as_u64());
    let (high, low) = (half(high), half(low));
    if high == 0 && low == 0 {
        return false;
    }
    sink.set_metadata("trace_uuid", MetadataValue::Str(uuid(high, low)));
    true
}

/// From when on the recorder thinks that track events matter, in microseconds. What comes before is
/// kept, as the reference keeps it unless it is told not to.
pub(super) fn range_of_interest(payload: &[u8], sink: &mut Sink) {
    if let Some(start) = Fields::new(payload).last_of(1) {
        let start = MetadataValue::Int(start.as_i64());
        sink.set_metadata("range_of_interest_start_us", start);
    }
}

/// Imports what a `TracingServiceEvent` says of data sources: when all were flushed, and which were
/// slow to start.
pub(super) fn service_event(packet: &Packet<'_>, sink: &mut Sink) {
    let ts = || MetadataValue::Int(packet.ts.unwrap_or(0));
    for field in Fields::new(packet.payload) {
        match field.number {
            1 if field.as_bool() => sink.set_metadata("all_data_source_started_ns", ts()),
            2 if field.as_bool() => sink.set_metadata("tracing_started_ns", ts()),
            3 if field.as_bool() => sink.add_metadata("all_data_source_flushed_ns", ts()),
            5 if field.as_bool() => sink.set_metadata("tracing_disabled_ns", ts()),
            10 => sink.issues.set(
                "traced_clone_started_timestamp_ns",
                None,
                packet.ts.unwrap_or(0),
            ),
            11 => sink.issues.set(
                "traced_buf_clone_done_timestamp_ns",
                Some(i64::from(field.as_i32())),
                packet.ts.unwrap_or(0),
            ),
            7 => {
                for source in field.fields().filter(|field| field.number == 1) {
                    let text = |number| {
                        let text = source.fields().last_of(number);
                        String::from_utf8_lossy(text.map_or(&[], |text| text.as_bytes()))
                    };
                    let name = format!("{} {}", text(1), text(2));
                    sink.add_metadata("slow_start_data_source", MetadataValue::Str(name));
                }
            }
            _ => {}
        }
    }
}

/// Imports `AndroidGameInterventionList`: games and their modes, and whether the list is complete.
pub(super) fn games(payload: &[u8], sink: &mut Sink) {
    for package in Fields::new(payload).filter(|field| field.number == 1) {
        let last = |number| package.fields().last_of(number);
        let number = |number| last(number).map_or(0, |field| field.as_i64());
        let mut game = GameRow {
            package: last(1).map(|name| sink.strings.intern(name.as_bytes())),
            uid: number(2),
            current_mode: number(3),
            ..GameRow::default()
        };
        for mode in package.fields().filter(|field| field.number == 4) {
            let last = |number| mode.fields().last_of(number);
            let kind = last(1).and_then(|kind| (kind.as_u32() as usize).checked_sub(1));
            if let Some(mode) = kind.and_then(|kind| game.modes.get_mut(kind)) {
                *mode = Some(GameMode {
                    use_angle: last(2).is_some_and(|field| field.as_bool()),
                    downscale: last(3).map_or(0.0, |field| f64::from(field.as_f32())),
                    fps: last(4).map_or(0.0, |field| f64::from(field.as_f32())),
                });
            }
        }
        sink.games.push(game);
    }
    for (number, name) in [
        (2, "game_intervention_has_parse_errors"),
        (3, "game_intervention_has_read_errors"),
    ] {
        let failed = Fields::new(payload)
            .last_of(number)
            .is_some_and(|failed| failed.as_bool());
        sink.issues.set(name, None, i64::from(failed));
    }
}

/// What `CpuInfo` says of a CPU.
#[derive(Clone, Debug, Default)]
struct Cpu {
    processor: Option<StrId>,
    capacity: Option<i64>,
    frequency_max: u32,
}

/// Imports `CpuInfo`. CPUs of equal capacity, or else of equal top frequency, are a cluster.
pub(super) fn cpu_info(payload: &[u8], sink: &mut Sink) {
    let first = sink.processes.machine() * CPUS_PER_MACHINE;
    let mut cpus: Vec<Cpu> = Vec::new();
    for field in Fields::new(payload).filter(|field| field.number == 1) {
        let mut cpu = Cpu::default();
        for part in field.fields() {
            match part.number {
                1 => cpu.processor = Some(sink.strings.intern(part.as_bytes())),
                2 => part.each_varint(|frequency| {
                    cpu.frequency_max = cpu.frequency_max.max(frequency as u32);
                    sink.cpu_frequencies.push(CpuFrequencyRow {
                        cpu: first.saturating_add(cpus.len() as u32),
                        frequency: frequency as u32,
                    });
                }),
                3 => cpu.capacity = Some(i64::from(part.as_u32())),
                _ => {}
            }
        }
        cpus.push(cpu);
    }
    let sizes: Vec<i64> = if cpus.iter().all(|cpu| cpu.capacity.is_some()) {
        cpus.iter().filter_map(|cpu| cpu.capacity).collect()
    } else if cpus.iter().all(|cpu| cpu.frequency_max > 0) {
        cpus.iter()
            .map(|cpu| i64::from(cpu.frequency_max))
            .collect()
    } else {
        vec![0; cpus.len()]
    };
    let mut clusters = sizes.clone();
    clusters.sort_unstable();
    clusters.dedup();
    for (number, (cpu, size)) in (first..).zip(cpus.into_iter().zip(sizes)) {
        let row = CpuRow {
            cpu: number,
            cluster_id: clusters
                .binary_search(&size)
                .ok()
                .map(|cluster| cluster as i64),
            processor: cpu.processor,
            capacity: cpu.capacity,
        };
        match sink.cpus.iter_mut().find(|other| other.cpu == number) {
            Some(other) => *other = row,
            None => sink.cpus.push(row),
        }
    }
}
