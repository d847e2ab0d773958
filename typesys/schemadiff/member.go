package schemadiff

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file reads what is compared: all members in one form.

// member is a resource, a function, a type or the configuration.
type member struct {
	section Section
	token   string
	pkg     *schema.Package
	read    *body            // nil until it is asked for
	refers  *schema.Mentions // so is this
}

// body is what a member declares. Most members of two versions are written alike, and then nobody asks.
type body struct {
	about schema.MemberDoc
	// props are the properties by side, each sorted by name. Those of a type are inputs.
	props   [len(sideNames)][]*schema.Property
	enum    *schema.EnumType
	species string // what kind of resource or type it is
}

// body reads the declaration. What cannot be read has nothing.
func (m *member) body() *body {
	if m.read == nil {
		switch m.section {
		case Configuration:
			m.read = &body{props: [len(sideNames)][]*schema.Property{m.pkg.Configuration()}}
		case Resources:
			m.read = resource(m.pkg.Resource(m.token))
		case Functions:
			m.read = function(m.pkg.Function(m.token))
		default:
			m.read = typeBody(m.pkg, m.token)
		}
	}
	return m.read
}

// mentions are what the declaration refers to.
func (m *member) mentions() schema.Mentions {
	if m.refers == nil {
		found := schema.Member{Package: m.pkg, Kind: schema.MemberKind(m.section), Token: m.token}.Mentions()
		m.refers = &found
	}
	return *m.refers
}

// The indexes of sides.
const (
	atInput = iota
	atOutput
	atState
	atListing
)

// version is one of the two versions.
type version struct {
	pkg     *schema.Package
	members map[Section]map[string]*member
	tokens  map[Section][]string // in order
}

// list lists the members of a version. It takes over what is written as in another one, which may be nil.
func list(ctx context.Context, pkg *schema.Package, other *version) (*version, error) {
	v := &version{pkg: pkg, members: map[Section]map[string]*member{}, tokens: map[Section][]string{}}
	v.add(&member{section: Configuration, pkg: pkg})
	v.add(&member{section: Resources, token: "pulumi:providers:" + pkg.Name(), pkg: pkg})
	for _, each := range []struct {
		section Section
		tokens  []string
	}{{Resources, pkg.ResourceTokens()}, {Functions, pkg.FunctionTokens()}, {Types, pkg.TypeTokens()}} {
		for _, token := range each.tokens {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			m := other.sameText(pkg, each.section, token)
			if m == nil {
				m = &member{section: each.section, token: token, pkg: pkg}
			}
			v.add(m)
		}
	}
	return v, nil
}

// sameText is the member of a version that is written as in a package; nil if it is written in another way.
func (v *version) sameText(pkg *schema.Package, section Section, token string) *member {
	if v == nil {
		return nil
	}
	m, kind := v.members[section][token], schema.MemberKind(section)
	if m == nil || !(schema.Member{Package: v.pkg, Kind: kind, Token: token}).IsWrittenAs(schema.Member{Package: pkg, Kind: kind, Token: token}) {
		return nil
	}
	return m
}

func (v *version) add(m *member) {
	if v.members[m.section] == nil {
		v.members[m.section] = map[string]*member{}
	}
	v.members[m.section][m.token] = m
	v.tokens[m.section] = append(v.tokens[m.section], m.token)
}

func resource(r *schema.Resource) *body {
	if r == nil {
		return &body{}
	}
	b := &body{about: schema.MemberDoc{Description: r.Description, Deprecation: r.Deprecation}, species: "resource"}
	if r.IsComponent {
		b.species = "component"
	}
	b.props[atInput], b.props[atOutput], b.props[atState], b.props[atListing] = r.Inputs, r.Outputs, r.StateInputs, r.ListInputs
	return b
}

func function(f *schema.Function) *body {
	if f == nil {
		return &body{}
	}
	b := &body{about: schema.MemberDoc{Description: f.Description, Deprecation: f.Deprecation}, species: "function"}
	b.props[atInput], b.props[atOutput] = f.Inputs, f.Outputs
	if len(f.Outputs) == 0 && f.Return.IsValid() && schema.ObjectOf(f.Return) == nil {
		b.props[atOutput] = []*schema.Property{{Name: Result, Type: f.Return, Plain: f.Return, Input: f.Return, Required: !typesys.IsOptional(f.Return)}}
	}
	return b
}

func typeBody(pkg *schema.Package, token string) *body {
	if o := pkg.ObjectType(token); o != nil {
		b := &body{about: schema.MemberDoc{Description: o.Description, Deprecation: o.Deprecation}, species: "object"}
		b.props[atInput] = o.Properties()
		return b
	}
	if e := pkg.EnumType(token); e != nil {
		return &body{about: schema.MemberDoc{Description: e.Description, Deprecation: e.Deprecation}, species: "enum", enum: e}
	}
	return &body{}
}

// each calls a function with all properties and their sides.
func (m *member) each(do func(side int, p *schema.Property)) {
	for side, props := range m.body().props {
		for _, p := range props {
			do(side, p)
		}
	}
}
