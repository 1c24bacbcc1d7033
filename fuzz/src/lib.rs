//! Generators and oracles that attack patterns, our analyses and MLIR itself.
