package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the tool look.

// LookArguments are the arguments of look.
type LookArguments struct {
	At   string `json:"at,omitempty" jsonschema:"FILE:LINE:COLUMN counted from 1, or FILE:LINE:WORD for the first such word of the line; for graph, a .pp file or the directory of a program"`
	What string `json:"what,omitempty" jsonschema:"hover: type, meaning, value and documentation, the default; completion: what may be written there; references: where the name is declared and used, across programs and stack files; graph: what depends on what in a program, the default without a line"`
	Unsaved
	Most   int `json:"most,omitempty" jsonschema:"list at most so many completions or references; 20 or 200 if it is not given"`
	Tokens int `json:"tokens,omitempty" jsonschema:"the longest hover or graph, in tokens of 4 bytes; 300 or 1500 if it is not given"`
}

// Looked is what was found. It has the fields that belong to what was asked for.
type Looked struct {
	From     string           `json:"from,omitempty" jsonschema:"hover: where what is described begins, FILE:LINE:COLUMN"`
	Doc      string           `json:"doc,omitempty" jsonschema:"hover: type, meaning and documentation"`
	Replaces string           `json:"replaces,omitempty" jsonschema:"completion: the text at the place that an item stands for"`
	Items    []CompletionItem `json:"items,omitempty" jsonschema:"completion: best first"`
	Declared string           `json:"declared,omitempty" jsonschema:"references: FILE:LINE:COLUMN of the declaration"`
	Uses     []string         `json:"uses,omitempty" jsonschema:"references: FILE:LINE:COLUMN of each use"`
	Nodes    []GraphNode      `json:"nodes,omitempty" jsonschema:"graph: in the order in which a run creates them"`
	Cycles   [][]string       `json:"cycles,omitempty" jsonschema:"graph: names that need each other"`
	Partial  bool             `json:"partial,omitempty" jsonschema:"graph: there were too many edges, so some are missing"`
	More     int              `json:"more,omitempty" jsonschema:"what is not listed"`
}

// CompletionItem is one thing that fits.
type CompletionItem struct {
	Label  string `json:"label"`
	Type   string `json:"type,omitempty" jsonschema:"the type, or a few words"`
	Insert string `json:"insert,omitempty" jsonschema:"the text to write, if it is not the label"`
}

// GraphNode is one declaration.
type GraphNode struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"`
	Type  string   `json:"type,omitempty"`
	At    string   `json:"at"`
	Needs []string `json:"needs,omitempty" jsonschema:"names that must be there first"`
}

// looking is something that can be looked for. It has the name of the tool that it was, which still works for one release.
type looking struct {
	what, tool string
	at         func(context.Context, *call, place, LookArguments) (Looked, string, error) // nil for a whole program
}

var lookings = []looking{
	{"hover", "hover", hoverAt},
	{"completion", "complete", completionsAt},
	{"references", "references", referencesAt},
	{"graph", "graph", nil},
}

func look(ctx context.Context, c *call, in LookArguments) (Looked, string, error) {
	what := in.What
	if _, _, _, ok := ask.CutPosition(in.At); what == "" && ok {
		what = "hover"
	}
	for _, l := range lookings {
		switch {
		case l.what != cmp.Or(what, "graph"):
		case l.at == nil:
			return graphOf(ctx, c, in)
		default:
			p, err := c.at(in.At, in.Unsaved)
			if err != nil {
				return Looked{}, "", err
			}
			return l.at(ctx, c, p, in)
		}
	}
	return Looked{}, "", fmt.Errorf("what is %q; it is one of hover, completion, references and graph", cut(what, 50))
}

// asLook makes the call of a tool that look has replaced one of look.
func asLook(p *mcp.CallToolParamsRaw) {
	arguments := map[string]json.RawMessage{}
	i := slices.IndexFunc(lookings, func(l looking) bool { return l.tool == p.Name })
	if i < 0 || len(p.Arguments) > 0 && json.Unmarshal(p.Arguments, &arguments) != nil {
		return
	}
	if path, ok := arguments["path"]; ok {
		arguments["at"] = path
		delete(arguments, "path")
	}
	arguments["what"] = json.RawMessage(strconv.Quote(lookings[i].what))
	if made, err := json.Marshal(arguments); err == nil {
		p.Name, p.Arguments = "look", made
	}
}

func hoverAt(ctx context.Context, c *call, p place, in LookArguments) (Looked, string, error) {
	found, err := hover.At(ctx, p.program, p.file.Path, p.offset)
	if err != nil || found == nil {
		return Looked{}, "Nothing is known about this place.", err
	}
	out := Looked{From: c.position(p.file, found.Span.Start), Doc: cut(found.Text, newBudget(in.Tokens, 300).left)}
	return out, "# " + out.From + ", quoted from the program and the schema\n" + out.Doc, nil
}

func completionsAt(ctx context.Context, _ *call, p place, in LookArguments) (out Looked, text string, err error) {
	found, err := complete.Briefly(ctx, p.program, p.file.Path, p.offset+len(p.word)) // behind the word, as if it had just been typed
	if err != nil || found == nil {
		return out, "Nothing fits here.", err
	}
	items := matching(p, found.Items)
	slices.SortStableFunc(items, func(a, b complete.Item) int { return cmp.Compare(cmp.Or(a.Sort, a.Label), cmp.Or(b.Sort, b.Label)) })
	for i, item := range items[:min(atMost(in.Most, 20), len(items))] {
		if i == 0 {
			out.Replaces = p.file.Slice(item.Replace)
		}
		insert := item.Insert
		if item.Snippet {
			insert = item.Plain
		}
		listed := CompletionItem{Label: item.Label, Type: cut(item.Detail, 100)}
		if insert != item.Label {
			listed.Insert = insert
		}
		out.Items = append(out.Items, listed)
		text += fmt.Sprintf("%s  %s\n", listed.Label, listed.Type)
	}
	out.More = len(items) - len(out.Items)
	if text == "" {
		return out, "Nothing fits here.", nil
	}
	return out, text + andMore(out.More), nil
}

// matching are the items that contain what is written before the place; all of them if none does, since what is written is wrong then.
func matching(p place, all []complete.Item) []complete.Item {
	offset := p.offset + len(p.word)
	items := slices.DeleteFunc(slices.Clone(all), func(i complete.Item) bool {
		typed := p.file.Slice(syntax.Span{Start: i.Replace.Start, End: min(offset, i.Replace.End)})
		return !strings.Contains(strings.ToLower(cmp.Or(i.Filter, i.Label)), strings.ToLower(typed))
	})
	if len(items) == 0 {
		return slices.Clone(all)
	}
	return items
}

func referencesAt(ctx context.Context, c *call, p place, in LookArguments) (out Looked, text string, err error) {
	target, err := navigate.TargetAt(ctx, p.program, p.file.Path, p.offset)
	if err != nil || target == nil {
		return out, "There is no name with a declaration here.", err
	}
	var others []*analysis.Program
	if target.Crosses() {
		if others, err = c.mayUse(ctx, target.Declaring.Dir); err != nil {
			return out, "", err
		}
	}
	uses, err := target.Uses(ctx, others...)
	if err != nil {
		return out, "", err
	}
	for _, u := range uses {
		file, _, _, ok := c.snapshot.File(u.Path)
		if !ok {
			continue
		}
		at := c.position(file, u.NameSpan.Start)
		if u.Path == target.Path && u.NameSpan == target.NameSpan {
			out.Declared = at
		} else if !slices.Contains(out.Uses, at) {
			out.Uses = append(out.Uses, at)
		}
	}
	out.Uses = append(out.Uses, c.keysOf(target)...)
	if most := atMost(in.Most, 200); len(out.Uses) > most {
		out.Uses, out.More = out.Uses[:most], len(out.Uses)-most
	}
	return out, fmt.Sprintf("declared at %s\n%s", out.Declared, strings.Join(out.Uses, "\n")), nil
}

// mayUse returns the programs below the roots that use a directory as a component, or may do so in a file that is not parsed.
func (c *call) mayUse(ctx context.Context, dir string) ([]*analysis.Program, error) {
	var users []*analysis.Program
	err := c.snapshot.EachProgram(ctx, c.roots, func(p *analysis.Program) {
		if p.Dir != dir && (p.Unparsed() != nil || slices.Contains(p.ComponentDirs(), dir)) {
			users = append(users, p)
		}
	})
	return users, err
}

// keysOf returns the places that set a config in the project file and the stack files of its program.
func (c *call) keysOf(target *navigate.Target) (places []string) {
	if target.Object == nil || target.Object.Kind != analysis.ObjectConfig || target.Declaring == nil {
		return nil
	}
	it, _ := target.Object.Item()
	keys, _ := c.snapshot.ConfigKeys(target.Declaring.Dir, analysis.LogicalName(it.Item)) // in a file that is not understood, no place is known
	for _, k := range keys {
		line, column := syntax.NewMapper(k.Text).Position(k.Span.Start, syntax.UTF32)
		places = append(places, fmt.Sprintf("%s:%d:%d", c.name(k.Path), line+1, column+1))
	}
	return places
}

func graphOf(ctx context.Context, c *call, in LookArguments) (out Looked, text string, err error) {
	program, err := c.program(in.At, in.Unsaved)
	if err != nil {
		return out, "", err
	}
	found, err := depgraph.Of(ctx, program, depgraph.Options{Configs: depgraph.ConfigsUsed})
	if err != nil {
		return out, "", err
	}
	needs := map[int][]string{}
	for _, e := range found.Edges {
		needs[e.To] = append(needs[e.To], found.Nodes[e.From].Name)
	}
	budget := newBudget(in.Tokens, 1500)
	for _, i := range inRanks(found) {
		n := found.Nodes[i]
		node := GraphNode{Name: n.Name, Kind: string(n.Kind), Type: n.Token, Needs: needs[i]}
		if file, ok := program.File(n.Path); ok {
			node.At = c.position(file, n.NameSpan.Start)
		}
		if !budget.take(60 + len(node.Name) + len(node.Type) + len(node.At) + 3*len(node.Needs) + len(strings.Join(node.Needs, ""))) {
			out.More++
			continue
		}
		out.Nodes = append(out.Nodes, node)
		text += strings.TrimSpace(node.Kind+" "+node.Name+" "+node.Type) + labelled(" <- ", strings.Join(node.Needs, ", ")) + "\n"
	}
	for _, circle := range found.Circles {
		names := lists.Map(circle, func(i int) string { return found.Nodes[i].Name })
		out.Cycles = append(out.Cycles, names)
		text += "cycle: " + strings.Join(names, " -> ") + "\n"
	}
	out.Partial = found.Partial
	return out, text + andMore(out.More), nil
}

// inRanks are the nodes in the order of creation, and then those that a run does nothing for.
func inRanks(g *depgraph.Graph) []int {
	var all []int
	ranked := map[int]bool{}
	for _, i := range slices.Concat(g.Ranks...) {
		all, ranked[i] = append(all, i), true
	}
	for i := range g.Nodes {
		if !ranked[i] {
			all = append(all, i)
		}
	}
	return all
}
