package complete

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sahilm/fuzzy"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers type tokens in stages: packages, then the modules of a package, then the members of a module,
// because a package can have ten thousand tokens. Tokens are offered in their short form, `aws:s3:Bucket`, unless a
// typed slash shows that the long form, `aws:s3/bucket:Bucket`, is wanted. Those are offered early whose last part
// matches the typed text, that the program already uses, or that are similar to the name of the resource.

// tokenSort describes the tokens that a place takes: those of resources or of functions.
type tokenSort struct {
	all   func(*schema.Package) []schema.Listed
	find  func(*schema.Package, string) schema.Match
	about func(pkg *schema.Package, declared string) schema.MemberDoc
	// providers includes pulumi:providers:NAME, and builtin the tokens of package pulumi.
	providers, builtin bool
	noun               string
}

func (c *completer) resourceTokens() tokenSort {
	return tokenSort{
		all:       (*schema.Package).ListResources,
		find:      (*schema.Package).FindResource,
		about:     (*schema.Package).ResourceDoc,
		providers: language.KindOf(c.Cursor.Keyword()) == syntax.KindResource, builtin: true, noun: "type",
	}
}

func functionTokens() tokenSort {
	return tokenSort{
		all:   plainFunctions,
		find:  (*schema.Package).FindFunction,
		about: (*schema.Package).FunctionDoc,
		noun:  "function",
	}
}

// plainFunctions returns the functions of a package without methods, which invoke cannot call.
func plainFunctions(pkg *schema.Package) []schema.Listed {
	return slices.DeleteFunc(slices.Clone(pkg.ListFunctions()), func(f schema.Listed) bool {
		t, ok := schema.ParseToken(f.Token)
		return !ok || strings.Contains(t.Member, "/")
	})
}

// tokens offers what continues the token before the cursor.
func (c *completer) tokens(sort tokenSort) {
	typed := ""
	if c.Cursor.Form == cursor.FormQuoted {
		typed = c.File.Slice(syntax.Span{Start: c.Word().Start, End: c.Offset})
	}
	parts := strings.Split(typed, ":")
	switch {
	case len(parts) == 1:
		c.packages(sort)
	case parts[0] == schema.BuiltinPackage:
		c.builtinTokens(sort)
	case len(parts) > 3:
	default:
		if pkg := c.schemaOf(parts[0]); pkg != nil {
			c.membersOf(pkg, sort, parts[1:])
		}
	}
}

// schemaOf returns the schema of a package, or nil while there is none.
func (c *completer) schemaOf(name string) *schema.Package {
	pkg, availability := c.p.PackageState(name)
	c.loading = c.loading || availability.State == schema.Loading
	return pkg
}

// packages offers packages: first those that the program uses, then the other known ones.
func (c *completer) packages(sort tokenSort) {
	used, others := c.p.PackageNames()
	for _, name := range used {
		pkg := c.p.Package(name)
		if pkg == nil || name == schema.BuiltinPackage {
			continue
		}
		detail := strings.TrimSpace("package " + pkg.Version())
		c.addTokenPart(Item{
			Label: name, Kind: KindPackage, Detail: detail, Doc: c.docOf(pkg.Description(), ""),
			Sort: sorted(rankFit, byUse(c.usedBelow(name)), name),
		}, name+":")
		c.likely(pkg, sort, readMembers(pkg, sort))
	}
	for _, name := range others {
		c.addTokenPart(Item{Label: name, Kind: KindPackage, Detail: "package", Sort: sortText(rankUsual, name)}, name+":")
	}
	if sort.builtin {
		c.builtinTokens(sort)
	}
}

// builtinTokens offers the tokens of package pulumi.
func (c *completer) builtinTokens(sort tokenSort) {
	if !sort.builtin {
		return
	}
	pkg := schema.Builtin()
	for _, listed := range sort.all(pkg) {
		if t, ok := schema.ParseToken(listed.Token); ok {
			c.token(pkg, sort, listed.Token, member{listed.Token, t, t})
		}
	}
	if !sort.providers {
		return
	}
	used, others := c.p.PackageNames()
	for _, name := range slices.Concat(used, others) {
		if name != schema.BuiltinPackage {
			token := "pulumi:providers:" + name
			c.addQuoted(Item{Label: token, Kind: KindToken, Detail: "provider of " + name, Sort: sortText(rankInside, token)})
		}
	}
}

// addTokenPart adds the beginning of a token. It leaves the string open for the rest.
func (c *completer) addTokenPart(item Item, text string) {
	item.Insert, item.Plain, item.Filter, item.Next = text, text, text, NextItems
	if c.Cursor.Form != cursor.FormQuoted {
		item.Insert, item.Plain, item.Filter = `"`+text+`$0"`, `"`+text, text
	}
	c.add(item)
}

// documented is how many tokens of a list get documentation, which the schema has to be read
// for.
const documented = 60

// member is a token in its short and its long form.
type member struct {
	declared    string
	short, full schema.Token
}

func readMembers(pkg *schema.Package, sort tokenSort) []member {
	listed := sort.all(pkg)
	all := make([]member, 0, len(listed))
	for _, l := range listed {
		full, ok := schema.ParseToken(l.Token)
		short, okShort := schema.ParseToken(l.Canonical)
		if !ok || !okShort {
			continue
		}
		all = append(all, member{l.Token, short, full})
	}
	return all
}

// isIndex reports whether the short form has no module.
func (m member) isIndex() bool { return m.short.Module == "index" }

// in returns the token with a module as written, or the declared token if that would mean
// something else.
func (m member) in(module string, pkg *schema.Package, sort tokenSort) string {
	text := pkg.Name() + ":" + m.full.Member
	if module != "" {
		text = pkg.Name() + module + ":" + m.full.Member
	}
	if sort.find(pkg, text).Token != m.declared {
		return m.declared
	}
	return text
}

// membersOf offers what follows the package in a token.
func (c *completer) membersOf(pkg *schema.Package, sort tokenSort, typed []string) {
	all := readMembers(pkg, sort)
	if len(typed) == 1 {
		if prefix, _, slash := prose.CutLast(typed[0], "/"); slash {
			c.fullTokens(pkg, sort, all, prefix)
			return
		}
		c.modules(pkg, sort, all)
		return
	}
	module := cmp.Or(typed[0], "index")
	chosen := lists.Where(all, func(m member) bool { return m.full.Module == module || m.short.Module == module })
	for _, m := range chosen {
		c.tokenAmong(len(chosen), pkg, sort, m.in(":"+typed[0], pkg, sort), m)
	}
}

// modules offers the modules of a package, and the members without a module.
func (c *completer) modules(pkg *schema.Package, sort tokenSort, all []member) {
	count, best := map[string]int{}, map[string]int{}
	var index []member
	for _, m := range all {
		if m.isIndex() {
			index = append(index, m)
			continue
		}
		count[m.short.Module]++
		if w, known := best[m.short.Module]; !known || c.tokenWeight(m) < w {
			best[m.short.Module] = c.tokenWeight(m)
		}
	}
	for module, n := range count {
		text := pkg.Name() + ":" + module
		detail := "module, 1 type"
		if n > 1 {
			detail = "module, " + strconv.Itoa(n) + " types"
		}
		detail = strings.Replace(detail, "type", sort.noun, 1)
		c.addTokenPart(Item{Label: text, Kind: KindModule, Detail: detail, Sort: sorted(rankUsual, best[module]-1, text)}, text+":")
	}
	c.likely(pkg, sort, all)
	for _, m := range index {
		c.tokenAmong(len(index), pkg, sort, m.in("", pkg, sort), m)
	}
}

// fullTokens offers the declared tokens whose module starts with a prefix.
func (c *completer) fullTokens(pkg *schema.Package, sort tokenSort, all []member, prefix string) {
	chosen := lists.Where(all, func(m member) bool { return strings.HasPrefix(m.full.Module, prefix+"/") })
	for _, m := range chosen {
		c.tokenAmong(len(chosen), pkg, sort, m.declared, m)
	}
}

// tokenAmong adds one of n tokens, without documentation if there are many.
func (c *completer) tokenAmong(n int, pkg *schema.Package, sort tokenSort, text string, m member) {
	if n <= documented {
		c.token(pkg, sort, text, m)
		return
	}
	c.addToken(pkg, Item{Label: text, Kind: KindToken, Detail: versioned(pkg), Sort: sorted(rankUsual, c.tokenWeight(m), text)})
}

func (c *completer) token(pkg *schema.Package, sort tokenSort, text string, m member) {
	about := sort.about(pkg, m.declared)
	item := Item{
		Label: text, Kind: KindToken, Detail: versioned(pkg), Sort: sorted(rankUsual, c.tokenWeight(m), text),
		Doc: c.docOf(about.Description, about.Deprecation), Deprecated: about.Deprecation != "",
	}
	switch {
	case item.Deprecated:
		item.Sort = sortText(rankLast, text)
	case pkg == schema.Builtin():
		item.Sort = sortText(rankInside, text)
	}
	c.addToken(pkg, item)
}

// addToken adds a complete token, and the package block that the program lacks.
func (c *completer) addToken(pkg *schema.Package, item Item) {
	item.Also = c.packageBlock(pkg)
	c.addQuoted(item)
}

func versioned(pkg *schema.Package) string {
	return strings.TrimSpace(pkg.Name() + " " + pkg.Version())
}

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
