//! Dialect specs and pattern libraries as data, and their loader; no judgement.
