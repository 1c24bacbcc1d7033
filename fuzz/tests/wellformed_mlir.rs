//! MLIR reads a text in which a value of a nested region is used where control never gets: such a program is no evidence
//! about the checker.

use assay_ir::data::{Context, Program, Source};
use assay_ir::text::{self, PrintOptions};
use assay_mlir::Outcome;
use assay_mlir::opt::ParseOptions;
use assay_testing::Checked;

/// A program in which the operation `lab.use`, in a block without predecessors, reads what `lab.def` defines in a region
/// of a later operation.
fn program() -> Program {
    let text = "func.func @f() {\n  return\n^bb1:\n  \"lab.use\"() : () -> ()\n  scf.execute_region {\n    \
                %0 = \"lab.def\"() : () -> i1\n    scf.yield\n  }\n  return\n}\n";
    let parsed = text::parse(&Context::new(), &Source::new("t", text));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let mut program = parsed.program;
    let find = |name: &str| program.walk(program.top()).find(|op| program.op_name(*op) == name);
    let (reader, definition) = find("lab.use").zip(find("lab.def")).expect("both are there");
    let value = program.result(definition, 0).expect("it has a result");
    program.set_operands(reader, &[value]);
    program
}

fn mlir_reads_a_value_of_a_nested_region_where_control_never_gets() -> Checked {
    let opt = assay_testing::mlir()?;
    let text = text::print(&program(), &PrintOptions { generic: true, locations: false });
    let theirs =
        opt.parse_print(&text, &ParseOptions { allow_unregistered: true, ..ParseOptions::default() });
    assert!(matches!(theirs, Outcome::Ok(_)), "{theirs:?}");
    Ok(())
}

assay_testing::tests!(mlir_reads_a_value_of_a_nested_region_where_control_never_gets);
