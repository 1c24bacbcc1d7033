//! A generated pattern, read, with the payloads that it meets. Ties the generators to the engine; judges nothing.

use std::sync::Arc;

use arbitrary::Unstructured;
use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::pdl::{Pattern, patterns, validate};
use assay_ir::rewrite::CompiledPattern;
use assay_ir::spec::Registry;
use assay_ir::text;

use crate::config::{Config, PayloadConfig};
use crate::execute::{Run, apply_at, is_wellformed};
use crate::generate::payload::{self, Payload, Placement};
use crate::generate::vocabulary::Words;
use crate::generate::{Dice, Odometer, bytes, pattern};
use crate::outcome::Outcome;

/// What patterns and payloads are made in.
#[derive(Debug)]
pub struct World {
    /// The dialects.
    pub registry: Registry,
    /// The vocabulary in the context of the registry.
    pub words: Words,
}

impl World {
    /// The built-in dialects in a context of their own. What is read stays in a context: take a new world now and then.
    pub fn new() -> World {
        let ctx = Context::new();
        World { registry: assay_corpus::load_builtin(&ctx), words: Words::new(&ctx) }
    }

    /// The context.
    pub fn ctx(&self) -> &Arc<Context> {
        self.registry.ctx()
    }
}

impl Default for World {
    fn default() -> World {
        World::new()
    }
}

/// A generated pattern.
#[derive(Debug)]
pub struct Subject {
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

impl Subject {
    /// Makes and reads a pattern.
    pub fn new(world: &World, config: &Config, bytes: &mut Unstructured<'_>) -> Subject {
        Subject::of_sketch(world, pattern::sketch(&config.pattern, bytes))
    }

    /// Reads a sketch.
    pub fn of_sketch(world: &World, sketch: pattern::Sketch) -> Subject {
        let text = pattern::text(&sketch);
        let parsed = text::parse(world.ctx(), &Source::new("pattern", text.as_str()));
        let reads = parsed.diagnostics.is_empty();
        let mut subject = Subject { sketch, text, program: parsed.program, valid: false, reads };
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

    /// Payloads and what becomes of the pattern on them: first, where asked for, every layout up to a number, then
    /// layouts from bytes. Layouts that contradict themselves are passed over.
    pub fn trials(&self, world: &World, config: &PayloadConfig, seed: u64) -> Vec<Trial> {
        let Some(pattern) = self.pattern().filter(|_| self.valid) else { return Vec::new() };
        let Ok(compiled) = CompiledPattern::new(pattern) else { return Vec::new() };
        let mut out = Vec::new();
        let mut attempt = |built: Result<Payload, payload::Cannot>| {
            let Ok(payload) = built else { return };
            if !is_wellformed(&payload.program, &world.registry) {
                return;
            }
            let Some(anchor) = self.anchor(&compiled, &payload) else { return };
            let runs = apply_at(&compiled, &payload.program, anchor, &world.registry);
            out.push(Trial { payload, anchor, runs });
        };
        if config.exhaustive > 0 {
            let mut odometer = Odometer::new();
            for _ in 0..config.exhaustive {
                attempt(self.build(world, config, &mut odometer));
                if !odometer.advance() {
                    break;
                }
            }
        }
        for layout in 0..config.layouts as u64 {
            let noise = bytes(seed_of(seed, layout), 160);
            attempt(self.build(world, config, &mut Dice(&mut Unstructured::new(&noise))));
        }
        out
    }

    fn build<C: crate::generate::Choose>(
        &self,
        world: &World,
        config: &PayloadConfig,
        dice: &mut C,
    ) -> Result<Payload, payload::Cannot> {
        payload::build(&self.sketch, world.ctx(), &world.words, config, dice)
    }
}
