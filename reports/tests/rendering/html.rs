//! The page for a browser: what is in it, that nothing of a name becomes markup, and that the parts of its drawings lie apart.

use std::collections::BTreeMap;

use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::{Application, VerdictKind};
use assay_reports::graph::{Node, Side};
use assay_reports::render::html;
use assay_reports::{After, Finding, Graph, Mark, PatternReport, Program, Report, Sign, Tool, Witness};

use super::samples::{finding, full, pattern, report, sources};

fn page(finding: Finding, graph: Option<Graph>) -> String {
    let mut commute: PatternReport = pattern("commute", VerdictKind::Refuted);
    commute.findings = vec![finding];
    commute.graph = graph;
    let tool = Tool { name: "assay".to_owned(), version: "0.1.0".to_owned(), with: BTreeMap::new() };
    html::render(&Report::new(tool, vec![commute], Vec::new(), Vec::new()), &sources())
}

/// The value of an attribute of each element with this start.
fn attributes(page: &str, element: &str, name: &str) -> Vec<String> {
    let start = format!("<{element} ");
    let value = |part: &str| {
        let inside = part.split_once('>')?.0;
        let value = inside.split_once(&format!("{name}=\""))?.1;
        Some(value.split_once('"')?.0.to_owned())
    };
    page.split(&start).skip(1).filter_map(value).collect()
}

pub(super) fn a_page_has_every_finding_with_its_parts() {
    let page = html::render(&report(), &sources());
    let rules = attributes(&page, "article", "data-rule");
    // The accepted one is not shown; errors stand before notes.
    let mut sorted = rules.clone();
    sorted.sort();
    assert_eq!(sorted, ["N402", "P000", "S103", "U002", "U010", "V301"]);
    assert!(rules[4].starts_with('U') && rules[5].starts_with('U'), "{rules:?}");
    for words in [
        "other users of %inner may stand before %new",
        "used before it is defined",
        "users of %inner#0 see",
        "first wrong",
        "operand #0 does not dominate this use",
        "assay replay witness/commute.S103.mlir",
        "Checked fix: ",
        "The witness as a file",
        "widths 1 to 64",
        "Gone since the baseline",
    ] {
        assert!(page.contains(words), "the page does not say {words:?}");
    }
    for landmark in ["<header>", "<nav ", "<main>", "<dt>by</dt>"] {
        assert!(page.contains(landmark), "{landmark}");
    }
    assert_eq!(attributes(&page, "tr", "data-verdict").len(), 7);
}

pub(super) fn a_page_loads_nothing() {
    let page = html::render(&report(), &sources());
    for words in ["http:", "https:", " src=", "@import", "url(http", "<link", "<iframe"] {
        assert!(!page.contains(words), "{words}");
    }
}

pub(super) fn no_name_becomes_markup() {
    let evil = "</code><script>alert(1)</script>\u{202e}\u{1b}[31m\"'&";
    let mut found = full();
    found.message = evil.to_owned();
    found.notes = vec![evil.to_owned()];
    found.guard = Some(evil.to_owned());
    if let Some(witness) = &mut found.witness {
        witness.before = Program::new(evil);
        witness.command = Some(evil.to_owned());
        witness.applications =
            vec![Application { pattern: Some(evil.to_owned()), program: evil.to_owned() }; 2];
    }
    let node = Node { name: evil.to_owned(), op: evil.to_owned(), side: Side::Matched, line: 1 };
    let graph = Graph { nodes: vec![node], ..Graph::default() };
    let page = page(found, Some(graph));
    assert!(!page.contains("<script>alert"), "markup came through");
    assert!(!page.contains('\u{202e}') && !page.contains('\u{1b}'), "control characters came through");
    assert!(page.contains("&lt;script&gt;alert(1)"));
}

/// The program of a rewrite whose result has marks at two lines.
fn after(text: &str, defined: usize, used: usize) -> Finding {
    let mark = |line, text: &str| Mark { line, sign: Sign::Here, text: text.to_owned() };
    let marks = vec![mark(defined, "defined here"), mark(used, "used here")];
    let mut found = finding(Rule::S103, Severity::Error, "pdl.erase %root", 0, "it does not dominate");
    found.witness = Some(Witness {
        before: Program::new(text),
        after: After::Program(Program { text: text.to_owned(), marks }),
        path: None,
        command: None,
        applications: Vec::new(),
        trace: None,
    });
    found
}

const DIAMOND: &str = "func.func @f(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = \"t.new\"() : () -> i32
  cf.br ^bb3
^bb2:
  cf.br ^bb3
^bb3:
  \"t.use\"(%0) : (i32) -> ()
  return
}
";

pub(super) fn blocks_are_drawn_with_jumps_dominators_and_the_bad_edge() {
    let page = page(after(DIAMOND, 3, 8), None);
    assert!(page.contains("dominator tree"), "no tree");
    let classes = attributes(&page, "path", "class");
    let count = |class: &str| classes.iter().filter(|one| one.as_str() == class).count();
    // Four jumps; three blocks have one that dominates them; one bad edge.
    assert_eq!((count("edge"), count("def"), count("bad")), (4, 3, 1));
    assert_eq!(attributes(&page, "rect", "class").iter().filter(|class| *class == "block").count(), 4);
}

pub(super) fn a_program_without_places_or_that_cannot_be_read_is_not_drawn() {
    assert!(!page(after("func.func @f( {\n", 0, 0), None).contains("<svg"));
    let mut unmarked = after(DIAMOND, 3, 8);
    if let Some(Witness { after: After::Program(program), .. }) = &mut unmarked.witness {
        program.marks.clear();
    }
    assert!(!page(unmarked, None).contains("<svg"));
}

pub(super) fn patterns_that_feed_each_other_are_a_ring() {
    let mut found = finding(Rule::N402, Severity::Error, "pdl.rewrite %root", 0, "they feed each other");
    let turn = |name: &str| Application { pattern: Some(name.to_owned()), program: String::new() };
    found.witness = Some(Witness {
        before: Program::new("%0 = \"t.a\"() : () -> i1\n"),
        after: After::Outcome("it does not end".to_owned()),
        path: None,
        command: None,
        applications: ["a", "b", "c"].map(turn).to_vec(),
        trace: None,
    });
    let page = page(found, None);
    assert!(page.contains("@a, then @b, then @c apply to each other"), "no title");
    assert_eq!(attributes(&page, "path", "class").iter().filter(|class| *class == "bad").count(), 3);
}

/// Graphs with any edges: boxes never lie on each other, and every box is inside of the drawing.
pub(super) fn boxes_of_a_graph_lie_apart() {
    let mut state = 1_u64;
    let mut draw = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    for _ in 0..200 {
        let count = 5 + draw(20) as usize;
        let side = |number: u64| [Side::Input, Side::Matched, Side::Created][number as usize];
        let nodes: Vec<Node> = (0..count)
            .map(|at| {
                let (side, name) = (side(draw(3)), format!("%{}", "n".repeat(1 + draw(12) as usize)));
                let op = if side == Side::Input { String::new() } else { "arith.addi".to_owned() };
                Node { name, op, side, line: at + 1 }
            })
            .collect();
        let mut edges = Vec::new();
        for to in 1..count {
            edges.push((draw(to as u64) as usize, to));
        }
        edges.retain(|(_, to)| nodes[*to].side != Side::Input);
        let found = finding(Rule::V301, Severity::Error, "pdl.erase %root", 0, "another value");
        let page = page(found, Some(Graph { nodes, edges, replaced: vec![(0, count - 1)] }));
        let read = |name: &str| -> Vec<f64> {
            attributes(&page, "rect", name).iter().map(|text| text.parse().unwrap()).collect()
        };
        let (x, y, wide, high) = (read("x"), read("y"), read("width"), read("height"));
        let all: f64 = attributes(&page, "svg", "width")[0].parse().unwrap();
        assert_eq!(x.len(), count);
        for a in 0..count {
            assert!(x[a] >= 0.0 && x[a] + wide[a] <= all, "box {a} leaves the drawing");
            for b in a + 1..count {
                let beside = x[a] + wide[a] <= x[b] || x[b] + wide[b] <= x[a];
                let below = y[a] + high[a] <= y[b] || y[b] + high[b] <= y[a];
                assert!(beside || below, "boxes {a} and {b} lie on each other");
            }
        }
    }
}
