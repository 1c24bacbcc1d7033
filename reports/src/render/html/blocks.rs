//! The blocks of a program after a rewrite: boxes in boxes, jumps, the dominator tree, and the edge from a definition to a use
//! that it does not reach.

use std::collections::BTreeMap;

use assay_ir::data::{self, BlockId, Context, OpId, RegionId, Source};
use assay_ir::text;
use maud::{Markup, PreEscaped, html};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::DiGraph;

use crate::finding::{Program, Sign};

use super::svg::{LINE, arrow, drawing, measure, number, rect, text as words};

const PAD: f64 = 8.0;
/// Room for the arrows of jumps.
const JUMPS: f64 = 30.0;
/// Most operations that are drawn.
const MOST: usize = 200;

/// The drawing of a program with marks; nothing where no place is marked, or where its text cannot be read.
pub(super) fn figure(program: &Program, id: &str) -> Markup {
    let marked: Vec<_> = program.marks.iter().filter(|mark| mark.sign == Sign::Here).collect();
    if marked.is_empty() || program.text.lines().count() > MOST {
        return html! {};
    }
    let parsed = text::parse(&Context::new(), &Source::new("program", program.text.as_str()));
    if !parsed.diagnostics.is_empty() {
        return html! {};
    }
    let mut picture = Picture {
        program: &parsed.program,
        rows: BTreeMap::new(),
        out: String::new(),
        blocks: BTreeMap::new(),
        trees: Vec::new(),
    };
    let (mut y, mut right) = (PAD, 0.0_f64);
    for op in parsed.program.ops_in(parsed.program.top_block()) {
        let (low, wide) = picture.op(op, PAD, y);
        (y, right) = (low + PAD, right.max(wide));
    }
    let id = format!("{id}-blocks");
    let (edge, title, room) = picture.bad_edge(program, right, &id);
    if room == 0.0 && picture.trees.is_empty() {
        return html! {};
    }
    let (trees, trees_right, trees_low) = picture.trees(right + room + PAD, &id);
    let body =
        html! { (PreEscaped(&edge.0)) (PreEscaped(&picture.out)) (PreEscaped(&edge.1)) (PreEscaped(&trees)) };
    let (wide, high) = (trees_right.max(right + room) + PAD, trees_low.max(y));
    html! { figure { figcaption { (title) } (drawing(wide, high, &id, &title, &body)) } }
}

/// A line of the program in the drawing.
#[derive(Clone, Copy)]
struct Row {
    x: f64,
    y: f64,
    right: f64,
}

struct Picture<'a> {
    program: &'a data::Program,
    /// By line, from 0.
    rows: BTreeMap<usize, Row>,
    out: String,
    /// Left, top and bottom of the blocks.
    blocks: BTreeMap<usize, (f64, f64, f64)>,
    /// Regions with several blocks.
    trees: Vec<RegionId>,
}

impl Picture<'_> {
    /// Draws an operation with what it holds; returns its lower and right end.
    fn op(&mut self, op: OpId, x: f64, y: f64) -> (f64, f64) {
        let span = self.program.op(op).span;
        let right = self.row(span, x, y);
        let (mut low, mut wide) = (y + LINE, right);
        for region in self.program.op_regions(op).to_vec() {
            if !self.program.region(region).blocks.is_empty() {
                let (bottom, end) = self.region(region, x + 2.0 * PAD, low);
                (low, wide) = (bottom + PAD / 2.0, wide.max(end));
            }
        }
        (low, wide)
    }

    fn row(&mut self, span: data::Span, x: f64, y: f64) -> f64 {
        let (text, line) = match self.program.source() {
            Some(source) if !span.is_none() => {
                let text = source.slice(span).lines().next().unwrap_or_default().trim_end();
                (text.to_owned(), source.line_column(span.start).line as usize - 1)
            }
            _ => (String::new(), usize::MAX),
        };
        let right = x + measure(&text);
        self.rows.insert(line, Row { x, y, right });
        self.out.push_str(&words(x, y, "words", &text).into_string());
        right
    }

    fn region(&mut self, region: RegionId, x: f64, y: f64) -> (f64, f64) {
        let blocks = self.program.region(region).blocks.clone();
        let several = blocks.len() > 1;
        let inner = x + PAD + if several { JUMPS } else { 0.0 };
        let (mut low, mut wide) = (y + PAD, inner);
        for block in &blocks {
            let (bottom, end) = self.block(*block, inner, low, several);
            (low, wide) = (bottom + PAD, wide.max(end));
        }
        self.out.push_str(&rect(x, y, wide + PAD - x, low - y, "region").into_string());
        if several {
            self.trees.push(region);
        }
        (low, wide + PAD)
    }

    fn block(&mut self, block: BlockId, x: f64, y: f64, named: bool) -> (f64, f64) {
        let (mut low, mut wide) = (y + PAD / 2.0, x);
        let span = self.program.block(block).span;
        if named {
            wide = self.header(block, span, x + PAD, low);
            low += LINE;
        }
        for op in self.program.ops_in(block).collect::<Vec<_>>() {
            let (bottom, end) = self.op(op, x + PAD, low);
            (low, wide) = (bottom, wide.max(end));
        }
        low += PAD / 2.0;
        self.blocks.insert(block.index(), (x, y, low));
        self.out.push_str(&rect(x, y, wide + PAD - x, low - y, "block").into_string());
        (low, wide + PAD)
    }

    fn header(&mut self, block: BlockId, span: data::Span, x: f64, y: f64) -> f64 {
        let written = self.program.source().filter(|_| !span.is_none()).map(|source| source.slice(span));
        let label = written.and_then(|text| text.lines().next()).filter(|text| text.starts_with('^'));
        let label = label.map_or_else(|| format!("{} (entry)", self.label(block)), str::to_owned);
        if let (Some(source), true) = (self.program.source(), !span.is_none()) {
            let line = source.line_column(span.start).line as usize - 1;
            self.rows.entry(line).or_insert(Row { x, y, right: x + measure(&label) });
        }
        self.out.push_str(&words(x, y, "faint", &label).into_string());
        x + measure(&label)
    }

    /// `^bb1`, by its place in its region.
    fn label(&self, block: BlockId) -> String {
        let blocks = &self.program.region(self.program.block(block).region).blocks;
        format!("^bb{}", blocks.iter().position(|one| *one == block).unwrap_or(0))
    }

    /// Drawings under and over the rows, the words about them, and the room that they take on the right.
    fn bad_edge(&self, program: &Program, right: f64, id: &str) -> ((String, String), String, f64) {
        let marked: Vec<_> = program.marks.iter().filter(|mark| mark.sign == Sign::Here).collect();
        let row = |line: usize| self.rows.get(&line).copied();
        let under: String = marked
            .iter()
            .filter_map(|mark| row(mark.line))
            .map(|row| rect(row.x - 3.0, row.y, row.right - row.x + 6.0, LINE, "hot").into_string())
            .collect();
        let defined = marked.iter().find(|mark| mark.text.starts_with("defined"));
        let used = marked.iter().find(|mark| mark.text.starts_with("use"));
        let ends = match (defined, used) {
            (Some(from), Some(to)) => row(from.line).zip(row(to.line)),
            (None, Some(own)) if own.text.contains("own") => row(own.line).map(|row| (row, row)),
            _ => None,
        };
        let Some((from, to)) = ends else {
            return ((under, String::new()), "Blocks after the rewrite".to_owned(), 0.0);
        };
        let (y1, y2) = (from.y + LINE * 0.35, to.y + LINE * 0.65);
        let bend = right + 50.0;
        let path = format!(
            "M{} {} C{} {} {} {} {} {}",
            number(from.right + 5.0),
            number(y1),
            number(bend),
            number(y1),
            number(bend),
            number(y2),
            number(to.right + 5.0),
            number(y2)
        );
        let title = "Blocks after the rewrite; the red edge goes from the definition to a use that it does not dominate";
        ((under, arrow(&path, "bad", id).into_string()), title.to_owned(), 44.0)
    }

    /// Jumps between blocks, and the dominator tree of each region with several blocks, from `x` to the right.
    fn trees(&self, x: f64, id: &str) -> (String, f64, f64) {
        let (mut out, mut right, mut low) = (String::new(), 0.0_f64, 0.0_f64);
        for region in &self.trees {
            let blocks = &self.program.region(*region).blocks;
            let mut graph = DiGraph::<BlockId, ()>::new();
            let nodes: BTreeMap<usize, _> =
                blocks.iter().map(|block| (block.index(), graph.add_node(*block))).collect();
            for block in blocks {
                let successors =
                    self.program.last_op(*block).map(|op| self.program.successors(op)).unwrap_or_default();
                for next in successors {
                    graph.add_edge(nodes[&block.index()], nodes[&next.index()], ());
                    out.push_str(&self.jump(*block, *next, id));
                }
            }
            let tree = simple_fast(&graph, nodes[&blocks[0].index()]);
            let above =
                |block: BlockId| tree.immediate_dominator(nodes[&block.index()]).map(|node| graph[node]);
            let top = self.blocks.get(&blocks[0].index()).map_or(PAD, |block| block.1);
            let (drawn, end, bottom) = self.tree(blocks, &above, x, top, id);
            out.push_str(&drawn);
            (right, low) = (right.max(end), low.max(bottom));
        }
        (out, right, low)
    }

    fn jump(&self, from: BlockId, to: BlockId, id: &str) -> String {
        let (Some(from), Some(to)) = (self.blocks.get(&from.index()), self.blocks.get(&to.index())) else {
            return String::new();
        };
        let (y1, y2) = (from.2 - LINE * 0.6, to.1 + LINE * 0.6);
        let bend = from.0 - JUMPS + 4.0;
        let path = format!(
            "M{} {} C{} {} {} {} {} {}",
            number(from.0),
            number(y1),
            number(bend),
            number(y1),
            number(bend),
            number(y2),
            number(to.0),
            number(y2)
        );
        arrow(&path, "edge", id).into_string()
    }

    /// The blocks of a region below those that dominate them; what is not reachable stands apart.
    fn tree(
        &self,
        blocks: &[BlockId],
        above: &dyn Fn(BlockId) -> Option<BlockId>,
        x: f64,
        top: f64,
        id: &str,
    ) -> (String, f64, f64) {
        let depth = |block: BlockId| {
            std::iter::successors(above(block), |next| above(*next)).take(blocks.len()).count()
        };
        let wide = blocks.iter().map(|block| measure(&self.label(*block))).fold(0.0, f64::max) + 14.0;
        let mut places: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        let mut out = words(x, top, "faint", "dominator tree").into_string();
        let mut filled: BTreeMap<usize, usize> = BTreeMap::new();
        for block in blocks {
            let depth = depth(*block);
            let column = filled.entry(depth).or_default();
            let place = (x + *column as f64 * (wide + PAD), top + LINE + PAD + depth as f64 * (LINE + 26.0));
            *column += 1;
            places.insert(block.index(), place);
        }
        for block in blocks {
            let place = places[&block.index()];
            let label = self.label(*block);
            out.push_str(&rect(place.0, place.1, wide, LINE + 2.0, "box").into_string());
            out.push_str(
                &words(place.0 + (wide - measure(&label)) / 2.0, place.1 + 1.0, "words", &label)
                    .into_string(),
            );
            if let Some(over) = above(*block).and_then(|over| places.get(&over.index())) {
                let path = format!(
                    "M{} {} L{} {}",
                    number(over.0 + wide / 2.0),
                    number(over.1 + LINE + 2.0),
                    number(place.0 + wide / 2.0),
                    number(place.1)
                );
                out.push_str(&arrow(&path, "def", id).into_string());
            }
        }
        let right = places.values().map(|place| place.0 + wide).fold(x + measure("dominator tree"), f64::max);
        let low = places.values().map(|place| place.1 + LINE + PAD).fold(top, f64::max);
        (out, right, low)
    }
}
