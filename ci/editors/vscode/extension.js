// Starts `assay lsp` for the open folder and hands MLIR, PDLL and TableGen texts to it.

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("assay");
  const options = settings.get("options", []);
  const server = {
    command: settings.get("path", "assay"),
    args: options.length > 0 ? ["lsp", "--", ...options] : ["lsp"],
    transport: TransportKind.stdio,
  };
  client = new LanguageClient("assay", "Assay", server, {
    documentSelector: [{ language: "mlir" }, { language: "pdll" }, { language: "tablegen" }],
  });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`Assay cannot start ${server.command}: ${error.message}`);
  }
}

async function activate(context) {
  const restart = async () => {
    await deactivate();
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("assay.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("assay") && restart()),
  );
  await start();
}

async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop();
}

module.exports = { activate, deactivate };
