//! The S rules, one file each: given a run, say what is broken. A rule must not change the state of the run, only
//! what was found.

pub(super) mod s101_terminators;
pub(super) mod s102_after_root;
pub(super) mod s103_dominance;
pub(super) mod s104_use_after_end;
pub(super) mod s105_remaining_uses;
pub(super) mod s106_operand_availability;
pub(super) mod s108_counts;
pub(super) mod s109_ended_twice;
pub(super) mod s110_result_index;
pub(super) mod s111_regions;
pub(super) mod s113_symbols;
pub(super) mod s114_symbol_uses;
pub(super) mod s115_parents;
pub(super) mod s116_rights;
