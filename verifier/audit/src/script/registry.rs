//! The passes that an `mlir-opt` knows, with their options.

use std::collections::BTreeMap;

/// Passes and pipelines by name, each with its options and the words for their values, such as `<int>`; empty for a flag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    passes: BTreeMap<String, BTreeMap<String, String>>,
}

impl Registry {
    /// Reads the passes and pass pipelines of the text that `mlir-opt --help` prints.
    #[must_use]
    pub fn of_help(text: &str) -> Registry {
        let mut registry = Registry::default();
        let mut listed = false;
        let mut pass = None;
        for line in text.lines() {
            let indent = line.len() - line.trim_start().len();
            let body = line.trim_start();
            if indent <= 4 && !body.starts_with('-') {
                listed = match body {
                    "Passes:" | "Pass Pipelines:" => true,
                    _ => listed && (body.is_empty() || body.starts_with('=')),
                };
                continue;
            }
            if !listed {
                continue;
            }
            let Some(name) = body.strip_prefix('-') else { continue };
            let name = name.trim_start_matches('-');
            let end = name.find([' ', '=']).unwrap_or(name.len());
            let (name, rest) = name.split_at(end);
            match (indent, &pass) {
                (6, _) => {
                    registry.passes.insert(name.to_owned(), BTreeMap::new());
                    pass = Some(name.to_owned());
                }
                (8, Some(pass)) => {
                    let kind = rest.trim_start_matches(['=', ' ']).split_whitespace().next().unwrap_or("");
                    let kind = if kind.starts_with('<') { kind } else { "" };
                    if let Some(options) = registry.passes.get_mut(pass) {
                        options.insert(name.to_owned(), kind.to_owned());
                    }
                }
                _ => {}
            }
        }
        registry
    }

    /// Tells if there is a pass at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.passes.is_empty()
    }

    /// The options of a pass; `None` for a name that is not registered.
    #[must_use]
    pub fn options(&self, pass: &str) -> Option<&BTreeMap<String, String>> {
        self.passes.get(pass)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_and_options_are_read_from_the_help() {
        let text = "General options:\n\n  --color   - Use colors\n  Compiler passes to run\n    Passes:\n      \
                    --canonicalize   -   Canonicalize operations\n        --max-iterations=<long>  - Max.\n        \
                    --region-simplify=<value>  - Perform\n    =disabled  -   Don't\n        --top-down  - Seed\n      \
                    --cse  -   Eliminate\n    Pass Pipelines:\n      --test-lower  -   Lower\n  --other  - no pass\n";
        let registry = Registry::of_help(text);
        let options = registry.options("canonicalize").expect("a pass");
        let words: Vec<(&str, &str)> =
            options.iter().map(|(name, kind)| (name.as_str(), kind.as_str())).collect();
        assert_eq!(words, [("max-iterations", "<long>"), ("region-simplify", "<value>"), ("top-down", "")]);
        assert_eq!(registry.options("cse").map(BTreeMap::len), Some(0));
        assert!(registry.options("test-lower").is_some());
        assert!(registry.options("color").is_none() && registry.options("other").is_none());
    }
}
