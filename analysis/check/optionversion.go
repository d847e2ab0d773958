package check

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
)

var versionOptions = language.OptionsRuled(language.OptionVersion)

// MayGiveVersion reports whether the text of an item has the names of options and of one for a
// version. Most items don't, and then need no tree.
func MayGiveVersion(it *syntax.Item) bool {
	return strings.Contains(it.Text, language.OptionsBlock) && slices.ContainsFunc(versionOptions(), func(o *language.Option) bool { return strings.Contains(it.Text, o.Name) })
}

// OptionVersion is the provider version that the options of a resource give, with
// the place that it comes from; empty for none.
func OptionVersion(it *syntax.Item) (version, url string) {
	if !it.HasBlocks() || it.Kind != syntax.KindResource && it.Kind != syntax.KindRead {
		return "", ""
	}
	for _, b := range it.Block().Body.Blocks {
		if b.Type != language.OptionsBlock {
			continue
		}
		for _, a := range b.Body.Attributes {
			switch language.OptionNamed(a.Name).Rule {
			case language.OptionVersion:
				if text, ok := tree.PlainText(a.Expr); ok && versions.IsVersion(text) {
					version = text
				}
			case language.OptionLiteral:
				url, _ = tree.PlainText(a.Expr)
			}
		}
	}
	return version, url
}

// noVersion says what an option takes that is given no version.
func noVersion(option string) string {
	return "`" + option + "` must be a semantic version such as 1.2.3, without a leading v"
}
