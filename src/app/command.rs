//! Commands: everything that a key, the palette or the mouse can ask for.
//!
//! The enum is closed and each variant has a stable kebab-case name, which the
//! key map, the configuration and the palette use. What a command does is in
//! `app/update/`; which keys it has is in `assets/keymap.toml`.

mod other_words;

/// In which part of the key map keys are looked up; the top layer decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// The timeline.
    Main,
    /// A list, table or page over the timeline.
    List,
    /// Text that is being typed.
    Prompt,
}

impl Context {
    /// All contexts in the order of the key map.
    pub const ALL: [Self; 3] = [Self::Main, Self::List, Self::Prompt];

    /// Returns the name of the context's table in the key map.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::List => "list",
            Self::Prompt => "prompt",
        }
    }
}

/// A group of commands under one heading of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Moving the window in time, and the rows.
    Move,
    /// Selecting.
    Select,
    /// Tracks.
    Tracks,
    /// Finding.
    Find,
    /// Jank.
    Jank,
    /// Flows.
    Flows,
    /// Areas, marks, notes and copying.
    Work,
    /// The screen.
    Screen,
    /// Commands that work whatever layer is on top.
    Everywhere,
    /// Lists.
    Lists,
    /// Typing.
    Typing,
}

impl Group {
    /// Returns the heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Move => "Moving",
            Self::Select => "Selecting",
            Self::Tracks => "Tracks",
            Self::Find => "Finding",
            Self::Jank => "Jank",
            Self::Flows => "Flows",
            Self::Work => "Areas, marks, copying",
            Self::Screen => "Screen",
            Self::Everywhere => "Everywhere",
            Self::Lists => "In lists",
            Self::Typing => "While typing",
        }
    }

    /// Returns the context of the group's keys.
    pub const fn context(self) -> Context {
        match self {
            Self::Lists => Context::List,
            Self::Typing => Context::Prompt,
            _ => Context::Main,
        }
    }
}

macro_rules! commands {
    ($($family:ident in $group:ident { $($variant:ident $name:literal $hint:literal $doc:literal;)* })*) => {
        /// A command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Command {
            $($(#[doc = $doc] $variant,)*)*
        }

        /// The commands of one file below `app/update/`: a command without an arm there does not compile.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Family {
            $(#[doc = concat!("[`family::", stringify!($family), "`].")] $family(family::$family),)*
        }

        /// The commands of each family.
        pub mod family {
            $(
                #[doc = concat!("Commands under the heading of [`Group::", stringify!($group), "`](super::Group).")]
                #[derive(Clone, Copy, Debug, PartialEq, Eq)]
                pub enum $family {
                    $(#[doc = $doc] $variant,)*
                }
            )*
        }

        $(
            impl From<family::$family> for Command {
                fn from(command: family::$family) -> Self {
                    match command { $(family::$family::$variant => Self::$variant,)* }
                }
            }
        )*

        impl Command {
            /// All commands in the order of the help.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// Returns the stable name.
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$variant => $name,)*)* }
            }

            /// Returns a word or two for the hints.
            pub const fn hint(self) -> &'static str {
                match self { $($(Self::$variant => $hint,)*)* }
            }

            /// Returns what the command does, in a sentence without a full stop.
            pub const fn doc(self) -> &'static str {
                match self { $($(Self::$variant => $doc.trim_ascii(),)*)* }
            }

            /// Returns the group in the help.
            pub const fn group(self) -> Group {
                match self { $($(Self::$variant => Group::$group,)*)* }
            }

            /// Returns the command as one of its family.
            pub const fn family(self) -> Family {
                match self {
                    $($(Self::$variant => Family::$family(family::$family::$variant),)*)*
                }
            }
        }
    };
}

commands! {
    Move in Move {
        ZoomIn "zoom-in" "zoom in" "Zoom in";
        ZoomOut "zoom-out" "zoom out" "Zoom out";
        PanLeft "pan-left" "left" "Go back in time";
        PanRight "pan-right" "right" "Go forward in time";
        PanLeftPage "pan-left-page" "page left" "Go back by most of the window";
        PanRightPage "pan-right-page" "page right" "Go forward by most of the window";
        PanLeftColumn "pan-left-column" "column left" "Go back by one column";
        PanRightColumn "pan-right-column" "column right" "Go forward by one column";
        RowUp "row-up" "up" "Go to the row above";
        RowDown "row-down" "down" "Go to the row below";
        PageUp "page-up" "page up" "Scroll up by a page";
        PageDown "page-down" "page down" "Scroll down by a page";
        FirstRow "first-row" "first row" "Go to the first row";
        LastRow "last-row" "last row" "Go to the last row";
        TraceStart "trace-start" "start" "Go to the start of the trace";
        TraceEnd "trace-end" "end" "Go to the end of the trace";
        FitAll "fit-all" "fit all" "Show the whole trace";
        Back "back" "back" "Go back to the previous view and selection";
        Forward "forward" "forward" "Go forward again after going back";
    }
    Select in Select {
        NextSlice "next-slice" "next slice" "Select the next slice on the track";
        PrevSlice "prev-slice" "previous slice" "Select the previous slice on the track";
        Parent "parent" "parent" "Select the slice around the selected one";
        LongestChild "longest-child" "longest child" "Select the longest slice inside the selected one";
        Focus "focus" "focus" "Centre the selection, then zoom to it";
        Open "open" "open" "Select what is under the cursor, or follow what is selected";
    }
    Tracks in Tracks {
        Toggle "toggle" "open or close" "Expand or collapse the group, show all rows of a deep track, or give a counter more lines";
        ExpandLevel "expand-level" "expand" "Expand one more level of all groups";
        CollapseLevel "collapse-level" "collapse" "Collapse the deepest open level of all groups";
        ExpandAll "expand-all" "expand all" "Expand all groups";
        CollapseAll "collapse-all" "collapse all" "Collapse all groups";
        Pin "pin" "pin" "Pin the track under the cursor to the top, or unpin it";
        PinFiltered "pin-filtered" "pin filtered" "Pin tracks by pattern: all that the track filter shows, and clear the filter";
        UnpinAll "unpin-all" "unpin all" "Unpin all tracks";
        Hide "hide" "hide" "Hide the track under the cursor";
        ShowHidden "show-hidden" "show hidden" "Show all hidden tracks again";
        FilterTracks "filter-tracks" "filter tracks" "Show only tracks that have one of the texts a, b in their path, or match re:PATTERN";
        ClearFilter "clear-filter" "clear filter" "Show all tracks again";
        HalfHeight "half-height" "half height" "Draw two depths in each row";
        CounterMode "counter-mode" "counter mode" "Draw the counter under the cursor, or those of its group, as value, change, rate or logarithm";
    }
    Workspaces in Tracks {
        SaveWorkspace "workspace-save" "save workspace" "Save what is pinned, hidden, open and filtered under a name";
        Workspaces "workspaces" "workspaces" "Change to a saved workspace";
        RemoveWorkspace "workspace-remove" "remove workspace" "Remove a saved workspace";
    }
    Find in Find {
        Search "search" "search" "Search names, arguments of slices, threads, counters, and ids, also of flows";
        SearchHits "search-hits" "list hits" "List what the search found";
        SameName "same-name" "same name" "Search for slices with the name of the selected one, or with another number in it";
        FindNext "find-next" "next" "Go to the next janky frame, or search hit after a search";
        FindPrev "find-prev" "previous" "Go to the previous janky frame or search hit";
        Palette "palette" "commands" "Choose a command by name";
        FindTrack "find-track" "find track" "Go to a track by name";
        Sql "sql" "SQL" "Run an SQL query";
        GoToTime "go-to-time" "go to time" "Go to a time: 12.3s, +5ms from here, or as the ruler writes it";
        Logs "logs" "log" "List the log; level:W in its filter is that level and above";
        KernelEvents "ftrace" "kernel events" "List the kernel events (ftrace)";
    }
    Jank in Jank {
        Inbox "jank-inbox" "jank inbox" "List the janky frames, worst first, or those of Chromium";
        ChromiumFrames "chromium-frames" "Chromium's frames" "List Chromium's frames that were dropped or shown without a part, and its janky scrolls";
        Cujs "cujs" "CUJs" "List the critical user journeys that Android marks, with their janky frames";
        Startups "startups" "app starts" "List the starts of Android apps, each with its first frame; the lens says where the time went";
        Anrs "anrs" "ANRs" "List the Android apps that did not respond; the lens says what the main thread did meanwhile";
        LongTasks "long-tasks" "long tasks" "List what kept a main thread busy for 50 ms or longer; the lens says with what";
        Interactions "interactions" "interactions" "List the clicks, taps and keys of Chromium's pages, the slowest first; the lens says what the main thread did";
        Lens "frame-lens" "frame lens" "Show why the selected frame was late, or where the time of what a thread did went";
    }
    Flows in Flows {
        FollowFlow "follow-flow" "follow flow" "Go along the focused flow, or on from a wait or a wake-up to the run";
        FollowFlowBack "follow-flow-back" "flow back" "Go back along the focused flow, or to who woke the thread or took its CPU";
        NextFlow "next-flow" "other flow" "Focus the next flow of the selected slice; in the ladder, take the next branch";
        PrevFlow "prev-flow" "other flow" "Focus the previous flow of the selected slice, or branch of the ladder; many terminals send Esc for Ctrl-[";
        WidenFlows "widen-flows" "more hops" "Show flows one hop further";
        NarrowFlows "narrow-flows" "fewer hops" "Show flows one hop less far";
        FlowCategories "flow-categories" "categories" "Choose the categories of flows to show";
        Ladder "ladder" "ladder" "Show the chain of flows through the selected slice";
        Peek "peek" "peek" "Show a hidden target of the focused flow, or the waker, for now";
        SlowFlows "slow-flows" "slow flows" "List the slowest flows by pair of names";
    }
    Areas in Work {
        StartArea "start-area" "area" "Start an area selection at the cursor, or end it";
        AreaFromSlice "area-from-slice" "as area" "Turn the selected slice into an area; again for all tracks";
        AreaAll "area-all" "all" "Select the whole window on this track; again, or of an area, all tracks";
        AreaReport "area-report" "aggregates" "List the aggregates of the selected area, all of them";
        FlameGraph "flame-graph" "flame graph" "Show the stacks of the selected area or slice as a tree with bars: of slices, or of samples";
        KeepArea "keep-area" "keep" "Keep the selected area to compare others with";
        CompareArea "compare-area" "compare" "Compare the selected area with the one that was kept";
    }
    Marks in Work {
        SetMark "set-mark" "set mark" "Set the mark named by the next key; where it is already, remove it";
        GoToMark "go-to-mark" "go to mark" "Go to the mark named by the next key; again, list marks and notes";
        Marks "marks" "marks" "List marks and notes";
        Note "note" "note" "Write a note at the selection or the cursor; emptied, it is deleted";
        Measure "measure" "measure" "Set marker A, then B, then none";
    }
    Copy in Work {
        CopyName "copy-name" "copy name" "Copy the name of the selection; in a list, its row";
        CopyCommand "copy-command" "copy command" "Copy the command that shows this view";
        CopyTimestamp "copy-timestamp" "copy time" "Copy the timestamp of the selection";
        CopyArgs "copy-args" "copy args" "Copy the arguments of the selected slice";
        CopyLink "copy-link" "copy link" "Copy a link to this view in the web UI";
    }
    Screen in Screen {
        TimeFormat "time-format" "time format" "Show times in the next format";
        Details "details" "details" "Show the details below the tracks, right of them on a wide screen, or not at all";
        TabSelection "tab-selection" "selection" "Show the selection in the details; again to list where it leads";
        TabWhy "tab-why" "why" "Show why: of a frame, a slice, a state or a sample; again to list the evidence";
        TabFlows "tab-flows" "flows" "Show the flows in the details; again to list them";
        TabArgs "tab-args" "arguments" "Show the arguments in the details; again to search for the value of one";
        TabStates "tab-states" "states" "Show the thread states in the details; again to list the longest";
        TabSql "tab-sql" "SQL result" "Show the last SQL result in the details; again to list it";
        DetailsUp "details-up" "scroll details" "Scroll the details up";
        DetailsDown "details-down" "scroll details" "Scroll the details down";
        DetailsTaller "details-taller" "details" "Give the details below the tracks a line more";
        DetailsShorter "details-shorter" "details" "Give the details below the tracks a line less";
        Issues "issues" "issues" "List what could not be imported";
        CancelLoad "cancel-load" "stop loading" "Stop loading and keep what is there";
        ToggleTheme "toggle-theme" "theme" "Change between dark and light";
        Tour "tour" "tour" "Take the tour of the demo";
    }
    Everywhere in Everywhere {
        ToggleMouse "toggle-mouse" "mouse" "Give the mouse to the terminal, or take it back";
        ToggleMeter "toggle-meter" "meter" "Show what each frame costs";
        Redraw "redraw" "redraw" "Draw the whole screen again";
        Suspend "suspend" "suspend" "Suspend to the shell";
        Help "help" "keys" "Show the keys";
        Legend "legend" "legend" "Show what colours and letters mean";
        Close "close" "close" "Close what is on top; quit when nothing is";
        Escape "escape" "cancel" "Leave a pending key, what is on top, the search or the selection";
        Quit "quit" "quit" "Quit";
    }
    Lists in Lists {
        ListDown "list-down" "down" "Go to the next row";
        ListUp "list-up" "up" "Go to the previous row";
        ListPageDown "list-page-down" "page down" "Go down by a page";
        ListPageUp "list-page-up" "page up" "Go up by a page";
        ListFirst "list-first" "first" "Go to the first row";
        ListLast "list-last" "last" "Go to the last row";
        ListLeft "list-left" "columns left" "Scroll a table back by a column";
        ListRight "list-right" "columns right" "Scroll a table on by a column";
        ListGo "list-go" "go" "Go to what the row shows";
        ListWalk "list-walk" "walk" "Go to what the row shows; n and N then walk all rows, which the ruler marks";
        ListFilter "list-filter" "filter" "Filter the rows as you type: words, who:feed, late>5ms, !without";
        ListSort "list-sort" "sort" "Sort by the next column";
        ListReverse "list-reverse" "reverse" "Turn the order of the rows round";
        ListGroup "list-group" "group" "Group the rows by the next column; of an area, show its next list";
        ListTrack "list-track" "track" "Show the rows of a query as tracks of their own; again takes them off";
        ListExport "list-export" "export" "Write the rows to a file: times in ns, whole numbers";
        ListLens "list-lens" "why" "Show the frame lens of the row";
        ListBranch "list-branch" "branch" "Follow another branch of the ladder; show a branch or a category alone";
        ListCallers "list-callers" "callers" "Show what called the function of the row, or what slices of its name lie in";
        ListToggle "list-toggle" "toggle" "Switch the row on or off";
        Pick1 "pick-1" "pick" "Go to row 1";
        Pick2 "pick-2" "pick" "Go to row 2";
        Pick3 "pick-3" "pick" "Go to row 3";
        Pick4 "pick-4" "pick" "Go to row 4";
        Pick5 "pick-5" "pick" "Go to row 5";
        Pick6 "pick-6" "pick" "Go to row 6";
        Pick7 "pick-7" "pick" "Go to row 7";
        Pick8 "pick-8" "pick" "Go to row 8";
        Pick9 "pick-9" "pick" "Go to row 9";
    }
    Prompt in Typing {
        Accept "accept" "go" "Do it";
        AcceptKeep "accept-keep" "keep" "Do it and keep the result in the details; of a search, list the hits";
        Cancel "cancel" "cancel" "Leave without doing it";
        ChoiceUp "choice-up" "up" "Go to the row above, or to older input";
        ChoiceDown "choice-down" "down" "Go to the row below, or to newer input";
        Complete "complete" "complete" "Complete the word";
        NextMode "next-mode" "mode" "Search for plain text, a regular expression or fuzzily";
        SearchScope "search-scope" "scope" "Search in the selected area or slice only, or everywhere";
    }
    Edit in Typing {
        CaretLeft "caret-left" "left" "Move the caret left";
        CaretRight "caret-right" "right" "Move the caret right";
        CaretStart "caret-start" "start" "Move the caret to the start";
        CaretEnd "caret-end" "end" "Move the caret to the end";
        DeleteBack "delete-back" "delete" "Delete the character before the caret";
        DeleteForward "delete-forward" "delete" "Delete the character after the caret";
        DeleteWord "delete-word" "delete word" "Delete the word before the caret";
        DeleteLine "delete-line" "clear" "Delete everything before the caret";
    }
}

impl Command {
    /// Returns the command with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|command| command.name() == name)
    }

    /// Returns the context in which the command's keys are looked up.
    pub const fn context(self) -> Context {
        self.group().context()
    }

    /// Returns whether the command works where a list is open. The palette has the commands of the list below it,
    /// and a list has a command line of its own to copy.
    pub fn works_over_lists(self) -> bool {
        self.context() == Context::List
            || self.group() == Group::Everywhere
            || matches!(self, Self::CopyName | Self::CopyCommand | Self::Palette)
    }

    /// Returns the row that a pick command chooses, from 0.
    pub fn picked(self) -> Option<usize> {
        let first = Self::Pick1 as usize;
        let last = Self::Pick9 as usize;
        let this = self as usize;
        (first..=last).contains(&this).then(|| this - first)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_kebab_case() {
        let names: BTreeSet<&str> = Command::ALL.iter().map(|c| c.name()).collect();
        assert_eq!(names.len(), Command::ALL.len());
        for &command in Command::ALL {
            assert_eq!(Command::from_name(command.name()), Some(command));
            let name = command.name();
            assert!(
                name.bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
                "{name}"
            );
            assert!(!command.doc().ends_with('.'), "{name}");
        }
    }

    #[test]
    fn picks_count_from_zero() {
        assert_eq!(Command::Pick1.picked(), Some(0));
        assert_eq!(Command::Pick9.picked(), Some(8));
        assert_eq!(Command::Accept.picked(), None);
    }
}
