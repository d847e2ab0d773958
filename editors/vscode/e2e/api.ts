// The tests inside the extension host: every feature, through VS Code's own API.

import * as vscode from "vscode";

import { announced } from "./announced";
import "./actions";
import "./extension";
import "./findings";
import { check, runAll } from "./harness";
import "./reading";
import "./structure";
import "./writing";

export async function run(): Promise<void> {
  const server = vscode.workspace.getConfiguration("pcl").get<string>("server.path", "");
  check(server !== "", "the setting of the server's path did not arrive");
  const failed = await runAll(await announced(server));
  if (failed > 0) {
    throw new Error(`${failed} tests failed`);
  }
}
