package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/duration"
)

// This file checks the values of options that the engine takes as they are. They
// are not converted, so a value whose type converts passes the
// checker of the language and fails in the run.
// (docs/language/conversions.md#in-a-run, docs/language/options.md#conversion)

// unconverted reports a value that would have to be converted to the plain type. It returns whether
// something is wrong with the value.
func (c blocks) unconverted(e hclsyntax.Expression, want typesys.Type, place string) bool {
	got := c.info.TypeOf(e)
	given := typesys.Unwrapped(typesys.PlainShape(got))
	span := tree.Span(e.Range())
	switch {
	case c.misfits[node.IDOf(e)]:
		return true // which is reported
	case got.IsValid() && isOtherPrimitive(given, want) && !c.mayBeFine(e, want):
		message := place + " takes a " + want.String() + ", not " + typesys.Short(got, 60) + ", and does not convert values"
		if text, literal := tree.PlainText(tree.Unparen(e)); literal && want == typesys.Bool && (text == "true" || text == "false") {
			message += "; write `" + text + "` without quotes"
		} else if _, number := tree.Number(e); number && want == typesys.String {
			message += "; put it in quotes"
		}
		if c.replace(codes.OptionNotConverted, span, message); typesys.IsOptional(typesys.PlainShape(got)) {
			last := &c.info.Findings[len(c.info.Findings)-1]
			last.Severity, last.Message = codes.Warning, "unless this is null, "+message
		}
	case given == typesys.Dynamic:
		found := len(c.info.Findings)
		c.judged(e, func(v cty.Value) { c.unconvertedValue(span, v, want, place) })
		return len(c.info.Findings) > found
	default:
		return false
	}
	return true
}

// oneOf judges values that have one place until something is wrong with one of them.
func (c blocks) oneOf(all []cty.Value, judge func(i int, v cty.Value)) {
	before := len(c.info.Findings)
	for i, v := range all {
		if judge(i, v); len(c.info.Findings) > before {
			return
		}
	}
}

// unconvertedValue is unconverted for a value that is written elsewhere.
func (c blocks) unconvertedValue(span syntax.Span, v cty.Value, want typesys.Type, place string) {
	if !v.IsKnown() || v.IsNull() {
		return
	}
	if t := typesys.Literal(v); isOtherPrimitive(t, want) {
		c.info.find(codes.OptionNotConverted, span, place+" takes a "+want.String()+", not "+typesys.Short(t, 60)+", and does not convert values")
	}
}

// mayBeFine reports whether some branch of a condition needs no conversion.
func (c blocks) mayBeFine(e hclsyntax.Expression, want typesys.Type) bool {
	condition, ok := tree.Unparen(e).(*hclsyntax.ConditionalExpr)
	if !ok {
		return !isOtherPrimitive(typesys.Unwrapped(typesys.PlainShape(c.info.TypeOf(e))), want)
	}
	return c.mayBeFine(condition.TrueResult, want) || c.mayBeFine(condition.FalseResult, want)
}

// replace makes a finding in the place of a warning about the same text, which says
// that it converts badly, where it is not converted at all.
func (c blocks) replace(code codes.Code, span syntax.Span, message string) {
	c.info.Findings = slices.DeleteFunc(c.info.Findings, func(d diagnostic.Diagnostic) bool {
		return d.Span == span && d.Code == codes.LiteralParse
	})
	c.info.find(code, span, message)
}

// isOtherPrimitive reports whether every value of a type is of a primitive type
// other than the wanted one, or an output of one. The id of a resource is a text.
func isOtherPrimitive(t, want typesys.Type) bool {
	t = typesys.PlainShape(t)
	switch t.Kind() {
	case typesys.KindConst:
		return t != typesys.Null && isOtherPrimitive(t.Elem(), want)
	case typesys.KindUnion:
		return !slices.ContainsFunc(t.Elems(), func(m typesys.Type) bool { return !isOtherPrimitive(m, want) })
	case typesys.KindBool, typesys.KindInt, typesys.KindNumber:
		return t != want
	case typesys.KindString, typesys.KindID:
		return want != typesys.String
	}
	return false
}

// unconvertedMembers checks a map of texts.
func (c blocks) unconvertedMembers(a *hclsyntax.Attribute) {
	object, ok := tree.Unparen(a.Expr).(*hclsyntax.ObjectConsExpr)
	if !ok {
		t, span := c.info.TypeOf(a.Expr), tree.Span(a.Expr.Range())
		if t.Kind() == typesys.KindMap && isOtherPrimitive(t.Elem(), typesys.String) {
			c.info.find(codes.OptionNotConverted, span, "`"+a.Name+"` takes strings, not "+typesys.Short(t, 60)+", and does not convert values")
		}
		c.judged(a.Expr, func(v cty.Value) {
			if value.IsMap(v) {
				names, members := value.Members(v)
				c.oneOf(members, func(i int, member cty.Value) {
					c.unconvertedValue(span, member, typesys.String, "`"+names[i]+"` of `"+a.Name+"`")
				})
			}
		})
		return
	}
	for _, item := range object.Items {
		place := "`" + a.Name + "`"
		if key, ok := tree.LiteralKey(item.KeyExpr); ok {
			place = "`" + key + "` of " + place
		}
		c.unconverted(item.ValueExpr, typesys.String, place)
	}
}

// timeouts checks the durations in customTimeouts. An empty text is none.
func (c blocks) timeouts(a *hclsyntax.Attribute) {
	judge := func(e hclsyntax.Expression, text string) {
		if text != "" && !duration.IsValid(text) {
			severity := codes.TimeoutsDuration.Severity()
			if c.info.Resource != nil && c.info.Resource.IsComponent {
				severity = codes.Warning // the engine does not read it
			}
			c.info.findAs(severity, codes.TimeoutsDuration, tree.Span(e.Range()),
				"`"+diagnostic.Shown(text, 40)+"` is not a duration; write numbers with units h, m, s, ms, us or ns: `90s`, `1h30m`")
		}
	}
	object, ok := tree.Unparen(a.Expr).(*hclsyntax.ObjectConsExpr)
	if !ok {
		c.judged(a.Expr, func(v cty.Value) {
			if value.IsMap(v) {
				_, members := value.Members(v)
				c.oneOf(members, func(_ int, member cty.Value) {
					if isText(member) {
						judge(a.Expr, member.AsString())
					}
				})
			}
		})
		return
	}
	for _, item := range object.Items {
		c.judgedText(item.ValueExpr, func(text string) { judge(item.ValueExpr, text) })
	}
}
