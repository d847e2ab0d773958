// What depends on where the extension runs: on a machine, where it starts programs, or in a browser, where the server is part of the extension.

import type * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";

import type { Connection } from "./connection";
import type { PlanView } from "./planView";

/** A server that can be started. */
export interface Found {
  /** A client that starts the server. */
  client(options: LanguageClientOptions): BaseLanguageClient;
  /** The path of the server; undefined if it is no program of the machine. */
  readonly program: string | undefined;
  /** Where it was found, for a bug report, and for the user. */
  readonly from: string;
  readonly where: string;
  /** Files and folders of schemas, as the server gets them. */
  readonly schemas: readonly string[];
}

/** What the parts of the extension have in common. */
export interface Parts {
  readonly connection: Connection;
  readonly output: vscode.LogOutputChannel;
  readonly plans: PlanView;
}

export interface Host {
  /** Looks for the server. A text says why there is none; the host has told the user. */
  find(): Promise<Found | string>;
  /** The schemes of files that the server gets. */
  schemes(): readonly string[];
  /** The path in a setting as the server gets it. */
  expand(setting: string): string;
  /** Settings that the server gets when it starts. */
  readonly restartingSettings: readonly string[];
  /** The commands that the server may use in its answers. */
  readonly commands: readonly string[];
  /** Ways to a schema that is missing. */
  ways(schema: MissingSchema): readonly Way[];
  /** Registers what exists only here. */
  register(parts: Parts): readonly vscode.Disposable[];
  /** The platform, and what the server says of its version, for a bug report. */
  versions(): Promise<{ readonly platform: string; readonly server: string }>;
}

/** A package without a schema. */
export interface MissingSchema {
  readonly name: string;
  readonly version: string;
  readonly install: string | undefined;
}

/** A way to a schema. */
export interface Way extends vscode.QuickPickItem {
  go(): Thenable<unknown>;
}
