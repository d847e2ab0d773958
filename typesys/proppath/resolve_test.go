package proppath

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/internal/notation"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// bucket is what the paths of these tests are relative to.
const bucket = `object({name = input(string), tags = input(map(input(string))), list = union(list(string), none),
	objs = list(object({name = string, port = int})), any = dynamic, pair = tuple(int, bool), file = Asset,
	obj = output(object({name = string, nested = object({name = number})})),
	either = union(string, object({deep = bool}), list(object({deep = int}))), size = enum(p:m:Size(string): cty.StringVal("s"))})`

func typeOf(t *testing.T, text string) typesys.Type {
	t.Helper()
	ty, err := notation.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return ty
}

func TestResolve(t *testing.T) {
	t.Parallel()
	root := typeOf(t, bucket)
	for _, c := range []struct{ path, want string }{
		{"name", "string"},
		{"tags", "map(input(string))"},
		{`tags["a.b"]`, "string"},
		{`tags["*"]`, "string"},
		{"list[3]", "string"},
		{"list[*]", "string"},
		{"objs[0].name", "string"},
		{"objs[*]", "object({name = string, port = int})"},
		{"objs[*].*", "string int"},
		{"obj.*", "string object({name = number})"},
		{"obj.nested.name", "number"},
		{"any.x[0].y.*", "dynamic"},
		{"pair[1]", "bool"},
		{"pair[*]", "int bool"},
		{"either.deep", "bool"},
		{"either[0].deep", "int"},
		{`either["*"].*`, "int"},
		{"", bucket},
	} {
		r := Resolve(mustParse(t, c.path), root)
		if r.Problem != nil {
			t.Errorf("%s: %v, want %s", c.path, r.Problem, c.want)
			continue
		}
		want := []string{c.want}
		if !strings.HasPrefix(c.want, "object({name = input") {
			want = splitTypes(c.want)
		}
		if len(r.Types) != len(want) {
			t.Errorf("%s: got %v, want %s", c.path, r.Types, c.want)
			continue
		}
		for i, got := range r.Types {
			if got != typeOf(t, want[i]) {
				t.Errorf("%s: got %v, want %s", c.path, got, want[i])
			}
		}
		if len(r.Steps) != len(mustParse(t, c.path)) {
			t.Errorf("%s: got %d steps", c.path, len(r.Steps))
		}
	}
}

// splitTypes splits at the blanks outside of parentheses.
func splitTypes(text string) []string {
	var out []string
	depth, start := 0, 0
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ' ' && depth == 0:
			out, start = append(out, text[start:i]), i+1
		}
	}
	return append(out, text[start:])
}

func TestResolveProblems(t *testing.T) {
	t.Parallel()
	root := typeOf(t, bucket)
	for _, c := range []struct {
		path    string
		kind    ProblemKind
		segment int
		want    string
	}{
		{"Name", WrongCase, 0, "the property is named `name`; paths are case-sensitive, so `Name` never matches"},
		{"obj.Name", WrongCase, 1, "the property is named `name`; paths are case-sensitive, so `Name` never matches"},
		{"obj.nmae", UnknownProperty, 1, "no property `nmae`; did you mean `name`?"},
		{"objs[0].weight", UnknownProperty, 2, "no property `weight` in { name: string, port: int }"},
		{"tags[0]", IndexOnMap, 1, "an index selects nothing in map(input(string)); write `[\"0\"]`"},
		{`list["0"]`, KeyOnArray, 1, "`0` selects nothing in list(string); write `[0]`"},
		{"list.foo", KeyOnArray, 1, "`foo` selects nothing in list(string); write a position such as `[0]`, or `[\"*\"]` for all"},
		{"list[-1]", IndexNegative, 1, "negative indices never match"},
		{"pair[2]", IndexRange, 1, "index 2 is out of range: there are 2 elements"},
		{"obj[0]", IndexOnObject, 1, ""},
		{"name.x", NoMembers, 1, "string contains nothing that a path can select"},
		{"name[*]", NoMembers, 1, "string contains nothing that a path can select"},
		{"file.path", NoMembers, 1, "Asset contains nothing that a path can select"},
		{"size.x", NoMembers, 1, ""},
		{"either.Deep", WrongCase, 1, "the property is named `deep`; paths are case-sensitive, so `Deep` never matches"},
		{"either.x", UnknownProperty, 1, ""},
		{"obj.*.name.x", NoMembers, 3, "number contains nothing that a path can select"},
	} {
		r := Resolve(mustParse(t, c.path), root)
		if r.Problem == nil {
			t.Errorf("%s: got %v, want problem %d", c.path, r.Types, c.kind)
			continue
		}
		got := r.Problem.String()
		if r.Problem.Kind != c.kind || r.Problem.Segment != c.segment || c.want != "" && got != c.want || len(got) >= 160 {
			t.Errorf("%s: got problem %d at segment %d: %s; want problem %d at %d: %s", c.path, r.Problem.Kind, r.Problem.Segment, got, c.kind, c.segment, c.want)
		}
	}
}

// chain is a recursive type: an object that holds itself.
type chain struct{ self typesys.Type }

func (*chain) Token() string  { return "p:m:Chain" }
func (*chain) Eventual() bool { return true }

func (c *chain) Properties() []typesys.Property {
	return []typesys.Property{{Name: "next", Type: typesys.Input(typesys.Optional(c.self))}, {Name: "v", Type: typesys.Int}}
}

func TestResolveRecursive(t *testing.T) {
	t.Parallel()
	source := &chain{}
	source.self = typesys.Named(source)
	r := Resolve(mustParse(t, strings.Repeat("next.", 200)+"v"), source.self)
	if r.Problem != nil || len(r.Types) != 1 || r.Types[0] != typesys.Int {
		t.Errorf("got %v, %v", r.Types, r.Problem)
	}
	r = Resolve(mustParse(t, strings.Repeat("*.", 200)+"v"), source.self)
	if r.Problem != nil || len(r.Types) != 1 || r.Types[0] != typesys.Int {
		t.Errorf("wildcards: got %v, %v", r.Types, r.Problem)
	}
}

func dot(name string) Step { return Step{Key: cty.StringVal(name), Dot: true} }
func key(name string) Step { return Step{Key: cty.StringVal(name)} }
func at(n float64) Step    { return Step{Key: cty.NumberFloatVal(n)} }
func TestReference(t *testing.T) {
	t.Parallel()
	root := typeOf(t, bucket)
	for _, c := range []struct {
		root  string
		steps []Step
		text  string
		read  Path
		want  Verdict
	}{
		{"name", nil, "name", path("name"), Understood},
		{"objs", []Step{at(0), dot("name")}, "objs[0].name", path("objs", 0, "name"), Understood},
		{"tags", []Step{key("a.b")}, `tags["a.b"]`, path("tags", "a.b"), Understood},
		{"tags", []Step{key(`a"b`)}, `tags["a\"b"]`, path("tags", `a"b`), Understood},
		{"tags", []Step{key("é")}, `tags["é"]`, path("tags", "é"), Understood},
		{"tags", []Step{key("")}, `tags[""]`, path("tags", ""), Understood},
		{"tags", []Step{dot("a-b")}, "tags.a-b", path("tags", "a-b"), Understood},
		{"any", []Step{dot("x"), at(0), dot("y")}, "any.x[0].y", path("any", "x", 0, "y"), Understood},
		{"tags", []Step{key("*")}, `tags["*"]`, path("tags", star), Understood},
		{"list", []Step{key("*")}, `list["*"]`, path("list", star), Understood},
		{"objs", []Step{key("*"), dot("name")}, `objs["*"].name`, path("objs", star, "name"), Understood},
		{"tags", []Step{key(`a\b`)}, `tags["a\\b"]`, path("tags", `a\\b`), Misread},
		{"tags", []Step{key("a\nb")}, `tags["a\nb"]`, path("tags", `a\nb`), Misread},
		{"tags", []Step{key("${x}")}, `tags["$${x}"]`, path("tags", "$${x}"), Misread},
		{"tags", []Step{at(0)}, "tags[0]", path("tags", 0), NeverMatches},
		{"list", []Step{key("0")}, `list["0"]`, path("list", "0"), NeverMatches},
		{"list", []Step{dot("foo")}, "list.foo", path("list", "foo"), NeverMatches},
		{"list", []Step{at(1.5)}, "list[1]", path("list", 1), Truncated},
		{"obj", []Step{dot("Name")}, "obj.Name", path("obj", "Name"), NeverMatches},
	} {
		got := ReferIn(root, c.root, c.steps...)
		if got.Text != c.text || !got.Read.Equal(c.read) || got.Verdict != c.want {
			t.Errorf("%s: got %s, read as %#v: verdict %d; want %#v: %d", c.text, got.Text, got.Read, got.Verdict, c.read, c.want)
		}
	}
	if r := Refer("a", Step{Key: cty.UnknownVal(cty.String)}); r.Verdict != NotAReference {
		t.Errorf("an unknown key: got verdict %d", r.Verdict)
	}
	if r := Refer("a", Step{Key: cty.MustParseNumberVal("1e400000000")}); r.Verdict != NotAReference {
		t.Errorf("an index that no array has: got verdict %d", r.Verdict)
	}
}
