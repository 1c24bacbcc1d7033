//! Bodies as they are read, and what stops the reader.

use super::*;

fn tables() -> Vec<Table> {
    vec![Table::read("api.txt", include_str!("../../../corpus/cpp/api.txt"))]
}

fn one(text: &str) -> Body {
    let mut reading = super::read("a.cpp", text, &[], &tables(), true);
    assert_eq!(reading.bodies.len(), 1, "{text}");
    reading.bodies.remove(0)
}

fn fold(body: &str) -> Body {
    one(&format!("OpFoldResult arith::AddIOp::fold(FoldAdaptor adaptor) {{\n{body}\n}}"))
}

#[test]
fn the_lines_of_the_table_are_understood() {
    assert_eq!(tables()[0].faults, Vec::<String>::new());
}

#[test]
fn a_path_has_the_negation_of_the_tests_before_it() {
    let body = fold(
        "if (matchPattern(adaptor.getRhs(), m_Zero())) return {};\nif (adaptor.getRhs()) return getLhs();\nreturn {};",
    );
    assert_eq!((body.paths.len(), body.read()), (1, 1));
    assert!(body.paths[0].pattern.natives.contains("cmpi ne"), "{}", body.paths[0].pattern.natives);
}

#[test]
fn a_condition_without_a_form_is_named_with_its_line() {
    let body = fold("if (getLhs().hasOneUse())\n  return getRhs();\nreturn {};");
    assert_eq!(body.paths[0].unsaid, [("value 0 hasOneUse".to_owned(), 2)]);
}

#[test]
fn what_is_not_known_stops_its_path_alone() {
    let body = fold(
        "if (getLhs() == getRhs()) return getLhs();\nif (strange(getLhs()))\n  return getRhs();\nreturn {};",
    );
    assert_eq!((body.paths.len(), body.read()), (2, 1));
    let unread = body.paths[1].unread.as_ref().expect("it was not read");
    assert_eq!((unread.what.as_str(), unread.line), ("a call of `strange(getLhs())`", 3));
}

#[test]
fn a_result_is_what_its_condition_says() {
    let pattern = |last: &str| {
        one(&format!(
            "struct P : public OpRewritePattern<arith::AddIOp> {{\nLogicalResult matchAndRewrite(arith::AddIOp op, \
             PatternRewriter &r) const override {{\nif (failed(same(op))) return failure();\nr.replaceOp(op, op.getLhs());\n\
             return success();\n}}\nLogicalResult same(arith::AddIOp op) const {{ return {last}; }}\n}};"
        ))
    };
    let same = pattern("success(op.getLhs() == op.getRhs())");
    assert_eq!((same.paths.len(), same.read(), same.idle), (1, 1, 1));
    assert!(!same.paths[0].pattern.pdl.contains("%value1"), "{}", same.paths[0].pattern.pdl);
    let other = pattern("failure(op.getLhs() == op.getRhs())");
    assert!(other.paths[0].pattern.pdl.contains("%value1"), "{}", other.paths[0].pattern.pdl);
}

#[test]
fn the_operation_of_a_pattern_may_be_named_by_its_constructor() {
    let text = "struct P : public ::mlir::RewritePattern {\nP(MLIRContext *c) : ::mlir::RewritePattern(\"arith.xori\", 1, c, {}) {}\n\
                LogicalResult matchAndRewrite(::mlir::Operation *op0, PatternRewriter &r) const override {\n\
                auto root = dyn_cast<::mlir::arith::XOrIOp>(op0);\n\
                auto *inner = (*root.getODSOperands(0).begin()).getDefiningOp();\nif (!inner) return failure();\n\
                auto xor1 = dyn_cast<arith::XOrIOp>(inner);\nif (!xor1) return failure();\n\
                r.replaceOp(op0, xor1.getLhs());\nreturn success();\n}\n};";
    let body = one(text);
    assert_eq!((body.paths.len(), body.read()), (1, 1));
    assert!(body.paths[0].unsaid.is_empty(), "{:?}", body.paths[0].unsaid);
    assert_eq!(body.paths[0].pattern.pdl.matches("arith.xori").count(), 2);
}

#[test]
fn a_helper_is_found_in_another_file() {
    let text = "OpFoldResult arith::AddIOp::fold(FoldAdaptor adaptor) { return pick(getLhs()); }";
    let beside = [("h.cpp".to_owned(), "static Value pick(Value x) { return x; }".to_owned())];
    let reading = super::read("a.cpp", text, &beside, &tables(), true);
    assert_eq!(reading.bodies[0].read(), 1);
    let reading = super::read("a.cpp", text, &[], &tables(), true);
    assert_eq!(reading.bodies[0].read(), 0);
}

#[test]
fn a_body_of_an_operation_with_regions_is_unread_and_so_is_its_decision() {
    let body = one("OpFoldResult scf::IfOp::fold(FoldAdaptor adaptor) { return {}; }");
    let unread = body.paths[0].unread.as_ref().expect("its operation has no form");
    assert!(unread.what.contains("scf.if"), "{}", unread.what);
    let [decision] = &body.decisions[..] else { panic!("one path, one decision") };
    assert_eq!((decision.answer, decision.certain), (Answer::Unread, false));
    assert!(decision.pattern.pdl.contains("no known kind"), "{}", decision.pattern.pdl);
}

#[test]
fn a_syntax_error_is_read_around() {
    let text = "int broken = @@;\nOpFoldResult arith::AddIOp::fold(FoldAdaptor adaptor) { return getLhs(); }";
    let reading = super::read("a.cpp", text, &[], &tables(), true);
    assert_eq!(reading.errors.first().map(|(line, _)| *line), Some(1));
    assert_eq!(reading.bodies.len(), 1);
}

#[test]
fn a_body_of_no_record_names_the_flag() {
    let body = one("OpFoldResult lab::StrangeOp::fold(FoldAdaptor adaptor) { return getLhs(); }");
    let unread = body.paths[0].unread.as_ref().expect("there is no record");
    assert!(unread.what.contains("lab::StrangeOp") && unread.what.contains("--dialect"), "{}", unread.what);
}

#[test]
fn a_conversion_is_read_where_its_converter_keeps_the_types() {
    let of = |base: &str| {
        one(&format!(
            "struct P : public {base}<arith::AddIOp> {{\nLogicalResult matchAndRewrite(arith::AddIOp op, OpAdaptor adaptor, \
             ConversionPatternRewriter &r) const override {{\nType type = getTypeConverter()->convertType(op.getType());\n\
             r.replaceOpWithNewOp<LLVM::AddOp>(op, type, adaptor.getOperands());\nreturn success();\n}}\n}};"
        ))
    };
    let known = of("ConvertOpToLLVMPattern");
    assert_eq!((known.read(), known.paths[0].narrowed.len(), known.paths[0].unsaid.len()), (1, 1, 0));
    let open = of("OpConversionPattern");
    assert_eq!((open.read(), open.paths[0].narrowed.len(), open.paths[0].unsaid.len()), (1, 1, 1));
}

#[test]
fn enumerators_of_llvm_are_numbers_and_computed_integers_are_integers() {
    let compared = one(
        "struct P : public OpRewritePattern<LLVM::ICmpOp> {\nLogicalResult matchAndRewrite(LLVM::ICmpOp op, \
         PatternRewriter &r) const override {\nif (op.getPredicate() != LLVM::ICmpPredicate::eq) return failure();\n\
         r.replaceOpWithNewOp<LLVM::ICmpOp>(op, LLVM::ICmpPredicate::eq, op.getRhs(), op.getLhs());\nreturn success();\n}\n};",
    );
    assert_eq!((compared.read(), compared.paths.len()), (1, 1));
    let chosen = one(
        "struct P : public OpRewritePattern<arith::SelectOp> {\nLogicalResult matchAndRewrite(arith::SelectOp op, \
         PatternRewriter &r) const override {\nif (!isa<IntegerType>(op.getType()) || op.getType().isInteger(1)) return failure();\n\
         r.replaceOp(op, op.getTrueValue());\nreturn success();\n}\n};",
    );
    assert!(chosen.paths[0].unsaid.is_empty(), "{:?}", chosen.paths[0].unsaid);
}

#[test]
fn functions_of_libm_are_named() {
    let fold = |value: &str| {
        one(&format!(
            "OpFoldResult math::ExpOp::fold(FoldAdaptor adaptor) {{ return constFoldUnaryOp<FloatAttr>(adaptor.getOperands(), \
             [](const APFloat &a) {{ return {value}; }}); }}"
        ))
    };
    let simple = fold("APFloat(expf(a.convertToFloat()))");
    assert_eq!(simple.paths[0].functions, ["expf"]);
    assert!(simple.paths[0].unsaid.iter().all(|(what, _)| !what.contains("exact")));
    let compound = fold("APFloat(expf(a.convertToFloat())) + a");
    assert!(compound.paths[0].unsaid.iter().any(|(what, _)| what == "`expf` is exact"));
}

#[test]
fn constants_of_index_are_numbers_of_64_bits() {
    let body = one(
        "OpFoldResult index::AddOp::fold(FoldAdaptor adaptor) {\nauto l = dyn_cast_if_present<IntegerAttr>(adaptor.getLhs());\n\
         if (!l) return {};\nif (l.getValue().trunc(32).isZero()) return getRhs();\nreturn {};\n}",
    );
    assert_eq!((body.paths.len(), body.read()), (1, 1));
    let natives = &body.paths[0].pattern.natives;
    assert!(natives.contains("%a0: i64 {assay.index}") && natives.contains("i64 to i32"), "{natives}");
}

#[test]
fn an_optional_number_is_there_or_not_whatever_it_is() {
    let text = |declared: &str| {
        fold(&format!(
            "auto l = dyn_cast_if_present<IntegerAttr>(adaptor.getLhs());\nif (!l) return {{}};\n\
             auto same = [](const APInt &a){declared} {{ return a; }};\n{} r = same(l.getValue());\nif (!r) return {{}};\nreturn getRhs();",
            if declared.is_empty() { "std::optional<APInt>" } else { "auto" }
        ))
    };
    for declared in ["", " -> std::optional<APInt>"] {
        let body = text(declared);
        assert_eq!((body.paths.len(), body.read()), (1, 1), "{declared}");
        assert_eq!(body.paths[0].pattern.natives, "", "{declared}");
    }
}

#[test]
fn what_an_analysis_finds_is_a_condition_on_values() {
    let body = one(
        "struct P : public OpRewritePattern<arith::DivSIOp> {\nLogicalResult matchAndRewrite(arith::DivSIOp op, PatternRewriter &r) const {\n\
         if (failed(staticallyNonNegative(s, op.getLhs()))) return failure();\nr.replaceOp(op, op.getLhs());\nreturn success();\n}\n};",
    );
    let path = &body.paths[0];
    assert!(path.unsaid.is_empty(), "{:?}", path.unsaid);
    assert!(path.pattern.natives.contains("{assay.value}"), "{}", path.pattern.natives);
    // Of the root's own result nothing can be said before the rewrite.
    let whole = one(
        "struct P : public OpRewritePattern<arith::DivSIOp> {\nLogicalResult matchAndRewrite(arith::DivSIOp op, PatternRewriter &r) const {\n\
         if (failed(staticallyNonNegative(s, op.getResult()))) return failure();\nr.replaceOp(op, op.getLhs());\nreturn success();\n}\n};",
    );
    assert_eq!(whole.paths[0].unsaid.len(), 1);
}

#[test]
fn constants_are_converted_by_the_operations_that_conversions_are() {
    let fold = one(
        "OpFoldResult arith::FPToSIOp::fold(FoldAdaptor adaptor) {\nunsigned width = cast<IntegerType>(getElementTypeOrSelf(getType())).getWidth();\n\
         return constFoldCastOp<FloatAttr, IntegerAttr>(adaptor.getOperands(), getType(), [&width](const APFloat &a, bool &status) {\n\
         bool ignored;\nAPSInt made(width, /*isUnsigned=*/false);\n\
         status = APFloat::opInvalidOp != a.convertToInteger(made, APFloat::rmTowardZero, &ignored);\nreturn made;\n});\n}",
    );
    assert_eq!((fold.paths.len(), fold.read(), fold.idle), (1, 1, 2));
    assert!(fold.paths[0].pattern.pdl.contains("arith.fptosi"), "{}", fold.paths[0].pattern.pdl);
    assert_eq!(fold.paths[0].unsaid.len(), 1, "that the number fits: {:?}", fold.paths[0].unsaid);
}

#[test]
fn the_opposite_of_an_earlier_path_is_left_to_the_order() {
    let body = one(
        "OpFoldResult arith::AddFOp::fold(FoldAdaptor adaptor) {\nif (matchPattern(adaptor.getRhs(), m_NegZeroFloat())) return getLhs();\n\
         if (adaptor.getRhs()) return getRhs();\nreturn {};\n}",
    );
    let path = &body.paths[1];
    assert_eq!(path.in_order, ["a constant is not -0.0"]);
    assert!(path.misses.iter().any(|miss| miss.condition == "a constant that is not -0.0"));
}

/// The classes of a user's dialect are those of its records, and its namespace is the one of the files.
#[test]
fn operations_of_users_are_read_by_their_records() {
    let records = "namespace acme\nconstraint T1 = ($_self.isSignlessInteger(16))\n\nop own.twice\nclass DoubledOp\nins x:T1\nouts y:T1\n\n\
                   op own.half\nins x:T1\nouts y:T1\n";
    let mut tables = tables();
    tables.push(Table::of_dialects(vec![assay_ops::Dialect::of_user("own", records)]));
    let text = "OpFoldResult acme::HalfOp::fold(FoldAdaptor adaptor) {\n\
                if (auto inner = getX().getDefiningOp<DoubledOp>())\n    return inner.getX();\n  return {};\n}\n";
    let reading = super::read("a.cpp", text, &[], &tables, false);
    let [body] = &reading.bodies[..] else { panic!("{reading:?}") };
    let [path] = &body.paths[..] else { panic!("{body:?}") };
    assert!(path.unread.is_none(), "{path:?}");
    let pdl = &path.pattern.pdl;
    assert!(pdl.contains("\"own.twice\"") && pdl.contains("\"own.half\"") && pdl.contains(": i16"), "{pdl}");
}

/// Of a condition on a macro one part is read, and lists that are generated do not stop the reader.
#[test]
fn one_part_of_a_condition_on_a_macro_is_read() {
    let text = "void initialize() {\n  addOperations<\n#define GET_OP_LIST\n#include \"a.inc\"\n  >();\n}\n\
                #ifdef WRONG\nconstexpr bool wrong = true;\n#else\nconstexpr bool wrong = false;\n#endif\n\
                OpFoldResult arith::SubIOp::fold(FoldAdaptor adaptor) {\n  if (wrong)\n    return getRhs();\n  return getLhs();\n}\n";
    let returned = |text: &str| {
        let reading = super::read("a.cpp", text, &[], &tables(), false);
        assert!(reading.errors.is_empty(), "{:?}", reading.errors);
        reading.bodies[0].paths[0].pattern.pdl.clone()
    };
    let (right, wrong) = (returned(text), returned(&format!("#define WRONG\n{text}")));
    assert!(
        right.contains("pdl.replace %op0 with (%value0") && wrong.contains("pdl.replace %op0 with (%value1"),
        "{right}{wrong}"
    );
}

#[test]
fn calls_in_each_other_and_deep_texts_end() {
    let body = fold("return pick(getLhs());\n}\nstatic Value pick(Value x) { return pick(x); ");
    assert_eq!(body.read(), 0);
    let body = fold(&format!("return {}getLhs(){};", "(".repeat(5_000), ")".repeat(5_000)));
    assert_eq!(body.read(), 0);
}

/// Texts of the corpus with pieces left out, doubled and exchanged.
#[test]
fn damaged_texts_are_read() {
    let texts = [
        include_str!("../../../corpus/cpp/folds.cpp"),
        include_str!("../../../corpus/cpp/patterns.cpp"),
        include_str!("../../../corpus/cpp/forms.cpp"),
        include_str!("../../../corpus/cpp/drivers.cpp"),
        include_str!("../../../corpus/cpp/conversions.cpp"),
        include_str!("../../../corpus/cpp/halves.cpp"),
        include_str!("../../../corpus/cpp/library.cpp"),
    ];
    let count = std::env::var("ASSAY_DAMAGE").ok().and_then(|count| count.parse().ok()).unwrap_or(12);
    let mut seed = 1_u64;
    let mut draw = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below.max(1) as u64).unwrap_or_default()
    };
    for round in 0..count {
        let mut bytes = texts[round % texts.len()].as_bytes().to_vec();
        for _ in 0..1 + draw(6) {
            let at = draw(bytes.len());
            let end = (at + 1 + draw(40)).min(bytes.len());
            match draw(4) {
                0 => drop(bytes.drain(at..end)),
                1 => {
                    let piece = bytes[at..end].to_vec();
                    let to = draw(bytes.len());
                    bytes.splice(to..to, piece);
                }
                2 => bytes[at] = b"(){}<>;,=!&*.:0a"[draw(16)],
                _ => {
                    let other = draw(bytes.len());
                    bytes.swap(at, other);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for body in super::read("a.cpp", &text, &[], &tables(), true).bodies {
            assert!(!body.paths.is_empty(), "{}", body.name);
        }
    }
}
