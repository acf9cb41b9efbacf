//! The table `counter`, by time. The trace stores samples by track, so the order by time is computed when the
//! table is first read.

use std::sync::{Arc, OnceLock};

use super::columns::{Row, Table, double, id, long};
use super::{Shared, dense};
use crate::base::time::Ts;
use crate::model::ids::{CounterId, TrackId};
use crate::sql::schema::TableDef;
use crate::sql::table::{Bounds, Cell, Dense, Index};

/// The table `counter`.
pub(super) static COUNTER: Table<Sample> = Table {
    name: "counter",
    doc: "Counter samples: a value holds until the next sample of its track.",
    columns: &[
        id("Unique identifier of the sample."),
        long("ts", "When the value was taken, in nanoseconds.", |row| {
            row.data.ts.into()
        }),
        long("track_id", "The counter, in `counter_track`.", |row| {
            row.shared.trace.counters.track_of(row.data.id).0.into()
        }),
        double("value", "The value.", |row| {
            row.shared.trace.counters.value(row.data.id).into()
        }),
        long("arg_set_id", "Its arguments in `args`.", |row| {
            row.shared.args.of_sample(row.data.id).into()
        }),
    ],
    make: |shared| dense(Counters::new(Arc::clone(shared))),
};

const TS: usize = COUNTER.position("ts");
const TRACK_ID: usize = COUNTER.position("track_id");

/// A sample with its time, which the trace would unpack for every cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    ts: i64,
    id: CounterId,
}

/// The samples in the order of time.
struct ByTime {
    samples: Vec<Sample>,
    /// The row of each sample.
    row_of: Vec<u32>,
}

/// The rows of `counter`.
pub(super) struct Counters {
    shared: Arc<Shared>,
    by_time: OnceLock<ByTime>,
}

impl Counters {
    pub(super) const fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            by_time: OnceLock::new(),
        }
    }

    fn by_time(&self) -> &ByTime {
        self.by_time.get_or_init(|| {
            let counters = &self.shared.trace.counters;
            let mut samples: Vec<Sample> = counters
                .iter()
                .enumerate()
                .map(|(index, sample)| Sample {
                    ts: sample.0,
                    id: CounterId::from_index(index),
                })
                .collect();
            samples.sort_by_key(|sample| sample.ts);
            let mut row_of = vec![0; samples.len()];
            for (row, sample) in samples.iter().enumerate() {
                row_of[sample.id.index()] = row as u32;
            }
            ByTime { samples, row_of }
        })
    }
}

impl Dense for Counters {
    fn def(&self) -> TableDef {
        COUNTER.def()
    }

    fn len(&self) -> u32 {
        self.shared.trace.counters.len() as u32
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let row = Row {
            shared: &self.shared,
            number: row,
            data: &self.by_time().samples[row as usize],
        };
        COUNTER.cell(row, column)
    }

    fn indexes(&self) -> Vec<Index> {
        vec![
            Index::Row(COUNTER.position("id")),
            Index::Sorted {
                column: TS,
                groups: self.len(),
            },
            Index::Find {
                column: TRACK_ID,
                groups: self.shared.trace.counters.ranges().len() as u32,
            },
        ]
    }

    fn within(&self) -> Option<usize> {
        Some(TS)
    }

    fn find(&self, _column: usize, key: i64, within: Bounds) -> Vec<u32> {
        let Ok(track) = u32::try_from(key) else {
            return Vec::new();
        };
        let samples = self.shared.trace.counters.track(TrackId(track));
        let start = samples.n_before(Ts::from_ns(within.low));
        let end = samples.n_until(Ts::from_ns(within.high));
        let row_of = &self.by_time().row_of;
        (start..end)
            .map(|index| row_of[samples.first.index() + index])
            .collect()
    }
}
