package changes

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
)

// This file changes states: into those that a run leaves behind when it fails, that other versions of the engine write, and that differ from the cloud.

// OtherKey is the kind of a state with another key of encryption: a run compares the ciphertexts, since it cannot
// decrypt them.
const OtherKey = "state, passphrase"

// state is the export of a stack.
type state struct {
	*rand.Rand
	document   object
	deployment object
}

type object = map[string]any

// mends are the kinds of changes of states.
var mends = []struct {
	name string
	mend func(*state) bool // reports whether there is something to change
}{
	{"state, tainted", func(s *state) bool {
		s.document["version"], s.document["features"] = 4, []string{"taint"}
		return mark("taint", true)(s)
	}},
	{"state, pending replacement", mark("pendingReplacement", true)},
	{"state, failed initialization", mark("initErrors", []string{"not ready"})},
	{"state, external", mark("external", true)},
	{"state, protected", mark("protect", true)},
	{"state, retained", mark("retainOnDelete", true)},
	{"state, no inputs", mark("inputs", object{})},
	// The predecessor of a resource, which was replaced and is not deleted yet.
	{"state, pending deletion", another(func(r object) { r["delete"], r["id"] = true, "old-id" })},
	{"state, pending operation", onOne(func(s *state, r object) bool {
		kind := []string{"creating", "updating", "deleting"}[s.IntN(3)]
		s.deployment["pending_operations"] = []any{object{"resource": r, "type": kind}}
		return true
	})},
	{"state, other input", onText("inputs", func(inputs object, name string) { inputs[name] = "changed in the state" })},
	{"state, output missing", onText("outputs", func(outputs object, name string) { delete(outputs, name) })},
	{"state, resource missing", (*state).resourceMissing},
	// A resource that the program does not have.
	{"state, other resource", another(func(r object) { r["urn"], r["id"] = fmt.Sprint(r["urn"], "-other"), "other-id" })},
	{"state, version", (*state).version},
	{"state, unknown fields", func(s *state) bool {
		s.deployment["laterField"] = 1
		return mark("laterField", "x")(s)
	}},
	{OtherKey, func(s *state) bool {
		s.deployment["secrets_providers"] = object{"type": "passphrase", "state": object{"salt": "v1:x"}}
		return true
	}},
}

// StateKinds lists the kinds of changes of states.
func StateKinds() (names []string) {
	for _, k := range mends {
		names = append(names, k.name)
	}
	return names
}

// Mend changes the state from which the preview of an edit starts, if the last of its kinds is one of [StateKinds]. The
// edit loses the kind if the state has nothing to change.
func (r *Recorded) Mend(e *Edit, seed uint64) {
	last := len(e.Kinds) - 1
	i := slices.Index(StateKinds(), e.Kinds[last])
	if i < 0 {
		return
	}
	s := &state{Rand: rand.New(rand.NewPCG(seed, 6))}
	attempt.Check(json.Unmarshal(r.State, &s.document))
	s.deployment = s.document["deployment"].(object)
	if !mends[i].mend(s) {
		e.Kinds, e.State = e.Kinds[:last], nil
		return
	}
	splice := spliceOf(string(r.State), string(attempt.Must(json.Marshal(s.document))))
	e.State = &splice
}

// resources are the resources that a provider manages.
func (s *state) resources() []object {
	var all []object
	list, _ := s.deployment["resources"].([]any)
	for _, one := range list {
		r, _ := one.(object)
		if kind, _ := r["type"].(string); r["custom"] == true && !strings.HasPrefix(kind, "pulumi:") {
			all = append(all, r)
		}
	}
	return all
}

// onOne changes a random resource.
func onOne(mend func(*state, object) bool) func(*state) bool {
	return func(s *state) bool {
		all := s.resources()
		return len(all) > 0 && mend(s, all[s.IntN(len(all))])
	}
}

// onText changes a random text among properties of a resource.
func onText(field string, mend func(properties object, name string)) func(*state) bool {
	return onOne(func(s *state, r object) bool {
		properties, _ := r[field].(object)
		texts := slices.DeleteFunc(slices.Sorted(maps.Keys(properties)), func(name string) bool {
			_, isText := properties[name].(string)
			return !isText
		})
		if len(texts) > 0 {
			mend(properties, texts[s.IntN(len(texts))])
		}
		return len(texts) > 0
	})
}

// mark sets a field of a resource.
func mark(field string, value any) func(*state) bool {
	return onOne(func(_ *state, r object) bool {
		r[field] = value
		return true
	})
}

// another adds a copy of a resource that was changed.
func another(change func(object)) func(*state) bool {
	return onOne(func(s *state, r object) bool {
		r = maps.Clone(r)
		change(r)
		list, _ := s.deployment["resources"].([]any)
		s.deployment["resources"] = append(list, r)
		return true
	})
}

// resourceMissing takes a resource away that nothing depends on.
func (s *state) resourceMissing() bool {
	text, _ := json.Marshal(s.deployment) // which was JSON
	for _, r := range s.resources() {
		if strings.Count(string(text), fmt.Sprintf(`"%s"`, r["urn"])) == 1 {
			list, _ := s.deployment["resources"].([]any)
			s.deployment["resources"] = slices.DeleteFunc(list, func(one any) bool { return one.(object)["urn"] == r["urn"] })
			return true
		}
	}
	return false
}

// version changes the version of the format, or lists features.
func (s *state) version() bool {
	switch s.IntN(7) {
	case 0:
		delete(s.document, "version")
	case 1:
		s.document["version"], s.document["features"] = 4, []string{"hooks", "views"}
	case 2:
		s.document["version"], s.document["features"] = 4, []string{"unheard of"}
	case 3:
		s.document["features"] = []string{"unheard of"}
	default:
		s.document["version"] = []int{0, 1, 2, 4, 5}[s.IntN(5)]
	}
	return true
}
