//! The values of all operations on an input, as lines: inputs by name, each operation with what it computes, and a sign at
//! the operation at which the difference begins. Operations that the difference does not need are folded into their number.

use super::text::{visible, width, wrap};
use assay_ir::verdict::{Trace, TraceStep};

/// A side of more operations is folded.
const WHOLE: usize = 6;

/// Characters of a value that is shown whole.
const INPUT: usize = 160;

/// A line of the trace.
pub(super) struct Line {
    /// The text, with its indentation.
    pub(super) text: String,
    /// Tells if the difference begins here.
    pub(super) is_wrong: bool,
    /// Tells if it is a heading.
    pub(super) is_heading: bool,
}

impl Line {
    fn text(text: String) -> Line {
        Line { text, is_wrong: false, is_heading: false }
    }

    fn heading(text: &str) -> Line {
        Line { text: text.to_owned(), is_wrong: false, is_heading: true }
    }
}

/// The trace in lines that fit into `columns` where they can; `beside` programs that are shown, too, its headings say so.
pub(super) fn lines(trace: &Trace, columns: usize, beside: bool) -> Vec<Line> {
    let [before, after] = match beside {
        true => ["  values before:", "  values after:"],
        false => ["  before:", "  after:"],
    };
    let mut out = Vec::new();
    if !trace.inputs.is_empty() {
        out.push(Line::heading("  inputs:"));
    }
    for input in &trace.inputs {
        let ty = input.ty.as_deref().map(|ty| format!(" : {ty}")).unwrap_or_default();
        out.push(Line::text(cut(visible(&format!("    {}{ty} = {}", input.name, input.value)))));
    }
    out.push(Line::heading(before));
    side(&mut out, &trace.before, None, columns);
    out.push(Line::heading(after));
    side(&mut out, &trace.after, trace.first_wrong, columns);
    if let Some(seen) = &trace.seen {
        let lines = wrap(&visible(&seen.to_string()), columns.saturating_sub(4).max(20));
        let indents = std::iter::once("  ").chain(std::iter::repeat("    "));
        out.extend(lines.iter().zip(indents).map(|(line, indent)| Line::text(format!("{indent}{line}"))));
    }
    out
}

/// A text with the first values of much memory.
fn cut(text: String) -> String {
    match text.char_indices().nth(INPUT) {
        Some((end, _)) => format!("{} ...", text[..end].trim_end_matches([',', ' '])),
        None => text,
    }
}

/// The trace as text, beside the programs.
#[must_use]
pub fn values(trace: &Trace) -> String {
    lines(trace, 100, true).into_iter().map(|line| line.text + "\n").collect()
}

/// The operations of one side, folded around the one that is wrong.
fn side(out: &mut Vec<Line>, steps: &[TraceStep], wrong: Option<usize>, columns: usize) {
    if steps.is_empty() {
        out.push(Line::text("    nothing is computed".to_owned()));
        return;
    }
    let shown = selected(steps, wrong);
    let rows: Vec<(usize, String)> = shown.iter().map(|at| (*at, visible(&text(&steps[*at])))).collect();
    let left = rows.iter().map(|(_, row)| width(row)).max().unwrap_or(0);
    for (at, row) in rows {
        let is_wrong = wrong == Some(at);
        let sign = if is_wrong { "  > " } else { "    " };
        let outcome = cut(visible(&steps[at].outcome()));
        let fill = " ".repeat(left - width(&row));
        let whole = format!("{sign}{row}{fill}  {outcome}");
        if width(&whole) <= columns || outcome.is_empty() {
            out.push(Line { text: whole.trim_end().to_owned(), is_wrong, is_heading: false });
        } else {
            out.push(Line { text: format!("{sign}{row}"), is_wrong, is_heading: false });
            out.push(Line { text: format!("        {outcome}"), is_wrong, is_heading: false });
        }
    }
    let folded = steps.len() - shown.len();
    if folded > 0 {
        let operations = if folded == 1 { "operation" } else { "operations" };
        let others = |(at, step): (usize, &TraceStep)| !shown.contains(&at) && step.undefined.is_some();
        let defined = !steps.iter().enumerate().any(others);
        let none = if defined { ", none of them undefined" } else { "" };
        out.push(Line::text(format!("    ... {folded} more {operations}{none}")));
    }
}

/// Operations to show: all of a short side, else the wrong one or the last one, and those that feed it.
fn selected(steps: &[TraceStep], wrong: Option<usize>) -> Vec<usize> {
    if steps.len() <= WHOLE {
        return (0..steps.len()).collect();
    }
    let center = wrong.filter(|at| *at < steps.len()).unwrap_or(steps.len() - 1);
    // Of an operation in a loop the last run before it.
    let last = |operand: &String| {
        let name = operand.split('#').next().unwrap_or_default();
        steps[..center].iter().rposition(|step| !step.name.is_empty() && step.name == name)
    };
    let mut shown: Vec<usize> = steps[center].operands.iter().filter_map(last).chain([center]).collect();
    shown.sort_unstable();
    shown.dedup();
    shown
}

/// The operation as text, and a remark where the rewrite left it.
fn text(step: &TraceStep) -> String {
    format!("{}{}", step.text(), if step.kept { " (kept)" } else { "" })
}

#[cfg(test)]
mod tests {
    use assay_ir::verdict::Observed;

    use super::*;

    fn step(name: &str, operands: &[&str], value: &str) -> TraceStep {
        TraceStep {
            name: name.to_owned(),
            op: "t.op".to_owned(),
            operands: operands.iter().map(|name| (*name).to_owned()).collect(),
            types: vec!["i8".to_owned()],
            values: vec![value.to_owned()],
            ..TraceStep::default()
        }
    }

    #[test]
    fn a_long_side_shows_the_wrong_operation_and_what_feeds_it() {
        let mut after: Vec<TraceStep> = (0..9).map(|at| step(&format!("%{at}"), &[], "1")).collect();
        after[6].operands = vec!["%2".to_owned(), "%x".to_owned()];
        after[6].undefined = Some("division by zero".to_owned());
        let seen = Observed { place: "users see".to_owned(), before: "1".to_owned(), after: "2".to_owned() };
        let trace = Trace { after, first_wrong: Some(6), seen: Some(seen), ..Trace::default() };
        let text: String = lines(&trace, 80, false).into_iter().map(|line| line.text + "\n").collect();
        assert_eq!(
            text,
            "  before:\n    nothing is computed\n  after:\n    %2 = t.op         1\n  \
             > %6 = t.op %2, %x  undefined behaviour: division by zero\n    \
             ... 7 more operations, none of them undefined\n  users see 1 before and 2 after\n"
        );
    }

    #[test]
    fn a_value_that_does_not_fit_goes_below() {
        let trace = Trace { before: vec![step("%root", &[], &"9".repeat(40))], ..Trace::default() };
        let all = lines(&trace, 40, false);
        assert!(all.iter().any(|line| line.text == format!("        {}", "9".repeat(40))));
    }
}
