// Whatever a schema, a program or a name of a file says: two renderers of Markdown, which editors and forges use, show no image, no HTML that the
// page did not write itself, and no link that does not lead to the web.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import MarkdownIt from "markdown-it";
import { marked } from "marked";

import { Client, program, serverBinary } from "./client.mjs";

const image = "![i](https://example.test/x.png)";
const links = "[c](command:x) <img src=x> <javascript:alert(1)> [f](file:///etc) [d](data:text/html,x) [v](vscode:x)";
const live = `${image} ${links}`;
const fence = "`".repeat(3);

/** Texts that renderers read in unexpected ways, each with what must not become live. */
const nasty = [
  `${fence}\n${live}\n${fence}`, `${fence}\n${live}`, `~~~\n${live}\n~~~`, `- ${fence}\n  ${live}\n  ${fence}\n${live}`, `- ~~~\n  ${live}\n- ${live}`, `> ${fence}\n> ${live}\n${live}`,
  `${"`".repeat(40)}\n${live}\n${"`".repeat(39)}\n${live}`, `a ${"`".repeat(5000)} ${live}`, `\`a\`<b>\`\`${live}\`\``, `\`a\`<b>\`<img src=x>\` \`\` ${live}`, `text\n===\n${live}`, `text\n---\n${live}`,
  `<div>\n${live}\n</div>`, `<!-- ${live} -->\n${live}`, `<![CDATA[ ${live} ]]>`, `<?x ${live} ?>`, `<script>${live}`, `<!x ${live}>`, `<img\nsrc=x>`, `<scr<b>ipt>alert(1)</script>`,
  `<javascript:alert(1)>`, `<command:x>`, `<mailto:a@b.example>`, `<a@b.example>`, `a@b.example and a\\@b.example`, `ftp://example.test //example.test mailto:a@b.example`, `ftp\\://example.test /\\/example.test`,
  `[x]\n\n[x]: command:y`, `[x][y]\n\n[y]:\n  command:y "t"`, `![x]\n\n[x]: https://example.test/x.png`, `[^1]\n\n[^1]: ${live}`, `&#x5b;c&#x5d;(command:x) &lt;img src=x&gt; &#33;[i](https://example.test/x.png)`,
  `\\${image} \\\\${image}`, `\\[c](command:x) \\\\[c](command:x)`, `\\\`${live}\\\``, `\\\\\`${live}\\\\\``, `a\\\n${live}`, `a\r${live}\r\n${live}`, `a\u2028${live}\u2029${live}\u0085${live}`, `a\u0000${live}`,
  `a|b\n-|-\n\`<img src=x>|${live}\``, `a|b\n-|-\n\`x \\| <img src=x>\`|\`x\\\\|<img src=y>\``, `|\`|\n|-|\n|<img src=x>\`|`, `- a|b\n  -|-\n  \`<img src=x>|c\``, `\`a|<img src=x>\`\n-|-\nb|c`,
  `    ${live}`, `\t${live}`, `1. ${live}\n\n       ${live}`, `\u202e${live}\u2066`, `[t](https://example.test "${live}")`, `[t](https://example.test 'x)${live}')`, `[${live}](https://example.test)`, `[a [b](https://example.test)](command:x)`,
  `[a\`](command:x)\``, `[a](<command:x>)`, `[a](\ncommand:x)`, `[a]<b>(command:x)`, `!<b>[a](https://example.test/x.png)`, `!\\\n[a](https://example.test/x.png)`, `![a\n](https://example.test/x.png)`, `!![a](https://example.test/x.png)`,
  `www.example.test [w](www.example.test)`, `# ${live}`, `**${live}**`, `*${fence}\n${live}`, `x ${"(".repeat(3000)}](`, `${"[".repeat(2000)}${live}`, `*  *  *\n${live}`, `$(x) ${live} $$`, `::: x\n${live}`, `\\`, `a\\`, `!`, `\``, `-`,
];

/** Numbers below a limit, the same ones in each run. */
function numbers(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const pieces = [
  "`", "``", fence, "~~~", "\\", "!", "[", "]", "(", ")", "[a](command:x)", image, "<img src=x>", "<b>", "</b>", "<", ">", "\n", "\n\n", "\n- ", "\n> ", "\n    ", "|", "\n-|-\n", " ", "a", "*", "_", "command:x", "https://example.test",
  ":", "[a]:", "&#96;", "&lt;", "@b.example", "//", "<!--", "-->", "\t", "\r", "\u2028", "#", "{{% ref #/a %}}", '<span pulumi-lang-yaml="`b`">c</span>',
];

function random(next) {
  return Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)]).join("");
}

const next = numbers(7);
const texts = [...nasty, ...Array.from({ length: 120 }, () => random(next))];

const renderers = {
  "markdown-it": (text) => new MarkdownIt({ html: true, linkify: true }).render(text),
  marked: (text) => marked.parse(text, { async: false }),
};
const ours = /^<\/?(?:p|strong|em|s|del|code(?: class="[^"<>]*")?|pre|ul|ol(?: start="\d+")?|li|h[1-6]|blockquote|hr|br|table|thead|tbody|tr|t[hd](?: (?:style="text-align:\w+"|align="\w+"))?|a|a href="https?:\/\/[^"<>]*"|details|summary)(?: ?\/)?>$/;

/** The first element that must not be in a rendered text. */
function liveIn(markdown) {
  for (const [name, render] of Object.entries(renderers)) {
    for (const [tag] of render(markdown).matchAll(/<[^>]*>?/g)) {
      if (!ours.test(tag)) {
        return `${name}: ${tag}`;
      }
    }
  }
  return undefined;
}

test("the renderers find what is live", () => {
  assert.notEqual(liveIn(live), undefined);
  for (const text of ["<img src=x>", image, "[c](command:x)", "a@b.example", "<a@b.example>"]) {
    assert.notEqual(liveIn(text), undefined, text);
  }
  assert.equal(liveIn("- a **b** `c` [d](https://example.test)\n\n| a |\n|---|\n| b |"), undefined);
});

function check(where, markdown) {
  const found = liveIn(markdown);
  assert.equal(found, undefined, `${where}: ${found} of ${JSON.stringify(markdown)}`);
}

const quoted = (text) => JSON.stringify(text.replaceAll(/[\u0000\u0085\u2028\u2029]/g, " ")).replaceAll("${", "$${").replaceAll("%{", "%%{");

const schema = {
  name: "hostile", version: "1.0.0", description: nasty[0],
  types: Object.fromEntries(texts.map((text, i) => [`hostile:index:E${i}`, { type: "string", enum: [{ name: text, value: `v${i}`, description: text, deprecationMessage: text }, { value: text || "x" }] }])),
  resources: {
    "hostile:index:Thing": {
      description: nasty[0], deprecationMessage: nasty[0],
      inputProperties: Object.fromEntries(texts.map((text, i) => [`p${i}`, { type: "string", description: text, deprecationMessage: i % 3 ? text : "", default: text, defaultInfo: { environment: [text] }, language: {} }])),
    },
    "hostile:index:Choice": { inputProperties: Object.fromEntries(texts.map((_, i) => [`p${i}`, { $ref: `#/types/hostile:index:E${i}` }])) },
    "hostile:index:Names": { inputProperties: Object.fromEntries(texts.filter(Boolean).map((text) => [text, { type: "string", description: text }])) },
    ...Object.fromEntries(texts.map((text, i) => [`hostile:index:R${i}`, { description: text, deprecationMessage: text }])),
  },
  functions: Object.fromEntries(texts.map((text, i) => [`hostile:index:f${i}`, { description: text, deprecationMessage: text, inputs: { properties: { a: { type: "string", description: text, deprecationMessage: text }, [text || "b"]: { type: "string" } } }, outputs: { properties: { r: { type: "string", description: text } } } }])),
};
const body = [
  ...texts.map((text, i) => `config c${i} string {\n  description = ${quoted(text)}\n  default = ${quoted(text)}\n}`),
  ...texts.map((text, i) => `# ${text.replaceAll(/[\n\r\u0000\u0085\u2028\u2029]/g, " ")}\nl${i} = ${quoted(text)}`),
  ...texts.map((_, i) => `resource r${i} "hostile:index:R${i}" {}`),
  ...texts.map((_, i) => `i${i} = invoke("hostile:index:f${i}", { a = "" })`),
  `resource thing "hostile:index:Thing" {\n${texts.map((_, i) => `  p${i} = ""`).join("\n")}\n}`,
  `resource choice "hostile:index:Choice" {\n${texts.map((_, i) => `  p${i} = ""`).join("\n")}\n}`,
  `output names {\n  value = {\n${texts.map((text) => `    ${quoted(text)} = nothing`).join("\n")}\n  }\n}`,
  'resource all "hostile:index:Thing" {\n  \n}',
  'resource named "hostile:index:Names" {\n  \n}',
].join("\n\n") + "\n";

test("hovers, completions, signatures and tooltips", async (t) => {
  const folder = program(t, { "main.pp": body, "schemas/hostile.json": JSON.stringify(schema) });
  const client = Client.spawn(t, { args: ["serve", "--stdio", "--schema", path.join(folder, "schemas")] });
  await client.initialize({ folder });
  const { uri } = await client.open(path.join(folder, "main.pp"));
  await client.until(() => client.published.get(uri)?.some((one) => one.diagnostics.some((found) => found.code.startsWith("deprecated."))) || undefined, "no schema");
  const shown = { hover: 0, completion: 0, signature: 0, tooltip: 0 };
  const lines = body.split("\n");
  const see = (kind, where, markup) => {
    if (markup) {
      assert.equal(markup.kind, "markdown", kind);
      shown[kind]++;
      check(`${kind} at ${where}`, markup.value);
    }
  };
  const hover = async (line, character) => see("hover", lines[line], (await client.request("textDocument/hover", client.at(uri, { line, character })))?.contents);
  for (const [line, text] of lines.entries()) {
    const at = text.match(/^(?:config|resource) (?=[a-z])|^ +(?="?\S)|^(?=[li]\d+ = )/)?.[0].length;
    if (at !== undefined) {
      await hover(line, at);
    }
    if (text.startsWith("resource r") || text.startsWith("i")) {
      const help = await client.request("textDocument/signatureHelp", client.at(uri, { line, character: text.indexOf("{ a") + 2 }));
      for (const one of help?.signatures ?? []) {
        see("signature", text, one.documentation);
        for (const parameter of one.parameters ?? []) {
          see("signature", text, parameter.documentation);
        }
      }
      await hover(line, text.indexOf('"') + 10);
    }
    if (text === "  ") {
      for (const item of await client.completions(uri, { line, character: 2 })) {
        see("completion", item.label, (await client.request("completionItem/resolve", item)).documentation);
      }
    }
  }
  const hints = await client.request("textDocument/inlayHint", { textDocument: { uri }, range: { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } } });
  for (const hint of hints ?? []) {
    see("tooltip", hint.position.line, (await client.request("inlayHint/resolve", hint)).tooltip);
  }
  assert.ok(shown.hover > 4 * texts.length && shown.completion > texts.length && shown.signature > texts.length, JSON.stringify(shown));
});

function run(folder, ...args) {
  const ran = spawnSync(serverBinary(), args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok([0, 1, 3].includes(ran.status), ran.stderr);
  return ran.stdout;
}

test("reports and documents", (t) => {
  for (const [i, text] of texts.entries()) {
    if (i % 8 !== 0 && i >= nasty.length) {
      continue; // each is three processes
    }
    const name = text.replaceAll(/[/\u0000]/g, " ").slice(0, 60) || "x";
    const files = { "main.pp": `# ${nasty[0].replaceAll("\n", " ")}\nconfig c string {\n  description = ${quoted(text)}\n  default = ${quoted(text)}\n}\n\noutput o {\n  value = { ${quoted(text)} = nothing, (${quoted(text)}) = c.${i} }\n}\n` };
    const folder = program(t, files);
    writeFileSync(path.join(folder, `${name}.pp`), `a = ${quoted(text)}.b\nb = missing(${quoted(text)})\n`);
    check("check", run(folder, "check", "--format", "markdown"));
    check("docs", run(folder, "docs"));
  }
});
