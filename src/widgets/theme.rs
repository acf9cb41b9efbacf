//! Themes: the colour of every meaning, at every colour depth.
//!
//! A theme file gives each role three colours, made by hand: 24-bit, index of
//! the 256-colour palette, and one of the 16 basic ones. Without colour only
//! attributes and patterns are used, and those do not depend on the theme.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier};
use serde::Deserialize;

use crate::view::color::{Rgb, contrast};
use crate::view::scene::{Ink, JankTag, Mods, Partial, Role, StateRole, Tone};

/// How many colours the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None: bold, underline and reverse only.
    Mono,
    /// The 16 basic colours.
    Sixteen,
    /// The palette of 256.
    Indexed,
    /// 24 bits.
    #[default]
    True,
}

/// How exact the edges of bars are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edges {
    /// To an eighth of a cell.
    #[default]
    Eighths,
    /// Whole cells: fewer bytes for a slow link.
    Whole,
}

/// The themes that are built in, by name.
pub const BUILT_IN: [(&str, &str); 4] = [
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("mono", include_str!("../../assets/themes/mono.toml")),
    ("okabe", include_str!("../../assets/themes/okabe.toml")),
];

/// A theme file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ThemeError {
    /// Not a theme file.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A role without colours, or a colour that is none.
    #[error("{role}: {what}")]
    Role {
        /// The role.
        role: String,
        /// What is wrong.
        what: &'static str,
    },
    /// No built-in theme has this name.
    #[error("no theme is called {0}; there are dark, light, mono and okabe")]
    Unknown(String),
}

#[derive(Deserialize)]
struct ThemeFile {
    /// Colours by role: `[rgb, index, basic]`.
    roles: BTreeMap<String, (String, u8, u8)>,
    /// Colours of slice names, for 256 colours.
    names_256: Vec<u8>,
    /// Colours of slice names, for 16 colours.
    names_16: Vec<u8>,
    /// Whether all of it is in shades of grey, names with 24 bits too.
    #[serde(default)]
    gray: bool,
}

/// A colour of one role at every depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Swatch {
    rgb: Rgb,
    index: u8,
    basic: u8,
}

/// The colours of a screen.
#[derive(Clone, Debug)]
pub struct Theme {
    depth: Depth,
    edges: Edges,
    ground: Swatch,
    names_256: Vec<u8>,
    names_16: Vec<u8>,
    gray: bool,
    table: Vec<Swatch>,
}

/// A colour as the terminal is told it, with the 24-bit colour that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// What the terminal is told.
    pub color: Color,
    /// What it looks like, for contrast and blending.
    pub rgb: Rgb,
}

impl Theme {
    /// Returns a built-in theme.
    pub fn built_in(name: &str, depth: Depth) -> Result<Self, ThemeError> {
        let (_, text) = BUILT_IN
            .iter()
            .find(|(known, _)| *known == name)
            .ok_or_else(|| ThemeError::Unknown(name.to_owned()))?;
        Self::from_toml(text, depth)
    }

    /// Reads a theme file.
    fn from_toml(text: &str, depth: Depth) -> Result<Self, ThemeError> {
        let file: ThemeFile = toml::from_str(text)?;
        let mut swatches = BTreeMap::new();
        for (role, (hex, index, basic)) in file.roles {
            let rgb = parse_hex(&hex).ok_or(ThemeError::Role {
                role: role.clone(),
                what: "a colour is written #rrggbb",
            })?;
            if basic > 15 {
                return Err(ThemeError::Role {
                    role,
                    what: "a basic colour is from 0 to 15",
                });
            }
            swatches.insert(role, Swatch { rgb, index, basic });
        }
        if file.names_16.is_empty() || file.names_256.is_empty() {
            return Err(ThemeError::Role {
                role: "names".to_owned(),
                what: "there must be a colour",
            });
        }
        let mut table = Vec::new();
        for role in all_roles() {
            let key = key_of(role);
            let swatch = swatches.get(key.as_ref()).ok_or(ThemeError::Role {
                role: key.into_owned(),
                what: "missing",
            })?;
            table.push(*swatch);
        }
        let ground = table[slot(Role::Ground)];
        Ok(Self {
            // Among 16 colours there are not enough shades of grey.
            depth: match depth {
                Depth::Sixteen if file.gray => Depth::Mono,
                depth => depth,
            },
            edges: Edges::default(),
            ground,
            names_256: file.names_256,
            names_16: file.names_16,
            gray: file.gray,
            table,
        })
    }

    /// Returns how many colours it uses.
    pub const fn depth(&self) -> Depth {
        self.depth
    }

    /// Returns how exact the edges of bars are.
    pub const fn edges(&self) -> Edges {
        self.edges
    }

    /// Returns the same with other edges of bars.
    #[must_use]
    pub const fn with_edges(mut self, edges: Edges) -> Self {
        self.edges = edges;
        self
    }

    /// Returns the colour of a role.
    pub fn role(&self, role: Role) -> Paint {
        self.of_swatch(self.table[slot(role)])
    }

    fn of_swatch(&self, swatch: Swatch) -> Paint {
        Paint {
            color: match self.depth {
                Depth::Mono => Color::Reset,
                Depth::Sixteen => basic(swatch.basic),
                Depth::Indexed => Color::Indexed(swatch.index),
                Depth::True => true_color(swatch.rgb),
            },
            rgb: match self.depth {
                Depth::True => swatch.rgb,
                Depth::Indexed => index_rgb(swatch.index),
                Depth::Sixteen | Depth::Mono => index_rgb(swatch.basic),
            },
        }
    }

    /// Returns the colour of a fill.
    pub fn fill(&self, ink: Ink, tone: Tone) -> Paint {
        let base = match ink {
            Ink::Role(role) => self.role(role),
            Ink::OnFill => self.role(Role::Text),
            Ink::Name(name) => match self.depth {
                Depth::True => {
                    let rgb = if self.gray {
                        gray_of(name.rgb)
                    } else {
                        name.rgb
                    };
                    Paint {
                        color: true_color(rgb),
                        rgb,
                    }
                }
                Depth::Indexed => {
                    let index = self.names_256[usize::from(name.pick) % self.names_256.len()];
                    Paint {
                        color: Color::Indexed(index),
                        rgb: index_rgb(index),
                    }
                }
                Depth::Sixteen | Depth::Mono => {
                    let index = self.names_16[usize::from(name.pick) % self.names_16.len()];
                    Paint {
                        color: if self.depth == Depth::Mono {
                            Color::Reset
                        } else {
                            basic(index)
                        },
                        rgb: index_rgb(index),
                    }
                }
            },
        };
        self.toned(base, tone)
    }

    fn toned(&self, base: Paint, tone: Tone) -> Paint {
        let (target, share) = match tone {
            Tone::Normal => return base,
            Tone::Lifted => (Rgb(255, 255, 255), 0.22),
            Tone::Dimmed => (self.ground.rgb, 0.5),
            Tone::Deep => (Rgb(0, 0, 0), 0.35),
            Tone::Share(eighths) => {
                let strength = 0.3 + 0.7 * f32::from(eighths.min(8)) / 8.0;
                (self.ground.rgb, 1.0 - strength)
            }
        };
        match (self.depth, tone) {
            (Depth::True, _) => {}
            // The part of a frame past its deadline is darker at any depth.
            (_, Tone::Deep) => return darker(base, share),
            _ => return base,
        }
        let rgb = mix(base.rgb, target, share);
        Paint {
            color: true_color(rgb),
            rgb,
        }
    }

    /// Returns a colour between two, in eighths of the way to `to`; the nearer end where colours
    /// cannot be mixed.
    pub fn between(&self, from: Paint, to: Paint, eighths: u8) -> Paint {
        if self.depth == Depth::True {
            let rgb = mix(from.rgb, to.rgb, f32::from(eighths.min(8)) / 8.0);
            Paint {
                color: true_color(rgb),
                rgb,
            }
        } else if eighths < 4 {
            from
        } else {
            to
        }
    }

    /// Returns the colour of the texture of a dense cell: a shade away from its ground.
    pub fn texture_on(&self, ground: Paint) -> Color {
        match self.depth {
            Depth::True => true_color(mix(ground.rgb, Rgb(0, 0, 0), 0.2)),
            Depth::Indexed => darker(ground, 0.2).color,
            Depth::Sixteen | Depth::Mono => self.text_on(ground),
        }
    }

    /// Returns a colour that is made for fills as a colour of text on `ground`: unchanged if it can be read
    /// there, else darker or lighter.
    pub fn readable(&self, paint: Paint, ground: Paint) -> Paint {
        const ENOUGH: f32 = 4.5;
        const STEPS: u8 = 10;
        if self.depth == Depth::Mono || contrast(paint.rgb, ground.rgb) >= ENOUGH {
            return paint;
        }
        if self.depth == Depth::Sixteen {
            return self.role(Role::Text);
        }
        let ends = [Rgb(0, 0, 0), Rgb(255, 255, 255)];
        let far = ends.map(|end| contrast(end, ground.rgb));
        let end = ends[usize::from(far[1] > far[0])];
        let steps = (1..=STEPS).map(|step| mix(paint.rgb, end, f32::from(step) / f32::from(STEPS)));
        let mut paints = steps.map(|rgb| match self.depth {
            Depth::True => Paint {
                color: true_color(rgb),
                rgb,
            },
            _ => paint_of(Color::Indexed(nearest_index(rgb))),
        });
        let found = paints.find(|paint| contrast(paint.rgb, ground.rgb) >= ENOUGH);
        found.unwrap_or_else(|| self.role(Role::Text))
    }

    /// Returns black or white, whichever is read better on `ground`.
    pub fn text_on(&self, ground: Paint) -> Color {
        if contrast(ground.rgb, Rgb(0, 0, 0)) >= contrast(ground.rgb, Rgb(255, 255, 255)) {
            return self.black();
        }
        match self.depth {
            Depth::Mono => Color::Reset,
            Depth::Sixteen => basic(15),
            Depth::Indexed => Color::Indexed(231),
            Depth::True => Color::Rgb(255, 255, 255),
        }
    }

    /// Returns black.
    pub const fn black(&self) -> Color {
        match self.depth {
            Depth::Mono => Color::Reset,
            Depth::Sixteen => Color::Black,
            Depth::Indexed => Color::Indexed(16),
            Depth::True => Color::Rgb(0, 0, 0),
        }
    }
}

fn mix(Rgb(r, g, b): Rgb, to: Rgb, share: f32) -> Rgb {
    let channel =
        |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
    Rgb(channel(r, to.0), channel(g, to.1), channel(b, to.2))
}

/// Returns a darker entry of the palette; the same where there is none.
fn darker(base: Paint, share: f32) -> Paint {
    match base.color {
        Color::Indexed(from) => {
            let wanted = mix(base.rgb, Rgb(0, 0, 0), share);
            let mut index = nearest_index(wanted);
            if index == from {
                // The nearest entry is the colour itself: one step down in each channel.
                let Rgb(r, g, b) = base.rgb;
                let step = |n: u8| n.saturating_sub(40);
                index = nearest_index(Rgb(step(r), step(g), step(b)));
            }
            Paint {
                color: Color::Indexed(index),
                rgb: index_rgb(index),
            }
        }
        named => {
            let index = (9..16).find(|&index| basic(index) == named);
            let index = index.map_or(base.color, |index| basic(index - 8));
            paint_of(index)
        }
    }
}

/// Returns the entry of the 256-colour palette that is nearest to a colour: of its cube of six steps
/// a channel, or of its greys.
fn nearest_index(rgb: Rgb) -> u8 {
    let level = |n: u8| match n {
        0..48 => 0,
        48..115 => 1,
        _ => (n - 35) / 40,
    };
    let cube = 16 + 36 * level(rgb.0) + 6 * level(rgb.1) + level(rgb.2);
    let mean = (u16::from(rgb.0) + u16::from(rgb.1) + u16::from(rgb.2)) / 3;
    let gray = 232 + (mean.saturating_sub(3) / 10).min(23) as u8;
    let is_gray = apart(rgb, index_rgb(gray)) < apart(rgb, index_rgb(cube));
    if is_gray { gray } else { cube }
}

/// Returns the square of how far two colours are from each other.
fn apart(one: Rgb, other: Rgb) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    square(one.0, other.0) + square(one.1, other.1) + square(one.2, other.2)
}

fn true_color(Rgb(r, g, b): Rgb) -> Color {
    Color::Rgb(r, g, b)
}

/// Returns one of the 16 basic colours by name, so that a terminal of 16 colours understands it.
fn basic(index: u8) -> Color {
    match index {
        0 => Color::Black,
        1 => Color::Red,
        2 => Color::Green,
        3 => Color::Yellow,
        4 => Color::Blue,
        5 => Color::Magenta,
        6 => Color::Cyan,
        7 => Color::Gray,
        8 => Color::DarkGray,
        9 => Color::LightRed,
        10 => Color::LightGreen,
        11 => Color::LightYellow,
        12 => Color::LightBlue,
        13 => Color::LightMagenta,
        14 => Color::LightCyan,
        _ => Color::White,
    }
}

/// Returns what a colour of a cell looks like.
pub(super) fn paint_of(color: Color) -> Paint {
    let rgb = match color {
        Color::Rgb(r, g, b) => Rgb(r, g, b),
        Color::Indexed(index) => index_rgb(index),
        named => (0..16)
            .find(|&index| basic(index) == named)
            .map_or(Rgb(0, 0, 0), index_rgb),
    };
    Paint { color, rgb }
}

/// Returns the grey that is as bright.
fn gray_of(Rgb(r, g, b): Rgb) -> Rgb {
    let sum = 2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b);
    let gray = (sum / 10_000) as u8;
    Rgb(gray, gray, gray)
}

/// Returns the usual look of an entry of the 256-colour palette.
fn index_rgb(index: u8) -> Rgb {
    const BASE: [Rgb; 16] = [
        Rgb(0, 0, 0),
        Rgb(205, 49, 49),
        Rgb(13, 188, 121),
        Rgb(229, 229, 16),
        Rgb(36, 114, 200),
        Rgb(188, 63, 188),
        Rgb(17, 168, 205),
        Rgb(229, 229, 229),
        Rgb(102, 102, 102),
        Rgb(241, 76, 76),
        Rgb(35, 209, 139),
        Rgb(245, 245, 67),
        Rgb(59, 142, 234),
        Rgb(214, 112, 214),
        Rgb(41, 184, 219),
        Rgb(255, 255, 255),
    ];
    match index {
        0..16 => BASE[usize::from(index)],
        16..232 => {
            let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
            let n = index - 16;
            Rgb(level(n / 36), level(n / 6 % 6), level(n % 6))
        }
        _ => {
            let gray = 8 + 10 * (index - 232);
            Rgb(gray, gray, gray)
        }
    }
}

fn parse_hex(text: &str) -> Option<Rgb> {
    let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6)?;
    let value = u32::from_str_radix(hex, 16).ok()?;
    Some(Rgb((value >> 16) as u8, (value >> 8) as u8, value as u8))
}

/// Returns the attributes of text.
pub fn modifier(mods: Mods) -> Modifier {
    let mut modifier = Modifier::empty();
    for (from, to) in [
        (Mods::BOLD, Modifier::BOLD),
        (Mods::UNDERLINE, Modifier::UNDERLINED),
        (Mods::REVERSE, Modifier::REVERSED),
        (Mods::DIM, Modifier::DIM),
    ] {
        if mods.has(from) {
            modifier |= to;
        }
    }
    modifier
}

const STATES: [StateRole; 9] = [
    StateRole::Running,
    StateRole::Runnable,
    StateRole::IoWait,
    StateRole::Blocked,
    StateRole::Sleeping,
    StateRole::Dead,
    StateRole::Created,
    StateRole::Unknown,
    StateRole::Other,
];
const N_PLAIN: usize = 27;
const N_LOGS: usize = 6;
const N_PROCESSES: usize = 18;
const PLAIN: [Role; N_PLAIN] = [
    Role::Ground,
    Role::Tree,
    Role::Bar,
    Role::Raised,
    Role::CursorRow,
    Role::Chosen,
    Role::Text,
    Role::Strong,
    Role::Dim,
    Role::Rule,
    Role::Grid,
    Role::Accent,
    Role::OnAccent,
    Role::Good,
    Role::Warn,
    Role::Bad,
    Role::Match,
    Role::Selection,
    Role::Mark,
    Role::Measure,
    Role::FlowFocus,
    Role::Flow,
    Role::FlowDim,
    Role::Expected,
    Role::Counter,
    Role::Density,
    Role::DensityLow,
];

/// Returns every role in the order of [`slot`].
fn all_roles() -> impl Iterator<Item = Role> {
    PLAIN
        .into_iter()
        .chain((2..8).map(Role::Log))
        .chain((0..18).map(Role::Process))
        .chain(STATES.into_iter().map(Role::State))
        .chain(
            JankTag::ALL
                .into_iter()
                .flat_map(|tag| [Role::Jank(tag, Partial::No), Role::Jank(tag, Partial::Yes)]),
        )
}

/// Returns where a role stands in the table of swatches.
fn slot(role: Role) -> usize {
    let states = N_PLAIN + N_LOGS + N_PROCESSES;
    match role {
        Role::Log(prio) => N_PLAIN + usize::from(prio.clamp(2, 7)) - 2,
        Role::Process(pick) => N_PLAIN + N_LOGS + usize::from(pick) % N_PROCESSES,
        Role::State(state) => states + state as usize,
        Role::Jank(tag, partial) => states + STATES.len() + tag as usize * 2 + partial as usize,
        Role::Ground => 0,
        Role::Tree => 1,
        Role::Bar => 2,
        Role::Raised => 3,
        Role::CursorRow => 4,
        Role::Chosen => 5,
        Role::Text => 6,
        Role::Strong => 7,
        Role::Dim => 8,
        Role::Rule => 9,
        Role::Grid => 10,
        Role::Accent => 11,
        Role::OnAccent => 12,
        Role::Good => 13,
        Role::Warn => 14,
        Role::Bad => 15,
        Role::Match => 16,
        Role::Selection => 17,
        Role::Mark => 18,
        Role::Measure => 19,
        Role::FlowFocus => 20,
        Role::Flow => 21,
        Role::FlowDim => 22,
        Role::Expected => 23,
        Role::Counter => 24,
        Role::Density => 25,
        Role::DensityLow => 26,
    }
}

/// Returns the name of a role in a theme file.
fn key_of(role: Role) -> std::borrow::Cow<'static, str> {
    let text = match role {
        Role::Log(prio) => return format!("log-{prio}").into(),
        Role::Process(pick) => return format!("process-{pick}").into(),
        Role::State(StateRole::IoWait) => "state-io-wait",
        Role::State(state) => return format!("state-{state:?}").to_lowercase().into(),
        Role::Jank(tag, partial) => {
            let tag = match tag {
                JankTag::Unspecified => "unspecified",
                JankTag::None => "none",
                JankTag::NonPerceivable => "non-perceivable",
                JankTag::BufferStuffing | JankTag::SurfaceFlingerStuffing => "stuffing",
                JankTag::Other => "other",
                JankTag::Dropped => "dropped",
                JankTag::SelfJank => "self",
            };
            let suffix = match partial {
                Partial::No => "",
                Partial::Yes => "-partial",
            };
            return format!("jank-{tag}{suffix}").into();
        }
        Role::OnAccent => "on-accent",
        Role::CursorRow => "cursor-row",
        Role::FlowFocus => "flow-focus",
        Role::FlowDim => "flow-dim",
        Role::DensityLow => "density-low",
        role => return format!("{role:?}").to_lowercase().into(),
    };
    text.into()
}

#[cfg(test)]
mod tests;
