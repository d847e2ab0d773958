package agent

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
)

// This file implements the tool hover.

// HoverArguments are the arguments of hover.
type HoverArguments struct {
	Position
	Tokens int `json:"tokens,omitempty" jsonschema:"the longest answer, in tokens of 4 bytes; 300 if it is not given"`
}

// Hovered describes a place.
type Hovered struct {
	From string `json:"from,omitempty" jsonschema:"where what is described begins, FILE:LINE:COLUMN"`
	Doc  string `json:"doc,omitempty" jsonschema:"type, meaning and documentation; empty if there is nothing to say"`
}

func hoverAt(ctx context.Context, c *call, in HoverArguments) (Hovered, string, error) {
	p, err := c.at(in.Position)
	if err != nil {
		return Hovered{}, "", err
	}
	found, err := hover.At(ctx, p.program, p.file.Path, p.offset)
	if err != nil || found == nil {
		return Hovered{}, "Nothing is known about this place.", err
	}
	out := Hovered{From: c.position(p.file, found.Span.Start), Doc: cut(found.Text, newBudget(in.Tokens, 300).left)}
	return out, "# " + out.From + ", quoted from the program and the schema\n" + out.Doc, nil
}
