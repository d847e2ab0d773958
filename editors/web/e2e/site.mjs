// Drives the site of the documents in Chromium: node e2e/site.mjs OUT. OUT is what `make site` wrote; steps.mjs lists the variables. With E2E_SMOKE,
// it takes one path through the site.

import { readFileSync } from "node:fs";
import path from "node:path";

import { open } from "./open.mjs";
import { accessible, picture as keep, step } from "./steps.mjs";

const out = path.resolve(process.argv[2]);
const { E2E_SMOKE: smoke } = process.env;
const versions = JSON.parse(readFileSync(path.join(out, "versions.json"), "utf8"));
const later = { "/versions.json": JSON.stringify(["latest", "99.0.0", ...versions.slice(1)]), "/99.0.0/index.html": '<title>The version after the next</title><link rel="icon" href="data:,">' };
const { address, asked, problems, visit, close } = await open(out, later);
const site = `${address}latest/`;
const picture = (page, name) => keep(page, `site-${name}`);
const example = (page, code, kind) => page.locator(`a.check[data-title="${code}, ${kind} example"]`);
const playground = (page) => page.frameLocator("#playground iframe");

const page = await visit(address);
await step("the first page leads to the latest version", async () => {
  await page.waitForURL(`${site}index.html`);
  await page.locator("h1", { hasText: "pcl-lsp" }).waitFor();
  await page.locator("pre", { hasText: "make vscode" }).waitFor(); // indented code
});
await step("the search finds a code, without a mouse", async () => {
  await page.keyboard.press("/");
  await page.keyboard.type("attr.unknown");
  await page.locator("#results li", { hasText: "attr.unknown" }).first().waitFor();
  await picture(page, "search");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${site}findings.html#attrunknown`);
  await picture(page, "finding");
});
await step("the bad example of a finding opens and has it", async () => {
  if ([...asked].some((one) => one.includes("wasm"))) {
    throw new Error("the playground was loaded before anybody asked");
  }
  await example(page, "attr.unknown", "bad").press("Enter");
  await playground(page).locator("#findings li", { hasText: "attr.unknown" }).waitFor();
  await playground(page).locator("#count", { hasText: "1 finding" }).waitFor();
  await picture(page, "example");
});
await step("a quick fix repairs it there", async () => {
  await playground(page).locator("#findings .fix").first().click();
  await playground(page).locator("#count", { hasText: "No findings" }).waitFor();
});
await step("the good example has none, and the focus returns", async () => {
  await page.locator("#close").press("Enter");
  await page.locator("a.check:focus").waitFor();
  await example(page, "attr.unknown", "good").press("Enter");
  await playground(page).locator("#editor .cm-line", { hasText: "forceDestroy = true" }).waitFor();
  await playground(page).locator("#count", { hasText: "No findings" }).waitFor();
  await page.locator("#close").press("Enter");
});
await step("nothing is wrong for people with disabilities that axe-core finds", async () => accessible(await visit(site)));
if (!smoke) {
  await step("every page fits a phone, and is right for people with disabilities in light and dark", allPages);
  await step("the chosen colors stay, and reach the playground", colors);
  await step("the switch leads to another version, which an old page knows, too", switchVersion);
  await step("without scripts, the text and the links to the playground are there", withoutScripts);
}
await step("the site asks for its own files, and nothing complains", () => {
  const more = [...asked].filter((one) => !/^(GET|HEAD) /.test(one));
  if (problems.length > 0 || more.length > 0) {
    throw new Error([...problems, ...more].join("; "));
  }
});
await close();

async function allPages() {
  const pages = await page.locator("#pages li a").evaluateAll((links) => links.map((link) => link.href));
  const looked = ["index", "findings", "pictures", "configuration", "performance"];
  for (const colorScheme of ["light", "dark"]) {
    const one = await visit(site, { colorScheme, viewport: { width: 390, height: 844 } });
    for (const url of pages) {
      const name = path.basename(url, ".html");
      await one.goto(url);
      if (await one.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
        throw new Error(`${url} is wider than a phone`);
      }
      if (looked.includes(name)) {
        await picture(one, `${name}-narrow-${colorScheme}`);
        await one.setViewportSize({ width: 1200, height: 760 });
        await picture(one, `${name}-${colorScheme}`);
        await accessible(one);
        await one.setViewportSize({ width: 390, height: 844 });
      }
    }
    await one.locator("#menu").press("Enter");
    await one.locator("#pages a", { hasText: "Commands" }).first().waitFor();
    await accessible(one);
    await picture(one, `menu-${colorScheme}`);
    await one.goto(`${site}findings.html#componenterrors`);
    await example(one, "component.errors", "bad").click();
    await playground(one).locator("#findings li", { hasText: "component.errors" }).waitFor();
    await accessible(one, { exclude: [["iframe"]] });
    await picture(one, `example-narrow-${colorScheme}`);
    await one.context().close();
  }
  return `${pages.length} pages`;
}

async function colors() {
  const one = await visit(`${site}findings.html#attrunknown`);
  await one.locator("#theme select").selectOption("dark");
  await one.reload();
  const ground = (where) => where.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  await example(one, "attr.unknown", "bad").click();
  await playground(one).locator("#findings li").first().waitFor();
  const [outside, inside] = [await ground(one), await ground(playground(one))];
  if (outside !== "rgb(13, 17, 23)" || inside !== outside) {
    throw new Error(`the colors are ${outside} and ${inside}`);
  }
  await picture(one, "example-dark");
  await one.context().close();
}

async function switchVersion() {
  const one = await visit(`${site}names.html`);
  const choice = one.locator("#versions select");
  const [, version] = versions;
  await choice.selectOption(version);
  await one.waitForURL(`${address}${version}/names.html`);
  await choice.selectOption("99.0.0"); // which has no such page
  await one.waitForURL(`${address}99.0.0/`);
  await one.context().close();
  const missing = problems.findIndex((problem) => problem.includes("404"));
  if (missing < 0) {
    throw new Error("nobody asked whether the page exists");
  }
  problems.splice(missing, 1);
}

async function withoutScripts() {
  const one = await visit(`${site}findings.html`, { javaScriptEnabled: false });
  await one.locator("h3#attrunknown").waitFor();
  const href = await example(one, "attr.unknown", "bad").getAttribute("href");
  if (!/^playground\/index\.html#program=[\w-]+$/.test(href)) {
    throw new Error(`the example leads to ${href}`);
  }
  if (await one.locator("#search").isVisible()) {
    throw new Error("the search is shown, but it cannot work");
  }
  await one.context().close();
}
