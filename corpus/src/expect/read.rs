//! The reader of `.expect` files: every mistake with its line, and every statement that could be read.

use super::{
    Expectation, ExpectedVerdict, MlirOutcome, Observation, Outcome, Statement, SubsetQuestion, TextCheck,
    tokens,
};

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1.
    pub line: u32,
    /// What is wrong with it.
    pub message: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Reads a whole file.
///
/// # Errors
/// All lines that are no statement; the statements of the other lines are then not returned.
pub fn read(text: &str) -> Result<Vec<Statement>, Vec<ReadError>> {
    let (mut statements, mut errors) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            continue;
        }
        match tokens::split(text).and_then(|words| statement(&words)) {
            Ok(expectation) => statements.push(Statement { line, expectation }),
            Err(message) => errors.push(ReadError { line, message }),
        }
    }
    if errors.is_empty() { Ok(statements) } else { Err(errors) }
}

type Read<T> = Result<T, String>;

/// The words of a line that were not read yet.
struct Tokens<'a> {
    rest: &'a [String],
}

impl<'a> Tokens<'a> {
    fn next(&mut self, what: &str) -> Read<&'a str> {
        let (first, rest) = self.rest.split_first().ok_or_else(|| format!("{what} is missing"))?;
        self.rest = rest;
        Ok(first)
    }

    fn peek(&self) -> Option<&'a str> {
        self.rest.first().map(String::as_str)
    }

    fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    fn keyword(&mut self, wanted: &str) -> Read<()> {
        match self.next(&format!("`{wanted}`"))? {
            word if word == wanted => Ok(()),
            word => Err(format!("expected `{wanted}`, found `{word}`")),
        }
    }

    fn symbol(&mut self) -> Read<String> {
        let word = self.next("a name")?;
        let name = word.strip_prefix('@').filter(|name| !name.is_empty() && !name.contains(','));
        name.map(str::to_owned).ok_or_else(|| format!("`{word}` is no `@NAME`"))
    }

    fn symbols(&mut self) -> Read<Vec<String>> {
        let word = self.next("a list of names")?;
        let name = |part: &str| part.strip_prefix('@').filter(|name| !name.is_empty()).map(str::to_owned);
        let names: Option<Vec<String>> = word.split(',').map(name).collect();
        names.ok_or_else(|| format!("`{word}` is no list `@NAME,@NAME`"))
    }

    fn number(&mut self, what: &str) -> Read<u32> {
        let word = self.next(what)?;
        word.parse().ok().filter(|number| *number > 0).ok_or_else(|| format!("`{word}` is no {what}"))
    }

    fn line(&mut self) -> Read<u32> {
        self.keyword("line")?;
        self.number("line number")
    }

    fn outcomes(&mut self, what: &str) -> Read<Vec<Outcome>> {
        let word = self.next(what)?;
        word.split(',').map(outcome).collect()
    }

    fn end(&self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` does not belong here")),
        }
    }

    fn all(&mut self) -> Vec<String> {
        std::mem::take(&mut self.rest).to_vec()
    }
}

fn statement(words: &[String]) -> Read<Expectation> {
    let mut words = Tokens { rest: words };
    let key = words.next("a statement")?;
    let expectation = match key {
        "verdict" => verdict_statement(&mut words),
        "stage" => stage(&mut words),
        "scope" => Ok(Expectation::Scope { pattern: words.symbol()?, words: words.all() }),
        "lint" => lint(&mut words),
        "set" => {
            Ok(Expectation::Set { patterns: words.symbols()?, verdict: verdict(words.next("a verdict")?)? })
        }
        "cex" => counterexample(&mut words),
        "assignment" => assignment(&mut words),
        "hazard" => {
            Ok(Expectation::Hazard { pattern: words.symbol()?, hazard: words.next("a hazard")?.to_owned() })
        }
        "profile" => Ok(Expectation::Profile(words.next("a profile")?.to_owned())),
        "meanings" => Ok(Expectation::Meanings(words.next("a file")?.to_owned())),
        "check_subset" => {
            let question = subset_question(&mut words)?;
            Ok(Expectation::CheckSubset { question, assignment: words.all() })
        }
        "script" => script(&mut words),
        _ => observation(key, &mut words).map(Expectation::Mlir),
    }?;
    words.end()?;
    Ok(expectation)
}

fn observation(key: &str, words: &mut Tokens<'_>) -> Read<Observation> {
    match key {
        "irdl" => Ok(Observation::Irdl { file: words.next("a file")?.to_owned() }),
        "run" => run(words),
        "load" => load(words),
        "subset" => subset(words),
        "eval" => eval(words),
        "opt" => opt(words),
        _ => Err(format!("`{key}` is no statement")),
    }
}

fn verdict_statement(words: &mut Tokens<'_>) -> Read<Expectation> {
    let pattern = words.symbol()?;
    let verdict = verdict(words.next("a verdict")?)?;
    let line = if words.is_empty() { None } else { Some(words.line()?) };
    Ok(Expectation::Verdict { pattern, verdict, line })
}

fn stage(words: &mut Tokens<'_>) -> Read<Expectation> {
    let pattern = words.symbol()?;
    let stage = words.next("a stage")?.to_owned();
    Ok(Expectation::Stage { pattern, stage, verdict: verdict(words.next("a verdict")?)? })
}

fn lint(words: &mut Tokens<'_>) -> Read<Expectation> {
    let pattern = words.symbol()?;
    let code = code(words.next("a rule code")?)?;
    Ok(Expectation::Lint { pattern, code, line: words.line()? })
}

fn counterexample(words: &mut Tokens<'_>) -> Read<Expectation> {
    let pattern = words.symbol()?;
    let code = code(words.next("a rule code")?)?;
    words.keyword("in")?;
    let inputs = words.outcomes("a list of inputs")?;
    let mut flags = Vec::new();
    if words.peek() == Some("flags") {
        words.keyword("flags")?;
        for part in words.next("a list of flags")?.split(',') {
            let (name, value) = pair(part)?;
            let name = name.strip_prefix('%').ok_or_else(|| format!("`{name}` is no `%NAME`"))?;
            flags.push((name.to_owned(), value.to_owned()));
        }
    }
    let (before, after) = before_and_after(words)?;
    Ok(Expectation::Counterexample { pattern, code, inputs, flags, before, after })
}

fn before_and_after(words: &mut Tokens<'_>) -> Read<(Vec<Outcome>, Vec<Outcome>)> {
    words.keyword("before")?;
    let before = words.outcomes("a list of results")?;
    words.keyword("after")?;
    Ok((before, words.outcomes("a list of results")?))
}

fn assignment(words: &mut Tokens<'_>) -> Read<Expectation> {
    let pattern = words.symbol()?;
    let parts = words.all();
    let types = parts.iter().map(|part| pair(part).map(|(name, ty)| (name.to_owned(), ty.to_owned())));
    Ok(Expectation::Assignment { pattern, types: types.collect::<Read<_>>()? })
}

fn subset_question(words: &mut Tokens<'_>) -> Read<SubsetQuestion> {
    let (dialect, left, right) = (words.symbol()?, words.symbol()?, words.symbol()?);
    let holds = match words.next("`holds` or `fails`")? {
        "holds" => true,
        "fails" => false,
        other => return Err(format!("`{other}` is neither `holds` nor `fails`")),
    };
    Ok(SubsetQuestion { dialect, left, right, holds })
}

fn script(words: &mut Tokens<'_>) -> Read<Expectation> {
    let finding = words.next("a finding")?;
    if finding == "clean" {
        return Ok(Expectation::ScriptClean);
    }
    let operation = match words.peek() {
        Some("line") | None => None,
        Some(_) => Some(words.next("an operation")?.to_owned()),
    };
    let line = words.line()?;
    let cause = match words.peek() {
        Some("consumed" | "removed") => {
            words.next("a cause")?;
            Some(words.number("line number")?)
        }
        _ => None,
    };
    Ok(Expectation::Script { finding: finding.to_owned(), operation, line, cause })
}

fn run(words: &mut Tokens<'_>) -> Read<Observation> {
    let patterns = words.symbols()?;
    let file = words.next("a payload")?.to_owned();
    let outcomes = words.next("an outcome")?.split('|').map(mlir_outcome).collect::<Read<_>>()?;
    let (mut still_marked, mut texts) = (false, Vec::new());
    while let Some(word) = words.peek() {
        if word == "still-marked" {
            words.next("a word")?;
            still_marked = true;
        } else {
            texts.push(text_check(words)?);
        }
    }
    Ok(Observation::Run { patterns, file, outcomes, still_marked, texts })
}

fn load(words: &mut Tokens<'_>) -> Read<Observation> {
    let pattern = words.symbol()?;
    let rejected = match words.next("`accepted` or `rejected`")? {
        "accepted" => None,
        "rejected" => Some(words.next("a message")?.to_owned()),
        other => return Err(format!("`{other}` is neither `accepted` nor `rejected`")),
    };
    Ok(Observation::Load { pattern, rejected })
}

fn subset(words: &mut Tokens<'_>) -> Read<Observation> {
    let question = subset_question(words)?;
    let file = words.next("a payload")?.to_owned();
    let text = if words.is_empty() { None } else { Some(words.next("a message")?.to_owned()) };
    Ok(Observation::Subset { question, file, text })
}

fn eval(words: &mut Tokens<'_>) -> Read<Observation> {
    let pattern = words.symbol()?;
    let file = words.next("a payload")?.to_owned();
    let inputs = words.outcomes("a list of inputs")?;
    let (before, after) = before_and_after(words)?;
    Ok(Observation::Eval { pattern, file, inputs, before, after })
}

fn opt(words: &mut Tokens<'_>) -> Read<Observation> {
    let file = words.next("a file")?.to_owned();
    let flags = words.next("flags")?.split_whitespace().map(str::to_owned).collect();
    let outcome = words.next("an outcome")?.to_owned();
    let mut texts = Vec::new();
    while !words.is_empty() {
        texts.push(text_check(words)?);
    }
    Ok(Observation::Opt { file, flags, outcome, texts })
}

fn text_check(words: &mut Tokens<'_>) -> Read<TextCheck> {
    let word = words.next("a text")?;
    Ok(match word {
        "contains" => TextCheck::Contains(unescape(words.next("a text")?)),
        "lacks" => TextCheck::Lacks(unescape(words.next("a text")?)),
        message => TextCheck::Message(unescape(message)),
    })
}

fn unescape(text: &str) -> String {
    text.replace("\\n", "\n")
}

fn mlir_outcome(word: &str) -> Read<MlirOutcome> {
    Ok(match word {
        "valid" => MlirOutcome::Valid,
        "nomatch" => MlirOutcome::NoMatch,
        "silent" => MlirOutcome::Silent,
        "verifier-error" => MlirOutcome::VerifierError,
        "crash" => MlirOutcome::Crash,
        "hang" => MlirOutcome::Hang,
        _ => return Err(format!("`{word}` is no outcome")),
    })
}

fn outcome(word: &str) -> Read<Outcome> {
    match word {
        "poison" => Ok(Outcome::Poison),
        "UB" => Ok(Outcome::UndefinedBehaviour),
        number => number.parse().map(Outcome::Number).map_err(|_| format!("`{number}` is no number")),
    }
}

fn verdict(word: &str) -> Read<ExpectedVerdict> {
    let (name, argument) = match word.split_once('(') {
        Some((name, rest)) => {
            let argument = rest.strip_suffix(')').ok_or_else(|| format!("`{word}` lacks a `)`"))?;
            (name, Some(argument))
        }
        None => (word, None),
    };
    let codes = |text: &str| text.split('|').map(code).collect::<Read<Vec<_>>>();
    match (name, argument) {
        ("proved", None) => Ok(ExpectedVerdict::Proved),
        ("bounded", None) => Ok(ExpectedVerdict::Bounded),
        ("well-formed", None) => Ok(ExpectedVerdict::WellFormed),
        ("vacuous", None) => Ok(ExpectedVerdict::Vacuous),
        ("malformed", None) => Ok(ExpectedVerdict::Malformed(Vec::new())),
        ("malformed", Some(text)) => codes(text).map(ExpectedVerdict::Malformed),
        ("refuted", Some(text)) => codes(text).map(ExpectedVerdict::Refuted),
        ("unknown", Some(class)) => Ok(ExpectedVerdict::Unknown(class.to_owned())),
        _ => Err(format!("`{word}` is no verdict")),
    }
}

/// A letter and three digits, such as `S103`.
fn code(word: &str) -> Read<String> {
    let is_code = word.len() == 4
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word[1..].bytes().all(|b| b.is_ascii_digit());
    if is_code { Ok(word.to_owned()) } else { Err(format!("`{word}` is no rule code")) }
}

fn pair(word: &str) -> Read<(&str, &str)> {
    word.split_once('=').ok_or_else(|| format!("`{word}` is no NAME=VALUE"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Expectation {
        match read(line) {
            Ok(mut statements) if statements.len() == 1 => statements.remove(0).expectation,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_verdict_has_codes_and_a_line() {
        let verdict = ExpectedVerdict::Refuted(vec!["S103".into(), "S107".into()]);
        let expected = Expectation::Verdict { pattern: "p".into(), verdict, line: Some(7) };
        assert_eq!(one("verdict @p refuted(S103|S107) line 7"), expected);
    }

    #[test]
    fn a_counterexample_has_words_among_its_numbers() {
        let expected = Expectation::Counterexample {
            pattern: "p".into(),
            code: "V303".into(),
            inputs: vec![Outcome::Number(-1), Outcome::Poison],
            flags: vec![("f".into(), "nsw".into())],
            before: vec![Outcome::Number(0)],
            after: vec![Outcome::UndefinedBehaviour],
        };
        assert_eq!(one("cex @p V303 in -1,poison flags %f=nsw before 0 after UB"), expected);
    }

    #[test]
    fn stages_and_scopes_are_statements_too() {
        let stage = Expectation::Stage {
            pattern: "p".into(),
            stage: "types".into(),
            verdict: ExpectedVerdict::Proved,
        };
        assert_eq!(one("stage @p types proved"), stage);
        let scope = Expectation::Scope { pattern: "p".into(), words: vec!["termination".into()] };
        assert_eq!(one("scope @p termination"), scope);
    }

    #[test]
    fn a_run_names_texts() {
        let expected = Observation::Run {
            patterns: vec!["a".into(), "b".into()],
            file: "f.mlir".into(),
            outcomes: vec![MlirOutcome::Crash, MlirOutcome::VerifierError],
            still_marked: true,
            texts: vec![TextCheck::Message("a\nb".into()), TextCheck::Lacks("x".into())],
        };
        let line = r#"run @a,@b f.mlir crash|verifier-error still-marked "a\nb" lacks "x""#;
        assert_eq!(one(line), Expectation::Mlir(expected));
    }

    #[test]
    fn every_wrong_line_is_an_error_with_its_number() {
        let text =
            "# fine\nverdict p proved\n\nfoo\nverdict @p perhaps\nlint @p S102 line 0\nprofile regions x\n";
        let errors = read(text).unwrap_err();
        assert_eq!(errors.iter().map(|error| error.line).collect::<Vec<_>>(), [2, 4, 5, 6, 7]);
    }
}
