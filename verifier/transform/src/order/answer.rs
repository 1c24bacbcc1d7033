//! The order of accesses under a step: each pair that conflicts is asked about, first by distances and then exactly. A refusal names both accesses, the
//! two turns and the distance.

use assay_ir::data::{OpId, Program, Span, ValueId};
use assay_ir::strategy::Refusal;
use assay_smt::SolverPool;

use super::accesses::{Access, Relation, accesses, is_local, relation, root};
use super::affine::{Form, Space, Unknown};
use super::distances::surely_kept;
use super::question::{Found, Meeting, Pair, ask};
use super::reorder::Reorder;
use super::views::Base;
use crate::counted::{Counted, is_outside};

/// Assumptions about orders, and the solvers to ask.
#[derive(Clone, Copy, Default)]
pub struct Policy<'a> {
    /// The solvers.
    pub solvers: Option<&'a SolverPool>,
    /// Different arguments may be one memref.
    pub alias: bool,
    /// Nothing is asked.
    pub forced: bool,
}

impl std::fmt::Debug for Policy<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Policy")
    }
}

/// The reasons why an order is kept, and what they assume.
pub type Notes = Vec<String>;

/// The loops around a nest that are the same turn in both, with those of the nest behind them.
fn space<'p>(program: &'p Program, nest: &[Counted]) -> Space<'p> {
    let mut space = Space::new(program, nest.iter().map(|one| one.op).collect());
    let mut around: Vec<Counted> = Vec::new();
    let mut at = nest[0].op;
    while let Some(parent) = program.parent_op(at) {
        around.extend(Counted::any(program, parent));
        at = parent;
    }
    around.reverse();
    around.into_iter().for_each(|one| {
        space.loop_number(&one);
    });
    space.shared = space.loops.len();
    space
}

/// Checks that a step keeps the order of all accesses that conflict.
///
/// # Errors
/// Two accesses whose order it reverses, with their turns, or why that is not known.
pub(crate) fn keeps_order(
    program: &Program,
    policy: Policy<'_>,
    nest: &[Counted],
    reorder: &Reorder<'_>,
) -> Result<Notes, Refusal> {
    if policy.forced {
        return Ok(vec!["the order of accesses is taken as kept".to_owned()]);
    }
    let fused = matches!(reorder, Reorder::Fuse);
    let roots: Vec<OpId> = if fused { nest.iter().map(|one| one.op).collect() } else { vec![nest[0].op] };
    let all = accesses(program, &roots)?;
    let in_first = |access: &Access| program.is_within(access.op, nest[0].op);
    let mut separate = false;
    let mut asked = 0;
    for first in &all {
        for second in &all {
            if !first.stores && !second.stores || fused && (!in_first(first) || in_first(second)) {
                continue;
            }
            if is_local(program, first.memory, roots[0])
                && root(program, first.memory) == root(program, second.memory)
            {
                continue;
            }
            let bases = match relation(program, &roots, [first.memory, second.memory], policy.alias) {
                Relation::Apart => {
                    separate = true;
                    continue;
                }
                Relation::Unknown => {
                    return Err(Refusal::new(format!(
                        "{} and {} may access one element: their memory may be the same",
                        described(program, first),
                        described(program, second)
                    )));
                }
                Relation::Same(a, b) => [a, b],
            };
            asked += 1;
            pair_kept(policy.solvers, space(program, nest), nest, ([first, second], &bases), reorder)?;
        }
    }
    let kept = if asked == 0 { "no accesses conflict" } else { "conflicting accesses keep their order" };
    Ok(notes(kept, separate))
}

fn notes(kept: &str, separate: bool) -> Notes {
    let assumes = "assumes: memrefs of different arguments and allocations are apart";
    std::iter::once(kept).chain(separate.then_some(assumes)).map(str::to_owned).collect()
}

/// The subscripts of two accesses, dimension by dimension.
type Subscripts = Vec<(Form, Form)>;

/// The subscripts of two accesses at two turns, with the bounds of both in the space.
fn subscripts(
    space: &mut Space<'_>,
    nest: &[Counted],
    pair: [&Access; 2],
    bases: &[Base; 2],
) -> Result<(Vec<usize>, Subscripts), Refusal> {
    let keys: Vec<usize> = nest.iter().map(|one| space.loop_number(one)).collect();
    for (side, access) in pair.iter().enumerate() {
        for one in &access.around {
            let number = space.loop_number(one);
            // The bounds of an inner loop that are not affine are left out: more turns are asked about.
            if space.variable(number, side).is_none() && keys.contains(&number) {
                return Err(Refusal::new("the bounds of a loop are not affine"));
            }
        }
    }
    let program = space.program;
    let [first, second] = [0, 1].map(|side| {
        let access = pair[side];
        let forms: Option<Vec<Form>> =
            access.subscripts.iter().map(|value| space.form(*value, side, 0)).collect();
        let forms = forms.ok_or_else(|| not_affine(program, access))?;
        // An access outside of the memory is undefined before the step.
        space.conditions.extend(forms.clone());
        let outer = bases[side].subscripts(space, forms, side, access.elements);
        let outer = outer.ok_or_else(|| not_affine(program, access))?;
        space.conditions.extend(outer.clone());
        Ok(outer)
    });
    Ok((keys, first?.into_iter().zip(second?).collect()))
}

fn not_affine(program: &Program, access: &Access) -> Refusal {
    Refusal::new(format!("a subscript of {} is not affine", described(program, access)))
}

fn pair_kept(
    pool: Option<&SolverPool>,
    mut space: Space<'_>,
    nest: &[Counted],
    (pair, bases): ([&Access; 2], &[Base; 2]),
    reorder: &Reorder<'_>,
) -> Result<(), Refusal> {
    let program = space.program;
    let (keys, forms) = subscripts(&mut space, nest, pair, bases)?;
    let [first, second] = pair;
    let places = (first.place, second.place);
    let single = first.elements == 1 && second.elements == 1;
    if single && surely_kept(&space, &forms, &keys, reorder, places) {
        return Ok(());
    }
    let pair = Pair { subscripts: &forms, elements: (first.elements, second.elements), places };
    let Some(pool) = pool else {
        return Err(undecided(program, first, second, "there is no solver to ask"));
    };
    match ask(&space, &pair, &keys, Some(reorder), pool) {
        Found::Never => Ok(()),
        Found::Unknown(why) => Err(undecided(program, first, second, &why)),
        Found::Meets(turns) => Err(reversed(program, first, second, &turns, reorder, space.loose)),
    }
}

fn undecided(program: &Program, first: &Access, second: &Access, why: &str) -> Refusal {
    Refusal::new(format!(
        "whether {} and {} keep their order is not known: {why}",
        described(program, first),
        described(program, second)
    ))
}

/// Two accesses whose order the step reverses.
fn reversed(
    program: &Program,
    first: &Access,
    second: &Access,
    turns: &Meeting,
    reorder: &Reorder<'_>,
    loose: bool,
) -> Refusal {
    let list = |turns: &[i128]| {
        let turns: Vec<String> = turns.iter().map(ToString::to_string).collect();
        format!("({})", turns.join(", "))
    };
    let distance: Vec<i128> = turns.second.iter().zip(&turns.first).map(|(b, a)| b - a).collect();
    let distance = match reorder {
        Reorder::Vectorize(_) => distance[0].to_string(),
        _ => list(&distance),
    };
    let (earlier, later) = (described(program, first), described(program, second));
    let verb = |access: &Access| if access.stores { "writes" } else { "reads" };
    let may = if loose { " may be" } else { " is" };
    let (x, y) = (list(&turns.first), list(&turns.second));
    if matches!(reorder, Reorder::Fuse) {
        return Refusal::new(format!(
            "a later turn of the first loop {} what this turn {}: {earlier} in turn {x} and {later} in turn {y}, distance {distance}; the order{may} reversed",
            verb(first),
            verb(second)
        ));
    }
    Refusal::new(format!(
        "{earlier} in turn {x} {} what {later} in turn {y} {}, distance {distance}; the order{may} reversed",
        verb(first),
        verb(second)
    ))
}

/// An access in words, with its line where it is of the text that was read.
fn described(program: &Program, access: &Access) -> String {
    let name = program.op_name(access.op);
    let span = program.op(access.op).span;
    match program.source().filter(|_| span != Span::NONE) {
        Some(source) => {
            format!("`{name}` (line {})", source.line_column(span.start).line)
        }
        None => format!("`{name}`"),
    }
}

/// Checks that no other access of a loop touches the element that some accesses do, in whichever turns.
///
/// # Errors
/// An access that may, or an operation with another effect.
pub(crate) fn apart_from(
    program: &Program,
    policy: Policy<'_>,
    one: &Counted,
    ops: &[OpId],
) -> Result<Notes, Refusal> {
    let all = accesses(program, &[one.op])?;
    let nest = std::slice::from_ref(one);
    let mut separate = false;
    let (chosen, others): (Vec<&Access>, Vec<&Access>) =
        all.iter().partition(|access| ops.contains(&access.op));
    let Some(first) = chosen.first() else { return Ok(Vec::new()) };
    for second in others {
        let bases = match relation(program, &[one.op], [first.memory, second.memory], policy.alias) {
            Relation::Apart => {
                separate = true;
                continue;
            }
            Relation::Unknown => {
                let message = format!("{} may access the element, too", described(program, second));
                return Err(Refusal::new(message));
            }
            Relation::Same(a, b) => [a, b],
        };
        let mut space = space(program, nest);
        let (keys, forms) = subscripts(&mut space, nest, [first, second], &bases)?;
        let pair = Pair { subscripts: &forms, elements: (first.elements, second.elements), places: (0, 0) };
        let Some(pool) = policy.solvers else {
            return Err(undecided(program, first, second, "there is no solver to ask"));
        };
        match ask(&space, &pair, &keys, None, pool) {
            Found::Never => {}
            Found::Unknown(why) => return Err(undecided(program, first, second, &why)),
            Found::Meets(turns) => {
                let message = format!(
                    "{} accesses the element, too, in turn ({})",
                    described(program, second),
                    turns.second.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
                );
                return Err(Refusal::new(message));
            }
        }
    }
    Ok(notes("all other accesses are apart from the element", separate))
}

/// By how much a value moves with the variable of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// By this number a turn.
    Known(i128),
    /// It is not affine.
    Unknown,
}

/// By how much a subscript moves from one turn of a loop to the next.
pub(crate) fn stride(program: &Program, one: &Counted, value: ValueId) -> Stride {
    if is_outside(program, value, one.op) {
        return Stride::Known(0);
    }
    let mut space = space(program, std::slice::from_ref(one));
    let number = space.loop_number(one);
    let Some(form) = space.form(value, 0, 0) else { return Stride::Unknown };
    let mut moves = 0;
    for (unknown, coefficient) in &form.terms {
        match unknown {
            Unknown::Turn(of, _) if *of == number => moves = *coefficient,
            // Two subscripts of elements do not differ by as much as the numbers of an index.
            Unknown::Wraps(_) if coefficient % (1 << 64) != 0 => return Stride::Unknown,
            _ => {}
        }
    }
    Stride::Known(moves)
}
