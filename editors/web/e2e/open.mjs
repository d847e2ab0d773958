// Opens pages of the playground and of the site in a headless Chromium. E2E_TOOLS has the package playwright-core.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";

/** Loads the packages in E2E_TOOLS. */
export const tool = createRequire(path.join(path.resolve(process.env.E2E_TOOLS), "node_modules", "x.js"));

const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".png": "image/png" };

/** Serves a folder on this machine, and starts a browser. more has the texts of files beside those of the folder, by path. */
export async function open(folder, more = {}) {
  const out = path.resolve(folder);
  const asked = new Set();
  const site = createServer((request, response) => {
    const wanted = new URL(request.url, "http://localhost").pathname;
    const pathname = wanted.endsWith("/") ? `${wanted}index.html` : wanted;
    asked.add(`${request.method} ${pathname}`);
    try {
      const body = more[pathname] ?? readFileSync(path.join(out, path.normalize(pathname)));
      response.writeHead(200, { "content-type": kinds[path.extname(pathname)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => site.listen(0, "127.0.0.1", listening));
  const address = `http://127.0.0.1:${site.address().port}/`;
  const { chromium } = tool("playwright-core");
  const browser = await chromium.launch({
    executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  const problems = [];

  /** A new page, which may not complain. */
  async function visit(url, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1200, height: 760 }, permissions: ["clipboard-read", "clipboard-write"], ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => request.url().startsWith(address) || /^(data|blob):/.test(request.url()) || problems.push(`asks for ${request.url()}`));
    await page.goto(url);
    return page;
  }

  return {
    address,
    /** What the pages asked for: method and path. */
    asked,
    /** What the pages complained about, and addresses elsewhere that they asked for. */
    problems,
    visit,
    async close() {
      await browser.close();
      site.close();
    },
  };
}
