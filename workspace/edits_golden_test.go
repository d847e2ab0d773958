package workspace_test

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file checks what is parsed and computed after each edit, by fixtures: the
// section steps has one step a line, and want/work says what each of them costs.
//
//	replace FILE OLD NEW   in an open document, the first place
//	move FILE TEXT MARK    takes a text away and puts it in before a mark, in one change
//	type FILE MARK TEXT    behind a mark, letter by letter
//	write FILE TEXT        on disk
//	remove FILE            on disk
//	select STACK
//	arrive                 of the schemas that are being loaded
//
// All .pp files of the archive are open at the beginning, unless the prose has a line
// "open: FILE…". With a line "schemas are loaded in the background" they are. Texts are
// quoted as in Go.

// TestEditFixtures carries out the steps.
func TestEditFixtures(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/edits", func(t *testing.T, f *fixture.Fixture) {
		w := newWatched(t, f)
		var b strings.Builder
		for line := range strings.Lines(f.Files[path.Join(fixture.Root, "steps")]) {
			fmt.Fprintf(&b, "%s", line)
			w.step(&b, strings.TrimSpace(line))
		}
		f.Golden(t, "work", b.String())
	})
}

// watched is a session of which is known what it does.
type watched struct {
	t       *testing.T
	files   fixture.Files
	session *workspace.Session
	loads   []func(workspace.Caller)

	did      map[string]map[string]bool // items, by kind of work
	kept     int
	findings map[string]*analysis.FileFindings // as shown last
}

func newWatched(t *testing.T, f *fixture.Fixture) *watched {
	w := &watched{t: t, files: f.Files, did: map[string]map[string]bool{}, findings: map[string]*analysis.FileFindings{}}
	w.session = workspace.New(workspace.Options{Workers: 1, FS: f.Files, Schemas: analysistest.RepositorySchemas(t)})
	prose := string(f.Archive.Comment)
	if strings.Contains(prose, "schemas are loaded in the background") {
		w.session.LoadInBackground(func(_ string, work func(workspace.Caller)) { w.loads = append(w.loads, work) })
	}
	w.session.Observe(func(p workspace.Parsed) {
		for _, item := range p.Items {
			w.note("parsed", relative(path.Dir(p.Path)), item)
		}
		w.kept += p.Kept
	})
	_, listed, only := strings.Cut(prose, "\nopen:")
	listed, _, _ = strings.Cut(listed, "\n")
	for _, p := range slices.Sorted(maps.Keys(f.Files)) {
		if strings.HasSuffix(p, ".pp") && (!only || slices.Contains(strings.Fields(listed), strings.TrimPrefix(p, fixture.Root+"/"))) {
			w.session.Apply(workspace.Open{Path: p, Text: f.Files[p]})
		}
	}
	w.ask()
	w.forget()
	return w
}

func relative(dir string) string {
	return strings.TrimPrefix(strings.TrimPrefix(dir, fixture.Root), "/")
}

func (w *watched) forget() { w.did, w.kept = map[string]map[string]bool{}, 0 }

func (w *watched) note(kind, dir, item string) {
	if w.did[kind] == nil {
		w.did[kind] = map[string]bool{}
	}
	if dir != "" {
		item = dir + "/" + item
	}
	w.did[kind][item] = true
}

// ask asks for the findings of all programs.
func (w *watched) ask() {
	ctx := analysis.Observed(context.Background(), func(work analysis.Work) {
		kind := string(work.Result)
		if work.Reused {
			kind = "still " + kind
		}
		w.note(kind, relative(work.Dir), work.Item)
	})
	s := w.session.Snapshot()
	found, err := s.Discover(fixture.Root)
	if err != nil {
		w.t.Fatal(err)
	}
	var dirs []string
	for _, target := range found.Targets {
		dirs = append(dirs, target.Dir)
	}
	s = learned(ctx, w.t, w.session, dirs)
	seen := map[string]bool{}
	for _, target := range found.Targets {
		r, err := s.Report(ctx, s.ProgramIn(target.Dir), nil)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, f := range r.Files {
			p := f.Found.Path
			if old := w.findings[p]; old != f.Found && (old != nil || len(f.Found.Diagnostics) > 0) {
				w.note("findings", "", strings.TrimPrefix(p, fixture.Root+"/"))
			}
			w.findings[p], seen[p] = f.Found, true
		}
	}
	for p, f := range w.findings {
		if !seen[p] {
			if len(f.Diagnostics) > 0 {
				w.note("findings", "", strings.TrimPrefix(p, fixture.Root+"/"))
			}
			delete(w.findings, p)
		}
	}
}

// kindsOfWork are in the order in which they are written.
var kindsOfWork = []string{"parsed", "facts", "type", "flow", "flows", "still facts", "still type", "still flow", "still flows", "findings"}

// work is what was done since it was asked last.
func (w *watched) work() string {
	w.ask()
	var b strings.Builder
	for _, kind := range kindsOfWork {
		if items := slices.Sorted(maps.Keys(w.did[kind])); len(items) > 0 {
			fmt.Fprintf(&b, "  %-12s %s\n", kind, strings.Join(items, ", "))
		}
	}
	if b.Len() == 0 {
		b.WriteString("  nothing\n")
	}
	w.forget()
	return b.String()
}

// step carries out one step and writes what it cost.
func (w *watched) step(b *strings.Builder, line string) {
	words := arguments(w.t, line)
	what, words := words[0], words[1:]
	file := ""
	if len(words) > 0 {
		file = path.Join(fixture.Root, words[0])
	}
	switch what {
	case "replace":
		at := w.find(file, words[1])
		w.edit(file, syntax.Edit{Span: syntax.Span{Start: at, End: at + len(words[1])}, Text: words[2]})
	case "move":
		at, to := w.find(file, words[1]), w.find(file, words[2])
		if to > at {
			to -= len(words[1])
		}
		w.edit(file, syntax.Edit{Span: syntax.Span{Start: at, End: at + len(words[1])}}, syntax.Edit{Span: syntax.Span{Start: to, End: to}, Text: words[1]})
	case "type":
		w.letters(b, file, w.find(file, words[1])+len(words[1]), words[2])
		return
	case "write":
		w.files[file] = words[1]
		w.session.Apply(workspace.DiskChanged{Paths: []string{file}})
	case "remove":
		delete(w.files, file)
		w.session.Apply(workspace.DiskChanged{Paths: []string{file}})
	case "select":
		w.session.Apply(workspace.StackSelected{Stack: words[0]})
	case "arrive":
		for _, load := range w.loads {
			load(workspace.Caller{})
		}
		w.loads = nil
		w.session.Apply(workspace.SchemasArrived{})
	default:
		w.t.Fatalf("%s: there is no such step", line)
	}
	b.WriteString(w.work())
}

// letters types a text. Letters after which the same is to be done stand together.
func (w *watched) letters(b *strings.Builder, file string, at int, text string) {
	last, typed := "", ""
	say := func() {
		if typed != "" {
			fmt.Fprintf(b, " %q\n%s", typed, last)
		}
	}
	for _, letter := range text {
		w.edit(file, syntax.Edit{Span: syntax.Span{Start: at, End: at}, Text: string(letter)})
		at += len(string(letter))
		now := w.work()
		if now != last {
			say()
			last, typed = now, ""
		}
		typed += string(letter)
	}
	say()
}

func (w *watched) edit(p string, edits ...syntax.Edit) {
	file, version, _, _ := w.session.Snapshot().File(p)
	w.session.Apply(workspace.Edit{Path: p, File: file.Edited(edits...), Version: version + 1})
}

func (w *watched) find(p, text string) int {
	file, _, open, ok := w.session.Snapshot().File(p)
	if !ok || !open {
		w.t.Fatalf("%s is not open", p)
	}
	at := strings.Index(file.Text(), text)
	if at < 0 {
		w.t.Fatalf("%s has no %q:\n%s", p, text, file.Text())
	}
	return at
}

// arguments are the words of a line; those in quotes are texts.
func arguments(t *testing.T, line string) []string {
	var words []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if line[0] != '"' {
			word, rest, _ := strings.Cut(line, " ")
			words, line = append(words, word), rest
			continue
		}
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		text, _ := strconv.Unquote(quoted)
		words, line = append(words, text), line[len(quoted):]
	}
	return words
}

// learned is the snapshot after programs were told what others pass to them.
func learned(ctx context.Context, t testing.TB, session *workspace.Session, dirs []string) *workspace.Snapshot {
	t.Helper()
	s := session.Snapshot()
	for _, dir := range dirs {
		if p := s.ProgramIn(dir); p != nil {
			if _, err := s.Report(ctx, p, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if callers := s.Callers(dirs); callers != nil {
		return session.Apply(callers)
	}
	return s
}
