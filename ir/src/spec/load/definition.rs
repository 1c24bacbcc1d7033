//! The part that all IRDL definitions share: constraint operations become variables, in the order of the text.

use rustc_hash::FxHashMap;

use super::{Kind, Loader, bare};
use crate::data::{AttrId, AttrKind, Ident, OpId, Span, ValueDef, ValueId, known};
use crate::spec::{BaseRef, Constraint, Var};

/// What the body of a definition says, before its operands, results and so on are looked at.
#[derive(Default)]
pub(super) struct Definition {
    pub(super) constraints: Vec<(Constraint, Span)>,
    /// Variable of each constraint value.
    pub(super) vars: FxHashMap<ValueId, Var>,
    /// Operations that define regions.
    pub(super) regions: FxHashMap<ValueId, OpId>,
    /// Operations that define neither: operands, results, attributes, regions, parameters, and what is wrong.
    pub(super) others: Vec<OpId>,
}

/// A function that reads a constraint of a definition in a dialect.
type Read = fn(&mut Loader<'_>, OpId, Ident, &Definition) -> Constraint;

const CONSTRAINT_OPS: &[(&str, Read)] = &[
    ("irdl.is", |loader, op, _, _| loader.is(op)),
    ("irdl.base", |loader, op, dialect, _| loader.base(op, dialect)),
    ("irdl.parametric", |loader, op, dialect, found| loader.parametric_of(op, dialect, found)),
    ("irdl.any", |_, _, _, _| Constraint::Any),
    ("irdl.any_of", |loader, op, _, found| Constraint::AnyOf(loader.operand_vars(op, found))),
    ("irdl.all_of", |loader, op, _, found| Constraint::AllOf(loader.operand_vars(op, found))),
    ("irdl.c_pred", |loader, op, _, _| loader.c_pred(op)),
];

/// The function of an operation in a table.
pub(super) fn function_of<F: Copy>(table: &[(&str, F)], name: &str) -> Option<F> {
    table.iter().find(|(one, _)| *one == name).map(|(_, function)| *function)
}

impl Loader<'_> {
    pub(super) fn definition(&mut self, op: OpId, dialect: Ident) -> Definition {
        let children = self.children(op);
        self.definition_of(&children, dialect)
    }

    /// The definition that these operations make up.
    pub(super) fn definition_of(&mut self, children: &[OpId], dialect: Ident) -> Definition {
        let mut found = Definition::default();
        let mut constraint_ops = Vec::new();
        for &child in children {
            let name = self.program.op_name(child);
            match self.program.result(child, 0) {
                Some(value) if function_of(CONSTRAINT_OPS, name).is_some() => {
                    found.vars.insert(value, Var(constraint_ops.len() as u32));
                    constraint_ops.push(child);
                }
                Some(value) if self.program.op(child).name == known::IRDL_REGION => {
                    found.regions.insert(value, child);
                }
                _ => found.others.push(child),
            }
        }
        for child in constraint_ops {
            let constraint = self.constraint(child, dialect, &found);
            found.constraints.push((constraint, self.place(child)));
        }
        found
    }

    fn constraint(&mut self, op: OpId, dialect: Ident, found: &Definition) -> Constraint {
        let read = function_of(CONSTRAINT_OPS, self.program.op_name(op));
        read.map_or(Constraint::Any, |read| read(self, op, dialect, found))
    }

    fn is(&mut self, op: OpId) -> Constraint {
        match self.attr(op, "expected") {
            Some(expected) => Constraint::Is(expected),
            None => self.incomplete(op, "`irdl.is` says no type or attribute"),
        }
    }

    fn parametric_of(&mut self, op: OpId, dialect: Ident, found: &Definition) -> Constraint {
        let parameters = self.operand_vars(op, found);
        let target = self.attr(op, "base_type");
        match target.and_then(|attr| self.reference(op, attr, dialect)) {
            Some(base) => Constraint::Parametric(base, parameters),
            None => self.incomplete(op, "`irdl.parametric` names no definition"),
        }
    }

    fn c_pred(&mut self, op: OpId) -> Constraint {
        match self.attr_text(op, "pred") {
            Some(text) => Constraint::CPred(self.ctx.ident(text)),
            None => self.incomplete(op, "`irdl.c_pred` has no text"),
        }
    }

    fn incomplete(&mut self, op: OpId, message: &str) -> Constraint {
        self.error(op, message);
        Constraint::Any
    }

    fn base(&mut self, op: OpId, dialect: Ident) -> Constraint {
        if let Some(target) = self.attr(op, "base_ref") {
            return match self.reference(op, target, dialect) {
                Some(base) => Constraint::Base(base),
                None => self.incomplete(op, "`irdl.base` names no definition"),
            };
        }
        let Some(text) = self.attr_text(op, "base_name") else {
            return self.incomplete(op, "`irdl.base` names nothing");
        };
        if !text.starts_with(['!', '#']) {
            self.error(op, format!("`{text}` starts neither with `!` nor with `#`"));
        }
        Constraint::Base(BaseRef::Named(self.ctx.ident(text)))
    }

    /// `@d::@t`, or `@t` of the same dialect.
    fn reference(&mut self, op: OpId, target: AttrId, dialect: Ident) -> Option<BaseRef> {
        let (dialect, written) = match self.ctx.attr_kind(target) {
            AttrKind::SymbolRef { root, nested } => match &**nested {
                [] => (dialect, *root),
                [.., last] => (nested.iter().rev().nth(1).copied().unwrap_or(*root), *last),
            },
            _ => return None,
        };
        let written = self.ctx.str(written);
        let name = self.ctx.ident(bare(written));
        let kind = match written.as_bytes().first() {
            Some(b'!') => Some(Kind::Type),
            Some(b'#') => Some(Kind::Attribute),
            _ => self.kind_of(dialect, name),
        };
        match kind {
            Some(Kind::Type) => Some(BaseRef::Type { dialect, name }),
            Some(Kind::Attribute) => Some(BaseRef::Attribute { dialect, name }),
            None => {
                let (dialect_text, name_text) = (self.ctx.str(dialect), self.ctx.str(name));
                self.error(op, format!("`@{dialect_text}::@{name_text}` is not defined"));
                Some(BaseRef::Type { dialect, name })
            }
        }
    }

    fn kind_of(&self, dialect: Ident, name: Ident) -> Option<Kind> {
        if let Some(kind) = self.kinds.get(&(dialect, name)) {
            return Some(*kind);
        }
        if self.registry.type_spec(dialect, name).is_some() {
            return Some(Kind::Type);
        }
        self.registry.attribute_spec(dialect, name).map(|_| Kind::Attribute)
    }

    /// The variables of the operands; a value that is no constraint of this definition is an error and left out.
    pub(super) fn operand_vars(&mut self, op: OpId, found: &Definition) -> Vec<Var> {
        let values: Vec<ValueId> = self.program.operands(op).collect();
        values.into_iter().filter_map(|value| self.var(op, value, found)).collect()
    }

    pub(super) fn var(&mut self, op: OpId, value: ValueId, found: &Definition) -> Option<Var> {
        let var = found.vars.get(&value).copied();
        if var.is_none() {
            let what = match self.program.value(value).def {
                ValueDef::Result(def, _) => format!("a result of `{}`", self.program.op_name(def)),
                ValueDef::Argument(..) => "a block argument".to_owned(),
            };
            let name = self.program.op_name(op);
            self.error(op, format!("`{name}` uses {what}, which is no constraint of this definition"));
        }
        var
    }
}
