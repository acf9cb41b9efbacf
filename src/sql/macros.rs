//! Macros: `CREATE PERFETTO MACRO`, and `name!(…)` where they are used.
//!
//! A macro is a piece of SQL with placeholders, which replaces its use before the statement is parsed. The
//! body is not checked by itself: errors in it are found in the resulting statement.
//!
//! Trace processor's macros over lists are built in, too: `__intrinsic_token_apply!` applies a macro to each
//! element of a list in parentheses.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use super::modules;
use super::statement::{Token, TokenKind, Wrong, tokens};

/// How deeply macros may be nested.
const MAX_DEPTH: usize = 32;

/// The most uses of macros in a statement, including those inside macros.
const MAX_USES: usize = 10_000;

/// The longest statement after all replacements, in bytes; SQLite has the same limit.
const MAX_LENGTH: usize = 4 << 20;

/// `CREATE PERFETTO MACRO`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Macro {
    /// Whether the statement has OR REPLACE.
    pub(super) replace: bool,
    /// The name of the macro.
    pub(super) name: String,
    /// The names of the arguments.
    pub(super) args: Vec<String>,
    /// The text that replaces a use, with `$name` in the place of each argument.
    pub(super) body: String,
}

/// A macro that is built in.
pub(super) struct Builtin {
    /// The name and the only argument: `cast_int!(value)`.
    pub(super) usage: &'static str,
    /// What the macro stands for, for the documentation.
    pub(super) doc: &'static str,
    body: &'static str,
}

/// The macros that are built in, besides those over lists.
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

/// A use of a macro in a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use {
    /// Where the use stands in the statement, with its arguments, in bytes.
    pub(super) from: Range<usize>,
    /// The end of its name in the statement, in bytes.
    pub(super) name_end: usize,
    /// Where its replacement stands in the expanded statement, in bytes.
    to: Range<usize>,
}

/// A statement in which the macros are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expanded {
    /// The text.
    pub(super) text: String,
    /// The uses of macros in the statement itself, in order; at least one.
    pub(super) uses: Vec<Use>,
}

/// Where a position in an expanded statement comes from.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source<'a> {
    /// From this position in the statement, in bytes.
    Statement(usize),
    /// From the replacement of a use.
    Use(&'a Use),
}

impl Expanded {
    /// Returns where a position in the expanded text comes from.
    pub(super) fn source(&self, at: usize) -> Source<'_> {
        let before = self.uses.iter().take_while(|used| used.to.start <= at);
        match before.last() {
            None => Source::Statement(at),
            Some(used) if at < used.to.end => Source::Use(used),
            Some(used) => Source::Statement(at - used.to.end + used.from.end),
        }
    }
}

/// The macros of a session.
#[derive(Clone, Debug)]
pub(super) struct Macros(BTreeMap<String, Macro>);

impl Macros {
    /// Returns the macros of a new session, which are the built-in ones.
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

    /// Adds a macro. The error says why that is not possible.
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

    /// Returns a statement with all macros replaced; `None` if it uses none. An error inside a macro is
    /// reported at the macro's use in the statement.
    pub(super) fn expand(&self, text: &str) -> Result<Option<Expanded>, Wrong> {
        if !text.contains('!') {
            return Ok(None);
        }
        let expanded = self.expanded(text, 0, &mut 0)?;
        Ok((!expanded.uses.is_empty()).then_some(expanded))
    }

    fn expanded(&self, text: &str, depth: usize, uses: &mut usize) -> Result<Expanded, Wrong> {
        let tokens = tokens(text);
        let mut out = String::new();
        let mut replaced = Vec::new();
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
            let start = out.len();
            out.push_str(&inside.map_err(|inside| wrong(inside.message))?.text);
            if out.len() > MAX_LENGTH {
                return Err(wrong(format!("macro {} becomes too long", token.text)));
            }
            copied = tokens.get(end).map_or(text.len(), Token::end);
            replaced.push(Use {
                from: token.start..copied,
                name_end: token.end(),
                to: start..out.len(),
            });
            at = end + 1;
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Ok(Expanded {
            text: out,
            uses: replaced,
        })
    }

    /// Returns the text that replaces a use; it may use other macros.
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

/// A built-in macro over lists, or the one that quotes text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListMacro {
    /// Puts the text in quotes.
    Stringify,
    /// Applies a macro to the elements of lists, with a text between the uses and another before the first.
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
        // If one of two lists is longer, its last elements are ignored.
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

/// Returns the elements of a list `(a, b, …)`.
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

/// Returns whether the tokens from `at` are `name!(`, without a blank before the exclamation mark.
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

/// Returns the texts between the commas in the parentheses that token `open` opens, and the index of the
/// token that closes them.
fn arguments<'a>(
    text: &'a str,
    tokens: &[Token<'_>],
    open: usize,
) -> Option<(Vec<&'a str>, usize)> {
    let mut args = Vec::new();
    let mut depth = 0_usize;
    let mut start = tokens.get(open)?.end();
    // A comment behind an argument is none of it: it could hide what follows.
    let mut end = start;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        let ends = depth == 0;
        if ends || (depth == 1 && token.text == ",") {
            let arg = text.get(start..end)?.trim();
            // Empty parentheses have no argument, not an empty one.
            if !(ends && args.is_empty() && arg.is_empty()) {
                args.push(arg);
            }
            start = token.end();
        }
        end = token.end();
        if ends {
            return Some((args, index));
        }
    }
    None
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
        let expand = |text| macros.expand(text).unwrap().map(|expanded| expanded.text);
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
        // A comment behind an argument would hide what follows.
        assert_eq!(
            expand("select add!(-- one\n1 -- one\n, 2 /* two */ -- two\n), two!(/* none */)"),
            Some("select (-- one\n1 + 2), 2".into())
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
        let expand = |text| macros.expand(text).unwrap().unwrap().text;
        assert_eq!(expand("columns!(())"), "SELECT 1 ");
        assert_eq!(expand("columns!((x, y))"), "SELECT 1 , a AS x, b AS y");
        assert_eq!(
            expand("columns!((x, -- first\ny -- last\n))"),
            "SELECT 1 , a AS x, b AS -- first\ny"
        );
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
    fn what_is_outside_of_uses_stands_in_the_statement() {
        let macros = defined(&[("long", &["x"], "($x + $x + $x)"), ("none", &[], "")]);
        let text = "select long!(1), a, none!() b, long!(2), c";
        let expanded = macros.expand(text).unwrap().unwrap();
        for word in ["select", " a,", "b,", " c"] {
            let source = expanded.source(expanded.text.find(word).unwrap());
            assert_eq!(source, Source::Statement(text.find(word).unwrap()));
        }
        let of_second = expanded.text.find("2 +").unwrap();
        assert_eq!(expanded.source(of_second), Source::Use(&expanded.uses[2]));
        assert_eq!(text.get(expanded.uses[2].from.clone()), Some("long!(2)"));
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
        // An error inside a macro is reported where the statement uses the macro.
        assert_eq!(macros.expand("select 1, self!()").unwrap_err().at, 10);
        let long = "bomb!(".repeat(9) + "12345678901234567890" + &")".repeat(9);
        assert!(macros.expand(&long).is_err());
    }
}
