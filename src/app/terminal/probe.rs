//! What the terminal can do, from its environment and from one round of questions.
//!
//! All questions are sent at once, with the primary device attributes last: every terminal answers these, so
//! the wait is one round trip at most. Reading the answers is separate from asking, so that it can be tested.

use super::encoder::Shifting;
use crate::app::config::ColorChoice;
use crate::widgets::theme::Depth;

/// What a terminal said about itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The background colour, 8 bits per channel.
    pub background: Option<[u8; 3]>,
    /// The column of the cursor after a block element was written, from 1.
    pub column: Option<u16>,
    /// Whether the terminal speaks the kitty keyboard protocol.
    pub kitty: bool,
    /// Whether the terminal shows marked frames at once.
    pub sync: Option<Mode>,
    /// Whether the terminal reports changes between dark and light colours.
    pub scheme: Option<Mode>,
    /// Whether the terminal has kept a colour of 24 bits.
    pub truecolor: bool,
    /// Whether the terminal has answered the last question.
    pub complete: bool,
}

/// What a terminal says of a mode (DECRQM).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The terminal can set it.
    Known,
    /// The terminal does not know it, or cannot set it.
    Unknown,
}

/// The questions: the background; a colour of 24 bits and its value; a block element and the position after
/// it; the keyboard protocol; modes; the device attributes.
pub const QUESTIONS: &[u8] = "\x1b]11;?\x1b\\\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m\
    \x1b[H\u{2588}\x1b[6n\x1b[H\x1b[2K\x1b[?u\x1b[?2026$p\x1b[?2031$p\x1b[c"
    .as_bytes();

/// Reads the complete answers in `bytes`.
pub fn read_answers(bytes: &[u8]) -> Answers {
    let mut answers = Answers::default();
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|&b| b == 0x1b) {
        rest = &rest[at + 1..];
        match rest.first() {
            Some(b']') => {
                let end = rest.iter().position(|&b| b == 0x07 || b == 0x1b);
                let Some(end) = end else { break };
                if let Some(color) = rest[1..end].strip_prefix(b"11;") {
                    answers.background = parse_color(color);
                }
                rest = &rest[end..];
            }
            Some(b'P') => {
                let Some(end) = rest.iter().position(|&b| b == 0x1b) else {
                    break;
                };
                let said: Vec<&[u8]> = rest[1..end].split(|b| b";:".contains(b)).collect();
                let asked: [&[u8]; 3] = [b"1", b"2", b"3"];
                let last = said
                    .iter()
                    .map(|part| part.strip_suffix(b"m").unwrap_or(part));
                if last.collect::<Vec<_>>().ends_with(&asked) {
                    answers.truecolor = true;
                }
                rest = &rest[end..];
            }
            Some(b'[') => {
                let end = rest[1..].iter().position(|&b| (0x40..0x7f).contains(&b));
                let Some(end) = end else { break };
                let body = &rest[1..=end];
                match (rest[end + 1], body.first()) {
                    (b'c', Some(b'?')) => answers.complete = true,
                    (b'u', Some(b'?')) => answers.kitty = true,
                    (b'R', _) => answers.column = parse_column(body),
                    (b'y', Some(b'?')) => match body {
                        [b'?', b'2', b'0', b'2', b'6', b';', state, b'$'] => {
                            answers.sync = Some(mode(*state));
                        }
                        [b'?', b'2', b'0', b'3', b'1', b';', state, b'$'] => {
                            answers.scheme = Some(mode(*state));
                        }
                        _ => {}
                    },
                    _ => {}
                }
                rest = &rest[end + 2..];
            }
            _ => {}
        }
    }
    answers
}

/// Reads the state of a mode. Only modes that are set or reset can be changed.
fn mode(state: u8) -> Mode {
    match state {
        b'1' | b'2' => Mode::Known,
        _ => Mode::Unknown,
    }
}

fn parse_column(body: &[u8]) -> Option<u16> {
    let text = std::str::from_utf8(body).ok()?;
    text.split_once(';')?.1.parse().ok()
}

/// Reads `rgb:1e1e/1e1e/2e2e` with one to four digits a channel.
fn parse_color(text: &[u8]) -> Option<[u8; 3]> {
    let text = std::str::from_utf8(text).ok()?;
    let channels = text
        .strip_prefix("rgb:")
        .or_else(|| text.strip_prefix("rgba:"))?;
    let mut color = [0; 3];
    let mut parts = channels.split('/');
    for channel in &mut color {
        let digits = parts.next()?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        let max = 16_u32
            .checked_pow(u32::try_from(digits.len()).ok()?)?
            .checked_sub(1)?;
        *channel = u8::try_from(value * 255 / max.max(1)).ok()?;
    }
    Some(color)
}

/// The brightness of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brightness {
    /// Light text on a dark ground.
    Dark,
    /// Dark text on a light ground.
    Light,
}

/// Returns the brightness of a background; without one, that of `COLORFGBG`; without this, dark.
pub fn brightness(background: Option<[u8; 3]>, env: &dyn Fn(&str) -> Option<String>) -> Brightness {
    if let Some([r, g, b]) = background {
        let luma = 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b);
        return if luma > 127_500 {
            Brightness::Light
        } else {
            Brightness::Dark
        };
    }
    let ground = env("COLORFGBG").and_then(|text| text.rsplit(';').next()?.parse::<u8>().ok());
    match ground {
        Some(7 | 9..=15) => Brightness::Light,
        _ => Brightness::Dark,
    }
}

/// Returns what the terminal supports besides writing cells.
pub fn shifting(env: &dyn Fn(&str) -> Option<String>) -> Shifting {
    let term = env("TERM").unwrap_or_default();
    let is_set = |name| env(name).is_some_and(|value: String| !value.is_empty());
    match term.as_str() {
        "dumb" => Shifting::Never,
        // GNU screen erases with the terminal's default background. tmux may use the same TERM, but erases
        // well.
        term if term.starts_with("screen") && (is_set("STY") || !is_set("TMUX")) => {
            Shifting::Uncoloured
        }
        _ => Shifting::Allowed,
    }
}

/// Returns the number of colours to use.
pub fn depth(choice: ColorChoice, env: &dyn Fn(&str) -> Option<String>) -> Depth {
    match choice {
        ColorChoice::Never => return Depth::Mono,
        ColorChoice::Ansi16 => return Depth::Sixteen,
        ColorChoice::Ansi256 => return Depth::Indexed,
        ColorChoice::Truecolor => return Depth::True,
        ColorChoice::Auto if env("NO_COLOR").is_some_and(|v| !v.is_empty()) => return Depth::Mono,
        ColorChoice::Auto | ColorChoice::Always => {}
    }
    let term = env("TERM").unwrap_or_default();
    if term == "dumb" {
        return if choice == ColorChoice::Always {
            Depth::Sixteen
        } else {
            Depth::Mono
        };
    }
    let colorterm = env("COLORTERM").unwrap_or_default();
    let program = env("TERM_PROGRAM").unwrap_or_default();
    let known = [
        "kitty",
        "alacritty",
        "foot",
        "ghostty",
        "wezterm",
        "direct",
        "truecolor",
    ];
    let programs = ["iTerm.app", "WezTerm", "ghostty", "vscode", "Hyper", "rio"];
    if matches!(colorterm.as_str(), "truecolor" | "24bit")
        || known.iter().any(|name| term.contains(name))
        || programs.contains(&program.as_str())
        || env("WT_SESSION").is_some()
    {
        Depth::True
    } else if term.contains("256") || program == "Apple_Terminal" {
        Depth::Indexed
    } else {
        Depth::Sixteen
    }
}

/// Returns whether the locale's characters are UTF-8.
pub fn is_utf8(env: &dyn Fn(&str) -> Option<String>) -> bool {
    let values = [env("LC_ALL"), env("LC_CTYPE"), env("LANG")];
    let locale = values.into_iter().flatten().find(|value| !value.is_empty());
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_terminals_that_keep_the_ground_erase() {
        let of = |term: &str, others: &[&str]| {
            shifting(&|name| (name == "TERM" || others.contains(&name)).then(|| term.to_owned()))
        };
        assert_eq!(of("xterm-256color", &[]), Shifting::Allowed);
        assert_eq!(of("tmux-256color", &["STY", "TMUX"]), Shifting::Allowed);
        assert_eq!(of("screen-256color", &["TMUX"]), Shifting::Allowed);
        assert_eq!(of("screen.xterm-256color", &["STY"]), Shifting::Uncoloured);
        assert_eq!(
            of("screen.xterm-256color", &["STY", "TMUX"]),
            Shifting::Uncoloured
        );
        assert_eq!(of("dumb", &[]), Shifting::Never);
    }

    #[test]
    fn answers_are_read_in_any_order_and_garbage_is_skipped() {
        let bytes = b"\x1b]11;rgb:ffff/8080/0000\x1b\\\x1b[1;3Rjunk\x1b[?1u\x1b[?62;4c";
        let answers = read_answers(bytes);
        assert_eq!(answers.background, Some([255, 128, 0]));
        assert_eq!(answers.column, Some(3));
        assert!(answers.kitty && answers.complete);
        for end in 0..bytes.len() {
            assert!(!read_answers(&bytes[..end]).complete);
        }
        assert_eq!(
            read_answers(b"\x1b]11;rgb:f/f/f\x07").background,
            Some([255; 3])
        );
        assert_eq!(read_answers(b"\x1b]11;rgb:zz/1/1\x07"), Answers::default());
        for kept in ["0;48:2:1:2:3m", "48;2;1;2;3m", "0;48:2::1:2:3m"] {
            let answer = format!("\x1bP1$r{kept}\x1b\\");
            let answers = read_answers(answer.as_bytes());
            assert!(answers.truecolor, "{kept}");
        }
        for other in [
            "\x1bP1$r0;48:5:16m\x1b\\",
            "\x1bP0$r\x1b\\",
            "\x1bP1$r0m\x1b\\",
        ] {
            assert!(!read_answers(other.as_bytes()).truecolor, "{other:?}");
        }
        let modes = read_answers(b"\x1b[?2026;2$y\x1b[?2031;0$y");
        assert_eq!(modes.sync, Some(Mode::Known));
        assert_eq!(modes.scheme, Some(Mode::Unknown));
    }

    #[test]
    fn the_environment_decides_the_depth() {
        let check = |choice, vars: &[(&str, &str)]| {
            let env = |name: &str| {
                let found = vars.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            depth(choice, &env)
        };
        let auto = ColorChoice::Auto;
        assert_eq!(
            check(auto, &[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]),
            Depth::Mono
        );
        assert_eq!(
            check(auto, &[("NO_COLOR", ""), ("COLORTERM", "24bit")]),
            Depth::True
        );
        assert_eq!(check(auto, &[("TERM", "tmux-256color")]), Depth::Indexed);
        assert_eq!(check(auto, &[("TERM", "linux")]), Depth::Sixteen);
        assert_eq!(check(auto, &[("TERM", "dumb")]), Depth::Mono);
        assert_eq!(check(auto, &[("TERM", "xterm-kitty")]), Depth::True);
        assert_eq!(
            check(
                ColorChoice::Always,
                &[("NO_COLOR", "1"), ("TERM", "xterm-256color")]
            ),
            Depth::Indexed
        );
        assert_eq!(
            check(ColorChoice::Ansi16, &[("NO_COLOR", "1")]),
            Depth::Sixteen
        );
    }

    #[test]
    fn brightness_falls_back_to_colorfgbg() {
        let none = |_: &str| None;
        assert_eq!(brightness(Some([250; 3]), &none), Brightness::Light);
        assert_eq!(brightness(Some([30; 3]), &none), Brightness::Dark);
        assert_eq!(brightness(None, &none), Brightness::Dark);
        let light = |_: &str| Some("0;default;15".to_owned());
        assert_eq!(brightness(None, &light), Brightness::Light);
    }
}
