//! `mlir-opt` as a step: what it returns takes the place of a function, and what it refuses changes nothing.

use assay_ir::data::{Context, Source};
use assay_ir::rewrite::Silent;
use assay_ir::strategy::{Argument, Step, StepError};
use assay_ir::text;
use assay_testing::Checked;
use assay_transform::steps::Tool;

const PAYLOAD: &str = "func.func @f(%x: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %x, %0 : i32
  return %1 : i32
}
func.func @g() {
  return
}
";

fn passes_change_one_function_or_nothing() -> Checked {
    let tool = Tool::new(Some(assay_testing::mlir()?));
    let ctx = Context::new();
    let mut program = text::parse(&ctx, &Source::new("payload", PAYLOAD)).program;
    let before = text::print(&program, &Default::default());
    let function = program.first_op(program.top_block()).expect("there is a function");
    let wrong = [Argument::Text(ctx.ident("no-such-pass"))];
    let said = tool.apply(&mut program, function, &wrong, &mut Silent);
    assert!(matches!(said, Err(StepError::Refused(_))), "{said:?}");
    assert_eq!(text::print(&program, &Default::default()), before);
    let right = [Argument::Text(ctx.ident("canonicalize"))];
    let open = program.checkpoint();
    tool.apply(&mut program, function, &right, &mut Silent).expect("the pass exists");
    let wanted =
        "func.func @f(%arg0: i32) -> i32 {\n  return %arg0 : i32\n}\nfunc.func @g() {\n  return\n}\n";
    assert_eq!(text::print(&program, &Default::default()), wanted);
    program.rollback(open);
    assert_eq!(text::print(&program, &Default::default()), before);
    Ok(())
}

assay_testing::tests!(passes_change_one_function_or_nothing,);
