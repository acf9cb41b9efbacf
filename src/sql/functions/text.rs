//! Functions on strings and bytes.
//!
//! Patterns are compiled when they are first met, and kept for a while.

use std::cell::RefCell;
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use base64::engine::{DecodePaddingMode, Engine as _};
use regex::bytes::{Regex, RegexBuilder};
use rusqlite::Result;
use rusqlite::functions::Context;
use rusqlite::types::ValueRef;

use super::{Pure, bytes, integer, pure, wrong};
use crate::base::hash::fnv1a;
use crate::base::symbol;
use crate::query::find;
use crate::sql::real_text::real_text;
use crate::sql::value::Value;

/// The functions.
pub(super) const FUNCTIONS: &[Pure] = &[
    pure(
        "hash(value, …)",
        "A 64-bit hash (FNV-1a) of integers and strings.",
        -1,
        hash,
    ),
    pure(
        "str_split(text, separator, n)",
        "The nth part of a text, from 0; NULL if there are fewer.",
        3,
        str_split,
    ),
    pure(
        "regexp(pattern, text)",
        "Whether a regular expression matches somewhere; also `text REGEXP pattern`.",
        2,
        regexp,
    ),
    pure(
        "regexp(pattern, text, flags)",
        "The same; the flag `i` ignores case.",
        3,
        regexp,
    ),
    pure(
        "regexp_extract(text, pattern)",
        "The first match: its first group if that matched some text.",
        2,
        regexp_extract,
    ),
    pure(
        "regexp_replace_simple(text, pattern, replacement)",
        "The text with every match replaced.",
        3,
        regexp_replace,
    ),
    pure("base64_encode(bytes)", "Bytes as base64.", 1, base64_encode),
    pure(
        "base64_decode(text)",
        "The bytes of a base64 text; NULL if it is none.",
        1,
        base64_decode,
    ),
    pure(
        "unhex(text)",
        "A hexadecimal text, with or without 0x, as an integer.",
        1,
        unhex,
    ),
    pure(
        "demangle(name)",
        "What the compiler made the name of a function of; NULL if it made none that is known.",
        1,
        |c| {
            let name = bytes(c, 0)?.map(String::from_utf8_lossy);
            let text = name.and_then(|name| symbol::demangle(&name, symbol::Form::Whole));
            Ok(text.map_or(Value::Null, |text| Value::Text(text.into_bytes())))
        },
    ),
    pure("reverse(text)", "The text backwards.", 1, reverse),
    pure(
        "android_is_sf_jank_type(jank_type)",
        "Whether SurfaceFlinger caused the jank.",
        1,
        |c| jank(c, SF),
    ),
    pure(
        "android_is_app_jank_type(jank_type)",
        "Whether the app caused the jank.",
        1,
        |c| jank(c, APP),
    ),
    pure(
        "android_is_missed_frame_type(jank_type)",
        "Whether the frame was missed by either, or dropped.",
        1,
        missed,
    ),
];

fn hash(context: &Context<'_>) -> Result<Value> {
    let mut bytes = Vec::new();
    for index in 0..context.len() {
        match context.get_raw(index) {
            ValueRef::Integer(value) => bytes.extend(value.to_le_bytes()),
            ValueRef::Text(text) => bytes.extend(text),
            _ => return Err(wrong("hash: only integers and strings can be hashed")),
        }
    }
    Ok(Value::Int(fnv1a([&bytes[..]]) as i64))
}

fn str_split(context: &Context<'_>) -> Result<Value> {
    let Some(separator) = bytes(context, 1)?.filter(|separator| !separator.is_empty()) else {
        return Err(wrong("str_split: delimiter must be a non-empty string"));
    };
    let Some(n) = integer(context, 2)?.and_then(|n| usize::try_from(n).ok()) else {
        return Err(wrong(
            "str_split: field number must be a non-negative integer",
        ));
    };
    // As in the reference, other values than texts have no parts.
    let ValueRef::Text(mut rest) = context.get_raw(0) else {
        return Ok(Value::Null);
    };
    for _ in 0..n {
        let Some(at) = memchr::memmem::find(rest, separator) else {
            return Ok(Value::Null);
        };
        rest = &rest[at + separator.len()..];
    }
    let end = memchr::memmem::find(rest, separator).unwrap_or(rest.len());
    Ok(Value::Text(rest[..end].to_vec()))
}

/// A pattern that is compiled once per statement, for each setting of the case flag, which may differ from
/// row to row.
#[derive(Default)]
struct Compiled([OnceLock<Arc<Regex>>; 2]);

impl Compiled {
    fn get(&self, pattern: &str, ignore_case: bool) -> Result<Arc<Regex>> {
        let place = &self.0[usize::from(ignore_case)];
        if let Some(regex) = place.get() {
            return Ok(Arc::clone(regex));
        }
        let regex = compiled(pattern, ignore_case)?;
        Ok(Arc::clone(place.get_or_init(|| regex)))
    }
}

thread_local! {
    /// The patterns compiled last, and whether without case: each call of a function that is made of
    /// SQL is a statement anew.
    static LAST: RefCell<Vec<(bool, Arc<Regex>)>> = const { RefCell::new(Vec::new()) };
}

/// Returns a pattern compiled, which is not done again as long as few others come between.
fn compiled(pattern: &str, ignore_case: bool) -> Result<Arc<Regex>> {
    /// How many are kept.
    const KEPT: usize = 16;
    LAST.with_borrow_mut(|last| {
        let is_it = |(without_case, regex): &(bool, Arc<Regex>)| {
            *without_case == ignore_case && regex.as_str() == pattern
        };
        let regex = if let Some(at) = last.iter().position(is_it) {
            last.remove(at).1
        } else {
            let regex = RegexBuilder::new(pattern)
                .case_insensitive(ignore_case)
                .size_limit(1 << 20)
                .build()
                .map_err(|error| {
                    let reason = find::last_line(&error.to_string());
                    wrong(format!("{pattern:?} is not a regular expression: {reason}"))
                })?;
            last.truncate(KEPT - 1);
            Arc::new(regex)
        };
        last.insert(0, (ignore_case, Arc::clone(&regex)));
        Ok(regex)
    })
}

/// Returns a pattern compiled, which is done once a statement where it is the same in all rows.
fn compile(context: &Context<'_>, index: usize, flags: Option<usize>) -> Result<Arc<Regex>> {
    let ignore_case = match flags {
        None => false,
        Some(flags) => {
            let flags = bytes(context, flags)?.unwrap_or_default();
            if let Some(flag) = flags.iter().find(|flag| !b"ic".contains(flag)) {
                return Err(wrong(format!(
                    "regexp: unknown flag {:?}",
                    char::from(*flag)
                )));
            }
            flags.last() == Some(&b'i')
        }
    };
    let none_yet = |_: ValueRef<'_>| Ok::<_, Infallible>(Compiled::default());
    let compiled = context.get_or_create_aux(index as i32, none_yet)?;
    let pattern = context.get_raw(index).as_str();
    let pattern = pattern
        .ok()
        .ok_or_else(|| wrong(format!("argument {} must be a string", index + 1)))?;
    compiled.get(pattern, ignore_case)
}

/// Returns an argument as the text to match with a pattern; `None` for NULL.
fn subject<'a>(context: &'a Context<'_>, index: usize) -> Option<std::borrow::Cow<'a, [u8]>> {
    match context.get_raw(index) {
        ValueRef::Null => None,
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Some(bytes.into()),
        ValueRef::Integer(value) => Some(value.to_string().into_bytes().into()),
        ValueRef::Real(value) => Some(real_text(value)?.into_bytes().into()),
    }
}

fn regexp(context: &Context<'_>) -> Result<Value> {
    let (Some(text), false) = (
        subject(context, 1),
        matches!(context.get_raw(0), ValueRef::Null),
    ) else {
        return Ok(Value::Null);
    };
    let regex = compile(context, 0, (context.len() == 3).then_some(2))?;
    Ok(Value::Int(i64::from(regex.is_match(&text))))
}

fn regexp_extract(context: &Context<'_>) -> Result<Value> {
    let (Some(text), false) = (
        subject(context, 0),
        matches!(context.get_raw(1), ValueRef::Null),
    ) else {
        return Ok(Value::Null);
    };
    let regex = compile(context, 1, None)?;
    let found = regex.captures(&text).and_then(|groups| {
        // A group that matched nothing says nothing.
        let first = groups.get(1).filter(|group| !group.is_empty());
        first.or_else(|| groups.get(0))
    });
    Ok(found.map_or(Value::Null, |found| Value::Text(found.as_bytes().to_vec())))
}

fn regexp_replace(context: &Context<'_>) -> Result<Value> {
    let (Some(text), Some(replacement), false) = (
        subject(context, 0),
        bytes(context, 2)?,
        matches!(context.get_raw(1), ValueRef::Null),
    ) else {
        return Ok(Value::Null);
    };
    let regex = compile(context, 1, None)?;
    let replaced = regex.replace_all(&text, regex::bytes::NoExpand(replacement));
    Ok(Value::Text(replaced.into_owned()))
}

fn base64_encode(context: &Context<'_>) -> Result<Value> {
    let Some(bytes) = bytes(context, 0)? else {
        return Ok(Value::Null);
    };
    Ok(Value::Text(STANDARD.encode(bytes).into_bytes()))
}

fn base64_decode(context: &Context<'_>) -> Result<Value> {
    let Some(text) = bytes(context, 0)? else {
        return Ok(Value::Null);
    };
    let standard = text.iter().map(|&c| match c {
        b'-' => b'+',
        b'_' => b'/',
        c => c,
    });
    let standard: Vec<u8> = standard.collect();
    Ok(LENIENT.decode(standard).map_or(Value::Null, Value::Blob))
}

/// Reads base64 with and without what fills up the last group, whatever bits are left over in that.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

fn unhex(context: &Context<'_>) -> Result<Value> {
    let Some(text) = bytes(context, 0)? else {
        return Ok(Value::Null);
    };
    let text = String::from_utf8_lossy(text);
    let digits = text.trim();
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    let digits = digits.strip_prefix("0X").unwrap_or(digits);
    Ok(u64::from_str_radix(digits, 16).map_or(Value::Null, |value| Value::Int(value as i64)))
}

fn reverse(context: &Context<'_>) -> Result<Value> {
    let Some(text) = bytes(context, 0)? else {
        return Ok(Value::Null);
    };
    let text: String = String::from_utf8_lossy(text).chars().rev().collect();
    Ok(Value::Text(text.into_bytes()))
}

const SF: &[&str] = &[
    "SurfaceFlinger CPU Deadline Missed",
    "SurfaceFlinger GPU Deadline Missed",
    "SurfaceFlinger Scheduling",
    "Prediction Error",
    "Display HAL",
];
const APP: &[&str] = &["App Deadline Missed", "App Resynced Jitter"];
const DROPPED: &[&str] = &["Dropped Frame"];

fn jank(context: &Context<'_>, reasons: &[&str]) -> Result<Value> {
    let Some(text) = bytes(context, 0)? else {
        return Ok(Value::Null);
    };
    let found = reasons
        .iter()
        .any(|reason| memchr::memmem::find(text, reason.as_bytes()).is_some());
    Ok(Value::Int(i64::from(found)))
}

fn missed(context: &Context<'_>) -> Result<Value> {
    for reasons in [SF, APP, DROPPED] {
        let answer = jank(context, reasons)?;
        if answer != Value::Int(0) {
            return Ok(answer);
        }
    }
    Ok(Value::Int(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_compiled_once() {
        let one = compiled("a+", false).unwrap();
        let without_case = compiled("a+", true).unwrap();
        assert!(without_case.is_match(b"A") && !one.is_match(b"A"));
        assert!(Arc::ptr_eq(&one, &compiled("a+", false).unwrap()));
        assert!(compiled("(", false).is_err());
        for n in 0..100 {
            compiled(&format!("a{n}"), false).unwrap();
        }
        assert!(!Arc::ptr_eq(&one, &compiled("a+", false).unwrap()));
        assert!(LAST.with_borrow(Vec::len) <= 16);
    }
}
