package analysis

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file checks component blocks and says what a program shows to those that
// use it as a component. (PCL specification, pcl-syntax.md, section 11.)

// componentState says whether a source can be used.
type componentState uint8

const (
	componentReady componentState = iota
	componentMissing
	componentEmpty
	componentSelf
	componentCycle
)

// componentInput is a config of the inner program, by its logical name.
type componentInput struct {
	t        typesys.Type
	required bool
	path     string
	span     syntax.Span
}

// componentInterface is what the program of a directory shows: the inputs it
// takes, and the object of its outputs.
type componentInterface struct {
	state   componentState
	dir     string
	inputs  map[string]componentInput
	outputs typesys.Type
	errors  int
	first   Related // the first error, when there are any
}

func (c *componentInterface) equal(o *componentInterface) bool {
	return c.state == o.state && c.dir == o.dir && c.outputs == o.outputs && c.errors == o.errors &&
		c.first == o.first && maps.Equal(c.inputs, o.inputs)
}

func (c *componentInterface) names() []string { return slices.Sorted(maps.Keys(c.inputs)) }

// componentDir is the directory that a source names.
func (p *Program) componentDir(source string) string { return path.Join(p.Dir, source) }

// componentInterface opens the program behind a source.
func (p *Program) componentInterface(r *run, source string) *componentInterface {
	found := &componentInterface{dir: p.componentDir(source), outputs: typesys.Dynamic}
	if path.Clean(found.dir) == path.Clean(p.Dir) {
		found.state = componentSelf
		return found
	}
	var inner *Program
	if p.world.Component != nil {
		inner = p.world.Component(found.dir)
	}
	switch {
	case inner == nil:
		found.state = componentMissing
		return found
	case inner.includes(p.Dir, map[string]bool{}):
		found.state = componentCycle
		return found
	}
	return inner.shownAsComponent(r.ctx, found)
}

// shownAsComponent is what the program shows to those that use it, found out once:
// the program does not change, and those that use it ask at every edit of theirs.
func (p *Program) shownAsComponent(ctx context.Context, empty *componentInterface) *componentInterface {
	if known := p.shown.Load(); known != nil {
		return known
	}
	empty.fill(&run{ctx: ctx, p: p})
	if ctx.Err() == nil {
		p.shown.Store(empty)
	}
	return empty
}

// includes reports whether a program uses a directory, directly or through its
// components.
func (p *Program) includes(dir string, seen map[string]bool) bool {
	seen[p.Dir] = true
	for _, source := range p.componentSources() {
		inner := p.componentDir(source)
		if inner == dir {
			return true
		}
		if seen[inner] || p.world.Component == nil {
			continue
		}
		if q := p.world.Component(inner); q != nil && q.includes(dir, seen) {
			return true
		}
	}
	return false
}

func (p *Program) componentSources() []string {
	var sources []string
	for _, e := range p.entries {
		if it := e.placed.Item; it.Kind == syntax.KindComponent && len(it.Labels) == 2 {
			sources = append(sources, it.Labels[1].Value)
		}
	}
	return sources
}

// ComponentDirs are the directories that the components of the program name.
func (p *Program) ComponentDirs() []string {
	var dirs []string
	for _, source := range p.componentSources() {
		if dir := p.componentDir(source); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// fill reads the inputs and outputs of the inner program.
func (c *componentInterface) fill(r *run) {
	c.inputs = map[string]componentInput{}
	var outputs []typesys.Property
	for _, e := range r.p.entries {
		switch {
		case e.object == nil:
		case e.object.Kind == ObjectConfig:
			facts := readConfig(e.placed.Item, ignoreReport)
			c.inputs[LogicalName(e.placed.Item)] = componentInput{
				t: typesys.InputType(facts.value), required: facts.required, path: e.object.Path, span: e.object.Span,
			}
		case e.object.Kind == ObjectOutput && e.placed.Block != nil:
			if a := e.placed.Block.Body.Attributes["value"]; a != nil {
				t := r.p.factsIn(r, e).Types[a.Expr]
				if t.Kind() != typesys.KindOutput {
					t = typesys.Lifted(t)
				}
				outputs = append(outputs, typesys.Property{Name: LogicalName(e.placed.Item), Type: t})
			}
		}
	}
	c.outputs = typesys.Object(outputs...)
	c.countErrors(r)
}

// countErrors notes how many errors the inner program has, and the first.
func (c *componentInterface) countErrors(r *run) {
	found, err := r.p.Diagnostics(r.ctx)
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
func componentSignature(r *recorder, e *entry) typesys.Type {
	if len(e.placed.Labels) != 2 {
		return typesys.Dynamic
	}
	found := r.component(e.placed.Labels[1].Value)
	if found.state != componentReady {
		return typesys.Dynamic
	}
	return rangedType(r, e, found.outputs)
}

func (c *checker) component(it *syntax.Item) {
	if !c.labels(it, 1, 2, codes.LabelsComponent, "a component has a name and a source directory: `component name \"./directory\" { … }`") {
		c.with(c.rangeVariables(it), func() { c.looseBody(it.Block.Body) })
		return
	}
	vars := c.rangeVariables(it)
	if len(it.Labels) == 1 {
		c.sourcelessComponent(it, vars)
		return
	}
	source := it.Labels[1]
	found := c.recorder.component(source.Value)
	c.occur(Occurrence{Span: source.Span, Kind: OccurSource, Name: source.Value, Dir: found.dir})
	c.componentState(found, source)
	c.with(vars, func() {
		for _, a := range attributes(it.Block.Body) {
			c.componentAttribute(a, found)
		}
	})
	c.nestedBlocks(it, vars, func(string) *schema.Property { return nil })
	c.missingConfig(it, found)
}

// componentState reports a source that cannot be used, and inner errors.
func (c *checker) componentState(found *componentInterface, source syntax.Label) {
	switch found.state {
	case componentSelf:
		c.find(codes.ComponentSource, source.Span, "a component cannot use the directory that it stands in")
	case componentMissing:
		c.find(codes.ComponentSource, source.Span, "there is no program in the directory `"+source.Value+"`")
	case componentCycle:
		c.find(codes.ComponentSourceCycle, source.Span, "the program in `"+source.Value+"` includes this directory again; directories cannot include each other")
	case componentReady:
		if found.errors > 0 {
			c.find(codes.ComponentErrors, source.Span, "the program in `"+source.Value+"` has "+count(found.errors, "error"),
				found.first)
		}
	}
}

func (c *checker) componentAttribute(a *hclsyntax.Attribute, found *componentInterface) {
	switch a.Name {
	case "__logicalName":
		c.literalString(a, codes.ComponentLiteral, logicalNameDoc)
		return
	case "token":
		c.expr(a.Expr)
		c.find(codes.ComponentTokenExtra, spanOf(a.NameRange), "a component with a source has no `token`; remove it")
		return
	}
	got := c.expr(a.Expr)
	input, known := found.inputs[a.Name]
	switch {
	case known:
		c.occur(Occurrence{Span: spanOf(a.NameRange), Kind: OccurAttribute, Name: a.Name, Type: input.t, Dir: found.dir})
		c.converts(a.Expr, got, input.t, needs{code: codes.AttrType, place: "`" + a.Name + "`"})
	case found.state == componentReady:
		message := "the component in `" + path.Base(found.dir) + "` has no config `" + a.Name + "`"
		if near := typesys.Near(a.Name, found.names()); near != "" {
			message += "; did you mean `" + near + "`?"
		}
		c.find(codes.AttrUnknown, spanOf(a.NameRange), message)
	}
}

func (c *checker) missingConfig(it *syntax.Item, found *componentInterface) {
	if len(it.Errors) > 0 {
		return
	}
	var missing []string
	var related []Related
	for _, name := range found.names() {
		if input := found.inputs[name]; input.required && it.Block.Body.Attributes[name] == nil && !c.isMisspelt(it, name, found.names()) {
			missing = append(missing, name)
			related = append(related, Related{Path: input.path, Span: input.span, Message: "`" + name + "` is declared here"})
		}
	}
	if len(missing) > 0 {
		c.find(codes.AttrMissing, header(it), "the component in `"+path.Base(found.dir)+"` needs "+listed(missing, 110), related...)
	}
}

// sourcelessComponent is a component that names its type by a token and takes
// any inputs.
func (c *checker) sourcelessComponent(it *syntax.Item, vars []*Object) {
	hasToken := false
	c.with(vars, func() {
		for _, a := range attributes(it.Block.Body) {
			switch a.Name {
			case "__logicalName":
				c.literalString(a, codes.ComponentLiteral, logicalNameDoc)
			case "token":
				hasToken = true
				text, ok := c.literalString(a, codes.ComponentLiteral, "The type token of the component resource.")
				if ok && strings.TrimSpace(text) == "" {
					c.find(codes.ComponentTokenMissing, spanOf(a.Expr.Range()), "`token` must name the component's type: `package:module:Type`")
				}
			default:
				c.expr(a.Expr)
			}
		}
	})
	c.nestedBlocks(it, vars, func(string) *schema.Property { return nil })
	if !hasToken && len(it.Errors) == 0 {
		c.find(codes.ComponentTokenMissing, header(it), "a component needs a source directory as second label, or a `token`")
	}
}
