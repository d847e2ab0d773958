//go:build cgo && unix

package grammar

import (
	"regexp"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// unseen are the errors that the grammar cannot see, with the reason.
var unseen = map[codes.Code]string{
	codes.SyntaxAttributeDuplicate:  "it doesn't compare names",
	codes.SyntaxSplatNested:         "the form is right; the reference cannot evaluate it",
	codes.SyntaxDepth:               "it has another limit, its stack of 1 KiB",
	codes.SyntaxEncoding:            "it doesn't read the bytes of comments",
	codes.SyntaxBlockUnclosed:       "our parser ends a block at a head at the margin; the grammar nests it, as the reference does",
	codes.SyntaxBodyItem:            "a brace that is left over then",
	codes.SyntaxHeredocUnterminated: "our parser ends a heredoc at a head at the margin; the grammar reads on to the marker, as the reference does",
}

// comparison is what the grammar says about a text against what our parser says.
type comparison int

const (
	bothValid comparison = iota
	bothBroken
	exception // the grammar cannot see these errors
	falseError
	missedError
)

func compare(t testing.TB, s sample) (comparison, []syntax.Error) {
	t.Helper()
	errs := syntaxErrors(s)
	switch has := hasError(t, s.text); {
	case has && len(errs) > 0:
		return bothBroken, errs
	case has:
		return falseError, nil
	case len(errs) == 0:
		return bothValid, nil
	}
	for _, e := range errs {
		value := s.text[e.Span.Start:e.Span.End]
		if unseen[e.Code] == "" && (e.Code != codes.SyntaxNumber || !decimal.MatchString(value)) {
			return missedError, errs
		}
	}
	return exception, errs
}

// decimal is a number in the right form; it is an error if its value is out of range.
var decimal = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// check reports a difference.
func check(t *testing.T, s sample) comparison {
	t.Helper()
	c, errs := compare(t, s)
	switch c {
	case falseError:
		t.Errorf("%s: the grammar finds an error in a valid text: %q", s.path, s.text)
	case missedError:
		t.Errorf("%s: the grammar doesn't see %s, %s: %q", s.path, errs[0].Code, errs[0].Message, s.text)
	}
	return c
}

// TestParity: a text has an error node if and only if our parser finds a syntax error in it that is no exception.
func TestParity(t *testing.T) {
	t.Parallel()
	var count [missedError + 1]int
	for _, s := range samples(t) {
		count[check(t, s)]++
	}
	t.Logf("%d valid texts, %d broken ones, %d exceptions", count[bothValid], count[bothBroken], count[exception])
	if count[bothValid] < 1000 || count[bothBroken] < 100 {
		t.Error("too few texts were found")
	}
}

func syntaxErrors(s sample) []syntax.Error {
	path := s.path[strings.LastIndexAny(s.path, "/:")+1:]
	f := syntax.Parse(path, s.text, nil)
	errs := f.Errors
	for _, it := range f.All() {
		errs = append(errs, f.ErrorsOf(it)...)
	}
	return errs
}
