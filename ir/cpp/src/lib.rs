//! Rewrites written in C++, read from their source. Syntax comes from tree-sitter, operations from records, the meaning of MLIR's
//! API from a table; a body is run symbolically, path by path, and each path becomes a pattern of PDL with summaries of native
//! code. What is not known stops its path and is named. Reads no file, runs no process and judges nothing.
//!
//! Three things are narrower than the body: constants are those of the dialect's own operation, a question about vectors and
//! tensors is answered for scalars, and a constant of floating-point numbers in an open type is one of `f32`. What a path leaves
//! out of its conditions is in [`Path::unsaid`].

mod api;
mod arithmetic;
mod choices;
mod conversion;
mod converter;
mod emit;
mod expressions;
mod floats;
mod lookup;
mod methods;
mod misses;
mod objects;
mod operation;
mod prelude;
mod records;
mod relate;
mod run;
mod source;
mod state;
mod summary;
mod syntax;
mod term;
mod value;
mod vectors;

pub use emit::{ALIASES, Pattern};
pub use misses::Miss;
pub use prelude::Table;
pub use source::Kind;
pub use state::Remark;

use rustc_hash::FxHashMap;

use choices::Choices;
use run::{Outcome, Program, Runner};
use source::{Found, Function, World};
use state::{Action, Definition, IMPOSSIBLE, State};
use syntax::File;
use value::Value;

/// The most paths of a body.
const PATHS: usize = 256;

/// A file as it was read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The bodies in the order of their lines.
    pub bodies: Vec<Body>,
    /// Lines that are no C++, with their text.
    pub errors: Vec<(usize, String)>,
}

/// A body that rewrites.
#[derive(Clone, Debug)]
pub struct Body {
    /// The class of a pattern, or `Op::fold`.
    pub name: String,
    /// Kind.
    pub kind: Kind,
    /// Its line.
    pub line: usize,
    /// Its paths but for those that change nothing.
    pub paths: Vec<Path>,
    /// Paths that change nothing.
    pub idle: usize,
    /// Findings about its form.
    pub remarks: Vec<Remark>,
    /// Its paths and those that change nothing, in the order in which the body asks: the first one that matches a program is the
    /// path that the program takes. Empty unless asked for.
    pub decisions: Vec<Decision>,
}

/// The match of a path.
#[derive(Clone, Debug)]
pub struct Decision {
    /// A pattern that matches as the path does; its rewrite is that of the path only for [`Answer::Rewrites`].
    pub pattern: Pattern,
    /// The end of the path.
    pub answer: Answer,
    /// The pattern has all conditions of the path, but for those that follow from the ones before it.
    pub certain: bool,
}

/// The end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It rewrites: the number in [`Body::paths`].
    Rewrites(usize),
    /// It changes nothing.
    Nothing,
    /// It was not read.
    Unread,
}

/// A path that rewrites, or that was not read to its end.
#[derive(Clone, Debug)]
pub struct Path {
    /// The line of its first change.
    pub line: usize,
    /// The pattern; of a path that was not read, one that matches the operation alone.
    pub pattern: Pattern,
    /// The construct that stopped the reading.
    pub unread: Option<Unread>,
    /// Conditions that the pattern does not have.
    pub unsaid: Vec<(String, usize)>,
    /// Those of them that the order of the paths says, as an earlier path has the opposite.
    pub in_order: Vec<String>,
    /// The path excludes that values are one, or defined by some operation, which the pattern does not say: of its values
    /// alone nothing follows from that.
    pub excludes: bool,
    /// The inputs of the body that the pattern leaves out.
    pub narrowed: Vec<String>,
    /// All types of the match are written.
    pub typed: bool,
    /// Functions of a library of mathematics that compute its constants: how near they come is not known.
    pub functions: Vec<String>,
    /// The binary makes what was read: no function whose results differ by the library, no constant that its dialect cannot make.
    pub exact: bool,
    /// The path without each of its conditions. Empty unless asked for.
    pub misses: Vec<Miss>,
}

/// A construct that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The construct.
    pub what: String,
    /// Its line.
    pub line: usize,
}

impl Body {
    /// The number of paths that were read.
    pub fn read(&self) -> usize {
        self.paths.iter().filter(|path| path.unread.is_none()).count()
    }
}

/// The bodies of `text`, with functions of other files; `runs` asks for [`Body::decisions`] and [`Path::misses`].
pub fn read(name: &str, text: &str, beside: &[(String, String)], tables: &[Table], runs: bool) -> Reading {
    let file = File::new(name, text);
    let others: Vec<File> = beside.iter().map(|(name, text)| File::new(name, text)).collect();
    let mut world = World::default();
    world.add(&file, true);
    let errors = std::mem::take(&mut world.errors);
    others.iter().for_each(|other| world.add(other, false));
    let functions: Vec<World<'_>> = tables.iter().map(Table::world).collect();
    let found = source::bodies(&world, name);
    let bodies = found.iter().map(|found| body(&world, &functions, tables, found, (name, runs))).collect();
    Reading { bodies, errors }
}

/// A pattern in place of that of a path, from 1, which is not to be used.
pub fn unread_pattern(file: &str, body: &Body, number: usize, what: &str, line: usize) -> Pattern {
    let name = format!("{}#{number}", body.name);
    emit::opaque(&emit::Place { name: &name, file, line: body.line, tables: &[] }, None, what, line)
}

fn body(
    world: &World<'_>,
    functions: &[World<'_>],
    tables: &[Table],
    found: &Found,
    (file, runs): (&str, bool),
) -> Body {
    let mut body = Body {
        name: found.name.clone(),
        kind: found.kind,
        line: found.line,
        paths: Vec::new(),
        idle: 0,
        remarks: Vec::new(),
        decisions: Vec::new(),
    };
    let function = world.functions.get(&found.function.0).and_then(|list| list.get(found.function.1));
    let Some(function) = function else { return body };
    let op = source::substituted(&found.op, &found.types);
    let mut spaces = world.used.clone();
    spaces.extend(found.spaces.iter().cloned());
    let root = records::operation(&op, &spaces, tables);
    let mut stopped = Vec::new();
    match root {
        _ if function.broken => stopped.push(unread("a syntax error", function.line)),
        None => {
            let what = format!("no record of the operation of `{op}`; `--dialect FILE.td` gives it");
            stopped.push(unread(&what, function.line));
        }
        Some(root) => {
            let program = Program { world, tables: functions, lines: tables, found, root };
            run_all(&program, (file, runs), function, &mut body, &mut stopped);
        }
    }
    if stopped.is_empty() && body.paths.is_empty() {
        stopped.push(unread("no path that rewrites", function.line));
    }
    for unread in stopped {
        let name = format!("{}#{}", found.name, body.paths.len() + 1);
        let place = emit::Place { name: &name, file, line: found.line, tables: &[] };
        let pattern = emit::opaque(&place, root.map(|op| op.name), &unread.what, unread.line);
        body.paths.push(Path {
            line: unread.line,
            pattern,
            unread: Some(unread),
            unsaid: Vec::new(),
            in_order: Vec::new(),
            excludes: false,
            narrowed: Vec::new(),
            typed: false,
            functions: Vec::new(),
            exact: true,
            misses: Vec::new(),
        });
    }
    body
}

fn unread(what: &str, line: usize) -> Unread {
    Unread { what: what.to_owned(), line }
}

/// Runs all paths of a body; each reason to stop is noted once.
fn run_all<'a>(
    program: &Program<'_, 'a>,
    (file, runs): (&str, bool),
    function: &Function<'a>,
    body: &mut Body,
    stopped: &mut Vec<Unread>,
) {
    let mut note = |unread: Unread| {
        if !stopped.contains(&unread) {
            stopped.push(unread);
        }
    };
    // Paths that differ in what no pattern says are one.
    let mut known = FxHashMap::default();
    let mut choices = Choices::default();
    let mut without_index = false;
    for number in 1.. {
        if number > PATHS {
            return note(unread(&format!("more than {PATHS} paths"), function.line));
        }
        let (mut state, outcome, returned) = Runner::new(program, State::new(choices)).body(function);
        let impossible = state.contradicts();
        state.drop_implied();
        for remark in state.remarks.drain(..).filter(|_| !impossible) {
            if !body.remarks.contains(&remark) {
                body.remarks.push(remark);
            }
        }
        let matched = (runs && !impossible).then(|| (state.clone(), state.is_certain()));
        let mut answer = Some(Answer::Unread);
        match outcome {
            _ if impossible => {}
            Outcome::Nothing => {
                body.idle += 1;
                answer = Some(Answer::Nothing);
            }
            Outcome::Stopped(stop) if stop.what == IMPOSSIBLE => answer = None,
            Outcome::Stopped(stop) => note(unread(&stop.what, stop.line)),
            Outcome::Rewrites => {
                let name = format!("{}#{}", body.name, body.paths.len() + 1);
                let place = emit::Place { name: &name, file, line: body.line, tables: program.lines };
                match finished(&mut state, returned, &place, body) {
                    // The same operation has integers on other paths.
                    Err(why) if why.what == summary::INDEX && state.chose_index => without_index = true,
                    Err(why) => note(why),
                    Ok(mut path) => {
                        let plain = |text: &str| text.replace(&name, "");
                        let text = format!("{}{}", plain(&path.pattern.natives), plain(&path.pattern.pdl));
                        let said = format!("{:?}{}", path.unsaid, path.excludes);
                        // An equal one may be there already.
                        let number = *known.entry((text, said)).or_insert(body.paths.len());
                        answer = Some(Answer::Rewrites(number));
                        if number == body.paths.len() {
                            if let Some((matched, _)) = &matched {
                                path.misses = misses::misses(matched, &place);
                            }
                            body.paths.push(path);
                        }
                    }
                }
            }
        }
        if let (Some((state, certain)), Some(answer)) = (matched, answer) {
            let name = format!("{}~{}", body.name, body.decisions.len() + 1);
            let place = emit::Place { name: &name, file, line: body.line, tables: program.lines };
            body.decisions.push(decision(state, certain, answer, (&place, program.root.name)));
        }
        choices = state.choices;
        if !choices.advance() {
            break;
        }
    }
    if without_index {
        let lacking = |path: &&mut Path| !path.narrowed.iter().any(|known| known == emit::NO_INDEX);
        body.paths.iter_mut().filter(lacking).for_each(|path| path.narrowed.push(emit::NO_INDEX.to_owned()));
    }
}

/// The match of a path; of one without a form, the operation alone, and nothing is known of what it does.
fn decision(
    mut state: State,
    certain: bool,
    answer: Answer,
    (place, root): (&emit::Place<'_>, &str),
) -> Decision {
    match emit::conditions(&mut state, place) {
        Ok(pattern) => Decision { pattern, answer, certain },
        Err(why) => {
            let pattern = emit::opaque(place, Some(root), &why, place.line);
            Decision { pattern, answer: Answer::Unread, certain: false }
        }
    }
}

/// The pattern of a path that rewrites.
fn finished(
    state: &mut State,
    returned: Option<Value<'_>>,
    place: &emit::Place<'_>,
    body: &mut Body,
) -> Result<Path, Unread> {
    let line = state.actions.first().map_or(state.returned, |(_, line)| *line);
    let pattern = replaced(state, returned).and_then(|()| emit::pattern(state, place));
    unused(state, body);
    if !state.functions.is_empty() && state.attributes.iter().any(is_compound) {
        let what = format!("`{}` is exact", state.functions.join("`, `"));
        state.unsaid.push((what, line));
    }
    Ok(Path {
        line,
        pattern: pattern.map_err(|what| unread(&what, state.line))?,
        unread: None,
        unsaid: std::mem::take(&mut state.unsaid),
        in_order: std::mem::take(&mut state.in_order),
        excludes: state.excludes(),
        exact: state.functions.is_empty() && !state.narrowed.iter().any(|how| how == emit::ELSEWHERE),
        narrowed: std::mem::take(&mut state.narrowed),
        typed: state.has_written_types(),
        functions: std::mem::take(&mut state.functions),
        misses: Vec::new(),
    })
}

/// A number that several operations compute: their errors add up.
fn is_compound(attribute: &state::Attribute) -> bool {
    match attribute {
        state::Attribute::Float(value::Float::Computed(_, operands), _) => {
            operands.iter().any(|one| matches!(one, value::Float::Computed(..)))
        }
        _ => false,
    }
}

/// Adds what a folder returns, and changes in place, as a replacement of the root.
fn replaced(state: &mut State, returned: Option<Value<'_>>) -> Result<(), String> {
    let line = state.modified.line.unwrap_or(state.returned);
    let results = state.ops[0].results.clone();
    if let Some(returned) = returned {
        let list = match returned {
            Value::List(list) => list,
            other => vec![other],
        };
        if list.is_empty() && state.modified.line.is_none() && state.actions.is_empty() {
            return Err("a folder that succeeds without results".to_owned());
        }
        let own = |value: &Value<'_>| match value {
            Value::Ssa(value) => results.contains(value),
            Value::Op(op) => *op == 0,
            _ => false,
        };
        if !list.is_empty() && !list.iter().all(own) {
            if list.len() != results.len() {
                return Err("a folder that returns another number of values".to_owned());
            }
            if state.modified.line.is_some() {
                return Err("a folder that changes its operation and returns another value".to_owned());
            }
            let mut values = Vec::new();
            for (value, result) in list.into_iter().zip(&results) {
                let ty = state.type_of(*result);
                values.push(match value {
                    Value::Becomes(record) => {
                        let made = operation::create(state, record, vec![Value::Type(ty)]);
                        state.ops[made.map_err(|stop| stop.what)?].results[0]
                    }
                    Value::Ssa(value) | Value::MaybeConstant(value) => value,
                    Value::Attr(attribute) => {
                        // A truth value in the type of a comparison of scalars.
                        let made = matches!(state.attributes[attribute], state::Attribute::Integer(..));
                        if state.elements(ty) == records::Elements::Truth
                            && made
                            && state.types[ty].written.is_none()
                        {
                            state.types[ty].written = Some("i1".to_owned());
                            state.narrow(api::SCALARS);
                        }
                        state.constant_value(attribute, ty)
                    }
                    Value::Op(op) if state.ops[op].results.len() == 1 => state.ops[op].results[0],
                    other => return Err(format!("a folder that returns {}", other.word())),
                });
            }
            state.actions.push((Action::Replace(0, values), line));
            return Ok(());
        }
        if state.modified.line.is_none() && state.actions.is_empty() {
            return Err("a folder that returns its own result and changes nothing".to_owned());
        }
    }
    if state.modified.line.is_none() {
        return Ok(());
    }
    if state.actions.iter().any(|(action, _)| matches!(action, Action::Replace(0, _) | Action::Erase(0))) {
        return Err("an operation that is changed in place and replaced".to_owned());
    }
    in_place(state, line)
}

/// The root, changed in place, as a new operation that replaces it.
fn in_place(state: &mut State, line: usize) -> Result<(), String> {
    let record = state.ops[0].record;
    let operands: Vec<usize> =
        (0..state.ops[0].operands.len()).map(|at| operation::operand(state, 0, at)).collect();
    let mut attributes = Vec::new();
    for attribute in record.attributes() {
        let changed =
            state.modified.attributes.iter().rev().find(|(name, _)| *name == attribute.name).copied();
        let value = match changed {
            Some((_, value)) => value,
            None if attribute.optional => {
                return Err(format!(
                    "an operation with the optional attribute `{}`, changed in place",
                    attribute.name
                ));
            }
            None => state.attribute(0, attribute.name).map_err(|stop| stop.what)?,
        };
        attributes.push((attribute.name, value));
    }
    let op = state.ops.len();
    let types: Vec<usize> = state.ops[0].results.iter().map(|value| state.type_of(*value)).collect();
    let results: Vec<usize> = types
        .iter()
        .enumerate()
        .map(|(number, ty)| state.new_value(Definition::Result(op, number), *ty))
        .collect();
    let made = state::Operation {
        record,
        operands,
        results: results.clone(),
        attributes,
        created: true,
        may_fold: false,
        line,
    };
    state.ops.push(made);
    state.actions.push((Action::Create(op), line));
    state.actions.push((Action::Replace(0, results), line));
    Ok(())
}

/// Remarks operations that are made and not used.
fn unused(state: &State, body: &mut Body) {
    for op in state.ops.iter().filter(|op| op.created && op.record.has("pure")) {
        let uses = |value: &usize| op.results.contains(&state.value(*value));
        let operand = state.ops.iter().any(|other| other.operands.iter().any(uses));
        let replaces = state.actions.iter().any(|(action, _)| match action {
            Action::Replace(_, values) => values.iter().any(uses),
            _ => false,
        });
        if !operand && !replaces {
            let message = format!("`{}` is created and never used", op.record.name);
            let remark = Remark { code: "D102", line: op.line, message };
            if !body.remarks.contains(&remark) {
                body.remarks.push(remark);
            }
        }
    }
}

#[cfg(test)]
mod tests;
