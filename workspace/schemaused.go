package workspace

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file lists the packages that programs use.

// PackageUse is a package that was searched for, and the result.
type PackageUse struct {
	Ref schema.Ref
	schema.Availability
}

func (u PackageUse) compare(other PackageUse) int {
	return cmp.Or(cmp.Compare(u.Ref.Name, other.Ref.Name), cmp.Compare(u.Version, other.Version),
		cmp.Compare(u.Path, other.Path), cmp.Compare(u.Reason, other.Reason))
}

// PackagesUsed are the packages that were searched for since schemas last changed, by
// name.
func (s *Snapshot) PackagesUsed() []PackageUse {
	var uses []PackageUse
	for r := range s.schemas.all() {
		uses = append(uses, r.uses()...)
	}
	lists.SortStable(uses, PackageUse.compare)
	return slices.CompactFunc(uses, func(a, b PackageUse) bool {
		return a.Ref.Name == b.Ref.Name && a.Availability == b.Availability
	})
}

// Loading reports whether a package that a program of the snapshot needs is still being
// loaded, or compared with a later version.
func (s *Snapshot) Loading() bool {
	m := s.schemas
	m.mu.Lock()
	defer m.mu.Unlock()
	begun := 1 + m.begun.Load()
	if m.quiet == begun { // this is asked for each program
		return false
	}
	for _, p := range m.byDir { // without all
		if p.loading() {
			return true
		}
	}
	m.quiet = begun
	return false
}

func (r *rememberedSchemas) loading() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.found {
		if !l.known {
			return true
		}
	}
	for _, c := range r.compared {
		if !c.known {
			return true
		}
	}
	return false
}

// all are the memories of all programs.
func (m *schemaMemory) all() map[*rememberedSchemas]bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[*rememberedSchemas]bool{}
	for _, p := range m.byDir {
		all[p.rememberedSchemas] = true
	}
	for _, r := range m.known { // also those of programs that were forgotten
		all[r] = true
	}
	return all
}

func (r *rememberedSchemas) uses() []PackageUse {
	r.mu.Lock()
	defer r.mu.Unlock()
	var uses []PackageUse
	for _, l := range r.found {
		if l.done.Load() {
			uses = append(uses, PackageUse{l.ref, l.availability})
		}
	}
	return uses
}

// PackagesOf are the packages that the program of a directory asked for, by name. If the session
// does not record what is read, they are those that programs with the same places asked for: a
// program that was edited asks only for what its new items need.
func (s *Snapshot) PackagesOf(dir string) []PackageUse {
	f := s.folder(disk.Clean(dir))
	if f == nil {
		return nil
	}
	if asked := f.read().asked; asked != nil {
		return asked.uses()
	}
	shared, ok := s.Schemas(dir).(*rememberedSchemas)
	if !ok {
		return nil
	}
	uses := shared.uses()
	lists.SortStable(uses, PackageUse.compare)
	return uses
}

func (a *askedSchemas) uses() []PackageUse {
	uses := lists.Map(a.lookups(), func(l *lookup) PackageUse { return PackageUse{l.ref, l.availability} })
	lists.SortStable(uses, PackageUse.compare)
	return uses
}

func (a *askedSchemas) lookups() []*lookup {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	keys := slices.Sorted(maps.Keys(a.refs))
	a.mu.Unlock()
	var all []*lookup
	r := a.rememberedSchemas
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range keys {
		if l, ok := r.found[key]; ok && l.done.Load() {
			all = append(all, l.lookup)
		}
	}
	return all
}
