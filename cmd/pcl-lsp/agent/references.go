package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements the tool references.

// References are the places of a name.
type References struct {
	Declared string   `json:"declared,omitempty" jsonschema:"FILE:LINE:COLUMN of the declaration"`
	Uses     []string `json:"uses" jsonschema:"FILE:LINE:COLUMN of each use"`
	More     int      `json:"more,omitempty" jsonschema:"uses that are not listed"`
}

// mostUses limits how many places are listed.
const mostUses = 200

func referencesAt(ctx context.Context, c *call, in Position) (References, string, error) {
	out := References{Uses: []string{}}
	p, err := c.at(in)
	if err != nil {
		return out, "", err
	}
	target, err := navigate.TargetAt(ctx, p.program, p.file.Path, p.offset)
	if err != nil {
		return out, "", err
	}
	if target == nil {
		return out, "There is no name with a declaration here.", nil
	}
	var others []*analysis.Program
	if target.Crosses() {
		if others, err = c.mayUse(ctx, target.Declaring.Dir); err != nil {
			return out, "", err
		}
	}
	uses, err := target.Uses(ctx, others...)
	if err != nil {
		return out, "", err
	}
	for _, u := range uses {
		file, _, _, ok := c.snapshot.File(u.Path)
		if !ok {
			continue
		}
		at := c.position(file, u.NameSpan.Start)
		if u.Path == target.Path && u.NameSpan == target.NameSpan {
			out.Declared = at
		} else if !slices.Contains(out.Uses, at) {
			out.Uses = append(out.Uses, at)
		}
	}
	out.Uses = append(out.Uses, c.keysOf(target)...)
	if len(out.Uses) > mostUses {
		out.Uses, out.More = out.Uses[:mostUses], len(out.Uses)-mostUses
	}
	return out, fmt.Sprintf("declared at %s\n%s", out.Declared, strings.Join(out.Uses, "\n")), nil
}

// mayUse returns the programs below the roots that use a directory as a component, or may do so in a file that is not parsed.
func (c *call) mayUse(ctx context.Context, dir string) ([]*analysis.Program, error) {
	var users []*analysis.Program
	err := c.snapshot.EachProgram(ctx, c.roots, func(p *analysis.Program) {
		if p.Dir != dir && (p.Unparsed() != nil || slices.Contains(p.ComponentDirs(), dir)) {
			users = append(users, p)
		}
	})
	return users, err
}

// keysOf returns the places that set a config in the project file and the stack files of its program.
func (c *call) keysOf(target *navigate.Target) (places []string) {
	if target.Object == nil || target.Object.Kind != analysis.ObjectConfig || target.Declaring == nil {
		return nil
	}
	it, _ := target.Object.Item()
	keys, _ := c.snapshot.ConfigKeys(target.Declaring.Dir, analysis.LogicalName(it.Item)) // in a file that is not understood, no place is known
	for _, k := range keys {
		line, column := syntax.NewMapper(k.Text).Position(k.Span.Start, syntax.UTF32)
		places = append(places, fmt.Sprintf("%s:%d:%d", c.name(k.Path), line+1, column+1))
	}
	return places
}
