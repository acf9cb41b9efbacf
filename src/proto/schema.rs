//! What the arguments of typed fields are called and hold, generated from `protos/typed/`, and the
//! fields of the configuration, from `protos/config.proto`.
//!
//! Do not edit: change `protos/` and run `BLESS=1 cargo test --test it codegen`.
//! The reference knows these messages without being told by the trace.

#![expect(clippy::unreadable_literal, reason = "generated")]

/// A message: its full name and its fields, by number.
#[derive(Debug)]
pub struct Message {
    pub name: &'static str,
    pub fields: &'static [Field],
}

/// A field of a message.
#[derive(Debug)]
pub struct Field {
    pub number: u32,
    pub name: &'static str,
    pub kind: Kind,
    pub repeated: bool,
}

/// An enum: its full name and its values.
#[derive(Debug)]
pub struct Enum {
    pub name: &'static str,
    pub values: &'static [(i32, &'static str)],
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Real,
    Int,
    ZigZag,
    Uint,
    Bool,
    String,
    Bytes,
    Enum(&'static Enum),
    /// Any number of an enum's values, each a bit.
    Flags(&'static Enum),
    Message(&'static Message),
}

pub static ANDROID_FLAGS_BROADCAST_INTENT_FLAG: Enum = Enum {
    name: "perfetto.protos.AndroidFlags.BroadcastIntentFlag",
    values: &[
        (0, "BROADCAST_INTENT_FLAG_UNKNOWN"),
        (2048, "BROADCAST_INTENT_FLAG_RECEIVER_OFFLOAD_FOREGROUND"),
        (2097152, "BROADCAST_INTENT_FLAG_RECEIVER_VISIBLE_TO_INSTANT_APPS"),
        (4194304, "BROADCAST_INTENT_FLAG_RECEIVER_FROM_SHELL"),
        (8388608, "BROADCAST_INTENT_FLAG_RECEIVER_EXCLUDE_BACKGROUND"),
        (16777216, "BROADCAST_INTENT_FLAG_RECEIVER_INCLUDE_BACKGROUND"),
        (33554432, "BROADCAST_INTENT_FLAG_RECEIVER_BOOT_UPGRADE"),
        (67108864, "BROADCAST_INTENT_FLAG_RECEIVER_REGISTERED_ONLY_BEFORE_BOOT"),
        (134217728, "BROADCAST_INTENT_FLAG_RECEIVER_NO_ABORT"),
        (268435456, "BROADCAST_INTENT_FLAG_RECEIVER_FOREGROUND"),
        (536870912, "BROADCAST_INTENT_FLAG_RECEIVER_REPLACE_PENDING"),
        (1073741824, "BROADCAST_INTENT_FLAG_RECEIVER_REGISTERED_ONLY"),
        (-2147483648, "BROADCAST_INTENT_FLAG_RECEIVER_OFFLOAD"),
    ],
};
pub static ANDROID_FLAGS_BROADCAST_TYPE: Enum = Enum {
    name: "perfetto.protos.AndroidFlags.BroadcastType",
    values: &[
        (0, "BROADCAST_TYPE_NONE"),
        (1, "BROADCAST_TYPE_BACKGROUND"),
        (2, "BROADCAST_TYPE_FOREGROUND"),
        (4, "BROADCAST_TYPE_ALARM"),
        (8, "BROADCAST_TYPE_INTERACTIVE"),
        (16, "BROADCAST_TYPE_ORDERED"),
        (32, "BROADCAST_TYPE_PRIORITIZED"),
        (64, "BROADCAST_TYPE_RESULT_TO"),
        (128, "BROADCAST_TYPE_DEFERRABLE_UNTIL_ACTIVE"),
        (256, "BROADCAST_TYPE_PUSH_MESSAGE"),
        (512, "BROADCAST_TYPE_PUSH_MESSAGE_OVER_QUOTA"),
        (1024, "BROADCAST_TYPE_STICKY"),
        (2048, "BROADCAST_TYPE_INITIAL_STICKY"),
    ],
};
pub static ANDROID_FLAGS_CAPABILITY_UPDATE_FLAG: Enum = Enum {
    name: "perfetto.protos.AndroidFlags.CapabilityUpdateFlag",
    values: &[
        (0, "CAPABILITY_UPDATE_FLAG_UNKNOWN"),
        (1, "CAPABILITY_UPDATE_FLAG_ACTIVE_INSTRUMENTATION"),
        (2, "CAPABILITY_UPDATE_FLAG_RUNNING_REMOTE_ANIMATION"),
        (4, "CAPABILITY_UPDATE_FLAG_FOREGROUND_SERVICES"),
        (8, "CAPABILITY_UPDATE_FLAG_NON_SHORT_FGS"),
        (16, "CAPABILITY_UPDATE_FLAG_PENDING_FINISH_ATTACH"),
        (32, "CAPABILITY_UPDATE_FLAG_FOREGROUND_ACTIVITIES"),
    ],
};
pub static ANDROID_FLAGS_CPU_TIME_REASON: Enum = Enum {
    name: "perfetto.protos.AndroidFlags.CpuTimeReason",
    values: &[
        (0, "CPU_TIME_REASON_NONE"),
        (1, "CPU_TIME_REASON_OTHER"),
        (2, "CPU_TIME_REASON_TRANSMITTED"),
        (4, "CPU_TIME_REASON_TRANSMITTED_LEGACY"),
        (8, "CPU_TIME_REASON_ALLOW_LIST"),
    ],
};
pub static ANDROID_FLAGS_FOREGROUND_SERVICE_TYPE_FLAG: Enum = Enum {
    name: "perfetto.protos.AndroidFlags.ForegroundServiceTypeFlag",
    values: &[
        (0, "FOREGROUND_SERVICE_TYPE_NONE"),
        (1, "FOREGROUND_SERVICE_TYPE_DATA_SYNC"),
        (2, "FOREGROUND_SERVICE_TYPE_MEDIA_PLAYBACK"),
        (4, "FOREGROUND_SERVICE_TYPE_PHONE_CALL"),
        (8, "FOREGROUND_SERVICE_TYPE_LOCATION"),
        (16, "FOREGROUND_SERVICE_TYPE_CONNECTED_DEVICE"),
        (32, "FOREGROUND_SERVICE_TYPE_MEDIA_PROJECTION"),
        (64, "FOREGROUND_SERVICE_TYPE_CAMERA"),
        (128, "FOREGROUND_SERVICE_TYPE_MICROPHONE"),
        (256, "FOREGROUND_SERVICE_TYPE_HEALTH"),
        (512, "FOREGROUND_SERVICE_TYPE_REMOTE_MESSAGING"),
        (1024, "FOREGROUND_SERVICE_TYPE_SYSTEM_EXEMPTED"),
        (2048, "FOREGROUND_SERVICE_TYPE_SHORT_SERVICE"),
        (4096, "FOREGROUND_SERVICE_TYPE_FILE_MANAGEMENT"),
        (8192, "FOREGROUND_SERVICE_TYPE_MEDIA_PROCESSING"),
        (1073741824, "FOREGROUND_SERVICE_TYPE_SPECIAL_USE"),
    ],
};
pub static ANDROID_FLAGS_FREEZER_POLICY_FLAG: Enum = Enum {
    name: "perfetto.protos.AndroidFlags.FreezerPolicyFlag",
    values: &[
        (0, "FREEZER_FLAG_UNKNOWN"),
        (1, "FREEZER_FLAG_IS_FROZEN"),
        (2, "FREEZER_FLAG_IS_PENDING_FREEZE"),
        (4, "FREEZER_FLAG_FREEZE_IMMEDIATELY"),
        (8, "FREEZER_FLAG_FREEZE_POLICY"),
        (16, "FREEZER_FLAG_AGGRESSIVE_FREEZING"),
    ],
};
pub static ANDROID_FLAGS_PROCESS_CAPABILITY_ENUM: Enum = Enum {
    name: "perfetto.protos.AndroidFlags.ProcessCapabilityEnum",
    values: &[
        (0, "PROCESS_CAPABILITY_UNKNOWN"),
        (1, "PROCESS_CAPABILITY_FOREGROUND_LOCATION"),
        (2, "PROCESS_CAPABILITY_FOREGROUND_CAMERA"),
        (4, "PROCESS_CAPABILITY_FOREGROUND_MICROPHONE"),
        (8, "PROCESS_CAPABILITY_POWER_RESTRICTED_NETWORK"),
        (16, "PROCESS_CAPABILITY_BFSL"),
        (32, "PROCESS_CAPABILITY_USER_RESTRICTED_NETWORK"),
        (64, "PROCESS_CAPABILITY_FOREGROUND_AUDIO_CONTROL"),
        (128, "PROCESS_CAPABILITY_CPU_TIME"),
        (256, "PROCESS_CAPABILITY_IMPLICIT_CPU_TIME"),
    ],
};
pub static ANDROID_FLAGS_PROC_STATE_CONTROLLER_INCONSISTENT_BEHAVIOR: Enum = Enum {
    name: "perfetto.protos.AndroidFlags.ProcStateControllerInconsistentBehavior",
    values: &[
        (0, "PROC_STATE_CONTROLLER_INCONSISTENT_BEHAVIOR_NONE"),
        (1, "PROC_STATE_CONTROLLER_INCONSISTENT_BEHAVIOR_OTHER_ACTIVITY"),
        (2, "PROC_STATE_CONTROLLER_INCONSISTENT_BEHAVIOR_ATTACHING_TOP"),
        (4, "PROC_STATE_CONTROLLER_INCONSISTENT_BEHAVIOR_FORCE_IMP"),
        (8, "PROC_STATE_CONTROLLER_INCONSISTENT_BEHAVIOR_BACKUP"),
        (16, "PROC_STATE_CONTROLLER_INCONSISTENT_BEHAVIOR_CLIENT_ACT_TREAT_LIKE_ACT"),
        (32, "PROC_STATE_CONTROLLER_INCONSISTENT_BEHAVIOR_PERSISTENT_POLICY"),
        (64, "PROC_STATE_CONTROLLER_INCONSISTENT_BEHAVIOR_INITIALIZATION_IF_ELSE"),
    ],
};
pub static ANDROID_FLAGS_PROC_STATE_CONTROLLER_TRACE_FLAGS: Enum = Enum {
    name: "perfetto.protos.AndroidFlags.ProcStateControllerTraceFlags",
    values: &[
        (0, "PROC_STATE_CONTROLLER_TRACE_FLAG_NONE"),
        (1, "PROC_STATE_CONTROLLER_TRACE_FLAG_IS_RUNNING"),
        (2, "PROC_STATE_CONTROLLER_TRACE_FLAG_SYSTEM_PROCESS"),
        (4, "PROC_STATE_CONTROLLER_TRACE_FLAG_PENDING_FINISH_ATTACH"),
        (8, "PROC_STATE_CONTROLLER_TRACE_FLAG_RUNNING_REMOTE_ANIMATION"),
        (16, "PROC_STATE_CONTROLLER_TRACE_FLAG_HAS_ACTIVITIES"),
        (32, "PROC_STATE_CONTROLLER_TRACE_FLAG_ACTIVITY_VISIBLE"),
        (64, "PROC_STATE_CONTROLLER_TRACE_FLAG_ACTIVITY_PAUSED"),
        (128, "PROC_STATE_CONTROLLER_TRACE_FLAG_ACTIVITY_STOPPING"),
        (256, "PROC_STATE_CONTROLLER_TRACE_FLAG_ACTIVE_INSTRUMENTATION"),
        (512, "PROC_STATE_CONTROLLER_TRACE_FLAG_FOREGROUND_SERVICES"),
        (1024, "PROC_STATE_CONTROLLER_TRACE_FLAG_NON_SHORT_FGS"),
        (2048, "PROC_STATE_CONTROLLER_TRACE_FLAG_EXTERNAL_PROCESS_HANDLE"),
        (4096, "PROC_STATE_CONTROLLER_TRACE_FLAG_OVERLAY_UI"),
        (8192, "PROC_STATE_CONTROLLER_TRACE_FLAG_FORCED_TO_IMPORTANT"),
        (16384, "PROC_STATE_CONTROLLER_TRACE_FLAG_TOAST_ACTIVE"),
        (32768, "PROC_STATE_CONTROLLER_TRACE_FLAG_BACKUP_PROCESS"),
        (65536, "PROC_STATE_CONTROLLER_TRACE_FLAG_STARTED_SERVICES"),
        (131072, "PROC_STATE_CONTROLLER_TRACE_FLAG_EXECUTING_SERVICES"),
        (262144, "PROC_STATE_CONTROLLER_TRACE_FLAG_RECEIVING_BROADCAST"),
        (524288, "PROC_STATE_CONTROLLER_TRACE_FLAG_HEAVY_WEIGHT_PROCESS"),
        (1048576, "PROC_STATE_CONTROLLER_TRACE_FLAG_HOME_PROCESS"),
        (2097152, "PROC_STATE_CONTROLLER_TRACE_FLAG_PROVIDER_RETAIN_TIME"),
        (4194304, "PROC_STATE_CONTROLLER_TRACE_FLAG_PREVIOUS_PROCESS"),
        (8388608, "PROC_STATE_CONTROLLER_TRACE_FLAG_TREAT_LIKE_ACTIVITY"),
        (16777216, "PROC_STATE_CONTROLLER_TRACE_FLAG_CLIENT_ACTIVITIES"),
        (33554432, "PROC_STATE_CONTROLLER_TRACE_FLAG_RECENT_TASKS"),
    ],
};
pub static ANDROID_FLAGS_SERVICE_BIND_FLAG: Enum = Enum {
    name: "perfetto.protos.AndroidFlags.ServiceBindFlag",
    values: &[
        (0, "SERVICE_BIND_FLAG_UNKNOWN"),
        (1, "SERVICE_BIND_FLAG_AUTO_CREATE"),
        (2, "SERVICE_BIND_FLAG_DEBUG_UNBIND"),
        (4, "SERVICE_BIND_FLAG_NOT_FOREGROUND"),
        (8, "SERVICE_BIND_FLAG_ABOVE_CLIENT"),
        (16, "SERVICE_BIND_FLAG_ALLOW_OOM_MANAGEMENT"),
        (32, "SERVICE_BIND_FLAG_WAIVE_PRIORITY"),
        (64, "SERVICE_BIND_FLAG_IMPORTANT"),
        (128, "SERVICE_BIND_FLAG_ADJUST_WITH_ACTIVITY"),
        (256, "SERVICE_BIND_FLAG_NOT_PERCEPTIBLE"),
        (512, "SERVICE_BIND_FLAG_ALLOW_ACTIVITY_STARTS"),
        (4096, "SERVICE_BIND_FLAG_INCLUDE_CAPABILITIES"),
        (8192, "SERVICE_BIND_FLAG_SHARED_ISOLATED_PROCESS"),
        (16384, "SERVICE_BIND_FLAG_PACKAGE_ISOLATED_PROCESS"),
        (32768, "SERVICE_BIND_FLAG_NOT_APP_COMPONENT_USAGE"),
        (65536, "SERVICE_BIND_FLAG_ALMOST_PERCEPTIBLE"),
        (131072, "SERVICE_BIND_FLAG_BYPASS_POWER_NETWORK_RESTRICTIONS"),
        (262144, "SERVICE_BIND_FLAG_ALLOW_FOREGROUND_SERVICE_STARTS_FROM_BACKGROUND"),
        (524288, "SERVICE_BIND_FLAG_SCHEDULE_LIKE_TOP_APP"),
        (1048576, "SERVICE_BIND_FLAG_ALLOW_BACKGROUND_ACTIVITY_STARTS"),
        (2097152, "SERVICE_BIND_FLAG_RESTRICT_ASSOCIATIONS"),
        (4194304, "SERVICE_BIND_FLAG_ALLOW_INSTANT"),
        (8388608, "SERVICE_BIND_FLAG_IMPORTANT_BACKGROUND"),
        (16777216, "SERVICE_BIND_FLAG_ALLOW_WHITELIST_MANAGEMENT"),
        (33554432, "SERVICE_BIND_FLAG_FOREGROUND_SERVICE_WHILE_AWAKE"),
        (67108864, "SERVICE_BIND_FLAG_FOREGROUND_SERVICE"),
        (134217728, "SERVICE_BIND_FLAG_TREAT_LIKE_ACTIVITY"),
        (268435456, "SERVICE_BIND_FLAG_VISIBLE"),
        (536870912, "SERVICE_BIND_FLAG_SHOWING_UI"),
        (1073741824, "SERVICE_BIND_FLAG_NOT_VISIBLE"),
        (-2147483648, "SERVICE_BIND_FLAG_EXTERNAL_SERVICE"),
    ],
};
pub static ANDROID_INPUT_EVENT_CONFIG_TRACE_LEVEL: Enum = Enum {
    name: "perfetto.protos.AndroidInputEventConfig.TraceLevel",
    values: &[
        (0, "TRACE_LEVEL_NONE"),
        (1, "TRACE_LEVEL_REDACTED"),
        (2, "TRACE_LEVEL_COMPLETE"),
    ],
};
pub static ANDROID_INPUT_EVENT_CONFIG_TRACE_MODE: Enum = Enum {
    name: "perfetto.protos.AndroidInputEventConfig.TraceMode",
    values: &[
        (0, "TRACE_MODE_TRACE_ALL"),
        (1, "TRACE_MODE_USE_RULES"),
    ],
};
pub static ANDROID_LOG_ID: Enum = Enum {
    name: "perfetto.protos.AndroidLogId",
    values: &[
        (0, "LID_DEFAULT"),
        (1, "LID_RADIO"),
        (2, "LID_EVENTS"),
        (3, "LID_SYSTEM"),
        (4, "LID_CRASH"),
        (5, "LID_STATS"),
        (6, "LID_SECURITY"),
        (7, "LID_KERNEL"),
    ],
};
pub static ANDROID_LOG_PRIORITY: Enum = Enum {
    name: "perfetto.protos.AndroidLogPriority",
    values: &[
        (0, "PRIO_UNSPECIFIED"),
        (1, "PRIO_UNUSED"),
        (2, "PRIO_VERBOSE"),
        (3, "PRIO_DEBUG"),
        (4, "PRIO_INFO"),
        (5, "PRIO_WARN"),
        (6, "PRIO_ERROR"),
        (7, "PRIO_FATAL"),
    ],
};
pub static ANDROID_POWER_CONFIG_BATTERY_COUNTERS: Enum = Enum {
    name: "perfetto.protos.AndroidPowerConfig.BatteryCounters",
    values: &[
        (0, "BATTERY_COUNTER_UNSPECIFIED"),
        (1, "BATTERY_COUNTER_CHARGE"),
        (2, "BATTERY_COUNTER_CAPACITY_PERCENT"),
        (3, "BATTERY_COUNTER_CURRENT"),
        (4, "BATTERY_COUNTER_CURRENT_AVG"),
        (5, "BATTERY_COUNTER_VOLTAGE"),
    ],
};
pub static ANDROID_SURFACE_FLINGER_WORKLOAD_SOURCE: Enum = Enum {
    name: "perfetto.protos.AndroidSurfaceFlingerWorkload.Source",
    values: &[
        (0, "UNKNOWN"),
        (1, "FRAME_SIGNAL"),
    ],
};
pub static ANDROID_TOOLBAR_ALLOW_CAPTURE_REASON: Enum = Enum {
    name: "perfetto.protos.AndroidToolbar.AllowCaptureReason",
    values: &[
        (0, "ALLOWED_UNKNOWN"),
        (1, "ALLOWED_FORCE_CAPTURE"),
        (2, "ALLOWED_SNAPSHOT_DIFFERENCE"),
    ],
};
pub static ANDROID_TOOLBAR_BLOCK_CAPTURE_REASON: Enum = Enum {
    name: "perfetto.protos.AndroidToolbar.BlockCaptureReason",
    values: &[
        (0, "BLOCKED_UNKNOWN"),
        (1, "BLOCKED_TOOLBAR_OR_RESULT_NULL"),
        (2, "BLOCKED_VIEW_NOT_DIRTY"),
        (3, "BLOCKED_SNAPSHOT_SAME"),
        (4, "BLOCKED_URL_BAR_HAS_FOCUS"),
        (5, "BLOCKED_URL_BAR_FOCUS_IN_PROGRESS"),
        (6, "BLOCKED_OPTIONAL_BUTTON_ANIMATION_IN_PROGRESS"),
        (7, "BLOCKED_STATUS_ICON_ANIMATION_IN_PROGRESS"),
        (8, "BLOCKED_SCROLL_ABLATION"),
        (9, "BLOCKED_BROWSER_CONTROLS_LOCKED"),
        (10, "BLOCKED_TAB_SWITCHER_MODE"),
        (11, "BLOCKED_COMPOSITOR_IN_MOTION"),
        (12, "BLOCKED_NTP_Y_TRANSLATION"),
        (13, "BLOCKED_FULLSCREEN"),
        (14, "BLOCKED_TABLET_BUTTON_ANIMATION_IN_PROGRESS"),
        (15, "BLOCKED_LAYOUT_REQUESTED"),
    ],
};
pub static ANDROID_TOOLBAR_SNAPSHOT_DIFFERENCE: Enum = Enum {
    name: "perfetto.protos.AndroidToolbar.SnapshotDifference",
    values: &[
        (0, "DIFF_NONE"),
        (1, "DIFF_NULL"),
        (2, "DIFF_TINT"),
        (3, "DIFF_TAB_COUNT"),
        (4, "DIFF_OPTIONAL_BUTTON"),
        (5, "DIFF_VISUAL_STATE"),
        (6, "DIFF_SECURITY_ICON"),
        (7, "DIFF_SHOWING_UPDATE_BADGE"),
        (8, "DIFF_PAINT_PREVIEW"),
        (9, "DIFF_PROGRESS"),
        (10, "DIFF_LOCATION_BAR_WIDTH"),
        (11, "DIFF_URL_TEXT"),
        (12, "DIFF_HOME_BUTTON"),
        (13, "DIFF_TITLE_TEXT"),
        (14, "DIFF_CCT_ANIMATION"),
        (15, "DIFF_BOOKMARK_BUTTON"),
        (16, "DIFF_BACK_BUTTON"),
        (17, "DIFF_FORWARD_BUTTON"),
        (18, "DIFF_RELOAD_BUTTON"),
    ],
};
pub static ANDROID_VSYNC_INTERVAL_DECISION_VSYNC_INTERVAL_SOURCE: Enum = Enum {
    name: "perfetto.protos.AndroidVsyncIntervalDecision.VsyncIntervalSource",
    values: &[
        (0, "UNKNOWN"),
        (1, "OS_PROVIDED_TIMELINE_DERIVED_NOT_SUPPORTED"),
        (2, "OS_PROVIDED_ONLY_ONE_TIMELINE"),
        (3, "OS_PROVIDED_ALWAYS"),
        (4, "OS_PROVIDED_TIMELINE_DERIVED_TOO_SHORT"),
        (5, "OS_PROVIDED_LONGER_THAN_OR_EQUAL_TO_TIMELINE_DERIVED"),
        (6, "SNAPPED_TIMELINE_DERIVED_LONGER_THAN_OS_PROVIDED"),
        (7, "UNSNAPPED_TIMELINE_DERIVED_LONGER_THAN_OS_PROVIDED"),
        (8, "SNAPPED_TIMELINE_DERIVED_ALWAYS"),
        (9, "UNSNAPPED_TIMELINE_DERIVED_ALWAYS"),
    ],
};
pub static ANIMATION_FRAME_SCRIPT_TIMING_INFO_INVOKER_TYPE: Enum = Enum {
    name: "perfetto.protos.AnimationFrameScriptTimingInfo.InvokerType",
    values: &[
        (0, "UNDEFINED"),
        (1, "CLASSIC_SCRIPT"),
        (2, "MODULE_SCRIPT"),
        (3, "USER_CALLBACK"),
        (4, "EVENT_HANDLER"),
        (5, "PROMISE_RESOLVE"),
        (6, "PROMISE_REJECT"),
    ],
};
pub static ANIMATION_FRAME_SCRIPT_TIMING_INFO_THIRD_PARTY_TECHNOLOGY: Enum = Enum {
    name: "perfetto.protos.AnimationFrameScriptTimingInfo.ThirdPartyTechnology",
    values: &[
        (0, "UNSPECIFIED"),
        (1, "NONE"),
        (2, "WORD_PRESS"),
        (3, "GOOGLE_ANALYTICS"),
        (4, "GOOGLE_FONT_API"),
        (5, "GOOGLE_TAG_MANAGER"),
        (6, "GOOGLE_MAPS"),
        (7, "META_PIXEL"),
        (8, "YOUTUBE"),
        (9, "ADOBE_ANALYTICS"),
        (10, "TIKTOK_PIXEL"),
        (11, "HOTJAR"),
        (12, "GOOGLE_ADSENSE"),
        (13, "GOOGLE_PUBLISHER_TAG"),
        (14, "GOOGLE_ADS_LIBRARIES"),
        (15, "FUNDING_CHOICES"),
        (16, "ELEMENTOR"),
        (17, "SLIDER_REVOLUTION"),
    ],
};
pub static APP_EXIT_REASON_CODE: Enum = Enum {
    name: "perfetto.protos.AppExitReasonCode",
    values: &[
        (0, "APP_EXIT_REASON_UNKNOWN"),
        (1, "APP_EXIT_REASON_EXIT_SELF"),
        (2, "APP_EXIT_REASON_SIGNALED"),
        (3, "APP_EXIT_REASON_LOW_MEMORY"),
        (4, "APP_EXIT_REASON_CRASH"),
        (5, "APP_EXIT_REASON_CRASH_NATIVE"),
        (6, "APP_EXIT_REASON_ANR"),
        (7, "APP_EXIT_REASON_INITIALIZATION_FAILURE"),
        (8, "APP_EXIT_REASON_PERMISSION_CHANGE"),
        (9, "APP_EXIT_REASON_EXCESSIVE_RESOURCE_USAGE"),
        (10, "APP_EXIT_REASON_USER_REQUESTED"),
        (11, "APP_EXIT_REASON_USER_STOPPED"),
        (12, "APP_EXIT_REASON_DEPENDENCY_DIED"),
        (13, "APP_EXIT_REASON_OTHER"),
        (14, "APP_EXIT_REASON_FREEZER"),
        (15, "APP_EXIT_REASON_PACKAGE_STATE_CHANGE"),
        (16, "APP_EXIT_REASON_PACKAGE_UPDATED"),
        (17, "APP_EXIT_REASON_MEMORY_LIMITER"),
    ],
};
pub static APP_EXIT_SUB_REASON_CODE: Enum = Enum {
    name: "perfetto.protos.AppExitSubReasonCode",
    values: &[
        (0, "APP_EXIT_SUBREASON_UNKNOWN"),
        (1, "APP_EXIT_SUBREASON_WAIT_FOR_DEBUGGER"),
        (2, "APP_EXIT_SUBREASON_TOO_MANY_CACHED"),
        (3, "APP_EXIT_SUBREASON_TOO_MANY_EMPTY"),
        (4, "APP_EXIT_SUBREASON_TRIM_EMPTY"),
        (5, "APP_EXIT_SUBREASON_LARGE_CACHED"),
        (6, "APP_EXIT_SUBREASON_MEMORY_PRESSURE"),
        (7, "APP_EXIT_SUBREASON_EXCESSIVE_CPU"),
        (8, "APP_EXIT_SUBREASON_SYSTEM_UPDATE_DONE"),
        (9, "APP_EXIT_SUBREASON_KILL_ALL_FG"),
        (10, "APP_EXIT_SUBREASON_KILL_ALL_BG_EXCEPT"),
        (11, "APP_EXIT_SUBREASON_KILL_UID"),
        (12, "APP_EXIT_SUBREASON_KILL_PID"),
        (13, "APP_EXIT_SUBREASON_INVALID_START"),
        (14, "APP_EXIT_SUBREASON_INVALID_STATE"),
        (15, "APP_EXIT_SUBREASON_IMPERCEPTIBLE"),
        (16, "APP_EXIT_SUBREASON_REMOVE_LRU"),
        (17, "APP_EXIT_SUBREASON_ISOLATED_NOT_NEEDED"),
        (18, "APP_EXIT_SUBREASON_CACHED_IDLE_FORCED_APP_STANDBY"),
        (19, "APP_EXIT_SUBREASON_FREEZER_BINDER_IOCTL"),
        (20, "APP_EXIT_SUBREASON_FREEZER_BINDER_TRANSACTION"),
        (21, "APP_EXIT_SUBREASON_FORCE_STOP"),
        (22, "APP_EXIT_SUBREASON_REMOVE_TASK"),
        (23, "APP_EXIT_SUBREASON_STOP_APP"),
        (24, "APP_EXIT_SUBREASON_KILL_BACKGROUND"),
        (25, "APP_EXIT_SUBREASON_PACKAGE_UPDATE"),
        (26, "APP_EXIT_SUBREASON_UNDELIVERED_BROADCAST"),
        (27, "APP_EXIT_SUBREASON_SDK_SANDBOX_DIED"),
        (28, "APP_EXIT_SUBREASON_SDK_SANDBOX_NOT_NEEDED"),
        (29, "APP_EXIT_SUBREASON_EXCESSIVE_BINDER_OBJECTS"),
        (30, "APP_EXIT_SUBREASON_OOM_KILL"),
        (31, "APP_EXIT_SUBREASON_FREEZER_BINDER_ASYNC_FULL"),
        (32, "APP_EXIT_SUBREASON_EXCESSIVE_OUTGOING_BROADCASTS_WHILE_CACHED"),
        (33, "APP_EXIT_SUBREASON_ANR_TYPE_APP_TRIGGERED"),
        (34, "APP_EXIT_SUBREASON_ANR_TYPE_BIND_APPLICATION"),
        (35, "APP_EXIT_SUBREASON_ANR_TYPE_BROADCAST_OF_INTENT"),
        (36, "APP_EXIT_SUBREASON_ANR_TYPE_CONTENT_PROVIDER_NOT_RESPONDING"),
        (37, "APP_EXIT_SUBREASON_ANR_TYPE_EXECUTING_SERVICE"),
        (38, "APP_EXIT_SUBREASON_ANR_TYPE_FOREGROUND_SERVICE_TIMEOUT"),
        (39, "APP_EXIT_SUBREASON_ANR_TYPE_FOREGROUND_SHORT_SERVICE_TIMEOUT"),
        (40, "APP_EXIT_SUBREASON_ANR_TYPE_GPU_HANG"),
        (41, "APP_EXIT_SUBREASON_ANR_TYPE_INPUT_DISPATCHING_TIMEOUT"),
        (42, "APP_EXIT_SUBREASON_ANR_TYPE_INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW"),
        (43, "APP_EXIT_SUBREASON_ANR_TYPE_JOB_SERVICE_BIND"),
        (44, "APP_EXIT_SUBREASON_ANR_TYPE_JOB_SERVICE_NOTIFICATION_NOT_PROVIDED"),
        (45, "APP_EXIT_SUBREASON_ANR_TYPE_JOB_SERVICE_START"),
        (46, "APP_EXIT_SUBREASON_ANR_TYPE_JOB_SERVICE_STOP"),
        (47, "APP_EXIT_SUBREASON_ANR_TYPE_START_FOREGROUND_SERVICE"),
        (48, "APP_EXIT_SUBREASON_ANR_TYPE_SYSTEM_SERVER_WATCHDOG_TIMEOUT"),
        (49, "APP_EXIT_SUBREASON_EXCESSIVE_ENQUEUED_BROADCASTS_COUNT"),
        (50, "APP_EXIT_SUBREASON_VOLUME_MOUNT"),
        (51, "APP_EXIT_SUBREASON_VOLUME_UNMOUNT"),
        (52, "APP_EXIT_SUBREASON_PACKAGE_HIDDEN"),
        (53, "APP_EXIT_SUBREASON_PACKAGE_DELETED"),
        (54, "APP_EXIT_SUBREASON_PACKAGE_MOVED"),
        (55, "APP_EXIT_SUBREASON_APP_DATA_CLEARED"),
        (56, "APP_EXIT_SUBREASON_STORAGE_SESSION_RESET"),
        (57, "APP_EXIT_SUBREASON_ACTIVITY_LAUNCH_FAILURE"),
        (58, "APP_EXIT_SUBREASON_RESTART_ACTIVITY_PROCESS_TIMEOUT"),
        (59, "APP_EXIT_SUBREASON_RAPID_ACTIVITY_LAUNCH"),
        (60, "APP_EXIT_SUBREASON_CONFIG_RESET_RESTART"),
        (61, "APP_EXIT_SUBREASON_PROVIDER_CLIENT_REPORTED_DEATH"),
    ],
};
pub static BACK_FORWARD_CACHE_CAN_STORE_DOCUMENT_RESULT_BACK_FORWARD_CACHE_NOT_RESTORED_REASON: Enum = Enum {
    name: "perfetto.protos.BackForwardCacheCanStoreDocumentResult.BackForwardCacheNotRestoredReason",
    values: &[
        (1, "NOT_MAIN_FRAME"),
        (2, "BACK_FORWARD_CACHE_DISABLED"),
        (3, "RELATED_ACTIVE_CONTENTS_EXIST"),
        (4, "HTTP_STATUS_NOT_OK"),
        (5, "SCHEME_NOT_HTTP_OR_HTTPS"),
        (6, "LOADING"),
        (7, "WAS_GRANTED_MEDIA_ACCESS"),
        (8, "BLOCKLISTED_FEATURES"),
        (9, "DISABLE_FOR_RENDER_FRAME_HOST_CALLED"),
        (10, "DOMAIN_NOT_ALLOWED"),
        (11, "HTTP_METHOD_NOT_GET"),
        (12, "SUBFRAME_IS_NAVIGATING"),
        (13, "TIMEOUT"),
        (14, "CACHE_LIMIT"),
        (15, "JAVASCRIPT_EXECUTION"),
        (16, "RENDERER_PROCESS_KILLED"),
        (17, "RENDERER_PROCESS_CRASHED"),
        (19, "GRANTED_MEDIA_STREAM_ACCESS"),
        (20, "SCHEDULER_TRACKED_FEATURE_USED"),
        (21, "CONFLICTING_BROWSING_INSTANCE"),
        (22, "CACHE_FLUSHED"),
        (23, "SERVICE_WORKER_VERSION_ACTIVATION"),
        (24, "SESSION_RESTORED"),
        (25, "UNKNOWN"),
        (26, "SERVICE_WORKER_POST_MESSAGE"),
        (27, "ENTERED_BACK_FORWARD_CACHE_BEFORE_SERVICE_WORKER_HOST_ADDED"),
        (28, "NOT_MOST_RECENT_NAVIGATION_ENTRY"),
        (29, "SERVICE_WORKER_CLAIM"),
        (30, "IGNORE_EVENT_AND_EVICT"),
        (31, "HAVE_INNER_CONTENTS"),
        (32, "TIMEOUT_PUTTING_IN_CACHE"),
        (33, "BACK_FORWARD_CACHE_DISABLED_BY_LOW_MEMORY"),
        (34, "BACK_FORWARD_CACHE_DISABLED_BY_COMMAND_LINE"),
        (35, "NETWORK_REQUEST_REDIRECTED"),
        (36, "NETWORK_REQUEST_TIMEOUT"),
        (37, "NETWORK_EXCEEDS_BUFFER_LIMIT"),
        (38, "NAVIGATION_CANCELLED_WHILE_RESTORING"),
        (39, "BACK_FORWARD_CACHE_DISABLED_FOR_PRERENDER"),
        (40, "USER_AGENT_OVERRIDE_DIFFERS"),
        (41, "NETWORK_REQUEST_DATAPIPE_DRAINED_AS_BYTES_CONSUMER"),
        (42, "FOREGROUND_CACHE_LIMIT"),
        (43, "BROWSING_INSTANCE_NOT_SWAPPED"),
        (44, "BACK_FORWARD_CACHE_DISABLED_FOR_DELEGATE"),
        (45, "OPT_IN_UNLOAD_HEADER_NOT_PRESENT"),
        (46, "UNLOAD_HANDLER_EXISTS_IN_MAIN_FRAME"),
        (47, "UNLOAD_HANDLER_EXISTS_IN_SUBFRAME"),
        (48, "SERVICE_WORKER_UNREGISTRATION"),
        (49, "CACHE_CONTROL_NO_STORE"),
        (50, "CACHE_CONTROL_NO_STORE_COOKIE_MODIFIED"),
        (51, "CACHE_CONTROL_NO_STORE_HTTP_ONLY_COOKIE_MODIFIED"),
        (52, "NO_RESPONSE_HEAD"),
        (53, "ACTIVATION_NAVIGATION_DISALLOWED_FOR_BUG_1234857"),
        (54, "ERROR_DOCUMENT"),
        (55, "FENCED_FRAMES_EMBEDDER"),
        (56, "COOKIE_DISABLED"),
        (57, "HTTP_AUTH_REQUIRED"),
        (58, "COOKIE_FLUSHED"),
        (59, "BROADCAST_CHANNEL_ON_MESSAGE"),
        (60, "WEBVIEW_SETTINGS_CHANGED"),
        (61, "WEBVIEW_JAVASCRIPT_OBJECT_CHANGED"),
        (62, "WEBVIEW_MESSAGE_LISTENER_INJECTED"),
        (63, "WEBVIEW_SAFE_BROWSING_ALLOWLIST_CHANGED"),
        (64, "WEBVIEW_DOCUMENT_START_JAVASCRIPT_CHANGED"),
        (65, "CACHE_CONTROL_NO_STORE_DEVICE_BOUND_SESSION_TERMINATED"),
        (66, "CACHE_LIMIT_PRUNED_ON_MODERATE_MEMORY_PRESSURE"),
        (67, "CACHE_LIMIT_PRUNED_ON_CRITICAL_MEMORY_PRESSURE"),
        (68, "SHARED_WORKER_MESSAGE"),
        (69, "SHARED_WORKER_WITH_NO_ACTIVE_CLIENT"),
        (70, "WEB_LOCKS_CONTENTION"),
        (71, "FORWARD_CACHE_DISABLED"),
        (72, "RFH_ENFORCE_INSECURE_REQUEST_POLICY"),
        (73, "RFH_ENFORCE_INSECURE_NAVIGATIONS_SET"),
        (74, "RFH_HAD_STICKY_USER_ACTIVATION_BEFORE_NAVIGATION_CHANGED"),
        (75, "RFH_UPDATE_AD_FRAME_STATUS"),
        (76, "RFH_DID_CHANGE_NAME"),
        (77, "RFH_DID_CHANGE_OPENER"),
    ],
};
pub static BEGIN_FRAME_ARGS_BEGIN_FRAME_ARGS_TYPE: Enum = Enum {
    name: "perfetto.protos.BeginFrameArgs.BeginFrameArgsType",
    values: &[
        (0, "BEGIN_FRAME_ARGS_TYPE_UNSPECIFIED"),
        (1, "BEGIN_FRAME_ARGS_TYPE_INVALID"),
        (2, "BEGIN_FRAME_ARGS_TYPE_NORMAL"),
        (3, "BEGIN_FRAME_ARGS_TYPE_MISSED"),
    ],
};
pub static BEGIN_FRAME_ARGS_V2_BEGIN_FRAME_ARGS_TYPE: Enum = Enum {
    name: "perfetto.protos.BeginFrameArgsV2.BeginFrameArgsType",
    values: &[
        (0, "BEGIN_FRAME_ARGS_TYPE_UNSPECIFIED"),
        (1, "BEGIN_FRAME_ARGS_TYPE_INVALID"),
        (2, "BEGIN_FRAME_ARGS_TYPE_NORMAL"),
        (3, "BEGIN_FRAME_ARGS_TYPE_MISSED"),
    ],
};
pub static BEGIN_IMPL_FRAME_ARGS_STATE: Enum = Enum {
    name: "perfetto.protos.BeginImplFrameArgs.State",
    values: &[
        (0, "BEGIN_FRAME_FINISHED"),
        (1, "BEGIN_FRAME_USING"),
    ],
};
pub static BEGIN_IMPL_FRAME_ARGS_V2_STATE: Enum = Enum {
    name: "perfetto.protos.BeginImplFrameArgsV2.State",
    values: &[
        (0, "BEGIN_FRAME_FINISHED"),
        (1, "BEGIN_FRAME_USING"),
    ],
};
pub static BLINK_TASK_SCOPE_TASK_SCOPE_TYPE: Enum = Enum {
    name: "perfetto.protos.BlinkTaskScope.TaskScopeType",
    values: &[
        (0, "TASK_SCOPE_UNKNOWN"),
        (1, "TASK_SCOPE_CALLBACK"),
        (2, "TASK_SCOPE_SCHEDULED_ACTION"),
        (3, "TASK_SCOPE_SCRIPT_EXECUTION"),
        (4, "TASK_SCOPE_POST_MESSAGE"),
        (5, "TASK_SCOPE_POP_STATE"),
        (6, "TASK_SCOPE_SCHEDULER_POST_TASK"),
        (7, "TASK_SCOPE_REQUEST_IDLE_CALLBACK"),
        (8, "TASK_SCOPE_XML_HTTP_REQUEST"),
        (9, "TASK_SCOPE_SOFT_NAVIGATION"),
        (10, "TASK_SCOPE_MISC_EVENT"),
        (11, "TASK_SCOPE_MICROTASK"),
        (12, "TASK_SCOPE_RESOURCE_TIMING"),
        (13, "TASK_SCOPE_SCRIPT_TOOL_EXECUTION"),
    ],
};
pub static BROADCAST_DELIVERY_GROUP_POLICY: Enum = Enum {
    name: "perfetto.protos.BroadcastDeliveryGroupPolicy",
    values: &[
        (0, "BROADCAST_DELIVERY_GROUP_POLICY_ALL"),
        (1, "BROADCAST_DELIVERY_GROUP_POLICY_MOST_RECENT"),
        (2, "BROADCAST_DELIVERY_GROUP_POLICY_MERGED"),
    ],
};
pub static BUILTIN_CLOCK: Enum = Enum {
    name: "perfetto.protos.BuiltinClock",
    values: &[
        (0, "BUILTIN_CLOCK_UNKNOWN"),
        (1, "BUILTIN_CLOCK_REALTIME"),
        (2, "BUILTIN_CLOCK_REALTIME_COARSE"),
        (3, "BUILTIN_CLOCK_MONOTONIC"),
        (4, "BUILTIN_CLOCK_MONOTONIC_COARSE"),
        (5, "BUILTIN_CLOCK_MONOTONIC_RAW"),
        (6, "BUILTIN_CLOCK_BOOTTIME"),
        (9, "BUILTIN_CLOCK_TSC"),
        (10, "BUILTIN_CLOCK_PERF"),
        (11, "BUILTIN_CLOCK_TRACE_FILE"),
    ],
};
pub static CHILD_PROCESS_LAUNCHER_PRIORITY_IMPORTANCE: Enum = Enum {
    name: "perfetto.protos.ChildProcessLauncherPriority.Importance",
    values: &[
        (1, "IMPORTANCE_NORMAL"),
        (2, "IMPORTANCE_MODERATE"),
        (3, "IMPORTANCE_IMPORTANT"),
        (4, "IMPORTANCE_PERCEPTIBLE"),
        (5, "IMPORTANCE_NOT_PERCEPTIBLE"),
    ],
};
pub static CHROME_APPLICATION_STATE_INFO_CHROME_APPLICATION_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeApplicationStateInfo.ChromeApplicationState",
    values: &[
        (0, "APPLICATION_STATE_UNKNOWN"),
        (1, "APPLICATION_STATE_HAS_RUNNING_ACTIVITIES"),
        (2, "APPLICATION_STATE_HAS_PAUSED_ACTIVITIES"),
        (3, "APPLICATION_STATE_HAS_STOPPED_ACTIVITIES"),
        (4, "APPLICATION_STATE_HAS_DESTROYED_ACTIVITIES"),
    ],
};
pub static CHROME_APP_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeAppState",
    values: &[
        (1, "APP_STATE_FOREGROUND"),
        (2, "APP_STATE_BACKGROUND"),
    ],
};
pub static CHROME_COMPOSITOR_SCHEDULER_ACTION: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorSchedulerAction",
    values: &[
        (0, "CC_SCHEDULER_ACTION_UNSPECIFIED"),
        (1, "CC_SCHEDULER_ACTION_NONE"),
        (2, "CC_SCHEDULER_ACTION_SEND_BEGIN_MAIN_FRAME"),
        (3, "CC_SCHEDULER_ACTION_COMMIT"),
        (4, "CC_SCHEDULER_ACTION_ACTIVATE_SYNC_TREE"),
        (5, "CC_SCHEDULER_ACTION_DRAW_IF_POSSIBLE"),
        (6, "CC_SCHEDULER_ACTION_DRAW_FORCED"),
        (7, "CC_SCHEDULER_ACTION_DRAW_ABORT"),
        (8, "CC_SCHEDULER_ACTION_BEGIN_LAYER_TREE_FRAME_SINK_CREATION"),
        (9, "CC_SCHEDULER_ACTION_PREPARE_TILES"),
        (10, "CC_SCHEDULER_ACTION_INVALIDATE_LAYER_TREE_FRAME_SINK"),
        (11, "CC_SCHEDULER_ACTION_PERFORM_IMPL_SIDE_INVALIDATION"),
        (12, "CC_SCHEDULER_ACTION_NOTIFY_BEGIN_MAIN_FRAME_NOT_EXPECTED_UNTIL"),
        (13, "CC_SCHEDULER_ACTION_NOTIFY_BEGIN_MAIN_FRAME_NOT_EXPECTED_SOON"),
    ],
};
pub static CHROME_COMPOSITOR_SCHEDULER_ACTION_V2: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorSchedulerActionV2",
    values: &[
        (0, "CC_SCHEDULER_ACTION_V2_UNSPECIFIED"),
        (1, "CC_SCHEDULER_ACTION_V2_NONE"),
        (2, "CC_SCHEDULER_ACTION_V2_SEND_BEGIN_MAIN_FRAME"),
        (3, "CC_SCHEDULER_ACTION_V2_COMMIT"),
        (14, "CC_SCHEDULER_ACTION_V2_POST_COMMIT"),
        (4, "CC_SCHEDULER_ACTION_V2_ACTIVATE_SYNC_TREE"),
        (5, "CC_SCHEDULER_ACTION_V2_DRAW_IF_POSSIBLE"),
        (6, "CC_SCHEDULER_ACTION_V2_DRAW_FORCED"),
        (7, "CC_SCHEDULER_ACTION_V2_DRAW_ABORT"),
        (15, "CC_SCHEDULER_ACTION_V2_UPDATE_DISPLAY_TREE"),
        (8, "CC_SCHEDULER_ACTION_V2_BEGIN_LAYER_TREE_FRAME_SINK_CREATION"),
        (9, "CC_SCHEDULER_ACTION_V2_PREPARE_TILES"),
        (10, "CC_SCHEDULER_ACTION_V2_INVALIDATE_LAYER_TREE_FRAME_SINK"),
        (11, "CC_SCHEDULER_ACTION_V2_PERFORM_IMPL_SIDE_INVALIDATION"),
        (12, "CC_SCHEDULER_ACTION_V2_NOTIFY_BEGIN_MAIN_FRAME_NOT_EXPECTED_UNTIL"),
        (13, "CC_SCHEDULER_ACTION_V2_NOTIFY_BEGIN_MAIN_FRAME_NOT_EXPECTED_SOON"),
    ],
};
pub static CHROME_COMPOSITOR_SCHEDULER_STATE_BEGIN_IMPL_FRAME_DEADLINE_MODE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorSchedulerState.BeginImplFrameDeadlineMode",
    values: &[
        (0, "DEADLINE_MODE_UNSPECIFIED"),
        (1, "DEADLINE_MODE_NONE"),
        (2, "DEADLINE_MODE_IMMEDIATE"),
        (3, "DEADLINE_MODE_REGULAR"),
        (4, "DEADLINE_MODE_LATE"),
        (5, "DEADLINE_MODE_BLOCKED"),
    ],
};
pub static CHROME_COMPOSITOR_SCHEDULER_STATE_V2_BEGIN_IMPL_FRAME_DEADLINE_MODE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorSchedulerStateV2.BeginImplFrameDeadlineMode",
    values: &[
        (0, "DEADLINE_MODE_UNSPECIFIED"),
        (1, "DEADLINE_MODE_NONE"),
        (2, "DEADLINE_MODE_IMMEDIATE"),
        (3, "DEADLINE_MODE_REGULAR"),
        (4, "DEADLINE_MODE_LATE"),
        (5, "DEADLINE_MODE_BLOCKED"),
        (6, "DEADLINE_MODE_WAIT_FOR_SCROLL"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE_BEGIN_IMPL_FRAME_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachine.MajorState.BeginImplFrameState",
    values: &[
        (0, "BEGIN_IMPL_FRAME_UNSPECIFIED"),
        (1, "BEGIN_IMPL_FRAME_IDLE"),
        (2, "BEGIN_IMPL_FRAME_INSIDE_BEGIN_FRAME"),
        (3, "BEGIN_IMPL_FRAME_INSIDE_DEADLINE"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE_BEGIN_MAIN_FRAME_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachine.MajorState.BeginMainFrameState",
    values: &[
        (0, "BEGIN_MAIN_FRAME_UNSPECIFIED"),
        (1, "BEGIN_MAIN_FRAME_IDLE"),
        (2, "BEGIN_MAIN_FRAME_SENT"),
        (3, "BEGIN_MAIN_FRAME_READY_TO_COMMIT"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE_FORCED_REDRAW_ON_TIMEOUT_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachine.MajorState.ForcedRedrawOnTimeoutState",
    values: &[
        (0, "FORCED_REDRAW_UNSPECIFIED"),
        (1, "FORCED_REDRAW_IDLE"),
        (2, "FORCED_REDRAW_WAITING_FOR_COMMIT"),
        (3, "FORCED_REDRAW_WAITING_FOR_ACTIVATION"),
        (4, "FORCED_REDRAW_WAITING_FOR_DRAW"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE_LAYER_TREE_FRAME_SINK_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachine.MajorState.LayerTreeFrameSinkState",
    values: &[
        (0, "LAYER_TREE_FRAME_UNSPECIFIED"),
        (1, "LAYER_TREE_FRAME_NONE"),
        (2, "LAYER_TREE_FRAME_ACTIVE"),
        (3, "LAYER_TREE_FRAME_CREATING"),
        (4, "LAYER_TREE_FRAME_WAITING_FOR_FIRST_COMMIT"),
        (5, "LAYER_TREE_FRAME_WAITING_FOR_FIRST_ACTIVATION"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_MINOR_STATE_SCROLL_HANDLER_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachine.MinorState.ScrollHandlerState",
    values: &[
        (0, "SCROLL_HANDLER_UNSPECIFIED"),
        (1, "SCROLL_AFFECTS_SCROLL_HANDLER"),
        (2, "SCROLL_DOES_NOT_AFFECT_SCROLL_HANDLER"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_MINOR_STATE_TREE_PRIORITY: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachine.MinorState.TreePriority",
    values: &[
        (0, "TREE_PRIORITY_UNSPECIFIED"),
        (1, "TREE_PRIORITY_SAME_PRIORITY_FOR_BOTH_TREES"),
        (2, "TREE_PRIORITY_SMOOTHNESS_TAKES_PRIORITY"),
        (3, "TREE_PRIORITY_NEW_CONTENT_TAKES_PRIORITY"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2_BEGIN_IMPL_FRAME_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachineV2.MajorStateV2.BeginImplFrameState",
    values: &[
        (0, "BEGIN_IMPL_FRAME_UNSPECIFIED"),
        (1, "BEGIN_IMPL_FRAME_IDLE"),
        (2, "BEGIN_IMPL_FRAME_INSIDE_BEGIN_FRAME"),
        (3, "BEGIN_IMPL_FRAME_INSIDE_DEADLINE"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2_BEGIN_MAIN_FRAME_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachineV2.MajorStateV2.BeginMainFrameState",
    values: &[
        (0, "BEGIN_MAIN_FRAME_UNSPECIFIED"),
        (1, "BEGIN_MAIN_FRAME_IDLE"),
        (2, "BEGIN_MAIN_FRAME_SENT"),
        (3, "BEGIN_MAIN_FRAME_READY_TO_COMMIT"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2_FORCED_REDRAW_ON_TIMEOUT_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachineV2.MajorStateV2.ForcedRedrawOnTimeoutState",
    values: &[
        (0, "FORCED_REDRAW_UNSPECIFIED"),
        (1, "FORCED_REDRAW_IDLE"),
        (2, "FORCED_REDRAW_WAITING_FOR_COMMIT"),
        (3, "FORCED_REDRAW_WAITING_FOR_ACTIVATION"),
        (4, "FORCED_REDRAW_WAITING_FOR_DRAW"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2_LAYER_TREE_FRAME_SINK_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachineV2.MajorStateV2.LayerTreeFrameSinkState",
    values: &[
        (0, "LAYER_TREE_FRAME_UNSPECIFIED"),
        (1, "LAYER_TREE_FRAME_NONE"),
        (2, "LAYER_TREE_FRAME_ACTIVE"),
        (3, "LAYER_TREE_FRAME_CREATING"),
        (4, "LAYER_TREE_FRAME_WAITING_FOR_FIRST_COMMIT"),
        (5, "LAYER_TREE_FRAME_WAITING_FOR_FIRST_ACTIVATION"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_V2_MINOR_STATE_V2_SCROLL_HANDLER_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachineV2.MinorStateV2.ScrollHandlerState",
    values: &[
        (0, "SCROLL_HANDLER_UNSPECIFIED"),
        (1, "SCROLL_AFFECTS_SCROLL_HANDLER"),
        (2, "SCROLL_DOES_NOT_AFFECT_SCROLL_HANDLER"),
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_V2_MINOR_STATE_V2_TREE_PRIORITY: Enum = Enum {
    name: "perfetto.protos.ChromeCompositorStateMachineV2.MinorStateV2.TreePriority",
    values: &[
        (0, "TREE_PRIORITY_UNSPECIFIED"),
        (1, "TREE_PRIORITY_SAME_PRIORITY_FOR_BOTH_TREES"),
        (2, "TREE_PRIORITY_SMOOTHNESS_TAKES_PRIORITY"),
        (3, "TREE_PRIORITY_NEW_CONTENT_TAKES_PRIORITY"),
    ],
};
pub static CHROME_CONFIG_CLIENT_PRIORITY: Enum = Enum {
    name: "perfetto.protos.ChromeConfig.ClientPriority",
    values: &[
        (0, "UNKNOWN"),
        (1, "BACKGROUND"),
        (2, "USER_INITIATED"),
    ],
};
pub static CHROME_EXTENSION_SCRIPT_INJECTION_EXECUTION_WORLD: Enum = Enum {
    name: "perfetto.protos.ChromeExtensionScriptInjection.ExecutionWorld",
    values: &[
        (0, "EXECUTION_WORLD_UNSPECIFIED"),
        (1, "EXECUTION_WORLD_ISOLATED"),
        (2, "EXECUTION_WORLD_MAIN"),
        (3, "EXECUTION_WORLD_USER_SCRIPT"),
    ],
};
pub static CHROME_FRAME_REPORTER2_FRAME_DROP_REASON: Enum = Enum {
    name: "perfetto.protos.ChromeFrameReporter2.FrameDropReason",
    values: &[
        (0, "REASON_UNSPECIFIED"),
        (1, "REASON_DISPLAY_COMPOSITOR"),
        (2, "REASON_MAIN_THREAD"),
        (3, "REASON_CLIENT_COMPOSITOR"),
    ],
};
pub static CHROME_FRAME_REPORTER2_FRAME_TYPE: Enum = Enum {
    name: "perfetto.protos.ChromeFrameReporter2.FrameType",
    values: &[
        (0, "FORKED"),
        (1, "BACKFILL"),
    ],
};
pub static CHROME_FRAME_REPORTER2_SCROLL_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeFrameReporter2.ScrollState",
    values: &[
        (0, "SCROLL_NONE"),
        (1, "SCROLL_MAIN_THREAD"),
        (2, "SCROLL_COMPOSITOR_THREAD"),
        (3, "SCROLL_RASTER"),
        (4, "SCROLL_UNKNOWN"),
    ],
};
pub static CHROME_FRAME_REPORTER2_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeFrameReporter2.State",
    values: &[
        (0, "STATE_NO_UPDATE_DESIRED"),
        (1, "STATE_PRESENTED_ALL"),
        (2, "STATE_PRESENTED_PARTIAL"),
        (3, "STATE_DROPPED"),
    ],
};
pub static CHROME_FRAME_REPORTER_FRAME_DROP_REASON: Enum = Enum {
    name: "perfetto.protos.ChromeFrameReporter.FrameDropReason",
    values: &[
        (0, "REASON_UNSPECIFIED"),
        (1, "REASON_DISPLAY_COMPOSITOR"),
        (2, "REASON_MAIN_THREAD"),
        (3, "REASON_CLIENT_COMPOSITOR"),
    ],
};
pub static CHROME_FRAME_REPORTER_FRAME_TYPE: Enum = Enum {
    name: "perfetto.protos.ChromeFrameReporter.FrameType",
    values: &[
        (0, "FORKED"),
        (1, "BACKFILL"),
    ],
};
pub static CHROME_FRAME_REPORTER_SCROLL_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeFrameReporter.ScrollState",
    values: &[
        (0, "SCROLL_NONE"),
        (1, "SCROLL_MAIN_THREAD"),
        (2, "SCROLL_COMPOSITOR_THREAD"),
        (3, "SCROLL_RASTER"),
        (4, "SCROLL_UNKNOWN"),
    ],
};
pub static CHROME_FRAME_REPORTER_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeFrameReporter.State",
    values: &[
        (0, "STATE_NO_UPDATE_DESIRED"),
        (1, "STATE_PRESENTED_ALL"),
        (2, "STATE_PRESENTED_PARTIAL"),
        (3, "STATE_DROPPED"),
    ],
};
pub static CHROME_GRAPHICS_PIPELINE_FRAME_SKIPPED_REASON: Enum = Enum {
    name: "perfetto.protos.ChromeGraphicsPipeline.FrameSkippedReason",
    values: &[
        (0, "SKIPPED_REASON_UNKNOWN"),
        (1, "SKIPPED_REASON_RECOVER_LATENCY"),
        (2, "SKIPPED_REASON_NO_DAMAGE"),
        (3, "SKIPPED_REASON_WAITING_ON_MAIN"),
        (4, "SKIPPED_REASON_DRAW_THROTTLED"),
    ],
};
pub static CHROME_GRAPHICS_PIPELINE_STEP_NAME: Enum = Enum {
    name: "perfetto.protos.ChromeGraphicsPipeline.StepName",
    values: &[
        (0, "STEP_UNKNOWN"),
        (1, "STEP_DID_NOT_PRODUCE_FRAME"),
        (22, "STEP_DID_NOT_PRODUCE_COMPOSITOR_FRAME"),
        (2, "STEP_GENERATE_COMPOSITOR_FRAME"),
        (3, "STEP_GENERATE_RENDER_PASS"),
        (4, "STEP_ISSUE_BEGIN_FRAME"),
        (5, "STEP_RECEIVE_COMPOSITOR_FRAME"),
        (6, "STEP_RECEIVE_BEGIN_FRAME"),
        (7, "STEP_RECEIVE_BEGIN_FRAME_DISCARD"),
        (8, "STEP_SEND_BEGIN_MAIN_FRAME"),
        (9, "STEP_SUBMIT_COMPOSITOR_FRAME"),
        (21, "STEP_DRAW_AND_SWAP"),
        (10, "STEP_SURFACE_AGGREGATION"),
        (11, "STEP_SEND_BUFFER_SWAP"),
        (12, "STEP_BUFFER_SWAP_POST_SUBMIT"),
        (13, "STEP_FINISH_BUFFER_SWAP"),
        (14, "STEP_SWAP_BUFFERS_ACK"),
        (15, "STEP_EXO_CONSTRUCT_COMPOSITOR_FRAME"),
        (16, "STEP_EXO_SUBMIT_COMPOSITOR_FRAME"),
        (17, "STEP_EXO_DISCARD_COMPOSITOR_FRAME"),
        (18, "STEP_BACKEND_SEND_BUFFER_SWAP"),
        (19, "STEP_BACKEND_SEND_BUFFER_POST_SUBMIT"),
        (20, "STEP_BACKEND_FINISH_BUFFER_SWAP"),
        (23, "STEP_SEND_ON_BEGIN_FRAME_MOJO_MESSAGE"),
        (24, "STEP_SEND_ON_STANDALONE_BEGIN_FRAME_MOJO_MESSAGE"),
        (25, "STEP_SEND_SUBMIT_COMPOSITOR_FRAME_MOJO_MESSAGE"),
    ],
};
pub static CHROME_LATENCY_INFO2_INPUT_RESULT_STATE: Enum = Enum {
    name: "perfetto.protos.ChromeLatencyInfo2.InputResultState",
    values: &[
        (0, "UNKNOWN"),
        (1, "CONSUMED"),
        (2, "NOT_CONSUMED"),
        (3, "NO_CONSUMER_EXISTS"),
        (4, "IGNORED"),
        (5, "SET_NON_BLOCKING"),
        (6, "SET_NON_BLOCKING_DUE_TO_FLING"),
    ],
};
pub static CHROME_LATENCY_INFO2_INPUT_TYPE: Enum = Enum {
    name: "perfetto.protos.ChromeLatencyInfo2.InputType",
    values: &[
        (0, "UNDEFINED_EVENT"),
        (1, "MOUSE_DOWN_EVENT"),
        (2, "MOUSE_UP_EVENT"),
        (3, "MOUSE_MOVE_EVENT"),
        (4, "MOUSE_ENTER_EVENT"),
        (5, "MOUSE_LEAVE_EVENT"),
        (6, "CONTEXT_MENU_EVENT"),
        (7, "MOUSE_WHEEL_EVENT"),
        (8, "RAW_KEY_DOWN_EVENT"),
        (9, "KEY_DOWN_EVENT"),
        (10, "KEY_UP_EVENT"),
        (11, "CHAR_EVENT"),
        (12, "GESTURE_SCROLL_BEGIN_EVENT"),
        (13, "GESTURE_SCROLL_END_EVENT"),
        (14, "GESTURE_SCROLL_UPDATE_EVENT"),
        (15, "GESTURE_FLING_START_EVENT"),
        (16, "GESTURE_FLING_CANCEL_EVENT"),
        (17, "GESTURE_PINCH_BEGIN_EVENT"),
        (18, "GESTURE_PINCH_END_EVENT"),
        (19, "GESTURE_PINCH_UPDATE_EVENT"),
        (20, "GESTURE_BEGIN_EVENT"),
        (21, "GESTURE_TAP_DOWN_EVENT"),
        (22, "GESTURE_SHOW_PRESS_EVENT"),
        (23, "GESTURE_TAP_EVENT"),
        (24, "GESTURE_TAP_CANCEL_EVENT"),
        (25, "GESTURE_SHORT_PRESS_EVENT"),
        (26, "GESTURE_LONG_PRESS_EVENT"),
        (27, "GESTURE_LONG_TAP_EVENT"),
        (28, "GESTURE_TWO_FINGER_TAP_EVENT"),
        (29, "GESTURE_TAP_UNCONFIRMED_EVENT"),
        (30, "GESTURE_DOUBLE_TAP_EVENT"),
        (31, "GESTURE_END_EVENT"),
        (32, "TOUCH_START_EVENT"),
        (33, "TOUCH_MOVE_EVENT"),
        (34, "TOUCH_END_EVENT"),
        (35, "TOUCH_CANCEL_EVENT"),
        (36, "TOUCH_SCROLL_STARTED_EVENT"),
        (37, "POINTER_DOWN_EVENT"),
        (38, "POINTER_UP_EVENT"),
        (39, "POINTER_MOVE_EVENT"),
        (40, "POINTER_RAW_UPDATE_EVENT"),
        (41, "POINTER_CANCEL_EVENT"),
        (42, "POINTER_CAUSED_UA_ACTION_EVENT"),
    ],
};
pub static CHROME_LATENCY_INFO2_LATENCY_COMPONENT_TYPE: Enum = Enum {
    name: "perfetto.protos.ChromeLatencyInfo2.LatencyComponentType",
    values: &[
        (0, "COMPONENT_UNSPECIFIED"),
        (1, "COMPONENT_INPUT_EVENT_LATENCY_BEGIN_RWH"),
        (2, "COMPONENT_INPUT_EVENT_LATENCY_SCROLL_UPDATE_ORIGINAL"),
        (3, "COMPONENT_INPUT_EVENT_LATENCY_FIRST_SCROLL_UPDATE_ORIGINAL"),
        (4, "COMPONENT_INPUT_EVENT_LATENCY_ORIGINAL"),
        (5, "COMPONENT_INPUT_EVENT_LATENCY_UI"),
        (6, "COMPONENT_INPUT_EVENT_LATENCY_RENDERER_MAIN"),
        (7, "COMPONENT_INPUT_EVENT_LATENCY_RENDERING_SCHEDULED_MAIN"),
        (8, "COMPONENT_INPUT_EVENT_LATENCY_RENDERING_SCHEDULED_IMPL"),
        (9, "COMPONENT_INPUT_EVENT_LATENCY_SCROLL_UPDATE_LAST_EVENT"),
        (10, "COMPONENT_INPUT_EVENT_LATENCY_ACK_RWH"),
        (11, "COMPONENT_INPUT_EVENT_LATENCY_RENDERER_SWAP"),
        (12, "COMPONENT_DISPLAY_COMPOSITOR_RECEIVED_FRAME"),
        (13, "COMPONENT_INPUT_EVENT_GPU_SWAP_BUFFER"),
        (14, "COMPONENT_INPUT_EVENT_LATENCY_FRAME_SWAP"),
    ],
};
pub static CHROME_LATENCY_INFO2_STEP: Enum = Enum {
    name: "perfetto.protos.ChromeLatencyInfo2.Step",
    values: &[
        (0, "STEP_UNSPECIFIED"),
        (3, "STEP_SEND_INPUT_EVENT_UI"),
        (15, "STEP_SEND_DISPATCH_EVENT_MOJO_MESSAGE"),
        (5, "STEP_HANDLE_INPUT_EVENT_IMPL"),
        (14, "STEP_RESAMPLE_SCROLL_EVENTS"),
        (8, "STEP_DID_HANDLE_INPUT_AND_OVERSCROLL"),
        (4, "STEP_HANDLE_INPUT_EVENT_MAIN"),
        (2, "STEP_MAIN_THREAD_SCROLL_UPDATE"),
        (1, "STEP_HANDLE_INPUT_EVENT_MAIN_COMMIT"),
        (9, "STEP_HANDLED_INPUT_EVENT_MAIN_OR_IMPL"),
        (10, "STEP_HANDLED_INPUT_EVENT_IMPL"),
        (12, "STEP_TOUCH_EVENT_HANDLED"),
        (13, "STEP_GESTURE_EVENT_HANDLED"),
        (6, "STEP_SWAP_BUFFERS"),
        (7, "STEP_DRAW_AND_SWAP"),
        (11, "STEP_FINISHED_SWAP_BUFFERS"),
    ],
};
pub static CHROME_LATENCY_INFO_INPUT_TYPE: Enum = Enum {
    name: "perfetto.protos.ChromeLatencyInfo.InputType",
    values: &[
        (0, "UNSPECIFIED_OR_OTHER"),
        (1, "TOUCH_MOVED"),
        (2, "GESTURE_SCROLL_BEGIN"),
        (3, "GESTURE_SCROLL_UPDATE"),
        (4, "GESTURE_SCROLL_END"),
        (5, "GESTURE_TAP"),
        (6, "GESTURE_TAP_CANCEL"),
    ],
};
pub static CHROME_LATENCY_INFO_LATENCY_COMPONENT_TYPE: Enum = Enum {
    name: "perfetto.protos.ChromeLatencyInfo.LatencyComponentType",
    values: &[
        (0, "COMPONENT_UNSPECIFIED"),
        (1, "COMPONENT_INPUT_EVENT_LATENCY_BEGIN_RWH"),
        (2, "COMPONENT_INPUT_EVENT_LATENCY_SCROLL_UPDATE_ORIGINAL"),
        (3, "COMPONENT_INPUT_EVENT_LATENCY_FIRST_SCROLL_UPDATE_ORIGINAL"),
        (4, "COMPONENT_INPUT_EVENT_LATENCY_ORIGINAL"),
        (5, "COMPONENT_INPUT_EVENT_LATENCY_UI"),
        (6, "COMPONENT_INPUT_EVENT_LATENCY_RENDERER_MAIN"),
        (7, "COMPONENT_INPUT_EVENT_LATENCY_RENDERING_SCHEDULED_MAIN"),
        (8, "COMPONENT_INPUT_EVENT_LATENCY_RENDERING_SCHEDULED_IMPL"),
        (9, "COMPONENT_INPUT_EVENT_LATENCY_SCROLL_UPDATE_LAST_EVENT"),
        (10, "COMPONENT_INPUT_EVENT_LATENCY_ACK_RWH"),
        (11, "COMPONENT_INPUT_EVENT_LATENCY_RENDERER_SWAP"),
        (12, "COMPONENT_DISPLAY_COMPOSITOR_RECEIVED_FRAME"),
        (13, "COMPONENT_INPUT_EVENT_GPU_SWAP_BUFFER"),
        (14, "COMPONENT_INPUT_EVENT_LATENCY_FRAME_SWAP"),
    ],
};
pub static CHROME_LATENCY_INFO_STEP: Enum = Enum {
    name: "perfetto.protos.ChromeLatencyInfo.Step",
    values: &[
        (0, "STEP_UNSPECIFIED"),
        (3, "STEP_SEND_INPUT_EVENT_UI"),
        (5, "STEP_HANDLE_INPUT_EVENT_IMPL"),
        (8, "STEP_DID_HANDLE_INPUT_AND_OVERSCROLL"),
        (4, "STEP_HANDLE_INPUT_EVENT_MAIN"),
        (2, "STEP_MAIN_THREAD_SCROLL_UPDATE"),
        (1, "STEP_HANDLE_INPUT_EVENT_MAIN_COMMIT"),
        (9, "STEP_HANDLED_INPUT_EVENT_MAIN_OR_IMPL"),
        (10, "STEP_HANDLED_INPUT_EVENT_IMPL"),
        (6, "STEP_SWAP_BUFFERS"),
        (7, "STEP_DRAW_AND_SWAP"),
        (11, "STEP_FINISHED_SWAP_BUFFERS"),
    ],
};
pub static CHROME_LEGACY_IPC_MESSAGE_CLASS: Enum = Enum {
    name: "perfetto.protos.ChromeLegacyIpc.MessageClass",
    values: &[
        (0, "CLASS_UNSPECIFIED"),
        (1, "CLASS_AUTOMATION"),
        (2, "CLASS_FRAME"),
        (3, "CLASS_PAGE"),
        (4, "CLASS_VIEW"),
        (5, "CLASS_WIDGET"),
        (6, "CLASS_INPUT"),
        (7, "CLASS_TEST"),
        (8, "CLASS_WORKER"),
        (9, "CLASS_NACL"),
        (10, "CLASS_GPU_CHANNEL"),
        (11, "CLASS_MEDIA"),
        (12, "CLASS_PPAPI"),
        (13, "CLASS_CHROME"),
        (14, "CLASS_DRAG"),
        (15, "CLASS_PRINT"),
        (16, "CLASS_EXTENSION"),
        (17, "CLASS_TEXT_INPUT_CLIENT"),
        (18, "CLASS_BLINK_TEST"),
        (19, "CLASS_ACCESSIBILITY"),
        (20, "CLASS_PRERENDER"),
        (21, "CLASS_CHROMOTING"),
        (22, "CLASS_BROWSER_PLUGIN"),
        (23, "CLASS_ANDROID_WEB_VIEW"),
        (24, "CLASS_NACL_HOST"),
        (25, "CLASS_ENCRYPTED_MEDIA"),
        (26, "CLASS_CAST"),
        (27, "CLASS_GIN_JAVA_BRIDGE"),
        (28, "CLASS_CHROME_UTILITY_PRINTING"),
        (29, "CLASS_OZONE_GPU"),
        (30, "CLASS_WEB_TEST"),
        (31, "CLASS_NETWORK_HINTS"),
        (32, "CLASS_EXTENSIONS_GUEST_VIEW"),
        (33, "CLASS_GUEST_VIEW"),
        (34, "CLASS_MEDIA_PLAYER_DELEGATE"),
        (35, "CLASS_EXTENSION_WORKER"),
        (36, "CLASS_SUBRESOURCE_FILTER"),
        (37, "CLASS_UNFREEZABLE_FRAME"),
    ],
};
pub static CHROME_RAILMODE: Enum = Enum {
    name: "perfetto.protos.ChromeRAILMode",
    values: &[
        (0, "RAIL_MODE_NONE"),
        (1, "RAIL_MODE_RESPONSE"),
        (2, "RAIL_MODE_ANIMATION"),
        (3, "RAIL_MODE_IDLE"),
        (4, "RAIL_MODE_LOAD"),
    ],
};
pub static CHROME_SAMPLING_PROFILER_SAMPLE_COLLECTED_WRITE_STATUS: Enum = Enum {
    name: "perfetto.protos.ChromeSamplingProfilerSampleCollected.WriteStatus",
    values: &[
        (0, "WRITE_STATUS_NONE"),
        (1, "WRITE_STATUS_BUFFERING_SAMPLE"),
        (2, "WRITE_STATUS_WRITING_BUFFERED"),
        (3, "WRITE_STATUS_WRITING_TO_TRACE"),
    ],
};
pub static CHROME_TASK_ANNOTATOR_DELAY_POLICY: Enum = Enum {
    name: "perfetto.protos.ChromeTaskAnnotator.DelayPolicy",
    values: &[
        (0, "FLEXIBLE_NO_SOONER"),
        (1, "FLEXIBLE_PREFER_EARLY"),
        (2, "PRECISE"),
    ],
};
pub static CHROME_THREAD_POOL_TASK_EXECUTION_MODE: Enum = Enum {
    name: "perfetto.protos.ChromeThreadPoolTask.ExecutionMode",
    values: &[
        (0, "EXECTUION_MODE_UNSPECIFIED"),
        (1, "EXECUTION_MODE_PARALLEL"),
        (2, "EXECUTION_MODE_SEQUENCED"),
        (3, "EXECUTION_MODE_SINGLE_THREAD"),
        (4, "EXECUTION_MODE_JOB"),
    ],
};
pub static CHROME_THREAD_POOL_TASK_PRIORITY: Enum = Enum {
    name: "perfetto.protos.ChromeThreadPoolTask.Priority",
    values: &[
        (0, "PRIORITY_UNSPECIFIED"),
        (1, "PRIORITY_BEST_EFFORT"),
        (2, "PRIORITY_USER_VISIBLE"),
        (3, "PRIORITY_USER_BLOCKING"),
    ],
};
pub static CHROME_THREAD_POOL_TASK_SHUTDOWN_BEHAVIOR: Enum = Enum {
    name: "perfetto.protos.ChromeThreadPoolTask.ShutdownBehavior",
    values: &[
        (0, "SHUTDOWN_BEHAVIOR_UNSPECIFIED"),
        (1, "SHUTDOWN_BEHAVIOR_CONTINUE_ON_SHUTDOWN"),
        (2, "SHUTDOWN_BEHAVIOR_SKIP_ON_SHUTDOWN"),
        (3, "SHUTDOWN_BEHAVIOR_BLOCK_SHUTDOWN"),
    ],
};
pub static CONSOLE_CONFIG_OUTPUT: Enum = Enum {
    name: "perfetto.protos.ConsoleConfig.Output",
    values: &[
        (0, "OUTPUT_UNSPECIFIED"),
        (1, "OUTPUT_STDOUT"),
        (2, "OUTPUT_STDERR"),
    ],
};
pub static DATA_SOURCE_CONFIG_BUFFER_EXHAUSTED_POLICY: Enum = Enum {
    name: "perfetto.protos.DataSourceConfig.BufferExhaustedPolicy",
    values: &[
        (0, "BUFFER_EXHAUSTED_UNSPECIFIED"),
        (1, "BUFFER_EXHAUSTED_DROP"),
        (2, "BUFFER_EXHAUSTED_STALL_THEN_ABORT"),
        (3, "BUFFER_EXHAUSTED_STALL_THEN_DROP"),
    ],
};
pub static DATA_SOURCE_CONFIG_SESSION_INITIATOR: Enum = Enum {
    name: "perfetto.protos.DataSourceConfig.SessionInitiator",
    values: &[
        (0, "SESSION_INITIATOR_UNSPECIFIED"),
        (1, "SESSION_INITIATOR_TRUSTED_SYSTEM"),
    ],
};
pub static DEBUG_ANNOTATION_NESTED_VALUE_NESTED_TYPE: Enum = Enum {
    name: "perfetto.protos.DebugAnnotation.NestedValue.NestedType",
    values: &[
        (0, "UNSPECIFIED"),
        (1, "DICT"),
        (2, "ARRAY"),
    ],
};
pub static DEVICE_THERMAL_STATE: Enum = Enum {
    name: "perfetto.protos.DeviceThermalState",
    values: &[
        (0, "DEVICE_THERMAL_STATE_UNKNOWN"),
        (1, "DEVICE_THERMAL_STATE_NOMINAL"),
        (2, "DEVICE_THERMAL_STATE_FAIR"),
        (3, "DEVICE_THERMAL_STATE_SERIOUS"),
        (4, "DEVICE_THERMAL_STATE_CRITICAL"),
    ],
};
pub static DISPLAY_VIDEO_CONFIG_FORMAT: Enum = Enum {
    name: "perfetto.protos.DisplayVideoConfig.Format",
    values: &[
        (0, "FORMAT_UNSPECIFIED"),
        (1, "FORMAT_H264"),
        (2, "FORMAT_HEVC"),
    ],
};
pub static ETW_CONFIG_KERNEL_FLAG: Enum = Enum {
    name: "perfetto.protos.EtwConfig.KernelFlag",
    values: &[
        (0, "CSWITCH"),
        (1, "DISPATCHER"),
    ],
};
pub static EVENT_FORWARDER_AMOTION_EVENT_ACTION: Enum = Enum {
    name: "perfetto.protos.EventForwarder.AMotionEventAction",
    values: &[
        (0, "AMOTION_EVENT_ACTION_DOWN"),
        (1, "AMOTION_EVENT_ACTION_UP"),
        (2, "AMOTION_EVENT_ACTION_MOVE"),
        (3, "AMOTION_EVENT_ACTION_CANCEL"),
        (4, "AMOTION_EVENT_ACTION_OUTSIDE"),
        (5, "AMOTION_EVENT_ACTION_POINTER_DOWN"),
        (6, "AMOTION_EVENT_ACTION_POINTER_UP"),
        (7, "AMOTION_EVENT_ACTION_HOVER_MOVE"),
        (8, "AMOTION_EVENT_ACTION_SCROLL"),
        (9, "AMOTION_EVENT_ACTION_HOVER_ENTER"),
        (10, "AMOTION_EVENT_ACTION_HOVER_EXIT"),
        (11, "AMOTION_EVENT_ACTION_BUTTON_PRESS"),
        (12, "AMOTION_EVENT_ACTION_BUTTON_RELEASE"),
    ],
};
pub static EVENT_LATENCY_EVENT_TYPE: Enum = Enum {
    name: "perfetto.protos.EventLatency.EventType",
    values: &[
        (0, "EVENT_TYPE_UNSPECIFIED"),
        (1, "MOUSE_PRESSED"),
        (2, "MOUSE_RELEASED"),
        (3, "MOUSE_WHEEL"),
        (4, "KEY_PRESSED"),
        (5, "KEY_RELEASED"),
        (6, "TOUCH_PRESSED"),
        (7, "TOUCH_RELEASED"),
        (8, "TOUCH_MOVED"),
        (9, "GESTURE_SCROLL_BEGIN"),
        (10, "GESTURE_SCROLL_UPDATE"),
        (11, "GESTURE_SCROLL_END"),
        (12, "GESTURE_DOUBLE_TAP"),
        (13, "GESTURE_LONG_PRESS"),
        (14, "GESTURE_LONG_TAP"),
        (15, "GESTURE_SHOW_PRESS"),
        (16, "GESTURE_TAP"),
        (17, "GESTURE_TAP_CANCEL"),
        (18, "GESTURE_TAP_DOWN"),
        (19, "GESTURE_TAP_UNCONFIRMED"),
        (20, "GESTURE_TWO_FINGER_TAP"),
        (21, "FIRST_GESTURE_SCROLL_UPDATE"),
        (22, "MOUSE_DRAGGED"),
        (23, "GESTURE_PINCH_BEGIN"),
        (24, "GESTURE_PINCH_END"),
        (25, "GESTURE_PINCH_UPDATE"),
        (26, "INERTIAL_GESTURE_SCROLL_UPDATE"),
        (27, "MOUSE_MOVED_EVENT"),
        (28, "INERTIAL_GESTURE_SCROLL_END"),
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT_DAMAGE_TYPE: Enum = Enum {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result.DamageType",
    values: &[
        (0, "UNKNOWN"),
        (1, "DAMAGING"),
        (2, "NON_DAMAGING_WITH_EXTRAPOLATED_PRESENTATION_TIMESTAMP"),
        (3, "NON_DAMAGING_WITHOUT_EXTRAPOLATED_PRESENTATION_TIMESTAMP"),
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT_FRAME_STAGE_CALCULATION_HAS_SEEN: Enum = Enum {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result.FrameStageCalculation.HasSeen",
    values: &[
        (0, "UNKNOWN"),
        (1, "NO_UPDATES"),
        (2, "ONE_OR_MORE_UPDATES"),
        (3, "END"),
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT_JANK_REASON: Enum = Enum {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result.JankReason",
    values: &[
        (0, "JANK_REASON_UNSPECIFIED"),
        (1, "MISSED_VSYNC_DUE_TO_DECELERATING_INPUT_FRAME_DELIVERY"),
        (2, "MISSED_VSYNC_DURING_FAST_SCROLL"),
        (3, "MISSED_VSYNC_AT_START_OF_FLING"),
        (4, "MISSED_VSYNC_DURING_FLING"),
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES_FIRST_SCROLL_UPDATE_TYPE: Enum = Enum {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result.ScrollUpdates.FirstScrollUpdateType",
    values: &[
        (0, "UNKNOWN"),
        (1, "REAL"),
        (2, "SYNTHETIC_WITH_EXTRAPOLATED_INPUT_GENERATION_TIMESTAMP"),
        (3, "SYNTHETIC_WITHOUT_EXTRAPOLATED_INPUT_GENERATION_TIMESTAMP"),
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT_VSYNC_INTERVAL_TYPE: Enum = Enum {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result.VsyncIntervalType",
    values: &[
        (0, "VSYNC_INTERVAL_TYPE_UNSPECIFIED"),
        (1, "CURRENT_OS_PROVIDED"),
        (2, "PREVIOUS_DEADLINE_DERIVED"),
    ],
};
pub static EVENT_TIMING_EVENT_TYPE: Enum = Enum {
    name: "perfetto.protos.EventTiming.EventType",
    values: &[
        (0, "UNDEFINED"),
        (1, "AUX_CLICK_EVENT"),
        (2, "CLICK_EVENT"),
        (3, "CONTEXT_MENU_EVENT"),
        (4, "DOUBLE_CLICK_EVENT"),
        (5, "MOUSE_DOWN_EVENT"),
        (6, "MOUSE_ENTER_EVENT"),
        (7, "MOUSE_LEAVE_EVENT"),
        (9, "MOUSE_OUT_EVENT"),
        (10, "MOUSE_OVER_EVENT"),
        (11, "MOUSE_UP_EVENT"),
        (12, "POINTER_OVER_EVENT"),
        (13, "POINTER_ENTER_EVENT"),
        (14, "POINTER_DOWN_EVENT"),
        (15, "POINTER_UP_EVENT"),
        (16, "POINTER_CANCEL_EVENT"),
        (17, "POINTER_OUT_EVENT"),
        (18, "POINTER_LEAVE_EVENT"),
        (19, "GOT_POINTER_CAPTURE_EVENT"),
        (20, "LOST_POINTER_CAPTURE_EVENT"),
        (21, "TOUCH_START_EVENT"),
        (22, "TOUCH_END_EVENT"),
        (23, "TOUCH_CANCEL_EVENT"),
        (24, "KEY_DOWN_EVENT"),
        (25, "KEY_PRESS_EVENT"),
        (26, "KEY_UP_EVENT"),
        (27, "BEFORE_INPUT_EVENT"),
        (28, "INPUT_EVENT"),
        (29, "COMPOSITION_START_EVENT"),
        (30, "COMPOSITION_UPDATE_EVENT"),
        (31, "COMPOSITION_END_EVENT"),
        (32, "DRAG_START_EVENT"),
        (33, "DRAG_END_EVENT"),
        (34, "DRAG_ENTER_EVENT"),
        (35, "DRAG_LEAVE_EVENT"),
        (36, "DRAG_OVER_EVENT"),
        (37, "DROP_EVENT"),
        (38, "NAVIGATE_EVENT"),
        (39, "POPSTATE_EVENT"),
        (40, "HASHCHANGE_EVENT"),
    ],
};
pub static FRAME_DEADLINE_DECIDER_SELECTION_REASON: Enum = Enum {
    name: "perfetto.protos.FrameDeadlineDecider.SelectionReason",
    values: &[
        (0, "SELECTION_REASON_UNSPECIFIED"),
        (1, "SELECTION_REASON_PLATFORM_PREFERRED"),
        (2, "SELECTION_REASON_ONGOING_SEQUENCE"),
        (3, "SELECTION_REASON_CHROME_PREFERRED_NEW_SEQUENCE"),
        (4, "SELECTION_REASON_OS_PREFERRED_NO_DEADLINE_WITHIN_TARGET"),
        (5, "SELECTION_REASON_OS_PREFERRED_CHROME_PREFERRED_SOONER"),
    ],
};
pub static FRAME_DELETE_INTENTION: Enum = Enum {
    name: "perfetto.protos.FrameDeleteIntention",
    values: &[
        (0, "FRAME_DELETE_INTENTION_NOT_MAIN_FRAME"),
        (1, "FRAME_DELETE_INTENTION_SPECULATIVE_MAIN_FRAME_FOR_SHUTDOWN"),
        (2, "FRAME_DELETE_INTENTION_SPECULATIVE_MAIN_FRAME_FOR_NAVIGATION_CANCELLED"),
    ],
};
pub static FRAME_INTERVAL_DECIDER_FRAME_INTERVAL_CLASS: Enum = Enum {
    name: "perfetto.protos.FrameIntervalDecider.FrameIntervalClass",
    values: &[
        (0, "FRAME_INTERVAL_CLASS_UNSPECIFIED"),
        (1, "FRAME_INTERVAL_CLASS_BOOST"),
        (2, "FRAME_INTERVAL_CLASS_DEFAULT"),
    ],
};
pub static FRAME_INTERVAL_DECIDER_FRAME_INTERVAL_MATCHER_TYPE: Enum = Enum {
    name: "perfetto.protos.FrameIntervalDecider.FrameIntervalMatcherType",
    values: &[
        (0, "MATCHER_TYPE_UNSPECIFIED"),
        (1, "MATCHER_TYPE_NONE"),
        (2, "MATCHER_TYPE_INPUT_BOOST"),
        (3, "MATCHER_TYPE_ONLY_VIDEO"),
        (4, "MATCHER_TYPE_VIDEO_CONFERENCE"),
        (5, "MATCHER_TYPE_ONLY_ANIMATING_IMAGE"),
        (6, "MATCHER_TYPE_ONLY_SCROLL_BAR_FADE_OUT"),
        (7, "MATCHER_TYPE_USER_INPUT_BOOST"),
        (8, "MATCHER_TYPE_SLOW_SCROLL_THROTTLE"),
    ],
};
pub static FRAME_INTERVAL_DECIDER_RESULT_INTERVAL_TYPE: Enum = Enum {
    name: "perfetto.protos.FrameIntervalDecider.ResultIntervalType",
    values: &[
        (0, "RESULT_INTERVAL_TYPE_UNSPECIFIED"),
        (1, "RESULT_INTERVAL_TYPE_EXACT"),
        (2, "RESULT_INTERVAL_TYPE_AT_LEAST"),
    ],
};
pub static FRAME_TREE_NODE_INFO_FRAME_TYPE: Enum = Enum {
    name: "perfetto.protos.FrameTreeNodeInfo.FrameType",
    values: &[
        (0, "UNSPECIFIED_FRAME_TYPE"),
        (1, "SUBFRAME"),
        (2, "PRIMARY_MAIN_FRAME"),
        (3, "PRERENDER_MAIN_FRAME"),
        (4, "FENCED_FRAME_ROOT"),
    ],
};
pub static FTRACE_CONFIG_KPROBE_EVENT_KPROBE_TYPE: Enum = Enum {
    name: "perfetto.protos.FtraceConfig.KprobeEvent.KprobeType",
    values: &[
        (0, "KPROBE_TYPE_UNKNOWN"),
        (1, "KPROBE_TYPE_KPROBE"),
        (2, "KPROBE_TYPE_KRETPROBE"),
        (3, "KPROBE_TYPE_BOTH"),
    ],
};
pub static FTRACE_CONFIG_KSYMS_MEM_POLICY: Enum = Enum {
    name: "perfetto.protos.FtraceConfig.KsymsMemPolicy",
    values: &[
        (0, "KSYMS_UNSPECIFIED"),
        (1, "KSYMS_CLEANUP_ON_STOP"),
        (2, "KSYMS_RETAIN"),
    ],
};
pub static FTRACE_CONFIG_TRACEFS_OPTION_STATE: Enum = Enum {
    name: "perfetto.protos.FtraceConfig.TracefsOption.State",
    values: &[
        (0, "STATE_UNKNOWN"),
        (1, "STATE_ENABLED"),
        (2, "STATE_DISABLED"),
    ],
};
pub static GPU_API: Enum = Enum {
    name: "perfetto.protos.GpuApi",
    values: &[
        (0, "GPU_API_UNDEFINED"),
        (1, "GPU_API_OPEN_GL"),
        (2, "GPU_API_VULKAN"),
        (3, "GPU_API_OPEN_CL"),
        (4, "GPU_API_CUDA"),
        (5, "GPU_API_HIP"),
    ],
};
pub static GPU_COUNTER_CONFIG_INSTRUMENTED_SAMPLING_CONFIG_ACTIVITY_NAME_FILTER_NAME_BASE: Enum = Enum {
    name: "perfetto.protos.GpuCounterConfig.InstrumentedSamplingConfig.ActivityNameFilter.NameBase",
    values: &[
        (0, "MANGLED_KERNEL_NAME"),
        (1, "DEMANGLED_KERNEL_NAME"),
        (2, "FUNCTION_NAME"),
    ],
};
pub static HOSTING_TYPE_ID: Enum = Enum {
    name: "perfetto.protos.HostingTypeId",
    values: &[
        (0, "HOSTING_TYPE_UNKNOWN"),
        (1, "HOSTING_TYPE_ACTIVITY"),
        (2, "HOSTING_TYPE_ADDED_APPLICATION"),
        (3, "HOSTING_TYPE_BACKUP"),
        (4, "HOSTING_TYPE_BROADCAST"),
        (5, "HOSTING_TYPE_CONTENT_PROVIDER"),
        (6, "HOSTING_TYPE_LINK_FAIL"),
        (7, "HOSTING_TYPE_ON_HOLD"),
        (8, "HOSTING_TYPE_NEXT_ACTIVITY"),
        (9, "HOSTING_TYPE_NEXT_TOP_ACTIVITY"),
        (10, "HOSTING_TYPE_RESTART"),
        (11, "HOSTING_TYPE_SERVICE"),
        (12, "HOSTING_TYPE_SYSTEM"),
        (13, "HOSTING_TYPE_TOP_ACTIVITY"),
        (14, "HOSTING_TYPE_EMPTY"),
        (15, "HOSTING_TYPE_STARTED_SERVICE"),
        (16, "HOSTING_TYPE_BOUND_SERVICE"),
    ],
};
pub static HOSTING_ZYGOTE_VARIANT: Enum = Enum {
    name: "perfetto.protos.HostingZygoteVariant",
    values: &[
        (0, "HOSTING_ZYGOTE_VARIANT_UNKNOWN"),
        (1, "HOSTING_ZYGOTE_VARIANT_LEGACY"),
        (2, "HOSTING_ZYGOTE_VARIANT_NATIVE"),
    ],
};
pub static IMPORTANCE: Enum = Enum {
    name: "perfetto.protos.Importance",
    values: &[
        (0, "IMPORTANCE_UNKNOWN"),
        (100, "IMPORTANCE_FOREGROUND"),
        (125, "IMPORTANCE_FOREGROUND_SERVICE"),
        (150, "IMPORTANCE_TOP_SLEEPING_PRE_28"),
        (200, "IMPORTANCE_VISIBLE"),
        (130, "IMPORTANCE_PERCEPTIBLE_PRE_26"),
        (230, "IMPORTANCE_PERCEPTIBLE"),
        (170, "IMPORTANCE_CANT_SAVE_STATE_PRE_26"),
        (300, "IMPORTANCE_SERVICE"),
        (325, "IMPORTANCE_TOP_SLEEPING"),
        (350, "IMPORTANCE_CANT_SAVE_STATE"),
        (400, "IMPORTANCE_CACHED"),
        (500, "IMPORTANCE_EMPTY"),
        (1000, "IMPORTANCE_GONE"),
    ],
};
pub static INPUT_TRANSFER_HANDLER_INPUT_ON_VIZ_SEQUENCE_DROPPED_REASON: Enum = Enum {
    name: "perfetto.protos.InputTransferHandler.InputOnVizSequenceDroppedReason",
    values: &[
        (0, "UNKNOWN_BROWSER_DROPPED_REASON"),
        (1, "ACTIVE_SEQ_ON_VIZ_ABNORMAL_DOWN_TIME"),
        (2, "FAILED_TO_TRANSFER_POTENTIAL_POINTER"),
        (3, "ANDROID_OS_TRANSFERRED_A_NEW_SEQUENCE"),
    ],
};
pub static INPUT_TRANSFER_HANDLER_TRANSFER_INPUT_TO_VIZ_RESULT: Enum = Enum {
    name: "perfetto.protos.InputTransferHandler.TransferInputToVizResult",
    values: &[
        (0, "UNKNOWN"),
        (1, "SUCCESSFULLY_TRANSFERRED"),
        (2, "INPUT_TRANSFER_HANDLER_NOT_FOUND_IN_MAP"),
        (3, "NON_FINGER_TOOL_TYPE"),
        (4, "VIZ_INITIALIZATION_NOT_COMPLETE"),
        (5, "SELECTION_HANDLES_ACTIVE"),
        (6, "CAN_TRIGGER_BACK_GESTURE"),
        (7, "IME_IS_ACTIVE"),
        (8, "REQUESTED_BY_EMBEDDER"),
        (9, "SYSTEM_SERVER_DID_NOT_TRANSFER"),
        (10, "BROWSER_TOKEN_CHANGED"),
        (11, "MULTIPLE_BROWSER_WINDOWS_OPEN"),
        (12, "DOWN_TIME_AFTER_EVENT_TIME"),
        (13, "SEQUENCE_TRANSFERRED_BACK_FROM_VIZ"),
        (14, "WEB_CONTENTS_IGNORING_INPUT_EVENTS"),
        (15, "RIR_DELEGATE_CONNECTION_NOT_SETUP"),
        (16, "SHARED_MEMORY_UNAVAILABLE"),
        (17, "POSITIVE_EVENT_AND_DOWN_TIME_DELTA"),
        (18, "XR_IS_ACTIVE"),
        (19, "HAS_ACTIVE_TOUCH_INTERCEPTORS"),
    ],
};
pub static INPUT_TRANSFER_HANDLER_VIZ_SEQUENCE_DROPPED_REASON: Enum = Enum {
    name: "perfetto.protos.InputTransferHandler.VizSequenceDroppedReason",
    values: &[
        (0, "UNKNOWN_VIZ_DROPPED_REASON"),
        (1, "OLDER_SEQUENCE_IN_QUEUE"),
    ],
};
pub static LIBUNWINDSTACK_UNWINDER_ERROR_CODE: Enum = Enum {
    name: "perfetto.protos.LibunwindstackUnwinder.ErrorCode",
    values: &[
        (0, "ERROR_NONE"),
        (1, "ERROR_MEMORY_INVALID"),
        (2, "ERROR_UNWIND_INFO"),
        (3, "ERROR_UNSUPPORTED"),
        (4, "ERROR_INVALID_MAP"),
        (5, "ERROR_MAX_FRAMES_EXCEEDED"),
        (6, "ERROR_REPEATED_FRAME"),
        (7, "ERROR_INVALID_ELF"),
        (8, "ERROR_THREAD_DOES_NOT_EXIST"),
        (9, "ERROR_THREAD_TIMEOUT"),
        (10, "ERROR_SYSTEM_CALL"),
        (11, "ERROR_BAD_ARCH"),
        (12, "ERROR_MAPS_PARSE"),
        (13, "ERROR_INVALID_PARAMETER_LIBUNWINDSTACK"),
        (14, "ERROR_PTRACE_CALL"),
    ],
};
pub static MAC_VOUCHER_RELEASE_PROCESS_PRIORITY: Enum = Enum {
    name: "perfetto.protos.MacVoucherRelease.ProcessPriority",
    values: &[
        (0, "PROCESS_PRIORITY_BEST_EFFORT"),
        (1, "PROCESS_PRIORITY_USER_VISIBLE"),
        (2, "PROCESS_PRIORITY_USER_BLOCKING"),
    ],
};
pub static MAC_VOUCHER_RELEASE_QO_SCLASS: Enum = Enum {
    name: "perfetto.protos.MacVoucherRelease.QoSClass",
    values: &[
        (0, "QOS_CLASS_UNSPECIFIED"),
        (1, "QOS_CLASS_BACKGROUND"),
        (2, "QOS_CLASS_UTILITY"),
        (3, "QOS_CLASS_DEFAULT"),
        (4, "QOS_CLASS_USER_INITIATED"),
        (5, "QOS_CLASS_USER_INTERACTIVE"),
    ],
};
pub static MAC_VOUCHER_RELEASE_THREAD_TYPE: Enum = Enum {
    name: "perfetto.protos.MacVoucherRelease.ThreadType",
    values: &[
        (0, "THREAD_TYPE_BACKGROUND"),
        (1, "THREAD_TYPE_UTILITY"),
        (2, "THREAD_TYPE_DEFAULT"),
        (3, "THREAD_TYPE_PRESENTATION"),
        (4, "THREAD_TYPE_AUDIO_PROCESSING"),
        (5, "THREAD_TYPE_REALTIME_AUDIO"),
    ],
};
pub static MAIN_FRAME_PIPELINE_ABORTED_ON_MAIN_REASON: Enum = Enum {
    name: "perfetto.protos.MainFramePipeline.AbortedOnMainReason",
    values: &[
        (0, "ABORTED_MAIN_REASON_UNKNOWN"),
        (1, "NOT_VISIBLE"),
        (2, "DEFERRED_UPDATE"),
        (3, "DEFERRED_COMMIT_ABORTED"),
        (4, "NO_UPDATE"),
    ],
};
pub static MAIN_FRAME_PIPELINE_STEP: Enum = Enum {
    name: "perfetto.protos.MainFramePipeline.Step",
    values: &[
        (0, "UNKNOWN"),
        (1, "SEND_BEGIN_MAIN_FRAME"),
        (2, "BEGIN_MAIN_FRAME"),
        (3, "ABORTED_ON_MAIN"),
        (4, "COMMIT_ON_MAIN"),
        (5, "READY_TO_COMMIT_ON_IMPL"),
        (6, "COMMIT_ON_IMPL"),
        (7, "COMMIT_COMPLETE"),
        (8, "READY_TO_ACTIVATE"),
        (9, "ACTIVATE"),
        (10, "DRAW"),
        (11, "UPDATE_DISPLAY_TREE"),
    ],
};
pub static MEMINFO_COUNTERS: Enum = Enum {
    name: "perfetto.protos.MeminfoCounters",
    values: &[
        (0, "MEMINFO_UNSPECIFIED"),
        (1, "MEMINFO_MEM_TOTAL"),
        (2, "MEMINFO_MEM_FREE"),
        (3, "MEMINFO_MEM_AVAILABLE"),
        (4, "MEMINFO_BUFFERS"),
        (5, "MEMINFO_CACHED"),
        (6, "MEMINFO_SWAP_CACHED"),
        (7, "MEMINFO_ACTIVE"),
        (8, "MEMINFO_INACTIVE"),
        (9, "MEMINFO_ACTIVE_ANON"),
        (10, "MEMINFO_INACTIVE_ANON"),
        (11, "MEMINFO_ACTIVE_FILE"),
        (12, "MEMINFO_INACTIVE_FILE"),
        (13, "MEMINFO_UNEVICTABLE"),
        (14, "MEMINFO_MLOCKED"),
        (15, "MEMINFO_SWAP_TOTAL"),
        (16, "MEMINFO_SWAP_FREE"),
        (17, "MEMINFO_DIRTY"),
        (18, "MEMINFO_WRITEBACK"),
        (19, "MEMINFO_ANON_PAGES"),
        (20, "MEMINFO_MAPPED"),
        (21, "MEMINFO_SHMEM"),
        (22, "MEMINFO_SLAB"),
        (23, "MEMINFO_SLAB_RECLAIMABLE"),
        (24, "MEMINFO_SLAB_UNRECLAIMABLE"),
        (25, "MEMINFO_KERNEL_STACK"),
        (26, "MEMINFO_PAGE_TABLES"),
        (27, "MEMINFO_COMMIT_LIMIT"),
        (28, "MEMINFO_COMMITED_AS"),
        (29, "MEMINFO_VMALLOC_TOTAL"),
        (30, "MEMINFO_VMALLOC_USED"),
        (31, "MEMINFO_VMALLOC_CHUNK"),
        (32, "MEMINFO_CMA_TOTAL"),
        (33, "MEMINFO_CMA_FREE"),
        (34, "MEMINFO_GPU"),
        (35, "MEMINFO_ZRAM"),
        (36, "MEMINFO_MISC"),
        (37, "MEMINFO_ION_HEAP"),
        (38, "MEMINFO_ION_HEAP_POOL"),
    ],
};
pub static MEMORY_PRESSURE_LEVEL: Enum = Enum {
    name: "perfetto.protos.MemoryPressureLevel",
    values: &[
        (0, "MEMORY_PRESSURE_LEVEL_NONE"),
        (1, "MEMORY_PRESSURE_LEVEL_MODERATE"),
        (2, "MEMORY_PRESSURE_LEVEL_CRITICAL"),
    ],
};
pub static OOM_CHANGE_REASON_ENUM: Enum = Enum {
    name: "perfetto.protos.OomChangeReasonEnum",
    values: &[
        (0, "OOM_ADJ_REASON_NONE"),
        (1, "OOM_ADJ_REASON_ACTIVITY"),
        (2, "OOM_ADJ_REASON_FINISH_RECEIVER"),
        (3, "OOM_ADJ_REASON_START_RECEIVER"),
        (4, "OOM_ADJ_REASON_BIND_SERVICE"),
        (5, "OOM_ADJ_REASON_UNBIND_SERVICE"),
        (6, "OOM_ADJ_REASON_START_SERVICE"),
        (7, "OOM_ADJ_REASON_GET_PROVIDER"),
        (8, "OOM_ADJ_REASON_REMOVE_PROVIDER"),
        (9, "OOM_ADJ_REASON_UI_VISIBILITY"),
        (10, "OOM_ADJ_REASON_ALLOWLIST"),
        (11, "OOM_ADJ_REASON_PROCESS_BEGIN"),
        (12, "OOM_ADJ_REASON_PROCESS_END"),
        (13, "OOM_ADJ_REASON_SHORT_FGS_TIMEOUT"),
        (14, "OOM_ADJ_REASON_SYSTEM_INIT"),
        (15, "OOM_ADJ_REASON_BACKUP"),
        (16, "OOM_ADJ_REASON_SHELL"),
        (17, "OOM_ADJ_REASON_REMOVE_TASK"),
        (18, "OOM_ADJ_REASON_UID_IDLE"),
        (19, "OOM_ADJ_REASON_STOP_SERVICE"),
        (20, "OOM_ADJ_REASON_EXECUTING_SERVICE"),
        (21, "OOM_ADJ_REASON_RESTRICTION_CHANGE"),
        (22, "OOM_ADJ_REASON_COMPONENT_DISABLED"),
        (23, "OOM_ADJ_REASON_FOLLOW_UP"),
        (24, "OOM_ADJ_REASON_RECONFIGURATION"),
        (25, "OOM_ADJ_REASON_SERVICE_BINDER_CALL"),
        (26, "OOM_ADJ_REASON_BATCH_UPDATE_REQUEST"),
    ],
};
pub static PACKAGE_STOPPED_STATE: Enum = Enum {
    name: "perfetto.protos.PackageStoppedState",
    values: &[
        (0, "PACKAGE_STATE_UNKNOWN"),
        (1, "PACKAGE_STATE_NORMAL"),
        (2, "PACKAGE_STATE_STOPPED"),
    ],
};
pub static PERF_EVENTS_COUNTER: Enum = Enum {
    name: "perfetto.protos.PerfEvents.Counter",
    values: &[
        (0, "UNKNOWN_COUNTER"),
        (1, "SW_CPU_CLOCK"),
        (2, "SW_PAGE_FAULTS"),
        (3, "SW_TASK_CLOCK"),
        (4, "SW_CONTEXT_SWITCHES"),
        (5, "SW_CPU_MIGRATIONS"),
        (6, "SW_PAGE_FAULTS_MIN"),
        (7, "SW_PAGE_FAULTS_MAJ"),
        (8, "SW_ALIGNMENT_FAULTS"),
        (9, "SW_EMULATION_FAULTS"),
        (20, "SW_DUMMY"),
        (10, "HW_CPU_CYCLES"),
        (11, "HW_INSTRUCTIONS"),
        (12, "HW_CACHE_REFERENCES"),
        (13, "HW_CACHE_MISSES"),
        (14, "HW_BRANCH_INSTRUCTIONS"),
        (15, "HW_BRANCH_MISSES"),
        (16, "HW_BUS_CYCLES"),
        (17, "HW_STALLED_CYCLES_FRONTEND"),
        (18, "HW_STALLED_CYCLES_BACKEND"),
        (19, "HW_REF_CPU_CYCLES"),
    ],
};
pub static PERF_EVENTS_EVENT_MODIFIER: Enum = Enum {
    name: "perfetto.protos.PerfEvents.EventModifier",
    values: &[
        (0, "UNKNOWN_EVENT_MODIFIER"),
        (1, "EVENT_MODIFIER_COUNT_USERSPACE"),
        (2, "EVENT_MODIFIER_COUNT_KERNEL"),
        (3, "EVENT_MODIFIER_COUNT_HYPERVISOR"),
    ],
};
pub static PERF_EVENTS_PERF_CLOCK: Enum = Enum {
    name: "perfetto.protos.PerfEvents.PerfClock",
    values: &[
        (0, "UNKNOWN_PERF_CLOCK"),
        (1, "PERF_CLOCK_REALTIME"),
        (2, "PERF_CLOCK_MONOTONIC"),
        (3, "PERF_CLOCK_MONOTONIC_RAW"),
        (4, "PERF_CLOCK_BOOTTIME"),
    ],
};
pub static PERF_EVENT_CONFIG_UNWIND_MODE: Enum = Enum {
    name: "perfetto.protos.PerfEventConfig.UnwindMode",
    values: &[
        (0, "UNWIND_UNKNOWN"),
        (1, "UNWIND_SKIP"),
        (2, "UNWIND_DWARF"),
        (3, "UNWIND_FRAME_POINTER"),
        (4, "UNWIND_KERNEL_FRAME_POINTER"),
    ],
};
pub static PIXEL_MODEM_CONFIG_EVENT_GROUP: Enum = Enum {
    name: "perfetto.protos.PixelModemConfig.EventGroup",
    values: &[
        (0, "EVENT_GROUP_UNKNOWN"),
        (1, "EVENT_GROUP_LOW_BANDWIDTH"),
        (2, "EVENT_GROUP_HIGH_AND_LOW_BANDWIDTH"),
    ],
};
pub static PRIORITY_BOOST_CONFIG_BOOST_POLICY: Enum = Enum {
    name: "perfetto.protos.PriorityBoostConfig.BoostPolicy",
    values: &[
        (0, "POLICY_UNSPECIFIED"),
        (1, "POLICY_SCHED_OTHER"),
        (2, "POLICY_SCHED_FIFO"),
    ],
};
pub static PROCESS_SINGLETON_REMOTE_HUNG_PROCESS_TERMINATE_REASON: Enum = Enum {
    name: "perfetto.protos.ProcessSingleton.RemoteHungProcessTerminateReason",
    values: &[
        (0, "TERMINATE_REASON_UNSPECIFIED"),
        (1, "USER_ACCEPTED_TERMINATION"),
        (2, "NO_VISIBLE_WINDOW_FOUND"),
        (3, "NOTIFY_ATTEMPTS_EXCEEDED"),
        (4, "SOCKET_WRITE_FAILED"),
        (5, "SOCKET_READ_FAILED"),
    ],
};
pub static PROCESS_SINGLETON_REMOTE_PROCESS_INTERACTION_RESULT: Enum = Enum {
    name: "perfetto.protos.ProcessSingleton.RemoteProcessInteractionResult",
    values: &[
        (0, "INTERACTION_RESULT_UNSPECIFIED"),
        (1, "TERMINATE_FAILED"),
        (2, "REMOTE_PROCESS_NOT_FOUND"),
        (3, "TERMINATE_WAIT_TIMEOUT"),
        (4, "RUNNING_PROCESS_NOTIFY_ERROR"),
        (5, "TERMINATE_NOT_ENOUGH_PERMISSIONS"),
        (6, "REMOTE_PROCESS_SHUTTING_DOWN"),
        (7, "PROFILE_UNLOCKED"),
        (8, "PROFILE_UNLOCKED_BEFORE_KILL"),
        (9, "SAME_BROWSER_INSTANCE"),
        (10, "SAME_BROWSER_INSTANCE_BEFORE_KILL"),
        (11, "FAILED_TO_EXTRACT_PID"),
        (12, "INVALID_LOCK_FILE"),
        (13, "ORPHANED_LOCK_FILE"),
        (14, "USER_REFUSED_TERMINATION"),
        (100, "TERMINATE_SUCCEEDED"),
    ],
};
pub static PROCESS_START_TYPE: Enum = Enum {
    name: "perfetto.protos.ProcessStartType",
    values: &[
        (0, "PROCESS_START_TYPE_UNKNOWN"),
        (1, "PROCESS_START_TYPE_WARM"),
        (2, "PROCESS_START_TYPE_HOT"),
        (3, "PROCESS_START_TYPE_COLD"),
    ],
};
pub static PROCESS_STATE_ENUM: Enum = Enum {
    name: "perfetto.protos.ProcessStateEnum",
    values: &[
        (0, "PROCESS_STATE_UNSPECIFIED"),
        (998, "PROCESS_STATE_UNKNOWN_TO_PROTO"),
        (999, "PROCESS_STATE_UNKNOWN"),
        (1000, "PROCESS_STATE_PERSISTENT"),
        (1001, "PROCESS_STATE_PERSISTENT_UI"),
        (1002, "PROCESS_STATE_TOP"),
        (1003, "PROCESS_STATE_FOREGROUND_SERVICE"),
        (1004, "PROCESS_STATE_BOUND_FOREGROUND_SERVICE"),
        (1005, "PROCESS_STATE_IMPORTANT_FOREGROUND"),
        (1006, "PROCESS_STATE_IMPORTANT_BACKGROUND"),
        (1007, "PROCESS_STATE_TRANSIENT_BACKGROUND"),
        (1008, "PROCESS_STATE_BACKUP"),
        (1009, "PROCESS_STATE_SERVICE"),
        (1010, "PROCESS_STATE_RECEIVER"),
        (1011, "PROCESS_STATE_TOP_SLEEPING"),
        (1012, "PROCESS_STATE_HEAVY_WEIGHT"),
        (1013, "PROCESS_STATE_HOME"),
        (1014, "PROCESS_STATE_LAST_ACTIVITY"),
        (1015, "PROCESS_STATE_CACHED_ACTIVITY"),
        (1016, "PROCESS_STATE_CACHED_ACTIVITY_CLIENT"),
        (1017, "PROCESS_STATE_CACHED_RECENT"),
        (1018, "PROCESS_STATE_CACHED_EMPTY"),
        (1019, "PROCESS_STATE_NONEXISTENT"),
        (1020, "PROCESS_STATE_BOUND_TOP"),
    ],
};
pub static PROCESS_STATS_CONFIG_QUIRKS: Enum = Enum {
    name: "perfetto.protos.ProcessStatsConfig.Quirks",
    values: &[
        (0, "QUIRKS_UNSPECIFIED"),
        (1, "DISABLE_INITIAL_DUMP"),
        (2, "DISABLE_ON_DEMAND"),
    ],
};
pub static PROTO_LOG_CONFIG_TRACING_MODE: Enum = Enum {
    name: "perfetto.protos.ProtoLogConfig.TracingMode",
    values: &[
        (0, "DEFAULT"),
        (1, "ENABLE_ALL"),
    ],
};
pub static PROTO_LOG_LEVEL: Enum = Enum {
    name: "perfetto.protos.ProtoLogLevel",
    values: &[
        (0, "PROTOLOG_LEVEL_UNDEFINED"),
        (1, "PROTOLOG_LEVEL_DEBUG"),
        (2, "PROTOLOG_LEVEL_VERBOSE"),
        (3, "PROTOLOG_LEVEL_INFO"),
        (4, "PROTOLOG_LEVEL_WARN"),
        (5, "PROTOLOG_LEVEL_ERROR"),
        (6, "PROTOLOG_LEVEL_WTF"),
    ],
};
pub static RECEIVER_TYPE: Enum = Enum {
    name: "perfetto.protos.ReceiverType",
    values: &[
        (0, "RECEIVER_TYPE_UNKNOWN"),
        (1, "RECEIVER_TYPE_RUNTIME"),
        (2, "RECEIVER_TYPE_MANIFEST"),
    ],
};
pub static REDACTION_RULE_MATCH_MODE: Enum = Enum {
    name: "perfetto.protos.RedactionRule.MatchMode",
    values: &[
        (0, "MATCH_MODE_UNKNOWN"),
        (1, "MATCH_MODE_PREFIX"),
        (2, "MATCH_MODE_GLOB_PATH"),
        (3, "MATCH_MODE_GLOB_STRING"),
    ],
};
pub static RENDERER_MAIN_THREAD_TASK_EXECUTION_FRAME_TYPE: Enum = Enum {
    name: "perfetto.protos.RendererMainThreadTaskExecution.FrameType",
    values: &[
        (0, "FRAME_TYPE_UNSPECIFIED"),
        (1, "FRAME_TYPE_MAIN_FRAME"),
        (2, "FRAME_TYPE_SAME_ORIGIN_SUBFRAME"),
        (3, "FRAME_TYPE_CROSS_ORIGIN_SUBFRAME"),
    ],
};
pub static RENDERER_MAIN_THREAD_TASK_EXECUTION_TASK_TYPE: Enum = Enum {
    name: "perfetto.protos.RendererMainThreadTaskExecution.TaskType",
    values: &[
        (0, "TASK_TYPE_UNKNOWN"),
        (1, "TASK_TYPE_DOM_MANIPULATION"),
        (2, "TASK_TYPE_USER_INTERACTION"),
        (3, "TASK_TYPE_NETWORKING"),
        (4, "TASK_TYPE_NETWORKING_CONTROL"),
        (5, "TASK_TYPE_HISTORY_TRAVERSAL"),
        (6, "TASK_TYPE_EMBED"),
        (7, "TASK_TYPE_MEDIA_ELEMENT_EVENT"),
        (8, "TASK_TYPE_CANVAS_BLOB_SERIALIZATION"),
        (9, "TASK_TYPE_MICROTASK"),
        (10, "TASK_TYPE_JAVASCRIPT_TIMER_DELAYED_HIGH_NESTING"),
        (11, "TASK_TYPE_REMOTE_EVENT"),
        (12, "TASK_TYPE_WEB_SOCKET"),
        (13, "TASK_TYPE_POSTED_MESSAGE"),
        (14, "TASK_TYPE_UNSHIPPED_PORT_MESSAGE"),
        (15, "TASK_TYPE_FILE_READING"),
        (16, "TASK_TYPE_DATABASE_ACCESS"),
        (17, "TASK_TYPE_PRESENTATION"),
        (18, "TASK_TYPE_SENSOR"),
        (19, "TASK_TYPE_PERFORMANCE_TIMELINE"),
        (20, "TASK_TYPE_WEB_GL"),
        (21, "TASK_TYPE_IDLE_TASK"),
        (22, "TASK_TYPE_MISC_PLATFORM_API"),
        (23, "TASK_TYPE_INTERNAL_DEFAULT"),
        (24, "TASK_TYPE_INTERNAL_LOADING"),
        (26, "TASK_TYPE_INTERNAL_TEST"),
        (27, "TASK_TYPE_INTERNAL_WEB_CRYPTO"),
        (29, "TASK_TYPE_INTERNAL_MEDIA"),
        (30, "TASK_TYPE_INTERNAL_MEDIA_REALTIME"),
        (32, "TASK_TYPE_INTERNAL_USER_INTERACTION"),
        (33, "TASK_TYPE_INTERNAL_INSPECTOR"),
        (37, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_V8"),
        (38, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_COMPOSITOR"),
        (39, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_DEFAULT"),
        (40, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_INPUT"),
        (41, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_IDLE"),
        (43, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_CONTROL"),
        (44, "TASK_TYPE_INTERNAL_INTERSECTION_OBSERVER"),
        (45, "TASK_TYPE_COMPOSITOR_THREAD_TASK_QUEUE_DEFAULT"),
        (46, "TASK_TYPE_WORKER_THREAD_TASK_QUEUE_DEFAULT"),
        (47, "TASK_TYPE_WORKER_THREAD_TASK_QUEUE_V8"),
        (48, "TASK_TYPE_WORKER_THREAD_TASK_QUEUE_COMPOSITOR"),
        (49, "TASK_TYPE_COMPOSITOR_THREAD_TASK_QUEUE_INPUT"),
        (50, "TASK_TYPE_NETWORKING_WITH_URL_LOADER_ANNOTATION"),
        (51, "TASK_TYPE_WORKER_ANIMATION"),
        (55, "TASK_TYPE_INTERNAL_TRANSLATION"),
        (56, "TASK_TYPE_FONT_LOADING"),
        (57, "TASK_TYPE_APPLICATION_LIFECYCLE"),
        (58, "TASK_TYPE_BACKGROUND_FETCH"),
        (59, "TASK_TYPE_PERMISSION"),
        (60, "TASK_TYPE_SERVICE_WORKER_CLIENT_MESSAGE"),
        (61, "TASK_TYPE_INTERNAL_CONTENT_CAPTURE"),
        (62, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_MEMORY_PURGE"),
        (63, "TASK_TYPE_INTERNAL_NAVIGATION_ASSOCIATED"),
        (64, "TASK_TYPE_INTERNAL_NAVIGATION_ASSOCIATED_UNFREEZABLE"),
        (65, "TASK_TYPE_INTERNAL_CONTINUE_SCRIPT_LOADING"),
        (66, "TASK_TYPE_WEB_LOCKS"),
        (67, "TASK_TYPE_WEB_SCHEDULING_POSTED_TASK"),
        (68, "TASK_TYPE_INTERNAL_FRAME_LIFE_CYCLE_CONTROL"),
        (69, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_NON_WAKING"),
        (70, "TASK_TYPE_INTERNAL_FIND_IN_PAGE"),
        (71, "TASK_TYPE_INTERNAL_HIGH_PRIORITY_LOCAL_FRAME"),
        (72, "TASK_TYPE_JAVASCRIPT_TIMER_IMMEDIATE"),
        (73, "TASK_TYPE_JAVASCRIPT_TIMER_DELAYED_LOW_NESTING"),
        (74, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_IPC_TRACKING"),
        (75, "TASK_TYPE_NETWORKING_UNFREEZABLE"),
        (76, "TASK_TYPE_WAKE_LOCK"),
        (77, "TASK_TYPE_INTERNAL_INPUT_BLOCKING"),
        (78, "TASK_TYPE_WEB_GPU"),
        (79, "TASK_TYPE_INTERNAL_POST_MESSAGE_FORWARDING"),
        (80, "TASK_TYPE_INTERNAL_NAVIGATION_CANCELLATION"),
        (81, "TASK_TYPE_LOW_PRIORITY_SCRIPT_EXECUTION"),
        (82, "TASK_TYPE_STORAGE"),
        (83, "TASK_TYPE_NETWORKING_UNFREEZABLE_RENDER_BLOCKING_LOADING"),
        (84, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_V8_USER_VISIBLE"),
        (85, "TASK_TYPE_CLIPBOARD"),
        (86, "TASK_TYPE_MACHINE_LEARNING"),
        (87, "TASK_TYPE_MAIN_THREAD_TASK_QUEUE_V8_BEST_EFFORT"),
        (88, "TASK_TYPE_INTERNAL_AUTOFILL"),
        (89, "TASK_TYPE_BACK_FORWARD_CACHE_POSTED_MESSAGE"),
    ],
};
pub static RENDER_FRAME_HOST_LIFECYCLE_STATE: Enum = Enum {
    name: "perfetto.protos.RenderFrameHost.LifecycleState",
    values: &[
        (0, "UNSPECIFIED"),
        (1, "SPECULATIVE"),
        (2, "PENDING_COMMIT"),
        (3, "PRERENDERING"),
        (4, "ACTIVE"),
        (5, "IN_BACK_FORWARD_CACHE"),
        (6, "RUNNING_UNLOAD_HANDLERS"),
        (7, "READY_TO_BE_DELETED"),
    ],
};
pub static SEMANTIC_TYPE: Enum = Enum {
    name: "perfetto.protos.SemanticType",
    values: &[
        (0, "SEMANTIC_TYPE_UNSPECIFIED"),
        (1, "SEMANTIC_TYPE_ATRACE"),
        (2, "SEMANTIC_TYPE_JOB"),
        (3, "SEMANTIC_TYPE_WAKELOCK"),
    ],
};
pub static SEQUENCE_MANAGER_TASK_PRIORITY: Enum = Enum {
    name: "perfetto.protos.SequenceManagerTask.Priority",
    values: &[
        (0, "UNKNOWN"),
        (1, "CONTROL_PRIORITY"),
        (2, "HIGHEST_PRIORITY"),
        (3, "VERY_HIGH_PRIORITY"),
        (4, "HIGH_PRIORITY"),
        (5, "NORMAL_PRIORITY"),
        (6, "LOW_PRIORITY"),
        (7, "BEST_EFFORT_PRIORITY"),
        (8, "HIGH_PRIORITY_CONTINUATION"),
        (9, "NORMAL_PRIORITY_CONTINUATION"),
        (10, "LOW_PRIORITY_CONTINUATION"),
        (11, "EXTREMELY_HIGH_PRIORITY"),
        (12, "MEDIUM_PRIORITY"),
        (13, "LOWEST_PRIORITY"),
        (14, "IDLE_PRIORITY"),
        (15, "THROTTLED_PRIORITY"),
    ],
};
pub static SEQUENCE_MANAGER_TASK_QUEUE_NAME: Enum = Enum {
    name: "perfetto.protos.SequenceManagerTask.QueueName",
    values: &[
        (0, "UNKNOWN_TQ"),
        (1, "DEFAULT_TQ"),
        (2, "TASK_ENVIRONMENT_DEFAULT_TQ"),
        (3, "TEST2_TQ"),
        (4, "TEST_TQ"),
        (5, "CONTROL_TQ"),
        (6, "SUBTHREAD_CONTROL_TQ"),
        (7, "SUBTHREAD_DEFAULT_TQ"),
        (8, "SUBTHREAD_INPUT_TQ"),
        (9, "UI_BEST_EFFORT_TQ"),
        (10, "UI_BOOTSTRAP_TQ"),
        (11, "UI_CONTROL_TQ"),
        (12, "UI_DEFAULT_TQ"),
        (13, "UI_NAVIGATION_NETWORK_RESPONSE_TQ"),
        (14, "UI_RUN_ALL_PENDING_TQ"),
        (15, "UI_SERVICE_WORKER_STORAGE_CONTROL_RESPONSE_TQ"),
        (16, "UI_THREAD_TQ"),
        (17, "UI_USER_BLOCKING_TQ"),
        (18, "UI_USER_INPUT_TQ"),
        (19, "UI_USER_VISIBLE_TQ"),
        (20, "IO_BEST_EFFORT_TQ"),
        (21, "IO_BOOTSTRAP_TQ"),
        (22, "IO_CONTROL_TQ"),
        (23, "IO_DEFAULT_TQ"),
        (24, "IO_NAVIGATION_NETWORK_RESPONSE_TQ"),
        (25, "IO_RUN_ALL_PENDING_TQ"),
        (26, "IO_SERVICE_WORKER_STORAGE_CONTROL_RESPONSE_TQ"),
        (27, "IO_THREAD_TQ"),
        (28, "IO_USER_BLOCKING_TQ"),
        (29, "IO_USER_INPUT_TQ"),
        (30, "IO_USER_VISIBLE_TQ"),
        (31, "COMPOSITOR_TQ"),
        (32, "DETACHED_TQ"),
        (33, "FRAME_DEFERRABLE_TQ"),
        (34, "FRAME_LOADING_CONTROL_TQ"),
        (35, "FRAME_LOADING_TQ"),
        (36, "FRAME_PAUSABLE_TQ"),
        (37, "FRAME_THROTTLEABLE_TQ"),
        (38, "FRAME_UNPAUSABLE_TQ"),
        (39, "IDLE_TQ"),
        (40, "INPUT_TQ"),
        (41, "IPC_TRACKING_FOR_CACHED_PAGES_TQ"),
        (42, "NON_WAKING_TQ"),
        (43, "OTHER_TQ"),
        (44, "V8_TQ"),
        (45, "WEB_SCHEDULING_TQ"),
        (46, "WORKER_IDLE_TQ"),
        (47, "WORKER_PAUSABLE_TQ"),
        (48, "WORKER_THREAD_INTERNAL_TQ"),
        (49, "WORKER_THROTTLEABLE_TQ"),
        (50, "WORKER_UNPAUSABLE_TQ"),
        (51, "WORKER_WEB_SCHEDULING_TQ"),
        (52, "UI_USER_BLOCKING_DEFERRABLE_TQ"),
        (53, "IO_USER_BLOCKING_DEFERRABLE_TQ"),
        (54, "UI_BEFORE_UNLOAD_BROWSER_RESPONSE_TQ"),
        (55, "IO_BEFORE_UNLOAD_BROWSER_RESPONSE_TQ"),
        (56, "V8_USER_VISIBLE_TQ"),
        (57, "V8_BEST_EFFORT_TQ"),
        (58, "NETWORK_SERVICE_THREAD_HIGH_TQ"),
        (59, "NETWORK_SERVICE_THREAD_DEFAULT_TQ"),
        (60, "UI_STARTUP_TQ"),
        (61, "IO_STARTUP_TQ"),
        (62, "NETWORK_SERVICE_THREAD_THROTTLED_TQ"),
        (63, "NETWORK_SERVICE_THREAD_IDLE_TQ"),
        (64, "NETWORK_SERVICE_THREAD_LOWEST_TQ"),
        (65, "NETWORK_SERVICE_THREAD_LOW_TQ"),
        (66, "NETWORK_SERVICE_THREAD_MEDIUM_TQ"),
        (67, "NETWORK_SERVICE_THREAD_HIGHEST_TQ"),
        (68, "UI_MAIN_FRAME_NAVIGATION_NETWORK_RESPONSE_TQ"),
        (69, "IO_MAIN_FRAME_NAVIGATION_NETWORK_RESPONSE_TQ"),
    ],
};
pub static SERVICE_RESTART_REASON: Enum = Enum {
    name: "perfetto.protos.ServiceRestartReason",
    values: &[
        (0, "SERVICE_RESTART_REASON_UNKNOWN"),
        (1, "SERVICE_RESTART_REASON_START_REQUESTED"),
        (2, "SERVICE_RESTART_REASON_CONNECTION"),
        (3, "SERVICE_RESTART_REASON_FORCED"),
        (4, "SERVICE_RESTART_REASON_PERSISTENT"),
    ],
};
pub static SHOULD_SWAP_BROWSING_INSTANCE: Enum = Enum {
    name: "perfetto.protos.ShouldSwapBrowsingInstance",
    values: &[
        (0, "SHOULD_SWAP_BROWSING_INSTANCE_NO"),
        (1, "SHOULD_SWAP_BROWSING_INSTANCE_YES_FORCE_SWAP"),
        (2, "SHOULD_SWAP_BROWSING_INSTANCE_YES_CROSS_SITE_PROACTIVE_SWAP"),
        (3, "SHOULD_SWAP_BROWSING_INSTANCE_YES_SAME_SITE_PROACTIVE_SWAP"),
        (4, "SHOULD_SWAP_BROWSING_INSTANCE_NO_PROACTIVE_SWAP_DISABLED"),
        (5, "SHOULD_SWAP_BROWSING_INSTANCE_NO_NOT_MAIN_FRAME"),
        (6, "SHOULD_SWAP_BROWSING_INSTANCE_NO_HAS_RELATED_ACTIVE_CONTENTS"),
        (7, "SHOULD_SWAP_BROWSING_INSTANCE_NO_DOES_NOT_HAVE_SITE"),
        (8, "SHOULD_SWAP_BROWSING_INSTANCE_NO_SOURCE_URL_SCHEME_NOT_HTTP_OR_HTTPS"),
        (9, "SHOULD_SWAP_BROWSING_INSTANCE_NO_DESTINATION_URL_SCHEME_NOT_HTTP_OR_HTTPS"),
        (10, "SHOULD_SWAP_BROWSING_INSTANCE_NO_SAME_SITE_NAVIGATION"),
        (11, "SHOULD_SWAP_BROWSING_INSTANCE_NO_RELOADING_ERROR_PAGE"),
        (12, "SHOULD_SWAP_BROWSING_INSTANCE_NO_ALREADY_HAS_MATCHING_BROWSING_INSTANCE"),
        (13, "SHOULD_SWAP_BROWSING_INSTANCE_NO_RENDERER_DEBUG_URL"),
        (14, "SHOULD_SWAP_BROWSING_INSTANCE_NO_NOT_NEEDED_FOR_BACK_FORWARD_CACHE"),
        (15, "SHOULD_SWAP_BROWSING_INSTANCE_NO_SAME_DOCUMENT_NAVIGATION"),
        (16, "SHOULD_SWAP_BROWSING_INSTANCE_NO_SAME_URL_NAVIGATION"),
        (17, "SHOULD_SWAP_BROWSING_INSTANCE_NO_WILL_REPLACE_ENTRY"),
        (18, "SHOULD_SWAP_BROWSING_INSTANCE_NO_RELOAD"),
        (19, "SHOULD_SWAP_BROWSING_INSTANCE_NO_GUEST"),
        (20, "SHOULD_SWAP_BROWSING_INSTANCE_NO_HAS_NOT_COMMITTED_ANY_NAVIGATION"),
        (21, "SHOULD_SWAP_BROWSING_INSTANCE_NO_UNLOAD_HANDLER_EXISTS_ON_SAME_SITE_NAVIGATION"),
        (22, "SHOULD_SWAP_BROWSING_INSTANCE_NO_NOT_PRIMARY_MAIN_FRAME"),
        (23, "SHOULD_SWAP_BROWSING_INSTANCE_NO_INITIATOR_REQUESTED_NO_PROACTIVE_SWAP"),
    ],
};
pub static SITE_INSTANCE_SITE_INSTANCE_PROCESS_ASSIGNMENT: Enum = Enum {
    name: "perfetto.protos.SiteInstance.SiteInstanceProcessAssignment",
    values: &[
        (0, "UNKNOWN"),
        (1, "REUSED_EXISTING_PROCESS"),
        (2, "USED_SPARE_PROCESS"),
        (3, "CREATED_NEW_PROCESS"),
    ],
};
pub static SMAPS_CONFIG_VMA_FIELD: Enum = Enum {
    name: "perfetto.protos.SmapsConfig.VmaField",
    values: &[
        (0, "VMA_FIELD_UNKNOWN"),
        (1, "VMA_FIELD_SIZE"),
        (2, "VMA_FIELD_RSS"),
        (3, "VMA_FIELD_ANONYMOUS"),
        (4, "VMA_FIELD_SWAP"),
        (5, "VMA_FIELD_SHARED_CLEAN"),
        (6, "VMA_FIELD_SHARED_DIRTY"),
        (7, "VMA_FIELD_PRIVATE_CLEAN"),
        (8, "VMA_FIELD_PRIVATE_DIRTY"),
        (9, "VMA_FIELD_LOCKED"),
        (10, "VMA_FIELD_PSS"),
        (11, "VMA_FIELD_PSS_DIRTY"),
        (12, "VMA_FIELD_SWAP_PSS"),
    ],
};
pub static START_UP_LAUNCH_CAUSE_TYPE: Enum = Enum {
    name: "perfetto.protos.StartUp.LaunchCauseType",
    values: &[
        (-1, "UNINITIALIZED"),
        (0, "OTHER"),
        (1, "CUSTOM_TAB"),
        (2, "TWA"),
        (3, "RECENTS"),
        (4, "RECENTS_OR_BACK"),
        (5, "FOREGROUND_WHEN_LOCKED"),
        (6, "MAIN_LAUNCHER_ICON"),
        (7, "MAIN_LAUNCHER_ICON_SHORTCUT"),
        (8, "HOME_SCREEN_WIDGET"),
        (9, "OPEN_IN_BROWSER_FROM_MENU"),
        (10, "EXTERNAL_SEARCH_ACTION_INTENT"),
        (11, "NOTIFICATION"),
        (12, "EXTERNAL_VIEW_INTENT"),
        (13, "OTHER_CHROME"),
        (14, "WEBAPK_CHROME_DISTRIBUTOR"),
        (15, "WEBAPK_OTHER_DISTRIBUTOR"),
        (16, "HOME_SCREEN_SHORTCUT"),
        (17, "SHARE_INTENT"),
        (18, "NFC"),
        (19, "AUTH_TAB"),
        (20, "RECREATION"),
        (21, "HANDOFF"),
        (22, "DEV_TOOLS"),
    ],
};
pub static SURFACE_FLINGER_LAYERS_CONFIG_MODE: Enum = Enum {
    name: "perfetto.protos.SurfaceFlingerLayersConfig.Mode",
    values: &[
        (0, "MODE_UNSPECIFIED"),
        (1, "MODE_ACTIVE"),
        (2, "MODE_GENERATED"),
        (3, "MODE_DUMP"),
        (4, "MODE_GENERATED_BUGREPORT_ONLY"),
        (5, "MODE_PROTOVM"),
    ],
};
pub static SURFACE_FLINGER_LAYERS_CONFIG_TRACE_FLAG: Enum = Enum {
    name: "perfetto.protos.SurfaceFlingerLayersConfig.TraceFlag",
    values: &[
        (0, "TRACE_FLAG_UNSPECIFIED"),
        (2, "TRACE_FLAG_INPUT"),
        (4, "TRACE_FLAG_COMPOSITION"),
        (8, "TRACE_FLAG_EXTRA"),
        (16, "TRACE_FLAG_HWC"),
        (32, "TRACE_FLAG_BUFFERS"),
        (64, "TRACE_FLAG_VIRTUAL_DISPLAYS"),
        (14, "TRACE_FLAG_ALL"),
    ],
};
pub static SURFACE_FLINGER_TRANSACTIONS_CONFIG_MODE: Enum = Enum {
    name: "perfetto.protos.SurfaceFlingerTransactionsConfig.Mode",
    values: &[
        (0, "MODE_UNSPECIFIED"),
        (1, "MODE_CONTINUOUS"),
        (2, "MODE_ACTIVE"),
    ],
};
pub static SYS_STATS_CONFIG_STAT_COUNTERS: Enum = Enum {
    name: "perfetto.protos.SysStatsConfig.StatCounters",
    values: &[
        (0, "STAT_UNSPECIFIED"),
        (1, "STAT_CPU_TIMES"),
        (2, "STAT_IRQ_COUNTS"),
        (3, "STAT_SOFTIRQ_COUNTS"),
        (4, "STAT_FORK_COUNT"),
    ],
};
pub static TAB_SWITCH_MEASUREMENT_RESULT: Enum = Enum {
    name: "perfetto.protos.TabSwitchMeasurement.Result",
    values: &[
        (0, "RESULT_UNSPECIFIED"),
        (1, "RESULT_SUCCESS"),
        (2, "RESULT_INCOMPLETE"),
        (3, "RESULT_MISSED_TAB_HIDE"),
    ],
};
pub static TAB_SWITCH_MEASUREMENT_TAB_STATE: Enum = Enum {
    name: "perfetto.protos.TabSwitchMeasurement.TabState",
    values: &[
        (0, "STATE_UNSPECIFIED"),
        (1, "STATE_WITH_SAVED_FRAMES"),
        (2, "STATE_LOADED_NO_SAVED_FRAMES"),
        (3, "STATE_NOT_LOADED_NO_SAVED_FRAMES"),
    ],
};
pub static TRACE_CONFIG_BUFFER_CONFIG_EXPERIMENTAL_MODE: Enum = Enum {
    name: "perfetto.protos.TraceConfig.BufferConfig.ExperimentalMode",
    values: &[
        (0, "MODE_UNSPECIFIED"),
        (1, "TRACE_BUFFER_V2"),
    ],
};
pub static TRACE_CONFIG_BUFFER_CONFIG_FILL_POLICY: Enum = Enum {
    name: "perfetto.protos.TraceConfig.BufferConfig.FillPolicy",
    values: &[
        (0, "UNSPECIFIED"),
        (1, "RING_BUFFER"),
        (2, "DISCARD"),
    ],
};
pub static TRACE_CONFIG_COMPRESSION_TYPE: Enum = Enum {
    name: "perfetto.protos.TraceConfig.CompressionType",
    values: &[
        (0, "COMPRESSION_TYPE_UNSPECIFIED"),
        (1, "COMPRESSION_TYPE_DEFLATE"),
    ],
};
pub static TRACE_CONFIG_FFLUSH_MODE: Enum = Enum {
    name: "perfetto.protos.TraceConfig.FFlushMode",
    values: &[
        (0, "FFLUSH_UNSPECIFIED"),
        (1, "FFLUSH_DISABLED"),
        (2, "FFLUSH_ENABLED"),
    ],
};
pub static TRACE_CONFIG_LOCKDOWN_MODE_OPERATION: Enum = Enum {
    name: "perfetto.protos.TraceConfig.LockdownModeOperation",
    values: &[
        (0, "LOCKDOWN_UNCHANGED"),
        (1, "LOCKDOWN_CLEAR"),
        (2, "LOCKDOWN_SET"),
    ],
};
pub static TRACE_CONFIG_STATSD_LOGGING: Enum = Enum {
    name: "perfetto.protos.TraceConfig.StatsdLogging",
    values: &[
        (0, "STATSD_LOGGING_UNSPECIFIED"),
        (1, "STATSD_LOGGING_ENABLED"),
        (2, "STATSD_LOGGING_DISABLED"),
    ],
};
pub static TRACE_CONFIG_TRACE_FILTER_STRING_FILTER_POLICY: Enum = Enum {
    name: "perfetto.protos.TraceConfig.TraceFilter.StringFilterPolicy",
    values: &[
        (0, "SFP_UNSPECIFIED"),
        (1, "SFP_MATCH_REDACT_GROUPS"),
        (2, "SFP_ATRACE_MATCH_REDACT_GROUPS"),
        (3, "SFP_MATCH_BREAK"),
        (4, "SFP_ATRACE_MATCH_BREAK"),
        (5, "SFP_ATRACE_REPEATED_SEARCH_REDACT_GROUPS"),
    ],
};
pub static TRACE_CONFIG_TRIGGER_CONFIG_TRIGGER_MODE: Enum = Enum {
    name: "perfetto.protos.TraceConfig.TriggerConfig.TriggerMode",
    values: &[
        (0, "UNSPECIFIED"),
        (1, "START_TRACING"),
        (2, "STOP_TRACING"),
        (4, "CLONE_SNAPSHOT"),
    ],
};
pub static TRACE_CONFIG_WRITE_FLUSH_MODE: Enum = Enum {
    name: "perfetto.protos.TraceConfig.WriteFlushMode",
    values: &[
        (0, "WRITE_FLUSH_UNSPECIFIED"),
        (1, "WRITE_FLUSH_AUTO"),
        (2, "WRITE_FLUSH_DISABLED"),
        (3, "WRITE_FLUSH_ENABLED"),
    ],
};
pub static TRIGGER_TYPE: Enum = Enum {
    name: "perfetto.protos.TriggerType",
    values: &[
        (0, "TRIGGER_TYPE_UNKNOWN"),
        (1, "TRIGGER_TYPE_ALARM"),
        (2, "TRIGGER_TYPE_PUSH_MESSAGE"),
        (3, "TRIGGER_TYPE_PUSH_MESSAGE_OVER_QUOTA"),
        (4, "TRIGGER_TYPE_JOB"),
    ],
};
pub static UNFREEZE_REASON: Enum = Enum {
    name: "perfetto.protos.UnfreezeReason",
    values: &[
        (0, "UFR_NONE"),
        (1, "UFR_ACTIVITY"),
        (2, "UFR_FINISH_RECEIVER"),
        (3, "UFR_START_RECEIVER"),
        (4, "UFR_BIND_SERVICE"),
        (5, "UFR_UNBIND_SERVICE"),
        (6, "UFR_START_SERVICE"),
        (7, "UFR_GET_PROVIDER"),
        (8, "UFR_REMOVE_PROVIDER"),
        (9, "UFR_UI_VISIBILITY"),
        (10, "UFR_ALLOWLIST"),
        (11, "UFR_PROCESS_BEGIN"),
        (12, "UFR_PROCESS_END"),
        (13, "UFR_TRIM_MEMORY"),
        (15, "UFR_PING"),
        (16, "UFR_FILE_LOCKS"),
        (17, "UFR_FILE_LOCK_CHECK_FAILURE"),
        (18, "UFR_BINDER_TXNS"),
        (19, "UFR_FEATURE_FLAGS"),
        (20, "UFR_SHORT_FGS_TIMEOUT"),
        (21, "UFR_SYSTEM_INIT"),
        (22, "UFR_BACKUP"),
        (23, "UFR_SHELL"),
        (24, "UFR_REMOVE_TASK"),
        (25, "UFR_UID_IDLE"),
        (26, "UFR_STOP_SERVICE"),
        (27, "UFR_EXECUTING_SERVICE"),
        (28, "UFR_RESTRICTION_CHANGE"),
        (29, "UFR_COMPONENT_DISABLED"),
        (30, "UFR_OOM_ADJ_FOLLOW_UP"),
        (31, "UFR_OOM_ADJ_RECONFIGURATION"),
        (32, "UFR_OOM_ADJ_REASON_SERVICE_BINDER_CALL"),
        (33, "UFR_OOM_ADJ_REASON_BATCH_UPDATE_REQUEST"),
    ],
};
pub static VMSTAT_COUNTERS: Enum = Enum {
    name: "perfetto.protos.VmstatCounters",
    values: &[
        (0, "VMSTAT_UNSPECIFIED"),
        (1, "VMSTAT_NR_FREE_PAGES"),
        (2, "VMSTAT_NR_ALLOC_BATCH"),
        (3, "VMSTAT_NR_INACTIVE_ANON"),
        (4, "VMSTAT_NR_ACTIVE_ANON"),
        (5, "VMSTAT_NR_INACTIVE_FILE"),
        (6, "VMSTAT_NR_ACTIVE_FILE"),
        (7, "VMSTAT_NR_UNEVICTABLE"),
        (8, "VMSTAT_NR_MLOCK"),
        (9, "VMSTAT_NR_ANON_PAGES"),
        (10, "VMSTAT_NR_MAPPED"),
        (11, "VMSTAT_NR_FILE_PAGES"),
        (12, "VMSTAT_NR_DIRTY"),
        (13, "VMSTAT_NR_WRITEBACK"),
        (14, "VMSTAT_NR_SLAB_RECLAIMABLE"),
        (15, "VMSTAT_NR_SLAB_UNRECLAIMABLE"),
        (16, "VMSTAT_NR_PAGE_TABLE_PAGES"),
        (17, "VMSTAT_NR_KERNEL_STACK"),
        (18, "VMSTAT_NR_OVERHEAD"),
        (19, "VMSTAT_NR_UNSTABLE"),
        (20, "VMSTAT_NR_BOUNCE"),
        (21, "VMSTAT_NR_VMSCAN_WRITE"),
        (22, "VMSTAT_NR_VMSCAN_IMMEDIATE_RECLAIM"),
        (23, "VMSTAT_NR_WRITEBACK_TEMP"),
        (24, "VMSTAT_NR_ISOLATED_ANON"),
        (25, "VMSTAT_NR_ISOLATED_FILE"),
        (26, "VMSTAT_NR_SHMEM"),
        (27, "VMSTAT_NR_DIRTIED"),
        (28, "VMSTAT_NR_WRITTEN"),
        (29, "VMSTAT_NR_PAGES_SCANNED"),
        (30, "VMSTAT_WORKINGSET_REFAULT"),
        (31, "VMSTAT_WORKINGSET_ACTIVATE"),
        (32, "VMSTAT_WORKINGSET_NODERECLAIM"),
        (33, "VMSTAT_NR_ANON_TRANSPARENT_HUGEPAGES"),
        (34, "VMSTAT_NR_FREE_CMA"),
        (35, "VMSTAT_NR_SWAPCACHE"),
        (36, "VMSTAT_NR_DIRTY_THRESHOLD"),
        (37, "VMSTAT_NR_DIRTY_BACKGROUND_THRESHOLD"),
        (38, "VMSTAT_PGPGIN"),
        (39, "VMSTAT_PGPGOUT"),
        (40, "VMSTAT_PGPGOUTCLEAN"),
        (41, "VMSTAT_PSWPIN"),
        (42, "VMSTAT_PSWPOUT"),
        (43, "VMSTAT_PGALLOC_DMA"),
        (44, "VMSTAT_PGALLOC_NORMAL"),
        (45, "VMSTAT_PGALLOC_MOVABLE"),
        (46, "VMSTAT_PGFREE"),
        (47, "VMSTAT_PGACTIVATE"),
        (48, "VMSTAT_PGDEACTIVATE"),
        (49, "VMSTAT_PGFAULT"),
        (50, "VMSTAT_PGMAJFAULT"),
        (51, "VMSTAT_PGREFILL_DMA"),
        (52, "VMSTAT_PGREFILL_NORMAL"),
        (53, "VMSTAT_PGREFILL_MOVABLE"),
        (54, "VMSTAT_PGSTEAL_KSWAPD_DMA"),
        (55, "VMSTAT_PGSTEAL_KSWAPD_NORMAL"),
        (56, "VMSTAT_PGSTEAL_KSWAPD_MOVABLE"),
        (57, "VMSTAT_PGSTEAL_DIRECT_DMA"),
        (58, "VMSTAT_PGSTEAL_DIRECT_NORMAL"),
        (59, "VMSTAT_PGSTEAL_DIRECT_MOVABLE"),
        (60, "VMSTAT_PGSCAN_KSWAPD_DMA"),
        (61, "VMSTAT_PGSCAN_KSWAPD_NORMAL"),
        (62, "VMSTAT_PGSCAN_KSWAPD_MOVABLE"),
        (63, "VMSTAT_PGSCAN_DIRECT_DMA"),
        (64, "VMSTAT_PGSCAN_DIRECT_NORMAL"),
        (65, "VMSTAT_PGSCAN_DIRECT_MOVABLE"),
        (66, "VMSTAT_PGSCAN_DIRECT_THROTTLE"),
        (67, "VMSTAT_PGINODESTEAL"),
        (68, "VMSTAT_SLABS_SCANNED"),
        (69, "VMSTAT_KSWAPD_INODESTEAL"),
        (70, "VMSTAT_KSWAPD_LOW_WMARK_HIT_QUICKLY"),
        (71, "VMSTAT_KSWAPD_HIGH_WMARK_HIT_QUICKLY"),
        (72, "VMSTAT_PAGEOUTRUN"),
        (73, "VMSTAT_ALLOCSTALL"),
        (74, "VMSTAT_PGROTATED"),
        (75, "VMSTAT_DROP_PAGECACHE"),
        (76, "VMSTAT_DROP_SLAB"),
        (77, "VMSTAT_PGMIGRATE_SUCCESS"),
        (78, "VMSTAT_PGMIGRATE_FAIL"),
        (79, "VMSTAT_COMPACT_MIGRATE_SCANNED"),
        (80, "VMSTAT_COMPACT_FREE_SCANNED"),
        (81, "VMSTAT_COMPACT_ISOLATED"),
        (82, "VMSTAT_COMPACT_STALL"),
        (83, "VMSTAT_COMPACT_FAIL"),
        (84, "VMSTAT_COMPACT_SUCCESS"),
        (85, "VMSTAT_COMPACT_DAEMON_WAKE"),
        (86, "VMSTAT_UNEVICTABLE_PGS_CULLED"),
        (87, "VMSTAT_UNEVICTABLE_PGS_SCANNED"),
        (88, "VMSTAT_UNEVICTABLE_PGS_RESCUED"),
        (89, "VMSTAT_UNEVICTABLE_PGS_MLOCKED"),
        (90, "VMSTAT_UNEVICTABLE_PGS_MUNLOCKED"),
        (91, "VMSTAT_UNEVICTABLE_PGS_CLEARED"),
        (92, "VMSTAT_UNEVICTABLE_PGS_STRANDED"),
        (93, "VMSTAT_NR_ZSPAGES"),
        (94, "VMSTAT_NR_ION_HEAP"),
        (95, "VMSTAT_NR_GPU_HEAP"),
        (96, "VMSTAT_ALLOCSTALL_DMA"),
        (97, "VMSTAT_ALLOCSTALL_MOVABLE"),
        (98, "VMSTAT_ALLOCSTALL_NORMAL"),
        (99, "VMSTAT_COMPACT_DAEMON_FREE_SCANNED"),
        (100, "VMSTAT_COMPACT_DAEMON_MIGRATE_SCANNED"),
        (101, "VMSTAT_NR_FASTRPC"),
        (102, "VMSTAT_NR_INDIRECTLY_RECLAIMABLE"),
        (103, "VMSTAT_NR_ION_HEAP_POOL"),
        (104, "VMSTAT_NR_KERNEL_MISC_RECLAIMABLE"),
        (105, "VMSTAT_NR_SHADOW_CALL_STACK_BYTES"),
        (106, "VMSTAT_NR_SHMEM_HUGEPAGES"),
        (107, "VMSTAT_NR_SHMEM_PMDMAPPED"),
        (108, "VMSTAT_NR_UNRECLAIMABLE_PAGES"),
        (109, "VMSTAT_NR_ZONE_ACTIVE_ANON"),
        (110, "VMSTAT_NR_ZONE_ACTIVE_FILE"),
        (111, "VMSTAT_NR_ZONE_INACTIVE_ANON"),
        (112, "VMSTAT_NR_ZONE_INACTIVE_FILE"),
        (113, "VMSTAT_NR_ZONE_UNEVICTABLE"),
        (114, "VMSTAT_NR_ZONE_WRITE_PENDING"),
        (115, "VMSTAT_OOM_KILL"),
        (116, "VMSTAT_PGLAZYFREE"),
        (117, "VMSTAT_PGLAZYFREED"),
        (118, "VMSTAT_PGREFILL"),
        (119, "VMSTAT_PGSCAN_DIRECT"),
        (120, "VMSTAT_PGSCAN_KSWAPD"),
        (121, "VMSTAT_PGSKIP_DMA"),
        (122, "VMSTAT_PGSKIP_MOVABLE"),
        (123, "VMSTAT_PGSKIP_NORMAL"),
        (124, "VMSTAT_PGSTEAL_DIRECT"),
        (125, "VMSTAT_PGSTEAL_KSWAPD"),
        (126, "VMSTAT_SWAP_RA"),
        (127, "VMSTAT_SWAP_RA_HIT"),
        (128, "VMSTAT_WORKINGSET_RESTORE"),
        (129, "VMSTAT_ALLOCSTALL_DEVICE"),
        (130, "VMSTAT_ALLOCSTALL_DMA32"),
        (131, "VMSTAT_BALLOON_DEFLATE"),
        (132, "VMSTAT_BALLOON_INFLATE"),
        (133, "VMSTAT_BALLOON_MIGRATE"),
        (134, "VMSTAT_CMA_ALLOC_FAIL"),
        (135, "VMSTAT_CMA_ALLOC_SUCCESS"),
        (136, "VMSTAT_NR_FILE_HUGEPAGES"),
        (137, "VMSTAT_NR_FILE_PMDMAPPED"),
        (138, "VMSTAT_NR_FOLL_PIN_ACQUIRED"),
        (139, "VMSTAT_NR_FOLL_PIN_RELEASED"),
        (140, "VMSTAT_NR_SEC_PAGE_TABLE_PAGES"),
        (141, "VMSTAT_NR_SHADOW_CALL_STACK"),
        (142, "VMSTAT_NR_SWAPCACHED"),
        (143, "VMSTAT_NR_THROTTLED_WRITTEN"),
        (144, "VMSTAT_PGALLOC_DEVICE"),
        (145, "VMSTAT_PGALLOC_DMA32"),
        (146, "VMSTAT_PGDEMOTE_DIRECT"),
        (147, "VMSTAT_PGDEMOTE_KSWAPD"),
        (148, "VMSTAT_PGREUSE"),
        (149, "VMSTAT_PGSCAN_ANON"),
        (150, "VMSTAT_PGSCAN_FILE"),
        (151, "VMSTAT_PGSKIP_DEVICE"),
        (152, "VMSTAT_PGSKIP_DMA32"),
        (153, "VMSTAT_PGSTEAL_ANON"),
        (154, "VMSTAT_PGSTEAL_FILE"),
        (155, "VMSTAT_THP_COLLAPSE_ALLOC"),
        (156, "VMSTAT_THP_COLLAPSE_ALLOC_FAILED"),
        (157, "VMSTAT_THP_DEFERRED_SPLIT_PAGE"),
        (158, "VMSTAT_THP_FAULT_ALLOC"),
        (159, "VMSTAT_THP_FAULT_FALLBACK"),
        (160, "VMSTAT_THP_FAULT_FALLBACK_CHARGE"),
        (161, "VMSTAT_THP_FILE_ALLOC"),
        (162, "VMSTAT_THP_FILE_FALLBACK"),
        (163, "VMSTAT_THP_FILE_FALLBACK_CHARGE"),
        (164, "VMSTAT_THP_FILE_MAPPED"),
        (165, "VMSTAT_THP_MIGRATION_FAIL"),
        (166, "VMSTAT_THP_MIGRATION_SPLIT"),
        (167, "VMSTAT_THP_MIGRATION_SUCCESS"),
        (168, "VMSTAT_THP_SCAN_EXCEED_NONE_PTE"),
        (169, "VMSTAT_THP_SCAN_EXCEED_SHARE_PTE"),
        (170, "VMSTAT_THP_SCAN_EXCEED_SWAP_PTE"),
        (171, "VMSTAT_THP_SPLIT_PAGE"),
        (172, "VMSTAT_THP_SPLIT_PAGE_FAILED"),
        (173, "VMSTAT_THP_SPLIT_PMD"),
        (174, "VMSTAT_THP_SWPOUT"),
        (175, "VMSTAT_THP_SWPOUT_FALLBACK"),
        (176, "VMSTAT_THP_ZERO_PAGE_ALLOC"),
        (177, "VMSTAT_THP_ZERO_PAGE_ALLOC_FAILED"),
        (178, "VMSTAT_VMA_LOCK_ABORT"),
        (179, "VMSTAT_VMA_LOCK_MISS"),
        (180, "VMSTAT_VMA_LOCK_RETRY"),
        (181, "VMSTAT_VMA_LOCK_SUCCESS"),
        (182, "VMSTAT_WORKINGSET_ACTIVATE_ANON"),
        (183, "VMSTAT_WORKINGSET_ACTIVATE_FILE"),
        (184, "VMSTAT_WORKINGSET_NODES"),
        (185, "VMSTAT_WORKINGSET_REFAULT_ANON"),
        (186, "VMSTAT_WORKINGSET_REFAULT_FILE"),
        (187, "VMSTAT_WORKINGSET_RESTORE_ANON"),
        (188, "VMSTAT_WORKINGSET_RESTORE_FILE"),
    ],
};
pub static WEB_CONTENT_INTERACTION_TYPE: Enum = Enum {
    name: "perfetto.protos.WebContentInteraction.Type",
    values: &[
        (0, "INTERACTION_UNSPECIFIED"),
        (1, "INTERACTION_KEYBOARD"),
        (2, "INTERACTION_CLICK_TAP"),
        (3, "INTERACTION_DRAG"),
    ],
};
pub static WEB_VIEW_STARTUP_CALL_SITE: Enum = Enum {
    name: "perfetto.protos.WebViewStartup.CallSite",
    values: &[
        (0, "GET_AW_TRACING_CONTROLLER"),
        (1, "GET_AW_PROXY_CONTROLLER"),
        (2, "WEBVIEW_INSTANCE"),
        (3, "GET_STATICS"),
        (4, "GET_DEFAULT_GEOLOCATION_PERMISSIONS"),
        (5, "GET_DEFAULT_SERVICE_WORKER_CONTROLLER"),
        (6, "GET_WEB_ICON_DATABASE"),
        (7, "GET_DEFAULT_WEB_STORAGE"),
        (8, "GET_DEFAULT_WEBVIEW_DATABASE"),
        (9, "GET_TRACING_CONTROLLER"),
        (10, "ASYNC_WEBVIEW_STARTUP"),
        (11, "WEBVIEW_INSTANCE_OVERLAY_HORIZONTAL_SCROLLBAR"),
        (12, "WEBVIEW_INSTANCE_OVERLAY_VERTICAL_SCROLLBAR"),
        (13, "WEBVIEW_INSTANCE_GET_CERTIFICATE"),
        (14, "WEBVIEW_INSTANCE_GET_HTTP_AUTH_USERNAME_PASSWORD"),
        (15, "WEBVIEW_INSTANCE_SAVE_STATE"),
        (16, "WEBVIEW_INSTANCE_RESTORE_STATE"),
        (17, "WEBVIEW_INSTANCE_LOAD_URL"),
        (18, "WEBVIEW_INSTANCE_POST_URL"),
        (19, "WEBVIEW_INSTANCE_LOAD_DATA"),
        (20, "WEBVIEW_INSTANCE_LOAD_DATA_WITH_BASE_URL"),
        (21, "WEBVIEW_INSTANCE_EVALUATE_JAVASCRIPT"),
        (22, "WEBVIEW_INSTANCE_CAN_GO_BACK"),
        (23, "WEBVIEW_INSTANCE_CAN_GO_FORWARD"),
        (24, "WEBVIEW_INSTANCE_CAN_GO_BACK_OR_FORWARD"),
        (25, "WEBVIEW_INSTANCE_IS_PAUSED"),
        (26, "WEBVIEW_INSTANCE_COPY_BACK_FORWARD_LIST"),
        (27, "WEBVIEW_INSTANCE_SHOW_FIND_DIALOG"),
        (28, "WEBVIEW_INSTANCE_SET_WEBVIEW_CLIENT"),
        (29, "WEBVIEW_INSTANCE_SET_WEBCHROME_CLIENT"),
        (30, "WEBVIEW_INSTANCE_CREATE_WEBMESSAGE_CHANNEL"),
        (31, "WEBVIEW_INSTANCE_GET_ZOOM_CONTROLS"),
        (32, "WEBVIEW_INSTANCE_ZOOM_IN"),
        (33, "WEBVIEW_INSTANCE_ZOOM_OUT"),
        (34, "WEBVIEW_INSTANCE_ZOOM_BY"),
        (35, "WEBVIEW_INSTANCE_SET_RENDERER_PRIORITY_POLICY"),
        (36, "WEBVIEW_INSTANCE_GET_RENDERER_REQUESTED_PRIORITY"),
        (37, "WEBVIEW_INSTANCE_GET_RENDERER_PRIORITY_WAIVED_WHEN_NOT_VISIBLE"),
        (38, "WEBVIEW_INSTANCE_SET_TEXT_CLASSIFIER"),
        (39, "WEBVIEW_INSTANCE_GET_TEXT_CLASSIFIER"),
        (40, "WEBVIEW_INSTANCE_AUTOFILL"),
        (41, "WEBVIEW_INSTANCE_ON_PROVIDE_AUTOFILL_VIRTUAL_STRUCTURE"),
        (42, "WEBVIEW_INSTANCE_ON_PROVIDE_CONTENT_CAPTURE_STRUCTURE"),
        (43, "WEBVIEW_INSTANCE_SHOULD_DELAY_CHILD_PRESSED_STATE"),
        (44, "WEBVIEW_INSTANCE_GET_ACCESSIBILITY_NODE_PROVIDER"),
        (45, "WEBVIEW_INSTANCE_ON_PROVIDE_VIRTUAL_STRUCTURE"),
        (46, "WEBVIEW_INSTANCE_PERFORM_ACCESSIBILITY_ACTION"),
        (47, "WEBVIEW_INSTANCE_ON_DRAW"),
        (48, "WEBVIEW_INSTANCE_SET_LAYOUT_PARAMS"),
        (49, "WEBVIEW_INSTANCE_ON_DRAG_EVENT"),
        (50, "WEBVIEW_INSTANCE_ON_CREATE_INPUT_CONNECTION"),
        (51, "WEBVIEW_INSTANCE_ON_KEY_MULTIPLE"),
        (52, "WEBVIEW_INSTANCE_ON_KEY_DOWN"),
        (53, "WEBVIEW_INSTANCE_ON_KEY_UP"),
        (54, "WEBVIEW_INSTANCE_ON_ATTACHED_TO_WINDOW"),
        (55, "WEBVIEW_INSTANCE_DISPATCH_KEY_EVENT"),
        (56, "WEBVIEW_INSTANCE_ON_TOUCH_EVENT"),
        (57, "WEBVIEW_INSTANCE_ON_HOVER_EVENT"),
        (58, "WEBVIEW_INSTANCE_ON_GENERIC_MOTION_EVENT"),
        (59, "WEBVIEW_INSTANCE_REQUEST_FOCUS"),
        (60, "WEBVIEW_INSTANCE_ON_MEASURE"),
        (61, "WEBVIEW_INSTANCE_REQUEST_CHILD_RECTANGLE_ON_SCREEN"),
        (62, "WEBVIEW_INSTANCE_SET_BACKGROUND_COLOR"),
        (63, "WEBVIEW_INSTANCE_ON_START_TEMPORARY_DETACH"),
        (64, "WEBVIEW_INSTANCE_ON_FINISH_TEMPORARY_DETACH"),
        (65, "WEBVIEW_INSTANCE_ON_CHECK_IS_TEXT_EDITOR"),
        (66, "WEBVIEW_INSTANCE_ON_APPLY_WINDOW_INSETS"),
        (67, "WEBVIEW_INSTANCE_ON_RESOLVE_POINTER_ICON"),
        (68, "WEBVIEW_INSTANCE_COMPUTE_HORIZONTAL_SCROLL_RANGE"),
        (69, "WEBVIEW_INSTANCE_COMPUTE_HORIZONTAL_SCROLL_OFFSET"),
        (70, "WEBVIEW_INSTANCE_COMPUTE_VERTICAL_SCROLL_RANGE"),
        (71, "WEBVIEW_INSTANCE_COMPUTE_VERTICAL_SCROLL_OFFSET"),
        (72, "WEBVIEW_INSTANCE_COMPUTE_VERTICAL_SCROLL_EXTENT"),
        (73, "WEBVIEW_INSTANCE_COMPUTE_SCROLL"),
        (74, "WEBVIEW_INSTANCE_CREATE_PRINT_DOCUMENT_ADAPTER"),
        (75, "WEBVIEW_INSTANCE_EXTRACT_SMART_CLIP_DATA"),
        (76, "WEBVIEW_INSTANCE_SET_SMART_CLIP_RESULT_HANDLER"),
        (77, "WEBVIEW_INSTANCE_GET_RENDER_PROCESS"),
        (78, "WEBVIEW_INSTANCE_GET_WEBVIEW_RENDERER_CLIENT_ADAPTER"),
        (79, "WEBVIEW_INSTANCE_PAGE_UP"),
        (80, "WEBVIEW_INSTANCE_PAGE_DOWN"),
        (81, "WEBVIEW_INSTANCE_LOAD_URL_ADDITIONAL_HEADERS"),
        (82, "WEBVIEW_INSTANCE_INIT"),
        (83, "WEBVIEW_INSTANCE_CAPTURE_PICTURE"),
        (84, "WEBVIEW_INSTANCE_GET_SCALE"),
        (85, "WEBVIEW_INSTANCE_SET_INITIAL_SCALE"),
        (86, "WEBVIEW_INSTANCE_GET_HIT_TEST_RESULT"),
        (87, "WEBVIEW_INSTANCE_GET_URL"),
        (88, "WEBVIEW_INSTANCE_GET_ORIGINAL_URL"),
        (89, "WEBVIEW_INSTANCE_GET_TITLE"),
        (90, "WEBVIEW_INSTANCE_GET_FAVICON"),
        (91, "STATIC_FIND_ADDRESS"),
        (92, "STATIC_GET_DEFAULT_USER_AGENT"),
        (93, "STATIC_SET_WEB_CONTENTS_DEBUGGING_ENABLED"),
        (94, "STATIC_CLEAR_CLIENT_CERT_PREFERENCES"),
        (95, "STATIC_FREE_MEMORY_FOR_TESTS"),
        (96, "STATIC_ENABLE_SLOW_WHOLE_DOCUMENT_DRAW"),
        (97, "STATIC_PARSE_FILE_CHOOSER_RESULT"),
        (98, "STATIC_INIT_SAFE_BROWSING"),
        (99, "STATIC_SET_SAFE_BROWSING_ALLOWLIST"),
        (100, "STATIC_GET_SAFE_BROWSING_PRIVACY_POLICY_URL"),
        (101, "STATIC_IS_MULTI_PROCESS_ENABLED"),
        (102, "STATIC_GET_VARIATIONS_HEADER"),
        (107, "GET_DEFAULT_COOKIE_MANAGER"),
        (108, "GET_PROFILE_STORE"),
        (109, "WEBVIEW_INSTANCE_GET_SETTINGS"),
        (110, "WEBVIEW_INSTANCE_GET_AW_CONTENTS"),
        (111, "PROFILE_STORE_GET_PROFILE"),
        (112, "PROFILE_STORE_GET_OR_CREATE_PROFILE"),
        (113, "PROFILE_STORE_GET_ALL_PROFILE_NAMES"),
        (114, "PROFILE_STORE_DELETE_PROFILE"),
        (115, "PROFILE_PRECONNECT"),
        (116, "PROFILE_GET_COOKIE_MANAGER"),
        (117, "PROFILE_GET_WEB_STORAGE"),
        (118, "PROFILE_GET_GEOLOCATION_PERMISSIONS"),
        (119, "PROFILE_GET_SERVICE_WORKER_CONTROLLER"),
        (120, "PROFILE_PREFETCH_URL"),
        (121, "PROFILE_PREFETCH_URL_ASYNC"),
        (122, "PROFILE_CANCEL_PREFETCH"),
        (123, "PROFILE_SET_MAX_PRERENDERS"),
        (124, "PROFILE_CLEAR_MAX_PRERENDERS"),
        (125, "PROFILE_GET_MAX_PRERENDERS"),
        (126, "PROFILE_SET_MAX_PREFETCHES"),
        (127, "PROFILE_CLEAR_MAX_PREFETCHES"),
        (128, "PROFILE_GET_MAX_PREFETCHES"),
        (129, "PROFILE_SET_PREFETCH_TTL_SECONDS"),
        (130, "PROFILE_CLEAR_PREFETCH_TTL"),
        (131, "PROFILE_GET_PREFETCH_TTL_SECONDS"),
        (132, "PROFILE_SET_SPECULATIVE_LOADING_CONFIG"),
        (133, "PROFILE_GET_BROWSER_CONTEXT"),
        (134, "PROFILE_WARM_UP_RENDERER_PROCESS"),
        (135, "PROFILE_SET_ORIGIN_MATCHED_HEADER"),
        (136, "PROFILE_ADD_ORIGIN_MATCHED_HEADER"),
        (137, "PROFILE_HAS_ORIGIN_MATCHED_HEADER"),
        (138, "PROFILE_FIND_ORIGIN_MATCHED_HEADERS"),
        (139, "PROFILE_CLEAR_ORIGIN_MATCHED_HEADER"),
        (140, "PROFILE_CLEAR_ALL_ORIGIN_MATCHED_HEADERS"),
        (141, "PROFILE_ADD_QUIC_HINTS"),
        (142, "PROFILE_GET_HTTP_CACHE_MANAGER"),
        (143, "PROFILE_SET_CROSS_ORIGIN_ISOLATED_ALLOW_LIST"),
        (144, "PROFILE_GET_CROSS_ORIGIN_ISOLATED_ALLOW_LIST"),
        (145, "WEBVIEW_INSTANCE_ADD_DOCUMENT_START_JAVASCRIPT"),
        (146, "WEBVIEW_INSTANCE_ADD_JAVASCRIPT_ON_EVENT"),
        (147, "WEBVIEW_INSTANCE_GET_JAVASCRIPT_WORLD"),
        (148, "WEBVIEW_INSTANCE_GET_PROFILE"),
    ],
};
pub static WEB_VIEW_STARTUP_STARTUP_MODE: Enum = Enum {
    name: "perfetto.protos.WebViewStartup.StartupMode",
    values: &[
        (0, "FULLY_SYNC"),
        (1, "FULLY_ASYNC"),
        (2, "PARTIAL_ASYNC_THEN_SYNC"),
        (3, "ASYNC_BUT_FULLY_SYNC"),
    ],
};
pub static WINDOW_MANAGER_CONFIG_LOG_FREQUENCY: Enum = Enum {
    name: "perfetto.protos.WindowManagerConfig.LogFrequency",
    values: &[
        (0, "LOG_FREQUENCY_UNSPECIFIED"),
        (1, "LOG_FREQUENCY_FRAME"),
        (2, "LOG_FREQUENCY_TRANSACTION"),
        (3, "LOG_FREQUENCY_SINGLE_DUMP"),
    ],
};
pub static WINDOW_MANAGER_CONFIG_LOG_LEVEL: Enum = Enum {
    name: "perfetto.protos.WindowManagerConfig.LogLevel",
    values: &[
        (0, "LOG_LEVEL_UNSPECIFIED"),
        (1, "LOG_LEVEL_VERBOSE"),
        (2, "LOG_LEVEL_DEBUG"),
        (3, "LOG_LEVEL_CRITICAL"),
    ],
};
pub static WINDOW_MANAGER_CONFIG_LOG_MODE: Enum = Enum {
    name: "perfetto.protos.WindowManagerConfig.LogMode",
    values: &[
        (0, "LOG_MODE_UNSPECIFIED"),
        (1, "LOG_MODE_FULL_STATE"),
        (2, "LOG_MODE_INCREMENTAL"),
    ],
};
pub static ACTIVE_PROCESSES: Message = Message {
    name: "perfetto.protos.ActiveProcesses",
    fields: &[
        Field { number: 1, name: "pid", kind: Kind::Int, repeated: true },
    ],
};
pub static ANDROID_ACTIVITY: Message = Message {
    name: "perfetto.protos.AndroidActivity",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "view", kind: Kind::Message(&ANDROID_VIEW), repeated: true },
    ],
};
pub static ANDROID_AFLAGS_CONFIG: Message = Message {
    name: "perfetto.protos.AndroidAflagsConfig",
    fields: &[
        Field { number: 1, name: "poll_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static ANDROID_BINDER_DIED_EVENT: Message = Message {
    name: "perfetto.protos.AndroidBinderDiedEvent",
    fields: &[
        Field { number: 1, name: "uid", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "pid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "process_name", kind: Kind::String, repeated: false },
        Field { number: 4, name: "start_seq_id", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_BITMAP: Message = Message {
    name: "perfetto.protos.AndroidBitmap",
    fields: &[
        Field { number: 1, name: "size", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "width", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "height", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "density", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "config", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "mutable_pixels", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "pixel_storage_type", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "id", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_BROADCAST_EVENT: Message = Message {
    name: "perfetto.protos.AndroidBroadcastEvent",
    fields: &[
        Field { number: 1, name: "receiver_uid", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "receiver_pid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "sender_uid", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "sender_pid", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "action_name", kind: Kind::String, repeated: false },
        Field { number: 6, name: "receiver_type", kind: Kind::Enum(&RECEIVER_TYPE), repeated: false },
        Field { number: 7, name: "proc_start_type", kind: Kind::Enum(&PROCESS_START_TYPE), repeated: false },
        Field { number: 8, name: "dispatch_delay_ms", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "receive_delay_ms", kind: Kind::Int, repeated: false },
        Field { number: 10, name: "finish_delay_ms", kind: Kind::Int, repeated: false },
        Field { number: 11, name: "package_stopped_state", kind: Kind::Enum(&PACKAGE_STOPPED_STATE), repeated: false },
        Field { number: 12, name: "broadcast_type", kind: Kind::Flags(&ANDROID_FLAGS_BROADCAST_TYPE), repeated: false },
        Field { number: 13, name: "delivery_group_policy", kind: Kind::Enum(&BROADCAST_DELIVERY_GROUP_POLICY), repeated: false },
        Field { number: 14, name: "intent_flags", kind: Kind::Flags(&ANDROID_FLAGS_BROADCAST_INTENT_FLAG), repeated: false },
        Field { number: 15, name: "filter_priority", kind: Kind::Int, repeated: false },
        Field { number: 16, name: "sender_process_state", kind: Kind::Enum(&PROCESS_STATE_ENUM), repeated: false },
        Field { number: 17, name: "receiver_process_state", kind: Kind::Enum(&PROCESS_STATE_ENUM), repeated: false },
        Field { number: 18, name: "first_launch", kind: Kind::Uint, repeated: false },
    ],
};
pub static ANDROID_CAPABILITY_SUMMARY_EVENT: Message = Message {
    name: "perfetto.protos.AndroidCapabilitySummaryEvent",
    fields: &[
        Field { number: 1, name: "is_full_update", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "reason", kind: Kind::Enum(&OOM_CHANGE_REASON_ENUM), repeated: false },
        Field { number: 3, name: "total_processes", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "discrepant_processes", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_CAPABILITY_UPDATE_EVENT: Message = Message {
    name: "perfetto.protos.AndroidCapabilityUpdateEvent",
    fields: &[
        Field { number: 1, name: "is_full_update", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "reason", kind: Kind::Enum(&OOM_CHANGE_REASON_ENUM), repeated: false },
        Field { number: 3, name: "pid", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "capability", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "cpu_reasons", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "implicit_cpu_reasons", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "legacy_capability", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "legacy_cpu_reasons", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "legacy_implicit_cpu_reasons", kind: Kind::Int, repeated: false },
        Field { number: 10, name: "oom_adj", kind: Kind::Int, repeated: false },
        Field { number: 11, name: "proc_state", kind: Kind::Enum(&PROCESS_STATE_ENUM), repeated: false },
        Field { number: 12, name: "flags", kind: Kind::Flags(&ANDROID_FLAGS_CAPABILITY_UPDATE_FLAG), repeated: false },
    ],
};
pub static ANDROID_CHOREOGRAPHER_FRAME_CALLBACK_DATA: Message = Message {
    name: "perfetto.protos.AndroidChoreographerFrameCallbackData",
    fields: &[
        Field { number: 1, name: "frame_time_us", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "frame_timeline", kind: Kind::Message(&ANDROID_CHOREOGRAPHER_FRAME_CALLBACK_DATA_FRAME_TIMELINE), repeated: true },
        Field { number: 3, name: "preferred_frame_timeline_index", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "chrome_preferred_frame_timeline", kind: Kind::Message(&ANDROID_CHOREOGRAPHER_FRAME_CALLBACK_DATA_FRAME_TIMELINE), repeated: false },
    ],
};
pub static ANDROID_CHOREOGRAPHER_FRAME_CALLBACK_DATA_FRAME_TIMELINE: Message = Message {
    name: "perfetto.protos.AndroidChoreographerFrameCallbackData.FrameTimeline",
    fields: &[
        Field { number: 1, name: "vsync_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "latch_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "present_delta_us", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_FREEZER_EVENT: Message = Message {
    name: "perfetto.protos.AndroidFreezerEvent",
    fields: &[
        Field { number: 1, name: "uid", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "pid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "unfrozen_dur_ms", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "frozen_dur_ms", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "unfreeze_reason", kind: Kind::Enum(&UNFREEZE_REASON), repeated: false },
    ],
};
pub static ANDROID_GAME_INTERVENTION_LIST_CONFIG: Message = Message {
    name: "perfetto.protos.AndroidGameInterventionListConfig",
    fields: &[
        Field { number: 1, name: "package_name_filter", kind: Kind::String, repeated: true },
    ],
};
pub static ANDROID_INPUT_EVENT_CONFIG: Message = Message {
    name: "perfetto.protos.AndroidInputEventConfig",
    fields: &[
        Field { number: 1, name: "mode", kind: Kind::Enum(&ANDROID_INPUT_EVENT_CONFIG_TRACE_MODE), repeated: false },
        Field { number: 2, name: "rules", kind: Kind::Message(&ANDROID_INPUT_EVENT_CONFIG_TRACE_RULE), repeated: true },
        Field { number: 3, name: "trace_dispatcher_input_events", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "trace_dispatcher_window_dispatch", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "trace_evdev_events", kind: Kind::Bool, repeated: false },
    ],
};
pub static ANDROID_INPUT_EVENT_CONFIG_TRACE_RULE: Message = Message {
    name: "perfetto.protos.AndroidInputEventConfig.TraceRule",
    fields: &[
        Field { number: 1, name: "trace_level", kind: Kind::Enum(&ANDROID_INPUT_EVENT_CONFIG_TRACE_LEVEL), repeated: false },
        Field { number: 2, name: "match_all_packages", kind: Kind::String, repeated: true },
        Field { number: 3, name: "match_any_packages", kind: Kind::String, repeated: true },
        Field { number: 4, name: "match_secure", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "match_ime_connection_active", kind: Kind::Bool, repeated: false },
    ],
};
pub static ANDROID_IPC: Message = Message {
    name: "perfetto.protos.AndroidIPC",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "dur_ms", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_JOB_SCHEDULER_JOB: Message = Message {
    name: "perfetto.protos.AndroidJobSchedulerJob",
    fields: &[
        Field { number: 1, name: "job_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "source_uid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "proxy_uid", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "state", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "standby_bucket", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "requested_priority", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "effective_priority", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "num_previous_attempts", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "deadline_ms", kind: Kind::Int, repeated: false },
        Field { number: 10, name: "delay_ms", kind: Kind::Int, repeated: false },
        Field { number: 11, name: "job_start_latency_ms", kind: Kind::Int, repeated: false },
        Field { number: 12, name: "num_uncompleted_work_items", kind: Kind::Int, repeated: false },
        Field { number: 13, name: "proc_state", kind: Kind::Int, repeated: false },
        Field { number: 14, name: "periodic_job_interval_ms", kind: Kind::Int, repeated: false },
        Field { number: 15, name: "periodic_job_flex_interval_ms", kind: Kind::Int, repeated: false },
        Field { number: 16, name: "num_reschedules_due_to_abandonment", kind: Kind::Int, repeated: false },
        Field { number: 17, name: "back_off_policy_type", kind: Kind::Int, repeated: false },
        Field { number: 18, name: "internal_stop_reason", kind: Kind::Int, repeated: false },
        Field { number: 19, name: "public_stop_reason", kind: Kind::Int, repeated: false },
        Field { number: 20, name: "job_state_flags", kind: Kind::Int, repeated: false },
        Field { number: 21, name: "job_name_iid", kind: Kind::Uint, repeated: false },
    ],
};
pub static ANDROID_LOG_CONFIG: Message = Message {
    name: "perfetto.protos.AndroidLogConfig",
    fields: &[
        Field { number: 1, name: "log_ids", kind: Kind::Enum(&ANDROID_LOG_ID), repeated: true },
        Field { number: 3, name: "min_prio", kind: Kind::Enum(&ANDROID_LOG_PRIORITY), repeated: false },
        Field { number: 4, name: "filter_tags", kind: Kind::String, repeated: true },
        Field { number: 5, name: "preserve_log_buffer", kind: Kind::Bool, repeated: false },
    ],
};
pub static ANDROID_MESSAGE_QUEUE: Message = Message {
    name: "perfetto.protos.AndroidMessageQueue",
    fields: &[
        Field { number: 1, name: "sending_thread_name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "receiving_thread_name", kind: Kind::String, repeated: false },
        Field { number: 3, name: "message_code", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "message_delay_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static ANDROID_POLLED_STATE_CONFIG: Message = Message {
    name: "perfetto.protos.AndroidPolledStateConfig",
    fields: &[
        Field { number: 1, name: "poll_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static ANDROID_POWER_CONFIG: Message = Message {
    name: "perfetto.protos.AndroidPowerConfig",
    fields: &[
        Field { number: 1, name: "battery_poll_ms", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "battery_counters", kind: Kind::Enum(&ANDROID_POWER_CONFIG_BATTERY_COUNTERS), repeated: true },
        Field { number: 3, name: "collect_power_rails", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "collect_energy_estimation_breakdown", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "collect_entity_state_residency", kind: Kind::Bool, repeated: false },
    ],
};
pub static ANDROID_PROCESS_DIED_EVENT: Message = Message {
    name: "perfetto.protos.AndroidProcessDiedEvent",
    fields: &[
        Field { number: 1, name: "uid", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "pid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "process_name", kind: Kind::String, repeated: false },
        Field { number: 4, name: "reason", kind: Kind::Enum(&APP_EXIT_REASON_CODE), repeated: false },
        Field { number: 5, name: "sub_reason", kind: Kind::Enum(&APP_EXIT_SUB_REASON_CODE), repeated: false },
        Field { number: 6, name: "importance", kind: Kind::Enum(&IMPORTANCE), repeated: false },
        Field { number: 7, name: "rss_kb", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "has_foreground_services", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "start_seq_id", kind: Kind::Int, repeated: false },
        Field { number: 10, name: "package_uid", kind: Kind::Int, repeated: false },
        Field { number: 11, name: "defining_uid", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_PROCESS_START_EVENT: Message = Message {
    name: "perfetto.protos.AndroidProcessStartEvent",
    fields: &[
        Field { number: 1, name: "uid", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "pid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "process_name", kind: Kind::String, repeated: false },
        Field { number: 4, name: "bind_application_delay_ms", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "process_start_delay_ms", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "hosting_name", kind: Kind::String, repeated: false },
        Field { number: 7, name: "hosting_type", kind: Kind::Enum(&HOSTING_TYPE_ID), repeated: false },
        Field { number: 8, name: "trigger_type", kind: Kind::Enum(&TRIGGER_TYPE), repeated: false },
        Field { number: 9, name: "hosting_zygote_variant", kind: Kind::Enum(&HOSTING_ZYGOTE_VARIANT), repeated: false },
        Field { number: 10, name: "start_seq_id", kind: Kind::Int, repeated: false },
        Field { number: 11, name: "package_uid", kind: Kind::Int, repeated: false },
        Field { number: 12, name: "caller_uid", kind: Kind::Int, repeated: false },
        Field { number: 13, name: "defining_uid", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_PROCESS_STATE_CHANGED_EVENT: Message = Message {
    name: "perfetto.protos.AndroidProcessStateChangedEvent",
    fields: &[
        Field { number: 1, name: "uid", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "pid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "prev_proc_state", kind: Kind::Enum(&PROCESS_STATE_ENUM), repeated: false },
        Field { number: 4, name: "cur_proc_state", kind: Kind::Enum(&PROCESS_STATE_ENUM), repeated: false },
        Field { number: 5, name: "prev_capability_flags", kind: Kind::Flags(&ANDROID_FLAGS_PROCESS_CAPABILITY_ENUM), repeated: false },
        Field { number: 6, name: "cur_capability_flags", kind: Kind::Flags(&ANDROID_FLAGS_PROCESS_CAPABILITY_ENUM), repeated: false },
        Field { number: 7, name: "prev_oom_score", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "cur_oom_score", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "reason", kind: Kind::Enum(&OOM_CHANGE_REASON_ENUM), repeated: false },
        Field { number: 10, name: "seq_id", kind: Kind::Int, repeated: false },
        Field { number: 11, name: "cpu_time_reasons", kind: Kind::Flags(&ANDROID_FLAGS_CPU_TIME_REASON), repeated: false },
        Field { number: 12, name: "implicit_cpu_time_reasons", kind: Kind::Flags(&ANDROID_FLAGS_CPU_TIME_REASON), repeated: false },
        Field { number: 13, name: "freeze_policy_flags", kind: Kind::Flags(&ANDROID_FLAGS_FREEZER_POLICY_FLAG), repeated: false },
    ],
};
pub static ANDROID_PROCESS_STATE_CONFIG: Message = Message {
    name: "perfetto.protos.AndroidProcessStateConfig",
    fields: &[
        Field { number: 1, name: "dump_process_metadata", kind: Kind::Bool, repeated: false },
    ],
};
pub static ANDROID_PROC_STATE_SUMMARY_EVENT: Message = Message {
    name: "perfetto.protos.AndroidProcStateSummaryEvent",
    fields: &[
        Field { number: 1, name: "is_full_update", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "reason", kind: Kind::Enum(&OOM_CHANGE_REASON_ENUM), repeated: false },
        Field { number: 3, name: "total_processes", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "discrepant_processes", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "known_discrepant_processes", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_PROC_STATE_UPDATE_EVENT: Message = Message {
    name: "perfetto.protos.AndroidProcStateUpdateEvent",
    fields: &[
        Field { number: 1, name: "is_full_update", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "reason", kind: Kind::Enum(&OOM_CHANGE_REASON_ENUM), repeated: false },
        Field { number: 3, name: "pid", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "proc_state", kind: Kind::Enum(&PROCESS_STATE_ENUM), repeated: false },
        Field { number: 5, name: "legacy_proc_state", kind: Kind::Enum(&PROCESS_STATE_ENUM), repeated: false },
        Field { number: 6, name: "oom_adj", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "flags", kind: Kind::Flags(&ANDROID_FLAGS_PROC_STATE_CONTROLLER_TRACE_FLAGS), repeated: false },
        Field { number: 8, name: "known_inconsistent_behavior", kind: Kind::Flags(&ANDROID_FLAGS_PROC_STATE_CONTROLLER_INCONSISTENT_BEHAVIOR), repeated: false },
    ],
};
pub static ANDROID_PROVIDER_STATE_CHANGED_EVENT: Message = Message {
    name: "perfetto.protos.AndroidProviderStateChangedEvent",
    fields: &[
        Field { number: 1, name: "uid", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "pid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "authority", kind: Kind::String, repeated: false },
        Field { number: 4, name: "caller_uid", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "caller_pid", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "is_stable", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_SDK_SYSPROP_GUARD_CONFIG: Message = Message {
    name: "perfetto.protos.AndroidSdkSyspropGuardConfig",
    fields: &[
        Field { number: 1, name: "surfaceflinger_skia_track_events", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "hwui_skia_track_events", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "hwui_package_name_filter", kind: Kind::String, repeated: true },
    ],
};
pub static ANDROID_SELF_BROADCAST_EVENT: Message = Message {
    name: "perfetto.protos.AndroidSelfBroadcastEvent",
    fields: &[
        Field { number: 1, name: "pid", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "uid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "action_name", kind: Kind::String, repeated: false },
        Field { number: 4, name: "process_state", kind: Kind::Enum(&PROCESS_STATE_ENUM), repeated: false },
        Field { number: 5, name: "broadcast_type", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "intent_flags", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "registered_receiver_count", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "manifest_receiver_count", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "delivery_group_policy", kind: Kind::Int, repeated: false },
        Field { number: 10, name: "trace_cookie", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_SERVICE_STATE_CHANGED_EVENT: Message = Message {
    name: "perfetto.protos.AndroidServiceStateChangedEvent",
    fields: &[
        Field { number: 1, name: "uid", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "pid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "component_name", kind: Kind::String, repeated: false },
        Field { number: 4, name: "intent_action", kind: Kind::String, repeated: false },
        Field { number: 5, name: "bind_id", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "foreground_service_type", kind: Kind::Flags(&ANDROID_FLAGS_FOREGROUND_SERVICE_TYPE_FLAG), repeated: false },
        Field { number: 7, name: "caller_uid", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "caller_pid", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "reason_enum", kind: Kind::Enum(&SERVICE_RESTART_REASON), repeated: false },
        Field { number: 10, name: "bind_flags", kind: Kind::Flags(&ANDROID_FLAGS_SERVICE_BIND_FLAG), repeated: false },
    ],
};
pub static ANDROID_SURFACE_FLINGER_WORKLOAD: Message = Message {
    name: "perfetto.protos.AndroidSurfaceFlingerWorkload",
    fields: &[
        Field { number: 1, name: "source", kind: Kind::Enum(&ANDROID_SURFACE_FLINGER_WORKLOAD_SOURCE), repeated: false },
        Field { number: 2, name: "output_name", kind: Kind::String, repeated: false },
        Field { number: 3, name: "vsync_id", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "summary", kind: Kind::Message(&ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY), repeated: false },
    ],
};
pub static ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY: Message = Message {
    name: "perfetto.protos.AndroidSurfaceFlingerWorkload.Summary",
    fields: &[
        Field { number: 1, name: "timings", kind: Kind::Message(&ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS), repeated: false },
        Field { number: 2, name: "stats", kind: Kind::Message(&ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_STATS), repeated: false },
    ],
};
pub static ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_STATS: Message = Message {
    name: "perfetto.protos.AndroidSurfaceFlingerWorkload.Summary.Stats",
    fields: &[
        Field { number: 1, name: "gpu_composited_layers", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "dpu_composited_layers", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS: Message = Message {
    name: "perfetto.protos.AndroidSurfaceFlingerWorkload.Summary.Timings",
    fields: &[
        Field { number: 1, name: "sf_cpu", kind: Kind::Message(&ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_SF_CPU), repeated: false },
        Field { number: 2, name: "hwc", kind: Kind::Message(&ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_HWC), repeated: false },
        Field { number: 3, name: "re", kind: Kind::Message(&ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_RE), repeated: false },
        Field { number: 4, name: "skia", kind: Kind::Message(&ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_SKIA), repeated: false },
    ],
};
pub static ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_HWC: Message = Message {
    name: "perfetto.protos.AndroidSurfaceFlingerWorkload.Summary.Timings.Hwc",
    fields: &[
        Field { number: 1, name: "present_nanos", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "validate_nanos", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "present_or_validate_nanos", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_RE: Message = Message {
    name: "perfetto.protos.AndroidSurfaceFlingerWorkload.Summary.Timings.Re",
    fields: &[
        Field { number: 1, name: "draw_layers_nanos", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "gpu_completion_nanos", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_SF_CPU: Message = Message {
    name: "perfetto.protos.AndroidSurfaceFlingerWorkload.Summary.Timings.SfCpu",
    fields: &[
        Field { number: 1, name: "frame_signal_nanos", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "commit_nanos", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "composite_nanos", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_SKIA: Message = Message {
    name: "perfetto.protos.AndroidSurfaceFlingerWorkload.Summary.Timings.Skia",
    fields: &[
        Field { number: 1, name: "flush_nanos", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "submit_nanos", kind: Kind::Int, repeated: false },
    ],
};
pub static ANDROID_SYSTEM_PROPERTY_CONFIG: Message = Message {
    name: "perfetto.protos.AndroidSystemPropertyConfig",
    fields: &[
        Field { number: 1, name: "poll_ms", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "property_name", kind: Kind::String, repeated: true },
    ],
};
pub static ANDROID_TOOLBAR: Message = Message {
    name: "perfetto.protos.AndroidToolbar",
    fields: &[
        Field { number: 1, name: "block_capture_reason", kind: Kind::Enum(&ANDROID_TOOLBAR_BLOCK_CAPTURE_REASON), repeated: false },
        Field { number: 2, name: "allow_capture_reason", kind: Kind::Enum(&ANDROID_TOOLBAR_ALLOW_CAPTURE_REASON), repeated: false },
        Field { number: 3, name: "snapshot_difference", kind: Kind::Enum(&ANDROID_TOOLBAR_SNAPSHOT_DIFFERENCE), repeated: false },
    ],
};
pub static ANDROID_USER_LIST_CONFIG: Message = Message {
    name: "perfetto.protos.AndroidUserListConfig",
    fields: &[
        Field { number: 1, name: "user_type_filter", kind: Kind::String, repeated: true },
    ],
};
pub static ANDROID_VIEW: Message = Message {
    name: "perfetto.protos.AndroidView",
    fields: &[
        Field { number: 1, name: "id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "parent_id", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "is_shown", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "is_dirty", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "class_name", kind: Kind::String, repeated: false },
        Field { number: 6, name: "resource_name", kind: Kind::String, repeated: false },
    ],
};
pub static ANDROID_VIEW_DUMP: Message = Message {
    name: "perfetto.protos.AndroidViewDump",
    fields: &[
        Field { number: 1, name: "activity", kind: Kind::Message(&ANDROID_ACTIVITY), repeated: true },
    ],
};
pub static ANDROID_VSYNC_INTERVAL_DECISION: Message = Message {
    name: "perfetto.protos.AndroidVsyncIntervalDecision",
    fields: &[
        Field { number: 1, name: "source", kind: Kind::Enum(&ANDROID_VSYNC_INTERVAL_DECISION_VSYNC_INTERVAL_SOURCE), repeated: false },
        Field { number: 2, name: "os_provided_interval_us", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "timeline_derived_interval_us", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "snapped_supported_interval_us", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "supported_intervals_us", kind: Kind::Int, repeated: true },
    ],
};
pub static ANIMATION_FRAME_SCRIPT_TIMING_INFO: Message = Message {
    name: "perfetto.protos.AnimationFrameScriptTimingInfo",
    fields: &[
        Field { number: 1, name: "style_duration_ms", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "layout_duration_ms", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "pause_duration_ms", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "class_like_name", kind: Kind::String, repeated: false },
        Field { number: 5, name: "property_like_name", kind: Kind::String, repeated: false },
        Field { number: 6, name: "source_location_url", kind: Kind::String, repeated: false },
        Field { number: 7, name: "source_location_function_name", kind: Kind::String, repeated: false },
        Field { number: 8, name: "source_location_char_position", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "invoker_type", kind: Kind::Enum(&ANIMATION_FRAME_SCRIPT_TIMING_INFO_INVOKER_TYPE), repeated: false },
        Field { number: 10, name: "third_party_technology", kind: Kind::Enum(&ANIMATION_FRAME_SCRIPT_TIMING_INFO_THIRD_PARTY_TECHNOLOGY), repeated: false },
    ],
};
pub static ANIMATION_FRAME_TIMING_INFO: Message = Message {
    name: "perfetto.protos.AnimationFrameTimingInfo",
    fields: &[
        Field { number: 1, name: "blocking_duration_ms", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "duration_ms", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "num_scripts", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "begin_frame_id", kind: Kind::Message(&BEGIN_FRAME_ID), repeated: false },
    ],
};
pub static APP_WAKELOCKS_CONFIG: Message = Message {
    name: "perfetto.protos.AppWakelocksConfig",
    fields: &[
        Field { number: 1, name: "write_delay_ms", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "filter_duration_below_ms", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "drop_owner_pid", kind: Kind::Bool, repeated: false },
    ],
};
pub static BACK_FORWARD_CACHE_CAN_STORE_DOCUMENT_RESULT: Message = Message {
    name: "perfetto.protos.BackForwardCacheCanStoreDocumentResult",
    fields: &[
        Field { number: 1, name: "back_forward_cache_not_restored_reason", kind: Kind::Enum(&BACK_FORWARD_CACHE_CAN_STORE_DOCUMENT_RESULT_BACK_FORWARD_CACHE_NOT_RESTORED_REASON), repeated: false },
    ],
};
pub static BEGIN_FRAME_ARGS: Message = Message {
    name: "perfetto.protos.BeginFrameArgs",
    fields: &[
        Field { number: 1, name: "type", kind: Kind::Enum(&BEGIN_FRAME_ARGS_BEGIN_FRAME_ARGS_TYPE), repeated: false },
        Field { number: 2, name: "source_id", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "sequence_number", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "frame_time_us", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "deadline_us", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "interval_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "on_critical_path", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "animate_only", kind: Kind::Bool, repeated: false },
        Field { number: 9, name: "source_location_iid", kind: Kind::Uint, repeated: false },
        Field { number: 10, name: "source_location", kind: Kind::Message(&SOURCE_LOCATION), repeated: false },
        Field { number: 12, name: "frames_throttled_since_last", kind: Kind::Int, repeated: false },
    ],
};
pub static BEGIN_FRAME_ARGS_V2: Message = Message {
    name: "perfetto.protos.BeginFrameArgsV2",
    fields: &[
        Field { number: 1, name: "type", kind: Kind::Enum(&BEGIN_FRAME_ARGS_V2_BEGIN_FRAME_ARGS_TYPE), repeated: false },
        Field { number: 2, name: "source_id", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "sequence_number", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "frame_time_us", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "deadline_us", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "interval_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "on_critical_path", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "animate_only", kind: Kind::Bool, repeated: false },
        Field { number: 9, name: "source_location_iid", kind: Kind::Uint, repeated: false },
        Field { number: 10, name: "source_location", kind: Kind::Message(&SOURCE_LOCATION), repeated: false },
        Field { number: 11, name: "frames_throttled_since_last", kind: Kind::Int, repeated: false },
        Field { number: 12, name: "unthrottled_interval_delta_us", kind: Kind::Int, repeated: false },
    ],
};
pub static BEGIN_FRAME_ID: Message = Message {
    name: "perfetto.protos.BeginFrameId",
    fields: &[
        Field { number: 1, name: "source_id", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "sequence_number", kind: Kind::Uint, repeated: false },
    ],
};
pub static BEGIN_FRAME_OBSERVER_STATE: Message = Message {
    name: "perfetto.protos.BeginFrameObserverState",
    fields: &[
        Field { number: 1, name: "dropped_begin_frame_args", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "last_begin_frame_args", kind: Kind::Message(&BEGIN_FRAME_ARGS), repeated: false },
    ],
};
pub static BEGIN_FRAME_OBSERVER_STATE_V2: Message = Message {
    name: "perfetto.protos.BeginFrameObserverStateV2",
    fields: &[
        Field { number: 1, name: "dropped_begin_frame_args", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "last_begin_frame_args", kind: Kind::Message(&BEGIN_FRAME_ARGS_V2), repeated: false },
    ],
};
pub static BEGIN_FRAME_SOURCE_STATE: Message = Message {
    name: "perfetto.protos.BeginFrameSourceState",
    fields: &[
        Field { number: 1, name: "source_id", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "paused", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "num_observers", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "last_begin_frame_args", kind: Kind::Message(&BEGIN_FRAME_ARGS), repeated: false },
    ],
};
pub static BEGIN_FRAME_SOURCE_STATE_V2: Message = Message {
    name: "perfetto.protos.BeginFrameSourceStateV2",
    fields: &[
        Field { number: 1, name: "source_id", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "paused", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "num_observers", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "last_begin_frame_args", kind: Kind::Message(&BEGIN_FRAME_ARGS_V2), repeated: false },
    ],
};
pub static BEGIN_IMPL_FRAME_ARGS: Message = Message {
    name: "perfetto.protos.BeginImplFrameArgs",
    fields: &[
        Field { number: 1, name: "updated_at_us", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "finished_at_us", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "state", kind: Kind::Enum(&BEGIN_IMPL_FRAME_ARGS_STATE), repeated: false },
        Field { number: 4, name: "current_args", kind: Kind::Message(&BEGIN_FRAME_ARGS), repeated: false },
        Field { number: 5, name: "last_args", kind: Kind::Message(&BEGIN_FRAME_ARGS), repeated: false },
        Field { number: 6, name: "timestamps_in_us", kind: Kind::Message(&BEGIN_IMPL_FRAME_ARGS_TIMESTAMPS_IN_US), repeated: false },
    ],
};
pub static BEGIN_IMPL_FRAME_ARGS_TIMESTAMPS_IN_US: Message = Message {
    name: "perfetto.protos.BeginImplFrameArgs.TimestampsInUs",
    fields: &[
        Field { number: 1, name: "interval_delta", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "now_to_deadline_delta", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "frame_time_to_now_delta", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "frame_time_to_deadline_delta", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "now", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "frame_time", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "deadline", kind: Kind::Int, repeated: false },
    ],
};
pub static BEGIN_IMPL_FRAME_ARGS_V2: Message = Message {
    name: "perfetto.protos.BeginImplFrameArgsV2",
    fields: &[
        Field { number: 1, name: "updated_at_us", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "finished_at_us", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "state", kind: Kind::Enum(&BEGIN_IMPL_FRAME_ARGS_V2_STATE), repeated: false },
        Field { number: 4, name: "current_args", kind: Kind::Message(&BEGIN_FRAME_ARGS_V2), repeated: false },
        Field { number: 5, name: "last_args", kind: Kind::Message(&BEGIN_FRAME_ARGS_V2), repeated: false },
        Field { number: 6, name: "timestamps_in_us", kind: Kind::Message(&BEGIN_IMPL_FRAME_ARGS_V2_TIMESTAMPS_IN_US), repeated: false },
    ],
};
pub static BEGIN_IMPL_FRAME_ARGS_V2_TIMESTAMPS_IN_US: Message = Message {
    name: "perfetto.protos.BeginImplFrameArgsV2.TimestampsInUs",
    fields: &[
        Field { number: 1, name: "interval_delta", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "now_to_deadline_delta", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "frame_time_to_now_delta", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "frame_time_to_deadline_delta", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "now", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "frame_time", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "deadline", kind: Kind::Int, repeated: false },
    ],
};
pub static BLINK_TASK_SCOPE: Message = Message {
    name: "perfetto.protos.BlinkTaskScope",
    fields: &[
        Field { number: 1, name: "type", kind: Kind::Enum(&BLINK_TASK_SCOPE_TASK_SCOPE_TYPE), repeated: false },
        Field { number: 2, name: "scope_task_id", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "running_task_id_to_be_restored", kind: Kind::Int, repeated: false },
    ],
};
pub static BROWSING_CONTEXT_STATE: Message = Message {
    name: "perfetto.protos.BrowsingContextState",
    fields: &[
        Field { number: 1, name: "browsing_instance_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "coop_related_group_id", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "coop_related_group_token", kind: Kind::String, repeated: false },
        Field { number: 99, name: "debug_annotations", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
    ],
};
pub static CHILD_PROCESS_LAUNCHER_PRIORITY: Message = Message {
    name: "perfetto.protos.ChildProcessLauncherPriority",
    fields: &[
        Field { number: 1, name: "is_backgrounded", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "has_pending_views", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "importance", kind: Kind::Enum(&CHILD_PROCESS_LAUNCHER_PRIORITY_IMPORTANCE), repeated: false },
    ],
};
pub static CHROME_ACCESSIBILITY_WIN_NOTIFY_WIN_EVENT: Message = Message {
    name: "perfetto.protos.ChromeAccessibilityWinNotifyWinEvent",
    fields: &[
        Field { number: 1, name: "native_event", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_ACTIVE_PROCESSES: Message = Message {
    name: "perfetto.protos.ChromeActiveProcesses",
    fields: &[
        Field { number: 1, name: "pid", kind: Kind::Int, repeated: true },
    ],
};
pub static CHROME_APPLICATION_STATE_INFO: Message = Message {
    name: "perfetto.protos.ChromeApplicationStateInfo",
    fields: &[
        Field { number: 1, name: "application_state", kind: Kind::Enum(&CHROME_APPLICATION_STATE_INFO_CHROME_APPLICATION_STATE), repeated: false },
    ],
};
pub static CHROME_BROWSER_CONTEXT: Message = Message {
    name: "perfetto.protos.ChromeBrowserContext",
    fields: &[
        Field { number: 2, name: "id", kind: Kind::String, repeated: false },
    ],
};
pub static CHROME_COMPOSITOR_SCHEDULER_STATE: Message = Message {
    name: "perfetto.protos.ChromeCompositorSchedulerState",
    fields: &[
        Field { number: 1, name: "state_machine", kind: Kind::Message(&CHROME_COMPOSITOR_STATE_MACHINE), repeated: false },
        Field { number: 2, name: "observing_begin_frame_source", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "begin_impl_frame_deadline_task", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "pending_begin_frame_task", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "skipped_last_frame_missed_exceeded_deadline", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "skipped_last_frame_to_reduce_latency", kind: Kind::Bool, repeated: false },
        Field { number: 7, name: "inside_action", kind: Kind::Enum(&CHROME_COMPOSITOR_SCHEDULER_ACTION), repeated: false },
        Field { number: 8, name: "deadline_mode", kind: Kind::Enum(&CHROME_COMPOSITOR_SCHEDULER_STATE_BEGIN_IMPL_FRAME_DEADLINE_MODE), repeated: false },
        Field { number: 9, name: "deadline_us", kind: Kind::Int, repeated: false },
        Field { number: 10, name: "deadline_scheduled_at_us", kind: Kind::Int, repeated: false },
        Field { number: 11, name: "now_us", kind: Kind::Int, repeated: false },
        Field { number: 12, name: "now_to_deadline_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 13, name: "now_to_deadline_scheduled_at_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 14, name: "begin_impl_frame_args", kind: Kind::Message(&BEGIN_IMPL_FRAME_ARGS), repeated: false },
        Field { number: 15, name: "begin_frame_observer_state", kind: Kind::Message(&BEGIN_FRAME_OBSERVER_STATE), repeated: false },
        Field { number: 16, name: "begin_frame_source_state", kind: Kind::Message(&BEGIN_FRAME_SOURCE_STATE), repeated: false },
        Field { number: 17, name: "compositor_timing_history", kind: Kind::Message(&COMPOSITOR_TIMING_HISTORY), repeated: false },
    ],
};
pub static CHROME_COMPOSITOR_SCHEDULER_STATE_V2: Message = Message {
    name: "perfetto.protos.ChromeCompositorSchedulerStateV2",
    fields: &[
        Field { number: 1, name: "state_machine", kind: Kind::Message(&CHROME_COMPOSITOR_STATE_MACHINE_V2), repeated: false },
        Field { number: 2, name: "observing_begin_frame_source", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "begin_impl_frame_deadline_task", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "pending_begin_frame_task", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "skipped_last_frame_missed_exceeded_deadline", kind: Kind::Bool, repeated: false },
        Field { number: 7, name: "inside_action", kind: Kind::Enum(&CHROME_COMPOSITOR_SCHEDULER_ACTION_V2), repeated: false },
        Field { number: 8, name: "deadline_mode", kind: Kind::Enum(&CHROME_COMPOSITOR_SCHEDULER_STATE_V2_BEGIN_IMPL_FRAME_DEADLINE_MODE), repeated: false },
        Field { number: 9, name: "deadline_us", kind: Kind::Int, repeated: false },
        Field { number: 10, name: "deadline_scheduled_at_us", kind: Kind::Int, repeated: false },
        Field { number: 11, name: "now_us", kind: Kind::Int, repeated: false },
        Field { number: 12, name: "now_to_deadline_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 13, name: "now_to_deadline_scheduled_at_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 14, name: "begin_impl_frame_args", kind: Kind::Message(&BEGIN_IMPL_FRAME_ARGS_V2), repeated: false },
        Field { number: 15, name: "begin_frame_observer_state", kind: Kind::Message(&BEGIN_FRAME_OBSERVER_STATE_V2), repeated: false },
        Field { number: 16, name: "begin_frame_source_state", kind: Kind::Message(&BEGIN_FRAME_SOURCE_STATE_V2), repeated: false },
        Field { number: 17, name: "compositor_timing_history", kind: Kind::Message(&COMPOSITOR_TIMING_HISTORY_V2), repeated: false },
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE: Message = Message {
    name: "perfetto.protos.ChromeCompositorStateMachine",
    fields: &[
        Field { number: 1, name: "major_state", kind: Kind::Message(&CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE), repeated: false },
        Field { number: 2, name: "minor_state", kind: Kind::Message(&CHROME_COMPOSITOR_STATE_MACHINE_MINOR_STATE), repeated: false },
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE: Message = Message {
    name: "perfetto.protos.ChromeCompositorStateMachine.MajorState",
    fields: &[
        Field { number: 1, name: "next_action", kind: Kind::Enum(&CHROME_COMPOSITOR_SCHEDULER_ACTION), repeated: false },
        Field { number: 2, name: "begin_impl_frame_state", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE_BEGIN_IMPL_FRAME_STATE), repeated: false },
        Field { number: 3, name: "begin_main_frame_state", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE_BEGIN_MAIN_FRAME_STATE), repeated: false },
        Field { number: 4, name: "layer_tree_frame_sink_state", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE_LAYER_TREE_FRAME_SINK_STATE), repeated: false },
        Field { number: 5, name: "forced_redraw_state", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE_FORCED_REDRAW_ON_TIMEOUT_STATE), repeated: false },
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_MINOR_STATE: Message = Message {
    name: "perfetto.protos.ChromeCompositorStateMachine.MinorState",
    fields: &[
        Field { number: 1, name: "commit_count", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "current_frame_number", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "last_frame_number_submit_performed", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "last_frame_number_draw_performed", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "last_frame_number_begin_main_frame_sent", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "did_draw", kind: Kind::Bool, repeated: false },
        Field { number: 7, name: "did_send_begin_main_frame_for_current_frame", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "did_notify_begin_main_frame_not_expected_until", kind: Kind::Bool, repeated: false },
        Field { number: 9, name: "did_notify_begin_main_frame_not_expected_soon", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "wants_begin_main_frame_not_expected", kind: Kind::Bool, repeated: false },
        Field { number: 11, name: "did_commit_during_frame", kind: Kind::Bool, repeated: false },
        Field { number: 12, name: "did_invalidate_layer_tree_frame_sink", kind: Kind::Bool, repeated: false },
        Field { number: 13, name: "did_perform_impl_side_invalidaion", kind: Kind::Bool, repeated: false },
        Field { number: 14, name: "did_prepare_tiles", kind: Kind::Bool, repeated: false },
        Field { number: 15, name: "consecutive_checkerboard_animations", kind: Kind::Int, repeated: false },
        Field { number: 16, name: "pending_submit_frames", kind: Kind::Int, repeated: false },
        Field { number: 17, name: "submit_frames_with_current_layer_tree_frame_sink", kind: Kind::Int, repeated: false },
        Field { number: 18, name: "needs_redraw", kind: Kind::Bool, repeated: false },
        Field { number: 19, name: "needs_prepare_tiles", kind: Kind::Bool, repeated: false },
        Field { number: 20, name: "needs_begin_main_frame", kind: Kind::Bool, repeated: false },
        Field { number: 21, name: "needs_one_begin_impl_frame", kind: Kind::Bool, repeated: false },
        Field { number: 22, name: "visible", kind: Kind::Bool, repeated: false },
        Field { number: 23, name: "begin_frame_source_paused", kind: Kind::Bool, repeated: false },
        Field { number: 24, name: "can_draw", kind: Kind::Bool, repeated: false },
        Field { number: 25, name: "resourceless_draw", kind: Kind::Bool, repeated: false },
        Field { number: 26, name: "has_pending_tree", kind: Kind::Bool, repeated: false },
        Field { number: 27, name: "pending_tree_is_ready_for_activation", kind: Kind::Bool, repeated: false },
        Field { number: 28, name: "active_tree_needs_first_draw", kind: Kind::Bool, repeated: false },
        Field { number: 29, name: "active_tree_is_ready_to_draw", kind: Kind::Bool, repeated: false },
        Field { number: 30, name: "did_create_and_initialize_first_layer_tree_frame_sink", kind: Kind::Bool, repeated: false },
        Field { number: 31, name: "tree_priority", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_MINOR_STATE_TREE_PRIORITY), repeated: false },
        Field { number: 32, name: "scroll_handler_state", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_MINOR_STATE_SCROLL_HANDLER_STATE), repeated: false },
        Field { number: 33, name: "critical_begin_main_frame_to_activate_is_fast", kind: Kind::Bool, repeated: false },
        Field { number: 34, name: "main_thread_missed_last_deadline", kind: Kind::Bool, repeated: false },
        Field { number: 35, name: "skip_next_begin_main_frame_to_reduce_latency", kind: Kind::Bool, repeated: false },
        Field { number: 36, name: "video_needs_begin_frames", kind: Kind::Bool, repeated: false },
        Field { number: 37, name: "defer_begin_main_frame", kind: Kind::Bool, repeated: false },
        Field { number: 38, name: "last_commit_had_no_updates", kind: Kind::Bool, repeated: false },
        Field { number: 39, name: "did_draw_in_last_frame", kind: Kind::Bool, repeated: false },
        Field { number: 40, name: "did_submit_in_last_frame", kind: Kind::Bool, repeated: false },
        Field { number: 41, name: "needs_impl_side_invalidation", kind: Kind::Bool, repeated: false },
        Field { number: 42, name: "current_pending_tree_is_impl_side", kind: Kind::Bool, repeated: false },
        Field { number: 43, name: "previous_pending_tree_was_impl_side", kind: Kind::Bool, repeated: false },
        Field { number: 44, name: "processing_animation_worklets_for_active_tree", kind: Kind::Bool, repeated: false },
        Field { number: 45, name: "processing_animation_worklets_for_pending_tree", kind: Kind::Bool, repeated: false },
        Field { number: 46, name: "processing_paint_worklets_for_pending_tree", kind: Kind::Bool, repeated: false },
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_V2: Message = Message {
    name: "perfetto.protos.ChromeCompositorStateMachineV2",
    fields: &[
        Field { number: 1, name: "major_state", kind: Kind::Message(&CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2), repeated: false },
        Field { number: 2, name: "minor_state", kind: Kind::Message(&CHROME_COMPOSITOR_STATE_MACHINE_V2_MINOR_STATE_V2), repeated: false },
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2: Message = Message {
    name: "perfetto.protos.ChromeCompositorStateMachineV2.MajorStateV2",
    fields: &[
        Field { number: 1, name: "next_action", kind: Kind::Enum(&CHROME_COMPOSITOR_SCHEDULER_ACTION_V2), repeated: false },
        Field { number: 2, name: "begin_impl_frame_state", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2_BEGIN_IMPL_FRAME_STATE), repeated: false },
        Field { number: 3, name: "begin_main_frame_state", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2_BEGIN_MAIN_FRAME_STATE), repeated: false },
        Field { number: 4, name: "layer_tree_frame_sink_state", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2_LAYER_TREE_FRAME_SINK_STATE), repeated: false },
        Field { number: 5, name: "forced_redraw_state", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2_FORCED_REDRAW_ON_TIMEOUT_STATE), repeated: false },
    ],
};
pub static CHROME_COMPOSITOR_STATE_MACHINE_V2_MINOR_STATE_V2: Message = Message {
    name: "perfetto.protos.ChromeCompositorStateMachineV2.MinorStateV2",
    fields: &[
        Field { number: 1, name: "commit_count", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "current_frame_number", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "last_frame_number_submit_performed", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "last_frame_number_draw_performed", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "last_frame_number_begin_main_frame_sent", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "did_draw", kind: Kind::Bool, repeated: false },
        Field { number: 7, name: "did_send_begin_main_frame_for_current_frame", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "did_notify_begin_main_frame_not_expected_until", kind: Kind::Bool, repeated: false },
        Field { number: 9, name: "did_notify_begin_main_frame_not_expected_soon", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "wants_begin_main_frame_not_expected", kind: Kind::Bool, repeated: false },
        Field { number: 11, name: "did_commit_during_frame", kind: Kind::Bool, repeated: false },
        Field { number: 12, name: "did_invalidate_layer_tree_frame_sink", kind: Kind::Bool, repeated: false },
        Field { number: 13, name: "did_perform_impl_side_invalidaion", kind: Kind::Bool, repeated: false },
        Field { number: 14, name: "did_prepare_tiles", kind: Kind::Bool, repeated: false },
        Field { number: 15, name: "consecutive_checkerboard_animations", kind: Kind::Int, repeated: false },
        Field { number: 16, name: "pending_submit_frames", kind: Kind::Int, repeated: false },
        Field { number: 17, name: "submit_frames_with_current_layer_tree_frame_sink", kind: Kind::Int, repeated: false },
        Field { number: 18, name: "needs_redraw", kind: Kind::Bool, repeated: false },
        Field { number: 19, name: "needs_prepare_tiles", kind: Kind::Bool, repeated: false },
        Field { number: 20, name: "needs_begin_main_frame", kind: Kind::Bool, repeated: false },
        Field { number: 21, name: "needs_one_begin_impl_frame", kind: Kind::Bool, repeated: false },
        Field { number: 22, name: "visible", kind: Kind::Bool, repeated: false },
        Field { number: 23, name: "begin_frame_source_paused", kind: Kind::Bool, repeated: false },
        Field { number: 24, name: "can_draw", kind: Kind::Bool, repeated: false },
        Field { number: 25, name: "resourceless_draw", kind: Kind::Bool, repeated: false },
        Field { number: 26, name: "has_pending_tree", kind: Kind::Bool, repeated: false },
        Field { number: 27, name: "pending_tree_is_ready_for_activation", kind: Kind::Bool, repeated: false },
        Field { number: 28, name: "active_tree_needs_first_draw", kind: Kind::Bool, repeated: false },
        Field { number: 29, name: "active_tree_is_ready_to_draw", kind: Kind::Bool, repeated: false },
        Field { number: 30, name: "did_create_and_initialize_first_layer_tree_frame_sink", kind: Kind::Bool, repeated: false },
        Field { number: 31, name: "tree_priority", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_V2_MINOR_STATE_V2_TREE_PRIORITY), repeated: false },
        Field { number: 32, name: "scroll_handler_state", kind: Kind::Enum(&CHROME_COMPOSITOR_STATE_MACHINE_V2_MINOR_STATE_V2_SCROLL_HANDLER_STATE), repeated: false },
        Field { number: 33, name: "critical_begin_main_frame_to_activate_is_fast", kind: Kind::Bool, repeated: false },
        Field { number: 34, name: "main_thread_missed_last_deadline", kind: Kind::Bool, repeated: false },
        Field { number: 36, name: "video_needs_begin_frames", kind: Kind::Bool, repeated: false },
        Field { number: 37, name: "defer_begin_main_frame", kind: Kind::Bool, repeated: false },
        Field { number: 38, name: "last_commit_had_no_updates", kind: Kind::Bool, repeated: false },
        Field { number: 39, name: "did_draw_in_last_frame", kind: Kind::Bool, repeated: false },
        Field { number: 40, name: "did_submit_in_last_frame", kind: Kind::Bool, repeated: false },
        Field { number: 41, name: "needs_impl_side_invalidation", kind: Kind::Bool, repeated: false },
        Field { number: 42, name: "current_pending_tree_is_impl_side", kind: Kind::Bool, repeated: false },
        Field { number: 43, name: "previous_pending_tree_was_impl_side", kind: Kind::Bool, repeated: false },
        Field { number: 44, name: "processing_animation_worklets_for_active_tree", kind: Kind::Bool, repeated: false },
        Field { number: 45, name: "processing_animation_worklets_for_pending_tree", kind: Kind::Bool, repeated: false },
        Field { number: 46, name: "processing_paint_worklets_for_pending_tree", kind: Kind::Bool, repeated: false },
        Field { number: 47, name: "should_warm_up", kind: Kind::Bool, repeated: false },
    ],
};
pub static CHROME_CONFIG: Message = Message {
    name: "perfetto.protos.ChromeConfig",
    fields: &[
        Field { number: 1, name: "trace_config", kind: Kind::String, repeated: false },
        Field { number: 2, name: "privacy_filtering_enabled", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "convert_to_legacy_json", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "client_priority", kind: Kind::Enum(&CHROME_CONFIG_CLIENT_PRIORITY), repeated: false },
        Field { number: 5, name: "json_agent_label_filter", kind: Kind::String, repeated: false },
        Field { number: 6, name: "event_package_name_filter_enabled", kind: Kind::Bool, repeated: false },
    ],
};
pub static CHROME_CONTENT_SETTINGS_EVENT_INFO: Message = Message {
    name: "perfetto.protos.ChromeContentSettingsEventInfo",
    fields: &[
        Field { number: 1, name: "number_of_exceptions", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_EXTENSION_ID: Message = Message {
    name: "perfetto.protos.ChromeExtensionId",
    fields: &[
        Field { number: 1, name: "extension_id", kind: Kind::String, repeated: false },
        Field { number: 2, name: "pseudonymized_extension_id", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_EXTENSION_SCRIPT_INJECTION: Message = Message {
    name: "perfetto.protos.ChromeExtensionScriptInjection",
    fields: &[
        Field { number: 1, name: "execution_world", kind: Kind::Enum(&CHROME_EXTENSION_SCRIPT_INJECTION_EXECUTION_WORLD), repeated: false },
        Field { number: 2, name: "user_script_world_id", kind: Kind::String, repeated: false },
    ],
};
pub static CHROME_FRAME_REPORTER: Message = Message {
    name: "perfetto.protos.ChromeFrameReporter",
    fields: &[
        Field { number: 1, name: "state", kind: Kind::Enum(&CHROME_FRAME_REPORTER_STATE), repeated: false },
        Field { number: 2, name: "reason", kind: Kind::Enum(&CHROME_FRAME_REPORTER_FRAME_DROP_REASON), repeated: false },
        Field { number: 3, name: "frame_source", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "frame_sequence", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "affects_smoothness", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "scroll_state", kind: Kind::Enum(&CHROME_FRAME_REPORTER_SCROLL_STATE), repeated: false },
        Field { number: 7, name: "has_main_animation", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "has_compositor_animation", kind: Kind::Bool, repeated: false },
        Field { number: 9, name: "has_smooth_input_main", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "has_missing_content", kind: Kind::Bool, repeated: false },
        Field { number: 11, name: "layer_tree_host_id", kind: Kind::Uint, repeated: false },
        Field { number: 12, name: "has_high_latency", kind: Kind::Bool, repeated: false },
        Field { number: 13, name: "frame_type", kind: Kind::Enum(&CHROME_FRAME_REPORTER_FRAME_TYPE), repeated: false },
        Field { number: 14, name: "high_latency_contribution_stage", kind: Kind::String, repeated: true },
        Field { number: 15, name: "checkerboarded_needs_raster", kind: Kind::Bool, repeated: false },
        Field { number: 16, name: "checkerboarded_needs_record", kind: Kind::Bool, repeated: false },
        Field { number: 17, name: "surface_frame_trace_id", kind: Kind::Int, repeated: false },
        Field { number: 18, name: "display_trace_id", kind: Kind::Int, repeated: false },
    ],
};
pub static CHROME_FRAME_REPORTER2: Message = Message {
    name: "perfetto.protos.ChromeFrameReporter2",
    fields: &[
        Field { number: 1, name: "state", kind: Kind::Enum(&CHROME_FRAME_REPORTER2_STATE), repeated: false },
        Field { number: 2, name: "reason", kind: Kind::Enum(&CHROME_FRAME_REPORTER2_FRAME_DROP_REASON), repeated: false },
        Field { number: 3, name: "frame_source", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "frame_sequence", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "affects_smoothness", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "scroll_state", kind: Kind::Enum(&CHROME_FRAME_REPORTER2_SCROLL_STATE), repeated: false },
        Field { number: 7, name: "has_main_animation", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "has_compositor_animation", kind: Kind::Bool, repeated: false },
        Field { number: 9, name: "has_smooth_input_main", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "has_missing_content", kind: Kind::Bool, repeated: false },
        Field { number: 11, name: "layer_tree_host_id", kind: Kind::Uint, repeated: false },
        Field { number: 12, name: "has_high_latency", kind: Kind::Bool, repeated: false },
        Field { number: 13, name: "frame_type", kind: Kind::Enum(&CHROME_FRAME_REPORTER2_FRAME_TYPE), repeated: false },
        Field { number: 14, name: "high_latency_contribution_stage", kind: Kind::String, repeated: true },
        Field { number: 15, name: "checkerboarded_needs_raster", kind: Kind::Bool, repeated: false },
        Field { number: 16, name: "checkerboarded_needs_record", kind: Kind::Bool, repeated: false },
        Field { number: 17, name: "surface_frame_trace_id", kind: Kind::Int, repeated: false },
        Field { number: 18, name: "display_trace_id", kind: Kind::Int, repeated: false },
    ],
};
pub static CHROME_GRAPHICS_PIPELINE: Message = Message {
    name: "perfetto.protos.ChromeGraphicsPipeline",
    fields: &[
        Field { number: 1, name: "step", kind: Kind::Enum(&CHROME_GRAPHICS_PIPELINE_STEP_NAME), repeated: false },
        Field { number: 2, name: "frame_sink_id", kind: Kind::Message(&FRAME_SINK_ID), repeated: false },
        Field { number: 3, name: "display_trace_id", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "local_surface_id", kind: Kind::Message(&LOCAL_SURFACE_ID), repeated: false },
        Field { number: 5, name: "frame_sequence", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "frame_skipped_reason", kind: Kind::Enum(&CHROME_GRAPHICS_PIPELINE_FRAME_SKIPPED_REASON), repeated: false },
        Field { number: 7, name: "backend_frame_id", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "aggregated_surface_frame_trace_ids", kind: Kind::Int, repeated: true },
        Field { number: 9, name: "latency_ids", kind: Kind::Int, repeated: true },
        Field { number: 10, name: "surface_frame_trace_id", kind: Kind::Int, repeated: false },
    ],
};
pub static CHROME_HASHED_PERFORMANCE_MARK: Message = Message {
    name: "perfetto.protos.ChromeHashedPerformanceMark",
    fields: &[
        Field { number: 1, name: "site_hash", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "site", kind: Kind::String, repeated: false },
        Field { number: 3, name: "mark_hash", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "mark", kind: Kind::String, repeated: false },
        Field { number: 5, name: "execution_context_id", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "sequence_number", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_HISTOGRAM_SAMPLE: Message = Message {
    name: "perfetto.protos.ChromeHistogramSample",
    fields: &[
        Field { number: 1, name: "name_hash", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "name", kind: Kind::String, repeated: false },
        Field { number: 3, name: "sample", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "name_iid", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_KEYED_SERVICE: Message = Message {
    name: "perfetto.protos.ChromeKeyedService",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
    ],
};
pub static CHROME_LATENCY_INFO: Message = Message {
    name: "perfetto.protos.ChromeLatencyInfo",
    fields: &[
        Field { number: 1, name: "trace_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "step", kind: Kind::Enum(&CHROME_LATENCY_INFO_STEP), repeated: false },
        Field { number: 3, name: "frame_tree_node_id", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "component_info", kind: Kind::Message(&CHROME_LATENCY_INFO_COMPONENT_INFO), repeated: true },
        Field { number: 5, name: "is_coalesced", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "gesture_scroll_id", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "touch_id", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "input_type", kind: Kind::Enum(&CHROME_LATENCY_INFO_INPUT_TYPE), repeated: false },
    ],
};
pub static CHROME_LATENCY_INFO2: Message = Message {
    name: "perfetto.protos.ChromeLatencyInfo2",
    fields: &[
        Field { number: 1, name: "trace_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "step", kind: Kind::Enum(&CHROME_LATENCY_INFO2_STEP), repeated: false },
        Field { number: 3, name: "frame_tree_node_id", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "component_info", kind: Kind::Message(&CHROME_LATENCY_INFO2_COMPONENT_INFO), repeated: true },
        Field { number: 5, name: "is_coalesced", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "gesture_scroll_id", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "touch_id", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "input_type", kind: Kind::Enum(&CHROME_LATENCY_INFO2_INPUT_TYPE), repeated: false },
        Field { number: 9, name: "input_result_state", kind: Kind::Enum(&CHROME_LATENCY_INFO2_INPUT_RESULT_STATE), repeated: false },
        Field { number: 10, name: "coalesced_trace_ids", kind: Kind::Int, repeated: true },
    ],
};
pub static CHROME_LATENCY_INFO2_COMPONENT_INFO: Message = Message {
    name: "perfetto.protos.ChromeLatencyInfo2.ComponentInfo",
    fields: &[
        Field { number: 1, name: "component_type", kind: Kind::Enum(&CHROME_LATENCY_INFO2_LATENCY_COMPONENT_TYPE), repeated: false },
        Field { number: 2, name: "time_us", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_LATENCY_INFO_COMPONENT_INFO: Message = Message {
    name: "perfetto.protos.ChromeLatencyInfo.ComponentInfo",
    fields: &[
        Field { number: 1, name: "component_type", kind: Kind::Enum(&CHROME_LATENCY_INFO_LATENCY_COMPONENT_TYPE), repeated: false },
        Field { number: 2, name: "time_us", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_LEGACY_IPC: Message = Message {
    name: "perfetto.protos.ChromeLegacyIpc",
    fields: &[
        Field { number: 1, name: "message_class", kind: Kind::Enum(&CHROME_LEGACY_IPC_MESSAGE_CLASS), repeated: false },
        Field { number: 2, name: "message_line", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_MEMORY_PRESSURE_NOTIFICATION: Message = Message {
    name: "perfetto.protos.ChromeMemoryPressureNotification",
    fields: &[
        Field { number: 1, name: "level", kind: Kind::Enum(&MEMORY_PRESSURE_LEVEL), repeated: false },
        Field { number: 2, name: "creation_location_iid", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_MESSAGE_PUMP: Message = Message {
    name: "perfetto.protos.ChromeMessagePump",
    fields: &[
        Field { number: 1, name: "sent_messages_in_queue", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "io_handler_location_iid", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_MESSAGE_PUMP_FOR_UI: Message = Message {
    name: "perfetto.protos.ChromeMessagePumpForUI",
    fields: &[
        Field { number: 1, name: "message_id", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "wait_for_object_result", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_MOJO_EVENT_INFO: Message = Message {
    name: "perfetto.protos.ChromeMojoEventInfo",
    fields: &[
        Field { number: 1, name: "watcher_notify_interface_tag", kind: Kind::String, repeated: false },
        Field { number: 2, name: "ipc_hash", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "mojo_interface_tag", kind: Kind::String, repeated: false },
        Field { number: 4, name: "mojo_interface_method_iid", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "is_reply", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "payload_size", kind: Kind::Uint, repeated: false },
        Field { number: 7, name: "data_num_bytes", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_PROFILE_DESTROYER: Message = Message {
    name: "perfetto.protos.ChromeProfileDestroyer",
    fields: &[
        Field { number: 1, name: "profile_ptr", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "is_off_the_record", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "otr_profile_id", kind: Kind::String, repeated: false },
        Field { number: 4, name: "host_count_at_creation", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "host_count_at_destruction", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "render_process_host_ptr", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_RASTER_TASK: Message = Message {
    name: "perfetto.protos.ChromeRasterTask",
    fields: &[
        Field { number: 1, name: "source_frame_number", kind: Kind::Int, repeated: false },
    ],
};
pub static CHROME_RENDERER_SCHEDULER_STATE: Message = Message {
    name: "perfetto.protos.ChromeRendererSchedulerState",
    fields: &[
        Field { number: 1, name: "rail_mode", kind: Kind::Enum(&CHROME_RAILMODE), repeated: false },
        Field { number: 2, name: "is_backgrounded", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "is_hidden", kind: Kind::Bool, repeated: false },
    ],
};
pub static CHROME_SAMPLING_PROFILER_SAMPLE_COLLECTED: Message = Message {
    name: "perfetto.protos.ChromeSamplingProfilerSampleCollected",
    fields: &[
        Field { number: 1, name: "frame_count", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "write_status", kind: Kind::Enum(&CHROME_SAMPLING_PROFILER_SAMPLE_COLLECTED_WRITE_STATUS), repeated: false },
        Field { number: 3, name: "sampled_thread_id", kind: Kind::Int, repeated: false },
    ],
};
pub static CHROME_SQL_DIAGNOSTICS: Message = Message {
    name: "perfetto.protos.ChromeSqlDiagnostics",
    fields: &[
        Field { number: 1, name: "reported_sqlite_error_code", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "error_code", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "last_errno", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "sql_statement", kind: Kind::String, repeated: false },
        Field { number: 5, name: "version", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "schema_sql_rows", kind: Kind::String, repeated: true },
        Field { number: 7, name: "schema_other_row_names", kind: Kind::String, repeated: true },
        Field { number: 8, name: "has_valid_header", kind: Kind::Bool, repeated: false },
        Field { number: 9, name: "has_valid_schema", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "error_message", kind: Kind::String, repeated: false },
    ],
};
pub static CHROME_TASK_ANNOTATOR: Message = Message {
    name: "perfetto.protos.ChromeTaskAnnotator",
    fields: &[
        Field { number: 1, name: "ipc_hash", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "task_delay_us", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "delay_policy", kind: Kind::Enum(&CHROME_TASK_ANNOTATOR_DELAY_POLICY), repeated: false },
    ],
};
pub static CHROME_TASK_POSTED_TO_DISABLED_QUEUE: Message = Message {
    name: "perfetto.protos.ChromeTaskPostedToDisabledQueue",
    fields: &[
        Field { number: 1, name: "task_queue_name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "time_since_disabled_ms", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "ipc_hash", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "source_location_iid", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_THREAD_POOL_TASK: Message = Message {
    name: "perfetto.protos.ChromeThreadPoolTask",
    fields: &[
        Field { number: 1, name: "task_priority", kind: Kind::Enum(&CHROME_THREAD_POOL_TASK_PRIORITY), repeated: false },
        Field { number: 2, name: "execution_mode", kind: Kind::Enum(&CHROME_THREAD_POOL_TASK_EXECUTION_MODE), repeated: false },
        Field { number: 3, name: "sequence_token", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "shutdown_behavior", kind: Kind::Enum(&CHROME_THREAD_POOL_TASK_SHUTDOWN_BEHAVIOR), repeated: false },
    ],
};
pub static CHROME_UNGUESSABLE_TOKEN: Message = Message {
    name: "perfetto.protos.ChromeUnguessableToken",
    fields: &[
        Field { number: 1, name: "low_token", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "high_token", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_USER_EVENT: Message = Message {
    name: "perfetto.protos.ChromeUserEvent",
    fields: &[
        Field { number: 1, name: "action", kind: Kind::String, repeated: false },
        Field { number: 2, name: "action_hash", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROME_WEB_APP_BAD_NAVIGATE: Message = Message {
    name: "perfetto.protos.ChromeWebAppBadNavigate",
    fields: &[
        Field { number: 1, name: "is_kiosk", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "has_hosted_app_controller", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "app_name", kind: Kind::String, repeated: false },
        Field { number: 4, name: "system_app_type", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "web_app_provider_registry_ready", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "system_web_app_manager_synchronized", kind: Kind::Bool, repeated: false },
    ],
};
pub static CHROME_WINDOW_HANDLE_EVENT_INFO: Message = Message {
    name: "perfetto.protos.ChromeWindowHandleEventInfo",
    fields: &[
        Field { number: 1, name: "dpi", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "message_id", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "hwnd_ptr", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROMIUM_HISTOGRAM_SAMPLES_CONFIG: Message = Message {
    name: "perfetto.protos.ChromiumHistogramSamplesConfig",
    fields: &[
        Field { number: 1, name: "histograms", kind: Kind::Message(&CHROMIUM_HISTOGRAM_SAMPLES_CONFIG_HISTOGRAM_SAMPLE), repeated: true },
        Field { number: 2, name: "filter_histogram_names", kind: Kind::Bool, repeated: false },
    ],
};
pub static CHROMIUM_HISTOGRAM_SAMPLES_CONFIG_HISTOGRAM_SAMPLE: Message = Message {
    name: "perfetto.protos.ChromiumHistogramSamplesConfig.HistogramSample",
    fields: &[
        Field { number: 1, name: "histogram_name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "min_value", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "max_value", kind: Kind::Int, repeated: false },
    ],
};
pub static CHROMIUM_SAMPLING_HEAP_PROFILER_CONFIG: Message = Message {
    name: "perfetto.protos.ChromiumSamplingHeapProfilerConfig",
    fields: &[
        Field { number: 1, name: "sampling_interval_bytes", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "sampling_interval_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROMIUM_STACK_SAMPLING_PROFILER_CONFIG: Message = Message {
    name: "perfetto.protos.ChromiumStackSamplingProfilerConfig",
    fields: &[
        Field { number: 1, name: "sampling_interval_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static CHROMIUM_SYSTEM_METRICS_CONFIG: Message = Message {
    name: "perfetto.protos.ChromiumSystemMetricsConfig",
    fields: &[
        Field { number: 1, name: "sampling_interval_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static COMPOSITOR_TIMING_HISTORY: Message = Message {
    name: "perfetto.protos.CompositorTimingHistory",
    fields: &[
        Field { number: 1, name: "begin_main_frame_queue_critical_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "begin_main_frame_queue_not_critical_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "begin_main_frame_start_to_ready_to_commit_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "commit_to_ready_to_activate_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "prepare_tiles_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "activate_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "draw_estimate_delta_us", kind: Kind::Int, repeated: false },
    ],
};
pub static COMPOSITOR_TIMING_HISTORY_V2: Message = Message {
    name: "perfetto.protos.CompositorTimingHistoryV2",
    fields: &[
        Field { number: 1, name: "begin_main_frame_queue_critical_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "begin_main_frame_queue_not_critical_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "begin_main_frame_start_to_ready_to_commit_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "commit_to_ready_to_activate_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "prepare_tiles_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "activate_estimate_delta_us", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "draw_estimate_delta_us", kind: Kind::Int, repeated: false },
    ],
};
pub static CONSOLE_CONFIG: Message = Message {
    name: "perfetto.protos.ConsoleConfig",
    fields: &[
        Field { number: 1, name: "output", kind: Kind::Enum(&CONSOLE_CONFIG_OUTPUT), repeated: false },
        Field { number: 2, name: "enable_colors", kind: Kind::Bool, repeated: false },
    ],
};
pub static CPU_PER_UID_CONFIG: Message = Message {
    name: "perfetto.protos.CpuPerUidConfig",
    fields: &[
        Field { number: 1, name: "poll_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static CRAS_UNIFIED: Message = Message {
    name: "perfetto.protos.CrasUnified",
    fields: &[
        Field { number: 1, name: "underrun_duration_us", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "last_underrun_duration_us", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "underrun_glitch_duration_us", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "latency_us", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "requested_frames", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "filled_frames", kind: Kind::Uint, repeated: false },
        Field { number: 7, name: "sample_rate", kind: Kind::Int, repeated: false },
    ],
};
pub static CURRENT_TASK: Message = Message {
    name: "perfetto.protos.CurrentTask",
    fields: &[
        Field { number: 1, name: "event_offset_from_task_start_time_us", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "task_start_time_us", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "task_queueing_time_us", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "task_queued_time_us", kind: Kind::Uint, repeated: false },
    ],
};
pub static DATA_SOURCE_CONFIG: Message = Message {
    name: "perfetto.protos.DataSourceConfig",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "target_buffer", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "trace_duration_ms", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "tracing_session_id", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "enable_extra_guardrails", kind: Kind::Bool, repeated: false },
        Field { number: 7, name: "stop_timeout_ms", kind: Kind::Uint, repeated: false },
        Field { number: 8, name: "session_initiator", kind: Kind::Enum(&DATA_SOURCE_CONFIG_SESSION_INITIATOR), repeated: false },
        Field { number: 9, name: "buffer_exhausted_policy", kind: Kind::Enum(&DATA_SOURCE_CONFIG_BUFFER_EXHAUSTED_POLICY), repeated: false },
        Field { number: 10, name: "priority_boost", kind: Kind::Message(&PRIORITY_BOOST_CONFIG), repeated: false },
        Field { number: 11, name: "target_buffer_name", kind: Kind::String, repeated: false },
        Field { number: 12, name: "protovm_config", kind: Kind::Message(&PROTO_VM_CONFIG), repeated: false },
        Field { number: 100, name: "ftrace_config", kind: Kind::Message(&FTRACE_CONFIG), repeated: false },
        Field { number: 101, name: "chrome_config", kind: Kind::Message(&CHROME_CONFIG), repeated: false },
        Field { number: 102, name: "inode_file_config", kind: Kind::Message(&INODE_FILE_CONFIG), repeated: false },
        Field { number: 103, name: "process_stats_config", kind: Kind::Message(&PROCESS_STATS_CONFIG), repeated: false },
        Field { number: 104, name: "sys_stats_config", kind: Kind::Message(&SYS_STATS_CONFIG), repeated: false },
        Field { number: 105, name: "heapprofd_config", kind: Kind::Message(&HEAPPROFD_CONFIG), repeated: false },
        Field { number: 106, name: "android_power_config", kind: Kind::Message(&ANDROID_POWER_CONFIG), repeated: false },
        Field { number: 107, name: "android_log_config", kind: Kind::Message(&ANDROID_LOG_CONFIG), repeated: false },
        Field { number: 108, name: "gpu_counter_config", kind: Kind::Message(&GPU_COUNTER_CONFIG), repeated: false },
        Field { number: 109, name: "packages_list_config", kind: Kind::Message(&PACKAGES_LIST_CONFIG), repeated: false },
        Field { number: 110, name: "java_hprof_config", kind: Kind::Message(&JAVA_HPROF_CONFIG), repeated: false },
        Field { number: 111, name: "perf_event_config", kind: Kind::Message(&PERF_EVENT_CONFIG), repeated: false },
        Field { number: 112, name: "vulkan_memory_config", kind: Kind::Message(&VULKAN_MEMORY_CONFIG), repeated: false },
        Field { number: 113, name: "track_event_config", kind: Kind::Message(&TRACK_EVENT_CONFIG), repeated: false },
        Field { number: 114, name: "android_polled_state_config", kind: Kind::Message(&ANDROID_POLLED_STATE_CONFIG), repeated: false },
        Field { number: 115, name: "interceptor_config", kind: Kind::Message(&INTERCEPTOR_CONFIG), repeated: false },
        Field { number: 116, name: "android_game_intervention_list_config", kind: Kind::Message(&ANDROID_GAME_INTERVENTION_LIST_CONFIG), repeated: false },
        Field { number: 117, name: "statsd_tracing_config", kind: Kind::Message(&STATSD_TRACING_CONFIG), repeated: false },
        Field { number: 118, name: "android_system_property_config", kind: Kind::Message(&ANDROID_SYSTEM_PROPERTY_CONFIG), repeated: false },
        Field { number: 119, name: "system_info_config", kind: Kind::Message(&SYSTEM_INFO_CONFIG), repeated: false },
        Field { number: 120, name: "network_packet_trace_config", kind: Kind::Message(&NETWORK_PACKET_TRACE_CONFIG), repeated: false },
        Field { number: 121, name: "surfaceflinger_layers_config", kind: Kind::Message(&SURFACE_FLINGER_LAYERS_CONFIG), repeated: false },
        Field { number: 122, name: "prefer_suspend_clock_for_duration", kind: Kind::Bool, repeated: false },
        Field { number: 123, name: "surfaceflinger_transactions_config", kind: Kind::Message(&SURFACE_FLINGER_TRANSACTIONS_CONFIG), repeated: false },
        Field { number: 124, name: "android_sdk_sysprop_guard_config", kind: Kind::Message(&ANDROID_SDK_SYSPROP_GUARD_CONFIG), repeated: false },
        Field { number: 125, name: "etw_config", kind: Kind::Message(&ETW_CONFIG), repeated: false },
        Field { number: 126, name: "protolog_config", kind: Kind::Message(&PROTO_LOG_CONFIG), repeated: false },
        Field { number: 127, name: "v8_config", kind: Kind::Message(&V8_CONFIG), repeated: false },
        Field { number: 128, name: "android_input_event_config", kind: Kind::Message(&ANDROID_INPUT_EVENT_CONFIG), repeated: false },
        Field { number: 129, name: "pixel_modem_config", kind: Kind::Message(&PIXEL_MODEM_CONFIG), repeated: false },
        Field { number: 130, name: "windowmanager_config", kind: Kind::Message(&WINDOW_MANAGER_CONFIG), repeated: false },
        Field { number: 131, name: "chromium_system_metrics", kind: Kind::Message(&CHROMIUM_SYSTEM_METRICS_CONFIG), repeated: false },
        Field { number: 132, name: "kernel_wakelocks_config", kind: Kind::Message(&KERNEL_WAKELOCKS_CONFIG), repeated: false },
        Field { number: 133, name: "gpu_renderstages_config", kind: Kind::Message(&GPU_RENDER_STAGES_CONFIG), repeated: false },
        Field { number: 134, name: "chromium_histogram_samples", kind: Kind::Message(&CHROMIUM_HISTOGRAM_SAMPLES_CONFIG), repeated: false },
        Field { number: 135, name: "app_wakelocks_config", kind: Kind::Message(&APP_WAKELOCKS_CONFIG), repeated: false },
        Field { number: 136, name: "frozen_ftrace_config", kind: Kind::Message(&FROZEN_FTRACE_CONFIG), repeated: false },
        Field { number: 137, name: "cpu_per_uid_config", kind: Kind::Message(&CPU_PER_UID_CONFIG), repeated: false },
        Field { number: 138, name: "user_list_config", kind: Kind::Message(&ANDROID_USER_LIST_CONFIG), repeated: false },
        Field { number: 139, name: "inputmethod_config", kind: Kind::Message(&INPUT_METHOD_CONFIG), repeated: false },
        Field { number: 140, name: "android_aflags_config", kind: Kind::Message(&ANDROID_AFLAGS_CONFIG), repeated: false },
        Field { number: 141, name: "journald_config", kind: Kind::Message(&SYSTEMD_JOURNALD_CONFIG), repeated: false },
        Field { number: 142, name: "display_video_config", kind: Kind::Message(&DISPLAY_VIDEO_CONFIG), repeated: false },
        Field { number: 143, name: "chromium_stack_sampling_profiler", kind: Kind::Message(&CHROMIUM_STACK_SAMPLING_PROFILER_CONFIG), repeated: false },
        Field { number: 144, name: "chromium_sampling_heap_profiler", kind: Kind::Message(&CHROMIUM_SAMPLING_HEAP_PROFILER_CONFIG), repeated: false },
        Field { number: 145, name: "android_process_state_config", kind: Kind::Message(&ANDROID_PROCESS_STATE_CONFIG), repeated: false },
        Field { number: 146, name: "process_smaps_config", kind: Kind::Message(&PROCESS_SMAPS_CONFIG), repeated: false },
        Field { number: 147, name: "supports_tracing_v2", kind: Kind::Bool, repeated: false },
        Field { number: 148, name: "experimental_tracing_v2", kind: Kind::Message(&DATA_SOURCE_CONFIG_EXPERIMENTAL_TRACING_V2_CONFIG), repeated: false },
        Field { number: 150, name: "qnx_config", kind: Kind::Message(&QNX_CONFIG), repeated: false },
        Field { number: 1000, name: "legacy_config", kind: Kind::String, repeated: false },
        Field { number: 1001, name: "for_testing", kind: Kind::Message(&TEST_CONFIG), repeated: false },
    ],
};
pub static DATA_SOURCE_CONFIG_EXPERIMENTAL_TRACING_V2_CONFIG: Message = Message {
    name: "perfetto.protos.DataSourceConfig.ExperimentalTracingV2Config",
    fields: &[
        Field { number: 1, name: "use_v2_probability_percent", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "chunk_size_options", kind: Kind::Message(&DATA_SOURCE_CONFIG_EXPERIMENTAL_TRACING_V2_CONFIG_CHUNK_SIZE_OPTION), repeated: true },
        Field { number: 3, name: "drain_occupancy_percent", kind: Kind::Int, repeated: false },
    ],
};
pub static DATA_SOURCE_CONFIG_EXPERIMENTAL_TRACING_V2_CONFIG_CHUNK_SIZE_OPTION: Message = Message {
    name: "perfetto.protos.DataSourceConfig.ExperimentalTracingV2Config.ChunkSizeOption",
    fields: &[
        Field { number: 1, name: "size_bytes", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "weight", kind: Kind::Uint, repeated: false },
    ],
};
pub static DEBUG_ANNOTATION: Message = Message {
    name: "perfetto.protos.DebugAnnotation",
    fields: &[
        Field { number: 1, name: "name_iid", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "bool_value", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "uint_value", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "int_value", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "double_value", kind: Kind::Real, repeated: false },
        Field { number: 6, name: "string_value", kind: Kind::String, repeated: false },
        Field { number: 7, name: "pointer_value", kind: Kind::Uint, repeated: false },
        Field { number: 8, name: "nested_value", kind: Kind::Message(&DEBUG_ANNOTATION_NESTED_VALUE), repeated: false },
        Field { number: 9, name: "legacy_json_value", kind: Kind::String, repeated: false },
        Field { number: 10, name: "name", kind: Kind::String, repeated: false },
        Field { number: 11, name: "dict_entries", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
        Field { number: 12, name: "array_values", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
        Field { number: 13, name: "proto_type_name_iid", kind: Kind::Uint, repeated: false },
        Field { number: 14, name: "proto_value", kind: Kind::Bytes, repeated: false },
        Field { number: 16, name: "proto_type_name", kind: Kind::String, repeated: false },
        Field { number: 17, name: "string_value_iid", kind: Kind::Uint, repeated: false },
    ],
};
pub static DEBUG_ANNOTATION_NESTED_VALUE: Message = Message {
    name: "perfetto.protos.DebugAnnotation.NestedValue",
    fields: &[
        Field { number: 1, name: "nested_type", kind: Kind::Enum(&DEBUG_ANNOTATION_NESTED_VALUE_NESTED_TYPE), repeated: false },
        Field { number: 2, name: "dict_keys", kind: Kind::String, repeated: true },
        Field { number: 3, name: "dict_values", kind: Kind::Message(&DEBUG_ANNOTATION_NESTED_VALUE), repeated: true },
        Field { number: 4, name: "array_values", kind: Kind::Message(&DEBUG_ANNOTATION_NESTED_VALUE), repeated: true },
        Field { number: 5, name: "int_value", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "double_value", kind: Kind::Real, repeated: false },
        Field { number: 7, name: "bool_value", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "string_value", kind: Kind::String, repeated: false },
    ],
};
pub static DISPLAY_VIDEO_CONFIG: Message = Message {
    name: "perfetto.protos.DisplayVideoConfig",
    fields: &[
        Field { number: 1, name: "scale", kind: Kind::Real, repeated: false },
        Field { number: 2, name: "format", kind: Kind::Enum(&DISPLAY_VIDEO_CONFIG_FORMAT), repeated: false },
        Field { number: 3, name: "key_frame_interval_secs", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "max_stream_size_bytes", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "bitrate_bps", kind: Kind::Uint, repeated: false },
    ],
};
pub static ETW_CONFIG: Message = Message {
    name: "perfetto.protos.EtwConfig",
    fields: &[
        Field { number: 1, name: "kernel_flags", kind: Kind::Enum(&ETW_CONFIG_KERNEL_FLAG), repeated: true },
        Field { number: 2, name: "scheduler_provider_events", kind: Kind::String, repeated: true },
        Field { number: 3, name: "memory_provider_events", kind: Kind::String, repeated: true },
        Field { number: 4, name: "file_provider_events", kind: Kind::String, repeated: true },
        Field { number: 5, name: "stack_sampling_events", kind: Kind::String, repeated: true },
        Field { number: 6, name: "disk_provider_events", kind: Kind::String, repeated: true },
        Field { number: 7, name: "system_io_provider_events", kind: Kind::String, repeated: true },
        Field { number: 8, name: "stack_sampling_debug_ids", kind: Kind::Message(&ETW_CONFIG_DEBUG_ID), repeated: true },
    ],
};
pub static ETW_CONFIG_DEBUG_ID: Message = Message {
    name: "perfetto.protos.EtwConfig.DebugId",
    fields: &[
        Field { number: 1, name: "path", kind: Kind::String, repeated: false },
        Field { number: 2, name: "debug_id", kind: Kind::String, repeated: false },
    ],
};
pub static EVENT_FORWARDER: Message = Message {
    name: "perfetto.protos.EventForwarder",
    fields: &[
        Field { number: 1, name: "history_size", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "oldest_time_ns", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "x_pixel", kind: Kind::Real, repeated: false },
        Field { number: 4, name: "y_pixel", kind: Kind::Real, repeated: false },
        Field { number: 5, name: "latest_time_ns", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "has_x_movement", kind: Kind::Bool, repeated: false },
        Field { number: 7, name: "has_y_movement", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "down_time_ns", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "action", kind: Kind::Enum(&EVENT_FORWARDER_AMOTION_EVENT_ACTION), repeated: false },
        Field { number: 10, name: "verified_event", kind: Kind::Bool, repeated: false },
    ],
};
pub static EVENT_LATENCY: Message = Message {
    name: "perfetto.protos.EventLatency",
    fields: &[
        Field { number: 1, name: "event_type", kind: Kind::Enum(&EVENT_LATENCY_EVENT_TYPE), repeated: false },
        Field { number: 2, name: "has_high_latency", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "high_latency_stage", kind: Kind::String, repeated: true },
        Field { number: 4, name: "event_latency_id", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "is_janky_scrolled_frame", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "vsync_interval_ms", kind: Kind::Real, repeated: false },
        Field { number: 7, name: "surface_frame_trace_id", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "display_trace_id", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "is_janky_scrolled_frame_v3", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "scroll_jank_v4", kind: Kind::Message(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT), repeated: false },
        Field { number: 11, name: "scroll_begin_arrival_us", kind: Kind::Int, repeated: false },
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT: Message = Message {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result",
    fields: &[
        Field { number: 1, name: "is_janky", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "missed_vsyncs_per_jank_reason", kind: Kind::Message(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT_MISSED_VSYNCS_FOR_JANK_REASON), repeated: true },
        Field { number: 3, name: "abs_total_raw_delta_pixels", kind: Kind::Real, repeated: false },
        Field { number: 4, name: "max_abs_inertial_raw_delta_pixels", kind: Kind::Real, repeated: false },
        Field { number: 5, name: "vsyncs_since_previous_frame", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "running_delivery_cutoff_us", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "adjusted_delivery_cutoff_us", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "current_delivery_cutoff_us", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "is_damaging_frame", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "updates", kind: Kind::Message(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES), repeated: false },
        Field { number: 11, name: "damage_type", kind: Kind::Enum(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT_DAMAGE_TYPE), repeated: false },
        Field { number: 12, name: "vsync_interval_us", kind: Kind::Int, repeated: false },
        Field { number: 13, name: "result_id", kind: Kind::Int, repeated: false },
        Field { number: 14, name: "frame_stage_calculation", kind: Kind::Message(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT_FRAME_STAGE_CALCULATION), repeated: false },
        Field { number: 15, name: "vsync_interval_type", kind: Kind::Enum(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT_VSYNC_INTERVAL_TYPE), repeated: false },
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT_FRAME_STAGE_CALCULATION: Message = Message {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result.FrameStageCalculation",
    fields: &[
        Field { number: 1, name: "current_scroll_begin_arrival_us", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "has_seen_in_current_scroll", kind: Kind::Enum(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT_FRAME_STAGE_CALCULATION_HAS_SEEN), repeated: false },
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT_MISSED_VSYNCS_FOR_JANK_REASON: Message = Message {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result.MissedVsyncsForJankReason",
    fields: &[
        Field { number: 1, name: "jank_reason", kind: Kind::Enum(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT_JANK_REASON), repeated: false },
        Field { number: 2, name: "missed_vsyncs", kind: Kind::Int, repeated: false },
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES: Message = Message {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result.ScrollUpdates",
    fields: &[
        Field { number: 1, name: "real", kind: Kind::Message(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES_REAL), repeated: false },
        Field { number: 2, name: "synthetic", kind: Kind::Message(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES_SYNTHETIC), repeated: false },
        Field { number: 3, name: "first_scroll_update_type", kind: Kind::Enum(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES_FIRST_SCROLL_UPDATE_TYPE), repeated: false },
        Field { number: 4, name: "scroll_begin_arrival_us", kind: Kind::Int, repeated: false },
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES_REAL: Message = Message {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result.ScrollUpdates.Real",
    fields: &[
        Field { number: 1, name: "first_event_latency_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "abs_total_raw_delta_pixels", kind: Kind::Real, repeated: false },
        Field { number: 3, name: "max_abs_inertial_raw_delta_pixels", kind: Kind::Real, repeated: false },
        Field { number: 4, name: "total_raw_delta_pixels", kind: Kind::Real, repeated: false },
    ],
};
pub static EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES_SYNTHETIC: Message = Message {
    name: "perfetto.protos.EventLatency.ScrollJankV4Result.ScrollUpdates.Synthetic",
    fields: &[
        Field { number: 1, name: "first_event_latency_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "has_inertial_input", kind: Kind::Bool, repeated: false },
    ],
};
pub static EVENT_TIMING: Message = Message {
    name: "perfetto.protos.EventTiming",
    fields: &[
        Field { number: 1, name: "cancelable", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "frame", kind: Kind::String, repeated: false },
        Field { number: 3, name: "interaction_id", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "interaction_offset", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "node_id", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "key_code", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "pointer_id", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "fallback_time_us", kind: Kind::Uint, repeated: false },
        Field { number: 9, name: "type", kind: Kind::Enum(&EVENT_TIMING_EVENT_TYPE), repeated: false },
    ],
};
pub static FOLLOWER_EVENT: Message = Message {
    name: "perfetto.protos.FollowerEvent",
    fields: &[
        Field { number: 1, name: "counter", kind: Kind::Enum(&PERF_EVENTS_COUNTER), repeated: false },
        Field { number: 2, name: "tracepoint", kind: Kind::Message(&PERF_EVENTS_TRACEPOINT), repeated: false },
        Field { number: 3, name: "raw_event", kind: Kind::Message(&PERF_EVENTS_RAW_EVENT), repeated: false },
        Field { number: 4, name: "name", kind: Kind::String, repeated: false },
        Field { number: 5, name: "modifiers", kind: Kind::Enum(&PERF_EVENTS_EVENT_MODIFIER), repeated: true },
    ],
};
pub static FRAME_DEADLINE_DECIDER: Message = Message {
    name: "perfetto.protos.FrameDeadlineDecider",
    fields: &[
        Field { number: 1, name: "chrome_preferred_frame_timeline", kind: Kind::Message(&ANDROID_CHOREOGRAPHER_FRAME_CALLBACK_DATA_FRAME_TIMELINE), repeated: false },
        Field { number: 2, name: "selection_reason", kind: Kind::Enum(&FRAME_DEADLINE_DECIDER_SELECTION_REASON), repeated: false },
    ],
};
pub static FRAME_INTERVAL_DECIDER: Message = Message {
    name: "perfetto.protos.FrameIntervalDecider",
    fields: &[
        Field { number: 1, name: "result", kind: Kind::Message(&FRAME_INTERVAL_DECIDER_RESULT), repeated: false },
        Field { number: 2, name: "matcher_type", kind: Kind::Enum(&FRAME_INTERVAL_DECIDER_FRAME_INTERVAL_MATCHER_TYPE), repeated: false },
    ],
};
pub static FRAME_INTERVAL_DECIDER_RESULT: Message = Message {
    name: "perfetto.protos.FrameIntervalDecider.Result",
    fields: &[
        Field { number: 1, name: "frame_interval_class", kind: Kind::Enum(&FRAME_INTERVAL_DECIDER_FRAME_INTERVAL_CLASS), repeated: false },
        Field { number: 2, name: "result_interval", kind: Kind::Message(&FRAME_INTERVAL_DECIDER_RESULT_INTERVAL), repeated: false },
    ],
};
pub static FRAME_INTERVAL_DECIDER_RESULT_INTERVAL: Message = Message {
    name: "perfetto.protos.FrameIntervalDecider.ResultInterval",
    fields: &[
        Field { number: 1, name: "interval_us", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "type", kind: Kind::Enum(&FRAME_INTERVAL_DECIDER_RESULT_INTERVAL_TYPE), repeated: false },
    ],
};
pub static FRAME_SINK_ID: Message = Message {
    name: "perfetto.protos.FrameSinkId",
    fields: &[
        Field { number: 1, name: "frame_sink_client_id", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "frame_sink_id", kind: Kind::Uint, repeated: false },
    ],
};
pub static FRAME_TREE_NODE_INFO: Message = Message {
    name: "perfetto.protos.FrameTreeNodeInfo",
    fields: &[
        Field { number: 1, name: "frame_tree_node_id", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "is_main_frame", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "has_speculative_render_frame_host", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "current_frame_host", kind: Kind::Message(&RENDER_FRAME_HOST), repeated: false },
        Field { number: 5, name: "speculative_frame_host", kind: Kind::Message(&RENDER_FRAME_HOST), repeated: false },
        Field { number: 6, name: "frame_type", kind: Kind::Enum(&FRAME_TREE_NODE_INFO_FRAME_TYPE), repeated: false },
        Field { number: 99, name: "debug_annotations", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
    ],
};
pub static FROZEN_FTRACE_CONFIG: Message = Message {
    name: "perfetto.protos.FrozenFtraceConfig",
    fields: &[
        Field { number: 1, name: "instance_name", kind: Kind::String, repeated: false },
    ],
};
pub static FTRACE_CONFIG: Message = Message {
    name: "perfetto.protos.FtraceConfig",
    fields: &[
        Field { number: 1, name: "ftrace_events", kind: Kind::String, repeated: true },
        Field { number: 2, name: "atrace_categories", kind: Kind::String, repeated: true },
        Field { number: 3, name: "atrace_apps", kind: Kind::String, repeated: true },
        Field { number: 10, name: "buffer_size_kb", kind: Kind::Uint, repeated: false },
        Field { number: 11, name: "drain_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 12, name: "compact_sched", kind: Kind::Message(&FTRACE_CONFIG_COMPACT_SCHED_CONFIG), repeated: false },
        Field { number: 13, name: "symbolize_ksyms", kind: Kind::Bool, repeated: false },
        Field { number: 14, name: "initialize_ksyms_synchronously_for_testing", kind: Kind::Bool, repeated: false },
        Field { number: 15, name: "throttle_rss_stat", kind: Kind::Bool, repeated: false },
        Field { number: 16, name: "disable_generic_events", kind: Kind::Bool, repeated: false },
        Field { number: 17, name: "ksyms_mem_policy", kind: Kind::Enum(&FTRACE_CONFIG_KSYMS_MEM_POLICY), repeated: false },
        Field { number: 18, name: "syscall_events", kind: Kind::String, repeated: true },
        Field { number: 19, name: "enable_function_graph", kind: Kind::Bool, repeated: false },
        Field { number: 20, name: "function_filters", kind: Kind::String, repeated: true },
        Field { number: 21, name: "function_graph_roots", kind: Kind::String, repeated: true },
        Field { number: 22, name: "print_filter", kind: Kind::Message(&FTRACE_CONFIG_PRINT_FILTER), repeated: false },
        Field { number: 23, name: "preserve_ftrace_buffer", kind: Kind::Bool, repeated: false },
        Field { number: 24, name: "use_monotonic_raw_clock", kind: Kind::Bool, repeated: false },
        Field { number: 25, name: "instance_name", kind: Kind::String, repeated: false },
        Field { number: 27, name: "buffer_size_lower_bound", kind: Kind::Bool, repeated: false },
        Field { number: 28, name: "atrace_categories_prefer_sdk", kind: Kind::String, repeated: true },
        Field { number: 29, name: "drain_buffer_percent", kind: Kind::Uint, repeated: false },
        Field { number: 30, name: "kprobe_events", kind: Kind::Message(&FTRACE_CONFIG_KPROBE_EVENT), repeated: true },
        Field { number: 31, name: "debug_ftrace_abi", kind: Kind::Bool, repeated: false },
        Field { number: 32, name: "denser_generic_event_encoding", kind: Kind::Bool, repeated: false },
        Field { number: 33, name: "function_graph_max_depth", kind: Kind::Uint, repeated: false },
        Field { number: 34, name: "atrace_userspace_only", kind: Kind::Bool, repeated: false },
        Field { number: 35, name: "tids_to_trace", kind: Kind::Uint, repeated: true },
        Field { number: 36, name: "tracefs_options", kind: Kind::Message(&FTRACE_CONFIG_TRACEFS_OPTION), repeated: true },
        Field { number: 37, name: "tracing_cpumask", kind: Kind::String, repeated: false },
    ],
};
pub static FTRACE_CONFIG_COMPACT_SCHED_CONFIG: Message = Message {
    name: "perfetto.protos.FtraceConfig.CompactSchedConfig",
    fields: &[
        Field { number: 1, name: "enabled", kind: Kind::Bool, repeated: false },
    ],
};
pub static FTRACE_CONFIG_KPROBE_EVENT: Message = Message {
    name: "perfetto.protos.FtraceConfig.KprobeEvent",
    fields: &[
        Field { number: 1, name: "probe", kind: Kind::String, repeated: false },
        Field { number: 2, name: "type", kind: Kind::Enum(&FTRACE_CONFIG_KPROBE_EVENT_KPROBE_TYPE), repeated: false },
    ],
};
pub static FTRACE_CONFIG_PRINT_FILTER: Message = Message {
    name: "perfetto.protos.FtraceConfig.PrintFilter",
    fields: &[
        Field { number: 1, name: "rules", kind: Kind::Message(&FTRACE_CONFIG_PRINT_FILTER_RULE), repeated: true },
    ],
};
pub static FTRACE_CONFIG_PRINT_FILTER_RULE: Message = Message {
    name: "perfetto.protos.FtraceConfig.PrintFilter.Rule",
    fields: &[
        Field { number: 1, name: "prefix", kind: Kind::String, repeated: false },
        Field { number: 2, name: "allow", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "atrace_msg", kind: Kind::Message(&FTRACE_CONFIG_PRINT_FILTER_RULE_ATRACE_MESSAGE), repeated: false },
    ],
};
pub static FTRACE_CONFIG_PRINT_FILTER_RULE_ATRACE_MESSAGE: Message = Message {
    name: "perfetto.protos.FtraceConfig.PrintFilter.Rule.AtraceMessage",
    fields: &[
        Field { number: 1, name: "type", kind: Kind::String, repeated: false },
        Field { number: 2, name: "prefix", kind: Kind::String, repeated: false },
    ],
};
pub static FTRACE_CONFIG_TRACEFS_OPTION: Message = Message {
    name: "perfetto.protos.FtraceConfig.TracefsOption",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "state", kind: Kind::Enum(&FTRACE_CONFIG_TRACEFS_OPTION_STATE), repeated: false },
    ],
};
pub static GLOBAL_RENDER_FRAME_HOST_ID: Message = Message {
    name: "perfetto.protos.GlobalRenderFrameHostId",
    fields: &[
        Field { number: 1, name: "routing_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "process_id", kind: Kind::Int, repeated: false },
    ],
};
pub static GPU_CORRELATION: Message = Message {
    name: "perfetto.protos.GpuCorrelation",
    fields: &[
        Field { number: 1, name: "render_stage_submission_event_ids", kind: Kind::Uint, repeated: true },
        Field { number: 2, name: "render_stage_wait_event_ids", kind: Kind::Uint, repeated: true },
    ],
};
pub static GPU_COUNTER_CONFIG: Message = Message {
    name: "perfetto.protos.GpuCounterConfig",
    fields: &[
        Field { number: 1, name: "counter_period_ns", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "counter_ids", kind: Kind::Uint, repeated: true },
        Field { number: 3, name: "instrumented_sampling", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "fix_gpu_clock", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "instrumented_sampling_config", kind: Kind::Message(&GPU_COUNTER_CONFIG_INSTRUMENTED_SAMPLING_CONFIG), repeated: false },
        Field { number: 6, name: "counter_names", kind: Kind::String, repeated: true },
    ],
};
pub static GPU_COUNTER_CONFIG_INSTRUMENTED_SAMPLING_CONFIG: Message = Message {
    name: "perfetto.protos.GpuCounterConfig.InstrumentedSamplingConfig",
    fields: &[
        Field { number: 3, name: "activity_name_filters", kind: Kind::Message(&GPU_COUNTER_CONFIG_INSTRUMENTED_SAMPLING_CONFIG_ACTIVITY_NAME_FILTER), repeated: true },
        Field { number: 5, name: "activity_ranges", kind: Kind::Message(&GPU_COUNTER_CONFIG_INSTRUMENTED_SAMPLING_CONFIG_ACTIVITY_RANGE), repeated: true },
        Field { number: 6, name: "activity_tx_include_globs", kind: Kind::String, repeated: true },
        Field { number: 7, name: "activity_tx_exclude_globs", kind: Kind::String, repeated: true },
    ],
};
pub static GPU_COUNTER_CONFIG_INSTRUMENTED_SAMPLING_CONFIG_ACTIVITY_NAME_FILTER: Message = Message {
    name: "perfetto.protos.GpuCounterConfig.InstrumentedSamplingConfig.ActivityNameFilter",
    fields: &[
        Field { number: 1, name: "name_glob", kind: Kind::String, repeated: false },
        Field { number: 2, name: "name_base", kind: Kind::Enum(&GPU_COUNTER_CONFIG_INSTRUMENTED_SAMPLING_CONFIG_ACTIVITY_NAME_FILTER_NAME_BASE), repeated: false },
    ],
};
pub static GPU_COUNTER_CONFIG_INSTRUMENTED_SAMPLING_CONFIG_ACTIVITY_RANGE: Message = Message {
    name: "perfetto.protos.GpuCounterConfig.InstrumentedSamplingConfig.ActivityRange",
    fields: &[
        Field { number: 1, name: "skip", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "count", kind: Kind::Uint, repeated: false },
    ],
};
pub static GPU_RENDER_STAGES_CONFIG: Message = Message {
    name: "perfetto.protos.GpuRenderStagesConfig",
    fields: &[
        Field { number: 1, name: "full_loadstore", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "low_overhead", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "trace_metrics", kind: Kind::String, repeated: true },
        Field { number: 4, name: "drawcall_stages", kind: Kind::Bool, repeated: false },
    ],
};
pub static HEAPPROFD_CONFIG: Message = Message {
    name: "perfetto.protos.HeapprofdConfig",
    fields: &[
        Field { number: 1, name: "sampling_interval_bytes", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "process_cmdline", kind: Kind::String, repeated: true },
        Field { number: 4, name: "pid", kind: Kind::Uint, repeated: true },
        Field { number: 5, name: "all", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "continuous_dump_config", kind: Kind::Message(&HEAPPROFD_CONFIG_CONTINUOUS_DUMP_CONFIG), repeated: false },
        Field { number: 7, name: "skip_symbol_prefix", kind: Kind::String, repeated: true },
        Field { number: 8, name: "shmem_size_bytes", kind: Kind::Uint, repeated: false },
        Field { number: 9, name: "block_client", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "no_startup", kind: Kind::Bool, repeated: false },
        Field { number: 11, name: "no_running", kind: Kind::Bool, repeated: false },
        Field { number: 13, name: "dump_at_max", kind: Kind::Bool, repeated: false },
        Field { number: 14, name: "block_client_timeout_us", kind: Kind::Uint, repeated: false },
        Field { number: 15, name: "min_anonymous_memory_kb", kind: Kind::Uint, repeated: false },
        Field { number: 16, name: "max_heapprofd_memory_kb", kind: Kind::Uint, repeated: false },
        Field { number: 17, name: "max_heapprofd_cpu_secs", kind: Kind::Uint, repeated: false },
        Field { number: 18, name: "disable_fork_teardown", kind: Kind::Bool, repeated: false },
        Field { number: 19, name: "disable_vfork_detection", kind: Kind::Bool, repeated: false },
        Field { number: 20, name: "heaps", kind: Kind::String, repeated: true },
        Field { number: 21, name: "all_heaps", kind: Kind::Bool, repeated: false },
        Field { number: 22, name: "heap_sampling_intervals", kind: Kind::Uint, repeated: true },
        Field { number: 23, name: "stream_allocations", kind: Kind::Bool, repeated: false },
        Field { number: 24, name: "adaptive_sampling_shmem_threshold", kind: Kind::Uint, repeated: false },
        Field { number: 25, name: "adaptive_sampling_max_sampling_interval_bytes", kind: Kind::Uint, repeated: false },
        Field { number: 26, name: "target_installed_by", kind: Kind::String, repeated: true },
        Field { number: 27, name: "exclude_heaps", kind: Kind::String, repeated: true },
    ],
};
pub static HEAPPROFD_CONFIG_CONTINUOUS_DUMP_CONFIG: Message = Message {
    name: "perfetto.protos.HeapprofdConfig.ContinuousDumpConfig",
    fields: &[
        Field { number: 5, name: "dump_phase_ms", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "dump_interval_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static INODE_FILE_CONFIG: Message = Message {
    name: "perfetto.protos.InodeFileConfig",
    fields: &[
        Field { number: 1, name: "scan_interval_ms", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "scan_delay_ms", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "scan_batch_size", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "do_not_scan", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "scan_mount_points", kind: Kind::String, repeated: true },
        Field { number: 6, name: "mount_point_mapping", kind: Kind::Message(&INODE_FILE_CONFIG_MOUNT_POINT_MAPPING_ENTRY), repeated: true },
    ],
};
pub static INODE_FILE_CONFIG_MOUNT_POINT_MAPPING_ENTRY: Message = Message {
    name: "perfetto.protos.InodeFileConfig.MountPointMappingEntry",
    fields: &[
        Field { number: 1, name: "mountpoint", kind: Kind::String, repeated: false },
        Field { number: 2, name: "scan_roots", kind: Kind::String, repeated: true },
    ],
};
pub static INPUT_METHOD_CONFIG: Message = Message {
    name: "perfetto.protos.InputMethodConfig",
    fields: &[
        Field { number: 1, name: "client", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "service", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "manager_service", kind: Kind::Bool, repeated: false },
    ],
};
pub static INPUT_TRANSFER_HANDLER: Message = Message {
    name: "perfetto.protos.InputTransferHandler",
    fields: &[
        Field { number: 1, name: "transfer_result", kind: Kind::Enum(&INPUT_TRANSFER_HANDLER_TRANSFER_INPUT_TO_VIZ_RESULT), repeated: false },
        Field { number: 2, name: "browser_sequence_dropped_reason", kind: Kind::Enum(&INPUT_TRANSFER_HANDLER_INPUT_ON_VIZ_SEQUENCE_DROPPED_REASON), repeated: false },
        Field { number: 3, name: "viz_sequence_dropped_reason", kind: Kind::Enum(&INPUT_TRANSFER_HANDLER_VIZ_SEQUENCE_DROPPED_REASON), repeated: false },
        Field { number: 4, name: "top_controls_offset", kind: Kind::Message(&INPUT_TRANSFER_HANDLER_TOP_CONTROLS_OFFSET), repeated: false },
    ],
};
pub static INPUT_TRANSFER_HANDLER_TOP_CONTROLS_OFFSET: Message = Message {
    name: "perfetto.protos.InputTransferHandler.TopControlsOffset",
    fields: &[
        Field { number: 1, name: "viz_y_offset_px", kind: Kind::Real, repeated: false },
        Field { number: 2, name: "browser_y_offset_px", kind: Kind::Real, repeated: false },
    ],
};
pub static INTERCEPTOR_CONFIG: Message = Message {
    name: "perfetto.protos.InterceptorConfig",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
        Field { number: 100, name: "console_config", kind: Kind::Message(&CONSOLE_CONFIG), repeated: false },
    ],
};
pub static JAVA_HPROF_CONFIG: Message = Message {
    name: "perfetto.protos.JavaHprofConfig",
    fields: &[
        Field { number: 1, name: "process_cmdline", kind: Kind::String, repeated: true },
        Field { number: 2, name: "pid", kind: Kind::Uint, repeated: true },
        Field { number: 3, name: "continuous_dump_config", kind: Kind::Message(&JAVA_HPROF_CONFIG_CONTINUOUS_DUMP_CONFIG), repeated: false },
        Field { number: 4, name: "min_anonymous_memory_kb", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "dump_smaps", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "ignored_types", kind: Kind::String, repeated: true },
        Field { number: 7, name: "target_installed_by", kind: Kind::String, repeated: true },
        Field { number: 8, name: "smaps_config", kind: Kind::Message(&SMAPS_CONFIG), repeated: false },
        Field { number: 9, name: "min_java_heap_size_kb", kind: Kind::Uint, repeated: false },
        Field { number: 10, name: "dump_oome_callstack", kind: Kind::Bool, repeated: false },
    ],
};
pub static JAVA_HPROF_CONFIG_CONTINUOUS_DUMP_CONFIG: Message = Message {
    name: "perfetto.protos.JavaHprofConfig.ContinuousDumpConfig",
    fields: &[
        Field { number: 1, name: "dump_phase_ms", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "dump_interval_ms", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "scan_pids_only_on_start", kind: Kind::Bool, repeated: false },
    ],
};
pub static KERNEL_WAKELOCKS_CONFIG: Message = Message {
    name: "perfetto.protos.KernelWakelocksConfig",
    fields: &[
        Field { number: 1, name: "poll_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static LIBUNWINDSTACK_UNWINDER: Message = Message {
    name: "perfetto.protos.LibunwindstackUnwinder",
    fields: &[
        Field { number: 1, name: "error_code", kind: Kind::Enum(&LIBUNWINDSTACK_UNWINDER_ERROR_CODE), repeated: false },
        Field { number: 2, name: "num_frames", kind: Kind::Int, repeated: false },
    ],
};
pub static LINUX_ALSA_OUTPUT: Message = Message {
    name: "perfetto.protos.LinuxAlsaOutput",
    fields: &[
        Field { number: 1, name: "source_request_playout_delay_us", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "forward_bytes", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "sample_rate", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "getcurrentdelay_pcm_delay_frames", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "getcurrentdelay_alsa_buffer_frames", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "getcurrentdelay_available_frames", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "getcurrentdelay_final_delay_frames", kind: Kind::Int, repeated: false },
    ],
};
pub static LINUX_PULSE_OUTPUT: Message = Message {
    name: "perfetto.protos.LinuxPulseOutput",
    fields: &[
        Field { number: 1, name: "source_request_playout_delay_us", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "sample_rate", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "input_buffer_size_frames", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "stream_request_bytes", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "frame_size_bytes", kind: Kind::Uint, repeated: false },
    ],
};
pub static LOCAL_SURFACE_ID: Message = Message {
    name: "perfetto.protos.LocalSurfaceId",
    fields: &[
        Field { number: 1, name: "parent_sequence_number", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "child_sequence_number", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "unguessable_token", kind: Kind::Message(&CHROME_UNGUESSABLE_TOKEN), repeated: false },
    ],
};
pub static MAC_AUHALSTREAM: Message = Message {
    name: "perfetto.protos.MacAUHALStream",
    fields: &[
        Field { number: 1, name: "input_buffer_size", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "output_buffer_size", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "sample_rate", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "os_request_playout_timeticks_us", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "source_request_frames", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "source_request_playout_delay_us", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "source_request_playout_timeticks_us", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "source_request_current_timeticks_us", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "hardware_latency_us", kind: Kind::Int, repeated: false },
        Field { number: 10, name: "audiotimestamp_host_time_valid", kind: Kind::Bool, repeated: false },
        Field { number: 11, name: "audiotimestamp_mach_timeticks_us", kind: Kind::Int, repeated: false },
        Field { number: 12, name: "audiotimestamp_sample_time_frames", kind: Kind::Real, repeated: false },
        Field { number: 13, name: "audiotimestamp_last_sample_time_frames", kind: Kind::Real, repeated: false },
        Field { number: 14, name: "lost_audio_duration_us", kind: Kind::Int, repeated: false },
    ],
};
pub static MAC_VOUCHER_RELEASE: Message = Message {
    name: "perfetto.protos.MacVoucherRelease",
    fields: &[
        Field { number: 1, name: "ref_count", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "process_priority", kind: Kind::Enum(&MAC_VOUCHER_RELEASE_PROCESS_PRIORITY), repeated: false },
        Field { number: 3, name: "process_os_priority", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "thread_type", kind: Kind::Enum(&MAC_VOUCHER_RELEASE_THREAD_TYPE), repeated: false },
        Field { number: 5, name: "thread_has_leases", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "thread_qos_class", kind: Kind::Enum(&MAC_VOUCHER_RELEASE_QO_SCLASS), repeated: false },
        Field { number: 7, name: "thread_relative_priority", kind: Kind::Int, repeated: false },
    ],
};
pub static MAIN_FRAME_PIPELINE: Message = Message {
    name: "perfetto.protos.MainFramePipeline",
    fields: &[
        Field { number: 1, name: "main_frame_id", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "step", kind: Kind::Enum(&MAIN_FRAME_PIPELINE_STEP), repeated: false },
        Field { number: 3, name: "begin_frame_id", kind: Kind::Message(&BEGIN_FRAME_ID), repeated: false },
        Field { number: 4, name: "aborted_on_main_reason", kind: Kind::Enum(&MAIN_FRAME_PIPELINE_ABORTED_ON_MAIN_REASON), repeated: false },
        Field { number: 5, name: "last_begin_frame_id_during_first_draw", kind: Kind::Message(&BEGIN_FRAME_ID), repeated: false },
    ],
};
pub static MEMORY_DUMP_PROVIDER: Message = Message {
    name: "perfetto.protos.MemoryDumpProvider",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
    ],
};
pub static NAVIGATION_HANDLE: Message = Message {
    name: "perfetto.protos.NavigationHandle",
    fields: &[
        Field { number: 1, name: "navigation_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "has_committed", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "is_error_page", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "frame_tree_node", kind: Kind::Message(&FRAME_TREE_NODE_INFO), repeated: false },
        Field { number: 5, name: "render_frame_host", kind: Kind::Message(&RENDER_FRAME_HOST), repeated: false },
        Field { number: 99, name: "debug_annotations", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
    ],
};
pub static NETWORK_PACKET_TRACE_CONFIG: Message = Message {
    name: "perfetto.protos.NetworkPacketTraceConfig",
    fields: &[
        Field { number: 1, name: "poll_ms", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "aggregation_threshold", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "intern_limit", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "drop_local_port", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "drop_remote_port", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "drop_tcp_flags", kind: Kind::Bool, repeated: false },
    ],
};
pub static PACKAGES_LIST_CONFIG: Message = Message {
    name: "perfetto.protos.PackagesListConfig",
    fields: &[
        Field { number: 1, name: "package_name_filter", kind: Kind::String, repeated: true },
        Field { number: 2, name: "only_write_on_cpu_use_every_ms", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "package_name_regex_filter", kind: Kind::String, repeated: true },
    ],
};
pub static PAGE_LOAD: Message = Message {
    name: "perfetto.protos.PageLoad",
    fields: &[
        Field { number: 1, name: "navigation_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "url", kind: Kind::String, repeated: false },
    ],
};
pub static PARKABLE_STRING_COMPRESS_IN_BACKGROUND: Message = Message {
    name: "perfetto.protos.ParkableStringCompressInBackground",
    fields: &[
        Field { number: 1, name: "size_bytes", kind: Kind::Int, repeated: false },
    ],
};
pub static PARKABLE_STRING_UNPARK: Message = Message {
    name: "perfetto.protos.ParkableStringUnpark",
    fields: &[
        Field { number: 1, name: "size_bytes", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "time_since_last_disk_write_sec", kind: Kind::Int, repeated: false },
    ],
};
pub static PERF_EVENTS_RAW_EVENT: Message = Message {
    name: "perfetto.protos.PerfEvents.RawEvent",
    fields: &[
        Field { number: 1, name: "type", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "config", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "config1", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "config2", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "pmu_name", kind: Kind::String, repeated: false },
    ],
};
pub static PERF_EVENTS_TIMEBASE: Message = Message {
    name: "perfetto.protos.PerfEvents.Timebase",
    fields: &[
        Field { number: 1, name: "period", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "frequency", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "tracepoint", kind: Kind::Message(&PERF_EVENTS_TRACEPOINT), repeated: false },
        Field { number: 4, name: "counter", kind: Kind::Enum(&PERF_EVENTS_COUNTER), repeated: false },
        Field { number: 5, name: "raw_event", kind: Kind::Message(&PERF_EVENTS_RAW_EVENT), repeated: false },
        Field { number: 6, name: "poll_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 10, name: "name", kind: Kind::String, repeated: false },
        Field { number: 11, name: "timestamp_clock", kind: Kind::Enum(&PERF_EVENTS_PERF_CLOCK), repeated: false },
        Field { number: 12, name: "modifiers", kind: Kind::Enum(&PERF_EVENTS_EVENT_MODIFIER), repeated: true },
    ],
};
pub static PERF_EVENTS_TRACEPOINT: Message = Message {
    name: "perfetto.protos.PerfEvents.Tracepoint",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "filter", kind: Kind::String, repeated: false },
    ],
};
pub static PERF_EVENT_CONFIG: Message = Message {
    name: "perfetto.protos.PerfEventConfig",
    fields: &[
        Field { number: 1, name: "all_cpus", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "sampling_frequency", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "ring_buffer_pages", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "target_pid", kind: Kind::Int, repeated: true },
        Field { number: 5, name: "target_cmdline", kind: Kind::String, repeated: true },
        Field { number: 6, name: "exclude_pid", kind: Kind::Int, repeated: true },
        Field { number: 7, name: "exclude_cmdline", kind: Kind::String, repeated: true },
        Field { number: 8, name: "ring_buffer_read_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 9, name: "remote_descriptor_timeout_ms", kind: Kind::Uint, repeated: false },
        Field { number: 10, name: "unwind_state_clear_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 11, name: "additional_cmdline_count", kind: Kind::Uint, repeated: false },
        Field { number: 12, name: "kernel_frames", kind: Kind::Bool, repeated: false },
        Field { number: 13, name: "max_daemon_memory_kb", kind: Kind::Uint, repeated: false },
        Field { number: 15, name: "timebase", kind: Kind::Message(&PERF_EVENTS_TIMEBASE), repeated: false },
        Field { number: 16, name: "callstack_sampling", kind: Kind::Message(&PERF_EVENT_CONFIG_CALLSTACK_SAMPLING), repeated: false },
        Field { number: 17, name: "max_enqueued_footprint_kb", kind: Kind::Uint, repeated: false },
        Field { number: 18, name: "target_installed_by", kind: Kind::String, repeated: true },
        Field { number: 19, name: "followers", kind: Kind::Message(&FOLLOWER_EVENT), repeated: true },
        Field { number: 20, name: "target_cpu", kind: Kind::Uint, repeated: true },
        Field { number: 21, name: "ignore_open_failure", kind: Kind::Bool, repeated: false },
        Field { number: 22, name: "cpuid", kind: Kind::String, repeated: true },
    ],
};
pub static PERF_EVENT_CONFIG_CALLSTACK_SAMPLING: Message = Message {
    name: "perfetto.protos.PerfEventConfig.CallstackSampling",
    fields: &[
        Field { number: 1, name: "scope", kind: Kind::Message(&PERF_EVENT_CONFIG_SCOPE), repeated: false },
        Field { number: 2, name: "kernel_frames", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "user_frames", kind: Kind::Enum(&PERF_EVENT_CONFIG_UNWIND_MODE), repeated: false },
    ],
};
pub static PERF_EVENT_CONFIG_SCOPE: Message = Message {
    name: "perfetto.protos.PerfEventConfig.Scope",
    fields: &[
        Field { number: 1, name: "target_pid", kind: Kind::Int, repeated: true },
        Field { number: 2, name: "target_cmdline", kind: Kind::String, repeated: true },
        Field { number: 3, name: "exclude_pid", kind: Kind::Int, repeated: true },
        Field { number: 4, name: "exclude_cmdline", kind: Kind::String, repeated: true },
        Field { number: 5, name: "additional_cmdline_count", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "process_shard_count", kind: Kind::Uint, repeated: false },
    ],
};
pub static PIXEL_MODEM_CONFIG: Message = Message {
    name: "perfetto.protos.PixelModemConfig",
    fields: &[
        Field { number: 1, name: "event_group", kind: Kind::Enum(&PIXEL_MODEM_CONFIG_EVENT_GROUP), repeated: false },
        Field { number: 2, name: "pigweed_hash_allow_list", kind: Kind::Int, repeated: true },
        Field { number: 3, name: "pigweed_hash_deny_list", kind: Kind::Int, repeated: true },
    ],
};
pub static PRIORITY_BOOST_CONFIG: Message = Message {
    name: "perfetto.protos.PriorityBoostConfig",
    fields: &[
        Field { number: 1, name: "policy", kind: Kind::Enum(&PRIORITY_BOOST_CONFIG_BOOST_POLICY), repeated: false },
        Field { number: 2, name: "priority", kind: Kind::Uint, repeated: false },
    ],
};
pub static PROCESS_SINGLETON: Message = Message {
    name: "perfetto.protos.ProcessSingleton",
    fields: &[
        Field { number: 1, name: "remote_process_interaction_result", kind: Kind::Enum(&PROCESS_SINGLETON_REMOTE_PROCESS_INTERACTION_RESULT), repeated: false },
        Field { number: 2, name: "remote_process_terminate_reason", kind: Kind::Enum(&PROCESS_SINGLETON_REMOTE_HUNG_PROCESS_TERMINATE_REASON), repeated: false },
    ],
};
pub static PROCESS_SMAPS_CONFIG: Message = Message {
    name: "perfetto.protos.ProcessSmapsConfig",
    fields: &[
        Field { number: 1, name: "smaps_config", kind: Kind::Message(&SMAPS_CONFIG), repeated: false },
        Field { number: 2, name: "scope", kind: Kind::Message(&PROCESS_SMAPS_CONFIG_SCOPE), repeated: false },
        Field { number: 3, name: "read_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "max_processes_per_period", kind: Kind::Uint, repeated: false },
    ],
};
pub static PROCESS_SMAPS_CONFIG_SCOPE: Message = Message {
    name: "perfetto.protos.ProcessSmapsConfig.Scope",
    fields: &[
        Field { number: 1, name: "target_cmdline", kind: Kind::String, repeated: true },
        Field { number: 2, name: "target_uid", kind: Kind::Message(&PROCESS_SMAPS_CONFIG_SCOPE_UID_RANGE), repeated: true },
    ],
};
pub static PROCESS_SMAPS_CONFIG_SCOPE_UID_RANGE: Message = Message {
    name: "perfetto.protos.ProcessSmapsConfig.Scope.UidRange",
    fields: &[
        Field { number: 1, name: "min_uid", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "max_uid", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "android_match_across_profiles", kind: Kind::Bool, repeated: false },
    ],
};
pub static PROCESS_STATS_CONFIG: Message = Message {
    name: "perfetto.protos.ProcessStatsConfig",
    fields: &[
        Field { number: 1, name: "quirks", kind: Kind::Enum(&PROCESS_STATS_CONFIG_QUIRKS), repeated: true },
        Field { number: 2, name: "scan_all_processes_on_start", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "record_thread_names", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "proc_stats_poll_ms", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "proc_stats_cache_ttl_ms", kind: Kind::Uint, repeated: false },
        Field { number: 9, name: "resolve_process_fds", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "scan_smaps_rollup", kind: Kind::Bool, repeated: false },
        Field { number: 11, name: "record_process_age", kind: Kind::Bool, repeated: false },
        Field { number: 12, name: "record_process_runtime", kind: Kind::Bool, repeated: false },
        Field { number: 13, name: "record_process_dmabuf_rss", kind: Kind::Bool, repeated: false },
        Field { number: 14, name: "skip_main_thread_message", kind: Kind::Bool, repeated: false },
    ],
};
pub static PROTO_LOG_CONFIG: Message = Message {
    name: "perfetto.protos.ProtoLogConfig",
    fields: &[
        Field { number: 1, name: "group_overrides", kind: Kind::Message(&PROTO_LOG_GROUP), repeated: true },
        Field { number: 2, name: "tracing_mode", kind: Kind::Enum(&PROTO_LOG_CONFIG_TRACING_MODE), repeated: false },
        Field { number: 3, name: "default_log_from_level", kind: Kind::Enum(&PROTO_LOG_LEVEL), repeated: false },
    ],
};
pub static PROTO_LOG_GROUP: Message = Message {
    name: "perfetto.protos.ProtoLogGroup",
    fields: &[
        Field { number: 1, name: "group_name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "log_from", kind: Kind::Enum(&PROTO_LOG_LEVEL), repeated: false },
        Field { number: 3, name: "collect_stacktrace", kind: Kind::Bool, repeated: false },
    ],
};
pub static PROTO_VM_CONFIG: Message = Message {
    name: "perfetto.protos.ProtoVmConfig",
    fields: &[
        Field { number: 1, name: "memory_limit_kb", kind: Kind::Uint, repeated: false },
    ],
};
pub static QNX_CONFIG: Message = Message {
    name: "perfetto.protos.QnxConfig",
    fields: &[
        Field { number: 1, name: "qnx_kernel_buffers", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "qnx_kernel_kbuffers", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "qnx_kernel_wide_events", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "qnx_cache_pages", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "qnx_cache_max_pages", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "qnx_trace_buffer_init_bytes", kind: Kind::Uint, repeated: false },
    ],
};
pub static REDACTION_RULE: Message = Message {
    name: "perfetto.protos.RedactionRule",
    fields: &[
        Field { number: 1, name: "pattern", kind: Kind::String, repeated: false },
        Field { number: 2, name: "match_mode", kind: Kind::Enum(&REDACTION_RULE_MATCH_MODE), repeated: false },
        Field { number: 3, name: "keep_full", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "replacement_name", kind: Kind::String, repeated: false },
        Field { number: 5, name: "keep_file_extension", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "keep_path_elements", kind: Kind::Uint, repeated: false },
    ],
};
pub static RENDERER_MAIN_THREAD_TASK_EXECUTION: Message = Message {
    name: "perfetto.protos.RendererMainThreadTaskExecution",
    fields: &[
        Field { number: 1, name: "task_type", kind: Kind::Enum(&RENDERER_MAIN_THREAD_TASK_EXECUTION_TASK_TYPE), repeated: false },
        Field { number: 2, name: "frame_visible", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "page_visible", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "frame_type", kind: Kind::Enum(&RENDERER_MAIN_THREAD_TASK_EXECUTION_FRAME_TYPE), repeated: false },
        Field { number: 5, name: "is_ad_frame", kind: Kind::Bool, repeated: false },
    ],
};
pub static RENDER_FRAME_HOST: Message = Message {
    name: "perfetto.protos.RenderFrameHost",
    fields: &[
        Field { number: 1, name: "process", kind: Kind::Message(&RENDER_PROCESS_HOST), repeated: false },
        Field { number: 2, name: "render_frame_host_id", kind: Kind::Message(&GLOBAL_RENDER_FRAME_HOST_ID), repeated: false },
        Field { number: 3, name: "lifecycle_state", kind: Kind::Enum(&RENDER_FRAME_HOST_LIFECYCLE_STATE), repeated: false },
        Field { number: 4, name: "origin", kind: Kind::String, repeated: false },
        Field { number: 5, name: "url", kind: Kind::String, repeated: false },
        Field { number: 6, name: "frame_tree_node_id", kind: Kind::Uint, repeated: false },
        Field { number: 7, name: "site_instance", kind: Kind::Message(&SITE_INSTANCE), repeated: false },
        Field { number: 8, name: "parent", kind: Kind::Message(&RENDER_FRAME_HOST), repeated: false },
        Field { number: 9, name: "outer_document", kind: Kind::Message(&RENDER_FRAME_HOST), repeated: false },
        Field { number: 10, name: "embedder", kind: Kind::Message(&RENDER_FRAME_HOST), repeated: false },
        Field { number: 11, name: "browsing_context_state", kind: Kind::Message(&BROWSING_CONTEXT_STATE), repeated: false },
        Field { number: 12, name: "frame_type", kind: Kind::Enum(&FRAME_TREE_NODE_INFO_FRAME_TYPE), repeated: false },
        Field { number: 99, name: "debug_annotations", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
    ],
};
pub static RENDER_FRAME_IMPL_DELETION: Message = Message {
    name: "perfetto.protos.RenderFrameImplDeletion",
    fields: &[
        Field { number: 1, name: "intent", kind: Kind::Enum(&FRAME_DELETE_INTENTION), repeated: false },
        Field { number: 2, name: "has_pending_commit", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "has_pending_cross_document_commit", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "frame_tree_node_id", kind: Kind::Uint, repeated: false },
    ],
};
pub static RENDER_FRAME_PROXY_HOST: Message = Message {
    name: "perfetto.protos.RenderFrameProxyHost",
    fields: &[
        Field { number: 1, name: "routing_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "process_id", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "rvh_map_id", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "site_instance_id", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "is_render_frame_proxy_live", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "site_instance_group_id", kind: Kind::Int, repeated: false },
        Field { number: 99, name: "debug_annotations", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
    ],
};
pub static RENDER_PROCESS_HOST: Message = Message {
    name: "perfetto.protos.RenderProcessHost",
    fields: &[
        Field { number: 1, name: "id", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "process_lock", kind: Kind::String, repeated: false },
        Field { number: 3, name: "child_process_id", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "browser_context", kind: Kind::Message(&CHROME_BROWSER_CONTEXT), repeated: false },
        Field { number: 99, name: "debug_annotations", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
    ],
};
pub static RENDER_PROCESS_HOST_CLEANUP: Message = Message {
    name: "perfetto.protos.RenderProcessHostCleanup",
    fields: &[
        Field { number: 1, name: "listener_count", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "keep_alive_ref_count", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "shutdown_delay_ref_count", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "worker_ref_count", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "pending_reuse_ref_count", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "navigation_state_keepalive_count", kind: Kind::Uint, repeated: false },
    ],
};
pub static RENDER_PROCESS_HOST_LISTENER: Message = Message {
    name: "perfetto.protos.RenderProcessHostListener",
    fields: &[
        Field { number: 1, name: "routing_id", kind: Kind::Uint, repeated: false },
    ],
};
pub static RENDER_VIEW_HOST: Message = Message {
    name: "perfetto.protos.RenderViewHost",
    fields: &[
        Field { number: 1, name: "rvh_map_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "routing_id", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "process_id", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "is_in_back_forward_cache", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "renderer_view_created", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "process", kind: Kind::Message(&RENDER_PROCESS_HOST), repeated: false },
        Field { number: 99, name: "debug_annotations", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
    ],
};
pub static RESOURCE_BUNDLE: Message = Message {
    name: "perfetto.protos.ResourceBundle",
    fields: &[
        Field { number: 1, name: "resource_id", kind: Kind::Uint, repeated: false },
    ],
};
pub static RESPONSE_INFO: Message = Message {
    name: "perfetto.protos.ResponseInfo",
    fields: &[
        Field { number: 1, name: "response_code", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "was_http_cache", kind: Kind::Bool, repeated: false },
    ],
};
pub static SCROLL_DELTAS: Message = Message {
    name: "perfetto.protos.ScrollDeltas",
    fields: &[
        Field { number: 1, name: "trace_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "original_delta_x", kind: Kind::Real, repeated: false },
        Field { number: 3, name: "original_delta_y", kind: Kind::Real, repeated: false },
        Field { number: 4, name: "coalesced_to_trace_id", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "provided_to_compositor_delta_x", kind: Kind::Real, repeated: false },
        Field { number: 6, name: "provided_to_compositor_delta_y", kind: Kind::Real, repeated: false },
        Field { number: 7, name: "visual_offset_x", kind: Kind::Int, repeated: false },
        Field { number: 8, name: "visual_offset_y", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "event_count_in_gpu_frame", kind: Kind::Int, repeated: false },
        Field { number: 10, name: "trace_ids_in_gpu_frame", kind: Kind::Int, repeated: true },
        Field { number: 11, name: "original_delta_in_gpu_frame_y", kind: Kind::Real, repeated: false },
        Field { number: 12, name: "predicted_delta_in_gpu_frame_y", kind: Kind::Real, repeated: false },
        Field { number: 13, name: "segregated_original_deltas_in_gpu_frame_y", kind: Kind::Real, repeated: true },
        Field { number: 14, name: "segregated_predicted_deltas_in_gpu_frame_y", kind: Kind::Real, repeated: true },
        Field { number: 15, name: "did_overscroll_root", kind: Kind::Bool, repeated: false },
        Field { number: 16, name: "unused_delta_x", kind: Kind::Real, repeated: false },
        Field { number: 17, name: "unused_delta_y", kind: Kind::Real, repeated: false },
    ],
};
pub static SCROLL_METRICS: Message = Message {
    name: "perfetto.protos.ScrollMetrics",
    fields: &[
        Field { number: 1, name: "frame_count", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "vsync_count", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "missed_vsync_max", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "missed_vsync_sum", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "delayed_frame_count", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "predictor_janky_frame_count", kind: Kind::Int, repeated: false },
    ],
};
pub static SCROLL_PREDICTOR_METRICS: Message = Message {
    name: "perfetto.protos.ScrollPredictorMetrics",
    fields: &[
        Field { number: 1, name: "prev_event_frame_value", kind: Kind::Message(&SCROLL_PREDICTOR_METRICS_EVENT_FRAME_VALUE), repeated: false },
        Field { number: 2, name: "cur_event_frame_value", kind: Kind::Message(&SCROLL_PREDICTOR_METRICS_EVENT_FRAME_VALUE), repeated: false },
        Field { number: 3, name: "next_event_frame_value", kind: Kind::Message(&SCROLL_PREDICTOR_METRICS_EVENT_FRAME_VALUE), repeated: false },
        Field { number: 4, name: "janky_value_pixels", kind: Kind::Real, repeated: false },
        Field { number: 5, name: "has_missed_vsyncs", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "is_slow_scroll", kind: Kind::Bool, repeated: false },
    ],
};
pub static SCROLL_PREDICTOR_METRICS_EVENT_FRAME_VALUE: Message = Message {
    name: "perfetto.protos.ScrollPredictorMetrics.EventFrameValue",
    fields: &[
        Field { number: 1, name: "event_trace_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "delta_value_pixels", kind: Kind::Real, repeated: false },
    ],
};
pub static SEND_BEGIN_MAIN_FRAME_TO_COMMIT_BREAKDOWN: Message = Message {
    name: "perfetto.protos.SendBeginMainFrameToCommitBreakdown",
    fields: &[
        Field { number: 1, name: "handle_input_events_us", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "animate_us", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "style_update_us", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "layout_update_us", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "prepaint_us", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "compositing_inputs_us", kind: Kind::Uint, repeated: false },
        Field { number: 7, name: "compositing_assignments_us", kind: Kind::Uint, repeated: false },
        Field { number: 8, name: "paint_us", kind: Kind::Uint, repeated: false },
        Field { number: 9, name: "composite_commit_us", kind: Kind::Uint, repeated: false },
        Field { number: 10, name: "update_layers_us", kind: Kind::Uint, repeated: false },
        Field { number: 11, name: "begin_main_sent_to_started_us", kind: Kind::Uint, repeated: false },
        Field { number: 12, name: "accessibility_update_us", kind: Kind::Uint, repeated: false },
    ],
};
pub static SEQUENCE_MANAGER_TASK: Message = Message {
    name: "perfetto.protos.SequenceManagerTask",
    fields: &[
        Field { number: 1, name: "priority", kind: Kind::Enum(&SEQUENCE_MANAGER_TASK_PRIORITY), repeated: false },
        Field { number: 2, name: "queue_name", kind: Kind::Enum(&SEQUENCE_MANAGER_TASK_QUEUE_NAME), repeated: false },
    ],
};
pub static SHOULD_SWAP_BROWSING_INSTANCES_RESULT: Message = Message {
    name: "perfetto.protos.ShouldSwapBrowsingInstancesResult",
    fields: &[
        Field { number: 1, name: "frame_tree_node_id", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "result", kind: Kind::Enum(&SHOULD_SWAP_BROWSING_INSTANCE), repeated: false },
    ],
};
pub static SITE_INSTANCE: Message = Message {
    name: "perfetto.protos.SiteInstance",
    fields: &[
        Field { number: 1, name: "site_instance_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "browsing_instance_id", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "is_default", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "has_process", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "related_active_contents_count", kind: Kind::Int, repeated: false },
        Field { number: 6, name: "active_rfh_count", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "site_instance_group", kind: Kind::Message(&SITE_INSTANCE_GROUP), repeated: false },
        Field { number: 8, name: "process_assignment", kind: Kind::Enum(&SITE_INSTANCE_SITE_INSTANCE_PROCESS_ASSIGNMENT), repeated: false },
        Field { number: 99, name: "debug_annotations", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
    ],
};
pub static SITE_INSTANCE_GROUP: Message = Message {
    name: "perfetto.protos.SiteInstanceGroup",
    fields: &[
        Field { number: 1, name: "site_instance_group_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "active_frame_count", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "process", kind: Kind::Message(&RENDER_PROCESS_HOST), repeated: false },
        Field { number: 99, name: "debug_annotations", kind: Kind::Message(&DEBUG_ANNOTATION), repeated: true },
    ],
};
pub static SMAPS_CONFIG: Message = Message {
    name: "perfetto.protos.SmapsConfig",
    fields: &[
        Field { number: 1, name: "vma_fields", kind: Kind::Enum(&SMAPS_CONFIG_VMA_FIELD), repeated: true },
        Field { number: 2, name: "unaggregated", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "name_redaction_rules", kind: Kind::Message(&REDACTION_RULE), repeated: true },
    ],
};
pub static SOURCE_LOCATION: Message = Message {
    name: "perfetto.protos.SourceLocation",
    fields: &[
        Field { number: 1, name: "iid", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "file_name", kind: Kind::String, repeated: false },
        Field { number: 3, name: "function_name", kind: Kind::String, repeated: false },
        Field { number: 4, name: "line_number", kind: Kind::Uint, repeated: false },
    ],
};
pub static START_UP: Message = Message {
    name: "perfetto.protos.StartUp",
    fields: &[
        Field { number: 1, name: "activity_id", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "launch_cause", kind: Kind::Enum(&START_UP_LAUNCH_CAUSE_TYPE), repeated: false },
    ],
};
pub static STATSD_PULL_ATOM_CONFIG: Message = Message {
    name: "perfetto.protos.StatsdPullAtomConfig",
    fields: &[
        Field { number: 1, name: "pull_atom_id", kind: Kind::Int, repeated: true },
        Field { number: 2, name: "raw_pull_atom_id", kind: Kind::Int, repeated: true },
        Field { number: 3, name: "pull_frequency_ms", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "packages", kind: Kind::String, repeated: true },
    ],
};
pub static STATSD_TRACING_CONFIG: Message = Message {
    name: "perfetto.protos.StatsdTracingConfig",
    fields: &[
        Field { number: 1, name: "push_atom_id", kind: Kind::Int, repeated: true },
        Field { number: 2, name: "raw_push_atom_id", kind: Kind::Int, repeated: true },
        Field { number: 3, name: "pull_config", kind: Kind::Message(&STATSD_PULL_ATOM_CONFIG), repeated: true },
    ],
};
pub static SURFACE_FLINGER_LAYERS_CONFIG: Message = Message {
    name: "perfetto.protos.SurfaceFlingerLayersConfig",
    fields: &[
        Field { number: 1, name: "mode", kind: Kind::Enum(&SURFACE_FLINGER_LAYERS_CONFIG_MODE), repeated: false },
        Field { number: 2, name: "trace_flags", kind: Kind::Enum(&SURFACE_FLINGER_LAYERS_CONFIG_TRACE_FLAG), repeated: true },
    ],
};
pub static SURFACE_FLINGER_TRANSACTIONS_CONFIG: Message = Message {
    name: "perfetto.protos.SurfaceFlingerTransactionsConfig",
    fields: &[
        Field { number: 1, name: "mode", kind: Kind::Enum(&SURFACE_FLINGER_TRANSACTIONS_CONFIG_MODE), repeated: false },
    ],
};
pub static SYSTEMD_JOURNALD_CONFIG: Message = Message {
    name: "perfetto.protos.SystemdJournaldConfig",
    fields: &[
        Field { number: 1, name: "min_prio", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "filter_identifiers", kind: Kind::String, repeated: true },
        Field { number: 3, name: "filter_units", kind: Kind::String, repeated: true },
    ],
};
pub static SYSTEM_INFO_CONFIG: Message = Message {
    name: "perfetto.protos.SystemInfoConfig",
    fields: &[
        Field { number: 1, name: "irq_names", kind: Kind::Bool, repeated: false },
    ],
};
pub static SYS_STATS_CONFIG: Message = Message {
    name: "perfetto.protos.SysStatsConfig",
    fields: &[
        Field { number: 1, name: "meminfo_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "meminfo_counters", kind: Kind::Enum(&MEMINFO_COUNTERS), repeated: true },
        Field { number: 3, name: "vmstat_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "vmstat_counters", kind: Kind::Enum(&VMSTAT_COUNTERS), repeated: true },
        Field { number: 5, name: "stat_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "stat_counters", kind: Kind::Enum(&SYS_STATS_CONFIG_STAT_COUNTERS), repeated: true },
        Field { number: 7, name: "devfreq_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 8, name: "cpufreq_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 9, name: "buddyinfo_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 10, name: "diskstat_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 11, name: "psi_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 12, name: "thermal_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 13, name: "cpuidle_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 14, name: "gpufreq_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 15, name: "slab_period_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static TAB_SWITCH_MEASUREMENT: Message = Message {
    name: "perfetto.protos.TabSwitchMeasurement",
    fields: &[
        Field { number: 1, name: "result", kind: Kind::Enum(&TAB_SWITCH_MEASUREMENT_RESULT), repeated: false },
        Field { number: 2, name: "tab_state", kind: Kind::Enum(&TAB_SWITCH_MEASUREMENT_TAB_STATE), repeated: false },
    ],
};
pub static TEST_CONFIG: Message = Message {
    name: "perfetto.protos.TestConfig",
    fields: &[
        Field { number: 1, name: "message_count", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "max_messages_per_second", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "seed", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "message_size", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "send_batch_on_register", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "dummy_fields", kind: Kind::Message(&TEST_CONFIG_DUMMY_FIELDS), repeated: false },
    ],
};
pub static TEST_CONFIG_DUMMY_FIELDS: Message = Message {
    name: "perfetto.protos.TestConfig.DummyFields",
    fields: &[
        Field { number: 1, name: "field_uint32", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "field_int32", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "field_uint64", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "field_int64", kind: Kind::Int, repeated: false },
        Field { number: 5, name: "field_fixed64", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "field_sfixed64", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "field_fixed32", kind: Kind::Uint, repeated: false },
        Field { number: 8, name: "field_sfixed32", kind: Kind::Int, repeated: false },
        Field { number: 9, name: "field_double", kind: Kind::Real, repeated: false },
        Field { number: 10, name: "field_float", kind: Kind::Real, repeated: false },
        Field { number: 11, name: "field_sint64", kind: Kind::ZigZag, repeated: false },
        Field { number: 12, name: "field_sint32", kind: Kind::ZigZag, repeated: false },
        Field { number: 13, name: "field_string", kind: Kind::String, repeated: false },
        Field { number: 14, name: "field_bytes", kind: Kind::Bytes, repeated: false },
    ],
};
pub static TOUCH_DISPOSITION_GESTURE_FILTER: Message = Message {
    name: "perfetto.protos.TouchDispositionGestureFilter",
    fields: &[
        Field { number: 1, name: "gesture_count", kind: Kind::Int, repeated: false },
    ],
};
pub static TRACE_ATTRIBUTES: Message = Message {
    name: "perfetto.protos.TraceAttributes",
    fields: &[
        Field { number: 1, name: "attribute", kind: Kind::Message(&TRACE_ATTRIBUTES_ATTRIBUTE), repeated: true },
    ],
};
pub static TRACE_ATTRIBUTES_ATTRIBUTE: Message = Message {
    name: "perfetto.protos.TraceAttributes.Attribute",
    fields: &[
        Field { number: 1, name: "key", kind: Kind::String, repeated: false },
        Field { number: 2, name: "long_value", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "string_value", kind: Kind::String, repeated: false },
    ],
};
pub static TRACE_CONFIG: Message = Message {
    name: "perfetto.protos.TraceConfig",
    fields: &[
        Field { number: 1, name: "buffers", kind: Kind::Message(&TRACE_CONFIG_BUFFER_CONFIG), repeated: true },
        Field { number: 2, name: "data_sources", kind: Kind::Message(&TRACE_CONFIG_DATA_SOURCE), repeated: true },
        Field { number: 3, name: "duration_ms", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "enable_extra_guardrails", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "lockdown_mode", kind: Kind::Enum(&TRACE_CONFIG_LOCKDOWN_MODE_OPERATION), repeated: false },
        Field { number: 6, name: "producers", kind: Kind::Message(&TRACE_CONFIG_PRODUCER_CONFIG), repeated: true },
        Field { number: 7, name: "statsd_metadata", kind: Kind::Message(&TRACE_CONFIG_STATSD_METADATA), repeated: false },
        Field { number: 8, name: "write_into_file", kind: Kind::Bool, repeated: false },
        Field { number: 9, name: "file_write_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 10, name: "max_file_size_bytes", kind: Kind::Uint, repeated: false },
        Field { number: 11, name: "guardrail_overrides", kind: Kind::Message(&TRACE_CONFIG_GUARDRAIL_OVERRIDES), repeated: false },
        Field { number: 12, name: "deferred_start", kind: Kind::Bool, repeated: false },
        Field { number: 13, name: "flush_period_ms", kind: Kind::Uint, repeated: false },
        Field { number: 14, name: "flush_timeout_ms", kind: Kind::Uint, repeated: false },
        Field { number: 16, name: "notify_traceur", kind: Kind::Bool, repeated: false },
        Field { number: 17, name: "trigger_config", kind: Kind::Message(&TRACE_CONFIG_TRIGGER_CONFIG), repeated: false },
        Field { number: 18, name: "activate_triggers", kind: Kind::String, repeated: true },
        Field { number: 19, name: "allow_user_build_tracing", kind: Kind::Bool, repeated: false },
        Field { number: 20, name: "builtin_data_sources", kind: Kind::Message(&TRACE_CONFIG_BUILTIN_DATA_SOURCE), repeated: false },
        Field { number: 21, name: "incremental_state_config", kind: Kind::Message(&TRACE_CONFIG_INCREMENTAL_STATE_CONFIG), repeated: false },
        Field { number: 22, name: "unique_session_name", kind: Kind::String, repeated: false },
        Field { number: 23, name: "data_source_stop_timeout_ms", kind: Kind::Uint, repeated: false },
        Field { number: 24, name: "compression_type", kind: Kind::Enum(&TRACE_CONFIG_COMPRESSION_TYPE), repeated: false },
        Field { number: 25, name: "incident_report_config", kind: Kind::Message(&TRACE_CONFIG_INCIDENT_REPORT_CONFIG), repeated: false },
        Field { number: 27, name: "trace_uuid_msb", kind: Kind::Int, repeated: false },
        Field { number: 28, name: "trace_uuid_lsb", kind: Kind::Int, repeated: false },
        Field { number: 29, name: "output_path", kind: Kind::String, repeated: false },
        Field { number: 30, name: "bugreport_score", kind: Kind::Int, repeated: false },
        Field { number: 31, name: "statsd_logging", kind: Kind::Enum(&TRACE_CONFIG_STATSD_LOGGING), repeated: false },
        Field { number: 33, name: "trace_filter", kind: Kind::Message(&TRACE_CONFIG_TRACE_FILTER), repeated: false },
        Field { number: 34, name: "android_report_config", kind: Kind::Message(&TRACE_CONFIG_ANDROID_REPORT_CONFIG), repeated: false },
        Field { number: 35, name: "cmd_trace_start_delay", kind: Kind::Message(&TRACE_CONFIG_CMD_TRACE_START_DELAY), repeated: false },
        Field { number: 36, name: "prefer_suspend_clock_for_duration", kind: Kind::Bool, repeated: false },
        Field { number: 38, name: "bugreport_filename", kind: Kind::String, repeated: false },
        Field { number: 39, name: "session_semaphores", kind: Kind::Message(&TRACE_CONFIG_SESSION_SEMAPHORE), repeated: true },
        Field { number: 40, name: "priority_boost", kind: Kind::Message(&PRIORITY_BOOST_CONFIG), repeated: false },
        Field { number: 41, name: "exclusive_prio", kind: Kind::Uint, repeated: false },
        Field { number: 43, name: "trace_all_machines", kind: Kind::Bool, repeated: false },
        Field { number: 44, name: "write_flush_mode", kind: Kind::Enum(&TRACE_CONFIG_WRITE_FLUSH_MODE), repeated: false },
        Field { number: 45, name: "fflush_post_write", kind: Kind::Enum(&TRACE_CONFIG_FFLUSH_MODE), repeated: false },
        Field { number: 47, name: "compression", kind: Kind::Message(&TRACE_CONFIG_COMPRESSION_CONFIG), repeated: false },
        Field { number: 48, name: "trace_attributes", kind: Kind::Message(&TRACE_ATTRIBUTES), repeated: false },
        Field { number: 49, name: "persist_trace_across_reboots", kind: Kind::Bool, repeated: false },
        Field { number: 50, name: "experimental_trace_buffer_v2_compaction", kind: Kind::Bool, repeated: false },
    ],
};
pub static TRACE_CONFIG_ANDROID_REPORT_CONFIG: Message = Message {
    name: "perfetto.protos.TraceConfig.AndroidReportConfig",
    fields: &[
        Field { number: 1, name: "reporter_service_package", kind: Kind::String, repeated: false },
        Field { number: 2, name: "reporter_service_class", kind: Kind::String, repeated: false },
        Field { number: 3, name: "skip_report", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "use_pipe_in_framework_for_testing", kind: Kind::Bool, repeated: false },
    ],
};
pub static TRACE_CONFIG_BUFFER_CONFIG: Message = Message {
    name: "perfetto.protos.TraceConfig.BufferConfig",
    fields: &[
        Field { number: 1, name: "size_kb", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "fill_policy", kind: Kind::Enum(&TRACE_CONFIG_BUFFER_CONFIG_FILL_POLICY), repeated: false },
        Field { number: 5, name: "transfer_on_clone", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "clear_before_clone", kind: Kind::Bool, repeated: false },
        Field { number: 7, name: "name", kind: Kind::String, repeated: false },
        Field { number: 8, name: "experimental_mode", kind: Kind::Enum(&TRACE_CONFIG_BUFFER_CONFIG_EXPERIMENTAL_MODE), repeated: false },
    ],
};
pub static TRACE_CONFIG_BUILTIN_DATA_SOURCE: Message = Message {
    name: "perfetto.protos.TraceConfig.BuiltinDataSource",
    fields: &[
        Field { number: 1, name: "disable_clock_snapshotting", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "disable_trace_config", kind: Kind::Bool, repeated: false },
        Field { number: 3, name: "disable_system_info", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "disable_service_events", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "primary_trace_clock", kind: Kind::Enum(&BUILTIN_CLOCK), repeated: false },
        Field { number: 6, name: "snapshot_interval_ms", kind: Kind::Uint, repeated: false },
        Field { number: 7, name: "prefer_suspend_clock_for_snapshot", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "disable_chunk_usage_histograms", kind: Kind::Bool, repeated: false },
        Field { number: 9, name: "disable_extension_descriptors", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "enable_concurrent_session_events", kind: Kind::Bool, repeated: false },
    ],
};
pub static TRACE_CONFIG_CMD_TRACE_START_DELAY: Message = Message {
    name: "perfetto.protos.TraceConfig.CmdTraceStartDelay",
    fields: &[
        Field { number: 1, name: "min_delay_ms", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "max_delay_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static TRACE_CONFIG_COMPRESSION_CONFIG: Message = Message {
    name: "perfetto.protos.TraceConfig.CompressionConfig",
    fields: &[
        Field { number: 1, name: "deflate", kind: Kind::Message(&TRACE_CONFIG_COMPRESSION_CONFIG_DEFLATE), repeated: false },
        Field { number: 2, name: "zstd", kind: Kind::Message(&TRACE_CONFIG_COMPRESSION_CONFIG_ZSTD), repeated: false },
    ],
};
pub static TRACE_CONFIG_COMPRESSION_CONFIG_DEFLATE: Message = Message {
    name: "perfetto.protos.TraceConfig.CompressionConfig.Deflate",
    fields: &[
    ],
};
pub static TRACE_CONFIG_COMPRESSION_CONFIG_ZSTD: Message = Message {
    name: "perfetto.protos.TraceConfig.CompressionConfig.Zstd",
    fields: &[
        Field { number: 1, name: "level", kind: Kind::Int, repeated: false },
    ],
};
pub static TRACE_CONFIG_DATA_SOURCE: Message = Message {
    name: "perfetto.protos.TraceConfig.DataSource",
    fields: &[
        Field { number: 1, name: "config", kind: Kind::Message(&DATA_SOURCE_CONFIG), repeated: false },
        Field { number: 2, name: "producer_name_filter", kind: Kind::String, repeated: true },
        Field { number: 3, name: "producer_name_regex_filter", kind: Kind::String, repeated: true },
        Field { number: 4, name: "machine_name_filter", kind: Kind::String, repeated: true },
    ],
};
pub static TRACE_CONFIG_GUARDRAIL_OVERRIDES: Message = Message {
    name: "perfetto.protos.TraceConfig.GuardrailOverrides",
    fields: &[
        Field { number: 1, name: "max_upload_per_day_bytes", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "max_tracing_buffer_size_kb", kind: Kind::Uint, repeated: false },
    ],
};
pub static TRACE_CONFIG_INCIDENT_REPORT_CONFIG: Message = Message {
    name: "perfetto.protos.TraceConfig.IncidentReportConfig",
    fields: &[
        Field { number: 1, name: "destination_package", kind: Kind::String, repeated: false },
        Field { number: 2, name: "destination_class", kind: Kind::String, repeated: false },
        Field { number: 3, name: "privacy_level", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "skip_dropbox", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "skip_incidentd", kind: Kind::Bool, repeated: false },
    ],
};
pub static TRACE_CONFIG_INCREMENTAL_STATE_CONFIG: Message = Message {
    name: "perfetto.protos.TraceConfig.IncrementalStateConfig",
    fields: &[
        Field { number: 1, name: "clear_period_ms", kind: Kind::Uint, repeated: false },
    ],
};
pub static TRACE_CONFIG_PRODUCER_CONFIG: Message = Message {
    name: "perfetto.protos.TraceConfig.ProducerConfig",
    fields: &[
        Field { number: 1, name: "producer_name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "shm_size_kb", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "page_size_kb", kind: Kind::Uint, repeated: false },
    ],
};
pub static TRACE_CONFIG_SESSION_SEMAPHORE: Message = Message {
    name: "perfetto.protos.TraceConfig.SessionSemaphore",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "max_other_session_count", kind: Kind::Uint, repeated: false },
    ],
};
pub static TRACE_CONFIG_STATSD_METADATA: Message = Message {
    name: "perfetto.protos.TraceConfig.StatsdMetadata",
    fields: &[
        Field { number: 1, name: "triggering_alert_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "triggering_config_uid", kind: Kind::Int, repeated: false },
        Field { number: 3, name: "triggering_config_id", kind: Kind::Int, repeated: false },
        Field { number: 4, name: "triggering_subscription_id", kind: Kind::Int, repeated: false },
    ],
};
pub static TRACE_CONFIG_TRACE_FILTER: Message = Message {
    name: "perfetto.protos.TraceConfig.TraceFilter",
    fields: &[
        Field { number: 1, name: "bytecode", kind: Kind::Bytes, repeated: false },
        Field { number: 2, name: "bytecode_v2", kind: Kind::Bytes, repeated: false },
        Field { number: 3, name: "string_filter_chain", kind: Kind::Message(&TRACE_CONFIG_TRACE_FILTER_STRING_FILTER_CHAIN), repeated: false },
        Field { number: 4, name: "bytecode_overlay_v54", kind: Kind::Bytes, repeated: false },
        Field { number: 5, name: "string_filter_chain_v54", kind: Kind::Message(&TRACE_CONFIG_TRACE_FILTER_STRING_FILTER_CHAIN), repeated: false },
    ],
};
pub static TRACE_CONFIG_TRACE_FILTER_STRING_FILTER_CHAIN: Message = Message {
    name: "perfetto.protos.TraceConfig.TraceFilter.StringFilterChain",
    fields: &[
        Field { number: 1, name: "rules", kind: Kind::Message(&TRACE_CONFIG_TRACE_FILTER_STRING_FILTER_RULE), repeated: true },
    ],
};
pub static TRACE_CONFIG_TRACE_FILTER_STRING_FILTER_RULE: Message = Message {
    name: "perfetto.protos.TraceConfig.TraceFilter.StringFilterRule",
    fields: &[
        Field { number: 1, name: "policy", kind: Kind::Enum(&TRACE_CONFIG_TRACE_FILTER_STRING_FILTER_POLICY), repeated: false },
        Field { number: 2, name: "regex_pattern", kind: Kind::String, repeated: false },
        Field { number: 3, name: "atrace_payload_starts_with", kind: Kind::String, repeated: false },
        Field { number: 4, name: "name", kind: Kind::String, repeated: false },
        Field { number: 5, name: "semantic_type", kind: Kind::Enum(&SEMANTIC_TYPE), repeated: true },
    ],
};
pub static TRACE_CONFIG_TRIGGER_CONFIG: Message = Message {
    name: "perfetto.protos.TraceConfig.TriggerConfig",
    fields: &[
        Field { number: 1, name: "trigger_mode", kind: Kind::Enum(&TRACE_CONFIG_TRIGGER_CONFIG_TRIGGER_MODE), repeated: false },
        Field { number: 2, name: "triggers", kind: Kind::Message(&TRACE_CONFIG_TRIGGER_CONFIG_TRIGGER), repeated: true },
        Field { number: 3, name: "trigger_timeout_ms", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "use_clone_snapshot_if_available", kind: Kind::Bool, repeated: false },
    ],
};
pub static TRACE_CONFIG_TRIGGER_CONFIG_TRIGGER: Message = Message {
    name: "perfetto.protos.TraceConfig.TriggerConfig.Trigger",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
        Field { number: 2, name: "producer_name_regex", kind: Kind::String, repeated: false },
        Field { number: 3, name: "stop_delay_ms", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "max_per_24_h", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "skip_probability", kind: Kind::Real, repeated: false },
    ],
};
pub static TRACK_EVENT_CONFIG: Message = Message {
    name: "perfetto.protos.TrackEventConfig",
    fields: &[
        Field { number: 1, name: "disabled_categories", kind: Kind::String, repeated: true },
        Field { number: 2, name: "enabled_categories", kind: Kind::String, repeated: true },
        Field { number: 3, name: "disabled_tags", kind: Kind::String, repeated: true },
        Field { number: 4, name: "enabled_tags", kind: Kind::String, repeated: true },
        Field { number: 5, name: "disable_incremental_timestamps", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "timestamp_unit_multiplier", kind: Kind::Uint, repeated: false },
        Field { number: 7, name: "filter_debug_annotations", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "enable_thread_time_sampling", kind: Kind::Bool, repeated: false },
        Field { number: 9, name: "filter_dynamic_event_names", kind: Kind::Bool, repeated: false },
        Field { number: 10, name: "thread_time_subsampling_ns", kind: Kind::Uint, repeated: false },
    ],
};
pub static UKM_PAGE_LOAD_TIMING_UPDATE: Message = Message {
    name: "perfetto.protos.UkmPageLoadTimingUpdate",
    fields: &[
        Field { number: 1, name: "ukm_source_id", kind: Kind::Int, repeated: false },
        Field { number: 2, name: "latest_url", kind: Kind::String, repeated: false },
        Field { number: 3, name: "latest_cumulative_layout_shift", kind: Kind::Real, repeated: false },
        Field { number: 4, name: "latest_largest_contentful_paint_ms", kind: Kind::Real, repeated: false },
        Field { number: 5, name: "first_contentful_paint_ms", kind: Kind::Real, repeated: false },
    ],
};
pub static URL_INFO: Message = Message {
    name: "perfetto.protos.UrlInfo",
    fields: &[
        Field { number: 1, name: "url", kind: Kind::String, repeated: false },
        Field { number: 2, name: "origin", kind: Kind::String, repeated: false },
        Field { number: 3, name: "is_sandboxed", kind: Kind::Bool, repeated: false },
        Field { number: 4, name: "is_pdf", kind: Kind::Bool, repeated: false },
        Field { number: 5, name: "is_coop_isolation_requested", kind: Kind::Bool, repeated: false },
        Field { number: 6, name: "origin_isolation_request", kind: Kind::Int, repeated: false },
        Field { number: 7, name: "is_prefetch_with_cross_site_contamination", kind: Kind::Bool, repeated: false },
        Field { number: 8, name: "web_exposed_isolation_info", kind: Kind::Message(&WEB_EXPOSED_ISOLATION_INFO), repeated: false },
        Field { number: 9, name: "storage_partition_config", kind: Kind::String, repeated: false },
        Field { number: 10, name: "matches_ad_filter_with_host", kind: Kind::Bool, repeated: false },
    ],
};
pub static V8_CONFIG: Message = Message {
    name: "perfetto.protos.V8Config",
    fields: &[
        Field { number: 1, name: "log_script_sources", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "log_instructions", kind: Kind::Bool, repeated: false },
    ],
};
pub static VIEW_CLASS_NAME: Message = Message {
    name: "perfetto.protos.ViewClassName",
    fields: &[
        Field { number: 1, name: "name", kind: Kind::String, repeated: false },
    ],
};
pub static VULKAN_MEMORY_CONFIG: Message = Message {
    name: "perfetto.protos.VulkanMemoryConfig",
    fields: &[
        Field { number: 1, name: "track_driver_memory_usage", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "track_device_memory_usage", kind: Kind::Bool, repeated: false },
    ],
};
pub static WEB_CONTENT_INTERACTION: Message = Message {
    name: "perfetto.protos.WebContentInteraction",
    fields: &[
        Field { number: 1, name: "type", kind: Kind::Enum(&WEB_CONTENT_INTERACTION_TYPE), repeated: false },
    ],
};
pub static WEB_EXPOSED_ISOLATION_INFO: Message = Message {
    name: "perfetto.protos.WebExposedIsolationInfo",
    fields: &[
        Field { number: 1, name: "is_isolated", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "origin", kind: Kind::String, repeated: false },
        Field { number: 3, name: "is_isolated_application", kind: Kind::Bool, repeated: false },
    ],
};
pub static WEB_VIEW_STARTUP: Message = Message {
    name: "perfetto.protos.WebViewStartup",
    fields: &[
        Field { number: 1, name: "from_ui_thread", kind: Kind::Bool, repeated: false },
        Field { number: 2, name: "start_call_site", kind: Kind::Enum(&WEB_VIEW_STARTUP_CALL_SITE), repeated: false },
        Field { number: 3, name: "finish_call_site", kind: Kind::Enum(&WEB_VIEW_STARTUP_CALL_SITE), repeated: false },
        Field { number: 4, name: "startup_mode", kind: Kind::Enum(&WEB_VIEW_STARTUP_STARTUP_MODE), repeated: false },
    ],
};
pub static WINDOW_MANAGER_CONFIG: Message = Message {
    name: "perfetto.protos.WindowManagerConfig",
    fields: &[
        Field { number: 1, name: "log_frequency", kind: Kind::Enum(&WINDOW_MANAGER_CONFIG_LOG_FREQUENCY), repeated: false },
        Field { number: 2, name: "log_level", kind: Kind::Enum(&WINDOW_MANAGER_CONFIG_LOG_LEVEL), repeated: false },
        Field { number: 3, name: "log_mode", kind: Kind::Enum(&WINDOW_MANAGER_CONFIG_LOG_MODE), repeated: false },
    ],
};
pub static WIN_RENDER_AUDIO_FROM_SOURCE: Message = Message {
    name: "perfetto.protos.WinRenderAudioFromSource",
    fields: &[
        Field { number: 1, name: "iaudioclient_buffer_size_frames", kind: Kind::Uint, repeated: false },
        Field { number: 2, name: "iaudioclient_buffer_unfilled_frames", kind: Kind::Uint, repeated: false },
        Field { number: 3, name: "packet_size_frames", kind: Kind::Uint, repeated: false },
        Field { number: 4, name: "num_written_frames", kind: Kind::Uint, repeated: false },
        Field { number: 5, name: "num_played_out_frames", kind: Kind::Uint, repeated: false },
        Field { number: 6, name: "iaudioclock_device_frequency", kind: Kind::Uint, repeated: false },
        Field { number: 7, name: "iaudioclock_stream_position", kind: Kind::Uint, repeated: false },
        Field { number: 8, name: "iaudioclock_qpc_position", kind: Kind::Uint, repeated: false },
        Field { number: 9, name: "iaudioclock_stream_position_increase_ms", kind: Kind::Int, repeated: false },
        Field { number: 10, name: "iaudioclock_qpc_position_increase_ms", kind: Kind::Int, repeated: false },
        Field { number: 11, name: "playout_delay_ms", kind: Kind::Int, repeated: false },
    ],
};
pub static TRACK_EVENT: Message = Message {
    name: "perfetto.protos.TrackEvent",
    fields: &[
        Field { number: 24, name: "cc_scheduler_state", kind: Kind::Message(&CHROME_COMPOSITOR_SCHEDULER_STATE), repeated: false },
        Field { number: 25, name: "chrome_user_event", kind: Kind::Message(&CHROME_USER_EVENT), repeated: false },
        Field { number: 26, name: "chrome_keyed_service", kind: Kind::Message(&CHROME_KEYED_SERVICE), repeated: false },
        Field { number: 27, name: "chrome_legacy_ipc", kind: Kind::Message(&CHROME_LEGACY_IPC), repeated: false },
        Field { number: 28, name: "chrome_histogram_sample", kind: Kind::Message(&CHROME_HISTOGRAM_SAMPLE), repeated: false },
        Field { number: 29, name: "chrome_latency_info", kind: Kind::Message(&CHROME_LATENCY_INFO), repeated: false },
        Field { number: 32, name: "chrome_frame_reporter", kind: Kind::Message(&CHROME_FRAME_REPORTER), repeated: false },
        Field { number: 35, name: "chrome_message_pump", kind: Kind::Message(&CHROME_MESSAGE_PUMP), repeated: false },
        Field { number: 38, name: "chrome_mojo_event_info", kind: Kind::Message(&CHROME_MOJO_EVENT_INFO), repeated: false },
        Field { number: 39, name: "chrome_application_state_info", kind: Kind::Message(&CHROME_APPLICATION_STATE_INFO), repeated: false },
        Field { number: 40, name: "chrome_renderer_scheduler_state", kind: Kind::Message(&CHROME_RENDERER_SCHEDULER_STATE), repeated: false },
        Field { number: 41, name: "chrome_window_handle_event_info", kind: Kind::Message(&CHROME_WINDOW_HANDLE_EVENT_INFO), repeated: false },
        Field { number: 43, name: "chrome_content_settings_event_info", kind: Kind::Message(&CHROME_CONTENT_SETTINGS_EVENT_INFO), repeated: false },
        Field { number: 49, name: "chrome_active_processes", kind: Kind::Message(&CHROME_ACTIVE_PROCESSES), repeated: false },
        Field { number: 1000, name: "chrome_app_state", kind: Kind::Enum(&CHROME_APP_STATE), repeated: false },
        Field { number: 1001, name: "chrome_memory_pressure_notification", kind: Kind::Message(&CHROME_MEMORY_PRESSURE_NOTIFICATION), repeated: false },
        Field { number: 1002, name: "chrome_task_annotator", kind: Kind::Message(&CHROME_TASK_ANNOTATOR), repeated: false },
        Field { number: 1003, name: "chrome_browser_context", kind: Kind::Message(&CHROME_BROWSER_CONTEXT), repeated: false },
        Field { number: 1004, name: "chrome_profile_destroyer", kind: Kind::Message(&CHROME_PROFILE_DESTROYER), repeated: false },
        Field { number: 1005, name: "chrome_task_posted_to_disabled_queue", kind: Kind::Message(&CHROME_TASK_POSTED_TO_DISABLED_QUEUE), repeated: false },
        Field { number: 1006, name: "chrome_raster_task", kind: Kind::Message(&CHROME_RASTER_TASK), repeated: false },
        Field { number: 1007, name: "chrome_message_pump_for_ui", kind: Kind::Message(&CHROME_MESSAGE_PUMP_FOR_UI), repeated: false },
        Field { number: 1008, name: "render_frame_impl_deletion", kind: Kind::Message(&RENDER_FRAME_IMPL_DELETION), repeated: false },
        Field { number: 1009, name: "should_swap_browsing_instances_result", kind: Kind::Message(&SHOULD_SWAP_BROWSING_INSTANCES_RESULT), repeated: false },
        Field { number: 1010, name: "frame_tree_node_info", kind: Kind::Message(&FRAME_TREE_NODE_INFO), repeated: false },
        Field { number: 1011, name: "chrome_hashed_performance_mark", kind: Kind::Message(&CHROME_HASHED_PERFORMANCE_MARK), repeated: false },
        Field { number: 1012, name: "render_process_host", kind: Kind::Message(&RENDER_PROCESS_HOST), repeated: false },
        Field { number: 1013, name: "render_process_host_cleanup", kind: Kind::Message(&RENDER_PROCESS_HOST_CLEANUP), repeated: false },
        Field { number: 1014, name: "render_process_host_listener_changed", kind: Kind::Message(&RENDER_PROCESS_HOST_LISTENER), repeated: false },
        Field { number: 1015, name: "child_process_launcher_priority", kind: Kind::Message(&CHILD_PROCESS_LAUNCHER_PRIORITY), repeated: false },
        Field { number: 1016, name: "resource_bundle", kind: Kind::Message(&RESOURCE_BUNDLE), repeated: false },
        Field { number: 1017, name: "chrome_web_app_bad_navigate", kind: Kind::Message(&CHROME_WEB_APP_BAD_NAVIGATE), repeated: false },
        Field { number: 1018, name: "chrome_extension_id", kind: Kind::Message(&CHROME_EXTENSION_ID), repeated: false },
        Field { number: 1019, name: "site_instance", kind: Kind::Message(&SITE_INSTANCE), repeated: false },
        Field { number: 1020, name: "render_view_host", kind: Kind::Message(&RENDER_VIEW_HOST), repeated: false },
        Field { number: 1021, name: "render_frame_proxy_host", kind: Kind::Message(&RENDER_FRAME_PROXY_HOST), repeated: false },
        Field { number: 1022, name: "android_view_dump", kind: Kind::Message(&ANDROID_VIEW_DUMP), repeated: false },
        Field { number: 1023, name: "parkable_string_compress_in_background", kind: Kind::Message(&PARKABLE_STRING_COMPRESS_IN_BACKGROUND), repeated: false },
        Field { number: 1024, name: "parkable_string_unpark", kind: Kind::Message(&PARKABLE_STRING_UNPARK), repeated: false },
        Field { number: 1025, name: "chrome_sampling_profiler_sample_completed", kind: Kind::Message(&CHROME_SAMPLING_PROFILER_SAMPLE_COLLECTED), repeated: false },
        Field { number: 1026, name: "send_begin_mainframe_to_commit_breakdown", kind: Kind::Message(&SEND_BEGIN_MAIN_FRAME_TO_COMMIT_BREAKDOWN), repeated: false },
        Field { number: 1027, name: "global_render_frame_host_id", kind: Kind::Message(&GLOBAL_RENDER_FRAME_HOST_ID), repeated: false },
        Field { number: 1028, name: "render_frame_host", kind: Kind::Message(&RENDER_FRAME_HOST), repeated: false },
        Field { number: 1029, name: "thread_pool_task", kind: Kind::Message(&CHROME_THREAD_POOL_TASK), repeated: false },
        Field { number: 1030, name: "back_forward_cache_can_store_document_result", kind: Kind::Message(&BACK_FORWARD_CACHE_CAN_STORE_DOCUMENT_RESULT), repeated: false },
        Field { number: 1031, name: "renderer_main_thread_task_execution", kind: Kind::Message(&RENDERER_MAIN_THREAD_TASK_EXECUTION), repeated: false },
        Field { number: 1032, name: "event_latency", kind: Kind::Message(&EVENT_LATENCY), repeated: false },
        Field { number: 1033, name: "process_singleton", kind: Kind::Message(&PROCESS_SINGLETON), repeated: false },
        Field { number: 1034, name: "site_instance_group", kind: Kind::Message(&SITE_INSTANCE_GROUP), repeated: false },
        Field { number: 1035, name: "browsing_context_state", kind: Kind::Message(&BROWSING_CONTEXT_STATE), repeated: false },
        Field { number: 1036, name: "device_thermal_state", kind: Kind::Enum(&DEVICE_THERMAL_STATE), repeated: false },
        Field { number: 1037, name: "navigation", kind: Kind::Message(&NAVIGATION_HANDLE), repeated: false },
        Field { number: 1038, name: "android_ipc", kind: Kind::Message(&ANDROID_IPC), repeated: false },
        Field { number: 1039, name: "sql_diagnostics", kind: Kind::Message(&CHROME_SQL_DIAGNOSTICS), repeated: false },
        Field { number: 1040, name: "sequence_manager_task", kind: Kind::Message(&SEQUENCE_MANAGER_TASK), repeated: false },
        Field { number: 1041, name: "android_toolbar", kind: Kind::Message(&ANDROID_TOOLBAR), repeated: false },
        Field { number: 1042, name: "active_processes", kind: Kind::Message(&ACTIVE_PROCESSES), repeated: false },
        Field { number: 1043, name: "blink_task_scope", kind: Kind::Message(&BLINK_TASK_SCOPE), repeated: false },
        Field { number: 1044, name: "ukm_page_load_timing_update", kind: Kind::Message(&UKM_PAGE_LOAD_TIMING_UPDATE), repeated: false },
        Field { number: 1046, name: "tab_switch_measurement", kind: Kind::Message(&TAB_SWITCH_MEASUREMENT), repeated: false },
        Field { number: 1047, name: "scroll_deltas", kind: Kind::Message(&SCROLL_DELTAS), repeated: false },
        Field { number: 1048, name: "win_render_audio_from_source", kind: Kind::Message(&WIN_RENDER_AUDIO_FROM_SOURCE), repeated: false },
        Field { number: 1049, name: "mac_auhal_stream", kind: Kind::Message(&MAC_AUHALSTREAM), repeated: false },
        Field { number: 1050, name: "linux_alsa_output", kind: Kind::Message(&LINUX_ALSA_OUTPUT), repeated: false },
        Field { number: 1051, name: "linux_pulse_output", kind: Kind::Message(&LINUX_PULSE_OUTPUT), repeated: false },
        Field { number: 1052, name: "chrome_graphics_pipeline", kind: Kind::Message(&CHROME_GRAPHICS_PIPELINE), repeated: false },
        Field { number: 1053, name: "chromeos_cras_unified", kind: Kind::Message(&CRAS_UNIFIED), repeated: false },
        Field { number: 1054, name: "libunwindstack_unwinder", kind: Kind::Message(&LIBUNWINDSTACK_UNWINDER), repeated: false },
        Field { number: 1055, name: "scroll_predictor_metrics", kind: Kind::Message(&SCROLL_PREDICTOR_METRICS), repeated: false },
        Field { number: 1056, name: "page_load", kind: Kind::Message(&PAGE_LOAD), repeated: false },
        Field { number: 1057, name: "startup", kind: Kind::Message(&START_UP), repeated: false },
        Field { number: 1058, name: "web_content_interaction", kind: Kind::Message(&WEB_CONTENT_INTERACTION), repeated: false },
        Field { number: 1059, name: "event_forwarder", kind: Kind::Message(&EVENT_FORWARDER), repeated: false },
        Field { number: 1060, name: "touch_disposition_gesture_filter", kind: Kind::Message(&TOUCH_DISPOSITION_GESTURE_FILTER), repeated: false },
        Field { number: 1061, name: "view_class_name", kind: Kind::Message(&VIEW_CLASS_NAME), repeated: false },
        Field { number: 1062, name: "cc_scheduler_state", kind: Kind::Message(&CHROME_COMPOSITOR_SCHEDULER_STATE_V2), repeated: false },
        Field { number: 1063, name: "webview_startup", kind: Kind::Message(&WEB_VIEW_STARTUP), repeated: false },
        Field { number: 1064, name: "animation_frame_timing_info", kind: Kind::Message(&ANIMATION_FRAME_TIMING_INFO), repeated: false },
        Field { number: 1065, name: "animation_frame_script_timing_info", kind: Kind::Message(&ANIMATION_FRAME_SCRIPT_TIMING_INFO), repeated: false },
        Field { number: 1066, name: "scroll_metrics", kind: Kind::Message(&SCROLL_METRICS), repeated: false },
        Field { number: 1067, name: "main_frame_pipeline", kind: Kind::Message(&MAIN_FRAME_PIPELINE), repeated: false },
        Field { number: 1068, name: "chrome_latency_info", kind: Kind::Message(&CHROME_LATENCY_INFO2), repeated: false },
        Field { number: 1069, name: "event_timing", kind: Kind::Message(&EVENT_TIMING), repeated: false },
        Field { number: 1070, name: "android_choreographer_frame_callback_data", kind: Kind::Message(&ANDROID_CHOREOGRAPHER_FRAME_CALLBACK_DATA), repeated: false },
        Field { number: 1071, name: "current_task", kind: Kind::Message(&CURRENT_TASK), repeated: false },
        Field { number: 1072, name: "web_exposed_isolation_info", kind: Kind::Message(&WEB_EXPOSED_ISOLATION_INFO), repeated: false },
        Field { number: 1073, name: "url_info", kind: Kind::Message(&URL_INFO), repeated: false },
        Field { number: 1074, name: "begin_frame_id", kind: Kind::Message(&BEGIN_FRAME_ID), repeated: false },
        Field { number: 1075, name: "frame_reporter", kind: Kind::Message(&CHROME_FRAME_REPORTER2), repeated: false },
        Field { number: 1076, name: "input_transfer_handler", kind: Kind::Message(&INPUT_TRANSFER_HANDLER), repeated: false },
        Field { number: 1077, name: "response_info", kind: Kind::Message(&RESPONSE_INFO), repeated: false },
        Field { number: 1078, name: "scroll_jank_v4", kind: Kind::Message(&EVENT_LATENCY_SCROLL_JANK_V4_RESULT), repeated: false },
        Field { number: 1079, name: "memory_dump_provider", kind: Kind::Message(&MEMORY_DUMP_PROVIDER), repeated: false },
        Field { number: 1080, name: "chrome_accessibility_win_notify_win_event", kind: Kind::Message(&CHROME_ACCESSIBILITY_WIN_NOTIFY_WIN_EVENT), repeated: false },
        Field { number: 1081, name: "frame_interval_decider", kind: Kind::Message(&FRAME_INTERVAL_DECIDER), repeated: false },
        Field { number: 1082, name: "begin_frame_args", kind: Kind::Message(&BEGIN_FRAME_ARGS_V2), repeated: false },
        Field { number: 1083, name: "mac_voucher_release", kind: Kind::Message(&MAC_VOUCHER_RELEASE), repeated: false },
        Field { number: 1084, name: "android_vsync_interval_decision", kind: Kind::Message(&ANDROID_VSYNC_INTERVAL_DECISION), repeated: false },
        Field { number: 1085, name: "frame_deadline_decider", kind: Kind::Message(&FRAME_DEADLINE_DECIDER), repeated: false },
        Field { number: 1086, name: "chrome_extension_script_injection", kind: Kind::Message(&CHROME_EXTENSION_SCRIPT_INJECTION), repeated: false },
        Field { number: 2001, name: "binder_service_name", kind: Kind::String, repeated: false },
        Field { number: 2002, name: "binder_interface_name", kind: Kind::String, repeated: false },
        Field { number: 2003, name: "apex_name", kind: Kind::String, repeated: false },
        Field { number: 2004, name: "message_queue", kind: Kind::Message(&ANDROID_MESSAGE_QUEUE), repeated: false },
        Field { number: 2005, name: "bitmap", kind: Kind::Message(&ANDROID_BITMAP), repeated: false },
        Field { number: 2006, name: "job_scheduler_job", kind: Kind::Message(&ANDROID_JOB_SCHEDULER_JOB), repeated: false },
        Field { number: 2007, name: "surfaceflinger_workload", kind: Kind::Message(&ANDROID_SURFACE_FLINGER_WORKLOAD), repeated: false },
        Field { number: 2008, name: "broadcast_event", kind: Kind::Message(&ANDROID_BROADCAST_EVENT), repeated: false },
        Field { number: 2009, name: "freezer_event", kind: Kind::Message(&ANDROID_FREEZER_EVENT), repeated: false },
        Field { number: 2010, name: "process_start_event", kind: Kind::Message(&ANDROID_PROCESS_START_EVENT), repeated: false },
        Field { number: 2011, name: "process_died_event", kind: Kind::Message(&ANDROID_PROCESS_DIED_EVENT), repeated: false },
        Field { number: 2012, name: "process_state_changed_event", kind: Kind::Message(&ANDROID_PROCESS_STATE_CHANGED_EVENT), repeated: false },
        Field { number: 2013, name: "binder_died_event", kind: Kind::Message(&ANDROID_BINDER_DIED_EVENT), repeated: false },
        Field { number: 2014, name: "service_state_changed_event", kind: Kind::Message(&ANDROID_SERVICE_STATE_CHANGED_EVENT), repeated: false },
        Field { number: 2015, name: "provider_state_changed_event", kind: Kind::Message(&ANDROID_PROVIDER_STATE_CHANGED_EVENT), repeated: false },
        Field { number: 2016, name: "fg_service_state_changed_event", kind: Kind::Message(&ANDROID_SERVICE_STATE_CHANGED_EVENT), repeated: false },
        Field { number: 2017, name: "capability_summary_event", kind: Kind::Message(&ANDROID_CAPABILITY_SUMMARY_EVENT), repeated: false },
        Field { number: 2018, name: "capability_update_event", kind: Kind::Message(&ANDROID_CAPABILITY_UPDATE_EVENT), repeated: false },
        Field { number: 2019, name: "proc_state_summary_event", kind: Kind::Message(&ANDROID_PROC_STATE_SUMMARY_EVENT), repeated: false },
        Field { number: 2020, name: "proc_state_update_event", kind: Kind::Message(&ANDROID_PROC_STATE_UPDATE_EVENT), repeated: false },
        Field { number: 2021, name: "self_broadcast_event", kind: Kind::Message(&ANDROID_SELF_BROADCAST_EVENT), repeated: false },
        Field { number: 3000, name: "gpu_correlation", kind: Kind::Message(&GPU_CORRELATION), repeated: false },
        Field { number: 3001, name: "gpu_api", kind: Kind::Enum(&GPU_API), repeated: false },
    ],
};

/// Every message of typed fields.
pub static MESSAGES: &[&Message] = &[
    &ACTIVE_PROCESSES,
    &ANDROID_ACTIVITY,
    &ANDROID_BINDER_DIED_EVENT,
    &ANDROID_BITMAP,
    &ANDROID_BROADCAST_EVENT,
    &ANDROID_CAPABILITY_SUMMARY_EVENT,
    &ANDROID_CAPABILITY_UPDATE_EVENT,
    &ANDROID_CHOREOGRAPHER_FRAME_CALLBACK_DATA,
    &ANDROID_CHOREOGRAPHER_FRAME_CALLBACK_DATA_FRAME_TIMELINE,
    &ANDROID_FREEZER_EVENT,
    &ANDROID_IPC,
    &ANDROID_JOB_SCHEDULER_JOB,
    &ANDROID_MESSAGE_QUEUE,
    &ANDROID_PROCESS_DIED_EVENT,
    &ANDROID_PROCESS_START_EVENT,
    &ANDROID_PROCESS_STATE_CHANGED_EVENT,
    &ANDROID_PROC_STATE_SUMMARY_EVENT,
    &ANDROID_PROC_STATE_UPDATE_EVENT,
    &ANDROID_PROVIDER_STATE_CHANGED_EVENT,
    &ANDROID_SELF_BROADCAST_EVENT,
    &ANDROID_SERVICE_STATE_CHANGED_EVENT,
    &ANDROID_SURFACE_FLINGER_WORKLOAD,
    &ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY,
    &ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_STATS,
    &ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS,
    &ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_HWC,
    &ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_RE,
    &ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_SF_CPU,
    &ANDROID_SURFACE_FLINGER_WORKLOAD_SUMMARY_TIMINGS_SKIA,
    &ANDROID_TOOLBAR,
    &ANDROID_VIEW,
    &ANDROID_VIEW_DUMP,
    &ANDROID_VSYNC_INTERVAL_DECISION,
    &ANIMATION_FRAME_SCRIPT_TIMING_INFO,
    &ANIMATION_FRAME_TIMING_INFO,
    &BACK_FORWARD_CACHE_CAN_STORE_DOCUMENT_RESULT,
    &BEGIN_FRAME_ARGS,
    &BEGIN_FRAME_ARGS_V2,
    &BEGIN_FRAME_ID,
    &BEGIN_FRAME_OBSERVER_STATE,
    &BEGIN_FRAME_OBSERVER_STATE_V2,
    &BEGIN_FRAME_SOURCE_STATE,
    &BEGIN_FRAME_SOURCE_STATE_V2,
    &BEGIN_IMPL_FRAME_ARGS,
    &BEGIN_IMPL_FRAME_ARGS_TIMESTAMPS_IN_US,
    &BEGIN_IMPL_FRAME_ARGS_V2,
    &BEGIN_IMPL_FRAME_ARGS_V2_TIMESTAMPS_IN_US,
    &BLINK_TASK_SCOPE,
    &BROWSING_CONTEXT_STATE,
    &CHILD_PROCESS_LAUNCHER_PRIORITY,
    &CHROME_ACCESSIBILITY_WIN_NOTIFY_WIN_EVENT,
    &CHROME_ACTIVE_PROCESSES,
    &CHROME_APPLICATION_STATE_INFO,
    &CHROME_BROWSER_CONTEXT,
    &CHROME_COMPOSITOR_SCHEDULER_STATE,
    &CHROME_COMPOSITOR_SCHEDULER_STATE_V2,
    &CHROME_COMPOSITOR_STATE_MACHINE,
    &CHROME_COMPOSITOR_STATE_MACHINE_MAJOR_STATE,
    &CHROME_COMPOSITOR_STATE_MACHINE_MINOR_STATE,
    &CHROME_COMPOSITOR_STATE_MACHINE_V2,
    &CHROME_COMPOSITOR_STATE_MACHINE_V2_MAJOR_STATE_V2,
    &CHROME_COMPOSITOR_STATE_MACHINE_V2_MINOR_STATE_V2,
    &CHROME_CONTENT_SETTINGS_EVENT_INFO,
    &CHROME_EXTENSION_ID,
    &CHROME_EXTENSION_SCRIPT_INJECTION,
    &CHROME_FRAME_REPORTER,
    &CHROME_FRAME_REPORTER2,
    &CHROME_GRAPHICS_PIPELINE,
    &CHROME_HASHED_PERFORMANCE_MARK,
    &CHROME_HISTOGRAM_SAMPLE,
    &CHROME_KEYED_SERVICE,
    &CHROME_LATENCY_INFO,
    &CHROME_LATENCY_INFO2,
    &CHROME_LATENCY_INFO2_COMPONENT_INFO,
    &CHROME_LATENCY_INFO_COMPONENT_INFO,
    &CHROME_LEGACY_IPC,
    &CHROME_MEMORY_PRESSURE_NOTIFICATION,
    &CHROME_MESSAGE_PUMP,
    &CHROME_MESSAGE_PUMP_FOR_UI,
    &CHROME_MOJO_EVENT_INFO,
    &CHROME_PROFILE_DESTROYER,
    &CHROME_RASTER_TASK,
    &CHROME_RENDERER_SCHEDULER_STATE,
    &CHROME_SAMPLING_PROFILER_SAMPLE_COLLECTED,
    &CHROME_SQL_DIAGNOSTICS,
    &CHROME_TASK_ANNOTATOR,
    &CHROME_TASK_POSTED_TO_DISABLED_QUEUE,
    &CHROME_THREAD_POOL_TASK,
    &CHROME_UNGUESSABLE_TOKEN,
    &CHROME_USER_EVENT,
    &CHROME_WEB_APP_BAD_NAVIGATE,
    &CHROME_WINDOW_HANDLE_EVENT_INFO,
    &COMPOSITOR_TIMING_HISTORY,
    &COMPOSITOR_TIMING_HISTORY_V2,
    &CRAS_UNIFIED,
    &CURRENT_TASK,
    &DEBUG_ANNOTATION,
    &DEBUG_ANNOTATION_NESTED_VALUE,
    &EVENT_FORWARDER,
    &EVENT_LATENCY,
    &EVENT_LATENCY_SCROLL_JANK_V4_RESULT,
    &EVENT_LATENCY_SCROLL_JANK_V4_RESULT_FRAME_STAGE_CALCULATION,
    &EVENT_LATENCY_SCROLL_JANK_V4_RESULT_MISSED_VSYNCS_FOR_JANK_REASON,
    &EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES,
    &EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES_REAL,
    &EVENT_LATENCY_SCROLL_JANK_V4_RESULT_SCROLL_UPDATES_SYNTHETIC,
    &EVENT_TIMING,
    &FRAME_DEADLINE_DECIDER,
    &FRAME_INTERVAL_DECIDER,
    &FRAME_INTERVAL_DECIDER_RESULT,
    &FRAME_INTERVAL_DECIDER_RESULT_INTERVAL,
    &FRAME_SINK_ID,
    &FRAME_TREE_NODE_INFO,
    &GLOBAL_RENDER_FRAME_HOST_ID,
    &GPU_CORRELATION,
    &INPUT_TRANSFER_HANDLER,
    &INPUT_TRANSFER_HANDLER_TOP_CONTROLS_OFFSET,
    &LIBUNWINDSTACK_UNWINDER,
    &LINUX_ALSA_OUTPUT,
    &LINUX_PULSE_OUTPUT,
    &LOCAL_SURFACE_ID,
    &MAC_AUHALSTREAM,
    &MAC_VOUCHER_RELEASE,
    &MAIN_FRAME_PIPELINE,
    &MEMORY_DUMP_PROVIDER,
    &NAVIGATION_HANDLE,
    &PAGE_LOAD,
    &PARKABLE_STRING_COMPRESS_IN_BACKGROUND,
    &PARKABLE_STRING_UNPARK,
    &PROCESS_SINGLETON,
    &RENDERER_MAIN_THREAD_TASK_EXECUTION,
    &RENDER_FRAME_HOST,
    &RENDER_FRAME_IMPL_DELETION,
    &RENDER_FRAME_PROXY_HOST,
    &RENDER_PROCESS_HOST,
    &RENDER_PROCESS_HOST_CLEANUP,
    &RENDER_PROCESS_HOST_LISTENER,
    &RENDER_VIEW_HOST,
    &RESOURCE_BUNDLE,
    &RESPONSE_INFO,
    &SCROLL_DELTAS,
    &SCROLL_METRICS,
    &SCROLL_PREDICTOR_METRICS,
    &SCROLL_PREDICTOR_METRICS_EVENT_FRAME_VALUE,
    &SEND_BEGIN_MAIN_FRAME_TO_COMMIT_BREAKDOWN,
    &SEQUENCE_MANAGER_TASK,
    &SHOULD_SWAP_BROWSING_INSTANCES_RESULT,
    &SITE_INSTANCE,
    &SITE_INSTANCE_GROUP,
    &SOURCE_LOCATION,
    &START_UP,
    &TAB_SWITCH_MEASUREMENT,
    &TOUCH_DISPOSITION_GESTURE_FILTER,
    &UKM_PAGE_LOAD_TIMING_UPDATE,
    &URL_INFO,
    &VIEW_CLASS_NAME,
    &WEB_CONTENT_INTERACTION,
    &WEB_EXPOSED_ISOLATION_INFO,
    &WEB_VIEW_STARTUP,
    &WIN_RENDER_AUDIO_FROM_SOURCE,
    &TRACK_EVENT,
];
