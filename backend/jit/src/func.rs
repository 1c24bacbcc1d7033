//! `func`: direct calls and returns. A call hands its values over in cells on the stack and leaves the function
//! where the callee did.

use assay_ir::data::{OpId, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{ExtFuncData, ExternalName, InstBuilder, UserExternalName};

use crate::lowering::{ControlFlow, Lowered, Lowering, signature, trusted};
use crate::meaning::OpLowering;
use crate::runtime::{CELL, STATE_DEPTH};
use crate::types::Form;
use crate::unit::{Exit, cost_of_entry, declared_results};
use assay_backend::engine::{Limit, Unsupported};

pub(super) const OPS: &[OpLowering] =
    &[OpLowering::new("func.call", call).pays(), OpLowering::new("func.return", leave)];

fn forms(l: &Lowering<'_, '_, '_>, names: &[ValueId]) -> Result<Vec<Form>, Unsupported> {
    names.iter().map(|name| l.form(*name)).collect()
}

fn call(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let callee = *l.unit.callees.get(&op).ok_or(Unsupported::Malformed)?;
    let callee = callee?;
    let id = *l.unit.ids.get(&callee).ok_or(Unsupported::Malformed)?;
    let body = l.program.op_regions(callee)[0];
    let entry = l.program.region(body).blocks[0];
    let parameters = l.program.block(entry).arguments.to_vec();
    let (names, results): (Vec<ValueId>, Vec<ValueId>) =
        (l.program.operands(op).collect(), l.program.results(op).collect());
    let (given, taken) = (forms(l, &names)?, forms(l, &results)?);
    let declared = declared_results(l.program, callee).ok_or(Unsupported::Malformed)?;
    let returned = results.iter().map(|name| l.program.value_type(*name)).eq(declared.iter().copied());
    if given != forms(l, &parameters)? || !returned {
        return Err(Unsupported::Malformed);
    }
    let count = |forms: &[Form]| forms.iter().map(Form::cells).sum();
    let (arguments, room) = (l.cells_on_stack(count(&given)), l.cells_on_stack(count(&taken)));
    let mut offset = 0;
    for (name, form) in names.iter().zip(&given) {
        let held = l.value(*name)?;
        l.write_cells(form, &held, arguments, offset)?;
        offset += form.cells() as i32 * CELL;
    }
    let cost = cost_of_entry(l.program, body);
    l.charge(cost);
    l.save_fuel();
    let depth = l.b.ins().load(I64, trusted(), l.state, STATE_DEPTH);
    let zero = l.b.ins().iconst(I64, 0);
    let out = l.b.ins().icmp(IntCC::SignedLessThanOrEqual, depth, zero);
    l.guard(Some(out), Exit::Limit(Limit::Depth));
    let one = l.b.ins().iconst(I64, 1);
    let deeper = l.b.ins().isub(depth, one);
    l.b.ins().store(trusted(), deeper, l.state, STATE_DEPTH);
    let name = l.b.func.declare_imported_user_function(UserExternalName::new(0, id.as_u32()));
    let signature = l.b.import_signature(signature(l.unit.convention));
    let target = l.b.import_function(ExtFuncData {
        name: ExternalName::user(name),
        signature,
        // Code may lie further apart than a near call reaches.
        colocated: false,
        patchable: false,
    });
    let call = l.b.ins().call(target, &[l.state, arguments, room]);
    let status = l.b.inst_results(call)[0];
    l.take_fuel();
    l.pass_on(status);
    l.b.ins().store(trusted(), depth, l.state, STATE_DEPTH);
    let mut offset = 0;
    for (result, form) in results.iter().zip(&taken) {
        let held = l.read_cells(form, room, offset, l.facts.poison(*result));
        l.set(*result, held);
        offset += form.cells() as i32 * CELL;
    }
    Ok(ControlFlow::Next)
}

fn leave(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    if l.program.parent_op(op) != Some(l.function) {
        return Err(Unsupported::Malformed);
    }
    let names: Vec<ValueId> = l.program.operands(op).collect();
    let values = l.operands_from(op, 0)?;
    l.return_values(&values, &names)
}
