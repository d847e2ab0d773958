package state_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/internal/cost"
)

// with is a state of one resource with one input.
func with(input string) []byte {
	return []byte(`{"version": 3, "deployment": {"resources": [{"urn": "urn:pulumi:s::p::a:b:C::n", "type": "a:b:C", "inputs": {"x": ` + input + `}}], "secrets_providers": {"type": "passphrase"}}}`)
}

// read is that input, and the properties that were not read.
func read(t *testing.T, input string) (cty.Value, []string) {
	t.Helper()
	s, err := state.Read(with(input))
	if err != nil {
		t.Fatalf("%.200s: %v", input, err)
	}
	return s.Resources[0].Inputs.GetAttr("x"), s.Resources[0].Unread
}

// signed is an object with a signature.
func signed(signature, members string) string {
	return `{` + members + `, "` + signatureKey + `": "` + signature + `"}`
}

const (
	signatureKey = "4dabf18193072939515e22adb298388d"

	secret     = "1b47061264138c4ac30d75fd1eb44270"
	asset      = "c44067f5952c0a294b673a41bacd8c17"
	archive    = "0def7320c3a5731c473e5ecbe6d01bc7"
	reference  = "5cf8f73096256a8f31e491e813e4eb8e"
	output     = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
	byteString = "803fd3297a5875dc03ca845dda5d2a98"
	float      = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c"
)

// Objects with a signature stand for values that JSON does not have.
func TestSpecial(t *testing.T) {
	t.Parallel()
	hidden := func(v cty.Value) cty.Value { return v.Mark(value.Hidden) }
	locked := func(v cty.Value) cty.Value { return hidden(v.Mark(value.Secret)) }
	plaintext := func(v string) string {
		quoted, _ := json.Marshal(v) // a string is no error
		return signed(secret, `"plaintext": `+string(quoted))
	}
	for _, test := range []struct {
		input string
		want  cty.Value
	}{
		{signed(secret, `"ciphertext": "c"`), locked(cty.DynamicVal)},
		{plaintext(`"p"`), locked(cty.StringVal("p"))},
		{plaintext(`null`), locked(cty.NullVal(cty.DynamicPseudoType))},
		{plaintext(`{"a": [1]}`), locked(cty.ObjectVal(map[string]cty.Value{"a": hidden(cty.TupleVal([]cty.Value{hidden(cty.NumberIntVal(1))}))}))},
		{plaintext(plaintext(`"p"`)), locked(cty.StringVal("p"))},
		{plaintext(signed(asset, `"hash": "1", "text": "p"`)), locked(value.File(value.AssetType, "1"))},
		{plaintext(signed(reference, `"urn": "u", "id": "i"`)), locked(cty.ObjectVal(map[string]cty.Value{"urn": cty.StringVal("u"), "id": cty.StringVal("i")}))},
		{`[` + signed(secret, `"ciphertext": "c"`) + `]`, cty.TupleVal([]cty.Value{locked(cty.DynamicVal)})},
		{signed(asset, `"hash": "1", "text": "t"`), value.File(value.AssetType, "1")},
		{signed(asset, `"path": "p"`), cty.UnknownVal(value.AssetType)},
		{signed(archive, `"hash": "1", "assets": {"f": `+signed(asset, `"hash": "2"`)+`}`), value.File(value.ArchiveType, "1")},
		{signed(archive, `"uri": "u"`), cty.UnknownVal(value.ArchiveType)},
		{signed(reference, `"urn": "u", "packageVersion": "1"`), cty.ObjectVal(map[string]cty.Value{"urn": cty.StringVal("u")})},
		{signed(reference, `"urn": "u", "id": "i"`), cty.ObjectVal(map[string]cty.Value{"urn": cty.StringVal("u"), "id": cty.StringVal("i")})},
		{signed(reference, `"urn": "u", "id": ""`), cty.ObjectVal(map[string]cty.Value{"urn": cty.StringVal("u"), "id": cty.UnknownVal(cty.String)})},
		{signed(reference, `"urn": "u", "id": {"V": "i"}`), cty.ObjectVal(map[string]cty.Value{"urn": cty.StringVal("u"), "id": cty.StringVal("i")})},
		{signed(reference, `"urn": "u", "id": {"V": {}}`), cty.ObjectVal(map[string]cty.Value{"urn": cty.StringVal("u"), "id": cty.UnknownVal(cty.String)})},
		{signed(reference, `"urn": "u", "id": {"V": null}`), cty.ObjectVal(map[string]cty.Value{"urn": cty.StringVal("u")})},
		{signed(output, `"value": "v"`), locked(cty.DynamicVal)},
		{signed(byteString, `"value": "/w=="`), cty.UnknownVal(cty.String)},
		{signed(float, `"value": "7ff0000000000000"`), cty.PositiveInfinity},
		{signed(float, fmt.Sprintf(`"value": "%x"`, math.Float64bits(math.NaN()))), cty.UnknownVal(cty.Number)},
		{`"04da6b54-80e4-46f7-96ec-b56ff0331ba9"`, cty.DynamicVal},
		{`"dd056dcd-154b-4c76-9bd3-c8f88648b5ff"`, cty.DynamicVal},
	} {
		if got, unread := read(t, test.input); !got.RawEquals(test.want) || unread != nil {
			t.Errorf("%s: %#v, want %#v; unread: %v", test.input, got, test.want, unread)
		}
	}
}

// Plain JSON is read as it is.
func TestPlain(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		want := random(rnd, 4)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, unread := read(t, string(text)); !got.RawEquals(valueOf(want)) || unread != nil {
			t.Errorf("%s: %#v", text, got)
		}
	}
}

func random(rnd *rand.Rand, depth int) any {
	switch kinds := 6; {
	case depth == 0:
		kinds = 4
		fallthrough
	default:
		switch rnd.IntN(kinds) {
		case 0:
			return nil
		case 1:
			return rnd.IntN(2) == 0
		case 2:
			return rnd.NormFloat64() * math.Pow(10, float64(rnd.IntN(40)-20))
		case 3:
			return strings.Repeat([]string{"a", "é", "e\u0301", "\"\\\n", "😀", "${x}"}[rnd.IntN(6)], rnd.IntN(4))
		case 4:
			all := make([]any, rnd.IntN(4))
			for i := range all {
				all[i] = random(rnd, depth-1)
			}
			return all
		}
		all := map[string]any{}
		for range rnd.IntN(4) {
			all[string(rune('a'+rnd.IntN(26)))] = random(rnd, depth-1)
		}
		return all
	}
}

func valueOf(v any) cty.Value {
	switch v := v.(type) {
	case bool:
		return cty.BoolVal(v)
	case float64:
		return cty.NumberFloatVal(v)
	case string:
		return cty.StringVal(v)
	case []any:
		all := make([]cty.Value, len(v))
		for i := range v {
			all[i] = valueOf(v[i])
		}
		return cty.TupleVal(all)
	case map[string]any:
		all := map[string]cty.Value{}
		for key := range v {
			all[key] = valueOf(v[key])
		}
		return cty.ObjectVal(all)
	}
	return cty.NullVal(cty.DynamicPseudoType)
}

// Invariant: no value has more than [value.MaxNodes] members; a property beyond that is unknown
// and listed. It is secret if a secret is in it, or may be in what was passed.
func TestLimits(t *testing.T) {
	t.Parallel()
	list := func(n int, element string) string { return "[" + strings.Repeat(element+",", n-1) + element + "]" }
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, test := range []struct {
		name, input    string
		unread, secret bool
	}{
		{"as many members as allowed", list(value.MaxNodes-1, "1"), false, false},
		{"one more", list(value.MaxNodes, "1"), true, false},
		{"many more", list(50*value.MaxNodes, "1"), true, false},
		{"many members of members", list(100, list(100, "1")), true, true},
		{"a long text", `"` + strings.Repeat("a", (value.MaxNodes-1)*value.BytesPerNode) + `"`, false, false},
		{"a longer one", `"` + strings.Repeat("a", value.MaxNodes*value.BytesPerNode) + `"`, true, false},
		{"as deep as allowed", deep(100), false, false},
		{"deeper", deep(101), true, true},
		{"much deeper", deep(9_900), true, true},
		{"a secret in many", `[` + signed(secret, `"ciphertext": "c"`) + `,` + list(value.MaxNodes, "1") + `]`, true, true},
		{"two keys that are one to Unicode", `{"é": 1, "e\u0301": 2}`, true, false},
		{"long ciphertext", signed(secret, `"ciphertext": "`+strings.Repeat("a", 400_000)+`"`), false, true},
		{"long plaintext", signed(secret, `"plaintext": "\"`+strings.Repeat("a", 400_000)+`\""`), true, true},
		{"an archive of many files", signed(archive, `"assets": {"f": `+list(2*value.MaxNodes, "{}")+`}, "hash": "1"`), false, false},
	} {
		got, unread := read(t, test.input)
		if want := []string{"inputs.x"}; test.unread && (!slices.Equal(unread, want) || got.IsKnown()) || !test.unread && unread != nil {
			t.Errorf("%s: unread: %v; known: %v", test.name, unread, got.IsKnown())
		}
		if marks := got.Marks(); (len(marks) == 2) != test.secret {
			t.Errorf("%s: marks: %v", test.name, marks)
		}
	}
}

// The work is about in proportion to the length of the text.
func TestLinear(t *testing.T) {
	work := map[string]func(n int) string{
		"members": func(n int) string { return strings.Repeat("1,", n) + "1" },
		"objects": func(n int) string { return strings.Repeat(`{"a": {"b": []}},`, n) + "1" },
		"depth":   func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) },
		"secrets": func(n int) string { return strings.Repeat(signed(secret, `"plaintext": "[1, 2]"`)+",", n) + "1" },
		"text":    func(n int) string { return `"` + strings.Repeat(`\n`, n) + `"` },
		"plaintexts": func(n int) string {
			return signed(secret, `"plaintext": "`+strings.Repeat("[", n)+strings.Repeat("]", n)+`"`)
		},
	}
	for name, text := range work {
		shape := cost.Shape{Name: name}
		new(cost.Sheet).Check(t, "read", "", shape, 2_000, func(n int) []float64 {
			input := with("[" + text(n) + "]")
			return cost.Of(func() {
				if _, err := state.Read(input); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}
