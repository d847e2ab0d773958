package check

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file describes what the body of a resource may set.

// resourceInputs is what a body may set.
type resourceInputs struct {
	known   bool // whether a schema says what there is
	owner   string
	props   []*schema.Property
	outputs *schema.Resource
	pkg     *schema.Package
	bare    bool // there are no options and nothing else around the inputs
}

func (in resourceInputs) property(name string) *schema.Property {
	if len(in.props) > 0 && in.props[0].Name == name { // the id, which a read has besides
		return in.props[0]
	}
	return schema.FindProperty(in.props[min(1, len(in.props)):], name)
}

func (in resourceInputs) names() []string {
	return lists.Map(in.props, func(p *schema.Property) string { return p.Name })
}

// suggested are the names to suggest for a misspelled input of the item, sorted.
func (c *checker) suggested(in resourceInputs) []string {
	return c.namesOf(typesys.Type{}, func() []string {
		current := resourceInputs{props: lists.Where(in.props, func(p *schema.Property) bool { return p.Deprecation == "" })}
		return slices.Sorted(slices.Values(current.names()))
	})
}

// types are the plain types of the inputs, by name.
func (in resourceInputs) types() map[string]typesys.Type {
	types := make(map[string]typesys.Type, len(in.props))
	for _, p := range in.props {
		types[p.Name] = p.Plain
	}
	return types
}
