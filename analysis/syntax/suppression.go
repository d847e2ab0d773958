package syntax

import (
	"iter"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// Suppressions: comments that hide findings.
//
//	# pcl-lsp:ignore CODE, family.* -- reason        the next line; behind code, its own line
//	# pcl-lsp:ignore-block CODE -- reason            the block, attribute or value that begins there
//	# pcl-lsp:ignore-file CODE -- reason             the whole file; must stand above its first item
//
// They are read once for each item. Which codes exist is not known here.

// suppressionPrefix is how every such comment begins.
const suppressionPrefix = "pcl-lsp:"

// Extent is how much text a suppression covers.
type Extent uint8

// The extents.
const (
	ExtentUnknown Extent = iota // the comment begins like a suppression but is not one
	ExtentLine
	ExtentBlock
	ExtentFile
)

var extents = map[string]Extent{"ignore": ExtentLine, "ignore-block": ExtentBlock, "ignore-file": ExtentFile}

// ExtentWords are the words that can follow the prefix of a suppression, sorted.
func ExtentWords() []string { return []string{"ignore", "ignore-block", "ignore-file"} }

// Suppression is one comment that suppresses findings. Its offsets are relative to its item.
type Suppression struct {
	Extent Extent
	Span   Span // of the comment, without the end of its line
	Word   Span // of the word that says the extent
	// Codes are the codes and families as written.
	Codes  []SuppressedCode
	Reason string
	// List spans the codes. If there are none, it is the place for one.
	List Span
	// Target covers the places where suppressed findings begin, both ends included. Its
	// Start is negative if there are none. It means nothing for a file.
	Target Span
	// Leading means that the comment stands above the item's first word.
	Leading bool
	// Own means that there is no code before the comment on its line.
	Own bool
}

// SuppressedCode is a code, or a family as in "unused.*", as a comment names it.
type SuppressedCode struct {
	Pattern string
	Span    Span
}

// Suppressions visits the items that may have suppressions, with their indexes. It is fast if
// there are none.
func (f *File) Suppressions() iter.Seq2[int, Placed] { return f.marked(markSuppression) }

// HasSuppressions reports whether the file may have suppressions.
func (f *File) HasSuppressions() bool { return f.some&markSuppression != 0 }

// Suppressions returns the suppressions of the item in order. It reads them once.
func (it *Item) Suppressions() []Suppression {
	if it.marks&markSuppression == 0 {
		return nil
	}
	if known := it.suppressions.Load(); known != nil {
		return *known
	}
	found := readSuppressions(it)
	it.suppressions.Store(&found)
	return found
}

func readSuppressions(it *Item) []Suppression {
	var code []lex.Token
	first := lex.SkipTrivia(it.Text)
	var found []Suppression
	for token := range lex.All(it.Text) {
		if token.Kind == lex.Comment {
			if s, ok := readSuppression(it.Text, token); ok {
				s.Leading = it.Kind == KindBlank || s.Span.Start < first
				found = append(found, s)
			}
		} else if token.Kind != lex.Newline {
			code = append(code, token)
		}
	}
	for i := range found {
		found[i].aim(it, code)
	}
	return found
}

// readSuppression reads a comment. It reports whether the comment is a suppression.
func readSuppression(text string, comment lex.Token) (Suppression, bool) {
	start, end := comment.Start, comment.End
	s := Suppression{Span: Span{Start: start, End: end}}
	if text[start] == '#' {
		start++
	} else if start += 2; text[start-1] == '*' {
		end = max(start, end-2)
	}
	r := suppressionReader{text: text[:end], at: start}
	r.blanks()
	if !strings.HasPrefix(r.rest(), suppressionPrefix) {
		return s, false
	}
	r.at += len(suppressionPrefix)
	s.Word = r.word(func(c byte) bool { return c == '-' || isLetter(c) })
	if s.Word.Len() == 0 { // a comment about pcl-lsp
		return s, false
	}
	s.Extent = extents[text[s.Word.Start:s.Word.End]]
	s.List = Span{Start: s.Word.End, End: s.Word.End}
	r.codes(&s)
	s.Reason = r.reason()
	return s, true
}

// suppressionReader reads a comment from left to right.
type suppressionReader struct {
	text string
	at   int
}

func (r *suppressionReader) rest() string { return r.text[r.at:] }

func (r *suppressionReader) blanks() { r.at = len(r.text) - len(strings.TrimLeft(r.rest(), " \t\r\n")) }

func (r *suppressionReader) word(of func(byte) bool) Span {
	start := r.at
	for r.at < len(r.text) && of(r.text[r.at]) {
		r.at++
	}
	return Span{Start: start, End: r.at}
}

// codes reads codes with commas between them. The first word without a comma before it begins
// the reason, with or without two dashes.
func (r *suppressionReader) codes(s *Suppression) {
	for {
		r.blanks()
		if strings.HasPrefix(r.rest(), "--") {
			return
		}
		span := r.word(isCodeByte)
		if span.Len() == 0 {
			return
		}
		s.Codes = append(s.Codes, SuppressedCode{r.text[span.Start:span.End], span})
		s.List = Span{Start: s.Codes[0].Span.Start, End: span.End}
		r.blanks()
		if !strings.HasPrefix(r.rest(), ",") {
			return
		}
		r.at++
	}
}

func (r *suppressionReader) reason() string {
	return strings.Join(strings.Fields(strings.TrimLeft(r.rest(), "-: \t\r\n")), " ")
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isCodeByte(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '.' || c == '-' || c == '_' || c == '*'
}

// aim finds the target of a suppression. Code are the tokens of its item but comments and line ends.
func (s *Suppression) aim(it *Item, code []lex.Token) {
	s.Target = Span{Start: -1, End: -1}
	line := lineAround(it.Text, s.Span.Start)
	behind := sort.Search(len(code), func(i int) bool { return code[i].Start > s.Span.Start })
	first := behind - 1
	if s.Own = first < 0 || code[first].End <= line.Start; s.Own {
		if first = behind; first == len(code) {
			return
		}
		line = lineAround(it.Text, code[first].Start)
	}
	for first > 0 && code[first-1].Start >= line.Start {
		first--
	}
	s.Target = line
	if s.Extent == ExtentBlock {
		s.Target.End = max(line.End, endOfConstruct(it, code[first].Start))
	}
}

// lineAround returns the line around an offset, without its line end.
func lineAround(text string, at int) Span {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return Span{Start: start, End: at + n}
	}
	return Span{Start: start, End: len(text)}
}

// endOfConstruct returns the end of the largest construct that begins at an offset: an item,
// a block, an attribute, a member of an object or an element of a list.
func endOfConstruct(it *Item, start int) int {
	if start <= lex.SkipTrivia(it.Text) {
		return len(it.Text)
	}
	end := start
	include := func(from, to hcl.Range) {
		if from.Start.Byte == start {
			end = max(end, to.End.Byte)
		}
	}
	walk := func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		include(n.Range(), n.Range())
		switch n := n.(type) {
		case *hclsyntax.Block:
			include(n.TypeRange, n.CloseBraceRange)
		case *hclsyntax.ObjectConsExpr:
			for _, member := range n.Items {
				include(member.KeyExpr.Range(), member.ValueExpr.Range())
			}
		}
		return true
	}
	node.Walk(it.Root(), walk)
	return end
}
