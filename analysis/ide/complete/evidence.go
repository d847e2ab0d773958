package complete

import (
	"math"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file weighs the reasons for an item against each other. Reasons add up: each has a strength, which depends on
// the item and the cursor, and a weight, which depends on the kind of place. A weight of 100 per unit of strength
// makes an item e times as likely. The weights at the end were fitted to programs, but not to the held-out ones of
// TestRanking. People write the entries of a body in similar orders, so what usually follows the entry before the
// cursor is likely next, here and in other programs.

// reason is why somebody may want an item.
type reason uint8

// evidence is the strength of each reason for one item, in tenths.
type evidence [reasons]int

// weights holds the weight of each reason in one kind of place.
type weights [reasons]int

// unit is the strength of a reason that either holds or does not.
const unit = 10

func (e *evidence) hold(r reason, holds bool) {
	if holds {
		e[r] = unit
	}
}

// often is the strength of a reason that holds n times: each doubling adds a unit.
func often(n int) int { return int(math.Round(unit * math.Log2(1+float64(n)))) }

// neutral is the weight of an item that no reason speaks for.
const neutral = 5000

// weigh returns the weight of an item for [sorted]: the more likely, the less.
func (w *weights) weigh(e *evidence) int {
	sum := 0
	for r, strength := range e {
		sum += w[r] * strength
	}
	return neutral - sum/unit
}

// byUse returns the weight of an item that the program uses n times.
func byUse(n int) int { return neutral - often(n) }

// entry is an attribute, key or nested block that a body lacks.
type entry struct {
	name            string
	required, block bool
	read            bool // the item reads a variable that something in the block declares
	later           int  // its position among the attributes of the language
}

// entryWeight returns the weight of an entry of the body at the cursor.
func (c *completer) entryWeight(e entry) int {
	v, words := c.used(), c.used().entries()
	last := v.here.usualLast()
	var reasons evidence
	reasons.hold(isRequired, e.required)
	reasons.hold(isBlock, e.block)
	reasons.hold(isRead, e.read)
	reasons[isLater] = unit * e.later
	reasons[long] = min(len(e.name), 20)
	reasons[used] = often(words.all[e.name])
	reasons[followsHere] = often(words.follows[e.name])
	reasons[commonHere] = often(elsewhere(usedIn, v.here.usual()).times(e.name))
	reasons[commonNext] = often(elsewhere(usedAfter, last).times(e.name))
	if c.shown != nil {
		if v.here.name == v.owner.name {
			last = strings.TrimPrefix(last, startOf(v.here.usual()))
		}
		reasons[shownFirst] = c.shown.place(e.name)
		reasons[shownNext] = often(c.shown.pairs[[2]string{strings.TrimPrefix(last, "^"), e.name}])
	}
	return entryWeights.weigh(&reasons)
}

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

const (
	// The type of a value.
	fits         reason = iota // it has the expected type
	converts                   // it converts to the expected type, or nothing is known about either
	holdsFitting               // a member of it may fit, or it may convert
	onlySource                 // a function: no variable has values of the expected type

	// Names.
	alike       // the share of the place's words that the item's name, member and type have
	alikeBack   // the share of the item's words that the place has
	memberAlike // the member shares a word with the place
	callAlike   // the share of the place's words that the function's name has
	wordWanted  // the place has a word that makes the function likely
	namesType   // the place is named after the type of the resource
	namesPart   // the place contains the type of the resource, or the two share their last word
	ownAlike    // the share of the words of the block's own name that the variable's name has
	long        // the length of the name

	// What the program does.
	used           // how often it uses the name or text at all
	usedHere       // how often it has the item in this place: in the same property, or the same body
	usedHerePart   // how often it has the member in the same property
	usedMostly     // the share of the bodies of this name that have the entry
	isUsed         // it uses the token
	called         // how often it calls the function
	calledHere     // how often it calls the function in the same property
	usedText       // how often it has the text anywhere
	usedTextHere   // how often the same property has the value
	followsHere    // how often the entry follows the one before the cursor
	unused         // it does not use the config or local yet
	unusedResource // it does not use the resource or component yet
	inOutput       // how many outputs have the name
	inSameBody     // the body has the name already
	inSameValue    // the value has the name already
	near           // how near the declaration is

	// What other programs and the examples of the schema do.
	common     // how often programs use the name
	commonHere // how often they have the item in this place
	commonCall // how often they call the function in this place
	commonNext // how often it follows the entry or type before the cursor
	shown      // examples have it in this place
	shownCall  // examples call the function in this place
	shownFirst // how early examples have the entry
	shownNext  // how often examples have the entry after the one before the cursor

	// What the item is.
	isRequired  // a required entry
	isBlock     // a nested block
	isRead      // it declares a variable that the block reads
	isDeclared  // an option that takes something that the program declares
	isForOthers // an option for other kinds of blocks
	isRange     // the option range
	isProvider  // the option provider
	isConfig    // a config
	isLocal     // a local
	isResource  // a resource or component
	isInner     // a variable that exists in this place only
	isOuter     // how many of those are nearer
	isMember    // a member of a variable
	isFunction  // a function
	isArgument  // a function in an argument of another
	isCall      // a function of a package, as the value of a local
	isDynamic   // a function with results of any type
	isLookup    // the token of a function that looks something up
	isChoice    // one of the few values of a type
	isLater     // how many others precede it in their declaration

	reasons
)

var (
	entryWeights = weights{
		long:        -29,
		used:        10,
		followsHere: 138,
		commonHere:  16,
		commonNext:  38,
		shownFirst:  10,
		shownNext:   30,
		isRequired:  181,
		isBlock:     -15,
		isRead:      156,
		isLater:     -9,
	}
	optionWeights = weights{
		used:        38,
		usedHere:    112,
		usedMostly:  93,
		followsHere: 166,
		common:      41,
		isRead:      602,
		isDeclared:  295,
		isForOthers: -232,
		isRange:     -251,
		isProvider:  -178,
	}
	tokenWeights = weights{
		alike:      471,
		alikeBack:  382,
		long:       -48,
		used:       168,
		isUsed:     -236,
		common:     40,
		commonNext: 56,
		isLookup:   104,
	}
	memberWeights = weights{
		fits:         267,
		converts:     137,
		holdsFitting: 90,
		alike:        249,
		memberAlike:  173,
		namesType:    75,
		namesPart:    -79,
		long:         -70,
		used:         36,
		usedHerePart: 109,
		commonHere:   49,
		shown:        131,
	}
	operandWeights = weights{
		fits:           162,
		converts:       78,
		holdsFitting:   -90,
		onlySource:     277,
		alike:          316,
		memberAlike:    6,
		callAlike:      420,
		wordWanted:     157,
		namesType:      163,
		namesPart:      51,
		ownAlike:       101,
		usedHere:       151,
		usedHerePart:   89,
		called:         84,
		calledHere:     45,
		usedText:       40,
		usedTextHere:   60,
		unused:         202,
		unusedResource: 39,
		inOutput:       111,
		inSameBody:     71,
		inSameValue:    -105,
		near:           250,
		common:         27,
		commonHere:     50,
		commonCall:     32,
		shown:          125,
		shownCall:      116,
		isConfig:       -90,
		isLocal:        -181,
		isResource:     -48,
		isInner:        465,
		isOuter:        -55,
		isMember:       -188,
		isFunction:     -218,
		isArgument:     -119,
		isCall:         243,
		isDynamic:      -47,
		isChoice:       480,
		isLater:        -36,
	}
)
