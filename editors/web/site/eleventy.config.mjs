// The site for Eleventy. build.mjs, which runs it, passes what only it knows.

import { groups, pages, read, addressOf, relative } from "./sources.mjs";
import { renderer } from "./markdown.mjs";

/** Returns the configuration of a site of a version. See renderer for the rest. */
export function configuration({ version, ...parts }) {
  return (eleventy) => {
    eleventy.setLibrary("md", renderer(parts));
    eleventy.amendLibrary("md", (md) => md.enable("code")); // Eleventy switches indented code off
    eleventy.setUseGitIgnore(false);
    eleventy.addGlobalData("version", version);
    eleventy.addGlobalData("groups", groups);
    eleventy.addFilter("from", (url, page) => relative(page, url));
    eleventy.addFilter("contents", (source) => parts.sections.get(source).filter(({ level }) => level === 2));
    for (const { source, url, title } of pages.values()) {
      const data = { source, address: addressOf(source), permalink: url, here: url, root: relative(url, "") || ".", title, layout: "page.njk", templateEngineOverride: "md" };
      eleventy.addTemplate(url.replace(/html$/, "md"), read(source), data);
    }
  };
}
