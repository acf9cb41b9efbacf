//! `perfetty completions`: completion scripts, made from the definitions of the command line.
//!
//! The first word may be a command or a trace. The generator knows of commands only: its scripts for bash and
//! zsh never offer a file there, and those for zsh and fish no flags after a trace. What it writes is changed
//! accordingly.

use std::io::Write as _;

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory as _, ValueEnum as _, ValueHint};
use clap_complete::Shell;

use super::args::{Cli, CompletionsArgs};
use super::out::Out;
use super::{Exit, janks};
use crate::sql::export;

/// Prints the script for a shell.
pub fn run(args: &CompletionsArgs, out: &mut Out) -> anyhow::Result<Exit> {
    out.write_all(script(args.shell).as_bytes())?;
    Ok(Exit::Done)
}

fn script(shell: Shell) -> String {
    match shell {
        Shell::Bash => bash(&generated(shell, definition())),
        Shell::Zsh => zsh(&generated(shell, without_trace())),
        Shell::Fish => fish(&generated(shell, definition())),
        _ => generated(shell, definition()),
    }
}

fn generated(shell: Shell, mut definition: clap::Command) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition, "perfetty", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Returns the definitions, with what they do not say themselves: the values of flags that take several of
/// them, separated by commas, and that files are only offered where one is due.
fn definition() -> clap::Command {
    let of_flag = |arg: clap::Arg| match arg.get_id().as_str() {
        "tag" => arg.value_parser(PossibleValuesParser::new(janks::TAGS.map(|(name, _)| name))),
        "tables" => arg.value_parser(PossibleValuesParser::new(export::tables())),
        _ if arg.get_value_hint() == ValueHint::Unknown && arg.get_action().takes_values() => {
            arg.value_hint(ValueHint::Other)
        }
        _ => arg,
    };
    Cli::command()
        .mut_args(of_flag)
        .mut_subcommands(|command| command.mut_args(of_flag))
}

/// Returns the definitions without the trace of the viewer, so that the first word is a command for zsh, too.
fn without_trace() -> clap::Command {
    let all = definition();
    let flags = all.get_arguments().filter(|arg| !arg.is_positional());
    clap::Command::new("perfetty")
        .version("")
        .disable_help_subcommand(true)
        .args(flags.cloned())
        .subcommands(all.get_subcommands().cloned())
}

/// Returns the names of the commands, with spaces between them.
fn commands() -> String {
    let all = Cli::command();
    let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
    names.join(" ")
}

/// Offers files beside commands, and flags only once a dash is typed, so that files are offered for a trace.
fn bash(script: &str) -> String {
    const OR_FILE: &str = r#"_perfetty_or_file() {
    _perfetty "$@"
    local cur="${COMP_WORDS[COMP_CWORD]}" word kept=()
    [[ ${cur} == -* ]] && return 0
    for word in "${COMPREPLY[@]}"; do
        [[ ${word} == -* ]] || kept+=("${word}")
    done
    COMPREPLY=("${kept[@]}")
    if [[ -n "${kept[0]}" && " COMMANDS " == *" ${kept[0]} "* ]]; then
        while IFS= read -r word; do
            COMPREPLY+=("${word}")
        done < <(compgen -f -- "${cur}")
        compopt -o filenames 2>/dev/null
    fi
    return 0
}

"#;
    let or_file = OR_FILE.replace("COMMANDS", &commands());
    let script = script.replace("complete -F _perfetty ", "complete -F _perfetty_or_file ");
    or_file + &script
}

/// Offers files beside commands, and after a trace the flags of the viewer.
fn zsh(script: &str) -> String {
    const DESCRIBE: &str = r#"_describe -t commands 'perfetty commands' commands "$@""#;
    const OR_FILES: &str = r#"local ret=1
    _describe -t commands 'perfetty commands' commands "$@" && ret=0
    _files && ret=0
    return ret"#;
    const ARGUMENTS: &str = "_arguments \"${_arguments_options[@]}\" : \\\n";
    const COMMANDS: &str = "\":: :_perfetty_commands\" \\\n";
    const END: &str = ";;\n        esac\n    ;;\nesac\n";
    let flags = script.split_once(ARGUMENTS).map_or("", |(_, rest)| rest);
    let flags = flags.split_once(COMMANDS).map_or("", |(flags, _)| flags);
    let of_viewer = format!(";;\n(*)\n{ARGUMENTS}{flags}&& ret=0\n{END}");
    script
        .replacen(END, &of_viewer, 1)
        .replacen(DESCRIBE, OR_FILES, 1)
}

/// Offers the flags of the viewer after a trace, too, and shells where one is due: the generator offers no
/// values of words that are no flags.
fn fish(script: &str) -> String {
    let no_command = format!("not __fish_seen_subcommand_from {}", commands());
    let line = |line: &str| {
        let is_flag = line.starts_with("complete ") && line.contains(" -l ");
        let line = if is_flag {
            line.replace("__fish_perfetty_needs_command", &no_command)
        } else {
            line.to_owned()
        };
        line + "\n"
    };
    let shells = Shell::value_variants().iter().map(Shell::to_string);
    let shells: Vec<String> = shells.collect();
    let of_shells = format!(
        "complete -c perfetty -n \"__fish_perfetty_using_subcommand completions\" -f -a \"{}\"\n",
        shells.join(" ")
    );
    script.lines().map(line).chain([of_shells]).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    use super::*;

    /// What bash offers for the last of some words, in a folder with a file `trace.pftrace`.
    fn offered(words: &str) -> String {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("trace.pftrace"), "").unwrap();
        let ask = format!(
            "COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); \
             set -- perfetty \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; \
             $(complete -p perfetty | grep -o '_perfetty[a-z_]*') \"$@\"; echo \"${{COMPREPLY[*]}}\"\n"
        );
        let mut bash = Command::new("bash")
            .current_dir(dir.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = bash.stdin.take().unwrap();
        write!(input, "{}{ask}", script(Shell::Bash)).unwrap();
        drop(input);
        let out = bash.wait_with_output().unwrap();
        String::from_utf8(out.stdout).unwrap().trim().to_owned()
    }

    #[test]
    fn bash_offers_files_where_a_trace_is_due() {
        let first = offered("perfetty ''");
        assert!(first.starts_with("info tracks "), "{first}");
        assert!(first.ends_with(" trace.pftrace"), "{first}");
        assert_eq!(offered("perfetty tra"), "tracks trace.pftrace");
        // Nothing is offered where files are due, so that bash completes them itself.
        assert_eq!(offered("perfetty janks ''"), "");
        assert_eq!(offered("perfetty janks --explain ''"), "");
        assert_eq!(
            offered("perfetty janks trace.pftrace --format ''"),
            "text md csv json junit"
        );
        assert_eq!(offered("perfetty janks --fai"), "--fail-over");
        assert_eq!(
            offered("perfetty janks --tag s"),
            "self stuffing sf-stuffing"
        );
        let tables = offered("perfetty export trace.pftrace --tables sl");
        assert_eq!(tables, "slice");
        // What is no file is not completed as one.
        assert_eq!(offered("perfetty janks --process tra"), "tra");
    }

    #[test]
    fn zsh_takes_the_first_word_for_a_command_or_a_trace() {
        let script = script(Shell::Zsh);
        assert!(script.contains("case $line[1] in\n            (info)\n"));
        assert!(!script.contains("$line[2]"));
        let (viewer, rest) = script.split_once("(*)\n").unwrap();
        let (viewer_flags, _) = viewer.split_once("_perfetty_commands").unwrap();
        let (flags, _) = rest.split_once("&& ret=0").unwrap();
        assert!(flags.contains("'--at=[") && viewer_flags.contains(flags));
        assert!(script.contains("_files && ret=0\n    return ret"));
    }

    #[test]
    fn fish_offers_flags_after_a_trace() {
        let script = script(Shell::Fish);
        let of_viewer = |flag: &str| {
            let is_it = |line: &&str| line.contains(flag) && !line.contains("using_subcommand");
            script.lines().find(is_it).unwrap().to_owned()
        };
        assert!(of_viewer(" -l at ").contains("not __fish_seen_subcommand_from info tracks "));
        assert!(of_viewer(" -a \"info\"").contains("__fish_perfetty_needs_command"));
        assert!(script.contains("set -l cmd (__fish_perfetty_needs_command)"));
        assert!(of_viewer(" -l filter ").ends_with(" -r -f"));
        assert!(script.ends_with(" -f -a \"bash elvish fish powershell zsh\"\n"));
    }
}
