//! The kinds of a program: each operation with the narrower definitions that it satisfies, and words with `!` for what its
//! values and blocks are: builtin types, `!scalable` for a vector of open length,
//! `!nested` for a vector that has not one dimension, `!ragged` for one whose open length is not the last, `!foreign` for a type that the LLVM dialect
//! has no form for, `!async` for a type of that dialect, `!signed` for an integer type with a sign, `!spaced` for memory in a numbered space, `!open` for a memref or tensor with an extent that is not known, `!encoded` for a tensor with an encoding, `!minifloat` for a float that its arithmetic does not take,
//! `!unreachable` for a block that no branch leads to, `!linked` for a declaration with a linkage, `!quotient` for an affine
//! operation that divides by what is no positive number.

use std::collections::{BTreeMap, BTreeSet};

use assay_ir::affine::{Map, Set, Term};
use assay_ir::data::{
    AttrId, AttrKind, BlockId, Ident, OpId, Program, RegionId, TypeId, TypeKind, ValueId, known,
};
use assay_ir::ops;
use assay_ir::spec::{Failure, Fault, OpInstance, OpSpec, Place, RegionShape, Registry, conform};

use super::element::{Element, TYPES, dialect};
use super::narrow::{Definitions, is_declaration, names_another, surrounded};
use super::types::{FOREIGN, types_in, types_of};

/// A kind of operation in a program: its name, and the constraints that it satisfies, sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpKind {
    /// Name of the operation, or `!tensor` for a type.
    pub name: String,
    /// Names of the narrower definitions that it satisfies.
    pub satisfies: Vec<String>,
}

impl OpKind {
    /// Tells if a word covers it; `implements` tells if an operation implements an interface.
    pub fn is(&self, word: &Element, implements: impl Fn(&str, &str) -> bool) -> bool {
        match word {
            Element::Any => !self.name.starts_with(TYPES),
            Element::Dialect(name) => dialect(&self.name) == name,
            Element::Op(name) => self.name == *name,
            Element::Type(_) => self.name == word.to_string(),
            Element::Interface(name) => implements(name, &self.name),
            Element::Constrained { op, constraint, holds } => {
                self.name == *op && self.satisfies.contains(constraint) == *holds
            }
            Element::ConstrainedDialect { dialect: name, constraint, holds } => {
                dialect(&self.name) == name && self.satisfies.contains(constraint) == *holds
            }
        }
    }
}

/// The kinds of a program, with the number of their operations and the first of them.
#[derive(Clone, Debug, Default)]
pub struct KindCounts {
    /// Operations by kind; types have no operation.
    pub counts: BTreeMap<OpKind, (usize, Option<OpId>)>,
    /// The names of the operations that each kind is or lies in.
    pub around: BTreeMap<OpKind, BTreeSet<String>>,
    /// The operations without operands and regions that have results, such as constants, by their names.
    pub constants: BTreeMap<String, BTreeMap<Constant, usize>>,
    /// The types of the results of the operations of a name.
    pub results: BTreeMap<String, BTreeSet<TypeId>>,
    /// The kinds of which some operation neither folds, as all of its operands are constants, nor is dead.
    pub lasting: BTreeSet<OpKind>,
    /// The kinds of which some operation is dead, and does not fold.
    pub dead: BTreeSet<OpKind>,
    /// The kinds of which some operation may not fold.
    pub firm: BTreeSet<OpKind>,
}

/// An operation without operands and regions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Constant {
    /// Its properties.
    pub properties: AttrId,
    /// Its discardable attributes.
    pub attributes: AttrId,
    /// The types of its results.
    pub types: Vec<TypeId>,
}

/// The narrower definitions of operations, such as `memref.subview{static}`.
#[derive(Clone, Copy)]
pub struct Narrowed<'n> {
    registry: &'n Registry,
}

impl<'n> Narrowed<'n> {
    /// Definitions as IRDL text spells them: the operation `subview{static}` of `memref`.
    pub fn new(registry: &'n Registry) -> Narrowed<'n> {
        Narrowed { registry }
    }

    /// The words of all definitions.
    pub fn elements(&self) -> Vec<Element> {
        let names = self.registry.ops().map(|spec| self.registry.ctx().str(spec.name).to_owned());
        let mut words: Vec<Element> = names.filter_map(|name| name.parse().ok()).collect();
        words.sort();
        words
    }

    fn by_name(&self) -> Definitions<'n> {
        let mut out = Definitions::new();
        for spec in self.registry.ops() {
            if let Ok(Element::Constrained { op, constraint, .. }) =
                self.registry.ctx().str(spec.name).parse()
            {
                out.entry(op).or_default().push((constraint, spec));
            }
        }
        out.values_mut().for_each(|list| list.sort_by(|a, b| a.0.cmp(&b.0)));
        out
    }
}

/// Counts the kinds of a program, which must have the context of the definitions. The outermost module is no kind.
pub fn census(program: &Program, narrowed: Narrowed<'_>) -> KindCounts {
    counted(program, narrowed, &[program.top()])
}

/// Counts the kinds inside of operations of a program: those with the last name, in one with the name before it, and so on.
pub fn census_in(program: &Program, narrowed: Narrowed<'_>, nested: &[String]) -> KindCounts {
    let mut around = vec![program.top()];
    for name in nested {
        let inside = around.iter().flat_map(|outer| program.walk(*outer).filter(move |op| op != outer));
        around = inside.filter(|op| name == "any" || program.op_name(*op) == name).collect();
    }
    counted(program, narrowed, &around)
}

fn counted(program: &Program, narrowed: Narrowed<'_>, around: &[OpId]) -> KindCounts {
    let definitions = narrowed.by_name();
    let mut out = KindCounts::default();
    let linkage = program.ctx().ident("llvm.linkage");
    let argument_attributes = program.ctx().ident("arg_attrs");
    let mut types = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let used = used(program);
    let inside = around.iter().flat_map(|outer| program.walk(*outer).filter(move |op| op != outer));
    for op in inside {
        let name = program.op_name(op);
        let list = definitions.get(name).into_iter().flatten();
        let satisfies = list
            .filter(|(name, _)| surrounded(program, op, name, &definitions))
            .filter(|(_, spec)| satisfies(program, op, spec, narrowed.registry) && !folds(program, op))
            .map(|(constraint, _)| constraint.clone())
            .collect();
        let kind = OpKind { name: name.to_owned(), satisfies };
        if !folds_for_sure(program, op) {
            out.firm.insert(kind.clone());
        }
        if !is_computed(program, op) {
            let found = if used.contains(&op) { &mut out.lasting } else { &mut out.dead };
            found.insert(kind.clone());
        }
        let around = out.around.entry(kind.clone()).or_default();
        for outer in std::iter::successors(Some(op), |outer| program.parent_op(*outer)) {
            let outer = program.op_name(outer);
            if !around.contains(outer) {
                around.insert(outer.to_owned());
            }
        }
        let entry = out.counts.entry(kind).or_insert((0, Some(op)));
        entry.0 += 1;
        out.add_results(program, op);
        if program.op_regions(op).iter().any(|region| has_unreachable(program, *region)) {
            types.insert("unreachable");
        }
        let arguments = program.attr(op, argument_attributes);
        if program.attr(op, linkage).is_some() && is_declaration(program, op) {
            types.insert("linked");
        }
        if arguments.is_some_and(|arguments| lays_out(program, arguments)) {
            types.extend(FOREIGN);
        }
        if name.starts_with("affine.") && divides(program, op) {
            types.insert("quotient");
        }
        for ty in types_of(program, op) {
            if seen.insert(ty) {
                types_in(program, ty, &mut types);
            }
        }
    }
    for name in types {
        out.counts.insert(OpKind { name: format!("!{name}"), satisfies: Vec::new() }, (1, None));
    }
    out
}

impl KindCounts {
    fn add_results(&mut self, program: &Program, op: OpId) {
        let results: Vec<TypeId> = program.results(op).map(|value| program.value_type(value)).collect();
        if results.is_empty() {
            return;
        }
        let name = program.op_name(op);
        self.results.entry(name.to_owned()).or_default().extend(&results);
        if program.operands(op).next().is_none() && program.op_regions(op).is_empty() {
            let data = program.op(op);
            let (properties, attributes) = (data.properties, data.attributes);
            let constants = self.constants.entry(name.to_owned()).or_default();
            *constants.entry(Constant { properties, attributes, types: results }).or_default() += 1;
        }
    }

    /// The constants of a name that there are more of than in an earlier program.
    pub fn more_constants<'c>(
        &'c self,
        earlier: &'c KindCounts,
        name: &str,
    ) -> impl Iterator<Item = &'c Constant> + use<'c> {
        let old = earlier.constants.get(name);
        let constants = self.constants.get(name).into_iter().flatten();
        let more = move |(constant, count): &(&Constant, &usize)| {
            old.and_then(|old| old.get(*constant)).is_none_or(|before| before < *count)
        };
        constants.filter(more).map(|(constant, _)| constant)
    }

    /// Its kinds.
    pub fn kinds(&self) -> Vec<OpKind> {
        self.counts.keys().cloned().collect()
    }

    /// The kinds of which every operation folds or is dead.
    pub fn fleeting(&self) -> Vec<OpKind> {
        let ops = self.counts.iter().filter(|(_, (_, first))| first.is_some()).map(|(kind, _)| kind);
        ops.filter(|kind| !self.lasting.contains(*kind)).cloned().collect()
    }

    /// The kinds of which every operation folds to a constant, wherever folding is tried.
    pub fn folding(&self) -> Vec<OpKind> {
        let ops = self.counts.iter().filter(|(_, (_, first))| first.is_some()).map(|(kind, _)| kind);
        ops.filter(|kind| !self.firm.contains(*kind)).cloned().collect()
    }

    /// Those of the fleeting kinds of which some operation stays where nothing erases dead code.
    pub fn unused(&self) -> Vec<OpKind> {
        self.dead.difference(&self.lasting).cloned().collect()
    }

    /// The words for its kinds, as far as constraints go unsaid.
    pub fn describe(&self) -> Vec<Element> {
        self.counts.keys().filter_map(|kind| kind.name.parse().ok()).collect()
    }
}

/// Tells if no path from its entry leads to some block of a region.
fn has_unreachable(program: &Program, region: RegionId) -> bool {
    let blocks = &program.region(region).blocks;
    if blocks.len() < 2 {
        return false;
    }
    let mut reached: BTreeSet<BlockId> = BTreeSet::new();
    let mut open: Vec<BlockId> = blocks.first().copied().into_iter().collect();
    while let Some(block) = open.pop() {
        if reached.insert(block)
            && let Some(last) = program.last_op(block)
        {
            open.extend(program.successors(last));
        }
    }
    reached.len() < blocks.len()
}

/// Tells if the attributes of the arguments of a function name a layout that is a map.
fn lays_out(program: &Program, attr: AttrId) -> bool {
    match program.ctx().attr_kind(attr) {
        AttrKind::Array(list) => list.iter().any(|attr| lays_out(program, *attr)),
        AttrKind::Dictionary(entries) => entries.iter().any(|(_, attr)| lays_out(program, *attr)),
        AttrKind::AffineMap(_) => true,
        _ => false,
    }
}

/// Tells if a map or set of an operation holds a quotient or remainder of a divisor that is no positive number, nor a symbol that an
/// application binds to one.
fn divides(program: &Program, op: OpId) -> bool {
    let AttrKind::Dictionary(entries) = program.ctx().attr_kind(program.op(op).properties) else {
        return false;
    };
    let applies = program.op_name(op) == "affine.apply";
    let binds = |dims: usize, symbol: usize| {
        let constant = program
            .operands(op)
            .nth(dims + symbol)
            .and_then(|value| program.defining_op(value))
            .filter(|op| program.op(*op).name == known::ARITH_CONSTANT);
        let value = constant.and_then(|op| program.attr(op, program.ctx().ident("value")));
        match value.map(|value| program.ctx().attr_kind(value)) {
            Some(AttrKind::Integer { value, .. }) => value.to_i64().is_some_and(|value| value > 0),
            _ => false,
        }
    };
    let divides = |dims: usize, term: &Term| {
        !term.divides_by(&|divisor| match divisor {
            Term::Constant(value) => *value > 0,
            Term::Symbol(symbol) => applies && binds(dims, *symbol),
            _ => false,
        })
    };
    entries.iter().any(|(_, attr)| match program.ctx().attr_kind(*attr) {
        AttrKind::AffineMap(_) => Map::from_attr(program.ctx(), *attr)
            .is_none_or(|map| map.results.iter().any(|term| divides(map.dims, term))),
        AttrKind::IntegerSet(_) => Set::from_attr(program.ctx(), *attr)
            .is_none_or(|set| set.constraints.iter().any(|(term, _)| divides(set.dims, term))),
        _ => false,
    })
}

/// Tells if an operation has a constant operand where it could have a static offset, extent or stride.
fn folds(program: &Program, op: OpId) -> bool {
    let AttrKind::Dictionary(entries) = program.ctx().attr_kind(program.op(op).properties) else {
        return false;
    };
    entries.iter().any(|(name, _)| program.ctx().str(*name).starts_with("static_"))
        && program.operands(op).any(|value| {
            let is_number = matches!(
                program.ctx().type_kind(program.value_type(value)),
                TypeKind::Index | TypeKind::Integer { .. }
            );
            is_number && is_constant(program, value)
        })
}

/// Tells if a value is computed from nothing but operations without operands that call nothing.
fn is_constant(program: &Program, value: ValueId) -> bool {
    let mut open = vec![value];
    let mut seen = BTreeSet::new();
    while let Some(value) = open.pop() {
        let Some(op) = program.defining_op(value) else { return false };
        if !program.op_regions(op).is_empty() || names_another(program, op) && !is_memory(program, value) {
            return false;
        }
        if seen.insert(op) {
            open.extend(program.operands(op));
        }
    }
    true
}

fn is_memory(program: &Program, value: ValueId) -> bool {
    let ty = program.ctx().type_kind(program.value_type(value));
    matches!(ty, TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
}

/// The operations that dead code elimination keeps, whatever has effects: those without results or with regions, and those whose
/// results one of these uses, directly or not.
fn used(program: &Program) -> BTreeSet<OpId> {
    let is_kept = |op: &OpId| !program.op_regions(*op).is_empty() || program.results(*op).next().is_none();
    let mut open: Vec<OpId> = program.walk(program.top()).filter(is_kept).collect();
    let mut out = BTreeSet::new();
    while let Some(op) = open.pop() {
        if out.insert(op) {
            open.extend(program.operands(op).filter_map(|value| program.defining_op(value)));
        }
    }
    out
}

/// Tells if an operation folds to a number, or a vector of known extents of them, which needs nothing but its operands.
fn folds_for_sure(program: &Program, op: OpId) -> bool {
    let is_number = |value: ValueId| {
        let element = match program.ctx().type_kind(program.value_type(value)) {
            TypeKind::Vector { shape, element } if shape.iter().all(|(_, scalable)| !scalable) => *element,
            _ => program.value_type(value),
        };
        matches!(
            program.ctx().type_kind(element),
            TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_)
        )
    };
    let is_given = |value: ValueId| {
        is_number(value)
            && program.defining_op(value).is_some_and(|op| program.op(op).name == known::ARITH_CONSTANT)
    };
    ops::op(program.op_name(op)).is_some_and(|record| record.fact("folds").is_some())
        && program.operands(op).all(is_given)
        && program.results(op).all(is_number)
}

/// Tells if an operation may fold: it has a folder as far as is known, and all of its operands are constants; or it gives its only
/// operand, a constant or memory that is made here, another type.
fn is_computed(program: &Program, op: OpId) -> bool {
    let record = ops::op(program.op_name(op));
    if record.is_some_and(|record| record.is_upstream() && !record.has_folder()) {
        return false;
    }
    // A cast between systems of types folds to what another such cast was given, and to nothing else.
    if dialect(program.op_name(op)) == "builtin" {
        let mut makers = program.operands(op).filter_map(|value| program.defining_op(value));
        return makers.any(|maker| program.op_name(maker) == program.op_name(op));
    }
    let is_plain = match program.ctx().attr_kind(program.op(op).properties) {
        AttrKind::Dictionary(entries) => entries.is_empty(),
        _ => true,
    };
    let alone = is_plain && program.operands(op).len() == 1;
    let mut operands = program.operands(op).peekable();
    program.op_regions(op).is_empty()
        && program.results(op).next().is_some()
        && operands.peek().is_some()
        && operands.all(|value| is_constant(program, value) && (alone || !is_memory(program, value)))
}

fn satisfies(program: &Program, op: OpId, spec: &OpSpec, registry: &Registry) -> bool {
    let operands: Vec<TypeId> = program.operands(op).map(|value| program.value_type(value)).collect();
    let results: Vec<TypeId> = program.results(op).map(|value| program.value_type(value)).collect();
    let regions: Vec<RegionShape> = program.op_regions(op).iter().map(|id| shape(program, *id)).collect();
    let attribute = |name: Ident| program.attr(op, name);
    let subject = OpInstance {
        operands: &operands,
        results: &results,
        attribute: &attribute,
        regions: &regions,
        successors: program.successors(op).len(),
    };
    let outcome = conform(registry, spec, &subject);
    // A definition says only what it narrows, and that is never a region or a successor.
    let concerns = |failure: &Failure| match (&failure.place, &failure.fault) {
        (Place::Region(_) | Place::RegionArgument(..), _) => false,
        (_, Fault::Count { what, .. }) => !matches!(*what, "regions" | "successors"),
        _ => true,
    };
    !outcome.failures.iter().any(concerns) && outcome.unchecked.is_empty() && !outcome.undecided
}

fn shape(program: &Program, region: RegionId) -> RegionShape {
    let blocks = &program.region(region).blocks;
    let arguments = blocks.first().map(|block| &program.block(*block).arguments);
    let types = arguments.into_iter().flatten().map(|value| program.value_type(*value));
    RegionShape { blocks: blocks.len(), arguments: types.collect() }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use super::{Narrowed, census, census_in};

    fn kinds(source: &str) -> Vec<String> {
        let ctx = Context::new();
        let registry = assay_corpus::load_narrowed(&ctx);
        let parsed = text::parse(&ctx, &Source::new("t.mlir", source));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let census = census(&parsed.program, Narrowed::new(&registry));
        let word = |kind: &super::OpKind| match kind.satisfies.as_slice() {
            [] => kind.name.clone(),
            list => format!("{}{{{}}}", kind.name, list.join(" ")),
        };
        census.counts.keys().map(word).collect()
    }

    fn view(memref: &str, offset: &str, result: &str) -> Vec<String> {
        kinds(&format!(
            "func.func @f(%m: {memref}, %o: index) {{\n  %v = memref.subview %m[{offset}, 0] [4, 4] [1, 1] : {memref} to {result}\n  return\n}}"
        ))
    }

    #[test]
    fn a_view_without_run_time_values_is_static() {
        let plain = view("memref<8x8xf32>", "2", "memref<4x4xf32, strided<[8, 1], offset: 16>>");
        assert!(plain.contains(&"memref.subview{ranked static unused}".to_owned()), "{plain:?}");
        let dynamic = view("memref<8x8xf32>", "%o", "memref<4x4xf32, strided<[8, 1], offset: ?>>");
        assert!(dynamic.contains(&"memref.subview{ranked shifted unused}".to_owned()), "{dynamic:?}");
        let strides = view("memref<?x?xf32>", "2", "memref<4x4xf32, strided<[?, 1], offset: ?>>");
        assert!(strides.contains(&"memref.subview{ranked unused}".to_owned()), "{strides:?}");
        let layout = "memref<8x8xf32, strided<[8, 1], offset: ?>>";
        let offset = view(layout, "2", "memref<4x4xf32, strided<[8, 1], offset: ?>>");
        assert!(offset.contains(&"memref.subview{ranked unused}".to_owned()), "{offset:?}");
    }

    #[test]
    fn a_view_whose_place_has_to_be_computed_is_shifted() {
        let is_shifted = |memref: &str, offsets: &str, before: &str| {
            let result = "memref<4x4xf32, strided<[8, 1], offset: ?>>";
            let found = kinds(&format!(
                "func.func @f(%m: memref<{memref}xf32>, %o: index) {{\n  {before}\n  %v = memref.subview %m[{offsets}] [4, 4] [1, 1] : memref<{memref}xf32> to {result}\n  return\n}}"
            ));
            found.iter().any(|kind| kind.starts_with("memref.subview{") && kind.contains("shifted"))
        };
        assert!(is_shifted("8x8", "%o, 4", ""));
        // The last offset is the place.
        assert!(!is_shifted("8x8", "0, %o", ""));
        assert!(!is_shifted("8x1", "%o, 0", ""));
        assert!(!is_shifted("8x8", "%c, 4", "%c = arith.constant 2 : index"));
        let sum = "%c = arith.constant 2 : index\n  %d = arith.addi %c, %c : index";
        assert!(!is_shifted("8x8", "%d, 4", sum));
        let sum = "%c = arith.constant 2 : index\n  %d = arith.addi %c, %o : index";
        assert!(is_shifted("8x8", "%d, 4", sum));
    }

    #[test]
    fn the_kinds_inside_of_functions_are_counted() {
        let ctx = Context::new();
        let registry = assay_corpus::load_narrowed(&ctx);
        let text =
            "func.func @f() {\n  return\n}\nmodule {\n  func.func private @g()\n  \"a.b\"() : () -> ()\n}";
        let parsed = text::parse(&ctx, &Source::new("t.mlir", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let inside = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let found = census_in(&parsed.program, Narrowed::new(&registry), &names);
            found.counts.into_iter().map(|(kind, (count, _))| (kind.name, count)).collect::<Vec<_>>()
        };
        assert_eq!(inside(&["func.func"]), [("func.return".to_owned(), 1)]);
        assert_eq!(inside(&["builtin.module"]), [("a.b".to_owned(), 1), ("func.func".to_owned(), 1)]);
        assert_eq!(inside(&["builtin.module", "func.func"]), []);
    }

    #[test]
    fn types_are_kinds() {
        let found = kinds("func.func private @f(tensor<4xindex>, memref<2xcomplex<f32>>) -> vector<2xf32>");
        assert_eq!(
            found,
            ["!complex", "!index", "!memref", "!tensor", "!vector", "func.func{declared tensors}"]
        );
    }

    #[test]
    fn what_llvm_has_no_form_for_is_a_kind() {
        let of = |ty: &str| {
            let found = kinds(&format!("func.func private @f({ty})"));
            found
                .into_iter()
                .filter(|kind| ["!foreign", "!minifloat"].contains(&kind.as_str()))
                .collect::<Vec<_>>()
        };
        for ty in ["memref<4xf32, 1>", "memref<4xf32, strided<[2]>>", "vector<4x[2]xf32>", "!llvm.ptr", "f16"]
        {
            assert!(of(ty).is_empty(), "{ty}: {:?}", of(ty));
        }
        for ty in [
            "memref<4xf32, #gpu.address_space<workgroup>>",
            "memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>",
            "vector<[2]x4xf32>",
            "memref<2x!gpu.async.token>",
            "tuple<i32>",
        ] {
            assert_eq!(of(ty), ["!foreign"], "{ty}");
        }
        assert_eq!(of("vector<4xf8E5M2>"), ["!minifloat"]);
    }

    #[test]
    fn what_conversions_ask_of_vectors_integers_and_tokens_is_a_kind() {
        let of = |ty: &str| kinds(&format!("func.func private @f({ty})"));
        for (ty, word) in [
            ("vector<2x4xf32>", "!nested"),
            ("vector<f32>", "!nested"),
            ("memref<4xui8>", "!signed"),
            ("memref<2x!async.token>", "!async"),
        ] {
            assert!(of(ty).contains(&word.to_owned()), "{ty}: {:?}", of(ty));
        }
        let plain = of("vector<4xi8>");
        assert_eq!(plain, ["!vector", "func.func{declared}"]);
    }

    #[test]
    fn a_function_without_a_body_is_declared() {
        let found = kinds("llvm.func @f()\nllvm.func @g() {\n  llvm.return\n}");
        assert!(found.contains(&"llvm.func{closed declared}".to_owned()), "{found:?}");
        assert!(found.contains(&"llvm.func{closed}".to_owned()), "{found:?}");
    }

    #[test]
    fn an_index_from_elsewhere_feeds_an_access() {
        let load = |index: &str| {
            let found = kinds(&format!(
                "func.func @f(%m: memref<4xf32>, %i: index) -> f32 {{\n  %c = arith.constant 0 : index\n  %d = memref.dim %m, %c : memref<4xf32>\n  %v = memref.load %m[{index}] : memref<4xf32>\n  return %v : f32\n}}"
            ));
            found.contains(&"memref.load{fed}".to_owned())
        };
        assert!(load("%i") && load("%c") && !load("%d"));
    }

    #[test]
    fn a_transfer_over_the_last_dimension_is_direct() {
        let read = |memref: &str, rest: &str| {
            let found = kinds(&format!(
                "func.func @f(%m: {memref}, %i: index, %p: f32, %k: vector<4xi1>) -> vector<4xf32> {{\n  %v = vector.transfer_read %m[%i, %i], %p{rest} : {memref}, vector<4xf32>\n  return %v : vector<4xf32>\n}}"
            ));
            let kind = found.into_iter().find(|kind| kind.starts_with("vector.transfer_read"));
            kind.expect("the text has a transfer")
        };
        assert_eq!(read("memref<8x8xf32>", ""), "vector.transfer_read{direct plain}");
        assert_eq!(read("memref<8x8xf32>", ", %k"), "vector.transfer_read{direct plain}");
        let across = " {permutation_map = affine_map<(d0, d1) -> (d0)>}";
        assert_eq!(read("memref<8x8xf32>", across), "vector.transfer_read{across plain}");
        assert_eq!(read("memref<8x8xf32, strided<[16, 2]>>", ""), "vector.transfer_read{striding}");
        assert_eq!(read("memref<8x8xf32, strided<[?, 1]>>", ""), "vector.transfer_read{direct}");
    }

    #[test]
    fn what_folds_or_is_dead_does_not_last() {
        let ctx = Context::new();
        let registry = assay_corpus::load_narrowed(&ctx);
        let text = "func.func @f(%x: i32) -> (i32, i32) {\n  %c = arith.constant 1 : i32\n  %a = arith.addi %c, %c : i32\n  %s = arith.subi %x, %c : i32\n  %d = arith.muli %x, %x : i32\n  return %a, %s : i32, i32\n}";
        let parsed = text::parse(&ctx, &Source::new("t.mlir", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let found = census(&parsed.program, Narrowed::new(&registry)).fleeting();
        let names: Vec<&str> = found.iter().map(|kind| kind.name.as_str()).collect();
        assert_eq!(names, ["arith.addi", "arith.muli"]);
        let unused = census(&parsed.program, Narrowed::new(&registry)).unused();
        assert_eq!(unused.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>(), ["arith.muli"]);
    }

    #[test]
    fn what_only_dead_operations_use_does_not_last() {
        let ctx = Context::new();
        let registry = assay_corpus::load_narrowed(&ctx);
        let text = "func.func @f(%x: i32) -> i32 {\n  %a = arith.addi %x, %x : i32\n  %b = arith.muli %a, %x : i32\n  %c = arith.subi %x, %x : i32\n  return %c : i32\n}";
        let parsed = text::parse(&ctx, &Source::new("t.mlir", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let found = census(&parsed.program, Narrowed::new(&registry)).fleeting();
        let names: Vec<&str> = found.iter().map(|kind| kind.name.as_str()).collect();
        assert_eq!(names, ["arith.addi", "arith.muli"]);
    }

    #[test]
    fn an_extent_that_is_not_known_is_a_kind() {
        let is_open = |ty: &str| kinds(&format!("func.func private @f({ty})")).contains(&"!open".to_owned());
        assert!(is_open("memref<?x4xf32>") && is_open("tensor<2x?xf32>"));
        assert!(!is_open("memref<4xf32>") && !is_open("vector<[4]xf32>"));
    }

    #[test]
    fn a_block_that_no_branch_leads_to_is_a_kind() {
        let found = |target: &str| {
            let text = format!("func.func @f() {{\n  cf.br ^{target}\n^a:\n  cf.br ^b\n^b:\n  return\n}}");
            kinds(&text).contains(&"!unreachable".to_owned())
        };
        assert!(found("b") && !found("a"));
    }

    #[test]
    fn a_branch_that_passes_a_memref_is_not_plain() {
        let text = "func.func @f(%m: memref<f32>, %i: index) {\n  cf.br ^a(%i : index)\n^a(%j: index):\n  cf.br ^b(%m : memref<f32>)\n^b(%n: memref<f32>):\n  return\n}";
        let found = kinds(text);
        for kind in ["cf.br", "cf.br{plain}", "func.return{buffers plain}"] {
            assert!(found.contains(&kind.to_owned()), "{kind}: {found:?}");
        }
    }
}
