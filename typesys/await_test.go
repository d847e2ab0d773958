package typesys

import (
	"testing"
)

func TestResolved(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"output(int)": "int", "promise(output(int))": "int", "input(string)": "string", "int": "int",
		"output(list(output(int)))": "list(output(int))", "union(int, output(int))": "union(int, output(int))",
	} {
		if got := Resolved(typeOf(t, text)); got != typeOf(t, want) {
			t.Errorf("%s: got %v, want %s", text, got, want)
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
}
