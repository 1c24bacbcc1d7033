//! Random patterns: what is called proved must not fail on random payloads, and no candidate may be a false one.

use assay_ir::rule::Family;
use std::sync::Arc;

use super::{Fixture, Random, pool, word};
use crate::pattern::AnalyzedPattern;
use crate::stage::{Options, Task};
use crate::types::analyse;
use crate::witness::scenario::Scenario;
use crate::witness::{payload, replay};
use assay_ir::data::{Source, TypeId};
use assay_ir::pdl::patterns;
use assay_ir::text::{parse, parse_type};

/// Random patterns over arith: what is called proved must not fail on random payloads, in any type.
#[test]
fn no_proof_fails_on_a_random_payload() {
    let world = Fixture::new();
    let pool = pool();
    let mut specs: Vec<_> = world.registry.ops().cloned().collect();
    specs.sort_by(|a, b| world.ctx.str(a.name).cmp(world.ctx.str(b.name)));
    specs.retain(|spec| {
        let name = world.ctx.str(spec.name);
        spec.results.len() == 1
            && (1..=2).contains(&spec.operands.len())
            && (name.starts_with("arith.") || name.starts_with("t."))
            && !name.starts_with("t.never")
            && !name.contains("scaling")
            && !name.ends_with('f')
            && spec.attributes.iter().all(|attribute| attribute.optional)
    });
    let pool_types = [
        "i1",
        "i8",
        "i32",
        "index",
        "f32",
        "vector<4xi32>",
        "vector<4xi1>",
        "tensor<?xi32>",
        "tensor<4xi32>",
    ];
    let types: Vec<TypeId> =
        pool_types.iter().map(|text| parse_type(&world.ctx, text).expect("a type")).collect();
    let mut random = Random(99);
    let mut tally = std::collections::BTreeMap::new();
    for _ in 0..350 {
        let text = random_pattern(&world, &specs, &mut random);
        let parsed = parse(&world.ctx, &Source::new("p", text.as_str()));
        assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
        let view = patterns(&parsed.program)[0];
        if !assay_ir::pdl::validate(view, Some(&world.registry)).is_empty() {
            continue;
        }
        let options = Options::default();
        let subject = AnalyzedPattern::new(&parsed.program, view.op, &world.registry);
        let task = Task::new(&subject, &options);
        let result = analyse(&task, Some(&pool));
        assert!(result.disagreements.is_empty(), "{:?}\n{text}", result.disagreements);
        let said = word(&result);
        let class = said.split([' ', ':']).next().unwrap_or("").to_owned();
        *tally.entry(class).or_insert(0) += 1;
        if said.starts_with("unknown") {
            println!("{said}\n{text}");
        }
        if said != "proved" && said != "vacuous" {
            continue;
        }
        let model =
            crate::pattern::decode::decode(&parsed.program, &world.registry, view.op).expect("decoded");
        for _ in 0..15 {
            let mut scenario = Scenario::default();
            for ty in &model.types {
                if let (Some(handle), None) = (ty.handle, ty.constant) {
                    scenario.types.insert(handle, types[random.below(types.len())]);
                }
            }
            let Ok(mut built) = payload::build(&model, &world.registry, &scenario) else { continue };
            assert_ne!(said, "vacuous", "a payload exists\n{text}");
            *tally.entry("payloads".to_owned()).or_insert(0) += 1;
            if let replay::Outcome::Fails { failures, .. } = replay::replay(&subject, &mut built) {
                let typed = failures
                    .iter()
                    .find(|failure| failure.codes.iter().any(|code| code.family() == Family::Types));
                assert!(typed.is_none(), "{typed:?}\n{text}");
            }
        }
    }
    println!("{tally:?}");
    assert!(tally["proved"] > 10 && tally["refuted"] > 10 && tally["payloads"] > 10);
}

fn random_pattern(world: &Fixture, specs: &[Arc<assay_ir::spec::OpSpec>], random: &mut Random) -> String {
    let matched = ["%s", "%t", "%k"];
    let constant = ["i32", "i1", "index", "f32"][random.below(4)];
    let mut text = format!(
        "pdl.pattern : benefit(1) {{\n  %s = pdl.type\n  %t = pdl.type\n  %k = pdl.type : {constant}\n"
    );
    let pick = |random: &mut Random| Arc::clone(&specs[random.below(specs.len())]);
    let ty = |random: &mut Random| matched[[0, 0, 0, 0, 0, 1, 1, 2][random.below(8)]];
    let (x, y) = (ty(random), ty(random));
    text.push_str(&format!("  %x = pdl.operand : {x}\n  %y = pdl.operand : {y}\n"));
    let list = |values: &[&str]| match values {
        [] => String::new(),
        _ => format!("({} : {})", values.join(", "), vec!["!pdl.value"; values.len()].join(", ")),
    };
    let operation =
        |name: &str, spec: &assay_ir::spec::OpSpec, values: &[&str], ty: &str, random: &mut Random| {
            let operands: Vec<&str> =
                spec.operands.iter().map(|_| values[random.below(values.len())]).collect();
            let full = world.ctx.str(spec.name);
            format!("  {name} = pdl.operation \"{full}\"{}{ty}\n", list(&operands))
        };
    let (p, root) = (pick(random), pick(random));
    let written = format!(" -> ({} : !pdl.type)", ty(random));
    text.push_str(&operation("%p", &p, &["%x", "%y"], &written, random));
    text.push_str("  %pv = pdl.result 0 of %p\n");
    let written = format!(" -> ({} : !pdl.type)", ty(random));
    text.push_str(&operation("%root", &root, &["%pv", "%x"], &written, random).replacen("%x", "%pv", 1));
    text.push_str("  pdl.rewrite %root {\n");
    let (a, b) = (pick(random), pick(random));
    let created_type = |spec: &assay_ir::spec::OpSpec, random: &mut Random| match random.below(3) {
        0 if spec.traits.infers_results => String::new(),
        _ => format!(" -> ({} : !pdl.type)", ty(random)),
    };
    let written = created_type(&a, random);
    text.push_str(&operation("%n", &a, &["%x", "%y", "%pv"], &written, random));
    text.push_str("  %nv = pdl.result 0 of %n\n");
    let written = created_type(&b, random);
    text.push_str(&operation("%m", &b, &["%nv", "%x"], &written, random));
    text.push_str(match random.below(3) {
        0 => "  pdl.replace %root with (%nv : !pdl.value)\n",
        1 => "  pdl.replace %root with (%x : !pdl.value)\n",
        _ => "  pdl.replace %root with %m\n",
    });
    text.push_str("  }\n}\n");
    text
}
