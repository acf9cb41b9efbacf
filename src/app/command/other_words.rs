//! Words by which the palette finds a command besides its name and what is said of it: what Perfetto's own viewer
//! calls the same, and what people call it elsewhere.
//!
//! They are not shown. A few are better than many: each word also finds its command where it was typed for
//! another.

use super::Command;

impl Command {
    /// Returns the other words for a command, with a blank between them; empty for most.
    pub const fn other_words(self) -> &'static str {
        match self {
            Self::FitAll => "reset fullscreen",
            Self::Back => "undo",
            Self::Forward => "redo",
            Self::Search => "omnibox",
            Self::FindTrack => "finder jump",
            Self::Sql => "metrics debug track",
            Self::GoToTime => "jump timestamp",
            Self::Logs => "logcat",
            Self::Lens => "critical path blame",
            Self::FollowFlow => "arrow",
            Self::FollowFlowBack => "wakeup latency waker",
            Self::Inbox => "janks find",
            Self::CounterMode => "delta",
            Self::StartArea => "range",
            Self::AreaReport => "pivot table aggregation self time histogram",
            Self::FlameGraph => "flamegraph",
            Self::SetMark => "bookmark",
            Self::Note => "comment annotation flag",
            Self::Measure => "ruler distance",
            Self::CopyLink => "share permalink url",
            Self::TimeFormat => "timestamp duration settings options",
            Self::Details => "panel drawer sidebar",
            Self::Issues => "info stats errors metadata",
            Self::ToggleTheme => "mode scheme settings options",
            Self::Tour => "tutorial",
            Self::Help => "shortcuts hotkeys bindings",
            Self::Escape => "deselect unselect",
            Self::Quit => "exit",
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::app::keymap::Keymap;
    use crate::app::layer::rank::Rank;
    use crate::app::lists;
    use crate::model::builder::TraceBuilder;

    /// Returns the names of the commands that the palette offers.
    fn found(typed: &str) -> Vec<String> {
        let rank = Rank {
            source: Arc::new(lists::commands(&Keymap::built_in(), &[])),
            filter: typed.into(),
        };
        let trace = TraceBuilder::new().finish();
        let ranked = rank
            .run(&trace, &AtomicBool::new(false))
            .expect("not cancelled");
        let name = |text: &str| text.split(':').next().map(str::to_owned);
        ranked
            .rows
            .iter()
            .filter_map(|row| name(&row.text))
            .collect()
    }

    #[test]
    fn each_word_leads_to_a_command_of_the_palette() {
        for &command in Command::ALL {
            for word in command.other_words().split_whitespace() {
                let found = found(word);
                assert!(
                    found.iter().any(|name| name == command.name()),
                    "{word}: {found:?}"
                );
                // What is found already needs no other word.
                let text = format!("{}: {}", command.name(), command.doc());
                assert!(!text.to_lowercase().contains(word), "{word}: {text}");
            }
        }
    }

    #[test]
    fn what_other_viewers_call_it_is_the_first_that_is_found() {
        for (typed, command) in [
            ("exit", Command::Quit),
            ("timestamp format", Command::TimeFormat),
            ("share", Command::CopyLink),
            ("permalink", Command::CopyLink),
            ("dark mode", Command::ToggleTheme),
            ("deselect", Command::Escape),
            ("track finder", Command::FindTrack),
            ("critical path", Command::Lens),
            ("pivot table", Command::AreaReport),
            ("tutorial", Command::Tour),
            ("undo", Command::Back),
            ("settings", Command::TimeFormat),
            ("sidebar", Command::Details),
            ("metrics", Command::Sql),
            ("info", Command::Issues),
            ("hotkeys", Command::Help),
            ("janks", Command::Inbox),
            ("find janks", Command::Inbox),
            ("debug track", Command::Sql),
            ("delta", Command::CounterMode),
            ("wakeup latency", Command::FollowFlowBack),
            ("self time", Command::AreaReport),
            ("slice id", Command::Search),
            ("flag", Command::Note),
            ("metadata", Command::Issues),
        ] {
            let found = found(typed);
            let first = found.first().map(String::as_str);
            assert_eq!(first, Some(command.name()), "{typed}: {found:?}");
        }
    }
}
