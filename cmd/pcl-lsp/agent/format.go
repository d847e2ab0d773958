package agent

import (
	"context"
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements the tool format.

// Formatted is what formatting changed.
type Formatted struct {
	Edited
	Broken []string `json:"broken,omitempty" jsonschema:"FILE:LINE of a syntax error; these files are not formatted"`
}

func formatFiles(ctx context.Context, c *call, in Programs) (Formatted, string, error) {
	found, err := c.programs(in)
	if err != nil {
		return Formatted{}, "", err
	}
	out := Formatted{}
	var files []replace.File
	err = c.each(ctx, found.Targets, func(_ int, t workspace.Target, p *analysis.Program) error {
		for _, file := range p.Files {
			if file.IsLarge() || len(t.Files) > 0 && !slices.Contains(t.Files, file.Path) || c.allowed(file.Path, file.Path) != nil {
				continue
			}
			if at, broken := file.FirstError(); broken {
				out.Broken = append(out.Broken, fmt.Sprintf("%s:%d", c.name(file.Path), file.Line(at)+1))
				continue
			}
			files = append(files, replace.File{Path: file.Path, Name: c.name(file.Path), Old: file.Text(), New: format.Text(file)})
		}
		return nil
	})
	if err != nil {
		return out, "", err
	}
	out.Edited, err = c.edited(ctx, files)
	text := out.Edited.text()
	for _, at := range out.Broken {
		text += "\n" + at + " has a syntax error, so the file is not formatted"
	}
	return out, text, err
}
