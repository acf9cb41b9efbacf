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

/// A frame from 100 to 300 that was due at a given time.
struct Due(i64);

impl Items for Due {
    type Block = ();

    fn len(&self) -> usize {
        1
    }

    fn ts(&self, _index: usize) -> i64 {
        100
    }

    fn end(&self, _index: usize) -> Option<i64> {
        Some(300)
    }

    fn item(&self, _index: usize) -> Item {
        Item::Slice(crate::model::ids::SliceId(0))
    }

    fn ink(&self, _index: usize) -> Ink {
        Ink::Role(Role::Text)
    }

    fn label(&self, _index: usize) -> String {
        String::new()
    }

    fn deadline(&self, _index: usize) -> Option<i64> {
        Some(self.0)
    }
}

#[test]
fn what_is_past_the_deadline_is_dark_also_where_the_deadline_is_out_of_sight() {
    let tones = |due, window: (i64, i64)| {
        let (start, end) = (Ts::from_ns(window.0), Ts::from_ns(window.1));
        let view = Viewport::new(TimeSpan::new(start, end), 40);
        let mut line = Line::new(0, 0, 40, Role::Ground);
        Bars::new(&Due(due), view, SpanKind::Bar, &mut line).draw();
        line.spans.iter().map(|s| s.tone).collect::<Vec<_>>()
    };
    let (normal, deep) = (Tone::Normal, Tone::Deep);
    assert_eq!(tones(200, (0, 400)), [normal, deep]);
    // The view begins after the deadline, then ends before it.
    assert_eq!(tones(200, (240, 440)), [deep]);
    assert_eq!(tones(200, (0, 160)), [normal]);
    // The deadline was over before the frame began.
    assert_eq!(tones(40, (0, 400)), [deep]);
    // The frame is in time.
    assert_eq!(tones(300, (0, 400)), [normal]);
    assert_eq!(tones(300, (290, 3090)), [normal]);
}

/// Neighbours of one name, each with its end; the second is selected.
struct Alike([i64; 3]);

impl Items for Alike {
    type Block = ();

    fn len(&self) -> usize {
        self.0.len()
    }

    fn ts(&self, index: usize) -> i64 {
        index.checked_sub(1).map_or(0, |before| self.0[before])
    }

    fn end(&self, index: usize) -> Option<i64> {
        Some(self.0[index])
    }

    fn item(&self, index: usize) -> Item {
        Item::Slice(crate::model::ids::SliceId(index as u32))
    }

    fn ink(&self, _index: usize) -> Ink {
        Ink::Role(Role::Text)
    }

    fn label(&self, index: usize) -> String {
        format!("{index} PipelineReporter")
    }

    fn selected(&self) -> Option<usize> {
        Some(1)
    }

    fn outstanding(&self, from: usize, to: usize, _span: TimeSpan) -> Option<usize> {
        (from..to).contains(&1).then_some(1)
    }
}

/// A frame of 40 columns that is due after `.0` nanoseconds.
struct Late(i64);

impl Items for Late {
    type Block = ();

    fn len(&self) -> usize {
        1
    }

    fn ts(&self, _index: usize) -> i64 {
        0
    }

    fn end(&self, _index: usize) -> Option<i64> {
        Some(320)
    }

    fn item(&self, _index: usize) -> Item {
        Item::None
    }

    fn ink(&self, _index: usize) -> Ink {
        Ink::Role(Role::Text)
    }

    fn label(&self, _index: usize) -> String {
        "131 Self".to_owned()
    }

    fn deadline(&self, _index: usize) -> Option<i64> {
        Some(self.0)
    }
}

#[test]
fn the_name_of_a_late_frame_does_not_cross_its_deadline() {
    let view = Viewport::new(TimeSpan::new(Ts::from_ns(0), Ts::from_ns(320)), 40);
    for (due, x) in [(64, 9), (80, 1), (240, 1), (0, 1), (999, 1)] {
        let mut line = Line::new(0, 0, 40, Role::Ground);
        Bars::new(&Late(due), view, SpanKind::Bar, &mut line).draw();
        let at: Vec<u16> = line.texts.iter().map(|text| text.x).collect();
        assert_eq!(at, [x], "{due}");
    }
}

#[test]
fn a_narrow_selected_bar_is_told_from_others_of_its_name() {
    // A nanosecond is an eighth of a column.
    let view = Viewport::new(TimeSpan::new(Ts::from_ns(0), Ts::from_ns(320)), 40);
    for start in 80..96 {
        for width in 1..200 {
            let items = Alike([start, start + width, 320]);
            let mut line = Line::new(0, 0, 40, Role::Ground);
            Bars::new(&items, view, SpanKind::Bar, &mut line).draw();
            let own = |span: &&Span| span.item == items.item(1);
            let span = *line.spans.iter().find(own).expect("it is drawn");
            let names: Vec<&Text> = line.texts.iter().filter(|t| t.mods != Mods::NONE).collect();
            let marks: Vec<u32> = line.glyphs.iter().map(|glyph| u32::from(glyph.x)).collect();
            match names[..] {
                [] => assert_eq!(marks, [span.mark_cell()], "{start} {width}"),
                [name] => {
                    assert!(name.text.starts_with('1') && marks.is_empty());
                    // The name of the selected bar stands on white, not as a hole in its bar.
                    assert!(!name.mods.has(Mods::REVERSE));
                    let is_on_white = name.ground == Some(Ink::Role(Role::Strong));
                    match width as usize / 8 {
                        0..NARROW_CELLS => assert!(is_on_white, "{start} {width}"),
                        n => assert!(!is_on_white || n < NARROW_CELLS + 2, "{start} {width}"),
                    }
                }
                _ => panic!("{names:?}"),
            }
        }
    }
}
