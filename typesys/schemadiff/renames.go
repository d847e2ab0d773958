package schemadiff

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/agext/levenshtein"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file pairs what is gone with what is new.

const (
	// certain is the confidence of what a schema says itself, and noted that of what the note of a deprecation says.
	certain, noted = 1, 0.95
	// enough is the least confidence of a pair.
	enough = 0.6
	// clear is by how much a pair must be better than all others of its two members.
	clear = 0.05
	// most is up to how many pairs of members or properties are compared one by one. Of more members, only those with the
	// same name are, and of more properties none.
	most = 250_000
	// longest is the length up to which names are compared letter by letter.
	longest = 128
)

// pairMembers pairs members with different tokens.
func (c *comparison) pairMembers() {
	for _, section := range []Section{Resources, Functions} {
		gone, made := c.only(section)
		c.declared(gone)
		c.pairAll(gone, made)
	}
	gone, made := c.only(Types)
	c.neighbours(gone, made)
	c.pairAll(gone, made)
}

// only are the members that are in one version only.
func (c *comparison) only(section Section) (gone, made []*member) {
	for _, token := range c.before.tokens[section] {
		if c.after.members[section][token] == nil {
			gone = append(gone, c.before.members[section][token])
		}
	}
	for _, token := range c.after.tokens[section] {
		if c.before.members[section][token] == nil {
			made = append(made, c.after.members[section][token])
		}
	}
	return gone, made
}

// declared pairs resources with those that list their tokens.
func (c *comparison) declared(gone []*member) {
	lists := map[string][]*member{}
	for _, token := range c.after.tokens[Resources] {
		m := c.after.members[Resources][token]
		for _, alias := range m.mentions().Aliases {
			lists[alias] = append(lists[alias], m)
		}
	}
	for _, m := range gone {
		if all := lists[m.token]; len(all) > 0 {
			c.pair(m, match[*member]{newest(all), certain})
		}
	}
}

// newest is the one that nothing advises against, and of several the shortest: modules are named after versions.
func newest(all []*member) *member {
	return slices.MinFunc(all, func(a, b *member) int {
		return cmp.Or(cmp.Compare(len(a.body().about.Deprecation), len(b.body().about.Deprecation)), cmp.Compare(len(a.token), len(b.token)), strings.Compare(a.token, b.token))
	})
}

func (c *comparison) pair(m *member, r match[*member]) {
	c.renamed[m] = r
	c.renamedTypes[m.key(c.before.pkg)] = r.to.key(c.after.pkg)
}

// neighbors pairs types by the properties that had the one and have the other. Pairs lead to others.
func (c *comparison) neighbours(gone, made []*member) {
	was, is := byKey(gone, c.before.pkg), byKey(made, c.after.pkg)
	if len(was) == 0 || len(is) == 0 {
		return
	}
	votes := ballots{map[*member]tally{}, map[*member]tally{}}
	vote := func(before, after *member) {
		for side, props := range before.body().props {
			for _, p := range props {
				if now := find(after.body().props[side], p.Name); now != nil {
					a, b := was[nameOf(inner(p.Plain))], is[nameOf(inner(now.Plain))]
					if a != nil && b != nil && a.body().species == b.body().species {
						votes.add(a, b)
					}
				}
			}
		}
	}
	for _, section := range []Section{Configuration, Resources, Functions, Types} {
		for token, m := range c.before.members[section] {
			if now := c.after.members[section][token]; now != nil && now != m {
				vote(m, now)
			} else if r, ok := c.renamed[m]; ok {
				vote(m, r.to)
			}
		}
	}
	for open := gone; len(open) > 0; {
		left := slices.DeleteFunc(slices.Clone(open), func(m *member) bool {
			to, share := votes.elected(m)
			if to == nil {
				return false
			}
			c.pair(m, match[*member]{to, min(noted, 0.7+0.25*share)})
			vote(m, to)
			return true
		})
		if len(left) == len(open) {
			return
		}
		open = left
	}
}

// tally counts votes for members.
type tally map[*member]int

// ballots are the votes for pairs, by the one and by the other.
type ballots struct{ of, by map[*member]tally }

func (v ballots) add(before, after *member) {
	for _, each := range []struct {
		all    map[*member]tally
		in, to *member
	}{{v.of, before, after}, {v.by, after, before}} {
		if each.all[each.in] == nil {
			each.all[each.in] = tally{}
		}
		each.all[each.in][each.to]++
	}
}

// elected is the type that a majority of the properties with a type have now, if it is no other's, and the share of it.
func (v ballots) elected(m *member) (to *member, share float64) {
	all, best := 0, 0
	for other, n := range v.of[m] {
		if all += n; n > best {
			to, best = other, n
		}
	}
	if to == nil || 2*best <= all {
		return nil, 0
	}
	for other, n := range v.by[to] {
		if other != m && n >= best {
			return nil, 0
		}
	}
	return to, float64(best) / float64(all)
}

func byKey(all []*member, pkg *schema.Package) map[string]*member {
	keys := map[string]*member{}
	for _, m := range all {
		keys[m.key(pkg)] = m
	}
	return keys
}

// pairAll pairs members that are each other's best.
func (c *comparison) pairAll(gone, made []*member) {
	taken := map[*member]bool{}
	for _, r := range c.renamed {
		taken[r.to] = true
	}
	gone = slices.DeleteFunc(slices.Clone(gone), func(m *member) bool { _, done := c.renamed[m]; return done })
	made = slices.DeleteFunc(slices.Clone(made), func(m *member) bool { return taken[m] })
	named := map[string][]*member{}
	for _, m := range made {
		named[strings.ToLower(lastOf(m.token))] = append(named[strings.ToLower(lastOf(m.token))], m)
	}
	many := len(gone)*len(made) > most
	for a, r := range best(gone, func(a *member) []*member {
		if many {
			return named[strings.ToLower(lastOf(a.token))]
		}
		return made
	}, c.membersAlike) {
		c.pair(a, r)
	}
}

// match is what something became.
type match[B any] struct {
	to         B
	confidence float64
}

// best are the pairs that are clearly better than all others of the two.
func best[A, B comparable](as []A, among func(A) []B, alike func(A, B) float64) map[A]match[B] {
	type two struct{ first, second float64 }
	forA, forB, choice := map[A]two{}, map[B]two{}, map[A]B{}
	better := func(t two, score float64) two {
		if score > t.first {
			return two{score, t.first}
		}
		return two{t.first, max(t.second, score)}
	}
	for _, a := range as {
		for _, b := range among(a) {
			score := alike(a, b)
			if score > forA[a].first {
				choice[a] = b
			}
			forA[a], forB[b] = better(forA[a], score), better(forB[b], score)
		}
	}
	pairs := map[A]match[B]{}
	for a, b := range choice {
		own, other := forA[a], forB[b]
		if own.first >= enough && own.first == other.first && own.first-own.second >= clear && other.first-other.second >= clear {
			pairs[a] = match[B]{b, own.first}
		}
	}
	return pairs
}

// membersAlike is how likely a member became another one.
func (c *comparison) membersAlike(a, b *member) float64 {
	if a.body().species != b.body().species {
		return 0
	}
	name := namesAlike(lastOf(a.token), lastOf(b.token))
	has := c.contentsAlike(a, b)
	if docs, known := docsAlike(a.body().about.Description, b.body().about.Description); known {
		return 0.4*has + 0.3*name + 0.3*docs
	}
	return 0.6*has + 0.4*name
}

// contentsAlike is which share of properties, or values, two members have in common.
func (c *comparison) contentsAlike(a, b *member) float64 {
	was, is := c.contentsOf(a, true), c.contentsOf(b, false)
	common := 0
	for key := range was {
		if is[key] {
			common++
		}
	}
	if all := len(was) + len(is) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}

// contentsOf are the properties and values of a member, once all pairs of types are known that the properties may have.
func (c *comparison) contentsOf(m *member, before bool) map[string]bool {
	if known := c.contents[m]; known != nil {
		return known
	}
	all := map[string]bool{}
	c.contents[m] = all
	m.each(func(_ int, p *schema.Property) { all[p.Name+" "+c.spell(typesys.Unwrapped(p.Plain), before)] = true })
	if m.body().enum != nil {
		for _, v := range m.body().enum.Values {
			all[Constant(v.Value)] = true
		}
	}
	return all
}

// pairProperties pairs properties of a member by name.
func (c *comparison) pairProperties(gone, made map[string]*schema.Property) map[string]match[string] {
	if len(gone) == 0 || len(made) == 0 || len(gone)*len(made) > most {
		return nil
	}
	names := func(all map[string]*schema.Property) (names []string) {
		for name := range all {
			names = append(names, name)
		}
		slices.Sort(names)
		return names
	}
	others := names(made)
	return best(names(gone), func(string) []string { return others }, func(a, b string) float64 { return c.propertiesAlike(gone[a], made[b]) })
}

// propertiesAlike is how likely a property became another one.
func (c *comparison) propertiesAlike(a, b *schema.Property) float64 {
	if mentions(a.Deprecation, b.Name) {
		return noted
	}
	typ := c.typesAlike(typesys.Unwrapped(a.Plain), typesys.Unwrapped(b.Plain))
	name := namesAlike(a.Name, b.Name)
	if typ == 0 {
		return 0
	}
	if docs, known := docsAlike(a.Description, b.Description); known {
		return 0.5*docs + 0.3*name + 0.2*typ
	}
	return 0.75*name + 0.25*typ
}

func (c *comparison) typesAlike(a, b typesys.Type) float64 {
	switch {
	case c.spell(a, true) == c.spell(b, false):
		return 1
	case c.spell(inner(a), true) == c.spell(inner(b), false):
		return 0.8 // a list became its element, or the other way round
	case c.takes(b, a, false):
		return 0.6
	}
	return 0
}

// mentions reports whether a note names something, in this style or that of other languages: pullTriggers, pull_triggers.
func mentions(note, name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(note, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }), func(word string) bool {
		return word == name || strings.Contains(word, "_") && strings.EqualFold(strings.ReplaceAll(word, "_", ""), name)
	})
}

// namesAlike compares names by their words and letters.
func namesAlike(a, b string) float64 {
	if strings.EqualFold(a, b) {
		return 1
	}
	words := overlap(wordsOf(a), wordsOf(b))
	if max(len(a), len(b)) > longest {
		return words
	}
	return max(words, levenshtein.Similarity(strings.ToLower(a), strings.ToLower(b), nil))
}

// docsAlike compares descriptions by their words; false if either is missing.
func docsAlike(a, b string) (alike float64, known bool) {
	const enoughWords = 80 // what follows are examples
	was, is := strings.Fields(a), strings.Fields(b)
	if len(was) == 0 || len(is) == 0 {
		return 0, false
	}
	return overlap(was[:min(len(was), enoughWords)], is[:min(len(is), enoughWords)]), true
}

// overlap is how much two lists of words have in common, from 0 to 1.
func overlap(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	count := map[string]int{}
	for _, w := range a {
		count[w]++
	}
	common := 0
	for _, w := range b {
		if count[w] > 0 {
			count[w]--
			common++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}

// wordsOf are the words of a name, in the singular.
func wordsOf(name string) []string {
	var words []string
	start := 0
	end := func(i int) {
		if w := strings.ToLower(strings.Trim(name[start:i], "_-")); w != "" {
			words = append(words, strings.TrimSuffix(w, "s"))
		}
		start = i
	}
	for i, r := range name {
		if i > 0 && (unicode.IsUpper(r) || r == '_' || r == '-') {
			end(i)
		}
	}
	end(len(name))
	return words
}

func lastOf(token string) string { return token[strings.LastIndexByte(token, ':')+1:] }
