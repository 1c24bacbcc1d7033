//! Readings of C++ under `--confirm-mlir`: paths and near misses that the real binary runs as they were read, and one that it does
//! not. Runs the built program.

use std::path::Path;
use std::process::{Command, Output};

use assay_mlir::MlirOpt;
use assay_testing::{Checked, Missing};

/// Folders with the meaning of those of MLIR 22.1.8, written for this test.
const RIGHT: &str = "\
OpFoldResult math::AbsIOp::fold(FoldAdaptor adaptor) {
  return constFoldUnaryOp<IntegerAttr>(adaptor.getOperands(), [](const APInt &a) { return a.abs(); });
}

OpFoldResult arith::MaxUIOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return getRhs();
  APInt limit;
  if (matchPattern(adaptor.getRhs(), m_ConstantInt(&limit))) {
    if (limit.isMaxValue())
      return getRhs();
    if (limit.isMinValue())
      return getLhs();
  }
  return constFoldBinaryOp<IntegerAttr>(adaptor.getOperands(),
                                        [](const APInt &a, const APInt &b) { return APIntOps::umax(a, b); });
}
";

/// A pattern of `arith-expand` that stands in its sources, in words of our own: the pass fails where the pattern is not applied.
const PATTERN: &str = "\
struct CeilDivUIOpConverter : public OpRewritePattern<arith::CeilDivUIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::CeilDivUIOp op, PatternRewriter &r) const final {
    Location at = op.getLoc();
    Value n = op.getLhs();
    Value none = arith::ConstantOp::create(r, at, r.getIntegerAttr(n.getType(), 0));
    Value single = arith::ConstantOp::create(r, at, r.getIntegerAttr(n.getType(), 1));
    Value empty = arith::CmpIOp::create(r, at, arith::CmpIPredicate::eq, n, none);
    Value rest = arith::DivUIOp::create(r, at, arith::SubIOp::create(r, at, n, single), op.getRhs());
    r.replaceOpWithNewOp<arith::SelectOp>(op, empty, none, arith::AddIOp::create(r, at, rest, single));
    return success();
  }
};
";

fn confirmed(text: &str) -> Result<(Output, serde_json::Value), Missing> {
    MlirOpt::find().map_err(|_| Missing::new("mlir-opt"))?;
    let folder = tempfile::tempdir().expect("tests can make folders");
    let (file, json) = (folder.path().join("a.cpp"), folder.path().join("report.json"));
    std::fs::write(&file, text).expect("tests can write files");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.args(["check", "--confirm-mlir", "--rules", "S,T", "--format"]);
    command.arg(format!("json={}", json.display())).arg(Path::new(&file));
    let output = command.output().expect("the program was built");
    let text = std::fs::read(&json).expect("there is a report");
    Ok((output, serde_json::from_slice(&text).expect("reports are JSON")))
}

/// The line about the runs of a body.
fn line(report: &serde_json::Value, name: &str) -> String {
    let patterns = report["patterns"].as_array().cloned().unwrap_or_default();
    let body = patterns.iter().find(|one| one["name"] == name).expect("the body is there");
    let lines = body["assumptions"].as_array().cloned().unwrap_or_default();
    let lines = lines.iter().filter_map(serde_json::Value::as_str);
    lines.filter(|line| line.starts_with("reading: ")).collect()
}

fn bodies_that_the_binary_runs_as_they_were_read_are_confirmed() -> Checked {
    let (output, report) = confirmed(RIGHT)?;
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for name in ["math::AbsIOp::fold", "arith::MaxUIOp::fold"] {
        assert!(line(&report, name).starts_with("reading: confirmed by "), "{}", line(&report, name));
    }
    Ok(())
}

fn a_binary_that_makes_something_else_is_an_internal_error_with_the_program() -> Checked {
    let (output, report) = confirmed(&RIGHT.replace("return a.abs()", "return -a"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("math::AbsIOp::fold") && said.contains("math.absi"), "{said}");
    assert!(line(&report, "math::AbsIOp::fold").starts_with("reading: not confirmed: "), "{report}");
    assert!(line(&report, "arith::MaxUIOp::fold").starts_with("reading: confirmed by "), "{report}");
    Ok(())
}

fn a_pattern_is_tried_by_a_pass_that_needs_it() -> Checked {
    let (output, report) = confirmed(PATTERN)?;
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let line_of = |report: &_| line(report, "CeilDivUIOpConverter");
    assert!(line_of(&report).starts_with("reading: confirmed by "), "{}", line_of(&report));
    let (output, report) = confirmed(&PATTERN.replace("arith::AddIOp::create(r, at, rest, single)", "rest"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--arith-expand") && said.contains("arith.ceildivui"), "{said}");
    assert!(line_of(&report).starts_with("reading: not confirmed: "), "{}", line_of(&report));
    Ok(())
}

fn a_condition_without_a_program_leaves_a_body_open() -> Checked {
    let text =
        RIGHT.replace("if (getLhs() == getRhs())", "if (getLhs() == getRhs() && getLhs().hasOneUse())");
    let (_, report) = confirmed(&text)?;
    let line = line(&report, "arith::MaxUIOp::fold");
    assert!(line.starts_with("reading: not confirmed: path 1: ") && line.contains("hasOneUse"), "{line}");
    Ok(())
}

assay_testing::tests!(
    bodies_that_the_binary_runs_as_they_were_read_are_confirmed,
    a_binary_that_makes_something_else_is_an_internal_error_with_the_program,
    a_pattern_is_tried_by_a_pass_that_needs_it,
    a_condition_without_a_program_leaves_a_body_open,
);
