package analysis

import (
	"cmp"
	"context"
	"path"
	"slices"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// Program is the program in one directory: all its files share one scope. It is
// immutable but for results that are computed when first asked for and never
// change; it may be used from many goroutines.
type Program struct {
	// Dir is the directory, a clean path with slashes.
	Dir string
	// Files are the parsed files, sorted by path.
	Files []*syntax.File

	world       World
	entries     []*entry // in declaration order
	byItem      map[*syntax.Item][]*entry
	definitions map[string]*Object
	outputs     map[string]*Object
	packages    map[string]*packageBlock
	structure   []Diagnostic    // findings about names and packages, in no item
	lost        map[string]bool // names that broken text seems to declare
	order       typeOrder
	shown       *atomic.Pointer[componentInterface] // to those that use it as a component
	flowOrder   typeOrder
	flowsShown  *atomic.Pointer[shownFlows] // as shown

	usesPackages *atomic.Pointer[map[string]packageUse] // see packagesUsed
	givesVersion *atomic.Pointer[map[string]schema.Ref] // see versionsGiven
}

// entry is one item of the program with the results about it.
type entry struct {
	file    *syntax.File
	placed  syntax.Placed
	index   int     // position in declaration order
	object  *Object // nil for items that declare no name
	claimed bool    // the name belongs to this entry, not to an earlier one
	lost    bool    // the rest of a block without a header, see lostItems
	follows bool    // brackets whose syntax error follows from an earlier one
	refs    []syntax.Ref
	facts   cell[*Info]
	sig     cell[signature]
	flows   flowCells
}

// NewProgram puts the files of a directory together. Nothing is checked. Results
// of prev are taken over where what they were computed from is unchanged; prev
// may be nil.
func NewProgram(dir string, files []*syntax.File, world World, prev *Program) *Program {
	p := &Program{
		Dir: dir, Files: slices.Clone(files), world: world,
		definitions: map[string]*Object{}, outputs: map[string]*Object{}, packages: map[string]*packageBlock{},
		byItem: map[*syntax.Item][]*entry{}, shown: new(atomic.Pointer[componentInterface]),
		flowsShown:   new(atomic.Pointer[shownFlows]),
		usesPackages: new(atomic.Pointer[map[string]packageUse]),
		givesVersion: new(atomic.Pointer[map[string]schema.Ref]),
	}
	slices.SortFunc(p.Files, func(a, b *syntax.File) int { return cmp.Compare(path.Base(a.Path), path.Base(b.Path)) })
	for _, f := range p.Files {
		p.enter(f)
	}
	p.inherit(prev)
	p.declare()
	p.declarePackages()
	p.lost = lostNames(p.Files)
	p.order = p.orderTypes()
	p.flowOrder = p.orderFlows()
	p.findCycles()
	sortDiagnostics(p.structure)
	return p
}

// enter adds the items of a file in declaration order: resources and reads
// before everything else.
func (p *Program) enter(f *syntax.File) {
	lost, follow := lostItems(f)
	for _, first := range []bool{true, false} {
		for _, placed := range f.Items {
			isResource := placed.Kind == syntax.KindResource || placed.Kind == syntax.KindRead
			if isResource != first || placed.Kind == syntax.KindBlank {
				continue
			}
			e := &entry{file: f, placed: placed, index: len(p.entries), lost: lost[placed.Base], follows: follow[placed.Base]}
			p.entries = append(p.entries, e)
			p.byItem[placed.Item] = append(p.byItem[placed.Item], e)
		}
	}
}

// inherit hands every item its predecessor's results, to be used if they still
// hold. Items are matched by identity: the parser reuses unchanged ones.
func (p *Program) inherit(prev *Program) {
	if prev == nil || prev.world.Mode != p.world.Mode {
		return
	}
	for _, e := range p.entries {
		if old := prev.entryOf(e.placed); old != nil {
			e.refs = old.refs
			e.facts.inherit(&old.facts)
			e.sig.inherit(&old.sig)
			e.flows.inherit(&old.flows)
		}
	}
}

// declare fills the scope. Of several declarations of a name the first counts,
// and the later ones are reported. What is no declaration any more declares its name
// only where nothing else does.
func (p *Program) declare() {
	for _, e := range p.entries {
		kind, declares := kindObjects[e.placed.Kind]
		if !declares {
			continue
		}
		name, span := e.placed.Name, e.placed.NameSpan
		if kind == ObjectPulumi {
			name, span = "pulumi", e.placed.KeywordSpan
		}
		if name == "" {
			continue
		}
		e.object = &Object{Kind: kind, Name: name, Path: e.file.Path, Span: span.Shift(e.placed.Base), entry: e}
		if !e.lost {
			p.claim(e)
		}
	}
	for _, e := range p.entries {
		if e.lost && e.object != nil && p.definitions[e.object.Name] == nil {
			p.definitions[e.object.Name], e.claimed = e.object, true
		}
	}
}

func (p *Program) claim(e *entry) {
	scope := p.definitions
	if e.object.Kind == ObjectOutput {
		scope = p.outputs
	}
	if e.object.Name == "null" && e.object.Kind != ObjectOutput {
		p.report(e, codes.NameDuplicate, e.object.Span, "`null` is the null value and cannot be declared; choose another name")
		return
	}
	earlier, taken := scope[e.object.Name]
	if !taken {
		scope[e.object.Name], e.claimed = e.object, true
		return
	}
	message := "`" + e.object.Name + "` is already declared as " + article(earlier.Kind.String()) + "; choose another name"
	if e.object.Kind == ObjectPulumi && earlier.Kind == ObjectPulumi {
		message = "there is already a pulumi block; merge the two"
	}
	p.report(e, codes.NameDuplicate, e.object.Span, message,
		Related{Path: earlier.Path, Span: earlier.Span, Message: "first declared here"})
}

func (p *Program) report(e *entry, code codes.Code, span syntax.Span, message string, related ...Related) {
	p.structure = append(p.structure, finding(e, code, span, message, related...))
}

// finding is one about an item whose places are in the file already.
func finding(e *entry, code codes.Code, span syntax.Span, message string, related ...Related) Diagnostic {
	return Diagnostic{
		Path: e.file.Path, Span: span, Code: code, Severity: code.Severity(), Message: abbreviate(message, 199), Related: related,
	}
}

// lostNames are the names that broken text seems to declare.
func lostNames(files []*syntax.File) map[string]bool {
	var lost map[string]bool
	for _, f := range files {
		for _, name := range f.LostNames() {
			if lost == nil {
				lost = map[string]bool{}
			}
			lost[name] = true
		}
	}
	return lost
}

// followsFromSyntax reports whether a finding of an item only says that a name is
// not declared that broken text seems to declare.
func (p *Program) followsFromSyntax(it syntax.Placed, d Diagnostic) bool {
	return len(p.lost) > 0 && d.Code == codes.NameUndefined && p.lost[it.Text[d.Span.Start:d.Span.End]]
}

// Lookup is what a name at the top level of an item denotes: a definition, or
// else an output. It is nil for names that nothing declares.
func (p *Program) Lookup(name string) *Object {
	if o := p.definitions[name]; o != nil {
		return o
	}
	return p.outputs[name]
}

// LookupOutput is the output with this lexical name, whatever else has the name.
func (p *Program) LookupOutput(name string) *Object { return p.outputs[name] }

// Objects are all declarations that own their name, in declaration order.
func (p *Program) Objects() []*Object {
	var all []*Object
	for _, e := range p.entries {
		if e.claimed {
			all = append(all, e.object)
		}
	}
	return all
}

// ObjectOf is what an occurrence denotes in this program; nil when it denotes no
// object. For a declaration it is the declared object, whoever owns the name.
func (p *Program) ObjectOf(it syntax.Placed, o Occurrence) *Object {
	switch {
	case o.Object != nil:
		return o.Object
	case o.Kind == OccurVariable:
		return p.Lookup(o.Name)
	case o.Kind == OccurDeclaration:
		if e := p.entryOf(it); e != nil {
			return e.object
		}
	}
	return nil
}

// TypeOf is the type of the value that a name of the program stands for.
func (p *Program) TypeOf(ctx context.Context, o *Object) typesys.Type {
	if o.entry == nil {
		return o.Type
	}
	return p.signature(ctx, o.entry).value
}

// File is the file with this path, and false when the program has none.
func (p *Program) File(filePath string) (*syntax.File, bool) {
	for _, f := range p.Files {
		if f.Path == filePath {
			return f, true
		}
	}
	return nil, false
}

// ItemAt is the item of a file that the offset is in; at the boundary of two
// items it is the one that ends there if the offset is within its last line.
func (p *Program) ItemAt(filePath string, offset int) (syntax.Placed, bool) {
	f, ok := p.File(filePath)
	if !ok {
		return syntax.Placed{}, false
	}
	return f.ItemAt(offset)
}

// entryOf is the entry of an item. Equal texts may be one item at several places;
// the place decides between them.
func (p *Program) entryOf(it syntax.Placed) *entry {
	entries := p.byItem[it.Item]
	for _, e := range entries {
		if e.placed.Base == it.Base {
			return e
		}
	}
	if len(entries) > 0 {
		return entries[0]
	}
	return nil
}

func article(noun string) string {
	switch noun[0] {
	case 'a', 'e', 'i', 'o', 'u':
		return "an " + noun
	}
	return "a " + noun
}
