//! When events of a CPU were lost: between two of its bundles, of which the later one says so.
//!
//! The time of the last event before is told by newer recorders. Else it is that of the bundle before, which is
//! read once more for it, because of most bundles no more is known so far than when they begin.

use super::note::Span;
use super::{Damage, Reader, Shifted};
use crate::base::time::{TimeSpan, Ts};
use crate::import::ftrace::queue::Bundle;

/// The last event of a CPU before some were lost.
#[derive(Clone, Copy, Debug)]
enum Last {
    /// It happened at this time.
    At(u64),
    /// It is the last one of the bundle with this number, and did not happen before this time.
    Of(u32, u64),
}

/// Events that were lost, once the next one of their CPU is known.
#[derive(Clone, Copy, Debug)]
struct Loss {
    cpu: u32,
    last: Last,
    next: u64,
}

/// What is known of a CPU in the order of the file.
#[derive(Clone, Copy, Debug, Default)]
struct OfCpu {
    last: Option<Last>,
    /// The last event before a loss after which there was none yet.
    lost_after: Option<Last>,
}

/// Where events of CPUs were lost.
#[derive(Debug, Default)]
pub(in crate::import::ftrace) struct Losses {
    cpus: Vec<OfCpu>,
    all: Vec<Loss>,
}

impl Losses {
    /// Notes that a bundle begins with a loss. `told` is when the last event before it happened, if the bundle
    /// says that.
    pub(super) fn lost(&mut self, cpu: u32, told: Option<u64>) {
        let of = self.of(cpu);
        let last = told.map(Last::At).or(of.last);
        of.lost_after = of.lost_after.or(last);
    }

    /// Notes the events of a bundle with a number; `is_exact` says whether the time of the last one is known.
    pub(super) fn events(&mut self, (cpu, number): (u32, u32), span: &Span, is_exact: bool) {
        if span.expected.all == 0 {
            return;
        }
        let of = self.of(cpu);
        of.last = Some(if is_exact {
            Last::At(span.last)
        } else {
            Last::Of(number, span.last)
        });
        if let Some(last) = of.lost_after.take() {
            let next = span.first;
            self.all.push(Loss { cpu, last, next });
        }
    }

    fn of(&mut self, cpu: u32) -> &mut OfCpu {
        let index = cpu as usize;
        if index >= self.cpus.len() {
            self.cpus.resize(index + 1, OfCpu::default());
        }
        &mut self.cpus[index]
    }

    /// Takes out when events were lost, with the CPUs; `bundle` returns a bundle and its bytes.
    pub(in crate::import::ftrace) fn take<'a>(
        &mut self,
        bundle: impl Fn(u32) -> (Bundle, &'a [u8]),
    ) -> Vec<(u32, TimeSpan)> {
        let all = std::mem::take(self).all.into_iter();
        let spans = all.filter_map(|loss| {
            let last = match loss.last {
                Last::At(ts) => ts,
                Last::Of(number, ts) => last_of(bundle(number)).max(ts),
            };
            let ts = |ns: u64| Ts::from_ns(i64::try_from(ns).unwrap_or(i64::MAX));
            (last < loss.next).then(|| (loss.cpu, TimeSpan::new(ts(last), ts(loss.next))))
        });
        spans.collect()
    }
}

/// Returns when the last event of a bundle happened whose times are converted by adding a number.
fn last_of((bundle, bytes): (Bundle, &[u8])) -> u64 {
    let mut span = Span::NONE;
    let mut reader = Reader {
        times: &mut Shifted {
            by: bundle.shift,
            has_others: false,
        },
        visit: &mut span,
        damage: Damage::default(),
    };
    reader.bundle(bytes);
    span.last
}
