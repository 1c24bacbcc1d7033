//! Real MLIR as a subprocess: text in, typed outcome out; knows nothing of our data model.
