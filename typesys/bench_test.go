package typesys_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file measures the relations on the largest nested object types at hand:
// of all schemas in ../shared/schemas, a web access control list of AWS reaches
// the most types, and a stateful set is the largest that programs write often.
// Where the folder is absent, a type of similar size is made.

// large is a type as three places see it: what a block accepts, what the
// variable of the block is, and a literal with every member written out, once
// more with one member of another type deep inside.
type large struct {
	name             string
	accepted, made   typesys.Type
	literal, changed typesys.Type
	receiver         typesys.Type
	key              cty.Value
}

func largeTypes(b *testing.B) []large {
	b.Helper()
	if _, err := os.Stat("../../shared/schemas"); err != nil {
		return []large{largeOf("made", madeObject(6, 5), madeObject(6, 5))}
	}
	var all []large
	for _, c := range []struct{ name, file, token string }{
		{"webAcl", "aws-5.14.0", "aws:wafv2/webAcl:WebAcl"},
		{"statefulSet", "kubernetes-3.19.4", "kubernetes:apps/v1:StatefulSet"},
	} {
		r := resourceOf(b, c.file, c.token)
		var props []typesys.Property
		for _, p := range r.Inputs {
			props = append(props, typesys.Property{Name: p.Name, Type: p.Type})
		}
		all = append(all, largeOf(c.name, typesys.Object(props...), r.Type()))
	}
	return all
}

func resourceOf(b *testing.B, file, token string) *schema.Resource {
	b.Helper()
	f, err := os.Open("../../shared/schemas/" + file + ".json.gz")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		b.Fatal(err)
	}
	p, err := schema.Open(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		b.Fatal(err)
	}
	return p.Resource(token)
}

func largeOf(name string, accepted, made typesys.Type) large {
	l := large{name: name, accepted: accepted, made: typesys.PlainShape(made)}
	l.literal = written(typesys.PlainShape(accepted), 6, typesys.Int)
	l.changed = written(typesys.PlainShape(accepted), 6, typesys.Bool)
	l.receiver = typesys.OutputShape(made)
	props := l.made.Properties()
	l.key = cty.StringVal(props[len(props)/2].Name)
	return l
}

// written is a type with its objects written out to some depth. At the depth
// stands the leaf.
func written(t typesys.Type, depth int, leaf typesys.Type) typesys.Type {
	if depth == 0 {
		return leaf
	}
	switch t.Kind() {
	case typesys.KindObject:
		props := make([]typesys.Property, 0, len(t.Properties()))
		for _, p := range t.Properties() {
			props = append(props, typesys.Property{Name: p.Name, Type: written(p.Type, depth-1, leaf)})
		}
		return typesys.Object(props...)
	case typesys.KindList:
		return typesys.List(written(t.Elem(), depth, leaf))
	case typesys.KindMap:
		return typesys.Map(written(t.Elem(), depth, leaf))
	case typesys.KindUnion:
		if inner := typesys.Strip(t); inner != t {
			return written(inner, depth, leaf)
		}
	}
	return t
}

// madeObject is an object with as many members as its width, each an object
// again, down to the depth.
func madeObject(width, depth int) typesys.Type {
	props := make([]typesys.Property, width)
	for i := range props {
		t := typesys.String
		if depth > 0 {
			t = typesys.List(typesys.Object(typesys.Property{Name: fmt.Sprint("n", i), Type: madeObject(width, depth-1)}))
		}
		props[i] = typesys.Property{Name: fmt.Sprint("member", i), Type: typesys.Optional(t)}
	}
	return typesys.Object(props...)
}

// Each benchmark asks the same question again and again, as checking does from
// one keystroke to the next. Those called afresh ask it as if for the first time.
func BenchmarkConvert(b *testing.B) {
	for _, l := range largeTypes(b) {
		for _, c := range []struct {
			name string
			src  typesys.Type
		}{{"variable", l.made}, {"literal", l.literal}, {"changed", l.changed}} {
			repeat(b, l.name+"/"+c.name, func() { typesys.Convert(l.accepted, c.src) })
			repeat(b, l.name+"/"+c.name+"/afresh", func() { typesys.ConvertAfresh(l.accepted, c.src) })
		}
	}
}

func BenchmarkAssignable(b *testing.B) {
	for _, l := range largeTypes(b) {
		for _, c := range []struct {
			name string
			src  typesys.Type
		}{{"variable", l.made}, {"literal", l.literal}} {
			repeat(b, l.name+"/"+c.name, func() { typesys.Assignable(l.accepted, c.src) })
			repeat(b, l.name+"/"+c.name+"/afresh", func() { typesys.AssignableAfresh(l.accepted, c.src) })
		}
	}
}

func BenchmarkUnify(b *testing.B) {
	for _, l := range largeTypes(b) {
		for _, c := range []struct {
			name string
			a, b typesys.Type
		}{{"literals", l.literal, l.changed}, {"literalWithVariable", l.literal, l.made}} {
			kept := typesys.UnifySafe(c.a, c.b) // as the results of checking keep it
			repeat(b, l.name+"/"+c.name, func() { kept = typesys.UnifySafe(c.a, c.b) })
			repeat(b, l.name+"/"+c.name+"/afresh", func() { kept, _ = typesys.UnifyAfresh(c.a, c.b) })
			runtime.KeepAlive(kept)
		}
	}
}

func repeat(b *testing.B, name string, ask func()) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		ask() // decodes the schema and builds shapes, once for the life of a package
		for b.Loop() {
			ask()
		}
	})
}

func BenchmarkTraverse(b *testing.B) {
	for _, l := range largeTypes(b) {
		kept, _ := typesys.Traverse(l.receiver, l.key)
		repeat(b, l.name, func() { kept, _ = typesys.Traverse(l.receiver, l.key) })
		if kept.Kind() != typesys.KindOutput {
			b.Fatalf("got %v, want an output", kept)
		}
	}
}
