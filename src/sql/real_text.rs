//! Converts floating point numbers to text, like trace processor's SQLite does.

/// Returns a number as trace processor's SQLite casts it to text: 15 significant digits, always with a
/// decimal point. The SQLite of this program prints more digits. Returns `None`, for NULL, if the value is
/// not a number.
pub(super) fn real_text(value: f64) -> Option<String> {
    if value.is_nan() {
        return None;
    }
    if value.is_infinite() {
        return Some(String::from(if value > 0.0 { "Inf" } else { "-Inf" }));
    }
    if value == 0.0 {
        return Some(String::from("0.0"));
    }
    // The exact value of the number decides about rounding; exact halves are rounded up.
    let scientific = format!("{:.40e}", value.abs());
    let (digits, exponent) = scientific.split_once('e')?;
    let mut exponent: i32 = exponent.parse().ok()?;
    let digits = digits.replace('.', "");
    let (kept, cut) = digits.split_at_checked(15)?;
    let mut rounded: u64 = kept.parse().ok()?;
    rounded += u64::from(cut >= "5");
    if rounded == 10_u64.pow(15) {
        rounded /= 10;
        exponent += 1;
    }
    let digits = rounded.to_string();
    let digits = digits.trim_end_matches('0');
    let or_zero = |text: &str| String::from(if text.is_empty() { "0" } else { text });
    let text = if !(-4..=14).contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{first}.{}e{sign}{:02}", or_zero(rest), exponent.abs())
    } else if exponent < 0 {
        let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
        format!("0.{zeros}{digits}")
    } else {
        let digits = format!("{digits:0<width$}", width = exponent as usize + 1);
        let (whole, part) = digits.split_at(exponent as usize + 1);
        format!("{whole}.{}", or_zero(part))
    };
    Some(if value < 0.0 {
        format!("-{text}")
    } else {
        text
    })
}

#[cfg(test)]
mod tests {
    use super::real_text;

    #[test]
    fn reals_read_as_trace_processor_casts_them() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "0.0"),
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (0.0001, "0.0001"),
            (0.00001, "1.0e-05"),
            (1.5e-5, "1.5e-05"),
            (1.0 / 3.0, "0.333333333333333"),
            (123_456_789_012_345.0, "123456789012345.0"),
            (0.1 + 0.2, "0.3"),
            (-2.25, "-2.25"),
            (2e300, "2.0e+300"),
            (f64::INFINITY, "Inf"),
            (999_999_999_999_999.9, "1.0e+15"),
            (16.666_666_666_666_668, "16.6666666666667"),
            (100_000.0, "100000.0"),
            (3_916.745_361_328_125, "3916.74536132813"),
            (-2_452.087_158_203_125, "-2452.08715820313"),
            (1e23, "1.0e+23"),
            (0.204_905_435_442_924_5, "0.204905435442924"),
            (0.004_253_375_343_978_405, "0.0042533753439784"),
        ] {
            assert_eq!(real_text(value).as_deref(), Some(text), "{value:e}");
        }
        assert_eq!(real_text(f64::NAN), None);
    }
}
