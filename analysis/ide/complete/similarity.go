package complete

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares names by their words: the value of `networkId` is likely the `id` of something called `network`,
// or of something whose type is `Network`. The place wants something of a certain type of resource: the examples of
// the schema say which, or the name of the property does. `vpcSecurityGroupIds` takes ids of `SecurityGroup`,
// whatever their variables are called.

// wordsOf splits names into words, in lower case and without a plural s.
func wordsOf(names ...string) []string {
	var words []string
	for _, name := range names {
		start := 0
		for at, r := range name {
			switch {
			case r == '_' || r == '-' || r == '.' || r == '/' || r == ':':
				words = appendWord(words, name[start:at])
				start = at + utf8.RuneLen(r)
			case unicode.IsUpper(r) && startsWord(name, start, at):
				words = appendWord(words, name[start:at])
				start = at
			}
		}
		words = appendWord(words, name[start:])
	}
	return words
}

// startsWord reports whether the capital letter at an offset starts a word: it follows or
// precedes a small letter.
func startsWord(name string, start, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(name[start:at])
	_, size := utf8.DecodeRuneInString(name[at:])
	after, _ := utf8.DecodeRuneInString(name[at+size:])
	return at > start && (!unicode.IsUpper(before) || unicode.IsLower(after))
}

func appendWord(words []string, word string) []string {
	if word == "" {
		return words
	}
	word = strings.ToLower(word)
	if len(word) > 2 && !strings.HasSuffix(word, "ss") {
		word = strings.TrimSuffix(word, "s")
	}
	return append(words, word)
}

// similarity returns the share of the wanted words that a name has, in percent, minus a little
// for each of its other words.
func similarity(asked, offered []string) int {
	if len(asked) == 0 || len(offered) == 0 {
		return 0
	}
	found := 0
	for _, a := range asked {
		if hasWord(offered, a) {
			found++
		}
	}
	if found == 0 {
		return 0
	}
	strange := 0
	for _, o := range offered {
		if !hasWord(asked, o) {
			strange++
		}
	}
	return max(100*found/len(asked)-4*strange, 1)
}

// hasWord reports whether a list has a word, a prefix of it, or a word that starts with it.
func hasWord(words []string, word string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return w == word || min(len(w), len(word)) > 2 && (strings.HasPrefix(w, word) || strings.HasPrefix(word, w))
	})
}

// inOrder reports whether a text contains the letters of a word in their order.
func inOrder(word, text string) bool {
	for _, r := range text {
		if word == "" {
			return true
		}
		next, size := utf8.DecodeRuneInString(word)
		if unicode.ToLower(next) == unicode.ToLower(r) {
			word = word[size:]
		}
	}
	return word == ""
}

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
