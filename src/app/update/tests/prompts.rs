//! Tests of prompts, in a session without a terminal.

use super::*;

#[test]
fn what_is_being_typed_is_there_again_after_earlier_queries() {
    let mut session = session(&Config::default(), SIZE, false);
    let typed = |session: &Session| {
        let prompt = session.state().top_prompt().expect("a prompt");
        prompt.input.text.clone()
    };
    press(&mut session, ":select 12<up>");
    assert_eq!(typed(&session), "select 12", "there is nothing older");
    press(&mut session, "<enter><esc><esc>:select 34<up>");
    assert_eq!(typed(&session), "select 12");
    press(&mut session, "<up>");
    assert_eq!(typed(&session), "select 12", "there is nothing older");
    press(&mut session, "<down>");
    assert_eq!(typed(&session), "select 34");
}

/// Presses keys without waiting for what they ask for.
fn press_at_once(session: &mut Session, keys: &str) {
    testing::press(session, keys);
}

#[test]
fn what_comes_while_one_types_does_not_take_the_keys() {
    let prompt = |session: &Session| {
        let prompt = session.state().top_prompt().expect("a prompt");
        (prompt.label.clone(), prompt.input.text.clone())
    };
    for (asked, says) in [
        (":select name from slice<enter>", "1 row: 6 6 lists them"),
        (":selct<enter>", "the query: "),
        ("/Compound<a-enter>", "1 found: > search-hits lists them"),
    ] {
        for (opens, label) in [
            ("t", "tracks: "),
            ("M", "note: "),
            (">go-to-time<enter>", "go to: "),
        ] {
            let mut session = session(&Config::default(), SIZE, false);
            press_at_once(&mut session, &format!("{asked}{opens}1"));
            session.sync();
            assert!(
                said(&session).starts_with(says),
                "{asked}: {}",
                said(&session)
            );
            press(&mut session, "x");
            assert_eq!(
                prompt(&session),
                (label.to_owned(), "1x".to_owned()),
                "{asked}"
            );
        }
    }
    // The query that is being typed stays, too, and so does the filter of a list.
    let mut session = session(&Config::default(), SIZE, false);
    press_at_once(&mut session, ":selct<enter>:select 2");
    session.sync();
    assert_eq!(prompt(&session).1, "select 2");
    press(&mut session, "<enter><esc>");
    press_at_once(&mut session, ":select 3<enter>66/2");
    session.sync();
    press(&mut session, "x");
    let typed = |session: &Session| {
        let input = session
            .state()
            .top_table()
            .and_then(|table| table.input.clone());
        input.map(|input| input.text)
    };
    assert_eq!(typed(&session).as_deref(), Some("2x"));
    // What has come is where the message says.
    press(&mut session, "<esc><esc>");
    press_at_once(&mut session, ":select 44<enter>t");
    session.sync();
    press(&mut session, "<esc>66");
    assert_eq!(testing::row_texts(&session, 0), ["44"]);
}
