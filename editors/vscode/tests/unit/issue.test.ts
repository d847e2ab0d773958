// A bug report contains versions and settings, and nothing private.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bugReport, type Situation } from "../../src/issue";

const situation: Situation = {
  extension: "0.1.0",
  editor: "1.99.0",
  platform: "linux-x64",
  server: "pcl-lsp v0.2.0\nrevision abc /home/ann/go/bin/pcl-lsp C:\\Users\\ann\\pcl-lsp.exe\n",
  serverFrom: "setting",
  trusted: false,
  remote: "ssh-remote",
  settings: {
    "pcl.server.path": "/home/ann/bin/pcl-lsp",
    "pcl.schemas.paths": ["~/customers/acme"],
    "pcl.stack": "acme-prod",
    "pcl.rules": { "x": "off" },
    "pcl.inlayHints.types": true,
    "pcl.plugins.allow": true,
  },
};

test("the report contains versions and harmless settings", () => {
  const report = bugReport(situation);
  for (const want of ["extension 0.1.0", "pcl-lsp v0.2.0", "revision abc", "1.99.0 on linux-x64, remote: ssh-remote", "not trusted", "`pcl.inlayHints.types`: `true`", "`pcl.stack` is set"]) {
    assert.ok(report.includes(want), `${want} is missing in\n${report}`);
  }
  assert.match(bugReport({ ...situation, settings: {} }), /Changed settings\n\nnone/);
});

test("the report contains no path, name or secret", () => {
  assert.doesNotMatch(bugReport(situation), /ann|acme|"off"/);
});
