//! Random whole programs through both engines: the same outcome, and the same values on the way. Expects nothing but
//! that they agree. `ASSAY_ENGINE_PROGRAMS` says on how many programs.

use crate::programs::generate::{Generated, straight, whole};
use crate::programs::{Random, compare, number, read};
use assay_backend::engine::{Engine, Options, Outcome};
use assay_backend::interp::{Interpreter, find_function};
use assay_jit::{Batch, Effort, Settings};

/// How the runs of one program ended.
#[derive(Debug, Default)]
struct Tally {
    values: usize,
    undefined: usize,
    undecided: usize,
}

/// Runs a program on a few arguments with both engines.
fn check(generated: &Generated, random: &mut Random, tally: &mut Tally) {
    let program = read(&generated.text);
    let function = find_function(&program, "f").expect("the program has @f");
    let options = Options { fuel: 50_000, trace: true, ..Options::default() };
    let batch = Batch::compile(&[(&program, function)], Settings { trace: true, ..Settings::default() });
    for _ in 0..4 {
        let arguments: Vec<_> = generated.parameters.iter().map(|ty| random.argument(*ty)).collect();
        let expected = Interpreter.run(&program, function, &arguments, &options).expect("the arguments fit");
        match expected.outcome {
            Outcome::Values(_) => tally.values += 1,
            Outcome::Ub { .. } => tally.undefined += 1,
            _ => tally.undecided += 1,
        }
        let got = batch.functions()[0].run(&arguments, &options).expect("the interpreter took the arguments");
        let compared = std::panic::catch_unwind(|| compare(&program, &options, &expected, &got));
        match compared {
            Ok(compared) => {
                assert!(
                    compared || !expected.outcome.is_decided(),
                    "compiled as a whole:\n{}",
                    generated.text
                )
            }
            Err(_) => panic!("{arguments:?}\n{}", generated.text),
        }
    }
}

fn both_engines_agree_on_whole_programs() {
    let (mut random, mut tally) = (Random::new(11), Tally::default());
    let programs = number("ASSAY_ENGINE_PROGRAMS", 150) as usize;
    for _ in 0..programs {
        let generated = whole(&mut random);
        check(&generated, &mut random, &mut tally);
    }
    assert!(tally.values > programs && tally.undefined * 4 > programs, "{tally:?}");
}

fn both_engines_agree_on_straight_lines() {
    let (mut random, mut tally) = (Random::new(12), Tally::default());
    let programs = number("ASSAY_ENGINE_PROGRAMS", 200) as usize;
    for _ in 0..programs {
        let generated = straight(&mut random, 20, &[1, 3, 8, 16, 31, 32, 64, 65, 127, 128]);
        check(&generated, &mut random, &mut tally);
    }
    assert!(tally.values > programs && tally.undefined * 4 > programs, "{tally:?}");
}

fn optimised_code_does_the_same() {
    let mut random = Random::new(13);
    let options = Options { fuel: 50_000, ..Options::default() };
    for _ in 0..40 {
        let generated = whole(&mut random);
        let program = read(&generated.text);
        let function = find_function(&program, "f").expect("the program has @f");
        let settings = Settings { effort: Effort::Run, ..Settings::default() };
        let (quick, slow) = (
            Batch::compile(&[(&program, function)], Settings::default()),
            Batch::compile(&[(&program, function)], settings),
        );
        for _ in 0..6 {
            let arguments: Vec<_> = generated.parameters.iter().map(|ty| random.argument(*ty)).collect();
            let runs = [&quick, &slow].map(|batch| batch.functions()[0].run(&arguments, &options));
            assert_eq!(runs[0], runs[1], "{arguments:?}\n{}", generated.text);
        }
    }
}

assay_testing::tests!(
    both_engines_agree_on_whole_programs,
    both_engines_agree_on_straight_lines,
    optimised_code_does_the_same,
);
