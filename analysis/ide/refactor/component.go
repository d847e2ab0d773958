package refactor

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file moves declarations into a new component. What they need from the rest becomes
// configs of the component, and what the rest needs from them becomes outputs.

// moving holds the declarations to move.
type moving struct {
	ctx     context.Context
	program *analysis.Program
	path    string
	items   []syntax.Placed
	names   map[string]bool

	inputs, outputs []crossing // in order of appearance
	inside, outside []change.Edit
	why             string // the reason for a refusal
}

// crossing is a value that the other side needs.
type crossing struct{ text, name, label string }

// extractComponent moves the selected declarations. They must include a whole resource.
func extractComponent(ctx context.Context, p *analysis.Program, filePath string, selected syntax.Span) []Action {
	file, ok := p.File(filePath)
	if !ok {
		return nil
	}
	m := &moving{ctx: ctx, program: p, path: filePath, names: map[string]bool{}}
	resources := 0
	for _, it := range file.All() {
		content := analysis.ContentSpan(it)
		if it.Kind == syntax.KindBlank || content.Start < selected.Start || content.End > selected.End {
			continue
		}
		m.items, m.names[it.Name] = append(m.items, it), true
		if it.Kind == syntax.KindResource {
			resources++
		}
	}
	if resources == 0 {
		return nil
	}
	action := Action{ID: "extract.component", Title: "Extract a component (the URNs of its resources change)", Kind: Extract}
	name := m.freeDirectory()
	m.collect(name)
	if m.why != "" {
		action.Disabled = m.why
		return []Action{action}
	}
	action.Change = m.change(name)
	return []Action{action}
}

// freeDirectory returns an unused name for the component and its directory.
func (m *moving) freeDirectory() string {
	for n := 1; ; n++ {
		name := "extracted"
		if n > 1 {
			name = fmt.Sprint(name, n)
		}
		if m.program.Lookup(name) == nil && m.program.ComponentProgram(path.Join(m.program.Dir, name)) == nil {
			return name
		}
	}
}

// collect finds the crossing values.
func (m *moving) collect(component string) {
	for _, it := range m.items {
		switch {
		case it.Kind != syntax.KindResource && it.Kind != syntax.KindRead && it.Kind != syntax.KindLocal:
			m.refuse("only resources, reads and locals can move")
		case len(it.Errors) > 0:
			m.refuse("the selection has syntax errors")
		case strings.Contains(it.Text, `"./`) || strings.Contains(it.Text, `"../`):
			m.refuse("its paths are relative to this directory")
		}
	}
	for _, f := range m.program.Files {
		for _, it := range f.All() {
			if m.why != "" || m.ctx.Err() != nil {
				return
			}
			info, err := m.program.Check(m.ctx, it)
			if err != nil {
				return
			}
			s := place{ctx: m.ctx, program: m.program, path: f.Path, item: it, info: info}
			moves := f.Path == m.path && slices.ContainsFunc(m.items, func(own syntax.Placed) bool { return own.Base == it.Base })
			m.references(s, moves, component)
		}
	}
}

func (m *moving) refuse(why string) {
	if m.why == "" {
		m.why = why
	}
}

// references records the values from the other side that an item needs.
func (m *moving) references(s place, moves bool, component string) {
	root, ok := s.root()
	if !ok {
		return
	}
	program := map[int]bool{} // offsets of names that the program declares
	for _, o := range s.info.Occurrences {
		if o.Kind == analysis.OccurVariable && o.Object == nil && s.program.ObjectOf(s.item, o) != nil {
			program[o.Span.Start] = true
		}
	}
	node.Walk(root, func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		t, ok := n.(*hclsyntax.ScopeTraversalExpr)
		if !ok || !program[syntax.SpanOf(t).Start] || m.names[t.Traversal.RootName()] == moves {
			return true
		}
		m.crosses(s, t, moves, component)
		return true
	})
}

// crosses records one value and replaces it by its name on the other side.
func (m *moving) crosses(s place, t *hclsyntax.ScopeTraversalExpr, moves bool, component string) {
	o := s.program.Lookup(t.Traversal.RootName())
	steps := plainSteps(t.Traversal)
	if o == nil || steps == 1 && o.Kind != analysis.ObjectConfig && o.Kind != analysis.ObjectLocal {
		m.refuse("`" + t.Traversal.RootName() + "` is needed as a whole on the other side")
		return
	}
	if steps > 2 {
		steps = 2
	}
	span := syntax.Span{Start: syntax.SpanOf(t).Start, End: t.Traversal[steps-1].SourceRange().End.Byte}
	text := s.text(span)
	into := &m.outputs
	if moves {
		into = &m.inputs
	}
	at := slices.IndexFunc(*into, func(c crossing) bool { return c.text == text })
	if at < 0 {
		label, ok := printer.Label(m.typeOf(o, t.Traversal[:steps]))
		if !ok && moves {
			label = "any"
		}
		at = len(*into)
		*into = append(*into, crossing{text, m.freeName(t.Traversal[:steps], *into), label})
	}
	c := (*into)[at]
	if moves {
		m.inside = append(m.inside, s.replace(span, c.name))
		return
	}
	m.outside = append(m.outside, s.replace(span, component+"."+c.name))
}

// freeName returns an unused name in the component for a crossing value.
func (m *moving) freeName(t hcl.Traversal, taken []crossing) string {
	name := t.RootName()
	for _, step := range t[1:] {
		word := step.(hcl.TraverseAttr).Name
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	free := name
	for n := 2; m.names[free] || slices.ContainsFunc(taken, func(c crossing) bool { return c.name == free }); n++ {
		free = fmt.Sprint(name, n)
	}
	return free
}

// plainSteps counts the leading steps that are names.
func plainSteps(t hcl.Traversal) int {
	n := 1
	for n < len(t) {
		if _, ok := t[n].(hcl.TraverseAttr); !ok {
			break
		}
		n++
	}
	return n
}

func (m *moving) typeOf(o *analysis.Object, t hcl.Traversal) typesys.Type {
	at := m.program.TypeOf(m.ctx, o)
	for _, step := range t[1:] {
		attr, ok := step.(hcl.TraverseAttr)
		if !ok {
			return typesys.Dynamic
		}
		at, _ = typesys.Traverse(at, cty.StringVal(attr.Name))
	}
	return at
}

// change returns the new program and the edits of the old one.
func (m *moving) change(component string) change.Set {
	end := printer.LineEnd(m.items[0].Text)
	var inner, block strings.Builder
	block.WriteString("component " + component + ` "./` + component + `" {` + end)
	for _, need := range m.packages() {
		inner.WriteString(need + end + end)
	}
	for _, c := range m.inputs {
		inner.WriteString("config " + c.name + " " + c.label + " {" + end + "}" + end + end)
		block.WriteString("  " + c.name + " = " + c.text + end)
	}
	block.WriteString("}" + end)
	set := change.Set{Edits: m.outside}
	file, _ := m.program.File(m.path)
	moved := change.Applied(file, m.inside)
	shift := 0
	inside := slices.Clone(m.inside)
	slices.SortFunc(inside, func(a, b change.Edit) int { return a.Span.Start - b.Span.Start })
	for i, it := range m.items {
		span := it.Span()
		from, to := span.Start+shift, span.End
		for _, e := range inside {
			if e.Span.Start >= span.Start && e.Span.End <= span.End {
				shift += len(e.Text) - e.Span.Len()
			}
		}
		inner.WriteString(strings.Trim(moved.Slice(syntax.Span{Start: from, End: to + shift}), "\r\n") + end + end)
		cut := change.Edit{Path: m.path, Span: span}
		if i == 0 {
			cut.Text = block.String()
			if span.Start > 0 {
				cut.Text = end + cut.Text
			}
		}
		set.Edits = append(set.Edits, cut)
	}
	for _, c := range m.outputs {
		inner.WriteString("output " + c.name + " {" + end + "  " + language.OutputValue + " = " + c.text + end + "}" + end + end)
	}
	set.NewFiles = []change.NewFile{{Path: path.Join(m.program.Dir, component, "main.pp"), Text: strings.TrimRight(inner.String(), "\r\n") + end}}
	return set
}

// packages returns the package blocks that the moved declarations need. A component does not
// inherit them.
func (m *moving) packages() []string {
	var blocks []string
	for _, f := range m.program.Files {
		for _, it := range f.All() {
			if it.Kind != syntax.KindPackage {
				continue
			}
			ref, ok := analysis.PackageRef(it.Item)
			if !ok {
				continue
			}
			needed := slices.ContainsFunc(m.items, func(own syntax.Placed) bool {
				return strings.Contains(own.Text, `"`+ref.Name+":") || strings.Contains(own.Text, "pulumi:providers:"+ref.Name)
			})
			if span := analysis.ContentSpan(it); needed {
				blocks = append(blocks, f.Slice(span))
			}
		}
	}
	return blocks
}
