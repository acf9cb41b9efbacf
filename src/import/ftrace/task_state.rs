//! How the kernel writes the state of a thread that it switches out.
//!
//! `prev_state` of `sched_switch` is a bit set whose meaning changed with Linux 4.8 and
//! 4.14. Bits and letters are those of the reference's `task_state.cc`.

/// Major and minor version of a kernel.
pub(super) type KernelVersion = (u32, u32);

/// The letters of the states, in the order in which they are written.
const LETTERS: [(u16, u8); 12] = [
    (SLEEPING, b'S'),
    (UNINTERRUPTIBLE, b'D'),
    (0x4, b'T'),
    (0x8, b't'),
    (0x10, b'X'),
    (0x20, b'Z'),
    (PARKED, b'P'),
    (DEAD, b'x'),
    (WAKEKILL, b'K'),
    (WAKING, b'W'),
    (NO_LOAD, b'N'),
    (IDLE, b'I'),
];
const SLEEPING: u16 = 0x1;
const UNINTERRUPTIBLE: u16 = 0x2;
// The bits from here on are ours, not the kernel's.
const PARKED: u16 = 0x40;
const DEAD: u16 = 0x80;
const WAKEKILL: u16 = 0x100;
const WAKING: u16 = 0x200;
const NO_LOAD: u16 = 0x400;
const IDLE: u16 = 0x800;
const PREEMPTED: u16 = 0x1000;

/// A state as text, at most three letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TaskState {
    text: [u8; 3],
    len: u8,
}

impl TaskState {
    /// Reads `prev_state` as the kernel with this version wrote it; `None` if that has no such state.
    pub(super) fn new(raw: u16, kernel: Option<KernelVersion>) -> Option<Self> {
        let bits = match kernel {
            Some(version) if version >= (4, 14) => newer_bits(raw)?,
            Some(version) if version >= (4, 8) => older_bits(raw, 0x1000),
            _ => older_bits(raw, 0x800),
        };
        let mut state = Self {
            text: [0; 3],
            len: 0,
        };
        if bits & !PREEMPTED == 0 {
            state.push(b'R');
        }
        for (bit, letter) in LETTERS {
            if bits & bit != 0 {
                state.push(letter);
            }
        }
        if bits == PREEMPTED {
            state.push(b'+');
        }
        Some(state)
    }

    fn push(&mut self, letter: u8) {
        if let Some(slot) = self.text.get_mut(usize::from(self.len)) {
            *slot = letter;
            self.len += 1;
        }
    }

    /// Returns the state as the reference writes it: `S`, `R+`, `DK`.
    pub(super) fn text(&self) -> &[u8] {
        self.text.get(..usize::from(self.len)).unwrap_or_default()
    }
}

/// Returns the bits of a state of Linux 4.14 and later; `None` if there is no such state.
fn newer_bits(raw: u16) -> Option<u16> {
    if raw & 0xfe00 != 0 {
        return None;
    }
    let mut bits = raw & 0x3f;
    for (kernel, ours) in [(0x40, PARKED), (0x80, IDLE), (0x100, PREEMPTED)] {
        if raw & kernel != 0 {
            bits |= ours;
        }
    }
    Some(bits)
}

/// Returns the bits of a state from before Linux 4.14. Bits above the flag of a preempted thread mean
/// nothing.
fn older_bits(raw: u16, preempted: u16) -> u16 {
    let mut bits = raw & 0x3f;
    for (kernel, ours) in [
        (0x40, DEAD),
        (0x80, WAKEKILL),
        (0x100, WAKING),
        (0x200, PARKED),
        (0x400, NO_LOAD),
        (preempted, PREEMPTED),
    ] {
        if raw & kernel != 0 {
            bits |= ours;
        }
    }
    if bits == UNINTERRUPTIBLE | NO_LOAD {
        bits = IDLE;
    }
    bits
}

/// Returns the version in a kernel release such as `5.10.43-android12`.
pub(super) fn kernel_version(release: &[u8]) -> Option<KernelVersion> {
    let release = std::str::from_utf8(release).ok()?;
    let mut parts = release.split('.');
    let major = parts.next()?.parse().ok()?;
    let minor = parts.next()?;
    let digits = minor
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(minor.len());
    Some((major, minor.get(..digits)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(raw: u16, kernel: Option<KernelVersion>) -> Option<String> {
        TaskState::new(raw, kernel).map(|state| String::from_utf8(state.text().to_vec()).unwrap())
    }

    #[test]
    fn states_of_every_kernel_generation() {
        let new = Some((5, 10));
        for (raw, expected) in [
            (0, "R"),
            (0x100, "R+"),
            (1, "S"),
            (2, "D"),
            (4, "T"),
            (8, "t"),
            (0x10, "X"),
            (0x20, "Z"),
            (0x40, "P"),
            (0x80, "I"),
            (3, "SD"),
            (0x101, "S"),
            (0x1f, "SDT"),
        ] {
            assert_eq!(text(raw, new).as_deref(), Some(expected), "{raw:#x}");
        }
        assert_eq!(text(0x200, new), None);
        assert_eq!(text(0x8000, new), None);
        for (raw, expected) in [
            (0, "R"),
            (0x800, "R+"),
            (0x40, "x"),
            (0x82, "DK"),
            (0x100, "W"),
            (0x200, "P"),
            (0x400, "N"),
            (0x402, "I"),
        ] {
            assert_eq!(text(raw, None).as_deref(), Some(expected), "{raw:#x}");
        }
        assert_eq!(text(0x1000, None).as_deref(), Some("R"));
        assert_eq!(text(0x1000, Some((4, 9))).as_deref(), Some("R+"));
        assert_eq!(text(0x800, Some((4, 9))).as_deref(), Some("R"));
        assert_eq!(text(0x100, Some((4, 14))).as_deref(), Some("R+"));
    }

    #[test]
    fn kernel_releases() {
        assert_eq!(kernel_version(b"5.10.43-android12-9-00005"), Some((5, 10)));
        assert_eq!(kernel_version(b"6.1-rc3"), Some((6, 1)));
        assert_eq!(kernel_version(b"6"), None);
        assert_eq!(kernel_version(b"\xff.1"), None);
        assert_eq!(kernel_version(b""), None);
    }
}
