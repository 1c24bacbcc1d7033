//! The reference meaning of array programs: values are numbers, pairs, arrays and functions, every pattern is what its table says.
//! Written apart from the lowering.

mod data;
mod numbers;
mod patterns;
mod words;

use std::sync::Arc;

use assay_ir::data::Span;
use assay_rise::core::{Definition, Kind, Module, Node, embedded};
use assay_rise::nat::{Nat, Symbol};
use assay_rise::sizes::{Sizes, number};
use assay_rise::types::{Scalar, Type};

pub use data::{Apply, Data, Function, Native, Operation, Scope, Stop};
pub use numbers::literal;
pub use words::{arguments, extents, leaves, parameter_leaves, rebuilt};

/// Parts of a program that may wait for their values at a time.
const MAX_DEPTH: usize = 400;

/// How a program runs.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How much work may be done: one unit for each part that is evaluated and each element.
    pub fuel: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { fuel: 10_000_000 }
    }
}

/// The choices of one run: orders of `reduce`. The first run takes the first of each, which is the order of `reduceSeq`.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Those that were taken, each with the number of possibilities.
    taken: Vec<(usize, usize)>,
    at: usize,
}

impl Choices {
    fn next(&mut self, possibilities: usize) -> usize {
        let at = self.at;
        self.at += 1;
        match self.taken.get(at) {
            Some((choice, _)) => *choice,
            None => {
                self.taken.push((0, possibilities));
                0
            }
        }
    }

    /// Goes on to the choices of the next run; false where there are none.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((choice, possibilities)) = self.taken.pop() {
            if choice + 1 < possibilities {
                self.taken.push((choice + 1, possibilities));
                return true;
            }
        }
        false
    }
}

/// A run of programs of a module.
pub struct Machine<'m> {
    module: &'m Module,
    fuel: u64,
    depth: usize,
    choices: Choices,
}

impl<'m> Machine<'m> {
    /// A run within limits.
    pub fn new(module: &'m Module, limits: &Limits) -> Machine<'m> {
        Machine { module, fuel: limits.fuel, depth: 0, choices: Choices::default() }
    }

    /// The same with choices that were taken before.
    #[must_use]
    pub fn with_choices(self, choices: Choices) -> Machine<'m> {
        Machine { choices, ..self }
    }

    /// The choices of the run.
    pub fn choices(self) -> Choices {
        self.choices
    }

    /// The result of a definition.
    ///
    /// # Errors
    /// Why there is none.
    pub fn call(
        &mut self,
        definition: &Definition,
        sizes: Arc<Sizes>,
        arguments: &[Data],
    ) -> Result<Data, Stop> {
        let parameters = definition.parameters.iter().zip(arguments);
        let scope = parameters.fold(Scope::default(), |scope, (parameter, argument)| {
            scope.with(parameter.variable.number, argument.clone())
        });
        self.evaluate(&definition.body, &scope, &sizes)
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// Why there is none.
    pub fn evaluate(&mut self, node: &Arc<Node>, scope: &Scope, sizes: &Arc<Sizes>) -> Result<Data, Stop> {
        self.spend(1)?;
        if self.depth == MAX_DEPTH {
            return Err(Stop::Limit("its parts nest too deeply"));
        }
        self.depth += 1;
        let result = self.inside(node, scope, sizes);
        self.depth -= 1;
        result
    }

    fn inside(&mut self, node: &Arc<Node>, scope: &Scope, sizes: &Arc<Sizes>) -> Result<Data, Stop> {
        match &node.kind {
            Kind::Variable(variable) => scope
                .get(variable.number)
                .cloned()
                .ok_or_else(|| Stop::Unsupported(node.span, format!("`{}` has no value", variable.name))),
            Kind::Literal(digits) => {
                let value = node.ty.scalar().and_then(|scalar| literal(digits, scalar));
                let why = || Stop::Unsupported(node.span, format!("{digits} as {}", node.ty));
                value.map(Data::Number).ok_or_else(why)
            }
            Kind::Lambda(parameter, body) => Ok(Data::Function(Function::Lambda {
                parameter: parameter.number,
                body: Arc::clone(body),
                scope: scope.clone(),
                sizes: Arc::clone(sizes),
            })),
            Kind::Apply(function, argument, _) => {
                let function = self.evaluate(function, scope, sizes)?;
                let argument = self.evaluate(argument, scope, sizes)?;
                self.apply(&function, argument)
            }
            Kind::Pair(first, second) => {
                let first = self.evaluate(first, scope, sizes)?;
                Ok(Data::pair(first, self.evaluate(second, scope, sizes)?))
            }
            Kind::Primitive(primitive, naturals) => {
                let naturals = numbers_of(naturals, sizes, node.span)?;
                let ty = Arc::new(node.ty.clone());
                Ok(partial(Operation::Primitive(*primitive, naturals, ty, Arc::clone(sizes), node.span)))
            }
            Kind::Embed(operation) => {
                let (operands, _) = embedded(operation).unwrap_or((1, false));
                let Some(on) = operand(&node.ty) else {
                    return Err(Stop::Unsupported(node.span, format!("`{operation}` on {}", node.ty)));
                };
                Ok(partial(Operation::Embed(Arc::clone(operation), on, operands, node.span)))
            }
            Kind::Definition(name, lengths) => self.definition(name, lengths, sizes, node.span),
        }
    }

    fn definition(
        &mut self,
        name: &Arc<str>,
        lengths: &[Nat],
        sizes: &Arc<Sizes>,
        at: Span,
    ) -> Result<Data, Stop> {
        let module = self.module;
        let definition = module.definition(name);
        let definition = definition.ok_or_else(|| Stop::Unsupported(at, format!("`{name}` is not there")))?;
        let numbers = numbers_of(lengths, sizes, at)?;
        let inner: Sizes = definition.lengths.iter().cloned().zip(numbers.iter().copied()).collect();
        let inner = Arc::new(inner);
        match definition.parameters.len() {
            0 => self.call(definition, inner, &[]),
            parameters => Ok(partial(Operation::Definition(Arc::clone(name), inner, parameters))),
        }
    }

    fn complete(&mut self, operation: &Operation, arguments: &[Data]) -> Result<Data, Stop> {
        match operation {
            Operation::Primitive(primitive, naturals, ty, sizes, at) => {
                patterns::pattern(*primitive, naturals, (ty, sizes), arguments, *at, self)
            }
            Operation::Embed(name, on, _, at) => {
                let operands: Vec<_> = arguments.iter().map(|argument| argument.number().clone()).collect();
                numbers::embedded(name, *on, &operands, *at).map(Data::Number)
            }
            Operation::Definition(name, sizes, _) => {
                let module = self.module;
                let definition = module.definition(name).ok_or(Stop::Limit("a definition is not there"))?;
                self.call(definition, Arc::clone(sizes), arguments)
            }
            Operation::Native(_, function) => Ok(function(arguments)),
        }
    }
}

impl Apply for Machine<'_> {
    fn apply(&mut self, function: &Data, argument: Data) -> Result<Data, Stop> {
        match function {
            Data::Function(Function::Lambda { parameter, body, scope, sizes }) => {
                self.evaluate(body, &scope.with(*parameter, argument), sizes)
            }
            Data::Function(Function::Partial(operation, first)) => {
                let mut arguments = first.clone();
                arguments.push(argument);
                if arguments.len() < operation.arity() {
                    return Ok(Data::Function(Function::Partial(operation.clone(), arguments)));
                }
                self.complete(operation, &arguments)
            }
            _ => Err(Stop::Limit("a value that is no function is applied")),
        }
    }

    fn spend(&mut self, elements: usize) -> Result<(), Stop> {
        self.fuel =
            self.fuel.checked_sub(elements as u64).ok_or(Stop::Limit("it costs more than its fuel"))?;
        Ok(())
    }

    fn choose(&mut self, possibilities: usize) -> usize {
        self.choices.next(possibilities)
    }
}

fn partial(operation: Operation) -> Data {
    Data::Function(Function::Partial(operation, Vec::new()))
}

/// The type of the numbers that an operation takes.
fn operand(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Fun(from, _) => from.scalar(),
        _ => None,
    }
}

fn numbers_of(lengths: &[Nat], sizes: &Sizes, at: Span) -> Result<Arc<[i128]>, Stop> {
    let one = |length: &Nat| {
        number(length, sizes)
            .ok_or_else(|| Stop::Unsupported(at, format!("the length {length} is no number")))
    };
    lengths.iter().map(one).collect()
}

/// The sizes at which a definition is called on these arguments; `said` are known before.
///
/// # Errors
/// A sentence.
pub fn bound(definition: &Definition, arguments: &[Data], said: &Sizes) -> Result<Sizes, String> {
    let mut equations: Vec<(Nat, i128)> = Vec::new();
    for (parameter, argument) in definition.parameters.iter().zip(arguments) {
        extents(&parameter.ty, argument, &mut equations);
    }
    assay_rise::sizes::solve(definition, &equations, said)
}

/// All results of a run, where `most` runs have them all; `None` where they have not.
pub fn all_results(
    most: usize,
    mut run: impl FnMut(Choices) -> (Result<Data, Stop>, Choices),
) -> Option<Vec<Result<Data, Stop>>> {
    let (mut results, mut choices) = (Vec::new(), Choices::default());
    for _ in 0..most {
        let (result, taken) = run(choices);
        results.push(result);
        choices = taken;
        if !choices.advance() {
            return Some(results);
        }
    }
    None
}

/// The symbols of a definition with these numbers.
pub fn sizes_of(lengths: &[Symbol], numbers: &[i128]) -> Sizes {
    lengths.iter().cloned().zip(numbers.iter().copied()).collect()
}
