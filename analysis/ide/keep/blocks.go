package keep

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file writes into blocks what keeps their registrations.

// writer writes into one block. Its edits are about the file as it is after the change.
type writer struct {
	edit.Block
	path string
	it   syntax.Placed
	all  []change.Edit
}

// FormerType returns edits that give a resource, whose block must be without errors, the type that it had as
// a former name, and all former names that it has for other reasons too. There are none if its aliases are
// not written out as a list.
func FormerType(path string, it syntax.Placed, token string) []change.Edit {
	w := &writer{Block: edit.Of(it.Item), path: path, it: it}
	all, _ := w.aliases([]parts{{typ: token}}, -1)
	return all
}

// writerOf is not ok where the block has no text to write into.
func writerOf(r *eval.Registration) (*writer, bool) {
	w := &writer{Block: edit.Of(r.Item.Item), path: r.Path, it: r.Item}
	return w, w.Block.Block != nil && len(r.Item.Errors) == 0
}

// put adds edits of the item, and returns all so far.
func (w *writer) put(edits ...syntax.Edit) []change.Edit {
	w.all = append(w.all, change.In(w.path, w.it, edits)...)
	return w.all
}

// aliases adds former names: to those that are there, which get the parts that they left to the
// registration where these have changed. One that is useless, unless it is -1, makes room for them.
func (w *writer) aliases(added []parts, useless int) ([]change.Edit, error) {
	texts := lists.Map(added, parts.text)
	a := w.Option(language.NameAliases)
	if a == nil {
		return w.put(w.AddOption(language.NameAliases + " = [" + strings.Join(texts, ", ") + "]")...), nil
	}
	list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil, change.Refuse("the aliases of `%s` are not written out as a list", w.it.Name)
	}
	for i, e := range list.Exprs {
		if i == useless {
			w.put(syntax.Edit{Span: syntax.SpanOf(e), Text: strings.Join(texts, ", ")})
			continue
		}
		if object, is := e.(*hclsyntax.ObjectConsExpr); is && len(added) == 1 {
			w.complete(object, added[0])
		}
	}
	if useless < 0 {
		w.put(w.AddElements(list, texts...))
	}
	return w.all, nil
}

// complete writes into a former name what it left to the registration.
func (w *writer) complete(object *hclsyntax.ObjectConsExpr, p parts) {
	var has parts
	var typ hclsyntax.Expression
	for _, item := range object.Items {
		key, _ := analysis.LiteralKey(item.KeyExpr)
		switch key {
		case language.AliasName:
			has.name = key
		case language.AliasKind:
			has.typ = key
			typ = item.ValueExpr
		case language.AliasParent:
			has.parent = key
		case language.AliasNoParent:
			has.noParent = true
		}
	}
	if has.parent != "" || has.noParent {
		p.parent, p.noParent = "", false
		if p.above != "" { // it stands for that of a parent
			p.typ = ""
		}
	} else if text, literal := analysis.PlainText(typ); literal && p.above != "" {
		w.put(syntax.Edit{Span: syntax.SpanOf(typ), Text: printer.Text(p.above + "$" + text)})
	}
	if entries := p.entries(has); len(entries) > 0 {
		w.put(w.AddMembers(object, entries...))
	}
}
