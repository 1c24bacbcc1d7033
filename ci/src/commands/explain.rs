//! `assay explain CODE`: the manual page of a rule, or of the configuration file.

use assay_reports::{Options, render};

use crate::exit::Exit;
use crate::{config, names, pages, settings};

/// Prints the page of `code`, the list of all codes, or all pages as one document.
pub(crate) fn run(code: Option<&str>, markdown: bool) -> anyhow::Result<Exit> {
    let pages = pages::pages()?;
    if markdown {
        say!("{}", render::index::render(&pages).trim_end());
        return Ok(Exit::Clean);
    }
    let Some(code) = code else {
        for page in &pages {
            say!("{}  {}", page.code, page.title);
        }
        return Ok(Exit::Clean);
    };
    if code == config::NAME {
        say!("{}", settings::reference().trim_end());
        return Ok(Exit::Clean);
    }
    match pages.iter().find(|page| page.code.code().eq_ignore_ascii_case(code)) {
        Some(page) => {
            say!("{}", render::explain::render(page, Options::default()).trim_end());
            Ok(Exit::Clean)
        }
        None => {
            let near = names::meant_rule(code);
            eprintln!("error: no rule has the code `{code}`; `assay explain` lists them all{near}");
            Ok(Exit::Trouble)
        }
    }
}
