package hover

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file writes pages about components, which are programs in other directories, and about the files that assets
// and functions read.

// source returns the page about the directory of a component.
func (h *hoverer) source(written, dir string) *page {
	pg := &page{}
	pg.code("component source " + typesys.QuoteName(written))
	h.interfaceOf(pg, dir)
	return pg
}

// component describes the name of a component.
func (h *hoverer) component(pg *page, it syntax.Placed) {
	if _, ok := h.p.ComponentDir(it.Item); !ok {
		if token := it.Attribute("token"); token != nil {
			pg.facts("of type " + markdown.Code(eval.Source(it.Item, token.Expr)))
		}
		return
	}
	pg.facts("Program in "+markdown.Code(it.Labels[1].Value), countFact(it))
}

// interfaceOf lists the inputs and outputs of the program in a directory.
func (h *hoverer) interfaceOf(pg *page, dir string) {
	inner := h.p.ComponentProgram(dir)
	if inner == nil {
		pg.line("No usable program in " + markdown.Code(h.shown(dir)) + ".")
		return
	}
	pg.facts("Program in " + markdown.Code(h.shown(dir)))
	in, out, err := inner.ComponentMembers(h.ctx)
	if err != nil {
		return
	}
	table(pg, "Inputs:", rows(in))
	table(pg, "Outputs:", rows(out))
	if len(in)+len(out) == 0 {
		pg.line("It has no inputs or outputs.")
	}
}

func rows(members []analysis.ComponentMember) []typesys.Property {
	all := make([]typesys.Property, len(members))
	for i, m := range members {
		t := m.Type
		if !m.Required && m.Object.Kind == analysis.ObjectConfig {
			t = typesys.Optional(t)
		}
		all[i] = typesys.Property{Name: typesys.QuoteName(m.Name), Type: t}
	}
	return all
}

// componentInput describes an attribute that sets a config of the inner program.
func (h *hoverer) componentInput(pg *page, o *analysis.Occurrence) {
	pg.code(labelled(typesys.QuoteName(o.Name)+": ", o.Type))
	inner := h.p.ComponentProgram(o.Dir)
	if inner == nil {
		return
	}
	object := inner.ComponentInput(o.Name)
	if object == nil {
		return
	}
	pg.facts("Input of the component in " + markdown.Code(h.shown(o.Dir)))
	if it, ok := object.Item(); ok {
		h.config(pg, inner, object, it, typesys.PlainShape(o.Type))
		pg.made(typesys.PlainShape(o.Type))
		pg.comment(analysis.CommentAbove(it))
	}
}

// componentOutput describes a member that is an output of a component, with the comment above
// it.
func (h *hoverer) componentOutput(o *analysis.Occurrence) markdown.Text {
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		traversal, ok := n.(*hclsyntax.ScopeTraversalExpr)
		if !ok {
			continue
		}
		root := h.p.Lookup(traversal.Traversal.RootName())
		if root == nil || root.Kind != analysis.ObjectComponent {
			return ""
		}
		it, _ := root.Item()
		return h.describedOutput(it, o)
	}
	return ""
}

func (h *hoverer) describedOutput(component syntax.Placed, o *analysis.Occurrence) markdown.Text {
	dir, ok := h.p.ComponentDir(component.Item)
	inner := h.p.ComponentProgram(dir)
	if !ok || inner == nil || typesys.PlainShape(o.Owner).Kind() != typesys.KindObject {
		return ""
	}
	output := inner.ComponentOutput(o.Name)
	if output == nil {
		return ""
	}
	text := "Output of the component in " + markdown.Code(h.shown(dir))
	if it, declared := output.Item(); declared {
		text += "\n\n" + markdown.Prose(analysis.CommentAbove(it))
	}
	return text
}

// shown returns a directory relative to the program's, if it is below it.
func (h *hoverer) shown(dir string) string {
	if below, ok := strings.CutPrefix(dir, h.p.Dir+"/"); ok {
		return "./" + below
	}
	return dir
}

// argument adds what is at a path, if the expression is the one that a call reads.
func (h *hoverer) argument(pg *page, e hclsyntax.Expression) {
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && isAmong(call.Args, e) {
			h.file(pg, call)
		}
	}
}

// file adds what is at the path that a call reads.
func (h *hoverer) file(pg *page, call *hclsyntax.FunctionCallExpr) {
	if len(call.Args) != 1 || !language.Called(call.Name).Role(0).IsPath() {
		return
	}
	written, literal := analysis.PlainText(call.Args[0])
	if !literal || written == "" {
		return
	}
	where := markdown.Code(prose.Shortened(written, 80))
	switch h.p.FileAt(written).Kind {
	case analysis.FileAbsent:
		pg.line("Nothing is at " + where + ".")
	case analysis.FileDirectory:
		pg.line(where + " is a directory.")
	case analysis.FileRegular:
		content, known := h.p.ContentAt(written)
		if !known {
			pg.line(where + " is a file.")
			return
		}
		facts := []markdown.Text{where + " has " + markdown.Words(size(content.Size))}
		if content.SHA256 != "" {
			facts = append(facts, "SHA-256 "+markdown.Code(content.SHA256))
		}
		pg.facts(facts...)
	}
}

// size writes a number of bytes.
func size(bytes int64) string {
	const kib, mib = 1 << 10, 1 << 20
	switch {
	case bytes == 1:
		return "1 byte"
	case bytes < 10*kib:
		return fmt.Sprintf("%d bytes", bytes)
	case bytes < mib:
		return fmt.Sprintf("%.1f KiB", float64(bytes)/kib)
	}
	return fmt.Sprintf("%.1f MiB", float64(bytes)/mib)
}
