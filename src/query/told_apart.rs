//! What tells slices of one name apart: what each does, else what of its arguments differs.
//!
//! Chromium calls all steps of a frame `Graphics.Pipeline` and all tasks of its schedulers alike. What
//! they do is in their arguments, which are decoded from the file: who asks for several slices, or again
//! and again, keeps a [`Sayings`], so that each slice is decoded once.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use hashbrown::HashMap;

use crate::base::cut::start_of;
use crate::base::hash::fnv1a;
use crate::model::args::ArgValue;
use crate::model::ids::SliceId;
use crate::model::trace::Trace;

/// A part of the categories of what schedulers of threads run, as in the module `chrome.tasks`.
const TOPLEVEL: &[u8] = b"toplevel";

/// The fields with the interface of a message.
const INTERFACE: [&str; 2] = ["mojo_interface_tag", "watcher_notify_interface_tag"];

/// What posts a task for each message, wherever these come from: the interface, which the message in the task
/// names, says more than such a function.
const PLUMBING: [&[u8]; 2] = [b"mojo/", b"ipc/"];

/// In which of the first slices right inside of a task its message is looked for.
const MESSAGE_AMONG: usize = 4;

/// Of more texts of a slice none is compared: what tells steps apart comes first.
const TEXTS_MAX: usize = 64;
/// A text is kept up to so many bytes: more fits no screen.
const TEXT_BYTES_MAX: usize = 1 << 10;
/// What is known is forgotten when it takes more bytes.
const BYTES_MAX: usize = 16 << 20;

/// What the arguments of a slice say of it.
#[derive(Debug, Default)]
pub struct Saying {
    /// Of a message, and of a task that delivers one, its interface, of other tasks the function that posted them,
    /// of what Chromium does for a page which function or event; `None` of other slices.
    does: Option<String>,
    /// Its first texts, each with the hash of its key.
    texts: Vec<(u64, Vec<u8>)>,
    /// The places of the texts, by the hashes of their keys.
    places: HashMap<u64, usize>,
    /// How many arguments were decoded.
    n_args: usize,
}

impl Saying {
    /// Decodes the arguments of a slice.
    fn of(trace: &Trace, slice: SliceId) -> Self {
        let mut saying = Self::default();
        let (mut interface, mut poster, mut page) = (None, None, None);
        let mut is_plumbing = false;
        let page_field = field_of_page(trace, slice);
        trace.slice_args(slice, &mut |arg| {
            saying.n_args += 1;
            let ArgValue::Str(text) = &arg.value else {
                return;
            };
            let text = start_of(text, TEXT_BYTES_MAX);
            if saying.texts.len() < TEXTS_MAX {
                let key = fnv1a([arg.key.as_bytes()]);
                let place = saying.texts.len();
                saying.places.entry(key).or_insert_with(|| {
                    saying.texts.push((key, text.to_vec()));
                    place
                });
            }
            let field = field_of(&arg.key);
            let told = match field {
                _ if page_field.is_some() && page_field == Some(field) => &mut page,
                _ if INTERFACE.contains(&field) => &mut interface,
                "src_func" => &mut poster,
                "function_name" if arg.key.ends_with("posted_from.function_name") => &mut poster,
                _ if field == "src_file" || arg.key.ends_with("posted_from.file_name") => {
                    let file = start_of_path(text);
                    is_plumbing |= PLUMBING.iter().any(|part| file.starts_with(part));
                    return;
                }
                _ => return,
            };
            *told = Some(String::from_utf8_lossy(text).into_owned());
        });
        if is_plumbing && interface.is_none() && is_of_scheduler(trace, slice) {
            interface = saying.message_inside(trace, slice);
        }
        let told = interface.or(poster);
        let told = told.filter(|_| is_of_scheduler(trace, slice));
        saying.does = page.or(told).filter(|told| !told.is_empty());
        saying
    }

    /// Returns the interface of the message that a task delivers.
    fn message_inside(&mut self, trace: &Trace, task: SliceId) -> Option<String> {
        let inside = trace.slices.children(task).take(MESSAGE_AMONG);
        let message = inside.filter(|&slice| is_of_scheduler(trace, slice));
        let mut interface = None;
        for slice in message {
            trace.slice_args(slice, &mut |arg| {
                self.n_args += 1;
                let is_it = INTERFACE.contains(&field_of(&arg.key));
                if let (true, ArgValue::Str(text)) = (is_it, &arg.value) {
                    let text = start_of(text, TEXT_BYTES_MAX);
                    interface = Some(String::from_utf8_lossy(text).into_owned());
                }
            });
            if interface.is_some() {
                break;
            }
        }
        interface
    }

    /// Returns the first text that another slice has with another value.
    fn differs_from(&self, other: &Self) -> Option<String> {
        let differs = |(key, text): &&(u64, Vec<u8>)| {
            let place = other.places.get(key);
            place.is_some_and(|&place| other.texts[place].1 != *text)
        };
        let (_, text) = self.texts.iter().find(differs)?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// Returns about how much memory it takes.
    fn bytes(&self) -> usize {
        let texts = self.texts.iter().map(|(_, text)| text.len() + 64);
        size_of::<Self>() + self.does.as_ref().map_or(0, String::len) + texts.sum::<usize>()
    }
}

/// Returns the last part of a key.
fn field_of(key: &str) -> &str {
    key.rsplit_once('.').map_or(key, |(_, field)| field)
}

/// Returns the path of a file without the way from where it was compiled.
fn start_of_path(mut file: &[u8]) -> &[u8] {
    while let Some(rest) = file.strip_prefix(b"../") {
        file = rest;
    }
    file
}

/// Returns whether a scheduler of Chromium has run a slice. Takes no time.
fn is_of_scheduler(trace: &Trace, slice: SliceId) -> bool {
    let category = trace.slices.label(slice).category;
    let category = category.map_or(&b""[..], |category| trace.bytes(category));
    category
        .windows(TOPLEVEL.len())
        .any(|part| part == TOPLEVEL)
}

/// Returns the field that says what a slice of Chromium's timeline is about. `None` of others.
fn field_of_page(trace: &Trace, slice: SliceId) -> Option<&'static str> {
    Some(match trace.bytes(trace.slices.name(slice)?) {
        b"FunctionCall" => "functionName",
        b"EventDispatch" | b"EventTiming" => "type",
        b"EventLatency" => "event_type",
        b"EvaluateScript" | b"v8.compile" => "url",
        _ => return None,
    })
}

/// Returns what a slice of Chromium's schedulers does, which all of its name have in common: the
/// interface of a message, or the function that posted a task for anything else. `None` of others.
///
/// Cost: decodes the arguments of such a slice.
pub fn what_it_does(trace: &Trace, slice: SliceId) -> Option<String> {
    let is_it = is_of_scheduler(trace, slice);
    is_it.then(|| Saying::of(trace, slice).does).flatten()
}

/// Returns which script, function or event of a page a slice of Chromium's timeline is about. `None` of others.
///
/// Cost: decodes the arguments of such a slice.
pub fn of_page(trace: &Trace, slice: SliceId) -> Option<String> {
    field_of_page(trace, slice)?;
    Saying::of(trace, slice).does
}

/// Returns what [`what_it_does`] and [`of_page`] do.
///
/// Cost: decodes the arguments of such a slice.
pub fn told_alone(trace: &Trace, slice: SliceId) -> Option<String> {
    let is_it = is_of_scheduler(trace, slice) || field_of_page(trace, slice).is_some();
    is_it.then(|| Saying::of(trace, slice).does).flatten()
}

/// What [`told_alone`] says of slices of a list, for rows that are made again and again. Of one trace.
#[derive(Debug, Default)]
pub struct ToldAlone {
    known: HashMap<SliceId, Option<Arc<str>>>,
    /// Of no further slice the arguments are decoded when there were so many.
    args_max: usize,
    n_args: usize,
    bytes: usize,
}

impl ToldAlone {
    /// Returns one that decodes about so many arguments at most.
    pub fn of_at_most(args_max: usize) -> Self {
        Self {
            args_max,
            ..Self::default()
        }
    }

    /// Returns what [`told_alone`] does; of slices that are first asked for when too much was decoded, nothing.
    pub fn get(&mut self, trace: &Trace, slice: SliceId) -> Option<Arc<str>> {
        if !is_of_scheduler(trace, slice) && field_of_page(trace, slice).is_none() {
            return None;
        }
        if let Some(known) = self.known.get(&slice) {
            return known.clone();
        }
        if self.n_args >= self.args_max || self.bytes >= BYTES_MAX {
            return None;
        }
        let saying = Saying::of(trace, slice);
        let does: Option<Arc<str>> = saying.does.as_deref().map(Arc::from);
        self.n_args += saying.n_args;
        self.bytes += does.as_ref().map_or(0, |does| does.len());
        self.known.insert(slice, does.clone());
        does
    }
}

/// What arguments of slices say: each is decoded when it is first asked for. Of one trace.
#[derive(Debug, Default)]
pub struct Sayings {
    known: RefCell<HashMap<SliceId, Arc<Saying>>>,
    bytes: Cell<usize>,
}

impl Sayings {
    fn of(&self, trace: &Trace, slice: SliceId) -> Arc<Saying> {
        if let Some(known) = self.known.borrow().get(&slice) {
            return Arc::clone(known);
        }
        let saying = Arc::new(Saying::of(trace, slice));
        let bytes = self.bytes.get() + saying.bytes();
        let mut known = self.known.borrow_mut();
        if bytes > BYTES_MAX {
            known.clear();
            self.bytes.set(saying.bytes());
        } else {
            self.bytes.set(bytes);
        }
        known.insert(slice, Arc::clone(&saying));
        saying
    }

    /// Returns what [`told_alone`] does.
    fn what_it_does(&self, trace: &Trace, slice: SliceId) -> Option<String> {
        if !is_of_scheduler(trace, slice) && field_of_page(trace, slice).is_none() {
            return None;
        }
        self.of(trace, slice).does.clone()
    }

    /// Returns the first text among the arguments of a slice that another one of the same name has with
    /// another value: what a flow between the two goes from and to.
    pub fn what_differs(&self, trace: &Trace, slice: SliceId, beside: SliceId) -> Option<String> {
        if slice == beside || trace.slices.name(slice) != trace.slices.name(beside) {
            return None;
        }
        let own = self.of(trace, slice);
        own.differs_from(&self.of(trace, beside))
    }

    /// Returns what tells a slice from others of its name: what it does, else what differs from the
    /// first slice beside it of which something does.
    pub fn told_apart(
        &self,
        trace: &Trace,
        slice: SliceId,
        beside: impl IntoIterator<Item = SliceId>,
    ) -> Option<String> {
        self.what_it_does(trace, slice).or_else(|| {
            let mut beside = beside.into_iter();
            beside.find_map(|other| self.what_differs(trace, slice, other))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::args::{EventPos, StoredArg, StoredValue};
    use crate::model::builder::TraceBuilder;
    use crate::model::slice::{Label, SliceRow};
    use crate::model::track::Scope;

    #[test]
    fn what_delivers_a_message_is_called_by_its_interface() {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "main");
        let track = b.slice_track(Scope::Thread(main), None);
        let keys = ["function_name", "file_name"].map(|it| format!("task.posted_from.{it}"));
        let keys = keys.map(|key| b.str(&key));
        let interface = b.str("chrome_mojo_event_info.mojo_interface_tag");
        let mut label = |name: &str| {
            let (name, category) = (Some(b.str(name)), Some(b.str("toplevel,mojom")));
            b.labels.intern(Label { name, category })
        };
        let (task, message) = (label("RunTask"), label("Receive mojo message"));
        let (mut tasks, mut messages) = (Vec::new(), Vec::new());
        let posters = [
            ("Accept", "ipc/ipc_mojo_bootstrap.cc", true),
            (
                "ArmOrNotify",
                "../../mojo/public/cpp/simple_watcher.cc",
                true,
            ),
            ("Accept", "ipc/ipc_mojo_bootstrap.cc", false),
            // What was posted for something else is called by that, whatever it sends for.
            ("DOMTimer", "third_party/blink/dom_timer.cc", true),
        ];
        for ((function, file, has_message), ts) in posters.into_iter().zip([10, 20, 30, 40]) {
            let values = [b.str(function), b.str(file)];
            let args =
                [0, 1].map(|at| StoredArg::new(keys[at], StoredValue::Str(Some(values[at]))));
            let set = b.arg_sets.add(&args).unwrap();
            tasks.push(SliceRow::new(ts, Some(9), task, EventPos::stored(set)));
            if has_message {
                let shop = b.str("mojom.Shop");
                let arg = StoredArg::new(interface, StoredValue::Str(Some(shop)));
                let set = b.arg_sets.add(&[arg]).unwrap();
                messages.push(SliceRow::new(
                    ts + 1,
                    Some(7),
                    message,
                    EventPos::stored(set),
                ));
            }
        }
        b.slices.push_track(track, &[tasks, messages]);
        let trace = b.finish();
        let told = [0, 1, 2, 3].map(|id| told_alone(&trace, SliceId(id)));
        let told = told.each_ref().map(Option::as_deref);
        let shop = Some("mojom.Shop");
        assert_eq!(told, [shop, shop, Some("Accept"), Some("DOMTimer")]);
    }

    #[test]
    fn what_slices_of_a_list_do_is_decoded_once_and_not_without_end() {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "main");
        let track = b.slice_track(Scope::Thread(main), None);
        let name = Some(b.str("FunctionCall"));
        let label = b.labels.intern(Label {
            name,
            ..Label::default()
        });
        let key = b.str("data.functionName");
        let mut rows = Vec::new();
        for (ts, function) in [(10, "one"), (20, "two"), (30, "three")] {
            let function = b.str(function);
            let arg = StoredArg::new(key, StoredValue::Str(Some(function)));
            let set = b.arg_sets.add(&[arg, arg]).unwrap();
            rows.push(SliceRow::new(ts, Some(1), label, EventPos::stored(set)));
        }
        b.slices.push_track(track, &[rows]);
        let trace = b.finish();
        let mut told = ToldAlone::of_at_most(3);
        let mut all = || [0, 1, 2].map(|id| told.get(&trace, SliceId(id)));
        for _ in 0..2 {
            // What was told once stays.
            assert_eq!(
                all().each_ref().map(Option::as_deref),
                [Some("one"), Some("two"), None]
            );
        }
        assert_eq!(told.n_args, 4);
    }
}
