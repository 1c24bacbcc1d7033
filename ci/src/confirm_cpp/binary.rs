//! Programs through the driver of the real binary that runs one folder or pattern: folders alone, or one attempt of a pattern.
//! Knows no reading.

use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, MlirOpt, Outcome};

use crate::attempts;

/// Attempts of a pattern at one program that are looked at.
const ATTEMPTS: usize = 4;

/// The passes of a binary that run a folder or a pattern.
#[derive(Clone, Debug)]
pub(super) enum Driver {
    /// The canonicalizer without its patterns.
    Folding,
    /// A pass that tries the pattern of this class.
    Pattern { pass: Vec<String>, class: String },
}

/// The outcome of one program.
#[derive(Clone, Debug)]
pub(super) enum Ran {
    /// The program behind it, in generic form.
    Program(String),
    /// The binary never gets to the folder or pattern; why.
    NotTried(&'static str),
}

/// The pass that canonicalizes.
const CANONICALIZE: &str = "canonicalize";

impl Driver {
    /// One that tries a pattern at an operation of a program; `None` where no pass of the binary does. `class` is the class
    /// without its namespace and arguments.
    pub(super) fn of_class(
        opt: &MlirOpt,
        passes: &[String],
        class: &str,
        root: &str,
        program: &str,
    ) -> Option<Driver> {
        let dialect = root.split('.').next().unwrap_or(root);
        let near = |name: &&String| {
            *name == CANONICALIZE
                || name.split('-').any(|word| word == dialect) && !name.starts_with("test-print")
        };
        passes.iter().filter(near).find_map(|name| {
            let pass = vec![format!("--{name}")];
            let tried = attempts::tried(opt, program, &pass);
            let found =
                tried.into_iter().find(|one| unqualified(&one.pattern) == class && one.is_at(root))?;
            Some(Driver::Pattern { pass, class: found.pattern })
        })
    }

    /// The options of `mlir-opt` that run it.
    pub(super) fn options(&self) -> String {
        match self {
            Driver::Folding => format!("--{CANONICALIZE}"),
            Driver::Pattern { pass, .. } => pass.join(" "),
        }
    }

    /// The programs behind the driver. `plain` are the programs in generic form.
    pub(super) fn run(&self, opt: &MlirOpt, plain: &[&str], root: &str) -> Vec<Ran> {
        match self {
            Driver::Folding => self.alone(opt, plain).into_iter().map(folded).collect(),
            Driver::Pattern { pass, class } => {
                plain.iter().map(|text| attempted(opt, text, (pass, class, root))).collect()
            }
        }
    }

    /// Programs behind the rest of the driver: folding alone.
    pub(super) fn alone(&self, opt: &MlirOpt, texts: &[&str]) -> Vec<Option<String>> {
        let pass = match self {
            Driver::Folding => vec![format!("--{CANONICALIZE}")],
            Driver::Pattern { pass, .. } => pass.clone(),
        };
        through(opt, texts, &[pass, vec![attempts::counter(0, 0)]].concat())
    }

    /// Programs behind the whole driver.
    pub(super) fn whole(&self, opt: &MlirOpt, texts: &[&str]) -> Vec<Option<String>> {
        match self {
            Driver::Folding => self.alone(opt, texts),
            Driver::Pattern { pass, .. } => through(opt, texts, pass),
        }
    }
}

fn folded(text: Option<String>) -> Ran {
    text.map_or(Ran::NotTried("mlir-opt refuses the program"), Ran::Program)
}

/// The program behind the first attempt of a pattern that changes it, with no other pattern applied before.
fn attempted(opt: &MlirOpt, text: &str, (pass, class, root): (&[String], &str, &str)) -> Ran {
    let tried = attempts::tried(opt, text, pass);
    let mut places = (0..tried.len()).filter(|at| tried[*at].pattern == class && tried[*at].is_at(root));
    let Some(first) = places.next() else { return Ran::NotTried("the pattern is not tried at the program") };
    let before = match attempts::up_to(opt, text, pass, first) {
        Some(before) => before,
        // A conversion fails where it leaves the operation; before the first attempt it changes nothing.
        None if first == 0 => text.to_owned(),
        None => return Ran::NotTried("the pass does not end without the pattern"),
    };
    if before != text {
        return Ran::NotTried("another rewrite comes first");
    }
    for at in std::iter::once(first).chain(places).take(ATTEMPTS) {
        match attempts::up_to(opt, text, pass, at + 1) {
            Some(after) if after == before => {}
            Some(after) => return Ran::Program(after),
            None => return Ran::NotTried("the pass does not end behind the pattern"),
        }
    }
    Ran::Program(before)
}

/// Texts in generic form behind passes.
pub(super) fn through(opt: &MlirOpt, texts: &[&str], passes: &[String]) -> Vec<Option<String>> {
    let options = ParseOptions {
        generic: true,
        allow_unregistered: true,
        extra: passes.to_vec(),
        ..ParseOptions::default()
    };
    let mut batch = Batch::of_texts(opt, &options);
    texts.iter().for_each(|text| batch.push_text(text));
    let program = |outcome| match outcome {
        Outcome::Ok(text) => Some(text),
        _ => None,
    };
    batch.run().into_iter().map(program).collect()
}

/// A class without its namespaces and arguments.
pub(super) fn unqualified(class: &str) -> &str {
    let anonymous = "(anonymous namespace)::";
    let class = class.strip_prefix(anonymous).unwrap_or(class);
    let class = class.split('<').next().unwrap_or(class);
    class.rsplit("::").next().unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use super::unqualified;

    #[test]
    fn a_class_is_known_without_its_namespace_and_arguments() {
        assert_eq!(unqualified("(anonymous namespace)::AddIAddConstant"), "AddIAddConstant");
        assert_eq!(unqualified("mlir::Convert<mlir::arith::AddIOp, mlir::LLVM::AddOp>"), "Convert");
        assert_eq!(unqualified("Same<arith::AddIOp>"), "Same");
    }
}
