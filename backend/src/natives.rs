//! Native code by its summaries: constraints and rewrites run with the interpreter on what a pattern is bound to, so that
//! patterns that call them can be matched and applied. Where a summary does not say what happens, neither does this.
//! Knows no name of a function and no pattern.

use std::sync::Arc;

use assay_ir::data::{AttrId, AttrKind, Context, Program, TypeId, TypeKind};
use assay_ir::natives::{self, Form, Role, Summary, Width};
use assay_ir::pdl::{Answer, Bound, NativeCall, NativeFailure, Natives, Rewriter};
use assay_ir::spec::Registry;
use assay_ir::text;

use crate::engine::{Engine, Options, Outcome};
use crate::int::Int;
use crate::interp::Interpreter;
use crate::value::Value;

/// The bits of the number that an attribute of type `index` holds.
const INDEX_BITS: u32 = 64;

/// The summaries of a registry, executed.
#[derive(Clone, Copy, Debug)]
pub struct Summaries<'a> {
    registry: &'a Registry,
}

/// Why a body has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Silent {
    /// An argument is not what the signature says: the native code refuses it.
    Refused,
    /// The summary does not say.
    Unknown,
}

impl<'a> Summaries<'a> {
    /// Those of a registry.
    pub fn new(registry: &'a Registry) -> Summaries<'a> {
        Summaries { registry }
    }

    fn summary(&self, call: &NativeCall<'_>, role: Role) -> Option<&'a Arc<Summary>> {
        let summary = self.registry.native(call.name)?;
        let fits = summary.role == role && summary.arguments.len() == call.arguments.len();
        (fits && summary.results.len() == call.results.len()).then_some(summary)
    }

    /// Runs a body on arguments; what it returns, with the widths it was read at.
    fn body(&self, summary: &Summary, arguments: &[Bound]) -> Result<(Vec<Value>, Vec<u32>), Silent> {
        let ctx = self.registry.ctx();
        let mut widths: Vec<Option<u32>> = vec![None; summary.widths.len()];
        for (argument, bound) in summary.arguments.iter().zip(arguments) {
            let (open, width) = match (&argument.form, bound) {
                (Form::Integer(width), Bound::Attribute(Some(attr))) => {
                    (Some(*width), integer_width(ctx, *attr)?)
                }
                (Form::Type { binds: Some(width), .. }, Bound::Type(ty)) => {
                    (Some(*width), type_width(ctx, *ty)?)
                }
                _ => continue,
            };
            match open {
                Some(Width::Fixed(fixed)) if fixed != width => return Err(Silent::Refused),
                Some(Width::Open(open)) if widths[open].is_some_and(|known| known != width) => {
                    return Err(Silent::Refused);
                }
                Some(Width::Open(open)) => widths[open] = Some(width),
                _ => {}
            }
        }
        let widths: Vec<u32> = widths.into_iter().collect::<Option<_>>().ok_or(Silent::Unknown)?;
        let values: Vec<Value> = summary
            .arguments
            .iter()
            .zip(arguments)
            .map(|(argument, bound)| value(ctx, &argument.form, bound, &widths))
            .collect::<Result<_, _>>()?;
        let instance = summary.instance(ctx, &widths).and_then(Result::ok).ok_or(Silent::Unknown)?;
        let run = Interpreter.run(&instance.program, instance.function, &values, &Options::default());
        match run.map(|run| run.outcome) {
            Ok(Outcome::Values(results)) if !results.iter().any(Value::has_poison) => Ok((results, widths)),
            _ => Err(Silent::Unknown),
        }
    }
}

fn type_width(ctx: &Context, ty: TypeId) -> Result<u32, Silent> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => Ok(*width),
        // How many bits an index has is not for the program to say.
        TypeKind::Index => Err(Silent::Unknown),
        _ => Err(Silent::Refused),
    }
}

fn integer_width(ctx: &Context, attr: AttrId) -> Result<u32, Silent> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, .. } => type_width(ctx, *ty),
        _ => Err(Silent::Refused),
    }
}

fn number(width: Width, widths: &[u32]) -> Option<u32> {
    match width {
        Width::Fixed(width) => Some(width),
        Width::Open(open) => widths.get(open).copied(),
    }
}

/// The view that a body has of an argument.
fn value(ctx: &Context, form: &Form, bound: &Bound, widths: &[u32]) -> Result<Value, Silent> {
    match (form, bound) {
        (Form::Integer(_), Bound::Attribute(Some(attr))) => match ctx.attr_kind(*attr) {
            AttrKind::Integer { value, ty } => {
                Ok(Int::from_big(type_width(ctx, *ty)?, &value.to_big()).into())
            }
            _ => Err(Silent::Refused),
        },
        (Form::Index, Bound::Attribute(Some(attr))) => match ctx.attr_kind(*attr) {
            AttrKind::Integer { value, ty } if *ctx.type_kind(*ty) == TypeKind::Index => {
                Ok(Int::from_big(INDEX_BITS, &value.to_big()).into())
            }
            _ => Err(Silent::Refused),
        },
        (Form::Type { number: seen, .. }, Bound::Type(ty)) => {
            let bits = type_width(ctx, *ty)?;
            let seen = number(*seen, widths).ok_or(Silent::Unknown)?;
            Ok(Value::int(seen, u128::from(bits)))
        }
        (Form::Flags { name, bits }, Bound::Attribute(Some(attr))) => {
            Ok(Value::int(*bits, flag_bits(name, &text::attr_text(ctx, *attr)).ok_or(Silent::Unknown)?))
        }
        _ => Err(Silent::Unknown),
    }
}

/// The words of a set of flags, lowest bit first, by the name of the attribute.
fn flag_words(name: &str) -> Option<&'static [&'static str]> {
    let (dialect, name) = name.split_once('.')?;
    text::flag_words(dialect, name)
}

/// The bits of `#name<a, b>`.
fn flag_bits(name: &str, attr: &str) -> Option<u128> {
    let words = flag_words(name)?;
    let inner = attr.strip_prefix('#')?.strip_prefix(name)?.strip_prefix('<')?.strip_suffix('>')?;
    let mut bits = 0;
    for word in inner.split(',').map(str::trim) {
        bits |= match word {
            "none" => 0,
            "fast" => (1 << words.len()) - 1,
            word => 1 << words.iter().position(|known| *known == word)?,
        };
    }
    Some(bits)
}

/// `#name<a, b>` of bits.
fn flag_attribute(ctx: &Arc<Context>, name: &str, bits: u128) -> Option<AttrId> {
    let words = flag_words(name)?;
    let set: Vec<&str> =
        (0..).zip(words).filter(|(at, _)| bits >> at & 1 == 1).map(|(_, word)| *word).collect();
    let inner = if set.is_empty() { "none".to_owned() } else { set.join(", ") };
    text::parse_attr(ctx, &format!("#{name}<{inner}>")).ok()
}

/// A result of a body as PDL sees it.
fn bound(ctx: &Arc<Context>, form: &Form, value: &Value, widths: &[u32]) -> Option<Bound> {
    let int = value.as_int()?;
    Some(match form {
        Form::Integer(width) => {
            let width = number(*width, widths)?;
            let ty = ctx.integer(width);
            let value = match width {
                1 => int.to_unsigned().into(),
                _ => int.to_signed(),
            };
            let value = assay_ir::data::IntValue::new(value);
            Bound::Attribute(Some(ctx.attr(AttrKind::Integer { value, ty })))
        }
        Form::Index => {
            let value = assay_ir::data::IntValue::new(int.to_signed());
            Bound::Attribute(Some(ctx.attr(AttrKind::Integer { value, ty: ctx.index() })))
        }
        Form::Flags { name, .. } => Bound::Attribute(Some(flag_attribute(ctx, name, int.to_u128()?)?)),
        Form::Type { .. } => Bound::Type(ctx.integer(u32::try_from(int.to_u128()?).ok()?)),
        Form::Value(_) | Form::Opaque(_) => return None,
    })
}

fn bounds(ctx: &Arc<Context>, summary: &Summary, values: &[Value], widths: &[u32]) -> Option<Vec<Bound>> {
    let results = summary.results.iter().zip(values);
    results.map(|(form, value)| bound(ctx, form, value, widths)).collect()
}

impl Natives for Summaries<'_> {
    fn constraint(&self, program: &Program, call: &NativeCall<'_>) -> Answer {
        let Some(summary) = self.summary(call, Role::Constraint) else { return Answer::Unknown };
        let promises = natives::promises_hold(program, self.registry, summary, call.arguments);
        if promises == Some(false) {
            return Answer::Fails;
        }
        if !summary.has_body() {
            let certain = summary.exact && promises == Some(true) && summary.results.is_empty();
            return if certain { Answer::Holds(Vec::new()) } else { Answer::Unknown };
        }
        let (values, widths) = match self.body(summary, call.arguments) {
            Ok(answer) => answer,
            Err(Silent::Refused) => return Answer::Fails,
            Err(Silent::Unknown) => return Answer::Unknown,
        };
        let Some((first, rest)) = values.split_first() else { return Answer::Unknown };
        match first.as_int() {
            Some(answer) if answer.is_zero() => Answer::Fails,
            Some(_) if promises == Some(true) => {
                let results = bounds(self.registry.ctx(), summary, rest, &widths);
                results.map_or(Answer::Unknown, Answer::Holds)
            }
            _ => Answer::Unknown,
        }
    }

    fn rewrite(
        &self,
        rewriter: &mut dyn Rewriter,
        call: &NativeCall<'_>,
    ) -> Result<Vec<Bound>, NativeFailure> {
        let summary = self.summary(call, Role::Rewrite).ok_or(NativeFailure::Unknown)?;
        if !summary.has_body() {
            let known = || natives::produced(rewriter.program(), summary, call.arguments);
            let all = (summary.pure && summary.total).then(known).and_then(|all| all.into_iter().collect());
            return all.ok_or(NativeFailure::Unknown);
        }
        let (values, widths) = self.body(summary, call.arguments).map_err(|silent| match silent {
            Silent::Refused => NativeFailure::Failed,
            Silent::Unknown => NativeFailure::Unknown,
        })?;
        bounds(self.registry.ctx(), summary, &values, &widths).ok_or(NativeFailure::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{OpId, Source};

    use super::*;

    const SUMMARIES: &str = "!w = i8
        func.func private @one_use(!pdl.value {assay.has_one_use})
            attributes {assay.native = \"constraint\", assay.exact}
        func.func private @dominates(!pdl.value {assay.dominates = 1}, !pdl.operation)
            attributes {assay.native = \"constraint\", assay.exact}
        func.func private @hint(!pdl.value {assay.has_one_use}) attributes {assay.native = \"constraint\"}
        func.func @is_zero(%value: !w) -> i1 attributes {assay.native = \"constraint\"} {
          %zero = arith.constant 0 : !w
          %answer = arith.cmpi eq, %value, %zero : !w
          return %answer : i1
        }
        func.func @half(%left: !w, %right: !w) -> !w attributes {assay.native = \"rewrite\"} {
          %made = arith.divui %left, %right : !w
          return %made : !w
        }";

    fn registry() -> Registry {
        let ctx = Context::new();
        let mut registry = Registry::new(&ctx);
        let parsed = text::parse(&ctx, &Source::new("natives.mlir", SUMMARIES));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let troubles = assay_ir::natives::load(&parsed.program, &mut registry);
        assert!(troubles.is_empty(), "{troubles:?}");
        registry
    }

    fn ask(registry: &Registry, program: &Program, name: &str, arguments: &[Bound]) -> Answer {
        Summaries::new(registry).constraint(program, &NativeCall { name, arguments, results: &[] })
    }

    #[test]
    fn promises_are_looked_up_in_the_program() {
        let registry = registry();
        let source =
            "%a = \"t.a\"() : () -> i8\n%b = \"t.b\"(%a) : (i8) -> i8\n\"t.c\"(%b, %b) : (i8, i8) -> ()";
        let program = text::parse(registry.ctx(), &Source::new("p.mlir", source)).program;
        let ops: Vec<OpId> = program.ops_in(program.top_block()).collect();
        let value = |at: usize| Bound::Value(program.result(ops[at], 0).expect("it has a result"));
        assert_eq!(ask(&registry, &program, "one_use", &[value(0)]), Answer::Holds(Vec::new()));
        assert_eq!(ask(&registry, &program, "one_use", &[value(1)]), Answer::Fails);
        let dominates =
            |at, op: usize| ask(&registry, &program, "dominates", &[value(at), Bound::Operation(ops[op])]);
        assert_eq!(dominates(0, 1), Answer::Holds(Vec::new()));
        assert_eq!(dominates(1, 1), Answer::Fails);
        // A summary that does not say everything refuses, and never agrees.
        assert_eq!(ask(&registry, &program, "hint", &[value(0)]), Answer::Unknown);
        assert_eq!(ask(&registry, &program, "hint", &[value(1)]), Answer::Fails);
    }

    #[test]
    fn a_body_answers_for_integers_and_is_silent_where_it_is_undefined() {
        let registry = registry();
        let program = Program::new(registry.ctx());
        let number = |width, value| {
            let ctx = registry.ctx();
            Bound::Attribute(Some(ctx.integer_attr(value, ctx.integer(width))))
        };
        assert_eq!(ask(&registry, &program, "is_zero", &[number(3, 0)]), Answer::Holds(Vec::new()));
        assert_eq!(ask(&registry, &program, "is_zero", &[number(64, -1)]), Answer::Fails);
        let text = Bound::Attribute(Some(registry.ctx().string_attr("zero")));
        assert_eq!(ask(&registry, &program, "is_zero", &[text]), Answer::Fails);
        assert_eq!(ask(&registry, &program, "is_one", &[number(3, 1)]), Answer::Unknown);
        let (summaries, half) = (Summaries::new(&registry), registry.native("half").expect("it was loaded"));
        let run = |by| summaries.body(half, &[number(8, 9), number(8, by)]).map(|(values, _)| values);
        assert_eq!(run(2), Ok(vec![Value::int(8, 4)]));
        assert_eq!(run(0), Err(Silent::Unknown));
    }
}
