package programdoc

import (
	"cmp"
	"context"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file makes the document of a program.

const (
	typeWidth   = 200  // characters of a type
	mostDefault = 4000 // characters of a default
)

// Of describes a program. The error is that of the context.
func Of(ctx context.Context, p *analysis.Program, use Use) (*Document, error) {
	in, out, err := p.ComponentMembers(ctx)
	if err != nil {
		return nil, err
	}
	d := &Document{Name: path.Base(p.Dir), Description: description(p), Inputs: []Input{}, Outputs: []Output{}, use: use}
	for _, m := range first(in, &d.LeftOut.Inputs) {
		d.Inputs = append(d.Inputs, input(ctx, p, m))
	}
	for _, m := range first(out, &d.LeftOut.Outputs) {
		o, err := output(ctx, p, m)
		if err != nil {
			return nil, err
		}
		d.Outputs = append(d.Outputs, o)
	}
	d.Resources = first(made(p, analysis.ObjectResource), &d.LeftOut.Resources)
	d.Components = first(made(p, analysis.ObjectComponent), &d.LeftOut.Components)
	if use == AsComponent {
		d.Example = example(path.Base(p.Dir), in)
	}
	return d, ctx.Err()
}

// first returns the rows that a list shows, and counts the others.
func first[T any](all []T, leftOut *int) []T {
	*leftOut = max(0, len(all)-mostRows)
	return all[:len(all)-*leftOut]
}

// description returns the comment at the top of the program: of main.pp, or of the first file
// that has one.
func description(p *analysis.Program) string {
	isMain := func(f *syntax.File) bool { return path.Base(f.Path) == "main.pp" }
	found := ""
	for _, f := range p.Files {
		if text := analysis.CommentAtTop(f.Text()); text != "" && (found == "" || isMain(f)) {
			found = text
		}
	}
	return found
}

func input(ctx context.Context, p *analysis.Program, m analysis.ComponentMember) Input {
	it, _ := m.Object.Item()
	i := Input{
		Name: m.Name, Required: m.Required, Nullable: isTrue(it, language.ConfigNullable),
		Secret: analysis.TaintOf(ctx, p, m.Object).Secret(), Description: described(it, analysis.ConfigDescription(it.Item)),
	}
	t := typesys.PlainShape(m.Type)
	if !m.Required {
		t = typesys.Optional(t)
	}
	i.Type = typesys.Short(t, typeWidth)
	if a := it.Attribute(language.ConfigDefault); a != nil {
		i.Default = "(secret)"
		if !i.Secret {
			i.Default = prose.Shortened(eval.Source(it.Item, a.Expr), mostDefault)
		}
	}
	return i
}

func output(ctx context.Context, p *analysis.Program, m analysis.ComponentMember) (Output, error) {
	it, _ := m.Object.Item()
	o := Output{Name: m.Name, Type: typesys.Short(m.Type, typeWidth), Description: described(it, "")}
	if a := it.Attribute(language.OutputValue); a != nil {
		taints, err := analysis.TaintsIn(ctx, p, it)
		if err != nil {
			return o, err
		}
		value := taints.Of(a.Expr)
		o.Unknown, o.Secret = value.MaybeUnknown(), value.MaybeSecret()
	}
	return o, nil
}

// made lists the blocks of a kind by their second label, sorted.
func made(p *analysis.Program, kind analysis.ObjectKind) []Made {
	byType := map[string]*Made{}
	for _, o := range p.Objects() {
		it, declared := o.Item()
		if o.Kind != kind || !declared || len(it.Labels) < 2 {
			continue
		}
		name := it.Labels[1].Value
		if byType[name] == nil {
			byType[name] = &Made{Type: name}
		}
		m := byType[name]
		m.Names = append(m.Names, o.Name)
		m.Ranged = m.Ranged || kind == analysis.ObjectResource && analysis.RangeAttribute(it.Item) != nil
	}
	all := make([]Made, 0, len(byType))
	for _, m := range byType {
		slices.Sort(m.Names)
		m.LeftOut = max(0, len(m.Names)-mostNames)
		m.Names = m.Names[:len(m.Names)-m.LeftOut]
		all = append(all, *m)
	}
	lists.SortStable(all, func(a, b Made) int { return cmp.Compare(a.Type, b.Type) })
	return all
}

// described joins what a block says about itself and the comment above it.
func described(it syntax.Placed, said string) string {
	above := analysis.CommentAbove(it)
	if said == "" || above == "" || said == above {
		return cmp.Or(said, above)
	}
	return said + "\n\n" + above
}

func isTrue(it syntax.Placed, name string) bool {
	a := it.Attribute(name)
	return a != nil && eval.Source(it.Item, a.Expr) == "true"
}
