//! Uses of operations without regions, made from their specs: types and attributes at random until the spec accepts them,
//! and then one thing of such a use changed. The same uses in every run.

use assay_corpus::load_builtin;
use assay_ir::data::{AttrId, AttrKind, Context, Ident, TypeId};
use assay_ir::spec::{
    AttributeSpec, Goal, Group, OpInstance, OpSpec, Registry, Variadicity, conform, satisfy, with_element,
};
use assay_ir::text::{attr_text, parse_attr, parse_type, type_text};

use super::Use;

/// Uses of each kind that are made for each operation.
const WANTED: usize = 30;

/// Attempts after which an operation has to do with fewer.
const ATTEMPTS: usize = 16_000;

const TYPES: &[&str] = &[
    "i1",
    "i8",
    "i32",
    "i64",
    "i5",
    "si32",
    "ui8",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f80",
    "f8E5M2",
    "none",
    "complex<f32>",
    "!llvm.ptr",
    "tuple<i32>",
    "vector<4xi32>",
    "vector<4xi1>",
    "vector<4xf32>",
    "vector<2x3xf32>",
    "vector<[4]xi32>",
    "vector<f32>",
    "vector<2xindex>",
    "vector<4xi64>",
    "vector<3x!llvm.ptr>",
    "tensor<4xi32>",
    "tensor<?xi32>",
    "tensor<?xf32>",
    "tensor<2x?xf32>",
    "tensor<f32>",
    "tensor<*xf32>",
    "tensor<4xi1>",
    "tensor<?x?xindex>",
    "tensor<0x2xi8>",
    "memref<4xi32>",
    "memref<?xf32>",
    "memref<2x?xf64>",
    "memref<f32>",
    "memref<*xi8>",
    "memref<4xindex, 1>",
];

const ATTRIBUTES: &[&str] = &[
    "unit",
    "true",
    "false",
    "0 : i64",
    "1 : i64",
    "5 : i64",
    "9 : i64",
    "16 : i64",
    "-1 : i64",
    "3 : i64",
    "6 : i64",
    "0 : i32",
    "1 : i32",
    "7 : index",
    "-3 : index",
    "3 : i8",
    "1.5 : f32",
    "\"x\"",
    "[]",
    "#arith.fastmath<fast>",
    "#arith.fastmath<none>",
    "#arith.overflow<nsw>",
    "#index<cmp_predicate slt>",
    "#index<cmp_predicate eq>",
    "#index<cmp_predicate ugt>",
    "#llvm.overflow<nsw>",
    "#llvm.overflow<nsw, nuw>",
    "#llvm.fastmath<nnan>",
    "#llvm.fastmath<fast>",
    "#ub.poison",
    "i32",
    "dense<0> : tensor<4xi32>",
    "array<i64: 1>",
];

/// A use before it is text.
#[derive(Clone, PartialEq)]
struct Draft {
    operands: Vec<TypeId>,
    results: Vec<TypeId>,
    attributes: Vec<(Ident, AttrId)>,
    /// Operands of one type are one value.
    shared: bool,
}

struct UseGenerator<'a> {
    ctx: &'a Context,
    registry: &'a Registry,
    spec: &'a OpSpec,
    types: &'a [TypeId],
    attributes: &'a [AttrId],
    seed: u64,
}

/// Uses of all operations of these dialects that have neither regions nor successors.
pub(super) fn uses(dialects: &[&str]) -> Vec<Use> {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    let types: Vec<TypeId> = TYPES.iter().map(|text| parse_type(&ctx, text).expect("a type")).collect();
    let attributes: Vec<AttrId> =
        ATTRIBUTES.iter().map(|text| parse_attr(&ctx, text).expect("an attribute")).collect();
    let mut uses = Vec::new();
    let mut specs: Vec<_> = registry.ops().collect();
    specs.sort_by_key(|spec| ctx.str(spec.name));
    for spec in specs {
        let dialect = ctx.str(spec.name).split('.').next().unwrap_or_default();
        if !dialects.contains(&dialect) || !in_scope(spec) {
            continue;
        }
        let seed =
            ctx.str(spec.name).bytes().fold(17, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(byte));
        let more = extra(ctx.str(spec.name)).iter().map(|text| parse_attr(&ctx, text).expect("an attribute"));
        let attributes: Vec<AttrId> = attributes.iter().copied().chain(more).collect();
        let (types, attributes) = (types.as_slice(), attributes.as_slice());
        let mut maker = UseGenerator { ctx: &ctx, registry: &registry, spec, types, attributes, seed };
        uses.extend(maker.uses());
    }
    if dialects.contains(&"memref") {
        uses.extend(alignments());
        uses.extend(allocations());
    }
    uses
}

/// Attributes that only this operation knows.
fn extra(op: &str) -> &'static [&'static str] {
    match op {
        // One dynamic index, and one that is written.
        "llvm.getelementptr" => &["array<i32: -2147483648>", "array<i32: 1>"],
        "vector.extract" => {
            &["array<i64>", "array<i64: 0>", "array<i64: 1, 2>", "array<i64: -9223372036854775808>"]
        }
        "vector.reduction" => {
            &["#vector.kind<add>", "#vector.kind<maxsi>", "#vector.kind<maxnumf>", "#vector.kind<xor>"]
        }
        "vector.transpose" => &["array<i64>", "array<i64: 0>", "array<i64: 1, 0>", "array<i64: 0, 1>"],
        "tosa.clamp" | "tosa.maximum" | "tosa.minimum" | "tosa.reduce_max" | "tosa.reduce_min" => {
            &["#tosa.nan_mode<PROPAGATE>", "#tosa.nan_mode<IGNORE>"]
        }
        _ => &[],
    }
}

/// Accesses of llvm's memory that are not atomic: most of those made at random are, and MLIR refuses them.
fn plain_accesses() -> Vec<Use> {
    let types =
        ["i1", "i8", "i32", "i64", "f16", "f32", "f64", "!llvm.ptr", "vector<4xi32>", "vector<4xf32>"];
    let mut uses = Vec::new();
    for (ty, flag) in types.iter().flat_map(|ty| ["", "volatile_", "nontemporal"].map(|flag| (ty, flag))) {
        let load = format!("%r = \"llvm.load\"(%p) <{{{flag}}}> : (!llvm.ptr) -> {ty}");
        let store = format!("\"llvm.store\"(%v, %p) <{{{flag}}}> : ({ty}, !llvm.ptr) -> ()");
        for (op, line) in [("llvm.load", load), ("llvm.store", store)] {
            let text = format!("func.func @f(%p: !llvm.ptr, %v: {ty}) {{\n  {line}\n  return\n}}\n");
            uses.push(Use::new(op, text));
        }
    }
    uses
}

/// Accesses of memory with all kinds of alignment.
fn alignments() -> Vec<Use> {
    let mut uses = plain_accesses();
    for alignment in [-1, 0, 1, 3, 16] {
        let load = format!(
            "func.func @f(%m: memref<f32>) {{\n  %0 = \"memref.load\"(%m) <{{alignment = {alignment} : i64}}> : \
             (memref<f32>) -> f32\n  return\n}}\n"
        );
        let store = format!(
            "func.func @f(%m: memref<f32>, %v: f32) {{\n  \"memref.store\"(%v, %m) <{{alignment = {alignment} : i64}}> : \
             (f32, memref<f32>) -> ()\n  return\n}}\n"
        );
        uses.extend([Use::new("memref.load", load), Use::new("memref.store", store)]);
    }
    uses
}

/// Allocations with all kinds of extents: their groups are told apart by sizes.
fn allocations() -> Vec<Use> {
    let types = [
        "memref<4xi32>",
        "memref<f32>",
        "memref<?xf32>",
        "memref<2x?xf64>",
        "memref<?x?xi8>",
        "memref<*xi8>",
    ];
    let mut uses = Vec::new();
    for ty in types {
        for (extents, symbols) in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)] {
            for alignment in [
                "",
                "alignment = 1 : i64, ",
                "alignment = 16 : i64, ",
                "alignment = 0 : i64, ",
                "alignment = 64 : i64, ",
            ] {
                let (values, types) = (vec!["%i"; extents + symbols], vec!["index"; extents + symbols]);
                let (values, types) = (values.join(", "), types.join(", "));
                let text = format!(
                    "func.func @f(%i: index) {{\n  %0 = \"memref.alloc\"({values}) <{{{alignment}operandSegmentSizes = \
                     array<i32: {extents}, {symbols}>}}> : ({types}) -> {ty}\n  return\n}}\n"
                );
                uses.push(Use::new("memref.alloc", text));
            }
        }
    }
    uses
}

/// Whether uses of an operation are made here.
pub(super) fn in_scope(spec: &OpSpec) -> bool {
    spec.regions.as_ref().is_some_and(|regions| regions.is_empty()) && !spec.traits.terminator
}

impl UseGenerator<'_> {
    fn below(&mut self, limit: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.seed >> 33) as usize) % limit
    }

    fn uses(&mut self) -> Vec<Use> {
        let mut valid: Vec<Draft> = Vec::new();
        let mut attempts = 0;
        while valid.len() < WANTED && attempts < ATTEMPTS {
            attempts += 1;
            let draft = self.draft();
            // Where nothing is left to choose, the same use has to do several times.
            if self.accepts(&draft) && (!valid.contains(&draft) || attempts > ATTEMPTS / 2) {
                valid.push(draft);
            }
        }
        let mut invalid: Vec<Draft> = Vec::new();
        let mut attempts = 0;
        while !valid.is_empty() && invalid.len() < WANTED && attempts < ATTEMPTS {
            attempts += 1;
            let mut draft = valid[attempts % valid.len()].clone();
            self.change(&mut draft);
            if !self.accepts(&draft) && (!invalid.contains(&draft) || attempts > ATTEMPTS / 2) {
                invalid.push(draft);
            }
        }
        valid.iter().chain(&invalid).enumerate().map(|(number, draft)| self.render(draft, number)).collect()
    }

    /// Types around one of them, as operations tend to have.
    fn draft(&mut self) -> Draft {
        let base = self.types[self.below(self.types.len())];
        let ctx = self.ctx;
        let element = ctx.element_type(base).unwrap_or(base);
        let (i1, i64) = (ctx.integer(1), ctx.integer(64));
        let near = [
            base,
            base,
            base,
            base,
            element,
            ctx.index(),
            with_element(ctx, base, i1),
            with_element(ctx, base, i64),
        ];
        let spec = self.spec;
        let operands = self.side(&spec.operands, &near);
        let results = self.side(&spec.results, &near);
        let mut attributes = Vec::new();
        for listed in &spec.attributes {
            if listed.optional && self.below(3) > 0 {
                continue;
            }
            attributes.push((listed.name, self.attribute(listed, element)));
        }
        Draft { operands, results, attributes, shared: self.below(3) == 0 }
    }

    fn side(&mut self, groups: &[Group], near: &[TypeId]) -> Vec<TypeId> {
        let mut side = Vec::new();
        for group in groups {
            let count = match group.variadicity {
                Variadicity::Single => 1,
                Variadicity::Optional => self.below(2),
                Variadicity::Variadic => self.below(4),
            };
            for _ in 0..count {
                let fits = |maker: &Self, ty: TypeId| {
                    let goal = Goal { var: group.var, value: maker.ctx.type_attr(ty) };
                    matches!(
                        satisfy(maker.registry, &maker.spec.constraints, &[goal]),
                        assay_ir::spec::Answer::Yes { .. }
                    )
                };
                let near: Vec<TypeId> = near.iter().copied().filter(|ty| fits(self, *ty)).collect();
                side.push(match near.is_empty() || self.below(8) == 0 {
                    true => self.types[self.below(self.types.len())],
                    false => near[self.below(near.len())],
                });
            }
        }
        side
    }

    fn attribute(&mut self, listed: &AttributeSpec, element: TypeId) -> AttrId {
        let mut pool = self.attributes.to_vec();
        pool.push(self.ctx.integer_attr(2, element));
        let fitting: Vec<AttrId> = pool
            .iter()
            .copied()
            .filter(|value| {
                let goal = Goal { var: listed.var, value: *value };
                matches!(
                    satisfy(self.registry, &self.spec.constraints, &[goal]),
                    assay_ir::spec::Answer::Yes { .. }
                )
            })
            .collect();
        match fitting.is_empty() {
            true => pool[self.below(pool.len())],
            false => fitting[self.below(fitting.len())],
        }
    }

    /// Changes one thing.
    fn change(&mut self, draft: &mut Draft) {
        let (operands, results) = (draft.operands.len(), draft.results.len());
        let ty = self.types[self.below(self.types.len())];
        match self.below(8) {
            0 if operands > 0 => {
                draft.operands.remove(self.below(operands));
            }
            1 => draft.operands.insert(self.below(operands + 1), ty),
            2 if results > 0 => {
                draft.results.remove(self.below(results));
            }
            3 => draft.results.insert(self.below(results + 1), ty),
            4 if !draft.attributes.is_empty() => {
                draft.attributes.remove(self.below(draft.attributes.len()));
            }
            5 if !draft.attributes.is_empty() => {
                let at = self.below(draft.attributes.len());
                draft.attributes[at].1 = self.attributes[self.below(self.attributes.len())];
            }
            _ if operands + results > 0 => {
                let at = self.below(operands + results);
                match draft.results.get_mut(at.wrapping_sub(operands)) {
                    Some(result) => *result = ty,
                    None => draft.operands[at] = ty,
                }
            }
            _ => draft.operands.push(ty),
        }
    }

    fn accepts(&self, draft: &Draft) -> bool {
        let attribute =
            |name: Ident| draft.attributes.iter().find(|(known, _)| *known == name).map(|(_, attr)| *attr);
        let subject = OpInstance {
            operands: &draft.operands,
            results: &draft.results,
            attribute: &attribute,
            regions: &[],
            successors: 0,
        };
        conform(self.registry, self.spec, &subject).failures.is_empty()
    }

    fn render(&self, draft: &Draft, number: usize) -> Use {
        let ctx = self.ctx;
        let name = ctx.str(self.spec.name);
        let value = |at: usize| match draft.shared {
            true => draft.operands.iter().position(|ty| *ty == draft.operands[at]).unwrap_or(at),
            false => at,
        };
        let texts =
            |types: &[TypeId]| types.iter().map(|ty| type_text(ctx, *ty)).collect::<Vec<_>>().join(", ");
        let parameters: Vec<String> = draft
            .operands
            .iter()
            .enumerate()
            .map(|(at, ty)| format!("%a{at}: {}", type_text(ctx, *ty)))
            .collect();
        let operands: Vec<String> = (0..draft.operands.len()).map(|at| format!("%a{}", value(at))).collect();
        let bound =
            if draft.results.is_empty() { String::new() } else { format!("%r:{} = ", draft.results.len()) };
        let properties: Vec<String> = draft
            .attributes
            .iter()
            .map(|(name, attr)| match ctx.attr_kind(*attr) {
                AttrKind::Unit => ctx.str(*name).to_owned(),
                _ => format!("{} = {}", ctx.str(*name), attr_text(ctx, *attr)),
            })
            .collect();
        let properties =
            if properties.is_empty() { String::new() } else { format!(" <{{{}}}>", properties.join(", ")) };
        let text = format!(
            "func.func @f({}) {{\n  {bound}\"{name}\"({}){properties} {{use = {number}}} : ({}) -> ({})\n  return\n}}\n",
            parameters.join(", "),
            operands.join(", "),
            texts(&draft.operands),
            texts(&draft.results),
        );
        Use::new(name, text)
    }
}
