//! `counter_leading_intervals!`: from when to when a counter had a value.
//!
//! The macro passes a table of samples to the aggregate `_counter_set`, which packs them, and passes the set
//! to the table-valued function `_counter_intervals`, which goes through the samples of each track in the
//! order of time. Window functions of SQLite would copy every row several times for that.

use std::sync::Arc;

use rusqlite::functions::{Aggregate, Context};
use rusqlite::types::ValueRef;
use rusqlite::{Error, Result};

use super::functions::wrong;
use super::intervals::{MAX_SET_BYTES, integer};
use super::schema::{ColumnDef, Kind, TableDef};
use super::table::{Cell, Generator, GeneratorTable, Rows};
use super::tables::{Named, Shared};
use super::value::Value;

/// The size of a packed sample, in bytes.
const SAMPLE_BYTES: usize = 32;

/// A sample of a counter.
#[derive(Clone, Copy, Debug)]
struct Sample {
    track: i64,
    ts: i64,
    id: i64,
    value: f64,
}

impl Sample {
    fn pack(self, out: &mut Vec<u8>) {
        let value = self.value.to_bits().cast_signed();
        for number in [self.track, self.ts, self.id, value] {
            out.extend_from_slice(&number.to_le_bytes());
        }
    }

    fn unpacked(bytes: &[u8; SAMPLE_BYTES]) -> Self {
        let (numbers, _) = bytes.as_chunks::<8>();
        let number = |index: usize| i64::from_le_bytes(numbers[index]);
        Self {
            track: number(0),
            ts: number(1),
            id: number(2),
            value: f64::from_bits(number(3).cast_unsigned()),
        }
    }
}

/// The aggregate that packs samples: `_counter_set(id, ts, track_id, value)`.
pub(super) struct CounterSet;

impl Aggregate<Vec<u8>, Value> for CounterSet {
    fn init(&self, _context: &mut Context<'_>) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn step(&self, context: &mut Context<'_>, packed: &mut Vec<u8>) -> Result<()> {
        if packed.len() + SAMPLE_BYTES > MAX_SET_BYTES {
            return Err(wrong("there are too many samples of counters"));
        }
        let [id, ts, track] = [0, 1, 2].map(|index| integer(context.get_raw(index)));
        let value = match context.get_raw(3) {
            ValueRef::Real(value) => value,
            other => integer(other) as f64,
        };
        let sample = Sample {
            track,
            ts,
            id,
            value,
        };
        sample.pack(packed);
        Ok(())
    }

    fn finalize(&self, _context: &mut Context<'_>, packed: Option<Vec<u8>>) -> Result<Value> {
        Ok(Value::Blob(packed.unwrap_or_default()))
    }
}

/// The tables of the module `counters.intervals`.
pub(super) fn tables(shared: &Arc<Shared>) -> Vec<Named> {
    let intervals = CounterIntervals {
        shared: Arc::clone(shared),
    };
    vec![(
        "_counter_intervals",
        Arc::new(GeneratorTable::new(intervals)),
    )]
}

const fn column(name: &'static str, kind: Kind) -> ColumnDef {
    ColumnDef {
        name,
        kind,
        argument: false,
        doc: "",
    }
}

/// The table-valued function `_counter_intervals(set)`.
struct CounterIntervals {
    shared: Arc<Shared>,
}

impl Generator for CounterIntervals {
    fn def(&self) -> TableDef {
        TableDef {
            name: "_counter_intervals",
            doc: "",
            // No name of the samples' may be found here where their table lacks it.
            columns: vec![
                column("_id", Kind::Long),
                column("_ts", Kind::Long),
                column("_dur", Kind::Long),
                column("_track_id", Kind::Long),
                column("_value", Kind::Double),
                column("_next_value", Kind::Double),
                column("_delta_value", Kind::Double),
                ColumnDef {
                    argument: true,
                    ..column("_samples", Kind::Long)
                },
            ],
        }
    }

    fn rows_per_call(&self) -> i64 {
        1_000_000
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn call(self: Arc<Self>, args: &[Value]) -> Result<Box<dyn Rows>> {
        let no_set = || {
            let message = "counter_leading_intervals! takes a set of samples";
            Error::ModuleError(message.to_owned())
        };
        let [Value::Blob(packed)] = args else {
            return Err(no_set());
        };
        let (samples, []) = packed.as_chunks::<SAMPLE_BYTES>() else {
            return Err(no_set());
        };
        let mut samples: Vec<Sample> = samples.iter().map(Sample::unpacked).collect();
        samples.sort_by_key(|sample| (sample.track, sample.ts));
        let end = self.shared.trace.bounds.end().ns();
        Ok(Box::new(Intervals {
            rows: intervals(&samples, end),
            at: 0,
        }))
    }
}

/// A row of a call.
struct Interval {
    sample: Sample,
    dur: i64,
    next_value: Option<f64>,
    delta_value: Option<f64>,
}

/// Returns from when to when each counter had each value, of samples in the order of their tracks and times.
/// Of samples with one value the first two count, the second for all that follow: its change is 0.
fn intervals(samples: &[Sample], trace_end: i64) -> Vec<Interval> {
    let mut rows: Vec<Interval> = Vec::with_capacity(samples.len());
    for of_track in samples.chunk_by(|one, other| one.track == other.track) {
        let first = rows.len();
        // How many samples with this value came before.
        let mut n_equal = 0;
        let mut before: Option<Sample> = None;
        for &sample in of_track {
            let delta_value = before.map(|before| sample.value - before.value);
            let is_equal = delta_value == Some(0.0);
            n_equal = if is_equal { n_equal + 1 } else { 0 };
            before = Some(sample);
            if n_equal > 1 {
                continue;
            }
            if rows.len() > first
                && let Some(last) = rows.last_mut()
            {
                last.dur = sample.ts.saturating_sub(last.sample.ts);
                last.next_value = Some(sample.value);
            }
            rows.push(Interval {
                sample,
                dur: trace_end.saturating_sub(sample.ts),
                next_value: None,
                delta_value,
            });
        }
    }
    rows
}

/// The rows of a call of `_counter_intervals`.
struct Intervals {
    rows: Vec<Interval>,
    at: usize,
}

impl Rows for Intervals {
    fn done(&self) -> bool {
        self.at >= self.rows.len()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        Ok(())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let row = &self.rows[self.at];
        match column {
            0 => row.sample.id.into(),
            1 => row.sample.ts.into(),
            2 => row.dur.into(),
            3 => row.sample.track.into(),
            4 => row.sample.value.into(),
            5 => row.next_value.into(),
            6 => row.delta_value.into(),
            _ => Cell::Null,
        }
    }

    fn id(&self) -> i64 {
        self.at as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_two_intervals_of_a_counter() {
        let sample = |track, ts, value| Sample {
            track,
            ts,
            id: ts,
            value,
        };
        let samples = [
            sample(1, 10, 5.0),
            sample(1, 20, 6.0),
            sample(1, 30, 6.0),
            sample(1, 40, 6.0),
            sample(1, 50, 7.0),
            sample(2, 15, 7.0),
        ];
        let found: Vec<_> = intervals(&samples, 100)
            .iter()
            .map(|row| (row.sample.ts, row.dur, row.next_value, row.delta_value))
            .collect();
        assert_eq!(
            found,
            [
                (10, 10, Some(6.0), None),
                (20, 10, Some(6.0), Some(1.0)),
                (30, 20, Some(7.0), Some(0.0)),
                (50, 50, None, Some(1.0)),
                (15, 85, None, None),
            ]
        );
        assert!(intervals(&[], 100).is_empty());
    }

    #[test]
    fn a_sample_is_packed_and_unpacked() {
        let mut packed = Vec::new();
        let sample = Sample {
            track: -1,
            ts: i64::MIN,
            id: 7,
            value: -0.5,
        };
        sample.pack(&mut packed);
        let (chunks, rest) = packed.as_chunks::<SAMPLE_BYTES>();
        assert!(rest.is_empty());
        let read = Sample::unpacked(&chunks[0]);
        assert_eq!((read.track, read.ts, read.id), (-1, i64::MIN, 7));
        assert_eq!(read.value.to_bits(), (-0.5_f64).to_bits());
    }
}
