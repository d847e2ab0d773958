package depgraph

import (
	"crypto/sha256"
	_ "embed" // the script and the style
	"encoding/base64"
	"encoding/json"
	"html"
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file lists the drawing formats, and writes two: JSON, which docs/graph.md describes, and whose fields may be
// added but never changed; and a page that needs no network. The extension of VS Code shows the same page; its script
// is built from editors/vscode/src/webview by `npm run page`.

// Format is a drawing format.
type Format string

// The formats. JSON writes a [Document].
const (
	Text    Format = "text"
	Mermaid Format = "mermaid"
	JSON    Format = "json"
	HTML    Format = "html"
)

// Formats returns the names of all formats.
func Formats() []string {
	return []string{string(Text), string(Mermaid), string(JSON), string(HTML)}
}

// Instead returns what to use in place of a format that other tools for graphs have; it is
// empty for all other names.
func Instead(format string) string {
	switch format {
	case "dot":
		return "use mermaid in place of Graphviz"
	case "svg":
		return "use html, a page that saves its drawing as SVG, or mermaid, which mmdc renders as SVG"
	}
	return ""
}

// ConfigChoices returns the names of all choices of configs.
func ConfigChoices() []string {
	return []string{string(ConfigsUsed), string(ConfigsAll), string(ConfigsNone)}
}

// Draw writes the graph in a format other than JSON. It reports whether the format exists.
func (g *Graph) Draw(f Format, places Places) (string, bool) {
	switch f {
	case Text:
		var w strings.Builder
		g.expanded().text(&w, "")
		return w.String(), true
	case Mermaid:
		return mermaid(g.expanded()), true
	case HTML:
		return page(g.Dir, g.Document(places)), true
	}
	return "", false
}

// printable returns a text on one line without unprintable characters.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return ' '
		case r < ' ', r >= 0x7f && r < 0xa0, r >= 0xfffd && r <= 0xffff, r == '\u2028', r == '\u2029', isDirection(r):
			return '□'
		}
		return r
	}, strings.ToValidUTF8(s, "□"))
}

// isDirection reports whether a character changes the direction of text.
func isDirection(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f
}

// formVersion is the version of the format.
const formVersion = 1

// Document is a graph in the format for tools.
type Document struct {
	Version int `json:"version"`
	DocumentGraph
}

// DocumentGraph is the graph of one program.
type DocumentGraph struct {
	Nodes   []DocumentNode `json:"nodes"`
	Edges   []DocumentEdge `json:"edges"`
	Ranks   [][]string     `json:"ranks"`
	Circles [][]string     `json:"circles"`
	Partial bool           `json:"partial,omitzero"`
}

// DocumentNode is one declaration.
type DocumentNode struct {
	_ [0]func() // see language.incomparable

	ID          string `json:"id"`
	Kind        Kind   `json:"kind"`
	Name        string `json:"name"`
	LogicalName string `json:"logicalName,omitzero"`
	Token       string `json:"token,omitzero"`
	Source      string `json:"source,omitzero"`
	Rank        *int   `json:"rank,omitzero"`
	Ranged      bool   `json:"ranged,omitzero"`
	LeadsBack   bool   `json:"leadsBack,omitzero"`
	Closed      bool   `json:"closed,omitzero"`
	DocumentPlace
	NameRange any            `json:"nameRange"`
	Graph     *DocumentGraph `json:"graph,omitzero"`
}

// DocumentEdge means that one node waits for another.
type DocumentEdge struct {
	From      string        `json:"from"`
	To        string        `json:"to"`
	Kinds     []string      `json:"kinds"`
	Secret    bool          `json:"secret,omitzero"`
	Unknown   bool          `json:"unknown,omitzero"`
	WaitsOnly bool          `json:"waitsOnly,omitzero"`
	InCircle  bool          `json:"inCircle,omitzero"`
	Uses      []DocumentUse `json:"uses"`
}

// DocumentUse is one reference behind an edge.
type DocumentUse struct {
	Kind     string   `json:"kind"`
	Property string   `json:"property"`
	Reads    string   `json:"reads,omitzero"`
	Through  []string `json:"through,omitzero"`
	Passes   bool     `json:"passes,omitzero"`
	Secret   bool     `json:"secret,omitzero"`
	Unknown  bool     `json:"unknown,omitzero"`
	DocumentPlace
}

// DocumentPlace is a place in a file. The caller chooses how files and ranges are written.
type DocumentPlace struct {
	File  string `json:"file,omitzero"`
	URI   string `json:"uri,omitzero"`
	Range any    `json:"range"`
}

// Places converts a span of a file to a place.
type Places func(f *syntax.File, span syntax.Span) DocumentPlace

// Document returns the graph in the format for tools.
func (g *Graph) Document(places Places) *Document {
	return &Document{Version: formVersion, DocumentGraph: *document(g.expanded(), places)}
}

func document(d *drawing, places Places) *DocumentGraph {
	doc := &DocumentGraph{Nodes: []DocumentNode{}, Edges: []DocumentEdge{}, Ranks: d.ids(d.graph.Ranks), Circles: d.ids(d.graph.Circles), Partial: d.graph.Partial}
	for _, n := range d.nodes {
		file := d.graph.files[n.Path]
		node := DocumentNode{
			ID: n.id, Kind: n.Kind, Name: n.Name, LogicalName: n.Logical, Token: n.Token, Source: n.Source, Ranged: n.Ranged,
			LeadsBack: n.LeadsBack, Closed: n.closed, DocumentPlace: places(file, n.Span), NameRange: places(file, n.NameSpan).Range,
		}
		if n.Rank >= 0 {
			node.Rank = new(n.Rank)
		}
		if n.inner != nil {
			node.Graph = document(n.inner, places)
		}
		doc.Nodes = append(doc.Nodes, node)
	}
	for _, e := range d.graph.Edges {
		edge := DocumentEdge{
			From: d.nodes[e.From].id, To: d.nodes[e.To].id, Kinds: e.Kinds(), Secret: e.Secret, Unknown: e.Unknown,
			WaitsOnly: e.WaitsOnly, InCircle: e.InCircle,
		}
		for _, u := range e.Uses {
			edge.Uses = append(edge.Uses, DocumentUse{
				Kind: u.Kind, Property: u.Property, Reads: u.Reads, Through: u.Through, Passes: u.Passes, Secret: u.Secret, Unknown: u.Unknown,
				DocumentPlace: places(d.graph.files[u.Path], u.Span),
			})
		}
		doc.Edges = append(doc.Edges, edge)
	}
	return doc
}

func (d *drawing) ids(groups [][]int) [][]string {
	ids := make([][]string, len(groups))
	for i, group := range groups {
		for _, node := range group {
			ids[i] = append(ids[i], d.nodes[node].id)
		}
	}
	return ids
}

// LinesAndColumns writes places as the commands print them: lines and columns count from 1,
// columns count characters, bytes count from 0, and files are relative to a directory.
func LinesAndColumns(dir string) Places {
	return func(f *syntax.File, span syntax.Span) DocumentPlace {
		at := func(offset int) linePosition {
			line, column := f.Position(offset, syntax.UTF32)
			return linePosition{line + 1, column + 1, offset}
		}
		return DocumentPlace{File: relative(dir, f.Path), Range: lineRange{at(span.Start), at(span.End)}}
	}
}

type lineRange struct {
	Start linePosition `json:"start"`
	End   linePosition `json:"end"`
}

type linePosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Byte   int `json:"byte"`
}

// relative returns a path relative to a directory. Both are clean and use slashes.
func relative(dir, file string) string {
	up := ""
	for {
		if rest, inside := strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/"); inside {
			return up + rest
		}
		parent := path.Dir(dir)
		if parent == dir {
			return file
		}
		dir, up = parent, up+"../"
	}
}

//go:embed page/graph.js
var pageScript string

//go:embed page/graph.css
var pageStyle string

// The page may run only its own script, has only its own style, and loads nothing. Pictures are those that the script makes.
const pageText = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src blob:; style-src 'SUM OF STYLE'; script-src 'SUM OF SCRIPT'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>TITLE</title>
<style>STYLE</style>
</head>
<body>
<script type="application/json" id="graph">GRAPH</script>
<script>SCRIPT</script>
</body>
</html>
`

// page returns the page of a document. Its texts are data: escaped in JSON, so none ends the element around it.
func page(dir string, doc *Document) string {
	graph, _ := json.Marshal(doc) // strings and numbers can always be encoded
	return strings.NewReplacer(
		"SUM OF STYLE", sum(pageStyle), "SUM OF SCRIPT", sum(pageScript),
		"TITLE", html.EscapeString("Dependencies of "+printable(path.Base(dir))), "STYLE", pageStyle, "GRAPH", string(graph), "SCRIPT", pageScript,
	).Replace(pageText)
}

// sum names a text in a Content-Security-Policy.
func sum(text string) string {
	hash := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(hash[:])
}
