// What the worker and the page, or the extension in VS Code for the Web, tell each other.

/** What the worker is told. The first order is to start. */
export type Order =
  | {
      readonly kind: "start";
      /** The server, compressed: its bytes, or where to fetch it. */
      readonly program: string | Uint8Array<ArrayBuffer>;
      readonly environment?: Readonly<Record<string, string>>;
      /** The folders whose files the worker asks for. */
      readonly folders?: readonly string[];
    }
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "files"; readonly put: ReadonlyArray<{ readonly path: string; readonly content: Uint8Array | string }>; readonly remove: readonly string[] }
  | { readonly kind: "folders"; readonly folders: readonly string[] }
  | { readonly kind: "changed"; readonly changes: readonly Change[] }
  | { readonly kind: "seen"; readonly id: number; readonly found: Found }
  | { readonly kind: "unseen"; readonly id: number; readonly code: string };

/** A change of what is at a path of the folders: the content of a file or the names in a directory, or whether there is anything. */
export interface Change {
  readonly path: string;
  readonly what: "content" | "existence";
}

/** What the worker tells. */
export type News =
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "look"; readonly id: number; readonly what: Look; readonly path: string }
  | { readonly kind: "left"; readonly left: LeftOut }
  | { readonly kind: "ended"; readonly why: string };

/** What the worker wants to know of a path: what the directory holds, how large the file is, or what is in it. */
export type Look = "list" | "size" | "read";

/** The names in a directory, each with whether it is a directory; the size of a file; or its content. */
export type Found = Listing | number | Uint8Array;
export type Listing = ReadonlyArray<readonly [name: string, directory: boolean]>;

/** The files and folders that are not read because of the limits: how many, and the first ones. */
export interface LeftOut {
  readonly count: number;
  readonly first: readonly string[];
}
