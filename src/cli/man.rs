//! `perfetty man`: the man pages, made from the definitions of the command line.

use std::io::Write as _;

use anyhow::Context as _;
use clap::CommandFactory as _;

use super::Exit;
use super::args::{Cli, ManArgs};
use super::out::Out;

/// Prints the main page, or writes one page for each command.
pub fn run(args: &ManArgs, out: &mut Out) -> anyhow::Result<Exit> {
    if let Some(dir) = &args.dir {
        std::fs::create_dir_all(dir)
            .with_context(|| format!("cannot make the directory {}", dir.display()))?;
        for (name, page) in pages()? {
            let path = dir.join(name);
            std::fs::write(&path, page)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    } else if let Some((_, page)) = pages()?.first() {
        out.write_all(page)?;
    }
    Ok(Exit::Done)
}

/// Returns every page with its file name, the main one first.
pub fn pages() -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = Cli::command();
    command.build();
    let mut pages = vec![page(command.clone())?];
    for sub in command.get_subcommands() {
        pages.push(page(sub.clone())?);
    }
    Ok(pages)
}

fn page(command: clap::Command) -> std::io::Result<(String, Vec<u8>)> {
    let man = clap_mangen::Man::new(command);
    let mut page = Vec::new();
    man.render(&mut page)?;
    Ok((man.get_filename(), page))
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_a_page_for_each_command() {
        let pages = super::pages().unwrap();
        assert!(pages.len() >= 12, "{}", pages.len());
        for (name, page) in pages {
            assert!(page.starts_with(b".ie"), "{name}");
        }
    }
}
