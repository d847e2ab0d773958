// What the pages take from the playground: its links, and its colors of code.

import { StreamLanguage } from "@codemirror/language";
import { json } from "@codemirror/legacy-modes/mode/javascript";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { python } from "@codemirror/legacy-modes/mode/python";
import { shell } from "@codemirror/legacy-modes/mode/shell";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import { classHighlighter, highlightTree, tags } from "@lezer/highlight";

import { pcl } from "../src/language";

export { pack, unpack } from "../src/link";

const languages: Readonly<Record<string, StreamLanguage<unknown>>> = {
  pcl: pcl as StreamLanguage<unknown>,
  hcl: pcl as StreamLanguage<unknown>,
  json: StreamLanguage.define({ ...json, tokenTable: { property: tags.propertyName } }) as StreamLanguage<unknown>,
  lua: StreamLanguage.define(lua) as StreamLanguage<unknown>,
  sh: StreamLanguage.define(shell) as StreamLanguage<unknown>,
  starlark: StreamLanguage.define(python) as StreamLanguage<unknown>,
  yaml: StreamLanguage.define({ ...yaml, tokenTable: { atom: tags.propertyName } }) as StreamLanguage<unknown>,
};

/** The code as HTML, with a class for each kind of word. */
export function highlight(code: string, name: string): string {
  const language = languages[name];
  let html = "";
  let done = 0;
  const plain = (to: number): void => {
    html += escape(code.slice(done, to));
    done = to;
  };
  if (language) {
    highlightTree(language.parser.parse(code), classHighlighter, (from, to, classes) => {
      plain(from);
      html += `<span class="${classes}">${escape(code.slice(from, to))}</span>`;
      done = to;
    });
  }
  plain(code.length);
  return html;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
