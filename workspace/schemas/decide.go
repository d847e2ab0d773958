package schemas

import (
	"fmt"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file decides what serves a package. It searches one source after the other and
// records what it saw.

type search struct {
	observer
	caller Caller
	within []*opened // packages that refer to the wanted one, whose references are being compared
	ref    schema.Ref
	d      schema.Decision

	pkg      *schema.Package
	source   *opened // where the package comes from
	referred int     // to how many packages it was known to refer

	known   candidates     // schemas of the package, whatever their version
	damaged *candidate     // the first fitting one that cannot be used
	why     error          // what is wrong with it
	faults  []string       // what could not be read
	unread  bool           // whether that may be possible now
	unasked *schema.Plugin // the first plugin that would serve and may not be asked
	lacks   schema.Grant   // what would have to be given for that
	refusal string         // why it was not asked all the same
	failure string         // why an asked plugin gave nothing
}

// resolve finds the package and says why it is the one.
func (s *Store) resolve(ref schema.Ref, caller Caller) *search {
	r := &search{observer: observer{s, disk.Watch(s.options.FS)}, caller: caller, ref: ref}
	r.run()
	return r
}

func (r *search) run() {
	r.d.Ref = r.ref
	if r.ref.Name == schema.BuiltinPackage {
		r.d.State, r.d.Why = schema.Ready, "it is built in"
		r.pkg = schema.Builtin()
		return
	}
	found := r.files(schema.GivenSource, r.options.Paths) || r.files(schema.WorkspaceSource, r.options.Folders) ||
		r.local() || r.home()
	if !found {
		r.nothing()
	}
}

// files searches files and folders. Like all steps, it is true if the search is over.
func (r *search) files(kind schema.SourceKind, paths []string) bool {
	found, faults := r.inPaths(paths)
	r.faults = append(r.faults, faults...)
	r.unread = r.unread || found.unread()
	named := found.named(r.ref.Name)
	r.known = append(r.known, named...)
	wanted := r.ref.SchemaVersion()
	why := "it was given explicitly"
	if kind == schema.WorkspaceSource {
		why = "it is in a schema folder of the workspace"
	}
	if wanted == "" {
		why += " and is the highest version there"
	} else {
		why += " and has the wanted version"
	}
	return r.first(kind, named.best(), func(c candidate) (string, bool) {
		if !satisfies(c.version, wanted) {
			return "it is version " + c.version + ", but " + wanted + " is wanted", false
		}
		return why, true
	})
}

// first takes the first candidate that fits and can be opened, and records why it skipped
// others.
func (r *search) first(kind schema.SourceKind, cs candidates, judge func(candidate) (why string, fits bool)) bool {
	taken := false
	for _, c := range cs {
		source := schema.Source{Kind: kind, Path: c.path, Version: c.version}
		why, fits := judge(c)
		switch {
		case taken && fits:
			source.Why = "a better one was found"
		case !fits:
			source.Why = why
		default:
			err := r.open(c)
			if taken = err == nil; !taken {
				source.Why = "it cannot be used: " + err.Error()
				break
			}
			source.Why, source.Taken = why, true
			r.d.Why = why
		}
		r.note(source)
	}
	return taken
}

// maxNoted limits the sources that a decision lists.
const maxNoted = 100

func (r *search) note(p schema.Source) {
	if len(r.d.Considered) < maxNoted || p.Taken || p.Kind == schema.AskedSource {
		r.d.Considered = append(r.d.Considered, p)
	}
}

// open opens a candidate, which then serves the package.
func (r *search) open(c candidate) error {
	err := c.err
	var o *opened
	var referred int
	if err == nil {
		o, referred, err = r.options.Files.file(c.path).open(c.stamp, r)
	}
	if err != nil {
		r.unread = r.unread || isUnread(err)
		if r.damaged == nil {
			r.damaged, r.why = &c, err
		}
		return err
	}
	r.pkg, r.source, r.referred = o.pkg, o, referred
	r.d.Availability = schema.Availability{State: schema.Ready, Path: c.path, Version: o.pkg.Version()}
	return nil
}

// home searches the Pulumi home. The plugin decides on the version; its schema is cached,
// or the plugin must be asked.
func (r *search) home() bool {
	plugin := r.choosePlugin()
	wanted := r.ref.Version
	if wanted == "" && plugin != nil {
		wanted = plugin.Version
	}
	cached, faults := r.cached(r.ref)
	r.faults = append(r.faults, faults...)
	r.unread = r.unread || cached.unread()
	for _, c := range cached {
		if why := c.misnamed(r.ref); c.err == nil && why != "" {
			r.faults = append(r.faults, c.path+": "+why)
			continue
		}
		r.known = append(r.known, c)
	}
	if r.first(schema.CacheSource, cached.best(), func(c candidate) (string, bool) { return r.judgeCached(c, wanted, plugin) }) {
		return true
	}
	if r.served(wanted, plugin) {
		return true
	}
	return r.outdated(cached.best(), wanted)
}

// outdated takes a schema that is older than the installed plugin, if the plugin gave
// none. The reference implementation would ask the plugin, but a schema hardly changes
// within one version.
func (r *search) outdated(cs candidates, wanted string) bool {
	for _, c := range cs {
		if c.err != nil || !satisfies(c.version, wanted) || c.misnamed(r.ref) != "" || r.open(c) != nil {
			continue
		}
		r.d.Why = "it is older than the installed plugin, and there is nothing newer"
		for i := range r.d.Considered {
			if p := &r.d.Considered[i]; p.Path == c.path {
				p.Taken, p.Why = true, r.d.Why
			}
		}
		return true
	}
	return false
}

// judgeCached reports whether the reference implementation would take a cached schema.
func (r *search) judgeCached(c candidate, wanted string, plugin *installed) (why string, fits bool) {
	if c.err == nil {
		if why := c.misnamed(r.ref); why != "" {
			return why, false
		}
	}
	switch {
	case !satisfies(c.version, wanted) && r.ref.Version == "":
		return "it is version " + c.version + ", but " + wanted + " is installed", false
	case !satisfies(c.version, wanted):
		return "it is version " + c.version + ", but " + wanted + " is wanted", false
	case plugin != nil && c.stamp.Modified < plugin.changed:
		return "it is older than the installed plugin", false
	case r.ref.Version != "":
		return "it is cached for the wanted version", true
	case plugin != nil:
		return "it is cached for the installed version", true
	}
	return "it is the highest cached version, and no version is installed", true
}

// choosePlugin is the installed plugin that a run would use; nil if there is none.
func (r *search) choosePlugin() *installed {
	all, faults := r.installedPlugins(r.ref.PluginName())
	r.faults = append(r.faults, faults...)
	var chosen *installed
	for i := range all {
		p := &all[i]
		source := schema.Source{Kind: schema.InstalledSource, Path: p.Dir, Version: p.Version, Why: p.fault}
		switch {
		case p.fault != "":
		case !satisfies(p.Version, r.ref.Version):
			source.Why = "it is version " + p.Version + ", but " + r.ref.Version + " is wanted"
		case chosen != nil:
			source.Why = chosen.Version + " is preferred"
		default:
			chosen = p
			if r.d.Provider == (schema.Plugin{}) {
				r.d.Provider = p.Plugin
			}
			source.Why = "a run uses it: it is the highest installed version"
			if r.ref.Version != "" {
				source.Why = "a run uses it: it has the wanted version"
			}
			if r.lacking(p.Plugin)&schema.Trust != 0 {
				source.Why += "; it is in the workspace, and " + untrusted
			}
		}
		r.note(source)
	}
	return chosen
}

// served looks for an earlier answer of the chosen plugin, or else asks it.
func (r *search) served(version string, plugin *installed) bool {
	ref := r.ref
	ref.Version = version
	if plugin == nil {
		return r.askedEarlier(ref, schema.Plugin{})
	}
	return r.askedEarlier(ref, plugin.Plugin) || r.ask(plugin.Plugin)
}

// askedEarlier takes the file of an earlier answer.
func (r *search) askedEarlier(ref schema.Ref, plugin schema.Plugin) bool {
	if r.options.Asked == nil {
		return false
	}
	if r.options.AskedIn != "" {
		_, _ = r.seen.ReadNames(r.options.AskedIn, schemaEndings) // others may put it there
	}
	path, ok := r.options.Asked(ref, plugin)
	return ok && r.answered(path, "the plugin supplied it earlier")
}

// answered takes a file that a plugin wrote, if it holds the wanted schema.
func (r *search) answered(path, why string) bool {
	info, err := r.seen.StatFile(path)
	if err != nil || !info.Mode().IsRegular() {
		if err == nil {
			err = fmt.Errorf("%s is not a regular file", path)
		}
		r.note(schema.Source{Kind: schema.AskedSource, Path: path, Why: err.Error()})
		return false
	}
	c := r.candidate(path, info)
	wanted := r.ref.SchemaVersion()
	return r.first(schema.AskedSource, candidates{c}, func(c candidate) (string, bool) {
		switch {
		case c.err != nil:
		case c.name != r.ref.Name:
			return "it contains the schema of " + c.name, false
		case !satisfies(c.version, wanted):
			return "it is version " + c.version + ", but " + wanted + " is wanted", false
		}
		return why, true
	})
}

// ask asks a plugin, if it may be run.
func (r *search) ask(plugin schema.Plugin) bool {
	if plugin.Executable == "" {
		return r.refuse(plugin, 0, "it needs a language host to run")
	}
	if lacks := r.lacking(plugin); lacks != 0 {
		return r.refuse(plugin, lacks, "")
	}
	d := r.d
	d.Provider, d.Needs = plugin, r.needed(plugin)
	answer := r.options.Ask(r.caller, d)
	switch answer.State {
	case schema.Ready:
		if r.answered(answer.Path, "the plugin supplied it") {
			return true
		}
		r.failure = "its provider did not supply a schema: " + r.d.Considered[len(r.d.Considered)-1].Why
		return false
	case schema.Missing:
		return r.refuse(plugin, 0, answer.Reason)
	case schema.Broken:
		r.failure = answer.Reason
		return false
	}
	r.d.Availability = schema.Availability{State: answer.State, Reason: answer.Reason}
	return true
}

// needed is what the user must grant before a plugin is run. The workspace has no say in
// it.
func (r *search) needed(plugin schema.Plugin) schema.Grant {
	if plugin.From != schema.InstalledSource || r.options.HomeBrought {
		return schema.Permission | schema.Trust
	}
	return schema.Permission
}

// lacking is what the user has not granted of that.
func (r *search) lacking(plugin schema.Plugin) schema.Grant {
	lacks := r.needed(plugin)
	if r.options.Ask != nil {
		lacks &^= schema.Permission
	}
	if r.options.Trusted {
		lacks &^= schema.Trust
	}
	return lacks
}

// refuse records why the first plugin is not asked; a run would use that one.
func (r *search) refuse(plugin schema.Plugin, lacks schema.Grant, why string) bool {
	if r.unasked == nil {
		r.unasked, r.lacks, r.refusal = &plugin, lacks, why
	}
	return false
}
