//! Relations between types that traits ask for, in the grammar of `assay.relations`.

use super::data::Operation;
use super::types;
use crate::predicate;
use crate::records::{Record, Records};

/// The relations that the traits with a predicate ask for, in the grammar of `assay.relations`, and the C++ of those that it
/// cannot say.
pub(super) fn relations(records: &Records, operation: &Operation, traits: &[Record<'_>]) -> [Vec<String>; 2] {
    let (mut said, mut unsaid) = (Vec::new(), Vec::new());
    for record in traits {
        let Some(condition) = record.def("predicate") else { continue };
        let words = relation(operation, *record);
        if words.is_empty() {
            push_new(&mut unsaid, predicate::condition(records, condition));
        }
        words.into_iter().for_each(|word| push_new(&mut said, word));
    }
    [said, unsaid]
}

fn push_new(list: &mut Vec<String>, text: String) {
    if !list.contains(&text) {
        list.push(text);
    }
}

fn relation(operation: &Operation, record: Record<'_>) -> Vec<String> {
    let kinds = [("AllTypesMatch", "type"), ("AllElementTypesMatch", "element"), ("AllRanksMatch", "rank")];
    if let Some((_, term)) = kinds.iter().find(|(class, _)| record.is(class)) {
        let values: Vec<&str> = record.texts("values").map(|name| name.trim_start_matches('$')).collect();
        let [first, rest @ ..] = &values[..] else { return Vec::new() };
        if !values.iter().all(|value| operation.is_single(value, false)) {
            return Vec::new();
        }
        return rest.iter().map(|value| format!("{term}({value}) == {term}({first})")).collect();
    }
    let optional = record.is("OptionalTypesMatchWith");
    let (Some(source), Some(target)) = (record.text("lhs"), record.text("rhs")) else { return Vec::new() };
    if !record.is("TypesMatchWith")
        || ![source, target].iter().all(|name| operation.is_single(name, optional))
    {
        return Vec::new();
    }
    let cpp = record.text("transformer").unwrap_or_default();
    // The element of a complex number is none of a shape, and a mask of the first extent has another shape.
    if cpp.contains("ComplexType") || cpp.contains("getShape()[0]") {
        return Vec::new();
    }
    match types::function(cpp) {
        Some("") => vec![format!("type({target}) == type({source})")],
        Some("element" | "element_or_self") => vec![format!("type({target}) == element({source})")],
        Some("i1like") => {
            vec![format!("element({target}) == i1"), format!("shape({target}) == shape({source})")]
        }
        _ => Vec::new(),
    }
}
