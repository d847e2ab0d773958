package check

import (
	"context"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file checks component blocks and says what a program shows to those that
// use it as a component. (PCL specification, pcl-syntax.md, section 11.)

// componentInterface opens the program behind a source.
func (p *Program) componentInterface(r *program.Run, source string) *componentInterface {
	found := &componentInterface{dir: p.componentDir(source), outputs: typesys.Dynamic}
	var inner *Program
	if inner, found.state = p.opened(found.dir); found.state != componentReady {
		if found.state == componentCycle {
			found.cycle = inner.wayTo(p.real())
		}
		return found
	}
	return inner.shownAsComponent(r.Context, found)
}

// shownAsComponent is what the program shows to those that use it, found out once:
// the program does not change, and those that use it ask at every edit of theirs.
func (p *Program) shownAsComponent(ctx context.Context, empty *componentInterface) *componentInterface {
	if known := p.shown.Load(); known != nil {
		return known
	}
	empty.fill(newRun(ctx, p))
	if ctx.Err() == nil {
		p.shown.Store(empty)
	}
	return empty
}

// fill reads the inputs and outputs of the inner program.
func (c *componentInterface) fill(r *program.Run) {
	c.inputs = map[string]componentInput{}
	c.shown = map[string]string{}
	var outputs []typesys.Property
	for e := range r.Program.Items() {
		if logical := tree.LogicalName(e.Syntax); logical != e.Syntax.Name && logical != "" {
			c.shown[e.Syntax.Name] = logical
		}
		switch {
		case KindOf(e) == 0:
		case KindOf(e) == ObjectConfig:
			facts := readConfig(e.Syntax, ignoreReport)
			c.inputs[tree.LogicalName(e.Syntax)] = componentInput{
				t: typesys.InputType(facts.value), required: facts.required, path: e.Path, span: ViewOf(r.Program).NameSpan(e),
			}
		case KindOf(e) == ObjectOutput && e.Syntax.Block() != nil:
			if a := e.Syntax.Block().Body.Attributes["value"]; a != nil {
				t := ViewOf(r.Program).factsIn(r, e).briefIn(r, e).TypeOf(a.Expr)
				if t.Kind() != typesys.KindOutput {
					t = typesys.Lifted(t)
				}
				outputs = append(outputs, typesys.Property{Name: tree.LogicalName(e.Syntax), Type: t})
			}
		}
	}
	c.outputs = typesys.Object(outputs...)
	c.findHook(ViewOf(r.Program))
	c.findAlias(ViewOf(r.Program))
	c.countErrors(r)
}

// findHook notes where the inner program gives one of its hooks to a resource. The run
// registers the hook with the name of the component in front, and looks for it without.
func (c *componentInterface) findHook(p *Program) {
	hooks := map[string]bool{}
	for e := range p.core.Items() {
		if KindOf(e) == ObjectHook {
			hooks[e.Syntax.Name] = true
		}
	}
	if len(hooks) == 0 {
		return
	}
	for e := range p.core.Items() {
		for _, a := range tree.OptionAttributes(e.Syntax, hookOptions()) {
			for _, list := range tree.Parts(a.Expr) {
				for _, x := range tree.Parts(list) {
					if t, ok := x.(*hclsyntax.ScopeTraversalExpr); ok && c.hook.Path == "" && hooks[t.Traversal.RootName()] {
						c.hook = Related{Path: e.Path, Span: tree.Span(x.Range()).Shift(p.core.Placed(e).Base), Message: "a hook is given to a resource here"}
					}
				}
			}
		}
	}
}

// countErrors notes how many errors the inner program has, and the first.
func (c *componentInterface) countErrors(r *program.Run) {
	found, err := ViewOf(r.Program).Diagnostics(r.Context)
	if err != nil {
		return
	}
	for _, d := range found {
		if d.Severity == codes.Error {
			if c.errors == 0 {
				c.first = Related{Path: d.Path, Span: d.Span, Message: d.Message}
			}
			c.errors++
		}
	}
}

// componentSignature is the type of a component's name.
func componentSignature(r *Recorder, e *program.Item) typesys.Type {
	if len(e.Syntax.Labels) != 2 {
		return typesys.Dynamic
	}
	found := r.component(e.Syntax.Labels[1].Value)
	if found.state != componentReady {
		return typesys.Unknown
	}
	return rangedType(r, e, found.outputs)
}

func (c *checker) component(it *syntax.Item) {
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
	c.occur(Occurrence{Span: source.Span, Kind: OccurSource, Name: source.Value, Denotation: &Denotation{Dir: found.dir}})
	if !c.sourceCase(found, source) {
		c.componentState(found, source)
	}
	c.with(vars, func() {
		known := func(name string) bool {
			_, isInput := found.inputs[name]
			return isInput || found.state != componentReady
		}
		for _, a := range c.strayOptions(it, known) {
			c.componentAttribute(a, found)
		}
	})
	c.nestedBlocks(it, vars, found.types)
	c.missingConfig(it, found)
}

// componentState reports a source that cannot be used, and inner errors.
func (c *checker) componentState(found *componentInterface, source syntax.Label) {
	switch found.state {
	case componentSelf:
		c.find(codes.ComponentSource, source.Span, "a component cannot use its own directory as its source")
	case componentMissing:
		c.find(codes.ComponentSource, source.Span, "there is no program in `"+source.Value+"`: the directory does not exist or is empty")
	case componentCycle:
		c.find(codes.ComponentSourceCycle, source.Span, "the program in `"+source.Value+"` includes this directory; components cannot include each other", found.cycle...)
	case componentTooMany:
		c.findAs(codes.Warning, codes.ComponentSource, source.Span, "the program in `"+source.Value+"` uses more than "+prose.Counted(maxReached, "program")+" through components; this component is not checked")
	case componentReady:
		if found.errors > 0 {
			c.find(codes.ComponentErrors, source.Span, "the program in `"+source.Value+"` has "+prose.Counted(found.errors, "error"),
				found.first)
		}
		if found.hook.Path != "" {
			c.find(codes.ComponentHook, source.Span, "the program in `"+source.Value+"` uses a hook, and no run finds the hooks of a component", found.hook)
		}
		if found.alias.Path != "" {
			c.find(codes.ComponentAlias, source.Span, "an alias in `"+source.Value+"` has a name without that of the component in front; if the old resource was outside, the alias needs `noParent = true`", found.alias)
		}
	}
}

func (c *checker) componentAttribute(a *hclsyntax.Attribute, found *componentInterface) {
	switch a.Name {
	case language.LogicalName:
		c.literalString(a, codes.ComponentLiteral, language.LogicalNameDoc)
		return
	case language.ComponentToken:
		c.expr(a.Expr)
		c.find(codes.ComponentTokenExtra, tree.Span(a.NameRange), "a component with a source has no `token`; remove it")
		return
	}
	input, known := found.inputs[a.Name]
	switch {
	case known:
		before, n := len(c.info.Findings), needs{code: codes.AttrType, name: a.Name}
		got := c.expr(a.Expr)
		c.occur(Occurrence{Span: tree.Span(a.NameRange), Kind: OccurAttribute, Name: a.Name, Type: input.t, Denotation: &Denotation{Dir: found.dir}})
		c.converts(a.Expr, got, input.t, n)
		c.rewritten(a.Expr, input.t, n, before)
	case found.state == componentReady:
		c.advise(codes.AttrUnknown, tree.Span(a.NameRange), found.unknownConfig(a.Name))
		c.misplacedOption(a)
	default:
		c.expr(a.Expr)
	}
}

// unknownConfig is the message about an input that the component does not take.
func (c *componentInterface) unknownConfig(name string) advice {
	unknown := advice{message: "the component in `" + path.Base(c.dir) + "` has no config `" + name + "`"}
	if logical := c.shown[name]; c.inputs[logical].path != "" {
		return unknown.and(": that is its name inside the component; set `" + logical + "` instead")
	}
	return unknown.meantInput(name, c.names())
}

func (c *checker) missingConfig(it *syntax.Item, found *componentInterface) {
	if len(it.Errors) > 0 {
		return
	}
	var missing []string
	var related []Related
	for _, name := range found.names() {
		if input := found.inputs[name]; input.required && it.Block().Body.Attributes[name] == nil && !c.isMisspelt(it, name, found.names()) {
			missing = append(missing, name)
			related = append(related, Related{Path: input.path, Span: input.span, Message: "`" + name + "` is declared here"})
		}
	}
	if len(missing) > 0 {
		c.find(codes.AttrMissing, tree.Header(it), "the component in `"+path.Base(found.dir)+"` needs "+Listed(missing, 110), related...)
	}
}

// explainInnerNames explains the members that components lack. It runs after the item is
// typed, because it needs the programs of the components and typing does not.
func (c *checker) explainInnerNames() {
	for i := range c.info.Findings {
		if d := &c.info.Findings[i]; d.ofComponent != "" {
			c.explainInnerName(d.ofComponent, d)
		}
	}
}

// explainInnerName reports that a missing member is the name of an output inside the
// component, which has another name outside.
func (c *checker) explainInnerName(component string, d *Diagnostic) {
	text := c.e.Syntax.Text
	if d.Span.Start < 0 || d.Span.Start > d.Span.End || d.Span.End > len(text) {
		return
	}
	inner := strings.Trim(text[d.Span.Start:d.Span.End], `.[]"`)
	if logical := c.shownName(component, inner); d.Code == codes.PropUnknown && logical != "" {
		d.Message = Abbreviate("`"+component+"` has no `"+inner+"`: that is its name inside the component; read `"+logical+"` instead", 199)
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
		found := ViewOf(now.Program).componentInterface(now, e.Syntax.Labels[1].Value)
		logical := found.shown[inner]
		if _, isOutput := found.outputs.Property(logical); !isOutput {
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
func (c *checker) sourcelessComponent(it *syntax.Item, vars []*Object) {
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
					c.find(codes.ComponentTokenMissing, tree.Span(a.Expr.Range()), "`token` must name the component's type: `package:module:Type`")
				}
			default:
				c.expr(a.Expr)
			}
		}
	})
	c.nestedBlocks(it, vars, new(componentInterface).types)
	if !hasToken && len(it.Errors) == 0 {
		c.find(codes.ComponentTokenMissing, tree.Header(it), "a component needs a source directory as its second label, or a `token`")
	}
}

// component asks for the interface of another directory.
func (r *Recorder) component(source string) *componentInterface {
	found := r.p.componentInterface(r.Run, source)
	r.Note(OnComponents, "", func(now *program.Run) bool {
		return ViewOf(now.Program).componentInterface(now, source).equal(found)
	})
	return found
}

// hookOptions are the options that take hooks.
var hookOptions = language.OptionsRuled(language.OptionHooks)
