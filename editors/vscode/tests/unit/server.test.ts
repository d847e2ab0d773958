// Where the extension looks for the server, in which order, and the message if it finds none.

import assert from "node:assert/strict";
import * as path from "node:path";
import { test } from "node:test";

import { expand, findServer, schemaPath, tilde, type Surroundings } from "../../src/server";

function surroundings(files: string[], more: Partial<Surroundings> = {}): Surroundings {
  return {
    setting: "",
    workspaceFolder: "/shop",
    extensionFolder: "/ext",
    home: "/home/me",
    searchPath: "/usr/bin:/opt/bin",
    windows: false,
    untrusted: [],
    runnable: (file) => files.includes(file),
    ...more,
  };
}

const everywhere = ["/tools/pcl-lsp", "/opt/bin/pcl-lsp", "/ext/server/pcl-lsp"];

test("the setting comes first, then PATH, then the extension", () => {
  assert.deepEqual(findServer(surroundings(everywhere, { setting: "/tools/pcl-lsp" })), { found: "/tools/pcl-lsp", from: "setting" });
  assert.deepEqual(findServer(surroundings(everywhere)), { found: "/opt/bin/pcl-lsp", from: "PATH" });
  assert.deepEqual(findServer(surroundings(["/ext/server/pcl-lsp"])), { found: "/ext/server/pcl-lsp", from: "extension" });
});

test("a setting that names a missing file is an error, without a fallback", () => {
  const search = findServer(surroundings(everywhere, { setting: "/missing/pcl-lsp" }));
  assert.equal(search.found, undefined);
  assert.match("problem" in search ? search.problem : "", /\/missing\/pcl-lsp.*pcl\.server\.path/);
});

test("a setting without a slash is looked up on PATH", () => {
  assert.deepEqual(findServer(surroundings(["/opt/bin/my-pcl"], { setting: "my-pcl" })), { found: "/opt/bin/my-pcl", from: "setting" });
  assert.equal(findServer(surroundings([], { setting: "my-pcl" })).found, undefined);
});

test("a missing server is explained", () => {
  const search = findServer(surroundings([]));
  assert.equal(search.found, undefined);
  assert.match("problem" in search ? search.problem : "", /PATH/);
});

test("relative and empty entries of PATH are never run", () => {
  const here = surroundings(["pcl-lsp", "bin/pcl-lsp", "/shop/pcl-lsp"], { searchPath: ":bin:." });
  assert.equal(findServer(here).found, undefined);
});

test("a program in an untrusted workspace is never run", () => {
  const search = (untrusted: string[], searchPath: string) => findServer(surroundings(["/shop/bin/pcl-lsp", "/shop/pcl-lsp", "/shop-tools/pcl-lsp"], { searchPath, untrusted }));
  for (const searchPath of ["/shop/bin", "/shop", "/shop/", "/other/../shop/bin"]) {
    assert.equal(search(["/elsewhere", "/shop"], searchPath).found, undefined, searchPath);
  }
  assert.equal(search(["/shop"], "/shop/bin:/shop-tools").found, "/shop-tools/pcl-lsp");
  assert.equal(search([], "/shop/bin:/shop-tools").found, "/shop/bin/pcl-lsp");
});

test("settings may use ~, ${workspaceFolder} and relative paths", () => {
  const place = { home: "/home/me", workspaceFolder: "/shop" };
  assert.equal(expand("~/bin/pcl-lsp", place), path.join("/home/me", "bin", "pcl-lsp"));
  assert.equal(expand("${workspaceFolder}/schemas", place), "/shop/schemas");
  assert.equal(expand("schemas", place), path.join("/shop", "schemas"));
  assert.equal(expand("/abs", place), "/abs");
  assert.equal(expand("schemas", { home: "/home/me", workspaceFolder: undefined }), "schemas");
});

test("schema folders of the setting come before those of the environment", () => {
  const place = { home: "/home/me", workspaceFolder: "/shop" };
  assert.equal(schemaPath(["schemas", " ~/all "], "/env", place), ["/shop/schemas", "/home/me/all", "/env"].join(path.delimiter));
  assert.equal(schemaPath([], undefined, place), "");
  assert.equal(schemaPath([""], "/env", place), "/env");
});

test("people see ~ for their home", () => {
  assert.deepEqual(["/home/me/go/bin/pcl-lsp", "/home/meg/pcl-lsp", "/home/me"].map((file) => tilde(file, "/home/me")), ["~/go/bin/pcl-lsp", "/home/meg/pcl-lsp", "/home/me"]);
  assert.equal(tilde("/usr/bin/pcl-lsp", ""), "/usr/bin/pcl-lsp");
});
