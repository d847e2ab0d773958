package agent

import (
	"context"
	"errors"
	"fmt"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements the tool convert.

// ConvertArguments are the arguments of convert.
type ConvertArguments struct {
	Path string `json:"path,omitempty" jsonschema:"the file to convert, below a root"`
	Text string `json:"text,omitempty" jsonschema:"the text to convert, instead of a file"`
	From string `json:"from,omitempty" jsonschema:"terraform, yaml, kubernetes, state or import; recognized if it is not given"`
	Into string `json:"into,omitempty" jsonschema:"the directory of the program that the text shall become a part of; the first root if it is not given"`
}

// ConvertedText is a text of PCL.
type ConvertedText struct {
	From string `json:"from" jsonschema:"the language of the text"`
	Text string `json:"text"`
	Left int    `json:"left" jsonschema:"parts without a counterpart, which stay as comments"`
}

func convertText(ctx context.Context, c *call, in ConvertArguments) (ConvertedText, string, error) {
	var out ConvertedText
	source := ask.Source{Name: "the text", Text: in.Text}
	if (in.Path == "") == (in.Text == "") {
		return out, "", errors.New("give path or text")
	}
	if in.Path != "" {
		path, err := c.path(in.Path)
		if err != nil {
			return out, "", err
		}
		text, err := c.files().ReadFile(path)
		if err != nil {
			return out, "", fmt.Errorf("%s cannot be read: %w", in.Path, disk.WithoutPath(err))
		}
		source = ask.Source{Name: in.Path, Text: string(text)}
	}
	if in.Into == "" {
		in.Into = c.roots[0]
	}
	if err := c.open(Unsaved{}); err != nil {
		return out, "", err
	}
	dir, err := c.path(in.Into)
	if err != nil {
		return out, "", err
	}
	name := dir + "/converted.pp"
	program := c.session.Apply(workspace.Open{Path: name}).Program(name)
	if program == nil {
		return out, "", fmt.Errorf("%s can have no program", in.Into)
	}
	all, err := ask.Convert{Program: program, From: in.From, Sources: []ask.Source{source}}.Run(ctx)
	if err != nil {
		return out, "", err
	}
	found := all[0]
	out = ConvertedText{From: string(found.From), Text: found.Text, Left: found.Left}
	text := found.Text
	if found.Left > 0 {
		text += "\n" + prose.Counted(found.Left, "part") + " without a counterpart, left as comments"
	}
	return out, text, nil
}
