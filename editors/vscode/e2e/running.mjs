// A running program is restructured without fear: a component is extracted from it, the plan has no change but the component's name, and one undo
// takes everything back.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { goTo, press, stages } from "./walk.mjs";

/** Runs the test. Returns 0 if every stage passed. */
export async function running(page, open, { workspace, images }) {
  const picture = async (name) => {
    if (images) {
      await page.screenshot({ path: path.join(images, `${name}.png`) });
    }
  };
  const { stage, failures } = stages("running", (number) => picture(`running-stuck-${number}`));
  const view = page.locator(".pane", { has: page.locator(".pane-header", { hasText: "PCL State" }) });
  const row = (text) => view.locator(".monaco-list-row", { hasText: text }).first();
  const lenses = (text) => page.locator(".editor-instance .codelens-decoration:visible", { hasText: text });
  const menu = page.locator(".action-widget:visible");
  const read = (...names) => readFileSync(path.join(workspace, ...names), "utf8");
  const written = read("main.pp");
  const names = ["network", "archiveBucket", "archiveIndex", "archivePolicy", "archiveReport-0", "archiveReport-1", "reader"];

  // Every resource is in the group of those that stay the same, and no group says anything else.
  const allSame = async (summary, registered) => {
    await row(summary).waitFor({ timeout: 60_000 });
    const same = row(/^Same/);
    await same.waitFor();
    if ((await same.getAttribute("aria-expanded")) === "false") {
      await same.click();
    }
    for (const name of registered) {
      await row(name).waitFor();
    }
    for (const group of ["Replace", "Delete", "Cannot tell", "Update", "Import"]) {
      if (await view.locator(`.monaco-list-row[aria-level="2"]`, { hasText: group }).count()) {
        throw new Error(`the plan has the group ${group}`);
      }
    }
  };
  const selectArchive = async () => {
    const offer = menu.locator(".monaco-list-row", { hasText: "Extract component `archive` without `archiveReport`" });
    for (let tries = 3; tries > 0; tries--) { // a menu is closed under the keyboard now and then
      await goTo(page, 9, 1);
      await press(page, ...Array(29).fill("Shift+ArrowDown"));
      await page.locator(".statusbar-item", { hasText: "Ln 38, Col 1 (" }).waitFor();
      await press(page, "Control+Shift+r");
      if (await offer.waitFor({ timeout: 5_000 }).then(() => true, () => false)) {
        break;
      }
      await press(page, "Escape");
    }
    await offer.waitFor();
  };

  await stage("everything that runs stays the same", async () => {
    await open("main.pp");
    await page.waitForSelector(".monaco-editor .view-line", { timeout: 60_000 });
    await page.locator(".pane-header[aria-expanded=true]").first().click(); // hides the folders, so that the view has room
    await lenses("plan: 2 same").waitFor({ timeout: 60_000 });
    await view.locator(".pane-header").click();
    await allSame(/reports: 7 the same$/, names);
    await picture("running-before");
  });
  await stage("selected blocks become a component", async () => {
    await selectArchive();
    await picture("running-menu");
    await press(page, "Enter");
    await page.locator(".view-line", { hasText: 'component archive "./archive" {' }).first().waitFor();
    await page.locator(".tab.active:not(.dirty)").waitFor();
    const inner = read("archive", "main.pp");
    for (const name of ["archiveBucket", "archiveIndex", "archivePolicy"]) {
      if (!inner.includes(`resource ${name} `) || !inner.includes(`aliases = [{ name = "${name}", noParent = true }]`)) {
        throw new Error(`${name} has no alias in ${inner}`);
      }
    }
  });
  await stage("the plan still changes nothing, and only the name of the component is new", async () => {
    await allSame("reports: 7 the same, 1 component to create", names.map((name) => (/Bucket|Index|Policy/.test(name) ? `archive-${name}` : name)));
    await lenses("plan: create: a component is only a name").waitFor();
    await lenses("plan: 2 same").waitFor();
    await row("Create: new in the program").waitFor();
    await picture("running-extracted");
    await row("archive-archiveIndex").click();
    await page.locator(".tab.active", { hasText: "archive" }).waitFor();
    for (let i = 0; i < 3; i++) {
      await lenses("plan: same").nth(i).waitFor();
    }
    await picture("running-component");
  });
  await stage("one undo takes everything back", async () => {
    await page.locator(".tab", { hasText: "main.pp" }).first().click();
    await press(page, "Control+1", "Control+z");
    await page.locator(".view-line", { hasText: "resource archiveBucket" }).first().waitFor();
    await allSame(/reports: 7 the same$/, names);
    if (await row("Create").count()) {
      throw new Error("the component is still in the plan");
    }
    await lenses("plan: 2 same").waitFor();
    await picture("running-undone");
    await press(page, "Control+s"); // an undo does not save
    await page.locator(".tab.active:not(.dirty)").waitFor();
    const folder = path.join(workspace, "archive");
    const left = existsSync(folder) ? readdirSync(folder) : [];
    if (read("main.pp") !== written || left.length > 0) {
      throw new Error(`left are ${left} and ${read("main.pp")}`);
    }
  });
  await stage("the folder that an undo leaves is no obstacle", async () => {
    await selectArchive();
    await picture("running-again");
    await press(page, "Escape");
  });
  return failures() === 0 ? 0 : 1;
}
