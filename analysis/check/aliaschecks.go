package check

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file finds aliases that can match no resource that was ever registered, and those that
// several instances would share. It reports only what is certain, because an alias may name
// something that only an earlier program declared.

// uselessAlias reports the first reason why an alias has no use.
func (c blocks) uselessAlias(x hclsyntax.Expression, f options.FormerName) {
	object, _ := tree.Unparen(x).(*hclsyntax.ObjectConsExpr)
	switch {
	case f.URN != "" && c.shortTypesOf(x, f.URN):
	case object != nil && f.Type != "" && c.aliasKind(object, f.Type):
	case object != nil && f.Parent != "" && c.aliasNoParent(object):
	case c.isOwnName(f):
		c.info.find(codes.AliasesOwn, tree.Span(x.Range()), ownNameMessage(f))
	case f.URN != "" || f.Name != "":
		if n := len(OuterNames(c.e)); n > 1 {
			c.info.find(codes.AliasesClaimed, tree.Span(x.Range()), "all "+strconv.Itoa(n)+" instances claim the same old resource, and a run that finds it fails; declare the instance that takes it over as a block of its own")
		}
	}
}

// shortTypesOf reports a type in a URN that is not spelled as it is registered.
func (c blocks) shortTypesOf(x hclsyntax.Expression, text string) bool {
	u, err := urn.Parse(text)
	if err != nil {
		return false
	}
	start, end := u.Place(urn.QualifiedType)
	for kind := range strings.SplitSeq(text[start:end], "$") {
		if c.shortType(kind, c.within(x, text, start, start+len(kind))) {
			return true
		}
		start += len(kind) + 1
	}
	return false
}

// aliasKind reports the type in an object if no resource was ever registered with it. The types of
// parents may stand before it, as in a URN.
func (c blocks) aliasKind(object *hclsyntax.ObjectConsExpr, kind string) bool {
	value := aliasPart(object, language.AliasKind).ValueExpr
	start := strings.LastIndexByte(kind, '$') + 1
	own := kind[start:]
	span := c.within(value, kind, start, len(kind))
	if c.shortType(own, span) {
		return true
	}
	if r := c.info.Resource; r == nil || r.IsComponent || strings.Count(own, ":") == 2 {
		return false
	}
	c.info.find(codes.AliasesType, span, "no resource is registered as this: a type has the form `package:module:Name`")
	return true
}

// shortType reports the short form of a type that the package of the resource declares. An engine
// never sees it: programs register resources by the token in the schema. A type that the schema
// does not have, or has under another module, may be that of an older version.
func (c blocks) shortType(kind string, span syntax.Span) bool {
	if c.info.Resource == nil {
		return false
	}
	m := c.info.Resource.Package.FindResource(kind)
	if !IsShort(m, kind) {
		return false
	}
	c.info.find(codes.AliasesType, span, "resources of this type are registered as `"+m.Token+"`, and aliases are compared letter by letter").Suggestion = m.Token
	return true
}

// IsShort reports whether a type was found by its short form.
func IsShort(m schema.Match, kind string) bool {
	return m.Spelling == schema.Canonical && m.Token != kind
}

// aliasNoParent reports `noParent = true` in an object with a parent.
func (c blocks) aliasNoParent(object *hclsyntax.ObjectConsExpr) bool {
	part := aliasPart(object, language.AliasNoParent)
	if part.ValueExpr == nil || strings.TrimSpace(c.textOf(part.ValueExpr)) != "true" {
		return false
	}
	span := syntax.Span{Start: tree.Span(part.KeyExpr.Range()).Start, End: tree.Span(part.ValueExpr.Range()).End}
	c.info.find(codes.AliasesNoParent, span, "`noParent` has no effect in an alias that has a `parent`; keep the one that is meant")
	return true
}

// aliasPart is the part of an object with this name; the zero value if there is none.
func aliasPart(object *hclsyntax.ObjectConsExpr, name string) (part hclsyntax.ObjectConsItem) {
	for _, item := range object.Items {
		if key, _ := tree.LiteralKey(item.KeyExpr); key == name {
			part = item
		}
	}
	return part
}

// isOwnName reports whether an object stands for the URN that the resource has now. One with
// `noParent` may not, as the program may be a component, where it leads outside.
func (c blocks) isOwnName(f options.FormerName) bool {
	switch {
	case f.URN != "" || f.NoParent:
		return false
	case f.Type != "" && (c.info.Resource == nil || f.Type != c.info.Resource.Token):
		return false
	case f.Parent != "" && f.Parent != options.ParentText(c.e.Syntax):
		return false
	}
	if parent := c.Program.Declaring(options.ParentText(c.e.Syntax)); f.Name != "" && parent != nil && KindOf(parent) == ObjectConfig {
		return false // in a component, which has another name in front
	}
	names := OuterNames(c.e)
	return f.Name == "" || len(names) == 1 && f.Name == names[0]
}

// ownNameMessage says what an alias does that stands for the URN that the resource has now.
func ownNameMessage(f options.FormerName) string {
	if f.Name != "" {
		return "the resource already has the name in this alias, so it has no effect; in a component, it may need `noParent = true`"
	}
	return "this alias leads to the resource's own URN, so it has no effect; write the old name, type or parent"
}
