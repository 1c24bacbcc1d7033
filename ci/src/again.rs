//! The command that shows a finding again: what has to be said beside the file so that the verdict is the same.

use crate::args::{CheckArgs, RegionKind, Release, UnknownOps};

/// The flags of a command line on which verdicts hang, each with a space before it; taken before the configuration is
/// read, which the command reads again.
pub(crate) fn flags(args: &CheckArgs) -> String {
    let mut out = String::new();
    let mut flag = |name: &str, value: &str| {
        out.push_str(" --");
        out.push_str(name);
        if !value.is_empty() {
            out.push(' ');
            out.push_str(&quoted(value));
        }
    };
    if let Some(path) = &args.config {
        flag("config", &path.display().to_string());
    }
    for (name, paths) in [("dialect", &args.dialect), ("natives", &args.natives), ("include", &args.include)]
    {
        paths.iter().for_each(|path| flag(name, &path.display().to_string()));
    }
    let granted = args.unknown_ops.iter().map(|what| match what {
        UnknownOps::Terminate => "may-terminate",
        UnknownOps::OwnRegions => "may-own-regions",
        UnknownOps::DefineSymbols => "may-define-symbols",
    });
    granted.for_each(|what| flag("unknown-ops", what));
    match args.region_kind {
        Some(RegionKind::Ssacfg) => flag("region-kind", "ssacfg"),
        Some(RegionKind::Graph) => flag("region-kind", "graph"),
        Some(RegionKind::FromSpecs) | None => {}
    }
    if args.mlir == Some(Release::Portable) {
        flag("mlir", "portable");
    }
    if args.matches_terminator == Some(false) {
        flag("matches-terminator", "false");
    }
    if args.strict {
        flag("strict", "");
    }
    out
}

/// The whole command for one pattern of a file.
pub(crate) fn command(file: &str, name: Option<&str>, flags: &str) -> String {
    let only = name.map(|name| format!(" --only {}", quoted(name))).unwrap_or_default();
    format!("assay check {}{only}{flags}", quoted(file))
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser as _;

    fn of(words: &[&str]) -> String {
        let words = ["assay", "check", "f.mlir"].iter().chain(words);
        match Cli::parse_from(words).command {
            Command::Check(args) => flags(&args),
            _ => unreachable!("the words name `check`"),
        }
    }

    #[test]
    fn what_changes_a_verdict_is_said_again_and_nothing_else() {
        assert_eq!(of(&["--jobs", "2", "--format", "json", "--mlir", "22"]), "");
        assert_eq!(
            of(&["--dialect", "d.irdl.mlir", "--unknown-ops", "may-terminate,may-own-regions", "--strict"]),
            " --dialect d.irdl.mlir --unknown-ops may-terminate --unknown-ops may-own-regions --strict"
        );
        assert_eq!(of(&["--matches-terminator", "false"]), " --matches-terminator false");
    }

    #[test]
    fn words_with_blanks_are_quoted() {
        assert_eq!(command("my file.mlir", Some("p"), ""), "assay check 'my file.mlir' --only p");
        assert_eq!(command("it's", None, " --strict"), r"assay check 'it'\''s' --strict");
    }
}
