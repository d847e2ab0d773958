package upgrade

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file writes the mechanical part of an upgrade.

// names writes new names, and steps into what became a list or its element, into programs that are checked with the
// version before.
func (r *run) names(l *impact.Changes) writing {
	return func(ctx context.Context, _, p *analysis.Program) (edits []change.Edit, all []Done, err error) {
		for _, f := range p.Files {
			for _, it := range f.All() {
				info, err := p.Check(ctx, it)
				if err != nil {
					return nil, nil, err
				}
				for _, o := range info.Occurrences {
					u, ok := impact.UseOf(info, it, o)
					if !ok || u.Package.Name() != r.name {
						continue
					}
					for _, c := range l.Had(u.Named) {
						if span, text, ok := r.instead(l, it, o, u, c); ok {
							edits = append(edits, change.Edit{Path: f.Path, Span: span.Shift(it.Base), Text: text})
							all = append(all, doneIn(f, it, c.Sentence(), c.Confidence))
						}
					}
				}
			}
		}
		return edits, all, nil
	}
}

// instead is what a change makes of a use: the text for a part of the item. It is not ok if nothing can be written.
func (r *run) instead(l *impact.Changes, it syntax.Placed, o analysis.Occurrence, u impact.Use, c schemadiff.Change) (span syntax.Span, text string, ok bool) {
	isHere := c.Property == "" || c.On == schemadiff.Whole || c.On&u.On != 0
	switch {
	case !isHere:
	case c.Kind == schemadiff.Renamed && r.isCertain(c):
		text, ok = newName(u, c, l.After, it.Text[o.Span.Start:o.Span.End])
		return o.Span, text, ok
	case c.Kind == schemadiff.TypeChanged && o.Kind == analysis.OccurMember:
		return restepped(it.Text, o.Span.End, c)
	}
	return span, "", false
}

// isCertain reports whether a rename is certain enough to be written. A confidence is shown in whole percent.
func (r *run) isCertain(c schemadiff.Change) bool {
	return math.Round(100*c.Confidence) >= math.Round(100*r.Confidence)
}

// restepped takes or leaves the step into a list behind a member that became the element of the list, or a list of it.
func restepped(text string, at int, c schemadiff.Change) (span syntax.Span, step string, ok bool) {
	const first = "[0]"
	isStep := strings.HasPrefix(text[at:], first)
	switch {
	case c.Before == "list("+c.After+")" && isStep:
		return syntax.Span{Start: at, End: at + len(first)}, "", true
	case c.After == "list("+c.Before+")" && strings.HasPrefix(text[at:], "."):
		return syntax.Span{Start: at, End: at}, first, true
	}
	return span, "", false
}

func doneIn(f *syntax.File, it syntax.Placed, text string, confidence float64) Done {
	return Done{f.Path, analysis.ItemLabel(it.Item), text, confidence}
}

// newName is a new name in the place of an old one, written in the same form. It is not ok if the old one is not written there.
func newName(u impact.Use, c schemadiff.Change, after *schema.Package, written string) (text string, ok bool) {
	old, now := u.Property, c.After
	if old == "" {
		old = strings.Trim(written, `"`)
		if now = c.NewToken; old != u.Token {
			now = schema.ShortToken(after.Canonical(c.NewToken))
		}
	}
	switch bare := syntax.IdentifierEnd(now, 0) == len(now) || c.Property == ""; {
	case written == old && bare:
		return now, true
	case written == old, written == printer.Text(old):
		return printer.Text(now), true
	}
	return "", false
}

// successors replaces what the version before advises against and the later one does not have, by what the advice names.
// Programs are checked with the version before.
func (r *run) successors(l *impact.Changes) writing {
	return func(ctx context.Context, _, p *analysis.Program) (edits []change.Edit, all []Done, err error) {
		findings, err := p.Diagnostics(ctx)
		if err != nil {
			return nil, nil, err
		}
		findings = slices.DeleteFunc(slices.Clone(findings), func(d analysis.Diagnostic) bool {
			if !impact.IsDeprecation(d.Code) {
				return true
			}
			u, ok := r.usedAt(ctx, p, d)
			if !ok || !l.IsGone(u.Named, u.On) {
				return true
			}
			return slices.ContainsFunc(l.Had(u.Named), func(c schemadiff.Change) bool { return c.Kind == schemadiff.Renamed && r.isCertain(c) })
		})
		return fixed(ctx, p, findings)
	}
}

// fixed are the edits that fix findings where one fix is the obvious one.
func fixed(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic) (edits []change.Edit, all []Done, err error) {
	if len(findings) == 0 {
		return nil, nil, ctx.Err()
	}
	fixes, _ := fix.Compatible(ctx, p, findings, fix.Told, func(f fix.Fix) bool { return !f.Blank })
	for _, x := range fixes {
		edits = append(edits, x.Edits...)
		f, known := p.File(x.Diagnostic.Path)
		if it, ok := p.ItemAt(x.Diagnostic.Path, x.Diagnostic.Span.Start); ok && known {
			all = append(all, doneIn(f, it, lowered(x.Title)+": "+x.Diagnostic.Message, 1))
		}
	}
	return edits, all, ctx.Err()
}

func lowered(title string) string { return strings.ToLower(title[:1]) + title[1:] }

// usedAt is what a finding is about.
func (r *run) usedAt(ctx context.Context, p *analysis.Program, d analysis.Diagnostic) (impact.Use, bool) {
	it, ok := p.ItemAt(d.Path, d.Span.Start)
	if !ok {
		return impact.Use{}, false
	}
	info, err := p.Check(ctx, it)
	if err != nil {
		return impact.Use{}, false
	}
	for _, o := range info.Occurrences {
		if o.Span.Shift(it.Base) == d.Span {
			if u, ok := impact.UseOf(info, it, o); ok && u.Package.Name() == r.name {
				return u, true
			}
		}
	}
	return impact.Use{}, false
}

// isRepairable reports whether a value can be made to fit without a decision. Of a name that does not exist, only a person knows what else
// may be meant.
func isRepairable(m impact.Mark) bool {
	switch m.Finding.Code {
	case codes.PropUnknown, codes.PropUnknownNested, codes.AttrUnknown, codes.ResourceUnknown, codes.FunctionUnknownToken, codes.IndexType:
		return false
	}
	return m.Level == schemadiff.Breaking && slices.ContainsFunc(m.Changes, func(c schemadiff.Change) bool {
		return c.Kind == schemadiff.TypeChanged || c.Kind == schemadiff.ConstChanged || c.Kind == schemadiff.NowRequired || c.Kind == schemadiff.Added
	})
}

// repairs makes values fit. Programs are checked with the version after.
func (r *run) repairs(first *generation, l *impact.Changes) writing {
	return func(ctx context.Context, original, p *analysis.Program) (edits []change.Edit, all []Done, err error) {
		left, _, err := l.Marks(ctx, first.program(original), p)
		if err != nil {
			return nil, nil, err
		}
		return fixed(ctx, p, lists.Map(lists.Where(left, isRepairable), func(m impact.Mark) analysis.Diagnostic { return m.Finding }))
	}
}

// formerTypes gives resources whose tokens have changed an alias, so that a run keeps them. Of the others, [unkept] tells.
func (r *run) formerTypes(first *generation) writing {
	return func(ctx context.Context, original, p *analysis.Program) (edits []change.Edit, all []Done, err error) {
		err = r.retyped(ctx, first.program(original), p, func(f *syntax.File, it syntax.Placed, was, is *schema.Resource) {
			if was.IsComponent != is.IsComponent {
				return
			}
			if alias := preserve.FormerType(f.Path, it, was.Token); len(alias) > 0 {
				edits = append(edits, alias...)
				all = append(all, doneIn(f, it, "an alias of the former type keeps the resource", 1))
			}
		})
		return edits, all, err
	}
}

// retyped calls a function with the resources that have another token in a later state of a program, and no alias of the former one.
func (r *run) retyped(ctx context.Context, before, after *analysis.Program, do func(f *syntax.File, it syntax.Placed, was, is *schema.Resource)) error {
	for _, f := range after.Files {
		old, ok := before.File(f.Path)
		if !ok || old.Count() != f.Count() {
			continue
		}
		for i, it := range f.All() {
			if it.Kind != syntax.KindResource || it.Block() == nil || len(it.Errors) > 0 {
				continue
			}
			was, err := before.Check(ctx, old.Item(i))
			if err != nil {
				return err
			}
			is, err := after.Check(ctx, it)
			if err != nil {
				return err
			}
			if a, b := was.Resource, is.Resource; a != nil && b != nil && a.Token != b.Token && b.Package.Name() == r.name && !hasFormerType(it.Item, a.Token) {
				do(f, it, a, b)
			}
		}
	}
	return nil
}

// hasFormerType reports whether a resource has its former type as an alias.
func hasFormerType(it *syntax.Item, token string) bool {
	return slices.ContainsFunc(analysis.FormerNames(it), func(f analysis.FormerName) bool { return f.Type == token && f.Name == "" })
}

// unkept are marks at the resources that a run will not recognize.
func (r *run) unkept(ctx context.Context, before, after *analysis.Program) (all []impact.Mark, err error) {
	err = r.retyped(ctx, before, after, func(f *syntax.File, it syntax.Placed, was, is *schema.Resource) {
		why := "its aliases are not written out as a list, so add `{ type = " + printer.Text(was.Token) + " }` to them"
		if was.IsComponent != is.IsComponent {
			why = "no alias leads from a resource to a component, or back"
		}
		all = append(all, impact.Mark{
			Path: f.Path, Span: it.NameSpan.Shift(it.Base), Level: schemadiff.Silent,
			Note: "a run deletes the " + was.Canonical + " and creates the " + is.Canonical + ": " + why,
		})
	})
	return all, err
}

// mostOffers limits the values that are offered in one program: each one is searched among all its names.
const mostOffers = 100

// offer adds to marks of new inputs that are missing the best value in scope whose type and name fit: what an editor
// completes there first.
func offer(ctx context.Context, p *analysis.Program, marks []impact.Mark) error {
	asked := 0
	for i := range marks {
		m := &marks[i]
		f, _ := p.File(m.Path)
		it, found := p.ItemAt(m.Path, m.Span.Start)
		if m.Finding.Code != codes.AttrMissing || !found {
			continue
		}
		for _, c := range m.Changes {
			if asked++; asked > mostOffers {
				return nil
			}
			name := typesys.QuoteName(c.Property)
			blank := change.Of(it.Item).AddAttributes(name + " = null")
			with := p.With(change.Applied(f, change.In(m.Path, it, blank)))
			now, _ := with.ItemAt(m.Path, m.Span.Start)
			a := now.Block().Body.Attributes[name]
			if a == nil {
				continue
			}
			list, err := complete.Briefly(ctx, with, m.Path, now.Base+syntax.SpanOf(a.Expr).Start)
			if err != nil {
				return err
			}
			if at := slices.IndexFunc(list.Items, func(item complete.Item) bool { return item.Likely }); at >= 0 {
				m.Note = strings.TrimPrefix(m.Note+", `"+name+" = "+list.Items[at].Insert+"` fits", ", ")
			}
		}
	}
	return nil
}

// versions writes the last version where programs ask for the first: in blocks of the package, and in options of its resources.
func (r *run) versions(ctx context.Context, _, p *analysis.Program) (edits []change.Edit, all []Done, err error) {
	for _, f := range p.Files {
		for _, it := range f.All() {
			a, err := r.versionIn(ctx, p, it)
			if err != nil {
				return nil, nil, err
			}
			if a != nil {
				span, version := syntax.SpanOf(a.Expr).Shift(it.Base), r.Whole.After.Version()
				edits = append(edits, change.Edit{Path: f.Path, Span: span, Text: printer.Text(version)})
				all = append(all, doneIn(f, it, "the version is "+version+" now", 1))
			}
		}
	}
	return edits, all, nil
}

// versionIn is the attribute of an item that asks for a version of the package; nil if there is none.
func (r *run) versionIn(ctx context.Context, p *analysis.Program, it syntax.Placed) (*hclsyntax.Attribute, error) {
	if it.Block() == nil {
		return nil, nil
	}
	if ref, ok := analysis.PackageRef(it.Item); ok && ref.Name == r.name && ref.Parameterization == nil {
		return it.Block().Body.Attributes[language.ProviderVersion], nil
	}
	info, err := p.Check(ctx, it)
	if err != nil || info.Resource == nil || info.Resource.Package.Name() != r.name {
		return nil, err
	}
	for _, b := range it.Block().Body.Blocks {
		for _, a := range b.Body.Attributes {
			if text, ok := analysis.PlainText(a.Expr); ok && text == r.Whole.Before.Version() && b.Type == language.OptionsBlock && language.OptionNamed(a.Name).Rule == language.OptionVersion {
				return a, nil
			}
		}
	}
	return nil, nil
}
