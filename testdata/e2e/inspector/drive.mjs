// Drives all tools of `pcl-lsp mcp` with the command line of the MCP inspector, which checks answers against the declared schemas.
// Usage: node drive.mjs INSPECTOR SERVER WORKSPACE. Prints "ok NAME" or "not ok NAME: WHY" for each test.

import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [inspector, server, workspace] = process.argv.slice(2);
const root = ["--root", workspace, "--schema", process.env.PCL_SCHEMA_PATH]; // the inspector passes no variables on

/** The exit status and the output of one method. */
function inspect(target, method, ...args) {
  const done = spawnSync(process.execPath, [inspector, "--cli", ...target, "--method", method, ...args], { encoding: "utf8", timeout: 60_000 });
  return { status: done.status, said: done.stderr, answer: done.stdout.trim().startsWith("{") ? JSON.parse(done.stdout) : undefined };
}

const stdio = (...flags) => [server, "mcp", ...root, ...flags];

function call(tool, args, target = stdio()) {
  const pairs = Object.entries(args).flatMap(([name, value]) => ["--tool-arg", `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`]);
  return inspect(target, "tools/call", "--tool-name", tool, ...pairs);
}

function test(name, body) {
  let why;
  try {
    why = body();
  } catch (error) {
    why = String(error);
  }
  console.log(why ? `not ok inspector: ${name}: ${why.replaceAll("\n", " ").slice(0, 500)}` : `ok inspector: ${name}`);
}

/** Why an answer does not hold what it should; nothing if it does. */
function lacks(result, ...texts) {
  const text = JSON.stringify(result.answer?.structuredContent ?? result.answer ?? result);
  const missing = texts.find((t) => !text.includes(t));
  if (result.answer?.isError || missing !== undefined) {
    return `no ${missing} in ${text} ${JSON.stringify(result.answer?.content)} ${result.said}`;
  }
}

const state = path.join(workspace, "state.json");
writeFileSync(state, '{"version":3,"deployment":{}}');
const calls = {
  schema_search: [{ query: "storage bucket" }, "cloudy:storage:Bucket"],
  schema_show: [{ token: "cloudy:net:Network" }, '"required":{"cidrBlock"'],
  check: [{}, '"at":"main.pp:36:23"', '"code":"prop.unknown"'],
  fix: [{ all: true }, "network.id}", '"fixed":1'],
  format: [{ texts: [{ path: "new/main.pp", text: "output a {\nvalue=1\n}\n" }] }, "  value = 1"],
  look: [{ at: "main.pp:13:network" }, "cloudy:net:Network"],
  rename: [{ at: "main.pp:13:network", to: "net" }, "net.id"],
  explain: [{ codes: ["prop.unknown"] }, '"title"'],
  plan: [{ state: "state.json" }, '"operation":"create"'],
  convert: [{ text: 'resource "cloudy_network" "other" {\n  cidr_block = "10.0.0.0/16"\n}\n' }, "cloudy:net:Network", '"left":0'],
  upgrade: [{ package: "cloudy@1.4.0", from: "1.3.0" }],
};

test("tools are portable to every client", () => {
  const listed = inspect(stdio(), "tools/list", "--strict");
  const names = (listed.answer?.tools ?? []).map((t) => t.name).sort().join();
  return names !== Object.keys(calls).sort().join() || listed.status !== 0 || /[1-9]\d* (errors|warnings)/.test(listed.said) ? `${names} ${listed.said}` : undefined;
});
for (const [tool, [args, ...wanted]] of Object.entries(calls)) {
  if (tool === "upgrade") {
    test(tool, () => { // no schema of an earlier version is there, and the answer says so
      const { answer } = call(tool, args);
      return answer?.isError && answer.content[0].text.includes("no schema of cloudy 1.3.0") ? undefined : JSON.stringify(answer);
    });
    continue;
  }
  test(tool, () => lacks(call(tool, args), ...wanted));
}
for (const [what, at, ...wanted] of [
  ["completion", "main.pp:36:idd", '"label":"id"'],
  ["references", "main.pp:13:network", '"declared":"main.pp:13:10"', "main.pp:18:15"],
  ["graph", "main.pp", '"needs":["network"]'],
]) {
  test(`look for ${what}`, () => lacks(call("look", { what, at }), ...wanted));
}
test("resources", () => {
  const templates = lacks(inspect(stdio(), "resources/templates/list"), "pcl://schema/{+token}", "pcl://findings/{+path}");
  return templates ?? lacks(inspect(stdio(), "resources/read", "--uri", "pcl://schema/cloudy:net:Network"), "cidrBlock");
});
test("a path outside is refused", () => {
  const { answer } = call("check", { paths: ["/etc"] });
  return answer?.isError && answer.content[0].text.includes("outside the roots") ? undefined : JSON.stringify(answer);
});
test("an unknown tool is refused", () => (call("shell", { command: "id" }).status === 0 ? "it exists" : undefined));
test("writes with --write", () => lacks(call("fix", { all: true }, stdio("--write")), '"written":true') ??
  (readFileSync(path.join(workspace, "main.pp"), "utf8").includes("network.idd") ? "nothing is written" : undefined));

// Over HTTP.
const token = "0123456789abcdef0123456789abcdef";
writeFileSync(path.join(workspace, "token"), token, { mode: 0o600 });
const listening = spawn(server, ["mcp", ...root, "--listen", "127.0.0.1:0", "--token-file", path.join(workspace, "token")], { stdio: ["ignore", "ignore", "pipe"] });
const address = await new Promise((resolve, reject) => {
  let said = "";
  listening.stderr.on("data", (data) => {
    said += data;
    const found = /listening at (\S+)/.exec(said);
    if (found) resolve(found[1]);
  });
  listening.on("exit", () => reject(new Error(said)));
});
test("over HTTP with the token", () => lacks(call("check", {}, [address, "--transport", "http", "--header", `Authorization: Bearer ${token}`]), '"clean":true'));
test("over HTTP without it", () => (call("check", {}, [address, "--transport", "http"]).status === 0 ? "it answers" : undefined));
listening.kill();
