//! Findings and their renderings: a pure function of its input.
