package complete

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file collects the reasons for values: variables, their members, functions, and the few values
// of a type.

// connection describes how a declaration relates to the cursor.
type connection struct {
	near, uses int
	circular   bool
	// inner means that the variable exists in this place only; depth is how many others are nearer.
	inner bool
	depth int
}

// fit adds how well a type fits.
func (e *evidence) fit(r rank) {
	e.hold(fits, r <= rankFit)
	e.hold(converts, r == rankUsual)
	e.hold(holdsFitting, r == rankInside)
}

// variableEvidence returns the reasons for a variable or, if m has a name, for a member of it.
func (c *completer) variableEvidence(o *analysis.Object, of relative, m fittingMember, s expectation, r connection) evidence {
	words := c.used().values()
	reasons := c.memberEvidence(of, m, s)
	reasons.hold(isMember, m.name != "")
	reasons[ownAlike] = similarity(s.own, of.name) / unit
	reasons[near] = unit * r.near / 8
	reasons.hold(isInner, r.inner)
	reasons[isOuter] = unit * r.depth
	reasons.hold(isConfig, o.Kind == analysis.ObjectConfig)
	reasons.hold(isLocal, o.Kind == analysis.ObjectLocal)
	resource := o.Kind == analysis.ObjectResource || o.Kind == analysis.ObjectComponent
	reasons.hold(isResource, resource)
	reasons.hold(unusedResource, resource && r.uses == 0)
	reasons.hold(unused, !resource && r.uses == 0 && !r.inner)
	reasons.hold(inSameBody, slices.Contains(words.here.names, o.Name))
	reasons.hold(inSameValue, slices.Contains(words.here.value(), o.Name))
	times := often(words.times(o.Name, asName))
	if c.ofOutput() {
		reasons[inOutput] = times
	} else {
		reasons[usedHere] = times
	}
	return reasons
}

// memberEvidence returns the reasons for a member of a value that are the same for all values of its
// type, and those for the value itself.
func (c *completer) memberEvidence(of relative, m fittingMember, s expectation) evidence {
	words := c.used().values()
	var reasons evidence
	reasons.fit(m.rank)
	reasons[alike] = similarity(s.words, slices.Concat(of.name, m.words, of.typWords)) / unit
	reasons.hold(shown, s.shows(of.typ, m.name))
	switch s.identity(of.typWords, m.words) {
	case sameType:
		reasons.hold(namesType, true)
	case sharedType:
		reasons.hold(namesPart, true)
	}
	if m.name != "" {
		reasons.hold(memberAlike, similarity(s.words, m.words) > 0)
		reasons[used] = often(words.members[m.name])
		reasons[usedHerePart] = often(words.times(m.name, asMember))
		reasons[commonHere] = often(s.usual.times(of.typ + "." + m.name))
	}
	return reasons
}

// functionEvidence returns the reasons for a function: its result, what examples call in the place, and
// how often functions are used, here and in general.
func (c *completer) functionEvidence(b *language.Builtin, s expectation) evidence {
	words := c.used().values()
	r := rankOther
	switch known := s.want.IsValid() && s.want.Kind() != typesys.KindDynamic; {
	case !known:
		r = rankUsual
	case b.Result.IsValid():
		r = fitRank(s.want, b.Result)
	}
	if r == rankInside {
		r = rankOther // a result has no members
	}
	results := probe.Alternatives(b.Result)
	var reasons evidence
	reasons.fit(r)
	reasons.hold(isFunction, true)
	reasons.hold(isArgument, s.inCall)
	reasons.hold(isCall, b.Source != 0 && c.used().here.last == localName)
	reasons.hold(isDynamic, b.Result.IsValid() && b.Result.Kind() == typesys.KindDynamic)
	reasons.hold(onlySource, r == rankFit && len(results) > 0 && isHandle(results[0]))
	reasons[common] = often(generally(usedFunction).times(b.Name))
	reasons[commonCall] = often(s.calledAs.times(b.Name))
	reasons[called] = often(words.called[b.Name])
	reasons[calledHere] = often(words.times(b.Name, asCall))
	reasons.hold(shownCall, s.shownCall(b))
	reasons.hold(wordWanted, slices.ContainsFunc(b.Wanted, func(word string) bool { return hasWord(s.words, word) }))
	reasons[callAlike] = similarity(s.words, wordsOf(b.Name)) / unit
	return reasons
}

// choiceEvidence returns the reasons for one of the few values of a type.
func (c *completer) choiceEvidence(v choice, s expectation) evidence {
	var reasons evidence
	reasons.hold(isChoice, v.value.Type() != cty.Bool || len(probe.Alternatives(s.want)) == 1)
	reasons[isLater] = often(v.order)
	text, as := printer.Value(v.value), asName
	if v.isString() {
		text, as = v.value.AsString(), asText
		reasons[usedText] = often(c.used().values().texts[text])
		reasons.hold(shown, s.texts[text]+s.texts[v.name] > 0)
	}
	reasons[usedTextHere] = often(c.used().values().times(text, as))
	return reasons
}

// isHandle reports whether only functions return values of a type.
func isHandle(t typesys.Type) bool {
	return t == typesys.Asset || t == typesys.Archive
}
