//! A pattern under judgement: decoded and compiled once, on first use, for all stages and replays. Forms no verdict.

use std::cell::OnceCell;
use std::sync::Arc;

use assay_ir::data::{OpId, Program};
use assay_ir::pdl::Pattern;
use assay_ir::rewrite::{Code, CompiledPattern, Unmatchable};
use assay_ir::spec::Registry;

use super::decode::{Instances, Lengths, Unnamed, decode_with, instances_within, simplest};
use super::model::Model;
use crate::limits::{Account, Limits, Resource};
use crate::verdict::{UNTRIED, Unknown};

/// A pattern with what its stages read of it.
#[derive(Debug)]
pub struct AnalyzedPattern<'a> {
    /// The program that holds the pattern.
    pub program: &'a Program,
    /// The `pdl.pattern`; it has passed PDL's own static rules.
    pub pattern: OpId,
    /// Known dialects, in the context of the program.
    pub registry: &'a Registry,
    code: OnceCell<Result<Arc<Code>, Unmatchable>>,
    instances: [OnceCell<Result<Instances, Unknown>>; 3],
    plainest: OnceCell<Result<Model, Unknown>>,
    account: Account,
}

impl<'a> AnalyzedPattern<'a> {
    /// A pattern of a program; nothing is read yet.
    pub fn new(program: &'a Program, pattern: OpId, registry: &'a Registry) -> AnalyzedPattern<'a> {
        AnalyzedPattern {
            program,
            pattern,
            registry,
            code: OnceCell::new(),
            instances: Default::default(),
            plainest: OnceCell::new(),
            account: Account::new(Limits::default()),
        }
    }

    /// The same pattern under other limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> AnalyzedPattern<'a> {
        AnalyzedPattern { account: Account::new(limits), ..self }
    }

    /// The resources that the pattern took, and the rest.
    pub fn account(&self) -> &Account {
        &self.account
    }

    /// The typed view of the pattern.
    pub fn view(&self) -> Pattern<'a> {
        Pattern { program: self.program, op: self.pattern }
    }

    /// The pattern, prepared for matching.
    ///
    /// # Errors
    /// When MLIR cannot lower the pattern.
    pub fn compiled(&self) -> Result<CompiledPattern<'a>, &Unmatchable> {
        let compile = || CompiledPattern::new(self.view()).map(|compiled| Arc::clone(compiled.code()));
        let code = self.code.get_or_init(compile).as_ref()?;
        Ok(CompiledPattern::with_code(self.view(), Arc::clone(code)))
    }

    /// The models of the pattern, with operations without a name read as `unnamed`.
    ///
    /// # Errors
    /// The first construct that is not analysed.
    pub fn instances(&self, unnamed: Unnamed) -> Result<&Instances, Unknown> {
        let cell = match unnamed {
            Unnamed::Plain => &self.instances[0],
            Unnamed::Grouped => &self.instances[1],
            Unnamed::Defined => &self.instances[2],
        };
        let decode = || instances_within(self.program, self.registry, self.pattern, unnamed, &self.account);
        cell.get_or_init(decode).as_ref().map_err(Unknown::clone)
    }

    /// The model with the plainest lengths that do not contradict themselves.
    ///
    /// # Errors
    /// The first construct that is not analysed.
    pub fn plainest(&self) -> Result<&Model, Unknown> {
        if let Ok(Instances { models, complete: true, .. }) = self.instances(Unnamed::Plain)
            && let [only] = models.as_slice()
        {
            return Ok(only);
        }
        let decode = || simplest(self.program, self.registry, self.pattern);
        self.plainest.get_or_init(decode).as_ref().map_err(Unknown::clone)
    }

    /// That not all lengths of the ranges of the pattern were tried.
    pub fn untried(&self) -> Unknown {
        if self.account.is_spent(Resource::Models) {
            return Unknown::Limit(Resource::Models);
        }
        Unknown::Unsupported { what: UNTRIED.to_owned(), span: self.program.op(self.pattern).span }
    }

    /// The model with ranges of these lengths; ranges that are not named are empty.
    ///
    /// # Errors
    /// The first construct that is not analysed.
    pub fn at_lengths(&self, lengths: &Lengths) -> Result<Model, Unknown> {
        decode_with(self.program, self.registry, self.pattern, lengths)
    }
}
