//! What of the configuration that a trace was recorded with was unwise: the rows of `trace_diagnostics`.
//!
//! The rules, their keys and how sure they are, are the reference's; the words are our own.

/// Something that the next recording should have otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// What names the rule.
    pub key: &'static str,
    /// The matter in a few words.
    pub title: &'static str,
    /// What is wrong.
    pub description: String,
    /// What to do about it.
    pub remedy: &'static str,
    /// How sure it is that this did harm, from 0 to 1.
    pub confidence: f64,
}
