// Package dump writes down everything that is known about a program: findings, declared names, and the type and taint of
// every expression. Types are in the structural notation, files relative to the program's directory.
package dump

import (
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/taint"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Dump is everything about a program and the programs of its components.
type Dump struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
	Nodes       []Node       `json:"nodes"`
	Expressions []Expression `json:"expressions"`

	secrets map[typesys.Type]bool // the constants of secrets
}

// Diagnostic is one finding.
type Diagnostic struct {
	File     string     `json:"file"`
	Severity string     `json:"severity"`
	Code     codes.Code `json:"code"`
	Message  string     `json:"message"`
	Range    [2]int     `json:"range"`
	// Related are further places of the finding, in any file.
	Related []Related `json:"related,omitempty"`
}

// Related is a further place of a finding.
type Related struct {
	File    string `json:"file"`
	Message string `json:"message"`
	Range   [2]int `json:"range"`
}

// Node is one declaration, by its logical name.
type Node struct {
	File  string   `json:"file"`
	Kind  string   `json:"kind"`
	Name  string   `json:"name"`
	Token string   `json:"token,omitempty"`
	Type  string   `json:"type"`
	Deps  []string `json:"deps"`
	Range [2]int   `json:"range"`

	t typesys.Type
}

// Expression is one expression.
type Expression struct {
	File  string `json:"file"`
	Range [2]int `json:"range"`
	Kind  string `json:"kind"`
	Type  string `json:"type"`
	// Unknown is "preview" where the value may be unknown during a preview, and "partly" where members of it may be.
	Unknown string `json:"unknown,omitempty"`
	// UnknownParts are the ways to those members: names and indexes with dots between, and "*" for any member.
	UnknownParts []string `json:"unknownParts,omitempty"`
	// Secret is "yes" where the value is secret, or perhaps is, and "partly" where members of it are.
	Secret string `json:"secret,omitempty"`
	// SecretParts are the ways to those members.
	SecretParts []string `json:"secretParts,omitempty"`
	// DependsOn are the configs, resources, reads and components that the value comes from, through locals.
	DependsOn []string `json:"dependsOn,omitempty"`

	t typesys.Type
}

// Conceal writes the constants of secrets as their bases, wherever they occur in types.
func (d *Dump) Conceal() {
	if len(d.secrets) == 0 {
		return
	}
	texts := map[typesys.Type]string{}
	concealed := func(t typesys.Type) string {
		if texts[t] == "" {
			texts[t] = t.StructuralWithout(d.secrets)
		}
		return texts[t]
	}
	for i, n := range d.Nodes {
		d.Nodes[i].Type = concealed(n.t)
	}
	for i, e := range d.Expressions {
		d.Expressions[i].Type = concealed(e.t)
	}
}

// Program dumps a program and, after it, the programs of its components, each once. The error is that of the context.
func Program(ctx context.Context, p *checked.Program) (*Dump, error) {
	root := p.Dir
	if syntax.IsInputs(root) {
		root = path.Dir(root)
	}
	d := &dumper{ctx: ctx, root: root, seen: map[string]bool{}, texts: map[typesys.Type]string{}, dump: &Dump{
		Diagnostics: []Diagnostic{}, Nodes: []Node{}, Expressions: []Expression{}, secrets: map[typesys.Type]bool{},
	}}
	d.collect(p)
	users := map[string][]*checked.Program{}
	for _, p := range slices.Backward(d.order) {
		for _, dir := range p.ComponentDirs() {
			users[dir] = append(users[dir], p)
		}
	}
	d.calling = taint.NewCalling(ctx, root, func(dir string) []*checked.Program { return users[dir] }, math.MaxInt)
	for _, p := range slices.Backward(d.order) {
		if err := d.program(p); err != nil {
			return nil, err
		}
	}
	lists.SortStable(d.dump.Expressions, func(a, b Expression) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Range[0], b.Range[0]), cmp.Compare(a.Range[1], b.Range[1]),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Type, b.Type))
	})
	return d.dump, nil
}

type dumper struct {
	ctx  context.Context
	root string
	seen map[string]bool
	dump *Dump
	// order are the programs, each after those of its components.
	order   []*checked.Program
	calling *taint.Calling
	// texts are the types that have been written: a type stands in many places, and a large one is long.
	texts map[typesys.Type]string
}

// text is a type in structural notation.
func (d *dumper) text(t typesys.Type) string {
	written, known := d.texts[t]
	if !known {
		written = t.Structural()
		d.texts[t] = written
	}
	return written
}

// collect adds a program and those of its components to the order.
func (d *dumper) collect(p *checked.Program) {
	d.seen[p.Dir] = true
	for _, dir := range p.ComponentDirs() {
		if inner := p.Component(dir); inner != nil && !d.seen[inner.Dir] {
			d.collect(inner)
		}
	}
	d.order = append(d.order, p)
}

func (d *dumper) program(p *checked.Program) error {
	p = checked.ViewOf(p.Core().Revalidated(d.ctx))
	found, err := p.Diagnostics(d.ctx)
	if err != nil {
		return err
	}
	for _, f := range found {
		dumped := Diagnostic{
			File: d.relative(f.Path), Severity: f.Severity.String(), Code: f.Code, Message: f.Message, Range: pairOf(f.Span),
		}
		for _, r := range f.Related {
			dumped.Related = append(dumped.Related, Related{d.relative(r.Path), r.Message, pairOf(r.Span)})
		}
		d.dump.Diagnostics = append(d.dump.Diagnostics, dumped)
	}
	for _, e := range p.Core().InFileOrder() {
		if err := d.entry(p, e); err != nil {
			return err
		}
	}
	return nil
}

func (d *dumper) entry(p *checked.Program, e *program.Item) error {
	placed := p.Core().Placed(e)
	info, err := p.Check(d.ctx, placed)
	if err != nil {
		return err
	}
	if check.KindOf(e) != 0 {
		sig := p.SignatureOf(d.ctx, e)
		node := Node{
			File: d.relative(e.Path), Kind: sig.Kind.String(), Name: tree.LogicalName(e.Syntax), Token: sig.Token,
			Type: d.text(sig.Value), t: sig.Value, Deps: p.Dependencies(placed), Range: pairOf(tree.ContentSpan(placed)),
		}
		if check.KindOf(e) == check.ObjectHook {
			node.Token = ""
		}
		if node.Deps == nil {
			node.Deps = []string{}
		}
		slices.Sort(node.Deps)
		d.dump.Nodes = append(d.dump.Nodes, node)
	}
	taints := d.calling.TaintsIn(p, e)
	if err := d.ctx.Err(); err != nil {
		return err
	}
	secrets := sensitive.Spans(e.Syntax, info.Declared())
	var element hclsyntax.Node // of a splat that has steps after it: a part of the traversal that goes on from it
	info.EachTyped(e.Syntax, func(n hclsyntax.Node, t typesys.Type) {
		if t, ok := n.(*hclsyntax.RelativeTraversalExpr); ok {
			element = t.Source
		}
		if _, is := n.(*hclsyntax.AnonSymbolExpr); is && n == element {
			return
		}
		if kind := expressionKind(n, t); kind != "" {
			span := expressionSpan(n)
			dumped := Expression{File: d.relative(e.Path), Range: pairOf(span.Shift(placed.Base)), Kind: kind, Type: d.text(t), t: t}
			if _, constant := t.Constant(); constant && slices.ContainsFunc(secrets, func(s syntax.Span) bool { return s.Start <= span.Start && span.End <= s.End }) {
				d.dump.secrets[t] = true
			}
			dumped.carry(taints.Of(n))
			d.dump.Expressions = append(d.dump.Expressions, dumped)
		}
	})
	return nil
}

// carry notes the taint of an expression.
func (d *Expression) carry(f taint.Taint) {
	d.UnknownParts, d.SecretParts = f.UnknownParts(), f.SecretParts()
	d.Unknown, d.Secret = extent(f.Unknown(), "preview", d.UnknownParts), extent(f.Secret(), "yes", d.SecretParts)
	d.DependsOn = f.Dependencies()
}

// extent is the word for a fact about a value, or about parts of it.
func extent(whole bool, word string, parts []string) string {
	switch {
	case whole:
		return word
	case len(parts) > 0:
		return "partly"
	}
	return ""
}

// expressionSpan is the place of an expression; that of a traversal from a splat element begins at the splat operator.
func expressionSpan(n hclsyntax.Node) syntax.Span {
	span := tree.Span(n.Range())
	if t, ok := n.(*hclsyntax.RelativeTraversalExpr); ok {
		span.Start = min(span.Start, t.Source.Range().Start.Byte)
	}
	return span
}

func pairOf(s syntax.Span) [2]int { return [2]int{s.Start, s.End} }

func (d *dumper) relative(file string) string {
	return strings.TrimPrefix(strings.TrimPrefix(file, d.root), "/")
}

// expressionKind is the name of an expression's form, as the conformance programs have it; empty for forms that are no
// expressions of their own: parentheses, a lone interpolation, the wrapper around an object key.
func expressionKind(n hclsyntax.Node, t typesys.Type) string {
	switch n := n.(type) {
	case *hclsyntax.LiteralValueExpr:
		return "LiteralValueExpression"
	case *hclsyntax.ObjectConsKeyExpr:
		if _, bare := tree.BareKey(n); bare {
			return "LiteralValueExpression"
		}
	case *hclsyntax.TemplateExpr:
		return "TemplateExpression"
	case *hclsyntax.TemplateJoinExpr:
		return "TemplateJoinExpression"
	case *hclsyntax.ScopeTraversalExpr, *hclsyntax.AnonSymbolExpr:
		return "ScopeTraversalExpression"
	case *hclsyntax.RelativeTraversalExpr:
		if _, element := n.Source.(*hclsyntax.AnonSymbolExpr); element {
			return "ScopeTraversalExpression"
		}
		return "RelativeTraversalExpression"
	case *hclsyntax.FunctionCallExpr:
		return "FunctionCallExpression"
	case *hclsyntax.ConditionalExpr:
		return "ConditionalExpression"
	case *hclsyntax.BinaryOpExpr:
		return "BinaryOpExpression"
	case *hclsyntax.UnaryOpExpr:
		if t.Kind() == typesys.KindConst {
			return "LiteralValueExpression"
		}
		return "UnaryOpExpression"
	case *hclsyntax.TupleConsExpr:
		return "TupleConsExpression"
	case *hclsyntax.ObjectConsExpr:
		return "ObjectConsExpression"
	case *hclsyntax.ForExpr:
		return "ForExpression"
	case *hclsyntax.IndexExpr:
		return "IndexExpression"
	case *hclsyntax.SplatExpr:
		return "SplatExpression"
	}
	return ""
}
