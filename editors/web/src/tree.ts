// The files that the server sees. A page puts its files here. Those of a workspace are elsewhere: a directory is listed and a file is read when the
// server first wants to know, and what was seen is kept until it changes.
//
// Why not all files at the start: only the server knows which ones count, and the workspace may be a large repository behind a network. Go's file
// system calls have callbacks in a browser, so they can wait without shared memory.

import type { LeftOut, Listing } from "./orders";

/** A value, at once if it is known. */
export type Later<T> = T | Promise<T>;

/** Why there is no answer, by the name that Go knows it by. */
export class Problem extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Where the files of a workspace are. What fails, fails with a [Problem]. */
export interface Origin {
  list(path: string): Promise<Listing>;
  size(path: string): Promise<number>;
  read(path: string): Promise<Uint8Array>;
  /** Is called when the limits leave out more or less than before. */
  left(left: LeftOut): void;
}

/** How much of a workspace is held in memory. */
export interface Limits {
  readonly names: number; // of files and folders
  readonly bytes: number; // of all files that were read
}

/** A large repository, and a few of the largest schemas. The server itself reads no file above 64 MiB. */
export const usual: Limits = { names: 50_000, bytes: 256 << 20 };

const mostShown = 20;

/** A file or a directory. Another number means that it may have changed. */
export interface Entry {
  readonly path: string;
  readonly number: number;
  readonly changed: number;
  /** The names in a directory; undefined for a file. */
  readonly names?: Set<string>;
  /** Whether a directory of the workspace has all its names, and how many it had when they were too many. */
  listed?: boolean;
  tooMany?: number;
  listing?: Promise<void> | undefined;
  size?: number;
  content?: Uint8Array;
  reading?: Promise<Uint8Array> | undefined;
}

export class Tree {
  private readonly entries = new Map<string, Entry>();
  private readonly left = new Set<string>();
  private folders: readonly string[] = [];
  private count = 0;
  private held = 0;

  constructor(
    private readonly origin?: Origin,
    private readonly limits = usual,
  ) {
    this.directory("/");
  }

  /** Creates or replaces a file, and the directories around it. */
  put(path: string, content: Uint8Array): void {
    this.remove(path);
    this.directory(above(path)).names?.add(nameOf(path));
    this.entries.set(path, { ...this.fresh(path), content });
    this.held += content.length;
  }

  /** Removes what is at a path, and below it. */
  remove(path: string): void {
    const entry = this.entries.get(path);
    entry?.names?.forEach((name) => this.remove(joined(path, name)));
    this.held -= entry?.content?.length ?? 0;
    this.entries.delete(path);
    this.entries.get(above(path))?.names?.delete(nameOf(path));
    this.leave(path, false);
  }

  /** Sets the folders that are elsewhere. */
  mount(folders: readonly string[]): void {
    this.folders.filter((folder) => !folders.includes(folder)).forEach((folder) => this.remove(folder));
    this.folders = folders;
    folders.forEach((folder) => this.directory(folder));
  }

  /** Something came or went at a path of a folder. */
  forget(path: string): void {
    this.remove(path);
    if (this.folders.includes(path)) {
      this.directory(path);
      return;
    }
    let at = above(path); // a directory around it may be as new
    for (; this.isElsewhere(at) && !this.entries.get(at)?.names; at = above(at)) {
      this.remove(at);
    }
    this.touch(at);
  }

  /** The content of a file, or the names in a directory, may be others now. */
  touch(path: string): void {
    const entry = this.entries.get(path);
    if (entry && this.isElsewhere(path)) {
      this.held -= entry.content?.length ?? 0;
      this.entries.set(path, { ...this.fresh(path), ...(entry.names ? { names: entry.names } : {}) });
      this.leave(path, false);
    }
  }

  /** What is at a path. */
  find(path: string): Later<Entry | undefined> {
    const known = this.entries.get(path);
    const parent = above(path);
    if (known || path === "/" || !this.isElsewhere(parent) || this.entries.get(parent)?.listed) {
      return known;
    }
    return this.complete(parent).then(() => this.entries.get(path));
  }

  /** Whether a path that leads nowhere does so because it is below a file. */
  isBelowFile(path: string): boolean {
    for (let at = above(path); at !== "/"; at = above(at)) {
      const entry = this.entries.get(at);
      if (entry) {
        return entry.names === undefined;
      }
    }
    return false;
  }

  /** The names in a directory. */
  names(directory: Entry): Later<string[]> {
    if (directory.listed || !this.isElsewhere(directory.path)) {
      return [...(directory.names ?? [])];
    }
    return this.complete(directory.path).then((complete) => [...(complete?.names ?? [])]);
  }

  size(file: Entry): Later<number> {
    const size = file.content?.length ?? file.size;
    return size ?? this.elsewhere().size(file.path).then((found) => (file.size = found));
  }

  content(file: Entry): Later<Uint8Array> {
    return file.content ?? (file.reading ??= this.read(file));
  }

  private async read(file: Entry): Promise<Uint8Array> {
    try {
      const size = await this.size(file);
      if (this.held + size > this.limits.bytes) {
        this.leave(file.path, true);
        throw new Problem("EFBIG");
      }
      this.held += size; // so that files that are read at the same time stay below the limit together
      const content = await this.elsewhere().read(file.path).finally(() => (this.held -= size));
      if (this.entries.get(file.path) === file) {
        file.content = content;
        this.held += content.length;
        this.leave(file.path, false);
      }
      return content;
    } finally {
      file.reading = undefined;
    }
  }

  /** The directory with all its names. A directory that changes while it is listed is listed again. */
  private async complete(path: string): Promise<Entry | undefined> {
    for (;;) {
      const directory = await this.find(path);
      if (!directory?.names || directory.listed) {
        return directory;
      }
      await (directory.listing ??= this.list(directory));
    }
  }

  private async list(directory: Entry): Promise<void> {
    const { path } = directory;
    const check = (count: number): void => {
      if (this.entries.size + count > this.limits.names) {
        directory.tooMany = count;
        this.leave(path, true);
        throw new Problem("EFBIG");
      }
    };
    try {
      check(directory.tooMany ?? 1);
      const found = await this.elsewhere().list(path);
      check(found.length);
      if (this.entries.get(path) === directory) {
        this.take(directory, new Map(found));
      }
    } finally {
      directory.listing = undefined;
    }
  }

  // What was there before and is still there stays as it was seen.
  private take(directory: Entry, found: ReadonlyMap<string, boolean>): void {
    const { path, names } = directory;
    const isKept = (name: string): boolean => found.has(name) && (this.entries.get(joined(path, name))?.names !== undefined) === found.get(name);
    [...(names ?? [])].filter((name) => !isKept(name)).forEach((name) => this.remove(joined(path, name)));
    for (const [name, isDirectory] of found) {
      const at = joined(path, name);
      if (!names?.has(name)) {
        names?.add(name);
        this.entries.set(at, { ...this.fresh(at), ...(isDirectory ? { names: new Set<string>() } : {}) });
      }
    }
    directory.listed = true;
    this.leave(path, false);
  }

  private elsewhere(): Origin {
    if (!this.origin) {
      throw new Problem("ENOENT");
    }
    return this.origin;
  }

  private isElsewhere(path: string): boolean {
    return this.folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  }

  private leave(path: string, isLeft: boolean): void {
    const before = this.left.size;
    if (isLeft) {
      this.left.add(path);
    } else {
      this.left.delete(path);
    }
    if (this.left.size !== before) {
      const first: string[] = [];
      for (const one of this.left) {
        if (first.push(one) === mostShown) {
          break;
        }
      }
      this.origin?.left({ count: this.left.size, first });
    }
  }

  private directory(path: string): Entry {
    let entry = this.entries.get(path);
    if (!entry) {
      entry = { ...this.fresh(path), names: new Set() };
      this.entries.set(path, entry);
      if (path !== "/") {
        this.directory(above(path)).names?.add(nameOf(path));
      }
    }
    return entry;
  }

  /** A new number tells changes apart. The server does not trust a time that has only just passed. */
  private fresh(path: string): Entry {
    return { path, number: ++this.count, changed: Date.now() - 10_000 };
  }
}

function above(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function joined(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}
