//! The viewer: state, commands, the event loop and the terminal.
