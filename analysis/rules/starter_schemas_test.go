package rules_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// TestStarterSchemasAreReal compares the schemas of the starter set, which have only what the rules need, with the published ones: what they have is
// there. It also looks for names in the rules that the published schemas do not have.
func TestStarterSchemasAreReal(t *testing.T) {
	t.Parallel()
	s := openStarter(t)
	published := analysistest.Schemas{}
	files, _ := filepath.Glob(filepath.Join(analysistest.Repository(t), "examples", "rules", "schemas", "*.json"))
	for _, file := range files {
		name := filepath.Join(analysistest.Repository(t), "..", "shared", "schemas", filepath.Base(file)+".gz")
		if info, err := os.Stat(name); err != nil || info.Size() > int64(testsize.SchemaBytes) {
			continue
		}
		large := opened(t, name)
		published[large.Name()] = append(published[large.Name()], large)
		small, _ := s.schemas.Package(schema.Ref{Name: large.Name()})
		c := &subset{T: t, seen: map[string]bool{}}
		for _, token := range small.ResourceTokens() {
			r := large.Resource(token)
			if r == nil {
				t.Errorf("%s is made up", token)
				continue
			}
			c.properties(token, small.Resource(token).Inputs, r.Inputs)
			for _, in := range r.Inputs {
				if in.Required && !slices.ContainsFunc(small.Resource(token).Inputs, func(p *schema.Property) bool { return p.Name == in.Name }) {
					t.Errorf("%s.%s is required, and missing", token, in.Name)
				}
			}
			c.properties(token, small.Resource(token).Outputs, r.Outputs)
		}
	}
	if len(published) == 0 {
		t.Skip("../shared/schemas is not there")
	}
	for _, f := range s.files {
		for _, d := range f.CheckNames(published) {
			t.Error(placed(f.Source, d))
		}
	}
}

func opened(t *testing.T, name string) *schema.Package {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	p, err := schema.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// subset compares what a small schema has with a large one.
type subset struct {
	*testing.T
	seen map[string]bool
}

func (c *subset) properties(of string, small, large []*schema.Property) {
	for _, p := range small {
		found := false
		for _, q := range large {
			if q.Name != p.Name {
				continue
			}
			found = true
			if p.Required != q.Required {
				c.Errorf("%s.%s: required is %v, but %v in the published schema", of, p.Name, p.Required, q.Required)
			}
			c.types(of+"."+p.Name, p.Plain, q.Plain)
		}
		if !found {
			c.Errorf("%s.%s is made up", of, p.Name)
		}
	}
}

func (c *subset) types(of string, small, large typesys.Type) {
	small, large = typesys.Strip(small), typesys.Strip(large)
	if small.Kind() != large.Kind() {
		c.Errorf("%s is %s, but %s in the published schema", of, small, large)
		return
	}
	switch small.Kind() {
	case typesys.KindList, typesys.KindSet, typesys.KindMap:
		c.types(of, small.Elem(), large.Elem())
	case typesys.KindObject:
		a, b := schema.ObjectOf(small), schema.ObjectOf(large)
		if a != nil && b != nil && !c.seen[a.Token] {
			c.seen[a.Token] = true
			c.properties(a.Token, a.Properties(), b.Properties())
		}
	}
}
