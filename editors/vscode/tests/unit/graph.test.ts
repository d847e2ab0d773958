// The page of the dependency graph: what may run on it, what it shows, and how it moves and zooms.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { graphFrame, nodeAt, type Graph, type GraphEdge, type GraphNode } from "../../src/graph";
import { detailOf, fitting, layoutOf } from "../../src/webview/layout";
import { fit, moved, zoomAt } from "../../src/webview/panzoom";
import { countBoxes, sceneOf, shortToken, type View } from "../../src/webview/scene";

function node(id: string, line = 0, inner?: Graph): GraphNode {
  const range = { start: { line, character: 0 }, end: { line: line + 2, character: 1 } };
  const [kind = "", name = ""] = id.slice(id.lastIndexOf("/") + 1).split(":");
  return { id, kind, name, uri: inner || !id.includes("/") ? "file:///main.pp" : "file:///net/main.pp", range, nameRange: range, ...(kind === "resource" ? { token: "cloud:T" } : {}), ...(inner ? { graph: inner } : {}) };
}

function edge(from: string, to: string, more: Partial<GraphEdge> = {}): GraphEdge {
  return { from, to, kinds: ["input"], uses: [], ...more };
}

const graph: Graph = {
  nodes: [
    node("config:a", 0),
    node("resource:r1", 10),
    node("resource:r2", 20),
    node("resource:r3", 30),
    node("component:net", 40, { nodes: [node("component:net/resource:vpc", 0), node("component:net/output:id", 10)], edges: [edge("component:net/resource:vpc", "component:net/output:id")] }),
    node("output:o", 50),
  ],
  edges: [edge("config:a", "resource:r1", { secret: true }), edge("config:a", "resource:r2"), edge("resource:r1", "output:o", { kinds: ["dependsOn"] }), edge("component:net", "output:o")],
};
const plain: View = { open: new Set(), hidden: new Set(), grouped: false, only: false };
const ids = (view: View): string => sceneOf(graph, view).boxes.map((box) => box.id).join(" ");

test("the cursor is in the innermost declaration of its file", () => {
  assert.equal(nodeAt(graph, { uri: "file:///main.pp", line: 11, character: 4 })?.id, "resource:r1");
  assert.equal(nodeAt(graph, { uri: "file:///net/main.pp", line: 1, character: 0 })?.id, "component:net/resource:vpc");
  assert.equal(nodeAt(graph, { uri: "file:///main.pp", line: 12, character: 2 }), undefined);
});

test("a component is one box until it is opened", () => {
  assert.equal(ids(plain), "config:a resource:r1 resource:r2 resource:r3 component:net output:o");
  const opened = sceneOf(graph, { ...plain, open: new Set(["component:net"]) }).boxes.find((box) => box.id === "component:net");
  assert.equal(opened?.inner?.boxes.length, 2);
  assert.equal(opened.inner.arrows.length, 1);
  assert.equal(countBoxes(sceneOf(graph, { ...plain, open: new Set(["component:net"]) })), 8);
});

test("nodes of one type are one box, and its arrow carries what one of them carries", () => {
  const grouped = sceneOf(graph, { ...plain, grouped: true });
  assert.equal(grouped.boxes.map((box) => box.id).join(" "), "config:a resource*cloud:T component:net output:o");
  assert.equal(grouped.boxes[1]?.title, "3 × cloud:T");
  const arrow = grouped.arrows.find((one) => one.from === "config:a");
  assert.deepEqual([arrow?.to, arrow?.secret, arrow?.edges.length], ["resource*cloud:T", true, 2]);
  assert.equal(ids({ ...plain, grouped: true, open: new Set(["resource*cloud:T"]) }), ids(plain));
  const four: Graph = { nodes: [...graph.nodes, node("resource:r4", 60)], edges: graph.edges };
  assert.deepEqual(sceneOf(four, { ...plain, grouped: true, selected: "resource:r2" }).boxes.filter((box) => box.kind === "resource").map((box) => box.title), ["3 × cloud:T", "r2"]);
});

test("kinds are hidden, and neighbors shown alone", () => {
  assert.equal(ids({ ...plain, hidden: new Set(["resource", "config"]) }), "component:net output:o");
  assert.equal(ids({ ...plain, only: true, selected: "resource:r1" }), "config:a resource:r1 output:o");
  assert.equal(ids({ ...plain, only: true, selected: "component:net/resource:vpc" }), "component:net output:o");
});

test("an arrow only waits if no edge passes a value", () => {
  const waits = sceneOf(graph, plain).arrows.map((arrow) => `${arrow.from} ${arrow.waits}`);
  assert.deepEqual(waits, ["config:a false", "config:a false", "resource:r1 true", "component:net false"]);
});

test("boxes do not overlap, and open components have room for their content", () => {
  const many: Graph = {
    nodes: Array.from({ length: 500 }, (_, i) => node(`resource:r${i}`)),
    edges: Array.from({ length: 499 }, (_, i) => edge(`resource:r${Math.floor(i / 3)}`, `resource:r${i + 1}`)),
  };
  for (const layout of [layoutOf(sceneOf(graph, { ...plain, open: new Set(["component:net"]) }), 1.5), layoutOf(sceneOf(many, plain), 1.5)]) {
    for (const [i, a] of layout.boxes.entries()) {
      assert.ok(a.x >= 0 && a.y >= 0 && a.x + a.width <= layout.width + 1 && a.y + a.height <= layout.height + 1, a.box.id);
      assert.ok(a.inner === undefined || (a.inner.width < a.width && a.inner.height < a.height), a.box.id);
      for (const b of layout.boxes.slice(i + 1)) {
        assert.ok(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y, `${a.box.id} and ${b.box.id}`);
      }
    }
  }
});

test("names of objects' own members are names like others", () => {
  const odd: Graph = { nodes: ["__proto__", "constructor", "toString"].map((name) => node(`resource:${name}`)), edges: [edge("resource:__proto__", "resource:constructor")] };
  const layout = layoutOf(sceneOf(odd, plain), 1);
  assert.equal(layout.boxes.length, 3);
  assert.ok((layout.arrows[0]?.points.length ?? 0) > 1);
});

test("a type has one spelling", () => {
  assert.deepEqual(["aws:ec2/vpc:Vpc", "aws:ec2:Vpc", "kubernetes:apps/v1:Deployment", undefined].map(shortToken), ["aws:ec2:Vpc", "aws:ec2:Vpc", "kubernetes:apps/v1:Deployment", undefined]);
});

test("a box has room for its remarks", () => {
  const ranged: Graph = { nodes: [{ ...node("resource:a"), token: "aws:ec2:Subnet", ranged: true }], edges: [] };
  const placed = layoutOf(sceneOf(ranged, plain), 1).boxes[0];
  assert.equal(placed && fitting(detailOf(placed.box), placed.width, "detail"), "aws:ec2:Subnet [range]");
});

test("long names are shortened", () => {
  assert.equal(fitting("short", 200, "title"), "short");
  assert.match(fitting("x".repeat(100), 200, "title"), /^x{10,30}…$/);
});

test("the page loads only the extension's own script and style", () => {
  const page = graphFrame({ cspSource: "https://editor", nonce: "abc", script: 'https://editor/x"y.js', style: "https://editor/g.css" });
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  assert.equal(policy, "default-src 'none'; img-src blob:; style-src https://editor; script-src 'nonce-abc'");
  assert.doesNotMatch(page, /unsafe|\sstyle=|\son[a-z]+=|<style/);
  assert.equal(page.match(/<script/g)?.length, 1);
  assert.ok(page.includes("x&quot;y.js"));
});

test("the server has the page of this extension", () => {
  const built = readFileSync("dist/graph.js", "utf8");
  assert.ok(built.includes("Chris Pettitt"), "the page lacks the licences of its packages");
  assert.ok(built === readFileSync("../../analysis/ide/depgraph/page/graph.js", "utf8"), "analysis/ide/depgraph/page/graph.js is stale: run npm run page in editors/vscode");
});

test("the page never makes markup of text", () => {
  const built = readFileSync("dist/graph.js", "utf8");
  assert.doesNotMatch(built, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function/);
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
