package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file declares the attributes and blocks of a rule, and reads those that are texts.

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
