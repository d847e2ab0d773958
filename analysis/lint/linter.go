// Package lint holds the rules: they report code that runs but could be written better, or is unsafe.
//
// A rule is an [Analyzer]: the codes that it reports, and functions that run on an item, on the nodes of an item, or on the program. The checker
// runs them through [checked.Linter] after it has typed an item, so a rule sees finished results and cannot change them. A rule reads other items and
// files only through its [Pass], which records the dependency; otherwise an edit elsewhere would leave a stale finding.
//
// To add a rule, declare its code and text in package codes, write a file with its functions here, add a row to the table below, and add a
// fixture to testdata/check.
//
// # Order
//
// Node rules run in one walk over the item. They also run on items with syntax errors, because the checker drops findings next to an error. Item
// rules run after the walk, only on items without syntax errors. Program rules run for each report.
//
// Why not one walk per rule: a program is linted at each keystroke, and most nodes concern no rule.
//
// # What stays in the checker
//
// Findings about types, undefined names and failures at run time stay in the checker. Findings about secrets are in package
// taint, because they come from the walk that computes the taints.
package lint

import (
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Linter runs all rules. There is only one, so programs can compare their linters.
var Linter checked.Linter = &linter{}

type linter struct{ selections sync.Map } // by codes.OptIns

// selection holds the rules that run for a set of opt-ins.
type selection struct {
	nodes    [nodeKinds][]func(Pass, hclsyntax.Node)
	items    []func(Pass)
	programs []func(*checked.ProgramPass)
}

func (l *linter) selected(on codes.OptIns) *selection {
	if known, ok := l.selections.Load(on); ok {
		return known.(*selection)
	}
	s := &selection{}
	for _, a := range analyzers {
		if !slices.ContainsFunc(a.Codes, on.Has) {
			continue
		}
		for _, n := range a.Nodes {
			s.nodes[n.kind] = append(s.nodes[n.kind], n.run)
		}
		if a.Item != nil {
			s.items = append(s.items, a.Item)
		}
		if a.Program != nil {
			s.programs = append(s.programs, a.Program)
		}
	}
	l.selections.Store(on, s)
	return s
}

// Item implements [checked.Linter].
func (l *linter) Item(item *check.ItemPass) {
	s, p := l.selected(item.OptIns), Pass{item, &spares{}}
	s.walk(p)
	redundantTemplates(p)
	if len(p.Item.Errors) == 0 && p.Item.Kind != syntax.KindStray && p.Item.Kind != syntax.KindUnknown {
		for _, run := range s.items {
			run(p)
		}
	}
	dropFollowUps(p)
}

// walk runs the node rules, and finds the spares.
func (s *selection) walk(p Pass) {
	p.walk(func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		rules := s.nodes[kindOf(n)]
		if len(rules) == 0 {
			p.spares.see(n, parents)
			return true
		}
		if e, is := n.(hclsyntax.Expression); is && !p.Info.Checked(e) {
			return true
		}
		for _, run := range rules {
			run(p, n)
		}
		return true
	})
}

// ReadsAll implements [checked.Linter].
func (l *linter) ReadsAll() bool { return false }

// Program implements [checked.Linter].
func (l *linter) Program(p *checked.ProgramPass) {
	for _, run := range l.selected(p.OptIns).programs {
		run(p)
	}
}

// The options that rules check.
var (
	parentOptions = language.OptionsRuled(language.OptionParent)
	hookOptions   = language.OptionsRuled(language.OptionHooks)
	guardOptions  = language.OptionsWhere(func(o *language.Option) bool { return o.Protects })
	otherOptions  = language.OptionsWhere(func(o *language.Option) bool { return o.Rule.TakesResources() && !o.Rule.TakesProviders() })
)

// analyzers lists all rules.
var analyzers = []Analyzer{
	{Codes: []codes.Code{codes.SimplifyComparison, codes.SimplifyOperand, codes.CompareItself}, Nodes: on(roundaboutOperator)},
	{Codes: []codes.Code{codes.SimplifyNegation}, Nodes: on(roundaboutNegation)},
	{Codes: []codes.Code{codes.SimplifyCondition, codes.ConditionSameBranches}, Nodes: on(needlessCondition)},
	{Codes: []codes.Code{codes.SimplifyCall}, Nodes: on(needlessCall)},
	{Codes: []codes.Code{codes.SimplifyFor}, Nodes: on(copyingLoop)},
	{Codes: []codes.Code{codes.SimplifyInterpolation}, Nodes: on(interpolatedTexts)},
	{
		Codes: []codes.Code{codes.HardcodedToken, codes.HardcodedPrivateKey, codes.HardcodedPassword, codes.HardcodedAccount, codes.HardcodedImage},
		Nodes: on(hardcodedText),
	},
	{Codes: []codes.Code{codes.HardcodedRegion}, Nodes: on(hardcodedRegion)},
	{Codes: []codes.Code{codes.SecurityWildcardAction, codes.SecurityWildcardPrincipal}, Nodes: on(statement)},
	{Codes: []codes.Code{codes.PolicyKey, codes.PolicyValue, codes.PolicyIncomplete, codes.PolicyAction}, Nodes: on(policyPart)},
	{Codes: []codes.Code{codes.SecurityOpenIngress}, Nodes: append(on(openDoors), on(openRule)...)},
	{Codes: []codes.Code{codes.SecurityUnencrypted, codes.SecurityPublic, codes.ResourceUnguarded}, Nodes: on(weakSettings)},
	{Codes: []codes.Code{codes.ResourceUnprotected}, Nodes: on(unprotectedData)},
	{Codes: []codes.Code{codes.NameBuiltin}, Item: builtinName},
	{Codes: []codes.Code{codes.NameCase}, Program: similarNames},
	{Codes: []codes.Code{codes.NameRedundantLogical}, Item: sameLogicalName},
	{Codes: []codes.Code{codes.NameStyle}, Item: nameStyle},
	{Codes: []codes.Code{codes.NameStyleInterface}, Item: interfaceStyle},
	{Codes: []codes.Code{codes.ConfigRedundant}, Item: redundantConfig},
	{Codes: []codes.Code{codes.ConfigUntyped}, Item: untypedConfig},
	{Codes: []codes.Code{codes.ConfigDescription}, Item: undescribedConfig},
	{Codes: []codes.Code{codes.OptionDefault}, Item: defaultOptions},
	{Codes: []codes.Code{codes.OptionDuplicateEntry}, Item: repeatedEntries},
	{Codes: []codes.Code{codes.OutputWholeResource}, Item: wholeResource},
	{Codes: []codes.Code{codes.OutputDuplicateValue}, Program: sameOutputs},
	{Codes: []codes.Code{codes.BlockEmpty}, Item: emptyBlocks},
	{Codes: []codes.Code{codes.ComponentSourceOutside}, Item: sourceOutside},
	{Codes: []codes.Code{codes.StyleParentheses}, Item: needlessParentheses},
	{Codes: []codes.Code{codes.StyleQuotedKey}, Item: quotedKeys},
	{Codes: []codes.Code{codes.StyleQuotedLabel}, Item: quotedName},
	{Codes: []codes.Code{codes.OrderOptions}, Item: optionsLast},
	{Codes: []codes.Code{codes.OrderItems}, Program: unorderedItems},
	{Codes: []codes.Code{codes.FileResources}, Program: crowdedFiles},
	{Codes: []codes.Code{codes.PackageUndeclared}, Program: unversionedPackages},
	{Codes: []codes.Code{codes.TargetUnsupported}, Item: targetGaps},
	{Codes: []codes.Code{codes.CommentTodo}, Item: markers, Program: lonelyMarkers},
	{Codes: []codes.Code{codes.UnusedLocal, codes.UnusedConfig, codes.UnusedRead, codes.UnusedHook}, Program: unused},
}
