//! Packets of system traces: ftrace, processes, memory, power, GPU, logs, and the recorder's own.
//!
//! The core shows every packet that is not its own to [`SystemImporter::index`], in file
//! order, and then to [`SystemImporter::packet`], in time order. What a packet holds that
//! happened at other times waits in a queue of its own: the core calls
//! [`SystemImporter::run_until`] whenever the queue is due before its next packet.

mod advice;
mod android;
mod app_wakelocks;
mod art;
mod atoms;
mod bluetooth;
mod chrome;
mod config;
mod generic_kernel;
mod gpu;
mod graphics;
mod info;
mod interned;
mod journal;
mod memory;
mod metatrace;
mod names;
mod network;
mod perf;
mod power;
mod processes;
mod render_stages;
mod rows;
mod sessions;
mod stack_samples;
mod stats;
mod streaming_profile;
mod triggers;
mod usage;

use super::ftrace::FtraceImporter;
use super::pool::Scope;
use super::pulse::Pulse;
use super::sequence::LOSS_CAUSES;
use super::sink::{At, Sink};
use crate::base::intern::StrId;
use crate::decode::fields::Message;
use crate::proto::{
    android_log_packet::{self, log_event},
    power_rails::{self, energy_data},
    trace_packet, tracing_service_event, vulkan_api_event,
};
use android::LogEvent;
use app_wakelocks::{AppWakelocks, WakelockEvent};
use atoms::{Atom, Atoms};
use chrome::Chrome;
use generic_kernel::GenericKernel;
use gpu::GpuCounters;
pub(super) use gpu::count_memory;
use graphics::Graphics;
use info::Info;
use memory::VulkanMemory;
use metatrace::Metatrace;
use network::{Network, NetworkEvent};
use perf::Perf;
use power::PowerTracks;
use render_stages::RenderStages;
pub(super) use rows::Rows;
use sessions::Sessions;
use stack_samples::StackSamples;
use stats::SysStats;
use streaming_profile::{Streamed, StreamingProfiles};
use usage::{CpuPerUid, KernelWakelocks};

/// Converts recorded timestamps to trace time.
pub trait Clocks {
    /// Converts a timestamp; `None` if the clock cannot be related to trace time. Clocks from 64
    /// to 127 belong to the sequence of the packet that is being indexed.
    fn to_trace(&mut self, clock: u32, ts: i64) -> Option<i64>;

    /// Returns whether a clock shows trace time itself.
    fn is_trace(&self, clock: u32) -> bool;

    /// Returns what is to be added to times on a clock to make trace time of them, if that is the same for
    /// all times from the first to the last.
    fn shift(&mut self, clock: u32, (_first, _last): (i64, i64)) -> Option<i64> {
        self.is_trace(clock).then_some(0)
    }

    /// Notes that a clock showed `ts` when BOOTTIME showed `boot_ts`.
    fn add_pair(&mut self, clock: u32, ts: i64, boot_ts: i64);
}

/// Finds bytes of the trace, and what is known of its sequences: nothing, unless a source says more.
pub trait Source {
    /// Returns the bytes from `offset` on, at least to the end of their packet.
    fn bytes(&self, offset: u64) -> &[u8];

    /// Returns the message of an entry of InternedData, by the state of a sequence, the field of
    /// InternedData and the interning id.
    fn interned(&self, epoch: u32, field: u32, iid: u64) -> Option<Message<'_>>;

    /// Returns the incremental state that an epoch belongs to: what is interned holds in all of it.
    fn state(&self, _epoch: u32) -> u32 {
        0
    }

    /// Returns what was lost of a sequence, on the machine of the sequence that was in a state; `None`
    /// if there is no such sequence.
    fn lost(&self, _epoch: u32, _sequence: u32) -> Option<Lost> {
        None
    }

    /// Returns the name of an event, by the state of a sequence and the interning id.
    fn event_name(&self, _epoch: u32, _iid: u64) -> Option<StrId> {
        None
    }

    /// Returns the sequence that was in a state.
    fn sequence(&self, _epoch: u32) -> u32 {
        0
    }

    /// Returns the defaults of perf samples in the state of a sequence, empty if there are none.
    fn perf_defaults(&self, _epoch: u32) -> &[u8] {
        &[]
    }

    /// Returns the thread of a sequence in a state, if a ThreadDescriptor said which it is.
    fn thread(&self, _epoch: u32) -> Option<DescribedThread> {
        None
    }

    /// Returns whether there was a ThreadDescriptor after a state of a sequence, up to another of its states.
    fn has_new_thread(&self, _after: u32, _epoch: u32) -> bool {
        false
    }

    /// Returns the defaults of other samples in the state of a sequence, empty if there are none.
    fn stack_sample_defaults(&self, _epoch: u32) -> &[u8] {
        &[]
    }
}

/// What a ThreadDescriptor says of its sequence.
#[derive(Clone, Copy, Debug)]
pub struct DescribedThread {
    /// Process id.
    pub pid: i64,
    /// Thread id.
    pub tid: i64,
    /// The time that the first delta is added to, in nanoseconds of the recorder's clock.
    pub reference_ns: i64,
}

/// What was lost of a sequence.
#[derive(Clone, Copy, Debug)]
pub struct Lost {
    /// How often packets were lost.
    pub n_losses: u32,
    /// How often packets were lost for each of [`LOSS_CAUSES`], if any cause is known.
    pub causes: Option<[u32; LOSS_CAUSES.len()]>,
    /// Whether all packets that needed earlier ones were dropped.
    pub is_useless: bool,
}

/// The one data field of a packet.
#[derive(Clone, Copy, Debug)]
pub struct Packet<'a> {
    /// Its field number in TracePacket.
    pub field: u32,
    /// Its message.
    pub payload: Message<'a>,
    /// Where the message begins in the trace.
    pub offset: u64,
    /// When the packet was written, in trace time, if it says so and that could be converted.
    pub ts: Option<i64>,
    /// The state of the packet's sequence.
    pub epoch: u32,
}

/// What remains to be done with a packet that was indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexed {
    /// Nothing: it need not be shown to [`SystemImporter::packet`].
    Done,
    /// The rest is to be done when the packet's time comes.
    Later,
}

const BOOTTIME: u32 = 6;
const REALTIME: u32 = 1;

/// Something in a packet that happened at a time of its own.
#[derive(Clone, Copy, Debug)]
struct Timed {
    ts: i64,
    event: TimedEvent,
}

#[derive(Clone, Copy, Debug)]
enum TimedEvent {
    Log(LogEvent),
    Energy {
        session: Option<u64>,
        rail: u32,
        energy: u64,
        packet_ts: i64,
    },
    Network(NetworkEvent),
    Atom(Atom),
    Streamed(Streamed),
    Wakelock(WakelockEvent),
}

/// Imports the packets of system traces.
#[derive(Debug)]
pub struct SystemImporter {
    ftrace: FtraceImporter,
    timed: Vec<Timed>,
    next_timed: usize,
    stats: SysStats,
    power: PowerTracks,
    gpu: GpuCounters,
    stages: RenderStages,
    vulkan_memory: VulkanMemory,
    info: Info,
    perf: Perf,
    stack_samples: StackSamples,
    streaming_profiles: StreamingProfiles,
    processes: processes::Processes,
    cpu_per_uid: CpuPerUid,
    wakelocks: KernelWakelocks,
    app_wakelocks: AppWakelocks,
    art: art::Art,
    generic_kernel: GenericKernel,
    chrome: Chrome,
    graphics: Graphics,
    sessions: Sessions,
    network: Network,
    atoms: Atoms,
    metatrace: Metatrace,
}

impl SystemImporter {
    /// Returns an importer that has seen no packet.
    pub fn new(sink: &mut Sink) -> Self {
        Self {
            ftrace: FtraceImporter::new(sink),
            timed: Vec::new(),
            next_timed: 0,
            stats: SysStats::default(),
            power: PowerTracks::default(),
            gpu: GpuCounters::default(),
            stages: RenderStages::default(),
            vulkan_memory: VulkanMemory::default(),
            info: Info::default(),
            perf: Perf::default(),
            stack_samples: StackSamples::default(),
            streaming_profiles: StreamingProfiles::default(),
            processes: processes::Processes::default(),
            cpu_per_uid: CpuPerUid::default(),
            wakelocks: KernelWakelocks::default(),
            app_wakelocks: AppWakelocks::default(),
            art: art::Art::default(),
            generic_kernel: GenericKernel::default(),
            chrome: Chrome::default(),
            graphics: Graphics::default(),
            sessions: Sessions::default(),
            network: Network::default(),
            atoms: Atoms::default(),
            metatrace: Metatrace::default(),
        }
    }

    /// Looks at a packet in file order, for what must be known before anything is imported.
    pub fn index(
        &mut self,
        packet: &Packet<'_>,
        clocks: &mut dyn Clocks,
        source: &dyn Source,
        sink: &mut Sink,
    ) -> Indexed {
        match packet.field {
            trace_packet::FTRACE_EVENTS => {
                let place = (packet.offset, packet.epoch);
                self.ftrace
                    .add_bundle(packet.payload.0, place, clocks, sink);
            }
            trace_packet::PROCESS_TREE => {
                self.processes.index(packet, clocks);
                return Indexed::Later;
            }
            trace_packet::CHROME_EVENTS => self.chrome.events(packet.payload, sink),
            trace_packet::TRACE_CONFIG => {
                self.ftrace.start.accept_incomplete |= self.info.trace_config(packet.payload, sink);
            }
            trace_packet::FTRACE_STATS => {
                self.ftrace.start.preserve |= self.info.ftrace_stats(packet, source, sink);
            }
            trace_packet::TRACE_STATS => info::trace_stats(packet, source, sink),
            trace_packet::ANDROID_LOG => self.index_log(packet, clocks, sink),
            trace_packet::POWER_RAILS => self.index_power_rails(packet, clocks, sink),
            trace_packet::SYSTEM_INFO => {
                let (kernel, machine) = self.info.system_info(packet.payload, sink);
                self.ftrace.set_kernel(kernel);
                self.ftrace.set_machine(machine);
                self.stats.set_page_size(self.info.page_size);
            }
            trace_packet::PACKAGES_LIST => self.info.packages_list(packet.payload, sink),
            trace_packet::CHROME_BENCHMARK_METADATA => info::benchmark(packet.payload, sink),
            trace_packet::CHROME_METADATA => self.chrome.metadata(packet.payload, sink),
            trace_packet::GPU_COUNTER_EVENT => return self.gpu.index(packet, source, sink),
            trace_packet::CPU_INFO => info::cpu_info(packet.payload, sink),
            trace_packet::SERVICE_EVENT => {
                info::service_event(packet, sink);
                if packet.payload.bool(tracing_service_event::TRACING_STARTED) {
                    // Traces may follow each other in one file: everything after the first start counts.
                    let first = &mut self.ftrace.start.tracing_started;
                    *first = first.iter().copied().chain(packet.ts).min();
                }
            }
            trace_packet::ANDROID_ENERGY_ESTIMATION_BREAKDOWN
                if self.power.index_consumers(packet.payload, sink) => {}
            trace_packet::ANDROID_GAME_INTERVENTION_LIST => info::games(packet.payload, sink),
            trace_packet::NETWORK_PACKET => {
                self.timed.extend(self.network.index_packet(packet, sink));
            }
            trace_packet::STATSD_ATOM => Atoms::index(packet, &mut self.timed, sink),
            trace_packet::GPU_INFO => gpu::info(packet.payload, sink),
            trace_packet::INTERRUPT_INFO => self.info.interrupts(packet.payload, sink),
            trace_packet::TRACE_UUID => self.info.trace_uuid(packet.payload, sink),
            trace_packet::TRACK_EVENT_RANGE_OF_INTEREST => {
                info::range_of_interest(packet.payload, sink);
            }
            trace_packet::TRACE_ATTRIBUTES => self.info.attributes(packet.payload, sink),
            trace_packet::ENTITY_STATE_RESIDENCY => {
                self.power.index_states(packet.payload, sink);
                return Indexed::Later;
            }
            trace_packet::STREAMING_PROFILE_PACKET => {
                let out = (&mut self.timed, sink);
                self.streaming_profiles.index(packet, clocks, source, out);
            }
            trace_packet::APP_WAKELOCK_BUNDLE => {
                let timeline = &mut self.timed;
                self.app_wakelocks.index(packet, source, sink, timeline);
            }
            trace_packet::NETWORK_PACKET_BUNDLE => {
                let timeline = &mut self.timed;
                self.network.index_bundle(packet, source, sink, timeline);
            }
            _ => return Indexed::Later,
        }
        Indexed::Done
    }

    /// Returns when the latest kernel event happens that was indexed, 0 if there is none.
    pub fn latest_kernel_event(&self) -> i64 {
        self.ftrace.latest_ts()
    }

    /// Puts what was indexed into time order. To be called once, after the last packet was indexed.
    pub fn sort(&mut self, source: &dyn Source, sink: &mut Sink) {
        self.ftrace.sort(source, sink);
        self.info.finish(sink);
        // As in the reference, what has a negative time is lost, except lines of logs.
        let is_usable = |timed: &Timed| timed.ts >= 0 || matches!(timed.event, TimedEvent::Log(_));
        let n_all = self.timed.len();
        self.timed.retain(is_usable);
        let n_lost = n_all - self.timed.len();
        if n_lost > 0 {
            let issue = "trace_sorter_negative_timestamp_dropped";
            sink.issues.add(issue, None, n_lost as i64);
        }
        self.timed.sort_by_key(|timed| timed.ts);
    }

    /// Has another thread read kernel events from now on, if there are many. To be called after
    /// [`Self::sort`].
    pub fn read_ahead<'s>(&mut self, scope: &'s Scope<'s, '_>, source: &'s (impl Source + Sync)) {
        self.ftrace.read_ahead(scope, source);
    }

    /// Returns how many events are queued, before the first of them is imported.
    pub fn n_queued(&self) -> usize {
        self.timed.len() + self.ftrace.n_queued()
    }

    /// Returns when the next queued event is due.
    pub fn next_ts(&self) -> Option<i64> {
        let timed = self.timed.get(self.next_timed).map(|timed| timed.ts);
        match (timed, self.ftrace.next_ts()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Imports queued events up to and including `limit`.
    pub fn run_until(
        &mut self,
        limit: i64,
        source: &dyn Source,
        sink: &mut Sink,
        pulse: &mut Pulse<'_>,
    ) {
        while let Some(&timed) = self.timed.get(self.next_timed) {
            if timed.ts > limit {
                break;
            }
            if self.ftrace.next_ts().is_some_and(|next| next < timed.ts) {
                self.ftrace.run_until(timed.ts, source, sink, pulse);
            }
            if !pulse.events(1) {
                return;
            }
            self.next_timed += 1;
            match timed.event {
                TimedEvent::Log(event) => android::log(event, timed.ts, source, sink),
                TimedEvent::Network(event) => self.network.event(event, timed.ts, sink),
                TimedEvent::Wakelock(event) => self.app_wakelocks.event(event, timed.ts, sink),
                TimedEvent::Atom(atom) => self.atoms.event(atom, timed.ts, source, sink),
                TimedEvent::Streamed(event) => {
                    streaming_profile::sample(event, timed.ts, source, sink);
                }
                TimedEvent::Energy {
                    session,
                    rail,
                    energy,
                    packet_ts,
                } => {
                    let rail = (session, rail);
                    self.power.energy(rail, (timed.ts, packet_ts), energy, sink);
                }
            }
        }
        self.ftrace.run_until(limit, source, sink, pulse);
    }

    /// Imports a packet, in time order. Returns whether it is one of a system trace.
    pub fn packet(
        &mut self,
        packet: &Packet<'_>,
        ts: i64,
        source: &dyn Source,
        sink: &mut Sink,
    ) -> bool {
        let at = At {
            ts,
            offset: packet.offset,
        };
        match packet.field {
            trace_packet::PROCESS_TREE => self.processes.tree(packet.payload, sink),
            trace_packet::SYS_STATS => self.stats.packet(packet.payload, at, sink),
            trace_packet::PROCESS_STATS => self.processes.stats(packet.payload, at, sink),
            trace_packet::TRIGGER => triggers::trigger(packet.payload, false, at, sink),
            trace_packet::BATTERY => power::battery(packet.payload, at, sink),
            trace_packet::GPU_COUNTER_EVENT => self.gpu.samples(packet, at, source, sink),
            trace_packet::GPU_RENDER_STAGE_EVENT => self.stages.event(packet, at, source, sink),
            trace_packet::MODULE_SYMBOLS => {
                let (strings, issues) = (&mut sink.strings, &mut sink.issues);
                sink.stacks.symbols(packet.payload, strings, issues);
            }
            trace_packet::GRAPHICS_FRAME_EVENT => {
                self.graphics.buffer_event(packet.payload, at, sink);
            }
            trace_packet::GPU_LOG => graphics::gpu_log(packet.payload, at, sink),
            trace_packet::VULKAN_API_EVENT => self.vulkan(packet.payload, at, sink),
            trace_packet::VULKAN_MEMORY_EVENT => {
                self.vulkan_memory.event(packet, at, source, sink);
            }
            trace_packet::UI_STATE => info::ui_state(packet.payload, sink),
            trace_packet::SMAPS_PACKET => memory::smaps(packet.payload, at, sink),
            trace_packet::PERFETTO_METATRACE => self.metatrace.event(packet.payload, at, sink),
            trace_packet::PERF_SAMPLE => self.perf.sample(packet, at, source, sink),
            trace_packet::STACK_SAMPLE => self.stack_samples.sample(packet, at, source, sink),
            trace_packet::INITIAL_DISPLAY_STATE => android::display_state(packet.payload, at, sink),
            trace_packet::GPU_MEM_TOTAL_EVENT => gpu::memory_total(packet.payload, at, sink),
            trace_packet::ANDROID_ENERGY_ESTIMATION_BREAKDOWN => {
                self.power.energy_breakdown(packet.payload, at, sink);
            }
            trace_packet::ANDROID_SYSTEM_PROPERTY => {
                android::system_property(packet.payload, at, sink);
            }
            trace_packet::ENTITY_STATE_RESIDENCY => {
                self.power.state_residency(packet.payload, at, sink);
            }
            trace_packet::CHROME_TRIGGER => triggers::chrome_trigger(packet.payload, at, sink),
            trace_packet::CLONE_SNAPSHOT_TRIGGER => {
                triggers::trigger(packet.payload, true, at, sink);
            }
            trace_packet::BLUETOOTH_TRACE_EVENT => bluetooth::event(packet.payload, at, sink),
            trace_packet::ART_PROCESS_METADATA => self.art.process(packet.payload, sink),
            trace_packet::KERNEL_WAKELOCK_DATA => {
                let state = source.state(packet.epoch);
                self.wakelocks.packet(packet.payload, state, at, sink);
            }
            trace_packet::GENERIC_KERNEL_TASK_STATE_EVENT => {
                self.generic_kernel.task_state(packet.payload, at, sink);
            }
            trace_packet::GENERIC_KERNEL_CPU_FREQ_EVENT => {
                generic_kernel::cpu_frequency(packet.payload, at, sink);
            }
            trace_packet::CPU_PER_UID_DATA => {
                let state = source.state(packet.epoch);
                self.cpu_per_uid.packet(packet.payload, state, at, sink);
            }
            trace_packet::GENERIC_KERNEL_TASK_RENAME_EVENT => {
                generic_kernel::rename(packet.payload, sink);
            }
            trace_packet::GENERIC_KERNEL_PROCESS_TREE => {
                generic_kernel::process_tree(packet.payload, sink);
            }
            trace_packet::GENERIC_GPU_FREQUENCY_EVENT => gpu::frequency(packet.payload, at, sink),
            trace_packet::JOURNALD_EVENT => journal::event(packet.payload, at, sink),
            trace_packet::CONCURRENT_SESSION_EVENT => self.sessions.event(packet.payload, at, sink),
            _ => return false,
        }
        true
    }

    /// Imports `VulkanApiEvent`: what an application called an object, or gave a queue to do.
    fn vulkan(&mut self, payload: Message<'_>, at: At, sink: &mut Sink) {
        for field in payload.fields() {
            match field.number {
                vulkan_api_event::VK_DEBUG_UTILS_OBJECT_NAME => {
                    self.stages.name_object(field.message(), sink);
                }
                vulkan_api_event::VK_QUEUE_SUBMIT => {
                    graphics::queue_submit(field.message(), at, sink);
                }
                _ => {}
            }
        }
    }

    /// Writes what only the end of the trace decides. To be called after [`Self::run_until`] the end of time.
    pub fn finish(&mut self, sink: &mut Sink) {
        self.ftrace.finish(sink);
        self.stages.finish(sink);
        self.graphics.finish(sink);
        self.sessions.finish(sink);
        sink.logs.sort_by_key(|row| row.ts);
    }

    fn index_log(&mut self, packet: &Packet<'_>, clocks: &mut dyn Clocks, sink: &mut Sink) {
        let mut fields = packet.payload.fields();
        let mut place = fields.offset();
        while let Some(field) = fields.next() {
            let offset = packet.offset + std::mem::replace(&mut place, fields.offset());
            match field.number {
                android_log_packet::EVENTS => {
                    let ts = field.message().i64(log_event::TIMESTAMP);
                    if let Some(ts) = clocks.to_trace(REALTIME, ts) {
                        let event = TimedEvent::Log(LogEvent { offset });
                        self.timed.push(Timed { ts, event });
                    } else {
                        // The line is lost, but its thread is not.
                        android::log_thread(field.message(), sink);
                    }
                }
                android_log_packet::STATS => android::log_stats(field.as_bytes(), sink),
                _ => {}
            }
        }
    }

    fn index_power_rails(&mut self, packet: &Packet<'_>, clocks: &mut dyn Clocks, sink: &mut Sink) {
        let session = packet.payload.field(power_rails::SESSION_UUID);
        let session = session.map(|session| session.as_u64());
        for field in packet.payload.all(power_rails::RAIL_DESCRIPTOR) {
            let rail = (session, field.as_bytes());
            self.power.add_rail(rail, packet.offset, sink);
        }
        for field in packet.payload.all(power_rails::ENERGY_DATA) {
            let mut rail = 0;
            let mut energy = 0;
            let mut own_ts = None;
            for field in field.fields() {
                match field.number {
                    energy_data::INDEX => rail = field.as_u32(),
                    energy_data::TIMESTAMP_MS => {
                        own_ts = Some(field.as_i64().wrapping_mul(1_000_000));
                    }
                    energy_data::ENERGY => energy = field.as_u64(),
                    _ => {}
                }
            }
            let packet_ts = packet.ts.unwrap_or(0);
            let ts = match own_ts {
                Some(ts) => clocks.to_trace(BOOTTIME, ts),
                None => packet.ts,
            };
            if let Some(ts) = ts {
                let event = TimedEvent::Energy {
                    session,
                    rail,
                    energy,
                    packet_ts,
                };
                self.timed.push(Timed { ts, event });
            }
        }
    }
}
