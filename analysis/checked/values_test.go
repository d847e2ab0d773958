package checked_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
)

func (e *editedProgram) findings(t *testing.T) []diagnostic.Diagnostic {
	t.Helper()
	found, err := e.program.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// A literal in another item is reported where it is used. The finding follows
// edits of the literal, and the related place follows the text around it.
func TestLiteralsOfOtherItems(t *testing.T) {
	t.Parallel()
	schemas := loadSchemas(t, conformanceDir+"/schemas")
	const before = `diet = "herbivor"
config legs string { default = "3" }
beast = { kind = "cat", lives = 9 }
resource r "zoo:index:Animal" {
  name   = "x"
  diet   = diet
  legs   = legs
  friend = beast
}
`
	for _, c := range []struct {
		what, old, new string
		want           []codes.Code
	}{
		{"nothing", "", "", []codes.Code{codes.EnumValue, codes.EnumValue}},
		{"a line above", "diet = \"", "# diets\n\ndiet = \"", []codes.Code{codes.EnumValue, codes.EnumValue}},
		{"the literal", "herbivor", "herbivore", []codes.Code{codes.EnumValue}},
		{"the default", `"3"`, `"4"`, []codes.Code{codes.EnumValue}},
		{"no default", `{ default = "3" }`, `{}`, []codes.Code{codes.EnumValue}},
		{"the kind of an object", `"cat"`, `"cow"`, []codes.Code{codes.EnumValue, codes.EnumValue, codes.UnionDiscriminator}},
		{"a key of an object", `lives`, `livse`, []codes.Code{codes.EnumValue, codes.EnumValue, codes.PropUnknownNested}},
		{"another declaration", `beast = {`, `beast = legs == "x" ? null : {`, []codes.Code{codes.EnumValue, codes.EnumValue}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			edited := editedProgram{schemas: schemas}
			edited.set(before)
			edited.findings(t)
			after := strings.Replace(before, c.old, c.new, 1)
			edited.set(after)
			fresh := editedProgram{schemas: schemas}
			fresh.set(after)
			got := edited.findings(t)
			if diff := cmp.Diff(fresh.findings(t), got, cmpopts.IgnoreUnexported(diagnostic.Diagnostic{}, diagnostic.Related{})); diff != "" {
				t.Errorf("fresh and edited differ (-fresh +edited):\n%s", diff)
			}
			var found []codes.Code
			for _, d := range got {
				found = append(found, d.Code)
			}
			if diff := cmp.Diff(c.want, found); diff != "" {
				t.Errorf("%s\ncodes differ (-want +got):\n%s", after, diff)
			}
		})
	}
}

// Names that name each other twice, or themselves, end.
func TestManyWaysToALiteral(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("self = self\nping = pong\npong = ping\n")
	b.WriteString("t0 = { label = \"leaf\" }\n")
	for i := range 60 {
		fmt.Fprintf(&b, "t%d = { label = \"n\", extra = 1, parent = t%d, children = [t%d, t%d] }\n", i+1, i, i, i)
	}
	b.WriteString(`resource r "zoo:index:Animal" {
  name   = "x"
  diet   = self
  legs   = ping
  family = t60
}
`)
	program := editedProgram{schemas: loadSchemas(t, conformanceDir+"/schemas")}
	program.set(b.String())
	for _, d := range program.findings(t) {
		if d.Code != codes.Cycle && d.Code != codes.PropUnknownNested {
			t.Errorf("%s: %s", d.Code, d.Message)
		}
	}
}
