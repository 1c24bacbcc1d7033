//! Parts of drawings. Text has a fixed width a character, whatever font the reader has, so that nothing overlaps.

use maud::{Markup, html};

use crate::render::text::{visible, width};

/// Width of a character.
pub(super) const CHAR: f64 = 7.5;

/// Height of a line of text.
pub(super) const LINE: f64 = 20.0;

/// Width of a text.
pub(super) fn measure(text: &str) -> f64 {
    width(&visible(text)) as f64 * CHAR
}

/// A line of text whose upper left corner is given.
pub(super) fn text(x: f64, y: f64, class: &str, words: &str) -> Markup {
    let words = visible(words);
    html! {
        @if !words.trim().is_empty() {
            text class=(class) x=(number(x)) y=(number(y + LINE * 0.7)) textLength=(number(measure(&words)))
                lengthAdjust="spacingAndGlyphs" { (words) }
        }
    }
}

/// A box.
pub(super) fn rect(x: f64, y: f64, wide: f64, high: f64, class: &str) -> Markup {
    html! { rect class=(class) x=(number(x)) y=(number(y)) width=(number(wide)) height=(number(high)) rx="4" {} }
}

/// A curve or line with an arrow at its end.
pub(super) fn arrow(path: &str, class: &str, id: &str) -> Markup {
    html! { path class=(class) d=(path) marker-end=(format!("url(#{id}-{class})")) {} }
}

/// A drawing with the heads of its arrows; `title` says in words what it shows.
pub(super) fn drawing(wide: f64, high: f64, id: &str, title: &str, body: &Markup) -> Markup {
    html! {
        div.drawing tabindex="0" role="region" aria-label=(title) {
            svg role="img" aria-labelledby=(format!("{id}-title")) width=(number(wide)) height=(number(high))
                viewBox=(format!("0 0 {} {}", number(wide), number(high))) {
                title id=(format!("{id}-title")) { (title) }
                defs { @for class in ["edge", "bad", "def"] {
                    marker id=(format!("{id}-{class}")) viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"
                        orient="auto" { path class=(format!("head {class}")) d="M0 0 L8 4 L0 8 z" {} }
                } }
                (body)
            }
        }
    }
}

/// A length with one digit behind the point.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
