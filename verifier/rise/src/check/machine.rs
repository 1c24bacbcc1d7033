//! From programs to terms: a machine with a stack of what is done with the value of a program. Knows no law.

use std::rc::Rc;

use assay_ir::ops;
use assay_rise::core::{Kind, Module, Node, Parameter, Premise as Stated, embedded};
use assay_rise::index::Atom;
use assay_rise::nat::{Nat, Symbol};
use assay_rise::primitive::Primitive as P;
use assay_rise::types::Type;

use super::index::{Checked, large};
use super::laws::Checker;
use super::terms;
use crate::derivation::Property;
use crate::normal::{Access, Head, LAST, Normal, Reduction};

/// Reductions in order of up to this constant length are written out.
const WRITTEN_OUT: i128 = 32;

/// Values that wait for each other.
const MAX_NESTING: u32 = 600;

/// A program with parameters, whose lengths stand for others.
pub struct Program<'p> {
    /// The program.
    pub body: &'p Node,
    /// Its parameters.
    pub parameters: &'p [Parameter],
    /// Definitions that it names.
    pub module: &'p Module,
    /// The lengths that its own stand for.
    pub lengths: Vec<(Symbol, Nat)>,
}

/// A use of a value; the next one is the last of a stack.
#[derive(Clone)]
enum Elim<'p> {
    Index(Nat),
    First,
    Second,
    Argument(Thunk<'p>),
}

/// A value that is not computed, with what is done with it.
#[derive(Clone)]
struct Thunk<'p> {
    code: Code<'p>,
    stack: Vec<Elim<'p>>,
}

#[derive(Clone)]
enum Code<'p> {
    Node(&'p Node, Env<'p>),
    Opaque(Head, Type),
}

#[derive(Clone)]
struct Env<'p> {
    module: &'p Module,
    lengths: Rc<Vec<(Symbol, Nat)>>,
    names: Rc<Vec<(u32, Thunk<'p>)>>,
}

impl<'p> Env<'p> {
    fn with(&self, number: u32, value: Thunk<'p>) -> Env<'p> {
        let mut names = (*self.names).clone();
        names.push((number, value));
        Env { names: Rc::new(names), ..self.clone() }
    }

    fn length(&self, length: &Nat) -> Checked<Nat> {
        length.substituted(&|symbol| self.put(symbol)).ok_or_else(large)
    }

    fn put(&self, symbol: &Symbol) -> Option<Nat> {
        self.lengths.iter().find(|(other, _)| other == symbol).map(|(_, length)| length.clone())
    }
}

impl<'p> Thunk<'p> {
    fn then(&self, next: Elim<'p>) -> Thunk<'p> {
        let mut thunk = self.clone();
        thunk.stack.insert(0, next);
        thunk
    }
}

impl Checker<'_> {
    pub(super) fn side<'p>(&mut self, program: &Program<'p>, stated: &'p [Stated]) -> Checked<Normal> {
        let lengths = Rc::new(program.lengths.clone());
        let mut env = Env { module: program.module, lengths, names: Rc::default() };
        for (at, one) in program.parameters.iter().enumerate() {
            let ty = one.ty.with_lengths(&|symbol| env.put(symbol)).ok_or_else(large)?;
            let code = Code::Opaque(Head::Parameter(at as u32), ty);
            env = env.with(one.variable.number, Thunk { code, stack: Vec::new() });
        }
        let number = |node: &Node| match &node.kind {
            Kind::Variable(variable) => program.parameters.iter().position(|one| one.variable == *variable),
            _ => None,
        };
        self.stated.clear();
        for premise in stated {
            let (property, op, value) = match premise {
                Stated::Associative(op) => (Property::Associative, op, None),
                Stated::Commutative(op) => (Property::Commutative, op, None),
                Stated::Idempotent(op) => (Property::Idempotent, op, None),
                Stated::Neutral(value, op) => {
                    let thunk = Thunk { code: Code::Node(value, env.clone()), stack: Vec::new() };
                    (Property::Neutral(0), op, Some(self.quote(&thunk, &value.ty)?))
                }
            };
            self.stated.extend(number(op).map(|op| (property, value, op as u32)));
        }
        let ty = program.body.ty.with_lengths(&|symbol| env.put(symbol)).ok_or_else(large)?;
        self.quote(&Thunk { code: Code::Node(program.body, env), stack: Vec::new() }, &ty)
    }

    /// The term of a value of a type: it is applied to fresh indices and arguments until it is a number.
    fn quote(&mut self, value: &Thunk<'_>, ty: &Type) -> Checked<Normal> {
        Ok(match ty {
            Type::Pair(first, second) => {
                let one = self.quote(&value.then(Elim::First), first)?;
                Normal::Pair(Box::new(one), Box::new(self.quote(&value.then(Elim::Second), second)?))
            }
            Type::Array(length, _) if length.is_zero() => Normal::Nothing,
            Type::Array(length, inner) => {
                let element = self
                    .under(length, |checker, index| checker.quote(&value.then(Elim::Index(index)), inner))?;
                Normal::Array(length.clone(), Box::new(element))
            }
            Type::Fun(from, to) => {
                let code = Code::Opaque(Head::Bound(self.depth), (**from).clone());
                self.depth += 1;
                let argument = Thunk { code, stack: Vec::new() };
                let result = self.quote(&value.then(Elim::Argument(argument)), to)?;
                self.depth -= 1;
                Normal::Function(Box::new(result))
            }
            _ => self.run(value.code.clone(), value.stack.clone())?,
        })
    }

    fn under<T>(&mut self, length: &Nat, work: impl FnOnce(&mut Self, Nat) -> Checked<T>) -> Checked<T> {
        let known = self.indices.known();
        self.indices.is_positive(length);
        let index = self.indices.atom(Atom::Variable(self.depth, length.clone()));
        self.depth += 1;
        let result = work(self, index)?;
        self.depth -= 1;
        self.indices.forget(known);
        Ok(result)
    }

    /// The number that code is behind all that is done with it.
    fn run<'p>(&mut self, code: Code<'p>, stack: Vec<Elim<'p>>) -> Checked<Normal> {
        if self.nesting == MAX_NESTING {
            return Err(large());
        }
        self.nesting += 1;
        let term = self.run_inside(code, stack);
        self.nesting -= 1;
        term
    }

    fn run_inside<'p>(&mut self, mut code: Code<'p>, mut stack: Vec<Elim<'p>>) -> Checked<Normal> {
        loop {
            self.fuel = self.fuel.checked_sub(1 + stack.len() as u64).ok_or_else(large)?;
            let (node, env) = match code {
                Code::Opaque(head, ty) => return self.accessed(head, ty, stack),
                Code::Node(node, env) => (node, env),
            };
            let next = match (&node.kind, &node.ty) {
                (Kind::Variable(variable), _) => {
                    let found = env.names.iter().rev().find(|(number, _)| *number == variable.number);
                    found.ok_or("a name without a value")?.1.clone()
                }
                (Kind::Lambda(name, body), _) => {
                    let value = argument(&mut stack)?;
                    Thunk { code: Code::Node(body, env.with(name.number, value)), stack: Vec::new() }
                }
                (Kind::Apply(function, value, _), _) => {
                    let value = Thunk { code: Code::Node(value, env.clone()), stack: Vec::new() };
                    stack.push(Elim::Argument(value));
                    Thunk { code: Code::Node(function, env), stack: Vec::new() }
                }
                (Kind::Pair(first, second), _) => {
                    let part = if is_first(&mut stack)? { first } else { second };
                    Thunk { code: Code::Node(part, env), stack: Vec::new() }
                }
                (Kind::Literal(digits), ty) => return terms::literal(digits, ty),
                (Kind::Embed(name), Type::Fun(from, _)) => {
                    let total = ops::op(name).is_some_and(|op| op.has("AlwaysSpeculatableImplTrait"));
                    if self.is_after && !total {
                        return Err(format!("`{name}` may be undefined"));
                    }
                    let (arity, _) = embedded(name).ok_or("an operation that is not known")?;
                    let scalar = from.scalar().ok_or("an operation on numbers")?;
                    return self.operation(name, scalar, arity, &mut stack);
                }
                (Kind::Definition(name, lengths), _) => {
                    let definition = env.module.definition(name).ok_or("a definition that is not there")?;
                    let lengths = lengths.iter().map(|one| env.length(one)).collect::<Checked<Vec<_>>>()?;
                    let lengths = definition.lengths.iter().cloned().zip(lengths).collect();
                    let mut inner =
                        Env { module: env.module, lengths: Rc::new(lengths), names: Rc::default() };
                    for one in &definition.parameters {
                        inner = inner.with(one.variable.number, argument(&mut stack)?);
                    }
                    Thunk { code: Code::Node(&definition.body, inner), stack: Vec::new() }
                }
                (Kind::Primitive(primitive, naturals), ty) => {
                    let naturals = naturals.iter().map(|one| env.length(one)).collect::<Checked<Vec<_>>>()?;
                    let ty = ty.with_lengths(&|symbol| env.put(symbol)).ok_or_else(large)?;
                    match primitive {
                        P::Add | P::Sub | P::Mul | P::Min | P::Max => {
                            let Type::Fun(from, _) = &ty else { return Err("a function".to_owned()) };
                            let scalar = from.scalar().ok_or("an operation on numbers")?;
                            let name = primitive.operation(scalar).ok_or("an operation on numbers")?;
                            return self.operation(name, scalar, 2, &mut stack);
                        }
                        P::Reduce | P::ReduceSeq => {
                            match self.reduce(*primitive == P::Reduce, &ty, &mut stack)? {
                                Ok(next) => next,
                                Err(term) => return Ok(term),
                            }
                        }
                        _ => self.pattern(*primitive, &naturals, &ty, &mut stack)?,
                    }
                }
                _ => return Err("a program of another form".to_owned()),
            };
            stack.extend(next.stack);
            code = next.code;
        }
    }

    /// The term of a variable behind its uses.
    fn accessed(&mut self, head: Head, ty: Type, mut stack: Vec<Elim<'_>>) -> Checked<Normal> {
        let (mut ty, mut accesses) = (&ty, Vec::new());
        while let Some(next) = stack.pop() {
            let (access, rest) = match (next, ty) {
                (Elim::Index(index), Type::Array(_, element)) => (Access::Index(index), element),
                (Elim::First, Type::Pair(first, _)) => (Access::First, first),
                (Elim::Second, Type::Pair(_, second)) => (Access::Second, second),
                (Elim::Argument(value), Type::Fun(from, to)) => {
                    (Access::Argument(self.quote(&value, from)?), to)
                }
                _ => return Err("a value of another type".to_owned()),
            };
            accesses.push(access);
            ty = rest;
        }
        self.lawful(Normal::Chain(head, accesses), self.depth)
    }

    fn operation(
        &mut self,
        name: &str,
        scalar: assay_rise::types::Scalar,
        arity: usize,
        stack: &mut Vec<Elim<'_>>,
    ) -> Checked<Normal> {
        let values = (0..arity).map(|_| argument(stack)).collect::<Checked<Vec<_>>>()?;
        let operands = values.into_iter().map(|value| self.run(value.code, value.stack));
        let operands = operands.collect::<Checked<Vec<_>>>()?;
        Ok(self.applied(name, scalar, operands))
    }

    /// A pattern that moves or maps elements: by its table, the value whose part is asked for.
    fn pattern<'p>(
        &mut self,
        primitive: P,
        naturals: &[Nat],
        ty: &Type,
        stack: &mut Vec<Elim<'p>>,
    ) -> Checked<Thunk<'p>> {
        let x = argument(stack)?;
        let Type::Fun(from, to) = ty else { return Err("a pattern of another type".to_owned()) };
        let plus = |one: Option<Nat>, two: &Nat| one.and_then(|one| one.plus(two)).ok_or_else(large);
        match (primitive, naturals) {
            (P::Map | P::MapSeq, _) => {
                let (array, index) = (argument(stack)?, index(stack)?);
                stack.push(Elim::Argument(array.then(Elim::Index(index))));
                Ok(x)
            }
            (P::Zip, _) => {
                let (other, index, first) = (argument(stack)?, index(stack)?, is_first(stack)?);
                stack.push(Elim::Index(index));
                Ok(if first { x } else { other })
            }
            (P::Compose, _) => {
                let (after, value) = (argument(stack)?, argument(stack)?);
                stack.push(Elim::Argument(x.then(Elim::Argument(value))));
                Ok(after)
            }
            (P::First | P::Second, _) => {
                stack.push(if primitive == P::First { Elim::First } else { Elim::Second });
                Ok(x)
            }
            (P::Identity | P::ToMem, _) => Ok(x),
            (P::Transpose, _) => {
                let (i, j) = (index(stack)?, index(stack)?);
                stack.extend([Elim::Index(i), Elim::Index(j)]);
                Ok(x)
            }
            (P::Split, [step]) | (P::Slide, [_, step]) => {
                let (i, j) = (index(stack)?, index(stack)?);
                stack.push(Elim::Index(plus(i.times(step), &j)?));
                Ok(x)
            }
            (P::Join, _) => {
                let (Type::Array(_, row), i) = (&**from, index(stack)?) else { return Err(large()) };
                let Type::Array(block, _) = &**row else { return Err(large()) };
                let quotient = self.indices.quotient(&i, block)?;
                let rest = quotient.times(block).and_then(|start| i.minus(&start)).ok_or_else(large)?;
                stack.extend([Elim::Index(rest), Elim::Index(quotient)]);
                Ok(x)
            }
            (P::Pad, [left, _]) => {
                let (Type::Array(length, _), Type::Array(..)) = (&**from, &**to) else { return Err(large()) };
                let i = index(stack)?.minus(left).ok_or_else(large)?;
                let inside = self.indices.extreme(&i, &Nat::default(), true)?;
                let last = length.minus(&Nat::constant(1)).ok_or_else(large)?;
                stack.push(Elim::Index(self.indices.extreme(&inside, &last, false)?));
                Ok(x)
            }
            _ => Err(format!("`{}` on these values", primitive.name())),
        }
    }

    /// A reduction: written out as another value, or a term.
    fn reduce<'p>(
        &mut self,
        any_order: bool,
        ty: &Type,
        stack: &mut Vec<Elim<'p>>,
    ) -> Checked<Result<Thunk<'p>, Normal>> {
        let (f, z, x) = (argument(stack)?, argument(stack)?, argument(stack)?);
        let Type::Fun(_, rest) = ty else { return Err(large()) };
        let Type::Fun(result, rest) = &**rest else { return Err(large()) };
        let Type::Fun(from, _) = &**rest else { return Err(large()) };
        let Type::Array(length, _) = &**from else { return Err(large()) };
        let element = |index: Nat| Elim::Argument(x.then(Elim::Index(index)));
        if let Some(count) = length.number().filter(|count| !any_order && *count <= WRITTEN_OUT) {
            let step = |last: Thunk<'p>, at| f.then(element(Nat::constant(at))).then(Elim::Argument(last));
            return Ok(Ok((0..count).fold(z, step)));
        }
        let start = self.quote(&z, result)?;
        let (level, last) = (self.depth, LAST + self.depth);
        let step = self.under(length, |checker, index| {
            let code = Code::Opaque(Head::Bound(last), (**result).clone());
            let last = Elim::Argument(Thunk { code, stack: Vec::new() });
            checker.quote(&f.then(element(index)).then(last), result)
        })?;
        let reduction = Reduction { length: length.clone(), start, step };
        let (term, orderless) = self.reduction(reduction, result.scalar(), level)?;
        if any_order && self.is_after && !orderless {
            return Err("a `reduce` whose order matters".to_owned());
        }
        if stack.is_empty() {
            return Ok(Err(term));
        }
        let Normal::Chain(head, accesses) = term else { return Err("parts of a reduction".to_owned()) };
        if !accesses.is_empty() {
            return Err("parts of a reduction".to_owned());
        }
        Ok(Err(self.accessed(head, (**result).clone(), std::mem::take(stack))?))
    }
}

fn argument<'p>(stack: &mut Vec<Elim<'p>>) -> Checked<Thunk<'p>> {
    match stack.pop() {
        Some(Elim::Argument(value)) => Ok(value),
        _ => Err("a function without an argument".to_owned()),
    }
}

fn index(stack: &mut Vec<Elim<'_>>) -> Checked<Nat> {
    match stack.pop() {
        Some(Elim::Index(index)) => Ok(index),
        _ => Err("an array without an index".to_owned()),
    }
}

fn is_first(stack: &mut Vec<Elim<'_>>) -> Checked<bool> {
    match stack.pop() {
        Some(Elim::First) => Ok(true),
        Some(Elim::Second) => Ok(false),
        _ => Err("a pair of which no part is asked for".to_owned()),
    }
}
