package schema_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// unionSchema mentions a type in every way that a reference can be written, and where it
// does not count.
const unionSchema = `{
  "name": "u", "version": "1.0.0",
  "provider": {"inputProperties": {"p": {"oneOf": [{"$ref": "#/types/u:m%2FA:A"}, {"$ref": "#/types/u:m/B:B"}]}}},
  "resources": {
    "u:m/r:R": {
      "inputProperties": {
        "both": {"oneOf": [{"$ref": "#/types/u:m%2FA:A"}, {"type": "string"}]},
        "list": {"type": "array", "items": {"oneOf": [{"type": "array", "items": {"oneOf": [{"$ref": "#/types/u:m/A:A"}, {"$ref": "#/types/u:m/B:B"}]}}]}},
        "alone": {"$ref": "#/types/u:m/A:A"},
        "resource": {"oneOf": [{"$ref": "#/resources/u:m%2Fr:R"}, {"type": "string"}]}
      },
      "properties": {
        "both": {"oneOf": [{"$ref": "#/types/u:m%2FA:A"}, {"type": "string"}]},
        "given": {"type": "object", "additionalProperties": {"oneOf": [{"$ref": "/u/v1.0.0/schema.json#/types/u:m%2FA:A"}, {"type": "string"}]}}
      }
    },
    "u:m/s:S": {"inputProperties": {"wrong": [{"oneOf": "A"}]}, "description": "oneOf A"}
  },
  "functions": {
    "u:m/f:f": {
      "inputs": {"properties": {"in": {"oneOf": [{"$ref": "#/types/u:m/A:A"}, {"$ref": "#/types/u:other/A:A"}]}}},
      "outputs": {"properties": {"out": {"oneOf": [{"$ref": "#/types/u:m/A:A"}, {"type": "integer"}]}}}
    }
  },
  "types": {
    "u:m/A:A": {"type": "object", "properties": {"self": {"oneOf": [{"$ref": "#/types/u:m/A:A"}, {"type": "string"}]}}},
    "u:m/B:B": {"type": "object", "properties": {"foreign": {"oneOf": [{"$ref": "/v/v1.0.0/schema.json#/types/u:m%2FA:A"}, {"type": "string"}]}}},
    "u:other/A:A": {"type": "object", "properties": {"none": {"type": "string"}}}
  }
}`

func TestUnionsOf(t *testing.T) {
	t.Parallel()
	pkg, err := schema.Open(strings.NewReader(unionSchema), int64(len(unionSchema)))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		kind        schema.MemberKind
		token, want string
	}{
		{schema.TypeMember, "u:m/A:A", "[resource u:m/r:R both, resource u:m/r:R list, resource u:m/r:R given (output), function u:m/f:f in, function u:m/f:f out (output), type u:m/A:A self]"},
		{schema.TypeMember, "u:m/B:B", "[resource u:m/r:R list]"},
		{schema.TypeMember, "u:other/A:A", "[function u:m/f:f in]"},
		{schema.ResourceMember, "u:m/r:R", "[resource u:m/r:R resource]"},
		{schema.FunctionMember, "u:m/f:f", "[]"},
	} {
		found, err := schema.Member{Package: pkg, Kind: test.kind, Token: test.token}.UnionsOf(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, u := range found {
			text := fmt.Sprintf("%s %s %s", u.Kind, u.Token, u.Property)
			if u.Output {
				text += " (output)"
			}
			if u.Declaration() == nil {
				t.Errorf("there is no %s", text)
			}
			all = append(all, text)
		}
		if got := "[" + strings.Join(all, ", ") + "]"; got != test.want {
			t.Errorf("%s: got %s, want %s", test.token, got, test.want)
		}
	}
}

// A schema that cannot be read any more, and who does not wait, are told.
func TestUnionsOfFails(t *testing.T) {
	t.Parallel()
	text := &vanishing{text: unionSchema}
	pkg, err := schema.Open(text, int64(len(unionSchema)))
	if err != nil {
		t.Fatal(err)
	}
	m := schema.Member{Package: pkg, Kind: schema.TypeMember, Token: "u:m/A:A"}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if found, err := m.UnionsOf(ctx); !errors.Is(err, context.Canceled) || found != nil {
		t.Errorf("got %v, %v", found, err)
	}
	text.gone = true
	if found, err := m.UnionsOf(context.Background()); err == nil || found != nil {
		t.Errorf("got %v, %v", found, err)
	}
}
