// The colors of names, which the server knows: semantic tokens.

import { LSPPlugin, type LSPClientExtension } from "@codemirror/lsp-client";
import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

const types = [
  "namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable", "property", "enumMember", "event", "function",
  "method", "macro", "keyword", "modifier", "comment", "string", "number", "regexp", "operator", "decorator",
];
const modifiers = ["declaration", "definition", "readonly", "static", "deprecated", "abstract", "async", "modification", "documentation", "defaultLibrary"];

const painted = StateEffect.define<DecorationSet>();
const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) =>
    transaction.effects.reduce((now, effect) => (effect.is(painted) ? effect.value : now), before.map(transaction.changes)),
  provide: (of) => EditorView.decorations.from(of),
});

export const semanticTokens: LSPClientExtension = {
  clientCapabilities: {
    textDocument: { semanticTokens: { requests: { full: true }, tokenTypes: types, tokenModifiers: modifiers, formats: ["relative"] } },
  },
  editorExtension: field,
};

/** Asks for the colors of the file in the editor. An answer that comes after an edit is of no use; the next one comes soon. */
export async function paint(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  const legend = plugin?.client.serverCapabilities?.semanticTokensProvider?.legend;
  if (!plugin || !legend) {
    return;
  }
  const doc = view.state.doc;
  const answer = await plugin.client.request<unknown, { data: number[] } | null>("textDocument/semanticTokens/full", { textDocument: { uri: plugin.uri } });
  if (view.state.doc !== doc || LSPPlugin.get(view) !== plugin) {
    return;
  }
  const builder = new RangeSetBuilder<Decoration>();
  const data = answer?.data ?? [];
  for (let i = 0, line = 1, column = 0; i + 4 < data.length; i += 5) {
    const [down, right, length, type, bits] = data.slice(i, i + 5) as [number, number, number, number, number];
    line += down;
    column = down > 0 ? right : column + right;
    const from = doc.line(line).from + column;
    const names = legend.tokenModifiers.filter((_, bit) => ((bits >> bit) & 1) === 1);
    builder.add(from, Math.min(from + length, doc.length), Decoration.mark({ class: [legend.tokenTypes[type], ...names].map((name) => `tok-${name}`).join(" ") }));
  }
  view.dispatch({ effects: painted.of(builder.finish()) });
}
