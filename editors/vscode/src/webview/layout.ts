// Computes where boxes and arrows are. dagre places the boxes that are connected; the parts are placed side by side. Pure.

import { Graph, layout as place } from "@dagrejs/dagre";

import type { Arrow, Box, Scene } from "./scene";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedBox extends Point {
  readonly box: Box;
  readonly width: number;
  readonly height: number;
  /** The content of an open component, below its title. */
  readonly inner?: Layout;
}

export interface PlacedArrow {
  readonly arrow: Arrow;
  readonly points: readonly Point[];
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
}

export const titleHeight = 44; // of every box
const boxWidth = { smallest: 110, largest: 270 };
const inset = 12; // around the content of an open component
const gap = 28; // between parts
const characters = { title: 7.4, detail: 6.2, around: 40 };
const manyBoxes = 250; // above it, dagre takes seconds

/** Places a scene for a window with this ratio of width and height. */
export function layoutOf(scene: Scene, ratio: number): Layout {
  const inner = new Map(scene.boxes.flatMap((box) => (box.inner ? [[box.id, layoutOf(box.inner, ratio)] as const] : [])));
  const sizes = new Map(scene.boxes.map((box) => [box.id, sizeOf(box, inner.get(box.id))]));
  const parts = connected(scene);
  const across = pack(parts.map((part) => placePart(part, sizes, "LR")), ratio);
  const down = scene.boxes.length > manyBoxes ? across : pack(parts.map((part) => placePart(part, sizes, "TB")), ratio);
  const best = scale(across, ratio) >= scale(down, ratio) ? across : down;
  return {
    ...best,
    boxes: best.boxes.map((placed) => {
      const content = inner.get(placed.box.id);
      return content ? { ...placed, inner: content } : placed;
    }),
  };
}

/** The second line of a box. */
export function detailOf(box: Box): string {
  return box.remarks.length > 0 ? `${box.detail} [${box.remarks.join(", ")}]` : box.detail;
}

/** The text, shortened to what fits into a box. */
export function fitting(text: string, width: number, character: keyof typeof characters): string {
  const room = Math.floor((width - characters.around) / characters[character]);
  return text.length <= room ? text : `${[...text].slice(0, room - 1).join("")}…`;
}

/** Where the content of an open component begins. */
export const contentAt: Point = { x: inset, y: titleHeight };

function sizeOf(box: Box, inner: Layout | undefined): { width: number; height: number } {
  const text = Math.max(box.title.length * characters.title, detailOf(box).length * characters.detail) + characters.around;
  const width = Math.min(boxWidth.largest, Math.max(boxWidth.smallest, Math.ceil(text)));
  if (!inner) {
    return { width, height: titleHeight };
  }
  return { width: Math.max(width, inner.width + 2 * inset), height: titleHeight + inner.height + inset };
}

// The parts of the scene that no arrow connects.
function connected(scene: Scene): Scene[] {
  const leader = new Map(scene.boxes.map((box) => [box.id, box.id]));
  const find = (id: string): string => {
    let at = id;
    for (let next = leader.get(at) ?? at; next !== at; next = leader.get(at) ?? at) {
      leader.set(at, leader.get(next) ?? next);
      at = next;
    }
    return at;
  };
  for (const { from, to } of scene.arrows) {
    leader.set(find(from), find(to));
  }
  const parts = new Map<string, { boxes: Box[]; arrows: Arrow[] }>();
  for (const box of scene.boxes) {
    const part = parts.get(find(box.id)) ?? { boxes: [], arrows: [] };
    part.boxes.push(box);
    parts.set(find(box.id), part);
  }
  for (const arrow of scene.arrows) {
    parts.get(find(arrow.from))?.arrows.push(arrow);
  }
  return [...parts.values()];
}

type Sizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>;

function placePart(part: Scene, sizes: Sizes, direction: "LR" | "TB"): Layout {
  const graph = new Graph();
  graph.setGraph({
    rankdir: direction,
    nodesep: 14,
    ranksep: direction === "LR" ? 60 : 46,
    edgesep: 8,
    ...(part.boxes.length > manyBoxes ? { ranker: "longest-path" } : {}),
  });
  graph.setDefaultEdgeLabel(() => ({}));
  // Programs name the nodes, so dagre gets numbers: no name of a program is a key of an object.
  const number = new Map(part.boxes.map((box, i) => [box.id, `n${i}`]));
  for (const box of part.boxes) {
    graph.setNode(number.get(box.id) ?? "", { ...sizes.get(box.id) });
  }
  for (const { from, to } of part.arrows) {
    graph.setEdge(number.get(from) ?? "", number.get(to) ?? "", {});
  }
  place(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    boxes: part.boxes.map((box) => {
      const at = graph.node(number.get(box.id) ?? "") as Point & { width: number; height: number };
      return { box, x: at.x - at.width / 2, y: at.y - at.height / 2, width: at.width, height: at.height };
    }),
    arrows: part.arrows.map((arrow) => {
      const edge = graph.edge(number.get(arrow.from) ?? "", number.get(arrow.to) ?? "") as { points?: Point[] };
      return { arrow, points: edge.points ?? [] };
    }),
  };
}

// Places parts in rows, large ones first.
function pack(parts: readonly Layout[], ratio: number): Layout {
  const area = parts.reduce((sum, part) => sum + (part.width + gap) * (part.height + gap), 0);
  const widest = Math.max(0, ...parts.map((part) => part.width));
  const row = Math.max(widest, Math.sqrt(area * ratio));
  const boxes: PlacedBox[] = [];
  const arrows: PlacedArrow[] = [];
  let [x, y, width, height, deepest] = [0, 0, 0, 0, 0];
  for (const part of [...parts].sort((a, b) => b.height - a.height)) {
    if (x > 0 && x + part.width > row) {
      [x, y, deepest] = [0, y + deepest + gap, 0];
    }
    const [left, top] = [x, y];
    boxes.push(...part.boxes.map((box) => ({ ...box, x: box.x + left, y: box.y + top })));
    arrows.push(...part.arrows.map(({ arrow, points }) => ({ arrow, points: points.map((p) => ({ x: p.x + left, y: p.y + top })) })));
    width = Math.max(width, left + part.width);
    height = Math.max(height, top + part.height);
    deepest = Math.max(deepest, part.height);
    x += part.width + gap;
  }
  return { width, height, boxes, arrows };
}

function scale(layout: Layout, ratio: number): number {
  return Math.min(ratio / Math.max(1, layout.width), 1 / Math.max(1, layout.height));
}
