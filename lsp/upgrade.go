// This file implements the upgrade of a package as an action on its block.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/upgrade"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// upgrades returns the action that upgrades the package of the marked block. It is computed when it is chosen.
func (v *view) upgrades(t *target, marked syntax.Span) []refactor.Action {
	it, ok := t.program.ItemAt(t.file.Path, marked.Start)
	if !ok {
		return nil
	}
	offer, ok := upgrade.At(t.program, v.Snapshot.Schemas(t.program.Dir), it)
	if !ok {
		return nil
	}
	return []refactor.Action{{Title: "Upgrade `" + offer.Package + "` to " + offer.Version, Kind: refactor.Rewrite, Make: func(ctx context.Context) (*change.Set, error) {
		return v.upgraded(ctx, offer)
	}}}
}

// upgraded is the change that an upgrade makes, also in the project file.
func (v *view) upgraded(ctx context.Context, offer *upgrade.Offer) (*change.Set, error) {
	task, outcomes, err := offer.Make(ctx)
	if err != nil {
		return nil, err
	}
	set := &change.Set{}
	for i, o := range outcomes {
		set.Edits = append(set.Edits, o.Edits(task.Programs[i])...)
	}
	at, ok, err := v.Snapshot.PackageVersion(task.Programs[0].Dir, offer.Package)
	if ok && err == nil { // the program is upgraded even if the project file cannot be read
		set.Edits = append(set.Edits, change.Edit{Path: at.Path, Span: at.Span, Text: offer.Version})
	}
	return set, nil
}
