package eval

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file says what a run registers for a declaration: names, types, parents.
// (docs/language/urns.md#registered-names)

// Registration is one resource or component as a run registers it.
type Registration struct {
	Declaration
	// Schema declares the type; nil for a local component, and where the schema cannot be had.
	Schema *schema.Resource
	// Name is the registered name: it begins with those of the components around it, and ends with
	// the key of the instance. Type is the canonical type token; empty if no schema tells it.
	Name, Type string
	// Key tells the instance apart from others of its declaration, at the end of the name; empty
	// for the only one.
	Key string
	// Listed says that it is an instance of a range that is a number or a list: a run makes a list of the instances.
	Listed bool
	// Parent is the URN of the parent; empty for that of the stack.
	Parent string
	// URN is empty where it is not known, and then Unsure says why.
	URN, Unsure string
	// Within is the local component around it; nil for none.
	Within *Registration
	// Many says that it stands for all instances of a resource whose range is not known. A run never
	// returns it.
	Many bool
	// Local says that it is a local component, or one that is only a name.
	Local bool
	// Read says that the run looks the resource up and does not manage it.
	Read bool

	// Outputs are what the program reads from it; see [Follow].
	Outputs Outputs

	body   *scope
	values map[*hclsyntax.Attribute]result // of inputs and options, once they are computed
}

// result is a value, or why there is none.
type result struct {
	value cty.Value
	err   error
}

// The outputs that every resource has.
const (
	OutputID  = "id"
	OutputURN = "urn"
)

// stackReference is the type of resources that read the outputs of another stack.
const stackReference = "pulumi:pulumi:StackReference"

// register registers an instance; nil outside of a run.
func (f *frame) register(d Declaration, one evaluate.Round) (*Registration, error) {
	if f.run == nil {
		return nil, nil
	}
	if len(f.run.ran.Registrations) == maxRegistrations {
		f.run.end = value.ErrTooLarge
	}
	if f.run.end != nil {
		return nil, f.run.end
	}
	r, err := f.registration(d, one)
	if err != nil {
		return nil, err
	}
	if f.run.each != nil {
		r.evaluate()
		if f.run.end == nil && !f.run.each(r, nil) {
			f.run.end = errStopped
		}
	}
	f.run.ran.Registrations = append(f.run.ran.Registrations, r)
	return r, nil
}

// evaluate computes the options and inputs, which may register others before it. Options that are property paths
// have no value.
func (r *Registration) evaluate() {
	for _, o := range language.Options() {
		if !o.Rule.TakesPaths() {
			_, _, _ = r.Option(o.Name)
		}
	}
	inputs := r.Inputs()
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		_, _ = r.Value(inputs[name])
	}
}

// registration makes the registration of one instance.
func (f *frame) registration(d Declaration, one evaluate.Round) (*Registration, error) {
	f.refill()
	r := &Registration{
		Declaration: d, Name: f.registeredName(d.Item), Key: one.Suffix, Within: f.within,
		body: f.item(d.Item).with(variablesOf(one)), values: map[*hclsyntax.Attribute]result{},
	}
	if one.Suffix != "" {
		r.Listed = one.Key.Type() != cty.String
		r.Name += "-" + one.Suffix
	}
	f.typed(r)
	return r, r.place()
}

// ranged notes what the instances of a resource have in common.
func (f *frame) ranged(d Declaration) error {
	if f.run == nil {
		return nil
	}
	each, err := f.registration(d, evaluate.Round{})
	if value.IsFailure(err) {
		return nil // the first instance says so, if there is one
	}
	f.run.ran.Ranged = append(f.run.ran.Ranged, Ranged{Each: each, At: len(f.run.ran.Registrations)})
	return err
}

// registeredName is the name of a declaration without the key of an instance.
func (f *frame) registeredName(it syntax.Placed) string {
	name := analysis.LogicalName(it.Item)
	if f.within != nil {
		return f.within.Name + "-" + name
	}
	return name
}

// typed finds out the type.
func (f *frame) typed(r *Registration) {
	if r.Item.Kind == syntax.KindComponent {
		r.Local = true
		r.Type = f.componentType(r.Item)
		return
	}
	r.Schema = f.p.ResourceOf(r.Item.Item)
	r.Read = r.Item.Kind == syntax.KindRead || r.Schema == schema.Builtin().Resource(stackReference)
	if r.Schema != nil {
		r.Type = r.Schema.Token
		return
	}
	if f.run.host.AsWritten && len(r.Item.Labels) > 1 {
		r.Type = r.Item.Labels[1].Value
		return
	}
	r.Unsure = "the schema of its package cannot be had"
}

// componentType is made of the last part of the directory. One without a directory names its type.
func (f *frame) componentType(it syntax.Placed) string {
	if len(it.Labels) < 2 {
		if a := it.Block().Body.Attributes[language.ComponentToken]; a != nil {
			token, _ := analysis.PlainText(a.Expr)
			return token
		}
		return ""
	}
	var name strings.Builder
	base := path.Base(path.Join(f.p.Dir, it.Labels[1].Value))
	for _, word := range strings.FieldsFunc(base, func(r rune) bool { return strings.ContainsRune("-. _", r) }) {
		first, size := utf8.DecodeRuneInString(word)
		name.WriteString(string(unicode.ToUpper(first)) + word[size:])
	}
	return language.ComponentModule + name.String()
}

// longestURN is how many bytes a URN may have. It contains the types of all parents, so the URNs of a long chain of
// parents would take room that is quadratic in its length.
const longestURN = 10_000

// place finds out the parent and the URN.
func (r *Registration) place() error {
	if r.Within != nil {
		r.Parent, r.Unsure = r.Within.URN, r.Within.Unsure
	}
	v, set, err := r.Option(language.NameParent)
	name, known := URNOf(v)
	switch {
	case r.Item.Kind == syntax.KindRead: // a run passes no options of a lookup on
	case err != nil:
		return err
	case known:
		r.Parent = name
	case !set || v.IsKnown() && v.IsNull():
	case !v.IsKnown():
		r.Unsure = "its parent is not known"
	case IsResource(v):
		r.Unsure = "the URN of its parent is not known"
	default:
		return value.Fail("the parent is no resource")
	}
	if r.Type == "" && r.Unsure == "" {
		r.Unsure = "its type is not known"
	}
	if r.Unsure == "" {
		r.URN = urn.New(r.body.run.host.Stack, r.body.run.host.Project, r.Parent, r.Type, r.Name)
	}
	if len(r.URN) > longestURN {
		r.URN, r.Unsure = "", "its URN is longer than "+strconv.Itoa(longestURN)+" bytes"
	}
	return nil
}

// IsResource reports whether a value stands for a resource, whether or not its URN is known.
func IsResource(v cty.Value) bool {
	return v.IsKnown() && !v.IsNull() && v.Type().IsObjectType() && v.Type().HasAttribute(OutputURN)
}

// URNOf is the URN of the resource that a value stands for.
func URNOf(v cty.Value) (name string, known bool) {
	v, _ = v.Unmark()
	if !IsResource(v) {
		return "", false
	}
	v, _ = v.GetAttr(OutputURN).Unmark()
	if !v.IsKnown() || v.IsNull() || v.Type() != cty.String {
		return "", false
	}
	return v.AsString(), true
}

// IsRemote reports whether it is a component of a package: its provider registers what is inside, with names that begin with its own.
func (r *Registration) IsRemote() bool { return r.Schema != nil && r.Schema.IsComponent }

// OptionAttribute sets an option; nil if the block does not have it.
func (r *Registration) OptionAttribute(name string) *hclsyntax.Attribute {
	return tree.Option(r.Item.Block(), name)
}

// Option is the value of an option without its own mark; not set if the block does not have it.
func (r *Registration) Option(name string) (v cty.Value, set bool, err error) {
	a := r.OptionAttribute(name)
	if a == nil {
		return cty.NilVal, false, nil
	}
	v, err = r.Value(a)
	v, _ = v.Unmark()
	return v, true, err
}

// Inputs are the attributes of the block that go to the provider or component.
func (r *Registration) Inputs() map[string]*hclsyntax.Attribute {
	all := maps.Clone(map[string]*hclsyntax.Attribute(r.Item.Block().Body.Attributes))
	delete(all, language.LogicalName)
	if r.Local && len(r.Item.Labels) < 2 {
		delete(all, language.ComponentToken)
	}
	return all
}

// Value is the value of an attribute of the block.
func (r *Registration) Value(a *hclsyntax.Attribute) (cty.Value, error) {
	known, is := r.values[a]
	if !is {
		r.body.refill()
		known.value, known.err = r.body.Value(a.Expr)
		r.values[a] = known
	}
	return known.value, known.err
}

// variable is what the name of the declaration stands for; members are the outputs of a local
// component.
func (r *Registration) variable(members map[string]cty.Value) (cty.Value, error) {
	all := map[string]cty.Value{}
	if r.Schema != nil {
		maps.Copy(all, r.body.run.shapes.of(r.Schema))
	} else if !r.Local {
		if !r.body.run.host.AsWritten {
			return cty.DynamicVal, nil
		}
		all[evaluate.OpenMember] = cty.DynamicVal
	}
	all[OutputID] = cty.UnknownVal(cty.String)
	if r.Outputs.Pending {
		for name, v := range all {
			all[name] = v.Mark(value.Pending)
		}
	}
	maps.Copy(all, r.Outputs.Known)
	maps.Copy(all, members)
	all[OutputURN] = cty.UnknownVal(cty.String)
	if r.URN != "" {
		all[OutputURN] = cty.StringVal(r.URN)
	}
	return cty.ObjectVal(all), nil
}

// made is the value of an instance, which a run registers first.
func (f *frame) made(d Declaration, one evaluate.Round) (cty.Value, error) {
	r, err := f.register(d, one)
	switch {
	case r == nil && f.reading != nil:
		return cty.UnknownVal(cty.EmptyObject), err // whatever its members are, it is there
	case r == nil:
		return cty.DynamicVal, err
	}
	return r.variable(nil)
}

// shapes are the outputs of types, with unknown values.
type shapes map[*schema.Resource]map[string]cty.Value

func (s shapes) of(r *schema.Resource) map[string]cty.Value {
	if known, ok := s[r]; ok {
		return known
	}
	all := map[string]cty.Value{}
	for _, p := range r.Outputs {
		v := value.UnknownOf(p.Type)
		if p.Secret {
			v = v.Mark(value.Secret)
		}
		all[p.Name] = v
	}
	s[r] = all
	return all
}
