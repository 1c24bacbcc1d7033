//! Chooses types and attributes that the pattern leaves open, so that the specs of the matched operations are met: plain
//! values first, then a search over a pool that has an instance of every class of builtin types that specs can tell apart.

use std::cell::OnceCell;

use assay_ir::data::{AttrId, AttrKind, Context, FloatKind, Ident, Signedness, TypeId, TypeKind, known};
use assay_ir::spec::{
    Answer, Compare, Constraint, Fault, Goal, OpSpec, Predicate, Registry, Relation, Subject, Term,
    Variadicity, conform, satisfy,
};
use rustc_hash::FxHashMap;

use super::scenario::CannotBuild;
use crate::pattern::classes::Classes;
use crate::pattern::counts;
use crate::pattern::model::{AttrIx, Node, TypeIx, ValueIx};

/// Steps of the search for types.
const MAX_STEPS: usize = 20_000;

/// What was chosen.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// Type of each class of types.
    pub types: FxHashMap<TypeIx, TypeId>,
    /// Attribute of each class of attributes.
    pub attributes: FxHashMap<AttrIx, AttrId>,
    /// Attributes that the specs require and the pattern does not name, per class of operations.
    pub required: FxHashMap<usize, Vec<(Ident, AttrId)>>,
}

struct Chooser<'a, 'c> {
    ctx: &'a Context,
    registry: &'a Registry,
    classes: &'c Classes<'a>,
    /// Made when the plainest type does not do.
    pool: OnceCell<Vec<TypeId>>,
    open: Vec<TypeIx>,
    chosen: Assignment,
    /// Types that should not be the same.
    differ: Vec<(TypeIx, Other)>,
    steps: usize,
    /// Whether only constraints count, and no relations.
    relaxed: bool,
}

/// What a type should not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// What another class of types is.
    Class(TypeIx),
    /// This.
    Constant(TypeId),
}

/// Chooses everything that is open.
///
/// # Errors
/// When nothing of the pool fits.
pub fn assign<'a>(
    registry: &'a Registry,
    classes: &Classes<'a>,
    attributes: FxHashMap<AttrIx, AttrId>,
    differ: &[(TypeIx, Other)],
) -> Result<Assignment, CannotBuild> {
    let ctx: &Context = registry.ctx();
    let model = classes.model();
    let mut chosen = Assignment { attributes, ..Assignment::default() };
    let mut open = Vec::new();
    let mut seen = vec![false; model.types.len()];
    let used = model.values.iter().map(|value| value.ty).chain(model.attributes.iter().filter_map(|a| a.ty));
    for ty in used {
        let class = classes.ty(ty);
        if std::mem::replace(&mut seen[class], true) {
            continue;
        }
        match classes.type_constant(class) {
            Some(constant) => {
                chosen.types.insert(class, constant);
            }
            None => open.push(class),
        }
    }
    let asked = differ.to_vec();
    let loose = model.loose_types.iter().map(|(a, b)| (classes.ty(*a), Other::Class(classes.ty(*b))));
    let differ: Vec<(TypeIx, Other)> = asked.iter().copied().chain(loose).collect();
    let pool = OnceCell::new();
    let mut chooser =
        Chooser { ctx, registry, classes, pool, open, chosen, differ, steps: 0, relaxed: false };
    if chooser.differ.len() > asked.len() && (chooser.open.is_empty() || !chooser.search(0)) {
        // Where types in places of their own cannot differ they are alike.
        chooser.differ = asked;
        chooser.steps = 0;
    }
    if chooser.open.is_empty() {
        // Nothing to choose: what the specs say of the written types is the answer.
        if !chooser.all_fit() {
            return Err(CannotBuild::Impossible);
        }
    } else if !chooser.all_chosen() && !chooser.uniform() && !chooser.search(0) {
        if chooser.relations_contradict() {
            return Err(CannotBuild::Impossible);
        }
        return Err(CannotBuild::NoTypes { searched_all: chooser.searched_all() });
    }
    chooser.attributes()?;
    Ok(chooser.chosen)
}

/// Types worth trying: plain ones, those of the pattern, those that the specs name.
fn pool(ctx: &Context, registry: &Registry, classes: &Classes<'_>) -> Vec<TypeId> {
    let mut out = vec![ctx.integer(32), ctx.ty(TypeKind::Float(FloatKind::F32)), ctx.integer(1), ctx.index()];
    out.extend(classes.model().types.iter().filter_map(|ty| ty.constant));
    for name in classes.node_classes().filter_map(|node| classes.name(node)) {
        let Some(spec) = registry.op(name) else { continue };
        for (constraint, _) in &spec.constraints {
            if let Constraint::Is(attr) = constraint
                && let AttrKind::Type(ty) = ctx.attr_kind(*attr)
            {
                out.push(*ty);
            }
        }
    }
    out.extend([64, 8, 16].map(|width| ctx.integer(width)));
    out.extend([FloatKind::F64, FloatKind::F16, FloatKind::BF16].map(|kind| ctx.ty(TypeKind::Float(kind))));
    for element in [out[0], out[1], out[2], out[3]] {
        out.push(ctx.ty(TypeKind::Vector { shape: Box::new([(4, false)]), element }));
        out.push(ctx.ty(TypeKind::RankedTensor { shape: Box::new([Some(4)]), element, encoding: None }));
        out.push(ctx.ty(TypeKind::MemRef { shape: Box::new([Some(4)]), element, layout: None, space: None }));
        out.push(ctx.ty(TypeKind::MemRef { shape: Box::new([]), element, layout: None, space: None }));
        out.push(ctx.ty(TypeKind::RankedTensor { shape: Box::new([None]), element, encoding: None }));
        out.push(ctx.ty(TypeKind::UnrankedTensor(element)));
        out.push(ctx.ty(TypeKind::Complex(element)));
    }
    out.extend(
        [Signedness::Signed, Signedness::Unsigned]
            .map(|s| ctx.ty(TypeKind::Integer { width: 32, signedness: s })),
    );
    out.push(ctx.ty(TypeKind::None));
    out.push(ctx.ty(TypeKind::Tuple(Box::new([]))));
    out.push(ctx.ty(TypeKind::Function { inputs: Box::new([]), results: Box::new([]) }));
    let mut unique = Vec::with_capacity(out.len());
    for ty in out {
        if !unique.contains(&ty) {
            unique.push(ty);
        }
    }
    unique
}

impl Chooser<'_, '_> {
    fn pool(&self) -> &[TypeId] {
        self.pool.get_or_init(|| pool(self.ctx, self.registry, self.classes))
    }

    /// One type for everything that is open.
    fn uniform(&mut self) -> bool {
        if self.all_are(self.ctx.integer(32)) || self.pool().to_vec().into_iter().any(|ty| self.all_are(ty)) {
            return true;
        }
        for class in self.open.clone() {
            self.chosen.types.remove(&class);
        }
        false
    }

    /// Whether this type fits for everything that is open.
    fn all_are(&mut self, ty: TypeId) -> bool {
        for class in &self.open {
            self.chosen.types.insert(*class, ty);
        }
        self.all_fit()
    }

    fn all_chosen(&self) -> bool {
        self.open.iter().all(|class| self.chosen.types.contains_key(class))
    }

    fn search(&mut self, depth: usize) -> bool {
        let Some(class) = self.open.get(depth).copied() else { return true };
        for ty in self.pool().to_vec() {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return false;
            }
            self.chosen.types.insert(class, ty);
            if self.all_fit() && self.search(depth + 1) {
                return true;
            }
        }
        self.chosen.types.remove(&class);
        false
    }

    /// Whether the specs admit what is chosen so far.
    fn all_fit(&self) -> bool {
        let same = |a: &TypeIx, b: &Other| {
            let other = match b {
                Other::Class(class) => self.chosen.types.get(class).copied(),
                Other::Constant(ty) => Some(*ty),
            };
            other.is_some() && self.chosen.types.get(a).copied() == other
        };
        if self.differ.iter().any(|(a, b)| same(a, b)) {
            return false;
        }
        self.classes.node_classes().all(|node| match self.classes.spec(node) {
            Some(spec) => self.fits(node, spec, &[]),
            None => true,
        })
    }

    /// Whether one operation may have the types chosen so far and these attributes.
    fn fits(&self, node: usize, spec: &OpSpec, attributes: &[(Ident, AttrId)]) -> bool {
        let matched = &self.classes.model().nodes[node];
        let (operands, results) = (self.types_of(&matched.operands), self.types_of(&matched.results));
        let segments = node_segments(self.ctx, spec, matched);
        let attribute = |name: Ident| {
            let given = attributes.iter().chain(&segments).find(|(other, _)| *other == name);
            given.map(|(_, value)| *value)
        };
        let all = |list: &[Option<TypeId>]| list.iter().copied().collect::<Option<Vec<TypeId>>>();
        if let (Some(operands), Some(results), false) = (all(&operands), all(&results), self.relaxed) {
            let subject = Subject {
                operands: &operands,
                results: &results,
                attribute: &attribute,
                regions: &[],
                successors: 0,
            };
            return types_fit(self.registry, spec, &subject);
        }
        let mut goals = Vec::new();
        // Elements of a group with several need not be alike where the definition says so.
        let mut single = Vec::new();
        let sizes = (matched.operand_sizes.as_deref(), matched.result_sizes.as_deref());
        for (groups, types, sizes) in [(&spec.operands, operands, sizes.0), (&spec.results, results, sizes.1)]
        {
            let Some(positions) = counts::positions(groups, types.len(), sizes) else { continue };
            for (ty, group) in types.into_iter().zip(positions) {
                let group = &groups[group];
                let goal = ty.map(|ty| Goal { var: group.var, value: self.ctx.type_attr(ty) });
                let apart = spec.variadic_per_element && group.variadicity != Variadicity::Single;
                if apart { single.extend(goal) } else { goals.extend(goal) }
            }
        }
        let admitted =
            |goals: &[Goal]| matches!(satisfy(self.registry, &spec.constraints, goals), Answer::Yes { .. });
        admitted(&goals)
            && single.into_iter().all(|goal| {
                let with: Vec<Goal> = goals.iter().copied().chain([goal]).collect();
                admitted(&with)
            })
    }

    /// Whether what the definitions relate contradicts itself, so that no types will do, whatever is tried: widths in order
    /// make a circle, or one type differs from itself.
    fn relations_contradict(&self) -> bool {
        // Pairs of classes of types, the first at most as wide as the second; whether it has to be narrower.
        let mut pairs: Vec<(TypeIx, TypeIx, bool)> = Vec::new();
        for node in self.classes.node_classes() {
            let Some(spec) = self.classes.spec(node) else { continue };
            for relation in spec.relations.iter().filter(|relation| relation.otherwise.is_empty()) {
                let (left, right, width) = match (&relation.left, &relation.right) {
                    (Term::Width(left), Term::Width(right)) => (left, right, true),
                    (Term::Type(left), Term::Type(right)) | (Term::Element(left), Term::Element(right)) => {
                        (left, right, false)
                    }
                    _ => continue,
                };
                let (left, right) = (self.single(node, spec, *left), self.single(node, spec, *right));
                let (Some(left), Some(right)) = (left, right) else { continue };
                match relation.compare {
                    Compare::Less if width => pairs.push((left, right, true)),
                    Compare::LessOrEqual if width => pairs.push((left, right, false)),
                    Compare::Equal => pairs.extend([(left, right, false), (right, left, false)]),
                    Compare::NotEqual if left == right => return true,
                    _ => {}
                }
            }
        }
        let leads_back = |from: TypeIx, to: TypeIx| {
            let mut reached = vec![from];
            let mut at = 0;
            while let Some(ty) = reached.get(at).copied() {
                let next = pairs.iter().filter(|(low, ..)| *low == ty).map(|(_, high, _)| *high);
                let new: Vec<TypeIx> = next.filter(|high| !reached.contains(high)).collect();
                reached.extend(new);
                at += 1;
            }
            reached.contains(&to)
        };
        pairs.iter().any(|(low, high, strict)| *strict && leads_back(*high, *low))
    }

    /// The class of the type of the one value in a place of a definition.
    fn single(&self, node: usize, spec: &OpSpec, name: Ident) -> Option<TypeIx> {
        let matched = &self.classes.model().nodes[node];
        let sizes = (matched.operand_sizes.as_deref(), matched.result_sizes.as_deref());
        let sides =
            [(&spec.operands, &matched.operands, sizes.0), (&spec.results, &matched.results, sizes.1)];
        sides.into_iter().find_map(|(groups, values, sizes)| {
            let group = groups.iter().position(|group| group.name == name)?;
            let positions = counts::positions(groups, values.len(), sizes)?;
            let at = positions.into_iter().position(|position| position == group)?;
            let single = groups[group].variadicity == Variadicity::Single;
            single.then(|| self.classes.ty(self.classes.model().values[values[at]].ty))
        })
    }

    /// After a search that has found nothing: whether there is nothing. Where relations speak of more than the pool can tell
    /// apart, the constraints alone are asked.
    fn searched_all(&mut self) -> bool {
        if self.steps > MAX_STEPS || !self.constraints_are_covered() {
            return false;
        }
        if self.relations_are_covered() {
            return true;
        }
        (self.steps, self.relaxed) = (0, true);
        !self.search(0) && self.steps <= MAX_STEPS
    }

    /// Whether the relations of the match say nothing but what the pool can tell apart.
    fn relations_are_covered(&self) -> bool {
        let mut specs = self.classes.node_classes().filter_map(|node| self.classes.spec(node));
        // Between two widths there is always another one that the search does not try.
        let open = |relation: &Relation| {
            !matches!(relation.compare, Compare::Equal)
                || [&relation.left, &relation.right].iter().any(|term| !matches!(term, Term::Type(_)))
        };
        !specs.any(|spec| spec.relations.iter().any(open))
    }

    /// The same of the constraints.
    fn constraints_are_covered(&self) -> bool {
        let specs = self.classes.node_classes().filter_map(|node| self.classes.spec(node));
        let mut constraints = specs.flat_map(|spec| &spec.constraints);
        constraints.all(|(constraint, _)| match constraint {
            Constraint::Any | Constraint::Is(_) | Constraint::AnyOf(_) | Constraint::AllOf(_) => true,
            Constraint::Parametric(..) => false,
            Constraint::Base(base) => is_builtin(&self.registry.base_predicate(base)),
            Constraint::CPred(text) => is_builtin(&self.registry.c_pred(*text)),
        })
    }

    fn types_of(&self, values: &[ValueIx]) -> Vec<Option<TypeId>> {
        let model = self.classes.model();
        values
            .iter()
            .map(|value| self.chosen.types.get(&self.classes.ty(model.values[*value].ty)).copied())
            .collect()
    }

    fn attributes(&mut self) -> Result<(), CannotBuild> {
        for attribute in 0..self.classes.model().attributes.len() {
            let class = self.classes.attribute(attribute);
            if let Some(constant) = self.classes.attribute_constant(class) {
                self.chosen.attributes.insert(class, constant);
            }
        }
        for node in self.classes.node_classes().collect::<Vec<_>>() {
            self.attributes_of(node)?;
        }
        Ok(())
    }

    fn attributes_of(&mut self, node: usize) -> Result<(), CannotBuild> {
        let spec = self.classes.spec(node);
        let mut have: Vec<(Ident, AttrId)> = Vec::new();
        for (name, attribute) in self.classes.attributes_of(node).to_vec() {
            let class = self.classes.attribute(attribute);
            if let Some(fixed) = self.chosen.attributes.get(&class) {
                have.push((name, *fixed));
                continue;
            }
            let ty =
                self.classes.attribute_type(class).and_then(|ty| self.chosen.types.get(&self.classes.ty(ty)));
            let picked = self.pick(node, spec, name, ty.copied(), &have)?;
            self.chosen.attributes.insert(class, picked);
            have.push((name, picked));
        }
        let Some(spec) = spec else { return Ok(()) };
        let mut required = Vec::new();
        for listed in &spec.attributes {
            if listed.optional
                || have.iter().any(|(name, _)| *name == listed.name)
                || is_segments(listed.name)
            {
                continue;
            }
            let picked = self.pick(node, Some(spec), listed.name, None, &have)?;
            have.push((listed.name, picked));
            required.push((listed.name, picked));
        }
        self.chosen.required.insert(node, required);
        Ok(())
    }

    fn pick(
        &self,
        node: usize,
        spec: Option<&OpSpec>,
        name: Ident,
        ty: Option<TypeId>,
        have: &[(Ident, AttrId)],
    ) -> Result<AttrId, CannotBuild> {
        let candidates = match ty {
            Some(ty) => typed_attribute(self.ctx, ty).into_iter().collect(),
            None => self.attribute_pool(spec, name),
        };
        for candidate in candidates {
            let mut with = have.to_vec();
            with.push((name, candidate));
            if spec.is_none_or(|spec| self.fits(node, spec, &with)) {
                return Ok(candidate);
            }
        }
        Err(CannotBuild::NoAttribute)
    }

    /// Attributes worth trying for a name without a type.
    fn attribute_pool(&self, spec: Option<&OpSpec>, name: Ident) -> Vec<AttrId> {
        let ctx = self.ctx;
        let mut out = vec![ctx.integer_attr(0, ctx.integer(64))];
        let listed = spec.and_then(|spec| {
            spec.attributes.iter().find(|listed| listed.name == name).map(|l| (spec, l.var))
        });
        if let Some((spec, var)) = listed {
            self.named_by_constraint(spec, var, &mut out, 0);
        }
        for ty in self.pool() {
            out.extend(typed_attribute(ctx, *ty));
        }
        out.push(ctx.string_attr("a"));
        out.push(ctx.unit());
        // Each symbol of a payload has a name of its own.
        out.push(ctx.symbol_attr(&format!("g{}", self.chosen.attributes.len())));
        out.push(ctx.type_attr(ctx.integer(32)));
        let nothing = TypeKind::Function { inputs: Box::new([]), results: Box::new([]) };
        out.push(ctx.type_attr(ctx.ty(nothing)));
        out.push(ctx.attr(AttrKind::Array(Box::new([]))));
        for element in [1, 32, 64].map(|width| ctx.integer(width)) {
            out.push(ctx.attr(AttrKind::DenseArray { element, values: Box::new([]) }));
        }
        out
    }

    fn named_by_constraint(
        &self,
        spec: &OpSpec,
        var: assay_ir::spec::Var,
        out: &mut Vec<AttrId>,
        depth: usize,
    ) {
        if depth > 8 {
            return;
        }
        match spec.constraint(var) {
            Constraint::Is(attr) => out.push(*attr),
            Constraint::AnyOf(list) | Constraint::AllOf(list) => {
                for var in list {
                    self.named_by_constraint(spec, *var, out, depth + 1);
                }
            }
            Constraint::Base(base) => self.of_predicate(&self.registry.base_predicate(base), out),
            Constraint::CPred(text) => self.of_predicate(&self.registry.c_pred(*text), out),
            Constraint::Any | Constraint::Parametric(..) => {}
        }
    }

    /// Integers in the range that a predicate asks for.
    fn of_predicate(&self, predicate: &Predicate, out: &mut Vec<AttrId>) {
        match predicate {
            Predicate::And(list) | Predicate::Or(list) => {
                list.iter().for_each(|part| self.of_predicate(part, out))
            }
            Predicate::IntRange { min, max } => {
                let value = if (*min..=*max).contains(&0) { 0 } else { *min };
                for ty in [self.ctx.integer(64), self.ctx.integer(32), self.ctx.index()] {
                    out.push(self.ctx.integer_attr(i128::from(value), ty));
                }
            }
            _ => {}
        }
    }
}

/// Segment sizes follow from the counts and are written when the operation is made.
fn is_segments(name: Ident) -> bool {
    name == known::OPERAND_SEGMENT_SIZES || name == known::RESULT_SEGMENT_SIZES
}

/// The segment sizes of a matched operation: those that its pattern speaks of, else [`segment_sizes`].
pub fn node_segments(ctx: &Context, spec: &OpSpec, node: &Node) -> Vec<(Ident, AttrId)> {
    let mut out = segment_sizes(ctx, spec, node.operands.len(), node.results.len());
    for (name, sizes) in [
        (known::OPERAND_SEGMENT_SIZES, &node.operand_sizes),
        (known::RESULT_SEGMENT_SIZES, &node.result_sizes),
    ] {
        let Some(sizes) = sizes else { continue };
        let element = ctx.integer(32);
        let values = sizes.iter().map(|size| ctx.integer_attr(*size as i128, element)).collect();
        out.retain(|(other, _)| *other != name);
        out.push((name, ctx.attr(AttrKind::DenseArray { element, values })));
    }
    out
}

/// `operandSegmentSizes` and `resultSegmentSizes` for these counts, where the spec asks for them: groups that may be
/// empty are, except for the first one that takes the rest.
pub fn segment_sizes(ctx: &Context, spec: &OpSpec, operands: usize, results: usize) -> Vec<(Ident, AttrId)> {
    let mut out = Vec::new();
    for (groups, count, asked, name) in [
        (&spec.operands, operands, spec.traits.operand_segments, known::OPERAND_SEGMENT_SIZES),
        (&spec.results, results, spec.traits.result_segments, known::RESULT_SEGMENT_SIZES),
    ] {
        let open = groups.iter().filter(|group| group.variadicity != Variadicity::Single).count();
        if open < 2 && !asked {
            continue;
        }
        let mut rest = count.saturating_sub(groups.len() - open);
        let element = ctx.integer(32);
        let values = groups.iter().map(|group| {
            let size = match group.variadicity {
                Variadicity::Single => 1,
                Variadicity::Optional => rest.min(1),
                Variadicity::Variadic => rest,
            };
            if group.variadicity != Variadicity::Single {
                rest -= size;
            }
            ctx.integer_attr(size as i128, element)
        });
        let values = values.collect();
        out.push((name, ctx.attr(AttrKind::DenseArray { element, values })));
    }
    out
}

/// The plainest attribute that carries a type.
fn typed_attribute(ctx: &Context, ty: TypeId) -> Option<AttrId> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { .. } | TypeKind::Index => Some(ctx.integer_attr(0, ty)),
        TypeKind::Float(_) => Some(ctx.attr(AttrKind::Float { bits: 0, ty })),
        TypeKind::Vector { element, .. } => dense(ctx, ty, *element),
        TypeKind::RankedTensor { shape, element, .. } if shape.iter().all(Option::is_some) => {
            dense(ctx, ty, *element)
        }
        _ => None,
    }
}

fn dense(ctx: &Context, ty: TypeId, element: TypeId) -> Option<AttrId> {
    let element = typed_attribute(ctx, element)?;
    Some(ctx.attr(AttrKind::Dense { data: assay_ir::data::DenseData::Splat(element), ty }))
}

/// Whether a predicate speaks of classes of builtin types and attributes only.
fn is_builtin(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::DialectType(..) | Predicate::Unknown(_) => false,
        Predicate::Not(inner)
        | Predicate::Element(inner)
        | Predicate::TypeOfAttr(inner)
        | Predicate::ArrayOf(inner) => is_builtin(inner),
        Predicate::And(list) | Predicate::Or(list) => list.iter().all(is_builtin),
        _ => true,
    }
}

/// Whether types and attributes are such as the definition asks for; what stands around the operation is not looked at.
pub fn types_fit(registry: &Registry, spec: &OpSpec, subject: &Subject<'_>) -> bool {
    let misfit = |fault: &Fault| matches!(fault, Fault::Constraint { .. } | Fault::Relation(_));
    !conform(registry, spec, subject).failures.iter().any(|failure| misfit(&failure.fault))
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::pdl::patterns;

    use crate::pattern::decode::decode;
    use crate::witness::payload;
    use crate::witness::scenario::{CannotBuild, Scenario};

    /// A payload for `length` sign extensions in a row, each of which is wider than the one before.
    fn extensions(length: usize) -> Result<(), CannotBuild> {
        let mut text =
            String::from("pdl.pattern : benefit(1) {\n  %t0 = pdl.type\n  %v0 = pdl.operand : %t0\n");
        for n in 0..length {
            let next = n + 1;
            text.push_str(&format!(
                "  %t{next} = pdl.type\n  %o{n} = pdl.operation \"arith.extsi\"(%v{n} : !pdl.value) -> (%t{next} : !pdl.type)\n"
            ));
            if next < length {
                text.push_str(&format!("  %v{next} = pdl.result 0 of %o{n}\n"));
            }
        }
        text.push_str(&format!(
            "  pdl.rewrite %o{} {{\n    pdl.erase %o{}\n  }}\n}}\n",
            length - 1,
            length - 1
        ));
        built(text)
    }

    fn built(text: String) -> Result<(), CannotBuild> {
        let ctx = Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let parsed = assay_ir::text::parse(&ctx, &Source::new("p", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let model = decode(&parsed.program, &registry, patterns(&parsed.program)[0].op).expect("no ranges");
        payload::build(&model, &registry, &Scenario::default()).map(|_| ())
    }

    #[test]
    fn a_width_is_not_less_than_itself() {
        let text = "pdl.pattern : benefit(1) {\n  %t = pdl.type\n  %v = pdl.operand : %t
  %o = pdl.operation \"arith.extsi\"(%v : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %o {\n    pdl.erase %o\n  }\n}\n";
        assert_eq!(built(text.to_owned()), Err(CannotBuild::Impossible));
    }

    #[test]
    fn elements_of_a_group_need_not_be_alike_where_some_are_still_open() {
        let text = "pdl.pattern : benefit(1) {\n  %t = pdl.type : i32\n  %s = pdl.type\n  %x = pdl.operand\n  %y = pdl.operand : %t
  %z = pdl.operand\n  %c = pdl.operation \"arith.fptosi\"(%x : !pdl.value) -> (%s : !pdl.type)
  %r = pdl.result 0 of %c
  %o = pdl.operation \"func.return\"(%z, %y, %x, %r : !pdl.value, !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %o {\n    pdl.erase %o\n  }\n}\n";
        assert_eq!(built(text.to_owned()), Ok(()));
    }

    #[test]
    fn a_search_over_some_widths_does_not_show_that_no_widths_fit() {
        assert_eq!(extensions(2), Ok(()));
        // More extensions than there are widths to try: others would do.
        assert_eq!(extensions(7), Err(CannotBuild::NoTypes { searched_all: false }));
    }
}
