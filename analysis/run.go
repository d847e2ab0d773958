package analysis

import (
	"cmp"
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// run is one question to a program: its context, and how many results had to be
// computed for it.
type run struct {
	ctx      context.Context
	p        *Program
	computed int
}

// signature is what an item shows to the others: the type of its name. It is
// compared with ==.
type signature struct {
	kind  ObjectKind
	value typesys.Type
	token string // resource and read: the canonical type token; hook: its kind
	// instances says what a resource's name stands for in the run.
	instances instances
}

// recorder notes what a computation reads from elsewhere.
type recorder struct {
	*run
	reads []read
}

// lookup is the only way from one item to another: what a name denotes, and its
// type as the item self may see it.
func (r *recorder) lookup(self *entry, name string) (*Object, signature) {
	o, sig := r.seen(self, name)
	item := self.placed
	r.reads = append(r.reads, func(now *run) bool {
		_, again := now.seen(now.p.entryOf(item), name)
		return again == sig
	})
	return o, sig
}

// seen is the signature behind a name as self may see it: inside a cycle of the
// type graph it is dynamic.
func (r *run) seen(self *entry, name string) (*Object, signature) {
	o := r.p.Lookup(name)
	if o == nil {
		return nil, signature{}
	}
	if self != nil && r.p.order.inOneCycle(self, o.entry) {
		return o, signature{kind: o.Kind, value: typesys.Dynamic}
	}
	return o, r.p.signatureIn(r, o.entry)
}

// declarationOf is the place where a name is declared, for a finding about it.
func (r *recorder) declarationOf(name string) Related {
	ask := func(p *Program) Related {
		o := p.Lookup(name)
		if o == nil {
			return Related{}
		}
		return Related{Path: o.Path, Span: o.Span, Message: "`" + name + "` is declared here"}
	}
	found := ask(r.p)
	r.reads = append(r.reads, func(now *run) bool { return ask(now.p) == found })
	return found
}

// schema asks the world for a package.
func (r *recorder) schema(name string) (*schema.Package, schema.Availability) {
	pkg, av := r.p.schemaPackage(name)
	r.reads = append(r.reads, func(now *run) bool {
		again, avAgain := now.p.schemaPackage(name)
		return again == pkg && avAgain == av
	})
	return pkg, av
}

// component asks for the interface of another directory.
func (r *recorder) component(source string) *componentInterface {
	found := r.p.componentInterface(r.run, source)
	r.reads = append(r.reads, func(now *run) bool {
		return now.p.componentInterface(now, source).equal(found)
	})
	return found
}

// Check checks one item of the program. The error is that of the context and
// nothing else; then the result is nil.
func (p *Program) Check(ctx context.Context, it syntax.Placed) (*Info, error) {
	e := p.entryOf(it)
	if e == nil {
		return p.checkForeign(ctx, it)
	}
	r := &run{ctx: ctx, p: p}
	info := p.factsIn(r, e)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return info, nil
}

// checkForeign checks an item that is not in the program as if it were: what
// completion does with the text that a cursor would make.
func (p *Program) checkForeign(ctx context.Context, it syntax.Placed) (*Info, error) {
	foreign, e := p.withForeign(it)
	info := checkItem(&recorder{run: &run{ctx: ctx, p: foreign}}, e)
	return info, ctx.Err()
}

// withForeign is the program with an entry for an item that is not part of it.
// Nothing refers to the entry, so it is in no cycle.
func (p *Program) withForeign(it syntax.Placed) (*Program, *entry) {
	e := &entry{file: &syntax.File{}, placed: it, index: len(p.entries)}
	if kind, declares := kindObjects[it.Kind]; declares && it.Name != "" {
		e.object = &Object{Kind: kind, Name: it.Name, entry: e}
	}
	foreign := *p
	foreign.order.component = append(slices.Clip(p.order.component), -1)
	foreign.order.cyclic = append(slices.Clip(p.order.cyclic), false)
	return &foreign, e
}

func (p *Program) factsIn(r *run, e *entry) *Info {
	p.prepare(r, e)
	return e.facts.get(r, func(rec *recorder) *Info { return checkItem(rec, e) })
}

func (p *Program) signature(ctx context.Context, e *entry) signature {
	return p.signatureIn(&run{ctx: ctx, p: p}, e)
}

func (p *Program) signatureIn(r *run, e *entry) signature {
	p.prepare(r, e)
	return e.sig.get(r, func(rec *recorder) signature { return signatureOf(rec, e) })
}

// prepare computes the signatures that an item needs, the deepest first, so that
// a long chain of locals costs no stack.
func (p *Program) prepare(r *run, e *entry) {
	var needed []*entry
	seen := map[*entry]bool{e: true}
	queue := []*entry{e}
	for len(queue) > 0 {
		next := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if next.sig.current.Load() != nil {
			continue
		}
		for _, i := range p.targets(typeRefs(next)) {
			if dep := p.entries[i]; !seen[dep] && dep.sig.current.Load() == nil && !p.order.inOneCycle(next, dep) {
				seen[dep] = true
				needed = append(needed, dep)
				queue = append(queue, dep)
			}
		}
	}
	slices.SortFunc(needed, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(p.order.component[a.index], p.order.component[b.index]), cmp.Compare(a.index, b.index))
	})
	for _, dep := range needed {
		dep.sig.get(r, func(rec *recorder) signature { return signatureOf(rec, dep) })
	}
}

// Diagnostics are all findings about the program, sorted. Findings of component
// directories belong to their own programs.
func (p *Program) Diagnostics(ctx context.Context) ([]Diagnostic, error) {
	all := slices.Concat(p.structure, p.unused(), p.packageFindings(), p.identical(&run{ctx: ctx, p: p}))
	for _, f := range p.Files {
		for _, e := range f.Errors {
			all = append(all, syntaxDiagnostic(f.Path, e))
		}
	}
	reported := map[string]bool{}
	infos := make([]*Info, len(p.entries))
	for i, e := range p.entries {
		info, err := p.Check(ctx, e.placed)
		if err != nil {
			return nil, err
		}
		infos[i] = info
		for _, err := range e.errors() {
			all = append(all, syntaxDiagnostic(e.file.Path, err))
		}
		for _, d := range info.Findings {
			if d.once != "" && reported[d.once] || p.followsFromSyntax(e.placed, d) || followsFromLoss(e, d) {
				continue
			}
			reported[d.once] = d.once != ""
			all = append(all, d.placedAt(e))
		}
		all = append(all, p.flowDiagnostics(&run{ctx: ctx, p: p}, e, reported)...)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all = append(all, p.shadows(infos)...)
	for i := range all {
		all[i] = all[i].legible()
	}
	sortDiagnostics(all)
	return all, nil
}

// errors are the syntax errors of the item that do not follow from those of another.
func (e *entry) errors() []syntax.Error {
	if e.follows {
		return nil
	}
	return e.file.ErrorsOf(e.placed)
}

// placedAt is the finding of an item as one of its file.
func (d Diagnostic) placedAt(e *entry) Diagnostic {
	d.Path = e.file.Path
	d.Span = d.Span.Shift(e.placed.Base)
	d.Related = slices.Clone(d.Related)
	for i, rel := range d.Related {
		if rel.Path == "" {
			d.Related[i].Path = e.file.Path
			d.Related[i].Span = rel.Span.Shift(e.placed.Base)
		}
	}
	return d
}

// syntaxDiagnostic is a syntax error whose places are in the file already.
func syntaxDiagnostic(filePath string, e syntax.Error) Diagnostic {
	d := Diagnostic{
		Path: filePath, Span: e.Span, Code: e.Code, Severity: codes.Error, Message: e.Message,
	}
	for _, rel := range e.Related {
		d.Related = append(d.Related, Related{Path: filePath, Span: rel.Span, Message: rel.Message})
	}
	return d
}
