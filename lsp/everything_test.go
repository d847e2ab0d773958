// This file tests everything at once: while the user types, every request runs, files and folders come and go, settings change and schemas arrive. The
// bubbles fail if a goroutine is left at the end.

package lsp

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// sharedFiles are files that change while they are read.
type sharedFiles struct {
	mu    sync.RWMutex // guards files
	files fixture.Files
}

func (s *sharedFiles) set(p, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[p] = text
}

func (s *sharedFiles) remove(p string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.files, p)
}

// become replaces all files.
func (s *sharedFiles) become(files fixture.Files) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files = files
}

// served makes a server read the files.
func (s *sharedFiles) served(to *server) { to.session = workspace.New(workspace.Options{FS: s}) }

func (s *sharedFiles) ReadDir(dir string) ([]fs.DirEntry, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.files.ReadDir(dir)
}

func (s *sharedFiles) ReadFile(p string) ([]byte, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.files.ReadFile(p)
}

func (s *sharedFiles) Stat(p string) (fs.FileInfo, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.files.Stat(p)
}

// lateSchemas arrive after a while, by the clock of a bubble.
type lateSchemas struct{ from analysis.Schemas }

func (s *lateSchemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	time.Sleep(40 * time.Millisecond)
	return s.from.Package(ref)
}

// busy is a client that does everything at once.
type busy struct {
	*puller
	disk   *sharedFiles
	random *rand.Rand
	ticks  chan time.Time
	sent   map[string]bool // methods
	begun  []int           // requests
	text   string          // of the document that is typed into
}

const (
	typedURI = "file:///w/app/main.pp"
	innerURI = "file:///w/app/inner/in.pp"
)

// newBusy returns a busy client in a bubble, with a program that uses a component, and others.
func newBusy(t *testing.T, random *rand.Rand, program string) *busy {
	const inner = "config size number {\n}\noutput y {\n  value = size\n}\n"
	b := &busy{random: random, ticks: make(chan time.Time, 1), sent: map[string]bool{}, text: program}
	b.disk = &sharedFiles{files: fixture.Files{
		"/w/app/main.pp": program, "/w/app/inner/in.pp": inner, "/w/app/Pulumi.yaml": "name: app\nruntime: pcl\n",
		"/w/far/f.pp": wrongName, "/w/user/u.pp": "component c \"../app\" {\n}\noutput o {\n  value = c.y\n}\n", "/v/v.pp": needsSchema,
	}}
	b.puller = &puller{ids: map[string]string{}, confirm: make(chan struct{})}
	schemas := &lateSchemas{analysistest.RepositorySchemas(t)}
	b.fakeClient = connect(t, func(s *server) {
		s.session = workspace.New(workspace.Options{FS: b.disk, Schemas: schemas})
		s.opts.LoadInBackground, s.opts.Ticks = true, b.ticks
	}, b.refreshing())
	b.greet(b.note)
	b.open(typedURI, 0, program)
	b.open(innerURI, 0, inner)
	return b
}

// greet performs the handshake of a client that pulls findings.
func (c *fakeClient) greet(note func(method string)) {
	c.t.Helper()
	c.call("initialize", object{"capabilities": pulling(object{}), "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}})
	c.notify("initialized", object{})
	for _, method := range []string{"initialize", "initialized", "textDocument/didOpen", "textDocument/didChange"} {
		note(method)
	}
}

func (b *busy) note(method string) { b.sent[method] = true }

func (b *busy) tell(method string, params object) {
	b.note(method)
	b.notify(method, params)
}

// step types once, sends every request, and lets one other thing happen.
func (b *busy) step(version int) {
	start, end := randomSpan(b.random, b.text)
	insert := randomText(b.random)
	at := modelPosition(b.text, start, "utf-16")
	b.change(typedURI, version, object{"text": insert, "range": object{"start": at, "end": modelPosition(b.text, end, "utf-16")}})
	b.text = b.text[:start] + insert + b.text[end:]
	for _, r := range stormRequests(typedURI, at) {
		b.ask(r.method, r.params)
	}
	b.ask("workspace/diagnostic", object{"identifier": "pcl", "previousResultIds": []object{}})
	b.ask("workspace/executeCommand", object{"command": showInstallCommand, "arguments": []string{"pulumi plugin install resource sky"}})
	b.happen(version)
}

// ask begins a request, and cancels some.
func (b *busy) ask(method string, params object) {
	b.note(method)
	id := b.start(method, params)
	b.begun = append(b.begun, id)
	if b.random.IntN(5) == 0 {
		b.tell("$/cancelRequest", object{"id": id})
	}
}

// happen does something other than typing.
func (b *busy) happen(n int) {
	changed := func(p string) {
		b.tell("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": "file://" + p, "type": 2}}})
	}
	switch n % 10 {
	case 0:
		b.disk.set("/w/far/f.pp", fmt.Sprintf("x%d = wrong\n", n))
		changed("/w/far/f.pp")
		b.tell("workspace/didRenameFiles", object{"files": []object{{"oldUri": "file:///w/far/g.pp", "newUri": "file:///w/far/f.pp"}}})
	case 1:
		b.disk.set("/w/new/n.pp", wrongName)
		changed("/w/new/n.pp")
		b.tell("workspace/didCreateFiles", object{"files": []object{{"uri": "file:///w/new/n.pp"}}})
	case 2:
		b.disk.remove("/w/new/n.pp")
		select { // nobody tells of it
		case b.ticks <- time.Time{}:
		default:
		}
	case 3:
		b.tell("workspace/didDeleteFiles", object{"files": []object{{"uri": "file:///w/new/n.pp"}}})
		b.tell("textDocument/didClose", object{"textDocument": object{"uri": innerURI}})
	case 4:
		b.open(innerURI, n, fmt.Sprintf("config size number {\n}\noutput y%d {\n  value = size\n}\n", n%3))
	case 5:
		b.tell("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"rules": object{"unused.*": []string{"off", "hint"}[n/10%2]}}}})
	case 6:
		folder := []object{{"uri": "file:///v/", "name": "v"}}
		b.tell("workspace/didChangeWorkspaceFolders", object{"event": object{
			"added": folder[:n/10%2], "removed": folder[n/10%2:],
		}})
	case 7:
		b.disk.set("/w/app/main.pp", b.text)
		b.tell("textDocument/didSave", object{"textDocument": object{"uri": typedURI}})
	case 8:
		b.tell("$/setTrace", object{"value": "off"})
		b.tell("window/workDoneProgress/cancel", object{"token": "pcl-lsp-1"})
	}
}

// learned returns everything that a client can learn about the two documents.
func (b *busy) learned(c *fakeClient) string {
	all := ""
	for _, document := range []string{typedURI, innerURI} {
		for _, method := range []string{
			"textDocument/diagnostic", "textDocument/documentSymbol", "textDocument/formatting", "textDocument/semanticTokens/full", "textDocument/inlayHint",
		} {
			m := c.call(method, object{
				"textDocument": object{"uri": document}, "options": object{"tabSize": 2, "insertSpaces": true},
				"range": object{"start": object{"line": 0, "character": 0}, "end": object{"line": 1000, "character": 0}},
			})
			all += fmt.Sprintf("%s %s %v\n%s\n", method, document, m.Error, m.Result)
		}
	}
	return all
}

// fresh returns what a fresh server says about the same files and documents.
func (b *busy) fresh(t *testing.T) string {
	c := connect(t, func(s *server) {
		s.session = workspace.New(workspace.Options{FS: b.disk, Schemas: analysistest.RepositorySchemas(t)})
	}, b.refreshing())
	c.greet(func(string) {})
	c.notify("workspace/didChangeConfiguration", object{"settings": object{}})
	c.open(typedURI, 1, b.text)
	c.open(innerURI, 1, "")
	defer func() {
		c.notify("exit", nil)
		c.ended()
	}()
	return b.learned(c)
}

// wantOneAnswerEach checks that each request has one answer, which is a result unless the request was canceled.
func (b *busy) wantOneAnswerEach() {
	b.t.Helper()
	answers := map[string]int{}
	for _, m := range b.received() {
		if m.Method == "" {
			answers[string(m.ID)]++
			if code := m.errorCode(); code != 0 && code != -32800 && code != -32802 && code != -32803 {
				b.t.Errorf("request %s failed: %+v", m.ID, m.Error)
			}
		}
	}
	for _, id := range b.begun {
		if n := answers[strconv.Itoa(id)]; n != 1 {
			b.t.Errorf("request %d has %d answers", id, n)
		}
	}
}

// TestEverythingAtOnce runs at several paces and ends in every way.
func TestEverythingAtOnce(t *testing.T) {
	t.Parallel()
	program, err := os.ReadFile("../testdata/programs/webshop/main.pp")
	if err != nil {
		t.Fatal(err)
	}
	text := string(program) + "component c \"./inner\" {\n  size = 1\n}\n"
	for i, pace := range []time.Duration{0, 5 * time.Millisecond, 150 * time.Millisecond} {
		for name, end := range map[string]func(b *busy){
			"exit":             func(b *busy) { b.notify("exit", nil) },
			"end of the input": func(b *busy) { b.in.Close() },
			"shutdown":         (*busy).comeToRest,
		} {
			t.Run(fmt.Sprint(pace, ", ", name), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					b := newBusy(t, rand.New(rand.NewPCG(21, uint64(i))), text)
					for version := 1; version <= testsize.BusySteps; version++ {
						b.step(version)
						if pace > 0 {
							time.Sleep(pace) // of the bubble's clock: no time passes
						}
					}
					end(b)
					b.ended()
				})
			})
		}
	}
}

// comeToRest compares the client with a fresh one and ends as clients should.
func (b *busy) comeToRest() {
	b.tell("workspace/didChangeConfiguration", object{"settings": object{}})
	b.open(innerURI, 1000, "")
	time.Sleep(time.Second) // of the bubble's clock: the schemas are there
	b.refreshing()
	if diff := cmp.Diff(b.fresh(b.t), b.learned(b.fakeClient)); diff != "" {
		b.t.Errorf("in the end (-fresh +busy):\n%s", diff)
	}
	b.call("shutdown", nil)
	b.note("shutdown")
	b.tell("exit", nil)
	b.ended()
	b.wantOneAnswerEach()
	requests, notifications := handled()
	for _, method := range requests {
		if !b.sent[method] {
			b.t.Errorf("the request %s is not among everything", method)
		}
	}
	for _, method := range notifications {
		if !b.sent[method] {
			b.t.Errorf("the notification %s is not among everything", method)
		}
	}
}
