// The steps of tests in Chromium, and what they do with pages. E2E_TOOLS has the package axe-core, and E2E_IMAGES=DIR keeps pictures. Each step prints its
// time; none has a limit but that of waiting at all.

import { readFileSync } from "node:fs";
import path from "node:path";

import { tool } from "./open.mjs";

const { E2E_IMAGES: images } = process.env;
const axe = readFileSync(tool.resolve("axe-core"), "utf8");

export async function step(name, act) {
  const began = performance.now();
  try {
    const remark = await act();
    console.log(`ok ${name} (${remark ? `${remark}, ` : ""}${Math.round(performance.now() - began)} ms)`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`not ok ${name}: ${String(error).split("\n").slice(0, 6).join(" | ")}`);
  }
}

/** Keeps a picture of a page. */
export const picture = (page, name) => images && page.screenshot({ path: path.join(images, `${name}.png`) });

/** Fails if axe-core finds something wrong. */
export async function accessible(page, context, options = {}) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(([context, options]) => globalThis.axe.run(context ?? document, options), [context, options]);
  if (violations.length > 0) {
    throw new Error(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 2).join(" ")}`).join("; "));
  }
}
