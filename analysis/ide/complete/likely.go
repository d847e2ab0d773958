package complete

import (
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"

	"github.com/pcl-lsp/pcl-lsp/analysis/partial"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers whole type tokens before their package and module have been
// typed: those whose last part is what has been typed, those that the program uses,
// and those that are called what the resource is called.

const (
	// mostLikely is how many whole tokens of one package are offered early.
	mostLikely = 30
	// mostRelated is how many of them only because of their names.
	mostRelated = 5
)

// likely offers whole tokens of a package.
func (c *completer) likely(pkg *schema.Package, sort tokenSort, all []member) {
	typed := c.lastPartTyped()
	if typed == "" {
		c.incomplete = c.incomplete || len(all) > 0
		for _, m := range c.relatedTokens(all) {
			c.early(pkg, sort, m, rankUsual, c.tokenWeight(m))
		}
		return
	}
	names := make([]string, len(all))
	for i, m := range all {
		names[i] = m.full.Member
	}
	c.incomplete = true
	matches := fuzzy.Find(typed, names)
	for i, match := range matches[:min(len(matches), mostLikely)] {
		c.early(pkg, sort, all[match.Index], rankUsual, i+c.tokenWeight(all[match.Index])/4)
	}
}

// early offers a token whose package or module is not there yet. What has been typed
// is compared with its last part.
func (c *completer) early(pkg *schema.Package, sort tokenSort, m member, r rank, weight int) {
	text := m.in(":"+m.short.Module, pkg, sort)
	if m.isIndex() {
		text = m.in("", pkg, sort)
	}
	about := sort.about(pkg, m.declared)
	item := Item{
		Label: text, Kind: KindToken, Detail: versioned(pkg), Sort: sorted(r, weight, text),
		Doc: c.docOf(about.Description, about.Deprecation), Deprecated: about.Deprecation != "", Also: c.packageBlock(pkg),
	}
	if item.Deprecated {
		item.Sort = sorted(rankLast, weight, text)
	}
	item = c.quotedContent(item)
	if typed := c.typedToken(); typed != "" && !strings.HasPrefix(text, typed) {
		item.Filter = typed[:strings.LastIndexByte(typed, ':')+1] + m.full.Member
	}
	c.add(item)
}

// typedToken is what stands in front of the cursor in the string.
func (c *completer) typedToken() string {
	if c.Cursor.Form != partial.FormQuoted {
		return ""
	}
	return c.File.Slice(syntax.Span{Start: c.Word().Start, End: c.Offset})
}

// lastPartTyped is what has been typed of the last part of a token.
func (c *completer) lastPartTyped() string {
	typed := c.typedToken()
	return typed[strings.LastIndexByte(typed, ':')+1:]
}

// relatedTokens are the members that the program uses, or that have the name of what is
// being declared, the most likely first.
func (c *completer) relatedTokens(all []member) []member {
	type ranked struct {
		member
		weight int
	}
	var found []ranked
	for _, m := range all {
		if c.uses(m) > 0 || c.kinOf(m) >= 50 {
			found = append(found, ranked{m, c.tokenWeight(m)})
		}
	}
	slices.SortStableFunc(found, func(a, b ranked) int { return a.weight - b.weight })
	best := make([]member, 0, mostRelated)
	for _, m := range found[:min(len(found), mostRelated)] {
		best = append(best, m.member)
	}
	return best
}

// askedOfToken are the words of the name that the token is for.
func (c *completer) askedOfToken() []string {
	if c.tokenWords == nil {
		name := c.Item.Name
		if labels := c.Cursor.Labels(); len(labels) > 0 {
			name = labels[0]
		}
		c.tokenWords = wordsOf(name)
	}
	return c.tokenWords
}

// kinOf is how related the last part of a token is to the name that it is for. Most
// tokens of a large package have no word of it.
func (c *completer) kinOf(m member) int {
	asked := c.askedOfToken()
	if !saysAny(m.full.Member, asked) {
		return 0
	}
	return kinship(asked, wordsOf(m.full.Member))
}

// tokenWeight is the weight of a token by its name and its uses.
func (c *completer) tokenWeight(m member) int {
	return weight(c.kinOf(m), c.uses(m), 0)
}

// uses is how often the program has a token, in either spelling.
func (c *completer) uses(m member) int {
	texts := c.used().texts
	if c.usedBelow(m.short.Package) == 0 {
		return 0
	}
	n := texts[m.declared]
	if short := m.short.Package + ":" + m.short.Module + ":" + m.short.Member; short != m.declared {
		n += texts[short]
	}
	if m.isIndex() {
		n += texts[m.short.Package+":"+m.short.Member]
	}
	return n
}

// usedBelow is how many texts of the program begin with the first part of a token.
func (c *completer) usedBelow(part string) int {
	if n, known := c.below[part]; known {
		return n
	}
	n := 0
	for text, count := range c.used().texts {
		if rest, ok := strings.CutPrefix(text, part); ok && (strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "/")) {
			n += count
		}
	}
	if c.below == nil {
		c.below = map[string]int{}
	}
	c.below[part] = n
	return n
}
