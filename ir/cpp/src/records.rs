//! Operations by their C++ classes, and what their records say of operands, results and attributes.

use assay_ops::{Dialect, Group, Many, Op};

use crate::prelude::Table;
use crate::syntax::{class_of_text, last, without_arguments};

/// The facts about the elements of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elements {
    /// Integers or `index`.
    Integer,
    /// `index`.
    Index,
    /// Floating-point numbers.
    Float,
    /// Truth values.
    Truth,
    /// Nothing.
    Any,
}

/// The dialects of a namespace, those of users first.
pub(crate) fn dialects_of_space(tables: &[Table], space: &str) -> impl Iterator<Item = &'static Dialect> {
    let own = tables.iter().flat_map(|table| table.dialects.iter().copied());
    own.filter(move |one| one.namespace() == space).chain(assay_ops::dialect_of_namespace(space))
}

/// The record of an operation of MLIR or of a user.
pub(crate) fn op(tables: &[Table], name: &str) -> Option<&'static Op> {
    let dialect = assay_ops::dialect_of(name);
    let word = name.get(dialect.len() + 1..)?;
    let mut own = tables.iter().flat_map(|table| &table.dialects).filter(|one| one.name() == dialect);
    assay_ops::op_in(dialect, word).or_else(|| own.find_map(|one| one.op(word)))
}

/// The operation that a C++ class stands for: by the namespace that it is written with, else by those that are open.
/// Classes of tables count above those of records.
pub(crate) fn operation(text: &str, open: &[String], tables: &[Table]) -> Option<&'static Op> {
    let text = without_arguments(text);
    if let Some(name) = class_of_text(text) {
        return op(tables, &name);
    }
    let class = last(text);
    let space = text.rsplit_once("::").and_then(|(spaces, _)| spaces.rsplit("::").find(|one| *one != "mlir"));
    let spaces: Vec<&str> = match space {
        Some(space) => vec![space],
        None => open.iter().rev().map(String::as_str).collect(),
    };
    for space in spaces {
        let is_named = |known: &str| known.rsplit_once("::") == Some((space, class));
        let mut classes = tables.iter().flat_map(|table| &table.classes);
        if let Some((_, name)) = classes.find(|(known, _)| is_named(known)) {
            return op(tables, name);
        }
        let found = dialects_of_space(tables, space).find_map(|dialect| dialect.op_of_class(class));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The elements of a type that a constraint permits.
pub(crate) fn elements(op: &'static Op, group: Group) -> Elements {
    let dialect = assay_ops::Dialect::of_op(op);
    let text = dialect.constraint(group.constraint).unwrap_or_default();
    let float = ["FloatType", "isF16", "isF32", "isF64", "isBF16"].iter().any(|word| text.contains(word));
    let index = text.contains("IndexType") || text.contains("isIndex()");
    let truth = text.contains("isSignlessInteger(1)") || text.contains("isInteger(1)");
    let integer =
        ["IntegerType", "isSignlessInteger()", "isSignlessIntOrIndex", "isInteger()", "isSignlessInteger("];
    let integer = integer.iter().any(|word| text.contains(word));
    // Memory beside numbers is left out.
    let memory = text.contains("MemRefType") && !integer;
    let other = memory || ["ComplexType", "LLVMPointerType", "true"].iter().any(|word| text.contains(word));
    match (float, integer || index, other) {
        (_, _, true) | (true, true, _) | (false, false, _) => Elements::Any,
        (true, false, _) => Elements::Float,
        (false, true, _) if index && !integer => Elements::Index,
        (false, true, _)
            if truth && text.matches("isSignlessInteger(").count() == text.matches("(1)").count() =>
        {
            Elements::Truth
        }
        (false, true, _) => Elements::Integer,
    }
}

/// The scalar integer type that is the only one a constraint permits.
pub(crate) fn only_type(op: &'static Op, group: Group) -> Option<String> {
    let text = assay_ops::Dialect::of_op(op).constraint(group.constraint)?;
    let text = text.trim_start_matches('(').trim_end_matches(')');
    let width: u32 = text.strip_prefix("$_self.isSignlessInteger(")?.parse().ok()?;
    Some(format!("i{width}"))
}

/// The scalar type that a class or a method of a builder names, such as `Float8E8M0FNUType` and `getI4Type`.
pub(crate) fn scalar_type(name: &str, before: &str) -> Option<String> {
    let name = name.strip_prefix(before)?.strip_suffix("Type")?;
    let (letters, rest) = match name.strip_prefix("BFloat").or(name.strip_prefix("BF")) {
        Some(rest) => ("bf", rest),
        None => match name.strip_prefix("Float").or(name.strip_prefix('F')) {
            Some(rest) => ("f", rest),
            None => ("i", name.strip_prefix('I')?),
        },
    };
    let digit = rest.starts_with(|letter: char| letter.is_ascii_digit());
    // Methods of builders leave the end of some names out.
    let end = if rest == "8E8M0" { "FNU" } else { "" };
    digit.then(|| format!("{letters}{rest}{end}"))
}

/// `true_value` as the accessor names it: `TrueValue`.
pub(crate) fn camel(name: &str) -> String {
    let mut out = String::new();
    let mut upper = true;
    for c in name.chars() {
        if c == '_' {
            upper = true;
        } else if upper {
            out.extend(c.to_uppercase());
            upper = false;
        } else {
            out.push(c);
        }
    }
    out
}

/// True where all operands and results are single values.
pub(crate) fn is_plain(op: &Op) -> bool {
    op.operands().chain(op.results()).all(|group| group.many == Many::One)
        && op.regions() == (0, false)
        && op.successors() == (0, false)
}

/// True where an operand or a result of numbers may be memory of them, too.
pub(crate) fn may_be_memory(op: &'static Op, group: Group) -> bool {
    let text = assay_ops::Dialect::of_op(op).constraint(group.constraint).unwrap_or_default();
    text.contains("MemRefType") && elements(op, group) != Elements::Any
}

/// True where an operation can be made of values, types and attributes: only its last operands may be a list, and it has no regions.
pub(crate) fn is_made_of_values(op: &Op) -> bool {
    let operands: Vec<Group> = op.operands().collect();
    let first = operands.len().saturating_sub(1);
    operands[..first].iter().all(|group| group.many == Many::One)
        && operands[first..].iter().all(|group| matches!(group.many, Many::One | Many::Any))
        && op.results().all(|group| group.many == Many::One)
        && op.regions() == (0, false)
        && op.successors() == (0, false)
}

/// True where the types of the results follow from the operands.
pub(crate) fn infers(op: &Op) -> bool {
    let said = |name: &str| {
        let starts = [format!("type({name}) =="), format!("element({name}) ==")];
        let related =
            op.relations().any(|relation| starts.iter().any(|start| relation.starts_with(start.as_str())));
        related || op.types().split_whitespace().any(|word| word.starts_with(&format!("{name}:")))
    };
    op.has("SameOperandsAndResultType")
        || op.interfaces().any(|name| name.contains("InferType"))
        || op.results().all(|group| said(group.name))
}

/// The integer type and the cases of the enumeration that an attribute is, by its kind in the record.
pub(crate) fn enumeration(op: &'static Op, kind: &str) -> Option<&'static assay_ops::Enum> {
    let open = kind.find('(')?;
    let inner = kind[open + 1..].trim_end_matches(')');
    let inner = inner.rsplit('(').next().unwrap_or(inner);
    assay_ops::Dialect::of_op(op).enumeration(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_name_operations_by_their_namespace() {
        let name = |text: &str, open: &[&str]| {
            let open: Vec<String> = open.iter().map(|one| (*one).to_owned()).collect();
            operation(text, &open, &[]).map(|op| op.name)
        };
        assert_eq!(name("arith::AddIOp", &[]), Some("arith.addi"));
        assert_eq!(name("AddUIExtendedOp", &["arith"]), Some("arith.addui_extended"));
        assert_eq!(name("mlir::LLVM::ConstantOp", &[]), Some("llvm.mlir.constant"));
        assert_eq!(name("AddOp", &["index"]), Some("index.add"));
        assert_eq!(name("Nothing", &["arith"]), None);
    }

    #[test]
    fn types_of_casts_follow_from_nothing() {
        let infers = |name: &str| infers(assay_ops::op(name).unwrap());
        assert!(
            infers("arith.addi") && infers("arith.cmpi") && infers("arith.select") && infers("index.cmp")
        );
        assert!(!infers("arith.extui") && !infers("arith.bitcast"));
    }

    #[test]
    fn accessors_are_the_names_in_camel_case() {
        assert_eq!(camel("true_value"), "TrueValue");
        assert_eq!(camel("overflowFlags"), "OverflowFlags");
    }

    #[test]
    fn constraints_say_what_the_elements_are() {
        let op = assay_ops::op("arith.addi").unwrap();
        assert_eq!(elements(op, op.operands().next().unwrap()), Elements::Integer);
        let op = assay_ops::op("arith.addf").unwrap();
        assert_eq!(elements(op, op.operands().next().unwrap()), Elements::Float);
        let op = assay_ops::op("arith.cmpi").unwrap();
        assert_eq!(elements(op, op.results().next().unwrap()), Elements::Truth);
    }
}
