// The steps with which the program of testdata/e2e/session is written from an empty file, and VS Code's keys for them. They were chosen
// before; what is typed is what nobody suggests. The session in Neovim has the same steps. An editor that closes brackets itself goes
// over one where a step says `over`, and only begins a line between those that a step opens; others type them.

import { readFileSync } from "node:fs";
import path from "node:path";

const going = {
  next: ["Tab"],
  below: ["Control+Enter"],
  out: ["ArrowDown", "End", "Enter"],
  top: ["Control+End", "Enter", "Enter"],
  end: ["Control+End", "Enter"],
};

const keysOf = (step) => (step.over ? ["ArrowRight"] : going[step.go]);
const parts = (step) => (step.type || step.take ? [step] : step.open ? [{ type: step.open }, { key: "Enter" }] : keysOf(step).map((key) => ({ key })));

const session = JSON.parse(readFileSync(path.join(import.meta.dirname, "../../../testdata/e2e/session.json"), "utf8"));

/** The share of the characters that is suggested, at least. */
export const floor = session.floor;

export const steps = session.steps.flatMap(parts);
