// This file runs every request on every fixture of the features. Through a connection, in each encoding, the answers equal those of the feature.

package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"golang.org/x/tools/txtar"
)

// modern announces every capability.
func modern(encoding string) object {
	return object{
		"general": object{"positionEncodings": []string{encoding}},
		"textDocument": object{
			"hover": object{"contentFormat": []string{"markdown", "plaintext"}},
			"completion": object{"completionItem": object{
				"snippetSupport": true, "documentationFormat": []string{"markdown"}, "tagSupport": object{"valueSet": []int{1}},
			}},
			"signatureHelp": object{"signatureInformation": object{
				"documentationFormat": []string{"markdown"}, "noActiveParameterSupport": true, "activeParameterSupport": true,
				"parameterInformation": object{"labelOffsetSupport": true},
			}},
			"documentSymbol":     object{"hierarchicalDocumentSymbolSupport": true, "tagSupport": object{"valueSet": []int{1}}},
			"publishDiagnostics": object{"relatedInformation": true, "tagSupport": object{"valueSet": []int{1, 2}}},
		},
	}
}

func TestFixtures(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	for _, feature := range []string{"hover", "complete", "navigate", "outline", "format", "signature", "check"} {
		files, err := filepath.Glob(filepath.Join("../testdata", feature, "*.txtar"))
		if err != nil || len(files) == 0 {
			t.Errorf("no fixtures of %s (%v)", feature, err)
		}
		for _, file := range files {
			for _, encoding := range []string{"utf-8", "utf-16"} {
				t.Run(feature+"/"+filepath.Base(file)+"/"+encoding, func(t *testing.T) {
					t.Parallel()
					checkFixture(t, file, encoding)
				})
			}
		}
	}
}

func checkFixture(t *testing.T, file, encoding string) {
	f := analysistest.Load(t, file)
	session := workspace.New(workspace.Options{Schemas: fixtureSchemas(t, f.Archive), Mode: analysistest.Mode(t, f.Archive)})
	p := &played{
		t: t, fixture: f, session: session, encoding: encoding,
		client: connect(t, func(s *server) { s.session = session }).initializeWith(modern(encoding)),
	}
	for _, name := range f.Paths() {
		p.client.open(uriText(name), 1, f.Text(name))
	}
	p.awaitCallers()
	for _, cursor := range f.Cursors {
		p.hover(cursor)
		p.definition(cursor)
		p.signature(cursor)
		p.completion(cursor)
	}
	for _, name := range f.Paths() {
		p.symbols(name)
		p.formatting(name)
		p.findings(name)
	}
}

// fixtureSchemas are the schemas of a fixture: its own and those of the repository.
func fixtureSchemas(t testing.TB, archive *txtar.Archive) analysis.Schemas {
	t.Helper()
	all := analysistest.Schemas{}
	for _, part := range archive.Files {
		if ok, _ := path.Match("schemas/*.json", part.Name); ok {
			opened, err := schema.Open(bytes.NewReader(part.Data), int64(len(part.Data)))
			if err != nil {
				t.Fatal(err)
			}
			all[opened.Name()] = append(all[opened.Name()], opened)
		}
	}
	for name, packages := range analysistest.RepositorySchemas(t) {
		all[name] = append(all[name], packages...)
	}
	return all
}

// played is a fixture that runs through a connection.
type played struct {
	t        *testing.T
	fixture  *analysistest.Fixture
	session  *workspace.Session
	client   *fakeClient
	encoding string
}

// awaitCallers waits until the server knows what programs pass to components, since answers depend on that.
func (p *played) awaitCallers() {
	var dirs []string
	for _, name := range p.fixture.Paths() {
		dirs = append(dirs, p.fixture.ProgramOf(name).Dir)
	}
	for now := p.session.Snapshot(); len(now.Open()) < len(dirs) || now.Callers(dirs) != nil; now = p.session.Snapshot() {
		runtime.Gosched()
	}
}

func uriText(path string) string { return "file://" + strings.ReplaceAll(path, " ", "%20") }

// wireRange is a range as JSON.
type wireRange struct {
	Start, End struct{ Line, Character int }
}

func (r wireRange) String() string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

// show formats a span of a file as the client should see it, converted the slow way.
func (p *played) show(path string, span syntax.Span) string {
	text := p.fixture.Text(path)
	start, end := modelPosition(text, span.Start, p.encoding), modelPosition(text, span.End, p.encoding)
	return fmt.Sprintf("%v:%v-%v:%v", start["line"], start["character"], end["line"], end["character"])
}

func (p *played) at(c analysistest.Cursor) object {
	return object{
		"textDocument": object{"uri": uriText(c.Path)},
		"position":     modelPosition(p.fixture.Text(c.Path), c.Offset, p.encoding),
	}
}

// expect compares the answers of the server and the feature at a place.
func (p *played) expect(what, got, want string) {
	p.t.Helper()
	if got != want {
		p.t.Errorf("%s: the server says\n%s\nand the feature\n%s", what, got, want)
	}
}

// fixtureRuns are the runs of the programs of a fixture, which has neither projects nor stacks.
type fixtureRuns struct{ *analysistest.Fixture }

func (fixtureRuns) IsPart(string) bool              { return false }
func (fixtureRuns) Stacks(string) []*analysis.Stack { return nil }

func (p *played) hover(c analysistest.Cursor) {
	p.t.Helper()
	found, err := hover.In(p.t.Context(), p.fixture.ProgramOf(c.Path), fixtureRuns{p.fixture}, c.Path, c.Offset)
	if err != nil {
		p.t.Fatal(err)
	}
	want := "nothing"
	if found != nil {
		want = p.show(c.Path, found.Span) + " markdown " + found.Markdown
	}
	var answer *struct {
		Contents struct{ Kind, Value string }
		Range    wireRange
	}
	got := "nothing"
	if p.client.result("textDocument/hover", p.at(c), &answer); answer != nil {
		got = answer.Range.String() + " " + answer.Contents.Kind + " " + answer.Contents.Value
	}
	p.expect("hover at "+p.fixture.Show(c), got, want)
}

// signature compares the label and, by their text, the parameters.
func (p *played) signature(c analysistest.Cursor) {
	p.t.Helper()
	found, err := hover.SignaturesAt(p.t.Context(), p.fixture.ProgramOf(c.Path), c.Path, c.Offset)
	if err != nil {
		p.t.Fatal(err)
	}
	want := "nothing"
	if len(found) > 0 {
		want = ""
	}
	for _, help := range found {
		want += fmt.Sprint(help.Label, " active ", help.Active)
		for _, parameter := range help.Parameters {
			want += "\n" + help.Label[parameter.Span.Start:parameter.Span.End] + " " + parameter.Doc
		}
	}
	var answer *struct {
		Signatures []struct {
			Label      string
			Parameters []struct {
				Label         [2]int
				Documentation struct{ Value string }
			}
			ActiveParameter *int
		}
	}
	got := "nothing"
	if p.client.result("textDocument/signatureHelp", p.at(c), &answer); answer != nil {
		got = ""
		for _, one := range answer.Signatures {
			active := -1
			if one.ActiveParameter != nil {
				active = *one.ActiveParameter
			}
			units := utf16.Encode([]rune(one.Label))
			got += fmt.Sprint(one.Label, " active ", active)
			for _, parameter := range one.Parameters {
				got += "\n" + string(utf16.Decode(units[parameter.Label[0]:parameter.Label[1]])) + " " + parameter.Documentation.Value
			}
		}
	}
	p.expect("signature help at "+p.fixture.Show(c), got, want)
}

func (p *played) definition(c analysistest.Cursor) {
	p.t.Helper()
	found, err := navigate.Definition(p.t.Context(), p.fixture.ProgramOf(c.Path), c.Path, c.Offset)
	if err != nil {
		p.t.Fatal(err)
	}
	var want, got []string
	for _, l := range found {
		want = append(want, uriText(l.Path)+" "+p.show(l.Path, l.NameSpan))
	}
	var answer []struct {
		URI   string
		Range wireRange
	}
	p.client.result("textDocument/definition", p.at(c), &answer)
	for _, l := range answer {
		got = append(got, l.URI+" "+l.Range.String())
	}
	p.expect("definition at "+p.fixture.Show(c), strings.Join(got, "\n"), strings.Join(want, "\n"))
}

func (p *played) completion(c analysistest.Cursor) {
	p.t.Helper()
	found, err := complete.At(p.t.Context(), p.fixture.ProgramOf(c.Path), c.Path, c.Offset)
	if err != nil {
		p.t.Fatal(err)
	}
	var want, got []string
	if found != nil {
		for _, item := range found.Items {
			want = append(want, fmt.Sprintf("%s %s %q %q", item.Label, p.show(c.Path, item.Replace), item.Insert, item.Doc))
		}
	}
	var answer struct {
		Items []struct {
			Label         string
			Documentation struct{ Value string }
			TextEdit      struct {
				Range   wireRange
				NewText string
			}
		}
	}
	p.client.result("textDocument/completion", p.at(c), &answer)
	for _, item := range answer.Items {
		got = append(got, fmt.Sprintf("%s %v %q %q", item.Label, item.TextEdit.Range, item.TextEdit.NewText, item.Documentation.Value))
	}
	p.expect("completion at "+p.fixture.Show(c), strings.Join(got, "\n"), strings.Join(want, "\n"))
}

// wireSymbol is a document symbol as JSON.
type wireSymbol struct {
	Name, Detail          string
	Range, SelectionRange wireRange
	Children              []wireSymbol
}

func (p *played) symbols(name string) {
	p.t.Helper()
	found, err := outline.Symbols(p.t.Context(), p.fixture.ProgramOf(name), name)
	if err != nil {
		p.t.Fatal(err)
	}
	var answer []wireSymbol
	p.client.result("textDocument/documentSymbol", object{"textDocument": object{"uri": uriText(name)}}, &answer)
	p.expect("symbols of "+name, listWire(answer, ""), p.listSymbols(name, found, ""))
}

func (p *played) listSymbols(name string, symbols []outline.Symbol, indent string) string {
	var out strings.Builder
	for _, s := range symbols {
		fmt.Fprintf(&out, "%s%s %s %s %s\n", indent, s.Name, s.Detail, p.show(name, s.Span), p.show(name, s.NameSpan))
		out.WriteString(p.listSymbols(name, s.Children, indent+"  "))
	}
	return out.String()
}

func listWire(symbols []wireSymbol, indent string) string {
	var out strings.Builder
	for _, s := range symbols {
		fmt.Fprintf(&out, "%s%s %s %s %s\n", indent, s.Name, s.Detail, s.Range, s.SelectionRange)
		out.WriteString(listWire(s.Children, indent+"  "))
	}
	return out.String()
}

func (p *played) formatting(name string) {
	p.t.Helper()
	file, _ := p.fixture.ProgramOf(name).File(name)
	var want, got []string
	for _, e := range format.Edits(file) {
		want = append(want, fmt.Sprintf("%s %q", p.show(name, e.Span), e.Text))
	}
	var answer []struct {
		Range   wireRange
		NewText string
	}
	p.client.result("textDocument/formatting", object{
		"textDocument": object{"uri": uriText(name)}, "options": object{"tabSize": 8, "insertSpaces": false},
	}, &answer)
	for _, e := range answer {
		got = append(got, fmt.Sprintf("%v %q", e.Range, e.NewText))
	}
	p.expect("format of "+name, strings.Join(got, "\n"), strings.Join(want, "\n"))
}

// findings compares the last findings published for a file with those of its
// program.
func (p *played) findings(name string) {
	p.t.Helper()
	now := p.session.Snapshot()
	found, err := now.Diagnose(p.t.Context(), now.Program(name))
	if err != nil {
		p.t.Fatal(err)
	}
	var want []string
	for _, d := range found[name] {
		want = append(want, fmt.Sprintf("%s %d %s %s %d", p.show(name, d.Span), d.Severity, d.Code, d.Message, len(d.Related)))
	}
	slices.Sort(want)
	var got []string
	matches := func(inbox []message) (message, bool) {
		got = nil
		if p.last(inbox, name, &got); slices.Equal(got, want) {
			return message{}, true
		}
		return message{}, false
	}
	p.client.await("findings of "+name+"\n"+strings.Join(want, "\n"), matches)
}

// last returns the last findings published for a file.
func (p *played) last(inbox []message, name string, into *[]string) {
	for i := len(inbox) - 1; i >= 0; i-- {
		var params struct {
			URI         string
			Diagnostics []struct {
				Range              wireRange
				Severity           int
				Code, Message      string
				RelatedInformation []json.RawMessage
			}
		}
		if inbox[i].Method != "textDocument/publishDiagnostics" || json.Unmarshal(inbox[i].Params, &params) != nil || params.URI != uriText(name) {
			continue
		}
		for _, d := range params.Diagnostics {
			*into = append(*into, fmt.Sprintf("%v %d %s %s %d", d.Range, d.Severity, d.Code, d.Message, len(d.RelatedInformation)))
		}
		slices.Sort(*into)
		return
	}
	*into = []string{"nothing was published"}
}
