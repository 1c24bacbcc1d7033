//! Rules at work: what matches, what comes out, and that it is well-typed again.

use assay_ir::data::{Context, InsertPoint, Program};
use assay_ir::rewrite::Silent;
use assay_ir::strategy::{Argument, Step, StepError};
use assay_rise::core::Definition;
use assay_rise::printed;
use assay_rise::rewrite::{DataFlow, Names, RuleStep, Tree};
use assay_rise::syntax::printer;

/// The program behind the last rule of a text at the root of its last definition, or why there is none.
fn applied(text: &str, given: &[u64]) -> Result<String, String> {
    let read = assay_rise::read(text);
    assert!(read.errors().is_empty(), "{text}: {:?}", read.errors());
    let definition = read.module.definitions().last().expect("a definition").clone();
    let rules: Vec<_> = read.module.rules().collect();
    let sides = rules.iter().flat_map(|rule| [&*rule.left, &*rule.right]);
    let ctx = Context::new();
    let tree = Tree::new(&ctx, Names::after(sides.chain([&*definition.body])));
    let mut program = Program::new(&ctx);
    let at = InsertPoint::End(program.top_block());
    let root = tree.put(&mut program, &definition.body, at);
    let given: Vec<Argument> = given.iter().map(|number| Argument::Number(*number)).collect();
    let shown = |_: &_, _: &_, _: Option<&_>| true;
    let done = match rules.last() {
        Some(rule) => {
            let step = RuleStep::new(rule, &tree, &shown).expect("small lengths");
            step.apply(&mut program, root, &given, &mut Silent)
        }
        None => DataFlow(&tree).apply(&mut program, root, &given, &mut Silent),
    };
    let made = match done {
        Ok(applied) => applied.created[0],
        Err(StepError::Refused(refusal)) => return Err(refusal.message),
        Err(other) => return Err(format!("{other:?}")),
    };
    let body = tree.node(&program, made).expect("a part");
    let ty = definition.body.ty.clone();
    let text = printer::print_item(&printed::item(&Definition { body, ..definition }));
    let again = assay_rise::read(&text);
    assert!(again.errors().is_empty(), "{text}: {:?}", again.errors());
    assert_eq!(again.module.definitions().last().map(|one| one.result().clone()), Some(ty), "{text}");
    Ok(text.split_once(" = ").expect("a body").1.trim().to_owned())
}

const FUSION: &str = "rule r[n](f: t -> u, g: s -> t, x: n.s): map(f, map(g, x)) ~> map(g >> f, x)\n";
const FISSION: &str =
    "rule r[n](f: t -> u, g: s -> t, x: n.s): map(fun(e => f(g(e))), x) ~> map(f, map(g, x))\n";
const SPLIT: &str = "rule r[m, k](f: s -> t, x: (k * m).s): map(f, x) ~> join(map(map(f), split(m, x)))\n";

fn applications_match_however_they_are_written() {
    for program in
        ["map(fun(e => e), map(fun(e => e + 1), x))", "x |> map(fun(e => e + 1)) |> map(fun(e => e))"]
    {
        let text = format!("{FUSION}def f[n](x: n.i32) = {program}");
        let after = applied(&text, &[]).expect("it matches");
        assert_eq!(after, "map(fun(e => e + 1) >> fun(e => e), x)");
    }
}

fn a_parameter_on_bound_variables_is_a_function_of_them() {
    let text = format!("{FISSION}def f[n](x: n.i32) = map(fun(p => min(p * p, 3)), x)");
    // `min(p * p)` depends on `p`.
    assert!(applied(&text, &[]).is_err());
    let text = format!("{FISSION}def f[n, m](x: n.m.i32) = map(fun(p => join(split(1, p))), x)");
    assert_eq!(applied(&text, &[]).as_deref(), Ok("map(join, map(fun(p => split(1, p)), x))"));
    let text =
        format!("{FISSION}def f[n, m](x: n.m.i32) = map(fun(p => join(map(fun(q => split(1, p)), p))), x)");
    assert_eq!(
        applied(&text, &[]).as_deref(),
        Ok("map(join, map(fun(p => map(fun(q => split(1, p)), p)), x))")
    );
}

fn lengths_are_solved_for_or_given() {
    let text = format!("{SPLIT}def f(x: 12.i32) = map(fun(e => e + 1), x)");
    assert_eq!(applied(&text, &[4]).as_deref(), Ok("join(map(map(fun(e => e + 1)), split(4, x)))"));
    assert_eq!(applied(&text, &[5]), Err("12 is no multiple of 5".to_owned()));
    assert!(applied(&text, &[0]).is_err());
    let named = format!("{SPLIT}def f[n](x: n.i32) = map(fun(e => e + 1), x)");
    assert_eq!(applied(&named, &[4]), Err("n is no multiple of 4".to_owned()));
    let multiple = format!("{SPLIT}def f[n](x: (4 * n).i32) = map(fun(e => e + 1), x)");
    assert!(applied(&multiple, &[4]).is_ok());
    let joined = "rule r[m, k](x: (k * m).s): join(split(m, x)) ~> x\ndef f(x: 12.i32) = join(split(3, x))";
    assert_eq!(applied(joined, &[]).as_deref(), Ok("x"));
}

fn a_function_on_another_argument_stays_applied() {
    let text = "rule s[n](f: s -> t, x: n.s): map(f, x) ~> map(fun(e => f(e)), x)\ndef f[n](x: n.i32, g: i32) = map(fun(e => e + g), x)";
    assert_eq!(applied(text, &[]).as_deref(), Ok("map(fun(e => fun(e1 => e1 + g)(e)), x)"));
}

fn what_is_bound_twice_is_the_same() {
    let rule = "rule r[n](x: n.s): zip(x, x) ~> map(fun(e => (e, e)), x)\n";
    let text = |program: &str| format!("{rule}def f[n](x: n.i32, y: n.i32) = {program}");
    assert!(applied(&text("zip(x, x)"), &[]).is_ok());
    assert!(applied(&text("zip(x, y)"), &[]).is_err());
    // Names of bound variables play no part.
    assert!(applied(&text("zip(map(fun(a => a + 1), x), map(fun(b => b + 1), x))"), &[]).is_ok());
}

fn bound_variables_are_not_caught() {
    let rule = "rule r[n, m](f: s -> t -> u, x: n.s, y: m.t): map(fun(a => map(fun(b => f(a, b)), y)), x) ~> transpose(map(fun(b => map(fun(a => f(a, b)), x)), y))\n";
    let text = format!(
        "{rule}def f[n, m](x: n.i32, y: m.i32, b: i32) = map(fun(c => map(fun(d => c * d + b), y)), x)"
    );
    assert_eq!(
        applied(&text, &[]).as_deref(),
        Ok("transpose(map(fun(b1 => map(fun(a => a * b1 + b), x)), y))")
    );
    // The inner array depends on the outer element.
    let text = format!("{rule}def f[n, m](x: n.m.i32) = map(fun(c => map(fun(d => d), c)), x)");
    assert!(applied(&text, &[]).is_err());
}

fn functions_have_a_normal_form() {
    let normal = |program: &str| applied(&format!("def f[n](x: n.i32) = {program}"), &[]);
    assert_eq!(
        normal("map(fun(e => e + 1) >> fun(e => e * 2), x)").as_deref(),
        Ok("map(fun(x1 => (x1 + 1) * 2), x)")
    );
    assert_eq!(normal("fun(y => map(fun(e => e + 1), y))(x)").as_deref(), Ok("map(fun(e => e + 1), x)"));
    assert_eq!(normal("map(fun(e => id(e)), x)").as_deref(), Ok("map(id, x)"));
}

assay_testing::tests!(
    applications_match_however_they_are_written,
    a_parameter_on_bound_variables_is_a_function_of_them,
    lengths_are_solved_for_or_given,
    a_function_on_another_argument_stays_applied,
    what_is_bound_twice_is_the_same,
    bound_variables_are_not_caught,
    functions_have_a_normal_form,
);
