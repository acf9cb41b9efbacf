//! `perfetty snapshot`: prints the screen of the viewer, made by the same code. Fails if something that the
//! view asks for is not in the trace.

use std::io::Write as _;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::args::{GlobalArgs, SnapshotArgs, SnapshotFormat};
use super::out::Out;
use super::view::{self, trace_name};
use super::{Exit, load, render};
use crate::app::config::ColorChoice;
use crate::app::effect::Effect;
use crate::app::look::Look;
use crate::app::session::Session;
use crate::app::terminal::cells::rgb_of;
use crate::app::terminal::probe;
use crate::view::color::Rgb;
use crate::view::scene::{Role, Size};
use crate::view::state::MessageKind;
use crate::widgets::{self, Depth, Paint};

/// Runs the command.
pub fn run(args: &SnapshotArgs, global: &GlobalArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let config = view::config(global);
    let (request, keys) = view::request(&args.view.flags)?;
    let bytes = load::bytes(args.view.trace.as_deref(), &args.view.load)?;
    let trace = load::import(&bytes, out)?;
    trace.find_chromium();
    let (cols, rows) = args.size;
    let name = trace_name(args.view.trace.as_deref());
    let mut session = Session::new(&name, &config, Size { cols, rows });
    session.set_picture();
    if args.view.trace.is_none() {
        session.set_demo();
        // Scripts have pipes that nobody writes to or closes, so that none is read unasked.
        if view::is_piped() {
            out.warn("this is the demo: `-` reads the trace from standard input");
        }
    }
    let max_memory = load::max_memory(&args.view.load);
    session.tools().limit_memory(max_memory);
    session.set_trace(Arc::new(trace));
    session.ask(request, Vec::new());
    session.sync();
    let mut n_toggled = 0;
    for key in keys {
        // A search that a key starts must end before the next key.
        session.key(key);
        for asked in session.sync() {
            match asked {
                Effect::ToggleTheme => n_toggled += 1,
                // There is no clipboard, but somebody wants to have it.
                Effect::Copy { text, what } => out.warn(&format!("{what}: {text}")),
                Effect::Write { name, .. } => {
                    out.warn(&format!(
                        "{name} is not written: a snapshot writes no files"
                    ));
                }
                _ => {}
            }
        }
    }
    let depth = match args.format {
        // A picture has all colours, whatever the present terminal supports.
        SnapshotFormat::Svg | SnapshotFormat::Ansi => match config.color {
            ColorChoice::Auto | ColorChoice::Always => Depth::True,
            other => probe::depth(other, &|_| None),
        },
        SnapshotFormat::Text => Depth::Mono,
    };
    let mut look = Look::of_picture(&config, depth)?;
    for _ in 0..n_toggled {
        look = look.toggled()?;
    }
    let mut buffer = Buffer::empty(Rect::new(0, 0, cols, rows));
    let span = tracing::debug_span!("draw").entered();
    widgets::paint(&session.scene(), &look.theme, look.glyphs, &mut buffer);
    drop(span);
    let text = match args.format {
        SnapshotFormat::Text => render::text(&buffer),
        SnapshotFormat::Ansi => render::ansi(&buffer, depth),
        SnapshotFormat::Svg => {
            // Without colours there is no terminal whose own ones are meant: the theme's stand in.
            let rgb = |role| match look.theme.role(role) {
                Paint {
                    color: Color::Reset,
                    rgb: Rgb(r, g, b),
                } => [r, g, b],
                paint => rgb_of(paint.color),
            };
            render::svg(&buffer, rgb(Role::Ground), rgb(Role::Text))
        }
    };
    out.write_all(text.as_bytes())?;
    // The message is in the picture, but a script should get it, too.
    if let Some(message) = &session.state().view.message
        && message.kind != MessageKind::Info
    {
        out.warn(&message.text);
    }
    Ok(if session.lacks() {
        Exit::No
    } else {
        Exit::Done
    })
}
