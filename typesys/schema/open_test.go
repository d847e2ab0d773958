package schema_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

func TestOpenAccepts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, version string }{
		{"small", `{"name":"a"}`, ""},
		{"byte order mark", "\ufeff" + `{"name":"a","version":"1.0.0"}`, "1.0.0"},
		{"white space", "\n\t {\r\n\"name\" : \"a\" }\n\n", ""},
		{"leading v", `{"name":"a","version":"v2.11.0-alpha.1+gc19122c6.dirty"}`, "2.11.0-alpha.1+gc19122c6.dirty"},
		{"nulls", `{"name":"a","resources":null,"functions":null,"types":null,"meta":null,"provider":null}`, ""},
		{"unknown members", `{"x":[{"y":1}],"name":"a","language":{"go":{"z":[1,2]}}}`, ""},
		{"repeated member", `{"name":"b","name":"a"}`, ""},
		{"invalid UTF-8", "{\"name\":\"a\",\"description\":\"\xff\"}", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, test.text)
			if p.Name() != "a" || p.Version() != test.version {
				t.Errorf("%s: got %s %s, want a %s", test.text, p.Name(), p.Version(), test.version)
			}
		})
	}
}

func TestOpenRejects(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{``, "byte 0"},
		{`{}`, "no name"},
		{`{"name":""}`, "no name"},
		{`[]`, "byte 0: found [ where an object belongs"},
		{`{"name":"a"`, "byte 11"},
		{`{"name":"a","resources":{"a:b:C":{]}}`, "byte 34"},
		{`{"name":"a","resources":[]}`, "found [ where an object belongs"},
		{`{"name":1}`, "where string belongs"},
		{`{"name":"a"} x`, "byte 13"},
		{`{"name":"a"}{}`, "after the end"},
		{"\ufeff" + `{"name":"a",}`, "byte 15: found } where a name belongs"},
		{`{"name":"a","types":{"x":` + strings.Repeat("[", 20000), "exceeded max depth"},
	} {
		p, err := schema.Open(strings.NewReader(test.text), int64(len(test.text)))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60s: got %v, %v, want an error with %q", test.text, p, err, test.want)
		}
	}
}

func TestPeek(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{`{"name":"a","version":"v1.0.0","resources":{broken`, "a 1.0.0 <nil>"},
		{`{"resources":{"a:b:C":{}},"version":"1.0.0","name":"a"}`, "a 1.0.0 <nil>"},
		{`{"name":"a","types":{}}`, "a  <nil>"},
		{`{"version":"1.0.0"}`, "  not a package schema: it has no name"},
	} {
		name, version, err := schema.Peek(strings.NewReader(test.text))
		if got := fmt.Sprint(name, " ", version, " ", err); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
}

// Opening reads the text forwards, once, and a member only when asked for it.
func TestReadsWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	r := &recorder{text: `{"name":"a","resources":{"a::R":{"properties":{"x":{"$ref":"#/types/a::T"}}}},
		"types":{"a::T":{"properties":{"y":{"$ref":"#/types/a::U"}}},"a::U":{"type":"object"}}}`}
	p, err := schema.Open(r, int64(len(r.text)))
	if err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		what string
		do   func()
		want []string
	}{
		{"tokens", func() { p.ResourceTokens(); p.Canonical("a::R") }, nil},
		{"a resource", func() { p.Resource("a::R") }, []string{`{"properties":{"x"`, `{"properties":{"y"`}},
		{"it again", func() { p.Resource("a:index:R") }, nil},
		{"a nested type", func() { p.ObjectType("a::T").Properties() }, []string{`{"properties":{"y"`, `{"type":"object"}`}},
		{"it again", func() { p.ObjectType("a::T").Properties() }, nil},
	}
	for _, step := range steps {
		r.reads = nil
		step.do()
		if !slices.EqualFunc(r.reads, step.want, strings.HasPrefix) {
			t.Errorf("%s: read %q, want %q", step.what, r.reads, step.want)
		}
	}
}

// recorder notes what is read.
type recorder struct {
	text  string
	reads []string
}

func (r *recorder) ReadAt(p []byte, at int64) (int, error) {
	n, err := strings.NewReader(r.text).ReadAt(p, at)
	r.reads = append(r.reads, string(p[:n]))
	return n, err
}

// A text that can no longer be read makes members unreadable, not wrong.
func TestTextGoesAway(t *testing.T) {
	t.Parallel()
	r := &vanishing{text: `{"name":"a","resources":{"a::R":{}},"functions":{"a::f":{}},"types":{"a::T":{}}}`}
	p, err := schema.Open(r, int64(len(r.text)))
	if err != nil {
		t.Fatal(err)
	}
	r.gone = true
	if got := p.Resource("a::R"); !got.Unreadable || got.Type().String() != "dynamic" || len(got.Problems) != 1 {
		t.Errorf("resource: got %+v", got)
	}
	if got := p.Function("a::f"); !got.Unreadable || got.Return.String() != "dynamic" {
		t.Errorf("function: got %+v", got)
	}
	if got := p.ObjectType("a::T"); got != nil {
		t.Errorf("type: got %+v", got)
	}
	if got := p.Problems(); len(got) != 3 || !strings.Contains(got[0].Message, "gone") {
		t.Errorf("problems: got %v", got)
	}
}

type vanishing struct {
	text string
	gone bool
}

func (v *vanishing) ReadAt(p []byte, at int64) (int, error) {
	if v.gone {
		return 0, errors.New("gone")
	}
	n, err := strings.NewReader(v.text).ReadAt(p, at)
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

func FuzzOpen(f *testing.F) {
	f.Add(`{"name":"a","version":"1.0.0","meta":{"moduleFormat":"("},"resources":{"a:b:C":{"properties":{"x":{"type":"string"}}}}}`)
	f.Add(`{"name":"a","types":{"a::T":{"properties":{"t":{"oneOf":[{"$ref":"#/types/a::T"}],"discriminator":{"propertyName":"k"}}}}}}`)
	f.Add(`{"name":"a","functions":{"a::f":{"inputs":{"properties":{"__self__":{}}},"outputs":{"plain":true,"type":"array"}}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := schema.Open(strings.NewReader(text), int64(len(text)))
		if err != nil {
			return
		}
		for _, token := range p.ResourceTokens() {
			if r := p.Resource(token); r != nil {
				_ = r.Type().Structural()
			}
		}
		for _, token := range p.FunctionTokens() {
			if fn := p.Function(token); fn != nil {
				_ = fn.InputShaped.Structural()
			}
		}
		for _, token := range p.TypeTokens() {
			p.ObjectType(token)
			p.EnumType(token)
		}
	})
}

// A member of the wrong kind is described in words of the schema.
func TestMisshapenMember(t *testing.T) {
	t.Parallel()
	p := open(t, `{"name":"a","resources":{"a::R":{"inputProperties":"x"},"a::S":[]},"functions":{"a::f":{"outputs":3}}}`)
	for _, c := range []struct {
		got  []string
		want string
	}{
		{p.Resource("a::R").Problems, "`inputProperties` cannot be a text"},
		{p.Resource("a::S").Problems, "it cannot be a list"},
		{p.Function("a::f").Problems, "outputs: it cannot be a number"},
	} {
		if len(c.got) != 1 || c.got[0] != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
