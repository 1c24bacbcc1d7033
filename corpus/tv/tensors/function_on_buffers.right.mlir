func.func @f(%arg0: memref<4xi32, strided<[?], offset: ?>>, %arg1: memref<4xi32, strided<[?], offset: ?>>) -> memref<4xi32, strided<[?], offset: ?>> {
  linalg.sub ins(%arg0, %arg1 : memref<4xi32, strided<[?], offset: ?>>, memref<4xi32, strided<[?], offset: ?>>) outs(%arg0 : memref<4xi32, strided<[?], offset: ?>>)
  return %arg0 : memref<4xi32, strided<[?], offset: ?>>
}
