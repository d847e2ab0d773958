package check

import (
	"slices"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements frames: what the heads of all items decide together. As long
// as no head changes, programs that follow each other have one frame.

// frame is the order of the items, what their names denote, and what there is to
// say about that. It knows entries by their slots.
type frame struct {
	slots []([]int32) // by file and item; -1 for blank items
	mark  *byte       // stands for the frame where it must not be kept
	spots []spot      // by slot
	order []int32     // of declarations: resources and reads before everything else in their file

	definitions map[string]int32
	outputs     map[string]int32
	owns        []bool // by slot: the name belongs to this entry, not to an earlier one
	lost        []bool // by slot: the rest of a block without a header, see lostItems
	follows     []bool // by slot: brackets whose syntax error follows from an earlier one

	packages   map[string]*packageBlock
	duplicates []Diagnostic    // findings about names and packages
	lostNames  map[string]bool // names that broken text seems to declare

	usesPackages atomic.Pointer[map[string]packageUse] // see packagesUsed
	givesVersion atomic.Pointer[map[string]schema.Ref] // see versionsGiven
	sources      atomic.Pointer[[]string]              // see componentSources
	watched      atomic.Pointer[[]int32]               // see Program.watched
	alike        atomic.Pointer[[]Diagnostic]          // see identical
	packaged     atomic.Pointer[packageFindings]       // see packageFindings
	nearlyAlike  atomic.Pointer[[]Diagnostic]          // see namesInOtherLetters
}

// spot is where an item stands: the number of the file, and that of the item in it.
type spot struct{ file, item int32 }

// newFrame is the frame for files whose items have these slots.
func newFrame(p *Program, slots [][]int32, size int) *frame {
	f := &frame{
		slots: slots, mark: new(byte), spots: make([]spot, size), definitions: make(map[string]int32, size), order: make([]int32, 0, size), outputs: map[string]int32{},
		owns: make([]bool, size), lost: make([]bool, size), follows: make([]bool, size), packages: map[string]*packageBlock{},
	}
	for i, file := range p.Files {
		f.enter(int32(i), file)
	}
	f.lostNames = lostNames(p.Files)
	return f
}

// enter adds the items of a file in declaration order.
func (f *frame) enter(number int32, file *syntax.File) {
	lost, follow := lostItems(file)
	slots := f.slots[number]
	for _, first := range []bool{true, false} {
		for i, placed := range file.All() {
			isResource := placed.Kind == syntax.KindResource || placed.Kind == syntax.KindRead
			if slots[i] < 0 || isResource != first {
				continue
			}
			f.order = append(f.order, slots[i])
			f.spots[slots[i]] = spot{number, int32(i)}
			f.lost[slots[i]], f.follows[slots[i]] = lost[placed.Base], follow[placed.Base]
		}
	}
}

// declare fills the scope. Of several declarations of a name the first counts,
// and the later ones are reported. What is no declaration any more declares its name
// only where nothing else does.
func (p *Program) declare() {
	for e := range p.all() {
		if e.kind != 0 && !p.frame.lost[e.slot] {
			p.claim(e)
		}
	}
	for e := range p.all() {
		if _, taken := p.frame.definitions[e.name]; e.kind != 0 && p.frame.lost[e.slot] && !taken {
			p.frame.definitions[e.name], p.frame.owns[e.slot] = e.slot, true
		}
	}
}

func (p *Program) claim(e *entry) {
	scope := p.frame.definitions
	if e.kind == ObjectOutput {
		scope = p.frame.outputs
	}
	if e.name == "null" && e.kind != ObjectOutput {
		p.notes(finding(e, codes.NameDuplicate, partName, "`null` is the null value and cannot be declared; choose another name"))
		return
	}
	slot, taken := scope[e.name]
	if !taken {
		scope[e.name], p.frame.owns[e.slot] = e.slot, true
		return
	}
	earlier := p.entries.at(slot)
	message := "`" + e.name + "` is already declared as " + article(earlier.kind.String()) + "; choose another name"
	if e.kind == ObjectPulumi && earlier.kind == ObjectPulumi {
		message = "there is already a pulumi block; merge the two"
	}
	p.notes(finding(e, codes.NameDuplicate, partName, message, near(earlier, partName, syntax.Span{}, "first declared here")))
}

func (p *Program) notes(d Diagnostic) { p.frame.duplicates = append(p.frame.duplicates, d) }

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
func (p *Program) followsFromSyntax(it *syntax.Item, d Diagnostic) bool {
	return len(p.frame.lostNames) > 0 && d.Code == codes.NameUndefined && p.frame.lostNames[it.Text[d.Span.Start:d.Span.End]]
}

// owns reports whether the name of an entry denotes it.
func (p *Program) owns(e *entry) bool { return int(e.slot) < len(p.frame.owns) && p.frame.owns[e.slot] }

// placed is the item of an entry at its place.
func (p *Program) placed(e *entry) syntax.Placed {
	at := p.frame.spots[e.slot]
	return p.Files[at.file].Item(int(at.item))
}

// fileOf is the file of an entry.
func (p *Program) fileOf(e *entry) *syntax.File { return p.Files[p.frame.spots[e.slot].file] }

// all visits the entries in declaration order.
func (p *Program) all() func(yield func(*entry) bool) {
	return func(yield func(*entry) bool) {
		for _, slot := range p.frame.order {
			if !yield(p.entries.at(slot)) {
				return
			}
		}
	}
}

// inFileOrder are the entries as they stand in the files.
func (p *Program) inFileOrder() []*entry {
	all := make([]*entry, 0, len(p.frame.order))
	for _, slots := range p.frame.slots {
		for _, slot := range slots {
			if slot >= 0 {
				all = append(all, p.entries.at(slot))
			}
		}
	}
	return slices.Clip(all)
}
