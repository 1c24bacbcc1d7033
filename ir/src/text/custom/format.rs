//! The table language of custom forms: ODS assembly formats over named operands, results, attributes, regions
//! and successors, as it is compiled (`compile`), and what is known of one operation while it is read or printed by it.

use std::sync::Arc;

use assay_ops::Dialect;
use smallvec::SmallVec;

use super::attribute::AttrForm;
use crate::data::{AttrId, AttrKind, BlockId, Context, Ident, OpId, TypeId};
use crate::text::op_state::{Argument as RegionArgument, OpState, Use};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// How an operation is written.
pub(in crate::text) struct OpSyntax {
    pub(super) dialect: &'static Dialect,
    /// Full name.
    pub(in crate::text) name: &'static str,
    /// Dialect whose prefix may be dropped in its regions.
    pub(in crate::text) default_dialect: &'static str,
    /// A discardable attribute that MLIR adds by itself; it is not kept. Empty for none.
    pub(in crate::text) cache: &'static str,
    /// The reason for which no custom form is read and printed.
    pub(in crate::text) fault: Option<String>,
    pub(in crate::text) table: Table,
}

impl OpSyntax {
    /// True for an inherent attribute, which is a property in the generic form.
    pub(in crate::text) fn is_inherent(&self, key: &str) -> bool {
        match key {
            "operandSegmentSizes" => self.table.operand_segments,
            "resultSegmentSizes" => self.table.result_segments,
            _ => self.table.attrs.iter().any(|attr| attr.name == key),
        }
    }

    /// There is a dialect of MLIR that has the operation.
    pub(super) fn is_upstream(&self) -> bool {
        self.dialect.is_upstream()
    }

    /// The keyword that an inherent attribute stands for, where it is one of an enumeration.
    pub(in crate::text) fn keyword<'c>(&self, ctx: &'c Context, key: &str, attr: AttrId) -> Option<&'c str> {
        self.table.attrs.iter().find(|spec| spec.name == key)?.form.keyword(ctx, attr)
    }

    /// There is a custom form that is read and printed.
    pub(in crate::text) fn has_form(&self) -> bool {
        self.fault.is_none()
    }
}

/// How many values a group has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arity {
    One,
    Optional,
    Many,
}

pub(super) struct Group {
    pub(super) name: &'static str,
    pub(super) arity: Arity,
}

/// The dialect and the name of a type that is written without them.
pub(super) type Stripped = (&'static str, &'static str);

pub(in crate::text) struct AttrSpec {
    pub(super) name: &'static str,
    pub(super) form: AttrForm,
    pub(super) optional: bool,
    pub(super) default: Option<&'static str>,
    /// It is held as a number, a truth value or the like, not as an attribute.
    pub(super) property: bool,
}

impl AttrSpec {
    /// Tells if MLIR takes an attribute for this one; a property that is a truth value may be written as `unit`, flags that are a
    /// property as an integer of any type.
    pub(super) fn admits(&self, ctx: &Arc<Context>, attr: AttrId, whole: bool) -> bool {
        let truth = self.form.is_unit() && self.default.is_some();
        let flags = self.property && matches!(self.form, AttrForm::Bits(_));
        self.form.admits(ctx, attr, whole)
            || truth && AttrForm::Bool.admits(ctx, attr, whole)
            || flags && matches!(ctx.attr_kind(attr), AttrKind::Integer { .. })
    }
}

/// The values that `type(..)` and a type rule are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    In(usize),
    Out(usize),
    Operands,
    Results,
}

/// A part of an operation that decides whether an optional group is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    In(usize),
    Out(usize),
    Attr(usize),
    Region(usize),
    Successor(usize),
}

/// One piece of an assembly format.
pub(super) enum Item {
    Literal(&'static str),
    /// ` `` `: no space here.
    Glue,
    /// `` `\n` ``: a line break in print.
    Line,
    In(usize),
    Operands,
    Attr {
        index: usize,
        /// Written with the name of its dialect.
        qualified: bool,
        /// Its group is for its sake: it is not left out there.
        required: bool,
    },
    Region {
        index: usize,
        /// It may be left out: nothing is added to an empty one.
        optional: bool,
    },
    Regions,
    Successor(usize),
    Successors,
    Type(Target, Option<Stripped>),
    /// `(inputs) -> results`; the last says that a lone input type may stand for it.
    Functional(Target, Target, bool),
    Dictionary {
        keyword: bool,
    },
    Properties,
    Custom(Call),
    Optional {
        anchors: Vec<Anchor>,
        then: Vec<Item>,
        otherwise: Vec<Item>,
    },
    /// `oilist(..)`: clauses in any order, each at most once.
    Clauses(Vec<Clause>),
}

/// A clause of an `oilist`.
pub(super) struct Clause {
    pub(super) word: &'static str,
    pub(super) items: Vec<Item>,
    pub(super) anchors: Vec<Anchor>,
}

/// `custom<Name>(arguments)`
pub(super) struct Call {
    pub(super) piece: &'static Piece,
    pub(super) arguments: Vec<Argument>,
}

/// An argument of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Argument {
    Of(Anchor, &'static str),
    Type(Target),
    Text(&'static str),
}

impl Call {
    /// The operand group that an argument names.
    pub(super) fn group(&self, index: usize) -> Option<usize> {
        match self.arguments.get(index)? {
            Argument::Of(Anchor::In(group), _) => Some(*group),
            _ => None,
        }
    }

    /// The attribute that an argument names.
    pub(super) fn attribute(&self, index: usize) -> Option<&'static str> {
        match self.arguments.get(index)? {
            Argument::Of(Anchor::Attr(_), name) => Some(name),
            _ => None,
        }
    }

    /// The values whose types an argument names.
    pub(super) fn target(&self, index: usize) -> Option<Target> {
        match self.arguments.get(index)? {
            Argument::Type(target) => Some(*target),
            _ => None,
        }
    }

    /// Whether an argument is a text that holds another one.
    pub(super) fn says(&self, text: &str) -> bool {
        self.arguments.iter().any(|one| matches!(one, Argument::Text(found) if found.contains(text)))
    }
}

/// A type rule: the target has the type that a source says.
pub(super) struct Rule {
    pub(super) target: Target,
    pub(super) source: Source,
}

pub(super) enum Source {
    /// The same as another one.
    Same(Target),
    /// A fixed type, as text.
    Fixed(&'static str),
    /// The type of an attribute.
    Attribute(&'static str),
    /// A function of other types, by name.
    Function(&'static str, Vec<Target>),
}

/// A compiled entry.
pub(in crate::text) struct Table {
    pub(super) ins: Vec<Group>,
    pub(super) outs: Vec<Group>,
    pub(in crate::text) attrs: Vec<AttrSpec>,
    pub(super) regions: Vec<Group>,
    /// The terminator that regions may leave out, and the one region that it belongs to, if it is not for all.
    pub(super) terminator: Option<(Option<usize>, &'static str)>,
    /// Terminators are always printed.
    pub(super) kept: bool,
    /// MLIR's form is C++: terminators of an operation with results are printed, and the dictionary takes attributes of
    /// any kind.
    pub(in crate::text) cpp: bool,
    /// A list of operands behind a memref has as many as that has dimensions, and optional ones are there together.
    pub(super) ranked: bool,
    /// There are as many regions as operands.
    pub(super) paired: bool,
    /// A region has a block even when none is written.
    pub(super) block: bool,
    /// A region that is written has a block.
    pub(super) nonempty: bool,
    /// The dictionary holds attributes that have their default, too.
    pub(super) verbose: bool,
    /// A piece of the format names the arguments of the first region.
    pub(super) bound: bool,
    pub(super) successors: Vec<Group>,
    pub(super) items: Vec<Item>,
    pub(super) rules: Vec<Rule>,
    pub(in crate::text) operand_segments: bool,
    pub(in crate::text) result_segments: bool,
    /// Inherent attributes that the format writes outside of the dictionary.
    pub(super) elided: Vec<&'static str>,
}

impl Table {
    /// There are inherent attributes.
    pub(in crate::text) fn has_properties(&self) -> bool {
        !self.attrs.is_empty() || self.operand_segments || self.result_segments
    }

    /// The terminator that a region may leave out.
    pub(super) fn terminator(&self, region: usize) -> Option<&'static str> {
        let (only, name) = self.terminator?;
        only.is_none_or(|only| only == region).then_some(name)
    }
}

pub(super) type ReadPiece =
    for<'a, 'b, 's> fn(&'a mut Parser<'s>, &'b mut CustomParse<'s, '_>, &Call) -> Read<()>;

pub(super) type PrintPiece = for<'a, 'p, 'g> fn(&'a mut Printer<'p>, OpId, &'g Groups, &Call) -> Option<()>;

/// A piece of an assembly format: `custom<Name>`.
pub(super) struct Piece {
    pub(super) name: &'static str,
    pub(super) read: ReadPiece,
    /// `None` when the piece cannot say what the operation has.
    pub(super) print: PrintPiece,
    /// Inherent attributes that it writes besides those of its arguments.
    pub(super) attrs: &'static [&'static str],
    /// It gives names to the arguments of the first region.
    pub(super) binds: bool,
    /// Values whose types it writes, or derives and checks, besides those of its arguments.
    pub(super) types: &'static [Target],
}

impl Piece {
    pub(super) const fn new(name: &'static str, read: ReadPiece, print: PrintPiece) -> Piece {
        Piece { name, read, print, attrs: &[], binds: false, types: &[] }
    }

    pub(super) const fn binding(mut self) -> Piece {
        self.binds = true;
        self
    }

    pub(super) const fn writing(mut self, attrs: &'static [&'static str]) -> Piece {
        self.attrs = attrs;
        self
    }

    pub(super) const fn typed(mut self, types: &'static [Target]) -> Piece {
        self.types = types;
        self
    }
}

pub(super) type Types = SmallVec<[TypeId; 2]>;

/// What has been read of one operation.
pub(super) struct CustomParse<'s, 'o> {
    pub(super) state: &'o mut OpState,
    pub(super) table: &'static Table,
    /// Where the operation starts.
    pub(super) start: u32,
    pub(super) uses: SmallVec<[SmallVec<[Use<'s>; 2]>; 3]>,
    pub(super) in_types: SmallVec<[Option<Types>; 3]>,
    pub(super) out_types: SmallVec<[Option<Types>; 2]>,
    pub(super) successors: SmallVec<[SmallVec<[BlockId; 1]>; 2]>,
    /// Arguments of the next region.
    pub(super) arguments: Vec<RegionArgument<'s>>,
    /// Which of them have the type of a target that may be written behind them.
    pub(super) late: Vec<(usize, Target)>,
    /// The one operation of a region that is built when the types are known.
    pub(super) payload: Option<Payload>,
}

/// The one operation of a body.
pub(super) struct Payload {
    pub(super) name: Ident,
    pub(super) properties: AttrId,
    pub(super) attributes: AttrId,
}

pub(super) type Ranges = SmallVec<[(usize, usize); 3]>;

/// Where each operand group starts and how long it is.
pub(super) struct Groups {
    pub(super) ins: Ranges,
    pub(super) outs: Ranges,
    pub(super) successors: Ranges,
}
