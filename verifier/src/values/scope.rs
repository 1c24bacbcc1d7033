//! The scope of an answer about values: the types that were decided, and what is left out.

use assay_ir::data::Span;

/// Combinations of types after which no further ones are asked, and how many of each model are asked nevertheless.
const MAX_ASKED: usize = 8192;
const LEAST_ASKED: usize = 64;

/// The types at which a pattern was decided.
#[derive(Default)]
pub(super) struct Scope {
    /// Widths of one open integer type, or sets of widths in words.
    pub(super) words: Vec<String>,
    /// Whether anything was looked at.
    pub(super) asked: bool,
    /// The types that nothing was asked of.
    omitted: Vec<&'static str>,
    /// Whether enough widths of integers were decided to leave others out.
    pub(super) enough: bool,
    /// The types that were not decided, because that would take too long.
    pub(super) timeouts: Vec<String>,
    /// The hindrance of a pattern with open types of which none that is looked at fits.
    pub(super) unfit: Option<(String, Span)>,
    /// An operation that a user describes on other types than some that were tried.
    pub(super) undescribed: Option<(String, Span)>,
    /// Combinations of types that were asked, in all and of the model at hand.
    pub(super) count: usize,
    pub(super) of_model: usize,
}

impl Scope {
    /// Takes down types that are left out.
    pub(super) fn omit(&mut self, types: &'static str) {
        if !self.omitted.contains(&types) {
            self.omitted.push(types);
        }
    }

    /// The types that are left out, in words; `None` where all were decided.
    pub(super) fn omitted(&self) -> Option<String> {
        let late = match self.timeouts.is_empty() {
            true => String::new(),
            false => format!("not decided in time: {}", self.timeouts.join(", ")),
        };
        let never = match self.omitted.is_empty() {
            true => String::new(),
            false => format!("not compared: {}", self.omitted.join(", ")),
        };
        let all: Vec<String> = [late, never].into_iter().filter(|words| !words.is_empty()).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// The types that were decided, each said once.
    pub(super) fn describe(&self) -> String {
        let mut said: Vec<&str> = Vec::new();
        for word in &self.words {
            if !said.contains(&word.as_str()) {
                said.push(word);
            }
        }
        said.join("; ")
    }

    /// Tells if so much was asked that the rest is left out.
    pub(super) fn is_spent(&mut self) -> bool {
        let spent = self.count >= MAX_ASKED && self.of_model >= LEAST_ASKED;
        if spent {
            self.omit("other combinations of open types");
        }
        spent
    }
}
