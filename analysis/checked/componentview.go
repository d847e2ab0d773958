package checked

import (
	"cmp"
	"context"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file opens the programs behind components.

// componentInterface opens the program behind a source.
func (p *Program) componentInterface(r *program.Run, source string) *check.ComponentInterface {
	found := &check.ComponentInterface{Dir: p.componentDir(source), Outputs: typesys.Dynamic}
	var inner *Program
	if inner, found.State = p.opened(found.Dir); found.State != check.ComponentReady {
		if found.State == check.ComponentCycle {
			found.Cycle = inner.wayTo(p.real())
		}
		return found
	}
	return inner.shownAsComponent(r.Context, found)
}

// shownAsComponent is what the program shows to those that use it, found out once:
// the program does not change, and those that use it ask at every edit of theirs.
func (p *Program) shownAsComponent(ctx context.Context, empty *check.ComponentInterface) *check.ComponentInterface {
	if known := p.shown.Load(); known != nil {
		return known
	}
	r := newRun(ctx, p)
	now := ViewOf(r.Program)
	now.fill(r, empty)
	now.countErrors(ctx, empty)
	if ctx.Err() == nil {
		p.shown.Store(empty)
	}
	return empty
}

// countErrors notes how many errors the program has, and the first. Those of a default that only a run has belong to its config: a
// caller that gives a value has no such run.
func (p *Program) countErrors(ctx context.Context, c *check.ComponentInterface) {
	found, err := p.Diagnostics(ctx)
	if err != nil {
		return
	}
	for _, d := range found {
		if d.Severity != codes.Error {
			continue
		}
		first := diagnostic.Related{Path: d.Path, Span: d.Span, Message: d.Message}
		if config := p.defaulted(&d); config != "" {
			input := c.Inputs[config]
			input.Errors, input.First = input.Errors+1, cmp.Or(input.First, first)
			c.Inputs[config] = input
			continue
		}
		c.Errors, c.First = c.Errors+1, cmp.Or(c.First, first)
	}
}

// defaulted is the logical name of the config whose default fails when it is evaluated; empty for other findings.
func (p *Program) defaulted(d *diagnostic.Diagnostic) string {
	if declared, _ := codes.Lookup(d.Code); !declared.Evaluated {
		return ""
	}
	f, ok := p.File(d.Path)
	if !ok {
		return ""
	}
	it := f.Item(f.IndexAt(d.Span.Start))
	if it.Kind != syntax.KindConfig || it.Block() == nil || it.Block().Body.Attributes["default"] == nil {
		return ""
	}
	span := tree.Span(it.Block().Body.Attributes["default"].Expr.Range()).Shift(it.Base)
	if span.Start <= d.Span.Start && d.Span.End <= span.End {
		return tree.LogicalName(it.Item)
	}
	return ""
}

// fill reads the inputs and outputs of the inner program.
func (p *Program) fill(r *program.Run, c *check.ComponentInterface) {
	c.Inputs = map[string]check.ComponentInput{}
	c.Shown = map[string]string{}
	var outputs []typesys.Property
	for e := range p.core.Items() {
		if logical := tree.LogicalName(e.Syntax); logical != e.Syntax.Name && logical != "" {
			c.Shown[e.Syntax.Name] = logical
		}
		switch {
		case check.KindOf(e) == 0:
		case check.KindOf(e) == check.ObjectConfig:
			facts := check.ConfigOf(e.Syntax)
			c.Inputs[tree.LogicalName(e.Syntax)] = check.ComponentInput{
				Type: typesys.InputType(facts.Value), Required: facts.Required, Path: e.Path, Span: diagnostic.NameOf(e).Span(p.core, e),
			}
		case check.KindOf(e) == check.ObjectOutput && e.Syntax.Block() != nil:
			if a := e.Syntax.Block().Body.Attributes["value"]; a != nil {
				t := check.BriefIn(r, e).TypeOf(a.Expr)
				if t.Kind() != typesys.KindOutput {
					t = typesys.Lifted(t)
				}
				outputs = append(outputs, typesys.Property{Name: tree.LogicalName(e.Syntax), Type: t})
			}
		}
	}
	c.Outputs = typesys.Object(outputs...)
	p.findHook(c)
	p.findAlias(c)
}

// findHook notes where the inner program gives one of its hooks to a resource. The run
// registers the hook with the name of the component in front, and looks for it without.
func (p *Program) findHook(c *check.ComponentInterface) {
	hooks := map[string]bool{}
	for e := range p.core.Items() {
		if check.KindOf(e) == check.ObjectHook {
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
					if t, ok := x.(*hclsyntax.ScopeTraversalExpr); ok && c.Hook.Path == "" && hooks[t.Traversal.RootName()] {
						c.Hook = diagnostic.Related{Path: e.Path, Span: tree.Span(x.Range()).Shift(p.core.Placed(e).Base), Message: "a hook is given to a resource here"}
					}
				}
			}
		}
	}
}

// hookOptions are the options that take hooks.
var hookOptions = language.OptionsRuled(language.OptionHooks)

// findAlias notes an alias below the component whose name has no dash: a run gives the resources
// inside a component names that begin with its name and a dash. Only a resource outside that had
// the component as its parent can have been called so, or one that has the same parent as now.
func (p *Program) findAlias(c *check.ComponentInterface) {
	for e := range p.core.Items() {
		for _, f := range check.FormerNames(e) {
			if f.URN != "" || f.NoParent || f.Name == "" || strings.Contains(f.Name[1:], "-") || c.Alias.Path != "" || options.ParentText(e.Syntax) != "" {
				continue
			}
			c.Alias = diagnostic.Related{
				Path: e.Path, Span: diagnostic.AliasOf(e, f.Number).Span(p.core, e),
				Message: "no resource inside is registered as `" + diagnostic.Abbreviate(f.Name, 60) + "`",
			}
		}
	}
}
