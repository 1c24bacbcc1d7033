//! The words of patterns and payloads: types, attributes, names, and which types the operations of real dialects take,
//! found by asking their specs. Knows no pattern.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use assay_ir::data::{AttrId, Context, Ident, Source, TypeId};
use assay_ir::spec::{self, OpInstance, OpSpec, Registry, Variadicity};
use assay_ir::text;

/// An index into [`TYPES`].
pub type Ty = u8;

/// Types of patterns and payloads.
pub const TYPES: [&str; 12] = [
    "i32",
    "i64",
    "i1",
    "f32",
    "index",
    "i8",
    "f64",
    "vector<4xi32>",
    "vector<4xf32>",
    "vector<4xi1>",
    "tensor<4xf32>",
    "!lab.t",
];

/// How many of [`TYPES`] operations without a spec mostly have.
pub const PLAIN: usize = 5;

/// An index into [`ATTRIBUTES`].
pub type At = u8;

/// Attributes of patterns and payloads, and the index of their type where they have one.
pub const ATTRIBUTES: [(&str, Option<Ty>); 51] = [
    ("unit", None),
    ("1 : i32", Some(0)),
    ("0 : i32", Some(0)),
    ("2 : i64", Some(1)),
    ("0 : i64", Some(1)),
    ("true", Some(2)),
    ("1.0 : f32", Some(3)),
    ("3 : index", Some(4)),
    ("\"s\"", None),
    ("@f", None),
    ("7 : i8", Some(5)),
    ("1.0 : f64", Some(6)),
    ("dense<1> : vector<4xi32>", Some(7)),
    ("dense<1.0> : vector<4xf32>", Some(8)),
    ("@missing", None),
    ("-1 : i32", Some(0)),
    ("31 : i32", Some(0)),
    ("1 : i64", Some(1)),
    ("3 : i64", Some(1)),
    ("6 : i64", Some(1)),
    ("9 : i64", Some(1)),
    ("-1 : i64", Some(1)),
    ("false", Some(2)),
    ("0 : index", Some(4)),
    ("1 : index", Some(4)),
    ("-1 : index", Some(4)),
    ("0 : i8", Some(5)),
    ("1 : i8", Some(5)),
    ("-1 : i8", Some(5)),
    ("-128 : i8", Some(5)),
    ("#index<cmp_predicate eq>", None),
    ("#index<cmp_predicate slt>", None),
    ("#index<cmp_predicate uge>", None),
    ("#arith.overflow<nsw>", None),
    ("#arith.overflow<nsw, nuw>", None),
    ("#arith.overflow<nuw>", None),
    ("4 : i64", Some(1)),
    ("5 : i64", Some(1)),
    ("7 : i64", Some(1)),
    ("8 : i64", Some(1)),
    ("#index<cmp_predicate ne>", None),
    ("#index<cmp_predicate sle>", None),
    ("#index<cmp_predicate sgt>", None),
    ("#index<cmp_predicate sge>", None),
    ("#index<cmp_predicate ult>", None),
    ("#index<cmp_predicate ule>", None),
    ("#index<cmp_predicate ugt>", None),
    ("dense<0> : vector<4xi32>", Some(7)),
    ("dense<-1> : vector<4xi32>", Some(7)),
    ("dense<false> : vector<4xi1>", Some(9)),
    ("dense<true> : vector<4xi1>", Some(9)),
];

/// How many of [`ATTRIBUTES`] random patterns that compute have; the others are for expressions.
pub const COMPUTING_ATTRIBUTES: usize = 35;

/// The one of [`ATTRIBUTES`] with this text; the first one where there is none.
pub fn attribute(text: &str) -> At {
    let found = ATTRIBUTES.iter().position(|(known, _)| *known == text);
    debug_assert!(found.is_some(), "{text} is in the vocabulary");
    found.unwrap_or_default() as At
}

/// How many of [`ATTRIBUTES`] operations without a spec have; the others are for patterns that compute.
pub const PLAIN_ATTRIBUTES: usize = 15;

/// The one of [`ATTRIBUTES`] that names what no payload holds.
pub const MISSING: At = 14;

/// Names without a spec.
pub const LAB: [&str; 6] = ["lab.a", "lab.b", "lab.c", "lab.d", "lab.e", "lab.f"];

/// Names of created operations without a spec.
pub const MADE: [&str; 4] = ["lab.n", "lab.m", "lab.a", "lab.b"];

/// An operation of a real dialect with a fixed number of operands and results, no region and no successor.
#[derive(Clone, Debug)]
pub struct Real {
    /// Full name.
    pub name: &'static str,
    /// How many operands.
    pub operands: usize,
    /// How many results.
    pub results: usize,
    /// Whether the result types may be left open where it is created.
    pub infers: bool,
    /// Types that satisfy the spec, operands first, with the attributes that they go with.
    pub signatures: Vec<Signature>,
}

/// One way to use an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Types of operands, then of results.
    pub types: Vec<Ty>,
    /// Attributes that have to be there.
    pub attributes: Vec<(&'static str, At)>,
}

/// Which operations a table is made of.
struct Wanted {
    dialects: &'static [&'static str],
    /// Operands of any number stand for two.
    variadic: bool,
    /// Every attribute of the vocabulary that is allowed, or the first one.
    every_attribute: bool,
}

/// The operations of the dialects that patterns are made of.
pub fn real() -> &'static [Real] {
    static TABLE: OnceLock<Vec<Real>> = OnceLock::new();
    // One operation is loaded by every payload of these dialects.
    let wanted = Wanted { dialects: &["arith", "llvm"], variadic: false, every_attribute: false };
    TABLE.get_or_init(|| table(&wanted))
}

/// The operations of the dialects that compute: those that engines run and values are known of.
pub fn computing() -> &'static [Real] {
    static TABLE: OnceLock<Vec<Real>> = OnceLock::new();
    let dialects = &["arith", "comb", "index", "llvm"];
    TABLE.get_or_init(|| table(&Wanted { dialects, variadic: true, every_attribute: true }))
}

/// Those of one of these dialects.
pub fn computing_of(dialect: &str) -> &'static [&'static Real] {
    static TABLE: OnceLock<BTreeMap<&'static str, Vec<&'static Real>>> = OnceLock::new();
    let by_dialect = TABLE.get_or_init(|| {
        let mut all: BTreeMap<&'static str, Vec<&'static Real>> = BTreeMap::new();
        for op in computing() {
            all.entry(op.name.split('.').next().unwrap_or_default()).or_default().push(op);
        }
        all
    });
    by_dialect.get(dialect).map_or(&[], Vec::as_slice)
}

fn table(wanted: &Wanted) -> Vec<Real> {
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let words = Vocabulary::new(&ctx);
    let mut specs: Vec<&Arc<OpSpec>> = registry.ops().collect();
    specs.sort_by_key(|spec| ctx.str(spec.name).to_owned());
    specs.into_iter().filter_map(|spec| real_op(&registry, &words, spec, wanted)).collect()
}

fn real_op(registry: &Registry, words: &Vocabulary, spec: &OpSpec, kind: &Wanted) -> Option<Real> {
    let ctx = registry.ctx();
    let name = ctx.str(spec.name);
    let dialect = name.split('.').next().unwrap_or("");
    // Constants fold away under MLIR's driver.
    let wanted = kind.dialects.contains(&dialect) && !spec.traits.constant_like;
    let variadic = |variadicity| kind.variadic && variadicity == Variadicity::Variadic;
    let plain = !spec.traits.terminator
        && !spec.traits.symbol
        && !spec.traits.symbol_user
        && spec.traits.parents.is_empty()
        && spec.traits.successors.unwrap_or(0) == 0
        && !spec.traits.any_successors
        && spec.regions.as_ref().is_none_or(Vec::is_empty)
        && !spec.traits.open_regions
        && !spec.traits.operand_segments
        && !spec.traits.result_segments
        && spec.results.iter().all(|group| group.variadicity == Variadicity::Single)
        && spec.operands.iter().all(|group| {
            group.variadicity == Variadicity::Single
                || variadic(group.variadicity) && spec.operands.len() == 1
        });
    if !wanted || !plain || spec.operands.is_empty() || spec.operands.len() > 3 || spec.results.len() > 2 {
        return None;
    }
    let required: Vec<Ident> =
        spec.attributes.iter().filter(|listed| !listed.optional).map(|listed| listed.name).collect();
    if required.len() > 1 {
        return None;
    }
    let pair = spec.operands.iter().any(|group| variadic(group.variadicity));
    let (operands, results) = (if pair { 2 } else { spec.operands.len() }, spec.results.len());
    let mut signatures: Vec<Signature> = Vec::new();
    for types in tuples(operands + results) {
        let fits = |attributes: &[(Ident, AttrId)]| {
            let ids: Vec<TypeId> = types.iter().map(|ty| words.types[*ty as usize]).collect();
            let attribute =
                |name| attributes.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
            let (left, right) = ids.split_at(operands);
            let subject = OpInstance {
                operands: left,
                results: right,
                attribute: &attribute,
                regions: &[],
                successors: 0,
            };
            let found = spec::conform(registry, spec, &subject);
            found.failures.is_empty() && found.unchecked.is_empty() && !found.undecided
        };
        let [name] = required.as_slice() else {
            signatures.extend(fits(&[]).then(|| Signature { types, attributes: Vec::new() }));
            continue;
        };
        let most = if kind.every_attribute { COMPUTING_ATTRIBUTES } else { 1 };
        let allowed = (0..COMPUTING_ATTRIBUTES).filter(|index| fits(&[(*name, words.attributes[*index])]));
        let with =
            |index| Signature { types: types.clone(), attributes: vec![(leak(ctx.str(*name)), index as At)] };
        signatures.extend(allowed.take(most).map(with));
    }
    let infers = spec.traits.infers_results && !spec.traits.infer.is_empty();
    (!signatures.is_empty()).then(|| Real { name: leak(name), operands, results, infers, signatures })
}

/// A name that lives as long as the one table that holds it.
fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// Lists of types with at most two different ones in each.
fn tuples(length: usize) -> Vec<Vec<Ty>> {
    let mut out = Vec::new();
    let count = (TYPES.len() - 1) as Ty;
    for one in 0..count {
        out.push(vec![one; length]);
        for other in (0..count).filter(|other| *other != one) {
            // Every way to give the second type to some places but not to all; the first place has the first type.
            for mask in 1..(1usize << length.saturating_sub(1)) {
                let place =
                    |index: usize| if index > 0 && mask >> (index - 1) & 1 == 1 { other } else { one };
                out.push((0..length).map(place).collect());
            }
        }
    }
    out
}

/// The vocabulary in one context.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The types of [`TYPES`].
    pub types: Vec<TypeId>,
    /// The attributes of [`ATTRIBUTES`].
    pub attributes: Vec<AttrId>,
}

impl Vocabulary {
    /// Reads the vocabulary.
    ///
    /// # Panics
    /// When a word does not read, which a test excludes.
    pub fn new(ctx: &Arc<Context>) -> Vocabulary {
        let attributes: Vec<String> =
            ATTRIBUTES.iter().enumerate().map(|(index, (text, _))| format!("a{index} = {text}")).collect();
        let text = format!("\"lab.words\"() {{{}}} : () -> ({})", attributes.join(", "), TYPES.join(", "));
        let parsed = text::parse(ctx, &Source::new("words", text));
        assert!(parsed.diagnostics.is_empty(), "the words read");
        let program = &parsed.program;
        let op = program.first_op(program.top_block()).expect("one operation was read");
        let attribute = |index| program.attr(op, ctx.ident(&format!("a{index}"))).expect("it was written");
        Vocabulary {
            types: program.results(op).map(|value| program.value_type(value)).collect(),
            attributes: (0..ATTRIBUTES.len()).map(attribute).collect(),
        }
    }
}

/// The matched operation that defines a symbol.
pub const FUNCTION: &str = "func.func";

/// The terminator of functions.
pub const RETURN: &str = "func.return";

/// The terminator of regions whose results are those of the operation around.
pub const YIELD: &str = "scf.yield";

/// The terminator of blocks that goes on to one other.
pub const BRANCH: &str = "cf.br";

/// The operation that runs its region once.
pub const SCOPE: &str = "scf.execute_region";

/// The name of the attribute that one operation of a payload has.
pub const ONCE: &str = "assay.once";

/// Whether a name is of an operation that ends its block.
pub fn is_terminator(name: &str) -> bool {
    assay_ir::ops::op(name).is_some_and(|record| record.has("terminator"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_arithmetic_with_its_types() {
        let find =
            |name: &str| real().iter().find(|real| real.name == name).unwrap_or_else(|| panic!("{name}"));
        let add = find("arith.addi");
        assert_eq!((add.operands, add.results, add.infers), (2, 1, true));
        assert!(add.signatures.iter().any(|signature| signature.types == [0, 0, 0]));
        assert!(!add.signatures.iter().any(|signature| signature.types == [3, 3, 3]), "no floats");
        let select = find("arith.select");
        assert!(select.signatures.iter().any(|signature| signature.types == [2, 0, 0, 0]));
        let compare = find("arith.cmpi");
        assert!(compare.signatures.iter().all(|signature| signature.attributes.len() == 1));
        assert!(real().len() > 25, "{} operations", real().len());
    }

    #[test]
    fn the_missing_symbol_is_in_the_table() {
        assert_eq!(ATTRIBUTES[MISSING as usize].0, "@missing");
    }

    #[test]
    fn the_types_of_attributes_are_right() {
        let ctx = Context::new();
        let words = Vocabulary::new(&ctx);
        for (index, (text, ty)) in ATTRIBUTES.iter().enumerate() {
            let expected = ty.map(|ty| words.types[ty as usize]);
            let found = ctx.attr_type(words.attributes[index]);
            // Strings have the type `none`.
            assert!(found == expected || expected.is_none(), "{text}");
        }
    }
}
