package syntax

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Mending: where an expression breaks off, as it does while it is typed, the
// parser throws away much of what stands before. Blanking out the loose end and
// parsing again keeps it. In
//
//	c = q + r.
//
// the parser keeps nothing of r; with the dot blanked out it keeps q + r. What
// is blanked out is replaced by as many spaces, so that offsets hold.

// maxMends bounds how many loose ends of one attribute are blanked out.
const maxMends = 4

// afterDot is the message for a dot without a name behind it.
const afterDot = "A name is needed after the dot."

// operators are the bytes that can make up a loose end.
const operators = ".+-*/%<>=!&|?:"

// mend parses an attribute again without its loose ends. It returns nil if that
// brings nothing.
func (f fragment) mend(h split.Head, errs []Error) *hclsyntax.Attribute {
	var best *hclsyntax.Attribute
	var ends []Span
	h.Equals -= f.span.Start
	h.Word = h.Word.Shift(-f.span.Start)
	f = f.isolated()
	for range maxMends {
		end, ok := f.firstLooseEnd(h, errs)
		if !ok {
			break
		}
		ends = append(ends, end.Shift(f.base))
		blank := strings.Repeat(" ", end.Len())
		f.text = f.text[:end.Start] + blank + f.text[end.End:]
		var body *hclsyntax.Body
		body, errs = f.parseBody()
		if body == nil || body.Attributes[h.Name] == nil {
			break
		}
		best = body.Attributes[h.Name]
	}
	if best != nil {
		f.cover(best, ends)
	}
	return best
}

// cover makes the ranges of a mended tree reach over the loose ends: the dot
// behind a traversal belongs to it, so that it is found at the cursor.
func (f fragment) cover(a *hclsyntax.Attribute, ends []Span) {
	for _, end := range ends {
		Walk(a, func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
			if r := ownRange(n); r != nil && r.End.Byte == end.Start && end.Len() == 1 {
				r.End.Byte = end.End
			}
			return true
		})
		a.SrcRange.End.Byte = max(a.SrcRange.End.Byte, end.End)
	}
	f.repair(a)
}

// firstLooseEnd finds the first loose end that an error points behind.
func (f fragment) firstLooseEnd(h split.Head, errs []Error) (Span, bool) {
	for _, e := range errs {
		if e.Code != codes.SyntaxExpressionMissing && e.Message != afterDot {
			continue
		}
		if end, ok := f.looseEnd(h, e.Span.Start-f.base); ok {
			return end, true
		}
	}
	return Span{}, false
}

// looseEnd returns the operator or dot in front of an offset, or the key of an
// object entry with its "=".
func (f fragment) looseEnd(h split.Head, at int) (Span, bool) {
	before := strings.TrimRight(f.text[h.Equals+1:at], " \t\r\n")
	rest := strings.TrimRight(before, operators)
	start, end := h.Equals+1+len(rest), h.Equals+1+len(before)
	switch f.text[start:end] {
	case "":
		return Span{}, false
	case "=", ":":
		line := strings.LastIndexAny(rest, "\n,{") + 1
		if line == 0 {
			return Span{Start: start, End: end}, strings.Contains(rest, "?")
		}
		start = h.Equals + 1 + line
	}
	return Span{Start: start, End: end}, true
}
