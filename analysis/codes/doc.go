// Package codes declares every kind of finding once: its permanent code, its
// severity, and a text that explains it with a bad and a good example. Findings,
// `pcl-lsp explain`, docs/findings.md, docs/rules.md and the test that checks the
// examples all read it.
//
// A [Declaration] is a row of a table in Go, and a [Text] is a Markdown file in
// texts/. A [Policy] changes severities by code, as users configure them.
//
// To add a code, add a constant and a row next to its relatives in syntax.go,
// language.go, run.go, environment.go or rules.go, write texts/CODE.md, run
// make record ONLY=codes, which writes into testdata/runs.json what a run does with its
// examples, and run go generate ./analysis/codes ./cmd/pcl-lsp ./workspace/settings.
//
// The package doesn't know how findings are found, and imports nothing of the project.
//
// Invariant: every code has a text, and every text has a code. A code is an error if and
// only if every run rejects its bad example, as testdata/runs.json records; runs_test.go
// lists the exceptions.
//
// # Why
//
// Severities are in Go and not in front matter of the texts: every finding needs its
// severity, so a check would have to parse 300 files before it starts. The texts are
// parsed when something first asks for one.
package codes
