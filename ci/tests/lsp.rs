//! The language server as an editor meets it: a recorded conversation is played again, and what it shows of files, tools
//! and settings is read back.

use std::collections::VecDeque;
use std::io::{BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use assay_mlir::{MlirPdll, Tblgen};
use assay_testing::{Checked, Missing};
use lsp_server::Message;
use serde_json::{Value, json};

/// Longer than anything takes; only a server that does not answer lets it pass.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server and what it said so far.
struct Server {
    child: Child,
    stdin: ChildStdin,
    said: Receiver<Value>,
    next: i32,
}

impl Server {
    fn start(folder: &Path, options: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_assay"))
            .arg("lsp")
            .args(options)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (tell, said) = channel();
        std::thread::spawn(move || {
            while let Ok(Some(message)) = Message::read(&mut stdout) {
                let mut value = serde_json::to_value(&message).unwrap();
                value.as_object_mut().unwrap().remove("jsonrpc");
                if tell.send(value).is_err() {
                    break;
                }
            }
        });
        Server { child, stdin, said, next: 0 }
    }

    /// A server that a client has greeted, with a folder of its own.
    fn greeted(folder: &Path, options: &[&str]) -> Server {
        let mut server = Server::start(folder, options);
        let root = json!([{"name": "top", "uri": uri(folder, "")}]);
        let capabilities = json!({"workspace": {"workspaceEdit": {"resourceOperations": ["create"]}}});
        server.ask("initialize", json!({"capabilities": capabilities, "workspaceFolders": root}));
        server.tell("initialized", json!({}));
        server
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        self.stdin.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// The result of a request.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.until(|message| message["id"] == json!(id))["result"].take()
    }

    /// The first message from now on that is wanted.
    fn until(&mut self, mut wanted: impl FnMut(&Value) -> bool) -> Value {
        let mut others = Vec::new();
        loop {
            let Ok(message) = self.said.recv_timeout(PATIENCE) else {
                panic!("the server does not say what is waited for, but: {others:#?}");
            };
            if wanted(&message) {
                return message;
            }
            others.push(message);
        }
    }

    fn open(&mut self, folder: &Path, name: &str) {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let item = json!({"languageId": "mlir", "text": text, "uri": uri(folder, name), "version": 1});
        self.tell("textDocument/didOpen", json!({"textDocument": item}));
    }

    fn change(&mut self, folder: &Path, name: &str, version: i32, text: &str) {
        let document = json!({"uri": uri(folder, name), "version": version});
        self.tell(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": [{"text": text}]}),
        );
    }

    /// Diagnostics of a file, the first that are wanted.
    fn diagnostics(&mut self, uri: &str, mut wanted: impl FnMut(&[Value]) -> bool) -> Vec<Value> {
        let mut found = Vec::new();
        self.until(|message| {
            let params = &message["params"];
            let here = message["method"] == "textDocument/publishDiagnostics" && params["uri"] == uri;
            if here {
                found = params["diagnostics"].as_array().unwrap().clone();
            }
            here && wanted(&found)
        });
        found
    }

    /// Says goodbye; the exit code.
    fn goodbye(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
        drop(self.stdin);
        self.child.wait().unwrap().code()
    }
}

fn uri(folder: &Path, name: &str) -> String {
    format!("file://{}/{name}", folder.display())
}

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|one| one["code"].as_str()).collect()
}

/// The line, from 0, of the first diagnostic with this code.
fn line_of(diagnostics: &[Value], code: &str) -> u64 {
    diagnostics.iter().find(|one| one["code"] == code).unwrap()["range"]["start"]["line"].as_u64().unwrap()
}

/// A message with what differs from run to run written as in the record.
fn normalized(message: &Value, folder: &Path) -> Value {
    let text = message.to_string().replace(folder.to_str().unwrap(), "/ROOT");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(" in ") {
        let (before, after) = rest.split_at(at + 4);
        out.push_str(before);
        let digits = after.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(after.len());
        rest = match digits > 0 && after[digits..].starts_with(" ms") {
            true => {
                out.push('N');
                &after[digits..]
            }
            false => after,
        };
    }
    out.push_str(rest);
    serde_json::from_str(&out).unwrap()
}

/// The conversation was recorded with a real client; every message of the server that was kept comes again, in its order.
fn a_recorded_conversation_goes_as_it_went() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let mut server = Server::start(&folder, &[]);
    let record = include_str!("lsp/recorded.jsonl");
    let mut expected: VecDeque<Value> =
        record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (mut seen, mut asked) = (0, Value::Null);
    while let Some(mut line) = expected.pop_front() {
        if let Some(message) = line.get("client") {
            let text = message.to_string().replace("/ROOT", folder.to_str().unwrap());
            asked = serde_json::from_str(&text).unwrap();
            server.send(&asked);
            continue;
        }
        let mut wanted = line["server"].take();
        wanted.as_object_mut().unwrap().remove("jsonrpc");
        let started = Instant::now();
        if wanted.get("id").is_none() {
            // Of several diagnostics in a row the record has the last.
            server.until(|message| normalized(message, &folder) == wanted);
        }
        // An answer of the record was given when everything was judged: until then the question is asked again.
        while wanted.get("id").is_some() {
            let answer = server.until(|message| message["id"] == wanted["id"]);
            if normalized(&answer, &folder) == wanted {
                break;
            }
            assert!(started.elapsed() < PATIENCE, "said: {answer:#}\nwanted: {wanted:#}");
            server.send(&asked);
        }
        seen += 1;
    }
    assert!(seen > 10, "the record holds {seen} answers");
    drop(server.stdin);
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

const WRONG: &str = "pdl.pattern @wrong : benefit(1) {
  %type = pdl.type : i8
  %a = pdl.operand : %type
  %b = pdl.operand : %type
  %sub = pdl.operation \"arith.subi\"(%a, %b : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  pdl.rewrite %sub {
    %other = pdl.operation \"arith.subi\"(%b, %a : !pdl.value, !pdl.value) -> (%type : !pdl.type)
    pdl.replace %sub with %other
  }
}
";

/// An edit in front of a pattern moves its findings at once, without a solver; a broken neighbour hides nothing.
fn what_is_known_moves_with_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    std::fs::write(folder.join("a.mlir"), WRONG).unwrap();
    let mut server = Server::greeted(&folder, &[]);
    server.open(&folder, "a.mlir");
    let here = uri(&folder, "a.mlir");
    let first = server.diagnostics(&here, |found| codes(found).contains(&"V301"));
    let at = |found: &[Value]| line_of(found, "V301");
    assert_eq!(at(&first), 7);
    server.change(&folder, "a.mlir", 2, &format!("pdl.pattern @broken : benefit(1) {{\n  pdl.\n}}\n{WRONG}"));
    // Diagnostics of the first version may still be on their way.
    let message = server.until(|message| message["params"]["version"] == 2);
    let moved = message["params"]["diagnostics"].as_array().unwrap().clone();
    assert!(codes(&moved).contains(&"V301") && codes(&moved).contains(&"P000"), "{moved:?}");
    assert_eq!(at(&moved), 10);
    assert_eq!(server.goodbye(), Some(0));
}

/// Both codes of an edit come from all stages in the end, and equal those of the command line.
fn types_and_values_come_from_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    std::fs::write(folder.join("a.mlir"), "// nothing yet\n").unwrap();
    let mut server = Server::greeted(&folder, &[]);
    server.open(&folder, "a.mlir");
    let here = uri(&folder, "a.mlir");
    server.diagnostics(&here, |found| found.is_empty());
    server.change(&folder, "a.mlir", 2, WRONG);
    let message = server.until(|message| message["params"]["version"] == 2);
    let at_once = message["params"]["diagnostics"].as_array().unwrap().clone();
    assert!(!codes(&at_once).contains(&"V301"), "values are not judged at an edit: {at_once:?}");
    server.diagnostics(&here, |found| codes(found).contains(&"V301"));
    assert_eq!(server.goodbye(), Some(0));
}

/// Settings come from `assay.toml` of the folder and from the command line; a wrong one is said, and the next one is read.
fn settings_are_read_again_when_they_change() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    std::fs::write(folder.join("a.mlir"), WRONG).unwrap();
    std::fs::write(folder.join("assay.toml"), "nonsense = 1\n").unwrap();
    let mut server = Server::greeted(&folder, &[]);
    let said = server.until(|message| message["method"] == "window/showMessage");
    assert!(said["params"]["message"].as_str().unwrap().contains("unknown key `nonsense`"), "{said}");
    server.open(&folder, "a.mlir");
    std::fs::write(folder.join("assay.toml"), "rules = [\"S\"]\n").unwrap();
    let changed = json!({"changes": [{"uri": uri(&folder, "assay.toml"), "type": 2}]});
    server.tell("workspace/didChangeWatchedFiles", changed);
    let here = uri(&folder, "a.mlir");
    server.diagnostics(&here, |found| found.is_empty());
    std::fs::remove_file(folder.join("assay.toml")).unwrap();
    let gone = json!({"changes": [{"uri": uri(&folder, "assay.toml"), "type": 3}]});
    server.tell("workspace/didChangeWatchedFiles", gone);
    server.diagnostics(&here, |found| codes(found).contains(&"V301"));
    assert_eq!(server.goodbye(), Some(0));
}

/// PDLL goes through its own tool when it is saved; while it is edited, the last findings stay and say so.
fn pdll_is_judged_when_it_is_saved() -> Checked {
    MlirPdll::find().map_err(Missing::new)?;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let text = "Pattern Wrong {\n  let t = type<\"i8\">;\n  let root = op<arith.subi>(a: Value<t>, b: Value<t>) -> (t);\n  rewrite root with {\n    let other = op<arith.subi>(b, a) -> (t);\n    replace root with other;\n  };\n}\n";
    std::fs::write(folder.join("a.pdll"), text).unwrap();
    let mut server = Server::greeted(&folder, &[]);
    server.open(&folder, "a.pdll");
    let here = uri(&folder, "a.pdll");
    let first = server.diagnostics(&here, |found| codes(found).contains(&"V301"));
    let is_stale = |one: &Value| one["message"].as_str().unwrap().contains("stale");
    assert!(!first.iter().any(is_stale));
    server.change(&folder, "a.pdll", 2, "Pattern");
    let message = server.until(|message| message["params"]["version"] == 2);
    let stale = message["params"]["diagnostics"].as_array().unwrap().clone();
    assert!(codes(&stale).contains(&"V301") && stale.iter().all(is_stale), "{stale:?}");
    let fixed = text.replace("(b, a)", "(a, b)");
    server.change(&folder, "a.pdll", 3, &fixed);
    server.tell("textDocument/didSave", json!({"textDocument": {"uri": here}}));
    server.diagnostics(&here, |found| !codes(found).contains(&"V301"));
    assert_eq!(server.goodbye(), Some(0));
    Ok(())
}

fn drr_is_judged_when_it_is_saved() -> Checked {
    Tblgen::find().map_err(Missing::new)?;
    let (_, ods) = assay_testing::ods()?;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let text = "include \"mlir/IR/PatternBase.td\"\ninclude \"mlir/Dialect/Arith/IR/ArithOps.td\"\n\n\
                def Wrong : Pat<(Arith_OrIOp $a, $b), (Arith_AndIOp $a, $b)>;\n";
    std::fs::write(folder.join("a.td"), text).unwrap();
    let mut server = Server::greeted(&folder, &["--", "--include", &ods.display().to_string()]);
    server.open(&folder, "a.td");
    let here = uri(&folder, "a.td");
    let first = server.diagnostics(&here, |found| codes(found).contains(&"V301"));
    let wrong = first.iter().find(|one| one["code"] == "V301").unwrap();
    assert_eq!(wrong["range"]["start"]["line"], 3, "the definition is on the fourth line: {wrong}");
    let is_stale = |one: &Value| one["message"].as_str().unwrap().contains("stale");
    assert!(!first.iter().any(is_stale));
    server.change(&folder, "a.td", 2, "def");
    let message = server.until(|message| message["params"]["version"] == 2);
    let stale = message["params"]["diagnostics"].as_array().unwrap().clone();
    assert!(codes(&stale).contains(&"V301") && stale.iter().all(is_stale), "{stale:?}");
    let fixed = text.replace("(Arith_OrIOp $a, $b)", "(Arith_AndIOp (Arith_AndIOp $a, $a), $b)");
    server.change(&folder, "a.td", 3, &fixed);
    server.tell("textDocument/didSave", json!({"textDocument": {"uri": here}}));
    server.diagnostics(&here, |found| !codes(found).contains(&"V301"));
    assert_eq!(server.goodbye(), Some(0));
    Ok(())
}

/// A text of a dialect that is not known is no concern of the server until a pattern stands in it.
fn a_text_without_patterns_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    std::fs::write(folder.join("a.mlir"), "lab.thing %x { odd syntax }\n").unwrap();
    let mut server = Server::greeted(&folder, &[]);
    server.open(&folder, "a.mlir");
    let here = uri(&folder, "a.mlir");
    assert_eq!(server.diagnostics(&here, |_| true), Vec::<Value>::new());
    server.change(&folder, "a.mlir", 2, "lab.thing %x { odd syntax }\npdl.pattern @p : benefit(1) {\n}\n");
    server.diagnostics(&here, |found| codes(found).contains(&"P000"));
    assert_eq!(server.goodbye(), Some(0));
}

/// Messages that no client should send are answered, and the server goes on.
fn wrong_messages_do_not_end_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let mut server = Server::greeted(&folder, &[]);
    server.tell("textDocument/didChange", json!({"textDocument": {"uri": "file:///no", "version": 9}}));
    server.tell("textDocument/didChange", json!([1, 2]));
    server.tell("textDocument/didClose", json!({"textDocument": {"uri": "file:///no"}}));
    assert_eq!(server.ask("textDocument/hover", json!({"x": 1})), Value::Null);
    let nowhere = json!({"textDocument": {"uri": "file:///no"}, "position": {"line": 1, "character": 1}});
    assert_eq!(server.ask("textDocument/hover", nowhere), Value::Null);
    let item =
        json!({"languageId": "mlir", "text": "pdl.pattern", "uri": "untitled:Untitled-1", "version": 1});
    server.tell("textDocument/didOpen", json!({"textDocument": item}));
    let found = server.diagnostics("untitled:Untitled-1", |found| !found.is_empty());
    assert!(codes(&found).contains(&"P000"), "{found:?}");
    assert_eq!(server.ask("nonsense/method", Value::Null), Value::Null);
    assert_eq!(server.goodbye(), Some(0));
}

/// A lens with the verdict and a symbol for each pattern, the meaning of the operation under the cursor, names to complete.
pub(crate) fn proofs_are_shown_beside_the_text() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    std::fs::write(folder.join("a.mlir"), WRONG).unwrap();
    let mut server = Server::greeted(&folder, &[]);
    server.open(&folder, "a.mlir");
    let here = uri(&folder, "a.mlir");
    server.diagnostics(&here, |found| codes(found).contains(&"V301"));
    let document = json!({"textDocument": {"uri": here}});
    let lenses = server.ask("textDocument/codeLens", document.clone());
    let titles: Vec<&str> =
        lenses.as_array().unwrap().iter().map(|lens| lens["command"]["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["refuted: N401, V301"], "{lenses}");
    let symbols = server.ask("textDocument/documentSymbol", document);
    assert_eq!(symbols.as_array().map(Vec::len), Some(1), "{symbols}");
    let line = WRONG.lines().position(|line| line.contains("arith.")).unwrap();
    let column = WRONG.lines().nth(line).unwrap().find("arith.").unwrap() + 8;
    let place = json!({"textDocument": {"uri": here}, "position": {"line": line, "character": column}});
    let hover = server.ask("textDocument/hover", place.clone());
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(text.contains("  result ") && text.contains("**refuted**"), "{text}");
    let names = server.ask("textDocument/completion", place);
    let names: Vec<&str> =
        names.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
    assert!(!names.is_empty() && names.iter().all(|name| name.starts_with("arith.")), "{names:?}");
    assert_eq!(server.goodbye(), Some(0));
    Ok(())
}

/// A finding that the gate accepts is none in the editor.
pub(crate) fn the_baseline_of_the_project_counts() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    std::fs::write(folder.join("a.mlir"), WRONG).unwrap();
    std::fs::write(folder.join("assay.toml"), "paths = [\".\"]\nbaseline = \"b.json\"\n").unwrap();
    let done = crate::command::assay(&folder, &["baseline", "--output", "b.json"]);
    assert!(done.status.success(), "{}", crate::command::text(&done));
    let newer = WRONG.replace("@wrong", "@newer").replace("i8", "i16");
    std::fs::write(folder.join("a.mlir"), format!("{WRONG}{newer}")).unwrap();
    let mut server = Server::greeted(&folder, &[]);
    server.open(&folder, "a.mlir");
    let found = server.diagnostics(&uri(&folder, "a.mlir"), |found| codes(found).contains(&"V301"));
    assert_eq!(codes(&found).iter().filter(|code| **code == "V301").count(), 1, "{found:?}");
    assert!(line_of(&found, "V301") > 10, "{found:?}");
    assert_eq!(server.goodbye(), Some(0));
    Ok(())
}

assay_testing::tests!(
    a_recorded_conversation_goes_as_it_went,
    what_is_known_moves_with_the_text,
    types_and_values_come_from_the_background,
    settings_are_read_again_when_they_change,
    pdll_is_judged_when_it_is_saved,
    drr_is_judged_when_it_is_saved,
    a_text_without_patterns_is_left_alone,
    wrong_messages_do_not_end_the_server,
    proofs_are_shown_beside_the_text,
    the_baseline_of_the_project_counts,
);
