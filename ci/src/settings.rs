//! The keys of `assay.toml`, each once: the reader refuses others, the reference page and `--show-config` are made of this
//! table. What a key means is said by the help of the option of its name.

use std::fmt::Write as _;
use std::path::Path;

use clap::{Args as _, ValueEnum};

use crate::args::CheckArgs;

/// A key of the file.
pub(crate) struct Key {
    /// Its name, which is that of the option, too.
    pub(crate) name: &'static str,
    /// An example of its value.
    pub(crate) example: &'static str,
    /// The value where none is given.
    pub(crate) default: &'static str,
    /// The value of a run, as TOML; empty where none is given.
    pub(crate) show: fn(&CheckArgs) -> String,
}

const fn key(
    name: &'static str,
    example: &'static str,
    default: &'static str,
    show: fn(&CheckArgs) -> String,
) -> Key {
    Key { name, example, default, show }
}

/// All keys, in the order of the reference.
pub(crate) const KEYS: &[Key] = &[
    key("paths", r#"["patterns"]"#, "[]", |args| paths(&args.paths)),
    key("exclude", r#"["third_party/"]"#, "[]", |args| list(args.exclude.iter().map(|one| text(&one.glob)))),
    key("force-exclude", "true", "false", |args| flag(args.force_exclude)),
    key("rules", r#"["S", "T202"]"#, "[]", |args| list(args.rules.iter().map(|rule| text(rule)))),
    key("require", r#""values""#, r#""types""#, |args| word(args.require)),
    key("min-scope", r#""all""#, r#""bounded""#, |args| word(args.min_scope)),
    key("fail-on", r#""warning""#, r#""error""#, |args| word(args.fail_on)),
    key("strict", "true", "false", |args| flag(args.strict)),
    key("baseline", r#""assay-baseline.json""#, "none", |args| path(args.baseline.as_deref())),
    key("dialect", r#"["dialects/lab.irdl.mlir"]"#, "[]", |args| paths(&args.descriptions.dialect)),
    key("natives", r#"["natives.mlir"]"#, "[]", |args| paths(&args.descriptions.natives)),
    key("meanings", r#"["meanings.mlir"]"#, "[]", |args| paths(&args.descriptions.meanings)),
    key("include", r#"["include"]"#, "[]", |args| paths(&args.forms.include)),
    key("pdll-prelude", r#""prelude.pdll""#, "none", |args| path(args.forms.pdll_prelude.as_deref())),
    key("type-alias", r#"["!transfer.integer=iN"]"#, "[]", |args| {
        list(args.forms.type_alias.iter().map(|alias| text(alias)))
    }),
    key("cpp", "true", "false", |args| flag(args.forms.cpp)),
    key("source", r#"["lib/Helpers.cpp"]"#, "[]", |args| paths(&args.forms.source)),
    key("cpp-api", r#"["api.txt"]"#, "[]", |args| paths(&args.forms.cpp_api)),
    key("compat", r#""xdsl""#, "none", |args| word(args.forms.compat)),
    key("unknown-ops", r#"["may-terminate"]"#, "[]", |args| {
        list(args.unknown_ops.iter().map(|what| word(Some(*what))))
    }),
    key("region-kind", r#""graph""#, r#""from-specs""#, |args| word(args.region_kind)),
    key("mlir", r#""portable""#, r#""22""#, |args| word(args.mlir)),
    key("matches-terminator", "false", "true", |args| render(args.matches_terminator)),
    key("width-max", "32", "64", |args| render(args.width_max)),
    key("format", r#"["human", "sarif=assay.sarif"]"#, r#"["human"]"#, |args| {
        list(args.format.iter().map(|format| text(format)))
    }),
    key("witness-dir", r#""witnesses""#, "none", |args| path(args.witness_dir.as_deref())),
    key("solver", r#""z3""#, r#""z3""#, |args| path(args.solvers.solver.as_deref())),
    key("allow-no-solver", "true", "false", |args| flag(args.allow_no_solver)),
    key("second-solver", r#""cvc5""#, "none", |args| path(args.solvers.second_solver.as_deref())),
    key("cross-check", r#""10%""#, "none", |args| {
        args.solvers.cross_check.map_or_else(String::new, |share| text(&format!("{share}%")))
    }),
    key("fallback-solver", r#""cvc5""#, "none", |args| path(args.solvers.fallback_solver.as_deref())),
    key("timeout", "20", "60", |args| render(args.solvers.timeout)),
    key("solver-memory", "2048", "4096", |args| render(args.solvers.solver_memory)),
    key("cache", r#"".assay-cache""#, "none", |args| path(args.solvers.cache.as_deref())),
    key("cache-mode", r#""require""#, r#""read-write""#, |args| word(args.solvers.cache_mode)),
    key("memory", r#""8G""#, r#""4G""#, |args| {
        args.memory.map_or_else(String::new, |size| text(&size.to_string()))
    }),
    key("jobs", "4", "one per core", |args| render(args.jobs)),
    key("severity", r#"{ L601 = "note" }"#, "none", |_| String::new()),
    key("allow", "", "none", |_| String::new()),
];

/// A string; those of JSON are those of TOML, too.
pub(crate) fn text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { String::new() } else { format!("[{}]", items.join(", ")) }
}

fn paths(paths: &[std::path::PathBuf]) -> String {
    list(paths.iter().map(|one| path(Some(one))))
}

fn path(path: Option<&Path>) -> String {
    path.map_or_else(String::new, |path| text(&crate::paths::normalized(path).display().to_string()))
}

fn flag(set: bool) -> String {
    render(set.then_some(true))
}

fn render(value: Option<impl std::fmt::Display>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn word(choice: Option<impl ValueEnum>) -> String {
    let value = choice.and_then(|choice| choice.to_possible_value());
    value.map_or_else(String::new, |value| text(value.get_name()))
}

/// The reference of the file, as Markdown.
pub(crate) fn reference() -> String {
    let mut out = String::from(HEAD);
    let command = CheckArgs::augment_args(clap::Command::new("check"));
    for key in KEYS {
        writeln!(out, "\n## `{}`\n", key.name).unwrap_or(());
        if let Some(page) = table(key.name) {
            out.push_str(page);
            continue;
        }
        let id = key.name.replace('-', "_");
        let Some(option) = command.get_arguments().find(|option| option.get_id().as_str() == id) else {
            continue;
        };
        let help = option.get_help().map(ToString::to_string).unwrap_or_default();
        // An option is given again where a list has another entry.
        let help = help.replace(", repeatable", "");
        writeln!(out, "{}.\n", help.trim_end_matches('.')).unwrap_or(());
        let values: Vec<String> = option
            .get_possible_values()
            .iter()
            .filter(|value| !matches!(value.get_name(), "true" | "false"))
            .map(|value| {
                let help = value.get_help().map(|help| format!(" ({help})")).unwrap_or_default();
                format!("- `{}`{help}\n", text(value.get_name()))
            })
            .collect();
        if !values.is_empty() {
            writeln!(out, "{}", values.concat()).unwrap_or(());
        }
        writeln!(out, "Default: {}. Example:\n", quoted(key.default)).unwrap_or(());
        writeln!(out, "```toml\n{} = {}\n```", key.name, key.example).unwrap_or(());
    }
    out
}

/// The words about a key that is a table and no option.
fn table(name: &str) -> Option<&'static str> {
    match name {
        "allow" => Some(ALLOW),
        "severity" => Some(SEVERITY),
        _ => None,
    }
}

/// A value in code, words as they are.
fn quoted(default: &str) -> String {
    if default.contains(' ') || default == "none" { default.to_owned() } else { format!("`{default}`") }
}

const HEAD: &str = "\
# `assay.toml`

`assay check` and `assay baseline` read the file of this name in the current folder or the nearest one above it; `--config
FILE` names another one and `--isolated` reads none. The command line wins over the file, and lists of the two are joined,
except `paths`, `rules` and `format`. Paths and globs are relative to the folder of the file. An unknown key is an error.
The other commands read `dialect`, `natives`, `meanings` and `include` of it.
`assay check --show-config` prints the settings of a run and where each comes from.

A checkout is not trusted: programs are names to look up on `PATH`, and what is written lies below the folder of the file.

This page is printed by `assay explain assay.toml`.
";

const ALLOW: &str = "\
Findings that are accepted, each with a reason; `pattern`, `file` and `until` are optional. One that accepts nothing, or whose
last day is over (`--today`), is a finding itself. A comment above a pattern does the same:
`// assay: allow(S105, reason = \"the driver checks one use\", until = \"2027-01-31\")`.

```toml
[[allow]]
rules = [\"S105\"]
pattern = \"@erase_unused\"
file = \"patterns/erase.mlir\"
reason = \"the driver checks one use\"
until = \"2027-01-31\"
```
";

const SEVERITY: &str = "\
Levels of rules in place of their own: `error`, `warning` or `note`. They change the exit code and no verdict.

```toml
[severity]
S112 = \"error\"
L601 = \"note\"
```
";
