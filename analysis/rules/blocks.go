package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file reads the blocks of a rule: its fix and its tests.

// The attributes of the blocks, beside the title.
const (
	attrSet      = "set"
	attrText     = "text"
	attrRemove   = "remove"
	attrProgram  = "program"
	attrFiles    = "files"
	attrConfig   = "config"
	attrExpect   = "expect"
	attrFindings = "findings"
	attrFixed    = "fixed"
)

var (
	fixAttributes = []Entry{
		{attrTitle, "What the fix does, in a few words.", FormText, nil},
		{attrSet, "Gives inputs values: an object with an expression for each input.", FormInputs, nil},
		{attrText, "Gives inputs source text: an object with a text for each input.", FormInputs, nil},
		{attrRemove, "Takes inputs away: a list of their names.", FormTexts, nil},
	}
	testAttributes = []Entry{
		{attrProgram, "The program, as a heredoc.", FormProse, nil},
		{attrFiles, "Further files by path, such as those of components.", FormObject, nil},
		{attrConfig, "Selects a stack with these values.", FormObject, nil},
		{attrExpect, "The worst verdict: pass, fail, unknown, or none if the rule looks at nothing.", FormText, expectWords},
		{attrFindings, "The findings as `PATH:LINE: MESSAGE`; the end of a message may be `...`.", FormTexts, nil},
		{attrFixed, "The program after the fix, as a heredoc.", FormProse, nil},
	}
)

// mainFile is the file of a test's program.
const mainFile = "main.pp"

// NoVerdict is what a test expects if the rule looks at nothing.
const NoVerdict = "none"

var expectWords = []string{Pass.String(), Fail.String(), Unknown.String(), NoVerdict}

// inner reports what a block cannot have.
func (p *parser) inner(b *hclsyntax.Block, entries []Entry) {
	known := lists.Map(entries, func(e Entry) string { return e.Name })
	for _, a := range tree.Attributes(b.Body) {
		if !slices.Contains(known, a.Name) {
			p.findName(tree.Span(a.NameRange), "a "+b.Type+" has no attribute `"+a.Name+"`", a.Name, known)
		}
	}
	for _, inner := range b.Body.Blocks {
		p.find(tree.Span(inner.TypeRange), "a %s has no blocks", b.Type)
	}
}

// fix reads a fix.
func (p *parser) fix(r *Rule, b *hclsyntax.Block) {
	p.inner(b, fixAttributes)
	if r.subject.member(factInputs) == nil {
		p.find(tree.Span(b.TypeRange), "only rules about resources and components can have fixes")
	}
	r.fix = &fix{title: "Fix it"}
	if r.Title != "" {
		r.fix.title = "Fix: " + r.Title
	}
	for _, a := range tree.Attributes(b.Body) {
		switch a.Name {
		case attrTitle:
			r.fix.title = p.text(a)
		case attrSet:
			r.fix.set = p.template(r, a)
		case attrText:
			r.fix.text = p.template(r, a)
		case attrRemove:
			r.fix.remove = p.texts(a)
			for _, way := range r.fix.remove {
				if way != "" && !isWay(way) {
					p.find(syntax.SpanOf(a.Expr), "`%s` is no name of an input, and no way into one", way)
				}
			}
		}
	}
	if r.fix.set == nil && r.fix.text == nil && len(r.fix.remove) == 0 {
		p.find(tree.Span(b.TypeRange), "a fix needs `set`, `text` or `remove`")
	}
}

// isWay reports whether a text is the name of an input, or a way into one: names with dots between them.
func isWay(text string) bool {
	for name := range strings.SplitSeq(text, ".") {
		if !syntax.IsIdentifier(name) {
			return false
		}
	}
	return true
}

// object are the items of an attribute that is an object with something; nil if it is none.
func (p *parser) object(a *hclsyntax.Attribute, with string) []hclsyntax.ObjectConsItem {
	object, ok := a.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		p.find(syntax.SpanOf(a.Expr), "write an object with %s", with)
		return nil
	}
	return append([]hclsyntax.ObjectConsItem{}, object.Items...)
}

// template reads an object of inputs.
func (p *parser) template(r *Rule, a *hclsyntax.Attribute) []hclsyntax.ObjectConsItem {
	items := p.object(a, "a value for each input: `"+a.Name+" = { name = … }`")
	for _, item := range items {
		if key, literal := tree.LiteralKey(item.KeyExpr); !literal || !isWay(key) {
			p.find(syntax.SpanOf(item.KeyExpr), "write the name of an input, or a way into one in quotes, such as \"spec.replicas\"")
		}
		p.names(r, item.ValueExpr)
	}
	return items
}

// texts reads a list of texts.
func (p *parser) texts(a *hclsyntax.Attribute) []string {
	list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		p.find(syntax.SpanOf(a.Expr), "`%s` is a list of texts", a.Name)
		return nil
	}
	all := []string{}
	for _, e := range list.Exprs {
		written, ok := tree.PlainText(e)
		if !ok {
			p.find(syntax.SpanOf(e), "write a text without `${…}`")
		}
		all = append(all, written)
	}
	return all
}

// test reads a test.
func (p *parser) test(r *Rule, b *hclsyntax.Block) {
	p.inner(b, testAttributes)
	t := Test{Files: map[string]string{}, Span: tree.Span(b.TypeRange).Shift(p.it.Base)}
	if len(b.Labels) != 1 {
		p.find(tree.Span(b.TypeRange), "a test has one name: `test \"name\" { … }`")
	} else {
		t.Name = b.Labels[0]
		t.Span = tree.Span(b.LabelRanges[0]).Shift(p.it.Base)
	}
	for _, a := range tree.Attributes(b.Body) {
		switch a.Name {
		case attrProgram:
			t.Files[mainFile] = p.text(a)
		case attrFiles:
			p.files(a, t.Files)
		case attrConfig:
			t.Config = p.config(a)
		case attrExpect:
			t.Expect = p.word(a, expectWords)
		case attrFindings:
			t.Findings = p.texts(a)
		case attrFixed:
			t.Fixed = p.text(a)
		}
	}
	if len(t.Files) == 0 {
		p.find(tree.Span(b.TypeRange), "a test needs a program: `program = <<-EOT`")
	}
	if b.Body.Attributes[attrExpect] == nil && b.Body.Attributes[attrFindings] == nil && b.Body.Attributes[attrFixed] == nil {
		p.find(tree.Span(b.TypeRange), "a test says what it expects: `expect`, `findings` or `fixed`")
	}
	r.Tests = append(r.Tests, t)
}

// files reads further files of a test, such as those of components.
func (p *parser) files(a *hclsyntax.Attribute, to map[string]string) {
	for _, item := range p.object(a, "the text of each file: `files = { \"inner/main.pp\" = … }`") {
		name, literal := tree.LiteralKey(item.KeyExpr)
		written, ok := p.rawText(item.ValueExpr)
		switch {
		case !literal || !strings.HasSuffix(name, ".pp") || path.IsAbs(name) || path.Clean(name) != name || strings.HasPrefix(name, ".."):
			p.find(syntax.SpanOf(item.KeyExpr), "write the relative path of a file that ends in .pp")
		case !ok:
			p.find(syntax.SpanOf(item.ValueExpr), "write the text of the file without `${…}`, or as a heredoc")
		default:
			to[name] = written
		}
	}
}

// config reads the configuration of a test.
func (p *parser) config(a *hclsyntax.Attribute) map[string]hclsyntax.Expression {
	all := map[string]hclsyntax.Expression{}
	for _, item := range p.object(a, "a value for each key: `config = { key = … }`") {
		key, literal := tree.LiteralKey(item.KeyExpr)
		if !literal || len(item.ValueExpr.Variables()) > 0 {
			p.find(syntax.SpanOf(item.ValueExpr), "write a value without names")
		}
		all[key] = item.ValueExpr
	}
	return all
}
