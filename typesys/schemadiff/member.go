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
	about   schema.About
	// props are the properties by side, each sorted by name. Those of a type are inputs.
	props   [len(sideNames)][]*schema.Property
	enum    *schema.EnumType
	species string   // what kind of resource or type it is
	aliases []string // older tokens
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

// read reads a version. It takes over what is written as in another one, which may be nil.
func read(ctx context.Context, pkg *schema.Package, other *version) (*version, error) {
	v := &version{pkg: pkg, members: map[Section]map[string]*member{}, tokens: map[Section][]string{}}
	v.add(&member{section: Configuration, props: [len(sideNames)][]*schema.Property{pkg.Configuration()}})
	v.add(resource(pkg, "pulumi:providers:"+pkg.Name()))
	for _, each := range []struct {
		kind   schema.MemberKind
		tokens []string
		read   func(*schema.Package, string) *member
	}{{schema.ResourceMember, pkg.ResourceTokens(), resource}, {schema.FunctionMember, pkg.FunctionTokens(), function}, {schema.TypeMember, pkg.TypeTokens(), typeMember}} {
		for _, token := range each.tokens {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if m := other.sameText(pkg, each.kind, token); m != nil {
				v.add(m)
			} else if m := each.read(pkg, token); m != nil {
				v.add(m)
			}
		}
	}
	return v, nil
}

// sameText is the member of a version that is written as in a package; nil if it is written in another way.
func (v *version) sameText(pkg *schema.Package, kind schema.MemberKind, token string) *member {
	if v == nil {
		return nil
	}
	m := v.members[Section(kind)][token]
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

func resource(pkg *schema.Package, token string) *member {
	r := pkg.Resource(token)
	if r == nil {
		return nil
	}
	m := &member{section: Resources, token: token, about: schema.About{Description: r.Description, Deprecation: r.Deprecation}, species: "resource", aliases: r.Aliases}
	if r.IsComponent {
		m.species = "component"
	}
	m.props[atInput], m.props[atOutput], m.props[atState], m.props[atListing] = r.Inputs, r.Outputs, r.StateInputs, r.ListInputs
	return m
}

func function(pkg *schema.Package, token string) *member {
	f := pkg.Function(token)
	if f == nil {
		return nil
	}
	m := &member{section: Functions, token: token, about: schema.About{Description: f.Description, Deprecation: f.Deprecation}, species: "function"}
	m.props[atInput], m.props[atOutput] = f.Inputs, f.Outputs
	if len(f.Outputs) == 0 && f.Return.IsValid() && schema.ObjectOf(f.Return) == nil {
		m.props[atOutput] = []*schema.Property{{Name: Result, Type: f.Return, Plain: f.Return, Input: f.Return, Required: !typesys.IsOptional(f.Return)}}
	}
	return m
}

func typeMember(pkg *schema.Package, token string) *member {
	if o := pkg.ObjectType(token); o != nil {
		m := &member{section: Types, token: token, about: schema.About{Description: o.Description, Deprecation: o.Deprecation}, species: "object"}
		m.props[atInput] = o.Properties()
		return m
	}
	if e := pkg.EnumType(token); e != nil {
		return &member{section: Types, token: token, about: schema.About{Description: e.Description, Deprecation: e.Deprecation}, species: "enum", enum: e}
	}
	return nil
}

// each calls a function with all properties and their sides.
func (m *member) each(do func(side int, p *schema.Property)) {
	for side, props := range m.props {
		for _, p := range props {
			do(side, p)
		}
	}
}
