//! Types and attributes of a payload that the pattern leaves open, so that the definitions of the matched operations are met.

use assay_ir::data::{AttrId, Ident, TypeId};
use assay_ir::spec::Registry;
use rustc_hash::FxHashMap;

use super::choose::{Choice, Matched};
use super::scenario::CannotBuild;
use crate::pattern::classes::Classes;
use crate::pattern::model::{AttrIx, NodeIx, TypeIx};
use assay_type_solver::term::{Formula, Term};

/// The choice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assignment {
    /// Type of each class of types.
    pub types: FxHashMap<TypeIx, TypeId>,
    /// Attribute of each class of attributes.
    pub attributes: FxHashMap<AttrIx, AttrId>,
    /// Attributes that the specs require and the pattern does not name, per class of operations.
    pub required: FxHashMap<NodeIx, Vec<(Ident, AttrId)>>,
}

/// A type that another one has to differ from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Other {
    /// The type of another class.
    Class(TypeIx),
    /// A written type.
    Constant(TypeId),
}

/// Chooses everything that is open.
///
/// # Errors
/// When no plain types and attributes fit.
pub(crate) fn assign(
    registry: &Registry,
    classes: &Classes<'_>,
    given: &FxHashMap<AttrIx, AttrId>,
    differ: &[(TypeIx, Other)],
) -> Result<Assignment, CannotBuild> {
    let matched = Matched::new(registry, classes, given);
    let apart = |(a, b): &(TypeIx, Other)| {
        let other = match b {
            Other::Class(class) => matched.ty(*class),
            Other::Constant(ty) => Term::Constant(registry.ctx().type_attr(*ty)),
        };
        Formula::equal(matched.ty(*a), other).negate()
    };
    let statement = matched.statement();
    let mut further: Vec<Formula> = differ.iter().map(apart).collect();
    let asked = further.len();
    further.extend(classes.model().loose_types.iter().map(|(a, b)| apart(&(*a, Other::Class(*b)))));
    let mut choice = matched.choose(&statement, &further);
    if further.len() > asked && !matches!(choice, Choice::Values(_)) {
        // Where types in places of their own cannot differ they are alike.
        choice = matched.choose(&statement, &further[..asked]);
    }
    let values = match choice {
        Choice::Values(values) => values.into_iter().collect(),
        Choice::Impossible => return Err(CannotBuild::Impossible),
        Choice::NotFound { searched_all } => return Err(CannotBuild::NoTypes { searched_all }),
    };
    let types =
        matched.types().into_iter().filter_map(|class| Some((class, matched.type_of(class, &values)?)));
    let attributes = (0..classes.model().attributes.len()).map(|attribute| classes.attribute(attribute));
    let attributes = attributes.filter_map(|class| Some((class, matched.attribute_of(class, &values)?)));
    Ok(Assignment {
        types: types.collect(),
        attributes: attributes.collect(),
        required: matched.required(&values),
    })
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::pdl::patterns;

    use crate::pattern::decode::decode;
    use crate::witness::payload;
    use crate::witness::scenario::{CannotBuild, Scenario};

    /// A payload for `length` sign extensions in a row, each of which is wider than the one before.
    fn extensions(length: usize) -> Result<(), CannotBuild> {
        let mut text =
            String::from("pdl.pattern : benefit(1) {\n  %t0 = pdl.type\n  %v0 = pdl.operand : %t0\n");
        for n in 0..length {
            let next = n + 1;
            text.push_str(&format!(
                "  %t{next} = pdl.type\n  %o{n} = pdl.operation \"arith.extsi\"(%v{n} : !pdl.value) -> (%t{next} : !pdl.type)\n"
            ));
            if next < length {
                text.push_str(&format!("  %v{next} = pdl.result 0 of %o{n}\n"));
            }
        }
        text.push_str(&format!(
            "  pdl.rewrite %o{} {{\n    pdl.erase %o{}\n  }}\n}}\n",
            length - 1,
            length - 1
        ));
        built(text)
    }

    fn built(text: String) -> Result<(), CannotBuild> {
        with_dialect("", text)
    }

    fn with_dialect(dialect: &str, text: String) -> Result<(), CannotBuild> {
        let ctx = Context::new();
        let mut registry = assay_corpus::load_builtin(&ctx);
        let said = assay_corpus::load_text(&mut registry, "d.irdl.mlir", dialect);
        assert!(said.is_empty(), "{said:?}");
        let parsed = assay_ir::text::parse(&ctx, &Source::new("p", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let model = decode(&parsed.program, &registry, patterns(&parsed.program)[0].op).expect("no ranges");
        payload::build(&model, &registry, &Scenario::default()).map(|_| ())
    }

    #[test]
    fn a_width_is_not_less_than_itself() {
        let text = "pdl.pattern : benefit(1) {\n  %t = pdl.type\n  %v = pdl.operand : %t
  %o = pdl.operation \"arith.extsi\"(%v : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %o {\n    pdl.erase %o\n  }\n}\n";
        assert_eq!(built(text.to_owned()), Err(CannotBuild::Impossible));
    }

    #[test]
    fn elements_of_a_group_need_not_be_alike_where_some_are_still_open() {
        let text = "pdl.pattern : benefit(1) {\n  %t = pdl.type : i32\n  %s = pdl.type\n  %x = pdl.operand\n  %y = pdl.operand : %t
  %z = pdl.operand\n  %c = pdl.operation \"arith.fptosi\"(%x : !pdl.value) -> (%s : !pdl.type)
  %r = pdl.result 0 of %c
  %o = pdl.operation \"func.return\"(%z, %y, %x, %r : !pdl.value, !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %o {\n    pdl.erase %o\n  }\n}\n";
        assert_eq!(built(text.to_owned()), Ok(()));
    }

    #[test]
    fn a_row_of_widths_may_be_long() {
        assert_eq!(extensions(2), Ok(()));
        assert_eq!(extensions(70), Ok(()));
    }

    #[test]
    fn a_shape_that_no_candidate_has_is_not_shown_to_be_impossible() {
        let one = |constraint: &str| {
            let dialect = format!(
                "irdl.dialect @x {{\n  irdl.operation @one {{\n    %t = irdl.c_pred \"{constraint}\"
    irdl.results(r: %t)\n  }}\n}}\n"
            );
            let text = "pdl.pattern : benefit(1) {\n  %t = pdl.type
  %o = pdl.operation \"x.one\" -> (%t : !pdl.type)\n  pdl.rewrite %o {\n    pdl.erase %o\n  }\n}\n";
            with_dialect(&dialect, text.to_owned())
        };
        let vector = "(::llvm::isa<::mlir::VectorType>($_self))";
        let rank = "(::llvm::cast<::mlir::VectorType>($_self).getRank() == 3)";
        let index = "(::llvm::isa<::mlir::IndexType>($_self))";
        let none = |searched_all| Err(CannotBuild::NoTypes { searched_all });
        assert_eq!(one(&format!("{vector} && {rank}")), none(false));
        assert_eq!(one(&format!("{vector} && {index}")), none(true));
    }
}
