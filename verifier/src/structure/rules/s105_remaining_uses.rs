//! S105: an erased operation may still have uses; and S107: an operation replaced by its own results keeps its uses.
//! Uses inside the match that are there in any case end the run; uses that only may exist do not.

use crate::structure::model::OpRef;
use crate::structure::run::{Go, Placement, Run};
use crate::structure::state::{Place, Site, Val};
use crate::verdict::Code;

/// Asked right before an operation disappears, after its uses were moved.
pub fn check(run: &mut Run<'_, '_>, step: usize, target: OpRef, code: Code) -> Go {
    let results = run.state.results(target);
    // What an operation itself uses goes with it.
    let holds = |site: &Site| {
        let own = matches!(site.place, Place::Operand(owner, _) if OpRef::Created(owner) == target);
        site.present && !own && results.contains(&site.current())
    };
    let found: Vec<Place> =
        run.state.sites.iter().filter(|site| holds(site)).map(|site| site.place).collect();
    let used = found.iter().find_map(|place| match place {
        Place::After(_, value) => Some(*value),
        Place::Operand(..) => None,
    });
    if let Some(place) = certain_use(run, target, &results) {
        let message = format!("{} {}, but {place} still uses it", run.describe(target), verb(code));
        run.violate(code, step, message, Vec::new(), Placement { used, ..Placement::default() });
        return Go::Break(());
    }
    if found.is_empty() {
        return Go::Continue(());
    }
    let message =
        format!("{} {}, but something outside of the match may use it", run.describe(target), verb(code));
    run.violate(code, step, message, Vec::new(), Placement { used, ..Placement::default() });
    for site in &mut run.state.sites {
        if results.contains(&site.current()) {
            site.present = false;
        }
    }
    Go::Continue(())
}

fn verb(code: Code) -> &'static str {
    if code == "S107" { "is replaced by its own results" } else { "is erased" }
}

/// A use that every match has.
fn certain_use(run: &Run<'_, '_>, target: OpRef, results: &[Val]) -> Option<&'static str> {
    let by_created = run.state.sites.iter().any(|site| {
        let owner = match site.place {
            Place::Operand(owner, _) => OpRef::Created(owner),
            Place::After(..) => return false,
        };
        site.present && owner != target && results.contains(&site.current())
    });
    if by_created {
        return Some("a created operation");
    }
    let target = target.class(run.classes);
    results.iter().any(|value| run.state.held_by_match(*value, target)).then_some("another matched operation")
}
