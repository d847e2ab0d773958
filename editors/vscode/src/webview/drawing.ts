/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Draws a layout as SVG. Texts of programs become text nodes and attributes, never markup.

import { contentAt, detailOf, fitting, titleHeight, type Layout, type PlacedArrow, type PlacedBox, type Point } from "./layout";
import type { Arrow, Box } from "./scene";

const space = "http://www.w3.org/2000/svg";

export interface Drawing {
  readonly svg: SVGSVGElement;
  readonly boxes: ReadonlyMap<string, { readonly element: SVGGElement; readonly placed: PlacedBox; readonly at: Point }>;
  readonly arrows: ReadonlyArray<{ readonly element: SVGGElement; readonly arrow: Arrow }>;
}

/** Makes an element. Attributes are data, so no style or handler may be among them. */
export function shape<K extends keyof SVGElementTagNameMap>(name: K, attributes: Readonly<Record<string, string | number>>, ...children: Node[]): SVGElementTagNameMap[K] {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  made.append(...children);
  return made;
}

export function draw(layout: Layout): Drawing {
  const boxes: Array<[string, { element: SVGGElement; placed: PlacedBox; at: Point }]> = [];
  const arrows: Array<{ element: SVGGElement; arrow: Arrow }> = [];
  const add = (target: SVGElement, part: Layout, origin: Point): void => {
    for (const placed of part.boxes) {
      const at = { x: origin.x + placed.x, y: origin.y + placed.y };
      const element = drawBox(placed, at);
      target.append(element);
      boxes.push([placed.box.id, { element, placed, at }]);
      if (placed.inner) {
        add(target, placed.inner, { x: at.x + contentAt.x, y: at.y + contentAt.y });
      }
    }
    for (const placed of part.arrows) {
      const element = drawArrow(placed, origin);
      target.append(element);
      arrows.push({ element, arrow: placed.arrow });
    }
  };
  const heads = ["plain", "secret", "unknown"].map((kind) =>
    shape(
      "marker",
      { id: `head-${kind}`, viewBox: "0 0 8 8", refX: 7.5, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" },
      shape("path", { d: "M0 0L8 4L0 8z", class: `head ${kind}` }),
    ),
  );
  const svg = shape("svg", { xmlns: space, width: layout.width, height: layout.height, viewBox: `0 0 ${layout.width} ${layout.height}`, role: "group", "aria-label": "Declarations" });
  svg.append(shape("defs", {}, ...heads));
  add(svg, layout, { x: 0, y: 0 });
  return { svg, boxes: new Map(boxes), arrows };
}

/** What a screen reader says of a box: first what is written in it. */
export function spoken(box: Box): string {
  const opened = box.opens ? [box.inner ? "open" : "closed"] : [];
  return [box.title, box.detail, ...box.remarks, ...(box.detail === box.kind ? [] : [box.kind]), ...opened].filter((part) => part !== "").join(", ");
}

function drawBox({ box, width, height }: PlacedBox, at: Point): SVGGElement {
  const line = (text: string, y: number, kind: "title" | "detail"): SVGTextElement =>
    shape("text", { x: 14, y, class: kind }, document.createTextNode(fitting(text, width, kind)));
  const parts: SVGElement[] = [
    shape("title", {}, document.createTextNode(spoken(box))),
    ...(box.nodes.length > 1 ? [shape("rect", { x: 4, y: 4, width, height, rx: 4, class: "body" })] : []),
    shape("rect", { width, height, rx: 4, class: "body" }),
    shape("rect", { width: 6, height, rx: 2, class: "stripe" }),
    line(box.title, 18, "title"),
    line(detailOf(box), 34, "detail"),
  ];
  if (box.opens) {
    parts.push(
      shape(
        "g",
        { class: "opener", transform: `translate(${width - 24}, ${titleHeight / 2 - 9})` },
        shape("rect", { width: 18, height: 18, rx: 3 }),
        shape("path", { d: box.inner ? "M5 9H13" : "M5 9H13M9 5V13" }),
      ),
    );
  }
  const state: Record<string, string> = box.opens ? { "aria-expanded": String(box.inner !== undefined) } : {};
  return shape("g", { class: `box ${box.kind}`, transform: `translate(${at.x}, ${at.y})`, tabindex: -1, role: "button", "aria-label": spoken(box), ...state }, ...parts);
}

function drawArrow({ arrow, points }: PlacedArrow, origin: Point): SVGGElement {
  const value = arrow.secret ? "secret" : arrow.unknown ? "unknown" : "plain";
  const marks = [value, ...(arrow.secret && arrow.unknown ? ["unknown"] : []), ...(arrow.waits ? ["waits"] : []), ...(arrow.circle ? ["circle"] : [])];
  const line = shape("path", { d: curve(points.map((p) => ({ x: p.x + origin.x, y: p.y + origin.y }))), class: "line", "marker-end": `url(#head-${value})` });
  return shape("g", { class: `arrow ${marks.join(" ")}`, "aria-hidden": "true" }, line);
}

// A smooth line that begins at the first point, ends at the last, and bends towards those between.
function curve(points: readonly Point[]): string {
  const at = (i: number): Point => points[i] as Point;
  const text = (p: Point): string => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
  if (points.length < 3) {
    return points.length === 2 ? `M${text(at(0))}L${text(at(1))}` : "";
  }
  let path = `M${text(at(0))}`;
  for (let i = 1; i < points.length - 1; i++) {
    const last = i === points.length - 2;
    const end = last ? at(i + 1) : { x: (at(i).x + at(i + 1).x) / 2, y: (at(i).y + at(i + 1).y) / 2 };
    path += `Q${text(at(i))} ${text(end)}`;
  }
  return path;
}
