package schemas

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file looks at the plugins that take precedence over installed ones: those that the
// project names, and those on the PATH. The workspace chooses these programs, so they
// count in trusted workspaces only.

// local looks at such plugins. If a run would use one that cannot be asked, the search
// goes on: any schema of the right version is better than none.
func (r *search) local() bool {
	if slices.ContainsFunc(r.projectPlugins(), r.trusted) {
		return true
	}
	p, found := r.onPath()
	return found && r.trusted(p)
}

// projectPlugins are the plugins of the project that a run could use.
func (r *search) projectPlugins() []schema.Plugin {
	var found []schema.Plugin
	for _, named := range r.options.Project {
		if named.Name != r.ref.PluginName() {
			continue
		}
		p := schema.Plugin{Name: named.Name, Version: named.Version, Dir: named.Dir, From: schema.ProjectPlace}
		fault := ""
		if info, err := r.seen.Stat(named.Dir); err != nil {
			fault = err.Error()
		} else if !info.IsDir() {
			fault = "it is not a directory"
		}
		if fault == "" && !satisfies(named.Version, r.ref.Version) {
			fault = "it is version " + named.Version + ", but " + r.ref.Version + " is wanted"
		}
		if fault == "" {
			p.Executable, fault = localExecutable(r.seen, named.Dir, named.Name)
		}
		if fault != "" {
			r.note(schema.Place{Kind: schema.ProjectPlace, Path: named.Dir, Version: named.Version, Why: "named by " + named.Source + ", but " + fault})
			continue
		}
		found = append(found, p)
	}
	return found
}

// localExecutable is the program of a plugin, which may have another name than in the
// project.
func localExecutable(seen *disk.Seen, dir, name string) (path, fault string) {
	path, fault = executableIn(seen, dir, name)
	if fault != noExecutable {
		return path, fault
	}
	others, _ := seen.ReadDir(dir)
	for _, other := range others {
		name, is := strings.CutPrefix(other.Name(), "pulumi-resource-")
		if !is {
			continue
		}
		if runtime.GOOS == "windows" {
			name = strings.TrimSuffix(name, filepath.Ext(name))
		}
		if path, f := executableIn(seen, dir, name); f == "" {
			return path, ""
		}
	}
	return "", fault
}

// onPath is the plugin that the reference implementation finds on the PATH. Its version
// is unknown.
func (r *search) onPath() (schema.Plugin, bool) {
	p := schema.Plugin{Name: r.ref.PluginName(), From: schema.PathPlace}
	if !plainName(p.Name) {
		return p, false
	}
	for _, dir := range filepath.SplitList(r.options.Variable("PATH")) {
		if !filepath.IsAbs(dir) {
			continue // it would depend on the working directory
		}
		path, fault := executableIn(r.seen, dir, p.Name)
		if fault != "" || path == "" {
			continue
		}
		if isTrue(r.options.Variable("PULUMI_IGNORE_AMBIENT_PLUGINS")) {
			r.note(schema.Place{Kind: schema.PathPlace, Path: path, Why: "PULUMI_IGNORE_AMBIENT_PLUGINS is set"})
			return p, false
		}
		p.Dir, p.Executable = dir, path
		return p, true
	}
	return p, false
}

// plainName reports whether a name is that of a file in a directory, and not a path.
func plainName(name string) bool { return name != "" && !strings.ContainsAny(name, "/\\\x00") }

func isTrue(text string) bool {
	switch strings.ToLower(text) {
	case "1", "true", "t":
		return true
	}
	return false
}

// untrusted is the reason why a plugin of the workspace is skipped, and what to do.
const untrusted = "it was not asked, because the workspace is not trusted (trust it with --trust-workspace or in the editor)"

// trusted takes a plugin that takes precedence over installed ones, if the workspace is
// trusted.
func (r *search) trusted(p schema.Plugin) bool {
	place := schema.Place{Kind: p.From, Path: p.Dir, Version: p.Version}
	what := "the project names it"
	if p.From == schema.PathPlace {
		place.Path, what = p.Executable, "it is on the PATH"
	}
	place.Why = "a run uses it, because " + what
	if !r.options.Trusted && p.Executable != "" {
		place.Why += "; " + untrusted
	}
	r.note(place)
	if !r.options.Trusted {
		return r.ask(p) // which says what is lacking
	}
	if r.d.Provider == (schema.Plugin{}) {
		r.d.Provider = p
	}
	ref := r.ref
	if p.Version != "" {
		ref.Version = p.Version
	}
	return r.askedEarlier(ref, p) || r.ask(p)
}
