//! Names of functions as people write them, from those that compilers make.
//!
//! C++ (Itanium ABI) and Rust, old and new. A name of a few bytes may stand for a text without end,
//! or take the library for ever, so that what is read and written is limited.

mod spelling;

use std::fmt::{self, Write};

use cpp_demangle::{DemangleOptions, ParseOptions, Symbol};

/// Names of more bytes than this stay as they are.
const MAX_NAME: usize = 1 << 10;
/// Texts of more bytes than this are not made.
const MAX_TEXT: usize = 16 << 10;
/// Names whose parts lie deeper inside each other than this stay as they are.
const MAX_NESTING: u32 = 48;
/// Names with more `delete` expressions than this stay as they are: the library reads each in two
/// ways, and all that is inside of it as often. No name that a compiler made has so many.
const MAX_DELETES: usize = 6;

/// How much of a function's name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// With the types of its parameters and of what it returns, as the reference's `demangle` does.
    Whole,
    /// Without the types of parameters and of what the function returns.
    Brief,
}

/// Returns the name that a compiler made the symbol `name` of; `None` if it is no symbol that we know.
pub fn demangle(name: &str, form: Form) -> Option<String> {
    if name.len() > MAX_NAME {
        return None;
    }
    // Symbols of Apple's systems have one more underscore.
    let own = match name.strip_prefix('_') {
        Some(own) if own.starts_with("_Z") || own.starts_with("_R") => own,
        _ => name,
    };
    let mut text = Limited(String::new());
    let may_be_rust = own.starts_with("_R") || (form == Form::Brief && own.starts_with("_ZN"));
    if may_be_rust && let Ok(symbol) = rustc_demangle::try_demangle(own) {
        let written = match form {
            Form::Whole => write!(text, "{symbol}"),
            // Without the hash, which tells nobody anything.
            Form::Brief => write!(text, "{symbol:#}"),
        };
        return written.is_ok().then_some(text.0);
    }
    let n_deletes = own.matches("da").count() + own.matches("dl").count();
    if !own.starts_with("_Z") || n_deletes > MAX_DELETES {
        return None;
    }
    let options = DemangleOptions::new().recursion_limit(MAX_NESTING);
    let options = match form {
        Form::Whole => options,
        Form::Brief => options.no_params().no_return_type(),
    };
    let depth = ParseOptions::default().recursion_limit(MAX_NESTING);
    let symbol = Symbol::new_with_options(own, &depth).ok()?;
    symbol.structured_demangle(&mut text, &options).ok()?;
    Some(spelling::usual(&text.0))
}

/// A text that takes so many bytes and no more.
struct Limited(String);

impl Write for Limited {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if self.0.len() + more.len() > MAX_TEXT {
            return Err(fmt::Error);
        }
        self.0.push_str(more);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn whole(name: &str) -> Option<String> {
        demangle(name, Form::Whole)
    }

    fn brief(name: &str) -> Option<String> {
        demangle(name, Form::Brief)
    }

    #[test]
    fn names_of_cpp() {
        let push = "_ZNSt6vectorIiSaIiEE9push_backERKi";
        assert_eq!(
            whole(push).as_deref(),
            Some("std::vector<int, std::allocator<int>>::push_back(int const&)")
        );
        assert_eq!(
            brief(push).as_deref(),
            Some("std::vector<int, std::allocator<int>>::push_back")
        );
        // A substitution whose type goes on.
        assert_eq!(
            whole("_ZN1a1b1fEPNS0_1cEPNS1_1dE").as_deref(),
            Some("a::b::f(a::b::c*, a::b::c::d*)")
        );
        assert_eq!(whole("__ZN3fooE").as_deref(), Some("foo"));
        assert_eq!(whole("_Zfoo"), None);
        assert_eq!(whole("main"), None);
        assert_eq!(whole(""), None);
        assert_eq!(whole("_"), None);
    }

    #[test]
    fn names_of_rust() {
        let old = "_ZN4core3fmt5write17h0123456789abcdefE";
        assert_eq!(
            whole(old).as_deref(),
            Some("core::fmt::write::h0123456789abcdef")
        );
        assert_eq!(brief(old).as_deref(), Some("core::fmt::write"));
        assert_eq!(brief("_RNvC6_123foo3bar").as_deref(), Some("123foo::bar"));
        assert_eq!(whole("_Rubbish"), None);
    }

    #[test]
    fn a_name_that_grows_without_end_is_left() {
        // Each substitution holds the one before it twice: 2^n pieces of n.
        let digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".chars();
        let pairs = digits.map(|of| format!("1bIS{of}_S{of}_E"));
        let bomb: String = std::iter::once("_Z1fI1aEv".to_owned())
            .chain(pairs)
            .collect();
        let text = whole(&bomb);
        assert!(text.is_none_or(|text| text.len() <= MAX_TEXT));
        assert_eq!(whole(&format!("_Z{}", "N".repeat(MAX_NAME))), None);
        let deep = format!("_Z1fI{}iE", "P".repeat(2_000));
        assert!(whole(&deep).is_none_or(|text| text.len() <= MAX_TEXT));
    }

    /// Each of these names took the library minutes or more.
    #[test]
    fn a_name_that_takes_for_ever_is_left() {
        let deletes = |n| "da".repeat(n);
        let (few, some, many) = (deletes(30), deletes(40), deletes(100));
        for name in [
            format!("_Z{few}A{some}Dp{many}v"),
            format!("_Z1fI{few}DO{some}Mil{}", "M".repeat(400)),
        ] {
            assert_eq!(whole(&name), None);
        }
    }

    proptest! {
        #[test]
        fn any_name_is_read_or_not(
            name in "(_Z|_R|__Z)([a-zA-Z0-9_]{0,60}|(1fI|S_|T_|N|I|E|X|A|DT|da|dl|ad|cl|gs|Z|1a|v){0,200})"
        ) {
            for form in [Form::Whole, Form::Brief] {
                let text = demangle(&name, form);
                prop_assert!(text.is_none_or(|text| text.len() <= MAX_TEXT));
            }
        }
    }
}
