//! The colour of a slice name, as the reference's UI computes it.
//!
//! The name without its digits is hashed to a hue and a lightness in `HSLuv`;
//! the constants and the odd rounding of the hash are facts of that UI, so that
//! people recognise their trace. Themes for fewer colours use [`NameInk::pick`].

use std::sync::atomic::{AtomicU32, Ordering};

use crate::model::name_hash::{hash, hash_of_one_more, name_hash};

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The colour of a name, and its number in palettes of few colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct NameInk {
    /// The colour on a terminal that has many.
    pub rgb: Rgb,
    /// A number that depends on the name only, for palettes.
    pub pick: u8,
}

/// The colours of all hues and lightnesses, each computed when it is first asked for: 0 is not yet.
static HSLUV: [AtomicU32; 360 * 40] = [const { AtomicU32::new(0) }; 360 * 40];

/// Returns the colour of a slice name.
pub fn name_ink(name: &str) -> NameInk {
    hash_ink(name_hash(name))
}

/// Returns the colour of a name with this hash.
pub(super) fn hash_ink(hash: i32) -> NameInk {
    let hue = hash.unsigned_abs() % 360;
    let lightness = hash_of_one_more(hash, u16::from(b'x')).unsigned_abs() % 40;
    let known = &HSLUV[(hue * 40 + lightness) as usize];
    let packed = known.load(Ordering::Relaxed);
    let rgb = if packed == 0 {
        let rgb = hsluv(f64::from(hue), 80.0, f64::from(lightness + 40));
        known.store(
            u32::from_be_bytes([1, rgb.0, rgb.1, rgb.2]),
            Ordering::Relaxed,
        );
        rgb
    } else {
        let [_, r, g, b] = packed.to_be_bytes();
        Rgb(r, g, b)
    };
    NameInk {
        rgb,
        pick: (hash.unsigned_abs() % 251) as u8,
    }
}

/// Returns the number of a process or thread in the palette of 18 of CPU tracks.
pub fn process_pick(pid: i64) -> u8 {
    (hash(pid.to_string().encode_utf16()).unsigned_abs() % 18) as u8
}

/// XYZ to linear RGB.
const M: [[f64; 3]; 3] = [
    [
        3.240_969_941_904_521,
        -1.537_383_177_570_093,
        -0.498_610_760_293,
    ],
    [
        -0.969_243_636_280_87,
        1.875_967_501_507_72,
        0.041_555_057_407_175,
    ],
    [
        0.055_630_079_696_993,
        -0.203_976_958_888_97,
        1.056_971_514_242_878,
    ],
];
const REF_U: f64 = 0.197_830_006_642_836_8;
const REF_V: f64 = 0.468_319_994_938_791;
const KAPPA: f64 = 903.296_296_296_296_3;
const EPSILON: f64 = 0.008_856_451_679_035_631;

/// Returns the largest chroma that sRGB can show at this hue and lightness.
fn max_chroma(lightness: f64, hue: f64) -> f64 {
    let sub1 = (lightness + 16.0).powi(3) / 1_560_896.0;
    let sub2 = if sub1 > EPSILON {
        sub1
    } else {
        lightness / KAPPA
    };
    let theta = hue.to_radians();
    let mut least = f64::MAX;
    for [m1, m2, m3] in M {
        for t in [0.0, 1.0] {
            let top1 = (284_517.0 * m1 - 94_839.0 * m3) * sub2;
            let top2 = (838_422.0 * m3 + 769_860.0 * m2 + 731_718.0 * m1) * lightness * sub2
                - 769_860.0 * t * lightness;
            let bottom = (632_260.0 * m3 - 126_452.0 * m2) * sub2 + 126_452.0 * t;
            let (slope, intercept) = (top1 / bottom, top2 / bottom);
            let length = intercept / (theta.sin() - slope * theta.cos());
            if length >= 0.0 {
                least = least.min(length);
            }
        }
    }
    least
}

/// Returns a colour of the `HSLuv` space, channels rounded down.
fn hsluv(hue: f64, saturation: f64, lightness: f64) -> Rgb {
    let chroma = max_chroma(lightness, hue) / 100.0 * saturation;
    let (sin, cos) = hue.to_radians().sin_cos();
    let luminance = if lightness > 8.0 {
        ((lightness + 16.0) / 116.0).powi(3)
    } else {
        lightness / KAPPA
    };
    let var_u = chroma * cos / (13.0 * lightness) + REF_U;
    let var_v = chroma * sin / (13.0 * lightness) + REF_V;
    let x = 9.0 * luminance * var_u / (4.0 * var_v);
    let z = (9.0 * luminance - 15.0 * var_v * luminance - var_v * x) / (3.0 * var_v);
    let channel = |row: [f64; 3]| {
        let linear = row[0] * x + row[1] * luminance + row[2] * z;
        (encode(linear) * 255.0).floor().clamp(0.0, 255.0) as u8
    };
    Rgb(channel(M[0]), channel(M[1]), channel(M[2]))
}

/// Returns the sRGB value of a linear one.
fn encode(linear: f64) -> f64 {
    if linear <= 0.003_130_8 {
        12.92 * linear
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    }
}

/// Returns the linear value of an sRGB channel.
fn decode(channel: u8) -> f32 {
    let c = f32::from(channel) / 255.0;
    if c <= 0.040_45 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

/// A weighted mean of colours in linear light.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blend {
    sum: [f32; 3],
    weight: f32,
}

impl Blend {
    /// Adds a colour.
    pub fn add(&mut self, color: Rgb, weight: f32) {
        let Rgb(r, g, b) = color;
        let linear = &*LINEAR;
        for (sum, channel) in self.sum.iter_mut().zip([r, g, b]) {
            *sum += linear[usize::from(channel)] * weight;
        }
        self.weight += weight;
    }

    /// Returns the mean; black if nothing was added.
    pub fn mean(&self) -> Rgb {
        if self.weight <= 0.0 {
            return Rgb::default();
        }
        let encoded = &**ENCODED;
        let channel = |sum: f32| {
            let place = (sum / self.weight * ENCODED_MAX as f32 + 0.5) as usize;
            encoded[place.min(ENCODED_MAX)]
        };
        Rgb(
            channel(self.sum[0]),
            channel(self.sum[1]),
            channel(self.sum[2]),
        )
    }
}

/// The last index of [`ENCODED`]: with so many steps dark colours stay distinct.
const ENCODED_MAX: usize = 16_383;

static ENCODED: std::sync::LazyLock<Box<[u8]>> = std::sync::LazyLock::new(|| {
    (0..=ENCODED_MAX)
        .map(|place| (encode(place as f64 / ENCODED_MAX as f64) * 255.0).round() as u8)
        .collect()
});

static LINEAR: std::sync::LazyLock<[f32; 256]> =
    std::sync::LazyLock::new(|| std::array::from_fn(|channel| decode(channel as u8)));

/// Returns the relative luminance of a colour, from 0 to 1.
fn luminance(Rgb(r, g, b): Rgb) -> f32 {
    0.2126 * LINEAR[usize::from(r)]
        + 0.7152 * LINEAR[usize::from(g)]
        + 0.0722 * LINEAR[usize::from(b)]
}

/// Returns the contrast ratio of two colours, from 1 to 21.
pub fn contrast(a: Rgb, b: Rgb) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_colours_of_the_reference() {
        let cases = [
            ("Choreographer#doFrame 123", Rgb(0x8f, 0x81, 0x37)),
            ("DrawFrames 456", Rgb(0x72, 0x68, 0x2b)),
            ("measure", Rgb(0x68, 0x3d, 0xd7)),
            ("binder transaction", Rgb(0x9d, 0x65, 0x30)),
            ("a", Rgb(0x50, 0xb2, 0xc5)),
            ("10", Rgb(0xa8, 0x3c, 0xcb)),
            ("Лаг", Rgb(0x55, 0xd1, 0x93)),
            ("draw-VRI[Main]", Rgb(0xef, 0x82, 0xb9)),
            ("GC: young concurrent copying", Rgb(0x38, 0x88, 0x7a)),
        ];
        for (name, rgb) in cases {
            assert_eq!(name_ink(name).rgb, rgb, "{name}");
        }
    }

    #[test]
    fn processes_have_the_numbers_of_the_reference() {
        let cases = [
            (1, 16),
            (10, 2),
            (100, 14),
            (1000, 4),
            (2345, 0),
            (12345, 17),
            (0, 17),
        ];
        for (pid, pick) in cases {
            assert_eq!(process_pick(pid), pick, "{pid}");
        }
    }

    #[test]
    fn digits_do_not_change_the_colour() {
        assert_eq!(name_ink("doFrame 131"), name_ink("doFrame 132"));
        assert_eq!(name_ink("a1b22c"), name_ink("abc"));
        assert_ne!(name_ink("doFrame"), name_ink("doFlame"));
    }

    #[test]
    fn black_or_white_text_is_always_readable() {
        for n in 0..2000 {
            let name = format!("{}{}", (b'a' + (n % 26) as u8) as char, "z".repeat(n / 26));
            let rgb = name_ink(&name).rgb;
            let best = contrast(rgb, Rgb(0, 0, 0)).max(contrast(rgb, Rgb(255, 255, 255)));
            assert!(best >= 4.5, "{name} {rgb:?} {best}");
        }
    }

    #[test]
    fn a_blend_of_one_colour_is_that_colour() {
        let mut blend = Blend::default();
        blend.add(Rgb(10, 200, 77), 0.3);
        blend.add(Rgb(10, 200, 77), 5.0);
        assert_eq!(blend.mean(), Rgb(10, 200, 77));
    }
}
