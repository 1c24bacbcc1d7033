//! The groups of options in the help of commands that have many.

use super::fuzz::CAMPAIGN;

/// A heading, and the names of its options.
type Group = (&'static str, &'static [&'static str]);

const OWN: Group = ("Your operations", &["dialect", "natives", "meanings", "include", "config", "isolated"]);
const SOLVER: Group = (
    "Solver",
    &[
        "solver",
        "second_solver",
        "cross_check",
        "fallback_solver",
        "timeout",
        "solver_memory",
        "cache",
        "cache_mode",
    ],
);
const OUTPUT: Group = ("Output", &["format", "show", "verbose", "statistics", "timings", "color", "quiet"]);

/// The groups of each command.
const GROUPS: &[(&str, &[Group])] = &[
    (
        "tv",
        &[
            ("Programs", &["tests", "generate", "folders", "only", "seed", "entry"]),
            (
                "Passes",
                &[
                    "pass",
                    "pass_pipeline",
                    "transform_set",
                    "script",
                    "by_pattern",
                    "applications",
                    "mlir_opt",
                    "old_opt",
                ],
            ),
            OWN,
            ("Question", &["inputs", "alias", "self_check", "no_reduce", "no_proof", "unroll"]),
            SOLVER,
            OUTPUT,
            ("Gate", &["baseline", "write_baseline", "known", "fail_on"]),
            ("Large runs", &["out", "shard", "jobs"]),
        ],
    ),
    (
        "audit",
        &[
            (
                "Pipelines and scripts",
                &["pipeline", "payload", "any_payload", "start", "last", "forms", "run", "mlir_opt", "seed"],
            ),
            ("Contracts", &["contracts", "refined_ops", "conformance", "learn", "passes", "generate"]),
            ("Completions", &["candidates", "max_insertions", "from"]),
            ("Bisection", &["bisect", "bisect_patterns", "predicate"]),
            ("Loop passes", &["legality", "pass", "step", "turns", "loops", "conditions", "nests", "inputs"]),
            OWN,
            SOLVER,
            OUTPUT,
            ("Gate", &["baseline", "write_baseline", "fail_on"]),
            ("Large runs", &["out", "shard", "jobs"]),
        ],
    ),
    (
        "apply",
        &[
            ("Program", &["to", "entry", "sizes"]),
            (
                "Rewriting",
                &[
                    "driver",
                    "once",
                    "choose",
                    "only",
                    "rewrites",
                    "commutative",
                    "dce",
                    "fold",
                    "strategy",
                    "trust",
                ],
            ),
            ("Answer", &["explain", "matches", "trace", "stats", "validate", "generic", "locations"]),
            ("Tools", &["mlir_opt"]),
            OWN,
            SOLVER,
        ],
    ),
    // Most people have patterns of their own.
    (
        "fuzz",
        &[
            ("Your own patterns", &["only", "time", "rounds", "out", "known", "format", "stats"]),
            OWN,
            ("Run", &["seed", "jobs", "solver"]),
            ("Shards of a campaign", &["shard", "records", "corpus", "watch"]),
            ("Generated patterns, as a test of Assay and of MLIR", &CAMPAIGN),
            ("Generated patterns, as a test of Assay and of MLIR", &["all_stages"]),
        ],
    ),
];

/// The command line with headings for the options of its commands.
pub(super) fn grouped(command: clap::Command) -> clap::Command {
    GROUPS.iter().fold(command, |command, (name, groups)| {
        command.mut_subcommand(*name, |sub| {
            let options =
                groups.iter().flat_map(|(heading, names)| names.iter().map(move |name| (heading, *name)));
            options
                .fold(sub, |sub, (heading, name)| sub.mut_arg(name, |option| option.help_heading(*heading)))
        })
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn no_option_of_a_large_command_is_without_a_group() {
        let command = grouped(super::super::Cli::command());
        for name in ["tv", "audit", "apply", "fuzz"] {
            let sub = command.find_subcommand(name).expect("it is there");
            let bare = |option: &&clap::Arg| !option.is_positional() && option.get_help_heading().is_none();
            let bare: Vec<_> = sub.get_arguments().filter(bare).map(|option| option.get_id()).collect();
            assert!(bare.is_empty(), "{name}: {bare:?}");
        }
    }
}
