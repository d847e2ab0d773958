// The editor: CodeMirror with the features of the server.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { findReferencesKeymap, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, renameKeymap, serverCompletion, signatureHelp } from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";

import { colors, pcl } from "./language";

// The editor lies in a shadow root, where CodeMirror uses style sheets that the policy of the page does not have to allow. Only
// variables of the page reach it.
const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--ground)", color: "var(--text)", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--quiet)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection)" },
  ".cm-lintRange": { backgroundImage: "none", textDecorationLine: "underline", textDecorationStyle: "wavy", textDecorationSkipInk: "none", textUnderlineOffset: "3px" },
  ".cm-lintRange-error": { textDecorationColor: "var(--error)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warning)" },
  ".cm-lintRange-info, .cm-lintRange-hint": { textDecorationColor: "var(--info)" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)", borderColor: "var(--border)" },
  ".cm-tooltip": { maxWidth: "min(40rem, 90vw)", maxHeight: "60vh", overflow: "auto", borderRadius: "6px" },
  ".cm-lsp-hover-tooltip, .cm-lsp-documentation": { padding: "0 .6rem", fontFamily: "var(--prose)" },
  ".cm-tooltip code, .cm-tooltip pre": { fontFamily: "var(--code)", whiteSpace: "pre-wrap" },
  ".cm-tooltip a": { color: "var(--focus)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--focus)", color: "var(--ground)", cursor: "pointer", padding: "2px 8px" },
  ".cm-button, .cm-textfield": { background: "var(--ground)", color: "var(--text)", borderColor: "var(--border)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--focus)", color: "var(--ground)" },
  ".tok-class, .tok-type, .tok-struct, .tok-interface, .tok-enum": { color: "var(--type)" },
  ".tok-keyword": { color: "var(--keyword)" },
  ".tok-property": { color: "var(--property)" },
  ".tok-function, .tok-method": { color: "var(--function)" },
  ".tok-variable, .tok-parameter": { color: "var(--variable)" },
  ".tok-deprecated": { textDecoration: "line-through" },
  ".tok-declaration": { fontWeight: "600" },
});

/** What every file has. */
export function extensions(...more: readonly Extension[]): Extension {
  return [
    lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), indentOnInput(), bracketMatching(),
    closeBrackets(), highlightSelectionMatches(), indentUnit.of("  "), EditorView.lineWrapping,
    pcl, colors, theme,
    serverCompletion(), hoverTooltips({ hoverTime: 250 }), signatureHelp(),
    // Not Tab: it leaves the editor, as keyboards need it to.
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...renameKeymap, ...formatKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.contentAttributes.of({ "aria-label": "Program" }),
    more,
  ];
}
