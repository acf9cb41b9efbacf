//! Which pages the processes of Chromium showed.
//!
//! Recorders of Perfetto traces label processes with the titles of their pages, the tracing of `DevTools` does
//! not. Both say which address a frame of a page has loaded, in the slice `CommitLoad`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::slices_named;
use crate::base::cut::start_of;
use crate::model::args::ArgValue;
use crate::model::ids::{SliceId, Upid};
use crate::model::trace::Trace;

/// The slice in which a frame of a page gets its document.
const COMMIT_LOAD: &str = "CommitLoad";
/// Of the pages of a process the last ones are kept.
const PAGES_MAX: usize = 3;
/// More of an address does not fit on a screen.
const ADDRESS_BYTES_MAX: usize = 1 << 8;

/// The arguments of more loads are not read, the last ones first: frames of advertisements load as well, and what
/// they load is no page, which only their arguments say.
const LOADS_MAX: usize = 10_000;

/// Returns the addresses of the pages that each process loaded, in the order of time; nothing if it was cancelled.
pub(super) fn find(trace: &Trace, cancel: &AtomicBool) -> Option<BTreeMap<Upid, Vec<String>>> {
    last_of(trace, LOADS_MAX, cancel)
}

/// Returns what [`find`] does, of so many loads.
fn last_of(
    trace: &Trace,
    mut left: usize,
    cancel: &AtomicBool,
) -> Option<BTreeMap<Upid, Vec<String>>> {
    let mut loads: Vec<SliceId> = slices_named(trace, COMMIT_LOAD).collect();
    loads.sort_by_key(|&slice| trace.slices.order_key(slice));
    let mut pages: BTreeMap<Upid, Vec<String>> = BTreeMap::new();
    for &slice in loads.iter().rev() {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let Some(upid) = trace.upid_of(slice) else {
            continue;
        };
        if pages.get(&upid).map_or(0, Vec::len) == PAGES_MAX {
            continue;
        }
        if left == 0 {
            break;
        }
        left -= 1;
        let Some(address) = loaded(trace, slice) else {
            continue;
        };
        let of_process = pages.entry(upid).or_default();
        if !of_process.contains(&address) {
            of_process.push(address);
        }
    }
    for of_process in pages.values_mut() {
        of_process.reverse();
    }
    Some(pages)
}

/// Returns the address that was loaded, if it is that of a page and not of a frame in one.
fn loaded(trace: &Trace, slice: SliceId) -> Option<String> {
    let (mut address, mut is_page) = (None, None);
    trace.slice_args(slice, &mut |arg| {
        let field = arg.key.rsplit_once('.').map_or("", |(_, field)| field);
        match (field, &arg.value) {
            ("url", ArgValue::Str(url)) => {
                let url = start_of(url, ADDRESS_BYTES_MAX);
                address = Some(String::from_utf8_lossy(url).into_owned());
            }
            ("isOutermostMainFrame", ArgValue::Bool(is)) => is_page = Some(*is),
            // Older versions knew no frame outside of the main one.
            ("isMainFrame", ArgValue::Bool(is)) => is_page = is_page.or(Some(*is)),
            _ => {}
        }
    });
    let is_empty = |address: &String| address.is_empty() || address == "about:blank";
    address.filter(|address| is_page == Some(true) && !is_empty(address))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::args::{EventPos, StoredArg, StoredValue};
    use crate::model::builder::TraceBuilder;
    use crate::model::slice::{Label, SliceRow};
    use crate::model::track::Scope;

    /// Returns a trace in which a process loaded pages, one after the other.
    fn loads(addresses: &[&str]) -> Trace {
        let mut b = TraceBuilder::new();
        let process = b.process(7, "renderer");
        let main = b.thread(process, 7, "main");
        let track = b.slice_track(Scope::Thread(main), None);
        let name = Some(b.str(COMMIT_LOAD));
        let label = b.labels.intern(Label {
            name,
            ..Label::default()
        });
        let keys = ["data.url", "data.isMainFrame"].map(|key| b.str(key));
        let mut rows = Vec::new();
        for (address, ts) in addresses.iter().zip(1..) {
            let address = b.str(address);
            let args = [
                StoredArg::new(keys[0], StoredValue::Str(Some(address))),
                StoredArg::new(keys[1], StoredValue::Bool(true)),
            ];
            let set = b.arg_sets.add(&args).unwrap();
            rows.push(SliceRow::new(
                ts * 10,
                Some(1),
                label,
                EventPos::stored(set),
            ));
        }
        b.slices.push_track(track, &[rows]);
        b.finish()
    }

    #[test]
    fn the_last_pages_are_kept_and_no_more_loads_are_read_than_that() {
        let trace = loads(&["a", "b", "c", "d", "b", "d"]);
        let go = AtomicBool::new(false);
        let pages = |left| {
            let pages = last_of(&trace, left, &go).unwrap();
            pages.into_values().next().unwrap_or_default()
        };
        assert_eq!(pages(LOADS_MAX), ["c", "b", "d"]);
        assert_eq!(pages(2), ["b", "d"]);
        assert!(pages(0).is_empty());
        assert_eq!(find(&trace, &AtomicBool::new(true)), None);
    }
}
