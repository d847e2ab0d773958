// Shows that the checks for dead links find them: node tests/check.mjs OUT/VERSION. Each kind of dead link is written into a page or a source.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { deadLinks } from "../check.mjs";
import { renderer } from "../markdown.mjs";

const site = path.resolve(process.argv[2]);
const scratch = mkdtempSync(path.join(tmpdir(), "site-"));
cpSync(site, scratch, { recursive: true, filter: (file) => !file.includes("images/tour") });

function expect(name, got, want) {
  const right = want === undefined ? got.length === 0 : got.length === 1 && got[0].includes(want);
  if (!right) {
    process.exitCode = 1;
  }
  console.log(right ? `ok ${name}` : `not ok ${name}: got ${JSON.stringify(got)}, want ${JSON.stringify(want ?? [])}`);
}

const names = path.join(scratch, "names.html");
const whole = readFileSync(names, "utf8");
const withLink = (html) => {
  writeFileSync(names, whole.replace("</main>", `${html}</main>`));
  return deadLinks(scratch).filter((dead) => !dead.includes("images/tour"));
};
expect("the site has no dead links", deadLinks(site));
expect("a link to a page that does not exist is dead", withLink('<a href="nothing.html">a</a>'), "names.html: the link nothing.html is dead: there is no nothing.html");
expect("a link to a heading that does not exist is dead", withLink('<a href="rules.html#nothing">a</a>'), "rules.html has no #nothing");
expect("a link to a heading of the same page that does not exist is dead", withLink('<a href="#nothing">a</a>'), "names.html has no #nothing");
expect("a link that leaves the site is dead", withLink('<a href="../versions.json">a</a>'), "there is no ../versions.json");
expect("a picture that does not exist is dead", withLink('<img src="images/nothing.png" alt="">'), "there is no images/nothing.png");
expect("a script that does not exist is dead", withLink('<script src="nothing.js"></script>'), "there is no nothing.js");
expect("links that are alive are not dead", withLink('<a href="rules.html#rules">a</a><a href="playground/index.html#program=abc">b</a><a href="https://example.com/nothing">c</a>'));

const inSource = (text) => {
  const problems = [];
  renderer({ highlight: (code) => code, fragments: {}, problems, sections: new Map() }).render(text, { source: "docs/names.md" });
  return problems;
};
expect("a link to a file that is not in the repository is dead", inSource("# Names\n\nSee [that](../lsp/nothing.go)."), "docs/names.md:3: ../lsp/nothing.go leads to lsp/nothing.go, which does not exist");
expect("a link out of the repository is dead", inSource("[that](../../nothing)"), "docs/names.md:1: ");
expect("a link to the repository on the web is dead if the file is", inSource("[that](https://github.com/pcl-lsp/pcl-lsp/blob/main/docs/nothing.md)"), "docs/nothing.md, which does not exist");
expect("a picture that is not in docs is dead", inSource("![that](../examples/rules)"), "is no picture");
expect("links to files, folders and pages of the repository are alive", inSource("[a](../lsp/server.go) [b](../examples/rules) [c](rules.md#rules) [d](../README.md) ![e](images/hover.png)"));
rmSync(scratch, { recursive: true, force: true });
