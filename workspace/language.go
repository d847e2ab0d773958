package workspace

import (
	"path"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file decides which version of the language a program is judged by, if it does not say so itself.

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
