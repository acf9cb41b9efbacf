//! Macros: `CREATE PERFETTO MACRO`, and `name!(…)` where they are used.
//!
//! A macro is a piece of SQL with holes, put in place of its use before the
//! statement is understood. Nothing else is known about it: what is wrong with
//! the result is found where statements are.
//!
//! Trace processor's macros over lists exist too: `__intrinsic_token_apply!` uses a
//! macro once for each element of a list in parentheses.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::modules;
use super::statement::{Token, TokenKind, Wrong, tokens};

/// How deep macros may use each other.
const MAX_DEPTH: usize = 32;

/// How many uses a statement may have, those inside of macros included.
const MAX_USES: usize = 10_000;

/// How long a statement may become, which is also as long as SQLite takes it.
const MAX_LENGTH: usize = 4 << 20;

/// A macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Macro {
    /// Whether it may replace one of the same name.
    pub(super) replace: bool,
    /// Its name.
    pub(super) name: String,
    /// The names of its arguments.
    pub(super) args: Vec<String>,
    /// What it stands for, with `$name` where an argument goes.
    pub(super) body: String,
}

/// What a macro without a definition stands for, for the documentation and for use.
pub(super) struct Builtin {
    /// Its name and its only argument: `cast_int(value)`.
    pub(super) usage: &'static str,
    /// What it means.
    pub(super) doc: &'static str,
    body: &'static str,
}

/// The macros that exist without a definition.
pub(super) const BUILTIN: &[Builtin] = &[
    Builtin {
        usage: "cast_int!(value)",
        doc: "The value as an integer.",
        body: "CAST($value AS INT)",
    },
    Builtin {
        usage: "cast_double!(value)",
        doc: "The value as a floating point number.",
        body: "CAST($value AS REAL)",
    },
    Builtin {
        usage: "cast_string!(value)",
        doc: "The value as text.",
        body: "CAST($value AS TEXT)",
    },
];

/// The macros of a session.
#[derive(Debug)]
pub(super) struct Macros(BTreeMap<String, Macro>);

impl Macros {
    /// Returns those that exist without a definition.
    pub(super) fn new() -> Self {
        let builtin = BUILTIN.iter().map(|builtin| {
            let name = builtin.usage.split('!').next().unwrap_or_default();
            let defined = Macro {
                replace: false,
                name: name.to_owned(),
                args: vec![String::from("value")],
                body: builtin.body.to_owned(),
            };
            (defined.name.clone(), defined)
        });
        Self(builtin.collect())
    }

    /// Adds one. The error says why it cannot be.
    pub(super) fn define(&mut self, defined: Macro) -> Result<(), String> {
        if !defined.replace && self.0.contains_key(&defined.name) {
            return Err(format!(
                "macro {} exists already; CREATE OR REPLACE PERFETTO MACRO replaces it",
                defined.name
            ));
        }
        self.0.insert(defined.name.clone(), defined);
        Ok(())
    }

    /// Returns a statement with all macros replaced, `None` if it uses none. What is wrong inside of a
    /// macro is wrong where the statement uses it.
    pub(super) fn expand(&self, text: &str) -> Result<Option<String>, Wrong> {
        if !text.contains('!') {
            return Ok(None);
        }
        let mut uses = 0;
        let expanded = self.expanded(text, 0, &mut uses)?;
        Ok((uses > 0).then_some(expanded))
    }

    fn expanded(&self, text: &str, depth: usize, uses: &mut usize) -> Result<String, Wrong> {
        let tokens = tokens(text);
        let mut out = String::new();
        let mut copied = 0;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if !is_use(&tokens, at) {
                at += 1;
                continue;
            }
            let wrong = |message| Wrong {
                message,
                at: token.start,
            };
            let (args, end) = arguments(text, &tokens, at + 2)
                .ok_or_else(|| wrong(format!("expected ) after {}!(", token.text)))?;
            *uses += 1;
            if depth >= MAX_DEPTH || *uses > MAX_USES {
                let much = "is used too deeply or too often";
                return Err(wrong(format!("macro {} {much}", token.text)));
            }
            let body = self.substituted(token.text, &args).map_err(wrong)?;
            out.push_str(text.get(copied..token.start).unwrap_or_default());
            let inside = self.expanded(&body, depth + 1, uses);
            out.push_str(&inside.map_err(|inside| wrong(inside.message))?);
            if out.len() > MAX_LENGTH {
                return Err(wrong(format!("macro {} becomes too long", token.text)));
            }
            copied = tokens.get(end).map_or(text.len(), Token::end);
            at = end + 1;
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Ok(out)
    }

    /// Returns what a use stands for, in which other macros may be used.
    fn substituted(&self, name: &str, args: &[&str]) -> Result<String, String> {
        if let Some(list) = ListMacro::of(name) {
            return list.substituted(name, args);
        }
        let used = self.0.get(name).ok_or_else(|| {
            let advice = modules::making(name).map_or(
                String::from("INCLUDE PERFETTO MODULE or CREATE PERFETTO MACRO make some"),
                |module| format!("INCLUDE PERFETTO MODULE {module} makes it"),
            );
            format!("no such macro: {name}!; {advice}")
        })?;
        if used.args.len() != args.len() {
            return Err(format!(
                "macro {name} takes {} arguments, {} given",
                used.args.len(),
                args.len()
            ));
        }
        let mut out = String::new();
        let mut copied = 0;
        for token in tokens(&used.body) {
            let arg = token
                .text
                .strip_prefix('$')
                .and_then(|hole| used.args.iter().position(|arg| arg == hole));
            if let Some(index) = arg {
                out.push_str(used.body.get(copied..token.start).unwrap_or_default());
                out.push_str(args[index]);
                copied = token.end();
            }
            if out.len() > MAX_LENGTH {
                return Err(format!("macro {name} becomes too long"));
            }
        }
        out.push_str(used.body.get(copied..).unwrap_or_default());
        Ok(out)
    }
}

/// A macro over lists, or one that quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListMacro {
    /// The text in quotes.
    Stringify,
    /// Uses of a macro, with this between them and before the first one.
    Apply {
        between: &'static str,
        before: &'static str,
    },
}

impl ListMacro {
    fn of(name: &str) -> Option<Self> {
        let apply = |between, before| Some(Self::Apply { between, before });
        match name {
            "__intrinsic_stringify" => Some(Self::Stringify),
            "__intrinsic_token_apply" => apply(", ", ""),
            "__intrinsic_token_apply_prefix" => apply(", ", ", "),
            "__intrinsic_token_apply_and" => apply(" AND ", ""),
            "__intrinsic_token_apply_and_prefix" => apply(" AND ", " AND "),
            _ => None,
        }
    }

    fn substituted(self, name: &str, args: &[&str]) -> Result<String, String> {
        let Self::Apply { between, before } = self else {
            let [text] = args else {
                return Err(format!(
                    "macro {name} takes 1 argument, {} given",
                    args.len()
                ));
            };
            return Ok(format!("'{}'", text.replace('\'', "''")));
        };
        let (used, lists) = match args {
            [used, one] => (used, vec![list(name, one)?]),
            [used, one, other] => (used, vec![list(name, one)?, list(name, other)?]),
            _ => {
                return Err(format!(
                    "macro {name} takes a macro and one or two lists, {} arguments given",
                    args.len()
                ));
            }
        };
        // Of two lists the longer one has elements that are not used.
        let uses = lists.iter().map(Vec::len).min().unwrap_or(0);
        let mut out = String::new();
        for index in 0..uses {
            out.push_str(if index == 0 { before } else { between });
            let elements: Vec<&str> = lists.iter().map(|list| list[index]).collect();
            // Writing to a String cannot fail.
            _ = write!(out, "{used}!({})", elements.join(", "));
            if out.len() > MAX_LENGTH {
                return Err(format!("macro {name} becomes too long"));
            }
        }
        Ok(out)
    }
}

/// Returns the elements of `(a, b, …)`.
fn list<'a>(name: &str, text: &'a str) -> Result<Vec<&'a str>, String> {
    let tokens = tokens(text);
    let opens = tokens.first().is_some_and(|token| token.text == "(");
    opens
        .then(|| arguments(text, &tokens, 0))
        .flatten()
        .filter(|(_, end)| end + 1 == tokens.len())
        .map(|(elements, _)| elements)
        .ok_or_else(|| format!("macro {name} takes lists in parentheses, found {text}"))
}

/// Returns whether the tokens from `at` are `name!(`, without blanks before the exclamation mark.
fn is_use(tokens: &[Token<'_>], at: usize) -> bool {
    match tokens.get(at..at + 3) {
        Some([name, mark, open]) => {
            name.kind == TokenKind::Word
                && mark.text == "!"
                && mark.start == name.end()
                && open.text == "("
        }
        _ => false,
    }
}

/// Returns the texts between the commas of the parenthesis that opens at token `open`, and the
/// token that closes it.
fn arguments<'a>(
    text: &'a str,
    tokens: &[Token<'_>],
    open: usize,
) -> Option<(Vec<&'a str>, usize)> {
    let mut args = Vec::new();
    let mut depth = 0_usize;
    let mut start = tokens.get(open)?.end();
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        let ends = depth == 0;
        if ends || (depth == 1 && token.text == ",") {
            let arg = text.get(start..token.start)?.trim();
            // Empty parentheses have no argument, not an empty one.
            if !(ends && args.is_empty() && arg.is_empty()) {
                args.push(arg);
            }
            start = token.end();
        }
        if ends {
            return Some((args, index));
        }
    }
    None
}

/// Returns the first macro that a text uses, and where.
pub(super) fn first_use(text: &str) -> Option<(&str, usize)> {
    let tokens = tokens(text);
    let at = (0..tokens.len()).find(|&at| is_use(&tokens, at))?;
    Some((tokens[at].text, tokens[at].start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defined(macros: &[(&str, &[&str], &str)]) -> Macros {
        let mut all = Macros::new();
        for (name, args, body) in macros {
            all.define(Macro {
                replace: true,
                name: (*name).to_owned(),
                args: args.iter().map(|arg| (*arg).to_owned()).collect(),
                body: (*body).to_owned(),
            })
            .unwrap();
        }
        all
    }

    #[test]
    fn uses_are_replaced_with_their_arguments() {
        let macros = defined(&[
            ("two", &[], "2"),
            ("add", &["x", "y"], "($x + $y)"),
            ("twice", &["x"], "add!($x, $x)"),
        ]);
        let expand = |text| macros.expand(text).unwrap();
        assert_eq!(expand("select 1 != 2"), None);
        assert_eq!(expand("select '!(' ! = 3"), None);
        assert_eq!(expand("select two!()"), Some("select 2".into()));
        assert_eq!(
            expand("select add!(f(1, 2), 'a,)') from t"),
            Some("select (f(1, 2) + 'a,)') from t".into())
        );
        assert_eq!(
            expand("select twice!(two!()), cast_int!($x)"),
            Some("select (2 + 2), CAST($x AS INT)".into())
        );
    }

    #[test]
    fn macros_are_used_for_each_element_of_a_list() {
        let macros = defined(&[
            ("same", &["x"], "$x"),
            ("named", &["x", "y"], "$x AS $y"),
            (
                "columns",
                &["c"],
                "SELECT 1 __intrinsic_token_apply_prefix!(named, (a, b, c), $c)",
            ),
        ]);
        let expand = |text| macros.expand(text).unwrap().unwrap();
        assert_eq!(expand("columns!(())"), "SELECT 1 ");
        assert_eq!(expand("columns!((x, y))"), "SELECT 1 , a AS x, b AS y");
        assert_eq!(
            expand("__intrinsic_token_apply!(same, (f(1, 2), (3, 4)))"),
            "f(1, 2), (3, 4)"
        );
        assert_eq!(
            expand("__intrinsic_token_apply_and_prefix!(same, (a, b))"),
            " AND a AND b"
        );
        assert_eq!(expand("__intrinsic_stringify!(f('x'))"), "'f(''x'')'");
        for text in [
            "columns!(x)",
            "columns!((x) y)",
            "columns!((x)",
            "__intrinsic_token_apply!(same)",
            "__intrinsic_stringify!()",
        ] {
            assert!(macros.expand(text).is_err(), "{text}");
        }
    }

    #[test]
    fn wrong_uses_are_errors() {
        let macros = defined(&[
            ("one", &["x"], "$x"),
            ("self", &[], "self!()"),
            ("bomb", &["x"], "one!($x) $x $x $x $x $x $x $x"),
        ]);
        for text in ["none!()", "one!()", "one!(1, 2)", "one!(1", "self!()"] {
            assert!(macros.expand(text).is_err(), "{text}");
        }
        // A macro that is wrong is so where the statement uses it.
        assert_eq!(macros.expand("select 1, self!()").unwrap_err().at, 10);
        let long = "bomb!(".repeat(9) + "12345678901234567890" + &")".repeat(9);
        assert!(macros.expand(&long).is_err());
    }
}
