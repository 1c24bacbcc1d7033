//! Programs that no text can write: what a wrong rewrite leaves behind.

use std::sync::Arc;

use assay_corpus::load_builtin;
use assay_ir::data::{Context, InsertPoint, NewOp, OpId, Pos, Program, Source, Span};
use assay_ir::spec::Registry;
use assay_ir::text;
use assay_ir::wellformed::{Options, Violation, check};

struct CheckedProgram {
    program: Program,
    registry: Registry,
}

impl CheckedProgram {
    fn new(program: &str) -> CheckedProgram {
        let ctx = Context::new();
        let registry = load_builtin(&ctx);
        let parsed = text::parse(&ctx, &Source::new("test", program));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        CheckedProgram { program: parsed.program, registry }
    }

    fn op(&self, name: &str) -> OpId {
        let ctx = Arc::clone(self.program.ctx());
        let wanted = ctx.ident(name);
        let mut ops = self.program.walk(self.program.top());
        ops.find(|op| self.program.op(*op).name == wanted)
            .expect("the test names an operation of its program")
    }

    fn check(&self, scope: Option<OpId>) -> Vec<Violation> {
        check(&self.program, &self.registry, &Options { scope })
    }

    fn kinds(&self) -> Vec<&'static str> {
        self.check(None).iter().map(|violation| violation.kind.name()).collect()
    }
}

const CHAIN: &str = r#"
func.func @f() {
  %a = "lab.def"() : () -> i32
  %b = "lab.scope"() ({
  ^bb0(%x: i32):
    "lab.inner"(%a) : (i32) -> ()
  }) : () -> i32
  "lab.use"(%a, %b, %a) : (i32, i32, i32) -> ()
  "lab.end"() : () -> ()
}
"#;

pub(super) fn every_use_of_an_erased_result_is_a_null_operand() {
    let mut subject = CheckedProgram::new(CHAIN);
    let def = subject.op("lab.def");
    subject.program.erase(def);
    assert_eq!(subject.kinds(), ["null-operand"; 3]);
}

pub(super) fn a_detached_definition_is_a_null_operand_too() {
    let mut subject = CheckedProgram::new(CHAIN);
    let scope = subject.op("lab.scope");
    subject.program.detach(scope);
    assert_eq!(subject.kinds(), ["null-operand"]);
}

pub(super) fn a_function_whose_terminator_was_erased_has_an_empty_block_or_none() {
    let mut subject = CheckedProgram::new(
        "func.func @f() {\n  %a = \"arith.constant\"() <{value = 1 : i32}> : () -> i32\n  return\n}",
    );
    let terminator = subject.op("func.return");
    subject.program.erase(terminator);
    assert_eq!(subject.kinds(), ["missing-terminator"]);
    let constant = subject.op("arith.constant");
    subject.program.erase(constant);
    assert_eq!(subject.kinds(), ["empty-block"]);
}

pub(super) fn a_scope_leaves_the_rest_out() {
    let mut subject = CheckedProgram::new(CHAIN);
    let (def, user) = (subject.op("lab.def"), subject.op("lab.use"));
    let scope = subject.op("lab.scope");
    subject.program.erase(def);
    assert_eq!(subject.check(Some(scope)).len(), 1);
    assert_eq!(subject.check(Some(user)).len(), 2);
}

pub(super) fn deep_nesting_is_no_trouble() {
    let mut subject = CheckedProgram::new(CHAIN);
    let ctx = Arc::clone(subject.program.ctx());
    let value = subject.program.result(subject.op("lab.def"), 0).expect("it has a result");
    let mut at = InsertPoint::After(subject.op("lab.def"));
    for _ in 0..100_000 {
        let scope = NewOp { regions: 1, ..NewOp::named(&ctx, ctx.ident("lab.nest")) };
        let scope = subject.program.create(&scope, at);
        let region = subject.program.op_regions(scope)[0];
        at = InsertPoint::End(subject.program.add_block(region, Span::NONE));
    }
    let operands = [(value, Pos::NONE)];
    subject.program.create(&NewOp { operands: &operands, ..NewOp::named(&ctx, ctx.ident("lab.use")) }, at);
    assert!(subject.kinds().is_empty());
}

pub(super) fn a_long_block_is_no_trouble() {
    let mut program = String::from("func.func @f(%x: i32) {\n");
    for at in 0..20_000 {
        program.push_str(&format!("%v{at} = \"lab.def\"(%x) : (i32) -> i32\n"));
    }
    program.push_str("return\n}\n");
    assert!(CheckedProgram::new(&program).kinds().is_empty());
}
