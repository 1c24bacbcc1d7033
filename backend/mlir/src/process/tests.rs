//! The limits of the process runner, each against a small shell script.

use std::time::Duration;

use super::*;

fn shell(script: &str) -> Program {
    Program::new("/bin/sh").args(["-c", script])
}

fn limits() -> Limits {
    Limits { wall: Duration::from_secs(20), ..Limits::default() }
}

const SHORT: Duration = Duration::from_millis(200);

fn session(script: &str) -> Session {
    Session::start(&shell(script), None, 1 << 16).expect("the shell can be started")
}

fn is_end(line: &[u8]) -> bool {
    line == b"end"
}

/// The processes whose ids the script wrote to its output end; a kill takes effect a moment later.
fn assert_end(text: &str) {
    let deadline = Instant::now() + limits().wall;
    for id in text.split_whitespace() {
        // A process that was killed but not yet reaped by its new parent is a zombie.
        let runs = |stat: String| !stat.contains(") Z ");
        while std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(runs) {
            assert!(Instant::now() < deadline, "process {id} still runs");
            std::thread::yield_now();
        }
    }
}

#[test]
fn exit_code_and_both_outputs_are_reported() {
    let Ending::Exit { code, stdout, stderr } = run(&shell("echo out; echo err >&2; exit 7"), b"", &limits())
    else {
        panic!()
    };
    assert_eq!((code, stdout.text().as_str(), stderr.text().as_str()), (7, "out\n", "err\n"));
}

#[test]
fn a_signal_is_not_an_exit_code() {
    let ending = run(&shell("kill -SEGV $$"), b"", &limits());
    assert!(matches!(ending, Ending::Signal { signal: 11, .. }), "{ending:?}");
}

#[test]
fn large_input_is_echoed_without_deadlock() {
    let input = vec![b'x'; 3 << 20];
    let Ending::Exit { stdout, .. } = run(&Program::new("cat"), &input, &limits()) else { panic!() };
    assert!(stdout.is_complete() && stdout.bytes == input);
}

#[test]
fn input_that_is_not_read_is_no_error() {
    let ending = run(&shell("exec <&-; exit 3"), &vec![b'x'; 3 << 20], &limits());
    assert!(matches!(ending, Ending::Exit { code: 3, .. }), "{ending:?}");
}

#[test]
fn output_beyond_the_limit_is_counted_and_dropped() {
    let few = Limits { output: 10, ..limits() };
    let Ending::Exit { stdout, .. } = run(&shell("head -c 1000000 /dev/zero"), b"", &few) else { panic!() };
    assert_eq!((stdout.bytes.len(), stdout.dropped), (10, 999_990));
}

#[test]
fn a_flood_without_end_times_out() {
    let short = Limits { wall: SHORT, output: 10, ..limits() };
    let ending = run(&Program::new("yes"), b"", &short);
    assert!(matches!(ending, Ending::TimedOut { .. }), "{ending:?}");
}

#[test]
fn a_hang_times_out_and_takes_its_children_along() {
    let short = Limits { wall: 10 * SHORT, ..limits() };
    let Ending::TimedOut { stdout, .. } = run(&shell("sleep 600 & echo $! $$; wait"), b"", &short) else {
        panic!()
    };
    assert_eq!(stdout.text().split_whitespace().count(), 2);
    assert_end(&stdout.text());
}

#[test]
fn a_child_left_behind_does_not_hold_up_the_end() {
    let Ending::Exit { stdout, .. } = run(&shell("sleep 600 & echo $!"), b"", &limits()) else { panic!() };
    assert_end(&stdout.text());
}

#[test]
fn a_child_in_a_session_of_its_own_does_not_hold_up_the_end() {
    let Ending::Exit { stdout, .. } = run(&shell("setsid sleep 3 & echo ok"), b"", &limits()) else {
        panic!()
    };
    assert_eq!(stdout.text(), "ok\n");
}

#[test]
fn closed_outputs_do_not_end_the_time_limit() {
    let short = Limits { wall: SHORT, ..limits() };
    let ending = run(&shell("exec >&- 2>&-; exec sleep 600"), b"", &short);
    assert!(matches!(ending, Ending::TimedOut { .. }), "{ending:?}");
}

#[test]
fn the_memory_limit_is_in_force_from_the_start() {
    let small = Limits { memory: Some(1 << 30), ..limits() };
    let Ending::Exit { stdout, .. } = run(&shell("ulimit -v"), b"", &small) else { panic!() };
    assert_eq!(stdout.text(), "1048576\n");
}

#[test]
fn arguments_pass_the_memory_limit_unchanged() {
    let program = Program::new("printf").args(["%s|", "a b", "$HOME", "", "'\""]);
    let Ending::Exit { stdout, .. } = run(&program, b"", &limits()) else { panic!() };
    assert_eq!(stdout.text(), "a b|$HOME||'\"|");
}

#[test]
fn an_endless_time_limit_is_possible() {
    let endless = Limits { wall: Duration::MAX, ..limits() };
    assert!(matches!(run(&Program::new("true"), b"", &endless), Ending::Exit { code: 0, .. }));
}

#[test]
fn a_missing_program_cannot_be_started() {
    for name in ["/nowhere/at/all", "no-such-program-anywhere"] {
        let Ending::SpawnFailed(error) = run(&Program::new(name), b"", &limits()) else { panic!() };
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}

#[test]
fn a_file_that_is_not_executable_cannot_be_started() {
    let file = tempfile::NamedTempFile::new().expect("the temporary directory is writable");
    let Ending::SpawnFailed(error) = run(&Program::new(file.path()), b"", &limits()) else { panic!() };
    assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
}

#[test]
fn a_session_answers_request_after_request() {
    let mut session = session("while read line; do echo \"<$line>\"; echo end; done");
    for word in ["one", "two", "three"] {
        let answer = session.ask(format!("{word}\n").as_bytes(), limits().wall, is_end);
        assert_eq!(answer, Ok(format!("<{word}>\n").into_bytes()));
    }
}

#[test]
fn a_long_request_and_a_long_answer_can_cross() {
    let program = shell("cat; echo end");
    let mut session = Session::start(&program, None, 8 << 20).expect("the shell can be started");
    let mut request = vec![b'x'; 4 << 20];
    request.extend_from_slice(b"\nend\n");
    let answer = session.ask(&request, limits().wall, is_end).expect("cat answers");
    assert_eq!(answer.len(), (4 << 20) + 1);
}

#[test]
fn a_session_that_dies_says_what_it_said() {
    let mut session = session("read line; echo half; echo why >&2; exit 1");
    let error = session.ask(b"go\n", limits().wall, is_end);
    assert_eq!(error, Err(AskError::Died { stdout: "half\n".into(), stderr: "why\n".into() }));
}

#[test]
fn an_answer_written_right_before_the_end_counts() {
    let mut session = session("read line; echo full; echo end; exit 1");
    assert_eq!(session.ask(b"go\n", limits().wall, is_end), Ok(b"full\n".to_vec()));
    assert!(matches!(session.ask(b"go\n", limits().wall, is_end), Err(AskError::Died { .. })));
}

#[test]
fn a_session_that_dies_with_a_child_holding_its_output_is_dead() {
    let mut session = session("sleep 600 & exit 1");
    assert!(matches!(session.ask(b"go\n", limits().wall, is_end), Err(AskError::Died { .. })));
}

#[test]
fn a_session_that_hangs_times_out_and_stays_closed() {
    let mut session = session("read line; exec sleep 600");
    assert_eq!(session.ask(b"go\n", SHORT, is_end), Err(AskError::TimedOut));
    assert!(matches!(session.ask(b"go\n", limits().wall, is_end), Err(AskError::Died { .. })));
}

#[test]
fn a_session_that_never_reads_times_out() {
    let mut session = session("exec sleep 600");
    assert_eq!(session.ask(&vec![b'x'; 1 << 20], SHORT, is_end), Err(AskError::TimedOut));
}

#[test]
fn a_session_that_floods_is_stopped() {
    let mut session = session("exec yes");
    assert!(matches!(session.ask(b"go\n", limits().wall, is_end), Err(AskError::Flooded { .. })));
}

#[test]
fn errors_without_end_do_not_block_an_answer() {
    let mut session = session("head -c 1000000 /dev/zero >&2; echo ok; echo end; read line");
    assert_eq!(session.ask(b"", limits().wall, is_end), Ok(b"ok\n".to_vec()));
}

#[test]
fn dropping_a_session_ends_its_processes() {
    let mut session = session("sleep 600 & echo $! $$; echo end; wait");
    let ids = session.ask(b"", limits().wall, is_end).expect("the script answers");
    drop(session);
    assert_end(&String::from_utf8_lossy(&ids));
}
