package plan

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file finds the resources that exist: in the state of a stack, or by following another version of
// the program.

// InState are the resources of a state that a program registers. The stack itself and default providers are
// not among them.
func InState(s *state.State) []Old {
	var all []Old
	for i := range s.Resources {
		r := &s.Resources[i]
		u, err := urn.Parse(r.URN)
		if err != nil || r.Delete || r.ViewOf != "" || r.Type == urn.StackType || isDefaultProvider(u) {
			continue
		}
		all = append(all, inState(r))
	}
	return all
}

func inState(r *state.Resource) Old {
	return Old{URN: r.URN, Protected: r.Protect, Retained: r.RetainOnDelete, Custom: r.Custom, External: r.External, resource: r}
}

// Registered are the resources that another version of the program registers.
func Registered(ran *eval.Ran) []Old {
	var all []Old
	above := inheritance{}
	for _, r := range ran.Registrations {
		own := above.of(r)
		all = append(all, Old{URN: r.URN, Protected: own.protect, Retained: own.retain, Custom: !r.Local, External: r.Read, From: r, Unsure: r.Unsure, unsure: own.unsure})
	}
	return all
}

// handedOn are the options that a resource hands on to its children.
type handedOn struct {
	protect, retain bool
	unsure          string   // why they are not known
	deletedWith     []string // URNs
}

// inheritance is what registrations hand on, by URN. It is asked for them in the order of the run.
type inheritance map[string]handedOn

// of are the options of a registration. A run does not read those of a local component, which hands on what it is handed.
func (above inheritance) of(r *eval.Registration) handedOn {
	h := above[r.Parent]
	if !r.Local {
		h.read(r)
	}
	if r.URN != "" {
		above[r.URN] = h
	}
	return h
}

// read reads the options of a registration that has some of its own.
func (h *handedOn) read(r *eval.Registration) {
	for _, one := range []struct {
		option string
		into   *bool
	}{{language.NameProtect, &h.protect}, {language.NameRetainOnDelete, &h.retain}} {
		on, set, known := flag(r, one.option)
		switch {
		case !known:
			h.unsure = "`" + one.option + "` is not known"
		case set:
			*one.into = on
		}
	}
	if urns, known := resourcesOf(r, language.NameDeletedWith); known && len(urns) > 0 {
		h.deletedWith = urns
	}
}

// leftovers are the resources that a replacement left to be deleted.
func leftovers(s *state.State) []Step {
	var all []Step
	for i := range s.Resources {
		if old := inState(&s.Resources[i]); old.resource.Delete {
			gone := Name{Match: Deleted, Before: &old}
			all = append(all, Step{Name: gone, Op: Delete, By: ByState, Retained: old.Retained, Existing: old.resource})
		}
	}
	return all
}

// isDefaultProvider reports whether the engine made a provider by itself.
func isDefaultProvider(u urn.URN) bool {
	name := u.Part(urn.Name)
	return strings.HasPrefix(u.Part(urn.Type), providerPrefix) && (name == "default" || strings.HasPrefix(name, "default_"))
}

// providerPrefix is how the types of providers begin.
const providerPrefix = "pulumi:providers:"
