/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The page of a dependency graph, in the editor and as a file: what the reader chooses, and what that shows.

import { allNodes, nodeAt, type Graph, type GraphNode } from "../graph";
import { describe, element, toggle } from "./controls";
import { draw, type Drawing } from "./drawing";
import { hostOfPage, placeOf, type News } from "./host";
import { layoutOf, titleHeight } from "./layout";
import { fit, moved, zoomAt, type Camera } from "./panzoom";
import { pictureOf, pixelsOf } from "./save";
import { around, countBoxes, manyNodes, sceneOf, type Scene } from "./scene";

const host = hostOfPage();
let graph: Graph = { nodes: [], edges: [] };
let nodes = new Map<string, GraphNode>();
let drawing: Drawing | undefined;
let camera: Camera = { x: 0, y: 0, scale: 1 };
let selected: string | undefined; // the id of a node or group
const open = new Set<string>();
const hidden = new Set<string>();
let begun = false;
const mostBoxes = 1000; // placing more takes several seconds

const note = element("p", { id: "note", role: "status" });
const stage = element("div", { id: "stage", role: "application", tabindex: "-1", "aria-label": "Dependency graph. Arrow keys move between declarations, Enter goes to one, Space opens a component or group." });
const details = element("aside", { id: "details", "aria-label": "Selected declaration", hidden: "" });
const search = element("input", { id: "search", type: "search", placeholder: "Find a name", "aria-label": "Find a name" });
const kinds = element("fieldset", { id: "kinds", "aria-label": "Kinds that are shown" });
const grouped = toggle("grouped", "Group types", "Show declarations of one type as one box", () => redraw(true));
const only = toggle("only", "Neighbors only", "Show only the selected declaration with what it needs and what needs it", () => redraw(true));
const secret = toggle("secret", "Secret", "Highlight the ways of secret values", highlight);
const unknown = toggle("unknown", "Unknown", "Highlight the ways of values that may be unknown during a preview", highlight);
const button = (id: string, label: string, title: string, press: () => void): HTMLButtonElement => {
  const made = element("button", { id, type: "button", title, "aria-label": `${label}: ${title}` }, label);
  made.addEventListener("click", press);
  return made;
};
const bar = element(
  "div",
  { id: "bar", role: "toolbar", "aria-label": "Graph" },
  search,
  kinds,
  grouped.button,
  only.button,
  secret.button,
  unknown.button,
  button("close", "Close all", "Close all components and groups", () => {
    open.clear();
    redraw(true);
  }),
  button("in", "+", "Zoom in (+)", () => zoomMiddle(1.25)),
  button("out", "−", "Zoom out (-)", () => zoomMiddle(0.8)),
  button("fit", "Fit", "Show everything (0)", fitAll),
  button("svg", "SVG", "Save as SVG", () => drawing && void host.save("graph.svg", new Blob([pictureOf(drawing.svg)], { type: "image/svg+xml" }))),
  button("png", "PNG", "Save as PNG", () => drawing && void pixelsOf(drawing.svg).then((blob) => host.save("graph.png", blob), (problem: unknown) => say(String(problem)))),
);
const legend = element("p", { id: "legend" }, "An arrow leads to what needs a value. ");
for (const [kind, means] of [["secret", "secret"], ["unknown", "may be unknown during a preview"], ["waits", "only waits"], ["circle", "circle"]] as const) {
  legend.append(element("span", { class: `sample ${kind}`, "aria-hidden": "true" }), ` ${means} `);
}
document.body.append(element("header", {}, element("h1", {}, document.title), bar), element("main", {}, stage, details), element("footer", {}, legend, note));

function say(text: string): void {
  note.textContent = text;
}

host.listen((news: News) => {
  if (news.graph) {
    show(news.graph);
  }
  if (news.note !== undefined) {
    say(news.note);
  }
  const node = news.cursor && nodeAt(graph, news.cursor);
  if (node && node.id !== selected) {
    select(node.id);
  }
});

function show(next: Graph): void {
  graph = next;
  nodes = new Map(allNodes(next).map((node) => [node.id, node]));
  if (!begun) {
    begun = true;
    grouped.set(next.nodes.length > manyNodes);
    only.set(host.follows && next.nodes.length > manyNodes);
    redraw(true);
  } else {
    redraw(false); // an edit must not move the view
  }
  offerKinds();
  if (next.nodes.length === 0) {
    say("The program declares nothing that a run creates.");
  } else {
    say(`${nodes.size} declarations.${next.partial ? " Too many dependencies: some are missing." : ""}`);
  }
}

function offerKinds(): void {
  const count = new Map<string, number>();
  nodes.forEach((node) => count.set(node.kind, (count.get(node.kind) ?? 0) + 1));
  kinds.replaceChildren(
    ...[...count].sort().map(([kind, n]) => {
      const box = element("input", { type: "checkbox", value: kind });
      box.checked = !hidden.has(kind);
      box.addEventListener("change", () => {
        box.checked ? hidden.delete(kind) : hidden.add(kind);
        redraw(true);
      });
      return element("label", { class: kind }, box, element("span", { class: "swatch", "aria-hidden": "true" }), `${kind} ${n}`);
    }),
  );
}

function currentScene(): Scene {
  return sceneOf(graph, { open, hidden, grouped: grouped.on(), selected: selected !== undefined && nodes.has(selected) ? selected : undefined, only: only.on() });
}

function redraw(refit: boolean): void {
  const focused = drawing?.svg.contains(document.activeElement) === true;
  let scene = currentScene();
  if (countBoxes(scene) > mostBoxes) {
    grouped.set(true);
    open.clear();
    scene = currentScene();
    say(`More than ${mostBoxes} boxes are not drawn one by one. Find a name, and choose Neighbors only.`);
  }
  drawing = draw(layoutOf(scene, Math.max(0.3, stage.clientWidth / Math.max(1, stage.clientHeight))));
  stage.replaceChildren(drawing.svg);
  if (selected !== undefined && !drawing.boxes.has(selected)) {
    selected = undefined;
  }
  const stop = selected ?? drawing.boxes.keys().next().value;
  if (stop !== undefined) {
    drawing.boxes.get(stop)?.element.setAttribute("tabindex", "0");
  }
  mark();
  if (refit) {
    fitAll(); // after the panel has taken its place
  }
  if (focused) {
    (selected === undefined ? stage : drawing.boxes.get(selected)?.element)?.focus({ preventScroll: true });
  }
}

/** Selects a node, after opening what it is in. */
function select(id: string, focus = false): void {
  const node = nodes.get(id);
  selected = id;
  let changed = only.on();
  if (node && !drawing?.boxes.has(id)) {
    changed = true;
    hidden.delete(node.kind);
    offerKinds();
    for (const outer of around(id)) {
      open.add(outer);
    }
  }
  if (changed) {
    redraw(true); // boxes are elsewhere now
  }
  drawing?.boxes.forEach((box, key) => box.element.setAttribute("tabindex", key === id ? "0" : "-1"));
  mark();
  bringIntoView(id);
  if (focus) {
    drawing?.boxes.get(id)?.element.focus({ preventScroll: true });
  }
}

function mark(): void {
  const box = selected === undefined ? undefined : drawing?.boxes.get(selected)?.placed.box;
  drawing?.boxes.forEach((one, id) => (id === selected ? one.element.setAttribute("aria-current", "true") : one.element.removeAttribute("aria-current")));
  describe(details, box, graph, { go, select: (id) => select(id, true), goes: host.goes });
  place(camera);
  highlight();
}

// Dims what the reader did not ask for.
function highlight(): void {
  if (!drawing) {
    return;
  }
  const asked = secret.on() || unknown.on();
  const wanted = search.value.trim().toLowerCase();
  const bright = new Set<string>();
  let dims = asked;
  for (const { element: line, arrow } of drawing.arrows) {
    const isNear = arrow.from === selected || arrow.to === selected;
    const shown = asked ? (secret.on() && arrow.secret) || (unknown.on() && arrow.unknown) : selected === undefined || isNear;
    line.classList.toggle("dim", !shown);
    if (shown && (asked || isNear)) {
      bright.add(arrow.from).add(arrow.to);
    }
  }
  if (selected !== undefined) {
    bright.add(selected);
    dims = true;
  }
  if (wanted !== "") {
    dims = true;
    bright.clear();
    drawing.boxes.forEach(({ placed }, id) => placed.box.nodes.some((node) => node.name.toLowerCase().includes(wanted)) && bright.add(id));
  }
  [...bright].flatMap(around).forEach((outer) => bright.add(outer));
  drawing.boxes.forEach((box, id) => {
    const within = selected !== undefined && id.startsWith(`${selected}/`) && !asked;
    box.element.classList.toggle("dim", dims && !bright.has(id) && !within);
  });
}

function place(next: Camera): void {
  camera = next;
  if (drawing) {
    drawing.svg.style.transform = `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})`;
    stage.classList.toggle("far", camera.scale < 0.45);
  }
}

function fitAll(): void {
  const { width, height } = drawing?.svg.viewBox.baseVal ?? { width: 1, height: 1 };
  place(fit({ width, height }, { width: stage.clientWidth, height: stage.clientHeight }));
}

function zoomMiddle(factor: number): void {
  place(zoomAt(camera, factor, stage.clientWidth / 2, stage.clientHeight / 2));
}

function bringIntoView(id: string): void {
  const found = drawing?.boxes.get(id);
  if (!found) {
    return;
  }
  const { at, placed } = found;
  const scale = Math.max(camera.scale, only.on() ? 0 : 0.5);
  const next = scale === camera.scale ? camera : zoomAt(camera, scale / camera.scale, camera.x + at.x * camera.scale, camera.y + at.y * camera.scale);
  const [left, top] = [next.x + at.x * scale, next.y + at.y * scale];
  const dx = shift(left, placed.width * scale, stage.clientWidth);
  const dy = shift(top, Math.min(placed.height, titleHeight) * scale, stage.clientHeight);
  place(moved(next, dx, dy));
}

// How far something must move to be inside.
function shift(from: number, length: number, room: number): number {
  const margin = 24;
  return from < margin ? margin - from : Math.min(0, room - margin - from - length);
}

function boxAt(target: EventTarget | null): string | undefined {
  const found = target instanceof Element ? target.closest("g.box") : null;
  for (const [id, { element: box }] of drawing?.boxes ?? []) {
    if (box === found) {
      return id;
    }
  }
  return undefined;
}

function turn(id: string): void {
  const box = drawing?.boxes.get(id)?.placed.box;
  if (box?.opens) {
    box.inner ? open.delete(id) : open.add(id);
    selected = box.nodes[0]?.id; // a group is gone once it is open
    redraw(true);
    say(`${box.title} is ${box.inner ? "closed" : "open"}.`);
  }
}

function go(node: GraphNode): void {
  void host.go(node).then(say);
}

function enter(id: string): void {
  const box = drawing?.boxes.get(id)?.placed.box;
  const node = box?.nodes[0];
  if (box && box.nodes.length > 1) {
    turn(id);
  } else if (node) {
    select(id);
    go(node);
  }
}

// The next box in a direction: the nearest whose centre lies in that quarter of the plane.
function step(dx: number, dy: number): void {
  const boxes = [...(drawing?.boxes ?? [])].map(([id, { at, placed }]) => ({ id, x: at.x + placed.width / 2, y: at.y + Math.min(placed.height, 44) / 2 }));
  const from = boxes.find((box) => box.id === selected);
  if (!from) {
    return boxes[0] && select(boxes[0].id, true);
  }
  let best: { id: string; cost: number } | undefined;
  for (const box of boxes) {
    const ahead = (box.x - from.x) * dx + (box.y - from.y) * dy;
    const aside = Math.abs((box.x - from.x) * dy) + Math.abs((box.y - from.y) * dx);
    const cost = ahead + 2 * aside;
    if (ahead > 0 && aside <= ahead * 2 && (best === undefined || cost < best.cost)) {
      best = { id: box.id, cost };
    }
  }
  if (best) {
    select(best.id, true);
  }
}

let dragged = 0;
stage.addEventListener("pointerdown", () => (dragged = 0));
stage.addEventListener("pointermove", (event) => {
  if ((event.buttons & 1) === 1) {
    dragged += Math.abs(event.movementX) + Math.abs(event.movementY);
    place(moved(camera, event.movementX, event.movementY));
  }
});
stage.addEventListener("click", (event) => {
  if (dragged >= 4) {
    return;
  }
  const id = boxAt(event.target);
  if (id === undefined) {
    selected = undefined;
    only.on() ? redraw(true) : mark();
  } else if (event.target instanceof Element && event.target.closest(".opener")) {
    turn(id);
  } else {
    enter(id);
  }
});
stage.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    const box = stage.getBoundingClientRect();
    place(zoomAt(camera, Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top));
  },
  { passive: false },
);
stage.addEventListener("focusin", (event) => {
  const id = boxAt(event.target);
  const byKeys = event.target instanceof Element && event.target.matches(":focus-visible");
  if (byKeys && id !== undefined && id !== selected) {
    select(id);
  }
});

const keys: Readonly<Record<string, () => void>> = {
  "+": () => zoomMiddle(1.25),
  "=": () => zoomMiddle(1.25),
  "-": () => zoomMiddle(0.8),
  "0": fitAll,
  ArrowLeft: () => step(-1, 0),
  ArrowRight: () => step(1, 0),
  ArrowUp: () => step(0, -1),
  ArrowDown: () => step(0, 1),
  Enter: () => selected !== undefined && enter(selected),
  " ": () => selected !== undefined && turn(selected),
  Escape: () => {
    selected = undefined;
    redraw(only.on());
  },
};
stage.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  if (act !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    act();
  }
});
search.addEventListener("input", highlight);
let lastFound = "";
search.addEventListener("keydown", (event) => {
  const wanted = search.value.trim().toLowerCase();
  if (event.key === "Enter" && wanted !== "") {
    const found = [...nodes.values()].filter((node) => node.name.toLowerCase().includes(wanted)).map((node) => node.id);
    const next = found[(found.indexOf(lastFound) + 1) % Math.max(1, found.length)];
    if (next === undefined) {
      say(`No declaration is named ${search.value}.`);
    } else {
      lastFound = next;
      select(next);
      say(`${found.indexOf(next) + 1} of ${found.length}: ${nodes.get(next)?.name ?? ""}, ${placeOf(nodes.get(next) as GraphNode)}`);
    }
  }
});
new ResizeObserver(() => begun && camera.scale > 0 && place(camera)).observe(stage);
