package check

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

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
	program.Recorder
	p        *Program
	packages []*packageAnswer
}

func newRecorder(r *program.Run) *recorder {
	return &recorder{Recorder: program.Recorder{Run: r}, p: viewOf(r.Program)}
}

// packageAnswer is what the world said about a package.
type packageAnswer struct {
	name string
	pkg  *schema.Package
	av   schema.Availability
}

// lookup is the only way from one item to another: what a name denotes, and its
// type as the item self may see it.
func (r *recorder) lookup(self *program.Item, name string) (*program.Item, signature) {
	e, sig := seen(r.Run, self.ID, name)
	id := self.ID
	r.Note(onType, name, func(now *program.Run) bool {
		_, again := seen(now, id, name)
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
func seen(r *program.Run, self int32, name string) (*program.Item, signature) {
	e := viewOf(r.Program).core.Declaring(name)
	if e == nil {
		return nil, signature{}
	}
	if viewOf(r.Program).core.InOneCycle(typeQuery, self, e.ID) || r.Context.Err() != nil {
		return e, signature{kind: kindOf(e), value: typesys.Dynamic}
	}
	return e, signatureIn(r, e)
}

// declarationOf is the place where a name is declared, for a finding about it.
func (r *recorder) declarationOf(name string) Related {
	declared := r.p.core.Declaring(name) != nil
	r.Note(program.OnBinding, name, func(now *program.Run) bool { return (viewOf(now.Program).core.Declaring(name) != nil) == declared })
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
	r.Note(onSchemas, "", func(now *program.Run) bool {
		pkg, av := viewOf(now.Program).schemaPackage(name)
		return pkg == answer.pkg && av == answer.av
	})
	return answer.pkg, answer.av
}

// component asks for the interface of another directory.
func (r *recorder) component(source string) *componentInterface {
	found := r.p.componentInterface(r.Run, source)
	r.Note(onComponents, "", func(now *program.Run) bool {
		return viewOf(now.Program).componentInterface(now, source).equal(found)
	})
	return found
}

// Check checks one item of the program. The error is that of the context and
// nothing else; then the result is nil.
func (p *Program) Check(ctx context.Context, it syntax.Placed) (*Info, error) {
	e := p.core.ItemOf(it)
	if e == nil {
		return p.revalidated(ctx).checkForeign(ctx, it)
	}
	var info *Info
	p.core.Asked(ctx, []int32{e.ID}, func(q *program.Program) {
		r := program.NewRun(ctx, q)
		info = viewOf(r.Program).factsIn(r, r.Program.Item(e.ID))
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return info, nil
}

// checkForeign checks an item that is not in the program as if it were: completion does
// that with the text that a cursor would make.
func (p *Program) checkForeign(ctx context.Context, it syntax.Placed) (*Info, error) {
	foreign, e := p.core.WithForeign(it.Item)
	info := checkItem(newRecorder(program.NewRun(ctx, foreign)), e)
	return info, ctx.Err()
}

// factsIn is the check of an item.
func (p *Program) factsIn(r *program.Run, e *program.Item) *Info {
	return p.core.Result(r, e, factsQuery).(*Info)
}

// factsFor is the check of an item for another result about the same item.
func (r *recorder) factsFor(e *program.Item) *Info { return r.Itself(e).(*Info) }

// signatureOf is what an item shows to the others.
func (p *Program) signatureOf(ctx context.Context, e *program.Item) signature {
	r := newRun(ctx, p)
	return signatureIn(r, r.Program.Item(e.ID))
}

// signatureIn is what an item shows to the others.
func signatureIn(r *program.Run, e *program.Item) signature {
	return r.Program.Result(r, e, typeQuery).(signature)
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
func (p *Program) errorsOf(e *program.Item) []syntax.Error {
	if p.core.Scope().Follows(e) {
		return nil
	}
	return p.core.FileOf(e).ErrorsOf(p.core.Placed(e))
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
