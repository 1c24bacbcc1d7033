//! Data that the functions of one program share while they are compiled: the call graph, the settings,
//! and the tables of exits and trace sites. Knows no operation but `func.func` and `func.call`.

use assay_ir::data::{AttrKind, BlockId, OpId, Program, RegionId, TypeId, TypeKind, known};
use assay_ir::ops;
use cranelift_codegen::isa::CallConv;
use cranelift_module::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::settings::Settings;
use crate::types::Form;
use assay_backend::engine::{Limit, Undefined, Unsupported};

/// Why compiled code left a function without returning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Exit {
    Ub(OpId, Undefined),
    Limit(Limit),
    Trap(OpId),
    Unsupported(OpId, Unsupported),
}

/// Tables that grow while functions are compiled. Those of exits and trace sites belong to a whole program.
#[derive(Default)]
pub(super) struct Tables {
    exits: Vec<Exit>,
    numbers: FxHashMap<Exit, u32>,
    pub(super) sites: Vec<(OpId, Vec<Form>)>,
}

impl Tables {
    /// The number of an exit, from one.
    pub(super) fn exit(&mut self, exit: Exit) -> u32 {
        *self.numbers.entry(exit).or_insert_with(|| {
            self.exits.push(exit);
            self.exits.len() as u32
        })
    }

    /// The number of a place whose results are traced.
    pub(super) fn trace_site(&mut self, op: OpId, forms: Vec<Form>) -> u32 {
        self.sites.push((op, forms));
        self.sites.len() as u32 - 1
    }

    /// The exits in the order of their numbers, and the trace sites.
    pub(super) fn into_parts(self) -> (Vec<Exit>, Vec<(OpId, Vec<Form>)>) {
        (self.exits, self.sites)
    }
}

/// Fuel for running a block once: a unit for each operation and each value it names. The regions inside
/// is left out, for it may not run: the other engine never needs less.
pub(super) fn cost_of(program: &Program, block: BlockId) -> i64 {
    let ops = program.ops_in(block);
    ops.map(|op| 1 + program.operands(op).count() as i64 + program.result_count(op) as i64).sum()
}

/// Fuel for entering a region.
pub(super) fn cost_of_entry(program: &Program, region: RegionId) -> i64 {
    program.region(region).blocks.first().map_or(1, |entry| cost_of(program, *entry))
}

/// The blocks of a region that can be reached, each after all that dominate it.
pub(super) fn reverse_post_order(program: &Program, region: RegionId) -> Vec<BlockId> {
    let Some(entry) = program.region(region).blocks.first() else { return Vec::new() };
    if program.region(region).blocks.len() == 1 {
        return vec![*entry];
    }
    let successors = |block| program.last_op(block).map_or(&[][..], |op| program.successors(op));
    let mut seen: FxHashSet<BlockId> = [*entry].into_iter().collect();
    let mut stack = vec![(*entry, 0)];
    let mut order = Vec::new();
    while let Some((block, next)) = stack.last_mut() {
        match successors(*block).get(*next) {
            Some(successor) => {
                *next += 1;
                if seen.insert(*successor) {
                    stack.push((*successor, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// One program that is compiled to machine code.
pub(super) struct Unit<'p> {
    pub(super) program: &'p Program,
    pub(super) settings: Settings,
    pub(super) convention: CallConv,
    /// Functions with a body that are compiled: the ones asked for, and all that they call.
    pub(super) functions: Vec<OpId>,
    pub(super) ids: FxHashMap<OpId, FuncId>,
    /// The function that each call means; `None` when there is none with a body.
    pub(super) callees: FxHashMap<OpId, Result<OpId, Unsupported>>,
    /// True when memory may end before the run does.
    pub(super) frees: bool,
    /// Operations directly in a function in which no memory has ended yet.
    before_frees: FxHashSet<OpId>,
    /// Operations at whose end memory ends that was allocated for them.
    pub(super) scopes: FxHashSet<OpId>,
}

/// Returns true for an operation that ends memory which was allocated elsewhere.
fn frees(name: &str) -> bool {
    ops::has_role(name, "free")
}

/// Returns true for an operation that allocates memory which ends with a region around it.
fn is_on_stack(name: &str) -> bool {
    ops::op(name)
        .is_some_and(|record| record.fact("memory") == Some("allocate") && record.fact("stack").is_some())
}

impl<'p> Unit<'p> {
    /// Finds all functions that are reached from some.
    pub(super) fn new(
        program: &'p Program,
        roots: &[OpId],
        settings: Settings,
        convention: CallConv,
    ) -> Unit<'p> {
        let mut unit = Unit {
            program,
            settings,
            convention,
            functions: Vec::new(),
            ids: FxHashMap::default(),
            callees: FxHashMap::default(),
            frees: false,
            before_frees: FxHashSet::default(),
            scopes: FxHashSet::default(),
        };
        let mut seen: FxHashSet<OpId> = roots.iter().copied().collect();
        let mut todo = roots.to_vec();
        let mut symbols = FxHashMap::default();
        todo.dedup();
        while let Some(function) = todo.pop() {
            unit.functions.push(function);
            for op in program.walk(function) {
                let name = program.op_name(op);
                let on_stack = is_on_stack(name);
                unit.frees |= on_stack || frees(name);
                if on_stack {
                    let mut owners =
                        std::iter::successors(program.parent_op(op), |op| program.parent_op(*op));
                    let is_scope = |op: &OpId| {
                        ops::op(program.op_name(*op)).is_some_and(|record| record.has("scoped_allocation"))
                    };
                    unit.scopes.extend(owners.find(is_scope));
                }
                if program.op(op).name == known::FUNC_CALL {
                    let callee = callee(program, op, &mut symbols);
                    unit.callees.insert(op, callee);
                    if let Some(callee) = callee.ok().filter(|callee| seen.insert(*callee)) {
                        todo.push(callee);
                    }
                }
            }
        }
        if unit.frees {
            roots.iter().for_each(|root| unit.find_first_free(*root));
        }
        unit
    }

    /// Notes the operations before memory may end for the first time, in a function that is one block and that only the
    /// caller of compiled code calls.
    fn find_first_free(&mut self, root: OpId) {
        let program = self.program;
        let [region] = program.op_regions(root) else { return };
        let [block] = program.region(*region).blocks[..] else { return };
        if self.callees.values().any(|callee| *callee == Ok(root)) {
            return;
        }
        let may_free = |op: OpId| {
            program.walk(op).any(|inner| {
                let name = program.op_name(inner);
                // Memory on the stack of the function itself lives as long as it runs.
                frees(name) || program.op(inner).name == known::FUNC_CALL || is_on_stack(name) && inner != op
            })
        };
        self.before_frees.extend(program.ops_in(block).take_while(|op| !may_free(*op)));
    }

    /// Returns true when memory may have ended when an operation runs.
    pub(super) fn may_be_freed(&self, op: OpId) -> bool {
        let mut around = std::iter::successors(Some(op), |op| self.program.parent_op(*op));
        self.frees && !around.any(|op| self.before_frees.contains(&op))
    }

    /// Returns true when a call may come back to a function that waits for it, so that the depth of calls has no bound.
    pub(super) fn is_recursive(&self) -> bool {
        let mut callers: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
        let mut calls: FxHashMap<OpId, usize> =
            self.functions.iter().map(|function| (*function, 0)).collect();
        for (call, callee) in &self.callees {
            if let (Some(caller), Ok(callee)) = (self.function_of(*call), callee) {
                callers.entry(*callee).or_default().push(caller);
                *calls.entry(caller).or_default() += 1;
            }
        }
        // Functions that call nothing that is left are taken away; what stays at the end goes in circles.
        let mut todo: Vec<OpId> =
            self.functions.iter().copied().filter(|function| calls.get(function) == Some(&0)).collect();
        let mut gone = 0;
        while let Some(function) = todo.pop() {
            gone += 1;
            for caller in callers.get(&function).into_iter().flatten() {
                if let Some(left) = calls.get_mut(caller) {
                    *left -= 1;
                    if *left == 0 {
                        todo.push(*caller);
                    }
                }
            }
        }
        gone < self.functions.len()
    }

    fn function_of(&self, op: OpId) -> Option<OpId> {
        let owners = std::iter::successors(Some(op), |op| self.program.parent_op(*op));
        owners.into_iter().find(|op| self.program.op(*op).name == known::FUNC_FUNC)
    }
}

type Symbols<'p> = FxHashMap<OpId, FxHashMap<&'p str, OpId>>;

/// The function that a call means: in the nearest module around it.
fn callee<'p>(program: &'p Program, call: OpId, symbols: &mut Symbols<'p>) -> Result<OpId, Unsupported> {
    let attr = program.attr(call, program.ctx().ident("callee")).ok_or(Unsupported::Malformed)?;
    let AttrKind::SymbolRef { root, nested } = program.ctx().attr_kind(attr) else {
        return Err(Unsupported::Attribute);
    };
    if !nested.is_empty() {
        return Err(Unsupported::Attribute);
    }
    let mut owners = std::iter::successors(Some(call), |op| program.parent_op(*op));
    let module =
        owners.find(|op| program.op(*op).name == known::BUILTIN_MODULE).ok_or(Unsupported::Malformed)?;
    let functions = symbols.entry(module).or_insert_with(|| {
        let blocks = program.op_regions(module).iter().flat_map(|region| &program.region(*region).blocks);
        let ops = blocks.flat_map(|block| program.ops_in(*block));
        ops.filter(|op| program.op(*op).name == known::FUNC_FUNC)
            .filter_map(|op| Some((program.attr_text(op, known::SYM_NAME)?, op)))
            .collect()
    });
    let function = *functions.get(program.ctx().str(*root)).ok_or(Unsupported::Malformed)?;
    if has_body(program, function) { Ok(function) } else { Err(Unsupported::Body) }
}

/// The types that a function declares to return; `None` without a function type.
pub(super) fn declared_results(program: &Program, function: OpId) -> Option<&[TypeId]> {
    let ty = program.attr(function, program.ctx().ident("function_type"))?;
    let AttrKind::Type(ty) = program.ctx().attr_kind(ty) else { return None };
    match program.ctx().type_kind(*ty) {
        TypeKind::Function { results, .. } => Some(results),
        _ => None,
    }
}

/// Returns true when an operation is a function that can be run.
pub(super) fn has_body(program: &Program, function: OpId) -> bool {
    let [region] = program.op_regions(function) else { return false };
    let entry = program.region(*region).blocks.first();
    program.op(function).name == known::FUNC_FUNC
        && !program.is_erased(function)
        && entry.is_some_and(|entry| program.first_op(*entry).is_some())
}
