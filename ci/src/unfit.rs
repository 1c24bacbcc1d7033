//! Descriptions of a user held against what programs and patterns use. One that no use fits, by the number of operands or their types, is
//! an error at its line. One of a name that nothing uses, near a name that is used without a description, is most likely a mistake in
//! the name. Where a dialect is defined the loader knows both already.

use std::collections::BTreeMap;

use assay_ir::data::{Ident, OpId, Program, TypeId, TypeKind, ValueId};
use assay_ir::meanings::{Form, Known, Semantics, Variant};
use assay_ir::nearest::nearest;
use assay_ir::pdl::PdlOp;
use assay_ir::spec::{Registry, native};
use assay_ir::text::type_text;
use assay_verifier::meanings;

/// Operands or results, with their types where these are known; `None` where their number is not.
type Types = Option<Vec<Option<TypeId>>>;

/// A use of an operation or of native code.
struct Use {
    /// The file and the line.
    place: String,
    operands: Types,
    results: Types,
}

/// All uses, by names.
#[derive(Default)]
pub(crate) struct Used {
    operations: BTreeMap<String, Vec<Use>>,
    natives: BTreeMap<String, Vec<Use>>,
}

/// Faults of descriptions, a line each.
#[derive(Default)]
pub(crate) struct Unfit {
    /// Descriptions that no use fits.
    pub(crate) errors: Vec<String>,
    /// Names that are near others.
    pub(crate) notes: Vec<String>,
}

impl Used {
    /// Adds a call of native code by a pattern, with its arguments and results.
    fn call(
        &mut self,
        program: &Program,
        place: String,
        name: Option<Ident>,
        [arguments, results]: [&mut dyn Iterator<Item = ValueId>; 2],
    ) {
        let Some(name) = name else { return };
        let [operands, results] = [arguments, results].map(|values| types_in_pattern(program, values));
        let uses = self.natives.entry(program.ctx().str(name).to_owned()).or_default();
        uses.push(Use { place, operands, results });
    }

    /// Adds what a program uses, or the patterns in it.
    pub(crate) fn add(&mut self, program: &Program, registry: &Registry) {
        for op in program.walk(program.top()) {
            let place = place(program, op);
            let all = |values: &mut dyn Iterator<Item = ValueId>| types_in_pattern(program, values);
            match PdlOp::view(program, op) {
                PdlOp::Operation(view) => {
                    let Some(name) = view.name() else { continue };
                    let is_range = |value: ValueId| is_range(program, value);
                    let operands =
                        (!view.operands().any(is_range)).then(|| all(&mut view.operands())).flatten();
                    let open = view.types_are_left_open() || view.result_types().any(is_range);
                    let results = (!open).then(|| all(&mut view.result_types())).flatten();
                    let uses = self.operations.entry(program.ctx().str(name).to_owned()).or_default();
                    uses.push(Use { place, operands, results });
                }
                PdlOp::NativeConstraint(view) => {
                    self.call(program, place, view.name(), [&mut view.arguments(), &mut view.results()]);
                }
                PdlOp::NativeRewrite(view) => {
                    self.call(program, place, view.name(), [&mut view.arguments(), &mut view.results()]);
                }
                PdlOp::Rewrite(view) => {
                    let external = view.external().map(|name| program.ctx().str(name).to_owned());
                    external.into_iter().for_each(|name| {
                        self.natives.entry(name).or_default().push(Use {
                            place: place.clone(),
                            operands: None,
                            results: None,
                        });
                    });
                }
                _ => {
                    let types = |values: &mut dyn Iterator<Item = ValueId>| {
                        let ty =
                            |value| Some(registry.representation(program.ctx(), program.value_type(value)));
                        Some(values.map(ty).collect())
                    };
                    let (operands, results) =
                        (types(&mut program.operands(op)), types(&mut program.results(op)));
                    let uses = self.operations.entry(program.op_name(op).to_owned()).or_default();
                    uses.push(Use { place, operands, results });
                }
            }
        }
    }

    /// Holds the descriptions of the user against all uses.
    ///
    /// `is_own` tells the user's files from those that are built in.
    pub(crate) fn unfit(&self, registry: &Registry, is_own: &dyn Fn(&str) -> bool) -> Unfit {
        let mut found = Unfit::default();
        self.meanings(registry, &mut found);
        self.summaries(registry, is_own, &mut found);
        found
    }

    fn meanings(&self, registry: &Registry, found: &mut Unfit) {
        let ctx = registry.ctx();
        let open = self.operations.keys().filter(|name| {
            registry.semantics(ctx.ident(name)).is_none() && meanings::known(name) == Known::No
        });
        let open: Vec<&str> = open.map(String::as_str).collect();
        for semantics in registry.all_semantics() {
            let name = ctx.str(semantics.name);
            match self.operations.get(name) {
                Some(uses) if !semantics.variants.is_empty() => {
                    if let Some(why) = no_use_fits(registry, semantics, uses) {
                        found.errors.push(format!("{}:{}: `{name}` {why}", semantics.at.0, semantics.at.1));
                    }
                }
                // The loader knows the names of its dialect.
                None if registry.op(semantics.name).is_none() => {
                    note(found, &semantics.at, ("operation here", name), &open);
                }
                _ => {}
            }
        }
    }

    fn summaries(&self, registry: &Registry, is_own: &dyn Fn(&str) -> bool, found: &mut Unfit) {
        let open = self.natives.keys().filter(|name| registry.native(name).is_none());
        let open: Vec<&str> = open.map(String::as_str).collect();
        if self.natives.is_empty() {
            return;
        }
        for summary in registry.natives().filter(|summary| is_own(&summary.at.0)) {
            match self.natives.get(&summary.name) {
                Some(uses) => {
                    let all: Option<Vec<String>> = uses
                        .iter()
                        .map(|one| {
                            misfit(registry, summary, one).map(|why| format!("{why} at {}", one.place))
                        })
                        .collect();
                    if let Some(first) = all.and_then(|all| all.into_iter().next()) {
                        found
                            .errors
                            .push(format!("{}:{}: `{}` {first}", summary.at.0, summary.at.1, summary.name));
                    }
                }
                None => note(found, &summary.at, ("native code here", &summary.name), &open),
            }
        }
    }
}

fn note(found: &mut Unfit, (file, line): &(String, u32), (what, name): (&str, &str), open: &[&str]) {
    if let Some(near) = nearest(name, open.iter().copied()) {
        found.notes.push(format!("{file}:{line}: no {what} is called `{name}`; did you mean `{near}`?"));
    }
}

/// The file and the line of an operation.
fn place(program: &Program, op: OpId) -> String {
    let Some(source) = program.source() else { return String::new() };
    format!("{}:{}", source.name(), source.line_column(program.op(op).span.start).line)
}

/// Tells if a value of a pattern stands for a range.
fn is_range(program: &Program, value: ValueId) -> bool {
    type_text(program.ctx(), program.value_type(value)).starts_with("!pdl.range")
}

/// The types of values of a pattern, where they are written.
fn types_in_pattern(program: &Program, values: &mut dyn Iterator<Item = ValueId>) -> Types {
    Some(values.map(|value| of_pattern(program, value)).collect())
}

/// The type that a value, an attribute or a type of a pattern has or is, where it is written.
fn of_pattern(program: &Program, value: ValueId) -> Option<TypeId> {
    match PdlOp::view(program, program.defining_op(value)?) {
        PdlOp::Type(view) => view.constant(),
        PdlOp::Operand(view) => of_pattern(program, view.ty()?),
        PdlOp::Attribute(view) => match view.constant() {
            Some(attr) => program.ctx().attr_type(attr),
            None => of_pattern(program, view.ty()?),
        },
        PdlOp::Result(view) => match PdlOp::view(program, view.parent_op()?) {
            PdlOp::Operation(made) => of_pattern(program, made.result_types().nth(view.index()? as usize)?),
            _ => None,
        },
        _ => None,
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Why no use of an operation fits any function that describes it.
fn no_use_fits(registry: &Registry, semantics: &Semantics, uses: &[Use]) -> Option<String> {
    let mut first = None;
    for one in uses {
        let fits = |variant: &Variant| fits(registry, variant, one);
        let misfits: Option<Vec<String>> = semantics.variants.iter().map(fits).map(Result::err).collect();
        let why = misfits?.into_iter().next()?;
        first.get_or_insert_with(|| format!("{why} at {}", one.place));
    }
    first
}

/// Why a use does not fit a function.
fn fits(registry: &Registry, variant: &Variant, one: &Use) -> Result<(), String> {
    let ctx = registry.ctx();
    let operands: Vec<Form> = variant.operands.iter().map(|operand| operand.form).collect();
    for (what, forms, types) in
        [("operand", &operands, &one.operands), ("result", &variant.results, &one.results)]
    {
        let Some(types) = types else { continue };
        if forms.len() != types.len() {
            let (described, used) = (counted(forms.len(), what), counted(types.len(), what));
            return Err(format!("is described with {described}, and has {used}"));
        }
        for (form, ty) in forms.iter().zip(types) {
            let (Form::Fixed(wanted), Some(ty)) = (form, ty) else { continue };
            let element = if variant.elementwise { ctx.element_type(*ty).unwrap_or(*ty) } else { *ty };
            if *wanted != element {
                let [wanted, ty] = [*wanted, *ty].map(|ty| type_text(ctx, ty));
                return Err(format!("is described on {wanted}, and is on {ty}"));
            }
        }
    }
    Ok(())
}

/// Why a call of native code does not fit its summary.
fn misfit(registry: &Registry, summary: &native::Summary, one: &Use) -> Option<String> {
    let types = one.operands.as_ref()?;
    if types.len() != summary.arguments.len() {
        let described = counted(summary.arguments.len(), "argument");
        return Some(format!("is described with {described}, and is given {}", types.len()));
    }
    summary.arguments.iter().zip(types).find_map(|(argument, ty)| {
        let native::Form::Integer(native::Width::Fixed(bits)) = argument.form else { return None };
        match registry.ctx().type_kind((*ty)?) {
            TypeKind::Integer { width, .. } if *width != bits => {
                Some(format!("is described on i{bits}, and is given an attribute of i{width}"))
            }
            _ => None,
        }
    })
}
