package impact

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file says what the later version does to a program.

// Mark is a place of a program that the later version rejects, or takes for something else.
type Mark struct {
	Path  string
	Span  syntax.Span
	Level schemadiff.Level
	// Finding is what a check with the later version finds there, and the one before did not; the zero value for a
	// silent change.
	Finding analysis.Diagnostic
	// Changes are the changes of what stands there, if they explain it.
	Changes []schemadiff.Change
	// Note is something else to say, or empty.
	Note string
}

// Message says what is wrong or different, in one line.
func (m Mark) Message() string {
	parts := []string{m.Finding.Message}
	parts = append(parts, lists.Map(m.Changes, schemadiff.Change.Sentence)...)
	parts = append(parts, m.Note)
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// Marks compares the findings of a program with two versions of a package, and says what changes silently. The programs may have
// different texts. The marks are about the second one. Errors that were there before are counted.
func (l *Changes) Marks(ctx context.Context, before, after *analysis.Program) (all []Mark, known int, err error) {
	found, known, err := l.newFindings(ctx, before, after)
	if err != nil {
		return nil, 0, err
	}
	inFile := map[string][]analysis.Diagnostic{}
	for _, d := range found {
		inFile[d.Path] = append(inFile[d.Path], d)
	}
	for _, f := range after.Files {
		rest := inFile[f.Path]
		for _, it := range f.All() {
			info, err := after.Check(ctx, it)
			if err != nil {
				return nil, 0, err
			}
			touches := l.touches(it, info)
			for len(rest) > 0 && rest[0].Span.Start < it.Base+len(it.Text) {
				all = append(all, marked(rest[0], l.explain(touches, rest[0].Span.Shift(-it.Base), rest[0])))
				rest = rest[1:]
			}
			for _, t := range touches {
				if silent := l.silent(t); len(silent) > 0 {
					all = append(all, Mark{Path: f.Path, Span: t.name.Shift(it.Base), Level: schemadiff.Silent, Changes: silent})
				}
			}
		}
		for _, d := range rest { // behind all items
			all = append(all, marked(d, nil))
		}
	}
	return all, known, nil
}

func marked(d analysis.Diagnostic, changes []schemadiff.Change) Mark {
	return Mark{Path: d.Path, Span: d.Span, Level: levelOf(d), Finding: d, Changes: changes}
}

// InOrder sorts marks by place, the worst first.
func InOrder(all []Mark) {
	lists.SortStable(all, func(a, b Mark) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Level, a.Level))
	})
}

// levelOf is what a new finding means.
func levelOf(d analysis.Diagnostic) schemadiff.Level {
	switch {
	case d.Severity == codes.Error:
		return schemadiff.Breaking
	case IsDeprecation(d.Code):
		return schemadiff.Compatible
	}
	return schemadiff.Silent
}

// IsDeprecation reports whether a schema advises against what a finding is about.
func IsDeprecation(c codes.Code) bool {
	return slices.Contains([]codes.Code{codes.DeprecatedResource, codes.DeprecatedFunction, codes.DeprecatedMethod, codes.DeprecatedProperty, codes.DeprecatedEnum}, c)
}

// newFindings are the findings of a program that another version of it did not have, sorted: errors, warnings and what
// schemas advise against. Errors that it had are counted.
func (l *Changes) newFindings(ctx context.Context, before, after *analysis.Program) (found []analysis.Diagnostic, known int, err error) {
	was, err := before.Report(ctx, nil)
	if err != nil {
		return nil, 0, err
	}
	is, err := after.Report(ctx, nil)
	if err != nil {
		return nil, 0, err
	}
	for _, f := range is.Files() {
		inFile, n := l.newIn(was.In(f.Path), f)
		found, known = append(found, inFile...), known+n
	}
	return found, known, nil
}

// newIn are the findings in a file that another version of it, which may be nil, did not have. Messages are compared as they are
// for the version after.
func (l *Changes) newIn(was, is *analysis.FileFindings) (found []analysis.Diagnostic, known int) {
	type kind struct {
		code    codes.Code
		message string
	}
	had := map[kind]int{}
	if was != nil {
		for _, d := range was.Diagnostics {
			had[kind{d.Code, l.renewed.Replace(d.Message)}]++
		}
	}
	for _, d := range is.Diagnostics {
		k := kind{d.Code, d.Message}
		switch {
		case had[k] > 0:
			had[k]--
			if d.Severity == codes.Error {
				known++
			}
		case d.Code == codes.SuppressionUnused: // what it suppressed is another finding now
		case d.Severity <= codes.Warning || IsDeprecation(d.Code) || d.Code == codes.UpgradeSilent:
			found = append(found, d)
		}
	}
	return found, known
}

// explain returns the breaking changes of what stands at a finding: of the innermost place around it that has any, or else of
// all places in it, or else of what the finding mentions: an argument without a name.
func (l *Changes) explain(touches []touch, at syntax.Span, d analysis.Diagnostic) []schemadiff.Change {
	var best, inside, mentioned []schemadiff.Change
	size := -1
	for _, t := range touches {
		broken := l.broken(t)
		switch around := within(at.Start, t.whole) || within(at.End-1, t.whole); {
		case len(broken) == 0 || d.Code == codes.AttrMissing && !t.isLeftOut:
		case around && (size < 0 || t.whole.Len() < size):
			best, size = broken, t.whole.Len()
		case around && size == t.whole.Len():
			best = append(best, broken...)
		case within(t.name.Start, at):
			inside = append(inside, broken...)
		}
		if t.Section == schemadiff.Functions && t.Property == "" {
			for _, c := range l.within[t.Named] {
				if c.Level == schemadiff.Breaking && c.Property != "" && strings.Contains(d.Message, "`"+c.Property+"`") {
					mentioned = append(mentioned, c)
				}
			}
		}
	}
	switch {
	case size >= 0:
		return best
	case len(inside) > 0:
		return inside
	}
	return mentioned
}

// broken are the changes at a place that may break a program.
func (l *Changes) broken(t touch) (all []schemadiff.Change) {
	for _, c := range l.after[t.Named] {
		if c.Level == schemadiff.Breaking && t.isLeftOut == whenLeftOut(c) {
			all = append(all, t.seen(c))
		}
	}
	return all
}

func within(offset int, span syntax.Span) bool { return span.Start <= offset && offset < span.End }

// silent are the changes at a place that no check finds.
func (l *Changes) silent(t touch) (all []schemadiff.Change) {
	for _, c := range l.after[t.Named] {
		if c.Level == schemadiff.Silent && c.Property != "" && c.On&t.on != 0 && t.isLeftOut == c.Kind.IsOfDefault() {
			all = append(all, t.seen(c))
		}
	}
	return all
}

// seen is a change as far as it concerns the place.
func (t touch) seen(c schemadiff.Change) schemadiff.Change {
	if on := c.On & t.on; on != schemadiff.Whole {
		c.On = on
	}
	return c
}
