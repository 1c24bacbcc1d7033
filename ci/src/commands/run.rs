//! `assay run FILE`: calls a function of a program and says what becomes of it, on arguments that are given or drawn.

use assay_backend::agreement::{Agreement, agreement};
use assay_backend::constant::value_of;
use assay_backend::engine::{CallError, Engine, IndexWidth, Options, Outcome, Run, entry_block};
use assay_backend::inputs::Inputs;
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::jit::Jit;
use assay_backend::value::Value;
use assay_ir::data::{Context, FloatKind, OpId, Program, TypeId, TypeKind, known};
use assay_ir::text;

use crate::args::{EngineChoice, IndexChoice, RunArgs};
use crate::exit::Exit;
use crate::{diagnostics, inputs};

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
    let ctx = Context::new();
    let parsed = text::parse_bytes(&ctx, &input.name, &input.bytes)
        .map_err(|problem| anyhow::anyhow!("{}: {}", input.name, problem.message))?;
    if !parsed.diagnostics.is_empty() {
        eprint!("{}", diagnostics::render(&parsed.program, &parsed.diagnostics));
        return Ok(Exit::Trouble);
    }
    let program = &parsed.program;
    let function = entry(program, args.entry.as_deref())?;
    let index = match args.index {
        IndexChoice::W32 => IndexWidth::W32,
        IndexChoice::W64 => IndexWidth::W64,
    };
    let options =
        Options { fuel: args.fuel, memory: args.memory, index, trace: args.trace, ..Options::default() };
    let engines: &[&dyn Engine] = match args.engine {
        EngineChoice::Interp => &[&Interpreter],
        EngineChoice::Jit => &[&Jit],
        EngineChoice::Both => &[&Interpreter, &Jit],
    };
    let mut exit = Exit::Clean;
    for arguments in all_arguments(program, function, args, index)? {
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

/// The inputs that are given or drawn.
fn all_arguments(
    program: &Program,
    function: OpId,
    args: &RunArgs,
    index: IndexWidth,
) -> anyhow::Result<Vec<Vec<Value>>> {
    let Some(given) = &args.args else {
        let drawn = Inputs::of(program, function, index, args.seed).ok_or_else(|| {
            anyhow::anyhow!("inputs cannot be drawn for the types of this function's parameters: say --args")
        })?;
        let count = if drawn.is_constant() { 1 } else { args.runs };
        return Ok(drawn.take(count).collect());
    };
    let entry = entry_block(program, function).ok_or(CallError::NotAFunction)?;
    let types: Vec<TypeId> =
        program.block(entry).arguments.iter().map(|name| program.value_type(*name)).collect();
    let words: Vec<&str> = given.iter().flat_map(|words| split(words)).collect();
    if words.len() != types.len() {
        return Err(CallError::ArgumentCount { expected: types.len(), given: words.len() }.into());
    }
    let values = words.iter().zip(types).map(|(word, ty)| argument(program, word, ty, index));
    Ok(vec![values.collect::<anyhow::Result<_>>()?])
}

/// The parts between commas that stand in no bracket.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, character) in text.char_indices() {
        match character {
            '<' | '[' | '(' => depth += 1,
            '>' | ']' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() || !parts.is_empty() {
        parts.push(last);
    }
    parts
}

/// One argument: `poison`, a constant without its type, `nan` and `inf` for a float, brackets for elements.
fn argument(program: &Program, word: &str, ty: TypeId, index: IndexWidth) -> anyhow::Result<Value> {
    let ctx = program.ctx();
    let wanted = match ctx.type_kind(ty) {
        TypeKind::MemRef { shape, element, .. } => {
            ctx.ty(TypeKind::RankedTensor { shape: shape.clone(), element: *element, encoding: None })
        }
        _ => ty,
    };
    let name = text::type_text(ctx, ty);
    match (word, ctx.type_kind(ty)) {
        ("poison", _) => return Ok(Value::Poison),
        ("nan" | "inf" | "-inf", TypeKind::Float(kind)) => {
            return special(*kind, word)
                .ok_or_else(|| anyhow::anyhow!("there is no arithmetic on {name} here"));
        }
        (_, TypeKind::Integer { width, .. }) => fits(word, *width)?,
        (_, TypeKind::Index) => fits(word, index.bits())?,
        _ => {}
    }
    let is_float = matches!(ctx.type_kind(ty), TypeKind::Float(_));
    let decimal = word.trim_start_matches('-').bytes().all(|digit| digit.is_ascii_digit());
    let constant = match () {
        () if matches!(word, "true" | "false") => word.to_owned(),
        () if is_float && decimal => format!("{word}.0 : {}", text::type_text(ctx, wanted)),
        () if word.starts_with('[') => format!("dense<{word}> : {}", text::type_text(ctx, wanted)),
        () => format!("{word} : {}", text::type_text(ctx, wanted)),
    };
    let attr = text::parse_attr(ctx, &constant)
        .map_err(|problem| anyhow::anyhow!("`{word}` is no constant of type {name}: {}", problem.message))?;
    value_of(ctx, attr, ty, index)
        .map_err(|_| anyhow::anyhow!("`{word}` stands for no value of type {name} here"))
}

/// Refuses a decimal number that neither reading of the width has.
fn fits(word: &str, width: u32) -> anyhow::Result<()> {
    let digits = word.trim_start_matches('-');
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Ok(());
    }
    let (Ok(magnitude), true) = (digits.parse::<u128>(), width <= 128) else { return Ok(()) };
    let fits = match word.starts_with('-') {
        true => magnitude <= 1 << (width.max(1) - 1),
        false => width == 128 || magnitude >> width == 0,
    };
    anyhow::ensure!(fits, "{word} does not fit into {width} bits");
    Ok(())
}

/// A number that MLIR has no word for.
fn special(kind: FloatKind, word: &str) -> Option<Value> {
    use assay_backend::float::Float;
    let float = match word {
        "nan" => Float::nan(kind)?,
        "inf" => Float::from_f64(kind, f64::INFINITY)?,
        _ => Float::from_f64(kind, f64::NEG_INFINITY)?,
    };
    Some(float.into())
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
        let mut runs: Vec<(&str, Run)> = Vec::new();
        for engine in engines {
            let run = engine.run(self.program, self.function, self.arguments, self.options)?;
            runs.push((engine.name(), run));
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

    fn both(&self, (name, reference): &(&str, Run), (other_name, other): &(&str, Run)) -> Exit {
        self.trace(reference);
        let agreement = agreement(self.program, reference, other);
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

#[cfg(test)]
mod tests {
    use super::{fits, split};

    #[test]
    fn commas_in_brackets_separate_nothing() {
        assert_eq!(split("1, dense<[1, 2]>, -3"), ["1", "dense<[1, 2]>", "-3"]);
        assert_eq!(split(""), [""; 0]);
        assert_eq!(split("1,"), ["1", ""]);
    }

    #[test]
    fn a_number_fits_when_one_reading_of_the_width_has_it() {
        for (word, width, expected) in [
            ("255", 8, true),
            ("-128", 8, true),
            ("256", 8, false),
            ("-129", 8, false),
            ("0xFFFF", 8, true),
            ("1", 1, true),
            ("-1", 1, true),
            ("2", 1, false),
            ("340282366920938463463374607431768211455", 128, true),
        ] {
            assert_eq!(fits(word, width).is_ok(), expected, "{word} in {width} bits");
        }
    }
}
