//! Whose frames the viewer shows: Android's, or else those of Chromium.
//!
//! Frames of Android are tables of the trace. Those of Chromium are found by the names of its slices, which
//! takes a while: until then there may be some, and nobody knows how many.

use super::chromium_frames::{self, ChromiumFrames};
use super::ids::SliceId;
use super::trace::Trace;

/// Whose frames the viewer shows, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub enum WhoseFrames<'a> {
    /// Android's. If there are frames of Chromium, too, they come second.
    Android,
    /// Chromium's, which have been found.
    Chromium(&'a ChromiumFrames),
    /// Perhaps Chromium's: their names are known, but they have not been looked for yet.
    Awaited,
    /// Nobody's: names of Chromium's are known, but there are no frames.
    OnlyNamed,
    /// Nobody's.
    Nobody,
}

impl WhoseFrames<'_> {
    /// Returns whether it is known which frames there are, and there are some.
    pub const fn are_known(self) -> bool {
        matches!(self, Self::Android | Self::Chromium(_))
    }

    /// Returns whether there are frames to show, or may be.
    pub const fn have_strip(self) -> bool {
        matches!(self, Self::Android | Self::Chromium(_) | Self::Awaited)
    }

    /// Returns whether there is something for somebody who looks for janky frames: frames of Android, or
    /// janky ones of Chromium.
    pub const fn are_walked(self) -> bool {
        matches!(self, Self::Android) || self.is_jank_of_chromium()
    }

    /// Returns whether janky frames are Chromium's, and there are some.
    pub const fn is_jank_of_chromium(self) -> bool {
        matches!(self, Self::Chromium(found) if !found.janky.is_empty())
    }

    /// Returns whether the list of janky frames is that of Chromium's, which may be empty.
    pub const fn are_listed_as_chromiums(self) -> bool {
        matches!(self, Self::Chromium(_) | Self::Awaited | Self::OnlyNamed)
    }
}

impl Trace {
    /// Returns whose frames are shown.
    pub fn whose_frames(&self) -> WhoseFrames<'_> {
        if !self.frames.actual().is_empty() {
            return WhoseFrames::Android;
        }
        match self.chromium_found() {
            Some(found) if found.are_any() => WhoseFrames::Chromium(found),
            _ if !chromium_frames::are_likely(self) => WhoseFrames::Nobody,
            Some(_) => WhoseFrames::OnlyNamed,
            None => WhoseFrames::Awaited,
        }
    }

    /// Returns the janky frames by time. The first call puts frames of Android in order.
    pub fn janky(&self) -> &[SliceId] {
        match self.whose_frames() {
            WhoseFrames::Android => self.frames_by_time().janky(),
            WhoseFrames::Chromium(found) => &found.janky,
            _ => &[],
        }
    }

    /// Returns whether frames of Chromium are still to be found, be it beside those of Android.
    pub fn awaits_chromium(&self) -> bool {
        self.chromium_found().is_none() && chromium_frames::are_likely(self)
    }
}
