// The playground: puts the editor, the server in its worker and the controls together.

import { formatDocument, LSPClient } from "@codemirror/lsp-client";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import DOMPurify from "dompurify";
import type * as lsp from "vscode-languageserver-protocol";

import { Disk } from "./disk";
import { Document, Documents, root } from "./documents";
import { extensions } from "./editor";
import { element, the } from "./element";
import { capabilities, Findings } from "./findings";
import { Graph } from "./graph";
import { pack, unpack, validPath, type Shared } from "./link";
import { paint, semanticTokens } from "./semantic";
import { Schemas, type SchemaFile } from "./schemas";
import type { News, Order } from "./orders";

interface Example extends Shared {
  readonly name: string;
  readonly title: string;
  readonly schemas: readonly SchemaFile[];
}

// In a frame of another page, only the editor and the findings are shown.
document.documentElement.classList.toggle("embedded", new URLSearchParams(location.search).has("embedded"));

const restMs = 150; // the pause in typing before the server is told

const worker = new Worker("worker.js");
const tell = (order: Order): void => worker.postMessage(order);
tell({ kind: "start", program: "pcl-lsp.wasm.gzip" });
const note = (text: string): void => {
  the("note").textContent = text;
};

let resting: ReturnType<typeof setTimeout> | undefined;
const typed = EditorView.updateListener.of((update) => {
  if (update.docChanged) {
    clearTimeout(resting);
    resting = setTimeout(() => void settled(), restMs);
  }
});

/** Tells the server what was typed, and asks for what depends on it. */
async function settled(): Promise<void> {
  client.sync();
  save();
  await Promise.all([paint(view), graph.draw()]);
}

/** Writes files that are no programs to the disk of the server. */
function save(): void {
  const changed = documents.files.filter((file) => !file.isProgram && !file.text.eq(file.saved));
  disk.change(changed.map((file) => ({ path: file.path, content: (file.saved = file.text).toString() })), []);
}

let documents: Documents;
let findings: Findings;
const client = new LSPClient({
  rootUri: `file://${root}`,
  timeout: 60_000,
  workspace: (of) => (documents = new Documents(of, show)),
  sanitizeHTML: (html) =>
    DOMPurify.sanitize(html, {
      ALLOWED_TAGS: ["p", "br", "hr", "code", "pre", "span", "em", "strong", "del", "ul", "ol", "li", "a", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "thead", "tbody", "tr", "th", "td"],
      ALLOWED_ATTR: ["href", "class"],
      ALLOWED_URI_REGEXP: /^https:/,
    }),
  notificationHandlers: {
    "textDocument/publishDiagnostics": (_, params: lsp.PublishDiagnosticsParams) => {
      findings.receive(params).then(() => paint(view)).catch(failed);
      return true;
    },
    "window/showMessage": (_, params: lsp.ShowMessageParams) => {
      note(params.message);
      return true;
    },
  },
  extensions: [semanticTokens, { clientCapabilities: capabilities }],
});

const host = the("editor").attachShadow({ mode: "open" });
const view = new EditorView({ parent: host, root: host });
findings = new Findings(client, () => documents, the("findings"), the("count"), show);
const graph = new Graph(client, () => shown(), (uri, range) => {
  const document = documents.getFile(uri);
  if (document) {
    const editor = show(document);
    const line = editor.state.doc.line(range.start.line + 1);
    editor.dispatch({ selection: { anchor: line.from + range.start.character }, scrollIntoView: true });
    editor.focus();
  }
});
const disk = new Disk(tell, (method, params) => client.notification(method, params));
const schemas = new Schemas(disk, the("schemas"));
let example = "";

function shown(): Document | undefined {
  return documents.files.find((file) => file.view !== null);
}

function failed(problem: unknown): void {
  note(problem instanceof Error ? problem.message : String((problem as { message?: unknown }).message ?? problem));
}

/** Puts a file into the editor. */
function show(document: Document): EditorView {
  const before = shown();
  if (before !== document) {
    client.sync(); // the editor forgets what it has not sent
    if (before) {
      before.state = view.state;
    }
    view.setState(document.state);
    findings.draw();
    tabs();
    void settled();
  }
  return view;
}

function add(path: string, text: string): Document {
  const made: Document = new Document(path, EditorState.create({ doc: text }));
  made.state = EditorState.create({ doc: text, extensions: extensions(client.plugin(made.uri, "pcl"), typed) });
  documents.add(made);
  return made;
}

function remove(document: Document): void {
  const next = documents.files.find((file) => file !== document);
  if (next) {
    if (document.view) {
      show(next);
    }
    disk.change([], [document.path]);
    documents.remove(document);
    findings.forget(document.uri);
    tabs();
  }
}

/** Draws the tabs. The arrow keys move between them, as screen readers expect. */
function tabs(): void {
  const bar = the("tabs");
  bar.replaceChildren(
    ...documents.files.map((document) => {
      const selected = document.view !== null;
      const tab = element("button", { type: "button", role: "tab", "aria-selected": String(selected), "aria-controls": "editor", tabindex: selected ? "0" : "-1" }, document.path);
      tab.addEventListener("click", () => show(document));
      tab.addEventListener("keydown", (event) => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        const next = documents.files[documents.files.indexOf(document) + step];
        if (step !== 0 && next) {
          show(next);
          bar.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
        }
      });
      return tab;
    }),
  );
  the<HTMLButtonElement>("remove").disabled = documents.files.length < 2;
}

/** Selects the stack whose configuration lies beside the program. */
function selectStack(): void {
  const names = documents.files.map(({ path }) => /^Pulumi\.([^/]+)\.ya?ml$/.exec(path)?.[1]);
  client.notification("workspace/didChangeConfiguration", { settings: { pcl: { stack: names.find((name) => name !== undefined) ?? "" } } });
}

/** Replaces the program. All its files are on the disk before the first is opened, so no finding is about half a program. */
function open(program: Shared, of: Example | undefined): void {
  disk.change([], documents.files.map(({ path }) => path));
  for (const document of [...documents.files]) {
    documents.remove(document);
    findings.forget(document.uri);
  }
  example = of?.name ?? "";
  the<HTMLSelectElement>("examples").value = example;
  schemas.replace(of?.schemas ?? []);
  disk.change(program.files.map(({ path, text }) => ({ path, content: text })), []);
  program.files.forEach(({ path, text }) => add(path, text));
  selectStack();
  const first = documents.files[0] ?? add("main.pp", "");
  view.setState(first.state);
  tabs();
  findings.draw();
  void settled().catch(failed);
}

async function share(): Promise<void> {
  const files = documents.files.map((file) => ({ path: file.path, text: file.text.toString() }));
  history.replaceState(null, "", await pack({ example, files }));
  let copied = "The address of this page is now a link to the program.";
  try {
    await navigator.clipboard.writeText(location.href);
    copied = "The link is copied.";
  } catch {
    // a page may not be allowed to copy; the address has the link
  }
  note(copied + (schemas.own ? " It does not contain your own schemas." : ""));
}

function controls(all: readonly Example[]): void {
  const choice = the<HTMLSelectElement>("examples");
  choice.append(...all.map(({ name, title }) => element("option", { value: name }, title)));
  choice.addEventListener("change", () => {
    const chosen = all.find(({ name }) => name === choice.value);
    if (chosen) {
      history.replaceState(null, "", location.pathname + location.search);
      open(chosen, chosen);
      note("");
    }
  });
  const click = (id: string, act: () => void | Promise<void>): void => the(id).addEventListener("click", () => void Promise.resolve(act()).catch(failed));
  click("share", share);
  click("format", () => {
    formatDocument(view);
    view.focus();
  });
  click("graph", () => graph.toggle());
  click("remove", () => {
    const document = shown();
    if (document) {
      remove(document);
    }
  });
  const form = the<HTMLFormElement>("new");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = the<HTMLInputElement>("name");
    const path = input.value.includes(".") ? input.value : `${input.value}.pp`;
    if (!validPath(path) || documents.files.some((file) => file.path === path)) {
      note(`${path} cannot be the name of a new file.`);
      return;
    }
    input.value = "";
    disk.change([{ path, content: "" }], []);
    show(add(path, "")).focus();
  });
}

/** CodeMirror's client says in its first message that it asks for findings, but it never does. The server then sends none. */
function awaitsFindings(text: string): string {
  if (!text.includes('"method":"initialize"')) {
    return text;
  }
  const message = JSON.parse(text) as { params: { capabilities: { textDocument: { diagnostic?: unknown } } } };
  delete message.params.capabilities.textDocument.diagnostic;
  return JSON.stringify(message);
}

/** Returns the program in the address of the page, if there is one. */
async function linked(): Promise<Shared | undefined> {
  try {
    return await unpack(location.hash);
  } catch (problem) {
    note(`The link is damaged: ${String(problem)}`);
    return undefined;
  }
}

async function begin(): Promise<void> {
  const [all, program] = await Promise.all([fetch("examples.json").then((response) => response.json() as Promise<Example[]>), linked()]);
  const openLinked = (chosen: Shared): void => open(chosen, all.find(({ name }) => name === chosen.example));
  controls(all);
  if (program) {
    openLinked(program);
  } else if (all[0]) {
    open(all[0], all[0]);
  }
  addEventListener("hashchange", () => void linked().then((next) => next && openLinked(next)).catch(failed));
  client.connect({
    send: (text) => tell({ kind: "message", text: awaitsFindings(text) }),
    subscribe: (handler) =>
      worker.addEventListener("message", ({ data }: MessageEvent<News>) => {
        if (data.kind === "message") {
          handler(data.text);
        } else if (data.kind === "ended") {
          note(`The checker has stopped; load the page again. ${data.why}`);
        }
      }),
    unsubscribe: () => undefined, // it is connected once
  });
  await client.initializing;
  selectStack();
  document.documentElement.dataset["ready"] = String(Math.round(performance.now()));
  await settled();
}

begin().catch(failed);
