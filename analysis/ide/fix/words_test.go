package fix_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// advised finds what a message says to write. An ellipsis leaves a part open.
var advised = regexp.MustCompile("; (?:write|use|did you mean) `([^`…]+)`")

// unwritten are codes whose messages may say more than a fix can do, with the reason.
var unwritten = map[codes.Code]string{
	codes.ResourceUnknown:      "what is meant may be damaged in the schema",
	codes.FunctionUnknownToken: "what is meant may be damaged in the schema",
	codes.DeprecatedFunction:   "the other function may take other arguments",
	codes.AttrIgnored:          "the block that is meant may have errors inside",
	codes.TypeUnknown:          "where a part of a label with escapes is written is not known",
	codes.InputsPurpose:        "the resource may not be listed",
	codes.OptionResourceKind:   "the key in the message stands for any",
}

// Invariant: if a message says what to write, there is a fix, and the first one writes it.
func TestFixesWriteWhatMessagesSay(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"testdata/check", "testdata/fix"} {
		fixture.Run(t, dir, func(t *testing.T, f *fixture.Fixture) {
			for _, p := range f.Programs(t) {
				for _, d := range findings(t, p) {
					checkAdvice(t, p, d)
				}
			}
		})
	}
}

func checkAdvice(t *testing.T, p *analysis.Program, d analysis.Diagnostic) {
	t.Helper()
	advice := advised.FindStringSubmatch(d.Message)
	if advice == nil || !fixable(d.Code) {
		return
	}
	fixes := fix.For(context.Background(), p, []analysis.Diagnostic{d})
	if len(fixes) > 0 {
		var text strings.Builder
		for _, file := range applyTo(p, fixes[0].Edits).Files {
			text.WriteString(file.Text())
		}
		if strings.Contains(text.String(), advice[1]) {
			return
		}
	}
	if unwritten[d.Code] == "" {
		t.Errorf("%s: %s: no fix writes that first; there are %+v", d.Code, d.Message, fixes)
	}
}
