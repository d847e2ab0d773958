// The examples of findings, as links to the playground. They are those that `pcl-lsp explain` prints and that TestExamples checks in
// internal/fixture, with the same schemas: those of the playground's example that is named here.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { repository } from "./sources.mjs";

const schemas = "dns"; // this example of the playground has all schemas of testdata/schemas

/** Codes whose examples the playground cannot check, with the reason. */
export const unchecked = JSON.parse(readFileSync(new URL("unchecked.json", import.meta.url), "utf8"));

/** Returns the fragments of links to the examples, by code and kind: fragments["attr.unknown"].bad. */
export async function fragments(pack) {
  const program = `${repository}bin/pcl-lsp`;
  const { codes } = JSON.parse(execFileSync(program, ["explain", "--format", "json"], { maxBuffer: 1 << 28, encoding: "utf8" }));
  const strange = Object.keys(unchecked).filter((name) => !codes.some(({ code }) => code === name));
  if (strange.length > 0) {
    throw new Error(`unchecked.json names ${strange.join(", ")}, which is no code`);
  }
  const checked = codes.filter(({ code }) => !Object.hasOwn(unchecked, code));
  const packed = (text) => pack({ example: schemas, files: files(text) });
  return Object.fromEntries(await Promise.all(checked.map(async ({ code, bad, good }) => [code, { bad: await packed(bad), good: await packed(good) }])));
}

/** The files of an example: an archive, in which each follows a line with its name, or the text of main.pp. */
function files(example) {
  const [before, ...parts] = example.split(/^-- (.+) --\n/m);
  if (before !== "" || parts.length === 0) {
    return [{ path: "main.pp", text: example }];
  }
  return parts.flatMap((path, i) => (i % 2 === 0 ? [{ path, text: parts[i + 1] }] : []));
}
