package proppath

import (
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// value reads a value written as JSON.
func value(t *testing.T, text string) cty.Value {
	t.Helper()
	ty, err := ctyjson.ImpliedType([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	v, err := ctyjson.Unmarshal([]byte(text), ty)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func mustParse(t *testing.T, text string) Path {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p.Path
}

func TestContains(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outer, inner string
		want         bool
	}{
		{"a", "a.b", true},
		{"a.*", "a.b.c", true},
		{"a[*]", "a[0]", true},
		{"a[*]", "a.b", true},
		{"", "a", true},
		{"", "", true},
		{"a.b", "a", false},
		{"a[0]", `a["0"]`, false},
		{"a.*", "a", false},
		{"a.b", "a.*", false},
		{"*", "", false},
		{"a.*.c", "a.b.d", false},
	} {
		if got := Contains(mustParse(t, c.outer), mustParse(t, c.inner)); got != c.want {
			t.Errorf("%q contains %q: got %v, want %v", c.outer, c.inner, got, c.want)
		}
	}
}

func TestOverlaps(t *testing.T) {
	t.Parallel()
	var paths []Path
	for _, text := range []string{"a.b", "x", "a", "x", `c["*"]`, "c[0].d", "e"} {
		paths = append(paths, mustParse(t, text))
	}
	got := Overlaps(paths)
	want := []Overlap{{0, 2, false}, {3, 1, true}, {5, 4, false}}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %v, want %v", got[i], want[i])
		}
	}
}

func TestGet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, in, want string }{
		{"", `{"a":1}`, `{"a":1}`},
		{"a", `{"a":1}`, `1`},
		{"a", `{"a":null}`, `null`},
		{"a[1].b", `{"a":[0,{"b":2}]}`, `2`},
		{"a[1]", `{"a":[0]}`, ""},
		{"a[-1]", `{"a":[0]}`, ""},
		{"a.b", `{"a":[0]}`, ""},
		{"a[0]", `{"a":{"0":1}}`, ""},
		{"*", `{"a":1}`, ""},
		{"*", `{"*":1}`, "1"},
		{"a.b", `{"a":null}`, ""},
	} {
		got, ok := Get(value(t, c.in), mustParse(t, c.path))
		checkValue(t, c.path+" of "+c.in, got, ok, c.want)
	}
}

// checkValue compares a result; an empty want means that there must be none.
func checkValue(t *testing.T, what string, got cty.Value, ok bool, want string) {
	t.Helper()
	if ok != (want != "") {
		t.Errorf("%s: got ok %v (%#v), want %q", what, ok, got, want)
		return
	}
	if ok && !got.RawEquals(value(t, want)) {
		t.Errorf("%s: got %#v, want %s", what, got, want)
	}
}

func TestSetAddDelete(t *testing.T) {
	t.Parallel()
	set := func(v cty.Value, p Path) (cty.Value, bool) { return Set(v, p, cty.StringVal("NEW")) }
	add := func(v cty.Value, p Path) (cty.Value, bool) { return Add(v, p, cty.StringVal("NEW")) }
	for _, c := range []struct {
		name           string
		change         func(cty.Value, Path) (cty.Value, bool)
		path, in, want string
	}{
		{"set", set, "a", `{}`, `{"a":"NEW"}`},
		{"set", set, "a.b", `{"a":{"c":1}}`, `{"a":{"b":"NEW","c":1}}`},
		{"set", set, "a.b", `{}`, ""},
		{"set", set, "a[0]", `{"a":[1,2]}`, `{"a":["NEW",2]}`},
		{"set", set, "a[2]", `{"a":[1,2]}`, ""},
		{"set", set, "", `{}`, ""},
		{"set", set, "a.b", `{"a":1}`, ""},
		{"add", add, "a.b[1].c", `{}`, `{"a":{"b":[null,{"c":"NEW"}]}}`},
		{"add", add, "a.b[3]", `{"a":{"b":[1,2]}}`, `{"a":{"b":[1,2,null,"NEW"]}}`},
		{"add", add, "a.b[2]", `{"a":{"b":[1,2]}}`, `{"a":{"b":[1,2,"NEW"]}}`},
		{"add", add, "a[99999999]", `{}`, ""},
		{"add", add, "a.b", `{"a":1}`, ""},
		{"add", add, "a[-1]", `{"a":[1]}`, ""},
		{"delete", Delete, "a", `{"a":1,"b":2}`, `{"b":2}`},
		{"delete", Delete, "a[0]", `{"a":[1,2]}`, `{"a":[null,2]}`},
		{"delete", Delete, "x", `{"a":1}`, ""},
		{"delete", Delete, "", `{"a":1}`, ""},
	} {
		got, ok := c.change(value(t, c.in), mustParse(t, c.path))
		checkValue(t, c.name+" "+c.path+" in "+c.in, got, ok, c.want)
	}
}

func TestReset(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, from, to string
		ok             bool
		want           string
	}{
		{"a", `{"a":1}`, `{"a":2}`, true, `{"a":1}`},
		{"a", `{}`, `{"a":2}`, true, `{}`},
		{"a", `{"a":1}`, `{}`, true, `{"a":1}`},
		{"a.b", `{"a":{"b":1}}`, `{"a":{"b":2,"c":3}}`, true, `{"a":{"b":1,"c":3}}`},
		{"a.b", `{}`, `{"a":{"b":1}}`, true, `{"a":{}}`},
		{"a.b", `{"a":{"b":1}}`, `{}`, false, `{}`},
		{"a[0]", `{"a":[1]}`, `{"a":[2,3]}`, true, `{"a":[1,3]}`},
		{"a[1]", `{"a":[1]}`, `{"a":[2,3]}`, false, `{"a":[2,3]}`},
		{"a[5]", `{"a":[1]}`, `{"a":[2,3]}`, true, `{"a":[2,3]}`},
		{"a[*]", `{"a":[1,4]}`, `{"a":[2,3]}`, true, `{"a":[1,4]}`},
		{"a[*]", `{"a":[1]}`, `{"a":[2,3]}`, false, `{"a":[1,3]}`},
		{"*", `{"x":1,"y":2}`, `{"x":9,"z":2}`, true, `{"x":1,"y":2}`},
		{"a.*", `{"a":1}`, `{"a":2}`, false, `{"a":2}`},
		{"a[0].b", `{"a":[{"b":1}]}`, `{"a":[{"b":2}]}`, true, `{"a":[{"b":1}]}`},
		// Beyond the table.
		{"a[-1]", `{"a":[1]}`, `{"a":[2]}`, false, `{"a":[2]}`},
		{"a[*].b", `{"a":[{"b":1},{"b":2}]}`, `{"a":[{"b":8},{"b":9}]}`, true, `{"a":[{"b":1},{"b":2}]}`},
		{"a.b.c", `{}`, `{}`, true, `{}`},
		{"", `{"a":1}`, `{"a":2}`, false, `{"a":2}`},
	} {
		got, ok := Reset(value(t, c.from), value(t, c.to), mustParse(t, c.path))
		if ok != c.ok || !got.RawEquals(value(t, c.want)) {
			t.Errorf("%s, %s → %s: got %v, %#v; want %v, %s", c.path, c.from, c.to, ok, got, c.ok, c.want)
		}
	}
}

// Secrets are looked through, and stay secret.
func TestResetSecret(t *testing.T) {
	t.Parallel()
	const secret = "secret"
	from := cty.ObjectVal(map[string]cty.Value{"a": cty.ObjectVal(map[string]cty.Value{"b": cty.StringVal("old").Mark(secret)})})
	to := cty.ObjectVal(map[string]cty.Value{"a": cty.ObjectVal(map[string]cty.Value{"b": cty.StringVal("new")}).Mark(secret)})
	got, ok := Reset(from, to, mustParse(t, "a.b"))
	want := cty.ObjectVal(map[string]cty.Value{"a": cty.ObjectVal(map[string]cty.Value{"b": cty.StringVal("old").Mark(secret)}).Mark(secret)})
	if !ok || !got.RawEquals(want) {
		t.Errorf("got %v, %#v, want %#v", ok, got, want)
	}
}

// What was set is got, and resetting twice changes nothing more.
func FuzzValues(f *testing.F) {
	f.Add(`{"a":[1,{"b":2}]}`, `{"a":[2]}`, "a[0].b")
	f.Add(`{"a":{"x":1}}`, `{"a":{"y":[]}}`, "a.*")
	f.Fuzz(func(t *testing.T, from, to, text string) {
		p, err := Parse(text)
		old, ok1 := read(from)
		v, ok2 := read(to)
		if err != nil || !ok1 || !ok2 {
			return
		}
		set := cty.StringVal("NEW")
		if changed, ok := Set(v, p.Path, set); ok {
			if got, found := Get(changed, p.Path); !found || !got.RawEquals(set) {
				t.Errorf("%s set in %s gives %#v", text, to, changed)
			}
		}
		if changed, ok := Add(v, p.Path, set); ok {
			if got, found := Get(changed, p.Path); !found || !got.RawEquals(set) {
				t.Errorf("%s added in %s gives %#v", text, to, changed)
			}
		}
		once, ok := Reset(old, v, p.Path)
		if twice, again := Reset(old, once, p.Path); ok && (!again || !twice.RawEquals(once)) {
			t.Errorf("%s: %s → %s resets to %#v, then to %#v", text, from, to, once, twice)
		}
	})
}

func read(text string) (cty.Value, bool) {
	ty, err := ctyjson.ImpliedType([]byte(text))
	if err != nil {
		return cty.NilVal, false
	}
	v, err := ctyjson.Unmarshal([]byte(text), ty)
	return v, err == nil
}
