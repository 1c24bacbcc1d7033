//! The manual pages of all rules.

use std::collections::BTreeMap;

use assay_ir::rule::Rule;
use assay_reports::RulePage;

/// The pages of these rules.
pub(crate) const PAGES: &[&str] = &[
    include_str!("rules/A701.md"),
    include_str!("rules/A702.md"),
    include_str!("rules/A703.md"),
    include_str!("rules/A704.md"),
    include_str!("rules/D101.md"),
    include_str!("rules/D102.md"),
    include_str!("rules/D103.md"),
    include_str!("rules/D104.md"),
    include_str!("rules/D105.md"),
    include_str!("rules/D106.md"),
    include_str!("rules/D107.md"),
    include_str!("rules/U014.md"),
];

/// The titles of the rules: the fault that each forbids, in a few words.
///
/// # Errors
/// A page that is not in its form.
pub(crate) fn titles() -> anyhow::Result<BTreeMap<Rule, String>> {
    Ok(pages()?.into_iter().map(|page| (page.code, page.title)).collect())
}

/// The manual pages of all rules: those of the verifier, of audits, and these.
///
/// # Errors
/// A page that is not in its form.
pub(crate) fn pages() -> anyhow::Result<Vec<RulePage>> {
    let mut pages = Vec::new();
    for page in assay_verifier::PAGES.iter().chain(assay_audit::rules::PAGES).chain(PAGES) {
        pages.push(RulePage::parse(page)?);
    }
    pages.sort_by_key(|page| page.code);
    Ok(pages)
}
