// The licences of the packages in bundles.

import { readFileSync, readdirSync } from "node:fs";

/** Returns the texts of the licences of all packages in the bundles that esbuild made. */
export function notices(...bundles) {
  const inside = bundles.flatMap((made) => Object.keys(made.metafile.inputs)).map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  return [...new Set(inside.filter((directory) => directory !== undefined))].sort().map(notice).join("");
}

function notice(directory) {
  const { name, version } = JSON.parse(readFileSync(`${directory}/package.json`, "utf8"));
  const licence = readdirSync(directory).find((file) => /^licen[cs]e/i.test(file));
  if (licence === undefined) {
    throw new Error(`${directory} has no licence file to ship`);
  }
  const line = "=".repeat(80);
  return `\n${line}\n${name} ${version}\n${line}\n\n${readFileSync(`${directory}/${licence}`, "utf8").replaceAll("\r", "").trim()}\n`;
}
