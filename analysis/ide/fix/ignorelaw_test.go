package fix_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestIgnoreLaw: a comment removes its finding. It removes other findings only if they have the same
// code, and it is never unused. Checked for every finding of the fixtures.
func TestIgnoreLaw(t *testing.T) {
	t.Parallel()
	var tried, refused atomic.Int32
	t.Cleanup(func() {
		if tried.Load() < 1000 || refused.Load()*50 > tried.Load() {
			t.Errorf("of %d findings %d cannot be suppressed", tried.Load(), refused.Load())
		}
	})
	fixture.Run(t, "testdata/check", func(t *testing.T, f *fixture.Fixture) {
		for _, p := range f.Programs(t) {
			before := findings(t, p)
			for _, d := range before {
				if _, ours := p.File(d.Path); !ours || !d.Code.Suppressible() {
					continue
				}
				tried.Add(1)
				action := fix.Ignores(p, d)[0]
				if action == nil {
					refused.Add(1)
					continue
				}
				holds(t, p, before, d, action.Edit)
			}
		}
	})
}

// TestIgnoreAll: with all comments no finding is left that can be suppressed.
func TestIgnoreAll(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/check", func(t *testing.T, f *fixture.Fixture) {
		for _, p := range f.Programs(t) {
			before := findings(t, p)
			set := fix.IgnoreAll(p, before, "as it is")
			for i, e := range set.Edits {
				if slices.ContainsFunc(set.Edits[:i], func(other change.Edit) bool { return change.Overlap(e, other) }) {
					t.Errorf("%q overlaps another edit", e.Text)
				}
			}
			after := changed(p, set.Edits)
			for _, d := range findings(t, after) {
				if fix.Ignores(after, d)[0] != nil {
					t.Errorf("%s is left: %s", d.Code, d.Message)
				}
			}
		}
	})
}

func holds(t *testing.T, p *analysis.Program, before []analysis.Diagnostic, d analysis.Diagnostic, e change.Edit) {
	t.Helper()
	after := findings(t, changed(p, []change.Edit{e}))
	moved := d.Span
	if e.Span.Start <= d.Span.Start {
		moved = moved.Shift(len(e.Text))
	}
	left := counts(after)
	for _, other := range after {
		if other.Path == d.Path && other.Code == d.Code && other.Span == moved {
			t.Errorf("%s at %v stays with %q", d.Code, d.Span, e.Text)
		}
	}
	for key, n := range counts(before) {
		if now := left[key]; now != n && !strings.HasPrefix(key, string(d.Code)+"\n") {
			t.Errorf("with %q for %s at %v there are %d of %d: %s", e.Text, d.Code, d.Span, now, n, key)
		}
		delete(left, key)
	}
	for key := range left {
		t.Errorf("with %q for %s at %v there is also: %s", e.Text, d.Code, d.Span, key)
	}
}

func counts(all []analysis.Diagnostic) map[string]int {
	n := map[string]int{}
	for _, d := range all {
		n[fmt.Sprintf("%s\n%s\n%s", d.Code, d.Path, d.Message)]++
	}
	return n
}

// changed applies edits to a program.
func changed(p *analysis.Program, edits []change.Edit) *analysis.Program {
	var files []*syntax.File
	for _, f := range p.Files {
		files = append(files, change.Applied(f, edits))
	}
	return p.With(files...)
}
