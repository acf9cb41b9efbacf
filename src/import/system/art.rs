//! What Android's runtime says of a process when it dumps its heap; the heap itself is not read.
//!
//! The rules are those of the reference's `art_process_metadata_module.cc`.

use hashbrown::HashSet;

use crate::base::intern::StrId;
use crate::decode::fields::Message;
use crate::import::process_tracker::ProcessNamePriority;
use crate::import::sink::Sink;
use crate::model::device::PackageRow;
use crate::proto::art_process_metadata as metadata;

/// Imports `ArtProcessMetadata`.
#[derive(Debug, Default)]
pub(super) struct Art {
    /// The packages that have a row, by name and user; none before the first is told here.
    packages: Option<HashSet<(Option<StrId>, i64)>>,
}

impl Art {
    /// Imports the name and user of a process, and its package.
    pub(super) fn process(&mut self, payload: Message<'_>, sink: &mut Sink) {
        let pid = i64::from(payload.u32(metadata::PID));
        sink.processes.update_thread(pid, pid);
        let upid = sink.processes.process(pid);
        if let Some(name) = payload.text_if_set(metadata::PROCESS_NAME) {
            let name = sink.strings.intern(name);
            let priority = ProcessNamePriority::TrackDescriptor;
            sink.processes.set_process_name(upid, name, priority);
        }
        let Some(uid) = payload.field(metadata::UID) else {
            return;
        };
        let row = &mut sink.processes.table.processes[upid.index()];
        row.uid = Some(i64::from(uid.as_u32()));
        if let Some(package) = payload.text_if_set(metadata::PACKAGE_NAME) {
            let (name, uid) = (Some(sink.strings.intern(package)), i64::from(uid.as_i32()));
            let rows = &mut sink.device.packages;
            let known = self
                .packages
                .get_or_insert_with(|| rows.iter().map(|row| (row.name, row.uid)).collect());
            if known.insert((name, uid)) {
                rows.push(PackageRow {
                    name,
                    uid,
                    ..PackageRow::default()
                });
            }
        }
    }
}
