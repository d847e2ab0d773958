package complete

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares a place with members of resources. The place wants something of a certain
// type of resource: the examples of the schema say which, or the name of the property does.
// `vpcSecurityGroupIds` takes ids of `SecurityGroup`, whatever their variables are called.

// relation is how the name of a place and a type of resource relate.
type relation uint8

const (
	unrelated  relation = iota
	sharedType          // the two share their last word, or the place's name contains the type
	sameType            // the name of the place ends with the type
)

// relative is a value with a name and, for resources, a type.
type relative struct {
	name     []string
	typ      string // the last part of the token of a resource
	typWords []string
}

// relativeTo describes a declaration whose value is a resource or contains one. The result of a
// function counts as the resource that the function looks up: getVpc returns a Vpc.
func relativeTo(o *analysis.Object, r *schema.Resource) relative {
	of := relativeOf(wordsOf(o.Name), r)
	it, ok := o.Item()
	if !ok || r != nil || it.Attr() == nil {
		return of
	}
	call, ok := it.Attr().Expr.(*hclsyntax.FunctionCallExpr)
	if !ok || language.Called(call.Name).Source == 0 || len(call.Args) == 0 {
		return of
	}
	if text, ok := probe.KeyText(call.Args[0]); ok {
		t, _ := schema.ParseToken(text)
		of.typ, of.typWords = t.Member, wordsOf(strings.TrimPrefix(t.Member, "get"))
	}
	return of
}

func relativeOf(name []string, r *schema.Resource) relative {
	if r == nil {
		return relative{name: name}
	}
	typ := memberOf(r)
	return relative{name, typ, wordsOf(typ)}
}

// shows reports whether examples have a member of a type of resource in this place.
func (s expectation) shows(typ, member string) bool { return s.values[reference{typ, member}] > 0 }

// relates reports whether the place and a value share a word.
func (s expectation) relates(o relative) bool {
	return similarity(s.words, o.name) > 0 || similarity(s.words, o.typWords) > 0 || s.identity(o.typWords, nil) != unrelated
}

// identity returns how the place relates to a member of a type of resource.
func (s expectation) identity(typ, member []string) relation {
	asked := slices.Concat(s.around, s.words)
	if n := len(asked) - len(member); n > 0 && slices.Equal(asked[n:], member) {
		asked = asked[:n]
	}
	if len(asked) == 0 || len(typ) == 0 {
		return unrelated
	}
	n := len(asked) - len(typ)
	switch {
	case n >= 0 && slices.Equal(asked[n:], typ):
		return sameType
	case asked[len(asked)-1] == typ[len(typ)-1]:
		return sharedType
	}
	for i := range n {
		if slices.Equal(asked[i:i+len(typ)], typ) {
			return sharedType
		}
	}
	return unrelated
}

// memberOf returns the last part of the token of a resource.
func memberOf(r *schema.Resource) string {
	t, _ := schema.ParseToken(r.Token)
	return t.Member
}
