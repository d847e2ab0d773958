package schema

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Function is a function or method that a schema declares.
type Function struct {
	// Package declares the function.
	Package *Package
	// Token is the declared token, Canonical the one for messages.
	Token, Canonical, Description, Deprecation string

	// HasInputs says that the schema declares inputs, be they none.
	HasInputs bool
	// Inputs are the inputs, sorted by name; their Type has the input shape. The
	// receiver of a method is not among them.
	Inputs []*Property
	// InputPlain and InputShaped are the object that the function takes, in the two
	// shapes, without a wrapper around the object itself.
	InputPlain, InputShaped typesys.Type
	// Return is the plain type of the result; the zero Type when the function
	// returns nothing.
	Return typesys.Type
	// Outputs are the properties of the result if it is an object written out in
	// the schema.
	Outputs []*Property
	// ReturnPlain says that the method returns a plain value and not an output.
	ReturnPlain bool
	// MultiArgument are the names of the inputs in the order in which they are
	// given one by one; empty for functions that take an object.
	MultiArgument []string

	// Self is the receiver of a method; nil for functions.
	Self *Property
	// IsOverlay says that SDKs replace the function by hand-written code.
	IsOverlay bool

	// Unreadable says that the declaration could not be decoded. Nothing is known
	// of inputs and result then; they are dynamic.
	Unreadable bool
	// Problems are the things in the declaration that could not be understood.
	Problems []string
}

// self is the input by which a method receives its resource.
const self = "__self__"

// IsDamaged reports whether something in the declaration could not be understood: the language
// rejects every use of such a function.
func (f *Function) IsDamaged() bool { return f.Unreadable || len(f.Problems) > 0 }

// Input is the input with this very name; nil if there is none.
func (f *Function) Input(name string) *Property { return FindProperty(f.Inputs, name) }

// IsMethod reports whether the function is a method of a resource, which call
// and not invoke reaches.
func (f *Function) IsMethod() bool {
	t, _ := ParseToken(f.Token)
	return f.Self != nil || strings.Contains(t.Member, "/")
}

// readFunction decodes a function.
func (p *Package) readFunction(m Match) *Function {
	f := &Function{Package: p, Token: m.Token, Canonical: m.Canonical}
	b := &binder{pkg: p, member: "functions/" + m.Token}
	var spec functionSpec
	at, err := p.declaration(functionTable, m.Token)
	if err == nil {
		err = p.decode(at, &spec)
	}
	if err != nil {
		b.problem("%v", misshapen(err))
		f.Unreadable = true
		f.InputPlain, f.InputShaped, f.Return = typesys.Dynamic, typesys.Dynamic, typesys.Dynamic
	} else {
		f.fill(b, &spec)
	}
	f.Problems = b.problems
	return f
}

func (f *Function) fill(b *binder, spec *functionSpec) {
	f.Description, f.Deprecation, f.IsOverlay = spec.Description, spec.Deprecation, spec.IsOverlay
	f.MultiArgument = spec.MultiArgument
	f.inputs(b, spec.Inputs)
	text := spec.result()
	if text == nil {
		return
	}
	var result returnSpec
	if err := json.Unmarshal(text, &result, lenient...); err != nil {
		b.problem("outputs: %v", misshapen(err))
		f.Return = typesys.Dynamic
		return
	}
	f.result(b, &result)
}

func (f *Function) inputs(b *binder, spec *objectSpec) {
	var description string
	if spec != nil {
		f.HasInputs, description = true, spec.Description
		f.Inputs = asInputs(b.properties(spec.Properties, spec.Required))
		if i := slices.IndexFunc(f.Inputs, func(p *Property) bool { return p.Name == self }); i >= 0 {
			f.Self = f.Inputs[i]
			f.Inputs = slices.Delete(f.Inputs, i, i+1)
		}
	}
	args := f.object("Args", description, f.Inputs)
	f.InputPlain, f.InputShaped = args.Plain(), args.Input()
}

func (f *Function) result(b *binder, spec *returnSpec) {
	if v, err := literal(spec.Plain); err == nil && v != cty.NilVal && v.Type() == cty.Bool {
		f.ReturnPlain = v.True()
	}
	b.at = "outputs"
	defer func() { b.at = "" }()
	if !spec.isObject() {
		f.Return = b.bind(&spec.typeSpec, 0).plain
		return
	}
	f.Outputs = withConst(b.properties(spec.Properties, spec.Required))
	f.Return = f.object("Result", spec.Description, f.Outputs).Plain()
}

// object is an object type that has no token of its own.
func (f *Function) object(suffix, description string, props []*Property) *ObjectType {
	return &ObjectType{
		Package: f.Package, Token: f.Token + suffix, Canonical: f.Canonical + suffix,
		Description: description, load: func(*ObjectType) []*Property { return props },
	}
}

// mergeProperties is the union of two sets; the second has the last word.
func mergeProperties(a, b []*Property) []*Property {
	merged := slices.Clone(b)
	for _, p := range a {
		if FindProperty(b, p.Name) == nil {
			merged = append(merged, p)
		}
	}
	lists.SortStable(merged, func(x, y *Property) int { return strings.Compare(x.Name, y.Name) })
	return merged
}
