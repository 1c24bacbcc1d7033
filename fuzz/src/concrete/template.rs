//! What a pattern says of the programs it meets, as far as straight-line programs can show it: operations in order,
//! function arguments for its operands, and what it leaves open (types, attributes, flags that it does not name). Chooses
//! nothing.

use assay_ir::data::{AttrId, Ident, TypeId, ValueId};
use assay_ir::pdl::{Operation, Pattern, PdlOp};
use assay_ir::spec::Registry;

/// Why a pattern has no straight-line programs to run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotRun {
    /// `pdl.operands`, `pdl.types`, `pdl.results`, or a range of them.
    #[error("it matches ranges")]
    Ranges,
    /// An operation without a name.
    #[error("it matches an operation without a name")]
    Unnamed,
    /// An operation whose definition asks for a region, a successor or the end of a block.
    #[error("`{0}` does not stand in a straight line")]
    NotStraight(String),
    /// An attribute of which nothing says what it may be.
    #[error("nothing says what the attribute `{0}` may be")]
    OpenAttribute(String),
    /// Native code that does the whole rewrite.
    #[error("the rewrite is native code")]
    External,
    /// The pattern is not in order.
    #[error("it is malformed")]
    Malformed,
}

/// Where an operand comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An argument of the function.
    Argument(usize),
    /// A result of an earlier operation.
    Result(usize, usize),
}

/// One matched operation.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its name.
    pub name: Ident,
    /// Its operands.
    pub operands: Vec<Origin>,
    /// Its attributes by name: numbers in [`Template::attributes`].
    pub attributes: Vec<(Ident, usize)>,
    /// Its result types: numbers in [`Template::types`].
    pub results: Vec<usize>,
    /// Whether the rewrite erases it, so that nothing else may use its results.
    pub erased: bool,
}

/// An attribute that the pattern names.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Its value, when it is written.
    pub constant: Option<AttrId>,
    /// Its type, when one is written: a number in [`Template::types`].
    pub ty: Option<usize>,
    /// The name under which an operation has it, and that operation.
    pub user: Option<(Ident, usize)>,
}

/// Flags that an operation may carry and the pattern does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The operation.
    pub node: usize,
    /// The name of the attribute.
    pub key: Ident,
}

/// What a pattern says of the programs it meets.
#[derive(Clone, Debug)]
pub struct Template<'a> {
    /// The pattern.
    pub pattern: Pattern<'a>,
    /// Matched operations; each stands after those whose results it uses.
    pub nodes: Vec<Node>,
    /// The number of the operation where matching starts.
    pub root: usize,
    /// Types of the function's arguments: numbers in [`Template::types`].
    pub arguments: Vec<usize>,
    /// Types, where they are written.
    pub types: Vec<Option<TypeId>>,
    /// Attributes.
    pub attributes: Vec<Slot>,
    /// Flags that are left open.
    pub flags: Vec<Flag>,
}

/// Flags that change the meaning of an operation and that a pattern need not name.
const FLAGS: [&str; 3] = ["overflowFlags", "isExact", "nonNeg"];

struct Reader<'a> {
    template: Template<'a>,
    type_of: Vec<(ValueId, usize)>,
    argument_of: Vec<(ValueId, usize)>,
    attribute_of: Vec<(ValueId, usize)>,
    node_of: Vec<(ValueId, usize)>,
    result_of: Vec<(ValueId, Origin)>,
}

fn find<T: Copy>(list: &[(ValueId, T)], value: ValueId) -> Option<T> {
    list.iter().find(|(key, _)| *key == value).map(|(_, found)| *found)
}

impl<'a> Template<'a> {
    /// Reads a pattern; `anchor` is the `pdl.operation` where matching starts.
    ///
    /// # Errors
    /// When no straight-line program shows what the pattern does.
    pub fn new(
        pattern: Pattern<'a>,
        anchor: assay_ir::data::OpId,
        registry: &Registry,
    ) -> Result<Template<'a>, CannotRun> {
        if pattern.rewrite().is_none_or(|rewrite| rewrite.external().is_some()) {
            return Err(CannotRun::External);
        }
        let template = Template {
            pattern,
            nodes: Vec::new(),
            root: 0,
            arguments: Vec::new(),
            types: Vec::new(),
            attributes: Vec::new(),
            flags: Vec::new(),
        };
        let mut reader = Reader {
            template,
            type_of: Vec::new(),
            argument_of: Vec::new(),
            attribute_of: Vec::new(),
            node_of: Vec::new(),
            result_of: Vec::new(),
        };
        for op in pattern.matcher() {
            reader.read(op, anchor, registry)?;
        }
        reader.erased();
        Ok(reader.template)
    }

    /// The dialects of the matched operations and of those that the rewrite makes.
    pub fn dialects(&self) -> Vec<String> {
        let program = self.pattern.program;
        let created = self.pattern.rewrite_ops().filter_map(|op| match op {
            PdlOp::Operation(operation) => operation.name(),
            _ => None,
        });
        let names = self.nodes.iter().map(|node| node.name).chain(created);
        let mut dialects: Vec<String> = names
            .filter_map(|name| program.ctx().str(name).split_once('.').map(|(dialect, _)| dialect.to_owned()))
            .collect();
        dialects.sort();
        dialects.dedup();
        dialects
    }
}

impl<'a> Reader<'a> {
    fn read(
        &mut self,
        op: PdlOp<'a>,
        anchor: assay_ir::data::OpId,
        registry: &Registry,
    ) -> Result<(), CannotRun> {
        match op {
            PdlOp::Type(view) => {
                let value = view.value().ok_or(CannotRun::Malformed)?;
                self.type_of.push((value, self.template.types.len()));
                self.template.types.push(view.constant());
            }
            PdlOp::Operand(view) => {
                if view.is_range() {
                    return Err(CannotRun::Ranges);
                }
                let ty = self.ty(view.ty())?;
                let value = view.value().ok_or(CannotRun::Malformed)?;
                self.argument_of.push((value, self.template.arguments.len()));
                self.template.arguments.push(ty);
            }
            PdlOp::Attribute(view) => {
                let ty = view.ty().map(|ty| self.ty(Some(ty))).transpose()?;
                let value = view.value().ok_or(CannotRun::Malformed)?;
                self.attribute_of.push((value, self.template.attributes.len()));
                self.template.attributes.push(Slot { constant: view.constant(), ty, user: None });
            }
            PdlOp::Result(view) => {
                let parent = view.parent().and_then(|parent| find(&self.node_of, parent));
                match (parent, view.index()) {
                    (Some(node), Some(index)) if !view.is_range() => {
                        let value = view.value().ok_or(CannotRun::Malformed)?;
                        self.result_of.push((value, Origin::Result(node, index as usize)));
                    }
                    _ => return Err(CannotRun::Ranges),
                }
            }
            PdlOp::Operation(view) => self.operation(view, anchor, registry)?,
            PdlOp::NativeConstraint(view) => {
                if view.results().len() > 0 {
                    return Err(CannotRun::OpenAttribute("a result of native code".into()));
                }
            }
            PdlOp::Types(_) => return Err(CannotRun::Ranges),
            _ => return Err(CannotRun::Malformed),
        }
        Ok(())
    }

    /// The number of a type; a new one where none is written.
    fn ty(&mut self, value: Option<ValueId>) -> Result<usize, CannotRun> {
        match value {
            Some(value) => find(&self.type_of, value).ok_or(CannotRun::Ranges),
            None => {
                self.template.types.push(None);
                Ok(self.template.types.len() - 1)
            }
        }
    }

    fn operation(
        &mut self,
        view: Operation<'a>,
        anchor: assay_ir::data::OpId,
        registry: &Registry,
    ) -> Result<(), CannotRun> {
        let number = self.template.nodes.len();
        let name = view.name().ok_or(CannotRun::Unnamed)?;
        let ctx = view.program.ctx();
        let spec = registry.op(name);
        if let Some(spec) = spec
            && (spec.traits.terminator || spec.regions.as_ref().is_none_or(|regions| !regions.is_empty()))
        {
            return Err(CannotRun::NotStraight(ctx.str(name).to_owned()));
        }
        let mut operands = Vec::new();
        for value in view.operands() {
            let argument = find(&self.argument_of, value).map(Origin::Argument);
            operands.push(argument.or_else(|| find(&self.result_of, value)).ok_or(CannotRun::Ranges)?);
        }
        let mut attributes = Vec::new();
        for (key, value) in view.attributes() {
            let slot = find(&self.attribute_of, value)
                .ok_or_else(|| CannotRun::OpenAttribute(ctx.str(key).to_owned()))?;
            self.template.attributes[slot].user.get_or_insert((key, number));
            attributes.push((key, slot));
        }
        let mut results = Vec::new();
        for value in view.result_types() {
            results.push(self.ty(Some(value))?);
        }
        let optional = spec.into_iter().flat_map(|spec| &spec.attributes).map(|attribute| attribute.name);
        let open =
            |key: &Ident| FLAGS.contains(&ctx.str(*key)) && !attributes.iter().any(|(named, _)| named == key);
        self.template.flags.extend(optional.filter(open).map(|key| Flag { node: number, key }));
        if view.op == anchor {
            self.template.root = number;
        }
        self.node_of.push((view.value().ok_or(CannotRun::Malformed)?, number));
        self.template.nodes.push(Node { name, operands, attributes, results, erased: false });
        Ok(())
    }

    fn erased(&mut self) {
        for op in self.template.pattern.rewrite_ops() {
            let PdlOp::Erase(view) = op else { continue };
            if let Some(node) = view.target().and_then(|target| find(&self.node_of, target)) {
                self.template.nodes[node].erased = true;
            }
        }
    }
}
