//! Patterns with ranges in every place, drawn from a number: an operation that may feed the root, the root, one or two actions.
//! Must not know how ranges are matched.

use std::fmt::Write as _;

use assay_fuzz::generate::{Choose, bytes};

/// One byte for each choice.
struct Noise(std::vec::IntoIter<u8>);

impl Choose for Noise {
    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) * limit >> 8
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

fn operation(name: &str, operands: &[&'static str], types: &[&'static str]) -> String {
    let results = if types.is_empty() { String::new() } else { format!(" -> ({})", list(types)) };
    let operands = if operands.is_empty() { String::new() } else { format!("({})", list(operands)) };
    format!("pdl.operation \"{name}\"{operands}{results}")
}

fn some(dice: &mut impl Choose, from: &[&'static str], least: usize, most: usize) -> Vec<&'static str> {
    let count = least + dice.below(most - least + 1);
    (0..count).map(|_| from[dice.below(from.len())]).collect()
}

/// The pattern of a number.
pub(crate) fn text(seed: u64) -> String {
    let dice = &mut Noise(bytes(seed, 256).into_iter());
    let (types, free) = (["%t", "%ts", "%us", "%c1", "%c2", "%ts"], ["%x", "%y", "%xs", "%ys", "%zs"]);
    let mut written = Written::default();
    let feeds = !dice.one_in(3);
    if feeds {
        let (operands, results) = (some(dice, &free, 0, 2), some(dice, &types, 1, 2));
        operands.iter().chain(&results).for_each(|name| written.need(name));
        let inner = operation("lab.a", &operands, &results);
        writeln!(written.lines, "  %inner = {inner}").expect("a string takes everything");
    }
    let mut operands = some(dice, &free, 0, 2);
    if feeds {
        let fed = ["%r0", "%r1", "%rs", "%rest", "%rs"];
        let at = dice.below(operands.len() + 1);
        operands.insert(at, fed[dice.below(fed.len())]);
    }
    let results = some(dice, &types, 0, 3);
    operands.iter().chain(&results).for_each(|name| written.need(name));
    let root = operation("lab.b", &operands, &results);
    writeln!(written.lines, "  %root = {root}").expect("a string takes everything");
    let rewrite = rewrite(dice, feeds, &written);
    format!("pdl.pattern @p : benefit(1) {{\n{}  pdl.rewrite %root {{\n{rewrite}  }}\n}}\n", written.lines)
}

fn rewrite(dice: &mut impl Choose, feeds: bool, written: &Written) -> String {
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
        let target = if feeds && dice.one_in(2) { "%inner" } else { "%root" };
        out += &match dice.below(6) {
            0 => format!("    pdl.erase {target}\n"),
            1 | 2 if made => format!("    pdl.replace {target} with %new\n"),
            _ if values.is_empty() => format!("    pdl.erase {target}\n"),
            _ => format!("    pdl.replace {target} with ({})\n", list(&some(dice, &values, 1, 2))),
        };
    }
    out
}
