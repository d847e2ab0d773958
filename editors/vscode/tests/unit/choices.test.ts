// The choices that the extension offers: stacks and schemas.

import assert from "node:assert/strict";
import { test } from "node:test";

import { exactVersion, missingSchemas, schemaRows, type ResolvedSchemas } from "../../src/resolved";
import { stackChoices, stackOfFile } from "../../src/stacks";

test("a file name leads to the stack that it configures", () => {
  for (const [file, want] of [
    ["Pulumi.dev.yaml", "dev"],
    ["infra/Pulumi.eu.prod.yml", "eu.prod"],
    ["Pulumi.yaml", undefined],
    ["Pulumi.yml", undefined],
    ["Pulumi..yaml", "."],
    ["xPulumi.dev.yaml", undefined],
    ["Pulumi.de v.yaml", undefined],
    ["Pulumi.dev.json", undefined],
  ] as const) {
    assert.equal(stackOfFile(file), want === "." ? undefined : want, file);
  }
});

test("each stack is offered once, after no stack, with its folders", () => {
  const choices = stackChoices(["b/Pulumi.dev.yaml", "Pulumi.prod.yaml", "a/Pulumi.dev.yml", "Pulumi.yaml"], "dev");
  assert.deepEqual(
    choices.map((one) => [one.stack, one.description]),
    [
      ["", "use the defaults of configs"],
      ["dev", "a, b (selected)"],
      ["prod", "."],
    ],
  );
  assert.match(stackChoices([], "")[0]?.description ?? "", /selected/);
});

const answer: ResolvedSchemas = {
  loading: true,
  packages: [
    { name: "aws", state: "ready", version: "6.0.0", uri: "file:///s/aws.json" },
    { name: "dns", state: "missing", wanted: "1.2.3", reason: "no schema", install: "pulumi plugin install resource dns" },
    { name: "odd", state: "broken", reason: "not JSON" },
    { name: "slow", state: "loading" },
  ],
};

test("packages without a schema come first, with what to do", () => {
  const rows = schemaRows(answer, (uri) => uri.replace("file:///", ""));
  assert.deepEqual(rows.map((row) => [row.schema.name, row.description, row.detail]), [
    ["dns", "missing, needs 1.2.3", "no schema"],
    ["odd", "broken", "not JSON"],
    ["slow", "loading", ""],
    ["aws", "6.0.0", "s/aws.json"],
  ]);
  assert.deepEqual(missingSchemas(answer), ["dns", "odd"]);
  assert.deepEqual(["1.2.3", "v1.2.3-a+b", ">= 1", undefined].map(exactVersion), ["1.2.3", "1.2.3-a+b", "", ""]);
});
