package checked

import (
	"slices"
	"sort"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/lenient"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file takes away the findings that comments suppress, and says which comments
// suppress nothing.
//
// It works on the findings of a whole file, whatever they came from: an item, a taint
// or the program as a whole. Severities do not matter here: a finding that settings
// switch off is still one that a comment suppresses, so nobody has to remove comments
// to try a severity.

func (p *Program) suppressing() suppressing {
	s := suppressing{reasons: p.world.SuppressionReasons}
	anywhere := func(f *syntax.File) bool { return f.HasSuppressions() }
	s.sure = slices.ContainsFunc(p.Files, anywhere) && !p.reached().mayLackFindings()
	return s
}

// lacksFindings reports whether something here is not understood: broken text, or packages
// without schemas. Where rules are relaxed others may run the program with the full ones.
func (p *Program) lacksFindings() bool {
	broken := func(f *syntax.File) bool { return len(f.Errors) > 0 }
	if p.core.HasFlag(program.FlagObscure) || p.world.Mode != (lenient.Mode{}) || slices.ContainsFunc(p.Files, broken) {
		return true
	}
	for name := range p.packagesUsed() {
		if _, av := p.schemaPackage(name); av.State != schema.Ready {
			return true
		}
	}
	return false
}

// unsuppressed are the findings of a file that are left, with those about its
// suppressions. The findings are sorted.
func (s suppressing) unsuppressed(f *syntax.File, found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	if !f.HasSuppressions() {
		return found
	}
	x := s.applied(f, found)
	diagnostic.Sort(x.said)
	left, said := make([]diagnostic.Diagnostic, 0, len(found)+len(x.said)), x.said
	for i, d := range found { // both are sorted; to sort thousands again takes longer than all the rest
		for len(said) > 0 && diagnostic.Compare(said[0], d) < 0 {
			left, said = append(left, said[0]), said[1:]
		}
		if !x.gone[i] {
			left = append(left, d)
		}
	}
	return append(left, said...)
}

// With returns the findings together with sorted ones in the same file that do not come from the program alone.
// Comments suppress those too.
func (f *FileFindings) With(in *syntax.File, others []diagnostic.Diagnostic) *FileFindings {
	all := slices.Clone(f.Diagnostics)
	x := suppressing{}.applied(in, others)
	for i, d := range others {
		if !x.gone[i] {
			all = append(all, d.Legible())
		}
	}
	diagnostic.Sort(all)
	return &FileFindings{Path: f.Path, Diagnostics: all}
}

// applied does what the comments of a file say about findings, which are sorted.
func (s suppressing) applied(f *syntax.File, found []diagnostic.Diagnostic) *suppression {
	x := &suppression{suppressing: s, path: f.Path, found: found, gone: make([]bool, len(found))}
	for i, it := range f.Suppressions() {
		for _, one := range it.Item.Suppressions() {
			x.base = it.Base
			x.one(one, f, i == 0 && one.Leading)
		}
	}
	return x
}

// suppression is the work on one file.
type suppression struct {
	suppressing
	path  string
	base  int // of the item with the comment
	found []diagnostic.Diagnostic
	gone  []bool
	said  []diagnostic.Diagnostic
}

func (x *suppression) say(code codes.Code, at syntax.Span, message, subject string) {
	d := diagnostic.InFile(x.path, at.Shift(x.base), code, message)
	d.Subject = subject
	x.said = append(x.said, d.Legible())
}

// one does what one comment says; above tells that it stands above the first item.
func (x *suppression) one(s syntax.Suppression, f *syntax.File, above bool) {
	word := f.Slice(s.Word.Shift(x.base))
	switch {
	case s.Extent == syntax.ExtentUnknown:
		words := syntax.ExtentWords()
		message := "there is no `pcl-lsp:" + word + "`"
		if near := typesys.Near(word, words); near != "" {
			message += "; did you mean `pcl-lsp:" + near + "`?"
		} else {
			message += "; there are `pcl-lsp:" + strings.Join(words, "`, `pcl-lsp:") + "`"
		}
		x.say(codes.SuppressionMalformed, s.Word, message, "")
		return
	case s.Extent == syntax.ExtentFile && !above:
		x.say(codes.SuppressionMalformed, s.Word, "`pcl-lsp:ignore-file` has an effect only above the first definition of a file", "")
		return
	case len(s.Codes) == 0:
		x.say(codes.SuppressionMalformed, s.Span, "this comment names no findings; write `pcl-lsp:"+word+" CODE -- reason`", "")
		return
	}
	first, behind := x.within(s)
	for _, c := range s.Codes {
		if !x.usable(c) {
			continue
		}
		if !x.suppress(c.Pattern, first, behind) && x.sure && !codes.Varies(c.Pattern) {
			x.say(codes.SuppressionUnused, c.Span, "there is no `"+c.Pattern+"` "+where(s)+"; remove it from the comment", c.Pattern)
		}
	}
	if x.reasons && s.Reason == "" {
		x.say(codes.SuppressionNoReason, s.Span, "the settings require a reason; write `-- reason` after the codes", "")
	}
}

// where says what a suppression is about.
func where(s syntax.Suppression) string {
	switch {
	case s.Extent == syntax.ExtentFile:
		return "in this file"
	case s.Target.Start < 0:
		return "below, where the file ends"
	case s.Extent == syntax.ExtentBlock:
		return "in the definition that starts here"
	case s.Own:
		return "on the next line"
	}
	return "on this line"
}

// usable reports whether a pattern names findings that can be suppressed, and says so
// if not.
func (x *suppression) usable(c syntax.SuppressedCode) bool {
	if codes.IsSuppressible(c.Pattern) {
		return true
	}
	shown := diagnostic.Abbreviate(c.Pattern, 60)
	switch {
	case strings.Trim(c.Pattern, "*.") == "":
		x.say(codes.SuppressionMalformed, c.Span, "this pattern names no findings; write codes, or families such as `unused.*`", "")
	case slices.Contains(codes.Patterns(), c.Pattern):
		x.say(codes.SuppressionMalformed, c.Span, "`"+shown+"` cannot be suppressed by a comment", "")
	default:
		message, near := "there is no code `"+shown+"`", ""
		if len(x.said) < mostMeant {
			near = nearestPattern(c.Pattern)
		}
		if near != "" {
			message += "; did you mean `" + near + "`?"
		}
		x.say(codes.SuppressionUnknown, c.Span, message, near)
	}
	return false
}

// mostMeant is for how many wrong comments of a file it is looked up what they mean.
const mostMeant = 100

// nearestPattern is the code or family that was meant by a word; empty for none.
func nearestPattern(word string) string {
	if codes.IsSuppressible(word + ".*") {
		return word + ".*"
	}
	return typesys.Near(word, codes.SuppressiblePatterns())
}

// within are the findings that a suppression is about, by number.
func (x *suppression) within(s syntax.Suppression) (first, behind int) {
	if s.Extent == syntax.ExtentFile {
		return 0, len(x.found)
	}
	if s.Target.Start < 0 {
		return 0, 0
	}
	target := s.Target.Shift(x.base)
	first = sort.Search(len(x.found), func(i int) bool { return x.found[i].Span.Start >= target.Start })
	behind = sort.Search(len(x.found), func(i int) bool { return x.found[i].Span.Start > target.End })
	return first, behind
}

// suppress takes findings away and reports whether there was one.
func (x *suppression) suppress(pattern string, first, behind int) bool {
	any := false
	for i := first; i < behind; i++ {
		if code := x.found[i].Code; code.Suppressible() && code.Matches(pattern) {
			x.gone[i], any = true, true
		}
	}
	return any
}
