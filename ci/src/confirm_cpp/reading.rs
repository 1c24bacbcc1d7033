//! The reading of a C++ body as something that runs: its paths in the order in which the body asks, so that the first one that
//! matches a program says what the body makes of it. Runs no process.

use assay_backend::natives::Summaries;
use assay_ir::data::{OpId, Program};
use assay_ir::pdl::Pattern;
use assay_ir::rewrite::{CompiledPattern, Options, PdlSemantics};
use assay_ir::spec::Registry;
use assay_ir::{text, wellformed};

/// The paths of a body and their near misses, as patterns.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// Everything that follows, in its order.
    pub(crate) program: Program,
    /// The matches of all paths, in order.
    pub(crate) decisions: Vec<Decision>,
    /// The paths that rewrite, each with its near misses.
    pub(crate) paths: Vec<ReadPath>,
    /// The class of the pattern; `None` of a folder.
    pub(crate) class: Option<String>,
    /// Integers of an open width are computed by native code, which speaks of no `index`.
    pub(crate) leaves_index_out: bool,
}

/// The match of a path.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    /// The pattern.
    pub(crate) pattern: OpId,
    /// The end of the path.
    pub(crate) end: End,
    /// The pattern has all conditions of the path.
    pub(crate) certain: bool,
}

/// The end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It rewrites as the path of this number does, from 0.
    Rewrites(usize),
    /// It changes nothing.
    Nothing,
    /// It was not read.
    Unread,
}

/// A path that rewrites.
#[derive(Clone, Debug)]
pub(crate) struct ReadPath {
    /// The pattern.
    pub(crate) pattern: OpId,
    /// For each condition its words, its line and the pattern without it.
    pub(crate) misses: Vec<(String, usize, OpId)>,
    /// The binary makes what was read: no function whose results differ by the library, no constant that its dialect cannot make.
    pub(crate) exact: bool,
}

/// The program that a body makes of another one, as it was read.
pub(crate) struct Expected {
    /// It; `None` where the body leaves the program as it is.
    pub(crate) after: Option<String>,
    /// The path, where one rewrites.
    pub(crate) path: Option<usize>,
    /// The decision that says so: several may rewrite as one path does.
    pub(crate) decision: usize,
    /// All conditions of the path are known to hold.
    pub(crate) certain: bool,
}

impl Reading {
    /// A pattern of it.
    pub(crate) fn pattern(&self, op: OpId) -> Pattern<'_> {
        Pattern { program: &self.program, op }
    }

    /// Tells if a pattern matches a program at an operation.
    pub(crate) fn matches(&self, pattern: OpId, program: &Program, at: OpId, registry: &Registry) -> bool {
        let natives = Summaries::new(registry);
        let options = options(registry, &natives);
        let compiled = CompiledPattern::new(self.pattern(pattern));
        compiled.is_ok_and(|compiled| {
            compiled.match_at(program, at, &options).is_some_and(|found| found.assumed.is_empty())
        })
    }

    /// The first decision that rewrites as the path of a number does.
    pub(crate) fn decision(&self, path: usize) -> Option<usize> {
        self.decisions.iter().position(|one| one.end == End::Rewrites(path))
    }

    /// The program that the body makes of one; `None` where the reading does not say.
    pub(crate) fn expected(&self, program: &mut Program, at: OpId, registry: &Registry) -> Option<Expected> {
        let matches = |one: &Decision| self.matches(one.pattern, program, at, registry);
        let decision = self.decisions.iter().position(matches)?;
        let first = &self.decisions[decision];
        let certain = first.certain;
        match first.end {
            End::Unread => None,
            End::Nothing => Some(Expected { after: None, path: None, decision, certain }),
            End::Rewrites(path) => {
                let natives = Summaries::new(registry);
                let options = options(registry, &natives);
                let compiled = CompiledPattern::new(self.pattern(self.paths[path].pattern)).ok()?;
                let found = compiled.match_at(program, at, &options)?;
                let after = program.tentatively(|program| {
                    compiled.apply(program, &found, &options).ok()?;
                    let in_order =
                        wellformed::check(program, registry, &wellformed::Options::default()).is_empty();
                    in_order.then(|| text::print(program, &Default::default()))
                })?;
                let certain = certain && self.paths[path].exact;
                Some(Expected { after: Some(after), path: Some(path), decision, certain })
            }
        }
    }
}

fn options<'a>(registry: &'a Registry, natives: &'a Summaries<'a>) -> Options<'a> {
    Options { registry: Some(registry), natives, meaning: PdlSemantics::Written, work: None }
}
