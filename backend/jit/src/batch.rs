//! Modules of machine code: many functions are compiled into one, run as often as is wanted, and the memory of the
//! code is freed with the module. Knows no operation.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_ir::data::{OpId, Program};
use assay_ir::spec::Registry;
use assay_ir::wellformed;
use cranelift_codegen::Context;
use cranelift_codegen::ir::{InstBuilder, TrapCode};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Module};

use crate::analysis::facts_of;
use crate::cells;
use crate::dialects::Meanings;
use crate::driver::{Shared, lower};
use crate::facts::Facts;
use crate::lowering::signature;
use crate::runtime::{Cell, State};
use crate::settings::{Effort, Parameters, Settings};
use crate::types::{Form, form_of};
use crate::unit::{Exit, Tables, Unit, cost_of_entry, declared_results, has_body};
use assay_backend::engine::{CallError, Limit, Options, Outcome, Run, Step, Unsupported};
use assay_backend::value::Value;

/// Address space that is reserved for the code of a module; pages are taken as they are needed.
const RESERVED: usize = 1 << 30;

/// Functions with more operations than this are not compiled: allocation of registers takes too long.
const MOST_OPERATIONS: usize = 20_000;

/// Bytes that code may need of the stack of the caller when it runs there.
const STACK_OF_CALLER: u64 = 256 << 10;

/// A stack for calls that nest deeply has at most this much address space.
const LARGEST_STACK: u64 = 1 << 30;

/// Functions that were compiled together. Their code is freed when the batch is dropped.
pub struct Batch {
    functions: Vec<Compiled>,
}

/// The code of a batch, shared by its functions.
struct Code {
    module: Option<JITModule>,
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            free(module);
        }
    }
}

#[allow(unsafe_code)]
fn free(module: JITModule) {
    // SAFETY: pointers into the module are in `Compiled` alone, each of which holds the `Arc` whose last owner drops
    // the module here; a run borrows its `Compiled` until it is over.
    unsafe { module.free_memory() };
}

/// A call that came back.
struct Called {
    state: State,
    given: Vec<Cell>,
    taken: Vec<Cell>,
    status: u32,
    time: Duration,
}

/// Data that the functions of a program share after they were compiled.
struct Texts {
    /// Why there is no code, where there is none.
    gap: Unsupported,
    exits: Vec<Exit>,
    /// Texts of exits that name their operation, or give a message.
    words: Vec<String>,
    sites: Vec<(OpId, Vec<Form>)>,
    recursive: bool,
    /// Bytes that one call may need of the stack.
    frame: u64,
    /// Functions that a chain of calls without recursion has at most.
    longest_chain: u64,
}

/// One function, ready to run.
pub struct Compiled {
    function: OpId,
    settings: Settings,
    is_function: bool,
    parameters: Vec<Result<Form, Unsupported>>,
    results: Vec<Form>,
    /// The code; `None` when it could not be compiled as a whole.
    entry: Option<Entry>,
    /// Fuel for running all of the body once.
    cost: u64,
    texts: Arc<Texts>,
    name: String,
}

struct Entry {
    code: *const u8,
    /// Keeps the code.
    _module: Arc<Code>,
}

// SAFETY: code is not written after it was finalized, and the module that owns it is only freed.
#[allow(unsafe_code)]
unsafe impl Send for Entry {}
// SAFETY: as above; every run has its state.
#[allow(unsafe_code)]
unsafe impl Sync for Entry {}
// SAFETY: the module is not used but to be freed, by the one thread that drops it.
#[allow(unsafe_code)]
unsafe impl Send for Code {}
// SAFETY: there is no way to the module through a shared reference.
#[allow(unsafe_code)]
unsafe impl Sync for Code {}

/// The machine that this process runs on.
fn isa(settings: &Settings) -> Option<OwnedTargetIsa> {
    static MACHINES: [std::sync::OnceLock<Option<OwnedTargetIsa>>; 2] =
        [const { std::sync::OnceLock::new() }; 2];
    let machine = &MACHINES[usize::from(settings.effort == Effort::Run)];
    machine.get_or_init(|| build_isa(settings.effort)).clone()
}

fn build_isa(effort: Effort) -> Option<OwnedTargetIsa> {
    let mut flags = settings::builder();
    let (level, allocator) = match effort {
        Effort::Compile => ("none", "single_pass"),
        Effort::Run => ("speed", "backtracking"),
    };
    for (name, value) in [
        ("opt_level", level),
        ("regalloc_algorithm", allocator),
        // Code for a program that no checker took is refused here, where the lowering itself does not refuse it.
        ("enable_verifier", "true"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("unwind_info", "false"),
        ("enable_probestack", "false"),
        ("preserve_frame_pointers", "false"),
    ] {
        flags.set(name, value).ok()?;
    }
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}

impl Batch {
    /// Compiles functions of programs, with all that they call, into one module. Every function gets its place, also
    /// one that cannot be compiled: running it says so.
    pub fn compile(functions: &[(&Program, OpId)], settings: Settings) -> Batch {
        let mut builder = Builder::new(settings);
        // Functions of one program that follow each other share what is known about it.
        let mut all = Vec::with_capacity(functions.len());
        for group in functions.chunk_by(|a, b| std::ptr::eq(a.0, b.0)) {
            let roots: Vec<OpId> = group.iter().map(|(_, function)| *function).collect();
            all.extend(builder.program(group[0].0, &roots));
        }
        Batch { functions: builder.finish(all) }
    }

    /// The functions in the order in which they were given.
    pub fn functions(&self) -> &[Compiled] {
        &self.functions
    }
}

struct Builder {
    settings: Settings,
    module: Option<JITModule>,
    context: Context,
    frontend: FunctionBuilderContext,
}

/// A function whose code is not final yet.
struct Draft {
    compiled: Compiled,
    id: Option<FuncId>,
}

impl Builder {
    fn new(settings: Settings) -> Builder {
        let module = isa(&settings).and_then(|isa| {
            let memory = ArenaMemoryProvider::new_with_size(RESERVED).ok()?;
            let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
            builder.memory_provider(Box::new(memory));
            Some(JITModule::new(builder))
        });
        Builder { settings, module, context: Context::new(), frontend: FunctionBuilderContext::new() }
    }

    fn program(&mut self, program: &Program, roots: &[OpId]) -> Vec<Draft> {
        let bodies: Vec<OpId> = roots.iter().copied().filter(|root| has_body(program, *root)).collect();
        let mut tables = Tables::default();
        let mut meanings = Meanings::default();
        let mut frame = 0;
        let mut chain = 0;
        let mut recursive = false;
        let mut ids = None;
        let large = |function: &OpId| program.walk(*function).nth(MOST_OPERATIONS).is_some();
        let mut gap = Unsupported::Operation;
        if bodies.iter().any(large) {
            gap = Unsupported::Size;
        } else if let Some(module) = &mut self.module {
            let convention = module.isa().default_call_conv();
            let mut unit = Unit::new(program, &bodies, self.settings, convention);
            let too_large = unit.functions.iter().any(large);
            let given_up = too_large || !unit.functions.iter().all(|function| is_ssa(program, *function));
            let facts = if given_up { Facts::default() } else { facts_of(&unit, &bodies, &mut meanings) };
            recursive = unit.is_recursive();
            chain = unit.functions.len() as u64;
            gap = match (too_large, given_up) {
                (true, _) => Unsupported::Size,
                (false, true) => Unsupported::Malformed,
                (false, false) => gap,
            };
            let declared = unit.functions.iter().try_for_each(|function| {
                let id = module.declare_anonymous_function(&signature(convention)).ok()?;
                unit.ids.insert(*function, id);
                Some(())
            });
            let mut shared =
                Shared { unit: &unit, facts: &facts, tables: &mut tables, meanings: &mut meanings };
            let mut defined = declared.is_some() && !given_up;
            if declared.is_some() {
                for function in &unit.functions {
                    let done = match defined {
                        true => define(module, &mut self.context, &mut self.frontend, &mut shared, *function),
                        false => Err(Refused),
                    };
                    match done {
                        Ok(size) => frame = frame.max(size),
                        Err(Refused) => {
                            defined = false;
                            define_empty(module, &mut self.context, &mut self.frontend, &unit, *function);
                        }
                    }
                }
            }
            // A call of a function without code means nothing, so that all are given up.
            ids = defined.then_some(unit.ids);
        }
        let (exits, sites) = tables.into_parts();
        let words = exits.iter().map(|exit| describe(program, exit)).collect();
        let texts = Arc::new(Texts { gap, exits, words, sites, recursive, frame, longest_chain: chain });
        roots
            .iter()
            .map(|root| {
                let id = ids.as_ref().and_then(|ids| ids.get(root).copied());
                Draft { compiled: self.describe(program, *root, &texts), id }
            })
            .collect()
    }

    fn describe(&self, program: &Program, function: OpId, texts: &Arc<Texts>) -> Compiled {
        let is_function = has_body(program, function);
        let form = |ty| form_of(program, ty, self.settings.index);
        let mut parameters = Vec::new();
        let mut results = Vec::new();
        let mut cost = 0;
        if is_function {
            let region = program.op_regions(function)[0];
            cost = cost_of_entry(program, region) as u64;
            let entry = program.region(region).blocks[0];
            let names = &program.block(entry).arguments;
            parameters.extend(names.iter().map(|name| form(program.value_type(*name))));
            let types = declared_results(program, function).unwrap_or_default();
            // A result without a form is never returned: the return leaves the function with a gap.
            results.extend(types.iter().map_while(|ty| form(*ty).ok()));
        }
        Compiled {
            function,
            settings: self.settings,
            is_function,
            parameters,
            results,
            entry: None,
            cost,
            texts: Arc::clone(texts),
            name: program.op_name(function).to_owned(),
        }
    }

    fn finish(mut self, drafts: Vec<Draft>) -> Vec<Compiled> {
        let final_ = self.module.as_mut().is_some_and(|module| module.finalize_definitions().is_ok());
        let code = Arc::new(Code { module: self.module.take() });
        let place = |draft: Draft| {
            let mut compiled = draft.compiled;
            if let (true, Some(id), Some(module)) = (final_, draft.id, &code.module) {
                let address = module.get_finalized_function(id);
                compiled.entry = Some(Entry { code: address, _module: Arc::clone(&code) });
            }
            compiled
        };
        drafts.into_iter().map(place).collect()
    }
}

/// Returns true when every use in a function has a definition that dominates it. Compiled code takes values from the
/// registers of their definitions, so a program of which this does not hold is not compiled.
fn is_ssa(program: &Program, function: OpId) -> bool {
    // Without specs the checker asks about the structure alone.
    let nothing = Registry::new(program.ctx());
    wellformed::check(program, &nothing, &wellformed::Options { scope: Some(function) }).is_empty()
}

/// The code generator refused a function.
struct Refused;

/// Compiles one function; says how much of the stack a call of it may need.
fn define(
    module: &mut JITModule,
    context: &mut Context,
    frontend: &mut FunctionBuilderContext,
    shared: &mut Shared<'_, '_>,
    function: OpId,
) -> Result<u64, Refused> {
    module.clear_context(context);
    context.func.signature = signature(shared.unit.convention);
    let builder = FunctionBuilder::new(&mut context.func, frontend);
    let builder = lower(shared, builder, function);
    builder.finalize(module.isa().frontend_config());
    let slots: u64 = context.func.sized_stack_slots.values().map(|slot| u64::from(slot.size) + 16).sum();
    let id = shared.unit.ids[&function];
    module.define_function(id, context).map_err(|_| Refused)?;
    // No value takes more than 16 bytes, and each is spilled once at most.
    Ok(slots + 16 * context.func.dfg.num_values() as u64 + 1024)
}

/// Gives a function that is never called the code that calls of it need to be linked.
fn define_empty(
    module: &mut JITModule,
    context: &mut Context,
    frontend: &mut FunctionBuilderContext,
    unit: &Unit<'_>,
    function: OpId,
) {
    module.clear_context(context);
    context.func.signature = signature(unit.convention);
    let mut builder = FunctionBuilder::new(&mut context.func, frontend);
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    builder.ins().trap(TrapCode::unwrap_user(1));
    builder.seal_all_blocks();
    builder.finalize(module.isa().frontend_config());
    // A failure leaves the module without code for anything, as a call of it would.
    let _ = module.define_function(unit.ids[&function], context);
}

/// The text of an exit besides its place.
fn describe(program: &Program, exit: &Exit) -> String {
    match exit {
        Exit::Unsupported(op, _) => program.op_name(*op).to_owned(),
        Exit::Trap(op) => program.attr_text(*op, program.ctx().ident("msg")).unwrap_or_default().to_owned(),
        Exit::Ub(..) | Exit::Limit(_) => String::new(),
    }
}

impl Compiled {
    /// The function.
    pub fn function(&self) -> OpId {
        self.function
    }

    /// Runs it. Of the options, fuel, memory and depth count; the rest was said when it was compiled.
    ///
    /// # Errors
    /// When it is no function, or the arguments do not fit it: also poison for a scalar, where it was compiled for
    /// [`Parameters::Defined`].
    pub fn run(&self, arguments: &[Value], options: &Options) -> Result<Run, CallError> {
        self.check(arguments)?;
        let over = |outcome| Run {
            outcome,
            trace: Vec::new(),
            memory: Vec::new(),
            globals: Vec::new(),
            fuel: 0,
            operations: None,
            unsaid: None,
            touched: Vec::new(),
            unordered: None,
        };
        let Called { state, given, taken, status, .. } = match self.called(arguments, options) {
            Ok(called) => called,
            Err(outcome) => return Ok(over(outcome)),
        };
        let outcome = self.outcome(status, &taken, &state);
        let memory = match &outcome {
            Outcome::Values(_) => self.memory(&given, &state),
            _ => Vec::new(),
        };
        let trace = state.trace.iter().map(|(site, cells)| self.step(*site, cells, &state)).collect();
        let left = u64::try_from(state.fuel).unwrap_or(0);
        Ok(Run {
            outcome,
            trace,
            memory,
            globals: Vec::new(),
            fuel: options.fuel - left.min(options.fuel) + self.cost,
            operations: None,
            unsaid: None,
            touched: Vec::new(),
            unordered: None,
        })
    }

    /// Runs it as [`Compiled::run`] does, and returns the time that its code took; `None` where it came to no values.
    ///
    /// # Errors
    /// Those of [`Compiled::run`].
    pub fn time(&self, arguments: &[Value], options: &Options) -> Result<Option<Duration>, CallError> {
        self.check(arguments)?;
        let called = self.called(arguments, options);
        Ok(called.ok().filter(|called| called.status == 0).map(|called| called.time))
    }

    /// Calls the code on arguments that fit; the outcome where it is not called.
    fn called(&self, arguments: &[Value], options: &Options) -> Result<Called, Outcome> {
        let unsupported = |gap| Outcome::Unsupported { op: self.function, name: self.name.clone(), gap };
        if let Some(gap) = self.parameters.iter().find_map(|form| form.as_ref().err()) {
            return Err(unsupported(*gap));
        }
        let Some(entry) = &self.entry else { return Err(unsupported(self.texts.gap)) };
        let mut state = State::new(options.fuel, options.depth.saturating_sub(1), options.memory);
        if options.depth == 0 {
            return Err(Outcome::OutOfFuel(Limit::Depth));
        }
        let mut given = Vec::with_capacity(arguments.len());
        for (form, value) in self.parameters.iter().flatten().zip(arguments) {
            if cells::write(form, value, &mut state, &mut given).is_none() {
                return Err(Outcome::OutOfFuel(Limit::Memory));
            }
        }
        let count = self.results.iter().map(Form::cells).sum();
        let mut taken = vec![Cell::default(); count];
        let began = Instant::now();
        let status = self.call(entry, &mut state, &given, &mut taken, options);
        Ok(Called { time: began.elapsed(), state, given, taken, status })
    }

    fn check(&self, arguments: &[Value]) -> Result<(), CallError> {
        if !self.is_function {
            return Err(CallError::NotAFunction);
        }
        let (expected, given) = (self.parameters.len(), arguments.len());
        if expected != given {
            return Err(CallError::ArgumentCount { expected, given });
        }
        let fits = |(form, value): (&Result<Form, Unsupported>, &Value)| match form {
            Ok(form) => cells::fits(form, value) && !self.refuses(value),
            Err(_) => true,
        };
        match self.parameters.iter().zip(arguments).position(|pair| !fits(pair)) {
            Some(index) => Err(CallError::ArgumentType { index }),
            None => Ok(()),
        }
    }

    fn refuses(&self, value: &Value) -> bool {
        self.settings.parameters == Parameters::Defined && value.has_poison()
    }

    /// Calls the code, on a new stack where calls may nest too deeply for that of the caller.
    fn call(
        &self,
        entry: &Entry,
        state: &mut State,
        given: &[Cell],
        taken: &mut [Cell],
        options: &Options,
    ) -> u32 {
        let frame = self.texts.frame + 64;
        let depth = if self.texts.recursive { u64::from(options.depth) } else { self.texts.longest_chain };
        let wanted = depth.saturating_mul(frame);
        if wanted <= STACK_OF_CALLER {
            return enter(entry, state, given, taken);
        }
        let stack = wanted.min(LARGEST_STACK);
        state.depth = state.depth.min((stack / frame) as i64 - 1).max(0);
        let size = stack as usize + (STACK_OF_CALLER as usize);
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(size);
            let run = thread.spawn_scoped(scope, || enter(entry, state, given, taken));
            match run.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(status)) => status,
                // There is no such stack to be had; compiled code does not unwind.
                Ok(Err(_)) | Err(_) => NO_STACK,
            }
        })
    }

    fn outcome(&self, status: u32, taken: &[Cell], state: &State) -> Outcome {
        if status == 0 {
            return self.values(taken, state);
        }
        if status == NO_STACK {
            return Outcome::OutOfFuel(Limit::Depth);
        }
        let number = status as usize - 1;
        let word = || self.texts.words.get(number).cloned().unwrap_or_default();
        match self.texts.exits.get(number) {
            Some(Exit::Ub(op, why)) => Outcome::Ub { op: *op, why: *why },
            Some(Exit::Limit(limit)) => Outcome::OutOfFuel(*limit),
            Some(Exit::Trap(op)) => Outcome::Trap { op: *op, message: word() },
            Some(Exit::Unsupported(op, gap)) => Outcome::Unsupported { op: *op, name: word(), gap: *gap },
            None => Outcome::Unsupported {
                op: self.function,
                name: self.name.clone(),
                gap: Unsupported::Operation,
            },
        }
    }

    fn values(&self, taken: &[Cell], state: &State) -> Outcome {
        let mut rest = taken;
        let mut values = Vec::with_capacity(self.results.len());
        for form in &self.results {
            let (value, after) = cells::read(form, rest, state);
            rest = after;
            values.push(match (form, value) {
                (Form::MemRef(form), Value::MemRef(memref)) => {
                    cells::contents(form.kind, &memref, state).unwrap_or(Value::Poison)
                }
                (_, value) => value,
            });
        }
        Outcome::Values(values)
    }

    /// The contents of the arguments that are memrefs at the end.
    fn memory(&self, given: &[Cell], state: &State) -> Vec<Value> {
        let mut rest = given;
        let mut all = Vec::new();
        for form in self.parameters.iter().flatten() {
            let (value, after) = cells::read(form, rest, state);
            rest = after;
            if let (Form::MemRef(form), Value::MemRef(memref)) = (form, value) {
                all.push(cells::contents(form.kind, &memref, state).unwrap_or(Value::Poison));
            }
        }
        all
    }

    fn step(&self, site: u32, cells: &[Cell], state: &State) -> Step {
        let (op, forms) = &self.texts.sites[site as usize];
        let mut rest = cells;
        let mut results = Vec::with_capacity(forms.len());
        for form in forms {
            let (value, after) = cells::read(form, rest, state);
            rest = after;
            results.push(value);
        }
        Step { op: *op, results }
    }
}

/// No exit has this number.
const NO_STACK: u32 = u32::MAX;

#[allow(unsafe_code)]
fn enter(entry: &Entry, state: &mut State, given: &[Cell], taken: &mut [Cell]) -> u32 {
    type Function = extern "C" fn(*mut State, *const Cell, *mut Cell) -> u32;
    // SAFETY: `code` is a finalized function of a module that `entry` keeps, compiled with this signature for the C
    // calling convention of this machine.
    let function = unsafe { std::mem::transmute::<*const u8, Function>(entry.code) };
    // The callee reads as many cells as its parameters have, and writes as many as its results: those are here.
    function(state, given.as_ptr(), taken.as_mut_ptr())
}
