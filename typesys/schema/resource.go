package schema

import (
	"maps"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Resource is a resource type, component type or provider that a schema declares.
type Resource struct {
	// Package declares the resource.
	Package *Package
	// Token is the declared token, Canonical the one for messages.
	Token, Canonical, Description, Deprecation string

	// Inputs are the properties of a resource block, sorted by name; their Type has
	// the input shape.
	Inputs []*Property
	// Outputs are the properties of the resource variable besides id and urn,
	// sorted by name; their Type is an output. A provider has only those that are
	// strings, since the others are encoded on the way.
	Outputs []*Property
	// StateInputs are the properties besides id by which a read block finds the
	// resource; their Type has the input shape.
	StateInputs []*Property
	// ListInputs are the properties by which existing resources are listed; their Type has
	// the input shape. HasListInputs says that the schema declares them, be they none: only
	// then can the resources be listed.
	ListInputs    []*Property
	HasListInputs bool

	IsComponent, IsProvider bool
	// IsOverlay says that SDKs replace the resource by hand-written code.
	IsOverlay bool
	// Methods leads from the names of methods to the tokens of their functions.
	Methods map[string]string
	// Aliases are the tokens that the resource had before, or has in other versions of
	// what it manages. SDKs register them as aliases; a run of the language does not.
	Aliases []string

	// Unreadable says that the declaration could not be decoded. Nothing is known
	// of the properties then, and Type is dynamic.
	Unreadable bool
	// Problems are the things in the declaration that could not be understood. The
	// type of a property that has one is dynamic.
	Problems []string

	variable   *ObjectType
	typ, plain named

	secretsOnce   sync.Once
	secrets       Secrets
	nestedSecrets []NamedSecrets
}

// IsDamaged reports whether something in the declaration could not be understood: the language
// rejects every use of such a resource.
func (r *Resource) IsDamaged() bool { return r.Unreadable || len(r.Problems) > 0 }

// Input is the input property with this very name; nil if there is none.
func (r *Resource) Input(name string) *Property { return FindProperty(r.Inputs, name) }

// Output is the output property with this very name; nil if there is none. The
// id and urn that every resource has are found too.
func (r *Resource) Output(name string) *Property { return r.Variable().Property(name) }

// StateInput is the state input with this very name; nil if there is none.
func (r *Resource) StateInput(name string) *Property { return FindProperty(r.StateInputs, name) }

// Method is the function of the method with this name; nil if there is none.
func (r *Resource) Method(name string) *Function {
	token, ok := r.Methods[name]
	if !ok {
		return nil
	}
	return r.Package.Function(token)
}

// Variable is the object that a resource block declares: the outputs, id and urn.
func (r *Resource) Variable() *ObjectType { return r.variable }

// Type is the type of the variable that a resource block declares.
func (r *Resource) Type() typesys.Type {
	if r.Unreadable {
		return typesys.Dynamic
	}
	return r.typ.declare(variableSource{objectSource{r.variable, declaredShape}, r})
}

// ReferenceType is the type of properties that refer to the resource: its
// outputs, plain, without id and urn.
func (r *Resource) ReferenceType() typesys.Type { return r.Package.outputs(r.Token).Plain() }

// readResource decodes a resource or the provider.
func (p *Package) readResource(m Match) *Resource {
	t, _ := ParseToken(m.Token)
	r := &Resource{Package: p, Token: m.Token, Canonical: m.Canonical, IsProvider: t.IsProvider()}
	at, b := p.head.provider, &binder{pkg: p, member: "provider"}
	var err error
	if !r.IsProvider {
		at, err = p.declaration(resourceTable, m.Token)
		b.member = "resources/" + m.Token
	}
	var spec resourceSpec
	if err == nil {
		err = p.decode(at, &spec)
	}
	if err != nil {
		b.problem("%v", misshapen(err))
		r.Unreadable = true
		spec = resourceSpec{}
	}
	r.fill(b, &spec)
	r.Problems = b.problems
	return r
}

func (r *Resource) fill(b *binder, spec *resourceSpec) {
	r.Description, r.Deprecation = spec.Description, spec.Deprecation
	r.IsComponent, r.IsOverlay = spec.IsComponent, spec.IsOverlay
	r.Methods = maps.Clone(spec.Methods)
	r.Aliases = aliasTypes(spec.Aliases)
	r.Inputs = asInputs(b.properties(spec.InputProperties, spec.RequiredInputs))
	if spec.StateInputs != nil {
		r.StateInputs = asInputs(b.properties(spec.StateInputs.Properties, spec.StateInputs.Required))
	}
	if r.HasListInputs = spec.ListInputs != nil; r.HasListInputs {
		r.ListInputs = asInputs(b.properties(spec.ListInputs.Properties, spec.ListInputs.Required))
	}
	if r.IsProvider {
		r.Outputs = asOutputs(stringsOnly(b.declared(spec.Properties, spec.Required, false)))
	} else {
		r.Outputs = asOutputs(b.declared(spec.Properties, spec.Required, false))
	}
	r.variable = &ObjectType{
		Package: r.Package, Token: r.Token, Canonical: r.Canonical,
		Description: r.Description, Deprecation: r.Deprecation,
		load: func(*ObjectType) []*Property { return r.members() },
	}
}

// aliasTypes are the tokens in aliases. Only SDKs use aliases, so one that cannot be read is nobody's problem here.
func aliasTypes(aliases []jsontext.Value) (tokens []string) {
	for _, text := range aliases {
		var alias struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(text, &alias, lenient...); err == nil && alias.Type != "" {
			tokens = append(tokens, alias.Type)
		}
	}
	return tokens
}

// members are the outputs with id and urn. What the schema declares goes before
// what every resource has.
func (r *Resource) members() []*Property {
	return mergeProperties(Identity(), r.Outputs)
}

// Identity are the outputs that every resource has.
func Identity() []*Property {
	return []*Property{
		common("id", "The id that the provider gave the resource. Unknown until the resource exists.", typesys.ID),
		common("urn", "The name of the resource that is unique in the stack and stays the same while it lives.", typesys.String),
	}
}

func common(name, description string, t typesys.Type) *Property {
	return &Property{
		Name: name, Description: description, Required: true,
		Type: typesys.Output(t), Plain: t, Input: typesys.Input(t),
	}
}

// stringsOnly keeps the properties whose plain type is a string, or a dangling
// name for one.
func stringsOnly(props []*Property) []*Property {
	return lists.Where(props, func(p *Property) bool { return isStringBased(p.Plain) })
}

func isStringBased(t typesys.Type) bool {
	found := isText(t)
	for _, member := range t.Elems() {
		switch {
		case isText(member):
			found = true
		case member != typesys.None && member.Kind() != typesys.KindOpaque:
			return false
		}
	}
	return found
}

// isText reports whether values of a type are texts: strings, and enums of them.
func isText(t typesys.Type) bool {
	return t == typesys.String || t.Kind() == typesys.KindEnum && t.Elem() == typesys.String
}

// outputs is what a reference to a resource denotes: its outputs, plain, without
// id and urn.
func (p *Package) outputs(token string) *ObjectType {
	return p.outputCache.get(token, func() *ObjectType {
		return &ObjectType{
			Package: p, Token: token, Canonical: p.Canonical(token), IsResource: true,
			load: func(*ObjectType) []*Property {
				if r := p.Resource(token); r != nil {
					return r.Outputs
				}
				return nil
			},
		}
	})
}
