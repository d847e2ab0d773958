// A file system in memory with the scheme `memory`, for tests of workspaces that are on no disk. Its files are those that bundle.mjs put into it.
// Commands change files as somebody else would.

const vscode = require("vscode");

const { seed, crowded } = require("memory-files");

/** Text by path. */
const files = new Map(Object.entries(seed));
const changed = new vscode.EventEmitter();
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let reads = 0;

/** What is in a directory, or undefined: its names, each with its type. */
function listed(path) {
  const prefix = path === "/" ? "/" : `${path}/`;
  if (path === crowded.folder) {
    return new Map(Array.from({ length: crowded.names }, (_, number) => [`${number}.txt`, vscode.FileType.File]));
  }
  const found = new Map();
  for (const one of [...files.keys(), `${crowded.folder}/x`]) {
    if (one.startsWith(prefix)) {
      const [name, ...below] = one.slice(prefix.length).split("/");
      found.set(name, below.length > 0 ? vscode.FileType.Directory : vscode.FileType.File);
    }
  }
  return found.size > 0 ? found : undefined;
}

function textOf(uri) {
  const text = files.get(uri.path);
  if (text === undefined) {
    throw vscode.FileSystemError.FileNotFound(uri);
  }
  return encoder.encode(text);
}

function write(uri, text) {
  const type = files.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
  files.set(uri.path, text);
  changed.fire([{ type, uri }]);
}

function remove(uri) {
  for (const path of [...files.keys()].filter((one) => one === uri.path || one.startsWith(`${uri.path}/`))) {
    files.delete(path);
  }
  changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
}

const provider = {
  onDidChangeFile: changed.event,
  watch: () => new vscode.Disposable(() => undefined),
  stat(uri) {
    const names = files.has(uri.path) ? undefined : listed(uri.path);
    return { type: names ? vscode.FileType.Directory : vscode.FileType.File, ctime: 0, mtime: ++reads, size: names ? 0 : textOf(uri).length };
  },
  readDirectory(uri) {
    const names = listed(uri.path);
    if (!names) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return [...names];
  },
  readFile: textOf,
  writeFile: (uri, content) => write(uri, decoder.decode(content)),
  createDirectory: () => undefined,
  delete: remove,
  rename(from, to) {
    for (const path of [...files.keys()].filter((one) => one === from.path || one.startsWith(`${from.path}/`))) {
      const text = files.get(path);
      files.delete(path);
      files.set(to.path + path.slice(from.path.length), text);
    }
    changed.fire([{ type: vscode.FileChangeType.Deleted, uri: from }, { type: vscode.FileChangeType.Created, uri: to }]);
  },
};

async function ask(prompt) {
  return JSON.parse(await vscode.window.showInputBox({ prompt, ignoreFocusOut: true }));
}

exports.activate = (context) => {
  const at = (path) => vscode.Uri.from({ scheme: "memory", path });
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider("memory", provider, { isCaseSensitive: true }),
    vscode.commands.registerCommand("memory.open", async () => vscode.window.showTextDocument(at((await ask("path")).path))),
    vscode.commands.registerCommand("memory.write", async () => {
      const { path, text } = await ask("path and text");
      write(at(path), text);
    }),
    vscode.commands.registerCommand("memory.replace", async () => {
      const { path, old, text } = await ask("path, old text and new text");
      write(at(path), files.get(path).replace(old, text));
    }),
    vscode.commands.registerCommand("memory.delete", async () => remove(at((await ask("path")).path))),
  );
};
