//! What a rewrite makes and ends again is not there when it has run.

use super::{Fixture, pattern};

#[test]
fn a_created_operation_that_is_erased_again_breaks_nothing() {
    let world = Fixture::new();
    let rewrite = |tail: &str| {
        format!(
            "    %n = pdl.operation \"t.int\"(%x : !pdl.value) -> (%s : !pdl.type)\n    {tail}\n    \
             pdl.replace %root with (%x : !pdl.value)"
        )
    };
    assert_eq!(world.say(&pattern("t.id", &rewrite(""))), "refuted T201");
    assert_eq!(world.say(&pattern("t.id", &rewrite("pdl.erase %n"))), "proved");
    assert_eq!(world.say(&pattern("t.id", &rewrite("pdl.replace %n with (%x : !pdl.value)"))), "proved");
}

#[test]
fn what_replaces_a_created_operation_may_have_another_type() {
    let world = Fixture::new();
    let rewrite = "    %i = pdl.type : i8\n    \
                   %n = pdl.operation \"t.cast\"(%x : !pdl.value) -> (%i : !pdl.type)\n    \
                   pdl.replace %n with (%x : !pdl.value)\n    pdl.replace %root with (%x : !pdl.value)";
    assert_eq!(world.say(&pattern("t.id", rewrite)), "proved");
}

#[test]
fn users_of_a_created_operation_see_what_replaces_it() {
    let world = Fixture::new();
    let rewrite = |result: &str| {
        format!(
            "    %i = pdl.type : i8\n    \
             %a = pdl.operation \"t.cast\"(%x : !pdl.value) -> (%i : !pdl.type)\n    \
             %r = pdl.result 0 of %a\n    \
             %n = pdl.operation \"t.id\"(%r : !pdl.value) -> ({result} : !pdl.type)\n    \
             pdl.replace %a with (%x : !pdl.value)\n    pdl.replace %root with (%x : !pdl.value)"
        )
    };
    assert_eq!(world.say(&pattern("t.id", &rewrite("%s"))), "proved");
    assert_eq!(world.say(&pattern("t.id", &rewrite("%i"))), "refuted T201");
}

#[test]
fn a_replacement_that_is_replaced_later_counts_as_what_replaces_it() {
    let world = Fixture::new();
    let rewrite = "    %i = pdl.type : i8\n    \
                   %a = pdl.operation \"t.cast\"(%x : !pdl.value) -> (%i : !pdl.type)\n    \
                   %b = pdl.operation \"t.cast\"(%x : !pdl.value) -> (%i : !pdl.type)\n    \
                   pdl.replace %root with %a\n    pdl.replace %a with %b\n    \
                   pdl.replace %b with (%x : !pdl.value)";
    assert_eq!(world.say(&pattern("t.id", rewrite)), "proved");
    assert_eq!(world.say(&pattern("t.cast", rewrite)), "refuted T202");
}

#[test]
fn a_matched_operation_that_is_replaced_later_counts_as_what_replaces_it() {
    let world = Fixture::new();
    let text = "pdl.pattern : benefit(1) {\n  %s = pdl.type\n  %t = pdl.type\n  %x = pdl.operand : %s\n  \
                %p = pdl.operation \"t.id\"(%x : !pdl.value) -> (%s : !pdl.type)\n  %r = pdl.result 0 of %p\n  \
                %root = pdl.operation \"t.cast\"(%r : !pdl.value) -> (%t : !pdl.type)\n  \
                pdl.rewrite %root {\n    pdl.replace %root with %p\n    \
                %n = pdl.operation \"t.cast\"(%x : !pdl.value) -> (%t : !pdl.type)\n    \
                pdl.replace %p with %n\n  }\n}\n";
    // Of the first replacement, whose value is that of the second one, there is nothing to say.
    assert_eq!(world.say(text), "refuted T202");
}

#[test]
fn users_of_a_result_that_a_later_result_replaces_see_what_replaces_that() {
    let world = Fixture::new();
    let body = |values: &str| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %s = pdl.type : i32\n  %t = pdl.type : i64\n  %x = pdl.operand : %s\n  \
             %y = pdl.operand : %t\n  %root = pdl.operation \"lab.two\"(%x, %y : !pdl.value, !pdl.value) -> (%s, %t : \
             !pdl.type, !pdl.type)\n  pdl.rewrite %root {{\n    %a = pdl.result 0 of %root\n    \
             %b = pdl.result 1 of %root\n    pdl.replace %root with ({values} : !pdl.value, !pdl.value)\n  }}\n}}"
        )
    };
    // The first result goes where the second one goes: to %x.
    assert_eq!(world.say(&body("%b, %x")), "refuted T202");
    assert_eq!(world.say(&body("%b, %y")), "refuted T202");
    let same = body("%b, %x").replace("%t = pdl.type : i64", "%t = pdl.type : i32");
    assert_eq!(world.say(&same), "proved");
}

#[test]
fn an_inferred_type_is_known_to_the_operations_after_it() {
    let world = Fixture::new();
    let text = |first: &str| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %s = pdl.type : i8\n  %x = pdl.operand : %s\n  \
             %root = pdl.operation \"t.id\"(%x : !pdl.value) -> (%s : !pdl.type)\n  pdl.rewrite %root {{\n    \
             %o = pdl.type\n    %n = pdl.operation \"{first}\"(%x, %x : !pdl.value, !pdl.value) -> (%o : !pdl.type)\n    \
             %r = pdl.result 0 of %n\n    \
             %m = pdl.operation \"t.id\"(%r : !pdl.value) -> (%o : !pdl.type)\n    \
             pdl.replace %root with (%x : !pdl.value)\n  }}\n}}"
        )
    };
    assert_eq!(world.say(&text("arith.addi")), "proved");
    assert_eq!(world.say(&text("lab.add")), "refuted T203");
}

#[test]
fn open_result_types_are_those_of_the_operation_that_is_replaced_last() {
    let world = Fixture::new();
    let text = |first: &str, second: &str| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %s = pdl.type\n  %t = pdl.type\n  %x = pdl.operand : %s\n  \
             %p = pdl.operation \"t.cast\"(%x : !pdl.value) -> (%t : !pdl.type)\n  %r = pdl.result 0 of %p\n  \
             %root = pdl.operation \"t.cast\"(%r : !pdl.value) -> (%s : !pdl.type)\n  pdl.rewrite %root {{\n    \
             %n = pdl.operation \"lab.n\"\n    pdl.replace {first} with %n\n    pdl.replace {second} with %n\n  }}\n}}"
        )
    };
    assert_eq!(world.say(&text("%p", "%root")), "refuted T202");
    assert_eq!(world.say(&text("%root", "%p")), "refuted T202");
}
