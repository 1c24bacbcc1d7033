//! The S rules, one file each: given a run, say what is broken. A rule must not change the state of the run, only
//! what was found.

pub mod s101_terminators;
pub mod s102_after_root;
pub mod s103_dominance;
pub mod s104_use_after_end;
pub mod s105_remaining_uses;
pub mod s106_operand_availability;
pub mod s108_counts;
pub mod s109_ended_twice;
pub mod s110_result_index;
pub mod s111_regions;
pub mod s113_symbols;
pub mod s114_symbol_uses;
pub mod s115_parents;
pub mod s116_rights;
