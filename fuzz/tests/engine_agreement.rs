//! The comparison of the engine with MLIR, on single programs.

use assay_fuzz::oracle::engine_mlir::{Agreement, Question, ask, predict};
use assay_fuzz::subject::FuzzContext;
use assay_ir::data::Source;
use assay_ir::text;
use assay_testing::{Checked, Missing};

/// How both compare on one pattern and one program.
fn agreement(body: &str, payload: &str) -> Result<Agreement, Missing> {
    let opt = assay_testing::mlir()?;
    let world = FuzzContext::new();
    let pattern = format!("pdl.pattern @p : benefit(1) {{\n{body}\n}}\n");
    let read = |name: &str, text: &str| {
        let parsed = text::parse(world.ctx(), &Source::new(name, text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.program
    };
    let (patterns, program) = (read("pattern", &pattern), read("payload", payload));
    let found = assay_ir::pdl::patterns(&patterns)[0];
    let prediction = predict(&world, &[found], &program);
    let question = Question { pattern: pattern.clone(), payload: payload.to_owned(), prediction };
    Ok(ask(&world, &opt, &[question], 1).remove(0).agreement)
}

fn what_is_ill_formed_and_dead_goes_before_mlir_looks_at_it() -> Checked {
    let body = "  %x = pdl.operand\n  %root = pdl.operation \"lab.c\"(%x : !pdl.value)\n  pdl.rewrite %root {\n    \
                %t = pdl.type : f64\n    %n = pdl.operation \"arith.extf\"(%x : !pdl.value) -> (%t : !pdl.type)\n    \
                pdl.erase %root\n  }";
    let function =
        "func.func @f() {\n  %0 = \"lab.def\"() : () -> i32\n  \"lab.c\"(%0) : (i32) -> ()\n  return\n}\n";
    let inner = format!("module {{\n{function}}}\n\"lab.other\"() : () -> ()\n");
    for payload in [function, inner.as_str()] {
        let found = agreement(body, payload)?;
        assert_eq!(found, Agreement::Silent, "{payload}");
    }
    Ok(())
}

fn a_region_of_harmless_operations_is_dead() -> Checked {
    let body = "  %root = pdl.operation \"lab.c\"\n  pdl.rewrite %root {\n    %n = pdl.operation \"func.return\"\n    \
                pdl.erase %root\n  }";
    let payload = "func.func @f() {\n  scf.execute_region {\n    \"lab.c\"() : () -> ()\n    scf.yield\n  }\n  return\n}\n";
    let found = agreement(body, payload)?;
    assert_eq!(found, Agreement::Silent);
    Ok(())
}

fn created_constants_are_folded_and_moved_by_the_driver() -> Checked {
    let body = "  %t = pdl.type : index\n  %x = pdl.operand : %t\n  \
                %root = pdl.operation \"lab.c\"(%x : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {\n    \
                %a = pdl.attribute = 3 : index\n    \
                %c = pdl.operation \"arith.constant\" {\"value\" = %a} -> (%t : !pdl.type)\n    \
                %b = pdl.attribute = 1 : index\n    \
                %d = pdl.operation \"arith.constant\" {\"value\" = %b} -> (%t : !pdl.type)\n    \
                %e = pdl.result 0 of %c\n    %f = pdl.result 0 of %d\n    \
                %g = pdl.operation \"arith.subi\"(%e, %f : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n    \
                %h = pdl.operation \"arith.remsi\"(%x, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n    \
                %i = pdl.result 0 of %g\n    \
                %n = pdl.operation \"lab.n\"(%i : !pdl.value)\n    pdl.replace %root with %h\n  }";
    let payload = "func.func @f(%x: index) {\n  scf.execute_region {\n    %0 = \"lab.c\"(%x) : (index) -> index\n    \
                   \"lab.use\"(%0) : (index) -> ()\n    scf.yield\n  }\n  return\n}\n";
    let found = agreement(body, payload)?;
    assert_eq!(found, Agreement::Same);
    Ok(())
}

fn a_rewrite_that_works_leaves_the_same_program() -> Checked {
    let body = "  %root = pdl.operation \"lab.c\"\n  pdl.rewrite %root {\n    %n = pdl.operation \"lab.n\"\n    \
                pdl.erase %root\n  }";
    for payload in
        ["\"lab.c\"() : () -> ()\n", "module {\n  \"lab.c\"() : () -> ()\n}\n\"lab.other\"() : () -> ()\n"]
    {
        let found = agreement(body, payload)?;
        assert_eq!(found, Agreement::Same);
    }
    Ok(())
}

assay_testing::tests!(
    what_is_ill_formed_and_dead_goes_before_mlir_looks_at_it,
    a_region_of_harmless_operations_is_dead,
    created_constants_are_folded_and_moved_by_the_driver,
    a_rewrite_that_works_leaves_the_same_program,
);
