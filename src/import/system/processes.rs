//! Processes and threads as /proc tells them, and the memory of processes.
//!
//! A process is only named here, never started: the first parent stands. Rules: spec
//! trace-format 8, frametimeline F4.

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::{BOOTTIME, Clocks, Packet};
use crate::base::time::Ts;
use crate::decode::fields::{Field, Message};
use crate::import::process_tracker::{ProcessNamePriority, ThreadNamePriority};
use crate::import::sink::{At, Sink, SinkTrack};
use crate::model::ids::Upid;
use crate::model::track::Scope;
use crate::proto::{process_stats, process_tree};

/// The parent of all threads of the kernel.
const KTHREADD: i64 = 2;

/// Imports ProcessTree and ProcessStats.
#[derive(Debug, Default)]
pub(super) struct Processes {
    /// Start times in trace time by recorded time.
    starts: HashMap<i64, Ts>,
    /// The counters of each process, with the field of their values.
    counters: Vec<Vec<(u32, SinkTrack)>>,
}

/// A process in a ProcessTree.
#[derive(Debug, Default)]
struct Process<'a> {
    pid: i64,
    ppid: i64,
    cmdline: Vec<&'a [u8]>,
    uid: Option<u32>,
    nspid: Vec<i64>,
    start: Option<i64>,
    is_kthread: Option<bool>,
    cmdline_is_comm: bool,
}

impl<'a> Process<'a> {
    fn read(field: &Field<'a>) -> Self {
        let mut process = Self::default();
        let mut fields = field.fields();
        while let Some(field) = fields.next_field() {
            match field.number {
                process_tree::process::PID => process.pid = i64::from(field.as_u32()),
                process_tree::process::PPID => process.ppid = i64::from(field.as_u32()),
                process_tree::process::CMDLINE => process.cmdline.push(field.as_bytes()),
                process_tree::process::UID => process.uid = Some(field.as_u32()),
                process_tree::process::NSPID => {
                    field.each_varint(|pid| process.nspid.push(pid.cast_signed()));
                }
                process_tree::process::PROCESS_START_FROM_BOOT => {
                    process.start = Some(field.as_i64());
                }
                process_tree::process::IS_KTHREAD => process.is_kthread = Some(field.as_bool()),
                process_tree::process::CMDLINE_IS_COMM => process.cmdline_is_comm = field.as_bool(),
                _ => {}
            }
        }
        process
    }
}

/// A process in ProcessStats.
#[derive(Debug)]
struct Stats<'a> {
    pid: i64,
    /// Its threads and values.
    fields: SmallVec<[Field<'a>; 12]>,
    /// Whether Chromium added some of the fields.
    has_added: bool,
}

impl<'a> Stats<'a> {
    fn read(process: &Field<'a>) -> Self {
        let (mut pid, mut has_added) = (None, false);
        let mut told = SmallVec::new();
        let mut fields = process.fields();
        while let Some(field) = fields.next_field() {
            match field.number {
                process_stats::process::PID => {
                    // The first pid counts.
                    pid.get_or_insert_with(|| i64::from(field.as_u32()));
                }
                process_stats::process::FDS => {}
                _ => {
                    has_added |= is_added(&field);
                    told.push(field);
                }
            }
        }
        Self {
            pid: pid.unwrap_or(0),
            fields: told,
            has_added,
        }
    }
}

impl Processes {
    /// Imports ProcessStats. What Chromium adds comes first, as another of the reference's parsers
    /// reads it.
    pub(super) fn stats(&mut self, payload: Message<'_>, at: At, sink: &mut Sink) {
        let processes = payload.all(process_stats::PROCESSES);
        let told: SmallVec<[Stats<'_>; 2]> =
            processes.map(|process| Stats::read(&process)).collect();
        for process in told.iter().filter(|process| process.has_added) {
            for field in process.fields.iter().filter(|field| is_added(field)) {
                let upid = sink.processes.process(process.pid);
                if field.number == process_stats::process::IS_PEAK_RSS_RESETTABLE {
                    flag(upid, "is_peak_rss_resettable", field.as_bool(), sink);
                } else {
                    self.counter(upid, field, at, sink);
                }
            }
        }
        for Stats { pid, fields, .. } in &told {
            let mut upid = None;
            for field in fields {
                if field.number == process_stats::process::THREADS {
                    let tid = field.message().u32(process_stats::thread::TID);
                    sink.processes.update_thread(i64::from(tid), *pid);
                    upid = None;
                    continue;
                }
                if matches!(
                    field.number,
                    process_stats::process::IS_PEAK_RSS_RESETTABLE
                        | process_stats::process::CHROME_PRIVATE_FOOTPRINT_KB
                ) {
                    continue;
                }
                let upid = *upid.get_or_insert_with(|| sink.processes.process(*pid));
                if field.number == process_stats::process::CHROME_PEAK_RESIDENT_SET_KB {
                    // The reference's parser that counts unknown counters does not know this one.
                    sink.issues.count("proc_stat_unknown_counters");
                } else {
                    self.counter(upid, field, at, sink);
                }
            }
        }
    }

    /// Adds a sample to a counter of a process. Memory is recorded in KiB, and becomes bytes whatever the
    /// name says.
    fn counter(&mut self, upid: Upid, field: &Field<'_>, at: At, sink: &mut Sink) {
        let Some((type_name, name)) = counter_names(field.number) else {
            sink.issues.count("proc_stat_unknown_counters");
            return;
        };
        let value = match type_name {
            "process_memory" | "smaps" | "chrome_process_stats" => {
                field.as_i64().wrapping_mul(1024)
            }
            _ => field.as_i64(),
        };
        if upid.index() >= self.counters.len() {
            self.counters.resize(upid.index() + 1, Vec::new());
        }
        let counters = &mut self.counters[upid.index()];
        let known = counters.iter().find(|counter| counter.0 == field.number);
        let track = if let Some(&(_, track)) = known {
            track
        } else {
            let scope = Scope::Process(upid);
            let track = sink.counter_track(type_name, scope, name, None, at.created());
            counters.push((field.number, track));
            track
        };
        sink.sample(track, at.time(), value as f64);
    }

    /// Converts the start times of a ProcessTree while its clocks are at hand.
    pub(super) fn index(&mut self, packet: &Packet<'_>, clocks: &mut dyn Clocks) {
        for process in packet.payload.messages(process_tree::PROCESSES) {
            if let Some(start) = process.field(process_tree::process::PROCESS_START_FROM_BOOT)
                && let Some(ts) = clocks.to_trace(BOOTTIME, start.as_i64())
            {
                self.starts.insert(start.as_i64(), Ts::from_ns(ts));
            }
        }
    }

    /// Imports a ProcessTree.
    pub(super) fn tree(&self, payload: Message<'_>, sink: &mut Sink) {
        let mut kthreads = Vec::new();
        for field in payload.all(process_tree::PROCESSES) {
            let process = Process::read(&field);
            if process.cmdline.is_empty() {
                continue;
            }
            if process.ppid == KTHREADD {
                kthreads.push(process.pid);
            }
            self.process(process, sink);
        }
        kthreads.sort_unstable();
        for field in payload.all(process_tree::THREADS) {
            thread(&field, &kthreads, sink);
        }
    }

    fn process(&self, process: Process<'_>, sink: &mut Sink) {
        let pid = process.pid;
        if !process.nspid.is_empty() {
            sink.processes.set_process_namespace(pid, process.nspid);
        }
        let mut name = process.cmdline.first().copied().unwrap_or_default();
        let mut cmdline = None;
        if process.ppid == KTHREADD {
            let cut = without_queue(name);
            if cut.len() != name.len() {
                name = cut;
                cmdline = Some(cut.to_vec());
            }
        }
        if process.cmdline.len() == 1
            && let Some(space) = name.iter().position(|&byte| byte == b' ')
        {
            // A process that writes over its command line separates words by spaces.
            name = &name[..space];
        }
        let cmdline = cmdline.unwrap_or_else(|| process.cmdline.join(&b' '));
        let cmdline = sink.strings.intern(&cmdline);
        let name = sink.strings.intern(name);
        let parent = sink.processes.process(process.ppid);
        let upid = sink.processes.process(pid);
        if !sink.processes.set_parent(upid, parent) {
            sink.issues.count("process_tracker_parent_pid_changed");
        }
        sink.processes
            .set_process_name(upid, name, ProcessNamePriority::System);
        if process.cmdline_is_comm {
            let utid = sink.processes.thread(pid);
            sink.processes
                .set_thread_name(utid, cmdline, ThreadNamePriority::ProcessTree);
        }
        if let Some(is_kthread) = process.is_kthread {
            flag(upid, "is_kthread", is_kthread, sink);
        }
        let row = &mut sink.processes.table.processes[upid.index()];
        row.cmdline = Some(cmdline);
        row.uid = process.uid.map(i64::from).or(row.uid);
        if row.start_ts.is_none() {
            row.start_ts = process
                .start
                .and_then(|start| self.starts.get(&start).copied());
        }
    }
}

fn thread(field: &Field<'_>, kthreads: &[i64], sink: &mut Sink) {
    let (mut tid, mut tgid, mut name, mut nstid) = (0, 0, None, Vec::new());
    let mut fields = field.fields();
    while let Some(field) = fields.next_field() {
        match field.number {
            process_tree::thread::TID => tid = i64::from(field.as_u32()),
            process_tree::thread::NAME => name = Some(field.as_bytes()),
            process_tree::thread::TGID => tgid = i64::from(field.as_u32()),
            process_tree::thread::NSTID => field.each_varint(|tid| nstid.push(tid.cast_signed())),
            _ => {}
        }
    }
    sink.processes.update_thread(tid, tgid);
    if let Some(name) = name {
        let is_kthread = tid == tgid && kthreads.binary_search(&tid).is_ok();
        let name = if is_kthread {
            without_queue(name)
        } else {
            name
        };
        let name = sink.strings.intern(name);
        let utid = sink.processes.thread(tid);
        let priority = ThreadNamePriority::ProcessTree;
        sink.processes
            .set_recorded_thread_name(utid, name, priority);
    }
    if !nstid.is_empty() && !sink.processes.set_thread_namespace(tgid, tid, &nstid) {
        sink.issues.count("namespaced_thread_missing_process");
    }
}

/// Returns the name of a worker of the kernel without the queue that it last served.
fn without_queue(name: &[u8]) -> &[u8] {
    const PREFIX: &[u8] = b"kworker/";
    let Some(rest) = name.strip_prefix(PREFIX) else {
        return name;
    };
    match rest.iter().position(|&byte| byte == b'+' || byte == b'-') {
        Some(end) => &name[..PREFIX.len() + end],
        None => name,
    }
}

/// Returns whether Chromium adds a field to what the kernel tells of a process.
fn is_added(field: &Field<'_>) -> bool {
    matches!(
        field.number,
        process_stats::process::IS_PEAK_RSS_RESETTABLE
            | process_stats::process::CHROME_PRIVATE_FOOTPRINT_KB
            | process_stats::process::CHROME_PEAK_RESIDENT_SET_KB
    )
}

/// Adds an argument of a process that is true or false.
#[cold]
fn flag(upid: Upid, key: &'static str, value: bool, sink: &mut Sink) {
    let arg = sink.flag_arg(key, value);
    sink.process_args.push((upid, arg));
}

/// Returns type and name of a counter of a process by its field.
fn counter_names(field: u32) -> Option<(&'static str, &'static str)> {
    Some(match field {
        process_stats::process::VM_SIZE_KB => ("process_memory", "mem.virt"),
        process_stats::process::VM_RSS_KB => ("process_memory", "mem.rss"),
        process_stats::process::RSS_ANON_KB => ("process_memory", "mem.rss.anon"),
        process_stats::process::RSS_FILE_KB => ("process_memory", "mem.rss.file"),
        process_stats::process::RSS_SHMEM_KB => ("process_memory", "mem.rss.shmem"),
        process_stats::process::VM_SWAP_KB => ("process_memory", "mem.swap"),
        process_stats::process::VM_LOCKED_KB => ("process_memory", "mem.locked"),
        process_stats::process::VM_HWM_KB => ("process_memory", "mem.rss.watermark"),
        process_stats::process::DMABUF_RSS_KB => ("process_memory", "mem.dmabuf_rss"),
        process_stats::process::OOM_SCORE_ADJ => ("oom_score_adj", "oom_score_adj"),
        process_stats::process::SMR_RSS_KB => ("smaps", "mem.smaps.rss"),
        process_stats::process::SMR_PSS_KB => ("smaps", "mem.smaps.pss"),
        process_stats::process::SMR_PSS_ANON_KB => ("smaps", "mem.smaps.pss.anon"),
        process_stats::process::SMR_PSS_FILE_KB => ("smaps", "mem.smaps.pss.file"),
        process_stats::process::SMR_PSS_SHMEM_KB => ("smaps", "mem.smaps.pss.smem"),
        process_stats::process::SMR_SWAP_PSS_KB => ("smaps", "mem.smaps.swap.pss"),
        process_stats::process::CHROME_PRIVATE_FOOTPRINT_KB => {
            ("chrome_process_stats", "chrome.private_footprint_kb")
        }
        process_stats::process::CHROME_PEAK_RESIDENT_SET_KB => {
            ("chrome_process_stats", "chrome.peak_resident_set_kb")
        }
        process_stats::process::RUNTIME_USER_MODE => ("proc_stat_runtime", "runtime.user_ns"),
        process_stats::process::RUNTIME_KERNEL_MODE => ("proc_stat_runtime", "runtime.kernel_ns"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process of ProcessStats that has its pid twice, as the reference answered it.
    #[test]
    fn the_first_pid_counts() {
        let message = [0x0a, 6, 0x10, 7, 0x08, 101, 0x08, 102];
        let process = Message(&message).fields().next().expect("a field");
        assert_eq!(Stats::read(&process).pid, 101);
    }
}
