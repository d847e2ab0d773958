package plugins_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/plugins"
)

// This file tests what is kept of the answers, and for how long.

func newCache(t *testing.T) *plugins.Cache {
	return &plugins.Cache{Dir: filepath.Join(t.TempDir(), "not", "yet")}
}

// wantAnswer asks and checks how many processes ran so far.
func (p plugin) wantAnswer(c *plugins.Cache, processes int) plugins.Schema {
	p.t.Helper()
	s, err := c.Ask(p.t.Context(), plugins.Request{Executable: p.path})
	if err != nil {
		p.t.Error(err)
	}
	if n := len(p.processes()); n != processes {
		p.t.Errorf("%d processes ran, want %d", n, processes)
	}
	return s
}

// files are the names of the files in a cache.
func files(t *testing.T, c *plugins.Cache) []string {
	t.Helper()
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// What was answered once is known, also to others, without a process.
func TestCache(t *testing.T) {
	t.Parallel()
	p, c := install(t, ""), newCache(t)
	if s, known := c.Lookup(plugins.Request{Executable: p.path}); known {
		t.Errorf("an empty cache knows %+v", s)
	}
	first := p.wantAnswer(c, 1)
	text, err := os.ReadFile(first.Path)
	if err != nil || first.Text != nil || first.Size != int64(len(text)) || !strings.HasPrefix(string(text), `{"name":"moon"`) {
		t.Errorf("got %+v with the text %.80q, %v", first, text, err)
	}
	again := p.wantAnswer(&plugins.Cache{Dir: c.Dir}, 1)
	if again.Path != first.Path || again.Name != "moon" || again.Version != "1.2.3" || again.Size != first.Size {
		t.Errorf("got %+v after %+v", again, first)
	}
	if s, known := c.Lookup(plugins.Request{Executable: p.path, Name: "moon"}); !known || s.Path != first.Path {
		t.Errorf("looked up %+v, %v", s, known)
	}
	if s, known := c.Lookup(plugins.Request{Executable: p.path, Name: "mars"}); known {
		t.Errorf("looked up %+v for another package", s)
	}
	_, err = c.Ask(t.Context(), plugins.Request{Executable: p.path, Name: "moon", Version: "2.0.0"})
	wantFailure(t, err, plugins.OtherPackage)
	p.wantAnswer(c, 1)
	names := files(t, c)
	if want := regexp.MustCompile(`^moon-1\.2\.3-[0-9a-f]{12}-[0-9a-f]{12}-[0-9]+\.json moon-[^ ]*\.used$`); !want.MatchString(strings.Join(names, " ")) {
		t.Errorf("got the files %q", names)
	}
}

// Nobody else can read or write what is kept.
func TestPrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions here")
	}
	p, c := install(t, ""), newCache(t)
	s := p.wantAnswer(c, 1)
	for path, want := range map[string]os.FileMode{c.Dir: os.ModeDir | 0o700, s.Path: 0o600, strings.TrimSuffix(s.Path, "json") + "used": 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if err := os.Chmod(c.Dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if s := p.wantAnswer(c, 2); s.Path != "" || len(s.Text) == 0 {
		t.Errorf("a folder that others can write to was used: %+v", s)
	}
}

// A cache that cannot be written is done without.
func TestNoPlaceForTheCache(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := install(t, "")
	for i, dir := range []string{file, filepath.Join(file, "below"), ""} {
		if s := p.wantAnswer(&plugins.Cache{Dir: dir}, i+1); s.Path != "" || len(s.Text) == 0 {
			t.Errorf("%q: got %+v", dir, s)
		}
	}
}

// A plugin that was installed again is asked again, and its old answer goes, but
// not under the hands of those who have it.
func TestStale(t *testing.T) {
	t.Parallel()
	p, c := install(t, ""), newCache(t)
	binary, _ := builtProvider()
	first := p.wantAnswer(c, 1)
	replace(t, binary, p.path)
	second := p.wantAnswer(c, 2)
	if second.Path == first.Path || len(files(t, c)) != 4 {
		t.Errorf("got %s after %s, and %q", second.Path, first.Path, files(t, c))
	}
	replace(t, binary, p.path)
	p.wantAnswer(&plugins.Cache{Dir: c.Dir}, 3)
	if names := files(t, c); len(names) != 2 {
		t.Errorf("got %q", names)
	}
}

// A damaged file is replaced.
func TestDamaged(t *testing.T) {
	t.Parallel()
	p, c := install(t, ""), newCache(t)
	s := p.wantAnswer(c, 1)
	for i, missing := range []int64{1, 300, s.Size} {
		if err := os.Truncate(s.Path, max(0, s.Size-missing)); err != nil {
			t.Fatal(err)
		}
		s = p.wantAnswer(c, i+2)
		if info, err := os.Stat(s.Path); err != nil || info.Size() != s.Size || s.Size < 300 {
			t.Errorf("without the last %d bytes: got %+v, %v", missing, s, err)
		}
	}
}

// A failure leaves nothing behind and is not kept.
func TestFailuresAreNotKept(t *testing.T) {
	t.Parallel()
	p, c := install(t, "refuse"), newCache(t)
	_, err := c.Ask(t.Context(), plugins.Request{Executable: p.path})
	wantFailure(t, err, plugins.Refused)
	if names := files(t, c); len(names) > 0 {
		t.Errorf("got %q", names)
	}
	p.write("variant", "")
	p.wantAnswer(c, 2)
	_, err = c.Ask(t.Context(), plugins.Request{Executable: p.path + "-not"})
	wantFailure(t, err, plugins.NotExecutable, "does not exist")
}

// Each parameterization has a process and a file of its own.
func TestParameterizationsAreKeptApart(t *testing.T) {
	t.Parallel()
	p, c := install(t, ""), newCache(t)
	for range 2 {
		for _, name := range []string{"half", "../quarter"} {
			s, err := c.Ask(t.Context(), plugins.Request{
				Executable: p.path, Name: name,
				Parameterization: &plugins.Parameterization{Name: name, Version: "2.0.0", Value: []byte("half")},
			})
			if err != nil || s.Name != name || filepath.Dir(s.Path) != c.Dir {
				t.Errorf("got %+v, %v", s, err)
			}
		}
	}
	p.wantAnswer(c, 3)
}

// What was not used for the longest time goes first.
func TestSize(t *testing.T) {
	t.Parallel()
	old, older, latest := install(t, ""), install(t, ""), install(t, "")
	c := newCache(t)
	a, b := old.wantAnswer(c, 1), older.wantAnswer(c, 1)
	for path, age := range map[string]time.Duration{a.Path: time.Hour, b.Path: 2 * time.Hour} {
		then := time.Now().Add(-age)
		for _, p := range []string{path, strings.TrimSuffix(path, "json") + "used"} {
			if err := os.Chtimes(p, then, then); err != nil {
				t.Fatal(err)
			}
		}
	}
	stray := filepath.Join(c.Dir, fmt.Sprintf(".pcl-lsp-%d-00ff.tmp", os.Getpid())) // of an earlier process with this number
	if err := os.WriteFile(stray, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	last := latest.wantAnswer(&plugins.Cache{Dir: c.Dir, MaxSize: a.Size + b.Size + 100}, 1)
	var left []string
	for _, name := range files(t, c) {
		if !strings.HasSuffix(name, ".used") {
			left = append(left, filepath.Join(c.Dir, name))
		}
	}
	want := []string{a.Path, last.Path}
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
	if s := older.wantAnswer(&plugins.Cache{Dir: c.Dir, MaxSize: 1}, 2); s.Path == "" {
		t.Errorf("an answer larger than the cache is not there: %+v", s)
	}
}

// Those who ask at one time share one process and all hear of it. If one of them
// stops waiting the others still get the answer.
func TestOneProcessForAll(t *testing.T) {
	t.Parallel()
	for name, others := range map[string]int{"one stays": 1, "many stay": 5} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			oneProcessForAll(t, others)
		})
	}
}

func oneProcessForAll(t *testing.T, others int) {
	t.Helper()
	p, c := install(t, ""), newCache(t)
	begun, joined, release := make(chan bool), make(chan bool), make(chan bool)
	first, leave := context.WithCancel(t.Context())
	defer leave()
	var all sync.WaitGroup
	left := make(chan error, 1)
	all.Go(func() {
		_, err := c.Ask(first, plugins.Request{Executable: p.path, Progress: func(s plugins.Stage) {
			if s == plugins.Starting {
				begun <- true
				<-release
			}
		}})
		left <- err
	})
	<-begun
	for range others {
		all.Go(func() {
			var stages []plugins.Stage
			s, err := c.Ask(t.Context(), plugins.Request{Executable: p.path, Name: "moon", Progress: func(s plugins.Stage) {
				if stages = append(stages, s); s == plugins.Starting {
					joined <- true
				}
			}})
			want := []plugins.Stage{plugins.Starting, plugins.Greeting, plugins.Receiving, plugins.Ending}
			if err != nil || s.Name != "moon" || !slices.Equal(stages, want) {
				t.Errorf("got %+v, %v, stages %q", s, err, stages)
			}
		})
	}
	for range others {
		<-joined
	}
	leave()
	wantFailure(t, <-left, plugins.Cancelled, "context canceled")
	close(release)
	all.Wait()
	if n := len(p.processes()); n != 1 {
		t.Errorf("%d processes ran, want 1", n)
	}
}

// When nobody waits any more the plugin is ended.
func TestNobodyWaits(t *testing.T) {
	t.Parallel()
	p, c := install(t, "deaf"), newCache(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			_, err := c.Ask(ctx, plugins.Request{
				Executable: p.path, Limits: plugins.Limits{Call: time.Hour, Grace: time.Hour},
				Progress: func(s plugins.Stage) {
					if s == plugins.Receiving {
						cancel()
					}
				},
			})
			wantFailure(t, err, plugins.Cancelled)
		})
	}
	all.Wait()
	p.wantNoProcess()
	if names := files(t, c); len(names) > 0 {
		t.Errorf("left are %q", names)
	}
}

// A plugin that is installed again while it is asked is asked once more, but not
// for ever.
func TestChangedWhileAsked(t *testing.T) {
	t.Parallel()
	binary, err := builtProvider()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ changes, processes, kept int }{{1, 2, 1}, {10, 3, 0}} {
		p, cache := install(t, ""), newCache(t)
		replace(t, binary, p.path) // a file of its own, whose time can be changed
		then, changes := time.Now().Add(-time.Hour), 0
		s, err := cache.Ask(t.Context(), plugins.Request{Executable: p.path, Progress: func(s plugins.Stage) {
			if s == plugins.Receiving && changes < c.changes {
				changes++
				if err := os.Chtimes(p.path, then, then.Add(time.Duration(changes)*time.Minute)); err != nil {
					t.Error(err)
				}
			}
		}})
		switch {
		case c.kept == 0:
			wantFailure(t, err, plugins.NotStarted, "changed each time")
		case err != nil:
			t.Error(err)
		default:
			p.wantAnswer(cache, c.processes)
			if _, err := os.Stat(s.Path); err != nil {
				t.Error(err)
			}
		}
		schemas := slices.DeleteFunc(files(t, cache), func(name string) bool { return strings.HasSuffix(name, ".used") })
		if n := len(p.processes()); n != c.processes || len(schemas) != c.kept {
			t.Errorf("%d changes: %d processes, files %q", c.changes, n, schemas)
		}
	}
}
