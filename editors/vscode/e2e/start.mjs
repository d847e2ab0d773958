// The first page of the extension, and the way out when the server keeps crashing.

import { readFileSync } from "node:fs";
import path from "node:path";

import { choose, press, stages } from "./walk.mjs";

// The language servers, which are processes somewhere below VS Code's server. Where messages are recorded, a script becomes the server.
function servers(above) {
  return readFileSync(`/proc/${above}/task/${above}/children`, "utf8").split(" ").filter(Boolean).flatMap((pid) => {
    try {
      return /^[^\0]*\/pcl-lsp\0serve\0/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8")) ? [pid] : servers(pid);
    } catch {
      return []; // it has ended
    }
  });
}

// For how many looks a server runs before it is killed: one that ends while the client talks to it for the first time is another story.
const settled = 15;

/** Kills so many servers, one after the other, as they are started. */
async function crash(page, find, wanted) {
  const seen = new Map(); // how often, by process
  for (let looks = 0, killed = 0; killed < wanted; looks++) {
    if (looks === 900) {
      throw new Error(`${killed} of ${wanted} servers were killed`);
    }
    for (const pid of find()) {
      seen.set(pid, (seen.get(pid) ?? 0) + 1);
      if (seen.get(pid) === settled) {
        process.kill(Number(pid), "SIGKILL");
        killed++;
      }
    }
    await page.waitForTimeout(100);
  }
}

/** The button that restarts the server, of the notification with this text. Under test, VS Code shows none by itself. */
async function offered(page, text) {
  await press(page, "F1");
  await choose(page, "Notifications: Show Notifications", ">");
  const notification = page.locator(".notifications-center .notification-list-item", { hasText: text });
  await notification.waitFor();
  return notification.locator(".monaco-button", { hasText: "Restart" });
}

/** Runs the tests. Returns 0 if all pass. */
export async function start(page, openFolder, open, { code, breakServer, images }) {
  const picture = async (name) => {
    if (images) {
      await page.screenshot({ path: path.join(images, `${name}.png`) });
    }
  };
  const { stage, failures } = stages("start", (number) => picture(`start-stuck-${number}`));
  await stage("a folder with a program has its findings before a file of it is open", async () => {
    await openFolder([]);
    await page.locator(".monaco-workbench").waitFor({ timeout: 60_000 });
    await press(page, "Control+Shift+m");
    await page.locator(".markers-panel .monaco-list-row", { hasText: "main.pp" }).first().waitFor({ timeout: 60_000 });
    await picture("folder");
    await press(page, "Control+j"); // hides them
  });
  await open("main.pp");
  await page.locator(".monaco-editor .squiggly-error").first().waitFor({ timeout: 60_000 });
  await stage("the first page ends with a program without errors", async () => {
    await press(page, "F1");
    await choose(page, "PCL: Get Started", ">");
    await page.locator(".getting-started-step", { hasText: "Write a program" }).first().waitFor();
    await picture("get-started");
    await page.locator(".getting-started-step .monaco-button:visible", { hasText: "New Example Program" }).first().click();
    await page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
    await page.locator(".editor-instance .squiggly-error:visible").first().waitFor();
    const fix = page.locator(".action-widget .monaco-list-row", { hasText: "name" }).first();
    for (let tries = 3; tries > 0; tries--) { // a menu is closed under the keyboard now and then
      await press(page, "F8", "Escape", "Control+.");
      if (await fix.waitFor({ timeout: 5_000 }).then(() => true, () => false)) {
        break;
      }
      await press(page, "Escape");
    }
    await fix.waitFor();
    await picture("get-started-fix");
    await press(page, "Enter");
    await page.locator(".squiggly-error:visible").first().waitFor({ state: "detached" });
    await press(page, "F1");
    await choose(page, "PCL: Get Started", ">");
    await page.locator(".getting-started-step", { hasText: "Check the program" }).locator(".codicon-getting-started-step-checked.complete").waitFor();
    await picture("get-started-done");
  });
  await stage("a server that keeps crashing is restarted with one click", async () => {
    const find = () => servers(code);
    await crash(page, find, 5); // the client starts it again four times
    const restart = await offered(page, "keeps crashing");
    await picture("crashed");
    await restart.click();
    await crash(page, find, 1);
  });
  await stage("a server that does not start is restarted with one click", async () => {
    breakServer(true);
    await press(page, "F1");
    await choose(page, "PCL: Restart Language Server", ">");
    const restart = await offered(page, "did not start");
    await picture("not-started");
    breakServer(false);
    await restart.click();
    await crash(page, () => servers(code), 1);
  });
  return failures() === 0 ? 0 : 1;
}
