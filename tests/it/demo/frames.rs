//! SurfaceFlinger's reports about the frames, computed after the simulation.
//!
//! A frame is late if it was shown after the vsync that it was meant for. If it was not finished in time,
//! that is the app's fault; if SurfaceFlinger was late, it is SurfaceFlinger's; otherwise the frame waited
//! behind another buffer. As on a phone, the packets of a frame are written when it is shown, starts and ends
//! together.

use perfetty_messages::frame_timeline_event::{
    ActualDisplayFrameStart, ActualSurfaceFrameStart, ExpectedDisplayFrameStart,
    ExpectedSurfaceFrameStart, FrameEnd, JankSeverityType, JankType, PredictionType, PresentType,
};
use perfetty_messages::{FrameTimelineEvent, TracePacket};

use super::machine::{MS, Machine};
use super::recorder::{Recorder, sequence};
use super::story::{
    Cause, FEED, Frame, LAYER, PERIOD, SHOWN_AFTER, SLOW_TICK, SURFACE_FLINGER, TOAST, Tick, cause,
    tick_token, vsync,
};
use super::system::shown;

/// A frame that is this much past its deadline is fully janky.
const FULL: u64 = 8 * MS;

/// A composition and when it was shown.
struct Shown<'a> {
    tick: &'a Tick,
    at: u64,
    jank: u32,
}

/// Writes the frame timeline of everything that was drawn.
pub(super) fn report(machine: &mut Machine) {
    let frames = std::mem::take(&mut machine.story.frames);
    let ticks = std::mem::take(&mut machine.story.ticks);
    let mut writer = Writer {
        out: &mut machine.out,
        cookie: 7000,
    };
    let mut previous = 0;
    let compositions: Vec<_> = ticks
        .iter()
        .filter(|tick| tick.composed > 0)
        .map(|tick| {
            let own = shown(tick.vsync, tick.composed);
            let at = own.max(previous + PERIOD - 1000);
            previous = at;
            let jank = if tick.number == SLOW_TICK {
                JankType::JankSfCpuDeadlineMissed
            } else if at > tick.vsync + SHOWN_AFTER {
                JankType::JankSfStuffing
            } else {
                JankType::JankNone
            };
            Shown {
                tick,
                at,
                jank: jank as u32,
            }
        })
        .collect();
    let last = frames.last().map(|frame| frame.number);
    for composition in &compositions {
        writer.display(composition);
        for frame in frames
            .iter()
            .filter(|frame| frame.latched == Some(composition.tick.number))
        {
            writer.surface(frame, Some(composition), Some(frame.number) == last);
        }
    }
    for frame in frames.iter().filter(|frame| frame.dropped.is_some()) {
        writer.surface(frame, None, false);
    }
}

struct Writer<'a> {
    out: &'a mut Recorder,
    cookie: i64,
}

impl Writer<'_> {
    fn cookie(&mut self) -> i64 {
        self.cookie += 1;
        self.cookie
    }

    fn event(&mut self, ts: u64, event: FrameTimelineEvent) {
        let packet = TracePacket {
            timestamp: Some(ts),
            timestamp_clock_id: Some(6),
            frame_timeline_event: Some(event),
            ..TracePacket::default()
        };
        self.out.packet(sequence::SURFACE_FLINGER, packet);
    }

    fn end(&mut self, ts: u64, cookie: Option<i64>) {
        let frame_end = Some(FrameEnd { cookie });
        self.event(
            ts,
            FrameTimelineEvent {
                frame_end,
                ..FrameTimelineEvent::default()
            },
        );
    }

    fn display(&mut self, composition: &Shown<'_>) {
        let Shown { tick, at, jank } = *composition;
        let (token, pid) = (Some(tick.token), Some(SURFACE_FLINGER));
        let cookie = Some(self.cookie());
        let start = ExpectedDisplayFrameStart { cookie, token, pid };
        self.event(
            tick.vsync,
            FrameTimelineEvent {
                expected_display_frame_start: Some(start),
                ..FrameTimelineEvent::default()
            },
        );
        self.end(tick.vsync + SHOWN_AFTER, cookie);
        let cookie = Some(self.cookie());
        let late = at > tick.vsync + SHOWN_AFTER;
        let severity = match (jank == JankType::JankNone as u32, tick.number == SLOW_TICK) {
            (true, _) => JankSeverityType::SeverityNone,
            (false, true) => JankSeverityType::SeverityFull,
            (false, false) => JankSeverityType::SeverityPartial,
        };
        let start = ActualDisplayFrameStart {
            cookie,
            token,
            pid,
            present_type: Some(present(late) as i32),
            on_time_finish: Some(!late),
            gpu_composition: Some(tick.number == SLOW_TICK),
            jank_type: i32::try_from(jank).ok(),
            prediction_type: Some(PredictionType::PredictionValid as i32),
            jank_severity_type: Some(severity as i32),
            ..ActualDisplayFrameStart::default()
        };
        self.event(
            tick.started,
            FrameTimelineEvent {
                actual_display_frame_start: Some(start),
                ..FrameTimelineEvent::default()
            },
        );
        self.end(at, cookie);
    }

    /// Writes a frame of the app; a dropped one has no composition.
    fn surface(&mut self, frame: &Frame, composition: Option<&Shown<'_>>, unfinished: bool) {
        let deadline = frame.vsync + PERIOD;
        let why = cause(frame.number);
        let meant_for = vsync(frame.number + 1) + SHOWN_AFTER;
        let at = composition.map(|composition| composition.at);
        let late = at.is_some_and(|at| at > meant_for + MS);
        let jank = jank_of(frame, composition, late);
        let present = match why {
            Cause::Dropped => PresentType::PresentDropped,
            Cause::PredictionError => PresentType::PresentEarly,
            Cause::Expired => PresentType::PresentUnknown,
            _ => present(late),
        };
        let expired = why == Cause::Expired;
        let prediction = if expired {
            PredictionType::PredictionExpired
        } else {
            PredictionType::PredictionValid
        };
        let overrun = frame.gpu_done.saturating_sub(deadline);
        let severity = match jank {
            JankType::JankNone => JankSeverityType::SeverityNone,
            JankType::JankUnspecified => JankSeverityType::SeverityUnknown,
            JankType::JankSfCpuDeadlineMissed => JankSeverityType::SeverityFull,
            _ if overrun > FULL => JankSeverityType::SeverityFull,
            _ => JankSeverityType::SeverityPartial,
        };
        let display_token = composition.map_or(tick_token(frame.number + 1), |composition| {
            composition.tick.token
        });
        let end = frame.dropped.unwrap_or(frame.gpu_done);
        let start = if expired { end - 2 * MS } else { frame.started };
        let layers: &[&str] = if frame.toast {
            &[LAYER, TOAST]
        } else {
            &[LAYER]
        };
        for &layer in layers {
            let (token, display_frame_token) = (Some(frame.token), Some(display_token));
            let (pid, layer_name) = (Some(FEED), Some(layer.into()));
            if !expired {
                let cookie = Some(self.cookie());
                let layer_name = Some(layer.into());
                let start = ExpectedSurfaceFrameStart {
                    cookie,
                    token,
                    display_frame_token,
                    pid,
                    layer_name,
                };
                self.event(
                    frame.vsync,
                    FrameTimelineEvent {
                        expected_surface_frame_start: Some(start),
                        ..FrameTimelineEvent::default()
                    },
                );
                self.end(deadline, cookie);
            }
            let (present, jank, severity) = if layer == TOAST {
                (
                    PresentType::PresentOnTime,
                    JankType::JankNone,
                    JankSeverityType::SeverityNone,
                )
            } else {
                (present, jank, severity)
            };
            let cookie = Some(self.cookie());
            let actual = ActualSurfaceFrameStart {
                cookie,
                token,
                display_frame_token,
                pid,
                layer_name,
                present_type: Some(present as i32),
                on_time_finish: Some(frame.gpu_done <= deadline),
                gpu_composition: Some(false),
                jank_type: Some(jank as i32),
                prediction_type: Some(prediction as i32),
                is_buffer: Some(true),
                jank_severity_type: Some(severity as i32),
                present_delay_millis: at.map(|at| millis(at.saturating_sub(meant_for))),
                jank_severity_score: Some(millis(overrun)),
                ..ActualSurfaceFrameStart::default()
            };
            self.event(
                start,
                FrameTimelineEvent {
                    actual_surface_frame_start: Some(actual),
                    ..FrameTimelineEvent::default()
                },
            );
            if !unfinished {
                self.end(end, cookie);
            }
        }
    }
}

fn present(late: bool) -> PresentType {
    if late {
        PresentType::PresentLate
    } else {
        PresentType::PresentOnTime
    }
}

fn jank_of(frame: &Frame, composition: Option<&Shown<'_>>, late: bool) -> JankType {
    match cause(frame.number) {
        Cause::Dropped => JankType::JankDropped,
        Cause::NonAnimating => JankType::JankNonAnimating,
        Cause::Unspecified => JankType::JankUnspecified,
        Cause::PredictionError => JankType::JankPredictionError,
        Cause::Expired => JankType::JankUnknown,
        _ if !late => JankType::JankNone,
        _ if frame.gpu_done > frame.vsync + PERIOD => JankType::JankAppDeadlineMissed,
        _ => match composition.map(|composition| composition.jank) {
            Some(jank) if jank == JankType::JankSfCpuDeadlineMissed as u32 => {
                JankType::JankSfCpuDeadlineMissed
            }
            Some(jank) if jank == JankType::JankSfStuffing as u32 => JankType::JankSfStuffing,
            _ => JankType::JankBufferStuffing,
        },
    }
}

/// Returns milliseconds as the reports contain them.
fn millis(ns: u64) -> f32 {
    f32::from(u16::try_from(ns / 10_000).unwrap_or(u16::MAX)) / 100.0
}
