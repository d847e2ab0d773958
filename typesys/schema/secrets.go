package schema

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the secret properties inside of types.

// Secrets says where in a value secret properties are.
type Secrets struct {
	// Here says that the value itself is secret, and Inside that anything in it may be: of a type
	// that holds itself no more is told.
	Here, Inside bool
	// Members are those of an object, sorted by name; Each is for all elements of a list or map.
	Members []NamedSecrets
	Each    *Secrets
}

// NamedSecrets says where secrets are in a property.
type NamedSecrets struct {
	Name string
	*Secrets
}

func sortedByName(all []NamedSecrets) []NamedSecrets {
	lists.SortStable(all, func(a, b NamedSecrets) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

const (
	maxSecretTypes = 1000 // object types are looked at for one resource
	maxSecretDepth = 4    // levels are told apart
)

// In returns what is secret in a member of the value; nil for nothing.
func (s *Secrets) In(name string) *Secrets {
	switch {
	case s == nil || s.Here || s.Inside:
		return s
	case s.Each != nil:
		return s.Each
	}
	for _, m := range s.Members {
		if m.Name == name {
			return m.Secrets
		}
	}
	return nil
}

// Secrets returns what is secret in the inputs and outputs. A property that is secret in one is secret in the other. It
// is computed once.
func (r *Resource) Secrets() *Secrets {
	r.secretsOnce.Do(func() {
		w := &secretWalk{reaches: map[*ObjectType]bool{}}
		for i, p := range slices.Concat(r.Outputs, r.Inputs) {
			if p.Secret {
				r.secrets.Members = slices.Insert(r.secrets.Members, 0, NamedSecrets{p.Name, &Secrets{Here: true}})
				continue
			}
			w.collect(p.Plain)
			inner := w.of(p.Plain, 0)
			if inner != nil {
				r.secrets.Members = append(r.secrets.Members, NamedSecrets{p.Name, inner})
			}
			if inner != nil && i < len(r.Outputs) {
				r.nestedSecrets = append(r.nestedSecrets, NamedSecrets{p.Name, inner})
			}
		}
		sortedByName(r.nestedSecrets)
	})
	return &r.secrets
}

// NestedSecrets returns the outputs that are not secret but have secrets inside, sorted by name.
func (r *Resource) NestedSecrets() []NamedSecrets {
	r.Secrets()
	return r.nestedSecrets
}

type secretWalk struct {
	reaches map[*ObjectType]bool // whether a type has a secret inside
	path    []*ObjectType        // what is being told
}

// collect finds out which of the object types inside a type reach a secret.
func (w *secretWalk) collect(t typesys.Type) {
	var order []*ObjectType
	usedBy := map[*ObjectType][]*ObjectType{}
	add := func(by *ObjectType, t typesys.Type) {
		for _, o := range objectsIn(t) {
			if by != nil {
				usedBy[o] = append(usedBy[o], by)
			}
			if _, known := w.reaches[o]; !known && len(w.reaches) < maxSecretTypes {
				w.reaches[o] = false
				order = append(order, o)
			}
		}
	}
	add(nil, t)
	var secret []*ObjectType
	for i := 0; i < len(order); i++ {
		for _, p := range order[i].Properties() {
			if p.Secret && !w.reaches[order[i]] {
				w.reaches[order[i]] = true
				secret = append(secret, order[i])
			}
			add(order[i], p.Plain)
		}
	}
	for o := range usedBy {
		if w.reaches[o] {
			secret = append(secret, o) // known from another output
		}
	}
	for len(secret) > 0 {
		o := secret[len(secret)-1]
		secret = secret[:len(secret)-1]
		for _, by := range usedBy[o] {
			if !w.reaches[by] {
				w.reaches[by] = true
				secret = append(secret, by)
			}
		}
	}
}

// objectsIn are the object types that a type names, without going into them. An output that is another
// resource has the outputs of that.
func objectsIn(t typesys.Type) []*ObjectType {
	t = typesys.Strip(t)
	if o := ObjectOf(t); o != nil {
		return []*ObjectType{o}
	}
	var found []*ObjectType
	switch t.Kind() {
	case typesys.KindList, typesys.KindSet, typesys.KindMap:
		return objectsIn(t.Elem())
	case typesys.KindUnion:
		for _, member := range t.Elems() {
			found = append(found, objectsIn(member)...)
		}
	}
	return found
}

// of returns the secrets inside a type, nil for none.
func (w *secretWalk) of(t typesys.Type, depth int) *Secrets {
	t = typesys.Strip(t)
	if o := ObjectOf(t); o != nil {
		return w.inObject(o, depth)
	}
	switch t.Kind() {
	case typesys.KindList, typesys.KindSet, typesys.KindMap:
		if each := w.of(t.Elem(), depth+1); each != nil {
			return &Secrets{Each: each}
		}
	case typesys.KindUnion:
		if slices.ContainsFunc(t.Elems(), func(member typesys.Type) bool { return w.of(member, depth) != nil }) {
			return &Secrets{Inside: true}
		}
	}
	return nil
}

func (w *secretWalk) inObject(o *ObjectType, depth int) *Secrets {
	if !w.reaches[o] {
		return nil
	}
	if slices.ContainsFunc(w.path, func(outer *ObjectType) bool { return outer == o }) {
		return &Secrets{Inside: true}
	}
	if depth >= maxSecretDepth {
		return &Secrets{Inside: true}
	}
	w.path = append(w.path, o)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	var members []NamedSecrets
	for _, p := range o.Properties() {
		if p.Secret {
			members = append(members, NamedSecrets{p.Name, &Secrets{Here: true}})
		} else if inner := w.of(p.Plain, depth+1); inner != nil {
			members = append(members, NamedSecrets{p.Name, inner})
		}
	}
	return &Secrets{Members: sortedByName(members)}
}
