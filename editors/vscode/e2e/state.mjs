// What exists of a stack, and what a run would do: lenses, hovers and the view *PCL State*, which follow edits and the file of the state; and the state that
// the user's own Pulumi command line prints.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { choose, goTo, press, stages } from "./walk.mjs";

/** Runs the test. Returns 0 if every stage passed. */
export async function state(page, open, { workspace, images }) {
  const picture = async (name) => {
    if (images) {
      await page.screenshot({ path: path.join(images, `${name}.png`) });
    }
  };
  const { stage, failures } = stages("state", (number) => picture(`state-stuck-${number}`));
  const lens = (text) => page.locator(".codelens-decoration:visible", { hasText: text }).first();
  const view = page.locator(".pane", { has: page.locator(".pane-header", { hasText: "PCL State" }) });
  const row = (text) => view.locator(".monaco-list-row", { hasText: text }).first();
  const file = path.join(workspace, "state.dev.json");
  const saved = readFileSync(file, "utf8");

  await stage("lenses tell what a run would do", async () => {
    await open("main.pp");
    await page.waitForSelector(".monaco-editor .view-line", { timeout: 60_000 });
    await page.locator(".pane-header[aria-expanded=true]").first().click(); // hides the folders, so that the view has room
    await lens("plan: same").waitFor({ timeout: 60_000 });
    await lens("plan: 1 create, 1 same").waitFor();
    await lens("plan: update: storageGb").waitFor();
  });
  await stage("a click on a lens shows the reasons in the view", async () => {
    await lens("plan: update: storageGb").locator("a").last().click();
    await row("storageGb: 20 → 40").waitFor();
    await row("Delete: no longer in the program").waitFor();
    await row("logs").waitFor();
    await picture("state-view");
  });
  await stage("a hover shows the real id", async () => {
    await goTo(page, 1, 12);
    await press(page, "Control+k", "Control+i");
    await page.locator(".monaco-hover:visible", { hasText: "net-0a1b2c3d" }).first().waitFor();
    await picture("state-hover");
    await press(page, "Escape");
  });
  await stage("lenses and the view follow an edit", async () => {
    await goTo(page, 2, 18);
    await page.keyboard.type("9");
    await lens("plan: replace: cidrBlock").waitFor();
    await row("Replace").waitFor();
    await picture("state-edited");
    await press(page, "Backspace");
    await lens("plan: same").waitFor();
    await row("Replace").waitFor({ state: "detached" });
  });
  await stage("a row leads to its block", async () => {
    await goTo(page, 1, 1);
    await row("database").click();
    await page.locator(".statusbar-item", { hasText: "Ln 14, Col 10" }).first().waitFor();
  });
  await stage("a state that is written again counts at once, and a broken one is said", async () => {
    writeFileSync(file, "{");
    await row("cannot be read").waitFor();
    await picture("state-broken");
    writeFileSync(file, saved.replaceAll("net-0a1b2c3d", "net-77777777"));
    await row("Delete: no longer in the program").waitFor();
    await goTo(page, 1, 12);
    await press(page, "Control+k", "Control+i");
    await page.locator(".monaco-hover:visible", { hasText: "net-77777777" }).first().waitFor();
    await press(page, "Escape");
  });
  await stage("the state is read with the Pulumi command line after a question", async () => {
    await press(page, "F1");
    await choose(page, "PCL: Read State from Pulumi", ">");
    const question = page.locator(".monaco-dialog-box", { hasText: "pulumi stack export" });
    await question.waitFor();
    await picture("state-question");
    await question.locator(".monaco-button", { hasText: "Read" }).click();
    await row("lamps").waitFor();
    await picture("state-read");
  });
  await stage("no secret is shown", async () => {
    const text = await page.locator("body").innerText();
    if (text.includes("zqstored")) {
      throw new Error("a secret of the state is on the page");
    }
  });
  return failures() === 0 ? 0 : 1;
}
