//! Which pages the processes of Chromium showed.
//!
//! Recorders of Perfetto traces label processes with the titles of their pages, the tracing of `DevTools` does
//! not. Both say which address a frame of a page has loaded, in the slice `CommitLoad`.

use std::collections::BTreeMap;

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

/// Returns the addresses of the pages that each process loaded, in the order of time.
pub(super) fn find(trace: &Trace) -> BTreeMap<Upid, Vec<String>> {
    let mut loads: Vec<SliceId> = slices_named(trace, COMMIT_LOAD).collect();
    loads.sort_by_key(|&slice| trace.slices.order_key(slice));
    let mut pages: BTreeMap<Upid, Vec<String>> = BTreeMap::new();
    for slice in loads {
        let Some((upid, address)) = trace.upid_of(slice).zip(loaded(trace, slice)) else {
            continue;
        };
        let of_process = pages.entry(upid).or_default();
        of_process.retain(|known| *known != address);
        of_process.push(address);
        if of_process.len() > PAGES_MAX {
            of_process.remove(0);
        }
    }
    pages
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
