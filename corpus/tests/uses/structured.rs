//! Uses of operations with regions, successors and symbols: one valid program at many types, and the same program with
//! one place changed.

use super::Use;
use super::terminators::TERMINATORS;

/// A program in which `T` stands for a type, and changes that MLIR refuses.
pub(super) struct Template {
    pub(super) op: &'static str,
    pub(super) text: &'static str,
    pub(super) changes: &'static [(&'static str, &'static str)],
}

/// What `T` becomes; the programs are valid with each of them.
const TYPES: &[&str] = &[
    "i32",
    "i1",
    "si8",
    "index",
    "f32",
    "none",
    "tuple<i32, f32>",
    "vector<4xi8>",
    "tensor<?xf32>",
    "memref<4xi32>",
    "!lab.thing",
    "(i32) -> f32",
    "i64",
    "f64",
    "bf16",
    "complex<f32>",
    "vector<2x[4]xi1>",
    "tensor<*xi8>",
    "memref<*xf32>",
    "!llvm.ptr",
    "i5",
    "f16",
];

/// The types at which a change is made.
const CHANGED: &[&str] = &["i32", "f64"];

/// Uses of func, cf and scf.
pub(super) fn uses() -> Vec<Use> {
    render(TEMPLATES)
}

/// Uses of modules and of terminators of dialects whose other uses are made from their specs.
pub(super) fn terminators() -> Vec<Use> {
    render(TERMINATORS)
}

fn render(templates: &[Template]) -> Vec<Use> {
    let mut uses = Vec::new();
    for template in templates {
        for ty in TYPES {
            uses.push(Use::new(template.op, template.text.replace("TYPE", ty)));
        }
        for (from, to) in template.changes {
            let changed = template.text.replacen(from, to, 1);
            assert_ne!(changed, template.text, "{}: `{from}` is not in the template", template.op);
            for ty in CHANGED {
                uses.push(Use::new(template.op, changed.replace("TYPE", ty)));
            }
        }
    }
    uses
}

const TEMPLATES: &[Template] = &[
    Template {
        op: "func.func",
        text: r#"
"func.func"() <{function_type = (TYPE, i8) -> TYPE, sym_name = "f", sym_visibility = "private"}> ({
^bb0(%a: TYPE, %b: i8):
  "func.return"(%a) : (TYPE) -> ()
}) : () -> ()
"#,
        changes: &[
            (", sym_name = \"f\"", ""),
            ("function_type = (TYPE, i8) -> TYPE, ", ""),
            ("(TYPE, i8) -> TYPE", "(TYPE, i8) -> i64"),
            ("(TYPE, i8) -> TYPE", "(TYPE) -> TYPE"),
            ("(TYPE, i8) -> TYPE", "(TYPE, i16) -> TYPE"),
            ("(TYPE, i8) -> TYPE", "i32"),
            ("(TYPE, i8) -> TYPE", "1 : i32"),
            ("%a: TYPE, %b: i8", "%a: TYPE, %b: i8, %c: i8"),
            ("%a: TYPE, %b: i8", "%a: i64, %b: i8"),
            ("sym_name = \"f\"", "sym_name = 1 : i32"),
            ("sym_visibility = \"private\"", "sym_visibility = \"secret\""),
            ("sym_visibility = \"private\"", "sym_visibility = 3 : i8"),
            ("}) : () -> ()", "}, {}) : () -> ()"),
            ("\"func.return\"(%a) : (TYPE) -> ()", "\"func.return\"() : () -> ()"),
            ("\"func.return\"(%a) : (TYPE) -> ()", "%0 = \"arith.constant\"() {value = 1 : i8} : () -> i8"),
        ],
    },
    Template {
        op: "func.return",
        text: r#"
func.func @f(%a: TYPE, %b: i8) -> (TYPE, i8) {
  "func.return"(%a, %b) : (TYPE, i8) -> ()
}
"#,
        changes: &[
            ("(%a, %b) : (TYPE, i8)", "(%a) : (TYPE)"),
            ("(%a, %b) : (TYPE, i8)", "() : ()"),
            ("(%a, %b) : (TYPE, i8)", "(%a, %b, %b) : (TYPE, i8, i8)"),
            ("(%a, %b) : (TYPE, i8)", "(%b, %a) : (i8, TYPE)"),
            ("(%a, %b) : (TYPE, i8)", "(%a, %a) : (TYPE, TYPE)"),
            ("-> (TYPE, i8) {", "{"),
            ("-> (TYPE, i8) {", "-> TYPE {"),
            ("(TYPE, i8) -> ()\n", "(TYPE, i8) -> ()\n  \"func.return\"(%a, %b) : (TYPE, i8) -> ()\n"),
            ("(TYPE, i8) -> ()\n", "(TYPE, i8) -> ()\n  \"lab.a\"() : () -> ()\n"),
            (
                "  \"func.return\"(%a, %b) : (TYPE, i8) -> ()",
                "  %0 = \"func.return\"(%a, %b) : (TYPE, i8) -> i32",
            ),
            ("func.func @f(%a: TYPE, %b: i8) -> (TYPE, i8) {", "\"lab.scope\"() ({\n^bb0(%a: TYPE, %b: i8):"),
        ],
    },
    Template {
        op: "func.call",
        text: r#"
func.func private @g(TYPE, i8) -> (i8, TYPE)
func.func @f(%a: TYPE, %b: i8) {
  %0:2 = "func.call"(%a, %b) <{callee = @g}> : (TYPE, i8) -> (i8, TYPE)
  return
}
"#,
        changes: &[
            ("callee = @g", "callee = @h"),
            ("callee = @g", "callee = @g::@h"),
            ("callee = @g", "callee = \"g\""),
            (" <{callee = @g}>", ""),
            ("(%a, %b) <{callee = @g}> : (TYPE, i8)", "(%a) <{callee = @g}> : (TYPE)"),
            ("(%a, %b) <{callee = @g}> : (TYPE, i8)", "(%b, %a) <{callee = @g}> : (i8, TYPE)"),
            (
                "%0:2 = \"func.call\"(%a, %b) <{callee = @g}> : (TYPE, i8) -> (i8, TYPE)",
                "\"func.call\"(%a, %b) <{callee = @g}> : (TYPE, i8) -> ()",
            ),
            ("}> : (TYPE, i8) -> (i8, TYPE)", "}> : (TYPE, i8) -> (TYPE, i8)"),
            ("private @g(TYPE, i8) -> (i8, TYPE)", "private @g(TYPE, i8) -> (i8, i8)"),
            ("private @g(TYPE, i8)", "private @g(TYPE)"),
            ("private @g(", "private @h("),
            ("callee = @g}", "callee = @g, no_inline = 1 : i32}"),
            ("callee = @g}", "callee = @g, arg_attrs = 1 : i32}"),
        ],
    },
    Template {
        op: "func.call_indirect",
        text: r#"
func.func @f(%g: (TYPE, i8) -> TYPE, %a: TYPE, %b: i8) {
  %0 = "func.call_indirect"(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8) -> TYPE
  return
}
"#,
        changes: &[
            ("(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8)", "(%g, %a) : ((TYPE, i8) -> TYPE, TYPE)"),
            (
                "(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8)",
                "(%g, %b, %a) : ((TYPE, i8) -> TYPE, i8, TYPE)",
            ),
            ("(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8)", "(%g) : ((TYPE, i8) -> TYPE)"),
            ("(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8)", "() : ()"),
            ("(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8)", "(%a, %a, %b) : (TYPE, TYPE, i8)"),
            (
                "(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8)",
                "(%g, %a, %b, %b) : ((TYPE, i8) -> TYPE, TYPE, i8, i8)",
            ),
            ("TYPE, i8) -> TYPE\n", "TYPE, i8) -> i64\n"),
            (
                "%0 = \"func.call_indirect\"(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8) -> TYPE",
                "\"func.call_indirect\"(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8) -> ()",
            ),
            (
                "%0 = \"func.call_indirect\"(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8) -> TYPE",
                "%0:2 = \"func.call_indirect\"(%g, %a, %b) : ((TYPE, i8) -> TYPE, TYPE, i8) -> (TYPE, TYPE)",
            ),
            ("TYPE, i8) -> TYPE\n", "TYPE, i8) -> ((TYPE) -> i8)\n"),
            (
                "\"func.call_indirect\"(%g, %a, %b)",
                "\"func.call_indirect\"(%g, %a, %b) <{arg_attrs = 1 : i8}>",
            ),
        ],
    },
    Template {
        op: "func.constant",
        text: r#"
func.func private @g(TYPE, i8) -> TYPE
func.func @f() {
  %0 = "func.constant"() <{value = @g}> : () -> ((TYPE, i8) -> TYPE)
  return
}
"#,
        changes: &[
            ("value = @g", "value = @h"),
            ("value = @g", "value = \"g\""),
            ("value = @g", "value = @f"),
            (" <{value = @g}>", ""),
            ("() -> ((TYPE, i8) -> TYPE)", "() -> ((TYPE, i8) -> i64)"),
            ("() -> ((TYPE, i8) -> TYPE)", "() -> ((TYPE) -> TYPE)"),
            ("() -> ((TYPE, i8) -> TYPE)", "() -> i32"),
            ("() -> ((TYPE, i8) -> TYPE)", "() -> ((TYPE, i8) -> ())"),
            (
                "%0 = \"func.constant\"() <{value = @g}> : () -> ((TYPE, i8) -> TYPE)",
                "\"func.constant\"() <{value = @g}> : () -> ()",
            ),
            ("private @g(TYPE, i8) -> TYPE", "private @g(TYPE, i8)"),
            ("private @g(TYPE, i8) -> TYPE", "private @h(TYPE, i8) -> TYPE"),
        ],
    },
    Template {
        op: "cf.assert",
        text: r#"
func.func @f(%c: i1, %x: TYPE) {
  "cf.assert"(%c) <{msg = "TYPE"}> : (i1) -> ()
  return
}
"#,
        changes: &[
            ("(%c) <{msg = \"TYPE\"}> : (i1)", "(%x) <{msg = \"TYPE\"}> : (TYPE)"),
            (" <{msg = \"TYPE\"}>", ""),
            ("msg = \"TYPE\"", "msg = 1 : i32"),
            ("msg = \"TYPE\"", "msg = unit"),
            ("msg = \"TYPE\"", "message = \"x\""),
            ("(%c) <{msg = \"TYPE\"}> : (i1)", "() <{msg = \"TYPE\"}> : ()"),
            ("(%c) <{msg = \"TYPE\"}> : (i1)", "(%c, %c) <{msg = \"TYPE\"}> : (i1, i1)"),
            (
                "  \"cf.assert\"(%c) <{msg = \"TYPE\"}> : (i1) -> ()",
                "  %0 = \"cf.assert\"(%c) <{msg = \"TYPE\"}> : (i1) -> i1",
            ),
            ("(%c) <{msg = \"TYPE\"}> :", "(%c) <{msg = \"TYPE\"}> ({}) :"),
            ("  return\n", "  \"cf.assert\"(%c) <{msg = \"x\"}> : (i1) -> ()\n"),
        ],
    },
    Template {
        op: "cf.br",
        text: r#"
func.func @f(%a: TYPE, %b: i8) {
  "cf.br"(%a, %b)[^bb1] : (TYPE, i8) -> ()
^bb1(%x: TYPE, %y: i8):
  return
}
"#,
        changes: &[
            ("(%a, %b)[^bb1] : (TYPE, i8)", "(%a)[^bb1] : (TYPE)"),
            ("(%a, %b)[^bb1] : (TYPE, i8)", "()[^bb1] : ()"),
            ("(%a, %b)[^bb1] : (TYPE, i8)", "(%b, %a)[^bb1] : (i8, TYPE)"),
            ("(%a, %b)[^bb1] : (TYPE, i8)", "(%a, %b, %b)[^bb1] : (TYPE, i8, i8)"),
            ("(%a, %b)[^bb1] :", "(%a, %b) :"),
            ("(%a, %b)[^bb1] :", "(%a, %b)[^bb1, ^bb1] :"),
            ("^bb1(%x: TYPE, %y: i8):", "^bb1:"),
            ("^bb1(%x: TYPE, %y: i8):", "^bb1(%x: i64, %y: i8):"),
            ("^bb1(%x: TYPE, %y: i8):", "^bb1(%x: TYPE):"),
            ("-> ()\n^bb1", "-> ()\n  \"lab.a\"() : () -> ()\n^bb1"),
            (
                "  \"cf.br\"(%a, %b)[^bb1] : (TYPE, i8) -> ()",
                "  %0 = \"cf.br\"(%a, %b)[^bb1] : (TYPE, i8) -> i8",
            ),
        ],
    },
    Template {
        op: "cf.cond_br",
        text: r#"
func.func @f(%c: i1, %a: TYPE, %b: i8) {
  "cf.cond_br"(%c, %a, %b)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, TYPE, i8) -> ()
^bb1(%x: TYPE):
  return
^bb2(%y: i8):
  return
}
"#,
        changes: &[
            ("array<i32: 1, 1, 1>", "array<i32: 1, 2, 0>"),
            ("array<i32: 1, 1, 1>", "array<i32: 1, 0, 2>"),
            ("array<i32: 1, 1, 1>", "array<i32: 1, 1>"),
            ("array<i32: 1, 1, 1>", "array<i32: 1, 1, 0>"),
            ("array<i32: 1, 1, 1>", "array<i32: 0, 1, 2>"),
            ("array<i32: 1, 1, 1>", "array<i32: 1, -1, 3>"),
            ("array<i32: 1, 1, 1>", "array<i64: 1, 1, 1>"),
            (" <{operandSegmentSizes = array<i32: 1, 1, 1>}>", ""),
            ("[^bb1, ^bb2]", "[^bb1]"),
            ("[^bb1, ^bb2]", "[^bb2, ^bb1]"),
            ("[^bb1, ^bb2]", "[^bb1, ^bb2, ^bb2]"),
            ("^bb1(%x: TYPE):", "^bb1(%x: i64):"),
            ("^bb2(%y: i8):", "^bb2:"),
            (
                "(%c, %a, %b)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, TYPE, i8)",
                "(%b, %a, %b)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i8, TYPE, i8)",
            ),
            ("array<i32: 1, 1, 1>}", "array<i32: 1, 1, 1>, branch_weights = array<i32: 1>}"),
            ("array<i32: 1, 1, 1>}", "array<i32: 1, 1, 1>, branch_weights = 1 : i32}"),
            ("array<i32: 1, 1, 1>}", "array<i32: 1, 1, 1>, branch_weights = array<i32: 1, 2>}"),
        ],
    },
    Template {
        op: "cf.switch",
        text: r#"
func.func @f(%s: i32, %a: TYPE, %b: i8) {
  "cf.switch"(%s, %a, %b, %a)[^bb1, ^bb2, ^bb1] <{case_operand_segments = array<i32: 1, 1>, case_values = dense<[4, 7]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, TYPE, i8, TYPE) -> ()
^bb1(%x: TYPE):
  return
^bb2(%y: i8):
  return
}
"#,
        changes: &[
            ("[^bb1, ^bb2, ^bb1]", "[^bb1, ^bb2]"),
            ("[^bb1, ^bb2, ^bb1]", "[^bb1, ^bb1, ^bb2]"),
            ("[^bb1, ^bb2, ^bb1]", "[^bb2, ^bb2, ^bb1]"),
            ("[^bb1, ^bb2, ^bb1]", ""),
            ("dense<[4, 7]> : vector<2xi32>", "dense<[4]> : vector<1xi32>"),
            ("dense<[4, 7]> : vector<2xi32>", "dense<[4, 7]> : vector<2xi64>"),
            ("dense<[4, 7]> : vector<2xi32>", "dense<[4.0, 7.0]> : vector<2xf32>"),
            ("dense<[4, 7]> : vector<2xi32>", "7 : i32"),
            ("case_operand_segments = array<i32: 1, 1>, ", ""),
            ("case_operand_segments = array<i32: 1, 1>", "case_operand_segments = array<i32: 1>"),
            ("operandSegmentSizes = array<i32: 1, 1, 2>", "operandSegmentSizes = array<i32: 1, 2, 1>"),
            (", operandSegmentSizes = array<i32: 1, 1, 2>", ""),
            ("^bb1(%x: TYPE):", "^bb1(%x: i64):"),
            ("^bb2(%y: i8):", "^bb2(%y: i8, %z: i8):"),
            ("%s: i32", "%s: index"),
        ],
    },
    Template {
        op: "scf.condition",
        text: r#"
func.func @f(%c: i1, %a: TYPE) {
  %0:2 = "scf.while"() ({
    "scf.condition"(%c, %a, %c) : (i1, TYPE, i1) -> ()
  }, {
  ^bb0(%x: TYPE, %y: i1):
    "scf.yield"() : () -> ()
  }) : () -> (TYPE, i1)
  return
}
"#,
        changes: &[
            ("(%c, %a, %c) : (i1, TYPE, i1)", "(%a, %a, %c) : (TYPE, TYPE, i1)"),
            ("(%c, %a, %c) : (i1, TYPE, i1)", "() : ()"),
            ("(%c, %a, %c) : (i1, TYPE, i1)", "(%c) : (i1)"),
            ("(%c, %a, %c) : (i1, TYPE, i1)", "(%c, %a) : (i1, TYPE)"),
            ("(%c, %a, %c) : (i1, TYPE, i1)", "(%c, %c, %a) : (i1, i1, TYPE)"),
            ("(%c, %a, %c) : (i1, TYPE, i1)", "(%c, %a, %c, %c) : (i1, TYPE, i1, i1)"),
            ("-> ()\n  }, {", "-> ()\n    \"lab.a\"() : () -> ()\n  }, {"),
            ("\"scf.yield\"() : () -> ()", "\"scf.condition\"(%c, %a, %c) : (i1, TYPE, i1) -> ()"),
            ("  return\n", "  \"scf.condition\"(%c, %a) : (i1, TYPE) -> ()\n"),
            (
                "    \"scf.condition\"(%c, %a, %c) : (i1, TYPE, i1) -> ()",
                "    %1 = \"scf.condition\"(%c, %a, %c) : (i1, TYPE, i1) -> i1",
            ),
        ],
    },
    Template {
        op: "scf.execute_region",
        text: r#"
func.func @f(%a: TYPE, %b: i8) {
  %0:2 = "scf.execute_region"() ({
    "cf.br"(%a)[^bb1] : (TYPE) -> ()
  ^bb1(%x: TYPE):
    "scf.yield"(%x, %b) : (TYPE, i8) -> ()
  }) : () -> (TYPE, i8)
  return
}
"#,
        changes: &[
            ("(%x, %b) : (TYPE, i8)", "(%x) : (TYPE)"),
            ("(%x, %b) : (TYPE, i8)", "() : ()"),
            ("(%x, %b) : (TYPE, i8)", "(%b, %x) : (i8, TYPE)"),
            ("(%x, %b) : (TYPE, i8)", "(%x, %b, %b) : (TYPE, i8, i8)"),
            ("() -> (TYPE, i8)\n", "() -> (TYPE, i64)\n"),
            ("\"scf.execute_region\"() ({\n", "\"scf.execute_region\"() ({\n  ^bb0(%q: i8):\n"),
            ("\"scf.execute_region\"() ({", "\"scf.execute_region\"(%b) ({"),
            ("  }) : () -> (TYPE, i8)", "  }, {}) : () -> (TYPE, i8)"),
            ("\"scf.yield\"(%x, %b) : (TYPE, i8)", "\"func.return\"() : ()"),
            ("\"scf.execute_region\"() ({", "\"scf.execute_region\"() <{no_inline = 1 : i8}> ({"),
            (
                "\"scf.yield\"(%x, %b) : (TYPE, i8) -> ()",
                "%1 = \"arith.constant\"() {value = 1 : i8} : () -> i8",
            ),
        ],
    },
    Template {
        op: "scf.for",
        text: r#"
func.func @f(%l: index, %a: TYPE, %b: i8) {
  %0:2 = "scf.for"(%l, %l, %l, %a, %b) ({
  ^bb0(%i: index, %x: TYPE, %y: i8):
    "scf.yield"(%x, %y) : (TYPE, i8) -> ()
  }) : (index, index, index, TYPE, i8) -> (TYPE, i8)
  return
}
"#,
        changes: &[
            ("^bb0(%i: index, %x: TYPE, %y: i8)", "^bb0(%i: index, %x: TYPE, %y: i8, %z: i8)"),
            ("^bb0(%i: index, %x: TYPE, %y: i8)", "^bb0(%i: i64, %x: TYPE, %y: i8)"),
            ("^bb0(%i: index, %x: TYPE, %y: i8)", "^bb0(%i: index, %x: i64, %y: i8)"),
            ("(%x, %y) : (TYPE, i8)", "(%x) : (TYPE)"),
            ("(%x, %y) : (TYPE, i8)", "(%y, %x) : (i8, TYPE)"),
            ("-> (TYPE, i8)\n  return", "-> (TYPE, i64)\n  return"),
            ("(%l, %l, %l, %a, %b) ({", "(%l, %l, %l, %b, %a) ({"),
            ("(%l, %l, %l, %a, %b)", "(%l, %l, %b, %a, %b)"),
            ("(index, index, index, TYPE, i8)", "(index, index, i8, TYPE, i8)"),
            ("%l: index, %a", "%l: f32, %a"),
            ("  }) : (index", "  }, {}) : (index"),
            ("    \"scf.yield\"(%x, %y) : (TYPE, i8) -> ()\n", "    \"lab.end\"() : () -> ()\n"),
            ("    \"scf.yield\"(%x, %y) : (TYPE, i8) -> ()\n", ""),
            ("-> ()\n  })", "-> ()\n  ^bb1:\n    \"scf.yield\"(%x, %y) : (TYPE, i8) -> ()\n  })"),
            (
                "\"scf.for\"(%l, %l, %l, %a, %b) ({",
                "\"scf.for\"(%l, %l, %l, %a, %b) <{unsignedCmp = 1 : i8}> ({",
            ),
        ],
    },
    Template {
        op: "scf.if",
        text: r#"
func.func @f(%c: i1, %a: TYPE, %b: i8) {
  %0:2 = "scf.if"(%c) ({
    "scf.yield"(%a, %b) : (TYPE, i8) -> ()
  }, {
    %1:2 = "lab.def"() : () -> (TYPE, i8)
    "scf.yield"(%1#0, %1#1) : (TYPE, i8) -> ()
  }) : (i1) -> (TYPE, i8)
  return
}
"#,
        changes: &[
            ("(%a, %b) : (TYPE, i8) -> ()", "(%a) : (TYPE) -> ()"),
            ("(%a, %b) : (TYPE, i8) -> ()", "(%b, %a) : (i8, TYPE) -> ()"),
            ("(%1#0, %1#1) : (TYPE, i8) -> ()", "() : () -> ()"),
            ("(%1#0, %1#1) : (TYPE, i8) -> ()", "(%1#0, %1#0) : (TYPE, TYPE) -> ()"),
            ("(i1) -> (TYPE, i8)\n", "(i1) -> (TYPE, i64)\n"),
            ("\"scf.if\"(%c) ({", "\"scf.if\"(%b) ({"),
            ("(i1) -> (TYPE, i8)\n", "(i8) -> (TYPE, i8)\n"),
            ("({\n    \"scf.yield\"(%a", "({\n  ^bb0(%q: i8):\n    \"scf.yield\"(%a"),
            ("}) : (i1)", "}, {}) : (i1)"),
            (
                "}, {\n    %1:2 = \"lab.def\"() : () -> (TYPE, i8)\n    \"scf.yield\"(%1#0, %1#1) : (TYPE, i8) -> ()\n  })",
                "}, {})",
            ),
            (
                "}, {\n    %1:2 = \"lab.def\"() : () -> (TYPE, i8)\n    \"scf.yield\"(%1#0, %1#1) : (TYPE, i8) -> ()\n  })",
                "})",
            ),
            ("    \"scf.yield\"(%a, %b) : (TYPE, i8) -> ()\n", ""),
            ("    \"scf.yield\"(%a, %b) : (TYPE, i8) -> ()\n", "    \"lab.end\"() : () -> ()\n"),
            ("-> ()\n  }) :", "-> ()\n  ^bb1:\n    \"scf.yield\"(%a, %b) : (TYPE, i8) -> ()\n  }) :"),
        ],
    },
    Template {
        op: "scf.index_switch",
        text: r#"
func.func @f(%s: index, %a: TYPE, %b: i8) {
  %0:2 = "scf.index_switch"(%s) <{cases = array<i64: 2, 5>}> ({
    "scf.yield"(%a, %b) : (TYPE, i8) -> ()
  }, {
    "scf.yield"(%a, %b) : (TYPE, i8) -> ()
  }, {
    %1:2 = "lab.def"() : () -> (TYPE, i8)
    "scf.yield"(%1#0, %1#1) : (TYPE, i8) -> ()
  }) : (index) -> (TYPE, i8)
  return
}
"#,
        changes: &[
            ("array<i64: 2, 5>", "array<i64: 2>"),
            ("array<i64: 2, 5>", "array<i64: 2, 5, 7>"),
            ("array<i64: 2, 5>", "array<i32: 2, 5>"),
            ("array<i64: 2, 5>", "array<i64>"),
            (" <{cases = array<i64: 2, 5>}>", ""),
            ("(%a, %b) : (TYPE, i8) -> ()", "(%a) : (TYPE) -> ()"),
            ("(%1#0, %1#1) : (TYPE, i8) -> ()", "(%1#1, %1#0) : (i8, TYPE) -> ()"),
            ("(index) -> (TYPE, i8)\n", "(index) -> (TYPE, i64)\n"),
            ("\"scf.index_switch\"(%s)", "\"scf.index_switch\"(%b)"),
            ("%s: index", "%s: i64"),
            ("}) : (index)", "}, {}) : (index)"),
            ("    \"scf.yield\"(%1#0, %1#1) : (TYPE, i8) -> ()\n", "    \"lab.end\"() : () -> ()\n"),
            ("    \"scf.yield\"(%1#0, %1#1) : (TYPE, i8) -> ()\n", ""),
        ],
    },
    Template {
        op: "scf.parallel",
        text: r#"
func.func @f(%l: index, %a: TYPE, %b: i8) {
  %0:2 = "scf.parallel"(%l, %l, %l, %l, %l, %l, %a, %b) <{operandSegmentSizes = array<i32: 2, 2, 2, 2>}> ({
  ^bb0(%i: index, %j: index):
    "scf.reduce"(%a, %b) ({
    ^bb0(%x: TYPE, %y: TYPE):
      "scf.reduce.return"(%x) : (TYPE) -> ()
    }, {
    ^bb0(%x: i8, %y: i8):
      "scf.reduce.return"(%x) : (i8) -> ()
    }) : (TYPE, i8) -> ()
  }) : (index, index, index, index, index, index, TYPE, i8) -> (TYPE, i8)
  return
}
"#,
        changes: &[
            ("array<i32: 2, 2, 2, 2>", "array<i32: 1, 2, 3, 2>"),
            ("array<i32: 2, 2, 2, 2>", "array<i32: 2, 2, 2, 1>"),
            ("array<i32: 2, 2, 2, 2>", "array<i32: 2, 2, 4>"),
            (" <{operandSegmentSizes = array<i32: 2, 2, 2, 2>}>", ""),
            ("^bb0(%i: index, %j: index)", "^bb0(%i: index)"),
            ("^bb0(%i: index, %j: index)", "^bb0(%i: index, %j: i8)"),
            ("^bb0(%i: index, %j: index)", "^bb0(%i: index, %j: index, %k: index)"),
            ("-> (TYPE, i8)\n  return", "-> (TYPE, i64)\n  return"),
            ("-> (TYPE, i8)\n  return", "-> (i8, TYPE)\n  return"),
            ("%0:2 = \"scf.parallel\"", "\"scf.parallel\""),
            ("index, index, TYPE, i8) -> (TYPE, i8)\n", "index, index, TYPE, i8) -> (TYPE)\n"),
            ("%l: index, %a", "%l: i64, %a"),
            ("  }) : (index, index", "  }, {}) : (index, index"),
        ],
    },
    Template {
        op: "scf.reduce",
        text: r#"
func.func @f(%l: index, %a: TYPE, %b: i8) {
  %0:2 = "scf.parallel"(%l, %l, %l, %a, %b) <{operandSegmentSizes = array<i32: 1, 1, 1, 2>}> ({
  ^bb0(%i: index):
    "scf.reduce"(%a, %b) ({
    ^bb0(%x: TYPE, %y: TYPE):
      "scf.reduce.return"(%x) : (TYPE) -> ()
    }, {
    ^bb0(%x: i8, %y: i8):
      "scf.reduce.return"(%x) : (i8) -> ()
    }) : (TYPE, i8) -> ()
  }) : (index, index, index, TYPE, i8) -> (TYPE, i8)
  return
}
"#,
        changes: &[
            ("^bb0(%x: TYPE, %y: TYPE)", "^bb0(%x: TYPE)"),
            ("^bb0(%x: TYPE, %y: TYPE)", "^bb0(%x: TYPE, %y: i64)"),
            ("^bb0(%x: TYPE, %y: TYPE)", "^bb0(%x: TYPE, %y: TYPE, %z: TYPE)"),
            ("\"scf.reduce\"(%a, %b)", "\"scf.reduce\"(%b, %a)"),
            ("}) : (TYPE, i8) -> ()\n", "}, {}) : (TYPE, i8) -> ()\n"),
            ("}, {\n    ^bb0(%x: i8, %y: i8):\n      \"scf.reduce.return\"(%x) : (i8) -> ()\n    })", "})"),
            ("      \"scf.reduce.return\"(%x) : (i8) -> ()\n", "      \"lab.end\"() : () -> ()\n"),
            ("      \"scf.reduce.return\"(%x) : (i8) -> ()\n", ""),
            ("}) : (TYPE, i8) -> ()\n", "}) : (TYPE, i8) -> ()\n    \"lab.a\"() : () -> ()\n"),
            ("  return\n", "  \"scf.reduce\"() : () -> ()\n"),
            (
                "\"scf.reduce\"(%a, %b) ({\n    ^bb0(%x: TYPE, %y: TYPE):\n      \"scf.reduce.return\"(%x) : (TYPE) -> ()\n    }, {\n    ^bb0(%x: i8, %y: i8):\n      \"scf.reduce.return\"(%x) : (i8) -> ()\n    }) : (TYPE, i8)",
                "\"scf.reduce\"() : ()",
            ),
        ],
    },
    Template {
        op: "scf.reduce.return",
        text: r#"
func.func @f(%l: index, %a: TYPE, %b: i8) {
  %0 = "scf.parallel"(%l, %l, %l, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    "scf.reduce"(%a) ({
    ^bb0(%x: TYPE, %y: TYPE):
      "scf.reduce.return"(%x) : (TYPE) -> ()
    }) : (TYPE) -> ()
  }) : (index, index, index, TYPE) -> TYPE
  return
}
"#,
        changes: &[
            ("\"scf.reduce.return\"(%x) : (TYPE)", "\"scf.reduce.return\"(%b) : (i8)"),
            ("\"scf.reduce.return\"(%x) : (TYPE)", "\"scf.reduce.return\"(%l) : (index)"),
            ("\"scf.reduce.return\"(%x) : (TYPE)", "\"scf.reduce.return\"() : ()"),
            ("\"scf.reduce.return\"(%x) : (TYPE)", "\"scf.reduce.return\"(%x, %y) : (TYPE, TYPE)"),
            ("  return\n", "  \"scf.reduce.return\"(%a) : (TYPE) -> ()\n"),
            ("(%x) : (TYPE) -> ()\n", "(%x) : (TYPE) -> ()\n      \"lab.a\"() : () -> ()\n"),
            (
                "(%x) : (TYPE) -> ()\n",
                "(%x) : (TYPE) -> ()\n      \"scf.reduce.return\"(%x) : (TYPE) -> ()\n",
            ),
            (
                "      \"scf.reduce.return\"(%x) : (TYPE) -> ()",
                "      %1 = \"scf.reduce.return\"(%x) : (TYPE) -> i8",
            ),
            ("\"scf.reduce.return\"(%x) : (TYPE)", "\"scf.reduce.return\"(%x) ({}) : (TYPE)"),
            (
                "    \"scf.reduce\"(%a) ({",
                "    \"scf.reduce.return\"(%a) : (TYPE) -> ()\n    \"scf.reduce\"(%a) ({",
            ),
        ],
    },
    Template {
        op: "scf.while",
        text: r#"
func.func @f(%c: i1, %a: TYPE, %b: i8) {
  %0:2 = "scf.while"(%a) ({
  ^bb0(%x: TYPE):
    "scf.condition"(%c, %b, %x) : (i1, i8, TYPE) -> ()
  }, {
  ^bb0(%y: i8, %z: TYPE):
    "scf.yield"(%z) : (TYPE) -> ()
  }) : (TYPE) -> (i8, TYPE)
  return
}
"#,
        changes: &[
            ("^bb0(%x: TYPE)", "^bb0(%x: i64)"),
            ("^bb0(%x: TYPE)", "^bb0(%x: TYPE, %w: i8)"),
            ("^bb0(%y: i8, %z: TYPE)", "^bb0(%z: TYPE)"),
            ("^bb0(%y: i8, %z: TYPE)", "^bb0(%y: i8, %z: TYPE, %w: i8)"),
            ("(%z) : (TYPE)", "(%y) : (i8)"),
            ("(%z) : (TYPE)", "() : ()"),
            ("(TYPE) -> (i8, TYPE)\n", "(TYPE) -> (i64, TYPE)\n"),
            ("(TYPE) -> (i8, TYPE)\n", "(TYPE) -> (TYPE, i8)\n"),
            ("\"scf.while\"(%a) ({", "\"scf.while\"(%b) ({"),
            ("    \"scf.yield\"(%z) : (TYPE) -> ()\n", "    \"lab.end\"() : () -> ()\n"),
            (
                "    \"scf.condition\"(%c, %b, %x) : (i1, i8, TYPE) -> ()\n",
                "    \"scf.yield\"(%x) : (TYPE) -> ()\n",
            ),
            ("    \"scf.condition\"(%c, %b, %x) : (i1, i8, TYPE) -> ()\n", "    \"lab.end\"() : () -> ()\n"),
            ("}) : (TYPE)", "}, {}) : (TYPE)"),
            (
                "-> ()\n  }, {",
                "-> ()\n  ^bb1:\n    \"scf.condition\"(%c, %b, %x) : (i1, i8, TYPE) -> ()\n  }, {",
            ),
        ],
    },
    Template {
        op: "scf.yield",
        text: r#"
func.func @f(%c: i1, %a: TYPE, %b: i8) {
  %0:2 = "scf.if"(%c) ({
    "scf.yield"(%a, %b) : (TYPE, i8) -> ()
  }, {
    "scf.yield"(%a, %b) : (TYPE, i8) -> ()
  }) : (i1) -> (TYPE, i8)
  return
}
"#,
        changes: &[
            ("(%a, %b) : (TYPE, i8)", "(%a) : (TYPE)"),
            ("(%a, %b) : (TYPE, i8)", "() : ()"),
            ("(%a, %b) : (TYPE, i8)", "(%b, %a) : (i8, TYPE)"),
            ("(%a, %b) : (TYPE, i8)", "(%a, %b, %b) : (TYPE, i8, i8)"),
            ("(%a, %b) : (TYPE, i8)", "(%a, %a) : (TYPE, TYPE)"),
            ("  return\n", "  \"scf.yield\"() : () -> ()\n"),
            (
                "    \"scf.yield\"(%a, %b) : (TYPE, i8) -> ()\n",
                "    \"scf.yield\"(%a, %b) : (TYPE, i8) -> ()\n    \"lab.a\"() : () -> ()\n",
            ),
            (
                "    \"scf.yield\"(%a, %b) : (TYPE, i8) -> ()\n",
                "    %1 = \"scf.yield\"(%a, %b) : (TYPE, i8) -> i8\n",
            ),
            (
                "    \"scf.yield\"(%a, %b) : (TYPE, i8) -> ()\n",
                "    \"lab.scope\"() ({\n      \"scf.yield\"(%a, %b) : (TYPE, i8) -> ()\n    }) : () -> ()\n",
            ),
            ("\"scf.yield\"(%a, %b) : (TYPE, i8)", "\"scf.yield\"(%a, %b) ({}) : (TYPE, i8)"),
        ],
    },
    Template {
        op: "scf.forall",
        text: r#"
func.func @f(%l: index, %t: tensor<4xf32>, %a: TYPE) {
  %0 = "scf.forall"(%l, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0, 0>, staticUpperBound = array<i64: 8, -9223372036854775808>, staticStep = array<i64: 1, 1>}> ({
  ^bb0(%i: index, %j: index, %o: tensor<4xf32>):
    "lab.use"(%a) : (TYPE) -> ()
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (index, tensor<4xf32>) -> tensor<4xf32>
  return
}
"#,
        changes: &[
            ("array<i32: 0, 1, 0, 1>", "array<i32: 1, 0, 0, 1>"),
            ("array<i32: 0, 1, 0, 1>", "array<i32: 0, 2, 0, 0>"),
            ("operandSegmentSizes = array<i32: 0, 1, 0, 1>, ", ""),
            ("array<i64: 8, -9223372036854775808>", "array<i64: 8, 8>"),
            ("array<i64: 8, -9223372036854775808>", "array<i64: 8>"),
            ("staticLowerBound = array<i64: 0, 0>", "staticLowerBound = array<i64: 0>"),
            ("staticLowerBound = array<i64: 0, 0>", "staticLowerBound = array<i32: 0, 0>"),
            (", staticStep = array<i64: 1, 1>", ""),
            ("%j: index, %o: tensor<4xf32>", "%j: index"),
            ("%j: index, %o: tensor<4xf32>", "%j: index, %o: tensor<5xf32>"),
            ("%j: index, %o: tensor<4xf32>", "%j: i8, %o: tensor<4xf32>"),
            ("-> tensor<4xf32>\n  return", "-> tensor<5xf32>\n  return"),
            (
                "    \"scf.forall.in_parallel\"() ({\n    ^bb0:\n    }) : () -> ()\n",
                "    \"lab.end\"() : () -> ()\n",
            ),
            ("%t: tensor<4xf32>", "%t: tensor<*xf32>"),
        ],
    },
    Template {
        op: "scf.forall.in_parallel",
        text: r#"
func.func @f(%a: TYPE) {
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%i: index):
    "lab.use"(%a) : (TYPE) -> ()
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  return
}
"#,
        changes: &[
            ("    ^bb0:\n    }) : () -> ()", "    }) : () -> ()"),
            ("    ^bb0:\n", "    ^bb0(%x: i8):\n"),
            ("    ^bb0:\n", "      \"lab.a\"() : () -> ()\n"),
            ("    ^bb0:\n", "      \"scf.yield\"() : () -> ()\n"),
            ("    ^bb0:\n", "    ^bb0:\n    ^bb1:\n"),
            ("    }) : () -> ()\n  })", "    }, {}) : () -> ()\n  })"),
            ("    }) : () -> ()\n  })", "    }) : () -> ()\n    \"lab.b\"() : () -> ()\n  })"),
            (
                "\"scf.forall.in_parallel\"() ({\n    ^bb0:\n    }) : () -> ()\n  })",
                "\"scf.forall.in_parallel\"(%a) ({\n    ^bb0:\n    }) : (TYPE) -> ()\n  })",
            ),
            (
                "    \"scf.forall.in_parallel\"() ({\n    ^bb0:\n    }) : () -> ()\n  })",
                "    %0 = \"scf.forall.in_parallel\"() ({\n    ^bb0:\n    }) : () -> i8\n  })",
            ),
            ("  return\n", "  \"scf.forall.in_parallel\"() ({\n  ^bb0:\n  }) : () -> ()\n"),
            (
                "\"scf.forall.in_parallel\"() ({\n    ^bb0:\n    }) : () -> ()\n  })",
                "\"scf.forall.in_parallel\"() : () -> ()\n  })",
            ),
        ],
    },
];
