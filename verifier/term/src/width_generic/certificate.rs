//! Questions as the terms of a certificate.

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::node::{Node, Sort, TermId, parts};
use crate::polynomial;
use crate::print;
use assay_certificate::{Argument, Case, Certificate, Function, Sort as TermSort, Term};

/// The certificate of a statement that never holds because numbers form a ring.
pub fn by_ring(pool: &TermArena, statement: TermId) -> Option<Certificate> {
    if !polynomial::never_holds(pool, statement) {
        return None;
    }
    let questions = vec![terms(pool, statement)?];
    let case = Case { known: Vec::new(), questions, argument: Argument::Ring };
    Some(Certificate { samples: Vec::new(), cases: vec![case] })
}

/// The terms of a statement, in the order of [`TermArena::cone`]; `None` where one is of a floating-point number.
pub fn terms(pool: &TermArena, statement: TermId) -> Option<Vec<Term>> {
    let cone = pool.cone(&[statement]);
    let places: FxHashMap<TermId, usize> = cone.iter().enumerate().map(|(at, ex)| (*ex, at)).collect();
    let term = |ex: &TermId| {
        let sort = match pool.sort(*ex) {
            Sort::Bool => TermSort::Bool,
            Sort::Bits(width) => TermSort::Bits(width),
            Sort::Float(_) => return None,
        };
        let node = pool.node(*ex);
        let function = match node {
            Node::Bool(value) => Function::Known(*value),
            Node::Number { value, .. } => Function::Number(*value),
            Node::Variable(var) => Function::Variable(pool.variables()[var.0 as usize].name.clone()),
            Node::Extract { low, .. } => Function::Extract(*low),
            Node::ZeroExtend(..) => Function::Named("zero_extend".to_owned()),
            Node::SignExtend(..) => Function::Named("sign_extend".to_owned()),
            node => Function::Named(print::function(node)?.to_owned()),
        };
        Some(Term { sort, function, operands: parts(node).map(|part| places[&part]).collect() })
    };
    cone.iter().map(term).collect()
}
