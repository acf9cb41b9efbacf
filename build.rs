//! Tells the program which commit it was built from, for `perfetty --version`.
//!
//! `PERFETTY_COMMIT` says it; else git does, where the sources are a checkout;
//! else what cargo wrote into the package that it was unpacked from. Without any
//! of them the version stands alone. Only release builds ask, so that a commit
//! does not make every test be built again.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=PERFETTY_COMMIT");
    println!("cargo:rerun-if-changed=build.rs");
    let told = std::env::var("PERFETTY_COMMIT").ok();
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = told.or_else(|| is_release.then(of_sources).flatten());
    if let Some(commit) = commit.filter(|commit| !commit.is_empty()) {
        println!("cargo:rustc-env=PERFETTY_COMMIT={commit}");
    }
}

/// Returns the commit of the checkout, or of the package.
fn of_sources() -> Option<String> {
    if Path::new(".git").exists()
        && let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"])
    {
        if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
            println!("cargo:rerun-if-changed={log}");
        }
        return Some(commit);
    }
    let packed = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, after) = packed.split_once("\"sha1\"")?;
    let sha = after.split('"').nth(1)?;
    sha.get(..12).map(str::to_owned)
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
