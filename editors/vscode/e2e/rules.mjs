// A team's own rules: a finding is explained, leads to its fix, and follows the rule file when that is saved.

import path from "node:path";

import { goTo, press, stages } from "./walk.mjs";

/** Runs the test. Returns 0 if every stage passed. */
export async function rules(page, open, images) {
  const picture = async (name) => {
    if (images) {
      await page.screenshot({ path: path.join(images, `${name}.png`) });
    }
  };
  const { stage, failures } = stages("rules", (number) => picture(`rules-stuck-${number}`));
  const line = (text) => page.locator(".view-line:visible", { hasText: text }).first();
  const squiggles = (severity) => page.locator(`.editor-instance .squiggly-${severity}:visible`);

  await stage("what fails is a warning, and what is not known before the run says so", async () => {
    await open("main.pp");
    await page.waitForSelector(".monaco-editor .view-line", { timeout: 60_000 });
    await press(page, "Control+b");
    await squiggles("warning").first().waitFor({ timeout: 60_000 });
    await squiggles("info").first().waitFor();
    await picture("rules-squiggles");
  });
  await stage("a hover shows the documentation of the rule", async () => {
    await goTo(page, 9, 11);
    await press(page, "Control+k", "Control+i");
    for (const text of ["is not encrypted", "Buckets are encrypted", "objects are stored in plain text", "team.encrypted-buckets"]) {
      await page.locator(".monaco-hover:visible", { hasText: text }).first().waitFor();
    }
    await picture("rules-hover");
    await press(page, "Escape");
  });
  await stage("the fix of the rule is a quick fix", async () => {
    await press(page, "Control+.");
    await page.locator(".action-widget:visible .monaco-list-row", { hasText: "Encrypt it" }).first().waitFor();
    await picture("rules-fix");
    await page.locator(".action-widget:visible .monaco-list-row", { hasText: "Encrypt it" }).first().click();
    await line("encryption = {").waitFor();
    await squiggles("warning").first().waitFor({ state: "detached" });
    await press(page, "Control+s");
  });
  await stage("a rule file is completed and checked while it is typed", async () => {
    await press(page, "Control+p");
    await page.locator(".quick-input-widget:visible input").first().fill("team.pcl-rules.hcl");
    await page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: "team.pcl-rules.hcl" }).first().waitFor();
    await press(page, "Enter");
    await line("private-networks").waitFor();
    await goTo(page, 20, 59);
    await page.keyboard.type(" && resource.inputs.");
    await press(page, "Control+Space");
    await page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "cidrBlock" }).first().waitFor();
    await picture("rules-completion");
    await press(page, "Escape");
    await page.keyboard.type("cidrBlok != null");
    await squiggles("warning").first().waitFor();
    await picture("rules-mistake");
  });
  await stage("programs follow when a rule file is saved", async () => {
    for (let i = 0; i < " && resource.inputs.cidrBlok != null".length; i++) {
      await press(page, "Backspace");
    }
    await squiggles("warning").first().waitFor({ state: "detached" });
    await goTo(page, 20, 3);
    await press(page, "Shift+End");
    await page.keyboard.insertText("require  = resource.inputs.cidrBlock != null");
    await press(page, "Control+s");
    await page.locator(".tab.active:not(.dirty)").waitFor();
    await page.locator(".tab", { hasText: "main.pp" }).first().click();
    await line("resource network").waitFor();
    await squiggles("info").first().waitFor({ state: "detached" });
    await picture("rules-followed");
  });
  return failures() === 0 ? 0 : 1;
}
