//! Certificates as text: one line for each sample list, known number, term, run and state.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use super::{Argument, Automaton, Case, Certificate, Flaw, Function, Run, Sort, Term};

/// The first line, with the version of the form.
const TITLE: &str = "assay certificate 1";

impl Display for Certificate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        for sample in &self.samples {
            writeln!(f, "sample{}", spaced(sample))?;
        }
        for case in &self.cases {
            writeln!(f, "case")?;
            for (name, width, value) in &case.known {
                writeln!(f, "known i{width} {value} {name}")?;
            }
            for question in &case.questions {
                writeln!(f, "terms")?;
                for (at, term) in question.iter().enumerate() {
                    writeln!(f, "{at}: {} {}{}", term.sort, term.function, spaced(&term.operands))?;
                }
            }
            match &case.argument {
                Argument::Ring => writeln!(f, "ring")?,
                Argument::Automaton(automaton) => {
                    writeln!(f, "automaton{}", spaced(&automaton.fixed))?;
                    for run in &automaton.runs {
                        writeln!(f, "run ={} ={}", bits(&run.comparisons), bits(&run.conditions))?;
                        for (phase, cells) in &run.states {
                            writeln!(f, "{phase} {cells:x}")?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl Display for Sort {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("bool"),
            Sort::Bits(width) => write!(f, "i{width}"),
        }
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Function::Variable(name) => write!(f, "variable {name}"),
            Function::Known(value) => write!(f, "{value}"),
            Function::Number(value) => write!(f, "number {value}"),
            Function::Extract(low) => write!(f, "extract:{low}"),
            Function::Named(name) => f.write_str(name),
        }
    }
}

fn spaced(list: &[impl Display]) -> String {
    list.iter().map(|one| format!(" {one}")).collect()
}

fn bits(list: &[bool]) -> String {
    list.iter().map(|bit| if *bit { '1' } else { '0' }).collect()
}

impl FromStr for Certificate {
    type Err = Flaw;

    fn from_str(text: &str) -> Result<Certificate, Flaw> {
        let mut certificate = Certificate::default();
        for (at, line) in text.lines().enumerate() {
            let flaw = |what: String| Flaw::Text { line: at + 1, what };
            if at == 0 {
                if line != TITLE {
                    return Err(flaw(format!("`{TITLE}` is expected")));
                }
                continue;
            }
            certificate.read(line).map_err(flaw)?;
        }
        Ok(certificate)
    }
}

impl Certificate {
    fn read(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let no_case = || format!("`{word}` is in no case");
        match word {
            "sample" => self.samples.push(numbers(rest)?),
            "case" => {
                self.cases.push(Case { known: Vec::new(), questions: Vec::new(), argument: Argument::Ring })
            }
            _ => self.cases.last_mut().ok_or_else(no_case)?.read(word, rest)?,
        }
        Ok(())
    }
}

impl Case {
    fn read(&mut self, word: &str, rest: &str) -> Result<(), String> {
        match word {
            "known" => {
                let mut parts = rest.splitn(3, ' ');
                let mut next = || parts.next().ok_or("a number is not whole");
                let (sort, value, name) = (sort(next()?)?, number(next()?)?, next()?.to_owned());
                let Sort::Bits(width) = sort else { return Err("a number has a width".to_owned()) };
                self.known.push((name, width, value));
            }
            "terms" => self.questions.push(Vec::new()),
            "ring" => self.argument = Argument::Ring,
            "automaton" => {
                let automaton = Automaton { fixed: numbers(rest)?, runs: Vec::new() };
                self.argument = Argument::Automaton(automaton);
            }
            "run" => {
                let (comparisons, conditions) = rest.split_once(' ').ok_or("a run has two lists of bits")?;
                let run = Run {
                    comparisons: bits_of(comparisons)?,
                    conditions: bits_of(conditions)?,
                    states: Vec::new(),
                };
                self.automaton()?.runs.push(run);
            }
            _ if word.ends_with(':') => {
                let question = self.questions.last_mut().ok_or("a term is in no list")?;
                let term = term(rest, question)?;
                question.push(term);
            }
            _ => {
                let phase = word.parse().map_err(|_| format!("`{word}` is no word of a certificate"))?;
                let cells = u64::from_str_radix(rest, 16).map_err(|_| format!("`{rest}` is no state"))?;
                let run = self.automaton()?.runs.last_mut().ok_or("a state is in no run")?;
                run.states.push((phase, cells));
            }
        }
        Ok(())
    }

    fn automaton(&mut self) -> Result<&mut Automaton, String> {
        match &mut self.argument {
            Argument::Automaton(automaton) => Ok(automaton),
            Argument::Ring => Err("a run or a state is of an automaton".to_owned()),
        }
    }
}

/// The term of a line, behind terms before it.
fn term(line: &str, before: &[Term]) -> Result<Term, String> {
    let mut parts = line.splitn(3, ' ');
    let sort = sort(parts.next().unwrap_or_default())?;
    let word = parts.next().ok_or("a term has a function")?;
    let rest = parts.next().unwrap_or_default();
    let (function, operands) = match word {
        "variable" => (Function::Variable(rest.to_owned()), Vec::new()),
        "number" => (Function::Number(number(rest)?), Vec::new()),
        "true" | "false" => (Function::Known(word == "true"), Vec::new()),
        _ => {
            let function = match word.strip_prefix("extract:") {
                Some(low) => Function::Extract(number(low)?),
                None => Function::Named(word.to_owned()),
            };
            (function, numbers(rest)?)
        }
    };
    let term = Term { sort, function, operands };
    if term.fits(before) { Ok(term) } else { Err(format!("`{line}` is not of its sort")) }
}

impl Term {
    /// True if the operands come before and have the sorts that the function takes.
    pub(super) fn fits(&self, before: &[Term]) -> bool {
        let Some(sorts) = self.operands.iter().map(|at| before.get(*at)).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let sorts: Vec<Sort> = sorts.into_iter().map(|term| term.sort).collect();
        let same = |list: &[Sort]| list.windows(2).all(|pair| pair[0] == pair[1]);
        match (&self.function, self.sort, &sorts[..]) {
            (Function::Variable(_), _, []) | (Function::Known(_), Sort::Bool, []) => true,
            (Function::Number(value), Sort::Bits(width), []) => {
                (1..=128).contains(&width) && value >> (width - 1) <= 1
            }
            (Function::Extract(low), Sort::Bits(width), [Sort::Bits(of)]) => {
                low.checked_add(width).is_some_and(|high| high <= *of)
            }
            (Function::Named(name), sort, sorts) => match (name.as_str(), sort, sorts) {
                ("not", Sort::Bool, [Sort::Bool]) => true,
                ("and" | "or", Sort::Bool, [Sort::Bool, Sort::Bool]) => true,
                ("=", Sort::Bool, [a, b]) => a == b,
                ("ite", sort, [Sort::Bool, a, b]) => *a == sort && *b == sort,
                ("bvult" | "bvule" | "bvslt" | "bvsle", Sort::Bool, [a @ Sort::Bits(_), b]) => a == b,
                ("zero_extend" | "sign_extend", Sort::Bits(width), [Sort::Bits(of)]) => *of <= width,
                (name, Sort::Bits(_), [a, _]) => {
                    const ARITHMETIC: [&str; 13] = [
                        "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvand", "bvor",
                        "bvxor", "bvshl", "bvlshr", "bvashr",
                    ];
                    ARITHMETIC.contains(&name) && *a == sort && same(sorts)
                }
                _ => false,
            },
            _ => false,
        }
    }
}

fn sort(word: &str) -> Result<Sort, String> {
    match word.strip_prefix('i') {
        Some(width) => Ok(Sort::Bits(number(width)?)),
        None if word == "bool" => Ok(Sort::Bool),
        None => Err(format!("`{word}` is no sort")),
    }
}

fn number<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

fn numbers<T: FromStr>(words: &str) -> Result<Vec<T>, String> {
    words.split_whitespace().map(number).collect()
}

fn bits_of(word: &str) -> Result<Vec<bool>, String> {
    let bits = word.strip_prefix('=').ok_or_else(|| format!("`{word}` is no list of bits"))?;
    let bit = |letter: char| match letter {
        '0' => Ok(false),
        '1' => Ok(true),
        _ => Err(format!("`{word}` is no list of bits")),
    };
    bits.chars().map(bit).collect()
}
