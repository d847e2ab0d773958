// Opens the examples of all findings on the site in Chromium, one after another in one frame: node e2e/examples.mjs OUT. A bad example must have its
// finding and no other, and a good one none, as TestExamples expects of the same programs in internal/fixture.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

import { open } from "./open.mjs";
import { step } from "./steps.mjs";

const { codes } = JSON.parse(execFileSync("../../bin/pcl-lsp", ["explain", "--format", "json"], { maxBuffer: 1 << 28, encoding: "utf8" }));
const unchecked = JSON.parse(readFileSync("site/unchecked.json", "utf8"));
const { address, problems, visit, close } = await open(process.argv[2]);
const page = await visit(`${address}latest/findings.html`);
await page.locator("a.check").first().click();
await page.frameLocator("#playground iframe").locator("html[data-ready]").waitFor();
const frame = page.frames().find((one) => one.url().includes("playground"));

await step("every bad example has its finding and no other", () => each("bad", ({ findings }, code) => same(own(findings), [code])));
await step("every good example has none", () => each("good", ({ count }) => count === "No findings"));
await step("what the site does not open cannot be checked", async () => {
  const wrong = [];
  for (const { code, bad } of codes.filter(isUnchecked)) {
    const files = [{ path: "main.pp", text: bad.split("-- main.pp --\n").at(-1) }];
    const fragment = `#program=${deflateRawSync(JSON.stringify({ example: "dns", files })).toString("base64url")}`;
    await forget(fragment);
    await frame.evaluate((next) => location.replace(next), fragment);
    const { findings } = await shown(({ count }) => count === "No findings" || / findings?$/.test(count));
    if (findings.some((one) => one.endsWith(` ${code}`)) || (await page.locator(`a.check[data-title^="${code},"]`).count()) > 0) {
      wrong.push(code);
    }
  }
  if (wrong.length > 0) {
    throw new Error(`the playground can check ${wrong.join(", ")}`);
  }
});
await step("nothing complains", () => {
  if (problems.length > 0) {
    throw new Error(problems.join("; "));
  }
});
await close();

function isUnchecked({ code }) {
  return Object.hasOwn(unchecked, code);
}

/** Opens the examples of a kind, by the buttons of the page. */
async function each(kind, right) {
  const wrong = [];
  const opened = codes.filter((one) => !isUnchecked(one));
  for (const { code } of opened) {
    const link = `a.check[data-title="${code}, ${kind} example"]`;
    await forget(await page.evaluate((selector) => document.querySelector(selector).hash, link));
    await page.evaluate((selector) => document.querySelector(selector).click(), link);
    const last = await shown((now) => right(now, code));
    if (!right(last, code)) {
      wrong.push(`${code}: ${last.count} ${last.findings.join(", ")}`);
    }
  }
  if (wrong.length > 0) {
    throw new Error(wrong.join("; "));
  }
  return `${opened.length} codes`;
}

/** Makes the frame forget what it shows, unless it is about to be asked for the same program. */
async function forget(fragment) {
  await frame.evaluate((next) => {
    if (location.hash !== next) {
      document.querySelector("#count").textContent = "";
      document.querySelector("#findings").replaceChildren();
    }
  }, fragment);
}

/** What the frame shows, as soon as it is right, or after a while. */
async function shown(right) {
  const read = () => ({ count: document.querySelector("#count").textContent, findings: [...document.querySelectorAll("#findings .place")].map((place) => place.textContent) });
  for (let tries = 0; ; tries++) {
    const now = await frame.evaluate(read);
    if (right(now) || tries === 600) {
      return now;
    }
    await frame.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** The codes of the findings in the root of the program. What is wrong in a component counts only if there is none, as in TestExamples. */
function own(findings) {
  const inRoot = findings.filter((place) => !place.split(":")[0].includes("/"));
  return (inRoot.length > 0 ? inRoot : findings).map((place) => place.split(" ").at(-1));
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
