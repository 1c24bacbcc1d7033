"""Assay: verify and fuzz MLIR rewrite patterns. The program itself is the command `assay` of this package."""
