//! What a trace says of itself: machine, CPUs, configuration, and the recorder's own numbers.
//!
//! All of this becomes rows of `metadata` and `stats`, named as the reference's.

mod recorder;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashbrown::{HashMap, HashSet};

use super::{Packet, advice, config};
use crate::base::intern::StrId;
use crate::decode::fields::Message;
use crate::import::sink::{Sink, uuid};
use crate::model::args::StoredValue;
use crate::model::device::{CpuFrequencyRow, CpuRow, GameMode, GameRow, InterruptRow, PackageRow};
use crate::model::ids::ArgSetId;
use crate::model::trace::{MetadataRow, MetadataValue};
use crate::proto::{
    android_game_intervention_list as games,
    android_game_intervention_list::{game_mode_info, game_package_info},
    chrome_benchmark_metadata as metadata,
    cpu_info::{self, arm_cpu_identifier as arm, cpu},
    interrupt_info::{self, interrupt_mapping},
    packages_list::{self as packages, package_info},
    system_info,
    trace_attributes::{self as attributes, attribute},
    trace_config::{self, buffer_config, statsd_metadata},
    trace_uuid,
    tracing_service_event::{self as service, data_source, data_sources},
    track_event_range_of_interest as range, utsname,
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
    (
        system_info::ANDROID_BUILD_FINGERPRINT,
        "android_build_fingerprint",
    ),
    (
        system_info::TRACING_SERVICE_VERSION,
        "tracing_service_version",
    ),
    (system_info::ANDROID_SOC_MODEL, "android_soc_model"),
    (
        system_info::ANDROID_HARDWARE_REVISION,
        "android_hardware_revision",
    ),
    (system_info::ANDROID_STORAGE_MODEL, "android_storage_model"),
    (system_info::ANDROID_RAM_MODEL, "android_ram_model"),
    (
        system_info::ANDROID_GUEST_SOC_MODEL,
        "android_guest_soc_model",
    ),
    (
        system_info::ANDROID_DEVICE_MANUFACTURER,
        "android_device_manufacturer",
    ),
    (
        system_info::ANDROID_SERIAL_CONSOLE,
        "android_serial_console",
    ),
    (system_info::MACHINE_NAME, "machine_name"),
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
    /// The interrupts that have a row, by machine and number.
    interrupts: HashSet<(u32, u32)>,
    /// The last configuration.
    config: Vec<u8>,
}

/// What the configuration says of a trace that is written into a file while it is recorded.
#[derive(Debug)]
struct Streaming {
    n_buffers: i64,
    /// Whether writing into the file is so rare that buffers are meant to be overwritten.
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
            interrupts: HashSet::new(),
            config: Vec::new(),
        }
    }
}

impl Info {
    /// Imports `InterruptInfo`. Of several names of an interrupt the first counts.
    pub(super) fn interrupts(&mut self, payload: Message<'_>, sink: &mut Sink) {
        let machine = sink.processes.machine();
        for mapping in payload.messages(interrupt_info::IRQ_MAPPING) {
            let Some(name) = mapping.text_if_set(interrupt_mapping::NAME) else {
                continue;
            };
            let irq = mapping.u32(interrupt_mapping::IRQ_ID);
            if !mapping.has(interrupt_mapping::IRQ_ID) || !self.interrupts.insert((machine, irq)) {
                continue;
            }
            let name = sink.strings.intern(name);
            sink.device
                .interrupts
                .push(InterruptRow { irq, name, machine });
        }
    }

    /// Imports `PackagesList`: the packages, and whether the list is complete.
    pub(super) fn packages_list(&mut self, payload: Message<'_>, sink: &mut Sink) {
        for package in payload.messages(packages::PACKAGES) {
            let name = package.text_if_set(package_info::NAME);
            let name = name.map(|name| sink.strings.intern(name));
            // Lists may come again; what the first one says of a package stands.
            if self.packages.insert(name) {
                sink.device.packages.push(PackageRow {
                    name,
                    uid: package.i64(package_info::UID),
                    debuggable: package.i64(package_info::DEBUGGABLE) != 0,
                    profileable_from_shell: package.i64(package_info::PROFILEABLE_FROM_SHELL) != 0,
                    version_code: package.i64(package_info::VERSION_CODE),
                });
            }
        }
        for (number, name) in [
            (packages::PARSE_ERROR, "packages_list_has_parse_errors"),
            (packages::READ_ERROR, "packages_list_has_read_errors"),
        ] {
            let failed = payload.bool(number);
            sink.issues.set(name, None, i64::from(failed));
        }
    }

    /// Imports `SystemInfo`. Returns the release of a Linux kernel, and the machine.
    pub(super) fn system_info<'a>(
        &mut self,
        payload: Message<'a>,
        sink: &mut Sink,
    ) -> (Option<&'a [u8]>, &'a [u8]) {
        let uname = payload.message(system_info::UTSNAME);
        if payload.has(system_info::UTSNAME) {
            for (number, name) in [
                (utsname::SYSNAME, "system_name"),
                (utsname::VERSION, "system_version"),
                (utsname::RELEASE, "system_release"),
                (utsname::MACHINE, "system_machine"),
            ] {
                let value = uname.text_if_set(number);
                sink.set_metadata(name, value.map_or(MetadataValue::Missing, text_of));
            }
        }
        for (number, name) in SYSTEM_TEXTS {
            if let Some(field) = payload.field(number) {
                sink.set_metadata(name, text_of(field.as_bytes()));
            }
        }
        for (number, name) in [
            (system_info::TIMEZONE_OFF_MINS, "timezone_off_mins"),
            (system_info::SYSTEM_RAM_BYTES, "system_ram_bytes"),
        ] {
            if let Some(field) = payload.field(number) {
                sink.set_metadata(name, MetadataValue::Int(i64::from(field.as_i32())));
                if number == system_info::SYSTEM_RAM_BYTES {
                    let bytes = field.as_i64();
                    sink.set_metadata(name, MetadataValue::Int(bytes));
                    let gigabytes = bytes.saturating_add(500_000_000) / 1_000_000_000;
                    sink.set_metadata("system_ram_gb", MetadataValue::Int(gigabytes));
                }
            }
        }
        android_build(payload, sink);
        self.page_size = payload
            .field(system_info::PAGE_SIZE)
            .map(|size| size.as_u32())
            .filter(|&size| size != 0)
            .unwrap_or(4096);
        let release = uname.text_if_set(utsname::RELEASE);
        let release = release.filter(|_| uname.text(utsname::SYSNAME) == b"Linux");
        (release, uname.text(utsname::MACHINE))
    }

    /// Imports `TraceConfig`. Returns whether its ftrace buffers count even if they look incomplete.
    pub(super) fn trace_config(&mut self, payload: Message<'_>, sink: &mut Sink) -> bool {
        self.streaming = None;
        payload.0.clone_into(&mut self.config);
        if payload.bool(trace_config::WRITE_INTO_FILE) {
            let mut n_buffers = 0;
            for buffer in payload.messages(trace_config::BUFFERS) {
                if buffer.u64(buffer_config::FILL_POLICY) == DISCARD {
                    sink.issues
                        .set("config_write_into_file_discard", Some(n_buffers), 1);
                }
                n_buffers += 1;
            }
            self.streaming = Some(Streaming {
                n_buffers,
                is_ring: payload.u64(trace_config::FILE_WRITE_PERIOD_MS) >= RING_BUFFER_PERIOD_MS,
                flushes: payload.u64(trace_config::FLUSH_PERIOD_MS) != 0,
            });
        }
        self.attributes(payload.message(trace_config::TRACE_ATTRIBUTES), sink);
        let statsd = payload.message(trace_config::STATSD_METADATA);
        if let Some(subscription) = statsd.field(statsd_metadata::TRIGGERING_SUBSCRIPTION_ID) {
            let subscription = MetadataValue::Int(subscription.as_i64());
            sink.set_metadata("statsd_triggering_subscription_id", subscription);
        }
        if !self.has_uuid {
            // A `TraceUuid` packet, which names this file, wins over the configuration, which names the
            // session that recorded it.
            let high = payload.u64(trace_config::TRACE_UUID_MSB);
            set_uuid((high, payload.u64(trace_config::TRACE_UUID_LSB)), sink);
        }
        let text = config::text(payload.0).unwrap_or_else(|beginning| {
            sink.issues.count("import_limit_reached");
            beginning
        });
        sink.set_metadata("trace_config_pbtxt", MetadataValue::Str(text));
        let Some(name) = payload.text_if_set(trace_config::UNIQUE_SESSION_NAME) else {
            return false;
        };
        sink.set_metadata("unique_session_name", text_of(name));
        name == LIGHTWEIGHT
    }

    /// Imports `TraceUuid`.
    pub(super) fn trace_uuid(&mut self, payload: Message<'_>, sink: &mut Sink) {
        let halves = (payload.u64(trace_uuid::MSB), payload.u64(trace_uuid::LSB));
        self.has_uuid |= set_uuid(halves, sink);
    }

    /// Imports `TraceAttributes`: keys and values that someone attached to the trace.
    pub(super) fn attributes(&mut self, payload: Message<'_>, sink: &mut Sink) {
        let machine = sink.processes.machine();
        for attribute in payload.messages(attributes::ATTRIBUTE) {
            let value = match (
                attribute.field(attribute::LONG_VALUE),
                attribute.field(attribute::STRING_VALUE),
            ) {
                (Some(number), _) => MetadataValue::Int(number.as_i64()),
                (None, Some(string)) => text_of(string.as_bytes()),
                (None, None) => continue,
            };
            let name = format!("trace_attribute.{}", attribute.lossy(attribute::KEY));
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

    /// Reports what is wrong with a trace that streamed into a file, once all of its own numbers are known.
    pub(super) fn finish(&self, sink: &mut Sink) {
        let started = sink.metadata.iter().find_map(|row| match row.value {
            MetadataValue::Int(ts) if row.name == "tracing_started_ns" => Some(ts),
            _ => None,
        });
        // Each machine may have a configuration.
        let advice = advice::of_config(&self.config, started, &sink.issues);
        sink.advice.extend(advice);
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
            MetadataValue::Int(_) | MetadataValue::Missing => false,
        });
        if !streaming.flushes && !flushes_itself {
            sink.issues.set("config_write_into_file_no_flush", None, 1);
        }
    }
}

/// Imports which build of Android recorded. Old recorders tell its version in the fingerprint only, which is
/// `brand/product/device:release/id/incremental:type/tags`.
fn android_build(payload: Message<'_>, sink: &mut Sink) {
    let fingerprint = payload.lossy(system_info::ANDROID_BUILD_FINGERPRINT);
    let build = fingerprint
        .split_once(':')
        .and_then(|(_, build)| build.split_once('/'));
    let incremental = build.and_then(|(_, rest)| rest.split_once('/')?.1.split_once(':'));
    if let Some((incremental, _)) = incremental {
        let incremental = MetadataValue::Str(incremental.to_owned());
        sink.set_metadata("android_incremental_build", incremental);
    }
    let sdk = match payload.field(system_info::ANDROID_SDK_VERSION) {
        Some(sdk) => Some(sdk.as_i64()),
        None => build.and_then(|(release, _)| sdk_of(release)),
    };
    if let Some(sdk) = sdk {
        sink.set_metadata("android_sdk_version", MetadataValue::Int(sdk));
    }
}

/// Returns the SDK of a release of Android; newer ones tell it themselves.
fn sdk_of(release: &str) -> Option<i64> {
    Some(match release {
        "12" => 31,
        "11" => 30,
        "10" => 29,
        "9" => 28,
        "8.1" => 27,
        "8.0" => 26,
        "7.1" => 25,
        "7.0" => 24,
        "6.0" => 23,
        "5.1" | "5.1.1" => 22,
        "5.0" | "5.0.1" | "5.0.2" => 21,
        _ if release.starts_with(['S', 'T']) => 31,
        _ => return None,
    })
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
pub(super) fn benchmark(payload: Message<'_>, sink: &mut Sink) {
    for field in payload.fields() {
        let number = || MetadataValue::Int(field.as_i64());
        match field.number {
            metadata::BENCHMARK_START_TIME_US => {
                sink.set_metadata("benchmark_start_time_us", number());
            }
            metadata::STORY_RUN_TIME_US => {
                sink.set_metadata("benchmark_story_run_time_us", number());
            }
            metadata::BENCHMARK_NAME => {
                sink.set_metadata("benchmark_name", text_of(field.as_bytes()));
            }
            metadata::BENCHMARK_DESCRIPTION => {
                sink.set_metadata("benchmark_description", text_of(field.as_bytes()));
            }
            metadata::LABEL => sink.set_metadata("benchmark_label", text_of(field.as_bytes())),
            metadata::STORY_NAME => {
                sink.set_metadata("benchmark_story_name", text_of(field.as_bytes()));
            }
            metadata::STORY_TAGS => {
                sink.add_metadata("benchmark_story_tags", text_of(field.as_bytes()));
            }
            metadata::STORY_RUN_INDEX => sink.set_metadata("benchmark_story_run_index", number()),
            metadata::HAD_FAILURES => sink.set_metadata("benchmark_had_failures", number()),
            _ => {}
        }
    }
}

/// Sets the id of the trace, given its halves. Returns false if the id is 0.
fn set_uuid((high, low): (u64, u64), sink: &mut Sink) -> bool {
    if high == 0 && low == 0 {
        return false;
    }
    sink.set_metadata("trace_uuid", MetadataValue::Str(uuid(high, low)));
    true
}

/// Imports from when on the recorder thinks that track events matter, in microseconds. Earlier events are
/// kept, as the reference keeps them unless it is told not to.
pub(super) fn range_of_interest(payload: Message<'_>, sink: &mut Sink) {
    if let Some(start) = payload.field(range::START_US) {
        let start = MetadataValue::Int(start.as_i64());
        sink.set_metadata("range_of_interest_start_us", start);
    }
}

/// Imports which part of the trace its writer wants the viewer to open with: as the packet has it, in base64.
pub(super) fn ui_state(payload: Message<'_>, sink: &mut Sink) {
    let value = MetadataValue::Str(STANDARD.encode(payload.0));
    sink.set_metadata("ui_state", value);
}

/// Imports what a `TracingServiceEvent` says of data sources: when all were flushed, and which were
/// slow to start.
pub(super) fn service_event(packet: &Packet<'_>, sink: &mut Sink) {
    let ts = || MetadataValue::Int(packet.ts.unwrap_or(0));
    for field in packet.payload.fields() {
        match field.number {
            service::ALL_DATA_SOURCES_STARTED if field.as_bool() => {
                sink.set_metadata("all_data_source_started_ns", ts());
            }
            service::TRACING_STARTED if field.as_bool() => {
                sink.set_metadata("tracing_started_ns", ts());
            }
            service::ALL_DATA_SOURCES_FLUSHED if field.as_bool() => {
                sink.add_metadata("all_data_source_flushed_ns", ts());
            }
            service::TRACING_DISABLED if field.as_bool() => {
                sink.set_metadata("tracing_disabled_ns", ts());
            }
            service::CLONE_STARTED => sink.issues.set(
                "traced_clone_started_timestamp_ns",
                None,
                packet.ts.unwrap_or(0),
            ),
            service::BUFFER_CLONED => sink.issues.set(
                "traced_buf_clone_done_timestamp_ns",
                Some(i64::from(field.as_i32())),
                packet.ts.unwrap_or(0),
            ),
            service::SLOW_STARTING_DATA_SOURCES => {
                for source in field.message().messages(data_sources::DATA_SOURCE) {
                    let producer = source.lossy(data_source::PRODUCER_NAME);
                    let name =
                        format!("{producer} {}", source.lossy(data_source::DATA_SOURCE_NAME));
                    sink.add_metadata("slow_start_data_source", MetadataValue::Str(name));
                }
            }
            _ => {}
        }
    }
}

/// Imports `AndroidGameInterventionList`: games and their modes, and whether the list is complete.
pub(super) fn games(payload: Message<'_>, sink: &mut Sink) {
    for package in payload.messages(games::GAME_PACKAGES) {
        let name = package.text_if_set(game_package_info::NAME);
        let mut game = GameRow {
            package: name.map(|name| sink.strings.intern(name)),
            uid: package.i64(game_package_info::UID),
            current_mode: package.i64(game_package_info::CURRENT_MODE),
            ..GameRow::default()
        };
        for mode in package.messages(game_package_info::GAME_MODE_INFO) {
            let kind = (mode.u32(game_mode_info::MODE) as usize).checked_sub(1);
            let real = |number| {
                mode.field(number)
                    .map_or(0.0, |field| f64::from(field.as_f32()))
            };
            if let Some(known) = kind.and_then(|kind| game.modes.get_mut(kind)) {
                *known = Some(GameMode {
                    use_angle: mode.bool(game_mode_info::USE_ANGLE),
                    downscale: real(game_mode_info::RESOLUTION_DOWNSCALE),
                    fps: real(game_mode_info::FPS),
                });
            }
        }
        sink.device.games.push(game);
    }
    for (number, name) in [
        (games::PARSE_ERROR, "game_intervention_has_parse_errors"),
        (games::READ_ERROR, "game_intervention_has_read_errors"),
    ] {
        let failed = payload.bool(number);
        sink.issues.set(name, None, i64::from(failed));
    }
}

/// What `CpuInfo` says of a CPU.
#[derive(Clone, Debug, Default)]
struct Cpu {
    processor: Option<StrId>,
    capacity: Option<i64>,
    frequency_max: u32,
    args: Option<ArgSetId>,
}

/// What recorders have a bit for in `features`, the lowest first.
const CPU_FEATURES: [&str; 2] = ["cpu_features.mte", "cpu_features.mte3"];

/// Stores what `CpuInfo` says of a CPU's design and abilities.
fn cpu_args(cpu: Message<'_>, sink: &mut Sink) -> Option<ArgSetId> {
    let mut args = Vec::new();
    if cpu.has(cpu::ARM_IDENTIFIER) {
        let identifier = cpu.message(cpu::ARM_IDENTIFIER);
        for (number, key) in [
            (arm::IMPLEMENTER, "arm_cpu_implementer"),
            (arm::ARCHITECTURE, "arm_cpu_architecture"),
            (arm::VARIANT, "arm_cpu_variant"),
            (arm::PART, "arm_cpu_part"),
            (arm::REVISION, "arm_cpu_revision"),
        ] {
            args.push(sink.uint_arg(key, u64::from(identifier.u32(number))));
        }
    }
    let features = cpu.u64(cpu::FEATURES);
    let known = (0..).zip(CPU_FEATURES);
    for (_, key) in known.filter(|(bit, _)| features >> bit & 1 != 0) {
        args.push(sink.arg(key, StoredValue::Bool(true)));
    }
    if features != 0 {
        args.push(sink.uint_arg("cpu_features.raw_bitmap", features));
    }
    if features >> CPU_FEATURES.len() != 0 {
        sink.issues.count("cpu_info_unknown_cpu_features");
    }
    sink.store_args(&args)
}

/// Imports `CpuInfo`. CPUs of equal capacity, or else of equal top frequency, are a cluster.
pub(super) fn cpu_info(payload: Message<'_>, sink: &mut Sink) {
    let mut cpus: Vec<(u32, Cpu)> = Vec::new();
    for (own, field) in (0..).zip(payload.all(cpu_info::CPUS)) {
        let Some(number) = sink.cpu(own) else { break };
        let mut cpu = Cpu {
            args: cpu_args(field.message(), sink),
            ..Cpu::default()
        };
        for part in field.fields() {
            match part.number {
                cpu::PROCESSOR => cpu.processor = Some(sink.strings.intern(part.as_bytes())),
                cpu::FREQUENCIES => part.each_varint(|frequency| {
                    cpu.frequency_max = cpu.frequency_max.max(frequency as u32);
                    sink.device.cpu_frequencies.push(CpuFrequencyRow {
                        cpu: number,
                        frequency: frequency as u32,
                    });
                }),
                cpu::CAPACITY => cpu.capacity = Some(i64::from(part.as_u32())),
                _ => {}
            }
        }
        cpus.push((number, cpu));
    }
    let sizes: Vec<i64> = if cpus.iter().all(|(_, cpu)| cpu.capacity.is_some()) {
        cpus.iter().filter_map(|(_, cpu)| cpu.capacity).collect()
    } else if cpus.iter().all(|(_, cpu)| cpu.frequency_max > 0) {
        cpus.iter()
            .map(|(_, cpu)| i64::from(cpu.frequency_max))
            .collect()
    } else {
        vec![0; cpus.len()]
    };
    let mut clusters = sizes.clone();
    clusters.sort_unstable();
    clusters.dedup();
    for ((number, cpu), size) in cpus.into_iter().zip(sizes) {
        *sink.cpu_row(number) = CpuRow {
            cpu: number,
            cluster_id: clusters
                .binary_search(&size)
                .ok()
                .map(|cluster| cluster as i64),
            processor: cpu.processor,
            capacity: cpu.capacity,
            args: cpu.args,
        };
    }
}
