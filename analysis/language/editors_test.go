package language_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file writes the names of the language into the files that color PCL in editors, and
// tell it from other languages with the same extension.

// wordList is a list of names in a file of an editor.
type wordList struct {
	path string // below editors
	// before and after are the texts around the list. It may be in the file several times.
	before, separator, after string
	names                    []string
}

const (
	grammar = "vscode/syntaxes/pcl.tmLanguage.json"
	vim     = "vim/syntax/pcl.vim"
	kate    = "kate/pcl.xml"
	emacs   = "emacs/pcl-mode.el"
	sublime = "sublime/PCL.sublime-syntax"
	colors  = "tree-sitter/queries/highlights.scm"
)

// kinds and otherKinds begin lists of blocks in queries of tree-sitter.
const (
	kinds      = "\n  (#any-of? @_kind \""
	otherKinds = "\n  (#not-any-of? @_kind \""
)

func wordLists() []wordList {
	blocks := append(keywordsWhere(func(*language.Block) bool { return true }), language.OptionsBlock)
	labelled := keywordsWhere(isLabelled)
	bare := keywordsWhere(func(b *language.Block) bool { return !isLabelled(b) })
	typed := keywordsWhere(func(b *language.Block) bool { return b.LabelWith(language.LabelToken) >= 0 })
	untyped := keywordsWhere(func(b *language.Block) bool { return isLabelled(b) && b.LabelWith(language.LabelToken) < 0 })
	named := keywordsWhere(func(b *language.Block) bool { return isLabelled(b) && b.NameLabel() == 0 })
	settings := keywordsWhere(func(b *language.Block) bool { return isLabelled(b) && b.NameLabel() == 0 && !b.Options })
	mayHaveLabels := keywordsWhere(func(b *language.Block) bool { return len(b.Labels) > 0 })
	second := keywordsWhere(func(b *language.Block) bool { return b.NameLabel() == 1 })
	withType := keywordsWhere(func(b *language.Block) bool {
		return b.LabelWith(language.LabelToken) == 1 || b.LabelWith(language.LabelType) == 1
	})
	const name = `[ \\t]+(?:(\")([^\"\\n]*)(\")|([\\p{L}_][\\p{L}\\p{N}_-]*))`
	return []wordList{
		{grammar, `(?<=\\{))\\s*(`, "|", `)[ \\t]*(=)(?![=>])`, language.OptionNames()},
		{grammar, `(?<![\\p{L}\\p{N}_-])(?:(`, "|", `)|(`, language.Newest.BuiltinNames()},
		{grammar, `(?=^(?:(?:`, "|", `)[ \\t]+[\"\\p{L}_][^=]*|(?:`, labelled},
		{grammar, `[\"\\p{L}_][^=]*|(?:`, "|", `)[ \\t]*)\\{)`, bare},
		{grammar, `^\\s*(`, "|", `)` + name + `[ \\t]+(\")`, typed},
		{grammar, `^\\s*(`, "|", `)` + name + `(?:[ \\t]+(?:(\")([^\"\\n]*)(\")|`, settings},
		{grammar, `^\\s*(`, "|", `)(?:` + name + `)?[ \\t]*(\\{)`, bare},
		{"vscode/package.json", `"^\\s*(?:(?:`, "|", `)\\s+[\"A-Za-z_]|(?:`, mayHaveLabels},
		{"vscode/package.json", `)\\s+[\"A-Za-z_]|(?:`, "|", `)\\s*\\{`, bare},
		{sublime, `'^\s*(?:(?:`, "|", `)\s+["A-Za-z_]|(?:`, labelled},
		{sublime, `)\s+["A-Za-z_]|(?:`, "|", `)\s*\{)'`, bare},
		{sublime, `'^\s*(`, "|", `)\b(?=[^=]*\{)'`, blocks},
		{vim, `pclBlock /^\s*\zs\%(`, `\|`, `\)\ze\s*["A-Za-z_{].*{`, blocks},
		{vim, `.*{\|^\s*\zs\%(`, `\|`, `\)\ze\s*{/`, append(bare, language.OptionsBlock)},
		{kate, "<list name=\"blocks\">\n      <item>", "</item>\n      <item>", "</item>\n    </list>", blocks},
		{emacs, `'(("^\\(`, `\\|`, `\\)\\_>[^=\n]*{"`, keywordsWhere(func(*language.Block) bool { return true })},
		{emacs, `("^\\(?:`, `\\|`, `\\)[ \t]+\"?\\(`, named},
		{emacs, `"^\\(?:\\(?:`, `\\|`, `\\)[ \t]+[\"[:word:]]\\|\\(?:`, untyped},
		{emacs, `[\"[:word:]]\\|\\(?:`, `\\|`, `\\)[ \t]+[^ \t\n]+[ \t]+\"\\|\\(?:`, typed},
		{emacs, `[ \t]+\"\\|\\(?:`, `\\|`, `\\)[ \t]*{\\)"`, bare},
		{colors, `@_kind . label: (_) @variable)` + kinds, `" "`, `"`, named},
		{colors, `@type . label: (_) @variable)` + kinds, `" "`, `"`, second},
		{colors, `. label: (_) . label: (_) @type)` + kinds, `" "`, `"`, withType},
		{colors, `. label: (_) . label: (_) @string)` + otherKinds, `" "`, `"`, append(withType, second...)},
		{colors, `@_kind . label: (_) @string)` + otherKinds, `" "`, `"`, append(named, second...)},
		{"tree-sitter/queries/locals.scm", `@local.definition.var)` + kinds, `" "`, `"`, named},
		{"tree-sitter/queries/tags.scm", `@definition.constant` + kinds, `" "`, `"`, named},
	}
}

// isLabelled reports whether a block must have a label.
func isLabelled(b *language.Block) bool {
	least, _ := b.LabelCount()
	return least > 0
}

func keywordsWhere(has func(*language.Block) bool) []string {
	var keywords []string
	for _, b := range language.Blocks() {
		if has(b) {
			keywords = append(keywords, b.Keyword)
		}
	}
	return keywords
}

// TestEditorWords compares the lists with the tables. With -update it writes the lists.
func TestEditorWords(t *testing.T) {
	t.Parallel()
	update := flag.Lookup("update").Value.String() == "true"
	for _, l := range wordLists() {
		path := filepath.Join("../../editors", l.path)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		const word = `[A-Za-z0-9]+`
		list := regexp.MustCompile(regexp.QuoteMeta(l.before) + `(` + word + `(?:` + regexp.QuoteMeta(l.separator) + word + `)*)` + regexp.QuoteMeta(l.after))
		found := list.FindAllSubmatchIndex(text, -1)
		if len(found) == 0 {
			t.Errorf("%s: no list between %q and %q", path, l.before, l.after)
		}
		for _, at := range slices.Backward(found) {
			want := strings.Join(l.names, l.separator)
			if got := string(text[at[2]:at[3]]); got != want && !update {
				t.Errorf("%s is stale; run go generate ./analysis/language\ngot  %s\nwant %s", path, got, want)
			}
			text = slices.Concat(text[:at[2]], []byte(want), text[at[3]:])
		}
		if update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
