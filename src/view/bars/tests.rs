//! The galloping search against a scan.
//!
//! What rows look like is tested where scenes are put together.

use proptest::prelude::*;

use super::*;
use crate::base::time::TimeSpan;
use crate::view::scene::Item;

/// Instants at given times.
struct At(Vec<i64>);

impl Items for At {
    type Block = ();

    fn len(&self) -> usize {
        self.0.len()
    }

    fn ts(&self, index: usize) -> i64 {
        self.0[index]
    }

    fn end(&self, index: usize) -> Option<i64> {
        Some(self.0[index])
    }

    fn item(&self, _index: usize) -> Item {
        Item::None
    }

    fn ink(&self, _index: usize) -> Ink {
        Ink::Role(Role::Text)
    }

    fn label(&self, _index: usize) -> String {
        String::new()
    }
}

proptest! {
    #[test]
    fn galloping_finds_what_a_scan_finds(
        mut times in proptest::collection::vec(0..500_i64, 1..300),
        from in 0..300_usize, ts in -10..520_i64, hint in 0..400_usize,
    ) {
        times.sort_unstable();
        let from = from.min(times.len());
        let expected = times.partition_point(|&t| t < ts).max(from);
        prop_assert_eq!(gallop(&At(times), from, ts, hint), expected);
    }
}

#[test]
fn a_number_is_never_a_part_of_another() {
    assert!(cuts_a_number("12185", 2));
    assert!(cuts_a_number("T12", 2));
    assert!(!cuts_a_number("doFrame 12", 3));
    assert!(!cuts_a_number("12 Self", 2));
    assert!(!cuts_a_number("12", 2));
}

/// Neighbours of one colour, each as wide as its name.
struct Named(Vec<&'static str>);

impl Items for Named {
    type Block = ();

    fn len(&self) -> usize {
        self.0.len()
    }

    fn ts(&self, index: usize) -> i64 {
        self.0[..index].iter().map(|name| name.len() as i64).sum()
    }

    fn end(&self, index: usize) -> Option<i64> {
        Some(self.ts(index + 1))
    }

    fn item(&self, _index: usize) -> Item {
        Item::None
    }

    fn ink(&self, _index: usize) -> Ink {
        Ink::Role(Role::Text)
    }

    fn label(&self, index: usize) -> String {
        self.0[index].to_owned()
    }
}

#[test]
fn no_letter_of_a_name_stands_in_the_gap_to_the_next() {
    let items = Named(vec!["req 2296", "draw", "req 164"]);
    let view = Viewport::new(TimeSpan::new(Ts::from_ns(0), Ts::from_ns(40)), 40);
    let mut line = Line::new(0, 0, 40, Role::Ground);
    Bars::new(&items, view, SpanKind::Bar, &mut line).draw();
    assert_eq!(line.spans.len(), 3);
    assert_eq!(line.texts[0].text, "req 2296");
    let gaps = line.spans.windows(2).filter(|two| two[0].x1 < two[1].x0);
    assert_eq!(gaps.count(), 2, "{:?}", line.spans);
    for text in &line.texts {
        let (from, to) = (u32::from(text.x) * 8, u32::from(text.end()) * 8);
        let holds = |span: &Span| span.x0 <= from && to <= span.x1;
        assert!(line.spans.iter().any(holds), "{text:?} {:?}", line.spans);
    }
}
