package workspace

import (
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file reads the rule files that settings name, and compares rules with the schemas of packages.

// ruleBook is the rules of a team, as files have them. It is immutable.
type ruleBook struct {
	given []settings.RuleFile
	named [][]int // by each of these, the files that it names, as indexes in texts
	texts []ruleText
	files []*rules.File // the files, in the order of texts
	set   *rules.Set
	// packages are those that the rules are about.
	packages []string
	// faults are what is wrong with each file, in the order of texts, and missing what is not found or has another version, in the settings file.
	faults  []FileReport
	missing []analysis.Diagnostic

	names ruleNames
}

type ruleText struct{ path, text string }

// ruleBooks keeps the last book of each settings file, so that programs share it as long as it stays the same. The zero value is ready.
type ruleBooks struct {
	mu     sync.Mutex // guards byPath
	byPath map[string]*ruleBook
}

// of reads the rule files that a settings file names; nil if it names none.
func (b *ruleBooks) of(given settings.File, seen *disk.Seen) *ruleBook {
	if len(given.RuleFiles) == 0 {
		return nil
	}
	now := &ruleBook{given: given.RuleFiles}
	for _, f := range given.RuleFiles {
		var named []int
		for _, t := range readRules(f.Path, seen) {
			i := slices.Index(now.texts, t)
			if i < 0 {
				i = len(now.texts)
				now.texts = append(now.texts, t)
			}
			named = append(named, i)
		}
		now.named = append(now.named, named)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if last := b.byPath[given.Path]; last != nil && slices.Equal(last.texts, now.texts) && slices.Equal(last.given, now.given) {
		return last
	}
	now.parse(given.Path)
	lists.Put(&b.byPath, given.Path, now)
	return now
}

// source is a rule file as it was read last; nil for other files.
func (b *ruleBooks) source(path string) *syntax.File {
	if !rules.IsFile(path) {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, book := range b.byPath {
		for i, t := range book.texts {
			if t.path == path {
				return book.faults[i].Source
			}
		}
	}
	return nil
}

// has reports whether a file is in the book, which may be nil.
func (b *ruleBook) has(path string) bool {
	return b != nil && slices.ContainsFunc(b.texts, func(t ruleText) bool { return t.path == path })
}

// readRules reads a rule file, or those in a folder.
func readRules(at string, seen *disk.Seen) (found []ruleText) {
	names := []string{at}
	if !rules.IsFile(at) {
		names = nil
		entries, _ := seen.ReadNames(at, rules.Ending) // what cannot be read is missing
		for _, e := range entries {
			if rules.IsFile(e.Name()) && !e.IsDir() {
				names = append(names, path.Join(at, e.Name()))
			}
		}
	}
	for _, name := range names {
		if text, err := seen.ReadFile(name); err == nil {
			found = append(found, ruleText{name, string(text)})
		}
	}
	return found
}

func (b *ruleBook) parse(settings string) {
	b.files = make([]*rules.File, len(b.texts))
	b.faults = make([]FileReport, len(b.texts))
	for i, t := range b.texts {
		file, faults := rules.Parse(t.path, t.text)
		b.files[i], b.faults[i] = file, FileReport{&analysis.FileFindings{Path: t.path, Diagnostics: faults}, file.Source}
	}
	for _, f := range b.files {
		for _, name := range f.Packages() {
			if !slices.Contains(b.packages, name) {
				b.packages = append(b.packages, name)
			}
		}
	}
	for i, f := range b.given {
		if message := b.wrong(b.named[i], f.Version); message != "" {
			b.missing = append(b.missing, analysis.Diagnostic{Path: settings, Span: f.Span, Code: codes.SettingsInvalid, Severity: codes.SettingsInvalid.Severity(), Message: message}.Legible())
		}
	}
	set, twice := rules.NewSet(b.files...)
	b.set = set
	for i := range b.faults {
		b.faults[i].Found = b.faults[i].Found.With(b.faults[i].Source, inFile(twice, b.texts[i].path))
	}
}

// wrong says what is wrong with files that a setting names; empty if nothing is.
func (b *ruleBook) wrong(named []int, version string) string {
	for _, i := range named {
		switch f := b.files[i]; {
		case version == "" || f.HasVersion(version):
		case f.Version == "":
			return path.Base(f.Path) + " says no version; rules of version " + version + " are required here"
		default:
			return path.Base(f.Path) + " has version " + f.Version + ", and " + version + " is required here"
		}
	}
	if len(named) == 0 {
		return "there is no rule file here; names of rule files end in " + rules.Ending
	}
	return ""
}

func inFile(all []analysis.Diagnostic, path string) []analysis.Diagnostic {
	return lists.Where(all, func(d analysis.Diagnostic) bool { return d.Path == path })
}

// ruled is what the rules of a team say about a program.
type ruled struct {
	judgements map[string]*rules.Judgement // by file
	hints      map[string]*hintsIn         // of these
	files      []FileReport                // the rule files that are not open
	book       *ruleBook
	expensive  []analysis.Diagnostic // about rules, in rule files
}

// says is what rules say about a file; nil for nothing.
func (r *ruled) says(path string) *hintsIn {
	if r == nil {
		return nil
	}
	return r.hints[path]
}

// after are the same rules with other judgements. Other findings, such as those about rules that are too expensive, are in rule files.
func (b *ruleBook) after(last *ruled, judgements map[string]*rules.Judgement) *ruled {
	now := &ruled{judgements: judgements, hints: make(map[string]*hintsIn, len(judgements)), book: b}
	for name, j := range judgements {
		if last != nil && last.judgements[name] == j {
			now.hints[name] = last.hints[name]
		} else {
			now.hints[name] = &hintsIn{file: j.File, found: j.Found}
		}
	}
	return now
}

// reports are the findings in those rule files that are not open, of the findings in each and some more.
func (b *ruleBook) reports(isOpen func(path string) bool, found []FileReport, more []analysis.Diagnostic) []FileReport {
	var reports []FileReport
	for i, t := range b.texts {
		if isOpen(t.path) {
			continue // [Snapshot.RuleFile] has the findings
		}
		r := found[i]
		if in := inFile(more, t.path); len(in) > 0 {
			r.Found = r.Found.With(r.Source, in)
		}
		reports = append(reports, r)
	}
	return reports
}

// ruleNames remembers the findings in the files of a book when some packages are known. The zero value is ready.
type ruleNames struct {
	mu    sync.Mutex // guards known
	known []comparedNames
}

type comparedNames struct {
	packages packagesByName
	found    []FileReport
}

// mostCompared is how many comparisons of a book are remembered: programs of a workspace have few sets of packages.
const mostCompared = 16

// compared are the findings in each file, with the names in rules that packages do not have. It looks at packages that the program
// needs: a set of rules may be about many others. Programs with the same packages share the work.
func (b *ruleBook) compared(p *analysis.Program) []FileReport {
	packages := packagesByName{}
	needed := map[string]bool{schema.BuiltinPackage: true}
	for _, n := range p.PackageNeeds() {
		needed[n.Ref.Name] = true
	}
	for _, name := range b.packages {
		if !needed[name] {
			continue
		}
		if pkg := p.Package(name); pkg != nil {
			packages[name] = pkg
		}
	}
	if len(packages) == 0 {
		return b.faults
	}
	b.names.mu.Lock()
	defer b.names.mu.Unlock()
	for _, c := range b.names.known {
		if maps.Equal(c.packages, packages) {
			return c.found
		}
	}
	now := comparedNames{packages, slices.Clone(b.faults)}
	for i, f := range b.files {
		if unknown := f.CheckNames(packages); len(unknown) > 0 {
			now.found[i].Found = now.found[i].Found.With(now.found[i].Source, unknown)
		}
	}
	if len(b.names.known) == mostCompared {
		b.names.known = b.names.known[1:]
	}
	b.names.known = append(b.names.known, now)
	return now.found
}

type packagesByName map[string]*schema.Package

// Package finds a package.
func (p packagesByName) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	if pkg := p[ref.Name]; pkg != nil {
		return pkg, schema.Availability{State: schema.Ready}
	}
	return nil, schema.Availability{State: schema.Missing}
}
