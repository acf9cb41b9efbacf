//! Ftrace events of Trusty, the trusted execution environment of Android: calls into it, memory
//! that is shared with it, and messages.
//!
//! All are slices of the thread that calls.

use super::event::Event;
use super::tracks::Tracks;
use crate::import::sink::Sink;

/// What an event does.
enum Step {
    Begin(String),
    End,
    Instant(String),
}

/// Imports an event.
pub(super) fn event(event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
    let utid = sink.processes.thread(event.tid);
    let track = tracks.thread(utid, event.at, sink);
    let (ts, pos) = (event.at.time(), event.at.pos());
    for step in steps(event).into_iter().flatten() {
        match step {
            Step::Begin(name) => {
                let label = sink.label(Some(name.as_bytes()), Some(b"tipc"));
                sink.begin(track, ts, pos, label);
            }
            Step::End => {
                let label = sink.label(None, Some(b"tipc"));
                sink.end(track, ts, pos, label);
            }
            Step::Instant(name) => {
                let label = sink.label(Some(name.as_bytes()), Some(b"tipc"));
                sink.instant(track, ts, pos, label);
            }
        }
    }
}

fn steps(event: &Event<'_>) -> [Option<Step>; 2] {
    use Step::{Begin, End, Instant};
    let (u32, u64) = (|field| event.u32(field), |field| event.u64(field));
    let i32 = |field| event.i32(field);
    let end_with = |is_told: bool, name: String| [Some(End), is_told.then_some(Instant(name))];
    match event.number {
        445 => [Some(Begin(format!("trusty_smc:r0= {}", u64(1)))), None],
        446 => end_with(true, format!("trusty_smc_done:r0= {}", u64(1))),
        447 => [Some(Begin("trusty_std".to_owned())), None],
        448 => {
            let code = event.i64(1);
            end_with(code < 0, format!("trusty_err_std: err= {code}"))
        }
        449 => {
            let (len, lend, nents) = (u64(1), u32(2), u32(3));
            let name = format!("trusty_share_mem: len= {len} nents= {nents} lend= {lend}");
            [Some(Begin(name)), None]
        }
        450 => {
            let (handle, code) = (u64(1), i32(5));
            let name = format!("trusty_share_mem: handle= {handle} ret= {code}");
            end_with(true, name)
        }
        451 => [
            Some(Begin(format!("trusty_reclaim_mem: id={}", u64(1)))),
            None,
        ],
        452 => {
            let code = i32(2);
            end_with(code < 0, format!("trusty_reclaim_mem_err: err= {code}"))
        }
        453 => [Some(Instant(format!("trusty_irq: irq= {}", i32(1)))), None],
        454 => {
            let (channel, id, service) = (u32(1), u32(2), event.lossy(3));
            let name =
                format!("trusty_ipc_handle_event: chan={channel} srv_name={service} event={id}");
            [Some(Instant(name)), None]
        }
        455 => [
            Some(Begin(format!("tipc_connect: {}", event.lossy(2)))),
            None,
        ],
        456 => {
            let code = i32(2);
            end_with(code != 0, format!("tipc_err_connect:err= {code}"))
        }
        457 => {
            let (code, n_shared, service) = (i32(4), u64(5), event.lossy(6));
            let name = match n_shared {
                0 => format!("tipc_write: {service}"),
                _ => format!("tipc_write: {service} shm_cnt:[{n_shared}]"),
            };
            let failed = format!("tipc_err_write:len_or_err= {code}");
            [Some(Instant(name)), (code < 0).then_some(Instant(failed))]
        }
        458 => [
            Some(Instant(format!("tipc_poll: {}", event.lossy(3)))),
            None,
        ],
        460 => [Some(Begin(format!("tipc_read: {}", event.lossy(2)))), None],
        461 => {
            let code = i32(3);
            end_with(code <= 0, format!("tipc_err_read:len_or_err= {code}"))
        }
        462 => [Some(Instant("tipc_rx".to_owned())), None],
        464 => {
            let name = format!(
                "trusty_enqueue_nop: arg1= {} arg2= {} arg3={}",
                u32(1),
                u32(2),
                u32(3)
            );
            [Some(Instant(name)), None]
        }
        _ => [None, None],
    }
}
