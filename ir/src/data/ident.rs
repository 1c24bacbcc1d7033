//! Interned strings, and the ones every context knows from the start.

use std::num::NonZeroU32;

/// An interned string: an operation name, an attribute name, the text of a string attribute.
///
/// Ids of [`known`] names are the same in every context; all others belong to one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ident(NonZeroU32);

impl Ident {
    pub(super) const fn from_index(index: usize) -> Ident {
        match NonZeroU32::new(index as u32 + 1) {
            Some(raw) => Ident(raw),
            None => panic!("fewer than 2^32 - 1 strings are interned"),
        }
    }

    /// The slot in the context's table of strings.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

macro_rules! known {
    ($($block:ident { $($name:ident = $text:literal),+ $(,)? })+) => {
        /// Names that every [`Context`](super::Context) interns first, so that code can match on them.
        pub mod known {
            use super::Ident;

            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Order { $($($name,)+)+ }

            $($(
                #[doc = concat!("`", $text, "`")]
                pub const $name: Ident = Ident::from_index(Order::$name as usize);
            )+)+

            pub(in super::super) const TEXTS: &[&str] = &[$($($text,)+)+];

            /// The text of one of these names.
            ///
            /// # Panics
            /// For any other identifier.
            #[must_use]
            pub fn text(name: Ident) -> &'static str {
                TEXTS[name.index()]
            }
        }
    };
}

known! {
    first {
        EMPTY = "",
        BUILTIN_MODULE = "builtin.module",
        BUILTIN_UNREALIZED_CAST = "builtin.unrealized_conversion_cast",
    }
    own_dialects {
        PDL_PATTERN = "pdl.pattern",
        PDL_REWRITE = "pdl.rewrite",
        PDL_OPERATION = "pdl.operation",
        PDL_OPERAND = "pdl.operand",
        PDL_OPERANDS = "pdl.operands",
        PDL_ATTRIBUTE = "pdl.attribute",
        PDL_TYPE = "pdl.type",
        PDL_TYPES = "pdl.types",
        PDL_RESULT = "pdl.result",
        PDL_RESULTS = "pdl.results",
        PDL_RANGE = "pdl.range",
        PDL_REPLACE = "pdl.replace",
        PDL_ERASE = "pdl.erase",
        PDL_NATIVE_CONSTRAINT = "pdl.apply_native_constraint",
        PDL_NATIVE_REWRITE = "pdl.apply_native_rewrite",
        IRDL_DIALECT = "irdl.dialect",
        IRDL_TYPE = "irdl.type",
        IRDL_ATTRIBUTE = "irdl.attribute",
        IRDL_OPERATION = "irdl.operation",
        IRDL_PARAMETERS = "irdl.parameters",
        IRDL_C_PRED = "irdl.c_pred",
        IRDL_CHECK_SUBSET = "irdl.check_subset",
        IRDL_YIELD = "irdl.yield",
        IRDL_RELATION = "irdl.relation",
        IRDL_ANY = "irdl.any",
        IRDL_ATTRIBUTES = "irdl.attributes",
        IRDL_REGION = "irdl.region",
    }
    others {
        FUNC_FUNC = "func.func",
        FUNC_RETURN = "func.return",
        FUNC_CALL = "func.call",
        LLVM_FUNC = "llvm.func",
        CF_BR = "cf.br",
        CF_COND_BR = "cf.cond_br",
        SCF_YIELD = "scf.yield",
        ARITH_CONSTANT = "arith.constant",
        D_PDL = "pdl",
        D_IRDL = "irdl",
        D_BUILTIN = "builtin",
        T_ATTRIBUTE = "attribute",
        T_OPERATION = "operation",
        T_TYPE = "type",
        T_RANGE = "range",
        SYM_NAME = "sym_name",
        NOUNDEF = "llvm.noundef",
        SYM_VISIBILITY = "sym_visibility",
        FUNCTION_TYPE = "function_type",
        BENEFIT = "benefit",
        OP_NAME = "opName",
        ATTRIBUTE_VALUE_NAMES = "attributeValueNames",
        OPERAND_SEGMENT_SIZES = "operandSegmentSizes",
        RESULT_SEGMENT_SIZES = "resultSegmentSizes",
        OLD_OPERAND_SEGMENT_SIZES = "operand_segment_sizes",
        OLD_RESULT_SEGMENT_SIZES = "result_segment_sizes",
        VALUE = "value",
        VALUE_TYPE = "valueType",
        CONSTANT_TYPE = "constantType",
        CONSTANT_TYPES = "constantTypes",
        INDEX = "index",
        NAME = "name",
        IS_NEGATED = "isNegated",
        ASSAY_WILDCARDS = "assay.wildcards",
    }
}
