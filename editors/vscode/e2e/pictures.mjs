// Takes the pictures of docs/pictures.md, of each feature in a dark and a light theme. What is in a picture is waited for, so each one is a test too.

import path from "node:path";

import { choose, goTo, pick, press, stages, useTheme } from "./walk.mjs";

const themes = [["Dark Modern", "vs-dark", "dark"], ["Light Modern", "vs", "light"], ["Dark High Contrast", "hc-black", "dark"], ["Light High Contrast", "hc-light", "light"]];

/** Runs the stages. Returns 0 if each passed. */
export async function pictures(page, open, images) {
  for (const [theme, kind, shade] of themes) {
    const save = async (name, whole) => {
      if (images) {
        await page.waitForTimeout(400); // for what fades in
        await page.screenshot({ path: path.join(images, `${name}-${shade}.png`), clip: whole ? undefined : { x: 0, y: 34, width: 900, height: 620 } });
      }
    };
    const { stage, failures } = stages(`pictures, ${theme}`, (number) => save(`stuck-${number}`));
    page.setDefaultTimeout(5_000);
    await page.setViewportSize({ width: 900, height: 680 });
    await open("main.pp");
    await page.locator("[id='status.problems']", { hasText: /^\s*1\s/ }).waitFor({ timeout: 60_000 });
    await useTheme(page, theme, kind);
    if (await page.locator(".explorer-viewlet").isVisible()) {
      await press(page, "Control+b");
    }
    for (const picture of shown.filter((one) => (one.contrast ?? false) === theme.includes("Contrast"))) {
      await stage(picture.name, async () => {
        await write(page, picture);
        for (let tries = 3; !(await reach(page, picture).then(() => true, () => false)); tries--) { // a menu is closed under the keyboard now and then
          if (tries === 1) {
            throw new Error(`${picture.sees.join(": ")} is not seen`);
          }
          await press(page, "Escape", "Escape", "Escape");
        }
        await save(picture.name, picture.whole);
      });
      await restore(page);
    }
    if (failures() > 0) {
      return 1;
    }
  }
  return 0;
}

// Opens the file of a picture, and writes or pastes what the program does not have.
async function write(page, { file, line, column, text, pastes, then }) {
  if (file) {
    await press(page, "Control+p");
    await choose(page, file);
    await page.locator(".tab.active", { hasText: file }).waitFor();
  }
  await goTo(page, line, column);
  if (text) {
    await page.keyboard.insertText(text);
  }
  if (pastes) {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), pastes);
    await press(page, "Control+v");
    await page.locator(".post-edit-widget:visible").first().waitFor();
  }
  if (then) {
    await press(page, "Escape");
    await goTo(page, ...then);
  }
}

// Presses the keys of a picture, or runs or clicks what leads to it, and waits until it can be taken.
async function reach(page, { keys, runs, clicks, next = [], sees }) {
  const seen = ([place, text]) => page.locator(place, { hasText: text ?? "" }).first();
  if (runs) {
    await press(page, "F1");
    await pick(page, runs, ">");
  } else if (clicks) {
    await page.locator(clicks).first().click();
  } else {
    await press(page, ...keys);
  }
  for (const step of next) {
    await seen(step.sees).waitFor();
    if (step.fills !== undefined) {
      await page.locator(".quick-input-widget:visible input").first().fill(step.fills);
    }
    await (step.keys ? press(page, ...step.keys) : step.fills === undefined && seen(step.sees).click());
  }
  await seen(sees).waitFor();
}

// Returns to the program as it was.
async function restore(page) {
  const run = async (name) => {
    await press(page, "F1");
    await choose(page, name, ">");
  };
  await press(page, "Escape", "Escape", "Escape");
  await page.mouse.move(20, 400); // away from what explains itself
  if (await page.locator(".tab.active.dirty").count()) {
    await run("File: Revert File");
  }
  if (!(await page.locator(".tab.active", { hasText: "main.pp" }).count())) {
    await run("View: Revert and Close Editor");
  }
}

// What each picture shows: where the cursor is, what is written and pressed, what is seen and done on the way,
// and what must be seen. Most pictures leave out the bars at the top and at the bottom.
const list = ".suggest-widget.visible .monaco-list-row";
const menu = ".action-widget .monaco-list-row";
const terraform = "resource \"aws_s3_bucket\" \"logs\" {\n  force_destroy = true\n\n  versioning {\n    enabled = true\n  }\n}\n";
const unknown = "\n\nresource mount \"vault:index:Mount\" {\n  path = \"shop\"\n}\n"; // there is no schema of it
const policy = `

resource readers "aws:s3:BucketPolicy" {
  bucket = assets.id
  policy = <<EOT
{
  "Version": "2012-10-17",
  "Statement": [{ "Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "\${assets.arn}/*" }]
}
EOT
}
`;
const asked = (what) => [".quick-input-widget:visible", `Import Existing Resource: ${what}`];
const existing = [["type", "aws:s3:Bucket"], ["name", "logs"], ["id", "shop-logs"]].map(([what, fills]) => ({ sees: asked(what), fills, keys: ["Enter"] }));
const shown = [
  { name: "colours", line: 28, column: 1, keys: [], sees: [".monaco-editor .view-line", "resource database"] },
  { name: "contrast", contrast: true, line: 28, column: 1, keys: [], sees: [".monaco-editor .view-line", "resource database"] },
  { name: "finding", line: 42, column: 1, keys: ["F8"], sees: [".peekview-widget, .marker-widget", "cidrBlock"] },
  { name: "quick-fix", line: 43, column: 16, keys: ["Control+."], sees: [menu, "cidrBlock"] },
  { name: "refactoring", line: 12, column: 18, runs: "Refactor...", sees: [menu] },
  { name: "hover-type", line: 27, column: 26, keys: ["Control+k", "Control+i"], sees: [".monaco-hover:visible", "instanceClass"] },
  { name: "hover-input", line: 31, column: 8, keys: ["Control+k", "Control+i"], sees: [".monaco-hover:visible", "security"] },
  { name: "hover-stacks", line: 6, column: 9, keys: ["Control+k", "Control+i"], sees: [".monaco-hover:visible", "us-east-1"] },
  { name: "inputs", line: 31, column: 36, text: "\n  all", keys: ["Control+Space"], sees: [list, "allocatedStorage"] },
  { name: "references", line: 31, column: 36, text: "\n  dbSubnetGroupName = ", keys: ["Control+Space"], sees: [list] },
  { name: "values", line: 35, column: 22, text: "\n  acl = ", keys: ["Control+Space"], sees: [list, "private"] },
  { name: "quoted-name", line: 31, column: 36, text: "\n  dbSubnetGroupName = \"group.\"", then: [32, 30], keys: ["Control+Space"], sees: [list, "name"] },
  { name: "unquoted-name", line: 31, column: 36, text: "\n  dbSubnetGroupName = \"group.\"", then: [32, 30], keys: ["Control+Space"], next: [{ sees: [list, "name"], keys: ["Enter"] }], sees: [".view-line", "= group.name"] },
  { name: "signature", line: 44, column: 2, text: "\n\nnames = join(", keys: ["Control+Shift+Space"], sees: [".parameter-hints-widget.visible", "join"] },
  { name: "tokens", line: 44, column: 2, text: "\n\nresource x \"aws:ecs", keys: ["Control+Space"], sees: [list, "aws:ecs"] },
  { name: "policy", line: 44, column: 2, text: "\n\nresource readers \"aws:s3:BucketPolicy\" {\n  bucket = assets.id\n  policy = toJSON({\n    Statement = [{ Action = \"s3:GetOb", keys: ["Control+Space"], sees: [list, "s3:GetObject"] },
  { name: "policy-hover", line: 44, column: 2, text: "\n\nresource readers \"aws:s3:BucketPolicy\" {\n  bucket = assets.id\n  policy = toJSON({ Statement = [{ Effect = \"Allow\" }] })\n}\n", then: [48, 40], keys: ["Control+k", "Control+i"], sees: [".monaco-hover:visible", "Allow"] },
  { name: "json", line: 36, column: 2, text: policy, then: [40, 16], keys: ["Control+."], sees: [menu, "Write as an object"] },
  { name: "json-object", line: 36, column: 2, text: policy, then: [40, 16], keys: ["Control+."], next: [{ sees: [menu, "Write as an object"] }], sees: [".view-line", "toJSON"] },
  { name: "terraform", line: 44, column: 2, text: "\n\nresource \"aws_vpc\" \"main\" {\n  cidr_block = \"10.0.0.0/16\"\n}\n", then: [46, 12], keys: ["Control+."], sees: [menu, "Convert"] },
  { name: "paste", line: 36, column: 2, text: "\n\n", pastes: terraform, keys: ["Control+."], sees: [menu, "Paste as PCL"] },
  { name: "pasted", line: 36, column: 2, text: "\n\n", pastes: terraform, keys: ["Control+."], next: [{ sees: [menu, "Paste as PCL"] }], sees: [".view-line", "resource logs"] },
  { name: "import-type", whole: true, line: 37, column: 1, runs: "PCL: Import Existing Resource", next: [{ sees: asked("type"), fills: "s3:bucket" }], sees: [".quick-input-list .monaco-list-row", "aws:s3:Bucket"] },
  { name: "import", line: 37, column: 1, runs: "PCL: Import Existing Resource", next: existing, sees: [".monaco-dialog-box", "-- aws:s3:Bucket logs shop-logs"] },
  { name: "imported", line: 37, column: 1, runs: "PCL: Import Existing Resource", next: [...existing, { sees: [".monaco-dialog-box .monaco-button", "Write a Block"] }], sees: [".view-line", "shop-logs"] },
  { name: "no-schema", line: 44, column: 2, text: unknown, then: [46, 12], keys: ["Control+."], sees: [menu, "Fetch the schema of"] },
  { name: "fetch", line: 44, column: 2, text: unknown, then: [46, 12], keys: ["Control+."], next: [{ sees: [menu, "Fetch the schema of"] }], sees: [".monaco-dialog-box", "pulumi package get-schema vault"] },
  { name: "status", whole: true, line: 44, column: 2, text: unknown, then: [46, 12], clicks: "[id='status.languageStatus']", sees: [".hover-language-status:visible", "missing"] },
  { name: "get-started", line: 1, column: 1, runs: "PCL: Get Started", sees: [".getting-started-step", "Write a program"] },
  { name: "stack-hover", file: "Pulumi.prod.yaml", line: 2, column: 9, keys: ["Control+k", "Control+i"], sees: [".monaco-hover:visible", "Where everything runs"] },
  { name: "stack-keys", file: "Pulumi.dev.yaml", line: 2, column: 26, text: "\n", keys: ["Control+Space"], sees: [list, "shop:password"] },
  { name: "chain", line: 35, column: 22, text: "\n  acl", keys: ["Control+Space"], next: [{ sees: [list, "acl"], keys: ["Enter"] }], sees: [list, "private"] },
  { name: "schema-document", line: 27, column: 26, keys: ["F12"], sees: [".tab.active", "Instance"] },
  { name: "symbols", whole: true, line: 11, column: 12, keys: ["Control+Shift+o"], sees: [".quick-input-list .monaco-list-row", "subnet"] },
  { name: "uses", line: 11, column: 12, keys: ["Shift+F12"], sees: [".reference-zone-widget .monaco-list-row"] },
  { name: "calls", line: 11, column: 12, keys: ["Shift+Alt+h"], sees: [".sidebar .monaco-list-row", "subnet"] },
];
