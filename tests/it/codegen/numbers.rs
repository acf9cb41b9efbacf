//! The numbers of fields and of enum values, as modules of constants: one for each message.
//!
//! Constants of values are in the same module as those of fields, as in protobuf; they have another type.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use prost_reflect::prost_types::{DescriptorProto, EnumDescriptorProto, FileDescriptorSet};

use crate::support;

/// The messages of the configuration that readers look into; the rest is only shown as text.
const CONFIG: &[&str] = &[
    "FollowerEvent",
    "PerfEvents.RawEvent",
    "PerfEvents.Timebase",
    "PerfEvents.Tracepoint",
    "TraceConfig",
    "TraceConfig.BufferConfig",
    "TraceConfig.StatsdMetadata",
];

/// The extensions of track events that readers look into: each with field and message.
const ADDED: &[(&str, &str)] = &[
    ("binder_died_event", "AndroidBinderDiedEvent"),
    ("chrome_active_processes", "ChromeActiveProcesses"),
    ("chrome_histogram_sample", "ChromeHistogramSample"),
    ("chrome_memory_pressure_notification", ""),
    ("chrome_mojo_event_info", "ChromeMojoEventInfo"),
    ("process_start_event", "AndroidProcessStartEvent"),
];

/// The kernel events that the importer evaluates, besides storing them as rows.
const EVENTS: &[&str] = &[
    "print",
    "sched_switch",
    "cpu_frequency",
    "cpu_frequency_limits",
    "cpu_idle",
    "clock_enable",
    "clock_disable",
    "clock_set_rate",
    "sched_wakeup",
    "sched_blocked_reason",
    "sched_waking",
    "softirq_entry",
    "softirq_exit",
    "i2c_read",
    "i2c_write",
    "i2c_result",
    "irq_handler_entry",
    "irq_handler_exit",
    "mm_vmscan_direct_reclaim_begin",
    "mm_vmscan_direct_reclaim_end",
    "binder_transaction",
    "binder_transaction_received",
    "binder_lock",
    "binder_locked",
    "binder_unlock",
    "workqueue_execute_end",
    "workqueue_execute_start",
    "workqueue_queue_work",
    "tracing_mark_write",
    "suspend_resume",
    "task_newtask",
    "task_rename",
    "sched_process_free",
    "rss_stat",
    "ion_heap_shrink",
    "ion_heap_grow",
    "binder_transaction_alloc_buf",
    "signal_deliver",
    "signal_generate",
    "oom_score_adj_update",
    "generic",
    "mm_event_record",
    "sys_enter",
    "sys_exit",
    "zero",
    "gpu_frequency",
    "sde_tracing_mark_write",
    "mark_victim",
    "ion_stat",
    "scm_call_start",
    "scm_call_end",
    "gpu_mem_total",
    "thermal_temperature",
    "cdev_update",
    "cpuhp_exit",
    "cpuhp_enter",
    "fastrpc_dma_stat",
    "dpu_tracing_mark_write",
    "g2d_tracing_mark_write",
    "mali_tracing_mark_write",
    "dma_heap_stat",
    "rss_stat_throttled",
    "netif_receive_skb",
    "net_dev_xmit",
    "inet_sock_set_state",
    "tcp_retransmit_skb",
    "cros_ec_sensorhub_data",
    "napi_gro_receive_entry",
    "napi_gro_receive_exit",
    "kfree_skb",
    "wakeup_source_activate",
    "wakeup_source_deactivate",
    "ufshcd_command",
    "ufshcd_clk_gating",
    "drm_vblank_event",
    "drm_vblank_event_delivered",
    "drm_sched_job",
    "drm_run_job",
    "drm_sched_process_job",
    "dma_fence_init",
    "dma_fence_emit",
    "dma_fence_signaled",
    "dma_fence_wait_start",
    "dma_fence_wait_end",
    "f2fs_iostat",
    "f2fs_iostat_latency",
    "sched_cpu_util_cfs",
    "v4l2_qbuf",
    "v4l2_dqbuf",
    "vb2_v4l2_buf_queue",
    "vb2_v4l2_buf_done",
    "vb2_v4l2_qbuf",
    "vb2_v4l2_dqbuf",
    "android_fs_dataread_end",
    "android_fs_dataread_start",
    "funcgraph_entry",
    "funcgraph_exit",
    "virtio_video_cmd",
    "virtio_video_cmd_done",
    "virtio_video_resource_queue",
    "virtio_video_resource_queue_done",
    "mm_shrink_slab_start",
    "mm_shrink_slab_end",
    "trusty_smc",
    "trusty_smc_done",
    "trusty_std_call32",
    "trusty_std_call32_done",
    "trusty_share_memory",
    "trusty_share_memory_done",
    "trusty_reclaim_memory",
    "trusty_reclaim_memory_done",
    "trusty_irq",
    "trusty_ipc_handle_event",
    "trusty_ipc_connect",
    "trusty_ipc_connect_end",
    "trusty_ipc_write",
    "trusty_ipc_poll",
    "trusty_ipc_read",
    "trusty_ipc_read_end",
    "trusty_ipc_rx",
    "trusty_enqueue_nop",
    "cma_alloc_start",
    "cma_alloc_info",
    "lwis_tracing_mark_write",
    "virtio_gpu_cmd_queue",
    "virtio_gpu_cmd_response",
    "hyp_enter",
    "hyp_exit",
    "host_hcall",
    "host_smc",
    "host_mem_abort",
    "suspend_resume_minimal",
    "mali_mali_CSF_INTERRUPT_START",
    "mali_mali_CSF_INTERRUPT_END",
    "samsung_tracing_mark_write",
    "binder_command",
    "binder_return",
    "gpu_work_period",
    "rpm_status",
    "panel_write_generic",
    "google_icc_event",
    "google_irm_event",
    "device_pm_callback_start",
    "device_pm_callback_end",
    "thermal_exynos_acpm_bulk",
    "thermal_exynos_acpm_high_overhead",
    "dcvsh_freq",
    "kgsl_gpu_frequency",
    "mali_mali_PM_MCU_HCTL_CORES_DOWN_SCALE_NOTIFY_PEND",
    "mali_mali_PM_MCU_RESET_WAIT",
    "bcl_irq_trigger",
    "kgsl_adreno_cmdbatch_queued",
    "kgsl_adreno_cmdbatch_sync",
    "kgsl_adreno_cmdbatch_retired",
    "pixel_mm_kswapd_wake",
    "pixel_mm_kswapd_done",
    "devfreq_frequency",
    "kprobe_event",
    "param_set_value_cpm",
    "block_io_start",
    "block_io_done",
    "mali_gpu_power_state",
    "dpu_disp_dpu_underrun",
    "dpu_disp_vblank_irq_enable",
    "hrtimer_expire_entry",
    "hrtimer_expire_exit",
    "local_timer_entry",
    "local_timer_exit",
    "cma_alloc_finish",
    "mm_alloc_contig_migrate_range_info",
    "host_ffa_call",
    "iommu_idmap",
    "psci_mem_protect",
    "dmabuf_rss_stat",
    "hypervisor_host_hcall",
    "hypervisor_host_smc",
    "hypervisor_hyp_exit",
    "hypervisor_iommu_idmap",
    "hypervisor_psci_mem_protect",
    "hypervisor_host_mem_abort",
    "hypervisor_hyp_enter",
    "hypervisor_iommu_idmap_complete",
    "hypervisor_vcpu_illegal_trap",
    "drm_sched_job_done",
    "drm_sched_job_queue",
    "drm_sched_job_run",
    "fwtp_perfetto_counter",
    "fwtp_perfetto_slice",
    "dpu_disp_frame_done_timeout",
    "dpu_disp_frame_start_timeout",
    "dpu_disp_frame_done_missing",
    "dpu_disp_frame_start_missing",
    "dpu_disp_dpu_line_underrun",
    "gram_collision",
    "panel_settings_full",
    "panel_settings_lite",
    "gpu_power_state",
    "f2fs_write_checkpoint",
    "mm_vmscan_memcg_reclaim_begin",
    "mm_vmscan_memcg_reclaim_end",
];

/// A message: the numbers of its fields, the values of its enums, and its nested messages.
#[derive(Default)]
struct Module {
    numbers: BTreeMap<i32, String>,
    values: Vec<(String, i32)>,
    modules: BTreeMap<String, Self>,
}

impl Module {
    /// Returns the module of a message.
    fn module(&mut self, message: &str) -> &mut Self {
        self.event_module(&super::constant(message))
    }

    /// Returns the module of a kernel event.
    fn event_module(&mut self, name: &str) -> &mut Self {
        self.modules.entry(name.to_lowercase()).or_default()
    }

    fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.modules.values().all(Self::is_empty)
    }

    fn number(&mut self, number: i32, name: &str) {
        let name = name.to_uppercase();
        let old = self.numbers.insert(number, name.clone());
        let is_same = old.as_ref().is_none_or(|old| *old == name);
        assert!(is_same, "{number} is {name} and {old:?}");
    }

    fn fields(&mut self, message: &DescriptorProto) {
        for field in &message.field {
            self.number(field.number(), field.name());
        }
    }

    fn values(&mut self, of: &EnumDescriptorProto) {
        let values = of.value.iter();
        self.values
            .extend(values.map(|value| (value.name().to_owned(), value.number())));
    }

    /// Adds the fields, the enums and the nested messages of a message.
    fn all(&mut self, message: &DescriptorProto) {
        self.fields(message);
        message.enum_type.iter().for_each(|of| self.values(of));
        for nested in &message.nested_type {
            self.module(nested.name()).all(nested);
        }
    }

    /// Adds those of a message of the configuration and its nested messages that are listed in [`CONFIG`].
    fn listed(&mut self, scope: &str, message: &DescriptorProto) {
        let name = format!("{scope}{}", message.name());
        let module = self.module(message.name());
        if CONFIG.contains(&name.as_str()) {
            module.fields(message);
        }
        for nested in &message.nested_type {
            module.listed(&format!("{name}."), nested);
        }
    }

    /// Adds a kernel event from a line of the list.
    fn event(&mut self, line: &str) {
        let mut words = line.split(' ');
        let (Some(number), Some(name)) = (words.next(), words.next()) else {
            return;
        };
        if !EVENTS.contains(&name) {
            return;
        }
        self.number(number.parse().expect("a number"), name);
        for word in words {
            let field = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let number = word.trim_end_matches(field).parse().expect("a number");
            // The first letter is the kind of the field.
            let (_kind, field) = field.split_at(1);
            self.event_module(name).number(number, field);
        }
    }

    fn write(&self, depth: usize, out: &mut String) {
        let indent = "    ".repeat(depth);
        for (number, name) in &self.numbers {
            writeln!(out, "{indent}pub const {name}: u32 = {number};").expect("a string");
        }
        for (name, number) in &self.values {
            writeln!(out, "{indent}pub const {name}: u64 = {number};").expect("a string");
        }
        for (name, module) in self.modules.iter().filter(|(_, of)| !of.is_empty()) {
            writeln!(out, "\n{indent}pub mod {name} {{").expect("a string");
            module.write(depth + 1, out);
            writeln!(out, "{indent}}}").expect("a string");
        }
    }
}

/// Returns the modules of all messages that readers know, and of the kernel events.
pub(super) fn modules(schema: &FileDescriptorSet) -> String {
    let mut root = Module::default();
    for file in &schema.file {
        for message in &file.message_type {
            if file.name() == super::CONFIG_FILE {
                root.listed("", message);
            } else if file.name().starts_with("typed/") {
                if ADDED.iter().any(|(_, name)| *name == message.name()) {
                    root.module(message.name()).all(message);
                }
            } else if message.name() != "FtraceEvent" && message.name().ends_with("FtraceEvent") {
                // These are added below, under the names of their fields.
            } else {
                root.module(message.name()).all(message);
            }
        }
        if !(file.name() == super::CONFIG_FILE || file.name().starts_with("typed/")) {
            file.enum_type.iter().for_each(|of| root.values(of));
        }
        let nested = file.message_type.iter().flat_map(|of| &of.extension);
        for field in file.extension.iter().chain(nested) {
            if ADDED.iter().any(|(name, _)| *name == field.name()) {
                root.module("TrackEvent")
                    .number(field.number(), field.name());
            }
        }
    }
    add_events(root.module("FtraceEvent"), schema);
    let mut out = String::new();
    root.write(0, &mut out);
    out
}

/// Adds the kernel events, those of `protos/` and those of the importer's list.
fn add_events(root: &mut Module, schema: &FileDescriptorSet) {
    let messages: BTreeMap<&str, &DescriptorProto> = (schema.file.iter())
        .flat_map(|file| &file.message_type)
        .map(|message| (message.name(), message))
        .collect();
    root.numbers.clear();
    for field in &messages["FtraceEvent"].field {
        let message = field.type_name().rsplit('.').next().unwrap_or_default();
        if let Some(message) = messages.get(message) {
            if EVENTS.contains(&field.name()) {
                root.event_module(field.name()).all(message);
            }
        } else if !field.name().starts_with("described_") {
            root.number(field.number(), field.name());
        }
    }
    let events = support::repo("src/import/ftrace/events.txt");
    let events = std::fs::read_to_string(events).expect("the list of events");
    for line in events.lines() {
        root.event(line);
    }
}

#[test]
fn every_event_of_the_list_is_read() {
    let mut sources = String::new();
    for path in support::files_below(&support::repo("src/import")) {
        sources.push_str(&std::fs::read_to_string(&path).expect("a source file"));
    }
    let is_unread =
        |name: &&&str| !sources.contains(&format!("ftrace_event::{}", name.to_uppercase()));
    let unread: Vec<_> = EVENTS.iter().filter(is_unread).collect();
    assert!(unread.is_empty(), "nothing reads {unread:?}");
}
