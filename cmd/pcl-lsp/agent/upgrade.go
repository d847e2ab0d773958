package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/upgrade"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
)

// This file implements the tool upgrade.

// UpgradeArguments are the arguments of upgrade.
type UpgradeArguments struct {
	Package string `json:"package" jsonschema:"NAME or NAME@VERSION; without a version, the newest one with a schema"`
	Programs
	From string `json:"from,omitempty" jsonschema:"the version that the programs are written for, if nothing in them says so"`
}

// Upgraded is what an upgrade did.
type Upgraded struct {
	Edited
	Before []string      `json:"before" jsonschema:"the versions that the programs had"`
	After  string        `json:"after"`
	Done   []string      `json:"done,omitempty" jsonschema:"what was rewritten"`
	Left   []UpgradeLeft `json:"left,omitempty" jsonschema:"what is left to do by hand"`
}

// UpgradeLeft is something that is left.
type UpgradeLeft struct {
	At      string `json:"at" jsonschema:"FILE:LINE:COLUMN after the edits"`
	Level   string `json:"level" jsonschema:"breaking, silent or compatible"`
	Message string `json:"message"`
}

func upgradePrograms(ctx context.Context, c *call, in UpgradeArguments) (Upgraded, string, error) {
	out := Upgraded{Edited: Edited{Changes: []Change{}}, Before: []string{}}
	ref, err := ask.ParsePackage(in.Package)
	if err != nil {
		return out, "", err
	}
	found, err := c.programs(in.Programs)
	if err != nil {
		return out, "", err
	}
	where := "the roots"
	if len(in.Paths) > 0 {
		where = strings.Join(in.Paths, ", ")
	}
	done, files, err := ask.Upgrade{
		Snapshot: c.snapshot, Found: found, Where: where, Package: ref.Name, Version: ref.Version, From: in.From,
		Confidence: float64(upgrade.WrittenFrom) / 100, Shown: ask.Paths{Path: c.name, InText: c.inText},
	}.Run(ctx)
	if err != nil {
		return out, "", err
	}
	if out.Edited, err = c.edited(ctx, files); err != nil {
		return out, "", err
	}
	out.Before, out.After = done.Before, done.After
	for _, w := range done.Written {
		out.Done = append(out.Done, fmt.Sprintf("%s: %s: %s", w.File, w.Item, w.Text))
	}
	for _, l := range done.Left {
		out.Left = append(out.Left, UpgradeLeft{c.position(l.Source, l.Span.Start), l.Level.String(), l.Message()})
	}
	return out, out.text(), nil
}

func (u Upgraded) text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s to %s\n", strings.Join(u.Before, ", "), u.After)
	for _, d := range u.Done {
		fmt.Fprintf(&out, "done: %s\n", d)
	}
	for _, l := range u.Left {
		fmt.Fprintf(&out, "left: %s: %s: %s\n", l.At, l.Level, l.Message)
	}
	return out.String() + u.Edited.text()
}
