//! What the numbers of a frame mean, in the words of the reference and in plain ones.
//!
//! Bits, reasons and texts are those of the reference's `frame_timeline_event_parser.cc`, which names the bits in
//! an order of its own, not by number. Who is at fault is decided by
//! `import/frame_timeline/jank.rs` and kept as a tag in [`super::frame_timeline`].

use std::borrow::Cow;

/// The bits of a jank type.
pub mod jank_bits {
    /// No jank.
    pub const NONE: i32 = 1;
    /// SurfaceFlinger was scheduled wrongly.
    pub const SF_SCHEDULING: i32 = 2;
    /// The vsync prediction was off.
    pub const PREDICTION_ERROR: i32 = 4;
    /// The display hardware was late.
    pub const DISPLAY_HAL: i32 = 8;
    /// SurfaceFlinger was late, with composition by the display hardware.
    pub const SF_CPU_DEADLINE_MISSED: i32 = 16;
    /// SurfaceFlinger was late, with composition by the GPU.
    pub const SF_GPU_DEADLINE_MISSED: i32 = 32;
    /// The application was late.
    pub const APP_DEADLINE_MISSED: i32 = 64;
    /// The previous buffer was still queued.
    pub const BUFFER_STUFFING: i32 = 128;
    /// Nobody knows.
    pub const UNKNOWN: i32 = 256;
    /// The previous frame was still queued inside SurfaceFlinger.
    pub const SURFACE_FLINGER_STUFFING: i32 = 512;
    /// The frame was never shown.
    pub const DROPPED: i32 = 1024;
    /// The frame was no part of an animation.
    pub const NON_ANIMATING: i32 = 2048;
    /// The application moved its animation time.
    pub const APP_RESYNCED_JITTER: i32 = 4096;
    /// The display was off or dozing.
    pub const DISPLAY_NOT_ON: i32 = 8192;
    /// The display was changing its mode.
    pub const DISPLAY_MODE_CHANGE_IN_PROGRESS: i32 = 16384;
    /// The display was changing its power mode.
    pub const DISPLAY_POWER_MODE_CHANGE_IN_PROGRESS: i32 = 32768;

    /// Bits that blame SurfaceFlinger or what is below it.
    pub const SURFACE_FLINGER: i32 = SF_SCHEDULING
        | PREDICTION_ERROR
        | DISPLAY_HAL
        | SF_CPU_DEADLINE_MISSED
        | SF_GPU_DEADLINE_MISSED;
    /// Bits that blame the application.
    pub const APP: i32 = APP_DEADLINE_MISSED | APP_RESYNCED_JITTER | UNKNOWN;
}

/// A reason for jank: one bit of a jank type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JankReason {
    /// Its bit.
    pub bit: i32,
    /// The reference's text.
    pub name: &'static str,
    /// One plain sentence for people.
    pub meaning: &'static str,
}

/// All reasons, in the order in which the reference lists them, which is not numeric.
pub const JANK_REASONS: [JankReason; 15] = [
    JankReason {
        bit: jank_bits::SF_SCHEDULING,
        name: "SurfaceFlinger Scheduling",
        meaning: "SurfaceFlinger was woken too early or too late for this vsync.",
    },
    JankReason {
        bit: jank_bits::PREDICTION_ERROR,
        name: "Prediction Error",
        meaning: "The vsync prediction drifted, which makes no frame slow by itself.",
    },
    JankReason {
        bit: jank_bits::DISPLAY_HAL,
        name: "Display HAL",
        meaning: "SurfaceFlinger was on time, the hardware composer showed it a vsync late.",
    },
    JankReason {
        bit: jank_bits::SF_CPU_DEADLINE_MISSED,
        name: "SurfaceFlinger CPU Deadline Missed",
        meaning: "SurfaceFlinger's main thread took too long; the display composed the layers.",
    },
    JankReason {
        bit: jank_bits::SF_GPU_DEADLINE_MISSED,
        name: "SurfaceFlinger GPU Deadline Missed",
        meaning: "SurfaceFlinger took too long with the GPU composing the layers.",
    },
    JankReason {
        bit: jank_bits::APP_DEADLINE_MISSED,
        name: "App Deadline Missed",
        meaning: "The application took longer than its frame was given.",
    },
    JankReason {
        bit: jank_bits::APP_RESYNCED_JITTER,
        name: "App Resynced Jitter",
        meaning: "The application started late and moved its animation to another vsync.",
    },
    JankReason {
        bit: jank_bits::BUFFER_STUFFING,
        name: "Buffer Stuffing",
        meaning: "Its deadline was over when the frame ahead was taken: late, mostly smooth.",
    },
    JankReason {
        bit: jank_bits::UNKNOWN,
        name: "Unknown Jank",
        meaning: "Late for a reason that SurfaceFlinger could not tell.",
    },
    JankReason {
        bit: jank_bits::SURFACE_FLINGER_STUFFING,
        name: "SurfaceFlinger Stuffing",
        meaning: "SurfaceFlinger's previous frame was still waiting for the display.",
    },
    JankReason {
        bit: jank_bits::DROPPED,
        name: "Dropped Frame",
        meaning: "The buffer was never shown: a newer one replaced it.",
    },
    JankReason {
        bit: jank_bits::NON_ANIMATING,
        name: "Non Animating",
        meaning: "Late, but nothing was moving, so nobody could see it.",
    },
    JankReason {
        bit: jank_bits::DISPLAY_NOT_ON,
        name: "Display not ON",
        meaning: "Late, but the display was off or dozing.",
    },
    JankReason {
        bit: jank_bits::DISPLAY_MODE_CHANGE_IN_PROGRESS,
        name: "ModeChange in progress",
        meaning: "The display was switching resolution or refresh rate.",
    },
    JankReason {
        bit: jank_bits::DISPLAY_POWER_MODE_CHANGE_IN_PROGRESS,
        name: "PowerModeChange in progress",
        meaning: "The display was switching on, off or to doze.",
    },
];

/// Returns the reasons in a jank type, in the reference's order.
fn jank_reasons(jank_type: i32) -> impl Iterator<Item = &'static JankReason> {
    JANK_REASONS
        .iter()
        .filter(move |reason| jank_type & reason.bit != 0)
}

/// Returns the reasons in a jank type, the most telling first: a wrong prediction comes last, because it
/// mostly comes with other reasons and says the least.
pub fn telling_jank_reasons(jank_type: i32) -> impl Iterator<Item = &'static JankReason> {
    let is_prediction = |reason: &&JankReason| reason.bit == jank_bits::PREDICTION_ERROR;
    let others = jank_reasons(jank_type).filter(move |reason| !is_prediction(reason));
    others.chain(jank_reasons(jank_type).filter(is_prediction))
}

/// Returns whether the only reason in a jank type is a wrong prediction: its text says nothing else.
pub fn is_prediction_only(jank_type: i32) -> bool {
    let mut reasons = jank_reasons(jank_type);
    let is_prediction = |reason: &JankReason| reason.bit == jank_bits::PREDICTION_ERROR;
    reasons.next().is_some_and(is_prediction) && reasons.next().is_none()
}

/// Returns the reference's text for a jank type: empty if it has only unknown bits.
pub fn jank_type_text(jank_type: i32) -> Cow<'static, str> {
    match jank_type {
        0 => Cow::Borrowed("Unspecified"),
        jank_bits::NONE => Cow::Borrowed("None"),
        _ => {
            let names: Vec<&str> = jank_reasons(jank_type).map(|reason| reason.name).collect();
            match names.as_slice() {
                [name] => Cow::Borrowed(name),
                _ => Cow::Owned(names.join(", ")),
            }
        }
    }
}

/// Returns what [`jank_type_text`] does with the most telling reason first, for people.
pub fn telling_jank_text(jank_type: i32) -> String {
    let names: Vec<&str> = telling_jank_reasons(jank_type)
        .map(|reason| reason.name)
        .collect();
    match names.as_slice() {
        [] => jank_type_text(jank_type).into_owned(),
        names => names.join(", "),
    }
}

/// Returns the reference's text for a `PresentType`.
pub const fn present_type_text(value: u8) -> &'static str {
    match value {
        1 => "On-time Present",
        2 => "Late Present",
        3 => "Early Present",
        4 => "Dropped Frame",
        5 => "Unknown Present",
        _ => "Unspecified Present",
    }
}

/// The `PresentType` of a frame that was shown late.
pub const PRESENT_LATE: u8 = 2;

/// The `PresentType` of a frame that was never shown.
pub const PRESENT_DROPPED: u8 = 4;

/// The `PredictionType` of a frame whose prediction had expired.
pub const PREDICTION_EXPIRED: u8 = 2;

/// Returns the reference's text for a `PredictionType`.
pub const fn prediction_type_text(value: u8) -> &'static str {
    match value {
        1 => "Valid Prediction",
        2 => "Expired Prediction",
        3 => "Unknown Prediction",
        _ => "Unspecified Prediction",
    }
}

/// Returns the reference's text for a `LatchedFenceState`.
pub const fn latched_fence_state_text(value: u8) -> &'static str {
    match value {
        1 => "Latched Signaled",
        2 => "Latched Unsignaled",
        3 => "Delayed Latch Fence Unsignaled",
        _ => "Unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_prediction_comes_after_what_else_was_wrong() {
        let named = |jank_type| {
            let names = telling_jank_reasons(jank_type).map(|reason| reason.name);
            names.collect::<Vec<_>>().join(", ")
        };
        let both = jank_bits::PREDICTION_ERROR | jank_bits::APP_DEADLINE_MISSED;
        assert_eq!(named(both), "App Deadline Missed, Prediction Error");
        assert_eq!(
            jank_type_text(both),
            "Prediction Error, App Deadline Missed"
        );
        assert_eq!(telling_jank_text(both), named(both));
        assert_eq!(named(jank_bits::PREDICTION_ERROR), "Prediction Error");
        assert_eq!(telling_jank_text(jank_bits::NONE), "None");
    }
}
