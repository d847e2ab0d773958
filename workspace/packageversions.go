package workspace

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file finds the version of a package in a project file.

// PackageVersion is the place of a version in a project file.
type PackageVersion struct {
	Path, Text string      // the file
	Span       syntax.Span // of the version
	Version    string
}

// PackageVersion finds the version that the project of the program in a directory gives a package under `packages`; false if it
// gives none. The error is for users, and names the file that cannot be read.
func (s *Snapshot) PackageVersion(dir, name string) (found PackageVersion, ok bool, err error) {
	p := stackfile.ProjectOf(s.fsys, dir)
	if p.Path == "" {
		return found, false, nil
	}
	text, exists, err := s.anyText(disk.Watch(s.fsys), p.Path)
	if err != nil || !exists {
		return found, false, err
	}
	var content struct {
		Packages map[string]yaml.Node `yaml:"packages"`
	}
	_ = yaml.Unmarshal([]byte(text), &content) // the valid part counts
	n, listed := content.Packages[name]
	if !listed {
		return found, false, nil
	}
	var source packageSource
	_ = source.UnmarshalYAML(&n) // never fails
	if source.isLocal() || source.version == "" {
		return found, false, nil
	}
	written := n
	for _, part := range n.Content { // of a mapping
		if part.Value == source.version {
			written = *part
		}
	}
	at := syntax.NewMapper(text).Offset(written.Line-1, written.Column-1, syntax.UTF32)
	line, _, _ := strings.Cut(text[at:], "\n")
	i := strings.Index(line, source.version)
	if i < 0 {
		return found, false, nil
	}
	return PackageVersion{p.Path, text, syntax.Span{Start: at + i, End: at + i + len(source.version)}, source.version}, true, nil
}
