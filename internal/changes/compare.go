package changes

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
)

// This file compares inputs in the way of the providers that answer for recorded plans, which README.md there describes.

// Place is what a value is of.
type Place interface {
	// Member is the place of a member of an object, or of an element if it has no name.
	Member(name string) Place
	// Replaces reports whether a change here replaces the resource.
	Replaces() bool
}

// Comparison is what differs between the inputs of a resource.
type Comparison struct {
	Changed, Replaced []string          // names of inputs
	Detailed          map[string]string // as [Step] has it
}

// What the protocol of providers writes for a value that is not known, and for one that says itself what it is.
const (
	unknown   = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
	signature = "4dabf18193072939515e22adb298388d"
	secret    = "1b47061264138c4ac30d75fd1eb44270"
	output    = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
	reference = "5cf8f73096256a8f31e491e813e4eb8e"
)

// Unread is an input in a state that was not known when it was read: it is like any other value.
const Unread = "not known in a preview"

// Compare compares inputs. Secrets are compared by value, a reference by the id of the resource, and null is the same as nothing.
func Compare(of Place, old, now map[string]any) Comparison {
	all := Comparison{Detailed: map[string]string{}}
	for _, name := range members(old, now) {
		if len(name) > 1 && name[:2] == "__" {
			continue // the engine's own
		}
		changed, replaced := all.compare(name, of.Member(name), old[name], now[name])
		if changed {
			all.Changed = append(all.Changed, name)
		}
		if replaced {
			all.Replaced = append(all.Replaced, name)
		}
	}
	return all
}

func members(a, b map[string]any) []string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

func (c *Comparison) compare(at string, of Place, old, now any) (changed, replaced bool) {
	old, now = told(old), told(now)
	found := func(at string, of Place, old, now any) {
		c, r := c.compare(at, of, old, now)
		changed, replaced = changed || c, replaced || r
	}
	oldObject, isObject := old.(map[string]any)
	object, becomesObject := now.(map[string]any)
	oldList, isList := old.([]any)
	list, becomesList := now.([]any)
	switch {
	case old == Unread || now != unknown && reflect.DeepEqual(old, now):
		return false, false
	case isObject && becomesObject && oldObject[signature] == nil && object[signature] == nil:
		for _, name := range members(oldObject, object) {
			found(at+step(name), of.Member(name), oldObject[name], object[name])
		}
		return changed, replaced
	case isList && becomesList:
		for i := range max(len(oldList), len(list)) {
			found(fmt.Sprintf("%s[%d]", at, i), of.Member(""), element(oldList, i), element(list, i))
		}
		return changed, replaced
	}
	kind := "update"
	switch {
	case old == nil:
		kind = "add"
	case now == nil:
		kind = "delete"
	}
	if replaced = holds(of, old) || holds(of, now); replaced {
		kind += "-replace"
	}
	c.Detailed[at] = kind
	return true, replaced
}

var simple = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// step is a member in a path.
func step(name string) string {
	if simple.MatchString(name) {
		return "." + name
	}
	return fmt.Sprintf("[%q]", name)
}

func element(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// told is a value without secrecy, the id of a resource in place of a reference to it.
func told(v any) any {
	object, _ := v.(map[string]any)
	switch object[signature] {
	case secret:
		return told(object["value"])
	case output:
		if object["value"] == nil {
			return unknown
		}
		return told(object["value"])
	case reference:
		return told(object["id"])
	}
	return v
}

// holds reports whether a value, or one in it, replaces the resource.
func holds(of Place, v any) bool {
	v = told(v)
	if v == nil || of.Replaces() {
		return v != nil
	}
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if holds(of.Member(name), member) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return holds(of.Member(""), e) })
	}
	return false
}
