// The files of a workspace as the worker of the server sees them: what is asked for, what is kept, what changes do, and the limits.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { LeftOut, Listing } from "../../../web/src/orders";
import { Problem, Tree, type Limits, type Origin } from "../../../web/src/tree";

/** A workspace that notes what it is asked. Answers come later; before one, a test can change files. */
class Workspace implements Origin {
  readonly asked: string[] = [];
  leftOut: LeftOut = { count: 0, first: [] };
  before: (() => void) | undefined;

  constructor(readonly files: Map<string, string>) {}

  async list(path: string): Promise<Listing> {
    this.asked.push(`list ${path}`);
    const names = new Map<string, boolean>();
    for (const file of [...this.files.keys()].filter((one) => one.startsWith(`${path}/`))) {
      const [name = "", ...below] = file.slice(path.length + 1).split("/");
      names.set(name, below.length > 0);
    }
    this.interrupt();
    return [...names];
  }

  async size(path: string): Promise<number> {
    this.asked.push(`size ${path}`);
    return this.at(path).length;
  }

  async read(path: string): Promise<Uint8Array> {
    this.asked.push(`read ${path}`);
    const text = this.at(path);
    this.interrupt();
    return new TextEncoder().encode(text);
  }

  left(left: LeftOut): void {
    this.leftOut = left;
  }

  private interrupt(): void {
    const { before } = this;
    this.before = undefined;
    before?.();
  }

  private at(path: string): string {
    const text = this.files.get(path);
    if (text === undefined) {
      throw new Problem("ENOENT");
    }
    return text;
  }
}

function workspace(files: Record<string, string>, limits?: Limits): { origin: Workspace; tree: Tree } {
  const origin = new Workspace(new Map(Object.entries(files)));
  const tree = new Tree(origin, limits);
  tree.mount(["/w@/shop"]);
  return { origin, tree };
}

async function textAt(tree: Tree, path: string): Promise<string | undefined> {
  const entry = await tree.find(path);
  return entry && !entry.names ? new TextDecoder().decode(await tree.content(entry)) : undefined;
}

async function namesIn(tree: Tree, path: string): Promise<string[] | undefined> {
  const entry = await tree.find(path);
  return entry && (await tree.names(entry)).sort();
}

test("a directory is listed once and a file read once", async () => {
  const { origin, tree } = workspace({ "/w@/shop/main.pp": "a = 1", "/w@/shop/net/main.pp": "b = 2" });
  for (let times = 0; times < 2; times++) {
    assert.equal(await textAt(tree, "/w@/shop/net/main.pp"), "b = 2");
    assert.equal(await textAt(tree, "/w@/shop/absent.pp"), undefined);
    assert.equal(await textAt(tree, "/w@/shop/absent/deep/main.pp"), undefined);
  }
  assert.deepEqual(origin.asked, ["list /w@/shop", "list /w@/shop/net", "size /w@/shop/net/main.pp", "read /w@/shop/net/main.pp"]);
});

test("nothing outside of the folders is asked for", async () => {
  const { origin, tree } = workspace({ "/w@/shop/main.pp": "a = 1", "/w@/secret.pp": "b = 2" });
  for (const path of ["/w@/secret.pp", "/w@/shopping/main.pp", "/w@/shop/../secret.pp", "/etc/passwd", "/other@/x"]) {
    assert.equal(await textAt(tree, path), undefined, path);
  }
  assert.deepEqual(origin.asked, ["list /w@/shop"]);
  assert.deepEqual(await namesIn(tree, "/"), ["w@"]);
  assert.deepEqual(await namesIn(tree, "/w@"), ["shop"]);
});

test("a changed file is read again, and has another number", async () => {
  const { origin, tree } = workspace({ "/w@/shop/main.pp": "a = 1", "/w@/shop/more.pp": "b = 2" });
  const before = await tree.find("/w@/shop/main.pp");
  const other = await tree.find("/w@/shop/more.pp");
  assert.equal(await textAt(tree, "/w@/shop/main.pp"), "a = 1");
  origin.files.set("/w@/shop/main.pp", "a = 2");
  tree.touch("/w@/shop/main.pp");
  assert.equal(await textAt(tree, "/w@/shop/main.pp"), "a = 2");
  assert.notEqual((await tree.find("/w@/shop/main.pp"))?.number, before?.number);
  assert.equal((await tree.find("/w@/shop/more.pp"))?.number, other?.number);
});

test("files and folders that come and go", async () => {
  const { origin, tree } = workspace({ "/w@/shop/main.pp": "a = 1", "/w@/shop/net/main.pp": "b = 2" });
  assert.equal(await textAt(tree, "/w@/shop/net/main.pp"), "b = 2");
  const kept = await tree.find("/w@/shop/main.pp");
  origin.files.delete("/w@/shop/net/main.pp");
  tree.forget("/w@/shop/net");
  assert.equal(await textAt(tree, "/w@/shop/net/main.pp"), undefined);
  assert.deepEqual(await namesIn(tree, "/w@/shop"), ["main.pp"]);
  assert.equal((await tree.find("/w@/shop/main.pp"))?.number, kept?.number);
  origin.files.set("/w@/shop/net", "a file now");
  tree.forget("/w@/shop/net");
  assert.equal(await textAt(tree, "/w@/shop/net"), "a file now");
  assert.equal(await textAt(tree, "/w@/shop/net/main.pp"), undefined);
  assert.ok(tree.isBelowFile("/w@/shop/net/main.pp"));
});

test("a file in a directory that came with it is found", async () => {
  const { origin, tree } = workspace({ "/w@/shop/main.pp": "a = 1", "/w@/shop/net": "a file" });
  assert.equal(await textAt(tree, "/w@/shop/new/deep/main.pp"), undefined);
  assert.equal(await textAt(tree, "/w@/shop/net"), "a file");
  origin.files.set("/w@/shop/new/deep/main.pp", "b = 2");
  tree.forget("/w@/shop/new/deep/main.pp");
  assert.equal(await textAt(tree, "/w@/shop/new/deep/main.pp"), "b = 2");
  origin.files.delete("/w@/shop/net");
  origin.files.set("/w@/shop/net/main.pp", "c = 3");
  tree.forget("/w@/shop/net/main.pp");
  assert.equal(await textAt(tree, "/w@/shop/net/main.pp"), "c = 3");
});

test("a directory whose names change without their own events is listed again", async () => {
  const { origin, tree } = workspace({ "/w@/shop/main.pp": "a = 1", "/w@/shop/old.pp": "b = 2" });
  assert.deepEqual(await namesIn(tree, "/w@/shop"), ["main.pp", "old.pp"]);
  origin.files.delete("/w@/shop/old.pp");
  origin.files.set("/w@/shop/new.pp", "c = 3");
  tree.touch("/w@/shop");
  assert.deepEqual(await namesIn(tree, "/w@/shop"), ["main.pp", "new.pp"]);
});

test("a change while a directory is listed or a file is read is not lost", async () => {
  const { origin, tree } = workspace({ "/w@/shop/main.pp": "a = 1" });
  origin.before = () => {
    origin.files.set("/w@/shop/more.pp", "b = 2");
    tree.forget("/w@/shop/more.pp");
  };
  assert.equal(await textAt(tree, "/w@/shop/more.pp"), "b = 2");
  origin.before = () => {
    origin.files.set("/w@/shop/main.pp", "a = 2");
    tree.touch("/w@/shop/main.pp");
  };
  await textAt(tree, "/w@/shop/main.pp"); // the old text or the new one
  assert.equal(await textAt(tree, "/w@/shop/main.pp"), "a = 2");
});

test("what fails is tried again", async () => {
  const { origin, tree } = workspace({ "/w@/shop/main.pp": "a = 1" });
  origin.before = () => {
    throw new Error("no connection");
  };
  await assert.rejects(async () => textAt(tree, "/w@/shop/main.pp"), /no connection/);
  assert.equal(await textAt(tree, "/w@/shop/main.pp"), "a = 1");
});

test("files above the limit together are left out, told, and read once there is room", async () => {
  const { origin, tree } = workspace({ "/w@/shop/a.pp": "12345678", "/w@/shop/b.pp": "123456", "/w@/shop/c.pp": "12" }, { names: 100, bytes: 10 });
  assert.equal(await textAt(tree, "/w@/shop/a.pp"), "12345678");
  await assert.rejects(async () => textAt(tree, "/w@/shop/b.pp"), new Problem("EFBIG"));
  assert.equal(await textAt(tree, "/w@/shop/c.pp"), "12");
  assert.deepEqual(origin.leftOut, { count: 1, first: ["/w@/shop/b.pp"] });
  origin.files.set("/w@/shop/a.pp", "1");
  tree.touch("/w@/shop/a.pp");
  assert.equal(await textAt(tree, "/w@/shop/b.pp"), "123456");
  assert.deepEqual(origin.leftOut, { count: 0, first: [] });
});

test("files that are read at the same time stay below the limit together", async () => {
  const { tree } = workspace({ "/w@/shop/a.pp": "123456", "/w@/shop/b.pp": "123456" }, { names: 100, bytes: 10 });
  const all = await Promise.allSettled([textAt(tree, "/w@/shop/a.pp"), textAt(tree, "/w@/shop/b.pp")]);
  assert.deepEqual(all.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

test("a directory with too many names is left out and told, and others are not", async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, number) => [`/w@/shop/many/${number}.txt`, ""]));
  const { origin, tree } = workspace({ "/w@/shop/main.pp": "a = 1", ...many }, { names: 20, bytes: 100 });
  await assert.rejects(async () => namesIn(tree, "/w@/shop/many"), new Problem("EFBIG"));
  await assert.rejects(async () => namesIn(tree, "/w@/shop/many"), new Problem("EFBIG"));
  assert.deepEqual(origin.leftOut, { count: 1, first: ["/w@/shop/many"] });
  assert.equal(origin.asked.filter((one) => one === "list /w@/shop/many").length, 1);
  assert.equal(await textAt(tree, "/w@/shop/main.pp"), "a = 1");
});

test("a folder that is closed is forgotten", async () => {
  const { tree } = workspace({ "/w@/shop/main.pp": "a = 1", "/w@/bank/main.pp": "b = 2" });
  assert.equal(await textAt(tree, "/w@/shop/main.pp"), "a = 1");
  tree.mount(["/w@/bank"]);
  assert.equal(await textAt(tree, "/w@/shop/main.pp"), undefined);
  assert.equal(await textAt(tree, "/w@/bank/main.pp"), "b = 2");
});

test("files that a page puts are there without a workspace", async () => {
  const tree = new Tree();
  tree.put("/program/net/main.pp", new TextEncoder().encode("a = 1"));
  assert.equal(await textAt(tree, "/program/net/main.pp"), "a = 1");
  assert.deepEqual(await namesIn(tree, "/program"), ["net"]);
  tree.remove("/program/net/main.pp");
  assert.equal(tree.find("/program/net/main.pp"), undefined);
});
