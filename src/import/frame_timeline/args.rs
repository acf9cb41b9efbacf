//! The arguments of a frame's slice, decoded from its packet when somebody looks.
//!
//! Keys, order and defaults are those of the reference's `frame_timeline_event_parser.cc`.

use std::borrow::Cow;

use super::jank;
use crate::decode::frame_timeline::{FrameStart, FrameTimelineEvent};
use crate::model::args::{Arg, ArgValue};
use crate::model::frame_timeline::{JankSeverity, JankTag};
use crate::model::jank::{
    JANK_REASONS, jank_type_text, latched_fence_state_text, prediction_type_text, present_type_text,
};

/// Calls `each` for every argument of the frame that the bytes of `TracePacket` field 76 begin.
pub fn args(payload: &[u8], each: &mut dyn FnMut(Arg<'_>)) {
    let mut args = Args { each };
    match FrameTimelineEvent::parse(payload) {
        Some(FrameTimelineEvent::ExpectedDisplay(start)) => {
            args.int("Display frame token", start.token);
        }
        Some(FrameTimelineEvent::ExpectedSurface(start)) => {
            args.int("Surface frame token", start.token);
            args.int("Display frame token", start.display_token);
            args.layer(&start);
        }
        Some(FrameTimelineEvent::ActualSurface(start)) => args.actual_surface(&start),
        Some(FrameTimelineEvent::ActualDisplay(start)) => args.actual_display(&start),
        Some(FrameTimelineEvent::End { .. }) | None => {}
    }
}

/// Returns the keys of frames' arguments, and what their texts are put together from, except names of layers.
pub fn words() -> impl Iterator<Item = &'static str> {
    const KEYS: [&str; 25] = [
        "Display frame token",
        "Surface frame token",
        "Layer name",
        "Animation Time (ms)",
        "Present Delay (ms)",
        "Vsync Resynced Jitter (ms)",
        "Is Buffer?",
        "Unspecified",
        "Yes",
        "No",
        "Jank Metadata (debugging only)",
        "Latched fence state",
        "Latched unsignaled count",
        "Addressable unsignaled latch count",
        "Present type",
        "Present type (experimental)",
        "On time finish",
        "GPU composition",
        "Jank type",
        "Jank type (experimental)",
        "Jank severity type",
        "Jank Severity Score",
        "Prediction type",
        "Jank tag",
        "Jank tag (experimental)",
    ];
    const SEVERITIES: [JankSeverity; 4] = [
        JankSeverity::Unknown,
        JankSeverity::None,
        JankSeverity::Partial,
        JankSeverity::Full,
    ];
    let texts = (0..8).flat_map(|value| {
        [
            present_type_text(value),
            prediction_type_text(value),
            latched_fence_state_text(value),
        ]
    });
    let reasons = JANK_REASONS.iter().map(|reason| reason.name);
    KEYS.into_iter()
        .chain(texts)
        .chain(reasons)
        .chain(SEVERITIES.map(JankSeverity::text))
        .chain(JankTag::ALL.map(JankTag::text))
}

struct Args<'a> {
    each: &'a mut dyn FnMut(Arg<'_>),
}

impl Args<'_> {
    fn add(&mut self, key: &'static str, value: ArgValue<'_>) {
        (self.each)(Arg {
            flat_key: Cow::Borrowed(key),
            key: Cow::Borrowed(key),
            value,
        });
    }

    fn int(&mut self, key: &'static str, value: Option<i64>) {
        if let Some(value) = value {
            self.add(key, ArgValue::Int(value));
        }
    }

    fn real(&mut self, key: &'static str, value: f32) {
        self.add(key, ArgValue::Real(f64::from(value)));
    }

    fn text(&mut self, key: &'static str, value: &str) {
        self.add(key, ArgValue::Str(Cow::Borrowed(value.as_bytes())));
    }

    fn layer(&mut self, start: &FrameStart<'_>) {
        let value = match start.layer {
            Some(layer) => ArgValue::Str(Cow::Borrowed(layer)),
            None => ArgValue::NoStr,
        };
        self.add("Layer name", value);
    }

    fn actual_surface(&mut self, start: &FrameStart<'_>) {
        self.int("Surface frame token", start.token);
        self.int("Display frame token", start.display_token);
        if let Some(millis) = start.animation_time_millis {
            self.real("Animation Time (ms)", millis);
        }
        self.real("Present Delay (ms)", start.present_delay_millis);
        self.real(
            "Vsync Resynced Jitter (ms)",
            start.vsync_resynced_jitter_millis,
        );
        self.layer(start);
        self.verdict(
            start,
            jank::surface_tag(start.jank_type, start.present_type).text(),
            jank::surface_tag(
                start.jank_type_experimental,
                start.present_type_experimental,
            )
            .text(),
        );
        let is_buffer = match start.is_buffer {
            None => "Unspecified",
            Some(true) => "Yes",
            Some(false) => "No",
        };
        self.text("Is Buffer?", is_buffer);
        self.real("Jank Metadata (debugging only)", start.jank_debug_metadata);
        if let Some(state) = start.latched_fence_state {
            let state = latched_fence_state_text(jank::latched_fence_state(state));
            self.text("Latched fence state", state);
        }
    }

    fn actual_display(&mut self, start: &FrameStart<'_>) {
        self.int("Display frame token", start.token);
        self.real("Present Delay (ms)", start.present_delay_millis);
        self.verdict(
            start,
            jank::display_tag(start.jank_type).text(),
            jank::display_tag(start.jank_type_experimental).text(),
        );
        self.real("Jank Metadata (debugging only)", start.jank_debug_metadata);
        self.int("Latched unsignaled count", start.latched_unsignaled_count);
        self.int(
            "Addressable unsignaled latch count",
            start.addressable_unsignaled_latch_count,
        );
    }

    /// The run of arguments that both kinds of actual frames share.
    fn verdict(&mut self, start: &FrameStart<'_>, tag: &str, tag_experimental: &str) {
        let present = |value| present_type_text(jank::present_type(value));
        self.text("Present type", present(start.present_type));
        self.text(
            "Present type (experimental)",
            present(start.present_type_experimental),
        );
        self.int("On time finish", Some(i64::from(start.on_time_finish)));
        self.int("GPU composition", Some(i64::from(start.gpu_composition)));
        self.text("Jank type", &jank_type_text(start.jank_type));
        self.text(
            "Jank type (experimental)",
            &jank_type_text(start.jank_type_experimental),
        );
        let severity = jank::severity(start.severity, start.jank_type);
        self.text("Jank severity type", severity.text());
        self.real("Jank Severity Score", start.severity_score);
        self.text(
            "Prediction type",
            prediction_type_text(jank::prediction_type(start.prediction_type)),
        );
        self.text("Jank tag", tag);
        self.text("Jank tag (experimental)", tag_experimental);
    }
}
