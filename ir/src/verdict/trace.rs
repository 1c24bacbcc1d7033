//! The evidence of a difference: programs of a run that does not end, and the values of all operations on an input. Decides nothing.

use std::fmt;

/// One application of a pattern in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// Name of the pattern that was applied, without `@`.
    pub pattern: Option<String>,
    /// The program after it.
    pub program: String,
}

/// An input on which two programs differ, with the values of all operations of both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The inputs of the match.
    pub inputs: Vec<TraceInput>,
    /// The operations before the rewrite.
    pub before: Vec<TraceStep>,
    /// The operations after it.
    pub after: Vec<TraceStep>,
    /// The operation after the rewrite at which the difference begins, counted in `after`.
    pub first_wrong: Option<usize>,
    /// The result of both that others see.
    pub seen: Option<Observed>,
    /// Tells if the operations are those of the programs, so that the programs need not be shown beside them.
    pub is_whole: bool,
}

/// A value or attribute that the match is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceInput {
    /// Its name in the pattern.
    pub name: String,
    /// Its type, where it is a value.
    pub ty: Option<String>,
    /// Its value, in words.
    pub value: String,
}

/// An operation with what it computes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceStep {
    /// Its name in the pattern; empty where it has none.
    pub name: String,
    /// Name of the operation.
    pub op: String,
    /// Tells if the rewrite left it where it was.
    pub kept: bool,
    /// Names of its operands.
    pub operands: Vec<String>,
    /// Attributes that its results depend on, such as `predicate = slt`.
    pub attributes: Vec<String>,
    /// Types of its results.
    pub types: Vec<String>,
    /// Its results; of an operation without results, its operands.
    pub values: Vec<String>,
    /// The cause of undefined behaviour, where there is one.
    pub undefined: Option<String>,
}

impl TraceStep {
    /// The operation as text: `%r = arith.addi %a, %b`.
    pub fn text(&self) -> String {
        let mut operands = self.operands.join(", ");
        if !self.attributes.is_empty() {
            operands.push_str(&format!(" {{{}}}", self.attributes.join(", ")));
        }
        let space = if operands.is_empty() { "" } else { " " };
        match self.types.is_empty() || self.name.is_empty() {
            true => format!("{}{space}{operands}", self.op),
            false => format!("{} = {}{space}{operands}", self.name, self.op),
        }
    }

    /// Its results, or the undefined behaviour.
    pub fn outcome(&self) -> String {
        match &self.undefined {
            Some(why) if why.is_empty() => "undefined behaviour".to_owned(),
            Some(why) => format!("undefined behaviour: {why}"),
            None => self.values.join(", "),
        }
    }
}

/// A result that others see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// Its place in words, such as `users of %root#0 see`.
    pub place: String,
    /// Its value before the rewrite.
    pub before: String,
    /// Its value after it.
    pub after: String,
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} before and {} after", self.place, self.before, self.after)
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "inputs")?;
        for TraceInput { name, ty, value } in &self.inputs {
            match ty {
                Some(ty) => writeln!(f, "  {name} : {ty} = {value}")?,
                None => writeln!(f, "  {name} = {value}")?,
            }
        }
        for (title, steps, wrong) in
            [("before", &self.before, None), ("after", &self.after, self.first_wrong)]
        {
            writeln!(f, "{title}")?;
            for (at, step) in steps.iter().enumerate() {
                let sign = if wrong == Some(at) { '>' } else { ' ' };
                writeln!(f, "{sign} {}: {}", step.text(), step.outcome())?;
            }
        }
        self.seen.iter().try_for_each(|seen| writeln!(f, "{seen}"))
    }
}
