//! Many submissions as nested modules of one text, for which MLIR sets itself up once. A run is good for all of them or
//! for none: one that fails says nothing about the others.

use std::ffi::OsString;

use crate::opt::Submission;

/// The pass over each submission, as a flag in place of the pass over the whole text.
pub(crate) fn flags(flags: &[OsString]) -> Vec<OsString> {
    let pipeline = "--pass-pipeline=builtin.module(builtin.module(test-pdl-bytecode-pass))";
    let nested =
        |flag: &OsString| if flag == "-test-pdl-bytecode-pass" { pipeline.into() } else { flag.clone() };
    flags.iter().map(nested).collect()
}

/// One text of all; `None` when one of them has definitions that stand at the top of a file.
pub(crate) fn text(cases: &[Submission]) -> Option<String> {
    let mut text = String::new();
    for case in cases {
        if !case.is_modules_alone() {
            return None;
        }
        text.push_str("module {\n");
        text.push_str(case.text());
        text.push_str("}\n");
    }
    Some(text)
}

/// The output for each, as it is printed for one alone; `None` when it cannot be separated.
pub(crate) fn slots(printed: &str, count: usize) -> Option<Vec<String>> {
    let mut lines = printed.lines();
    if lines.next() != Some("module {") {
        return None;
    }
    let mut slots = Vec::with_capacity(count);
    let mut open = false;
    for line in lines.by_ref() {
        if line == "}" && !open {
            break;
        }
        let line = line.strip_prefix("  ")?;
        match (open, line) {
            (false, "module {") => {
                slots.push("module {\n".to_owned());
                open = true;
            }
            (true, line) => {
                let slot = slots.last_mut()?;
                slot.push_str(line);
                slot.push('\n');
                open = line != "}";
            }
            _ => return None,
        }
    }
    let finished = !open && lines.all(|line| line.trim().is_empty());
    (finished && slots.len() == count).then_some(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_module_is_moved_to_the_left() {
        let printed = "module {\n  module {\n    module @ir {\n      \"a\"() : () -> ()\n    }\n  }\n  module {\n    module @ir {\n    }\n  }\n}\n\n";
        let slots = slots(printed, 2).expect("there are two");
        assert_eq!(slots[0], "module {\n  module @ir {\n    \"a\"() : () -> ()\n  }\n}\n");
        assert_eq!(slots[1], "module {\n  module @ir {\n  }\n}\n");
    }

    #[test]
    fn what_cannot_be_told_apart_is_not() {
        let one = "module {\n  module {\n    module @ir {\n    }\n  }\n}\n";
        assert!(slots(one, 1).is_some());
        assert_eq!(slots(one, 2), None);
        assert_eq!(slots(&format!("#map = affine_map<() -> ()>\n{one}"), 1), None);
        assert_eq!(slots("module {\n  module {\n", 1), None);
        assert_eq!(slots(&format!("{one}module {{\n}}\n"), 1), None);
    }

    #[test]
    fn definitions_at_the_top_of_a_file_cannot_be_nested() {
        let plain = || Submission::of_pdl("", "\"a\"() : () -> ()");
        assert!(text(&[plain(), plain()]).is_some());
        assert_eq!(
            text(&[plain(), Submission::of_pdl("", "#a = 3 : i32\n\"a\"() {s = #a} : () -> ()")]),
            None
        );
        assert_eq!(text(&[Submission::of_text("\"a\"() : () -> ()")]), None);
    }
}
