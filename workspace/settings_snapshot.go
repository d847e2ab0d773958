package workspace

import (
	"path"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file tells what settings files say about files and programs, and decides by which version of the language a
// program is judged.

// SettingsFile is the settings file that applies to a directory; empty if there is none.
func (s *Snapshot) SettingsFile(dir string) string { return s.settings(disk.Clean(dir)).Path }

// SettingsFaults are the findings in the settings file that applies to a directory.
func (s *Snapshot) SettingsFaults(dir string) []analysis.Diagnostic {
	return s.settings(disk.Clean(dir)).Faults
}

// Governed is a program with files to which a settings file applies; nil if none is known. The findings in the file are among those of the program.
func (s *Snapshot) Governed(file string) *analysis.Program {
	file = disk.Clean(file)
	if !s.isSettings(file) || !disk.IsPath(file) {
		return nil
	}
	if state := s.state(dirOf(file)); state.governedBy(file) {
		return state.program
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var found *analysis.Program
	for _, f := range s.folders {
		if state := f.state.Load(); state.governedBy(file) && (found == nil || state.program.Dir < found.Dir) {
			found = state.program
		}
	}
	return found
}

func (s *folderState) governedBy(file string) bool {
	return s != nil && s.settings.Path == file && s.program != nil && len(s.program.Files) > 0
}

// InForce are the settings that apply to a file or folder, as [settings.File.InForce] has
// them.
func (s *Snapshot) InForce(p string) []settings.InForce {
	p = disk.Clean(p)
	dir := p
	if isProgramFile(p) {
		dir = dirOf(p)
	}
	given := s.settings(dir)
	return given.InForce(p, dir)
}

// Excluded reports whether settings exclude a file or folder, so that no findings are
// shown in it.
func (s *Snapshot) Excluded(p string) bool {
	p = disk.Clean(p)
	if isProgramFile(p) || stackfile.IsProjectFile(p) {
		given := s.settings(dirOf(p))
		return given.Excludes(p)
	}
	given := s.settings(p)
	return given.ExcludesFolder(p)
}

// FailOn is the lowest severity that makes a check of the program in a directory fail;
// empty if its settings do not say.
func (s *Snapshot) FailOn(dir string) string { return s.settings(disk.Clean(dir)).FailOn }

// Missing are the packages that the program in a directory looked for and that have no
// schema, if its settings require all of them: see [Snapshot.PackagesOf].
func (s *Snapshot) Missing(dir string) []PackageUse {
	dir = disk.Clean(dir)
	if !s.settings(dir).RequireSchemas {
		return nil
	}
	return lists.Where(s.PackagesOf(dir), func(use PackageUse) bool { return use.Reason != "" })
}

func (s *Snapshot) settings(dir string) settings.File {
	return s.state(dir).settings
}

// isSettings reports whether a file may be one with settings.
func (s *Snapshot) isSettings(path string) bool {
	return settings.IsFile(path) || path == s.session.options.Settings
}

// languageOf is what was chosen for all programs, or else what settings, the project, or what is installed says.
func languageOf(chosen string, set *settings.File, project stackfile.Project, installed func() (version, file string)) language.Edition {
	if chosen != "" {
		return language.Chosen(chosen, "`--pulumi` or the setting of the editor is")
	}
	if set.Pulumi != "" {
		return language.Chosen(set.Pulumi, "the setting `pulumi` in "+path.Base(set.Path)+" is")
	}
	if lowest, ok := versions.Lowest(project.Pulumi); ok {
		return language.EditionOf(lowest.String(), "`requiredPulumiVersion` in "+path.Base(project.Path)+" allows")
	}
	if installed != nil {
		if version, file := installed(); version != "" {
			return language.EditionOf(version, "the installed `"+path.Base(file)+"` is")
		}
	}
	return language.Edition{}
}
