//! What Chromium says of itself: rows of `metadata` whose names begin with `cr-`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::decode::fields::{Field, Fields};
use crate::import::sink::Sink;
use crate::model::trace::{MetadataRow, MetadataValue};
use crate::proto::{
    background_tracing_metadata as background,
    chrome_event_bundle::{self, chrome_metadata},
    chrome_metadata_packet::{self as packet, finch_hash},
};

/// How many packets came, which tells several browsers apart.
#[derive(Debug, Default)]
pub(super) struct Chrome {
    n_bundles: u64,
    n_packets: u8,
}

impl Chrome {
    /// Imports the metadata of a `ChromeEventBundle`, of the older format.
    pub(super) fn events(&mut self, payload: &[u8], sink: &mut Sink) {
        let mut entries = Fields::new(payload)
            .all_of(chrome_event_bundle::METADATA)
            .peekable();
        if entries.peek().is_none() {
            return;
        }
        self.n_bundles += 1;
        let prefix = match self.n_bundles {
            1 => "cr-".to_owned(),
            n => format!("cr-{n}-"),
        };
        for entry in entries {
            let last = |n| entry.fields().last_of(n);
            let value = if let Some(string) = last(chrome_metadata::STRING_VALUE) {
                text(&string)
            } else if let Some(int) = last(chrome_metadata::INT_VALUE) {
                MetadataValue::Int(int.as_i64())
            } else if let Some(is_so) = last(chrome_metadata::BOOL_VALUE) {
                MetadataValue::Int(i64::from(is_so.as_bool()))
            } else if let Some(json) = last(chrome_metadata::JSON_VALUE) {
                text(&json)
            } else {
                sink.issues.count("empty_chrome_metadata");
                continue;
            };
            let name = last(chrome_metadata::NAME).map_or(&b""[..], |name| name.as_bytes());
            add(
                format!("{prefix}{}", String::from_utf8_lossy(name)),
                value,
                sink,
            );
        }
    }

    /// Imports `ChromeMetadataPacket`.
    pub(super) fn metadata(&mut self, payload: &[u8], sink: &mut Sink) {
        let prefix = format!("cr-{}-", char::from(b'a' + self.n_packets % 26));
        self.n_packets = (self.n_packets + 1) % 26;
        let last = |n| Fields::new(payload).last_of(n);
        if let Some(version) = last(packet::CHROME_VERSION_CODE) {
            let value = MetadataValue::Int(i64::from(version.as_i32()));
            add(format!("{prefix}playstore_version_code"), value, sink);
        }
        if let Some(categories) = last(packet::ENABLED_CATEGORIES) {
            add(
                format!("{prefix}enabled_categories"),
                text(&categories),
                sink,
            );
        }
        let trials = trials(payload);
        if !trials.is_empty() {
            let value = MetadataValue::Str(trials);
            add(format!("{prefix}field_trial_hashes"), value, sink);
        }
        // The names of the following rows have no letter of the browser, as in the reference.
        if let Some(background) = last(packet::BACKGROUND_TRACING_METADATA) {
            let value = MetadataValue::Str(STANDARD.encode(background.as_bytes()));
            add("cr-background_tracing_metadata".to_owned(), value, sink);
            if let Some(hash) = background.fields().last_of(background::SCENARIO_NAME_HASH) {
                let value = MetadataValue::Int(i64::from(hash.as_u32()));
                add("cr-scenario_name_hash".to_owned(), value, sink);
            }
        }
    }
}

/// Returns which variants of trials were on, two a line as in the reference.
fn trials(payload: &[u8]) -> String {
    let trials = Fields::new(payload).all_of(packet::FIELD_TRIAL_HASHES);
    let texts: Vec<String> = trials
        .map(|trial| {
            let last = |n| trial.fields().last_of(n).map_or(0, |field| field.as_u32());
            format!(
                "{{ name: {}, group: {} }} ",
                last(finch_hash::NAME),
                last(finch_hash::GROUP)
            )
        })
        .collect();
    let lines: Vec<String> = texts.chunks(2).map(<[String]>::concat).collect();
    lines.join("\n")
}

fn text(field: &Field<'_>) -> MetadataValue {
    MetadataValue::Str(String::from_utf8_lossy(field.as_bytes()).into_owned())
}

/// Adds a row of `metadata`.
pub(super) fn add(name: String, value: MetadataValue, sink: &mut Sink) {
    let machine = sink.processes.machine();
    sink.chrome_metadata.push(MetadataRow {
        name: name.into(),
        value,
        machine,
    });
}
