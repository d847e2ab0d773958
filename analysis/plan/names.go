package plan

import (
	"cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file finds for each registration the resource that the engine takes it for.

// Match is what becomes of a name.
type Match uint8

// The matches.
const (
	// Unknown says that it cannot be told.
	Unknown Match = iota
	// Kept resources have the URN that they had.
	Kept
	// Aliased resources are found by an alias.
	Aliased
	// Created resources did not exist.
	Created
	// Deleted resources are registered no longer.
	Deleted
)

// Old is a resource that exists.
type Old struct {
	URN string
	// Protected says that it cannot be deleted, and Retained that deleting it keeps the real one.
	Protected, Retained bool
	// Custom says that a provider manages it: there is something real behind it.
	Custom bool
	// External says that it was only read.
	External bool
	// From is the registration of another version of the program; nil for a resource of a state.
	From *eval.Registration
	// Unsure says why it may not exist; empty where it is certain.
	Unsure string

	resource *state.Resource // nil for a registration
	unsure   string          // why it is not known whether it is protected or retained
}

// Name is what becomes of one resource.
type Name struct {
	Match Match
	// Now is the registration; nil for a resource that is registered no longer.
	Now *eval.Registration
	// Before is the resource that existed; nil for one that is created.
	Before *Old
	// FormerURNs are the URNs that the registration may have had, by its aliases and those of its
	// parents.
	FormerURNs []string
	// Why says why the match cannot be told.
	Why string
}

// FaultKind is a kind of reason why the engine refuses registrations.
type FaultKind uint8

// The kinds of faults.
const (
	// Twice: two registrations have one URN.
	Twice FaultKind = iota
	// Living: an alias stands for a resource that is still registered.
	Living
	// Claimed: two registrations claim one resource by their aliases.
	Claimed
	// Protected: a protected resource would be deleted.
	Protected
)

// Fault makes the run fail.
type Fault struct {
	Kind FaultKind
	URN  string
	// Now is the registration that the engine refuses, or nil for a resource that goes.
	Now *eval.Registration
	// Other is the one before it, if there are two.
	Other *eval.Registration
}

// Names are the matches of all names.
type Names struct {
	// All are the registrations in their order, and then the resources that are registered no
	// longer, in theirs.
	All    []Name
	Faults []Fault
}

// matching is a comparison on its way.
type matching struct {
	host   eval.Host
	all    []Old
	before map[string]*Old // by URN
	taken  map[*Old]bool
	// used leads from the URN of a registration to the other one by which it was found.
	used map[string]string
	// claimed leads from a URN to the registration that was found by it as an alias.
	claimed map[string]*eval.Registration
	seen    map[string]*eval.Registration
	names   Names
}

// MatchNames compares what a run registers with what exists. A resource that exists twice, because a
// replacement was not finished, must be in before once.
func MatchNames(ran *eval.Ran, host eval.Host, before []Old) *Names {
	m := newMatching(host, before)
	for _, r := range ran.Registrations {
		m.find(r)
	}
	m.names.All = append(m.names.All, m.gone(ran)...)
	return &m.names
}

func newMatching(host eval.Host, before []Old) *matching {
	m := &matching{
		host: host, all: before, before: map[string]*Old{}, taken: map[*Old]bool{}, used: map[string]string{},
		claimed: map[string]*eval.Registration{}, seen: map[string]*eval.Registration{},
	}
	for i := range before {
		m.before[m.inStack(before[i].URN)] = &before[i]
	}
	return m
}

// find is what becomes of a registration.
func (m *matching) find(r *eval.Registration) Name {
	name := m.match(r)
	m.names.All = append(m.names.All, name)
	return name
}

// match finds the resource of a registration. The URN counts before aliases.
func (m *matching) match(r *eval.Registration) Name {
	if r.URN == "" {
		return Name{Now: r, Why: r.Unsure}
	}
	aliases, why := aliasesOf(r)
	name := Name{Now: r, FormerURNs: m.formerURNs(r, aliases)}
	m.conflict(Claimed, r.URN, r, m.claimed[r.URN])
	m.conflict(Twice, r.URN, r, m.seen[r.URN])
	m.seen[r.URN] = r
	if old := m.before[r.URN]; old != nil {
		return m.take(name, Kept, old)
	}
	if why != "" {
		name.Why = why
		return name
	}
	for _, former := range name.FormerURNs {
		old := m.before[former]
		if old == nil {
			continue
		}
		m.conflict(Living, former, r, m.seen[former])
		m.conflict(Claimed, former, r, m.claimed[former])
		m.claimed[former], m.used[r.URN] = r, former
		return m.take(name, Aliased, old)
	}
	name.Match = Created
	return name
}

// take says that a registration is a resource that exists.
func (m *matching) take(name Name, match Match, old *Old) Name {
	m.taken[old] = true
	name.Before, name.Match = old, match
	if old.Unsure != "" {
		name.Match, name.Why = Unknown, old.Unsure
	}
	return name
}

// conflict notes that the engine refuses a registration because of another one, if there is one.
func (m *matching) conflict(kind FaultKind, u string, now, other *eval.Registration) {
	if other != nil {
		m.names.Faults = append(m.names.Faults, Fault{kind, u, now, other})
	}
}

// refuseProtected notes that a protected resource would be deleted, to be replaced by a registration or for good.
func (m *matching) refuseProtected(u string, now *eval.Registration) {
	m.names.Faults = append(m.names.Faults, Fault{Kind: Protected, URN: u, Now: now})
}

// gone is what becomes of the resources that no registration was found for. It is asked after all registrations.
func (m *matching) gone(ran *eval.Ran) (all []Name) {
	uncertain := uncertainOf(ran)
	for _, one := range m.names.All {
		if one.Match == Unknown && one.Now != nil {
			uncertain.unknown(one.Now, "it may be `"+one.Now.Name+"`: "+one.Why)
		}
	}
	for i := range m.all {
		old := &m.all[i]
		if m.taken[old] || old.External {
			continue
		}
		name := Name{Before: old, Match: Deleted, Why: old.Unsure}
		if _, err := urn.Parse(old.URN); err == nil {
			name.Why = cmp.Or(name.Why, uncertain.about(old.Name()))
		}
		name.Why = cmp.Or(name.Why, old.unsure)
		switch {
		case name.Why != "":
			name.Match = Unknown
		case old.Protected:
			m.refuseProtected(old.URN, nil)
		}
		all = append(all, name)
	}
	return all
}
