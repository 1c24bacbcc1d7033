//! The ring of patterns that apply to each other's output.

use std::f64::consts::TAU;
use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use super::svg::{LINE, arrow, drawing, measure, number, rect, text};

/// The patterns in the order in which they are applied; nothing for fewer than two.
pub(super) fn figure(names: &[String], id: &str) -> Markup {
    if names.len() < 2 {
        return html! {};
    }
    let id = format!("{id}-ring");
    let wide = names.iter().map(|name| measure(name)).fold(0.0, f64::max) + 20.0;
    let high = LINE + 10.0;
    // Neighbours on the ring are as far apart as two boxes need.
    let radius = (wide.max(high) * 1.3 + 30.0) * names.len() as f64 / TAU;
    let radius = radius.max(60.0);
    let (center_x, center_y) = (radius + wide / 2.0 + 10.0, radius + high / 2.0 + 10.0);
    let at = |index: f64| {
        let angle = index / names.len() as f64 * TAU - TAU / 4.0;
        (center_x + radius * angle.cos(), center_y + radius * angle.sin())
    };
    let mut body = String::new();
    for (index, name) in names.iter().enumerate() {
        let (x, y) = at(index as f64);
        let boxed = html! {
            (rect(x - wide / 2.0, y - high / 2.0, wide, high, "box"))
            (text(x - measure(name) / 2.0, y - LINE / 2.0, "words", name))
        };
        let (from, to) = (at(index as f64 + 0.32), at(index as f64 + 0.68));
        let path = format!(
            "M{} {} A{} {} 0 0 1 {} {}",
            number(from.0),
            number(from.1),
            number(radius),
            number(radius),
            number(to.0),
            number(to.1)
        );
        write!(body, "{}{}", boxed.into_string(), arrow(&path, "bad", &id).into_string()).unwrap_or(());
    }
    let title = match names.iter().all(|name| *name == names[0]) {
        true => format!("{} applies to its own output", names[0]),
        false => format!("{} apply to each other's output", names.join(", then ")),
    };
    let (all_wide, all_high) = (2.0 * center_x, 2.0 * center_y);
    html! { figure { figcaption { (title) } (drawing(all_wide, all_high, &id, &title, &PreEscaped(body))) } }
}
