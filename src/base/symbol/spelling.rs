//! Spells C++ names as everybody else does where the library that reads them does not.
//!
//! The library writes the qualifiers of a type too early if the name of the type goes on after it, keeps the blanks
//! that C++ asked for before 2011, and has words of its own for thunks, virtual tables, numbers and clones. Here these
//! are as LLVM's demangler writes them, which is the reference's.

/// Returns a name that the library wrote as it is written elsewhere.
pub(super) fn usual(text: &str) -> String {
    let (name, clones) = without_clones(text);
    let name = angles(&pointers(&literals(special(name))));
    if clones.is_empty() {
        return name;
    }
    format!("{name} ({clones})")
}

/// Returns a name without `[clone .llvm] [clone .12]` at its end, and these as one suffix: `.llvm.12`.
fn without_clones(text: &str) -> (&str, String) {
    let (mut name, mut clones) = (text, String::new());
    while let Some(inner) = name.strip_suffix(']')
        && let Some((before, clone)) = inner.rsplit_once(" [clone ")
        && clone.starts_with('.')
    {
        clones.insert_str(0, clone);
        name = before;
    }
    (name, clones)
}

/// Returns a name in which thunks and virtual tables have their usual words.
fn special(name: &str) -> String {
    const TABLES: [(&str, &str); 2] = [("{vtable(", "vtable for "), ("{vtt(", "VTT for ")];
    // The library has these the wrong way round.
    if let Some(both) = name.strip_prefix("construction vtable for ")
        && let Some((base, whole)) = both.split_once("-in-")
    {
        return format!("construction vtable for {whole}-in-{base}");
    }
    let Some(inner) = name.strip_suffix(")}") else {
        return name.to_owned();
    };
    for (written, usual) in TABLES {
        if let Some(of) = inner.strip_prefix(written) {
            return format!("{usual}{of}");
        }
    }
    let Some(thunk) = inner.strip_prefix("{virtual override thunk(") else {
        return name.to_owned();
    };
    // One offset, or two where the function returns another type.
    let Some((first, rest)) = thunk.split_once(")}, ") else {
        return name.to_owned();
    };
    let second = rest
        .starts_with('{')
        .then(|| rest.split_once(")}, "))
        .flatten();
    match second {
        Some((_, of)) => format!("covariant return thunk to {of}"),
        None if first.starts_with("{offset(") => format!("non-virtual thunk to {rest}"),
        None => format!("virtual thunk to {rest}"),
    }
}

/// Returns a name whose numbers have suffixes instead of casts: `(unsigned long)5` is `5ul`.
fn literals(mut name: String) -> String {
    const CASTS: [(&str, &str); 5] = [
        ("(unsigned int)", "u"),
        ("(long)", "l"),
        ("(unsigned long)", "ul"),
        ("(long long)", "ll"),
        ("(unsigned long long)", "ull"),
    ];
    for (cast, suffix) in CASTS {
        if !name.contains(cast) {
            continue;
        }
        let mut parts = name.split(cast);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_number = |c: char| c.is_ascii_digit() || c == '-';
            let rest = part.trim_start_matches(is_number);
            match part.strip_suffix(rest) {
                Some(number) if !number.is_empty() => out.extend([number, suffix, rest]),
                _ => out.extend([cast, part]),
            }
        }
        name = out;
    }
    name
}

/// Returns a name in which `*` and `&` stand behind the whole name of a type: `a*::b` is `a::b*`.
fn pointers(name: &str) -> String {
    let mut name = name.to_owned();
    let mut from = 0;
    while let Some(found) = name.get(from..).and_then(|rest| rest.find("::")) {
        let mut at = from + found;
        let qualifiers = qualifiers_at_end(name.get(..at).unwrap_or_default()).to_owned();
        if !qualifiers.is_empty() {
            let start = at - qualifiers.len();
            name.replace_range(start..at, "");
            at = start;
            let end = at + len_of_name(name.get(at..).unwrap_or_default());
            name.insert_str(end, &qualifiers);
        }
        from = at + 2;
    }
    name
}

/// Returns the qualifiers of a pointer or reference at the end of a text; nothing of an operator's name.
fn qualifiers_at_end(text: &str) -> &str {
    const WORDS: [&str; 4] = [" const", " volatile", "*", "&"];
    let mut name = text;
    while let Some(less) = WORDS.iter().find_map(|word| name.strip_suffix(word)) {
        name = less;
    }
    let qualifiers = text.strip_prefix(name).unwrap_or_default();
    let is_sign = |c: char| c.is_ascii_punctuation() && c != '_';
    let is_operator = name.trim_end_matches(is_sign).ends_with("operator");
    // Signs behind a blank or a bracket are those of a function: `a::f() &::b`.
    let is_other = name.is_empty() || name.ends_with([' ', '(', ')']);
    if is_operator || is_other || !qualifiers.contains(['*', '&']) {
        return "";
    }
    qualifiers
}

/// Returns how many bytes the parts of a name have with which a text begins, the first after `::`.
fn len_of_name(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '<' | '{' | '[' => depth += 1,
            '>' | '}' | ']' if depth > 0 => depth -= 1,
            _ if depth > 0 || c == ':' || c == '_' || c == '$' || c == '~' => {}
            _ if c.is_alphanumeric() => {}
            _ => return at,
        }
    }
    text.len()
}

/// Returns a name without blanks between closing angle brackets.
fn angles(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        if c != ' ' || !out.ends_with('>') || chars.peek() != Some(&'>') {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_stand_behind_the_whole_name() {
        assert_eq!(usual("f(a::b*::c)"), "f(a::b::c*)");
        assert_eq!(
            usual("f(a const*&::b<x*::y>::c, int*)"),
            "f(a::b<x::y*>::c const*&, int*)"
        );
        assert_eq!(
            usual("f(a*::{lambda(int)#1}::b)"),
            "f(a::{lambda(int)#1}::b*)"
        );
        // These are as they should be.
        for name in [
            "f(int a::*, void (*)(a*))",
            "a::operator*::{lambda()#1}",
            "a::operator&&::b",
            "a::operator->*::b",
            "a::f() &::{lambda()#1}::operator()() const",
            "a::f(int*) const &&::{lambda()#1}::operator()() const",
            "f(a*) const::{lambda()#1}",
            "operator*(a const&, b*)",
        ] {
            assert_eq!(usual(name), name);
        }
    }

    #[test]
    fn thunks_tables_and_clones_have_their_usual_words() {
        for (written, expected) in [
            ("{vtable(a::b)}", "vtable for a::b"),
            ("{vtt(a)}", "VTT for a"),
            (
                "construction vtable for a-in-b",
                "construction vtable for b-in-a",
            ),
            (
                "{virtual override thunk({offset(-32)}, a::b())}",
                "non-virtual thunk to a::b()",
            ),
            (
                "{virtual override thunk({virtual offset(0, -24)}, a::b())}",
                "virtual thunk to a::b()",
            ),
            (
                "{virtual override thunk({offset(0)}, {virtual offset(0, -24)}, a::b())}",
                "covariant return thunk to a::b()",
            ),
            ("f(a*) [clone .llvm] [clone .12]", "f(a*) (.llvm.12)"),
            ("f() [clone .cold]", "f() (.cold)"),
            ("a<b<c<d> > >", "a<b<c<d>>>"),
            ("a<(long)-1, (unsigned long)5>(long)", "a<-1l, 5ul>(long)"),
            ("operator> (a)", "operator> (a)"),
        ] {
            assert_eq!(usual(written), expected);
        }
    }
}
