//! Shell scripts that take the place of a solver in tests.

/// A shell script that behaves as a solver until the question `(check-sat)`, which the command `check` answers; the
/// command `value` answers `(get-value ..)`. `$n` counts the questions, `$units` is what the next one may take, and `$why` is
/// why the last one was not answered.
pub fn script(check: &str, value: &str) -> String {
    format!(
        r#"n=0; why=incomplete; while read -r line; do case "$line" in
        '(echo '*) marker=${{line#*\"}}; echo "${{marker%\"*}}";;
        '(get-info :name)') echo '(:name "Stub")';;
        '(get-info :version)') echo '(:version "1")';;
        '(get-info :reason-unknown)') echo "(:reason-unknown $why)";;
        '(set-option :reproducible-resource-limit '*) units=${{line##* }}; units=${{units%\)}};;
        '(check-sat)') n=$((n+1)); {check};;
        '(get-value'*) {value};;
        esac; done"#
    )
}
