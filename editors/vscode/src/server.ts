// Finds the server: in the setting, then on PATH, then in the extension. Pure: the caller provides the file system and the
// environment.

import * as path from "node:path";

export interface Surroundings {
  /** Value of `pcl.server.path`. */
  readonly setting: string;
  readonly workspaceFolder: string | undefined;
  readonly extensionFolder: string;
  readonly home: string;
  /** Value of the environment variable PATH. */
  readonly searchPath: string;
  readonly windows: boolean;
  /** Folders of an untrusted workspace. Programs inside them are ignored. */
  readonly untrusted: readonly string[];
  /** Whether a path is an executable file. */
  readonly runnable: (file: string) => boolean;
}

export type Search =
  | { readonly found: string; readonly from: "setting" | "PATH" | "extension" }
  | { readonly found: undefined; readonly problem: string };

export function findServer(where: Surroundings): Search {
  const setting = where.setting.trim();
  if (setting !== "") {
    return fromSetting(setting, where);
  }
  const onPath = programOnPath(programNames(where), where);
  if (onPath !== undefined) {
    return { found: onPath, from: "PATH" };
  }
  const bundled = path.join(where.extensionFolder, "server", programNames(where)[0] ?? "pcl-lsp");
  if (where.runnable(bundled)) {
    return { found: bundled, from: "extension" };
  }
  return {
    found: undefined,
    problem: "Could not find pcl-lsp. Put it on PATH or set pcl.server.path; this extension has no copy of its own.",
  };
}

function fromSetting(setting: string, where: Surroundings): Search {
  if (!/[\\/]/.test(setting) && !setting.startsWith("~")) {
    const named = programOnPath([setting, ...(where.windows ? [`${setting}.exe`] : [])], where);
    return named === undefined
      ? { found: undefined, problem: `"${setting}" (from pcl.server.path) is not on PATH.` }
      : { found: named, from: "setting" };
  }
  const file = expand(setting, where);
  if (where.runnable(file)) {
    return { found: file, from: "setting" };
  }
  return { found: undefined, problem: `"${file}" (from pcl.server.path) is not an executable file.` };
}

/** Resolves `~`, `${workspaceFolder}` and relative paths in a setting. */
export function expand(text: string, where: Pick<Surroundings, "home" | "workspaceFolder">): string {
  let file = text;
  if (file === "~" || /^~[\\/]/.test(file)) {
    file = path.join(where.home, file.slice(1));
  }
  const folder = where.workspaceFolder;
  if (folder !== undefined) {
    file = file.replaceAll("${workspaceFolder}", folder);
  }
  return path.isAbsolute(file) || folder === undefined ? file : path.join(folder, file);
}

/** A path for people: `~` is the home of the user. */
export function tilde(file: string, home: string): string {
  return home !== "" && file.startsWith(home + path.sep) ? `~${file.slice(home.length)}` : file;
}

/** The first program of one of the names on the search path, outside of untrusted folders. */
export function programOnPath(names: readonly string[], where: Pick<Surroundings, "searchPath" | "windows" | "untrusted" | "runnable">): string | undefined {
  for (const folder of where.searchPath.split(where.windows ? ";" : ":")) {
    // An empty entry means the current directory, which a workspace may control.
    if (folder === "" || !path.isAbsolute(folder) || where.untrusted.some((one) => liesIn(folder, one))) {
      continue;
    }
    const file = names.map((one) => path.join(folder, one)).find(where.runnable);
    if (file !== undefined) {
      return file;
    }
  }
  return undefined;
}

function liesIn(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way === "" || (way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}

function programNames(where: Surroundings): string[] {
  return where.windows ? ["pcl-lsp.exe"] : ["pcl-lsp"];
}

/** The value of PCL_SCHEMA_PATH for the server: the folders of the setting, then those of the environment. */
export function schemaPath(
  folders: readonly string[],
  inherited: string | undefined,
  where: Pick<Surroundings, "home" | "workspaceFolder">,
): string {
  const own = folders.filter((folder) => folder.trim() !== "").map((folder) => expand(folder.trim(), where));
  return [...own, ...(inherited ? [inherited] : [])].join(path.delimiter);
}
