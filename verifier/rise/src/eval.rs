//! From programs to values: each pattern is what its table says of the element at an index.

use std::rc::Rc;
use std::sync::Arc;

use assay_rise::core::{Definition, Kind, Module, Node, embedded};
use assay_rise::nat::{Nat, Symbol};
use assay_rise::primitive::Primitive as P;
use assay_rise::types::Type;

use crate::value::{Neutral, Origin, Proof, Reduced, Step, Use, Value, Why, apply, element, reflect};

/// Reductions of up to this constant length are written out.
pub const MAX_UNROLLED: i128 = 32;

/// Names with their values, and what the lengths of a definition stand for.
#[derive(Clone)]
pub struct Scope {
    module: Rc<Module>,
    names: Rc<Names>,
    lengths: Rc<Vec<(Symbol, Nat)>>,
}

enum Names {
    None,
    One(u32, Value, Rc<Names>),
}

impl Scope {
    /// The scope of a definition or rule whose lengths stand for themselves.
    pub fn new(module: Rc<Module>) -> Scope {
        Scope { module, names: Rc::new(Names::None), lengths: Rc::new(Vec::new()) }
    }

    /// The scope of a definition whose lengths stand for others.
    pub fn renamed(module: Rc<Module>, lengths: Vec<(Symbol, Nat)>) -> Scope {
        Scope { lengths: Rc::new(lengths), ..Scope::new(module) }
    }

    /// With one name more.
    #[must_use]
    pub fn with(&self, name: u32, value: Value) -> Scope {
        Scope { names: Rc::new(Names::One(name, value, Rc::clone(&self.names))), ..self.clone() }
    }

    fn get(&self, name: u32) -> Option<Value> {
        let mut names = &self.names;
        while let Names::One(other, value, rest) = &**names {
            if *other == name {
                return Some(value.clone());
            }
            names = rest;
        }
        None
    }

    fn length(&self, length: &Nat) -> Result<Nat, Why> {
        if self.lengths.is_empty() {
            return Ok(length.clone());
        }
        let with = |symbol: &Symbol| {
            self.lengths.iter().find(|(other, _)| other == symbol).map(|(_, length)| length.clone())
        };
        length.substituted(&with).ok_or(Why::Limit)
    }

    /// A type whose lengths are what they stand for.
    ///
    /// # Errors
    /// A length becomes too large.
    pub fn ty(&self, ty: &Type) -> Result<Type, Why> {
        if self.lengths.is_empty() {
            return Ok(ty.clone());
        }
        let with = |symbol: &Symbol| {
            self.lengths.iter().find(|(other, _)| other == symbol).map(|(_, length)| length.clone())
        };
        ty.with_lengths(&with).ok_or(Why::Limit)
    }
}

/// A parameter of a type as a value.
pub fn parameter(number: u32, ty: &Type) -> Value {
    reflect(ty, Rc::new(Neutral { origin: Origin::Parameter(number), uses: Vec::<Use>::new() }))
}

/// The value of a part of a program.
///
/// # Errors
/// Why there is none.
pub fn eval(node: &Arc<Node>, scope: &Scope, proof: &mut Proof) -> Result<Value, Why> {
    proof.nested(|proof| inside(node, scope, proof))
}

fn inside(node: &Arc<Node>, scope: &Scope, proof: &mut Proof) -> Result<Value, Why> {
    match &node.kind {
        Kind::Variable(variable) => scope
            .get(variable.number)
            .ok_or_else(|| Why::Unsupported(format!("`{}` without a value", variable.name))),
        Kind::Literal(digits) => match node.ty.scalar() {
            Some(scalar) => Ok(Value::Literal(Rc::from(&**digits), scalar)),
            None => Err(Why::Unsupported(format!("{digits} of type {}", node.ty))),
        },
        Kind::Lambda(name, body) => {
            let (name, body, scope) = (name.number, Arc::clone(body), scope.clone());
            Ok(Value::Function(Rc::new(move |proof, argument| {
                eval(&body, &scope.with(name, argument), proof)
            })))
        }
        Kind::Apply(function, argument, _) => {
            let function = eval(function, scope, proof)?;
            let argument = eval(argument, scope, proof)?;
            apply(&function, argument, proof)
        }
        Kind::Pair(first, second) => {
            let first = eval(first, scope, proof)?;
            Ok(Value::Pair(Rc::new((first, eval(second, scope, proof)?))))
        }
        Kind::Primitive(primitive, naturals) => {
            let naturals =
                naturals.iter().map(|length| scope.length(length)).collect::<Result<Vec<_>, Why>>()?;
            let ty = scope.ty(&node.ty)?;
            let arity = primitive.arity() + usize::from(*primitive == P::Compose);
            let primitive = *primitive;
            Ok(curried(
                arity,
                Rc::new(move |proof, arguments| pattern(primitive, &naturals, &ty, arguments, proof)),
            ))
        }
        Kind::Embed(name) => {
            let (arity, _) = embedded(name).unwrap_or((1, false));
            let Type::Fun(from, _) = &node.ty else { return Err(Why::Unsupported(name.to_string())) };
            let scalar = from.scalar().ok_or_else(|| Why::Unsupported(name.to_string()))?;
            let name: Rc<str> = Rc::from(&**name);
            Ok(curried(
                arity,
                Rc::new(move |proof, arguments| {
                    proof.traps = true;
                    Ok(Value::Operation(Rc::clone(&name), scalar, Rc::new(arguments.to_vec())))
                }),
            ))
        }
        Kind::Definition(name, lengths) => {
            let lengths =
                lengths.iter().map(|length| scope.length(length)).collect::<Result<Vec<_>, Why>>()?;
            let definition = scope.module.definition(name);
            let definition = definition.ok_or_else(|| Why::Unsupported(format!("@{name} is not there")))?;
            called(definition.clone(), lengths, Rc::clone(&scope.module), proof)
        }
    }
}

fn called(
    definition: Definition,
    lengths: Vec<Nat>,
    module: Rc<Module>,
    proof: &mut Proof,
) -> Result<Value, Why> {
    let lengths = Rc::new(definition.lengths.iter().cloned().zip(lengths).collect::<Vec<_>>());
    let scope = Scope { module, names: Rc::new(Names::None), lengths };
    let arity = definition.parameters.len();
    let body = move |proof: &mut Proof, arguments: &[Value]| {
        let parameters = definition.parameters.iter().zip(arguments);
        let scope = parameters
            .fold(scope.clone(), |scope, (one, value)| scope.with(one.variable.number, value.clone()));
        eval(&definition.body, &scope, proof)
    };
    match arity {
        0 => body(proof, &[]),
        arity => Ok(curried(arity, Rc::new(body))),
    }
}

type Many = Rc<dyn Fn(&mut Proof, &[Value]) -> Result<Value, Why>>;

/// A function of several arguments, one after the other.
fn curried(arity: usize, body: Many) -> Value {
    fn more(arity: usize, first: Vec<Value>, body: Many) -> Value {
        Value::Function(Rc::new(move |proof, argument| {
            let mut arguments = first.clone();
            arguments.push(argument);
            if arguments.len() == arity {
                return body(proof, &arguments);
            }
            Ok(more(arity, arguments, Rc::clone(&body)))
        }))
    }
    more(arity, Vec::new(), body)
}

fn wrong(primitive: P) -> Why {
    Why::Unsupported(format!("`{}` on values of another form", primitive.name()))
}

/// The lengths of the argument and the result of a pattern on one array, by its type: those of the outermost dimensions.
fn outer(ty: &Type) -> Option<(&Nat, &Nat)> {
    let Type::Fun(from, to) = ty else { return None };
    match (&**from, &**to) {
        (Type::Array(from, _), Type::Array(to, _)) => Some((from, to)),
        _ => None,
    }
}

fn inner(ty: &Type) -> Option<&Nat> {
    let Type::Fun(from, _) = ty else { return None };
    let Type::Array(_, row) = &**from else { return None };
    match &**row {
        Type::Array(length, _) => Some(length),
        _ => None,
    }
}

/// A pattern on its arguments.
fn pattern(
    primitive: P,
    naturals: &[Nat],
    ty: &Type,
    arguments: &[Value],
    proof: &mut Proof,
) -> Result<Value, Why> {
    match (primitive, arguments) {
        (P::Map | P::MapSeq, [function, Value::Array(length, _)]) => {
            let (function, array) = (function.clone(), arguments[1].clone());
            Ok(Value::Array(
                length.clone(),
                Rc::new(move |proof, index| {
                    let argument = element(&array, index, proof)?;
                    apply(&function, argument, proof)
                }),
            ))
        }
        (P::ReduceSeq | P::Reduce, [function, start, Value::Array(length, _)]) => {
            let any_order = primitive == P::Reduce;
            reduce(function, start, length, &arguments[2], (result_type(ty), any_order), proof)
        }
        (P::Zip, [Value::Array(length, _), Value::Array(..)]) => {
            let (one, two) = (arguments[0].clone(), arguments[1].clone());
            Ok(Value::Array(
                length.clone(),
                Rc::new(move |proof, index| {
                    Ok(Value::Pair(Rc::new((element(&one, index, proof)?, element(&two, index, proof)?))))
                }),
            ))
        }
        (P::First, [Value::Pair(pair)]) => Ok(pair.0.clone()),
        (P::Second, [Value::Pair(pair)]) => Ok(pair.1.clone()),
        (P::Identity | P::ToMem, [value]) => Ok(value.clone()),
        (P::Compose, [first, second, value]) => {
            let between = apply(first, value.clone(), proof)?;
            apply(second, between, proof)
        }
        (P::Add | P::Sub | P::Mul | P::Min | P::Max, [one, two]) => {
            let scalar = match ty {
                Type::Fun(from, _) => from.scalar(),
                _ => None,
            };
            let scalar = scalar.ok_or_else(|| wrong(primitive))?;
            let name = primitive.operation(scalar).ok_or_else(|| wrong(primitive))?;
            Ok(Value::Operation(name.into(), scalar, Rc::new(vec![one.clone(), two.clone()])))
        }
        (_, [array]) => view(primitive, naturals, ty, array),
        _ => Err(wrong(primitive)),
    }
}

/// The type of the result of a function of three arguments.
fn result_type(ty: &Type) -> Type {
    let mut ty = ty;
    for _ in 0..3 {
        if let Type::Fun(_, to) = ty {
            ty = to;
        }
    }
    ty.clone()
}

/// Patterns that only move elements.
fn view(primitive: P, naturals: &[Nat], ty: &Type, array: &Value) -> Result<Value, Why> {
    let (from, to) = outer(ty).ok_or_else(|| wrong(primitive))?;
    let (array, from, to) = (array.clone(), from.clone(), to.clone());
    let small = |index: Option<Nat>| index.ok_or(Why::Limit);
    match (primitive, naturals) {
        (P::Split, [block]) => {
            let block = block.clone();
            let blocks = move |_: &mut Proof, i: &Nat| {
                let start = small(i.times(&block))?;
                let array = array.clone();
                Ok(Value::Array(
                    block.clone(),
                    Rc::new(move |proof, j| element(&array, &small(start.plus(j))?, proof)),
                ))
            };
            Ok(Value::Array(to, Rc::new(blocks)))
        }
        (P::Join, _) => {
            let block = inner(ty).ok_or_else(|| wrong(primitive))?.clone();
            let joined = move |proof: &mut Proof, i: &Nat| {
                let (row, column) = (proof.atoms.quotient(i, &block)?, proof.atoms.rest(i, &block)?);
                let row = element(&array, &row, proof)?;
                element(&row, &column, proof)
            };
            Ok(Value::Array(to, Rc::new(joined)))
        }
        (P::Transpose, _) => {
            let columns = move |_: &mut Proof, i: &Nat| {
                let (array, i) = (array.clone(), i.clone());
                Ok(Value::Array(
                    from.clone(),
                    Rc::new(move |proof, j| {
                        let row = element(&array, j, proof)?;
                        element(&row, &i, proof)
                    }),
                ))
            };
            Ok(Value::Array(to, Rc::new(columns)))
        }
        (P::Slide, [size, step]) => {
            let (size, step) = (size.clone(), step.clone());
            let windows = move |_: &mut Proof, i: &Nat| {
                let start = small(i.times(&step))?;
                let array = array.clone();
                Ok(Value::Array(
                    size.clone(),
                    Rc::new(move |proof, j| element(&array, &small(start.plus(j))?, proof)),
                ))
            };
            Ok(Value::Array(to, Rc::new(windows)))
        }
        (P::Pad, [left, _]) => {
            let left = left.clone();
            let padded = move |proof: &mut Proof, i: &Nat| {
                let inside = proof.atoms.maximum(&small(i.minus(&left))?, &Nat::default())?;
                let last = small(from.minus(&Nat::constant(1)))?;
                let index = proof.atoms.minimum(&inside, &last)?;
                element(&array, &index, proof)
            };
            Ok(Value::Array(to, Rc::new(padded)))
        }
        _ => Err(wrong(primitive)),
    }
}

/// A reduction in order; one of a small constant length is written out.
fn reduce(
    function: &Value,
    start: &Value,
    length: &Nat,
    array: &Value,
    (ty, any_order): (Type, bool),
    proof: &mut Proof,
) -> Result<Value, Why> {
    let (function, array) = (function.clone(), array.clone());
    let step: Step = Rc::new(move |proof, index, last| {
        let element = element(&array, index, proof)?;
        let partial = apply(&function, element, proof)?;
        apply(&partial, last, proof)
    });
    match length.number() {
        Some(count) if !any_order && (0..=MAX_UNROLLED).contains(&count) => {
            (0..count).try_fold(start.clone(), |last, index| step(proof, &Nat::constant(index), last))
        }
        _ => {
            let reduction =
                Reduced { length: length.clone(), start: start.clone(), step, ty: ty.clone(), any_order };
            let origin = Origin::Reduction(Rc::new(reduction));
            Ok(reflect(&ty, Rc::new(Neutral { origin, uses: Vec::new() })))
        }
    }
}
