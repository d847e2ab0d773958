/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The parts of the page other than the drawing: its buttons, and what it says of the selected declaration.

import type { Graph, GraphEdge, GraphNode, GraphUse } from "../graph";
import { placeOf } from "./host";
import type { Box } from "./scene";

/** Makes an element. Strings among the children become text. */
export function element<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Readonly<Record<string, string>>, ...children: Array<Node | string>): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export interface Toggle {
  readonly button: HTMLButtonElement;
  on(): boolean;
  set(on: boolean): void;
}

/** Makes a button that stays pressed. */
export function toggle(id: string, label: string, title: string, changed: () => void): Toggle {
  const button = element("button", { id, type: "button", title, "aria-pressed": "false" }, label);
  const on = (): boolean => button.getAttribute("aria-pressed") === "true";
  const set = (value: boolean): void => button.setAttribute("aria-pressed", String(value));
  button.addEventListener("click", () => {
    set(!on());
    changed();
  });
  return { button, on, set };
}

export interface Actions {
  readonly goes: string;
  go(node: GraphNode): void;
  select(id: string): void;
}

/** Shows what is known about a box in the panel. Without a box, the panel is hidden. */
export function describe(panel: HTMLElement, box: Box | undefined, graph: Graph, actions: Actions): void {
  panel.hidden = box === undefined;
  if (!box) {
    return;
  }
  const first = box.nodes[0] as GraphNode;
  panel.replaceChildren(element("h2", {}, box.title), element("p", {}, [box.kind, box.detail === box.kind ? "" : box.detail, ...box.remarks].filter((part) => part !== "").join(" · ")));
  if (box.nodes.length > 1) {
    panel.append(section(`${box.nodes.length} declarations`, box.nodes.map((node) => item(link(node, actions), placeOf(node)))));
    return;
  }
  const button = element("button", { type: "button" }, actions.goes);
  button.addEventListener("click", () => actions.go(first));
  panel.append(element("p", {}, placeOf(first)), button);
  const level = levelOf(graph, first.id);
  const named = new Map(level.nodes.map((node) => [node.id, node]));
  const list = (edges: readonly GraphEdge[], other: (edge: GraphEdge) => string): HTMLElement[] =>
    edges.flatMap((edge) => {
      const node = named.get(other(edge));
      const from = named.get(edge.from)?.name ?? "";
      return node ? [item(link(node, actions), ...edge.uses.map((use) => describeUse(from, use)))] : [];
    });
  const needs = list(level.edges.filter((edge) => edge.to === first.id), (edge) => edge.from);
  const needed = list(level.edges.filter((edge) => edge.from === first.id), (edge) => edge.to);
  panel.append(section(needs.length > 0 ? `Needs ${needs.length}` : "Needs nothing", needs), section(needed.length > 0 ? `Needed by ${needed.length}` : "Needed by nothing", needed));
}

/** The graph that has a node, which may be inside components. */
function levelOf(graph: Graph, id: string): Graph {
  const outer = graph.nodes.find((node) => node.graph && id.startsWith(`${node.id}/`));
  return outer?.graph ? levelOf(outer.graph, id) : graph;
}

/** Names the property that is read, the input that gets it, and the locals in between. */
export function describeUse(from: string, use: GraphUse): string {
  const read = use.reads ? `${use.reads.startsWith("[") ? "" : "."}${use.reads}` : "";
  const through = use.through && use.through.length > 0 ? ` through ${use.through.join(", ")}` : "";
  const marks = [...(use.secret ? ["secret"] : []), ...(use.unknown ? ["unknown"] : [])];
  return `${from}${read} → ${use.property}${through}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
}

function link(node: GraphNode, actions: Actions): HTMLButtonElement {
  const made = element("button", { type: "button", class: `link ${node.kind}` }, node.name);
  made.addEventListener("click", () => actions.select(node.id));
  return made;
}

function item(first: HTMLElement, ...lines: string[]): HTMLElement {
  return element("li", {}, first, ...lines.map((line) => element("div", { class: "use" }, line)));
}

function section(title: string, items: readonly HTMLElement[]): HTMLElement {
  return element("section", {}, element("h3", {}, title), element("ul", {}, ...items));
}
