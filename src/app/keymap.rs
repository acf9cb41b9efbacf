//! The key map: which keys mean which command, by context.
//!
//! The default comes from `assets/keymap.toml`. A configuration replaces the keys of the commands that it
//! names, and takes these keys from other commands. The help, the hints and docs/keys.md are made from the
//! same map.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::command::{Command, Context, Group};
use super::key::{Key, KeyError};

/// The built-in key map.
const DEFAULT: &str = include_str!("../../assets/keymap.toml");

/// What keys typed so far mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// The keys mean this command.
    Command(Command),
    /// The keys are the beginning of a chord.
    Pending,
    /// The keys mean nothing.
    None,
}

/// Why a key map cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum KeymapError {
    /// An unknown table.
    #[error("[keys.{table}] is no table of keys; there are keys.main, keys.list, keys.prompt")]
    Table {
        /// Its name.
        table: String,
    },
    /// No command has this name.
    #[error("no command is called {name}")]
    Command {
        /// The name.
        name: String,
    },
    /// A command in the table of another context.
    #[error("{name} belongs into [keys.{table}]")]
    Context {
        /// The command.
        name: &'static str,
        /// Its table.
        table: &'static str,
    },
    /// The value is not a list of keys.
    #[error("the keys of {name} must be a list of strings")]
    Keys {
        /// The command.
        name: String,
    },
    /// A text in the list is not a key.
    #[error("bad keys of {name}")]
    Key {
        /// The command.
        name: String,
        /// What is wrong.
        #[source]
        source: KeyError,
    },
}

/// A conflict between keys in a key map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// The file wants the same keys for two commands, or keys that begin with those of another command.
    Wanted {
        /// The keys that are not bound.
        keys: String,
        /// The command that does not get these keys.
        lost: Command,
        /// The keys that conflict with them; they may be the same.
        by: String,
        /// The command that keeps the conflicting keys.
        kept: Command,
    },
    /// The file gives the last keys of a command that it does not name to another command.
    Taken {
        /// The keys.
        keys: Vec<String>,
        /// The command that has no keys any more.
        from: Command,
    },
}

impl std::fmt::Display for Conflict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wanted {
                keys,
                lost,
                by,
                kept,
            } => {
                let (lost, kept) = (lost.name(), kept.name());
                if keys == by {
                    write!(f, "{keys} is wanted by {kept} and {lost}; it means {kept}")
                } else if kept == lost {
                    let why = "one begins with the other";
                    write!(f, "{keys} cannot mean {lost} beside {by}: {why}")
                } else {
                    let why = "one begins with the other";
                    write!(f, "{keys} cannot mean {lost} beside {by} for {kept}: {why}")
                }
            }
            Self::Taken { keys, from } => {
                let (keys, from) = (keys.join(" and "), from.name());
                write!(f, "{keys} was {from}'s, which has no key now")
            }
        }
    }
}

/// A key map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keymap {
    /// Every binding, by context and keys.
    bound: BTreeMap<(Context, Vec<Key>), Command>,
    /// The keys of each command in the order of the file.
    keys: BTreeMap<Command, Vec<Vec<Key>>>,
    conflicts: Vec<Conflict>,
}

impl Keymap {
    /// Returns the built-in key map.
    pub fn built_in() -> Self {
        // A test reads the file. If it is broken nevertheless, the viewer opens without keys.
        match toml::from_str(DEFAULT) {
            Ok(table) => {
                let mut map = Self::default();
                for error in map.apply(&table) {
                    tracing::error!("built-in key map: {error}");
                }
                map
            }
            Err(error) => {
                tracing::error!("built-in key map: {error}");
                Self::default()
            }
        }
    }

    /// Reads a key map over this one, as [`Self::apply`] does.
    pub fn apply_text(&mut self, text: &str) -> Result<Vec<KeymapError>, toml::de::Error> {
        Ok(self.apply(&toml::from_str(text)?))
    }

    /// Applies the tables of a key map over this one: each command that the tables name loses its keys and
    /// gets theirs. Returns the errors; a command with an error in its entry keeps its keys.
    pub fn apply(&mut self, tables: &toml::Table) -> Vec<KeymapError> {
        let (mut named, mut wrong) = (Vec::new(), Vec::new());
        for (table, commands) in tables {
            let mut contexts = Context::ALL.into_iter();
            let context = contexts.find(|context| context.name() == table);
            let (Some(context), Some(commands)) = (context, commands.as_table()) else {
                wrong.push(KeymapError::Table {
                    table: table.clone(),
                });
                continue;
            };
            for (name, value) in commands {
                match named_keys(context, name, value) {
                    Ok(one) => named.push(one),
                    Err(error) => wrong.push(error),
                }
            }
        }
        for (command, _) in &named {
            self.unbind(*command);
        }
        let mut fresh: BTreeMap<(Context, Vec<Key>), Command> = BTreeMap::new();
        let mut taken: BTreeMap<Command, Vec<String>> = BTreeMap::new();
        for (command, all) in named {
            for keys in all {
                for (loser, bound) in self.bind(command, keys, &mut fresh) {
                    let keys = Key::print_all(&bound);
                    taken.entry(loser).or_default().push(keys);
                }
            }
        }
        for (from, keys) in taken {
            if self.keys(from).is_empty() {
                self.conflicts.push(Conflict::Taken { keys, from });
            }
        }
        wrong
    }

    fn unbind(&mut self, command: Command) {
        self.keys.remove(&command);
        self.bound.retain(|_, bound| *bound != command);
    }

    /// Binds keys and returns which commands lose which keys by that. `fresh` is what the same file has bound
    /// so far: these bindings win, and a conflict is noted.
    fn bind(
        &mut self,
        command: Command,
        keys: Vec<Key>,
        fresh: &mut BTreeMap<(Context, Vec<Key>), Command>,
    ) -> Vec<(Command, Vec<Key>)> {
        let context = command.context();
        let clash = fresh.iter().find(|((other, bound), _)| {
            *other == context && (bound.starts_with(&keys) || keys.starts_with(bound))
        });
        if let Some(((_, by), &kept)) = clash {
            // The same keys twice for the same command are no conflict.
            if kept != command || *by != keys {
                self.conflicts.push(Conflict::Wanted {
                    keys: Key::print_all(&keys),
                    lost: command,
                    by: Key::print_all(by),
                    kept,
                });
            }
            return Vec::new();
        }
        let taken: Vec<Vec<Key>> = self
            .bound
            .keys()
            .filter(|(other, bound)| {
                *other == context && (bound.starts_with(&keys) || keys.starts_with(bound))
            })
            .map(|(_, bound)| bound.clone())
            .collect();
        let mut losers = Vec::new();
        for bound in taken {
            if let Some(loser) = self.bound.remove(&(context, bound.clone())) {
                if let Some(list) = self.keys.get_mut(&loser) {
                    list.retain(|keys| *keys != bound);
                }
                if loser != command {
                    losers.push((loser, bound));
                }
            }
        }
        fresh.insert((context, keys.clone()), command);
        self.keys.entry(command).or_default().push(keys.clone());
        self.bound.insert((context, keys), command);
        losers
    }

    /// Returns what the keys typed so far mean in a context.
    pub fn lookup(&self, context: Context, keys: &[Key]) -> Lookup {
        let from = (context, keys.to_vec());
        match self.bound.range(from..).next() {
            Some(((found, bound), command)) if *found == context && bound == keys => {
                Lookup::Command(*command)
            }
            Some(((found, bound), _)) if *found == context && bound.starts_with(keys) => {
                Lookup::Pending
            }
            _ => Lookup::None,
        }
    }

    /// Returns the keys of a command in the order of the map; labels show the first ones.
    pub fn keys(&self, command: Command) -> &[Vec<Key>] {
        self.keys.get(&command).map_or(&[], Vec::as_slice)
    }

    /// Returns the first keys of a command as people write them, empty if it has none.
    pub fn label(&self, command: Command) -> String {
        self.keys(command)
            .first()
            .map_or_else(String::new, |keys| label(keys))
    }

    /// Returns all keys of a command as people write them.
    pub fn labels(&self, command: Command) -> Vec<String> {
        self.keys(command).iter().map(|keys| label(keys)).collect()
    }

    /// Returns the conflicts: keys wanted by several commands of one file, and commands without keys left.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Returns the map as the tables of a configuration file.
    pub fn to_toml(&self) -> String {
        let mut text = String::from("# The keys of perfetty; see docs/keys.md.\n");
        for context in Context::ALL {
            // Writing to a string cannot fail.
            let _ok = write!(text, "\n[keys.{}]\n", context.name());
            for &command in Command::ALL.iter().filter(|c| c.context() == context) {
                let keys: Vec<String> = self
                    .keys(command)
                    .iter()
                    .map(|keys| quoted(&Key::print_all(keys)))
                    .collect();
                let _ok = writeln!(text, "{} = [{}]", command.name(), keys.join(", "));
            }
        }
        text
    }

    /// Returns the map as text for people.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (group, commands) in groups() {
            let _ok = writeln!(text, "{}", group.title());
            for command in commands {
                let keys = self.labels(command).join("  ");
                let _ok = writeln!(
                    text,
                    "  {keys:<22} {:<18} {}",
                    command.name(),
                    command.doc()
                );
            }
            text.push('\n');
        }
        let _ok = writeln!(text, "Mouse");
        for (way, what) in MOUSE {
            let _ok = writeln!(text, "  {way:<41} {what}");
        }
        text
    }

    /// Returns the map as a Markdown page.
    pub fn to_markdown(&self) -> String {
        let mut text = String::from(
            "# Keys\n\nMade by `perfetty keys --default --format md`; the configuration can change every key.\n",
        );
        for (group, commands) in groups() {
            let _ok = write!(
                text,
                "\n## {}\n\n| keys | command | what it does |\n|---|---|---|\n",
                group.title()
            );
            for command in commands {
                let keys: Vec<String> = self
                    .labels(command)
                    .iter()
                    .map(|keys| format!("`{}`", keys.replace('|', "\\|")))
                    .collect();
                let _ok = writeln!(
                    text,
                    "| {} | {} | {} |",
                    keys.join(" "),
                    command.name(),
                    command.doc()
                );
            }
        }
        text.push_str("\n## Mouse\n\n| mouse | what it does |\n|---|---|\n");
        for (way, what) in MOUSE {
            let _ok = writeln!(text, "| {way} | {what} |");
        }
        text
    }
}

/// What the mouse does, which no configuration changes.
pub const MOUSE: [(&str, &str); 13] = [
    (
        "click",
        "Select what is there, go to a tab or row, press a key, list what the title counts",
    ),
    ("double click", "Zoom to what is there"),
    ("drag on tracks", "Select an area"),
    ("drag on the ruler", "Pan"),
    ("middle-, Shift-drag", "Pan"),
    ("drag on the strip", "Move the window"),
    ("drag on the tabs", "Give the details more or fewer lines"),
    ("wheel on tracks", "Zoom around the pointer"),
    ("Alt-, Shift-wheel", "Pan"),
    ("wheel on names", "Scroll the rows"),
    ("click on a name", "Open or close it"),
    ("click on an arrow", "Go along it"),
    ("click on a flag", "Go to the mark or note"),
];

/// Returns each group with its commands, in the order of the help.
pub fn groups() -> Vec<(Group, Vec<Command>)> {
    let mut groups: Vec<(Group, Vec<Command>)> = Vec::new();
    for &command in Command::ALL {
        match groups.last_mut() {
            Some((group, commands)) if *group == command.group() => commands.push(command),
            _ => groups.push((command.group(), vec![command])),
        }
    }
    groups
}

/// Writes a TOML string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ok = write!(quoted, "\\U{:08x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

fn label(keys: &[Key]) -> String {
    keys.iter()
        .map(|key| key.label())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Reads the keys of a command, which must belong to the table of this context.
fn named_keys(
    context: Context,
    name: &str,
    value: &toml::Value,
) -> Result<(Command, Vec<Vec<Key>>), KeymapError> {
    let command =
        Command::from_name(name).ok_or_else(|| KeymapError::Command { name: name.into() })?;
    if command.context() != context {
        return Err(KeymapError::Context {
            name: command.name(),
            table: command.context().name(),
        });
    }
    Ok((command, chords(name, value)?))
}

fn chords(name: &str, value: &toml::Value) -> Result<Vec<Vec<Key>>, KeymapError> {
    let wrong = || KeymapError::Keys { name: name.into() };
    let list = value.as_array().ok_or_else(wrong)?;
    let mut chords = Vec::with_capacity(list.len());
    for item in list {
        let text = item.as_str().ok_or_else(wrong)?;
        let bad = |source| KeymapError::Key {
            name: name.into(),
            source,
        };
        let keys = Key::parse_all(text).map_err(bad)?;
        if keys.is_empty() {
            return Err(bad(KeyError::Empty));
        }
        chords.push(keys);
    }
    Ok(chords)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<Key> {
        Key::parse_all(text).unwrap()
    }

    /// Applies a key map and returns what is wrong with it.
    fn apply(map: &mut Keymap, text: &str) -> Vec<String> {
        let wrong = map.apply_text(text).unwrap();
        wrong.iter().map(KeymapError::to_string).collect()
    }

    #[test]
    fn the_built_in_map_has_no_conflict_and_names_known_commands() {
        let mut map = Keymap::default();
        assert_eq!(apply(&mut map, DEFAULT), [""; 0]);
        assert_eq!(map.conflicts(), []);
        assert_eq!(
            map.lookup(Context::Main, &keys("n")),
            Lookup::Command(Command::FindNext)
        );
        let free = [
            Command::ExpandAll,
            Command::CollapseAll,
            Command::PinFiltered,
            Command::UnpinAll,
            Command::ShowHidden,
            Command::ClearFilter,
            Command::SaveWorkspace,
            Command::Workspaces,
            Command::RemoveWorkspace,
            Command::CounterMode,
            Command::SearchHits,
            Command::GoToTime,
            Command::Logs,
            Command::KernelEvents,
            Command::SlowFlows,
            Command::ChromiumFrames,
            Command::Cujs,
            Command::Startups,
            Command::Anrs,
            Command::LongTasks,
            Command::Interactions,
            Command::AreaReport,
            Command::FlameGraph,
            Command::KeepArea,
            Command::CompareArea,
            Command::Marks,
            Command::CopyTimestamp,
            Command::CopyArgs,
            Command::CopyLink,
            Command::CancelLoad,
            Command::ToggleTheme,
            Command::Tour,
            Command::Legend,
        ];
        for &command in Command::ALL {
            assert_eq!(
                map.keys(command).is_empty(),
                free.contains(&command),
                "{command:?}"
            );
        }
    }

    #[test]
    fn chords_wait_for_their_last_key() {
        let mut map = Keymap::built_in();
        apply(&mut map, "[main]\nfit-all = [\"gg\", \"0\"]");
        assert_eq!(map.lookup(Context::Main, &keys("g")), Lookup::Pending);
        assert_eq!(
            map.lookup(Context::Main, &keys("gg")),
            Lookup::Command(Command::FitAll)
        );
        assert_eq!(map.lookup(Context::Main, &keys("gx")), Lookup::None);
    }

    #[test]
    fn a_configuration_takes_keys_and_its_own_conflicts_are_told() {
        let mut map = Keymap::built_in();
        apply(&mut map, "[main]\nzoom-in = [\"J\"]");
        assert_eq!(
            map.lookup(Context::Main, &keys("J")),
            Lookup::Command(Command::ZoomIn)
        );
        assert_eq!(map.lookup(Context::Main, &keys("w")), Lookup::None);
        assert!(map.keys(Command::Inbox).is_empty());
        let told = |text: &str| {
            let mut map = Keymap::built_in();
            apply(&mut map, text);
            let told = map.conflicts().iter().map(Conflict::to_string);
            told.collect::<Vec<_>>()
        };
        assert_eq!(
            told("[main]\nzoom-in = [\"o\"]\nzoom-out = [\"ox\"]"),
            ["ox cannot mean zoom-out beside o for zoom-in: one begins with the other"]
        );
        assert_eq!(
            told("[main]\nzoom-in = [\"o\"]\nzoom-out = [\"o\"]"),
            ["o is wanted by zoom-in and zoom-out; it means zoom-in"]
        );
        assert_eq!(
            told("[main]\nzoom-in = [\"ox\", \"o\", \"ox\"]"),
            ["o cannot mean zoom-in beside ox: one begins with the other"]
        );
        // A command that loses its last keys is a conflict, unless the file says so itself.
        let taken = "[main]\nzoom-in = [\"s\"]";
        assert_eq!(told(taken), ["s was zoom-out's, which has no key now"]);
        assert_eq!(told(&format!("{taken}\nzoom-out = []")), [""; 0]);
        assert_eq!(told(&format!("{taken}\nzoom-out = [\"w\"]")), [""; 0]);
        assert_eq!(told("[main]\nzoom-in = [\"a\"]"), [""; 0]);
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |text: &str| apply(&mut Keymap::built_in(), text).join("; ");
        assert_eq!(error("[main]\nzoom = [\"w\"]"), "no command is called zoom");
        assert_eq!(
            error("[main]\naccept = [\"w\"]"),
            "accept belongs into [keys.prompt]"
        );
        assert_eq!(
            error("[base]\n"),
            "[keys.base] is no table of keys; there are keys.main, keys.list, keys.prompt"
        );
        assert_eq!(error("[main]\nzoom-in = [\"<q\"]"), "bad keys of zoom-in");
        assert_eq!(error("[main]\nzoom-in = [\"\"]"), "bad keys of zoom-in");
    }

    #[test]
    fn what_is_right_holds_beside_what_is_wrong() {
        let mut map = Keymap::built_in();
        let zoom_out = map.labels(Command::ZoomOut);
        let text = "[main]\nzoom-in = [\"J\"]\nzoom-out = [\"<zz>\", \"9\"]\nfoo = [\"x\"]\n\
                    fit-all = [\"K\"]\n[base]\n";
        assert_eq!(apply(&mut map, text).len(), 3);
        assert_eq!(map.label(Command::ZoomIn), "J");
        assert_eq!(map.label(Command::FitAll), "K");
        assert_eq!(map.labels(Command::ZoomOut), zoom_out);
    }
}
