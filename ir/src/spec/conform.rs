//! Does one concrete operation satisfy its spec? Looks at counts, types, attributes and entry block arguments of that
//! operation only; what needs the program around it (order, parents, terminators) is `wellformed`.

use std::ops::Range;

use crate::data::{AttrId, Context, Ident};

use super::groups::{Fault, OpInstance, Place, RegionShape, Side, ranges};
use super::{
    Answer, AttributeSpec, Goal, OpSpec, RegionSpec, Registry, Relation, Var, Variadicity, compare, satisfy,
};

/// One way in which an operation does not satisfy its spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: Fault,
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conformance {
    /// All failures, in the order attributes, operands, results, regions, relations.
    pub failures: Vec<Failure>,
    /// Texts of `c_pred` without a translation, which were taken to hold.
    pub unchecked: Vec<Ident>,
    /// Whether the search for an assignment was given up; nothing is known about the constraints then.
    pub undecided: bool,
}

/// Compares an operation with its spec.
pub fn conform(registry: &Registry, spec: &OpSpec, subject: &OpInstance<'_>) -> Conformance {
    let mut check = Check {
        registry,
        ctx: registry.ctx(),
        spec,
        subject,
        out: Conformance::default(),
        goals: Vec::new(),
    };
    check.attributes();
    let operands = check.groups(Side::Operands);
    let results = check.groups(Side::Results);
    check.regions();
    check.successors();
    check.solve();
    if let (Some(operands), Some(results)) = (operands, results) {
        check.relations(&operands, &results);
    }
    check.out
}

struct Check<'a> {
    registry: &'a Registry,
    ctx: &'a Context,
    spec: &'a OpSpec,
    subject: &'a OpInstance<'a>,
    out: Conformance,
    /// Places with the constraint that they have to satisfy; the flag says that a place is judged on its own.
    goals: Vec<(Place, Goal, bool)>,
}

impl Check<'_> {
    fn fail(&mut self, place: Place, fault: Fault) {
        self.out.failures.push(Failure { place, fault });
    }

    fn goal(&mut self, place: Place, var: Var, value: AttrId, alone: bool) {
        self.goals.push((place, Goal { var, value }, alone));
    }

    fn attributes(&mut self) {
        for AttributeSpec { name, var, optional, .. } in &self.spec.attributes {
            match (self.subject.attribute)(*name) {
                Some(value) => self.goal(Place::Attribute(*name), *var, value, false),
                None if *optional => {}
                None => self.fail(Place::Attribute(*name), Fault::MissingAttribute),
            }
        }
    }

    fn groups(&mut self, side: Side) -> Option<Vec<Range<usize>>> {
        let types = match side {
            Side::Operands => self.subject.operands,
            Side::Results => self.subject.results,
        };
        let (groups, ..) = side.groups(self.spec);
        let segments = (self.subject.attribute)(side.segments());
        let ranges = match ranges(self.ctx, self.spec, types.len(), segments, side) {
            Ok(ranges) => ranges,
            Err(fault) => {
                self.fail(Place::Operation, fault);
                return None;
            }
        };
        for (group, range) in groups.iter().zip(&ranges) {
            let alone = self.spec.variadic_per_element && group.variadicity != Variadicity::Single;
            for index in range.clone() {
                let value = self.ctx.type_attr(types[index]);
                self.goal(side.place(index), group.var, value, alone);
            }
        }
        Some(ranges)
    }

    fn regions(&mut self) {
        let Some(specs) = &self.spec.regions else { return };
        let found = self.subject.regions.len();
        let variadic = specs.last().is_some_and(|last| last.variadic);
        let least = specs.len() - usize::from(variadic);
        if found < least || (found > least && !variadic) {
            let expected = if variadic { format!("{least} or more") } else { least.to_string() };
            self.fail(Place::Operation, Fault::Count { what: "regions", found, expected });
            return;
        }
        for (index, shape) in self.subject.regions.iter().enumerate() {
            // The last one stands for all regions of a variadic group; the count was checked above.
            if let Some(spec) = specs.get(index).or(specs.last()) {
                self.region(index, spec, shape);
            }
        }
    }

    fn region(&mut self, index: usize, spec: &RegionSpec, shape: &RegionShape) {
        let empty_is_fine = shape.blocks == 0 && spec.may_be_empty;
        let expected = match (spec.blocks, spec.at_most) {
            (Some(exactly), _) if shape.blocks != exactly as usize && !empty_is_fine => exactly.to_string(),
            (_, Some(most)) if shape.blocks > most as usize => format!("at most {most}"),
            (None, _) if shape.blocks == 0 && !spec.may_be_empty => "one or more".to_owned(),
            _ => return self.region_arguments(index, spec, shape),
        };
        self.fail(Place::Region(index), Fault::Count { what: "blocks", found: shape.blocks, expected });
    }

    fn region_arguments(&mut self, index: usize, spec: &RegionSpec, shape: &RegionShape) {
        let Some(vars) = &spec.arguments else { return };
        if shape.blocks == 0 {
            return;
        }
        if vars.len() != shape.arguments.len() {
            let (found, expected) = (shape.arguments.len(), vars.len().to_string());
            self.fail(Place::Region(index), Fault::Count { what: "block arguments", found, expected });
            return;
        }
        for (at, (var, ty)) in vars.iter().zip(&shape.arguments).enumerate() {
            self.goal(Place::RegionArgument(index, at), *var, self.ctx.type_attr(*ty), false);
        }
    }

    fn successors(&mut self) {
        let traits = &self.spec.traits;
        let found = self.subject.successors;
        let expected = traits.successors.unwrap_or(0);
        if !traits.any_successors && found != expected as usize {
            let expected = expected.to_string();
            self.fail(Place::Operation, Fault::Count { what: "successors", found, expected });
        }
    }

    fn solve(&mut self) {
        let shared: Vec<Goal> =
            self.goals.iter().filter(|(.., alone)| !alone).map(|(_, goal, _)| *goal).collect();
        if !self.ask(&shared) {
            self.blame();
        }
        for (place, goal, alone) in std::mem::take(&mut self.goals) {
            if alone && !self.ask(&[goal]) {
                self.fail(place, Fault::Constraint { var: goal.var, value: goal.value });
            }
        }
    }

    fn ask(&mut self, goals: &[Goal]) -> bool {
        match satisfy(self.registry, &self.spec.constraints, goals) {
            Answer::Yes { unchecked, .. } => {
                self.out.unchecked.extend(unchecked);
                true
            }
            Answer::No => false,
            Answer::TooHard => {
                self.out.undecided = true;
                true
            }
        }
    }

    /// Finds the places that break an unsatisfiable list of goals: each is the first one that does not go with
    /// all the accepted ones before it.
    fn blame(&mut self) {
        let mut accepted: Vec<Goal> = Vec::new();
        let places: Vec<(Place, Goal)> =
            self.goals.iter().filter(|(.., alone)| !alone).map(|(place, goal, _)| (*place, *goal)).collect();
        for (place, goal) in places {
            accepted.push(goal);
            if !self.ask(&accepted) {
                accepted.pop();
                self.fail(place, Fault::Constraint { var: goal.var, value: goal.value });
            }
        }
    }

    fn relations(&mut self, operands: &[Range<usize>], results: &[Range<usize>]) {
        let parts = compare::Parts { spec: self.spec, subject: self.subject, operands, results };
        for index in 0..self.spec.relations.len() {
            let relation: &Relation = &self.spec.relations[index];
            if !compare::holds(self.ctx, &parts, relation) {
                self.fail(Place::Operation, Fault::Relation(index));
            }
        }
        for (index, check) in self.spec.checks.iter().enumerate() {
            if parts
                .about(self.ctx, check)
                .is_some_and(|about| check.kind.holds(self.ctx, &about) == Some(false))
            {
                self.fail(Place::Operation, Fault::Check(index));
            }
        }
    }
}
