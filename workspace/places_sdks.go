package workspace

import (
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file finds the package blocks that the Pulumi command writes below the folder sdks
// of a project, as sdks/NAME/NAME-VERSION.pp. They are not part of the program, which is
// a single directory.

// sdk is a package that a file below sdks declares.
type sdk struct{ name, path string }

// sdksFolder is the folder's name.
const sdksFolder = "sdks"

// maxSDKs limits the directories below sdks that are searched.
const maxSDKs = 256

// sdksIn are the packages declared below the folder sdks of a directory.
func sdksIn(fsys disk.FS, dir string) []sdk {
	var found []sdk
	folders, _ := fsys.ReadDir(path.Join(dir, sdksFolder))
	for i, folder := range folders {
		if i == maxSDKs {
			break
		}
		if !folder.IsDir() {
			continue
		}
		inside := path.Join(dir, sdksFolder, folder.Name())
		files, _ := fsys.ReadDir(inside)
		for j, f := range files {
			if j < maxSDKs && strings.HasSuffix(f.Name(), ".pp") && !f.IsDir() {
				found = append(found, declaredIn(fsys, path.Join(inside, f.Name()))...)
			}
		}
	}
	return found
}

// declaredIn are the packages that a file declares.
func declaredIn(fsys disk.FS, file string) (found []sdk) {
	text, err := fsys.ReadFile(file)
	if err != nil {
		return nil
	}
	for _, it := range syntax.Parse(file, string(text), nil).All() {
		if ref, ok := analysis.PackageRef(it.Item); ok {
			found = append(found, sdk{ref.Name, file})
		}
	}
	return found
}
