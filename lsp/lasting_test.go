// This file tests that a server that has lived through many edits answers every request as a fresh one does.

package lsp

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/edits"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

var (
	lastingSeed  = flag.Uint64("lasting", 1, "the first seed of TestLastingServer")
	lastingCount = flag.Int("lastings", testsize.LastingServers, "so many servers live in TestLastingServer")
	lastingLooks = flag.Int("looks", 4, "so often each is compared with a fresh one")
)

// lastingSteps is the number of edits of a server's life.
const lastingSteps = 24

// lasting is a server, and the user who keeps it busy.
type lasting struct {
	*fakeClient
	world   swept
	schemas analysis.Schemas
	pulls   bool // the client pulls findings and resolves edits; it is sent both otherwise
	disk    *sharedFiles
	random  *rand.Rand
	open    map[string]string // texts by path
	sent    map[string]int    // versions by path
	before  map[string][]string
	cut     string // the item that was cut or copied last
	version int
	diary   []string
}

func (l *lasting) did(format string, args ...any) {
	l.diary = append(l.diary, fmt.Sprintf(format, args...))
}

// serve starts a server for the files as they are, with the documents that are open.
func (l *lasting) serve(t *testing.T) *fakeClient {
	c := connect(t, func(s *server) {
		s.session = workspace.New(workspace.Options{FS: l.disk, Schemas: l.schemas, Stack: "dev"})
	}, connected(func(s *server) {
		s.tellToRefresh = func(context.Context, string) error { return nil } // a real call uses channels that bubbles share
	}))
	announced := everything()
	if l.pulls {
		announced["textDocument"].(object)["codeAction"].(object)["resolveSupport"] = object{"properties": []string{"edit"}}
		delete(announced["textDocument"].(object)["diagnostic"].(object), "relatedDocumentSupport") // they depend on what the client has
	} else {
		delete(announced["textDocument"].(object), "diagnostic")
		delete(announced["workspace"].(object), "diagnostics")
	}
	for _, asks := range []string{"configuration", "didChangeConfiguration", "didChangeWatchedFiles"} {
		delete(announced["workspace"].(object), asks) // the connection's channels belong to no bubble
	}
	delete(announced["window"].(object), "workDoneProgress")
	c.call("initialize", object{"capabilities": announced, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}, "initializationOptions": object{"stack": "dev"}})
	c.notify("initialized", object{})
	for _, name := range slices.Sorted(maps.Keys(l.open)) {
		c.open(uriText(name), l.sent[name], l.open[name])
	}
	return c
}

// newLasting opens the files of a fixture or program.
func newLasting(t *testing.T, world swept, schemas analysis.Schemas, pulls bool) *lasting {
	l := &lasting{world: world, schemas: schemas, pulls: pulls, disk: &sharedFiles{files: maps.Clone(world.files)}, open: map[string]string{}, sent: map[string]int{}, before: map[string][]string{}}
	for name, text := range world.files {
		if workspace.IsProgramFile(name) && len(l.open) < 4 {
			l.open[name] = text
		}
	}
	l.fakeClient = l.serve(t)
	return l
}

func (l *lasting) names() []string { return slices.Sorted(maps.Keys(l.open)) }

// step does one thing, which depends on its number only.
func (l *lasting) step(seed uint64, n int) {
	l.random = rand.New(rand.NewPCG(seed, uint64(n)))
	if len(l.open) == 0 {
		l.openSome()
		return
	}
	name := choose(l.random, l.names())
	text := l.open[name]
	start, end := l.item(text)
	switch l.random.IntN(20) {
	case 0, 1: // the same line again, above or below
		at := strings.LastIndexByte(text[:l.random.IntN(len(text)+1)], '\n') + 1
		line, _, _ := strings.Cut(text[at:], "\n")
		l.edit(name, at, at, line+"\n")
	case 2, 3: // the same item again
		l.edit(name, start, start, strings.TrimSuffix(text[start:end], "\n")+"\n")
	case 4:
		l.cut = text[start:end]
		l.edit(name, start, end, "")
	case 5:
		l.edit(name, start, start, strings.TrimSuffix(l.cut, "\n")+"\n")
	case 6: // two items change places
		if next, after := l.item(text); next >= end {
			l.edit(name, start, after, text[next:after]+text[end:next]+text[start:end])
		}
	case 7, 8:
		words := wordAt.FindAllStringIndex(text, -1)
		if len(words) > 0 {
			at := choose(l.random, words)
			l.edit(name, at[0], at[1], l.word())
		}
	case 9:
		l.edit(name, start, start, choose(l.random, []string{"\n", "# a remark\n", "# pcl-lsp:ignore\n", "# pcl-lsp:ignore unused.local\n", "/* 😀 */ "}))
	case 10:
		l.edit(name, 0, 0, choose(l.random, []string{"\n", "# above\n\n", "a1 = 1\n"}))
	case 11:
		if strings.Contains(text, "\r\n") {
			l.replace(name, strings.ReplaceAll(text, "\r\n", "\n"))
		} else {
			l.replace(name, strings.ReplaceAll(text, "\n", "\r\n"))
		}
	case 12, 13:
		l.undo(name)
	case 14:
		start, end := randomSpan(l.random, text)
		l.edit(name, start, end, randomText(l.random))
	case 15:
		l.edit(name, len(text), len(text), choose(l.random, []string{"\n", l.cut, "z9 = z9", "\noutput o9 {\n  value = " + l.word() + "\n}\n"}))
	case 16:
		l.openSome()
	case 17:
		l.closeOne(name)
	case 18:
		l.disk.set(name, text)
		l.did("save %s", name)
		l.notify("textDocument/didSave", object{"textDocument": object{"uri": uriText(name)}})
		l.changed(name, 2)
	default:
		l.onDisk()
	}
	if l.random.IntN(2) == 0 { // the server may be asked at any moment
		for _, r := range l.questions(name) {
			if l.random.IntN(3) == 0 {
				l.start(r.method, r.params)
			}
		}
	}
	if l.random.IntN(3) == 0 {
		time.Sleep(time.Second) // of the bubble's clock
	}
}

// item returns where some top-level item begins and ends.
func (l *lasting) item(text string) (start, end int) {
	f := syntax.Parse("x.pp", text, nil)
	if f.Count() == 0 {
		return 0, 0
	}
	i := l.random.IntN(f.Count())
	start, end = f.Item(i).Base, len(text)
	if i+1 < f.Count() {
		end = f.Item(i + 1).Base
	}
	return start, end
}

// word is a word of some document.
func (l *lasting) word() string {
	words := wordAt.FindAllString(l.open[choose(l.random, l.names())], -1)
	if len(words) == 0 {
		return "nothing"
	}
	return choose(l.random, words)
}

func (l *lasting) edit(name string, start, end int, insert string) {
	text := l.open[name]
	l.did("edit %s %d-%d %q by %q", name, start, end, text[start:end], insert)
	l.take(name, text[:start]+insert+text[end:], object{"text": insert, "range": object{"start": modelPosition(text, start, "utf-8"), "end": modelPosition(text, end, "utf-8")}})
}

func (l *lasting) replace(name, text string) {
	l.did("replace %s", name)
	l.take(name, text, object{"text": text})
}

func (l *lasting) take(name, text string, change object) {
	l.before[name] = append(l.before[name], l.open[name])
	l.open[name] = text
	l.version++
	l.sent[name] = l.version
	l.change(uriText(name), l.version, change)
}

func (l *lasting) undo(name string) {
	if n := len(l.before[name]); n > 0 {
		text := l.before[name][n-1]
		l.replace(name, text)
		l.before[name] = l.before[name][:n-1]
	}
}

func (l *lasting) openSome() {
	var closed []string
	for name := range l.disk.files {
		if _, open := l.open[name]; workspace.IsProgramFile(name) && !open {
			closed = append(closed, name)
		}
	}
	if len(closed) == 0 {
		closed = []string{"/w/new.pp"}
	}
	slices.Sort(closed)
	name := choose(l.random, closed)
	l.did("open %s", name)
	l.version++
	l.sent[name] = l.version
	l.open[name] = l.disk.files[name]
	l.fakeClient.open(uriText(name), l.version, l.open[name])
}

func (l *lasting) closeOne(name string) {
	l.did("close %s", name)
	delete(l.open, name)
	delete(l.before, name)
	l.close(uriText(name))
}

// changed reports a change of a file: 1 for created, 2 for changed, 3 for deleted.
func (l *lasting) changed(name string, kind int) {
	l.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": uriText(name), "type": kind}}})
}

// onDisk changes a file outside of the editor.
func (l *lasting) onDisk() {
	name := choose(l.random, slices.Sorted(maps.Keys(l.disk.files)))
	text := l.disk.files[name]
	switch l.random.IntN(4) {
	case 0:
		to := path.Dir(name) + "/moved" + path.Ext(name)
		l.did("rename %s to %s", name, to)
		l.disk.remove(name)
		l.disk.set(to, text)
		l.changed(name, 3)
		l.changed(to, 1)
	case 1:
		if len(l.disk.files) > 1 {
			l.did("delete %s", name)
			l.disk.remove(name)
			l.changed(name, 3)
		}
	default:
		l.did("a line comes to %s on disk", name)
		l.disk.set(name, "\n"+text)
		l.changed(name, 2)
	}
	if original, was := l.world.files[name]; was && l.random.IntN(2) == 0 {
		l.did("%s is back", name)
		l.disk.set(name, original)
		l.changed(name, 1)
	}
}

// questions are all requests about a document: at some places, and about all of it.
func (l *lasting) questions(name string) []question {
	text := l.open[name]
	whole := object{"start": object{"line": 0, "character": 0}, "end": modelPosition(text, len(text), "utf-8")}
	var all []question
	asked := map[string]bool{}
	for i := range 3 {
		at, _ := randomSpan(l.random, text)
		for _, r := range stormRequests(uriText(name), modelPosition(text, at, "utf-8")) {
			for member, value := range map[string]any{"range": whole, "ranges": []object{whole}} {
				if _, has := r.params[member]; has && i == 0 && r.params["data"] == nil {
					r.params[member] = value
				}
			}
			if r.method == methodState {
				r.params["text"] = "" // a fresh server does not have what was given to another
			}
			if key := fmt.Sprint(r); !asked[key] {
				asked[key] = true
				all = append(all, r)
			}
		}
	}
	return all
}

// compare returns the first answers that differ from those of a fresh server.
func (l *lasting) compare(t *testing.T, fresh *fakeClient, methods map[string]int) string {
	time.Sleep(2 * time.Second) // of the bubble's clock: all findings are sent
	synctest.Wait()
	if diff := cmp.Diff(lastPublished(t, fresh), lastPublished(t, l.fakeClient)); diff != "" && !l.pulls { // what is sent until a client pulls is no matter
		return "published findings:\n" + diff
	}
	if l.pulls {
		if diff := cmp.Diff(pulled(fresh, l.names()), pulled(l.fakeClient, l.names())); diff != "" {
			return "pulled findings:\n" + diff
		}
	}
	for _, name := range l.names() {
		for _, r := range l.questions(name) {
			if diff := l.sameAnswer(fresh, r, methods); diff != "" {
				return diff
			}
		}
	}
	return ""
}

// sameAnswer asks both servers, and then about each element of the answer.
func (l *lasting) sameAnswer(fresh *fakeClient, r question, methods map[string]int) string {
	methods[r.method]++
	want, got := fresh.call(r.method, r.params), l.call(r.method, r.params)
	if diff := cmp.Diff(lines(want.Result)+said(want), lines(got.Result)+said(got)); diff != "" {
		return fmt.Sprintf("%s %v:\n%s", r.method, r.params, diff)
	}
	for _, next := range followUps {
		if next.after != r.method || next.method == "workspace/executeCommand" {
			continue
		}
		elements := itemsOf(want.Result)
		for i, element := range elements {
			params := next.params(element)
			if params == nil || len(elements) > 20 && i%(len(elements)/10) > 0 {
				continue
			}
			if diff := l.sameAnswer(fresh, question{next.method, params}, methods); diff != "" {
				return diff
			}
		}
	}
	return ""
}

// pulled pulls the findings of documents, and of all files. The second answer has documents or not, depending on what the client has.
func pulled(c *fakeClient, names []string) string {
	all, uris := "", []string{}
	for _, name := range names {
		uris = append(uris, uriText(name))
		all += name + "\n" + lines(c.call("textDocument/diagnostic", object{"textDocument": object{"uri": uriText(name)}}).Result) + "\n"
	}
	id := c.start("workspace/diagnostic", object{"identifier": "pcl", "previousResultIds": []object{}})
	synctest.Wait()
	c.notify("$/cancelRequest", object{"id": id}) // one that waits for news
	for _, item := range itemsOf(c.answer(id).Result) {
		if uri, _ := itself(item)["uri"].(string); !slices.Contains(uris, uri) {
			all += lines(item) + "\n"
		}
	}
	return all
}

// notCompared are requests that have no answer about texts, or that pulled and lastPublished compare.
var notCompared = map[string]bool{"initialize": true, "shutdown": true, "workspace/executeCommand": true, "workspace/diagnostic": true}

// lastPublished returns the findings that a client shows, by URI.
func lastPublished(t *testing.T, c *fakeClient) map[string]string {
	all := map[string]string{}
	for _, m := range c.received() {
		if m.Method != "textDocument/publishDiagnostics" {
			continue
		}
		var p struct {
			URI         string
			Diagnostics json.RawMessage
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		if delete(all, p.URI); string(p.Diagnostics) != "[]" {
			all[p.URI] = lines(p.Diagnostics)
		}
	}
	return all
}

// live carries out steps and compares; it returns what is different and the diary.
func live(t *testing.T, world swept, schemas analysis.Schemas, seed uint64, steps []int, looks int, methods map[string]int) (wrong string, diary []string) {
	synctest.Test(t, func(t *testing.T) {
		l := newLasting(t, world, schemas, seed%2 == 0)
		every := max(1, len(steps)/looks)
		for i, n := range steps {
			l.step(seed, n)
			if wrong != "" || (i+1)%every > 0 && i+1 < len(steps) {
				continue
			}
			fresh := l.serve(t)
			wrong = l.compare(t, fresh, methods)
			fresh.notify("exit", nil)
			fresh.ended()
			if wrong != "" {
				for name, text := range l.open {
					l.did("%s has\n%s", name, text)
				}
				break
			}
		}
		diary = l.diary
		l.notify("exit", nil)
		l.ended()
	})
	return wrong, diary
}

func programFiles(world swept) (n int) {
	for name := range world.files {
		if workspace.IsProgramFile(name) {
			n++
		}
	}
	return n
}

// TestLastingServer edits fixtures and programs in ways that are hard on a server that keeps what it knows: identical lines and items come, items
// change places and files, files change on disk beside open documents.
func TestLastingServer(t *testing.T) {
	t.Parallel()
	worlds := sweptSources(t)
	methods := map[string]int{}
	defer func() {
		requests, _ := handled()
		for _, method := range requests {
			if methods[method] == 0 && !notCompared[method] && !t.Failed() {
				t.Errorf("no answer to %s was compared", method)
			}
		}
	}()
	for seed := *lastingSeed; seed < *lastingSeed+uint64(*lastingCount); seed++ {
		random := rand.New(rand.NewPCG(seed, 99))
		world := choose(random, worlds)
		for tries := 0; seed%4 < 3 && (programFiles(world) < 2 || strings.HasPrefix(world.name, "formats/odd")) && tries < 30; tries++ { // most differences are between files
			world = choose(random, worlds)
		}
		t.Run(fmt.Sprint(seed, " ", world.name), func(t *testing.T) {
			schemas := analysis.Schemas(nil)
			if world.own != nil {
				schemas = fixtureSchemas(t, world.own)
			} else {
				schemas = fixtureSchemas(t, &txtar.Archive{})
			}
			var steps []int
			for n := range lastingSteps {
				steps = append(steps, n)
			}
			wrong, _ := live(t, world, schemas, seed, steps, *lastingLooks, methods)
			if wrong == "" {
				return
			}
			steps = edits.Shrunk(steps, func(steps []int) bool {
				wrong, _ := live(t, world, schemas, seed, steps, 1, methods)
				return wrong != ""
			})
			now, diary := live(t, world, schemas, seed, steps, 1, methods)
			t.Errorf("steps %v of seed %d (-fresh +lasting): %s\n%s\nwhole: %s", steps, seed, now, strings.Join(diary, "\n"), wrong)
		})
	}
}
