package depgraph

import (
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file writes a graph as JSON. docs/graph.md describes the format. Fields may be added
// but never changed.

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
