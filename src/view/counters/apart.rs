//! Values of one counter beside each other: with as many digits as tell them apart.

use super::super::text;
use super::{Unit, fitting, unit};
use crate::model::ids::TrackId;
use crate::model::trace::Trace;

/// Returns values of a track with its unit in at most `room` cells; if the least and the greatest of those that
/// they lie between differ but would look the same, with as many digits as tell these apart.
pub fn apart<const N: usize>(
    trace: &Trace,
    track: TrackId,
    values: [f64; N],
    (low, high): (f64, f64),
    room: usize,
) -> [String; N] {
    let usual = |value| fitting(trace, track, value, room);
    // Of two states of a CPU the words differ.
    let is_same = low < high && usual(low) == usual(high);
    if !is_same || trace.counters.are_idle_states(track) {
        return values.map(usual);
    }
    let told = unit(trace, track, |name, is_known| {
        let unit = Unit::of(name, is_known);
        values.map(|value| unit.write_apart(value, high - low))
    });
    let forms = told.each_ref().map(|told| {
        let forms = told.forms().into_iter();
        forms
            .chain([told.bare()])
            .find(|form| text::width(form) <= room)
    });
    if forms.iter().any(Option::is_none) {
        return values.map(usual);
    }
    forms.map(Option::unwrap_or_default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    #[test]
    fn the_greatest_and_the_least_are_told_apart() {
        let mut b = TraceBuilder::new();
        let track = b.counter_track(Scope::Global, "sent", "", &[(0, 1.0)]);
        let charge = b.counter_track(Scope::Global, "charge", "µAh", &[(0, 1.0)]);
        let trace = b.finish();
        let (low, high) = (1_234_566.0, 1_234_568.0);
        let [max, min] = apart(&trace, track, [high, low], (low, high), 16);
        assert_ne!(max, min);
        let [max, min] = apart(&trace, track, [7.0; 2], (7.0, 7.0), 16);
        assert_eq!([max, min], ["7", "7"]);
        let (low, high) = (2_999_481.0, 2_999_815.0);
        let values = [2_999_650.0, high, low];
        let told = apart(&trace, charge, values, (low, high), 14);
        assert_eq!(told, ["2.99965 Ah", "2.99981 Ah", "2.99948 Ah"]);
        let close = apart(&trace, charge, values, (low, high), 9);
        assert_eq!(close, ["2.99965Ah", "2.99981Ah", "2.99948Ah"]);
        // Without room they are as short as ever.
        assert_eq!(apart(&trace, charge, values, (low, high), 3)[0], "3Ah");
    }
}
