//! Prost messages with which tests write traces, generated from `protos/`.
//!
//! Do not edit: change `protos/` and run `BLESS=1 cargo test --test it codegen`.
//! Texts are bytes here, since a trace may hold text that is not UTF-8.

#![allow(missing_docs, clippy::all, clippy::pedantic, reason = "generated")]

/// Lines of logcat; each has a time of its own, on the realtime clock.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct AndroidLogPacket {
    #[prost(message, repeated, tag = "1")]
    pub events: ::prost::alloc::vec::Vec<android_log_packet::LogEvent>,
    #[prost(message, optional, tag = "2")]
    pub stats: ::core::option::Option<android_log_packet::Stats>,
}
/// Nested message and enum types in `AndroidLogPacket`.
pub mod android_log_packet {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct LogEvent {
        #[prost(int32, optional, tag = "1")]
        pub log_id: ::core::option::Option<i32>,
        #[prost(int32, optional, tag = "2")]
        pub pid: ::core::option::Option<i32>,
        #[prost(int32, optional, tag = "3")]
        pub tid: ::core::option::Option<i32>,
        #[prost(int32, optional, tag = "4")]
        pub uid: ::core::option::Option<i32>,
        #[prost(uint64, optional, tag = "5")]
        pub timestamp: ::core::option::Option<u64>,
        #[prost(bytes = "vec", optional, tag = "6")]
        pub tag: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        /// As in logcat: 2 verbose to 7 fatal.
        #[prost(int32, optional, tag = "7")]
        pub prio: ::core::option::Option<i32>,
        #[prost(bytes = "vec", optional, tag = "8")]
        pub message: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(message, repeated, tag = "9")]
        pub args: ::prost::alloc::vec::Vec<log_event::Arg>,
    }
    /// Nested message and enum types in `LogEvent`.
    pub mod log_event {
        #[derive(Clone, PartialEq, ::prost::Message)]
        pub struct Arg {
            #[prost(bytes = "vec", optional, tag = "1")]
            pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
            #[prost(int64, optional, tag = "2")]
            pub int_value: ::core::option::Option<i64>,
            #[prost(float, optional, tag = "3")]
            pub float_value: ::core::option::Option<f32>,
            #[prost(bytes = "vec", optional, tag = "4")]
            pub string_value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        }
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Stats {
        #[prost(uint64, optional, tag = "1")]
        pub num_total: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "2")]
        pub num_failed: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "3")]
        pub num_skipped: ::core::option::Option<u64>,
    }
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct BatteryCounters {
    #[prost(int64, optional, tag = "1")]
    pub charge_counter_uah: ::core::option::Option<i64>,
    #[prost(float, optional, tag = "2")]
    pub capacity_percent: ::core::option::Option<f32>,
    #[prost(int64, optional, tag = "3")]
    pub current_ua: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "4")]
    pub current_avg_ua: ::core::option::Option<i64>,
    #[prost(bytes = "vec", optional, tag = "5")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int64, optional, tag = "6")]
    pub energy_counter_uwh: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "7")]
    pub voltage_uv: ::core::option::Option<i64>,
}
/// Energy drawn by rails, added up since boot.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct PowerRails {
    #[prost(message, repeated, tag = "1")]
    pub rail_descriptor: ::prost::alloc::vec::Vec<power_rails::RailDescriptor>,
    #[prost(message, repeated, tag = "2")]
    pub energy_data: ::prost::alloc::vec::Vec<power_rails::EnergyData>,
    #[prost(uint64, optional, tag = "3")]
    pub session_uuid: ::core::option::Option<u64>,
}
/// Nested message and enum types in `PowerRails`.
pub mod power_rails {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct RailDescriptor {
        #[prost(uint32, optional, tag = "1")]
        pub index: ::core::option::Option<u32>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub rail_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub subsys_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint32, optional, tag = "4")]
        pub sampling_rate: ::core::option::Option<u32>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct EnergyData {
        #[prost(uint32, optional, tag = "1")]
        pub index: ::core::option::Option<u32>,
        #[prost(uint64, optional, tag = "2")]
        pub timestamp_ms: ::core::option::Option<u64>,
        /// In microwatt seconds.
        #[prost(uint64, optional, tag = "3")]
        pub energy: ::core::option::Option<u64>,
    }
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct AndroidGameInterventionList {
    #[prost(message, repeated, tag = "1")]
    pub game_packages: ::prost::alloc::vec::Vec<
        android_game_intervention_list::GamePackageInfo,
    >,
    #[prost(bool, optional, tag = "2")]
    pub parse_error: ::core::option::Option<bool>,
    #[prost(bool, optional, tag = "3")]
    pub read_error: ::core::option::Option<bool>,
}
/// Nested message and enum types in `AndroidGameInterventionList`.
pub mod android_game_intervention_list {
    /// Modes are 1 standard, 2 performance, 3 battery.
    #[derive(Clone, Copy, PartialEq, ::prost::Message)]
    pub struct GameModeInfo {
        #[prost(uint32, optional, tag = "1")]
        pub mode: ::core::option::Option<u32>,
        #[prost(bool, optional, tag = "2")]
        pub use_angle: ::core::option::Option<bool>,
        #[prost(float, optional, tag = "3")]
        pub resolution_downscale: ::core::option::Option<f32>,
        #[prost(float, optional, tag = "4")]
        pub fps: ::core::option::Option<f32>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct GamePackageInfo {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "2")]
        pub uid: ::core::option::Option<u64>,
        #[prost(uint32, optional, tag = "3")]
        pub current_mode: ::core::option::Option<u32>,
        #[prost(message, repeated, tag = "4")]
        pub game_mode_info: ::prost::alloc::vec::Vec<GameModeInfo>,
    }
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct NetworkPacketEvent {
    /// 1 received, 2 transmitted.
    #[prost(uint32, optional, tag = "1")]
    pub direction: ::core::option::Option<u32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub interface: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, optional, tag = "3")]
    pub length: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "4")]
    pub uid: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "5")]
    pub tag: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "6")]
    pub ip_proto: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "7")]
    pub tcp_flags: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "8")]
    pub local_port: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "9")]
    pub remote_port: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "10")]
    pub icmp_type: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "11")]
    pub icmp_code: ::core::option::Option<u32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct NetworkPacketBundle {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(message, optional, tag = "2")]
    pub ctx: ::core::option::Option<NetworkPacketEvent>,
    #[prost(uint64, repeated, tag = "3")]
    pub packet_timestamps: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint32, repeated, tag = "4")]
    pub packet_lengths: ::prost::alloc::vec::Vec<u32>,
    #[prost(uint32, optional, tag = "5")]
    pub total_packets: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "6")]
    pub total_duration: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "7")]
    pub total_length: ::core::option::Option<u64>,
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct PackagesList {
    #[prost(message, repeated, tag = "1")]
    pub packages: ::prost::alloc::vec::Vec<packages_list::PackageInfo>,
    #[prost(bool, optional, tag = "2")]
    pub parse_error: ::core::option::Option<bool>,
    #[prost(bool, optional, tag = "3")]
    pub read_error: ::core::option::Option<bool>,
}
/// Nested message and enum types in `PackagesList`.
pub mod packages_list {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct PackageInfo {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "2")]
        pub uid: ::core::option::Option<u64>,
        #[prost(bool, optional, tag = "3")]
        pub debuggable: ::core::option::Option<bool>,
        #[prost(bool, optional, tag = "4")]
        pub profileable_from_shell: ::core::option::Option<bool>,
        #[prost(int64, optional, tag = "5")]
        pub version_code: ::core::option::Option<i64>,
    }
}
#[derive(Clone, Copy, PartialEq, ::prost::Message)]
pub struct InitialDisplayState {
    #[prost(int32, optional, tag = "1")]
    pub display_state: ::core::option::Option<i32>,
    #[prost(double, optional, tag = "2")]
    pub brightness: ::core::option::Option<f64>,
}
/// CPU time of users by cluster: absolute where the number of clusters is told, else what was added.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct CpuPerUidData {
    #[prost(uint32, optional, tag = "1")]
    pub cluster_count: ::core::option::Option<u32>,
    #[prost(uint32, repeated, tag = "2")]
    pub uid: ::prost::alloc::vec::Vec<u32>,
    #[prost(uint64, repeated, tag = "3")]
    pub total_time_ms: ::prost::alloc::vec::Vec<u64>,
}
/// For how long wake locks were held since the last packet.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct KernelWakelockData {
    #[prost(message, repeated, tag = "1")]
    pub wakelock: ::prost::alloc::vec::Vec<kernel_wakelock_data::Wakelock>,
    #[prost(uint32, repeated, tag = "2")]
    pub wakelock_id: ::prost::alloc::vec::Vec<u32>,
    #[prost(uint64, repeated, tag = "3")]
    pub time_held_millis: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub error_flags: ::core::option::Option<u64>,
}
/// Nested message and enum types in `KernelWakelockData`.
pub mod kernel_wakelock_data {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Wakelock {
        #[prost(uint32, optional, tag = "1")]
        pub wakelock_id: ::core::option::Option<u32>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub wakelock_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint32, optional, tag = "3")]
        pub wakelock_type: ::core::option::Option<u32>,
    }
}
/// How long parts of the hardware have been in each of their power states.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct EntityStateResidency {
    #[prost(message, repeated, tag = "1")]
    pub power_entity_state: ::prost::alloc::vec::Vec<
        entity_state_residency::PowerEntityState,
    >,
    #[prost(message, repeated, tag = "2")]
    pub residency: ::prost::alloc::vec::Vec<entity_state_residency::StateResidency>,
}
/// Nested message and enum types in `EntityStateResidency`.
pub mod entity_state_residency {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct PowerEntityState {
        #[prost(int32, optional, tag = "1")]
        pub entity_index: ::core::option::Option<i32>,
        #[prost(int32, optional, tag = "2")]
        pub state_index: ::core::option::Option<i32>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub entity_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "4")]
        pub state_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct StateResidency {
        #[prost(int32, optional, tag = "1")]
        pub entity_index: ::core::option::Option<i32>,
        #[prost(int32, optional, tag = "2")]
        pub state_index: ::core::option::Option<i32>,
        #[prost(uint64, optional, tag = "3")]
        pub total_time_in_state_ms: ::core::option::Option<u64>,
    }
}
/// What consumers of energy have used.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct AndroidEnergyEstimationBreakdown {
    #[prost(message, optional, tag = "1")]
    pub energy_consumer_descriptor: ::core::option::Option<
        android_energy_estimation_breakdown::EnergyConsumerDescriptor,
    >,
    #[prost(int32, optional, tag = "2")]
    pub energy_consumer_id: ::core::option::Option<i32>,
    #[prost(int64, optional, tag = "3")]
    pub energy_uws: ::core::option::Option<i64>,
    #[prost(message, repeated, tag = "4")]
    pub per_uid_breakdown: ::prost::alloc::vec::Vec<
        android_energy_estimation_breakdown::UidBreakdown,
    >,
}
/// Nested message and enum types in `AndroidEnergyEstimationBreakdown`.
pub mod android_energy_estimation_breakdown {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct EnergyConsumerDescriptor {
        #[prost(message, repeated, tag = "1")]
        pub energy_consumers: ::prost::alloc::vec::Vec<EnergyConsumer>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct EnergyConsumer {
        #[prost(int32, optional, tag = "1")]
        pub energy_consumer_id: ::core::option::Option<i32>,
        #[prost(int32, optional, tag = "2")]
        pub ordinal: ::core::option::Option<i32>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub r#type: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "4")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct UidBreakdown {
        #[prost(int32, optional, tag = "1")]
        pub uid: ::core::option::Option<i32>,
        #[prost(int64, optional, tag = "2")]
        pub energy_uws: ::core::option::Option<i64>,
    }
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct AndroidSystemProperty {
    #[prost(message, repeated, tag = "1")]
    pub values: ::prost::alloc::vec::Vec<android_system_property::PropertyValue>,
}
/// Nested message and enum types in `AndroidSystemProperty`.
pub mod android_system_property {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct PropertyValue {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
/// What apps and the system told statsd; an atom is a message with one field, whose number says what.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct StatsdAtom {
    #[prost(bytes = "vec", repeated, tag = "1")]
    pub atom: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(int64, repeated, packed = "false", tag = "2")]
    pub timestamp_nanos: ::prost::alloc::vec::Vec<i64>,
}
/// Packets between host and Bluetooth controller: those of one kind within a short time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct BluetoothTraceEvent {
    #[prost(enumeration = "BluetoothTracePacketType", optional, tag = "1")]
    pub packet_type: ::core::option::Option<i32>,
    #[prost(uint32, optional, tag = "2")]
    pub count: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "3")]
    pub length: ::core::option::Option<u32>,
    /// From the first packet to the last, in nanoseconds.
    #[prost(uint32, optional, tag = "4")]
    pub duration: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "5")]
    pub op_code: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "6")]
    pub event_code: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "7")]
    pub subevent_code: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "8")]
    pub connection_handle: ::core::option::Option<u32>,
}
/// Wake locks that apps took and gave back, each with a time.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct AppWakelockBundle {
    #[prost(uint32, repeated, tag = "1")]
    pub intern_id: ::prost::alloc::vec::Vec<u32>,
    /// Twice the time since the packet, plus one if the lock was taken.
    #[prost(uint64, repeated, tag = "2")]
    pub encoded_ts: ::prost::alloc::vec::Vec<u64>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct AppWakelockInfo {
    #[prost(int32, optional, tag = "1")]
    pub iid: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub tag: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "3")]
    pub flags: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "4")]
    pub owner_pid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "5")]
    pub owner_uid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "6")]
    pub work_uid: ::core::option::Option<i32>,
}
/// What Android's runtime says of a process when it dumps its heap.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ArtProcessMetadata {
    #[prost(int32, optional, tag = "1")]
    pub pid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub uid: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub process_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "4")]
    pub package_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum BluetoothTracePacketType {
    HciCmd = 1,
    HciEvt = 2,
    HciAclRx = 3,
    HciAclTx = 4,
    HciScoRx = 5,
    HciScoTx = 6,
    HciIsoRx = 7,
    HciIsoTx = 8,
}
impl BluetoothTracePacketType {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Self::HciCmd => "HCI_CMD",
            Self::HciEvt => "HCI_EVT",
            Self::HciAclRx => "HCI_ACL_RX",
            Self::HciAclTx => "HCI_ACL_TX",
            Self::HciScoRx => "HCI_SCO_RX",
            Self::HciScoTx => "HCI_SCO_TX",
            Self::HciIsoRx => "HCI_ISO_RX",
            Self::HciIsoTx => "HCI_ISO_TX",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "HCI_CMD" => Some(Self::HciCmd),
            "HCI_EVT" => Some(Self::HciEvt),
            "HCI_ACL_RX" => Some(Self::HciAclRx),
            "HCI_ACL_TX" => Some(Self::HciAclTx),
            "HCI_SCO_RX" => Some(Self::HciScoRx),
            "HCI_SCO_TX" => Some(Self::HciScoTx),
            "HCI_ISO_RX" => Some(Self::HciIsoRx),
            "HCI_ISO_TX" => Some(Self::HciIsoTx),
            _ => None,
        }
    }
}
/// Chrome's events in the form before track events; only its metadata is still written.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct ChromeEventBundle {
    #[prost(message, repeated, tag = "2")]
    pub metadata: ::prost::alloc::vec::Vec<chrome_event_bundle::ChromeMetadata>,
    #[prost(bytes = "vec", repeated, tag = "4")]
    pub legacy_ftrace_output: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
}
/// Nested message and enum types in `ChromeEventBundle`.
pub mod chrome_event_bundle {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ChromeMetadata {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub string_value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bool, optional, tag = "3")]
        pub bool_value: ::core::option::Option<bool>,
        #[prost(int64, optional, tag = "4")]
        pub int_value: ::core::option::Option<i64>,
        #[prost(bytes = "vec", optional, tag = "5")]
        pub json_value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
/// Which benchmark was recorded.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ChromeBenchmarkMetadata {
    #[prost(int64, optional, tag = "1")]
    pub benchmark_start_time_us: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "2")]
    pub story_run_time_us: ::core::option::Option<i64>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub benchmark_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "4")]
    pub benchmark_description: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "5")]
    pub label: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "6")]
    pub story_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "7")]
    pub story_tags: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "8")]
    pub story_run_index: ::core::option::Option<i32>,
    #[prost(bool, optional, tag = "9")]
    pub had_failures: ::core::option::Option<bool>,
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct ChromeMetadataPacket {
    #[prost(message, optional, tag = "1")]
    pub background_tracing_metadata: ::core::option::Option<BackgroundTracingMetadata>,
    #[prost(int32, optional, tag = "2")]
    pub chrome_version_code: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub enabled_categories: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, repeated, tag = "4")]
    pub field_trial_hashes: ::prost::alloc::vec::Vec<chrome_metadata_packet::FinchHash>,
    #[prost(bytes = "vec", optional, tag = "5")]
    pub app_package_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "6")]
    pub app_version: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    /// Stable, beta and so on, by number.
    #[prost(int32, optional, tag = "7")]
    pub channel: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "8")]
    pub os_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// Nested message and enum types in `ChromeMetadataPacket`.
pub mod chrome_metadata_packet {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct FinchHash {
        #[prost(uint32, optional, tag = "1")]
        pub name: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "2")]
        pub group: ::core::option::Option<u32>,
    }
}
/// Why Chromium recorded in the background.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct BackgroundTracingMetadata {
    #[prost(fixed32, optional, tag = "3")]
    pub scenario_name_hash: ::core::option::Option<u32>,
}
/// Names that stand for others, as deobfuscation adds them.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct TranslationTable {
    #[prost(message, optional, tag = "4")]
    pub slice_name: ::core::option::Option<SliceNameTranslationTable>,
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct SliceNameTranslationTable {
    #[prost(message, repeated, tag = "1")]
    pub raw_to_deobfuscated_name: ::prost::alloc::vec::Vec<
        slice_name_translation_table::RawToDeobfuscatedNameEntry,
    >,
}
/// Nested message and enum types in `SliceNameTranslationTable`.
pub mod slice_name_translation_table {
    /// An entry of a map.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct RawToDeobfuscatedNameEntry {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub key: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
/// Readings of several clocks taken at once.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct ClockSnapshot {
    #[prost(message, repeated, tag = "1")]
    pub clocks: ::prost::alloc::vec::Vec<clock_snapshot::Clock>,
    /// The clock that trace time is counted in.
    #[prost(enumeration = "BuiltinClock", optional, tag = "2")]
    pub primary_trace_clock: ::core::option::Option<i32>,
}
/// Nested message and enum types in `ClockSnapshot`.
pub mod clock_snapshot {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Clock {
        /// 64 to 127 belong to the packet's sequence.
        #[prost(uint32, optional, tag = "1")]
        pub clock_id: ::core::option::Option<u32>,
        #[prost(uint64, optional, tag = "2")]
        pub timestamp: ::core::option::Option<u64>,
        /// Timestamps of this clock are differences to the one before.
        #[prost(bool, optional, tag = "3")]
        pub is_incremental: ::core::option::Option<bool>,
        #[prost(uint64, optional, tag = "4")]
        pub unit_multiplier_ns: ::core::option::Option<u64>,
    }
}
/// Readings taken on two machines close together.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct RemoteClockSync {
    #[prost(message, repeated, tag = "1")]
    pub synced_clocks: ::prost::alloc::vec::Vec<remote_clock_sync::SyncedClocks>,
}
/// Nested message and enum types in `RemoteClockSync`.
pub mod remote_clock_sync {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct SyncedClocks {
        #[prost(message, optional, tag = "2")]
        pub client_clocks: ::core::option::Option<super::ClockSnapshot>,
        #[prost(message, optional, tag = "3")]
        pub host_clocks: ::core::option::Option<super::ClockSnapshot>,
    }
}
/// Clock ids with a fixed meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum BuiltinClock {
    Unknown = 0,
    Realtime = 1,
    RealtimeCoarse = 2,
    Monotonic = 3,
    MonotonicCoarse = 4,
    MonotonicRaw = 5,
    Boottime = 6,
    Tsc = 9,
    Perf = 10,
    /// The timeline of the file itself.
    TraceFile = 11,
}
impl BuiltinClock {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Self::Unknown => "BUILTIN_CLOCK_UNKNOWN",
            Self::Realtime => "BUILTIN_CLOCK_REALTIME",
            Self::RealtimeCoarse => "BUILTIN_CLOCK_REALTIME_COARSE",
            Self::Monotonic => "BUILTIN_CLOCK_MONOTONIC",
            Self::MonotonicCoarse => "BUILTIN_CLOCK_MONOTONIC_COARSE",
            Self::MonotonicRaw => "BUILTIN_CLOCK_MONOTONIC_RAW",
            Self::Boottime => "BUILTIN_CLOCK_BOOTTIME",
            Self::Tsc => "BUILTIN_CLOCK_TSC",
            Self::Perf => "BUILTIN_CLOCK_PERF",
            Self::TraceFile => "BUILTIN_CLOCK_TRACE_FILE",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "BUILTIN_CLOCK_UNKNOWN" => Some(Self::Unknown),
            "BUILTIN_CLOCK_REALTIME" => Some(Self::Realtime),
            "BUILTIN_CLOCK_REALTIME_COARSE" => Some(Self::RealtimeCoarse),
            "BUILTIN_CLOCK_MONOTONIC" => Some(Self::Monotonic),
            "BUILTIN_CLOCK_MONOTONIC_COARSE" => Some(Self::MonotonicCoarse),
            "BUILTIN_CLOCK_MONOTONIC_RAW" => Some(Self::MonotonicRaw),
            "BUILTIN_CLOCK_BOOTTIME" => Some(Self::Boottime),
            "BUILTIN_CLOCK_TSC" => Some(Self::Tsc),
            "BUILTIN_CLOCK_PERF" => Some(Self::Perf),
            "BUILTIN_CLOCK_TRACE_FILE" => Some(Self::TraceFile),
            _ => None,
        }
    }
}
/// One of five; the packet's timestamp is the start or the end.
///
/// The members are not a `oneof` here: presence of each is checked by itself.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct FrameTimelineEvent {
    #[prost(message, optional, tag = "1")]
    pub expected_display_frame_start: ::core::option::Option<
        frame_timeline_event::ExpectedDisplayFrameStart,
    >,
    #[prost(message, optional, tag = "2")]
    pub actual_display_frame_start: ::core::option::Option<
        frame_timeline_event::ActualDisplayFrameStart,
    >,
    #[prost(message, optional, tag = "3")]
    pub expected_surface_frame_start: ::core::option::Option<
        frame_timeline_event::ExpectedSurfaceFrameStart,
    >,
    #[prost(message, optional, tag = "4")]
    pub actual_surface_frame_start: ::core::option::Option<
        frame_timeline_event::ActualSurfaceFrameStart,
    >,
    #[prost(message, optional, tag = "5")]
    pub frame_end: ::core::option::Option<frame_timeline_event::FrameEnd>,
}
/// Nested message and enum types in `FrameTimelineEvent`.
pub mod frame_timeline_event {
    /// SurfaceFlinger was to compose the frame `token`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ExpectedDisplayFrameStart {
        #[prost(int64, optional, tag = "1")]
        pub cookie: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "2")]
        pub token: ::core::option::Option<i64>,
        #[prost(int32, optional, tag = "3")]
        pub pid: ::core::option::Option<i32>,
    }
    /// SurfaceFlinger did.
    #[derive(Clone, Copy, PartialEq, ::prost::Message)]
    pub struct ActualDisplayFrameStart {
        #[prost(int64, optional, tag = "1")]
        pub cookie: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "2")]
        pub token: ::core::option::Option<i64>,
        #[prost(int32, optional, tag = "3")]
        pub pid: ::core::option::Option<i32>,
        #[prost(enumeration = "PresentType", optional, tag = "4")]
        pub present_type: ::core::option::Option<i32>,
        #[prost(bool, optional, tag = "5")]
        pub on_time_finish: ::core::option::Option<bool>,
        #[prost(bool, optional, tag = "6")]
        pub gpu_composition: ::core::option::Option<bool>,
        #[prost(int32, optional, tag = "7")]
        pub jank_type: ::core::option::Option<i32>,
        #[prost(enumeration = "PredictionType", optional, tag = "8")]
        pub prediction_type: ::core::option::Option<i32>,
        #[prost(enumeration = "JankSeverityType", optional, tag = "9")]
        pub jank_severity_type: ::core::option::Option<i32>,
        #[prost(float, optional, tag = "10")]
        pub present_delay_millis: ::core::option::Option<f32>,
        #[prost(float, optional, tag = "11")]
        pub jank_severity_score: ::core::option::Option<f32>,
        #[prost(int32, optional, tag = "12")]
        pub jank_type_experimental: ::core::option::Option<i32>,
        #[prost(enumeration = "PresentType", optional, tag = "13")]
        pub present_type_experimental: ::core::option::Option<i32>,
        #[prost(float, optional, tag = "14")]
        pub jank_debug_metadata: ::core::option::Option<f32>,
        #[prost(int64, optional, tag = "15")]
        pub latched_unsignaled_count: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "16")]
        pub addressable_unsignaled_latch_count: ::core::option::Option<i64>,
    }
    /// An app was to draw the frame `token` for `display_frame_token`.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ExpectedSurfaceFrameStart {
        #[prost(int64, optional, tag = "1")]
        pub cookie: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "2")]
        pub token: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "3")]
        pub display_frame_token: ::core::option::Option<i64>,
        #[prost(int32, optional, tag = "4")]
        pub pid: ::core::option::Option<i32>,
        #[prost(bytes = "vec", optional, tag = "5")]
        pub layer_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    /// An app did.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct ActualSurfaceFrameStart {
        #[prost(int64, optional, tag = "1")]
        pub cookie: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "2")]
        pub token: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "3")]
        pub display_frame_token: ::core::option::Option<i64>,
        #[prost(int32, optional, tag = "4")]
        pub pid: ::core::option::Option<i32>,
        #[prost(bytes = "vec", optional, tag = "5")]
        pub layer_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(enumeration = "PresentType", optional, tag = "6")]
        pub present_type: ::core::option::Option<i32>,
        #[prost(bool, optional, tag = "7")]
        pub on_time_finish: ::core::option::Option<bool>,
        #[prost(bool, optional, tag = "8")]
        pub gpu_composition: ::core::option::Option<bool>,
        #[prost(int32, optional, tag = "9")]
        pub jank_type: ::core::option::Option<i32>,
        #[prost(enumeration = "PredictionType", optional, tag = "10")]
        pub prediction_type: ::core::option::Option<i32>,
        #[prost(bool, optional, tag = "11")]
        pub is_buffer: ::core::option::Option<bool>,
        #[prost(enumeration = "JankSeverityType", optional, tag = "12")]
        pub jank_severity_type: ::core::option::Option<i32>,
        #[prost(float, optional, tag = "13")]
        pub present_delay_millis: ::core::option::Option<f32>,
        #[prost(float, optional, tag = "14")]
        pub vsync_resynced_jitter_millis: ::core::option::Option<f32>,
        #[prost(float, optional, tag = "15")]
        pub jank_severity_score: ::core::option::Option<f32>,
        #[prost(int32, optional, tag = "16")]
        pub jank_type_experimental: ::core::option::Option<i32>,
        #[prost(enumeration = "PresentType", optional, tag = "17")]
        pub present_type_experimental: ::core::option::Option<i32>,
        #[prost(float, optional, tag = "18")]
        pub jank_debug_metadata: ::core::option::Option<f32>,
        #[prost(
            enumeration = "actual_surface_frame_start::LatchedFenceState",
            optional,
            tag = "19"
        )]
        pub latched_fence_state: ::core::option::Option<i32>,
        #[prost(float, optional, tag = "20")]
        pub animation_time_millis: ::core::option::Option<f32>,
    }
    /// Nested message and enum types in `ActualSurfaceFrameStart`.
    pub mod actual_surface_frame_start {
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            PartialOrd,
            Ord,
            ::prost::Enumeration
        )]
        #[repr(i32)]
        pub enum LatchedFenceState {
            FenceUnknown = 0,
            FenceSignaled = 1,
            FenceUnsignaled = 2,
            FenceDelayedLatchUnsignaled = 3,
        }
        impl LatchedFenceState {
            /// String value of the enum field names used in the ProtoBuf definition.
            ///
            /// The values are not transformed in any way and thus are considered stable
            /// (if the ProtoBuf definition does not change) and safe for programmatic use.
            pub fn as_str_name(&self) -> &'static str {
                match self {
                    Self::FenceUnknown => "FENCE_UNKNOWN",
                    Self::FenceSignaled => "FENCE_SIGNALED",
                    Self::FenceUnsignaled => "FENCE_UNSIGNALED",
                    Self::FenceDelayedLatchUnsignaled => "FENCE_DELAYED_LATCH_UNSIGNALED",
                }
            }
            /// Creates an enum from field names used in the ProtoBuf definition.
            pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
                match value {
                    "FENCE_UNKNOWN" => Some(Self::FenceUnknown),
                    "FENCE_SIGNALED" => Some(Self::FenceSignaled),
                    "FENCE_UNSIGNALED" => Some(Self::FenceUnsignaled),
                    "FENCE_DELAYED_LATCH_UNSIGNALED" => {
                        Some(Self::FenceDelayedLatchUnsignaled)
                    }
                    _ => None,
                }
            }
        }
    }
    /// Ends what the start with this cookie began.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct FrameEnd {
        #[prost(int64, optional, tag = "1")]
        pub cookie: ::core::option::Option<i64>,
    }
    /// Bits of the fields `jank_type`.
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum JankType {
        JankUnspecified = 0,
        JankNone = 1,
        JankSfScheduling = 2,
        JankPredictionError = 4,
        JankDisplayHal = 8,
        JankSfCpuDeadlineMissed = 16,
        JankSfGpuDeadlineMissed = 32,
        JankAppDeadlineMissed = 64,
        JankBufferStuffing = 128,
        JankUnknown = 256,
        JankSfStuffing = 512,
        JankDropped = 1024,
        JankNonAnimating = 2048,
        JankAppResyncedJitter = 4096,
        JankDisplayNotOn = 8192,
        JankDisplayModeChangeInProgress = 16384,
        JankDisplayPowerModeChangeInProgress = 32768,
    }
    impl JankType {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::JankUnspecified => "JANK_UNSPECIFIED",
                Self::JankNone => "JANK_NONE",
                Self::JankSfScheduling => "JANK_SF_SCHEDULING",
                Self::JankPredictionError => "JANK_PREDICTION_ERROR",
                Self::JankDisplayHal => "JANK_DISPLAY_HAL",
                Self::JankSfCpuDeadlineMissed => "JANK_SF_CPU_DEADLINE_MISSED",
                Self::JankSfGpuDeadlineMissed => "JANK_SF_GPU_DEADLINE_MISSED",
                Self::JankAppDeadlineMissed => "JANK_APP_DEADLINE_MISSED",
                Self::JankBufferStuffing => "JANK_BUFFER_STUFFING",
                Self::JankUnknown => "JANK_UNKNOWN",
                Self::JankSfStuffing => "JANK_SF_STUFFING",
                Self::JankDropped => "JANK_DROPPED",
                Self::JankNonAnimating => "JANK_NON_ANIMATING",
                Self::JankAppResyncedJitter => "JANK_APP_RESYNCED_JITTER",
                Self::JankDisplayNotOn => "JANK_DISPLAY_NOT_ON",
                Self::JankDisplayModeChangeInProgress => {
                    "JANK_DISPLAY_MODE_CHANGE_IN_PROGRESS"
                }
                Self::JankDisplayPowerModeChangeInProgress => {
                    "JANK_DISPLAY_POWER_MODE_CHANGE_IN_PROGRESS"
                }
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "JANK_UNSPECIFIED" => Some(Self::JankUnspecified),
                "JANK_NONE" => Some(Self::JankNone),
                "JANK_SF_SCHEDULING" => Some(Self::JankSfScheduling),
                "JANK_PREDICTION_ERROR" => Some(Self::JankPredictionError),
                "JANK_DISPLAY_HAL" => Some(Self::JankDisplayHal),
                "JANK_SF_CPU_DEADLINE_MISSED" => Some(Self::JankSfCpuDeadlineMissed),
                "JANK_SF_GPU_DEADLINE_MISSED" => Some(Self::JankSfGpuDeadlineMissed),
                "JANK_APP_DEADLINE_MISSED" => Some(Self::JankAppDeadlineMissed),
                "JANK_BUFFER_STUFFING" => Some(Self::JankBufferStuffing),
                "JANK_UNKNOWN" => Some(Self::JankUnknown),
                "JANK_SF_STUFFING" => Some(Self::JankSfStuffing),
                "JANK_DROPPED" => Some(Self::JankDropped),
                "JANK_NON_ANIMATING" => Some(Self::JankNonAnimating),
                "JANK_APP_RESYNCED_JITTER" => Some(Self::JankAppResyncedJitter),
                "JANK_DISPLAY_NOT_ON" => Some(Self::JankDisplayNotOn),
                "JANK_DISPLAY_MODE_CHANGE_IN_PROGRESS" => {
                    Some(Self::JankDisplayModeChangeInProgress)
                }
                "JANK_DISPLAY_POWER_MODE_CHANGE_IN_PROGRESS" => {
                    Some(Self::JankDisplayPowerModeChangeInProgress)
                }
                _ => None,
            }
        }
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum JankSeverityType {
        SeverityUnknown = 0,
        SeverityNone = 1,
        SeverityPartial = 2,
        SeverityFull = 3,
    }
    impl JankSeverityType {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::SeverityUnknown => "SEVERITY_UNKNOWN",
                Self::SeverityNone => "SEVERITY_NONE",
                Self::SeverityPartial => "SEVERITY_PARTIAL",
                Self::SeverityFull => "SEVERITY_FULL",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "SEVERITY_UNKNOWN" => Some(Self::SeverityUnknown),
                "SEVERITY_NONE" => Some(Self::SeverityNone),
                "SEVERITY_PARTIAL" => Some(Self::SeverityPartial),
                "SEVERITY_FULL" => Some(Self::SeverityFull),
                _ => None,
            }
        }
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum PresentType {
        PresentUnspecified = 0,
        PresentOnTime = 1,
        PresentLate = 2,
        PresentEarly = 3,
        PresentDropped = 4,
        PresentUnknown = 5,
    }
    impl PresentType {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::PresentUnspecified => "PRESENT_UNSPECIFIED",
                Self::PresentOnTime => "PRESENT_ON_TIME",
                Self::PresentLate => "PRESENT_LATE",
                Self::PresentEarly => "PRESENT_EARLY",
                Self::PresentDropped => "PRESENT_DROPPED",
                Self::PresentUnknown => "PRESENT_UNKNOWN",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "PRESENT_UNSPECIFIED" => Some(Self::PresentUnspecified),
                "PRESENT_ON_TIME" => Some(Self::PresentOnTime),
                "PRESENT_LATE" => Some(Self::PresentLate),
                "PRESENT_EARLY" => Some(Self::PresentEarly),
                "PRESENT_DROPPED" => Some(Self::PresentDropped),
                "PRESENT_UNKNOWN" => Some(Self::PresentUnknown),
                _ => None,
            }
        }
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum PredictionType {
        PredictionUnspecified = 0,
        PredictionValid = 1,
        PredictionExpired = 2,
        PredictionUnknown = 3,
    }
    impl PredictionType {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::PredictionUnspecified => "PREDICTION_UNSPECIFIED",
                Self::PredictionValid => "PREDICTION_VALID",
                Self::PredictionExpired => "PREDICTION_EXPIRED",
                Self::PredictionUnknown => "PREDICTION_UNKNOWN",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "PREDICTION_UNSPECIFIED" => Some(Self::PredictionUnspecified),
                "PREDICTION_VALID" => Some(Self::PredictionValid),
                "PREDICTION_EXPIRED" => Some(Self::PredictionExpired),
                "PREDICTION_UNKNOWN" => Some(Self::PredictionUnknown),
                _ => None,
            }
        }
    }
}
/// Events of one CPU, in its buffer's order.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct FtraceEventBundle {
    #[prost(uint32, optional, tag = "1")]
    pub cpu: ::core::option::Option<u32>,
    #[prost(message, repeated, tag = "2")]
    pub event: ::prost::alloc::vec::Vec<FtraceEvent>,
    #[prost(bool, optional, tag = "3")]
    pub lost_events: ::core::option::Option<bool>,
    #[prost(message, optional, tag = "4")]
    pub compact_sched: ::core::option::Option<ftrace_event_bundle::CompactSched>,
    #[prost(enumeration = "FtraceClock", optional, tag = "5")]
    pub ftrace_clock: ::core::option::Option<i32>,
    #[prost(int64, optional, tag = "6")]
    pub ftrace_timestamp: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "7")]
    pub boot_timestamp: ::core::option::Option<i64>,
    #[prost(message, repeated, tag = "8")]
    pub error: ::prost::alloc::vec::Vec<ftrace_event_bundle::FtraceError>,
    #[prost(uint64, optional, tag = "9")]
    pub last_read_event_timestamp: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "10")]
    pub previous_bundle_end_timestamp: ::core::option::Option<u64>,
    #[prost(message, repeated, tag = "11")]
    pub generic_event_descriptors: ::prost::alloc::vec::Vec<
        ftrace_event_bundle::GenericEventDescriptor,
    >,
    #[prost(bytes = "vec", optional, tag = "512")]
    pub broken_abi_trace_page: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// Nested message and enum types in `FtraceEventBundle`.
pub mod ftrace_event_bundle {
    /// Scheduler events in columns; timestamps are differences.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct CompactSched {
        #[prost(uint64, repeated, tag = "1")]
        pub switch_timestamp: ::prost::alloc::vec::Vec<u64>,
        #[prost(int64, repeated, tag = "2")]
        pub switch_prev_state: ::prost::alloc::vec::Vec<i64>,
        #[prost(int32, repeated, tag = "3")]
        pub switch_next_pid: ::prost::alloc::vec::Vec<i32>,
        #[prost(int32, repeated, tag = "4")]
        pub switch_next_prio: ::prost::alloc::vec::Vec<i32>,
        #[prost(bytes = "vec", repeated, tag = "5")]
        pub intern_table: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint32, repeated, tag = "6")]
        pub switch_next_comm_index: ::prost::alloc::vec::Vec<u32>,
        #[prost(uint64, repeated, tag = "7")]
        pub waking_timestamp: ::prost::alloc::vec::Vec<u64>,
        #[prost(int32, repeated, tag = "8")]
        pub waking_pid: ::prost::alloc::vec::Vec<i32>,
        #[prost(int32, repeated, tag = "9")]
        pub waking_target_cpu: ::prost::alloc::vec::Vec<i32>,
        #[prost(int32, repeated, tag = "10")]
        pub waking_prio: ::prost::alloc::vec::Vec<i32>,
        #[prost(uint32, repeated, tag = "11")]
        pub waking_comm_index: ::prost::alloc::vec::Vec<u32>,
        #[prost(uint32, repeated, tag = "12")]
        pub waking_common_flags: ::prost::alloc::vec::Vec<u32>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct FtraceError {
        #[prost(uint64, optional, tag = "1")]
        pub timestamp: ::core::option::Option<u64>,
        #[prost(int32, optional, tag = "2")]
        pub status: ::core::option::Option<i32>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct GenericEventDescriptor {
        #[prost(int32, optional, tag = "1")]
        pub field_id: ::core::option::Option<i32>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub event_descriptor: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub group_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
/// One event: who (the thread, called pid here), when, and one payload.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct FtraceEvent {
    #[prost(uint64, optional, tag = "1")]
    pub timestamp: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "2")]
    pub pid: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "5")]
    pub common_flags: ::core::option::Option<u32>,
    #[prost(message, optional, tag = "3")]
    pub print: ::core::option::Option<PrintFtraceEvent>,
    #[prost(message, optional, tag = "4")]
    pub sched_switch: ::core::option::Option<SchedSwitchFtraceEvent>,
    #[prost(message, optional, tag = "11")]
    pub cpu_frequency: ::core::option::Option<CpuFrequencyFtraceEvent>,
    #[prost(message, optional, tag = "13")]
    pub cpu_idle: ::core::option::Option<CpuIdleFtraceEvent>,
    #[prost(message, optional, tag = "16")]
    pub clock_set_rate: ::core::option::Option<ClockSetRateFtraceEvent>,
    #[prost(message, optional, tag = "17")]
    pub sched_wakeup: ::core::option::Option<SchedWakeupFtraceEvent>,
    #[prost(message, optional, tag = "18")]
    pub sched_blocked_reason: ::core::option::Option<SchedBlockedReasonFtraceEvent>,
    #[prost(message, optional, tag = "20")]
    pub sched_waking: ::core::option::Option<SchedWakingFtraceEvent>,
    #[prost(message, optional, tag = "21")]
    pub ipi_entry: ::core::option::Option<IpiEntryFtraceEvent>,
    #[prost(message, optional, tag = "22")]
    pub ipi_exit: ::core::option::Option<IpiExitFtraceEvent>,
    #[prost(message, optional, tag = "24")]
    pub softirq_entry: ::core::option::Option<SoftirqEntryFtraceEvent>,
    #[prost(message, optional, tag = "25")]
    pub softirq_exit: ::core::option::Option<SoftirqExitFtraceEvent>,
    #[prost(message, optional, tag = "36")]
    pub irq_handler_entry: ::core::option::Option<IrqHandlerEntryFtraceEvent>,
    #[prost(message, optional, tag = "37")]
    pub irq_handler_exit: ::core::option::Option<IrqHandlerExitFtraceEvent>,
    #[prost(message, optional, tag = "46")]
    pub mm_vmscan_direct_reclaim_begin: ::core::option::Option<
        MmVmscanDirectReclaimBeginFtraceEvent,
    >,
    #[prost(message, optional, tag = "47")]
    pub mm_vmscan_direct_reclaim_end: ::core::option::Option<
        MmVmscanDirectReclaimEndFtraceEvent,
    >,
    #[prost(message, optional, tag = "50")]
    pub binder_transaction: ::core::option::Option<BinderTransactionFtraceEvent>,
    #[prost(message, optional, tag = "51")]
    pub binder_transaction_received: ::core::option::Option<
        BinderTransactionReceivedFtraceEvent,
    >,
    #[prost(message, optional, tag = "53")]
    pub binder_lock: ::core::option::Option<BinderLockFtraceEvent>,
    #[prost(message, optional, tag = "54")]
    pub binder_locked: ::core::option::Option<BinderLockedFtraceEvent>,
    #[prost(message, optional, tag = "55")]
    pub binder_unlock: ::core::option::Option<BinderUnlockFtraceEvent>,
    #[prost(message, optional, tag = "57")]
    pub workqueue_execute_end: ::core::option::Option<WorkqueueExecuteEndFtraceEvent>,
    #[prost(message, optional, tag = "58")]
    pub workqueue_execute_start: ::core::option::Option<
        WorkqueueExecuteStartFtraceEvent,
    >,
    #[prost(message, optional, tag = "80")]
    pub tracing_mark_write: ::core::option::Option<TracingMarkWriteFtraceEvent>,
    #[prost(message, optional, tag = "113")]
    pub suspend_resume: ::core::option::Option<SuspendResumeFtraceEvent>,
    #[prost(message, optional, tag = "114")]
    pub sched_wakeup_new: ::core::option::Option<SchedWakeupNewFtraceEvent>,
    #[prost(message, optional, tag = "235")]
    pub task_newtask: ::core::option::Option<TaskNewtaskFtraceEvent>,
    #[prost(message, optional, tag = "236")]
    pub task_rename: ::core::option::Option<TaskRenameFtraceEvent>,
    #[prost(message, optional, tag = "238")]
    pub sched_process_exit: ::core::option::Option<SchedProcessExitFtraceEvent>,
    #[prost(message, optional, tag = "240")]
    pub sched_process_free: ::core::option::Option<SchedProcessFreeFtraceEvent>,
    #[prost(message, optional, tag = "255")]
    pub f2fs_sync_file_enter: ::core::option::Option<F2fsSyncFileEnterFtraceEvent>,
    #[prost(message, optional, tag = "256")]
    pub f2fs_sync_file_exit: ::core::option::Option<F2fsSyncFileExitFtraceEvent>,
    #[prost(message, optional, tag = "313")]
    pub rss_stat: ::core::option::Option<RssStatFtraceEvent>,
    #[prost(message, optional, tag = "323")]
    pub binder_transaction_alloc_buf: ::core::option::Option<
        BinderTransactionAllocBufFtraceEvent,
    >,
    #[prost(message, optional, tag = "326")]
    pub oom_score_adj_update: ::core::option::Option<OomScoreAdjUpdateFtraceEvent>,
    #[prost(message, optional, tag = "327")]
    pub generic: ::core::option::Option<GenericFtraceEvent>,
    #[prost(message, optional, tag = "329")]
    pub sys_enter: ::core::option::Option<SysEnterFtraceEvent>,
    #[prost(message, optional, tag = "330")]
    pub sys_exit: ::core::option::Option<SysExitFtraceEvent>,
    #[prost(message, optional, tag = "331")]
    pub zero: ::core::option::Option<ZeroFtraceEvent>,
    #[prost(message, optional, tag = "332")]
    pub gpu_frequency: ::core::option::Option<GpuFrequencyFtraceEvent>,
    #[prost(message, optional, tag = "333")]
    pub sde_tracing_mark_write: ::core::option::Option<SdeTracingMarkWriteFtraceEvent>,
    #[prost(message, optional, tag = "340")]
    pub gpu_mem_total: ::core::option::Option<GpuMemTotalFtraceEvent>,
    #[prost(message, optional, tag = "348")]
    pub dpu_tracing_mark_write: ::core::option::Option<DpuTracingMarkWriteFtraceEvent>,
    #[prost(message, optional, tag = "349")]
    pub g2d_tracing_mark_write: ::core::option::Option<G2dTracingMarkWriteFtraceEvent>,
    #[prost(message, optional, tag = "350")]
    pub mali_tracing_mark_write: ::core::option::Option<MaliTracingMarkWriteFtraceEvent>,
    #[prost(message, optional, tag = "359")]
    pub rss_stat_throttled: ::core::option::Option<RssStatThrottledFtraceEvent>,
    /// Numbers from 65536 on are those that the bundle describes; tests write these.
    #[prost(bytes = "vec", optional, tag = "65540")]
    pub described_65540: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "65541")]
    pub described_65541: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "65542")]
    pub described_65542: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// A line that user space wrote into the kernel's trace: the atrace grammar.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct PrintFtraceEvent {
    #[prost(uint64, optional, tag = "1")]
    pub ip: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub buf: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SchedSwitchFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub prev_comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "2")]
    pub prev_pid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub prev_prio: ::core::option::Option<i32>,
    #[prost(int64, optional, tag = "4")]
    pub prev_state: ::core::option::Option<i64>,
    #[prost(bytes = "vec", optional, tag = "5")]
    pub next_comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "6")]
    pub next_pid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "7")]
    pub next_prio: ::core::option::Option<i32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct CpuFrequencyFtraceEvent {
    #[prost(uint32, optional, tag = "1")]
    pub state: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "2")]
    pub cpu_id: ::core::option::Option<u32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct CpuIdleFtraceEvent {
    #[prost(uint32, optional, tag = "1")]
    pub state: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "2")]
    pub cpu_id: ::core::option::Option<u32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ClockSetRateFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "2")]
    pub state: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub cpu_id: ::core::option::Option<u64>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SchedWakeupFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "2")]
    pub pid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub prio: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "4")]
    pub success: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "5")]
    pub target_cpu: ::core::option::Option<i32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SchedWakeupNewFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "2")]
    pub pid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub prio: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "4")]
    pub success: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "5")]
    pub target_cpu: ::core::option::Option<i32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SchedWakingFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "2")]
    pub pid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub prio: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "4")]
    pub success: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "5")]
    pub target_cpu: ::core::option::Option<i32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SchedBlockedReasonFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub pid: ::core::option::Option<i32>,
    /// An interned kernel symbol.
    #[prost(uint64, optional, tag = "2")]
    pub caller: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "3")]
    pub io_wait: ::core::option::Option<u32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct IpiEntryFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub reason: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct IpiExitFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub reason: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SoftirqEntryFtraceEvent {
    #[prost(uint32, optional, tag = "1")]
    pub vec: ::core::option::Option<u32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SoftirqExitFtraceEvent {
    #[prost(uint32, optional, tag = "1")]
    pub vec: ::core::option::Option<u32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct IrqHandlerEntryFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub irq: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, optional, tag = "3")]
    pub handler: ::core::option::Option<u32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct IrqHandlerExitFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub irq: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub ret: ::core::option::Option<i32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct MmVmscanDirectReclaimBeginFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub order: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub may_writepage: ::core::option::Option<i32>,
    #[prost(uint32, optional, tag = "3")]
    pub gfp_flags: ::core::option::Option<u32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct MmVmscanDirectReclaimEndFtraceEvent {
    #[prost(uint64, optional, tag = "1")]
    pub nr_reclaimed: ::core::option::Option<u64>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct BinderTransactionFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub debug_id: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub target_node: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub to_proc: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "4")]
    pub to_thread: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "5")]
    pub reply: ::core::option::Option<i32>,
    #[prost(uint32, optional, tag = "6")]
    pub code: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "7")]
    pub flags: ::core::option::Option<u32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct BinderTransactionReceivedFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub debug_id: ::core::option::Option<i32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct BinderTransactionAllocBufFtraceEvent {
    #[prost(uint64, optional, tag = "1")]
    pub data_size: ::core::option::Option<u64>,
    #[prost(int32, optional, tag = "2")]
    pub debug_id: ::core::option::Option<i32>,
    #[prost(uint64, optional, tag = "3")]
    pub offsets_size: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub extra_buffers_size: ::core::option::Option<u64>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct BinderLockFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub tag: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct BinderLockedFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub tag: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct BinderUnlockFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub tag: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct WorkqueueExecuteStartFtraceEvent {
    #[prost(uint64, optional, tag = "1")]
    pub work: ::core::option::Option<u64>,
    /// An interned kernel symbol.
    #[prost(uint64, optional, tag = "2")]
    pub function: ::core::option::Option<u64>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct WorkqueueExecuteEndFtraceEvent {
    #[prost(uint64, optional, tag = "1")]
    pub work: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "2")]
    pub function: ::core::option::Option<u64>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct TracingMarkWriteFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub pid: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub trace_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, optional, tag = "3")]
    pub trace_begin: ::core::option::Option<u32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SuspendResumeFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub action: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "2")]
    pub val: ::core::option::Option<i32>,
    #[prost(uint32, optional, tag = "3")]
    pub start: ::core::option::Option<u32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct TaskNewtaskFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub pid: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "3")]
    pub clone_flags: ::core::option::Option<u64>,
    #[prost(int32, optional, tag = "4")]
    pub oom_score_adj: ::core::option::Option<i32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct TaskRenameFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub pid: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub oldcomm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub newcomm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "4")]
    pub oom_score_adj: ::core::option::Option<i32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SchedProcessExitFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "2")]
    pub pid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub tgid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "4")]
    pub prio: ::core::option::Option<i32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SchedProcessFreeFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "2")]
    pub pid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub prio: ::core::option::Option<i32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct F2fsSyncFileEnterFtraceEvent {
    #[prost(uint64, optional, tag = "1")]
    pub dev: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "2")]
    pub ino: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub pino: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "4")]
    pub mode: ::core::option::Option<u32>,
    #[prost(int64, optional, tag = "5")]
    pub size: ::core::option::Option<i64>,
    #[prost(uint32, optional, tag = "6")]
    pub nlink: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "7")]
    pub blocks: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "8")]
    pub advise: ::core::option::Option<u32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct F2fsSyncFileExitFtraceEvent {
    #[prost(uint64, optional, tag = "1")]
    pub dev: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "2")]
    pub ino: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "3")]
    pub need_cp: ::core::option::Option<u32>,
    #[prost(int32, optional, tag = "4")]
    pub datasync: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "5")]
    pub ret: ::core::option::Option<i32>,
}
/// `member` says which kind of memory, `size` is in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct RssStatFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub member: ::core::option::Option<i32>,
    #[prost(int64, optional, tag = "2")]
    pub size: ::core::option::Option<i64>,
    #[prost(uint32, optional, tag = "3")]
    pub curr: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "4")]
    pub mm_id: ::core::option::Option<u32>,
}
/// The same, told less often.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct RssStatThrottledFtraceEvent {
    #[prost(uint32, optional, tag = "1")]
    pub curr: ::core::option::Option<u32>,
    #[prost(int32, optional, tag = "2")]
    pub member: ::core::option::Option<i32>,
    #[prost(uint32, optional, tag = "3")]
    pub mm_id: ::core::option::Option<u32>,
    #[prost(int64, optional, tag = "4")]
    pub size: ::core::option::Option<i64>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct OomScoreAdjUpdateFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "2")]
    pub oom_score_adj: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub pid: ::core::option::Option<i32>,
}
/// An event the recorder has no message for.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct GenericFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub event_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, repeated, tag = "2")]
    pub field: ::prost::alloc::vec::Vec<generic_ftrace_event::Field>,
}
/// Nested message and enum types in `GenericFtraceEvent`.
pub mod generic_ftrace_event {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Field {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub str_value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(int64, optional, tag = "4")]
        pub int_value: ::core::option::Option<i64>,
        #[prost(uint64, optional, tag = "5")]
        pub uint_value: ::core::option::Option<u64>,
    }
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SysEnterFtraceEvent {
    #[prost(int64, optional, tag = "1")]
    pub id: ::core::option::Option<i64>,
    #[prost(uint64, repeated, packed = "false", tag = "2")]
    pub args: ::prost::alloc::vec::Vec<u64>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SysExitFtraceEvent {
    #[prost(int64, optional, tag = "1")]
    pub id: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "2")]
    pub ret: ::core::option::Option<i64>,
}
/// Bits of `flag`: 0 begins, 1 ends, 2 counts.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ZeroFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub flag: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "3")]
    pub pid: ::core::option::Option<i32>,
    #[prost(int64, optional, tag = "4")]
    pub value: ::core::option::Option<i64>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GpuFrequencyFtraceEvent {
    #[prost(uint32, optional, tag = "1")]
    pub gpu_id: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "2")]
    pub state: ::core::option::Option<u32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SdeTracingMarkWriteFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub pid: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub trace_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, optional, tag = "3")]
    pub trace_type: ::core::option::Option<u32>,
    #[prost(int32, optional, tag = "4")]
    pub value: ::core::option::Option<i32>,
    #[prost(uint32, optional, tag = "5")]
    pub trace_begin: ::core::option::Option<u32>,
}
/// `pid` 0: the whole system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GpuMemTotalFtraceEvent {
    #[prost(uint32, optional, tag = "1")]
    pub gpu_id: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "2")]
    pub pid: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "3")]
    pub size: ::core::option::Option<u64>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct DpuTracingMarkWriteFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub pid: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub trace_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, optional, tag = "3")]
    pub trace_begin: ::core::option::Option<u32>,
    #[prost(bytes = "vec", optional, tag = "4")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, optional, tag = "5")]
    pub r#type: ::core::option::Option<u32>,
    #[prost(int32, optional, tag = "6")]
    pub value: ::core::option::Option<i32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct G2dTracingMarkWriteFtraceEvent {
    #[prost(int32, optional, tag = "1")]
    pub pid: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "4")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, optional, tag = "5")]
    pub r#type: ::core::option::Option<u32>,
    #[prost(int32, optional, tag = "6")]
    pub value: ::core::option::Option<i32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct MaliTracingMarkWriteFtraceEvent {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "2")]
    pub pid: ::core::option::Option<i32>,
    #[prost(uint32, optional, tag = "3")]
    pub r#type: ::core::option::Option<u32>,
    #[prost(int32, optional, tag = "4")]
    pub value: ::core::option::Option<i32>,
}
/// How the kernel's buffers fared.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct FtraceStats {
    #[prost(enumeration = "ftrace_stats::Phase", optional, tag = "1")]
    pub phase: ::core::option::Option<i32>,
    #[prost(message, repeated, tag = "2")]
    pub cpu_stats: ::prost::alloc::vec::Vec<ftrace_stats::FtraceCpuStats>,
    #[prost(uint32, optional, tag = "3")]
    pub kernel_symbols_parsed: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "4")]
    pub kernel_symbols_mem_kb: ::core::option::Option<u32>,
    #[prost(bytes = "vec", optional, tag = "5")]
    pub atrace_errors: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "6")]
    pub unknown_ftrace_events: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "7")]
    pub failed_ftrace_events: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(bool, optional, tag = "8")]
    pub preserve_ftrace_buffer: ::core::option::Option<bool>,
    #[prost(uint32, repeated, packed = "false", tag = "9")]
    pub ftrace_parse_errors: ::prost::alloc::vec::Vec<u32>,
    #[prost(message, optional, tag = "10")]
    pub kprobe_stats: ::core::option::Option<FtraceKprobeStats>,
}
/// Nested message and enum types in `FtraceStats`.
pub mod ftrace_stats {
    #[derive(Clone, Copy, PartialEq, ::prost::Message)]
    pub struct FtraceCpuStats {
        #[prost(uint64, optional, tag = "1")]
        pub cpu: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "2")]
        pub entries: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "3")]
        pub overrun: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "4")]
        pub commit_overrun: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "5")]
        pub bytes_read: ::core::option::Option<u64>,
        #[prost(double, optional, tag = "6")]
        pub oldest_event_ts: ::core::option::Option<f64>,
        #[prost(double, optional, tag = "7")]
        pub now_ts: ::core::option::Option<f64>,
        #[prost(uint64, optional, tag = "8")]
        pub dropped_events: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "9")]
        pub read_events: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "10")]
        pub bytes: ::core::option::Option<u64>,
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum Phase {
        Unspecified = 0,
        StartOfTrace = 1,
        EndOfTrace = 2,
    }
    impl Phase {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Unspecified => "UNSPECIFIED",
                Self::StartOfTrace => "START_OF_TRACE",
                Self::EndOfTrace => "END_OF_TRACE",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "UNSPECIFIED" => Some(Self::Unspecified),
                "START_OF_TRACE" => Some(Self::StartOfTrace),
                "END_OF_TRACE" => Some(Self::EndOfTrace),
                _ => None,
            }
        }
    }
}
/// How often probes were hit, and how often one was missed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct FtraceKprobeStats {
    #[prost(int64, optional, tag = "1")]
    pub hits: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "2")]
    pub misses: ::core::option::Option<i64>,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum FtraceClock {
    Unspecified = 0,
    Unknown = 1,
    Global = 2,
    Local = 3,
    MonoRaw = 4,
}
impl FtraceClock {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Self::Unspecified => "FTRACE_CLOCK_UNSPECIFIED",
            Self::Unknown => "FTRACE_CLOCK_UNKNOWN",
            Self::Global => "FTRACE_CLOCK_GLOBAL",
            Self::Local => "FTRACE_CLOCK_LOCAL",
            Self::MonoRaw => "FTRACE_CLOCK_MONO_RAW",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "FTRACE_CLOCK_UNSPECIFIED" => Some(Self::Unspecified),
            "FTRACE_CLOCK_UNKNOWN" => Some(Self::Unknown),
            "FTRACE_CLOCK_GLOBAL" => Some(Self::Global),
            "FTRACE_CLOCK_LOCAL" => Some(Self::Local),
            "FTRACE_CLOCK_MONO_RAW" => Some(Self::MonoRaw),
            _ => None,
        }
    }
}
/// Samples; the counters are described once per sequence or interned.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct GpuCounterEvent {
    #[prost(message, optional, tag = "1")]
    pub counter_descriptor: ::core::option::Option<GpuCounterDescriptor>,
    #[prost(message, repeated, tag = "2")]
    pub counters: ::prost::alloc::vec::Vec<gpu_counter_event::GpuCounter>,
    #[prost(int32, optional, tag = "3")]
    pub gpu_id: ::core::option::Option<i32>,
    #[prost(uint64, optional, tag = "4")]
    pub counter_descriptor_iid: ::core::option::Option<u64>,
}
/// Nested message and enum types in `GpuCounterEvent`.
pub mod gpu_counter_event {
    #[derive(Clone, Copy, PartialEq, ::prost::Message)]
    pub struct GpuCounter {
        #[prost(uint32, optional, tag = "1")]
        pub counter_id: ::core::option::Option<u32>,
        #[prost(int64, optional, tag = "2")]
        pub int_value: ::core::option::Option<i64>,
        #[prost(double, optional, tag = "3")]
        pub double_value: ::core::option::Option<f64>,
    }
}
/// Names and units of counters. The units are numbers with names in the importer.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct GpuCounterDescriptor {
    #[prost(message, repeated, tag = "1")]
    pub specs: ::prost::alloc::vec::Vec<gpu_counter_descriptor::GpuCounterSpec>,
    #[prost(message, repeated, tag = "2")]
    pub blocks: ::prost::alloc::vec::Vec<gpu_counter_descriptor::GpuCounterBlock>,
    #[prost(message, repeated, tag = "6")]
    pub counter_groups: ::prost::alloc::vec::Vec<
        gpu_counter_descriptor::GpuCounterGroupSpec,
    >,
}
/// Nested message and enum types in `GpuCounterDescriptor`.
pub mod gpu_counter_descriptor {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct GpuCounterSpec {
        #[prost(uint32, optional, tag = "1")]
        pub counter_id: ::core::option::Option<u32>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub description: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(int64, optional, tag = "5")]
        pub int_peak_value: ::core::option::Option<i64>,
        #[prost(double, optional, tag = "6")]
        pub double_peak_value: ::core::option::Option<f64>,
        #[prost(int32, repeated, packed = "false", tag = "7")]
        pub numerator_units: ::prost::alloc::vec::Vec<i32>,
        #[prost(int32, repeated, packed = "false", tag = "8")]
        pub denominator_units: ::prost::alloc::vec::Vec<i32>,
        #[prost(bool, optional, tag = "9")]
        pub select_by_default: ::core::option::Option<bool>,
        #[prost(int32, repeated, packed = "false", tag = "10")]
        pub groups: ::prost::alloc::vec::Vec<i32>,
        /// 2: values hold from their time on.
        #[prost(int32, optional, tag = "11")]
        pub value_direction: ::core::option::Option<i32>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct GpuCounterBlock {
        #[prost(uint32, optional, tag = "1")]
        pub block_id: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "2")]
        pub block_capacity: ::core::option::Option<u32>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "4")]
        pub description: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint32, repeated, packed = "false", tag = "5")]
        pub counter_ids: ::prost::alloc::vec::Vec<u32>,
    }
    /// A group of the writer's own, or the name of a known one.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct GpuCounterGroupSpec {
        #[prost(uint32, optional, tag = "1")]
        pub group_id: ::core::option::Option<u32>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub description: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint32, repeated, packed = "false", tag = "4")]
        pub counter_ids: ::prost::alloc::vec::Vec<u32>,
    }
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct InternedGpuCounterDescriptor {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(message, optional, tag = "2")]
    pub counter_descriptor: ::core::option::Option<GpuCounterDescriptor>,
    #[prost(int32, optional, tag = "3")]
    pub gpu_id: ::core::option::Option<i32>,
}
/// Which GPUs there are; the number of each is its place.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct GpuInfo {
    #[prost(message, repeated, tag = "1")]
    pub gpus: ::prost::alloc::vec::Vec<gpu_info::Gpu>,
}
/// Nested message and enum types in `GpuInfo`.
pub mod gpu_info {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Gpu {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub vendor: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub model: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "4")]
        pub architecture: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "5")]
        pub uuid: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(message, repeated, tag = "6")]
        pub extra_info: ::prost::alloc::vec::Vec<KeyValue>,
        #[prost(bytes = "vec", optional, tag = "7")]
        pub pci_bdf: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct KeyValue {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub key: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
/// One piece of work on a hardware queue.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct GpuRenderStageEvent {
    #[prost(uint64, optional, tag = "1")]
    pub event_id: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "2")]
    pub duration: ::core::option::Option<u64>,
    #[prost(int32, optional, tag = "3")]
    pub hw_queue_id: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "4")]
    pub stage_id: ::core::option::Option<i32>,
    #[prost(uint64, optional, tag = "5")]
    pub context: ::core::option::Option<u64>,
    #[prost(message, repeated, tag = "6")]
    pub extra_data: ::prost::alloc::vec::Vec<gpu_render_stage_event::ExtraData>,
    #[prost(message, optional, tag = "7")]
    pub specifications: ::core::option::Option<gpu_render_stage_event::Specifications>,
    #[prost(uint64, optional, tag = "8")]
    pub render_target_handle: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "9")]
    pub render_pass_handle: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "10")]
    pub submission_id: ::core::option::Option<u32>,
    #[prost(int32, optional, tag = "11")]
    pub gpu_id: ::core::option::Option<i32>,
    #[prost(uint64, optional, tag = "12")]
    pub command_buffer_handle: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "13")]
    pub hw_queue_iid: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "14")]
    pub stage_iid: ::core::option::Option<u64>,
    #[prost(uint64, repeated, packed = "false", tag = "15")]
    pub render_subpass_index_mask: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, optional, tag = "16")]
    pub render_pass_instance_id: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "17")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    /// Events on other queues that it waited for.
    #[prost(uint64, repeated, packed = "false", tag = "18")]
    pub event_wait_ids: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, optional, tag = "19")]
    pub kernel_iid: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "20")]
    pub name_iid: ::core::option::Option<u64>,
    #[prost(message, optional, tag = "21")]
    pub launch: ::core::option::Option<gpu_render_stage_event::ComputeKernelLaunch>,
}
/// Nested message and enum types in `GpuRenderStageEvent`.
pub mod gpu_render_stage_event {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Dim3 {
        #[prost(uint32, optional, tag = "1")]
        pub x: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "2")]
        pub y: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "3")]
        pub z: ::core::option::Option<u32>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct ComputeKernelLaunch {
        #[prost(message, optional, tag = "1")]
        pub grid_size: ::core::option::Option<Dim3>,
        #[prost(message, optional, tag = "2")]
        pub workgroup_size: ::core::option::Option<Dim3>,
        #[prost(message, repeated, tag = "3")]
        pub args: ::prost::alloc::vec::Vec<ExtraComputeArg>,
    }
    /// A name, and one value.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct ExtraComputeArg {
        #[prost(uint64, optional, tag = "1")]
        pub name_iid: ::core::option::Option<u64>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(int64, optional, tag = "3")]
        pub int_value: ::core::option::Option<i64>,
        #[prost(uint64, optional, tag = "4")]
        pub uint_value: ::core::option::Option<u64>,
        #[prost(double, optional, tag = "5")]
        pub double_value: ::core::option::Option<f64>,
        #[prost(bytes = "vec", optional, tag = "6")]
        pub string_value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "7")]
        pub string_value_iid: ::core::option::Option<u64>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ExtraData {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Specifications {
        #[prost(message, optional, tag = "1")]
        pub context_spec: ::core::option::Option<specifications::ContextSpec>,
        #[prost(message, repeated, tag = "2")]
        pub hw_queue: ::prost::alloc::vec::Vec<specifications::Description>,
        #[prost(message, repeated, tag = "3")]
        pub stage: ::prost::alloc::vec::Vec<specifications::Description>,
    }
    /// Nested message and enum types in `Specifications`.
    pub mod specifications {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
        pub struct ContextSpec {
            #[prost(uint64, optional, tag = "1")]
            pub context: ::core::option::Option<u64>,
            #[prost(int32, optional, tag = "2")]
            pub pid: ::core::option::Option<i32>,
        }
        #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
        pub struct Description {
            #[prost(bytes = "vec", optional, tag = "1")]
            pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
            #[prost(bytes = "vec", optional, tag = "2")]
            pub description: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        }
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct InternedGraphicsContext {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(int32, optional, tag = "2")]
    pub pid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub api: ::core::option::Option<i32>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct InternedGpuRenderStageSpecification {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub description: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "4")]
    pub category: ::core::option::Option<i32>,
}
/// Graphics memory; `pid` 0 is the whole system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GpuMemTotalEvent {
    #[prost(uint32, optional, tag = "1")]
    pub gpu_id: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "2")]
    pub pid: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "3")]
    pub size: ::core::option::Option<u64>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GenericGpuFrequencyEvent {
    #[prost(uint32, optional, tag = "1")]
    pub gpu_id: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "2")]
    pub frequency_khz: ::core::option::Option<u32>,
}
/// A line of a driver's log.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GpuLog {
    #[prost(int32, optional, tag = "1")]
    pub severity: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub tag: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub log_message: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct VulkanApiEvent {
    #[prost(message, optional, tag = "1")]
    pub vk_debug_utils_object_name: ::core::option::Option<
        vulkan_api_event::VkDebugUtilsObjectName,
    >,
    #[prost(message, optional, tag = "2")]
    pub vk_queue_submit: ::core::option::Option<vulkan_api_event::VkQueueSubmit>,
}
/// Nested message and enum types in `VulkanApiEvent`.
pub mod vulkan_api_event {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct VkDebugUtilsObjectName {
        #[prost(uint32, optional, tag = "1")]
        pub pid: ::core::option::Option<u32>,
        #[prost(uint64, optional, tag = "2")]
        pub vk_device: ::core::option::Option<u64>,
        #[prost(int32, optional, tag = "3")]
        pub object_type: ::core::option::Option<i32>,
        #[prost(uint64, optional, tag = "4")]
        pub object: ::core::option::Option<u64>,
        #[prost(bytes = "vec", optional, tag = "5")]
        pub object_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct VkQueueSubmit {
        #[prost(uint64, optional, tag = "1")]
        pub duration_ns: ::core::option::Option<u64>,
        #[prost(uint32, optional, tag = "2")]
        pub pid: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "3")]
        pub tid: ::core::option::Option<u32>,
        #[prost(uint64, optional, tag = "4")]
        pub vk_queue: ::core::option::Option<u64>,
        #[prost(uint64, repeated, packed = "false", tag = "5")]
        pub vk_command_buffers: ::prost::alloc::vec::Vec<u64>,
        #[prost(uint32, optional, tag = "6")]
        pub submission_id: ::core::option::Option<u32>,
    }
}
/// Memory that was allocated, bound or freed. Enums have names in the importer.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct VulkanMemoryEvent {
    #[prost(int32, optional, tag = "1")]
    pub source: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub operation: ::core::option::Option<i32>,
    #[prost(int64, optional, tag = "3")]
    pub timestamp: ::core::option::Option<i64>,
    #[prost(uint32, optional, tag = "4")]
    pub pid: ::core::option::Option<u32>,
    #[prost(fixed64, optional, tag = "5")]
    pub memory_address: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "6")]
    pub memory_size: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "7")]
    pub caller_iid: ::core::option::Option<u64>,
    #[prost(int32, optional, tag = "8")]
    pub allocation_scope: ::core::option::Option<i32>,
    #[prost(message, repeated, tag = "9")]
    pub annotations: ::prost::alloc::vec::Vec<VulkanMemoryEventAnnotation>,
    #[prost(fixed64, optional, tag = "16")]
    pub device: ::core::option::Option<u64>,
    #[prost(fixed64, optional, tag = "17")]
    pub device_memory: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "18")]
    pub memory_type: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "19")]
    pub heap: ::core::option::Option<u32>,
    #[prost(fixed64, optional, tag = "20")]
    pub object_handle: ::core::option::Option<u64>,
}
#[derive(Clone, Copy, PartialEq, ::prost::Message)]
pub struct VulkanMemoryEventAnnotation {
    #[prost(uint64, optional, tag = "1")]
    pub key_iid: ::core::option::Option<u64>,
    #[prost(int64, optional, tag = "2")]
    pub int_value: ::core::option::Option<i64>,
    #[prost(double, optional, tag = "3")]
    pub double_value: ::core::option::Option<f64>,
    #[prost(uint64, optional, tag = "4")]
    pub string_iid: ::core::option::Option<u64>,
}
/// What happened to a buffer that an application draws into.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GraphicsFrameEvent {
    #[prost(message, optional, tag = "1")]
    pub buffer_event: ::core::option::Option<graphics_frame_event::BufferEvent>,
}
/// Nested message and enum types in `GraphicsFrameEvent`.
pub mod graphics_frame_event {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct BufferEvent {
        #[prost(uint32, optional, tag = "1")]
        pub frame_number: ::core::option::Option<u32>,
        #[prost(int32, optional, tag = "2")]
        pub r#type: ::core::option::Option<i32>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub layer_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "4")]
        pub duration_ns: ::core::option::Option<u64>,
        #[prost(uint32, optional, tag = "5")]
        pub buffer_id: ::core::option::Option<u32>,
    }
}
/// A function that runs on a GPU.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct InternedComputeKernel {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub demangled_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "4")]
    pub arch: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, repeated, tag = "5")]
    pub args: ::prost::alloc::vec::Vec<gpu_render_stage_event::ExtraComputeArg>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct InternedComputeArgName {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// How the recorder's buffers fared.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct TraceStats {
    #[prost(message, repeated, tag = "1")]
    pub buffer_stats: ::prost::alloc::vec::Vec<trace_stats::BufferStats>,
    #[prost(uint32, optional, tag = "2")]
    pub producers_connected: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "3")]
    pub producers_seen: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "4")]
    pub data_sources_registered: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "5")]
    pub data_sources_seen: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "6")]
    pub tracing_sessions: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "7")]
    pub total_buffers: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "8")]
    pub chunks_discarded: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "9")]
    pub patches_discarded: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "10")]
    pub invalid_packets: ::core::option::Option<u64>,
    #[prost(message, optional, tag = "11")]
    pub filter_stats: ::core::option::Option<trace_stats::FilterStats>,
    #[prost(uint64, optional, tag = "12")]
    pub flushes_requested: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "13")]
    pub flushes_succeeded: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "14")]
    pub flushes_failed: ::core::option::Option<u64>,
    #[prost(enumeration = "trace_stats::FinalFlushOutcome", optional, tag = "15")]
    pub final_flush_outcome: ::core::option::Option<i32>,
    #[prost(message, repeated, tag = "18")]
    pub writer_stats: ::prost::alloc::vec::Vec<trace_stats::WriterStats>,
}
/// Nested message and enum types in `TraceStats`.
pub mod trace_stats {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct BufferStats {
        #[prost(uint64, optional, tag = "1")]
        pub bytes_written: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "2")]
        pub chunks_written: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "3")]
        pub chunks_overwritten: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "4")]
        pub write_wrap_count: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "5")]
        pub patches_succeeded: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "6")]
        pub patches_failed: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "7")]
        pub readaheads_succeeded: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "8")]
        pub readaheads_failed: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "9")]
        pub abi_violations: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "10")]
        pub chunks_rewritten: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "11")]
        pub chunks_committed_out_of_order: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "12")]
        pub buffer_size: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "13")]
        pub bytes_overwritten: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "14")]
        pub bytes_read: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "15")]
        pub padding_bytes_written: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "16")]
        pub padding_bytes_cleared: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "17")]
        pub chunks_read: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "18")]
        pub chunks_discarded: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "19")]
        pub trace_writer_packet_loss: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "20")]
        pub chunks_relocated: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "22")]
        pub oversized_packets_dropped: ::core::option::Option<u64>,
    }
    /// Which buffer a sequence was written to.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct WriterStats {
        #[prost(uint64, optional, tag = "1")]
        pub sequence_id: ::core::option::Option<u64>,
        #[prost(uint32, optional, tag = "4")]
        pub buffer: ::core::option::Option<u32>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct FilterStats {
        #[prost(uint64, optional, tag = "1")]
        pub input_packets: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "2")]
        pub input_bytes: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "3")]
        pub output_bytes: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "4")]
        pub errors: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "5")]
        pub time_taken_ns: ::core::option::Option<u64>,
        #[prost(uint64, repeated, packed = "false", tag = "20")]
        pub bytes_discarded_per_buffer: ::prost::alloc::vec::Vec<u64>,
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum FinalFlushOutcome {
        FinalFlushUnspecified = 0,
        FinalFlushSucceeded = 1,
        FinalFlushFailed = 2,
    }
    impl FinalFlushOutcome {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::FinalFlushUnspecified => "FINAL_FLUSH_UNSPECIFIED",
                Self::FinalFlushSucceeded => "FINAL_FLUSH_SUCCEEDED",
                Self::FinalFlushFailed => "FINAL_FLUSH_FAILED",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "FINAL_FLUSH_UNSPECIFIED" => Some(Self::FinalFlushUnspecified),
                "FINAL_FLUSH_SUCCEEDED" => Some(Self::FinalFlushSucceeded),
                "FINAL_FLUSH_FAILED" => Some(Self::FinalFlushFailed),
                _ => None,
            }
        }
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct TraceUuid {
    #[prost(int64, optional, tag = "1")]
    pub msb: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "2")]
    pub lsb: ::core::option::Option<i64>,
}
/// Keys and values someone attached to the trace.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct TraceAttributes {
    #[prost(message, repeated, tag = "1")]
    pub attribute: ::prost::alloc::vec::Vec<trace_attributes::Attribute>,
}
/// Nested message and enum types in `TraceAttributes`.
pub mod trace_attributes {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Attribute {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub key: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(int64, optional, tag = "2")]
        pub long_value: ::core::option::Option<i64>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub string_value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
/// Moments of the recording; the packet's timestamp says when.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct TracingServiceEvent {
    #[prost(bool, optional, tag = "1")]
    pub all_data_sources_started: ::core::option::Option<bool>,
    #[prost(bool, optional, tag = "2")]
    pub tracing_started: ::core::option::Option<bool>,
    #[prost(bool, optional, tag = "3")]
    pub all_data_sources_flushed: ::core::option::Option<bool>,
    #[prost(bool, optional, tag = "4")]
    pub read_tracing_buffers_completed: ::core::option::Option<bool>,
    #[prost(bool, optional, tag = "5")]
    pub tracing_disabled: ::core::option::Option<bool>,
    #[prost(bool, optional, tag = "6")]
    pub seized_for_bugreport: ::core::option::Option<bool>,
    #[prost(message, optional, tag = "7")]
    pub slow_starting_data_sources: ::core::option::Option<
        tracing_service_event::DataSources,
    >,
    #[prost(bool, optional, tag = "10")]
    pub clone_started: ::core::option::Option<bool>,
    #[prost(uint32, optional, tag = "11")]
    pub buffer_cloned: ::core::option::Option<u32>,
}
/// Nested message and enum types in `TracingServiceEvent`.
pub mod tracing_service_event {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct DataSources {
        #[prost(message, repeated, tag = "1")]
        pub data_source: ::prost::alloc::vec::Vec<DataSource>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct DataSource {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub producer_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub data_source_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Trigger {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub trigger_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub producer_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "3")]
    pub trusted_producer_uid: ::core::option::Option<i32>,
}
/// What made Chromium save a trace.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ChromeTrigger {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub trigger_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(fixed32, optional, tag = "2")]
    pub trigger_name_hash: ::core::option::Option<u32>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct UiState {
    #[prost(int64, optional, tag = "1")]
    pub timeline_start_ts: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "2")]
    pub timeline_end_ts: ::core::option::Option<i64>,
}
/// Teaches the names of fields that a writer added to the schema.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct ExtensionDescriptor {
    #[prost(message, optional, tag = "1")]
    pub extension_set: ::core::option::Option<FileDescriptorSet>,
    /// The same, gzipped.
    #[prost(bytes = "vec", optional, tag = "2")]
    pub extension_set_gzip: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// Schemas in the form that protobuf compilers write; only what naming arguments needs.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct FileDescriptorSet {
    #[prost(message, repeated, tag = "1")]
    pub file: ::prost::alloc::vec::Vec<FileDescriptorProto>,
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct FileDescriptorProto {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub package: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "3")]
    pub dependency: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, repeated, tag = "4")]
    pub message_type: ::prost::alloc::vec::Vec<DescriptorProto>,
    #[prost(message, repeated, tag = "5")]
    pub enum_type: ::prost::alloc::vec::Vec<EnumDescriptorProto>,
    #[prost(message, repeated, tag = "7")]
    pub extension: ::prost::alloc::vec::Vec<FieldDescriptorProto>,
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct DescriptorProto {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, repeated, tag = "2")]
    pub field: ::prost::alloc::vec::Vec<FieldDescriptorProto>,
    #[prost(message, repeated, tag = "3")]
    pub nested_type: ::prost::alloc::vec::Vec<DescriptorProto>,
    #[prost(message, repeated, tag = "4")]
    pub enum_type: ::prost::alloc::vec::Vec<EnumDescriptorProto>,
    #[prost(message, repeated, tag = "6")]
    pub extension: ::prost::alloc::vec::Vec<FieldDescriptorProto>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct FieldDescriptorProto {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    /// For an extension: the message it extends.
    #[prost(bytes = "vec", optional, tag = "2")]
    pub extendee: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "3")]
    pub number: ::core::option::Option<i32>,
    #[prost(enumeration = "field_descriptor_proto::Label", optional, tag = "4")]
    pub label: ::core::option::Option<i32>,
    #[prost(enumeration = "field_descriptor_proto::Type", optional, tag = "5")]
    pub r#type: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "6")]
    pub type_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, optional, tag = "8")]
    pub options: ::core::option::Option<field_descriptor_proto::FieldOptions>,
}
/// Nested message and enum types in `FieldDescriptorProto`.
pub mod field_descriptor_proto {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct FieldOptions {
        /// The full name of an enum of which each value is a bit.
        #[prost(bytes = "vec", optional, tag = "73921")]
        pub flags_enum: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum Type {
        Double = 1,
        Float = 2,
        Int64 = 3,
        Uint64 = 4,
        Int32 = 5,
        Fixed64 = 6,
        Fixed32 = 7,
        Bool = 8,
        String = 9,
        Group = 10,
        Message = 11,
        Bytes = 12,
        Uint32 = 13,
        Enum = 14,
        Sfixed32 = 15,
        Sfixed64 = 16,
        Sint32 = 17,
        Sint64 = 18,
    }
    impl Type {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Double => "TYPE_DOUBLE",
                Self::Float => "TYPE_FLOAT",
                Self::Int64 => "TYPE_INT64",
                Self::Uint64 => "TYPE_UINT64",
                Self::Int32 => "TYPE_INT32",
                Self::Fixed64 => "TYPE_FIXED64",
                Self::Fixed32 => "TYPE_FIXED32",
                Self::Bool => "TYPE_BOOL",
                Self::String => "TYPE_STRING",
                Self::Group => "TYPE_GROUP",
                Self::Message => "TYPE_MESSAGE",
                Self::Bytes => "TYPE_BYTES",
                Self::Uint32 => "TYPE_UINT32",
                Self::Enum => "TYPE_ENUM",
                Self::Sfixed32 => "TYPE_SFIXED32",
                Self::Sfixed64 => "TYPE_SFIXED64",
                Self::Sint32 => "TYPE_SINT32",
                Self::Sint64 => "TYPE_SINT64",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "TYPE_DOUBLE" => Some(Self::Double),
                "TYPE_FLOAT" => Some(Self::Float),
                "TYPE_INT64" => Some(Self::Int64),
                "TYPE_UINT64" => Some(Self::Uint64),
                "TYPE_INT32" => Some(Self::Int32),
                "TYPE_FIXED64" => Some(Self::Fixed64),
                "TYPE_FIXED32" => Some(Self::Fixed32),
                "TYPE_BOOL" => Some(Self::Bool),
                "TYPE_STRING" => Some(Self::String),
                "TYPE_GROUP" => Some(Self::Group),
                "TYPE_MESSAGE" => Some(Self::Message),
                "TYPE_BYTES" => Some(Self::Bytes),
                "TYPE_UINT32" => Some(Self::Uint32),
                "TYPE_ENUM" => Some(Self::Enum),
                "TYPE_SFIXED32" => Some(Self::Sfixed32),
                "TYPE_SFIXED64" => Some(Self::Sfixed64),
                "TYPE_SINT32" => Some(Self::Sint32),
                "TYPE_SINT64" => Some(Self::Sint64),
                _ => None,
            }
        }
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum Label {
        Optional = 1,
        Required = 2,
        Repeated = 3,
    }
    impl Label {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Optional => "LABEL_OPTIONAL",
                Self::Required => "LABEL_REQUIRED",
                Self::Repeated => "LABEL_REPEATED",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "LABEL_OPTIONAL" => Some(Self::Optional),
                "LABEL_REQUIRED" => Some(Self::Required),
                "LABEL_REPEATED" => Some(Self::Repeated),
                _ => None,
            }
        }
    }
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct EnumDescriptorProto {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, repeated, tag = "2")]
    pub value: ::prost::alloc::vec::Vec<EnumValueDescriptorProto>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct EnumValueDescriptorProto {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "2")]
    pub number: ::core::option::Option<i32>,
}
/// Another recording that goes on at the same time.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ConcurrentSessionEvent {
    #[prost(enumeration = "concurrent_session_event::State", optional, tag = "1")]
    pub state: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub session_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "3")]
    pub session_id: ::core::option::Option<u64>,
    #[prost(int32, optional, tag = "4")]
    pub consumer_uid: ::core::option::Option<i32>,
    #[prost(uint32, optional, tag = "5")]
    pub num_data_sources: ::core::option::Option<u32>,
}
/// Nested message and enum types in `ConcurrentSessionEvent`.
pub mod concurrent_session_event {
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum State {
        Unspecified = 0,
        Disabled = 1,
        Configured = 2,
        Started = 3,
        DisablingWaitingStopAcks = 4,
        ClonedReadOnly = 5,
    }
    impl State {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Unspecified => "STATE_UNSPECIFIED",
                Self::Disabled => "STATE_DISABLED",
                Self::Configured => "STATE_CONFIGURED",
                Self::Started => "STATE_STARTED",
                Self::DisablingWaitingStopAcks => "STATE_DISABLING_WAITING_STOP_ACKS",
                Self::ClonedReadOnly => "STATE_CLONED_READ_ONLY",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "STATE_UNSPECIFIED" => Some(Self::Unspecified),
                "STATE_DISABLED" => Some(Self::Disabled),
                "STATE_CONFIGURED" => Some(Self::Configured),
                "STATE_STARTED" => Some(Self::Started),
                "STATE_DISABLING_WAITING_STOP_ACKS" => {
                    Some(Self::DisablingWaitingStopAcks)
                }
                "STATE_CLONED_READ_ONLY" => Some(Self::ClonedReadOnly),
                _ => None,
            }
        }
    }
}
/// What Perfetto traces of itself: an event or a sample of a counter, by number or by name.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct PerfettoMetatrace {
    #[prost(uint32, optional, tag = "1")]
    pub event_id: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "2")]
    pub counter_id: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "3")]
    pub event_duration_ns: ::core::option::Option<u64>,
    #[prost(int32, optional, tag = "4")]
    pub counter_value: ::core::option::Option<i32>,
    #[prost(uint32, optional, tag = "5")]
    pub thread_id: ::core::option::Option<u32>,
    #[prost(bool, optional, tag = "6")]
    pub has_overruns: ::core::option::Option<bool>,
    #[prost(message, repeated, tag = "7")]
    pub args: ::prost::alloc::vec::Vec<perfetto_metatrace::Arg>,
    #[prost(bytes = "vec", optional, tag = "8")]
    pub event_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "9")]
    pub counter_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, repeated, tag = "10")]
    pub interned_strings: ::prost::alloc::vec::Vec<perfetto_metatrace::InternedString>,
    #[prost(uint64, optional, tag = "11")]
    pub event_name_iid: ::core::option::Option<u64>,
}
/// Nested message and enum types in `PerfettoMetatrace`.
pub mod perfetto_metatrace {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Arg {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub key: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "3")]
        pub key_iid: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "4")]
        pub value_iid: ::core::option::Option<u64>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct InternedString {
        #[prost(uint64, optional, tag = "1")]
        pub iid: ::core::option::Option<u64>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct PerfSample {
    #[prost(uint32, optional, tag = "1")]
    pub cpu: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "2")]
    pub pid: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "3")]
    pub tid: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "4")]
    pub callstack_iid: ::core::option::Option<u64>,
    #[prost(int32, optional, tag = "5")]
    pub cpu_mode: ::core::option::Option<i32>,
    #[prost(uint64, optional, tag = "6")]
    pub timebase_count: ::core::option::Option<u64>,
    #[prost(uint64, repeated, packed = "false", tag = "7")]
    pub follower_counts: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint32, optional, tag = "16")]
    pub unwind_error: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "17")]
    pub kernel_records_lost: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "18")]
    pub sample_skipped_reason: ::core::option::Option<u32>,
    #[prost(message, optional, tag = "19")]
    pub producer_event: ::core::option::Option<perf_sample::ProducerEvent>,
}
/// Nested message and enum types in `PerfSample`.
pub mod perf_sample {
    /// Tells of the recorder itself: such a packet is no sample.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ProducerEvent {
        /// 1: the recorder used more memory or time than it may.
        #[prost(int32, optional, tag = "1")]
        pub source_stop_reason: ::core::option::Option<i32>,
    }
}
/// What the samples of a sequence count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct PerfSampleDefaults {}
/// A sample of any profiler. What it has in common with other samples is either here or interned.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct StackSample {
    #[prost(message, optional, tag = "1")]
    pub task_context: ::core::option::Option<stack_sample::TaskContext>,
    #[prost(uint64, optional, tag = "2")]
    pub task_context_iid: ::core::option::Option<u64>,
    #[prost(message, optional, tag = "3")]
    pub execution_context: ::core::option::Option<stack_sample::ExecutionContext>,
    #[prost(uint64, optional, tag = "4")]
    pub execution_context_iid: ::core::option::Option<u64>,
    #[prost(message, optional, tag = "5")]
    pub callstack: ::core::option::Option<InlineCallstack>,
    #[prost(uint64, optional, tag = "6")]
    pub callstack_iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "7")]
    pub unwind_error: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "8")]
    pub unwind_error_iid: ::core::option::Option<u64>,
    #[prost(message, optional, tag = "9")]
    pub primary_descriptor: ::core::option::Option<stack_sample::CounterDescriptor>,
    #[prost(uint64, optional, tag = "10")]
    pub primary_descriptor_iid: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "11")]
    pub primary_weight: ::core::option::Option<u64>,
    #[prost(message, repeated, tag = "12")]
    pub follower_descriptors: ::prost::alloc::vec::Vec<stack_sample::CounterDescriptor>,
    #[prost(uint64, repeated, packed = "false", tag = "13")]
    pub follower_descriptor_iids: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, packed = "false", tag = "14")]
    pub follower_weights: ::prost::alloc::vec::Vec<u64>,
}
/// Nested message and enum types in `StackSample`.
pub mod stack_sample {
    /// Whom the sample is of.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct TaskContext {
        #[prost(uint64, optional, tag = "1")]
        pub iid: ::core::option::Option<u64>,
        #[prost(uint32, optional, tag = "2")]
        pub pid: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "3")]
        pub tid: ::core::option::Option<u32>,
        /// The iid of an AsyncContextDescriptor.
        #[prost(uint64, optional, tag = "4")]
        pub async_id: ::core::option::Option<u64>,
    }
    /// What a process itself switches between, such as fibers.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct AsyncContextDescriptor {
        #[prost(uint64, optional, tag = "1")]
        pub iid: ::core::option::Option<u64>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub kind: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "4")]
        pub parent_iid: ::core::option::Option<u64>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ExecutionContext {
        #[prost(uint64, optional, tag = "1")]
        pub iid: ::core::option::Option<u64>,
        #[prost(uint32, optional, tag = "2")]
        pub cpu: ::core::option::Option<u32>,
        #[prost(enumeration = "Mode", optional, tag = "3")]
        pub mode: ::core::option::Option<i32>,
    }
    /// What a weight of a sample counts.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct CounterDescriptor {
        #[prost(uint64, optional, tag = "1")]
        pub iid: ::core::option::Option<u64>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(enumeration = "Unit", optional, tag = "3")]
        pub unit: ::core::option::Option<i32>,
        #[prost(bytes = "vec", optional, tag = "4")]
        pub unit_str: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "5")]
        pub unit_multiplier: ::core::option::Option<u64>,
        #[prost(bytes = "vec", optional, tag = "6")]
        pub description: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(enumeration = "counter_descriptor::Scope", optional, tag = "7")]
        pub scope: ::core::option::Option<i32>,
    }
    /// Nested message and enum types in `CounterDescriptor`.
    pub mod counter_descriptor {
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            PartialOrd,
            Ord,
            ::prost::Enumeration
        )]
        #[repr(i32)]
        pub enum Scope {
            Unspecified = 0,
            Global = 1,
            /// Each CPU has a counter of its own.
            Cpu = 2,
        }
        impl Scope {
            /// String value of the enum field names used in the ProtoBuf definition.
            ///
            /// The values are not transformed in any way and thus are considered stable
            /// (if the ProtoBuf definition does not change) and safe for programmatic use.
            pub fn as_str_name(&self) -> &'static str {
                match self {
                    Self::Unspecified => "SCOPE_UNSPECIFIED",
                    Self::Global => "SCOPE_GLOBAL",
                    Self::Cpu => "SCOPE_CPU",
                }
            }
            /// Creates an enum from field names used in the ProtoBuf definition.
            pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
                match value {
                    "SCOPE_UNSPECIFIED" => Some(Self::Unspecified),
                    "SCOPE_GLOBAL" => Some(Self::Global),
                    "SCOPE_CPU" => Some(Self::Cpu),
                    _ => None,
                }
            }
        }
    }
    /// 1: user, 2: kernel, 3: hypervisor, 4 and 5: user and kernel of a guest.
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum Mode {
        Unknown = 0,
        User = 1,
        Kernel = 2,
        Hypervisor = 3,
        GuestUser = 4,
        GuestKernel = 5,
    }
    impl Mode {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Unknown => "MODE_UNKNOWN",
                Self::User => "MODE_USER",
                Self::Kernel => "MODE_KERNEL",
                Self::Hypervisor => "MODE_HYPERVISOR",
                Self::GuestUser => "MODE_GUEST_USER",
                Self::GuestKernel => "MODE_GUEST_KERNEL",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "MODE_UNKNOWN" => Some(Self::Unknown),
                "MODE_USER" => Some(Self::User),
                "MODE_KERNEL" => Some(Self::Kernel),
                "MODE_HYPERVISOR" => Some(Self::Hypervisor),
                "MODE_GUEST_USER" => Some(Self::GuestUser),
                "MODE_GUEST_KERNEL" => Some(Self::GuestKernel),
                _ => None,
            }
        }
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum Unit {
        Unspecified = 0,
        Nanoseconds = 1,
        CpuCycles = 2,
        Instructions = 3,
        Bytes = 4,
        PageFaults = 5,
        CacheMisses = 6,
        CacheReferences = 7,
        BranchMisses = 8,
        Count = 9,
    }
    impl Unit {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Unspecified => "UNIT_UNSPECIFIED",
                Self::Nanoseconds => "UNIT_NANOSECONDS",
                Self::CpuCycles => "UNIT_CPU_CYCLES",
                Self::Instructions => "UNIT_INSTRUCTIONS",
                Self::Bytes => "UNIT_BYTES",
                Self::PageFaults => "UNIT_PAGE_FAULTS",
                Self::CacheMisses => "UNIT_CACHE_MISSES",
                Self::CacheReferences => "UNIT_CACHE_REFERENCES",
                Self::BranchMisses => "UNIT_BRANCH_MISSES",
                Self::Count => "UNIT_COUNT",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "UNIT_UNSPECIFIED" => Some(Self::Unspecified),
                "UNIT_NANOSECONDS" => Some(Self::Nanoseconds),
                "UNIT_CPU_CYCLES" => Some(Self::CpuCycles),
                "UNIT_INSTRUCTIONS" => Some(Self::Instructions),
                "UNIT_BYTES" => Some(Self::Bytes),
                "UNIT_PAGE_FAULTS" => Some(Self::PageFaults),
                "UNIT_CACHE_MISSES" => Some(Self::CacheMisses),
                "UNIT_CACHE_REFERENCES" => Some(Self::CacheReferences),
                "UNIT_BRANCH_MISSES" => Some(Self::BranchMisses),
                "UNIT_COUNT" => Some(Self::Count),
                _ => None,
            }
        }
    }
}
/// What samples of a sequence need not repeat.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct StackSampleDefaults {
    /// The profiler, such as `python.wall`.
    #[prost(bytes = "vec", optional, tag = "1")]
    pub source: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, optional, tag = "2")]
    pub primary_descriptor: ::core::option::Option<stack_sample::CounterDescriptor>,
    #[prost(message, repeated, tag = "3")]
    pub follower_descriptors: ::prost::alloc::vec::Vec<stack_sample::CounterDescriptor>,
}
/// A call stack in words, the outermost function first.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct InlineCallstack {
    #[prost(message, repeated, tag = "1")]
    pub frames: ::prost::alloc::vec::Vec<inline_callstack::Frame>,
}
/// Nested message and enum types in `InlineCallstack`.
pub mod inline_callstack {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Frame {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub function_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub source_file: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint32, optional, tag = "3")]
        pub line_number: ::core::option::Option<u32>,
    }
}
/// Samples of a thread that Chromium's own profiler took. The thread, and the time that the first delta is added to,
/// are in the ThreadDescriptor of the sequence.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct StreamingProfilePacket {
    #[prost(uint64, repeated, packed = "false", tag = "1")]
    pub callstack_iid: ::prost::alloc::vec::Vec<u64>,
    #[prost(int64, repeated, packed = "false", tag = "2")]
    pub timestamp_delta_us: ::prost::alloc::vec::Vec<i64>,
    #[prost(int32, optional, tag = "3")]
    pub process_priority: ::core::option::Option<i32>,
}
/// Functions of a binary, added to the trace after it was recorded.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct ModuleSymbols {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub path: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub build_id: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, repeated, tag = "3")]
    pub address_symbols: ::prost::alloc::vec::Vec<AddressSymbols>,
}
/// The functions at an address, the innermost of those that were inlined first.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct AddressSymbols {
    #[prost(uint64, optional, tag = "1")]
    pub address: ::core::option::Option<u64>,
    #[prost(message, repeated, tag = "2")]
    pub lines: ::prost::alloc::vec::Vec<Line>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Line {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub function_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub source_file_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, optional, tag = "3")]
    pub line_number: ::core::option::Option<u32>,
}
/// One event on a track.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct TrackEvent {
    #[prost(enumeration = "track_event::Type", optional, tag = "9")]
    pub r#type: ::core::option::Option<i32>,
    /// Absent: the sequence's default track, or the thread of the sequence.
    #[prost(uint64, optional, tag = "11")]
    pub track_uuid: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "10")]
    pub name_iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "23")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, repeated, packed = "false", tag = "3")]
    pub category_iids: ::prost::alloc::vec::Vec<u64>,
    #[prost(bytes = "vec", repeated, tag = "22")]
    pub categories: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, repeated, tag = "4")]
    pub debug_annotations: ::prost::alloc::vec::Vec<DebugAnnotation>,
    #[prost(int64, optional, tag = "30")]
    pub counter_value: ::core::option::Option<i64>,
    #[prost(double, optional, tag = "44")]
    pub double_counter_value: ::core::option::Option<f64>,
    #[prost(uint64, repeated, packed = "false", tag = "31")]
    pub extra_counter_track_uuids: ::prost::alloc::vec::Vec<u64>,
    #[prost(int64, repeated, packed = "false", tag = "12")]
    pub extra_counter_values: ::prost::alloc::vec::Vec<i64>,
    #[prost(uint64, repeated, packed = "false", tag = "45")]
    pub extra_double_counter_track_uuids: ::prost::alloc::vec::Vec<u64>,
    #[prost(double, repeated, packed = "false", tag = "46")]
    pub extra_double_counter_values: ::prost::alloc::vec::Vec<f64>,
    #[prost(uint64, repeated, packed = "false", tag = "36")]
    pub flow_ids_old: ::prost::alloc::vec::Vec<u64>,
    #[prost(fixed64, repeated, packed = "false", tag = "47")]
    pub flow_ids: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, packed = "false", tag = "42")]
    pub terminating_flow_ids_old: ::prost::alloc::vec::Vec<u64>,
    #[prost(fixed64, repeated, packed = "false", tag = "48")]
    pub terminating_flow_ids: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, optional, tag = "52")]
    pub correlation_id: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "53")]
    pub correlation_id_str: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "54")]
    pub correlation_id_str_iid: ::core::option::Option<u64>,
    #[prost(message, optional, tag = "55")]
    pub callstack: ::core::option::Option<track_event::Callstack>,
    #[prost(uint64, optional, tag = "56")]
    pub callstack_iid: ::core::option::Option<u64>,
    #[prost(double, optional, tag = "57")]
    pub callstack_weight: ::core::option::Option<f64>,
    #[prost(message, optional, tag = "33")]
    pub source_location: ::core::option::Option<SourceLocation>,
    #[prost(uint64, optional, tag = "34")]
    pub source_location_iid: ::core::option::Option<u64>,
    #[prost(message, optional, tag = "5")]
    pub task_execution: ::core::option::Option<TaskExecution>,
    #[prost(message, optional, tag = "21")]
    pub log_message: ::core::option::Option<LogMessage>,
    #[prost(message, optional, tag = "50")]
    pub screenshot: ::core::option::Option<Screenshot>,
    #[prost(message, optional, tag = "6")]
    pub legacy_event: ::core::option::Option<track_event::LegacyEvent>,
    /// Microseconds since the previous event of the sequence.
    #[prost(int64, optional, tag = "1")]
    pub timestamp_delta_us: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "16")]
    pub timestamp_absolute_us: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "2")]
    pub thread_time_delta_us: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "17")]
    pub thread_time_absolute_us: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "8")]
    pub thread_instruction_count_delta: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "20")]
    pub thread_instruction_count_absolute: ::core::option::Option<i64>,
}
/// Nested message and enum types in `TrackEvent`.
pub mod track_event {
    /// Frames of a stack, outermost first, written out.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Callstack {
        #[prost(message, repeated, tag = "1")]
        pub frames: ::prost::alloc::vec::Vec<callstack::Frame>,
    }
    /// Nested message and enum types in `Callstack`.
    pub mod callstack {
        #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
        pub struct Frame {
            #[prost(bytes = "vec", optional, tag = "1")]
            pub function_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
            #[prost(bytes = "vec", optional, tag = "2")]
            pub source_file: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
            #[prost(uint32, optional, tag = "3")]
            pub line_number: ::core::option::Option<u32>,
        }
    }
    /// What a converter from the Chrome JSON format keeps of an event.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct LegacyEvent {
        #[prost(uint64, optional, tag = "1")]
        pub name_iid: ::core::option::Option<u64>,
        /// The letter of the phase, as a number.
        #[prost(int32, optional, tag = "2")]
        pub phase: ::core::option::Option<i32>,
        #[prost(int64, optional, tag = "3")]
        pub duration_us: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "4")]
        pub thread_duration_us: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "15")]
        pub thread_instruction_delta: ::core::option::Option<i64>,
        #[prost(uint64, optional, tag = "6")]
        pub unscoped_id: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "10")]
        pub local_id: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "11")]
        pub global_id: ::core::option::Option<u64>,
        #[prost(bytes = "vec", optional, tag = "7")]
        pub id_scope: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bool, optional, tag = "9")]
        pub use_async_tts: ::core::option::Option<bool>,
        #[prost(uint64, optional, tag = "8")]
        pub bind_id: ::core::option::Option<u64>,
        #[prost(bool, optional, tag = "12")]
        pub bind_to_enclosing: ::core::option::Option<bool>,
        #[prost(enumeration = "legacy_event::FlowDirection", optional, tag = "13")]
        pub flow_direction: ::core::option::Option<i32>,
        #[prost(enumeration = "legacy_event::InstantEventScope", optional, tag = "14")]
        pub instant_event_scope: ::core::option::Option<i32>,
        #[prost(int32, optional, tag = "18")]
        pub pid_override: ::core::option::Option<i32>,
        #[prost(int32, optional, tag = "19")]
        pub tid_override: ::core::option::Option<i32>,
    }
    /// Nested message and enum types in `LegacyEvent`.
    pub mod legacy_event {
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            PartialOrd,
            Ord,
            ::prost::Enumeration
        )]
        #[repr(i32)]
        pub enum FlowDirection {
            FlowUnspecified = 0,
            FlowIn = 1,
            FlowOut = 2,
            FlowInout = 3,
        }
        impl FlowDirection {
            /// String value of the enum field names used in the ProtoBuf definition.
            ///
            /// The values are not transformed in any way and thus are considered stable
            /// (if the ProtoBuf definition does not change) and safe for programmatic use.
            pub fn as_str_name(&self) -> &'static str {
                match self {
                    Self::FlowUnspecified => "FLOW_UNSPECIFIED",
                    Self::FlowIn => "FLOW_IN",
                    Self::FlowOut => "FLOW_OUT",
                    Self::FlowInout => "FLOW_INOUT",
                }
            }
            /// Creates an enum from field names used in the ProtoBuf definition.
            pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
                match value {
                    "FLOW_UNSPECIFIED" => Some(Self::FlowUnspecified),
                    "FLOW_IN" => Some(Self::FlowIn),
                    "FLOW_OUT" => Some(Self::FlowOut),
                    "FLOW_INOUT" => Some(Self::FlowInout),
                    _ => None,
                }
            }
        }
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            PartialOrd,
            Ord,
            ::prost::Enumeration
        )]
        #[repr(i32)]
        pub enum InstantEventScope {
            ScopeUnspecified = 0,
            ScopeGlobal = 1,
            ScopeProcess = 2,
            ScopeThread = 3,
        }
        impl InstantEventScope {
            /// String value of the enum field names used in the ProtoBuf definition.
            ///
            /// The values are not transformed in any way and thus are considered stable
            /// (if the ProtoBuf definition does not change) and safe for programmatic use.
            pub fn as_str_name(&self) -> &'static str {
                match self {
                    Self::ScopeUnspecified => "SCOPE_UNSPECIFIED",
                    Self::ScopeGlobal => "SCOPE_GLOBAL",
                    Self::ScopeProcess => "SCOPE_PROCESS",
                    Self::ScopeThread => "SCOPE_THREAD",
                }
            }
            /// Creates an enum from field names used in the ProtoBuf definition.
            pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
                match value {
                    "SCOPE_UNSPECIFIED" => Some(Self::ScopeUnspecified),
                    "SCOPE_GLOBAL" => Some(Self::ScopeGlobal),
                    "SCOPE_PROCESS" => Some(Self::ScopeProcess),
                    "SCOPE_THREAD" => Some(Self::ScopeThread),
                    _ => None,
                }
            }
        }
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum Type {
        Unspecified = 0,
        SliceBegin = 1,
        SliceEnd = 2,
        Instant = 3,
        Counter = 4,
        State = 5,
    }
    impl Type {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Unspecified => "TYPE_UNSPECIFIED",
                Self::SliceBegin => "TYPE_SLICE_BEGIN",
                Self::SliceEnd => "TYPE_SLICE_END",
                Self::Instant => "TYPE_INSTANT",
                Self::Counter => "TYPE_COUNTER",
                Self::State => "TYPE_STATE",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "TYPE_UNSPECIFIED" => Some(Self::Unspecified),
                "TYPE_SLICE_BEGIN" => Some(Self::SliceBegin),
                "TYPE_SLICE_END" => Some(Self::SliceEnd),
                "TYPE_INSTANT" => Some(Self::Instant),
                "TYPE_COUNTER" => Some(Self::Counter),
                "TYPE_STATE" => Some(Self::State),
                _ => None,
            }
        }
    }
}
/// A key with a value of any shape.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct DebugAnnotation {
    #[prost(uint64, optional, tag = "1")]
    pub name_iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "10")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bool, optional, tag = "2")]
    pub bool_value: ::core::option::Option<bool>,
    #[prost(uint64, optional, tag = "3")]
    pub uint_value: ::core::option::Option<u64>,
    #[prost(int64, optional, tag = "4")]
    pub int_value: ::core::option::Option<i64>,
    #[prost(double, optional, tag = "5")]
    pub double_value: ::core::option::Option<f64>,
    #[prost(uint64, optional, tag = "7")]
    pub pointer_value: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "6")]
    pub string_value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "17")]
    pub string_value_iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "9")]
    pub legacy_json_value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, optional, tag = "8")]
    pub nested_value: ::core::option::Option<debug_annotation::NestedValue>,
    #[prost(message, repeated, tag = "11")]
    pub dict_entries: ::prost::alloc::vec::Vec<DebugAnnotation>,
    #[prost(message, repeated, tag = "12")]
    pub array_values: ::prost::alloc::vec::Vec<DebugAnnotation>,
    #[prost(bytes = "vec", optional, tag = "16")]
    pub proto_type_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "13")]
    pub proto_type_name_iid: ::core::option::Option<u64>,
    /// A message of that type.
    #[prost(bytes = "vec", optional, tag = "14")]
    pub proto_value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// Nested message and enum types in `DebugAnnotation`.
pub mod debug_annotation {
    /// The older way to nest; keys and values in two lists of one length.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct NestedValue {
        #[prost(enumeration = "nested_value::NestedType", optional, tag = "1")]
        pub nested_type: ::core::option::Option<i32>,
        #[prost(bytes = "vec", repeated, tag = "2")]
        pub dict_keys: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
        #[prost(message, repeated, tag = "3")]
        pub dict_values: ::prost::alloc::vec::Vec<NestedValue>,
        #[prost(message, repeated, tag = "4")]
        pub array_values: ::prost::alloc::vec::Vec<NestedValue>,
        #[prost(int64, optional, tag = "5")]
        pub int_value: ::core::option::Option<i64>,
        #[prost(double, optional, tag = "6")]
        pub double_value: ::core::option::Option<f64>,
        #[prost(bool, optional, tag = "7")]
        pub bool_value: ::core::option::Option<bool>,
        #[prost(bytes = "vec", optional, tag = "8")]
        pub string_value: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    /// Nested message and enum types in `NestedValue`.
    pub mod nested_value {
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            PartialOrd,
            Ord,
            ::prost::Enumeration
        )]
        #[repr(i32)]
        pub enum NestedType {
            Unspecified = 0,
            Dict = 1,
            Array = 2,
        }
        impl NestedType {
            /// String value of the enum field names used in the ProtoBuf definition.
            ///
            /// The values are not transformed in any way and thus are considered stable
            /// (if the ProtoBuf definition does not change) and safe for programmatic use.
            pub fn as_str_name(&self) -> &'static str {
                match self {
                    Self::Unspecified => "UNSPECIFIED",
                    Self::Dict => "DICT",
                    Self::Array => "ARRAY",
                }
            }
            /// Creates an enum from field names used in the ProtoBuf definition.
            pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
                match value {
                    "UNSPECIFIED" => Some(Self::Unspecified),
                    "DICT" => Some(Self::Dict),
                    "ARRAY" => Some(Self::Array),
                    _ => None,
                }
            }
        }
    }
}
/// Where in the source code an event was written.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SourceLocation {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub file_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub function_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, optional, tag = "4")]
    pub line_number: ::core::option::Option<u32>,
}
/// The task that runs was posted from there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct TaskExecution {
    #[prost(uint64, optional, tag = "1")]
    pub posted_from_iid: ::core::option::Option<u64>,
}
/// A line of a program's log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct LogMessage {
    #[prost(uint64, optional, tag = "1")]
    pub source_location_iid: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "2")]
    pub body_iid: ::core::option::Option<u64>,
    #[prost(enumeration = "log_message::Priority", optional, tag = "3")]
    pub prio: ::core::option::Option<i32>,
}
/// Nested message and enum types in `LogMessage`.
pub mod log_message {
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum Priority {
        PrioUnspecified = 0,
        PrioUnused = 1,
        PrioVerbose = 2,
        PrioDebug = 3,
        PrioInfo = 4,
        PrioWarn = 5,
        PrioError = 6,
        PrioFatal = 7,
    }
    impl Priority {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::PrioUnspecified => "PRIO_UNSPECIFIED",
                Self::PrioUnused => "PRIO_UNUSED",
                Self::PrioVerbose => "PRIO_VERBOSE",
                Self::PrioDebug => "PRIO_DEBUG",
                Self::PrioInfo => "PRIO_INFO",
                Self::PrioWarn => "PRIO_WARN",
                Self::PrioError => "PRIO_ERROR",
                Self::PrioFatal => "PRIO_FATAL",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "PRIO_UNSPECIFIED" => Some(Self::PrioUnspecified),
                "PRIO_UNUSED" => Some(Self::PrioUnused),
                "PRIO_VERBOSE" => Some(Self::PrioVerbose),
                "PRIO_DEBUG" => Some(Self::PrioDebug),
                "PRIO_INFO" => Some(Self::PrioInfo),
                "PRIO_WARN" => Some(Self::PrioWarn),
                "PRIO_ERROR" => Some(Self::PrioError),
                "PRIO_FATAL" => Some(Self::PrioFatal),
                _ => None,
            }
        }
    }
}
/// A picture, kept by the reference as base64.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Screenshot {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub jpg_image: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub pam_image: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub ppm_image: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// Only used when a reader is asked to crop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct TrackEventRangeOfInterest {
    #[prost(int64, optional, tag = "1")]
    pub start_us: ::core::option::Option<i64>,
}
/// New entries of the tables of a sequence; every table counts for itself.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct InternedData {
    #[prost(message, repeated, tag = "1")]
    pub event_categories: ::prost::alloc::vec::Vec<InternedName>,
    #[prost(message, repeated, tag = "2")]
    pub event_names: ::prost::alloc::vec::Vec<InternedName>,
    #[prost(message, repeated, tag = "3")]
    pub debug_annotation_names: ::prost::alloc::vec::Vec<InternedName>,
    #[prost(message, repeated, tag = "4")]
    pub source_locations: ::prost::alloc::vec::Vec<SourceLocation>,
    #[prost(message, repeated, tag = "5")]
    pub function_names: ::prost::alloc::vec::Vec<InternedString>,
    #[prost(message, repeated, tag = "6")]
    pub frames: ::prost::alloc::vec::Vec<Frame>,
    #[prost(message, repeated, tag = "7")]
    pub callstacks: ::prost::alloc::vec::Vec<Callstack>,
    #[prost(message, repeated, tag = "16")]
    pub build_ids: ::prost::alloc::vec::Vec<InternedString>,
    #[prost(message, repeated, tag = "17")]
    pub mapping_paths: ::prost::alloc::vec::Vec<InternedString>,
    #[prost(message, repeated, tag = "18")]
    pub source_paths: ::prost::alloc::vec::Vec<InternedString>,
    #[prost(message, repeated, tag = "19")]
    pub mappings: ::prost::alloc::vec::Vec<Mapping>,
    #[prost(message, repeated, tag = "20")]
    pub log_message_body: ::prost::alloc::vec::Vec<LogBody>,
    #[prost(message, repeated, tag = "22")]
    pub vulkan_memory_keys: ::prost::alloc::vec::Vec<InternedString>,
    #[prost(message, repeated, tag = "24")]
    pub gpu_specifications: ::prost::alloc::vec::Vec<
        InternedGpuRenderStageSpecification,
    >,
    #[prost(message, repeated, tag = "25")]
    pub histogram_names: ::prost::alloc::vec::Vec<InternedName>,
    #[prost(message, repeated, tag = "23")]
    pub graphics_contexts: ::prost::alloc::vec::Vec<InternedGraphicsContext>,
    #[prost(message, repeated, tag = "26")]
    pub kernel_symbols: ::prost::alloc::vec::Vec<InternedString>,
    #[prost(message, repeated, tag = "27")]
    pub debug_annotation_value_type_names: ::prost::alloc::vec::Vec<InternedName>,
    #[prost(message, repeated, tag = "28")]
    pub unsymbolized_source_locations: ::prost::alloc::vec::Vec<
        UnsymbolizedSourceLocation,
    >,
    #[prost(message, repeated, tag = "29")]
    pub debug_annotation_string_values: ::prost::alloc::vec::Vec<InternedString>,
    #[prost(message, repeated, tag = "42")]
    pub app_wakelock_info: ::prost::alloc::vec::Vec<AppWakelockInfo>,
    #[prost(message, repeated, tag = "43")]
    pub correlation_id_str: ::prost::alloc::vec::Vec<InternedString>,
    #[prost(message, repeated, tag = "44")]
    pub android_job_name: ::prost::alloc::vec::Vec<InternedName>,
    #[prost(message, repeated, tag = "30")]
    pub packet_context: ::prost::alloc::vec::Vec<NetworkPacketContext>,
    #[prost(message, repeated, tag = "47")]
    pub gpu_counter_descriptors: ::prost::alloc::vec::Vec<InternedGpuCounterDescriptor>,
    #[prost(message, repeated, tag = "48")]
    pub stack_sample_task_contexts: ::prost::alloc::vec::Vec<stack_sample::TaskContext>,
    #[prost(message, repeated, tag = "49")]
    pub stack_sample_execution_contexts: ::prost::alloc::vec::Vec<
        stack_sample::ExecutionContext,
    >,
    #[prost(message, repeated, tag = "50")]
    pub stack_sample_counter_descriptors: ::prost::alloc::vec::Vec<
        stack_sample::CounterDescriptor,
    >,
    #[prost(message, repeated, tag = "51")]
    pub stack_sample_async_context_descriptors: ::prost::alloc::vec::Vec<
        stack_sample::AsyncContextDescriptor,
    >,
    #[prost(message, repeated, tag = "1000")]
    pub compute_kernels: ::prost::alloc::vec::Vec<InternedComputeKernel>,
    #[prost(message, repeated, tag = "1001")]
    pub compute_arg_names: ::prost::alloc::vec::Vec<InternedComputeArgName>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct NetworkPacketContext {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(message, optional, tag = "2")]
    pub ctx: ::core::option::Option<NetworkPacketEvent>,
}
/// The shape of the tables of names.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct InternedName {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct LogBody {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub body: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// The shape of the tables of other texts.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct InternedString {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub str: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct UnsymbolizedSourceLocation {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "2")]
    pub mapping_id: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub rel_pc: ::core::option::Option<u64>,
}
/// One executable file as mapped into a process; ids refer to other tables.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Mapping {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "2")]
    pub build_id: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub start_offset: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub start: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "5")]
    pub end: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "6")]
    pub load_bias: ::core::option::Option<u64>,
    #[prost(uint64, repeated, packed = "false", tag = "7")]
    pub path_string_ids: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, optional, tag = "8")]
    pub exact_offset: ::core::option::Option<u64>,
}
/// One frame of a stack; ids refer to other tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Frame {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "2")]
    pub function_name_id: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub mapping_id: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub rel_pc: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "5")]
    pub source_path_iid: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "6")]
    pub line_number: ::core::option::Option<u32>,
}
/// Frames, outermost first.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Callstack {
    #[prost(uint64, optional, tag = "1")]
    pub iid: ::core::option::Option<u64>,
    #[prost(uint64, repeated, packed = "false", tag = "2")]
    pub frame_ids: ::prost::alloc::vec::Vec<u64>,
}
/// What `/proc` said about some processes and threads.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct ProcessTree {
    #[prost(message, repeated, tag = "1")]
    pub processes: ::prost::alloc::vec::Vec<process_tree::Process>,
    #[prost(message, repeated, tag = "2")]
    pub threads: ::prost::alloc::vec::Vec<process_tree::Thread>,
    #[prost(uint64, optional, tag = "3")]
    pub collection_end_timestamp: ::core::option::Option<u64>,
}
/// Nested message and enum types in `ProcessTree`.
pub mod process_tree {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Process {
        #[prost(int32, optional, tag = "1")]
        pub pid: ::core::option::Option<i32>,
        #[prost(int32, optional, tag = "2")]
        pub ppid: ::core::option::Option<i32>,
        #[prost(bytes = "vec", repeated, tag = "3")]
        pub cmdline: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
        #[prost(int32, optional, tag = "5")]
        pub uid: ::core::option::Option<i32>,
        /// The pid inside each nested pid namespace.
        #[prost(int32, repeated, packed = "false", tag = "6")]
        pub nspid: ::prost::alloc::vec::Vec<i32>,
        #[prost(uint64, optional, tag = "7")]
        pub process_start_from_boot: ::core::option::Option<u64>,
        #[prost(bool, optional, tag = "8")]
        pub is_kthread: ::core::option::Option<bool>,
        #[prost(bool, optional, tag = "9")]
        pub cmdline_is_comm: ::core::option::Option<bool>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Thread {
        #[prost(int32, optional, tag = "1")]
        pub tid: ::core::option::Option<i32>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(int32, optional, tag = "3")]
        pub tgid: ::core::option::Option<i32>,
        #[prost(int32, repeated, packed = "false", tag = "4")]
        pub nstid: ::prost::alloc::vec::Vec<i32>,
    }
}
/// Memory and other numbers of processes at one moment.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct ProcessStats {
    #[prost(message, repeated, tag = "1")]
    pub processes: ::prost::alloc::vec::Vec<process_stats::Process>,
    #[prost(uint64, optional, tag = "2")]
    pub collection_end_timestamp: ::core::option::Option<u64>,
}
/// Nested message and enum types in `ProcessStats`.
pub mod process_stats {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Process {
        #[prost(int32, optional, tag = "1")]
        pub pid: ::core::option::Option<i32>,
        #[prost(uint64, optional, tag = "2")]
        pub vm_size_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "3")]
        pub vm_rss_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "4")]
        pub rss_anon_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "5")]
        pub rss_file_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "6")]
        pub rss_shmem_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "7")]
        pub vm_swap_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "8")]
        pub vm_locked_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "9")]
        pub vm_hwm_kb: ::core::option::Option<u64>,
        #[prost(int64, optional, tag = "10")]
        pub oom_score_adj: ::core::option::Option<i64>,
        #[prost(message, repeated, tag = "11")]
        pub threads: ::prost::alloc::vec::Vec<Thread>,
        #[prost(bool, optional, tag = "12")]
        pub is_peak_rss_resettable: ::core::option::Option<bool>,
        #[prost(uint32, optional, tag = "13")]
        pub chrome_private_footprint_kb: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "14")]
        pub chrome_peak_resident_set_kb: ::core::option::Option<u32>,
        #[prost(message, repeated, tag = "15")]
        pub fds: ::prost::alloc::vec::Vec<FdInfo>,
        #[prost(uint64, optional, tag = "16")]
        pub smr_rss_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "17")]
        pub smr_pss_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "18")]
        pub smr_pss_anon_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "19")]
        pub smr_pss_file_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "20")]
        pub smr_pss_shmem_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "21")]
        pub runtime_user_mode: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "22")]
        pub runtime_kernel_mode: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "23")]
        pub smr_swap_pss_kb: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "24")]
        pub dmabuf_rss_kb: ::core::option::Option<u64>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Thread {
        #[prost(int32, optional, tag = "1")]
        pub tid: ::core::option::Option<i32>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct FdInfo {
        #[prost(uint64, optional, tag = "1")]
        pub fd: ::core::option::Option<u64>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub path: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
/// What each mapping of a process's memory holds.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct SmapsPacket {
    #[prost(uint32, optional, tag = "1")]
    pub pid: ::core::option::Option<u32>,
    #[prost(message, repeated, tag = "2")]
    pub entries: ::prost::alloc::vec::Vec<SmapsEntry>,
    #[prost(message, optional, tag = "3")]
    pub packed_entries: ::core::option::Option<PackedSmaps>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SmapsEntry {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub path: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "2")]
    pub size_kb: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub private_dirty_kb: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub swap_kb: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "5")]
    pub file_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "6")]
    pub start_address: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "7")]
    pub module_timestamp: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "8")]
    pub module_debugid: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "9")]
    pub module_debug_path: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, optional, tag = "10")]
    pub protection_flags: ::core::option::Option<u32>,
    #[prost(uint64, optional, tag = "11")]
    pub private_clean_resident_kb: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "12")]
    pub shared_dirty_resident_kb: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "13")]
    pub shared_clean_resident_kb: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "14")]
    pub locked_kb: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "15")]
    pub proportional_resident_kb: ::core::option::Option<u64>,
}
/// The same by columns: the values of a field belong to one mapping after the other, or to all
/// mappings of a name, if there are counts.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct PackedSmaps {
    #[prost(bytes = "vec", repeated, tag = "1")]
    pub string_table: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint32, repeated, tag = "2")]
    pub name_id: ::prost::alloc::vec::Vec<u32>,
    #[prost(uint32, repeated, tag = "3")]
    pub aggregate_count: ::prost::alloc::vec::Vec<u32>,
    #[prost(uint64, repeated, tag = "4")]
    pub size_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "5")]
    pub rss_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "6")]
    pub anonymous_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "7")]
    pub swap_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "8")]
    pub shared_clean_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "9")]
    pub shared_dirty_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "10")]
    pub private_clean_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "11")]
    pub private_dirty_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "12")]
    pub locked_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "13")]
    pub pss_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "14")]
    pub pss_dirty_kb: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, tag = "15")]
    pub swap_pss_kb: ::prost::alloc::vec::Vec<u64>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Utsname {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub sysname: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub version: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub release: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "4")]
    pub machine: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SystemInfo {
    #[prost(message, optional, tag = "1")]
    pub utsname: ::core::option::Option<Utsname>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub android_build_fingerprint: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int64, optional, tag = "3")]
    pub hz: ::core::option::Option<i64>,
    #[prost(bytes = "vec", optional, tag = "4")]
    pub tracing_service_version: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "5")]
    pub android_sdk_version: ::core::option::Option<u64>,
    #[prost(uint32, optional, tag = "6")]
    pub page_size: ::core::option::Option<u32>,
    #[prost(int32, optional, tag = "7")]
    pub timezone_off_mins: ::core::option::Option<i32>,
    #[prost(uint32, optional, tag = "8")]
    pub num_cpus: ::core::option::Option<u32>,
    #[prost(bytes = "vec", optional, tag = "9")]
    pub android_soc_model: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "10")]
    pub android_hardware_revision: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "11")]
    pub android_storage_model: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "12")]
    pub android_ram_model: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "13")]
    pub android_guest_soc_model: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "14")]
    pub android_device_manufacturer: ::core::option::Option<
        ::prost::alloc::vec::Vec<u8>,
    >,
    #[prost(bytes = "vec", optional, tag = "15")]
    pub android_serial_console: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "16")]
    pub system_ram_bytes: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "17")]
    pub machine_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// One entry per processor.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct CpuInfo {
    #[prost(message, repeated, tag = "1")]
    pub cpus: ::prost::alloc::vec::Vec<cpu_info::Cpu>,
}
/// Nested message and enum types in `CpuInfo`.
pub mod cpu_info {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Cpu {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub processor: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint32, repeated, packed = "false", tag = "2")]
        pub frequencies: ::prost::alloc::vec::Vec<u32>,
        #[prost(uint32, optional, tag = "3")]
        pub capacity: ::core::option::Option<u32>,
        #[prost(message, optional, tag = "4")]
        pub arm_identifier: ::core::option::Option<ArmCpuIdentifier>,
        /// A bit for each feature that recorders list.
        #[prost(uint64, optional, tag = "5")]
        pub features: ::core::option::Option<u64>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ArmCpuIdentifier {
        #[prost(uint32, optional, tag = "1")]
        pub implementer: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "2")]
        pub architecture: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "3")]
        pub variant: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "4")]
        pub part: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "5")]
        pub revision: ::core::option::Option<u32>,
    }
}
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct InterruptInfo {
    #[prost(message, repeated, tag = "1")]
    pub irq_mapping: ::prost::alloc::vec::Vec<interrupt_info::InterruptMapping>,
}
/// Nested message and enum types in `InterruptInfo`.
pub mod interrupt_info {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct InterruptMapping {
        #[prost(uint32, optional, tag = "1")]
        pub irq_id: ::core::option::Option<u32>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
/// Keys of `meminfo` and `vmstat` are numbers with names in the importer.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct SysStats {
    #[prost(message, repeated, tag = "1")]
    pub meminfo: ::prost::alloc::vec::Vec<sys_stats::MeminfoValue>,
    #[prost(message, repeated, tag = "2")]
    pub vmstat: ::prost::alloc::vec::Vec<sys_stats::VmstatValue>,
    #[prost(message, repeated, tag = "3")]
    pub cpu_stat: ::prost::alloc::vec::Vec<sys_stats::CpuTimes>,
    #[prost(uint64, optional, tag = "4")]
    pub num_forks: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "5")]
    pub num_irq_total: ::core::option::Option<u64>,
    #[prost(message, repeated, tag = "6")]
    pub num_irq: ::prost::alloc::vec::Vec<sys_stats::InterruptCount>,
    #[prost(uint64, optional, tag = "7")]
    pub num_softirq_total: ::core::option::Option<u64>,
    #[prost(message, repeated, tag = "8")]
    pub num_softirq: ::prost::alloc::vec::Vec<sys_stats::InterruptCount>,
    #[prost(uint64, optional, tag = "9")]
    pub collection_end_timestamp: ::core::option::Option<u64>,
    #[prost(message, repeated, tag = "10")]
    pub devfreq: ::prost::alloc::vec::Vec<sys_stats::DevfreqValue>,
    #[prost(uint32, repeated, packed = "false", tag = "11")]
    pub cpufreq_khz: ::prost::alloc::vec::Vec<u32>,
    #[prost(message, repeated, tag = "12")]
    pub buddy_info: ::prost::alloc::vec::Vec<sys_stats::BuddyInfo>,
    #[prost(message, repeated, tag = "13")]
    pub disk_stat: ::prost::alloc::vec::Vec<sys_stats::DiskStat>,
    #[prost(message, repeated, tag = "14")]
    pub psi: ::prost::alloc::vec::Vec<sys_stats::PsiSample>,
    #[prost(message, repeated, tag = "15")]
    pub thermal_zone: ::prost::alloc::vec::Vec<sys_stats::ThermalZone>,
    #[prost(message, repeated, tag = "16")]
    pub cpuidle_state: ::prost::alloc::vec::Vec<sys_stats::CpuIdleState>,
    #[prost(uint64, repeated, packed = "false", tag = "17")]
    pub gpufreq_mhz: ::prost::alloc::vec::Vec<u64>,
    #[prost(message, repeated, tag = "18")]
    pub slab_info: ::prost::alloc::vec::Vec<sys_stats::SlabInfo>,
}
/// Nested message and enum types in `SysStats`.
pub mod sys_stats {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct MeminfoValue {
        #[prost(int32, optional, tag = "1")]
        pub key: ::core::option::Option<i32>,
        #[prost(uint64, optional, tag = "2")]
        pub value: ::core::option::Option<u64>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct VmstatValue {
        #[prost(int32, optional, tag = "1")]
        pub key: ::core::option::Option<i32>,
        #[prost(uint64, optional, tag = "2")]
        pub value: ::core::option::Option<u64>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct CpuTimes {
        #[prost(uint32, optional, tag = "1")]
        pub cpu_id: ::core::option::Option<u32>,
        #[prost(uint64, optional, tag = "2")]
        pub user_ns: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "3")]
        pub user_nice_ns: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "4")]
        pub system_mode_ns: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "5")]
        pub idle_ns: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "6")]
        pub io_wait_ns: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "7")]
        pub irq_ns: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "8")]
        pub softirq_ns: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "9")]
        pub steal_ns: ::core::option::Option<u64>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct InterruptCount {
        #[prost(int32, optional, tag = "1")]
        pub irq: ::core::option::Option<i32>,
        #[prost(uint64, optional, tag = "2")]
        pub count: ::core::option::Option<u64>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct DevfreqValue {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub key: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "2")]
        pub value: ::core::option::Option<u64>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct BuddyInfo {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub node: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub zone: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint32, repeated, packed = "false", tag = "3")]
        pub order_pages: ::prost::alloc::vec::Vec<u32>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct DiskStat {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub device_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "2")]
        pub read_sectors: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "3")]
        pub read_time_ms: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "4")]
        pub write_sectors: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "5")]
        pub write_time_ms: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "6")]
        pub discard_sectors: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "7")]
        pub discard_time_ms: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "8")]
        pub flush_count: ::core::option::Option<u64>,
        #[prost(uint64, optional, tag = "9")]
        pub flush_time_ms: ::core::option::Option<u64>,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct PsiSample {
        #[prost(int32, optional, tag = "1")]
        pub resource: ::core::option::Option<i32>,
        #[prost(uint64, optional, tag = "2")]
        pub total_ns: ::core::option::Option<u64>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ThermalZone {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "2")]
        pub temp: ::core::option::Option<u64>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub r#type: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct CpuIdleState {
        #[prost(uint32, optional, tag = "1")]
        pub cpu_id: ::core::option::Option<u32>,
        #[prost(message, repeated, tag = "2")]
        pub cpuidle_state_entry: ::prost::alloc::vec::Vec<CpuIdleStateEntry>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct CpuIdleStateEntry {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub state: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint64, optional, tag = "2")]
        pub duration_us: ::core::option::Option<u64>,
    }
    /// Memory that the kernel sets aside for objects of one kind.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct SlabInfo {
        #[prost(bytes = "vec", optional, tag = "1")]
        pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(uint32, optional, tag = "2")]
        pub pages_per_slab: ::core::option::Option<u32>,
        #[prost(uint32, optional, tag = "3")]
        pub num_slabs: ::core::option::Option<u32>,
    }
}
/// The new state of a task of a kernel other than Linux.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GenericKernelTaskStateEvent {
    #[prost(int32, optional, tag = "1")]
    pub cpu: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int64, optional, tag = "3")]
    pub tid: ::core::option::Option<i64>,
    #[prost(
        enumeration = "generic_kernel_task_state_event::TaskStateEnum",
        optional,
        tag = "4"
    )]
    pub state: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "5")]
    pub prio: ::core::option::Option<i32>,
}
/// Nested message and enum types in `GenericKernelTaskStateEvent`.
pub mod generic_kernel_task_state_event {
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum TaskStateEnum {
        TaskStateUnknown = 0,
        TaskStateCreated = 1,
        TaskStateRunnable = 2,
        TaskStateRunning = 3,
        TaskStateInterruptibleSleep = 4,
        TaskStateUninterruptibleSleep = 5,
        TaskStateStopped = 6,
        TaskStateDead = 7,
        TaskStateDestroyed = 8,
    }
    impl TaskStateEnum {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::TaskStateUnknown => "TASK_STATE_UNKNOWN",
                Self::TaskStateCreated => "TASK_STATE_CREATED",
                Self::TaskStateRunnable => "TASK_STATE_RUNNABLE",
                Self::TaskStateRunning => "TASK_STATE_RUNNING",
                Self::TaskStateInterruptibleSleep => "TASK_STATE_INTERRUPTIBLE_SLEEP",
                Self::TaskStateUninterruptibleSleep => "TASK_STATE_UNINTERRUPTIBLE_SLEEP",
                Self::TaskStateStopped => "TASK_STATE_STOPPED",
                Self::TaskStateDead => "TASK_STATE_DEAD",
                Self::TaskStateDestroyed => "TASK_STATE_DESTROYED",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "TASK_STATE_UNKNOWN" => Some(Self::TaskStateUnknown),
                "TASK_STATE_CREATED" => Some(Self::TaskStateCreated),
                "TASK_STATE_RUNNABLE" => Some(Self::TaskStateRunnable),
                "TASK_STATE_RUNNING" => Some(Self::TaskStateRunning),
                "TASK_STATE_INTERRUPTIBLE_SLEEP" => {
                    Some(Self::TaskStateInterruptibleSleep)
                }
                "TASK_STATE_UNINTERRUPTIBLE_SLEEP" => {
                    Some(Self::TaskStateUninterruptibleSleep)
                }
                "TASK_STATE_STOPPED" => Some(Self::TaskStateStopped),
                "TASK_STATE_DEAD" => Some(Self::TaskStateDead),
                "TASK_STATE_DESTROYED" => Some(Self::TaskStateDestroyed),
                _ => None,
            }
        }
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GenericKernelCpuFrequencyEvent {
    #[prost(int32, optional, tag = "1")]
    pub cpu: ::core::option::Option<i32>,
    #[prost(int64, optional, tag = "2")]
    pub freq_hz: ::core::option::Option<i64>,
}
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GenericKernelTaskRenameEvent {
    #[prost(int64, optional, tag = "1")]
    pub tid: ::core::option::Option<i64>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// What runs on such a kernel when a trace begins.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct GenericKernelProcessTree {
    #[prost(message, repeated, tag = "1")]
    pub processes: ::prost::alloc::vec::Vec<generic_kernel_process_tree::Process>,
    #[prost(message, repeated, tag = "2")]
    pub threads: ::prost::alloc::vec::Vec<generic_kernel_process_tree::Thread>,
}
/// Nested message and enum types in `GenericKernelProcessTree`.
pub mod generic_kernel_process_tree {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Process {
        #[prost(int64, optional, tag = "1")]
        pub pid: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "2")]
        pub ppid: ::core::option::Option<i64>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub cmdline: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Thread {
        #[prost(int64, optional, tag = "1")]
        pub tid: ::core::option::Option<i64>,
        #[prost(int64, optional, tag = "2")]
        pub pid: ::core::option::Option<i64>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(bool, optional, tag = "4")]
        pub is_main_thread: ::core::option::Option<bool>,
    }
}
/// A line of the journal of systemd, or at the end of the recording how many there were.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct SystemdJournaldEvent {
    #[prost(uint32, optional, tag = "1")]
    pub pid: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "2")]
    pub tid: ::core::option::Option<u32>,
    #[prost(uint32, optional, tag = "3")]
    pub uid: ::core::option::Option<u32>,
    /// As in syslog: 0 emergency to 7 debug.
    #[prost(uint32, optional, tag = "5")]
    pub prio: ::core::option::Option<u32>,
    #[prost(bytes = "vec", optional, tag = "6")]
    pub tag: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "7")]
    pub message: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "8")]
    pub comm: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "10")]
    pub systemd_unit: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "11")]
    pub hostname: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    /// How the journal got it, such as `syslog` or `kernel`.
    #[prost(bytes = "vec", optional, tag = "12")]
    pub transport: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "20")]
    pub num_total: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "21")]
    pub num_failed: ::core::option::Option<u64>,
}
/// Describes the track `uuid`; may be sent more than once.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct TrackDescriptor {
    #[prost(uint64, optional, tag = "1")]
    pub uuid: ::core::option::Option<u64>,
    #[prost(uint64, optional, tag = "5")]
    pub parent_uuid: ::core::option::Option<u64>,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "10")]
    pub static_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "13")]
    pub atrace_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "14")]
    pub description: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, optional, tag = "3")]
    pub process: ::core::option::Option<ProcessDescriptor>,
    #[prost(message, optional, tag = "4")]
    pub thread: ::core::option::Option<ThreadDescriptor>,
    #[prost(message, optional, tag = "6")]
    pub chrome_process: ::core::option::Option<ChromeProcessDescriptor>,
    #[prost(message, optional, tag = "7")]
    pub chrome_thread: ::core::option::Option<ChromeThreadDescriptor>,
    #[prost(message, optional, tag = "8")]
    pub counter: ::core::option::Option<CounterDescriptor>,
    #[prost(message, optional, tag = "18")]
    pub state: ::core::option::Option<StateDescriptor>,
    #[prost(bool, optional, tag = "9")]
    pub disallow_merging_with_system_tracks: ::core::option::Option<bool>,
    #[prost(enumeration = "track_descriptor::ChildTracksOrdering", optional, tag = "11")]
    pub child_ordering: ::core::option::Option<i32>,
    /// Its place among its siblings if their parent orders them explicitly.
    #[prost(int32, optional, tag = "12")]
    pub sibling_order_rank: ::core::option::Option<i32>,
    #[prost(
        enumeration = "track_descriptor::SiblingMergeBehavior",
        optional,
        tag = "15"
    )]
    pub sibling_merge_behavior: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "16")]
    pub sibling_merge_key: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "17")]
    pub sibling_merge_key_int: ::core::option::Option<u64>,
    /// Only read from the track with uuid 0.
    #[prost(enumeration = "track_descriptor::RootOrdering", optional, tag = "19")]
    pub process_ordering: ::core::option::Option<i32>,
    /// Only read from the track with uuid 0.
    #[prost(enumeration = "track_descriptor::RootOrdering", optional, tag = "20")]
    pub thread_ordering: ::core::option::Option<i32>,
}
/// Nested message and enum types in `TrackDescriptor`.
pub mod track_descriptor {
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum ChildTracksOrdering {
        Unknown = 0,
        Lexicographic = 1,
        Chronological = 2,
        Explicit = 3,
    }
    impl ChildTracksOrdering {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Unknown => "UNKNOWN",
                Self::Lexicographic => "LEXICOGRAPHIC",
                Self::Chronological => "CHRONOLOGICAL",
                Self::Explicit => "EXPLICIT",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "UNKNOWN" => Some(Self::Unknown),
                "LEXICOGRAPHIC" => Some(Self::Lexicographic),
                "CHRONOLOGICAL" => Some(Self::Chronological),
                "EXPLICIT" => Some(Self::Explicit),
                _ => None,
            }
        }
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum SiblingMergeBehavior {
        Unspecified = 0,
        ByTrackName = 1,
        None = 2,
        BySiblingMergeKey = 3,
    }
    impl SiblingMergeBehavior {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Unspecified => "SIBLING_MERGE_BEHAVIOR_UNSPECIFIED",
                Self::ByTrackName => "SIBLING_MERGE_BEHAVIOR_BY_TRACK_NAME",
                Self::None => "SIBLING_MERGE_BEHAVIOR_NONE",
                Self::BySiblingMergeKey => "SIBLING_MERGE_BEHAVIOR_BY_SIBLING_MERGE_KEY",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "SIBLING_MERGE_BEHAVIOR_UNSPECIFIED" => Some(Self::Unspecified),
                "SIBLING_MERGE_BEHAVIOR_BY_TRACK_NAME" => Some(Self::ByTrackName),
                "SIBLING_MERGE_BEHAVIOR_NONE" => Some(Self::None),
                "SIBLING_MERGE_BEHAVIOR_BY_SIBLING_MERGE_KEY" => {
                    Some(Self::BySiblingMergeKey)
                }
                _ => None,
            }
        }
    }
    /// Whether ranks order the processes, or the threads of a process.
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum RootOrdering {
        Unspecified = 0,
        Explicit = 1,
    }
    impl RootOrdering {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Unspecified => "ROOT_ORDERING_UNSPECIFIED",
                Self::Explicit => "ROOT_ORDERING_EXPLICIT",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "ROOT_ORDERING_UNSPECIFIED" => Some(Self::Unspecified),
                "ROOT_ORDERING_EXPLICIT" => Some(Self::Explicit),
                _ => None,
            }
        }
    }
}
/// The track of a process.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ProcessDescriptor {
    #[prost(int32, optional, tag = "1")]
    pub pid: ::core::option::Option<i32>,
    #[prost(bytes = "vec", repeated, tag = "2")]
    pub cmdline: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(int32, optional, tag = "3")]
    pub legacy_sort_index: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "4")]
    pub chrome_process_type: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "5")]
    pub process_priority: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "6")]
    pub process_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int64, optional, tag = "7")]
    pub start_timestamp_ns: ::core::option::Option<i64>,
    #[prost(bytes = "vec", repeated, tag = "8")]
    pub process_labels: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
}
/// The track of a thread.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ThreadDescriptor {
    #[prost(int32, optional, tag = "1")]
    pub pid: ::core::option::Option<i32>,
    #[prost(int64, optional, tag = "2")]
    pub tid: ::core::option::Option<i64>,
    #[prost(int32, optional, tag = "3")]
    pub legacy_sort_index: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "4")]
    pub chrome_thread_type: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "5")]
    pub thread_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int64, optional, tag = "6")]
    pub reference_timestamp_us: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "7")]
    pub reference_thread_time_us: ::core::option::Option<i64>,
    #[prost(int64, optional, tag = "8")]
    pub reference_thread_instruction_count: ::core::option::Option<i64>,
}
/// What Chromium adds to a process; the types are numbers with names in the importer.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ChromeProcessDescriptor {
    #[prost(int32, optional, tag = "1")]
    pub process_type: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub process_priority: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub legacy_sort_index: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "4")]
    pub host_app_package_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(uint64, optional, tag = "5")]
    pub crash_trace_id: ::core::option::Option<u64>,
}
/// What Chromium adds to a thread; the types are numbers with names in the importer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ChromeThreadDescriptor {
    #[prost(int32, optional, tag = "1")]
    pub thread_type: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub legacy_sort_index: ::core::option::Option<i32>,
    #[prost(bool, optional, tag = "3")]
    pub is_sandboxed_tid: ::core::option::Option<bool>,
}
/// The track holds numbers.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct CounterDescriptor {
    #[prost(enumeration = "counter_descriptor::BuiltinCounterType", optional, tag = "1")]
    pub r#type: ::core::option::Option<i32>,
    #[prost(bytes = "vec", repeated, tag = "2")]
    pub categories: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(enumeration = "counter_descriptor::Unit", optional, tag = "3")]
    pub unit: ::core::option::Option<i32>,
    #[prost(bytes = "vec", optional, tag = "6")]
    pub unit_name: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    #[prost(int64, optional, tag = "4")]
    pub unit_multiplier: ::core::option::Option<i64>,
    /// Values are added up per sequence.
    #[prost(bool, optional, tag = "5")]
    pub is_incremental: ::core::option::Option<bool>,
    /// Counters with one key under one parent are drawn to one scale.
    #[prost(bytes = "vec", optional, tag = "7")]
    pub y_axis_share_key: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
}
/// Nested message and enum types in `CounterDescriptor`.
pub mod counter_descriptor {
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum BuiltinCounterType {
        CounterUnspecified = 0,
        CounterThreadTimeNs = 1,
        CounterThreadInstructionCount = 2,
    }
    impl BuiltinCounterType {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::CounterUnspecified => "COUNTER_UNSPECIFIED",
                Self::CounterThreadTimeNs => "COUNTER_THREAD_TIME_NS",
                Self::CounterThreadInstructionCount => "COUNTER_THREAD_INSTRUCTION_COUNT",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "COUNTER_UNSPECIFIED" => Some(Self::CounterUnspecified),
                "COUNTER_THREAD_TIME_NS" => Some(Self::CounterThreadTimeNs),
                "COUNTER_THREAD_INSTRUCTION_COUNT" => {
                    Some(Self::CounterThreadInstructionCount)
                }
                _ => None,
            }
        }
    }
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum Unit {
        Unspecified = 0,
        TimeNs = 1,
        Count = 2,
        SizeBytes = 3,
    }
    impl Unit {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Unspecified => "UNIT_UNSPECIFIED",
                Self::TimeNs => "UNIT_TIME_NS",
                Self::Count => "UNIT_COUNT",
                Self::SizeBytes => "UNIT_SIZE_BYTES",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "UNIT_UNSPECIFIED" => Some(Self::Unspecified),
                "UNIT_TIME_NS" => Some(Self::TimeNs),
                "UNIT_COUNT" => Some(Self::Count),
                "UNIT_SIZE_BYTES" => Some(Self::SizeBytes),
                _ => None,
            }
        }
    }
}
/// The track holds one state at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct StateDescriptor {}
/// A whole file; two traces concatenated are one.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Trace {
    #[prost(message, repeated, tag = "1")]
    pub packet: ::prost::alloc::vec::Vec<TracePacket>,
}
/// One packet: who wrote it and when, state for its sequence, and at most one kind of data.
///
/// The data fields are not a `oneof` here: writers that set two are read field by field.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct TracePacket {
    /// In the packet's clock; nanoseconds unless that clock has another unit.
    #[prost(uint64, optional, tag = "8")]
    pub timestamp: ::core::option::Option<u64>,
    /// 0 counts as absent: the sequence's default applies, then the trace's.
    #[prost(uint32, optional, tag = "58")]
    pub timestamp_clock_id: ::core::option::Option<u32>,
    #[prost(int32, optional, tag = "3")]
    pub trusted_uid: ::core::option::Option<i32>,
    #[prost(int32, optional, tag = "79")]
    pub trusted_pid: ::core::option::Option<i32>,
    /// Packets of one writer share it; interned data and defaults belong to it.
    #[prost(uint32, optional, tag = "10")]
    pub trusted_packet_sequence_id: ::core::option::Option<u32>,
    /// Bits of `SequenceFlags`.
    #[prost(uint32, optional, tag = "13")]
    pub sequence_flags: ::core::option::Option<u32>,
    /// Old spelling of SEQ_INCREMENTAL_STATE_CLEARED.
    #[prost(bool, optional, tag = "41")]
    pub incremental_state_cleared: ::core::option::Option<bool>,
    /// Not zero: packets of this sequence were lost before this one.
    #[prost(uint32, optional, tag = "42")]
    pub previous_packet_dropped: ::core::option::Option<u32>,
    #[prost(bool, optional, tag = "87")]
    pub first_packet_on_sequence: ::core::option::Option<bool>,
    #[prost(uint32, optional, tag = "98")]
    pub machine_id: ::core::option::Option<u32>,
    #[prost(message, optional, tag = "12")]
    pub interned_data: ::core::option::Option<InternedData>,
    #[prost(message, optional, tag = "59")]
    pub trace_packet_defaults: ::core::option::Option<TracePacketDefaults>,
    #[prost(message, optional, tag = "1")]
    pub ftrace_events: ::core::option::Option<FtraceEventBundle>,
    #[prost(message, optional, tag = "2")]
    pub process_tree: ::core::option::Option<ProcessTree>,
    #[prost(message, optional, tag = "5")]
    pub chrome_events: ::core::option::Option<ChromeEventBundle>,
    #[prost(message, optional, tag = "6")]
    pub clock_snapshot: ::core::option::Option<ClockSnapshot>,
    #[prost(message, optional, tag = "7")]
    pub sys_stats: ::core::option::Option<SysStats>,
    #[prost(message, optional, tag = "9")]
    pub process_stats: ::core::option::Option<ProcessStats>,
    #[prost(message, optional, tag = "11")]
    pub track_event: ::core::option::Option<TrackEvent>,
    #[prost(message, optional, tag = "34")]
    pub ftrace_stats: ::core::option::Option<FtraceStats>,
    #[prost(message, optional, tag = "35")]
    pub trace_stats: ::core::option::Option<TraceStats>,
    #[prost(bytes = "vec", optional, tag = "36")]
    pub synchronization_marker: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    /// Sixteen fixed bytes that help to find packet borders in damaged files.
    #[prost(message, optional, tag = "38")]
    pub battery: ::core::option::Option<BatteryCounters>,
    #[prost(message, optional, tag = "39")]
    pub android_log: ::core::option::Option<AndroidLogPacket>,
    #[prost(message, optional, tag = "40")]
    pub power_rails: ::core::option::Option<PowerRails>,
    #[prost(message, optional, tag = "43")]
    pub process_descriptor: ::core::option::Option<ProcessDescriptor>,
    /// Replaced by a track descriptor with `process`.
    #[prost(message, optional, tag = "44")]
    pub thread_descriptor: ::core::option::Option<ThreadDescriptor>,
    /// Replaced by a track descriptor with `thread`.
    #[prost(message, optional, tag = "45")]
    pub system_info: ::core::option::Option<SystemInfo>,
    #[prost(message, optional, tag = "46")]
    pub trigger: ::core::option::Option<Trigger>,
    #[prost(message, optional, tag = "47")]
    pub packages_list: ::core::option::Option<PackagesList>,
    #[prost(message, optional, tag = "48")]
    pub chrome_benchmark_metadata: ::core::option::Option<ChromeBenchmarkMetadata>,
    #[prost(message, optional, tag = "49")]
    pub perfetto_metatrace: ::core::option::Option<PerfettoMetatrace>,
    #[prost(bytes = "vec", optional, tag = "50")]
    pub compressed_packets: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    /// A deflated `Trace`.
    #[prost(message, optional, tag = "51")]
    pub chrome_metadata: ::core::option::Option<ChromeMetadataPacket>,
    #[prost(message, optional, tag = "52")]
    pub gpu_counter_event: ::core::option::Option<GpuCounterEvent>,
    #[prost(message, optional, tag = "53")]
    pub gpu_render_stage_event: ::core::option::Option<GpuRenderStageEvent>,
    #[prost(message, optional, tag = "54")]
    pub streaming_profile_packet: ::core::option::Option<StreamingProfilePacket>,
    #[prost(message, optional, tag = "57")]
    pub graphics_frame_event: ::core::option::Option<GraphicsFrameEvent>,
    #[prost(message, optional, tag = "62")]
    pub vulkan_memory_event: ::core::option::Option<VulkanMemoryEvent>,
    #[prost(message, optional, tag = "63")]
    pub gpu_log: ::core::option::Option<GpuLog>,
    #[prost(message, optional, tag = "65")]
    pub vulkan_api_event: ::core::option::Option<VulkanApiEvent>,
    #[prost(message, optional, tag = "60")]
    pub track_descriptor: ::core::option::Option<TrackDescriptor>,
    #[prost(message, optional, tag = "61")]
    pub module_symbols: ::core::option::Option<ModuleSymbols>,
    #[prost(message, optional, tag = "66")]
    pub perf_sample: ::core::option::Option<PerfSample>,
    #[prost(message, optional, tag = "67")]
    pub cpu_info: ::core::option::Option<CpuInfo>,
    #[prost(message, optional, tag = "68")]
    pub smaps_packet: ::core::option::Option<SmapsPacket>,
    #[prost(message, optional, tag = "69")]
    pub service_event: ::core::option::Option<TracingServiceEvent>,
    #[prost(message, optional, tag = "70")]
    pub initial_display_state: ::core::option::Option<InitialDisplayState>,
    #[prost(message, optional, tag = "71")]
    pub gpu_mem_total_event: ::core::option::Option<GpuMemTotalEvent>,
    #[prost(message, optional, tag = "128")]
    pub gpu_info: ::core::option::Option<GpuInfo>,
    #[prost(message, optional, tag = "129")]
    pub generic_gpu_frequency_event: ::core::option::Option<GenericGpuFrequencyEvent>,
    #[prost(message, optional, tag = "72")]
    pub extension_descriptor: ::core::option::Option<ExtensionDescriptor>,
    #[prost(message, optional, tag = "76")]
    pub frame_timeline_event: ::core::option::Option<FrameTimelineEvent>,
    #[prost(message, optional, tag = "78")]
    pub ui_state: ::core::option::Option<UiState>,
    #[prost(message, optional, tag = "83")]
    pub android_game_intervention_list: ::core::option::Option<
        AndroidGameInterventionList,
    >,
    #[prost(message, optional, tag = "84")]
    pub statsd_atom: ::core::option::Option<StatsdAtom>,
    #[prost(message, optional, tag = "88")]
    pub network_packet: ::core::option::Option<NetworkPacketEvent>,
    #[prost(message, optional, tag = "89")]
    pub trace_uuid: ::core::option::Option<TraceUuid>,
    #[prost(message, optional, tag = "91")]
    pub entity_state_residency: ::core::option::Option<EntityStateResidency>,
    #[prost(message, optional, tag = "92")]
    pub network_packet_bundle: ::core::option::Option<NetworkPacketBundle>,
    #[prost(message, optional, tag = "90")]
    pub track_event_range_of_interest: ::core::option::Option<TrackEventRangeOfInterest>,
    #[prost(message, optional, tag = "107")]
    pub remote_clock_sync: ::core::option::Option<RemoteClockSync>,
    #[prost(message, optional, tag = "77")]
    pub android_energy_estimation_breakdown: ::core::option::Option<
        AndroidEnergyEstimationBreakdown,
    >,
    #[prost(message, optional, tag = "82")]
    pub translation_table: ::core::option::Option<TranslationTable>,
    #[prost(message, optional, tag = "86")]
    pub android_system_property: ::core::option::Option<AndroidSystemProperty>,
    #[prost(message, optional, tag = "109")]
    pub chrome_trigger: ::core::option::Option<ChromeTrigger>,
    #[prost(message, optional, tag = "113")]
    pub clone_snapshot_trigger: ::core::option::Option<Trigger>,
    #[prost(message, optional, tag = "114")]
    pub bluetooth_trace_event: ::core::option::Option<BluetoothTraceEvent>,
    #[prost(message, optional, tag = "115")]
    pub kernel_wakelock_data: ::core::option::Option<KernelWakelockData>,
    #[prost(message, optional, tag = "116")]
    pub app_wakelock_bundle: ::core::option::Option<AppWakelockBundle>,
    #[prost(message, optional, tag = "117")]
    pub generic_kernel_task_state_event: ::core::option::Option<
        GenericKernelTaskStateEvent,
    >,
    #[prost(message, optional, tag = "118")]
    pub generic_kernel_cpu_freq_event: ::core::option::Option<
        GenericKernelCpuFrequencyEvent,
    >,
    #[prost(message, optional, tag = "119")]
    pub cpu_per_uid_data: ::core::option::Option<CpuPerUidData>,
    #[prost(message, optional, tag = "120")]
    pub generic_kernel_task_rename_event: ::core::option::Option<
        GenericKernelTaskRenameEvent,
    >,
    #[prost(message, optional, tag = "122")]
    pub generic_kernel_process_tree: ::core::option::Option<GenericKernelProcessTree>,
    #[prost(message, optional, tag = "126")]
    pub trace_attributes: ::core::option::Option<TraceAttributes>,
    #[prost(message, optional, tag = "130")]
    pub interrupt_info: ::core::option::Option<InterruptInfo>,
    #[prost(message, optional, tag = "131")]
    pub art_process_metadata: ::core::option::Option<ArtProcessMetadata>,
    #[prost(message, optional, tag = "132")]
    pub journald_event: ::core::option::Option<SystemdJournaldEvent>,
    #[prost(bytes = "vec", optional, tag = "133")]
    pub zstd_compressed_packets: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    /// A zstd-compressed `Trace`.
    #[prost(message, optional, tag = "134")]
    pub concurrent_session_event: ::core::option::Option<ConcurrentSessionEvent>,
    #[prost(message, optional, tag = "135")]
    pub stack_sample: ::core::option::Option<StackSample>,
}
/// Nested message and enum types in `TracePacket`.
pub mod trace_packet {
    /// Bits of `sequence_flags`.
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum SequenceFlags {
        SeqUnspecified = 0,
        /// Interned data, defaults and deltas of the sequence start anew here.
        SeqIncrementalStateCleared = 1,
        /// The packet means nothing without that state.
        SeqNeedsIncrementalState = 2,
    }
    impl SequenceFlags {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::SeqUnspecified => "SEQ_UNSPECIFIED",
                Self::SeqIncrementalStateCleared => "SEQ_INCREMENTAL_STATE_CLEARED",
                Self::SeqNeedsIncrementalState => "SEQ_NEEDS_INCREMENTAL_STATE",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "SEQ_UNSPECIFIED" => Some(Self::SeqUnspecified),
                "SEQ_INCREMENTAL_STATE_CLEARED" => Some(Self::SeqIncrementalStateCleared),
                "SEQ_NEEDS_INCREMENTAL_STATE" => Some(Self::SeqNeedsIncrementalState),
                _ => None,
            }
        }
    }
}
/// Values that later packets of the sequence need not repeat.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct TracePacketDefaults {
    #[prost(uint32, optional, tag = "58")]
    pub timestamp_clock_id: ::core::option::Option<u32>,
    #[prost(message, optional, tag = "11")]
    pub track_event_defaults: ::core::option::Option<TrackEventDefaults>,
    #[prost(message, optional, tag = "12")]
    pub perf_sample_defaults: ::core::option::Option<PerfSampleDefaults>,
    #[prost(message, optional, tag = "100")]
    pub stack_sample_defaults: ::core::option::Option<StackSampleDefaults>,
}
/// Defaults for the track events among those packets.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct TrackEventDefaults {
    #[prost(uint64, optional, tag = "11")]
    pub track_uuid: ::core::option::Option<u64>,
    #[prost(uint64, repeated, packed = "false", tag = "31")]
    pub extra_counter_track_uuids: ::prost::alloc::vec::Vec<u64>,
    #[prost(uint64, repeated, packed = "false", tag = "45")]
    pub extra_double_counter_track_uuids: ::prost::alloc::vec::Vec<u64>,
}
