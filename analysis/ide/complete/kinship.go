package complete

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares a place with members of resources. The place wants something of a certain
// type of resource: the examples of the schema say which, or the name of the property does.
// `vpcSecurityGroupIds` takes ids of `SecurityGroup`, whatever their variables are called.

const (
	kinOfExample = 50  // examples use this member of this type of resource
	kinOfType    = 30  // the name of the place ends with the type of the resource
	kinOfCall    = 120 // examples call this function
	kinOfInner   = 90  // the variable exists in this place only
	kinOfPart    = 10  // the two share their last word, or the place's name contains the type
)

// relative is a value with a name and, for resources, a type.
type relative struct {
	name     []string
	typ      string // the last part of the token of a resource
	typWords []string
}

func relativeOf(name []string, r *schema.Resource) relative {
	if r == nil {
		return relative{name: name}
	}
	typ := memberOf(r)
	return relative{name, typ, wordsOf(typ)}
}

// kinship returns the similarity of the place to a member of a value, plus what the type of the
// resource adds. Without a member it is about the value itself.
func (s expectation) kinship(o relative, member string, words []string) int {
	kin := similarity(s.words, slices.Concat(o.name, words, o.typWords))
	if similarity(s.words, words) > 0 {
		kin = min(100, kin+8) // the place ends with the member
	}
	if s.shows(o.typ, member) {
		return max(kin, kinOfExample) + kinOfExample
	}
	return kin + s.identity(o.typWords, words)
}

// shows reports whether examples have a member of a type of resource in this place.
func (s expectation) shows(typ, member string) bool { return s.values[reference{typ, member}] > 0 }

// identity returns what it adds that the place is named after a type of resource.
func (s expectation) identity(typ, member []string) int {
	asked := slices.Concat(s.around, s.words)
	if n := len(asked) - len(member); n > 0 && slices.Equal(asked[n:], member) {
		asked = asked[:n]
	}
	if len(asked) == 0 || len(typ) == 0 {
		return 0
	}
	n := len(asked) - len(typ)
	switch {
	case n >= 0 && slices.Equal(asked[n:], typ):
		return kinOfType
	case asked[len(asked)-1] == typ[len(typ)-1]:
		return kinOfPart
	}
	for i := range n {
		if slices.Equal(asked[i:i+len(typ)], typ) {
			return kinOfPart
		}
	}
	return 0
}

// memberOf returns the last part of the token of a resource.
func memberOf(r *schema.Resource) string {
	t, _ := schema.ParseToken(r.Token)
	return t.Member
}
