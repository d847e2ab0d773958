// Writes a program from an empty file, with the keyboard, as a person would who takes what is suggested. Each step says what is
// typed or which suggestion is taken. A suggestion that isn't the first one costs the keys that lead to it. The result is the share
// of the program's characters that nobody typed.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Keys that write no character. */
const silent = /^(?:[A-Z][A-Za-z0-9+]+)$/;

/** Runs the session. Returns 0 if the program is the expected one and enough of it was suggested. */
export async function session(page, open, { workspace, steps, floor, images }) {
  const file = path.join(workspace, "main.pp");
  const wanted = readFileSync(file, "utf8");
  writeFileSync(file, "");
  await open("main.pp");
  await page.waitForSelector(".monaco-editor .view-line", { timeout: 60_000 });
  await page.keyboard.press("Control+b");
  await page.locator(".monaco-editor .view-line").first().click();
  const keys = [];
  let typed = 0;
  let at = 0;
  const press = async (key) => {
    keys.push(key);
    await page.keyboard.press(key);
  };
  const type = async (text) => {
    for (const letter of text) {
      keys.push(letter);
      typed++;
      await page.keyboard.type(letter);
    }
  };
  const list = page.locator(".suggest-widget.visible");
  // The first list appears when the server has started.
  for (let tries = 0; !(await list.locator(".monaco-list-row").count()) && tries < 60; tries++) {
    await page.keyboard.press("Control+Space");
    await list.locator(".monaco-list-row").first().waitFor({ timeout: 1000 }).catch(() => page.keyboard.press("Escape"));
  }
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  const take = async (label) => {
    const row = list.locator(".monaco-list-row").filter({ has: page.locator(".label-name", { hasText: new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`) }) }).first();
    await row.waitFor();
    for (let moves = 0; !(await row.getAttribute("class")).includes("focused"); moves++) {
      if (moves === 20) {
        throw new Error(`${label} is not among the first suggestions`);
      }
      await press("ArrowDown");
    }
    await press("Enter");
    await row.waitFor({ state: "hidden" });
  };
  let failed = 0;
  try {
    for (const step of steps) {
      at++;
      if (step.take) {
        await take(step.take);
      } else if (silent.test(step.key ?? "")) {
        await press(step.key);
      } else {
        await type(step.type);
      }
      if (step.opens) {
        await list.locator(".monaco-list-row").first().waitFor(); // a person looks at what opens
      }
      if (step.picture && images) {
        await list.locator(".monaco-list-row").first().waitFor({ timeout: 2000 }).catch(() => {}); // there may be none
        await page.screenshot({ path: path.join(images, `${step.picture}.png`) });
      }
    }
    await press("Control+s");
    await page.locator(".tab.active:not(.dirty)").waitFor();
    const got = readFileSync(file, "utf8");
    const share = 1 - typed / wanted.length;
    console.log(`${got === wanted ? "ok" : "not ok"} session: the program is the one wanted`);
    console.log(`${share >= floor ? "ok" : "not ok"} session: ${(100 * share).toFixed(1)} % of ${wanted.length} characters were suggested, with ${keys.length} keys`);
    failed += Number(got !== wanted) + Number(share < floor);
    if (got !== wanted) {
      console.log(got);
    }
  } catch (problem) {
    failed++;
    console.log(`not ok session: step ${at}, ${JSON.stringify(steps[at - 1])}: ${String(problem).replaceAll("\n", " | ")}`);
    console.log(await page.locator(".view-lines").first().innerText());
    if (images) {
      await page.screenshot({ path: path.join(images, "session-stuck.png") });
    }
  }
  if (images) {
    writeFileSync(path.join(images, "session-keys.txt"), keys.map((key) => (key.length === 1 ? key : `<${key}>`)).join("") + "\n");
  }
  return failed;
}
