//! The report on a terminal: its width, its colours, the bar beside it, and findings that come while others are judged. A
//! terminal is made by Python, which has one in its library.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assay_testing::{Checked, Missing};

/// Runs a command on a terminal of some columns and copies what it shows; `Ctrl-C` comes after some seconds.
const TERMINAL: &str = r#"
import fcntl, os, pty, signal, struct, subprocess, sys, termios, threading
mine, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, int(sys.argv[1]), 0, 0))
child = subprocess.Popen(sys.argv[3:], stdin=theirs, stdout=theirs, stderr=theirs)
os.close(theirs)
timer = threading.Timer(float(sys.argv[2]), lambda: child.send_signal(signal.SIGINT))
timer.start()
while True:
    try:
        piece = os.read(mine, 65536)
    except OSError:
        break
    if not piece:
        break
    sys.stdout.buffer.write(piece)
child.wait()
timer.cancel()
"#;

/// A pattern about which a solver has to be asked.
const ASKS: &str = include_str!("asks.mlir");

/// Wrong in structure, which needs no solver; its name is long.
const WRONG: &str = r#"pdl.pattern @a_name_that_is_as_long_as_names_are : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.an_operation"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
"#;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder for the test"));
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("the folder can be written");
        }
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// A solver that says who it is and never answers a question.
    fn silent_solver(&self) {
        let path = self.path().join("silent");
        let script = "#!/bin/bash\nwhile IFS= read -r line; do\n  case \"$line\" in *check-sat*) sleep 60;; esac\n  \
                      printf '%s\\n' \"$line\"\ndone | z3 -in -smt2\n";
        std::fs::write(&path, script).expect("the folder can be written");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("the file is ours");
    }

    fn command(&self, program: &str, env: &[(&str, &str)]) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path());
        for name in ["ASSAY_SOLVER", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm").envs(env.iter().copied());
        command
    }

    /// What a terminal of some columns shows, with what controls it.
    fn terminal(&self, columns: usize, env: &[(&str, &str)], words: &[&str]) -> String {
        self.terminal_for(columns, 300, env, words)
    }

    fn terminal_for(&self, columns: usize, seconds: u32, env: &[(&str, &str)], words: &[&str]) -> String {
        let done = self
            .command("python3", env)
            .args(["-c", TERMINAL, &columns.to_string(), &seconds.to_string()])
            .arg(env!("CARGO_BIN_EXE_assay"))
            .args(words)
            .output()
            .expect("python3 can be run");
        assert!(done.status.success(), "{done:?}");
        String::from_utf8(done.stdout).expect("output is UTF-8")
    }

    fn pipe(&self, env: &[(&str, &str)], words: &[&str]) -> Output {
        self.command(env!("CARGO_BIN_EXE_assay"), env).args(words).output().expect("assay runs")
    }
}

/// The text without colours and without what was taken away again.
fn without_colours(shown: &str) -> String {
    let mut out = String::new();
    let mut chars = shown.chars();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => {
                let end = chars.by_ref().find(char::is_ascii_alphabetic);
                if end == Some('K') {
                    let line = out.rfind('\n').map_or(0, |at| at + 1);
                    out.truncate(line);
                }
            }
            '\r' => {}
            c => out.push(c),
        }
    }
    out
}

/// The longest line of the report that is not there to be copied.
fn longest(text: &str) -> (usize, String) {
    let shown = ["= run: ", "assay check ", "assay baseline ", " +   pdl.", " -   pdl."];
    let copied = |line: &&str| shown.iter().any(|part| line.contains(part));
    // The time goes to standard error.
    let lines = text.lines().filter(|line| !copied(line) && !line.contains("; slowest: "));
    lines.map(|line| (line.chars().count(), line.to_owned())).max().unwrap_or_default()
}

const CHECK: [&str; 3] = ["check", "--isolated", "a.mlir"];

fn lines_are_as_wide_as_the_terminal() {
    let folder = Folder::new(&[("a.mlir", WRONG)]);
    for (columns, env, width) in [
        (60, &[][..], 60),
        (120, &[], 120),
        (120, &[("COLUMNS", "60")], 60),
        (60, &[("COLUMNS", "120")], 120),
        (120, &[("COLUMNS", "none")], 120),
    ] {
        let shown = without_colours(&folder.terminal(columns, env, &CHECK));
        let (length, line) = longest(&shown);
        assert!(length <= width, "{columns} {env:?}: {line}");
        assert_eq!(length > 80, width > 80, "{columns} {env:?}: {line}");
    }
    // A pipe has no width, and its bytes depend on no variable.
    let usual = folder.pipe(&[], &CHECK).stdout;
    assert_eq!(usual, folder.pipe(&[("COLUMNS", "120")], &CHECK).stdout);
    assert!(longest(&String::from_utf8_lossy(&usual)).0 <= 80);
}

fn counts_and_the_table_of_rules_wrap_within_the_terminal() {
    let native = |number: usize| {
        let name = format!("native_function_with_a_long_name_{number}");
        format!(
            "pdl.pattern @n{number} : benefit(1) {{\n  %root = pdl.operation \"lab.{name}\"\n  pdl.rewrite %root with \"{name}\"\n}}\n"
        )
    };
    let plainly = |number: usize| {
        format!(
            "pdl.pattern @p{number} : benefit(1) {{\n  %root = pdl.operation \"lab.op_of_mine_{number}\"\n  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n}}\n"
        )
    };
    let text: String = (0..6).map(|number| native(number) + &plainly(number)).collect();
    let folder = Folder::new(&[("a.mlir", &(text + WRONG))]);
    let words = ["check", "--isolated", "a.mlir", "--statistics", "--allow-no-solver"];
    let shown = without_colours(&folder.terminal(60, &[], &words));
    let (length, line) = longest(&shown);
    assert!(length <= 60, "{line}\n{shown}");
    let counted = shown.lines().filter(|line| line.contains("no meaning: lab.op_of_mine")).count();
    assert_eq!(counted, 4, "{shown}");
    assert!(shown.contains("  rule  patterns  fixable  level    what"), "{shown}");
}

fn colours_are_those_of_the_terminal_and_of_the_variables() {
    let folder = Folder::new(&[("a.mlir", WRONG)]);
    let colours = |shown: &str| shown.contains("\x1b[1m");
    assert!(colours(&folder.terminal(80, &[], &CHECK)));
    for plain in [("TERM", "dumb"), ("NO_COLOR", "1")] {
        let shown = folder.terminal(80, &[plain], &CHECK);
        assert!(!shown.contains('\x1b'), "{plain:?}: {shown:?}");
    }
    let piped = |env| String::from_utf8(folder.pipe(env, &CHECK).stdout).expect("output is UTF-8");
    assert!(!colours(&piped(&[])));
    assert!(colours(&piped(&[("FORCE_COLOR", "1")])) && colours(&piped(&[("CLICOLOR_FORCE", "1")])));
    assert!(!colours(&piped(&[("FORCE_COLOR", "0")])));
    assert!(!colours(&piped(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")])));
}

fn a_dumb_terminal_has_no_bar() {
    let text: String = (0..20).map(|number| WRONG.replace("@a_name", &format!("@p{number}"))).collect();
    let folder = Folder::new(&[("a.mlir", &text)]);
    let words = ["check", "--isolated", "a.mlir", "--rules", "S"];
    let shown = folder.terminal(80, &[("TERM", "dumb")], &words);
    assert!(!shown.contains('\x1b') && !shown.contains("/20 patterns"), "{shown:?}");
}

fn findings_begin_on_lines_of_their_own_beside_the_bar() {
    let text: String = (0..40).map(|number| WRONG.replace("@a_name", &format!("@p{number}"))).collect();
    let folder = Folder::new(&[("a.mlir", &text)]);
    let words = ["check", "--isolated", "a.mlir", "--show", "findings"];
    let shown = without_colours(&folder.terminal(80, &[], &words));
    assert_eq!(shown.matches("error[S105]").count(), 40, "{shown}");
    for line in shown.lines() {
        assert!(!line.contains("error[") || line.starts_with("error["), "{line}");
        assert!(!line.contains("/40 patterns"), "the bar stays: {line}");
    }
}

fn the_bar_names_the_pattern_that_takes_longest() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = Folder::new(&[("a.mlir", WRONG), ("b.mlir", ASKS)]);
    folder.silent_solver();
    let words = ["check", "--isolated", "a.mlir", "b.mlir", "--solver", "./silent", "--timeout", "30"];
    let shown = folder.terminal_for(100, 6, &[], &words);
    assert!(shown.contains(" s at b.mlir:1 @square"), "{shown:?}");
    assert!(!shown.contains(" s at a.mlir"), "{shown:?}");
    Ok(())
}

fn findings_are_printed_while_others_are_judged() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = Folder::new(&[("a.mlir", WRONG), ("b.mlir", ASKS)]);
    folder.silent_solver();
    for format in ["human", "concise"] {
        let words = ["check", "--isolated", "a.mlir", "b.mlir", "--solver", "./silent", "--timeout", "60"];
        let mut child = folder
            .command(env!("CARGO_BIN_EXE_assay"), &[])
            .args(words)
            .args(["--jobs", "1", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("assay runs");
        let pipe = child.stdout.take().expect("it was piped");
        let found = BufReader::new(pipe).lines().map_while(Result::ok).find(|line| line.contains("S105"));
        let runs = child.try_wait().expect("it is a process").is_none();
        let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(interrupt.expect("kill runs").success() && child.wait().is_ok());
        assert!(found.is_some() && runs, "{format}: {found:?}");
    }
    Ok(())
}

assay_testing::tests!(
    lines_are_as_wide_as_the_terminal,
    counts_and_the_table_of_rules_wrap_within_the_terminal,
    colours_are_those_of_the_terminal_and_of_the_variables,
    a_dumb_terminal_has_no_bar,
    findings_begin_on_lines_of_their_own_beside_the_bar,
    the_bar_names_the_pattern_that_takes_longest,
    findings_are_printed_while_others_are_judged,
);
