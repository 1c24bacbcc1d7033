//! The command that shows a finding again: what has to be said beside the file so that the verdict is the same.

use clap::ValueEnum;

use crate::args::{CheckArgs, Release};
use crate::shell::quoted;

/// The flags of a command line on which verdicts hang, each with a space before it; taken before the configuration is
/// read, which the command reads again.
pub(crate) fn flags(args: &CheckArgs) -> String {
    // Every argument is named here, so that a new one has to be given a thought.
    let CheckArgs {
        dialect,
        natives,
        meanings,
        without_meaning,
        forms,
        unknown_ops,
        region_kind,
        mlir,
        matches_terminator,
        width_max,
        strict,
        min_scope,
        require,
        config,
        isolated,
        memory,
        // What is judged; the command names one pattern.
        paths: _,
        exclude: _,
        force_exclude: _,
        stdin_filename: _,
        show_config: _,
        rules: _,
        only: _,
        changed_since: _,
        // Who answers, and how long it takes.
        solvers: _,
        allow_no_solver: _,
        jobs: _,
        confirm_mlir: _,
        // What is done with the answer.
        format: _,
        json_schema: _,
        emit_smt: _,
        emit_subset: _,
        fail_on: _,
        baseline: _,
        today: _,
        timings: _,
        exit_zero: _,
        witness_dir: _,
        proof_dir: _,
        fix: _,
        emit_guarded: _,
        color: _,
        quiet: _,
        show: _,
        verbose: _,
        statistics: _,
        emit_test: _,
    } = args;
    let mut out = String::new();
    let mut flag = |name: &str, value: &str| {
        out.push_str(" --");
        out.push_str(name);
        if !value.is_empty() {
            out.push(' ');
            out.push_str(&quoted(value));
        }
    };
    if let Some(path) = config {
        flag("config", &path.display().to_string());
    }
    if *isolated {
        flag("isolated", "");
    }
    let files =
        [("dialect", dialect), ("natives", natives), ("meanings", meanings), ("include", &forms.include)];
    for (name, paths) in files {
        paths.iter().for_each(|path| flag(name, &path.display().to_string()));
    }
    if let Some(path) = &forms.pdll_prelude {
        flag("pdll-prelude", &path.display().to_string());
    }
    forms.type_alias.iter().for_each(|alias| flag("type-alias", alias));
    if let Some(tool) = &forms.compat {
        flag("compat", &word(tool));
    }
    without_meaning.iter().for_each(|name| flag("without-meaning", name));
    unknown_ops.iter().for_each(|what| flag("unknown-ops", &word(what)));
    if let Some(kind) = region_kind {
        flag("region-kind", &word(kind));
    }
    if let Some(release) = mlir.filter(|release| *release != Release::Mlir22) {
        flag("mlir", &word(&release));
    }
    if let Some(may) = matches_terminator.filter(|may| !may) {
        flag("matches-terminator", &may.to_string());
    }
    if let Some(bits) = width_max {
        flag("width-max", &bits.to_string());
    }
    if *strict {
        flag("strict", "");
    }
    if let Some(bytes) = memory {
        flag("memory", &bytes.to_string());
    }
    if let Some(scope) = min_scope {
        flag("min-scope", &word(scope));
    }
    if let Some(what) = require {
        flag("require", &word(what));
    }
    out
}

/// The part behind `assay check` of a command that shows the same run in another way: paths, selection, and `flags`.
pub(crate) fn arguments(args: &CheckArgs, flags: &str) -> String {
    let paths = args.paths.iter().map(|path| quoted(&path.display().to_string()));
    let only = args.only.iter().map(|name| format!("--only {}", quoted(name)));
    let rules = (!args.rules.is_empty()).then(|| format!("--rules {}", quoted(&args.rules.join(","))));
    let words: Vec<String> = paths.chain(only).chain(rules).map(|word| format!(" {word}")).collect();
    words.concat() + flags
}

/// The word of a choice on the command line.
fn word(choice: &impl ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The whole command for one pattern of a file.
pub(crate) fn command(file: &str, name: Option<&str>, flags: &str) -> String {
    let only = name.map(|name| format!(" --only {}", quoted(name))).unwrap_or_default();
    format!("assay check {}{only}{flags}", quoted(file))
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
        assert_eq!(
            of(&["--isolated", "--width-max", "16", "--min-scope", "all", "--region-kind", "graph"]),
            " --isolated --region-kind graph --width-max 16 --min-scope all"
        );
    }

    #[test]
    fn words_with_blanks_are_quoted() {
        assert_eq!(command("my file.mlir", Some("p"), ""), "assay check 'my file.mlir' --only p");
        assert_eq!(command("it's", None, " --strict"), r"assay check 'it'\''s' --strict");
    }
}
