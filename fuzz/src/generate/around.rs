//! Functions around one operation, as text: each has it once or twice, on arguments, on numbers that folders ask for, on equal
//! operands and on its own result. Types, attributes and regions are those that its definition admits, found by trying. Nothing
//! of the functions is known to be right or wrong.

use assay_ir::data::Source;
use assay_ir::spec::{OpSpec, Registry, Variadicity};
use assay_ir::{text, wellformed};

/// Functions around one operation, at most; as many again where it stands twice.
const MOST: usize = 240;

/// Attributes of one operation that are tried in all their values, and choices of their values at most.
const CHOICES: usize = 24;

/// Types of operands and results that are tried, in this order.
const TYPES: [&str; 11] =
    ["i8", "i16", "i32", "i64", "index", "f32", "f64", "i1", "vector<2xi8>", "memref<4xi8>", "tensor<4xi8>"];

/// Values of attributes that are no numbers.
const OTHERS: [&str; 7] = ["unit", "true", "\"a\"", "i8", "[]", "{}", "array<i64: 0>"];

/// Numbers of operands and results of an operation with open groups.
const OPEN: usize = 2;

/// Operations that are tried before one is given up.
const TRIES: usize = 40_000;

/// A function that regions call, of which nothing is known.
const EFFECT: &str = "func.func private @effect()\n";

/// The functions around an operation, each by itself; in some, other operations compute its operands.
///
/// # Errors
/// Why there are none, in words.
pub fn functions(registry: &Registry, name: &str, others: &[String]) -> Result<Vec<String>, String> {
    let Some(spec) = registry.op(registry.ctx().ident(name)) else {
        return Err("it has no definition (`--dialect FILE`)".to_owned());
    };
    if spec.traits.successors.is_some() || spec.traits.any_successors {
        return Err("it has successors".to_owned());
    }
    let Some(shape) = Shape::find(registry, spec, name, None) else {
        return Err(
            "no types, attributes and regions of a few were found that its definition admits".to_owned()
        );
    };
    let others = others.iter().filter(|other| *other != name);
    let producers = others.filter_map(|other| {
        let spec = registry.op(registry.ctx().ident(other))?;
        let closed = spec.regions.as_ref().is_some_and(|regions| regions.is_empty());
        let wanted = shape.operands.last().filter(|_| closed && spec.traits.successors.is_none())?;
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
    /// All its regions as text, the simplest ones first; one empty text for an operation without regions.
    regions: Vec<String>,
    /// It may do more than give results.
    has_effects: bool,
}

/// Values of a group, where open ones have this number.
fn count(variadicity: Variadicity, open: usize) -> usize {
    match variadicity {
        Variadicity::Single => 1,
        Variadicity::Optional => 0,
        Variadicity::Variadic => open,
    }
}

/// Types of operands: of one type, then with one that differs, then, of three, all others.
fn operand_types(count: usize) -> impl Iterator<Item = Vec<&'static str>> {
    let one = TYPES.into_iter().map(move |ty| vec![ty; count]);
    let mixed = (0..count).flat_map(move |at| {
        let pairs = TYPES.into_iter().flat_map(|ty| TYPES.into_iter().map(move |other| (ty, other)));
        pairs.filter(|(ty, other)| ty != other).map(move |(ty, other)| {
            let mut types = vec![ty; count];
            types[at] = other;
            types
        })
    });
    let others = move || {
        let pairs = TYPES.into_iter().flat_map(|ty| TYPES.into_iter().map(move |other| (ty, other)));
        let all = pairs.flat_map(|(a, b)| TYPES.into_iter().map(move |c| vec![a, b, c]));
        all.filter(|types| types[0] != types[1] && types[1] != types[2] && types[0] != types[2])
    };
    let mixed = (count > 1).then_some(mixed).into_iter().flatten();
    one.chain(mixed).chain((count == 3).then(others).into_iter().flatten())
}

impl Shape {
    /// The first types that are admitted, with one result of a type where one is wanted.
    fn find(registry: &Registry, spec: &OpSpec, name: &str, wanted: Option<&str>) -> Option<Shape> {
        let is_open = spec.operands.iter().any(|group| group.variadicity == Variadicity::Variadic);
        let sizes = [Some(OPEN), is_open.then_some(1)];
        sizes.into_iter().flatten().find_map(|open| Shape::with(registry, spec, (name, open), wanted))
    }

    /// The same, where open groups of operands have this many.
    fn with(
        registry: &Registry,
        spec: &OpSpec,
        (name, open): (&str, usize),
        wanted: Option<&str>,
    ) -> Option<Shape> {
        let operands: usize = spec.operands.iter().map(|group| count(group.variadicity, open)).sum();
        let results: usize = spec.results.iter().map(|group| count(group.variadicity, OPEN)).sum();
        let attributes = spec.attributes.iter().filter(|one| !one.optional);
        let names: Vec<String> = attributes.map(|one| registry.ctx().str(one.name).to_owned()).collect();
        if wanted.is_some() && results != 1 {
            return None;
        }
        let mut tries = 0;
        for types in operand_types(operands) {
            let ty = types.last().copied().unwrap_or(TYPES[0]);
            let others = TYPES.into_iter().filter(|other| *other != ty && results > 0);
            let results_of = [ty].into_iter().chain(others);
            for result in results_of.filter(|result| wanted.is_none_or(|wanted| wanted == *result)) {
                let mut shape = Shape {
                    name: name.to_owned(),
                    operands: types.clone(),
                    results: vec![result; results],
                    attributes: Vec::new(),
                    regions: Vec::new(),
                    has_effects: !spec.traits.pure,
                };
                let simple = dictionaries(&names, &|_| simple(ty));
                let regions = regions(registry, spec, name, ty);
                let admitted =
                    |attributes: &str, region: &str| shape.is_admitted(registry, attributes, region);
                let first = simple.iter().find_map(|text| {
                    tries += regions.len();
                    Some((text, regions.iter().find(|region| admitted(text, region))?))
                });
                let Some((first, region)) = first else {
                    if tries > TRIES {
                        return None;
                    }
                    continue;
                };
                // Of the type of the one that is admitted, others are tried.
                let kinds = kinds_of(first, &names);
                let all = dictionaries(&names, &|at| values(&kinds[at]));
                let mut all: Vec<String> = all.into_iter().filter(|text| admitted(text, region)).collect();
                let step = all.len().div_ceil(CHOICES).max(1);
                all = all.into_iter().step_by(step).collect();
                let regions = regions.iter().filter(|region| admitted(first, region)).cloned().collect();
                shape.attributes = if all.is_empty() { vec![first.clone()] } else { all };
                shape.regions = regions;
                return Some(shape);
            }
        }
        None
    }

    /// Tells if the definition admits the operation with these attributes and regions.
    fn is_admitted(&self, registry: &Registry, attributes: &str, regions: &str) -> bool {
        let names: Vec<String> = (0..self.operands.len()).map(|at| format!("%x{at}")).collect();
        let parsed = {
            let lines = [self.line_with("%r", &names, attributes, regions)];
            let function = self.function(0, &[], &lines, Some("%r"));
            text::parse(registry.ctx(), &Source::new("around", function))
        };
        parsed.diagnostics.is_empty()
            && wellformed::check(&parsed.program, registry, &wellformed::Options::default()).is_empty()
    }

    fn line(&self, result: &str, operands: &[String], attributes: &str) -> String {
        self.line_with(result, operands, attributes, &self.regions[0])
    }

    fn line_with(&self, result: &str, operands: &[String], attributes: &str, regions: &str) -> String {
        let named = match self.results.len() {
            0 => String::new(),
            1 => format!("{result} = "),
            count => format!("{result}:{count} = "),
        };
        format!(
            "{named}\"{}\"({}) {regions}{attributes} : ({}) -> ({})",
            self.name,
            operands.join(", "),
            self.operands.join(", "),
            self.results.join(", ")
        )
    }

    /// The function of some lines, with more parameters than the operands; without a result it returns nothing.
    fn function(&self, number: usize, more: &[String], lines: &[String], result: Option<&str>) -> String {
        let own = self.operands.iter().enumerate().map(|(at, ty)| format!("%x{at}: {ty}"));
        let parameters: Vec<String> = own.chain(more.iter().cloned()).collect();
        let results: Vec<String> = match (result, self.results.len()) {
            (None, _) => Vec::new(),
            (Some(result), 1) => vec![result.to_owned()],
            (Some(result), many) => (0..many).map(|at| format!("{result}#{at}")).collect(),
        };
        let types = if results.is_empty() { String::new() } else { self.results.join(", ") };
        let declared = if lines.iter().any(|line| line.contains("@effect")) { EFFECT } else { "" };
        let colon = if results.is_empty() { "" } else { " : " };
        format!(
            "{declared}func.func @f{number}({}) -> ({types}) {{\n  {}\n  return {}{colon}{types}\n}}\n",
            parameters.join(", "),
            lines.join("\n  "),
            results.join(", ")
        )
    }

    /// Operands by their names: arguments, or numbers in front of the operation.
    fn rows(&self) -> Vec<Vec<String>> {
        let count = self.operands.len();
        let arguments: Vec<String> = (0..count).map(|at| format!("%x{at}")).collect();
        let mut rows = vec![arguments.clone()];
        for one in 0..count {
            for other in (one + 1..count).filter(|other| self.operands[*other] == self.operands[one]) {
                let mut row = arguments.clone();
                row[other].clone_from(&arguments[one]);
                rows.push(row);
            }
        }
        for at in 0..count {
            for which in 0..constants(self.operands[at]).len() {
                let mut row = arguments.clone();
                row[at] = number_name(self.operands[at], which);
                rows.push(row);
            }
        }
        if count >= 2 {
            for first in 0..constants(self.operands[0]).len() {
                for second in 0..constants(self.operands[1]).len() {
                    let mut row: Vec<String> =
                        (0..count).map(|at| number_or(self.operands[at], second, &arguments[at])).collect();
                    row[0] = number_name(self.operands[0], first);
                    rows.push(row);
                }
            }
        }
        rows
    }

    fn functions(&self, producers: &[Shape]) -> Vec<String> {
        let mut types: Vec<&str> = Vec::new();
        let all = producers.iter().flat_map(|one| &one.operands).chain(&self.operands);
        all.for_each(|ty| {
            if !types.contains(ty) {
                types.push(ty)
            }
        });
        let front: Vec<(String, String)> = types
            .iter()
            .flat_map(|ty| constants(ty).into_iter().enumerate().map(move |(at, number)| (ty, at, number)))
            .map(|(ty, at, number)| {
                let name = number_name(ty, at);
                let line = format!("{name} = \"arith.constant\"() {{value = {number}}} : () -> {ty}");
                (name, line)
            })
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
        for region in self.regions.iter().skip(1) {
            for attributes in &self.attributes {
                bodies.push(vec![self.line_with("%r", &rows[0], attributes, region)]);
            }
        }
        // Folders compute what numbers alone give.
        let is_number = |name: &String| name.starts_with("%n");
        for row in rows.iter().filter(|row| row.iter().all(is_number)) {
            for attributes in self.attributes.iter().skip(1) {
                bodies.push(vec![self.line("%r", row, attributes)]);
            }
        }
        // Without results, a fold shows beside another operation of the same name, with the same or other operands.
        if self.results.is_empty() {
            let again = rows
                .iter()
                .map(|row| vec![self.line("%r", &rows[0], simplest), self.line("%r", row, simplest)]);
            bodies.extend(again);
        }
        bodies = spread(bodies, MOST);
        if self.results.len() == 1 && self.operands.contains(&self.results[0]) {
            let mut nested = Vec::new();
            self.nested(&rows, &mut nested);
            bodies.extend(spread(nested, MOST));
        }
        let own = bodies.into_iter().map(|lines| (Vec::new(), lines, Some("%r")));
        let mut composed = Vec::new();
        producers.iter().for_each(|producer| self.composed(producer, &rows, &mut composed));
        let composed = spread(composed, 2 * MOST).into_iter().map(|(more, lines)| (more, lines, Some("%r")));
        // An operation with effects stays where its results are unused.
        let unused = self
            .regions
            .iter()
            .filter(|_| self.has_effects)
            .map(|region| (Vec::new(), vec![self.line_with("%r", &rows[0], simplest, region)], None));
        let mut functions = Vec::new();
        for (more, lines, result) in own.chain(composed).chain(unused) {
            let used = |(name, _): &&(String, String)| lines.iter().any(|line| names(line, name));
            let mut all: Vec<String> = front.iter().filter(used).map(|(_, line)| line.clone()).collect();
            all.extend(lines);
            functions.push(self.function(functions.len(), &more, &all, result));
        }
        functions
    }

    /// The operation on the result of another one, beside arguments, numbers and the same result.
    fn composed(&self, producer: &Shape, rows: &[Vec<String>], out: &mut Vec<(Vec<String>, Vec<String>)>) {
        let names: Vec<String> = (0..producer.operands.len()).map(|at| format!("%y{at}")).collect();
        let parameters: Vec<String> =
            names.iter().zip(&producer.operands).map(|(name, ty)| format!("{name}: {ty}")).collect();
        let inner = |operands: &[String]| producer.line("%q", operands, &producer.attributes[0]);
        let places = || (0..self.operands.len()).filter(|at| self.operands[*at] == producer.results[0]);
        for at in places() {
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
        for (place, which) in (0..names.len()).flat_map(|at| [(at, 1), (at, 2)]) {
            let mut operands = names.clone();
            operands[place] = number_or(producer.operands[place], which, &names[place]);
            for at in places() {
                let arguments = rows[0].iter().zip(&self.operands);
                let mut row: Vec<String> = arguments.map(|(name, ty)| number_or(ty, 1, name)).collect();
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

/// The regions of an operation whose values are of a type, as text: one block each that forwards its argument or nothing, or calls a
/// function before, and ends with a terminator of the operation's dialect.
fn regions(registry: &Registry, spec: &OpSpec, name: &str, ty: &str) -> Vec<String> {
    let count = spec.regions.as_ref().map_or(0, Vec::len);
    if count == 0 {
        return vec![String::new()];
    }
    let ctx = registry.ctx();
    let dialect = name.split('.').next().unwrap_or_default();
    let mut ends: Vec<&str> = registry
        .ops()
        .filter(|op| op.traits.terminator)
        .map(|op| ctx.str(op.name))
        .filter(|end| end.split('.').next() == Some(dialect))
        .collect();
    ends.sort_unstable();
    let implicit = spec.traits.implicit_terminator.map(|end| ctx.str(end));
    ends.sort_by_key(|end| Some(*end) != implicit);
    let mut all = Vec::new();
    for first in ["", "\"func.call\"() {callee = @effect} : () -> () "] {
        for end in &ends {
            for (block, values) in [("%b", "%b"), ("%b", ""), ("", "")] {
                let of = |value: &str| if value.is_empty() { "" } else { ty };
                let arguments = if block.is_empty() { String::new() } else { format!("({block}: {ty})") };
                let region =
                    format!("{{ ^bb0{arguments}: {first}\"{end}\"({values}) : ({}) -> () }}", of(values));
                all.push(format!("({}) ", vec![region; count].join(", ")));
            }
        }
    }
    all
}

/// Elements of a list, spread over all of it; at most a number of them.
fn spread<T>(list: Vec<T>, most: usize) -> Vec<T> {
    let step = list.len().div_ceil(most).max(1);
    list.into_iter().step_by(step).collect()
}

/// The name of a number of a type in front of the operation.
fn number_name(ty: &str, which: usize) -> String {
    let kind = TYPES.iter().position(|other| *other == ty).unwrap_or_default();
    format!("%n{kind}_{which}")
}

/// The name of one of the numbers of a type, or another value where it has none.
fn number_or(ty: &str, which: usize, other: &str) -> String {
    match constants(ty).len() {
        0 => other.to_owned(),
        count => number_name(ty, which % count),
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
        // Memory is no number.
        _ if ty.starts_with("memref") => Vec::new(),
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
        .filter(|ty| !ty.starts_with(['v', 'm', 't']))
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
        assert!(has("\"arith.subi\"(%q, %n0_0)") && has("%q = \"arith.muli\"(%y0, %y1)"));
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
        assert!(functions(&registry(), "scf.for", &[]).is_err());
    }

    #[test]
    fn what_has_no_results_stands_alone_and_twice() {
        let text = r#"
irdl.dialect @lab {
  irdl.operation @put {
    %0 = irdl.is i8
    %1 = irdl.is memref<4xi8>
    irdl.operands(x: %0, m: %1)
  }
}
"#;
        let mut own = registry();
        let parsed = text::parse(own.ctx(), &Source::new("lab", text));
        assert_eq!((parsed.diagnostics, assay_ir::spec::load(&parsed.program, &mut own)), (vec![], vec![]));
        let all = functions(&own, "lab.put", &[]).expect("it has a definition");
        let count = |one: &String| one.matches("\"lab.put\"(").count();
        assert!(all.iter().any(|one| count(one) == 1) && all.iter().any(|one| count(one) == 2));
        assert!(all.iter().all(|one| one.contains("  return \n")), "{}", all[0]);
        // Numbers stand in the place of the operand that is one.
        assert!(all.iter().any(|one| one.contains("(%n0_0, %x1)")), "{}", all[0]);
    }

    #[test]
    fn operands_of_two_types_and_regions_are_found() {
        let all = functions(&registry(), "arith.select", &[]).expect("it has a definition");
        assert!(all.iter().any(|one| one.contains("(%n7_0, %x1, %x2)")), "{}", all[0]);
        let text = r#"
irdl.dialect @lab {
  irdl.operation @repeat {
    %0 = irdl.is i8
    irdl.operands(x: %0)
    irdl.results(y: %0)
    %1 = irdl.region
    irdl.regions(body: %1)
  }
  irdl.operation @yield attributes {assay.traits = ["terminator"]} {
    %0 = irdl.is i8
    irdl.operands(x: %0)
  }
}
"#;
        let mut own = registry();
        let parsed = text::parse(own.ctx(), &Source::new("lab", text));
        assert_eq!((parsed.diagnostics, assay_ir::spec::load(&parsed.program, &mut own)), (vec![], vec![]));
        let all = functions(&own, "lab.repeat", &[]).expect("it has a definition");
        assert!(all.iter().any(|one| one.contains("@effect") && one.contains("() {\n")), "{}", all[0]);
        assert!(all.iter().any(|one| one.contains(r#"^bb0(%b: i8): "lab.yield"(%b)"#)), "{}", all[0]);
    }
}
