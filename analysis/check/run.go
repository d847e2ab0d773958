package check

import (
	"context"

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
	observe  Observer // nil if nobody watches
	computed int
}

// newRun asks a program, made certain. Entries must be taken from the program of the
// run: another one may have replaced them.
func newRun(ctx context.Context, p *Program) *run {
	return &run{ctx: ctx, p: p.settled(ctx), observe: observerOf(ctx)}
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
	reads    []read
	packages []*packageAnswer
}

// packageAnswer is what the world said about a package.
type packageAnswer struct {
	name string
	pkg  *schema.Package
	av   schema.Availability
}

// note adds something that was read, with a way to ask for it again.
func (r *recorder) note(about subject, name string, same func(*run) bool) {
	r.reads = append(r.reads, read{topic{about, name}, same})
}

// lookup is the only way from one item to another: what a name denotes, and its
// type as the item self may see it.
func (r *recorder) lookup(self *entry, name string) (*entry, signature) {
	e, sig := r.seen(self.slot, name)
	slot := self.slot
	r.note(aboutType, name, func(now *run) bool {
		_, again := now.seen(slot, name)
		return again == sig
	})
	return e, sig
}

// seen is the signature behind a name as the item in a slot may see it: inside a
// cycle of the type graph it is dynamic.
//
// It also is when the question is not asked any more. Nothing is kept then, and who
// went on from item to item would compute the same ones over and over: in a chain,
// twice as much with each item.
func (r *run) seen(self int32, name string) (*entry, signature) {
	e := r.p.declaring(name)
	if e == nil {
		return nil, signature{}
	}
	if r.p.graph.types.inOneCycle(self, e.slot) || r.ctx.Err() != nil {
		return e, signature{kind: e.kind, value: typesys.Dynamic}
	}
	return e, r.p.signatureIn(r, e)
}

// declarationOf is the place where a name is declared, for a finding about it.
func (r *recorder) declarationOf(name string) Related {
	declared := r.p.declaring(name) != nil
	r.note(aboutBinding, name, func(now *run) bool { return (now.p.declaring(name) != nil) == declared })
	return Related{Message: "`" + name + "` is declared here", at: anchor{name: name, part: partName}}
}

// schema asks the world for a package, once: an item asks about the same one for nearly
// all that it says.
func (r *recorder) schema(name string) (*schema.Package, schema.Availability) {
	for _, known := range r.packages {
		if known.name == name {
			return known.pkg, known.av
		}
	}
	answer := &packageAnswer{name: name}
	answer.pkg, answer.av = r.p.schemaPackage(name)
	r.packages = append(r.packages, answer)
	r.note(aboutSchemas, "", func(now *run) bool {
		pkg, av := now.p.schemaPackage(name)
		return pkg == answer.pkg && av == answer.av
	})
	return answer.pkg, answer.av
}

// component asks for the interface of another directory.
func (r *recorder) component(source string) *componentInterface {
	found := r.p.componentInterface(r.run, source)
	r.note(aboutComponents, "", func(now *run) bool {
		return now.p.componentInterface(now, source).equal(found)
	})
	return found
}

// Check checks one item of the program. The error is that of the context and
// nothing else; then the result is nil.
func (p *Program) Check(ctx context.Context, it syntax.Placed) (*Info, error) {
	e := p.entryOf(it)
	if e == nil {
		return p.settled(ctx).checkForeign(ctx, it)
	}
	var info *Info
	p.asked(ctx, []int32{e.slot}, func(q *Program) { info = q.factsIn(newRun(ctx, q), q.entries.at(e.slot)) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return info, nil
}

// checkForeign checks an item that is not in the program as if it were: what
// completion does with the text that a cursor would make.
func (p *Program) checkForeign(ctx context.Context, it syntax.Placed) (*Info, error) {
	foreign, e := p.withForeign(it)
	info := checkItem(&recorder{run: newRun(ctx, foreign)}, e)
	return info, ctx.Err()
}

// withForeign is the program with an entry for an item that is not part of it.
// Nothing refers to the entry, so it is in no cycle.
func (p *Program) withForeign(it syntax.Placed) (*Program, *entry) {
	e := newEntry(int32(p.entries.len()), "", it.Item)
	foreign := *p
	foreign.entries = p.entries.fork()
	foreign.entries.add(e)
	foreign.link(e)
	return &foreign, e
}

func (p *Program) factsIn(r *run, e *entry) *Info {
	if known := e.facts.current.Load(); known != nil {
		return known.value
	}
	p.prepare(r, e)
	return e.facts.get(r, e.slot, ResultFacts, func(rec *recorder) *Info { return checkItem(rec, e) })
}

func (p *Program) signature(ctx context.Context, e *entry) signature {
	r := newRun(ctx, p)
	return r.p.signatureIn(r, r.p.entries.at(e.slot))
}

func (p *Program) signatureIn(r *run, e *entry) signature {
	if known := e.sig.current.Load(); known != nil {
		return known.value
	}
	p.prepare(r, e)
	return e.sig.get(r, e.slot, ResultType, func(rec *recorder) signature { return signatureOf(rec, e) })
}

// prepare computes the signatures that an item needs, the deepest first, so that
// a long chain of locals costs no stack.
func (p *Program) prepare(r *run, e *entry) {
	if r.ctx.Err() != nil {
		return
	}
	known := func(dep *entry) bool { return dep.sig.current.Load() != nil }
	for _, dep := range p.deepestFirst(e, typeRefs, known, p.graph.types) {
		dep.sig.get(r, dep.slot, ResultType, func(rec *recorder) signature { return signatureOf(rec, dep) })
	}
}

// Diagnostics are all findings about the program, sorted. Findings of component
// directories belong to their own programs.
func (p *Program) Diagnostics(ctx context.Context) ([]Diagnostic, error) {
	report, err := p.Report(ctx, nil)
	if err != nil {
		return nil, err
	}
	var all []Diagnostic
	for _, f := range report.files {
		all = append(all, f.Diagnostics...)
	}
	return all, nil
}

// errorsOf are the syntax errors of an item that do not follow from those of another.
func (p *Program) errorsOf(e *entry) []syntax.Error {
	if p.frame.follows[e.slot] {
		return nil
	}
	return p.fileOf(e).ErrorsOf(p.placed(e))
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
