// This file implements workspace/symbol and workspaceSymbol/resolve.

package lsp

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/symbols"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// maxSymbols is how many declarations an answer has. Nobody reads more, and a client
// asks again with every letter.
const maxSymbols = 256

// symbolClient is what a client announced about declarations in the workspace.
type symbolClient struct {
	places bool // asks for the range of a declaration when it needs it
	kinds  []protocol.SymbolKind
}

func newSymbolClient(caps protocol.WorkspaceSymbolClientCapabilities) symbolClient {
	return symbolClient{
		places: slices.Contains(caps.ResolveSupport.Properties, "location.range"),
		kinds:  valueOr(caps.SymbolKind).ValueSet,
	}
}

// workspaceSymbolParams keep the token as it is written.
type workspaceSymbolParams struct {
	PartialResultToken jsontext.Value `json:"partialResultToken"`
	Query              string         `json:"query"`
}

// symbolPlace is where the name of a declaration stands, for clients that ask later.
type symbolPlace struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// workspaceSymbol searches all programs of the workspace and those of open documents. A
// client that takes partial results gets them in two: what is best in the programs of
// open documents, at once, and then the best of the others.
func (v *view) workspaceSymbol(ctx context.Context, p *workspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	open, rest, err := v.searched(ctx)
	if err != nil {
		return nil, err
	}
	search := symbols.NewSearch(p.Query, maxSymbols)
	if err := searchIn(ctx, search, open); err != nil {
		return nil, err
	}
	if kind := p.PartialResultToken.Kind(); kind == jsontext.KindString || kind == jsontext.KindNumber {
		if first := search.Best(); len(first) > 0 {
			if err := v.server.partial(p.PartialResultToken, v.workspaceSymbols(first)); err != nil {
				return nil, err
			}
			search = symbols.NewSearch(p.Query, maxSymbols-len(first))
		}
	}
	if err := searchIn(ctx, search, rest()); err != nil {
		return nil, err
	}
	return v.workspaceSymbols(search.Best()), nil
}

func searchIn(ctx context.Context, search *symbols.Search, programs []*analysis.Program) error {
	for _, p := range programs {
		if err := ctx.Err(); err != nil {
			return err
		}
		search.Add(p)
	}
	return ctx.Err()
}

// searched are the programs of open documents, and what gives the others of the
// workspace with the components that they all use.
func (v *view) searched(ctx context.Context) (open []*analysis.Program, rest func() []*analysis.Program, err error) {
	seen := map[string]bool{}
	var components []string
	take := func(list []*analysis.Program, p *analysis.Program) []*analysis.Program {
		if p == nil || seen[p.Dir] {
			return list
		}
		seen[p.Dir] = true
		components = append(components, p.ComponentDirs()...)
		return append(list, p)
	}
	for _, name := range v.snapshot.Open() {
		open = take(open, v.snapshot.Program(name))
	}
	rest = func() (others []*analysis.Program) {
		for _, dir := range v.server.directories(ctx, v.snapshot) {
			if ctx.Err() == nil {
				others = take(others, v.snapshot.ProgramIn(dir))
			}
		}
		for len(components) > 0 && ctx.Err() == nil {
			next := components[0]
			components = components[1:]
			others = take(others, v.snapshot.ProgramIn(next))
		}
		return others
	}
	return open, rest, ctx.Err()
}

// directoryList remembers the directories of the workspace that may hold programs. It is
// safe for concurrent use.
type directoryList struct {
	mu     sync.Mutex // guards the fields below
	search *workspace.Survey
	listed uint64
}

// directories are those of the workspace that may hold programs. They are looked for
// again only when directories may have come or gone.
func (s *server) directories(ctx context.Context, snapshot *workspace.Snapshot) []string {
	d := &s.directoryList
	d.mu.Lock()
	defer d.mu.Unlock()
	roots, listed := s.focus.workspace()
	if d.search == nil || d.listed != listed {
		d.search, d.listed = snapshot.Survey(roots...), listed
	}
	for ctx.Err() == nil && d.search.Step() {
	}
	return slices.Clone(d.search.Dirs())
}

// workspace are the folders of the workspace, whatever findings are shown of, and a
// number that changes when there may be other directories in them.
func (f *focus) workspace() (folders []string, listed uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.folders, f.listed
}

func (v *view) workspaceSymbols(found []symbols.Symbol) protocol.WorkspaceSymbolSlice {
	folders, _ := v.server.focus.workspace()
	places := v.mappers()
	all := protocol.WorkspaceSymbolSlice{}
	for _, f := range found {
		symbol := protocol.WorkspaceSymbol{BaseSymbolInformation: protocol.BaseSymbolInformation{
			Name: f.Name, Kind: v.foundKind(f.Kind), ContainerName: containerOf(f.Dir, folders),
		}}
		if v.client.finds.places {
			data, err := (codec{}).Marshal(symbolPlace{f.NameSpan.Start, f.NameSpan.End})
			if err != nil {
				continue // numbers can be encoded
			}
			symbol.Location, symbol.Data = &protocol.LocationUriOnly{URI: v.uriOf(f.Path)}, data
		} else if at, ok := places.location(f.Path, f.NameSpan); ok {
			symbol.Location = &at
		} else {
			continue
		}
		all = append(all, symbol)
	}
	return all
}

// containerOf is the directory of a program as users know it: from the folder of the
// workspace on.
func containerOf(dir string, folders []string) *string {
	for _, folder := range folders {
		if rest, ok := strings.CutPrefix(dir+"/", strings.TrimSuffix(folder, "/")+"/"); ok {
			return new(path.Join(path.Base(folder), rest))
		}
	}
	return new(path.Base(dir))
}

// foundKind is the icon of a declaration; see [view.symbolKind].
func (v *view) foundKind(kind syntax.Kind) protocol.SymbolKind {
	icon := symbolKinds[map[syntax.Kind]outline.Kind{
		syntax.KindLocal: outline.KindLocal, syntax.KindConfig: outline.KindConfig, syntax.KindResource: outline.KindResource,
		syntax.KindRead: outline.KindRead, syntax.KindComponent: outline.KindComponent, syntax.KindOutput: outline.KindOutput,
		syntax.KindHook: outline.KindHook,
	}[kind]]
	known := icon != 0 && icon <= protocol.SymbolKindArray
	if v.client.finds.kinds != nil {
		known = slices.Contains(v.client.finds.kinds, icon)
	}
	if !known {
		return protocol.SymbolKindVariable
	}
	return icon
}

// workspaceSymbolResolve adds the range of a declaration. Where the file has changed
// since, it is the nearest there is.
func (v *view) workspaceSymbolResolve(_ context.Context, p *protocol.WorkspaceSymbol) (*protocol.WorkspaceSymbol, error) {
	var at symbolPlace
	location, lazy := p.Location.(*protocol.LocationUriOnly)
	if !lazy || len(p.Data) == 0 || (codec{}).Unmarshal(p.Data, &at) != nil {
		return p, nil
	}
	name, err := pathOf(string(location.URI))
	if err != nil {
		return nil, err
	}
	if found, ok := v.mappers().location(name, syntax.Span{Start: at.Start, End: max(at.Start, at.End)}); ok {
		found.URI = location.URI
		p.Location = &found
	}
	return p, nil
}
