// Renders Markdown as GitHub does, so that anchors are the same there and here. Links are resolved, pictures are shown, and each example of a
// finding gets a link that opens it in the playground. Problems are collected, and so is what the search and the table of contents need.

import GithubSlugger from "github-slugger";
import MarkdownIt from "markdown-it";
import { closeSync, openSync, readSync } from "node:fs";
import path from "node:path";

import { unchecked } from "./examples.mjs";
import { fileOf, pages, pictureOf, relative, repository, resolve } from "./sources.mjs";

/** Returns the renderer of a site. Rendering needs { source } in the environment, and adds to problems and sections. */
export function renderer({ highlight, fragments, problems, sections }) {
  const md = new MarkdownIt({ html: true, linkify: true, highlight });
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  md.core.ruler.push("site", ({ tokens, env }) => {
    const page = [];
    sections.set(env.source, page);
    const slugger = new GithubSlugger();
    tokens.forEach((token, at) => {
      const line = (token.map?.[0] ?? 0) + 1;
      if (token.type === "heading_open") {
        const title = plain(tokens[at + 1]);
        const id = slugger.slug(title);
        token.attrSet("id", id);
        page.push({ level: Number(token.tag.slice(1)), id, title, text: [] });
      } else if (token.type === "inline") {
        inline(token, env.source, (problem) => problems.push(`${env.source}:${line}: ${problem}`));
        if (tokens[at - 1].type !== "heading_open") {
          page.at(-1)?.text.push(plain(token));
        }
      }
    });
  });
  md.renderer.rules.heading_close = (tokens, at) => {
    const id = tokens[at - 2].attrGet("id");
    return ` <a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a></${tokens[at].tag}>\n`;
  };
  md.renderer.rules.table_open = () => '<div class="wide"><table>\n';
  md.renderer.rules.table_close = () => "</table></div>\n";
  examples(md, fragments);
  return md;
}

/** The text of an inline token, without marks. */
function plain({ children }) {
  return children.map(({ type, content }) => (type === "softbreak" ? " " : type === "html_inline" ? "" : content)).join("");
}

/** Resolves the links and pictures of a text. A link to a picture shows it, small. */
function inline(token, source, complain) {
  const page = pages.get(source).url;
  const follow = (child, name) => {
    const href = child.attrGet(name);
    const picture = pictureOf(fileOf(source, href) ?? "");
    try {
      child.attrSet(name, resolve(source, href));
    } catch (problem) {
      complain(problem.message);
    }
    return picture;
  };
  let before = "";
  let shown = false;
  token.children.forEach((child, at) => {
    if (child.type === "image") {
      const picture = follow(child, "src");
      if (picture) {
        measure(child, picture);
      } else {
        complain(`${child.attrGet("src")} is no picture`);
      }
    } else if (child.type === "link_open") {
      const picture = follow(child, "href");
      const text = token.children[at + 1];
      if (picture && text.type === "text") {
        text.type = "image";
        text.tag = "img";
        text.attrSet("src", relative(page, picture));
        text.attrSet("alt", "");
        text.children = [Object.assign(Object.create(Object.getPrototypeOf(text)), text, { type: "text", content: `${before}${text.content}` })];
        measure(text, picture);
      }
      shown = picture !== undefined;
    } else if (child.type === "text" && /: $/.test(child.content)) {
      before = child.content;
    } else if (child.type === "text" && child.content === ", " && shown) {
      child.content = " "; // between two pictures
    }
  });
}

/** Tells the page how large a picture is, so that nothing moves when it arrives. */
function measure(token, picture) {
  const head = Buffer.alloc(24);
  const file = openSync(path.join(repository, "docs", picture));
  readSync(file, head, 0, 24, 0);
  closeSync(file);
  token.attrSet("width", String(head.readUInt32BE(16)));
  token.attrSet("height", String(head.readUInt32BE(20)));
  token.attrSet("loading", "lazy");
}

/** Adds a link to the playground, or the reason why there is none, to "Bad:" and "Good:" below the heading of a code. */
function examples(md, fragments) {
  md.core.ruler.push("examples", ({ tokens, env, Token }) => {
    let code = "";
    let done = "";
    const playground = relative(pages.get(env.source).url, "playground/index.html");
    tokens.forEach((token, at) => {
      if (token.type === "heading_open") {
        code = plain(tokens[at + 1]);
        done = "";
        return;
      }
      const [, kind] = (token.type === "inline" && env.source === "docs/findings.md" && /^(Bad|Good)(?:, `[^`]+`)?:$/.exec(token.content)) || [];
      if (kind === undefined || kind === done) {
        return;
      }
      done = kind;
      const link = new Token("html_inline", "", 0);
      const fragment = fragments[code]?.[kind.toLowerCase()];
      if (fragment) {
        link.content = ` <a class="check" href="${playground}${fragment}" data-title="${code}, ${kind.toLowerCase()} example">Check it<span class="unseen">: the ${kind.toLowerCase()} example of ${code}</span></a>`;
      } else if (kind === "Bad" && Object.hasOwn(unchecked, code)) {
        link.content = ` <span class="unchecked">${new MarkdownIt().renderInline(unchecked[code])}</span>`;
      } else if (!Object.hasOwn(unchecked, code)) {
        throw new Error(`${env.source} has an example of ${code}, which is no code`);
      }
      token.children.push(link);
    });
  });
}
