//! Drivers that write the points of atrace as typed events, such as `sde_tracing_mark_write`.

use super::atrace::{Action, Point};
use super::event::Event;

/// Returns the atrace point that a driver's event stands for.
pub(super) fn point<'a>(event: &Event<'a>) -> Option<Point<'a>> {
    // Fields of the pid, name, phase, flag of a beginning, and value; 0 where there is none.
    let [pid, name, phase, begins, value] = match event.number {
        331 => return zero_point(event),
        80 => [1, 2, 0, 3, 0],
        333 => [1, 2, 3, 5, 4],
        348 | 349 | 490 => [1, 4, 5, 0, 6],
        350 => [2, 1, 3, 0, 4],
        467 => [3, 4, 2, 0, 5],
        _ => [1, 2, 4, 0, 5],
    };
    let is_set = |field| field != 0 && event.has(field);
    if !is_set(phase) && !is_set(begins) {
        return None;
    }
    let phase = if is_set(phase) {
        event.u32(phase) as u8
    } else {
        0
    };
    let tgid = event.u32(pid);
    let name = event.text(name);
    let action = match phase {
        // Some versions of these events only tell whether a slice begins.
        0 if matches!(event.number, 80 | 333 | 484) => {
            if is_set(begins) && event.u32(begins) != 0 {
                Action::Begin { name }
            } else {
                Action::End
            }
        }
        b'B' => Action::Begin { name },
        b'E' => Action::End,
        b'I' => Action::Instant { name },
        b'C' => Action::Counter {
            name,
            value: event.i64(value),
        },
        _ => return None,
    };
    // Display drivers name processes that the thread does not belong to.
    let is_counter = matches!(action, Action::Counter { .. });
    let tgid = if event.number == 348 && !is_counter {
        0
    } else {
        tgid
    };
    Some(Point { tgid, action })
}

/// `zero`: the phase is a bit set.
fn zero_point<'a>(event: &Event<'a>) -> Option<Point<'a>> {
    let (flag, name) = (event.i32(1), event.text(2));
    let action = match flag {
        _ if flag & 1 != 0 => Action::Begin { name },
        _ if flag & 2 != 0 => Action::End,
        _ if flag & 4 != 0 => Action::Counter {
            name,
            value: event.i64(4),
        },
        _ => return None,
    };
    Some(Point {
        tgid: event.u32(3),
        action,
    })
}
