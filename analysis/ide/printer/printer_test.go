package printer_test

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

func TestPlaceholder(t *testing.T) {
	t.Parallel()
	object := typesys.Object(
		typesys.Property{Name: "a b", Type: typesys.String},
		typesys.Property{Name: "list", Type: typesys.List(typesys.Int)},
		typesys.Property{Name: "may", Type: typesys.Optional(typesys.Bool)},
	)
	for _, test := range []struct {
		t    typesys.Type
		want string
	}{
		{typesys.String, `""`},
		{typesys.Input(typesys.Number), "0"},
		{typesys.Optional(typesys.Bool), "false"},
		{typesys.Output(typesys.Map(typesys.String)), "{}"},
		{object, `{ "a b" = "", list = [] }`},
		{typesys.Enum("x:index:E", typesys.String, cty.StringVal("${one}"), cty.StringVal("two")), `"$${one}"`},
		{typesys.Const(typesys.Int, cty.NumberIntVal(7)), "7"},
		{typesys.Union(typesys.None, typesys.Asset), `stringAsset("")`},
		{typesys.Tuple(typesys.Bool, typesys.String), `[false, ""]`},
		{typesys.Dynamic, "null"},
	} {
		if got := printer.Placeholder(test.t); got != test.want {
			t.Errorf("%s: got %s, want %s", test.t, got, test.want)
		}
	}
}

func TestLabel(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		t    typesys.Type
		want string
		ok   bool
	}{
		{typesys.Output(typesys.String), "string", true},
		{typesys.Dynamic, "any", true},
		{typesys.Tuple(typesys.Int, typesys.Int), `"list(int)"`, true},
		{typesys.Tuple(typesys.Int, typesys.String), `"list(any)"`, true},
		{typesys.Object(typesys.Property{Name: "a", Type: typesys.Optional(typesys.Bool)}), `"object({a = optional(bool)})"`, true},
		{typesys.Union(typesys.String, typesys.Bool), "any", false},
		{typesys.Asset, "any", false},
	} {
		if got, ok := printer.Label(test.t); got != test.want || ok != test.ok {
			t.Errorf("%s: got %s %t, want %s %t", test.t, got, ok, test.want, test.ok)
		}
	}
}
