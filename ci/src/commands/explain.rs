//! `assay explain TOPIC`: the manual page of a rule, of a file, of exit codes, or the schema of a report.

use assay_reports::{Options, render};

use crate::exit::Exit;
use crate::{args, config, known, names, pages, settings};

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
    let topic = match code {
        config::NAME => Some(settings::reference()),
        known::NAME => Some(known::PAGE.to_owned()),
        "exit-codes" => Some(args::exit_codes()),
        "json" => Some(render::json::Schema::Two.text().to_owned()),
        "changes" => Some(render::changes::schema().to_owned()),
        _ => page_of(code),
    };
    if let Some(text) = topic {
        say!("{}", text.trim_end());
        return Ok(Exit::Clean);
    }
    match pages.iter().find(|page| page.code.code().eq_ignore_ascii_case(code)) {
        Some(page) => {
            say!("{}", render::explain::render(page, Options::default()).trim_end());
            Ok(Exit::Clean)
        }
        None => {
            let topics = [config::NAME, known::NAME, "exit-codes", "json", "changes"];
            let topics = topics.into_iter().chain(assay_corpus::pages().iter().map(|(name, _)| *name));
            let near = match names::meant_rule(code) {
                near if near.is_empty() => names::meant(code, topics),
                near => near,
            };
            eprintln!("error: no rule has the code `{code}`; `assay explain` lists them all{near}");
            Ok(Exit::Trouble)
        }
    }
}

/// The page about a file that a user may write.
fn page_of(name: &str) -> Option<String> {
    assay_corpus::pages().iter().find(|(topic, _)| *topic == name).map(|(_, page)| (*page).to_owned())
}
