//! Patterns with ranges in every place, drawn from a number: an operation that feeds the root, or one of the same name that
//! reads the same value, or none; the root; one or two actions.
//! Must not know how ranges are matched.

use std::fmt::Write as _;

use assay_fuzz::generate::{Choose, bytes};

/// One byte for each choice.
struct Noise(std::vec::IntoIter<u8>);

impl Choose for Noise {
    fn below(&mut self, limit: usize) -> usize {
        (usize::from(self.0.next().unwrap_or(0)) * limit) >> 8
    }
}

/// What is written before the rewrite, each once.
#[derive(Default)]
struct Written {
    lines: String,
    names: Vec<&'static str>,
}

impl Written {
    /// The definition of a handle, when it was not there.
    fn need(&mut self, name: &'static str) {
        if self.names.contains(&name) {
            return;
        }
        if name == "%zs" {
            self.need("%ts");
        } else if ["%x", "%y"].contains(&name) {
            self.need("%t");
        }
        self.names.push(name);
        let line = match name {
            "%t" => "pdl.type : i32",
            "%ts" | "%us" => "pdl.types",
            "%c1" => "pdl.types : [i32]",
            "%c2" => "pdl.types : [i32, i32]",
            "%x" | "%y" => "pdl.operand : %t",
            "%xs" | "%ys" => "pdl.operands",
            "%zs" => "pdl.operands : %ts",
            "%r0" => "pdl.result 0 of %inner",
            "%r1" => "pdl.result 1 of %inner",
            "%rs" => "pdl.results of %inner",
            "%rest" => "pdl.results 1 of %inner -> !pdl.range<value>",
            _ => unreachable!("no such handle"),
        };
        writeln!(self.lines, "  {name} = {line}").expect("a string takes everything");
    }
}

fn kind(name: &str) -> &'static str {
    match name {
        "%t" => "!pdl.type",
        "%ts" | "%us" | "%c1" | "%c2" => "!pdl.range<type>",
        "%x" | "%y" | "%r0" | "%r1" | "%w" => "!pdl.value",
        "%inner" | "%root" | "%new" => "!pdl.operation",
        _ => "!pdl.range<value>",
    }
}

fn list(names: &[&'static str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let kinds: Vec<&str> = names.iter().map(|name| kind(name)).collect();
    format!("{} : {}", names.join(", "), kinds.join(", "))
}

/// An empty name stands for none.
fn operation(name: &str, operands: &[&'static str], types: &[&'static str]) -> String {
    let results = if types.is_empty() { String::new() } else { format!(" -> ({})", list(types)) };
    let operands = if operands.is_empty() { String::new() } else { format!("({})", list(operands)) };
    let name = if name.is_empty() { String::new() } else { format!(" \"{name}\"") };
    format!("pdl.operation{name}{operands}{results}")
}

fn some(dice: &mut impl Choose, from: &[&'static str], least: usize, most: usize) -> Vec<&'static str> {
    let count = least + dice.below(most - least + 1);
    (0..count).map(|_| from[dice.below(from.len())]).collect()
}

/// What is matched besides the root.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inner {
    None,
    /// It makes what the root reads.
    Feeds,
    /// It reads what the root reads, and may be the root.
    Sibling,
}

/// The pattern of a number.
pub(crate) fn drawn(seed: u64) -> (Inner, String) {
    let dice = &mut Noise(bytes(seed, 256).into_iter());
    let (types, free) = (["%t", "%ts", "%us", "%c1", "%c2", "%ts"], ["%x", "%y", "%xs", "%ys", "%zs"]);
    let mut written = Written::default();
    let mut fed = vec!["%r0", "%r1", "%rs", "%rs", "%rest"];
    let inner = [Inner::None, Inner::Feeds, Inner::Feeds, Inner::Sibling][dice.below(4)];
    if inner != Inner::None {
        let (mut operands, results) = (some(dice, &free, 0, 2), some(dice, &types, 1, 2));
        if inner == Inner::Sibling {
            operands.insert(dice.below(operands.len() + 1), "%x");
        }
        operands.iter().chain(&results).for_each(|name| written.need(name));
        let name = if inner == Inner::Sibling { "lab.b" } else { "lab.a" };
        let name = if dice.one_in(8) { "" } else { name };
        if name.is_empty() {
            // Nobody knows which group that would be.
            fed.pop();
        }
        let inner = operation(name, &operands, &results);
        writeln!(written.lines, "  %inner = {inner}").expect("a string takes everything");
    }
    let mut operands = some(dice, &free, 0, 2);
    let at = dice.below(operands.len() + 1);
    match inner {
        Inner::None => {}
        Inner::Feeds => operands.insert(at, fed[dice.below(fed.len())]),
        Inner::Sibling => operands.insert(at, "%x"),
    }
    let results = some(dice, &types, 0, 3);
    operands.iter().chain(&results).for_each(|name| written.need(name));
    let root = operation(if dice.one_in(8) { "" } else { "lab.b" }, &operands, &results);
    writeln!(written.lines, "  %root = {root}").expect("a string takes everything");
    let rewrite = rewrite(dice, inner != Inner::None, &written);
    let text = format!(
        "pdl.pattern @p : benefit(1) {{\n{}  pdl.rewrite %root {{\n{rewrite}  }}\n}}\n",
        written.lines
    );
    (inner, text)
}

fn rewrite(dice: &mut impl Choose, two: bool, written: &Written) -> String {
    let of = |wanted: &str| -> Vec<&'static str> {
        written.names.iter().copied().filter(|name| kind(name).ends_with(wanted)).collect()
    };
    let mut values: Vec<&'static str> = [of("value"), of("<value>")].concat();
    let types: Vec<&'static str> = [of("pdl.type"), of("<type>")].concat();
    let mut out = String::new();
    let mut made = false;
    if dice.one_in(3) {
        out += "    %w = pdl.result 0 of %root\n";
        values.push("%w");
    }
    if dice.one_in(2) {
        let operands = if values.is_empty() { Vec::new() } else { some(dice, &values, 0, 2) };
        let results = if types.is_empty() { Vec::new() } else { some(dice, &types, 0, 2) };
        out += &format!("    %new = {}\n", operation("lab.n", &operands, &results));
        made = true;
    }
    for _ in 0..=dice.below(2) {
        let target = if two && dice.one_in(2) { "%inner" } else { "%root" };
        out += &match dice.below(6) {
            0 => format!("    pdl.erase {target}\n"),
            1 | 2 if made => format!("    pdl.replace {target} with %new\n"),
            _ if values.is_empty() => format!("    pdl.erase {target}\n"),
            _ => format!("    pdl.replace {target} with ({})\n", list(&some(dice, &values, 1, 2))),
        };
    }
    out
}
