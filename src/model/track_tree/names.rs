//! Display names of visual tracks, as in `getTrackName` of the reference's UI.

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::model::args::StoredValue;
use crate::model::ids::TrackId;
use crate::model::sched::of_machine;
use crate::model::trace::Trace;
use crate::model::track::{Scope, Track, TrackData};

/// Gives tracks the names that they are shown by.
pub(super) struct Names<'a> {
    trace: &'a Trace,
    /// The package of each user; none where several share the number.
    packages: HashMap<i64, Option<StrId>>,
}

impl<'a> Names<'a> {
    pub(super) fn new(trace: &'a Trace) -> Self {
        let mut packages = HashMap::new();
        for row in &trace.device.packages {
            let of_user = packages.entry(row.uid).or_insert(row.name);
            if *of_user != row.name {
                *of_user = None;
            }
        }
        Self { trace, packages }
    }

    /// Returns the name that a track is shown by.
    pub(super) fn of(&self, track: TrackId) -> String {
        let row = self.trace.tracks.get(track);
        let name = match row.name.filter(|&name| name != StrId::EMPTY) {
            Some(name) => self.named(row, &self.trace.title(name)),
            None => self.unnamed(row),
        };
        // A track below another one is of the same machine, so that only roots name it.
        let is_of_machine = matches!(row.scope, Scope::Global | Scope::Cpu(_) | Scope::Gpu(_));
        if is_of_machine && row.parent.is_none() {
            name + &of_machine(row.machine)
        } else {
            name
        }
    }

    fn named(&self, row: &Track, name: &str) -> String {
        match row.scope {
            Scope::Thread(utid) => {
                format!("{name} ({})", self.trace.processes.thread(utid).tid)
            }
            Scope::Cpu(cpu) if !ends_in_number(name) && !says(name, "cpu", i64::from(cpu)) => {
                format!("{name} cpu{cpu}")
            }
            Scope::Gpu(gpu) => of_gpu(name.to_owned(), i64::from(gpu)),
            Scope::Process(_) if self.is(row, b"process_gpu_memory") => {
                of_gpu(name.to_owned(), self.dimension(row, b"gpu").unwrap_or(0))
            }
            Scope::Global if self.is(row, b"android_energy_estimation_breakdown_per_uid") => {
                match self.user(row) {
                    Some(user) => format!("{name} {user}"),
                    None => name.to_owned(),
                }
            }
            _ => name.to_owned(),
        }
    }

    fn unnamed(&self, row: &Track) -> String {
        match row.scope {
            Scope::Thread(utid) => self.trace.thread_title(utid),
            Scope::Process(upid) => self.trace.process_title(upid),
            Scope::Global | Scope::Cpu(_) | Scope::Gpu(_) => match row.data {
                TrackData::Counter => "Unnamed CounterTrack".to_owned(),
                TrackData::Slices | TrackData::States => (self.block_device(row))
                    .or_else(|| self.gpu_work(row))
                    .unwrap_or_else(|| "Unnamed SliceTrack".to_owned()),
            },
        }
    }

    /// Returns the name of the track of a block device, `block 8:5`: it has none of its own. Major and minor
    /// are parts of its number as the reference's `linux.block_io` takes it apart.
    fn block_device(&self, row: &Track) -> Option<String> {
        if !self.is(row, b"block_io") {
            return None;
        }
        let args = self.trace.arg_sets.get(row.dimension_args?);
        let StoredValue::Int(device) = args.first()?.value else {
            return None;
        };
        let (major, minor) = (device >> 8 & 0xfff, device & 0xff | device >> 20 << 8);
        Some(format!("block {major}:{minor}"))
    }

    /// Returns the name of the track of a user's work on a GPU, which is that of the user.
    fn gpu_work(&self, row: &Track) -> Option<String> {
        if !self.is(row, b"android_gpu_work_period") {
            return None;
        }
        let gpu = self.dimension(row, b"gpu").unwrap_or(0);
        Some(of_gpu(self.user(row)?, gpu))
    }

    /// Returns who a track of a user belongs to: the app, or, if it is not the only one of its user or not
    /// known, `UID 10200`.
    fn user(&self, row: &Track) -> Option<String> {
        let user = self.dimension(row, b"uid")?;
        let package = self.packages.get(&user).copied().flatten();
        Some(package.map_or_else(
            || format!("UID {user}"),
            |name| self.trace.title(name).into(),
        ))
    }

    fn is(&self, row: &Track, type_name: &[u8]) -> bool {
        self.trace.bytes(row.type_name) == type_name
    }

    /// Returns one of the numbers that tell the tracks of a type apart.
    fn dimension(&self, row: &Track, key: &[u8]) -> Option<i64> {
        let args = self.trace.arg_sets.get(row.dimension_args?);
        let arg = args.iter().find(|arg| self.trace.bytes(arg.key) == key)?;
        match arg.value {
            StoredValue::Int(number) => Some(number),
            _ => None,
        }
    }
}

/// Returns a name with the number of its GPU, unless it is the first or the name says it.
fn of_gpu(name: String, gpu: i64) -> String {
    if gpu > 0 && !says(&name, "gpu", gpu) {
        name + &format!(" gpu{gpu}")
    } else {
        name
    }
}

/// Returns whether a name says of which CPU or GPU it is: `Cpu 4 Max Freq Limit`, `gpu1 busy`.
fn says(name: &str, what: &str, number: i64) -> bool {
    let number = number.to_string();
    let mut words = name.split(' ').map(str::to_ascii_lowercase);
    let mut was_what = false;
    words.any(|word| {
        let is_number = word.strip_prefix(what) == Some(&number);
        is_number || std::mem::replace(&mut was_what, word == what) && word == number
    })
}

fn ends_in_number(name: &str) -> bool {
    name.ends_with(|c: char| c.is_ascii_digit())
}

/// Returns the title of a group of tracks with the same type: `cpu_softirq` is `Softirq`.
pub(super) fn type_title(type_name: &str) -> String {
    match type_name {
        "cpu_frequency" => return "Frequency".to_owned(),
        "cpu_idle" => return "Idle state".to_owned(),
        // How long each CPU was in each state, added up by the kernel.
        "cpu_idle_state" => return "Idle time".to_owned(),
        "cpu_irq" => return "IRQ".to_owned(),
        "cpustat" => return "CPU times".to_owned(),
        "perf_cpu_counter" => return "Perf counters".to_owned(),
        _ => {}
    }
    let words = type_name
        .strip_prefix("cpu_")
        .unwrap_or(type_name)
        .replace('_', " ");
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => "Other".to_owned(),
    }
}
