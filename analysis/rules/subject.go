package rules

import (
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file declares what rules look at, the names that their expressions can use, and what package schemas say of
// resources and their inputs.

// The words of the language for what rules look at.
const (
	wordResource  = "resource"
	wordComponent = "component"
	wordConfig    = "config"
	wordOutput    = "output"
	wordPackage   = "package"
	wordProgram   = "program"
	wordInput     = "input"
	wordOption    = "option"
)

// Name is a name that can stand at some place.
type Name struct{ Name, Doc string }

// subject is a kind of thing that rules look at.
type subject struct {
	word    string
	kind    syntax.Kind // KindUnknown for the program
	members []member
}

// member is something that expressions can use of a subject.
type member struct {
	name, doc string
	// parts is how many parts of a traversal, after the member, the value may take.
	value func(v *view, rest hcl.Traversal) (value cty.Value, parts int)
	// source says that the value, or what is below it, is written in the program.
	source bool
	below  []Name // the names behind it, as far as they do not depend on schemas
}

var subjects = sync.OnceValue(func() []*subject {
	name := member{"name", "The name of the block.", plain((*view).name), false, nil}
	logical := member{"logical_name", "The name that a run registers, with the key of the instance.", plain((*view).logicalName), false, nil}
	dependencies := member{"dependencies", "What it depends on, directly or through others: a list of objects with `name`, `kind` and `type`.", once(func(v *view) cty.Value { return v.listRelated(needs) }), false, declarationNames[:3]}
	dependents := member{"dependents", "What depends on it, directly or through others: a list of objects with `name`, `kind` and `type`.", once(func(v *view) cty.Value { return v.listRelated(users) }), false, declarationNames[:3]}
	inputs := member{"inputs", "The inputs as the program writes them. An input that is not written is null, whatever default the provider has.", (*view).inputs, true, nil}
	options := member{"options", "The options that are written; others are null.", (*view).options, true, nil}
	packages := []member{
		{"name", "The name of the package.", packageFact("name"), false, nil},
		{"version", "The version that the block asks for, or null.", packageFact(factVersion), false, nil},
		{"plugin", "The provider plugin that serves the package.", packageFact("plugin"), false, nil},
	}
	return []*subject{
		{wordResource, syntax.KindResource, []member{
			name, logical,
			{"type", "The type token, such as `aws:s3/bucket:Bucket`.", plain((*view).token), false, nil},
			inputs, options,
			{"schema", "What the package says of the type: `deprecated` (a text or null), `component`, and `inputs` by name, each with `type`, `required`, `secret`, `replaces` and `deprecated`.", (*view).schema, false, schemaFactNames},
			dependencies, dependents,
		}},
		{wordComponent, syntax.KindComponent, []member{
			name, logical,
			{"source", "The directory as the program writes it.", plain((*view).token), false, nil},
			inputs, options, dependencies, dependents,
		}},
		{wordConfig, syntax.KindConfig, []member{
			name,
			{"key", "The key in the configuration of a stack.", plain((*view).blockName), false, nil},
			{"type", "The declared type, as text.", plain((*view).typeText), false, nil},
			{"description", "The description, or null.", attribute("description"), true, nil},
			{"secret", "Whether `secret = true` is written; else null or false.", attribute("secret"), true, nil},
			{"nullable", "Whether `nullable = true` is written; else null or false.", attribute("nullable"), true, nil},
			{"default", "The default as the program writes it, or null.", attribute("default"), true, nil},
			{"value", "The value of the selected stack, or the default if the stack has none.", plain((*view).configValue), false, nil},
			dependents,
		}},
		{wordOutput, syntax.KindOutput, []member{
			name,
			{"key", "The name under which it is exported.", plain((*view).blockName), false, nil},
			{"type", "The type of the value, as text.", plain((*view).typeText), false, nil},
			{"value", "The value.", attribute("value"), true, nil},
			dependencies,
		}},
		{wordPackage, syntax.KindPackage, packages},
		{wordProgram, syntax.KindUnknown, []member{
			{"resources", "The resources: objects with `name`, `kind`, `type`, `dependencies` and `dependents`, the last two as lists of names.", listed(syntax.KindResource), false, declarationNames},
			{"components", "The components, like `resources`. `type` is the source directory.", listed(syntax.KindComponent), false, declarationNames},
			{"configs", "The configs, like `resources`. `type` is the declared type.", listed(syntax.KindConfig), false, declarationNames},
			{"outputs", "The outputs, like `resources`. `type` is that of the value.", listed(syntax.KindOutput), false, declarationNames},
			{"packages", "The packages that blocks declare: objects with `name`, `version` and `plugin`.", once((*view).allPackages), false, namesOf(packages)},
			{"files", "The names of the files.", once((*view).files), false, nil},
		}},
	}
})

// entries are what can be looked at inside a resource or component, with the names for one entry.
var entries = sync.OnceValue(func() []*subject {
	return []*subject{
		{wordInput, 0, []member{
			{"name", "The name of the input.", plain((*view).entryName), false, nil},
			{"value", "The value of the input.", (*view).entryValue, true, nil},
			{"schema", "What the package says of the input: `type`, `required`, `secret`, `replaces` and `deprecated`.", (*view).entrySchema, false, inputFactNames},
		}},
		{wordOption, 0, []member{
			{"name", "The name of the option.", plain((*view).entryName), false, nil},
			{"value", "The value of the option.", (*view).entryValue, true, nil},
		}},
	}
})

func subjectNamed(word string) *subject { return named(subjects(), word) }

func entryNamed(word string) *subject { return named(entries(), word) }

func named(all []*subject, word string) *subject {
	return lists.First(all, func(s *subject) bool { return s.word == word })
}

// member finds a member of the subject.
func (s *subject) member(name string) *member {
	for i := range s.members {
		if s.members[i].name == name {
			return &s.members[i]
		}
	}
	return nil
}

func namesOf(members []member) []Name {
	return lists.Map(members, func(m member) Name { return Name{m.name, m.doc} })
}

func (s *subject) memberNames() []string {
	return lists.Map(s.members, func(m member) string { return m.name })
}

// roots are the names that expressions of the rule can use.
func (r *Rule) roots() []*subject {
	roots := []*subject{r.subject}
	if r.entry != nil {
		roots = append(roots, r.entry)
	}
	return roots
}

// plain is a member that takes no further parts.
func plain(of func(*view) cty.Value) func(*view, hcl.Traversal) (cty.Value, int) {
	return func(v *view, _ hcl.Traversal) (cty.Value, int) { return of(v), 0 }
}

// once is a member that takes no further parts, is the same for all instances and rules, and takes work.
func once(of func(*view) cty.Value) func(*view, hcl.Traversal) (cty.Value, int) {
	key := new(byte)
	return func(v *view, _ hcl.Traversal) (cty.Value, int) {
		if known, ok := v.kept[key]; ok {
			return known, 0
		}
		got := of(v)
		v.kept[key] = got
		return got, 0
	}
}

// attribute is an attribute of the block.
func attribute(name string) func(*view, hcl.Traversal) (cty.Value, int) {
	return func(v *view, _ hcl.Traversal) (cty.Value, int) { return v.attribute(v.block().Attributes[name]), 0 }
}

// packageFact is what a package block says.
func packageFact(name string) func(*view, hcl.Traversal) (cty.Value, int) {
	return func(v *view, _ hcl.Traversal) (cty.Value, int) { return packageFacts(v.it.Item)[name], 0 }
}

// listed are the declarations of a kind.
func listed(kind syntax.Kind) func(*view, hcl.Traversal) (cty.Value, int) {
	return once(func(v *view) cty.Value { return v.declarations(kind) })
}

// schemaFactNames are what a resource's schema says.
var schemaFactNames = []Name{
	{factDeprecated, "What the package says instead of a deprecated type: a text, or null."},
	{factComponent, "Whether the type is a component of the package."},
	{factInputs, "What the package says of the inputs, by name."},
}

// inputFactNames are what an input's schema says.
var inputFactNames = []Name{
	{"type", "The type, as text."},
	{"required", "Whether the input is required."},
	{factSecret, "Whether the package says that the value is secret."},
	{"replaces", "Whether a change replaces the resource."},
	{factDeprecated, "What the package says of a deprecated input: a text, or null."},
}

// declarationNames are what is known of a declaration in a list; the last two only in those of a program.
var declarationNames = []Name{
	{"name", "The name."},
	{"kind", "What is declared, such as `resource`."},
	{"type", "The type, as text."},
	{"dependencies", "The names of what it depends on directly."},
	{"dependents", "The names of what depends on it directly."},
}

// The members of facts about a schema. None of them is a name of the language.
const (
	factSchema     = "schema"
	factInputs     = "inputs"
	factDeprecated = "deprecated"
	factComponent  = "component"
	factSecret     = "secret"
	factVersion    = "version"
)

// declared is the schema of the resource. Without it, what it says is unknown.
func (v *view) declared() (*schema.Resource, cty.Value) {
	name := ""
	if len(v.it.Labels) > 1 {
		if t, ok := schema.ParseToken(v.it.Labels[1].Value); ok {
			name = t.Schema()
		}
	}
	if r := v.p.ResourceOf(v.it.Item); r != nil && !r.Unreadable {
		return r, cty.NilVal
	}
	return nil, cty.DynamicVal.Mark(value.Cause{Kind: value.CauseSchema, Name: name})
}

// schema are the facts about the type of a resource.
func (v *view) schema(rest hcl.Traversal) (cty.Value, int) {
	r, unknown := v.declared()
	if r == nil {
		return unknown, 0
	}
	if first, _ := stepName(rest, 0); first == factInputs {
		if name, ok := stepName(rest, 1); ok {
			return inputFacts(r, name), 2
		}
		all := map[string]cty.Value{}
		for _, p := range r.Inputs {
			all[p.Name] = propertyFacts(p)
		}
		return cty.ObjectVal(all), 1
	}
	return cty.ObjectVal(map[string]cty.Value{factDeprecated: text(r.Deprecation), factComponent: cty.BoolVal(r.IsComponent)}), 0
}

// entrySchema are the facts about the input that the rule looks at.
func (v *view) entrySchema(hcl.Traversal) (cty.Value, int) {
	r, unknown := v.declared()
	if r == nil {
		return unknown, 0
	}
	return inputFacts(r, v.entry.Name), 0
}

func inputFacts(r *schema.Resource, name string) cty.Value {
	if p := propertyNamed(r, name); p != nil {
		return propertyFacts(p)
	}
	return null
}

func propertyNamed(r *schema.Resource, name string) *schema.Property {
	return lists.First(r.Inputs, func(p *schema.Property) bool { return p.Name == name })
}

func propertyFacts(p *schema.Property) cty.Value {
	return cty.ObjectVal(map[string]cty.Value{
		"type": text(p.Plain.String()), "required": cty.BoolVal(p.Required), factSecret: cty.BoolVal(p.Secret),
		"replaces": cty.BoolVal(p.ReplaceOnChanges || p.WillReplaceOnChanges), factDeprecated: text(p.Deprecation),
	})
}
