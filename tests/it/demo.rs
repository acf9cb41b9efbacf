//! The demo trace: generated here, embedded in the program, and checked to be current.
//!
//! A phone is simulated for three seconds (`machine`), with a feed that scrolls
//! (`story`, `app`), the system around it (`system`), the feed's own track
//! events (`custom`) and SurfaceFlinger's report about the frames (`frames`).
//! `BLESS=1` rewrites `assets/demo.pftrace.gz`.

mod app;
mod custom;
mod frames;
mod machine;
mod recorder;
mod story;
mod system;

use std::io::{Read as _, Write as _};

use perfetty_messages::clock_snapshot::Clock;
use perfetty_messages::process_stats::Process as Sample;
use perfetty_messages::process_tree::{Process, Thread};
use perfetty_messages::{
    BatteryCounters, ClockSnapshot, PackagesList, ProcessStats, ProcessTree, SystemInfo,
    TracePacket, TraceUuid, Utsname, packages_list::PackageInfo,
};
use prost::Message as _;

use crate::support;
use machine::Machine;
use recorder::sequence;
use story::{END, FEED, START, SURFACE_FLINGER, SYNC, SYSTEM_SERVER};

/// The difference between wall clock time and the time since boot, in nanoseconds.
const REALTIME_AHEAD: u64 = 1_790_000_000_000_000_000;

/// The largest size of the asset in bytes, as every user downloads it.
const SIZE_MAX: usize = 300_000;

#[test]
fn the_asset_is_what_the_generator_makes() {
    let trace = trace();
    let path = support::repo("assets/demo.pftrace.gz");
    let mut old = Vec::new();
    let packed = std::fs::read(&path).unwrap_or_default();
    // A missing or damaged asset counts as outdated.
    let readable = flate2::read::GzDecoder::new(packed.as_slice())
        .read_to_end(&mut old)
        .is_ok();
    if readable && old == trace {
        assert!(
            packed.len() < SIZE_MAX,
            "the demo weighs {} bytes",
            packed.len()
        );
        return;
    }
    assert!(
        support::blessing(),
        "{} is not current: BLESS=1 rewrites it",
        path.display()
    );
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(&trace).expect("writing to memory");
    let packed = packer.finish().expect("writing to memory");
    assert!(
        packed.len() < SIZE_MAX,
        "the demo weighs {} bytes",
        packed.len()
    );
    std::fs::write(&path, packed).expect("a writable checkout");
}

/// Returns the bytes of the demo trace.
pub(crate) fn trace() -> Vec<u8> {
    let mut machine = story::play();
    frames::report(&mut machine);
    prelude(&mut machine);
    samples(&mut machine);
    machine.out.finish().encode_to_vec()
}

/// Writes the packets that a recorder writes first.
fn prelude(machine: &mut Machine) {
    let clock = |clock_id, timestamp| Clock {
        clock_id: Some(clock_id),
        timestamp: Some(timestamp),
        ..Clock::default()
    };
    let clocks = ClockSnapshot {
        clocks: vec![
            clock(6, START),
            clock(1, START + REALTIME_AHEAD),
            clock(3, START - 3_600_000_000_000),
        ],
        primary_trace_clock: Some(6),
    };
    let utsname = Utsname {
        sysname: Some("Linux".into()),
        version: Some("#1 SMP PREEMPT".into()),
        release: Some("6.1.75-android14-11".into()),
        machine: Some("aarch64".into()),
    };
    let info = SystemInfo {
        utsname: Some(utsname),
        android_build_fingerprint: Some("perfetty/demo/phone:16/DEMO/1:userdebug/test-keys".into()),
        android_sdk_version: Some(36),
        num_cpus: Some(4),
        ..SystemInfo::default()
    };
    let packages = PackagesList {
        packages: [("com.example.feed", 10_231), ("com.example.sync", 10_232)]
            .map(|(name, uid)| PackageInfo {
                name: Some(name.into()),
                uid: Some(uid),
                debuggable: Some(true),
                version_code: Some(12),
                ..PackageInfo::default()
            })
            .into(),
        ..PackagesList::default()
    };
    let uuid = TraceUuid {
        msb: Some(0x7065_7266),
        lsb: Some(0x6574_7479),
    };
    let mut service = |fill: &dyn Fn(&mut TracePacket)| {
        let mut packet = TracePacket::default();
        fill(&mut packet);
        machine.out.packet(sequence::SERVICE, packet);
    };
    service(&|packet| packet.clock_snapshot = Some(clocks.clone()));
    service(&|packet| packet.trace_uuid = Some(uuid));
    service(&|packet| packet.system_info = Some(info.clone()));
    service(&|packet| packet.packages_list = Some(packages.clone()));
    let tree = TracePacket {
        timestamp: Some(START),
        process_tree: Some(process_tree(machine)),
        ..TracePacket::default()
    };
    machine.out.packet(sequence::STATS, tree);
}

fn process_tree(machine: &Machine) -> ProcessTree {
    let process = |(pid, ppid, name, uid): (i32, i32, &str, i32)| Process {
        pid: Some(pid),
        ppid: Some(ppid),
        cmdline: vec![name.into()],
        uid: Some(uid),
        ..Process::default()
    };
    let processes = [
        (1, 0, "/system/bin/init", 0),
        (2, 0, "kthreadd", 0),
        (60, 2, "kworker/u8:3-events_unbound", 0),
        (71, 1, "/system/bin/logd", 1036),
        (SURFACE_FLINGER, 1, "/system/bin/surfaceflinger", 1000),
        (900, 1, "zygote64", 0),
        (SYSTEM_SERVER, 900, "system_server", 1000),
        (FEED, 900, "com.example.feed", 10_231),
        (SYNC, 900, "com.example.sync", 10_232),
    ];
    let threads = machine
        .threads
        .iter()
        .filter(|thread| thread.tid != thread.pid);
    ProcessTree {
        processes: processes.map(process).into(),
        threads: threads
            .map(|thread| Thread {
                tid: Some(thread.tid),
                name: Some(thread.comm.into()),
                tgid: Some(thread.pid),
                ..Thread::default()
            })
            .collect(),
        collection_end_timestamp: None,
    }
}

/// Writes samples of memory and battery.
fn samples(machine: &mut Machine) {
    const EVERY: u64 = 200_000_000;
    for round in 0..(END - START) / EVERY {
        let timestamp = Some(START + round * EVERY + 1);
        let sample = |(pid, rss, growth): (i32, u64, u64)| {
            let anon = rss * 3 / 5 + round * growth;
            Sample {
                pid: Some(pid),
                vm_rss_kb: Some(rss + round * growth),
                rss_anon_kb: Some(anon),
                rss_file_kb: Some(rss * 2 / 5),
                vm_swap_kb: Some(rss / 16),
                oom_score_adj: Some(if pid == FEED { 0 } else { -900 }),
                ..Sample::default()
            }
        };
        let processes = [
            (FEED, 181_204, 912),
            (SYSTEM_SERVER, 402_816, 36),
            (SURFACE_FLINGER, 61_440, 0),
        ];
        let stats = ProcessStats {
            processes: processes.map(sample).into(),
            ..ProcessStats::default()
        };
        let packet = TracePacket {
            timestamp,
            process_stats: Some(stats),
            ..TracePacket::default()
        };
        machine.out.packet(sequence::STATS, packet);
        if round % 4 == 0 {
            let drawn = i64::try_from(round).expect("small") * 1500;
            let battery = BatteryCounters {
                charge_counter_uah: Some(3_120_000 - drawn),
                capacity_percent: Some(71.0),
                current_ua: Some(-412_000 - drawn),
                ..BatteryCounters::default()
            };
            let packet = TracePacket {
                timestamp,
                battery: Some(battery),
                ..TracePacket::default()
            };
            machine.out.packet(sequence::STATS, packet);
        }
    }
}
