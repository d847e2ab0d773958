package checked

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file tells those who keep results about items which of them to make again.

// Identity identifies an item with everything that its check found out: two programs in which an item has one identity say the same of it.
// The zero value is that of nothing.
type Identity struct{ is *program.Item }

// ItemIDs are the numbers of the items of a file, which is given by its index in [Program.Files], by their place in it. They are negative for text that is
// no item. An item keeps its number while it is edited.
func (p *Program) ItemIDs(file int) []int32 { return p.core.Scope().IDs(file) }

// IdentityOf is the identity of the item with a number; that of nothing if there is none. The results of the program must be
// certain, as they are after a report.
func (p *Program) IdentityOf(id int32) Identity { return Identity{p.core.Item(id)} }

// IdentityNamed is the identity of what a name at the top level denotes.
func (p *Program) IdentityNamed(name string) Identity { return Identity{p.core.Declaring(name)} }

// Name is what the item declares; empty for nothing.
func (i Identity) Name() string {
	if i.is == nil || !i.is.Declares() {
		return ""
	}
	return i.is.Name
}

// PlaceOf is where an item is: in a file, given by its index in [Program.Files], and there. It is false if the program does not have it.
func (p *Program) PlaceOf(i Identity) (file, index int, ok bool) {
	if i.is == nil || p.core.Item(i.is.ID) != i.is {
		return 0, 0, false
	}
	file = slices.IndexFunc(p.Files, func(f *syntax.File) bool { return f.Path == i.is.Path })
	return file, int(p.core.Scope().Position(i.is.ID)), file >= 0
}

// ChangedSince returns the numbers of the items whose identity differs from that in an earlier version. It returns false if names may denote other items than
// in that version, or if it is nil. now is for the next call.
func (p *Program) ChangedSince(ctx context.Context, before *Seen) (now *Seen, changed []int32, known bool) {
	p = p.revalidated(ctx)
	now = &Seen{p.core.Version()}
	if before == nil {
		return now, nil, false
	}
	items, known := p.core.ChangedSince(before.version)
	for _, e := range items {
		changed = append(changed, e.ID)
	}
	return now, changed, known
}

// Seen is which version of a program views were valid for.
type Seen struct{ version program.Version }

// SeenSince returns the items of a file, by index and in order, whose views may be out of date
// if they were valid for an earlier version; the views of all others still are. It returns false
// if all may be out of date. now is for the next call.
func (p *Program) SeenSince(ctx context.Context, filePath string, before *Seen) (now *Seen, concerned []int, known bool) {
	p = p.revalidated(ctx)
	now = &Seen{p.core.Version()}
	if before == nil {
		return now, nil, false
	}
	ids, known := p.core.ConcernedSince(before.version)
	for _, id := range ids {
		if e := p.core.Item(id); e != nil && e.Path == filePath {
			concerned = append(concerned, int(p.core.Scope().Position(id)))
		}
	}
	slices.Sort(concerned)
	return now, slices.Compact(concerned), known
}
