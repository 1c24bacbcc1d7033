//! `assay explain CODE`: the manual page of a rule.

use assay_reports::{Options, RulePage, render};

use crate::exit::Exit;

/// Prints the page of `code`, or the list of all codes.
pub(crate) fn run(code: Option<&str>) -> anyhow::Result<Exit> {
    let mut pages = Vec::new();
    for page in assay_verifier::rules::PAGES {
        pages.push(RulePage::parse(page)?);
    }
    let Some(code) = code else {
        for page in &pages {
            say!("{}  {}", page.code, page.title);
        }
        return Ok(Exit::Clean);
    };
    match pages.iter().find(|page| page.code.eq_ignore_ascii_case(code)) {
        Some(page) => {
            say!("{}", render::explain::render(page, Options::default()).trim_end());
            Ok(Exit::Clean)
        }
        None => {
            eprintln!("error: no rule has the code `{code}`; `assay explain` lists them all");
            Ok(Exit::Trouble)
        }
    }
}
