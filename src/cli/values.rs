//! Describes how values of flags are written: times, patterns, selectors, keys.
//!
//! The man pages and docs/commands.md use these texts; `--help` has a short form, which is in `cli/help.rs`.

/// A kind of value.
#[derive(Debug)]
pub struct Value {
    /// The name in the descriptions of flags.
    pub name: &'static str,
    /// What the value may be; text to type is in backquotes.
    pub lines: &'static [&'static str],
}

/// All kinds of values.
pub const ALL: [Value; 5] = [
    Value {
        name: "TIME",
        lines: &[
            "`12.373s`, `4ms`, `10us`: so long after the start of the trace. A bare integer is a time of \
             the trace in nanoseconds; `end` is its end.",
        ],
    },
    Value {
        name: "DUR",
        lines: &["A number and a unit: ns, us, ms, s, m, h or d."],
    },
    Value {
        name: "RE",
        lines: &[
            "A regular expression, searched for in a name, or in the path of a track: its name after those \
             of the groups that it is in, with \" ‣ \" between them, such as \
             `com.example.feed 4242 ‣ main 4242`.",
        ],
    },
    Value {
        name: "SEL",
        lines: &[
            "`frame:TOKEN[@PID]`: the frame with this token.",
            "`name[N]:RE`, `name:RE`: the N-th slice, from 1 in order of time, whose name matches.",
            "`ts:NS[@RE]`: what is there at this time of the trace: the innermost slice, the sample or \
             the state, on the first track that matches.",
            "`track:RE`: the first track whose path matches.",
            "`row[N]:RE`, `row:RE`: selects nothing, but puts the keyboard on the N-th line of that track.",
            "`area:TIME+DUR[@RE]`: a span of time, on the tracks that match.",
            "`slice:ID`, `sample:ID`: the slice, or the row of `perf_sample`, with this id in SQL; ids may \
             change with the version of perfetty.",
        ],
    },
    Value {
        name: "KEYS",
        lines: &[
            "As they are typed, without separators: `jj<enter><c-o>`. Names stand in angle brackets, with \
             c-, a- and s- for Ctrl, Alt and Shift; `<lt>` is `<` itself.",
        ],
    },
];

/// Returns the kinds of values that the flags of a command take, including those that are part of others.
pub fn of(command: &clap::Command) -> Vec<&'static Value> {
    let names = command
        .get_arguments()
        .filter_map(clap::Arg::get_value_names);
    let names = names.flatten().flat_map(|name| {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        name.split(move |c| !is_letter(c))
    });
    let named: Vec<&str> = names.collect();
    let is_taken = |name: &str| {
        let is_part = named.contains(&"SEL") && name != "KEYS";
        is_part || named.contains(&name)
    };
    ALL.iter().filter(|value| is_taken(value.name)).collect()
}
