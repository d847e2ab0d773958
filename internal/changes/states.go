package changes

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// This file changes states: into those that a run leaves behind when it fails, that other versions of the engine write, and that differ from the cloud.

// Resumed are programs whose states are changed before the preview, see [Mended].
var Resumed = Family{write: (*generator).top, mends: true, names: []string{
	"layout", "layout", "layout", "input, plain", "input, replacing", "resource renamed", "resource removed", "resource renamed, alias",
}}

// OtherKey is the kind of a state with another key of encryption: a run compares the ciphertexts, since it cannot
// decrypt them.
const OtherKey = "state, passphrase"

// state is the export of a stack.
type state struct {
	random     *rand.Rand
	document   map[string]any
	deployment map[string]any
}

// mends are the kinds of changes of states. Each reports whether it found something to change.
var mends = []struct {
	name string
	mend func(*state) bool
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
	{"state, no inputs", mark("inputs", map[string]any{})},
	// The predecessor of a resource, which was replaced and is not deleted yet.
	{"state, pending deletion", another(func(r map[string]any) { r["delete"], r["id"] = true, "old-id" })},
	{"state, pending operation", onOne((*state).pendingOperation)},
	{"state, other input", onOne((*state).otherInput)},
	{"state, output missing", onOne((*state).outputMissing)},
	{"state, resource missing", (*state).resourceMissing},
	// A resource that the program does not have.
	{"state, other resource", another(func(r map[string]any) { r["urn"], r["id"] = fmt.Sprint(r["urn"], "-other"), "other-id" })},
	{"state, version", (*state).version},
	{"state, unknown fields", func(s *state) bool {
		s.deployment["laterField"] = 1
		return mark("laterField", "x")(s)
	}},
	{OtherKey, func(s *state) bool {
		s.deployment["secrets_providers"] = map[string]any{"type": "passphrase", "state": map[string]any{"salt": "v1:x"}}
		return true
	}},
}

// StateKinds lists the kinds of changes of states.
func StateKinds() []string {
	var names []string
	for _, m := range mends {
		names = append(names, m.name)
	}
	return names
}

// Mended is a state after a change of a kind. It is not ok if there is nothing to change.
func Mended(export json.RawMessage, kind string, seed uint64) (changed json.RawMessage, ok bool, err error) {
	s := &state{random: rand.New(rand.NewPCG(seed, 6))}
	if err := json.Unmarshal(export, &s.document); err != nil {
		return nil, false, err
	}
	s.deployment, ok = s.document["deployment"].(map[string]any)
	if !ok {
		return nil, false, fmt.Errorf("the state has no deployment")
	}
	i := slices.IndexFunc(StateKinds(), func(name string) bool { return name == kind })
	if ok = mends[i].mend(s); !ok {
		return nil, false, nil
	}
	changed, err = json.Marshal(s.document)
	return changed, true, err
}

// resources are the resources that a provider manages.
func (s *state) resources() []map[string]any {
	var all []map[string]any
	list, _ := s.deployment["resources"].([]any)
	for _, one := range list {
		r, _ := one.(map[string]any)
		if kind, _ := r["type"].(string); r["custom"] == true && !strings.HasPrefix(kind, "pulumi:") {
			all = append(all, r)
		}
	}
	return all
}

// onOne changes a random resource.
func onOne(mend func(*state, map[string]any) bool) func(*state) bool {
	return func(s *state) bool {
		all := s.resources()
		return len(all) > 0 && mend(s, all[s.random.IntN(len(all))])
	}
}

// mark sets a field of a resource.
func mark(field string, value any) func(*state) bool {
	return onOne(func(_ *state, r map[string]any) bool {
		r[field] = value
		return true
	})
}

// another adds a copy of a resource that was changed.
func another(change func(map[string]any)) func(*state) bool {
	return onOne(func(s *state, r map[string]any) bool {
		r = maps.Clone(r)
		change(r)
		list, _ := s.deployment["resources"].([]any)
		s.deployment["resources"] = append(list, r)
		return true
	})
}

func (s *state) pendingOperation(r map[string]any) bool {
	kind := []string{"creating", "updating", "deleting"}[s.random.IntN(3)]
	s.deployment["pending_operations"] = []any{map[string]any{"resource": r, "type": kind}}
	return true
}

// textIn is the name of a random text among properties.
func (s *state) textIn(properties map[string]any) (name string, ok bool) {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if _, isText := properties[name].(string); isText {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "", false
	}
	return names[s.random.IntN(len(names))], true
}

func (s *state) otherInput(r map[string]any) bool {
	inputs, _ := r["inputs"].(map[string]any)
	name, ok := s.textIn(inputs)
	if ok {
		inputs[name] = "changed in the state"
	}
	return ok
}

func (s *state) outputMissing(r map[string]any) bool {
	outputs, _ := r["outputs"].(map[string]any)
	name, ok := s.textIn(outputs)
	delete(outputs, name)
	return ok
}

// resourceMissing takes a resource away that nothing depends on.
func (s *state) resourceMissing() bool {
	text, err := json.Marshal(s.deployment)
	if err != nil {
		return false
	}
	for _, r := range s.resources() {
		urn, _ := r["urn"].(string)
		if strings.Count(string(text), `"`+urn+`"`) == 1 {
			list, _ := s.deployment["resources"].([]any)
			s.deployment["resources"] = slices.DeleteFunc(list, func(one any) bool {
				o, _ := one.(map[string]any)
				return o["urn"] == urn
			})
			return true
		}
	}
	return false
}

// version changes the version of the format, or lists features.
func (s *state) version() bool {
	switch s.random.IntN(7) {
	case 0:
		delete(s.document, "version")
	case 1:
		s.document["version"], s.document["features"] = 4, []string{"hooks", "views"}
	case 2:
		s.document["version"], s.document["features"] = 4, []string{"unheard of"}
	case 3:
		s.document["features"] = []string{"unheard of"}
	default:
		s.document["version"] = []int{0, 1, 2, 4, 5}[s.random.IntN(5)]
	}
	return true
}
