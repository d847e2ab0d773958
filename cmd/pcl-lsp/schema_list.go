package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp schema list`.

const schemaListHelp = `Lists every package that the programs at or below the paths, or below the current
directory, use or declare: the version of its schema, the file, and why it was chosen. For
a package without a schema, the list says what to do.

Exit codes: 0 success, even if schemas are missing; 2 wrong usage; 3 some programs could
not be read.`

func (a *app) schemaListCommand() *cobra.Command {
	var schemas schemaflags.Flags
	var format string
	cmd := &cobra.Command{
		Use:   "list [PATH...]",
		Short: "List the packages that programs use, with their schemas",
		Long:  schemaListHelp,
		Example: `  pcl-lsp schema list
  pcl-lsp schema list --format json infra | jq '.packages[].file'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.schemaList(cmd.Context(), schemas, format, args)
		},
	}
	schemas.Register(cmd.Flags())
	formatVar(cmd, &format, "text", "json")
	return cmd
}

// usedPackage is one package with the programs that use it.
type usedPackage struct {
	decision schema.Decision
	programs []string
}

func (a *app) schemaList(ctx context.Context, flags schemaflags.Flags, format string, args []string) error {
	snapshot, found, err := a.discover(ctx, &flags, workspace.Options{}, args)
	if err != nil {
		return err
	}
	used, err := a.usedPackages(ctx, snapshot, found.Targets)
	if err != nil {
		return err
	}
	text := func(w io.Writer) error { return writePackages(w, a.env, used, len(found.Targets)) }
	if err := report.Write(a.stdout, format, a.packagesDocument(used), nil, text); err != nil {
		return unwritten("the list", err)
	}
	for _, p := range found.Problems {
		fmt.Fprintf(a.stderr, "pcl-lsp: not read: %s\n", withRelative(a.env, p.String()))
	}
	if len(found.Problems) > 0 {
		return failure{code: exitUnchecked}
	}
	return nil
}

// usedPackages returns the packages of the programs, by name. Programs that use the same
// schema for the same reasons share an entry.
func (a *app) usedPackages(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target) ([]usedPackage, error) {
	var used []usedPackage
	for _, t := range targets {
		for _, need := range snapshot.ProgramIn(t.Dir).PackageNeeds() {
			if ctx.Err() != nil {
				return nil, uncheckable(fmt.Errorf("interrupted; nothing was listed"))
			}
			found, err := ask.Find(snapshot.Schemas(t.Dir), need.Ref)
			if err != nil {
				return nil, uncheckable(err)
			}
			used = withProgram(used, found.Decision, a.env.relative(t.Dir))
		}
	}
	slices.SortStableFunc(used, func(a, b usedPackage) int {
		return cmp.Or(cmp.Compare(a.decision.Ref.Name, b.decision.Ref.Name), cmp.Compare(a.decision.Ref.SchemaVersion(), b.decision.Ref.SchemaVersion()))
	})
	return used, nil
}

func withProgram(used []usedPackage, d schema.Decision, program string) []usedPackage {
	for i := range used {
		u := &used[i]
		if analysis.EqualRefs(u.decision.Ref, d.Ref) && u.decision.Availability == d.Availability && slices.Equal(u.decision.Considered, d.Considered) {
			u.programs = append(u.programs, program)
			return used
		}
	}
	return append(used, usedPackage{d, []string{program}})
}

// packagesDocument is the list as JSON.
func (a *app) packagesDocument(used []usedPackage) any {
	doc := struct {
		Version  int                `json:"version"`
		Packages []decisionDocument `json:"packages"`
	}{1, []decisionDocument{}}
	for _, u := range used {
		d := decided(a.env, u.decision)
		d.Programs = u.programs
		doc.Packages = append(doc.Packages, d)
	}
	return doc
}

// maxPrograms limits how many programs are named for one package.
const maxPrograms = 5

func writePackages(w io.Writer, env environment, used []usedPackage, programs int) error {
	out := &strings.Builder{}
	if len(used) == 0 {
		fmt.Fprintf(out, "no packages are used in %s\n", prose.Counted(programs, "program"))
	}
	for _, u := range used {
		d := u.decision
		if d.State == schema.Ready {
			fmt.Fprintf(out, "%s  %s\n    %s\n", ask.Titled(d.Ref.Name, d.Availability.Version), shown(env, d.Path), d.Why)
		} else {
			fmt.Fprintf(out, "%s: %s\n    %s\n", ask.Titled(d.Ref.Name, d.Ref.SchemaVersion()), d.State, withRelative(env, d.Reason))
		}
		switch {
		case d.DeclaredIn != "":
			fmt.Fprintf(out, "    declared in %s: copy its package block into the program\n", shown(env, d.DeclaredIn))
		case d.Install != "":
			fmt.Fprintf(out, "    to install its provider: %s\n", d.Install)
		}
		names := u.programs
		if len(names) > maxPrograms {
			names = append(slices.Clone(names[:maxPrograms]), fmt.Sprintf("%d more", len(u.programs)-maxPrograms))
		}
		fmt.Fprintf(out, "    used in %s\n", strings.Join(names, ", "))
	}
	_, err := io.WriteString(w, out.String())
	return err
}
