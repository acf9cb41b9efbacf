//! Splits SQL into statements and parses Perfetto's own statements, which SQLite does not know.
//!
//! These are `INCLUDE PERFETTO MODULE`, `CREATE PERFETTO …`, `DROP PERFETTO …` and `CREATE VIRTUAL TABLE …
//! USING SPAN_JOIN(…)`. Anything else goes to SQLite unchanged, which reports its errors.

use std::collections::BTreeSet;

use super::macros::Macro;
use super::schema::Kind;
use super::span_join::{Join, Side, SpanJoin};

mod index;
mod relation;

pub(super) use index::{DroppedIndex, Index};
pub(super) use relation::Relation;

/// A token: a piece of the text that is neither blank nor a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// The kind of the token.
    pub(super) kind: TokenKind,
    /// The text of the token, with quotes.
    pub(super) text: &'a str,
    /// The start of the token in the whole text, in bytes.
    pub(super) start: usize,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A keyword, name, number or variable.
    Word,
    /// A quoted name or string.
    Quoted,
    /// One character of punctuation.
    Sign,
}

impl Token<'_> {
    /// Returns the end of the token in the whole text, in bytes.
    pub(super) const fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword)
    }
}

/// Returns the tokens of a text. An unfinished quote or comment reaches to the end.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let kind = match bytes[at] {
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'-' if bytes.get(at + 1) == Some(&b'-') => {
                at = find(bytes, at, b"\n");
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = find(bytes, at + 2, b"*/");
                continue;
            }
            quote @ (b'\'' | b'"' | b'`') => {
                at = end_of_quote(bytes, at, quote);
                TokenKind::Quoted
            }
            b'[' => {
                at = find(bytes, at, b"]");
                TokenKind::Quoted
            }
            b if is_word(b) => {
                while at < bytes.len() && is_word(bytes[at]) {
                    at += 1;
                }
                TokenKind::Word
            }
            _ => {
                at += 1;
                TokenKind::Sign
            }
        };
        if let Some(text) = text.get(start..at) {
            tokens.push(Token { kind, text, start });
        }
    }
    tokens
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Returns the position after the next `pattern`, or the end of the text.
fn find(bytes: &[u8], from: usize, pattern: &[u8]) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    memchr::memmem::find(rest, pattern).map_or(bytes.len(), |at| from + at + pattern.len())
}

/// Returns the position after a quoted text, in which a doubled quote stands for itself.
pub(super) fn end_of_quote(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        if bytes[at] == quote {
            if bytes.get(at + 1) != Some(&quote) {
                return at + 1;
            }
            at += 1;
        }
        at += 1;
    }
    bytes.len()
}

/// A mistake in a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    /// What is wrong, for the user.
    pub(super) message: String,
    /// The position of the mistake, in bytes from the start of the statement.
    pub(super) at: usize,
}

/// A parsed statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    /// SQL for SQLite.
    Plain(String),
    /// `INCLUDE PERFETTO MODULE name`.
    Include {
        /// The name.
        name: String,
        /// Where the name stands, in bytes from the start of the statement.
        at: usize,
    },
    /// `CREATE PERFETTO TABLE` or `VIEW`.
    Relation(Relation),
    /// `DROP PERFETTO …`, or `DROP TABLE`: a statement for SQLite, unless the name is that of a span join.
    Drop {
        /// The name of the object to drop.
        name: String,
        /// The statement for SQLite.
        sql: String,
        /// Whether the statement was made from the user's, so that places in it say nothing.
        is_own: bool,
    },
    /// `CREATE PERFETTO FUNCTION`.
    Function(Function),
    /// `CREATE PERFETTO MACRO`.
    Macro(Macro),
    /// `CREATE VIRTUAL TABLE … USING SPAN_JOIN(…)`.
    SpanJoin(SpanJoin),
    /// `CREATE PERFETTO INDEX`.
    Index(Index),
    /// `DROP PERFETTO INDEX`.
    DropIndex(DroppedIndex),
}

/// What values a column or argument is declared to hold, besides NULL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// Integers.
    Int,
    /// 0 or 1.
    Bool,
    /// Floating point numbers.
    Real,
    /// Text.
    Text,
    /// Bytes.
    Bytes,
}

impl Type {
    /// Reads its name.
    fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_uppercase().as_str() {
            "INT" | "UINT" | "LONG" | "TIMESTAMP" | "DURATION" | "ID" | "JOINID" | "ARGSETID" => {
                Self::Int
            }
            "BOOL" => Self::Bool,
            "FLOAT" | "DOUBLE" => Self::Real,
            "STRING" => Self::Text,
            "BYTES" | "PROTO" => Self::Bytes,
            _ => return None,
        })
    }

    /// Returns how SQLite declares a column of it.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Int => Kind::Long,
            Self::Bool => Kind::Bool,
            Self::Real => Kind::Double,
            Self::Text | Self::Bytes => Kind::Text,
        }
    }

    /// Returns what it is called in messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Int => "an integer",
            Self::Bool => "a truth value",
            Self::Real => "a floating point number",
            Self::Text => "a text",
            Self::Bytes => "bytes",
        }
    }
}

/// Names with their types.
pub(super) type Typed = Vec<(String, Type)>;

/// `CREATE PERFETTO FUNCTION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    /// Whether the statement has OR REPLACE.
    pub(super) replace: bool,
    /// The name of the function.
    pub(super) name: String,
    /// Its arguments.
    pub(super) args: Typed,
    /// The columns that it returns; `None` if it returns one value.
    pub(super) columns: Option<Typed>,
    /// The statement that computes it.
    pub(super) body: String,
}

/// Splits a text at its semicolons. Returns each part that is not blank with its start in bytes.
pub(super) fn split(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let mut first: Option<usize> = None;
    let mut end = 0;
    let mut push = |first: Option<usize>, end: usize| {
        if let Some(start) = first
            && let Some(part) = text.get(start..end)
        {
            parts.push((start, part));
        }
    };
    for token in tokens(text) {
        if token.text == ";" {
            push(first.take(), end);
        } else {
            first.get_or_insert(token.start);
            end = token.end();
        }
    }
    push(first, end);
    parts
}

/// Returns the first words of a statement, to refer to it in a message.
pub(super) fn beginning(text: &str) -> String {
    /// The most words.
    const WORDS: usize = 5;
    let tokens = tokens(text);
    let words: Vec<&str> = tokens.iter().take(WORDS).map(|token| token.text).collect();
    let more = if tokens.len() > WORDS { " …" } else { "" };
    format!("{}{more}", words.join(" "))
}

/// The object that a statement creates, changes or drops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The objects of a module.
    Module,
    /// A table, view, function or macro: its name in lower case.
    Named(String),
}

/// Returns the object that a statement creates, changes or drops; `None` if the statement only reads.
pub(super) fn target(text: &str) -> Option<Target> {
    /// The keywords before the name.
    const KINDS: [&str; 8] = [
        "TABLE", "VIEW", "FUNCTION", "MACRO", "INTO", "FROM", "UPDATE", "ON",
    ];
    const BETWEEN: [&str; 3] = ["IF", "NOT", "EXISTS"];
    let tokens = tokens(text);
    let first = tokens.first()?;
    if first.is("INCLUDE") {
        return Some(Target::Module);
    }
    if first.is("SELECT") {
        return None;
    }
    let is_any = |token: &Token<'_>, words: &[&str]| words.iter().any(|word| token.is(word));
    let mut rest = tokens.iter().skip_while(|token| !is_any(token, &KINDS));
    let name = rest
        .by_ref()
        .skip(1)
        .find(|token| !is_any(token, &BETWEEN))?;
    Some(Target::Named(unquoted(name.text).to_ascii_lowercase()))
}

/// Returns all words of a text that may be names, in lower case.
pub(super) fn names(text: &str) -> BTreeSet<String> {
    let tokens = tokens(text).into_iter();
    let names = tokens.filter(|token| token.kind != TokenKind::Sign);
    names
        .map(|token| unquoted(token.text).to_ascii_lowercase())
        .collect()
}

/// Returns a name without its quotes.
pub(super) fn unquoted(name: &str) -> &str {
    name.trim_matches(|c| matches!(c, '"' | '`' | '[' | ']'))
}

/// Parses one statement.
pub(super) fn parse(text: &str) -> Result<Statement, Wrong> {
    let tokens = tokens(text);
    let mut parser = Parser {
        text,
        tokens: &tokens,
        at: 0,
    };
    parser.statement().map_err(|message| Wrong {
        message,
        // The parser stops at the token that it did not expect.
        at: parser.peek().map_or(text.len(), |token| token.start),
    })
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token<'a>],
    at: usize,
}

impl<'a> Parser<'a> {
    fn statement(&mut self) -> Result<Statement, String> {
        if self.take("INCLUDE") {
            return self.include();
        }
        if self.take("DROP") {
            if self.take("PERFETTO") {
                return self.drop();
            }
            if self.take("TABLE") {
                return Ok(self.drop_table());
            }
        }
        self.at = 0;
        if self.take("CREATE") {
            let replace = self.take("OR") && self.take("REPLACE");
            if self.take("PERFETTO") {
                return self.create(replace);
            }
            if self.take("VIRTUAL") {
                return self.virtual_table();
            }
        }
        Ok(Statement::Plain(self.text.to_owned()))
    }

    fn peek(&self) -> Option<&Token<'a>> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, keyword: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.is(keyword));
        if found {
            self.at += 1;
        }
        found
    }

    fn expect(&mut self, keyword: &str) -> Result<(), String> {
        if self.take(keyword) {
            return Ok(());
        }
        let found = self.peek().map_or("the end", |token| token.text);
        Err(format!("expected {keyword}, found {found}"))
    }

    fn name(&mut self, what: &str) -> Result<String, String> {
        match self.peek().copied() {
            Some(token) if token.kind != TokenKind::Sign => {
                self.at += 1;
                Ok(unquoted(token.text).to_owned())
            }
            _ => Err(format!("expected the name of a {what}")),
        }
    }

    /// Returns the text from the next token on.
    fn rest(&self) -> String {
        self.peek()
            .and_then(|token| self.text.get(token.start..))
            .unwrap_or_default()
            .to_owned()
    }

    fn include(&mut self) -> Result<Statement, String> {
        self.expect("PERFETTO")?;
        self.expect("MODULE")?;
        let mut name = String::new();
        let start = self.peek().map_or(self.text.len(), |token| token.start);
        // A word that follows another without a sign between them is one of the next statement.
        let mut was_word = false;
        while let Some(token) = self.peek() {
            let is_word = token.kind != TokenKind::Sign;
            let is_of_name = is_word || matches!(token.text, "." | "*" | "-");
            if !is_of_name || is_word && was_word {
                break;
            }
            name.push_str(token.text);
            was_word = is_word;
            self.at += 1;
        }
        match self.peek() {
            _ if name.is_empty() => Err(String::from("expected the name of a module")),
            Some(token) => Err(format!("expected ; after {name}, found {}", token.text)),
            None => Ok(Statement::Include { name, at: start }),
        }
    }

    fn drop(&mut self) -> Result<Statement, String> {
        let kind = self.name("kind of object")?;
        if kind.eq_ignore_ascii_case("INDEX") {
            let name = self.name("index")?;
            let table = self.take("ON").then(|| self.name("table")).transpose()?;
            return Ok(Statement::DropIndex(DroppedIndex { name, table }));
        }
        let sql = format!("DROP {kind} {}", self.rest());
        // The name is the last word, of `name` as of `IF EXISTS name`.
        self.at = self.tokens.len().saturating_sub(1).max(self.at);
        let name = self.name("object")?;
        Ok(Statement::Drop {
            name,
            sql,
            is_own: true,
        })
    }

    fn drop_table(&mut self) -> Statement {
        let existing = self.take("IF") && self.take("EXISTS");
        match self.name("table") {
            Ok(name) if existing || self.at == self.tokens.len() => Statement::Drop {
                name,
                sql: self.text.to_owned(),
                is_own: false,
            },
            _ => Statement::Plain(self.text.to_owned()),
        }
    }

    /// Reads `TABLE name USING SPAN_JOIN(a PARTITIONED x, b)` after `CREATE VIRTUAL`.
    fn virtual_table(&mut self) -> Result<Statement, String> {
        self.expect("TABLE")?;
        let only_if_new = self.take("IF");
        if only_if_new {
            self.expect("NOT")?;
            self.expect("EXISTS")?;
        }
        let name = self.name("table")?;
        self.expect("USING")?;
        let module = self.name("module")?;
        let join = match module.to_ascii_uppercase().as_str() {
            "SPAN_JOIN" => Join::Inner,
            "SPAN_LEFT_JOIN" => Join::Left,
            "SPAN_OUTER_JOIN" => Join::Outer,
            _ => {
                self.at -= 1;
                return Err(format!(
                    "virtual tables of {module} are not supported; SPAN_JOIN, SPAN_LEFT_JOIN and SPAN_OUTER_JOIN are"
                ));
            }
        };
        self.expect("(")?;
        let first = self.side()?;
        self.expect(",")?;
        let second = self.side()?;
        self.expect(")")?;
        Ok(Statement::SpanJoin(SpanJoin {
            name,
            only_if_new,
            join,
            sides: [first, second],
        }))
    }

    /// Reads `table` or `table PARTITIONED column`.
    fn side(&mut self) -> Result<Side, String> {
        let table = self.name("table")?;
        let partition = if self.take("PARTITIONED") {
            Some(self.name("column")?)
        } else {
            None
        };
        Ok(Side { table, partition })
    }

    fn create(&mut self, replace: bool) -> Result<Statement, String> {
        if self.take("TABLE") {
            return self.relation(false, replace);
        }
        if self.take("VIEW") {
            return self.relation(true, replace);
        }
        if self.take("FUNCTION") {
            return self.function(replace).map(Statement::Function);
        }
        if self.take("MACRO") {
            return self.macro_(replace).map(Statement::Macro);
        }
        if self.take("INDEX") {
            return self.index(replace).map(Statement::Index);
        }
        let kind = self.peek().map_or("", |token| token.text);
        Err(format!(
            "CREATE PERFETTO {kind} is not supported; TABLE, VIEW, FUNCTION, MACRO and INDEX are"
        ))
    }

    fn relation(&mut self, is_view: bool, replace: bool) -> Result<Statement, String> {
        let name = self.name(if is_view { "view" } else { "table" })?;
        if !is_view && self.take("USING") {
            self.expect("DATAFRAME")?;
        }
        let is_declared = self.peek().is_some_and(|token| token.text == "(");
        let columns = is_declared.then(|| self.typed_names()).transpose()?;
        self.expect("AS")?;
        Ok(Statement::Relation(Relation {
            replace,
            is_view,
            name,
            columns,
            body: self.rest(),
        }))
    }

    fn function(&mut self, replace: bool) -> Result<Function, String> {
        let name = self.name("function")?;
        let args = self.typed_names()?;
        self.expect("RETURNS")?;
        let columns = if self.take("TABLE") {
            Some(self.typed_names()?)
        } else {
            self.type_name()?;
            None
        };
        self.expect("AS")?;
        Ok(Function {
            replace,
            name,
            args,
            columns,
            body: self.rest(),
        })
    }

    /// Reads `name ON table(…)`.
    fn index(&mut self, replace: bool) -> Result<Index, String> {
        let name = self.name("index")?;
        self.expect("ON")?;
        let table = self.name("table")?;
        Ok(Index {
            replace,
            name,
            table,
            columns: self.rest(),
        })
    }

    fn macro_(&mut self, replace: bool) -> Result<Macro, String> {
        let name = self.name("macro")?;
        // There are ever new kinds of what a macro takes: all are texts here.
        let args = self.pairs(Self::type_word)?.into_iter();
        let args = args.map(|(name, _)| name).collect();
        self.expect("RETURNS")?;
        self.type_word()?;
        self.expect("AS")?;
        Ok(Macro {
            replace,
            name,
            args,
            body: self.rest(),
        })
    }

    /// Reads `(name TYPE, …)`.
    fn typed_names(&mut self) -> Result<Typed, String> {
        self.pairs(Self::type_name)
    }

    /// Reads names with what follows each of them, in parentheses.
    fn pairs<T>(
        &mut self,
        read: fn(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<(String, T)>, String> {
        self.expect("(")?;
        let mut names = Vec::new();
        while !self.take(")") {
            if !names.is_empty() {
                self.expect(",")?;
            }
            let name = self.name("column or argument")?;
            names.push((name, read(self)?));
        }
        Ok(names)
    }

    fn type_name(&mut self) -> Result<Type, String> {
        let at = self.at;
        let name = self.type_word()?;
        Type::named(&name).ok_or_else(|| {
            self.at = at;
            format!("there is no type {name}")
        })
    }

    /// Reads `TYPE` or `TYPE(table.column)`.
    fn type_word(&mut self) -> Result<String, String> {
        let name = self.name("type")?;
        if self.take("(") {
            while !self.take(")") {
                if self.peek().is_none() {
                    return Err(String::from("expected )"));
                }
                self.at += 1;
            }
        }
        Ok(name)
    }
}

/// Returns a name in double quotes.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_at_semicolons_outside_of_quotes_and_comments() {
        let text = "select ';' as \"a;b\"; -- one; two\n\n;/* ; */ select 2 -- end";
        let parts: Vec<&str> = split(text).into_iter().map(|(_, part)| part).collect();
        assert_eq!(parts, ["select ';' as \"a;b\"", "select 2"]);
        assert_eq!(split("select 'it''s;'").len(), 1);
        assert_eq!(split(" ; -- nothing"), []);
        assert_eq!(split("select 'open; "), [(0, "select 'open; ")]);
    }

    #[test]
    fn modules_have_dotted_names() {
        assert_eq!(
            parse("include perfetto module slices . with_context"),
            Ok(Statement::Include {
                name: "slices.with_context".into(),
                at: 24
            })
        );
        assert!(parse("INCLUDE PERFETTO MODULE").is_err());
        let two = parse("include perfetto module a.b, c").unwrap_err();
        assert_eq!(two.at, 27);
        assert_eq!(two.message, "expected ; after a.b, found ,");
        let next = parse("include perfetto module a.b\nselect c from d").unwrap_err();
        assert_eq!(next.at, 28);
        assert_eq!(next.message, "expected ; after a.b, found select");
    }

    #[test]
    fn tables_drop_their_column_list() {
        let sql =
            "CREATE OR REPLACE PERFETTO TABLE t(id ID(slice.id), -- why\n name STRING) AS SELECT 1";
        let Ok(Statement::Relation(relation)) = parse(sql) else {
            panic!("{sql}");
        };
        assert_eq!(relation.creating(), "CREATE TABLE \"_new_t\" AS SELECT 1");
        assert_eq!(relation.dropping(), "DROP TABLE \"t\"");
        let renaming = relation.renaming();
        assert_eq!(
            renaming.as_deref(),
            Some("ALTER TABLE \"_new_t\" RENAME TO \"t\"")
        );
        assert_eq!(
            parse("create table t as select 1"),
            Ok(Statement::Plain("create table t as select 1".into()))
        );
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, at, message) in [
            (
                "create perfetto function f(x) returns int as select 1",
                "create perfetto function f(x".len(),
                "expected the name of a type",
            ),
            (
                "create perfetto function f(x FOO) returns int as select 1",
                "create perfetto function f(x ".len(),
                "there is no type FOO",
            ),
            ("create perfetto table t", 23, "expected AS, found the end"),
            (
                "create virtual table x using fts5(a)",
                29,
                "virtual tables of fts5",
            ),
        ] {
            let wrong = parse(text).unwrap_err();
            assert_eq!(wrong.at, at, "{text}");
            assert!(wrong.message.starts_with(message), "{}", wrong.message);
        }
    }

    #[test]
    fn macros_have_arguments_and_a_body() {
        let sql = "CREATE OR REPLACE PERFETTO MACRO m(x Expr, -- why\n t TableOrSubquery) \
                   RETURNS TableOrSubquery AS (SELECT $x FROM $t)";
        assert_eq!(
            parse(sql),
            Ok(Statement::Macro(Macro {
                replace: true,
                name: "m".into(),
                args: vec!["x".into(), "t".into()],
                body: "(SELECT $x FROM $t)".into(),
            }))
        );
    }

    #[test]
    fn span_joins_have_two_sides() {
        let sql = "create virtual table sp using span_left_join(a PARTITIONED utid, \"b c\")";
        let side = |table: &str, partition: Option<&str>| Side {
            table: table.into(),
            partition: partition.map(str::to_owned),
        };
        assert_eq!(
            parse(sql),
            Ok(Statement::SpanJoin(SpanJoin {
                name: "sp".into(),
                only_if_new: false,
                join: Join::Left,
                sides: [side("a", Some("utid")), side("b c", None)],
            }))
        );
        assert!(parse("create virtual table x using fts5(a)").is_err());
        assert!(parse("create virtual table x using span_join(a)").is_err());
    }

    #[test]
    fn functions_have_arguments_and_a_result() {
        let sql = "CREATE PERFETTO FUNCTION f(a JOINID(slice.id), b STRING) \
                   RETURNS TABLE(x DOUBLE, y STRING) AS SELECT $a, $b";
        assert_eq!(
            parse(sql),
            Ok(Statement::Function(Function {
                replace: false,
                name: "f".into(),
                args: vec![("a".into(), Type::Int), ("b".into(), Type::Text)],
                columns: Some(vec![("x".into(), Type::Real), ("y".into(), Type::Text)]),
                body: "SELECT $a, $b".into(),
            }))
        );
        assert!(parse("create perfetto function f(a LONG as select 1").is_err());
        assert!(parse("create perfetto pipeline p as from slice").is_err());
    }
}
