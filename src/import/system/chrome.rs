//! What Chromium says of itself: rows of `metadata` whose names begin with `cr-`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::decode::fields::{Field, Message};
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
    pub(super) fn events(&mut self, payload: Message<'_>, sink: &mut Sink) {
        if !payload.has(chrome_event_bundle::METADATA) {
            return;
        }
        self.n_bundles += 1;
        let prefix = match self.n_bundles {
            1 => "cr-".to_owned(),
            n => format!("cr-{n}-"),
        };
        for entry in payload.messages(chrome_event_bundle::METADATA) {
            let value = if let Some(string) = entry.field(chrome_metadata::STRING_VALUE) {
                text(&string)
            } else if let Some(int) = entry.field(chrome_metadata::INT_VALUE) {
                MetadataValue::Int(int.as_i64())
            } else if let Some(is_so) = entry.field(chrome_metadata::BOOL_VALUE) {
                MetadataValue::Int(i64::from(is_so.as_bool()))
            } else if let Some(json) = entry.field(chrome_metadata::JSON_VALUE) {
                text(&json)
            } else {
                sink.issues.count("empty_chrome_metadata");
                continue;
            };
            let name = entry.lossy(chrome_metadata::NAME);
            add(format!("{prefix}{name}"), value, sink);
        }
    }

    /// Imports `ChromeMetadataPacket`.
    pub(super) fn metadata(&mut self, payload: Message<'_>, sink: &mut Sink) {
        let prefix = format!("cr-{}-", char::from(b'a' + self.n_packets % 26));
        self.n_packets = (self.n_packets + 1) % 26;
        if let Some(version) = payload.field(packet::CHROME_VERSION_CODE) {
            let value = MetadataValue::Int(i64::from(version.as_i32()));
            add(format!("{prefix}playstore_version_code"), value, sink);
        }
        for (number, name) in [
            (packet::APP_VERSION, "product-version"),
            (packet::OS_NAME, "os-name"),
            (packet::APP_PACKAGE_NAME, "package-name"),
            (packet::CHANNEL, "channel"),
            (packet::ENABLED_CATEGORIES, "enabled_categories"),
        ] {
            if let Some(field) = payload.field(number) {
                let value = match number {
                    packet::CHANNEL => MetadataValue::Int(i64::from(field.as_i32())),
                    _ => text(&field),
                };
                add(format!("{prefix}{name}"), value, sink);
            }
        }
        let trials = trials(payload);
        if !trials.is_empty() {
            let value = MetadataValue::Str(trials);
            add(format!("{prefix}field_trial_hashes"), value, sink);
        }
        // The names of the following rows have no letter of the browser, as in the reference.
        if let Some(background) = payload.field(packet::BACKGROUND_TRACING_METADATA) {
            let value = MetadataValue::Str(STANDARD.encode(background.as_bytes()));
            add("cr-background_tracing_metadata".to_owned(), value, sink);
            if let Some(hash) = background.message().field(background::SCENARIO_NAME_HASH) {
                let value = MetadataValue::Int(i64::from(hash.as_u32()));
                add("cr-scenario_name_hash".to_owned(), value, sink);
            }
        }
    }
}

/// Returns which variants of trials were on, two a line as in the reference.
fn trials(payload: Message<'_>) -> String {
    let trials = payload.messages(packet::FIELD_TRIAL_HASHES);
    let texts: Vec<String> = trials
        .map(|trial| {
            format!(
                "{{ name: {}, group: {} }} ",
                trial.u32(finch_hash::NAME),
                trial.u32(finch_hash::GROUP)
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
