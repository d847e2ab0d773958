// This file sends every request about every place of every fixture and program. None may fail, and the log names the slowest.

package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

var (
	sweepLimit = flag.Duration("sweeplimit", 0, "TestSweep fails if an answer takes longer, again and again; 0 is no limit")
)

// realSchemas is where make sweep finds schemas for the programs, if they exist.
const realSchemas = "../../shared/schemas"

// swept is a set of programs that are opened together.
type swept struct {
	name  string
	files fixture.Files
	own   *txtar.Archive // with schemas; may be nil
}

// sweptSources returns all fixtures and all programs of the test data. Cursor marks are removed from fixtures; carets under a line stay, since they are
// comments.
func sweptSources(t testing.TB) []swept {
	t.Helper()
	var all []swept
	fixtures, err := filepath.Glob("../testdata/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range fixtures {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := swept{name: strings.TrimPrefix(filepath.ToSlash(file), "../testdata/"), files: fixture.Files{}, own: archive}
		for _, part := range archive.Files {
			if !strings.HasPrefix(part.Name, "want/") && !strings.HasPrefix(part.Name, "schemas/") {
				s.files[path.Join("/w", part.Name)] = strings.ReplaceAll(string(part.Data), "$0", "")
			}
		}
		all = append(all, s)
	}
	for _, dir := range []string{"../testdata/programs", "../testdata/values", "../testdata/conformance/programs"} {
		all = append(all, sweptPrograms(t, dir)...)
	}
	return all
}

// sweptPrograms returns the programs below a directory, one set for each of its folders.
func sweptPrograms(t testing.TB, dir string) []swept {
	t.Helper()
	byFolder := map[string]fixture.Files{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() != "Pulumi.yaml" && filepath.Ext(file) != ".pp" {
			return err
		}
		text, err := os.ReadFile(file)
		inside, _ := strings.CutPrefix(filepath.ToSlash(file), dir+"/")
		folder, _, _ := strings.Cut(inside, "/")
		if byFolder[folder] == nil {
			byFolder[folder] = fixture.Files{}
		}
		byFolder[folder][path.Join("/w", inside)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []swept
	for _, folder := range slices.Sorted(maps.Keys(byFolder)) {
		all = append(all, swept{name: path.Base(dir) + "/" + folder, files: byFolder[folder]})
	}
	return all
}

// slowest records the slowest answer for each method. It is safe for concurrent use.
type slowest struct {
	mu    sync.Mutex // guards the fields below
	asked map[string]int
	worst map[string]sweptAnswer
}

type sweptAnswer struct {
	took  time.Duration
	place string
}

func (s *slowest) note(method string, took time.Duration, place string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[method]++
	if took > s.worst[method].took {
		s.worst[method] = sweptAnswer{took, place}
	}
}

// TestSweep sends every request about a place, at many bytes of the test data. It bypasses the connection but not the codec.
func TestSweep(t *testing.T) {
	testsize.Full(t, "it asks about every text of the test data")
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	sources := sweptSources(t)
	programSchemas := fixtureSchemas(t, &txtar.Archive{})
	if _, err := os.Stat(realSchemas); err == nil && testsize.Long() {
		programSchemas = schemas.New(schemas.Options{Paths: []string{"../testdata/schemas", realSchemas}})
	}
	if len(sources) < 150 {
		t.Fatalf("%d fixtures and programs are too few: where are the others?", len(sources))
	}
	seen := &slowest{asked: map[string]int{}, worst: map[string]sweptAnswer{}}
	t.Run("all", func(t *testing.T) {
		for _, source := range sources {
			t.Run(source.name, func(t *testing.T) {
				t.Parallel()
				if source.own != nil {
					source.sweep(t, seen, fixtureSchemas(t, source.own))
					return
				}
				source.sweep(t, seen, programSchemas)
			})
		}
	})
	total := 0
	for _, method := range slices.Sorted(maps.Keys(seen.asked)) {
		total += seen.asked[method]
		t.Logf("%-36s %8d answers, the slowest %8.3f ms at %s", method, seen.asked[method],
			float64(seen.worst[method].took.Microseconds())/1000, seen.worst[method].place)
	}
	t.Logf("%d answers about %d fixtures and programs", total, len(sources))
}

func (w swept) sweep(t *testing.T, seen *slowest, known analysis.Schemas) {
	var s *server
	c := connect(t, func(made *server) {
		s = made
		s.session = workspace.New(workspace.Options{FS: w.files, Schemas: known})
	})
	announced := modern("utf-8")
	c.call("initialize", object{"capabilities": announced, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}})
	c.notify("initialized", object{})
	for _, name := range slices.Sorted(maps.Keys(w.files)) {
		if workspace.IsProgramFile(name) {
			c.open(uriText(name), 1, w.files[name])
			c.call("textDocument/hover", object{"textDocument": object{"uri": uriText(name)}, "position": object{"line": 0, "character": 0}})
		}
	}
	v := s.view()
	first := len(w.name) % testsize.SweepEvery
	for _, name := range slices.Sorted(maps.Keys(w.files)) {
		if !workspace.IsProgramFile(name) {
			continue
		}
		text := w.files[name]
		for offset := first; offset <= len(text); offset += testsize.SweepEvery {
			w.ask(t, v, s.requests, name, offset, seen)
		}
	}
}

// ask sends every request about one place.
func (w swept) ask(t *testing.T, v *view, handlers map[string]wire.Request[*view], name string, offset int, seen *slowest) {
	place := fmt.Sprintf("%s %s:%d", w.name, strings.TrimPrefix(name, "/w/"), offset)
	for _, r := range stormRequests(uriText(name), modelPosition(w.files[name], offset, "utf-8")) {
		if !aboutPlace(r.params) {
			continue
		}
		params, err := json.Marshal(r.params)
		if err != nil {
			t.Fatal(err)
		}
		answer := func() time.Duration {
			begun := time.Now()
			result, err := handlers[r.method].Concurrent(context.Background(), v, params)
			if err == nil {
				_, err = protocol.Marshal(result)
			}
			took := time.Since(begun)
			if coded := new(jsonrpc2.Error); errors.As(err, &coded) && isRefusal(r.method, int(coded.Code)) {
				err = nil
			}
			if err != nil {
				t.Errorf("%s: %s: %v", place, r.method, err)
			}
			return took
		}
		took := answer()
		for tries := 0; *sweepLimit > 0 && took > *sweepLimit && tries < 4; tries++ {
			took = min(took, answer()) // of what the machine did meanwhile nobody is guilty
		}
		if *sweepLimit > 0 && took > *sweepLimit {
			t.Errorf("%s: %s takes %v", place, r.method, took)
		}
		seen.note(r.method, took, place)
	}
}

// aboutPlace reports whether a request is about a place of a document.
func aboutPlace(params object) bool {
	return params["position"] != nil && params["data"] == nil || params["range"] != nil && params["context"] != nil || params["positions"] != nil
}
