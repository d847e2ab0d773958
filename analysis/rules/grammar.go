package rules

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file declares the attributes and blocks of a rule, and reads its fix and its tests, and attributes that are
// texts.

// The words of the language.
const (
	attrVersion  = "version" // of a file
	attrTitle    = "title"
	attrDocs     = "docs"
	attrCategory = "category"
	attrSeverity = "severity"
	attrUnknown  = "unknown"
	attrWhen     = "when"
	attrRequire  = "require"
	attrMessage  = "message"
	attrAt       = "at"

	fixBlock  = "fix"
	testBlock = "test"
)

// grammar is an attribute of a rule.
type grammar struct {
	Entry
	// read reads the attribute; nil for one that is read with others.
	read func(p *parser, r *Rule, a *hclsyntax.Attribute)
}

var (
	severities    = []codes.Severity{codes.Error, codes.Warning, codes.Information, codes.Hint, codes.Off}
	severityWords = lists.Map(severities, codes.Severity.String)
)

var unknownWords = []string{string(ReportUnknown), string(IgnoreUnknown), string(FailUnknown)}

var ruleAttributes = sync.OnceValue(func() []grammar {
	return []grammar{
		{Entry{attrTitle, "What holds if everything is all right, in a few words.", FormText, nil}, func(p *parser, r *Rule, a *hclsyntax.Attribute) { r.Title = p.text(a) }},
		{Entry{attrDocs, "Why that matters and what to write, in Markdown.", FormProse, nil}, func(p *parser, r *Rule, a *hclsyntax.Attribute) { r.Docs = p.text(a) }},
		{Entry{attrCategory, "A word by which rules are grouped, such as security.", FormText, nil}, func(p *parser, r *Rule, a *hclsyntax.Attribute) { r.Category = p.text(a) }},
		{Entry{attrSeverity, "error, warning (the default), information, hint or off.", FormText, severityWords}, func(p *parser, r *Rule, a *hclsyntax.Attribute) {
			if word := p.word(a, severityWords); word != "" {
				r.Severity = severities[slices.Index(severityWords, word)]
			}
		}},
		{Entry{attrUnknown, "What becomes of verdicts that are not known before the run: report (the default), ignore or fail.", FormText, unknownWords}, func(p *parser, r *Rule, a *hclsyntax.Attribute) {
			r.WhenUnknown = WhenUnknown(p.word(a, unknownWords))
		}},
		{Entry{wordResource, "Look at resources: a pattern of their type, or a list of patterns.", FormPattern, nil}, nil},
		{Entry{wordComponent, "Look at components: a pattern of their source directory.", FormPattern, nil}, nil},
		{Entry{wordConfig, "Look at configs: a pattern of their name.", FormPattern, nil}, nil},
		{Entry{wordOutput, "Look at outputs: a pattern of their name.", FormPattern, nil}, nil},
		{Entry{wordPackage, "Look at package blocks: a pattern of the package's name.", FormPattern, nil}, nil},
		{Entry{wordProgram, "Look at the program as a whole: true.", FormTrue, nil}, nil},
		{Entry{wordInput, "Look at each input of the resources or components that is written: a pattern of its name.", FormPattern, nil}, nil},
		{Entry{wordOption, "Look at each option of the resources or components that is written: a pattern of its name.", FormPattern, nil}, nil},
		{Entry{attrWhen, "Whether the rule applies.", FormExpression, nil}, func(p *parser, r *Rule, a *hclsyntax.Attribute) { r.when = p.condition(r, a) }},
		{Entry{attrRequire, "What has to hold.", FormExpression, nil}, func(p *parser, r *Rule, a *hclsyntax.Attribute) { r.require = p.condition(r, a) }},
		{Entry{attrMessage, "What is wrong, if it does not hold; the title by default.", FormMessage, nil}, func(p *parser, r *Rule, a *hclsyntax.Attribute) { r.message = p.names(r, a.Expr) }},
		{Entry{attrAt, "Where the finding is: an input or option, or a way into one, such as `tags.team`. For a rule about programs, the name of a declaration.", FormPlace, nil}, func(p *parser, r *Rule, a *hclsyntax.Attribute) {
			r.at = p.names(r, a.Expr)
		}},
	}
})

func attributeNamed(all []grammar, name string) *grammar {
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// ruleWords are the names of the attributes and blocks of a rule.
func ruleWords() []string {
	return lists.Map(Entries(ruleBlock), func(e Entry) string { return e.Name })
}

// text reads a text that is written out.
func (p *parser) text(a *hclsyntax.Attribute) string {
	written, ok := p.rawText(a.Expr)
	if !ok {
		p.find(syntax.SpanOf(a.Expr), "`%s` is a text without `${…}`", a.Name)
	}
	return written
}

// word reads one of some words.
func (p *parser) word(a *hclsyntax.Attribute, words []string) string {
	written, ok := tree.PlainText(a.Expr)
	if ok && slices.Contains(words, written) {
		return written
	}
	p.findName(syntax.SpanOf(a.Expr), "`"+a.Name+"` is one of \""+strings.Join(words, "\", \"")+"\"", written, words)
	return ""
}

// rawText is a text that is written out. In a heredoc, nothing has a meaning: programs and
// documentation may contain `${…}`.
func (p *parser) rawText(e hclsyntax.Expression) (string, bool) {
	span := syntax.SpanOf(e)
	if span.Start < 0 || span.End > len(p.it.Text) || span.Start > span.End {
		return "", false
	}
	source := p.it.Text[span.Start:span.End]
	if !strings.HasPrefix(source, "<<") {
		return tree.PlainText(e)
	}
	head, body, _ := strings.Cut(source, "\n")
	lines := strings.Split(strings.ReplaceAll(body, "\r\n", "\n"), "\n")
	marker := strings.TrimSpace(strings.TrimLeft(head, "<-"))
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == marker {
		lines = lines[:len(lines)-1]
	}
	if strings.HasPrefix(head, "<<-") {
		outdent(lines)
	}
	return strings.Join(append(lines, ""), "\n"), true
}

// outdent removes the indentation that all lines have in common.
func outdent(lines []string) {
	common := -1
	for _, line := range lines {
		if blank := len(line) - len(strings.TrimLeft(line, " \t")); blank < len(line) && (common < 0 || blank < common) {
			common = blank
		}
	}
	for i, line := range lines {
		lines[i] = line[min(max(common, 0), len(line)-len(strings.TrimLeft(line, " \t"))):]
	}
}

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
	return !slices.ContainsFunc(strings.Split(text, "."), func(name string) bool { return !syntax.IsIdentifier(name) })
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
