package fix

import (
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file says which fixes keep all that was written, so that they may be applied without asking.

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
