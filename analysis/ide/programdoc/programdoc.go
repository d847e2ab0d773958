// Package programdoc describes what a program offers those who use it: its inputs and outputs, what it creates, and a block that uses it.
//
// It takes a checked program and returns plain data, which it also writes as Markdown. It knows no files: which document it is put into, and
// where, is decided by the commands.
//
// Invariant: a document depends on the program alone and is the same each time.
//
// Invariant: the value of a secret is never in a document.
//
// Invariant: text of programs is untrusted. In Markdown it makes no HTML, no image, no row of its own, and no link except to http and https.
//
// Invariant: the example of a component that has no errors has no findings but those that say
// something about the component.
package programdoc

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file makes the document of a program, with an example, a block that uses a component, and writes it as
// Markdown, with defaults on one line.

const (
	typeWidth   = 200  // characters of a type
	mostDefault = 4000 // characters of a default
)

// Of describes a program. The error is that of the context.
func Of(ctx context.Context, p *analysis.Program, use Use) (*Document, error) {
	in, out, err := p.ComponentMembers(ctx)
	if err != nil {
		return nil, err
	}
	d := &Document{Name: path.Base(p.Dir), Description: description(p), Inputs: []Input{}, Outputs: []Output{}, use: use}
	for _, m := range first(in, &d.LeftOut.Inputs) {
		d.Inputs = append(d.Inputs, input(ctx, p, m))
	}
	for _, m := range first(out, &d.LeftOut.Outputs) {
		o, err := output(ctx, p, m)
		if err != nil {
			return nil, err
		}
		d.Outputs = append(d.Outputs, o)
	}
	d.Resources = first(made(p, analysis.ObjectResource), &d.LeftOut.Resources)
	d.Components = first(made(p, analysis.ObjectComponent), &d.LeftOut.Components)
	if use == AsComponent {
		d.Example = example(path.Base(p.Dir), in)
	}
	return d, ctx.Err()
}

// first returns the rows that a list shows, and counts the others.
func first[T any](all []T, leftOut *int) []T {
	*leftOut = max(0, len(all)-mostRows)
	return all[:len(all)-*leftOut]
}

// description returns the comment at the top of the program: of main.pp, or of the first file
// that has one.
func description(p *analysis.Program) string {
	isMain := func(f *syntax.File) bool { return path.Base(f.Path) == "main.pp" }
	found := ""
	for _, f := range p.Files {
		if text := analysis.CommentAtTop(f.Text()); text != "" && (found == "" || isMain(f)) {
			found = text
		}
	}
	return found
}

func input(ctx context.Context, p *analysis.Program, m analysis.ComponentMember) Input {
	it, _ := m.Object.Item()
	i := Input{
		Name: m.Name, Required: m.Required, Nullable: isTrue(it, language.ConfigNullable),
		Secret: analysis.TaintOf(ctx, p, m.Object).Secret(), Description: described(it, analysis.ConfigDescription(it.Item)),
	}
	t := typesys.PlainShape(m.Type)
	if !m.Required {
		t = typesys.Optional(t)
	}
	i.Type = typesys.Short(t, typeWidth)
	if a := it.Attribute(language.ConfigDefault); a != nil {
		i.Default = "(secret)"
		if !i.Secret {
			i.Default = prose.Shortened(eval.Source(it.Item, a.Expr), mostDefault)
		}
	}
	return i
}

func output(ctx context.Context, p *analysis.Program, m analysis.ComponentMember) (Output, error) {
	it, _ := m.Object.Item()
	o := Output{Name: m.Name, Type: typesys.Short(m.Type, typeWidth), Description: described(it, "")}
	if a := it.Attribute(language.OutputValue); a != nil {
		taints, err := analysis.TaintsIn(ctx, p, it)
		if err != nil {
			return o, err
		}
		value := taints.Of(a.Expr)
		o.Unknown, o.Secret = value.MaybeUnknown(), value.MaybeSecret()
	}
	return o, nil
}

// made lists the blocks of a kind by their second label, sorted.
func made(p *analysis.Program, kind analysis.ObjectKind) []Made {
	byType := map[string]*Made{}
	for _, o := range p.Objects() {
		it, declared := o.Item()
		if o.Kind != kind || !declared || len(it.Labels) < 2 {
			continue
		}
		name := it.Labels[1].Value
		if byType[name] == nil {
			byType[name] = &Made{Type: name}
		}
		m := byType[name]
		m.Names = append(m.Names, o.Name)
		m.Ranged = m.Ranged || kind == analysis.ObjectResource && analysis.RangeAttribute(it.Item) != nil
	}
	all := make([]Made, 0, len(byType))
	for _, m := range byType {
		slices.Sort(m.Names)
		m.LeftOut = max(0, len(m.Names)-mostNames)
		m.Names = m.Names[:len(m.Names)-m.LeftOut]
		all = append(all, *m)
	}
	lists.SortStable(all, func(a, b Made) int { return cmp.Compare(a.Type, b.Type) })
	return all
}

// described joins what a block says about itself and the comment above it.
func described(it syntax.Placed, said string) string {
	above := analysis.CommentAbove(it)
	if said == "" || above == "" || said == above {
		return cmp.Or(said, above)
	}
	return said + "\n\n" + above
}

func isTrue(it syntax.Placed, name string) bool {
	a := it.Attribute(name)
	return a != nil && eval.Source(it.Item, a.Expr) == "true"
}

// Use says how a program is used.
type Use uint8

const (
	// AsComponent is a program that component blocks of other programs run.
	AsComponent Use = iota
	// ByItself is a program that its project runs.
	ByItself
)

// mostRows limits each list of a document, and mostNames the names in a row.
const (
	mostRows  = 500
	mostNames = 20
)

// Document describes a program. Lists are in declaration order, but for resources and
// components, which are sorted.
type Document struct {
	Name        string      `json:"name"`
	Description string      `json:"description,omitempty"`
	Inputs      []Input     `json:"inputs"`
	Outputs     []Output    `json:"outputs"`
	Resources   []Made      `json:"resources"`
	Components  []Made      `json:"components"`
	Example     string      `json:"example,omitempty"` // source text; only of components
	LeftOut     LeftOutRows `json:"leftOut,omitzero"`
	use         Use
}

// LeftOutRows counts what the lists of a document do not show.
type LeftOutRows struct {
	Inputs     int `json:"inputs,omitempty"`
	Outputs    int `json:"outputs,omitempty"`
	Resources  int `json:"resources,omitempty"`
	Components int `json:"components,omitempty"`
}

// Input is a config.
type Input struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Required    bool   `json:"required"`
	Default     string `json:"default,omitempty"` // source text, or (secret)
	Secret      bool   `json:"secret,omitempty"`
	Nullable    bool   `json:"nullable,omitempty"`
	Description string `json:"description,omitempty"`
}

// Output is an output.
type Output struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Secret      bool   `json:"secret,omitempty"`
	Unknown     bool   `json:"unknown,omitempty"` // it may be unknown during a preview
	Description string `json:"description,omitempty"`
}

// Made lists the blocks of one type that a program has: a resource type, or the source of a
// component.
type Made struct {
	Type  string   `json:"type"`
	Names []string `json:"names"`
	// Ranged says that one of the blocks may make several resources, or none.
	Ranged bool `json:"ranged,omitempty"`
	// LeftOut counts blocks whose names are not listed.
	LeftOut int `json:"leftOut,omitempty"`
}

// mostExampleInputs limits the inputs of an example.
const mostExampleInputs = 100

// example returns a program that uses the component in a directory below it. Required inputs
// have the simplest value of their type. Secrets have none, so these inputs, and those of types
// without such a value, come from configs. It is empty for a component with too many inputs, and
// for one with a required input that no block can set.
func example(dir string, inputs []analysis.ComponentMember) string {
	var configs, body strings.Builder
	used := map[string]bool{}
	width := 0
	var required []analysis.ComponentMember
	for _, m := range inputs {
		if m.Required {
			if !syntax.IsIdentifier(m.Name) || m.Name == language.ComponentToken {
				return "" // a block with a source cannot set it
			}
			required, width = append(required, m), max(width, len(m.Name))
		}
	}
	if len(required) > mostExampleInputs {
		return ""
	}
	for _, m := range required {
		value := printer.Placeholder(m.Type)
		if it, _ := m.Object.Item(); isTrue(it, language.ConfigSecret) || value == "null" {
			value = free(m.Name, used)
			configs.WriteString(config(value, m, isTrue(it, language.ConfigSecret)))
		}
		fmt.Fprintf(&body, "  %-*s = %s\n", width, m.Name, value)
	}
	return fmt.Sprintf("%scomponent %s %s {\n%s}\n", configs.String(), free(dir, used), printer.Text("./"+dir), body.String())
}

// config returns the config of the caller for an input.
func config(name string, m analysis.ComponentMember, secret bool) string {
	label, _ := printer.Label(m.Type)
	if secret {
		return fmt.Sprintf("config %s %s {\n  secret = true\n}\n\n", name, label)
	}
	return fmt.Sprintf("config %s %s {\n}\n\n", name, label)
}

// free returns a name like the given one that means nothing else.
func free(like string, used map[string]bool) string {
	name := like
	if !tree.CanBeReferredTo(name) || typesys.QuoteName(name) != name || language.LookupBuiltin(name) != nil {
		name = "item"
	}
	for n := 2; used[name]; n++ {
		name = strings.TrimRight(name, "0123456789") + strconv.Itoa(n)
	}
	used[name] = true
	return name
}

// defaultWidth is how many characters of a default a row shows.
const defaultWidth = 200

// Page returns the document below a heading with the name of the program.
func (d *Document) Page() string { return d.Heading() + "\n\n" + d.Sections() }

// Heading returns the heading of the page.
func (d *Document) Heading() string {
	page := &markdown.Page{}
	page.Heading(1, markdown.Message(d.Name))
	return page.String()
}

// Sections returns the document without its heading, as a part of another document.
func (d *Document) Sections() string {
	page := &markdown.Page{}
	page.Para(markdown.Prose(d.Description))
	d.inputs(page)
	d.outputs(page)
	listed(page, "Resources", "Type", d.Resources, d.LeftOut.Resources)
	listed(page, "Components", "Source", d.Components, d.LeftOut.Components)
	if len(d.Inputs)+len(d.Outputs)+len(d.Resources)+len(d.Components) == 0 {
		page.Para("It has no inputs or outputs, and creates nothing.")
	}
	if d.Example != "" {
		page.Heading(2, "Example")
		page.Fence("hcl", d.Example)
	}
	return page.String() + "\n"
}

func (d *Document) inputs(page *markdown.Page) {
	title := markdown.Text("Inputs")
	if d.use == ByItself {
		title = "Configuration"
	}
	rows := make([][]markdown.Text, len(d.Inputs))
	for i, in := range d.Inputs {
		rows[i] = []markdown.Text{markdown.Code(in.Name), markdown.Code(in.Type), in.defaultCell(), in.descriptionCell()}
	}
	table(page, title, rows, d.LeftOut.Inputs, "Name", "Type", "Default", "Description")
}

func (in Input) defaultCell() markdown.Text {
	switch {
	case in.Required:
		return "*required*"
	case in.Default == "":
		return markdown.Code("null")
	}
	return markdown.Code(prose.Shortened(oneLine(in.Default), defaultWidth))
}

func (in Input) descriptionCell() markdown.Text {
	text := markdown.Paragraph(in.Description)
	if in.Secret {
		text += " *Secret.*"
	}
	if in.Nullable {
		text += " *May be null.*"
	}
	return text
}

func (d *Document) outputs(page *markdown.Page) {
	rows := make([][]markdown.Text, len(d.Outputs))
	for i, out := range d.Outputs {
		rows[i] = []markdown.Text{markdown.Code(out.Name), markdown.Code(out.Type), out.descriptionCell()}
	}
	table(page, "Outputs", rows, d.LeftOut.Outputs, "Name", "Type", "Description")
}

func (out Output) descriptionCell() markdown.Text {
	text := markdown.Paragraph(out.Description)
	if out.Secret {
		text += " *Secret.*"
	}
	if out.Unknown {
		text += " *May be unknown during a preview.*"
	}
	return text
}

// listed adds blocks by type.
func listed(page *markdown.Page, title, column markdown.Text, all []Made, leftOut int) {
	rows := make([][]markdown.Text, len(all))
	for i, m := range all {
		names := lists.Map(m.Names, markdown.Code)
		text := markdown.Joined(names, ", ")
		if m.LeftOut > 0 {
			text += " and " + markdown.Words(fmt.Sprint(m.LeftOut)) + " more"
		}
		if m.Ranged {
			text += " *(with a range)*"
		}
		rows[i] = []markdown.Text{markdown.Code(m.Type), text}
	}
	table(page, title, rows, leftOut, column, "Names")
}

// table adds a heading and a table; nothing without rows.
func table(page *markdown.Page, title markdown.Text, rows [][]markdown.Text, leftOut int, head ...markdown.Text) {
	if len(rows) == 0 {
		return
	}
	page.Heading(2, title)
	page.Table(rows, head...)
	if leftOut > 0 {
		page.Para(markdown.Words(fmt.Sprintf("%d more are not listed.", leftOut)))
	}
}

// oneLine returns the source text of an expression on one line: line ends become commas where
// they separate entries. If that is not the same expression, because of a heredoc or a comment, it
// returns the first line and an ellipsis.
func oneLine(source string) string {
	if !strings.Contains(source, "\n") {
		return source
	}
	joined, first := "", ""
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case joined == "":
			joined, first = line, line
		case strings.ContainsAny(joined[len(joined)-1:], "{[(,") || strings.ContainsAny(line[:1], "}])"):
			joined += " " + line
		default:
			joined += ", " + line
		}
	}
	if tokens := written(joined); tokens == "" || tokens != written(source) {
		return first + " …"
	}
	return joined
}

// written returns the tokens of an expression but those that separate entries; empty if it cannot
// be read.
func written(source string) string {
	if _, diagnostics := hclsyntax.ParseExpression([]byte(source), "", hcl.InitialPos); diagnostics.HasErrors() {
		return ""
	}
	tokens, _ := hclsyntax.LexExpression([]byte(source), "", hcl.InitialPos)
	var b strings.Builder
	for _, t := range tokens {
		if t.Type != hclsyntax.TokenNewline && t.Type != hclsyntax.TokenComma {
			b.Write(t.Bytes)
			b.WriteByte(0)
		}
	}
	return b.String()
}
