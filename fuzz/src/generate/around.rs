//! Functions around one operation, as text: each has it once or twice, on arguments, on numbers that folders ask for, on equal
//! operands and on its own result. Types and attributes are those that its definition admits, found by trying. Nothing of
//! the functions is known to be right or wrong.

use assay_ir::data::Source;
use assay_ir::spec::{OpSpec, Registry, Variadicity};
use assay_ir::{text, wellformed};

/// Functions around one operation, at most.
const MOST: usize = 240;

/// Attributes of one operation that are tried in all their values, and choices of their values at most.
const CHOICES: usize = 24;

/// Types of operands and results that are tried, in this order.
const TYPES: [&str; 9] = ["i8", "i16", "i32", "i64", "index", "f32", "f64", "i1", "vector<2xi8>"];

/// Values of attributes that are no numbers.
const OTHERS: [&str; 7] = ["unit", "true", "\"a\"", "i8", "[]", "{}", "array<i64: 0>"];

/// Numbers of operands and results of an operation with open groups.
const OPEN: usize = 2;

/// The functions around an operation, each by itself; in some, other operations compute its operands.
///
/// # Errors
/// Why there are none, in words.
pub fn functions(registry: &Registry, name: &str, others: &[String]) -> Result<Vec<String>, String> {
    let Some(spec) = registry.op(registry.ctx().ident(name)) else {
        return Err("it has no definition (`--dialect FILE`)".to_owned());
    };
    if spec.regions.as_ref().is_none_or(|regions| !regions.is_empty()) {
        return Err("it has regions".to_owned());
    }
    if spec.results.is_empty() || spec.traits.successors.is_some() || spec.traits.any_successors {
        return Err("it has no results that could be compared".to_owned());
    }
    let Some(shape) = Shape::find(registry, spec, name, None) else {
        return Err("no types and attributes of a few were found that its definition admits".to_owned());
    };
    let others = others.iter().filter(|other| *other != name);
    let producers = others.filter_map(|other| {
        let spec = registry.op(registry.ctx().ident(other))?;
        let closed = spec.regions.as_ref().is_some_and(|regions| regions.is_empty());
        let wanted = shape.operands.first().filter(|_| closed && spec.traits.successors.is_none())?;
        Shape::find(registry, spec, other, Some(wanted))
    });
    Ok(shape.functions(&producers.collect::<Vec<_>>()))
}

/// Types of an operation with values of its attributes.
struct Shape {
    name: String,
    operands: Vec<&'static str>,
    results: Vec<&'static str>,
    /// Dictionaries, the simplest one first.
    attributes: Vec<String>,
}

fn count(variadicity: Variadicity) -> usize {
    match variadicity {
        Variadicity::Single => 1,
        Variadicity::Optional => 0,
        Variadicity::Variadic => OPEN,
    }
}

impl Shape {
    /// The first types that are admitted, with one result of a type where one is wanted.
    fn find(registry: &Registry, spec: &OpSpec, name: &str, wanted: Option<&str>) -> Option<Shape> {
        let operands: usize = spec.operands.iter().map(|group| count(group.variadicity)).sum();
        let results: usize = spec.results.iter().map(|group| count(group.variadicity)).sum();
        let attributes = spec.attributes.iter().filter(|one| !one.optional);
        let names: Vec<String> = attributes.map(|one| registry.ctx().str(one.name).to_owned()).collect();
        if wanted.is_some() && results != 1 {
            return None;
        }
        for ty in TYPES {
            let results_of = [ty].into_iter().chain(TYPES.into_iter().filter(|other| *other != ty));
            for result in results_of.filter(|result| wanted.is_none_or(|wanted| wanted == *result)) {
                let mut shape = Shape {
                    name: name.to_owned(),
                    operands: vec![ty; operands],
                    results: vec![result; results],
                    attributes: Vec::new(),
                };
                let simple = dictionaries(&names, &|_| simple(ty));
                let admitted = |text: &String| shape.is_admitted(registry, text);
                let Some(first) = simple.iter().find(|text| admitted(text)) else { continue };
                // Of the type of the one that is admitted, others are tried.
                let kinds = kinds_of(first, &names);
                let all = dictionaries(&names, &|at| values(&kinds[at]));
                let mut all: Vec<String> = all.into_iter().filter(|text| admitted(text)).collect();
                let step = all.len().div_ceil(CHOICES).max(1);
                all = all.into_iter().step_by(step).collect();
                shape.attributes = if all.is_empty() { vec![first.clone()] } else { all };
                return Some(shape);
            }
        }
        None
    }

    /// Tells if the definition admits the operation with these attributes.
    fn is_admitted(&self, registry: &Registry, attributes: &str) -> bool {
        let names: Vec<String> = (0..self.operands.len()).map(|at| format!("%x{at}")).collect();
        let parsed = {
            let function = self.function(0, &[self.line("%r", &names, attributes)], "%r");
            text::parse(registry.ctx(), &Source::new("around", function))
        };
        parsed.diagnostics.is_empty()
            && wellformed::check(&parsed.program, registry, &wellformed::Options::default()).is_empty()
    }

    fn line(&self, result: &str, operands: &[String], attributes: &str) -> String {
        let several =
            if self.results.len() == 1 { String::new() } else { format!(":{}", self.results.len()) };
        format!(
            "{result}{several} = \"{}\"({}) {attributes} : ({}) -> ({})",
            self.name,
            operands.join(", "),
            self.operands.join(", "),
            self.results.join(", ")
        )
    }

    fn function(&self, number: usize, lines: &[String], result: &str) -> String {
        self.function_of(number, &[], lines, result)
    }

    /// The function with more parameters.
    fn function_of(&self, number: usize, more: &[String], lines: &[String], result: &str) -> String {
        let own = self.operands.iter().enumerate().map(|(at, ty)| format!("%x{at}: {ty}"));
        let parameters: Vec<String> = own.chain(more.iter().cloned()).collect();
        let results: Vec<String> = match self.results.len() {
            1 => vec![result.to_owned()],
            many => (0..many).map(|at| format!("{result}#{at}")).collect(),
        };
        let types = self.results.join(", ");
        format!(
            "func.func @f{number}({}) -> ({types}) {{\n  {}\n  return {} : {types}\n}}\n",
            parameters.join(", "),
            lines.join("\n  "),
            results.join(", ")
        )
    }

    /// Operands by their names: arguments, or numbers in front of the operation.
    fn rows(&self) -> Vec<Vec<String>> {
        let count = self.operands.len();
        let arguments: Vec<String> = (0..count).map(|at| format!("%x{at}")).collect();
        let numbers = self.operands.first().map(|ty| constants(ty)).unwrap_or_default();
        let number = |at: usize| format!("%n{at}");
        let mut rows = vec![arguments.clone()];
        for one in 0..count {
            for other in one + 1..count {
                let mut row = arguments.clone();
                row[other].clone_from(&arguments[one]);
                rows.push(row);
            }
        }
        for at in 0..count {
            for which in 0..numbers.len() {
                let mut row = arguments.clone();
                row[at] = number(which);
                rows.push(row);
            }
        }
        if count >= 2 {
            for first in 0..numbers.len() {
                for second in 0..numbers.len() {
                    let mut row: Vec<String> = vec![number(second); count];
                    row[0] = number(first);
                    rows.push(row);
                }
            }
        }
        rows
    }

    fn functions(&self, producers: &[Shape]) -> Vec<String> {
        let numbers = self.operands.first().map(|ty| constants(ty)).unwrap_or_default();
        let ty = self.operands.first().copied().unwrap_or_default();
        let front: Vec<String> = numbers
            .iter()
            .enumerate()
            .map(|(at, number)| format!("%n{at} = \"arith.constant\"() {{value = {number}}} : () -> {ty}"))
            .collect();
        let rows = self.rows();
        let mut bodies: Vec<Vec<String>> = Vec::new();
        let simplest = &self.attributes[0];
        for row in &rows {
            bodies.push(vec![self.line("%r", row, simplest)]);
        }
        for attributes in self.attributes.iter().skip(1) {
            bodies.push(vec![self.line("%r", &rows[0], attributes)]);
        }
        if self.results.len() == 1 && self.operands.contains(&self.results[0]) {
            self.nested(&rows, &mut bodies);
        }
        let step = bodies.len().div_ceil(MOST).max(1);
        let own = bodies.into_iter().step_by(step).map(|lines| (Vec::new(), lines));
        let mut composed = Vec::new();
        producers.iter().for_each(|producer| self.composed(producer, &rows, &mut composed));
        let step = composed.len().div_ceil(2 * MOST).max(1);
        let all = own.chain(composed.into_iter().step_by(step));
        let function = |(number, (more, lines)): (usize, (Vec<String>, Vec<String>))| {
            let used = |at: &usize| lines.iter().any(|line| names(line, &format!("%n{at}")));
            let mut all: Vec<String> = (0..front.len()).filter(used).map(|at| front[at].clone()).collect();
            all.extend(lines);
            self.function_of(number, &more, &all, "%r")
        };
        all.enumerate().map(function).collect()
    }

    /// The operation on the result of another one, beside arguments, numbers and the same result.
    fn composed(&self, producer: &Shape, rows: &[Vec<String>], out: &mut Vec<(Vec<String>, Vec<String>)>) {
        let names: Vec<String> = (0..producer.operands.len()).map(|at| format!("%y{at}")).collect();
        let parameters: Vec<String> =
            names.iter().zip(&producer.operands).map(|(name, ty)| format!("{name}: {ty}")).collect();
        let inner = |operands: &[String]| producer.line("%q", operands, &producer.attributes[0]);
        for at in 0..self.operands.len() {
            let is_number = |name: &String| name.starts_with("%n");
            let simple = |row: &&Vec<String>| row.iter().filter(|name| is_number(name)).count() <= 1;
            for row in rows.iter().filter(simple).filter(|row| !is_number(&row[at])) {
                let mut row = row.clone();
                row[at] = "%q".to_owned();
                let outer = self.line("%r", &row, &self.attributes[0]);
                out.push((parameters.clone(), vec![inner(&names), outer]));
            }
        }
        // Numbers inside and outside.
        let alike = producer.operands.iter().chain(&self.operands).all(|ty| *ty == self.operands[0]);
        for (place, number) in (0..names.len()).flat_map(|at| [(at, "%n1"), (at, "%n2")]).filter(|_| alike) {
            let mut operands = names.clone();
            number.clone_into(&mut operands[place]);
            for at in 0..self.operands.len() {
                let mut row = vec!["%n1".to_owned(); self.operands.len()];
                "%q".clone_into(&mut row[at]);
                let outer = self.line("%r", &row, &self.attributes[0]);
                out.push((parameters.clone(), vec![inner(&operands), outer]));
                let mut row = rows[0].clone();
                "%q".clone_into(&mut row[at]);
                let outer = self.line("%r", &row, &self.attributes[0]);
                out.push((parameters.clone(), vec![inner(&operands), outer]));
            }
        }
    }

    /// The operation on its own result.
    fn nested(&self, rows: &[Vec<String>], bodies: &mut Vec<Vec<String>>) {
        let arguments = &rows[0];
        for at in (0..arguments.len()).filter(|at| self.operands[*at] == self.results[0]) {
            for inner in &self.attributes {
                for outer in &self.attributes {
                    let mut row = arguments.clone();
                    row[at] = "%q".to_owned();
                    bodies.push(vec![self.line("%q", arguments, inner), self.line("%r", &row, outer)]);
                }
            }
            let simplest = &self.attributes[0];
            // Numbers inside and outside: those of one operand and of the others.
            for row in rows.iter().skip(1) {
                let is_number = |name: &String| name.starts_with("%n");
                if row.iter().filter(|name| is_number(name)).count() != 1 || is_number(&row[at]) {
                    continue;
                }
                for other in rows.iter().skip(1) {
                    let count = other.iter().filter(|name| is_number(name)).count();
                    if count != 1 || is_number(&other[at]) {
                        continue;
                    }
                    let mut outer = other.clone();
                    outer[at] = "%q".to_owned();
                    bodies.push(vec![self.line("%q", row, simplest), self.line("%r", &outer, simplest)]);
                }
            }
        }
    }
}

/// Tells if a line names a value.
fn names(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| !line[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()))
}

/// Numbers of a type that folders ask for.
fn constants(ty: &str) -> Vec<String> {
    let typed = |list: &[String]| list.iter().map(|number| format!("{number} : {ty}")).collect();
    match ty {
        "i1" => vec!["true".to_owned(), "false".to_owned()],
        "index" => typed(&["0", "1", "-1", "2", "64"].map(str::to_owned)),
        "f32" | "f64" => typed(&["0.0", "-0.0", "1.0", "-1.0", "2.0"].map(str::to_owned)),
        _ => match ty.strip_prefix('i').and_then(|bits| bits.parse::<u32>().ok()) {
            Some(bits) => {
                let most = (1_i128 << (bits - 1)) - 1;
                typed(&[0, 1, -1, -most - 1, most, i128::from(bits)].map(|number| number.to_string()))
            }
            None => {
                let numbers = ["0", "1", "-1", "-128", "127", "8"];
                numbers.map(|number| format!("dense<{number}> : {ty}")).into()
            }
        },
    }
}

/// Simple values of an attribute of an operation on a type.
fn simple(ty: &str) -> Vec<String> {
    let mut out: Vec<String> = ["i64", "i32", "i8", "i16", "index", ty]
        .iter()
        .filter(|ty| !ty.starts_with('v'))
        .map(|ty| number("0", ty))
        .collect();
    out.extend(["0.0 : f32", "0.0 : f64"].map(str::to_owned));
    out.extend(OTHERS.map(str::to_owned));
    out
}

fn number(digits: &str, ty: &str) -> String {
    match ty {
        "i1" => "true".to_owned(),
        "f32" | "f64" => format!("{digits}.0 : {ty}"),
        _ => format!("{digits} : {ty}"),
    }
}

/// All values that are tried in place of one.
fn values(simple: &str) -> Vec<String> {
    match simple.rsplit_once(" : ") {
        Some((_, ty)) => {
            let mut out = constants(ty);
            let small = (2..=9).filter(|_| !ty.starts_with('f')).map(|digit| format!("{digit} : {ty}"));
            out.extend(small.filter(|one| !out.contains(one)).collect::<Vec<_>>());
            out
        }
        None if simple == "true" => vec!["true".to_owned(), "false".to_owned()],
        None => vec![simple.to_owned()],
    }
}

/// The dictionaries of names with each of their values; only the first ones where there are many.
fn dictionaries(names: &[String], values: &dyn Fn(usize) -> Vec<String>) -> Vec<String> {
    const MOST: usize = 4096;
    let mut all = vec![Vec::<String>::new()];
    for (at, name) in names.iter().enumerate() {
        let more = |start: &Vec<String>| {
            let entry = |value: String| [start.clone(), vec![format!("{name} = {value}")]].concat();
            values(at).into_iter().map(entry).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(more).take(MOST).collect();
    }
    all.into_iter().map(|entries| format!("{{{}}}", entries.join(", "))).collect()
}

/// The value of each name in a dictionary of [`dictionaries`].
fn kinds_of(dictionary: &str, names: &[String]) -> Vec<String> {
    let inside = dictionary.trim_start_matches('{').strip_suffix('}').unwrap_or_default();
    let value = |at: usize| {
        let start = format!("{} = ", names[at]);
        let from = inside.find(&start).map_or(0, |found| found + start.len());
        let to = names.get(at + 1).and_then(|next| inside.find(&format!(", {next} = ")));
        inside[from..to.unwrap_or(inside.len())].to_owned()
    };
    (0..names.len()).map(value).collect()
}

#[cfg(test)]
mod tests {
    use assay_ir::data::Context;

    use super::*;

    fn registry() -> Registry {
        assay_corpus::load_builtin(&Context::new())
    }

    #[test]
    fn numbers_equal_operands_and_nests_occur() {
        let all =
            functions(&registry(), "arith.subi", &["arith.muli".to_owned()]).expect("it has a definition");
        let has = |words: &str| all.iter().any(|one| one.contains(words));
        assert!(has("(%x0, %x0)") && has("value = -128 : i8") && has("value = 8 : i8"));
        assert!(has("\"arith.subi\"(%q, %n0)") && has("%q = \"arith.muli\"(%y0, %y1)"));
        let registry = registry();
        for one in &all {
            let parsed = text::parse(registry.ctx(), &Source::new("around", one.as_str()));
            let options = wellformed::Options::default();
            assert!(
                parsed.diagnostics.is_empty()
                    && wellformed::check(&parsed.program, &registry, &options).is_empty()
            );
        }
    }

    #[test]
    fn attributes_are_found_by_trying() {
        let all = functions(&registry(), "arith.cmpi", &[]).expect("it has a definition");
        for predicate in 0..10 {
            assert!(
                all.iter().any(|one| one.contains(&format!("predicate = {predicate} : i64"))),
                "{predicate}"
            );
        }
    }

    #[test]
    fn what_has_no_functions_says_why() {
        assert!(functions(&registry(), "lab.none", &[]).is_err_and(|why| why.contains("--dialect")));
        assert!(functions(&registry(), "scf.if", &[]).is_err());
    }
}
