//! Drivers that write the points of atrace as typed events, such as `sde_tracing_mark_write`.

use super::atrace::{Action, Point};
use super::event::Event;
use crate::proto::ftrace_event::{
    self, dpu_tracing_mark_write, g2d_tracing_mark_write, lwis_tracing_mark_write,
    mali_tracing_mark_write, panel_write_generic, samsung_tracing_mark_write,
    sde_tracing_mark_write, tracing_mark_write, zero,
};

/// Stands for a field that an event does not have.
const NONE: u32 = 0;

// Three events are read by the fields of one.
const _: () = assert!(g2d_tracing_mark_write::NAME == dpu_tracing_mark_write::NAME);
const _: () = assert!(g2d_tracing_mark_write::TYPE == dpu_tracing_mark_write::TYPE);
const _: () = assert!(panel_write_generic::NAME == dpu_tracing_mark_write::NAME);
const _: () = assert!(panel_write_generic::TYPE == dpu_tracing_mark_write::TYPE);

/// An event of a driver that is no atrace point, although others of its kind are.
pub(super) struct NoPoint;

/// Returns the atrace point that a driver's event stands for; `None` if no driver writes points as such events.
pub(super) fn point<'a>(event: &Event<'a>) -> Option<Result<Point<'a>, NoPoint>> {
    // Fields of the pid, name, phase, flag of a beginning, and value.
    let fields = match event.number {
        ftrace_event::ZERO => return Some(zero_point(event).ok_or(NoPoint)),
        ftrace_event::TRACING_MARK_WRITE => {
            use tracing_mark_write::{PID, TRACE_BEGIN, TRACE_NAME};
            [PID, TRACE_NAME, NONE, TRACE_BEGIN, NONE]
        }
        ftrace_event::SDE_TRACING_MARK_WRITE => {
            use sde_tracing_mark_write::{PID, TRACE_BEGIN, TRACE_NAME, TRACE_TYPE, VALUE};
            [PID, TRACE_NAME, TRACE_TYPE, TRACE_BEGIN, VALUE]
        }
        ftrace_event::DPU_TRACING_MARK_WRITE
        | ftrace_event::G2D_TRACING_MARK_WRITE
        | ftrace_event::PANEL_WRITE_GENERIC => {
            use dpu_tracing_mark_write::{NAME, PID, TYPE, VALUE};
            [PID, NAME, TYPE, NONE, VALUE]
        }
        ftrace_event::MALI_TRACING_MARK_WRITE => {
            use mali_tracing_mark_write::{NAME, PID, TYPE, VALUE};
            [PID, NAME, TYPE, NONE, VALUE]
        }
        ftrace_event::LWIS_TRACING_MARK_WRITE => {
            use lwis_tracing_mark_write::{FUNC_NAME, PID, TYPE, VALUE};
            [PID, FUNC_NAME, TYPE, NONE, VALUE]
        }
        ftrace_event::SAMSUNG_TRACING_MARK_WRITE => {
            use samsung_tracing_mark_write::{PID, TRACE_NAME, TRACE_TYPE, VALUE};
            [PID, TRACE_NAME, TRACE_TYPE, NONE, VALUE]
        }
        _ => return None,
    };
    Some(point_of(event, fields).ok_or(NoPoint))
}

/// Reads an event by its fields, as [`point`] has them.
fn point_of<'a>(
    event: &Event<'a>,
    [pid, name, phase, begins, value]: [u32; 5],
) -> Option<Point<'a>> {
    let is_set = |field| field != NONE && event.has(field);
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
        // Some versions of these events say only whether a slice begins.
        0 if matches!(
            event.number,
            ftrace_event::TRACING_MARK_WRITE
                | ftrace_event::SDE_TRACING_MARK_WRITE
                | ftrace_event::SAMSUNG_TRACING_MARK_WRITE
        ) =>
        {
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
    let tgid = if event.number == ftrace_event::DPU_TRACING_MARK_WRITE && !is_counter {
        0
    } else {
        tgid
    };
    Some(Point { tgid, action })
}

/// Reads a `zero` event, whose phase is a bit set.
fn zero_point<'a>(event: &Event<'a>) -> Option<Point<'a>> {
    let (flag, name) = (event.i32(zero::FLAG), event.text(zero::NAME));
    let action = match flag {
        _ if flag & 1 != 0 => Action::Begin { name },
        _ if flag & 2 != 0 => Action::End,
        _ if flag & 4 != 0 => Action::Counter {
            name,
            value: event.i64(zero::VALUE),
        },
        _ => return None,
    };
    Some(Point {
        tgid: event.u32(zero::PID),
        action,
    })
}
