package refactor

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file names new components.

// componentName is a name for a component and its directory that is free: what the names of its
// resources begin with, or else the module or package of which they all are.
func componentName(ctx context.Context, p *analysis.Program, items []syntax.Placed) (string, error) {
	var names, modules []string
	for _, it := range items {
		if registers(it) {
			names, modules = append(names, it.Name), append(modules, moduleOf(it))
		}
	}
	base := commonWords(names)
	if base == "" && len(slices.Compact(slices.Sorted(slices.Values(modules)))) == 1 {
		base = modules[0]
	}
	if base == "" || !validName(base) {
		base = "extracted"
	}
	taken, err := namesOf(ctx, p)
	if err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = fmt.Sprint(base, n)
		}
		if !taken[name] && !language.IsItemVariable(name) && isFree(p, path.Join(p.Dir, name)) {
			return name, nil
		}
	}
}

// isFree reports whether there is nothing at a path, as far as is known. Editors that undo an
// extraction leave an empty directory behind.
func isFree(p *analysis.Program, dir string) bool {
	switch p.FileAt(dir).Kind {
	case analysis.FileRegular:
		return false
	case analysis.FileDirectory:
		return len(p.NamesIn(dir)) == 0
	}
	return p.ComponentProgram(dir) == nil
}

// moduleOf is the module of a type, or its package if it is not in a module.
func moduleOf(it syntax.Placed) string {
	if len(it.Labels) < 2 || it.Kind == syntax.KindComponent {
		return ""
	}
	token, _ := strings.CutPrefix(it.Labels[1].Value, providerTokens)
	parts := strings.Split(token, ":")
	if len(parts) < 2 {
		return strings.ReplaceAll(token, "-", "")
	}
	module, _, _ := strings.Cut(parts[1], "/")
	if len(parts) == 2 || module == "" || module == "index" {
		module = parts[0]
	}
	return strings.ReplaceAll(module, "-", "")
}

// commonWords are the words that several names begin with.
func commonWords(names []string) string {
	if len(names) < 2 {
		return ""
	}
	common := words(names[0])
	for _, name := range names[1:] {
		other, n := words(name), 0
		for n < min(len(common), len(other)) && common[n] == other[n] {
			n++
		}
		common = common[:n]
	}
	return strings.TrimRight(strings.Join(common, ""), "_-")
}

// words splits a name before capital letters, and after the signs that separate words.
func words(name string) []string {
	var all []string
	start, last := 0, ' '
	for i, r := range name {
		if i > start && (unicode.IsUpper(r) && !unicode.IsUpper(last) || last == '_' || last == '-' || unicode.IsDigit(r) != unicode.IsDigit(last)) {
			all = append(all, name[start:i])
			start = i
		}
		last = r
	}
	return append(all, name[start:])
}
