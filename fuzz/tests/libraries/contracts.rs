//! Each built-in summary of native code held against the same function written out by hand: at narrow widths on every
//! argument, at wide ones on boundaries and random numbers.

use assay_backend::int::Int;
use assay_backend::natives::Summaries;
use assay_fuzz::concrete::{Numbers, inputs};
use assay_ir::data::{Context, NewOp, OpId, Program, TypeId, ValueId};
use assay_ir::natives::{Form, Role, Summary, Width};
use assay_ir::pdl::{Bound, NativeCall, NativeFailure, Natives, Rewriter};
use assay_ir::spec::Registry;

use super::natives::{ByHand, attribute, is_made};

/// Rewrites that only compute need no program that they could change.
struct Still(Program);

impl Rewriter for Still {
    fn program(&self) -> &Program {
        &self.0
    }

    fn registry(&self) -> Option<&Registry> {
        None
    }

    fn create(&mut self, _: &NewOp<'_>) -> Result<OpId, NativeFailure> {
        Err(NativeFailure::Broken)
    }

    fn replace(&mut self, _: OpId, _: &[ValueId]) -> Result<(), NativeFailure> {
        Err(NativeFailure::Broken)
    }

    fn erase(&mut self, _: OpId) -> Result<(), NativeFailure> {
        Err(NativeFailure::Broken)
    }
}

/// Everything that an argument may be at these widths.
fn choices(registry: &Registry, form: &Form, widths: &[u32], numbers: &mut Numbers) -> Vec<Bound> {
    let ctx = registry.ctx();
    let width = |width: &Width| match width {
        Width::Fixed(width) => *width,
        Width::Open(open) => widths[*open],
    };
    match form {
        // A predicate.
        Form::Integer(Width::Fixed(64)) => (0..10).map(|number| integer(ctx, 64, number)).collect(),
        Form::Integer(open) => {
            let width = width(open);
            match inputs::is_narrow(width) {
                true => (0..1u128 << width).map(|bits| integer(ctx, width, bits)).collect(),
                false => (0..24).map(|_| integer(ctx, width, inputs::number(width, numbers))).collect(),
            }
        }
        Form::Index => (0..24)
            .map(|_| inputs::number(64, numbers) as i64)
            .map(|number| Bound::Attribute(Some(ctx.integer_attr(number.into(), ctx.index()))))
            .collect(),
        Form::Flags { .. } => ["none", "nsw", "nuw", "nsw, nuw"]
            .map(|words| format!("#arith.overflow<{words}>"))
            .iter()
            .map(|text| assay_ir::text::parse_attr(ctx, text).expect("it is an attribute"))
            .map(|attr| Bound::Attribute(Some(attr)))
            .collect(),
        Form::Type { binds, .. } => {
            vec![Bound::Type(ctx.integer(binds.as_ref().map_or(8, width)))]
        }
        Form::Value(_) | Form::Opaque(_) => Vec::new(),
    }
}

fn integer(ctx: &Context, width: u32, bits: u128) -> Bound {
    Bound::Attribute(attribute(ctx, &Int::new(width, bits), ctx.integer(width)))
}

/// Compares all calls at these widths; how many there were.
fn compare(registry: &Registry, summary: &Summary, widths: &[u32], numbers: &mut Numbers) -> usize {
    let ctx = registry.ctx();
    let summaries = Summaries::new(registry);
    let domains: Vec<Vec<Bound>> =
        summary.arguments.iter().map(|argument| choices(registry, &argument.form, widths, numbers)).collect();
    let results: Vec<TypeId> = summary.results.iter().map(|_| ctx.integer(1)).collect();
    let mut still = Still(Program::new(ctx));
    let (mut calls, mut rest) = (0, domains.iter().map(Vec::len).product::<usize>());
    while rest > 0 {
        rest -= 1;
        let mut number = rest;
        let mut pick = |domain: &Vec<Bound>| {
            let bound = domain[number % domain.len()].clone();
            number /= domain.len();
            bound
        };
        let arguments: Vec<Bound> = domains.iter().map(&mut pick).collect();
        let call = NativeCall { name: &summary.name, arguments: &arguments, results: &results };
        if !is_made(ctx, &call) {
            continue;
        }
        calls += 1;
        match summary.role {
            Role::Constraint => {
                let (one, two) = (summaries.constraint(&still.0, &call), ByHand.constraint(&still.0, &call));
                assert_eq!(one, two, "{} {widths:?} {arguments:?}", summary.name);
            }
            Role::Rewrite => {
                match (summaries.rewrite(&mut still, &call), ByHand.rewrite(&mut still, &call)) {
                    (Ok(one), Ok(two)) => assert_eq!(one, two, "{} {widths:?} {arguments:?}", summary.name),
                    // Where a body is poison, such as a shift by the width, nothing is known.
                    (Err(NativeFailure::Unknown), Err(_))
                        if summary.name.starts_with("attr_sh") || summary.name == "shl" => {}
                    other => panic!("{} {widths:?} {arguments:?}: {other:?}", summary.name),
                }
            }
        }
    }
    calls
}

pub(super) fn summaries_of_native_code_do_what_is_written_by_hand() {
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let mut numbers = Numbers::new(3);
    let (mut functions, mut calls) = (0, 0);
    // A value is a number at run time alone, and no call by itself.
    let of_values =
        |summary: &Summary| summary.arguments.iter().any(|argument| matches!(argument.form, Form::Value(_)));
    for summary in registry.natives().filter(|summary| summary.has_body() && !of_values(summary)) {
        let mut seen = 0;
        for first in [1, 2, 3, 4, 8, 13, 32, 64] {
            let seconds: &[u32] = if summary.widths.len() > 1 { &[1, 2, 4, 8, 16, 26, 64] } else { &[1] };
            for second in seconds {
                seen += compare(&registry, summary, &[first, *second][..summary.widths.len()], &mut numbers);
            }
        }
        assert!(seen > 0, "{} was never called", summary.name);
        functions += 1;
        calls += seen;
    }
    assert!(functions >= 58, "{functions} functions");
    assay_testing::note!("{functions} functions, {calls} calls");
}
