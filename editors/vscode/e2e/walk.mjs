// Walks through the user interface with keys and the mouse. Takes pictures if it gets a folder for them.

import path from "node:path";

/** Runs stages one after the other, and counts those that fail. */
export function stages(of, stuck = async () => {}) {
  let failed = 0;
  const stage = async (name, body) => {
    try {
      await body();
      console.log(`ok ${of}: ${name}`);
    } catch (problem) {
      failed++;
      await stuck(failed);
      console.log(`not ok ${of}: ${name}: ${String(problem).replaceAll("\n", " | ")}`);
    }
  };
  return { stage, failures: () => failed };
}

/** Runs the walk. Returns 0 if every stage passed. */
export async function walk(page, open, images) {
  const { stage, failures } = stages("walk", (number) => picture(`stuck-${number}`));
  const picture = async (name, clip) => {
    if (images) {
      await page.screenshot({ path: path.join(images, `${name}.png`), clip });
    }
  };
  const top = { x: 48, y: 34, width: 800, height: 480 };
  const middle = { x: 48, y: 330, width: 1040, height: 360 };
  const bottom = { x: 48, y: 400, width: 800, height: 440 };

  await stage("a squiggle under a wrong name", async () => {
    await open("main.pp");
    await page.waitForSelector(".monaco-editor .view-line", { timeout: 60_000 });
    await press(page, "Control+b"); // hides the folders, so that pictures show only programs
    await page.waitForSelector(".squiggly-error", { timeout: 60_000 });
    await picture("squiggle", bottom);
  });
  await stage("lenses count dependents, and nothing that an editor shows by itself", async () => {
    await goTo(page, 14, 5);
    await page.locator(".codelens-decoration:visible", { hasText: "2 dependents" }).first().waitFor();
    if (await page.locator(".codelens-decoration", { hasText: "reference" }).count()) {
      throw new Error("references are counted");
    }
  });
  await stage("a hover shows the type", async () => {
    await press(page, "Control+k", "Control+i");
    await page.locator(".monaco-hover:visible", { hasText: "cidrBlock" }).first().waitFor();
    await picture("hover", top);
    await press(page, "Escape");
  });
  await stage("completion shows documentation", async () => {
    await goTo(page, 20, 28);
    await press(page, "Enter");
    await page.keyboard.type("t");
    await press(page, "Control+Space");
    await page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
    if (!(await page.locator(".suggest-details:visible").count())) {
      await press(page, "Control+Space");
    }
    await page.locator(".suggest-details:visible").first().waitFor();
    await picture("completion", middle);
    await press(page, "Escape", "Control+z", "Control+z");
  });
  await stage("Terraform is pasted as PCL", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate((text) => navigator.clipboard.writeText(text), 'resource "cloudy_bucket" "pasted" {\n  force_destroy = true\n\n  versioning {\n    enabled = true\n  }\n}\n');
    await press(page, "Control+End", "Enter", "Control+v");
    await page.locator(".view-line", { hasText: "cloudy_bucket" }).first().waitFor(); // plain at first
    await page.locator(".post-edit-widget:visible").first().waitFor();
    await picture("paste-offer", bottom);
    await press(page, "Control+.");
    await page.locator(".action-widget:visible .monaco-list-row", { hasText: "Paste as PCL" }).first().click();
    await page.locator(".view-line", { hasText: "cloudy:storage:Bucket" }).first().waitFor();
    await page.locator(".view-line", { hasText: "versioning =" }).first().waitFor();
    await picture("pasted", bottom);
    while (await page.locator(".view-line", { hasText: "bucket" }).count()) {
      await press(page, "Control+z");
    }
  });
  for (const [button, written] of [["Import Now", "10.9.0.0/16"], ["Write a Block", 'import = "net-9"']]) {
    await stage(`an existing resource: ${button}`, async () => {
      await press(page, "F1");
      await pick(page, "PCL: Import Existing Resource", ">");
      for (const [title, text] of [["type", "cloudy:net:Network"], ["name", "imported"], ["id", "net-9"]]) {
        await page.locator(".quick-input-widget:visible", { hasText: `Import Existing Resource: ${title}` }).waitFor();
        await page.locator(".quick-input-widget:visible input").first().fill(text);
        await press(page, "Enter");
      }
      await page.locator(".monaco-dialog-box", { hasText: "-- cloudy:net:Network imported net-9" }).waitFor();
      await picture("import-question");
      await page.locator(".monaco-dialog-box .monaco-button", { hasText: button }).first().click();
      await page.locator(".view-line", { hasText: written }).first().waitFor();
      await picture(`import-${button === "Import Now" ? "run" : "block"}`, bottom);
      await press(page, "Escape");
      while (await page.locator(".view-line", { hasText: "imported" }).count()) {
        await press(page, "Control+z");
      }
    });
  }
  await stage("missing inputs and hints of a new block wait until the cursor has left it", async () => {
    await press(page, "Control+End");
    const errors = (count) => page.locator("[id='status.problems']", { hasText: new RegExp(`^\\s*${count}\\s`) }).waitFor();
    await errors(1);
    const hints = page.locator(".squiggly-hint, .squiggly-unnecessary, .squiggly-inline-unnecessary");
    await hints.first().waitFor({ state: "detached" });
    await page.keyboard.insertText("\nresource extra \"cloudy:net/network:Network\" {\n  options { dependsOn = [] }\n  bogus = 1\n}");
    await errors(2);
    await picture("waiting", bottom);
    if (await hints.count()) {
      throw new Error("a hint did not wait");
    }
    await press(page, "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp");
    await errors(3);
    await hints.first().waitFor();
    await press(page, "Control+z", "Control+Home");
  });
  for (const [theme, kind] of [["Light Modern", "vs"], ["Dark High Contrast", "hc-black"], ["Light High Contrast", "hc-light"], ["Dark Modern", "vs-dark"]]) {
    await stage(`secret and unknown values stand out: ${theme}`, async () => {
      await useTheme(page, theme, kind);
      // The colours come some time after the theme.
      await page.waitForFunction((places) => {
        const colors = places.map(([start, word]) => {
          const line = [...document.querySelectorAll(".view-line")].find((one) => one.textContent.replaceAll("\u00a0", " ").trimStart().startsWith(start));
          const named = [...(line?.querySelectorAll("span") ?? [])].filter((one) => one.children.length === 0 && one.textContent.trim() === word);
          return named.length === 0 ? "" : getComputedStyle(named.at(-1)).color;
        });
        return new Set(colors).size === places.length && !colors.includes("");
      }, [["zone ", "zone"], ["password  =", "password"], ["networkId =", "id"], ["resource network", "resource"]]);
      await picture(theme.toLowerCase().replaceAll(" ", "-"));
    });
  }
  await stage("the list of problems", async () => {
    await press(page, "Control+Shift+m");
    await page.locator(".markers-panel-container", { hasText: "idd" }).first().waitFor();
  });
  await stage("the graph of a program", async () => {
    await press(page, "Control+j");
    await press(page, "F1");
    await choose(page, "PCL: Show Dependency Graph", ">");
    const drawing = page.frameLocator("iframe.webview").frameLocator("iframe");
    await drawing.locator("g.box", { hasText: "network" }).first().waitFor();
    await page.locator(".tab", { hasText: "Dependencies" }).click();
    await press(page, "Control+k", "Control+m"); // shows only the graph
    await page.locator(".tab:visible", { hasText: "main.pp" }).waitFor({ state: "hidden" });
    await drawing.locator("#fit").click();
    await picture("graph");
  });
  return failures() === 0 ? 0 : 1;
}

/** Presses keys, one after the other. */
export async function press(page, ...keys) {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

/** Picks an entry of the list that is open. The prefix says what it lists. Another list may follow. */
export async function pick(page, entry, prefix = "") {
  await page.locator(".quick-input-widget:visible input").first().fill(prefix + entry);
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: entry }).first().waitFor();
  await press(page, "Enter");
}

/** Picks an entry of the only list, which closes. */
export async function choose(page, entry, prefix = "") {
  await pick(page, entry, prefix);
  await page.locator(".quick-input-widget:visible").waitFor({ state: "hidden" });
}

/** Switches to a theme of a kind. While the workbench starts, it does not have its themes yet, so this tries again. */
export async function useTheme(page, theme, kind) {
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: theme }).first();
  for (let tries = 0; ; tries++) {
    await press(page, "Control+k", "Control+t");
    await page.locator(".quick-input-widget:visible input").first().fill(theme);
    try {
      await row.waitFor({ timeout: 5_000 });
      break;
    } catch (problem) {
      if (tries === 5) {
        throw problem;
      }
      await press(page, "Escape");
    }
  }
  await press(page, "Enter");
  await page.locator(`.monaco-workbench.${kind}`).waitFor();
}

/** Moves the cursor to a line and column, counted from one. */
export async function goTo(page, line, column) {
  await press(page, "Control+1", "Control+g"); // the first key goes to the editor
  const input = page.locator(".quick-input-widget:visible input").first();
  await input.waitFor();
  await input.fill(`:${line}:${column}`);
  await press(page, "Enter");
  await page.locator(".quick-input-widget:visible").waitFor({ state: "hidden" });
}
