//! Types, attributes and flags of programs where the pattern leaves them open: small ones are gone through, others drawn. Runs
//! nothing.

use assay_ir::data::{AttrId, Context, FloatKind, TypeId, TypeKind};
use assay_ir::spec::Registry;
use assay_ir::{ops, text};

use super::form::{CannotRun, Choice, Form, Permitted};
use super::inputs::{self, Numbers, width_of};
use crate::generate::choose::Choose;
use crate::generate::input::boundaries;

/// The choices of a form.
pub(super) struct Choices<'a> {
    /// The form.
    pub(super) form: &'a Form<'a>,
    /// The dialects.
    pub(super) registry: &'a Registry,
    /// Open integer types are gone through from one bit to this many.
    pub(super) narrow: u32,
    /// Widths that open integer types are drawn from.
    pub(super) wide: &'a [u32],
    /// Values may be poison: of hardware they are not.
    pub(super) poison: bool,
    /// The source of everything that is drawn.
    pub(super) numbers: Numbers,
}

/// Most assignments of narrow types that are tried.
const NARROW: usize = 1024;

impl Choices<'_> {
    /// A choice of drawn attributes and flags for these types; `None` where no attribute fits.
    pub(super) fn drawn(&mut self, types: &[TypeId]) -> Result<Option<Choice>, CannotRun> {
        let mut attributes = Vec::new();
        for slot in 0..self.form.attributes.len() {
            let domain = self.domain(slot, types)?;
            match domain.len() {
                0 => return Ok(None),
                count => attributes.push(domain[self.numbers.below(count)]),
            }
        }
        let mut flags = Vec::new();
        for flag in 0..self.form.flags.len() {
            let domain = self.flag_domain(flag);
            let at = if self.numbers.below(2) == 0 { 0 } else { self.numbers.below(domain.len()) };
            flags.push(domain[at]);
        }
        Ok(Some(Choice { types: types.to_vec(), attributes, flags }))
    }

    fn ctx(&self) -> &Context {
        self.registry.ctx()
    }

    /// All assignments of narrow integer types, those with the smallest types first.
    pub(super) fn narrow_types(&mut self) -> Vec<Vec<TypeId>> {
        let open = self.form.types.iter().filter(|ty| ty.is_none()).count() as u32;
        let widths = self.narrow as usize;
        let total = widths.checked_pow(open).unwrap_or(usize::MAX);
        let mut lists: Vec<Vec<u32>> = Vec::new();
        for number in 0..total.min(NARROW) {
            let mut rest = if total <= NARROW { number } else { self.numbers.below(total) };
            let mut digits = Vec::new();
            for _ in 0..open {
                digits.push((rest % widths) as u32 + 1);
                rest /= widths;
            }
            lists.push(digits);
        }
        lists
            .sort_by_key(|digits| (digits.iter().copied().max(), digits.iter().sum::<u32>(), digits.clone()));
        lists.dedup();
        let ctx = self.registry.ctx();
        lists
            .into_iter()
            .map(|digits| self.fill(digits.into_iter().map(|width| ctx.integer(width))))
            .collect()
    }

    /// Written types, and these for the open ones.
    fn fill(&self, open: impl IntoIterator<Item = TypeId>) -> Vec<TypeId> {
        let mut open = open.into_iter();
        let none = self.ctx().ty(TypeKind::None);
        self.form.types.iter().map(|ty| ty.or_else(|| open.next()).unwrap_or(none)).collect()
    }

    /// Types of all classes: integers of related widths, `index`, floats, small vectors; one class at a time.
    pub(super) fn drawn_types(&mut self) -> Vec<TypeId> {
        let wide = self.wide;
        let base = wide[self.numbers.below(wide.len())];
        // Without poison: hardware, which has integers alone.
        let class = if self.poison { self.numbers.below(10) } else { 9 };
        let mut drawn = Vec::new();
        let open = (0..self.form.types.len()).filter(|at| self.form.types[*at].is_none());
        for at in open {
            let permitted = self.form.permitted[at];
            let width = match self.numbers.below(6) {
                0..=2 => base,
                3 => wide[self.numbers.below(wide.len())],
                4 => base + 1,
                _ => base * 2,
            };
            let ctx = self.registry.ctx();
            let truth = permitted == Permitted::Truths;
            let (base, width) = if truth { (1, 1) } else { (base, width) };
            let float_of = |width: u32| {
                let kinds = [FloatKind::F32, FloatKind::F64, FloatKind::F16];
                ctx.ty(TypeKind::Float(kinds[width.trailing_zeros() as usize % kinds.len()]))
            };
            let pair_of = |element| ctx.ty(TypeKind::Vector { shape: Box::new([(2, false)]), element });
            drawn.push(match (permitted, class) {
                (Permitted::Complex, _) => ctx.ty(TypeKind::Complex(float_of(width))),
                (Permitted::Floats, 1) => pair_of(float_of(width)),
                (Permitted::Floats, _) => float_of(width),
                (_, 1) => pair_of(ctx.integer(base)),
                (Permitted::Any, 0) => ctx.index(),
                (Permitted::Any, 2) => float_of(base),
                (Permitted::Any, 3) if self.numbers.below(2) == 0 => ctx.index(),
                _ => ctx.integer(width),
            });
        }
        self.fill(drawn)
    }

    /// What an attribute may be, given the types.
    pub(super) fn domain(&mut self, slot: usize, types: &[TypeId]) -> Result<Vec<Option<AttrId>>, CannotRun> {
        let slot = self.form.attributes[slot];
        if slot.constant.is_some() {
            return Ok(vec![slot.constant]);
        }
        let ctx = self.registry.ctx();
        let Some((key, node)) = slot.user else {
            // Only native code looks at it.
            return Err(CannotRun::OpenAttribute("of native code alone".into()));
        };
        let key = ctx.str(key);
        let model = &self.form.model;
        let result = model.nodes[node].results.first().map(|value| types[model.values[*value].ty]);
        let values = match key {
            "value" => {
                let ty = slot.ty.map(|index| types[index]).or(result);
                ty.map(|ty| self.constants(ty)).unwrap_or_default()
            }
            "predicate" => (0..if self.compares_floats(node) { 16 } else { 10 })
                .map(|number| ctx.integer_attr(number, ctx.integer(64)))
                .collect(),
            "lowBit" => (0..8).map(|number| ctx.integer_attr(number, ctx.integer(32))).collect(),
            "overflowFlags" => self.overflow_flags(node),
            "isExact" | "nonNeg" | "twoState" => vec![ctx.unit()],
            // Definitions say what fits.
            _ => return Ok(vec![None]),
        };
        Ok(values.into_iter().map(Some).collect())
    }

    /// The name of a matched operation.
    fn name(&self, node: usize) -> &str {
        // Forms have no operation without a name.
        self.form.model.nodes[node].name.map_or("", |name| self.registry.ctx().str(name))
    }

    /// True for an operation of the pattern that compares floating-point numbers.
    fn compares_floats(&self, node: usize) -> bool {
        ops::float_op("cmp") == Some(self.name(node))
    }

    /// No promise, each promise, both, in the words of the operation's dialect.
    fn overflow_flags(&self, node: usize) -> Vec<AttrId> {
        let ctx = self.registry.ctx();
        let dialect = self.name(node).split('.').next().unwrap_or_default();
        let texts = ["none", "nsw", "nuw", "nsw, nuw"].map(|flags| format!("#{dialect}.overflow<{flags}>"));
        texts.iter().filter_map(|text| text::parse_attr(ctx, text).ok()).collect()
    }

    /// Constants of a type.
    fn constants(&mut self, ty: TypeId) -> Vec<AttrId> {
        let ctx = self.registry.ctx();
        let signed = |bits: u128, width: u32| (bits << (128 - width)) as i128 >> (128 - width);
        match ctx.type_kind(ty) {
            TypeKind::Integer { width: 1, .. } => [0, 1].map(|bit| ctx.integer_attr(bit, ty)).to_vec(),
            TypeKind::Integer { width, .. } if inputs::is_narrow(*width) => {
                (0..1u128 << width).map(|bits| ctx.integer_attr(signed(bits, *width), ty)).collect()
            }
            TypeKind::Integer { .. } | TypeKind::Index => {
                let width = width_of(ctx, ty, 64).unwrap_or(64).min(127);
                let mut numbers = boundaries(width);
                numbers.extend((0..6).map(|_| inputs::number(width, &mut self.numbers)));
                numbers.push(1u128 << self.numbers.below(width as usize));
                numbers.into_iter().map(|bits| ctx.integer_attr(signed(bits, width), ty)).collect()
            }
            TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } => {
                let element = ctx.element_type(ty).and_then(|element| width_of(ctx, element, 64));
                let Some(width) = element else { return Vec::new() };
                let text = type_name(ctx, ty);
                let numbers = boundaries(width.min(127)).into_iter();
                let numbers = numbers.map(|bits| signed(bits, width.min(127)));
                let word =
                    |number: i128| if width == 1 { (number != 0).to_string() } else { number.to_string() };
                let dense = numbers.map(|number| format!("dense<{}> : {text}", word(number)));
                dense.filter_map(|text| text::parse_attr(self.registry.ctx(), &text).ok()).collect()
            }
            TypeKind::Float(_) => {
                let text = type_name(ctx, ty);
                let numbers = ["0.0", "-0.0", "1.0", "-1.0", "2.0"];
                let texts = numbers.map(|number| format!("{number} : {text}"));
                texts.iter().filter_map(|text| text::parse_attr(self.registry.ctx(), text).ok()).collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn flag_domain(&self, flag: usize) -> Vec<Option<AttrId>> {
        let ctx = self.registry.ctx();
        let mut domain = vec![None];
        match ctx.str(self.form.flags[flag].key) {
            "overflowFlags" => {
                let flags = self.overflow_flags(self.form.flags[flag].node);
                domain.extend(flags.into_iter().skip(1).map(Some));
            }
            "isExact" | "nonNeg" | "isDisjoint" => domain.push(Some(ctx.unit())),
            _ => {}
        }
        domain
    }
}

fn type_name(ctx: &Context, ty: TypeId) -> String {
    text::type_text(ctx, ty)
}
