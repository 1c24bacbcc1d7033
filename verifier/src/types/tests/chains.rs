//! Long patterns, for what has to grow in proportion: written for the tests and for the bench of the T rules.

/// As many additions in a row, replaced by as many exclusive ors.
pub(super) fn chain(length: usize) -> String {
    let mut text = String::from("pdl.pattern : benefit(1) {\n  %t = pdl.type\n  %v0 = pdl.operand : %t\n");
    let binary = |n: usize, name: &str, value: &str| {
        format!(
            "  %{value}o{n} = pdl.operation \"{name}\"(%{value}{n}, %{value}{n} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
             %{value}{} = pdl.result 0 of %{value}o{n}\n",
            n + 1
        )
    };
    (0..length).for_each(|n| text.push_str(&binary(n, "arith.addi", "v")));
    let last = length - 1;
    text.push_str(&format!("  pdl.rewrite %vo{last} {{\n"));
    text.push_str("  %w0o = pdl.operation \"arith.muli\"(%v0, %v0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  %w0 = pdl.result 0 of %w0o\n");
    (0..length).for_each(|n| text.push_str(&binary(n, "arith.xori", "w")));
    text.push_str(&format!("  pdl.replace %vo{last} with (%w{length} : !pdl.value)\n  }}\n}}\n"));
    text
}

/// An operation on `%from` that makes `%{value}{n + 1}` of type `%t{n + 1}`.
fn unary(n: usize, name: &str, from: &str, value: &str) -> String {
    let next = n + 1;
    format!(
        "  %{value}o{n} = pdl.operation \"{name}\"(%{from} : !pdl.value) -> (%t{next} : !pdl.type)\n  \
         %{value}{next} = pdl.result 0 of %{value}o{n}\n"
    )
}

/// As many extensions in a row, each to a type of its own, and the start of what replaces them.
fn extensions(length: usize) -> String {
    let mut text = String::from("pdl.pattern : benefit(1) {\n");
    (0..=length).for_each(|n| text.push_str(&format!("  %t{n} = pdl.type\n")));
    text.push_str("  %v0 = pdl.operand : %t0\n");
    (0..length).for_each(|n| text.push_str(&unary(n, "arith.extui", &format!("v{n}"), "v")));
    text.push_str(&format!("  pdl.rewrite %vo{} {{\n", length - 1));
    text
}

/// Extensions in a row replaced by a single conversion from the first type to the last.
pub(super) fn collapsing(length: usize, name: &str) -> String {
    let mut text = extensions(length);
    let last = length - 1;
    text.push_str(&unary(last, &format!("arith.{name}"), "v0", "w"));
    text.push_str(&format!("  pdl.replace %vo{last} with (%w{length} : !pdl.value)\n  }}\n}}\n"));
    text
}

/// Extensions in a row replaced by as many of the other kind.
pub(super) fn growing(length: usize) -> String {
    let mut text = extensions(length);
    let last = length - 1;
    for n in 0..length {
        let from = if n == 0 { "v0".to_owned() } else { format!("w{n}") };
        text.push_str(&unary(n, "arith.extsi", &from, "w"));
    }
    text.push_str(&format!("  pdl.replace %vo{last} with (%w{length} : !pdl.value)\n  }}\n}}\n"));
    text
}
