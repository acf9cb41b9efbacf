//! Numbers of fields and schema tables, generated from `protos/` and the list of kernel events.
//!
//! Do not edit: change `protos/`, or for kernel events the list in `tests/it/codegen/numbers.rs`, and run
//! `BLESS=1 cargo test --test it codegen`.
//! A module for every message has the numbers of its fields, [`ftrace_event`] those of events and a
//! module for each of them; [`schema`] names the arguments of typed fields.

#![expect(missing_docs, reason = "generated")]

pub mod schema;
pub const HCI_CMD: u64 = 1;
pub const HCI_EVT: u64 = 2;
pub const HCI_ACL_RX: u64 = 3;
pub const HCI_ACL_TX: u64 = 4;
pub const HCI_SCO_RX: u64 = 5;
pub const HCI_SCO_TX: u64 = 6;
pub const HCI_ISO_RX: u64 = 7;
pub const HCI_ISO_TX: u64 = 8;
pub const BUILTIN_CLOCK_UNKNOWN: u64 = 0;
pub const BUILTIN_CLOCK_REALTIME: u64 = 1;
pub const BUILTIN_CLOCK_REALTIME_COARSE: u64 = 2;
pub const BUILTIN_CLOCK_MONOTONIC: u64 = 3;
pub const BUILTIN_CLOCK_MONOTONIC_COARSE: u64 = 4;
pub const BUILTIN_CLOCK_MONOTONIC_RAW: u64 = 5;
pub const BUILTIN_CLOCK_BOOTTIME: u64 = 6;
pub const BUILTIN_CLOCK_TSC: u64 = 9;
pub const BUILTIN_CLOCK_PERF: u64 = 10;
pub const BUILTIN_CLOCK_TRACE_FILE: u64 = 11;
pub const FTRACE_CLOCK_UNSPECIFIED: u64 = 0;
pub const FTRACE_CLOCK_UNKNOWN: u64 = 1;
pub const FTRACE_CLOCK_GLOBAL: u64 = 2;
pub const FTRACE_CLOCK_LOCAL: u64 = 3;
pub const FTRACE_CLOCK_MONO_RAW: u64 = 4;

pub mod address_symbols {
    pub const ADDRESS: u32 = 1;
    pub const LINES: u32 = 2;
}

pub mod android_binder_died_event {
    pub const UID: u32 = 1;
    pub const PID: u32 = 2;
    pub const PROCESS_NAME: u32 = 3;
    pub const START_SEQ_ID: u32 = 4;
}

pub mod android_energy_estimation_breakdown {
    pub const ENERGY_CONSUMER_DESCRIPTOR: u32 = 1;
    pub const ENERGY_CONSUMER_ID: u32 = 2;
    pub const ENERGY_UWS: u32 = 3;
    pub const PER_UID_BREAKDOWN: u32 = 4;

    pub mod energy_consumer {
        pub const ENERGY_CONSUMER_ID: u32 = 1;
        pub const ORDINAL: u32 = 2;
        pub const TYPE: u32 = 3;
        pub const NAME: u32 = 4;
    }

    pub mod energy_consumer_descriptor {
        pub const ENERGY_CONSUMERS: u32 = 1;
    }

    pub mod uid_breakdown {
        pub const UID: u32 = 1;
        pub const ENERGY_UWS: u32 = 2;
    }
}

pub mod android_game_intervention_list {
    pub const GAME_PACKAGES: u32 = 1;
    pub const PARSE_ERROR: u32 = 2;
    pub const READ_ERROR: u32 = 3;

    pub mod game_mode_info {
        pub const MODE: u32 = 1;
        pub const USE_ANGLE: u32 = 2;
        pub const RESOLUTION_DOWNSCALE: u32 = 3;
        pub const FPS: u32 = 4;
    }

    pub mod game_package_info {
        pub const NAME: u32 = 1;
        pub const UID: u32 = 2;
        pub const CURRENT_MODE: u32 = 3;
        pub const GAME_MODE_INFO: u32 = 4;
    }
}

pub mod android_log_packet {
    pub const EVENTS: u32 = 1;
    pub const STATS: u32 = 2;

    pub mod log_event {
        pub const LOG_ID: u32 = 1;
        pub const PID: u32 = 2;
        pub const TID: u32 = 3;
        pub const UID: u32 = 4;
        pub const TIMESTAMP: u32 = 5;
        pub const TAG: u32 = 6;
        pub const PRIO: u32 = 7;
        pub const MESSAGE: u32 = 8;
        pub const ARGS: u32 = 9;

        pub mod arg {
            pub const NAME: u32 = 1;
            pub const INT_VALUE: u32 = 2;
            pub const FLOAT_VALUE: u32 = 3;
            pub const STRING_VALUE: u32 = 4;
        }
    }

    pub mod stats {
        pub const NUM_TOTAL: u32 = 1;
        pub const NUM_FAILED: u32 = 2;
        pub const NUM_SKIPPED: u32 = 3;
    }
}

pub mod android_process_start_event {
    pub const UID: u32 = 1;
    pub const PID: u32 = 2;
    pub const PROCESS_NAME: u32 = 3;
    pub const BIND_APPLICATION_DELAY_MS: u32 = 4;
    pub const PROCESS_START_DELAY_MS: u32 = 5;
    pub const HOSTING_NAME: u32 = 6;
    pub const HOSTING_TYPE: u32 = 7;
    pub const TRIGGER_TYPE: u32 = 8;
    pub const HOSTING_ZYGOTE_VARIANT: u32 = 9;
    pub const START_SEQ_ID: u32 = 10;
    pub const PACKAGE_UID: u32 = 11;
    pub const CALLER_UID: u32 = 12;
    pub const DEFINING_UID: u32 = 13;
}

pub mod android_system_property {
    pub const VALUES: u32 = 1;

    pub mod property_value {
        pub const NAME: u32 = 1;
        pub const VALUE: u32 = 2;
    }
}

pub mod app_wakelock_bundle {
    pub const INTERN_ID: u32 = 1;
    pub const ENCODED_TS: u32 = 2;
}

pub mod app_wakelock_info {
    pub const IID: u32 = 1;
    pub const TAG: u32 = 2;
    pub const FLAGS: u32 = 3;
    pub const OWNER_PID: u32 = 4;
    pub const OWNER_UID: u32 = 5;
    pub const WORK_UID: u32 = 6;
}

pub mod art_process_metadata {
    pub const PID: u32 = 1;
    pub const UID: u32 = 2;
    pub const PROCESS_NAME: u32 = 3;
    pub const PACKAGE_NAME: u32 = 4;
}

pub mod background_tracing_metadata {
    pub const SCENARIO_NAME_HASH: u32 = 3;
}

pub mod battery_counters {
    pub const CHARGE_COUNTER_UAH: u32 = 1;
    pub const CAPACITY_PERCENT: u32 = 2;
    pub const CURRENT_UA: u32 = 3;
    pub const CURRENT_AVG_UA: u32 = 4;
    pub const NAME: u32 = 5;
    pub const ENERGY_COUNTER_UWH: u32 = 6;
    pub const VOLTAGE_UV: u32 = 7;
}

pub mod bluetooth_trace_event {
    pub const PACKET_TYPE: u32 = 1;
    pub const COUNT: u32 = 2;
    pub const LENGTH: u32 = 3;
    pub const DURATION: u32 = 4;
    pub const OP_CODE: u32 = 5;
    pub const EVENT_CODE: u32 = 6;
    pub const SUBEVENT_CODE: u32 = 7;
    pub const CONNECTION_HANDLE: u32 = 8;
}

pub mod callstack {
    pub const IID: u32 = 1;
    pub const FRAME_IDS: u32 = 2;
}

pub mod chrome_active_processes {
    pub const PID: u32 = 1;
}

pub mod chrome_benchmark_metadata {
    pub const BENCHMARK_START_TIME_US: u32 = 1;
    pub const STORY_RUN_TIME_US: u32 = 2;
    pub const BENCHMARK_NAME: u32 = 3;
    pub const BENCHMARK_DESCRIPTION: u32 = 4;
    pub const LABEL: u32 = 5;
    pub const STORY_NAME: u32 = 6;
    pub const STORY_TAGS: u32 = 7;
    pub const STORY_RUN_INDEX: u32 = 8;
    pub const HAD_FAILURES: u32 = 9;
}

pub mod chrome_event_bundle {
    pub const METADATA: u32 = 2;
    pub const LEGACY_FTRACE_OUTPUT: u32 = 4;

    pub mod chrome_metadata {
        pub const NAME: u32 = 1;
        pub const STRING_VALUE: u32 = 2;
        pub const BOOL_VALUE: u32 = 3;
        pub const INT_VALUE: u32 = 4;
        pub const JSON_VALUE: u32 = 5;
    }
}

pub mod chrome_histogram_sample {
    pub const NAME_HASH: u32 = 1;
    pub const NAME: u32 = 2;
    pub const SAMPLE: u32 = 3;
    pub const NAME_IID: u32 = 4;
}

pub mod chrome_metadata_packet {
    pub const BACKGROUND_TRACING_METADATA: u32 = 1;
    pub const CHROME_VERSION_CODE: u32 = 2;
    pub const ENABLED_CATEGORIES: u32 = 3;
    pub const FIELD_TRIAL_HASHES: u32 = 4;
    pub const APP_PACKAGE_NAME: u32 = 5;
    pub const APP_VERSION: u32 = 6;
    pub const CHANNEL: u32 = 7;
    pub const OS_NAME: u32 = 8;

    pub mod finch_hash {
        pub const NAME: u32 = 1;
        pub const GROUP: u32 = 2;
    }
}

pub mod chrome_mojo_event_info {
    pub const WATCHER_NOTIFY_INTERFACE_TAG: u32 = 1;
    pub const IPC_HASH: u32 = 2;
    pub const MOJO_INTERFACE_TAG: u32 = 3;
    pub const MOJO_INTERFACE_METHOD_IID: u32 = 4;
    pub const IS_REPLY: u32 = 5;
    pub const PAYLOAD_SIZE: u32 = 6;
    pub const DATA_NUM_BYTES: u32 = 7;
}

pub mod chrome_process_descriptor {
    pub const PROCESS_TYPE: u32 = 1;
    pub const PROCESS_PRIORITY: u32 = 2;
    pub const LEGACY_SORT_INDEX: u32 = 3;
    pub const HOST_APP_PACKAGE_NAME: u32 = 4;
    pub const CRASH_TRACE_ID: u32 = 5;
}

pub mod chrome_thread_descriptor {
    pub const THREAD_TYPE: u32 = 1;
    pub const LEGACY_SORT_INDEX: u32 = 2;
    pub const IS_SANDBOXED_TID: u32 = 3;
}

pub mod chrome_trigger {
    pub const TRIGGER_NAME: u32 = 1;
    pub const TRIGGER_NAME_HASH: u32 = 2;
}

pub mod clock_snapshot {
    pub const CLOCKS: u32 = 1;
    pub const PRIMARY_TRACE_CLOCK: u32 = 2;

    pub mod clock {
        pub const CLOCK_ID: u32 = 1;
        pub const TIMESTAMP: u32 = 2;
        pub const IS_INCREMENTAL: u32 = 3;
        pub const UNIT_MULTIPLIER_NS: u32 = 4;
    }
}

pub mod concurrent_session_event {
    pub const STATE: u32 = 1;
    pub const SESSION_NAME: u32 = 2;
    pub const SESSION_ID: u32 = 3;
    pub const CONSUMER_UID: u32 = 4;
    pub const NUM_DATA_SOURCES: u32 = 5;
    pub const STATE_UNSPECIFIED: u64 = 0;
    pub const STATE_DISABLED: u64 = 1;
    pub const STATE_CONFIGURED: u64 = 2;
    pub const STATE_STARTED: u64 = 3;
    pub const STATE_DISABLING_WAITING_STOP_ACKS: u64 = 4;
    pub const STATE_CLONED_READ_ONLY: u64 = 5;
}

pub mod counter_descriptor {
    pub const TYPE: u32 = 1;
    pub const CATEGORIES: u32 = 2;
    pub const UNIT: u32 = 3;
    pub const UNIT_MULTIPLIER: u32 = 4;
    pub const IS_INCREMENTAL: u32 = 5;
    pub const UNIT_NAME: u32 = 6;
    pub const Y_AXIS_SHARE_KEY: u32 = 7;
    pub const COUNTER_UNSPECIFIED: u64 = 0;
    pub const COUNTER_THREAD_TIME_NS: u64 = 1;
    pub const COUNTER_THREAD_INSTRUCTION_COUNT: u64 = 2;
    pub const UNIT_UNSPECIFIED: u64 = 0;
    pub const UNIT_TIME_NS: u64 = 1;
    pub const UNIT_COUNT: u64 = 2;
    pub const UNIT_SIZE_BYTES: u64 = 3;
}

pub mod cpu_info {
    pub const CPUS: u32 = 1;

    pub mod arm_cpu_identifier {
        pub const IMPLEMENTER: u32 = 1;
        pub const ARCHITECTURE: u32 = 2;
        pub const VARIANT: u32 = 3;
        pub const PART: u32 = 4;
        pub const REVISION: u32 = 5;
    }

    pub mod cpu {
        pub const PROCESSOR: u32 = 1;
        pub const FREQUENCIES: u32 = 2;
        pub const CAPACITY: u32 = 3;
        pub const ARM_IDENTIFIER: u32 = 4;
        pub const FEATURES: u32 = 5;
    }
}

pub mod cpu_per_uid_data {
    pub const CLUSTER_COUNT: u32 = 1;
    pub const UID: u32 = 2;
    pub const TOTAL_TIME_MS: u32 = 3;
}

pub mod debug_annotation {
    pub const NAME_IID: u32 = 1;
    pub const BOOL_VALUE: u32 = 2;
    pub const UINT_VALUE: u32 = 3;
    pub const INT_VALUE: u32 = 4;
    pub const DOUBLE_VALUE: u32 = 5;
    pub const STRING_VALUE: u32 = 6;
    pub const POINTER_VALUE: u32 = 7;
    pub const NESTED_VALUE: u32 = 8;
    pub const LEGACY_JSON_VALUE: u32 = 9;
    pub const NAME: u32 = 10;
    pub const DICT_ENTRIES: u32 = 11;
    pub const ARRAY_VALUES: u32 = 12;
    pub const PROTO_TYPE_NAME_IID: u32 = 13;
    pub const PROTO_VALUE: u32 = 14;
    pub const PROTO_TYPE_NAME: u32 = 16;
    pub const STRING_VALUE_IID: u32 = 17;

    pub mod nested_value {
        pub const NESTED_TYPE: u32 = 1;
        pub const DICT_KEYS: u32 = 2;
        pub const DICT_VALUES: u32 = 3;
        pub const ARRAY_VALUES: u32 = 4;
        pub const INT_VALUE: u32 = 5;
        pub const DOUBLE_VALUE: u32 = 6;
        pub const BOOL_VALUE: u32 = 7;
        pub const STRING_VALUE: u32 = 8;
        pub const UNSPECIFIED: u64 = 0;
        pub const DICT: u64 = 1;
        pub const ARRAY: u64 = 2;
    }
}

pub mod descriptor_proto {
    pub const NAME: u32 = 1;
    pub const FIELD: u32 = 2;
    pub const NESTED_TYPE: u32 = 3;
    pub const ENUM_TYPE: u32 = 4;
    pub const EXTENSION: u32 = 6;
}

pub mod entity_state_residency {
    pub const POWER_ENTITY_STATE: u32 = 1;
    pub const RESIDENCY: u32 = 2;

    pub mod power_entity_state {
        pub const ENTITY_INDEX: u32 = 1;
        pub const STATE_INDEX: u32 = 2;
        pub const ENTITY_NAME: u32 = 3;
        pub const STATE_NAME: u32 = 4;
    }

    pub mod state_residency {
        pub const ENTITY_INDEX: u32 = 1;
        pub const STATE_INDEX: u32 = 2;
        pub const TOTAL_TIME_IN_STATE_MS: u32 = 3;
    }
}

pub mod enum_descriptor_proto {
    pub const NAME: u32 = 1;
    pub const VALUE: u32 = 2;
}

pub mod enum_value_descriptor_proto {
    pub const NAME: u32 = 1;
    pub const NUMBER: u32 = 2;
}

pub mod extension_descriptor {
    pub const EXTENSION_SET: u32 = 1;
    pub const EXTENSION_SET_GZIP: u32 = 2;
}

pub mod field_descriptor_proto {
    pub const NAME: u32 = 1;
    pub const EXTENDEE: u32 = 2;
    pub const NUMBER: u32 = 3;
    pub const LABEL: u32 = 4;
    pub const TYPE: u32 = 5;
    pub const TYPE_NAME: u32 = 6;
    pub const OPTIONS: u32 = 8;
    pub const TYPE_DOUBLE: u64 = 1;
    pub const TYPE_FLOAT: u64 = 2;
    pub const TYPE_INT64: u64 = 3;
    pub const TYPE_UINT64: u64 = 4;
    pub const TYPE_INT32: u64 = 5;
    pub const TYPE_FIXED64: u64 = 6;
    pub const TYPE_FIXED32: u64 = 7;
    pub const TYPE_BOOL: u64 = 8;
    pub const TYPE_STRING: u64 = 9;
    pub const TYPE_GROUP: u64 = 10;
    pub const TYPE_MESSAGE: u64 = 11;
    pub const TYPE_BYTES: u64 = 12;
    pub const TYPE_UINT32: u64 = 13;
    pub const TYPE_ENUM: u64 = 14;
    pub const TYPE_SFIXED32: u64 = 15;
    pub const TYPE_SFIXED64: u64 = 16;
    pub const TYPE_SINT32: u64 = 17;
    pub const TYPE_SINT64: u64 = 18;
    pub const LABEL_OPTIONAL: u64 = 1;
    pub const LABEL_REQUIRED: u64 = 2;
    pub const LABEL_REPEATED: u64 = 3;

    pub mod field_options {
        pub const FLAGS_ENUM: u32 = 73921;
    }
}

pub mod file_descriptor_proto {
    pub const NAME: u32 = 1;
    pub const PACKAGE: u32 = 2;
    pub const DEPENDENCY: u32 = 3;
    pub const MESSAGE_TYPE: u32 = 4;
    pub const ENUM_TYPE: u32 = 5;
    pub const EXTENSION: u32 = 7;
}

pub mod file_descriptor_set {
    pub const FILE: u32 = 1;
}

pub mod follower_event {
    pub const COUNTER: u32 = 1;
    pub const TRACEPOINT: u32 = 2;
    pub const RAW_EVENT: u32 = 3;
    pub const NAME: u32 = 4;
    pub const MODIFIERS: u32 = 5;
}

pub mod frame {
    pub const IID: u32 = 1;
    pub const FUNCTION_NAME_ID: u32 = 2;
    pub const MAPPING_ID: u32 = 3;
    pub const REL_PC: u32 = 4;
    pub const SOURCE_PATH_IID: u32 = 5;
    pub const LINE_NUMBER: u32 = 6;
}

pub mod frame_timeline_event {
    pub const EXPECTED_DISPLAY_FRAME_START: u32 = 1;
    pub const ACTUAL_DISPLAY_FRAME_START: u32 = 2;
    pub const EXPECTED_SURFACE_FRAME_START: u32 = 3;
    pub const ACTUAL_SURFACE_FRAME_START: u32 = 4;
    pub const FRAME_END: u32 = 5;
    pub const JANK_UNSPECIFIED: u64 = 0;
    pub const JANK_NONE: u64 = 1;
    pub const JANK_SF_SCHEDULING: u64 = 2;
    pub const JANK_PREDICTION_ERROR: u64 = 4;
    pub const JANK_DISPLAY_HAL: u64 = 8;
    pub const JANK_SF_CPU_DEADLINE_MISSED: u64 = 16;
    pub const JANK_SF_GPU_DEADLINE_MISSED: u64 = 32;
    pub const JANK_APP_DEADLINE_MISSED: u64 = 64;
    pub const JANK_BUFFER_STUFFING: u64 = 128;
    pub const JANK_UNKNOWN: u64 = 256;
    pub const JANK_SF_STUFFING: u64 = 512;
    pub const JANK_DROPPED: u64 = 1024;
    pub const JANK_NON_ANIMATING: u64 = 2048;
    pub const JANK_APP_RESYNCED_JITTER: u64 = 4096;
    pub const JANK_DISPLAY_NOT_ON: u64 = 8192;
    pub const JANK_DISPLAY_MODE_CHANGE_IN_PROGRESS: u64 = 16384;
    pub const JANK_DISPLAY_POWER_MODE_CHANGE_IN_PROGRESS: u64 = 32768;
    pub const SEVERITY_UNKNOWN: u64 = 0;
    pub const SEVERITY_NONE: u64 = 1;
    pub const SEVERITY_PARTIAL: u64 = 2;
    pub const SEVERITY_FULL: u64 = 3;
    pub const PRESENT_UNSPECIFIED: u64 = 0;
    pub const PRESENT_ON_TIME: u64 = 1;
    pub const PRESENT_LATE: u64 = 2;
    pub const PRESENT_EARLY: u64 = 3;
    pub const PRESENT_DROPPED: u64 = 4;
    pub const PRESENT_UNKNOWN: u64 = 5;
    pub const PREDICTION_UNSPECIFIED: u64 = 0;
    pub const PREDICTION_VALID: u64 = 1;
    pub const PREDICTION_EXPIRED: u64 = 2;
    pub const PREDICTION_UNKNOWN: u64 = 3;

    pub mod actual_display_frame_start {
        pub const COOKIE: u32 = 1;
        pub const TOKEN: u32 = 2;
        pub const PID: u32 = 3;
        pub const PRESENT_TYPE: u32 = 4;
        pub const ON_TIME_FINISH: u32 = 5;
        pub const GPU_COMPOSITION: u32 = 6;
        pub const JANK_TYPE: u32 = 7;
        pub const PREDICTION_TYPE: u32 = 8;
        pub const JANK_SEVERITY_TYPE: u32 = 9;
        pub const PRESENT_DELAY_MILLIS: u32 = 10;
        pub const JANK_SEVERITY_SCORE: u32 = 11;
        pub const JANK_TYPE_EXPERIMENTAL: u32 = 12;
        pub const PRESENT_TYPE_EXPERIMENTAL: u32 = 13;
        pub const JANK_DEBUG_METADATA: u32 = 14;
        pub const LATCHED_UNSIGNALED_COUNT: u32 = 15;
        pub const ADDRESSABLE_UNSIGNALED_LATCH_COUNT: u32 = 16;
    }

    pub mod actual_surface_frame_start {
        pub const COOKIE: u32 = 1;
        pub const TOKEN: u32 = 2;
        pub const DISPLAY_FRAME_TOKEN: u32 = 3;
        pub const PID: u32 = 4;
        pub const LAYER_NAME: u32 = 5;
        pub const PRESENT_TYPE: u32 = 6;
        pub const ON_TIME_FINISH: u32 = 7;
        pub const GPU_COMPOSITION: u32 = 8;
        pub const JANK_TYPE: u32 = 9;
        pub const PREDICTION_TYPE: u32 = 10;
        pub const IS_BUFFER: u32 = 11;
        pub const JANK_SEVERITY_TYPE: u32 = 12;
        pub const PRESENT_DELAY_MILLIS: u32 = 13;
        pub const VSYNC_RESYNCED_JITTER_MILLIS: u32 = 14;
        pub const JANK_SEVERITY_SCORE: u32 = 15;
        pub const JANK_TYPE_EXPERIMENTAL: u32 = 16;
        pub const PRESENT_TYPE_EXPERIMENTAL: u32 = 17;
        pub const JANK_DEBUG_METADATA: u32 = 18;
        pub const LATCHED_FENCE_STATE: u32 = 19;
        pub const ANIMATION_TIME_MILLIS: u32 = 20;
        pub const FENCE_UNKNOWN: u64 = 0;
        pub const FENCE_SIGNALED: u64 = 1;
        pub const FENCE_UNSIGNALED: u64 = 2;
        pub const FENCE_DELAYED_LATCH_UNSIGNALED: u64 = 3;
    }

    pub mod expected_display_frame_start {
        pub const COOKIE: u32 = 1;
        pub const TOKEN: u32 = 2;
        pub const PID: u32 = 3;
    }

    pub mod expected_surface_frame_start {
        pub const COOKIE: u32 = 1;
        pub const TOKEN: u32 = 2;
        pub const DISPLAY_FRAME_TOKEN: u32 = 3;
        pub const PID: u32 = 4;
        pub const LAYER_NAME: u32 = 5;
    }

    pub mod frame_end {
        pub const COOKIE: u32 = 1;
    }
}

pub mod ftrace_event {
    pub const TIMESTAMP: u32 = 1;
    pub const PID: u32 = 2;
    pub const PRINT: u32 = 3;
    pub const SCHED_SWITCH: u32 = 4;
    pub const COMMON_FLAGS: u32 = 5;
    pub const CPU_FREQUENCY: u32 = 11;
    pub const CPU_FREQUENCY_LIMITS: u32 = 12;
    pub const CPU_IDLE: u32 = 13;
    pub const CLOCK_ENABLE: u32 = 14;
    pub const CLOCK_DISABLE: u32 = 15;
    pub const CLOCK_SET_RATE: u32 = 16;
    pub const SCHED_WAKEUP: u32 = 17;
    pub const SCHED_BLOCKED_REASON: u32 = 18;
    pub const SCHED_WAKING: u32 = 20;
    pub const SOFTIRQ_ENTRY: u32 = 24;
    pub const SOFTIRQ_EXIT: u32 = 25;
    pub const I2C_READ: u32 = 27;
    pub const I2C_WRITE: u32 = 28;
    pub const I2C_RESULT: u32 = 29;
    pub const IRQ_HANDLER_ENTRY: u32 = 36;
    pub const IRQ_HANDLER_EXIT: u32 = 37;
    pub const MM_VMSCAN_DIRECT_RECLAIM_BEGIN: u32 = 46;
    pub const MM_VMSCAN_DIRECT_RECLAIM_END: u32 = 47;
    pub const BINDER_TRANSACTION: u32 = 50;
    pub const BINDER_TRANSACTION_RECEIVED: u32 = 51;
    pub const BINDER_LOCK: u32 = 53;
    pub const BINDER_LOCKED: u32 = 54;
    pub const BINDER_UNLOCK: u32 = 55;
    pub const WORKQUEUE_EXECUTE_END: u32 = 57;
    pub const WORKQUEUE_EXECUTE_START: u32 = 58;
    pub const WORKQUEUE_QUEUE_WORK: u32 = 59;
    pub const TRACING_MARK_WRITE: u32 = 80;
    pub const SUSPEND_RESUME: u32 = 113;
    pub const TASK_NEWTASK: u32 = 235;
    pub const TASK_RENAME: u32 = 236;
    pub const SCHED_PROCESS_FREE: u32 = 240;
    pub const F2FS_WRITE_CHECKPOINT: u32 = 272;
    pub const RSS_STAT: u32 = 313;
    pub const ION_HEAP_SHRINK: u32 = 314;
    pub const ION_HEAP_GROW: u32 = 315;
    pub const BINDER_TRANSACTION_ALLOC_BUF: u32 = 323;
    pub const SIGNAL_DELIVER: u32 = 324;
    pub const SIGNAL_GENERATE: u32 = 325;
    pub const OOM_SCORE_ADJ_UPDATE: u32 = 326;
    pub const GENERIC: u32 = 327;
    pub const MM_EVENT_RECORD: u32 = 328;
    pub const SYS_ENTER: u32 = 329;
    pub const SYS_EXIT: u32 = 330;
    pub const ZERO: u32 = 331;
    pub const GPU_FREQUENCY: u32 = 332;
    pub const SDE_TRACING_MARK_WRITE: u32 = 333;
    pub const MARK_VICTIM: u32 = 334;
    pub const ION_STAT: u32 = 335;
    pub const SCM_CALL_START: u32 = 338;
    pub const SCM_CALL_END: u32 = 339;
    pub const GPU_MEM_TOTAL: u32 = 340;
    pub const THERMAL_TEMPERATURE: u32 = 341;
    pub const CDEV_UPDATE: u32 = 342;
    pub const CPUHP_EXIT: u32 = 343;
    pub const CPUHP_ENTER: u32 = 345;
    pub const FASTRPC_DMA_STAT: u32 = 347;
    pub const DPU_TRACING_MARK_WRITE: u32 = 348;
    pub const G2D_TRACING_MARK_WRITE: u32 = 349;
    pub const MALI_TRACING_MARK_WRITE: u32 = 350;
    pub const DMA_HEAP_STAT: u32 = 351;
    pub const RSS_STAT_THROTTLED: u32 = 359;
    pub const NETIF_RECEIVE_SKB: u32 = 360;
    pub const NET_DEV_XMIT: u32 = 361;
    pub const INET_SOCK_SET_STATE: u32 = 362;
    pub const TCP_RETRANSMIT_SKB: u32 = 363;
    pub const CROS_EC_SENSORHUB_DATA: u32 = 364;
    pub const NAPI_GRO_RECEIVE_ENTRY: u32 = 365;
    pub const NAPI_GRO_RECEIVE_EXIT: u32 = 366;
    pub const KFREE_SKB: u32 = 367;
    pub const WAKEUP_SOURCE_ACTIVATE: u32 = 404;
    pub const WAKEUP_SOURCE_DEACTIVATE: u32 = 405;
    pub const UFSHCD_COMMAND: u32 = 406;
    pub const UFSHCD_CLK_GATING: u32 = 407;
    pub const DRM_VBLANK_EVENT: u32 = 409;
    pub const DRM_VBLANK_EVENT_DELIVERED: u32 = 410;
    pub const DRM_SCHED_JOB: u32 = 411;
    pub const DRM_RUN_JOB: u32 = 412;
    pub const DRM_SCHED_PROCESS_JOB: u32 = 413;
    pub const DMA_FENCE_INIT: u32 = 414;
    pub const DMA_FENCE_EMIT: u32 = 415;
    pub const DMA_FENCE_SIGNALED: u32 = 416;
    pub const DMA_FENCE_WAIT_START: u32 = 417;
    pub const DMA_FENCE_WAIT_END: u32 = 418;
    pub const F2FS_IOSTAT: u32 = 419;
    pub const F2FS_IOSTAT_LATENCY: u32 = 420;
    pub const SCHED_CPU_UTIL_CFS: u32 = 421;
    pub const V4L2_QBUF: u32 = 422;
    pub const V4L2_DQBUF: u32 = 423;
    pub const VB2_V4L2_BUF_QUEUE: u32 = 424;
    pub const VB2_V4L2_BUF_DONE: u32 = 425;
    pub const VB2_V4L2_QBUF: u32 = 426;
    pub const VB2_V4L2_DQBUF: u32 = 427;
    pub const ANDROID_FS_DATAREAD_END: u32 = 431;
    pub const ANDROID_FS_DATAREAD_START: u32 = 432;
    pub const FUNCGRAPH_ENTRY: u32 = 437;
    pub const FUNCGRAPH_EXIT: u32 = 438;
    pub const VIRTIO_VIDEO_CMD: u32 = 439;
    pub const VIRTIO_VIDEO_CMD_DONE: u32 = 440;
    pub const VIRTIO_VIDEO_RESOURCE_QUEUE: u32 = 441;
    pub const VIRTIO_VIDEO_RESOURCE_QUEUE_DONE: u32 = 442;
    pub const MM_SHRINK_SLAB_START: u32 = 443;
    pub const MM_SHRINK_SLAB_END: u32 = 444;
    pub const TRUSTY_SMC: u32 = 445;
    pub const TRUSTY_SMC_DONE: u32 = 446;
    pub const TRUSTY_STD_CALL32: u32 = 447;
    pub const TRUSTY_STD_CALL32_DONE: u32 = 448;
    pub const TRUSTY_SHARE_MEMORY: u32 = 449;
    pub const TRUSTY_SHARE_MEMORY_DONE: u32 = 450;
    pub const TRUSTY_RECLAIM_MEMORY: u32 = 451;
    pub const TRUSTY_RECLAIM_MEMORY_DONE: u32 = 452;
    pub const TRUSTY_IRQ: u32 = 453;
    pub const TRUSTY_IPC_HANDLE_EVENT: u32 = 454;
    pub const TRUSTY_IPC_CONNECT: u32 = 455;
    pub const TRUSTY_IPC_CONNECT_END: u32 = 456;
    pub const TRUSTY_IPC_WRITE: u32 = 457;
    pub const TRUSTY_IPC_POLL: u32 = 458;
    pub const TRUSTY_IPC_READ: u32 = 460;
    pub const TRUSTY_IPC_READ_END: u32 = 461;
    pub const TRUSTY_IPC_RX: u32 = 462;
    pub const TRUSTY_ENQUEUE_NOP: u32 = 464;
    pub const CMA_ALLOC_START: u32 = 465;
    pub const CMA_ALLOC_INFO: u32 = 466;
    pub const LWIS_TRACING_MARK_WRITE: u32 = 467;
    pub const VIRTIO_GPU_CMD_QUEUE: u32 = 468;
    pub const VIRTIO_GPU_CMD_RESPONSE: u32 = 469;
    pub const HYP_ENTER: u32 = 476;
    pub const HYP_EXIT: u32 = 477;
    pub const HOST_HCALL: u32 = 478;
    pub const HOST_SMC: u32 = 479;
    pub const HOST_MEM_ABORT: u32 = 480;
    pub const SUSPEND_RESUME_MINIMAL: u32 = 481;
    pub const MALI_MALI_CSF_INTERRUPT_START: u32 = 482;
    pub const MALI_MALI_CSF_INTERRUPT_END: u32 = 483;
    pub const SAMSUNG_TRACING_MARK_WRITE: u32 = 484;
    pub const BINDER_COMMAND: u32 = 485;
    pub const BINDER_RETURN: u32 = 486;
    pub const GPU_WORK_PERIOD: u32 = 488;
    pub const RPM_STATUS: u32 = 489;
    pub const PANEL_WRITE_GENERIC: u32 = 490;
    pub const GOOGLE_ICC_EVENT: u32 = 502;
    pub const GOOGLE_IRM_EVENT: u32 = 503;
    pub const DEVICE_PM_CALLBACK_START: u32 = 504;
    pub const DEVICE_PM_CALLBACK_END: u32 = 505;
    pub const THERMAL_EXYNOS_ACPM_BULK: u32 = 506;
    pub const THERMAL_EXYNOS_ACPM_HIGH_OVERHEAD: u32 = 507;
    pub const DCVSH_FREQ: u32 = 508;
    pub const KGSL_GPU_FREQUENCY: u32 = 509;
    pub const MALI_MALI_PM_MCU_HCTL_CORES_DOWN_SCALE_NOTIFY_PEND: u32 = 510;
    pub const MALI_MALI_PM_MCU_RESET_WAIT: u32 = 532;
    pub const BCL_IRQ_TRIGGER: u32 = 533;
    pub const KGSL_ADRENO_CMDBATCH_QUEUED: u32 = 534;
    pub const KGSL_ADRENO_CMDBATCH_SYNC: u32 = 536;
    pub const KGSL_ADRENO_CMDBATCH_RETIRED: u32 = 537;
    pub const PIXEL_MM_KSWAPD_WAKE: u32 = 538;
    pub const PIXEL_MM_KSWAPD_DONE: u32 = 539;
    pub const DEVFREQ_FREQUENCY: u32 = 541;
    pub const KPROBE_EVENT: u32 = 542;
    pub const PARAM_SET_VALUE_CPM: u32 = 543;
    pub const BLOCK_IO_START: u32 = 546;
    pub const BLOCK_IO_DONE: u32 = 547;
    pub const MALI_GPU_POWER_STATE: u32 = 548;
    pub const DPU_DISP_DPU_UNDERRUN: u32 = 549;
    pub const DPU_DISP_VBLANK_IRQ_ENABLE: u32 = 550;
    pub const HRTIMER_EXPIRE_ENTRY: u32 = 553;
    pub const HRTIMER_EXPIRE_EXIT: u32 = 554;
    pub const LOCAL_TIMER_ENTRY: u32 = 559;
    pub const LOCAL_TIMER_EXIT: u32 = 560;
    pub const CMA_ALLOC_FINISH: u32 = 576;
    pub const MM_ALLOC_CONTIG_MIGRATE_RANGE_INFO: u32 = 577;
    pub const HOST_FFA_CALL: u32 = 578;
    pub const DMABUF_RSS_STAT: u32 = 579;
    pub const IOMMU_IDMAP: u32 = 580;
    pub const PSCI_MEM_PROTECT: u32 = 581;
    pub const HYPERVISOR_HOST_HCALL: u32 = 582;
    pub const HYPERVISOR_HOST_SMC: u32 = 583;
    pub const HYPERVISOR_HYP_EXIT: u32 = 584;
    pub const HYPERVISOR_IOMMU_IDMAP: u32 = 585;
    pub const HYPERVISOR_PSCI_MEM_PROTECT: u32 = 586;
    pub const HYPERVISOR_HOST_MEM_ABORT: u32 = 587;
    pub const HYPERVISOR_HYP_ENTER: u32 = 588;
    pub const HYPERVISOR_IOMMU_IDMAP_COMPLETE: u32 = 589;
    pub const HYPERVISOR_VCPU_ILLEGAL_TRAP: u32 = 590;
    pub const DRM_SCHED_JOB_DONE: u32 = 592;
    pub const DRM_SCHED_JOB_QUEUE: u32 = 593;
    pub const DRM_SCHED_JOB_RUN: u32 = 594;
    pub const FWTP_PERFETTO_COUNTER: u32 = 596;
    pub const FWTP_PERFETTO_SLICE: u32 = 600;
    pub const GPU_POWER_STATE: u32 = 601;
    pub const GRAM_COLLISION: u32 = 602;
    pub const DPU_DISP_FRAME_DONE_TIMEOUT: u32 = 605;
    pub const DPU_DISP_FRAME_START_TIMEOUT: u32 = 606;
    pub const MM_VMSCAN_MEMCG_RECLAIM_BEGIN: u32 = 607;
    pub const MM_VMSCAN_MEMCG_RECLAIM_END: u32 = 608;
    pub const DPU_DISP_FRAME_DONE_MISSING: u32 = 609;
    pub const DPU_DISP_FRAME_START_MISSING: u32 = 610;
    pub const PANEL_SETTINGS_FULL: u32 = 611;
    pub const PANEL_SETTINGS_LITE: u32 = 612;
    pub const DPU_DISP_DPU_LINE_UNDERRUN: u32 = 613;

    pub mod android_fs_dataread_end {
        pub const BYTES: u32 = 1;
        pub const INO: u32 = 2;
        pub const OFFSET: u32 = 3;
    }

    pub mod android_fs_dataread_start {
        pub const BYTES: u32 = 1;
        pub const CMDLINE: u32 = 2;
        pub const I_SIZE: u32 = 3;
        pub const INO: u32 = 4;
        pub const OFFSET: u32 = 5;
        pub const PATHBUF: u32 = 6;
        pub const PID: u32 = 7;
    }

    pub mod bcl_irq_trigger {
        pub const ID: u32 = 1;
        pub const THROTTLE: u32 = 2;
        pub const CPU0_LIMIT: u32 = 3;
        pub const CPU1_LIMIT: u32 = 4;
        pub const CPU2_LIMIT: u32 = 5;
        pub const TPU_LIMIT: u32 = 6;
        pub const GPU_LIMIT: u32 = 7;
        pub const VOLTAGE: u32 = 8;
        pub const CAPACITY: u32 = 9;
    }

    pub mod binder_command {
        pub const CMD: u32 = 1;
    }

    pub mod binder_lock {
        pub const TAG: u32 = 1;
    }

    pub mod binder_locked {
        pub const TAG: u32 = 1;
    }

    pub mod binder_return {
        pub const CMD: u32 = 1;
    }

    pub mod binder_transaction {
        pub const DEBUG_ID: u32 = 1;
        pub const TARGET_NODE: u32 = 2;
        pub const TO_PROC: u32 = 3;
        pub const TO_THREAD: u32 = 4;
        pub const REPLY: u32 = 5;
        pub const CODE: u32 = 6;
        pub const FLAGS: u32 = 7;
    }

    pub mod binder_transaction_alloc_buf {
        pub const DATA_SIZE: u32 = 1;
        pub const DEBUG_ID: u32 = 2;
        pub const OFFSETS_SIZE: u32 = 3;
        pub const EXTRA_BUFFERS_SIZE: u32 = 4;
    }

    pub mod binder_transaction_received {
        pub const DEBUG_ID: u32 = 1;
    }

    pub mod binder_unlock {
        pub const TAG: u32 = 1;
    }

    pub mod block_io_done {
        pub const DEV: u32 = 1;
        pub const SECTOR: u32 = 2;
        pub const NR_SECTOR: u32 = 3;
        pub const BYTES: u32 = 4;
        pub const IOPRIO: u32 = 5;
        pub const RWBS: u32 = 6;
        pub const COMM: u32 = 7;
        pub const CMD: u32 = 8;
    }

    pub mod block_io_start {
        pub const DEV: u32 = 1;
        pub const SECTOR: u32 = 2;
        pub const NR_SECTOR: u32 = 3;
        pub const BYTES: u32 = 4;
        pub const IOPRIO: u32 = 5;
        pub const RWBS: u32 = 6;
        pub const COMM: u32 = 7;
        pub const CMD: u32 = 8;
    }

    pub mod cdev_update {
        pub const TARGET: u32 = 1;
        pub const TYPE: u32 = 2;
    }

    pub mod clock_disable {
        pub const NAME: u32 = 1;
        pub const STATE: u32 = 2;
        pub const CPU_ID: u32 = 3;
    }

    pub mod clock_enable {
        pub const NAME: u32 = 1;
        pub const STATE: u32 = 2;
        pub const CPU_ID: u32 = 3;
    }

    pub mod clock_set_rate {
        pub const NAME: u32 = 1;
        pub const STATE: u32 = 2;
        pub const CPU_ID: u32 = 3;
    }

    pub mod cma_alloc_finish {
        pub const NAME: u32 = 1;
        pub const PFN: u32 = 2;
        pub const PAGE: u32 = 3;
        pub const COUNT: u32 = 4;
        pub const ALIGN: u32 = 5;
        pub const ERRORNO: u32 = 6;
    }

    pub mod cma_alloc_info {
        pub const ALIGN: u32 = 1;
        pub const COUNT: u32 = 2;
        pub const ERR_ISO: u32 = 3;
        pub const ERR_MIG: u32 = 4;
        pub const ERR_TEST: u32 = 5;
        pub const NAME: u32 = 6;
        pub const NR_MAPPED: u32 = 7;
        pub const NR_MIGRATED: u32 = 8;
        pub const NR_RECLAIMED: u32 = 9;
        pub const PFN: u32 = 10;
    }

    pub mod cma_alloc_start {
        pub const ALIGN: u32 = 1;
        pub const COUNT: u32 = 2;
        pub const NAME: u32 = 3;
    }

    pub mod cpu_frequency {
        pub const STATE: u32 = 1;
        pub const CPU_ID: u32 = 2;
    }

    pub mod cpu_frequency_limits {
        pub const MIN_FREQ: u32 = 1;
        pub const MAX_FREQ: u32 = 2;
        pub const CPU_ID: u32 = 3;
    }

    pub mod cpu_idle {
        pub const STATE: u32 = 1;
        pub const CPU_ID: u32 = 2;
    }

    pub mod cpuhp_enter {
        pub const CPU: u32 = 1;
        pub const FUN: u32 = 2;
        pub const IDX: u32 = 3;
        pub const TARGET: u32 = 4;
    }

    pub mod cpuhp_exit {
        pub const CPU: u32 = 1;
        pub const IDX: u32 = 2;
        pub const RET: u32 = 3;
        pub const STATE: u32 = 4;
    }

    pub mod cros_ec_sensorhub_data {
        pub const CURRENT_TIME: u32 = 1;
        pub const CURRENT_TIMESTAMP: u32 = 2;
        pub const DELTA: u32 = 3;
        pub const EC_FIFO_TIMESTAMP: u32 = 4;
        pub const EC_SENSOR_NUM: u32 = 5;
        pub const FIFO_TIMESTAMP: u32 = 6;
    }

    pub mod dcvsh_freq {
        pub const CPU: u32 = 1;
        pub const FREQ: u32 = 2;
    }

    pub mod devfreq_frequency {
        pub const DEV_NAME: u32 = 1;
        pub const FREQ: u32 = 2;
        pub const PREV_FREQ: u32 = 3;
        pub const BUSY_TIME: u32 = 4;
        pub const TOTAL_TIME: u32 = 5;
    }

    pub mod device_pm_callback_end {
        pub const DEVICE: u32 = 1;
        pub const DRIVER: u32 = 2;
        pub const ERROR: u32 = 3;
    }

    pub mod device_pm_callback_start {
        pub const DEVICE: u32 = 1;
        pub const DRIVER: u32 = 2;
        pub const PARENT: u32 = 3;
        pub const PM_OPS: u32 = 4;
        pub const EVENT: u32 = 5;
    }

    pub mod dma_fence_emit {
        pub const CONTEXT: u32 = 1;
        pub const DRIVER: u32 = 2;
        pub const SEQNO: u32 = 3;
        pub const TIMELINE: u32 = 4;
    }

    pub mod dma_fence_init {
        pub const CONTEXT: u32 = 1;
        pub const DRIVER: u32 = 2;
        pub const SEQNO: u32 = 3;
        pub const TIMELINE: u32 = 4;
    }

    pub mod dma_fence_signaled {
        pub const CONTEXT: u32 = 1;
        pub const DRIVER: u32 = 2;
        pub const SEQNO: u32 = 3;
        pub const TIMELINE: u32 = 4;
    }

    pub mod dma_fence_wait_end {
        pub const CONTEXT: u32 = 1;
        pub const DRIVER: u32 = 2;
        pub const SEQNO: u32 = 3;
        pub const TIMELINE: u32 = 4;
    }

    pub mod dma_fence_wait_start {
        pub const CONTEXT: u32 = 1;
        pub const DRIVER: u32 = 2;
        pub const SEQNO: u32 = 3;
        pub const TIMELINE: u32 = 4;
    }

    pub mod dma_heap_stat {
        pub const INODE: u32 = 1;
        pub const LEN: u32 = 2;
        pub const TOTAL_ALLOCATED: u32 = 3;
    }

    pub mod dmabuf_rss_stat {
        pub const RSS: u32 = 1;
        pub const RSS_DELTA: u32 = 2;
        pub const I_INO: u32 = 3;
    }

    pub mod dpu_disp_dpu_line_underrun {
        pub const ID: u32 = 1;
        pub const FRAMES_PENDING: u32 = 2;
        pub const VSYNC_COUNT: u32 = 3;
    }

    pub mod dpu_disp_dpu_underrun {
        pub const ID: u32 = 1;
        pub const FRAMES_PENDING: u32 = 2;
        pub const VSYNC_COUNT: u32 = 3;
    }

    pub mod dpu_disp_frame_done_missing {
        pub const DISPLAY_ID: u32 = 1;
        pub const OUTPUT_ID: u32 = 2;
        pub const FRAMES_PENDING: u32 = 3;
        pub const TE_COUNT: u32 = 4;
    }

    pub mod dpu_disp_frame_done_timeout {
        pub const DISPLAY_ID: u32 = 1;
        pub const OUTPUT_ID: u32 = 2;
        pub const FRAMES_PENDING: u32 = 3;
        pub const TE_COUNT: u32 = 4;
        pub const DURING_DISABLE: u32 = 5;
    }

    pub mod dpu_disp_frame_start_missing {
        pub const DISPLAY_ID: u32 = 1;
        pub const OUTPUT_ID: u32 = 2;
        pub const FRAMES_PENDING: u32 = 3;
        pub const TE_COUNT: u32 = 4;
    }

    pub mod dpu_disp_frame_start_timeout {
        pub const DISPLAY_ID: u32 = 1;
        pub const OUTPUT_ID: u32 = 2;
        pub const FRAMES_PENDING: u32 = 3;
        pub const TE_COUNT: u32 = 4;
    }

    pub mod dpu_disp_vblank_irq_enable {
        pub const ID: u32 = 1;
        pub const OUTPUT_ID: u32 = 2;
        pub const ENABLE: u32 = 3;
    }

    pub mod dpu_tracing_mark_write {
        pub const PID: u32 = 1;
        pub const TRACE_NAME: u32 = 2;
        pub const TRACE_BEGIN: u32 = 3;
        pub const NAME: u32 = 4;
        pub const TYPE: u32 = 5;
        pub const VALUE: u32 = 6;
    }

    pub mod drm_run_job {
        pub const ENTITY: u32 = 1;
        pub const FENCE: u32 = 2;
        pub const HW_JOB_COUNT: u32 = 3;
        pub const ID: u32 = 4;
        pub const JOB_COUNT: u32 = 5;
        pub const NAME: u32 = 6;
    }

    pub mod drm_sched_job {
        pub const ENTITY: u32 = 1;
        pub const FENCE: u32 = 2;
        pub const HW_JOB_COUNT: u32 = 3;
        pub const ID: u32 = 4;
        pub const JOB_COUNT: u32 = 5;
        pub const NAME: u32 = 6;
    }

    pub mod drm_sched_job_done {
        pub const FENCE_CONTEXT: u32 = 1;
        pub const FENCE_SEQNO: u32 = 2;
    }

    pub mod drm_sched_job_queue {
        pub const NAME: u32 = 1;
        pub const JOB_COUNT: u32 = 2;
        pub const HW_JOB_COUNT: u32 = 3;
        pub const DEV: u32 = 4;
        pub const FENCE_CONTEXT: u32 = 5;
        pub const FENCE_SEQNO: u32 = 6;
        pub const CLIENT_ID: u32 = 7;
    }

    pub mod drm_sched_job_run {
        pub const NAME: u32 = 1;
        pub const JOB_COUNT: u32 = 2;
        pub const HW_JOB_COUNT: u32 = 3;
        pub const DEV: u32 = 4;
        pub const FENCE_CONTEXT: u32 = 5;
        pub const FENCE_SEQNO: u32 = 6;
        pub const CLIENT_ID: u32 = 7;
    }

    pub mod drm_sched_process_job {
        pub const FENCE: u32 = 1;
    }

    pub mod drm_vblank_event {
        pub const CRTC: u32 = 1;
        pub const HIGH_PREC: u32 = 2;
        pub const SEQ: u32 = 3;
        pub const TIME: u32 = 4;
    }

    pub mod drm_vblank_event_delivered {
        pub const CRTC: u32 = 1;
        pub const FILE: u32 = 2;
        pub const SEQ: u32 = 3;
    }

    pub mod f2fs_iostat {
        pub const APP_BIO: u32 = 1;
        pub const APP_BRIO: u32 = 2;
        pub const APP_DIO: u32 = 3;
        pub const APP_DRIO: u32 = 4;
        pub const APP_MIO: u32 = 5;
        pub const APP_MRIO: u32 = 6;
        pub const APP_RIO: u32 = 7;
        pub const APP_WIO: u32 = 8;
        pub const DEV: u32 = 9;
        pub const FS_CDRIO: u32 = 10;
        pub const FS_CP_DIO: u32 = 11;
        pub const FS_CP_MIO: u32 = 12;
        pub const FS_CP_NIO: u32 = 13;
        pub const FS_DIO: u32 = 14;
        pub const FS_DISCARD: u32 = 15;
        pub const FS_DRIO: u32 = 16;
        pub const FS_GC_DIO: u32 = 17;
        pub const FS_GC_NIO: u32 = 18;
        pub const FS_GDRIO: u32 = 19;
        pub const FS_MIO: u32 = 20;
        pub const FS_MRIO: u32 = 21;
        pub const FS_NIO: u32 = 22;
        pub const FS_NRIO: u32 = 23;
    }

    pub mod f2fs_iostat_latency {
        pub const D_RD_AVG: u32 = 1;
        pub const D_RD_CNT: u32 = 2;
        pub const D_RD_PEAK: u32 = 3;
        pub const D_WR_AS_AVG: u32 = 4;
        pub const D_WR_AS_CNT: u32 = 5;
        pub const D_WR_AS_PEAK: u32 = 6;
        pub const D_WR_S_AVG: u32 = 7;
        pub const D_WR_S_CNT: u32 = 8;
        pub const D_WR_S_PEAK: u32 = 9;
        pub const DEV: u32 = 10;
        pub const M_RD_AVG: u32 = 11;
        pub const M_RD_CNT: u32 = 12;
        pub const M_RD_PEAK: u32 = 13;
        pub const M_WR_AS_AVG: u32 = 14;
        pub const M_WR_AS_CNT: u32 = 15;
        pub const M_WR_AS_PEAK: u32 = 16;
        pub const M_WR_S_AVG: u32 = 17;
        pub const M_WR_S_CNT: u32 = 18;
        pub const M_WR_S_PEAK: u32 = 19;
        pub const N_RD_AVG: u32 = 20;
        pub const N_RD_CNT: u32 = 21;
        pub const N_RD_PEAK: u32 = 22;
        pub const N_WR_AS_AVG: u32 = 23;
        pub const N_WR_AS_CNT: u32 = 24;
        pub const N_WR_AS_PEAK: u32 = 25;
        pub const N_WR_S_AVG: u32 = 26;
        pub const N_WR_S_CNT: u32 = 27;
        pub const N_WR_S_PEAK: u32 = 28;
    }

    pub mod f2fs_write_checkpoint {
        pub const DEV: u32 = 1;
        pub const IS_UMOUNT: u32 = 2;
        pub const MSG: u32 = 3;
        pub const REASON: u32 = 4;
        pub const PHASE: u32 = 5;
    }

    pub mod fastrpc_dma_stat {
        pub const CID: u32 = 1;
        pub const LEN: u32 = 2;
        pub const TOTAL_ALLOCATED: u32 = 3;
    }

    pub mod funcgraph_entry {
        pub const DEPTH: u32 = 1;
        pub const FUNC: u32 = 2;
    }

    pub mod funcgraph_exit {
        pub const CALLTIME: u32 = 1;
        pub const DEPTH: u32 = 2;
        pub const FUNC: u32 = 3;
        pub const OVERRUN: u32 = 4;
        pub const RETTIME: u32 = 5;
    }

    pub mod fwtp_perfetto_counter {
        pub const TIMESTAMP: u32 = 1;
        pub const TRACK_ID: u32 = 2;
        pub const CATEGORY: u32 = 3;
        pub const NAME: u32 = 4;
        pub const VALUE: u32 = 5;
    }

    pub mod fwtp_perfetto_slice {
        pub const TIMESTAMP: u32 = 1;
        pub const TRACK_ID: u32 = 2;
        pub const CATEGORY: u32 = 3;
        pub const NAME: u32 = 4;
        pub const BEGIN: u32 = 5;
    }

    pub mod g2d_tracing_mark_write {
        pub const PID: u32 = 1;
        pub const NAME: u32 = 4;
        pub const TYPE: u32 = 5;
        pub const VALUE: u32 = 6;
    }

    pub mod generic {
        pub const EVENT_NAME: u32 = 1;
        pub const FIELD: u32 = 2;

        pub mod field {
            pub const NAME: u32 = 1;
            pub const STR_VALUE: u32 = 3;
            pub const INT_VALUE: u32 = 4;
            pub const UINT_VALUE: u32 = 5;
        }
    }

    pub mod google_icc_event {
        pub const EVENT: u32 = 1;
        pub const TIMESTAMP: u32 = 2;
    }

    pub mod google_irm_event {
        pub const EVENT: u32 = 1;
        pub const TIMESTAMP: u32 = 2;
    }

    pub mod gpu_frequency {
        pub const GPU_ID: u32 = 1;
        pub const STATE: u32 = 2;
    }

    pub mod gpu_mem_total {
        pub const GPU_ID: u32 = 1;
        pub const PID: u32 = 2;
        pub const SIZE: u32 = 3;
    }

    pub mod gpu_power_state {
        pub const OLD_STATE: u32 = 1;
        pub const NEW_STATE: u32 = 2;
    }

    pub mod gpu_work_period {
        pub const GPU_ID: u32 = 1;
        pub const UID: u32 = 2;
        pub const START_TIME_NS: u32 = 3;
        pub const END_TIME_NS: u32 = 4;
        pub const TOTAL_ACTIVE_DURATION_NS: u32 = 5;
    }

    pub mod gram_collision {
        pub const PANEL_INDEX: u32 = 1;
        pub const COLLISION_CNT: u32 = 2;
    }

    pub mod host_ffa_call {
        pub const FUNC_ID: u32 = 1;
        pub const RES_A1: u32 = 2;
        pub const RES_A2: u32 = 3;
        pub const RES_A3: u32 = 4;
        pub const RES_A4: u32 = 5;
        pub const HANDLED: u32 = 6;
        pub const ERR: u32 = 7;
    }

    pub mod host_hcall {
        pub const ID: u32 = 1;
        pub const INVALID: u32 = 2;
    }

    pub mod host_mem_abort {
        pub const ESR: u32 = 1;
        pub const ADDR: u32 = 2;
    }

    pub mod host_smc {
        pub const ID: u32 = 1;
        pub const FORWARDED: u32 = 2;
    }

    pub mod hrtimer_expire_entry {
        pub const HRTIMER: u32 = 1;
        pub const NOW: u32 = 2;
        pub const FUNCTION: u32 = 3;
    }

    pub mod hrtimer_expire_exit {
        pub const HRTIMER: u32 = 1;
    }

    pub mod hypervisor_host_hcall {
        pub const ID: u32 = 1;
        pub const INVALID: u32 = 2;
    }

    pub mod hypervisor_host_mem_abort {
        pub const ESR: u32 = 1;
        pub const ADDR: u32 = 2;
    }

    pub mod hypervisor_host_smc {
        pub const ID: u32 = 1;
        pub const FORWARDED: u32 = 2;
    }

    pub mod hypervisor_iommu_idmap {
        pub const FROM: u32 = 1;
        pub const TO: u32 = 2;
        pub const PROT: u32 = 3;
    }

    pub mod hypervisor_iommu_idmap_complete {
        pub const MAP: u32 = 1;
    }

    pub mod hypervisor_psci_mem_protect {
        pub const COUNT: u32 = 1;
        pub const WAS: u32 = 2;
    }

    pub mod hypervisor_vcpu_illegal_trap {
        pub const ESR: u32 = 1;
    }

    pub mod i2c_read {
        pub const ADAPTER_NR: u32 = 1;
        pub const MSG_NR: u32 = 2;
        pub const ADDR: u32 = 3;
        pub const FLAGS: u32 = 4;
        pub const LEN: u32 = 5;
    }

    pub mod i2c_result {
        pub const ADAPTER_NR: u32 = 1;
        pub const NR_MSGS: u32 = 2;
        pub const RET: u32 = 3;
    }

    pub mod i2c_write {
        pub const ADAPTER_NR: u32 = 1;
        pub const MSG_NR: u32 = 2;
        pub const ADDR: u32 = 3;
        pub const FLAGS: u32 = 4;
        pub const LEN: u32 = 5;
        pub const BUF: u32 = 7;
    }

    pub mod inet_sock_set_state {
        pub const DADDR: u32 = 1;
        pub const DPORT: u32 = 2;
        pub const FAMILY: u32 = 3;
        pub const NEWSTATE: u32 = 4;
        pub const OLDSTATE: u32 = 5;
        pub const PROTOCOL: u32 = 6;
        pub const SADDR: u32 = 7;
        pub const SKADDR: u32 = 8;
        pub const SPORT: u32 = 9;
    }

    pub mod iommu_idmap {
        pub const FROM: u32 = 1;
        pub const TO: u32 = 2;
        pub const PROT: u32 = 3;
    }

    pub mod ion_heap_grow {
        pub const HEAP_NAME: u32 = 1;
        pub const LEN: u32 = 2;
        pub const TOTAL_ALLOCATED: u32 = 3;
    }

    pub mod ion_heap_shrink {
        pub const HEAP_NAME: u32 = 1;
        pub const LEN: u32 = 2;
        pub const TOTAL_ALLOCATED: u32 = 3;
    }

    pub mod ion_stat {
        pub const BUFFER_ID: u32 = 1;
        pub const LEN: u32 = 2;
        pub const TOTAL_ALLOCATED: u32 = 3;
    }

    pub mod irq_handler_entry {
        pub const IRQ: u32 = 1;
        pub const NAME: u32 = 2;
        pub const HANDLER: u32 = 3;
    }

    pub mod irq_handler_exit {
        pub const IRQ: u32 = 1;
        pub const RET: u32 = 2;
    }

    pub mod kfree_skb {
        pub const LOCATION: u32 = 1;
        pub const PROTOCOL: u32 = 2;
        pub const SKBADDR: u32 = 3;
    }

    pub mod kgsl_adreno_cmdbatch_queued {
        pub const ID: u32 = 1;
        pub const TIMESTAMP: u32 = 2;
        pub const QUEUED: u32 = 3;
        pub const FLAGS: u32 = 4;
        pub const PRIO: u32 = 5;
    }

    pub mod kgsl_adreno_cmdbatch_retired {
        pub const ID: u32 = 1;
        pub const TIMESTAMP: u32 = 2;
        pub const INFLIGHT: u32 = 3;
        pub const RECOVERY: u32 = 4;
        pub const FLAGS: u32 = 5;
        pub const START: u32 = 6;
        pub const RETIRE: u32 = 7;
        pub const PRIO: u32 = 8;
        pub const RB_ID: u32 = 9;
        pub const RPTR: u32 = 10;
        pub const WPTR: u32 = 11;
        pub const Q_INFLIGHT: u32 = 12;
        pub const FAULT_RECOVERY: u32 = 13;
        pub const DISPATCH_QUEUE: u32 = 14;
        pub const SUBMITTED_TO_RB: u32 = 15;
        pub const RETIRED_ON_GMU: u32 = 16;
        pub const ACTIVE: u32 = 17;
    }

    pub mod kgsl_adreno_cmdbatch_sync {
        pub const ID: u32 = 1;
        pub const TIMESTAMP: u32 = 2;
        pub const TICKS: u32 = 3;
        pub const PRIO: u32 = 4;
    }

    pub mod kgsl_gpu_frequency {
        pub const GPU_FREQ: u32 = 1;
        pub const GPU_ID: u32 = 2;
    }

    pub mod kprobe_event {
        pub const NAME: u32 = 1;
        pub const TYPE: u32 = 2;
    }

    pub mod local_timer_entry {
        pub const VECTOR: u32 = 1;
    }

    pub mod local_timer_exit {
        pub const VECTOR: u32 = 1;
    }

    pub mod lwis_tracing_mark_write {
        pub const LWIS_NAME: u32 = 1;
        pub const TYPE: u32 = 2;
        pub const PID: u32 = 3;
        pub const FUNC_NAME: u32 = 4;
        pub const VALUE: u32 = 5;
    }

    pub mod mali_gpu_power_state {
        pub const CHANGE_NS: u32 = 1;
        pub const FROM_STATE: u32 = 2;
        pub const TO_STATE: u32 = 3;
    }

    pub mod mali_mali_csf_interrupt_end {
        pub const KCTX_TGID: u32 = 1;
        pub const KCTX_ID: u32 = 2;
        pub const INFO_VAL: u32 = 3;
    }

    pub mod mali_mali_csf_interrupt_start {
        pub const KCTX_TGID: u32 = 1;
        pub const KCTX_ID: u32 = 2;
        pub const INFO_VAL: u32 = 3;
    }

    pub mod mali_mali_pm_mcu_hctl_cores_down_scale_notify_pend {
        pub const KCTX_TGID: u32 = 1;
        pub const KCTX_ID: u32 = 2;
        pub const INFO_VAL: u32 = 3;
    }

    pub mod mali_mali_pm_mcu_reset_wait {
        pub const KCTX_TGID: u32 = 1;
        pub const KCTX_ID: u32 = 2;
        pub const INFO_VAL: u32 = 3;
    }

    pub mod mali_tracing_mark_write {
        pub const NAME: u32 = 1;
        pub const PID: u32 = 2;
        pub const TYPE: u32 = 3;
        pub const VALUE: u32 = 4;
    }

    pub mod mark_victim {
        pub const PID: u32 = 1;
    }

    pub mod mm_alloc_contig_migrate_range_info {
        pub const START: u32 = 1;
        pub const END: u32 = 2;
        pub const NR_MIGRATED: u32 = 3;
        pub const NR_RECLAIMED: u32 = 4;
        pub const NR_MAPPED: u32 = 5;
        pub const MIGRATETYPE: u32 = 6;
    }

    pub mod mm_event_record {
        pub const AVG_LAT: u32 = 1;
        pub const COUNT: u32 = 2;
        pub const MAX_LAT: u32 = 3;
        pub const TYPE: u32 = 4;
    }

    pub mod mm_shrink_slab_end {
        pub const NEW_SCAN: u32 = 1;
        pub const RETVAL: u32 = 2;
        pub const SHR: u32 = 3;
        pub const SHRINK: u32 = 4;
        pub const TOTAL_SCAN: u32 = 5;
        pub const UNUSED_SCAN: u32 = 6;
        pub const NID: u32 = 7;
    }

    pub mod mm_shrink_slab_start {
        pub const CACHE_ITEMS: u32 = 1;
        pub const DELTA: u32 = 2;
        pub const GFP_FLAGS: u32 = 3;
        pub const LRU_PGS: u32 = 4;
        pub const NR_OBJECTS_TO_SHRINK: u32 = 5;
        pub const PGS_SCANNED: u32 = 6;
        pub const SHR: u32 = 7;
        pub const SHRINK: u32 = 8;
        pub const TOTAL_SCAN: u32 = 9;
        pub const NID: u32 = 10;
        pub const PRIORITY: u32 = 11;
    }

    pub mod mm_vmscan_direct_reclaim_begin {
        pub const ORDER: u32 = 1;
        pub const MAY_WRITEPAGE: u32 = 2;
        pub const GFP_FLAGS: u32 = 3;
    }

    pub mod mm_vmscan_direct_reclaim_end {
        pub const NR_RECLAIMED: u32 = 1;
    }

    pub mod mm_vmscan_memcg_reclaim_begin {
        pub const ORDER: u32 = 1;
        pub const MAY_WRITEPAGE: u32 = 2;
        pub const GFP_FLAGS: u32 = 3;
    }

    pub mod mm_vmscan_memcg_reclaim_end {
        pub const NR_RECLAIMED: u32 = 1;
    }

    pub mod napi_gro_receive_entry {
        pub const DATA_LEN: u32 = 1;
        pub const GSO_SIZE: u32 = 2;
        pub const GSO_TYPE: u32 = 3;
        pub const HASH: u32 = 4;
        pub const IP_SUMMED: u32 = 5;
        pub const L4_HASH: u32 = 6;
        pub const LEN: u32 = 7;
        pub const MAC_HEADER: u32 = 8;
        pub const MAC_HEADER_VALID: u32 = 9;
        pub const NAME: u32 = 10;
        pub const NAPI_ID: u32 = 11;
        pub const NR_FRAGS: u32 = 12;
        pub const PROTOCOL: u32 = 13;
        pub const QUEUE_MAPPING: u32 = 14;
        pub const SKBADDR: u32 = 15;
        pub const TRUESIZE: u32 = 16;
        pub const VLAN_PROTO: u32 = 17;
        pub const VLAN_TAGGED: u32 = 18;
        pub const VLAN_TCI: u32 = 19;
    }

    pub mod napi_gro_receive_exit {
        pub const RET: u32 = 1;
    }

    pub mod net_dev_xmit {
        pub const LEN: u32 = 1;
        pub const NAME: u32 = 2;
        pub const RC: u32 = 3;
        pub const SKBADDR: u32 = 4;
    }

    pub mod netif_receive_skb {
        pub const LEN: u32 = 1;
        pub const NAME: u32 = 2;
        pub const SKBADDR: u32 = 3;
    }

    pub mod oom_score_adj_update {
        pub const COMM: u32 = 1;
        pub const OOM_SCORE_ADJ: u32 = 2;
        pub const PID: u32 = 3;
    }

    pub mod panel_settings_full {
        pub const PANEL_INDEX: u32 = 1;
        pub const HBM: u32 = 2;
        pub const IRC: u32 = 3;
        pub const H_PWM: u32 = 4;
        pub const FI_AUTO: u32 = 5;
        pub const FI_MANUAL: u32 = 6;
        pub const EARLY_EXIT: u32 = 7;
        pub const MIN_RR: u32 = 8;
        pub const MAX_RR: u32 = 9;
        pub const TE_FREQ: u32 = 10;
    }

    pub mod panel_settings_lite {
        pub const PANEL_INDEX: u32 = 1;
        pub const VRR: u32 = 2;
        pub const MIN_RR: u32 = 3;
        pub const MAX_RR: u32 = 4;
        pub const TE_FREQ: u32 = 5;
    }

    pub mod panel_write_generic {
        pub const PID: u32 = 1;
        pub const TRACE_NAME: u32 = 2;
        pub const TRACE_BEGIN: u32 = 3;
        pub const NAME: u32 = 4;
        pub const TYPE: u32 = 5;
        pub const VALUE: u32 = 6;
    }

    pub mod param_set_value_cpm {
        pub const BODY: u32 = 1;
        pub const VALUE: u32 = 2;
        pub const TIMESTAMP: u32 = 3;
    }

    pub mod pixel_mm_kswapd_done {
        pub const DELTA_NR_SCANNED: u32 = 1;
        pub const DELTA_NR_RECLAIMED: u32 = 2;
        pub const DELTA_NR_ALLOCATED: u32 = 3;
        pub const DURATION_NS: u32 = 4;
    }

    pub mod pixel_mm_kswapd_wake {
        pub const WHATEVER: u32 = 1;
    }

    pub mod print {
        pub const IP: u32 = 1;
        pub const BUF: u32 = 2;
    }

    pub mod psci_mem_protect {
        pub const COUNT: u32 = 1;
        pub const WAS: u32 = 2;
    }

    pub mod rpm_status {
        pub const NAME: u32 = 1;
        pub const STATUS: u32 = 2;
    }

    pub mod rss_stat {
        pub const MEMBER: u32 = 1;
        pub const SIZE: u32 = 2;
        pub const CURR: u32 = 3;
        pub const MM_ID: u32 = 4;
    }

    pub mod rss_stat_throttled {
        pub const CURR: u32 = 1;
        pub const MEMBER: u32 = 2;
        pub const MM_ID: u32 = 3;
        pub const SIZE: u32 = 4;
    }

    pub mod samsung_tracing_mark_write {
        pub const PID: u32 = 1;
        pub const TRACE_NAME: u32 = 2;
        pub const TRACE_BEGIN: u32 = 3;
        pub const TRACE_TYPE: u32 = 4;
        pub const VALUE: u32 = 5;
    }

    pub mod sched_blocked_reason {
        pub const PID: u32 = 1;
        pub const CALLER: u32 = 2;
        pub const IO_WAIT: u32 = 3;
    }

    pub mod sched_cpu_util_cfs {
        pub const ACTIVE: u32 = 1;
        pub const CAPACITY: u32 = 2;
        pub const CAPACITY_ORIG: u32 = 3;
        pub const CPU: u32 = 4;
        pub const CPU_IMPORTANCE: u32 = 5;
        pub const CPU_UTIL: u32 = 6;
        pub const EXIT_LAT: u32 = 7;
        pub const GROUP_CAPACITY: u32 = 8;
        pub const GRP_OVERUTILIZED: u32 = 9;
        pub const IDLE_CPU: u32 = 10;
        pub const NR_RUNNING: u32 = 11;
        pub const SPARE_CAP: u32 = 12;
        pub const TASK_FITS: u32 = 13;
        pub const WAKE_GROUP_UTIL: u32 = 14;
        pub const WAKE_UTIL: u32 = 15;
    }

    pub mod sched_process_free {
        pub const COMM: u32 = 1;
        pub const PID: u32 = 2;
        pub const PRIO: u32 = 3;
    }

    pub mod sched_switch {
        pub const PREV_COMM: u32 = 1;
        pub const PREV_PID: u32 = 2;
        pub const PREV_PRIO: u32 = 3;
        pub const PREV_STATE: u32 = 4;
        pub const NEXT_COMM: u32 = 5;
        pub const NEXT_PID: u32 = 6;
        pub const NEXT_PRIO: u32 = 7;
    }

    pub mod sched_wakeup {
        pub const COMM: u32 = 1;
        pub const PID: u32 = 2;
        pub const PRIO: u32 = 3;
        pub const SUCCESS: u32 = 4;
        pub const TARGET_CPU: u32 = 5;
    }

    pub mod sched_waking {
        pub const COMM: u32 = 1;
        pub const PID: u32 = 2;
        pub const PRIO: u32 = 3;
        pub const SUCCESS: u32 = 4;
        pub const TARGET_CPU: u32 = 5;
    }

    pub mod scm_call_start {
        pub const ARGINFO: u32 = 1;
        pub const X0: u32 = 2;
        pub const X5: u32 = 3;
    }

    pub mod sde_tracing_mark_write {
        pub const PID: u32 = 1;
        pub const TRACE_NAME: u32 = 2;
        pub const TRACE_TYPE: u32 = 3;
        pub const VALUE: u32 = 4;
        pub const TRACE_BEGIN: u32 = 5;
    }

    pub mod signal_deliver {
        pub const CODE: u32 = 1;
        pub const SA_FLAGS: u32 = 2;
        pub const SIG: u32 = 3;
    }

    pub mod signal_generate {
        pub const CODE: u32 = 1;
        pub const COMM: u32 = 2;
        pub const GROUP: u32 = 3;
        pub const PID: u32 = 4;
        pub const RESULT: u32 = 5;
        pub const SIG: u32 = 6;
    }

    pub mod softirq_entry {
        pub const VEC: u32 = 1;
    }

    pub mod softirq_exit {
        pub const VEC: u32 = 1;
    }

    pub mod suspend_resume {
        pub const ACTION: u32 = 1;
        pub const VAL: u32 = 2;
        pub const START: u32 = 3;
    }

    pub mod suspend_resume_minimal {
        pub const START: u32 = 1;
    }

    pub mod sys_enter {
        pub const ID: u32 = 1;
        pub const ARGS: u32 = 2;
    }

    pub mod sys_exit {
        pub const ID: u32 = 1;
        pub const RET: u32 = 2;
    }

    pub mod task_newtask {
        pub const PID: u32 = 1;
        pub const COMM: u32 = 2;
        pub const CLONE_FLAGS: u32 = 3;
        pub const OOM_SCORE_ADJ: u32 = 4;
    }

    pub mod task_rename {
        pub const PID: u32 = 1;
        pub const OLDCOMM: u32 = 2;
        pub const NEWCOMM: u32 = 3;
        pub const OOM_SCORE_ADJ: u32 = 4;
    }

    pub mod tcp_retransmit_skb {
        pub const DADDR: u32 = 1;
        pub const DPORT: u32 = 2;
        pub const SADDR: u32 = 3;
        pub const SKADDR: u32 = 4;
        pub const SKBADDR: u32 = 5;
        pub const SPORT: u32 = 6;
        pub const STATE: u32 = 7;
    }

    pub mod thermal_exynos_acpm_bulk {
        pub const TZ_ID: u32 = 1;
        pub const CURRENT_TEMP: u32 = 2;
        pub const CTRL_TEMP: u32 = 3;
        pub const CDEV_STATE: u32 = 4;
        pub const PID_ET_P: u32 = 5;
        pub const PID_POWER_RANGE: u32 = 6;
        pub const PID_P: u32 = 7;
        pub const PID_I: u32 = 8;
        pub const K_P: u32 = 9;
        pub const K_I: u32 = 10;
        pub const TIMESTAMP: u32 = 11;
    }

    pub mod thermal_exynos_acpm_high_overhead {
        pub const TZ_ID: u32 = 1;
        pub const CURRENT_TEMP: u32 = 2;
        pub const CTRL_TEMP: u32 = 3;
        pub const CDEV_STATE: u32 = 4;
        pub const PID_ET_P: u32 = 5;
        pub const K_P: u32 = 6;
        pub const K_I: u32 = 7;
    }

    pub mod thermal_temperature {
        pub const ID: u32 = 1;
        pub const TEMP: u32 = 2;
        pub const TEMP_PREV: u32 = 3;
        pub const THERMAL_ZONE: u32 = 4;
    }

    pub mod tracing_mark_write {
        pub const PID: u32 = 1;
        pub const TRACE_NAME: u32 = 2;
        pub const TRACE_BEGIN: u32 = 3;
    }

    pub mod trusty_enqueue_nop {
        pub const ARG1: u32 = 1;
        pub const ARG2: u32 = 2;
        pub const ARG3: u32 = 3;
    }

    pub mod trusty_ipc_connect {
        pub const CHAN: u32 = 1;
        pub const PORT: u32 = 2;
        pub const STATE: u32 = 3;
    }

    pub mod trusty_ipc_connect_end {
        pub const CHAN: u32 = 1;
        pub const ERR: u32 = 2;
        pub const STATE: u32 = 3;
    }

    pub mod trusty_ipc_handle_event {
        pub const CHAN: u32 = 1;
        pub const EVENT_ID: u32 = 2;
        pub const SRV_NAME: u32 = 3;
    }

    pub mod trusty_ipc_poll {
        pub const CHAN: u32 = 1;
        pub const POLL_MASK: u32 = 2;
        pub const SRV_NAME: u32 = 3;
    }

    pub mod trusty_ipc_read {
        pub const CHAN: u32 = 1;
        pub const SRV_NAME: u32 = 2;
    }

    pub mod trusty_ipc_read_end {
        pub const BUF_ID: u32 = 1;
        pub const CHAN: u32 = 2;
        pub const LEN_OR_ERR: u32 = 3;
        pub const SHM_CNT: u32 = 4;
        pub const SRV_NAME: u32 = 5;
    }

    pub mod trusty_ipc_rx {
        pub const BUF_ID: u32 = 1;
        pub const CHAN: u32 = 2;
        pub const SRV_NAME: u32 = 3;
    }

    pub mod trusty_ipc_write {
        pub const BUF_ID: u32 = 1;
        pub const CHAN: u32 = 2;
        pub const KIND_SHM: u32 = 3;
        pub const LEN_OR_ERR: u32 = 4;
        pub const SHM_CNT: u32 = 5;
        pub const SRV_NAME: u32 = 6;
    }

    pub mod trusty_irq {
        pub const IRQ: u32 = 1;
    }

    pub mod trusty_reclaim_memory {
        pub const ID: u32 = 1;
    }

    pub mod trusty_reclaim_memory_done {
        pub const ID: u32 = 1;
        pub const RET: u32 = 2;
    }

    pub mod trusty_share_memory {
        pub const LEN: u32 = 1;
        pub const LEND: u32 = 2;
        pub const NENTS: u32 = 3;
    }

    pub mod trusty_share_memory_done {
        pub const HANDLE: u32 = 1;
        pub const LEN: u32 = 2;
        pub const LEND: u32 = 3;
        pub const NENTS: u32 = 4;
        pub const RET: u32 = 5;
    }

    pub mod trusty_smc {
        pub const R0: u32 = 1;
        pub const R1: u32 = 2;
        pub const R2: u32 = 3;
        pub const R3: u32 = 4;
    }

    pub mod trusty_smc_done {
        pub const RET: u32 = 1;
    }

    pub mod trusty_std_call32 {
        pub const R0: u32 = 1;
        pub const R1: u32 = 2;
        pub const R2: u32 = 3;
        pub const R3: u32 = 4;
    }

    pub mod trusty_std_call32_done {
        pub const RET: u32 = 1;
    }

    pub mod ufshcd_clk_gating {
        pub const DEV_NAME: u32 = 1;
        pub const STATE: u32 = 2;
    }

    pub mod ufshcd_command {
        pub const DEV_NAME: u32 = 1;
        pub const DOORBELL: u32 = 2;
        pub const INTR: u32 = 3;
        pub const LBA: u32 = 4;
        pub const OPCODE: u32 = 5;
        pub const STR: u32 = 6;
        pub const TAG: u32 = 7;
        pub const TRANSFER_LEN: u32 = 8;
        pub const GROUP_ID: u32 = 9;
        pub const STR_T: u32 = 10;
    }

    pub mod v4l2_dqbuf {
        pub const BYTESUSED: u32 = 1;
        pub const FIELD: u32 = 2;
        pub const FLAGS: u32 = 3;
        pub const INDEX: u32 = 4;
        pub const MINOR: u32 = 5;
        pub const SEQUENCE: u32 = 6;
        pub const TIMECODE_FLAGS: u32 = 7;
        pub const TIMECODE_FRAMES: u32 = 8;
        pub const TIMECODE_HOURS: u32 = 9;
        pub const TIMECODE_MINUTES: u32 = 10;
        pub const TIMECODE_SECONDS: u32 = 11;
        pub const TIMECODE_TYPE: u32 = 12;
        pub const TIMECODE_USERBITS0: u32 = 13;
        pub const TIMECODE_USERBITS1: u32 = 14;
        pub const TIMECODE_USERBITS2: u32 = 15;
        pub const TIMECODE_USERBITS3: u32 = 16;
        pub const TIMESTAMP: u32 = 17;
        pub const TYPE: u32 = 18;
    }

    pub mod v4l2_qbuf {
        pub const BYTESUSED: u32 = 1;
        pub const FIELD: u32 = 2;
        pub const FLAGS: u32 = 3;
        pub const INDEX: u32 = 4;
        pub const MINOR: u32 = 5;
        pub const SEQUENCE: u32 = 6;
        pub const TIMECODE_FLAGS: u32 = 7;
        pub const TIMECODE_FRAMES: u32 = 8;
        pub const TIMECODE_HOURS: u32 = 9;
        pub const TIMECODE_MINUTES: u32 = 10;
        pub const TIMECODE_SECONDS: u32 = 11;
        pub const TIMECODE_TYPE: u32 = 12;
        pub const TIMECODE_USERBITS0: u32 = 13;
        pub const TIMECODE_USERBITS1: u32 = 14;
        pub const TIMECODE_USERBITS2: u32 = 15;
        pub const TIMECODE_USERBITS3: u32 = 16;
        pub const TIMESTAMP: u32 = 17;
        pub const TYPE: u32 = 18;
    }

    pub mod vb2_v4l2_buf_done {
        pub const FIELD: u32 = 1;
        pub const FLAGS: u32 = 2;
        pub const MINOR: u32 = 3;
        pub const SEQUENCE: u32 = 4;
        pub const TIMECODE_FLAGS: u32 = 5;
        pub const TIMECODE_FRAMES: u32 = 6;
        pub const TIMECODE_HOURS: u32 = 7;
        pub const TIMECODE_MINUTES: u32 = 8;
        pub const TIMECODE_SECONDS: u32 = 9;
        pub const TIMECODE_TYPE: u32 = 10;
        pub const TIMECODE_USERBITS0: u32 = 11;
        pub const TIMECODE_USERBITS1: u32 = 12;
        pub const TIMECODE_USERBITS2: u32 = 13;
        pub const TIMECODE_USERBITS3: u32 = 14;
        pub const TIMESTAMP: u32 = 15;
    }

    pub mod vb2_v4l2_buf_queue {
        pub const FIELD: u32 = 1;
        pub const FLAGS: u32 = 2;
        pub const MINOR: u32 = 3;
        pub const SEQUENCE: u32 = 4;
        pub const TIMECODE_FLAGS: u32 = 5;
        pub const TIMECODE_FRAMES: u32 = 6;
        pub const TIMECODE_HOURS: u32 = 7;
        pub const TIMECODE_MINUTES: u32 = 8;
        pub const TIMECODE_SECONDS: u32 = 9;
        pub const TIMECODE_TYPE: u32 = 10;
        pub const TIMECODE_USERBITS0: u32 = 11;
        pub const TIMECODE_USERBITS1: u32 = 12;
        pub const TIMECODE_USERBITS2: u32 = 13;
        pub const TIMECODE_USERBITS3: u32 = 14;
        pub const TIMESTAMP: u32 = 15;
    }

    pub mod vb2_v4l2_dqbuf {
        pub const FIELD: u32 = 1;
        pub const FLAGS: u32 = 2;
        pub const MINOR: u32 = 3;
        pub const SEQUENCE: u32 = 4;
        pub const TIMECODE_FLAGS: u32 = 5;
        pub const TIMECODE_FRAMES: u32 = 6;
        pub const TIMECODE_HOURS: u32 = 7;
        pub const TIMECODE_MINUTES: u32 = 8;
        pub const TIMECODE_SECONDS: u32 = 9;
        pub const TIMECODE_TYPE: u32 = 10;
        pub const TIMECODE_USERBITS0: u32 = 11;
        pub const TIMECODE_USERBITS1: u32 = 12;
        pub const TIMECODE_USERBITS2: u32 = 13;
        pub const TIMECODE_USERBITS3: u32 = 14;
        pub const TIMESTAMP: u32 = 15;
    }

    pub mod vb2_v4l2_qbuf {
        pub const FIELD: u32 = 1;
        pub const FLAGS: u32 = 2;
        pub const MINOR: u32 = 3;
        pub const SEQUENCE: u32 = 4;
        pub const TIMECODE_FLAGS: u32 = 5;
        pub const TIMECODE_FRAMES: u32 = 6;
        pub const TIMECODE_HOURS: u32 = 7;
        pub const TIMECODE_MINUTES: u32 = 8;
        pub const TIMECODE_SECONDS: u32 = 9;
        pub const TIMECODE_TYPE: u32 = 10;
        pub const TIMECODE_USERBITS0: u32 = 11;
        pub const TIMECODE_USERBITS1: u32 = 12;
        pub const TIMECODE_USERBITS2: u32 = 13;
        pub const TIMECODE_USERBITS3: u32 = 14;
        pub const TIMESTAMP: u32 = 15;
    }

    pub mod virtio_gpu_cmd_queue {
        pub const CTX_ID: u32 = 1;
        pub const DEV: u32 = 2;
        pub const FENCE_ID: u32 = 3;
        pub const FLAGS: u32 = 4;
        pub const NAME: u32 = 5;
        pub const NUM_FREE: u32 = 6;
        pub const SEQNO: u32 = 7;
        pub const TYPE: u32 = 8;
        pub const VQ: u32 = 9;
    }

    pub mod virtio_gpu_cmd_response {
        pub const CTX_ID: u32 = 1;
        pub const DEV: u32 = 2;
        pub const FENCE_ID: u32 = 3;
        pub const FLAGS: u32 = 4;
        pub const NAME: u32 = 5;
        pub const NUM_FREE: u32 = 6;
        pub const SEQNO: u32 = 7;
        pub const TYPE: u32 = 8;
        pub const VQ: u32 = 9;
    }

    pub mod virtio_video_cmd {
        pub const STREAM_ID: u32 = 1;
        pub const TYPE: u32 = 2;
    }

    pub mod virtio_video_cmd_done {
        pub const STREAM_ID: u32 = 1;
        pub const TYPE: u32 = 2;
    }

    pub mod virtio_video_resource_queue {
        pub const DATA_SIZE0: u32 = 1;
        pub const DATA_SIZE1: u32 = 2;
        pub const DATA_SIZE2: u32 = 3;
        pub const DATA_SIZE3: u32 = 4;
        pub const QUEUE_TYPE: u32 = 5;
        pub const RESOURCE_ID: u32 = 6;
        pub const STREAM_ID: u32 = 7;
        pub const TIMESTAMP: u32 = 8;
    }

    pub mod virtio_video_resource_queue_done {
        pub const DATA_SIZE0: u32 = 1;
        pub const DATA_SIZE1: u32 = 2;
        pub const DATA_SIZE2: u32 = 3;
        pub const DATA_SIZE3: u32 = 4;
        pub const QUEUE_TYPE: u32 = 5;
        pub const RESOURCE_ID: u32 = 6;
        pub const STREAM_ID: u32 = 7;
        pub const TIMESTAMP: u32 = 8;
    }

    pub mod wakeup_source_activate {
        pub const NAME: u32 = 1;
        pub const STATE: u32 = 2;
    }

    pub mod wakeup_source_deactivate {
        pub const NAME: u32 = 1;
        pub const STATE: u32 = 2;
    }

    pub mod workqueue_execute_end {
        pub const WORK: u32 = 1;
        pub const FUNCTION: u32 = 2;
    }

    pub mod workqueue_execute_start {
        pub const WORK: u32 = 1;
        pub const FUNCTION: u32 = 2;
    }

    pub mod workqueue_queue_work {
        pub const WORK: u32 = 1;
        pub const FUNCTION: u32 = 2;
        pub const REQ_CPU: u32 = 4;
        pub const CPU: u32 = 5;
        pub const WORKQUEUE: u32 = 6;
    }

    pub mod zero {
        pub const FLAG: u32 = 1;
        pub const NAME: u32 = 2;
        pub const PID: u32 = 3;
        pub const VALUE: u32 = 4;
    }
}

pub mod ftrace_event_bundle {
    pub const CPU: u32 = 1;
    pub const EVENT: u32 = 2;
    pub const LOST_EVENTS: u32 = 3;
    pub const COMPACT_SCHED: u32 = 4;
    pub const FTRACE_CLOCK: u32 = 5;
    pub const FTRACE_TIMESTAMP: u32 = 6;
    pub const BOOT_TIMESTAMP: u32 = 7;
    pub const ERROR: u32 = 8;
    pub const LAST_READ_EVENT_TIMESTAMP: u32 = 9;
    pub const PREVIOUS_BUNDLE_END_TIMESTAMP: u32 = 10;
    pub const GENERIC_EVENT_DESCRIPTORS: u32 = 11;
    pub const BROKEN_ABI_TRACE_PAGE: u32 = 512;

    pub mod compact_sched {
        pub const SWITCH_TIMESTAMP: u32 = 1;
        pub const SWITCH_PREV_STATE: u32 = 2;
        pub const SWITCH_NEXT_PID: u32 = 3;
        pub const SWITCH_NEXT_PRIO: u32 = 4;
        pub const INTERN_TABLE: u32 = 5;
        pub const SWITCH_NEXT_COMM_INDEX: u32 = 6;
        pub const WAKING_TIMESTAMP: u32 = 7;
        pub const WAKING_PID: u32 = 8;
        pub const WAKING_TARGET_CPU: u32 = 9;
        pub const WAKING_PRIO: u32 = 10;
        pub const WAKING_COMM_INDEX: u32 = 11;
        pub const WAKING_COMMON_FLAGS: u32 = 12;
    }

    pub mod ftrace_error {
        pub const TIMESTAMP: u32 = 1;
        pub const STATUS: u32 = 2;
    }

    pub mod generic_event_descriptor {
        pub const FIELD_ID: u32 = 1;
        pub const EVENT_DESCRIPTOR: u32 = 2;
        pub const GROUP_NAME: u32 = 3;
    }
}

pub mod ftrace_kprobe_stats {
    pub const HITS: u32 = 1;
    pub const MISSES: u32 = 2;
}

pub mod ftrace_stats {
    pub const PHASE: u32 = 1;
    pub const CPU_STATS: u32 = 2;
    pub const KERNEL_SYMBOLS_PARSED: u32 = 3;
    pub const KERNEL_SYMBOLS_MEM_KB: u32 = 4;
    pub const ATRACE_ERRORS: u32 = 5;
    pub const UNKNOWN_FTRACE_EVENTS: u32 = 6;
    pub const FAILED_FTRACE_EVENTS: u32 = 7;
    pub const PRESERVE_FTRACE_BUFFER: u32 = 8;
    pub const FTRACE_PARSE_ERRORS: u32 = 9;
    pub const KPROBE_STATS: u32 = 10;
    pub const UNSPECIFIED: u64 = 0;
    pub const START_OF_TRACE: u64 = 1;
    pub const END_OF_TRACE: u64 = 2;

    pub mod ftrace_cpu_stats {
        pub const CPU: u32 = 1;
        pub const ENTRIES: u32 = 2;
        pub const OVERRUN: u32 = 3;
        pub const COMMIT_OVERRUN: u32 = 4;
        pub const BYTES_READ: u32 = 5;
        pub const OLDEST_EVENT_TS: u32 = 6;
        pub const NOW_TS: u32 = 7;
        pub const DROPPED_EVENTS: u32 = 8;
        pub const READ_EVENTS: u32 = 9;
        pub const BYTES: u32 = 10;
    }
}

pub mod generic_gpu_frequency_event {
    pub const GPU_ID: u32 = 1;
    pub const FREQUENCY_KHZ: u32 = 2;
}

pub mod generic_kernel_cpu_frequency_event {
    pub const CPU: u32 = 1;
    pub const FREQ_HZ: u32 = 2;
}

pub mod generic_kernel_process_tree {
    pub const PROCESSES: u32 = 1;
    pub const THREADS: u32 = 2;

    pub mod process {
        pub const PID: u32 = 1;
        pub const PPID: u32 = 2;
        pub const CMDLINE: u32 = 3;
    }

    pub mod thread {
        pub const TID: u32 = 1;
        pub const PID: u32 = 2;
        pub const COMM: u32 = 3;
        pub const IS_MAIN_THREAD: u32 = 4;
    }
}

pub mod generic_kernel_task_rename_event {
    pub const TID: u32 = 1;
    pub const COMM: u32 = 2;
}

pub mod generic_kernel_task_state_event {
    pub const CPU: u32 = 1;
    pub const COMM: u32 = 2;
    pub const TID: u32 = 3;
    pub const STATE: u32 = 4;
    pub const PRIO: u32 = 5;
    pub const TASK_STATE_UNKNOWN: u64 = 0;
    pub const TASK_STATE_CREATED: u64 = 1;
    pub const TASK_STATE_RUNNABLE: u64 = 2;
    pub const TASK_STATE_RUNNING: u64 = 3;
    pub const TASK_STATE_INTERRUPTIBLE_SLEEP: u64 = 4;
    pub const TASK_STATE_UNINTERRUPTIBLE_SLEEP: u64 = 5;
    pub const TASK_STATE_STOPPED: u64 = 6;
    pub const TASK_STATE_DEAD: u64 = 7;
    pub const TASK_STATE_DESTROYED: u64 = 8;
}

pub mod gpu_counter_descriptor {
    pub const SPECS: u32 = 1;
    pub const BLOCKS: u32 = 2;
    pub const COUNTER_GROUPS: u32 = 6;

    pub mod gpu_counter_block {
        pub const BLOCK_ID: u32 = 1;
        pub const BLOCK_CAPACITY: u32 = 2;
        pub const NAME: u32 = 3;
        pub const DESCRIPTION: u32 = 4;
        pub const COUNTER_IDS: u32 = 5;
    }

    pub mod gpu_counter_group_spec {
        pub const GROUP_ID: u32 = 1;
        pub const NAME: u32 = 2;
        pub const DESCRIPTION: u32 = 3;
        pub const COUNTER_IDS: u32 = 4;
    }

    pub mod gpu_counter_spec {
        pub const COUNTER_ID: u32 = 1;
        pub const NAME: u32 = 2;
        pub const DESCRIPTION: u32 = 3;
        pub const INT_PEAK_VALUE: u32 = 5;
        pub const DOUBLE_PEAK_VALUE: u32 = 6;
        pub const NUMERATOR_UNITS: u32 = 7;
        pub const DENOMINATOR_UNITS: u32 = 8;
        pub const SELECT_BY_DEFAULT: u32 = 9;
        pub const GROUPS: u32 = 10;
        pub const VALUE_DIRECTION: u32 = 11;
    }
}

pub mod gpu_counter_event {
    pub const COUNTER_DESCRIPTOR: u32 = 1;
    pub const COUNTERS: u32 = 2;
    pub const GPU_ID: u32 = 3;
    pub const COUNTER_DESCRIPTOR_IID: u32 = 4;

    pub mod gpu_counter {
        pub const COUNTER_ID: u32 = 1;
        pub const INT_VALUE: u32 = 2;
        pub const DOUBLE_VALUE: u32 = 3;
    }
}

pub mod gpu_info {
    pub const GPUS: u32 = 1;

    pub mod gpu {
        pub const NAME: u32 = 1;
        pub const VENDOR: u32 = 2;
        pub const MODEL: u32 = 3;
        pub const ARCHITECTURE: u32 = 4;
        pub const UUID: u32 = 5;
        pub const EXTRA_INFO: u32 = 6;
        pub const PCI_BDF: u32 = 7;
    }

    pub mod key_value {
        pub const KEY: u32 = 1;
        pub const VALUE: u32 = 2;
    }
}

pub mod gpu_log {
    pub const SEVERITY: u32 = 1;
    pub const TAG: u32 = 2;
    pub const LOG_MESSAGE: u32 = 3;
}

pub mod gpu_mem_total_event {
    pub const GPU_ID: u32 = 1;
    pub const PID: u32 = 2;
    pub const SIZE: u32 = 3;
}

pub mod gpu_render_stage_event {
    pub const EVENT_ID: u32 = 1;
    pub const DURATION: u32 = 2;
    pub const HW_QUEUE_ID: u32 = 3;
    pub const STAGE_ID: u32 = 4;
    pub const CONTEXT: u32 = 5;
    pub const EXTRA_DATA: u32 = 6;
    pub const SPECIFICATIONS: u32 = 7;
    pub const RENDER_TARGET_HANDLE: u32 = 8;
    pub const RENDER_PASS_HANDLE: u32 = 9;
    pub const SUBMISSION_ID: u32 = 10;
    pub const GPU_ID: u32 = 11;
    pub const COMMAND_BUFFER_HANDLE: u32 = 12;
    pub const HW_QUEUE_IID: u32 = 13;
    pub const STAGE_IID: u32 = 14;
    pub const RENDER_SUBPASS_INDEX_MASK: u32 = 15;
    pub const RENDER_PASS_INSTANCE_ID: u32 = 16;
    pub const NAME: u32 = 17;
    pub const EVENT_WAIT_IDS: u32 = 18;
    pub const KERNEL_IID: u32 = 19;
    pub const NAME_IID: u32 = 20;
    pub const LAUNCH: u32 = 21;

    pub mod compute_kernel_launch {
        pub const GRID_SIZE: u32 = 1;
        pub const WORKGROUP_SIZE: u32 = 2;
        pub const ARGS: u32 = 3;
    }

    pub mod dim3 {
        pub const X: u32 = 1;
        pub const Y: u32 = 2;
        pub const Z: u32 = 3;
    }

    pub mod extra_compute_arg {
        pub const NAME_IID: u32 = 1;
        pub const NAME: u32 = 2;
        pub const INT_VALUE: u32 = 3;
        pub const UINT_VALUE: u32 = 4;
        pub const DOUBLE_VALUE: u32 = 5;
        pub const STRING_VALUE: u32 = 6;
        pub const STRING_VALUE_IID: u32 = 7;
    }

    pub mod extra_data {
        pub const NAME: u32 = 1;
        pub const VALUE: u32 = 2;
    }

    pub mod specifications {
        pub const CONTEXT_SPEC: u32 = 1;
        pub const HW_QUEUE: u32 = 2;
        pub const STAGE: u32 = 3;

        pub mod context_spec {
            pub const CONTEXT: u32 = 1;
            pub const PID: u32 = 2;
        }

        pub mod description {
            pub const NAME: u32 = 1;
            pub const DESCRIPTION: u32 = 2;
        }
    }
}

pub mod graphics_frame_event {
    pub const BUFFER_EVENT: u32 = 1;

    pub mod buffer_event {
        pub const FRAME_NUMBER: u32 = 1;
        pub const TYPE: u32 = 2;
        pub const LAYER_NAME: u32 = 3;
        pub const DURATION_NS: u32 = 4;
        pub const BUFFER_ID: u32 = 5;
    }
}

pub mod initial_display_state {
    pub const DISPLAY_STATE: u32 = 1;
    pub const BRIGHTNESS: u32 = 2;
}

pub mod inline_callstack {
    pub const FRAMES: u32 = 1;

    pub mod frame {
        pub const FUNCTION_NAME: u32 = 1;
        pub const SOURCE_FILE: u32 = 2;
        pub const LINE_NUMBER: u32 = 3;
    }
}

pub mod interned_compute_arg_name {
    pub const IID: u32 = 1;
    pub const NAME: u32 = 2;
}

pub mod interned_compute_kernel {
    pub const IID: u32 = 1;
    pub const NAME: u32 = 2;
    pub const DEMANGLED_NAME: u32 = 3;
    pub const ARCH: u32 = 4;
    pub const ARGS: u32 = 5;
}

pub mod interned_data {
    pub const EVENT_CATEGORIES: u32 = 1;
    pub const EVENT_NAMES: u32 = 2;
    pub const DEBUG_ANNOTATION_NAMES: u32 = 3;
    pub const SOURCE_LOCATIONS: u32 = 4;
    pub const FUNCTION_NAMES: u32 = 5;
    pub const FRAMES: u32 = 6;
    pub const CALLSTACKS: u32 = 7;
    pub const BUILD_IDS: u32 = 16;
    pub const MAPPING_PATHS: u32 = 17;
    pub const SOURCE_PATHS: u32 = 18;
    pub const MAPPINGS: u32 = 19;
    pub const LOG_MESSAGE_BODY: u32 = 20;
    pub const VULKAN_MEMORY_KEYS: u32 = 22;
    pub const GRAPHICS_CONTEXTS: u32 = 23;
    pub const GPU_SPECIFICATIONS: u32 = 24;
    pub const HISTOGRAM_NAMES: u32 = 25;
    pub const KERNEL_SYMBOLS: u32 = 26;
    pub const DEBUG_ANNOTATION_VALUE_TYPE_NAMES: u32 = 27;
    pub const UNSYMBOLIZED_SOURCE_LOCATIONS: u32 = 28;
    pub const DEBUG_ANNOTATION_STRING_VALUES: u32 = 29;
    pub const PACKET_CONTEXT: u32 = 30;
    pub const APP_WAKELOCK_INFO: u32 = 42;
    pub const CORRELATION_ID_STR: u32 = 43;
    pub const ANDROID_JOB_NAME: u32 = 44;
    pub const GPU_COUNTER_DESCRIPTORS: u32 = 47;
    pub const STACK_SAMPLE_TASK_CONTEXTS: u32 = 48;
    pub const STACK_SAMPLE_EXECUTION_CONTEXTS: u32 = 49;
    pub const STACK_SAMPLE_COUNTER_DESCRIPTORS: u32 = 50;
    pub const STACK_SAMPLE_ASYNC_CONTEXT_DESCRIPTORS: u32 = 51;
    pub const COMPUTE_KERNELS: u32 = 1000;
    pub const COMPUTE_ARG_NAMES: u32 = 1001;
}

pub mod interned_gpu_counter_descriptor {
    pub const IID: u32 = 1;
    pub const COUNTER_DESCRIPTOR: u32 = 2;
    pub const GPU_ID: u32 = 3;
}

pub mod interned_gpu_render_stage_specification {
    pub const IID: u32 = 1;
    pub const NAME: u32 = 2;
    pub const DESCRIPTION: u32 = 3;
    pub const CATEGORY: u32 = 4;
}

pub mod interned_graphics_context {
    pub const IID: u32 = 1;
    pub const PID: u32 = 2;
    pub const API: u32 = 3;
}

pub mod interned_name {
    pub const IID: u32 = 1;
    pub const NAME: u32 = 2;
}

pub mod interned_string {
    pub const IID: u32 = 1;
    pub const STR: u32 = 2;
}

pub mod interrupt_info {
    pub const IRQ_MAPPING: u32 = 1;

    pub mod interrupt_mapping {
        pub const IRQ_ID: u32 = 1;
        pub const NAME: u32 = 2;
    }
}

pub mod kernel_wakelock_data {
    pub const WAKELOCK: u32 = 1;
    pub const WAKELOCK_ID: u32 = 2;
    pub const TIME_HELD_MILLIS: u32 = 3;
    pub const ERROR_FLAGS: u32 = 4;

    pub mod wakelock {
        pub const WAKELOCK_ID: u32 = 1;
        pub const WAKELOCK_NAME: u32 = 2;
        pub const WAKELOCK_TYPE: u32 = 3;
    }
}

pub mod line {
    pub const FUNCTION_NAME: u32 = 1;
    pub const SOURCE_FILE_NAME: u32 = 2;
    pub const LINE_NUMBER: u32 = 3;
}

pub mod log_body {
    pub const IID: u32 = 1;
    pub const BODY: u32 = 2;
}

pub mod log_message {
    pub const SOURCE_LOCATION_IID: u32 = 1;
    pub const BODY_IID: u32 = 2;
    pub const PRIO: u32 = 3;
    pub const PRIO_UNSPECIFIED: u64 = 0;
    pub const PRIO_UNUSED: u64 = 1;
    pub const PRIO_VERBOSE: u64 = 2;
    pub const PRIO_DEBUG: u64 = 3;
    pub const PRIO_INFO: u64 = 4;
    pub const PRIO_WARN: u64 = 5;
    pub const PRIO_ERROR: u64 = 6;
    pub const PRIO_FATAL: u64 = 7;
}

pub mod mapping {
    pub const IID: u32 = 1;
    pub const BUILD_ID: u32 = 2;
    pub const START_OFFSET: u32 = 3;
    pub const START: u32 = 4;
    pub const END: u32 = 5;
    pub const LOAD_BIAS: u32 = 6;
    pub const PATH_STRING_IDS: u32 = 7;
    pub const EXACT_OFFSET: u32 = 8;
}

pub mod module_symbols {
    pub const PATH: u32 = 1;
    pub const BUILD_ID: u32 = 2;
    pub const ADDRESS_SYMBOLS: u32 = 3;
}

pub mod network_packet_bundle {
    pub const IID: u32 = 1;
    pub const CTX: u32 = 2;
    pub const PACKET_TIMESTAMPS: u32 = 3;
    pub const PACKET_LENGTHS: u32 = 4;
    pub const TOTAL_PACKETS: u32 = 5;
    pub const TOTAL_DURATION: u32 = 6;
    pub const TOTAL_LENGTH: u32 = 7;
}

pub mod network_packet_context {
    pub const IID: u32 = 1;
    pub const CTX: u32 = 2;
}

pub mod network_packet_event {
    pub const DIRECTION: u32 = 1;
    pub const INTERFACE: u32 = 2;
    pub const LENGTH: u32 = 3;
    pub const UID: u32 = 4;
    pub const TAG: u32 = 5;
    pub const IP_PROTO: u32 = 6;
    pub const TCP_FLAGS: u32 = 7;
    pub const LOCAL_PORT: u32 = 8;
    pub const REMOTE_PORT: u32 = 9;
    pub const ICMP_TYPE: u32 = 10;
    pub const ICMP_CODE: u32 = 11;
}

pub mod packages_list {
    pub const PACKAGES: u32 = 1;
    pub const PARSE_ERROR: u32 = 2;
    pub const READ_ERROR: u32 = 3;

    pub mod package_info {
        pub const NAME: u32 = 1;
        pub const UID: u32 = 2;
        pub const DEBUGGABLE: u32 = 3;
        pub const PROFILEABLE_FROM_SHELL: u32 = 4;
        pub const VERSION_CODE: u32 = 5;
    }
}

pub mod packed_smaps {
    pub const STRING_TABLE: u32 = 1;
    pub const NAME_ID: u32 = 2;
    pub const AGGREGATE_COUNT: u32 = 3;
    pub const SIZE_KB: u32 = 4;
    pub const RSS_KB: u32 = 5;
    pub const ANONYMOUS_KB: u32 = 6;
    pub const SWAP_KB: u32 = 7;
    pub const SHARED_CLEAN_KB: u32 = 8;
    pub const SHARED_DIRTY_KB: u32 = 9;
    pub const PRIVATE_CLEAN_KB: u32 = 10;
    pub const PRIVATE_DIRTY_KB: u32 = 11;
    pub const LOCKED_KB: u32 = 12;
    pub const PSS_KB: u32 = 13;
    pub const PSS_DIRTY_KB: u32 = 14;
    pub const SWAP_PSS_KB: u32 = 15;
}

pub mod perf_events {

    pub mod raw_event {
        pub const TYPE: u32 = 1;
        pub const CONFIG: u32 = 2;
        pub const CONFIG1: u32 = 3;
        pub const CONFIG2: u32 = 4;
        pub const PMU_NAME: u32 = 5;
    }

    pub mod timebase {
        pub const PERIOD: u32 = 1;
        pub const FREQUENCY: u32 = 2;
        pub const TRACEPOINT: u32 = 3;
        pub const COUNTER: u32 = 4;
        pub const RAW_EVENT: u32 = 5;
        pub const POLL_PERIOD_MS: u32 = 6;
        pub const NAME: u32 = 10;
        pub const TIMESTAMP_CLOCK: u32 = 11;
        pub const MODIFIERS: u32 = 12;
    }

    pub mod tracepoint {
        pub const NAME: u32 = 1;
        pub const FILTER: u32 = 2;
    }
}

pub mod perf_sample {
    pub const CPU: u32 = 1;
    pub const PID: u32 = 2;
    pub const TID: u32 = 3;
    pub const CALLSTACK_IID: u32 = 4;
    pub const CPU_MODE: u32 = 5;
    pub const TIMEBASE_COUNT: u32 = 6;
    pub const FOLLOWER_COUNTS: u32 = 7;
    pub const UNWIND_ERROR: u32 = 16;
    pub const KERNEL_RECORDS_LOST: u32 = 17;
    pub const SAMPLE_SKIPPED_REASON: u32 = 18;
    pub const PRODUCER_EVENT: u32 = 19;

    pub mod producer_event {
        pub const SOURCE_STOP_REASON: u32 = 1;
    }
}

pub mod perf_sample_defaults {
    pub const TIMEBASE: u32 = 1;
    pub const FOLLOWERS: u32 = 4;
}

pub mod perfetto_metatrace {
    pub const EVENT_ID: u32 = 1;
    pub const COUNTER_ID: u32 = 2;
    pub const EVENT_DURATION_NS: u32 = 3;
    pub const COUNTER_VALUE: u32 = 4;
    pub const THREAD_ID: u32 = 5;
    pub const HAS_OVERRUNS: u32 = 6;
    pub const ARGS: u32 = 7;
    pub const EVENT_NAME: u32 = 8;
    pub const COUNTER_NAME: u32 = 9;
    pub const INTERNED_STRINGS: u32 = 10;
    pub const EVENT_NAME_IID: u32 = 11;

    pub mod arg {
        pub const KEY: u32 = 1;
        pub const VALUE: u32 = 2;
        pub const KEY_IID: u32 = 3;
        pub const VALUE_IID: u32 = 4;
    }

    pub mod interned_string {
        pub const IID: u32 = 1;
        pub const VALUE: u32 = 2;
    }
}

pub mod power_rails {
    pub const RAIL_DESCRIPTOR: u32 = 1;
    pub const ENERGY_DATA: u32 = 2;
    pub const SESSION_UUID: u32 = 3;

    pub mod energy_data {
        pub const INDEX: u32 = 1;
        pub const TIMESTAMP_MS: u32 = 2;
        pub const ENERGY: u32 = 3;
    }

    pub mod rail_descriptor {
        pub const INDEX: u32 = 1;
        pub const RAIL_NAME: u32 = 2;
        pub const SUBSYS_NAME: u32 = 3;
        pub const SAMPLING_RATE: u32 = 4;
    }
}

pub mod process_descriptor {
    pub const PID: u32 = 1;
    pub const CMDLINE: u32 = 2;
    pub const LEGACY_SORT_INDEX: u32 = 3;
    pub const CHROME_PROCESS_TYPE: u32 = 4;
    pub const PROCESS_PRIORITY: u32 = 5;
    pub const PROCESS_NAME: u32 = 6;
    pub const START_TIMESTAMP_NS: u32 = 7;
    pub const PROCESS_LABELS: u32 = 8;
}

pub mod process_stats {
    pub const PROCESSES: u32 = 1;
    pub const COLLECTION_END_TIMESTAMP: u32 = 2;

    pub mod fd_info {
        pub const FD: u32 = 1;
        pub const PATH: u32 = 2;
    }

    pub mod process {
        pub const PID: u32 = 1;
        pub const VM_SIZE_KB: u32 = 2;
        pub const VM_RSS_KB: u32 = 3;
        pub const RSS_ANON_KB: u32 = 4;
        pub const RSS_FILE_KB: u32 = 5;
        pub const RSS_SHMEM_KB: u32 = 6;
        pub const VM_SWAP_KB: u32 = 7;
        pub const VM_LOCKED_KB: u32 = 8;
        pub const VM_HWM_KB: u32 = 9;
        pub const OOM_SCORE_ADJ: u32 = 10;
        pub const THREADS: u32 = 11;
        pub const IS_PEAK_RSS_RESETTABLE: u32 = 12;
        pub const CHROME_PRIVATE_FOOTPRINT_KB: u32 = 13;
        pub const CHROME_PEAK_RESIDENT_SET_KB: u32 = 14;
        pub const FDS: u32 = 15;
        pub const SMR_RSS_KB: u32 = 16;
        pub const SMR_PSS_KB: u32 = 17;
        pub const SMR_PSS_ANON_KB: u32 = 18;
        pub const SMR_PSS_FILE_KB: u32 = 19;
        pub const SMR_PSS_SHMEM_KB: u32 = 20;
        pub const RUNTIME_USER_MODE: u32 = 21;
        pub const RUNTIME_KERNEL_MODE: u32 = 22;
        pub const SMR_SWAP_PSS_KB: u32 = 23;
        pub const DMABUF_RSS_KB: u32 = 24;
    }

    pub mod thread {
        pub const TID: u32 = 1;
    }
}

pub mod process_tree {
    pub const PROCESSES: u32 = 1;
    pub const THREADS: u32 = 2;
    pub const COLLECTION_END_TIMESTAMP: u32 = 3;

    pub mod process {
        pub const PID: u32 = 1;
        pub const PPID: u32 = 2;
        pub const CMDLINE: u32 = 3;
        pub const UID: u32 = 5;
        pub const NSPID: u32 = 6;
        pub const PROCESS_START_FROM_BOOT: u32 = 7;
        pub const IS_KTHREAD: u32 = 8;
        pub const CMDLINE_IS_COMM: u32 = 9;
    }

    pub mod thread {
        pub const TID: u32 = 1;
        pub const NAME: u32 = 2;
        pub const TGID: u32 = 3;
        pub const NSTID: u32 = 4;
    }
}

pub mod remote_clock_sync {
    pub const SYNCED_CLOCKS: u32 = 1;

    pub mod synced_clocks {
        pub const CLIENT_CLOCKS: u32 = 2;
        pub const HOST_CLOCKS: u32 = 3;
    }
}

pub mod screenshot {
    pub const JPG_IMAGE: u32 = 1;
    pub const PAM_IMAGE: u32 = 2;
    pub const PPM_IMAGE: u32 = 3;
}

pub mod slice_name_translation_table {
    pub const RAW_TO_DEOBFUSCATED_NAME: u32 = 1;

    pub mod raw_to_deobfuscated_name_entry {
        pub const KEY: u32 = 1;
        pub const VALUE: u32 = 2;
    }
}

pub mod smaps_entry {
    pub const PATH: u32 = 1;
    pub const SIZE_KB: u32 = 2;
    pub const PRIVATE_DIRTY_KB: u32 = 3;
    pub const SWAP_KB: u32 = 4;
    pub const FILE_NAME: u32 = 5;
    pub const START_ADDRESS: u32 = 6;
    pub const MODULE_TIMESTAMP: u32 = 7;
    pub const MODULE_DEBUGID: u32 = 8;
    pub const MODULE_DEBUG_PATH: u32 = 9;
    pub const PROTECTION_FLAGS: u32 = 10;
    pub const PRIVATE_CLEAN_RESIDENT_KB: u32 = 11;
    pub const SHARED_DIRTY_RESIDENT_KB: u32 = 12;
    pub const SHARED_CLEAN_RESIDENT_KB: u32 = 13;
    pub const LOCKED_KB: u32 = 14;
    pub const PROPORTIONAL_RESIDENT_KB: u32 = 15;
}

pub mod smaps_packet {
    pub const PID: u32 = 1;
    pub const ENTRIES: u32 = 2;
    pub const PACKED_ENTRIES: u32 = 3;
}

pub mod source_location {
    pub const IID: u32 = 1;
    pub const FILE_NAME: u32 = 2;
    pub const FUNCTION_NAME: u32 = 3;
    pub const LINE_NUMBER: u32 = 4;
}

pub mod stack_sample {
    pub const TASK_CONTEXT: u32 = 1;
    pub const TASK_CONTEXT_IID: u32 = 2;
    pub const EXECUTION_CONTEXT: u32 = 3;
    pub const EXECUTION_CONTEXT_IID: u32 = 4;
    pub const CALLSTACK: u32 = 5;
    pub const CALLSTACK_IID: u32 = 6;
    pub const UNWIND_ERROR: u32 = 7;
    pub const UNWIND_ERROR_IID: u32 = 8;
    pub const PRIMARY_DESCRIPTOR: u32 = 9;
    pub const PRIMARY_DESCRIPTOR_IID: u32 = 10;
    pub const PRIMARY_WEIGHT: u32 = 11;
    pub const FOLLOWER_DESCRIPTORS: u32 = 12;
    pub const FOLLOWER_DESCRIPTOR_IIDS: u32 = 13;
    pub const FOLLOWER_WEIGHTS: u32 = 14;
    pub const MODE_UNKNOWN: u64 = 0;
    pub const MODE_USER: u64 = 1;
    pub const MODE_KERNEL: u64 = 2;
    pub const MODE_HYPERVISOR: u64 = 3;
    pub const MODE_GUEST_USER: u64 = 4;
    pub const MODE_GUEST_KERNEL: u64 = 5;
    pub const UNIT_UNSPECIFIED: u64 = 0;
    pub const UNIT_NANOSECONDS: u64 = 1;
    pub const UNIT_CPU_CYCLES: u64 = 2;
    pub const UNIT_INSTRUCTIONS: u64 = 3;
    pub const UNIT_BYTES: u64 = 4;
    pub const UNIT_PAGE_FAULTS: u64 = 5;
    pub const UNIT_CACHE_MISSES: u64 = 6;
    pub const UNIT_CACHE_REFERENCES: u64 = 7;
    pub const UNIT_BRANCH_MISSES: u64 = 8;
    pub const UNIT_COUNT: u64 = 9;

    pub mod async_context_descriptor {
        pub const IID: u32 = 1;
        pub const NAME: u32 = 2;
        pub const KIND: u32 = 3;
        pub const PARENT_IID: u32 = 4;
    }

    pub mod counter_descriptor {
        pub const IID: u32 = 1;
        pub const NAME: u32 = 2;
        pub const UNIT: u32 = 3;
        pub const UNIT_STR: u32 = 4;
        pub const UNIT_MULTIPLIER: u32 = 5;
        pub const DESCRIPTION: u32 = 6;
        pub const SCOPE: u32 = 7;
        pub const SCOPE_UNSPECIFIED: u64 = 0;
        pub const SCOPE_GLOBAL: u64 = 1;
        pub const SCOPE_CPU: u64 = 2;
    }

    pub mod execution_context {
        pub const IID: u32 = 1;
        pub const CPU: u32 = 2;
        pub const MODE: u32 = 3;
    }

    pub mod task_context {
        pub const IID: u32 = 1;
        pub const PID: u32 = 2;
        pub const TID: u32 = 3;
        pub const ASYNC_ID: u32 = 4;
    }
}

pub mod stack_sample_defaults {
    pub const SOURCE: u32 = 1;
    pub const PRIMARY_DESCRIPTOR: u32 = 2;
    pub const FOLLOWER_DESCRIPTORS: u32 = 3;
}

pub mod statsd_atom {
    pub const ATOM: u32 = 1;
    pub const TIMESTAMP_NANOS: u32 = 2;
}

pub mod streaming_profile_packet {
    pub const CALLSTACK_IID: u32 = 1;
    pub const TIMESTAMP_DELTA_US: u32 = 2;
    pub const PROCESS_PRIORITY: u32 = 3;
}

pub mod sys_stats {
    pub const MEMINFO: u32 = 1;
    pub const VMSTAT: u32 = 2;
    pub const CPU_STAT: u32 = 3;
    pub const NUM_FORKS: u32 = 4;
    pub const NUM_IRQ_TOTAL: u32 = 5;
    pub const NUM_IRQ: u32 = 6;
    pub const NUM_SOFTIRQ_TOTAL: u32 = 7;
    pub const NUM_SOFTIRQ: u32 = 8;
    pub const COLLECTION_END_TIMESTAMP: u32 = 9;
    pub const DEVFREQ: u32 = 10;
    pub const CPUFREQ_KHZ: u32 = 11;
    pub const BUDDY_INFO: u32 = 12;
    pub const DISK_STAT: u32 = 13;
    pub const PSI: u32 = 14;
    pub const THERMAL_ZONE: u32 = 15;
    pub const CPUIDLE_STATE: u32 = 16;
    pub const GPUFREQ_MHZ: u32 = 17;
    pub const SLAB_INFO: u32 = 18;

    pub mod buddy_info {
        pub const NODE: u32 = 1;
        pub const ZONE: u32 = 2;
        pub const ORDER_PAGES: u32 = 3;
    }

    pub mod cpu_idle_state {
        pub const CPU_ID: u32 = 1;
        pub const CPUIDLE_STATE_ENTRY: u32 = 2;
    }

    pub mod cpu_idle_state_entry {
        pub const STATE: u32 = 1;
        pub const DURATION_US: u32 = 2;
    }

    pub mod cpu_times {
        pub const CPU_ID: u32 = 1;
        pub const USER_NS: u32 = 2;
        pub const USER_NICE_NS: u32 = 3;
        pub const SYSTEM_MODE_NS: u32 = 4;
        pub const IDLE_NS: u32 = 5;
        pub const IO_WAIT_NS: u32 = 6;
        pub const IRQ_NS: u32 = 7;
        pub const SOFTIRQ_NS: u32 = 8;
        pub const STEAL_NS: u32 = 9;
    }

    pub mod devfreq_value {
        pub const KEY: u32 = 1;
        pub const VALUE: u32 = 2;
    }

    pub mod disk_stat {
        pub const DEVICE_NAME: u32 = 1;
        pub const READ_SECTORS: u32 = 2;
        pub const READ_TIME_MS: u32 = 3;
        pub const WRITE_SECTORS: u32 = 4;
        pub const WRITE_TIME_MS: u32 = 5;
        pub const DISCARD_SECTORS: u32 = 6;
        pub const DISCARD_TIME_MS: u32 = 7;
        pub const FLUSH_COUNT: u32 = 8;
        pub const FLUSH_TIME_MS: u32 = 9;
    }

    pub mod interrupt_count {
        pub const IRQ: u32 = 1;
        pub const COUNT: u32 = 2;
    }

    pub mod meminfo_value {
        pub const KEY: u32 = 1;
        pub const VALUE: u32 = 2;
    }

    pub mod psi_sample {
        pub const RESOURCE: u32 = 1;
        pub const TOTAL_NS: u32 = 2;
    }

    pub mod slab_info {
        pub const NAME: u32 = 1;
        pub const PAGES_PER_SLAB: u32 = 2;
        pub const NUM_SLABS: u32 = 3;
    }

    pub mod thermal_zone {
        pub const NAME: u32 = 1;
        pub const TEMP: u32 = 2;
        pub const TYPE: u32 = 3;
    }

    pub mod vmstat_value {
        pub const KEY: u32 = 1;
        pub const VALUE: u32 = 2;
    }
}

pub mod system_info {
    pub const UTSNAME: u32 = 1;
    pub const ANDROID_BUILD_FINGERPRINT: u32 = 2;
    pub const HZ: u32 = 3;
    pub const TRACING_SERVICE_VERSION: u32 = 4;
    pub const ANDROID_SDK_VERSION: u32 = 5;
    pub const PAGE_SIZE: u32 = 6;
    pub const TIMEZONE_OFF_MINS: u32 = 7;
    pub const NUM_CPUS: u32 = 8;
    pub const ANDROID_SOC_MODEL: u32 = 9;
    pub const ANDROID_HARDWARE_REVISION: u32 = 10;
    pub const ANDROID_STORAGE_MODEL: u32 = 11;
    pub const ANDROID_RAM_MODEL: u32 = 12;
    pub const ANDROID_GUEST_SOC_MODEL: u32 = 13;
    pub const ANDROID_DEVICE_MANUFACTURER: u32 = 14;
    pub const ANDROID_SERIAL_CONSOLE: u32 = 15;
    pub const SYSTEM_RAM_BYTES: u32 = 16;
    pub const MACHINE_NAME: u32 = 17;
}

pub mod systemd_journald_event {
    pub const PID: u32 = 1;
    pub const TID: u32 = 2;
    pub const UID: u32 = 3;
    pub const PRIO: u32 = 5;
    pub const TAG: u32 = 6;
    pub const MESSAGE: u32 = 7;
    pub const COMM: u32 = 8;
    pub const SYSTEMD_UNIT: u32 = 10;
    pub const HOSTNAME: u32 = 11;
    pub const TRANSPORT: u32 = 12;
    pub const NUM_TOTAL: u32 = 20;
    pub const NUM_FAILED: u32 = 21;
}

pub mod task_execution {
    pub const POSTED_FROM_IID: u32 = 1;
}

pub mod thread_descriptor {
    pub const PID: u32 = 1;
    pub const TID: u32 = 2;
    pub const LEGACY_SORT_INDEX: u32 = 3;
    pub const CHROME_THREAD_TYPE: u32 = 4;
    pub const THREAD_NAME: u32 = 5;
    pub const REFERENCE_TIMESTAMP_US: u32 = 6;
    pub const REFERENCE_THREAD_TIME_US: u32 = 7;
    pub const REFERENCE_THREAD_INSTRUCTION_COUNT: u32 = 8;
}

pub mod trace {
    pub const PACKET: u32 = 1;
}

pub mod trace_attributes {
    pub const ATTRIBUTE: u32 = 1;

    pub mod attribute {
        pub const KEY: u32 = 1;
        pub const LONG_VALUE: u32 = 2;
        pub const STRING_VALUE: u32 = 3;
    }
}

pub mod trace_config {
    pub const BUFFERS: u32 = 1;
    pub const DATA_SOURCES: u32 = 2;
    pub const DURATION_MS: u32 = 3;
    pub const ENABLE_EXTRA_GUARDRAILS: u32 = 4;
    pub const LOCKDOWN_MODE: u32 = 5;
    pub const PRODUCERS: u32 = 6;
    pub const STATSD_METADATA: u32 = 7;
    pub const WRITE_INTO_FILE: u32 = 8;
    pub const FILE_WRITE_PERIOD_MS: u32 = 9;
    pub const MAX_FILE_SIZE_BYTES: u32 = 10;
    pub const GUARDRAIL_OVERRIDES: u32 = 11;
    pub const DEFERRED_START: u32 = 12;
    pub const FLUSH_PERIOD_MS: u32 = 13;
    pub const FLUSH_TIMEOUT_MS: u32 = 14;
    pub const NOTIFY_TRACEUR: u32 = 16;
    pub const TRIGGER_CONFIG: u32 = 17;
    pub const ACTIVATE_TRIGGERS: u32 = 18;
    pub const ALLOW_USER_BUILD_TRACING: u32 = 19;
    pub const BUILTIN_DATA_SOURCES: u32 = 20;
    pub const INCREMENTAL_STATE_CONFIG: u32 = 21;
    pub const UNIQUE_SESSION_NAME: u32 = 22;
    pub const DATA_SOURCE_STOP_TIMEOUT_MS: u32 = 23;
    pub const COMPRESSION_TYPE: u32 = 24;
    pub const INCIDENT_REPORT_CONFIG: u32 = 25;
    pub const TRACE_UUID_MSB: u32 = 27;
    pub const TRACE_UUID_LSB: u32 = 28;
    pub const OUTPUT_PATH: u32 = 29;
    pub const BUGREPORT_SCORE: u32 = 30;
    pub const STATSD_LOGGING: u32 = 31;
    pub const TRACE_FILTER: u32 = 33;
    pub const ANDROID_REPORT_CONFIG: u32 = 34;
    pub const CMD_TRACE_START_DELAY: u32 = 35;
    pub const PREFER_SUSPEND_CLOCK_FOR_DURATION: u32 = 36;
    pub const BUGREPORT_FILENAME: u32 = 38;
    pub const SESSION_SEMAPHORES: u32 = 39;
    pub const PRIORITY_BOOST: u32 = 40;
    pub const EXCLUSIVE_PRIO: u32 = 41;
    pub const TRACE_ALL_MACHINES: u32 = 43;
    pub const WRITE_FLUSH_MODE: u32 = 44;
    pub const FFLUSH_POST_WRITE: u32 = 45;
    pub const COMPRESSION: u32 = 47;
    pub const TRACE_ATTRIBUTES: u32 = 48;
    pub const PERSIST_TRACE_ACROSS_REBOOTS: u32 = 49;
    pub const EXPERIMENTAL_TRACE_BUFFER_V2_COMPACTION: u32 = 50;

    pub mod buffer_config {
        pub const SIZE_KB: u32 = 1;
        pub const FILL_POLICY: u32 = 4;
        pub const TRANSFER_ON_CLONE: u32 = 5;
        pub const CLEAR_BEFORE_CLONE: u32 = 6;
        pub const NAME: u32 = 7;
        pub const EXPERIMENTAL_MODE: u32 = 8;
    }

    pub mod statsd_metadata {
        pub const TRIGGERING_ALERT_ID: u32 = 1;
        pub const TRIGGERING_CONFIG_UID: u32 = 2;
        pub const TRIGGERING_CONFIG_ID: u32 = 3;
        pub const TRIGGERING_SUBSCRIPTION_ID: u32 = 4;
    }
}

pub mod trace_packet {
    pub const FTRACE_EVENTS: u32 = 1;
    pub const PROCESS_TREE: u32 = 2;
    pub const TRUSTED_UID: u32 = 3;
    pub const CHROME_EVENTS: u32 = 5;
    pub const CLOCK_SNAPSHOT: u32 = 6;
    pub const SYS_STATS: u32 = 7;
    pub const TIMESTAMP: u32 = 8;
    pub const PROCESS_STATS: u32 = 9;
    pub const TRUSTED_PACKET_SEQUENCE_ID: u32 = 10;
    pub const TRACK_EVENT: u32 = 11;
    pub const INTERNED_DATA: u32 = 12;
    pub const SEQUENCE_FLAGS: u32 = 13;
    pub const TRACE_CONFIG: u32 = 33;
    pub const FTRACE_STATS: u32 = 34;
    pub const TRACE_STATS: u32 = 35;
    pub const SYNCHRONIZATION_MARKER: u32 = 36;
    pub const BATTERY: u32 = 38;
    pub const ANDROID_LOG: u32 = 39;
    pub const POWER_RAILS: u32 = 40;
    pub const INCREMENTAL_STATE_CLEARED: u32 = 41;
    pub const PREVIOUS_PACKET_DROPPED: u32 = 42;
    pub const PROCESS_DESCRIPTOR: u32 = 43;
    pub const THREAD_DESCRIPTOR: u32 = 44;
    pub const SYSTEM_INFO: u32 = 45;
    pub const TRIGGER: u32 = 46;
    pub const PACKAGES_LIST: u32 = 47;
    pub const CHROME_BENCHMARK_METADATA: u32 = 48;
    pub const PERFETTO_METATRACE: u32 = 49;
    pub const COMPRESSED_PACKETS: u32 = 50;
    pub const CHROME_METADATA: u32 = 51;
    pub const GPU_COUNTER_EVENT: u32 = 52;
    pub const GPU_RENDER_STAGE_EVENT: u32 = 53;
    pub const STREAMING_PROFILE_PACKET: u32 = 54;
    pub const GRAPHICS_FRAME_EVENT: u32 = 57;
    pub const TIMESTAMP_CLOCK_ID: u32 = 58;
    pub const TRACE_PACKET_DEFAULTS: u32 = 59;
    pub const TRACK_DESCRIPTOR: u32 = 60;
    pub const MODULE_SYMBOLS: u32 = 61;
    pub const VULKAN_MEMORY_EVENT: u32 = 62;
    pub const GPU_LOG: u32 = 63;
    pub const VULKAN_API_EVENT: u32 = 65;
    pub const PERF_SAMPLE: u32 = 66;
    pub const CPU_INFO: u32 = 67;
    pub const SMAPS_PACKET: u32 = 68;
    pub const SERVICE_EVENT: u32 = 69;
    pub const INITIAL_DISPLAY_STATE: u32 = 70;
    pub const GPU_MEM_TOTAL_EVENT: u32 = 71;
    pub const EXTENSION_DESCRIPTOR: u32 = 72;
    pub const FRAME_TIMELINE_EVENT: u32 = 76;
    pub const ANDROID_ENERGY_ESTIMATION_BREAKDOWN: u32 = 77;
    pub const UI_STATE: u32 = 78;
    pub const TRUSTED_PID: u32 = 79;
    pub const TRANSLATION_TABLE: u32 = 82;
    pub const ANDROID_GAME_INTERVENTION_LIST: u32 = 83;
    pub const STATSD_ATOM: u32 = 84;
    pub const ANDROID_SYSTEM_PROPERTY: u32 = 86;
    pub const FIRST_PACKET_ON_SEQUENCE: u32 = 87;
    pub const NETWORK_PACKET: u32 = 88;
    pub const TRACE_UUID: u32 = 89;
    pub const TRACK_EVENT_RANGE_OF_INTEREST: u32 = 90;
    pub const ENTITY_STATE_RESIDENCY: u32 = 91;
    pub const NETWORK_PACKET_BUNDLE: u32 = 92;
    pub const MACHINE_ID: u32 = 98;
    pub const REMOTE_CLOCK_SYNC: u32 = 107;
    pub const CHROME_TRIGGER: u32 = 109;
    pub const CLONE_SNAPSHOT_TRIGGER: u32 = 113;
    pub const BLUETOOTH_TRACE_EVENT: u32 = 114;
    pub const KERNEL_WAKELOCK_DATA: u32 = 115;
    pub const APP_WAKELOCK_BUNDLE: u32 = 116;
    pub const GENERIC_KERNEL_TASK_STATE_EVENT: u32 = 117;
    pub const GENERIC_KERNEL_CPU_FREQ_EVENT: u32 = 118;
    pub const CPU_PER_UID_DATA: u32 = 119;
    pub const GENERIC_KERNEL_TASK_RENAME_EVENT: u32 = 120;
    pub const GENERIC_KERNEL_PROCESS_TREE: u32 = 122;
    pub const TRACE_ATTRIBUTES: u32 = 126;
    pub const GPU_INFO: u32 = 128;
    pub const GENERIC_GPU_FREQUENCY_EVENT: u32 = 129;
    pub const INTERRUPT_INFO: u32 = 130;
    pub const ART_PROCESS_METADATA: u32 = 131;
    pub const JOURNALD_EVENT: u32 = 132;
    pub const ZSTD_COMPRESSED_PACKETS: u32 = 133;
    pub const CONCURRENT_SESSION_EVENT: u32 = 134;
    pub const STACK_SAMPLE: u32 = 135;
    pub const SEQ_UNSPECIFIED: u64 = 0;
    pub const SEQ_INCREMENTAL_STATE_CLEARED: u64 = 1;
    pub const SEQ_NEEDS_INCREMENTAL_STATE: u64 = 2;
}

pub mod trace_packet_defaults {
    pub const TRACK_EVENT_DEFAULTS: u32 = 11;
    pub const PERF_SAMPLE_DEFAULTS: u32 = 12;
    pub const TIMESTAMP_CLOCK_ID: u32 = 58;
    pub const STACK_SAMPLE_DEFAULTS: u32 = 100;
}

pub mod trace_stats {
    pub const BUFFER_STATS: u32 = 1;
    pub const PRODUCERS_CONNECTED: u32 = 2;
    pub const PRODUCERS_SEEN: u32 = 3;
    pub const DATA_SOURCES_REGISTERED: u32 = 4;
    pub const DATA_SOURCES_SEEN: u32 = 5;
    pub const TRACING_SESSIONS: u32 = 6;
    pub const TOTAL_BUFFERS: u32 = 7;
    pub const CHUNKS_DISCARDED: u32 = 8;
    pub const PATCHES_DISCARDED: u32 = 9;
    pub const INVALID_PACKETS: u32 = 10;
    pub const FILTER_STATS: u32 = 11;
    pub const FLUSHES_REQUESTED: u32 = 12;
    pub const FLUSHES_SUCCEEDED: u32 = 13;
    pub const FLUSHES_FAILED: u32 = 14;
    pub const FINAL_FLUSH_OUTCOME: u32 = 15;
    pub const WRITER_STATS: u32 = 18;
    pub const FINAL_FLUSH_UNSPECIFIED: u64 = 0;
    pub const FINAL_FLUSH_SUCCEEDED: u64 = 1;
    pub const FINAL_FLUSH_FAILED: u64 = 2;

    pub mod buffer_stats {
        pub const BYTES_WRITTEN: u32 = 1;
        pub const CHUNKS_WRITTEN: u32 = 2;
        pub const CHUNKS_OVERWRITTEN: u32 = 3;
        pub const WRITE_WRAP_COUNT: u32 = 4;
        pub const PATCHES_SUCCEEDED: u32 = 5;
        pub const PATCHES_FAILED: u32 = 6;
        pub const READAHEADS_SUCCEEDED: u32 = 7;
        pub const READAHEADS_FAILED: u32 = 8;
        pub const ABI_VIOLATIONS: u32 = 9;
        pub const CHUNKS_REWRITTEN: u32 = 10;
        pub const CHUNKS_COMMITTED_OUT_OF_ORDER: u32 = 11;
        pub const BUFFER_SIZE: u32 = 12;
        pub const BYTES_OVERWRITTEN: u32 = 13;
        pub const BYTES_READ: u32 = 14;
        pub const PADDING_BYTES_WRITTEN: u32 = 15;
        pub const PADDING_BYTES_CLEARED: u32 = 16;
        pub const CHUNKS_READ: u32 = 17;
        pub const CHUNKS_DISCARDED: u32 = 18;
        pub const TRACE_WRITER_PACKET_LOSS: u32 = 19;
        pub const CHUNKS_RELOCATED: u32 = 20;
        pub const OVERSIZED_PACKETS_DROPPED: u32 = 22;
    }

    pub mod filter_stats {
        pub const INPUT_PACKETS: u32 = 1;
        pub const INPUT_BYTES: u32 = 2;
        pub const OUTPUT_BYTES: u32 = 3;
        pub const ERRORS: u32 = 4;
        pub const TIME_TAKEN_NS: u32 = 5;
        pub const BYTES_DISCARDED_PER_BUFFER: u32 = 20;
    }

    pub mod writer_stats {
        pub const SEQUENCE_ID: u32 = 1;
        pub const BUFFER: u32 = 4;
    }
}

pub mod trace_uuid {
    pub const MSB: u32 = 1;
    pub const LSB: u32 = 2;
}

pub mod tracing_service_event {
    pub const ALL_DATA_SOURCES_STARTED: u32 = 1;
    pub const TRACING_STARTED: u32 = 2;
    pub const ALL_DATA_SOURCES_FLUSHED: u32 = 3;
    pub const READ_TRACING_BUFFERS_COMPLETED: u32 = 4;
    pub const TRACING_DISABLED: u32 = 5;
    pub const SEIZED_FOR_BUGREPORT: u32 = 6;
    pub const SLOW_STARTING_DATA_SOURCES: u32 = 7;
    pub const CLONE_STARTED: u32 = 10;
    pub const BUFFER_CLONED: u32 = 11;

    pub mod data_source {
        pub const PRODUCER_NAME: u32 = 1;
        pub const DATA_SOURCE_NAME: u32 = 2;
    }

    pub mod data_sources {
        pub const DATA_SOURCE: u32 = 1;
    }
}

pub mod track_descriptor {
    pub const UUID: u32 = 1;
    pub const NAME: u32 = 2;
    pub const PROCESS: u32 = 3;
    pub const THREAD: u32 = 4;
    pub const PARENT_UUID: u32 = 5;
    pub const CHROME_PROCESS: u32 = 6;
    pub const CHROME_THREAD: u32 = 7;
    pub const COUNTER: u32 = 8;
    pub const DISALLOW_MERGING_WITH_SYSTEM_TRACKS: u32 = 9;
    pub const STATIC_NAME: u32 = 10;
    pub const CHILD_ORDERING: u32 = 11;
    pub const SIBLING_ORDER_RANK: u32 = 12;
    pub const ATRACE_NAME: u32 = 13;
    pub const DESCRIPTION: u32 = 14;
    pub const SIBLING_MERGE_BEHAVIOR: u32 = 15;
    pub const SIBLING_MERGE_KEY: u32 = 16;
    pub const SIBLING_MERGE_KEY_INT: u32 = 17;
    pub const STATE: u32 = 18;
    pub const PROCESS_ORDERING: u32 = 19;
    pub const THREAD_ORDERING: u32 = 20;
    pub const UNKNOWN: u64 = 0;
    pub const LEXICOGRAPHIC: u64 = 1;
    pub const CHRONOLOGICAL: u64 = 2;
    pub const EXPLICIT: u64 = 3;
    pub const SIBLING_MERGE_BEHAVIOR_UNSPECIFIED: u64 = 0;
    pub const SIBLING_MERGE_BEHAVIOR_BY_TRACK_NAME: u64 = 1;
    pub const SIBLING_MERGE_BEHAVIOR_NONE: u64 = 2;
    pub const SIBLING_MERGE_BEHAVIOR_BY_SIBLING_MERGE_KEY: u64 = 3;
    pub const ROOT_ORDERING_UNSPECIFIED: u64 = 0;
    pub const ROOT_ORDERING_EXPLICIT: u64 = 1;
}

pub mod track_event {
    pub const TIMESTAMP_DELTA_US: u32 = 1;
    pub const THREAD_TIME_DELTA_US: u32 = 2;
    pub const CATEGORY_IIDS: u32 = 3;
    pub const DEBUG_ANNOTATIONS: u32 = 4;
    pub const TASK_EXECUTION: u32 = 5;
    pub const LEGACY_EVENT: u32 = 6;
    pub const THREAD_INSTRUCTION_COUNT_DELTA: u32 = 8;
    pub const TYPE: u32 = 9;
    pub const NAME_IID: u32 = 10;
    pub const TRACK_UUID: u32 = 11;
    pub const EXTRA_COUNTER_VALUES: u32 = 12;
    pub const TIMESTAMP_ABSOLUTE_US: u32 = 16;
    pub const THREAD_TIME_ABSOLUTE_US: u32 = 17;
    pub const THREAD_INSTRUCTION_COUNT_ABSOLUTE: u32 = 20;
    pub const LOG_MESSAGE: u32 = 21;
    pub const CATEGORIES: u32 = 22;
    pub const NAME: u32 = 23;
    pub const CHROME_HISTOGRAM_SAMPLE: u32 = 28;
    pub const COUNTER_VALUE: u32 = 30;
    pub const EXTRA_COUNTER_TRACK_UUIDS: u32 = 31;
    pub const SOURCE_LOCATION: u32 = 33;
    pub const SOURCE_LOCATION_IID: u32 = 34;
    pub const FLOW_IDS_OLD: u32 = 36;
    pub const CHROME_MOJO_EVENT_INFO: u32 = 38;
    pub const TERMINATING_FLOW_IDS_OLD: u32 = 42;
    pub const DOUBLE_COUNTER_VALUE: u32 = 44;
    pub const EXTRA_DOUBLE_COUNTER_TRACK_UUIDS: u32 = 45;
    pub const EXTRA_DOUBLE_COUNTER_VALUES: u32 = 46;
    pub const FLOW_IDS: u32 = 47;
    pub const TERMINATING_FLOW_IDS: u32 = 48;
    pub const CHROME_ACTIVE_PROCESSES: u32 = 49;
    pub const SCREENSHOT: u32 = 50;
    pub const CORRELATION_ID: u32 = 52;
    pub const CORRELATION_ID_STR: u32 = 53;
    pub const CORRELATION_ID_STR_IID: u32 = 54;
    pub const CALLSTACK: u32 = 55;
    pub const CALLSTACK_IID: u32 = 56;
    pub const CALLSTACK_WEIGHT: u32 = 57;
    pub const CHROME_MEMORY_PRESSURE_NOTIFICATION: u32 = 1001;
    pub const PROCESS_START_EVENT: u32 = 2010;
    pub const BINDER_DIED_EVENT: u32 = 2013;
    pub const TYPE_UNSPECIFIED: u64 = 0;
    pub const TYPE_SLICE_BEGIN: u64 = 1;
    pub const TYPE_SLICE_END: u64 = 2;
    pub const TYPE_INSTANT: u64 = 3;
    pub const TYPE_COUNTER: u64 = 4;
    pub const TYPE_STATE: u64 = 5;

    pub mod callstack {
        pub const FRAMES: u32 = 1;

        pub mod frame {
            pub const FUNCTION_NAME: u32 = 1;
            pub const SOURCE_FILE: u32 = 2;
            pub const LINE_NUMBER: u32 = 3;
        }
    }

    pub mod legacy_event {
        pub const NAME_IID: u32 = 1;
        pub const PHASE: u32 = 2;
        pub const DURATION_US: u32 = 3;
        pub const THREAD_DURATION_US: u32 = 4;
        pub const UNSCOPED_ID: u32 = 6;
        pub const ID_SCOPE: u32 = 7;
        pub const BIND_ID: u32 = 8;
        pub const USE_ASYNC_TTS: u32 = 9;
        pub const LOCAL_ID: u32 = 10;
        pub const GLOBAL_ID: u32 = 11;
        pub const BIND_TO_ENCLOSING: u32 = 12;
        pub const FLOW_DIRECTION: u32 = 13;
        pub const INSTANT_EVENT_SCOPE: u32 = 14;
        pub const THREAD_INSTRUCTION_DELTA: u32 = 15;
        pub const PID_OVERRIDE: u32 = 18;
        pub const TID_OVERRIDE: u32 = 19;
        pub const FLOW_UNSPECIFIED: u64 = 0;
        pub const FLOW_IN: u64 = 1;
        pub const FLOW_OUT: u64 = 2;
        pub const FLOW_INOUT: u64 = 3;
        pub const SCOPE_UNSPECIFIED: u64 = 0;
        pub const SCOPE_GLOBAL: u64 = 1;
        pub const SCOPE_PROCESS: u64 = 2;
        pub const SCOPE_THREAD: u64 = 3;
    }
}

pub mod track_event_defaults {
    pub const TRACK_UUID: u32 = 11;
    pub const EXTRA_COUNTER_TRACK_UUIDS: u32 = 31;
    pub const EXTRA_DOUBLE_COUNTER_TRACK_UUIDS: u32 = 45;
}

pub mod track_event_range_of_interest {
    pub const START_US: u32 = 1;
}

pub mod translation_table {
    pub const SLICE_NAME: u32 = 4;
}

pub mod trigger {
    pub const TRIGGER_NAME: u32 = 1;
    pub const PRODUCER_NAME: u32 = 2;
    pub const TRUSTED_PRODUCER_UID: u32 = 3;
}

pub mod ui_state {
    pub const TIMELINE_START_TS: u32 = 1;
    pub const TIMELINE_END_TS: u32 = 2;
}

pub mod unsymbolized_source_location {
    pub const IID: u32 = 1;
    pub const MAPPING_ID: u32 = 2;
    pub const REL_PC: u32 = 3;
}

pub mod utsname {
    pub const SYSNAME: u32 = 1;
    pub const VERSION: u32 = 2;
    pub const RELEASE: u32 = 3;
    pub const MACHINE: u32 = 4;
}

pub mod vulkan_api_event {
    pub const VK_DEBUG_UTILS_OBJECT_NAME: u32 = 1;
    pub const VK_QUEUE_SUBMIT: u32 = 2;

    pub mod vk_debug_utils_object_name {
        pub const PID: u32 = 1;
        pub const VK_DEVICE: u32 = 2;
        pub const OBJECT_TYPE: u32 = 3;
        pub const OBJECT: u32 = 4;
        pub const OBJECT_NAME: u32 = 5;
    }

    pub mod vk_queue_submit {
        pub const DURATION_NS: u32 = 1;
        pub const PID: u32 = 2;
        pub const TID: u32 = 3;
        pub const VK_QUEUE: u32 = 4;
        pub const VK_COMMAND_BUFFERS: u32 = 5;
        pub const SUBMISSION_ID: u32 = 6;
    }
}

pub mod vulkan_memory_event {
    pub const SOURCE: u32 = 1;
    pub const OPERATION: u32 = 2;
    pub const TIMESTAMP: u32 = 3;
    pub const PID: u32 = 4;
    pub const MEMORY_ADDRESS: u32 = 5;
    pub const MEMORY_SIZE: u32 = 6;
    pub const CALLER_IID: u32 = 7;
    pub const ALLOCATION_SCOPE: u32 = 8;
    pub const ANNOTATIONS: u32 = 9;
    pub const DEVICE: u32 = 16;
    pub const DEVICE_MEMORY: u32 = 17;
    pub const MEMORY_TYPE: u32 = 18;
    pub const HEAP: u32 = 19;
    pub const OBJECT_HANDLE: u32 = 20;
}

pub mod vulkan_memory_event_annotation {
    pub const KEY_IID: u32 = 1;
    pub const INT_VALUE: u32 = 2;
    pub const DOUBLE_VALUE: u32 = 3;
    pub const STRING_IID: u32 = 4;
}
