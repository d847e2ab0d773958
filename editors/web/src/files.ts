// The files of the page, in the form in which Go programs expect those of Node: the module `fs`, with callbacks. They live in memory and
// are only read by the server. Standard input and output are the messages of the server; standard error is the console.

type Done<T> = (problem: Error | null, result?: T) => void;

/** What the server reads from and writes to. */
export interface Streams {
  /** Calls back with up to max bytes, as soon as there are any. */
  read(max: number, done: (bytes: Uint8Array) => void): void;
  write(bytes: Uint8Array): void;
  complain(bytes: Uint8Array): void;
}

interface Stat {
  readonly dev: number;
  readonly ino: number;
  readonly mode: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
  readonly rdev: number;
  readonly size: number;
  readonly blksize: number;
  readonly blocks: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  isDirectory(): boolean;
}

/** A file or, without content, a directory. */
interface Entry {
  readonly path: string;
  readonly number: number;
  readonly changed: number;
  readonly content?: Uint8Array;
}

const directoryMode = 0o040555;
const fileMode = 0o100444;

export class Files {
  private readonly entries = new Map<string, Entry>();
  private readonly open = new Map<number, { readonly entry: Entry; at: number }>();
  private count = 0;
  private nextDescriptor = 3;
  private clock = 0;

  constructor() {
    this.directory("/");
  }

  /** Creates or replaces a file, and the directories around it. */
  put(path: string, content: Uint8Array): void {
    this.directory(path.slice(0, path.lastIndexOf("/")) || "/");
    this.entries.set(path, { path, number: ++this.count, changed: this.now(), content });
  }

  remove(path: string): void {
    this.entries.delete(path);
  }

  /** Each change has a time of its own, in seconds that every file system could tell apart. */
  private now(): number {
    this.clock = Math.max(this.clock + 1000, Date.now() - 10_000);
    return this.clock;
  }

  private directory(path: string): void {
    if (!this.entries.has(path)) {
      this.entries.set(path, { path, number: ++this.count, changed: this.now() });
    }
    if (path !== "/") {
      this.directory(path.slice(0, path.lastIndexOf("/")) || "/");
    }
  }

  /** The module `fs` of a program. What only writes is missing, so it fails. */
  module(streams: Streams): Record<string, unknown> {
    const fails = (code: string): Error => Object.assign(new Error(code), { code });
    const at = (path: string, done: Done<never>, found: (entry: Entry) => void): void => {
      const entry = this.entries.get(path.length > 1 ? path.replace(/\/+$/, "") : path);
      if (entry) {
        found(entry);
      } else {
        done(fails(this.belowFile(path) ? "ENOTDIR" : "ENOENT"));
      }
    };
    const described = (path: string, done: Done<Stat>): void => at(path, done, (entry) => done(null, stat(entry)));
    const readOnly = (...args: readonly unknown[]): void => (args.at(-1) as Done<never>)(fails("EROFS"));
    return {
      constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536 },
      stat: described,
      lstat: described,
      open: (path: string, flags: number, _mode: number, done: Done<number>) => {
        if ((flags & 3) !== 0) {
          return done(fails("EROFS"));
        }
        at(path, done, (entry) => {
          this.open.set(this.nextDescriptor, { entry, at: 0 });
          done(null, this.nextDescriptor++);
        });
      },
      close: (descriptor: number, done: Done<void>) => done(this.open.delete(descriptor) ? null : fails("EBADF")),
      fstat: (descriptor: number, done: Done<Stat>) => {
        const entry = this.open.get(descriptor)?.entry;
        return entry ? done(null, stat(entry)) : done(fails("EBADF"));
      },
      readdir: (path: string, done: Done<string[]>) =>
        at(path, done, (entry) => (entry.content ? done(fails("ENOTDIR")) : done(null, this.names(entry.path)))),
      read: (descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number | null, done: Done<number>) => {
        if (descriptor === 0) {
          return streams.read(length, (bytes) => {
            buffer.set(bytes, offset);
            done(null, bytes.length);
          });
        }
        const file = this.open.get(descriptor);
        if (!file?.entry.content) {
          return done(fails(file ? "EISDIR" : "EBADF"));
        }
        const from = position ?? file.at; // without a position, reading goes on
        const part = file.entry.content.subarray(from, from + length);
        if (position === null) {
          file.at += part.length;
        }
        buffer.set(part, offset);
        done(null, part.length);
      },
      write: (descriptor: number, buffer: Uint8Array, offset: number, length: number, _position: number | null, done: Done<number>) => {
        const bytes = buffer.slice(offset, offset + length);
        if (descriptor === 1) {
          streams.write(bytes);
        } else {
          streams.complain(bytes);
        }
        done(null, length);
      },
      // The runtime reports a crash here.
      writeSync: (_descriptor: number, buffer: Uint8Array) => {
        streams.complain(buffer.slice());
        return buffer.length;
      },
      readlink: (_path: string, done: Done<string>) => done(fails("EINVAL")),
      fsync: (_descriptor: number, done: Done<void>) => done(null),
      ...Object.fromEntries(
        ["chmod", "chown", "fchmod", "fchown", "ftruncate", "lchown", "link", "mkdir", "rename", "rmdir", "symlink", "truncate", "unlink", "utimes"].map((name) => [name, readOnly]),
      ),
    };
  }

  private belowFile(path: string): boolean {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const entry = this.entries.get(path.slice(0, end));
      if (entry) {
        return entry.content !== undefined;
      }
    }
    return false;
  }

  private names(directory: string): string[] {
    const prefix = directory === "/" ? "/" : `${directory}/`;
    return [...this.entries.keys()].filter((path) => path.startsWith(prefix) && path !== "/" && !path.includes("/", prefix.length)).map((path) => path.slice(prefix.length));
  }
}

function stat(entry: Entry): Stat {
  const size = entry.content?.length ?? 0;
  return {
    dev: 1, ino: entry.number, mode: entry.content ? fileMode : directoryMode, nlink: 1, uid: 0, gid: 0, rdev: 0,
    size, blksize: 4096, blocks: Math.ceil(size / 512), atimeMs: entry.changed, mtimeMs: entry.changed, ctimeMs: entry.changed,
    isDirectory: () => entry.content === undefined,
  };
}
