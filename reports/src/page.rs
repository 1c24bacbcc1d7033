//! The manual page of a rule, a small Markdown file, read into its parts.
//! Pages are handed in as text; this module knows no rule.

use assay_ir::rule::Rule;
use thiserror::Error;

/// What real MLIR does when the fault of a rule's witness comes true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MlirOutcome {
    /// It refuses the text or the result with an error.
    VerifierError,
    /// It is ended by a signal.
    Crash,
    /// It succeeds and reports nothing.
    Silent,
    /// It does not end.
    Hang,
}

/// The manual page of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePage {
    /// Code of the rule, such as `S103`.
    pub code: Rule,
    /// What the rule forbids, in a few words.
    pub title: String,
    /// The page as Markdown, without its title line.
    pub text: String,
    /// What real MLIR does on a witness of the rule; empty if there is nothing to observe.
    pub mlir: Vec<MlirOutcome>,
}

/// Why a text is no rule page.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PageError {
    /// The first line is not `# CODE: title`.
    #[error("the first line is not `# CODE: title`")]
    Title,
    /// The sections are not those that every page has, in their order.
    #[error("the sections are {found:?}, not {SECTIONS:?}")]
    Sections {
        /// The sections that the page has.
        found: Vec<String>,
    },
    /// There is not exactly one line `mlir: ...` in the last section.
    #[error("{0} lines start with `mlir:`, not one")]
    MlirLines(usize),
    /// A word on that line is none of the known outcomes.
    #[error("`{0}` is none of verifier-error, crash, silent, hang, none")]
    MlirWord(String),
}

/// The sections of every page, in this order.
pub const SECTIONS: [&str; 5] = ["What", "Why", "Example", "Fix", "In MLIR 22"];

impl RulePage {
    /// Reads a page: `# CODE: title`, the [`SECTIONS`] as `## NAME`, and in the last one a line such as
    /// `mlir: crash | silent`, or `mlir: none` where there is nothing to observe.
    ///
    /// # Errors
    /// The first fault of the page.
    pub fn parse(markdown: &str) -> Result<Self, PageError> {
        let (first, text) = markdown.split_once('\n').unwrap_or((markdown, ""));
        let (code, title) =
            first.strip_prefix("# ").and_then(|rest| rest.split_once(": ")).ok_or(PageError::Title)?;
        let code = Rule::parse(code).ok_or(PageError::Title)?;
        if title.trim().is_empty() {
            return Err(PageError::Title);
        }
        let found: Vec<String> = outside_code(text)
            .filter_map(|line| line.strip_prefix("## "))
            .map(|name| name.trim().to_owned())
            .collect();
        if found != SECTIONS {
            return Err(PageError::Sections { found });
        }
        let lines: Vec<&str> = outside_code(text).filter_map(|line| line.strip_prefix("mlir:")).collect();
        let [line] = lines[..] else { return Err(PageError::MlirLines(lines.len())) };
        Ok(RulePage {
            code,
            title: title.trim().to_owned(),
            text: text.trim().to_owned(),
            mlir: outcomes(line)?,
        })
    }

    /// The fenced blocks marked `mlir`, in order: first the pattern, then the payload.
    #[must_use]
    pub fn examples(&self) -> Vec<String> {
        let mut blocks = Vec::new();
        let mut open: Option<String> = None;
        for line in self.text.lines() {
            match &mut open {
                None if line == "```mlir" => open = Some(String::new()),
                Some(_) if line == "```" => blocks.extend(open.take()),
                Some(block) => {
                    block.push_str(line);
                    block.push('\n');
                }
                None => {}
            }
        }
        blocks
    }
}

fn outcomes(line: &str) -> Result<Vec<MlirOutcome>, PageError> {
    if line.trim() == "none" {
        return Ok(Vec::new());
    }
    line.split('|')
        .map(|word| match word.trim() {
            "verifier-error" => Ok(MlirOutcome::VerifierError),
            "crash" => Ok(MlirOutcome::Crash),
            "silent" => Ok(MlirOutcome::Silent),
            "hang" => Ok(MlirOutcome::Hang),
            other => Err(PageError::MlirWord(other.to_owned())),
        })
        .collect()
}

fn outside_code(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        if line.starts_with("```") {
            inside = !inside;
            return false;
        }
        !inside
    })
}

#[cfg(test)]
mod tests {
    use super::{MlirOutcome, PageError, RulePage};

    const PAGE: &str = "# S120: sample\n\n## What\n\nA.\n\n## Why\n\nB.\n\n## Example\n\n```mlir\npdl\n```\n\
                        then\n\n```mlir\n## not a section\n```\n\n## Fix\n\nC.\n\n## In MLIR 22\n\n\
                        mlir: crash | silent\n";

    #[test]
    fn a_page_gives_its_code_and_title() {
        let page = RulePage::parse(PAGE).expect("the sample is a page");
        assert_eq!((page.code.code(), page.title.as_str()), ("S120", "sample"));
    }

    #[test]
    fn outcomes_are_read_from_the_mlir_line() {
        let page = RulePage::parse(PAGE).expect("the sample is a page");
        assert_eq!(page.mlir, [MlirOutcome::Crash, MlirOutcome::Silent]);
    }

    #[test]
    fn mlir_none_means_nothing_to_observe() {
        let page = RulePage::parse(&PAGE.replace("crash | silent", "none")).expect("still a page");
        assert!(page.mlir.is_empty());
    }

    #[test]
    fn only_blocks_marked_mlir_are_examples() {
        let page = RulePage::parse(PAGE).expect("the sample is a page");
        assert_eq!(page.examples(), ["pdl\n", "## not a section\n"]);
    }

    #[test]
    fn a_code_that_is_no_letter_and_three_digits_is_refused() {
        assert_eq!(RulePage::parse(&PAGE.replace("S120", "S1é")), Err(PageError::Title));
    }

    #[test]
    fn a_missing_section_is_refused() {
        let error = RulePage::parse(&PAGE.replace("## Fix", "Fix")).expect_err("a section is missing");
        assert!(matches!(error, PageError::Sections { found } if found.len() == 4));
    }

    #[test]
    fn an_unknown_outcome_is_refused() {
        let error = RulePage::parse(&PAGE.replace("silent", "shrug"));
        assert_eq!(error, Err(PageError::MlirWord("shrug".to_owned())));
    }

    #[test]
    fn a_page_without_an_mlir_line_is_refused() {
        let error = RulePage::parse(&PAGE.replace("mlir: crash | silent", ""));
        assert_eq!(error, Err(PageError::MlirLines(0)));
    }
}
