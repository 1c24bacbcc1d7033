//! The graph of a pattern: inputs on top, what is matched on the left, what is created on the right.

use maud::{Markup, PreEscaped, html};

use crate::graph::{Graph, Side};
use crate::render::text::visible;

use super::svg::{LINE, arrow, drawing, measure, number, rect, text};

const GAP: f64 = 18.0;
const HIGH: f64 = 2.0 * LINE + 8.0;
const ROW: f64 = HIGH + 34.0;

/// The place of a node.
#[derive(Clone, Copy, Default)]
struct Place {
    x: f64,
    y: f64,
    wide: f64,
}

/// The drawing with its words; a node that is pointed at lights its line of the pattern.
pub(super) fn figure(graph: &Graph, id: &str) -> Markup {
    let id = format!("{id}-graph");
    let (places, wide, high) = layout(graph);
    let mut body = html! {};
    let middle = |at: usize| places[at].x + places[at].wide / 2.0;
    let mut lines = String::new();
    for (from, to) in &graph.edges {
        let (y1, y2) = (places[*from].y + height(graph, *from), places[*to].y);
        lines.push_str(&curve(middle(*from), y1, middle(*to), y2, "edge", &id));
    }
    for (old, new) in &graph.replaced {
        let (y1, y2) = (places[*new].y + height(graph, *new) / 2.0, places[*old].y + HIGH / 2.0);
        let (x1, x2) = (places[*new].x, places[*old].x + places[*old].wide);
        let path = format!("M{} {} L{} {}", number(x1), number(y1), number(x2), number(y2));
        lines.push_str(&arrow(&path, "def", &id).into_string());
    }
    let nodes = (0..graph.nodes.len()).map(|at| node(graph, at, places[at], &id).into_string());
    let nodes: String = nodes.collect();
    body = html! { (body) (PreEscaped(lines)) (PreEscaped(nodes)) };
    let title =
        "Operations that are matched (left) and created (right), below the values that both are given";
    html! {
        figure {
            figcaption { (title) }
            style { (PreEscaped(lights(graph, &id))) }
            (drawing(wide, high, &id, title, &body))
        }
    }
}

fn node(graph: &Graph, at: usize, place: Place, id: &str) -> Markup {
    let node = &graph.nodes[at];
    let class = match node.side {
        Side::Created => "made",
        Side::Input | Side::Matched => "box",
    };
    let words = |text: &str| place.x + (place.wide - measure(text)) / 2.0;
    html! {
        g.node id=(format!("{id}-{at}")) {
            title { (visible(&node.name)) " " (visible(&node.op)) ", line " (node.line) }
            (rect(place.x, place.y, place.wide, height(graph, at), class))
            (text(words(&node.name), place.y + 4.0, "faint", &node.name))
            (text(words(&node.op), place.y + 4.0 + LINE, "words", &node.op))
        }
    }
}

fn height(graph: &Graph, at: usize) -> f64 {
    if graph.nodes[at].op.is_empty() { LINE + 8.0 } else { HIGH }
}

fn curve(x1: f64, y1: f64, x2: f64, y2: f64, class: &str, id: &str) -> String {
    let bend = ((y2 - y1) / 2.0).max(12.0);
    let path = format!(
        "M{} {} C{} {} {} {} {} {}",
        number(x1),
        number(y1),
        number(x1),
        number(y1 + bend),
        number(x2),
        number(y2 - bend),
        number(x2),
        number(y2)
    );
    arrow(&path, class, id).into_string()
}

/// Rules that light the line of the node under the pointer.
fn lights(graph: &Graph, id: &str) -> String {
    let light = |(at, line): (usize, usize)| {
        format!(
            "article:has(#{id}-{at}:hover) .line[data-line=\"{line}\"] {{ outline: 2px solid var(--note) }}\n"
        )
    };
    graph.nodes.iter().map(|node| node.line).enumerate().map(light).collect()
}

/// Places of the nodes, and the size of the drawing.
fn layout(graph: &Graph) -> (Vec<Place>, f64, f64) {
    let depths = depths(graph);
    let mut places = vec![Place::default(); graph.nodes.len()];
    for (at, node) in graph.nodes.iter().enumerate() {
        places[at].wide = measure(&node.name).max(measure(&node.op)) + 18.0;
    }
    let mut left = GAP;
    let mut most = 0;
    for side in [Side::Matched, Side::Created] {
        let of_side = |at: &usize| graph.nodes[*at].side == side;
        let nodes: Vec<usize> = (0..graph.nodes.len()).filter(of_side).collect();
        let deepest = nodes.iter().map(|at| depths[*at]).max().unwrap_or(0);
        let rows: Vec<Vec<usize>> = (1..=deepest)
            .map(|depth| nodes.iter().copied().filter(|at| depths[*at] == depth).collect())
            .collect();
        let wides: Vec<f64> =
            rows.iter().map(|row| row.iter().map(|at| places[*at].wide + GAP).sum()).collect();
        let column = wides.iter().copied().fold(0.0, f64::max);
        for (index, (row, wide)) in rows.into_iter().zip(wides).enumerate() {
            let mut x = left + (column - wide) / 2.0;
            let depth = index + 1;
            for at in row {
                (places[at].x, places[at].y) = (x, depth as f64 * ROW);
                x += places[at].wide + GAP;
            }
        }
        most = most.max(deepest);
        left += column + if column > 0.0 { 2.0 * GAP } else { 0.0 };
    }
    let inputs: Vec<usize> =
        (0..graph.nodes.len()).filter(|at| graph.nodes[*at].side == Side::Input).collect();
    let wide = inputs.iter().map(|at| places[*at].wide + GAP).sum::<f64>();
    let mut x = ((left - wide) / 2.0).max(GAP);
    for at in inputs {
        (places[at].x, places[at].y) = (x, ROW - 34.0 - LINE - 8.0);
        x += places[at].wide + GAP;
    }
    (places, left.max(x), (most + 1) as f64 * ROW)
}

/// The depth of each node on its own side: 0 for inputs, else one below what it uses there.
fn depths(graph: &Graph) -> Vec<usize> {
    let mut depths: Vec<usize> =
        graph.nodes.iter().map(|node| usize::from(node.side != Side::Input)).collect();
    for (from, to) in &graph.edges {
        if graph.nodes[*from].side == graph.nodes[*to].side {
            depths[*to] = depths[*to].max(depths[*from] + 1);
        }
    }
    depths
}
