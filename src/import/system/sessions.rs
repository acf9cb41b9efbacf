//! Other recordings that went on at the same time: one track of states each.

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::decode::fields::Message;
use crate::import::sink::{At, Sink, SinkTrack};
use crate::import::stack::Stacked;
use crate::model::slice::DepthColumns;
use crate::model::track::{Track, TrackData};
use crate::proto::concurrent_session_event as event;

/// Imports `ConcurrentSessionEvent`.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    sessions: Vec<Session>,
    /// The index of each session, by its id.
    places: HashMap<u64, usize>,
}

#[derive(Debug)]
struct Session {
    track: SinkTrack,
    states: DepthColumns,
    /// The state that the session is in: its row, when it began, and its name.
    current: Option<(u32, i64, &'static str)>,
}

impl Sessions {
    /// Imports a change of state.
    pub(super) fn event(&mut self, payload: Message<'_>, at: At, sink: &mut Sink) {
        let state = payload.u64(event::STATE);
        let Some(name) = state_name(state) else {
            return sink.issues.count("concurrent_session_event_unknown_state");
        };
        let id = payload.u64(event::SESSION_ID);
        let place = *self.places.entry(id).or_insert_with(|| {
            let name = session_name(payload, id, state, sink);
            let track = Track {
                type_name: sink.str("concurrent_tracing_sessions"),
                name: Some(name),
                data: TrackData::States,
                ..Track::default()
            };
            let track = sink.add_track(track, at.created());
            self.sessions.push(Session {
                track,
                states: DepthColumns::default(),
                current: None,
            });
            self.sessions.len() - 1
        });
        let Some(session) = self.sessions.get_mut(place) else {
            return;
        };
        if matches!(session.current, Some((_, _, current)) if current == name) {
            return;
        }
        session.leave(at.ts);
        let args = [
            ("consumer_uid", event::CONSUMER_UID),
            ("num_data_sources", event::NUM_DATA_SOURCES),
        ];
        let args = args.map(|(key, number)| sink.int_arg(key, i64::from(payload.i32(number))));
        let pos = sink.pos_with(&args, at);
        let label = sink.label(Some(name.as_bytes()), None);
        let row = session.states.push(at.ts, label, pos);
        session.current = Some((row, at.ts, name));
        // Nothing follows the end of a session.
        if state == event::STATE_DISABLED {
            session.leave(at.ts);
        }
    }

    /// Keeps the states. To be called after the last packet.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        for session in self.sessions.drain(..) {
            let states = Stacked {
                depths: vec![session.states],
                ..Stacked::default()
            };
            sink.stacked.push((session.track, states));
        }
        self.places.clear();
    }
}

impl Session {
    fn leave(&mut self, ts: i64) {
        if let Some((row, since, _)) = self.current.take() {
            self.states.set_dur(row, ts.saturating_sub(since));
        }
    }
}

fn state_name(state: u64) -> Option<&'static str> {
    Some(match state {
        event::STATE_DISABLED => "DISABLED",
        event::STATE_CONFIGURED => "CONFIGURED",
        event::STATE_STARTED => "STARTED",
        event::STATE_DISABLING_WAITING_STOP_ACKS => "DISABLING_WAITING_STOP_ACKS",
        event::STATE_CLONED_READ_ONLY => "CLONED_READ_ONLY",
        _ => return None,
    })
}

/// Returns what a session is called: by its own name, which a clone shares.
fn session_name(payload: Message<'_>, id: u64, state: u64, sink: &mut Sink) -> StrId {
    let name = payload.text_if_set(event::SESSION_NAME);
    let mut name = match name.filter(|name| !name.is_empty()) {
        Some(name) => name.to_vec(),
        None => format!("Session {id}").into_bytes(),
    };
    if state == event::STATE_CLONED_READ_ONLY {
        name.extend_from_slice(b" (clone)");
    }
    sink.strings.intern(&name)
}
