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

/// A predicate as one expression, as the generators of TableGen write it: white space is one blank, alternatives of one are that one.
pub(crate) fn condition(records: &Records, predicate: &str) -> String {
    fn within(records: &Records, name: &str, exchanged: &[(&str, &str)]) -> String {
        let exchange = |text: &str| {
            exchanged.iter().rev().fold(text.to_owned(), |text, (old, new)| text.replace(old, new))
        };
        let Some(record) = records.get(name) else { return exchange(name) };
        let Some(combiner) = combiner(record) else { return exchange(&one_line(&atom(record))) };
        let mut exchanged = exchanged.to_vec();
        if combiner == "PredCombinerSubstLeaves" {
            let side = |field| record.text(field).unwrap_or_default();
            exchanged.push((side("pattern"), side("replacement")));
        }
        let parts: Vec<String> =
            record.defs("children").map(|child| within(records, child, &exchanged)).collect();
        let joined = |by: &str, none: &str| match &parts[..] {
            [] => none.to_owned(),
            [one] => one.clone(),
            all => all.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(by),
        };
        let first = parts.first().map_or("", String::as_str);
        match combiner {
            "PredCombinerAnd" => joined(" && ", "true"),
            "PredCombinerOr" => joined(" || ", "false"),
            "PredCombinerNot" => format!("!({first})"),
            "PredCombinerConcat" => {
                let side = |field| exchange(record.text(field).unwrap_or_default());
                one_line(&format!("{}{first}{}", side("prefix"), side("suffix")))
            }
            _ => first.to_owned(),
        }
    }
    within(records, predicate, &[])
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
