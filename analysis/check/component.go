package check

import (
	"cmp"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file checks component blocks and says what a program shows to those that
// use it as a component. (docs/language/components.md)

// componentSignature is the type of a component's name.
func componentSignature(r *Recorder, e *program.Item) typesys.Type {
	if len(e.Syntax.Labels) != 2 {
		return typesys.Dynamic
	}
	found := r.component(e.Syntax.Labels[1].Value)
	if found.State != ComponentReady {
		return typesys.Unknown
	}
	return rangedType(r, e, found.Outputs)
}

func (c blocks) component(it *syntax.Item) {
	if !c.labels(it) {
		c.with(c.rangeVariables(it), func() { c.looseBody(it.Block().Body) })
		return
	}
	vars := c.rangeVariables(it)
	if len(it.Labels) == 1 {
		c.sourcelessComponent(it, vars)
		return
	}
	source := it.Labels[1]
	found := c.Recorder.component(source.Value)
	c.info.occur(Occurrence{Span: source.Span, Kind: OccurSource, Name: source.Value, Denotation: &Denotation{Dir: found.Dir}})
	if !c.sourceCase(found, source) {
		c.componentState(it, found, source)
	}
	c.with(vars, func() {
		known := func(name string) bool {
			_, isInput := found.Inputs[name]
			return isInput || found.State != ComponentReady
		}
		for _, a := range c.strayOptions(it, known) {
			c.componentAttribute(a, found)
		}
	})
	c.nestedBlocks(it, vars, found.types)
	c.missingConfig(it, found)
}

// componentState reports a source that cannot be used, and inner errors.
func (c blocks) componentState(it *syntax.Item, found *ComponentInterface, source syntax.Label) {
	switch found.State {
	case ComponentSelf:
		c.info.find(codes.ComponentSource, source.Span, "a component cannot use its own directory as its source")
	case ComponentMissing:
		c.info.find(codes.ComponentSource, source.Span, "there is no program in `"+source.Value+"`: the directory does not exist or is empty")
	case ComponentCycle:
		c.info.find(codes.ComponentSourceCycle, source.Span, "the program in `"+source.Value+"` includes this directory; components cannot include each other", found.Cycle...)
	case ComponentTooMany:
		c.info.findAs(codes.Warning, codes.ComponentSource, source.Span, "the program in `"+source.Value+"` uses more than "+prose.Counted(MaxReached, "program")+" through components; this component is not checked")
	case ComponentReady:
		errors, first := found.Errors, found.First
		for _, name := range found.Names() {
			if input := found.Inputs[name]; it.Block().Body.Attributes[name] == nil {
				errors, first = errors+input.Errors, cmp.Or(first, input.First)
			}
		}
		if errors > 0 {
			c.info.find(codes.ComponentErrors, source.Span, "the program in `"+source.Value+"` has "+prose.Counted(errors, "error"), first)
		}
		if found.Hook.Path != "" {
			c.info.find(codes.ComponentHook, source.Span, "the program in `"+source.Value+"` uses a hook, and no run finds the hooks of a component", found.Hook)
		}
		if found.Alias.Path != "" {
			c.info.find(codes.ComponentAlias, source.Span, "an alias in `"+source.Value+"` has a name without that of the component in front; if the old resource was outside, the alias needs `noParent = true`", found.Alias)
		}
	}
}

func (c blocks) componentAttribute(a *hclsyntax.Attribute, found *ComponentInterface) {
	switch a.Name {
	case language.LogicalName:
		c.literalString(a, codes.ComponentLiteral, language.LogicalNameDoc)
		return
	case language.ComponentToken:
		c.expr(a.Expr)
		c.info.find(codes.ComponentTokenExtra, tree.Span(a.NameRange), "a component with a source has no `token`; remove it")
		return
	}
	input, known := found.Inputs[a.Name]
	switch {
	case known:
		before, n := len(c.info.Findings), needs{code: codes.AttrType, name: a.Name}
		got := c.expr(a.Expr)
		c.info.occur(Occurrence{Span: tree.Span(a.NameRange), Kind: OccurAttribute, Name: a.Name, Type: input.Type, Denotation: &Denotation{Dir: found.Dir}})
		c.converts(a.Expr, got, input.Type, n)
		c.rewritten(a.Expr, input.Type, n, before)
		c.oneElementType(a.Expr, input.Type, n.code)
	case found.State == ComponentReady:
		c.info.advise(codes.AttrUnknown, tree.Span(a.NameRange), found.unknownConfig(a.Name))
		c.misplacedOption(a)
	default:
		c.expr(a.Expr)
	}
}

// unknownConfig is the message about an input that the component does not take.
func (c *ComponentInterface) unknownConfig(name string) diagnostic.Advice {
	unknown := diagnostic.Advice{Message: "the component in `" + path.Base(c.Dir) + "` has no config `" + name + "`"}
	if logical := c.Shown[name]; c.Inputs[logical].Path != "" {
		return unknown.And(": that is its name inside the component; set `" + logical + "` instead")
	}
	return orOption(unknown, name, c.Names())
}

func (c blocks) missingConfig(it *syntax.Item, found *ComponentInterface) {
	if len(it.Errors) > 0 {
		return
	}
	var missing []string
	var related []diagnostic.Related
	for _, name := range found.Names() {
		if input := found.Inputs[name]; input.Required && it.Block().Body.Attributes[name] == nil && !c.isMisspelt(it, name, found.Names()) {
			missing = append(missing, name)
			related = append(related, diagnostic.Related{Path: input.Path, Span: input.Span, Message: "`" + name + "` is declared here"})
		}
	}
	if len(missing) > 0 {
		c.info.find(codes.AttrMissing, tree.Header(it), "the component in `"+path.Base(found.Dir)+"` needs "+diagnostic.Listed(missing, 110), related...)
	}
}

// explainInnerNames explains the members that components lack. It runs after the item is
// typed, because it needs the programs of the components and typing does not.
func (c *checker) explainInnerNames() {
	for i := range c.info.Findings {
		if d := &c.info.Findings[i]; d.OfComponent != "" {
			c.explainInnerName(d.OfComponent, d)
		}
	}
}

// explainInnerName reports that a missing member is the name of an output inside the
// component, which has another name outside.
func (c *checker) explainInnerName(component string, d *diagnostic.Diagnostic) {
	text := c.e.Syntax.Text
	if d.Span.Start < 0 || d.Span.Start > d.Span.End || d.Span.End > len(text) {
		return
	}
	inner := strings.Trim(text[d.Span.Start:d.Span.End], `.[]"`)
	if logical := c.shownName(component, inner); d.Code == codes.PropUnknown && logical != "" {
		d.Message = diagnostic.Abbreviate("`"+component+"` has no `"+inner+"`: that is its name inside the component; read `"+logical+"` instead", 199)
		d.Suggestion, d.Choices = "", nil
	}
}

// shownName is the logical name of an output of a component's program that has
// another name there; empty where there is none.
func (r *Recorder) shownName(component, inner string) string {
	ask := func(now *program.Run) string {
		e := now.Program.Declaring(component)
		if e == nil || KindOf(e) != ObjectComponent || len(e.Syntax.Labels) != 2 {
			return ""
		}
		found := environmentOf(now.Program).Component(now, e.Syntax.Labels[1].Value)
		logical := found.Shown[inner]
		if _, isOutput := found.Outputs.Property(logical); !isOutput {
			return ""
		}
		return logical
	}
	got := ask(r.Run)
	r.Note(program.OnText, component, func(now *program.Run) bool { return ask(now) == got })
	r.Note(OnComponents, "", func(now *program.Run) bool { return ask(now) == got })
	return got
}

// sourcelessComponent is a component that names its type by a token and takes
// any inputs.
func (c blocks) sourcelessComponent(it *syntax.Item, vars []*Object) {
	hasToken := false
	c.with(vars, func() {
		for _, a := range it.Attributes() {
			switch a.Name {
			case language.LogicalName:
				c.literalString(a, codes.ComponentLiteral, language.LogicalNameDoc)
			case language.ComponentToken:
				hasToken = true
				text, ok := c.literalString(a, codes.ComponentLiteral, "The type token of the component resource.")
				if ok && strings.TrimSpace(text) == "" {
					c.info.find(codes.ComponentTokenMissing, tree.Span(a.Expr.Range()), "`token` must name the component's type: `package:module:Type`")
				}
			default:
				c.expr(a.Expr)
			}
		}
	})
	c.nestedBlocks(it, vars, new(ComponentInterface).types)
	if !hasToken && len(it.Errors) == 0 {
		c.info.find(codes.ComponentTokenMissing, tree.Header(it), "a component needs a source directory as its second label, or a `token`")
	}
}

// component asks for the interface of another directory.
func (r *Recorder) component(source string) *ComponentInterface {
	found := r.env.Component(r.Run, source)
	r.Note(OnComponents, "", func(now *program.Run) bool {
		return environmentOf(now.Program).Component(now, source).equal(found)
	})
	return found
}
