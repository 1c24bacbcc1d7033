//! The passes that make the program after: a pipeline, or a script.

use anyhow::bail;
use assay_audit::contract::pipeline::{self, Fault};
use assay_ir::spec::Registry;
use assay_mlir::opt::ParseOptions;
use assay_mlir::{MlirOpt, Outcome};

use crate::names;

/// The start of the names of operations that stand for patterns.
pub(super) const SETS: &str = "transform.apply_patterns.";

/// The option of `mlir-opt` with a pipeline behind it.
pub(super) const PIPELINE: &str = "--pass-pipeline=";

/// The passes that a program goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands) struct Passes {
    /// Arguments of `mlir-opt`.
    pub(in crate::commands) arguments: Vec<String>,
    /// A transform script behind the program, if it needs one.
    pub(in crate::commands) script: Option<String>,
    /// The words that a user would write.
    pub(in crate::commands) label: String,
    /// The options of `assay tv` that name the same passes, with a space before each.
    pub(in crate::commands) again: String,
}

impl Passes {
    /// Those of arguments of `mlir-opt`.
    pub(in crate::commands) fn of_arguments(arguments: Vec<String>) -> Passes {
        let label = arguments.iter().map(|word| crate::shell::quoted(word)).collect::<Vec<_>>().join(" ");
        let again = arguments.iter().map(|word| format!(" --pass {}", crate::shell::quoted(word))).collect();
        Passes { arguments, script: None, label, again }
    }

    /// Holds the operations that passes are nested in against the operations that there are; remarks about those that no program has.
    ///
    /// # Errors
    /// The name of a pass that is missing, a pipeline without a pass, and every operation that nothing has.
    pub(super) fn check(&self, own: Option<&Registry>, programs: &[&str]) -> anyhow::Result<Vec<String>> {
        let mut notes = Vec::new();
        for argument in &self.arguments {
            if argument == "--" {
                bail!("`{}`: the name of a pass is missing", self.label);
            }
            let Some(text) = argument.strip_prefix(PIPELINE) else { continue };
            if pipeline::parse(text).is_ok_and(|steps| steps.is_empty()) {
                bail!("`{text}`: there is no pass in the pipeline");
            }
            let faults = names::unknown_anchors(text, own, programs);
            if !faults.is_empty() {
                let line = |fault: &Fault| format!("`{text}` at {}: {}", fault.span.start + 1, fault.message);
                bail!("{}", faults.iter().map(line).collect::<Vec<_>>().join("\nerror: "));
            }
            let idle = names::idle_anchors(text, programs);
            notes.extend(
                idle.iter().map(|name| {
                    format!("no program has a `{name}`, so that the passes in it run on nothing")
                }),
            );
        }
        Ok(notes)
    }

    /// Names with options in braces, options of `mlir-opt` as they are, or a pipeline.
    pub(super) fn of_names(text: &str) -> Vec<String> {
        let text = text.trim();
        // The option of `mlir-opt` without its dashes.
        let text = text.strip_prefix(PIPELINE.trim_start_matches('-')).unwrap_or(text);
        if text.starts_with("builtin.module(") || text.starts_with("any(") {
            return vec![format!("{PIPELINE}{text}")];
        }
        if text.starts_with('-') {
            return vec![text.to_owned()];
        }
        // An anchor, as in `func.func(affine-loop-unroll)`: only a pipeline has these.
        if text.split_once('(').is_some_and(|(head, _)| !head.contains('{')) {
            return vec![format!("{PIPELINE}builtin.module({text})")];
        }
        let flag = |name: &str| match name.trim().split_once('{') {
            Some((name, options)) => format!("--{name}={}", options.trim_end_matches('}')),
            None => format!("--{}", name.trim()),
        };
        let names = assay_backend::arguments::split(text);
        names.into_iter().map(flag).collect()
    }

    /// A text behind which the script is put, if there is one.
    pub(super) fn with_script(&self, plain: &str) -> Option<String> {
        let script = self.script.as_ref()?;
        Some(format!("module attributes {{transform.with_named_sequence}} {{\n{plain}\n{script}}}\n"))
    }

    /// The message of a binary about passes that it does not have.
    pub(super) fn refused(&self, opt: &MlirOpt) -> Option<String> {
        let Some(text) = self.with_script("") else { return names::refusals(opt, &self.arguments) };
        let options = ParseOptions { extra: self.arguments.clone(), ..ParseOptions::default() };
        let Outcome::Error(said) = opt.parse_print(&text, &options) else { return None };
        let name = self.label.split(' ').next().unwrap_or(&self.label);
        let known =
            assay_ir::ops::dialect("transform").into_iter().flat_map(|dialect| dialect.upstream_names());
        let known = known.filter(|op| op.starts_with(SETS)).map(str::to_owned).collect();
        let said = said.first().map_or("", |one| one.message.as_str());
        Some(format!("{said}{}", names::suggested(name, &known)))
    }

    /// One operation of `transform.apply_patterns`.
    pub(super) fn of_set(set: &str) -> Passes {
        let set = set.trim();
        let set = set.strip_prefix(SETS).unwrap_or(set);
        let script = format!(
            "transform.named_sequence @__transform_main(%assay_root: !transform.any_op {{transform.readonly}}) {{\n  \
             %assay_f = transform.structured.match ops{{[\"func.func\"]}} in %assay_root : (!transform.any_op) -> !transform.any_op\n  \
             transform.apply_patterns to %assay_f {{ {SETS}{set} }} : !transform.any_op\n  \
             transform.yield\n}}\n"
        );
        Passes {
            arguments: vec!["--transform-interpreter".to_owned()],
            script: Some(script),
            label: format!("{SETS}{set}"),
            again: format!(" --transform-set {}", crate::shell::quoted(set)),
        }
    }
}
