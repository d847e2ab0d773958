package workspace

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file lists the packages that programs use.

// PackageUse is a package that was searched for, and the result.
type PackageUse struct {
	Ref schema.Ref
	schema.Availability
}

// PackagesUsed are the packages that were searched for since schemas last changed, by
// name.
func (s *Snapshot) PackagesUsed() []PackageUse {
	var uses []PackageUse
	for r := range s.schemas.all() {
		uses = append(uses, r.uses()...)
	}
	slices.SortFunc(uses, func(a, b PackageUse) int {
		return cmp.Or(cmp.Compare(a.Ref.Name, b.Ref.Name), cmp.Compare(a.Version, b.Version),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	return slices.CompactFunc(uses, func(a, b PackageUse) bool {
		return a.Ref.Name == b.Ref.Name && a.Availability == b.Availability
	})
}

// Loading reports whether a package that a program of the snapshot needs is still being
// loaded.
func (s *Snapshot) Loading() bool {
	m := s.schemas
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.byDir { // without all: this is asked for each program
		if p.loading() {
			return true
		}
	}
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
