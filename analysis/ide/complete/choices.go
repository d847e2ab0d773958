package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/partial"

	"fmt"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers the values of types that have only a few.

// choice is one of the few values of a type.
type choice struct {
	value                          cty.Value
	name, description, deprecation string
	order                          int // in the declaration
}

func (v choice) isString() bool { return v.value.Type() == cty.String }

// choices are the values of a type that has only a few, in the order of their
// declaration.
func (c *completer) choices(t typesys.Type) []choice {
	var all []choice
	for _, a := range partial.Alternatives(t) {
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

// enumChoices are the values of an enum with what its schema says of them.
func (c *completer) enumChoices(enum typesys.Type) []choice {
	said := map[string]schema.EnumValue{} // by the value as a program writes it; some enums have hundreds
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

// enumType is the declaration of an enum; nil if its package is not at hand.
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

// choice adds an item for a value. A text is offered with its quotes, except
// inside a string.
func (c *completer) choice(v choice) {
	r := rankBest
	if v.deprecation != "" {
		r = rankOther
	}
	item := Item{
		Label: valueText(v.value), Kind: KindValue, Detail: v.name, Deprecated: v.deprecation != "",
		Doc: c.docOf(v.description, v.deprecation), Sort: sortText(r, fmt.Sprintf("%03d", v.order)),
	}
	if !v.isString() {
		c.add(item)
		return
	}
	item.Insert = v.value.AsString()
	if c.Cursor.Form == partial.FormQuoted {
		item.Label = item.Insert
	}
	c.addQuoted(item)
}
