// Drives the playground in Chromium: node e2e/drive.mjs OUT. OUT is what `make web` wrote; steps.mjs lists the variables.

import { deflateRawSync } from "node:zlib";

import { open } from "./open.mjs";
import { accessible, picture as keep, step } from "./steps.mjs";

const { address, asked, problems, visit, close } = await open(process.argv[2]);
const picture = (page, name) => keep(page, `playground-${name}`);
const link = (program) => `#program=${deflateRawSync(typeof program === "string" ? program : JSON.stringify(program)).toString("base64url")}`;
const program = (page) => page.locator("#editor .cm-content");
const finding = (page, text) => page.locator("#findings li", { hasText: text });
/** What the editor has, without its colors. */
const text = async (page) => (await page.locator("#editor .cm-line").allTextContents()).join("\n");
const has = async (page, wanted) => {
  for (let tries = 0; !(await text(page)).includes(wanted); tries++) {
    if (tries === 300) {
      throw new Error(`${JSON.stringify(wanted)} is not in the editor: ${await text(page)}`);
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
};

const page = await visit(address);
await step("the checker is ready", async () => {
  await page.locator("html[data-ready]").waitFor();
  return `after ${await page.locator("html").getAttribute("data-ready")} ms`;
});
await step("the first example has findings", async () => {
  await finding(page, "lenght").first().waitFor();
  await page.locator("#editor .cm-lintRange-error").first().waitFor();
  await page.locator("#editor .tok-property").first().waitFor();
});
await picture(page, "light");
await step("hover shows a type", async () => {
  await page.locator("#editor .cm-line span", { hasText: /^minDigits$/ }).first().hover();
  await page.locator("#editor .cm-lsp-hover-tooltip", { hasText: "int" }).waitFor();
});
await picture(page, "hover");
await step("a fix of the list changes the program", async () => {
  await finding(page, "lenght").locator(".fix").first().click();
  await has(page, "length    = 24");
  await finding(page, "lenght").waitFor({ state: "detached" });
});
await step("a typed mistake is found, explained at the place, and fixed there", async () => {
  await program(page).press("Control+End");
  await page.keyboard.type("\noutput again {\n  value = admin.resul\n");
  await finding(page, "resul").first().waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#editor .cm-line", { hasText: "value = admin.resul" }).locator(".cm-lintRange").last().hover();
  await page.locator("#editor .cm-diagnosticAction", { hasText: "result" }).click();
  await has(page, "value = admin.result");
});
await step("completion offers properties", async () => {
  await program(page).press("Control+End");
  await page.keyboard.type("\noutput third {\n  value = admin.");
  const option = page.locator("#editor .cm-tooltip-autocomplete li", { hasText: "bcryptHash" });
  await option.waitFor();
  await picture(page, "completion");
  await option.click();
  await has(page, "value = admin.bcryptHash");
  await page.keyboard.press("Escape");
});
await step("formatting aligns", async () => {
  await page.locator("#examples").selectOption("kit");
  await has(page, "lenght");
  await finding(page, "lenght").first().waitFor();
  await page.locator("#editor .cm-line", { hasText: "minDigits = digits" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type("\nspecial=true");
  await page.locator("#format").click();
  await has(page, "special   = true");
});
await step("a link keeps the program", async () => {
  await page.locator("#share").click();
  await page.locator("#note", { hasText: "link" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const again = await visit(link);
  await has(again, "special   = true");
  await finding(again, "lenght").first().waitFor();
  await again.context().close();
  return `${link.length} characters`;
});
await step("a link that is damaged, too large or names files elsewhere is refused", async () => {
  const elsewhere = { example: "kit", files: [{ path: "../schemas/kit-2.0.0.json", text: "{}" }] };
  const above = { example: "kit", files: [{ path: "network/..", text: "{}" }] };
  const hostile = { "#program=AAAA": "damaged", [link(" ".repeat(1 << 21))]: "too large", [link(elsewhere)]: "holds no program", [link(above)]: "holds no program" };
  const broken = await visit(address);
  for (const [fragment, why] of Object.entries(hostile)) {
    await broken.goto(`${address}?${fragment.length}${fragment}`); // another address, so the page is loaded again
    await broken.locator("#note", { hasText: why }).waitFor();
    await has(broken, "lenght");
  }
  await broken.context().close();
});
await step("in a frame, a program has settings and a stack, and a new link replaces it", async () => {
  const settings = { path: ".pcl-lsp.yaml", text: "rules:\n  unused.config: hint\n" };
  const stack = { path: "Pulumi.dev.yaml", text: "config:\n  shop:size: many\n" };
  const project = { path: "Pulumi.yaml", text: "name: shop\nruntime: pcl\n" };
  const files = [{ path: "main.pp", text: "config size int {\n}\n" }, settings, project, stack];
  const framed = await visit(`${address}?embedded${link({ example: "kit", files })}`);
  await finding(framed, "unused.config").locator(".hint").waitFor();
  await finding(framed, "config.stack-value").waitFor();
  await framed.locator("header").waitFor({ state: "hidden" });
  await framed.locator("[role=tab]", { hasText: ".pcl-lsp.yaml" }).click();
  await program(framed).press("Control+End");
  await framed.keyboard.type("# and no more");
  await framed.locator("#editor .cm-line", { hasText: "unused.config" }).click({ clickCount: 3 });
  await framed.keyboard.press("Delete");
  await finding(framed, "unused.config").locator(".warning").waitFor();
  const good = link({ example: "kit", files: [{ path: "main.pp", text: "output size {\n  value = 1\n}\n" }] });
  await framed.evaluate((fragment) => location.replace(fragment), good);
  await framed.locator("#count", { hasText: "No findings" }).waitFor();
  await has(framed, "output size");
  await framed.context().close();
});
await step("renaming changes all files", async () => {
  await page.locator("#examples").selectOption("cloudy");
  await page.locator("[role=tab]", { hasText: "zones.pp" }).click();
  await page.locator("#editor .cm-line", { hasText: "blocks = {" }).click({ position: { x: 12, y: 8 } });
  await page.keyboard.press("F2");
  await page.locator("#editor .cm-panel input").fill("addresses");
  await page.keyboard.press("Enter");
  await has(page, "addresses = {");
  await page.locator("[role=tab]", { hasText: "main.pp" }).click();
  await has(page, "range = addresses");
});
await step("the graph shows what depends on what", async () => {
  await page.locator("#graph").click();
  await page.frameLocator("#graph-frame").locator("svg text", { hasText: "subnet" }).first().waitFor();
  await picture(page, "graph");
  await page.locator("#graph").click();
});
await step("a schema can be added", async () => {
  await page.locator("#examples").selectOption("kit");
  await page.locator("[role=tab]", { hasText: "main.pp" }).waitFor();
  await page.locator("#editor .cm-content").press("Control+End");
  await page.keyboard.type('\nresource made "mine:index:Made" {\n  size = "one"\n');
  await finding(page, "package `mine`").first().waitFor();
  const schema = { name: "mine", version: "1.0.0", resources: { "mine:index:Made": { inputProperties: { size: { type: "boolean", description: "<img src=x onerror=alert(1)> **big**" } } } } };
  await page.locator("#schema").setInputFiles({ name: "mine-1.0.0.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(schema)) });
  await finding(page, "neither `true` nor `false`").first().waitFor();
  await finding(page, "package `mine`").waitFor({ state: "detached" });
});
await step("the text of a schema is no markup", async () => {
  await page.locator("#editor .cm-line span", { hasText: /^size$/ }).last().hover();
  const shown = page.locator("#editor .cm-lsp-hover-tooltip");
  await shown.filter({ hasText: "big" }).waitFor();
  if ((await shown.locator("img, script").count()) > 0) {
    throw new Error("a picture of the schema is shown");
  }
});
await step("the AWS example has findings", async () => {
  await page.locator("#examples").selectOption("aws");
  await finding(page, "key").first().waitFor();
  await finding(page, "backupRetentionPeriod").first().waitFor();
});
await step("nothing is wrong for people with disabilities that axe-core finds", async () => {
  // The keys of the text scroll the editor, but axe-core does not see that from outside its shadow root.
  await accessible(page, { exclude: [["#graph-frame"]] }, { rules: { "scrollable-region-focusable": { enabled: false } } });
});
await step("dark, and on a phone", async () => {
  const dark = await visit(address, { colorScheme: "dark" });
  await finding(dark, "lenght").first().waitFor();
  await dark.locator("#editor .tok-property").first().waitFor();
  await picture(dark, "dark");
  await accessible(dark, undefined, { runOnly: ["color-contrast"] });
  const narrow = await visit(address, { viewport: { width: 390, height: 844 } });
  await finding(narrow, "lenght").first().waitFor();
  await picture(narrow, "narrow");
  if (await narrow.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
    throw new Error("the page is wider than a phone");
  }
});
await step("the page asks its own site for its own files, and nothing complains", () => {
  const more = [...asked].filter((one) => !one.startsWith("GET "));
  if (problems.length > 0 || more.length > 0) {
    throw new Error([...problems, ...more].join("; "));
  }
});
await close();
