package checked

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/packageblock"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements what the scope inputs of all items decide together, beyond the scope of
// the engine: which packages are declared, and which declarations are duplicates.

// scopeData is kept with a scope: as long as no scope input changes, versions of a program share
// it.
type scopeData struct {
	// mark stands for the scope in places that must not keep it in memory.
	mark *byte

	packages   map[string]*packageBlock
	duplicates []diagnostic.Diagnostic // findings about names and packages

	usesPackages atomic.Pointer[map[string]packageUse] // see packagesUsed
	givesVersion atomic.Pointer[map[string]schema.Ref] // see versionsGiven
	sources      atomic.Pointer[[]string]              // see componentSources
	packaged     atomic.Pointer[packageFindings]       // see packageFindings
	names        atomic.Pointer[check.DeclaredNames]   // see declaredNames
	lint         sync.Map                              // see ProgramPass.Keep
}

// scopeData is that of the program's scope.
func (p *Program) scopeData() *scopeData { return p.core.Scope().Data.(*scopeData) }

// newScopeData makes the data of a new scope.
func newScopeData(p *Program) *scopeData {
	s := &scopeData{mark: new(byte), packages: map[string]*packageBlock{}}
	for _, clash := range p.core.Scope().Clashes() {
		s.note(clashFinding(clash))
	}
	s.declarePackages(p)
	return s
}

func (s *scopeData) note(d diagnostic.Diagnostic) { s.duplicates = append(s.duplicates, d) }

// clashFinding reports a declaration whose name denotes something else.
func clashFinding(c program.Clash) diagnostic.Diagnostic {
	if c.Earlier == nil {
		return diagnostic.New(diagnostic.NameOf(c.Item), codes.NameDuplicate, "`"+c.Item.Name+"` is the null value and cannot be declared; choose another name")
	}
	message := "`" + c.Item.Name + "` is already declared as " + prose.WithArticle(check.KindOf(c.Earlier).String()) + "; "
	switch kind := c.Item.Syntax.Kind; {
	case kind.Declares() != language.DeclaresKeyword:
		message += "choose another name"
	case kind == c.Earlier.Syntax.Kind:
		message = "there is already " + language.BlockOf(kind).Body.Noun + "; merge the two"
	default:
		message += "give that another name"
	}
	return diagnostic.New(diagnostic.NameOf(c.Item), codes.NameDuplicate, message, diagnostic.NameOf(c.Earlier).Near("first declared here"))
}

// packagesChanged reports whether the name of a package may have a new meaning.
func packagesChanged(d *program.Derivation) bool {
	if !d.KeepsOrder() { // the last of several versions wins
		given, before := ViewOf(d.Program).versionsGiven(), ViewOf(d.Base).versionsGiven()
		if !maps.EqualFunc(given, before, packageblock.Equal) {
			return true
		}
	}
	for _, c := range d.Changed {
		var before, now scopeInput
		if c.Old != nil {
			before = scopeInputOf(c.Old)
		}
		if c.New != nil {
			now = scopeInputOf(c.New)
		}
		if before.packages != now.packages || before.text != now.text {
			return true
		}
	}
	return false
}

// mayBeDeclared reports whether a finding of an item only says that a name is not declared
// that may be declared in text that nobody could read.
func (p *Program) mayBeDeclared(it *syntax.Item, d diagnostic.Diagnostic) bool {
	return d.Code == codes.NameUndefined && p.core.Scope().MayDeclare(it.Text[d.Span.Start:d.Span.End])
}

// declaredNames are those of the program's scope.
func (p *Program) declaredNames() *check.DeclaredNames {
	if known := p.scopeData().names.Load(); known != nil {
		return known
	}
	names := &check.DeclaredNames{ByLogicalName: map[string]string{}}
	for e := range p.core.Items() {
		if !p.core.Owns(e) {
			continue
		}
		names.All = append(names.All, e.Name)
		if logical, literal := tree.GivenLogicalName(e.Syntax); literal && names.ByLogicalName[logical] == "" {
			names.ByLogicalName[logical] = e.Name
		}
	}
	p.scopeData().names.Store(names)
	return names
}
