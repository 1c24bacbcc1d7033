//! What the reader says about wrong text, against files beside the inputs (`ASSAY_BLESS=1` writes them; read what
//! it wrote), and that no text makes it panic or overflow its stack.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use assay_ir::data::{Context, Source, known};
use assay_ir::text::{self, MAX_NESTING, PrintOptions};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text/errors")
}

/// All diagnostics of a text, and the patterns that are there in spite of them.
fn describe(input: &str) -> String {
    let source = Source::new("input", input);
    let parsed = text::parse(&Context::new(), &source);
    let mut out = String::new();
    let place = |offset: u32| {
        let at = source.line_column(offset);
        format!("{}:{}", at.line, at.column)
    };
    for d in &parsed.diagnostics {
        writeln!(out, "{}-{}: {}", place(d.span.start), place(d.span.end), d.message).unwrap();
        if !d.label.is_empty() {
            writeln!(out, "    here: {}", d.label).unwrap();
        }
        for label in &d.related {
            writeln!(out, "    {}: {}", place(label.span.start), label.text).unwrap();
        }
        if let Some(help) = &d.help {
            writeln!(out, "    help: {help}").unwrap();
        }
    }
    let program = &parsed.program;
    let patterns: Vec<&str> = program
        .walk(program.top())
        .filter(|op| program.op(*op).name == known::PDL_PATTERN)
        .map(|op| program.attr_text(op, known::SYM_NAME).unwrap_or("(no name)"))
        .collect();
    if !patterns.is_empty() {
        writeln!(out, "patterns: {}", patterns.join(" ")).unwrap();
    }
    out
}

fn errors_are_as_expected() {
    let bless = std::env::var_os("ASSAY_BLESS").is_some_and(|value| value == "1");
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let mut failures = Vec::new();
    for path in &entries {
        let sibling = |extension: &str| path.with_extension(extension);
        if path.extension().is_some_and(|e| e == "expected") {
            assert!(sibling("mlir").exists(), "{} has no input", path.display());
            continue;
        }
        let found = describe(&std::fs::read_to_string(path).unwrap());
        assert!(!found.is_empty(), "{} is without error", path.display());
        if bless {
            std::fs::write(sibling("expected"), &found).unwrap();
        }
        let expected = std::fs::read_to_string(sibling("expected")).unwrap_or_default();
        if found != expected {
            failures.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn first_message(input: &str) -> Option<String> {
    let parsed = text::parse(&Context::new(), &Source::new("deep", input));
    parsed.diagnostics.into_iter().next().map(|d| d.message)
}

/// Each was asked of `mlir-opt-22`, as were those of the next test.
fn texts_that_mlir_refuses_are_refused() {
    let attributes = [
        r#"dense<"0x0001"> : tensor<2xi1>"#,
        r#"dense<"0x"> : tensor<2xi8>"#,
        r#"dense<"0x00000000"> : tensor<1xcomplex<f32>>"#,
        "dense<-0> : tensor<1xi8>",
        "array<i8: -0>",
        "-0 : i8",
        "-0 : si8",
        "-0 : index",
        "-0",
        r#""a\q""#,
        r#""a\0""#,
        "vector<0xf32>",
        "!llvm.array<@s x i8>",
        "!llvm.array<4 i8>",
        "!llvm.struct<(i8, , i8)>",
        "!llvm.struct<\"a\" opaque>",
        "!llvm.ptr<4294967296>",
        "!llvm.func<void (i32 i32)>",
        "!transform.op<\"a\\0\">",
        "#llvm.mlir.module_flag<error, , 1 : i32>",
        "#llvm.di_file<\"a\" \"b\">",
        "#llvm.di_expression<[DW_OP_deref()]>",
        "#llvm.di_lexical_block<line = 1 column = 2>",
        "#llvm.blocktag<id = = 1>",
        "#arith.overflow<>",
        "#arith.fastmath<nnan ninf>",
        "#linalg.type_fn<>",
        "array<i32: @s>",
        "loc(\"a\":-0:1)",
        "loc(\"a\":4294967296:1)",
    ];
    for attribute in attributes {
        let text = format!("\"t.x\"() {{a = {attribute}}} : () -> ()");
        assert!(first_message(&text).is_some(), "{attribute} is accepted");
    }
    for aliases in [
        "\"t.x\"() {a = #m} : () -> ()\n#m = 1 : i32",
        "\"t.x\"() {a = !m} : () -> ()\n!m = i32",
        "#a = [#b]\n#b = 1 : i32",
        "\"t.x\"() : () -> () loc(#l)\n#l = loc(fused[#k, \"a\"])\n#k = loc(\"b\":1:1)",
        "\"t.x\"() {a = loc(#k)} : () -> ()\n#k = loc(\"b\":1:1)",
    ] {
        assert!(first_message(aliases).is_some(), "{aliases} is accepted");
    }
    let empty_list = "func.func @f(%m: memref<4xf32>, %x: f32) {\n  \
         linalg.map ins() outs(%m : memref<4xf32>) (%z: f32) { linalg.yield %x : f32 }\n  return\n}";
    for operation in ["func.func @f() {}", "\"builtin.module\"() ({ return }) : () -> ()", empty_list] {
        assert!(first_message(operation).is_some(), "{operation} is accepted");
    }
    let pattern = "pdl.pattern : benefit(1) {\n%t = pdl.type :\n%x = pdl.operand\npdl.rewrite {\n}\n}";
    assert!(first_message(pattern).is_some());
}

fn texts_near_those_that_mlir_refuses_are_accepted() {
    let attributes = [
        r#"dense<"0xFF"> : tensor<2xi1>"#,
        r#"dense<"0x01"> : tensor<2xi1>"#,
        r#"dense<"0x0001"> : tensor<9xi1>"#,
        r#"dense<"0x0102"> : tensor<1xi12>"#,
        r#"dense<"0x"> : tensor<0xi8>"#,
        r#"dense<"0x0000000000000000"> : tensor<3xcomplex<f32>>"#,
        "-0.0",
        "!llvm.array<4x!llvm.ptr<0>>",
        "!llvm.struct<\"a\", opaque>",
        "!llvm.ptr<4294967295>",
        "!llvm.func<void (i32, ...)>",
        "!llvm.target<\"spirv.Image\", i32, 0>",
        "!transform.op<\"a\">",
        "#llvm.mlir.module_flag<error, \"a\", 1 : i32>",
        "#llvm.di_expression<>",
        "#llvm.di_expression<[DW_OP_deref, DW_OP_LLVM_fragment(1, 2)]>",
        "#llvm.tbaa_root<id = \"a\">",
        "#arith.overflow<nuw, nsw>",
        "#linalg.type_fn<cast_signed>",
        "array<i1: true>",
        "loc(\"a\":4294967295:1)",
        r#""a\\q\41\n\t\"""#,
    ];
    for attribute in attributes {
        let text = format!("\"t.x\"() {{a = {attribute}}} : () -> ()");
        assert_eq!(first_message(&text), None, "{attribute}");
    }
}

fn nesting_is_read_up_to_its_limit_and_refused_beyond() {
    let shapes: [(&str, &str, &str, &str); 16] = [
        ("", "\"a.b\"() ({", "}) : () -> ()", ""),
        ("", "module {", "}", ""),
        ("%c = \"a.c\"() : () -> i1\n", "scf.if %c {", "}", ""),
        ("", "affine.if affine_set<() : (0 == 0)>() {", "}", ""),
        ("", "scf.forall () in () {", "}", ""),
        ("%c = \"a.c\"() : () -> vector<4xi1>\n", "vector.mask %c {", "} : vector<4xi1>", ""),
        ("%m = \"a.m\"() : () -> memref<?xf32>\n%v = affine.load %m[", "(", ")", "] : memref<?xf32>"),
        ("\"a.b\"() {a = ", "tuple<", ">", "} : () -> ()"),
        ("\"a.b\"() {a = ", "[", "]", "} : () -> ()"),
        ("\"a.b\"() {a = ", "{b = ", "}", "} : () -> ()"),
        ("\"a.b\"() {a = ", "() -> (", ")", "} : () -> ()"),
        ("\"a.b\"() {a = ", "!x.y<", ">", "} : () -> ()"),
        ("\"a.b\"() {a = dense<", "[", "]", "> : tensor<1xi32>} : () -> ()"),
        ("\"a.b\"() {a = affine_map<() -> (", "(", ")", ")>} : () -> ()"),
        ("\"a.b\"() : () -> () loc(", "\"x\"(", ")", ")"),
        ("\"a.b\"() {a = ", "distinct[0]<", ">", "} : () -> ()"),
    ];
    for (head, open, close, tail) in shapes {
        for depth in [20_000, 150, MAX_NESTING - 1, MAX_NESTING, MAX_NESTING + 1] {
            let core = match open {
                "tuple<" | "() -> (" | "!x.y<" | "[" | "distinct[0]<" | "(" => "1",
                "{b = " => "1",
                "\"x\"(" => "unknown",
                _ => "",
            };
            let core = if matches!(open, "tuple<" | "() -> (") { "i32" } else { core };
            let input = format!("{head}{}{core}{}{tail}", open.repeat(depth), close.repeat(depth));
            // Neither panics nor overflows; what was read can be printed and dropped.
            let parsed = text::parse(&Context::new(), &Source::new("deep", input));
            let refused = !parsed.diagnostics.is_empty();
            let opaque = open == "!x.y<";
            assert!(refused || depth <= MAX_NESTING || opaque, "{open} {depth}");
            if depth == 150 && !tail.contains("tensor") {
                assert!(!refused, "{open} {depth}: {}", parsed.diagnostics[0].message);
            }
            for generic in [false, true] {
                text::print(&parsed.program, &PrintOptions { generic, locations: true });
            }
        }
    }
}

fn aliases_cannot_nest_deeper_than_text() {
    let mut input = String::from("!a0 = i32\n");
    for n in 1..20_000 {
        writeln!(input, "!a{n} = tuple<!a{}>", n - 1).unwrap();
    }
    input.push_str("\"a.b\"() {a = !a19999} : () -> ()\n");
    assert!(first_message(&input).is_some_and(|m| m.contains("deeper")));
    // Used before it is defined: found from the end.
    let mut backwards = String::from("\"a.b\"() {a = !a0} : () -> ()\n");
    for n in 0..20_000 {
        writeln!(backwards, "!a{n} = tuple<!a{}>", n + 1).unwrap();
    }
    backwards.push_str("!a20000 = i32\n");
    assert!(first_message(&backwards).is_some_and(|m| m.contains("deeper")));
}

fn aliases_that_stand_for_too_much_are_refused() {
    let mut input = String::from("!a0 = i32\n");
    for n in 1..60 {
        writeln!(input, "!a{n} = tuple<!a{0}, !a{0}>", n - 1).unwrap();
    }
    assert!(first_message(&input).is_some_and(|m| m.contains("stands for more than")));
}

fn bytes_that_are_no_text_are_refused_with_a_reason() {
    let ctx = Context::new();
    let message =
        |bytes: &[u8]| text::parse_bytes(&ctx, "f", bytes).err().map(|d| d.message).unwrap_or_default();
    assert!(message(b"ML\xEFR\x01").contains("bytecode"));
    assert!(message(b"\"a.b\"()\n\xFF").contains("not UTF-8: line 2"));
    assert!(message(b"\"a.b\"\0").contains("NUL"));
    let fine = text::parse_bytes(&ctx, "f", b"\xEF\xBB\xBF\"a.b\"() : () -> ()\r\n\r\n// -----\r\n").unwrap();
    assert!(fine.diagnostics.is_empty());
}

fn spans_say_where_things_stand() {
    let input = "pdl.pattern @p : benefit(1) {\n  %x = operand\n  %r = operation \"a.b\"(%x : !pdl.value)\n  rewrite %r {\n    erase %r\n  }\n}\n";
    let source = Source::new("f", input);
    let parsed = text::parse(&Context::new(), &source);
    let program = &parsed.program;
    let texts: Vec<&str> =
        program.walk(program.top()).skip(1).map(|op| source.slice(program.op(op).span)).collect();
    assert_eq!(texts[0], input.trim_end());
    assert_eq!(texts[1], "%x = operand");
    assert_eq!(texts[3], "rewrite %r {\n    erase %r\n  }");
    let operation = program.walk(program.top()).nth(3).unwrap();
    let operand = program.operand_ids(operation).next().unwrap();
    assert_eq!(source.line_column(program.operand_pos(operand).0).column, 24);
    let value = program.result(operation, 0).unwrap();
    assert_eq!(source.line_column(program.value(value).pos.0).line, 3);
}

/// MLIR prints these and cannot read them back.
fn what_follows_a_replace_is_told_from_its_operand() {
    let input = "pdl.pattern @p : benefit(1) {\n  %v = operand\n  %root = operation \"a.b\"(%v : !pdl.value)\n  \
                 %w = \"pdl.operation\"() <{attributeValueNames = [], operandSegmentSizes = array<i32: 0, 0, 0>}> {a = 1} : () -> !pdl.operation\n  rewrite %root {\n    replace %root with (%v : !pdl.value)\n    \
                 %x:2 = apply_native_rewrite \"f\"(%v : !pdl.value) : !pdl.value, !pdl.value\n    \
                 pdl.replace %root with\n    %y, %z = apply_native_rewrite \"f\"(%x#1 : !pdl.value) : !pdl.value, \
                 !pdl.value\n    replace %root with %root\n  }\n}\n";
    let parsed = text::parse(&Context::new(), &Source::new("f", input));
    assert_eq!(parsed.diagnostics, []);
    let printed = text::print(&parsed.program, &PrintOptions::default());
    // Printed so that MLIR reads them.
    assert_eq!(printed.matches("\"pdl.replace\"(").count(), 2, "{printed}");
    assert_eq!(printed.matches("\"pdl.operation\"(").count(), 1, "{printed}");
}

/// A small generator of numbers; the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Broken versions of every small input: bytes removed, doubled, swapped for others. Reading ends, every span lies
/// in the text, and printing what was read does not panic.
fn no_damage_makes_the_reader_panic() {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut inputs = Vec::new();
    for dir in [directory(), directory().join(".."), directory().join("../forms")] {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "mlir") {
                inputs.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let pieces = [
        "{", "}", "(", ")", "<", ">", "\"", "%0", "%x = ", "#a", "!t", "^bb0", "@s", "->", "loc(", "-", "é",
        "\n",
    ];
    let rounds: usize = std::env::var("ASSAY_DAMAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    for input in &inputs {
        for _ in 0..rounds {
            let mut text: Vec<char> = input.chars().collect();
            for _ in 0..=numbers.below(3) {
                let at = numbers.below(text.len());
                let end = (at + numbers.below(30)).min(text.len());
                let piece: Vec<char> = pieces[numbers.below(pieces.len())].chars().collect();
                match numbers.below(4) {
                    0 => drop(text.drain(at..end)),
                    1 => drop(text.splice(at..end, piece)),
                    2 => drop(text.splice(at..at, piece)),
                    _ => {
                        let copy = text[at..end].to_vec();
                        text.splice(at..at, copy);
                    }
                }
            }
            let damaged: String = text.into_iter().collect();
            let length = damaged.len();
            let parsed = text::parse(&Context::new(), &Source::new("damaged", damaged.as_str()));
            for d in &parsed.diagnostics {
                assert!(d.span.start as usize <= length && d.span.end as usize <= length + 1, "{damaged}");
            }
            for generic in [false, true] {
                let printed = text::print(&parsed.program, &PrintOptions { generic, locations: false });
                if parsed.diagnostics.is_empty() {
                    let again = text::parse(&Context::new(), &Source::new("printed", printed.as_str()));
                    let twice = text::print(&again.program, &PrintOptions { generic, locations: false });
                    assert!(
                        again.diagnostics.is_empty() && printed == twice,
                        "{damaged}\n--- printed\n{printed}\n--- then\n{twice}\n{:?}",
                        again.diagnostics.first()
                    );
                }
            }
        }
    }
}

fn a_truth_value_reads_as_a_number() {
    let input = "pdl.pattern @p : benefit(true) {\n  %0 = operation\n  %1 = result true of %0\n  rewrite %0 with \"f\"\n}\n";
    let parsed = text::parse(&Context::new(), &Source::new("f", input));
    assert_eq!(parsed.diagnostics, []);
    // A benefit of another type is printed so that it is one when read again.
    let printed = text::print(&parsed.program, &PrintOptions::default());
    assert!(printed.contains("benefit = true"), "{printed}");
    assert!(printed.contains("index = true"), "{printed}");
}

assay_testing::tests!(
    errors_are_as_expected,
    texts_that_mlir_refuses_are_refused,
    texts_near_those_that_mlir_refuses_are_accepted,
    nesting_is_read_up_to_its_limit_and_refused_beyond,
    aliases_cannot_nest_deeper_than_text,
    aliases_that_stand_for_too_much_are_refused,
    bytes_that_are_no_text_are_refused_with_a_reason,
    spans_say_where_things_stand,
    what_follows_a_replace_is_told_from_its_operand,
    no_damage_makes_the_reader_panic,
    a_truth_value_reads_as_a_number,
);
