// A window whose extensions run in the browser, and come from a web site, as on vscode.dev.

import { readFileSync } from "node:fs";
import path from "node:path";

const dist = path.join(path.dirname(import.meta.dirname), "dist");
const extensions = ["e2e/memory", "web-package"];

/** Has a page of VS Code at an address get the extensions. Returns a function that opens a file of the folder in memory. */
export async function inBrowser(page, address) {
  const { host } = new URL(address);
  const configured = /(id="vscode-workbench-web-configuration" data-settings=")([^"]*)/;
  await page.route((url) => url.host === host && url.pathname === "/", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(configured, (_, before, written) => {
      const configuration = JSON.parse(written.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
      configuration.additionalBuiltinExtensions = extensions.map((one) => ({ scheme: "http", authority: host, path: `/extensions-of-the-test/${one}` }));
      return before + JSON.stringify(configuration).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    });
    await route.fulfill({ response, body });
  });
  await page.route(`${address}extensions-of-the-test/**`, (route) => {
    try {
      return route.fulfill({ body: readFileSync(path.join(dist, path.normalize(decodeURIComponent(new URL(route.request().url()).pathname).replace("/extensions-of-the-test/", "")))) });
    } catch {
      return route.fulfill({ status: 404 });
    }
  });
  return (file) => page.goto(`${address}?folder=memory:/shop&payload=${encodeURIComponent(JSON.stringify([["openFile", `memory:/shop/${file}`]]))}`);
}
