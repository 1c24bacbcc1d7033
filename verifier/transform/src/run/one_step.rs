//! The script of one step for `mlir-opt`: its operands are found by marks and merged, and what handles and results point to behind it is marked.

use std::fmt::Write as _;

use assay_audit::script;
use assay_audit::script::text::{self, Role};
use assay_ir::data::{OpId, ValueDef, ValueId};
use assay_ir::text as print;
use rustc_hash::FxHashMap;

use super::machine::Run;
use super::marks::{self, Marks};
use super::state::Part;

/// The sequence of the one step.
pub(super) const ENTRY: &str = "__assay_step";

/// The type of handles of the script of one step.
const HANDLE: &str = "!transform.any_op";

/// The pieces of the script of one step.
pub(super) struct OneStep {
    /// The definitions of the operands.
    head: String,
    /// The step.
    step: String,
    /// The marks behind it.
    tail: String,
    consumes_root: bool,
}

impl OneStep {
    fn script(&self, step: &str, marks: &str) -> String {
        let access = if self.consumes_root { "consumed" } else { "readonly" };
        let (head, tail) = (&self.head, &self.tail);
        format!(
            "module attributes {{transform.with_named_sequence}} {{\n\
             transform.named_sequence @{ENTRY}(%root: {HANDLE} {{transform.{access}}}) {{\n\
             {head}{step}{tail}{marks}  transform.yield\n}}\n}}\n"
        )
    }

    /// The script, with these marks on its results.
    pub(super) fn whole(&self, marks: &str) -> String {
        self.script(&self.step, marks)
    }

    /// The script in which a silenceable failure of the step is suppressed; its results are not marked.
    pub(super) fn suppressed(&self) -> String {
        let step = &self.step;
        let around = format!(
            "  transform.sequence %root : {HANDLE} failures(suppress) {{\n^bb0(%inner: {HANDLE}):\n{step}}}\n"
        );
        self.script(&around, "")
    }
}

impl Run<'_, '_> {
    /// The script of one step. The first `kept` operations are those whose handles are used behind it.
    pub(super) fn one_step(&self, op: OpId, marked: &mut Marks, kept: usize) -> Result<OneStep, String> {
        let program = self.script.program;
        let mut operands = String::new();
        let mut names: FxHashMap<ValueId, String> = FxHashMap::default();
        let mut consumes_root = false;
        for (index, value) in program.operands(op).enumerate() {
            let consumes = script::consumes(program, self.script.symbols, op, index);
            consumes_root |= consumes && self.ops(op, index).contains(&self.payload.top());
            let name = self.operand(index, value, marked, &mut operands)?;
            names.insert(value, format!("%{name}"));
        }
        for (index, result) in program.results(op).enumerate() {
            names.insert(result, if index == 0 { "%result".to_owned() } else { format!("%result.{index}") });
        }
        let step = format!("  {}\n", self.printed(op, names).trim());
        let mut head = String::new();
        let is_inside = |number: &usize| marked.ops[*number] != self.payload.top();
        for number in (0..marked.ops.len()).filter(is_inside) {
            let mark = marks::before(number);
            let _ = writeln!(
                head,
                "  %o{number} = transform.structured.match attributes{{{mark}}} in %root : ({HANDLE}) -> {HANDLE}"
            );
        }
        head.push_str(&operands);
        let mut tail = String::new();
        for number in (0..kept).filter(is_inside) {
            let _ = writeln!(tail, "  transform.annotate %o{number} \"{}\" : {HANDLE}", marks::after(number));
        }
        Ok(OneStep { head, step, tail, consumes_root })
    }

    /// The text of the step with these names. A name stands for one value, and not for a result of a pack.
    fn printed(&self, op: OpId, names: FxHashMap<ValueId, String>) -> String {
        let program = self.script.program;
        let packed = |(value, name): (&ValueId, &String)| match program.value(*value).def {
            ValueDef::Result(by, index) if by != op && program.result_count(by) > 1 => {
                Some((index, format!("{name}#{index}"), name.clone()))
            }
            _ => None,
        };
        let mut packs: Vec<(u32, String, String)> = names.iter().filter_map(packed).collect();
        packs.sort_by_key(|(index, ..)| std::cmp::Reverse(*index));
        let mut text = print::print_op_named(program, op, names);
        for (_, written, name) in packs {
            text = text.replace(&written, &name);
        }
        text
    }

    /// The definition of an operand from its parts; its name.
    fn operand(
        &self,
        index: usize,
        value: ValueId,
        marked: &mut Marks,
        out: &mut String,
    ) -> Result<String, String> {
        let program = self.script.program;
        let ty = print::type_text(program.ctx(), program.value_type(value));
        let mut pieces = Vec::new();
        for (at, part) in self.state.parts(self.payload, value).into_iter().enumerate() {
            pieces.push(match part {
                Part::Op(one) if one == self.payload.top() => "root".to_owned(),
                Part::Op(one) => format!("o{}", marked.number(one)),
                Part::Param(attr) => {
                    let text = print::attr_text(program.ctx(), attr);
                    let _ = writeln!(out, "  %h{index}.{at} = transform.param.constant {text} -> {ty}");
                    format!("h{index}.{at}")
                }
                Part::Value(_) => {
                    return Err("a handle to values is not carried over to `mlir-opt`".to_owned());
                }
            });
        }
        let common = if text::role(program, value) == Role::Param { ty.as_str() } else { HANDLE };
        let merged = match &pieces[..] {
            [] if common != HANDLE => return Err("an operand has no parameter".to_owned()),
            [] => {
                let _ = writeln!(
                    out,
                    "  %h{index}.e = transform.structured.match ops{{[\"assay.nothing\"]}} in %root : ({HANDLE}) -> {HANDLE}"
                );
                format!("h{index}.e")
            }
            [one] => one.clone(),
            all => {
                let all: Vec<String> = all.iter().map(|name| format!("%{name}")).collect();
                let _ =
                    writeln!(out, "  %h{index}.m = transform.merge_handles {} : {common}", all.join(", "));
                format!("h{index}.m")
            }
        };
        if common == ty {
            return Ok(merged);
        }
        let _ = writeln!(out, "  %h{index}.c = transform.cast %{merged} : {common} to {ty}");
        Ok(format!("h{index}.c"))
    }

    /// The marks on a result, which is split where it has several operations.
    pub(super) fn marked_result(&self, index: usize, result: ValueId, count: usize) -> String {
        let program = self.script.program;
        let ty = print::type_text(program.ctx(), program.value_type(result));
        // Several results are one pack.
        let of_pack = program.defining_op(result).is_some_and(|op| program.result_count(op) > 1);
        let name = if of_pack { format!("%result#{index}") } else { "%result".to_owned() };
        match text::role(program, result) {
            Role::Values => String::new(),
            Role::Param => {
                let mark = marks::param(index);
                format!("  transform.annotate %root \"{mark}\" = {name} : {HANDLE}, {ty}\n")
            }
            Role::Ops => {
                let cast = match ty == HANDLE {
                    true => String::new(),
                    false => format!("  %cast.{index} = transform.cast {name} : {ty} to {HANDLE}\n"),
                };
                let name = if ty == HANDLE { name } else { format!("%cast.{index}") };
                if count < 2 {
                    let mark = marks::result(index, None);
                    return format!("{cast}  transform.annotate {name} \"{mark}\" : {HANDLE}\n");
                }
                let parts: Vec<String> = (0..count).map(|part| format!("%part.{index}.{part}")).collect();
                let types = vec![HANDLE; count].join(", ");
                let mut out = cast;
                let _ = writeln!(
                    out,
                    "  {} = transform.split_handle {name} : ({HANDLE}) -> ({types})",
                    parts.join(", ")
                );
                for (part, name) in parts.iter().enumerate() {
                    let mark = marks::result(index, Some(part));
                    let _ = writeln!(out, "  transform.annotate {name} \"{mark}\" : {HANDLE}");
                }
                out
            }
        }
    }
}
