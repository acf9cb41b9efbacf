//! Where in the scripts of a page a slice of Chromium comes from.
//!
//! Calls and compilations say which function they are of, and where it begins. Of what a script brought about,
//! such as a layout that it forced, the innermost call is in its arguments.

use std::fmt::Write as _;

use super::super::cx::Cx;
use super::super::memo::ArgsOf;
use super::super::pane::Pane;
use super::super::scene::Role;
use super::super::text;
use crate::model::args::{Arg, ArgValue};
use crate::model::ids::SliceId;

/// The end of the key of the innermost call.
const INNERMOST: &str = "stackTrace[0]";

/// A place in a script.
#[derive(Default)]
struct Place<'a> {
    function: Option<&'a [u8]>,
    url: Option<&'a [u8]>,
    line: Option<i64>,
    column: Option<i64>,
}

impl<'a> Place<'a> {
    /// Returns the place of which a message tells, if it names a script.
    fn below(args: &'a [Arg<'_>], message: &str) -> Option<Self> {
        let mut place = Self::default();
        for arg in args {
            let Some((of, field)) = arg.key.rsplit_once('.') else {
                continue;
            };
            if of != message {
                continue;
            }
            match (field, &arg.value) {
                ("functionName", ArgValue::Str(name)) => place.function = Some(name),
                ("url", ArgValue::Str(url)) => place.url = Some(url),
                ("lineNumber", value) => place.line = number(value),
                ("columnNumber", value) => place.column = number(value),
                _ => {}
            }
        }
        place
            .url
            .is_some_and(|url| !url.is_empty())
            .then_some(place)
    }

    /// Returns the file of the script, with the line and the column where they are known.
    fn file(&self, url: &str) -> String {
        let mut words = url.to_owned();
        for number in [self.line, self.column].into_iter().map_while(|n| n) {
            let _infallible = write!(words, ":{number}");
        }
        words
    }
}

/// Writes the script of a slice, or the call that brought it about.
pub(super) fn fill(cx: &Cx<'_>, pane: &mut Pane, slice: SliceId) {
    let shown = cx.memo.args(cx.trace, ArgsOf::Slice(slice));
    let messages = shown.args.iter().filter_map(|arg| {
        let (message, field) = arg.key.rsplit_once('.')?;
        (field == "lineNumber").then_some(message)
    });
    let places = messages.filter_map(|message| {
        let is_call = !message.ends_with(']');
        let is_told = is_call || message.ends_with(INNERMOST);
        let place = is_told.then(|| Place::below(&shown.args, message))??;
        Some((is_call, place))
    });
    let Some((is_call, place)) = places.into_iter().next() else {
        return;
    };
    let clean = |bytes: &[u8]| text::clean_bytes(bytes).into_owned();
    let url = clean(place.url.unwrap_or_default());
    // What follows the name of a file tells its versions apart.
    let path = url.split(['?', '#']).next().unwrap_or(&url);
    let name = path
        .rsplit('/')
        .find(|part| !part.is_empty())
        .unwrap_or(path);
    let (key, who) = match place.function {
        _ if is_call => ("script", String::new()),
        None => ("from", String::new()),
        Some(b"") => ("from", "(anonymous) · ".to_owned()),
        Some(name) => ("from", format!("{} · ", clean(name))),
    };
    let forms = [&*url, path, name].map(|file| format!("{who}{}", place.file(file)));
    let forms = forms.each_ref().map(String::as_str);
    pane.pair_fitting(key, &forms, Role::Text);
}

/// Returns the number that a value is.
fn number(value: &ArgValue<'_>) -> Option<i64> {
    match *value {
        ArgValue::Int(n) => Some(n),
        ArgValue::Uint(n) => i64::try_from(n).ok(),
        ArgValue::Real(n) if n.fract() == 0.0 => Some(n as i64),
        _ => None,
    }
}
