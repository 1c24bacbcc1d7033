//! The points of a script's space: their number, draws, neighbours, and the order in which they are measured.

use std::collections::BTreeSet;

use assay_audit::script::text::{Symbols, is_sequence};
use assay_ir::data::{Context, Program, Source};
use assay_ir::text;
use assay_transform::run::Script;
use assay_transform::tune::{Budget, Count, Measured, Point, Proposals, Space, selected};

const PARAM: &str = "!transform.param<i64>";

/// A script with these operations.
fn script(body: &str) -> String {
    format!(
        "module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
{body}    transform.yield
  }}
}}
"
    )
}

/// A knob `NAME` whose options are the numbers from 1 on.
fn knob(name: &str, options: usize) -> String {
    let list: Vec<String> = (1..=options).map(|number| format!("{number} : i64")).collect();
    format!("    %{name} = transform.tune.knob<\"{name}\"> options = [{}] -> {PARAM}\n", list.join(", "))
}

/// `a * b <= most`.
fn product(a: &str, b: &str, most: usize) -> String {
    format!(
        "    transform.smt.constrain_params(%{a}, %{b}) : ({PARAM}, {PARAM}) -> () {{
    ^bb0(%x: !smt.int, %y: !smt.int):
      %most = smt.int.constant {most}
      %xy = smt.int.mul %x, %y
      %ok = smt.int.cmp le %xy, %most
      smt.assert %ok
    }}
"
    )
}

/// Hands the space of a script over.
fn with_space<T>(body: &str, then: impl FnOnce(&Space<'_>, &Program) -> T) -> Result<T, Vec<String>> {
    let source = script(body);
    let parsed = text::parse(&Context::new(), &Source::new("script", source.as_str()));
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{source}", parsed.diagnostics);
    let program = parsed.program;
    let symbols = Symbols::collect(&program);
    let entry = program.walk(program.top()).find(|op| is_sequence(&program, *op)).expect("there is one");
    let script = Script { program: &program, symbols: &symbols, entry };
    let space = Space::read(&script, &[], None);
    space
        .map(|space| then(&space, &program))
        .map_err(|faults| faults.into_iter().map(|one| one.message).collect())
}

fn count(body: &str) -> Count {
    with_space(body, |space, _| space.count()).expect("a space")
}

fn points_are_counted_with_constraints_and_regions() {
    assert_eq!(count(""), Count::Exactly(1));
    assert_eq!(count(&(knob("a", 3) + &knob("b", 4))), Count::Exactly(12));
    // Of a, b in 1..=4 with a * b <= 6: 4 + 3 + 2 + 1, times 5 for the third knob.
    let constrained = knob("a", 4) + &knob("b", 4) + &product("a", "b", 6) + &knob("c", 5);
    assert_eq!(count(&constrained), Count::Exactly(50));
    // The knob in the first region is there with that region alone: 3 * (2 + 1).
    let nested = format!(
        "{}    transform.tune.alternatives<\"how\"> {{\n{}    }}, {{\n    }}\n",
        knob("a", 3),
        knob("b", 2)
    );
    assert_eq!(count(&nested), Count::Exactly(9));
    // A large space is counted part by part.
    let large: String = (0..20).map(|number| knob(&format!("k{number}"), 10)).collect();
    assert_eq!(count(&large), Count::Exactly(10_u128.pow(20)));
}

fn a_knob_that_is_selected_or_named_twice_is_no_other_choice() {
    let selected = knob("a", 3).replace("> options", "> = 2 : i64 from options");
    assert_eq!(count(&(selected + &knob("b", 2))), Count::Exactly(2));
    let twice = knob("a", 3) + &knob("a", 3).replace("%a", "%again");
    assert_eq!(count(&twice), Count::Exactly(3));
    let other = knob("a", 3) + &knob("a", 4).replace("%a", "%again");
    let faults = with_space(&other, |_, _| ()).expect_err("it is chosen among others");
    assert_eq!(faults, ["`a` is chosen elsewhere among others than here"]);
}

fn spaces_without_points_are_refused() {
    let faults = |body: &str| with_space(body, |_, _| ()).expect_err("there is no point");
    assert_eq!(faults(&knob("a", 0)), ["the knob `a` has no options"]);
    let range = knob("a", 2).replace("[1 : i64, 2 : i64]", "4 : i64");
    assert_eq!(faults(&range), ["the options of the knob `a` are no list"]);
    let none = knob("a", 2) + &knob("b", 2) + &product("a", "b", 0);
    assert_eq!(faults(&none), ["no choice of the knobs satisfies the constraints"]);
}

fn constraints_that_are_tried_restrict_nothing() {
    let tried = format!(
        "{}    transform.alternatives %root : !transform.any_op {{\n    ^bb0(%s: !transform.any_op):\n{}    }}, {{\n    ^bb0(%s: !transform.any_op):\n    }}\n",
        knob("a", 2) + &knob("b", 2),
        product("a", "b", 0)
    );
    assert_eq!(count(&tried), Count::Exactly(4));
}

const SPACE: [(&str, usize); 3] = [("a", 9), ("b", 9), ("c", 5)];

fn body() -> String {
    SPACE.iter().map(|(name, options)| knob(name, *options)).collect::<String>() + &product("a", "b", 40)
}

fn draws_and_neighbours_are_points_and_words_lead_back() {
    with_space(&body(), |space, _| {
        let all: BTreeSet<Point> = space.all(1000).expect("they are few").into_iter().collect();
        assert_eq!(space.count(), Count::Exactly(all.len() as u128));
        let mut number = 0usize;
        for _ in 0..200 {
            let point = space.draw(&mut |bound| {
                number =
                    number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (number >> 33) % bound
            });
            let point = point.expect("a point is drawn");
            assert!(all.contains(&point));
            assert_eq!(space.point(&space.words(&point)), Some(point.clone()));
            for near in space.neighbours(&point) {
                let steps = point.iter().zip(&near).map(|(a, b)| a.expect("made").abs_diff(b.expect("made")));
                assert!(all.contains(&near) && steps.sum::<usize>() == 1);
            }
        }
        assert_eq!(space.point("a = 9, b = 9, c = 1"), None, "it breaks the constraint");
        assert_eq!(space.point("a = 1, b = 1"), None);
    })
    .expect("a space");
}

/// A cost with its least at a = 6, b = 6, c = 4.
fn cost(point: &Point) -> f64 {
    let wanted = [5.0, 5.0, 3.0];
    let far = |(choice, wanted): (&Option<usize>, f64)| (choice.expect("made") as f64 - wanted).powi(2);
    1.0 + point.iter().zip(wanted).map(far).sum::<f64>()
}

/// The best cost of a number of points.
fn best(space: &Space<'_>, count: usize, seed: u64) -> f64 {
    let proposals = Proposals::new(space, Budget::Points(count), seed).expect("some are chosen");
    let mut measured: Vec<Measured> = Vec::new();
    while let Some(point) = proposals.next(&measured) {
        assert!(measured.iter().all(|one| one.point != point), "a point comes twice");
        measured.push(Measured { cost: Some(cost(&point)), point });
    }
    assert_eq!(measured.len(), count);
    measured.into_iter().filter_map(|one| one.cost).fold(f64::INFINITY, f64::min)
}

fn neighbours_of_the_best_win_over_drawn_points() {
    with_space(&body(), |space, _| {
        let (half, mut near, mut drawn) = (15, Vec::new(), Vec::new());
        for seed in 0..20 {
            near.push(best(space, 2 * half, seed));
            // The first half of twice as many points is drawn.
            let proposals = Proposals::new(space, Budget::Points(4 * half), seed).expect("some are chosen");
            let mut measured: Vec<Measured> = Vec::new();
            while let Some(point) = proposals.next(&measured).filter(|_| measured.len() < 2 * half) {
                measured.push(Measured { cost: Some(cost(&point)), point });
            }
            drawn.push(measured.into_iter().filter_map(|one| one.cost).fold(f64::INFINITY, f64::min));
        }
        near.sort_by(f64::total_cmp);
        drawn.sort_by(f64::total_cmp);
        assert!(near[10] < drawn[10], "{} and {}", near[10], drawn[10]);
        assert!(near[17] < 1.5, "the best is found in 18 of 20 seeds: {near:?}");
    })
    .expect("a space");
}

fn all_points_come_once_where_they_are_few() {
    with_space(&body(), |space, _| {
        let Count::Exactly(count) = space.count() else { panic!("they are few") };
        let proposals = Proposals::new(space, Budget::Points(1000), 3).expect("all are chosen");
        let mut measured = Vec::new();
        while let Some(point) = proposals.next(&measured) {
            measured.push(Measured { point, cost: None });
        }
        let different: BTreeSet<&Point> = measured.iter().map(|one| &one.point).collect();
        assert_eq!((measured.len(), different.len()), (count as usize, count as usize));
    })
    .expect("a space");
}

fn the_selected_options_are_filled_into_the_text() {
    let body = format!(
        "    // The size.\n{}    transform.tune.alternatives<\"how\"> {{\n    }}, {{\n    }}\n",
        knob("a", 2)
    );
    let text = with_space(&body, |space, program| {
        let point = space.point("a = 2, how = 1").expect("a point");
        selected(program, &space.chosen(&point))
    });
    let wanted = script(&body)
        .replace("> options", "> = 2 : i64 from options")
        .replace("<\"how\">", "<\"how\"> selected_region = 1");
    assert_eq!(text.expect("a space"), wanted);
}

assay_testing::tests!(
    points_are_counted_with_constraints_and_regions,
    a_knob_that_is_selected_or_named_twice_is_no_other_choice,
    spaces_without_points_are_refused,
    constraints_that_are_tried_restrict_nothing,
    draws_and_neighbours_are_points_and_words_lead_back,
    neighbours_of_the_best_win_over_drawn_points,
    all_points_come_once_where_they_are_few,
    the_selected_options_are_filled_into_the_text,
);
