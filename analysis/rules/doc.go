// Package rules implements a team's own rules: it reads rule files (*.pcl-rules.hcl), and judges
// the declarations of a program by them, with three verdicts: pass, fail, or not known before the
// run. docs/rules-language.md describes the language.
//
// It knows rules, programs and schemas as data. It does not know where files are, which rules a
// team has chosen, or which verdicts anybody wants to see.
//
// # Invariants
//
// Invariant: no run of the program refutes a pass or a fail, as long as providers keep to their
// schemas. What depends on a run is unknown, with the causes.
//
// Invariant: knowing more (the configuration, outputs of resources) never turns a pass into a fail
// or a fail into a pass.
//
// Invariant: the work of a rule on one item is bounded, and so is the unusual work of all rules on a
// program, whatever they are. A rule that exceeds its share says so, however the program was edited.
//
// Invariant: no message and no fix contains a secret value.
//
// Why HCL and package eval, and not CEL or Rego: docs/rules-language.md compares them.
package rules
