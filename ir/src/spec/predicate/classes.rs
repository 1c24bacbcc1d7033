//! Tables: MLIR's C++ class names and registered names, and what each says about a type or attribute. The
//! facts are those of MLIR 22.1.8.

use super::{AttrClass, Predicate, TypeClass};
use crate::data::{Context, FloatKind, Signedness};

fn ty(class: TypeClass) -> Predicate {
    Predicate::Type(class)
}

fn either(classes: &[TypeClass]) -> Predicate {
    Predicate::Or(classes.iter().map(|class| ty(*class)).collect())
}

const TENSORS: [TypeClass; 2] = [TypeClass::RankedTensor, TypeClass::UnrankedTensor];
const MEMREFS: [TypeClass; 2] = [TypeClass::MemRef, TypeClass::UnrankedMemRef];

/// Types with value semantics: vectors and tensors.
pub(super) fn value_semantics() -> Predicate {
    either(&[TypeClass::Vector, TENSORS[0], TENSORS[1]])
}

/// Types that have elements and a shape, which may be unranked.
pub(super) fn shaped() -> Predicate {
    either(&[TypeClass::Vector, TENSORS[0], TENSORS[1], MEMREFS[0], MEMREFS[1]])
}

/// Shaped types whose rank is known.
pub(super) fn ranked() -> Predicate {
    either(&[TypeClass::Vector, TypeClass::RankedTensor, TypeClass::MemRef])
}

/// The predicate of `isa<CLASS>`; `class` comes without `::` in front and without `mlir::`, or is a type or an attribute as MLIR writes it,
/// `!d.t` or `#d.a`.
pub(super) fn by_class(ctx: &Context, class: &str) -> Option<Predicate> {
    if class.starts_with(['!', '#']) {
        return Some(by_registered_name(ctx, class));
    }
    type_class(class).or_else(|| attr_class(class)).or_else(|| dialect_class(ctx, class))
}

fn type_class(class: &str) -> Option<Predicate> {
    Some(match class {
        "Type" => ty(TypeClass::Any),
        "IntegerType" => ty(TypeClass::Integer(None, None)),
        "IndexType" => ty(TypeClass::Index),
        "FloatType" => ty(TypeClass::Float(None)),
        "NoneType" => ty(TypeClass::None),
        "ComplexType" => ty(TypeClass::Complex),
        "TupleType" => ty(TypeClass::Tuple),
        "FunctionType" => ty(TypeClass::Function),
        "VectorType" => ty(TypeClass::Vector),
        "ScalableVectorType" => ty(TypeClass::ScalableVector),
        "FixedVectorType" => Predicate::And(vec![
            ty(TypeClass::Vector),
            Predicate::Not(Box::new(ty(TypeClass::ScalableVector))),
        ]),
        "RankedTensorType" => ty(TypeClass::RankedTensor),
        "UnrankedTensorType" => ty(TypeClass::UnrankedTensor),
        "TensorType" => either(&TENSORS),
        "MemRefType" => ty(TypeClass::MemRef),
        "UnrankedMemRefType" => ty(TypeClass::UnrankedMemRef),
        "BaseMemRefType" => either(&MEMREFS),
        "ShapedType" => shaped(),
        _ => return float_class(class),
    })
}

/// `Float32Type`, `BFloat16Type`, `Float8E5M2Type` and so on.
fn float_class(class: &str) -> Option<Predicate> {
    let name = class.strip_suffix("Type")?;
    let keyword = match name {
        "BFloat16" => "bf16".to_owned(),
        "FloatTF32" => "tf32".to_owned(),
        _ => format!("f{}", name.strip_prefix("Float")?),
    };
    float_keyword(&keyword)
}

/// `f32` and its family, by keyword.
pub(super) fn float_keyword(keyword: &str) -> Option<Predicate> {
    let float = FloatKind::ALL.iter().find(|kind| kind.keyword() == keyword)?;
    Some(ty(TypeClass::Float(Some(*float))))
}

fn dense_elements_of(element: Predicate) -> Predicate {
    Predicate::And(vec![
        Predicate::Attr(AttrClass::DenseElements),
        Predicate::TypeOfAttr(Box::new(Predicate::Element(Box::new(element)))),
    ])
}

fn attr_class(class: &str) -> Option<Predicate> {
    let signless = |bits| TypeClass::Integer(Some(Signedness::Signless), Some(bits));
    Some(match class {
        "Attribute" => Predicate::Attr(AttrClass::Any),
        "TypeAttr" => ty(TypeClass::Any),
        "IntegerAttr" => Predicate::Attr(AttrClass::Integer),
        "BoolAttr" => Predicate::Attr(AttrClass::Bool),
        "FloatAttr" => Predicate::Attr(AttrClass::Float),
        "StringAttr" => Predicate::Attr(AttrClass::String),
        "ArrayAttr" => Predicate::Attr(AttrClass::Array),
        "DictionaryAttr" => Predicate::Attr(AttrClass::Dictionary),
        "UnitAttr" => Predicate::Attr(AttrClass::Unit),
        "SymbolRefAttr" => Predicate::Attr(AttrClass::SymbolRef),
        "FlatSymbolRefAttr" => Predicate::Attr(AttrClass::FlatSymbolRef),
        "DenseArrayAttr" => Predicate::Attr(AttrClass::DenseArray),
        "DenseBoolArrayAttr" => Predicate::DenseArrayOf(signless(1)),
        "DenseI8ArrayAttr" => Predicate::DenseArrayOf(signless(8)),
        "DenseI16ArrayAttr" => Predicate::DenseArrayOf(signless(16)),
        "DenseI32ArrayAttr" => Predicate::DenseArrayOf(signless(32)),
        "DenseI64ArrayAttr" => Predicate::DenseArrayOf(signless(64)),
        "DenseF32ArrayAttr" => Predicate::DenseArrayOf(TypeClass::Float(Some(FloatKind::F32))),
        "DenseF64ArrayAttr" => Predicate::DenseArrayOf(TypeClass::Float(Some(FloatKind::F64))),
        "DenseElementsAttr" => Predicate::Attr(AttrClass::DenseElements),
        "DenseIntElementsAttr" => {
            dense_elements_of(either(&[TypeClass::Integer(None, None), TypeClass::Index]))
        }
        "DenseFPElementsAttr" => dense_elements_of(ty(TypeClass::Float(None))),
        "ElementsAttr" => Predicate::Or(vec![
            Predicate::Attr(AttrClass::DenseElements),
            Predicate::Attr(AttrClass::SparseElements),
            Predicate::Attr(AttrClass::DenseResource),
        ]),
        "SparseElementsAttr" => Predicate::Attr(AttrClass::SparseElements),
        "DenseResourceElementsAttr" => Predicate::Attr(AttrClass::DenseResource),
        "AffineMapAttr" => Predicate::Attr(AttrClass::AffineMap),
        "IntegerSetAttr" => Predicate::Attr(AttrClass::IntegerSet),
        "StridedLayoutAttr" => Predicate::Attr(AttrClass::Strided),
        "LocationAttr" => Predicate::Attr(AttrClass::Location),
        "TypedAttr" => Predicate::Attr(AttrClass::Typed),
        _ => return None,
    })
}

/// An enumeration stored as a signless integer attribute.
fn int_enum(bits: u32, min: i64, max: i64) -> Predicate {
    let stored = ty(TypeClass::Integer(Some(Signedness::Signless), Some(bits)));
    Predicate::And(vec![
        Predicate::Attr(AttrClass::Integer),
        Predicate::TypeOfAttr(Box::new(stored)),
        Predicate::IntRange { min, max },
    ])
}

fn dialect_class(ctx: &Context, class: &str) -> Option<Predicate> {
    let attr = |dialect: &str, name: &str| Predicate::DialectAttr(ctx.ident(dialect), ctx.ident(name));
    let of_type = |dialect: &str, name: &str| Predicate::DialectType(ctx.ident(dialect), ctx.ident(name));
    Some(match class {
        "arith::CmpIPredicateAttr" => int_enum(64, 0, 9),
        "arith::CmpFPredicateAttr" => int_enum(64, 0, 15),
        "arith::RoundingModeAttr" => int_enum(32, 0, 4),
        "arith::FastMathFlagsAttr" => attr("arith", "fastmath"),
        "arith::IntegerOverflowFlagsAttr" => attr("arith", "overflow"),
        "index::IndexCmpPredicateAttr" => attr("index", "cmp_predicate"),
        "LLVM::IntegerOverflowFlagsAttr" => attr("llvm", "overflow"),
        "LLVM::FastmathFlagsAttr" => attr("llvm", "fastmath"),
        "LLVM::DereferenceableAttr" => attr("llvm", "dereferenceable"),
        // Three is no number of an ordering.
        "LLVM::AtomicOrderingAttr" => Predicate::Or(vec![int_enum(64, 0, 2), int_enum(64, 4, 7)]),
        "LLVM::ICmpPredicateAttr" => int_enum(64, 0, 9),
        "LLVM::FCmpPredicateAttr" => int_enum(64, 0, 15),
        "pdl::PDLType" => Predicate::Or(
            ["attribute", "operation", "range", "type", "value"].map(|name| of_type("pdl", name)).to_vec(),
        ),
        "quant::QuantizedType" => {
            Predicate::Or(["any", "calibrated", "uniform"].map(|name| of_type("quant", name)).to_vec())
        }
        _ => {
            let (_, dialect, name) = DIALECT_TYPES.iter().find(|(known, ..)| *known == class)?;
            of_type(dialect, name)
        }
    })
}

/// What the functions of `mlir::LLVM` say of a type, as far as its outermost part goes.
pub(super) fn by_function(ctx: &Context, function: &str) -> Option<Predicate> {
    use crate::data::FloatKind::{BF16, F16, F32, F64, F80, F128};
    let of_type = |name: &str| Predicate::DialectType(ctx.ident("llvm"), ctx.ident(name));
    let signless = ty(TypeClass::Integer(Some(Signedness::Signless), None));
    let mut floats: Vec<Predicate> =
        [BF16, F16, F32, F64, F80, F128].map(|kind| ty(TypeClass::Float(Some(kind)))).to_vec();
    floats.push(of_type("ppc_fp128"));
    let vector = || {
        let mut elements = floats.clone();
        elements.extend([signless.clone(), of_type("ptr")]);
        Predicate::And(vec![
            ty(TypeClass::Vector),
            Predicate::Rank { min: 1, max: 1 },
            Predicate::Element(Box::new(Predicate::Or(elements))),
        ])
    };
    Some(match function {
        "isCompatibleFloatingPointType" => Predicate::Or(floats),
        "isCompatibleVectorType" => vector(),
        "isCompatibleOuterType" => {
            let names = [
                "array", "byte", "func", "label", "metadata", "ptr", "struct", "target", "token", "void",
                "x86_amx", "x86_mmx",
            ];
            // Of vectors, only the rank counts.
            let line = vec![ty(TypeClass::Vector), Predicate::Rank { min: 1, max: 1 }];
            let mut all = vec![signless.clone(), Predicate::And(line)];
            all.extend(floats.iter().cloned());
            all.extend(names.map(of_type));
            Predicate::Or(all)
        }
        "isLoadableType" => {
            let not = |name: &str| Predicate::Not(Box::new(of_type(name)));
            Predicate::And(vec![by_function(ctx, "isCompatibleOuterType")?, not("void"), not("func")])
        }
        _ => return None,
    })
}

/// Classes that are one type of a dialect: class, dialect, name.
const DIALECT_TYPES: &[(&str, &str, &str)] = &[
    ("LLVM::LLVMArrayType", "llvm", "array"),
    ("LLVM::LLVMFunctionType", "llvm", "func"),
    ("LLVM::LLVMPointerType", "llvm", "ptr"),
    ("LLVM::LLVMStructType", "llvm", "struct"),
    ("LLVM::LLVMTokenType", "llvm", "token"),
    ("LLVM::LLVMVoidType", "llvm", "void"),
    ("gpu::AsyncTokenType", "gpu", "async.token"),
    ("gpu::MMAMatrixType", "gpu", "mma_matrix"),
    ("pdl::AttributeType", "pdl", "attribute"),
    ("pdl::OperationType", "pdl", "operation"),
    ("pdl::RangeType", "pdl", "range"),
    ("pdl::TypeType", "pdl", "type"),
    ("pdl::ValueType", "pdl", "value"),
    ("spirv::ArrayType", "spirv", "array"),
    ("spirv::CooperativeMatrixType", "spirv", "coopmatrix"),
    ("spirv::ImageType", "spirv", "image"),
    ("spirv::MatrixType", "spirv", "matrix"),
    ("spirv::PointerType", "spirv", "ptr"),
    ("spirv::RuntimeArrayType", "spirv", "rtarray"),
    ("spirv::SampledImageType", "spirv", "sampled_image"),
    ("spirv::StructType", "spirv", "struct"),
    ("spirv::TensorArmType", "spirv", "arm.tensor"),
    ("tosa::mxint8Type", "tosa", "mxint8"),
];

/// What `irdl.base "!builtin.integer"` and the like say.
pub(super) fn by_registered_name(ctx: &Context, text: &str) -> Predicate {
    let name = text.trim_start_matches(['!', '#']);
    let is_attr = text.starts_with('#');
    let Some((dialect, rest)) = name.split_once('.') else {
        return Predicate::Unknown(ctx.ident(text));
    };
    if dialect != "builtin" {
        let (dialect, rest) = (ctx.ident(dialect), ctx.ident(rest));
        return match is_attr {
            true => Predicate::DialectAttr(dialect, rest),
            false => Predicate::DialectType(dialect, rest),
        };
    }
    let found = match is_attr {
        true => builtin_attr(rest),
        false => builtin_type(rest).or_else(|| builtin_attr(rest)),
    };
    found.unwrap_or_else(|| Predicate::Unknown(ctx.ident(text)))
}

fn builtin_type(name: &str) -> Option<Predicate> {
    Some(ty(match name {
        "integer" => TypeClass::Integer(None, None),
        "index" => TypeClass::Index,
        "none" => TypeClass::None,
        "complex" => TypeClass::Complex,
        "tuple" => TypeClass::Tuple,
        "function" => TypeClass::Function,
        "vector" => TypeClass::Vector,
        "tensor" => TypeClass::RankedTensor,
        "unranked_tensor" => TypeClass::UnrankedTensor,
        "memref" => TypeClass::MemRef,
        "unranked_memref" => TypeClass::UnrankedMemRef,
        _ => return float_keyword(name).or_else(|| float_keyword(&capital_format(name))),
    }))
}

/// `f8e4m3fn`, as the name may be spelled in lower case, with the letters of its keyword.
fn capital_format(name: &str) -> String {
    match name.strip_prefix('f') {
        Some(rest) => format!("f{}", rest.to_uppercase()),
        None => name.to_owned(),
    }
}

fn builtin_attr(name: &str) -> Option<Predicate> {
    Some(Predicate::Attr(match name {
        "integer" => AttrClass::Integer,
        "float" => AttrClass::Float,
        "string" => AttrClass::String,
        "array" => AttrClass::Array,
        "dictionary" => AttrClass::Dictionary,
        "unit" => AttrClass::Unit,
        "symbol_ref" => AttrClass::SymbolRef,
        "dense_array" => AttrClass::DenseArray,
        "dense_intorfp_elements" | "dense_string_elements" => AttrClass::DenseElements,
        "sparse_elements" => AttrClass::SparseElements,
        "dense_resource_elements" => AttrClass::DenseResource,
        "affine_map" => AttrClass::AffineMap,
        "integer_set" => AttrClass::IntegerSet,
        "strided_layout" => AttrClass::Strided,
        "type" => return Some(ty(TypeClass::Any)),
        _ => return None,
    }))
}
