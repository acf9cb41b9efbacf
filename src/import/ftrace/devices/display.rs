//! Ftrace events of Pixel's displays: frames that a display did not get, start or finish in time, and what its
//! panel is set to.
//!
//! Types and names of the tracks are the reference's (`pixel_display_tracker.cc`, `ftrace_parser.cc`).

use crate::import::ftrace::event::Event;
use crate::import::ftrace::tracks::OpenSlices;
use crate::import::sink::{Sink, SinkTrack};
use crate::model::args::StoredArg;
use crate::model::track::{Scope, TrackData};
use crate::proto::ftrace_event::{
    self, dpu_disp_dpu_line_underrun as line_underrun, dpu_disp_dpu_underrun as dpu_underrun,
    dpu_disp_frame_done_missing as done_missing, dpu_disp_frame_done_timeout as done_timeout,
    dpu_disp_frame_start_missing as start_missing, dpu_disp_frame_start_timeout as start_timeout,
    dpu_disp_vblank_irq_enable as vblank_irq, gram_collision, panel_settings_full as full,
    panel_settings_lite as lite,
};

/// What a field holds.
#[derive(Clone, Copy)]
enum Holds {
    Signed,
    Unsigned,
    Switch,
}

use Holds::{Signed, Switch, Unsigned};

/// A field of an event, and the argument that it becomes.
type Told = (u32, &'static str, Holds);

/// The type of a track, what its name begins with, and the field whose value its name ends with.
type TrackKind = (&'static str, &'static str, u32);

const UNDERRUN: [Told; 2] = [
    (dpu_underrun::VSYNC_COUNT, "vsync_count", Signed),
    (dpu_underrun::FRAMES_PENDING, "pending_frame", Signed),
];
const LINE_UNDERRUN: [Told; 2] = [
    (line_underrun::VSYNC_COUNT, "vsync_count", Signed),
    (line_underrun::FRAMES_PENDING, "frames_pending", Signed),
];

/// Of a frame that was not finished in time; the last is told by no other event.
const DONE_TIMEOUT: [Told; 5] = [
    (done_timeout::DISPLAY_ID, "display_id", Signed),
    (done_timeout::OUTPUT_ID, "output_id", Unsigned),
    (done_timeout::FRAMES_PENDING, "frames_pending", Signed),
    (done_timeout::TE_COUNT, "te_count", Signed),
    (done_timeout::DURING_DISABLE, "during_disable", Unsigned),
];

const FULL: [Told; 9] = [
    (full::HBM, "hbm", Switch),
    (full::IRC, "irc", Unsigned),
    (full::H_PWM, "h_pwm", Switch),
    (full::FI_AUTO, "fi_auto", Switch),
    (full::FI_MANUAL, "fi_manual", Switch),
    (full::EARLY_EXIT, "early_exit", Switch),
    (full::MIN_RR, "min_rr", Unsigned),
    (full::MAX_RR, "max_rr", Unsigned),
    (full::TE_FREQ, "te_freq", Unsigned),
];
const LITE: [Told; 4] = [
    (lite::VRR, "vrr", Switch),
    (lite::MIN_RR, "min_rr", Unsigned),
    (lite::MAX_RR, "max_rr", Unsigned),
    (lite::TE_FREQ, "te_freq", Unsigned),
];
const COLLISION: [Told; 1] = [(gram_collision::COLLISION_CNT, "collision_cnt", Unsigned)];

const VBLANK: [Told; 2] = [
    (vblank_irq::ID, "display_id", Signed),
    (vblank_irq::OUTPUT_ID, "output_id", Signed),
];

// One list serves all events of frames.
const _: () = {
    assert!(start_timeout::DISPLAY_ID == 1 && start_timeout::OUTPUT_ID == 2);
    assert!(start_timeout::FRAMES_PENDING == 3 && start_timeout::TE_COUNT == 4);
    assert!(start_missing::DISPLAY_ID == 1 && start_missing::OUTPUT_ID == 2);
    assert!(start_missing::FRAMES_PENDING == 3 && start_missing::TE_COUNT == 4);
    assert!(done_missing::DISPLAY_ID == 1 && done_missing::OUTPUT_ID == 2);
    assert!(done_missing::FRAMES_PENDING == 3 && done_missing::TE_COUNT == 4);
    assert!(done_timeout::DISPLAY_ID == 1 && done_timeout::OUTPUT_ID == 2);
    assert!(done_timeout::FRAMES_PENDING == 3 && done_timeout::TE_COUNT == 4);
};

/// Imports an event if it is one of a display; returns whether it is.
pub(super) fn event(event: &Event<'_>, open: &mut OpenSlices, sink: &mut Sink) -> bool {
    let frame = |type_name, name| (type_name, name, done_timeout::OUTPUT_ID);
    let frame_fields = &DONE_TIMEOUT[..4];
    match event.number {
        ftrace_event::DPU_DISP_DPU_UNDERRUN => {
            let of = ("disp_dpu_underrun", "underrun", dpu_underrun::ID);
            instant(event, of, "disp_dpu_underrun", &UNDERRUN, sink);
        }
        ftrace_event::DPU_DISP_DPU_LINE_UNDERRUN => {
            let of = ("disp_dpu_line_underrun", "line_underrun", line_underrun::ID);
            // The words of the slice's name are in this order.
            instant(event, of, "disp_line_dpu_underrun", &LINE_UNDERRUN, sink);
        }
        ftrace_event::DPU_DISP_VBLANK_IRQ_ENABLE => vblank(event, open, sink),
        ftrace_event::DPU_DISP_FRAME_DONE_TIMEOUT => {
            let of = frame("disp_frame_done_timeout", "frame_done_timeout");
            instant(event, of, of.1, &DONE_TIMEOUT, sink);
        }
        ftrace_event::DPU_DISP_FRAME_START_TIMEOUT => {
            let of = frame("disp_frame_start_timeout", "frame_start_timeout");
            instant(event, of, of.1, frame_fields, sink);
        }
        ftrace_event::DPU_DISP_FRAME_DONE_MISSING => {
            let of = frame("disp_frame_done_missing", "frame_done_missing");
            instant(event, of, of.1, frame_fields, sink);
        }
        ftrace_event::DPU_DISP_FRAME_START_MISSING => {
            let of = frame("disp_frame_start_missing", "frame_start_missing");
            instant(event, of, of.1, frame_fields, sink);
        }
        ftrace_event::GRAM_COLLISION => {
            let of = (
                "ddic_underrun",
                "ddic_underrun",
                gram_collision::PANEL_INDEX,
            );
            instant(event, of, of.1, &COLLISION, sink);
        }
        ftrace_event::PANEL_SETTINGS_FULL => {
            let of = (
                "panel_settings_full",
                "panel_settings_full",
                full::PANEL_INDEX,
            );
            instant(event, of, of.1, &FULL, sink);
        }
        ftrace_event::PANEL_SETTINGS_LITE => {
            let of = (
                "panel_settings_lite",
                "panel_settings_lite",
                lite::PANEL_INDEX,
            );
            instant(event, of, of.1, &LITE, sink);
        }
        _ => return false,
    }
    true
}

fn track(event: &Event<'_>, (type_name, what, field): TrackKind, sink: &mut Sink) -> SinkTrack {
    let name = format!("{what}[{}]", event.u32(field));
    let (scope, created) = (Scope::Global, event.at.created());
    sink.track(type_name, scope, Some(&name), TrackData::Slices, created)
}

fn args(event: &Event<'_>, fields: &[Told], sink: &mut Sink) -> Vec<StoredArg> {
    let arg = |&(field, key, holds): &Told| match holds {
        Signed => sink.int_arg(key, i64::from(event.i32(field))),
        Unsigned => sink.int_arg(key, i64::from(event.u32(field))),
        Switch => sink.flag_arg(key, event.u64(field) != 0),
    };
    fields.iter().map(arg).collect()
}

fn instant(event: &Event<'_>, of: TrackKind, name: &str, fields: &[Told], sink: &mut Sink) {
    let track = track(event, of, sink);
    let label = sink.label(Some(name.as_bytes()), None);
    let args = args(event, fields, sink);
    let pos = sink.pos_with(&args, event.at);
    sink.instant(track, event.at.time(), pos, label);
}

/// The display tells when it shows the next picture while this is switched on.
fn vblank(event: &Event<'_>, open: &mut OpenSlices, sink: &mut Sink) {
    let name = "disp_vblank_irq_enable";
    let track = track(event, (name, "vblank_irq_en", vblank_irq::OUTPUT_ID), sink);
    if event.i32(vblank_irq::ENABLE) == 0 {
        open.end(track, sink.no_label, &[], event.at, sink);
        return;
    }
    let label = sink.label(Some(name.as_bytes()), None);
    let args = args(event, &VBLANK, sink);
    open.begin(track, label, args, event.at, sink);
}
