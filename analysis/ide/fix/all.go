package fix

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file applies many fixes at once.

// maxRounds limits how often one round of fixes can make room for the next.
const maxRounds = 100

// Safely returns the edits that all safe fixes of one file make together, repeated until no
// safe fix is left. Running it twice changes nothing more, and a round that adds a finding is
// dropped. The only error is the context's.
func Safely(ctx context.Context, p *analysis.Program, path string) ([]change.Edit, error) {
	original, ok := p.File(path)
	if !ok {
		return nil, nil
	}
	file := original
	var first []change.Edit
	for round := range maxRounds {
		before, err := p.Diagnostics(ctx)
		if err != nil {
			return nil, err
		}
		edits := together(For(ctx, p, within(before, path, "")), path, func(f Fix) bool { return f.Safe })
		if len(edits) == 0 {
			break
		}
		next := change.Applied(file, edits)
		tried := p.With(next)
		after, err := tried.Diagnostics(ctx)
		if err != nil {
			return nil, err
		}
		if len(after) > len(before) {
			break
		}
		p, file = tried, next
		if round == 0 {
			first = edits
			continue
		}
		first = nil
	}
	switch {
	case first != nil:
		return first, nil
	case file == original:
		return nil, nil
	}
	all := edit.Difference(original.Text(), file.Text())
	return []change.Edit{{Path: path, Span: all.Span, Text: all.Text}}, nil
}

// OfCode returns the edits that fix every finding of one code in a file, using the best fix
// for each.
func OfCode(ctx context.Context, p *analysis.Program, path string, findings []analysis.Diagnostic, code codes.Code) []change.Edit {
	seen := map[syntax.Span]bool{}
	return together(For(ctx, p, within(findings, path, code)), path, func(f Fix) bool {
		again := seen[f.Diagnostic.Span]
		seen[f.Diagnostic.Span] = true
		return !again
	})
}

// within returns the findings of a file. An empty code means all codes.
func within(all []analysis.Diagnostic, path string, code codes.Code) []analysis.Diagnostic {
	return lists.Where(all, func(d analysis.Diagnostic) bool {
		return d.Path == path && (code == "" || d.Code == code)
	})
}

// together returns the edits of the wanted fixes, skipping a fix that overlaps an earlier one.
// Skipped fixes get their turn in the next round.
func together(fixes []Fix, path string, wanted func(Fix) bool) []change.Edit {
	var edits []change.Edit
	var taken edited
	for _, f := range fixes {
		if !wanted(f) || f.Command != nil || slices.ContainsFunc(f.Edits, func(e change.Edit) bool { return e.Path != path }) {
			continue
		}
		if taken.add(f.Edits) {
			edits = append(edits, f.Edits...)
		}
	}
	return edits
}
