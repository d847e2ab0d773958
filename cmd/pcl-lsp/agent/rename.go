package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements the tool rename.

// RenameArguments are the arguments of rename.
type RenameArguments struct {
	Position
	To string `json:"to" jsonschema:"the new name"`
}

func renameAt(ctx context.Context, c *call, in RenameArguments) (Edited, string, error) {
	p, err := c.at(in.Position)
	if err != nil {
		return Edited{Changes: []Change{}}, "", err
	}
	texts := map[string]string{} // of stack files
	set, err := rename.Rename(ctx, rename.Surroundings{
		Users: c.mayUse, Runs: c.snapshot.Runs,
		Keys: func(dir, key string) ([]rename.Key, error) {
			found, err := c.snapshot.ConfigKeys(dir, key)
			var keys []rename.Key
			for _, k := range found {
				texts[k.Path] = k.Text
				keys = append(keys, rename.Key{Path: k.Path, Span: k.Span})
			}
			return keys, err
		},
	}, p.program, p.file.Path, p.offset, in.To)
	switch {
	case err != nil:
		return Edited{Changes: []Change{}}, "", err
	case set == nil:
		return Edited{Changes: []Change{}}, "", errors.New("there is no name here that can be renamed")
	}
	files, err := c.applied(set.Edits, texts)
	if err != nil {
		return Edited{Changes: []Change{}}, "", err
	}
	out, err := c.edited(ctx, files)
	return out, out.text(), err
}

// applied makes edits in files of programs and in other texts. Formatted files stay formatted.
func (c *call) applied(edits []change.Edit, texts map[string]string) ([]replace.File, error) {
	byPath := map[string][]change.Edit{}
	for _, e := range edits {
		byPath[e.Path] = append(byPath[e.Path], e)
	}
	var files []replace.File
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		own := byPath[path]
		file, _, _, ok := c.snapshot.File(path)
		if text, isOther := texts[path]; isOther {
			file = syntax.Unparsed(path, text, "")
		} else if !ok {
			return nil, fmt.Errorf("%s cannot be read", c.name(path))
		} else {
			own = format.LaidOut(file, own)
		}
		files = append(files, replace.File{Path: path, Name: c.name(path), Old: file.Text(), New: change.Applied(file, own).Text()})
	}
	return files, nil
}
