//! Custom forms of known operations. Assembly formats are data: `format` compiles that of an operation's record, `read` and `write` interpret it. What upstream wrote in C++ is a form of ours, with pieces that have a pair of
//! functions each.

mod affine;
mod affine_parallel;
mod arith;
mod attribute;
mod branches;
mod builtin;
mod comb;
mod compile;
mod format;
mod forms;
mod func;
mod hw;
mod infer;
mod irdl;
mod linalg;
mod linalg_body;
mod linalg_generic;
mod lists;
mod llvm;
mod llvm_calls;
pub(crate) mod llvm_types;
mod loops;
mod memref;
mod memref_hand;
mod ml_program;
mod pdl;
mod pieces;
mod read;
mod scf;
mod smt;
mod transfer;
mod transform_pieces;
mod vector;
mod write;

use assay_ops::Op;

use super::op_state::OpState;
use super::parser::{Parser, Read};
use super::printer::Printer;
use crate::data::{AttrId, Context, Ident, OpId, known};

use attribute::AttrForm;
pub(super) use format::OpSyntax;
pub use forms::attribute_names;
pub(super) use forms::{form, syntax};
pub use linalg::{fill_with_implied_body, implies_body};
pub(super) use llvm_types::canonical_attr as canonical_llvm_attr;

/// Reads the custom form of an operation behind its name.
pub(super) fn read(
    p: &mut Parser<'_>,
    state: &mut OpState,
    syntax: &'static OpSyntax,
    start: u32,
) -> Read<()> {
    let read = read::table(p, state, syntax, start);
    if read.is_err() && syntax.name == known::text(known::PDL_PATTERN) {
        pdl::read_body_anyway(p, state);
    }
    if read.is_ok() && syntax.name == known::text(known::PDL_NATIVE_CONSTRAINT) {
        pdl::read_negation(p, state)?;
    }
    read
}

/// Prints the custom form of an operation behind its name; `None` (with any output) when it has none.
pub(super) fn print(p: &mut Printer<'_>, op: OpId, syntax: &'static OpSyntax) -> Option<()> {
    if syntax.has_form() { write::table(p, op, syntax) } else { None }
}

/// Reports the first of some inherent attributes that is of another kind than the operation has: those of a dictionary
/// fit its whole type, properties its class. Rule P019 says it of the pdl dialect.
pub(super) fn check_kinds(
    p: &mut Parser<'_>,
    syntax: &OpSyntax,
    entries: &[(Ident, AttrId)],
    whole: bool,
    start: u32,
) -> Read<()> {
    let table = &syntax.table;
    if syntax.is_upstream() && !entries.is_empty() && !table.has_properties() {
        return p.error_since(start, format!("`{}` has no properties", syntax.name));
    }
    let ctx = std::sync::Arc::clone(&p.ctx);
    for (key, value) in entries {
        let name = ctx.str(*key);
        let wrong = match table.attrs.iter().find(|attr| attr.name == name) {
            Some(attr) if assay_ops::dialect_of(syntax.name) != "pdl" => {
                (!attr.admits(&ctx, *value, whole)).then(|| attr.form.describe())
            }
            None if name.ends_with("SegmentSizes") && syntax.is_inherent(name) => {
                let sizes = AttrForm::Dense("i32");
                (!sizes.admits(&ctx, *value, whole)).then(|| sizes.describe())
            }
            _ => None,
        };
        if let Some(kind) = wrong {
            let message = format!("attribute `{name}` of `{}` should be {kind}", syntax.name);
            return p.error_since(start, message);
        }
    }
    Ok(())
}

/// Properties with the defaults of those that are absent.
pub(super) fn with_defaults(ctx: &std::sync::Arc<Context>, record: &Op, properties: AttrId) -> AttrId {
    let written = ctx.entries(properties);
    let mut added: Vec<(Ident, AttrId)> = Vec::new();
    for (name, text) in record.attributes().filter_map(|attr| Some((attr.name, attr.default?))) {
        let key = ctx.ident(name);
        if written.iter().chain(&added).all(|(other, _)| *other != key) {
            // The texts of the tables are read by a test; one that could not be read would add nothing.
            if let Ok(value) = super::parse_attr(ctx, text) {
                added.push((key, value));
            }
        }
    }
    match added.is_empty() {
        true => properties,
        false => ctx.dictionary(written.iter().copied().chain(added)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_compiles_and_every_default_is_an_attribute() {
        let ctx = Context::new();
        let names = forms::names();
        assert!(names.len() > 2600);
        for name in names {
            let Some(syntax) = syntax(&ctx, name) else { panic!("{name}") };
            let record = ctx.record(name).expect("it has a name");
            assert!(record.form().is_empty() || syntax.has_form(), "{name}: {:?}", syntax.fault);
            for attr in &syntax.table.attrs {
                let read = attr.default.is_none_or(|text| crate::text::parse_attr(&ctx, text).is_ok());
                assert!(read, "{name} {} = {:?}", attr.name, attr.default);
            }
        }
    }

    #[test]
    fn results_that_are_not_those_of_the_operands_are_written() {
        let ctx = Context::new();
        let printed = |text: &str| {
            let source = crate::data::Source::new("f.mlir", text);
            let parsed = crate::text::parse(&ctx, &source);
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
            crate::text::print(&parsed.program, &crate::text::PrintOptions::default())
        };
        let start = "func.func @f(%a: memref<4xi8>) {\n  ";
        let none = format!("{start}\"memref.distinct_objects\"(%a) : (memref<4xi8>) -> ()\n  return\n}}\n");
        assert!(printed(&none).contains("\"memref.distinct_objects\""), "{}", printed(&none));
        let one = none.replace("-> ()", "-> memref<4xi8>").replace("\"memref", "%r = \"memref");
        assert!(printed(&one).contains("= memref.distinct_objects %"), "{}", printed(&one));
    }

    #[test]
    fn every_form_of_these_dialects_has_a_sample() {
        let samples = [
            (
                "llvm",
                concat!(
                    include_str!("../../../tests/text/forms/llvm.mlir"),
                    include_str!("../../../tests/text/forms/llvm_intrinsics.mlir"),
                    include_str!("../../../tests/text/forms/debug.mlir"),
                ),
            ),
            (
                "transform",
                concat!(
                    include_str!("../../../tests/text/forms/transform.mlir"),
                    include_str!("../../../tests/text/forms/transform_extensions.mlir"),
                    include_str!("../../../tests/text/forms/transform_structured.mlir"),
                ),
            ),
            ("smt", include_str!("../../../tests/text/forms/smt.mlir")),
            ("pdl_interp", include_str!("../../../tests/text/forms/pdl_interp.mlir")),
            ("comb", include_str!("../../../tests/text/forms/comb.mlir")),
            ("hw", include_str!("../../../tests/text/forms/comb.mlir")),
        ];
        let ctx = Context::new();
        for (dialect, text) in samples {
            let words: std::collections::HashSet<&str> =
                text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).collect();
            let mut missing = forms::names();
            missing.retain(|name| {
                let known = assay_ops::dialect_of(name) == dialect
                    && syntax(&ctx, name).is_some_and(OpSyntax::has_form);
                // The operation around this one has a C++ format.
                known && !words.contains(name) && *name != "pdl_interp.continue"
            });
            assert!(missing.is_empty(), "no sample of {missing:#?}");
        }
    }

    #[test]
    fn a_form_of_a_user_is_read_and_printed_and_a_wrong_one_says_why() {
        let text = "
op lab.twice
ins x:
outs y:
attr times i32
types x=y
form $x `by` $times attr-dict `:` type($x)

op lab.odd
ins x:
form $x $nothing attr-dict `:` type($x)

op lab.written
flags cpp
";
        let ctx = Context::new();
        ctx.add_dialect("lab", text);
        let program = "
\"test.use\"() ({
^bb0(%x: i8):
  %y = lab.twice %x by 3 {note} : i8
}) : () -> ()
";
        let parsed = crate::text::parse(&ctx, &crate::data::Source::new("a.mlir", program));
        assert_eq!(parsed.diagnostics, []);
        let printed = crate::text::print(&parsed.program, &crate::text::PrintOptions::default());
        assert!(printed.contains("= lab.twice %arg0 by 3 {note} : i8"), "{printed}");
        for (text, why) in [
            (
                "lab.odd %x : i8",
                "the custom form of operation `lab.odd` cannot be read: `$nothing` names nothing",
            ),
            ("lab.written", "the custom form of operation `lab.written` cannot be read: C++ reads it"),
            ("lab.none", "the custom form of operation `lab.none` is not known"),
        ] {
            let parsed = crate::text::parse(&ctx, &crate::data::Source::new("b.mlir", text));
            assert_eq!(parsed.diagnostics.first().map(|one| one.message.as_str()), Some(why));
        }
    }

    #[test]
    fn a_dialect_prefix_can_be_added() {
        assert_eq!(
            assay_ops::op_in("pdl", "type").and_then(form).map(|syntax| syntax.name),
            Some("pdl.type")
        );
        assert!(assay_ops::op_in("pdl", "nothing").is_none());
    }
}
