//! Ftrace events of Trusty, the trusted execution environment of Android: calls into it, memory
//! that is shared with it, and messages.
//!
//! All are slices of the thread that calls.

use super::event::Event;
use super::tracks::Tracks;
use crate::import::sink::Sink;
use crate::proto::ftrace_event::{
    self, trusty_enqueue_nop as enqueue_nop, trusty_ipc_connect as ipc_connect,
    trusty_ipc_connect_end as ipc_connect_end, trusty_ipc_handle_event as ipc_handle_event,
    trusty_ipc_poll as ipc_poll, trusty_ipc_read as ipc_read, trusty_ipc_read_end as ipc_read_end,
    trusty_ipc_write as ipc_write, trusty_irq as irq, trusty_reclaim_memory as reclaim_memory,
    trusty_reclaim_memory_done as reclaim_memory_done, trusty_share_memory as share_memory,
    trusty_share_memory_done as share_memory_done, trusty_smc as smc, trusty_smc_done as smc_done,
    trusty_std_call32_done as std_call32_done,
};

/// What an event does.
enum Step {
    Begin(String),
    End,
    Instant(String),
}

/// Imports an event if it is one of Trusty; returns whether it is.
pub(super) fn event(event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) -> bool {
    let Some(steps) = steps(event).or_else(|| ipc_steps(event)) else {
        return false;
    };
    let utid = sink.processes.thread(event.tid);
    let track = tracks.thread(utid, event.at, sink);
    let (ts, pos) = (event.at.time(), event.at.pos());
    for step in steps.into_iter().flatten() {
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
    true
}

/// Returns what an event does, if it is not one of a message.
fn steps(event: &Event<'_>) -> Option<[Option<Step>; 2]> {
    use Step::{Begin, End, Instant};
    let (u32, u64) = (|field| event.u32(field), |field| event.u64(field));
    let i32 = |field| event.i32(field);
    let end_with = |is_told: bool, name: String| [Some(End), is_told.then_some(Instant(name))];
    Some(match event.number {
        ftrace_event::TRUSTY_SMC => [
            Some(Begin(format!("trusty_smc:r0= {}", u64(smc::R0)))),
            None,
        ],
        ftrace_event::TRUSTY_SMC_DONE => {
            end_with(true, format!("trusty_smc_done:r0= {}", u64(smc_done::RET)))
        }
        ftrace_event::TRUSTY_STD_CALL32 => [Some(Begin("trusty_std".to_owned())), None],
        ftrace_event::TRUSTY_STD_CALL32_DONE => {
            let code = event.i64(std_call32_done::RET);
            end_with(code < 0, format!("trusty_err_std: err= {code}"))
        }
        ftrace_event::TRUSTY_SHARE_MEMORY => {
            let (len, lend, nents) = (
                u64(share_memory::LEN),
                u32(share_memory::LEND),
                u32(share_memory::NENTS),
            );
            let name = format!("trusty_share_mem: len= {len} nents= {nents} lend= {lend}");
            [Some(Begin(name)), None]
        }
        ftrace_event::TRUSTY_SHARE_MEMORY_DONE => {
            let (handle, code) = (u64(share_memory_done::HANDLE), i32(share_memory_done::RET));
            let name = format!("trusty_share_mem: handle= {handle} ret= {code}");
            end_with(true, name)
        }
        ftrace_event::TRUSTY_RECLAIM_MEMORY => [
            Some(Begin(format!(
                "trusty_reclaim_mem: id={}",
                u64(reclaim_memory::ID)
            ))),
            None,
        ],
        ftrace_event::TRUSTY_RECLAIM_MEMORY_DONE => {
            let code = i32(reclaim_memory_done::RET);
            end_with(code < 0, format!("trusty_reclaim_mem_err: err= {code}"))
        }
        ftrace_event::TRUSTY_IRQ => [
            Some(Instant(format!("trusty_irq: irq= {}", i32(irq::IRQ)))),
            None,
        ],
        _ => return None,
    })
}

/// Returns what an event does, if it is one of a message.
fn ipc_steps(event: &Event<'_>) -> Option<[Option<Step>; 2]> {
    use Step::{Begin, End, Instant};
    let (u32, i32) = (|field| event.u32(field), |field| event.i32(field));
    let end_with = |is_told: bool, name: String| [Some(End), is_told.then_some(Instant(name))];
    Some(match event.number {
        ftrace_event::TRUSTY_IPC_HANDLE_EVENT => {
            let (channel, id, service) = (
                u32(ipc_handle_event::CHAN),
                u32(ipc_handle_event::EVENT_ID),
                event.lossy(ipc_handle_event::SRV_NAME),
            );
            let name =
                format!("trusty_ipc_handle_event: chan={channel} srv_name={service} event={id}");
            [Some(Instant(name)), None]
        }
        ftrace_event::TRUSTY_IPC_CONNECT => [
            Some(Begin(format!(
                "tipc_connect: {}",
                event.lossy(ipc_connect::PORT)
            ))),
            None,
        ],
        ftrace_event::TRUSTY_IPC_CONNECT_END => {
            let code = i32(ipc_connect_end::ERR);
            end_with(code != 0, format!("tipc_err_connect:err= {code}"))
        }
        ftrace_event::TRUSTY_IPC_WRITE => {
            let (code, n_shared, service) = (
                i32(ipc_write::LEN_OR_ERR),
                event.u64(ipc_write::SHM_CNT),
                event.lossy(ipc_write::SRV_NAME),
            );
            let name = match n_shared {
                0 => format!("tipc_write: {service}"),
                _ => format!("tipc_write: {service} shm_cnt:[{n_shared}]"),
            };
            let failed = format!("tipc_err_write:len_or_err= {code}");
            [Some(Instant(name)), (code < 0).then_some(Instant(failed))]
        }
        ftrace_event::TRUSTY_IPC_POLL => [
            Some(Instant(format!(
                "tipc_poll: {}",
                event.lossy(ipc_poll::SRV_NAME)
            ))),
            None,
        ],
        ftrace_event::TRUSTY_IPC_READ => [
            Some(Begin(format!(
                "tipc_read: {}",
                event.lossy(ipc_read::SRV_NAME)
            ))),
            None,
        ],
        ftrace_event::TRUSTY_IPC_READ_END => {
            let code = i32(ipc_read_end::LEN_OR_ERR);
            end_with(code <= 0, format!("tipc_err_read:len_or_err= {code}"))
        }
        ftrace_event::TRUSTY_IPC_RX => [Some(Instant("tipc_rx".to_owned())), None],
        ftrace_event::TRUSTY_ENQUEUE_NOP => {
            let name = format!(
                "trusty_enqueue_nop: arg1= {} arg2= {} arg3={}",
                u32(enqueue_nop::ARG1),
                u32(enqueue_nop::ARG2),
                u32(enqueue_nop::ARG3)
            );
            [Some(Instant(name)), None]
        }
        _ => return None,
    })
}
