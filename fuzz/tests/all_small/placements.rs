//! All programs of a stated list that may hold a match: what the free values are x whether both handles are one x order x
//! how the statements are cut x one further use in each place. Programs that are no valid MLIR are passed over. Must not
//! know any rewrite.
//!
//! Free values: an argument, an operation of its own, the other free value, the result of a matched operation. Cuts:
//! none, a branch before every statement, a region around all that follows each statement. Uses: none; one result used
//! right after its definition, before the root, after the root, at the end, in a region, or by the terminator; all
//! results used at the end.

use std::fmt::Write as _;

use assay_fuzz::execute::is_wellformed;
use assay_ir::data::{Program, Source as Text};
use assay_ir::spec::Registry;

use super::patterns::{Matcher, Source};

/// What a free value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Free {
    Argument,
    Own,
    Other(usize),
    Result(usize),
}

/// How statements are kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    None,
    Branch,
    Region,
}

/// Where a result is used besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    None,
    AfterDefinition(usize),
    BeforeRoot(usize),
    AfterRoot(usize),
    AtEnd(usize),
    InRegion(usize),
    ByTerminator(usize),
    All,
}

/// A statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statement {
    Own(usize),
    Node(usize),
}

/// Every program of the list that is valid MLIR, each once.
pub(crate) fn all(matcher: &Matcher, registry: &Registry) -> Vec<Program> {
    let mut texts: Vec<String> = Vec::new();
    for free in frees(matcher) {
        for one in [false, true] {
            if one && matcher.nodes.len() < 2 {
                continue;
            }
            let mut statements: Vec<Statement> =
                (0..free.len()).filter(|number| free[*number] == Free::Own).map(Statement::Own).collect();
            statements.extend((0..matcher.nodes.len() - usize::from(one)).map(Statement::Node));
            for order in permutations(&statements) {
                for cut in [Cut::None, Cut::Branch, Cut::Region] {
                    for further in uses(matcher, one) {
                        texts.extend(text(matcher, &free, one, &order, cut, further));
                    }
                }
            }
        }
    }
    texts.sort();
    texts.dedup();
    let read = |text: &String| {
        let parsed = assay_ir::text::parse(registry.ctx(), &Text::new("payload", text.as_str()));
        let valid = parsed.diagnostics.is_empty() && is_wellformed(&parsed.program, registry);
        valid.then_some(parsed.program)
    };
    texts.iter().filter_map(read).collect()
}

fn frees(matcher: &Matcher) -> Vec<Vec<Free>> {
    let mut out = vec![Vec::new()];
    for number in 0..matcher.free() {
        let mut choices = vec![Free::Argument, Free::Own];
        choices.extend((0..number).map(Free::Other));
        let results = matcher.nodes.iter().enumerate().filter(|(_, node)| node.result);
        choices.extend(results.map(|(node, _)| Free::Result(node)));
        out = out
            .into_iter()
            .flat_map(|list: Vec<Free>| {
                choices.iter().map(move |choice| list.iter().copied().chain([*choice]).collect::<Vec<_>>())
            })
            .collect();
    }
    out
}

fn permutations(items: &[Statement]) -> Vec<Vec<Statement>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut out = Vec::new();
    for (at, first) in items.iter().enumerate() {
        let rest: Vec<Statement> =
            items.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, s)| *s).collect();
        out.extend(permutations(&rest).into_iter().map(|tail| std::iter::once(*first).chain(tail).collect()));
    }
    out
}

fn uses(matcher: &Matcher, one: bool) -> Vec<Use> {
    let mut out = vec![Use::None, Use::All];
    let kinds =
        [Use::AfterDefinition, Use::BeforeRoot, Use::AfterRoot, Use::AtEnd, Use::InRegion, Use::ByTerminator];
    for (node, _) in
        matcher.nodes.iter().enumerate().filter(|(index, node)| node.result && !(one && *index > 0))
    {
        out.extend(kinds.map(|kind| kind(node)));
    }
    out
}

struct Writer<'a> {
    matcher: &'a Matcher,
    free: &'a [Free],
    one: bool,
    out: String,
    blocks: usize,
    depth: usize,
    /// Values that have a definition by now.
    defined: Vec<String>,
    /// Whether a value was used before its definition. In a region of an operation without a spec MLIR lets that pass;
    /// the verdict is about regions with dominance.
    forward: bool,
}

fn text(
    matcher: &Matcher,
    free: &[Free],
    one: bool,
    order: &[Statement],
    cut: Cut,
    further: Use,
) -> Option<String> {
    let returned = match further {
        Use::ByTerminator(_) => " -> i32",
        _ => "",
    };
    let defined = ["%x0", "%x1"].map(str::to_owned).to_vec();
    let mut writer =
        Writer { matcher, free, one, out: String::new(), blocks: 0, depth: 0, defined, forward: false };
    writer.line(&format!("func.func @f(%x0: i32, %x1: i32){returned} {{"));
    for (index, statement) in order.iter().enumerate() {
        if index > 0 {
            writer.cut(cut);
        }
        writer.statement(*statement, further);
    }
    let used: Vec<usize> = match further {
        Use::AtEnd(node) => vec![node],
        Use::All => (0..matcher.nodes.len()).filter(|node| matcher.nodes[*node].result).collect(),
        _ => Vec::new(),
    };
    used.into_iter().for_each(|node| writer.used(node));
    for _ in 0..writer.depth {
        writer.line("}) : () -> ()");
    }
    match further {
        Use::ByTerminator(node) => {
            let value = writer.result(node);
            writer.line(&format!("\"func.return\"({value}) : (i32) -> ()"));
        }
        _ => writer.line("\"func.return\"() : () -> ()"),
    }
    writer.line("}");
    (!writer.forward).then_some(writer.out)
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    fn cut(&mut self, cut: Cut) {
        match cut {
            Cut::None => {}
            Cut::Branch => {
                self.blocks += 1;
                let block = self.blocks;
                self.line(&format!("\"cf.br\"()[^b{block}] : () -> ()\n^b{block}:"));
            }
            Cut::Region => {
                self.depth += 1;
                self.line("\"lab.region\"() ({");
            }
        }
    }

    fn statement(&mut self, statement: Statement, further: Use) {
        let node = match statement {
            Statement::Own(free) => {
                self.line(&format!("%own{free} = \"lab.own\"() : () -> i32"));
                return self.defined.push(format!("%own{free}"));
            }
            Statement::Node(node) => node,
        };
        let root = if self.one { 0 } else { self.matcher.root };
        if let Use::BeforeRoot(of) = further
            && node == root
            && of != root
        {
            self.used(of);
        }
        let data = &self.matcher.nodes[node];
        let operands: Vec<String> = data.operands.iter().map(|source| self.value(*source)).collect();
        self.forward |= operands.iter().any(|value| !self.defined.contains(value));
        let types = vec!["i32"; operands.len()].join(", ");
        let (left, right) = if data.result { (format!("%n{node} = "), "i32") } else { (String::new(), "()") };
        self.line(&format!("{left}\"{}\"({}) : ({types}) -> {right}", data.name, operands.join(", ")));
        if data.result {
            self.defined.push(self.result(node));
        }
        match further {
            Use::AfterDefinition(of) if of == node => self.used(of),
            Use::AfterRoot(of) if node == root => self.used(of),
            Use::InRegion(of) if of == node => {
                self.line("\"lab.region\"() ({");
                self.used(of);
                self.line("}) : () -> ()");
            }
            _ => {}
        }
    }

    fn used(&mut self, node: usize) {
        let value = self.result(node);
        self.forward |= !self.defined.contains(&value);
        self.line(&format!("\"lab.use\"({value}) : (i32) -> ()"));
    }

    fn value(&self, source: Source) -> String {
        match source {
            Source::First => self.result(0),
            Source::Free(number) => match self.free[number] {
                Free::Argument => format!("%x{number}"),
                Free::Own => format!("%own{number}"),
                Free::Other(other) => self.value(Source::Free(other)),
                Free::Result(node) => self.result(node),
            },
        }
    }

    fn result(&self, node: usize) -> String {
        format!("%n{}", if self.one { 0 } else { node })
    }
}
