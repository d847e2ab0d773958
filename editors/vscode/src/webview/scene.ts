// Decides what the page shows of a graph: which nodes, which of them as one box, and the arrows between the boxes. Pure.

import type { Graph, GraphEdge, GraphNode } from "../graph";

/** What the reader chose. */
export interface View {
  /** The ids of the components and groups that are open. */
  readonly open: ReadonlySet<string>;
  /** The kinds of nodes that are hidden. */
  readonly hidden: ReadonlySet<string>;
  /** Whether nodes of one type are one box. */
  readonly grouped: boolean;
  /** The selected node, which is in no group. */
  readonly selected?: string | undefined;
  /** Whether only the selected node and its neighbours are shown. */
  readonly only: boolean;
}

export interface Box {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly remarks: readonly string[];
  /** More than one in a group. */
  readonly nodes: readonly GraphNode[];
  /** Whether it can be opened or closed. */
  readonly opens: boolean;
  readonly inner?: Scene;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly edges: readonly GraphEdge[];
  readonly secret: boolean;
  readonly unknown: boolean;
  /** Whether no value is passed, or only options are the reason. */
  readonly waits: boolean;
  readonly circle: boolean;
}

export interface Scene {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/** With more nodes than this, nodes of one type are one box at first. */
export const manyNodes = 60;

const smallestGroup = 3;

export function sceneOf(graph: Graph, view: View): Scene {
  const nodes = near(graph, view).filter((node) => !view.hidden.has(node.kind));
  const boxOf = new Map<string, string>();
  const members = new Map<string, GraphNode[]>();
  const groups = groupsOf(nodes, view);
  for (const node of nodes) {
    const box = groups.get(node.id) ?? node.id;
    boxOf.set(node.id, box);
    append(members, box, node);
  }
  const boxes = [...members].map(([id, inside]) => boxFor(id, inside, view));
  const between = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges) {
    const from = boxOf.get(edge.from);
    const to = boxOf.get(edge.to);
    if (from !== undefined && to !== undefined && (from !== to || edge.from === edge.to)) {
      append(between, JSON.stringify([from, to]), edge);
    }
  }
  return { boxes, arrows: [...between].map(([key, edges]) => arrowFor(...(JSON.parse(key) as [string, string]), edges)) };
}

/** How many boxes a scene has, with those in open components. */
export function countBoxes(scene: Scene): number {
  return scene.boxes.reduce((sum, box) => sum + 1 + (box.inner ? countBoxes(box.inner) : 0), 0);
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) {
    list.push(value);
  } else {
    lists.set(key, [value]);
  }
}

/** The id of the group of a node, whether it is shown or not. */
export function groupId(node: GraphNode): string {
  const scope = node.id.slice(0, node.id.lastIndexOf("/") + 1);
  return `${scope}${node.kind}*${shortToken(node.token) ?? node.source ?? ""}`;
}

/** A token without the part of its module that repeats its name: `aws:ec2:Vpc` for `aws:ec2/vpc:Vpc`. */
export function shortToken(token: string | undefined): string | undefined {
  return token?.replace(/^([^:]*:[^:/]*)\/([^:]*):\2$/i, (_, module: string) => `${module}:${token.slice(token.lastIndexOf(":") + 1)}`);
}

/** The ids of the components around a node. */
export function around(id: string): string[] {
  return [...id.matchAll(/\//g)].map((slash) => id.slice(0, slash.index));
}

function contains(node: GraphNode, id: string): boolean {
  return node.id === id || id.startsWith(`${node.id}/`);
}

function near(graph: Graph, view: View): readonly GraphNode[] {
  const { selected } = view;
  const centre = view.only && selected !== undefined ? graph.nodes.find((node) => contains(node, selected)) : undefined;
  if (centre === undefined) {
    return graph.nodes;
  }
  const kept = new Set([centre.id]);
  for (const { from, to } of graph.edges) {
    if (from === centre.id) {
      kept.add(to);
    } else if (to === centre.id) {
      kept.add(from);
    }
  }
  return graph.nodes.filter((node) => kept.has(node.id));
}

function groupsOf(nodes: readonly GraphNode[], view: View): Map<string, string> {
  const groups = new Map<string, string>();
  if (!view.grouped) {
    return groups;
  }
  const { selected } = view;
  const alike = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    const id = groupId(node);
    if (!view.open.has(id) && !view.open.has(node.id) && !(selected !== undefined && contains(node, selected))) {
      append(alike, id, node);
    }
  }
  for (const [id, group] of alike) {
    if (group.length >= smallestGroup) {
      group.forEach((node) => groups.set(node.id, id));
    }
  }
  return groups;
}

function boxFor(id: string, nodes: readonly GraphNode[], view: View): Box {
  const first = nodes[0] as GraphNode;
  const { kind, source } = first;
  const token = shortToken(first.token);
  if (id !== first.id) {
    return { id, kind, title: `${nodes.length} × ${token ?? source ?? kind}`, detail: nodes.map((node) => node.name).join(", "), remarks: [], nodes, opens: true };
  }
  const remarks = [
    ...(first.ranged ? ["range"] : []),
    ...(first.leadsBack ? ["its program uses this one"] : []),
    ...(first.closed ? ["not opened: too large"] : []),
  ];
  return {
    id,
    kind,
    title: first.logicalName === undefined ? first.name : `${first.name} (${first.logicalName})`,
    detail: token ?? source ?? kind,
    remarks,
    nodes,
    opens: first.graph !== undefined,
    ...(first.graph && view.open.has(id) ? { inner: sceneOf(first.graph, view) } : {}),
  };
}

const values = new Set(["input", "value"]);

function arrowFor(from: string, to: string, edges: readonly GraphEdge[]): Arrow {
  return {
    from,
    to,
    edges,
    secret: edges.some((edge) => edge.secret),
    unknown: edges.some((edge) => edge.unknown),
    waits: edges.every((edge) => edge.waitsOnly || !edge.kinds.some((kind) => values.has(kind))),
    circle: edges.some((edge) => edge.inCircle),
  };
}
