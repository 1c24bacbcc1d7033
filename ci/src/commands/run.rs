//! `assay run FILE`: calls a function of a program and says what becomes of it, on arguments that are given or drawn.

use assay_backend::agreement::{Agreement, agreement};
use assay_backend::arguments::{argument, split};
use assay_backend::engine::{CallError, Engine, IndexWidth, Limit, Options, Outcome, Run, entry_block};
use assay_backend::inputs::Inputs;
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::Value;
use assay_ir::data::{Context, OpId, Program, TypeId, known};
use assay_ir::meanings::expanded;
use assay_jit::Jit;
use assay_verifier::witness::rerun;

use crate::args::{EngineChoice, IndexChoice, RunArgs};
use crate::exit::Exit;
use crate::{dialects, inputs, programs};

/// Prints one outcome for each input. Exit code 1 when one is undefined behaviour or a trap, 4 when one was given up
/// or is not supported, 2 when two engines disagree.
pub(crate) fn run(args: &RunArgs) -> anyhow::Result<Exit> {
    if args.file.is_dir() {
        anyhow::bail!("{} is a folder; `run` takes one program", args.file.display());
    }
    let found = inputs::collect(std::slice::from_ref(&args.file), &[".mlir"]);
    if let Some(trouble) = found.troubles.first() {
        anyhow::bail!("{trouble}");
    }
    let [input] = &found.files[..] else { anyhow::bail!("{} is not one file", args.file.display()) };
    let mut registry = assay_corpus::load_builtin(&Context::new());
    dialects::described(&args.descriptions, &mut registry)?;
    let program = &match programs::well_formed(&input.name, input.bytes.clone(), &registry) {
        Ok(program) => program,
        Err(said) => {
            eprint!("{said}");
            return Ok(Exit::Trouble);
        }
    };
    let program = &*expanded(program, &registry);
    let function = entry(program, args.entry.as_deref())?;
    let listed = listed(program, function).filter(|_| args.args.is_none());
    let index = match (args.index, &listed) {
        (IndexChoice::W32, _) | (_, Some((_, 32))) => IndexWidth::W32,
        (IndexChoice::W64, _) => IndexWidth::W64,
    };
    let options =
        Options { fuel: args.fuel, memory: args.memory, index, trace: args.trace, ..Options::default() };
    let engines: &[&dyn Engine] = match args.engine {
        EngineChoice::Interp => &[&Interpreter],
        EngineChoice::Jit => &[&Jit],
        EngineChoice::Both => &[&Interpreter, &Jit],
    };
    let mut exit = Exit::Clean;
    let given = args.args.as_ref().map(|given| given.iter().flat_map(|words| split(words)).collect());
    let given = given.or(listed.map(|(words, _)| words));
    for arguments in all_arguments(program, function, args, given, index)? {
        let call = Call { program, function, arguments: &arguments, options: &options };
        exit = exit.and(call.run(engines)?);
    }
    Ok(exit)
}

/// The function that is meant.
fn entry(program: &Program, wanted: Option<&str>) -> anyhow::Result<OpId> {
    let functions: Vec<OpId> =
        program.walk(program.top()).filter(|op| entry_block(program, *op).is_some()).collect();
    let name = |op: &OpId| format!("@{}", program.attr_text(*op, known::SYM_NAME).unwrap_or_default());
    let names = || functions.iter().map(name).collect::<Vec<_>>().join(", ");
    match (wanted.map(|name| name.trim_start_matches('@')), &functions[..]) {
        (_, []) => anyhow::bail!("there is no `func.func` with a body"),
        (None, [only]) => Ok(*only),
        (None, _) => find_function(program, "main")
            .filter(|main| functions.contains(main))
            .ok_or_else(|| anyhow::anyhow!("say with --entry which function to call: {}", names())),
        (Some(name), _) => {
            find_function(program, name).filter(|function| functions.contains(function)).ok_or_else(|| {
                anyhow::anyhow!("there is no function @{name} with a body; there are {}", names())
            })
        }
    }
}

/// The arguments that a witness lists for its function, each as a word, and the width of `index`; `None` where they are not
/// those of its parameters.
fn listed(program: &Program, function: OpId) -> Option<(Vec<&str>, u32)> {
    let module = program.block_parent_op(program.op(function).block?);
    let parameters = program.block(entry_block(program, function)?).arguments.len();
    rerun::listed(program, module).filter(|(words, _)| words.len() == parameters)
}

/// The inputs that are given or drawn.
fn all_arguments(
    program: &Program,
    function: OpId,
    args: &RunArgs,
    given: Option<Vec<&str>>,
    index: IndexWidth,
) -> anyhow::Result<Vec<Vec<Value>>> {
    let Some(words) = given else {
        let drawn = Inputs::for_function(program, function, index, args.seed).ok_or_else(|| {
            anyhow::anyhow!("inputs cannot be drawn for the types of this function's parameters: say --args")
        })?;
        let count = if drawn.is_constant() { 1 } else { args.runs };
        return Ok(drawn.take(count).collect());
    };
    let entry = entry_block(program, function).ok_or(CallError::NotAFunction)?;
    let types: Vec<TypeId> =
        program.block(entry).arguments.iter().map(|name| program.value_type(*name)).collect();
    if words.len() != types.len() {
        return Err(CallError::ArgumentCount { expected: types.len(), given: words.len() }.into());
    }
    let values = words.iter().zip(types).map(|(word, ty)| argument(program.ctx(), word, ty, index));
    Ok(vec![values.collect::<Result<_, _>>()?])
}

fn list(values: &[Value]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// One call.
struct Call<'a> {
    program: &'a Program,
    function: OpId,
    arguments: &'a [Value],
    options: &'a Options,
}

impl Call<'_> {
    /// Runs it by each engine and prints what they say, once where they agree.
    fn run(&self, engines: &[&dyn Engine]) -> anyhow::Result<Exit> {
        let mut runs: Vec<(&dyn Engine, Run)> = Vec::new();
        for engine in engines {
            let run = engine.run(self.program, self.function, self.arguments, self.options)?;
            runs.push((*engine, run));
        }
        let name = self.program.attr_text(self.function, known::SYM_NAME).unwrap_or_default();
        say!("@{name}({})", list(self.arguments));
        match &runs[..] {
            [reference, other] => Ok(self.both(reference, other)),
            _ => {
                let (_, run) = &runs[0];
                self.trace(run);
                say!("  {}", self.outcome(run));
                Ok(exit_of(&run.outcome))
            }
        }
    }

    fn both(&self, (engine, reference): &(&dyn Engine, Run), (second, other): &(&dyn Engine, Run)) -> Exit {
        self.trace(reference);
        let (name, other_name) = (engine.name(), second.name());
        let agreement = agreement(*second, self.program, reference, other);
        if reference.outcome == other.outcome && agreement != (Agreement::Differ { step: None }) {
            say!("  {}  [{name}, {other_name}]", self.outcome(reference));
        } else {
            say!("  {name}: {}", self.outcome(reference));
            say!("  {other_name}: {}", self.outcome(other));
        }
        if let Agreement::Differ { step } = agreement {
            let place = step.and_then(|step| reference.trace.get(step)).map(|step| self.at(step.op));
            say!(
                "  internal disagreement between engines{}",
                place.map(|at| format!(" {at}")).unwrap_or_default()
            );
            return Exit::Trouble;
        }
        exit_of(&reference.outcome).and(exit_of(&other.outcome))
    }

    fn trace(&self, run: &Run) {
        for step in &run.trace {
            say!("    {} {} = {}", self.place(step.op), self.program.op_name(step.op), list(&step.results));
        }
    }

    /// Line and column of an operation.
    fn place(&self, op: OpId) -> String {
        let span = self.program.op(op).span;
        match self.program.source() {
            Some(source) if !span.is_none() => {
                let at = source.line_column(span.start);
                format!("{}:{}", at.line, at.column)
            }
            _ => "?".to_owned(),
        }
    }

    fn at(&self, op: OpId) -> String {
        format!("at {} ({})", self.place(op), self.program.op_name(op))
    }

    fn outcome(&self, run: &Run) -> String {
        match &run.outcome {
            Outcome::Values(values) => {
                let memory = match run.memory.is_empty() {
                    true => String::new(),
                    false => format!(", memory ({})", list(&run.memory)),
                };
                format!("= ({}){memory}", list(values))
            }
            Outcome::Ub { op, why } => format!("undefined behaviour {}: {why}", self.at(*op)),
            Outcome::Trap { op, message } => format!("stopped by itself {}: {message}", self.at(*op)),
            Outcome::OutOfFuel(Limit::Endless) => "does not end: its state comes back".to_owned(),
            Outcome::OutOfFuel(limit) => format!("given up: {limit}"),
            Outcome::Unsupported { op, name, gap } => {
                format!("not supported at {} ({name}): {gap}", self.place(*op))
            }
        }
    }
}

fn exit_of(outcome: &Outcome) -> Exit {
    match outcome {
        Outcome::Values(_) => Exit::Clean,
        Outcome::Ub { .. } | Outcome::Trap { .. } => Exit::Findings,
        Outcome::OutOfFuel(_) | Outcome::Unsupported { .. } => Exit::Unknown,
    }
}
