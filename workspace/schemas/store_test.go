package schemas_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// write puts files below a new directory.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// text is a schema with this name and version.
func text(name, version string) string {
	return fmt.Sprintf(`{"name":%q,"version":%q,"resources":{"%s:index:R":{}}}`, name, version, name)
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// check asks for a package and compares the outcome, written as the state and the
// path relative to dir, or the state and a part of the reason.
func check(t *testing.T, s *schemas.Store, dir string, ref schema.Ref, want string) *schema.Package {
	t.Helper()
	p, a := s.Package(ref)
	got := a.State.String() + " "
	switch a.State {
	case schema.Ready:
		rel, _ := filepath.Rel(dir, a.Path)
		got += filepath.ToSlash(rel)
	default:
		got += strings.ReplaceAll(filepath.ToSlash(a.Reason), filepath.ToSlash(dir)+"/", "")
	}
	if !strings.HasPrefix(got, want) {
		t.Errorf("%+v: got %s, want %s", ref, got, want)
	}
	if (p != nil) != (a.State == schema.Ready) {
		t.Errorf("%+v: got package %v in state %s", ref, p, a.State)
	}
	if p != nil && (p.Name() != ref.Name || p.Version() != a.Version) {
		t.Errorf("%+v: got %s %s, said %s", ref, p.Name(), p.Version(), a.Version)
	}
	return p
}

func TestGivenFiles(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"one.json":                   text("a", "1.0.0"),
		"many/a-1.5.0.json":          text("a", "1.5.0"),
		"many/beta.json":             text("a", "2.0.0-beta.1"),
		"many/v.json.gz":             packed(t, text("b", "v2.11.0-alpha.1+gc1.dirty")),
		"many/c-d-1.2.3.json":        `{"name":"c-d"}`,
		"many/e.json":                `{"name":"e"}`,
		"many/f-1.0.0.json":          `{"name":"f"`,
		"many/g-1.0.0.json.gz":       "not compressed",
		"many/h-1.0.0.json":          text("h", "1.0.0"),
		"many/h-2.0.0.json":          `{"name":"h","version":"2.0.0","resources":{`,
		"many/build1.json":           text("i", "1.0.0+b1"),
		"many/build2.json":           text("i", "1.0.0+b2"),
		"many/inside/j.json":         text("j", "1.0.0"),
		"many/notes.txt":             "nothing",
		"many/deceptive-9.9.9.json":  text("k", "1.0.0"),
		"many/folder-1.0.0.json/x.y": "",
	})
	s := schemas.New(schemas.Options{Paths: []string{filepath.Join(dir, "one.json"), filepath.Join(dir, "many")}})
	for _, test := range []struct{ name, version, want string }{
		{"a", "", "ready many/a-1.5.0.json"},
		{"a", "1.0.0", "ready one.json"},
		{"a", "1.0.0+build", "ready one.json"},
		{"a", "v1.0.0", "ready one.json"},
		{"a", "2.0.0-beta.1", "ready many/beta.json"},
		{"a", "1.2.0", "missing no schema of a 1.2.0; there is 1.5.0, 1.0.0, 2.0.0-beta.1"},
		{"b", "", "ready many/v.json.gz"},
		{"b", "2.11.0-alpha.1", "ready many/v.json.gz"},
		{"c-d", "1.2.3", "ready many/c-d-1.2.3.json"},
		{"c-d", "1.2.4", "missing"},
		{"e", "7.0.0", "ready many/e.json"},
		{"f", "", "broken the schema file many/f-1.0.0.json cannot be used: not a package schema: byte 11"},
		{"f", "2.0.0", "missing no schema of f 2.0.0"},
		{"g", "", "broken the schema file many/g-1.0.0.json.gz cannot be used: gzip"},
		{"h", "1.0.0", "ready many/h-1.0.0.json"},
		{"h", "", "ready many/h-1.0.0.json"},
		{"h", "2.0.0", "broken the schema file many/h-2.0.0.json cannot be used"},
		{"i", "1.0.0", "ready many/build2.json"},
		{"j", "", "missing no schema of j in one.json, many"},
		{"k", "", "ready many/deceptive-9.9.9.json"},
		{"deceptive", "", "missing"},
		{"pulumi", "", "ready"},
	} {
		check(t, s, dir, schema.Ref{Name: test.name, Version: test.version}, test.want)
	}
	if got := strings.Join(s.Names(), " "); got != "a b c-d e h i k pulumi" {
		t.Errorf("got names %s", got)
	}
}

func TestNoPlaces(t *testing.T) {
	t.Parallel()
	check(t, schemas.New(schemas.Options{}), "", schema.Ref{Name: "a"},
		"missing no schema of a: no schema files were given, and there is no Pulumi home")
	dir := t.TempDir()
	s := schemas.New(schemas.Options{Paths: []string{filepath.Join(dir, "gone")}, Home: filepath.Join(dir, "home")})
	_, a := s.Package(schema.Ref{Name: "a", Version: "1.0.0"})
	for _, want := range []string{"a 1.0.0", filepath.Join(dir, "gone"), filepath.Join(dir, "home", "schemas"), "stat"} {
		if a.State != schema.Missing || !strings.Contains(a.Reason, want) {
			t.Errorf("got %+v, want a reason with %s", a, want)
		}
	}
}

func TestCache(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"schemas/aws-5.14.0.json":                text("aws", "5.14.0"),
		"schemas/aws-6.0.0.json":                 text("aws", "6.0.0"),
		"schemas/aws-7.0.0-alpha.1.json":         text("aws", "7.0.0-alpha.1"),
		"schemas/aws-native-9.0.0.json":          text("aws-native", "9.0.0"),
		"schemas/mini-1.2.3.json":                text("mini", "1.2.3"),
		"schemas/mini-1.2.3-fa5660095083.json":   text("sub", "2.0.0"),
		"schemas/mini-1.3.0-0123456789ab.json":   text("sub", "3.0.0"),
		"schemas/url-1.0.0.json":                 text("url", "1.0.0"),
		"schemas/url-1.0.0-54cef8f42f3f.json":    `{"name":"url","version":"1.0.0","description":"from the URL"}`,
		"schemas/url2-1.0.0-aaaaaaaaaaaa.json":   text("url2", "1.0.0"),
		"schemas/other-1.0.0.json":               text("different", "1.0.0"),
		"schemas/bad-1.0.0.json":                 `{"name":`,
		"plugins/schema-old-1.0.0-.json":         text("old", "1.0.0"),
		"plugins/schema-old-thing-1.1.0-.json":   text("old-thing", "1.1.0"),
		"plugins/resource-aws-v8.0.0/schema.txt": "",
		"plugins/other.json":                     text("aws", "9.0.0"),
	})
	s := schemas.New(schemas.Options{Home: dir})
	sub := func(version string) *schema.Parameterization {
		return &schema.Parameterization{Name: "sub", Version: version, Value: []byte("sub")}
	}
	for _, test := range []struct {
		ref  schema.Ref
		want string
	}{
		{schema.Ref{Name: "aws"}, "ready schemas/aws-6.0.0.json"},
		{schema.Ref{Name: "aws", Version: "5.14.0"}, "ready schemas/aws-5.14.0.json"},
		{schema.Ref{Name: "aws", Version: "5.15.0"}, "missing no schema of aws 5.15.0; there is 6.0.0, 5.14.0, 7.0.0-alpha.1"},
		{schema.Ref{Name: "aws-native"}, "ready schemas/aws-native-9.0.0.json"},
		{schema.Ref{Name: "mini"}, "ready schemas/mini-1.2.3.json"},
		{schema.Ref{Name: "sub", Plugin: "mini", Version: "1.2.3", Parameterization: sub("2.0.0")}, "ready schemas/mini-1.2.3-fa5660095083.json"},
		{schema.Ref{Name: "sub", Plugin: "mini", Parameterization: sub("2.0.0")}, "ready schemas/mini-1.2.3-fa5660095083.json"},
		{schema.Ref{Name: "sub", Plugin: "mini", Version: "1.3.0", Parameterization: sub("3.0.0")}, "ready schemas/mini-1.3.0-0123456789ab.json"},
		{schema.Ref{Name: "sub", Plugin: "mini", Version: "1.2.3", Parameterization: sub("3.0.0")}, "missing no schema of sub 3.0.0"},
		{schema.Ref{Name: "sub", Plugin: "mini", Version: "1.3.0", Parameterization: sub("2.0.0")}, "missing"},
		{schema.Ref{Name: "sub"}, "missing"},
		{schema.Ref{Name: "url"}, "ready schemas/url-1.0.0.json"},
		{schema.Ref{Name: "url", DownloadURL: "https://example.com/x"}, "ready schemas/url-1.0.0-54cef8f42f3f.json"},
		{schema.Ref{Name: "url", DownloadURL: "https://example.com/y"}, "ready schemas/url-1.0.0.json"},
		{schema.Ref{Name: "url2", Version: "1.0.0"}, "ready schemas/url2-1.0.0-aaaaaaaaaaaa.json"},
		{schema.Ref{Name: "other"}, "missing"},
		{schema.Ref{Name: "bad"}, "broken the schema file schemas/bad-1.0.0.json cannot be used: not a package schema: byte 8"},
		{schema.Ref{Name: "old"}, "ready plugins/schema-old-1.0.0-.json"},
		{schema.Ref{Name: "old-thing", Version: "1.1.0"}, "ready plugins/schema-old-thing-1.1.0-.json"},
	} {
		check(t, s, dir, test.ref, test.want)
	}
}

// Given files go before the cache, and the cache serves what they do not.
func TestGivenBeforeCache(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"given/a.json":                text("a", "1.0.0"),
		"given/sub.json":              text("sub", "2.0.0"),
		"home/schemas/a-1.0.0.json":   text("a", "1.0.0"),
		"home/schemas/a-3.0.0.json":   text("a", "3.0.0"),
		"home/schemas/sub-2.0.0.json": text("sub", "2.0.0"),
	})
	s := schemas.New(schemas.Options{Paths: []string{filepath.Join(dir, "given")}, Home: filepath.Join(dir, "home")})
	check(t, s, dir, schema.Ref{Name: "a"}, "ready given/a.json")
	check(t, s, dir, schema.Ref{Name: "a", Version: "1.0.0"}, "ready given/a.json")
	check(t, s, dir, schema.Ref{Name: "a", Version: "3.0.0"}, "ready home/schemas/a-3.0.0.json")
	check(t, s, dir, schema.Ref{Name: "a", Version: "2.0.0"}, "missing no schema of a 2.0.0; there is 3.0.0, 1.0.0")
	param := schema.Parameterization{Name: "sub", Version: "2.0.0"}
	check(t, s, dir, schema.Ref{Name: "sub", Plugin: "mini", Version: "9.0.0", Parameterization: &param}, "ready given/sub.json")
}

// Invariant: a package is opened once for all who want it at the same time.
func TestSharing(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.json.gz": packed(t, text("a", "1.0.0"))})
	s := schemas.New(schemas.Options{Paths: []string{dir}})
	got := make([]*schema.Package, 8)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i], _ = s.Package(schema.Ref{Name: "a"}) })
	}
	wg.Wait()
	for i, p := range got {
		if p == nil || p != got[0] {
			t.Errorf("asker %d got %p, the first one %p", i, p, got[0])
		}
	}
}

// A file that changed is opened anew; who holds the old package keeps it.
func TestFreshness(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.json": text("a", "1.0.0")})
	path := filepath.Join(dir, "a.json")
	s := schemas.New(schemas.Options{Paths: []string{dir}})
	ref := schema.Ref{Name: "a"}
	first := check(t, s, dir, ref, "ready a.json")
	if again := check(t, s, dir, ref, "ready a.json"); again != first {
		t.Error("the same file gave another package")
	}
	change(t, path, text("a", "2.0.0"), 1)
	second := check(t, s, dir, ref, "ready a.json")
	if second == first || second.Version() != "2.0.0" {
		t.Errorf("after a change: got version %s", second.Version())
	}
	if r := first.Resource("a:index:R"); r == nil || !r.Unreadable || !strings.Contains(r.Problems[0], "it changed") {
		t.Errorf("an old package whose file changed: got %+v", r)
	}
	change(t, path, "{", 2)
	check(t, s, dir, ref, "broken")
	change(t, path, text("a", "3.0.0"), 3)
	check(t, s, dir, ref, "ready a.json")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	check(t, s, dir, ref, "missing")
}

// change writes a file and gives it a time of its own, since clocks of file
// systems are coarse.
func change(t *testing.T, path, text string, hour int) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2001, 1, 1, hour, 0, 0, 0, time.UTC)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// A schema sees the types of other packages of the store.
func TestExternal(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"a.json": `{"name":"a","types":{"a::T":{"properties":{"x":{"$ref":"/b/v1.0.0/schema.json#/types/b::U"},"y":{"$ref":"/b/v2.0.0/schema.json#/types/b::U"}},"required":["x","y"]}}}`,
		"b.json": `{"name":"b","version":"1.0.0","types":{"b::U":{"properties":{"a":{"$ref":"/a/v0.0.0/schema.json#/types/a::T"}}}}}`,
	})
	s := schemas.New(schemas.Options{Paths: []string{dir}})
	a := check(t, s, dir, schema.Ref{Name: "a"}, "ready a.json")
	b := check(t, s, dir, schema.Ref{Name: "b"}, "ready b.json")
	o := a.ObjectType("a::T")
	if o.Property("x").Type != b.ObjectType("b::U").Plain() || o.Property("y").Type != typesys.Dynamic {
		t.Errorf("x is %s, y is %s", o.Property("x").Type, o.Property("y").Type)
	}
	if got := b.ObjectType("b::U").Property("a").Type; got != typesys.Optional(o.Plain()) {
		t.Errorf("b::U.a is %s", got)
	}
}

func TestRealSchemas(t *testing.T) {
	t.Parallel()
	const dir = "../../../shared/schemas"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("../shared/schemas is not there")
	}
	s := schemas.New(schemas.Options{Paths: []string{dir}})
	for _, test := range []struct{ name, version, want string }{
		{"random", "", "ready random-4.21.1.json.gz"},
		{"eks", "", "ready eks-4.3.0.json.gz"},
		{"eks", "0.42.7", "ready eks-0.42.7.json.gz"},
		{"gcp", "2.11.0-alpha.1585225700", "ready gcp-2.11.0.json.gz"},
		{"nope", "", "missing"},
	} {
		check(t, s, dir, schema.Ref{Name: test.name, Version: test.version}, test.want)
	}
	if got := s.Names(); len(got) != 20 {
		t.Errorf("got %d names: %v", len(got), got)
	}
}
