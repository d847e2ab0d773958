// This file answers requests about a team's rule files, which are no programs.

package lsp

import (
	"context"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rulefile"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// text returns the file that a request names, like file, also for a rule file: that is a program of its own then, in which only the text means anything.
func (v *view) text(doc protocol.TextDocumentIdentifier) (*target, error) {
	t, err := v.file(doc)
	if t != nil || err != nil {
		return t, err
	}
	path, err := place.Path(string(doc.URI))
	if err != nil || !workspace.IsRuleFile(path) {
		return nil, err
	}
	file, _, _, ok := v.Snapshot.File(path)
	if !ok || file.IsLarge() {
		return nil, nil
	}
	return &target{program: analysis.NewProgram(workspace.DirOf(path), []*syntax.File{file}, analysis.World{}, nil), file: file}, nil
}

// inText returns what a request about the text of a file is about, like text.
func (v *view) inText(p protocol.TextDocumentPositionParams) (*target, error) {
	return v.text(p.TextDocument)
}

// inRules returns the rule file and the offset that a request names, or nil for other files. The target has no program.
func (v *view) inRules(p protocol.TextDocumentPositionParams) (*target, error) {
	path, t, err := v.inSettings(p)
	if t == nil || !workspace.IsRuleFile(path) || t.file.IsLarge() {
		return nil, err
	}
	return t, nil
}

func (v *view) ruleHover(p protocol.TextDocumentPositionParams) (*protocol.Hover, error) {
	t, err := v.inRules(p)
	if t == nil {
		return nil, err
	}
	return v.hoverOf(t, rulefile.Hover(t.file, t.offset, v.Snapshot.RuleSchemas(t.file.Path))), nil
}

// hoverOf converts a hover, which may be nil.
func (v *view) hoverOf(t *target, found *hover.Hover) *protocol.Hover {
	if found == nil {
		return nil
	}
	text := found.Text
	if v.client.hoverMarkup == protocol.MarkupKindMarkdown {
		text = found.Markdown
	}
	return &protocol.Hover{
		Contents: &protocol.MarkupContent{Kind: v.client.hoverMarkup, Value: text},
		Range:    new(v.Range(t.place(found.Span))),
	}
}

// ruleCompletion completes a word of a rule file. It returns nil for other files.
func (v *view) ruleCompletion(ctx context.Context, p *protocol.CompletionParams) (*protocol.CompletionList, error) {
	t, err := v.inRules(p.TextDocumentPositionParams)
	if t == nil {
		return nil, err
	}
	if beginsNothing(t, p) {
		return v.completionList(t, complete.List{}, nil), nil
	}
	find := func() *complete.List { return rulefile.Complete(t.file, t.offset, v.Snapshot.RuleSchemas(t.file.Path)) }
	found := find()
	for found != nil && found.Loading {
		if v, err = v.awaitSchemas(ctx); err != nil {
			return nil, err
		}
		found = find()
	}
	if found == nil {
		return nil, nil
	}
	return v.completionList(t, *found, nil), nil
}

// ruleFixes offers what findings in a rule file suggest.
func (v *view) ruleFixes(p *codeActionParams) ([]offer, error) {
	path, err := place.Path(string(p.TextDocument.URI))
	if err != nil || !wantsKind(p.Context.Only, string(fix.QuickFix)) {
		return nil, err
	}
	r, ok := v.Snapshot.RuleFile(path)
	if !ok {
		return nil, nil
	}
	marked := v.Span(r.Source, p.Range)
	var all []offer
	for _, d := range r.Found.Diagnostics {
		if d.Suggestion == "" || d.Span.Start > marked.End || marked.Start > d.Span.End {
			continue
		}
		text := d.Suggestion
		switch is := r.Source.Slice(d.Span); {
		case strings.HasPrefix(is, `"`):
			text = printer.Text(text)
		case strings.HasPrefix(is, "["):
			text = "[" + printer.Text(text) + "]"
		}
		all = append(all, offer{
			title: "Write `" + text + "`", kind: string(fix.QuickFix), preferred: true, finding: &d,
			set: change.Set{Edits: []change.Edit{{Path: d.Path, Span: d.Span, Text: text}}},
		})
	}
	return all, nil
}

// ruleDefinition leads from the code of a team's rule, in a comment of a program or in a settings file, to the rule.
func (v *view) ruleDefinition(p protocol.TextDocumentPositionParams) (protocol.DefinitionResult, error) {
	path, t, err := v.inSettings(p)
	if t == nil {
		return nil, err
	}
	line := t.file.Line(t.offset)
	start := t.file.LineStart(line)
	text := t.file.Slice(syntax.Span{Start: start, End: t.file.LineEnd(line)})
	before, after := text[:t.offset-start], text[t.offset-start:]
	word := strings.TrimPrefix(before, strings.TrimRight(before, codeLetters)) + strings.TrimSuffix(after, strings.TrimLeft(after, codeLetters))
	at, span, ok := v.Snapshot.RuleNamed(workspace.DirOf(path), codes.Code(word))
	if !ok {
		return nil, nil
	}
	location, ok := v.Files().Location(at, span)
	if !ok {
		return nil, nil
	}
	return linksTo([]protocol.Location{location}, v.client.definitionLinks), nil
}

const codeLetters = "abcdefghijklmnopqrstuvwxyz0123456789-."
