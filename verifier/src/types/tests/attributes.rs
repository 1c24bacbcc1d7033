//! Attributes with types and types with parameters: what is left open there is found out, not given up.

use super::{Fixture, pool};
use crate::types::{SubsetAnswer, subset};
use std::sync::Arc;

/// A pattern that matches an attribute of type `ty` on an operation without a spec and makes `t.tagged` with it.
fn typed(ty: &str, created: &str) -> String {
    format!(
        "pdl.pattern : benefit(1) {{\n  %t = pdl.type : {ty}\n  %k = pdl.attribute : %t\n  \
         %root = pdl.operation \"u.v\" {{\"k\" = %k}}\n  \
         pdl.rewrite %root {{\n    %n = pdl.operation \"{created}\" {{\"k\" = %k}}\n    pdl.erase %root\n  }}\n}}\n"
    )
}

const TAGGED: &str = r##"
irdl.dialect @a {
  irdl.operation @any {
    %k = irdl.any
    irdl.attributes {"k" = %k}
  }
  irdl.operation @text {
    %k = irdl.base "#builtin.string"
    irdl.attributes {"k" = %k}
  }
  irdl.operation @narrow {
    %a = irdl.c_pred "foo($_self)"
    %b = irdl.is i32
    %t = irdl.all_of(%a, %b)
    irdl.operands(x: %t)
  }
  irdl.operation @wide {
    %t = irdl.c_pred "foo($_self)"
    irdl.operands(x: %t)
  }
  irdl.type @pair {
    %f = irdl.any
    %s = irdl.any
    irdl.parameters(first: %f, second: %s)
  }
  irdl.operation @alike {
    %x = irdl.any
    %p = irdl.parametric @a::@pair<%x, %x>
    irdl.operands(x: %p)
  }
  irdl.operation @pairs {
    %x = irdl.any
    %y = irdl.any
    %p = irdl.parametric @a::@pair<%x, %y>
    irdl.operands(x: %p)
  }
  irdl.operation @ends_in_i8 {
    %x = irdl.any
    %y = irdl.is i8
    %p = irdl.parametric @a::@pair<%x, %y>
    irdl.operands(x: %p)
  }
}
"##;

fn world() -> Fixture {
    let mut world = Fixture::new();
    let said = assay_corpus::load_text(&mut world.registry, "a.irdl.mlir", TAGGED);
    assert!(said.is_empty(), "{said:?}");
    world
}

#[test]
fn an_attribute_of_any_written_type_is_asked_about() {
    let world = world();
    for ty in
        ["i8", "i1", "index", "bf16", "f64", "tensor<2xi8>", "vector<3xf32>", "tensor<?xi32>", "none", "i77"]
    {
        assert_eq!(world.say(&typed(ty, "a.any")), "proved", "{ty}");
        let said = world.say(&typed(ty, "a.text"));
        let shown = said == "refuted T201" || said.starts_with("unknown unsupported: a witness for T201");
        assert!(shown, "{ty}: {said}");
    }
    assert_eq!(world.say(&typed("i8", "a.text")), "refuted T201");
}

fn answer(world: &Fixture, left: &str, right: &str) -> String {
    let spec = |name: &str| Arc::clone(world.registry.op(world.ctx.ident(name)).expect("declared above"));
    match subset(&world.registry, &spec(left), &spec(right), Some(&pool())) {
        SubsetAnswer::Holds => "holds".to_owned(),
        SubsetAnswer::Fails(values) => {
            let texts: Vec<String> = values.iter().map(|value| value.text(&world.ctx)).collect();
            format!("fails {}", texts.join(" "))
        }
        SubsetAnswer::Unknown(why) => format!("unknown {}: {}", why.kind(), why.subject()),
    }
}

#[test]
fn a_predicate_without_meaning_that_is_asked_of_a_constant_implies_itself() {
    let world = world();
    assert_eq!(answer(&world, "a.narrow", "a.wide"), "holds");
    let said = answer(&world, "a.wide", "a.narrow");
    assert!(said == "fails" || said.contains("predicate `foo($_self)`"), "{said}");
}

#[test]
fn types_with_two_parameters_are_told_apart() {
    let world = world();
    assert_eq!(answer(&world, "a.alike", "a.pairs"), "holds");
    assert_eq!(answer(&world, "a.ends_in_i8", "a.pairs"), "holds");
    for (left, right) in [
        ("a.pairs", "a.alike"),
        ("a.pairs", "a.ends_in_i8"),
        ("a.alike", "a.ends_in_i8"),
        ("a.ends_in_i8", "a.alike"),
    ] {
        let said = answer(&world, left, right);
        assert!(said.starts_with("fails x=!a.pair<"), "{left} in {right}: {said}");
    }
}
