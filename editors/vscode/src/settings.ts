// The user's settings, as far as they are trusted.

import * as vscode from "vscode";

import { serverSettings, userValue } from "./trust";

/** A setting that may come from the workspace only if the workspace is trusted. */
export function trustedSetting<T>(name: string, otherwise: T): T {
  const settings = vscode.workspace.getConfiguration("pcl");
  return vscode.workspace.isTrusted ? settings.get<T>(name, otherwise) : userValue(settings.inspect<T>(name), otherwise);
}

/** The settings for the server, which gets paths as a function returns them. */
export function settingsForServer(expand: (setting: string) => string): ReturnType<typeof serverSettings> {
  const settings = vscode.workspace.getConfiguration("pcl");
  const switches = (group: string, kinds: readonly string[]) =>
    Object.fromEntries(kinds.flatMap((kind) => {
      const value = settings.get<boolean>(`${group}.${kind}`);
      return typeof value === "boolean" ? [[kind, value] as const] : [];
    }));
  const state = trustedSetting("state", "").trim();
  return serverSettings(
    {
      rules: settings.get<Record<string, string>>("rules", {}),
      stack: settings.get<string>("stack", ""),
      state: state === "" ? "" : expand(state),
      secrets: { publicNames: settings.get<string[] | null>("secrets.publicNames", null) },
      targets: settings.get<string[]>("targets", []),
      diagnostics: { scope: settings.get<string>("diagnostics.scope", "workspace") },
      inlayHints: switches("inlayHints", ["secrets", "counts", "types", "unknowns", "ids"]),
      codeLens: switches("codeLens", ["references", "dependents", "missing", "plan"]),
    },
    vscode.workspace.isTrusted,
  );
}
