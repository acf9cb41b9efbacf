//! The loop around a session: wait, drain, coalesce, update, draw at most once.
//!
//! Only this module reads a clock. Nothing ticks: while nothing happens there is no wake-up and no byte. A
//! frame is drawn no sooner than the link has taken the last one, so a slow link sees fewer frames and never
//! old ones.

use std::iter::Peekable;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tokio::sync::mpsc;

use super::background::Background;
use super::config::{Config, Slow, ThemeChoice};
use super::effect::{Effect, QuitReason};
use super::event::{Clicks, Event, coalesce};
use super::jobs::Outcome;
use super::key::Key;
use super::loader::{Loader, Open, Published};
use super::look::Look;
use super::motion;
use super::pace::Pace;
use super::resolve::ViewRequest;
use super::session::Session;
use super::sidecar::{Sidecar, tell_not_kept};
use super::signals::{Asked, Signals};
use super::state::TraceOrigin;
use super::terminal::encoder::Motion;
use super::terminal::{Mouse, Terminal, input};
use crate::bytes::mmap::lost_pages;
use crate::bytes::source::TraceBytes;
use crate::view::scene::Scene;
use crate::view::state::{FileFate, LoadState, Meter, Selection};
use crate::view::viewport::Viewport;

/// While frames are drawn it is looked so often whether the file is still the trace.
const FILE_LOOK: Duration = Duration::from_secs(1);

/// A burst of resizes is over if no other has come for this long.
const RESIZE_REST: Duration = Duration::from_millis(30);
/// How long a draw waits for the rows of a list, which usually are there sooner.
const LIST_WAIT: Duration = Duration::from_millis(10);
/// How long to wait for the rows of a list if keys are queued that may need these rows.
const AHEAD_WAIT: Duration = Duration::from_secs(1);
/// A turn of the loop that takes longer is logged.
const SLOW_TURN: Duration = Duration::from_millis(50);
/// The most threads for the import and jobs together. Cancelled jobs take a moment to end, so there are spare
/// ones.
const JOBS_MAX: usize = 8;
/// Events taken in one turn: more would keep the screen from following.
const EVENTS_MAX: usize = 512;

/// What the viewer shows, and how.
pub struct Options {
    /// Where to read the trace.
    pub open: Open,
    /// The memory limit of the process, in bytes.
    pub max_memory: u64,
    /// The name of the trace in the title.
    pub name: String,
    /// Where the trace comes from.
    pub source: TraceOrigin,
    /// Where marks, notes and workspaces are kept; `None` if they are not.
    pub sidecar: Option<Sidecar>,
    /// Preferences.
    pub config: Config,
    /// The view that is asked for.
    pub request: ViewRequest,
    /// The keys that are pressed in this view.
    pub keys: Vec<Key>,
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Returns the time since the first call.
pub(crate) fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the clock"
    )]
    START.get_or_init(Instant::now).elapsed()
}

/// Runs the viewer until the user leaves it.
pub fn run(options: Options) -> anyhow::Result<QuitReason> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .thread_name("perfetty-job")
        .max_blocking_threads(JOBS_MAX)
        .build()
        .context("start the runtime")?;
    let result = runtime.block_on(async { Viewer::start(options)?.run().await });
    // Imports and queries that still run are abandoned, because quitting must not wait.
    runtime.shutdown_background();
    result
}

/// What woke the loop.
enum Wake {
    Signal(Asked),
    Input(Vec<Event>),
    /// The input has ended, because the terminal is gone.
    Gone,
    /// More of the trace has been loaded.
    Load(Published),
    /// A job has ended or reports progress.
    Job(Outcome),
    /// The instant of [`Pace::due`] has come.
    Time,
}

struct Viewer {
    session: Session,
    terminal: Terminal,
    look: Look,
    theme: ThemeChoice,
    mouse: Mouse,
    clicks: Clicks,
    loader: Loader,
    loading: bool,
    background: Background,
    outcomes: mpsc::Receiver<Outcome>,
    input: mpsc::Receiver<Vec<Event>>,
    signals: Signals,
    /// The scene that was drawn last, and the window that it shows.
    last: Option<(Arc<Scene>, Viewport)>,
    /// The selection when the details were last drawn.
    detailed: Selection,
    /// The buffer that frames are painted into, each over the last one.
    buffer: Buffer,
    pace: Pace,
    quit: Option<QuitReason>,
    sidecar: Option<Sidecar>,
    /// How many pages of mapped files were lost at the last check.
    lost_pages: u64,
    /// What the trace is read from, and when it was last looked whether that is still the trace.
    file: Option<(Arc<TraceBytes>, Duration)>,
    /// Why there is nothing to show; the viewer ends with this error.
    failure: Option<String>,
}

impl Viewer {
    fn start(options: Options) -> anyhow::Result<Self> {
        let env = |name: &str| std::env::var(name).ok();
        let config = options.config;
        let mouse = if config.mouse && config.slow == Slow::No {
            Mouse::Captured
        } else {
            Mouse::Released
        };
        // The import starts first, because the terminal takes a while to answer.
        let loader = Loader::start(options.open, clock);
        let shifting = super::terminal::probe::shifting(&env);
        let depth = super::terminal::probe::depth(config.color, &env);
        let mut terminal = Terminal::enter(depth, shifting, mouse).context("take the terminal")?;
        let look = Look::of_terminal(&config, terminal.answers(), &env)?;
        terminal.set_depth(look.depth);
        let size = Terminal::size().context("ask for the size of the terminal")?;
        let mut session = Session::new(&options.name, &config, size);
        session.set_load(LoadState::Opening);
        // Who has configured that the mouse is the terminal's needs no reminder.
        session.state_mut().view.lacks_mouse = config.mouse && mouse == Mouse::Released;
        if options.source == TraceOrigin::Demo {
            session.set_demo();
            if options.request == ViewRequest::default() && options.keys.is_empty() {
                session.start_tour();
            }
        }
        let mut sidecar = options.sidecar;
        if let Some(sidecar) = &mut sidecar {
            for problem in sidecar.load(session.state_mut()) {
                session.state_mut().warn(problem);
            }
        }
        session.ask(options.request, options.keys);
        let title = crate::view::text::clean(&options.name).into_owned();
        terminal.set_title(&format!("{title} – perfetty"))?;
        session.tools().limit_memory(options.max_memory);
        let (background, outcomes) = Background::new(session.tools());
        let signals = Signals::listen().context("listen to signals")?;
        Ok(Self {
            session,
            terminal,
            look,
            theme: config.theme,
            mouse,
            clicks: Clicks::default(),
            loader,
            loading: true,
            background,
            outcomes,
            input: input::start().context("read the terminal")?,
            signals,
            last: None,
            detailed: Selection::None,
            buffer: Buffer::default(),
            pace: Pace::new(),
            quit: None,
            sidecar,
            lost_pages: 0,
            file: None,
            failure: None,
        })
    }

    async fn run(mut self) -> anyhow::Result<QuitReason> {
        self.draw()?;
        loop {
            let mut wake = self.wait().await;
            if let Wake::Input(events) = &mut wake {
                self.drain(events);
            }
            let start = clock();
            let drew = self.turn(wake).await?;
            self.keep();
            if let Some(failure) = self.failure.take() {
                anyhow::bail!(failure);
            }
            if let Some(reason) = self.quit {
                return Ok(reason);
            }
            let took = clock().saturating_sub(start);
            if took > SLOW_TURN {
                tracing::debug!("slow turn: {took:?}, drew: {drew}");
            }
        }
    }

    /// Handles what woke the loop and all results that are there by now, and draws if it is time. Returns
    /// whether it drew.
    async fn turn(&mut self, wake: Wake) -> anyhow::Result<bool> {
        let is_input = matches!(wake, Wake::Input(_));
        let rest = match wake {
            Wake::Signal(Asked::Resize) => RESIZE_REST,
            _ => Duration::ZERO,
        };
        match wake {
            Wake::Signal(asked) => self.signalled(asked)?,
            Wake::Gone => self.quit = Some(QuitReason::HungUp),
            Wake::Load(published) => self.loaded(published),
            Wake::Job(outcome) => self.session.finish(outcome),
            Wake::Time => {}
            Wake::Input(events) => {
                self.take_input(events).await?;
                if self.quit.is_some() {
                    return Ok(false);
                }
            }
        }
        while let Ok(outcome) = self.outcomes.try_recv() {
            self.session.finish(outcome);
        }
        self.perform()?;
        while self.session.press_asked() {
            self.perform()?;
        }
        if !self.pace.is_time(clock(), is_input, rest) {
            return Ok(false);
        }
        self.draw()?;
        Ok(true)
    }

    /// Handles keys and other input in order, until one of them quits.
    async fn take_input(&mut self, events: Vec<Event>) -> anyhow::Result<()> {
        let mut events = coalesce(events).into_iter().peekable();
        // All keys that were typed ahead share this one deadline.
        let ahead = clock() + AHEAD_WAIT;
        while let Some(event) = events.next() {
            let typed = self.typed_text(&event, &mut events);
            match typed {
                // Letters for a filter are typed at once, so that the rows are filtered only once.
                Some(text) => self.session.type_text(&text),
                None => self.apply(event),
            }
            self.perform()?;
            // The keys queued behind this one may be meant for the rows that are awaited.
            let end = match events.peek() {
                Some(_) => ahead,
                None => clock() + LIST_WAIT,
            };
            self.await_list(end).await?;
            if self.quit.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Waits for the rows of a list until the instant `end` at most.
    async fn await_list(&mut self, end: Duration) -> anyhow::Result<()> {
        while self.session.is_listing() && self.quit.is_none() {
            let left = end.saturating_sub(clock());
            tokio::select! {
                biased;
                asked = self.signals.next() => self.signalled(asked)?,
                Some(outcome) = self.outcomes.recv() => self.session.finish(outcome),
                () = tokio::time::sleep(left) => break,
            }
            // Rows that have come may still need a job that filters them.
            self.perform()?;
        }
        Ok(())
    }

    /// Waits for the next event; signals come before keys, keys before the rest.
    async fn wait(&mut self) -> Wake {
        let due = self.pace.due().map(|due| due.saturating_sub(clock()));
        tokio::select! {
            biased;
            asked = self.signals.next() => Wake::Signal(asked),
            events = self.input.recv() => events.map_or(Wake::Gone, Wake::Input),
            published = self.loader.changed(), if self.loading => {
                self.loading = published.is_some();
                published.map_or(Wake::Time, Wake::Load)
            },
            Some(outcome) = self.outcomes.recv() => Wake::Job(outcome),
            () = tokio::time::sleep(due.unwrap_or_default()), if due.is_some() => Wake::Time,
        }
    }

    /// Adds the input that has come meanwhile.
    fn drain(&mut self, events: &mut Vec<Event>) {
        while events.len() < EVENTS_MAX
            && let Ok(more) = self.input.try_recv()
        {
            events.extend(more);
        }
    }

    /// If a key types text into a filter or prompt, takes it and the keys after it that do so, too.
    fn typed_text(
        &self,
        event: &Event,
        events: &mut Peekable<impl Iterator<Item = Event>>,
    ) -> Option<String> {
        let typed = |event: &Event| match event {
            Event::Key(key) if self.session.is_typed(*key) => key.typed(),
            _ => None,
        };
        let mut text = String::from(typed(event)?);
        while let Some(c) = events.peek().and_then(typed) {
            text.push(c);
            events.next();
        }
        Some(text)
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Key(key) => self.session.key(key),
            Event::Escaped(key) => self.session.escaped_key(key),
            Event::Paste(text) => self.session.type_text(&text),
            Event::Mouse(input) => {
                let input = self.clicks.tell(input, clock());
                self.session.mouse(input);
            }
            Event::Resize(size) => {
                self.session.resize(size);
                self.terminal.redraw();
            }
            Event::Scheme(brightness) if self.theme == ThemeChoice::Auto => {
                if let Ok(look) = self.look.with_brightness(brightness) {
                    self.look = look;
                }
            }
            Event::Scheme(_) => {}
        }
    }

    fn loaded(&mut self, published: Published) {
        let _span = tracing::debug_span!("show what was loaded").entered();
        self.session.set_load(published.load);
        if self.file.is_none() {
            self.file = published.bytes.map(|bytes| (bytes, clock()));
        }
        let is_there = published.trace.is_some();
        if let Some(trace) = published.trace
            && !Arc::ptr_eq(&trace, self.session.trace())
        {
            // Jobs on the old publish would answer with ids of that publish.
            self.background.cancel_all();
            self.session.set_trace(trace);
        }
        match published.problem {
            // Without any trace there is nothing to see, so the viewer ends and the shell shows the error.
            Some(problem) if !is_there => self.failure = Some(problem),
            Some(problem) => {
                let state = self.session.state_mut();
                state.view.stopped = Some(problem.clone());
                state.fail(problem);
            }
            None => {}
        }
    }

    fn signalled(&mut self, asked: Asked) -> anyhow::Result<()> {
        match asked {
            Asked::Resize => {
                let size = Terminal::size().context("ask for the size of the terminal")?;
                self.apply(Event::Resize(size));
            }
            Asked::Suspend => self.suspend()?,
            Asked::Redraw => self.terminal.redraw(),
            Asked::Quit(reason) => self.quit = Some(reason),
        }
        Ok(())
    }

    fn suspend(&mut self) -> anyhow::Result<()> {
        self.terminal.suspend().context("suspend")?;
        self.session.resize(Terminal::size()?);
        Ok(())
    }

    /// Performs the effects that the commands have asked for.
    fn perform(&mut self) -> anyhow::Result<()> {
        for effect in self.session.take_effects() {
            match effect {
                Effect::Quit(reason) => self.quit = Some(reason),
                Effect::Suspend => self.suspend()?,
                Effect::Redraw => self.terminal.redraw(),
                Effect::Run(job) => self.background.start(job, self.session.trace()),
                Effect::Cancel(slot) => self.background.cancel(slot),
                Effect::CancelLoad => self.loader.cancel(),
                Effect::ToggleTheme => {
                    self.look = self.look.toggled()?;
                    let name = self.look.theme_name;
                    self.session.state_mut().say(format!("theme: {name}"));
                }
                Effect::ToggleMouse => {
                    self.mouse = match self.mouse {
                        Mouse::Captured => Mouse::Released,
                        Mouse::Released => Mouse::Captured,
                    };
                    self.terminal.set_mouse(self.mouse)?;
                    let is_ours = self.mouse == Mouse::Captured;
                    self.session.state_mut().tell_mouse(is_ours);
                }
                Effect::Copy { text, what } => self.copy(&text, &what)?,
                Effect::Write { name, what, text } => self.write(&name, &what, &text),
            }
        }
        Ok(())
    }

    fn copy(&mut self, text: &str, what: &str) -> anyhow::Result<()> {
        if self.terminal.copy(text)? {
            let line = text.lines().next().unwrap_or_default();
            self.session
                .state_mut()
                .say(format!("sent the {what} to the clipboard: {line}"));
        } else {
            // Too long for terminals.
            self.write("perfetty-clipboard.txt", &format!("the {what}"), text);
        }
        Ok(())
    }

    fn write(&mut self, name: &str, what: &str, text: &str) {
        match super::export::write_new(name, text) {
            Ok(path) => {
                let state = self.session.state_mut();
                state.say(format!("wrote {what} to {path}"));
            }
            Err(error) => self
                .session
                .state_mut()
                .fail(format!("cannot write {name}: {error}")),
        }
    }

    /// Saves marks, notes and workspaces that have changed.
    fn keep(&mut self) {
        let Some(sidecar) = &mut self.sidecar else {
            return;
        };
        if let Err(error) = sidecar.keep(self.session.state()) {
            tell_not_kept(self.session.state_mut(), &error);
            self.pace.wake_at(clock());
        }
    }

    /// Tells the user if the file has shrunk while it is mapped: what is gone reads as zeros.
    fn notice_lost_pages(&mut self) {
        let lost_pages = lost_pages();
        if lost_pages != self.lost_pages {
            self.lost_pages = lost_pages;
            let text = "the file was cut short: what is gone from it reads as zeros";
            self.tell_fate(FileFate::CutShort, text);
        }
    }

    /// Tells the user if the file has been written over.
    fn notice_overwritten(&mut self) {
        let now = clock();
        let Some((bytes, looked)) = &mut self.file else {
            return;
        };
        if now.saturating_sub(*looked) < FILE_LOOK {
            return;
        }
        *looked = now;
        if bytes.is_overwritten() {
            let text = "the file was overwritten: arguments are missing or of another trace";
            self.tell_fate(FileFate::Overwritten, text);
        }
    }

    /// Says what has become of the file, unless something was said of it before: messages disappear after a while,
    /// but the title keeps saying so, and more of them would take the place of what is said since.
    fn tell_fate(&mut self, fate: FileFate, text: &str) {
        let state = self.session.state_mut();
        if state.view.file == FileFate::Whole {
            state.view.file = fate;
            state.fail(text.to_owned());
        }
    }

    /// Draws a frame, and measures how soon the next may follow.
    fn draw(&mut self) -> anyhow::Result<()> {
        let _span = tracing::debug_span!("draw").entered();
        self.notice_lost_pages();
        self.notice_overwritten();
        let start = clock();
        let has_moved = self.session.state().view.selection != self.detailed;
        let extent = self.pace.begin(start, has_moved);
        let scene = if extent.is_unsettled {
            self.session.scene_at_once()
        } else {
            self.session.scene()
        };
        let area = Rect::new(0, 0, scene.size.cols, scene.size.rows);
        if self.buffer.area != area {
            self.buffer = Buffer::empty(area);
        }
        crate::widgets::paint(&scene, &self.look.theme, self.look.glyphs, &mut self.buffer);
        let viewport = self.session.state().view.viewport;
        let mut motion = match &self.last {
            Some((last, seen)) => motion::between((last, *seen), (&scene, viewport)),
            None => Motion::default(),
        };
        if !extent.is_echo {
            motion.first.clear();
        }
        if self.session.trace().skeleton.is_some() {
            self.loader.look_at(self.session.threads_on_screen());
        }
        let painted = clock();
        let drawn = self.terminal.draw(&self.buffer, motion, scene.caret)?;
        let written = clock();
        self.pace.end(extent, painted, written);
        if !extent.is_echo {
            self.detailed = self.session.state().view.selection.clone();
        }
        self.last = Some((scene, viewport));
        if lost_pages() != self.lost_pages {
            // Pages were lost while this frame was drawn, so the next one must say so.
            self.pace.wake_for_another();
        }
        let state = self.session.state_mut();
        if state.view.meter.is_some() {
            let micros = written.saturating_sub(start).as_micros();
            state.view.meter = Some(Meter {
                frame_us: u32::try_from(micros).unwrap_or(u32::MAX),
                bytes: u32::try_from(drawn).unwrap_or(u32::MAX),
            });
        }
        Ok(())
    }
}
