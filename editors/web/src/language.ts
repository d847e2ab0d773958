// The colors of words, comments and literals, which do not wait for the server.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

interface Inside {
  /** Whether the place is in a comment of several lines. */
  comment: boolean;
}

export const pcl = StreamLanguage.define<Inside>({
  name: "pcl",
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.match("/*")) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) {
        stream.skipToEnd();
      }
      return "comment";
    }
    if (stream.match(/^(?:#|\/\/).*/)) {
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\$%]|\\.|[$%](?!\{))*"?/) || stream.match(/^"/)) {
      return "string";
    }
    if (stream.match(/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) {
      return "number";
    }
    if (stream.match(/^(?:true|false|null|for|in|if)\b/)) {
      return "keyword";
    }
    if (!stream.match(/^[\p{L}_][\p{L}\p{N}_-]*/u)) {
      stream.next();
    }
    return null;
  },
  languageData: { commentTokens: { line: "#", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.keyword, color: "var(--keyword)" },
]);

export const colors = syntaxHighlighting(style);
