package parse

import (
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/fastparse"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Blocks. The body of a broken block is cut into entries the way a file is cut into
// items. Each entry is parsed on its own, and the good ones make a body.

// maxSalvage limits how deep blocks in blocks are salvaged. Deeper ones keep the result
// of the parser.
const maxSalvage = 8

// block parses a fragment that begins with a block header. The block is nil if there is
// no "{" or the fragment is nested too deep.
func (f fragment) block(h split.Head, depth int) (*hclsyntax.Block, []Label, []Error) {
	if b := fastparse.Block(f.source(), f.span.Start+f.base); b != nil {
		return b, f.blockLabels(b), nil
	}
	body, errs := f.explainBody()
	var whole *hclsyntax.Block
	if body != nil && len(body.Blocks) > 0 {
		whole = body.Blocks[0]
	}
	switch {
	case len(errs) == 0 && whole != nil:
		return whole, f.blockLabels(whole), nil
	case h.Brace < 0:
		return nil, f.headLabels(h), errs
	case isTooDeep(errs):
		return nil, f.headLabels(h), errs
	case depth >= maxSalvage && whole != nil:
		return whole, f.blockLabels(whole), errs
	}
	return f.salvage(h, errs, depth)
}

// salvage rebuilds a block whose text has errors.
func (f fragment) salvage(h split.Head, whole []Error, depth int) (*hclsyntax.Block, []Label, []Error) {
	b := &hclsyntax.Block{
		Type:           h.Name,
		TypeRange:      node.Range(h.Word),
		OpenBraceRange: node.Range(lex.Span{Start: h.Brace, End: h.Brace + 1}),
	}
	labels, errs := f.salvageHeader(h)
	for _, l := range labels {
		b.Labels = append(b.Labels, l.Value)
		b.LabelRanges = append(b.LabelRanges, node.Range(l.Span))
	}
	bodyStart := h.Brace + 1
	if h.Broken >= 0 {
		bodyStart = h.Broken
	}
	s := bodySalvage{
		fragment: f.part(lex.Span{Start: bodyStart, End: f.span.End}),
		brace:    h.Brace,
		depth:    depth,
		body:     &hclsyntax.Body{Attributes: hclsyntax.Attributes{}},
	}
	end := s.run()
	b.Body, b.CloseBraceRange = s.body, node.Range(end)
	b.Body.SrcRange = node.Range(lex.Span{Start: h.Brace, End: end.End})
	b.Body.EndRange = node.Range(lex.Span{Start: end.End, End: end.End})
	errs = append(errs, s.errs...)
	if s.oneLine || len(errs) == 0 {
		errs = whole
	}
	sortErrors(errs)
	return b, labels, errs
}

// salvageHeader reads the labels of a header and their errors.
func (f fragment) salvageHeader(h split.Head) ([]Label, []Error) {
	if h.Broken >= 0 {
		return f.headLabels(h), []Error{{
			Span:    lex.Span{Start: h.Broken, End: min(h.Broken+1, f.span.End)},
			Code:    codes.SyntaxStringNewline,
			Message: "This label is never closed; add the closing \".",
		}}
	}
	header := f.part(lex.Span{Start: f.span.Start, End: h.Brace + 1}).isolated()
	header.text += "}"
	header.span.End++
	body, errs := header.parseBody()
	for i, e := range errs { // the added brace is not in the text
		errs[i].Span = lex.Span{Start: min(e.Span.Start, f.span.End), End: min(e.Span.End, f.span.End)}
	}
	if body == nil || len(body.Blocks) == 0 {
		return f.headLabels(h), errs
	}
	labels := header.blockLabels(body.Blocks[0])
	if n := len(labels); n > 0 && labels[n-1].Span.End > h.Brace { // the brace is in a label
		return f.headLabels(h), errs
	}
	return labels, errs
}

// blockLabels returns the labels of a parsed block.
func (f fragment) blockLabels(b *hclsyntax.Block) []Label {
	labels := make([]Label, 0, len(b.Labels))
	for i, value := range b.Labels {
		span := f.place(b.LabelRanges[i])
		quoted := strings.HasPrefix(f.text[span.Start:span.End], `"`)
		labels = append(labels, Label{Value: value, Span: span.Shift(f.base), Quoted: quoted})
	}
	return labels
}

// headLabels returns the labels of a header that doesn't parse.
func (f fragment) headLabels(h split.Head) []Label {
	spans := h.Labels(f.text[:f.span.End])
	labels := make([]Label, 0, len(spans))
	for _, span := range spans {
		value := f.text[span.Start:span.End]
		l := Label{Span: span, Quoted: value[0] == '"'}
		if l.Quoted {
			value = strings.TrimSuffix(value[1:], `"`)
		}
		l.Value = value
		labels = append(labels, l)
	}
	return labels
}

// bodySalvage collects the entries of a broken body.
type bodySalvage struct {
	fragment     // from behind the opening brace on
	brace    int // offset of the opening brace
	depth    int // blocks around this one
	body     *hclsyntax.Body
	errs     []Error
	oneLine  bool // the first entry stands on the line of the header
	lastBad  bool // the last entry has errors
	leaves   bool // stray text belongs to a broken string in the entry before it
}

// run reads the entries and returns the span of the closing brace, or an empty span at
// the end of the text if there is none.
func (s *bodySalvage) run() lex.Span {
	source := s.source()
	first := lex.SkipTrivia(source)
	line := strings.LastIndexByte(source[:first], '\n')
	s.oneLine = line < 0 && first < len(source) && source[first] != '}'
	column := first - line - 1
	if line < 0 {
		column = -1
	}
	p := s.keywords.Body(source, column)
	for _, span := range p.Spans {
		s.entry(span.Shift(s.span.Start))
	}
	sort.SliceStable(s.body.Blocks, func(i, j int) bool {
		return s.body.Blocks[i].TypeRange.Start.Byte < s.body.Blocks[j].TypeRange.Start.Byte
	})
	if p.Closed {
		end := s.span.Start + p.End
		s.trailing(end + 1)
		return lex.Span{Start: end, End: end + 1}
	}
	if !s.lastBad {
		s.fail(Error{
			Span:    lex.Span{Start: s.brace, End: s.brace + 1},
			Code:    codes.SyntaxBlockUnclosed,
			Message: "This block is never closed; add }.",
		})
	}
	return lex.Span{Start: s.span.End, End: s.span.End}
}

// entry parses one entry of the body.
func (s *bodySalvage) entry(span lex.Span) {
	start := span.Start + lex.SkipTrivia(s.text[span.Start:span.End])
	if start == span.End {
		return
	}
	f := s.part(lex.Span{Start: start, End: span.End})
	h := s.keywords.Head(s.text[:span.End], start)
	if h.Shape == split.NoHead && s.leaves {
		return
	}
	before := len(s.errs)
	switch h.Shape {
	case split.AttrHead:
		a, errs := f.attribute(h)
		s.fail(errs...)
		s.add(a)
	case split.BlockHead:
		b, _, errs := f.block(h, s.depth+1)
		s.fail(errs...)
		if b != nil {
			s.body.Blocks = append(s.body.Blocks, b)
		}
	default:
		s.fail(f.stray())
	}
	s.lastBad = len(s.errs) > before
	s.leaves = BreaksString(s.errs[before:])
}

func (s *bodySalvage) fail(errs ...Error) { s.errs = append(s.errs, errs...) }

// add adds an attribute. Of two with the same name, the first counts.
func (s *bodySalvage) add(a *hclsyntax.Attribute) {
	if a == nil {
		return
	}
	first, taken := s.body.Attributes[a.Name]
	if !taken {
		s.body.Attributes[a.Name] = a
		return
	}
	s.fail(Error{
		Span:    node.Bytes(a.NameRange),
		Code:    codes.SyntaxAttributeDuplicate,
		Message: short("The attribute " + a.Name + " is already set in this block; remove one of the two."),
		Related: []Related{{Span: node.Bytes(first.NameRange), Message: "first set here"}},
	})
}

// trailing reports text behind the closing brace.
func (s *bodySalvage) trailing(at int) {
	rest := s.text[at:s.span.End]
	start := lex.SkipTrivia(rest)
	if start == len(rest) {
		return
	}
	line, _, _ := strings.Cut(rest[start:], "\n")
	code, message := codes.SyntaxNewline, explanations()["Missing newline after block definition"].message
	if strings.Contains(rest[:start], "\n") {
		code, message = codes.SyntaxBodyItem, explainBodyItem("")
	}
	s.fail(Error{
		Span:    wholeCharacters(s.text, lex.Span{Start: at + start, End: at + start + max(1, lex.IdentifierEnd(line, 0))}),
		Code:    code,
		Message: message,
	})
}

// BreaksString reports whether one of the errors is a string that ends with its line. The
// rest of the string then looks like stray text.
func BreaksString(errs []Error) bool {
	return slices.ContainsFunc(errs, func(e Error) bool { return e.Code == codes.SyntaxStringNewline })
}
