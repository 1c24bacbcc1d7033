//! One program: operations, blocks, regions and values in arenas. Keeps the links between them right (block
//! lists, use lists, parents) and nothing else: whether the program is well-formed is asked elsewhere.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::journal::{Journal, Lengths};
use super::tail::Tail;
use super::use_lists::{OperandSlot, UseLists};
use super::{
    AttrId, BlockId, Context, Ident, LocId, OpId, Pos, RegionId, Source, Span, TypeId, ValueId, known,
};

/// An operation.
#[derive(Clone, Debug)]
pub struct OpData {
    /// Full name, such as `arith.addi`.
    pub name: Ident,
    /// Block that holds it; `None` for the top operation and for detached or erased ones.
    pub block: Option<BlockId>,
    /// Previous operation in the block.
    pub(super) prev: Option<OpId>,
    /// Next operation in the block.
    pub(super) next: Option<OpId>,
    pub(super) operands: (u32, u32),
    pub(super) results: (u32, u32),
    pub(super) tail: Tail,
    /// Properties, `<{..}>`: a dictionary attribute of the inherent attributes.
    pub properties: AttrId,
    /// Discardable attributes, `{..}`: a dictionary attribute.
    pub attributes: AttrId,
    /// Where the text says it comes from, `loc(..)`.
    pub loc: LocId,
    /// Its place in the source text.
    pub span: Span,
}

/// Ranges of an operation's successors and regions in the lists of the program: start and length.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lists {
    pub(super) successors: (u32, u32),
    pub(super) regions: (u32, u32),
}

/// A block.
#[derive(Clone, Debug)]
pub struct BlockData {
    /// Region that holds it.
    pub region: RegionId,
    /// Block arguments.
    pub arguments: SmallVec<[ValueId; 2]>,
    pub(super) first: Option<OpId>,
    pub(super) last: Option<OpId>,
    /// The label, or the opening brace of an entry block without one.
    pub span: Span,
}

/// A region.
#[derive(Clone, Debug)]
pub struct RegionData {
    /// Operation that owns it.
    pub op: OpId,
    /// Blocks; the first one is the entry.
    pub blocks: SmallVec<[BlockId; 1]>,
}

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueDef {
    /// Result number `.1` of an operation.
    Result(OpId, u32),
    /// Argument number `.1` of a block.
    Argument(BlockId, u32),
}

/// An SSA value.
#[derive(Clone, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: TypeId,
    /// The definition.
    pub def: ValueDef,
    /// Where its name is written, [`Pos::NONE`] without one.
    pub pos: Pos,
}

/// Where a new operation goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertPoint {
    /// Right before an operation.
    Before(OpId),
    /// Right after an operation.
    After(OpId),
    /// At the end of a block.
    End(BlockId),
    /// At the start of a block.
    Start(BlockId),
    /// Nowhere yet.
    Detached,
}

/// All that is needed to make an operation.
#[derive(Clone, Debug)]
pub struct NewOp<'a> {
    /// Full name.
    pub name: Ident,
    /// Operands, with where each is written ([`Pos::NONE`] when built by code).
    pub operands: &'a [(ValueId, Pos)],
    /// Result types, with where each result's name is written.
    pub results: &'a [(TypeId, Pos)],
    /// Successor blocks.
    pub successors: &'a [BlockId],
    /// How many (empty) regions it owns.
    pub regions: usize,
    /// Properties: a dictionary attribute.
    pub properties: AttrId,
    /// Discardable attributes: a dictionary attribute.
    pub attributes: AttrId,
    /// Location.
    pub loc: LocId,
    /// Place in the text.
    pub span: Span,
}

impl<'a> NewOp<'a> {
    /// An operation with this name and nothing else.
    pub fn named(ctx: &Context, name: Ident) -> Self {
        NewOp {
            name,
            operands: &[],
            results: &[],
            successors: &[],
            regions: 0,
            properties: ctx.empty_dictionary(),
            attributes: ctx.empty_dictionary(),
            loc: ctx.unknown_loc(),
            span: Span::NONE,
        }
    }
}

/// A program: a tree of operations under one `builtin.module`. Its fields are private and every edit is a method that notes
/// in the journal what it replaces.
#[derive(Clone, Debug)]
pub struct Program {
    ctx: Arc<Context>,
    pub(super) source: Option<Arc<Source>>,
    /// Hashes of the bytes of resources, by key.
    resources: BTreeMap<Ident, u64>,
    pub(super) top: OpId,
    pub(super) ops: Vec<OpData>,
    pub(super) blocks: Vec<BlockData>,
    pub(super) regions: Vec<RegionData>,
    pub(super) values: Vec<ValueData>,
    pub(super) operands: Vec<OperandSlot>,
    /// The use lists, made for the first query.
    pub(super) uses: OnceLock<UseLists>,
    pub(super) lists: Vec<Lists>,
    op_regions: Vec<RegionId>,
    op_successors: Vec<BlockId>,
    pub(super) journal: Journal,
}

impl Program {
    /// An empty `builtin.module` with one block.
    pub fn new(ctx: &Arc<Context>) -> Program {
        let mut program = Program {
            ctx: Arc::clone(ctx),
            source: None,
            resources: BTreeMap::new(),
            top: OpId::new(0),
            ops: Vec::new(),
            blocks: Vec::new(),
            regions: Vec::new(),
            values: Vec::new(),
            operands: Vec::new(),
            uses: OnceLock::new(),
            lists: Vec::new(),
            op_regions: Vec::new(),
            op_successors: Vec::new(),
            journal: Journal::default(),
        };
        let module = NewOp { regions: 1, ..NewOp::named(ctx, known::BUILTIN_MODULE) };
        program.top = program.create(&module, InsertPoint::Detached);
        let region = program.op_regions(program.top)[0];
        program.add_block(region, Span::NONE);
        program
    }

    /// Makes room for about `ops` operations with a result each, so that a large text is read without moving what was read.
    pub(crate) fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.values.reserve(ops);
        self.operands.reserve(2 * ops);
    }

    /// Lengths of all arenas.
    pub(super) fn lengths(&self) -> Lengths {
        Lengths {
            ops: self.ops.len(),
            blocks: self.blocks.len(),
            regions: self.regions.len(),
            values: self.values.len(),
            operands: self.operands.len(),
            lists: self.lists.len(),
            op_regions: self.op_regions.len(),
            op_successors: self.op_successors.len(),
        }
    }

    /// Drops what lies behind these lengths; nothing before them may name it.
    pub(super) fn cut(&mut self, to: &Lengths) {
        self.ops.truncate(to.ops);
        self.blocks.truncate(to.blocks);
        self.regions.truncate(to.regions);
        self.values.truncate(to.values);
        self.operands.truncate(to.operands);
        self.lists.truncate(to.lists);
        self.op_regions.truncate(to.op_regions);
        self.op_successors.truncate(to.op_successors);
        self.cut_use_lists(to);
    }

    /// The context of all ids in this program.
    pub fn ctx(&self) -> &Arc<Context> {
        &self.ctx
    }

    /// The text it was read from.
    pub fn source(&self) -> Option<&Arc<Source>> {
        self.source.as_ref()
    }

    /// Hashes (64 bits) of the bytes of the resources that the text defines, by key.
    pub fn resources(&self) -> &BTreeMap<Ident, u64> {
        &self.resources
    }

    /// Sets the hashes of the bytes of resources, by key.
    pub fn set_resources(&mut self, resources: BTreeMap<Ident, u64>) {
        self.resources = resources;
    }

    /// Says which text it was read from.
    pub fn set_source(&mut self, source: Arc<Source>) {
        self.note_source();
        self.source = Some(source);
    }

    /// The outermost `builtin.module`.
    pub fn top(&self) -> OpId {
        self.top
    }

    /// The one block of the outermost module.
    pub fn top_block(&self) -> BlockId {
        self.region(self.op_regions(self.top)[0]).blocks[0]
    }

    /// An operation.
    pub fn op(&self, op: OpId) -> &OpData {
        &self.ops[op.index()]
    }

    /// A block.
    pub fn block(&self, block: BlockId) -> &BlockData {
        &self.blocks[block.index()]
    }

    /// A region.
    pub fn region(&self, region: RegionId) -> &RegionData {
        &self.regions[region.index()]
    }

    /// A value.
    pub fn value(&self, value: ValueId) -> &ValueData {
        &self.values[value.index()]
    }

    /// The type of a value.
    pub fn value_type(&self, value: ValueId) -> TypeId {
        self.values[value.index()].ty
    }

    /// The operation that defines a value, `None` for block arguments.
    pub fn defining_op(&self, value: ValueId) -> Option<OpId> {
        match self.value(value).def {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Argument(..) => None,
        }
    }

    /// Full name of an operation as text.
    pub fn op_name(&self, op: OpId) -> &str {
        self.ctx.str(self.op(op).name)
    }

    /// Results of an operation, in order.
    pub fn results(&self, op: OpId) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + use<> {
        let (start, len) = self.op(op).results;
        (start as usize..(start + len) as usize).map(ValueId::new)
    }

    /// Result number `index`.
    pub fn result(&self, op: OpId, index: usize) -> Option<ValueId> {
        let (start, len) = self.op(op).results;
        (index < len as usize).then(|| ValueId::new(start as usize + index))
    }

    /// Number of results.
    pub fn result_count(&self, op: OpId) -> usize {
        self.op(op).results.1 as usize
    }

    /// Regions of an operation, in order.
    #[inline]
    pub fn op_regions(&self, op: OpId) -> &[RegionId] {
        let Some(list) = self.op(op).tail.index() else { return &[] };
        let (start, len) = self.lists[list].regions;
        &self.op_regions[start as usize..(start + len) as usize]
    }

    /// Successors of an operation, in order.
    #[inline]
    pub fn successors(&self, op: OpId) -> &[BlockId] {
        let Some(list) = self.op(op).tail.index() else { return &[] };
        let (start, len) = self.lists[list].successors;
        &self.op_successors[start as usize..(start + len) as usize]
    }

    /// Replaces the successors of an operation.
    pub fn set_successors(&mut self, op: OpId, successors: &[BlockId]) {
        if successors.is_empty() && self.successors(op).is_empty() {
            return;
        }
        let start = self.op_successors.len() as u32;
        self.op_successors.extend_from_slice(successors);
        let list = self.list_of(op);
        let (old_start, old_len) = self.lists[list].successors;
        self.note_successors(list, old_start, old_len);
        self.lists[list].successors = (start, successors.len() as u32);
    }

    fn lists(&self, op: OpId) -> Lists {
        self.op(op).tail.index().map_or_else(Lists::default, |index| self.lists[index])
    }

    /// The slot of the lists of an operation, which is made when there is none.
    fn list_of(&mut self, op: OpId) -> usize {
        if let Some(index) = self.op(op).tail.index() {
            return index;
        }
        self.note_tail(op);
        self.lists.push(Lists::default());
        // Text is limited to 4 GiB, and each of these takes more than two bytes of it.
        self.ops[op.index()].tail.0 |= self.lists.len() as u32;
        self.lists.len() - 1
    }

    /// An inherent or discardable attribute by name: properties first, as MLIR's `getAttr` does.
    #[inline]
    pub fn attr(&self, op: OpId, name: Ident) -> Option<AttrId> {
        let data = self.op(op);
        let empty = self.ctx.empty_dictionary();
        let held = |dictionary| if dictionary == empty { None } else { self.ctx.entry(dictionary, name) };
        held(data.properties).or_else(|| held(data.attributes))
    }

    /// The text of a string attribute, or of a symbol reference without nesting.
    pub fn attr_text(&self, op: OpId, name: Ident) -> Option<&str> {
        match self.ctx.attr_kind(self.attr(op, name)?) {
            super::AttrKind::String { text, .. } => Some(self.ctx.str(*text)),
            super::AttrKind::SymbolRef { root, nested } if nested.is_empty() => Some(self.ctx.str(*root)),
            _ => None,
        }
    }

    /// The operation that holds `op` in one of its regions.
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        self.op(op).block.map(|block| self.region(self.block(block).region).op)
    }

    /// The operation whose region holds `block`.
    pub fn block_parent_op(&self, block: BlockId) -> OpId {
        self.region(self.block(block).region).op
    }

    /// First operation of a block.
    pub fn first_op(&self, block: BlockId) -> Option<OpId> {
        self.block(block).first
    }

    /// Last operation of a block: its terminator in a well-formed CFG region.
    pub fn last_op(&self, block: BlockId) -> Option<OpId> {
        self.block(block).last
    }

    /// The next operation in the same block.
    pub fn next_op(&self, op: OpId) -> Option<OpId> {
        self.op(op).next
    }

    /// The previous operation in the same block.
    pub fn prev_op(&self, op: OpId) -> Option<OpId> {
        self.op(op).prev
    }

    /// Operations of a block, in order.
    pub fn ops_in(&self, block: BlockId) -> impl Iterator<Item = OpId> + '_ {
        std::iter::successors(self.block(block).first, |op| self.next_op(*op))
    }

    /// Returns true when an operation was erased (its id then means nothing any more).
    pub fn is_erased(&self, op: OpId) -> bool {
        self.op(op).tail.is_erased()
    }

    /// Number of operation slots ever made; ids are below it.
    pub fn op_slots(&self) -> usize {
        self.ops.len()
    }

    /// Number of value slots ever made; ids are below it.
    pub fn value_slots(&self) -> usize {
        self.values.len()
    }

    /// Number of block slots ever made; ids are below it.
    pub fn block_slots(&self) -> usize {
        self.blocks.len()
    }

    /// Makes an operation that stands in no text: [`Program::create`] with these operands and types of results.
    pub fn build(
        &mut self,
        new: &NewOp<'_>,
        operands: &[ValueId],
        results: &[TypeId],
        at: InsertPoint,
    ) -> OpId {
        let operands: SmallVec<[(ValueId, Pos); 4]> =
            operands.iter().map(|value| (*value, Pos::NONE)).collect();
        let results: SmallVec<[(TypeId, Pos); 4]> = results.iter().map(|ty| (*ty, Pos::NONE)).collect();
        self.create(&NewOp { operands: &operands, results: &results, ..new.clone() }, at)
    }

    /// Makes an operation with empty regions and puts it at `at`.
    pub fn create(&mut self, new: &NewOp<'_>, at: InsertPoint) -> OpId {
        let op = OpId::new(self.ops.len());
        let result_start = self.values.len() as u32;
        for (index, (ty, pos)) in new.results.iter().enumerate() {
            let def = ValueDef::Result(op, index as u32);
            self.values.push(ValueData { ty: *ty, def, pos: *pos });
        }
        let end = match at {
            InsertPoint::End(block) => Some((block, self.block(block).last)),
            _ => None,
        };
        self.ops.push(OpData {
            name: new.name,
            block: end.map(|(block, _)| block),
            prev: end.and_then(|(_, prev)| prev),
            next: None,
            operands: (0, 0),
            results: (result_start, new.results.len() as u32),
            tail: Tail::default(),
            properties: new.properties,
            attributes: new.attributes,
            loc: new.loc,
            span: new.span,
        });
        if !new.successors.is_empty() {
            self.set_successors(op, new.successors);
        }
        for _ in 0..new.regions {
            self.add_region(op);
        }
        if !new.operands.is_empty() {
            self.add_operands(op, new.operands);
        }
        match end {
            Some((block, prev)) => self.append(op, block, prev),
            None => self.insert(op, at),
        }
        op
    }

    /// Lets a block end with a new operation that names the block and the operation before it.
    #[inline]
    fn append(&mut self, op: OpId, block: BlockId, prev: Option<OpId>) {
        if self.journal.is_open() {
            self.note_connect(block, prev, None);
        }
        match prev {
            Some(prev) => self.ops[prev.index()].next = Some(op),
            None => self.blocks[block.index()].first = Some(op),
        }
        self.blocks[block.index()].last = Some(op);
    }

    /// Adds an empty region to an operation.
    pub fn add_region(&mut self, op: OpId) -> RegionId {
        let (start, len) = self.lists(op).regions;
        let region = RegionId::new(self.regions.len());
        self.regions.push(RegionData { op, blocks: SmallVec::new() });
        let end = self.op_regions.len() as u32;
        let start = if start + len == end || len == 0 {
            if len == 0 { end } else { start }
        } else {
            // The list of regions is contiguous: move it to where it can grow.
            self.op_regions.extend_from_within(start as usize..(start + len) as usize);
            end
        };
        self.op_regions.push(region);
        let list = self.list_of(op);
        let (old_start, old_len) = self.lists[list].regions;
        self.note_regions(list, old_start, old_len);
        self.lists[list].regions = (start, len + 1);
        region
    }

    /// Gives results to an operation that has none yet.
    pub fn set_results(&mut self, op: OpId, results: &[(TypeId, Pos)]) {
        debug_assert!(self.result_count(op) == 0, "results are given once");
        let start = self.values.len() as u32;
        for (index, (ty, pos)) in results.iter().enumerate() {
            let def = ValueDef::Result(op, index as u32);
            self.values.push(ValueData { ty: *ty, def, pos: *pos });
        }
        self.note_results(op);
        self.ops[op.index()].results = (start, results.len() as u32);
    }

    /// Makes an operation with one region and one block in it the outermost one; the old outermost operation and
    /// everything else in it is erased. Returns whether `op` can be that.
    pub fn promote(&mut self, op: OpId) -> bool {
        let fits = match self.op_regions(op) {
            [region] => self.region(*region).blocks.len() == 1 && self.op(op).name == known::BUILTIN_MODULE,
            _ => false,
        };
        if fits && op != self.top {
            self.detach(op);
            self.erase(self.top);
            self.note_top();
            self.top = op;
        }
        fits
    }

    /// Adds an empty block at the end of a region.
    pub fn add_block(&mut self, region: RegionId, span: Span) -> BlockId {
        let block = BlockId::new(self.blocks.len());
        self.blocks.push(BlockData { region, arguments: SmallVec::new(), first: None, last: None, span });
        self.note_block_added(region);
        self.regions[region.index()].blocks.push(block);
        block
    }

    /// Puts the blocks of a region into a new order.
    ///
    /// # Panics
    /// When `order` does not hold the same blocks.
    pub fn reorder_blocks(&mut self, region: RegionId, order: &[BlockId]) {
        self.note_blocks(region);
        let blocks = &mut self.regions[region.index()].blocks;
        let sorted = |list: &[BlockId]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        assert!(sorted(order) == sorted(blocks), "same blocks, new order");
        blocks.clear();
        blocks.extend_from_slice(order);
    }

    /// Takes a block out of its region. Nothing may branch to the block, and nothing may use what it defines.
    pub fn drop_block(&mut self, block: BlockId) {
        let region = self.block(block).region;
        self.note_blocks(region);
        self.regions[region.index()].blocks.retain(|other| *other != block);
    }

    /// Adds an argument to a block.
    pub fn add_argument(&mut self, block: BlockId, ty: TypeId, pos: Pos) -> ValueId {
        let value = ValueId::new(self.values.len());
        let index = self.block(block).arguments.len() as u32;
        self.values.push(ValueData { ty, def: ValueDef::Argument(block, index), pos });
        self.note_argument_added(block);
        self.blocks[block.index()].arguments.push(value);
        value
    }

    /// Drops the arguments of a block that nothing uses; those that stay move up.
    pub fn drop_unused_arguments(&mut self, block: BlockId) {
        let used =
            self.block(block).arguments.iter().copied().filter(|value| self.has_uses(*value)).collect();
        self.note_arguments(block);
        self.put_arguments(block, used);
    }

    /// Gives a block these arguments, of which each knows its place.
    pub(super) fn put_arguments(&mut self, block: BlockId, arguments: SmallVec<[ValueId; 2]>) {
        for (index, value) in arguments.iter().enumerate() {
            self.values[value.index()].def = ValueDef::Argument(block, index as u32);
        }
        self.blocks[block.index()].arguments = arguments;
    }

    /// Puts a detached operation into a block.
    pub fn insert(&mut self, op: OpId, at: InsertPoint) {
        debug_assert!(self.op(op).block.is_none(), "only detached operations are inserted");
        let (block, prev, next) = match at {
            InsertPoint::Detached => return,
            InsertPoint::Before(next) => match self.op(next).block {
                Some(block) => (block, self.op(next).prev, Some(next)),
                None => return,
            },
            InsertPoint::After(prev) => match self.op(prev).block {
                Some(block) => (block, Some(prev), self.op(prev).next),
                None => return,
            },
            InsertPoint::End(block) => (block, self.block(block).last, None),
            InsertPoint::Start(block) => (block, None, self.block(block).first),
        };
        if self.journal.is_open() {
            self.note_connect(block, prev, Some(op));
            self.note_connect(block, Some(op), next);
            self.note_links(op);
        }
        self.connect(block, prev, Some(op));
        self.connect(block, Some(op), next);
        let data = &mut self.ops[op.index()];
        data.block = Some(block);
        data.prev = prev;
        data.next = next;
    }

    /// Notes what [`connect`](Self::connect) overwrites.
    fn note_connect(&mut self, block: BlockId, prev: Option<OpId>, next: Option<OpId>) {
        match prev {
            Some(prev) if self.op(prev).block.is_some() => self.note_next(prev),
            None => self.note_ends(block),
            Some(_) => {}
        }
        match next {
            Some(next) if self.op(next).block.is_some() => self.note_prev(next),
            None => self.note_ends(block),
            Some(_) => {}
        }
    }

    /// Lets what comes before a place of a block and what comes behind it name `next` and `prev`, but not those themselves
    /// where they are not in the block yet.
    fn connect(&mut self, block: BlockId, prev: Option<OpId>, next: Option<OpId>) {
        match prev {
            Some(prev) if self.op(prev).block.is_some() => self.ops[prev.index()].next = next,
            None => self.blocks[block.index()].first = next,
            Some(_) => {}
        }
        match next {
            Some(next) if self.op(next).block.is_some() => self.ops[next.index()].prev = prev,
            None => self.blocks[block.index()].last = prev,
            Some(_) => {}
        }
    }

    /// Takes an operation out of its block; it keeps operands, results and regions.
    pub fn detach(&mut self, op: OpId) {
        if self.op(op).block.is_some() {
            self.note_links(op);
            self.unlink_from_block(op, false);
        }
    }

    /// Takes an operation out of its block; how it was linked was noted, and of its neighbours where that is said.
    fn unlink_from_block(&mut self, op: OpId, noted: bool) {
        let Some(block) = self.op(op).block else { return };
        let (prev, next) = (self.op(op).prev, self.op(op).next);
        if !noted {
            self.note_connect(block, prev, next);
        }
        self.connect(block, prev, next);
        let data = &mut self.ops[op.index()];
        data.block = None;
        data.prev = None;
        data.next = None;
    }

    /// Erases an operation and all it holds in its regions. Its uses of other values are removed; uses of its
    /// results are left dangling for the checker: see [`Program::is_erased`].
    pub fn erase(&mut self, op: OpId) {
        let mut stack: SmallVec<[OpId; 8]> = SmallVec::from_slice(&[op]);
        let root = op;
        while let Some(op) = stack.pop() {
            if self.is_erased(op) {
                continue;
            }
            let noted = self.note_erased(op, op == root);
            if op == root {
                self.unlink_from_block(op, noted);
            }
            self.drop_operands(op);
            self.ops[op.index()].tail.erase();
            let (start, len) = self.lists(op).regions;
            for slot in start..start + len {
                let region = self.op_regions[slot as usize];
                for index in 0..self.region(region).blocks.len() {
                    let block = self.region(region).blocks[index];
                    let mut next = self.first_op(block);
                    while let Some(op) = next {
                        next = self.next_op(op);
                        stack.push(op);
                    }
                }
            }
        }
    }

    /// Returns true when `inner` is `outer` or lies in one of its regions.
    pub fn is_within(&self, inner: OpId, outer: OpId) -> bool {
        std::iter::successors(Some(inner), |op| self.parent_op(*op)).any(|op| op == outer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_ops() -> (Program, OpId, OpId) {
        let ctx = Context::new();
        let mut program = Program::new(&ctx);
        let at = InsertPoint::End(program.top_block());
        let i32 = ctx.integer(32);
        let name = ctx.ident("test.a");
        let a = program.create(&NewOp { results: &[(i32, Pos::NONE)], ..NewOp::named(&ctx, name) }, at);
        let value = program.result(a, 0).unwrap();
        let b = program.create(&NewOp { operands: &[(value, Pos::NONE)], ..NewOp::named(&ctx, name) }, at);
        (program, a, b)
    }

    #[test]
    fn operations_stand_in_the_order_of_insertion() {
        let (mut program, a, b) = two_ops();
        let name = program.op(a).name;
        let ctx = Arc::clone(program.ctx());
        let c = program.create(&NewOp::named(&ctx, name), InsertPoint::Before(b));
        assert_eq!(program.ops_in(program.top_block()).collect::<Vec<_>>(), [a, c, b]);
        program.detach(c);
        program.insert(c, InsertPoint::Start(program.top_block()));
        assert_eq!(program.ops_in(program.top_block()).collect::<Vec<_>>(), [c, a, b]);
    }

    #[test]
    fn an_erased_user_is_no_use_any_more() {
        let (mut program, a, b) = two_ops();
        let value = program.result(a, 0).unwrap();
        assert!(program.has_uses(value));
        program.erase(b);
        assert!(!program.has_uses(value) && program.is_erased(b));
    }

    #[test]
    fn erasing_an_operation_erases_what_its_regions_hold() {
        let (mut program, a, _) = two_ops();
        program.erase(program.top());
        assert!(program.is_erased(a));
    }
}
