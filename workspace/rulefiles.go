package workspace

import (
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file finds what is wrong in open rule files.
//
// Why programs wait until a rule file is saved: while a rule is being written, it is mostly half a rule, which is right or wrong
// about everything; and each change of it judges whole programs anew. The author sees the mistakes in the rule itself at once.

// IsRuleFile reports whether a file is a rule file, by its name.
func IsRuleFile(path string) bool { return rules.IsFile(path) }

// RuleFile is what is wrong in an open rule file as the editor has it. It is false for other files.
func (s *Snapshot) RuleFile(path string) (FileReport, bool) {
	path = disk.Clean(path)
	o, open := s.overlays.find(path)
	if !open || !rules.IsFile(path) {
		return FileReport{}, false
	}
	file, found := rules.Read(o.file())
	users := s.ruleUsers(path)
	others := []*rules.File{file}
	if len(users) > 0 {
		book, same := users[0].book, ""
		others = slices.Clone(book.files)
		for i, t := range book.texts {
			if t.path == path {
				others[i], same = file, t.text
			}
		}
		if same == file.Source.Text() {
			found = append(found, s.session.reports.expensive(path, same)...)
		}
	}
	_, twice := rules.NewSet(others...)
	found = slices.Concat(found, inFile(twice, path), file.CheckNames(s.RuleSchemas(path)))
	return FileReport{(&analysis.FileFindings{Path: path}).With(file.Source, found), file.Source}, true
}

// RuleSchemas are the schemas that a rule file is about: those of a program to which it applies, or else those for a program
// beside the file.
func (s *Snapshot) RuleSchemas(path string) analysis.Schemas {
	path = disk.Clean(path)
	for _, user := range s.ruleUsers(path) {
		if user.program != nil {
			return s.Schemas(user.program.Dir)
		}
	}
	return s.Schemas(dirOf(path))
}

// TeamRules are the rules that the settings for a directory name, without those that have mistakes.
func (s *Snapshot) TeamRules(dir string) []*rules.Rule {
	book := s.state(disk.Clean(dir)).book
	if book == nil {
		return nil
	}
	return book.set.Rules
}

// RuleNamed is the place of the name of the rule that has a code and applies to a directory.
func (s *Snapshot) RuleNamed(dir string, code codes.Code) (path string, span syntax.Span, ok bool) {
	for _, r := range s.TeamRules(dir) {
		if r.Code() == code {
			return r.Path, r.Span, true
		}
	}
	return "", syntax.Span{}, false
}

// ruleUsers are the known directories to which a rule file applies, sorted.
func (s *Snapshot) ruleUsers(path string) []*folderState {
	s.mu.Lock()
	defer s.mu.Unlock()
	var users []*folderState
	for _, dir := range slices.Sorted(maps.Keys(s.folders)) {
		if state := s.folders[dir].known(); state != nil && state.book.has(path) {
			users = append(users, state)
		}
	}
	return users
}

// expensive are the last findings about rules that are too expensive, in a version of a rule file.
func (m *reportMemory) expensive(path, text string) []analysis.Diagnostic {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, dir := range slices.Sorted(maps.Keys(m.byDir)) {
		r := m.byDir[dir].ruled
		if r == nil || !slices.Contains(r.book.texts, ruleText{path, text}) {
			continue
		}
		if found := inFile(r.expensive, path); len(found) > 0 {
			return found
		}
	}
	return nil
}
