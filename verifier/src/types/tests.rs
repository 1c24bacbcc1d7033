//! Tests of the stage as a whole: the traps that others fell into, the encoding against direct evaluation, the shortcuts
//! against the solver.

use std::num::NonZero;
use std::sync::Arc;

use assay_ir::data::{AttrId, AttrKind, Context, Ident, Source, TypeId};
use assay_ir::pdl::patterns;
use assay_ir::spec::{AttrClass, Fault, Predicate, Registry, Subject, TypeClass, conform};
use assay_ir::text::{parse, parse_attr, parse_type};

use super::ask::{Asker, Solution};
use super::candidates::Sort;
use super::concrete::Evaluator;
use super::conform::{Places, conforms};
use super::lower::lower;
use super::term::{Formula, Number, Order, Term, Variable};
use super::{analyse, conform as conformance};
use crate::smt::testing::solver_or_skip;
use crate::smt::{SolverConfig, SolverPool};
use crate::stage::{Options, StageResult, Task};
use crate::verdict::{StageVerdict, Unknown};

const DIALECT: &str = r#"
irdl.dialect @t {
  irdl.operation @id {
    %t = irdl.any
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @cast {
    %s = irdl.any
    %t = irdl.any
    irdl.operands(a: %s)
    irdl.results(r: %t)
  }
  irdl.operation @int {
    %t = irdl.base "!builtin.integer"
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @never_last {
    %a = irdl.is i8
    %b = irdl.is i16
    %i = irdl.base "!builtin.integer"
    %t = irdl.all_of(%i, %a, %b)
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @never_first {
    %a = irdl.is i8
    %b = irdl.is i16
    %i = irdl.base "!builtin.integer"
    %t = irdl.all_of(%b, %a, %i)
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @pair {
    %s = irdl.is i32
    %t = irdl.is i64
    irdl.results(x: %s, y: %t)
  }
  irdl.operation @on {
    %t = irdl.any
    %k = irdl.is "on"
    irdl.operands(a: %t)
    irdl.results(r: %t)
    irdl.attributes {"k" = %k}
  }
  irdl.operation @odd {
    %t = irdl.c_pred "isOdd($_self)"
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @even {
    %t = irdl.c_pred "isEven($_self)"
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @some {
    %t = irdl.any
    irdl.operands(a: variadic %t)
    irdl.results(r: %t)
  }
  irdl.operation @mixed {
    %s = irdl.any
    %t = irdl.base "!builtin.integer"
    irdl.operands(a: %s, b: %t)
    irdl.results(r: %s)
  }
  irdl.operation @choice {
    %e = irdl.any
    %x = irdl.is index
    %i = irdl.base "!builtin.integer"
    %both = irdl.all_of(%e, %i)
    %t = irdl.any_of(%both, %x)
    irdl.operands(a: %t, b: %e)
  }
}
"#;

struct World {
    ctx: Arc<Context>,
    registry: Registry,
}

impl World {
    fn new() -> World {
        let ctx = Context::new();
        let mut registry = Registry::new(&ctx);
        let mut texts = vec![DIALECT.to_owned()];
        for name in ["builtin", "func", "arith"] {
            let path = format!("{}/../corpus/dialects/{name}.irdl.mlir", env!("CARGO_MANIFEST_DIR"));
            texts.push(std::fs::read_to_string(path).expect("the dialect is there"));
        }
        for text in texts {
            let parsed = parse(&ctx, &Source::new("dialect", text));
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
            let said = assay_ir::spec::load(&parsed.program, &mut registry);
            assert!(said.is_empty(), "{said:?}");
        }
        World { ctx, registry }
    }

    /// The answers for all patterns of a text.
    fn all(&self, text: &str, pool: Option<&SolverPool>) -> Vec<StageResult> {
        let parsed = parse(&self.ctx, &Source::new("patterns", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let options = Options::default();
        let ask = |pattern: assay_ir::pdl::Pattern<'_>| {
            let (program, registry) = (&parsed.program, &self.registry);
            analyse(&Task { program, pattern: pattern.op, registry, options: &options }, pool)
        };
        patterns(&parsed.program).into_iter().map(ask).collect()
    }

    fn say(&self, text: &str) -> String {
        let results = self.all(text, pool().as_ref());
        let words: Vec<String> = results.iter().map(word).collect();
        words.join("; ")
    }

    fn ty(&self, text: &str) -> AttrId {
        self.ctx.type_attr(parse_type(&self.ctx, text).expect("a type"))
    }
}

fn pool() -> Option<SolverPool> {
    solver_or_skip().map(|config| SolverPool::new(config, NonZero::<usize>::MIN))
}

fn word(result: &StageResult) -> String {
    assert!(result.disagreements.is_empty(), "{:?}", result.disagreements);
    let codes: Vec<&str> = result.findings.iter().map(|finding| finding.claim.code).collect();
    match &result.verdict {
        StageVerdict::Proved => "proved".to_owned(),
        StageVerdict::Refuted => format!("refuted {}", codes.join(" ")),
        StageVerdict::Vacuous => "vacuous".to_owned(),
        StageVerdict::Unknown(why) => format!("unknown {}: {}", why.class(), why.subject()),
        StageVerdict::NotAsked(why) => format!("not asked: {why}"),
    }
}

/// A pattern that matches one operation with one operand and result and makes `rewrite` of it; `%x` is the operand, `%s`
/// its type, `%t` the type of the result.
fn pattern(root: &str, rewrite: &str) -> String {
    format!(
        "pdl.pattern : benefit(1) {{\n  %s = pdl.type\n  %t = pdl.type\n  %x = pdl.operand : %s\n  \
         %root = pdl.operation \"{root}\"(%x : !pdl.value) -> (%t : !pdl.type)\n  \
         pdl.rewrite %root {{\n{rewrite}\n  }}\n}}\n"
    )
}

#[test]
fn a_contradiction_in_any_part_of_all_of_is_kept() {
    let world = World::new();
    let keep = "    pdl.replace %root with (%x : !pdl.value)";
    for root in ["t.never_first", "t.never_last"] {
        assert_eq!(world.say(&pattern(root, keep)), "vacuous", "{root}");
    }
    for created in ["t.never_first", "t.never_last"] {
        let rewrite = format!(
            "    %n = pdl.operation \"{created}\"(%x : !pdl.value) -> (%s : !pdl.type)\n    \
             pdl.replace %root with %n"
        );
        assert_eq!(world.say(&pattern("t.int", &rewrite)), "refuted T201", "{created}");
    }
}

#[test]
fn replacement_by_values_and_by_an_operation_both_ask_for_equal_types() {
    let world = World::new();
    let values = "    pdl.replace %root with (%x : !pdl.value)";
    let operation = "    %n = pdl.operation \"t.id\"(%x : !pdl.value) -> (%s : !pdl.type)\n    \
                     pdl.replace %root with %n";
    for rewrite in [values, operation] {
        assert_eq!(world.say(&pattern("t.cast", rewrite)), "refuted T202");
        assert_eq!(world.say(&pattern("t.id", rewrite)), "proved");
    }
}

#[test]
fn each_result_has_its_own_type() {
    let world = World::new();
    let swap = |first: usize, second: usize| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %s = pdl.type : i32\n  %t = pdl.type : i64\n  \
             %p = pdl.operation \"u.p\" -> (%s, %t : !pdl.type, !pdl.type)\n  \
             %a = pdl.result {first} of %p\n  %b = pdl.result {second} of %p\n  \
             %root = pdl.operation \"t.pair\"\n    -> (%s, %t : !pdl.type, !pdl.type)\n  \
             %j = pdl.operation \"u.join\"(%a, %b, %c : !pdl.value, !pdl.value, !pdl.value)\n  \
             %c = pdl.result 0 of %root\n  \
             pdl.rewrite %root {{\n    pdl.replace %root with (%a, %b : !pdl.value, !pdl.value)\n  }}\n}}\n"
        )
        .replace("  %j = pdl.operation \"u.join\"(%a, %b, %c : !pdl.value, !pdl.value, !pdl.value)\n  %c = pdl.result 0 of %root\n", "  %c = pdl.result 0 of %root\n  %j = pdl.operation \"u.join\"(%a, %b, %c : !pdl.value, !pdl.value, !pdl.value)\n")
    };
    assert_eq!(world.say(&swap(0, 1)), "proved");
    assert_eq!(world.say(&swap(1, 0)), "refuted T202 T202");
}

#[test]
fn attributes_of_created_operations_are_checked() {
    let world = World::new();
    let rewrite = |attribute: &str| {
        format!(
            "    %k = pdl.attribute = {attribute}\n    \
             %n = pdl.operation \"t.on\"(%x : !pdl.value) {{\"k\" = %k}} -> (%s : !pdl.type)\n    \
             pdl.replace %root with %n"
        )
    };
    assert_eq!(world.say(&pattern("t.id", &rewrite("\"on\""))), "proved");
    assert_eq!(world.say(&pattern("t.id", &rewrite("\"off\""))), "refuted T201");
    assert_eq!(world.say(&pattern("t.id", &rewrite("unit"))), "refuted T201");
}

#[test]
fn one_pattern_that_is_not_analysed_leaves_the_others_alone() {
    let world = World::new();
    let external =
        "pdl.pattern : benefit(1) {\n  %root = pdl.operation \"t.id\"\n  pdl.rewrite %root with \"f\"\n}\n";
    let good = pattern("t.id", "    pdl.replace %root with (%x : !pdl.value)");
    let said = world.say(&format!("{external}{good}module @inner {{\n{good}}}\n"));
    assert_eq!(said.split("; ").skip(1).collect::<Vec<_>>(), ["proved", "proved"]);
}

#[test]
fn no_answer_of_the_solver_is_no_proof() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new();
    let folder = tempfile::tempdir().expect("a folder");
    let hard = pattern("t.choice_of", "    pdl.replace %root with (%x : !pdl.value)")
        .replace("t.choice_of", "arith.extsi");
    let rewrite = "    %n = pdl.operation \"arith.extui\"(%x : !pdl.value) -> (%t : !pdl.type)\n    \
                   pdl.replace %root with %n";
    let hard = hard.replace("    pdl.replace %root with (%x : !pdl.value)", rewrite);
    for (name, answer) in
        [("unknown", "echo unknown"), ("garbage", "echo '(colour green)'"), ("dead", "exit 3")]
    {
        let path = folder.path().join(format!("{name}-z3"));
        let script =
            format!("#!/bin/sh\nwhile read -r line; do case $line in *check-sat*) {answer};; esac; done\n");
        std::fs::write(&path, script).expect("written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("executable");
        let found = crate::smt::SolverPath::find(Some(&path)).expect("it is there");
        let config = SolverConfig { timeout: std::time::Duration::from_secs(2), ..SolverConfig::new(found) };
        let pool = SolverPool::new(config, NonZero::<usize>::MIN);
        let result = &world.all(&hard, Some(&pool))[0];
        assert!(matches!(result.verdict, StageVerdict::Unknown(_)), "{name}: {}", word(result));
    }
    let result = &world.all(&hard, None)[0];
    assert!(matches!(result.verdict, StageVerdict::Unknown(Unknown::NoSolver)), "{}", word(result));
    assert_eq!(world.say(&hard), "proved");
}

#[test]
fn trivial_obligations_need_no_solver() {
    let world = World::new();
    let result = &world.all(&pattern("t.id", "    pdl.replace %root with (%x : !pdl.value)"), None)[0];
    assert_eq!(word(result), "proved");
    let result = &world.all(&pattern("u.v", "    pdl.erase %root"), None)[0];
    assert_eq!(word(result), "proved");
}

#[test]
fn an_unread_predicate_implies_itself_and_nothing_else() {
    let world = World::new();
    let rewrite = |name: &str| {
        format!(
            "    %n = pdl.operation \"{name}\"(%x : !pdl.value) -> (%s : !pdl.type)\n    \
             pdl.replace %root with %n"
        )
    };
    assert_eq!(world.say(&pattern("t.odd", &rewrite("t.odd"))), "proved");
    let said = world.say(&pattern("t.odd", &rewrite("t.even")));
    assert!(said.starts_with("unknown unsupported: predicate `isEven"), "{said}");
}

#[test]
fn native_types_leave_the_verdict_open_only_where_it_hangs_on_them() {
    let world = World::new();
    let rewrite = |tail: &str| {
        format!(
            "    %m = pdl.apply_native_rewrite \"make\"(%s : !pdl.type) : !pdl.type\n    \
             %n = pdl.operation \"u.n\"(%x : !pdl.value) -> (%m : !pdl.type)\n    {tail}"
        )
    };
    let free = rewrite("pdl.replace %root with (%x : !pdl.value)");
    assert_eq!(world.say(&pattern("t.id", &free)), "proved");
    let bound = rewrite("pdl.replace %root with %n");
    assert_eq!(world.say(&pattern("t.id", &bound)), "unknown native: make");
}

#[test]
fn a_second_use_of_a_result_is_not_compared() {
    let world = World::new();
    let text = "pdl.pattern : benefit(1) {\n  %t = pdl.type\n  %p = pdl.operation \"u.p\" -> (%t : !pdl.type)\n  \
                %r = pdl.result 0 of %p\n  \
                %root = pdl.operation \"t.id\"(%r : !pdl.value) -> (%t : !pdl.type)\n  \
                %q = pdl.operation \"t.int\"(%r : !pdl.value) -> (%t : !pdl.type)\n  \
                pdl.rewrite %root {\n    \
                %n = pdl.operation \"t.int\"(%r : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %root with %n\n  }\n}\n";
    // Both users are roots and reached through the value, so that both places are compared.
    assert_eq!(world.say(text), "proved");
}

#[test]
fn what_a_second_operand_place_tells_is_not_told_of_the_result_in_it() {
    let world = World::new();
    let text = |first: &str, second: &str| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %t = pdl.type\n  %p = pdl.operation \"u.p\" -> (%t : !pdl.type)\n  \
             %r = pdl.result 0 of %p\n  %q = pdl.result 0 of %p\n  \
             %root = pdl.operation \"t.mixed\"({first}, {second} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
             pdl.rewrite %root {{\n    \
             %n = pdl.operation \"t.int\"(%r : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %root with %n\n  }}\n}}\n"
        )
    };
    assert_eq!(world.say(&text("%r", "%q")), "proved");
    // Payloads give the second place the type that is written, so that this is not shown; it must not be called proved.
    let said = world.say(&text("%r", "%r"));
    assert!(said.starts_with("unknown unsupported: a witness for T201"), "{said}");
}

#[test]
fn created_types_are_inferred_as_the_definition_says() {
    let world = World::new();
    let text = |predicate: &str| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %t = pdl.type\n  %b = pdl.type\n  %x = pdl.operand : %t\n  \
             %p = pdl.attribute = {predicate}\n  \
             %root = pdl.operation \"arith.cmpi\"(%x, %x : !pdl.value, !pdl.value) {{\"predicate\" = %p}} -> (%b : !pdl.type)\n  \
             pdl.rewrite %root {{\n    %q = pdl.attribute = 0 : i64\n    \
             %n = pdl.operation \"arith.cmpi\"(%x, %x : !pdl.value, !pdl.value) {{\"predicate\" = %q}}\n    \
             pdl.replace %root with %n\n  }}\n}}\n"
        )
    };
    assert_eq!(world.say(&text("2 : i64")), "proved");
    assert_eq!(world.say(&text("2 : i32")), "vacuous");
}

#[test]
fn a_compatible_shape_is_no_equal_type() {
    // MLIR 22.1.8 accepts an addition of tensor<?xi32> and tensor<4xi32>; its result has the first type.
    let world = World::new();
    let text = |kept: &str| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %t = pdl.type\n  %x = pdl.operand\n  %y = pdl.operand\n  \
             %root = pdl.operation \"arith.addi\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
             pdl.rewrite %root {{\n    pdl.replace %root with ({kept} : !pdl.value)\n  }}\n}}\n"
        )
    };
    assert_eq!(world.say(&text("%x")), "proved");
    assert_eq!(world.say(&text("%y")), "refuted T202");
}

#[test]
fn a_long_chain_takes_time_in_proportion() {
    let world = World::new();
    let mut text = String::from("pdl.pattern : benefit(1) {\n  %t = pdl.type\n  %v0 = pdl.operand : %t\n");
    let binary = |n: usize, name: &str, from: &str, to: &str| {
        format!(
            "  %{to}o{n} = pdl.operation \"{name}\"(%{from}{n}, %{from}{n} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
             %{to}{} = pdl.result 0 of %{to}o{n}\n",
            n + 1
        )
    };
    for n in 0..100 {
        text.push_str(&binary(n, "arith.addi", "v", "v"));
    }
    text.push_str("  pdl.rewrite %vo99 {\n");
    text.push_str("  %w0o = pdl.operation \"arith.muli\"(%v0, %v0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %w0 = pdl.result 0 of %w0o\n");
    for n in 0..100 {
        text.push_str(&binary(n, "arith.xori", "w", "w"));
    }
    text.push_str("  pdl.replace %vo99 with (%w100 : !pdl.value)\n  }\n}\n");
    let start = std::time::Instant::now();
    assert_eq!(world.say(&text), "proved");
    let time = start.elapsed();
    println!("chain of 100: {time:?}");
    assert!(time < std::time::Duration::from_secs(10), "{time:?}");
}

/// Types and attributes of every kind.
fn samples(world: &World) -> Vec<AttrId> {
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

fn predicates(world: &World) -> Vec<Predicate> {
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
        Predicate::Length(2),
        Predicate::DenseArrayOf(i32_class),
        Predicate::ArrayOf(Box::new(Predicate::Attr(AttrClass::Integer))),
    ]);
    assert!(list.iter().all(|predicate| predicate.unknown_texts().is_empty()));
    list
}

/// Atoms about two written things.
fn atoms(world: &World, a: &Term, b: &Term) -> Vec<Formula> {
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

#[test]
fn the_encoding_says_of_written_things_what_evaluation_says() {
    let Some(pool) = pool() else { return };
    let world = World::new();
    let values = samples(&world);
    let mut formulas = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let term = Term::Constant(*value);
        formulas
            .extend(predicates(&world).into_iter().map(|predicate| Formula::Holds(term.clone(), predicate)));
        for other in values.iter().skip(index % 3).step_by(3) {
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
    let asker = Asker::by_solver_only(&world.ctx, &pool);
    for chunk in statements.chunks(400) {
        if asker.solve(&Formula::Or(chunk.to_vec()), &[]) != Solution::None {
            for statement in chunk {
                assert_eq!(asker.solve(statement, &[]), Solution::None, "{statement:?}");
            }
        }
    }
}

#[test]
fn models_read_back_as_what_they_stand_for() {
    let Some(pool) = pool() else { return };
    let world = World::new();
    let asker = Asker::by_solver_only(&world.ctx, &pool);
    for value in samples(&world) {
        let formula = Formula::Equal(Term::Variable(Variable(0)), Term::Constant(value));
        let expected = Solution::Values(vec![(Variable(0), Some(value))]);
        assert_eq!(asker.solve(&formula, &[(Variable(0), Sort::Attribute)]), expected);
    }
}

#[test]
fn definitions_as_formulas_say_what_the_checker_says() {
    let world = World::new();
    let pool: Vec<AttrId> = samples(&world);
    let types: Vec<TypeId> = pool.iter().filter_map(|attr| as_type(&world.ctx, *attr)).collect();
    let mut specs: Vec<_> = world.registry.ops().cloned().collect();
    specs.sort_by(|a, b| world.ctx.str(a.name).cmp(world.ctx.str(b.name)));
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
            let subject = Subject {
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

fn as_type(ctx: &Context, attr: AttrId) -> Option<TypeId> {
    match ctx.attr_kind(attr) {
        AttrKind::Type(ty) => Some(*ty),
        _ => None,
    }
}

/// A small generator, the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

#[test]
fn shortcuts_answer_as_the_solver_does() {
    let Some(pool) = pool() else { return };
    let world = World::new();
    let mut names = Vec::new();
    let mut specs: Vec<_> = world.registry.ops().cloned().collect();
    specs.sort_by(|a, b| world.ctx.str(a.name).cmp(world.ctx.str(b.name)));
    for spec in &specs {
        let name = world.ctx.str(spec.name);
        if spec.operands.len() == 1 && spec.results.len() == 1 && !name.starts_with("func") {
            names.push(name.to_owned());
        }
    }
    let mut asked = 0;
    for (index, root) in names.iter().enumerate() {
        for step in 0..4 {
            let created = &names[(index * 5 + step * 7 + 1) % names.len()];
            let rewrite = format!(
                "    %n = pdl.operation \"{created}\"(%x : !pdl.value) -> (%t : !pdl.type)\n    \
                 pdl.replace %root with {}",
                if step % 2 == 0 { "%n" } else { "(%x : !pdl.value)" }
            );
            let parsed = parse(&world.ctx, &Source::new("p", pattern(root, &rewrite)));
            let question = lower(&parsed.program, patterns(&parsed.program)[0].op, &world.registry);
            let left = question.left();
            for violated in question.obligations.iter().map(|obligation| obligation.formula.clone().negate())
            {
                let formula = Formula::all([left.clone(), violated]);
                let formula = Formula::all([conformance::definitions(&world.registry, &formula), formula]);
                let quick = Asker::new(&world.ctx, None).solve(&formula, &question.sorts());
                let slow = Asker::by_solver_only(&world.ctx, &pool).solve(&formula, &question.sorts());
                asked += 1;
                match (&quick, &slow) {
                    (Solution::None, Solution::None) | (Solution::Values(_), Solution::Values(_)) => {}
                    (Solution::Unknown(Unknown::NoSolver), _) => {}
                    _ => panic!("{root} to {created}: {quick:?} without, {slow:?} with the solver"),
                }
            }
        }
    }
    println!("{asked} questions over {} operations", names.len());
    assert!(asked > 50);
}

/// Random patterns over arith: what is called proved must not fail on random payloads, in any type.
#[test]
fn no_proof_fails_on_a_random_payload() {
    use crate::confirm::{payload, replay, scenario::Scenario};
    let world = World::new();
    let pool = pool();
    let mut specs: Vec<_> = world.registry.ops().cloned().collect();
    specs.sort_by(|a, b| world.ctx.str(a.name).cmp(world.ctx.str(b.name)));
    specs.retain(|spec| {
        let name = world.ctx.str(spec.name);
        spec.results.len() == 1
            && (1..=2).contains(&spec.operands.len())
            && (name.starts_with("arith.") || name.starts_with("t."))
            && !name.starts_with("t.never")
            && !name.contains("scaling")
            && !name.ends_with('f')
            && spec.attributes.iter().all(|attribute| attribute.optional)
    });
    let pool_types = [
        "i1",
        "i8",
        "i32",
        "index",
        "f32",
        "vector<4xi32>",
        "vector<4xi1>",
        "tensor<?xi32>",
        "tensor<4xi32>",
    ];
    let types: Vec<TypeId> =
        pool_types.iter().map(|text| parse_type(&world.ctx, text).expect("a type")).collect();
    let mut random = Random(99);
    let mut tally = std::collections::BTreeMap::new();
    for _ in 0..700 {
        let text = random_pattern(&world, &specs, &mut random);
        let parsed = parse(&world.ctx, &Source::new("p", text.as_str()));
        assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
        let view = patterns(&parsed.program)[0];
        if !assay_ir::pdl::validate(view, Some(&world.registry)).is_empty() {
            continue;
        }
        let options = Options::default();
        let task =
            Task { program: &parsed.program, pattern: view.op, registry: &world.registry, options: &options };
        let result = analyse(&task, pool.as_ref());
        assert!(result.disagreements.is_empty(), "{:?}\n{text}", result.disagreements);
        let said = word(&result);
        let class = said.split([' ', ':']).next().unwrap_or("").to_owned();
        *tally.entry(class).or_insert(0) += 1;
        if said.starts_with("unknown") {
            println!("{said}\n{text}");
        }
        if said != "proved" && said != "vacuous" {
            continue;
        }
        let model =
            crate::structure::decode::decode(&parsed.program, &world.registry, view.op).expect("decoded");
        for _ in 0..15 {
            let mut scenario = Scenario::default();
            for ty in &model.types {
                if let (Some(handle), None) = (ty.handle, ty.constant) {
                    scenario.types.insert(handle, types[random.below(types.len())]);
                }
            }
            let Ok(built) = payload::build(&model, &world.registry, &scenario) else { continue };
            assert_ne!(said, "vacuous", "a payload exists\n{text}");
            *tally.entry("payloads".to_owned()).or_insert(0) += 1;
            if let replay::Outcome::Fails { failures, .. } = replay::replay(view, &built, &world.registry) {
                let typed =
                    failures.iter().find(|failure| failure.codes.iter().any(|code| code.starts_with('T')));
                assert!(typed.is_none(), "{typed:?}\n{text}");
            }
        }
    }
    println!("{tally:?}");
    assert!(tally["proved"] > 20 && tally["refuted"] > 20 && tally["payloads"] > 20);
}

fn random_pattern(world: &World, specs: &[Arc<assay_ir::spec::OpSpec>], random: &mut Random) -> String {
    let matched = ["%s", "%t", "%k"];
    let constant = ["i32", "i1", "index", "f32"][random.below(4)];
    let mut text = format!(
        "pdl.pattern : benefit(1) {{\n  %s = pdl.type\n  %t = pdl.type\n  %k = pdl.type : {constant}\n"
    );
    let pick = |random: &mut Random| Arc::clone(&specs[random.below(specs.len())]);
    let ty = |random: &mut Random| matched[[0, 0, 0, 0, 0, 1, 1, 2][random.below(8)]];
    let (x, y) = (ty(random), ty(random));
    text.push_str(&format!("  %x = pdl.operand : {x}\n  %y = pdl.operand : {y}\n"));
    let list = |values: &[&str]| match values {
        [] => String::new(),
        _ => format!("({} : {})", values.join(", "), vec!["!pdl.value"; values.len()].join(", ")),
    };
    let operation =
        |name: &str, spec: &assay_ir::spec::OpSpec, values: &[&str], ty: &str, random: &mut Random| {
            let operands: Vec<&str> =
                spec.operands.iter().map(|_| values[random.below(values.len())]).collect();
            let full = world.ctx.str(spec.name);
            format!("  {name} = pdl.operation \"{full}\"{}{ty}\n", list(&operands))
        };
    let (p, root) = (pick(random), pick(random));
    let written = format!(" -> ({} : !pdl.type)", ty(random));
    text.push_str(&operation("%p", &p, &["%x", "%y"], &written, random));
    text.push_str("  %pv = pdl.result 0 of %p\n");
    let written = format!(" -> ({} : !pdl.type)", ty(random));
    text.push_str(&operation("%root", &root, &["%pv", "%x"], &written, random).replacen("%x", "%pv", 1));
    text.push_str("  pdl.rewrite %root {\n");
    let (a, b) = (pick(random), pick(random));
    let created_type = |spec: &assay_ir::spec::OpSpec, random: &mut Random| match random.below(3) {
        0 if spec.traits.infers_results => String::new(),
        _ => format!(" -> ({} : !pdl.type)", ty(random)),
    };
    let written = created_type(&a, random);
    text.push_str(&operation("%n", &a, &["%x", "%y", "%pv"], &written, random));
    text.push_str("  %nv = pdl.result 0 of %n\n");
    let written = created_type(&b, random);
    text.push_str(&operation("%m", &b, &["%nv", "%x"], &written, random));
    text.push_str(match random.below(3) {
        0 => "  pdl.replace %root with (%nv : !pdl.value)\n",
        1 => "  pdl.replace %root with (%x : !pdl.value)\n",
        _ => "  pdl.replace %root with %m\n",
    });
    text.push_str("  }\n}\n");
    text
}
