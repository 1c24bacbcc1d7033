//! Operations that a user computes by functions over operations with a meaning: the body becomes expressions over operands and
//! attributes, for each element where it is elementwise. Undefined behaviour and poison of the body are the operation's.

use assay_ir::data::{Context, Ident, OpId, Program, TypeId, ValueId, known};
use assay_ir::meanings::{Argument, Fit, Semantics, Variant};
use assay_ir::natives::Instance;
use assay_ir::spec::{Registry, with_element};
use rustc_hash::FxHashMap;

use crate::attribute::{element_bits, held_bits};
use crate::{
    Attribute, Element, Key, Layout, OpInstance, OpResult, Role, Roles, Scalar, Unsupported, Value,
    overflow_flags,
};
use assay_term::arena::TermArena;
use assay_term::bits::mask;
use assay_term::float::From;
use assay_term::node::TermId;

/// The evaluator of bodies.
pub struct Evaluator<'a> {
    /// All expressions.
    pub pool: &'a mut TermArena,
    /// Unknown attributes.
    pub roles: &'a mut Roles,
    /// Descriptions by users; without it, bodies use Assay's own meanings alone.
    pub registry: Option<&'a Registry>,
    /// The width of `index`.
    pub index: u32,
}

/// The results of a body, and when it is undefined.
pub struct Returned {
    /// The operands of `func.return`.
    pub values: Vec<Value>,
    /// When the behaviour is undefined.
    pub undefined: TermId,
}

impl Evaluator<'_> {
    /// The meaning of an operation that a user computes.
    ///
    /// # Errors
    /// Why it has none.
    pub fn described(
        &mut self,
        semantics: &Semantics,
        subject: &OpInstance<'_>,
        operand_types: &[TypeId],
    ) -> Result<OpResult, Unsupported> {
        let ctx = subject.ctx;
        let (variant, fit) =
            semantics.variant(ctx, operand_types, subject.result_types).ok_or(Unsupported::Undescribed)?;
        let registry = self.registry.ok_or(Unsupported::Operation)?;
        let instance = variant.instance(registry.ctx(), registry, &fit).ok_or(Unsupported::Undescribed)?;
        let elements = match fit.shaped {
            Some(_) => subject.results.first().map_or(1, Layout::size),
            None => 1,
        };
        let mut undefined = self.pool.boolean(false);
        let mut columns: Vec<Vec<Scalar>> = vec![Vec::new(); subject.results.len()];
        for element in 0..elements {
            let mut given = operands(variant, subject, element)?;
            for argument in &variant.arguments {
                let bits = self.argument(variant, &fit, argument, subject, element)?;
                let poison = self.pool.boolean(false);
                given.push(Value { shape: None, elements: vec![Scalar { bits, poison }] });
            }
            let made = self.body(&instance, given)?;
            undefined = self.pool.or(undefined, made.undefined);
            for (column, value) in columns.iter_mut().zip(made.values) {
                column.extend(value.elements);
            }
        }
        let results = columns.into_iter().zip(subject.results);
        let value = |(elements, layout): (Vec<Scalar>, &Layout)| {
            let fits = elements.len() == layout.size()
                && elements.iter().all(|scalar| self.pool.sort(scalar.bits) == layout.sort());
            fits.then(|| Value { shape: layout.shape.clone(), elements }).ok_or(Unsupported::Type)
        };
        let results = results.map(value).collect::<Result<_, _>>()?;
        Ok(OpResult { results, undefined })
    }

    /// A body on these arguments.
    ///
    /// # Errors
    /// Why an operation of it has no meaning.
    pub fn body(&mut self, instance: &Instance, given: Vec<Value>) -> Result<Returned, Unsupported> {
        let program = &instance.program;
        let block = instance.block().ok_or(Unsupported::Operation)?;
        let mut values: FxHashMap<ValueId, Value> = FxHashMap::default();
        values.extend(program.block(block).arguments.iter().copied().zip(given));
        let mut undefined = self.pool.boolean(false);
        for op in program.ops_in(block) {
            let operands: Option<Vec<Value>> =
                program.operands(op).map(|value| values.get(&value).cloned()).collect();
            let operands = operands.ok_or(Unsupported::Type)?;
            if program.op(op).name == known::FUNC_RETURN {
                return Ok(Returned { values: operands, undefined });
            }
            let done = self.inner(program, op, &operands)?;
            undefined = self.pool.or(undefined, done.undefined);
            values.extend(program.results(op).zip(done.results));
        }
        Err(Unsupported::Operation)
    }

    /// One operation of a body.
    fn inner(&mut self, program: &Program, op: OpId, operands: &[Value]) -> Result<OpResult, Unsupported> {
        let ctx = program.ctx();
        let layout = |ty: &TypeId| Layout::for_type(ctx, *ty, self.index).ok_or(Unsupported::Type);
        let operand_types: Vec<TypeId> =
            program.operands(op).map(|value| program.value_type(value)).collect();
        let result_types: Vec<TypeId> = program.results(op).map(|value| program.value_type(value)).collect();
        let results: Vec<Layout> = result_types.iter().map(layout).collect::<Result<_, _>>()?;
        let elements: Vec<Element> =
            operand_types.iter().map(|ty| Ok(layout(ty)?.element)).collect::<Result<_, Unsupported>>()?;
        let attribute =
            |name: &str| program.attr(op, ctx.ident(name)).map_or(Attribute::Absent, Attribute::Known);
        let name = program.op(op).name;
        let subject = OpInstance {
            ctx,
            name: ctx.str(name),
            operands,
            operand_elements: &elements,
            results: &results,
            result_types: &result_types,
            attribute: &attribute,
        };
        match self.registry.and_then(|registry| registry.semantics(name)) {
            Some(semantics) => self.described(semantics, &subject, &operand_types),
            None if self.is_forgotten(name) => Err(Unsupported::Operation),
            None => crate::execute(self.pool, self.roles, &subject),
        }
    }

    fn is_forgotten(&self, name: Ident) -> bool {
        self.registry.is_some_and(|registry| registry.is_forgotten(name))
    }

    /// The number that a body sees of an argument that is no operand.
    fn argument(
        &mut self,
        variant: &Variant,
        fit: &Fit,
        argument: &Argument,
        subject: &OpInstance<'_>,
        element: usize,
    ) -> Result<TermId, Unsupported> {
        let ctx = subject.ctx;
        let found = |name: Ident| (subject.attribute)(ctx.str(name));
        let (name, form, absent, scalar) = match argument {
            Argument::Number { name, form, absent, scalar } => (*name, *form, *absent, *scalar),
            Argument::Place { name, .. } => return self.place(ctx, argument, found(*name)),
            // Values of such a type are compared in functions alone.
            Argument::Parameter { .. } => return Err(Unsupported::Undescribed),
            Argument::Width { of, form } => {
                let layout = Layout::for_type(ctx, variant.type_of(ctx, *form, fit), self.index);
                let width = layout.ok_or(Unsupported::Type)?.width;
                return Ok(self.pool.number(width, u128::from(fit.widths[*of])));
            }
        };
        let one = variant.type_of(ctx, form, fit);
        let layout = Layout::for_type(ctx, one, self.index).ok_or(Unsupported::Type)?;
        let ty = match fit.shaped.filter(|_| !scalar) {
            Some(shaped) => with_element(ctx, shaped, one),
            None => one,
        };
        let width = layout.width;
        let held = held_bits(Some(layout.element), width);
        let number = |pool: &mut TermArena, attr, index| {
            let bits = element_bits(ctx, attr, index).ok_or(Unsupported::Attribute)?;
            Ok(pool.number(width, bits & mask(width)))
        };
        let bits = match found(name) {
            Attribute::Absent => number(self.pool, absent.ok_or(Unsupported::Attribute)?, 0)?,
            Attribute::Known(attr) if ctx.attr_type(attr) == Some(ty) => number(self.pool, attr, element)?,
            Attribute::Known(_) => return Err(Unsupported::Attribute),
            Attribute::Number(bits) if self.pool.width(bits) == held => self.pool.extract(bits, 0, width),
            Attribute::Number(_) => return Err(Unsupported::Attribute),
            Attribute::Unknown(key) if self.roles.reads_as(key, Role::Predicate) && width >= 4 => {
                let number = self.roles.variable(self.pool, key, Role::Predicate);
                self.pool.zero_extend(number, width)
            }
            Attribute::Unknown(key) => {
                self.roles.types.insert(key, ty);
                let element = if ty == one { 0 } else { element };
                let number = self.roles.variable(self.pool, key, Role::Number { element, width: held });
                self.pool.extract(number, 0, width)
            }
        };
        Ok(match layout.element {
            Element::Float(format) => self.pool.float_from(From::Bits, bits, format),
            _ => bits,
        })
    }

    /// The place of an attribute in the list of its cases.
    fn place(&mut self, ctx: &Context, argument: &Argument, found: Attribute) -> Result<TermId, Unsupported> {
        let Argument::Place { list, bits, absent, .. } = argument else { return Err(Unsupported::Attribute) };
        let flags: Option<Vec<(bool, bool)>> = list.iter().map(|attr| overflow_flags(ctx, *attr)).collect();
        let place = match (found, flags) {
            (Attribute::Absent, _) => absent.ok_or(Unsupported::Attribute)?,
            (Attribute::Known(attr), _) => argument.place(ctx, Some(attr)).ok_or(Unsupported::Attribute)?,
            (Attribute::Number(number), Some(flags)) if self.pool.width(number) == 2 => {
                let [signed, unsigned] = [0, 1].map(|at| {
                    let bit = self.pool.extract(number, at, 1);
                    self.pool.truth(bit)
                });
                return Ok(self.among(&flags, *bits, signed, unsigned));
            }
            (Attribute::Number(_), _) => return Err(Unsupported::Attribute),
            (Attribute::Unknown(key), Some(flags)) => {
                let none = flags.iter().position(|flags| *flags == (false, false));
                if matches!(key, Key::Unlisted(..)) && absent.is_some() && *absent != none {
                    return Err(Unsupported::Attribute);
                }
                let signed = self.roles.variable(self.pool, key, Role::Signed);
                let unsigned = self.roles.variable(self.pool, key, Role::Unsigned);
                return Ok(self.among(&flags, *bits, signed, unsigned));
            }
            (Attribute::Unknown(key), None) => {
                self.roles.lists.insert(key, (list.clone(), *absent));
                let role = Role::Place { count: list.len(), bits: *bits };
                return Ok(self.roles.variable(self.pool, key, role));
            }
        };
        Ok(self.pool.number(*bits, place as u128))
    }

    /// The place of flags in a list of them, which holds them.
    fn among(&mut self, flags: &[(bool, bool)], bits: u32, signed: TermId, unsigned: TermId) -> TermId {
        let mut place = self.pool.number(bits, 0);
        let mut listed = Vec::new();
        for (at, (wanted_signed, wanted_unsigned)) in flags.iter().enumerate().rev() {
            let [wanted_signed, wanted_unsigned] =
                [*wanted_signed, *wanted_unsigned].map(|wanted| self.pool.boolean(wanted));
            let one = self.pool.equal(signed, wanted_signed);
            let other = self.pool.equal(unsigned, wanted_unsigned);
            let here = self.pool.and(one, other);
            let number = self.pool.number(bits, at as u128);
            place = self.pool.choice(here, number, place);
            listed.push(here);
        }
        let listed = self.pool.any(listed);
        self.roles.facts.push(listed);
        place
    }
}

/// The operands as a body sees them.
fn operands(variant: &Variant, subject: &OpInstance<'_>, element: usize) -> Result<Vec<Value>, Unsupported> {
    let one = |operand: &Value| {
        let at = if operand.elements.len() == 1 { 0 } else { element };
        let scalar = *operand.elements.get(at).ok_or(Unsupported::Type)?;
        Ok(Value { shape: None, elements: vec![scalar] })
    };
    subject
        .operands
        .iter()
        .map(|operand| if variant.elementwise { one(operand) } else { Ok(operand.clone()) })
        .collect()
}
