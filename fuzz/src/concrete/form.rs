//! The programs that a pattern matches, with what it leaves open chosen by the caller: types, attributes, flags that it does
//! not name. The verifier's builder makes them; everything that stays or is replaced is returned. Chooses nothing.

use assay_backend::engine::Outcome;
use assay_ir::data::{AttrId, FloatKind, Ident, OpId, TypeId, TypeKind};
use assay_ir::meanings::expanded;
use assay_ir::ops;
use assay_ir::pdl::Pattern;
use assay_ir::spec::{Answer, Goal, Group, OpSpec, Registry, satisfy};
use assay_ir::text;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pattern::decode::Unnamed;
use assay_verifier::pattern::model::{Definition, Model, NodeIx, OpRef, Step};
use assay_verifier::program;
use assay_verifier::witness::execute::parameters;
use assay_verifier::witness::{self, Payload, PdlValue, Scenario, UsePlace, execute};

/// The reason for which no program of a pattern can be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotRun {
    /// An operation without a name.
    #[error("it matches an operation without a name")]
    Unnamed,
    /// An operation that ends a block.
    #[error("`{0}` ends a block")]
    Terminator(String),
    /// An attribute of which nothing says what it may be.
    #[error("nothing says what the attribute `{0}` may be")]
    OpenAttribute(String),
    /// Native code that does the whole rewrite.
    #[error("the rewrite is native code")]
    External,
    /// A construct that is not read, or a pattern that nothing matches.
    #[error("{0}")]
    Unread(String),
    /// The pattern is malformed.
    #[error("it is malformed")]
    Malformed,
}

/// An attribute that the pattern names.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Its value, when it is written.
    pub constant: Option<AttrId>,
    /// Its type, when one is written: an index into [`Form::types`].
    pub ty: Option<usize>,
    /// The name under which an operation has it, and that operation.
    pub user: Option<(Ident, NodeIx)>,
}

/// A flag that an operation may carry and the pattern does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The operation.
    pub node: NodeIx,
    /// The name of the attribute.
    pub key: Ident,
}

/// A pattern with each of its ranges at one length.
#[derive(Clone, Debug)]
pub struct Form<'a> {
    registry: &'a Registry,
    /// The pattern as data.
    pub model: Model,
    /// Types, where they are written.
    pub types: Vec<Option<TypeId>>,
    /// For each type the numbers that the definitions permit there.
    pub permitted: Vec<Permitted>,
    /// Attributes.
    pub attributes: Vec<Slot>,
    /// Flags that are left open.
    pub flags: Vec<Flag>,
}

/// The numbers that a definition permits in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permitted {
    /// Integers, or anything.
    Any,
    /// Truth values, and no other integers.
    Truths,
    /// Floating-point numbers, and no integers.
    Floats,
    /// Complex numbers, and no other ones.
    Complex,
}

/// A choice for everything that a form leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// A type for each of [`Form::types`].
    pub types: Vec<TypeId>,
    /// An attribute for each of [`Form::attributes`]; `None` leaves it to the definitions.
    pub attributes: Vec<Option<AttrId>>,
    /// An attribute, or none, for each of [`Form::flags`].
    pub flags: Vec<Option<AttrId>>,
}

/// A program that a pattern may match.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The program, and which of its operations stand for which of the pattern.
    pub payload: Payload,
    /// The function.
    pub function: OpId,
}

impl Instance {
    /// The program as text.
    pub fn text(&self) -> String {
        text::print(&self.payload.program, &Default::default())
    }

    /// The types of the function's parameters.
    pub fn parameter_types(&self) -> Vec<TypeId> {
        let program = &self.payload.program;
        parameters(program, self.function).into_iter().map(|value| program.value_type(value)).collect()
    }

    /// Tells if a run after the rewrite comes to a number that the program may not come to: its floating-point operations may have
    /// several results.
    pub fn excludes(&self, registry: &Registry, before: &Outcome, after: &Outcome) -> bool {
        let (Outcome::Values(before), Outcome::Values(after)) = (before, after) else { return true };
        let computed = expanded(&self.payload.program, registry);
        let differs = program::differs(&computed, self.function);
        before.iter().zip(after).any(|(before, after)| differs(before, after))
    }
}

/// The forms of a pattern, those with short ranges first.
///
/// # Errors
/// When no program shows what the pattern does.
pub fn forms<'a>(pattern: Pattern<'a>, registry: &'a Registry) -> Result<Vec<Form<'a>>, CannotRun> {
    if pattern.rewrite().is_none_or(|rewrite| rewrite.external().is_some()) {
        return Err(CannotRun::External);
    }
    let subject = AnalyzedPattern::new(pattern.program, pattern.op, registry);
    let instances = subject.instances(Unnamed::Plain).map_err(|why| CannotRun::Unread(why.to_string()))?;
    let possible = instances.models.iter().filter(|model| model.impossible.is_empty());
    possible.map(|model| Form::new(model.clone(), registry)).collect()
}

impl<'a> Form<'a> {
    fn new(model: Model, registry: &'a Registry) -> Result<Form<'a>, CannotRun> {
        let ctx = registry.ctx();
        let mut flags = Vec::new();
        for (index, node) in model.nodes.iter().enumerate() {
            let spec = registry.op(node.name.ok_or(CannotRun::Unnamed)?);
            if let Some(spec) = spec.filter(|spec| spec.traits.terminator) {
                return Err(CannotRun::Terminator(ctx.str(spec.name).to_owned()));
            }
            let named = |key: Ident| node.attributes.iter().any(|(name, _)| *name == key);
            let listed = spec.into_iter().flat_map(|spec| &spec.attributes).map(|attribute| attribute.name);
            let open = listed.filter(|key| ops::FLAGS.contains(&ctx.str(*key)) && !named(*key));
            flags.extend(open.map(|key| Flag { node: index, key }));
        }
        let user = |attribute: usize| {
            let of_node = |(index, node): (usize, &assay_verifier::pattern::model::Node)| {
                let found = node.attributes.iter().find(|(_, used)| *used == attribute);
                found.map(|(name, _)| (*name, index))
            };
            model.nodes.iter().enumerate().find_map(of_node)
        };
        let attributes = model.attributes.iter().enumerate();
        let attributes = attributes.map(|(index, attribute)| Slot {
            constant: attribute.constant,
            ty: attribute.ty,
            user: user(index),
        });
        let attributes = attributes.collect();
        let types = model.types.iter().map(|ty| ty.constant).collect();
        let mut permitted = vec![Permitted::Any; model.types.len()];
        for node in &model.nodes {
            let Some(spec) = node.name.and_then(|name| registry.op(name)) else { continue };
            for (groups, values) in [(&spec.operands, &node.operands), (&spec.results, &node.results)] {
                if groups.len() != values.len() || groups.iter().any(Group::is_open) {
                    continue;
                }
                for (group, value) in groups.iter().zip(values.iter()) {
                    let known = &mut permitted[model.values[*value].ty];
                    if *known == Permitted::Any {
                        *known = permitted_in(registry, spec, group);
                    }
                }
            }
        }
        Ok(Form { registry, model, types, permitted, attributes, flags })
    }

    /// The dialects of the matched operations and of those that the rewrite creates.
    pub fn dialects(&self) -> Vec<String> {
        let created = self.model.created.iter().map(|created| created.name);
        let names = self.model.nodes.iter().filter_map(|node| node.name).chain(created);
        let mut dialects: Vec<String> = names
            .filter_map(|name| Some(self.registry.ctx().str(name).split_once('.')?.0.to_owned()))
            .collect();
        dialects.sort();
        dialects.dedup();
        dialects
    }

    /// The results that programs return: those of all operations that the rewrite does not erase outright.
    pub fn returned(&self) -> Vec<(NodeIx, usize)> {
        let is_erased = |node: NodeIx| {
            let erases = |step: &Step| matches!(step, Step::Erase(OpRef::Node(erased)) if *erased == node);
            self.model.actions.iter().any(|action| erases(&action.step))
        };
        let nodes = (0..self.model.nodes.len()).filter(|node| !is_erased(*node));
        nodes.flat_map(|node| (0..self.model.nodes[node].results.len()).map(move |at| (node, at))).collect()
    }

    /// The program of a choice; `None` when a definition refuses it.
    pub fn build(&self, choice: &Choice) -> Option<Instance> {
        let model = &self.model;
        let mut scenario = Scenario::default();
        for (index, ty) in model.types.iter().enumerate() {
            if let Some(handle) = ty.handle {
                scenario.types.insert(handle, choice.types[index]);
            }
            if let Some((handle, element)) = ty.range {
                set(scenario.range_types.entry(handle).or_default(), element, choice.types[index]);
            }
        }
        let chosen = model.attributes.iter().zip(&choice.attributes);
        scenario
            .attributes
            .extend(chosen.filter_map(|(attribute, value)| Some((attribute.handle, (*value)?))));
        let flags = self.flags.iter().zip(&choice.flags);
        let flags = flags.filter_map(|(flag, value)| Some((model.nodes[flag.node].op, flag.key, (*value)?)));
        scenario.unlisted.extend(flags);
        let result = |(node, at): (NodeIx, usize)| PdlValue::Result(model.nodes[node].op, at as u32);
        let returned = self.returned().into_iter();
        scenario.uses.extend(returned.map(|value| (result(value), UsePlace::Returned)));
        let payload = witness::build(model, self.registry, &scenario).ok()?;
        self.has_types(&payload, choice).then_some(())?;
        let function = execute::function(&payload.program)?;
        Some(Instance { payload, function })
    }

    /// Tells if the values of a program have the types of a choice, those too that no handle stands for.
    fn has_types(&self, payload: &Payload, choice: &Choice) -> bool {
        self.model.values.iter().all(|value| {
            let found = match value.def {
                Definition::Free(op) => payload.elements.get(&(op, value.element as u32)).copied(),
                Definition::Result(node, index) => {
                    let op = payload.ops.get(&self.model.nodes[node].op);
                    op.and_then(|op| payload.program.result(*op, index))
                }
            };
            found.is_none_or(|found| payload.program.value_type(found) == choice.types[value.ty])
        })
    }
}

/// The numbers that a definition permits in a place.
fn permitted_in(registry: &Registry, spec: &OpSpec, group: &Group) -> Permitted {
    let ctx = registry.ctx();
    let permits = |ty| {
        let goal = Goal { var: group.var, value: ctx.type_attr(ty) };
        matches!(satisfy(registry, &spec.constraints, &[goal]), Answer::Yes { .. })
    };
    let float = ctx.ty(TypeKind::Float(FloatKind::F32));
    if permits(ctx.integer(8)) {
        Permitted::Any
    } else if permits(ctx.integer(1)) {
        Permitted::Truths
    } else if permits(float) {
        Permitted::Floats
    } else if permits(ctx.ty(TypeKind::Complex(float))) {
        Permitted::Complex
    } else {
        Permitted::Any
    }
}

/// Puts a type into its place of a range, which other elements may come before.
fn set(range: &mut Vec<TypeId>, element: usize, ty: TypeId) {
    if range.len() <= element {
        range.resize(element + 1, ty);
    }
    range[element] = ty;
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::pdl::{NoNatives, patterns};

    use super::CannotRun;
    use crate::concrete::search::{Plan, Tally, search};

    fn tried(text: &str) -> Result<Tally, CannotRun> {
        let registry = assay_corpus::load_builtin(&Context::new());
        let parsed = assay_ir::text::parse(registry.ctx(), &Source::new("p", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let plan = Plan {
            registry: &registry,
            natives: &NoNatives,
            narrow: 2,
            wide: &[8],
            drawn: 2,
            programs: 8,
            inputs: 16,
            compiled: 0,
            seed: 1,
        };
        search(patterns(&parsed.program)[0], &plan)
    }

    /// `arith.andi` with its result types left to a range, replaced by one of its operands.
    fn and(operands: [&str; 2]) -> Tally {
        let [left, right] = operands;
        let text = format!(
            "pdl.pattern : benefit(1) {{
  %types = pdl.types
  %x = pdl.operand
  %y = pdl.operand
  %op = pdl.operation \"arith.andi\"({left}, {right} : !pdl.value, !pdl.value) -> (%types : !pdl.range<type>)
  pdl.rewrite %op {{ pdl.replace %op with (%x : !pdl.value) }}
}}"
        );
        tried(&text).expect("it can be run")
    }

    #[test]
    fn ranges_of_types_have_the_length_of_the_definition() {
        let wrong = and(["%x", "%y"]);
        assert!(wrong.runs > 0 && wrong.first("V301").is_some(), "{wrong:?}");
        let right = and(["%x", "%x"]);
        assert!(right.runs > 0 && right.findings.is_empty(), "{right:?}");
    }

    #[test]
    fn what_ends_a_block_is_refused_by_its_name() {
        let text = "pdl.pattern : benefit(1) {
  %op = pdl.operation \"func.return\"
  pdl.rewrite %op { pdl.erase %op }
}";
        assert_eq!(tried(text).err(), Some(CannotRun::Terminator("func.return".to_owned())));
    }
}
