//! The one table: figures with the ids of the performance study, and which of them are gates.

use std::fmt::Write as _;

/// A line of the table.
struct Row {
    /// The id in the study, such as `I1`; empty for figures without one.
    id: &'static str,
    what: String,
    measured: String,
    /// The limit of a gate, and the measured value.
    gate: Option<(f64, f64)>,
}

/// The figures of the suite.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// Adds a figure that does not depend on the machine and must not exceed `limit`.
    pub(crate) fn gate(&mut self, id: &'static str, what: &str, value: f64, limit: f64) {
        self.rows.push(Row {
            id,
            what: what.to_owned(),
            measured: format!("{value:.2}"),
            gate: Some((limit, value)),
        });
    }

    /// Adds a figure that is only reported.
    pub(crate) fn tell(&mut self, id: &'static str, what: impl Into<String>, measured: String) {
        let what = what.into();
        self.rows.push(Row {
            id,
            what,
            measured,
            gate: None,
        });
    }

    /// Returns the table in Markdown.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from("| id | metric | measured | gate |\n|---|---|---|---|\n");
        for Row {
            id,
            what,
            measured,
            gate,
        } in &self.rows
        {
            let gate = match gate {
                Some((limit, value)) if value <= limit => format!("≤ {limit}: ok"),
                Some((limit, _)) => format!("≤ {limit}: **WORSE**"),
                None => String::new(),
            };
            let _written = writeln!(text, "| {id} | {what} | {measured} | {gate} |");
        }
        text
    }

    /// Returns whether all gates hold.
    pub(crate) fn holds(&self) -> bool {
        let mut gates = self.rows.iter().filter_map(|row| row.gate);
        gates.all(|(limit, value)| value <= limit)
    }
}
