"""Assay: verify and fuzz MLIR rewrite patterns. The program itself is the command `assay` of this package."""

from .report import AssayError, Finding, NothingToJudge, Pattern, Report, Set, Summary, check, tv

__all__ = ["AssayError", "Finding", "NothingToJudge", "Pattern", "Report", "Set", "Summary", "check", "tv"]
