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
