//! Checks of the built-in themes: every role has a colour that can be read and told from others.

use super::*;

#[test]
fn what_is_late_is_darker_at_every_depth() {
    for (name, _) in BUILT_IN {
        for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
            let theme = Theme::built_in(name, depth).expect(name);
            for partial in [Partial::No, Partial::Yes] {
                let ink = Ink::Role(Role::Jank(JankTag::SelfJank, partial));
                let [paint, late] = [Tone::Normal, Tone::Deep].map(|tone| theme.fill(ink, tone));
                let sum = |paint: Paint| {
                    let Rgb(r, g, b) = paint.rgb;
                    u32::from(r) + u32::from(g) + u32::from(b)
                };
                assert!(
                    sum(late) < sum(paint),
                    "{name} {depth:?} {paint:?} {late:?}"
                );
            }
        }
    }
}

#[test]
fn sleep_is_near_the_ground_of_dark_themes_at_every_depth() {
    for name in ["dark", "mono", "okabe"] {
        for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
            let theme = Theme::built_in(name, depth).expect("built in");
            let sleep = theme.role(Role::State(StateRole::Sleeping)).rgb;
            let contrast = contrast(sleep, theme.role(Role::Ground).rgb);
            assert!(contrast < 1.3, "{name} {depth:?}: {contrast}");
        }
    }
}

#[test]
fn threads_that_have_ended_are_as_quiet_as_the_ground() {
    for (name, _) in BUILT_IN {
        let theme = Theme::built_in(name, Depth::Sixteen).expect("built in");
        let dead = theme.role(Role::State(StateRole::Dead));
        assert_eq!(dead, theme.role(Role::Ground), "{name}");
        for depth in [Depth::Indexed, Depth::True] {
            let theme = Theme::built_in(name, depth).expect("built in");
            let [dead, ground] = [Role::State(StateRole::Dead), Role::Ground];
            let contrast = contrast(theme.role(dead).rgb, theme.role(ground).rgb);
            assert!(contrast < 1.2, "{name} {depth:?}: {contrast}");
        }
    }
}

#[test]
fn words_in_the_colours_of_frames_and_states_can_be_read_on_every_row() {
    let grounds = [
        Role::Ground,
        Role::Tree,
        Role::Bar,
        Role::CursorRow,
        Role::Chosen,
    ];
    for (name, _) in BUILT_IN {
        for depth in [Depth::Indexed, Depth::True] {
            let theme = Theme::built_in(name, depth).expect("built in");
            let states = STATES.into_iter().map(Role::State);
            for role in states.chain(janks()).chain([Role::Dim]) {
                for ground in grounds.map(|ground| theme.role(ground)) {
                    let words = theme.readable(theme.role(role), ground);
                    let contrast = contrast(words.rgb, ground.rgb);
                    assert!(contrast >= 4.5, "{name} {depth:?} {role:?}: {contrast}");
                }
            }
        }
    }
}

#[test]
fn the_nearest_entry_of_the_palette_is_found() {
    let apart = |rgb, index| apart(rgb, index_rgb(index));
    for n in 0..4096_u32 {
        let channel = |shift: u32| ((n >> shift) & 15) as u8 * 17;
        let rgb = Rgb(channel(8), channel(4), channel(0));
        let best = (16..=255).map(|index| apart(rgb, index)).min();
        assert_eq!(Some(apart(rgb, nearest_index(rgb))), best, "{rgb:?}");
    }
}

#[test]
fn built_in_themes_have_every_role() {
    for (name, _) in BUILT_IN {
        for depth in [Depth::Mono, Depth::Sixteen, Depth::Indexed, Depth::True] {
            let theme = Theme::built_in(name, depth).expect(name);
            let is_without = name == "mono" && depth == Depth::Sixteen;
            let expected = if is_without { Depth::Mono } else { depth };
            assert_eq!(theme.depth(), expected);
        }
    }
    assert!(matches!(
        Theme::built_in("nope", Depth::True),
        Err(ThemeError::Unknown(_))
    ));
}

#[test]
fn slots_follow_the_order_of_roles() {
    for (index, role) in all_roles().enumerate() {
        assert_eq!(slot(role), index, "{role:?}");
    }
}

/// The roles that text stands on.
const GROUNDS: [Role; 6] = [
    Role::Ground,
    Role::Tree,
    Role::Bar,
    Role::Raised,
    Role::CursorRow,
    Role::Chosen,
];

#[test]
fn text_is_readable_on_every_fill_and_ground() {
    for (name, _) in BUILT_IN {
        for depth in [Depth::Indexed, Depth::True] {
            let theme = Theme::built_in(name, depth).expect(name);
            for ground in GROUNDS {
                let ground_rgb = theme.role(ground).rgb;
                for text in [Role::Text, Role::Strong] {
                    let ratio = contrast(theme.role(text).rgb, ground_rgb);
                    assert!(
                        ratio >= 4.5,
                        "{name} {depth:?} {text:?} on {ground:?}: {ratio}"
                    );
                }
                let ratio = contrast(theme.role(Role::Dim).rgb, ground_rgb);
                assert!(ratio >= 3.0, "{name} {depth:?} Dim on {ground:?}: {ratio}");
                for role in all_roles().filter(|role| matches!(role, Role::Jank(..))) {
                    let text = theme.readable(theme.role(role), theme.role(ground));
                    let ratio = contrast(text.rgb, ground_rgb);
                    assert!(
                        ratio >= 3.0,
                        "{name} {depth:?} {role:?} on {ground:?}: {ratio}"
                    );
                }
            }
            for role in all_roles() {
                let fill = theme.fill(Ink::Role(role), Tone::Normal);
                let best =
                    contrast(fill.rgb, Rgb(0, 0, 0)).max(contrast(fill.rgb, Rgb(255, 255, 255)));
                assert!(best >= 4.5, "{name} {role:?}: {best}");
            }
            let ratio = contrast(theme.role(Role::OnAccent).rgb, theme.role(Role::Accent).rgb);
            assert!(ratio >= 4.5, "{name} {depth:?} OnAccent: {ratio}");
        }
    }
}

/// The 16 basic colours as terminals have them.
const PALETTES: [(&str, [u32; 16]); 4] = [
    (
        "xterm",
        [
            0x00_0000, 0xcd_0000, 0x00_cd00, 0xcd_cd00, 0x00_00ee, 0xcd_00cd, 0x00_cdcd, 0xe5_e5e5,
            0x7f_7f7f, 0xff_0000, 0x00_ff00, 0xff_ff00, 0x5c_5cff, 0xff_00ff, 0x00_ffff, 0xff_ffff,
        ],
    ),
    (
        "VGA",
        [
            0x00_0000, 0xaa_0000, 0x00_aa00, 0xaa_5500, 0x00_00aa, 0xaa_00aa, 0x00_aaaa, 0xaa_aaaa,
            0x55_5555, 0xff_5555, 0x55_ff55, 0xff_ff55, 0x55_55ff, 0xff_55ff, 0x55_ffff, 0xff_ffff,
        ],
    ),
    (
        "Tango",
        [
            0x2e_3436, 0xcc_0000, 0x4e_9a06, 0xc4_a000, 0x34_65a4, 0x75_507b, 0x06_989a, 0xd3_d7cf,
            0x55_5753, 0xef_2929, 0x8a_e234, 0xfc_e94f, 0x72_9fcf, 0xad_7fa8, 0x34_e2e2, 0xee_eeec,
        ],
    ),
    (
        "Solarized",
        [
            0x07_3642, 0xdc_322f, 0x85_9900, 0xb5_8900, 0x26_8bd2, 0xd3_3682, 0x2a_a198, 0xee_e8d5,
            0x00_2b36, 0xcb_4b16, 0x58_6e75, 0x65_7b83, 0x83_9496, 0x6c_71c4, 0x93_a1a1, 0xfd_f6e3,
        ],
    ),
];

#[test]
fn text_of_16_colours_is_readable_in_the_palettes_that_are_in_use() {
    let shades = [Role::Text, Role::Strong, Role::Dim, Role::Log(2)];
    let colours = [
        Role::Accent,
        Role::Good,
        Role::Warn,
        Role::Bad,
        Role::Match,
        Role::Mark,
        Role::Measure,
        Role::FlowFocus,
    ];
    for (name, _) in BUILT_IN {
        let theme = Theme::built_in(name, Depth::Sixteen).expect(name);
        for (palette, colors) in PALETTES {
            let rgb = |role| {
                let [_, r, g, b] = colors[usize::from(theme.table[slot(role)].basic)].to_be_bytes();
                Rgb(r, g, b)
            };
            // Greys without hues have no colours, and the bright colours of Solarized are greys.
            let has_colours = !theme.gray && (name == "light" || palette != "Solarized");
            let coloured = colours.into_iter().chain((3..8).map(Role::Log));
            let coloured = coloured.filter(|_| has_colours);
            for ground in GROUNDS {
                for text in shades.into_iter().chain(coloured.clone()) {
                    let ratio = contrast(rgb(text), rgb(ground));
                    // The bright red of Tango has 2.99 on its black.
                    assert!(
                        ratio >= 2.95,
                        "{name} {palette}: {text:?} on {ground:?}: {ratio}"
                    );
                }
            }
        }
    }
}

/// Jank as `n` finds it: whole and partial.
fn janks() -> impl Iterator<Item = Role> {
    let tags = [
        JankTag::BufferStuffing,
        JankTag::Other,
        JankTag::Dropped,
        JankTag::SelfJank,
    ];
    let partials = [Partial::No, Partial::Yes];
    tags.into_iter()
        .flat_map(move |tag| partials.map(|partial| Role::Jank(tag, partial)))
}

#[test]
fn jank_stands_out_from_the_ground_and_more_than_good_frames() {
    for (name, _) in BUILT_IN {
        for depth in [Depth::Indexed, Depth::True] {
            let theme = Theme::built_in(name, depth).expect(name);
            let ground = theme.role(Role::Ground).rgb;
            let ratio = |role| contrast(theme.role(role).rgb, ground);
            for role in janks() {
                assert!(
                    ratio(role) >= 3.0,
                    "{name} {depth:?} {role:?}: {}",
                    ratio(role)
                );
                if name == "light" {
                    let good = ratio(Role::Jank(JankTag::None, Partial::No));
                    assert!(ratio(role) > good, "{depth:?} {role:?}: less than {good}");
                }
            }
        }
    }
}

#[test]
fn names_never_take_the_jank_hues_of_few_colours() {
    for (name, _) in BUILT_IN {
        let theme = Theme::built_in(name, Depth::Sixteen).expect(name);
        if theme.gray {
            // Without hues patterns and letters tell them apart.
            continue;
        }
        let janks: Vec<u8> = all_roles()
            .filter(|role| matches!(role, Role::Jank(tag, _) if *tag != JankTag::NonPerceivable))
            .map(|role| theme.table[slot(role)].basic)
            .collect();
        for index in &theme.names_16 {
            assert!(!janks.contains(index), "{name}: {index}");
        }
        let janks: Vec<u8> = all_roles()
            .filter(|role| matches!(role, Role::Jank(_, _)))
            .map(|role| theme.table[slot(role)].index)
            .collect();
        for index in &theme.names_256 {
            assert!(!janks.contains(index), "{name}: {index}");
        }
    }
}

#[test]
fn a_bad_theme_file_says_which_role_is_wrong() {
    let broken = BUILT_IN[0].1.replacen("ground = [\"#", "ground = [\"!", 1);
    let error = Theme::from_toml(&broken, Depth::True).unwrap_err();
    assert_eq!(error.to_string(), "ground: a colour is written #rrggbb");
    assert!(Theme::from_toml("nonsense", Depth::True).is_err());
}

/// Returns how colourful a colour is, and its hue in degrees, both in OKLCH.
fn chroma_and_hue(Rgb(r, g, b): Rgb) -> (f32, f32) {
    let linear = |channel: u8| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.040_45 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    };
    let (r, g, b) = (linear(r), linear(g), linear(b));
    let long = (0.412_22 * r + 0.536_33 * g + 0.051_45 * b).cbrt();
    let middle = (0.211_90 * r + 0.680_70 * g + 0.107_40 * b).cbrt();
    let short = (0.088_30 * r + 0.281_72 * g + 0.629_98 * b).cbrt();
    let green_red = 1.978_00 * long - 2.428_59 * middle + 0.450_59 * short;
    let blue_yellow = 0.025_90 * long + 0.782_77 * middle - 0.808_68 * short;
    let hue = blue_yellow.atan2(green_red).to_degrees();
    (green_red.hypot(blue_yellow), hue)
}

#[test]
fn processes_never_take_the_hues_of_frames() {
    // Below this a colour is a grey, which has no hue.
    const GRAY: f32 = 0.05;
    const APART: f32 = 20.0;
    let processes = || (0..18).map(Role::Process);
    let good = [Partial::No, Partial::Yes].map(|partial| Role::Jank(JankTag::None, partial));
    for (name, _) in BUILT_IN {
        for depth in [Depth::Indexed, Depth::True] {
            let theme = Theme::built_in(name, depth).expect(name);
            for process in processes() {
                let (chroma, hue) = chroma_and_hue(theme.role(process).rgb);
                for frame in janks().chain(good) {
                    let (its, other) = chroma_and_hue(theme.role(frame).rgb);
                    let apart = (hue - other).rem_euclid(360.0);
                    assert!(
                        chroma < GRAY || its < GRAY || apart.min(360.0 - apart) >= APART,
                        "{name} {depth:?}: {process:?} looks like {frame:?}"
                    );
                }
            }
        }
        let theme = Theme::built_in(name, Depth::Sixteen).expect(name);
        if theme.gray {
            continue;
        }
        for process in processes() {
            for frame in janks().chain(good) {
                assert_ne!(
                    theme.role(process).color,
                    theme.role(frame).color,
                    "{name}: {process:?} {frame:?}"
                );
            }
        }
    }
}
