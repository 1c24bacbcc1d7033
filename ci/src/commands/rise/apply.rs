//! `assay apply RULES.rise --to F.rise --strategy S#NAME`: rules as steps of a strategy on a definition. The rules that the strategy can
//! apply are judged before, and the definition behind it is held against the one before.

use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use assay_ir::data::{Context, InsertPoint, Program, Source};
use assay_ir::rewrite::Silent;
use assay_ir::strategy::{self, End, Limits, OpCount, Place, Runner, Signature, Step};
use assay_rise::core::{Checked, Definition, Module, Node, Premise, Rule};
use assay_rise::nat::{Nat, Symbol};
use assay_rise::printed;
use assay_rise::rewrite::{DataFlow, Names, RuleStep, Tree, instance};
use assay_rise::sizes;
use assay_rise::syntax::printer;
use assay_rise::types::Type;
use assay_smt::SolverPool;
use assay_verifier::rise::{self, Premises, Verdict};

use crate::args::{ApplyArgs, Trust, Validation};
use crate::exit::Exit;
use crate::rise::{ENDING, RiseFile};
use crate::{diagnostics, inputs, output, solvers};

/// Prints the definitions behind the strategy. Exit code 1 where it fails, or the result differs; 2 where a rule is not trusted.
pub(crate) fn run(args: &ApplyArgs) -> anyhow::Result<Exit> {
    let Some(named) = &args.strategy else { bail!("`--strategy FILE#NAME` is needed for array programs") };
    let Some((file, _)) = super::load(&args.to)? else { return Ok(Exit::Trouble) };
    let Some(files) = rule_files(args)? else { return Ok(Exit::Trouble) };
    let module = super::shared(&file);
    let entry = super::entry(&module, args.entry.as_deref())?;
    let lengths: Vec<(Symbol, Nat)> = match &args.sizes {
        Some(text) => sizes::parse(text, entry).map_err(anyhow::Error::msg)?,
        None => sizes::Sizes::new(),
    }
    .into_iter()
    .map(|(symbol, number)| (symbol, Nat::constant(number)))
    .collect();

    let registry = assay_corpus::builtin_on_demand(&Context::new());
    let pool = pool(args)?;
    let premises = assay_verifier::premises(&registry, pool.as_ref());
    let shown = |premise: &Premise, op: &Node, value: Option<&Node>| {
        rise::premise_holds(premise, op, value, &premises)
    };

    let rules = rules(&files, &file);
    let ctx = Context::new();
    let sides = rules.iter().flat_map(|(rule, _)| [&*rule.left, &*rule.right]);
    let tree = Tree::new(&ctx, Names::after(sides.chain(module.definitions().map(|one| &*one.body))));
    let mut all: Vec<RuleStep<'_>> = Vec::new();
    for (rule, _) in &rules {
        all.push(
            RuleStep::new(rule, &tree, &shown)
                .with_context(|| format!("@{} has lengths that are too large", rule.name))?,
        );
    }
    let flow = DataFlow(&tree);
    let steps: Vec<&dyn Step> =
        all.iter().map(|rule| rule as &dyn Step).chain([&flow as &dyn Step]).collect();
    let signatures: Vec<Signature<'_>> = steps.iter().map(|step| Signature::step(*step)).collect();
    let Some(chosen) = read(&ctx, named, &signatures)? else { return Ok(Exit::Trouble) };

    let used: Vec<usize> =
        chosen.strategy.steps(chosen.body).into_iter().filter(|step| *step < all.len()).collect();
    let certificate = Certificate::from_rules(&rules, &used, args, &premises);
    if !certificate.is_enough {
        return Ok(Exit::Trouble);
    }
    let body = instance(&entry.body, &lengths, &tree).context("a length is too large")?;
    let mut program = Program::new(&ctx);
    let at = InsertPoint::End(program.top_block());
    let root = tree.put(&mut program, &body, at);
    let (cost, mut silent) = (OpCount::default(), Silent);
    let limits = Limits { rewrites: args.rewrites };
    let mut runner = Runner::new(&chosen.strategy, &mut program, &steps, limits, &cost, &mut silent);
    let end = runner.run(chosen.body, root);
    let refusal = runner.refusal().map(|refusal| refusal.message.clone());
    if let Some(why) = failure(&chosen, &end, refusal) {
        eprintln!("error: {why}");
        return Ok(Exit::Findings);
    }
    let root = program.first_op(program.top_block()).context("the program has a root")?;
    let body = tree.node(&program, root).context("the root is a part")?;
    certificate.print(&all, &tree);
    let after = changed(entry, &lengths, body)?;
    let text = text(&module, entry, &after);
    let exit = judged(&text, &file, entry, &lengths, args, &premises)?;
    output::print(&text)?;
    Ok(exit)
}

/// The files of rules; `None` where one has errors, which were printed.
fn rule_files(args: &ApplyArgs) -> anyhow::Result<Option<Vec<RiseFile>>> {
    let found = inputs::collect(&args.patterns, &[ENDING]);
    for trouble in &found.troubles {
        eprintln!("error: {trouble}");
    }
    let mut files = Vec::new();
    let mut fine = found.troubles.is_empty();
    for input in found.files {
        match super::load(std::path::Path::new(&input.name))? {
            Some((file, _)) => files.push(file),
            None => fine = false,
        }
    }
    Ok(fine.then_some(files))
}

/// The rules of all files with their modules; the first one of a name counts.
fn rules(files: &[RiseFile], target: &RiseFile) -> Vec<(Rule, Rc<Module>)> {
    let mut rules: Vec<(Rule, Rc<Module>)> = Vec::new();
    for file in files.iter().chain([target]) {
        let module = super::shared(file);
        for rule in file.read.module.rules() {
            if !rules.iter().any(|(other, _)| other.name == rule.name) {
                rules.push((rule.clone(), Rc::clone(&module)));
            }
        }
    }
    rules
}

fn pool(args: &ApplyArgs) -> anyhow::Result<Option<SolverPool>> {
    match solvers::pool(&args.solvers, NonZero::<usize>::MIN) {
        Ok(pool) => Ok(Some(pool)),
        Err(error) if args.trust > Trust::WellFormed => bail!("{error}; or pass `--trust any`"),
        Err(error) => {
            eprintln!("note: {error}: nothing is proved that asks for one");
            Ok(None)
        }
    }
}

/// A strategy that was read, with what runs.
struct Chosen {
    source: Arc<Source>,
    strategy: strategy::Strategy,
    body: strategy::NodeId,
}

/// The strategy of a file and a name, which may have numbers as arguments: `tiles.strategy#tile2d(2, 3)`.
fn read(ctx: &Arc<Context>, named: &str, steps: &[Signature<'_>]) -> anyhow::Result<Option<Chosen>> {
    let (path, name) = named.split_once('#').unwrap_or((named, "main"));
    let own = std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
    // The definition that runs stands behind those of the file.
    let text = format!("{}\n{RUN} = {name}", ended(&own));
    let source = Source::new(path, text);
    let read = strategy::read(ctx, source.text(), steps);
    if !read.diagnostics.is_empty() {
        let mut holder = Program::new(ctx);
        holder.set_source(Arc::clone(&source));
        eprint!("{}", diagnostics::render(&holder, &read.diagnostics));
        return Ok(None);
    }
    let body = read.strategy.definition(RUN).map(|definition| definition.body);
    Ok(body.map(|body| Chosen { source, strategy: read.strategy, body }))
}

/// The name of the definition that calls the one that is asked for.
const RUN: &str = "run-";

/// The text of definitions with `;` behind the last one.
fn ended(text: &str) -> String {
    let code: String = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let is_open = !code.trim_end().is_empty() && !code.trim_end().ends_with(';');
    if is_open { format!("{text}\n;") } else { text.to_owned() }
}

/// The verdicts of the rules that a strategy can apply.
struct Certificate {
    verdicts: Vec<(usize, Trust)>,
    weakest: Trust,
    is_enough: bool,
}

impl Certificate {
    fn from_rules(
        rules: &[(Rule, Rc<Module>)],
        used: &[usize],
        args: &ApplyArgs,
        premises: &Premises<'_>,
    ) -> Certificate {
        let (mut verdicts, mut weakest, mut is_enough) = (Vec::new(), Trust::Proved, true);
        for number in used {
            let (rule, module) = &rules[*number];
            let trust = match args.trust {
                Trust::Any => Trust::Any,
                _ => trust_of(&rise::rule(rule, module, premises)),
            };
            if trust < args.trust {
                is_enough = false;
                eprintln!(
                    "error: @{} is {}, which is less than `--trust {}`",
                    rule.name,
                    word(trust),
                    word(args.trust)
                );
            }
            weakest = weakest.min(trust);
            verdicts.push((*number, trust));
        }
        Certificate { verdicts, weakest, is_enough }
    }

    fn print(&self, rules: &[RuleStep<'_>], tree: &Tree) {
        let mut applications = 0;
        let mut words = Vec::new();
        for (number, trust) in &self.verdicts {
            let rule = &rules[*number];
            applications += rule.count();
            if rule.count() > 0 {
                words.push(format!("@{} {} times, {}", rule.name(), rule.count(), word(*trust)));
            }
        }
        eprintln!("{applications} applications of rules");
        eprintln!("certificate: {} ({}); termination is no part of it", word(self.weakest), words.join("; "));
        tree.assumed().iter().for_each(|length| eprintln!("  assumes: {length} >= 1"));
    }
}

fn trust_of(verdict: &Verdict) -> Trust {
    match verdict {
        Verdict::Proved(_) => Trust::Proved,
        Verdict::Bounded(..) => Trust::Bounded,
        Verdict::Unknown(..) | Verdict::Refuted(_) | Verdict::Disagreement(_) | Verdict::Different(_) => {
            Trust::Any
        }
    }
}

fn word(trust: Trust) -> &'static str {
    match trust {
        Trust::Any => "not trusted",
        Trust::WellFormed => "well-formed",
        Trust::Bounded => "bounded",
        Trust::Proved => "proved",
    }
}

/// Why a strategy did not come to its end.
fn failure(chosen: &Chosen, end: &End, refusal: Option<String>) -> Option<String> {
    let at = |node| {
        let at = chosen.source.line_column(chosen.strategy.span(node).start);
        format!("{}:{}:{}", chosen.source.name(), at.line, at.column)
    };
    Some(match end {
        End::Success => return None,
        End::Failure(failure) => {
            let step = &chosen.source.text()[chosen.strategy.span(failure.node).range()];
            let why = match (failure.why, failure.place) {
                (strategy::Why::Refused, Place::Op(_)) => {
                    refusal.unwrap_or_else(|| "it does not match".to_owned())
                }
                (strategy::Why::Child, _) => "there is no such part below it".to_owned(),
                _ => "it does not hold".to_owned(),
            };
            format!("{}: the strategy fails in `{step}`: {why}", at(failure.node))
        }
        End::Budget => "the strategy needs more applications (`--rewrites N`)".to_owned(),
        End::Endless(node) => format!("{}: this repeats without an end: the program came back", at(*node)),
        End::TooDeep(node) => format!("{}: definitions call each other too deep", at(*node)),
        End::Broken(..) => "a rule breaks the program".to_owned(),
    })
}

/// The definition with another body, at these lengths.
fn changed(entry: &Definition, lengths: &[(Symbol, Nat)], body: Arc<Node>) -> anyhow::Result<Definition> {
    let with =
        |symbol: &Symbol| lengths.iter().find(|(name, _)| name == symbol).map(|(_, length)| length.clone());
    let mut after = Definition { body, ..entry.clone() };
    after.lengths.retain(|symbol| with(symbol).is_none());
    for parameter in &mut after.parameters {
        let ty: Option<Type> = parameter.ty.with_lengths(&with);
        parameter.ty = ty.context("a length is too large")?;
    }
    Ok(after)
}

/// The definitions of a module up to one that is another now.
fn text(module: &Module, entry: &Definition, after: &Definition) -> String {
    let mut items = Vec::new();
    for (item, checked) in &module.items {
        match checked {
            Checked::Definition(one) if one.name == entry.name => items.push(printed::item(after)),
            Checked::Definition(_) => items.push(item.clone()),
            Checked::Rule(_) => {}
        }
    }
    printer::print(&items)
}

/// Holds the definition behind a strategy against the one before it.
fn judged(
    text: &str,
    file: &RiseFile,
    entry: &Definition,
    lengths: &[(Symbol, Nat)],
    args: &ApplyArgs,
    premises: &Premises<'_>,
) -> anyhow::Result<Exit> {
    let read = assay_rise::read(text);
    if let Some(error) = read.errors().first() {
        bail!("internal error, please report it: the result is not well-typed: {}\n{text}", error.message);
    }
    if args.validate == Validation::None {
        return Ok(Exit::Clean);
    }
    let after = Rc::new(read.module);
    let other = after.definition(&entry.name).context("the definition is there")?;
    let before = super::shared(file);
    let one = changed(entry, lengths, Arc::clone(&entry.body))?;
    let one = Definition { body: at_lengths(&entry.body, lengths).context("a length is too large")?, ..one };
    match rise::definitions((&one, &before), (other, &after), premises) {
        Verdict::Proved(_) => eprintln!("@{}: proved for all sizes to be what it was", entry.name),
        Verdict::Bounded(most, ..) => eprintln!("@{}: proved for all sizes to {most}", entry.name),
        Verdict::Unknown(why, inputs) => {
            eprintln!("@{}: what it was on {inputs} inputs; no proof: {why}", entry.name);
        }
        Verdict::Refuted(example) | Verdict::Disagreement(example) => {
            eprintln!("error: @{} differs: {}", entry.name, example.lines().join("; "));
            return Ok(Exit::Findings);
        }
        Verdict::Different(why) => bail!("internal error, please report it: {why}"),
    }
    Ok(Exit::Clean)
}

/// A program at these lengths.
pub(super) fn at_lengths(body: &Arc<Node>, lengths: &[(Symbol, Nat)]) -> Option<Arc<Node>> {
    let tree = Tree::new(&Context::new(), Names::after([&**body]));
    instance(body, lengths, &tree)
}
