//! Certificates that hold, and ones with a step that does not follow.

use super::*;

/// `x + y = (x xor y) + 2 (x and y)` at 41, 52 and 59 bits, or the same without the carry, as a certificate of the ring.
fn sums(carry: bool) -> Certificate {
    let question = |width: u32| {
        let term = |function: &str, operands: &[usize]| Term {
            sort: if function == "=" || function == "not" { Sort::Bool } else { Sort::Bits(width) },
            function: Function::Named(function.to_owned()),
            operands: operands.to_vec(),
        };
        let variable = |name: &str| Term {
            sort: Sort::Bits(width),
            function: Function::Variable(name.to_owned()),
            operands: Vec::new(),
        };
        vec![
            variable("x"),
            variable("y"),
            term("bvadd", &[0, 1]),
            term("bvxor", &[0, 1]),
            term("bvand", &[0, 1]),
            term("bvadd", &[4, 4]),
            term("bvadd", &[3, if carry { 5 } else { 4 }]),
            term("=", &[2, 6]),
            term("not", &[7]),
        ]
    };
    let samples = vec![vec![41], vec![52], vec![59]];
    let questions = samples.iter().map(|sample| question(sample[0])).collect();
    Certificate { samples, cases: vec![Case { known: Vec::new(), questions, argument: Argument::Ring }] }
}

/// The states of an automaton that are reached, by the check itself: each one that is missing is added.
fn closed(mut certificate: Certificate) -> Certificate {
    let question = certificate.cases[0].questions[0].clone();
    let automaton = automaton::reached(&question, &[], &certificate.samples[0]);
    certificate.cases[0].argument = Argument::Automaton(automaton);
    certificate
}

#[test]
fn a_ring_identity_is_checked() {
    assert_eq!(sums(true).check(), Ok(()));
    assert_eq!(sums(false).check(), Err(Flaw::Case { case: 1, what: "the statement may hold" }));
}

#[test]
fn a_ring_identity_is_checked_at_one_width() {
    for (carry, wanted) in
        [(true, Ok(())), (false, Err(Flaw::Case { case: 1, what: "the statement may hold" }))]
    {
        let mut certificate = sums(carry);
        certificate.samples.clear();
        certificate.cases[0].questions.truncate(1);
        assert_eq!(certificate.check(), wanted);
    }
}

#[test]
fn states_that_are_closed_and_accept_nothing_are_checked() {
    assert_eq!(closed(sums(true)).check(), Ok(()));
    assert_eq!(closed(sums(false)).check(), Err(Flaw::Case { case: 1, what: "a word is accepted" }));
    for left_out in 0..3 {
        let mut certificate = closed(sums(true));
        let Argument::Automaton(automaton) = &mut certificate.cases[0].argument else { unreachable!() };
        let states = &mut automaton.runs[0].states;
        states.remove(left_out % states.len());
        assert!(certificate.check().is_err(), "without state {left_out}");
    }
}

#[test]
fn a_certificate_reads_back() {
    for certificate in [sums(true), closed(sums(true))] {
        assert_eq!(certificate.to_string().parse(), Ok(certificate));
    }
}

#[test]
fn what_does_not_speak_for_all_widths_is_refused() {
    let edited = |edit: fn(&mut Certificate)| {
        let mut certificate = sums(true);
        edit(&mut certificate);
        certificate.check().expect_err("it is no proof").to_string()
    };
    let other = |certificate: &mut Certificate| {
        certificate.cases[0].questions[1][2].function = Function::Named("bvsub".to_owned());
    };
    assert_eq!(edited(other), "case 1: the question is another one at another width");
    assert_eq!(edited(|one| one.samples[1] = vec![50]), "the samples differ by multiples of one number");
    assert_eq!(
        edited(|one| one.samples[0] = vec![8]),
        "the widths of a sample are not in order, or too small"
    );
    assert_eq!(edited(|one| one.samples.truncate(1)), "fewer than three samples");
    assert_eq!(edited(|one| one.samples.clear()), "case 1: there is not one question for each sample");
    let fewer = |one: &mut Certificate| one.cases[0].known = vec![("p".to_owned(), 2, 1)];
    assert_eq!(edited(fewer), "the cases are not all values of the small numbers");
    assert_eq!(edited(|one| one.cases.clear()), "the cases are not all values of the small numbers");
}

#[test]
fn damaged_text_is_refused_with_its_line() {
    let text = closed(sums(true)).to_string();
    let lines: Vec<&str> = text.lines().collect();
    let mut refused = 0;
    for (at, line) in lines.iter().enumerate() {
        for damaged in
            ["", "4: i41 bvadd 0 9", "x y z", "run =2 =", "automaton x", "sample 41 -1", "known i3"]
        {
            let mut edited = lines.clone();
            edited[at] = damaged;
            match edited.join("\n").parse::<Certificate>() {
                Err(Flaw::Text { .. }) => refused += 1,
                Err(other) => panic!("`{line}` as `{damaged}`: {other}"),
                Ok(certificate) => assert!(certificate.check().is_err(), "`{line}` as `{damaged}`"),
            }
        }
    }
    assert!(refused > 3 * lines.len(), "{refused} of {}", lines.len());
}

mod drawn {
    //! Questions drawn at small fixed widths, where every input can be tried.

    use super::*;

    /// The value of each term for values of variables.
    fn values(question: &[Term], inputs: &[u128]) -> Vec<u128> {
        let mut out: Vec<u128> = Vec::new();
        let mut next = inputs.iter();
        for term in question {
            let of = |place: usize| out[term.operands[place]];
            let width = |place: usize| question[term.operands[place]].width().unwrap_or(1);
            let signed = |place: usize| (of(place) << (128 - width(place))) as i128 >> (128 - width(place));
            let mask = |width: u32| u128::MAX >> (128 - width);
            let value = match &term.function {
                Function::Variable(_) => *next.next().expect("a value for each variable"),
                Function::Known(value) => u128::from(*value),
                Function::Number(value) => *value,
                Function::Extract(low) => of(0) >> low,
                Function::Named(name) => match name.as_str() {
                    "not" => 1 - of(0),
                    "and" | "bvand" => of(0) & of(1),
                    "or" | "bvor" => of(0) | of(1),
                    "bvxor" => of(0) ^ of(1),
                    "bvadd" => of(0) + of(1),
                    "bvsub" => of(0).wrapping_sub(of(1)),
                    "bvmul" => of(0) * of(1),
                    "=" => u128::from(of(0) == of(1)),
                    "bvult" => u128::from(of(0) < of(1)),
                    "bvslt" => u128::from(signed(0) < signed(1)),
                    "bvule" => u128::from(of(0) <= of(1)),
                    "bvsle" => u128::from(signed(0) <= signed(1)),
                    "ite" => of(if of(0) == 1 { 1 } else { 2 }),
                    "sign_extend" => signed(0) as u128,
                    _ => of(0),
                },
            };
            out.push(value & mask(term.width().unwrap_or(1)));
        }
        out
    }

    /// A question over numbers of two fixed widths.
    fn question(widths: [u32; 2], random: &mut impl FnMut(usize) -> usize) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        let variable = |name: &str, sort| Term {
            sort,
            function: Function::Variable(name.to_owned()),
            operands: Vec::new(),
        };
        for (place, width) in widths.iter().enumerate() {
            terms.push(variable(&format!("x{place}"), Sort::Bits(*width)));
        }
        terms.push(variable("p", Sort::Bool));
        for _ in 0..9 {
            let of_sort = |terms: &[Term], sort: Sort, pick: usize| {
                let places: Vec<usize> =
                    (0..terms.len()).filter(|place| terms[*place].sort == sort).collect();
                places[pick % places.len()]
            };
            let sort = Sort::Bits(widths[random(2)]);
            let [a, b] = [(); 2].map(|()| random(97));
            let (a, b) = (of_sort(&terms, sort, a), of_sort(&terms, sort, b));
            let [p, q] = [(); 2].map(|()| of_sort(&terms, Sort::Bool, random(97)));
            let (sort, name, operands) = match random(14) {
                0 => (sort, "bvadd", vec![a, b]),
                1 => (sort, "bvsub", vec![a, b]),
                2 => (sort, "bvand", vec![a, b]),
                3 => (sort, "bvxor", vec![a, b]),
                4 => (sort, "ite", vec![p, a, b]),
                5 => (Sort::Bits(widths[1]), "zero_extend", vec![of_sort(&terms, Sort::Bits(widths[0]), a)]),
                6 => (Sort::Bits(widths[1]), "sign_extend", vec![of_sort(&terms, Sort::Bits(widths[0]), b)]),
                7 => (Sort::Bool, "=", vec![a, b]),
                8 => (Sort::Bool, "bvslt", vec![a, b]),
                9 => (Sort::Bool, "bvule", vec![a, b]),
                10 => (sort, "bvmul", vec![a, b]),
                11 => (Sort::Bool, "not", vec![p]),
                12 => (Sort::Bool, "or", vec![p, q]),
                _ => (Sort::Bool, "and", vec![p, q]),
            };
            terms.push(Term { sort, function: Function::Named(name.to_owned()), operands });
        }
        let last = (0..terms.len()).rfind(|place| terms[*place].sort == Sort::Bool).unwrap_or(2);
        let first = (0..last).find(|place| terms[*place].name() == Some("=")).unwrap_or(2);
        let operands = vec![first, last];
        terms.push(Term { sort: Sort::Bool, function: Function::Named("and".to_owned()), operands });
        assert!((0..terms.len()).all(|at| terms[at].fits(&terms[..at])));
        terms
    }

    #[test]
    fn what_a_check_says_never_holds_holds_for_no_input() {
        let mut state = 11u64;
        let mut random = move |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let (mut read, mut ringed, mut held) = (0, 0, 0);
        for round in 0..4000 {
            let widths = [[1, 2], [2, 3], [2, 4], [3, 4]][round % 4];
            let question = question(widths, &mut random);
            let bits = widths[0] + widths[1] + 1;
            let holds = (0..1u128 << bits).any(|number| {
                let inputs = [
                    number & ((1 << widths[0]) - 1),
                    number >> widths[0] & ((1 << widths[1]) - 1),
                    number >> (widths[0] + widths[1]),
                ];
                values(&question, &inputs).last() == Some(&1)
            });
            let automaton = automaton::reached(&question, &widths, &[]);
            let by_automaton = automaton.check(&question, &[]).is_ok();
            let by_ring = polynomial::check(&question).is_ok();
            assert!(!(holds && (by_automaton || by_ring)), "round {round}: {question:?}");
            read += usize::from(by_automaton);
            ringed += usize::from(by_ring);
            held += usize::from(holds);
        }
        assert!(
            read > 100 && ringed > 100 && held > 500,
            "{read} by automaton, {ringed} by ring, {held} hold"
        );
    }
}
