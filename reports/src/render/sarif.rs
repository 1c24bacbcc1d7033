//! SARIF 2.1.0 (OASIS): the rules that occur with their pages, results with code flows, witnesses, fixes and fingerprints.
//! Accepted findings are in it as suppressed results, as the standard has it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::VerdictKind;
use serde_json::{Value, json};

use crate::finding::{AcceptedIn, Finding, Location};
use crate::page::RulePage;
use crate::report::{PatternReport, Report};
use crate::sources::Sources;

use super::pretty::{self, Array};
use super::rests::Assumptions;
use super::{Head, Renderer, Shown, Tail, whole, witness};

/// The URI by which SARIF files name their schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The report as one run; `pages` are the manual pages of all rules.
#[must_use]
pub fn render(report: &Report, sources: &Sources, pages: &[RulePage]) -> String {
    whole(&mut Sarif::new(pages), report, sources)
}

/// Writes one run; each result is an element of an array that is written at once.
#[derive(Debug)]
pub struct Sarif {
    /// The pages of all rules.
    pages: BTreeMap<Rule, Value>,
    /// The rules of the results so far.
    rules: Vec<Value>,
    /// Place of each rule among `rules`.
    index: BTreeMap<Rule, usize>,
    /// The program, without its rules.
    tool: Value,
    results: Option<Array>,
    /// Findings so far by fingerprint.
    copies: BTreeMap<String, usize>,
    rests: Assumptions,
}

impl Sarif {
    /// A renderer that knows the manual pages of all rules.
    #[must_use]
    pub fn new(pages: &[RulePage]) -> Sarif {
        Sarif {
            pages: pages.iter().map(|page| (page.code, rule(page))).collect(),
            rules: Vec::new(),
            index: BTreeMap::new(),
            tool: Value::Null,
            results: None,
            copies: BTreeMap::new(),
            rests: Assumptions::default(),
        }
    }

    fn push<'a>(
        &mut self,
        shown: impl Iterator<Item = Shown<'a>>,
        sources: &Sources,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(results) = &mut self.results else { return Ok(()) };
        for shown in shown {
            let print = fingerprint(&shown);
            let copy = self.copies.entry(print.clone()).or_default();
            *copy += 1;
            let mut result = result(&shown, sources);
            result["partialFingerprints"] = json!({ "assay/v1": format!("{print}/{copy}") });
            let code = shown.finding.code;
            if let Some(page) = self.pages.remove(&code) {
                self.index.insert(code, self.rules.len());
                self.rules.push(page);
            }
            if let Some(number) = self.index.get(&code) {
                result["ruleIndex"] = json!(number);
            }
            results.push(out, &result)?;
        }
        Ok(())
    }
}

impl Renderer for Sarif {
    fn start(&mut self, head: Head<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        let with = head.tool.with.iter();
        let extensions: Vec<Value> =
            with.map(|(name, version)| json!({ "name": name, "version": version })).collect();
        self.tool = json!({
            "driver": {
                "name": head.tool.name,
                "version": head.tool.version,
                "semanticVersion": head.tool.version,
            },
            "extensions": extensions,
        });
        let root = json!({ "ROOT": { "description": { "text": "where assay was started" } } });
        write!(out, "{{\n  \"$schema\": \"{SCHEMA}\",\n  \"version\": \"2.1.0\",\n  \"runs\": [\n    {{")?;
        for (name, value) in [("columnKind", &json!("unicodeCodePoints")), ("originalUriBaseIds", &root)] {
            pretty::line(out, 3)?;
            write!(out, "\"{name}\": ")?;
            pretty::value(out, value, 3)?;
            out.write_all(b",")?;
        }
        pretty::line(out, 3)?;
        out.write_all(b"\"results\": ")?;
        self.results = Some(Array::open(out, 3)?);
        self.push(Shown::faults(head.faults), sources, out)
    }

    fn pattern(&mut self, pattern: &PatternReport, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.rests.add(pattern);
        self.push(Shown::of_pattern(pattern), sources, out)
    }

    fn finish(&mut self, tail: Tail<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.push(Shown::of_tail(&tail), sources, out)?;
        if let Some(results) = self.results.take() {
            results.close(out)?;
        }
        // Behind the results, so that only their rules are listed.
        self.tool["driver"]["rules"] = Value::Array(std::mem::take(&mut self.rules));
        out.write_all(b",")?;
        pretty::line(out, 3)?;
        out.write_all(b"\"tool\": ")?;
        pretty::value(out, &self.tool, 3)?;
        out.write_all(b",")?;
        pretty::line(out, 3)?;
        out.write_all(b"\"properties\": ")?;
        pretty::value(out, &json!({ "summary": tail.summary, "assumptions": self.rests.assumptions }), 3)?;
        out.write_all(b"\n    }\n  ]\n}\n")
    }
}

fn rule(page: &RulePage) -> Value {
    let help = &page.text;
    let first = help.lines().skip_while(|line| line.starts_with("## ") || line.is_empty());
    let what: Vec<&str> = first.take_while(|line| !line.is_empty()).collect();
    json!({
        "id": page.code.code(),
        "shortDescription": { "text": page.title },
        "fullDescription": { "text": what.join(" ") },
        "help": { "text": help, "markdown": help },
    })
}

fn level(level: Severity) -> &'static str {
    match level {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn result(shown: &Shown<'_>, sources: &Sources) -> Value {
    let finding = shown.finding;
    // The schema refuses two equal entries, as two patterns of one name in a set would give.
    let mut seen = BTreeSet::new();
    let logical: Vec<Value> = shown
        .names
        .iter()
        .filter(|name| !name.is_empty() && seen.insert(**name))
        .map(|name| json!({ "name": name, "fullyQualifiedName": format!("@{name}"), "kind": "function" }))
        .collect();
    let mut location = place(&finding.at, sources);
    if !logical.is_empty() {
        location["logicalLocations"] = json!(logical);
    }
    let mut result = json!({
        "ruleId": finding.code.code(),
        "level": level(finding.level),
        "message": { "text": message(finding) },
        "locations": [location],
    });
    if finding.code == Rule::U010 && shown.pattern.is_some_and(|one| one.verdict == VerdictKind::WellFormed) {
        // Values that were not compared are for a person to look at; the standard has no level then.
        result["kind"] = json!("review");
        result["level"] = json!("none");
    }
    if finding.labels.len() > 1 {
        let steps: Vec<Value> = finding
            .labels
            .iter()
            .map(|label| {
                let mut at = place(&sources.locate(&finding.at.file, label.span.clone()), sources);
                let words = if label.text.is_empty() { &finding.message } else { &label.text };
                at["message"] = json!({ "text": words });
                json!({ "location": at, "importance": if label.primary { "essential" } else { "important" } })
            })
            .collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    if !finding.related.is_empty() {
        let related: Vec<Value> = finding
            .related
            .iter()
            .enumerate()
            .map(|(number, related)| {
                let mut at = place(&related.at, sources);
                at["id"] = json!(number);
                at["message"] = json!({ "text": related.message });
                at
            })
            .collect();
        result["relatedLocations"] = json!(related);
    }
    if let Some(fix) = &finding.fix {
        let mut files: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for edit in &fix.edits {
            files.entry(&edit.at.file).or_default().push(json!({
                "deletedRegion": region(&edit.at, sources),
                "insertedContent": { "text": edit.text },
            }));
        }
        let changes: Vec<Value> = files
            .into_iter()
            .map(|(file, edits)| json!({ "artifactLocation": artifact(file), "replacements": edits }))
            .collect();
        result["fixes"] = json!([{ "description": { "text": fix.title }, "artifactChanges": changes }]);
    }
    if let Some(accepted) = &finding.accepted {
        let kind = if accepted.place == AcceptedIn::Source { "inSource" } else { "external" };
        result["suppressions"] = json!([{ "kind": kind, "justification": accepted.reason }]);
    }
    let mut properties = json!({ "confirmed": finding.confirmation.how.word() });
    if let Some(pattern) = shown.pattern {
        properties["verdict"] = json!(pattern.verdict.word());
        if !pattern.assumptions.is_empty() {
            properties["assumptions"] = json!(pattern.assumptions);
        }
    }
    if let Some(evidence) = &finding.evidence {
        properties["evidence"] = json!(evidence);
    }
    result["properties"] = properties;
    result
}

/// The message with the witness, so that a viewer that shows only the message shows why.
fn message(finding: &Finding) -> String {
    let mut text = finding.message.clone();
    if let Some(witness) = &finding.witness {
        text.push_str("\n\n");
        text.push_str(witness::text(witness).trim_end());
    }
    text
}

/// What stays the same while code moves: the rule, the role of the place, and what the pattern says. A fault of a file
/// goes by the words of its message.
pub(super) fn fingerprint(shown: &Shown<'_>) -> String {
    let finding = shown.finding;
    match shown.pattern {
        Some(pattern) if !pattern.fingerprint.is_empty() => {
            format!("{}/{}", finding.code, pattern.fingerprint)
        }
        _ if !shown.names.is_empty() => format!("{}/{}", finding.code, shown.names.join(",")),
        _ => format!("{}/{}/{}", finding.code, finding.at.file, finding.message),
    }
}

fn place(at: &Location, sources: &Sources) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": artifact(&at.file),
            "region": region(at, sources),
        }
    })
}

fn region(at: &Location, sources: &Sources) -> Value {
    let mut region = json!({ "startLine": at.line, "startColumn": at.column });
    if let Some(text) = sources.text(&at.file) {
        let span = crate::sources::clamp(text, &at.span());
        let (line, column) = sources.position(&at.file, span.end);
        region["endLine"] = json!(line.max(at.line));
        region["endColumn"] = json!(if line > at.line { column } else { column.max(at.column) });
        region["snippet"] = json!({ "text": &text[span] });
    }
    region
}

fn artifact(file: &str) -> Value {
    let mut artifact = json!({ "uri": uri(file) });
    if !file.starts_with('/') {
        artifact["uriBaseId"] = json!("ROOT");
    }
    artifact
}

/// A path as a URI reference: what RFC 3986 does not allow in a path is percent-encoded.
fn uri(file: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::from(if file.starts_with('/') { "file://" } else { "" });
    let file = file.strip_prefix("./").unwrap_or(file);
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'/'
            | b'+'
            | b'@'
            | b'=' => {
                out.push(char::from(byte));
            }
            _ => write!(out, "%{byte:02X}").unwrap_or(()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("./a b/ü.mlir"), "a%20b/%C3%BC.mlir");
        assert_eq!(uri("/x/<stdin>"), "file:///x/%3Cstdin%3E");
    }
}
