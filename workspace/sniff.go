package workspace

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file tells PCL from other languages with the file ending .pp: Puppet and Free
// Pascal.

// mostSniffed is how much of a file that is not parsed is read to tell its language.
const mostSniffed = 16 << 10

// beginning is the part of a text from which its language can be told.
func beginning(text string) string { return text[:min(len(text), mostSniffed)] }

// looksLikePCL reports whether a .pp file is PCL, from its text alone. In doubt it is, so
// that a new file gets help. It is not PCL if something in it is typical of Puppet or Pascal
// and nothing in it is typical of PCL.
//
// A file of inputs is PCL unless it has an escape or zero byte, as files for printers have,
// which have the same ending.
func looksLikePCL(f *syntax.File) bool {
	if syntax.IsInputs(f.Path) {
		return !strings.ContainsAny(f.Text(), "\x1b\x00")
	}
	if f.IsLarge() {
		f = syntax.Parse(f.Path, f.Slice(syntax.Span{End: mostSniffed}), nil)
	}
	foreign := false
	for _, it := range f.Broken() {
		if foreign = isForeign(it.Item); foreign {
			break
		}
	}
	return !foreign || hasTypical(f)
}

func hasTypical(f *syntax.File) bool {
	for _, it := range f.All() {
		if isTypical(it) {
			return true
		}
	}
	return false
}

// isTypical reports whether an item is a block that only PCL has. A package block must
// parse, as package resources of Puppet begin alike.
func isTypical(it syntax.Placed) bool {
	switch b := language.BlockOf(it.Kind); {
	case b.Keyword == "" || it.Block() == nil:
		return false
	case b.Generic:
		return len(it.Errors) == 0
	}
	return len(it.Labels) > 0
}

// foreignLine matches beginnings of lines in Puppet and Pascal that PCL cannot have.
var foreignLine = lazy.Regexp(`(?m)^[ \t]*(?:` + strings.Join([]string{
	// Puppet
	`(?:class|define)[ \t]+(?:::)?[a-z]\w*(?:::\w+)*[ \t\r]*(?:[({]|inherits\b|$)`,
	`node[ \t]+(?:'|"|default\b|/)`,
	`(?:include|require|contain)[ \t]+['"]?(?:::)?[a-z]\w*(?:::\w+)*['"]?[ \t\r]*$`,
	`\$\w+(?:::\w+)*[ \t]*\+?=`,
	`@{0,2}[a-zA-Z]\w*(?:::\w+)*[ \t]*\{[ \t]*(?:\[?['"$][^:\n]*|default|Default):`,
	`(?:if|unless|case)[ \t(]+\$`,
	`(?:'[^'\n]*'|"[^"\n]*"|\$\w+|\w+)[ \t]*=>[^\n]*,[ \t\r]*$`,
	`(?:'[^'\n]*'|"[^"\n]*"):[ \t\r]*$`,
	// Pascal
	`(?i:program|unit|library|uses)[ \t]+\w[\w., \t]*;`,
	`(?i:begin|interface|implementation)[ \t\r]*$`,
	`(?i:procedure|function)[ \t]+\w+[\w.]*[ \t]*[(:;]`,
	`\w+[ \t]*:=`,
	`\{\$`,
}, "|") + `)`)

// isForeign reports whether a broken item looks like another language.
func isForeign(it *syntax.Item) bool { return foreignLine.Get().MatchString(it.Text) }
