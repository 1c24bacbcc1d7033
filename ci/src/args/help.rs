//! The ends of the help texts: examples, exit codes and environment of each command, and the commands by use. The manual pages
//! are made of the same table.

use std::fmt::Write as _;

use clap::CommandFactory as _;

use super::Cli;
use super::groups::grouped;

/// A use of the program, with its commands.
pub(crate) struct Use {
    /// Its name.
    pub(crate) title: &'static str,
    commands: &'static [Page],
}

impl Use {
    /// The names of its commands.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.commands.iter().map(|page| page.command)
    }
}

/// The end of the help text of one command.
pub(crate) struct Page {
    /// Its name.
    pub(crate) command: &'static str,
    /// Two commands to copy.
    pub(crate) examples: [&'static str; 2],
    /// The exit codes.
    pub(crate) exit: &'static [(u8, &'static str)],
    /// The variables that it reads.
    pub(crate) environment: &'static [Variable],
}

/// A variable of the environment, and what it is for.
pub(crate) type Variable = (&'static str, &'static str);

type Codes = &'static [(u8, &'static str)];

const USAGE: (u8, &str) =
    (2, "wrong usage or configuration, a file or a tool that is missing, an error of Assay");
const GATE: Codes = &[
    (0, "nothing at or above --fail-on"),
    (1, "a finding at or above --fail-on"),
    USAGE,
    (3, "nothing to judge"),
    (4, "nothing refuted, something unknown, under --fail-on unknown"),
];
const PRINTS: Codes = &[(0, "printed"), USAGE];

const SOLVER: Variable = ("ASSAY_SOLVER", "the SMT solver, where --solver names none");
const CACHE_KEY: Variable = ("ASSAY_CACHE_KEY", "the secret that signs the entries of --cache");
const PATH: Variable = ("PATH", "where solvers and tools of MLIR are looked for");
const COLORS: Variable = ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM", "colours of --color auto");
const COLUMNS: Variable = ("COLUMNS", "the width of a report on a terminal");

const JUDGES: &[Variable] = &[SOLVER, CACHE_KEY, PATH, COLORS, COLUMNS];
const ASKS: &[Variable] = &[SOLVER, CACHE_KEY, PATH];
const TOOLS: &[Variable] = &[PATH];
/// Of commands without `--solver`.
const FINDS: &[Variable] = &[("ASSAY_SOLVER", "the SMT solver"), PATH];

const fn page(
    command: &'static str,
    examples: [&'static str; 2],
    exit: Codes,
    environment: &'static [Variable],
) -> Page {
    Page { command, examples, exit, environment }
}

/// All commands by use.
pub(crate) const USES: &[Use] = &[
    Use {
        title: "Patterns",
        commands: &[
            page(
                "check",
                [
                    "assay check patterns/",
                    "assay check patterns/ --format sarif=assay.sarif --fail-on warning",
                ],
                GATE,
                JUDGES,
            ),
            page(
                "init",
                ["assay init", "assay init --ci gitlab patterns/"],
                &[(0, "the files are written, or there already"), USAGE, (3, "no pattern in any file")],
                FINDS,
            ),
            page(
                "baseline",
                ["assay baseline", "assay baseline patterns/ --output assay-baseline.json"],
                &[(0, "written"), USAGE, (3, "no pattern in any file")],
                JUDGES,
            ),
            page(
                "apply",
                [
                    "assay apply patterns.mlir --to program.mlir",
                    "assay apply patterns.mlir --to program.mlir --explain fold",
                ],
                &[
                    (0, "applied, or nothing matches"),
                    (1, "a pattern does not end, or what it makes breaks a rule"),
                    USAGE,
                    (3, "no pattern in any file"),
                ],
                ASKS,
            ),
            page(
                "import",
                [
                    "assay import patterns.pdll",
                    "assay import lib/Folds.cpp --dialect Acme.td --include include",
                ],
                &[(0, "printed"), (1, "a part cannot be read"), USAGE],
                TOOLS,
            ),
            page(
                "subset",
                [
                    "assay subset acme.irdl.mlir @acme::@small @acme::@large",
                    "assay subset questions.mlir --steps",
                ],
                &[(0, "implied"), (1, "not implied"), USAGE, (4, "not decided")],
                ASKS,
            ),
        ],
    },
    Use {
        title: "Passes and C++ rewrites",
        commands: &[
            page(
                "tv",
                [
                    "assay tv model.mlir --pass canonicalize,cse",
                    "assay tv --tests mlir/test/Dialect/Arith --old-opt main/bin/acme-opt --mlir-opt build/bin/acme-opt",
                ],
                GATE,
                JUDGES,
            ),
            page(
                "reduce",
                [
                    "assay reduce model.mlir --pass-pipeline 'builtin.module(canonicalize,func.func(affine-loop-fusion),cse)'",
                    "assay reduce crash.mlir --pass lower-acme --mlir-opt build/bin/acme-opt --out found",
                ],
                &[(0, "nothing goes wrong"), (1, "the finding was made smaller"), USAGE],
                JUDGES,
            ),
            page(
                "opt",
                [
                    "assay opt -- mlir-opt-22 model.mlir --canonicalize",
                    "assay opt --log assay.log -- build/bin/acme-opt model.mlir --lower-acme",
                ],
                &[(0, "as the binary that is run; findings change nothing"), USAGE],
                FINDS,
            ),
            page(
                "run",
                [
                    "assay run program.mlir --args=7,-1",
                    "assay run program.mlir --entry @f --engine both --trace",
                ],
                &[
                    (0, "it returns"),
                    (1, "undefined, or the engines differ"),
                    USAGE,
                    (4, "not run to its end"),
                ],
                TOOLS,
            ),
            page(
                "lower",
                [
                    "assay lower network.rise",
                    "assay lower network.rise --sizes n=4,k=5 --output network.mlir",
                ],
                &[(0, "printed"), USAGE],
                TOOLS,
            ),
        ],
    },
    Use {
        title: "Pipelines and transform scripts",
        commands: &[
            page(
                "audit",
                [
                    "assay audit --pipeline 'canonicalize,convert-scf-to-cf' --start 'scf.*' --final 'cf.*'",
                    "assay audit script.mlir --payload program.mlir",
                ],
                GATE,
                &[PATH, COLORS, COLUMNS],
            ),
            page(
                "transform",
                [
                    "assay transform script.mlir --to program.mlir",
                    "assay transform --of-pipeline 'canonicalize,cse' --output script.mlir",
                ],
                &[(0, "all steps hold"), (1, "a step changes the meaning or fails"), USAGE],
                JUDGES,
            ),
            page(
                "tune",
                [
                    "assay tune script.mlir --to program.mlir",
                    "assay tune script.mlir --to program.mlir --points 20 --output best.mlir",
                ],
                &[(0, "the best point is printed"), (1, "no point is right"), USAGE],
                ASKS,
            ),
        ],
    },
    Use {
        title: "Fuzzing and findings",
        commands: &[
            page(
                "fuzz",
                ["assay fuzz patterns/ --time 10m", "assay fuzz patterns/ --time 8h --out campaign"],
                &[(0, "no fault found"), (1, "a fault found"), USAGE, (3, "no pattern in any file")],
                JUDGES,
            ),
            page("merge", ["assay merge shards", "assay merge shards -o merged"], GATE, &[COLORS, COLUMNS]),
            page(
                "replay",
                [
                    "assay replay assay-fuzz/lib.fold.V301.mlir",
                    "assay replay proofs/fold --second-solver cvc5",
                ],
                &[(0, "nothing fails, or the proof holds"), (1, "it fails as it did"), USAGE],
                ASKS,
            ),
            page(
                "diff",
                [
                    "assay diff release.json new.json",
                    "assay diff old.json new.json --format markdown=comment.md --format github --fail-on worse",
                ],
                &[(0, "nothing is newly wrong"), (1, "something is, by --fail-on"), USAGE],
                &[COLORS],
            ),
        ],
    },
    Use {
        title: "In an editor",
        commands: &[
            page("lsp", ["assay lsp", "assay lsp --help"], &[(0, "the editor ended it"), USAGE], ASKS),
            page(
                "fmt",
                ["assay fmt patterns/", "assay fmt patterns/ --check"],
                &[
                    (0, "all are in canonical form"),
                    (1, "with --check: some are not; or text cannot be read"),
                    USAGE,
                ],
                &[],
            ),
        ],
    },
    Use {
        title: "Reference and setup",
        commands: &[
            page("explain", ["assay explain V301", "assay explain assay.toml"], PRINTS, &[]),
            page(
                "meaning",
                ["assay meaning arith.shrsi", "assay meaning acme.avg --meanings meanings.mlir"],
                PRINTS,
                &[],
            ),
            page(
                "doctor",
                [
                    "assay doctor",
                    "assay doctor --patterns --tests mlir/test/Dialect/Arith --mlir-opt build/bin/acme-opt",
                ],
                &[
                    (0, "a solver is found; with --patterns, nothing at or above --fail-on"),
                    (1, "with --patterns: a finding at or above --fail-on"),
                    (2, "no solver is found; with --patterns, wrong usage or a tool that is missing"),
                    (3, "with --patterns: no driver tries a pattern on any program"),
                ],
                &[SOLVER, PATH],
            ),
            page(
                "completions",
                [
                    "assay completions bash > ~/.local/share/bash-completion/completions/assay",
                    "assay completions zsh > _assay",
                ],
                PRINTS,
                &[],
            ),
            page("man", ["assay man | man -l -", "assay man --out share/man/man1"], PRINTS, &[]),
        ],
    },
];

/// The exit codes of each command, as a page.
pub(crate) fn exit_codes() -> String {
    let mut out = String::from("Exit codes\n\nWhere several apply, the first of 2, 1, 4, 3, 0 wins.\n");
    let mut groups: Vec<(Codes, Vec<&str>)> = Vec::new();
    for page in USES.iter().flat_map(|one| one.commands) {
        match groups.iter_mut().find(|(codes, _)| *codes == page.exit) {
            Some((_, commands)) => commands.push(page.command),
            None => groups.push((page.exit, vec![page.command])),
        }
    }
    for (codes, commands) in groups {
        writeln!(out, "\n{}", commands.join(", ")).unwrap_or(());
        codes.iter().for_each(|(code, meaning)| writeln!(out, "  {code}  {meaning}").unwrap_or(()));
    }
    out
}

/// The page of a command.
pub(crate) fn of_command(name: &str) -> Option<&'static Page> {
    USES.iter().flat_map(|one| one.commands).find(|page| page.command == name)
}

/// The command line with the ends of its help texts.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command();
    let template = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{}Options:\n{{options}}{{after-help}}",
        uses(&command)
    );
    let command =
        command.help_template(template).after_help("`assay COMMAND --help` has examples and exit codes.");
    let command = grouped(command);
    USES.iter().flat_map(|one| one.commands).fold(command, |command, page| {
        command.mut_subcommand(page.command, |sub| sub.after_help(page.brief()).after_long_help(page.whole()))
    })
}

/// The commands by use, each with its line.
fn uses(command: &clap::Command) -> String {
    let mut out = String::new();
    for one in USES {
        writeln!(out, "{}:", one.title).unwrap_or(());
        for page in one.commands {
            let sub = command.find_subcommand(page.command);
            let about = sub.and_then(clap::Command::get_about).map(ToString::to_string).unwrap_or_default();
            writeln!(out, "  {:<12} {about}", page.command).unwrap_or(());
        }
        out.push('\n');
    }
    out
}

impl Page {
    fn brief(&self) -> String {
        format!("Examples:\n  {}\n  {}", self.examples[0], self.examples[1])
    }

    fn whole(&self) -> String {
        let mut out = self.brief();
        out.push_str("\n\nExit codes:\n");
        self.exit.iter().for_each(|(code, meaning)| writeln!(out, "  {code}  {meaning}").unwrap_or(()));
        out.push_str("\nEnvironment:\n");
        self.environment.iter().for_each(|(name, use_)| writeln!(out, "  {name}: {use_}").unwrap_or(()));
        if self.environment.is_empty() {
            out.push_str("  no variable is read\n");
        }
        out.truncate(out.trim_end().len());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_and_every_example_is_read() {
        let command = Cli::command();
        for sub in command.get_subcommands() {
            let page = of_command(sub.get_name()).unwrap_or_else(|| panic!("{} has no page", sub.get_name()));
            for example in page.examples {
                // A shell takes the quotes away, and what is behind a pipe.
                let words =
                    example.split(" > ").next().unwrap_or(example).split(" | ").next().unwrap_or(example);
                let words = words.split_whitespace().map(|word| word.trim_matches('\''));
                let read = super::command().try_get_matches_from(words);
                let read = read.err().filter(|error| error.kind() != clap::error::ErrorKind::DisplayHelp);
                assert!(read.is_none(), "{example}: {read:?}");
            }
        }
        let pages: usize = USES.iter().map(|one| one.commands.len()).sum();
        assert_eq!(pages, command.get_subcommands().count());
    }
}
