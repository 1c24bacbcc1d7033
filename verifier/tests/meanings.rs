//! What operations mean symbolically, held against the interpreter: at narrow widths a solver is asked for an input on which
//! they differ, poison among the inputs, and at wide ones both are evaluated at random.

mod floats;

use std::num::NonZero;

use assay_backend::engine::{Engine, IndexWidth, Options, Outcome};
use std::collections::BTreeSet;

use assay_backend::interp::{self, Interpreter};
use assay_backend::value::Value as Concrete;
use assay_ir::data::{Context, OpId, Program, Source, TypeId, TypeKind, ValueId};
use assay_semantics::{
    Attribute, Element, Layout, OpInstance, OpResult, Roles, Scalar, Value, execute, operations,
};
use assay_smt::SolverPool;
use assay_term::arena::TermArena;
use assay_term::decide::Decider;
use assay_term::enumerate::Decision;
use assay_term::eval::Evaluator;
use assay_term::float::From;
use assay_term::node::{Sort, TermId};
use assay_term::nondet::Side;
use assay_testing::Checked;
use floats::{draw_float, float_shapes, is_on_floats};

/// The only operation of a one-operation function, at types.
struct Case {
    program: Program,
    function: OpId,
    op: OpId,
    text: String,
}

/// A case from the text of an operation: `NAME ATTRIBUTES OPERANDS -> RESULTS`.
fn case(
    ctx: &std::sync::Arc<Context>,
    name: &str,
    attributes: &str,
    operands: &[String],
    results: &[String],
) -> Case {
    let list = |items: Vec<String>| items.join(", ");
    let parameters = list(operands.iter().enumerate().map(|(at, ty)| format!("%a{at}: {ty}")).collect());
    let arguments = list((0..operands.len()).map(|at| format!("%a{at}")).collect());
    let returned = list((0..results.len()).map(|at| format!("%r#{at}")).collect());
    let (inputs, outputs) = (operands.join(", "), results.join(", "));
    let text = format!(
        "func.func @f({parameters}) -> ({outputs}) {{\n  %r:{} = \"{name}\"({arguments}) {{{attributes}}} : ({inputs}) -> ({outputs})\n  \
         \"func.return\"({returned}) : ({outputs}) -> ()\n}}",
        results.len()
    );
    let parsed = assay_ir::text::parse(ctx, &Source::new("case.mlir", text.as_str()));
    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    let program = parsed.program;
    let function = interp::find_function(&program, "f").expect("it is the only function");
    let block = program.region(program.op_regions(function)[0]).blocks[0];
    let op = program.first_op(block).expect("it has two operations");
    Case { program, function, op, text }
}

/// The cases of an operation at a width: attributes, operand types and result types.
type Shape = (String, Vec<String>, Vec<String>);

const PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

fn shapes(name: &str, width: u32) -> Option<Vec<Shape>> {
    let (dialect, short) = name.split_once('.')?;
    let ty = if dialect == "index" { "index".to_owned() } else { format!("i{width}") };
    let bit = || "i1".to_owned();
    let wider = format!("i{}", width + 1);
    let much_wider = format!("i{}", 2 * width + 1);
    let one = |attributes: &str, operands: Vec<String>, results: Vec<String>| {
        vec![(attributes.to_owned(), operands, results)]
    };
    let two = || vec![ty.clone(), ty.clone()];
    let flags = |operands: &[String], results: &[String]| -> Vec<Shape> {
        let words = ["none", "nsw", "nuw", "nsw, nuw"];
        let attribute = |word: &str| format!("overflowFlags = #{dialect}.overflow<{word}>");
        let with = words.map(|word| (attribute(word), operands.to_vec(), results.to_vec()));
        with.into_iter().chain([(String::new(), operands.to_vec(), results.to_vec())]).collect()
    };
    let flag = |name: &str| -> Vec<Shape> {
        ["false", "true"].map(|set| (format!("{name} = {set}"), vec![ty.clone()], vec![ty.clone()])).to_vec()
    };
    let exact = |operands: &[String], results: &[String]| -> Vec<Shape> {
        ["", "isExact"].map(|word| (word.to_owned(), operands.to_vec(), results.to_vec())).to_vec()
    };
    Some(match short {
        "addi" | "subi" | "muli" | "shli" => flags(&two(), std::slice::from_ref(&ty)),
        "add" | "sub" | "mul" | "shl" if dialect == "llvm" => flags(&two(), std::slice::from_ref(&ty)),
        "udiv" | "sdiv" | "lshr" | "ashr" if dialect == "llvm" => exact(&two(), std::slice::from_ref(&ty)),
        "or" if dialect == "llvm" => {
            ["", "isDisjoint"].map(|word| (word.to_owned(), two(), vec![ty.clone()])).to_vec()
        }
        "zext" => {
            ["", "nonNeg"].map(|word| (word.to_owned(), vec![ty.clone()], vec![wider.clone()])).to_vec()
        }
        "sext" => one("", vec![ty.clone()], vec![wider]),
        "trunc" => flags(std::slice::from_ref(&wider), std::slice::from_ref(&ty)),
        "divsi" | "divui" | "shrsi" | "shrui" if dialect == "arith" => {
            exact(&two(), std::slice::from_ref(&ty))
        }
        "ceildivsi" | "ceildivui" | "floordivsi" | "remsi" | "remui" | "andi" | "ori" | "xori" | "maxsi"
        | "maxui" | "minsi" | "minui" => one("", two(), vec![ty.clone()]),
        "addui_extended" => one("", two(), vec![ty.clone(), bit()]),
        "mulsi_extended" | "mului_extended" => one("", two(), vec![ty.clone(), ty.clone()]),
        "cmpi" | "icmp" => {
            let most = if dialect == "comb" { 14 } else { 10 };
            (0..most).map(|number| (format!("predicate = {number} : i64"), two(), vec![bit()])).collect()
        }
        "cmp" => {
            let pred = |word: &&str| (format!("pred = #index.cmp_predicate<{word}>"), two(), vec![bit()]);
            PREDICATES.iter().map(pred).collect()
        }
        "select" | "mux" => one("", vec![bit(), ty.clone(), ty.clone()], vec![ty.clone()]),
        "extui" | "extsi" => {
            [wider, much_wider].map(|to| (String::new(), vec![ty.clone()], vec![to])).to_vec()
        }
        "trunci" => [wider, much_wider]
            .iter()
            .flat_map(|from| flags(std::slice::from_ref(from), std::slice::from_ref(&ty)))
            .collect(),
        "bitcast" => one("", vec![ty.clone()], vec![ty]),
        "index_cast" | "index_castui" | "casts" | "castu" => {
            let scalar = format!("i{width}");
            let there = (String::new(), vec![scalar.clone()], vec!["index".to_owned()]);
            vec![there, (String::new(), vec!["index".to_owned()], vec![scalar])]
        }
        "constant" if dialect == "index" => one("value = 5 : index", vec![], vec![ty]),
        "bool.constant" => one("value = true", vec![], vec![bit()]),
        "constant" if width == 1 => one("value = true", vec![], vec![ty]),
        "constant" => one(&format!("value = -2 : {ty}"), vec![], vec![ty.clone()]),
        "poison" => one("", vec![], vec![ty]),
        "empty" => one("", vec![], vec![format!("tensor<1x{ty}>")]),
        "sizeof" => one("", vec![], vec!["index".to_owned()]),
        "add" | "mul" | "and" | "or" | "xor" if dialect == "comb" => {
            let three = vec![ty.clone(), ty.clone(), ty.clone()];
            [vec![ty.clone()], two(), three]
                .map(|operands| (String::new(), operands, vec![ty.clone()]))
                .to_vec()
        }
        "absi" | "ctlz" | "cttz" | "ctpop" => one("", vec![ty.clone()], vec![ty]),
        "ipowi" => one("", two(), vec![ty]),
        "parity" => one("", vec![ty], vec![bit()]),
        "reverse" => one("", vec![ty.clone()], vec![ty]),
        "extract" => (0..=width)
            .map(|low| (format!("lowBit = {low} : i32"), vec![much_wider.clone()], vec![ty.clone()]))
            .collect(),
        "concat" => one("", vec![ty.clone(), wider], vec![much_wider]),
        "replicate" => [1, 2, 3]
            .map(|times| (String::new(), vec![ty.clone()], vec![format!("i{}", times * width)]))
            .to_vec(),
        "truth_table" => one(
            "lookupTable = array<i1: false, true, true, false, true, false, false, true>",
            vec![bit(), bit(), bit()],
            vec![bit()],
        ),
        "mlir.constant" if width == 1 => one("value = true", vec![], vec![ty]),
        "mlir.constant" => one(&format!("value = -2 : {ty}"), vec![], vec![ty.clone()]),
        "mlir.zero" | "mlir.poison" => one("", vec![], vec![ty]),
        "freeze" => one("", vec![ty.clone()], vec![ty]),
        "intr.abs" => flag("is_int_min_poison"),
        "intr.ctlz" | "intr.cttz" => flag("is_zero_poison"),
        "intr.bitreverse" | "intr.ctpop" => one("", vec![ty.clone()], vec![ty]),
        // An even number of bytes.
        "intr.bswap" => {
            let bytes = format!("i{}", width.div_ceil(16) * 16);
            one("", vec![bytes.clone()], vec![bytes])
        }
        "intr.fshl" | "intr.fshr" => one("", vec![ty.clone(), ty.clone(), ty.clone()], vec![ty]),
        "intr.scmp" | "intr.ucmp" => {
            [2, width + 1].map(|to| (String::new(), two(), vec![format!("i{to}")])).to_vec()
        }
        _ if matches!(dialect, "comb" | "index" | "llvm") => one("", two(), vec![ty]),
        _ => return None,
    })
}

/// The operands of a case as variables, and what the operation makes of them.
struct Symbolic {
    pool: TermArena,
    roles: Roles,
    operands: Vec<Scalar>,
    done: OpResult,
}

fn symbolic(case: &Case, index: u32) -> Result<Symbolic, String> {
    let (program, ctx) = (&case.program, case.program.ctx());
    let mut pool = TermArena::default();
    let layout = |ty: TypeId| Layout::for_type(ctx, ty, index).expect("the types are modelled");
    let types: Vec<TypeId> =
        program.operands(case.op).map(|value: ValueId| program.value_type(value)).collect();
    let mut operands = Vec::new();
    for (at, ty) in types.iter().enumerate() {
        let bits = pool.variable(format!("x{at}"), layout(*ty).sort());
        let poison = pool.variable(format!("p{at}"), Sort::Bool);
        operands.push(Scalar { bits, poison });
    }
    let values: Vec<Value> =
        operands.iter().map(|scalar| Value { shape: None, elements: vec![*scalar] }).collect();
    let elements: Vec<Element> = types.iter().map(|ty| layout(*ty).element).collect();
    let result_types: Vec<TypeId> = program.results(case.op).map(|value| program.value_type(value)).collect();
    let results: Vec<Layout> = result_types.iter().map(|ty| layout(*ty)).collect();
    let attribute = |name: &str| match program.attr(case.op, ctx.ident(name)) {
        Some(attr) => Attribute::Known(attr),
        None => Attribute::Absent,
    };
    let subject = OpInstance {
        ctx,
        name: program.op_name(case.op),
        operands: &values,
        operand_elements: &elements,
        results: &results,
        result_types: &result_types,
        attribute: &attribute,
    };
    let mut roles = Roles::default();
    roles.choices.side = Some(Side::Before);
    let done = execute(&mut pool, &mut roles, &subject).map_err(|lack| format!("{}: {lack:?}", case.text))?;
    Ok(Symbolic { pool, roles, operands, done })
}

/// All lists of operands of these widths, with and without poison.
fn all_inputs(widths: &[u32]) -> Vec<Vec<Option<u128>>> {
    let mut lists: Vec<Vec<Option<u128>>> = vec![Vec::new()];
    for width in widths {
        let values: Vec<Option<u128>> = (0..1u128 << width).map(Some).chain([None]).collect();
        let longer = |list: &Vec<Option<u128>>| {
            let list = list.clone();
            values.iter().map(move |value| list.iter().copied().chain([*value]).collect()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}

fn run(case: &Case, inputs: &[Option<u128>], widths: &[u32], index: IndexWidth) -> Outcome {
    let program = &case.program;
    let types = program.operands(case.op).map(|value| program.ctx().type_kind(program.value_type(value)));
    let value = |((input, width), ty): ((&Option<u128>, &u32), &TypeKind)| match (input, ty) {
        (Some(bits), TypeKind::Float(kind)) => Concrete::float(*kind, *bits),
        (Some(bits), _) => Concrete::int(*width, *bits),
        (None, _) => Concrete::Poison,
    };
    let arguments: Vec<Concrete> = inputs.iter().zip(widths).zip(types).map(value).collect();
    let options = Options { index, ..Options::default() };
    Interpreter.run(&case.program, case.function, &arguments, &options).expect("the arguments fit").outcome
}

impl Symbolic {
    fn widths(&self) -> Vec<u32> {
        self.operands.iter().map(|scalar| self.pool.width(scalar.bits)).collect()
    }

    /// The number with these bits, of the sort of another one.
    fn like(&mut self, other: TermId, bits: u128) -> TermId {
        let number = self.pool.number(self.pool.width(other), bits);
        match self.pool.sort(other) {
            Sort::Float(format) => self.pool.float_from(From::Bits, number, format),
            _ => number,
        }
    }

    /// Says that the operands are these.
    fn at(&mut self, inputs: &[Option<u128>]) -> TermId {
        let mut facts = Vec::new();
        for (scalar, input) in self.operands.clone().into_iter().zip(inputs) {
            facts.push(match input {
                None => scalar.poison,
                Some(bits) => {
                    let number = self.like(scalar.bits, *bits);
                    let same = self.pool.equal(scalar.bits, number);
                    let defined = self.pool.not(scalar.poison);
                    self.pool.and(same, defined)
                }
            });
        }
        self.pool.all(facts)
    }

    /// Says that the operation does something else than the outcome.
    fn differs(&mut self, outcome: &Outcome) -> TermId {
        let undefined = self.done.undefined;
        let values = match outcome {
            Outcome::Ub { .. } => return self.pool.not(undefined),
            Outcome::Values(values) => values,
            other => panic!("no outcome to compare with: {other:?}"),
        };
        let mut faults = vec![undefined];
        let values = values.clone();
        for (result, value) in self.done.results.clone().into_iter().zip(&values) {
            let scalar = result.elements[0];
            faults.push(match bits_of(value) {
                None => self.pool.not(scalar.poison),
                Some(bits) => {
                    let number = self.like(scalar.bits, bits);
                    let other = self.pool.differ(scalar.bits, number);
                    self.pool.or(scalar.poison, other)
                }
            });
        }
        self.pool.any(faults)
    }

    /// A statement where no choice makes a difference, with what is known.
    fn without_choices(&mut self, statement: TermId) -> TermId {
        let facts = self.roles.facts.iter().copied().chain([statement]).collect::<Vec<_>>();
        let all = self.pool.all(facts);
        self.roles.choices.without_choices(&mut self.pool, all)
    }

    /// Values of all variables for inputs, one list for each of what can be chosen: anything beside a truth value, or the bits
    /// of the outcome.
    fn choices(&self, inputs: &[Option<u128>], outcome: &Outcome) -> Vec<Vec<u128>> {
        let result = match outcome {
            Outcome::Values(values) => bits_of(&values[0]).unwrap_or(0),
            _ => 0,
        };
        let given = inputs.iter().flat_map(|input| [input.unwrap_or(0), u128::from(input.is_none())]);
        let mut lists: Vec<Vec<u128>> = vec![given.collect()];
        for variable in &self.pool.variables()[2 * inputs.len()..] {
            let each = match variable.sort {
                Sort::Bool => [0, 1],
                _ => [0, result],
            };
            let longer = |list: &Vec<u128>| each.map(|value| list.iter().copied().chain([value]).collect());
            lists = lists.iter().flat_map(longer).collect();
        }
        lists
    }
}

/// The bits of a number; `None` is poison.
fn bits_of(value: &Concrete) -> Option<u128> {
    match value.as_float() {
        Some(float) => Some(float.bits),
        None => value.as_int().map(|int| int.to_u128().expect("widths are small here")),
    }
}

/// Comb has no poison: what the engines do with it is not compared. What is frozen has a test to itself.
fn without_poison(name: &str, inputs: &[Option<u128>]) -> bool {
    !((name.starts_with("comb.") || name == "llvm.freeze") && inputs.contains(&None))
}

fn no_solver_finds_an_input_on_which_a_meaning_differs_from_the_interpreter() -> Checked {
    let solver = crate::common::solver()?;
    let solvers = SolverPool::new(solver, NonZero::<usize>::MIN);
    let decider = Decider { solvers: Some(&solvers), shortcuts: false, units: None, budget: None };
    let ctx = Context::new();
    let (mut questions, mut seen) = (0, 0);
    for name in operations().filter(|name| !is_on_floats(name) && !is_shaped(name)) {
        seen += 1;
        if name.starts_with("index.") || name.starts_with("arith.index_") || name == "llvm.intr.bswap" {
            // `index` and bytes have no narrow width: sampled in the other test.
            continue;
        }
        for width in 1..=3 {
            for (attributes, operands, results) in
                shapes(name, width).unwrap_or_else(|| panic!("{name} has no shape"))
            {
                let case = case(&ctx, name, &attributes, &operands, &results);
                let mut symbolic = symbolic(&case, 64).unwrap_or_else(|why| panic!("{why}"));
                let widths = symbolic.widths();
                let mut faults = Vec::new();
                for inputs in all_inputs(&widths).iter().filter(|inputs| without_poison(name, inputs)) {
                    let outcome = run(&case, inputs, &widths, IndexWidth::W64);
                    let (here, fault) = (symbolic.at(inputs), symbolic.differs(&outcome));
                    faults.push(symbolic.pool.and(here, fault));
                }
                let any = symbolic.pool.any(faults);
                let any = symbolic.without_choices(any);
                questions += 1;
                match decider.decide(&mut symbolic.pool, &[any]) {
                    Decision::Never => {}
                    other => panic!("{}\n{other:?} of {:?}", case.text, symbolic.pool.variables()),
                }
            }
        }
    }
    assay_testing::note!("{seen} operations, {questions} questions");
    assert!(seen >= 60 && questions >= 300, "{seen} operations, {questions} questions");
    Ok(())
}

/// The next number of a sequence (splitmix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A number of a width: often a small or a large one, sometimes poison.
fn draw(width: u32, state: &mut u64) -> Option<u128> {
    let mask = u128::MAX >> (128 - width);
    let small = u128::from(next(state) % 9);
    Some(match next(state) % 8 {
        0 => return None,
        1 | 2 => small & mask,
        3 => 0u128.wrapping_sub(small) & mask,
        4 => (1u128 << (width - 1)).wrapping_sub(small) & mask,
        5 => u128::from(width).wrapping_sub(small) & mask,
        _ => (u128::from(next(state)) << 64 | u128::from(next(state))) & mask,
    })
}

fn meanings_at_wide_types_agree_with_the_interpreter_on_random_inputs() {
    let ctx = Context::new();
    let mut state = 5;
    let mut compared = 0;
    for name in operations().filter(|name| !is_on_floats(name) && !is_shaped(name)) {
        for width in [8, 13, 16, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128] {
            // 2 * 64 + 1 bits are more than expressions have.
            let width = if matches!(
                name,
                "arith.extui"
                    | "arith.extsi"
                    | "arith.trunci"
                    | "comb.extract"
                    | "comb.concat"
                    | "llvm.trunc"
            ) {
                width.min(63)
            } else if name == "comb.replicate" {
                width.min(42)
            } else if matches!(
                name,
                "llvm.zext" | "llvm.sext" | "comb.parity" | "llvm.intr.scmp" | "llvm.intr.ucmp"
            ) {
                width.min(127)
            } else {
                width
            };
            for (attributes, operands, results) in
                shapes(name, width).unwrap_or_else(|| panic!("{name} has no shape"))
            {
                let case = case(&ctx, name, &attributes, &operands, &results);
                for (index, bits) in [(IndexWidth::W64, 64), (IndexWidth::W32, 32)] {
                    let symbolic = symbolic(&case, bits).unwrap_or_else(|why| panic!("{why}"));
                    let widths = symbolic.widths();
                    let mut roots = vec![symbolic.done.undefined];
                    for result in &symbolic.done.results {
                        roots.extend([result.elements[0].bits, result.elements[0].poison]);
                    }
                    roots.extend(symbolic.operands.iter().flat_map(|scalar| [scalar.bits, scalar.poison]));
                    let mut evaluator = Evaluator::new(&symbolic.pool, &roots);
                    for _ in 0..25 {
                        let inputs: Vec<Option<u128>> =
                            widths.iter().map(|width| draw(*width, &mut state)).collect();
                        if !without_poison(name, &inputs) {
                            continue;
                        }
                        let outcome = run(&case, &inputs, &widths, index);
                        let noise = u128::from(next(&mut state));
                        evaluator.run(&|var| {
                            let at = (var.0 / 2) as usize;
                            match (var.0 % 2, inputs.get(at).copied().flatten()) {
                                _ if at >= inputs.len() => noise,
                                (0, Some(bits)) => bits,
                                // The bits of poison are anything.
                                (0, None) => noise,
                                (_, input) => u128::from(input.is_none()),
                            }
                        });
                        compared += 1;
                        agree(&case, &symbolic, &evaluator, &outcome, &inputs)
                            .unwrap_or_else(|why| panic!("{why}"));
                    }
                }
            }
        }
    }
    assay_testing::note!("{compared} inputs");
    assert!(compared >= 20_000, "{compared} inputs");
}

/// Tells what the interpreter says otherwise.
fn agree(
    case: &Case,
    symbolic: &Symbolic,
    evaluator: &Evaluator<'_>,
    outcome: &Outcome,
    inputs: &[Option<u128>],
) -> Result<(), String> {
    let shown = || Err(format!("{}\n{inputs:?}: {outcome:?}", case.text));
    let values = match outcome {
        Outcome::Ub { .. } if evaluator.holds(symbolic.done.undefined) => return Ok(()),
        Outcome::Values(values) if !evaluator.holds(symbolic.done.undefined) => values,
        _ => return shown(),
    };
    for (result, value) in symbolic.done.results.iter().zip(values) {
        let scalar = result.elements[0];
        let bits = bits_of(value).map(|bits| match symbolic.pool.sort(scalar.bits) {
            Sort::Float(format) => format.read(bits),
            _ => bits,
        });
        let said = (!evaluator.holds(scalar.poison)).then(|| evaluator.value(scalar.bits));
        if said != bits {
            return shown();
        }
    }
    Ok(())
}

/// Operations on whole vectors and tensors, which have a test of their own.
fn is_shaped(name: &str) -> bool {
    ["tensor.", "tosa.", "vector."].iter().any(|dialect| name.starts_with(dialect)) && name != "tensor.empty"
}

fn meanings_on_floats_agree_with_the_interpreter_and_the_solver_on_random_inputs() -> Checked {
    let solver = crate::common::solver()?;
    let solvers = SolverPool::new(solver, NonZero::<usize>::MIN);
    let decider = Decider { solvers: Some(&solvers), shortcuts: false, units: None, budget: None };
    let ctx = Context::new();
    let mut state = 11;
    let (mut compared, mut asked) = (0, 0);
    for name in operations().filter(|name| is_on_floats(name)).chain(["arith.bitcast", "llvm.bitcast"]) {
        for (attributes, operands, results) in float_shapes(name) {
            let case = case(&ctx, name, &attributes, &operands, &results);
            let mut symbolic = symbolic(&case, 64).unwrap_or_else(|why| panic!("{why}"));
            let widths = symbolic.widths();
            let mut draw_all = || -> Vec<Option<u128>> {
                let each = operands.iter().zip(&widths);
                each.map(|(ty, width)| draw_float(ty, *width, &mut state)).collect()
            };
            let inputs: Vec<Vec<Option<u128>>> = (0..60).map(|_| draw_all()).collect();
            let outcomes: Vec<Outcome> =
                inputs.iter().map(|inputs| run(&case, inputs, &widths, IndexWidth::W64)).collect();
            {
                let mut roots = vec![symbolic.done.undefined];
                for result in &symbolic.done.results {
                    roots.extend([result.elements[0].bits, result.elements[0].poison]);
                }
                roots.extend(symbolic.operands.iter().flat_map(|scalar| [scalar.bits, scalar.poison]));
                roots.extend(&symbolic.roles.facts);
                let mut evaluator = Evaluator::new(&symbolic.pool, &roots);
                for (inputs, outcome) in inputs.iter().zip(&outcomes) {
                    compared += 1;
                    let mut said = Err(format!("{}: nothing can be chosen for {inputs:?}", case.text));
                    for values in symbolic.choices(inputs, outcome) {
                        evaluator.run(&|var| values[var.0 as usize]);
                        if symbolic.roles.facts.iter().all(|fact| evaluator.holds(*fact)) {
                            said = said.or_else(|_| agree(&case, &symbolic, &evaluator, outcome, inputs));
                        }
                    }
                    said.unwrap_or_else(|why| panic!("{why}"));
                }
            }
            // The solver knows these numbers as the same ones: all inputs in one question. Wide ones take it long: of f80 only what
            // shows how its bits are read is asked.
            let mut types = operands.iter().chain(&results);
            let reads = operands.len() == 1 && results[0] == "f80" || results[0] == "i1";
            if types.clone().any(|ty| ["f64", "f128"].contains(&ty.as_str()))
                || types.any(|ty| ty == "f80") && !(reads && operands[0] == "f80")
                || attributes.contains("ninf")
                || attributes.contains("fast>")
            {
                continue;
            }
            let mut faults = Vec::new();
            for (inputs, outcome) in inputs.iter().zip(&outcomes).take(6) {
                let (here, fault) = (symbolic.at(inputs), symbolic.differs(outcome));
                faults.push(symbolic.pool.and(here, fault));
            }
            let any = symbolic.pool.any(faults);
            let any = symbolic.without_choices(any);
            match decider.decide(&mut symbolic.pool, &[any]) {
                Decision::Never => asked += 1,
                // Z3 does not divide numbers of eight bits.
                Decision::Unknown(_) if operands.iter().any(|ty| ty.starts_with("f8")) => {}
                other => panic!("{}\n{other:?} of {:?}", case.text, symbolic.pool.variables()),
            }
        }
    }
    assay_testing::note!("{compared} inputs, {asked} questions");
    assert!(compared >= 5_000 && asked >= 80, "{compared} inputs, {asked} questions");
    Ok(())
}

fn no_meaning_makes_a_vector_of_a_scalar_operand() {
    let ctx = Context::new();
    let mut refused = 0;
    for name in operations()
        .filter(|name| ["arith.", "llvm.", "math."].iter().any(|dialect| name.starts_with(dialect)))
    {
        let shapes =
            if is_on_floats(name) { float_shapes(name) } else { shapes(name, 8).unwrap_or_default() };
        for (attributes, operands, results) in
            shapes.into_iter().filter(|(_, operands, _)| !operands.is_empty())
        {
            let vectors: Vec<String> = results.iter().map(|ty| format!("vector<2x{ty}>")).collect();
            let said = symbolic(&case(&ctx, name, &attributes, &operands, &vectors), 64);
            assert!(said.is_err(), "{name} on {operands:?} to {vectors:?}");
            refused += 1;
        }
    }
    assert!(refused > 50, "{refused}");
}

fn every_operation_with_a_meaning_has_a_page_and_no_other() {
    let pages = assay_verifier::meanings::pages().expect("the table is in its form");
    let paged: BTreeSet<&str> = pages.iter().map(|page| page.name).collect();
    let known: BTreeSet<&str> = interp::operations().chain(operations()).collect();
    let missing: Vec<&&str> = known.difference(&paged).collect();
    let strange: Vec<&&str> = paged.difference(&known).collect();
    assert!(missing.is_empty() && strange.is_empty(), "no page: {missing:?}; no meaning: {strange:?}");
    assert_eq!(paged.len(), pages.len(), "an operation has two pages");
}

assay_testing::tests!(
    no_solver_finds_an_input_on_which_a_meaning_differs_from_the_interpreter,
    meanings_at_wide_types_agree_with_the_interpreter_on_random_inputs,
    meanings_on_floats_agree_with_the_interpreter_and_the_solver_on_random_inputs,
    every_operation_with_a_meaning_has_a_page_and_no_other,
    no_meaning_makes_a_vector_of_a_scalar_operand,
);
