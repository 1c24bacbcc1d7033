//! The tests of this crate, one program: one module for each subject.

mod apply;
mod audit;
mod audit_forms;
mod audit_scripts;
mod campaign;
mod campaign_reports;
mod check;
mod circles;
mod command;
mod confirm_cpp;
mod contract;
mod dialect;
mod diff;
mod edge;
mod executed;
mod expansions;
mod fix;
mod fmt;
mod folding;
mod found;
mod fuzz;
mod gate;
mod hostile;
mod human;
mod import;
mod init;
mod inputs;
mod legality;
mod lsp;
mod meaning_page;
mod meanings;
mod mistakes;
mod mlir_bugs;
mod names;
mod natives;
mod operation_names;
mod output;
mod own;
mod pages;
mod pattern_set;
mod pdll;
mod proofs;
mod python;
mod reduce;
mod reproductions;
mod rests;
mod rise;
mod run;
mod scopes;
mod shards;
mod shipped;
mod strategies;
mod tensors;
mod terminal;
mod text_pairs;
mod tidy;
mod tile_points;
mod to_library;
mod total;
mod transform;
mod tune;
mod tv;
mod tv_callers;
mod tv_changed;
mod tv_closed_forms;
mod tv_divisions;
mod tv_edge_pairs;
mod tv_elementwise;
mod tv_long;
mod tv_modules;
mod tv_own;
mod tv_part;
mod tv_races;
mod tv_script;
mod tv_two_binaries;
mod tv_undescribed;
mod unsaid;
mod users;
mod walk;
mod witnesses;

assay_testing::test_program!(
    apply,
    audit,
    audit_forms,
    audit_scripts,
    campaign_reports,
    check,
    confirm_cpp,
    contract,
    dialect,
    diff,
    edge,
    executed,
    expansions,
    fmt,
    folding,
    found,
    fuzz,
    gate,
    hostile,
    human,
    import,
    init,
    inputs,
    legality,
    lsp,
    meaning_page,
    meanings,
    fix,
    mistakes,
    mlir_bugs,
    names,
    natives,
    operation_names,
    output,
    own,
    pages,
    pattern_set,
    pdll,
    proofs,
    python,
    reduce,
    reproductions,
    rests,
    rise,
    run,
    scopes,
    shards,
    shipped,
    strategies,
    tensors,
    terminal,
    tidy,
    tile_points,
    to_library,
    total,
    transform,
    tune,
    tv,
    tv_callers,
    tv_changed,
    tv_closed_forms,
    tv_divisions,
    tv_edge_pairs,
    tv_elementwise,
    tv_long,
    tv_modules,
    tv_own,
    tv_part,
    tv_races,
    tv_script,
    tv_two_binaries,
    tv_undescribed,
    unsaid,
    users,
    walk,
    witnesses,
);
