package check

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file checks an item: it calls the check of its kind, then the linter, and drops the
// findings that follow from others.

// checkItem checks an item. Given are values of configs that are certain.
func checkItem(r *Recorder, e *program.Item, brief bool, given map[string]cty.Value) *Info {
	r.Expect(len(e.Names) + 1) // and a package
	c := newChecker(r, e)
	defer c.release()
	c.given = given
	c.info.Occurrences, c.info.brief = c.occurrenceBuf, brief
	blocks{c}.item()
	c.explainInnerNames()
	c.lint()
	c.dropFollowUps()
	mode := c.env.Mode()
	mode.Properties = mode.Properties || c.use.relaxed
	c.info.Findings = mode.Forgive(e.Syntax, c.info.Findings, c.language() < language.ChecksAll)
	c.info.dropRest()
	c.info.hideSecrets(e.Syntax)
	sortOccurrences(c.info.Occurrences)
	c.settleOccurrences()
	return c.info
}

// sortOccurrences sorts occurrences by their place, the outer ones first. Most lists are sorted.
func sortOccurrences(list []Occurrence) {
	compare := func(a, b *Occurrence) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	}
	for i := 1; i < len(list); i++ {
		if compare(&list[i-1], &list[i]) > 0 {
			lists.SortStable(list, func(a, b Occurrence) int { return compare(&a, &b) })
			return
		}
	}
}

// settleOccurrences replaces the list by one that has the right size, and clears the
// large one for other items. Lists that grow item by item would be a quarter of all memory that a check
// takes.
func (c *checker) settleOccurrences() {
	list := c.info.Occurrences
	c.info.Occurrences = append([]Occurrence(nil), list...)
	clear(list)
	if c.occurrenceBuf = list[:0]; len(list) > 1000 {
		c.occurrenceBuf = nil // it would be kept for one item
	}
}

// dropFollowUps removes findings where a syntax error stands: what is left of a
// broken expression says nothing about what its author means.
func (c *checker) dropFollowUps() {
	c.info.Findings = slices.DeleteFunc(c.info.Findings, func(d diagnostic.Diagnostic) bool {
		return slices.ContainsFunc(c.e.Syntax.Errors, func(err syntax.Error) bool {
			return err.Span.Start <= restOfLine(c.e.Syntax.Text, d.Span.End) && d.Span.Start <= err.Span.End
		})
	})
}

// mostFindings is how many findings an item may have. A list of a million unknown names is one
// mistake, and all findings about it would need a gigabyte.
const mostFindings = 1000

// dropRest removes all but the most severe findings if there are too many.
func (i *Info) dropRest() {
	if len(i.Findings) <= mostFindings {
		return
	}
	all := i.Findings
	lists.SortStable(all, func(a, b diagnostic.Diagnostic) int { return cmp.Compare(a.Severity, b.Severity) })
	i.Findings = slices.Clone(all[:mostFindings])
	i.Hidden = map[HiddenKind]int{}
	for _, d := range all[mostFindings:] {
		i.Hidden[HiddenKind{d.Code, d.Severity}]++
	}
	hidden := len(all) - mostFindings
	i.find(codes.FileSize, all[mostFindings].Span, "there are "+strconv.Itoa(hidden)+" more findings like this in the definition; they are not shown")
	i.Findings[len(i.Findings)-1].Hidden = hidden
}

// restOfLine is where the next thing in the line begins.
func restOfLine(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

// item checks the item by its kind.
func (c blocks) item() {
	it := c.e.Syntax
	if it.Block() != nil && it.KeywordSpan.Len() > 0 {
		c.info.occur(Occurrence{Span: it.KeywordSpan, Kind: OccurKeyword, Name: it.Keyword, Denotation: keywordDenotations[it.Keyword]})
	}
	if KindOf(c.e) != 0 && it.Name != "" {
		c.info.occur(Occurrence{Span: it.NameSpan, Kind: OccurDeclaration, Name: it.Name})
	}
	c.identifier(it)
	switch it.Kind {
	case syntax.KindLocal:
		if it.Attr() != nil {
			c.expr(it.Attr().Expr)
		}
	case syntax.KindUnknown:
		c.unknownBlock(it)
	}
	if it.Block() == nil {
		return
	}
	switch it.Kind {
	case syntax.KindConfig:
		c.config(it)
	case syntax.KindResource:
		c.resource(it)
	case syntax.KindRead:
		c.read(it)
	case syntax.KindComponent:
		c.component(it)
	case syntax.KindHook:
		c.hook(it)
	case syntax.KindPulumi:
		c.pulumi(it)
	case syntax.KindPackage:
		c.packageBlock(it)
	case syntax.KindUnknown:
	default:
		c.declaredBlock(it)
	}
}

// unknownBlock reports a block that the language would silently ignore. Nothing
// inside is checked: nobody knows what it means.
func (c blocks) unknownBlock(it *syntax.Item) {
	unknown := diagnostic.Advice{Message: "`" + it.Keyword + "` is not a block type, so nothing in it has an effect"}
	near, help := language.LookupForeignBlock(it.Keyword)
	if near == "" && help == "" {
		near = typesys.Near(it.Keyword, language.Keywords())
	}
	unknown = unknown.DidYouMean(near)
	switch {
	case near != "" && help != "":
		unknown = unknown.And(" " + help)
	case help != "":
		unknown = unknown.And("; " + help)
	}
	c.info.advise(codes.BlockUnknownKind, it.KeywordSpan, unknown)
}

// lint runs the linter on the item.
func (c *checker) lint() {
	c.pass = ItemPass{Item: c.e.Syntax, Info: c.info, Kind: KindOf(c.e), Language: c.language(), r: c.Recorder, e: c.e}
	c.env.Lint(&c.pass)
}
