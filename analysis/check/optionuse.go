package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file says which options have an effect at all, and leads those that have
// one to the checks of their values. (PCL specification, pcl-diagnostics.md,
// section B.4.)

// unusedByComponents are the options that mean nothing for a component resource:
// they are about what a provider does, and a component has none of its own.
var unusedByComponents = []string{
	"ignoreChanges", "customTimeouts", "additionalSecretOutputs", "replaceOnChanges", "retainOnDelete", "deletedWith", "replaceWith",
}

// optionUse looks at an option whose type was checked. Findings from before on are
// those about its value.
func (c *checker) optionUse(it *syntax.Item, a *hclsyntax.Attribute, before int) {
	switch {
	case it.Kind == syntax.KindComponent && slices.Contains(pathListOptions, a.Name):
		c.pathsOfComponent(a, before)
		return
	case c.failedSince(before, tree.Span(a.Expr.Range())) && !slices.Contains(pathListOptions, a.Name):
		return
	case it.Kind == syntax.KindRead, it.Kind == syntax.KindComponent && a.Name != "parent" && a.Name != "providers":
		c.optionIgnored(it, a)
		return
	}
	if c.inputs.outputs != nil && c.inputs.outputs.IsComponent && slices.Contains(unusedByComponents, a.Name) {
		c.find(codes.OptionComponentResource, tree.Span(a.NameRange),
			"`"+a.Name+"` has no effect here: "+c.inputs.owner+" is a component; set it on the resources inside")
	}
	c.optionValue(it, a, before)
}

// optionIgnored is about an option that the run does not look at.
func (c *checker) optionIgnored(it *syntax.Item, a *hclsyntax.Attribute) {
	span := tree.Span(a.NameRange)
	switch {
	case a.Name == "range":
		c.find(codes.RangeIgnored, span, "`range` has no effect on a "+it.Keyword+": the run makes one of it and not several")
	case it.Kind == syntax.KindRead:
		c.find(codes.OptionIgnored, span, "`"+a.Name+"` has no effect: the run applies no options to a read")
	default:
		c.find(codes.OptionIgnored, span, "`"+a.Name+"` has no effect: the run applies only `parent` and `providers` to a component")
	}
}

// optionValue checks the value of an option beyond its type.
func (c *checker) optionValue(it *syntax.Item, a *hclsyntax.Attribute, before int) {
	switch a.Name {
	case "range":
		c.rangeValue(it, a)
	case "protect", "retainOnDelete", "deleteBeforeReplace":
		c.unconverted(a.Expr, typesys.Bool, "`"+a.Name+"`")
	case "import":
		if !c.unconverted(a.Expr, typesys.String, "`import`") {
			c.importOfMany(it, a)
		}
	case "envVarMappings":
		c.unconvertedMembers(a)
	case "customTimeouts":
		if !c.unconvertedMembers(a) {
			c.timeouts(a)
		}
	case "aliases":
		c.aliases(a)
	case "parent", "provider", "deletedWith":
		c.single(a.Expr, "`"+a.Name+"`")
	case "dependsOn", "replaceWith", "providers":
		c.several(it, a)
	case "ignoreChanges", "hideDiffs", "replaceOnChanges", "additionalSecretOutputs":
		c.paths(it, a, before)
	}
}

// failedSince reports whether an error or warning was found in a place since then.
// That a text cannot be read as another type is not the last word: an option does
// not even try.
func (c *checker) failedSince(before int, span syntax.Span) bool {
	return slices.ContainsFunc(c.info.Findings[before:], func(d Diagnostic) bool {
		return d.Severity <= codes.Warning && d.Code != codes.LiteralParse && span.Start <= d.Span.Start && d.Span.End <= span.End
	})
}

// pathsOfComponent is about a list of property paths on a component, whose names
// are looked up in the program and not among the inputs. What went wrong with them
// has this one cause.
func (c *checker) pathsOfComponent(a *hclsyntax.Attribute, before int) {
	message := "a component takes no property paths: names in `" + a.Name + "` are not its inputs; set the option on the resources inside"
	failed := slices.IndexFunc(c.info.Findings[before:], func(d Diagnostic) bool { return d.Severity == codes.Error })
	if failed < 0 {
		c.find(codes.OptionPropertyListComponent, tree.Span(a.NameRange), message)
		return
	}
	span := c.info.Findings[before+failed].Span
	c.info.Findings = c.info.Findings[:before]
	c.findAs(codes.Error, codes.OptionPropertyListComponent, span, message)
}
