package schema

import (
	"net/url"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements references: what the text after "$ref" denotes.

// section is the part of a schema that a reference points into.
type section uint8

const (
	inBuiltins section = iota
	inTypes
	inResources
	atProvider
)

// reference is a parsed reference.
type reference struct {
	section       section
	token         string // for builtins the name
	name, version string // the package; empty for this one
}

// parseReference understands the three forms of references: #/types/TOKEN within
// a schema, /NAME/vVERSION/schema.json#/types/TOKEN into another, and
// pulumi.json#/NAME for what is built in. Tokens may be percent-encoded.
func parseReference(text string) (reference, bool) {
	document, path, found := strings.Cut(text, "#/")
	if !found {
		return reference{}, false
	}
	if document == "pulumi.json" {
		return reference{section: inBuiltins, token: path}, true
	}
	var r reference
	if document != "" {
		parts := strings.Split(strings.TrimPrefix(document, "/"), "/")
		if len(parts) != 3 || parts[2] != "schema.json" {
			return reference{}, false
		}
		r.name, r.version = parts[0], strings.TrimPrefix(parts[1], "v")
	}
	if path == "provider" {
		r.section = atProvider
		return r, true
	}
	section, token, _ := strings.Cut(path, "/")
	r.token = token
	if decoded, err := url.PathUnescape(token); err == nil {
		r.token = decoded
	}
	switch section {
	case "types":
		r.section = inTypes
	case "resources":
		r.section = inResources
	default:
		return reference{}, false
	}
	return r, r.token != ""
}

// builtins are the types that exist without a schema. Where an asset is expected
// an archive is accepted, and not the other way round.
var builtins = map[string]forms{
	"Any":     bare(typesys.Dynamic),
	"Json":    bare(typesys.Dynamic),
	"Archive": bare(typesys.Archive),
	"Asset":   bare(typesys.Union(typesys.Archive, typesys.Asset)),
}

// reference is the type that a $ref denotes.
func (b *binder) reference(s *typeSpec) forms {
	r, ok := parseReference(s.Ref)
	if !ok {
		b.problem("the reference %q has an unknown form", s.Ref)
		return bare(typesys.Dynamic)
	}
	if r.section == inBuiltins {
		f, ok := builtins[r.token]
		if !ok {
			b.problem("there is no built-in type %q", r.token)
			return bare(typesys.Dynamic)
		}
		return f
	}
	if r.name != "" && r.name != b.pkg.head.name {
		b.foreignRefs = append(b.foreignRefs, s.Ref)
		return b.foreign(r)
	}
	if f, ok := b.pkg.lookup(r); ok {
		if r.section == inTypes {
			for _, problem := range b.pkg.typeDef(r.token).problems {
				b.problem("%s: %s", b.pkg.Canonical(r.token), problem)
			}
		}
		return f
	}
	if r.section == inResources {
		b.problem("there is no resource %q", r.token)
		return bare(typesys.Dynamic)
	}
	return dangling(r.token, s.Type)
}

// foreign is a type of another package. Of a package or type that is not there
// nothing is known, so it is dynamic.
func (b *binder) foreign(r reference) forms {
	if b.pkg.external != nil {
		if p := b.pkg.external(Ref{Name: r.name, Version: r.version}); p != nil {
			if f, ok := p.lookup(r); ok {
				return f
			}
		}
	}
	return bare(typesys.Dynamic)
}

// lookup is the type of a reference into this package.
func (p *Package) lookup(r reference) (forms, bool) {
	switch r.section {
	case inTypes:
		if def := p.typeCache.load(r.token); def != nil {
			return def.forms(), true
		}
		if !p.declares(typeTable, r.token) {
			return forms{}, false
		}
		return p.typeDef(r.token).forms(), true
	case atProvider:
		r.token = "pulumi:providers:" + p.head.name
	}
	if isProvider := r.token == "pulumi:providers:"+p.head.name; isProvider && p.head.provider.size == 0 || !isProvider && !p.declares(resourceTable, r.token) {
		return forms{}, false
	}
	return bare(p.outputs(r.token).Plain()), true
}

// declares reports whether there is a member, or that is not known any more.
func (p *Package) declares(kind tableKind, token string) bool {
	_, found, err := p.index.find(kind, token)
	return found || err != nil
}

// dangling is a reference to a type that the schema does not declare, which the language takes for
// a name without content, or the primitive that stands beside it.
func dangling(token, underlying string) forms {
	opaque := typesys.Opaque(token)
	if t, ok := primitives[underlying]; ok {
		return bare(typesys.Union(opaque, t))
	}
	return bare(opaque)
}
