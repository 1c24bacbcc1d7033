//! Drawn records, as `llvm-tblgen --dump-json` prints them: whatever a record says, the reader of PDL takes what is imported.

use std::collections::BTreeSet;

use assay_import::drr::import;
use assay_ir::data::{Context, Source};
use assay_ir::spec::Registry;
use assay_ir::{pdl, text};
use serde_json::{Map, Value, json};

/// Records of one file.
const PATTERNS: usize = 40;
/// Files.
const FILES: u64 = 20;

fn what_is_imported_reads_back() {
    let registry = assay_corpus::load_builtin(&Context::new());
    let (mut all, mut opaque) = (0, 0);
    for seed in 1..=FILES {
        let json = Draw::new(seed).file();
        let imported =
            import(json.to_string().as_bytes(), "drawn.td", "", &registry).expect("these are records");
        let why =
            |fault: &assay_import::drr::Fault| format!("seed {seed}: @{}: {}", fault.record, fault.message);
        assert!(
            imported.faults.is_empty(),
            "{}",
            imported.faults.iter().map(why).collect::<Vec<_>>().join("\n")
        );
        assert_eq!(imported.records, PATTERNS);
        let names = read_back(&registry, &imported.text);
        assert!(names.len() >= PATTERNS, "{} patterns of {PATTERNS} records", names.len());
        all += names.len();
        opaque += imported.text.matches("pdl.rewrite %root with \"DRR: ").count();
    }
    assert!(all >= opaque + 100, "{opaque} of {all} patterns say why they are none");
}

/// The names of patterns that break no rule, each of which is there once.
fn read_back(registry: &Registry, pdl: &str) -> BTreeSet<String> {
    let parsed = text::parse(registry.ctx(), &Source::new("drawn.mlir", pdl));
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{pdl}", parsed.diagnostics);
    let mut names = BTreeSet::new();
    for (pattern, violations) in pdl::validate_all(&parsed.program, Some(registry)) {
        assert!(violations.is_empty(), "{violations:?}\n{pdl}");
        let name = pattern.name().expect("imported patterns have names").to_owned();
        assert!(names.insert(name.clone()), "@{name} is there twice");
    }
    names
}

/// Choices that a seed makes, and what was drawn so far.
struct Draw {
    state: u64,
    /// The arguments of each operation, an attribute where true, and the number of its results.
    operations: Vec<(Vec<bool>, usize)>,
    /// Names of values and of attributes that the source pattern binds.
    bound: [Vec<&'static str>; 2],
}

const TYPES: [&str; 4] = ["I32", "I64", "AnyType", "I8orI16"];
const ATTRIBUTES: [&str; 4] = ["AnyAttr", "I32Attr", "Optional", "Property"];
const CONSTANTS: [&str; 5] = ["Zero", "TooWide", "Odd", "Word", "Case"];
const NAMES: [[&str; 5]; 2] = [["x", "y", "z", "w", "_"], ["c", "d", "e", "c", "_"]];
const TRAITS: [&str; 5] =
    ["SameOperandsAndResultType", "AttrSizedOperandSegments", "FirstAttrDerivedResultType", "Infer", "Match"];
const CONDITIONS: [&str; 14] = [
    "isFlagged($_self)",
    "isFlagged($_self, $0, \"a\\\"b\")",
    "isFlagged($0, $1)",
    "isEnabled()",
    "true",
    "$0.hasOneUse()",
    "$_self.hasOneUse()",
    "$0 == $1",
    "$_self == $0",
    "$0.getType() == $1.getType()",
    "$_self.size() == 2",
    "$0 == nullptr",
    "odd(\"\t\u{7f}\u{200b}é\\\\\")\n  && $_self",
    "matchPattern($_self, m_One())",
];
const NATIVES: [&str; 7] = [
    "make($0, $1)",
    "moveNameHint($0, $1)",
    "mergeDiscardableAttributes($0, $1)",
    "$0",
    "odd(\"\u{1}\u{200b}\")\n$0",
    "$_builder.getZeroAttr($0.getType())",
    "makeNothing()",
];

impl Draw {
    fn new(seed: u64) -> Draw {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Draw { state, operations: Vec::new(), bound: Default::default() }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 20) as usize % bound
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn choose<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    /// A file: what all share, operations, constraints, native code and patterns.
    fn file(&mut self) -> Value {
        let mut all = shared();
        for number in 0..8 {
            let op = self.operation(number);
            all.insert(format!("Op{number}"), op);
        }
        self.operations.push((vec![false; 2], 1));
        let mut patterns = Vec::new();
        for number in 0..PATTERNS {
            let anonymous = self.one_in(3);
            let name = match (anonymous, self.below(4)) {
                (true, 0) => format!("anonymous_{number}x"),
                (true, _) => format!("anonymous_{number}"),
                (false, 0) => format!("odd \"{number}\""),
                (false, 1) => format!("P{}_2", number / 2 * 2),
                (false, _) => format!("P{number}"),
            };
            let name = if all.contains_key(&name) { format!("Q{number}") } else { name };
            let pattern = self.pattern(anonymous && !name.ends_with('x'));
            all.insert(name.clone(), pattern);
            patterns.push(name);
        }
        all.insert("!instanceof".to_owned(), json!({ "Pattern": patterns }));
        Value::Object(all)
    }

    fn operation(&mut self, number: usize) -> Value {
        let (mut arguments, mut kinds) = (Vec::new(), Vec::new());
        for index in 0..self.below(4) {
            kinds.push(self.one_in(3));
            let kind = match (kinds[index], self.below(3)) {
                (true, _) => self.choose(&ATTRIBUTES),
                (false, 0) => self.choose(&["ManyI32", "MaybeAny"]),
                (false, _) => self.choose(&TYPES),
            };
            arguments.push((def(kind), format!("a{index}")));
        }
        let mut results = Vec::new();
        for index in 0..[1, 1, 1, 0, 2, 3][self.below(6)] {
            let kind = if self.one_in(4) { "ManyI32" } else { self.choose(&TYPES) };
            results.push((def(kind), format!("r{index}")));
        }
        self.operations.push((kinds, results.len()));
        let traits: Vec<Value> = TRAITS.iter().filter(|_| self.one_in(4)).map(|name| def(name)).collect();
        let named =
            |list: Vec<(Value, String)>| list.into_iter().map(|(kind, name)| json!([kind, name])).collect();
        json!({
            "!superclasses": ["Op"],
            "opDialect": def("D"),
            "opName": format!("op{number}"),
            "arguments": dag("ins", None, named(arguments)),
            "results": dag("outs", None, named(results)),
            "traits": traits,
        })
    }

    fn pattern(&mut self, anonymous: bool) -> Value {
        let locations: Vec<String> =
            (0..1 + self.below(2)).map(|_| format!("drawn.td:{}", self.below(9))).collect();
        let name = self.one_in(2).then_some("t");
        self.bound = Default::default();
        let root = self.operator();
        let source = self.source(root, 2, name);
        let mut open = self.operations[root].1;
        let mut results = Vec::new();
        while open > 0 {
            let operator = self.operator();
            let count = self.operations[operator].1;
            if count == 0 || count > open || self.one_in(2) {
                results.push(self.value());
                open -= 1;
            } else {
                results.push(self.created(operator, 2));
                open -= count;
            }
        }
        if self.one_in(4) {
            results.insert(0, self.result(1));
        }
        let supplemental: Vec<Value> = (0..self.below(2)).map(|_| self.result(1)).collect();
        let constraints: Vec<Value> = (0..self.below(3)).map(|_| self.constraint()).collect();
        let delta = [0, 1, -5, 70_000, i64::MAX][self.below(5)];
        json!({
            "!superclasses": ["Pattern"],
            "!anonymous": anonymous,
            "!locs": locations,
            "sourcePattern": source,
            "resultPatterns": results,
            "supplementalPatterns": supplemental,
            "constraints": constraints,
            "benefitDelta": dag("addBenefit", None, vec![json!([delta, null])]),
        })
    }

    fn operator(&mut self) -> usize {
        self.below(self.operations.len())
    }

    /// An operation with as many arguments as it has, but for one of forty.
    fn dag_of(&mut self, operator: usize, name: Option<&str>, mut arguments: Vec<Value>) -> Value {
        if self.one_in(40) {
            arguments.push(json!([null, "x"]));
        }
        let record = if operator == 8 { "And".to_owned() } else { format!("Op{operator}") };
        dag(&record, name, arguments)
    }

    fn source(&mut self, operator: usize, depth: usize, name: Option<&str>) -> Value {
        let mut arguments = Vec::new();
        for attribute in self.operations[operator].0.clone() {
            let name = (!self.one_in(5)).then(|| self.choose(&NAMES[usize::from(attribute)]));
            arguments.push(match (attribute, self.below(9)) {
                (true, 0) => json!([def(self.choose(&CONSTANTS)), null]),
                (true, 1) => json!([def(self.choose(&ATTRIBUTES)), name]),
                (false, 0) => json!([def(self.choose(&TYPES)), name]),
                (false, 1..4) if depth > 0 => {
                    let operator = self.operator();
                    json!([self.source(operator, depth - 1, None), null])
                }
                (false, 4) if depth > 0 => {
                    let operator = self.operator();
                    let parts =
                        vec![json!([null, "x"]), json!([self.source(operator, depth - 1, None), null])];
                    json!([dag(self.choose(&["either", "variadic"]), None, parts), null])
                }
                (false, 5) => {
                    json!([dag("ConstantLikeMatcher", None, vec![json!([def("AnyAttr"), "c"])]), null])
                }
                _ => json!([null, name]),
            });
            self.bound[usize::from(attribute)].extend(name.filter(|name| *name != "_"));
        }
        self.dag_of(operator, name, arguments)
    }

    /// A name that the source pattern binds, but for one of forty.
    fn name(&mut self, attribute: bool) -> &'static str {
        let names = self.bound[usize::from(attribute)].clone();
        if names.is_empty() || self.one_in(40) {
            self.choose(&["x", "c", "t", "t__0", "x__1"])
        } else {
            self.choose(&names)
        }
    }

    fn value(&mut self) -> Value {
        dag("replaceWithValue", None, vec![json!([null, self.name(false)])])
    }

    fn created(&mut self, operator: usize, depth: usize) -> Value {
        let mut arguments = Vec::new();
        for attribute in self.operations[operator].0.clone() {
            arguments.push(match self.below(8) {
                0 if depth > 0 => json!([self.result(depth - 1), null]),
                1 if attribute => json!([def(self.choose(&CONSTANTS)), null]),
                2 if attribute => json!(["text \"\u{2}\u{200b}", null]),
                _ => json!([null, self.name(attribute)]),
            });
        }
        let name = self.one_in(3).then_some("n");
        self.dag_of(operator, name, arguments)
    }

    /// An operation, or native code.
    fn result(&mut self, depth: usize) -> Value {
        if self.one_in(2) {
            let operator = self.operator();
            return self.created(operator, depth);
        }
        let mut arguments = Vec::new();
        for _ in 0..self.below(3) {
            let attribute = self.one_in(3);
            arguments.push(match self.below(6) {
                0 => json!([def(self.choose(&CONSTANTS)), null]),
                1 => json!([self.below(300), null]),
                _ => json!([null, self.name(attribute)]),
            });
        }
        let native = format!("Native{}", self.below(NATIVES.len()));
        dag(&native, self.one_in(3).then_some("m"), arguments)
    }

    fn constraint(&mut self) -> Value {
        let condition = match self.one_in(6) {
            true => self.choose(&TYPES).to_owned(),
            false => format!("Condition{}", self.below(CONDITIONS.len())),
        };
        let name = self.one_in(2).then(|| self.name(false));
        let attribute = self.one_in(3);
        let arguments = (0..self.below(3)).map(|_| json!([null, self.name(attribute)])).collect();
        dag(&condition, name, arguments)
    }
}

fn def(name: &str) -> Value {
    json!({ "def": name, "kind": "def" })
}

fn dag(operator: &str, name: Option<&str>, arguments: Vec<Value>) -> Value {
    json!({ "kind": "dag", "operator": def(operator), "name": name, "args": arguments })
}

/// Records that the operations and patterns of a file name.
fn shared() -> Map<String, Value> {
    let ty = |call: &str| json!({ "!superclasses": ["Type", "TypeConstraint", "BuildableType"], "builderCall": call });
    let many =
        |class: &str, of: &str| json!({ "!superclasses": ["TypeConstraint", class], "baseType": def(of) });
    let attribute =
        |optional: i64| json!({ "!superclasses": ["AttrConstraint", "Attr"], "isOptional": optional });
    let constant = |kind: &str, value: &str| json!({ "!superclasses": ["ConstantAttr"], "attr": def(kind), "value": value });
    let kind = |storage: &str, ty: &str| json!({ "!superclasses": ["Attr"], "storageType": storage, "valueType": def(ty) });
    let mut all = json!({
        "D": { "!superclasses": ["Dialect"], "name": "d" },
        "I32": ty("$_builder.getIntegerType(32)"),
        "I64": ty("$_builder.getIntegerType(64)"),
        "AnyType": { "!superclasses": ["Type", "TypeConstraint"], "predicate": def("Anything") },
        "I8orI16": { "!superclasses": ["Type", "TypeConstraint", "AnyTypeOf"], "allowedTypes": [def("I8"), def("I16")] },
        "I8": ty("$_builder.getI8Type()"),
        "I16": ty("$_builder.getI16Type()"),
        "Anything": { "!superclasses": ["Pred", "CPred"], "predExpr": "true" },
        "ManyI32": many("Variadic", "I32"),
        "MaybeAny": many("Optional", "AnyType"),
        "AnyAttr": attribute(0),
        "Optional": attribute(1),
        "I32Attr": { "!superclasses": ["AttrConstraint", "Attr", "TypedAttrBase"], "valueType": def("I32") },
        "Property": { "!superclasses": ["Property"], "interfaceType": "int64_t" },
        "IntegerKind": kind("::mlir::IntegerAttr", "I8"),
        "StringKind": kind("::mlir::StringAttr", "I8"),
        "EnumKind": { "!superclasses": ["EnumAttr"], "enum": def("Enum"), "attrName": "d.enum" },
        "Enum": { "!superclasses": ["EnumInfo"], "enumerants": [def("Case")] },
        "Case": { "!superclasses": ["EnumAttrCaseInfo", "EnumCase"], "symbol": "A", "str": "<a>", "value": 7, "bitwidth": 3 },
        "Zero": constant("IntegerKind", "0"),
        "TooWide": constant("IntegerKind", "300"),
        "Odd": constant("StringKind", "\"a\u{3}\\\""),
        "Word": constant("EnumKind", "d::Enum::A"),
        "Infer": { "!superclasses": ["Interface"], "cppInterfaceName": "InferTypeOpInterface" },
        "Match": { "!superclasses": ["AllTypesMatch"], "values": ["a0", "r0"] },
        "And": {
            "!superclasses": ["Op"],
            "opDialect": def("Arith"),
            "opName": "andi",
            "arguments": dag("ins", None, vec![json!([def("AnyType"), "lhs"]), json!([def("AnyType"), "rhs"])]),
            "results": dag("outs", None, vec![json!([def("AnyType"), "result"])]),
            "traits": [def("SameOperandsAndResultType"), def("Infer")],
        },
        "Arith": { "!superclasses": ["Dialect"], "name": "arith" },
        "SameOperandsAndResultType": { "!superclasses": ["Trait"] },
        "AttrSizedOperandSegments": { "!superclasses": ["Trait"] },
        "FirstAttrDerivedResultType": { "!superclasses": ["Trait"] },
        "ConstantLikeMatcher": {
            "!superclasses": ["NativeCodeCall"],
            "expression": "success(matchPattern($_self->getResult(0), m_Constant(&$0)))",
            "numReturns": 1,
        },
    });
    let Some(records) = all.as_object_mut() else { unreachable!("it is written as an object") };
    for (number, text) in CONDITIONS.iter().enumerate() {
        let predicate = format!("Predicate{number}");
        records.insert(predicate.clone(), json!({ "!superclasses": ["Pred", "CPred"], "predExpr": text }));
        let condition = json!({ "!superclasses": ["Constraint"], "predicate": def(&predicate) });
        records.insert(format!("Condition{number}"), condition);
    }
    for (number, text) in NATIVES.iter().enumerate() {
        let native =
            json!({ "!superclasses": ["NativeCodeCall"], "expression": text, "numReturns": number % 3 });
        records.insert(format!("Native{number}"), native);
    }
    std::mem::take(records)
}

assay_testing::tests!(what_is_imported_reads_back);
