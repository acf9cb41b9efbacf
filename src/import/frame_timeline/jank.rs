//! What the numbers of a frame mean: enum ranges and who is at fault.
//!
//! The rules are those of the reference's `frame_timeline_event_parser.cc`; the texts themselves are in
//! [`crate::model::jank`].

use crate::model::frame_timeline::{JankSeverity, JankTag};
use crate::model::jank::{PRESENT_DROPPED, jank_bits};

/// Returns a present type, 0 if it is absent or out of range.
pub(super) fn present_type(value: Option<i32>) -> u8 {
    in_range(value, 5)
}

/// Returns a prediction type, 0 if it is absent or out of range.
pub(super) fn prediction_type(value: Option<i32>) -> u8 {
    in_range(value, 3)
}

/// Returns a latched fence state, 0 (unknown) if it is out of range.
pub(super) fn latched_fence_state(value: i32) -> u8 {
    in_range(Some(value), 3)
}

fn in_range(value: Option<i32>, max: u8) -> u8 {
    value
        .and_then(|value| u8::try_from(value).ok())
        .filter(|&value| value <= max)
        .unwrap_or(0)
}

/// Returns how bad a jank was; where the trace does not say, a frame without jank says it.
pub(super) fn severity(value: Option<i32>, jank_type: i32) -> JankSeverity {
    match value {
        None if jank_type == jank_bits::NONE => JankSeverity::None,
        Some(1) => JankSeverity::None,
        Some(2) => JankSeverity::Partial,
        Some(3) => JankSeverity::Full,
        _ => JankSeverity::Unknown,
    }
}

fn is_non_perceivable(jank_type: i32) -> bool {
    matches!(
        jank_type,
        jank_bits::NON_ANIMATING
            | jank_bits::DISPLAY_NOT_ON
            | jank_bits::DISPLAY_POWER_MODE_CHANGE_IN_PROGRESS
    )
}

fn is_display_janky(jank_type: i32) -> bool {
    jank_type & jank_bits::SURFACE_FLINGER != 0
}

fn is_surface_janky(jank_type: i32) -> bool {
    jank_type & jank_bits::APP != 0
}

/// Returns who is at fault for a surface frame.
pub(super) fn surface_tag(jank_type: i32, present: Option<i32>) -> JankTag {
    if jank_type == 0 {
        JankTag::Unspecified
    } else if is_surface_janky(jank_type) {
        JankTag::SelfJank
    } else if is_display_janky(jank_type) {
        JankTag::Other
    } else if jank_type == jank_bits::BUFFER_STUFFING {
        JankTag::BufferStuffing
    } else if jank_type == jank_bits::SURFACE_FLINGER_STUFFING {
        JankTag::SurfaceFlingerStuffing
    } else if present_type(present) == PRESENT_DROPPED {
        JankTag::Dropped
    } else if is_non_perceivable(jank_type) {
        JankTag::NonPerceivable
    } else {
        JankTag::None
    }
}

/// Returns who is at fault for a display frame.
pub(super) fn display_tag(jank_type: i32) -> JankTag {
    if jank_type == 0 {
        JankTag::Unspecified
    } else if is_display_janky(jank_type) {
        JankTag::SelfJank
    } else if jank_type == jank_bits::SURFACE_FLINGER_STUFFING {
        JankTag::SurfaceFlingerStuffing
    } else if jank_type == jank_bits::DROPPED {
        JankTag::Dropped
    } else if is_non_perceivable(jank_type) {
        JankTag::NonPerceivable
    } else {
        JankTag::None
    }
}
