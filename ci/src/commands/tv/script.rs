//! Transform scripts in `assay tv`: one run of `mlir-opt` with a print of the payload behind each operation of the script. A
//! step is a pair of prints that differ. Follows no handle.

use std::collections::HashMap;
use std::path::Path;

use anyhow::bail;
use assay_ir::data::{BlockId, Context, OpId, Program, known};
use assay_ir::text;
use assay_mlir::opt::{ParseOptions, Place};
use assay_mlir::process::Ending;
use assay_mlir::{MlirOpt, Outcome};

use super::passes::Passes;
use super::stages::Step;
use super::through::{self, After};
use crate::diagnostics;

/// The sequence that the interpreter of MLIR starts with.
const ENTRY: &str = "__transform_main";

/// The operations of the transform dialect whose regions are run step by step on the whole payload. The regions of
/// `alternatives` run on a copy, and those of `apply_patterns` describe patterns: each of these is one step.
const SEQUENTIAL: [&str; 3] = ["transform.named_sequence", "transform.sequence", "transform.foreach"];

/// The start of the line that MLIR writes before a payload that it prints for us.
const PRINTED: &str = "[[[ IR printer: assay.";

/// The start of the line before any payload that a script prints.
const ANY_PRINTED: &str = "[[[ IR printer: ";

/// An operation of a script behind which the payload is printed.
struct Mark {
    name: String,
    line: usize,
    block: BlockId,
}

/// A transform script.
pub(super) struct Script {
    /// The file, as the user named it.
    name: String,
    /// Its text, with a print behind each operation. Its lines are those of the file.
    printing: String,
    /// The operations with a print, by the number of the print.
    marks: Vec<Mark>,
    /// The file also holds the payload.
    holds_payload: bool,
    /// Other files with sequences, and the options of the interpreter.
    surroundings: Surroundings,
}

/// A run of a script.
struct ScriptRun {
    ending: Ending,
    /// The path that the script had.
    path: String,
}

/// The options of a run of a script, besides its payload.
#[derive(Clone, Debug, Default)]
pub(in crate::commands) struct Surroundings {
    /// Files with sequences.
    pub(in crate::commands) libraries: Vec<String>,
    /// Options of the interpreter of MLIR.
    pub(in crate::commands) options: String,
    /// The sequence that is run, where it is another one than usual.
    pub(in crate::commands) entry: Option<String>,
}

/// The payloads behind the operations of a script by `mlir-opt`, each with its operation in words. What runs on a copy is one step.
///
/// # Errors
/// Those of [`Script::read`].
pub(in crate::commands) fn states(
    path: &Path,
    payload: &Path,
    opt: &MlirOpt,
    surroundings: Surroundings,
) -> anyhow::Result<Vec<(String, String)>> {
    let script = Script::read_within(path, &[payload.to_owned()], opt, surroundings)?;
    let text = assay_mlir::files::read_named(payload)
        .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", payload.display()))?;
    let steps = script.steps(opt, &String::from_utf8_lossy(&text), "")?;
    let state = |step: Step| match step.after {
        After::Program(program) => Some((step.label, program)),
        _ => None,
    };
    Ok(steps.into_iter().filter_map(state).filter(|(_, program)| !program.is_empty()).collect())
}

impl Script {
    /// Reads a script for the payloads of these files.
    ///
    /// # Errors
    /// A file that cannot be read, that is no program, that MLIR refuses before it runs, or that lacks the entry.
    pub(super) fn read(
        path: &Path,
        payloads: &[std::path::PathBuf],
        opt: &MlirOpt,
    ) -> anyhow::Result<Script> {
        Script::read_within(path, payloads, opt, Surroundings::default())
    }

    fn read_within(
        path: &Path,
        payloads: &[std::path::PathBuf],
        opt: &MlirOpt,
        surroundings: Surroundings,
    ) -> anyhow::Result<Script> {
        let name = path.display().to_string();
        let bytes = assay_mlir::files::read_named(path)
            .map_err(|error| anyhow::anyhow!("cannot read {name}: {error}"))?;
        let parsed = text::parse_file(&Context::new(), &name, bytes.clone())
            .map_err(|problem| anyhow::anyhow!("{name}: {}", problem.message))?;
        if !parsed.diagnostics.is_empty() {
            let shown = diagnostics::render(&parsed.program, &diagnostics::at_most(parsed.diagnostics));
            bail!("{}", shown.trim_end().trim_start_matches("error: "));
        }
        let source = String::from_utf8_lossy(&bytes).into_owned();
        let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
        if let Outcome::Error(said) = opt.parse_print(&source, &options) {
            let first = said.first().map_or(String::new(), |one| match &one.place {
                Place::Payload(at) => format!("{}:{}: {}", at.line, at.column, one.message),
                _ => format!(" {}", one.message),
            });
            bail!("{name}:{first}");
        }
        let wanted = surroundings.entry.as_deref().unwrap_or(ENTRY);
        let entry = entry(&parsed.program, wanted).map_err(|names| {
            let others = match names.is_empty() {
                true => String::new(),
                false => format!("; there are {}", names.join(", ")),
            };
            anyhow::anyhow!("{name}: no `transform.named_sequence @{wanted}` to start with{others}")
        })?;
        let (printing, marks) = with_prints(&parsed.program, entry, &source);
        let same = |file: &Path| match (file.canonicalize(), path.canonicalize()) {
            (Ok(file), Ok(path)) => file == path,
            _ => false,
        };
        let holds_payload = match payloads {
            [one] => same(one),
            _ => false,
        };
        Ok(Script { name, printing, marks, holds_payload, surroundings })
    }

    /// The arguments of `mlir-opt` that run the script in this file.
    fn arguments(&self, file: &str) -> Vec<String> {
        let mut out = Vec::new();
        let own = (!self.holds_payload).then(|| file.to_owned());
        let libraries: Vec<String> = self.surroundings.libraries.iter().cloned().chain(own).collect();
        if !libraries.is_empty() {
            out.push(format!("--transform-preload-library=transform-library-paths={}", libraries.join(",")));
        }
        out.push(match self.surroundings.options.as_str() {
            "" => "--transform-interpreter".to_owned(),
            options => format!("--transform-interpreter={options}"),
        });
        out
    }

    /// The passes that run the script as it is.
    pub(super) fn passes(&self) -> Passes {
        let label = format!("--script {}", crate::shell::quoted(&self.name));
        let again = format!(" {label}");
        Passes { arguments: self.arguments(&self.name), script: None, label, again }
    }

    /// The steps of a text. The last one is the step that fails, where one does.
    ///
    /// # Errors
    /// A file for the script that cannot be written.
    pub(super) fn steps(&self, opt: &MlirOpt, text: &str, plain: &str) -> anyhow::Result<Vec<Step>> {
        let ScriptRun { ending, path } = self.run_script(opt, text, &self.printing)?;
        let (ends_well, mut stdout, stderr) = match &ending {
            Ending::Exit { code, stdout, stderr } => (*code == 0, stdout.text(), stderr.text()),
            Ending::Signal { stdout, stderr, .. } | Ending::TimedOut { stdout, stderr, .. } => {
                (false, stdout.text(), stderr.text())
            }
            _ => (false, "".into(), "".into()),
        };
        // The output buffer of a process is lost when a signal ends it.
        if matches!(ending, Ending::Signal { .. } | Ending::TimedOut { .. }) {
            stdout = self.printed_before(opt, text)?;
        }
        let (mut steps, last) = self.between(&stdout, plain);
        if !ends_well {
            let after = through::after(opt, &[text], &[plain], &self.passes()).remove(0);
            let at = if self.holds_payload { "<stdin>" } else { &path };
            let label = match self.failing(&stderr, at, last.as_ref().map(|(number, _)| *number)) {
                Some(number) => self.label(number, None),
                None => self.passes().label,
            };
            let before = last.map_or_else(|| plain.to_owned(), |(_, program)| program);
            steps.push(Step::of_pass(label, before, after));
        } else if steps.is_empty() {
            // Nothing changed.
            steps.push(Step::of_pass(
                self.passes().label,
                plain.to_owned(),
                After::Program(plain.to_owned()),
            ));
        }
        Ok(steps)
    }

    /// A run of a text of the script.
    fn run_script(&self, opt: &MlirOpt, text: &str, script: &str) -> anyhow::Result<ScriptRun> {
        let file = tempfile::Builder::new().suffix(".mlir").tempfile()?;
        std::fs::write(file.path(), script)?;
        let path = file.path().display().to_string();
        let mut flags = self.arguments(&path);
        for flag in ["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope"] {
            flags.push(flag.to_owned());
        }
        flags.extend(["-o".to_owned(), "/dev/null".to_owned()]);
        let sent = if self.holds_payload { script } else { text };
        Ok(ScriptRun { ending: opt.ask(sent, &flags), path })
    }

    /// The prints before the operation under which the binary ends: those of the longest part of the script, of those that stop behind
    /// one operation, with which it does not.
    fn printed_before(&self, opt: &MlirOpt, text: &str) -> anyhow::Result<String> {
        let up_to = |number: usize| -> anyhow::Result<Option<String>> {
            let print = print_of(number);
            let stopping = self.printing.replace(&print, &format!("{print}{STOP}"));
            Ok(match self.run_script(opt, text, &stopping)?.ending {
                Ending::Exit { stdout, .. } => Some(stdout.text()),
                _ => None,
            })
        };
        // Operations run in the order of the text, except those of included sequences.
        let mut order: Vec<usize> = (0..self.marks.len()).collect();
        order.sort_by_key(|number| self.printing.find(&print_of(*number)));
        let (mut printed, mut good, mut bad) = (String::new(), 0, order.len());
        while good < bad {
            let middle = good.midpoint(bad);
            match up_to(order[middle])? {
                Some(text) => (printed, good) = (text, middle + 1),
                None => bad = middle,
            }
        }
        Ok(printed)
    }

    /// The steps between prints, and the last print with its number.
    fn between(&self, printed: &str, plain: &str) -> (Vec<Step>, Option<(usize, String)>) {
        let mut runs: HashMap<usize, usize> = HashMap::new();
        let mut steps = Vec::new();
        let mut last: Option<(usize, String)> = None;
        for print in printed.split(PRINTED).skip(1) {
            let Some((head, program)) = print.split_once('\n') else { continue };
            let number = head.split(' ').next().and_then(|word| word.parse::<usize>().ok());
            let Some(number) = number.filter(|number| *number < self.marks.len()) else { continue };
            // Prints of the user's own.
            let program = program.split(ANY_PRINTED).next().unwrap_or(program);
            let program = if self.holds_payload { without_prints(program) } else { program.to_owned() };
            let run = runs.entry(number).or_default();
            *run += 1;
            let before = last.as_ref().map_or(plain, |(_, program)| program);
            // The first print is the payload as it was, in the form of the others.
            if last.is_some() && before != program {
                let label = self.label(number, Some(*run));
                steps.push(Step::of_pass(label, before.to_owned(), After::Program(program.clone())));
            }
            last = Some((number, program));
        }
        (steps, last)
    }

    /// The operation that failed: the one that MLIR names, else the one behind the last that printed.
    fn failing(&self, said: &str, file: &str, last: Option<usize>) -> Option<usize> {
        let lines = said.lines().filter_map(|line| {
            let place = line.strip_prefix(file)?.strip_prefix(':')?;
            place.split(':').next()?.parse::<usize>().ok()
        });
        let mark =
            |line: usize| self.marks.iter().skip(1).position(|mark| mark.line == line).map(|at| at + 1);
        let named = lines.filter_map(mark).next();
        let next = || {
            let last = last?;
            let mut behind = self.marks.iter().enumerate().skip(last + 1);
            behind.find(|(_, mark)| mark.block == self.marks[last].block).map(|(number, _)| number)
        };
        named.or_else(next)
    }

    /// An operation in words, with the number of its run where it ran before.
    fn label(&self, number: usize, run: Option<usize>) -> String {
        let Mark { name, line, .. } = &self.marks[number];
        let again = run.filter(|run| *run > 1).map(|run| format!(", run {run}")).unwrap_or_default();
        format!("{name} at {}:{line}{again}", self.name)
    }
}

/// The print behind an operation.
fn print_of(number: usize) -> String {
    format!(" transform.print {{name = \"assay.{number}\"}} ")
}

/// A program in generic form that holds the script, without the prints that are not of the user.
fn without_prints(program: &str) -> String {
    let is_ours = |line: &&str| line.trim_start().starts_with("\"transform.print\"() <{name = \"assay.");
    program.split_inclusive('\n').filter(|line| !is_ours(line)).collect()
}

/// Operations of which the last one fails.
const STOP: &str = " %assay.zero = transform.param.constant 0 : i64 -> !transform.param<i64> \
                    %assay.one = transform.param.constant 1 : i64 -> !transform.param<i64> \
                    transform.match.param.cmpi eq %assay.zero, %assay.one : !transform.param<i64> ";

/// The first block of the entry of a script.
///
/// # Errors
/// The sequences that there are instead.
fn entry(program: &Program, wanted: &str) -> Result<BlockId, Vec<String>> {
    let mut others = Vec::new();
    for op in program.walk(program.top()) {
        if program.op_name(op) != SEQUENTIAL[0] {
            continue;
        }
        let name = program.attr_text(op, known::SYM_NAME).unwrap_or_default();
        let block = program.op_regions(op).first().and_then(|region| program.region(*region).blocks.first());
        match block {
            Some(block) if name == wanted => return Ok(*block),
            _ => others.push(format!("@{name}")),
        }
    }
    Err(others)
}

/// The text of a script with a print behind each operation that is run on the whole payload, and these operations.
fn with_prints(program: &Program, entry: BlockId, source: &str) -> (String, Vec<Mark>) {
    let ends: Vec<usize> = source.match_indices('\n').map(|(at, _)| at).collect();
    let line = |at: u32| ends.partition_point(|end| *end < at as usize) + 1;
    let mut marks = Vec::new();
    let mut places = Vec::new();
    let mut mark = |op: OpId, at: u32, block: BlockId| {
        places.push((at, marks.len()));
        marks.push(Mark {
            name: program.op_name(op).to_owned(),
            line: line(program.op(op).span.start),
            block,
        });
    };
    if let Some(first) = program.first_op(entry) {
        mark(first, program.op(first).span.start, entry);
    }
    for op in program.walk(program.top()) {
        let Some(block) = program.op(op).block else { continue };
        // The last operation of a block ends it.
        if program.last_op(block) != Some(op) && is_sequential(program, op) {
            mark(op, program.op(op).span.end, block);
        }
    }
    places.sort_unstable();
    let (mut out, mut from) = (String::new(), 0);
    for (at, number) in places {
        out.push_str(&source[from..at as usize]);
        out.push_str(&print_of(number));
        from = at as usize;
    }
    out.push_str(&source[from..]);
    (out, marks)
}

/// Tells if all operations around one are sequential, up to what is not of the transform dialect.
fn is_sequential(program: &Program, op: OpId) -> bool {
    let mut around = std::iter::successors(program.parent_op(op), |op| program.parent_op(*op))
        .map(|op| program.op_name(op))
        .take_while(|name| name.starts_with("transform."))
        .peekable();
    around.peek().is_some() && around.all(|name| SEQUENTIAL.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_ir::data::Source;

    fn printing(text: &str) -> (String, Vec<String>) {
        let parsed = text::parse(&Context::new(), &Source::new("s.mlir", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let entry = entry(&parsed.program, ENTRY).expect("there is an entry");
        let (printing, marks) = with_prints(&parsed.program, entry, text);
        (printing, marks.into_iter().map(|mark| format!("{} {}", mark.line, mark.name)).collect())
    }

    #[test]
    fn a_print_stands_behind_each_step_and_lines_stay() {
        let text = r#"module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %all : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      transform.loop.unroll %one {factor = 2} : !transform.any_op
    }
    transform.yield
  }
}
"#;
        let (printing, marks) = printing(text);
        let wanted = [
            "3 transform.structured.match",
            "3 transform.structured.match",
            "4 transform.foreach",
            "6 transform.loop.unroll",
        ];
        assert_eq!(marks, wanted);
        assert_eq!(printing.lines().count(), text.lines().count());
        assert_eq!(printing.matches("transform.print").count(), marks.len());
    }
}
