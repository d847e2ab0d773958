package checked

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
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
	found := map[string]bool{schema.BuiltinPackage: true}
	for name := range p.scopeData().packages {
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
func (p *Program) ItemVariables(ctx context.Context, it syntax.Placed) []*check.Object {
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
		core := p.core.Revalidated(ctx)
		e := core.ItemOf(it)
		if e == nil {
			core, e = core.WithForeign(it.Item)
		}
		return check.RangeVariables(program.NewRun(ctx, core), e)
	case syntax.KindHook:
		if len(it.Labels) > 0 {
			return []*check.Object{{Kind: check.ObjectArgs, Name: language.ArgsVariable, Type: check.HookArgs(it.Labels[0].Value)}}
		}
	}
	return nil
}

// Dependents are the names whose values need the value of a name, directly or
// not: a reference from it to one of them would be circular.
func (p *Program) Dependents(name string) map[string]bool {
	found := map[string]bool{}
	p.EachDependent(name, p.core.Len(), func(other *syntax.Item) { found[other.Name] = true })
	return found
}

// walks are what walks over items write down. A client asks for a walk from each item of a file.
var walks = sync.Pool{New: func() any { return new(walk) }}

type walk struct {
	seen  []bool // none between two walks
	queue []int32
}

// EachDependent visits the dependents among at most some items, the nearest first. It returns false
// if there are more items.
func (p *Program) EachDependent(name string, most int, visit func(*syntax.Item)) (all bool) {
	target := p.core.Declaring(name)
	if target == nil {
		return true
	}
	w := walks.Get().(*walk)
	w.seen, w.queue = slices.Grow(w.seen, p.core.Len())[:max(len(w.seen), p.core.Len())], append(w.queue[:0], target.ID)
	defer func() {
		for _, id := range w.queue {
			w.seen[id] = false
		}
		walks.Put(w)
	}()
	waiting := p.usersOnce().waiting
	for i := 0; i < len(w.queue); i++ {
		for _, user := range waiting[w.queue[i]] {
			switch {
			case w.seen[user]:
				continue
			case len(w.queue) > most:
				return false
			}
			w.seen[user] = true
			w.queue = append(w.queue, user)
			if e := p.core.Item(user); check.KindOf(e) != 0 {
				visit(e.Syntax)
			}
		}
	}
	return true
}

// UseCounts counts the items that refer to each declaration, and tells them.
func (p *Program) UseCounts() func(o *check.Object) int {
	counts := make([]int32, p.core.Len())
	for e := range p.core.Items() {
		for _, id := range e.Needs {
			counts[id]++
		}
	}
	return func(o *check.Object) int {
		if e := p.Declaration(o); e != nil {
			return int(counts[e.ID])
		}
		return 0
	}
}

// BodyAttributes are what the language itself, or a component's program, lets a
// block set. Inputs of resources are not among them: see [check.Info.Resource].
func (p *Program) BodyAttributes(ctx context.Context, it *syntax.Item) []Attribute {
	if u := p.inputUse(it); u.Bare || u.Patch {
		return nil
	}
	b := language.BlockOf(it.Kind)
	kind, declared := "", typesys.Dynamic
	if at := b.LabelWith(language.LabelChoice); at >= 0 && at < len(it.Labels) {
		kind = it.Labels[at].Value
	}
	switch at := b.LabelWith(language.LabelType); {
	case it.Kind == syntax.KindConfig:
		declared = check.DeclaredType(it)
	case at >= 0 && at < len(it.Labels):
		declared = check.TypeOfLabel(it.Labels[at])
	}
	var all []Attribute
	for _, a := range bodyAttributes(&b.Body) {
		spec, _ := b.Body.Attribute(a.Name)
		if spec.Choice != "" && spec.Choice != kind {
			continue
		}
		if spec.TypeLabel {
			a.Type = declared
		}
		all = append(all, a)
	}
	if b.Options {
		all = append(all, Attribute{Name: language.OptionsBlock, IsBlock: true, Doc: language.OptionsDoc})
	}
	if it.Kind == syntax.KindComponent {
		all = append(all, p.componentAttributes(ctx, it)...)
	}
	return all
}

// TakesCalls reports whether functions and methods of packages can be called in an item: they
// can in all but some files of inputs.
func (p *Program) TakesCalls(it *syntax.Item) bool { return !p.inputUse(it).Bare }

// inputUse is how an item is used that is a file of inputs; the zero value for other items.
func (p *Program) inputUse(it *syntax.Item) check.InputUse {
	if it.Inputs == nil {
		return check.InputUse{}
	}
	var pkg *schema.Package
	if token, ok := schema.ParseToken(it.Inputs.Token); ok {
		pkg = p.Package(token.Schema())
	}
	return check.InputUseOf(it.Inputs, pkg)
}

// ParameterizationAttributes are what the parameterization of a package block
// sets.
func ParameterizationAttributes() []Attribute { return bodyAttributes(language.ParameterizationBody()) }

func bodyAttributes(body *language.Body) []Attribute {
	return lists.Map(body.Attributes, func(a language.Attribute) Attribute {
		return Attribute{Name: a.Name, Doc: a.Doc, Type: a.Type, Required: a.Required, IsBlock: a.Body != nil}
	})
}

// componentAttributes are the configs of the program behind a component, by
// their logical names.
func (p *Program) componentAttributes(ctx context.Context, it *syntax.Item) []Attribute {
	var all []Attribute
	switch len(it.Labels) {
	case 1:
		return append(all, Attribute{Name: "token", Type: typesys.String, Required: true, Doc: "The type token of the component resource."})
	case 2:
	default:
		return all
	}
	found := p.componentInterface(newRun(ctx, p), it.Labels[1].Value)
	for _, name := range found.Names() {
		input := found.Inputs[name]
		all = append(all, Attribute{Name: name, Type: input.Type, Required: input.Required, Doc: p.configDoc(found.Dir, input)})
	}
	return all
}

// configDoc is the description of the config behind a component's input.
func (p *Program) configDoc(dir string, input check.ComponentInput) string {
	inner := p.world.Component(dir)
	if inner == nil {
		return ""
	}
	for e := range inner.core.Items() {
		if check.KindOf(e) != 0 && e.Path == input.Path && diagnostic.NameOf(e).Span(inner.core, e) == input.Span {
			return ConfigDescription(e.Syntax)
		}
	}
	return ""
}

// ConfigDescription is the literal description of a config block, empty when it
// has none.
func ConfigDescription(it *syntax.Item) string {
	if it.Kind != syntax.KindConfig || it.Block() == nil {
		return ""
	}
	a := it.Block().Body.Attributes["description"]
	if a == nil {
		return ""
	}
	text, _ := tree.PlainText(a.Expr)
	return text
}
