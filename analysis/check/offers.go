package check

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file answers what completion asks besides types: which names, packages
// and attributes there are to choose from.

// Attribute is something that can be set in a body and that no package schema
// declares.
type Attribute struct {
	Name, Doc string
	Type      typesys.Type // the zero Type for a block
	Required  bool
	IsBlock   bool
}

// PackageNames are the packages that the program declares or uses in tokens, with
// the built-in one, and the others that the schemas list if they can; both sorted.
// The others have not been opened, which may take a while.
func (p *Program) PackageNames() (used, others []string) {
	found := map[string]bool{"pulumi": true}
	for name := range p.heads().packages {
		found[name] = true
	}
	for e := range p.core.Items() {
		it := e.Syntax
		if (it.Kind == syntax.KindResource || it.Kind == syntax.KindRead) && len(it.Labels) > 1 {
			p.addPackageOf(found, it.Labels[1].Value)
		}
		for _, token := range invokedTokens(it) {
			p.addPackageOf(found, token)
		}
	}
	if schemas, ok := p.world.Schemas.(interface{ Names() []string }); ok {
		for _, name := range schemas.Names() {
			if !found[name] {
				others = append(others, name)
			}
		}
	}
	slices.Sort(others)
	return slices.Sorted(maps.Keys(found)), slices.Compact(others)
}

// addPackageOf adds the package of a token, if it is known.
func (p *Program) addPackageOf(found map[string]bool, token string) {
	t, ok := schema.ParseToken(token)
	if ok && !found[t.Schema()] && p.Package(t.Schema()) != nil {
		found[t.Schema()] = true
	}
}

// invokedTokens are the literal tokens that an item gives to invoke.
func invokedTokens(it *syntax.Item) []string {
	var tokens []string
	eachInvoke(it, func(arg hclsyntax.Expression) {
		if token, ok := tree.PlainText(arg); ok {
			tokens = append(tokens, token)
		}
	})
	return tokens
}

// ItemVariables are the variables that an item, which need not be part of the
// program, has in its body and nowhere else: range, or args in the command of a
// hook.
func (p *Program) ItemVariables(ctx context.Context, it syntax.Placed) []*Object {
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
		return p.checkerOf(ctx, it).rangeVariables(it.Item)
	case syntax.KindHook:
		if len(it.Labels) > 0 {
			return []*Object{{Kind: ObjectArgs, Name: language.ArgsVariable, Type: hookArgs(it.Labels[0].Value)}}
		}
	}
	return nil
}

// checkerOf is a checker for questions about an item that need no full check.
func (p *Program) checkerOf(ctx context.Context, it syntax.Placed) *checker {
	core := p.core.Revalidated(ctx)
	e := core.ItemOf(it)
	if e == nil {
		core, e = core.WithForeign(it.Item)
	}
	return newChecker(newRecorder(program.NewRun(ctx, core)), e)
}

// Dependents are the names whose values need the value of a name, directly or
// not: a reference from it to one of them would be circular.
func (p *Program) Dependents(name string) map[string]bool {
	found := map[string]bool{}
	target := p.core.Declaring(name)
	if target == nil {
		return found
	}
	users := make([][]int32, p.core.Len())
	for e := range p.core.Items() {
		for _, j := range e.Needs {
			users[j] = append(users[j], e.ID)
		}
	}
	seen := make([]bool, p.core.Len())
	queue := []int32{target.ID}
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, user := range users[i] {
			if seen[user] {
				continue
			}
			seen[user] = true
			queue = append(queue, user)
			if e := p.core.Item(user); kindOf(e) != 0 {
				found[e.Name] = true
			}
		}
	}
	return found
}

// UseCounts counts the items that refer to each declaration, and tells them.
func (p *Program) UseCounts() func(o *Object) int {
	counts := make([]int32, p.core.Len())
	for e := range p.core.Items() {
		for _, slot := range e.Needs {
			counts[slot]++
		}
	}
	return func(o *Object) int {
		if p.behind(o) == nil {
			return 0
		}
		return int(counts[o.id])
	}
}

// BodyAttributes are what the language itself, or a component's program, lets a
// block set. Inputs of resources are not among them: see [Info.Resource].
func (p *Program) BodyAttributes(ctx context.Context, it *syntax.Item) []Attribute {
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead:
		return []Attribute{logicalNameAttribute(logicalNameDoc), optionsBlock}
	case syntax.KindComponent:
		return p.componentAttributes(ctx, it)
	case syntax.KindConfig:
		return []Attribute{
			{Name: "default", Type: readConfig(it, ignoreReport).declared, Doc: "The value where the configuration has none."},
			{Name: "nullable", Type: typesys.Bool, Doc: "Whether the value may be missing."},
			{Name: "secret", Type: typesys.Bool, Doc: "Whether the value is secret."},
			{Name: "description", Type: typesys.String, Doc: "What the value is for."},
			logicalNameAttribute("The configuration key, where it is not the name of the block."),
		}
	case syntax.KindOutput:
		return []Attribute{
			{Name: "value", Type: outputType(it, ignoreReport), Doc: "The exported value.", Required: true},
			logicalNameAttribute("The exported name, where it is not the name of the block."),
		}
	case syntax.KindHook:
		return hookAttributes(it)
	case syntax.KindPulumi:
		return []Attribute{{Name: "requiredVersionRange", Type: typesys.String, Doc: "The versions of the engine that can run this program, as a range of semantic versions."}}
	case syntax.KindPackage:
		return packageAttributes()
	}
	return nil
}

var optionsBlock = Attribute{Name: language.OptionsBlock, IsBlock: true, Doc: language.OptionsDoc}

func logicalNameAttribute(doc string) Attribute {
	return Attribute{Name: "__logicalName", Type: typesys.String, Doc: doc}
}

func hookAttributes(it *syntax.Item) []Attribute {
	isResource := len(it.Labels) > 0 && it.Labels[0].Value == language.ResourceHook
	var all []Attribute
	for _, name := range slices.Sorted(maps.Keys(hookMembers)) {
		if m := hookMembers[name]; isResource || !m.resourceOnly {
			all = append(all, Attribute{Name: name, Type: m.t, Doc: m.doc, Required: name == "command"})
		}
	}
	return all
}

func packageAttributes() []Attribute {
	all := []Attribute{{Name: "parameterization", IsBlock: true, Doc: packageDocs["parameterization"]}}
	for _, name := range []string{"baseProviderName", "baseProviderVersion", "baseProviderDownloadUrl"} {
		all = append(all, Attribute{Name: name, Type: typesys.String, Doc: packageDocs[name], Required: name == "baseProviderName"})
	}
	return all
}

// ParameterizationAttributes are what the parameterization of a package block
// sets.
func ParameterizationAttributes() []Attribute {
	return []Attribute{
		{Name: "name", Type: typesys.String, Required: true, Doc: "The name of the package that comes out."},
		{Name: "version", Type: typesys.String, Required: true, Doc: "The version of the package that comes out, such as `1.2.3`."},
		{Name: "value", Type: typesys.String, Required: true, Doc: "What the provider is told, in standard base64."},
	}
}

// componentAttributes are the configs of the program behind a component, by
// their logical names.
func (p *Program) componentAttributes(ctx context.Context, it *syntax.Item) []Attribute {
	all := []Attribute{logicalNameAttribute(logicalNameDoc), optionsBlock}
	switch len(it.Labels) {
	case 1:
		return append(all, Attribute{Name: "token", Type: typesys.String, Required: true, Doc: "The type token of the component resource."})
	case 2:
	default:
		return all
	}
	found := p.componentInterface(newRun(ctx, p), it.Labels[1].Value)
	for _, name := range found.names() {
		input := found.inputs[name]
		all = append(all, Attribute{Name: name, Type: input.t, Required: input.required, Doc: p.configDoc(found.dir, input)})
	}
	return all
}

// configDoc is the description of the config behind a component's input.
func (p *Program) configDoc(dir string, input componentInput) string {
	inner := p.world.Component(dir)
	if inner == nil {
		return ""
	}
	for e := range inner.core.Items() {
		if kindOf(e) != 0 && e.Path == input.path && inner.nameSpan(e) == input.span {
			return ConfigDescription(e.Syntax)
		}
	}
	return ""
}

// ConfigDescription is the literal description of a config block, empty when it
// has none.
func ConfigDescription(it *syntax.Item) string {
	if it.Kind != syntax.KindConfig || it.Block == nil {
		return ""
	}
	a := it.Block.Body.Attributes["description"]
	if a == nil {
		return ""
	}
	text, _ := tree.PlainText(a.Expr)
	return text
}
