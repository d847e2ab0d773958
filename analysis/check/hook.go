package check

import (
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks hook blocks. (docs/language/hooks.md)

// hookMembers are the attributes of a hook of a kind, by name.
func hookMembers(kind string) map[string]language.Attribute {
	all := map[string]language.Attribute{}
	for _, a := range language.BlockOf(syntax.KindHook).Body.Attributes {
		if a.Choice == "" || a.Choice == kind {
			all[a.Name] = a
		}
	}
	return all
}

// HookArgs is the type of args in a hook's command.
func HookArgs(kind string) typesys.Type {
	anything := typesys.Map(typesys.Dynamic)
	props := []typesys.Property{
		{Name: "urn", Type: typesys.String}, {Name: "id", Type: typesys.ID}, {Name: "name", Type: typesys.String},
		{Name: "type", Type: typesys.String}, {Name: "newInputs", Type: anything}, {Name: "oldInputs", Type: anything},
		{Name: "oldOutputs", Type: anything},
	}
	if kind == language.ResourceHook {
		props = append(props, typesys.Property{Name: "newOutputs", Type: anything})
	}
	return typesys.Object(props...)
}

// IsHookKind reports whether a hook can be of a kind; one that cannot is reported
// where it is declared.
func IsHookKind(kind string) bool { return kind == language.ResourceHook || kind == language.ErrorHook }

func (c blocks) hook(it *syntax.Item) {
	if !c.labels(it) {
		c.looseBody(it.Block().Body)
		return
	}
	kind := it.Labels[0].Value
	if !IsHookKind(kind) {
		unknown := diagnostic.Advice{Message: "the kind of a hook is `resource` or `error`, not `" + kind + "`"}
		if near := typesys.Near(kind, []string{language.ResourceHook, language.ErrorHook}); near != "" {
			unknown = diagnostic.Advice{Message: "there is no hook kind `" + kind + "`"}.DidYouMean(near)
		}
		c.info.advise(codes.HookKind, it.Labels[0].Span, unknown)
		c.looseBody(it.Block().Body)
		return
	}
	args := &Object{Kind: ObjectArgs, Name: language.ArgsVariable, Type: HookArgs(kind)}
	members := hookMembers(kind)
	names := slices.Sorted(maps.Keys(members))
	meansCommand := false // by a misspelling, which is then the one thing to report
	for _, a := range it.Attributes() {
		m, known := members[a.Name]
		switch {
		case !known:
			c.info.advise(codes.HookMember, tree.Span(a.NameRange), unknownProperty("a hook of kind `"+kind+"`", a.Name, names))
			c.expr(a.Expr)
			meansCommand = meansCommand || typesys.Near(a.Name, names) == "command"
		case a.Name == "command":
			c.attribute(a, m.Type, m.Doc)
			c.with([]*Object{args}, func() { c.want(a.Expr, m.Type, needs{code: codes.HookType, place: "`command`"}) })
			c.hookCommand(a)
		default:
			c.attribute(a, m.Type, m.Doc)
			if c.converts(a.Expr, c.expr(a.Expr), typesys.InputType(m.Type), needs{code: codes.HookType, name: a.Name}) {
				c.unconverted(a.Expr, m.Type, "`"+a.Name+"`")
			}
		}
	}
	for _, b := range it.Block().Body.Blocks {
		c.info.advise(codes.HookMember, tree.Span(b.TypeRange), unknownProperty("a hook of kind `"+kind+"`", b.Type, names))
		c.looseBody(b.Body)
	}
	if it.Block().Body.Attributes["command"] == nil && len(it.Errors) == 0 && !meansCommand {
		c.info.find(codes.HookCommandMissing, tree.Header(it), "a hook needs a `command`: the program to run and its arguments")
	}
}
