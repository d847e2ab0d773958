// Starts VS Code's server, opens it in Chromium, and runs the tests named by the argument: through the extension API
// (`api`, and `untrusted` in an untrusted window), or in the user interface: a walk (`walk`), the first minutes of a user
// without any schema (`first`), the first page and a crash (`start`), dependency graphs (`graph`), a program that is
// written from an empty file (`session`), the state of a stack (`state`), a component that is extracted from a running
// program (`running`), a team's own rules (`rules`), the extension in the browser with files that are on no disk (`web`), and
// the pictures of the documentation (`pictures`).

import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import path from "node:path";

import { first } from "./first.mjs";
import { graphs } from "./graph.mjs";
import { pictures } from "./pictures.mjs";
import { rules } from "./rules.mjs";
import { running } from "./running.mjs";
import { session } from "./session.mjs";
import { start } from "./start.mjs";
import { state } from "./state.mjs";
import { steps, floor } from "./steps.mjs";
import { walk } from "./walk.mjs";
import { web } from "./web.mjs";
import { inBrowser } from "./webWindow.mjs";

const { E2E_SCRATCH: scratch, E2E_TOOLS: tools, E2E_SERVER: server, E2E_WORKSPACE: workspace } = process.env;
const { chromium } = createRequire(path.join(tools, "node_modules", "x.js"))("playwright-core");
const extension = path.dirname(import.meta.dirname);
const untrusted = process.argv[2] === "untrusted";
const broken = path.join(scratch, "broken"); // see fickle

const settings = {
  "security.workspace.trust.enabled": untrusted,
  "security.workspace.trust.startupPrompt": "never",
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "workbench.startupEditor": "none",
  "files.autoSave": "off", // otherwise typing changes the files of the workspace
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "editor.hover.delay": 100,
  "editor.minimap.enabled": false,
  "editor.linkedEditing": true,
  "pcl.codeLens.references": process.argv[2] === "api",
  "editor.autoIndent": process.argv[2] === "pictures" ? "none" : "full", // what is inserted has its indentation
  "editor.formatOnSave": process.argv[2] === "session",
  "pcl.server.path": untrusted ? hostile() : process.argv[2] === "start" ? fickle() : server,
};

// Creates a workspace that names its own server and permits plugins. Returns the path of the user's server, which logs its
// arguments.
function hostile() {
  const run = `exec "${server}" "$@"`;
  const theirs = executable(path.join(workspace, "theirs"), [`echo "$@" >>"${workspace}/ran"`, run]);
  mkdirSync(path.join(workspace, ".vscode"));
  const named = { "pcl.server.path": theirs, "pcl.plugins.allow": true, pcl: { server: { path: theirs }, plugins: { allow: true }, trusted: true } };
  writeFileSync(path.join(workspace, ".vscode", "settings.json"), JSON.stringify(named));
  return executable(path.join(scratch, "ours"), [`echo "$@" >>"${path.dirname(workspace)}/started"`, run]);
}

// A server that ends at once while a file says that it is broken.
function fickle() {
  return executable(path.join(scratch, "fickle"), [`[ ! -e "${broken}" ] || exit 3`, `exec "${server}" "$@"`]);
}

function executable(file, lines) {
  writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"));
  chmodSync(file, 0o755);
  return file;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function startCode(port) {
  const data = path.join(scratch, `code-${port}`);
  // The path of the server is a machine setting, which VS Code reads from a separate file.
  for (const kind of ["user/User", "user/Machine", "server/data/User", "server/data/Machine"]) {
    mkdirSync(path.join(data, kind), { recursive: true });
    writeFileSync(path.join(data, kind, "settings.json"), JSON.stringify(settings));
  }
  const main = path.join(tools, "package", "lib", "vscode", "out", "server-main.js");
  const folders = ["--extensions-dir", path.join(data, "extensions"), "--user-data-dir", path.join(data, "user"), "--server-data-dir", path.join(data, "server")];
  const code = spawn(process.execPath, [main, "--host", "127.0.0.1", "--port", String(port), "--without-connection-token",
    "--enable-smoke-test-driver", "--force-disable-user-env", "--accept-server-license-terms", ...folders], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  await new Promise((resolve, reject) => {
    const listen = (chunk) => {
      said += chunk;
      if (said.includes("Extension host agent listening")) {
        resolve();
      }
    };
    code.stdout.on("data", listen);
    code.stderr.on("data", listen);
    code.on("exit", (status) => reject(new Error(`VS Code's server ended with ${status}:\n${said}`)));
  });
  return code;
}

// The workbench logs a lot. Only the lines of the tests matter.
function results(text) {
  for (const line of text.match(/^(?:ok|not ok|skip) .*|^TypeError.*|^\d+ tests failed/gm) ?? []) {
    console.log(line);
  }
}

const port = await freePort();
const code = await startCode(port);
const browser = await chromium.launch({
  executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-features=LocalNetworkAccessChecks"], // a page that a test changes counts as one from outside
});
let status = 1;
try {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  page.setDefaultNavigationTimeout(120_000);
  const remote = `vscode-remote://127.0.0.1:${port}`;
  const open = (payload) =>
    page.goto(`http://127.0.0.1:${port}/?folder=${workspace}&payload=${encodeURIComponent(JSON.stringify([["extensionDevelopmentPath", remote + extension], ...payload]))}`);
  const openFile = (file) => open([["openFile", `${remote}${workspace}/${file}`]]);
  if (process.argv[2] === "first") {
    status = await first(page, openFile, process.env.E2E_IMAGES);
  } else if (process.argv[2] === "session") {
    status = await session(page, openFile, { workspace, steps, floor, images: process.env.E2E_IMAGES });
  } else if (process.argv[2] === "web") {
    status = await web(page, await inBrowser(page, `http://127.0.0.1:${port}/`), process.env.E2E_IMAGES);
  } else if (process.argv[2] === "pictures") {
    status = await pictures(page, openFile, process.env.E2E_IMAGES);
  } else if (process.argv[2] === "state") {
    status = await state(page, openFile, { workspace, images: process.env.E2E_IMAGES });
  } else if (process.argv[2] === "rules") {
    status = await rules(page, openFile, process.env.E2E_IMAGES);
  } else if (process.argv[2] === "running") {
    status = await running(page, openFile, { workspace, images: process.env.E2E_IMAGES });
  } else if (process.argv[2] === "graph") {
    status = await graphs(page, openFile, { workspace, server, tools, images: process.env.E2E_IMAGES });
  } else if (process.argv[2] === "start") {
    const breakServer = (isBroken) => (isBroken ? writeFileSync(broken, "") : rmSync(broken));
    status = await start(page, open, openFile, { code: code.pid, breakServer, images: process.env.E2E_IMAGES });
  } else if (process.argv[2] !== "walk") {
    await page.exposeFunction("codeAutomationLog", (_, args) => results(args.join(" ")));
    const exit = new Promise((resolve) => void page.exposeFunction("codeAutomationExit", resolve));
    await open([["extensionTestsPath", `${remote}${extension}/dist/e2e/${process.argv[2]}.js`]]);
    status = await exit;
  } else {
    status = await walk(page, openFile, process.env.E2E_IMAGES);
  }
} finally {
  await browser.close();
  code.removeAllListeners("exit");
  code.kill();
}
process.exit(status);
