//! The state of one path: the operations that it matches and makes, its values, types and attributes, its conditions, and the
//! choices that led to it. A path is run anew from the start with other choices until all are taken.

use assay_ops::{Group, Op};

use crate::choices::Choices;
use crate::conversion::Conversion;
use crate::records::{self, Elements};
use crate::term::{Term, WORD, Width};
use crate::value::{Float, Run, Stop};

/// The definition of an SSA value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Definition {
    /// It may be anything, but for what the path excludes.
    Open,
    /// A result of an operation.
    Result(usize, usize),
    /// It is another value.
    Is(usize),
    /// The value of a constant that a folder returns.
    Constant(usize),
}

/// An SSA value.
#[derive(Clone)]
pub(crate) struct Ssa {
    /// Definition.
    pub(crate) definition: Definition,
    /// Its type.
    pub(crate) ty: usize,
    /// Operations that do not define it; an empty name is any constant.
    pub(crate) excluded: Vec<&'static str>,
}

/// A type.
#[derive(Clone)]
pub(crate) struct Type {
    /// The type that it is one with.
    pub(crate) is: usize,
    /// Its text, where it is known.
    pub(crate) written: Option<String>,
    /// The facts about its elements.
    pub(crate) elements: Elements,
    /// It follows from the operands of the operation that it is of.
    pub(crate) inferred: bool,
    /// The path asks if it is what is written.
    pub(crate) asked: bool,
}

/// An attribute.
#[derive(Clone, Debug)]
pub(crate) enum Attribute {
    /// An attribute of a matched operation.
    Of {
        /// The operation.
        op: usize,
        /// How it is written.
        kind: &'static str,
        /// Its type, where it is a constant.
        ty: Option<usize>,
    },
    /// A text.
    Written(String, Option<usize>),
    /// An integer of a type; without a type, of the width of the term.
    Integer(Term, Option<usize>),
    /// A number of an enumeration or a set of flags, with the kind of its attribute.
    Case(Term, &'static str),
    /// A floating-point number that is computed.
    Float(Float, usize),
}

/// An operation.
#[derive(Clone)]
pub(crate) struct Operation {
    /// Its record.
    pub(crate) record: &'static Op,
    /// Operands.
    pub(crate) operands: Vec<usize>,
    /// Results.
    pub(crate) results: Vec<usize>,
    /// Attributes that the path looks at or gives it.
    pub(crate) attributes: Vec<(&'static str, usize)>,
    /// The path makes it.
    pub(crate) created: bool,
    /// It is made where it is not folded.
    pub(crate) may_fold: bool,
    /// Its line.
    pub(crate) line: usize,
}

/// A condition of the path on attributes and types.
#[derive(Clone)]
pub(crate) struct Condition {
    /// It holds.
    pub(crate) term: Term,
    /// Its line.
    pub(crate) line: usize,
}

/// A change of the program.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// An operation is made.
    Create(usize),
    /// An operation is replaced by values.
    Replace(usize, Vec<usize>),
    /// An operation is erased.
    Erase(usize),
}

/// Changes of the root in place.
#[derive(Clone, Default)]
pub(crate) struct Modified {
    /// Operands by position.
    pub(crate) operands: Vec<(usize, usize)>,
    /// Attributes by name.
    pub(crate) attributes: Vec<(&'static str, usize)>,
    /// The line of the first change.
    pub(crate) line: Option<usize>,
}

/// A finding about the form of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The code of the rule.
    pub code: &'static str,
    /// Line.
    pub line: usize,
    /// Message.
    pub message: String,
}

/// The most operations, values and attributes of a path.
const MOST: usize = 512;

/// The state of a path.
#[derive(Clone, Default)]
pub(crate) struct State {
    /// Operations; the first one is the root.
    pub(crate) ops: Vec<Operation>,
    /// SSA values.
    pub(crate) values: Vec<Ssa>,
    /// Types.
    pub(crate) types: Vec<Type>,
    /// Attributes.
    pub(crate) attributes: Vec<Attribute>,
    /// Conditions on attributes and types.
    pub(crate) conditions: Vec<Condition>,
    /// Conditions that have no form, in words, with their lines.
    pub(crate) unsaid: Vec<(String, usize)>,
    /// Those of them that the order of the paths says: the path before has the opposite.
    pub(crate) in_order: Vec<String>,
    /// Attributes of constants that are not the number of a text.
    pub(crate) not_numbers: Vec<(usize, String)>,
    /// Changes in order, with their lines.
    pub(crate) actions: Vec<(Action, usize)>,
    /// The inputs of the body that the rewrite leaves out.
    pub(crate) narrowed: Vec<String>,
    /// Functions of a library of mathematics that compute constants, of which their accuracy is not known.
    pub(crate) functions: Vec<String>,
    /// Findings.
    pub(crate) remarks: Vec<Remark>,
    /// Choices.
    pub(crate) choices: Choices,
    /// Operands and attributes that the root gets in place.
    pub(crate) modified: Modified,
    /// The types that become others, where the body is a conversion.
    pub(crate) conversion: Conversion,
    /// Conditions without a form that were taken, so that asking again gives the same answer.
    asked: Vec<(String, bool)>,
    /// The elements of a type were asked for, which stand for it.
    pub(crate) element_types: bool,
    /// An integer type is taken to be `index`, which it need not be.
    pub(crate) chose_index: bool,
    /// Values that are not one on this path.
    pub(crate) different: Vec<(usize, usize)>,
    /// Types that are not one on this path.
    pub(crate) different_types: Vec<(usize, usize)>,
    /// The line that is run.
    pub(crate) line: usize,
    /// The line of the last `return` of the body itself.
    pub(crate) returned: usize,
}

impl State {
    /// A path with these choices.
    pub(crate) fn new(choices: Choices) -> State {
        State { choices, ..State::default() }
    }

    /// The reason to stop here.
    pub(crate) fn stop<T>(&self, what: impl Into<String>) -> Run<T> {
        Err(Stop { what: what.into(), line: self.line })
    }

    /// One of two ways, of which nothing is known.
    pub(crate) fn fork(&mut self) -> bool {
        self.choices.pick(2) == 0
    }

    /// A question that has no form in PDL: each answer is a path, and what it says is left out of its conditions.
    pub(crate) fn ask_unsaid(&mut self, question: &str) -> bool {
        if let Some((_, answer)) = self.asked.iter().find(|(asked, _)| asked == question) {
            return *answer;
        }
        let answer = self.fork();
        self.asked.push((question.to_owned(), answer));
        let said = if answer { question.to_owned() } else { format!("not ({question})") };
        self.unsaid.push((said, self.line));
        answer
    }

    /// Leaves a condition out whose opposite the path before this one has.
    pub(crate) fn leave_to_order(&mut self, condition: String) {
        self.in_order.push(condition.clone());
        self.unsaid.push((condition, self.line));
    }

    /// Tells if the pattern has all conditions of the path, but for those that the order of the paths says.
    pub(crate) fn is_certain(&self) -> bool {
        self.unsaid.iter().all(|(condition, _)| self.in_order.contains(condition))
    }

    /// The answer to a question without a form, where it was asked.
    pub(crate) fn answered(&self, question: &str) -> Option<bool> {
        self.asked.iter().find(|(asked, _)| asked == question).map(|(_, answer)| *answer)
    }

    /// Tells if an attribute is a list of others.
    pub(crate) fn is_list(&self, attribute: usize) -> bool {
        matches!(self.attributes[attribute], Attribute::Of { kind: "array", .. })
    }

    /// A condition on the numbers that a value is when the program runs, which an analysis may find or not; each is a path.
    pub(crate) fn ask_always(&mut self, value: usize, question: &str, term: Term) -> bool {
        let value = self.value(value);
        let ty = self.type_of(value);
        let is_root = self.ops[0].results.iter().any(|result| self.value(*result) == value);
        let integer = matches!(self.elements(ty), Elements::Integer | Elements::Truth);
        if is_root || !integer {
            return self.ask_unsaid(question);
        }
        if let Some((_, answer)) = self.asked.iter().find(|(asked, _)| asked == question) {
            return *answer;
        }
        let answer = self.fork();
        self.asked.push((question.to_owned(), answer));
        if answer {
            self.conditions.push(Condition { term, line: self.line });
        } else {
            self.unsaid.push((format!("not ({question})"), self.line));
        }
        answer
    }

    /// A condition as a term: known, or each answer is a path.
    pub(crate) fn ask(&mut self, term: &Term) -> bool {
        let term = self.resolved(term);
        if let Some(known) = term.known() {
            return known != 0;
        }
        // No native code sees the width of a floating-point type.
        let float = |part: &Term| matches!(part, Term::WidthOf(ty) if self.elements(*ty) == Elements::Float);
        if term.any(&float) {
            return self.ask_unsaid(&format!("{term:?}"));
        }
        let negated = term.clone().negated();
        for condition in &self.conditions {
            if condition.term == term {
                return true;
            }
            if condition.term == negated {
                return false;
            }
        }
        let answer = self.fork();
        if answer && self.substitute(&term) {
            return true;
        }
        let term = if answer { term } else { negated };
        self.conditions.push(Condition { term, line: self.line });
        answer
    }

    /// Takes an equation as what an attribute or a type is, so that the pattern names it; false where it is no such equation.
    fn substitute(&mut self, equation: &Term) -> bool {
        let Term::Compare("eq", left, right) = equation else { return false };
        let (left, right) = if left.known().is_some() { (right, left) } else { (left, right) };
        match (&**left, right.known()) {
            (Term::WidthOf(ty), Some(bits @ 1..=64)) => {
                let ty = self.ty(*ty);
                if self.types[ty].elements == Elements::Float || self.types[ty].written.is_some() {
                    return false;
                }
                self.types[ty].written = Some(format!("i{bits}"));
                self.types[ty].asked = true;
                true
            }
            (Term::Attribute(attribute, width), Some(_)) => match self.attributes[*attribute] {
                Attribute::Of { ty: None, kind, .. } if matches!(width, Width::Bits(_)) => {
                    self.attributes[*attribute] = Attribute::Case((**right).clone(), kind);
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// A term with the widths of types that are known by now.
    pub(crate) fn resolved(&self, term: &Term) -> Term {
        let width = |width: &Width| match width {
            Width::Type(ty) => self.width(*ty),
            Width::Bits(_) => *width,
        };
        match term {
            Term::Number(value, of) => Term::Number(*value, width(of)),
            Term::Attribute(attribute, of) => match &self.attributes[*attribute] {
                Attribute::Integer(term, _) | Attribute::Case(term, _) => self.resolved(term),
                _ => Term::Attribute(*attribute, width(of)),
            },
            Term::Value(value, of) => Term::Value(self.value(*value), width(of)),
            Term::WidthOf(ty) => match self.width(*ty) {
                Width::Bits(bits) => Term::word(i128::from(bits)),
                Width::Type(ty) => Term::WidthOf(ty),
            },
            Term::Binary(op, left, right) => Term::binary(op, self.resolved(left), self.resolved(right)),
            Term::Compare(predicate, left, right) => {
                Term::compare(predicate, self.resolved(left), self.resolved(right))
            }
            Term::Select(condition, left, right) => {
                Term::select(self.resolved(condition), self.resolved(left), self.resolved(right))
            }
            Term::Count(op, of) => Term::Count(op, self.resolved(of).into()),
            Term::Resize(extension, from, to) => self.resolved(from).resize(*extension, width(to)),
        }
    }

    /// A new type.
    pub(crate) fn new_type(&mut self, elements: Elements) -> usize {
        let is = self.types.len();
        let written = (elements == Elements::Index).then(|| "index".to_owned());
        self.types.push(Type { is, written, elements, inferred: false, asked: false });
        is
    }

    /// The type of an operand or a result, which is written where its constraint permits that alone.
    pub(crate) fn type_of_group(&mut self, record: &'static Op, group: Group) -> usize {
        let ty = self.new_type(records::elements(record, group));
        let only = records::only_type(record, group);
        self.types[ty].written = self.types[ty].written.take().or(only);
        ty
    }

    /// A type that is written.
    pub(crate) fn written_type(&mut self, text: &str) -> usize {
        let elements = match text {
            "index" => Elements::Index,
            "i1" => Elements::Truth,
            _ if text.starts_with('i') => Elements::Integer,
            _ if text.starts_with('f') || text == "bf16" => Elements::Float,
            _ => Elements::Any,
        };
        let known = self.types.iter().position(|ty| ty.written.as_deref() == Some(text));
        known.unwrap_or_else(|| {
            let ty = self.new_type(elements);
            self.types[ty].written = Some(text.to_owned());
            ty
        })
    }

    /// The type that stands for all that are one with it.
    pub(crate) fn ty(&self, ty: usize) -> usize {
        let mut at = ty;
        while self.types[at].is != at {
            at = self.types[at].is;
        }
        at
    }

    /// The number of bits of the elements of a type.
    pub(crate) fn width(&self, ty: usize) -> Width {
        let ty = self.ty(ty);
        let known = &self.types[ty];
        let written = known.written.as_deref().map(|text| text.trim_start_matches(['b', 'f', 'i']));
        let written = written.and_then(|text| {
            let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
            text[..digits].parse().ok()
        });
        match (known.elements, written) {
            (Elements::Truth, _) => Width::Bits(1),
            // Those of its attributes; a program does not say how many its values have.
            (Elements::Index, _) => WORD,
            (_, Some(bits)) => Width::Bits(bits),
            (_, None) => Width::Type(ty),
        }
    }

    /// Says that two types are one; false where that cannot be.
    pub(crate) fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.ty(a), self.ty(b));
        if a == b {
            return true;
        }
        let elements = match (self.types[a].elements, self.types[b].elements) {
            (one, other) if one == other => one,
            (Elements::Any, one) | (one, Elements::Any) => one,
            (Elements::Integer, one @ (Elements::Index | Elements::Truth))
            | (one @ (Elements::Index | Elements::Truth), Elements::Integer) => one,
            _ => return false,
        };
        if let (Some(x), Some(y)) = (&self.types[a].written, &self.types[b].written)
            && x != y
        {
            return false;
        }
        let (first, second) = (a.min(b), a.max(b));
        let inferred = self.types[first].inferred && self.types[second].inferred;
        self.types[second].is = first;
        let written = self.types[second].written.take();
        let kept = &mut self.types[first];
        kept.elements = elements;
        kept.inferred = inferred;
        if kept.written.is_none() {
            kept.written = written;
        }
        true
    }

    /// A new value.
    pub(crate) fn new_value(&mut self, definition: Definition, ty: usize) -> usize {
        self.values.push(Ssa { definition, ty, excluded: Vec::new() });
        self.values.len() - 1
    }

    /// The value that stands for all that are one with it.
    pub(crate) fn value(&self, value: usize) -> usize {
        let mut at = value;
        while let Definition::Is(other) = self.values[at].definition {
            at = other;
        }
        at
    }

    /// The type of a value.
    pub(crate) fn type_of(&self, value: usize) -> usize {
        self.ty(self.values[self.value(value)].ty)
    }

    /// The operation that defines a value.
    pub(crate) fn defined_by(&self, value: usize) -> Option<(usize, usize)> {
        match self.values[self.value(value)].definition {
            Definition::Result(op, number) => Some((op, number)),
            _ => None,
        }
    }

    /// A new attribute.
    pub(crate) fn new_attribute(&mut self, attribute: Attribute) -> usize {
        self.attributes.push(attribute);
        self.attributes.len() - 1
    }

    /// A matched operation with open operands, and results of which one may be a value that is there.
    pub(crate) fn matched(&mut self, record: &'static Op, result: Option<(usize, usize)>) -> Run<usize> {
        if !records::is_plain(record) {
            return self.stop(format!("`{}` has lists of operands, or regions", record.name));
        }
        if self.ops.len() + self.values.len() > MOST {
            return self.stop("a path with too many operations");
        }
        let op = self.ops.len();
        let groups: Vec<Group> = record.operands().collect();
        let types: Vec<usize> = groups.iter().map(|group| self.type_of_group(record, *group)).collect();
        let outs: Vec<Group> = record.results().collect();
        if groups.iter().chain(&outs).any(|group| records::may_be_memory(record, *group)) {
            self.narrow("memory is left out");
        }
        let results: Vec<usize> = outs.iter().map(|group| self.type_of_group(record, *group)).collect();
        if !self.relate(record, &types, &results) {
            return self.stop(format!("the types of `{}`", record.name));
        }
        let operands = types.into_iter().map(|ty| self.new_value(Definition::Open, ty)).collect();
        let mut values = Vec::new();
        for (number, ty) in results.into_iter().enumerate() {
            let value = match result {
                Some((value, at)) if at == number => {
                    let value = self.value(value);
                    if !self.join(self.values[value].ty, ty) {
                        return self.stop("a value of two types");
                    }
                    self.values[value].definition = Definition::Result(op, number);
                    // That some operation defines it is said by this one.
                    let question = defined_question(value);
                    self.unsaid.retain(|(said, _)| *said != question);
                    value
                }
                _ => self.new_value(Definition::Result(op, number), ty),
            };
            values.push(value);
        }
        let line = self.line;
        self.ops.push(Operation {
            record,
            operands,
            results: values,
            attributes: Vec::new(),
            created: false,
            may_fold: false,
            line,
        });
        Ok(op)
    }

    /// True where a value is, or on this path is taken to be, defined by such an operation.
    pub(crate) fn ask_defined(&mut self, value: usize, record: &'static Op) -> Run<Option<usize>> {
        let value = self.value(value);
        match self.values[value].definition {
            Definition::Result(op, _) => {
                let same = self.ops[op].record.name == record.name;
                return Ok((same && !(self.ops[op].may_fold && self.folded(op))).then_some(op));
            }
            Definition::Constant(_) => return self.stop("the operation that defines a constant of a folder"),
            Definition::Open | Definition::Is(_) => {}
        }
        let constant = record.has("constant_like") && self.values[value].excluded.contains(&"");
        if constant || self.values[value].excluded.contains(&record.name) {
            return Ok(None);
        }
        // A value of another type than the result of the operation is no result.
        if self.fork() {
            if record.results().count() != 1 {
                return self.stop(format!("a value defined by `{}`, which has several results", record.name));
            }
            let op = self.matched(record, Some((value, 0)))?;
            return Ok(Some(op));
        }
        self.values[value].excluded.push(record.name);
        Ok(None)
    }

    /// Tells if an operation was folded when it was made, on this path; its value is the same.
    fn folded(&mut self, op: usize) -> bool {
        let question = format!("operation {op} was folded");
        if let Some((_, answer)) = self.asked.iter().find(|(asked, _)| *asked == question) {
            return *answer;
        }
        let answer = self.fork();
        self.asked.push((question, answer));
        answer
    }

    /// Tells if an operation of any kind defines a value; where nothing says so, each answer is a path.
    pub(crate) fn ask_definer(&mut self, value: usize) -> bool {
        let value = self.value(value);
        self.defined_by(value).is_some() || self.ask_unsaid(&defined_question(value))
    }

    /// The attribute of the constant that a value is, where it is one on this path.
    pub(crate) fn ask_constant(&mut self, value: usize, constant: &'static Op) -> Run<Option<usize>> {
        let value = self.value(value);
        if let Definition::Result(op, _) = self.values[value].definition {
            if !self.ops[op].record.has("constant_like") {
                return Ok(None);
            }
            return self.attribute(op, "value").map(Some);
        }
        if let Definition::Constant(attribute) = self.values[value].definition {
            return Ok(Some(attribute));
        }
        if self.values[value].excluded.contains(&"") {
            return Ok(None);
        }
        let not_this = self.values[value].excluded.contains(&constant.name);
        if !not_this && self.fork() {
            let op = self.matched(constant, Some((value, 0)))?;
            return self.attribute(op, "value").map(Some);
        }
        self.values[value].excluded.push("");
        Ok(None)
    }

    /// An attribute of an operation by its name in the record.
    pub(crate) fn attribute(&mut self, op: usize, name: &str) -> Run<usize> {
        if let Some((_, attribute)) = self.ops[op].attributes.iter().find(|(known, _)| *known == name) {
            return Ok(*attribute);
        }
        let record = self.ops[op].record;
        let Some(found) = record.attributes().find(|one| one.name == name) else {
            return self.stop(format!("`{}` has no attribute `{name}`", record.name));
        };
        if found.kind == "unit" {
            return self.stop(format!("the optional attribute `{name}` of `{}`", record.name));
        }
        if self.ops[op].created {
            let Some(default) = found.default else {
                return self.stop(format!("the attribute `{name}` of `{}` that is made", record.name));
            };
            let attribute = self.new_attribute(Attribute::Written(default.to_owned(), None));
            self.ops[op].attributes.push((found.name, attribute));
            return Ok(attribute);
        }
        let constant = record.has("constant_like") && found.name == "value";
        let ty = constant.then(|| self.ops[op].results.first().map(|value| self.type_of(*value))).flatten();
        let attribute = self.new_attribute(Attribute::Of { op, kind: found.kind, ty });
        self.ops[op].attributes.push((found.name, attribute));
        Ok(attribute)
    }

    /// The type of an attribute that has one.
    pub(crate) fn attribute_type(&mut self, attribute: usize) -> Option<usize> {
        match self.attributes[attribute].clone() {
            Attribute::Of { ty, .. } | Attribute::Written(_, ty) => ty,
            Attribute::Integer(_, Some(ty)) | Attribute::Float(_, ty) => Some(ty),
            Attribute::Integer(term, None) => match self.resolved(&term).width() {
                Width::Bits(bits) => Some(self.written_type(&format!("i{bits}"))),
                Width::Type(ty) => Some(ty),
            },
            Attribute::Case(..) => None,
        }
    }

    /// The type of a constant of the match.
    pub(crate) fn constant_type(&self, attribute: usize) -> Option<usize> {
        match self.attributes[attribute] {
            Attribute::Of { ty, .. } => ty,
            _ => None,
        }
    }

    /// The facts about the elements of a type.
    pub(crate) fn elements(&self, ty: usize) -> Elements {
        self.types[self.ty(ty)].elements
    }

    /// The integer that an attribute is, if its type is one of integers.
    pub(crate) fn integer_of(&mut self, attribute: usize) -> Option<Term> {
        match self.attributes[attribute].clone() {
            Attribute::Integer(term, _) | Attribute::Case(term, _) => Some(self.resolved(&term)),
            Attribute::Of { ty: Some(ty), .. } => match self.elements(ty) {
                Elements::Integer | Elements::Index | Elements::Truth => {
                    Some(Term::Attribute(attribute, self.width(ty)))
                }
                Elements::Float | Elements::Any => None,
            },
            Attribute::Of { op, kind, ty: None, .. } => {
                let record = self.ops[op].record;
                let width = case_width(record, kind)?;
                Some(Term::Attribute(attribute, Width::Bits(width)))
            }
            Attribute::Written(..) | Attribute::Float(..) => None,
        }
    }

    /// Says that two values are one, where that can be; `None` where it cannot be said.
    pub(crate) fn unite(&mut self, a: usize, b: usize) -> Run<bool> {
        let (a, b) = (self.value(a), self.value(b));
        let (from, to) = match (self.values[a].definition, self.values[b].definition) {
            (_, Definition::Open) => (b, a),
            (Definition::Open, _) => (a, b),
            (Definition::Result(one, x), Definition::Result(other, y)) => {
                let same = self.ops[one].record.name == self.ops[other].record.name && x == y;
                return match same && one != other {
                    true => self.stop("two operations that may be one"),
                    false => Ok(false),
                };
            }
            _ => return Ok(false),
        };
        // A value that an operation depends on is none of its results.
        if self.depends(to, from, 0) {
            return Ok(false);
        }
        if let Some((op, _)) = self.defined_by(to) {
            let name = self.ops[op].record.name;
            let constant = self.ops[op].record.has("constant_like");
            let excluded = &self.values[from].excluded;
            if excluded.contains(&name) || constant && excluded.contains(&"") {
                return Ok(false);
            }
        }
        if !self.join(self.values[from].ty, self.values[to].ty) {
            return Ok(false);
        }
        let excluded = std::mem::take(&mut self.values[from].excluded);
        self.values[to].excluded.extend(excluded);
        self.values[from].definition = Definition::Is(to);
        Ok(true)
    }

    fn depends(&self, value: usize, on: usize, depth: usize) -> bool {
        let value = self.value(value);
        if depth > MOST {
            return true;
        }
        match self.values[value].definition {
            Definition::Result(op, _) => {
                let operands = &self.ops[op].operands;
                operands.iter().any(|one| self.value(*one) == on || self.depends(*one, on, depth + 1))
            }
            _ => false,
        }
    }

    /// True where two values are one on this path.
    pub(crate) fn ask_same(&mut self, a: usize, b: usize) -> Run<bool> {
        let (a, b) = (self.value(a), self.value(b));
        if a == b {
            return Ok(true);
        }
        let pair = |one: &(usize, usize)| {
            let (x, y) = (self.value(one.0), self.value(one.1));
            (x, y) == (a, b) || (y, x) == (a, b)
        };
        if self.different.iter().any(pair) {
            return Ok(false);
        }
        let open = |state: &State, value: usize| state.values[value].definition == Definition::Open;
        if !open(self, a) && !open(self, b) {
            return self.unite(a, b);
        }
        if self.fork() {
            return match self.unite(a, b)? {
                true => Ok(true),
                false => self.stop(IMPOSSIBLE),
            };
        }
        self.different.push((a, b));
        Ok(false)
    }

    /// True where values or types that differ on this path have become one, so that no program takes it.
    pub(crate) fn contradicts(&self) -> bool {
        self.different.iter().any(|(a, b)| self.value(*a) == self.value(*b))
            || self.different_types.iter().any(|(a, b)| {
                let (a, b) = (self.ty(*a), self.ty(*b));
                let written = |ty: usize| self.types[ty].written.as_deref();
                a == b || written(a).is_some() && written(a) == written(b)
            })
            || self.conditions.iter().any(|condition| self.resolved(&condition.term).known() == Some(0))
            || self.ops.iter().any(|op| !op.created && self.casts_to_no_type(op))
    }

    /// True where the path excludes that values are one, or that they are defined by some operation, or takes the elements of a
    /// type for the type.
    pub(crate) fn excludes(&self) -> bool {
        self.element_types
            || !self.different.is_empty()
            || self.values.iter().any(|value| !value.excluded.is_empty())
    }

    /// Takes the operation back that was made last.
    pub(crate) fn take_back(&mut self, op: usize) {
        if op + 1 == self.ops.len()
            && matches!(self.actions.last(), Some((Action::Create(made), _)) if *made == op)
        {
            self.ops.pop();
            self.actions.pop();
        }
    }

    /// A value that stands for an attribute which a folder returns.
    pub(crate) fn constant_value(&mut self, attribute: usize, ty: usize) -> usize {
        self.new_value(Definition::Constant(attribute), ty)
    }

    /// Notes that the path says less than the body.
    pub(crate) fn narrow(&mut self, how: &str) {
        if !self.narrowed.iter().any(|known| known == how) {
            self.narrowed.push(how.to_owned());
        }
    }
}

/// The question if an operation of any kind defines a value.
fn defined_question(value: usize) -> String {
    format!("value {value} is defined by an operation")
}

/// The reason why a path that no program takes stops.
pub(crate) const IMPOSSIBLE: &str = "a path that no program takes";

/// The bits of the number that stands for an enumeration or a set of flags, by the kind of the attribute.
pub(crate) fn case_width(record: &'static Op, kind: &str) -> Option<u32> {
    match kind {
        "i64" => Some(64),
        "i32" => Some(32),
        "flags(arith.overflow)" => Some(2),
        _ if kind.starts_with("enum(") || kind.starts_with("quoted(") => {
            records::enumeration(record, kind).map(|known| known.width)
        }
        _ => None,
    }
}
