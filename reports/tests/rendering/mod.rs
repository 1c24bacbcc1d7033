//! Tests of the renderers, over sample reports made by hand; no checker runs here.

mod formats;
mod golden;
mod hostile;
mod html;
mod samples;
mod schema;

assay_testing::tests!(
    formats::sarif_carries_flows_witnesses_and_suppressions,
    formats::junit_has_one_case_a_pattern,
    formats::github_annotations_carry_the_witness,
    formats::gitlab_issues,
    formats::the_markdown_summary,
    formats::the_index_of_rules,
    formats::an_accepted_finding_is_counted_and_not_shown_to_people,
    golden::a_whole_report_reads_well,
    golden::colors_change_nothing_but_the_escapes,
    golden::a_wide_witness_is_stacked,
    golden::an_outcome_stands_below_the_program,
    golden::a_file_without_text_gives_only_the_place,
    golden::one_line_a_finding,
    golden::the_funnel_counts_scopes_and_reasons,
    golden::the_json_of_a_report,
    golden::a_page_reads_well_on_a_terminal,
    golden::no_line_of_prose_is_wider_than_asked,
    golden::the_order_of_arrival_does_not_matter,
    golden::the_verdicts_add_up,
    golden::places_outside_the_text_do_no_harm,
    golden::labels_far_apart_do_not_print_the_file,
    golden::every_golden_file_belongs_to_a_test,
    golden::a_long_line_is_cut_around_the_finding,
    golden::no_span_makes_the_renderer_fail,
    hostile::hostile_names_forge_nothing_in_any_format,
    hostile::hostile_names_keep_the_schemas,
    html::a_page_has_every_finding_with_its_parts,
    html::a_page_loads_nothing,
    html::no_name_becomes_markup,
    html::blocks_are_drawn_with_jumps_dominators_and_the_bad_edge,
    html::a_program_without_places_or_that_cannot_be_read_is_not_drawn,
    html::patterns_that_feed_each_other_are_a_ring,
    html::boxes_of_a_graph_lie_apart,
    schema::the_json_conforms_to_our_schema,
    schema::the_json_of_changes_conforms_to_its_schema,
    schema::our_schema_refuses_a_field_that_it_does_not_know,
    schema::the_sarif_conforms_to_the_published_schema,
    schema::the_schema_of_sarif_refuses_wrong_reports,
    schema::the_junit_conforms_to_the_published_schema,
    schema::the_schema_of_junit_refuses_wrong_reports,
    schema::every_issue_for_gitlab_has_its_own_fingerprint,
);
