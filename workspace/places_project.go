package workspace

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
	"go.yaml.in/yaml/v3"
)

// This file reads what a project says about packages: plugins and local packages in its
// project file, and its folder sdks. The Pulumi command writes package blocks there, as sdks/NAME/NAME-VERSION.pp. They are
// not part of the program, which is a single directory.

type projectPackages struct {
	plugins []schemas.LocalPlugin
	listed  []string // packages of the project file that are not local, by name
	sdks    []sdk
}

// pluginFile describes a plugin that a language host runs.
const pluginFile = "PulumiPlugin.yaml"

// maxPluginDirs limits the directories of local packages that are followed.
const maxPluginDirs = 32

// projectPackagesOf is what the project of the program in a directory says.
func projectPackagesOf(fsys disk.FS, dir string) projectPackages {
	var found projectPackages
	if !disk.IsPath(dir) {
		return found
	}
	p := stackfile.ProjectOf(fsys, dir)
	if p.Path == "" {
		found.sdks = sdksIn(fsys, dir)
		return found
	}
	root := path.Dir(p.Path)
	r := projectReader{fsys: fsys, found: &found, seen: map[string]bool{}}
	r.read(p.Path, path.Base(p.Path))
	found.sdks = sdksIn(fsys, root)
	if dir != root {
		found.sdks = append(found.sdks, sdksIn(fsys, dir)...)
	}
	return found
}

// amended adds what the project knows about a package without a schema: where it is
// declared and how to install it.
func (p *projectPackages) amended(ref schema.Ref, a schema.Availability) schema.Availability {
	if a.State != schema.Missing {
		return a
	}
	if a.Install != "" && slices.Contains(p.listed, ref.Name) {
		a.Install = "pulumi install"
	}
	for _, s := range p.sdks {
		if s.name == ref.Name && ref.Parameterization == nil && ref.Version == "" {
			a.DeclaredIn = filepath.FromSlash(s.path)
		}
	}
	return a
}

// projectSchemas are the schemas for a project that says something about packages.
type projectSchemas struct {
	store    *schemas.Store
	packages *projectPackages
}

// Package finds a package.
func (p projectSchemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	pkg, a := p.store.Package(ref)
	return pkg, p.packages.amended(ref, a)
}

// Find is Package with the information when to search again.
func (p projectSchemas) Find(ref schema.Ref, caller schemas.Caller) schemas.Found {
	found := p.store.Find(ref, caller)
	found.Availability = p.packages.amended(ref, found.Availability)
	return found
}

// Explain says what serves a package and why.
func (p projectSchemas) Explain(ref schema.Ref) (schema.Decision, bool) {
	d, ok := p.store.Explain(ref)
	d.Availability = p.packages.amended(ref, d.Availability)
	return d, ok
}

// Names lists the packages with a schema, sorted.
func (p projectSchemas) Names() []string { return p.store.Names() }

type projectReader struct {
	fsys  disk.FS
	found *projectPackages
	seen  map[string]bool // directories of local packages
}

// packageSource is the source of a package in a project file. (docs/language/configs.md#project-file)
type packageSource struct{ source, version string }

// UnmarshalYAML reads both forms: SOURCE[@VERSION], and a mapping.
func (s *packageSource) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		s.source, s.version, _ = strings.Cut(n.Value, "@")
		return nil
	}
	var written struct {
		Source  yaml.Node `yaml:"source"`
		Version yaml.Node `yaml:"version"`
	}
	_ = n.Decode(&written) // the valid part counts
	s.source, s.version = written.Source.Value, written.Version.Value
	return nil
}

var packageName = lazy.Regexp(`^[a-zA-Z0-9][a-zA-Z0-9_.-]*(/[a-zA-Z0-9][a-zA-Z0-9_.-]*){0,2}$`)

func (s packageSource) isLocal() bool {
	for _, prefix := range []string{"./", "../", "/", `.\`, `..\`} {
		if strings.HasPrefix(s.source, prefix) {
			return true
		}
	}
	isURL := strings.Contains(s.source, "://") || strings.Contains(strings.SplitN(s.source, "/", 2)[0], ".") && strings.Contains(s.source, "/")
	return s.source == "." || s.source == ".." || s.source != "" && !isURL && !packageName.Get().MatchString(s.source)
}

// read reads a project file, or the file of a plugin that has packages of its own. It
// ignores errors; the project file is checked elsewhere.
func (r *projectReader) read(file, name string) {
	text, err := disk.ReadYAML(r.fsys, file)
	if err != nil {
		return
	}
	var content struct {
		Plugins struct {
			Providers []struct {
				Name, Path, Version string
			} `yaml:"providers"`
		} `yaml:"plugins"`
		Packages map[string]packageSource `yaml:"packages"`
	}
	_ = yaml.Unmarshal(text, &content) // the valid part counts
	dir := path.Dir(file)
	for _, p := range content.Plugins.Providers {
		if p.Name != "" && p.Path != "" {
			r.plugin(schemas.LocalPlugin{Name: p.Name, Version: strings.TrimPrefix(p.Version, "v"), Dir: at(dir, p.Path), Source: "`plugins` in " + name})
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(content.Packages)) {
		source := content.Packages[pkg]
		if !source.isLocal() {
			r.found.listed = append(r.found.listed, pkg)
			continue
		}
		r.plugin(schemas.LocalPlugin{Name: pkg, Dir: at(dir, source.source), Source: "`packages` in " + name})
	}
}

// plugin adds a plugin, and the plugins that it needs itself.
func (r *projectReader) plugin(p schemas.LocalPlugin) {
	r.found.plugins = append(r.found.plugins, p)
	dir := filepath.ToSlash(p.Dir)
	if r.seen[dir] || len(r.seen) == maxPluginDirs {
		return
	}
	r.seen[dir] = true
	r.read(path.Join(dir, pluginFile), path.Join(path.Base(dir), pluginFile))
}

// at resolves a path in a project file in a directory, in the form of the system.
func at(dir, written string) string {
	slashed := filepath.ToSlash(written)
	if !disk.IsPath(slashed) {
		slashed = path.Join(dir, slashed)
	}
	return filepath.FromSlash(path.Clean(slashed))
}

// sdk is a package that a file below sdks declares.
type sdk struct{ name, path string }

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
