//! Structure of operations whose definitions are known in part: the traits that are known of them ask for terminators, and for
//! symbols. What their C++ asks beside is not known here.

use super::{Violation, ViolationKind};
use crate::data::{AttrKind, BlockId, Ident, OpId, Program, known};
use crate::spec::{OpSpec, Registry};

/// Every way in which operations that are defined in part lack a terminator or a symbol; of a program without them there is none.
pub fn check_traits(program: &Program, registry: &Registry, scope: OpId) -> Vec<Violation> {
    let mut out = Vec::new();
    for op in program.walk(scope) {
        let Some(spec) = registry.defined_in_part(program.op(op).name) else { continue };
        if !spec.traits.no_terminator {
            out.extend(unterminated(program, registry, op));
        }
        if spec.traits.symbol_user {
            out.extend(unresolved(program, registry, op, spec));
        }
    }
    out
}

/// The blocks of an operation without a terminator.
fn unterminated(program: &Program, registry: &Registry, op: OpId) -> Vec<Violation> {
    let regions = program.op_regions(op).iter();
    let blocks = regions.flat_map(|region| program.region(*region).blocks.iter());
    blocks.filter_map(|block| without_terminator(program, registry, op, *block)).collect()
}

fn without_terminator(
    program: &Program,
    registry: &Registry,
    owner: OpId,
    block: BlockId,
) -> Option<Violation> {
    let Some(last) = program.last_op(block) else {
        let message = "empty block: expect at least a terminator".to_owned();
        let (kind, span) = (ViolationKind::EmptyBlock(block), program.block(block).span);
        return Some(Violation { kind, op: owner, span, message });
    };
    // An operation of which no traits are known may be a terminator.
    let traits = &registry.definition(program.op(last).name).filter(|spec| !spec.lossy)?.traits;
    (!traits.terminator).then(|| {
        let message = format!("block with no terminator, has `{}`", program.op_name(last));
        let kind = ViolationKind::MissingTerminator(block);
        Violation { kind, op: last, span: program.op(last).span, message }
    })
}

/// The symbols that an operation uses and the table around it does not have.
fn unresolved(program: &Program, registry: &Registry, op: OpId, spec: &OpSpec) -> Vec<Violation> {
    let Some(table) = symbol_table(program, registry, op) else { return Vec::new() };
    let used = spec.attributes.iter().filter_map(|attribute| {
        let attr = program.attr(op, attribute.name)?;
        match program.ctx().attr_kind(attr) {
            AttrKind::SymbolRef { root, .. } => Some(*root),
            _ => None,
        }
    });
    let missing = used.filter(|root| !defines(program, table, *root));
    let violation = |root: Ident| {
        let (name, text) = (program.op_name(op), program.ctx().str(root));
        let message = format!("`{name}`: `{text}` does not reference a symbol");
        Violation { kind: ViolationKind::UnknownSymbol(root), op, span: program.op(op).span, message }
    };
    missing.map(violation).collect()
}

/// The nearest symbol table around an operation; `None` where an operation of which no traits are known may be one.
fn symbol_table(program: &Program, registry: &Registry, op: OpId) -> Option<OpId> {
    let mut current = op;
    loop {
        current = program.parent_op(current)?;
        let traits = &registry.definition(program.op(current).name).filter(|spec| !spec.lossy)?.traits;
        if traits.symbol_table {
            return Some(current);
        }
    }
}

fn defines(program: &Program, table: OpId, name: Ident) -> bool {
    let blocks = program.op_regions(table).iter().flat_map(|region| program.region(*region).blocks.iter());
    let mut ops = blocks.flat_map(|block| program.ops_in(*block));
    ops.any(|op| program.attr_text(op, known::SYM_NAME) == Some(program.ctx().str(name)))
}
