// The paths under which the server sees files that are on no disk.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isInside, pathOf, placeOf, settingPath } from "../../src/web/paths";

const shop = { scheme: "vscode-vfs", authority: "github", path: "/me/shop" };

test("every place has a path that leads back to it", () => {
  for (const place of [
    shop,
    { scheme: "memory", authority: "", path: "/" },
    { scheme: "memory", authority: "", path: "/shop/main.pp" },
    { scheme: "file", authority: "", path: "/c:/shop/ä b/%41.pp" },
    { scheme: "vscode-remote", authority: "ssh-remote+host:22/x@y%", path: "/home/me" },
    { scheme: "a.b+c-d", authority: "ü", path: "/x@y/z" },
  ]) {
    const path = pathOf(place);
    assert.match(path, /^\/[^/]+@[^/]*(?:\/|$)/);
    assert.deepEqual(placeOf(path), place);
  }
});

test("other paths stand for no place", () => {
  for (const path of ["/", "/shop/main.pp", "/home/me@work/x", "/Upper@/x", "/@/x", "/memory@%/x", "memory@/x", ""]) {
    const place = placeOf(path);
    assert.ok(place === undefined || pathOf(place) === path, path);
  }
  assert.equal(placeOf("/shop/main.pp"), undefined);
  assert.equal(placeOf("/memory@%/x"), undefined);
});

test("a folder contains itself and what is below it", () => {
  assert.ok(isInside("/w@/shop", "/w@/shop"));
  assert.ok(isInside("/w@/shop/a/b", "/w@/shop"));
  assert.ok(!isInside("/w@/shopping", "/w@/shop"));
  assert.ok(!isInside("/w@", "/w@/shop"));
});

test("paths in settings begin at the folder", () => {
  const at = "/vscode-vfs@github/me/shop";
  assert.equal(settingPath("schemas", shop), `${at}/schemas`);
  assert.equal(settingPath("./schemas", shop), `${at}/schemas`);
  assert.equal(settingPath("${workspaceFolder}/schemas", shop), `${at}/schemas`);
  assert.equal(settingPath("/me/shop/schemas", shop), `${at}/schemas`);
  assert.equal(settingPath("state.{stack}.json", shop), `${at}/state.{stack}.json`);
  assert.equal(settingPath("schemas", undefined), "/schemas");
});
