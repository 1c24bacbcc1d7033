//! A generated pattern, read, with the payloads that it meets. Ties the generators to the engine; judges nothing.

use std::ops::ControlFlow;
use std::sync::Arc;

use arbitrary::Unstructured;
use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::pdl::{Pattern, patterns, validate};
use assay_ir::rewrite::CompiledPattern;
use assay_ir::spec::Registry;
use assay_ir::text;
use assay_verifier::meanings;

use crate::config::{Config, PayloadConfig};
use crate::execute::{Run, apply_at, is_wellformed};
use crate::generate::payload::{self, Payload, Placement};
use crate::generate::vocabulary::Vocabulary;
use crate::generate::{ChoiceEnumerator, ChoiceSource, bytes, pattern};
use crate::outcome::Outcome;

/// What patterns and payloads are made in.
#[derive(Debug)]
pub struct FuzzContext {
    /// The dialects.
    pub registry: Registry,
    /// The vocabulary in the context of the registry.
    pub words: Vocabulary,
}

impl FuzzContext {
    /// The built-in dialects in a context of their own. What is read stays in a context: take a new world now and then.
    pub fn new() -> FuzzContext {
        FuzzContext::describing(&[])
    }

    /// The same with meanings that users bring; a text with mistakes describes nothing.
    pub fn describing(meanings: &[Arc<Source>]) -> FuzzContext {
        let ctx = Context::new();
        let mut registry = assay_corpus::load_builtin(&ctx);
        for source in meanings {
            let parsed = text::parse(&ctx, source);
            if parsed.diagnostics.is_empty() {
                meanings::load(&parsed.program, &mut registry);
            }
        }
        FuzzContext { registry, words: Vocabulary::new(&ctx) }
    }

    /// The context.
    pub fn ctx(&self) -> &Arc<Context> {
        self.registry.ctx()
    }
}

impl Default for FuzzContext {
    fn default() -> FuzzContext {
        FuzzContext::new()
    }
}

/// A generated pattern.
#[derive(Debug)]
pub struct GeneratedPattern {
    /// As it was made.
    pub sketch: pattern::Sketch,
    /// Its text.
    pub text: String,
    /// The text, read.
    pub program: Program,
    /// Whether it keeps PDL's own rules.
    pub valid: bool,
    /// Whether the reader had nothing to say.
    pub reads: bool,
}

/// One program that a pattern was applied to.
#[derive(Debug)]
pub struct Trial {
    /// The program before.
    pub payload: Payload,
    /// Where matching started.
    pub anchor: OpId,
    /// One application for each match.
    pub runs: Vec<Run>,
}

impl Trial {
    /// The worst of the applications: one that breaks a structure rule before any other.
    pub fn outcome(&self) -> Outcome {
        let rank = |outcome: &Outcome| (outcome.breaks_structure(), outcome.rule().is_some());
        self.runs.iter().map(|run| run.outcome).max_by_key(rank).unwrap_or(Outcome::NeverMatched)
    }

    /// Whether handles, or a handle and an operand, are one here, or one operation holds another.
    pub fn is_special(&self) -> bool {
        let special = [Placement::SameOp, Placement::SameValue, Placement::Contained];
        special.iter().any(|placement| self.payload.is(*placement))
    }
}

/// The seed of one item of a campaign: far from those of its neighbours.
pub fn seed_of(seed: u64, index: u64) -> u64 {
    let mixed = bytes(seed ^ index.wrapping_mul(0xD134_2543_DE82_EF95), 8);
    u64::from_le_bytes(mixed.try_into().unwrap_or_default())
}

impl GeneratedPattern {
    /// Makes and reads a pattern.
    pub fn new(world: &FuzzContext, config: &Config, bytes: &mut Unstructured<'_>) -> GeneratedPattern {
        GeneratedPattern::of_sketch(world, pattern::sketch(&config.pattern, bytes))
    }

    /// Reads a sketch.
    pub fn of_sketch(world: &FuzzContext, sketch: pattern::Sketch) -> GeneratedPattern {
        let text = pattern::text(&sketch);
        let parsed = text::parse(world.ctx(), &Source::new("pattern", text.as_str()));
        let reads = parsed.diagnostics.is_empty();
        let mut subject = GeneratedPattern { sketch, text, program: parsed.program, valid: false, reads };
        subject.valid =
            reads && subject.pattern().is_some_and(|found| validate(found, Some(&world.registry)).is_empty());
        subject
    }

    /// The pattern; nothing when its text does not read.
    pub fn pattern(&self) -> Option<Pattern<'_>> {
        patterns(&self.program).first().copied()
    }

    /// The payload operation at which matching starts.
    pub fn anchor(&self, compiled: &CompiledPattern<'_>, payload: &Payload) -> Option<OpId> {
        let pattern = self.pattern()?;
        let node = pattern.operations().position(|operation| operation.op == compiled.anchor())?;
        payload.ops.get(node).copied()
    }

    /// Payloads and what becomes of the pattern on them, from bytes. Layouts that contradict themselves are passed over.
    pub fn trials(&self, world: &FuzzContext, config: &PayloadConfig, seed: u64) -> Vec<Trial> {
        let Some(compiled) = self.compiled() else { return Vec::new() };
        let of = |layout: u64| {
            let noise = bytes(seed_of(seed, layout), 160);
            self.attempt(world, config, &compiled, &mut ChoiceSource(&mut Unstructured::new(&noise)))
        };
        (0..config.layouts as u64).filter_map(of).collect()
    }

    /// Every layout in which few choices are not the simplest one ([`PayloadConfig::exhaustive`]), to the end or until
    /// the visitor has enough. The number of layouts, those that contradict themselves left out.
    pub fn exhaust(
        &self,
        world: &FuzzContext,
        config: &PayloadConfig,
        visit: &mut dyn FnMut(Trial) -> ControlFlow<()>,
    ) -> usize {
        let Some(compiled) = self.compiled() else { return 0 };
        let mut odometer = ChoiceEnumerator::bounded(config.exhaustive);
        let mut layouts = 0;
        loop {
            if let Some(trial) = self.attempt(world, config, &compiled, &mut odometer) {
                layouts += 1;
                if visit(trial).is_break() {
                    return layouts;
                }
            }
            if !odometer.advance() {
                return layouts;
            }
        }
    }

    /// The pattern ready to match; nothing when PDL's rules or MLIR's lowering refuse it.
    fn compiled(&self) -> Option<CompiledPattern<'_>> {
        CompiledPattern::new(self.pattern().filter(|_| self.valid)?).ok()
    }

    fn attempt<C: crate::generate::Choose>(
        &self,
        world: &FuzzContext,
        config: &PayloadConfig,
        compiled: &CompiledPattern<'_>,
        dice: &mut C,
    ) -> Option<Trial> {
        let payload = self.build(world, config, dice).ok()?;
        if !is_wellformed(&payload.program, &world.registry) {
            return None;
        }
        let anchor = self.anchor(compiled, &payload)?;
        let runs = apply_at(compiled, &payload.program, anchor, &world.registry);
        Some(Trial { payload, anchor, runs })
    }

    fn build<C: crate::generate::Choose>(
        &self,
        world: &FuzzContext,
        config: &PayloadConfig,
        dice: &mut C,
    ) -> Result<Payload, payload::Cannot> {
        payload::build(&self.sketch, world.ctx(), &world.words, config, dice)
    }
}
