package schemas

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"golang.org/x/mod/semver"
)

// This file finds the providers that are installed in the Pulumi home, by the
// rules of the reference implementation:
//
//	plugins/resource-NAME-vVERSION/pulumi-resource-NAME
//
// It also looks at the plugins that take precedence over installed ones: those that the
// project names, and those on the PATH. The workspace chooses these programs, so they
// count in trusted workspaces only.

// installed is a plugin directory with the wanted name.
type installed struct {
	schema.Plugin
	// changed is when the directory was installed, in nanoseconds.
	changed int64
	// fault is the reason why the plugin does not count; empty if it does.
	fault string
}

var pluginDir = lazy.Regexp(`^resource-([a-zA-Z0-9-][a-zA-Z0-9-_.]*[a-zA-Z0-9])-v(.*)$`)

// installedPlugins lists the directories of a plugin, the better versions first, and the
// errors.
func (e observer) installedPlugins(name string) (found []installed, faults []string) {
	if e.options.Home == "" {
		return nil, nil
	}
	entries, err := e.seen.ReadDir(e.pluginCache())
	if err != nil && !os.IsNotExist(err) {
		faults = append(faults, err.Error())
	}
	for _, entry := range entries {
		parts := pluginDir.Get().FindStringSubmatch(entry.Name())
		if parts == nil || !strings.EqualFold(parts[1], dirName(name)) {
			continue
		}
		if p, ok := e.installedPlugin(entry, name, parts[1], parts[2]); ok {
			found = append(found, p)
		}
	}
	lists.SortStable(found, func(a, b installed) int {
		return cmp.Or(-compareVersions(a.Version, b.Version), cmp.Compare(a.Dir, b.Dir))
	})
	return found, faults
}

// pluginNames are the packages of installed providers, going by the names of directories.
// Providers named by a URL are left out, as their packages have other names.
func (e observer) pluginNames() (names []string) {
	if e.options.Home == "" {
		return nil
	}
	entries, _ := e.seen.ReadDir(e.pluginCache())
	for _, entry := range entries {
		parts := pluginDir.Get().FindStringSubmatch(entry.Name())
		if parts == nil || !entry.IsDir() || strings.ContainsAny(parts[1], "._") {
			continue
		}
		if p, _ := e.installedPlugin(entry, parts[1], parts[1], parts[2]); p.fault == "" {
			names = append(names, parts[1])
		}
	}
	return names
}

// dirName is the name of a plugin in the name of its directory. Plugins from a repository
// are named by its URL.
func dirName(plugin string) string {
	return strings.ReplaceAll(strings.TrimPrefix(plugin, "git://"), "/", "_")
}

// installedPlugin looks at one directory. It is false for files beside the directories.
func (e observer) installedPlugin(entry fs.DirEntry, name, spelled, version string) (installed, bool) {
	dir := filepath.Join(e.pluginCache(), entry.Name())
	p := installed{Plugin: schema.Plugin{Name: name, Dir: dir, From: schema.InstalledSource}}
	parsed, ok := tolerantVersion(version)
	p.Version = parsed
	switch {
	case entry.Type().IsRegular():
		return p, false // .lock, .partial and .lastused
	case !entry.IsDir():
		p.fault = "it is not a real directory; links are not followed"
	case spelled != dirName(name):
		p.fault = "its name has different capitalization"
	case !ok:
		p.Version, p.fault = "", "`"+version+"` is not a version"
	case exists(e.seen, dir+".partial"):
		p.fault = "its installation is incomplete"
	default:
		p.fault = p.look(e.seen, spelled)
	}
	return p, true
}

// look finds the executable of a plugin, and returns what is wrong with the directory.
func (p *installed) look(seen *disk.Seen, spelled string) (fault string) {
	info, err := seen.StatPath(p.Dir)
	if err != nil {
		return err.Error()
	}
	p.changed = disk.StampOf(info).Changed
	p.Executable, fault = executableIn(seen, p.Dir, spelled)
	if fault == noExecutable && strings.Contains(spelled, "_") { // of a repository it may be a part
		entries, _ := seen.ReadDir(p.Dir)
		for _, e := range entries {
			if inside, f := executableIn(seen, filepath.Join(p.Dir, e.Name()), spelled); e.IsDir() && f == "" {
				p.Executable, fault = inside, ""
			}
		}
	}
	return fault
}

func exists(seen *disk.Seen, path string) bool {
	_, err := seen.Stat(path)
	return err == nil
}

const noExecutable = "it contains no executable"

// executableIn is the program of a plugin in a directory, empty if a language host runs
// the plugin, or the reason why there is none.
func executableIn(seen *disk.Seen, dir, name string) (path, fault string) {
	for _, ending := range executableEndings(runtime.GOOS) {
		path := filepath.Join(dir, "pulumi-resource-"+name+ending)
		info, err := seen.StatFile(path)
		switch {
		case err != nil && !os.IsNotExist(err):
			return "", err.Error()
		case err != nil:
		case !info.Mode().IsRegular():
			return "", path + " is not a regular file"
		case runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
			return "", path + " is not executable"
		default:
			return path, ""
		}
	}
	if exists(seen, filepath.Join(dir, "PulumiPlugin.yaml")) {
		return "", ""
	}
	return "", noExecutable
}

// executableEndings are the endings of executables on a system, the preferred one first.
func executableEndings(system string) []string {
	if system == "windows" {
		return []string{".exe", ".cmd"}
	}
	return []string{""}
}

// tolerantVersion is the semantic version for a text: missing numbers are zero, leading
// zeros and a leading v are ignored.
func tolerantVersion(text string) (string, bool) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "v")
	end := strings.IndexAny(text, "-+")
	if end < 0 {
		end = len(text)
	}
	numbers := strings.Split(text[:end], ".")
	if len(numbers) > 3 || len(numbers) < 3 && end < len(text) {
		return "", false
	}
	for i, n := range numbers {
		value, err := strconv.ParseUint(n, 10, 64)
		if err != nil {
			return "", false
		}
		numbers[i] = strconv.FormatUint(value, 10)
	}
	for len(numbers) < 3 {
		numbers = append(numbers, "0")
	}
	version := strings.Join(numbers, ".") + text[end:]
	return version, semver.IsValid("v" + version)
}

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
		p := schema.Plugin{Name: named.Name, Version: named.Version, Dir: named.Dir, From: schema.ProjectSource}
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
			r.note(schema.Source{Kind: schema.ProjectSource, Path: named.Dir, Version: named.Version, Why: "named by " + named.Source + ", but " + fault})
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
	p := schema.Plugin{Name: r.ref.PluginName(), From: schema.PathSource}
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
			r.note(schema.Source{Kind: schema.PathSource, Path: path, Why: "PULUMI_IGNORE_AMBIENT_PLUGINS is set"})
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
	source := schema.Source{Kind: p.From, Path: p.Dir, Version: p.Version}
	what := "the project names it"
	if p.From == schema.PathSource {
		source.Path, what = p.Executable, "it is on the PATH"
	}
	source.Why = "a run uses it, because " + what
	if !r.options.Trusted && p.Executable != "" {
		source.Why += "; " + untrusted
	}
	r.note(source)
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
