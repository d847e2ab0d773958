// Package fix computes quick fixes for findings: edits of the program, or something only the
// user can do, such as installing a provider.
//
// [For] takes findings that were just computed for a program and returns data. A fix is an
// entry in a table from code to function (table.go). Nothing else refers to the functions of
// the table, so a new fix is a function in the file of its family and a line in the table.
//
// The package knows no editor, no protocol and no file system. A [Command] describes what to
// do and leaves it to the caller. The package runs nothing and does not promise that a command
// succeeds.
//
// Most fixes are guesses. They are called repairs, and are offered only if a trial shows that
// they remove the finding and add no error. A trial checks the edited items, so it costs as
// much as a keystroke.
//
// # Invariants
//
//   - A fix belongs to one finding.
//   - The edits of one fix do not overlap and apply to the program as it is.
//   - Applying the edits of a fix removes its finding and adds no error.
//
// **Why** fixes are computed on request and not stored in findings: findings are computed at
// every keystroke, and users rarely ask for a fix.
//
// **Why** some repairs read the message of the finding ("did you mean `x`?"): this way the
// message and the fix never disagree.
package fix

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file defines fixes as data, applies many at once, and chooses them when nobody can be asked: those that keep
// all that was written.

// Fix is one way to resolve a finding, by Edits or by Command.
type Fix struct {
	// Title is an imperative sentence without a full stop.
	Title string
	Kind  Kind
	// Preferred marks the fix that nearly everybody wants.
	Preferred bool
	// Safe fixes keep the meaning of the program and lose nothing the author may still need.
	// Editors may apply them without asking.
	Safe bool
	// Blank fixes write a value that the user has to replace.
	Blank bool
	// fits marks a fix that makes a value fit its place.
	fits bool
	// reveals marks a fix that lets the checker look at what it couldn't judge before, so it
	// may add errors.
	reveals bool
	// translated are words of another language in whose place the fix writes what they mean.
	translated []string
	// Diagnostic is the finding that the fix resolves.
	Diagnostic analysis.Diagnostic
	// Edits change files of the program. A fix with a Command has none.
	Edits []change.Edit
	// Command is an action outside the program, or nil.
	Command Command
}

// Kind is a kind of code action, as the Language Server Protocol names it.
type Kind string

// The kinds of fixes.
const (
	QuickFix Kind = "quickfix" // repairs the cause of a finding
)

// Kinds returns all kinds of fixes.
func Kinds() []Kind { return []Kind{QuickFix} }

// Command is an action of the user: [FetchSchema], [InstallPlugin], [TrustWorkspace] or [AllowPlugins].
type Command interface{ command() }

// FetchSchema asks the user to let the editor fetch the schema of a package.
type FetchSchema struct {
	// Package is the name of the package. Version may be empty, for the newest one.
	Package, Version string
}

// InstallPlugin asks the user to install the provider of a package.
type InstallPlugin struct {
	// Shell is the command to run, on one line.
	Shell string
}

// TrustWorkspace asks the user to let programs from the workspace run.
type TrustWorkspace struct{}

// AllowPlugins asks the user to let the server run installed plugins.
type AllowPlugins struct{}

func (FetchSchema) command()    {}
func (InstallPlugin) command()  {}
func (TrustWorkspace) command() {}
func (AllowPlugins) command()   {}

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
	all := change.Difference(original.Text(), file.Text())
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

// Choice says which fixes are applied without asking.
type Choice string

// The choices.
const (
	SafeOnly Choice = "safe" // fixes that keep the meaning of the program
	Best     Choice = "all"  // for each finding the safe fix, else the preferred one, else the only one, if it keeps all that was written
	Told     Choice = "told" // as Best, and names and values may go, since a schema says what takes their place
)

// Compatible returns fixes that can be applied together: at most one per finding, in the order
// of the findings. Of two that overlap, the first wins. Fixes that are not allowed are left
// out. The findings must come from this very program. If the context ends, or if the trials
// become too many, the rest is left out; complete is false if the trials were too many.
func Compatible(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic, choice Choice, allowed func(Fix) bool) (chosen []Fix, complete bool) {
	var taken edited
	found, complete := candidates(ctx, p, findings, choice.wants)
	for _, all := range found {
		if f, ok := choice.among(all); ok && allowed(f) && (f.Safe || choice == Told || !f.Blank && f.keeps(p)) && taken.add(f.Edits) {
			chosen = append(chosen, f)
		}
	}
	return chosen, complete
}

func isSafe(f Fix) bool { return f.Safe && len(f.Edits) > 0 }

// wants reports whether the choice may fall on a fix.
func (c Choice) wants(f Fix) bool { return isSafe(f) || c != SafeOnly && len(f.Edits) > 0 }

// among chooses one of the fixes for a finding.
func (c Choice) among(fixes []Fix) (Fix, bool) {
	all := slices.DeleteFunc(slices.Clone(fixes), func(f Fix) bool { return !c.wants(f) })
	for _, best := range []func(Fix) bool{isSafe, func(f Fix) bool { return f.Preferred }} {
		if i := slices.IndexFunc(all, best); i >= 0 {
			return all[i], true
		}
	}
	if len(all) == 1 {
		return all[0], true
	}
	return Fix{}, false // the author has to choose
}

// edited are edits that do not overlap.
type edited struct {
	// insertsTwice allows several insertions at one place.
	insertsTwice bool

	edits map[string][]change.Edit // by path, in order
}

// add adds edits, or none of them if one overlaps.
func (e *edited) add(edits []change.Edit) bool {
	if slices.ContainsFunc(edits, e.overlaps) {
		return false
	}
	if e.edits == nil {
		e.edits = map[string][]change.Edit{}
	}
	for _, one := range edits {
		e.edits[one.Path] = slices.Insert(e.edits[one.Path], e.behind(one), one)
	}
	return true
}

// behind returns the index of the first edit that starts behind an edit.
func (e *edited) behind(one change.Edit) int {
	i, _ := slices.BinarySearchFunc(e.edits[one.Path], one.Span.Start+1, func(other change.Edit, at int) int { return cmp.Compare(other.Span.Start, at) })
	return i
}

// overlaps compares an edit with its neighbors. All others end before or start behind those.
func (e *edited) overlaps(one change.Edit) bool {
	in := e.edits[one.Path]
	at := e.behind(one)
	return at > 0 && e.overlap(in[at-1], one) || at > 1 && e.overlap(in[at-2], one) || at < len(in) && e.overlap(in[at], one)
}

func (e *edited) overlap(a, b change.Edit) bool {
	if e.insertsTwice && a.Span == b.Span && a.Span.Len() == 0 {
		return false
	}
	return change.Overlap(a, b)
}

// keeps reports whether every name, number and text that the edits of a fix replace is still in what they write: as it was, or as the
// name that a typing mistake stands for.
func (f Fix) keeps(p *analysis.Program) bool {
	if f.Diagnostic.Offer != nil { // whoever wrote the rule says what takes its place
		return true
	}
	gone, written := map[string]int{}, map[string]int{}
	for _, e := range f.Edits {
		if file, ok := p.File(e.Path); ok {
			count(gone, file.Slice(e.Span))
		} else if e.Span.Len() > 0 {
			return false
		}
		count(written, e.Text)
	}
	for _, word := range f.translated {
		delete(gone, word)
	}
	for word, n := range written {
		if gone[word] -= n; gone[word] >= 0 {
			delete(written, word)
		}
	}
	for word, n := range gone {
		if n > 0 && !takesItsPlace(word, written) {
			return false
		}
	}
	return true
}

// takesItsPlace reports whether one of the written words is what a lost one is meant to be.
func takesItsPlace(lost string, written map[string]int) bool {
	if !strings.ContainsFunc(lost, unicode.IsLetter) {
		return false // another number is another value
	}
	for word := range written {
		if typesys.IsSlip(lost, word) && (hasLetters(lost, word) || hasLetters(word, lost)) {
			return true
		}
	}
	return false
}

// hasLetters reports whether a name has all letters of another one. One letter in place of another makes many names of one, so a person
// has to say which is meant.
func hasLetters(name, of string) bool {
	letters := map[rune]int{}
	for _, r := range strings.ToLower(name) {
		letters[r]++
	}
	for _, r := range strings.ToLower(of) {
		if letters[r]--; letters[r] < 0 && unicode.IsLetter(r) {
			return false
		}
	}
	return true
}

// count counts the names, numbers and texts in a text. The words of the language itself do not count.
func count(words map[string]int, text string) {
	tokens, _ := hclsyntax.LexExpression([]byte(text), "", hcl.InitialPos)
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenIdent, hclsyntax.TokenNumberLit, hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit:
			if word := strings.TrimSpace(string(t.Bytes)); word != "" && word != "for" && word != "in" && word != "if" {
				words[word]++
			}
		}
	}
}
