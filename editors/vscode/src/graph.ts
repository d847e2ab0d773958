// The dependency graph as the server sends it, and the page that shows it. Pure.

export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface GraphNode {
  readonly id: string;
  readonly uri: string;
  readonly nameRange: { readonly start: Place; readonly end: Place };
  readonly graph?: { readonly nodes: readonly GraphNode[] };
}

export interface GraphDocument {
  readonly nodes: readonly GraphNode[];
}

/** The node that a title in the drawing refers to. A title is `ID at FILE`, and the ID itself may contain " at ". */
export function nodeOfTitle(graph: GraphDocument, title: string): GraphNode | undefined {
  let best: GraphNode | undefined;
  const visit = (nodes: readonly GraphNode[]): void => {
    for (const node of nodes) {
      if (title.startsWith(`${node.id} at `) && (best === undefined || node.id.length > best.id.length)) {
        best = node;
      }
      visit(node.graph?.nodes ?? []);
    }
  };
  visit(graph.nodes);
  return best;
}

export interface PageParts {
  /** The sources that the editor's own resources are loaded from. */
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
}

/** The page around the drawing. It can only load the extension's own script and style. */
export function graphPage(parts: PageParts): string {
  const policy = `default-src 'none'; style-src ${parts.cspSource}; script-src 'nonce-${parts.nonce}'`;
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
<div id="bar" role="toolbar" aria-label="Graph">
<button id="in" title="Zoom in (+)">+</button>
<button id="out" title="Zoom out (-)">&#8722;</button>
<button id="fit" title="Fit (0)">Fit</button>
<label>Configs <select id="configs"><option value="used">used</option><option value="all">all</option><option value="none">none</option></select></label>
<span id="note" role="status"></span>
</div>
<div id="stage" tabindex="0" aria-label="Dependency graph"></div>
<script nonce="${parts.nonce}" src="${attribute(parts.script)}"></script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
