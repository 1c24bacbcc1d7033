//! The evidence of a claim: programs before and after with remarks on their lines, the steps of a run that does not end, and
//! the values of all operations on an input. Decides nothing.

use std::fmt;

use assay_ir::data::Span;

/// A program on which a claim was shown to be true.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The payload, valid MLIR text.
    pub before: String,
    /// The payload after the rewrite, as far as it got.
    pub after: String,
    /// Remarks on lines of both.
    pub marks: Marks,
    /// The PDL operation at which the rewrite stopped, where it did not go through.
    pub stopped: Option<Span>,
    /// The rewrites of a run that does not end, in order.
    pub turns: Vec<Turn>,
    /// The violation or the rewrite error, in words.
    pub failure: String,
    /// Pattern and payload in the modules `@patterns` and `@ir`, MLIR text that stands alone.
    pub modules: String,
    /// How it was shown.
    pub confirmed: Confirmed,
    /// Inputs and the values of all operations of both programs, where the claim is about values.
    pub trace: Option<Trace>,
}

impl Witness {
    /// Bytes of its texts.
    pub fn size(&self) -> u64 {
        let turns: usize = self.turns.iter().map(|turn| turn.program.len()).sum();
        (self.before.len() + self.after.len() + self.failure.len() + self.modules.len() + turns) as u64
    }
}

/// The strongest way in which a claim was shown to be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// The rewrite ran on the program.
    Replayed,
    /// The interpreter ran both programs and their outcomes differ.
    Interpreted,
    /// Compiled code of both programs ran as well, and its outcomes differ.
    Executed,
}

/// Remarks on the lines of the two programs of a witness.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// On the program before.
    pub before: Vec<Mark>,
    /// On the program after.
    pub after: Vec<Mark>,
}

/// A remark on a line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The line, from 0.
    pub line: usize,
    /// Tells if the operation of the line was to go.
    pub gone: bool,
    /// A few words.
    pub text: String,
    /// The PDL operation that does it; none for other remarks.
    pub by: Span,
}

/// One rewrite of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
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
    pub seen: Option<Seen>,
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
    /// What decides about its results beside the operands, such as `predicate = slt`.
    pub attributes: Vec<String>,
    /// Types of its results.
    pub types: Vec<String>,
    /// Its results in words; of an operation without results, what it is given.
    pub values: Vec<String>,
    /// The cause of undefined behaviour, where there is one.
    pub undefined: Option<String>,
}

impl TraceStep {
    /// `%r = arith.addi %a, %b`
    pub fn written(&self) -> String {
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

    /// The results in words.
    pub fn outcome(&self) -> String {
        match &self.undefined {
            Some(why) if why.is_empty() => "undefined behaviour".to_owned(),
            Some(why) => format!("undefined behaviour: {why}"),
            None => self.values.join(", "),
        }
    }
}

/// A result that others see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its place in words, such as `users of %root#0 see`.
    pub place: String,
    /// Its value before the rewrite.
    pub before: String,
    /// Its value after it.
    pub after: String,
}

impl fmt::Display for Seen {
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
                writeln!(f, "{sign} {}: {}", step.written(), step.outcome())?;
            }
        }
        self.seen.iter().try_for_each(|seen| writeln!(f, "{seen}"))
    }
}
