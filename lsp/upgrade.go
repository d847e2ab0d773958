// This file implements the upgrade of a package as an action on its block.

package lsp

import (
	"context"
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/upgrade"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// writtenFrom is the confidence from which on a new name is written, as by the command.
const writtenFrom = 0.9

// upgrades returns the action that rewrites a program, and the components that it uses, for the newest version of a package that a schema is
// found for. The marked text is in the block of the package. It is computed when it is chosen.
func (v *view) upgrades(t *target, marked syntax.Span) []refactor.Action {
	it, ok := t.program.ItemAt(t.file.Path, marked.Start)
	if !ok {
		return nil
	}
	ref, ok := analysis.PackageRef(it.Item)
	now := t.program.Package(ref.Name)
	if !ok || ref.Version == "" || ref.Parameterization != nil || now == nil {
		return nil
	}
	schemas := v.Snapshot.Schemas(t.program.Dir)
	e, ok := schemas.(analysis.Explainer)
	if !ok {
		return nil
	}
	ref.Version = ""
	d, _ := e.Explain(ref)
	newest := schema.NewestVersion(d.Versions())
	if newest == "" || schema.CompareVersions(newest, now.Version()) <= 0 {
		return nil
	}
	return []refactor.Action{{Title: "Upgrade `" + ref.Name + "` to " + newest, Kind: refactor.Rewrite, Make: func(ctx context.Context) (*change.Set, error) {
		task, err := upgrade.Prepare(ctx, now.Version(), newest, d.Versions(), func(version string) (*schema.Package, error) {
			if version == now.Version() {
				return now, nil
			}
			ref.Version = version
			pkg, a := schemas.Package(ref)
			if pkg == nil {
				return nil, refusedUpgrade("the schema of %s %s is %s; try again when it is read", ref.Name, version, a.State)
			}
			return pkg, nil
		})
		if err != nil {
			return nil, err
		}
		task.Confidence = writtenFrom
		task.Programs = together(t.program, ref.Name, now, nil)
		return v.upgraded(ctx, task)
	}}}
}

func refusedUpgrade(format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), "%s", fmt.Sprintf(format, args...))
}

// upgraded is the change that an upgrade makes.
func (v *view) upgraded(ctx context.Context, task upgrade.Task) (*change.Set, error) {
	for _, p := range task.Programs {
		for _, f := range p.Files {
			if at, broken := f.FirstError(); broken {
				return nil, refusedUpgrade("%s has a syntax error in line %d", f.Path, f.Line(at)+1)
			}
		}
	}
	outcomes, err := upgrade.Run(ctx, task)
	if err != nil {
		return nil, err
	}
	set := &change.Set{}
	for i, o := range outcomes {
		set.Edits = append(set.Edits, o.Edits(task.Programs[i])...)
	}
	after := task.Whole.After
	if at, ok, err := v.Snapshot.PackageVersion(task.Programs[0].Dir, after.Name()); ok && err == nil {
		set.Edits = append(set.Edits, change.Edit{Path: at.Path, Span: at.Span, Text: after.Version()})
	}
	return set, nil
}

// together adds a program, and the components below it that are checked with the same version of a package.
func together(p *analysis.Program, name string, now *schema.Package, all []*analysis.Program) []*analysis.Program {
	if slices.ContainsFunc(all, func(other *analysis.Program) bool { return other.Dir == p.Dir }) || len(all) > 0 && p.Package(name) != now {
		return all
	}
	all = append(all, p)
	for _, dir := range p.ComponentDirs() {
		if inner := p.ComponentProgram(dir); inner != nil {
			all = together(inner, name, now, all)
		}
	}
	return all
}
