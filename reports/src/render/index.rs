//! The index of all rules as Markdown: one table, one section a rule.

use std::fmt::Write as _;

use crate::page::RulePage;

/// The pages in the order in which they are given.
#[must_use]
pub fn render(pages: &[RulePage]) -> String {
    let mut out = String::from(
        "# Rules\n\nWhat `assay check` reports, by code. `assay explain CODE` prints the same page.\n\n\
         | code | rule |\n|---|---|\n",
    );
    for page in pages {
        let anchor = page.code.code().to_ascii_lowercase();
        writeln!(out, "| [{}](#{anchor}) | {} |", page.code, page.title.replace('|', "\\|")).unwrap_or(());
    }
    for page in pages {
        let anchor = page.code.code().to_ascii_lowercase();
        writeln!(out, "\n<a id=\"{anchor}\"></a>\n\n## {}: {}\n", page.code, page.title).unwrap_or(());
        let mut code = false;
        for line in page.text.lines() {
            if line.starts_with("```") {
                code = !code;
            }
            // The sections of a page stand below its own heading here.
            let deeper = if !code && line.starts_with("## ") { "#" } else { "" };
            writeln!(out, "{deeper}{line}").unwrap_or(());
        }
    }
    out
}
