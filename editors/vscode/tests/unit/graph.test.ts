// The page of the dependency graph: what may run on it, which node a click selects, and how it moves and zooms.

import assert from "node:assert/strict";
import { test } from "node:test";

import { graphPage, nodeOfTitle, type GraphNode } from "../../src/graph";
import { fit, moved, zoomAt } from "../../src/panzoom";

function node(id: string, inner: GraphNode[] = []): GraphNode {
  const at = { line: 0, character: 0 };
  return { id, uri: "file:///main.pp", nameRange: { start: at, end: at }, ...(inner.length > 0 ? { graph: { nodes: inner } } : {}) };
}

test("a title leads to its node, also inside components", () => {
  const graph = { nodes: [node("config:a"), node("component:net", [node("component:net/resource:vpc")]), node("resource:a at b")] };
  assert.equal(nodeOfTitle(graph, "config:a at main.pp")?.id, "config:a");
  assert.equal(nodeOfTitle(graph, "component:net/resource:vpc at net.pp\ncloud:net:Vpc")?.id, "component:net/resource:vpc");
  assert.equal(nodeOfTitle(graph, "resource:a at b at main.pp")?.id, "resource:a at b");
  assert.equal(nodeOfTitle(graph, "b needs a; a → value"), undefined);
});

test("the page loads only the extension's own script and style", () => {
  const page = graphPage({ cspSource: "https://editor", nonce: "abc", script: 'https://editor/x"y.js', style: "https://editor/g.css" });
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  assert.equal(policy, "default-src 'none'; style-src https://editor; script-src 'nonce-abc'");
  assert.doesNotMatch(page, /unsafe|\sstyle=|\son[a-z]+=|<style/);
  assert.equal(page.match(/<script/g)?.length, 1);
  assert.ok(page.includes("x&quot;y.js"));
});

test("a drawing is centred, shrunk to fit and never enlarged", () => {
  assert.deepEqual(fit({ width: 100, height: 100 }, { width: 500, height: 300 }), { x: 200, y: 100, scale: 1 });
  const large = fit({ width: 2000, height: 100 }, { width: 532, height: 300 });
  assert.equal(large.scale, 0.25);
  assert.equal(large.x, 16);
  assert.ok(fit({ width: 1e6, height: 1e6 }, { width: 0, height: 0 }).scale > 0);
});

test("zooming keeps the point under the pointer fixed", () => {
  const before = { x: 30, y: -20, scale: 1 };
  const point = (camera: typeof before) => [(200 - camera.x) / camera.scale, (100 - camera.y) / camera.scale];
  assert.deepEqual(point(zoomAt(before, 2, 200, 100)), point(before));
  assert.equal(zoomAt(before, 1e9, 0, 0).scale, 8);
  assert.deepEqual(moved(before, 5, 6), { x: 35, y: -14, scale: 1 });
});
