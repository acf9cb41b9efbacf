//! Tests of what terminals send, in one piece and cut anywhere.

use proptest::prelude::*;

use super::*;

fn events(bytes: &[u8]) -> Vec<Event> {
    let mut parser = Parser::default();
    let mut out = Vec::new();
    parser.feed(bytes, &mut out);
    parser.flush(&mut out);
    out
}

fn keys(bytes: &[u8]) -> String {
    let keys: Vec<Key> = events(bytes)
        .into_iter()
        .map(|event| match event {
            Event::Key(key) => key,
            Event::Escaped(key) => key.alt(),
            other => panic!("no key: {other:?}"),
        })
        .collect();
    Key::print_all(&keys)
}

#[test]
fn legacy_keys() {
    assert_eq!(keys(b"jJ \r\t\x7f\x1b"), "jJ<space><enter><tab><bs><esc>");
    assert_eq!(keys(b"\x01\x0f\x1a\x00"), "<c-a><c-o><c-z><c-space>");
    assert_eq!(keys(b"\x1c\x1d\x1e\x1f"), "<c-\\><c-]><c-^><c-_>");
    assert_eq!(keys(b"\x1b[A\x1b[B\x1bOC\x1bOD"), "<up><down><right><left>");
    assert_eq!(
        keys(b"\x1b[H\x1b[4~\x1b[5~\x1b[6~\x1b[3~"),
        "<home><end><pgup><pgdn><del>"
    );
    assert_eq!(
        keys(b"\x1bOP\x1b[15~\x1b[17~\x1b[24~\x1b[[C"),
        "<f1><f5><f6><f12><f3>"
    );
    assert_eq!(
        keys(b"\x1b[1;3D\x1b[1;5C\x1b[1;2C"),
        "<a-left><c-right><s-right>"
    );
    assert_eq!(keys("é世".as_bytes()), "é世");
    assert_eq!(
        keys(b"\x1bj\x1b\r\x1b\x1b[A\x1b[Z"),
        "<a-j><a-enter><esc><up><s-tab>"
    );
}

#[test]
fn kitty_keys() {
    assert_eq!(keys(b"\x1b[91;5u\x1b[27u\x1b[13;2u"), "<c-[><esc><s-enter>");
    assert_eq!(
        keys(b"\x1b[105;5u\x1b[112;6u\x1b[106;4u"),
        "<c-i><c-p><a-J>"
    );
    assert_eq!(keys(b"\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u"), "aa");
    assert_eq!(keys(b"\x1b[1;1:3A\x1b[57414u\x1b[57400u"), "<enter>1");
    assert_eq!(keys(b"\x1b[57441u\x1b[27;5;105~"), "<c-i>");
}

#[test]
fn answers_of_the_terminal_are_no_keys() {
    let answers: [&[u8]; 6] = [
        b"\x1b[?62;22c",
        b"\x1b[24;80R",
        b"\x1b[?2026;2$y",
        b"\x1bP1$r0m\x1b\\",
        b"\x1b[?1u",
        b"\x1b_Gi=1;OK\x1b\\",
    ];
    for answer in answers {
        assert_eq!(events(answer), [], "{answer:?}");
    }
    assert_eq!(keys(b"\x1b[?997;3nj"), "j");
}

#[test]
fn a_change_of_the_background_is_reported() {
    assert_eq!(events(b"\x1b[?997;1n"), [Event::Scheme(Brightness::Dark)]);
    assert_eq!(events(b"\x1b[?997;2n"), [Event::Scheme(Brightness::Light)]);
    let light = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\";
    assert_eq!(events(light), [Event::Scheme(Brightness::Light)]);
}

#[test]
fn the_mouse() {
    let at = |kind, x, y| Event::Mouse(MouseInput { kind, x, y });
    assert_eq!(events(b"\x1b[<0;3;4M"), [at(MouseKind::Down, 2, 3)]);
    assert_eq!(events(b"\x1b[<4;3;4M"), [at(MouseKind::Middle, 2, 3)]);
    assert_eq!(events(b"\x1b[<32;5;4M"), [at(MouseKind::Drag, 4, 3)]);
    assert_eq!(events(b"\x1b[<0;5;4m"), [at(MouseKind::Up, 4, 3)]);
    assert_eq!(events(b"\x1b[<64;1;1M"), [at(MouseKind::Wheel(-1), 0, 0)]);
    assert_eq!(events(b"\x1b[<73;1;1M"), [at(MouseKind::Sideways(1), 0, 0)]);
    assert_eq!(events(b"\x1b[<0;0;1M\x1b[<35;2;2M\x1b[<;1M"), []);
}

#[test]
fn the_mouse_of_terminals_that_know_only_the_first_protocol() {
    let at = |kind, x, y| Event::Mouse(MouseInput { kind, x, y });
    // The byte for the column may be any letter, such as `q`, which must not quit.
    assert_eq!(events(b"\x1b[M q0"), [at(MouseKind::Down, 80, 15)]);
    assert_eq!(events(b"\x1b[M@!!"), [at(MouseKind::Drag, 0, 0)]);
    assert_eq!(events(b"\x1b[M#\xff!"), [at(MouseKind::Up, 222, 0)]);
    assert_eq!(events(b"\x1b[M`!!"), [at(MouseKind::Wheel(-1), 0, 0)]);
    assert_eq!(events(b"\x1b[Ma\x1b!j"), [Event::Key(Key::char('j'))]);
    assert_eq!(events(b"\x1b[M \x00!"), []);
    assert_eq!(events(b"\x1b[32;40;12M"), []);
    let mut parser = Parser::default();
    let mut out = Vec::new();
    for byte in b"\x1b[M q0" {
        parser.feed(&[*byte], &mut out);
    }
    assert_eq!(out, [at(MouseKind::Down, 80, 15)]);
}

/// Feeds pieces with a gap of so many milliseconds after each.
fn in_pieces(pieces: &[&[u8]], gap_ms: i64) -> Vec<Event> {
    let mut parser = Parser::default();
    let mut out = Vec::new();
    for piece in pieces {
        parser.feed(piece, &mut out);
        let mut left = gap_ms;
        while let Some(wait) = parser.wait() {
            let wait_ms = wait.tv_sec * 1000 + wait.tv_nsec / 1_000_000;
            if wait_ms > left {
                break;
            }
            left -= wait_ms;
            parser.flush(&mut out);
        }
    }
    out
}

/// Sequences of every kind; the first two bytes of each may have been typed.
const SEQUENCES: [&[u8]; 15] = [
    b"\x1b[<65;50;12M",
    b"\x1b[<0;50;10m",
    b"\x1b[M q0",
    b"\x1b[32;40;12M",
    b"\x1b[H",
    b"\x1bOP",
    b"\x1b[I",
    b"\x1b[1;5C",
    b"\x1b[15~",
    b"\x1b[[C",
    b"\x1b[91;5u",
    b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
    b"\x1b]11;rgb:0000/0000/0000\x07",
    b"\x1bP1$r0m\x1b\\",
    b"\x1b_Gi=1;OK\x1b\\",
];

#[test]
fn a_sequence_that_comes_in_two_pieces_is_read_as_one() {
    for bytes in SEQUENCES {
        let whole = events(bytes);
        for cut in 1..bytes.len() {
            let (head, tail) = bytes.split_at(cut);
            // A single escape is a key sooner than anything else.
            let gap = if cut == 1 { 60 } else { 250 };
            assert_eq!(in_pieces(&[head, tail], gap), whole, "{bytes:?} at {cut}");
        }
        let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(in_pieces(&pieces, 60), whole, "{bytes:?} byte by byte");
    }
}

#[test]
fn the_rest_of_a_sequence_is_no_keys_however_late_it_comes() {
    let j = Event::Key(Key::char('j'));
    for bytes in SEQUENCES {
        for cut in 3..bytes.len() {
            let (head, tail) = bytes.split_at(cut);
            let whole = events(bytes);
            let in_time = in_pieces(&[head, tail, b"j"], 3_900);
            assert_eq!(
                in_time,
                [&whole[..], std::slice::from_ref(&j)].concat(),
                "{bytes:?} at {cut}"
            );
            // Of a string that has waited for long, an escape at its end is the key.
            if !head.ends_with(b"\x1b") {
                let late = in_pieces(&[head, tail, b"j"], 60_000);
                assert_eq!(late, std::slice::from_ref(&j), "{bytes:?} at {cut}");
            }
        }
    }
}

#[test]
fn what_a_person_may_have_typed_is_a_key_soon() {
    let esc = Event::Key(Key::plain(Code::Esc));
    let char = |c| Event::Key(Key::char(c));
    assert_eq!(in_pieces(&[b"\x1b", b"j"], 100), [esc.clone(), char('j')]);
    for second in *b"[O]P_" {
        let both = Event::Escaped(Key::char(char::from(second)));
        let pieces: [&[u8]; 2] = [&[0x1b, second], b"j"];
        assert_eq!(in_pieces(&pieces, 300), [both, char('j')]);
    }
    // Keys that come at once over a slow link are no string of a terminal, of which no key would be read.
    for keys in ["]]", "]j", "Pj", "_j", "^j", "Xj"] {
        let [first, second] = [0, 1].map(|at| char::from(keys.as_bytes()[at]));
        let both = [
            Event::Escaped(Key::char(first)),
            Event::Key(Key::char(second)),
        ];
        assert_eq!(in_pieces(&[format!("\u{1b}{keys}").as_bytes()], 100), both);
    }
    // Two escapes are two keys, whatever comes between them.
    assert_eq!(in_pieces(&[b"\x1b", b"\x1b"], 100), [esc.clone(), esc]);
}

#[test]
fn a_string_without_an_end_shuts_nobody_out() {
    let (esc, c) = (Event::Key(Key::plain(Code::Esc)), Key::char('c').ctrl());
    for head in [b"\x1b]11;rgb:ff".as_slice(), b"\x1bP1$r", b"\x1b_Gi"] {
        assert_eq!(in_pieces(&[head, b"j", b"\x03"], 100), [Event::Key(c)]);
        let keys = in_pieces(&[head, b"j", b"\x1b", b"j"], 5_000);
        assert_eq!(keys, [esc.clone(), Event::Key(Key::char('j'))]);
        let mut long = head.to_vec();
        long.resize(SEQUENCE_MAX + 1, b'x');
        let last = in_pieces(&[&long, b"j"], 100);
        assert_eq!(last, [Event::Key(Key::char('j'))]);
    }
}

#[test]
fn pasted_text_is_no_keys() {
    let paste = Event::Paste("select \x1b[A\n1".to_owned());
    let bytes = b"a\x1b[200~select \x1b[A\n1\x1b[201~b";
    let expected = [
        Event::Key(Key::char('a')),
        paste,
        Event::Key(Key::char('b')),
    ];
    assert_eq!(events(bytes), expected);
    for cut in 1..bytes.len() {
        let mut parser = Parser::default();
        let mut out = Vec::new();
        parser.feed(&bytes[..cut], &mut out);
        parser.feed(&bytes[cut..], &mut out);
        assert_eq!(out, expected, "cut at {cut}");
    }
}

#[test]
fn an_endless_paste_is_bounded() {
    let mut parser = Parser::default();
    let mut out = Vec::new();
    parser.feed(b"\x1b[200~", &mut out);
    for _ in 0..300 {
        parser.feed(&[b'x'; 8192], &mut out);
    }
    parser.feed(b"\x1b[201~j", &mut out);
    let [Event::Paste(text), Event::Key(_)] = out.as_slice() else {
        panic!("{} events", out.len());
    };
    assert!(text.len() <= PASTE_MAX + 8192, "{}", text.len());
}

proptest! {
    #[test]
    fn any_bytes_are_taken(chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6)) {
        let mut parser = Parser::default();
        let mut out = Vec::new();
        for chunk in &chunks {
            parser.feed(chunk, &mut out);
        }
        parser.flush(&mut out);
        let n: usize = chunks.iter().map(Vec::len).sum();
        prop_assert!(out.len() <= n);
    }

    #[test]
    fn where_bytes_are_cut_does_not_matter(parts in prop::collection::vec(0..12_usize, 1..12), cut in 0..80_usize) {
        let known: [&[u8]; 12] = [
            b"j", b"\x1b[A", b"\x1b[1;5C", b"\x1b[<0;3;4M", b"\x1bOP", b"\x1b[91;5u", "世".as_bytes(),
            b"\x1b]11;rgb:00/00/00\x07", b"\x1b[200~p\x1b[201~", b"\x1b[?997;1n", b"\x1bk", b"\r",
        ];
        let bytes: Vec<u8> = parts.iter().flat_map(|&part| known[part].iter().copied()).collect();
        let cut = cut.min(bytes.len());
        let mut parser = Parser::default();
        let mut out = Vec::new();
        parser.feed(&bytes[..cut], &mut out);
        parser.feed(&bytes[cut..], &mut out);
        prop_assert_eq!(out, events(&bytes));
    }
}
