//! All patterns with at most two matched operations and two actions, over operations of the dialect `lab` and one type.
//! Says nothing about what is right.

use std::fmt::Write as _;

/// What feeds an operand of a matched operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A free value.
    Free(usize),
    /// The result of the first operation.
    First,
}

/// A matched operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its operands.
    pub(crate) operands: Vec<Source>,
    /// Whether it has a result.
    pub(crate) result: bool,
}

/// What is matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Matcher {
    /// One operation or two.
    pub(crate) nodes: Vec<Node>,
    /// The root.
    pub(crate) root: usize,
}

/// A step of the rewrite. Operations are numbered: matched ones, then created ones; values are named.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Create { operands: Vec<String>, result: bool },
    Erase(usize),
    ReplaceByOp(usize, usize),
    ReplaceByValues(usize, Vec<String>),
}

/// Every matcher, up to the names of its free values.
pub(crate) fn matchers() -> Vec<Matcher> {
    let mut out = Vec::new();
    let first =
        [(vec![], true), (vec![], false), (vec![Source::Free(0)], true), (vec![Source::Free(0)], false)];
    for (operands, result) in first {
        let one = Node { name: "lab.a", operands, result };
        out.push(Matcher { nodes: vec![one.clone()], root: 0 });
        for operands in second_operands(&one) {
            for (name, result) in [("lab.a", true), ("lab.a", false), ("lab.b", true), ("lab.b", false)] {
                let two = Node { name, operands: operands.clone(), result };
                out.extend((0..2).map(|root| Matcher { nodes: vec![one.clone(), two.clone()], root }));
            }
        }
    }
    out
}

/// Lists of at most two operands; the free value that the first operation does not have comes last.
fn second_operands(first: &Node) -> Vec<Vec<Source>> {
    let mut sources = vec![Source::Free(0)];
    if first.result {
        sources.push(Source::First);
    }
    if !first.operands.is_empty() {
        sources.push(Source::Free(1));
    }
    let mut out = vec![Vec::new()];
    for one in &sources {
        out.push(vec![*one]);
        out.extend(sources.iter().map(|two| vec![*one, *two]));
    }
    out
}

impl Matcher {
    /// How many free values there are.
    pub(crate) fn free(&self) -> usize {
        let sources = self.nodes.iter().flat_map(|node| &node.operands);
        let numbers = sources.map(|source| match source {
            Source::Free(number) => number + 1,
            Source::First => 0,
        });
        numbers.max().unwrap_or(0)
    }

    /// Every rewrite with at most two actions.
    pub(crate) fn rewrites(&self) -> Vec<Vec<Step>> {
        let first = self.steps(&[]);
        let two = first.iter().flat_map(|one| {
            self.steps(std::slice::from_ref(one)).into_iter().map(move |two| vec![one.clone(), two])
        });
        let mut out: Vec<Vec<Step>> = first.iter().map(|one| vec![one.clone()]).collect();
        out.extend(two);
        out
    }

    /// Every step that may follow others.
    fn steps(&self, before: &[Step]) -> Vec<Step> {
        let mut values: Vec<String> = (0..self.free()).map(|number| format!("%x{number}")).collect();
        let with_result = self.nodes.iter().enumerate().filter(|(_, node)| node.result);
        values.extend(with_result.map(|(number, _)| format!("%v{number}")));
        let mut ops = self.nodes.len();
        for step in before {
            if let Step::Create { result, .. } = step {
                if *result {
                    values.push(format!("%v{ops}"));
                }
                ops += 1;
            }
        }
        let mut lists = vec![Vec::new()];
        lists.extend(values.into_iter().map(|value| vec![value]));
        let mut out = Vec::new();
        for operands in &lists {
            out.extend([true, false].map(|result| Step::Create { operands: operands.clone(), result }));
        }
        for op in 0..ops {
            out.push(Step::Erase(op));
            out.extend((0..ops).map(|by| Step::ReplaceByOp(op, by)));
            out.extend(lists.iter().map(|list| Step::ReplaceByValues(op, list.clone())));
        }
        out
    }

    /// A pattern as text. Each operand place has a `pdl.result` of its own, so that MLIR compares all of them.
    pub(crate) fn text(&self, rewrite: &[Step]) -> String {
        let mut out = "pdl.pattern @p : benefit(1) {\n  %t = pdl.type : i32\n".to_owned();
        for number in 0..self.free() {
            let _ = writeln!(out, "  %x{number} = pdl.operand : %t");
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let mut operands = Vec::new();
            for (place, source) in node.operands.iter().enumerate() {
                match source {
                    Source::Free(free) => operands.push(format!("%x{free}")),
                    Source::First => {
                        let _ = writeln!(out, "  %r{place} = pdl.result 0 of %o0");
                        operands.push(format!("%r{place}"));
                    }
                }
            }
            let _ = writeln!(out, "  %o{number} = {}", operation(node.name, &operands, node.result));
        }
        let _ = writeln!(out, "  pdl.rewrite %o{} {{", self.root);
        let read = |out: &mut String, number: usize| {
            if rewrite.iter().any(|step| step.takes(&format!("%v{number}"))) {
                let _ = writeln!(out, "    %v{number} = pdl.result 0 of %o{number}");
            }
        };
        (0..self.nodes.len()).for_each(|number| read(&mut out, number));
        let mut ops = self.nodes.len();
        for step in rewrite {
            let _ = writeln!(out, "    {}", step.text(ops));
            if let Step::Create { .. } = step {
                read(&mut out, ops);
                ops += 1;
            }
        }
        out + "  }\n}\n"
    }
}

fn operation(name: &str, operands: &[String], result: bool) -> String {
    let result = if result { " -> (%t : !pdl.type)" } else { "" };
    format!("pdl.operation \"{name}\"{}{result}", values(operands))
}

fn values(list: &[String]) -> String {
    match list.len() {
        0 => String::new(),
        count => format!("({} : {})", list.join(", "), vec!["!pdl.value"; count].join(", ")),
    }
}

impl Step {
    /// The step, given the number of operations before it.
    fn text(&self, ops: usize) -> String {
        match self {
            Step::Create { operands, result } => {
                format!("%o{ops} = {}", operation("lab.n", operands, *result))
            }
            Step::Erase(op) => format!("pdl.erase %o{op}"),
            Step::ReplaceByOp(op, by) => format!("pdl.replace %o{op} with %o{by}"),
            Step::ReplaceByValues(op, list) if list.is_empty() => format!(
                "\"pdl.replace\"(%o{op}) <{{operandSegmentSizes = array<i32: 1, 0, 0>}}> : (!pdl.operation) -> ()"
            ),
            Step::ReplaceByValues(op, list) => format!("pdl.replace %o{op} with {}", values(list)),
        }
    }

    fn takes(&self, value: &str) -> bool {
        match self {
            Step::Create { operands: list, .. } | Step::ReplaceByValues(_, list) => {
                list.iter().any(|v| v == value)
            }
            Step::Erase(_) | Step::ReplaceByOp(..) => false,
        }
    }
}
