// This file tests the cost law for all messages of a client.

package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/cost"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// costless are messages that have nothing to do with a text.
var costless = []string{protocol.MethodInitialize, protocol.MethodInitialized, protocol.MethodSetTrace, protocol.MethodWindowWorkDoneProgressCancel}

// TestCostOfRequests sends all messages about documents of all shapes, and about several places of them. It runs alone: the work of others would count too.
func TestCostOfRequests(t *testing.T) {
	testsize.Full(t, "exponents need programs of some size")
	testsize.NotRaced(t, "it does one thing after another")
	var sheet cost.Sheet
	sent := slices.Clone(costless)
	for i, shape := range slices.Concat(cost.Shapes, cost.Wide) {
		t.Run(shape.Name, func(t *testing.T) {
			works := map[int]map[costlyMessage][]float64{}
			work := func(n int) map[costlyMessage][]float64 {
				if works[n] == nil {
					works[n] = costsOf(t, shape, n, i, nil)
					for range cost.Peaks {
						if testsize.Long() {
							works[n] = costsOf(t, shape, n, i, works[n])
						}
					}
				}
				return works[n]
			}
			messages := work(4 * testsize.CostSize)
			for _, m := range slices.SortedFunc(maps.Keys(messages), costlyMessage.compare) {
				none := make([]float64, len(messages[m]))
				sheet.Check(t, m.method, m.place, shape, testsize.CostSize, func(n int) []float64 { return slices.Concat(work(n)[m], none)[:len(none)] })
				sent = append(sent, m.method)
			}
		})
	}
	t.Run("all", func(t *testing.T) {
		s := newServer(Options{})
		for _, method := range slices.Concat(slices.Collect(maps.Keys(s.requests)), slices.Collect(maps.Keys(s.notifications))) {
			if !slices.Contains(sent, method) {
				t.Errorf("the cost of %s is not measured", method)
			}
		}
		sheet.Document(t, "../docs/performance.md", "messages")
	})
}

// costlyMessage is a message about a place, which may be empty.
type costlyMessage struct{ method, place string }

func (m costlyMessage) compare(other costlyMessage) int {
	return cmp.Or(strings.Compare(m.method, other.method), strings.Compare(m.place, other.place))
}

// costlyServer is a server whose work is measured.
type costlyServer struct {
	*server
	t      *testing.T
	dir    string
	before map[costlyMessage][]float64 // the work of an earlier run
	works  map[costlyMessage][]float64
	asked  map[string]bool // by message
}

// deaf is a client that accepts everything.
type deaf struct{}

func (deaf) Call(context.Context, string, any, any) error { return nil }
func (deaf) Notify(context.Context, string, any) error    { return nil }
func (deaf) Post(string, [][]byte) error                  { return nil }

// costsOf returns the work of each message about a program. Unless the test has its full size, it chooses one of the places. A second run is given the work of
// the first one, and adds the peak of the heap.
func costsOf(t *testing.T, shape cost.Shape, n, chosen int, before map[costlyMessage][]float64) map[costlyMessage][]float64 {
	t.Helper()
	defer cost.Uncollected()()
	files, folders := shape.Files(n), shape.Folders(n)
	s := newCostlyServer(t, files, folders...)
	s.before = before

	s.client.appliesEdits = true // with the commands of actions, too
	text := files[cost.Main]
	s.tell(protocol.MethodTextDocumentDidOpen, "", object{"textDocument": object{"uri": s.uri(cost.Main), "languageId": "pcl", "version": 1, "text": text}})
	if shape.Open {
		s.openAll(files)
	}
	places := costlyPlaces(text, s.report())
	if !testsize.Long() {
		places = []costlyPlace{places[chosen%len(places)]}
	}
	for _, p := range places {
		s.typed(p, text)
		if !p.stays {
			s.set(text)
			p.typed = ""
		}
		s.ask(p.name, p.in(text), p.at+len(p.typed))
		s.set(text)
	}
	s.lenses()
	s.tell(protocol.MethodTextDocumentDidSave, "", s.document())
	s.pass()
	s.tell(protocol.MethodTextDocumentDidClose, "", s.document())
	s.tell(protocol.MethodWorkspaceDidChangeConfiguration, "", object{"settings": object{"pcl": object{"rules": object{"name.style": "warning"}}}})
	s.change(files)
	s.follow(s.folders(folders))
	return s.works
}

// newCostlyServer is a server for folders of a directory with some files.
func newCostlyServer(t *testing.T, files map[string]string, folders ...string) *costlyServer {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &costlyServer{newServer(Options{Session: workspace.New(workspace.Options{Schemas: analysistest.RepositorySchemas(t)})}), t, dir, nil, map[costlyMessage][]float64{}, map[string]bool{}}
	for name, text := range files {
		s.write(name, text)
	}
	s.conn = wire.New(context.Background(), strings.NewReader(""), io.Discard, s.wireConfig())
	s.base, s.peer = context.Background(), deaf{}
	s.assemble()
	if _, err := s.requests[protocol.MethodInitialize].Inline(s.encoded(object{"capabilities": resolving, "workspaceFolders": s.folders(folders)})); err != nil {
		t.Fatal(err)
	}
	return s
}

// folders are folders of a workspace as the client sends them.
func (s *costlyServer) folders(names []string) (all []object) {
	for _, name := range names {
		all = append(all, object{"uri": s.uri(name), "name": "w" + name})
	}
	return all
}

func (s *costlyServer) uri(name string) string { return "file://" + s.dir + "/" + name }
func (s *costlyServer) document() object {
	return object{"textDocument": object{"uri": s.uri(cost.Main)}}
}

// report checks the program and returns the findings in its main file.
func (s *costlyServer) report() []analysis.Diagnostic {
	s.t.Helper()
	v := s.view()
	p := v.Snapshot.ProgramIn(s.dir)
	if p == nil {
		return nil
	}
	r, err := v.Snapshot.Report(context.Background(), p, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return r.In(s.dir + "/" + cost.Main)
}

func (s *costlyServer) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s *costlyServer) encoded(params object) []byte {
	s.t.Helper()
	raw, err := json.Marshal(params) // in the same order each time
	if err != nil {
		s.t.Fatal(err)
	}
	return raw
}

// tell measures a notification with the check that follows.
func (s *costlyServer) tell(method, place string, params object) {
	s.t.Helper()
	raw := s.encoded(params)
	s.add(costlyMessage{method, place}, func() {
		if err := s.notifications[method](raw); err != nil {
			s.t.Errorf("%s: %v", method, err)
		}
		s.report()
	})
}

// set gives the document a text.
func (s *costlyServer) set(text string) {
	file, version, _, _ := s.view().Snapshot.File(s.dir + "/" + cost.Main)
	if file.Text() == text {
		return
	}
	s.session.Apply(workspace.Edit{Path: file.Path, File: file.Replaced(text), Version: version + 1})
	s.report()
}

// typed measures what typing at a place costs.
func (s *costlyServer) typed(p costlyPlace, text string) {
	s.t.Helper()
	_, version, _, _ := s.view().Snapshot.File(s.dir + "/" + cost.Main)
	at := modelPosition(text, p.at, "utf-16")
	s.tell(protocol.MethodTextDocumentDidChange, p.name, object{
		"textDocument": object{"uri": s.uri(cost.Main), "version": version + 1}, "contentChanges": []object{{"text": p.typed, "range": object{"start": at, "end": at}}},
	})
}

// change measures what changes on disk cost: of one file and of all.
func (s *costlyServer) change(files map[string]string) {
	s.t.Helper()
	var some, all, renamed []object
	for _, name := range slices.Sorted(maps.Keys(files)) {
		s.write(name, "# changed\n"+files[name])
		all = append(all, object{"uri": s.uri(name), "type": 2})
		renamed = append(renamed, object{"oldUri": s.uri("old/" + name), "newUri": s.uri(name)})
	}
	some = all[len(all)-1:]
	s.tell(protocol.MethodWorkspaceDidChangeWatchedFiles, "one file", object{"changes": some})
	s.tell(protocol.MethodWorkspaceDidChangeWatchedFiles, "all files", object{"changes": all})
	s.tell(protocol.MethodWorkspaceDidRenameFiles, "all files", object{"files": renamed})
	s.tell(protocol.MethodWorkspaceDidCreateFiles, "all files", object{"files": all})
	for name := range files {
		if err := os.Remove(filepath.Join(s.dir, filepath.FromSlash(name))); err != nil {
			s.t.Fatal(err)
		}
	}
	s.tell(protocol.MethodWorkspaceDidDeleteFiles, "all files", object{"files": all})
}

// follow measures what changes of the folders cost: of one and of all.
func (s *costlyServer) follow(folders []object) {
	s.t.Helper()
	for i, some := range [][]object{folders[:1], folders} {
		place := []string{"one folder", "all folders"}[i]
		for _, event := range []object{{"added": []object{}, "removed": some}, {"added": some, "removed": []object{}}} {
			s.tell(protocol.MethodWorkspaceDidChangeWorkspaceFolders, place, object{"event": event})
			s.measure(protocol.MethodWorkspaceSymbol, place, s.encoded(object{"query": "a"})) // which searches them
		}
	}
}

// openAll measures what it costs to open each of the other documents.
func (s *costlyServer) openAll(files map[string]string) {
	s.t.Helper()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name != cost.Main {
			s.tell(protocol.MethodTextDocumentDidOpen, "another document", object{"textDocument": object{"uri": s.uri(name), "languageId": "pcl", "version": 1, "text": files[name]}})
		}
	}
}

// lenses measures what it costs to count for all lenses of the document.
func (s *costlyServer) lenses() {
	s.t.Helper()
	every := lens.Shown{lens.References: true, lens.Dependents: true, lens.Missing: true}
	calm := s.server.lenses.Swap(&every)
	defer s.server.lenses.Store(calm)
	v := s.view()
	var all []json.RawMessage
	answer, err := s.requests[protocol.MethodTextDocumentCodeLens].Concurrent(context.Background(), v, s.encoded(s.document()))
	if err == nil {
		encoded, _ := protocol.Marshal(answer)
		err = json.Unmarshal(encoded, &all)
	}
	s.add(costlyMessage{protocol.MethodCodeLensResolve, "all lenses"}, func() {
		for _, one := range all {
			if err == nil {
				_, err = s.requests[protocol.MethodCodeLensResolve].Concurrent(context.Background(), v, []byte(one))
			}
		}
	})
	if err != nil {
		s.t.Error(err)
	}
}

// pass measures a pass over the workspace and the request that waits for it.
func (s *costlyServer) pass() {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer func() { <-s.findings.Done() }()
	defer cancel()
	raw := s.encoded(object{"previousResultIds": []object{}})
	s.add(costlyMessage{protocol.MethodWorkspaceDiagnostic, ""}, func() {
		go s.findings.Run(ctx)
		s.findings.Changed()
		answer, err := s.requests[protocol.MethodWorkspaceDiagnostic].Concurrent(ctx, s.view(), raw)
		if err == nil {
			_, err = protocol.Marshal(answer)
		}
		if err != nil {
			s.t.Error(err)
		}
	})
}

// ask sends all requests about a place.
func (s *costlyServer) ask(place, text string, offset int) {
	s.t.Helper()
	at := modelPosition(text, offset, "utf-16")
	elsewhere := stormRequests(s.uri(cost.Main), object{"line": -1, "character": -1})
	whole := object{"start": object{"line": 0, "character": 0}, "end": modelPosition(text, len(text), "utf-16")}
	for i, r := range stormRequests(s.uri(cost.Main), at) {
		if string(s.encoded(r.params)) == string(s.encoded(elsewhere[i].params)) {
			s.send(r.method, "", r.params)
			continue
		}
		s.send(r.method, place, r.params)
		for name, value := range map[string]any{"range": whole, "ranges": []object{whole}} {
			if _, has := r.params[name]; has {
				r.params[name] = value
				s.send(r.method, wholeDocument, r.params)
			}
		}
	}
}

const wholeDocument = "the whole document"

// send measures a request, and those that a client sends about elements of the answer.
func (s *costlyServer) send(method, place string, params object) {
	s.t.Helper()
	raw := s.encoded(params)
	if key := method + place + string(raw); s.asked[key] {
		return
	} else {
		s.asked[key] = true
	}
	if method == protocol.MethodTextDocumentCodeAction { // once for a client that wants all edits at once
		s.client.resolvesEdits = false
		s.measure(method, strings.TrimPrefix(place+", edits at once", ", "), raw)
		s.client.resolvesEdits = true
	}
	answer := s.measure(method, place, raw)
	for _, next := range followUps {
		if next.after != method {
			continue
		}
		for _, element := range firstAndLast(answer) {
			if params := next.params(element); params != nil {
				s.measure(next.method, place, s.encoded(params))
			}
		}
	}
}

// measure adds the work of a request.
func (s *costlyServer) measure(method, place string, params []byte) (answer []byte) {
	s.t.Helper()
	request := s.requests[method]
	s.add(costlyMessage{method, place}, func() {
		var result any
		var err error
		if request.Inline != nil {
			result, err = request.Inline(params)
			s.owned.living.Wait()
		} else {
			result, err = request.Concurrent(context.Background(), s.view(), params)
		}
		if err == nil {
			answer, err = protocol.Marshal(result)
		}
		coded := new(jsonrpc2.Error)
		if err != nil && !(errors.As(err, &coded) && isRefusal(method, int(coded.Code))) {
			s.t.Errorf("%s: %v", method, err)
		}
	})
	return answer
}

// add adds the work of a message. Of several messages of one kind, the most expensive one counts.
func (s *costlyServer) add(m costlyMessage, do func()) {
	var work []float64
	if before := s.before[m]; before != nil {
		work = cost.WithPeak(before, do)
	} else {
		work = cost.Of(do)
	}
	for i, earlier := range s.works[m] {
		work[i] = max(work[i], earlier)
	}
	s.works[m] = work
}

// followUps are the requests about elements of answers.
var followUps = []struct {
	after, method string
	params        func(element json.RawMessage) object // nil if the element allows no such request
}{
	{protocol.MethodTextDocumentCodeAction, protocol.MethodCodeActionResolve, itself},
	{protocol.MethodTextDocumentCodeAction, protocol.MethodWorkspaceExecuteCommand, func(action json.RawMessage) object {
		if data, resolves := itself(action)["data"]; resolves {
			return object{"command": applyFix, "arguments": []any{data}}
		}
		return nil
	}},
	{protocol.MethodTextDocumentCompletion, protocol.MethodCompletionItemResolve, itself},
	{protocol.MethodTextDocumentCodeLens, protocol.MethodCodeLensResolve, itself},
	{protocol.MethodTextDocumentDocumentLink, protocol.MethodDocumentLinkResolve, itself},
	{protocol.MethodTextDocumentInlayHint, protocol.MethodInlayHintResolve, itself},
	{protocol.MethodWorkspaceSymbol, protocol.MethodWorkspaceSymbolResolve, itself},
	{protocol.MethodTextDocumentPrepareCallHierarchy, protocol.MethodCallHierarchyIncomingCalls, asItem},
	{protocol.MethodTextDocumentPrepareCallHierarchy, protocol.MethodCallHierarchyOutgoingCalls, asItem},
	{protocol.MethodTextDocumentPrepareTypeHierarchy, protocol.MethodTypeHierarchySupertypes, asItem},
	{protocol.MethodTextDocumentPrepareTypeHierarchy, protocol.MethodTypeHierarchySubtypes, asItem},
}

func asItem(element json.RawMessage) object { return object{"item": itself(element)} }

func itself(element json.RawMessage) object {
	var params object
	_ = json.Unmarshal(element, &params) // the server made it
	return params
}

// firstAndLast are two elements of an answer that is a list or has one, if there are any.
func firstAndLast(answer []byte) []json.RawMessage {
	var list []json.RawMessage
	var with struct{ Items []json.RawMessage }
	if json.Unmarshal(answer, &list) != nil && json.Unmarshal(answer, &with) == nil {
		list = with.Items
	}
	if len(list) < 2 {
		return list
	}
	return []json.RawMessage{list[0], list[len(list)-1]}
}
