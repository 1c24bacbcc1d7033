//! The conversation with the editor: documents come and change, diagnostics go out, questions about places are answered.
//! Changes that wait together are looked at once.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use crossbeam_channel::select;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionOrCommand, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, CompletionResponse, DidChangeWatchedFilesRegistrationOptions, DocumentSymbolResponse,
    FileSystemWatcher, GlobPattern, HoverProviderCapability, InitializeParams, InitializeResult, MessageType,
    OneOf, PublishDiagnosticsParams, Registration, RegistrationParams, ResourceOperationKind, SaveOptions,
    ServerCapabilities, ServerInfo, ShowMessageParams, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::background::{Background, Job, News};
use super::document::{Document, Published};
use super::place::{self, Encoding};
use super::settings::Settings;
use super::view::{self, View};
use super::{actions, findings, hover, outline};
use crate::exit::Exit;

/// Files that other files may be judged by.
const WATCHED: [&str; 2] = ["**/assay.toml", "**/*.mlir"];

/// Serves a client until it says goodbye; `options` are those of `assay check`.
///
/// # Errors
/// Those of the connection.
pub(crate) fn serve(connection: Connection, options: Vec<OsString>) -> anyhow::Result<Exit> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams =
        serde_json::from_value(params).context("what the editor says of itself")?;
    let client = Client::from_params(&params);
    let result = InitializeResult {
        capabilities: abilities(client.encoding),
        server_info: Some(ServerInfo {
            name: "assay".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    connection.initialize_finish(id, serde_json::to_value(result)?)?;
    let root = root(&params);
    if let Some(root) = &root {
        // Names in `assay.toml` and in reports are relative to it, as they are for a run on the command line.
        std::env::set_current_dir(root).with_context(|| format!("cannot enter {}", root.display()))?;
    }
    let root = root.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
    let background = Background::start().context("cannot start a thread")?;
    let documents = BTreeMap::new();
    let mut server =
        Server { connection, client, options, root, settings: None, documents, background, next: 0 };
    server.reload();
    if server.client.watches {
        server.watch();
    }
    server.run()
}

/// Abilities of the server.
fn abilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_symbol_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", "\"", "<"].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

/// The folder that is open.
fn root(params: &InitializeParams) -> Option<PathBuf> {
    let folder = params.workspace_folders.as_ref().and_then(|folders| folders.first());
    #[allow(deprecated)]
    let uri = folder.map(|folder| &folder.uri).or(params.root_uri.as_ref());
    uri.and_then(place::path)
}

/// Abilities of the client.
struct Client {
    encoding: Encoding,
    /// It makes files where an edit asks for them.
    makes_files: bool,
    /// It tells which files changed.
    watches: bool,
}

impl Client {
    fn from_params(params: &InitializeParams) -> Client {
        let general = params.capabilities.general.as_ref();
        let workspace = params.capabilities.workspace.as_ref();
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let operations = edits.and_then(|edits| edits.resource_operations.as_ref());
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files);
        Client {
            encoding: Encoding::agreed(general.and_then(|general| general.position_encodings.as_deref())),
            makes_files: operations.is_some_and(|kinds| kinds.contains(&ResourceOperationKind::Create)),
            watches: watched.and_then(|watched| watched.dynamic_registration).unwrap_or(false),
        }
    }
}

/// The conversation.
struct Server {
    connection: Connection,
    client: Client,
    options: Vec<OsString>,
    root: PathBuf,
    /// How to judge; `None` while that cannot be read.
    settings: Option<Arc<Settings>>,
    documents: BTreeMap<String, Document>,
    background: Background,
    /// Number of the next request to the client.
    next: i32,
}

impl Server {
    fn run(mut self) -> anyhow::Result<Exit> {
        loop {
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(message) => if let Some(exit) = self.messages(message)? { return Ok(exit) },
                    // The client is gone without a word.
                    Err(_) => return Ok(Exit::Trouble),
                },
                recv(self.background.news) -> news => match news {
                    Ok(news) => self.learn(news)?,
                    Err(_) => anyhow::bail!("the judging thread is gone"),
                },
            }
        }
    }

    /// Takes a message and all that wait behind it; the exit code once the client said goodbye.
    fn messages(&mut self, first: Message) -> anyhow::Result<Option<Exit>> {
        let mut waiting = Some(first);
        while let Some(message) = waiting {
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(Some(Exit::Clean));
                    }
                    self.refresh()?;
                    let response = self.answer(request);
                    self.connection.sender.send(Message::Response(response))?;
                }
                Message::Notification(notification) => {
                    let method = notification.method.clone();
                    if let Err(error) = self.note(notification) {
                        eprintln!("error: {method}: {error:#}");
                    }
                }
                Message::Response(_) => {}
            }
            waiting = self.connection.receiver.try_recv().ok();
        }
        self.refresh()?;
        Ok(None)
    }

    /// Judges the structure of the texts that changed, and lets the rest be judged.
    fn refresh(&mut self) -> anyhow::Result<()> {
        let Some(settings) = self.settings.clone() else { return Ok(()) };
        let dirty: Vec<String> = self
            .documents
            .iter()
            .filter(|(_, document)| document.dirty)
            .map(|(uri, _)| uri.clone())
            .collect();
        for uri in dirty {
            let Some(document) = self.documents.get_mut(&uri) else { continue };
            document.dirty = false;
            self.background.cancel(&document.job);
            match document.is_foreign() {
                true => document.stale = document.view.is_some(),
                false => {
                    let library = view::library(&settings, &document.name, &document.text);
                    let view = View::quick(&settings, &library, &document.name, &document.memory);
                    document.memory = view.memory();
                    document.view = Some(view);
                }
            }
            if !document.is_foreign() {
                judge(document, &settings, &self.background);
            }
            self.publish(&uri)?;
        }
        Ok(())
    }

    /// Takes answers of the background, and all that wait behind the first.
    fn learn(&mut self, first: News) -> anyhow::Result<()> {
        let mut touched = std::collections::BTreeSet::new();
        let mut waiting = Some(first);
        while let Some(news) = waiting {
            match news {
                News::Pattern(uri, key, known) => {
                    let document = self.documents.get_mut(uri.as_str());
                    if let Some(document) = document.filter(|document| !document.is_foreign())
                        && let Some(view) = &mut document.view
                        && view.learn(&key, &known)
                    {
                        document.memory.insert(key, known);
                        touched.insert(uri.as_str().to_owned());
                    }
                }
                News::Whole(uri, version, view) => {
                    let document = self.documents.get_mut(uri.as_str());
                    if let Some(document) = document.filter(|document| document.version == version) {
                        document.memory = view.memory();
                        document.view = Some(*view);
                        document.stale = false;
                        touched.insert(uri.as_str().to_owned());
                    }
                }
            }
            waiting = self.background.news.try_recv().ok();
        }
        touched.iter().try_for_each(|uri| self.publish(uri))
    }

    fn note(&mut self, notification: Notification) -> anyhow::Result<()> {
        match notification.method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                let opened = read::<notification::DidOpenTextDocument>(notification)?.text_document;
                let uri = opened.uri.as_str().to_owned();
                let document = Document::open(opened.uri, opened.version, opened.text, &self.root);
                self.documents.insert(uri.clone(), document);
                self.saved(&uri);
            }
            notification::DidChangeTextDocument::METHOD => {
                let changed = read::<notification::DidChangeTextDocument>(notification)?;
                let document = self.documents.get_mut(changed.text_document.uri.as_str());
                let document = document.context("a document that is not open")?;
                document.change(changed.text_document.version, changed.content_changes, self.client.encoding);
            }
            notification::DidSaveTextDocument::METHOD => {
                let saved = read::<notification::DidSaveTextDocument>(notification)?.text_document.uri;
                self.saved(saved.as_str());
                if !self.client.watches {
                    self.changed_on_disk(&[saved]);
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                let closed = read::<notification::DidCloseTextDocument>(notification)?.text_document.uri;
                self.close(&closed)?;
            }
            notification::DidChangeWatchedFiles::METHOD => {
                let changes = read::<notification::DidChangeWatchedFiles>(notification)?.changes;
                let changed: Vec<Uri> = changes.into_iter().map(|change| change.uri).collect();
                self.changed_on_disk(&changed);
            }
            notification::DidChangeConfiguration::METHOD => self.reload(),
            _ => {}
        }
        Ok(())
    }

    /// A text that another tool reads is judged as it was saved.
    fn saved(&mut self, uri: &str) {
        let (Some(settings), Some(document)) = (self.settings.clone(), self.documents.get_mut(uri)) else {
            return;
        };
        if document.is_foreign() {
            document.dirty = false;
            self.background.cancel(&document.job);
            judge(document, &settings, &self.background);
        }
    }

    /// Reads the settings again where one of these files is part of them.
    fn changed_on_disk(&mut self, changed: &[Uri]) {
        let reads = |path: PathBuf| match &self.settings {
            Some(settings) => settings.reads(&path),
            None => true,
        };
        if changed.iter().filter_map(place::path).any(reads) {
            self.reload();
        }
    }

    fn close(&mut self, uri: &Uri) -> anyhow::Result<()> {
        let Some(document) = self.documents.remove(uri.as_str()) else { return Ok(()) };
        self.background.cancel(&document.job);
        for file in document.published.keys() {
            if let Some(uri) = document.uri_of(file) {
                self.send(uri, Vec::new(), None)?;
            }
        }
        Ok(())
    }

    /// Reads the settings again, and looks at every document with them.
    fn reload(&mut self) {
        match Settings::load(&self.options) {
            Ok(settings) => self.settings = Some(Arc::new(settings)),
            Err(error) => self.tell(format!("assay: {error:#}")),
        }
        let foreign: Vec<String> = self.documents.keys().cloned().collect();
        for document in self.documents.values_mut() {
            document.memory.clear();
            document.dirty = true;
        }
        foreign.iter().for_each(|uri| self.saved(uri));
    }

    fn answer(&self, request: Request) -> Response {
        let (id, method) = (request.id.clone(), request.method.clone());
        match method.as_str() {
            request::HoverRequest::METHOD => answered::<request::HoverRequest>(request, |params| {
                let at = params.text_document_position_params;
                let document = self.documents.get(at.text_document.uri.as_str())?;
                hover::hover(document, at.position, self.client.encoding)
            }),
            request::CodeLensRequest::METHOD => answered::<request::CodeLensRequest>(request, |params| {
                let document = self.documents.get(params.text_document.uri.as_str())?;
                Some(outline::lenses(document, self.client.encoding))
            }),
            request::DocumentSymbolRequest::METHOD => {
                answered::<request::DocumentSymbolRequest>(request, |params| {
                    let document = self.documents.get(params.text_document.uri.as_str())?;
                    let symbols = outline::symbols(document, self.client.encoding);
                    Some(DocumentSymbolResponse::Nested(symbols))
                })
            }
            request::Completion::METHOD => answered::<request::Completion>(request, |params| {
                let at = params.text_document_position;
                let document = self.documents.get(at.text_document.uri.as_str())?;
                let settings = self.settings.as_ref()?;
                let encoding = self.client.encoding;
                let items = outline::completions(document, &settings.registry, at.position, encoding);
                Some(CompletionResponse::Array(items))
            }),
            request::CodeActionRequest::METHOD => answered::<request::CodeActionRequest>(request, |params| {
                let document = self.documents.get(params.text_document.uri.as_str())?;
                let (encoding, files) = (self.client.encoding, self.client.makes_files);
                let actions = actions::actions(document, params.range, encoding, files);
                Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect())
            }),
            _ => {
                let message = format!("{method} is not known");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, message)
            }
        }
    }

    /// Sends the diagnostics of a document; a file without any more is told so.
    fn publish(&mut self, uri: &str) -> anyhow::Result<()> {
        let Some(document) = self.documents.get_mut(uri) else { return Ok(()) };
        let found = findings::diagnostics(document, self.client.encoding);
        let of_file = |(file, diagnostics): (String, Vec<lsp_types::Diagnostic>)| {
            let version = (file == document.name).then_some(document.version);
            (file, (diagnostics, version))
        };
        let now: BTreeMap<String, Published> = found.into_iter().map(of_file).collect();
        let gone: Vec<String> =
            document.published.keys().filter(|file| !now.contains_key(*file)).cloned().collect();
        let gone = gone.into_iter().map(|file| (file, (Vec::new(), None)));
        let mut all = Vec::new();
        // Diagnostics that an editor has are not sent again.
        let new = now.iter().filter(|(file, shown)| document.published.get(*file) != Some(shown));
        for (file, (diagnostics, version)) in
            gone.chain(new.map(|(file, shown)| (file.clone(), shown.clone())))
        {
            all.extend(document.uri_of(&file).map(|uri| (uri, diagnostics, version)));
        }
        document.published = now;
        all.into_iter().try_for_each(|(uri, diagnostics, version)| self.send(uri, diagnostics, version))
    }

    fn send(
        &self,
        uri: Uri,
        diagnostics: Vec<lsp_types::Diagnostic>,
        version: Option<i32>,
    ) -> anyhow::Result<()> {
        self.notify::<notification::PublishDiagnostics>(PublishDiagnosticsParams {
            uri,
            diagnostics,
            version,
        })
    }

    fn notify<N: notification::Notification>(&self, params: N::Params) -> anyhow::Result<()>
    where
        N::Params: Serialize,
    {
        let notification = Notification::new(N::METHOD.to_owned(), params);
        Ok(self.connection.sender.send(Message::Notification(notification))?)
    }

    /// Shows a message to the person.
    fn tell(&self, message: String) {
        let shown = ShowMessageParams { typ: MessageType::ERROR, message };
        if let Err(error) = self.notify::<notification::ShowMessage>(shown) {
            eprintln!("error: {error:#}");
        }
    }

    /// Asks to be told when a file changes that other files are judged by.
    fn watch(&mut self) {
        let watcher =
            |glob: &str| FileSystemWatcher { glob_pattern: GlobPattern::String(glob.to_owned()), kind: None };
        let options = DidChangeWatchedFilesRegistrationOptions {
            watchers: WATCHED.iter().map(|glob| watcher(glob)).collect(),
        };
        let registration = Registration {
            id: "assay.watched".to_owned(),
            method: notification::DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: serde_json::to_value(options).ok(),
        };
        let params = RegistrationParams { registrations: vec![registration] };
        self.next += 1;
        let request =
            Request::new(RequestId::from(self.next), request::RegisterCapability::METHOD.to_owned(), params);
        if let Err(error) = self.connection.sender.send(Message::Request(request)) {
            eprintln!("error: {error}");
        }
    }
}

/// Hands a document to the background.
fn judge(document: &mut Document, settings: &Arc<Settings>, background: &Background) {
    document.job = Arc::new(AtomicBool::new(false));
    background.judge(Job {
        uri: document.uri.clone(),
        version: document.version,
        name: document.name.clone(),
        text: document.text.clone(),
        memory: document.memory.clone(),
        settings: Arc::clone(settings),
        cancelled: Arc::clone(&document.job),
    });
}

fn read<N: notification::Notification>(notification: Notification) -> anyhow::Result<N::Params>
where
    N::Params: DeserializeOwned,
{
    Ok(serde_json::from_value(notification.params)?)
}

/// The answer to a request whose result may be nothing.
fn answered<R: request::Request>(request: Request, answer: impl FnOnce(R::Params) -> R::Result) -> Response
where
    R::Params: DeserializeOwned,
    R::Result: Serialize,
{
    match serde_json::from_value(request.params) {
        Ok(params) => Response::new_ok(request.id, answer(params)),
        Err(error) => Response::new_err(request.id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}
