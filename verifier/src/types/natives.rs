//! What the summaries of native code say of types and attributes, as statements. A summary speaks of integer types and
//! attributes; that an argument is what its signature says is part of what is known once a call has succeeded. Where a
//! signature names an alias of an integer type, `index` is taken to be one: what is asked to make a constant of a type
//! makes one of that type. Matches and rewrites nothing.

use std::sync::Arc;

use assay_backend::engine::{Engine, Options, Outcome};
use assay_backend::int::Int;
use assay_backend::interp::Interpreter;
use assay_backend::value::Value;
use assay_ir::data::{AttrKind, Context, Signedness};
use assay_ir::natives::{Form, Role, Summary, Width};
use assay_ir::ops;
use assay_ir::spec::{AttrClass, Predicate, Registry, TypeClass};

use assay_type_solver::term::{Formula, Number, Order, Term};

/// The widest type at which a body is run on all integers.
const NARROW: u32 = 3;

/// Numbers from 0 below this one for which a body over one number is run.
const TABLE: i128 = 16;

/// The summary of a call of this role, with these numbers of arguments and results.
pub(super) fn summary<'r>(
    registry: &'r Registry,
    name: &str,
    role: Role,
    arguments: usize,
    results: usize,
) -> Option<&'r Arc<Summary>> {
    let fits = |one: &&Arc<Summary>| {
        one.role == role && one.arguments.len() == arguments && one.results.len() == results
    };
    registry.native(name).filter(fits)
}

/// What holds of arguments and results whenever the call succeeds. A term that is `None` is nothing that a type or
/// attribute stands for.
pub(super) fn says(
    ctx: &Arc<Context>,
    summary: &Summary,
    arguments: &[Option<Term>],
    results: &[Option<Term>],
) -> Formula {
    let mut widths: Vec<Option<Term>> = vec![None; summary.widths.len()];
    let mut parts = Vec::new();
    for (argument, term) in summary.arguments.iter().zip(arguments) {
        let Some(term) = term else { continue };
        match &argument.form {
            Form::Integer(width) => {
                parts.push(Formula::holds(term.clone(), Predicate::Attr(AttrClass::Integer)));
                parts.push(argument_width(ctx, *width, term.type_of(), &mut widths));
            }
            Form::Type { binds: Some(width), .. } => {
                parts.push(argument_width(ctx, *width, term.clone(), &mut widths));
            }
            Form::Index => parts.push(index(term.type_of())),
            Form::Flags { name, .. } => parts.push(flags(ctx, name, term)),
            Form::Type { binds: None, .. } | Form::Value(_) | Form::Opaque(_) => {}
        }
    }
    for (form, term) in summary.results.iter().zip(results) {
        let Some(term) = term else { continue };
        let said = match form {
            Form::Integer(width) => Formula::all([
                Formula::holds(term.clone(), Predicate::Attr(AttrClass::Integer)),
                result_width(ctx, *width, term.type_of(), &widths),
            ]),
            Form::Index => Formula::all([
                Formula::holds(term.clone(), Predicate::Attr(AttrClass::Integer)),
                index(term.type_of()),
            ]),
            Form::Flags { name, .. } => flags(ctx, name, term),
            Form::Type { .. } => signless(term.clone()),
            Form::Value(_) | Form::Opaque(_) => continue,
        };
        parts.push(match summary.nonnull || summary.role == Role::Constraint {
            true => said,
            false => Formula::any([Formula::equal(term.clone(), Term::Absent), said]),
        });
    }
    if let ([Some(argument)], [Some(result)]) = (arguments, results) {
        parts.extend(table(ctx, summary, argument, result));
    }
    parts.extend(compared(ctx, summary, arguments));
    if let [Some(argument)] = arguments {
        parts.extend(narrow(ctx, summary, argument));
    }
    Formula::all(parts)
}

/// The narrow types at which a constraint holds of no integer: its body is run on all of them.
fn narrow(ctx: &Arc<Context>, summary: &Summary, argument: &Term) -> Option<Formula> {
    let open = matches!(summary.arguments.first()?.form, Form::Integer(Width::Open(_)));
    if summary.role != Role::Constraint || !summary.has_body() || !open {
        return None;
    }
    let ty = argument.type_of();
    let mut parts = Vec::new();
    for bits in 1..=NARROW {
        let instance = summary.instance(ctx, &vec![bits; summary.widths.len()])?.ok()?;
        let fails = |number: i128| {
            let given = [Value::from(Int::from_i128(bits, number))];
            let run = Interpreter.run(&instance.program, instance.function, &given, &Options::default());
            let Ok(Outcome::Values(values)) = run.map(|run| run.outcome) else { return false };
            let answer = values.first().filter(|value| !value.has_poison()).and_then(Value::as_int);
            answer.is_some_and(|answer| answer.is_zero())
        };
        if (0..1_i128 << bits).all(fails) {
            let narrow = super::fits::constant_type(ctx, ctx.integer(bits));
            parts.push(Formula::any([
                index(ty.clone()),
                Formula::Compare(Number::Width(ty.clone()), Order::NotEqual, Number::Width(narrow)),
            ]));
        }
    }
    Some(Formula::all(parts))
}

/// What the answer of a constraint tells of the widths of its arguments, where its body compares two of them.
fn compared(ctx: &Arc<Context>, summary: &Summary, arguments: &[Option<Term>]) -> Option<Formula> {
    if summary.role != Role::Constraint || !summary.has_body() {
        return None;
    }
    // A comparison of block arguments reads the same at all widths.
    let instance = summary.instance(ctx, &vec![8; summary.widths.len()])?.ok()?;
    let program = &instance.program;
    let block = instance.block()?;
    let answer = program.ops_in(block).last().and_then(|end| program.operand(end, 0))?;
    let op = program.defining_op(answer)?;
    let function = ops::op(program.op_name(op)).and_then(|record| record.fact("integer"));
    if function != Some("cmp") {
        return None;
    }
    let predicate = match ctx.attr_kind(program.attr(op, ctx.ident("predicate"))?) {
        AttrKind::Integer { value, .. } => value.to_i64()?,
        _ => return None,
    };
    let width = |index: usize| {
        let value = program.operand(op, index)?;
        let place = program.block(block).arguments.iter().position(|argument| *argument == value)?;
        // Widths are small, so that a number of 32 bits holds each, and as a signed one.
        let wide = |number: Width| matches!(number, Width::Fixed(bits) if bits >= 32);
        let Form::Type { binds: Some(Width::Open(_)), number } = summary.arguments.get(place)?.form else {
            return None;
        };
        wide(number).then(|| arguments.get(place)?.clone()).flatten()
    };
    let (left, right) = (width(0)?, width(1)?);
    let (a, b) = (Number::Width(left.clone()), Number::Width(right.clone()));
    let said = match predicate {
        0 => Formula::Compare(a, Order::Equal, b),
        1 => Formula::Compare(a, Order::NotEqual, b),
        2 | 6 => Formula::Compare(a, Order::Less, b),
        3 | 7 => Formula::Compare(a, Order::LessOrEqual, b),
        4 | 8 => Formula::Compare(b, Order::Less, a),
        5 | 9 => Formula::Compare(b, Order::LessOrEqual, a),
        _ => return None,
    };
    // How many bits an index has is not for the program to say.
    Some(Formula::any([index(left), index(right), said]))
}

fn integer(term: Term, sign: Option<Signedness>) -> Formula {
    Formula::holds(term, Predicate::Type(TypeClass::Integer(sign, None)))
}

fn signless(term: Term) -> Formula {
    integer(term, Some(Signedness::Signless))
}

fn index(term: Term) -> Formula {
    Formula::holds(term, Predicate::Type(TypeClass::Index))
}

fn same_width(a: &Term, b: &Term) -> Formula {
    Formula::Compare(Number::Width(a.clone()), Order::Equal, Number::Width(b.clone()))
}

fn flags(ctx: &Context, name: &str, term: &Term) -> Formula {
    match name.split_once('.') {
        Some((dialect, name)) => {
            Formula::holds(term.clone(), Predicate::DialectAttr(ctx.ident(dialect), ctx.ident(name)))
        }
        None => Formula::True,
    }
}

/// That the type of an argument has this width; the first one that an alias stands for is its type from then on.
fn argument_width(ctx: &Context, width: Width, ty: Term, widths: &mut [Option<Term>]) -> Formula {
    match width {
        Width::Fixed(bits) => Formula::all([
            integer(ty.clone(), None),
            same_width(&ty, &super::fits::constant_type(ctx, ctx.integer(bits))),
        ]),
        Width::Open(open) => match widths.get(open).cloned().flatten() {
            None => {
                if let Some(slot) = widths.get_mut(open) {
                    *slot = Some(ty.clone());
                }
                Formula::any([integer(ty.clone(), None), index(ty)])
            }
            Some(known) => Formula::any([
                Formula::equal(known.clone(), ty.clone()),
                Formula::all([integer(ty.clone(), None), same_width(&known, &ty)]),
            ]),
        },
    }
}

/// That a type that was made has this width: an integer type without a sign, or the type `index` that an alias stands for.
fn result_width(ctx: &Context, width: Width, ty: Term, widths: &[Option<Term>]) -> Formula {
    match width {
        Width::Fixed(bits) => {
            let written = super::fits::constant_type(ctx, ctx.integer(bits));
            Formula::equal(ty, written)
        }
        Width::Open(open) => match widths.get(open).and_then(Option::as_ref) {
            Some(known) => Formula::any([
                Formula::all([
                    Formula::any([signless(known.clone()), index(known.clone())]),
                    Formula::equal(ty.clone(), known.clone()),
                ]),
                Formula::all([
                    integer(known.clone(), None),
                    signless(known.clone()).negate(),
                    signless(ty.clone()),
                    same_width(&ty, known),
                ]),
            ]),
            None => Formula::any([signless(ty.clone()), index(ty)]),
        },
    }
}

/// What a body makes of each small number, where it takes and makes one number of a fixed width.
fn table(ctx: &Arc<Context>, summary: &Summary, argument: &Term, result: &Term) -> Option<Formula> {
    let fixed = |form: &Form| match form {
        Form::Integer(Width::Fixed(bits)) => Some(*bits),
        _ => None,
    };
    let (from, to) = (fixed(&summary.arguments.first()?.form)?, fixed(summary.results.first()?)?);
    if !summary.has_body() || summary.role != Role::Rewrite || from < 8 {
        return None;
    }
    let instance = summary.instance(ctx, &[])?.ok()?;
    let mut rows = Vec::new();
    for number in 0..TABLE {
        let given = [Value::from(Int::from_i128(from, number))];
        let run = Interpreter.run(&instance.program, instance.function, &given, &Options::default());
        let Ok(Outcome::Values(values)) = run.map(|run| run.outcome) else { continue };
        let Some(int) = values.first().filter(|value| !value.has_poison()).and_then(Value::as_int) else {
            continue;
        };
        let Ok(made) = i128::try_from(int.to_signed()) else { continue };
        let attribute = |value, bits| Term::Constant(ctx.integer_attr(value, ctx.integer(bits)));
        rows.push(Formula::any([
            Formula::equal(argument.clone(), attribute(number, from)).negate(),
            Formula::equal(result.clone(), attribute(made, to)),
        ]));
    }
    Some(Formula::all(rows))
}
