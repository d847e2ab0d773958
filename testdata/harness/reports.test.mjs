// Reports in XML, held to their published schemas by libxml2.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { validateXML } from "xmllint-wasm";

import { program, programs, serverBinary, testdata } from "./client.mjs";

const schemas = { junit: "junit-10.xsd", checkstyle: "checkstyle.xsd" };

function schema(format) {
  return readFileSync(path.join(testdata, "formats", "schemas", schemas[format]), "utf8");
}

/** What is wrong with a report. */
async function faults(format, xml) {
  const answer = await validateXML({ xml: { fileName: `${format}.xml`, contents: xml }, schema: schema(format) });
  return answer.errors.map((one) => one.message);
}

function check(folder, format, ...flags) {
  const ran = spawnSync(serverBinary(), ["check", "--format", format, ...flags], { cwd: folder, encoding: "utf8" });
  assert.ok([0, 1, 3].includes(ran.status), ran.stderr);
  return ran.stdout;
}

const odd = {
  "main.pp": 'output x {\n  value = "\u202e <&>]]> \\u0001 ${nope}"\n}\nunused = 1\n',
  "a '\"<&>, b/ü.pp": 'output "<y>" {\n  value = [nope,\r\n"\u0007\u0000"]\n}\n',
  "lost/Pulumi.yaml": "runtime: pcl\nmain: no<where>\n",
};

for (const format of Object.keys(schemas)) {
  const cases = [
    ["a program with odd characters", (t) => check(program(t, odd), format)],
    ["findings that are left out", (t) => check(program(t, odd), format, "--max-findings", "1")],
    ["findings that do not fail", (t) => check(program(t, odd), format, "--fail-on", "none")],
    ["a clean program", (t) => check(program(t, { "main.pp": "output x {\n  value = 1\n}\n" }), format)],
    ["the broken webshop", () => check(path.join(programs, "webshop"), format)],
  ];
  for (const [name, report] of cases) {
    test(`${format}: ${name}`, async (t) => {
      assert.deepEqual(await faults(format, report(t)), []);
    });
  }

  test(`${format}: the schema refuses what is none`, async (t) => {
    const broken = check(program(t, odd), format).replace(/ (tests|line)="\d+"/, ' $1=""').replace(/<(testcase|error) /, "<$1 nosuch='1' ");
    assert.notDeepEqual(await faults(format, broken), []);
  });
}
