//! Nests of loops as text, each drawn around one condition that a pass over loops has to respect: the textbook's list of what
//! decides if turns may change their order. The same draws are written with loops of `affine` and of `scf`, so that what is known of one
//! form holds of the other. Nothing of a nest is known to be legal or not.

use std::fmt::Write as _;

use super::choose::{Choose, Numbers};

/// The type of the memory, and of a view of it from its second row and column.
const MEMORY: &str = "memref<20x20xi32>";
const VIEW: &str = "memref<19x19xi32, strided<[20, 1], offset: 21>>";
const CAST: &str = "memref<?x?xi32>";

/// The function without a body that nests call.
const CALLEE: &str = "func.func private @touch(memref<20x20xi32>)\n";

/// The turns of a loop are numbers from here up to the end.
const LOW: i64 = 3;
const HIGH: i64 = 11;

/// The form of loops and accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    /// `affine.for`, with maps as subscripts.
    Affine,
    /// `scf.for`, with indices that arithmetic computes.
    Scf,
}

impl Loops {
    /// Its dialect.
    #[must_use]
    pub fn dialect(self) -> &'static str {
        match self {
            Loops::Affine => "affine",
            Loops::Scf => "scf",
        }
    }
}

/// A condition on which it depends if the turns of a nest may change their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// No turn accesses what another one stores.
    Independent,
    /// A later turn reads what a turn stores, at a distance without a negative part.
    Forward,
    /// A later turn reads what a turn stores, at a distance whose second part is negative.
    Mixed,
    /// A later turn stores to what a turn reads.
    Backward,
    /// The distance is longer than the loops.
    Beyond,
    /// The upper bound is an argument.
    OpenBounds,
    /// A loop has no turn.
    NoTurns,
    /// The bounds of the inner loop depend on the outer one; those of neighbours differ.
    OtherBounds,
    /// Steps other than one.
    Strides,
    /// Subscripts that are multiples of a variable, which may never meet.
    Multiples,
    /// One memory under two names.
    Cast,
    /// A view into the memory at an offset.
    View,
    /// Memory that is allocated in the function.
    Local,
    /// A function without a body gets the memory.
    Call,
    /// A value that turns carry, by an operation whose order does not matter.
    Carried,
    /// A value that turns carry, by an operation whose order matters.
    CarriedInOrder,
    /// Several turns store to one element.
    Race,
    /// A division that may be undefined, in loops that may have no turn.
    Trap,
    /// A store under a condition.
    Guarded,
    /// Accesses between the loops of a nest, or between neighbours.
    Between,
}

impl Condition {
    /// All of them.
    pub const ALL: [Condition; 20] = [
        Condition::Independent,
        Condition::Forward,
        Condition::Mixed,
        Condition::Backward,
        Condition::Beyond,
        Condition::OpenBounds,
        Condition::NoTurns,
        Condition::OtherBounds,
        Condition::Strides,
        Condition::Multiples,
        Condition::Cast,
        Condition::View,
        Condition::Local,
        Condition::Call,
        Condition::Carried,
        Condition::CarriedInOrder,
        Condition::Race,
        Condition::Trap,
        Condition::Guarded,
        Condition::Between,
    ];

    /// Its name on command lines and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Condition::Independent => "independent",
            Condition::Forward => "forward-distance",
            Condition::Mixed => "mixed-distance",
            Condition::Backward => "backward-distance",
            Condition::Beyond => "distance-beyond-bounds",
            Condition::OpenBounds => "open-bounds",
            Condition::NoTurns => "no-turns",
            Condition::OtherBounds => "other-bounds",
            Condition::Strides => "strides",
            Condition::Multiples => "multiples",
            Condition::Cast => "cast",
            Condition::View => "view",
            Condition::Local => "local-memory",
            Condition::Call => "call",
            Condition::Carried => "carried",
            Condition::CarriedInOrder => "carried-in-order",
            Condition::Race => "race",
            Condition::Trap => "trap",
            Condition::Guarded => "guarded",
            Condition::Between => "between",
        }
    }

    /// The condition of a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Condition> {
        Condition::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// The shape of a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A loop in a loop, marked `outer` and `inner`.
    Nested,
    /// A loop behind a loop, marked `outer` and `behind`.
    Neighbours,
}

/// The marks of loops.
pub const MARKS: [&str; 3] = ["outer", "inner", "behind"];

/// A nest.
#[derive(Clone, Debug)]
pub struct Nest {
    /// Its shape.
    pub shape: Shape,
    /// The function as text, with what it calls.
    pub text: String,
}

/// The nest of a number. Every third is a pair of neighbours.
#[must_use]
pub fn nest(seed: u64, condition: Condition, number: u64, loops: Loops) -> Nest {
    let place = (condition as u64 + 1) << 32 | number;
    let mut dice = Numbers::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ place);
    let shape = if number % 3 == 2 { Shape::Neighbours } else { Shape::Nested };
    let draws = Draws::new(&mut dice, condition, shape);
    let mut writer = Writer { loops, condition, draws, names: 0, indent: 1, body: String::new() };
    let result = match shape {
        Shape::Nested => writer.nested(),
        Shape::Neighbours => writer.neighbours(),
    };
    let callee = if condition == Condition::Call { CALLEE } else { "" };
    let text = format!(
        "{callee}func.func @nest(%m: {MEMORY}, %o: {MEMORY}, %n0: index, %x: i32, %y: i32) -> i32 {{\n{}{}  return {result} : i32\n}}\n",
        writer.constants(),
        writer.body
    );
    Nest { shape, text }
}

/// All that is drawn of a nest.
struct Draws {
    /// The distance from the element that a turn reads to the one that it stores to.
    distance: [i64; 2],
    bounds: [i64; 2],
    step: i64,
    /// The factor of the variable in subscripts that store, and in those that read.
    factors: [i64; 2],
    combine: &'static str,
    /// One of several places.
    variant: usize,
}

/// Operations of which order and grouping do not matter.
const COMMUTATIVE: [&str; 5] = ["addi", "muli", "xori", "maxsi", "andi"];

impl Draws {
    fn new(dice: &mut Numbers, condition: Condition, shape: Shape) -> Draws {
        let mut among =
            |from: i64, to: i64| from + i64::try_from(dice.below((to - from + 1) as usize)).unwrap_or(0);
        let any = [among(-2, 2), among(-2, 2)];
        let distance = match condition {
            Condition::Independent => [0, 0],
            Condition::Forward => [[0, 1], [1, 0], [1, 1], [2, 0], [0, 2], [2, 1]][among(0, 5) as usize],
            Condition::Mixed => [among(1, 2), among(-2, -1)],
            Condition::Backward => [among(-2, -1), among(-2, 2)],
            Condition::Beyond => [[8, 0], [9, -1], [8, -2], [9, -2]][among(0, 3) as usize],
            Condition::Strides => [among(1, 3), among(-3, 3)],
            Condition::Multiples => [among(0, 1), among(0, 1)],
            Condition::Call => [among(-1, 1), among(-1, 1)],
            _ => any,
        };
        let step = if condition == Condition::Strides { among(2, 3) } else { 1 };
        let bounds = match (condition, shape) {
            (Condition::NoTurns, Shape::Nested) => [5, among(3, 5)],
            (Condition::Multiples, _) => [1, 9],
            // Each call is an event with all of the memory.
            (Condition::Call, _) => [LOW, 9],
            _ => [LOW, HIGH],
        };
        let factors = match condition {
            Condition::Multiples => [[2, 2], [2, 1], [1, 2]][among(0, 2) as usize],
            _ => [1, 1],
        };
        let combine = COMMUTATIVE[among(0, 4) as usize];
        let variant = among(0, 3) as usize;
        Draws { distance, bounds, step, factors, combine, variant }
    }
}

/// A subscript: a factor of a variable, and an offset; a number alone where there is no variable.
#[derive(Clone, Copy)]
struct Subscript<'s> {
    variable: Option<&'s str>,
    factor: i64,
    offset: i64,
}

fn at(variable: &str, offset: i64) -> Subscript<'_> {
    Subscript { variable: Some(variable), factor: 1, offset }
}

fn element(offset: i64) -> Subscript<'static> {
    Subscript { variable: None, factor: 0, offset }
}

/// The upper bound of a loop: a number, a value of the function, or the variable of a loop.
enum Upper<'u> {
    Number(i64),
    Name(&'u str),
    Variable(&'u str),
}

struct Writer {
    loops: Loops,
    condition: Condition,
    draws: Draws,
    names: usize,
    indent: usize,
    body: String,
}

impl Writer {
    fn constants(&self) -> String {
        let mut out = String::new();
        let is_open = matches!(self.condition, Condition::OpenBounds | Condition::Trap);
        // Some passes over loops of affine look at the first operation of a function alone.
        let first = match self.loops {
            Loops::Scf => -3,
            Loops::Affine if is_open => HIGH,
            Loops::Affine => HIGH + 1,
        };
        for number in first..=HIGH {
            let name = constant(number);
            let _ = writeln!(out, "  {name} = arith.constant {number} : index");
        }
        if is_open {
            let _ = writeln!(out, "  %n = arith.minui %n0, %c{HIGH} : index");
        }
        out
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "{}{text}", "  ".repeat(self.indent));
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn compute(&mut self, operation: &str, operands: [&str; 2]) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = arith.{operation} {}, {} : i32", operands[0], operands[1]));
        name
    }

    /// The text of subscripts; loops of `scf` compute them first.
    fn subscripts(&mut self, places: [Subscript<'_>; 2]) -> String {
        let mut out = Vec::new();
        for Subscript { variable, factor, offset } in places {
            let sign = if offset < 0 { "-" } else { "+" };
            out.push(match (self.loops, variable) {
                (Loops::Affine, None) => offset.to_string(),
                (Loops::Scf, None) => constant(offset),
                (Loops::Affine, Some(name)) => {
                    let factor = if factor == 1 { String::new() } else { format!("{factor} * ") };
                    format!("{factor}{name} {sign} {}", offset.abs())
                }
                (Loops::Scf, Some(name)) => {
                    let mut value = name.to_owned();
                    if factor != 1 {
                        let scaled = self.fresh();
                        self.line(&format!("{scaled} = arith.muli {value}, {} : index", constant(factor)));
                        value = scaled;
                    }
                    if offset != 0 {
                        let sum = self.fresh();
                        self.line(&format!("{sum} = arith.addi {value}, {} : index", constant(offset)));
                        value = sum;
                    }
                    value
                }
            });
        }
        out.join(", ")
    }

    fn access(&self) -> &'static str {
        match self.loops {
            Loops::Affine => "affine",
            Loops::Scf => "memref",
        }
    }

    fn load(&mut self, memory: (&str, &str), places: [Subscript<'_>; 2]) -> String {
        let places = self.subscripts(places);
        let name = self.fresh();
        self.line(&format!("{name} = {}.load {}[{places}] : {}", self.access(), memory.0, memory.1));
        name
    }

    fn store(&mut self, value: &str, memory: (&str, &str), places: [Subscript<'_>; 2]) {
        let places = self.subscripts(places);
        self.line(&format!("{}.store {value}, {}[{places}] : {}", self.access(), memory.0, memory.1));
    }

    /// Opens a loop, which carries a value where one is named; the name of its result.
    fn open(&mut self, variable: &str, low: i64, upper: &Upper<'_>, carried: Option<&str>) -> String {
        let step = self.draws.step;
        let result = self.fresh();
        let lead = if carried.is_some() { format!("{result} = ") } else { String::new() };
        let carried = carried.map_or_else(String::new, |from| {
            format!(" iter_args(%acc_{} = {from}) -> (i32)", &variable[1..])
        });
        let line = match self.loops {
            Loops::Affine => {
                let upper = match upper {
                    Upper::Number(number) => number.to_string(),
                    Upper::Name(name) => (*name).to_owned(),
                    Upper::Variable(name) => format!("affine_map<(d0) -> (d0)>({name})"),
                };
                let step = if step == 1 { String::new() } else { format!(" step {step}") };
                format!("{lead}affine.for {variable} = {low} to {upper}{step}{carried} {{")
            }
            Loops::Scf => {
                let upper = match upper {
                    Upper::Number(number) => constant(*number),
                    Upper::Name(name) | Upper::Variable(name) => (*name).to_owned(),
                };
                let (low, step) = (constant(low), constant(step));
                format!("{lead}scf.for {variable} = {low} to {upper} step {step}{carried} {{")
            }
        };
        self.line(&line);
        self.indent += 1;
        result
    }

    fn close(&mut self, mark: &str, carried: Option<&str>) {
        if let Some(value) = carried {
            self.line(&format!("{}.yield {value} : i32", self.loops.dialect()));
        }
        self.indent -= 1;
        self.line(&format!("}} {{{mark}}}"));
    }

    fn upper(&self) -> Upper<'static> {
        match self.condition {
            Condition::OpenBounds | Condition::Trap => Upper::Name("%n"),
            _ => Upper::Number(self.draws.bounds[1]),
        }
    }

    /// The memory that is stored to.
    fn target(&mut self) -> (&'static str, &'static str) {
        match self.condition {
            Condition::Cast => {
                self.line(&format!("%cast = memref.cast %m : {MEMORY} to {CAST}"));
                ("%cast", CAST)
            }
            Condition::View => {
                self.line(&format!("%view = memref.subview %m[1, 1] [19, 19] [1, 1] : {MEMORY} to {VIEW}"));
                ("%view", VIEW)
            }
            Condition::Independent => ("%o", MEMORY),
            _ => ("%m", MEMORY),
        }
    }

    /// Memory of the function itself, with contents.
    fn allocated(&mut self) -> (&'static str, &'static str) {
        self.line(&format!("%local = memref.alloc() : {MEMORY}"));
        self.line(&format!("linalg.fill ins(%x : i32) outs(%local : {MEMORY})"));
        ("%local", MEMORY)
    }

    /// A loop in a loop; the result of the function.
    fn nested(&mut self) -> String {
        let memory = ("%m", MEMORY);
        let target = match self.condition {
            Condition::Local => self.allocated(),
            _ => self.target(),
        };
        let carries = matches!(self.condition, Condition::Carried | Condition::CarriedInOrder);
        let [low, _] = self.draws.bounds;
        let upper = self.upper();
        // One of the loops has no turns; the other one has some.
        let empty_outer = self.condition == Condition::NoTurns && self.draws.variant.is_multiple_of(2);
        let empty_inner = self.condition == Condition::NoTurns && !empty_outer;
        let (full_low, full) = (LOW, Upper::Number(HIGH));
        let outer = match empty_inner {
            true => self.open("%i", full_low, &full, carries.then_some("%x")),
            false => self.open("%i", low, &upper, carries.then_some("%x")),
        };
        if self.condition == Condition::Between {
            let value = self.load(memory, [at("%i", 0), element(LOW)]);
            let value = self.compute("addi", [&value, "%x"]);
            self.store(&value, memory, [at("%i", self.draws.distance[0]), element(LOW)]);
        }
        let carried = carries.then_some("%acc_i");
        let inner = match self.condition {
            Condition::OtherBounds => self.open("%j", low, &Upper::Variable("%i"), carried),
            Condition::NoTurns if empty_outer => self.open("%j", full_low, &full, carried),
            _ => self.open("%j", low, &upper, carried),
        };
        let handed = self.turn(target);
        self.close("inner", handed.as_deref());
        if self.condition == Condition::Between && self.draws.variant % 2 == 1 {
            let value = self.load(memory, [at("%i", 0), element(HIGH - 1)]);
            self.store(&value, ("%o", MEMORY), [at("%i", 0), element(LOW)]);
        }
        self.close("outer", carries.then_some(inner.as_str()));
        if self.condition == Condition::Local {
            self.copied_out();
        }
        if carries { outer } else { "%x".to_owned() }
    }

    /// One turn of a nest; the value that it carries to the next one.
    fn turn(&mut self, target: (&str, &str)) -> Option<String> {
        let [a, b] = self.draws.distance;
        let [store, read] = self.draws.factors;
        let memory = if self.condition == Condition::Local { ("%local", MEMORY) } else { ("%m", MEMORY) };
        let scaled = |variable, factor, offset| Subscript { variable: Some(variable), factor, offset };
        let loaded = self.load(memory, [scaled("%i", read, 0), at("%j", 0)]);
        let mut value = self.compute("addi", [&loaded, "%x"]);
        match self.condition {
            Condition::Carried => {
                let combine = self.draws.combine;
                return Some(self.compute(combine, ["%acc_j", &loaded]));
            }
            Condition::CarriedInOrder => {
                let operands =
                    if self.draws.variant.is_multiple_of(2) { ["%acc_j", "%y"] } else { ["%y", "%acc_j"] };
                let scaled = self.compute("muli", operands);
                return Some(self.compute("subi", [&loaded, &scaled]));
            }
            Condition::Call => self.line(&format!("func.call @touch(%m) : ({MEMORY}) -> ()")),
            Condition::Trap => {
                let operation = ["divsi", "floordivsi", "divui", "remsi"][self.draws.variant];
                let quotient = self.compute(operation, ["%x", "%y"]);
                value = self.compute("addi", [&value, &quotient]);
            }
            Condition::Guarded => {
                self.guard("%i");
                self.store(&value, target, [at("%i", a), at("%j", b)]);
                self.end_guard();
                return None;
            }
            Condition::Race => {
                let place =
                    [[at("%i", 0), element(LOW)], [element(LOW), at("%j", 0)], [element(LOW), element(LOW)]];
                self.store(&value, target, place[self.draws.variant % 3]);
                return None;
            }
            _ => {}
        }
        self.store(&value, target, [scaled("%i", store, a), at("%j", b)]);
        None
    }

    /// Opens a condition on a variable.
    fn guard(&mut self, variable: &str) {
        match self.loops {
            Loops::Affine => {
                self.line(&format!("affine.if affine_set<(d0) : (d0 - 6 >= 0)>({variable}) {{"));
            }
            Loops::Scf => {
                let name = self.fresh();
                self.line(&format!("{name} = arith.cmpi sge, {variable}, {} : index", constant(6)));
                self.line(&format!("scf.if {name} {{"));
            }
        }
        self.indent += 1;
    }

    fn end_guard(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    /// The diagonal of the memory of the function goes to an argument.
    fn copied_out(&mut self) {
        let (mark, step) = ("behind", std::mem::replace(&mut self.draws.step, 1));
        self.open("%k", LOW, &Upper::Number(HIGH), None);
        let value = self.load(("%local", MEMORY), [at("%k", 0), at("%k", 0)]);
        self.store(&value, ("%o", MEMORY), [at("%k", 0), at("%k", 0)]);
        self.close(mark, None);
        self.draws.step = step;
    }

    /// A loop behind a loop: the first one stores to what the second one reads, at a distance, or the other way round; the result of
    /// the function.
    fn neighbours(&mut self) -> String {
        let memory = ("%m", MEMORY);
        let target = match self.condition {
            Condition::Local => self.allocated(),
            // A function may get memory of the caller's own, too.
            Condition::Call if self.draws.variant > 1 => self.allocated(),
            _ => self.target(),
        };
        let is_local = target.0 == "%local";
        let carries = matches!(self.condition, Condition::Carried | Condition::CarriedInOrder);
        let [low, _] = self.draws.bounds;
        let [store, read] = self.draws.factors;
        let upper = self.upper();
        let distance = self.draws.distance[0];
        let scaled = |variable, factor, offset| Subscript { variable: Some(variable), factor, offset };
        // The second loop stores to what the first one reads.
        let reads_first = self.condition == Condition::Backward;
        let first = self.open("%i", low, &upper, carries.then_some("%x"));
        let from = if reads_first { memory } else { ("%o", MEMORY) };
        let loaded =
            self.load(from, [scaled("%i", read, if reads_first { distance } else { 0 }), at("%i", 0)]);
        let mut value = self.compute("addi", [&loaded, "%x"]);
        let combine = if self.condition == Condition::Carried { self.draws.combine } else { "subi" };
        let handed = carries.then(|| self.compute(combine, ["%acc_i", &value]));
        match self.condition {
            Condition::Call if self.draws.variant.is_multiple_of(2) => {
                self.line(&format!("func.call @touch({}) : ({MEMORY}) -> ()", target.0));
            }
            Condition::Trap => {
                let operation = ["divsi", "floordivsi", "divui", "remsi"][self.draws.variant];
                let quotient = self.compute(operation, ["%x", "%y"]);
                value = self.compute("addi", [&value, &quotient]);
            }
            _ => {}
        }
        let places = match self.condition {
            Condition::Race => [element(LOW), element(LOW)],
            _ => [scaled("%i", store, 0), at("%i", 0)],
        };
        let into = if reads_first { ("%o", MEMORY) } else { target };
        let is_guarded = self.condition == Condition::Guarded;
        if is_guarded {
            self.guard("%i");
        }
        self.store(&value, into, places);
        if is_guarded {
            self.end_guard();
        }
        self.close("outer", handed.as_deref());
        match self.condition {
            Condition::Call if self.draws.variant % 2 == 1 => {
                self.line(&format!("func.call @touch({}) : ({MEMORY}) -> ()", target.0));
            }
            Condition::Between => {
                let value = self.load(memory, [element(LOW), element(LOW)]);
                self.store(&value, memory, [element(LOW + 2), element(LOW + 2)]);
            }
            _ => {}
        }
        // Bounds of another place, with as many turns.
        let shift = if self.condition == Condition::OtherBounds { 1 } else { 0 };
        let second_upper = match upper {
            Upper::Number(number) if self.condition == Condition::NoTurns => Upper::Number(number.min(low)),
            Upper::Number(number) => Upper::Number((number + shift).min(HIGH)),
            other => other,
        };
        let second = self.open("%k", low + shift, &second_upper, carries.then_some(first.as_str()));
        let memory = if is_local { target } else { memory };
        let handed = if reads_first {
            self.store("%x", memory, [at("%k", 0), at("%k", 0)]);
            None
        } else {
            let offset = if self.condition == Condition::Independent { 0 } else { distance };
            let from = if self.condition == Condition::Independent { ("%o", MEMORY) } else { memory };
            let value = self.load(from, [scaled("%k", read, offset), at("%k", offset)]);
            let handed = carries.then(|| self.compute(combine, ["%acc_k", &value]));
            self.store(&value, ("%o", MEMORY), [at("%k", 0), at("%k", 1)]);
            handed
        };
        self.close("behind", handed.as_deref());
        if carries { second } else { "%x".to_owned() }
    }
}

/// The name of a constant index.
fn constant(number: i64) -> String {
    if number < 0 { format!("%m{}", -number) } else { format!("%c{number}") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use super::*;

    #[test]
    fn nests_are_read_in_both_forms_and_repeat() {
        for condition in Condition::ALL {
            assert_eq!(Condition::of_name(condition.name()), Some(condition));
            for (number, loops) in (0..12).flat_map(|number| [(number, Loops::Affine), (number, Loops::Scf)])
            {
                let one = nest(7, condition, number, loops);
                let parsed = text::parse(&Context::new(), &Source::new("nest", one.text.as_str()));
                assert!(parsed.diagnostics.is_empty(), "{:?}\n{}", parsed.diagnostics, one.text);
                assert_eq!(one.text, nest(7, condition, number, loops).text);
            }
        }
    }

    #[test]
    fn nests_of_a_condition_differ() {
        for condition in Condition::ALL {
            let texts: BTreeSet<String> =
                (0..30).map(|number| nest(1, condition, number, Loops::Scf).text).collect();
            assert!(texts.len() > 1, "{}", condition.name());
        }
    }
}
