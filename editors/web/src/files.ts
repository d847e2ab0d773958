// The files of the server, in the form in which Go programs expect those of Node: the module `fs`, with callbacks. They are only read. Standard input
// and output are the messages of the server; standard error is the console.

import { Problem, type Entry, type Later, type Tree } from "./tree";

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

/** An open file or, without content, an open directory. */
interface Open {
  readonly entry: Entry;
  readonly content?: Uint8Array;
  at: number;
}

const directoryMode = 0o040555;
const fileMode = 0o100444;

/** The module `fs` of a program. What only writes is missing, so it fails. */
export function fileSystem(tree: Tree, streams: Streams): Record<string, unknown> {
  const open = new Map<number, Open>();
  let next = 3;
  const at = (path: string): Later<Entry> => {
    const clean = path.length > 1 ? path.replace(/\/+$/, "") : path;
    return after(tree.find(clean), (entry) => {
      if (!entry) {
        throw new Problem(tree.isBelowFile(clean) ? "ENOTDIR" : "ENOENT");
      }
      return entry;
    });
  };
  const opened = (descriptor: number): Open => {
    const file = open.get(descriptor);
    if (!file) {
      throw new Problem("EBADF");
    }
    return file;
  };
  const opening = (entry: Entry, content?: Uint8Array): number => {
    open.set(next, { entry, at: 0, ...(content ? { content } : {}) });
    return next++;
  };
  const readOnly = (...given: readonly unknown[]): void => (given.at(-1) as Done<never>)(new Problem("EROFS"));
  return {
    constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536 },
    stat: (path: string, done: Done<Stat>) => tell(done, () => after(at(path), (entry) => (entry.names ? stat(entry, 0) : after(tree.size(entry), (size) => stat(entry, size))))),
    // Programs that list a directory want to know what each name is, and nothing else. So this never asks for a size.
    lstat: (path: string, done: Done<Stat>) => tell(done, () => after(at(path), (entry) => stat(entry, entry.content?.length ?? entry.size ?? 0))),
    open: (path: string, flags: number, _mode: number, done: Done<number>) => {
      if ((flags & 3) !== 0) {
        return done(new Problem("EROFS"));
      }
      tell(done, () => after(at(path), (entry) => (entry.names ? opening(entry) : after(tree.content(entry), (content) => opening(entry, content)))));
    },
    close: (descriptor: number, done: Done<void>) => done(open.delete(descriptor) ? null : new Problem("EBADF")),
    fstat: (descriptor: number, done: Done<Stat>) =>
      tell(done, () => {
        const { entry, content } = opened(descriptor);
        return stat(entry, content?.length ?? 0);
      }),
    readdir: (path: string, done: Done<string[]>) =>
      tell(done, () =>
        after(at(path), (entry) => {
          if (!entry.names) {
            throw new Problem("ENOTDIR");
          }
          return tree.names(entry);
        }),
      ),
    read: (descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number | null, done: Done<number>) => {
      if (descriptor === 0) {
        return streams.read(length, (bytes) => {
          buffer.set(bytes, offset);
          done(null, bytes.length);
        });
      }
      tell(done, () => {
        const file = opened(descriptor);
        if (!file.content) {
          throw new Problem("EISDIR");
        }
        const from = position ?? file.at; // without a position, reading goes on
        const part = file.content.subarray(from, from + length);
        if (position === null) {
          file.at += part.length;
        }
        buffer.set(part, offset);
        return part.length;
      });
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
    readlink: (_path: string, done: Done<string>) => done(new Problem("EINVAL")),
    fsync: (_descriptor: number, done: Done<void>) => done(null),
    ...Object.fromEntries(
      ["chmod", "chown", "fchmod", "fchown", "ftruncate", "lchown", "link", "mkdir", "rename", "rmdir", "symlink", "truncate", "unlink", "utimes"].map((name) => [name, readOnly]),
    ),
  };
}

/** Goes on with a value, at once if it is known. */
function after<A, B>(value: Later<A>, next: (known: A) => Later<B>): Later<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Calls back with what a question has as its answer. */
function tell<T>(done: Done<T>, ask: () => Later<T>): void {
  let answer: Later<T>;
  try {
    answer = ask();
  } catch (problem) {
    return done(coded(problem));
  }
  if (answer instanceof Promise) {
    answer.then((found) => done(null, found), (problem: unknown) => done(coded(problem)));
  } else {
    done(null, answer);
  }
}

function coded(problem: unknown): Problem {
  return problem instanceof Problem ? problem : new Problem("EIO");
}

function stat(entry: Entry, size: number): Stat {
  return {
    dev: 1, ino: entry.number, mode: entry.names ? directoryMode : fileMode, nlink: 1, uid: 0, gid: 0, rdev: 0,
    size, blksize: 4096, blocks: Math.ceil(size / 512), atimeMs: entry.changed, mtimeMs: entry.changed, ctimeMs: entry.changed,
    isDirectory: () => entry.names !== undefined,
  };
}
