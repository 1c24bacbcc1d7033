//! Words of the answers about values: widths that were decided, and what is wrong with something that is seen.

use assay_ir::data::{Context, TypeId, TypeKind};
use assay_ir::text::type_text;

use super::builder::{Change, Observable, Observed};
use super::types::Kind;
use crate::verdict::Rule;
use assay_semantics::Unsupported;
use assay_term::bits::signed;

/// Widths that were decided among others that were left out, in runs where there is one width.
pub(super) fn spans(widths: &[&[u32]]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for widths in widths {
        match (*widths, runs.last_mut()) {
            ([width], Some((_, last))) if *last + 1 == *width => *last = *width,
            ([width], _) => runs.push((*width, *width)),
            (several, _) => {
                let most = several.iter().max().copied().unwrap_or(0);
                runs.push((most, most));
            }
        }
    }
    if widths.iter().any(|widths| widths.len() != 1) {
        let last = runs.iter().map(|(_, last)| *last).max().unwrap_or(0);
        return format!("{} combinations of widths, each at most {last}", widths.len());
    }
    let word = |(first, last): &(u32, u32)| match first == last {
        true => format!("i{first}"),
        false => format!("i{first}..i{last}"),
    };
    runs.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// Widths that were not decided, small ones first.
pub(super) fn named(rest: &[Vec<u32>]) -> Option<String> {
    match (rest.first()?.as_slice(), rest.last()?.as_slice()) {
        ([first], [last]) if first == last => Some(format!("i{first}")),
        ([first], [last]) => Some(format!("i{first}..i{last}")),
        (first, _) if rest.len() == 1 => Some(listed(first)),
        (first, _) => Some(format!("{} wider combinations, the first {}", rest.len(), listed(first))),
    }
}

/// Widths that stand beside each other in one pattern.
fn listed(widths: &[u32]) -> String {
    widths.iter().map(|width| format!("i{width}")).collect::<Vec<_>>().join(" with ")
}

/// The shapes that open types were given where no scalar fits.
pub(super) fn shapes(kinds: &[Kind]) -> Option<&'static str> {
    if kinds.iter().any(|kind| matches!(kind, Kind::Named(_))) {
        return Some("open types as the vectors and tensors of the pattern");
    }
    match (kinds.contains(&Kind::Vector), kinds.contains(&Kind::Tensor)) {
        (true, true) => Some("in vectors and tensors of two elements"),
        (true, false) => Some("in vectors of two elements"),
        (false, true) => Some("in tensors of two elements"),
        (false, false) => None,
    }
}

/// What is wrong with something that is seen at the operation of this name.
pub(super) fn broken_words(code: Rule, observed: &Observed, name: &str) -> String {
    let what = match observed.seen {
        Observable::Result(index) => format!("result #{index} of {name}"),
        Observable::Handed(index) => format!("operand #{index} that {name} forwards"),
        Observable::Passed(index) => format!("operand #{index} that {name} passes"),
        Observable::Stored(_, Change::Gone) => return format!("what {name} stores is not stored any more"),
        Observable::Stored(_, Change::New) => return format!("memory is changed at {name} where it was not"),
        Observable::Stored(_, Change::Kept) if code == Rule::V304 => format!("what {name} stores"),
        Observable::Stored(_, Change::Kept) => format!("what memory holds after {name}"),
    };
    match code {
        Rule::V304 => format!("{what} depends on when memory is read"),
        Rule::V303 => format!("{what} becomes poison where it was a value"),
        _ => format!("value mismatch: {what} differs"),
    }
}

/// An operation that has no meaning on operands of these types, and why.
pub(super) fn unsupported_reason(
    ctx: &Context,
    name: &str,
    lack: Unsupported,
    operands: &[TypeId],
) -> String {
    match lack {
        Unsupported::Operation => format!("`{name}`"),
        Unsupported::Attribute => format!("`{name}` with this attribute"),
        _ => match mixed(ctx, operands) {
            Some((one, other)) => {
                format!(
                    "`{name}` on tensors of mixed shapes, `{}` and `{}`",
                    type_text(ctx, one),
                    type_text(ctx, other)
                )
            }
            None => format!("`{name}` on these types"),
        },
    }
}

/// Two tensor types of different shapes.
fn mixed(ctx: &Context, types: &[TypeId]) -> Option<(TypeId, TypeId)> {
    let shape = |ty: TypeId| match ctx.type_kind(ty) {
        TypeKind::RankedTensor { shape, .. } => Some(shape),
        _ => None,
    };
    let mut tensors = types.iter().copied().filter(|ty| shape(*ty).is_some());
    let first = tensors.next()?;
    tensors.find(|other| shape(*other) != shape(first)).map(|other| (first, other))
}

pub(super) fn short(number: Option<u128>, width: u32) -> String {
    match number {
        None => "poison".to_owned(),
        Some(value) if width == 1 => value.to_string(),
        Some(value) => signed(value, width).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{named, spans};

    #[test]
    fn widths_of_one_type_are_runs_and_those_of_several_are_counted() {
        assert_eq!(spans(&[&[1], &[2], &[3], &[8]]), "i1..i3, i8");
        assert_eq!(spans(&[&[1, 2], &[1, 3]]), "2 combinations of widths, each at most 3");
    }

    #[test]
    fn what_was_not_decided_is_named_by_its_narrowest_widths() {
        assert_eq!(named(&[]), None);
        assert_eq!(named(&[vec![8], vec![9], vec![10]]).as_deref(), Some("i8..i10"));
        assert_eq!(named(&[vec![55, 56]]).as_deref(), Some("i55 with i56"));
        let rest = [vec![1, 42], vec![2, 42], vec![1, 43]];
        assert_eq!(named(&rest).as_deref(), Some("3 wider combinations, the first i1 with i42"));
    }
}
