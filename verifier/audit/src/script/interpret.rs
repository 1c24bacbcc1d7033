//! The walk over the text of a script: blocks, sequences, callees and iterations, as MLIR's interpreter runs them. It knows no payload: an audit
//! walks on an abstract one and says what may happen, an execution on a program and does it ([`Interpreter`]).

use assay_ir::data::{BlockId, OpId, Program, ValueId};

use super::text::{self, Symbols};

/// Levels of regions and callees.
const LEVELS: usize = 200;

/// The end of a step or a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// Nothing is known that makes it fail.
    Goes,
    /// It fails silenceably on some payload. Not the outcome of an execution.
    MayFail(OpId),
    /// It fails silenceably, at this operation.
    Fails(OpId),
    /// It fails, and the script with it.
    Stops,
}

impl StepOutcome {
    /// Tells if a region ends here where no failure is suppressed.
    pub fn ends(self) -> bool {
        matches!(self, StepOutcome::Fails(_) | StepOutcome::Stops)
    }
}

/// The regions and callees around a step.
#[derive(Clone, Debug, Default)]
pub struct Around {
    level: usize,
    /// The sequences that run, from the entry on.
    pub calls: Vec<OpId>,
    /// The last step that failed, or may have, in each region whose failures are suppressed or tried.
    pub failing: Vec<Option<OpId>>,
}

/// A payload on which a script is walked. `'r` is the life of the script.
pub trait Interpreter<'r> {
    /// The operations, values or parameters that a value of the script stands for.
    type Handle: Clone;
    /// One of them.
    type Part: Clone;

    /// The program that holds the script.
    fn script(&self) -> &'r Program;
    /// Its sequences.
    fn symbols(&self) -> &'r Symbols;
    /// The regions around the step.
    fn around(&mut self) -> &mut Around;
    /// Runs one operation.
    fn step(&mut self, op: OpId) -> StepOutcome;
    /// A handle to the payload.
    fn whole(&self) -> Self::Handle;
    /// The binding of a value; nothing where it was never defined.
    fn handle(&self, value: ValueId) -> Self::Handle;
    /// Defines a value that stands for the same as a handle.
    fn bind(&mut self, to: ValueId, from: &Self::Handle);
    /// Defines results that stand for the same as other values.
    fn bind_results(&mut self, op: OpId, values: &[ValueId]);
    /// Defines a result by its parts.
    fn give(&mut self, op: OpId, index: usize, parts: Vec<Self::Part>);
    /// Adds the parts of a value that a region yields to those of earlier iterations.
    fn gather(&self, value: ValueId, into: &mut Vec<Self::Part>);
    /// The number of parts of a handle.
    fn length(&self, handle: &Self::Handle) -> usize;
    /// A handle to one part.
    fn element(&self, handle: &Self::Handle, index: usize) -> Self::Handle;
    /// Begins a region that is isolated from above: consuming a handle in it invalidates none outside.
    fn open_frame(&mut self);
    /// Ends it.
    fn close_frame(&mut self);
    /// Runs an inclusion of a sequence that is not here, or that has no body.
    fn external(&mut self, op: OpId, callee: Option<OpId>) -> StepOutcome;
    /// Passes an inclusion that cannot run: a recursion, or one with a wrong number of operands.
    fn refuse_call(&mut self, op: OpId) -> StepOutcome;
    /// Notes that the script is nested deeper than is followed.
    fn too_deep(&mut self, at: OpId) -> StepOutcome;
    /// Reports a silenceable failure.
    fn fails(&mut self, op: OpId, message: String) -> StepOutcome;
    /// The outcome of an operation whose region had this one, where failures may be suppressed.
    fn passed_over(&mut self, op: OpId, flow: StepOutcome, suppress: bool) -> StepOutcome;

    /// Runs the operations of a block but for its terminator; where failures are suppressed, also those behind one that fails.
    fn block(&mut self, block: BlockId, suppress: bool) -> StepOutcome {
        let script = self.script();
        if self.around().level >= LEVELS {
            return script.first_op(block).map_or(StepOutcome::Goes, |first| self.too_deep(first));
        }
        self.around().level += 1;
        if suppress {
            self.around().failing.push(None);
        }
        let mut flow = StepOutcome::Goes;
        let mut next = script.first_op(block);
        while let Some(op) = next {
            next = script.next_op(op);
            if text::is_terminator(script, op) {
                break;
            }
            let step = self.step(op);
            let fails = matches!(step, StepOutcome::Fails(_));
            match step {
                StepOutcome::Goes => {}
                StepOutcome::Fails(at) | StepOutcome::MayFail(at) if suppress => {
                    if let Some(last) = self.around().failing.last_mut() {
                        *last = Some(at);
                    }
                    flow = match fails || matches!(flow, StepOutcome::Fails(_)) {
                        true => StepOutcome::Fails(at),
                        false => StepOutcome::MayFail(at),
                    };
                }
                StepOutcome::MayFail(at) => flow = StepOutcome::MayFail(at),
                ends => {
                    flow = ends;
                    break;
                }
            }
        }
        if suppress {
            self.around().failing.pop();
        }
        self.around().level -= 1;
        flow
    }

    /// Defines the arguments of a block.
    fn bind_arguments(&mut self, block: BlockId, handles: &[Self::Handle]) {
        for (argument, handle) in self.script().block(block).arguments.iter().zip(handles) {
            self.bind(*argument, handle);
        }
    }

    /// The bindings of the operands of an operation.
    fn operand_handles(&self, op: OpId) -> Vec<Self::Handle> {
        self.script().operands(op).map(|value| self.handle(value)).collect()
    }

    /// Runs the region of an operation on its operands, or on the payload.
    fn sequence(&mut self, op: OpId) -> StepOutcome {
        let Some(block) = text::body(self.script(), op) else { return StepOutcome::Goes };
        let mut handles = self.operand_handles(op);
        if handles.is_empty() {
            handles.push(self.whole());
        }
        self.bind_arguments(block, &handles);
        let suppress = text::suppresses(self.script(), op);
        let flow = self.block(block, suppress);
        let values = text::yielded(self.script(), block);
        self.bind_results(op, &values);
        self.passed_over(op, flow, suppress)
    }

    /// Runs the sequence that an operation includes.
    fn include(&mut self, op: OpId) -> StepOutcome {
        let script = self.script();
        let target = text::attr(script, op, "target");
        let callee = target.and_then(|target| self.symbols().find(script, op, target));
        let Some((callee, block)) = callee.and_then(|callee| Some((callee, text::body(script, callee)?)))
        else {
            return self.external(op, callee);
        };
        let handles = self.operand_handles(op);
        let fits = handles.len() == script.block(block).arguments.len();
        if self.around().calls.contains(&callee) || !fits {
            return self.refuse_call(op);
        }
        let suppress = text::suppresses(script, op);
        self.around().calls.push(callee);
        self.open_frame();
        self.bind_arguments(block, &handles);
        let flow = self.block(block, suppress);
        self.close_frame();
        self.around().calls.pop();
        let values = text::yielded(script, block);
        self.bind_results(op, &values);
        self.passed_over(op, flow, suppress)
    }

    /// Runs a block once for each part of some handles, side by side.
    fn each(&mut self, op: OpId, block: BlockId, targets: &[Self::Handle]) -> StepOutcome {
        let sizes: Vec<usize> = targets.iter().map(|handle| self.length(handle)).collect();
        let count = sizes.iter().copied().min().unwrap_or(0);
        let shortest = text::flag(self.script(), op, "with_zip_shortest");
        let mut results = vec![Vec::new(); self.script().result_count(op)];
        if !shortest && sizes.iter().any(|size| *size != count) {
            self.give_all(op, results);
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            return self.fails(op, format!("the targets have different sizes: {}", sizes.join(", ")));
        }
        let mut flow = StepOutcome::Goes;
        for index in 0..count {
            let handles: Vec<Self::Handle> =
                targets.iter().map(|handle| self.element(handle, index)).collect();
            self.bind_arguments(block, &handles);
            let body = self.block(block, false);
            if body != StepOutcome::Goes {
                flow = body;
            }
            if flow.ends() {
                break;
            }
            self.collect(block, &mut results);
        }
        self.give_all(op, results);
        flow
    }

    /// Adds what a block yields to what earlier iterations did.
    fn collect(&self, block: BlockId, results: &mut [Vec<Self::Part>]) {
        for (value, result) in text::yielded(self.script(), block).into_iter().zip(results) {
            self.gather(value, result);
        }
    }

    /// Defines all results by their parts.
    fn give_all(&mut self, op: OpId, results: Vec<Vec<Self::Part>>) {
        for (index, parts) in results.into_iter().enumerate() {
            self.give(op, index, parts);
        }
    }

    /// Runs a sequence as a matcher or an action; its outcome and its block. `None` where it cannot run.
    fn call(
        &mut self,
        callee: OpId,
        handles: &[Self::Handle],
        suppress: bool,
    ) -> Option<(StepOutcome, BlockId)> {
        let block = text::body(self.script(), callee)?;
        if self.around().calls.contains(&callee) {
            return None;
        }
        self.around().calls.push(callee);
        self.open_frame();
        self.bind_arguments(block, handles);
        // A matcher that fails is no failure of the script.
        self.around().failing.push(None);
        let flow = self.block(block, suppress);
        self.around().failing.pop();
        self.close_frame();
        self.around().calls.pop();
        Some((flow, block))
    }

    /// The matchers of an operation with their actions.
    fn pairs(&self, op: OpId) -> Vec<(OpId, OpId)> {
        let script = self.script();
        let targets = text::targets(script, op);
        let found: Vec<Option<OpId>> =
            targets.iter().map(|target| self.symbols().find(script, op, *target)).collect();
        let (matchers, actions) = found.split_at(found.len() / 2);
        matchers.iter().zip(actions).filter_map(|(matcher, action)| Some(((*matcher)?, (*action)?))).collect()
    }
}
