package refactor

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file turns documents in strings, JSON and manifests of Kubernetes in YAML, into calls of toJSON. The value
// stays the same to everybody who reads it as JSON or YAML; its white space and the order of its keys change. A text
// that is interpolated in a string of the document loses the power to end that string: toJSON escapes it. An
// interpolation stands in the text as one character for private use, so that the reader of YAML, of which JSON is a
// part, sees an ordinary text.

// longestDocument is the length of the longest text that is read, in bytes.
const longestDocument = 64 << 10

// firstMark and lastMark are the characters for private use. The first interpolation is the first one.
const firstMark, lastMark = '\uE000', '\uF8FF'

func isMark(r rune) bool { return firstMark <= r && r <= lastMark }

// document is a document that is being read.
type document struct {
	selection
	isJSON       bool
	interpolated []hclsyntax.Expression // by their marks
	written      map[rune]bool
	depth        int    // of the current node
	why          string // the reason for a refusal
}

func (d *document) refuse(why string, parts ...any) string {
	if d.why == "" {
		d.why = fmt.Sprintf(why, parts...)
	}
	return "null"
}

// marked returns the text of a template with marks for its interpolations. It fails if there is nothing but text for a reader, or a directive.
func (d *document) marked(t *hclsyntax.TemplateExpr) (string, bool) {
	d.written = map[rune]bool{}
	var b strings.Builder
	for _, part := range t.Parts {
		before := strings.TrimSuffix(d.item.Text[:syntax.SpanOf(part).Start], "~")
		literal, constant := part.(*hclsyntax.LiteralValueExpr)
		switch {
		case constant && literal.Val.Type() == cty.String && !strings.HasSuffix(before, "${"):
			b.WriteString(literal.Val.AsString())
		case !strings.HasSuffix(strings.TrimRight(before, " \t"), "${") || strings.Contains(d.textOf(part), "\n"):
			return "", false
		default:
			b.WriteRune(firstMark + rune(len(d.interpolated)))
			d.interpolated = append(d.interpolated, part)
		}
	}
	text := b.String()
	// Readers of YAML disagree on whether the last three characters end a line.
	right := len(text) <= longestDocument && !strings.ContainsAny(text, "\u0085\u2028\u2029")
	return text, right && len(d.interpolated) <= lastMark-firstMark && len(marksIn(text)) == len(d.interpolated)
}

func marksIn(text string) []rune {
	return slices.DeleteFunc([]rune(text), func(r rune) bool { return !isMark(r) })
}

// root returns the root of a document, or nil if the text is none.
func (d *document) root(text string) *yaml.Node {
	start := strings.TrimSpace(text)
	d.isJSON = strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[")
	if d.isJSON {
		if !json.Valid([]byte(withNumbers(text))) {
			return nil
		}
		text = strings.ReplaceAll(text, "\t", " ") // YAML has no tabs between values, and strings of JSON have none either
	} else if !strings.Contains(text, "apiVersion:") || !strings.Contains(text, "kind:") {
		return nil
	}
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var root, next yaml.Node
	if decoder.Decode(&root) != nil || len(root.Content) == 0 {
		return nil
	}
	top := root.Content[0]
	if !d.isJSON && (scalarOf(top, "apiVersion") == "" || scalarOf(top, "kind") == "") {
		return nil
	}
	if decoder.Decode(&next) != io.EOF {
		d.refuse("the text has several documents")
	}
	top.HeadComment = strings.TrimSpace(root.HeadComment + "\n" + top.HeadComment)
	top.FootComment = strings.TrimSpace(top.FootComment + "\n" + root.FootComment)
	return top
}

// withNumbers puts numbers in the place of the marks outside of strings.
func withNumbers(text string) string {
	quoted, escaped := false, false
	return strings.Map(func(r rune) rune {
		switch {
		case escaped:
			escaped = false
		case quoted && r == '\\':
			escaped = true
		case r == '"':
			quoted = !quoted
		case !quoted && isMark(r):
			return '0'
		}
		return r
	}, text)
}

func scalarOf(n *yaml.Node, key string) string {
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		if n.Content[i].Value == key && n.Content[i+1].Kind == yaml.ScalarNode {
			return n.Content[i+1].Value
		}
	}
	return ""
}

// deepest is how deep a document may be nested.
const deepest = 100

// value writes a node as an expression.
func (d *document) value(n *yaml.Node) string {
	d.depth++
	defer func() { d.depth-- }()
	switch {
	case d.why != "":
		return "null"
	case d.depth > deepest:
		return d.refuse("the document is nested too deep")
	case n.Anchor != "" || n.Kind == yaml.AliasNode:
		return d.refuse("the document has an alias")
	case n.Kind == yaml.MappingNode:
		return printer.Object(d.entries(n))
	case n.Kind == yaml.SequenceNode:
		elems := make([]printer.Entry, len(n.Content))
		for i, e := range n.Content {
			elems[i] = commented(printer.Entry{Value: d.value(e)}, e)
		}
		return printer.List(elems)
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return d.template(n.Value)
	}
	return d.plain(n)
}

func (d *document) entries(n *yaml.Node) []printer.Entry {
	all := make([]printer.Entry, 0, len(n.Content)/2)
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge":
			d.refuse("a key is no name")
		case seen[key.Value]:
			d.refuse("the key `%s` is there twice", key.Value)
		}
		seen[key.Value] = true
		name := printer.Key(key.Value)
		if len(marksIn(key.Value)) > 0 {
			name = d.template(key.Value)
		}
		e := printer.Entry{Key: name, Value: d.value(value)}
		if long := printer.Heredoc(value.Value); long != "" && d.why == "" && value.Kind == yaml.ScalarNode && d.lineEnd() == "\n" {
			e.Value = d.source(long)
		}
		all = append(all, commented(commented(e, value), key))
	}
	if len(all) > 0 {
		all[0].Above = append(commentLines(n.HeadComment), all[0].Above...)
		all[len(all)-1].Below = append(all[len(all)-1].Below, commentLines(n.FootComment)...)
	}
	return all
}

// commented adds the comments at a node.
func commented(e printer.Entry, n *yaml.Node) printer.Entry {
	if n.Kind != yaml.MappingNode || n.Style&yaml.FlowStyle != 0 {
		e.Above = append(commentLines(n.HeadComment), e.Above...)
		e.Below = append(e.Below, commentLines(n.FootComment)...)
	}
	e.Behind = append(e.Behind, commentLines(n.LineComment)...)
	return e
}

func commentLines(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// otherwise are the words that some readers of YAML take for booleans.
var otherwise = []string{"y", "yes", "n", "no", "on", "off"}

// plain writes a scalar without quotes.
func (d *document) plain(n *yaml.Node) string {
	marks := marksIn(n.Value)
	switch tag := n.ShortTag(); {
	case len(marks) == 1 && n.Value == string(marks):
		return d.bare(marks[0])
	case len(marks) > 0 && strings.IndexFunc(n.Value, func(r rune) bool { return unicode.IsLetter(r) || r == '/' }) < 0:
		return d.refuse("`%s` may be text or a number; put it in quotes first", d.source(n.Value))
	case len(marks) > 0:
		return d.template(n.Value)
	case tag == "!!null":
		return "null"
	case tag == "!!bool":
		return strings.ToLower(n.Value)
	case tag == "!!int" || tag == "!!float":
		if !json.Valid([]byte(n.Value)) {
			return d.refuse("the number `%s` is read in several ways", n.Value)
		}
		if number, _ := typesys.ParseNumber(n.Value); number == cty.NilVal || digits(n.Value) > keptDigits {
			return d.refuse("`toJSON` does not keep all digits of `%s`", n.Value)
		}
		return n.Value
	case tag != "!!str" || slices.Contains(otherwise, strings.ToLower(n.Value)) || strings.Trim(n.Value, "0123456789:") == "":
		return d.refuse("`%s` is read in several ways; put it in quotes first", n.Value)
	}
	return printer.Text(n.Value)
}

// keptDigits is the number of digits that toJSON keeps, because it writes a number like one of 64 bits.
const keptDigits = 15

// digits returns the number of digits of a number of JSON without its exponent.
func digits(number string) int {
	number, _, _ = strings.Cut(strings.ToLower(number), "e")
	return len(strings.TrimLeft(strings.NewReplacer("-", "", ".", "").Replace(number), "0"))
}

// bare writes an interpolation that is a value by itself.
func (d *document) bare(mark rune) string {
	e := d.expression(mark)
	switch call, is := e.(*hclsyntax.FunctionCallExpr); {
	case is && language.Called(call.Name).Text == language.TextSerialized && len(call.Args) == 1:
		return d.textOf(call.Args[0])
	case slices.Contains([]typesys.Type{typesys.Bool, typesys.Int, typesys.Number}, typesys.Unwrapped(d.info.TypeOf(e))):
		return d.textOf(e)
	case d.isJSON:
		return d.refuse("`%s` stands for a part of the JSON; only numbers, booleans and calls of `toJSON` can become values", d.source(string(mark)))
	}
	return d.refuse("`%s` may be text or a number; put it in quotes first", d.source(string(mark)))
}

// template writes a text.
func (d *document) template(text string) string {
	if r := []rune(text); len(r) == 1 && isMark(r[0]) {
		if e := d.expression(r[0]); typesys.Widened(typesys.Unwrapped(d.info.TypeOf(e))) == typesys.String {
			return d.textOf(e)
		}
		return d.refuse("`\"%s\"` is text there, but in an object it has the type of its value", d.source(text)) // as templates of one interpolation do
	}
	for _, mark := range marksIn(text) {
		d.expression(mark)
	}
	return d.source(printer.Text(text))
}

// expression returns the interpolation that a mark stands for, which is then written.
func (d *document) expression(mark rune) hclsyntax.Expression {
	d.written[mark] = true
	return d.interpolated[mark-firstMark]
}

// source returns a text with its interpolations.
func (d *document) source(text string) string {
	var b strings.Builder
	for _, r := range text {
		if isMark(r) {
			b.WriteString("${" + d.textOf(d.interpolated[r-firstMark]) + "}")
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// objectOfText offers to write a document as an object.
func objectOfText(s selection) []Action {
	t, ok := innermost[*hclsyntax.TemplateExpr](s)
	if !ok || s.mustBeWritten(s.upTo(t)) {
		return nil
	}
	d := &document{selection: s}
	text, ok := d.marked(t)
	if !ok {
		return nil
	}
	root := d.root(text)
	if root == nil {
		return nil
	}
	value := d.value(root)
	if d.why == "" && len(d.written) < len(d.interpolated) {
		d.refuse("an interpolation is in a comment")
	}
	const title = "Write as an object in `toJSON`"
	if d.why != "" {
		return []Action{{ID: "rewrite.object", Title: title, Kind: Rewrite, Disabled: d.why}}
	}
	return rewriting("rewrite.object", title, s.laidOut(s.replace(syntax.SpanOf(t), "toJSON("+strings.ReplaceAll(value, "\n", s.lineEnd())+")")))
}

// laidOut returns an edit that does the same and formats the lines that it touches.
func (s selection) laidOut(e change.Edit) change.Edit {
	before, _ := s.program.File(s.path)
	after := change.Applied(before, []change.Edit{e})
	lines := func(f *syntax.File, end int) syntax.Span {
		return syntax.Span{Start: f.LineStart(f.Line(e.Span.Start)), End: f.LineStart(f.Line(end) + 1)}
	}
	was, is := lines(before, e.Span.End), lines(after, e.Span.Start+len(e.Text))
	var b strings.Builder
	at := is.Start
	for _, step := range format.Steps(after, is) {
		for _, f := range step() {
			if f.Span.Start >= at && f.Span.End <= is.End {
				b.WriteString(after.Slice(syntax.Span{Start: at, End: f.Span.Start}) + f.Text)
				at = f.Span.End
			}
		}
	}
	b.WriteString(after.Slice(syntax.Span{Start: at, End: is.End}))
	return change.Edit{Path: s.path, Span: was, Text: b.String()}
}
