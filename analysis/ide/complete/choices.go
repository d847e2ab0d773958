package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file lists the values of types that have only a few: bools, constants and enums.

// choice is one value of such a type.
type choice struct {
	value                          cty.Value
	name, description, deprecation string
	order                          int // position in the declaration
}

func (v choice) isString() bool { return v.value.Type() == cty.String }

// choices returns the values of a type that has only a few, in declaration order.
func (c *completer) choices(t typesys.Type) []choice {
	var all []choice
	for _, a := range probe.Alternatives(t) {
		switch a.Kind() {
		case typesys.KindBool:
			all = append(all, choice{value: cty.True}, choice{value: cty.False})
		case typesys.KindConst:
			if !a.Value().IsNull() {
				all = append(all, choice{value: a.Value()})
			}
		case typesys.KindEnum:
			all = append(all, c.enumChoices(a)...)
		}
	}
	for i := range all {
		all[i].order = i
	}
	return all
}

// enumChoices returns the values of an enum, with their documentation from the schema.
func (c *completer) enumChoices(enum typesys.Type) []choice {
	said := map[string]schema.EnumValue{} // keyed by source text, because some enums have hundreds of values
	if declared := c.enumType(enum.Token()); declared != nil {
		for _, d := range declared.Values {
			said[typesys.FormatValue(d.Value)] = d
		}
	}
	var all []choice
	for _, v := range enum.Values() {
		d := said[typesys.FormatValue(v)]
		all = append(all, choice{value: v, name: d.Name, description: d.Description, deprecation: d.Deprecation})
	}
	return all
}

// enumType returns the declaration of an enum, or nil if its package is not loaded.
func (c *completer) enumType(token string) *schema.EnumType {
	t, ok := schema.ParseToken(token)
	if !ok {
		return nil
	}
	pkg := c.p.Package(t.Package)
	if pkg == nil {
		return nil
	}
	return pkg.EnumType(token)
}
