//! Structured operations as definitions, and what is none.

use assay_ir::data::{Context, Source};
use assay_rise::raise::raise;
use assay_rise::syntax::printer;

fn raised(text: &str) -> Result<String, String> {
    let parsed = assay_ir::text::parse(&Context::new(), &Source::new("test", text));
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    let items = raise(&parsed.program).map_err(|errors| errors[0].message.clone())?;
    let text = printer::print(&items);
    let read = assay_rise::read(&text);
    assert!(read.errors().is_empty(), "{text}: {:?}", read.errors());
    let body = text.split_once(" =").expect("a body").1;
    Ok(format!("{} : {}", body.trim(), read.module.definitions().last().expect("a definition").result()))
}

fn on(operation: &str, arguments: &[&str]) -> Result<String, String> {
    let list: Vec<String> = arguments.iter().enumerate().map(|(at, ty)| format!("%x{at}: {ty}")).collect();
    let result = arguments.last().expect("an output");
    raised(&format!(
        "func.func @f({}) -> {result} {{\n%r = {operation}\nreturn %r : {result}\n}}\n",
        list.join(", ")
    ))
}

fn products_are_maps_and_reductions_in_order() {
    assert_eq!(
        on(
            "linalg.dot ins(%x0, %x1 : tensor<4xi32>, tensor<4xi32>) outs(%x2 : tensor<i32>) -> tensor<i32>",
            &["tensor<4xi32>", "tensor<4xi32>", "tensor<i32>"]
        )
        .as_deref(),
        Ok("reduceSeq(fun(e1, acc2 => acc2 + fst(e1) * snd(e1)), x2, zip(x0, x1)) : i32")
    );
    let matvec = on(
        "linalg.matvec ins(%x0, %x1 : tensor<2x3xf32>, tensor<3xf32>) outs(%x2 : tensor<2xf32>) -> tensor<2xf32>",
        &["tensor<2x3xf32>", "tensor<3xf32>", "tensor<2xf32>"],
    );
    assert_eq!(
        matvec.as_deref(),
        Ok(
            "map(fun(e1 => reduceSeq(fun(e2, acc3 => acc3 + fst(e2) * snd(e2)), snd(e1), zip(fst(e1), x1))), zip(x0, x2)) : 2.f32"
        )
    );
    let batch = on(
        "linalg.batch_matmul ins(%x0, %x1 : tensor<2x3x4xi8>, tensor<2x4x5xi8>) outs(%x2 : tensor<2x3x5xi8>) -> tensor<2x3x5xi8>",
        &["tensor<2x3x4xi8>", "tensor<2x4x5xi8>", "tensor<2x3x5xi8>"],
    );
    assert!(batch.as_ref().is_ok_and(|text| text.ends_with(": 2.3.5.i8")), "{batch:?}");
}

fn windows_are_slides() {
    let conv = on(
        "linalg.conv_2d ins(%x0, %x1 : tensor<6x7xf32>, tensor<3x2xf32>) outs(%x2 : tensor<4x6xf32>) -> tensor<4x6xf32>",
        &["tensor<6x7xf32>", "tensor<3x2xf32>", "tensor<4x6xf32>"],
    );
    let conv = conv.expect("a convolution");
    assert!(conv.contains("map(map(slide(2, 1)), slide(3, 1, x0))") && conv.ends_with(": 4.6.f32"), "{conv}");
}

fn dimensions_without_an_operand_are_refused() {
    let generic = |map: &str, iterators: &str, ty: &str| {
        on(
            &format!(
                "linalg.generic {{indexing_maps = [{map}], iterator_types = [{iterators}]}} ins(%x0 : {ty}) outs(%x1 : tensor<4x4xi32>) {{\n^bb0(%a: i32, %b: i32):\nlinalg.yield %a : i32\n}} -> tensor<4x4xi32>"
            ),
            &[ty, "tensor<4x4xi32>"],
        )
    };
    let out = "affine_map<(d0, d1) -> (d0, d1)>";
    let both = "\"parallel\", \"parallel\"";
    let transposed = generic(&format!("affine_map<(d0, d1) -> (d1, d0)>, {out}"), both, "tensor<4x4xi32>");
    assert_eq!(transposed.as_deref(), Ok("map(fun(e1 => map(fun(e2 => e2), e1)), transpose(x0)) : 4.4.i32"));
    let diagonal = generic(&format!("affine_map<(d0, d1) -> (d0, d0)>, {out}"), both, "tensor<4x4xi32>");
    assert!(diagonal.as_ref().is_err_and(|why| why.contains("the map (d0, d0)")), "{diagonal:?}");
    let row = generic(&format!("affine_map<(d0, d1) -> (d0)>, {out}"), both, "tensor<4xi32>");
    assert!(row.is_err(), "{row:?}");
    let reversed = generic(&format!("affine_map<(d0, d1) -> (d0, -d1 + 3)>, {out}"), both, "tensor<4x4xi32>");
    assert!(reversed.as_ref().is_err_and(|why| why.contains("the map")), "{reversed:?}");
}

fn other_operations_are_named() {
    let other = raised(
        "func.func @f(%a: tensor<4xi32>, %i: index) -> i32 {\n%r = tensor.extract %a[%i] : tensor<4xi32>\nreturn %r : i32\n}\n",
    );
    assert!(other.as_ref().is_err_and(|why| why.contains("`tensor.extract`")), "{other:?}");
    let open = raised("func.func @f(%a: tensor<?xi32>) -> tensor<?xi32> {\nreturn %a : tensor<?xi32>\n}\n");
    assert!(open.as_ref().is_err_and(|why| why.contains("extents that are constant")), "{open:?}");
}

assay_testing::tests!(
    products_are_maps_and_reductions_in_order,
    windows_are_slides,
    dimensions_without_an_operand_are_refused,
    other_operations_are_named,
);
