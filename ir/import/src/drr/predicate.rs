//! Predicates of constraints as C++ text. Understands no C++.

use super::records::{Record, Records};

/// The conditions of a predicate, all of which have to hold, each as C++ over `$_self` or `$0`, `$1` and so on.
pub(crate) fn conditions(records: &Records, predicate: &str) -> Vec<String> {
    let Some(record) = records.get(predicate) else { return vec![predicate.to_owned()] };
    match combiner(record) {
        Some("PredCombinerAnd") => {
            record.defs("children").flat_map(|child| conditions(records, child)).collect()
        }
        Some(_) => vec![whole(records, record)],
        None => vec![atom(record)],
    }
}

fn combiner<'a>(record: Record<'a>) -> Option<&'a str> {
    record.def("kind")
}

/// A predicate as one expression.
fn whole(records: &Records, record: Record<'_>) -> String {
    let parts = || -> Vec<String> {
        record
            .defs("children")
            .filter_map(|child| records.get(child))
            .map(|child| whole(records, child))
            .collect()
    };
    let first = || parts().first().cloned().unwrap_or_default();
    match combiner(record) {
        None => atom(record),
        Some("PredCombinerAnd") => format!("({})", parts().join(" && ")),
        Some("PredCombinerOr") => format!("({})", parts().join(" || ")),
        Some("PredCombinerNot") => format!("!({})", first()),
        Some("PredCombinerSubstLeaves") => {
            let (old, new) = (record.text("pattern").unwrap_or_default(), record.text("replacement"));
            first().replace(old, new.unwrap_or_default())
        }
        Some("PredCombinerConcat") => {
            let side = |field| record.text(field).unwrap_or_default();
            format!("{}{}{}", side("prefix"), first(), side("suffix"))
        }
        Some(other) => format!("{other}({})", parts().join(", ")),
    }
}

/// A predicate as one expression over `$_self`, in parentheses wherever operators meet.
pub(crate) fn expression(records: &Records, predicate: &str) -> String {
    let Some(record) = records.get(predicate) else { return predicate.to_owned() };
    let mut parts = record.defs("children").map(|child| expression(records, child));
    let joined = |parts: &mut dyn Iterator<Item = String>, by: &str| {
        parts.map(|part| format!("({part})")).collect::<Vec<_>>().join(by)
    };
    match combiner(record) {
        None => atom(record),
        Some("PredCombinerAnd") => joined(&mut parts, " && "),
        Some("PredCombinerOr") => joined(&mut parts, " || "),
        Some("PredCombinerNot") => format!("!({})", parts.next().unwrap_or_default()),
        Some("PredCombinerSubstLeaves") => {
            let (old, new) = (record.text("pattern").unwrap_or_default(), record.text("replacement"));
            parts.next().unwrap_or_default().replace(old, new.unwrap_or_default())
        }
        Some("PredCombinerConcat") => {
            let side = |field| record.text(field).unwrap_or_default();
            format!("{}{}{}", side("prefix"), parts.next().unwrap_or_default(), side("suffix"))
        }
        Some(other) => format!("{other}({})", joined(&mut parts, ", ")),
    }
}

fn atom(record: Record<'_>) -> String {
    record.text("predExpr").unwrap_or(record.name).to_owned()
}
