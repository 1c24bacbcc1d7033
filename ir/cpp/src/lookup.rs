//! The function of the files that a call names, by its class, its name and its arguments. Runs nothing.

use rustc_hash::FxHashMap;

use crate::api::Machine;
use crate::run::Runner;
use crate::source::Function;
use crate::syntax::{class_text, last, without_arguments};
use crate::value::{Argument, Value};

/// A function of the files that a call names.
#[allow(clippy::type_complexity)]
pub(crate) fn helper<'a>(
    run: &Runner<'_, 'a>,
    class: &str,
    name: &str,
    templates: &[String],
    arguments: &[Argument<'a>],
) -> Option<(Function<'a>, Value<'a>, FxHashMap<String, String>, Vec<String>)> {
    let frame = run.frames.last()?;
    let (classes, this, outer) = (frame.classes.clone(), frame.this.clone(), frame.types.clone());
    let list = run.program.world.functions.get(name)?;
    let fits = |function: &&Function<'a>| {
        let needed = function.parameters.iter().filter(|one| one.default.is_none()).count();
        (needed..=function.parameters.len()).contains(&arguments.len())
            && function
                .parameters
                .iter()
                .zip(arguments)
                .all(|(parameter, argument)| argument.value.suits(&parameter.ty))
    };
    let of = |function: &Function<'a>| -> String {
        let written =
            without_arguments(&function.name).rsplit_once("::").map(|(class, _)| last(class).to_owned());
        function.class.clone().or(written).unwrap_or_default()
    };
    let member: Vec<_> = list
        .iter()
        .filter(fits)
        .filter(|function| classes.contains(&of(function)) && class.is_empty())
        .collect();
    let free = || {
        list.iter()
            .filter(fits)
            .filter(|function| {
                let of = of(function);
                // A namespace may be written or not.
                let space = of.starts_with(char::is_lowercase);
                match class.is_empty() {
                    true => of.is_empty() || space,
                    false => {
                        of == class
                            || of.is_empty()
                                && !class.ends_with("Op")
                                && !class.ends_with("Attr")
                                && class != "std"
                    }
                }
            })
            .collect()
    };
    let found: Vec<&Function<'a>> = if member.is_empty() { free() } else { member };
    // The nearest class counts; of several functions beside each other none can be told from the others.
    let function = match found[..] {
        [] => return None,
        [one] => one.clone(),
        _ => {
            let nearest = classes.iter().find_map(|class| {
                let mut own = found.iter().filter(|function| of(function) == *class);
                own.next().filter(|_| own.next().is_none())
            });
            match nearest {
                Some(one) => (*one).clone(),
                None => {
                    let mut one = found[0].clone();
                    one.several = true;
                    one
                }
            }
        }
    };
    let mut types = if function.class.is_some() { outer } else { FxHashMap::default() };
    types.extend(function.template.iter().cloned().zip(templates.iter().cloned()));
    // A parameter of the template that is the class of an operation is known by the argument.
    for (parameter, argument) in function.parameters.iter().zip(arguments) {
        if let (true, Value::Op(op)) = (function.template.contains(&parameter.ty), &argument.value) {
            let name = run.state.ops[*op].record.name;
            types.entry(parameter.ty.clone()).or_insert_with(|| class_text(name));
        }
    }
    Some((function, this, types, classes))
}

/// The function of the files that is a method of the class of an operation.
pub(crate) fn own_method<'a>(
    run: &Runner<'_, 'a>,
    op: usize,
    name: &str,
    count: usize,
) -> Option<(Function<'a>, FxHashMap<String, String>, Vec<String>)> {
    if matches!(name, "fold" | "canonicalize" | "verify") {
        return None;
    }
    let record = run.state.ops.get(op)?.record;
    run.program.world.functions.get(name)?.iter().find_map(|function| {
        let (class, _) = without_arguments(&function.name).rsplit_once("::")?;
        let same = run.operation(class)?.name == record.name && function.parameters.len() == count;
        same.then(|| (function.clone(), FxHashMap::default(), vec![last(class).to_owned()]))
    })
}
