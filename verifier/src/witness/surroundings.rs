//! What stands around the matched operations of a payload: blocks and parents for terminators, symbols and what refers to them.
//! Must not know the rewrite.

use assay_ir::data::{
    AttrKind, BlockId, Ident, InsertPoint, NewOp, OpId, Pos, Span, TypeId, TypeKind, ValueId, known,
};
use assay_ir::ops;
use assay_ir::spec::{ListTerm, OpSpec, Variadicity, operand_groups};

use super::payload::{Builder, node_of};
use super::scenario::CannotBuild;
use crate::pattern::classes::required_type;
use crate::pattern::model::AttrRef;

/// Operands and results of an operation that holds a matched one, and the arguments of its first block.
#[derive(Default)]
struct Form {
    operands: Vec<ValueId>,
    results: Vec<TypeId>,
    arguments: Vec<TypeId>,
}

/// Name of the operation whose region holds a terminator inside of a graph region.
const BLOCKS: &str = "assay.blocks";

/// The end of a region of a loop behind the first one.
enum End {
    /// It takes the results and yields nothing.
    Yields,
    Plain,
}

/// A function from what the first region of a loop yields to the rest of its form.
type LoopForm = fn(&mut Builder<'_, '_>, &[TypeId]) -> Form;

/// Loops whose operands, results and arguments follow from what their first region yields, and how their other regions end.
const LOOP_OPS: &[(&str, LoopForm, End)] =
    &[("scf.while", while_form, End::Yields), ("scf.for", for_form, End::Plain)];

/// The condition comes first.
fn while_form(_: &mut Builder<'_, '_>, yielded: &[TypeId]) -> Form {
    Form { results: yielded[1.min(yielded.len())..].to_vec(), ..Form::default() }
}

fn for_form(builder: &mut Builder<'_, '_>, yielded: &[TypeId]) -> Form {
    let bound = builder.ctx.index();
    let mut values: Vec<ValueId> = (0..3).map(|_| builder.define(bound)).collect();
    values.extend(yielded.iter().map(|ty| builder.define(*ty)));
    let arguments = std::iter::once(bound).chain(yielded.iter().copied()).collect();
    Form { operands: values, results: yielded.to_vec(), arguments }
}

impl Builder<'_, '_> {
    /// Puts a terminator at the end of a block, in a parent that accepts it.
    pub(super) fn place_terminator(
        &mut self,
        node: usize,
        operands: &[ValueId],
        last: bool,
    ) -> Result<(), CannotBuild> {
        let name = match self.classes.name(node) {
            Some(name) => name,
            None if self.model.nodes[node].results.is_empty()
                && !self.is_holder(node)
                && !self.scenario.graph
                && self.may_return(operands) =>
            {
                known::FUNC_RETURN
            }
            None => self.ctx.ident("assay.terminator"),
        };
        let asked = self.parent_of(node).filter(|parent| *parent != known::FUNC_FUNC);
        let spec = self.registry.op(name).map(|spec| &**spec);
        let successors =
            spec.is_some_and(|spec| spec.traits.any_successors || spec.traits.successors > Some(0));
        match (spec, asked) {
            (_, None) if name == known::FUNC_RETURN => self.place_return(node, operands, last),
            (None, _) => {
                let next = self.new_block();
                let holds = self.is_holder(node);
                let op = self.make(node, name, operands, &[next], usize::from(holds));
                if holds {
                    self.fill_with_held(op)?;
                }
                self.block = next;
                self.extra_uses(node);
                Ok(())
            }
            (Some(_), None) if successors => self.place_branch(node, name, operands),
            (Some(_), Some(parent)) => self.inside(parent, operands, |builder| match successors {
                true => {
                    builder.place_branch(node, name, operands)?;
                    builder.end_blocks();
                    Ok(())
                }
                false => {
                    builder.make(node, name, operands, &[], 0);
                    Ok(())
                }
            }),
            (Some(_), None) => {
                self.split(last)?;
                self.make(node, name, operands, &[], 0);
                self.after_split(last);
                Ok(())
            }
        }
    }

    /// Puts a terminator into a region nested in a graph region. Users of its results follow in that region.
    pub(super) fn place_in_graph(&mut self, node: usize, operands: &[ValueId]) -> Result<(), CannotBuild> {
        if self.parent_of(node).is_some() {
            return self.place_terminator(node, operands, true);
        }
        let outer = self.block;
        let name = self.ctx.ident(BLOCKS);
        let op = self.create(name, &[], &[], &[], 1);
        let region = self.program.op_regions(op)[0];
        self.block = self.program.add_block(region, Span::NONE);
        self.place_terminator(node, operands, true)?;
        if !self.model.nodes[node].results.is_empty() {
            self.nest.push((outer, name));
            return Ok(());
        }
        if self.program.last_op(self.block).is_none() {
            self.end_blocks();
        }
        self.block = outer;
        Ok(())
    }

    /// Ends the last block of a region with several.
    fn end_blocks(&mut self) {
        self.create(self.ctx.ident("assay.end"), &[], &[], &[], 0);
    }

    /// The operation that has to hold one directly: the one that is asked for, else the first that its definition allows.
    pub(super) fn parent_of(&self, node: usize) -> Option<Ident> {
        let asked = self
            .scenario
            .parent
            .filter(|(op, _)| node_of(self.model, *op).is_some_and(|asked| self.classes.node(asked) == node));
        let own = || self.classes.spec(node).and_then(|spec| spec.traits.parents.first().copied());
        asked.map(|(_, parent)| parent).or_else(own)
    }

    /// Makes an operation whose first region ends with what `fill` makes.
    fn inside(
        &mut self,
        parent: Ident,
        operands: &[ValueId],
        fill: impl FnOnce(&mut Self) -> Result<(), CannotBuild>,
    ) -> Result<(), CannotBuild> {
        let spec = self.registry.op(parent).cloned();
        let yielded: Vec<TypeId> = operands.iter().map(|value| self.program.value_type(*value)).collect();
        let name = self.ctx.str(parent);
        let loops = LOOP_OPS.iter().find(|(op, ..)| *op == name);
        let form = match loops {
            Some((_, form, _)) => form(self, &yielded),
            None => self.plain_form(spec.as_deref(), &yielded),
        };
        let regions = match &spec {
            Some(spec) => spec.regions.iter().flatten().filter(|region| !region.variadic).count().max(1),
            None => 1,
        };
        let op = self.create(parent, &form.operands, &form.results, &[], regions);
        let outer = self.block;
        for (index, region) in self.program.op_regions(op).to_vec().into_iter().enumerate() {
            self.block = self.program.add_block(region, Span::NONE);
            if index == 0 {
                for ty in &form.arguments {
                    self.program.add_argument(self.block, *ty, Pos::NONE);
                }
            }
        }
        let entry = |builder: &Self, index: usize| {
            let region = builder.program.op_regions(op)[index];
            builder.program.region(region).blocks[0]
        };
        for index in 1..regions {
            self.block = entry(self, index);
            if let Some((_, _, End::Yields)) = loops {
                for ty in &form.results {
                    self.program.add_argument(self.block, *ty, Pos::NONE);
                }
                self.create(known::SCF_YIELD, &[], &[], &[], 0);
            } else {
                self.end_region(spec.as_deref(), index, operands);
            }
        }
        self.block = entry(self, 0);
        let filled = fill(self);
        self.block = outer;
        filled
    }

    /// Operands and results of a parent that its definition asks for, as far as that is plain.
    fn plain_form(&mut self, spec: Option<&OpSpec>, yielded: &[TypeId]) -> Form {
        let Some(spec) = spec else { return Form::default() };
        let mut form = Form::default();
        for group in spec.operands.iter().filter(|group| group.variadicity == Variadicity::Single) {
            let ty = required_type(&self.ctx, spec, group.var).unwrap_or_else(|| self.ctx.integer(32));
            let value = self.define(ty);
            form.operands.push(value);
        }
        let relates = spec.signatures.iter().any(|signature| {
            let terms = || signature.left.iter().chain(&signature.right);
            terms().any(|term| matches!(term, ListTerm::Yields(_)))
                && terms().any(|term| matches!(term, ListTerm::Types(_)))
        });
        if relates {
            form.results = yielded.to_vec();
        }
        form
    }

    /// The terminator that a region without further content needs.
    fn end_region(&mut self, spec: Option<&OpSpec>, index: usize, operands: &[ValueId]) {
        let Some(spec) = spec else { return };
        let own = spec.regions.iter().flatten().nth(index).and_then(|region| region.terminator);
        match own.or(spec.traits.implicit_terminator) {
            Some(name) => {
                self.create(name, operands, &[], &[], 0);
            }
            None if spec.traits.no_terminator => {}
            None => {
                let name = ops::dialect("llvm").and_then(|llvm| llvm.op_by_fact("unreachable", ""));
                self.create(self.ctx.ident(name.unwrap_or_default()), &[], &[], &[], 0);
            }
        }
    }

    /// Opens a region of the parent that an operation needs; what comes later stands in it too.
    pub(super) fn open_parent(&mut self, parent: Ident) {
        let spec = self.registry.op(parent).cloned();
        let form = self.plain_form(spec.as_deref(), &[]);
        let regions = spec
            .as_ref()
            .map_or(1, |spec| spec.regions.iter().flatten().filter(|region| !region.variadic).count().max(1));
        let op = self.create(parent, &form.operands, &[], &[], regions);
        let outer = self.block;
        for (index, region) in self.program.op_regions(op).to_vec().into_iter().enumerate() {
            self.block = self.program.add_block(region, Span::NONE);
            if index > 0 {
                self.end_region(spec.as_deref(), index, &[]);
            }
        }
        let first = self.program.op_regions(op)[0];
        self.block = self.program.region(first).blocks[0];
        self.nest.push((outer, parent));
    }

    /// Closes what was opened.
    pub(super) fn close_parents(&mut self) {
        while let Some((outer, parent)) = self.nest.pop() {
            let spec = self.registry.op(parent).cloned();
            match self.ctx.str(parent) {
                BLOCKS => self.end_blocks(),
                _ => self.end_region(spec.as_deref(), 0, &[]),
            }
            self.block = outer;
        }
    }

    // ---- symbols

    /// Whether an operation is placed among the symbols of the module.
    pub(super) fn is_symbol(&self, node: usize) -> bool {
        let asked = self.scenario.symbol.and_then(|op| node_of(self.model, op));
        self.classes.spec(node).is_some_and(|spec| spec.traits.symbol)
            || asked.is_some_and(|asked| self.classes.node(asked) == node)
    }

    /// Makes a function, or whatever else defines a symbol, beside the function that holds all else.
    pub(super) fn place_symbol(&mut self, node: usize) -> Result<(), CannotBuild> {
        let unknown = || CannotBuild::Unsupported("a symbol that no definition describes".to_owned());
        let name = self.classes.name(node).unwrap_or(known::FUNC_FUNC);
        let spec = self.registry.op(name).cloned().ok_or_else(unknown)?;
        let operands = self.operands(node);
        let outer = std::mem::replace(&mut self.block, self.program.top_block());
        let regions = spec.regions.iter().flatten().filter(|region| !region.variadic).count();
        let op = self.make(node, name, &operands, &[], regions);
        self.block = outer;
        let ctx = &self.ctx;
        let mut entries = ctx.entries(self.program.op(op).properties).to_vec();
        let nothing = ctx.ty(TypeKind::Function { inputs: Box::new([]), results: Box::new([]) });
        let mut give = |key: Ident, value| {
            let listed = spec.attributes.iter().any(|attribute| attribute.name == key);
            if listed && !entries.iter().any(|(other, _)| *other == key) {
                entries.push((key, value));
            }
        };
        give(known::SYM_NAME, ctx.string_attr("s"));
        give(known::SYM_VISIBILITY, ctx.string_attr("private"));
        give(known::FUNCTION_TYPE, ctx.type_attr(nothing));
        self.program.set_properties(op, self.ctx.dictionary(entries));
        let asked = self.scenario.symbol.and_then(|op| node_of(self.model, op));
        if asked.is_some_and(|asked| self.classes.node(asked) == node) {
            return self.refer_to(op);
        }
        Ok(())
    }

    /// `func.constant` of a function, at the start of the function that holds all else; used, so that MLIR's driver
    /// does not drop it before it looks at symbols.
    fn refer_to(&mut self, symbol: OpId) -> Result<(), CannotBuild> {
        let name = self.program.attr_text(symbol, known::SYM_NAME).map(str::to_owned);
        let ty = self.program.attr(symbol, known::FUNCTION_TYPE).map(|attr| self.ctx.attr_kind(attr).clone());
        let (Some(name), Some(AttrKind::Type(ty))) = (name, ty) else {
            return Err(CannotBuild::Unsupported("a reference to a symbol that is no function".to_owned()));
        };
        let region = self.program.op_regions(self.function)[0];
        let entry = self.program.region(region).blocks[0];
        let properties = self.ctx.dictionary([(known::VALUE, self.ctx.symbol_attr(&name))]);
        let name = self.ctx.ident(ops::role_op("function").unwrap_or_default());
        let new = NewOp { properties, ..NewOp::named(&self.ctx, name) };
        let constant = self.program.build(&new, &[], &[ty], InsertPoint::Start(entry));
        let used: Vec<ValueId> = self.program.results(constant).collect();
        let user = NewOp::named(&self.ctx, self.ctx.ident("assay.use"));
        self.program.build(&user, &used, &[], InsertPoint::After(constant));
        Ok(())
    }

    /// Declares the functions that matched operations refer to, and the symbol that is to be taken.
    pub(super) fn declare_symbols(&mut self) {
        for node in self.classes.node_classes().collect::<Vec<_>>() {
            let (Some(op), Some(spec)) = (self.ops[node], self.classes.spec(node)) else { continue };
            if !spec.traits.symbol_user {
                continue;
            }
            let attributes = spec.attributes.iter();
            let symbols: Vec<Ident> = attributes
                .filter_map(|attribute| match self.ctx.attr_kind(self.program.attr(op, attribute.name)?) {
                    AttrKind::SymbolRef { root, nested } if nested.is_empty() => Some(*root),
                    _ => None,
                })
                .collect();
            let ty = self.referred_type(op, spec);
            for symbol in symbols {
                self.declare(symbol, ty);
            }
        }
        if let Some(taken) = self.scenario.taken {
            let nothing = TypeKind::Function { inputs: Box::new([]), results: Box::new([]) };
            let nothing = self.ctx.ty(nothing);
            self.declare(taken, nothing);
        }
    }

    /// The type of the function that an operation refers to.
    fn referred_type(&self, op: OpId, spec: &OpSpec) -> TypeId {
        let program = &self.program;
        let of_result = spec.signatures.iter().any(|signature| {
            let mut terms = signature.left.iter().chain(&signature.right);
            terms.any(
                |term| matches!(term, ListTerm::Inputs(name) if spec.results.iter().any(|r| r.name == *name)),
            )
        });
        if let (true, Some(result)) = (of_result, program.result(op, 0)) {
            return program.value_type(result);
        }
        let inputs = program.operands(op).map(|value| program.value_type(value)).collect();
        let results = program.results(op).map(|value| program.value_type(value)).collect();
        self.ctx.ty(TypeKind::Function { inputs, results })
    }

    fn declare(&mut self, symbol: Ident, ty: TypeId) {
        let text = self.ctx.str(symbol).to_owned();
        let top = self.program.top_block();
        let there = self.program.ops_in(top).any(|op| {
            op != self.function && self.program.attr_text(op, known::SYM_NAME) == Some(text.as_str())
        });
        if there {
            return;
        }
        let entries = [
            (known::SYM_NAME, self.ctx.string_attr(&text)),
            (known::SYM_VISIBILITY, self.ctx.string_attr("private")),
            (known::FUNCTION_TYPE, self.ctx.type_attr(ty)),
        ];
        let properties = self.ctx.dictionary(entries);
        let new = NewOp { regions: 1, properties, ..NewOp::named(&self.ctx, known::FUNC_FUNC) };
        self.program.create(&new, InsertPoint::End(top));
    }

    /// A name for the function that holds all else, which neither the pattern nor its match speaks of.
    pub(super) fn function_name(&self) -> String {
        let constants = self.model.attributes.iter().filter_map(|attribute| attribute.constant);
        let created = self.model.created.iter().flat_map(|created| &created.attributes);
        let written = created.filter_map(|(_, attribute)| match attribute {
            AttrRef::Constant(constant) => Some(*constant),
            _ => None,
        });
        let named: Vec<Ident> = constants
            .chain(written)
            .filter_map(|attr| match self.ctx.attr_kind(attr) {
                AttrKind::SymbolRef { root, .. } => Some(*root),
                AttrKind::String { text, .. } => Some(*text),
                _ => None,
            })
            .collect();
        let free = |name: &String| !named.contains(&self.ctx.ident(name));
        let more = (0..).map(|number| format!("f_{number}"));
        // The list of names has no end.
        std::iter::once("f".to_owned()).chain(more).find(free).unwrap_or_else(|| "f".to_owned())
    }

    // ---- blocks

    pub(super) fn new_block(&mut self) -> BlockId {
        let region = self.program.block(self.block).region;
        self.program.add_block(region, Span::NONE)
    }

    /// Unless a terminator comes last, branches into a block of its own; what follows goes into another one.
    fn split(&mut self, last: bool) -> Result<(), CannotBuild> {
        if last {
            return Ok(());
        }
        let condition = self.define(self.ctx.integer(1));
        let (here, there) = (self.new_block(), self.new_block());
        let name = known::CF_COND_BR;
        let op = self.create(name, &[condition], &[], &[here, there], 0);
        let element = self.ctx.integer(32);
        let sizes = [1, 0, 0].map(|size| self.ctx.integer_attr(size, element));
        let sizes = self.ctx.attr(AttrKind::DenseArray { element, values: Box::new(sizes) });
        self.program.set_properties(op, self.ctx.dictionary([(known::OPERAND_SEGMENT_SIZES, sizes)]));
        self.block = here;
        Ok(())
    }

    /// Goes on in the other block of the last split.
    fn after_split(&mut self, last: bool) {
        if last {
            return;
        }
        let region = self.program.block(self.block).region;
        if let Some(other) = self.program.region(region).blocks.last() {
            self.block = *other;
        }
    }

    /// Whether `func.return` of these goes with what else is returned, by what was placed or will be.
    fn may_return(&self, operands: &[ValueId]) -> bool {
        let types: Vec<TypeId> = operands.iter().map(|value| self.program.value_type(*value)).collect();
        let placed = self.returns.as_ref().is_none_or(|returns| *returns == types);
        let returning =
            |node: &usize| self.ops[*node].is_none() && self.classes.name(*node) == Some(known::FUNC_RETURN);
        placed
            && self.classes.node_classes().filter(returning).all(|node| {
                let operands = self.model.nodes[node].operands.iter();
                operands.map(|value| self.type_of(*value)).eq(types.iter().copied())
            })
    }

    fn place_return(&mut self, node: usize, operands: &[ValueId], last: bool) -> Result<(), CannotBuild> {
        let types: Vec<TypeId> = operands.iter().map(|value| self.program.value_type(*value)).collect();
        if self.returns.as_ref().is_some_and(|returns| *returns != types) {
            return Err(CannotBuild::Unsupported("two terminators that return different types".to_owned()));
        }
        self.returns = Some(types);
        self.split(last)?;
        self.make(node, known::FUNC_RETURN, operands, &[], 0);
        self.after_split(last);
        Ok(())
    }

    /// A branch: each successor has the arguments that it is given, and goes on to one block.
    fn place_branch(&mut self, node: usize, name: Ident, operands: &[ValueId]) -> Result<(), CannotBuild> {
        if name == known::CF_BR {
            let next = self.new_block();
            for operand in operands {
                let ty = self.program.value_type(*operand);
                self.program.add_argument(next, ty, Pos::NONE);
            }
            self.make(node, name, operands, &[next], 0);
            self.block = next;
            return Ok(());
        }
        // Every caller has seen the definition.
        let spec = self.registry.op(name).cloned().ok_or(CannotBuild::Impossible)?;
        let count = spec.traits.successors.unwrap_or(1).max(1);
        let blocks: Vec<BlockId> = (0..count).map(|_| self.new_block()).collect();
        let op = self.make(node, name, operands, &blocks, 0);
        for signature in &spec.signatures {
            let (types, number) = match (signature.left.as_slice(), signature.right.as_slice()) {
                ([ListTerm::Types(name)], [ListTerm::Successor(number)])
                | ([ListTerm::Successor(number)], [ListTerm::Types(name)]) => (*name, *number),
                _ => continue,
            };
            let Some(at) = spec.operands.iter().position(|group| group.name == types) else { continue };
            let sizes = self.program.attr(op, known::OPERAND_SEGMENT_SIZES);
            let groups = operand_groups(&self.ctx, &spec, operands.len(), sizes);
            let (Ok(groups), Some(block)) = (groups, blocks.get(number as usize)) else { continue };
            for operand in &operands[groups[at].clone()] {
                let ty = self.program.value_type(*operand);
                self.program.add_argument(*block, ty, Pos::NONE);
            }
        }
        let next = self.new_block();
        for block in blocks {
            self.block = block;
            self.create(known::CF_BR, &[], &[], &[next], 0);
        }
        self.block = next;
        Ok(())
    }

    /// `func.return` of what the scenario asks for, or of values of the types that are returned elsewhere.
    pub(super) fn end_block(&mut self) -> Result<(), CannotBuild> {
        let asked = self.scenario_returns();
        let mut values: Vec<ValueId> = Vec::new();
        for value in &asked {
            // Every class of values was placed or is an argument by now.
            let placed = self.values[self.classes.value(*value)].ok_or(CannotBuild::Impossible)?;
            values.push(placed);
        }
        match (&self.returns, asked.is_empty()) {
            (Some(types), true) => {
                for ty in types.clone() {
                    let value = self.define(ty);
                    values.push(value);
                }
            }
            (Some(_), false) => {
                return Err(CannotBuild::Unsupported(
                    "a use by the terminator beside another terminator".to_owned(),
                ));
            }
            (None, _) => {
                self.returns = Some(values.iter().map(|value| self.program.value_type(*value)).collect());
            }
        }
        self.create(known::FUNC_RETURN, &values, &[], &[], 0);
        Ok(())
    }
}
