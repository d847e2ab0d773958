// The extension in the browser: its server is WebAssembly, and the workspace is on no disk. Commands of the extension in e2e/memory change files as
// somebody else would.

import path from "node:path";

import { choose, goTo, pick, press, stages } from "./walk.mjs";

/** Runs the test. Returns 0 if every stage passed. */
export async function web(page, open, images) {
  const picture = async (name) => {
    if (images) {
      await page.screenshot({ path: path.join(images, `web-${name}.png`) });
    }
  };
  const { stage, failures } = stages("web", (number) => picture(`stuck-${number}`));
  const squiggles = (severity) => page.locator(`.editor-instance .squiggly-${severity}:visible`);
  const line = (text) => page.locator(".editor-instance .view-line:visible", { hasText: text }).first();
  const action = (text) => page.locator(".action-widget:visible .monaco-list-row", { hasText: text }).first();
  const row = (text) => page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: text }).first();
  /** Waits until there are so many errors in the workspace. */
  const errors = (count) => page.locator("[id='status.problems']", { hasText: new RegExp(`^\\s*${count}\\s`) }).waitFor();
  const run = async (command) => {
    await press(page, "F1");
    await pick(page, command, ">");
  };
  /** Changes a file from outside. */
  const memory = async (command, parts) => {
    await run(`Memory: ${command}`);
    await page.locator(".quick-input-widget:visible", { hasText: "path" }).waitFor();
    await page.locator(".quick-input-widget:visible input").first().fill(JSON.stringify(parts));
    await press(page, "Enter");
    await page.locator(".quick-input-widget:visible:not([inert])").waitFor({ state: "hidden" });
  };
  const openFile = async (name, text) => {
    await memory("Open a File", { path: `/shop/${name}` }); // the workbench cannot search this file system
    await line(text).waitFor();
  };

  await stage("a finding that needs a schema of the workspace", async () => {
    await open("main.pp");
    await page.waitForSelector(".monaco-editor .view-line", { timeout: 60_000 });
    await squiggles("error").first().waitFor({ timeout: 60_000 });
    await errors(1);
    await picture("finding");
    await press(page, "Control+b");
  });
  await stage("what is left out is told", async () => {
    await run("Notifications: Show Notifications"); // under test, VS Code shows none by itself
    await page.locator(".notifications-center .notification-list-item", { hasText: "crowded" }).waitFor();
    await picture("left-out");
    await page.locator("[id='status.languageStatus']").click();
    await page.locator(".hover-language-status:visible", { hasText: "1 not read" }).waitFor();
    await picture("status");
    await press(page, "Escape");
    await run("Notifications: Clear All Notifications");
  });
  await stage("a hover shows the type, and another one where the schema is from", async () => {
    await goTo(page, 13, 12);
    await press(page, "Control+k", "Control+i");
    await page.locator(".monaco-hover:visible", { hasText: "A private network" }).first().waitFor();
    await picture("hover");
    await press(page, "Escape");
    await goTo(page, 4, 30);
    await press(page, "Control+k", "Control+i");
    await page.locator(".monaco-hover:visible", { hasText: "cloudy-1.4.0.json" }).first().waitFor();
    await picture("hover-package");
    await press(page, "Escape");
  });
  await stage("completion", async () => {
    await goTo(page, 20, 28);
    await press(page, "Enter");
    await page.keyboard.type("t");
    await press(page, "Control+Space");
    await page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "tags" }).first().waitFor();
    await picture("completion");
    await press(page, "Escape", "Control+z", "Control+z");
    await errors(1);
  });
  await stage("a quick fix", async () => {
    await goTo(page, 36, 25);
    await press(page, "Control+.");
    await action("Write `.id`").waitFor();
    await picture("fix");
    await press(page, "Enter");
    await errors(0);
    await press(page, "Control+z");
    await errors(1);
  });
  await stage("a schema that is replaced", async () => {
    const replace = (old, text) => memory("Replace Text in a File", { path: "/shop/schemas/cloudy-1.4.0.json", old, text });
    await replace('"cloudy:net/network:Network": {', '"cloudy:net/network:Network2": {');
    await press(page, "Control+Shift+m");
    await page.locator(".markers-panel-container:visible", { hasText: "Network2" }).waitFor();
    await picture("schema");
    await replace('"cloudy:net/network:Network2": {', '"cloudy:net/network:Network": {');
    await page.locator(".markers-panel-container:visible", { hasText: "no `idd`" }).waitFor();
    await press(page, "Control+j");
  });
  await stage("settings and stacks", async () => {
    await memory("Write a File", { path: "/shop/.pcl-lsp.yaml", text: "rules:\n  prop.unknown: information\n" });
    await errors(0);
    await memory("Delete a File", { path: "/shop/.pcl-lsp.yaml" });
    await errors(1);
    await memory("Write a File", { path: "/shop/Pulumi.dev.yaml", text: "config:\n  e2e:password: open\n" });
    await run("PCL: Select Stack");
    await row("dev").waitFor();
    await picture("stacks");
    await press(page, "Escape");
  });
  await stage("files that come and go", async () => {
    await memory("Delete a File", { path: "/shop/storage" });
    await errors(2);
    await picture("deleted");
    await memory("Write a File", { path: "/shop/storage/main.pp", text: "config label string {\n}\n\noutput name {\n  value = label\n}\n" });
    await errors(1);
  });
  await stage("a rename across files", async () => {
    await openFile("storage/main.pp", "output name");
    await goTo(page, 4, 8);
    await press(page, "F2");
    await page.locator(".rename-box:visible input").fill("title");
    await press(page, "Enter");
    await line("output title").waitFor();
    await openFile("more.pp", "storage.title");
    await picture("rename");
    await errors(1);
  });
  await stage("a text that is not saved", async () => {
    await page.locator(".tab", { hasText: "storage" }).first().click();
    await goTo(page, 4, 8);
    await page.keyboard.type("sub");
    await line("output subtitle").waitFor();
    await errors(2);
    await picture("unsaved");
    await press(page, "Control+z");
    await errors(1);
    await press(page, "Control+s");
    await page.locator(".tab.dirty").first().waitFor({ state: "detached" });
  });
  await stage("a file that somebody else changes", async () => {
    await memory("Replace Text in a File", { path: "/shop/storage/main.pp", old: "output title", text: "output caption" });
    await errors(2);
    await picture("changed");
    await memory("Replace Text in a File", { path: "/shop/storage/main.pp", old: "output caption", text: "output title" });
    await errors(1);
  });
  await stage("formatting", async () => {
    await openFile("more.pp", "storage.title");
    await press(page, "Control+End");
    await page.keyboard.type("zone='a'".replaceAll("'", '"'));
    await press(page, "F1");
    await choose(page, "Format Document", ">");
    await line("zone = ").waitFor();
    await press(page, "Control+z", "Control+z");
  });
  await stage("the schemas in use, and what to do about a missing one", async () => {
    await memory("Write a File", { path: "/shop/more/main.pp", text: 'resource zone "dns:index/zone:Zone" {\n  name = "a"\n}\n' });
    await openFile("more/main.pp", "dns:index");
    await squiggles("warning").first().waitFor();
    await goTo(page, 1, 20);
    await press(page, "Control+.");
    await page.locator(".action-widget:visible .monaco-list-row").first().waitFor();
    await picture("missing-fixes");
    if (await action("Fetch").count()) {
      throw new Error("what runs a program is offered");
    }
    await press(page, "Escape");
    await run("PCL: Show Resolved Schemas");
    await row("dns").waitFor();
    await picture("schemas");
    await press(page, "Enter");
    await row("pulumi package get-schema dns > schemas/dns.json").waitFor();
    await picture("missing");
    await press(page, "Escape");
  });
  await stage("only commands that work here", async () => {
    await press(page, "F1");
    await page.locator(".quick-input-widget:visible input").first().fill(">PCL: ");
    await row("PCL: Select Stack").waitFor();
    await picture("commands");
    if (await row("PCL: Read State").count()) {
      throw new Error("a command that runs a program is there");
    }
    await press(page, "Escape");
  });
  await stage("the graph of a program", async () => {
    await openFile("main.pp", "resource");
    await press(page, "F1");
    await choose(page, "PCL: Show Dependency Graph", ">");
    await page.locator(".tab", { hasText: "Dependencies" }).waitFor();
    const drawing = page.frameLocator("iframe.webview").frameLocator("iframe");
    await drawing.locator("g.box", { hasText: "network" }).first().waitFor();
    await picture("graph");
  });
  return failures() === 0 ? 0 : 1;
}
