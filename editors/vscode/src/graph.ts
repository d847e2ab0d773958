// The dependency graph as the server and `pcl-lsp graph` write it (docs/graph.md), and the frame of the page that shows it in the editor. Pure.

export interface Place {
  readonly line: number;
  readonly character?: number; // in the editor, from 0
  readonly column?: number; // from the command, from 1
}

export interface Range {
  readonly start: Place;
  readonly end: Place;
}

export interface GraphNode {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly logicalName?: string;
  readonly token?: string;
  readonly source?: string;
  readonly ranged?: boolean;
  readonly leadsBack?: boolean;
  readonly closed?: boolean;
  readonly uri?: string;
  readonly file?: string;
  readonly range: Range;
  readonly nameRange: Range;
  readonly graph?: Graph;
}

export interface GraphUse {
  readonly property: string;
  readonly reads?: string;
  readonly through?: readonly string[];
  readonly secret?: boolean;
  readonly unknown?: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kinds: readonly string[];
  readonly secret?: boolean;
  readonly unknown?: boolean;
  readonly waitsOnly?: boolean;
  readonly inCircle?: boolean;
  readonly uses: readonly GraphUse[];
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly partial?: boolean;
}

/** A place in the editor. */
export interface Cursor {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** All nodes, outer ones first. */
export function allNodes(graph: Graph): GraphNode[] {
  return graph.nodes.flatMap((node) => [node, ...(node.graph ? allNodes(node.graph) : [])]);
}

/** The innermost declaration around the cursor. */
export function nodeAt(graph: Graph, at: Cursor): GraphNode | undefined {
  const before = (a: Place, b: Place): boolean => a.line < b.line || (a.line === b.line && (a.character ?? 0) <= (b.character ?? 0));
  return allNodes(graph).find((node) => node.uri === at.uri && before(node.range.start, at) && before(at, node.range.end));
}

export interface FrameParts {
  /** The sources that the editor's own resources are loaded from. */
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
}

/** The frame of the page. It can only load the extension's own script and style; pictures are those that the script makes. */
export function graphFrame(parts: FrameParts): string {
  const policy = `default-src 'none'; img-src blob:; style-src ${parts.cspSource}; script-src 'nonce-${parts.nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${attribute(parts.style)}">
<title>Dependencies</title>
</head>
<body>
<script nonce="${parts.nonce}" src="${attribute(parts.script)}"></script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
