#!/usr/bin/env node
// Runs the program that npm has installed for this platform, in place of itself as far as Node allows.
"use strict";

const { spawn } = require("node:child_process");

const name = `@pcl-lsp/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/pcl-lsp${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(`pcl-lsp: the package ${name} is not installed. Either there is no program for this platform, or npm was told to omit optional packages.`);
  process.exit(3); // as if something could not be checked
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
const signals = ["SIGHUP", "SIGINT", "SIGTERM"];
for (const signal of signals) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`pcl-lsp: ${error.message}`);
  process.exit(3);
});
child.on("exit", (status, signal) => {
  if (signal === null) {
    process.exit(status);
  }
  signals.forEach((one) => process.removeAllListeners(one));
  process.kill(process.pid, signal);
});
