//! The passes of a reduction: arguments of the binary, or the steps of one pipeline, each of which can be left out.

use anyhow::bail;
use assay_audit::contract::bisect::smallest;
use assay_audit::contract::pipeline::{self, Step};

use super::super::passes::{PIPELINE, Passes};
use super::super::request::on_module;
use crate::args::ReduceArgs;

/// Passes in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pipeline {
    /// Arguments of the binary.
    Arguments(Vec<String>),
    /// The passes of one pipeline.
    Steps(Vec<Step>),
}

impl Pipeline {
    /// The passes of a command line.
    ///
    /// # Errors
    /// A text that is no pipeline, and none at all.
    pub(super) fn new(args: &ReduceArgs) -> anyhow::Result<Pipeline> {
        let pipeline = match &args.pass_pipeline {
            Some(text) => vec![format!("{PIPELINE}{}", on_module(text))],
            None if args.script.is_some() => vec!["--transform-interpreter".to_owned()],
            None => args.pass.iter().flat_map(|text| Passes::of_names(text)).collect(),
        };
        if pipeline.is_empty() {
            bail!("say what the program goes through: --pass, --pass-pipeline or --script");
        }
        Pipeline::of_arguments(pipeline)
    }

    /// The passes of arguments of the binary.
    ///
    /// # Errors
    /// A text that is no pipeline.
    pub(super) fn of_arguments(arguments: Vec<String>) -> anyhow::Result<Pipeline> {
        let [only] = &arguments[..] else { return Ok(Pipeline::Arguments(arguments)) };
        let Some(text) = only.strip_prefix(PIPELINE) else { return Ok(Pipeline::Arguments(arguments)) };
        match pipeline::parse(text) {
            Ok(steps) => Ok(Pipeline::Steps(steps)),
            Err(fault) => bail!("`{text}` at {}: {}", fault.span.start + 1, fault.message),
        }
    }

    /// Number of passes.
    pub(super) fn len(&self) -> usize {
        match self {
            Pipeline::Arguments(all) => all.len(),
            Pipeline::Steps(all) => all.len(),
        }
    }

    /// The arguments of the binary.
    pub(super) fn arguments(&self) -> Vec<String> {
        match self {
            Pipeline::Arguments(all) => all.clone(),
            Pipeline::Steps(all) => vec![format!("{PIPELINE}{}", joined(all))],
        }
    }

    /// The passes for a run.
    pub(super) fn passes(&self) -> Passes {
        Passes::of_arguments(self.arguments())
    }

    /// The passes of these numbers.
    pub(super) fn part(&self, numbers: &[usize]) -> Pipeline {
        match self {
            Pipeline::Arguments(all) => {
                Pipeline::Arguments(numbers.iter().map(|at| all[*at].clone()).collect())
            }
            Pipeline::Steps(all) => Pipeline::Steps(numbers.iter().map(|at| all[*at].clone()).collect()),
        }
    }

    /// The fewest passes with which something goes wrong, each with the fewest options.
    pub(super) fn shortest(&self, goes_wrong: &mut dyn FnMut(&Pipeline) -> bool) -> Pipeline {
        let members = match self.len() {
            // Without any pass nothing changes.
            0 | 1 => None,
            count => smallest(count, &mut |members| !members.is_empty() && goes_wrong(&self.part(members))),
        };
        let mut now = members.map_or_else(|| self.clone(), |members| self.part(&members));
        for at in 0..now.len() {
            while let Some(less) = now.without_options(at).into_iter().find(|less| goes_wrong(less)) {
                now = less;
            }
        }
        now
    }

    /// The pipelines that lack options of a pass: all of them, or one.
    fn without_options(&self, at: usize) -> Vec<Pipeline> {
        let (options, head) = match self {
            Pipeline::Steps(all) => (all[at].options.as_str(), ""),
            Pipeline::Arguments(all) => match all[at].split_once('=') {
                Some((head, options)) => (options, head),
                None => ("", ""),
            },
        };
        let options = split(options);
        let mut less: Vec<Vec<&str>> = if options.len() > 1 { vec![Vec::new()] } else { Vec::new() };
        less.extend((0..options.len()).map(|out| {
            let left = options.iter().enumerate().filter(|(at, _)| *at != out);
            left.map(|(_, option)| *option).collect()
        }));
        let with = |options: Vec<&str>| {
            let mut now = self.clone();
            let text = options.join(" ");
            match &mut now {
                Pipeline::Steps(all) => all[at].options = text,
                Pipeline::Arguments(all) if text.is_empty() => head.clone_into(&mut all[at]),
                Pipeline::Arguments(all) => all[at] = format!("{head}={text}"),
            }
            now
        };
        less.into_iter().map(with).collect()
    }
}

/// One pipeline with these steps.
fn joined(steps: &[Step]) -> String {
    let top = steps.first().and_then(|step| step.anchors.first()).map_or(pipeline::MODULE, String::as_str);
    let inner = |step: &Step| {
        let mut inner = step.clone();
        inner.anchors.drain(..inner.anchors.len().min(1));
        inner.alone()
    };
    format!("{top}({})", steps.iter().map(inner).collect::<Vec<_>>().join(","))
}

/// The options of a pass: words outside of brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut out) = (0i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' | '(' | '<' => depth += 1,
            '}' | ']' | ')' | '>' => depth -= 1,
            ' ' if depth == 0 => {
                out.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&text[start..]);
    out.retain(|word| !word.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::Pipeline;

    fn pipeline(text: &str) -> Pipeline {
        Pipeline::of_arguments(vec![format!("--pass-pipeline={text}")]).expect("a pipeline")
    }

    #[test]
    fn the_shortest_pipeline_has_the_passes_and_options_that_are_needed() {
        let all = pipeline("builtin.module(cse,func.func(a{x=1 y={2 3} z=4},canonicalize),symbol-dce)");
        let short = all.shortest(&mut |one| one.arguments()[0].contains("y={2 3}"));
        assert_eq!(short.arguments(), ["--pass-pipeline=builtin.module(func.func(a{y={2 3}}))"]);
        let two = all.shortest(&mut |one| {
            let text = one.arguments().remove(0);
            text.contains("cse") && text.contains("canonicalize")
        });
        assert_eq!(two.arguments(), ["--pass-pipeline=builtin.module(cse,func.func(canonicalize))"]);
    }

    #[test]
    fn arguments_are_left_out_like_passes() {
        let all = ["--cse", "--a=x=1 y=2", "--b"].map(str::to_owned).to_vec();
        let all = Pipeline::of_arguments(all).expect("arguments");
        let short = all.shortest(&mut |one| {
            one.arguments().iter().any(|text| text.starts_with("--a") && text.contains("y=2"))
        });
        assert_eq!(short.arguments(), ["--a=y=2"]);
    }

    #[test]
    fn what_is_no_pipeline_is_an_error_with_its_place() {
        let error = Pipeline::of_arguments(vec!["--pass-pipeline=builtin.module(a".to_owned()]);
        assert!(error.is_err_and(|error| error.to_string().contains("at 17")));
    }
}
