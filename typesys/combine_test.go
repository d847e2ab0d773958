package typesys

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// metaOf reads a Meta from its letters and resources: "us a b" is unknown, secret
// and comes from a and b.
func metaOf(text string) Meta {
	flags, resources, _ := strings.Cut(text, " ")
	m := Meta{Unknown: strings.Contains(flags, "u"), Secret: strings.Contains(flags, "s")}
	for _, r := range strings.Fields(resources) {
		m = m.Join(MetaOf(r))
	}
	return m
}

func eventualOf(t *testing.T, typ, meta string) Eventual {
	t.Helper()
	return Eventual{typeOf(t, typ), metaOf(meta)}
}

func checkEventual(t *testing.T, rule string, got, want Eventual) {
	t.Helper()
	if got.Type != want.Type || got.Meta.Unknown != want.Meta.Unknown || got.Meta.Secret != want.Meta.Secret ||
		!slices.Equal(got.Meta.Dependencies, want.Meta.Dependencies) {
		t.Errorf("%s: got %v %+v, want %v %+v", rule, got.Type, got.Meta, want.Type, want.Meta)
	}
}

func TestApply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ rule, operand, operandMeta, result, resultMeta, want, wantMeta, wantPTS1 string }{
		{"the result is an output", "output(int)", "- a", "string", "-", "output(string)", "- a", "- a"},
		{"an output of an output is one", "output(int)", "- a", "output(string)", "-", "output(string)", "- a", "- a"},
		{"PTS-2 adds what the callback reads", "output(int)", "- a", "output(string)", "- b", "output(string)", "- a b", "- a"},
		{"a secret operand makes a secret", "output(int)", "s a", "string", "-", "output(string)", "s a", "s a"},
		{"a secret result stays one", "output(int)", "- a", "output(string)", "s b", "output(string)", "s a b", "s a"},
		{"an unknown result stays one", "output(int)", "- a", "output(string)", "u b", "output(string)", "u a b", "u a"},
		{"an unknown operand leaves the callback unrun", "output(int)", "u a", "output(string)", "s b", "output(string)", "u a", "u a"},
		{"unknown and secret", "output(int)", "us a", "string", "-", "output(string)", "us a", "us a"},
		{"a promise is an operand too", "promise(int)", "-", "bool", "-", "output(bool)", "-", "-"},
		{"outputs further in stay", "output(int)", "- a", "list(output(int))", "-", "output(list(output(int)))", "- a", "- a"},
	} {
		operand, result := eventualOf(t, c.operand, c.operandMeta), eventualOf(t, c.result, c.resultMeta)
		checkEventual(t, c.rule, Apply(operand, result), eventualOf(t, c.want, c.wantMeta))
		checkEventual(t, c.rule+" (PTS-1)", ApplyPTS1(operand, result), eventualOf(t, c.want, c.wantPTS1))
	}
}

func TestAll(t *testing.T) {
	t.Parallel()
	a, b, c := eventualOf(t, "output(int)", "- a"), eventualOf(t, "output(list(output(string)))", "s b a"), eventualOf(t, "bool", "u c")
	checkEventual(t, "tuple", All(a, b, c), eventualOf(t, "output(tuple(int, list(string), bool))", "us a b c"))
	checkEventual(t, "nothing", All(), eventualOf(t, "output(tuple())", "-"))
	checkEventual(t, "plain", All(eventualOf(t, "int", "-")), eventualOf(t, "output(tuple(int))", "-"))
	checkEventual(t, "object", AllOf(Member{"x", a}, Member{"y", b}), eventualOf(t, "output(object({x = int, y = list(string)}))", "s a b"))
	checkEventual(t, "one name twice", AllOf(Member{"x", a}, Member{"x", c}), eventualOf(t, "output(object({x = bool}))", "u a c"))
}

func TestUnwrap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ outer, inner, want string }{
		{"- a", "- b", "- a b"}, {"u", "s b", "us b"}, {"s a", "u a", "us a"}, {"-", "-", "-"},
	} {
		checkEventual(t, c.outer+" of "+c.inner, Unwrap(metaOf(c.outer), eventualOf(t, "output(int)", c.inner)), eventualOf(t, "output(int)", c.want))
	}
}

func TestSettled(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"output(int)": "int", "promise(output(int))": "int", "input(string)": "string", "int": "int",
		"output(list(output(int)))": "list(output(int))", "union(int, output(int))": "union(int, output(int))",
	} {
		if got := Settled(typeOf(t, text)); got != typeOf(t, want) {
			t.Errorf("%s: got %v, want %s", text, got, want)
		}
	}
}

// Join is commutative, associative and idempotent, with the zero Meta as its
// neutral element, and changes neither side.
func TestJoinLaws(t *testing.T) {
	t.Parallel()
	var all []Meta
	for _, flags := range []string{"-", "u", "s", "us"} {
		for _, resources := range []string{"", " a", " b", " a b", " c a"} {
			all = append(all, metaOf(flags+resources))
		}
	}
	same := func(a, b Meta) bool { return reflect.DeepEqual(a.Join(Meta{}), b.Join(Meta{})) }
	for _, a := range all {
		for _, b := range all {
			before := slices.Clone(a.Dependencies)
			if !same(a.Join(b), b.Join(a)) || !same(a.Join(a), a) || !same(a.Join(Meta{}), a) || !slices.Equal(before, a.Dependencies) {
				t.Fatalf("%+v and %+v", a, b)
			}
			for _, c := range all {
				if !same(a.Join(b).Join(c), a.Join(b.Join(c))) {
					t.Fatalf("%+v, %+v and %+v", a, b, c)
				}
			}
		}
	}
}

func TestAwaited(t *testing.T) {
	t.Parallel()
	arn, vpc := Operand{Name: "bucket.arn", Type: Output(String)}, Operand{Name: "vpc.id", Type: Output(ID)}
	plain := Operand{Name: "region", Type: String}
	holding := Operand{Name: "tags", Type: typeOf(t, "object({a = output(string)})")}
	as := func(o Operand, use Use, want Type) Operand {
		o.Use, o.Want = use, want
		return o
	}
	for _, c := range []struct {
		rule     string
		operands []Operand
		want     string
	}{
		{"a template waits for its parts", []Operand{arn, plain, vpc}, "evaluated when `bucket.arn` and `vpc.id` are known"},
		{"one", []Operand{plain, vpc}, "evaluated when `vpc.id` is known"},
		{"each once", []Operand{vpc, arn, vpc}, "evaluated when `vpc.id` and `bucket.arn` are known"},
		{"nothing", []Operand{plain}, ""},
		{"a tuple holds", []Operand{as(arn, Held, Type{})}, ""},
		{"an operator looks at the whole", []Operand{holding}, "evaluated when `tags` is known"},
		{"a condition waits for the condition only", []Operand{vpc, as(arn, Held, Type{})}, "evaluated when `vpc.id` is known"},
		{"a parameter that takes outputs", []Operand{as(arn, Passed, Input(String))}, ""},
		{"a parameter that does not", []Operand{as(arn, Passed, String)}, "evaluated when `bucket.arn` is known"},
		{"one argument makes the call wait for all", []Operand{as(arn, Passed, Dynamic), as(vpc, Passed, ID)}, "evaluated when `bucket.arn` and `vpc.id` are known"},
		{"an argument that only converts", []Operand{as(plain, Passed, Number), as(vpc, Passed, Dynamic)}, "evaluated when `vpc.id` is known"},
		{"dynamic takes everything", []Operand{as(arn, Passed, Dynamic)}, ""},
		{"promises", []Operand{{Name: "p", Type: Promise(Int)}}, "evaluated when `p` is known"},
		{
			"many", []Operand{{Name: "a", Type: Output(Int)}, {Name: "b", Type: Output(Int)}, {Name: "c", Type: Output(Int)}, {Name: "d", Type: Output(Int)}},
			"evaluated when `a`, `b`, `c` and `d` are known",
		},
		{
			"more", []Operand{{Name: "a", Type: Output(Int)}, {Name: "b", Type: Output(Int)}, {Name: "c", Type: Output(Int)}, {Name: "d", Type: Output(Int)}, {Name: "e", Type: Output(Int)}},
			"evaluated when `a`, `b`, `c` and 2 more are known",
		},
	} {
		if got := AwaitedText(Awaited(c.operands...)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
	if Observed.String() != "observed" || Held.String() != "held" || Passed.String() != "passed" {
		t.Error("the uses have other names")
	}
}
