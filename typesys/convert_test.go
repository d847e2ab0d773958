package typesys

import (
	"strings"
	"testing"
)

// The rows and columns of the table of leaf conversions, with a wildcard enum of
// base string.
func TestConvertLeaves(t *testing.T) {
	t.Parallel()
	table := `
D\S      none bool int number string id dynamic Asset enum
none     S    -    -   -      -      -  U       -     -
bool     -    S    U   U      U      U  U       -     -
int      -    U    S   U      U      U  U       -     -
number   -    U    S   S      U      U  U       -     -
string   -    S    S   S      S      S  U       -     -
id       -    S    S   S      S      S  U       -     -
dynamic  S    S    S   S      S      S  S       S     S
Archive  -    -    -   -      -      -  U       -     -
Asset    -    -    -   -      -      -  U       S     -
enum     -    U    U   U      U      U  U       -     S
enum2    -    U    U   U      U      U  U       -     -
legs     -    U    U   U      U      U  U       -     -
`
	rows := strings.Split(strings.TrimSpace(table), "\n")
	sources := strings.Fields(rows[0])[1:]
	for _, row := range rows[1:] {
		fields := strings.Fields(row)
		for i, src := range sources {
			checkConvert(t, fields[0], src, fields[i+1])
		}
	}
}

func checkConvert(t *testing.T, dst, src, want string) {
	t.Helper()
	fits := map[string]Fit{"S": FitSafe, "U": FitUnsafe, "-": FitNone}
	d, s := typeOf(t, dst), typeOf(t, src)
	if got := Convert(d, s); got != fits[want] {
		t.Errorf("%s <- %s: got %v, want %v", dst, src, got, fits[want])
	}
	if m := Explain(d, s); (m == nil) != (fits[want] != FitNone) {
		t.Errorf("%s <- %s: explanation %v does not agree with %v", dst, src, m, fits[want])
	}
}

func TestConvertComposites(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dst, src, want string }{
		{"list(number)", "list(int)", "S"},
		{"list(int)", "list(number)", "U"},
		{"list(int)", "list(none)", "-"},
		{"list(string)", "set(bool)", "S"},
		{"list(string)", "tuple(1, true)", "S"},
		{"list(number)", "tuple(1, string)", "U"},
		{"list(number)", "tuple(1, tuple())", "-"},
		{"list(number)", "tuple()", "S"},
		{"list(string)", "map(string)", "-"},
		{"list(string)", "string", "-"},
		{"set(string)", "set(int)", "S"},
		{"set(string)", "list(string)", "U"},
		{"set(string)", "tuple(string, 1)", "U"},
		{"set(string)", "tuple()", "U"},
		{"set(string)", "tuple(none)", "-"},
		{"set(string)", "list(none)", "-"},
		{"tuple(string, number)", "tuple(1, 2)", "S"},
		{"tuple(string, number)", "tuple(1, string)", "U"},
		{"tuple(string, number)", "tuple(1)", "-"},
		{"tuple(string)", "tuple(1, 2)", "-"},
		{"tuple(string, number)", "list(int)", "U"},
		{"tuple(string, number)", "set(int)", "U"},
		{"tuple(string, none)", "list(int)", "-"},
		{"tuple()", "list(int)", "U"},
		{"map(string)", "map(int)", "S"},
		{"map(string)", "object({a = 1, b = string})", "S"},
		{"map(number)", "object({a = 1, b = string})", "U"},
		{"map(number)", "object({a = 1, b = none})", "-"},
		{"map(number)", "object({})", "S"},
		{"map(number)", "list(number)", "-"},
		{"object({a = string, b = union(number, none)})", "object({a = string, z = 1})", "S"},
		{"object({a = string})", "object({})", "-"},
		{"object({a = dynamic})", "object({})", "S"},
		{"object({})", "object({a = string})", "S"},
		{"object({a = int})", "object({a = string})", "U"},
		{"object({a = string})", "map(string)", "U"},
		{"object({a = union(string, none)})", "map(string)", "U"},
		{"object({a = string})", "map(none)", "-"},
		{"object({})", "map(none)", "U"},
		{"output(number)", "output(int)", "S"},
		{"output(number)", "promise(string)", "U"},
		{"output(number)", "int", "S"},
		{"output(number)", "tuple()", "-"},
		{"promise(number)", "promise(int)", "S"},
		{"promise(number)", "int", "S"},
		{"promise(number)", "output(int)", "-"},
		{"string", "output(string)", "-"},
		{"string", "promise(string)", "-"},
		{"dynamic", "output(string)", "S"},
		{"output(string)", "output(dynamic)", "U"},
		{"list(string)", "list(output(string))", "-"},
		{"output(list(string))", "list(output(string))", "-"},
		{"input(list(input(string)))", "list(output(string))", "S"},
		{"input(list(input(string)))", "output(list(string))", "S"},
		{"string", "union(string, list(string))", "U"},
		{"string", "union(string, int)", "S"},
		{"string", "union(none, list(string))", "-"},
		{"union(int, none)", "null", "S"},
		{"int", "null", "-"},
		{"none", "null", "S"},
		{"null", "none", "U"},
		{"union(string, none)", "union(int, none)", "S"},
		{"union(number, list(string))", "int", "S"},
		{"union(number, list(string))", "string", "U"},
		{"union(number, list(string))", "none", "-"},
		{"union(string, list(string))", "union(list(int), map(int))", "U"},
		{"\"a\"", "\"a\"", "S"},
		{"\"a\"", "\"b\"", "U"},
		{"\"a\"", "string", "U"},
		{"\"a\"", "tuple()", "-"},
		{"1", "string", "U"},
		{"string", "1", "S"},
		{"int", "2.5", "U"},
		{"number", "2.5", "S"},
		{"enum", "\"a\"", "S"},
		{"enum", "\"c\"", "U"},
		{"enum", "list(string)", "-"},
		{"legs", "2", "S"},
		{"legs", "3", "U"},
		{"legs", "string", "U"},
		{"union(enum, none)", "\"a\"", "S"},
		{"input(enum)", "\"b\"", "S"},
		{"output(enum)", "\"b\"", "S"},
		{"union(enum, string)", "\"c\"", "S"},
		{"union(Archive, Asset)", "Archive", "S"},
		{"Archive", "union(Archive, Asset)", "U"},
		{"input(string)", "input(string)", "S"},
		{"string", "input(string)", "U"},
		{"output(string)", "input(string)", "S"},
		{"input(string)", "union(string, output(string))", "S"},
		{"union(string, output(string))", "input(int)", "S"},
		{"union()", "string", "-"},
		{"string", "union()", "S"},
	} {
		checkConvert(t, c.dst, c.src, c.want)
	}
}

func TestAssignable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dst, src string
		want     bool
	}{
		{"string", "string", true},
		{"string", "id", false},
		{"number", "int", false},
		{"number", "1", false},
		{"int", "1", true},
		{"1", "int", false},
		{"1", "2", false},
		{"dynamic", "output(string)", true},
		{"string", "dynamic", false},
		{"list(string)", "tuple(string, \"a\")", true},
		{"list(string)", "tuple()", true},
		{"list(string)", "set(string)", false},
		{"list(string)", "tuple(int)", false},
		{"set(string)", "set(string)", true},
		{"set(string)", "list(string)", false},
		{"map(string)", "object({a = string})", true},
		{"map(string)", "object({a = int})", false},
		{"map(string)", "map(\"a\")", true},
		{"tuple(string, union(int, none))", "tuple(string)", true},
		{"tuple(string, int)", "tuple(string)", false},
		{"tuple(string)", "tuple(string, int)", true},
		{"tuple(string)", "list(string)", false},
		{"object({a = string, b = union(int, none)})", "object({a = string, z = int})", true},
		{"object({a = string})", "object({})", false},
		{"object({a = string})", "map(string)", false},
		{"union(string, int)", "int", true},
		{"union(string, int, none)", "union(string, int)", true},
		{"union(string, int)", "union(string, int, none)", false},
		{"union(string, int)", "union(string, int)", true},
		{"union(dynamic, int)", "union(string, bool)", true},
		{"output(string)", "output(\"a\")", true},
		{"output(string)", "promise(string)", true},
		{"output(string)", "string", true},
		{"output(string)", "int", false},
		{"promise(string)", "promise(string)", true},
		{"promise(string)", "string", true},
		{"promise(string)", "output(string)", false},
		{"string", "output(string)", false},
		{"none", "null", true},
		{"enum", "\"a\"", false},
		{"enum", "string", false},
		{"enum", "enum", true},
		{"enum", "enum2", false},
		{"Asset", "Archive", false},
		{"input(string)", "output(string)", true},
		{"input(string)", "string", true},
		{"output(string)", "input(string)", true},
		{"string", "input(string)", false},
	} {
		if got := Assignable(typeOf(t, c.dst), typeOf(t, c.src)); got != c.want {
			t.Errorf("%s <- %s: got %v, want %v", c.dst, c.src, got, c.want)
		}
	}
}

func TestIsOptional(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"union(string, none)": true, "none": true, "output(union(string, none))": true,
		"promise(union(string, none))": true, "output(dynamic)": true, "union(string, dynamic)": true,
		"input(union(string, none))": true,
		"dynamic":                    false, "union(string, null)": false, "string": false,
		"null": false, // a constant accepts nothing but itself
	} {
		if got := IsOptional(typeOf(t, text)); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}
