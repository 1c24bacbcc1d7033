//! The search for an input on which two array programs differ: all small sizes, the smallest first, three kinds of elements for type
//! variables, functions as tables. Every input is run by the reference interpreter.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use assay_backend::interp::rise::{Choices, Data, Limits, Machine, Scope, Stop, all_results};
use assay_ir::data::FloatKind;
use assay_ir::rule::Rule as Code;
use assay_rise::core::{Kind, Node, Premise};
use assay_rise::sizes::{Sizes, number};
use assay_rise::types::{Scalar, Type};

use super::draw::{self, NAMED, Named, Random, Range, Rows};
use super::{Pair, Side};

/// An input on which the programs differ, as it is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// V301 for another value, V302 for behaviour that is undefined behind the rewrite alone.
    pub code: Code,
    /// Lengths.
    pub sizes: Vec<(String, i128)>,
    /// The types of type variables.
    pub types: Vec<(String, String)>,
    /// Values of parameters.
    pub values: Vec<(String, String)>,
    /// Functions: the rows that the runs asked for.
    pub functions: Vec<(String, Vec<(String, String)>)>,
    /// The result before.
    pub before: String,
    /// The result after.
    pub after: String,
}

/// The result of a search.
pub(super) struct Found {
    pub(super) example: Option<Counterexample>,
    /// Inputs that were run.
    pub(super) inputs: usize,
    /// Every combination of sizes of zero and one was run.
    pub(super) all_zeros: bool,
}

/// Fuel of one run.
const FUEL: u64 = 200_000;
/// Runs of one side where its order is free.
const MAX_ORDERS: usize = 2_000;
/// Most combinations of sizes.
const MAX_SIZES: usize = 300;
/// Names of lengths whose combinations of zero and one are all run.
const MAX_NAMES: usize = 6;
/// Inputs of one combination of sizes and one kind of elements.
const DRAWS: u64 = 4;

/// Types for type variables.
fn kinds() -> [Type; 3] {
    let float = Type::Scalar(Scalar::Float(FloatKind::F32));
    let integer = Type::Scalar(Scalar::Int(32));
    [integer.clone(), float.clone(), Type::pair(Type::Scalar(Scalar::Int(16)), float)]
}

/// An input: arguments in order, and the tables of those that are functions.
struct Input {
    arguments: Vec<Data>,
    tables: Vec<Option<(Rows, Option<Named>)>>,
}

/// Looks for an input on which the programs differ.
pub(super) fn search(pair: &Pair<'_>) -> Found {
    let mut found = Found { example: None, inputs: 0, all_zeros: pair.before.lengths.len() <= MAX_NAMES };
    let mut variables: Vec<String> = Vec::new();
    pair.before.parameters.iter().for_each(|parameter| type_variables(&parameter.ty, &mut variables));
    let kinds = kinds();
    let kinds = if variables.is_empty() { &kinds[..1] } else { &kinds[..] };
    for numbers in all_sizes(pair.before.lengths.len()) {
        let sizes: Sizes = pair.before.lengths.iter().cloned().zip(numbers.iter().copied()).collect();
        if !pair.positive.iter().all(|length| number(length, &sizes).is_some_and(|number| number >= 1)) {
            continue;
        }
        for kind in kinds {
            let with = |_: &str| Some(kind.clone());
            for draw in 0..DRAWS {
                let seed = draw * 1_000 + numbers.iter().fold(7, |hash, number| hash * 31 + *number as u64);
                let Some(input) = drawn(pair, &sizes, &with, draw, seed) else { continue };
                found.inputs += 1;
                let Some(code) = differs(pair, &numbers, &input) else { continue };
                let input = shrunk(pair, &numbers, input, code);
                found.example = Some(example(pair, &numbers, &input, code, (&variables, kind)));
                return found;
            }
        }
    }
    found
}

/// Combinations of small sizes, those of the smallest sum first.
fn all_sizes(names: usize) -> Vec<Vec<i128>> {
    let most: i128 = match names {
        0..=2 => 4,
        3 => 3,
        4 => 2,
        _ => 1,
    };
    let mut all: Vec<Vec<i128>> = vec![Vec::new()];
    for _ in 0..names {
        all = all
            .iter()
            .flat_map(|first| {
                (0..=most).map(move |number| {
                    let mut longer = first.clone();
                    longer.push(number);
                    longer
                })
            })
            .take(1 << 16)
            .collect();
    }
    all.sort_by_key(|numbers| (numbers.iter().sum::<i128>(), numbers.clone()));
    all.truncate(MAX_SIZES);
    all
}

fn type_variables(ty: &Type, out: &mut Vec<String>) {
    match ty {
        Type::Variable(name) if !out.contains(&name.to_string()) => out.push(name.to_string()),
        Type::Array(_, element) => type_variables(element, out),
        Type::Pair(one, two) | Type::Fun(one, two) => {
            type_variables(one, out);
            type_variables(two, out);
        }
        _ => {}
    }
}

/// The properties that premises ask of a parameter.
fn wanted(premises: &[Premise], parameter: u32) -> [bool; 4] {
    let is = |node: &Node| matches!(&node.kind, Kind::Variable(variable) if variable.number == parameter);
    let any = |holds: &dyn Fn(&Premise) -> bool| premises.iter().any(holds);
    [
        any(&|premise| matches!(premise, Premise::Associative(op) if is(op))),
        any(&|premise| matches!(premise, Premise::Commutative(op) if is(op))),
        any(&|premise| matches!(premise, Premise::Idempotent(op) if is(op))),
        any(&|premise| matches!(premise, Premise::Neutral(_, op) if is(op))),
    ]
}

fn drawn(
    pair: &Pair<'_>,
    sizes: &Sizes,
    with: &dyn Fn(&str) -> Option<Type>,
    draw: u64,
    seed: u64,
) -> Option<Input> {
    let mut random = Random(seed);
    let range = if draw.is_multiple_of(2) { Range::Small } else { Range::Wide };
    let small = !pair.premises.is_empty();
    let mut input = Input { arguments: Vec::new(), tables: Vec::new() };
    let mut chosen: BTreeMap<u32, Named> = BTreeMap::new();
    for parameter in pair.before.parameters {
        let ty = parameter.ty.with_types(with);
        let number = parameter.variable.number;
        let wanted = wanted(pair.premises, number);
        if wanted.contains(&true) {
            let Type::Fun(on, _) = &ty else { return None };
            let fits = |one: &&Named| {
                let has = [one.associative, one.commutative, one.idempotent, one.neutral.is_some()];
                wanted.iter().zip(has).all(|(wanted, has)| !wanted || has)
            };
            let fitting: Vec<&Named> = NAMED.iter().filter(fits).collect();
            let one = **fitting.get((random.next() % fitting.len().max(1) as u64) as usize)?;
            chosen.insert(number, one);
            input.arguments.push(one.data(on));
            input.tables.push(Some((Rows::default(), Some(one))));
        } else if let Type::Fun(..) = ty {
            let range = if small { Range::Small } else { range };
            let (function, rows) = draw::function(&ty, sizes, range, &mut random)?;
            input.arguments.push(function);
            input.tables.push(Some((rows, None)));
        } else {
            let value = match small {
                true => draw::small_value(&ty, sizes, &mut random)?,
                false => draw::value(&ty, sizes, range, &mut random)?,
            };
            input.arguments.push(value);
            input.tables.push(None);
        }
    }
    neutral_values(pair, sizes, with, &chosen, &mut input)?;
    Some(input)
}

/// Parameters that premises say to be neutral are. Another neutral value is drawn as it is, and the input is none.
fn neutral_values(
    pair: &Pair<'_>,
    sizes: &Sizes,
    with: &dyn Fn(&str) -> Option<Type>,
    chosen: &BTreeMap<u32, Named>,
    input: &mut Input,
) -> Option<()> {
    for premise in pair.premises {
        let Premise::Neutral(value, op) = premise else { continue };
        let Kind::Variable(op) = &op.kind else { continue };
        let Kind::Variable(value) = &value.kind else { return None };
        let at = pair.before.parameters.iter().position(|one| one.variable == *value)?;
        let ty = pair.before.parameters[at].ty.with_types(with);
        input.arguments[at] = chosen.get(&op.number)?.neutral(&ty, sizes)?;
    }
    Some(())
}

/// The results that a side may have.
fn results(side: &Side<'_>, numbers: &[i128], input: &Input) -> Option<Vec<Result<Data, Stop>>> {
    let sizes: Arc<Sizes> = Arc::new(side.lengths.iter().cloned().zip(numbers.iter().copied()).collect());
    let parameters = side.parameters.iter().zip(&input.arguments);
    let scope = parameters.fold(Scope::default(), |scope, (parameter, argument)| {
        scope.with(parameter.variable.number, argument.clone())
    });
    let limits = Limits { fuel: FUEL };
    let run = |choices: Choices| {
        let mut machine = Machine::new(side.module, &limits).with_choices(choices);
        let result = machine.evaluate(side.body, &scope, &sizes);
        (result, machine.choices())
    };
    match side.any_order {
        true => all_results(MAX_ORDERS, run),
        false => Some(vec![run(Choices::default()).0]),
    }
}

/// The code of a difference on an input; `None` where there is none, or a run was given up.
fn differs(pair: &Pair<'_>, numbers: &[i128], input: &Input) -> Option<Code> {
    let (before, after) = (results(&pair.before, numbers, input)?, results(&pair.after, numbers, input)?);
    let gave_up = |result: &Result<Data, Stop>| matches!(result, Err(Stop::Limit(_) | Stop::Unsupported(..)));
    let undefined = |result: &Result<Data, Stop>| matches!(result, Err(Stop::Undefined(..)));
    if before.iter().chain(&after).any(gave_up) || before.iter().any(undefined) {
        return None;
    }
    if after.iter().any(undefined) {
        return Some(Code::V302);
    }
    let allowed =
        |result: &Data| before.iter().flatten().any(|before| is_function(before) || before.allows(result));
    let wrong = after.iter().flatten().any(|after| !is_function(after) && !allowed(after));
    wrong.then_some(Code::V301)
}

/// Functions are not compared by runs.
fn is_function(data: &Data) -> bool {
    matches!(data, Data::Function(_))
}

/// The same difference with simpler numbers.
fn shrunk(pair: &Pair<'_>, numbers: &[i128], mut input: Input, code: Code) -> Input {
    if !pair.premises.is_empty() {
        return input;
    }
    for at in 0..input.arguments.len() {
        for place in 0..count(&input.arguments[at]).min(64) {
            for simple in ["0", "1"] {
                let mut place = place;
                let Some(other) = replaced(&input.arguments[at], &mut place, simple) else { continue };
                let old = std::mem::replace(&mut input.arguments[at], other);
                if differs(pair, numbers, &input) == Some(code) {
                    break;
                }
                input.arguments[at] = old;
            }
        }
    }
    input
}

fn count(data: &Data) -> usize {
    match data {
        Data::Number(_) => 1,
        Data::Pair(pair) => count(&pair.0) + count(&pair.1),
        Data::Array(elements) => elements.iter().map(count).sum(),
        Data::Function(_) => 0,
    }
}

/// A value with one of its numbers replaced by a simple one; `None` where that is the same.
fn replaced(data: &Data, place: &mut usize, simple: &str) -> Option<Data> {
    match data {
        Data::Number(value) => {
            if *place > 0 {
                *place -= 1;
                return None;
            }
            let new = simple_number(value, simple)?;
            *place = usize::MAX;
            (new != *value).then_some(Data::Number(new))
        }
        Data::Pair(pair) => {
            if let Some(first) = replaced(&pair.0, place, simple) {
                return Some(Data::pair(first, pair.1.clone()));
            }
            let second = (*place != usize::MAX).then(|| replaced(&pair.1, place, simple)).flatten()?;
            Some(Data::pair(pair.0.clone(), second))
        }
        Data::Array(elements) => {
            for (at, element) in elements.iter().enumerate() {
                if *place == usize::MAX {
                    return None;
                }
                if let Some(new) = replaced(element, place, simple) {
                    let mut all = elements.to_vec();
                    all[at] = new;
                    return Some(Data::Array(all.into()));
                }
            }
            None
        }
        Data::Function(_) => None,
    }
}

fn simple_number(value: &assay_backend::value::Value, simple: &str) -> Option<assay_backend::value::Value> {
    use assay_backend::value::Value;
    match value {
        Value::Int(int) => Some(Value::int(int.width(), simple.parse().ok()?)),
        Value::Float(float) => {
            assay_backend::interp::rise::literal(&format!("{simple}.0"), Scalar::Float(float.kind))
        }
        _ => None,
    }
}

fn example(
    pair: &Pair<'_>,
    numbers: &[i128],
    input: &Input,
    code: Code,
    (variables, kind): (&[String], &Type),
) -> Counterexample {
    // The tables have the rows of this input alone.
    for (rows, _) in input.tables.iter().flatten() {
        rows.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
    let shown = |side: &Side<'_>| {
        let results = results(side, numbers, input).unwrap_or_default();
        let mut texts: Vec<String> = results
            .iter()
            .map(|result| match result {
                Ok(value) => value.to_string(),
                Err(stop) => stop.to_string(),
            })
            .collect();
        texts.dedup();
        texts.truncate(4);
        texts.join(" or ")
    };
    let (before, after) = (shown(&pair.before), shown(&pair.after));
    let (mut values, mut functions) = (Vec::new(), Vec::new());
    for (at, parameter) in pair.before.parameters.iter().enumerate() {
        let name = parameter.variable.name.to_string();
        match &input.tables[at] {
            Some((_, Some(named))) => {
                functions.push((name, vec![("a, b".to_owned(), named.name.to_owned())]))
            }
            Some((rows, None)) => {
                let rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
                functions.push((name, rows.iter().map(|(a, b)| (a.clone(), b.clone())).collect()));
            }
            None => values.push((name, input.arguments[at].to_string())),
        }
    }
    let sizes = pair.before.lengths.iter().map(ToString::to_string).zip(numbers.iter().copied()).collect();
    let types = variables.iter().map(|name| (name.clone(), kind.to_string())).collect();
    Counterexample { code, sizes, types, values, functions, before, after }
}

impl Counterexample {
    /// Its lines: lengths, types, values, functions as tables, both results.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let pairs = |list: &[(String, String)]| -> Vec<String> {
            list.iter().map(|(name, value)| format!("{name} = {value}")).collect()
        };
        if !self.sizes.is_empty() {
            let sizes: Vec<String> =
                self.sizes.iter().map(|(name, number)| format!("{name} = {number}")).collect();
            lines.push(sizes.join(", "));
        }
        if !self.types.is_empty() {
            lines.push(pairs(&self.types).join(", "));
        }
        lines.extend(pairs(&self.values));
        for (name, rows) in &self.functions {
            lines.extend(rows.iter().map(|(arguments, result)| format!("{name}({arguments}) = {result}")));
        }
        lines.push(format!("before: {}", self.before));
        lines.push(format!("after:  {}", self.after));
        lines
    }
}
