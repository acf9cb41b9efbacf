//! The modules about Chromium: its tasks, input, frames and scrolls, pages and benchmarks.
//!
//! All of them are SQL. They stand by themselves because they are many.

use super::{Module, of_sql};

/// The modules.
pub(super) const MODULES: &[Module] = &[
    of_sql(
        "chrome.cpu_powerups",
        "Views `chrome_cpu_power_slice` and `chrome_cpu_power_first_toplevel_slice_after_powerup`, tables `chrome_cpu_power_first_sched_slice_after_powerup` and `chrome_cpu_power_post_powerup_slice`: what ran first on a CPU that woke up.",
        include_str!("../../../assets/sql/chrome_cpu_powerups.sql"),
    ),
    of_sql(
        "chrome.event_latency",
        "Tables `chrome_event_latencies` and `chrome_gesture_scroll_updates`: input events of Chromium, from their arrival to the frame that shows them.",
        include_str!("../../../assets/sql/chrome_event_latency.sql"),
    ),
    of_sql(
        "chrome.histograms",
        "Table `chrome_histograms`: samples of Chromium's histograms.",
        include_str!("../../../assets/sql/chrome_histograms.sql"),
    ),
    of_sql(
        "chrome.metadata",
        "Function `chrome_hardware_class`.",
        include_str!("../../../assets/sql/chrome_metadata.sql"),
    ),
    of_sql(
        "chrome.page_loads",
        "Table `chrome_page_loads`: navigations of Chromium and when their pages were painted and loaded.",
        include_str!("../../../assets/sql/chrome_page_loads.sql"),
    ),
    of_sql(
        "chrome.startups",
        "Table `chrome_startups`: starts of Chromium's activities on Android.",
        include_str!("../../../assets/sql/chrome_startups.sql"),
    ),
    of_sql(
        "chrome.tasks",
        "Views `chrome_tasks`, `chrome_scheduler_tasks` and `chrome_java_views`: what Chromium's threads run, outermost, by where it was posted from, its message or its views.",
        include_str!("../../../assets/sql/chrome_tasks.sql"),
    ),
    of_sql(
        "chrome.vsync_intervals",
        "Table `chrome_vsync_intervals`, function `chrome_calculate_avg_vsync_interval`: how long it was from one vsync of Chromium to the next.",
        include_str!("../../../assets/sql/chrome_vsync_intervals.sql"),
    ),
    of_sql(
        "chrome.graphics_pipeline",
        "Tables `chrome_graphics_pipeline_surface_frame_steps`, `chrome_graphics_pipeline_display_frame_steps`, `chrome_surface_frame_id_to_first_display_id` and `chrome_graphics_pipeline_inputs_to_surface_frames`: the steps of Chromium's frames.",
        include_str!("../../../assets/sql/chrome_graphics_pipeline.sql"),
    ),
    of_sql(
        "chrome.android_input",
        "Tables `chrome_android_input` and `chrome_deliver_android_input_event`: what Android did with input before Chromium got it.",
        include_str!("../../../assets/sql/chrome_android_input.sql"),
    ),
    of_sql(
        "chrome.input",
        "Tables `chrome_inputs`, `chrome_input_pipeline_steps`, `chrome_coalesced_inputs`, `chrome_touch_move_to_scroll_update` and `chrome_dispatch_android_input_event_to_touch_move`: the steps of Chromium's input events.",
        include_str!("../../../assets/sql/chrome_input.sql"),
    ),
    of_sql(
        "chrome.chrome_scrolls",
        "Table `chrome_scrolls`: from when to when pages were scrolled; tables `chrome_scroll_update_info`, `chrome_scroll_update_refs`, `chrome_scroll_update_input_pipeline`, `chrome_scroll_update_frame_pipeline` and `chrome_scroll_update_info_step_templates`: the steps of each update of a scroll, from the input to the screen; table `chrome_scroll_frame_info`: those of each frame, and how much longer they took than before.",
        include_str!("../../../assets/sql/chrome_chrome_scrolls.sql"),
    ),
    of_sql(
        "chrome.chrome_scrolls_v4",
        "Table `chrome_scroll_frame_info_v4`: the steps of the frames that version 4 of the metric judges.",
        include_str!("../../../assets/sql/chrome_chrome_scrolls_v4.sql"),
    ),
    of_sql(
        "chrome.scroll_jank_v4",
        "Tables `chrome_scroll_jank_v4_results` and `chrome_scroll_jank_v4_reasons`: which frames of scrolls were janky, and why, as version 4 of Chromium's own metric judges.",
        include_str!("../../../assets/sql/chrome_scroll_jank_v4.sql"),
    ),
    of_sql(
        "chrome.scroll_jank_tagging",
        "Tables `chrome_tagged_janky_scroll_frames`, `chrome_scroll_jank_tags`, `chrome_tagged_janky_scroll_frames_v4` and `chrome_scroll_jank_tags_v4`: what may have made janky frames late, such as a step that took long.",
        include_str!("../../../assets/sql/chrome_scroll_jank_tagging.sql"),
    ),
    of_sql(
        "chrome.scroll_jank.scroll_jank_v3",
        "Tables `chrome_janky_frames`, `chrome_janky_frames_percentage`, `chrome_frames_per_scroll`, `chrome_frame_info_with_delay` and those that they are made of: which frames of scrolls were janky, and the stage that took longer than before, as version 3 of the metric judges.",
        include_str!("../../../assets/sql/chrome_scroll_jank_scroll_jank_v3.sql"),
    ),
    of_sql(
        "chrome.scroll_jank.scroll_jank_v3_cause",
        "Function `chrome_get_v3_jank_cause_id`: which stage of a slice took longer than that of another slice.",
        include_str!("../../../assets/sql/chrome_scroll_jank_scroll_jank_v3_cause.sql"),
    ),
    of_sql(
        "chrome.scroll_jank.scroll_jank_intervals",
        "Tables `chrome_janky_event_latencies_v3`, `chrome_scroll_stats` and `chrome_scroll_jank_intervals_v3`, view `chrome_janky_frame_presentation_intervals`: from when to when frames of scrolls were missing.",
        include_str!("../../../assets/sql/chrome_scroll_jank_scroll_jank_intervals.sql"),
    ),
    of_sql(
        "chrome.scroll_jank.scroll_offsets",
        "Tables `chrome_scroll_input_deltas`, `chrome_scroll_input_offsets`, `chrome_scroll_presented_deltas` and `chrome_presented_scroll_offsets`: how far input moved pages, and how far they were shown moved.",
        include_str!("../../../assets/sql/chrome_scroll_jank_scroll_offsets.sql"),
    ),
    of_sql(
        "chrome.scroll_jank.predictor_error",
        "Table `chrome_predictor_error`: frames of scrolls that moved unlike those before and after.",
        include_str!("../../../assets/sql/chrome_scroll_jank_predictor_error.sql"),
    ),
    of_sql(
        "chrome.scroll_jank.utils",
        "Functions `chrome_select_long_task_slices(name)`, `_is_janky_frame` and `_jank_budget`.",
        include_str!("../../../assets/sql/chrome_scroll_jank_utils.sql"),
    ),
    of_sql(
        "chrome.scroll_jank.scroll_jank_cause_utils",
        "Function `chrome_select_scroll_jank_cause_thread(event_latency_id, process_type, thread_name)`: which threads may have held up an input event.",
        include_str!("../../../assets/sql/chrome_scroll_jank_scroll_jank_cause_utils.sql"),
    ),
    of_sql(
        "chrome.event_latency_description",
        "Table `chrome_event_latency_stage_descriptions`: what the stages of input events are. The descriptions are perfetty's own.",
        include_str!("../../../assets/sql/chrome_event_latency_description.sql"),
    ),
    of_sql(
        "chrome.scroll_jank.scroll_jank_cause_map",
        "Table `chrome_scroll_jank_cause_descriptions`, view `chrome_scroll_jank_causes_with_event_latencies`: where to look for the cause if a stage took long. The descriptions are perfetty's own.",
        include_str!("../../../assets/sql/chrome_scroll_jank_scroll_jank_cause_map.sql"),
    ),
    of_sql(
        "chrome.speedometer",
        "Tables `chrome_speedometer_measure` and `chrome_speedometer_iteration`, functions `chrome_speedometer_score` and `chrome_speedometer_renderer_main_utid`: a run of Speedometer, whichever version it is.",
        include_str!("../../../assets/sql/chrome_speedometer.sql"),
    ),
    of_sql(
        "chrome.speedometer_2_1",
        "The same of Speedometer 2.1: `chrome_speedometer_2_1_measure` and so on.",
        include_str!("../../../assets/sql/chrome_speedometer_2_1.sql"),
    ),
    of_sql(
        "chrome.speedometer_3",
        "The same of Speedometer 3.",
        include_str!("../../../assets/sql/chrome_speedometer_3.sql"),
    ),
    of_sql(
        "chrome.loadline_2",
        "View `chrome_loadline2_stages`: the pages of LoadLine 2, and when each of them was how far.",
        include_str!("../../../assets/sql/chrome_loadline_2.sql"),
    ),
    of_sql(
        "chrome.jetstream_3",
        "Tables `chrome_jetstream_3_measure` and `chrome_jetstream_3_benchmark_score`, functions `chrome_jetstream_3_score` and `chrome_jetstream_3_renderer_main_utid`: a run of JetStream 3.",
        include_str!("../../../assets/sql/chrome_jetstream_3.sql"),
    ),
    of_sql(
        "chrome.scroll_interactions",
        "Table `chrome_scroll_interactions`: scrolls, and how many of their frames came late.",
        include_str!("../../../assets/sql/chrome_scroll_interactions.sql"),
    ),
    of_sql(
        "chrome.web_content_interactions",
        "Table `chrome_web_content_interactions`: interactions with pages.",
        include_str!("../../../assets/sql/chrome_web_content_interactions.sql"),
    ),
    of_sql(
        "chrome.interactions",
        "Table `chrome_interactions`: page loads, starts, interactions and scrolls together.",
        include_str!("../../../assets/sql/chrome_interactions.sql"),
    ),
];
