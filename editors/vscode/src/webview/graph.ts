/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The script of the page that shows a dependency graph. It draws the graph, moves and zooms it, and reports clicks.

import { fit, moved, zoomAt, type Camera, type Size } from "../panzoom";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const host = acquireVsCodeApi();
const stage = byId("stage");
const note = byId("note");
const configs = byId("configs") as HTMLSelectElement;
const drawn = new Set(["svg", "g", "path", "rect", "text", "title", "defs", "marker"]);

let camera: Camera = { x: 0, y: 0, scale: 1 };
let size: Size = { width: 1, height: 1 };
let fitted = false;

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no ${id}`);
  }
  return found;
}

// Keeps only shapes and texts. Removes the drawing's own styles, because the page uses the colours of the editor's theme.
function clean(element: Element): void {
  for (const child of [...element.children]) {
    if (drawn.has(child.localName)) {
      clean(child);
    } else {
      child.remove();
    }
  }
  for (const { name } of [...element.attributes]) {
    if (name.startsWith("on") || name === "style" || name.includes("href")) {
      element.removeAttribute(name);
    }
  }
}

function show(svg: string): void {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") {
    note.textContent = "The graph could not be drawn.";
    return;
  }
  clean(parsed);
  size = { width: Number(parsed.getAttribute("width")) || 1, height: Number(parsed.getAttribute("height")) || 1 };
  const drawing = document.importNode(parsed, true);
  for (const title of drawing.querySelectorAll("g > title")) {
    title.parentElement?.setAttribute("tabindex", "0");
    title.parentElement?.setAttribute("role", "link");
  }
  stage.replaceChildren(drawing);
  note.textContent = "";
  if (fitted) {
    place(camera); // an edit must not move the view
  } else {
    place(fit(size, { width: stage.clientWidth, height: stage.clientHeight }));
    fitted = true;
  }
}

function place(next: Camera): void {
  camera = next;
  const drawing = stage.querySelector("svg");
  drawing?.setAttribute("width", String(size.width * camera.scale));
  drawing?.setAttribute("height", String(size.height * camera.scale));
  if (drawing) {
    drawing.style.transform = `translate(${camera.x}px, ${camera.y}px)`;
  }
}

function refit(): void {
  place(fit(size, { width: stage.clientWidth, height: stage.clientHeight }));
}

function zoomMiddle(factor: number): void {
  place(zoomAt(camera, factor, stage.clientWidth / 2, stage.clientHeight / 2));
}

function titleAt(target: EventTarget | null): string | undefined {
  const group = target instanceof Element ? target.closest("g[role=link]") : null;
  return group?.querySelector(":scope > title")?.textContent ?? undefined;
}

function reveal(target: EventTarget | null): void {
  const title = titleAt(target);
  if (title !== undefined) {
    host.postMessage({ kind: "reveal", title });
  }
}

let dragged = 0;
stage.addEventListener("pointerdown", () => {
  dragged = 0;
});
stage.addEventListener("pointermove", (event) => {
  if ((event.buttons & 1) === 1) {
    dragged += Math.abs(event.movementX) + Math.abs(event.movementY);
    place(moved(camera, event.movementX, event.movementY));
  }
});
stage.addEventListener("click", (event) => {
  if (dragged < 4) {
    reveal(event.target);
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

const keys: Readonly<Record<string, () => void>> = {
  "+": () => zoomMiddle(1.25),
  "=": () => zoomMiddle(1.25),
  "-": () => zoomMiddle(0.8),
  "0": refit,
  ArrowLeft: () => place(moved(camera, 40, 0)),
  ArrowRight: () => place(moved(camera, -40, 0)),
  ArrowUp: () => place(moved(camera, 0, 40)),
  ArrowDown: () => place(moved(camera, 0, -40)),
};
stage.addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    reveal(event.target);
  } else if (keys[event.key] !== undefined && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    keys[event.key]?.();
  }
});
byId("in").addEventListener("click", () => zoomMiddle(1.25));
byId("out").addEventListener("click", () => zoomMiddle(0.8));
byId("fit").addEventListener("click", refit);
configs.addEventListener("change", () => {
  fitted = false;
  host.postMessage({ kind: "configs", configs: configs.value });
});

window.addEventListener("message", (event: MessageEvent<{ svg?: string; note?: string }>) => {
  if (typeof event.data.svg === "string") {
    show(event.data.svg);
  } else if (typeof event.data.note === "string") {
    note.textContent = event.data.note;
  }
});
host.postMessage({ kind: "ready" });
