// Measures what a visitor of the playground waits for, in Chromium: node e2e/measure.mjs OUT VISITS. OUT is what `make web` wrote. It prints a JSON
// object: for each figure its milliseconds, one for each visit. Each visitor is new, so nothing is in a cache. Both ends of a figure are taken in the
// page: the event of the keyboard or the mouse, and the change of the page that the visitor waits for.

import { open } from "./open.mjs";

const [out, visits] = process.argv.slice(2);
const { address, problems, visit, close } = await open(out);
const figures = { ready: [], first: [], finding: [], hover: [], fix: [], link: [] };

/** Resolves in the page when there is, or is not, an element with a text: with the milliseconds since an event, or since the page was asked for. */
function waits(page, event, selector, text, absent = false) {
  return page.evaluate(
    ([event, selector, text, absent]) => {
      let began = event ? undefined : 0;
      if (event) {
        addEventListener(event, () => (began = performance.now()), { capture: true, once: true });
      }
      const roots = [document, document.querySelector("#editor").shadowRoot];
      const there = () => roots.some((root) => [...root.querySelectorAll(selector)].some((element) => element.textContent.includes(text)));
      globalThis.waited = new Promise((done) => {
        const look = () => {
          if (began !== undefined && there() !== absent) {
            watcher.disconnect();
            done(performance.now() - began);
          }
        };
        const watcher = new MutationObserver(look);
        roots.forEach((root) => watcher.observe(root, { childList: true, subtree: true, characterData: true, attributes: true }));
        look();
      });
    },
    [event, selector, text, absent],
  );
}
const waited = (page) => page.evaluate(() => globalThis.waited);
const findings = "#findings li";

for (let i = 0; i < Number(visits); i++) {
  const page = await visit(address);
  await waits(page, null, findings, "lenght");
  figures.first.push(await waited(page));
  figures.ready.push(Number(await page.locator("html").getAttribute("data-ready")));

  await page.locator("#editor .cm-content").press("Control+End");
  await page.keyboard.insertText("\noutput again {\n  value = admin.resul\n}\n");
  for (const key of ["ArrowUp", "ArrowUp", "End"]) {
    await page.keyboard.press(key);
  }
  await waits(page, "keydown", findings, "resulx");
  await page.keyboard.type("x");
  figures.finding.push(await waited(page));
  await page.keyboard.press("Escape");

  await waits(page, "mousemove", ".cm-lsp-hover-tooltip", "int");
  await page.locator("#editor .cm-line span", { hasText: /^minDigits$/ }).first().hover();
  figures.hover.push(await waited(page));

  await waits(page, "pointerdown", findings, "lenght", true);
  await page.locator(findings, { hasText: "lenght" }).first().locator(".fix").first().click();
  figures.fix.push(await waited(page));

  await page.locator("#share").click();
  await page.locator("#note", { hasText: "link" }).waitFor();
  const again = await visit(await page.evaluate(() => navigator.clipboard.readText()));
  await waits(again, null, findings, "resulx");
  figures.link.push(await waited(again));
  await again.context().close();
  await page.context().close();
}
await close();
if (problems.length > 0) {
  throw new Error(problems.join("; "));
}
console.log(JSON.stringify(figures));
