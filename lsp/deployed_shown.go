// This file shows what exists, and what a run would do, in lenses, hints and links.

package lsp

import (
	"cmp"
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// clientShowPlan is the command of clients that shows what a run would do with a block. Its arguments are a document and the name of the block.
const clientShowPlan = "pcl.showPlan"

// planLens says what a run would do with a block. A click leads to the reasons.
func (v *view) planLens(ctx context.Context, t *target, p *protocol.CodeLens, name string) (*protocol.CodeLens, error) {
	stacks, err := v.stacksOf(ctx, t.program)
	if err != nil {
		return nil, err
	}
	p.Command = protocol.Command{Title: cmp.Or(planview.TitleOf(instancesOf(stacks, t.file.Path, name)), "plan: …")}
	if !slices.Contains(v.client.commands, clientShowPlan) {
		return p, nil
	}
	p.Command.Command = clientShowPlan
	p.Command.Arguments, err = argumentsOf(string(v.URI(t.file.Path)), name)
	return p, err
}

// hintsIn are the hints in a part of a document, by their places.
func (v *view) hintsIn(ctx context.Context, t *target, within syntax.Span) ([]lens.Hint, error) {
	found, err := lens.Hints(ctx, t.program, t.file.Path, within, v.hints)
	if err != nil || !v.hints[lens.IDs] {
		return found, err
	}
	stacks, err := v.lastStacks(ctx, t.program)
	if err != nil || len(stacks) == 0 {
		return found, err
	}
	for _, it := range t.file.All() {
		at := it.NameSpan.Shift(it.Base).End
		if label := planview.LabelOf(instancesOf(stacks, t.file.Path, it.Name)); label != "" && within.Touches(at) {
			found = append(found, lens.Hint{Offset: at, Kind: lens.IDs, Label: label})
		}
	}
	lists.SortStable(found, func(a, b lens.Hint) int { return cmp.Compare(a.Offset, b.Offset) })
	return found, nil
}

// explain describes the hint of a kind at an offset in Markdown. It is empty if the hint is gone.
func (v *view) explain(ctx context.Context, t *target, offset int, kind lens.HintKind) (string, error) {
	if kind != lens.IDs {
		return lens.Explain(ctx, t.program, t.file.Path, offset, kind)
	}
	stacks, err := v.lastStacks(ctx, t.program)
	var text markdown.Page
	for _, it := range t.file.All() {
		if it.NameSpan.Shift(it.Base).End == offset {
			for _, one := range planview.Existing(instancesOf(stacks, t.file.Path, it.Name)) {
				text.Para(markdown.Code(one.Name) + " has the id " + markdown.Code(one.Exists.ID))
			}
		}
	}
	return text.String(), err
}

// consoleLinks are links from the names of resources to their pages in the consoles of providers. A name of several resources has none.
func (v *view) consoleLinks(ctx context.Context, t *target) ([]protocol.DocumentLink, error) {
	stacks, err := v.lastStacks(ctx, t.program)
	if err != nil || len(stacks) == 0 {
		return nil, err
	}
	var all []protocol.DocumentLink
	for _, it := range t.file.All() {
		found := planview.Existing(instancesOf(stacks, t.file.Path, it.Name))
		if len(found) != 1 {
			continue
		}
		address := planview.Console(found[0].Exists)
		if target, err := uri.Parse(address); err == nil && address != "" {
			link := protocol.DocumentLink{Range: v.Range(t.file, it.NameSpan.Shift(it.Base)), Target: &target}
			if v.client.linkTips {
				link.Tooltip = new("Open in the console of the provider")
			}
			all = append(all, link)
		}
	}
	return all, nil
}
