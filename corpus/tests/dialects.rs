//! The built-in dialects load without a remark, and so do the definitions of the acceptance pack.

use assay_corpus::{builtin_on_demand, dialects, load_builtin, load_text};
use assay_ir::data::Context;
use assay_ir::spec::{Registry, infer_results};
use assay_ir::text::{parse_attr, parse_type, type_text};
use assay_testing::Checked;

fn every_dialect_loads_without_a_remark() {
    let ctx = Context::new();
    for (name, text) in dialects() {
        let mut registry = Registry::new(&ctx);
        assert_eq!(load_text(&mut registry, name, text), [], "{name}");
        assert_eq!(registry.dialects().collect::<Vec<_>>(), [*name]);
    }
}

fn the_built_in_dialects_are_taken_as_they_stand() {
    let registry = load_builtin(&Context::new());
    assert!(registry.ops().all(|spec| !spec.lossy));
}

fn an_operation_of_a_generated_dialect_is_taken_as_it_stands_once_it_is_annotated() {
    let text = r#"irdl.dialect @d {
  irdl.operation @lost {
    %0 = irdl.c_pred "true"
    irdl.attributes {"key" = %0}
  }
  irdl.operation @kept attributes {assay.traits = []} {
    %0 = irdl.c_pred "true"
    irdl.attributes {"key" = %0}
  }
}
"#;
    let ctx = Context::new();
    let mut registry = Registry::new(&ctx);
    assert_eq!(load_text(&mut registry, "d", text), []);
    let of = |name: &str| {
        let spec = registry.op(ctx.ident(name)).expect("it is declared above");
        (spec.lossy, spec.attributes[0].optional, spec.traits.any_successors)
    };
    assert_eq!((of("d.lost"), of("d.kept")), ((true, true, true), (false, false, false)));
}

/// All that two registries of one context say is the same.
fn assert_same(left: &Registry, right: &Registry) {
    let ctx = left.ctx();
    assert_eq!(left.dialects().collect::<Vec<_>>(), right.dialects().collect::<Vec<_>>());
    assert_eq!(left.ops().count(), right.ops().count());
    for spec in left.ops() {
        let other = right.op(spec.name).map(|other| format!("{other:?}"));
        assert_eq!(other, Some(format!("{spec:?}")), "{}", ctx.str(spec.name));
    }
    for name in left.dialects().map(|name| ctx.ident(name)) {
        let said = |registry: &Registry| (registry.has_dialect(name), registry.is_complete(name));
        assert_eq!(said(left), said(right));
    }
    let names =
        |registry: &Registry| registry.natives().map(|summary| summary.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(left), names(right));
    for name in names(left) {
        assert!(right.native(&name).is_some(), "{name}");
    }
}

fn dialects_that_are_read_on_demand_are_the_same() {
    let ctx = Context::new();
    let name = |text| ctx.ident(text);
    let eager = load_builtin(&ctx);
    assert_same(&eager, &builtin_on_demand(&ctx));
    // One is asked for, and declarations of a user lie above all.
    let mut demanded = builtin_on_demand(&ctx);
    assert!(demanded.op(name("arith.addi")).is_some() && demanded.op(name("lab.addi")).is_none());
    assert!(!demanded.has_dialect(name("lab")) && demanded.has_dialect(name("comb")));
    assert_same(&eager.above(), &demanded.above());
    let own = "irdl.dialect @arith { irdl.operation @addi { } irdl.operation @own { } }";
    let mut eager = eager;
    for registry in [&mut eager, &mut demanded] {
        assert_eq!(load_text(registry, "own", own), []);
        assert!(registry.op(name("arith.own")).is_some() && registry.op(name("arith.muli")).is_some());
    }
    assert_same(&eager, &demanded);
}

/// A condition on several attributes and types together, of which no predicate speaks: it leaves a definition open.
const OPEN: &str = "::mlir::LLVM::isAtomicAccess($_self)";

fn every_predicate_of_the_dialects_is_translated() {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    for spec in registry.ops() {
        for (constraint, _) in &spec.constraints {
            if let assay_ir::spec::Constraint::CPred(text) = constraint {
                let name = ctx.str(spec.name);
                let open = registry.c_pred(*text).unknown_texts();
                assert!(open.iter().all(|text| ctx.str(*text) == OPEN), "{name}: {}", ctx.str(*text));
            }
        }
    }
}

fn the_definitions_of_the_acceptance_pack_load_without_a_remark() -> Checked {
    let folder = assay_testing::acceptance()?;
    let mut loaded = 0;
    for entry in
        std::fs::read_dir(std::path::Path::new(&folder).join("types")).expect("the pack has this folder")
    {
        let path = entry.expect("a listed entry can be looked at").path();
        let name = path.display().to_string();
        if name.ends_with(".irdl.mlir") {
            let text = std::fs::read_to_string(&path).expect("a listed file can be read");
            assert_eq!(load_text(&mut Registry::new(&Context::new()), &name, &text), [], "{name}");
            loaded += 1;
        }
    }
    assert!(loaded >= 8, "{loaded} files");
    Ok(())
}

/// The result types that an operation without attributes infers from its operands.
fn inferred(op: &str, operands: &[&str]) -> Option<Vec<String>> {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    let spec = registry.op(ctx.ident(op)).expect("the test names an operation of the built-in dialects");
    let operands: Vec<_> =
        operands.iter().map(|ty| parse_type(&ctx, ty).expect("the test writes types")).collect();
    let value = parse_attr(&ctx, "7 : i16").expect("the test writes an attribute");
    let attribute = |name| (ctx.str(name) == "value").then_some(value);
    let types = infer_results(&ctx, spec, &operands, &attribute)?;
    Some(types.into_iter().map(|ty| type_text(&ctx, ty)).collect())
}

fn result_types_are_inferred_as_mlir_does() {
    let of = |op: &str, operands: &[&str]| inferred(op, operands).unwrap_or_default().join(", ");
    assert_eq!(of("arith.addi", &["tensor<?xi8>", "tensor<4xi8>"]), "tensor<?xi8>");
    assert_eq!(of("arith.cmpi", &["vector<4xi32>", "vector<4xi32>"]), "vector<4xi1>");
    assert_eq!(of("arith.mulsi_extended", &["i8", "i8"]), "i8, i8");
    assert_eq!(of("arith.select", &["i1", "f32", "f32"]), "f32");
    assert_eq!(of("arith.constant", &[]), "i16");
    assert_eq!(inferred("arith.extsi", &["i8"]), None);
    assert_eq!(inferred("arith.addui_extended", &["i8", "i8"]), None);
    assert_eq!(inferred("arith.addi", &["i8"]), None);
}

assay_testing::tests!(
    every_dialect_loads_without_a_remark,
    the_built_in_dialects_are_taken_as_they_stand,
    dialects_that_are_read_on_demand_are_the_same,
    an_operation_of_a_generated_dialect_is_taken_as_it_stands_once_it_is_annotated,
    every_predicate_of_the_dialects_is_translated,
    the_definitions_of_the_acceptance_pack_load_without_a_remark,
    result_types_are_inferred_as_mlir_does,
);
