// Takes the pictures of docs/pictures.md, of each feature in a dark and a light theme. What is in a picture is waited for, so each one is a test too.

import path from "node:path";

import { choose, goTo, press, stages, useTheme } from "./walk.mjs";

const themes = [["Dark Modern", "vs-dark", "dark"], ["Light Modern", "vs", "light"]];

/** Runs the stages. Returns 0 if each passed. */
export async function pictures(page, open, images) {
  for (const [theme, kind, shade] of themes) {
    const save = async (name) => {
      if (images) {
        await page.waitForTimeout(400); // for what fades in
        await page.screenshot({ path: path.join(images, `${name}-${shade}.png`), clip: { x: 0, y: 34, width: 900, height: 620 } });
      }
    };
    const { stage, failures } = stages(`pictures, ${shade}`, (number) => save(`stuck-${number}`));
    page.setDefaultTimeout(5_000);
    await page.setViewportSize({ width: 900, height: 680 });
    await open("main.pp");
    await page.locator("[id='status.problems']", { hasText: /^\s*1\s/ }).waitFor({ timeout: 60_000 });
    await useTheme(page, theme, kind);
    if (await page.locator(".explorer-viewlet").isVisible()) {
      await press(page, "Control+b");
    }
    for (const { name, line, column, keys, runs, text, then, sees } of shown) {
      await stage(name, async () => {
        await goTo(page, line, column);
        if (text) {
          await page.keyboard.insertText(text);
        }
        if (then) {
          await page.keyboard.press("Escape");
          await goTo(page, ...then);
        }
        for (let tries = 3; ; tries--) { // a menu is closed under the keyboard now and then
          await (runs ? command(page, runs) : press(page, ...keys));
          try {
            await page.locator(sees[0], { hasText: sees[1] ?? "" }).first().waitFor();
            break;
          } catch (problem) {
            if (tries === 1) {
              throw problem;
            }
            await press(page, "Escape");
          }
        }
        await save(name);
        await press(page, "Escape", "Escape", "Escape");
        if (text) {
          await command(page, "File: Revert File");
        }
      });
    }
    if (failures() > 0) {
      return 1;
    }
  }
  return 0;
}

async function command(page, name) {
  await press(page, "F1");
  await choose(page, name, ">");
}

// What each picture shows: where the cursor is, what is pressed or written, and what must be seen.
const list = ".suggest-widget.visible .monaco-list-row";
const shown = [
  { name: "colours", line: 28, column: 1, keys: [], sees: [".monaco-editor .view-line", "resource database"] },
  { name: "finding", line: 42, column: 1, keys: ["F8"], sees: [".peekview-widget, .marker-widget", "cidrBlock"] },
  { name: "quick-fix", line: 43, column: 16, keys: ["Control+."], sees: [".action-widget .monaco-list-row", "cidrBlock"] },
  { name: "refactoring", line: 12, column: 18, runs: "Refactor...", sees: [".action-widget .monaco-list-row"] },
  { name: "hover-type", line: 27, column: 26, keys: ["Control+k", "Control+i"], sees: [".monaco-hover:visible", "instanceClass"] },
  { name: "hover-input", line: 31, column: 8, keys: ["Control+k", "Control+i"], sees: [".monaco-hover:visible", "security"] },
  { name: "hover-stacks", line: 6, column: 9, keys: ["Control+k", "Control+i"], sees: [".monaco-hover:visible", "us-east-1"] },
  { name: "inputs", line: 31, column: 36, text: "\n  all", keys: ["Control+Space"], sees: [list, "allocatedStorage"] },
  { name: "references", line: 31, column: 36, text: "\n  dbSubnetGroupName = ", keys: ["Control+Space"], sees: [list] },
  { name: "values", line: 35, column: 22, text: "\n  acl = ", keys: ["Control+Space"], sees: [list, "private"] },
  { name: "signature", line: 44, column: 2, text: "\nnames = join(", keys: ["Control+Shift+Space"], sees: [".parameter-hints-widget.visible", "join"] },
  { name: "tokens", line: 44, column: 2, text: "\nresource x \"aws:ecs", keys: ["Control+Space"], sees: [list, "aws:ecs"] },
  { name: "policy", line: 44, column: 2, text: "\nresource readers \"aws:s3:BucketPolicy\" {\n  bucket = assets.id\n  policy = toJSON({\n    Statement = [{ Action = \"s3:GetOb", keys: ["Control+Space"], sees: [list, "s3:GetObject"] },
  { name: "policy-hover", line: 44, column: 2, text: "\nresource readers \"aws:s3:BucketPolicy\" {\n  bucket = assets.id\n  policy = toJSON({ Statement = [{ Effect = \"Allow\" }] })\n}\n", then: [47, 40], keys: ["Control+k", "Control+i"], sees: [".monaco-hover:visible", "Allow"] },
  { name: "terraform", line: 44, column: 2, text: "\nresource \"aws_vpc\" \"main\" {\n  cidr_block = \"10.0.0.0/16\"\n}\n", then: [45, 12], keys: ["Control+."], sees: [".action-widget .monaco-list-row", "Convert"] },
  { name: "symbols", line: 11, column: 12, keys: ["Control+Shift+o"], sees: [".quick-input-list .monaco-list-row", "subnet"] },
  { name: "uses", line: 11, column: 12, keys: ["Shift+F12"], sees: [".reference-zone-widget .monaco-list-row"] },
  { name: "calls", line: 11, column: 12, keys: ["Shift+Alt+h"], sees: [".sidebar .monaco-list-row", "subnet"] },
];
