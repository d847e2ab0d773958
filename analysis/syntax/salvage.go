package syntax

import (
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// Salvage: what survives of a broken block. The body is cut into entries the
// way a file is cut into items, each entry is parsed on its own, and the good
// ones make a body by hand.

// maxSalvage bounds how deep blocks in blocks are salvaged; deeper ones keep
// what the parser returns.
const maxSalvage = 8

var dynamicValue = cty.DynamicVal

// parseBlock parses a fragment that begins with a block header. The block is nil
// if there is no "{" or the fragment is nested too deep.
func (f fragment) parseBlock(h head, depth int) (*hclsyntax.Block, []Label, []Error) {
	body, errs := f.parseBody()
	var whole *hclsyntax.Block
	if body != nil && len(body.Blocks) > 0 {
		whole = body.Blocks[0]
	}
	switch {
	case len(errs) == 0 && whole != nil:
		return whole, f.blockLabels(whole), nil
	case h.brace < 0:
		return nil, f.headLabels(h), errs
	case isTooDeep(errs):
		return nil, f.headLabels(h), errs
	case depth >= maxSalvage && whole != nil:
		return whole, f.blockLabels(whole), errs
	}
	return f.salvage(h, errs, depth)
}

// salvage rebuilds a block whose text has errors.
func (f fragment) salvage(h head, whole []Error, depth int) (*hclsyntax.Block, []Label, []Error) {
	b := &hclsyntax.Block{
		Type:           h.text(f.text),
		TypeRange:      rangeOf(h.word),
		OpenBraceRange: rangeOf(Span{h.brace, h.brace + 1}),
	}
	labels, errs := f.salvageHeader(h)
	for _, l := range labels {
		b.Labels = append(b.Labels, l.Value)
		b.LabelRanges = append(b.LabelRanges, rangeOf(l.Span))
	}
	bodyStart := h.brace + 1
	if h.broken >= 0 {
		bodyStart = h.broken
	}
	s := bodySalvage{
		fragment: fragment{text: f.text, span: Span{bodyStart, f.span.End}},
		brace:    h.brace,
		depth:    depth,
		body:     &hclsyntax.Body{Attributes: hclsyntax.Attributes{}},
	}
	end := s.run()
	b.Body, b.CloseBraceRange = s.body, rangeOf(end)
	b.Body.SrcRange = rangeOf(Span{h.brace, end.End})
	b.Body.EndRange = rangeOf(Span{end.End, end.End})
	errs = append(errs, s.errs...)
	if s.oneLine || len(errs) == 0 {
		errs = whole
	}
	sortErrors(errs)
	return b, labels, errs
}

// salvageHeader reads the labels of a header and what is wrong with them.
func (f fragment) salvageHeader(h head) ([]Label, []Error) {
	if h.broken >= 0 {
		return f.headLabels(h), []Error{{
			Span:    Span{h.broken, min(h.broken+1, f.span.End)},
			Code:    codes.SyntaxStringNewline,
			Message: "This label is never closed; add the closing \".",
		}}
	}
	header := fragment{text: f.text, span: Span{f.span.Start, h.brace + 1}}.isolated()
	header.text += "}"
	header.span.End++
	body, errs := header.parseBody()
	for i, e := range errs { // the brace that was added is not in the text
		errs[i].Span = Span{min(e.Span.Start, f.span.End), min(e.Span.End, f.span.End)}
	}
	if body == nil || len(body.Blocks) == 0 {
		return f.headLabels(h), errs
	}
	labels := header.blockLabels(body.Blocks[0])
	if n := len(labels); n > 0 && labels[n-1].Span.End > h.brace { // what was taken for the brace is in a label
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

// headLabels returns the labels of a header that could not be parsed.
func (f fragment) headLabels(h head) []Label {
	labels := make([]Label, 0, len(h.labels))
	for _, span := range h.labels {
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
	leaves   bool // stray text is what is left of an entry with a broken string
}

// run reads the entries and returns the span of the closing brace; an empty span
// at the end of the text if there is none.
func (s *bodySalvage) run() Span {
	source := s.source()
	first := firstSignificant(source)
	line := strings.LastIndexByte(source[:first], '\n')
	s.oneLine = line < 0 && first < len(source) && source[first] != '}'
	column := first - line - 1
	if line < 0 {
		column = -1
	}
	p := split(source, margin{column: column, anyBlock: true, inBody: true})
	for _, span := range p.spans {
		s.entry(span.Shift(s.span.Start))
	}
	sort.SliceStable(s.body.Blocks, func(i, j int) bool {
		return s.body.Blocks[i].TypeRange.Start.Byte < s.body.Blocks[j].TypeRange.Start.Byte
	})
	if p.closed {
		end := s.span.Start + p.end
		s.trailing(end + 1)
		return Span{end, end + 1}
	}
	if !s.lastBad {
		s.fail(Error{
			Span:    Span{s.brace, s.brace + 1},
			Code:    codes.SyntaxBlockUnclosed,
			Message: "This block is never closed; add }.",
		})
	}
	return Span{s.span.End, s.span.End}
}

// entry parses one entry of the body.
func (s *bodySalvage) entry(span Span) {
	start := span.Start + firstSignificant(s.text[span.Start:span.End])
	if start == span.End {
		return
	}
	f := fragment{text: s.text, span: Span{start, span.End}}
	h := readHead(s.text[:span.End], start)
	if h.shape == noHead && s.leaves {
		return
	}
	before := len(s.errs)
	switch h.shape {
	case attrHead:
		a, errs := f.parseAttribute(h)
		s.fail(errs...)
		s.attribute(a)
	case blockHead:
		b, _, errs := f.parseBlock(h, s.depth+1)
		s.fail(errs...)
		if b != nil {
			s.body.Blocks = append(s.body.Blocks, b)
		}
	default:
		stray := &Item{}
		stray.readStray(f)
		s.fail(stray.Errors...)
	}
	s.lastBad = len(s.errs) > before
	s.leaves = breaksString(s.errs[before:])
}

func (s *bodySalvage) fail(errs ...Error) { s.errs = append(s.errs, errs...) }

// attribute adds an attribute; of two with one name the first one counts.
func (s *bodySalvage) attribute(a *hclsyntax.Attribute) {
	if a == nil {
		return
	}
	first, taken := s.body.Attributes[a.Name]
	if !taken {
		s.body.Attributes[a.Name] = a
		return
	}
	s.fail(Error{
		Span:    spanOf(a.NameRange),
		Code:    codes.SyntaxAttributeDuplicate,
		Message: short("The attribute " + a.Name + " is already set in this block; remove one of the two."),
		Related: []Related{{Span: spanOf(first.NameRange), Message: "first set here"}},
	})
}

// trailing reports text behind the closing brace.
func (s *bodySalvage) trailing(at int) {
	rest := s.text[at:s.span.End]
	start := firstSignificant(rest)
	if start == len(rest) {
		return
	}
	line, _, _ := strings.Cut(rest[start:], "\n")
	code, message := codes.SyntaxNewline, explanations["Missing newline after block definition"].message
	if strings.Contains(rest[:start], "\n") {
		code, message = codes.SyntaxBodyItem, explainBodyItem("")
	}
	s.fail(Error{
		Span:    wholeCharacters(s.text, Span{at + start, at + start + max(1, IdentifierEnd(line, 0))}),
		Code:    code,
		Message: message,
	})
}
