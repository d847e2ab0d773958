package targets_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	_ "github.com/pcl-lsp/pcl-lsp/internal/analysistest" // for its flag -update
)

// This file writes docs/targets.md from the table.

const document = "../../docs/targets.md"

// TestDocument compares the document with the table. With -update it writes the document.
func TestDocument(t *testing.T) {
	t.Parallel()
	got := writeDocument()
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(document, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is stale; run go generate ./analysis/targets\n--- document\n+++ table\n%s", document, diff)
	}
}

// documentHead introduces the table. A tilde in it stands for a backtick.
const documentHead = `<!-- Generated from package analysis/targets by go generate ./analysis/targets. -->

# Targets

~pulumi convert~ turns PCL into programs of other languages, and no generator supports all of PCL. ~pcl-lsp check --target go,yaml~, or the setting
[~targets~](configuration.md#targets) in an editor or a ~.pcl-lsp.yaml~, reports what the generators of these languages cannot express, as
[~target.unsupported~](findings.md#targetunsupported).

The facts hold for these versions, and later ones may differ. A language that is not listed for a construct may still have gaps that are not known here.

| target | language | generator | version |
|---|---|---|---|
%s
## What generators cannot express

The evidence is one of these:

- **Diagnostic**: the generator was run on an example. It reported the construct, or stopped.
- **Generated code**: the generator was run on an example, and the code that it wrote shows the result.
- **Source**: the generator was not run. The fact was read in its source. This is so for all facts about Java, which come from sources of the versions 1.25
  to 1.31. Where the table says "source only", no test confirms it.

Tests are conformance tests that the language host in the same repository expects to fail. The last column names the function of the generator that decides.

| construct | language | result | evidence | source |
|---|---|---|---|---|
`

func writeDocument() string {
	var list strings.Builder
	for _, t := range targets.All() {
		fmt.Fprintf(&list, "| `%s` | %s | %s | %s |\n", t.Name(), t, t.Generator(), t.Version())
	}
	var b strings.Builder
	fmt.Fprintf(&b, strings.ReplaceAll(documentHead, "~", "`"), list.String())
	for _, row := range targets.Rows() {
		text := row.Text
		for _, f := range row.Facts {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", text, f.Target, f.Effect, evidenceOf(f), f.Source)
			text = ""
		}
	}
	return b.String()
}

// evidenceOf is the kind of evidence, and the tests that confirm it.
func evidenceOf(f targets.Fact) string {
	switch {
	case f.Tests == "" && f.Evidence == targets.Read:
		return f.Evidence.String() + " only"
	case f.Tests == "":
		return f.Evidence.String()
	}
	word := "test"
	if strings.Contains(f.Tests, ",") {
		word = "tests"
	}
	return f.Evidence.String() + "; " + word + " " + f.Tests
}
