//! The script of a point: its text with the selected options filled in; where a choice has no place in the text, the program as it is printed.

use assay_audit::script::text;
use assay_ir::data::{AttrId, OpId, Program};
use assay_ir::text as print;

use crate::run::Chosen;

/// A knob, and a choice among regions.
const CHOICE_OPS: [&str; 2] = ["transform.tune.knob", "transform.tune.alternatives"];

/// The text of a script in which these choices are made.
pub fn selected(script: &Program, chosen: &Chosen) -> String {
    edited(script, chosen).unwrap_or_else(|| printed(script, chosen))
}

/// The text as it was written, with what is selected put in; `None` where an operation is in another form.
fn edited(script: &Program, chosen: &Chosen) -> Option<String> {
    let source = script.source()?.text();
    let mut places: Vec<(usize, String)> = Vec::new();
    for (op, choice) in chosen {
        let name = script.op_name(*op);
        let start = script.op(*op).span.start as usize;
        let rest = source.get(start..)?;
        let head = rest.find(name)? + name.len();
        let label = rest.get(head..)?.trim_start();
        // Results and `=` come before the name, and nothing else.
        let before = rest.get(..head - name.len())?;
        if before.contains(['\n', '"', '(']) || !label.starts_with("<\"") {
            return None;
        }
        let end = start + rest.len() - label.len() + 2 + end_of_string(&label[2..])?;
        let end = end + source.get(end..)?.find('>')? + 1;
        let put = match name == CHOICE_OPS[0] {
            true => format!(" = {} from", print::attr_text(script.ctx(), option(script, *op, *choice)?)),
            false => format!(" selected_region = {choice}"),
        };
        places.push((end, put));
    }
    places.sort();
    let mut out = source.to_owned();
    places.into_iter().rev().for_each(|(at, put)| out.insert_str(at, &put));
    Some(out)
}

/// Bytes up to the end of a string literal, its quote included.
fn end_of_string(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn option(script: &Program, op: OpId, choice: usize) -> Option<AttrId> {
    text::elements(script, text::attr(script, op, "options")?).get(choice).copied()
}

fn printed(script: &Program, chosen: &Chosen) -> String {
    let mut copy = script.clone();
    let ctx = std::sync::Arc::clone(copy.ctx());
    for (op, choice) in chosen {
        let (key, value) = match copy.op_name(*op) == CHOICE_OPS[0] {
            true => ("selected", option(script, *op, *choice)),
            false => ("selected_region_attr", Some(ctx.integer_attr(*choice as i128, ctx.index()))),
        };
        let Some(value) = value else { continue };
        let old = ctx.entries(copy.op(*op).properties).iter().copied();
        let all: Vec<_> = old.chain([(ctx.ident(key), value)]).collect();
        copy.set_properties(*op, ctx.dictionary(all));
    }
    print::print(&copy, &print::PrintOptions::default())
}
