//! The encoding against direct evaluation, formulas against the checker of definitions, shortcuts against the solver.

use std::sync::Arc;

use super::{Fixture, Random, pattern, pool};
use crate::pattern::decode::Lengths;
use crate::types::lower::lower;
use assay_ir::data::{AttrId, Ident, Source, TypeId};
use assay_ir::pdl::patterns;
use assay_ir::spec::{AttrClass, Fault, OpInstance, Predicate, TypeClass, conform};
use assay_ir::text::{parse, parse_attr};
use assay_smt::Undecided;
use assay_type_solver::ask::{Solution, TypeSolver};
use assay_type_solver::candidates::Sort;
use assay_type_solver::concrete::{Evaluator, Value};
use assay_type_solver::conform as conformance;
use assay_type_solver::conform::conforms;
use assay_type_solver::places::Places;
use assay_type_solver::term::{Formula, Number, Order, Term, Variable};

/// Types and attributes of every kind.
pub(super) fn samples(world: &Fixture) -> Vec<AttrId> {
    let types = [
        "i1",
        "i32",
        "si8",
        "ui16",
        "i0",
        "index",
        "f32",
        "bf16",
        "none",
        "complex<f32>",
        "tuple<i32, f32>",
        "(i32) -> f32",
        "vector<4xi32>",
        "vector<[4]x2xf32>",
        "vector<4x2xf32>",
        "vector<i1>",
        "tensor<4xi32>",
        "tensor<?xi32>",
        "tensor<2x?x3xf32>",
        "tensor<f64>",
        "tensor<2xi8, \"enc\">",
        "tensor<*xi32>",
        "memref<4xi32>",
        "memref<?xf32>",
        "memref<4xi32, 1>",
        "memref<*xi32>",
        "!sub.box<i32>",
        "!sub.box<!sub.box<i8>>",
        "!sub.box",
        "!other.thing",
        "!llvm.ptr",
        "tensor<1x2x3x4x5xi8>",
        "vector<2x2xindex>",
    ];
    let attributes = [
        "unit",
        "1 : i32",
        "-5 : i8",
        "7 : index",
        "true",
        "1.5 : f32",
        "\"on\"",
        "\"off\"",
        "[]",
        "[1 : i32, \"x\"]",
        "{a = 1 : i32}",
        "@f",
        "@f::@g",
        "dense<0> : vector<4xi32>",
        "dense<[1, 2]> : tensor<2xi8>",
        "array<i32: 1, 2>",
        "array<i64>",
        "affine_map<(d0) -> (d0)>",
        "strided<[1], offset: ?>",
        "#sub.tag<\"x\">",
        "#sub.tag",
        "0.0 : f64",
    ];
    let types = types.iter().map(|text| world.ty(text));
    let attributes = attributes
        .iter()
        .map(|text| parse_attr(&world.ctx, text).unwrap_or_else(|e| panic!("{text}: {e:?}")));
    types.chain(attributes).collect()
}

pub(super) fn predicates(world: &Fixture) -> Vec<Predicate> {
    let ctx = &world.ctx;
    let ident = |text: &str| ctx.ident(text);
    let texts = [
        "!builtin.integer",
        "!builtin.index",
        "!builtin.f32",
        "!builtin.vector",
        "!builtin.tensor",
        "!builtin.memref",
        "!builtin.complex",
        "!builtin.function",
        "!builtin.tuple",
        "!builtin.none",
        "!builtin.unranked_tensor",
        "!builtin.unranked_memref",
        "#builtin.integer",
        "#builtin.string",
        "#builtin.array",
        "#builtin.unit",
        "!sub.box",
        "#sub.tag",
    ];
    let c_preds = [
        "($_self.isSignlessInteger(32))",
        "($_self.isSignedInteger(8))",
        "($_self.isUnsignedInteger())",
        "($_self.isIntOrIndexOrFloat())",
        "(::llvm::isa<::mlir::ShapedType>($_self))",
        "(::llvm::cast<::mlir::ShapedType>($_self).hasStaticShape())",
        "(::llvm::cast<::mlir::VectorType>($_self).getRank() > 1)",
        "(::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())",
        "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())",
    ];
    let mut list: Vec<Predicate> = c_preds.iter().map(|text| Predicate::of_text(ctx, text)).collect();
    list.extend(
        texts.iter().map(|text| Predicate::of_base(ctx, &assay_ir::spec::BaseRef::Named(ident(text)))),
    );
    let attr_classes = [
        AttrClass::Any,
        AttrClass::Bool,
        AttrClass::SymbolRef,
        AttrClass::FlatSymbolRef,
        AttrClass::DenseArray,
        AttrClass::DenseElements,
        AttrClass::AffineMap,
        AttrClass::Strided,
        AttrClass::Typed,
        AttrClass::Dictionary,
        AttrClass::Float,
    ];
    list.extend(attr_classes.map(Predicate::Attr));
    let i32_class = TypeClass::Integer(None, Some(32));
    let is_i32 = Box::new(Predicate::Type(i32_class));
    list.extend([
        Predicate::Type(TypeClass::Any),
        Predicate::Type(TypeClass::ScalableVector),
        Predicate::Element(is_i32.clone()),
        Predicate::TypeOfAttr(is_i32),
        Predicate::NoExtentIs(4),
        Predicate::AllExtentsAre(4),
        Predicate::StaticShape,
        Predicate::Rank { min: 2, max: u64::MAX },
        Predicate::IntRange { min: -5, max: 3 },
        Predicate::PowerOfTwo(ctx.ident("a power of two")),
        Predicate::Length(2),
        Predicate::DenseArrayOf(i32_class),
        Predicate::ArrayOf(Box::new(Predicate::Attr(AttrClass::Integer))),
    ]);
    assert!(list.iter().all(|predicate| predicate.unknown_texts().is_empty()));
    list
}

/// Atoms about two written things.
pub(super) fn atoms(world: &Fixture, a: &Term, b: &Term) -> Vec<Formula> {
    let none = Term::Constant(world.ty("none"));
    vec![
        Formula::Compatible(a.clone(), b.clone()),
        Formula::Equal(a.element(), b.element()),
        Formula::Equal(a.with_element(&none), b.with_element(&none)),
        Formula::Equal(a.type_of(), b.clone()),
        Formula::Equal(a.parameter(0), b.clone()),
        Formula::Compare(Number::Width(a.clone()), Order::Less, Number::Width(b.clone())),
        Formula::Compare(Number::Rank(a.clone()), Order::LessOrEqual, Number::Rank(b.clone())),
        Formula::Compare(Number::Container(a.clone()), Order::NotEqual, Number::Container(b.clone())),
        Formula::Compare(Number::Length(a.clone()), Order::Equal, Number::Length(b.clone())),
        Formula::Parameters(a.clone(), 1),
    ]
}

/// Sampling: one of this number is looked at; of fewer where `ASSAY_THOROUGH=1` asks for it.
fn sampled(one_of: usize, thorough: usize) -> usize {
    if std::env::var("ASSAY_THOROUGH").as_deref() == Ok("1") { thorough } else { one_of }
}

#[test]
fn the_encoding_says_of_written_things_what_evaluation_says() {
    let pool = pool();
    let world = Fixture::new();
    let values = samples(&world);
    let mut formulas = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let term = Term::Constant(*value);
        let all = predicates(&world).into_iter().skip(index % sampled(3, 1)).step_by(sampled(3, 1));
        formulas.extend(all.map(|predicate| Formula::Holds(term.clone(), Arc::new(predicate))));
        let step = sampled(24, 6);
        for other in values.iter().skip(index % step).step_by(step) {
            formulas.extend(atoms(&world, &term, &Term::Constant(*other)));
        }
    }
    let evaluator = Evaluator { ctx: &world.ctx, values: &|_| None };
    let statements: Vec<Formula> = formulas
        .into_iter()
        .map(|formula| match evaluator.holds(&formula) {
            Some(true) => Formula::Not(Box::new(formula)),
            Some(false) => formula,
            None => panic!("{formula:?} is open"),
        })
        .collect();
    println!("{} statements", statements.len());
    // No statement with the opposite value is satisfiable.
    let asker = TypeSolver::by_solver_only(&world.ctx, &pool);
    for chunk in statements.chunks(200) {
        if asker.solve(&Formula::Or(chunk.to_vec()), &[]) != Solution::None {
            for statement in chunk {
                assert_eq!(asker.solve(statement, &[]), Solution::None, "{statement:?}");
            }
        }
    }
}

#[test]
fn models_read_back_as_what_they_stand_for() {
    let pool = pool();
    let world = Fixture::new();
    let asker = TypeSolver::by_solver_only(&world.ctx, &pool);
    for value in samples(&world) {
        let formula = Formula::Equal(Term::Variable(Variable(0)), Term::Constant(value));
        let expected = Solution::Values(vec![(Variable(0), Some(value))]);
        assert_eq!(asker.solve(&formula, &[(Variable(0), Sort::Attribute)]), expected);
    }
}

#[test]
fn definitions_as_formulas_say_what_the_checker_says() {
    let world = Fixture::new();
    let pool: Vec<AttrId> = samples(&world);
    let types: Vec<TypeId> = pool.iter().filter_map(|attr| world.ctx.as_type(*attr)).collect();
    let mut specs: Vec<_> = world.registry.ops().cloned().collect();
    specs.sort_by(|a, b| world.ctx.str(a.name).cmp(world.ctx.str(b.name)));
    // Lists of types are compared by who sees regions and functions, too.
    specs.retain(|spec| spec.signatures.is_empty());
    let mut random = Random(7);
    let (mut compared, mut accepted) = (0, 0);
    for spec in specs {
        for round in 0..200 {
            let few = 1 + random.below(3);
            let narrow: Vec<TypeId> = (0..few).map(|_| types[random.below(types.len())]).collect();
            let list = |count: usize, random: &mut Random| -> Vec<TypeId> {
                (0..count).map(|_| narrow[random.below(narrow.len())]).collect()
            };
            let extra = usize::from(round % 7 == 0);
            let operands = list(spec.operands.len() + extra, &mut random);
            let results = list(spec.results.len(), &mut random);
            let attributes: Vec<(Ident, AttrId)> = spec
                .attributes
                .iter()
                .filter(|_| round % 5 > 0)
                .map(|attribute| (attribute.name, pool[random.below(pool.len())]))
                .collect();
            let attribute = |name| attributes.iter().find(|(known, _)| *known == name).map(|(_, attr)| *attr);
            let subject = OpInstance {
                operands: &operands,
                results: &results,
                attribute: &attribute,
                regions: &[],
                successors: 0,
            };
            let outcome = conform(&world.registry, &spec, &subject);
            let around = |fault: &Fault| matches!(fault, Fault::Count { what: "regions" | "successors", .. });
            let expected = outcome.failures.iter().all(|failure| around(&failure.fault));
            let terms = |list: &[TypeId]| -> Vec<Term> {
                list.iter().map(|ty| Term::Constant(world.ctx.type_attr(*ty))).collect()
            };
            let (operands, results) = (terms(&operands), terms(&results));
            let place = |name: Ident| attribute(name).map_or(Term::Absent, Term::Constant);
            let places = Places { operands: &operands, results: &results, attribute: &place, bare: true };
            let formula = conforms(&world.registry, &spec, &places);
            let evaluator = Evaluator { ctx: &world.ctx, values: &|_| None };
            let Some(holds) = evaluator.holds(&formula) else { continue };
            compared += 1;
            accepted += usize::from(holds);
            let name = world.ctx.str(spec.name);
            assert_eq!(holds, expected, "{name}: {:?}\n{operands:?} {results:?}", outcome.failures);
        }
    }
    println!("{compared} compared, {accepted} accepted");
    assert!(compared > 5000 && accepted > 300);
}

/// Tells if a formula holds of these values, whatever is meant by what has no known meaning.
fn is_met(world: &Fixture, formula: &Formula, values: &[(Variable, Value)]) -> bool {
    let value = |variable| values.iter().find(|(known, _)| *known == variable).map(|(_, value)| *value);
    (Evaluator { ctx: &world.ctx, values: &value }).holds(formula) == Some(true)
}

#[test]
fn shortcuts_answer_as_the_solver_does() {
    let pool = pool();
    let world = Fixture::new();
    let mut names = Vec::new();
    let mut specs: Vec<_> = world.registry.ops().cloned().collect();
    specs.sort_by(|a, b| world.ctx.str(a.name).cmp(world.ctx.str(b.name)));
    for spec in &specs {
        let name = world.ctx.str(spec.name);
        // The solver alone takes long over a dozen attributes that a pattern does not name.
        let few = spec.operands.len() == 1 && spec.results.len() == 1 && spec.attributes.len() < 8;
        if few && !name.starts_with("func") {
            names.push(name.to_owned());
        }
    }
    let (mut asked, mut given_up) = (0, 0);
    for (index, root) in names.iter().enumerate().step_by(sampled(7, 1)) {
        for step in 0..4 {
            let created = &names[(index * 5 + step * 7 + 1) % names.len()];
            let rewrite = format!(
                "    %n = pdl.operation \"{created}\"(%x : !pdl.value) -> (%t : !pdl.type)\n    \
                 pdl.replace %root with {}",
                if step % 2 == 0 { "%n" } else { "(%x : !pdl.value)" }
            );
            let parsed = parse(&world.ctx, &Source::new("p", pattern(root, &rewrite)));
            let question =
                lower(&parsed.program, patterns(&parsed.program)[0].op, &world.registry, &Lengths::default());
            let left = question.left();
            for violated in question.obligations.iter().map(|obligation| obligation.formula.clone().negate())
            {
                let formula = Formula::all([left.clone(), violated]);
                let formula = Formula::all([conformance::definitions(&world.registry, &formula), formula]);
                let quick = TypeSolver::new(&world.ctx, None).solve(&formula, &question.sorts());
                let slow = TypeSolver::by_solver_only(&world.ctx, &pool).solve(&formula, &question.sorts());
                asked += 1;
                match (&quick, &slow) {
                    (Solution::None, Solution::None) | (Solution::Values(_), Solution::Values(_)) => {}
                    (Solution::HangsOn(quick), Solution::HangsOn(slow)) if quick == slow => {}
                    // Checks are decided on given types alone: a solver takes them to say anything.
                    (Solution::Values(values), Solution::HangsOn(_)) if is_met(&world, &formula, values) => {}
                    (Solution::Unknown(Undecided::NoSolver), _) => {}
                    // Its model may be of types that do not exist, beside a solution that does.
                    (Solution::Values(values), Solution::Unknown(Undecided::Solver(_)))
                        if is_met(&world, &formula, values) =>
                    {
                        given_up += 1;
                    }
                    // A solver that gives up contradicts no other.
                    (_, Solution::Unknown(Undecided::Timeout)) => given_up += 1,
                    _ => panic!("{root} to {created}: {quick:?} without, {slow:?} with the solver"),
                }
            }
        }
    }
    println!("{asked} questions over {} operations, {given_up} given up", names.len());
    assert!(asked > 50 && given_up * 20 < asked, "{given_up} of {asked} given up");
}
