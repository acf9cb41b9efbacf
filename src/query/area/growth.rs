//! By how much counters grow that only grow, such as energy, CPU times and bytes sent.
//!
//! Most of them are polled: what was spent between two samples was not spent at the second. So
//! their values lie on the line between the samples around, as in a chart of their rate.

use crate::base::time::{TimeSpan, Ts};
use crate::model::counter::Samples;

/// Types of counters that count from the start of the device or the process, so that few samples tell as well as
/// many that they only grow.
const COUNTED: [&[u8]; 12] = [
    b"power_rails",
    b"android_energy_estimation_breakdown",
    b"android_energy_estimation_breakdown_per_uid",
    b"entity_state",
    b"android_kernel_wakelock",
    b"android_cpu_per_uid",
    b"cpustat",
    b"proc_stat_runtime",
    b"psi",
    b"num_forks",
    b"num_irq_total",
    b"num_softirq_total",
];

/// A time in nanoseconds and the value then.
type Point = (i64, f64);

/// By how much a counter changed in a range of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Growth {
    /// The change, in the unit of the counter.
    pub change: f64,
    /// The change for each second of the range in which the values are known; `None` where that is no time.
    pub rate: Option<f64>,
}

/// Returns by how much a counter grew in a range of time; `None` if it does not only grow there.
pub(super) fn growth(samples: Samples<'_>, type_name: &[u8], span: TimeSpan) -> Option<Growth> {
    let is_polled = COUNTED.contains(&type_name) && samples.never_fall();
    let grows = is_polled || samples.only_grow() && rises(samples);
    if !grows {
        return None;
    }
    let (start, end) = (point(samples, span.start())?, point(samples, span.end())?);
    let change = end.1 - start.1;
    let length = end.0.saturating_sub(start.0) as f64;
    // Some of very many samples have been compared: others may fall.
    (change >= 0.0 && change.is_finite()).then(|| Growth {
        change,
        rate: (length > 0.0).then(|| change * 1e9 / length),
    })
}

/// Returns whether most of the samples are above the one before, as of what is spent all the time: a level that
/// rose a few times was where it was in between. Of many samples some are compared.
fn rises(samples: Samples<'_>) -> bool {
    const COMPARED: usize = 64;
    let n_steps = samples.n_valued().saturating_sub(1);
    let step = n_steps.div_ceil(COMPARED).max(1);
    let at: Vec<usize> = (0..n_steps).step_by(step).collect();
    let value = |at| samples.get(at).map(|sample| sample.1);
    let n_risen = at.iter().filter(|&&at| value(at) < value(at + 1)).count();
    n_risen * 2 >= at.len() && n_risen > 0
}

/// Returns where the counter is at `ts`, or at the next time at which that is known.
fn point(samples: Samples<'_>, ts: Ts) -> Option<Point> {
    let next = samples.n_until(ts).min(samples.n_valued());
    let after = samples.get(next).filter(|_| next < samples.n_valued());
    let before = next.checked_sub(1).and_then(|last| samples.get(last));
    let (Some(before), Some(after)) = (before, after) else {
        return before.or(after);
    };
    let share = ts.ns().saturating_sub(before.0) as f64 / after.0.saturating_sub(before.0) as f64;
    Some((ts.ns(), before.1 + (after.1 - before.1) * share))
}
