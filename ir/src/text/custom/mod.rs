//! Custom forms of known operations: one table, from operation names to how they are written. Most forms are
//! assembly formats as MLIR's ODS writes them; the others have a pair of functions.

mod affine;
mod affine_parallel;
mod arith;
mod builtin;
mod cf;
mod comb;
mod directives;
mod forall;
mod format;
mod func;
mod hw;
mod infer;
mod irdl;
mod linalg;
mod linalg_body;
mod linalg_generic;
mod llvm;
mod llvm_calls;
mod llvm_intrinsics;
mod llvm_symbols;
mod llvm_types;
mod memref;
mod memref_hand;
mod pdl;
mod pdl_interp;
mod pieces;
mod read;
mod scf;
mod smt;
mod transfer;
mod transform;
mod transform_extensions;
mod transform_pieces;
mod transform_regions;
mod vector;
mod vector_hand;
mod write;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::ops::OpState;
use super::parser::{Parser, Read};
use super::printer::Printer;
use crate::data::{AttrId, Context, OpId};

pub(super) use format::Spec;
use format::Table;
pub(super) use llvm_types::{canonical as canonical_llvm, canonical_attr as canonical_llvm_attr};

/// Reads a custom form behind the operation's name; the last argument is where the operation starts.
pub(super) type ReadFn = for<'a, 's> fn(&'a mut Parser<'s>, &'a mut OpState, u32) -> Read<()>;

/// Prints a custom form behind the operation's name; `None` when it cannot be written so.
pub(super) type PrintFn = for<'a, 'p> fn(&'a mut Printer<'p>, OpId) -> Option<()>;

/// How an operation is written.
pub(super) struct OpSyntax {
    /// Full name.
    pub(super) name: &'static str,
    /// Dialect whose prefix may be dropped in its regions.
    pub(super) default_dialect: &'static str,
    /// Whether its regions see no values from outside.
    pub(super) isolated: bool,
    /// Inherent attributes: properties in the generic form.
    pub(super) inherent: Vec<&'static str>,
    /// Inherent attributes that have a value when none is written, with that value as text.
    pub(super) defaults: Vec<(&'static str, &'static str)>,
    /// A discardable attribute that MLIR adds by itself and that says nothing; empty for none.
    pub(super) cache: &'static str,
    form: Form,
}

enum Form {
    Table(Box<Table>),
    Hand(ReadFn, PrintFn),
}

impl OpSyntax {
    pub(super) fn is_inherent(&self, key: &str) -> bool {
        self.inherent.contains(&key)
    }
}

type Tables = FxHashMap<&'static str, OpSyntax>;

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let dialects: &[&[Spec]] = &[
            builtin::OPS,
            pdl::OPS,
            irdl::OPS,
            func::OPS,
            arith::OPS,
            cf::OPS,
            scf::OPS,
            memref::OPS,
            vector::OPS,
            affine::OPS,
            forall::OPS,
            linalg::OPS,
            transform::OPS,
            transform_extensions::OPS,
            llvm::OPS,
            llvm_intrinsics::OPS,
            smt::OPS,
            pdl_interp::OPS,
            comb::OPS,
            hw::OPS,
        ];
        dialects.iter().flat_map(|ops| ops.iter()).map(|spec| (spec.name, compile(spec))).collect()
    })
}

fn compile(spec: &Spec) -> OpSyntax {
    let table = Table::new(spec);
    let mut inherent: Vec<&'static str> = table.attrs.iter().map(|attr| attr.name).collect();
    if spec.segments {
        inherent.push("operandSegmentSizes");
    }
    let defaults = table.attrs.iter().filter_map(|attr| Some((attr.name, attr.default?))).collect();
    let form = match spec.hand {
        Some((read, print)) => Form::Hand(read, print),
        None => Form::Table(Box::new(table)),
    };
    let Spec { name, default_dialect, isolated, cache, .. } = *spec;
    OpSyntax { name, default_dialect, isolated, inherent, defaults, cache, form }
}

/// The syntax of an operation by its full name.
pub(super) fn syntax(name: &str) -> Option<&'static OpSyntax> {
    tables().get(name)
}

/// The syntax of `dialect.word`.
pub(super) fn syntax_in(dialect: &str, word: &str) -> Option<&'static OpSyntax> {
    let mut name = [0u8; 96];
    let length = dialect.len() + 1 + word.len();
    if dialect.is_empty() || length > name.len() {
        return None;
    }
    name[..dialect.len()].copy_from_slice(dialect.as_bytes());
    name[dialect.len()] = b'.';
    name[dialect.len() + 1..length].copy_from_slice(word.as_bytes());
    syntax(std::str::from_utf8(&name[..length]).ok()?)
}

/// Reads the custom form of an operation behind its name.
pub(super) fn read(
    p: &mut Parser<'_>,
    state: &mut OpState,
    syntax: &'static OpSyntax,
    start: u32,
) -> Read<()> {
    match &syntax.form {
        Form::Table(table) => {
            let read = read::table(p, state, syntax, table);
            if read.is_err() && syntax.name == "pdl.pattern" {
                pdl::read_body_anyway(p, state);
            }
            read
        }
        Form::Hand(read, _) => read(p, state, start),
    }
}

/// Prints the custom form of an operation behind its name; `None` (with any output) when it has none.
pub(super) fn print(p: &mut Printer<'_>, op: OpId, syntax: &'static OpSyntax) -> Option<()> {
    match &syntax.form {
        Form::Table(table) => write::table(p, op, syntax, table),
        Form::Hand(_, print) => {
            // A property that is not known would come back as another attribute.
            let properties = p.ctx.entries(p.program.op(op).properties);
            let known = properties.iter().all(|(key, _)| syntax.is_inherent(p.ctx.str(*key)));
            if known { print(p, op) } else { None }
        }
    }
}

/// Properties with the defaults of those that are absent.
pub(super) fn with_defaults(ctx: &std::sync::Arc<Context>, syntax: &OpSyntax, properties: AttrId) -> AttrId {
    let mut entries = ctx.entries(properties).to_vec();
    for (name, text) in &syntax.defaults {
        let key = ctx.ident(name);
        if entries.iter().all(|(other, _)| *other != key) {
            // The texts of the tables are read by a test; one that could not be read would add nothing.
            if let Ok(value) = super::parse_attr(ctx, text) {
                entries.push((key, value));
            }
        }
    }
    ctx.dictionary(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_of_the_tables_is_an_attribute() {
        let ctx = Context::new();
        for syntax in tables().values() {
            for (name, text) in &syntax.defaults {
                assert!(crate::text::parse_attr(&ctx, text).is_ok(), "{} {name} = {text}", syntax.name);
            }
        }
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
                ),
            ),
            ("smt", include_str!("../../../tests/text/forms/smt.mlir")),
            ("pdl_interp", include_str!("../../../tests/text/forms/pdl_interp.mlir")),
            ("comb", include_str!("../../../tests/text/forms/comb.mlir")),
            ("hw", include_str!("../../../tests/text/forms/comb.mlir")),
        ];
        for (dialect, text) in samples {
            let words: std::collections::HashSet<&str> =
                text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).collect();
            let mut missing: Vec<&str> = tables().keys().copied().collect();
            missing.retain(|name| name.split('.').next() == Some(dialect) && !words.contains(name));
            missing.sort_unstable();
            assert!(missing.is_empty(), "no sample of {missing:#?}");
        }
    }

    #[test]
    fn a_dialect_prefix_can_be_added() {
        assert_eq!(syntax_in("pdl", "type").map(|syntax| syntax.name), Some("pdl.type"));
        assert!(syntax_in("pdl", "nothing").is_none());
    }
}
