package schema

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the unions that have a type among their members. A schema says
// which members a union has, and not the other way round; so its text is searched.
//
// A member of the schema that mentions the type is read as JSON and not kept: types
// such as an owner or a reference are mentioned by thousands.

// MemberKind is a kind of members of a package, as its name in documents.
type MemberKind string

// The kinds of members.
const (
	ResourceMember MemberKind = "resource"
	FunctionMember MemberKind = "function"
	TypeMember     MemberKind = "type"
)

var memberKinds = [tableCount]MemberKind{resourceTable: ResourceMember, functionTable: FunctionMember, typeTable: TypeMember}

// Member is a member of a package.
type Member struct {
	Package *Package
	Kind    MemberKind
	Token   string // as it is declared
}

// MemberOf is what declares an object type, and whether it is what the member gives
// rather than takes; false for types that no schema names. Types without a token of
// their own belong to a resource or a function.
func MemberOf(t typesys.Type) (m Member, output, ok bool) {
	if r := ResourceOf(t); r != nil {
		return Member{r.Package, ResourceMember, r.Token}, true, true
	}
	o := ObjectOf(t)
	if o == nil || o.Package == nil {
		return Member{}, false, false
	}
	switch {
	case o.IsResource && o.Package.Resource(o.Token) != nil:
		return Member{o.Package, ResourceMember, o.Token}, true, true
	case o.Package.ObjectType(o.Token) != nil:
		return Member{o.Package, TypeMember, o.Token}, false, true
	}
	for _, suffix := range []string{"Args", "Result"} {
		if token, ok := strings.CutSuffix(o.Token, suffix); ok && o.Package.Function(token) != nil {
			return Member{o.Package, FunctionMember, token}, suffix == "Result", true
		}
	}
	return Member{}, false, false
}

// UnionPlace is a property whose type is a union, or has one inside.
type UnionPlace struct {
	Member
	Property string
	// Output says that the property is one that the member gives.
	Output bool
}

// Declaration is the property as the schema declares it; nil if there is none.
func (u UnionPlace) Declaration() *Property {
	if u.Package == nil {
		return nil
	}
	switch u.Kind {
	case ResourceMember:
		if r := u.Package.Resource(u.Token); r != nil && u.Output {
			return r.Output(u.Property)
		} else if r != nil {
			return r.Input(u.Property)
		}
	case FunctionMember:
		if f := u.Package.Function(u.Token); f != nil && u.Output {
			return FindProperty(f.Outputs, u.Property)
		} else if f != nil {
			return f.Input(u.Property)
		}
	case TypeMember:
		if o := u.Package.ObjectType(u.Token); o != nil {
			return o.Property(u.Property)
		}
	}
	return nil
}

// UnionsOf are the unions in the member's package that have the member, a type or a
// resource, among their own: by kind, token and property. A property that a resource
// or a function both takes and gives is there once. The whole schema is read for it;
// the error is that of the context, or that of reading.
func (m Member) UnionsOf(ctx context.Context) ([]UnionPlace, error) {
	section := inTypes
	switch m.Kind {
	case TypeMember:
	case ResourceMember:
		section = inResources
	default:
		return nil, nil
	}
	mentions, err := m.Package.mentions(ctx, m.Token)
	if err != nil {
		return nil, err
	}
	s := unionSearch{pkg: m.Package, wanted: reference{section: section, token: m.Token}}
	for _, e := range mentions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := s.member(e); err != nil {
			return nil, err
		}
	}
	return s.found, nil
}

// placedMember is a member with its place in the text.
type placedMember struct {
	kind  tableKind
	token string
	at    span
}

// mentions are the members in whose text the last part of a token stands at the end of
// a string, by kind and token. The whole reference may be written in several ways; its
// letters and digits cannot.
func (p *Package) mentions(ctx context.Context, token string) ([]placedMember, error) {
	all, err := p.placed()
	if err != nil {
		return nil, err
	}
	pattern := []byte(token[lastPlain(token):] + `"`)
	hit := make([]bool, len(all))
	const step = 1 << 16
	window := make([]byte, step+len(pattern)-1)
	for start := int64(0); ; start += step {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n, err := p.text.ReadAt(window, start)
		for at := 0; ; {
			i := bytes.Index(window[at:n], pattern)
			if i < 0 {
				break
			}
			at += i + len(pattern)
			if m := memberAt(all, start+int64(at)-1); m >= 0 {
				hit[m] = true
			}
		}
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("read schema of %s: %w", p.head.name, err)
		}
	}
	var found []placedMember
	for i, m := range all {
		if hit[i] {
			found = append(found, m)
		}
	}
	lists.SortStable(found, func(a, b placedMember) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), strings.Compare(a.token, b.token))
	})
	return found, nil
}

// lastPlain is where the letters and digits begin with which a token ends.
func lastPlain(token string) int {
	at := len(token)
	for at > 0 && isPlainLetter(token[at-1]) {
		at--
	}
	return at
}

func isPlainLetter(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// placed are all members by their place in the text.
func (p *Package) placed() ([]placedMember, error) {
	var all []placedMember
	for kind := range tableCount {
		before := len(all)
		err := p.index.ask(func(img *image) error {
			all = all[:before] // what a damaged index said does not count
			return img.visit(kind, func(e indexedMember) { all = append(all, placedMember{kind, e.token, e.at}) })
		})
		if err != nil {
			return nil, err
		}
	}
	lists.SortStable(all, func(a, b placedMember) int { return cmp.Compare(a.at.start, b.at.start) })
	return all, nil
}

// memberAt is the index of the member around an offset; -1 if there is none.
func memberAt(all []placedMember, offset int64) int {
	i, exact := slices.BinarySearchFunc(all, offset, func(m placedMember, at int64) int { return cmp.Compare(m.at.start, at) })
	if !exact {
		i--
	}
	if i < 0 || offset >= all[i].at.start+all[i].at.size {
		return -1
	}
	return i
}

// unionSearch looks for unions with one member.
type unionSearch struct {
	pkg    *Package
	wanted reference
	found  []UnionPlace
}

// member looks at the properties of a member. One that has another shape than expected
// has none; who asks for the member itself is told.
func (s *unionSearch) member(m placedMember) error {
	text, err := s.pkg.read(m.at)
	if err != nil || !bytes.Contains(text, []byte(`"oneOf"`)) {
		return err
	}
	of := UnionPlace{Member: Member{s.pkg, memberKinds[m.kind], m.token}}
	switch m.kind {
	case resourceTable:
		var spec resourceSpec
		_ = json.Unmarshal(text, &spec, lenient...)
		s.properties(of, spec.InputProperties)
		of.Output = true
		s.properties(of, spec.Properties)
	case functionTable:
		var spec functionSpec
		_ = json.Unmarshal(text, &spec, lenient...)
		if spec.Inputs != nil {
			s.properties(of, spec.Inputs.Properties)
		}
		var result returnSpec
		if text := spec.result(); text != nil {
			_ = json.Unmarshal(text, &result, lenient...)
		}
		of.Output = true
		s.properties(of, result.Properties)
	case typeTable:
		var spec objectSpec
		_ = json.Unmarshal(text, &spec, lenient...)
		s.properties(of, spec.Properties)
	}
	return nil
}

// properties adds those with a union that has the wanted member, by name.
func (s *unionSearch) properties(of UnionPlace, all map[string]*propertySpec) {
	var names []string
	for name, p := range all {
		if p != nil && s.within(&p.typeSpec, 0) && !slices.Contains(s.found, UnionPlace{of.Member, name, false}) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, of.Property = range names {
		s.found = append(s.found, of)
	}
}

// within reports whether a use of a type has a union inside with the wanted member.
func (s *unionSearch) within(t *typeSpec, depth int) bool {
	if t == nil || depth > maxDepth || t.Ref != "" {
		return false
	}
	for _, member := range t.OneOf {
		if member != nil && (s.is(member.Ref) || s.within(member, depth+1)) {
			return true
		}
	}
	return s.within(t.Items, depth+1) || s.within(t.AdditionalProperties, depth+1)
}

// is reports whether a reference leads to the wanted member.
func (s *unionSearch) is(ref string) bool {
	r, ok := parseReference(ref)
	return ok && r.section == s.wanted.section && r.token == s.wanted.token && (r.name == "" || r.name == s.pkg.head.name)
}
