//! The modules that `INCLUDE PERFETTO MODULE` knows.
//!
//! A module is SQL that is run in the session, or tables that are made when they
//! are asked for. Functions of modules exist always.

use std::sync::Arc;

use super::tables::{self, Named, Shared};

/// A module.
pub(super) struct Module {
    /// Its name.
    pub(super) name: &'static str,
    /// What it provides, for the documentation.
    pub(super) doc: &'static str,
    /// The statements that make it.
    pub(super) sql: &'static str,
    /// The tables that it adds.
    pub(super) tables: fn(&Arc<Shared>) -> Vec<Named>,
}

const fn of_sql(name: &'static str, doc: &'static str, sql: &'static str) -> Module {
    Module {
        name,
        doc,
        sql,
        tables: |_| Vec::new(),
    }
}

/// All modules.
pub(super) const MODULES: &[Module] = &[
    of_sql(
        "slices.with_context",
        "Views `thread_slice`, `process_slice` and `thread_or_process_slice`: slices with their thread and process.",
        include_str!("../../assets/sql/slices_with_context.sql"),
    ),
    of_sql(
        "slices.stack",
        "View `slice_with_stack_id`, functions `ancestor_slice_by_stack` and `descendant_slice_by_stack`.",
        include_str!("../../assets/sql/slices_stack.sql"),
    ),
    of_sql(
        "time.conversion",
        "Functions `time_from_…` and `time_to_…`.",
        "",
    ),
    of_sql(
        "android.frames.jank_type",
        "Functions `android_is_sf_jank_type`, `android_is_app_jank_type` and `android_is_missed_frame_type`.",
        "",
    ),
    of_sql(
        "android.frames.timeline",
        "Tables `android_frames`, `android_frames_layers`, `android_frames_choreographer_do_frame` and `android_frames_draw_frame`, function `android_first_frame_after`: the frames of applications by vsync id.",
        include_str!("../../assets/sql/android_frames_timeline.sql"),
    ),
    of_sql(
        "android.frames.per_frame_metrics",
        "Tables `android_frame_stats`, `android_frames_overrun`, `android_frames_ui_time`, `android_app_vsync_delay_per_frame` and `android_cpu_time_per_frame`.",
        include_str!("../../assets/sql/android_frames_per_frame_metrics.sql"),
    ),
    of_sql(
        "android.surfaceflinger",
        "Table `android_app_to_sf_frame_timeline_match`: which display frame showed which frame of an application.",
        include_str!("../../assets/sql/android_surfaceflinger.sql"),
    ),
    Module {
        name: "viz.summary.track_event",
        doc: "Table `_track_event_tracks_ordered_groups`: TrackEvent tracks in display order.",
        sql: "",
        tables: tables::track_event_summary,
    },
];

/// Returns the modules that a name means; `a.*` means every module below `a`.
pub(super) fn find(name: &str) -> Vec<&'static Module> {
    let name = name.to_ascii_lowercase();
    let prefix = name
        .strip_suffix('*')
        .filter(|prefix| prefix.ends_with('.') || prefix.is_empty());
    MODULES
        .iter()
        .filter(|module| match prefix {
            Some(prefix) => module.name.starts_with(prefix),
            None => module.name == name,
        })
        .collect()
}
