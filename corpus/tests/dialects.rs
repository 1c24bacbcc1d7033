//! The built-in dialects load without a remark, and so do the definitions of the acceptance pack.

use assay_corpus::{dialects, load_builtin, load_text};
use assay_ir::data::Context;
use assay_ir::spec::Registry;

#[test]
fn every_dialect_loads_without_a_remark() {
    let ctx = Context::new();
    for (name, text) in dialects() {
        let mut registry = Registry::new(&ctx);
        assert_eq!(load_text(&mut registry, name, text), [], "{name}");
        assert_eq!(registry.dialects().collect::<Vec<_>>(), [*name]);
    }
}

#[test]
fn every_predicate_of_the_dialects_is_translated() {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    for spec in registry.ops() {
        for (constraint, _) in &spec.constraints {
            if let assay_ir::spec::Constraint::CPred(text) = constraint {
                let name = ctx.str(spec.name);
                assert!(registry.c_pred(*text).unknown_texts().is_empty(), "{name}: {}", ctx.str(*text));
            }
        }
    }
}

#[test]
fn the_definitions_of_the_acceptance_pack_load_without_a_remark() {
    let Ok(folder) = std::env::var("ASSAY_ACCEPTANCE") else {
        let required = std::env::var("ASSAY_REQUIRE_MLIR").is_ok_and(|value| value == "1");
        assert!(!required, "ASSAY_ACCEPTANCE is not set");
        println!("skipped: ASSAY_ACCEPTANCE is not set");
        return;
    };
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
}
