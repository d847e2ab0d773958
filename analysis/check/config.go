package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/typeexpr"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks config, output and pulumi blocks.
// (docs/language/configs.md, docs/language/blocks.md#output, docs/language/blocks.md#pulumi)

// ConfigFacts is what a config block declares.
type ConfigFacts struct {
	Value    typesys.Type // the type of its name
	Declared typesys.Type // without the output of secret = true
	Required bool         // a caller must give a value
	nullable bool
	inRun    typesys.Type // the type of a value that a run gives to it
}

// ConfigOf is what a config block declares.
func ConfigOf(config *syntax.Item) ConfigFacts { return readConfig(config, diagnostic.Ignore) }

// TypeOfLabel is the type that a label denotes, dynamic where it denotes none.
func TypeOfLabel(label syntax.Label) typesys.Type { return readType(label, diagnostic.Ignore) }

// DeclaredType is the type that a config block declares, without the output of `secret = true`.
func DeclaredType(config *syntax.Item) typesys.Type { return ConfigOf(config).Declared }

// Required reports whether a config must be given a value.
func (o *Object) Required() bool {
	return o.Kind == ObjectConfig && o.item.Item != nil && ConfigOf(o.item.Item).Required
}

// readConfig is what a config block declares, judged from its text alone.
func readConfig(it *syntax.Item, report diagnostic.Reporter) ConfigFacts {
	facts := ConfigFacts{Declared: typesys.Dynamic, Required: true}
	var byDefault hclsyntax.Expression
	if len(it.Labels) > 1 {
		facts.Declared = typeexpr.OptionalMembers(readType(it.Labels[1], report))
	}
	if it.Block() != nil {
		attrs := it.Block().Body.Attributes
		if a := attrs["default"]; a != nil {
			facts.Required, byDefault = false, a.Expr
			if tree.IsNull(a.Expr) && !typesys.IsOptional(facts.Declared) {
				facts.Declared, facts.nullable = typesys.Optional(facts.Declared), true
			}
		}
		if tree.Flag(it.Block(), "nullable") {
			facts.nullable, facts.Required = true, false
		}
	}
	facts.Value, facts.inRun = facts.Declared, givenMembers(facts.Declared, byDefault)
	if facts.nullable && byDefault == nil {
		facts.inRun = typesys.Optional(facts.inRun)
	}
	if tree.Flag(it.Block(), "secret") {
		facts.Value = typesys.Lifted(facts.Declared)
	}
	return facts
}

// givenMembers is the type of a config's value with the members that it always has: a stack
// gives all of them, those that it leaves out as null, and a default gives those it is made of.
func givenMembers(t typesys.Type, byDefault hclsyntax.Expression) typesys.Type {
	var written map[string]hclsyntax.Expression
	if byDefault != nil {
		object, ok := tree.Bare(byDefault).(*hclsyntax.ObjectConsExpr)
		if !ok {
			return t
		}
		written = map[string]hclsyntax.Expression{}
		for _, m := range literalMembers(object) {
			written[m.name] = m.item.ValueExpr
		}
	}
	if t.Kind() != typesys.KindObject || t.Source() != nil {
		return t
	}
	props := slices.Clone(t.Properties())
	for i, p := range props {
		if v := written[p.Name]; byDefault == nil || v != nil && !tree.IsNull(v) {
			props[i].Type = givenMembers(typesys.Unwrapped(p.Type), v)
		}
	}
	return typesys.Object(props...)
}

func (c blocks) config(it *syntax.Item) {
	if !c.labels(it) {
		c.looseBody(it.Block().Body)
		return
	}
	facts := readConfig(it, c.info.advise)
	c.storedValue(it, facts)
	c.setFromStack(it)
	c.declaredBody(it, facts.Declared)
	if a := it.Block().Body.Attributes["default"]; a != nil {
		c.oneElementType(a.Expr, facts.Declared, codes.ConfigDefault)
	}
}

// setFromStack reports a config that only a component can have: the run reads no set from the
// configuration of a stack, not even to find that there is none.
func (c blocks) setFromStack(it *syntax.Item) {
	const set = "set"
	if len(it.Labels) < 2 || it.Block().Body.Attributes["default"] != nil || !typeexpr.IsVerbatim(it.Labels[1]) {
		return
	}
	label := it.Labels[1]
	at := strings.Index(label.Value, set+"(")
	if at < 0 || readType(label, diagnostic.Ignore) == typesys.Dynamic {
		return
	}
	start := label.Span.Start + at
	if label.Quoted {
		start++
	}
	c.info.advise(codes.ConfigSet, syntax.Span{Start: start, End: start + len(set)},
		diagnostic.Advice{Message: "a run cannot read a set from the configuration of a stack, so it fails unless this program is a component"}.Writing("list"))
}

func (c blocks) typeLabel(it *syntax.Item, at int, t typesys.Type) {
	if at < len(it.Labels) {
		c.info.occur(Occurrence{Span: it.Labels[at].Span, Kind: OccurTypeText, Name: it.Labels[at].Value, Type: t})
	}
}

// readType is the type that a label denotes, dynamic where it denotes none.
func readType(label syntax.Label, report diagnostic.Reporter) typesys.Type {
	return typeexpr.Read(label, func(p typeexpr.Problem) {
		report(p.Code, p.Span, diagnostic.Advice{Message: p.Message, Suggestion: p.Suggestion})
	})
}

// outputType is the declared type of an output.
func outputType(it *syntax.Item, report diagnostic.Reporter) typesys.Type {
	if len(it.Labels) < 2 {
		return typesys.Dynamic
	}
	return readType(it.Labels[1], report)
}

func (c blocks) pulumi(it *syntax.Item) {
	c.labels(it)
	c.declaredBody(it, typesys.Dynamic)
	if a := it.Block().Body.Attributes[language.RequiredVersionRange]; a != nil {
		c.engineRange(a)
	}
}
