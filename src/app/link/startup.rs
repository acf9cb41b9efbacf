//! What a link wants to be done once its trace is open: commands of the web UI, as a list in JSON.
//!
//! `[{"id":"dev.perfetto.PinTracksByRegex","args":[".*CPU \\d+$"]}, …]`. Patterns are of names of tracks or, with a
//! second argument `path`, of paths whose names are joined by ` > `. Commands that the viewer has no counterpart for
//! are kept by their names, to be told.

use serde_json::Value;

/// More commands than this are not read.
const COMMANDS_MAX: usize = 64;
/// Longer names of commands are cut.
const ID_MAX: usize = 48;

/// What is done with tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// They are pinned.
    Pin,
    /// They are opened.
    Expand,
    /// They are closed.
    Collapse,
}

/// A command of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Startup {
    /// Changes tracks.
    Tracks {
        /// What is done.
        change: Change,
        /// A regular expression.
        pattern: String,
        /// Whether it is of paths instead of names.
        of_path: bool,
    },
    /// Runs SQL, of which nothing is shown.
    Run(String),
    /// Runs SQL and shows its rows.
    Show(String),
    /// Anything else, in words that are safe to show.
    Unknown(String),
}

/// Reads the commands of a link. What cannot be read is an [`Startup::Unknown`].
pub fn parse(json: &str) -> Vec<Startup> {
    let Ok(Value::Array(all)) = serde_json::from_str(json) else {
        return vec![Startup::Unknown("startupCommands, which is no list".into())];
    };
    let mut commands: Vec<Startup> = all.iter().take(COMMANDS_MAX).map(command).collect();
    let more = all.len().saturating_sub(COMMANDS_MAX);
    if more > 0 {
        let words = format!("{more} commands after the first {COMMANDS_MAX}");
        commands.push(Startup::Unknown(words));
    }
    commands
}

fn command(value: &Value) -> Startup {
    let Some(id) = value.get("id").and_then(Value::as_str) else {
        return Startup::Unknown("a command without an id".into());
    };
    let name = id.strip_prefix("dev.perfetto.").unwrap_or(id);
    let arg = |index: usize| value.get("args")?.get(index)?.as_str();
    let change = match name {
        "PinTracksByRegex" => Some(Change::Pin),
        "ExpandTracksByRegex" => Some(Change::Expand),
        "CollapseTracksByRegex" => Some(Change::Collapse),
        _ => None,
    };
    match (change, name, arg(0)) {
        (Some(change), _, Some(pattern)) => Startup::Tracks {
            change,
            pattern: pattern.to_owned(),
            of_path: arg(1) == Some("path"),
        },
        (_, "RunQuery", Some(sql)) => Startup::Run(sql.to_owned()),
        (_, "RunQueryAndShowTab", Some(sql)) => Startup::Show(sql.to_owned()),
        _ => Startup::Unknown(shown(name)),
    }
}

/// Returns the name of a command as it is told, which comes from whoever wrote the link.
fn shown(name: &str) -> String {
    let mut shown: String = name.chars().take(ID_MAX).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    let is_plain = |c: char| c.is_ascii_graphic() || c == '…';
    if !shown.is_empty() && shown.chars().all(is_plain) {
        shown
    } else {
        format!("{shown:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_with_their_arguments() {
        let json = r#"[
            {"id":"dev.perfetto.PinTracksByRegex","args":[".*CPU \\d+$"]},
            {"id":"dev.perfetto.ExpandTracksByRegex","args":["app > main","path"]},
            {"id":"dev.perfetto.CollapseTracksByRegex","args":[".*","name"]},
            {"id":"dev.perfetto.RunQuery","args":["include perfetto module a.b"]},
            {"id":"dev.perfetto.RunQueryAndShowTab","args":["select 1"]},
            {"id":"dev.perfetto.AddDebugSliceTrack","args":["select 1","t"]}
        ]"#;
        let tracks = |change, pattern: &str, of_path| Startup::Tracks {
            change,
            pattern: pattern.into(),
            of_path,
        };
        let all = [
            tracks(Change::Pin, r".*CPU \d+$", false),
            tracks(Change::Expand, "app > main", true),
            tracks(Change::Collapse, ".*", false),
            Startup::Run("include perfetto module a.b".into()),
            Startup::Show("select 1".into()),
            Startup::Unknown("AddDebugSliceTrack".into()),
        ];
        assert_eq!(parse(json), all);
    }

    #[test]
    fn what_cannot_be_read_is_told_in_words_that_are_safe_and_few() {
        let unknown = |json: &str| match &parse(json)[..] {
            [Startup::Unknown(words)] => words.clone(),
            other => panic!("{other:?}"),
        };
        for json in ["", "[", "{}", "7", &"[".repeat(100_000)] {
            assert_eq!(unknown(json), "startupCommands, which is no list");
        }
        for json in ["[1]", "[{}]", r#"[{"id":7}]"#, "[null]", "[[[]]]"] {
            assert_eq!(unknown(json), "a command without an id");
        }
        // The arguments are missing, or are none.
        for args in [
            "",
            r#","args":[]"#,
            r#","args":[7]"#,
            r#","args":{"0":"a"}"#,
        ] {
            let json = format!(r#"[{{"id":"dev.perfetto.PinTracksByRegex"{args}}}]"#);
            assert_eq!(unknown(&json), "PinTracksByRegex");
        }
        let control = unknown(r#"[{"id":"a\u001b[2J\u202eb"}]"#);
        assert_eq!(control, r#""a\u{1b}[2J\u{202e}b""#);
        let long = format!(r#"[{{"id":"{}"}}]"#, "x".repeat(100_000));
        assert!(unknown(&long).chars().count() < 60);
        let many = format!("[{}]", vec!["{}"; 100_000].join(","));
        assert_eq!(parse(&many).len(), COMMANDS_MAX + 1);
    }
}
