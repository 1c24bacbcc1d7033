//! Runs the programs of a witness file before and after its rewrite, on the arguments that stand beside the program. Must not
//! know why they were written down.

use assay_backend::arguments::{argument, word};
use assay_backend::engine::IndexWidth;
use assay_ir::data::{AttrId, AttrKind, Context, OpId, Program};
use assay_ir::spec::Registry;

use super::execute::{self, Call, Executed, Outcomes, Value};
use super::execute::{failure, has_poison};

/// The attribute of `module @ir` that lists the arguments, each as a word, those of operations that no engine knows last.
pub const ARGUMENTS: &str = "assay.arguments";

/// The attribute of `module @ir` that says how wide `index` is.
pub const INDEX: &str = "assay.index";

/// What both programs came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// In words.
    pub text: String,
    /// What the engines made of both.
    pub executed: Executed,
}

impl Compared {
    /// Whether the second program does what the first one does not allow.
    pub fn differs(&self) -> bool {
        self.executed.interpreted.differs()
    }

    /// Whether machine code shows it as well.
    pub fn differs_in_machine_code(&self) -> bool {
        self.executed.differs_in_machine_code() && !has_poison(&self.executed.interpreted)
    }
}

/// The attributes of `module @ir` for these arguments, as text.
pub fn written(ctx: &std::sync::Arc<Context>, arguments: &[Value], index: u32) -> String {
    let words: Vec<String> =
        arguments.iter().map(|value| assay_ir::text::attr_text(ctx, ctx.string_attr(&word(value)))).collect();
    format!(" attributes {{{ARGUMENTS} = [{}], {INDEX} = {index} : i64}}", words.join(", "))
}

/// Whether a module says on what it is run.
pub fn has_arguments(program: &Program, module: OpId) -> bool {
    program.attr(module, program.ctx().ident(ARGUMENTS)).is_some()
}

/// The arguments that a module lists, each as a word, and the width of `index`; `None` where it lists none.
pub fn listed(program: &Program, module: OpId) -> Option<(Vec<&str>, u32)> {
    let ctx = program.ctx();
    let AttrKind::Array(listed) = ctx.attr_kind(program.attr(module, ctx.ident(ARGUMENTS))?) else {
        return None;
    };
    let word = |attr: &AttrId| match ctx.attr_kind(*attr) {
        AttrKind::String { text, .. } => Some(ctx.str(*text)),
        _ => None,
    };
    let words = listed.iter().map(word).collect::<Option<Vec<&str>>>()?;
    let index = match program.attr(module, ctx.ident(INDEX)).map(|attr| ctx.attr_kind(attr)) {
        Some(AttrKind::Integer { value, .. }) if value.to_i64() == Some(32) => 32,
        _ => 64,
    };
    Some((words, index))
}

/// What a module says its program is run on.
///
/// # Errors
/// Why it cannot be run, in words.
pub fn call(program: &Program, module: OpId, registry: &Registry) -> Result<Call, String> {
    let ctx = program.ctx();
    let (words, index) =
        listed(program, module).ok_or_else(|| format!("`{ARGUMENTS}` is no list of words"))?;
    let width = if index == 32 { IndexWidth::W32 } else { IndexWidth::W64 };
    let function = execute::function(program).ok_or("there is no function")?;
    let opaque = execute::opaque(program, function, registry);
    let parameters = execute::parameters_with(program, function, &opaque);
    if words.len() != parameters.len() {
        return Err(format!("{} arguments are listed for {} parameters", words.len(), parameters.len()));
    }
    let values = words.into_iter().zip(parameters);
    let of_type = |value| registry.representation(ctx, program.value_type(value));
    let arguments: Result<Vec<Value>, _> =
        values.map(|(word, value)| argument(ctx, word, of_type(value), width)).collect();
    Ok(Call { opaque, arguments: arguments.map_err(|error| error.to_string())?, index })
}

/// Compares what a program came to before a rewrite and after it.
pub fn compared(call: &Call, before: Outcomes, after: Outcomes) -> Compared {
    let executed = Executed::new(before, after);
    Compared { text: failure(&call.arguments, &executed.interpreted), executed }
}
