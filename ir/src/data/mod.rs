//! The data model: interned names, types, attributes and locations in a [`Context`]; operations, blocks,
//! regions and values of one [`Program`] in arenas with typed ids. Knows no syntax and no meaning.

mod attributes;
mod context;
mod ident;
mod ids;
mod interner;
mod journal;
mod location;
mod program;
mod rollback;
mod small_map;
mod source;
mod tail;
mod types;
mod union_find;
mod use_lists;
mod uses;
mod walk;
mod written;

pub use attributes::{AttrKind, DenseData, IntValue, LayoutMap};
pub use context::Context;
pub use ident::{Ident, known};
pub use ids::{AttrId, BlockId, LocId, OpId, OperandId, RegionId, TypeId, ValueId};
pub use journal::Checkpoint;
pub use location::LocKind;
pub use program::{BlockData, InsertPoint, NewOp, OpData, Program, RegionData, ValueData, ValueDef};
pub(crate) use small_map::SmallMap;
pub use source::{LineColumn, Pos, Source, Span};
pub use types::{Dim, FloatKind, Signedness, TypeKind};
pub use union_find::UnionFind;
pub use walk::{PostOrder, PreOrder};
pub use written::{FilePlace, Written};
