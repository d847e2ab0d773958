package eval_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// writer writes random expressions of known values.
type writer struct {
	*rand.Rand
	leaf func() string // a value besides the literals
	vars []string
}

func (w *writer) one(of ...string) string { return of[w.IntN(len(of))] }

func (w *writer) expr(depth int) string {
	if depth == 0 {
		switch n := w.IntN(8); {
		case n == 0 && w.leaf != nil:
			return w.leaf()
		case n == 1 && len(w.vars) > 0:
			return w.one(w.vars...)
		}
		return w.one(`1`, `2.5`, `-3`, `"a"`, `"7"`, `true`, `"true"`, `null`, `[]`, `{}`, `[1, "b"]`, `{ a = 1, b = [2] }`)
	}
	sub := func() string { return w.expr(w.IntN(depth)) }
	switch w.IntN(16) {
	case 0:
		return "(" + sub() + w.one(" + ", " - ", " * ", " / ", " % ", " < ", " >= ") + sub() + ")"
	case 1:
		return "(" + sub() + w.one(" == ", " != ", " && ", " || ") + sub() + ")"
	case 2:
		return "(" + sub() + " ? " + sub() + " : " + sub() + ")"
	case 3:
		return `"x${` + sub() + `}-${` + sub() + `}"`
	case 4:
		return "[" + sub() + ", " + sub() + "]"
	case 5:
		return "{ a = " + sub() + ", b = " + sub() + " }"
	case 6:
		return "{ (" + sub() + ") = " + sub() + " }"
	case 7:
		return "(" + sub() + ")" + w.one(".a", `["b"]`, "[0]", "[1]", "[*]", "[*].a")
	case 8, 9:
		collection := w.one("["+sub()+", "+sub()+"]", "{ a = "+sub()+", b = "+sub()+" }", sub())
		w.vars = append(w.vars, "k", "v")
		defer func() { w.vars = w.vars[:len(w.vars)-2] }()
		condition := w.one("", " if "+w.expr(depth-1))
		if w.IntN(2) == 0 {
			return "[for k, v in " + collection + " : " + w.expr(depth-1) + condition + "]"
		}
		return "{ for k, v in " + collection + " : " + w.one(`k`, `"n${k}"`, w.expr(depth-1)) + " => " + w.expr(depth-1) + w.one("", "...") + condition + " }"
	case 10:
		return w.one("length", "toJSON", "toBase64", "sha1", "singleOrNone", "entries", "fromBase64") + "(" + sub() + ")"
	case 11:
		return "element([" + sub() + ", " + sub() + "], " + sub() + ")"
	case 12:
		return "lookup({ a = " + sub() + ", b = " + sub() + " }, " + w.one(`"a"`, `"c"`, sub()) + ", " + sub() + ")"
	case 13:
		return `join(",", [` + sub() + ", " + sub() + "])"
	case 14:
		return w.one("max", "min") + "([" + sub() + ", " + sub() + "]...)"
	}
	return `split(` + w.one(`","`, `""`, sub()) + ", " + sub() + ")"
}

func valueOf(t *testing.T, text string) eval.Value {
	t.Helper()
	p := program(t, text, nil)
	it, e := local(t, p, "asked")
	v, err := eval.Of(context.Background(), p, it, e)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// What is made of known values is known, fails, or is too large. Only bytes that are no text stay unknown.
func TestKnownStaysKnown(t *testing.T) {
	t.Parallel()
	known := 0
	for seed := range uint64(4000) {
		w := &writer{Rand: rand.New(rand.NewPCG(seed, 1))}
		text := "asked = " + w.expr(4) + "\n"
		v := valueOf(t, text)
		switch {
		case v.Known():
			known++
			if v.Value.ContainsMarked() {
				t.Errorf("%sis marked: %#v", text, v.Value)
			}
		case v.Fails == "" && !v.TooLarge && !strings.Contains(text, "fromBase64("): // whose bytes may be no text
			t.Errorf("%sis unknown: %#v", text, v.Value)
		}
	}
	t.Logf("%d of 4000 have a value", known)
	if known < 300 {
		t.Errorf("only %d programs have a value", known)
	}
}

// public is a value without what is secret in it.
func public(v cty.Value) string {
	if v.IsMarked() {
		return "(secret)"
	}
	switch ty := v.Type(); {
	case v.IsNull() || !v.IsKnown() || !ty.IsTupleType() && !ty.IsObjectType():
		return fmt.Sprintf("%#v", v)
	}
	var all []string
	for it := v.ElementIterator(); it.Next(); {
		k, e := it.Element()
		all = append(all, fmt.Sprintf("%#v=%s", k, public(e)))
	}
	return "{" + strings.Join(all, ",") + "}"
}

// What is not marked tells nothing of a secret: with another secret it is the same.
func TestMarksAreKept(t *testing.T) {
	t.Parallel()
	marked := 0
	for seed := range uint64(testsize.MarkedPrograms) {
		write := func(secret string) string {
			w := &writer{Rand: rand.New(rand.NewPCG(seed, 2)), leaf: func() string { return "pw" }}
			return "pw = secret(" + secret + ")\nasked = " + w.expr(4) + "\n"
		}
		if !strings.Contains(write("1")[len("pw = secret(1)"):], "pw") {
			continue
		}
		values := map[string]string{}
		for _, secret := range []string{`"1"`, `"2"`, `"true"`, `"b"`, `["a"]`, `{ a = "b" }`} {
			if v := valueOf(t, write(secret)); v.Value != cty.NilVal {
				values[public(v.Value)] = secret
				if v.Value.ContainsMarked() {
					marked++
				}
			}
		}
		if len(values) > 1 {
			t.Errorf("%sshows the secret: %v", write("…"), values)
		}
	}
	t.Logf("%d values have marks", marked)
	if marked < testsize.MarkedPrograms/12 {
		t.Errorf("only %d values had marks", marked)
	}
}

// has reports whether a value or a part of it is like that.
func has(v cty.Value, like func(cty.Value) bool) (found bool) {
	_ = cty.Walk(v, func(_ cty.Path, part cty.Value) (bool, error) {
		found = found || like(part)
		return !found, nil
	})
	return found
}

// What a run calls secret or unknown in a preview may be so according to the taints of the checker.
func TestMarksAreTaints(t *testing.T) {
	t.Parallel()
	secret, unknown := 0, 0
	for seed := range uint64(testsize.MarkedPrograms) {
		w := &writer{Rand: rand.New(rand.NewPCG(seed, 3)), vars: []string{"pw", "parts", "late.output", "later"}}
		w.leaf = func() string { return w.one(w.vars[:4]...) }
		text := "pw = secret(\"a\")\nparts = { a = pw, b = [2] }\nresource late \"pulumi:index:Stash\" {\n  input = 1\n}\nlater = [late.id]\n" +
			"resource asked \"pulumi:index:Stash\" {\n  input = " + w.expr(1+w.IntN(3)) + "\n}\n"
		p := program(t, text, nil)
		for r, err := range eval.Follow(t.Context(), p, eval.Host{}, &eval.Ran{}) {
			if err != nil {
				t.Fatal(err)
			}
			r.Outputs = eval.Outputs{Pending: true}
			input := r.Inputs()["input"]
			v, err := r.Value(input)
			if err != nil {
				continue
			}
			var taint analysis.Taint
			see := func(_ int, s *analysis.ItemView) { taint = s.Taint(input.Expr) }
			if err := analysis.ItemViews(t.Context(), p, r.Path, []int{p.Files[0].IndexAt(r.Item.Base)}, func(int) *analysis.ItemView { return nil }, see); err != nil {
				t.Fatal(err)
			}
			if has(v, func(v cty.Value) bool { return v.HasMark(value.Secret) }) {
				secret++
				if !taint.MaybeSecret() {
					t.Errorf("%sis secret, and nothing tells so: %#v", text, v)
				}
			}
			if has(v, value.IsPending) {
				unknown++
				if !taint.MaybeUnknown() {
					t.Errorf("%sis unknown, and nothing tells so: %#v", text, v)
				}
			}
		}
	}
	t.Logf("%d values are secret, and %d unknown", secret, unknown)
	if least := testsize.MarkedPrograms / 25; secret < least || unknown < least {
		t.Errorf("only %d values are secret, and %d unknown", secret, unknown)
	}
}

// FuzzEval evaluates every expression of any program: nothing panics, and no preview
// shows a secret.
func FuzzEval(f *testing.F) {
	f.Add(given + "\na = [for k, v in hidden : \"${k}${v}\" if v != null]\nb = toJSON({ x = pw })\n")
	f.Add("a = [for i in range(100000) : [for j in range(100000) : i]]\nb = a[*][0]\nc = try(a, b)\n")
	f.Add("config x \"list(object({a = any}))\" { default = [{}] }\ny = { for k, v in x : v => k... }\nz = x[*].a[0]\n")
	f.Add("a = b\nb = \"${a}\"\nc = { a = c }\nd = e.f\ne = { f = d }\n")
	for seed := range uint64(5) {
		w := &writer{Rand: rand.New(rand.NewPCG(seed, 3)), leaf: func() string { return "pw" }}
		f.Add(given + "x = " + w.expr(5) + "\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 5000 {
			return
		}
		stack := &analysis.Stack{Name: "dev", Values: map[string]analysis.StackValue{"x": {Text: text}, "size": {Text: "1e999"}, "text": {Secure: true}}}
		p := program(t, text, stack)
		asked := 0
		for _, it := range p.Files[0].All() {
			var root hclsyntax.Node = it.Attr()
			if it.Attr() == nil {
				if it.Block() == nil {
					continue
				}
				root = it.Block()
			}
			node.Walk(root, func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
				e, ok := n.(hclsyntax.Expression)
				if !ok || asked > 20 {
					return true
				}
				asked++
				v, err := eval.PreviewOf(context.Background(), p, it, e)
				if err != nil {
					t.Fatal(err)
				}
				if v.Value.Value != cty.NilVal && v.Value.Value.IsMarked() && v.Text != "(secret)" && v.Text != "(not shown)" {
					t.Errorf("a secret is shown: %s", v.Text)
				}
				return true
			})
		}
	})
}
