//! Completion of SQL: the tables, columns, functions and modules that may be meant at the caret.
//!
//! Pure: the result depends only on the text and the caret. Only tokens are read, not grammar, so that
//! unfinished statements get completions, too.

use std::sync::LazyLock;

use super::statement::{Token, TokenKind, tokens};
use super::{functions, modules, tables};

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemKind {
    /// A column of a table that the statement mentions.
    Column,
    /// A table, view or table-valued function.
    Table,
    /// A module.
    Module,
    /// A function.
    Function,
    /// A keyword.
    Keyword,
}

/// A word to complete with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The word.
    pub text: String,
    /// The kind of word.
    pub kind: ItemKind,
    /// The meaning of the word, in a few words.
    pub doc: String,
}

/// The completions of the word before the caret.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where the word starts; it ends at the caret.
    pub start: usize,
    /// The candidates, best first.
    pub items: Vec<Item>,
}

/// The most completions that are offered.
const MAX_ITEMS: usize = 100;

const KEYWORDS: &[&str] = &[
    "SELECT",
    "FROM",
    "WHERE",
    "JOIN",
    "LEFT JOIN",
    "CROSS JOIN",
    "USING",
    "ON",
    "GROUP BY",
    "ORDER BY",
    "LIMIT",
    "OFFSET",
    "HAVING",
    "DISTINCT",
    "AS",
    "AND",
    "OR",
    "NOT",
    "IN",
    "IS NULL",
    "IS NOT NULL",
    "BETWEEN",
    "LIKE",
    "GLOB",
    "REGEXP",
    "CASE",
    "WHEN",
    "THEN",
    "ELSE",
    "END",
    "WITH",
    "RECURSIVE",
    "UNION",
    "UNION ALL",
    "EXCEPT",
    "INTERSECT",
    "EXISTS",
    "VALUES",
    "CAST",
    "OVER",
    "PARTITION BY",
    "ASC",
    "DESC",
    "INCLUDE PERFETTO MODULE",
    "CREATE PERFETTO TABLE",
    "CREATE PERFETTO VIEW",
    "CREATE PERFETTO FUNCTION",
    "CREATE PERFETTO MACRO",
    "CREATE PERFETTO INDEX",
];

/// Functions that SQLite has itself and that queries of traces use.
const OF_SQLITE: &[&str] = &[
    "count",
    "sum",
    "avg",
    "min",
    "max",
    "total",
    "group_concat",
    "coalesce",
    "ifnull",
    "nullif",
    "iif",
    "abs",
    "round",
    "substr",
    "instr",
    "length",
    "lower",
    "upper",
    "replace",
    "trim",
    "printf",
    "typeof",
    "hex",
    "row_number",
    "rank",
    "dense_rank",
    "ntile",
    "lag",
    "lead",
    "first_value",
    "last_value",
];

/// What modules make, which is read out of their text once.
static OF_MODULES: LazyLock<[Vec<&str>; 2]> = LazyLock::new(|| {
    [
        modules::made(&["TABLE", "VIEW"]),
        modules::made(&["FUNCTION"]),
    ]
});

/// The keywords that a table follows.
const BEFORE_TABLE: &[&str] = &["FROM", "JOIN", "INTO", "UPDATE"];

/// Returns the completions of the word before the caret; inside quotes and comments there are none.
pub fn complete(text: &str, caret: usize) -> Completion {
    let caret = floor_boundary(text, caret);
    let (before, _) = text.split_at(caret);
    let tokens = tokens(text);
    let is_quoted =
        |t: &&Token<'_>| t.start < caret && caret <= t.end() && t.kind == TokenKind::Quoted;
    if tokens.iter().find(is_quoted).is_some() || ends_in_comment(before) {
        return Completion {
            start: caret,
            items: Vec::new(),
        };
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut start = before.trim_end_matches(is_word).len();
    let earlier: Vec<&Token<'_>> = tokens.iter().filter(|token| token.end() <= start).collect();
    let mut items = if let Some(path) = module_path(before) {
        start = path;
        module_items()
    } else if let Some(owner) = owner_of(&earlier, start) {
        column_items(&columns_of(&tokens, owner))
    } else if let Some(token) = earlier.last()
        && follows_table(&earlier, token)
    {
        table_items()
    } else {
        let rest = rest_of_keywords(&earlier);
        // After UNION comes ALL or anything, after GROUP only BY.
        let is_whole = |token: &&Token<'_>| KEYWORDS.contains(&token.text.to_uppercase().as_str());
        let mut items = match earlier.last() {
            Some(token) if !rest.is_empty() && !is_whole(token) => Vec::new(),
            _ => expression_items(&tokens),
        };
        items.splice(0..0, rest);
        if earlier.last().is_none_or(|token| token.text == ";") {
            // A statement begins with a keyword.
            items.sort_by_key(|item| item.kind != ItemKind::Keyword);
        }
        items
    };
    let prefix = before.get(start..).unwrap_or_default().to_lowercase();
    items.retain(|item| {
        let word = item.text.to_lowercase();
        word.starts_with(&prefix) && (word != prefix)
    });
    // Of tables the shorter name is the more usual one.
    let is_table = |item: &Item| item.kind == ItemKind::Table;
    if !prefix.is_empty() && items.iter().all(is_table) {
        items.sort_by_key(|item| item.text.len());
    }
    items.truncate(MAX_ITEMS);
    Completion { start, items }
}

/// Returns whether what is written next belongs to a comment.
fn ends_in_comment(text: &str) -> bool {
    let text = format!("{text}x");
    let end = tokens(&text).last().map(Token::end);
    end != Some(text.len())
}

fn floor_boundary(text: &str, caret: usize) -> usize {
    let mut caret = caret.min(text.len());
    while !text.is_char_boundary(caret) {
        caret -= 1;
    }
    caret
}

/// Returns the start of the name of a module, if one is being typed.
fn module_path(before: &str) -> Option<usize> {
    let start = before
        .trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.')
        .len();
    let head = before.get(..start)?.trim_end().to_uppercase();
    head.ends_with("PERFETTO MODULE").then_some(start)
}

/// Returns the name before the dot that is directly before the word.
fn owner_of<'a>(earlier: &[&Token<'a>], start: usize) -> Option<&'a str> {
    let [.., owner, dot] = earlier else {
        return None;
    };
    (dot.text == "." && dot.end() == start && owner.kind == TokenKind::Word).then_some(owner.text)
}

/// Returns whether a table follows: after FROM or JOIN, and after a comma in a list of tables.
fn follows_table(earlier: &[&Token<'_>], last: &Token<'_>) -> bool {
    let is_before = |text: &str| {
        BEFORE_TABLE
            .iter()
            .any(|word| word.eq_ignore_ascii_case(text))
    };
    if is_before(last.text) {
        return true;
    }
    if last.text != "," {
        return false;
    }
    earlier
        .iter()
        .rev()
        .find(|token| is_keyword(token.text))
        .is_some_and(|token| is_before(token.text))
}

fn is_keyword(word: &str) -> bool {
    KEYWORDS
        .iter()
        .flat_map(|keyword| keyword.split(' '))
        .any(|keyword| keyword.eq_ignore_ascii_case(word))
}

/// Returns what completes keywords of several words of which the first ones stand before the caret.
fn rest_of_keywords(earlier: &[&Token<'_>]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for keyword in KEYWORDS {
        let words: Vec<&str> = keyword.split(' ').collect();
        for n in 1..words.len() {
            let (first, rest) = words.split_at(n);
            let typed = &earlier[earlier.len().saturating_sub(n)..];
            let typed = typed.iter().map(|token| token.text.to_uppercase());
            let rest = rest.join(" ");
            if typed.eq(first.iter().copied()) && !items.iter().any(|item| item.text == rest) {
                items.push(item(&rest, ItemKind::Keyword, ""));
            }
        }
    }
    items
}

/// Returns the names of the columns of a table, view or alias.
fn columns_of(tokens: &[Token<'_>], owner: &str) -> Vec<&'static str> {
    let aliased = mentioned(tokens)
        .into_iter()
        .find(|(_, alias)| alias.is_some_and(|alias| alias.eq_ignore_ascii_case(owner)))
        .map(|(table, _)| table);
    columns(aliased.unwrap_or(owner))
}

/// Returns the tables that a text mentions, each with its alias.
fn mentioned<'a>(tokens: &[Token<'a>]) -> Vec<(&'a str, Option<&'a str>)> {
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Word || columns(token.text).is_empty() {
            continue;
        }
        let mut next = tokens[index + 1..].iter();
        let mut alias = next.next();
        if alias.is_some_and(|token| token.text.eq_ignore_ascii_case("AS")) {
            alias = next.next();
        }
        let alias = alias
            .filter(|token| token.kind == TokenKind::Word && !is_keyword(token.text))
            .map(|token| token.text);
        found.push((token.text, alias));
    }
    found
}

/// Returns the columns of all tables that a text mentions.
pub(super) fn columns_in(text: &str) -> Vec<&'static str> {
    let tables = mentioned(&tokens(text)).into_iter();
    tables.flat_map(|(table, _)| columns(table)).collect()
}

/// Returns the tables and views that have a column, those of the trace first.
pub(super) fn tables_with(column: &str) -> Vec<&'static str> {
    let tables = tables::definitions().iter();
    let tables = tables.filter(|def| !def.is_function()).map(|def| def.name);
    let all = tables.chain(MODULE_VIEWS.iter().map(|(view, _)| *view));
    let has = |table: &&str| {
        let mut columns = columns(table).into_iter();
        columns.any(|it| it.eq_ignore_ascii_case(column))
    };
    all.filter(has).collect()
}

/// Returns the names of the columns of a table or view.
fn columns(table: &str) -> Vec<&'static str> {
    let is_meant = |name: &str| name.eq_ignore_ascii_case(table);
    if let Some(def) = tables::definitions().iter().find(|def| is_meant(def.name)) {
        return def.visible().map(|column| column.name).collect();
    }
    if let Some(view) = tables::VIEWS.iter().find(|view| is_meant(view.name)) {
        return selected(&tokens(view.select));
    }
    let of_module = MODULE_VIEWS.iter().find(|(view, _)| is_meant(view));
    of_module
        .map(|(_, columns)| columns.split(' ').collect())
        .unwrap_or_default()
}

/// Returns the names of the columns of a statement that selects from a table.
fn selected(tokens: &[Token<'static>]) -> Vec<&'static str> {
    let mut names = Vec::new();
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(1) {
        match token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "," | "FROM" if depth == 0 => match tokens[..at] {
                [
                    ..,
                    Token { text: owner, .. },
                    Token { text: ".", .. },
                    Token { text: "*", .. },
                ] => {
                    names.extend(columns_of(tokens, owner));
                }
                [.., Token { text: "*", .. }] => {
                    let from = mentioned(&tokens[at..]).into_iter().next();
                    names.extend(from.into_iter().flat_map(|(table, _)| columns(table)));
                }
                [.., Token { text: name, .. }] => names.push(name),
                [] => {}
            },
            _ => {}
        }
        if depth == 0 && token.text == "FROM" {
            break;
        }
    }
    names
}

/// The views of modules, with their columns.
const MODULE_VIEWS: &[(&str, &str)] = &[
    (
        "thread_slice",
        "id ts dur category name track_id track_name thread_name utid tid is_main_thread \
         process_name upid pid depth parent_id arg_set_id thread_ts thread_dur",
    ),
    (
        "process_slice",
        "id ts dur category name track_id track_name process_name upid pid depth parent_id \
         arg_set_id thread_ts thread_dur",
    ),
    (
        "thread_or_process_slice",
        "id ts dur category name track_id track_name thread_name utid tid process_name upid pid depth \
         parent_id arg_set_id",
    ),
];

fn item(text: &str, kind: ItemKind, doc: &str) -> Item {
    Item {
        text: text.to_owned(),
        kind,
        doc: doc.to_owned(),
    }
}

fn column_items(columns: &[&str]) -> Vec<Item> {
    columns
        .iter()
        .map(|name| item(name, ItemKind::Column, ""))
        .collect()
}

fn table_items() -> Vec<Item> {
    let mut items: Vec<Item> = tables::definitions()
        .iter()
        .map(|def| item(def.name, ItemKind::Table, def.doc))
        .collect();
    items.extend(
        tables::VIEWS
            .iter()
            .map(|view| item(view.name, ItemKind::Table, view.doc)),
    );
    items.extend(
        MODULE_VIEWS
            .iter()
            .map(|(name, _)| item(name, ItemKind::Table, "Needs slices.with_context.")),
    );
    let [of_modules, _] = &*OF_MODULES;
    let is_new = |name: &&&str| !items.iter().any(|item| item.text == **name);
    let more = of_modules.iter().filter(is_new);
    let more: Vec<Item> = more
        .map(|name| item(name, ItemKind::Table, "Made by a module."))
        .collect();
    items.extend(more);
    items
}

fn module_items() -> Vec<Item> {
    modules::all()
        .map(|module| item(module.name, ItemKind::Module, module.doc))
        .collect()
}

/// The tables whose columns are offered before any is named.
const USUAL_TABLES: [&str; 5] = ["slice", "thread", "process", "thread_state", "counter"];

/// Columns of the tables that the text mentions come first, then functions and keywords.
fn expression_items(tokens: &[Token<'_>]) -> Vec<Item> {
    let mut names: Vec<&str> = Vec::new();
    let mut tables: Vec<&str> = mentioned(tokens)
        .into_iter()
        .map(|(table, _)| table)
        .collect();
    if tables.is_empty() {
        tables.extend(USUAL_TABLES);
    }
    for table in tables {
        for column in columns(table) {
            if !names.contains(&column) {
                names.push(column);
            }
        }
    }
    let mut items = column_items(&names);
    let mut last = "";
    for function in functions::definitions() {
        if function.name() != last {
            items.push(item(function.name(), ItemKind::Function, function.usage));
        }
        last = function.name();
    }
    let [_, of_modules] = &*OF_MODULES;
    let more = OF_SQLITE.iter().chain(of_modules);
    items.extend(more.map(|name| item(name, ItemKind::Function, "")));
    items.extend(
        KEYWORDS
            .iter()
            .map(|word| item(word, ItemKind::Keyword, "")),
    );
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the completions at the `|`.
    fn words(text: &str) -> Vec<String> {
        let caret = text.find('|').unwrap();
        let completion = complete(&text.replace('|', ""), caret);
        completion.items.into_iter().map(|item| item.text).collect()
    }

    #[test]
    fn tables_follow_from_join_and_commas() {
        assert_eq!(words("select * from thread_t|"), ["thread_track"]);
        assert_eq!(words("select * from slice join flo|"), ["flow"]);
        assert!(!words("insert into slice values (1, |").contains(&"process".to_owned()));
        assert_eq!(
            words("select * from slice s, actual_|"),
            ["actual_frame_timeline_slice"]
        );
        assert!(words("select * from |").contains(&"process".to_owned()));
    }

    #[test]
    fn columns_of_mentioned_tables_come_first() {
        assert_eq!(words("select track_i| from slice")[0], "track_id");
        assert_eq!(words("select tid| from thread"), Vec::<String>::new());
        assert_eq!(words("select thread_d| from slice"), ["thread_dur"]);
        // Before any is named, those of the usual ones.
        assert_eq!(words("select na|"), ["name"]);
        assert_eq!(words("select blocked_f|")[0], "blocked_function");
    }

    #[test]
    fn views_have_the_columns_that_are_completed() {
        use crate::model::builder::TraceBuilder;
        use crate::sql::session::{Limits, SqlSession};
        let trace = std::sync::Arc::new(TraceBuilder::new().finish());
        let mut session = SqlSession::new(trace, Limits::default()).unwrap();
        let include = "include perfetto module slices.with_context";
        session.query(include, 1, 1).unwrap();
        let of_trace = tables::VIEWS.iter().map(|view| view.name);
        for view in of_trace.chain(MODULE_VIEWS.iter().map(|(view, _)| *view)) {
            let found = session.query(&format!("select * from {view}"), 1, 1);
            assert_eq!(columns(view), found.unwrap().columns, "{view}");
        }
    }

    #[test]
    fn an_alias_leads_to_its_table() {
        assert_eq!(
            words("select s.na| from slice s join track t on t.id = s.track_id"),
            ["name"]
        );
        assert_eq!(
            words("select t.type, t.par| from slice as s join track as t"),
            ["parent_id"]
        );
        assert_eq!(words("select thread.is_m| from thread"), ["is_main_thread"]);
    }

    #[test]
    fn modules_are_completed_with_their_dots() {
        let text = "INCLUDE PERFETTO MODULE slices.w";
        let completion = complete(text, text.len());
        assert_eq!(completion.start, "INCLUDE PERFETTO MODULE ".len());
        assert_eq!(completion.items[0].text, "slices.with_context");
    }

    #[test]
    fn keywords_of_several_words_are_completed_word_by_word() {
        assert_eq!(words("select ts from slice group b|"), ["BY"]);
        assert_eq!(words("include perf|"), ["PERFETTO MODULE"]);
        assert_eq!(
            words("create perfetto |"),
            ["TABLE", "VIEW", "FUNCTION", "MACRO", "INDEX"]
        );
        assert_eq!(words("select 1 where x is no|"), ["NOT NULL"]);
        // A keyword that may stand alone is followed by anything.
        assert_eq!(words("select thread.na| from thread"), ["name"]);
        assert_eq!(words("select * from slice left j|"), ["JOIN"]);
        assert_eq!(words("select 1 union a|")[0], "ALL");
        assert_eq!(words("select 1 union sel|"), ["SELECT"]);
    }

    #[test]
    fn what_sqlite_and_modules_have_is_offered() {
        assert_eq!(words("select coun|"), ["count"]);
        assert_eq!(
            words("select * from android_startup_time|"),
            ["android_startup_time_to_display"]
        );
        assert_eq!(words("select android_sum_dur_for|").len(), 1);
        // The shortest name comes first.
        let words = words("select * from slice|");
        assert_eq!(words[0], "slices");
    }

    #[test]
    fn nothing_is_offered_inside_quotes_and_carets_may_be_anywhere() {
        assert_eq!(words("select 'na|'"), Vec::<String>::new());
        assert_eq!(words("select 1 -- na|\n"), Vec::<String>::new());
        assert_eq!(words("select /* na| */ 1"), Vec::<String>::new());
        assert_eq!(words("/* */ -- 1\nselect na|"), ["name"]);
        assert_eq!(complete("é", 1).start, 0);
        assert!(words("|").contains(&"SELECT".to_owned()));
        assert_eq!(words("s|")[0], "SELECT");
        assert_eq!(words("select 1; s|")[0], "SELECT");
        assert_ne!(words("select s|")[0], "SELECT");
        assert!(complete("select", 99).items.is_empty());
    }
}
