//! Ftrace events of storage: commands of UFS, requests of block devices, reads of files, and
//! what f2fs counts.
//!
//! Types and names of the tracks are the reference's.

use hashbrown::{HashMap, HashSet};

use super::event::Event;
use super::tracks::{AsyncTracks, Begun, OpenSlices};
use crate::import::sink::{Sink, SinkTrack};
use crate::model::args::{StoredArg, StoredValue};
use crate::model::track::{Scope, Track, TrackData};
use crate::proto::ftrace_event::{
    self, android_fs_dataread_end as dataread_end, android_fs_dataread_start as dataread_start,
    block_io_done, block_io_start, f2fs_iostat, f2fs_iostat_latency,
    f2fs_write_checkpoint as checkpoint, ufshcd_clk_gating, ufshcd_command,
};

/// Commands of SCSI that UFS knows.
const COMMANDS: [(u32, &str); 27] = [
    (0, "TEST UNIT READY"),
    (3, "REQUEST SENSE"),
    (4, "FORMAT UNIT"),
    (8, "READ (6)"),
    (10, "WRITE (6)"),
    (18, "INQUIRY"),
    (27, "START STOP UNIT"),
    (29, "SEND DIAGNOSTIC"),
    (37, "READ CAPACITY (10)"),
    (40, "READ (10)"),
    (42, "WRITE (10)"),
    (47, "VERIFY"),
    (52, "PRE-FETCH (10)"),
    (53, "SYNCHRONIZE CACHE (10)"),
    (59, "WRITE BUFFER"),
    (60, "READ BUFFER"),
    (66, "UNMAP"),
    (85, "MODE SELECT (10)"),
    (90, "MODE SENSE (10)"),
    (136, "READ (16)"),
    (138, "WRITE (16)"),
    (144, "PRE-FETCH (16)"),
    (145, "SYNCHRONIZE CACHE (16)"),
    (158, "READ CAPACITY (16)"),
    (160, "REPORT LUNS"),
    (162, "SECURITY PROTOCOL IN"),
    (181, "SECURITY PROTOCOL OUT"),
];

/// Counters of `f2fs_iostat` by field.
const F2FS_BYTES: [(u32, &str); 22] = [
    (f2fs_iostat::APP_WIO, "write_app_total"),
    (f2fs_iostat::APP_DIO, "write_app_direct"),
    (f2fs_iostat::APP_BIO, "write_app_buffered"),
    (f2fs_iostat::APP_MIO, "write_app_mapped"),
    (f2fs_iostat::FS_DIO, "write_fs_data"),
    (f2fs_iostat::FS_NIO, "write_fs_node"),
    (f2fs_iostat::FS_MIO, "write_fs_meta"),
    (f2fs_iostat::FS_GC_DIO, "write_gc_data"),
    (f2fs_iostat::FS_GC_NIO, "write_gc_node"),
    (f2fs_iostat::FS_CP_DIO, "write_cp_data"),
    (f2fs_iostat::FS_CP_NIO, "write_cp_node"),
    (f2fs_iostat::FS_CP_MIO, "write_cp_meta"),
    (f2fs_iostat::APP_RIO, "read_app_total"),
    (f2fs_iostat::APP_DRIO, "read_app_direct"),
    (f2fs_iostat::APP_BRIO, "read_app_buffered"),
    (f2fs_iostat::APP_MRIO, "read_app_mapped"),
    (f2fs_iostat::FS_DRIO, "read_fs_data"),
    (f2fs_iostat::FS_GDRIO, "read_fs_gdata"),
    (f2fs_iostat::FS_CDRIO, "read_fs_cdata"),
    (f2fs_iostat::FS_NRIO, "read_fs_node"),
    (f2fs_iostat::FS_MRIO, "read_fs_meta"),
    (f2fs_iostat::FS_DISCARD, "other_fs_discard"),
];

/// Counters of `f2fs_iostat_latency`: the fields of average, number and peak follow each other.
const F2FS_LATENCIES: [(u32, &str); 9] = [
    (f2fs_iostat_latency::D_RD_AVG, "read_data"),
    (f2fs_iostat_latency::N_RD_AVG, "read_node"),
    (f2fs_iostat_latency::M_RD_AVG, "read_meta"),
    (f2fs_iostat_latency::D_WR_S_AVG, "write_sync_data"),
    (f2fs_iostat_latency::N_WR_S_AVG, "write_sync_node"),
    (f2fs_iostat_latency::M_WR_S_AVG, "write_sync_meta"),
    (f2fs_iostat_latency::D_WR_AS_AVG, "write_async_data"),
    (f2fs_iostat_latency::N_WR_AS_AVG, "write_async_node"),
    (f2fs_iostat_latency::M_WR_AS_AVG, "write_async_meta"),
];

/// Why f2fs writes a checkpoint: what each bit means, from the lowest.
const CHECKPOINT_REASONS: [&str; 8] = [
    "Umount", "Fastboot", "Sync", "Recovery", "Discard", "Trimmed", "Pause", "Resize",
];

/// More devices with f2fs than this are a sign of damage: each has many counters.
const F2FS_MAX: usize = 64;

// One reader serves the start and the end of a request.
const _: () = assert!(block_io_done::DEV == block_io_start::DEV);
const _: () = assert!(block_io_done::SECTOR == block_io_start::SECTOR);

/// A file and a place in it. These tell reads apart.
type Place = (u64, i64);

/// Imports events of storage.
#[derive(Debug, Default)]
pub(super) struct Storage {
    /// Tracks of block devices by number.
    devices: HashMap<u32, SinkTrack>,
    open: OpenSlices,
    f2fs: HashSet<u32>,
    /// Tracks on which a checkpoint is written.
    checkpoints: HashSet<SinkTrack>,
    /// The thread that reads at each place.
    readers: HashMap<Place, i64>,
    /// Reads under way by thread, and the arguments they began with.
    reads: HashMap<i64, Vec<(Begun, Vec<StoredArg>)>>,
}

impl Storage {
    /// Imports an event if it is one of storage; returns whether it is.
    pub(super) fn event(
        &mut self,
        event: &Event<'_>,
        rows: &mut AsyncTracks,
        sink: &mut Sink,
    ) -> bool {
        match event.number {
            ftrace_event::UFSHCD_COMMAND => self.command(event, sink),
            ftrace_event::F2FS_IOSTAT | ftrace_event::F2FS_IOSTAT_LATENCY => self.f2fs(event, sink),
            ftrace_event::F2FS_WRITE_CHECKPOINT => self.checkpoint(event, sink),
            ftrace_event::ANDROID_FS_DATAREAD_END => self.read_end(event, rows, sink),
            ftrace_event::ANDROID_FS_DATAREAD_START => self.read_start(event, rows, sink),
            ftrace_event::BLOCK_IO_START | ftrace_event::BLOCK_IO_DONE => {
                self.block_io(event, sink);
            }
            ftrace_event::UFSHCD_CLK_GATING => clock_gating(event, sink),
            _ => return false,
        }
        true
    }

    /// A command of UFS, which has a tag while it is under way.
    fn command(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let (doorbell, phase) = (
            event.u32(ufshcd_command::DOORBELL),
            event.u32(ufshcd_command::STR_T),
        );
        let n_queued = match doorbell {
            0 => u32::from(phase != 1),
            _ => doorbell.count_ones(),
        };
        let (scope, name, value) = (Scope::Global, "io.ufs.command.count", f64::from(n_queued));
        sink.count("ufs_command_count", scope, name, None, value, event.at);
        let created = event.at.created();
        let name = format!("io.ufs.command.tag[{:03}]", event.u32(ufshcd_command::TAG));
        let data = TrackData::Slices;
        let track = sink.track("ufs_command_tag", scope, Some(&name), data, created);
        if phase != 0 {
            self.open.end(track, sink.no_label, &[], event.at, sink);
            return;
        }
        let code = event.u32(ufshcd_command::OPCODE);
        let known = COMMANDS.iter().find(|(known, _)| *known == code);
        let name = known.map_or("UNDEFINED", |(_, name)| name);
        let name = match event.u32(ufshcd_command::GROUP_ID) {
            0 => name.to_owned(),
            group => format!("{name} (GID={group:#x})"),
        };
        let label = sink.label(Some(name.as_bytes()), None);
        self.open.begin(track, label, Vec::new(), event.at, sink);
    }

    fn block_io(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let device = event.u32(block_io_start::DEV);
        let track = *self.devices.entry(device).or_insert_with(|| {
            let dimension = [sink.int_arg("block_device", i64::from(device))];
            let track = Track {
                type_name: sink.word("block_io"),
                dimension_args: sink.store_args(&dimension),
                ..Track::default()
            };
            sink.add_track(track, event.at.created())
        });
        let label = sink.label(Some(b"block_io"), None);
        let args = [sink.uint_arg("sector", event.u64(block_io_start::SECTOR))];
        if event.number == ftrace_event::BLOCK_IO_START {
            self.open.begin(track, label, args.to_vec(), event.at, sink);
        } else {
            self.open.end(track, label, &args, event.at, sink);
        }
    }

    /// A checkpoint that f2fs writes; the reference takes the thread for a process.
    fn checkpoint(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let begins = match event.u32(checkpoint::PHASE) {
            0 => true,
            2 => false,
            _ => return,
        };
        let scope = Scope::Process(sink.processes.process(event.tid));
        let name = format!("f2fs_ckpt {}", event.tid);
        let (data, created) = (TrackData::Slices, event.at.created());
        let track = sink.track("f2fs_write_checkpoint", scope, Some(&name), data, created);
        let is_open = if begins {
            !self.checkpoints.insert(track)
        } else {
            self.checkpoints.remove(&track)
        };
        if is_open {
            self.open.end(track, sink.no_label, &[], event.at, sink);
        }
        if begins {
            let label = sink.label(Some(b"F2fs Write Checkpoint"), None);
            let args = checkpoint_args(event, sink);
            self.open.begin(track, label, args, event.at, sink);
        }
    }

    fn f2fs(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let number = event.u32(if event.number == ftrace_event::F2FS_IOSTAT {
            f2fs_iostat::DEV
        } else {
            f2fs_iostat_latency::DEV
        }) & 0xffff;
        if !self.f2fs.contains(&number) && self.f2fs.len() == F2FS_MAX {
            sink.issues.count("import_limit_reached");
            return;
        }
        self.f2fs.insert(number);
        // As the kernel writes it: major and minor number.
        let device = format!("{}:{}", number >> 8, number & 0xff);
        if event.number == ftrace_event::F2FS_IOSTAT {
            for (field, what) in F2FS_BYTES {
                f2fs_counter(event, ("f2fs_iostat", &device), what, field, sink);
            }
            return;
        }
        let of = ("f2fs_iostat_latency", &*device);
        for (average, what) in F2FS_LATENCIES {
            for (field, kind) in [(2, "peak"), (0, "avg"), (1, "cnt")] {
                f2fs_counter(event, of, &format!("{what}_{kind}"), average + field, sink);
            }
        }
    }

    fn read_start(&mut self, event: &Event<'_>, rows: &mut AsyncTracks, sink: &mut Sink) {
        let (inode, offset) = (
            event.u64(dataread_start::INO),
            event.i64(dataread_start::OFFSET),
        );
        self.readers.entry((inode, offset)).or_insert(event.tid);
        let label = sink.label(Some(b"android_fs_data_read"), None);
        let key = (
            sink.word("android_fs"),
            Scope::Global,
            sink.word("android_fs"),
        );
        let begun = rows.begin(key, event.tid, (label, None), event.at, sink);
        let path = event
            .text_if_set(dataread_start::PATHBUF)
            .map(|path| sink.strings.intern(path));
        let args = vec![
            sink.arg("file_path", StoredValue::Str(path)),
            sink.int_arg("offset_start", offset),
            sink.int_arg(
                "bytes_read_start",
                i64::from(event.i32(dataread_start::BYTES)),
            ),
        ];
        let set = sink.store_args(&args);
        begun.set_args(set, sink);
        self.reads.entry(event.tid).or_default().push((begun, args));
    }

    fn read_end(&mut self, event: &Event<'_>, rows: &mut AsyncTracks, sink: &mut Sink) {
        let place = (
            event.u64(dataread_end::INO),
            event.i64(dataread_end::OFFSET),
        );
        let Some(tid) = self.readers.remove(&place) else {
            return;
        };
        let key = (
            sink.word("android_fs"),
            Scope::Global,
            sink.word("android_fs"),
        );
        rows.end(key, tid, None, event.at, sink);
        if let Some((begun, mut args)) = self.reads.get_mut(&tid).and_then(Vec::pop) {
            args.push(sink.int_arg("offset_end", place.1));
            args.push(sink.int_arg("bytes_read_end", i64::from(event.i32(dataread_end::BYTES))));
            let set = sink.store_args(&args);
            begun.set_args(set, sink);
        }
    }
}

fn f2fs_counter(
    event: &Event<'_>,
    (type_name, device): (&str, &str),
    what: &str,
    field: u32,
    sink: &mut Sink,
) {
    let name = format!("{type_name}.[{device}].{what}");
    let value = event.u64(field) as f64;
    sink.count(type_name, Scope::Global, &name, None, value, event.at);
}

fn checkpoint_args(event: &Event<'_>, sink: &mut Sink) -> Vec<StoredArg> {
    let reason = event.i32(checkpoint::REASON);
    let mut args = vec![
        sink.uint_arg("dev", event.u64(checkpoint::DEV)),
        sink.int_arg("reason_int", i64::from(reason)),
    ];
    if reason == 0 {
        args.push(sink.text_arg("reason_str", "Unknown"));
        return args;
    }
    let reasons = CHECKPOINT_REASONS.iter().enumerate();
    let given = reasons.filter(|(bit, _)| reason >> bit & 1 == 1);
    for (index, (_, text)) in given.enumerate() {
        let arg = sink.text_arg("reason_str", text);
        let key = sink.str(&format!("reason_str[{index}]"));
        args.push(StoredArg { key, ..arg });
    }
    args
}

/// Whether the clock of UFS is on.
fn clock_gating(event: &Event<'_>, sink: &mut Sink) {
    let state = match event.i32(ufshcd_clk_gating::STATE) {
        1 => 3.0,
        2 => 1.0,
        3 => 2.0,
        _ => 0.0,
    };
    let name = "io.ufs.clkgating (OFF:0/REQ_OFF/REQ_ON/ON:3)";
    sink.count("ufs_clkgating", Scope::Global, name, None, state, event.at);
}
