//! Operations by their C++ classes, and what their records say of operands, results and attributes.

use assay_ops::{Group, Many, Op};

use crate::syntax::{last, without_arguments};

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

/// C++ namespaces that are not the name of their dialect in small letters.
const SPACES: [(&str, &str); 4] = [("LLVM", "llvm"), ("cf", "cf"), ("NVVM", "nvvm"), ("ROCDL", "rocdl")];

/// The dialect of a namespace.
pub(crate) fn dialect_of_space(space: &str) -> Option<&'static str> {
    let known = SPACES.iter().find(|(name, _)| *name == space).map(|(_, dialect)| (*dialect).to_owned());
    let name = known.unwrap_or_else(|| space.to_owned());
    assay_ops::dialect(&name).map(assay_ops::Dialect::name)
}

/// Before the name of an operation that stands for its class, and between the parts of that name.
const NAMED: &str = "operation__";
const DOT: &str = "__dot__";

/// A text that stands for the class of an operation.
pub(crate) fn class_text(name: &str) -> String {
    format!("{NAMED}{}", name.replace('.', DOT))
}

/// The operation that a C++ class stands for: by the namespace that it is written with, else by those that are open.
/// `classes` has the operations whose names do not follow from the class.
pub(crate) fn operation(text: &str, open: &[String], classes: &[(String, String)]) -> Option<&'static Op> {
    let text = without_arguments(text);
    if let Some(name) = text.strip_prefix(NAMED) {
        return assay_ops::op(&name.replace(DOT, "."));
    }
    let class = last(text);
    let space = text.rsplit_once("::").and_then(|(spaces, _)| spaces.rsplit("::").find(|one| *one != "mlir"));
    let spaces: Vec<&str> = match space {
        Some(space) => vec![space],
        None => open.iter().rev().map(String::as_str).collect(),
    };
    for space in spaces {
        let named = classes.iter().find(|(known, _)| {
            known.rsplit_once("::").is_some_and(|(known, other)| known == space && other == class)
        });
        if let Some((_, name)) = named {
            return assay_ops::op(name);
        }
        let Some(dialect) = dialect_of_space(space).and_then(assay_ops::dialect) else { continue };
        let word = class.strip_suffix("Op")?.to_ascii_lowercase();
        let plain = |name: &str| -> String {
            name.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_lowercase()
        };
        let words: Vec<&str> = dialect.names().collect();
        let strip = |name: &str| -> String {
            let own =
                name.strip_prefix(dialect.name()).and_then(|rest| rest.strip_prefix('.')).unwrap_or(name);
            own.to_owned()
        };
        let exact = words.iter().find(|name| plain(&strip(name)) == word);
        let inner = || {
            words.iter().find(|name| {
                let own = strip(name);
                let own = own.strip_prefix("mlir.").or(own.strip_prefix("intr.")).unwrap_or(&own);
                plain(own) == word
            })
        };
        if let Some(found) = exact.or_else(inner) {
            return assay_ops::op_in(dialect.name(), &strip(found));
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
