package checking

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
)

// This file decides whether a round did harm, and which fixes may be to blame.

// harmed returns the targets that are worse after a round.
func (f *Fixer) harmed(chosen [][]fix.Fix, findings [][]analysis.Diagnostic) []int {
	var harmed []int
	for i := range f.job.Targets {
		if worse(f.Findings[i], findings[i]) || f.broken(i, chosen[i]) || stays(chosen[i], f.Findings[i], findings[i]) {
			harmed = append(harmed, i)
		}
	}
	return harmed
}

// worse reports whether there are more findings than before. Severities count in order:
// one error outweighs any number of warnings.
func worse(before, after []analysis.Diagnostic) bool {
	count := func(findings []analysis.Diagnostic, s codes.Severity) (n int) {
		for _, d := range findings {
			if d.Severity == s {
				n++
			}
		}
		return n
	}
	for _, s := range []codes.Severity{codes.Error, codes.Warning, codes.Information, codes.Hint} {
		if was, is := count(before, s), count(after, s); is != was {
			return is > was
		}
	}
	return false
}

// stays reports whether a finding is still there, word for word, after its fix. Such a
// fix would be applied again in each round.
func stays(fixes []fix.Fix, before, after []analysis.Diagnostic) bool {
	type said struct {
		path    string
		code    codes.Code
		message string
	}
	of := func(d analysis.Diagnostic) said { return said{d.Path, d.Code, d.Message} }
	more, shown := map[said]int{}, map[string]int{} // than before, and which of them a limit hid in a file
	for _, d := range after {
		more[of(d)]++
		shown[d.Path] -= d.Hidden
	}
	for _, d := range before {
		more[of(d)]--
		shown[d.Path] += d.Hidden
	}
	return slices.ContainsFunc(fixes, func(x fix.Fix) bool { return more[of(x.Diagnostic)] >= max(0, shown[x.Diagnostic.Path]) })
}

// broken reports whether an edited file of a program cannot be read any more, or has a
// text that it had before.
func (f *Fixer) broken(i int, fixes []fix.Fix) bool {
	paths := touchedBy(editsOf(fixes))
	return f.unreadable(paths) || slices.ContainsFunc(paths, func(path string) bool {
		file, _, _, _ := f.Snapshot.File(path)
		return f.programs[i].had[hashOf(file)]
	})
}

// unreadable reports whether the program of a file has lost it, which happens when a
// file does not look like PCL any more, or whether a file has a syntax error.
func (f *Fixer) unreadable(paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		p := f.Snapshot.Program(path)
		if p == nil {
			return true
		}
		file, there := p.File(path)
		if !there {
			return true
		}
		_, broken := file.FirstError()
		return broken
	})
}

// suspects returns the targets whose fixes may have caused the harm: the harmed targets
// and the components that they use, or all targets if these have no fixes.
func (f *Fixer) suspects(harmed []int, chosen [][]fix.Fix) []int {
	suspect := map[string]bool{}
	var visit func(dir string)
	visit = func(dir string) {
		if suspect[dir] {
			return
		}
		suspect[dir] = true
		if p := f.Snapshot.ProgramIn(dir); p != nil {
			for _, inner := range p.ComponentDirs() {
				visit(inner)
			}
		}
	}
	for _, i := range harmed {
		visit(f.job.Targets[i].Dir)
	}
	var suspects, all []int
	for i, fixes := range chosen {
		if len(fixes) == 0 {
			continue
		}
		all = append(all, i)
		if suspect[f.job.Targets[i].Dir] {
			suspects = append(suspects, i)
		}
	}
	if len(suspects) == 0 {
		return all
	}
	return suspects
}
