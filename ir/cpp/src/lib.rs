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
mod tests {
    use super::*;

    fn tables() -> Vec<Table> {
        vec![Table::read("api.txt", include_str!("../../../corpus/cpp/api.txt"))]
    }

    fn one(text: &str) -> Body {
        let mut reading = super::read("a.cpp", text, &[], &tables(), true);
        assert_eq!(reading.bodies.len(), 1, "{text}");
        reading.bodies.remove(0)
    }

    fn fold(body: &str) -> Body {
        one(&format!("OpFoldResult arith::AddIOp::fold(FoldAdaptor adaptor) {{\n{body}\n}}"))
    }

    #[test]
    fn the_lines_of_the_table_are_understood() {
        assert_eq!(tables()[0].faults, Vec::<String>::new());
    }

    #[test]
    fn a_path_has_the_negation_of_the_tests_before_it() {
        let body = fold(
            "if (matchPattern(adaptor.getRhs(), m_Zero())) return {};\nif (adaptor.getRhs()) return getLhs();\nreturn {};",
        );
        assert_eq!((body.paths.len(), body.read()), (1, 1));
        assert!(body.paths[0].pattern.natives.contains("cmpi ne"), "{}", body.paths[0].pattern.natives);
    }

    #[test]
    fn a_condition_without_a_form_is_named_with_its_line() {
        let body = fold("if (getLhs().hasOneUse())\n  return getRhs();\nreturn {};");
        assert_eq!(body.paths[0].unsaid, [("value 0 hasOneUse".to_owned(), 2)]);
    }

    #[test]
    fn what_is_not_known_stops_its_path_alone() {
        let body = fold(
            "if (getLhs() == getRhs()) return getLhs();\nif (strange(getLhs()))\n  return getRhs();\nreturn {};",
        );
        assert_eq!((body.paths.len(), body.read()), (2, 1));
        let unread = body.paths[1].unread.as_ref().expect("it was not read");
        assert_eq!((unread.what.as_str(), unread.line), ("a call of `strange(getLhs())`", 3));
    }

    #[test]
    fn a_result_is_what_its_condition_says() {
        let pattern = |last: &str| {
            one(&format!(
                "struct P : public OpRewritePattern<arith::AddIOp> {{\nLogicalResult matchAndRewrite(arith::AddIOp op, \
                 PatternRewriter &r) const override {{\nif (failed(same(op))) return failure();\nr.replaceOp(op, op.getLhs());\n\
                 return success();\n}}\nLogicalResult same(arith::AddIOp op) const {{ return {last}; }}\n}};"
            ))
        };
        let same = pattern("success(op.getLhs() == op.getRhs())");
        assert_eq!((same.paths.len(), same.read(), same.idle), (1, 1, 1));
        assert!(!same.paths[0].pattern.pdl.contains("%value1"), "{}", same.paths[0].pattern.pdl);
        let other = pattern("failure(op.getLhs() == op.getRhs())");
        assert!(other.paths[0].pattern.pdl.contains("%value1"), "{}", other.paths[0].pattern.pdl);
    }

    #[test]
    fn the_operation_of_a_pattern_may_be_named_by_its_constructor() {
        let text = "struct P : public ::mlir::RewritePattern {\nP(MLIRContext *c) : ::mlir::RewritePattern(\"arith.xori\", 1, c, {}) {}\n\
                    LogicalResult matchAndRewrite(::mlir::Operation *op0, PatternRewriter &r) const override {\n\
                    auto root = dyn_cast<::mlir::arith::XOrIOp>(op0);\n\
                    auto *inner = (*root.getODSOperands(0).begin()).getDefiningOp();\nif (!inner) return failure();\n\
                    auto xor1 = dyn_cast<arith::XOrIOp>(inner);\nif (!xor1) return failure();\n\
                    r.replaceOp(op0, xor1.getLhs());\nreturn success();\n}\n};";
        let body = one(text);
        assert_eq!((body.paths.len(), body.read()), (1, 1));
        assert!(body.paths[0].unsaid.is_empty(), "{:?}", body.paths[0].unsaid);
        assert_eq!(body.paths[0].pattern.pdl.matches("arith.xori").count(), 2);
    }

    #[test]
    fn a_helper_is_found_in_another_file() {
        let text = "OpFoldResult arith::AddIOp::fold(FoldAdaptor adaptor) { return pick(getLhs()); }";
        let beside = [("h.cpp".to_owned(), "static Value pick(Value x) { return x; }".to_owned())];
        let reading = super::read("a.cpp", text, &beside, &tables(), true);
        assert_eq!(reading.bodies[0].read(), 1);
        let reading = super::read("a.cpp", text, &[], &tables(), true);
        assert_eq!(reading.bodies[0].read(), 0);
    }

    #[test]
    fn a_body_of_an_operation_with_regions_is_unread_and_so_is_its_decision() {
        let body = one("OpFoldResult scf::IfOp::fold(FoldAdaptor adaptor) { return {}; }");
        let unread = body.paths[0].unread.as_ref().expect("its operation has no form");
        assert!(unread.what.contains("scf.if"), "{}", unread.what);
        let [decision] = &body.decisions[..] else { panic!("one path, one decision") };
        assert_eq!((decision.answer, decision.certain), (Answer::Unread, false));
        assert!(decision.pattern.pdl.contains("no known kind"), "{}", decision.pattern.pdl);
    }

    #[test]
    fn a_syntax_error_is_read_around() {
        let text =
            "int broken = @@;\nOpFoldResult arith::AddIOp::fold(FoldAdaptor adaptor) { return getLhs(); }";
        let reading = super::read("a.cpp", text, &[], &tables(), true);
        assert_eq!(reading.errors.first().map(|(line, _)| *line), Some(1));
        assert_eq!(reading.bodies.len(), 1);
    }

    #[test]
    fn a_body_of_no_record_names_the_flag() {
        let body = one("OpFoldResult lab::StrangeOp::fold(FoldAdaptor adaptor) { return getLhs(); }");
        let unread = body.paths[0].unread.as_ref().expect("there is no record");
        assert!(
            unread.what.contains("lab::StrangeOp") && unread.what.contains("--dialect"),
            "{}",
            unread.what
        );
    }

    #[test]
    fn a_conversion_is_read_where_its_converter_keeps_the_types() {
        let of = |base: &str| {
            one(&format!(
                "struct P : public {base}<arith::AddIOp> {{\nLogicalResult matchAndRewrite(arith::AddIOp op, OpAdaptor adaptor, \
                 ConversionPatternRewriter &r) const override {{\nType type = getTypeConverter()->convertType(op.getType());\n\
                 r.replaceOpWithNewOp<LLVM::AddOp>(op, type, adaptor.getOperands());\nreturn success();\n}}\n}};"
            ))
        };
        let known = of("ConvertOpToLLVMPattern");
        assert_eq!((known.read(), known.paths[0].narrowed.len(), known.paths[0].unsaid.len()), (1, 1, 0));
        let open = of("OpConversionPattern");
        assert_eq!((open.read(), open.paths[0].narrowed.len(), open.paths[0].unsaid.len()), (1, 1, 1));
    }

    #[test]
    fn enumerators_of_llvm_are_numbers_and_computed_integers_are_integers() {
        let compared = one(
            "struct P : public OpRewritePattern<LLVM::ICmpOp> {\nLogicalResult matchAndRewrite(LLVM::ICmpOp op, \
             PatternRewriter &r) const override {\nif (op.getPredicate() != LLVM::ICmpPredicate::eq) return failure();\n\
             r.replaceOpWithNewOp<LLVM::ICmpOp>(op, LLVM::ICmpPredicate::eq, op.getRhs(), op.getLhs());\nreturn success();\n}\n};",
        );
        assert_eq!((compared.read(), compared.paths.len()), (1, 1));
        let chosen = one(
            "struct P : public OpRewritePattern<arith::SelectOp> {\nLogicalResult matchAndRewrite(arith::SelectOp op, \
             PatternRewriter &r) const override {\nif (!isa<IntegerType>(op.getType()) || op.getType().isInteger(1)) return failure();\n\
             r.replaceOp(op, op.getTrueValue());\nreturn success();\n}\n};",
        );
        assert!(chosen.paths[0].unsaid.is_empty(), "{:?}", chosen.paths[0].unsaid);
    }

    #[test]
    fn functions_of_libm_are_named() {
        let fold = |value: &str| {
            one(&format!(
                "OpFoldResult math::ExpOp::fold(FoldAdaptor adaptor) {{ return constFoldUnaryOp<FloatAttr>(adaptor.getOperands(), \
                 [](const APFloat &a) {{ return {value}; }}); }}"
            ))
        };
        let simple = fold("APFloat(expf(a.convertToFloat()))");
        assert_eq!(simple.paths[0].functions, ["expf"]);
        assert!(simple.paths[0].unsaid.iter().all(|(what, _)| !what.contains("exact")));
        let compound = fold("APFloat(expf(a.convertToFloat())) + a");
        assert!(compound.paths[0].unsaid.iter().any(|(what, _)| what == "`expf` is exact"));
    }

    #[test]
    fn constants_of_index_are_numbers_of_64_bits() {
        let body = one(
            "OpFoldResult index::AddOp::fold(FoldAdaptor adaptor) {\nauto l = dyn_cast_if_present<IntegerAttr>(adaptor.getLhs());\n\
             if (!l) return {};\nif (l.getValue().trunc(32).isZero()) return getRhs();\nreturn {};\n}",
        );
        assert_eq!((body.paths.len(), body.read()), (1, 1));
        let natives = &body.paths[0].pattern.natives;
        assert!(natives.contains("%a0: i64 {assay.index}") && natives.contains("i64 to i32"), "{natives}");
    }

    #[test]
    fn an_optional_number_is_there_or_not_whatever_it_is() {
        let text = |declared: &str| {
            fold(&format!(
                "auto l = dyn_cast_if_present<IntegerAttr>(adaptor.getLhs());\nif (!l) return {{}};\n\
                 auto same = [](const APInt &a){declared} {{ return a; }};\n{} r = same(l.getValue());\nif (!r) return {{}};\nreturn getRhs();",
                if declared.is_empty() { "std::optional<APInt>" } else { "auto" }
            ))
        };
        for declared in ["", " -> std::optional<APInt>"] {
            let body = text(declared);
            assert_eq!((body.paths.len(), body.read()), (1, 1), "{declared}");
            assert_eq!(body.paths[0].pattern.natives, "", "{declared}");
        }
    }

    #[test]
    fn what_an_analysis_finds_is_a_condition_on_values() {
        let body = one(
            "struct P : public OpRewritePattern<arith::DivSIOp> {\nLogicalResult matchAndRewrite(arith::DivSIOp op, PatternRewriter &r) const {\n\
             if (failed(staticallyNonNegative(s, op.getLhs()))) return failure();\nr.replaceOp(op, op.getLhs());\nreturn success();\n}\n};",
        );
        let path = &body.paths[0];
        assert!(path.unsaid.is_empty(), "{:?}", path.unsaid);
        assert!(path.pattern.natives.contains("{assay.value}"), "{}", path.pattern.natives);
        // Of the root's own result nothing can be said before the rewrite.
        let whole = one(
            "struct P : public OpRewritePattern<arith::DivSIOp> {\nLogicalResult matchAndRewrite(arith::DivSIOp op, PatternRewriter &r) const {\n\
             if (failed(staticallyNonNegative(s, op.getResult()))) return failure();\nr.replaceOp(op, op.getLhs());\nreturn success();\n}\n};",
        );
        assert_eq!(whole.paths[0].unsaid.len(), 1);
    }

    #[test]
    fn constants_are_converted_by_the_operations_that_conversions_are() {
        let fold = one(
            "OpFoldResult arith::FPToSIOp::fold(FoldAdaptor adaptor) {\nunsigned width = cast<IntegerType>(getElementTypeOrSelf(getType())).getWidth();\n\
             return constFoldCastOp<FloatAttr, IntegerAttr>(adaptor.getOperands(), getType(), [&width](const APFloat &a, bool &status) {\n\
             bool ignored;\nAPSInt made(width, /*isUnsigned=*/false);\n\
             status = APFloat::opInvalidOp != a.convertToInteger(made, APFloat::rmTowardZero, &ignored);\nreturn made;\n});\n}",
        );
        assert_eq!((fold.paths.len(), fold.read(), fold.idle), (1, 1, 2));
        assert!(fold.paths[0].pattern.pdl.contains("arith.fptosi"), "{}", fold.paths[0].pattern.pdl);
        assert_eq!(fold.paths[0].unsaid.len(), 1, "that the number fits: {:?}", fold.paths[0].unsaid);
    }

    #[test]
    fn the_opposite_of_an_earlier_path_is_left_to_the_order() {
        let body = one(
            "OpFoldResult arith::AddFOp::fold(FoldAdaptor adaptor) {\nif (matchPattern(adaptor.getRhs(), m_NegZeroFloat())) return getLhs();\n\
             if (adaptor.getRhs()) return getRhs();\nreturn {};\n}",
        );
        let path = &body.paths[1];
        assert_eq!(path.in_order, ["a constant is not -0.0"]);
        assert!(path.misses.iter().any(|miss| miss.condition == "a constant that is not -0.0"));
    }

    /// The classes of a user's dialect are those of its records, and its namespace is the one of the files.
    #[test]
    fn operations_of_users_are_read_by_their_records() {
        let records = "namespace acme\nconstraint T1 = ($_self.isSignlessInteger(16))\n\nop own.twice\nclass DoubledOp\nins x:T1\nouts y:T1\n\n\
                       op own.half\nins x:T1\nouts y:T1\n";
        let mut tables = tables();
        tables.push(Table::of_dialects(vec![assay_ops::Dialect::of_user("own", records)]));
        let text = "OpFoldResult acme::HalfOp::fold(FoldAdaptor adaptor) {\n\
                    if (auto inner = getX().getDefiningOp<DoubledOp>())\n    return inner.getX();\n  return {};\n}\n";
        let reading = super::read("a.cpp", text, &[], &tables, false);
        let [body] = &reading.bodies[..] else { panic!("{reading:?}") };
        let [path] = &body.paths[..] else { panic!("{body:?}") };
        assert!(path.unread.is_none(), "{path:?}");
        let pdl = &path.pattern.pdl;
        assert!(
            pdl.contains("\"own.twice\"") && pdl.contains("\"own.half\"") && pdl.contains(": i16"),
            "{pdl}"
        );
    }

    /// Of a condition on a macro one part is read, and lists that are generated do not stop the reader.
    #[test]
    fn one_part_of_a_condition_on_a_macro_is_read() {
        let text = "void initialize() {\n  addOperations<\n#define GET_OP_LIST\n#include \"a.inc\"\n  >();\n}\n\
                    #ifdef WRONG\nconstexpr bool wrong = true;\n#else\nconstexpr bool wrong = false;\n#endif\n\
                    OpFoldResult arith::SubIOp::fold(FoldAdaptor adaptor) {\n  if (wrong)\n    return getRhs();\n  return getLhs();\n}\n";
        let returned = |text: &str| {
            let reading = super::read("a.cpp", text, &[], &tables(), false);
            assert!(reading.errors.is_empty(), "{:?}", reading.errors);
            reading.bodies[0].paths[0].pattern.pdl.clone()
        };
        let (right, wrong) = (returned(text), returned(&format!("#define WRONG\n{text}")));
        assert!(
            right.contains("pdl.replace %op0 with (%value0")
                && wrong.contains("pdl.replace %op0 with (%value1"),
            "{right}{wrong}"
        );
    }

    #[test]
    fn calls_in_each_other_and_deep_texts_end() {
        let body = fold("return pick(getLhs());\n}\nstatic Value pick(Value x) { return pick(x); ");
        assert_eq!(body.read(), 0);
        let body = fold(&format!("return {}getLhs(){};", "(".repeat(5_000), ")".repeat(5_000)));
        assert_eq!(body.read(), 0);
    }

    /// Texts of the corpus with pieces left out, doubled and exchanged.
    #[test]
    fn damaged_texts_are_read() {
        let texts = [
            include_str!("../../../corpus/cpp/folds.cpp"),
            include_str!("../../../corpus/cpp/patterns.cpp"),
            include_str!("../../../corpus/cpp/forms.cpp"),
            include_str!("../../../corpus/cpp/drivers.cpp"),
            include_str!("../../../corpus/cpp/conversions.cpp"),
            include_str!("../../../corpus/cpp/halves.cpp"),
            include_str!("../../../corpus/cpp/library.cpp"),
        ];
        let count = std::env::var("ASSAY_DAMAGE").ok().and_then(|count| count.parse().ok()).unwrap_or(12);
        let mut seed = 1_u64;
        let mut draw = |below: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed % below.max(1) as u64).unwrap_or_default()
        };
        for round in 0..count {
            let mut bytes = texts[round % texts.len()].as_bytes().to_vec();
            for _ in 0..1 + draw(6) {
                let at = draw(bytes.len());
                let end = (at + 1 + draw(40)).min(bytes.len());
                match draw(4) {
                    0 => drop(bytes.drain(at..end)),
                    1 => {
                        let piece = bytes[at..end].to_vec();
                        let to = draw(bytes.len());
                        bytes.splice(to..to, piece);
                    }
                    2 => bytes[at] = b"(){}<>;,=!&*.:0a"[draw(16)],
                    _ => {
                        let other = draw(bytes.len());
                        bytes.swap(at, other);
                    }
                }
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            for body in super::read("a.cpp", &text, &[], &tables(), true).bodies {
                assert!(!body.paths.is_empty(), "{}", body.name);
            }
        }
    }
}
