//! What events do to flows, in words that follow those of the event in its list.

use crate::import::sink::FlowKind;

/// What an event does to a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) struct FlowMark {
    pub(in crate::import) id: u64,
    pub(in crate::import) kind: FlowKind,
}

/// How many words a mark takes: one for its kind, two for the flow.
const WORDS: usize = 3;
/// Set in the first word of a mark if another mark of the same event follows.
const MORE: u32 = 1 << 3;

const KINDS: [FlowKind; 8] = [
    FlowKind::StartOrStep,
    FlowKind::Terminate,
    FlowKind::Start,
    FlowKind::Step,
    FlowKind::End,
    FlowKind::End,
    FlowKind::End,
    FlowKind::End,
];

impl FlowMark {
    /// Returns the words of a mark that is the last of its event.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "halves")]
    pub(super) fn words(self) -> [u32; WORDS] {
        [self.kind as u32, self.id as u32, (self.id >> 32) as u32]
    }

    fn of_words(words: &[u32; WORDS]) -> Self {
        let [head, low, high] = *words;
        Self {
            id: u64::from(low) | u64::from(high) << 32,
            kind: KINDS[(head & 7) as usize],
        }
    }
}

/// All that an event does to flows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::import) struct FlowMarks<'a>(&'a [u32]);

impl<'a> FlowMarks<'a> {
    /// Returns the only mark of an event, if there is one, from its words.
    pub(in crate::import) fn of(words: Option<&'a [u32; WORDS]>) -> Self {
        Self(words.map_or(&[], |words| words))
    }

    /// Takes the marks of an event from words that begin with them.
    #[inline]
    pub(super) fn take(words: &mut std::slice::Iter<'a, u32>) -> Self {
        let all = words.as_slice();
        let heads = all.iter().step_by(WORDS);
        let n_before_last = heads.take_while(|&head| head & MORE != 0).count();
        let (marks, rest) = all.split_at(all.len().min((n_before_last + 1) * WORDS));
        *words = rest.iter();
        Self(marks)
    }

    /// Returns the words from which [`Self::take`] takes these marks.
    pub(super) fn words(self) -> &'a [u32] {
        self.0
    }

    /// Returns whether the event does nothing to any flow.
    #[inline]
    pub(in crate::import) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the marks in the order in which the event has them.
    pub(in crate::import) fn iter(self) -> impl ExactSizeIterator<Item = FlowMark> + 'a {
        let (marks, _) = self.0.as_chunks();
        marks.iter().map(FlowMark::of_words)
    }
}

/// Puts the marks of an event together.
#[derive(Debug, Default)]
pub(super) struct FlowWords(Vec<u32>);

impl FlowWords {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn add(&mut self, mark: FlowMark) {
        let last = self.0.len().checked_sub(WORDS);
        if let Some(head) = last.and_then(|last| self.0.get_mut(last)) {
            *head |= MORE;
        }
        self.0.extend(mark.words());
    }

    pub(super) fn marks(&self) -> FlowMarks<'_> {
        FlowMarks(&self.0)
    }
}
