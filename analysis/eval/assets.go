package eval

import (
	"path"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file evaluates assets and archives in a run. The engine knows them by the hash of their content.

// archiveEndings are the endings of files that are archives as they are. Others must be directories.
var archiveEndings = []string{".tar", ".tgz", ".gz", ".zip", ".jar"}

// asset is what a function makes of a file or text; unknown where the content cannot be had.
func (s *scope) asset(b *language.Builtin, args []cty.Value) cty.Value {
	if s.run == nil || len(args) != 1 {
		return cty.DynamicVal
	}
	arg, marks := args[0].UnmarkDeep()
	if !arg.IsWhollyKnown() || arg.IsNull() {
		return value.Unknown(marks)
	}
	v := cty.DynamicVal
	switch role := b.Role(0); {
	case role == language.RoleAssetMembers && value.IsMap(arg):
		if made, ok := value.TextArchive(value.Members(arg)); ok {
			v = made
		}
	case arg.Type() != cty.String:
	case role == language.RoleAssetText:
		v = value.TextAsset(arg.AsString())
	case role == language.RoleAssetFile:
		v = s.fileOnDisk(value.AssetType, arg.AsString())
	case role == language.RoleArchivePath && slices.Contains(archiveEndings, path.Ext(arg.AsString())):
		v = s.fileOnDisk(value.ArchiveType, arg.AsString())
	}
	return v.WithMarks(marks)
}

// fileOnDisk is a file of the program that is run. Paths in components are relative to a directory that the
// component does not know.
func (s *scope) fileOnDisk(t cty.Type, written string) cty.Value {
	if found, ok := s.p.ContentAt(written); ok && found.SHA256 != "" && s.within == nil {
		return value.File(t, found.SHA256)
	}
	return cty.DynamicVal
}
