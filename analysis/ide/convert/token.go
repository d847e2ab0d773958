package convert

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the token of a Terraform type. A type such as aws_db_instance is compared with the words of tokens,
// such as aws:rds/instance:Instance. If several tokens are equally close, the inputs that the block sets decide.

// elsewhere are the packages whose names differ from the prefix of Terraform types.
var elsewhere = map[string]string{"google": "gcp", "azurerm": "azure"}

// packageOf returns the package of a Terraform type, and the rest of the type.
func packageOf(kind string) (pkg, rest string) {
	if rest, is := strings.CutPrefix(kind, "aws_db_"); is { // the module has another name
		return "aws", "rds_" + rest
	}
	prefix, rest, _ := strings.Cut(kind, "_")
	if other := elsewhere[prefix]; other != "" {
		prefix = other
	}
	return prefix, rest
}

// candidate is a token that a Terraform type may mean.
type candidate struct {
	token   string
	inputs  []typesys.Property
	rank    int // how close its words are; higher is closer
	strange int // inputs of the block that it doesn't have
	missing int // required inputs that the block doesn't set
}

// maxCandidates limits how many declarations are read for one type.
const maxCandidates = 64

// table is one of the two lists of tokens in a package.
type table struct {
	noun   string
	list   func(*schema.Package) []schema.Listed
	inputs func(pkg *schema.Package, token string) (inputs []*schema.Property, deprecated bool)
	about  func(*schema.Package, string) schema.MemberDoc
}

var (
	resources = table{"resource type", (*schema.Package).ListResources, func(pkg *schema.Package, token string) ([]*schema.Property, bool) {
		r := pkg.Resource(token)
		return r.Inputs, r.Deprecation != ""
	}, (*schema.Package).ResourceDoc}
	functions = table{"function", (*schema.Package).ListFunctions, func(pkg *schema.Package, token string) ([]*schema.Property, bool) {
		f := pkg.Function(token)
		return f.Inputs, f.Deprecation != ""
	}, (*schema.Package).FunctionDoc}
)

// find returns the token that a Terraform type means, or the reason why it is not certain. Given are the names that the block sets.
func (t table) find(pkg *schema.Package, kind string, given []string) (token, reason string) {
	_, rest := packageOf(kind)
	all := t.candidates(pkg, rest, kind)
	for i := range all {
		all[i].judge(given)
	}
	all = slices.DeleteFunc(all, func(c candidate) bool { return !c.plausible(len(given)) })
	if len(all) == 0 {
		return "", "no " + t.noun + " of the package `" + pkg.Name() + "` matches `" + kind + "`"
	}
	best := 0
	for _, c := range all {
		best = max(best, c.score())
	}
	tied := lists.Where(all, func(c candidate) bool { return c.score() == best })
	if named := t.naming(pkg, tied, kind); len(named) == 1 {
		tied = named
	}
	if len(tied) > 1 {
		return "", "`" + kind + "` may be " + listed(tied)
	}
	return tied[0].token, ""
}

// score is higher for a candidate that is closer, or else fits the inputs better.
func (c candidate) score() int { return c.rank<<20 - 2*c.strange - c.missing }

// naming returns those of several candidates whose documentation has the Terraform type in backquotes, or the words of it in a row.
func (t table) naming(pkg *schema.Package, tied []candidate, kind string) []candidate {
	if len(tied) == 1 {
		return tied
	}
	_, rest := packageOf(kind)
	phrase := " " + strings.ReplaceAll(rest, "_", " ") + " "
	return slices.DeleteFunc(slices.Clone(tied), func(c candidate) bool {
		text := t.about(pkg, c.token).Description
		first, _, _ := strings.Cut(text, "\n")
		return !strings.Contains(text, "`"+kind+"`") && !strings.Contains(strings.ToLower(first), phrase)
	})
}

// listed names at most three candidates.
func listed(tied []candidate) string {
	names := lists.Map(tied[:min(3, len(tied))], func(c candidate) string { return "`" + c.token + "`" })
	if len(tied) > 3 {
		names = append(names, "another type")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// candidates returns the tokens whose words are close to those of a type.
func (t table) candidates(pkg *schema.Package, rest, kind string) []candidate {
	var all []candidate
	for _, l := range t.list(pkg) {
		token, ok := schema.ParseToken(l.Canonical)
		if !ok || strings.Contains(token.Member, "/") {
			continue
		}
		rank := closeness(token, rest)
		if plain(token.Member) == plain(kind) { // random_password is RandomPassword
			rank = rankExact
		}
		if rank > 0 {
			all = append(all, candidate{token: l.Token, rank: rank})
		}
	}
	lists.SortStable(all, func(a, b candidate) int { return cmp.Compare(b.rank, a.rank) })
	all = all[:min(len(all), maxCandidates)]
	current := all[:0]
	for _, c := range all {
		inputs, deprecated := t.inputs(pkg, c.token)
		if c.inputs = propertiesOf(inputs); !deprecated {
			current = append(current, c)
		}
	}
	return current
}

// The ranks of candidates.
const (
	rankNear   = iota + 1 // it has words of the type
	rankNewer             // the type with the suffix v2
	rankExact             // the words of the type
	rankModule            // the words of the type, and the first ones are its module
)

// closeness compares a token with a type that has no prefix.
func closeness(token schema.Token, rest string) int {
	member := strings.TrimPrefix(token.Member, "get")
	module, name, want := plain(token.Module), plain(member), plain(rest)
	switch {
	case module+name == want, strings.TrimSuffix(module, "s")+name == want, module == want && initials(member) == want:
		return rankModule
	case name == want, brief(module+name) == brief(want):
		return rankExact
	case strings.TrimSuffix(name, "v2") == want, module+strings.TrimSuffix(name, "v2") == want:
		return rankNewer
	case module == want, endsWith(words(rest), words(member)), module != "" && strings.HasPrefix(want, module) && hasAll(words(member), words(rest)[1:]):
		return rankNear
	}
	return 0
}

// initials are the first letters of the words of a name: lb is a LoadBalancer.
func initials(name string) (all string) {
	for _, word := range words(name) {
		all += word[:1]
	}
	return all
}

// brief returns a plain name with a word that tokens shorten.
func brief(name string) string { return strings.ReplaceAll(name, "configuration", "config") }

func endsWith(all, end []string) bool {
	return len(end) <= len(all) && slices.Equal(all[len(all)-len(end):], end)
}

func hasAll(all, some []string) bool {
	return len(some) > 0 && !slices.ContainsFunc(some, func(word string) bool { return !slices.Contains(all, word) })
}

// judge counts what the inputs of a block say against the candidate.
func (c *candidate) judge(given []string) {
	set := map[string]bool{}
	for _, name := range given {
		p, ok := meant(name, c.inputs, memberOf(c.token))
		if set[p.Name] = true; !ok {
			c.strange++
		}
	}
	for _, p := range c.inputs {
		if !typesys.IsOptional(p.Type) && !set[p.Name] {
			c.missing++
		}
	}
}

// plausible reports whether a candidate may be meant. Words that are only near need the inputs to confirm them; others may lack
// what a later version has.
func (c candidate) plausible(given int) bool {
	switch c.rank {
	case rankNear:
		return given > 0 && 4*c.strange <= given && c.missing == 0
	case rankNewer:
		return 2*c.strange <= given
	}
	return 2*c.strange <= given || c.missing == 0
}

func memberOf(token string) string {
	t, _ := schema.ParseToken(token)
	return strings.TrimPrefix(t.Member, "get")
}

func propertiesOf(all []*schema.Property) []typesys.Property {
	return lists.Map(all, func(p *schema.Property) typesys.Property {
		return typesys.Property{Name: p.Name, Type: p.Type}
	})
}

// camel returns a name in camelCase. Names without separators stay as they are.
func camel(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, part := range parts {
		first, size := utf8.DecodeRuneInString(part)
		if i > 0 {
			parts[i] = string(unicode.ToUpper(first)) + part[size:]
		} else if len(parts) > 1 {
			parts[i] = string(unicode.ToLower(first)) + part[size:]
		}
	}
	return strings.Join(parts, "")
}

// identifier returns a name that other items can refer to, close to the given one.
func identifier(name string) string {
	if tree.CanBeReferredTo(name) && !strings.ContainsAny(name, "_-") {
		return name
	}
	if name = camel(name); !tree.CanBeReferredTo(name) {
		name = "item" + strings.ToUpper(name[:min(1, len(name))]) + name[min(1, len(name)):]
	}
	if !syntax.IsIdentifier(name) {
		return "item"
	}
	return name
}

// plain returns a name without style: lower case, without separators.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// words splits a name in any style into words in lower case.
func words(name string) []string {
	var all []string
	start, previous := 0, rune(0)
	for i, r := range name {
		separator := !unicode.IsLetter(r) && !unicode.IsDigit(r)
		if i > start && (separator || unicode.IsUpper(r) && !unicode.IsUpper(previous)) {
			all, start = append(all, strings.ToLower(name[start:i])), i
		}
		if separator {
			start = i + utf8.RuneLen(r)
		}
		previous = r
	}
	if start < len(name) {
		all = append(all, strings.ToLower(name[start:]))
	}
	return all
}

// numbers returns a plain name and its other grammatical numbers.
func numbers(name string) []string {
	all := []string{name, name + "s", name + "es"}
	if stem, ok := strings.CutSuffix(name, "y"); ok {
		all = append(all, stem+"ies")
	}
	for _, ending := range [][2]string{{"ies", "y"}, {"es", ""}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(name, ending[0]); ok && stem != "" {
			all = append(all, stem+ending[1])
		}
	}
	return all
}

// meant returns the property that a name of another language means. The name may have another style or grammatical number, repeat a word of the type that
// has the property, as in function_name, or say what the value is, as in topic_arn and filename.
func meant(name string, properties []typesys.Property, owner string) (typesys.Property, bool) {
	if p, ok := alike(name, properties); ok {
		return p, true
	}
	if all := words(owner); len(all) > 0 {
		if rest, ok := strings.CutPrefix(name, all[len(all)-1]+"_"); ok {
			if p, ok := alike(rest, properties); ok {
				return p, true
			}
		}
	}
	for _, ending := range []string{"_arn", "_name", "_id"} {
		if rest, ok := strings.CutSuffix(name, ending); ok {
			if p, ok := alike(rest, properties); ok {
				return p, true
			}
		}
	}
	if name == "filename" {
		return onlyAsset(properties)
	}
	return typesys.Property{}, false
}

// alike returns the property whose name differs in style or grammatical number only.
func alike(name string, properties []typesys.Property) (typesys.Property, bool) {
	wanted := numbers(plain(name))
	best, at := -1, len(wanted)
	for i, p := range properties {
		if p.Name == name {
			return p, true
		}
		if n := slices.Index(wanted[:at], plain(p.Name)); n >= 0 {
			best, at = i, n
		}
	}
	if best < 0 {
		return typesys.Property{}, false
	}
	return properties[best], true
}

// onlyAsset returns the only property that takes an asset or archive.
func onlyAsset(properties []typesys.Property) (found typesys.Property, ok bool) {
	for _, p := range properties {
		if assetFunction(typesys.Strip(typesys.PlainShape(p.Type))) != "" {
			if ok {
				return typesys.Property{}, false
			}
			found, ok = p, true
		}
	}
	return found, ok
}
