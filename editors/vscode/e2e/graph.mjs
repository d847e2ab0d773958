// Looks at the dependency graphs of programs of three sizes, in the editor and as pages, in dark and light.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { writeProgram } from "./sizes.mjs";
import { choose, goTo, press, stages, useTheme } from "./walk.mjs";

// Whether the label of a box contains the words that are written in it. Axe reads the lines of a drawing as one word. A long name is cut in the box, and
// whole in the label.
function labelled(selector) {
  const box = document.querySelector(selector);
  const words = (text) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
  const lines = [...box.querySelectorAll("text")].map((line) => words(line.textContent.split("…")[0]));
  return lines.length > 0 && lines.every((line) => words(box.getAttribute("aria-label")).includes(line));
}

// Looks at a page or frame as axe does: names for screen readers, roles, contrast.
async function wantAccessible(frame, axe) {
  await frame.evaluate(axe);
  const { violations: all, passes } = await frame.evaluate("axe.run()");
  const violations = [];
  for (const { id, nodes } of all) {
    for (const node of nodes) {
      if (id !== "label-content-name-mismatch" || !(await frame.evaluate(labelled, node.target[0]))) {
        violations.push({ id, node });
      }
    }
  }
  if (passes.length < 10) {
    throw new Error(`only ${passes.length} rules were tried`);
  }
  if (violations.length > 0) {
    throw new Error(violations.slice(0, 5).map(({ id, node }) => `${id}: ${node.html} ${node.failureSummary}`).join(" | "));
  }
}

/** Runs the stages. Returns 0 if each passed. */
export async function graphs(page, open, { workspace, server, tools, images }) {
  const axe = readFileSync(path.join(tools, "node_modules", "axe-core", "axe.min.js"), "utf8");
  const { stage, failures } = stages("graph", (number) => picture(page, `graph-stuck-${number}`));
  const picture = async (of, name) => {
    if (images) {
      await of.waitForTimeout(300);
      await of.screenshot({ path: path.join(images, `${name}.png`) });
    }
  };
  for (const size of [20, 100, 500]) {
    writeProgram(path.join(workspace, `size${size}`), size);
  }

  for (const [size, colorScheme] of [[20, "light"], [20, "dark"], [100, "light"], [100, "dark"], [500, "light"], [500, "dark"]]) {
    await stage(`a page of ${size}, ${colorScheme}`, async () => {
      const file = path.join(workspace, `graph-${size}.html`);
      execFileSync(server, ["graph", "--format", "html", "--out", file, path.join(workspace, `size${size}`)], { stdio: "pipe" });
      const context = await page.context().browser().newContext({ colorScheme, viewport: { width: 1200, height: 760 }, acceptDownloads: true });
      try {
        const graph = await context.newPage();
        const problems = [];
        graph.on("pageerror", (problem) => problems.push(String(problem)));
        graph.on("console", (message) => message.type() === "error" && problems.push(message.text()));
        graph.on("request", (request) => /^(file|blob):/.test(request.url()) || problems.push(request.url()));
        await graph.goto(pathToFileURL(file).href);
        const boxes = graph.locator("g.box");
        await boxes.first().waitFor();
        if (size === 20) {
          await graph.locator("g.box.component .opener").click();
          await graph.locator("g.box", { hasText: "gateway" }).waitFor();
          await graph.keyboard.press("Escape");
          await graph.locator("#secret").click();
        }
        const shown = await boxes.count();
        if (size > 20 && shown > 40) {
          throw new Error(`it shows ${shown} boxes`);
        }
        await picture(graph, `page-${size}-${colorScheme}`);
        await wantAccessible(graph, axe);
        // The keyboard alone: to a box, to the next, into a group, and to what it needs.
        await graph.locator("g.box[tabindex='0']").focus();
        await graph.keyboard.press("ArrowDown");
        await graph.locator("#details h2").waitFor();
        await graph.locator("#search").fill("cartService");
        await graph.keyboard.press("Enter");
        await graph.locator("#details", { hasText: "cartTask" }).waitFor();
        for (const kind of ["svg", "png"]) {
          const [saved] = await Promise.all([graph.waitForEvent("download"), graph.locator(`#${kind}`).click()]);
          if (saved.suggestedFilename() !== `graph.${kind}`) {
            throw new Error(`it saves ${saved.suggestedFilename()}`);
          }
        }
        if (problems.length > 0) {
          throw new Error(problems.join(", "));
        }
      } finally {
        await context.close();
      }
    });
  }

  for (const [theme, kind] of [["Light Modern", "vs"], ["Dark High Contrast", "hc-black"], ["Dark Modern", "vs-dark"]]) {
    await stage(`500 declarations in the editor: ${theme}`, async () => {
      await open("size500/main.pp");
      await page.locator(".monaco-editor .view-line").first().waitFor();
      await goTo(page, 6, 11); // the component; the window opens where it was before
      await useTheme(page, theme, kind);
      await press(page, "F1");
      await choose(page, "PCL: Show Dependency Graph", ">");
      const drawing = page.frameLocator("iframe.webview").frameLocator("iframe");
      // The cursor is in the component, so it is shown with its neighbors.
      await drawing.locator("g.box[aria-current]", { hasText: "network" }).waitFor({ timeout: 60_000 });
      await drawing.locator("g.box", { hasText: "SecurityGroup" }).first().waitFor();
      if (await drawing.locator("g.box", { hasText: "zone" }).count()) {
        throw new Error("other declarations are shown");
      }
      await picture(page, `editor-500-${kind}`);
      const outer = await (await page.locator("iframe.webview").elementHandle()).contentFrame();
      await wantAccessible(await (await outer.locator("iframe").elementHandle()).contentFrame(), axe);
      // A click goes to the declaration.
      await drawing.locator("#search").fill("catalogDatabase");
      await drawing.locator("#search").press("Enter");
      await drawing.locator("g.box[aria-current]", { hasText: "catalogDatabase" }).click();
      await page.locator(".monaco-editor.focused .view-line", { hasText: "resource catalogDatabase" }).waitFor();
      await drawing.locator("#search").fill("");
      await picture(page, `editor-500-${kind}-clicked`);
    });
  }
  return failures() === 0 ? 0 : 1;
}
