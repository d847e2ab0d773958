// The paths under which the server sees the files of a workspace that is not on a disk: /SCHEME@AUTHORITY/PATH. Pure.

/** The parts of a URI that say which file it names. */
export interface Place {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

/** The path of a place. */
export function pathOf({ scheme, authority, path }: Place): string {
  return `/${scheme}@${encodeURIComponent(authority)}${path.replace(/\/+$/, "")}`;
}

/** The place that a path stands for; undefined if it stands for none. */
export function placeOf(path: string): Place | undefined {
  const parts = /^\/([a-z][a-z0-9+.-]*)@([^/]*)(\/.*)?$/s.exec(path);
  const [, scheme, authority = "", rest = "/"] = parts ?? [];
  try {
    return scheme === undefined ? undefined : { scheme, authority: decodeURIComponent(authority), path: rest };
  } catch {
    return undefined; // no authority was encoded like this
  }
}

/** Whether a path is a folder, or lies in it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The path that a setting names. A relative one begins at the folder of the workspace, and no other place has a home. */
export function settingPath(setting: string, folder: Place | undefined): string {
  const at = folder === undefined ? "" : pathOf(folder);
  const named = setting.replaceAll("${workspaceFolder}", at);
  if (named.startsWith(at) && at !== "") {
    return named;
  }
  return folder !== undefined && named.startsWith("/") ? pathOf({ ...folder, path: named }) : `${at}/${named.replace(/^\.\//, "")}`;
}
