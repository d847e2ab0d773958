package ask

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/convert"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file converts texts of other languages.

// Convert converts texts that belong together.
type Convert struct {
	// Program is what the texts shall become a part of. It may be empty.
	Program *analysis.Program
	// From is the language of the texts; empty to recognize it.
	From string
	// Sources are the texts.
	Sources []Source
}

// Source is a text with the name of its file.
type Source struct{ Name, Text string }

// Converted is a converted text.
type Converted struct {
	convert.Result
	// Source is the name of the file that was converted.
	Source string
	// Name is that of the file for the text: main.pp, or the name of a file of Terraform with another ending.
	Name string
}

// Modules are the directories of the components that a text declares, relative to that of the text.
func (c Converted) Modules() (dirs []string) {
	for _, it := range syntax.Parse(c.Name, c.Text, nil).All() {
		if it.Kind == syntax.KindComponent && len(it.Labels) == 2 {
			dirs = append(dirs, path.Clean(it.Labels[1].Value))
		}
	}
	return dirs
}

// isBlank reports whether nothing is declared in a text.
func isBlank(text string) bool {
	for _, it := range syntax.Parse("", text, nil).All() {
		if it.Kind != syntax.KindBlank {
			return false
		}
	}
	return true
}

// Run converts the texts. The error says why nothing of a text can be converted.
func (c Convert) Run(ctx context.Context) ([]Converted, error) {
	texts := lists.Map(c.Sources, func(s Source) string { return s.Text })
	var all []Converted
	for i, found := range convert.All(ctx, c.Program, texts) {
		name := c.Sources[i].Name
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case len(texts[i]) > convert.Longest:
			return nil, fmt.Errorf("%s is larger than the %d MiB that are converted at once", name, convert.Longest>>20)
		case found.Problem != "":
			return nil, fmt.Errorf("%s is no YAML or JSON: %s", name, found.Problem)
		case found.From == "" && len(texts) > 1 && isBlank(texts[i]): // a file of a module
			continue
		case found.From == "":
			return nil, fmt.Errorf("%s is not in a language that can be converted: %s", name, strings.Join(convert.Languages(), ", "))
		case c.From != "" && string(found.From) != c.From:
			return nil, fmt.Errorf("%s is not %s, it is %s", name, c.From, found.From)
		case found.Text == "" && len(found.Missing) > 0:
			return nil, fmt.Errorf("nothing of %s can be converted, because the schema of %s is not known; name it with --schema", name, strings.Join(found.Missing, ", "))
		case found.Text == "":
			return nil, fmt.Errorf("nothing of %s can be converted", name)
		}
		file := "main.pp"
		if base := path.Base(name); found.From == convert.Terraform && strings.HasSuffix(base, ".tf") {
			file = strings.TrimSuffix(base, ".tf") + ".pp"
		}
		all = append(all, Converted{found, name, file})
	}
	return all, nil
}
