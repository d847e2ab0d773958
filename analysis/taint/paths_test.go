package taint_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// found are the findings of a program.
func found(t *testing.T, p *checked.Program) []diagnostic.Diagnostic {
	t.Helper()
	all, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What a finding says of the way to its origin, and whether a comment gives a reason,
// follows edits anywhere on the way as a fresh check does.
func TestWaysFollowEdits(t *testing.T) {
	t.Parallel()
	e := &editedProgram{schemas: analysistest.RepositorySchemas(t), steady: true}
	text := `config pw string {
  secret = true
}

a = pw
b = a
c = b
d = c
e = d
f = e

resource x "cloudy:storage/bucket:Bucket" {
  name = f
}

resource y "kit:index:Name" {
  prefix = x.id
}

resource z "kit:index:Name" {
  options {
    dependsOn = [x, y]
  }
}

g = unsecret(pw)

output o {
  value = g
}

resource w "kit:index:Name" {
  options {
    protect = late
  }
}

late = z.words == 2

resource v "cloudy:data/secret:Secret" {
  name  = "v"
  value = literal
}

literal = "kvvnalu4"
`
	for _, edit := range [][2]string{
		{"", ""},
		{"c = b\n", "c = a\n"},                // a step less
		{"d = c\n", "# a comment\nd = c\n"},   // a step moves
		{"a = pw\n", "a = \"x\"\n"},           // no secret any more
		{"a = \"x\"\n", "a = pw\n"},           // and again
		{"prefix = x.id", "prefix = \"x\""},   // the entry is needed
		{"prefix = \"x\"", "prefix   = x.id"}, // it is not
		{"g = unsecret", "# Everybody knows it.\ng = unsecret"},
		{"# Everybody knows it.\n", "# TODO\n"},
		{"late = z.words == 2", "late = 1 == 2"},
		{"late = 1 == 2", "late = z.words    == 2"},
		{"literal = \"kvvnalu4\"", "literal = pw"},
		{"literal = pw", "literal = \"x\""},
		{"secret = true", "secret = false"},
	} {
		if edit[0] != "" && !strings.Contains(text, edit[0]) {
			t.Fatalf("there is no %q", edit[0])
		}
		text = strings.Replace(text, edit[0], edit[1], 1)
		e.set(text)
		fresh := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", text, nil)}, checked.World{Schemas: e.schemas}, nil)
		if diff := cmp.Diff(found(t, fresh), found(t, e.program), cmpopts.IgnoreUnexported(diagnostic.Diagnostic{}, diagnostic.Related{})); diff != "" {
			t.Errorf("after %q (-fresh +edited):\n%s", edit[1], diff)
		}
	}
}

// A way of any length is told from both ends, and says how much of it is left out.
func TestLongWay(t *testing.T) {
	t.Parallel()
	text := "config pw string {\n  secret = true\n}\n\nl0 = pw\n"
	for i := 1; i < 300; i++ {
		text += "l" + strconv.Itoa(i) + " = l" + strconv.Itoa(i-1) + "\n"
	}
	text += "\nresource x \"cloudy:storage/bucket:Bucket\" {\n  name = l299\n}\n"
	p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", text, nil)}, checked.World{Schemas: analysistest.RepositorySchemas(t)}, nil)
	all := found(t, p)
	i := slices.IndexFunc(all, func(d diagnostic.Diagnostic) bool { return d.Code == codes.SecretName })
	if i < 0 {
		t.Fatalf("got %v", all)
	}
	related := all[i].Related
	if len(related) != 24 || related[0].Message != "because `l299` passes it on" || related[23].Message != "because config `pw` has `secret = true`" ||
		related[12].Message != "because after 277 more steps, `l10` passes it on" {
		t.Errorf("got %d steps: %+v", len(related), related)
	}
}
