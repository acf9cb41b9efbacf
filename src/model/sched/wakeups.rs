//! Wakeups of threads that were not asleep.
//!
//! A trace whose parts overlap has as many of these as of other wakeups, so that they are packed.

use super::SpuriousWakeup;
use crate::base::rows::PackedRows;
use crate::base::time::Ts;
use crate::model::ids::{ThreadStateId, Utid};

/// Rows of `spurious_sched_wakeup`, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct SpuriousWakeups {
    /// Each row has its time, its state, `irq_context` (2 if unknown), the thread and its waker.
    rows: PackedRows,
}

impl SpuriousWakeups {
    /// Appends a row.
    pub fn push(&mut self, wakeup: SpuriousWakeup) {
        let SpuriousWakeup {
            ts,
            state,
            irq_context,
            utid,
            waker,
        } = wakeup;
        let irq_context = irq_context.map_or(2, u32::from);
        self.rows
            .push((ts.ns(), [state.0, irq_context, utid.0, waker.0]));
    }

    /// Gives back the room that is left.
    pub fn shrink(&mut self) {
        self.rows.shrink();
    }

    /// Iterates over the rows.
    pub fn iter(&self) -> impl Iterator<Item = SpuriousWakeup> + '_ {
        let rows = self.rows.iter();
        rows.map(|(ts, [state, irq_context, utid, waker])| SpuriousWakeup {
            ts: Ts::from_ns(ts),
            state: ThreadStateId(state),
            irq_context: [Some(false), Some(true)]
                .get(irq_context as usize)
                .copied()
                .flatten(),
            utid: Utid(utid),
            waker: Utid(waker),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wakeups_come_out_as_they_went_in() {
        let mut wakeups = SpuriousWakeups::default();
        let all = [None, Some(false), Some(true)].map(|irq_context| SpuriousWakeup {
            ts: Ts::from_ns(7),
            state: ThreadStateId(1),
            irq_context,
            utid: Utid(2),
            waker: Utid(3),
        });
        for wakeup in all {
            wakeups.push(wakeup);
        }
        wakeups.shrink();
        assert_eq!(wakeups.iter().collect::<Vec<_>>(), all);
    }
}
