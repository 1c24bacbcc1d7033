//! Templates of uses: modules, and terminators of dialects whose other operations get uses made from their specs.

use super::structured::Template;

pub(super) const TERMINATORS: &[Template] = &[
    Template {
        op: "builtin.module",
        text: r#"
"builtin.module"() <{sym_name = "m"}> ({
  %x = "lab.make"() : () -> TYPE
}) : () -> ()
"#,
        changes: &[
            ("sym_name = \"m\"", "sym_name = 1 : i32"),
            ("sym_name = \"m\"", "sym_visibility = unit"),
            ("({\n", "({\n^bb0(%a: TYPE):\n"),
            ("({\n", "({\n  \"lab.end\"()[^bb1] : () -> ()\n^bb1:\n"),
            ("({\n  %x = \"lab.make\"() : () -> TYPE\n}) : () -> ()", ": () -> ()"),
            ("({\n", "({}, {\n"),
            (
                "\"builtin.module\"() <{sym_name = \"m\"}> ({\n",
                "%a = \"lab.make\"() : () -> TYPE\n\"builtin.module\"(%a) ({\n",
            ),
            ("}) : () -> ()", "}) : () -> TYPE"),
            ("() <{sym_name = \"m\"}> ({\n", "() ({\n  %a = \"builtin.module\"() ({}) : () -> TYPE\n"),
            ("() <{sym_name = \"m\"}> ({\n", "() ({\n  \"builtin.module\"() ({}) : () -> ()\n"),
            ("}) : () -> ()", "}) : (TYPE) -> ()"),
        ],
    },
    Template {
        op: "ub.unreachable",
        text: r#"
func.func @f(%x: TYPE) {
  "lab.use"(%x) : (TYPE) -> ()
  "ub.unreachable"() : () -> ()
}
"#,
        changes: &[
            ("\"ub.unreachable\"() : ()", "\"ub.unreachable\"(%x) : (TYPE)"),
            ("\"ub.unreachable\"() : ()", "\"ub.unreachable\"(%x, %x) : (TYPE, TYPE)"),
            ("  \"ub.unreachable\"() : () -> ()", "  %0 = \"ub.unreachable\"() : () -> i8"),
            ("  \"ub.unreachable\"() : () -> ()", "  %0:2 = \"ub.unreachable\"() : () -> (i8, TYPE)"),
            ("\"ub.unreachable\"() :", "\"ub.unreachable\"() ({}) :"),
            ("\"ub.unreachable\"() :", "\"ub.unreachable\"() ({}, {}) :"),
            (
                "  \"ub.unreachable\"() : () -> ()",
                "  \"ub.unreachable\"() : () -> ()\n  \"lab.a\"() : () -> ()",
            ),
            ("  \"ub.unreachable\"() : () -> ()", "  \"ub.unreachable\"() : () -> ()\n  return"),
            ("  \"ub.unreachable\"() : () -> ()", "  \"ub.unreachable\"()[^bb1] : () -> ()\n^bb1:\n  return"),
            ("  \"lab.use\"", "  \"ub.unreachable\"() : () -> ()\n  \"lab.use\""),
        ],
    },
    Template {
        op: "llvm.unreachable",
        text: r#"
func.func @f(%x: TYPE) {
  "lab.use"(%x) : (TYPE) -> ()
  "llvm.unreachable"() : () -> ()
}
"#,
        changes: &[
            ("\"llvm.unreachable\"() : ()", "\"llvm.unreachable\"(%x) : (TYPE)"),
            ("\"llvm.unreachable\"() : ()", "\"llvm.unreachable\"(%x, %x) : (TYPE, TYPE)"),
            ("  \"llvm.unreachable\"() : () -> ()", "  %0 = \"llvm.unreachable\"() : () -> i8"),
            ("  \"llvm.unreachable\"() : () -> ()", "  %0:2 = \"llvm.unreachable\"() : () -> (i8, TYPE)"),
            ("\"llvm.unreachable\"() :", "\"llvm.unreachable\"() ({}) :"),
            ("\"llvm.unreachable\"() :", "\"llvm.unreachable\"() ({}, {}) :"),
            (
                "  \"llvm.unreachable\"() : () -> ()",
                "  \"llvm.unreachable\"() : () -> ()\n  \"lab.a\"() : () -> ()",
            ),
            ("  \"llvm.unreachable\"() : () -> ()", "  \"llvm.unreachable\"() : () -> ()\n  return"),
            (
                "  \"llvm.unreachable\"() : () -> ()",
                "  \"llvm.unreachable\"()[^bb1] : () -> ()\n^bb1:\n  return",
            ),
            ("  \"lab.use\"", "  \"llvm.unreachable\"() : () -> ()\n  \"lab.use\""),
        ],
    },
    Template {
        op: "llvm.return",
        text: r#"
"llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32)>, linkage = #llvm.linkage<external>, sym_name = "f", visibility_ = 0 : i64}> ({
^bb0(%a: i32):
  %x = "lab.make"() : () -> TYPE
  "llvm.return"(%a) : (i32) -> ()
}) : () -> ()
"#,
        changes: &[
            ("(%a) : (i32) -> ()", "(%a, %a) : (i32, i32) -> ()"),
            ("(%a) : (i32) -> ()", "(%a, %x) : (i32, TYPE) -> ()"),
            ("(%a) : (i32) -> ()", "(%a, %a, %x) : (i32, i32, TYPE) -> ()"),
            ("(%a) : (i32) -> ()", "(%a) ({}) : (i32) -> ()"),
            ("(%a) : (i32) -> ()", "(%a) : (i32) -> ()\n  \"lab.a\"() : () -> ()"),
            ("(%a) : (i32) -> ()", "(%a) : (i32) -> ()\n  \"llvm.return\"(%a) : (i32) -> ()"),
            ("  \"llvm.return\"(%a) : (i32) -> ()", "  %r = \"llvm.return\"(%a) : (i32) -> i8"),
            ("(%a) : (i32) -> ()", "(%a)[^bb1] : (i32) -> ()\n^bb1:\n  \"llvm.return\"(%a) : (i32) -> ()"),
            (
                "  \"llvm.return\"(%a) : (i32) -> ()",
                "  \"lab.scope\"() ({\n    \"llvm.return\"(%a) : (i32) -> ()\n  }) : () -> ()\n  \"llvm.return\"(%a) : (i32) -> ()",
            ),
            ("  %x = ", "  \"llvm.return\"(%a) : (i32) -> ()\n  %x = "),
            ("(%a) : (i32) -> ()", "(%x) : (TYPE) -> ()"),
            ("(%a) : (i32) -> ()", "() : () -> ()"),
        ],
    },
];
