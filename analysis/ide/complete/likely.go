package complete

import (
	"strings"

	"github.com/sahilm/fuzzy"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers complete tokens before their package and module have been typed: those
// whose last part matches the typed text, those the program already uses, and those similar to
// the resource's name.

const (
	// mostLikely is how many complete tokens of one package are offered early.
	mostLikely = 30
	// mostRelated is how many of them are offered only because of their names.
	mostRelated = 5
)

// likely offers complete tokens of a package.
func (c *completer) likely(pkg *schema.Package, sort tokenSort, all []member) {
	typed := c.lastPartTyped()
	if typed == "" {
		c.incomplete = c.incomplete || len(all) > 0
		for _, m := range c.relatedTokens(all) {
			c.early(pkg, sort, m, rankUsual, c.tokenWeight(m))
		}
		return
	}
	names := lists.Map(all, func(m member) string { return m.full.Member })
	c.incomplete = true
	matches := fuzzy.Find(typed, names)
	for i, match := range matches[:min(len(matches), mostLikely)] {
		c.early(pkg, sort, all[match.Index], rankUsual, 3*i+c.tokenWeight(all[match.Index]))
	}
}

// early offers a token whose package or module has not been typed. It is filtered by its last
// part.
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

// lastPartTyped returns the typed text of the token's last part.
func (c *completer) lastPartTyped() string {
	typed := c.typedToken()
	return typed[strings.LastIndexByte(typed, ':')+1:]
}

// relatedTokens returns the tokens that the program uses or that are similar to the new name,
// best first.
func (c *completer) relatedTokens(all []member) []member {
	type ranked struct {
		member
		weight int
	}
	var found []ranked
	for _, m := range all {
		if c.uses(m) > 0 || c.similarityOf(m) >= 50 {
			found = append(found, ranked{m, c.tokenWeight(m)})
		}
	}
	lists.SortStable(found, func(a, b ranked) int { return a.weight - b.weight })
	return lists.Map(found[:min(len(found), mostRelated)], func(m ranked) member { return m.member })
}

// askedOfToken returns the words of the name that the token is for.
func (c *completer) askedOfToken() []string {
	if c.tokenWords == nil {
		c.tokenWords = c.ownWords()
	}
	return c.tokenWords
}

// similarityOf returns the similarity of a token's last part to the name it is for. Most
// tokens of a large package share no word with it, so they are ruled out cheaply.
func (c *completer) similarityOf(m member) int {
	asked := c.askedOfToken()
	if !saysAny(m.full.Member, asked) {
		return 0
	}
	return similarity(asked, wordsOf(m.full.Member))
}

// tokenWeight weighs the similarity of a token, how often it is used here and elsewhere, and what
// usually follows the type before. Long names are mostly details of short ones.
func (c *completer) tokenWeight(m member) int {
	name, asked := m.full.Member, c.askedOfToken()
	var reasons evidence
	if saysAny(name, asked) {
		words := wordsOf(name)
		reasons[alike], reasons[alikeBack] = similarity(asked, words)/unit, similarity(words, asked)/unit
	}
	uses := c.uses(m)
	reasons[used] = often(uses)
	reasons.hold(isUsed, uses > 0)
	reasons[common] = often(generally(usedType).times(name))
	reasons[commonNext] = often(elsewhere(usedNext, c.used().previous).times(name))
	reasons[long] = min(len(name), 30)
	reasons.hold(isLookup, strings.HasPrefix(name, "get"))
	return tokenWeights.weigh(&reasons)
}

// uses returns how often the program uses a token, in either spelling.
func (c *completer) uses(m member) int {
	texts := c.used().values().texts
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

// usedBelow returns how many strings of the program start with a part of a token.
func (c *completer) usedBelow(part string) int {
	if n, known := c.below[part]; known {
		return n
	}
	n := 0
	for text, count := range c.used().values().texts {
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
