package schemas_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// A file that is replaced again and again is one of its states or unreadable, and
// never a mixture; when it rests it is read.
func TestReplacedWhileRead(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.json": text("aa", "1.0.0")})
	path := filepath.Join(dir, "a.json")
	s := schemas.New(schemas.Options{Paths: []string{dir}})
	var writing sync.WaitGroup
	writing.Go(func() {
		for i := range 200 {
			next := strings.Repeat(" ", i) + text("aa", fmt.Sprintf("1.0.%d", i))
			if err := os.WriteFile(path+".new", []byte(next), 0o644); err != nil {
				t.Error(err)
			}
			if err := os.Rename(path+".new", path); err != nil {
				t.Log(err) // some systems refuse while the file is open
			}
		}
	})
	for range 200 {
		p, a := s.Package(schema.Ref{Name: "aa"})
		switch {
		case p != nil && a.State == schema.Ready && p.Version() == a.Version:
		case p == nil && strings.Contains(a.Reason, schemas.ErrChanged.Error()):
		default:
			t.Errorf("got %+v", a)
		}
	}
	writing.Wait()
	if _, a := s.Package(schema.Ref{Name: "aa"}); a.State != schema.Ready {
		t.Errorf("at rest: got %+v", a)
	}
}

// BenchmarkPackage looks for a package in a Pulumi home as large as they get.
func BenchmarkPackage(b *testing.B) {
	dir := b.TempDir()
	put := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			b.Fatal(err)
		}
	}
	for i := range 300 {
		name, version := fmt.Sprintf("pkg%d", i/5), fmt.Sprintf("1.%d.0", i%5)
		put("plugins/resource-"+name+"-v"+version+"/"+executable(name), "")
		put("schemas/"+name+"-"+version+".json", text(name, version))
	}
	s := schemas.New(schemas.Options{Home: dir})
	for b.Loop() {
		if p, a := s.Package(schema.Ref{Name: "pkg7"}); p == nil || a.Version != "1.4.0" {
			b.Fatalf("got %+v", a)
		}
	}
}
