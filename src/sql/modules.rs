//! The modules for `INCLUDE PERFETTO MODULE`.
//!
//! A module is SQL that is run in the session, or tables that are made when the module is included. Scalar
//! functions that are built in exist without their module.

mod chrome;
mod names;

use std::sync::Arc;

pub(super) use self::names::{is_function, like, made, making};
use super::tables::{self, Named, Shared};
use super::{counter_intervals, critical_path, graph, intervals};

/// A module.
pub(super) struct Module {
    /// The name of the module.
    pub(super) name: &'static str,
    /// What the module provides, for the documentation.
    pub(super) doc: &'static str,
    /// The statements of the module.
    pub(super) sql: &'static str,
    /// Makes the tables that are built in.
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

/// The modules, but for those about Chromium.
const MODULES: &[Module] = &[
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
        "slices.self_dur",
        "Table `slice_self_dur`: how long each slice did something itself, its children apart.",
        include_str!("../../assets/sql/slices_self_dur.sql"),
    ),
    of_sql(
        "slices.time_in_state",
        "Table `thread_slice_time_in_state`: for how long the thread of each slice was in which state meanwhile.",
        include_str!("../../assets/sql/slices_time_in_state.sql"),
    ),
    of_sql(
        "slices.cpu_time",
        "Table `thread_slice_cpu_time`, view `thread_slice_cpu_cycles`: for how long the thread of each slice ran meanwhile, and the cycles that it took.",
        include_str!("../../assets/sql/slices_cpu_time.sql"),
    ),
    of_sql(
        "slices.hierarchy",
        "Functions `_slice_ancestor_and_self` and `_slice_descendant_and_self`: a slice together with those around it.",
        include_str!("../../assets/sql/slices_hierarchy.sql"),
    ),
    of_sql(
        "slices.flat_slices",
        "Table `_slice_flattened`: which slice of each thread was the innermost, from when to when.",
        include_str!("../../assets/sql/slices_flat_slices.sql"),
    ),
    of_sql(
        "sched.states",
        "Functions `sched_state_to_human_readable_string` and `sched_state_io_to_human_readable_string`.",
        include_str!("../../assets/sql/sched_states.sql"),
    ),
    of_sql(
        "sched.time_in_state",
        "Tables `sched_time_in_state_for_thread` and `sched_percentage_of_time_in_state`, functions `sched_time_in_state_for_thread_in_interval`, `sched_time_in_state_and_cpu_for_thread_in_interval` and `sched_time_in_state_for_cpu_in_interval`.",
        include_str!("../../assets/sql/sched_time_in_state.sql"),
    ),
    of_sql(
        "sched.runnable",
        "Table `sched_previous_runnable_on_thread`: what each running state of a thread waited in before.",
        include_str!("../../assets/sql/sched_runnable.sql"),
    ),
    of_sql(
        "sched.latency",
        "Table `sched_latency_for_running_interval`: how long threads waited for a CPU.",
        include_str!("../../assets/sql/sched_latency.sql"),
    ),
    of_sql(
        "sched.with_context",
        "View `sched_with_thread_process`: `sched` with the names of threads and processes.",
        include_str!("../../assets/sql/sched_with_context.sql"),
    ),
    of_sql(
        "sched.thread_level_parallelism",
        "Tables `sched_runnable_thread_count`, `sched_uninterruptible_sleep_thread_count` and `sched_active_cpu_count` over time.",
        include_str!("../../assets/sql/sched_thread_level_parallelism.sql"),
    ),
    Module {
        name: "counters.intervals",
        doc: "Macro `counter_leading_intervals!(table)`: from when to when a counter had a value.",
        sql: include_str!("../../assets/sql/counters_intervals.sql"),
        tables: counter_intervals::tables,
    },
    Module {
        name: "intervals.intersect",
        doc: "Macros `_interval_intersect!((table, …), (column, …))`, `_interval_intersect_single!(ts, dur, table)` and `interval_self_intersect!(table)`: where intervals overlap that agree in columns.",
        sql: include_str!("../../assets/sql/intervals_intersect.sql"),
        tables: intervals::tables,
    },
    Module {
        name: "graphs.search",
        doc: "Macros `graph_reachable_dfs!(edges, starts)`, `graph_reachable_bfs!(edges, starts)` and `graph_reachable_weight_bounded_dfs!(edges, roots, floor)`: which nodes of a graph can be reached; `graph_next_sibling!(table)`.",
        sql: include_str!("../../assets/sql/graphs_search.sql"),
        tables: graph::tables,
    },
    of_sql(
        "slices.flow",
        "Macro `_slice_following_flow!(slices)`: which slices follow others along flows.",
        include_str!("../../assets/sql/slices_flow.sql"),
    ),
    Module {
        name: "sched.thread_executing_span",
        doc: "Table `_wakeup_graph`: which thread woke which; function `_thread_executing_span_critical_path(utid, ts, dur)`, macros `_critical_path_by_intervals!` and `_critical_path_by_roots!`: what threads waited for, one after the other.",
        sql: include_str!("../../assets/sql/sched_thread_executing_span.sql"),
        tables: critical_path::tables,
    },
    of_sql(
        "sched.thread_executing_span_with_slice",
        "Functions `_thread_executing_span_critical_path_stack(utid, ts, dur)` and `_critical_path_stack`: the critical path of a thread with states and slices, as a stack.",
        include_str!("../../assets/sql/sched_thread_executing_span_with_slice.sql"),
    ),
    of_sql(
        "intervals.overlap",
        "Macros `intervals_overlap_count!(table, ts, dur)` and `intervals_overlap_count_by_group!(table, ts, dur, column)`: how many intervals there are at a time; `interval_merge_overlapping!(table, epsilon)` and `interval_merge_overlapping_partitioned!(table, (column, …))`: the times that any of them covers; `_intervals_flatten!(table)`: which of nested intervals is the innermost.",
        include_str!("../../assets/sql/intervals_overlap.sql"),
    ),
    of_sql(
        "intervals.fill_gaps",
        "Macro `_intervals_fill_gaps!((column, …), (column, …), table)`: the intervals of groups, and with NULLs what of the trace none of them covers.",
        include_str!("../../assets/sql/intervals_fill_gaps.sql"),
    ),
    of_sql(
        "intervals.create_intervals",
        "Macro `_interval_create!(starts, ends)`: from each time to the first of other times after it.",
        include_str!("../../assets/sql/intervals_create_intervals.sql"),
    ),
    of_sql(
        "linux.cpu.idle_time_in_state",
        "Tables `linux_per_cpu_idle_time_in_state_counters` and `linux_cpu_idle_time_in_state_counters`: for how much of the time CPUs were in which idle state, as polled.",
        include_str!("../../assets/sql/linux_cpu_idle_time_in_state.sql"),
    ),
    of_sql(
        "linux.memory.general",
        "View `_all_counters_per_process`: counters of processes, each sample until the next one.",
        include_str!("../../assets/sql/linux_memory_general.sql"),
    ),
    of_sql(
        "linux.perf.counters",
        "View `linux_perf_sample_with_counters`, function `linux_perf_counter_for_sample(sample_id, counter_name)`: what counters said when perf took a sample.",
        include_str!("../../assets/sql/linux_perf_counters.sql"),
    ),
    of_sql(
        "android.thread",
        "Functions `android_standardize_thread_name`, `_android_thread_creation_spam_per_thread(max_thread_dur, sliding_window_dur)` and `_android_thread_creation_spam_per_process(max_thread_dur, sliding_window_dur)`: names of threads without numbers, and who starts many threads in a short time.",
        include_str!("../../assets/sql/android_thread.sql"),
    ),
    of_sql(
        "android.version",
        "Function `_android_sdk_version()`.",
        include_str!("../../assets/sql/android_version.sql"),
    ),
    of_sql(
        "android.render_thread",
        "Table `_render_thread_per_process`: the threads that draw for applications.",
        include_str!("../../assets/sql/android_render_thread.sql"),
    ),
    of_sql(
        "android.keyvalue_lookup",
        "Function `_android_keyvalue_lookup_extract_key_value_arg(atrace_payload, key_name)`: the value of a key in a text such as `{ event=start name=\"a b\" }`.",
        include_str!("../../assets/sql/android_keyvalue_lookup.sql"),
    ),
    of_sql(
        "android.codec",
        "Table `android_codec_events`: what codecs of media did.",
        include_str!("../../assets/sql/android_codec.sql"),
    ),
    of_sql(
        "android.cpu.cpu_per_uid",
        "Table `android_cpu_per_uid_track`, view `android_cpu_per_uid_counter`: how much CPU time each user id took of each cluster.",
        include_str!("../../assets/sql/android_cpu_cpu_per_uid.sql"),
    ),
    of_sql(
        "android.memory.dmabuf_spans",
        "Table `_dmabuf_spans`: how much memory of shared buffers each process held, from when to when.",
        include_str!("../../assets/sql/android_memory_dmabuf_spans.sql"),
    ),
    of_sql(
        "viz.summary.states",
        "Table `_state_track_summary`: how many states each track has, and how long they are.",
        include_str!("../../assets/sql/viz_summary_states.sql"),
    ),
    of_sql(
        "linux.cpu.frequency",
        "Table `cpu_frequency_counters`: from when to when each CPU had which frequency.",
        include_str!("../../assets/sql/linux_cpu_frequency.sql"),
    ),
    of_sql(
        "linux.cpu.idle",
        "Table `cpu_idle_counters`: from when to when each CPU was in which idle state.",
        include_str!("../../assets/sql/linux_cpu_idle.sql"),
    ),
    of_sql(
        "linux.cpu.idle_stats",
        "Table `cpu_idle_stats`: how often and for how long each CPU was in each idle state.",
        include_str!("../../assets/sql/linux_cpu_idle_stats.sql"),
    ),
    of_sql(
        "linux.cpu.utilization.general",
        "What the modules beside it share.",
        include_str!("../../assets/sql/linux_cpu_utilization_general.sql"),
    ),
    of_sql(
        "linux.cpu.utilization.thread_cpu",
        "Table `cpu_cycles_per_thread_per_cpu`, function `cpu_cycles_per_thread_per_cpu_in_interval`: the cycles that each thread took of each CPU.",
        include_str!("../../assets/sql/linux_cpu_utilization_thread_cpu.sql"),
    ),
    of_sql(
        "linux.cpu.utilization.thread",
        "Table `cpu_cycles_per_thread`, functions `cpu_cycles_per_thread_in_interval`, `cpu_thread_utilization_per_second`, `cpu_thread_utilization_per_period` and `cpu_thread_utilization_in_interval`: how busy threads kept the CPUs.",
        include_str!("../../assets/sql/linux_cpu_utilization_thread.sql"),
    ),
    of_sql(
        "linux.cpu.utilization.process",
        "Table `cpu_cycles_per_process`, functions `cpu_cycles_per_process_in_interval`, `cpu_process_utilization_per_second`, `cpu_process_utilization_per_period` and `cpu_process_utilization_in_interval`: the same of processes.",
        include_str!("../../assets/sql/linux_cpu_utilization_process.sql"),
    ),
    of_sql(
        "linux.cpu.utilization.slice",
        "Table `cpu_cycles_per_thread_slice`, function `cpu_cycles_per_thread_slice_in_interval`: the cycles that slices of threads took.",
        include_str!("../../assets/sql/linux_cpu_utilization_slice.sql"),
    ),
    of_sql(
        "linux.cpu.utilization.system",
        "Tables `cpu_utilization_per_second`, `cpu_cycles` and `cpu_cycles_per_cpu`, functions `cpu_utilization_per_period`, `cpu_utilization_in_interval`, `cpu_cycles_in_interval` and `cpu_cycles_per_cpu_in_interval`: how busy the CPUs were.",
        include_str!("../../assets/sql/linux_cpu_utilization_system.sql"),
    ),
    of_sql(
        "linux.memory.process",
        "View `memory_rss_and_swap_per_process`: how much memory each process held from when to when.",
        include_str!("../../assets/sql/linux_memory_process.sql"),
    ),
    of_sql(
        "linux.systemd_journald",
        "View `linux_systemd_journald_logs`: the lines in `logs` of the journal of systemd.",
        include_str!("../../assets/sql/linux_systemd_journald.sql"),
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
        "android.binder",
        "Table `android_binder_txns`, views `android_binder_metrics_by_process`, `android_sync_binder_thread_state_by_txn` and `android_sync_binder_blocked_functions_by_txn`: transactions from both sides.",
        include_str!("../../assets/sql/android_binder.sql"),
    ),
    of_sql(
        "android.binder_breakdown",
        "Tables `android_binder_client_breakdown`, `android_binder_server_breakdown` and `android_binder_client_server_breakdown`: what both sides of a transaction did or waited for, when.",
        include_str!("../../assets/sql/android_binder_breakdown.sql"),
    ),
    of_sql(
        "android.monitor_contention",
        "Tables `android_monitor_contention`, `android_monitor_contention_chain` and `android_monitor_contention_chain_thread_state`, views `…_by_txn`, functions `android_extract_android_monitor_contention_…`: who waited for which monitor of Java, and who held it.",
        include_str!("../../assets/sql/android_monitor_contention.sql"),
    ),
    of_sql(
        "android.lock_contention",
        "Tables `android_lock_contention` and `android_all_lock_contentions` (with monitors of Java), function `android_extract_lock_contention_owner_tid`: who waited for which lock, and who held it.",
        include_str!("../../assets/sql/android_lock_contention.sql"),
    ),
    of_sql(
        "android.process_metadata",
        "Table `android_process_metadata`: which package each process runs; function `android_is_kernel_task(upid)`.",
        include_str!("../../assets/sql/android_process_metadata.sql"),
    ),
    of_sql(
        "android.startup.startups",
        "Table `android_startup_processes`, views `android_startups`, `android_startup_threads`, `android_class_loading_for_startup` and `android_thread_slices_for_all_startups`, functions `android_slices_for_startup_and_slice_name`, `android_binder_transaction_slices_for_startup`, `android_sum_dur_for_startup_and_slice` and `android_sum_dur_on_main_thread_for_startup_and_slice`: starts of activities.",
        include_str!("../../assets/sql/android_startup_startups.sql"),
    ),
    of_sql(
        "android.suspend",
        "Table `android_suspend_state`: from when to when the device was awake.",
        include_str!("../../assets/sql/android_suspend.sql"),
    ),
    of_sql(
        "android.gpu.frequency",
        "Table `android_gpu_frequency`: from when to when each GPU had which frequency.",
        include_str!("../../assets/sql/android_gpu_frequency.sql"),
    ),
    of_sql(
        "android.surfaceflinger",
        "Tables `android_app_to_sf_frame_timeline_match`: which display frame showed which frame of an application; `android_surfaceflinger_workloads`: how long each composition took which part of it.",
        include_str!("../../assets/sql/android_surfaceflinger.sql"),
    ),
    of_sql(
        "android.network_packets",
        "View `android_network_packets`: packets of the network by application, interface and direction; macros `android_network_uptime_spans!(table, (column, …), timeout)` and `android_network_uptime_cost!(table, (column, …), timeout)`: for how long they kept interfaces up.",
        include_str!("../../assets/sql/android_network_packets.sql"),
    ),
    of_sql(
        "android.anrs",
        "Table `android_anrs`: applications that did not respond, why, and for how long they were waited for.",
        include_str!("../../assets/sql/android_anrs.sql"),
    ),
    of_sql(
        "android.app_process_starts",
        "Table `android_app_process_starts`: processes that were started for an activity, a service, a broadcast or a provider.",
        include_str!("../../assets/sql/android_app_process_starts.sql"),
    ),
    of_sql(
        "android.battery",
        "View `android_battery_charge`: what the battery said at each time.",
        include_str!("../../assets/sql/android_battery.sql"),
    ),
    of_sql(
        "android.battery.charging_states",
        "Table `android_charging_states`: from when to when the battery was charged.",
        include_str!("../../assets/sql/android_battery_charging_states.sql"),
    ),
    of_sql(
        "android.battery.doze",
        "Tables `android_light_idle_state` and `android_deep_idle_state`: from when to when an unused device was how idle.",
        include_str!("../../assets/sql/android_battery_doze.sql"),
    ),
    of_sql(
        "android.battery_stats",
        "Views `android_battery_stats_state` and `android_battery_stats_event_slices`, function `android_battery_stats_counter_to_string`: what the battery statistics recorded, in words.",
        include_str!("../../assets/sql/android_battery_stats.sql"),
    ),
    of_sql(
        "android.bitmaps",
        "Tables `android_bitmap_memory`, `android_bitmap_count` and `android_bitmap_counters_per_process`: how many bitmaps each process held, and how much memory for them.",
        include_str!("../../assets/sql/android_bitmaps.sql"),
    ),
    of_sql(
        "android.dvfs",
        "Views `android_dvfs_counters` and `android_dvfs_counter_residency`, table `android_dvfs_counter_stats`: frequencies of memory and buses.",
        include_str!("../../assets/sql/android_dvfs.sql"),
    ),
    of_sql(
        "android.garbage_collection",
        "Table `android_garbage_collection_events`: collections of Java's heap, what they freed and what they waited for.",
        include_str!("../../assets/sql/android_garbage_collection.sql"),
    ),
    of_sql(
        "android.input",
        "Table `android_input_events`: input events on their way to applications, and the frames that show them.",
        include_str!("../../assets/sql/android_input.sql"),
    ),
    of_sql(
        "android.job_scheduler",
        "Table `android_job_scheduler_events`: jobs that applications left to the system.",
        include_str!("../../assets/sql/android_job_scheduler.sql"),
    ),
    of_sql(
        "android.memory.lmk",
        "Table `android_lmk_events`: processes that were killed for want of memory.",
        include_str!("../../assets/sql/android_memory_lmk.sql"),
    ),
    of_sql(
        "android.memory.process",
        "Table `memory_oom_score_with_rss_and_swap_per_process`: how much memory each process held, and how dispensable it was.",
        include_str!("../../assets/sql/android_memory_process.sql"),
    ),
    of_sql(
        "android.oom_adjuster",
        "View `android_oom_adj_intervals`, functions `android_oom_adj_score_to_bucket_name` and `android_oom_adj_score_to_detailed_bucket_name`: how dispensable each process was, and what changed that.",
        include_str!("../../assets/sql/android_oom_adjuster.sql"),
    ),
    of_sql(
        "android.power_rails",
        "Tables `android_power_rails_counters` and `android_power_rails_metadata`: how much energy each rail has taken.",
        include_str!("../../assets/sql/android_power_rails.sql"),
    ),
    of_sql(
        "android.screen_state",
        "Table `android_screen_state`: from when to when the screen was on.",
        include_str!("../../assets/sql/android_screen_state.sql"),
    ),
    of_sql(
        "android.screenshots",
        "Table `android_screenshots`: pictures of the screen.",
        include_str!("../../assets/sql/android_screenshots.sql"),
    ),
    of_sql(
        "android.startup.time_to_display",
        "Table `android_startup_time_to_display`: how long an activity took to its first and to its full frame.",
        include_str!("../../assets/sql/android_startup_time_to_display.sql"),
    ),
    of_sql(
        "android.slices",
        "Function `android_standardize_slice_name`: names of slices without numbers and what else differs from one to the next.",
        include_str!("../../assets/sql/android_slices.sql"),
    ),
    of_sql(
        "android.statsd",
        "View `android_statsd_atoms`: atoms that statsd has recorded.",
        include_str!("../../assets/sql/android_statsd.sql"),
    ),
    of_sql(
        "android.startup.startup_breakdowns",
        "Table `android_startup_opinionated_breakdown`: what the main thread of a starting activity did or waited for, when.",
        include_str!("../../assets/sql/android_startup_startup_breakdowns.sql"),
    ),
    of_sql(
        "android.cpu.cluster_type",
        "Table `android_cpu_cluster_mapping`: which CPUs are little, medium or big.",
        include_str!("../../assets/sql/android_cpu_cluster_type.sql"),
    ),
    of_sql(
        "android.device",
        "Table `android_device_name`, function `android_device_name_from_fingerprint`: what the device is called.",
        include_str!("../../assets/sql/android_device.sql"),
    ),
    of_sql(
        "android.freezer",
        "Table `android_freezer_events`: processes that the system froze, and what for it let them go on.",
        include_str!("../../assets/sql/android_freezer.sql"),
    ),
    of_sql(
        "android.gpu.memory",
        "Table `android_gpu_memory_per_process`: how much memory of the GPU each process held from when to when.",
        include_str!("../../assets/sql/android_gpu_memory.sql"),
    ),
    of_sql(
        "android.memory.dmabuf",
        "Tables `android_dmabuf_allocs` and `android_memory_cumulative_dmabuf`: who allocated and released shared buffers.",
        include_str!("../../assets/sql/android_memory_dmabuf.sql"),
    ),
    of_sql(
        "linux.memory.high_watermark",
        "View `memory_rss_high_watermark_per_process`: the most memory that each process has held so far.",
        include_str!("../../assets/sql/linux_memory_high_watermark.sql"),
    ),
    of_sql(
        "linux.perf.samples",
        "Table `linux_perf_samples_summary_tree`: the call stacks of perf samples together.",
        include_str!("../../assets/sql/linux_perf_samples.sql"),
    ),
    of_sql(
        "linux.threads",
        "Table `linux_kernel_threads`: threads of the kernel.",
        include_str!("../../assets/sql/linux_threads.sql"),
    ),
    of_sql(
        "linux.block_io",
        "View `linux_active_block_io_operations_by_device`, functions `linux_device_major_id` and `linux_device_minor_id`: how many operations block devices had to do.",
        include_str!("../../assets/sql/linux_block_io.sql"),
    ),
    of_sql(
        "linux.irqs",
        "Views `linux_irqs`, `linux_hard_irqs` and `linux_soft_irqs`: what CPUs did in interrupts.",
        include_str!("../../assets/sql/linux_irqs.sql"),
    ),
    of_sql(
        "stacks.cpu_profiling",
        "Tables `cpu_profiling_samples` and `cpu_profiling_summary_tree`: samples of what CPUs executed, one by one and together.",
        include_str!("../../assets/sql/stacks_cpu_profiling.sql"),
    ),
    of_sql(
        "android.cujs.base",
        "Tables `android_jank_cuj` and `android_jank_cuj_layer_name`: journeys (`J<…>`) as their slices and markers say.",
        include_str!("../../assets/sql/android_cujs_base.sql"),
    ),
    of_sql(
        "android.cujs.sysui_cujs",
        "Tables `android_sysui_jank_cujs`, `android_sysui_latency_cujs` and `android_jank_latency_cujs`: journeys through the user interface that Android itself marks (`J<…>`, `L<…>`), from their first frame to their last; table `android_cuj_blocking_calls`: what kept their threads from drawing.",
        include_str!("../../assets/sql/android_cujs_sysui_cujs.sql"),
    ),
    of_sql(
        "android.cujs.sysui_cuj_counters",
        "Functions `_android_jank_cuj_counter_value` and `_android_cuj_missed_vsyncs_for_callback`: what Android counts during these journeys.",
        include_str!("../../assets/sql/android_cujs_sysui_cuj_counters.sql"),
    ),
    of_sql(
        "android.critical_blocking_calls",
        "Table `_android_critical_blocking_calls`: slices and transactions that keep a thread from drawing.",
        include_str!("../../assets/sql/android_critical_blocking_calls.sql"),
    ),
    of_sql(
        "android.frame_blocking_calls.blocking_calls_aggregation",
        "View `_blocking_calls_frame_cuj`: those that held up frames of journeys.",
        include_str!("../../assets/sql/android_frame_blocking_calls.sql"),
    ),
    of_sql(
        "android.broadcasts",
        "Table `_android_broadcasts_minsdk_u`: intents that the system delivered to processes, from Android 14 on.",
        include_str!("../../assets/sql/android_broadcasts.sql"),
    ),
    of_sql(
        "sched.thread_state_flattened",
        "Functions `_get_flattened_thread_state(slice_id, utid)` and `_get_flattened_thread_state_aggregated(slice_id, utid)`: the states of a thread while a slice lasts, by its innermost slices.",
        include_str!("../../assets/sql/sched_thread_state_flattened.sql"),
    ),
    of_sql(
        "android.cujs.threads",
        "Function `android_jank_cuj_app_thread(thread_name)`, table `android_jank_cuj_render_thread`: the threads that draw during journeys.",
        include_str!("../../assets/sql/android_cujs_threads.sql"),
    ),
    of_sql(
        "android.cujs.cuj_frame_counters",
        "What Android counts during its journeys.",
        include_str!("../../assets/sql/android_cujs_cuj_frame_counters.sql"),
    ),
    of_sql(
        "android.lock_held",
        "Table `android_lock_held`: from when to when threads held the locks of the system that have names, and in which method.",
        include_str!("../../assets/sql/android_lock_held.sql"),
    ),
    of_sql(
        "android.kernel_wakelocks",
        "Table `android_kernel_wakelocks`: for how much of the time awake the kernel and native services held wake locks.",
        include_str!("../../assets/sql/android_kernel_wakelocks.sql"),
    ),
    of_sql(
        "android.app_wakelocks",
        "View `android_app_wakelocks`, tables `android_app_wakelocks_sdk` and `android_app_wakelocks_batterystats`: from when to when applications held wake locks.",
        include_str!("../../assets/sql/android_app_wakelocks.sql"),
    ),
    of_sql(
        "android.wakeups",
        "Table `android_wakeups`: what woke the device or kept it from sleeping.",
        include_str!("../../assets/sql/android_wakeups.sql"),
    ),
    of_sql(
        "android.gpu.mali_power_state",
        "Table `android_mali_gpu_power_state`: from when to when a GPU of Mali was in which power state.",
        include_str!("../../assets/sql/android_gpu_mali_power_state.sql"),
    ),
    of_sql(
        "android.gpu.pvr_power_state",
        "Table `android_pvr_gpu_power_state`: from when to when a GPU of PowerVR was in which power state.",
        include_str!("../../assets/sql/android_gpu_pvr_power_state.sql"),
    ),
    of_sql(
        "android.gpu.work_period",
        "Table `android_gpu_work_period_track`: the tracks of when GPUs worked for which application.",
        include_str!("../../assets/sql/android_gpu_work_period.sql"),
    ),
    of_sql(
        "android.cpu.cpu_uptime",
        "Table `android_active_sched_joined`, macro `android_cpu_uptime_cost!(table, c2_cost, c3_cost)`: which threads kept CPUs from deeper idle states.",
        include_str!("../../assets/sql/android_cpu_cpu_uptime.sql"),
    ),
    of_sql(
        "android.cpu.cluster_utilization",
        "Function `android_cpu_cluster_utilization_in_interval(ts, dur)`: how busy the little, medium and big CPUs were.",
        include_str!("../../assets/sql/android_cpu_cluster_utilization.sql"),
    ),
    of_sql(
        "linux.cpu.sched_breakdown",
        "Table `cpu_sched_time`: for how long the scheduler told what each CPU did.",
        include_str!("../../assets/sql/linux_cpu_sched_breakdown.sql"),
    ),
    of_sql(
        "linux.memory.kswapd",
        "View `linux_kswapd_cpu_breakdown`: for how long each CPU was kept busy by reclaiming memory.",
        include_str!("../../assets/sql/linux_memory_kswapd.sql"),
    ),
    of_sql(
        "android.frames.timeline_maxsdk28",
        "Table `_frames_maxsdk_28`: the frames of applications where nothing numbers them.",
        include_str!("../../assets/sql/android_frames_timeline_maxsdk28.sql"),
    ),
    of_sql(
        "android.services",
        "Table `android_service_bindings`: who bound to which service of another process.",
        include_str!("../../assets/sql/android_services.sql"),
    ),
    of_sql(
        "android.audio",
        "View `android_audio_track_state`: from when to when tracks of audio played, and how.",
        include_str!("../../assets/sql/android_audio.sql"),
    ),
    of_sql(
        "android.io",
        "Views `_android_io_f2fs_counter_stats`, `_android_io_f2fs_write_stats` and `_android_io_f2fs_aggregate_write_stats`: what was written to the file system f2fs, by whom.",
        include_str!("../../assets/sql/android_io.sql"),
    ),
    of_sql(
        "android.entity_state_residency",
        "Table `android_entity_state_residency`: for how much of the time parts of the device were in which power state.",
        include_str!("../../assets/sql/android_entity_state_residency.sql"),
    ),
    of_sql(
        "linux.devfreq",
        "Table `linux_devfreq_dsu_counter`, function `_get_devfreq_counters(device_name)`: from when to when devices other than CPUs had which frequency.",
        include_str!("../../assets/sql/linux_devfreq.sql"),
    ),
    of_sql(
        "viz.slices",
        "View `_viz_slices_for_ui_table`: all slices with their thread and process, if any.",
        include_str!("../../assets/sql/viz_slices.sql"),
    ),
    of_sql(
        "viz.threads",
        "Table `_threads_with_kernel_flag`: threads, and which of them are the kernel's.",
        include_str!("../../assets/sql/viz_threads.sql"),
    ),
    of_sql(
        "viz.summary.slices",
        "Table `_slice_track_summary`: how many slices each track has, and how long and deep they are.",
        include_str!("../../assets/sql/viz_summary_slices.sql"),
    ),
    of_sql(
        "viz.summary.counters",
        "Table `_counter_track_summary`: the tracks that have samples.",
        include_str!("../../assets/sql/viz_summary_counters.sql"),
    ),
    of_sql(
        "viz.summary.threads",
        "Table `_thread_available_info_summary`: how much is known of each thread.",
        include_str!("../../assets/sql/viz_summary_threads.sql"),
    ),
    of_sql(
        "viz.summary.processes",
        "Table `_process_available_info_summary`: how much is known of each process.",
        include_str!("../../assets/sql/viz_summary_processes.sql"),
    ),
    Module {
        name: "viz.summary.track_event",
        doc: "Table `_track_event_tracks_ordered_groups`: TrackEvent tracks in display order.",
        sql: "",
        tables: tables::track_event_summary,
    },
];

/// Returns all modules.
pub(super) fn all() -> impl Iterator<Item = &'static Module> {
    MODULES.iter().chain(chrome::MODULES)
}

/// Returns the modules that a name refers to; `a.*` refers to all modules below `a`.
pub(super) fn find(name: &str) -> Vec<&'static Module> {
    let name = name.to_ascii_lowercase();
    let prefix = name
        .strip_suffix('*')
        .filter(|prefix| prefix.ends_with('.') || prefix.is_empty());
    let is_meant = |module: &&Module| match prefix {
        Some(prefix) => module.name.starts_with(prefix),
        None => module.name == name,
    };
    all().filter(is_meant).collect()
}
