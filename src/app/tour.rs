//! The guided tour of the demo: what to press next, and what can be seen then.
//!
//! The key that a step asks for does what it always does, and leads to the next step; a step that asks to
//! move accepts any command that moves. Keys that move or only show something leave the step as it is, any
//! other command ends the tour. The help shows the present step.

use super::command::{Command, Group};
use super::keymap::Keymap;
use super::layer::LayerKind;
use crate::view::overlay::HelpGroup;
use crate::view::state::{Hint, TourCard};
use crate::view::text;

/// The tour while it is taken, at a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    step: usize,
}

/// A step of the tour.
struct Step {
    /// The command that leads to the next step.
    command: Command,
    /// What that command does here.
    does: &'static str,
    /// What the screen shows before that.
    seen: &'static str,
}

const STEPS: [Step; 7] = [
    Step {
        command: Command::FindNext,
        does: "go to the first janky frame",
        seen: "A phone scrolls a feed. The higher a bar in the strip, the later the frame.",
    },
    Step {
        command: Command::Lens,
        does: "ask why it was late",
        seen: "It missed its deadline: see the ruler. Below is the thread that drew it.",
    },
    Step {
        command: Command::Escape,
        does: "go back to the timeline",
        seen: "Its time, the longest part first: who ran, and who waited for what.",
    },
    Step {
        command: Command::FollowFlow,
        does: "follow the arrow",
        seen: "Arrows are flows. This one leads to the frame that put it on the display.",
    },
    Step {
        command: Command::Back,
        does: "go back to where you were",
        seen: "Another process: SurfaceFlinger. Every jump can be taken back.",
    },
    Step {
        command: Command::ZoomOut,
        does: "zoom out, or move otherwise",
        seen: "w and s zoom, a and d pan, j and k go through the rows, Enter selects.",
    },
    Step {
        command: Command::Help,
        does: "see all keys",
        seen: "That will do: / searches, : takes SQL, > lists all commands, q quits.",
    },
];

impl Tour {
    /// Returns the tour after a command; `None` if it is over. `top` is the layer that gets the command.
    pub fn after(self, command: Command, top: Option<LayerKind>) -> Option<Self> {
        let step = &STEPS[self.step.min(STEPS.len() - 1)];
        let reads_help = top == Some(LayerKind::Help) && command != Command::Quit;
        if reads_help || only_shows(command) {
            return Some(self);
        }
        // Closing counts as escaping, and any way of moving counts as any other.
        let moves = step.command.group() == Group::Move && step.command != Command::Back;
        let leads_on = command == step.command
            || (step.command == Command::Escape && command == Command::Close)
            || (moves && command.group() == Group::Move);
        if leads_on {
            let next = self.step + 1;
            return (next < STEPS.len()).then_some(Self { step: next });
        }
        let is_move = command.group() == Group::Move && command != Command::Back;
        (command == Command::Help || is_move || moves_in_list(command)).then_some(self)
    }

    /// Returns whether a command ends the tour and does nothing else, like whatever Escape leaves.
    pub fn is_left_by(self, command: Command, top: Option<LayerKind>) -> bool {
        command == Command::Escape && self.after(command, top).is_none()
    }

    /// Returns whether this is the last step.
    pub fn is_last(self) -> bool {
        self.step + 1 == STEPS.len()
    }

    /// Returns what the screen says about the present step.
    pub fn card(self, keymap: &Keymap) -> TourCard {
        let step = &STEPS[self.step.min(STEPS.len() - 1)];
        TourCard {
            place: (self.step + 1, STEPS.len()),
            next: Hint {
                keys: keymap.label(step.command),
                what: step.does.into(),
            },
            seen: step.seen.into(),
            help: keymap.label(Command::Help),
            leave: match step.command {
                Command::Escape => String::new(),
                _ => keymap.label(Command::Escape),
            },
        }
    }

    /// Returns all steps for the help, with the present one marked.
    pub fn overview(self, keymap: &Keymap) -> HelpGroup {
        let keys = |step: &Step| keymap.label(step.command);
        let width = STEPS.iter().map(|step| text::width(&keys(step)));
        let width = width.max().unwrap_or(0);
        let row = |(at, step): (usize, &Step)| {
            let mark = match at.cmp(&self.step) {
                std::cmp::Ordering::Less => "done",
                std::cmp::Ordering::Equal => "here",
                std::cmp::Ordering::Greater => "",
            };
            Hint {
                keys: format!("{:<width$}  {mark}", keys(step)),
                what: capitalised(step.does),
            }
        };
        HelpGroup {
            title: format!("The tour: step {} of {}", self.step + 1, STEPS.len()),
            keys: STEPS.iter().enumerate().map(row).collect(),
            samples: Vec::new(),
        }
    }
}

/// Returns whether a command changes neither the view nor the selection.
const fn only_shows(command: Command) -> bool {
    matches!(
        command,
        Command::Redraw
            | Command::Suspend
            | Command::ToggleMouse
            | Command::ToggleMeter
            | Command::ToggleTheme
            | Command::TimeFormat
            | Command::DetailsUp
            | Command::DetailsDown
            | Command::DetailsTaller
            | Command::DetailsShorter
    )
}

/// Returns whether a command goes to another row of a list.
const fn moves_in_list(command: Command) -> bool {
    matches!(
        command,
        Command::ListDown
            | Command::ListUp
            | Command::ListPageDown
            | Command::ListPageUp
            | Command::ListFirst
            | Command::ListLast
            | Command::ListLeft
            | Command::ListRight
    )
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_asked_for_lead_through_it() {
        let mut tour = Some(Tour::default());
        for step in &STEPS {
            let now = tour.expect("not over yet");
            assert_eq!(now.after(Command::Search, None), None);
            assert_eq!(now.after(Command::Redraw, None), Some(now));
            let is_moved = step.command == Command::ZoomOut;
            for moves in [Command::RowDown, Command::PanRight] {
                assert_eq!(now.after(moves, None) == Some(now), !is_moved, "{moves:?}");
            }
            let list = Some(LayerKind::Inbox);
            assert_eq!(now.after(Command::ListDown, list), Some(now));
            tour = now.after(step.command, None);
        }
        assert_eq!(tour, None);
    }

    #[test]
    fn help_shows_where_one_is_and_comes_back() {
        let tour = Tour { step: 2 };
        assert_eq!(tour.after(Command::Help, None), Some(tour));
        assert_eq!(
            tour.after(Command::Close, Some(LayerKind::Help)),
            Some(tour)
        );
        assert_eq!(tour.after(Command::Quit, Some(LayerKind::Help)), None);
        let keymap = Keymap::built_in();
        let overview = tour.overview(&keymap);
        assert_eq!(overview.title, "The tour: step 3 of 7");
        let marked = |at: usize| overview.keys[at].keys.split_whitespace().last();
        assert_eq!([0, 1, 2].map(marked), ["done", "done", "here"].map(Some));
        let last = Tour {
            step: STEPS.len() - 1,
        };
        for row in &last.overview(&keymap).keys[..STEPS.len() - 1] {
            assert!(row.keys.ends_with(" done"), "{row:?}");
        }
        for step in 0..STEPS.len() {
            let card = Tour { step }.card(&keymap);
            assert!(!card.next.keys.is_empty());
            // The line must fit into 80 columns.
            assert!(card.seen.chars().count() <= 78, "{}", card.seen);
        }
    }
}
