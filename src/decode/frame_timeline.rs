//! `FrameTimelineEvent`: `TracePacket` field 76, read in one pass without copying.
//!
//! Presence is kept where it matters. Nothing is judged here: required fields,
//! enum ranges and jank rules are the business of `import/frame_timeline.rs`.

use super::fields::{Field, FieldValue, Fields};
use super::wire::{middle_varint, short_len, varint_at};
use crate::base::pack;
use crate::proto::frame_timeline_event::{
    self, actual_display_frame_start as actual_display,
    actual_surface_frame_start as actual_surface, expected_display_frame_start as expected_display,
    expected_surface_frame_start as expected_surface, frame_end,
};

/// One event, of the kind that the reference picks if several are present.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameTimelineEvent<'a> {
    /// A display frame was planned.
    ExpectedDisplay(FrameStart<'a>),
    /// A display frame started.
    ActualDisplay(FrameStart<'a>),
    /// A surface frame was planned.
    ExpectedSurface(FrameStart<'a>),
    /// A surface frame started.
    ActualSurface(FrameStart<'a>),
    /// The frame with this cookie ended.
    End {
        /// Which frame.
        cookie: Option<i64>,
    },
}

/// The start of a frame. Fields that its message does not have are absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameStart<'a> {
    /// Pairs the start with its end.
    pub cookie: Option<i64>,
    /// The vsync id of the frame.
    pub token: Option<i64>,
    /// The vsync id of the display frame that shows a surface frame.
    pub display_token: Option<i64>,
    /// The process.
    pub pid: Option<i32>,
    /// The layer: raw bytes.
    pub layer: Option<&'a [u8]>,
    /// `PresentType`.
    pub present_type: Option<i32>,
    /// Whether it finished on time.
    pub on_time_finish: bool,
    /// Whether the GPU composed it.
    pub gpu_composition: bool,
    /// The jank bits.
    pub jank_type: i32,
    /// `PredictionType`.
    pub prediction_type: Option<i32>,
    /// Whether a surface frame is a buffer rather than a mere transaction.
    pub is_buffer: Option<bool>,
    /// `JankSeverityType`.
    pub severity: Option<i32>,
    /// How late it was presented.
    pub present_delay_millis: f32,
    /// How far the application moved its vsync.
    pub vsync_resynced_jitter_millis: f32,
    /// How bad the jank was.
    pub severity_score: f32,
    /// The jank bits of the experimental classification.
    pub jank_type_experimental: i32,
    /// `PresentType` of the experimental classification.
    pub present_type_experimental: Option<i32>,
    /// A number for the authors of the classification.
    pub jank_debug_metadata: f32,
    /// `LatchedFenceState` of a surface frame.
    pub latched_fence_state: Option<i32>,
    /// When the animation of a surface frame stands.
    pub animation_time_millis: Option<f32>,
    /// How many buffers a display frame latched unsignalled.
    pub latched_unsignaled_count: Option<i64>,
    /// How many of those could have been avoided.
    pub addressable_unsignaled_latch_count: Option<i64>,
}

/// A function that sets a field of a start. Each kind of message has its own, as field numbers mean something
/// else in each.
type SetField<'a> = fn(&mut FrameStart<'a>, &Field<'a>);

impl<'a> FrameTimelineEvent<'a> {
    /// Reads an event; `None` if it holds none of the known messages.
    pub fn parse(payload: &'a [u8]) -> Option<Self> {
        Self::parse_first(payload, payload.len())
    }

    /// Reads the event that the first `len` bytes are, which is faster if other bytes follow.
    #[inline]
    pub fn parse_first(bytes: &'a [u8], len: usize) -> Option<Self> {
        let len = len.min(bytes.len());
        Self::parse_one(bytes, len).or_else(|| Self::parse_any(bytes.get(..len)?))
    }

    /// Reads an event that holds one message and is as recorders write it.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every frame")]
    fn parse_one(bytes: &'a [u8], end: usize) -> Option<Self> {
        let word = pack::word(bytes, 0);
        let (len, skip) = short_len(word >> 8)?;
        let message = (1 + skip, end);
        if 1 + skip + len != end {
            return None;
        }
        Some(match word & 0xff {
            0x0a => Self::ExpectedDisplay(start_of(bytes, message, set_expected_display)?),
            0x12 => Self::ActualDisplay(start_of(bytes, message, set_actual_display)?),
            0x1a => Self::ExpectedSurface(start_of(bytes, message, set_surface_ids)?),
            0x22 => Self::ActualSurface(start_of(bytes, message, set_actual_surface)?),
            0x2a => {
                let mut cookie = None;
                each_field(bytes, message, |field| {
                    if field.number == frame_end::COOKIE {
                        cookie = Some(field.as_i64());
                    }
                })?;
                Self::End { cookie }
            }
            _ => return None,
        })
    }

    /// Reads any event.
    fn parse_any(payload: &'a [u8]) -> Option<Self> {
        let mut expected_display = None;
        let mut actual_display = None;
        let mut expected_surface = None;
        let mut actual_surface = None;
        let mut end = None;
        for entry in Fields::new(payload) {
            let message = match entry.number {
                frame_timeline_event::EXPECTED_DISPLAY_FRAME_START => &mut expected_display,
                frame_timeline_event::ACTUAL_DISPLAY_FRAME_START => &mut actual_display,
                frame_timeline_event::EXPECTED_SURFACE_FRAME_START => &mut expected_surface,
                frame_timeline_event::ACTUAL_SURFACE_FRAME_START => &mut actual_surface,
                frame_timeline_event::FRAME_END => &mut end,
                _ => continue,
            };
            *message = Some(entry.as_bytes());
        }
        if let Some(bytes) = expected_display {
            return Some(Self::ExpectedDisplay(start(bytes, set_expected_display)));
        }
        if let Some(bytes) = actual_display {
            return Some(Self::ActualDisplay(start(bytes, set_actual_display)));
        }
        if let Some(bytes) = expected_surface {
            return Some(Self::ExpectedSurface(start(bytes, set_surface_ids)));
        }
        if let Some(bytes) = actual_surface {
            return Some(Self::ActualSurface(start(bytes, set_actual_surface)));
        }
        let cookie = Fields::new(end?)
            .last_of(frame_end::COOKIE)
            .map(|entry| entry.as_i64());
        Some(Self::End { cookie })
    }
}

impl FrameStart<'_> {
    /// Returns cookie, token, display token and pid of a surface frame, which must all be there.
    pub fn surface_ids(&self) -> Option<(i64, i64, i64, i32)> {
        Some((self.cookie?, self.token?, self.display_token?, self.pid?))
    }
}

/// Calls `each` for the fields that [`Fields`] would return of the bytes from `at` to `end`; `None` if these
/// are anything but fields of numbers and bytes up to the end.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "once for every frame, with what it calls"
)]
#[expect(clippy::cast_possible_truncation, reason = "the lower four bytes")]
fn each_field<'a>(
    bytes: &'a [u8],
    (mut at, end): (usize, usize),
    mut each: impl FnMut(&Field<'a>),
) -> Option<()> {
    while at < end {
        let word = pack::word(bytes, at);
        let (tag, skip) = short_len(word)?;
        let number = u32::try_from(tag >> 3).ok().filter(|&number| number != 0)?;
        let (start, word) = (at + skip, word >> (8 * skip));
        let value = match tag & 7 {
            0 => {
                let (value, next) = number_at(bytes, start, word)?;
                at = next;
                FieldValue::Varint(value)
            }
            2 => {
                let (len, start) = varint_at(bytes, start, word)?;
                at = start.checked_add(usize::try_from(len).ok()?)?;
                FieldValue::Bytes(bytes.get(start..at)?)
            }
            5 => {
                at = start + 4;
                FieldValue::Fixed32(word as u32)
            }
            _ => return None,
        };
        if at > end {
            return None;
        }
        each(&Field { number, value });
    }
    (at == end).then_some(())
}

/// Does what [`varint_at`] does, but is faster for numbers of three to eight bytes: tokens and cookies count
/// what happened since the device was started.
#[inline(always)]
#[expect(clippy::inline_always, reason = "for most fields of frames")]
fn number_at(bytes: &[u8], at: usize, word: u64) -> Option<(u64, usize)> {
    if word & 0x80 == 0 {
        return Some((word & 0x7f, at + 1));
    }
    match middle_varint(pack::word(bytes, at)) {
        Some((value, len)) => Some((value, at + len)),
        None => varint_at(bytes, at, word),
    }
}

/// Does what [`start`] does for messages that [`each_field`] reads.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "once for every frame, with what it calls"
)]
fn start_of<'a>(
    bytes: &'a [u8],
    message: (usize, usize),
    set: impl Fn(&mut FrameStart<'a>, &Field<'a>),
) -> Option<FrameStart<'a>> {
    let mut start = FrameStart::default();
    each_field(bytes, message, |field| set(&mut start, field))?;
    Some(start)
}

fn start<'a>(bytes: &'a [u8], set: SetField<'a>) -> FrameStart<'a> {
    let mut start = FrameStart::default();
    for entry in Fields::new(bytes) {
        set(&mut start, &entry);
    }
    start
}

#[inline]
fn set_expected_display<'a>(start: &mut FrameStart<'a>, entry: &Field<'a>) {
    match entry.number {
        expected_display::COOKIE => {
            start.cookie = Some(entry.as_i64());
        }
        expected_display::TOKEN => {
            start.token = Some(entry.as_i64());
        }
        expected_display::PID => {
            start.pid = Some(entry.as_i32());
        }
        _ => {}
    }
}

fn set_actual_display<'a>(start: &mut FrameStart<'a>, entry: &Field<'a>) {
    match entry.number {
        actual_display::PRESENT_TYPE => start.present_type = Some(entry.as_i32()),
        actual_display::ON_TIME_FINISH => start.on_time_finish = entry.as_bool(),
        actual_display::GPU_COMPOSITION => start.gpu_composition = entry.as_bool(),
        actual_display::JANK_TYPE => start.jank_type = entry.as_i32(),
        actual_display::PREDICTION_TYPE => start.prediction_type = Some(entry.as_i32()),
        actual_display::JANK_SEVERITY_TYPE => start.severity = Some(entry.as_i32()),
        actual_display::PRESENT_DELAY_MILLIS => start.present_delay_millis = entry.as_f32(),
        actual_display::JANK_SEVERITY_SCORE => start.severity_score = entry.as_f32(),
        actual_display::JANK_TYPE_EXPERIMENTAL => start.jank_type_experimental = entry.as_i32(),
        actual_display::PRESENT_TYPE_EXPERIMENTAL => {
            start.present_type_experimental = Some(entry.as_i32());
        }
        actual_display::JANK_DEBUG_METADATA => start.jank_debug_metadata = entry.as_f32(),
        actual_display::LATCHED_UNSIGNALED_COUNT => {
            start.latched_unsignaled_count = Some(entry.as_i64());
        }
        actual_display::ADDRESSABLE_UNSIGNALED_LATCH_COUNT => {
            start.addressable_unsignaled_latch_count = Some(entry.as_i64());
        }
        _ => set_expected_display(start, entry),
    }
}

#[inline]
fn set_surface_ids<'a>(start: &mut FrameStart<'a>, entry: &Field<'a>) {
    match entry.number {
        expected_surface::COOKIE => {
            start.cookie = Some(entry.as_i64());
        }
        expected_surface::TOKEN => {
            start.token = Some(entry.as_i64());
        }
        expected_surface::DISPLAY_FRAME_TOKEN => {
            start.display_token = Some(entry.as_i64());
        }
        expected_surface::PID => {
            start.pid = Some(entry.as_i32());
        }
        expected_surface::LAYER_NAME => {
            start.layer = Some(entry.as_bytes());
        }
        _ => {}
    }
}

fn set_actual_surface<'a>(start: &mut FrameStart<'a>, entry: &Field<'a>) {
    match entry.number {
        actual_surface::PRESENT_TYPE => {
            start.present_type = Some(entry.as_i32());
        }
        actual_surface::ON_TIME_FINISH => {
            start.on_time_finish = entry.as_bool();
        }
        actual_surface::GPU_COMPOSITION => {
            start.gpu_composition = entry.as_bool();
        }
        actual_surface::JANK_TYPE => {
            start.jank_type = entry.as_i32();
        }
        actual_surface::PREDICTION_TYPE => {
            start.prediction_type = Some(entry.as_i32());
        }
        actual_surface::IS_BUFFER => {
            start.is_buffer = Some(entry.as_bool());
        }
        actual_surface::JANK_SEVERITY_TYPE => {
            start.severity = Some(entry.as_i32());
        }
        actual_surface::PRESENT_DELAY_MILLIS => {
            start.present_delay_millis = entry.as_f32();
        }
        actual_surface::VSYNC_RESYNCED_JITTER_MILLIS => {
            start.vsync_resynced_jitter_millis = entry.as_f32();
        }
        actual_surface::JANK_SEVERITY_SCORE => {
            start.severity_score = entry.as_f32();
        }
        actual_surface::JANK_TYPE_EXPERIMENTAL => {
            start.jank_type_experimental = entry.as_i32();
        }
        actual_surface::PRESENT_TYPE_EXPERIMENTAL => {
            start.present_type_experimental = Some(entry.as_i32());
        }
        actual_surface::JANK_DEBUG_METADATA => {
            start.jank_debug_metadata = entry.as_f32();
        }
        actual_surface::LATCHED_FENCE_STATE => {
            start.latched_fence_state = Some(entry.as_i32());
        }
        actual_surface::ANIMATION_TIME_MILLIS => {
            start.animation_time_millis = Some(entry.as_f32());
        }
        _ => set_surface_ids(start, entry),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::decode::wire::{push_bytes, push_varint as varint};

    proptest! {
        #[test]
        fn one_message_is_read_as_any(
            fields in prop::collection::vec(
                (0_u64..24, prop::sample::select(vec![0_u64, 0, 0, 0, 2, 5, 1, 3]),
                    prop_oneof![0_u64..9, 0_u64..100_000, any::<u64>()]), 0..16),
            kind in 1_u32..7, cut in 0_usize..60, more in 0_usize..30,
            follows in prop::collection::vec(any::<u8>(), 0..20),
        ) {
            let mut message = Vec::new();
            for (number, wire, value) in fields {
                varint(number << 3 | wire, &mut message);
                match wire {
                    0 => varint(value, &mut message),
                    2 => {
                        let len = value as usize % 9;
                        varint(len as u64, &mut message);
                        message.extend(&value.to_le_bytes()[..len.min(8)]);
                    }
                    5 => message.extend(&value.to_le_bytes()[..4]),
                    _ => message.extend(value.to_le_bytes()),
                }
            }
            message.truncate(message.len().saturating_sub(if cut < 12 { cut } else { 0 }));
            let mut payload = Vec::new();
            push_bytes(kind, &message, &mut payload);
            match more {
                0 => payload.push(7),
                1 => payload.extend([0x2a, 2, 8, 1]),
                2 => { payload.pop(); }
                _ => {}
            }
            let any = FrameTimelineEvent::parse_any(&payload);
            let len = payload.len();
            let one = FrameTimelineEvent::parse_one(&payload, len);
            if one.is_some() {
                prop_assert_eq!(format!("{one:?}"), format!("{any:?}"));
            }
            // The bytes after the event do not matter.
            let followed = [&payload[..], &follows].concat();
            let followed = FrameTimelineEvent::parse_first(&followed, len);
            prop_assert_eq!(format!("{followed:?}"), format!("{any:?}"));
        }
    }
}
