//! Hardware modules as functions: inputs are arguments and outputs are results, in the order of the ports. The operations of a module
//! have no order, so that they get one. Hardware knows no poison: arguments promise to be none.
//!
//! Theorem: a module of combinational operations computes its outputs from its inputs as the function does. One with an operation that
//! is not known to be a function of its operands, as a register is not, is open, and so is one that holds it as an instance.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_backend::engine::Engine;
use assay_backend::interp::Interpreter;
use assay_ir::data::{AttrId, AttrKind, BlockId, InsertPoint, OpId, Program, TypeKind, ValueDef, known};

use super::settings::Open;

/// Operations of modules, and those of functions that they become.
const FORM_OPS: [(&str, &str); 3] =
    [("hw.module", "func.func"), ("hw.output", "func.return"), ("hw.instance", "func.call")];

/// Makes the modules of a program functions; for each that is not combinational, the operation that keeps it from being so. An operation
/// that `is_pure` holds of is a function of its operands.
pub(crate) fn functions_of_modules(
    program: &mut Program,
    is_pure: &dyn Fn(&Program, OpId) -> bool,
) -> BTreeMap<String, Open> {
    let [(module, function), ..] = FORM_OPS;
    let modules: Vec<OpId> =
        program.ops_in(program.top_block()).filter(|op| program.op_name(*op) == module).collect();
    let names: BTreeSet<String> =
        modules.iter().filter_map(|op| program.attr_text(*op, known::SYM_NAME)).map(str::to_owned).collect();
    let mut open = BTreeMap::new();
    let mut held: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for op in modules {
        let name = program.attr_text(op, known::SYM_NAME).unwrap_or_default().to_owned();
        let Some(block) =
            program.op_regions(op).first().and_then(|region| program.region(*region).blocks.first()).copied()
        else {
            continue;
        };
        let instances = instances(program, block);
        let unknown = |inner: &OpId| match instances.get(inner) {
            Some(held) => !names.contains(held),
            None => !is_function(program, *inner) && !is_pure(program, *inner),
        };
        if let Some(inner) = program.ops_in(block).find(unknown) {
            open.insert(name.clone(), Open::State(program.op_name(inner).to_owned()));
        } else if let Some(inner) = in_order(program, block) {
            open.insert(
                name.clone(),
                Open::Unreadable(format!("a combinational cycle at `{}`", program.op_name(inner))),
            );
        }
        as_function(program, op, block, &instances, function);
        held.insert(name, instances.into_values().collect());
    }
    // A module with an open one inside is open.
    loop {
        let next = held.iter().find_map(|(name, held)| {
            let inner = held.iter().find_map(|one| open.get(one))?;
            (!open.contains_key(name)).then(|| (name.clone(), inner.clone()))
        });
        let Some((name, inner)) = next else { return open };
        open.insert(name, inner);
    }
}

/// The modules of both programs whose ports differ, in names or in order: an instance connects values to ports by their names, and a
/// function knows places alone.
pub(crate) fn with_other_ports(source: &Program, target: &Program) -> BTreeMap<String, Open> {
    let [before, after] = [source, target].map(ports);
    let differ = before.into_iter().filter(|(name, ports)| after.get(name).is_some_and(|one| one != ports));
    differ.map(|(name, _)| (name, Open::Retyped)).collect()
}

/// The type of each module, which holds the names of its ports.
fn ports(program: &Program) -> BTreeMap<String, AttrId> {
    let module = |op: OpId| {
        let is_module = program.op_name(op) == FORM_OPS[0].0;
        let ty = is_module.then(|| program.attr(op, program.ctx().ident("module_type"))).flatten()?;
        Some((program.attr_text(op, known::SYM_NAME)?.to_owned(), ty))
    };
    program.ops_in(program.top_block()).filter_map(module).collect()
}

/// Tells if an operation is known to be a function of its operands, or ends a module.
fn is_function(program: &Program, op: OpId) -> bool {
    let name = program.op_name(op);
    let record = program.ctx().record(name);
    Interpreter.has_semantics(name) && program.op_regions(op).is_empty()
        || record.is_some_and(|record| record.has("terminator"))
        || FORM_OPS[1].0 == name
}

/// The instances in a module with the names of the modules that they are of.
fn instances(program: &Program, block: BlockId) -> BTreeMap<OpId, String> {
    let of = |op: OpId| {
        let callee = program.attr(op, program.ctx().ident("moduleName"))?;
        match program.ctx().attr_kind(callee) {
            AttrKind::SymbolRef { root, .. } if program.op_name(op) == FORM_OPS[2].0 => {
                Some((op, program.ctx().str(*root).to_owned()))
            }
            _ => None,
        }
    };
    program.ops_in(block).filter_map(of).collect()
}

/// Puts operations behind those that compute their operands; one of a cycle, where there is one.
fn in_order(program: &mut Program, block: BlockId) -> Option<OpId> {
    let mut left: Vec<OpId> = program.ops_in(block).collect();
    let last = left.pop()?;
    let mut ready: BTreeSet<OpId> = BTreeSet::new();
    while !left.is_empty() {
        let is_ready = |op: &OpId| {
            program.operands(*op).all(|value| match program.value(value).def {
                ValueDef::Result(owner, _) => {
                    ready.contains(&owner) || program.op(owner).block != Some(block)
                }
                ValueDef::Argument(..) => true,
            })
        };
        let (now, later): (Vec<OpId>, Vec<OpId>) = left.iter().copied().partition(is_ready);
        if now.is_empty() {
            return later.first().copied();
        }
        for op in now {
            program.detach(op);
            program.insert(op, InsertPoint::Before(last));
            ready.insert(op);
        }
        left = later;
    }
    None
}

/// Makes a module a function.
fn as_function(
    program: &mut Program,
    op: OpId,
    block: BlockId,
    instances: &BTreeMap<OpId, String>,
    function: &str,
) {
    let ctx = Arc::clone(program.ctx());
    let inputs = program.block(block).arguments.iter().map(|value| program.value_type(*value));
    let inputs: Box<[_]> = inputs.collect();
    let Some(last) = program.last_op(block) else { return };
    let results = program.operands(last).map(|value| program.value_type(value)).collect();
    let promise = ctx.dictionary([(known::NOUNDEF, ctx.attr(AttrKind::Unit))]);
    let promises = inputs.iter().map(|_| promise).collect();
    let name = program.attr(op, known::SYM_NAME);
    let ty = ctx.type_attr(ctx.ty(TypeKind::Function { inputs, results }));
    let entries = [
        name.map(|name| (known::SYM_NAME, name)),
        program.attr(op, known::SYM_VISIBILITY).map(|attr| (known::SYM_VISIBILITY, attr)),
        Some((known::FUNCTION_TYPE, ty)),
        Some((ctx.ident("arg_attrs"), ctx.attr(AttrKind::Array(promises)))),
    ];
    program.set_properties(op, ctx.dictionary(entries.into_iter().flatten().collect::<Vec<_>>()));
    program.set_name(op, ctx.ident(function));
    program.set_name(last, ctx.ident(FORM_OPS[1].1));
    for (instance, callee) in instances {
        let callee = (ctx.ident("callee"), ctx.symbol_attr(callee));
        program.set_properties(*instance, ctx.dictionary([callee]));
        program.set_attributes(*instance, ctx.dictionary(Vec::new()));
        program.set_name(*instance, ctx.ident(FORM_OPS[2].1));
    }
}
