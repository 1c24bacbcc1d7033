//! From expressions to values of a lowering: patterns that move elements are index arithmetic, `map` computes an element where it is
//! read, a reduction is a loop that carries its result.

use std::rc::Rc;
use std::sync::Arc;

use super::Why;
use super::emit::{Buffer, Emitter, named};
use super::value::{Array, Form, Lower, Move, Value, apply, components, element, read};
use super::views::view;
use super::write::{Place, allocated, carrying, in_loop, stored, write};
use crate::core::{Definition, Kind, Module, Node, embedded};
use crate::nat::{Nat, Symbol};
use crate::primitive::Primitive as P;
use crate::types::{Scalar, Type};

/// Names with their values, and what lengths stand for.
#[derive(Clone)]
pub(super) struct Scope {
    module: Rc<Module>,
    names: Rc<Vec<(u32, Value)>>,
    lengths: Rc<Vec<(Symbol, Nat)>>,
}

impl Scope {
    pub(super) fn new(module: Rc<Module>, lengths: Vec<(Symbol, Nat)>) -> Scope {
        Scope { module, names: Rc::default(), lengths: Rc::new(lengths) }
    }

    pub(super) fn with(&self, name: u32, value: Value) -> Scope {
        let mut names = (*self.names).clone();
        names.push((name, value));
        Scope { names: Rc::new(names), ..self.clone() }
    }

    fn put(&self, symbol: &Symbol) -> Option<Nat> {
        self.lengths.iter().find(|(other, _)| other == symbol).map(|(_, length)| length.clone())
    }

    pub(super) fn length(&self, length: &Nat) -> Result<Nat, Why> {
        length.substituted(&|symbol| self.put(symbol)).ok_or(Why::TooLarge)
    }

    pub(super) fn ty(&self, ty: &Type) -> Result<Type, Why> {
        ty.with_lengths(&|symbol| self.put(symbol)).ok_or(Why::TooLarge)
    }
}

/// The value of a part of a program.
pub(super) fn eval(node: &Arc<Node>, scope: &Scope, lower: &mut Lower) -> Result<Value, Why> {
    lower.nested(|lower| inside(node, scope, lower))
}

fn inside(node: &Arc<Node>, scope: &Scope, lower: &mut Lower) -> Result<Value, Why> {
    match &node.kind {
        Kind::Variable(variable) => {
            let found = scope.names.iter().rev().find(|(number, _)| *number == variable.number);
            let none = || Why::Unsupported(format!("`{}` without a value", variable.name));
            found.map(|(_, value)| value.clone()).ok_or_else(none)
        }
        Kind::Literal(digits) => {
            let scalar = node.ty.scalar().ok_or(Why::TooLarge)?;
            Ok(Value::Number(lower.out.constant(&constant(digits, scalar)).into(), scalar))
        }
        Kind::Lambda(name, body) => {
            let (number, body, scope) = (name.number, Arc::clone(body), scope.clone());
            let function =
                move |lower: &mut Lower, argument| eval(&body, &scope.with(number, argument), lower);
            Ok(Value::Function(Rc::new(function), Some(Rc::from(&*name.name))))
        }
        Kind::Apply(function, argument, _) => {
            let (moves, is_view) = (moves(function, scope), reads_only(function));
            let (function, ty) = (eval(function, scope, lower)?, scope.ty(&argument.ty)?);
            let argument = eval(argument, scope, lower)?;
            let result = apply(&function, argument.clone(), lower)?;
            let is_view = is_view && argument.is_view();
            Ok(match (result, moves) {
                // Elements that only have other indices are written where they are in the end.
                (Value::Array(array), Some(moves)) => {
                    let form = Form::Moved(Rc::new(argument), ty, moves.into());
                    Value::Array(Rc::new(Array {
                        form,
                        is_view: array.is_view || is_view,
                        ..(*array).clone()
                    }))
                }
                (Value::Array(array), None) if is_view && !array.is_view => {
                    Value::Array(Rc::new(Array { is_view, ..(*array).clone() }))
                }
                (result, _) => result,
            })
        }
        Kind::Pair(first, second) => {
            let first = eval(first, scope, lower)?;
            Ok(Value::Pair(Rc::new((first, eval(second, scope, lower)?))))
        }
        Kind::Primitive(primitive, naturals) => {
            let naturals =
                naturals.iter().map(|length| scope.length(length)).collect::<Result<Vec<_>, _>>()?;
            let (primitive, ty) = (*primitive, scope.ty(&node.ty)?);
            let arity = primitive.arity() + usize::from(primitive == P::Compose);
            Ok(curried(
                arity,
                Rc::new(move |lower, arguments| pattern(primitive, &naturals, &ty, arguments, lower)),
            ))
        }
        Kind::Embed(name) => embed(name, &node.ty),
        Kind::Definition(name, lengths) => {
            let lengths = lengths.iter().map(|length| scope.length(length)).collect::<Result<Vec<_>, _>>()?;
            let definition = scope.module.definition(name).cloned();
            let definition = definition.ok_or_else(|| Why::Unsupported(format!("@{name} is not there")))?;
            if lower.kernels.contains(name) {
                let arity = definition.parameters.len();
                return Ok(curried(arity, Rc::new(move |lower, all| kernel(&definition, all, lower))));
            }
            called(definition, lengths, Rc::clone(&scope.module), lower)
        }
    }
}

/// Changes of the indices of an array by a function that only moves elements.
fn moves(function: &Node, scope: &Scope) -> Option<Vec<Move>> {
    let deeper = |one: Move| match one {
        Move::Join(at, block) => Move::Join(at + 1, block),
        Move::Transpose(at) => Move::Transpose(at + 1),
    };
    let (head, arguments) = function.spine();
    match (&head.kind, &arguments[..]) {
        (Kind::Primitive(P::Join, _), []) => {
            let Type::Fun(from, _) = &head.ty else { return None };
            let Type::Array(_, row) = &**from else { return None };
            let Type::Array(block, _) = &**row else { return None };
            Some(vec![Move::Join(0, scope.length(block).ok()?)])
        }
        (Kind::Primitive(P::Transpose, _), []) => Some(vec![Move::Transpose(0)]),
        (Kind::Primitive(P::Map, _), [inner]) => Some(moves(inner, scope)?.into_iter().map(deeper).collect()),
        (Kind::Primitive(P::Compose, _), [first, second]) => {
            let mut all = moves(first, scope)?;
            all.extend(moves(second, scope)?);
            Some(all)
        }
        (Kind::Lambda(variable, body), []) => {
            let (mut next, mut all) = (body, Vec::new());
            while let Kind::Apply(function, argument, _) = &next.kind {
                all.push(moves(function, scope)?);
                next = argument;
            }
            let is_argument = matches!(&next.kind, Kind::Variable(one) if one == variable);
            (is_argument && !all.is_empty()).then(|| all.into_iter().rev().flatten().collect())
        }
        _ => None,
    }
}

/// Tells if a function only reads elements of its argument at other indices.
fn reads_only(function: &Node) -> bool {
    let (head, arguments) = function.spine();
    match (&head.kind, &arguments[..]) {
        (Kind::Primitive(P::Join | P::Transpose | P::Split | P::Slide | P::Pad | P::Identity, _), []) => true,
        (Kind::Primitive(P::First | P::Second, _), []) => true,
        (Kind::Primitive(P::Map, _), [inner]) => reads_only(inner),
        (Kind::Primitive(P::Compose, _), [first, second]) => reads_only(first) && reads_only(second),
        (Kind::Lambda(variable, body), []) => {
            let mut next = body;
            while let Kind::Apply(function, argument, _) = &next.kind {
                if !reads_only(function) {
                    return false;
                }
                next = argument;
            }
            matches!(&next.kind, Kind::Variable(one) if one == variable)
        }
        _ => false,
    }
}

/// A literal as a constant of MLIR.
fn constant(digits: &str, scalar: Scalar) -> String {
    match scalar {
        Scalar::Int(1) => (if digits == "0" { "false" } else { "true" }).to_owned(),
        // The signed reading, which every width has.
        Scalar::Int(width) => {
            let number: i128 = digits.parse().unwrap_or(0);
            let number = if number >= 1 << (width - 1) { number - (1 << width) } else { number };
            format!("{number} : {scalar}")
        }
        _ => format!("{digits} : {scalar}"),
    }
}

fn embed(name: &Arc<str>, ty: &Type) -> Result<Value, Why> {
    let (arity, _) = embedded(name).unwrap_or((1, false));
    let Type::Fun(from, _) = ty else { return Err(Why::Unsupported(name.to_string())) };
    let scalar = from.scalar().ok_or_else(|| Why::Unsupported(name.to_string()))?;
    let name = Arc::clone(name);
    Ok(curried(arity, Rc::new(move |lower, arguments| operation(&name, scalar, arguments, lower))))
}

fn operation(name: &str, scalar: Scalar, operands: &[Value], lower: &mut Lower) -> Result<Value, Why> {
    let names: Vec<&str> = operands
        .iter()
        .map(|operand| match operand {
            Value::Number(name, _) => Ok(&**name),
            _ => Err(Why::Unsupported(format!("`{name}` on a value that is no number"))),
        })
        .collect::<Result<_, Why>>()?;
    let text = format!("{name} {} : {scalar}", names.join(", "));
    Ok(Value::Number(lower.out.operation(&text)?.into(), scalar))
}

fn called(
    definition: Definition,
    lengths: Vec<Nat>,
    module: Rc<Module>,
    lower: &mut Lower,
) -> Result<Value, Why> {
    let scope = Scope::new(module, definition.lengths.iter().cloned().zip(lengths).collect());
    let arity = definition.parameters.len();
    let body = move |lower: &mut Lower, arguments: &[Value]| {
        let parameters = definition.parameters.iter().zip(arguments);
        let scope = parameters
            .fold(scope.clone(), |scope, (one, value)| scope.with(one.variable.number, value.clone()));
        eval(&definition.body, &scope, lower)
    };
    match arity {
        0 => body(lower, &[]),
        arity => Ok(curried(arity, Rc::new(body))),
    }
}

/// A call of a function whose arguments and result are in memory.
fn kernel(definition: &Definition, arguments: &[Value], lower: &mut Lower) -> Result<Value, Why> {
    let result = allocated(definition.result(), lower)?;
    lower.costs.push(format!("the result of @{}: a temporary of {}", definition.name, definition.result()));
    kernel_into(definition, arguments, &result, lower)?;
    read(definition.result(), &result, Vec::new(), lower)
}

/// A call of a function that writes its result to memory.
fn kernel_into(
    definition: &Definition,
    arguments: &[Value],
    result: &[Rc<Buffer>],
    lower: &mut Lower,
) -> Result<(), Why> {
    let mut memory = Vec::new();
    for (parameter, argument) in definition.parameters.iter().zip(arguments) {
        let known = argument.array()?.memory.clone();
        memory.extend(match known {
            Some(buffers) => buffers.to_vec(),
            None => {
                let buffers = allocated(&parameter.ty, lower)?;
                let line = format!("an argument of @{}: a temporary of {}", definition.name, parameter.ty);
                lower.costs.push(line);
                write(argument, &parameter.ty, &Place::new(buffers.clone()), lower)?;
                buffers
            }
        });
    }
    memory.extend(result.iter().cloned());
    let names: Vec<&str> = memory.iter().map(|buffer| buffer.name.as_str()).collect();
    let types: Vec<String> = memory.iter().map(|buffer| Emitter::buffer_type(buffer)).collect();
    let call = named("func", "call");
    lower.out.line(&format!(
        "{call} @{}({}) : ({}) -> ()",
        definition.name,
        names.join(", "),
        types.join(", ")
    ))
}

/// Writes a program that is a call of a function to where its result belongs; `None` for another program.
pub(super) fn called_into(
    node: &Node,
    scope: &Scope,
    result: &[Rc<Buffer>],
    lower: &mut Lower,
) -> Option<Result<(), Why>> {
    let (head, arguments) = node.spine();
    let Kind::Definition(name, _) = &head.kind else { return None };
    let definition = scope.module.definition(name).filter(|_| lower.kernels.contains(name))?.clone();
    let arguments = arguments.into_iter().map(|argument| eval(argument, scope, lower));
    let arguments = arguments.collect::<Result<Vec<_>, Why>>();
    Some(arguments.and_then(|arguments| kernel_into(&definition, &arguments, result, lower)))
}

type Many = Rc<dyn Fn(&mut Lower, &[Value]) -> Result<Value, Why>>;

fn curried(arity: usize, body: Many) -> Value {
    fn more(arity: usize, first: Vec<Value>, body: Many) -> Value {
        Value::Function(
            Rc::new(move |lower, argument| {
                let mut arguments = first.clone();
                arguments.push(argument);
                if arguments.len() == arity {
                    return body(lower, &arguments);
                }
                Ok(more(arity, arguments, Rc::clone(&body)))
            }),
            None,
        )
    }
    more(arity, Vec::new(), body)
}

fn pattern(
    primitive: P,
    naturals: &[Nat],
    ty: &Type,
    arguments: &[Value],
    lower: &mut Lower,
) -> Result<Value, Why> {
    match (primitive, arguments) {
        (P::Map | P::MapSeq, [function, array]) => {
            let (length, name) = (array.array()?.length.clone(), function.argument());
            let (function, array) = (function.clone(), array.clone());
            let element = move |lower: &mut Lower, index: &Nat| {
                let argument = element(&array, index, lower)?;
                apply(&function, argument, lower)
            };
            let (element, form) = (Rc::new(element), Form::Elements);
            Ok(Value::Array(Rc::new(Array { length, element, form, is_view: false, name, memory: None })))
        }
        (P::ReduceSeq | P::Reduce, [function, start, array]) => {
            reduce(function, start, array, &result_type(ty), lower)
        }
        (P::Zip, [one, two]) => {
            let length = one.array()?.length.clone();
            let (is_view, one, two) = (one.is_view() && two.is_view(), one.clone(), two.clone());
            Ok(Value::elements(
                length,
                is_view,
                Rc::new(move |lower, index| {
                    let first = element(&one, index, lower)?;
                    Ok(Value::Pair(Rc::new((first, element(&two, index, lower)?))))
                }),
            ))
        }
        (P::First, [Value::Pair(pair)]) => Ok(pair.0.clone()),
        (P::Second, [Value::Pair(pair)]) => Ok(pair.1.clone()),
        (P::Identity, [value]) => Ok(value.clone()),
        (P::ToMem, [value]) => match ty {
            Type::Fun(from, _) => stored(value, from, lower),
            _ => Ok(value.clone()),
        },
        (P::Compose, [first, second, value]) => {
            let between = apply(first, value.clone(), lower)?;
            apply(second, between, lower)
        }
        (P::Slide, [array]) if !array.is_view() => {
            let Type::Fun(from, _) = ty else { return Err(Why::TooLarge) };
            lower.costs.push(format!("`slide` over computed elements: a temporary of {from}"));
            let array = stored(array, from, lower)?;
            view(primitive, naturals, ty, &array)
        }
        (_, [one, two]) if primitive.is_scalar() => {
            let scalar = match ty {
                Type::Fun(from, _) => from.scalar(),
                _ => None,
            };
            let name = scalar.and_then(|scalar| Some((primitive.operation(scalar)?, scalar)));
            let (name, scalar) = name.ok_or_else(|| Why::Unsupported(primitive.name().to_owned()))?;
            operation(name, scalar, &[one.clone(), two.clone()], lower)
        }
        (_, [array]) => view(primitive, naturals, ty, array),
        _ => Err(Why::Unsupported(format!("`{}` on these values", primitive.name()))),
    }
}

fn result_type(ty: &Type) -> Type {
    let mut ty = ty;
    for _ in 0..3 {
        if let Type::Fun(_, to) = ty {
            ty = to;
        }
    }
    ty.clone()
}

/// The numbers of a value without arrays, in order.
fn numbers(value: &Value, out: &mut Vec<(String, Scalar)>) -> Result<(), Why> {
    match value {
        Value::Number(name, scalar) => out.push((name.to_string(), *scalar)),
        Value::Pair(pair) => {
            numbers(&pair.0, out)?;
            numbers(&pair.1, out)?;
        }
        _ => return Err(Why::Unsupported("a result with arrays in it".to_owned())),
    }
    Ok(())
}

/// A value without arrays from its numbers.
fn from_numbers(ty: &Type, names: &mut dyn Iterator<Item = String>) -> Result<Value, Why> {
    match ty {
        Type::Scalar(scalar) => Ok(Value::Number(names.next().ok_or(Why::TooLarge)?.into(), *scalar)),
        Type::Pair(first, second) => {
            let first = from_numbers(first, names)?;
            Ok(Value::Pair(Rc::new((first, from_numbers(second, names)?))))
        }
        other => Err(Why::Unsupported(format!("a carried value of type {other}"))),
    }
}

/// A reduction as a loop: its result is carried, or in memory where it is an array.
fn reduce(
    function: &Value,
    start: &Value,
    array: &Value,
    ty: &Type,
    lower: &mut Lower,
) -> Result<Value, Why> {
    let length = array.array()?.length.clone();
    if components(ty)?.iter().any(|(lengths, _)| !lengths.is_empty()) {
        return reduce_in_memory(function, start, array, ty, lower);
    }
    let mut carried = Vec::new();
    numbers(start, &mut carried)?;
    let results =
        carrying(lower, (&length, function.argument().as_deref()), &carried, |lower, index, inside| {
            let last = from_numbers(ty, &mut inside.iter().cloned())?;
            let next = step(function, array, index, last, lower)?;
            let mut names = Vec::new();
            numbers(&next, &mut names)?;
            Ok(names.into_iter().map(|(name, _)| name).collect())
        })?;
    from_numbers(ty, &mut results.into_iter())
}

fn step(function: &Value, array: &Value, index: &Nat, last: Value, lower: &mut Lower) -> Result<Value, Why> {
    let element = element(array, index, lower)?;
    let partial = apply(function, element, lower)?;
    apply(&partial, last, lower)
}

/// The result is an array: the next one is written apart from the last one, and then in its place.
fn reduce_in_memory(
    function: &Value,
    start: &Value,
    array: &Value,
    ty: &Type,
    lower: &mut Lower,
) -> Result<Value, Why> {
    let length = array.array()?.length.clone();
    let (result, next) = (allocated(ty, lower)?, allocated(ty, lower)?);
    lower.costs.push(format!("a reduction to {ty}: its result is in memory"));
    write(start, ty, &Place::new(result.clone()), lower)?;
    in_loop(lower, (&length, function.argument().as_deref()), |lower, index| {
        let last = read(ty, &result, Vec::new(), lower)?;
        let value = step(function, array, index, last, lower)?;
        write(&value, ty, &Place::new(next.clone()), lower)?;
        let value = read(ty, &next, Vec::new(), lower)?;
        write(&value, ty, &Place::new(result.clone()), lower)
    })?;
    read(ty, &result, Vec::new(), lower)
}
