//! `check_subset` on generated definitions against enumeration of a small universe of types: what is said to hold has no
//! counterexample in it, and every counterexample that is given is one. `conform` judges single operations; it shares no
//! algorithm with the stage. `ASSAY_SUBSET_QUERIES` says how many questions are asked.

use std::num::NonZero;

use assay_corpus::{load_builtin, load_text};
use assay_ir::data::{AttrKind, Context, TypeId};
use assay_ir::spec::{OpInstance, OpSpec, Registry, Variadicity, conform};
use assay_ir::text::parse_type;
use assay_smt::SolverPool;
use assay_testing::Checked;
use assay_verifier::types::{Assigned, SubsetAnswer, subset};

/// Questions that every run of the test asks.
const QUESTIONS: usize = 200;

/// Definitions that are loaded at once.
const AT_ONCE: usize = 50;

/// Elements of an open group that are tried.
const LONGEST: usize = 2;

const UNIVERSE: [&str; 6] = ["i8", "i16", "si8", "f32", "index", "vector<4xi8>"];

const LEAVES: [&str; 12] = [
    "irdl.any",
    "irdl.is i8",
    "irdl.is i16",
    "irdl.is f32",
    "irdl.is index",
    "irdl.is vector<4xi8>",
    "irdl.base \"!builtin.integer\"",
    "irdl.base \"!builtin.vector\"",
    "irdl.c_pred \"($_self.isSignlessInteger())\"",
    "irdl.c_pred \"($_self.isIntOrIndex())\"",
    "irdl.c_pred \"(::mlir::getElementTypeOrSelf($_self).isSignlessInteger(8))\"",
    "irdl.c_pred \"(!::llvm::isa<::mlir::IntegerType>($_self))\"",
];

const RELATIONS: [&str; 5] = [
    "type(a) == type(r)",
    "width(a) <= width(r)",
    "element(a) == element(r)",
    "type(a) != type(r)",
    "shape(a) == shape(r)",
];

/// A small generator, the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// Some constraints, the later ones made of earlier ones, and operands and a result that name them.
fn definition(name: &str, random: &mut Random) -> String {
    let count = 2 + random.below(5);
    let mut body = String::new();
    for index in 0..count {
        let parts = |random: &mut Random, most: usize| {
            let list: Vec<String> =
                (0..2 + random.below(most - 1)).map(|_| format!("%{}", random.below(index))).collect();
            list.join(", ")
        };
        let text = match random.below(10) {
            0..=2 if index > 1 => format!("irdl.any_of({})", parts(random, 3)),
            3 if index > 1 => format!("irdl.all_of({})", parts(random, 2)),
            _ => LEAVES[random.below(LEAVES.len())].to_owned(),
        };
        body.push_str(&format!("    %{index} = {text}\n"));
    }
    let var = |random: &mut Random| format!("%{}", random.below(count));
    let second = match random.below(4) {
        0 => format!(", b: variadic {}", var(random)),
        1 => format!(", b: optional {}", var(random)),
        _ => format!(", b: {}", var(random)),
    };
    let (a, r) = (var(random), var(random));
    let relations = match random.below(4) {
        0 => format!("assay.relations = [\"{}\"], ", RELATIONS[random.below(RELATIONS.len())]),
        _ => String::new(),
    };
    let variadic = ["each", "same"][random.below(2)];
    format!(
        "  irdl.operation @{name} attributes {{{relations}assay.variadic = \"{variadic}\"}} {{\n{body}    \
         irdl.operands(a: {a}{second})\n    irdl.results(r: {r})\n  }}\n"
    )
}

fn accepts(registry: &Registry, spec: &OpSpec, operands: &[TypeId], results: &[TypeId]) -> bool {
    let subject = OpInstance { operands, results, attribute: &|_| None, regions: &[], successors: 0 };
    conform(registry, spec, &subject).failures.is_empty()
}

/// Types that the left definition accepts and the right one does not.
fn difference(
    registry: &Registry,
    left: &OpSpec,
    right: &OpSpec,
    universe: &[TypeId],
) -> Option<(Vec<TypeId>, TypeId)> {
    for count in 1..=1 + LONGEST {
        for mut number in 0..universe.len().pow(count as u32 + 1) {
            let mut types = Vec::new();
            for _ in 0..=count {
                types.push(universe[number % universe.len()]);
                number /= universe.len();
            }
            let result = types.pop()?;
            if accepts(registry, left, &types, &[result]) && !accepts(registry, right, &types, &[result]) {
                return Some((types, result));
            }
        }
    }
    None
}

/// The types of a counterexample.
fn assigned(ctx: &Context, values: &[Assigned]) -> (Vec<TypeId>, Vec<TypeId>) {
    let (mut operands, mut results) = (Vec::new(), Vec::new());
    for value in values {
        let (list, group) = match value {
            Assigned::Operands(group) => (&mut operands, group),
            Assigned::Results(group) => (&mut results, group),
            Assigned::Attribute(..) | Assigned::Yielded(..) => continue,
        };
        list.extend(group.types.iter().filter_map(|attr| match ctx.attr_kind(*attr) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        }));
    }
    (operands, results)
}

fn subsets_are_what_enumeration_says() -> Checked {
    let config = crate::common::solver()?;
    let pool = SolverPool::new(config, NonZero::<usize>::MIN);
    let asked = std::env::var("ASSAY_SUBSET_QUERIES").ok().and_then(|text| text.parse().ok());
    let asked: usize = asked.unwrap_or(QUESTIONS);
    let mut random = Random(5);
    let (mut holds, mut fails, mut unknown, mut open) = (0, 0, Vec::new(), 0);
    let mut wrong = Vec::new();
    for batch in 0..asked.div_ceil(AT_ONCE) {
        let ctx = Context::new();
        let mut registry = load_builtin(&ctx);
        let names = |index: usize| [format!("l{index}"), format!("r{index}")];
        let all: String = (0..AT_ONCE)
            .map(|index| {
                let [left, right] = names(index);
                let first = definition(&left, &mut random);
                let second = match random.below(2) {
                    0 => definition(&right, &mut random),
                    // The same with one constraint changed.
                    _ => {
                        let from = LEAVES[random.below(LEAVES.len())];
                        let to = ["irdl.any", from, LEAVES[random.below(LEAVES.len())]][random.below(3)];
                        first.replace(&format!("@{left} "), &format!("@{right} ")).replacen(
                            &format!("{from}\n"),
                            &format!("{to}\n"),
                            1,
                        )
                    }
                };
                first + &second
            })
            .collect();
        let text = format!("irdl.dialect @q {{\n{all}}}\n");
        let said = load_text(&mut registry, "q.irdl.mlir", &text);
        assert!(said.is_empty(), "{said:?}");
        let universe = UNIVERSE.map(|text| parse_type(&ctx, text).expect("a type"));
        for index in 0..AT_ONCE {
            let [left, right] = names(index)
                .map(|name| registry.op(ctx.ident(&format!("q.{name}"))).expect("declared above").clone());
            open += usize::from(left.operands.iter().any(|group| group.variadicity != Variadicity::Single));
            let found = difference(&registry, &left, &right, &universe);
            let at = format!("batch {batch}, question {index}");
            match subset(&registry, &left, &right, Some(&pool)) {
                SubsetAnswer::Holds => {
                    holds += 1;
                    if let Some(found) = found {
                        wrong.push(format!("{at}: holds, but {found:?}\n{text}"));
                    }
                }
                SubsetAnswer::Fails(values) => {
                    fails += 1;
                    let (operands, results) = assigned(&ctx, &values);
                    let right_one = accepts(&registry, &left, &operands, &results)
                        && !accepts(&registry, &right, &operands, &results);
                    if !right_one {
                        wrong.push(format!("{at}: no counterexample: {operands:?} {results:?}\n{text}"));
                    }
                }
                SubsetAnswer::Unknown(why) => unknown.push(format!("{at}: {}", why.subject())),
            }
        }
    }
    assay_testing::note!("{holds} hold, {fails} fail, {open} with open groups, unknown: {unknown:#?}");
    assert!(wrong.is_empty(), "{} disagreements, first: {}", wrong.len(), wrong[0]);
    assert!(holds * 10 > asked && fails * 10 > asked, "both answers are met");
    assert!(unknown.len() * 50 <= asked, "{} are not decided", unknown.len());
    Ok(())
}

assay_testing::tests!(subsets_are_what_enumeration_says,);
