// This file tests a whole publisher over a session.

package publish

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// wrongText has a finding.
const wrongText = "a = missing\n"

// published is a publisher with what it has pushed.
type published struct {
	*Publisher
	session *workspace.Session

	mu     sync.Mutex
	pushed []string
}

// publishing runs a publisher in the bubble of a test until it ends.
func publishing(t *testing.T, options workspace.Options) *published {
	p := &published{session: workspace.New(options)}
	p.Publisher = New(Config{
		View: func() View {
			return View{Converter: place.Converter{Snapshot: p.session.Snapshot(), Encoding: syntax.UTF8}}
		},
		Push: func(params [][]byte) error {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.pushed = append(p.pushed, shortened(t, params))
			return nil
		},
		Learn:      func(change workspace.Change) { p.session.Apply(change) },
		Background: func(f func()) { go f() },
		Drained:    func() <-chan struct{} { return closedChannel() },
		Passed:     func() {},
		Fault:      func(doing string, recovered any) { t.Errorf("%s: %v", doing, recovered) },
		Log:        slog.New(slog.DiscardHandler),
	})
	ctx, cancel := context.WithCancel(t.Context())
	go p.Run(ctx)
	t.Cleanup(func() { cancel(); <-p.Done() })
	return p
}

// open opens a document.
func (p *published) open(path, text string) {
	p.session.Apply(workspace.Open{Path: path, Text: text, Version: 1})
	p.Edited(path)
}

// all returns what was pushed so far.
func (p *published) all() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.pushed, "\n")
}

// TestGoneFilesLeaveNothingBehind: documents with findings that are opened and closed, and files and folders with findings that come and go on disk. Each
// has a name of its own.
func TestGoneFilesLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(path string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Error(err)
		}
		if err := os.WriteFile(path, []byte(wrongText), 0o600); err != nil {
			t.Error(err)
		}
	}
	write(filepath.Join(dir, "stays.pp"))
	synctest.Test(t, func(t *testing.T) {
		p := publishing(t, workspace.Options{})
		p.SetFolders([]string{filepath.ToSlash(dir)})
		changed := func(paths ...string) {
			p.session.Apply(workspace.DiskChanged{Paths: paths})
			p.FilesChanged()
			synctest.Wait()
		}
		sizes := func() map[string]int {
			table := &p.diagnoser.table
			return map[string]int{
				"reports": len(p.reports.byPath), "pulled": len(p.pulls.documents), "running": len(p.pulls.running), "files": len(table.files),
				"programs": len(table.owned), "shown": len(table.shown), "aliases": len(p.aliases.known), "recent": len(p.focus.recent),
			}
		}
		round := func(n int) {
			document := filepath.ToSlash(filepath.Join(dir, fmt.Sprintf("document%d.pp", n)))
			p.open(document, wrongText)
			synctest.Wait()
			if _, err := p.Document(t.Context(), p.config.View(), document, ""); err != nil {
				t.Error(err)
			}
			p.session.Apply(workspace.Close{Path: document})
			p.Closed(document)
			folder := filepath.ToSlash(filepath.Join(dir, fmt.Sprintf("folder%d", n)))
			file := folder + "/main.pp"
			write(file)
			changed(file, folder)
			if !strings.Contains(p.all(), file+" ") {
				t.Errorf("%s is not checked; pushed was\n%s", file, p.all())
			}
			if err := os.RemoveAll(folder); err != nil {
				t.Error(err)
			}
			changed(file, folder)
		}
		round(0)
		before := sizes()
		for n := range 10 {
			round(n + 1)
		}
		if diff := cmp.Diff(before, sizes()); diff != "" {
			t.Errorf("after ten more rounds (-before +now):\n%s", diff)
		}
	})
}

// TestClosedDocumentsAreNotRecorded: a document may be closed while a pull of it is answered.
func TestClosedDocumentsAreNotRecorded(t *testing.T) {
	t.Parallel()
	var p pulls
	p.answered("/a.pp", "", map[string]findings{"/a.pp": testFindings("/a.pp", 1, "wrong")}, func(string) bool { return false })
	if n := len(p.documents); n > 0 {
		t.Errorf("%d documents are recorded", n)
	}
}

// TestIdentifiedOnce: the disk is not asked about open directories whose names show that they differ, and once about each of the others.
func TestIdentifiedOnce(t *testing.T) {
	t.Parallel()
	files := fixture.Files{}
	for i := range 20 {
		files[fmt.Sprintf("/w/p%d/main.pp", i)] = wrongText
		files[fmt.Sprintf("/v/p%d/main.pp", i)] = wrongText
	}
	for _, test := range []struct {
		open string
		want int
	}{{"/w", 0}, {"/v", 40}} {
		synctest.Test(t, func(t *testing.T) {
			p := publishing(t, workspace.Options{FS: files})
			p.SetFolders([]string{"/w"})
			for i := range 20 {
				p.open(fmt.Sprintf("%s/p%d/main.pp", test.open, i), wrongText)
			}
			synctest.Wait()
			p.aliases.mu.Lock()
			defer p.aliases.mu.Unlock()
			if got := len(p.aliases.known); got != test.want {
				t.Errorf("%s: %d directories were identified, want %d", test.open, got, test.want)
			}
		})
	}
}
