//! The command that shows a finding again: what has to be said beside the file so that the verdict is the same.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::args::{CheckArgs, DescriptionArgs, Descriptions, Release};
use crate::shell::quoted;

/// Names every argument, so that a new one has to be given a thought: it is said again, or it changes no verdict.
fn thought_of(args: &CheckArgs) {
    let CheckArgs {
        // Those that are said again.
        descriptions: _,
        without_meaning: _,
        forms: _,
        unknown_ops: _,
        region_kind: _,
        mlir: _,
        matches_terminator: _,
        width_max: _,
        strict: _,
        min_scope: _,
        require: _,
        config: _,
        isolated: _,
        memory: _,
        // What is judged; the command names one pattern.
        paths: _,
        exclude: _,
        force_exclude: _,
        stdin_filename: _,
        show_config: _,
        rules: _,
        only: _,
        changed_since: _,
        shard: _,
        out: _,
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
        detail: _,
        emit_test: _,
    } = args;
}

/// Flags of a command line, each with a space before it.
#[derive(Default)]
struct Flags(String);

impl Flags {
    fn flag(&mut self, name: &str, value: &str) {
        self.0.push_str(" --");
        self.0.push_str(name);
        if !value.is_empty() {
            self.0.push(' ');
            self.0.push_str(&quoted(value));
        }
    }

    fn set(&mut self, name: &str, set: bool) {
        if set {
            self.flag(name, "");
        }
    }

    fn text(&mut self, name: &str, value: Option<impl ToString>) {
        value.into_iter().for_each(|value| self.flag(name, &value.to_string()));
    }

    fn path(&mut self, name: &str, path: &Path) {
        self.flag(name, &path.display().to_string());
    }

    fn files(&mut self, Descriptions { dialect, natives, meanings }: &Descriptions, include: &[PathBuf]) {
        let all =
            [("dialect", &dialect[..]), ("natives", natives), ("meanings", meanings), ("include", include)];
        for (name, paths) in all {
            paths.iter().for_each(|path| self.path(name, path));
        }
    }
}

/// The flags of a command line on which verdicts hang, each with a space before it; taken before the configuration is
/// read, which the command reads again.
pub(crate) fn flags(args: &CheckArgs) -> String {
    thought_of(args);
    let mut out = Flags(described(args));
    args.forms.pdll_prelude.iter().for_each(|path| out.path("pdll-prelude", path));
    args.forms.type_alias.iter().for_each(|alias| out.flag("type-alias", alias));
    out.set("cpp", args.forms.cpp);
    args.forms.source.iter().for_each(|path| out.path("source", path));
    args.forms.cpp_api.iter().for_each(|path| out.path("cpp-api", path));
    out.text("compat", args.forms.compat.as_ref().map(word));
    settings(args).iter().for_each(|(name, value)| out.flag(name, value));
    out.text("min-scope", args.min_scope.as_ref().map(word));
    out.text("require", args.require.as_ref().map(word));
    out.0
}

/// Those of them that bring descriptions of operations.
pub(crate) fn described(args: &CheckArgs) -> String {
    let mut out = Flags::default();
    args.config.iter().for_each(|path| out.path("config", path));
    out.set("isolated", args.isolated);
    out.files(&args.descriptions, &args.forms.include);
    out.0
}

/// The flags of a command line that bring descriptions of operations, each with a space before it; those of the configuration
/// file are read again.
pub(crate) fn descriptions(args: &DescriptionArgs) -> String {
    let mut out = Flags::default();
    args.config.iter().for_each(|path| out.path("config", path));
    out.set("isolated", args.isolated);
    out.files(&args.files, &args.include);
    out.0
}

/// The words of a command line that bring descriptions of operations.
pub(crate) fn files(Descriptions { dialect, natives, meanings }: &Descriptions) -> Vec<OsString> {
    let all = [("--dialect", dialect), ("--natives", natives), ("--meanings", meanings)];
    let each = |(flag, paths): (&str, &Vec<PathBuf>)| {
        paths.iter().flat_map(|path| [OsString::from(flag), path.clone().into()]).collect::<Vec<_>>()
    };
    all.into_iter().flat_map(each).collect()
}

/// Names of the options that decide verdicts and name no file.
pub(crate) const SETTINGS: [&str; 8] = [
    "without-meaning",
    "unknown-ops",
    "region-kind",
    "mlir",
    "matches-terminator",
    "width-max",
    "strict",
    "memory",
];

/// The options of [`SETTINGS`] that are not as they are by default, with their values; an option that is only set has none.
pub(crate) fn settings(args: &CheckArgs) -> Vec<(&'static str, String)> {
    let [without, unknown, kind, mlir, terminator, width, strict, memory] = SETTINGS;
    let mut all: Vec<(&'static str, String)> =
        args.without_meaning.iter().map(|name| (without, name.clone())).collect();
    all.extend(args.unknown_ops.iter().map(|what| (unknown, word(what))));
    let release = args.mlir.filter(|release| *release != Release::Mlir22);
    let texts = [
        (kind, args.region_kind.as_ref().map(word)),
        (mlir, release.as_ref().map(word)),
        (terminator, args.matches_terminator.filter(|may| !may).map(|may| may.to_string())),
        (width, args.width_max.map(|width| width.to_string())),
        (strict, args.strict.then(String::new)),
        (memory, args.memory.map(|memory| memory.to_string())),
    ];
    all.extend(texts.into_iter().filter_map(|(name, value)| Some((name, value?))));
    all
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

    fn flags_of_command(words: &[&str]) -> String {
        let words = ["assay", "check", "f.mlir"].iter().chain(words);
        match Cli::parse_from(words).command {
            Command::Check(args) => flags(&args),
            _ => unreachable!("the words name `check`"),
        }
    }

    #[test]
    fn what_changes_a_verdict_is_said_again_and_nothing_else() {
        assert_eq!(flags_of_command(&["--jobs", "2", "--format", "json", "--mlir", "22"]), "");
        assert_eq!(
            flags_of_command(&[
                "--dialect",
                "d.irdl.mlir",
                "--unknown-ops",
                "may-terminate,may-own-regions",
                "--strict"
            ]),
            " --dialect d.irdl.mlir --unknown-ops may-terminate --unknown-ops may-own-regions --strict"
        );
        assert_eq!(flags_of_command(&["--matches-terminator", "false"]), " --matches-terminator false");
        assert_eq!(
            flags_of_command(&[
                "--isolated",
                "--width-max",
                "16",
                "--min-scope",
                "all",
                "--region-kind",
                "graph"
            ]),
            " --isolated --region-kind graph --width-max 16 --min-scope all"
        );
    }

    #[test]
    fn words_with_blanks_are_quoted() {
        assert_eq!(command("my file.mlir", Some("p"), ""), "assay check 'my file.mlir' --only p");
        assert_eq!(command("it's", None, " --strict"), r"assay check 'it'\''s' --strict");
    }
}
