package plan

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/proppath"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file finds what replaces a resource besides its inputs: options, its provider, and what the
// state says of it. The order is the engine's.

// ByState is what replaces a resource whose state says so.
const ByState = "state"

// ByProvider is what replaces a resource whose provider is another one.
const ByProvider = "provider"

// replacedBy is what replaces a resource; doubt says why that cannot be told.
func (m *planner) replacedBy(s *Step) (by, doubt string) {
	old := s.Existing
	if old.External || old.Taint || old.PendingReplacement {
		return ByState, ""
	}
	switch id, set, known := importID(s.Now); {
	case set && !known:
		doubt = "`" + language.NameImport + "` is not known"
	case set && id != cmp.Or(old.ImportID, old.ID):
		return language.NameImport, ""
	}
	for _, one := range []struct {
		by   string
		find func(*Step) (bool, string)
	}{
		{language.NameReplacementTrigger, triggered},
		{language.NameReplaceWith, m.replacedWith},
		{language.NameDeletedWith, m.deletedWith},
		{ByProvider, m.otherProvider},
	} {
		replaces, why := one.find(s)
		if replaces {
			return one.by, ""
		}
		doubt = cmp.Or(why, doubt)
	}
	return "", doubt
}

// cascades adds the changes that follow from a replacement that deletes first: an input that came from the
// deleted resource counts as unknown, whatever it is now, and if that replaces a resource, it is deleted as well.
func (m *planner) cascades(s *Step, d *differ) {
	before := entries(s.Existing.Inputs)
	shape := members{resource: s.Now.Schema, element: typesys.Dynamic}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, set := s.inputs[name]; !set || !slices.ContainsFunc(s.Existing.PropertyDependencies[name], m.deletedFirst) {
			continue
		}
		t, replaces := shape.member(name)
		trial := &differ{ignored: d.ignored, replacing: d.replacing}
		trial.add(Changed, proppath.Path{proppath.KeySegment(name)}, before[name], cty.DynamicVal.Mark(value.Pending), t, replaces)
		if len(trial.found) > 0 && trial.found[0].Replaces {
			s.cascaded = true
			d.found = slices.DeleteFunc(d.found, func(c Change) bool { return c.Path[0].Key == name })
			d.found = append(d.found, trial.found[0])
		}
	}
}

// deletedFirst reports whether a resource of the state is replaced, and deleted before.
func (m *planner) deletedFirst(name string) bool {
	s := m.found[name]
	return s != nil && s.Op == Replace && s.DeletedFirst
}

// triggered compares the trigger of replacements. One that is new, or goes, does nothing.
func triggered(s *Step) (bool, string) {
	v, set, err := s.Now.Option(language.NameReplacementTrigger)
	before, _ := s.Existing.ReplacementTrigger.Unmark()
	if err != nil || !set || v.IsKnown() && v.IsNull() || before.IsKnown() && before.IsNull() {
		return false, ""
	}
	d := &differ{}
	d.values(nil, s.Existing.ReplacementTrigger, v, typesys.Dynamic, true)
	return replaced(d.found, func(Change) string { return "`" + language.NameReplacementTrigger + "` is not known" })
}

// replaced reports whether one of the changes certainly replaces a resource, or else why one may do so.
func replaced(changes []Change, why func(Change) string) (is bool, doubt string) {
	for _, c := range changes {
		switch {
		case !c.Replaces:
		case c.Kind != Doubtful:
			return true, ""
		default:
			doubt = why(c)
		}
	}
	return false, doubt
}

// replacedWith reports whether a resource is replaced that another one is to be replaced with.
func (m *planner) replacedWith(s *Step) (bool, string) {
	urns, known := resourcesOf(s.Now, language.NameReplaceWith)
	return m.anyReplaced(urns, known, language.NameReplaceWith)
}

// deletedWith reports whether a resource is replaced that another one, or its parent, is deleted with.
func (m *planner) deletedWith(s *Step) (bool, string) {
	urns, known := resourcesOf(s.Now, language.NameDeletedWith)
	if len(urns) == 0 {
		urns = s.handedOn.deletedWith
	}
	return m.anyReplaced(urns, known, language.NameDeletedWith)
}

// anyReplaced reports whether one of the resources that an option names is replaced.
func (m *planner) anyReplaced(urns []string, known bool, option string) (is bool, doubt string) {
	if !known {
		return false, "`" + option + "` is not known"
	}
	for _, name := range urns {
		switch other := m.steps[name]; {
		case other == nil || other.By == language.NameImport: // an import does not take others along
		case other.Op == Replace:
			return true, ""
		case other.Op == CannotTell:
			doubt = "it cannot be told whether `" + other.Now.Name + "` is replaced, and `" + option + "` names it"
		}
	}
	return false, doubt
}

// otherProvider reports whether the provider differs in a way that replaces its resources.
func (m *planner) otherProvider(s *Step) (bool, string) {
	if s.Now.Schema.IsProvider || s.Now.Schema.Package == schema.Builtin() {
		return false, ""
	}
	before, now := m.existing[s.Existing.Provider], m.steps[s.provider.URN]
	switch {
	case !s.provider.Known:
		return false, "its provider is not known"
	case !s.Existing.Custom: // it was a component
		return true, ""
	case before == nil:
		return false, ""
	case s.provider.URN == "":
		return m.defaultProvider(s.Now.Schema.Package, before)
	case now == nil:
		return false, ""
	case now.Before == nil || now.Before.URN != before.URN:
		return configured(before, now.inputs, now.Now.Schema, now.Now.Name, false)
	case now.Match == Aliased || now.Op == Same || now.Op == Update:
		return false, ""
	case now.Op == Replace:
		return judged(now.Changes, now.Now.Name)
	}
	return false, "it cannot be told whether its provider `" + now.Now.Name + "` is replaced"
}

// defaultProvider is about a resource that the default provider of a package manages from now on. Its
// configuration is that of the stack.
func (m *planner) defaultProvider(pkg *schema.Package, before *state.Resource) (bool, string) {
	config := map[string]cty.Value{}
	if m.stack != nil {
		for key, v := range m.stack.Values {
			name, is := strings.CutPrefix(key, pkg.Name()+":")
			switch {
			case !is:
			case v.Secure:
				config[name] = value.UnknownText()
			default:
				config[name] = cty.StringVal(v.Text)
			}
		}
	}
	u, err := urn.Parse(before.URN)
	return configured(before, config, pkg.Resource(providerPrefix+pkg.Name()), "default", err == nil && isDefaultProvider(u))
}

// configured reports whether a provider that is configured otherwise replaces the resources of the one before.
// An environment may have given settings that nothing in the program does.
func configured(before *state.Resource, now map[string]cty.Value, provider *schema.Resource, name string, environment bool) (bool, string) {
	if provider == nil {
		return false, "the schema of its provider cannot be had"
	}
	// What selects the plugin is no configuration.
	plugin := proppath.SetOf([]proppath.Path{{proppath.KeySegment(providerVersion)}, {proppath.KeySegment(pluginURL)}})
	d := &differ{ignored: plugin}
	d.objects(nil, storedInputs(before.Inputs, now), now, members{resource: provider, element: typesys.Dynamic}, false)
	changes := slices.DeleteFunc(d.found, func(c Change) bool {
		p := provider.Input(c.Path[0].Key)
		return environment && c.Kind == Removed && (p == nil || len(p.DefaultEnv) > 0 || p.Default != cty.NilVal)
	})
	return judged(changes, name)
}

// judged is whether changes of a configuration replace the resources of the provider.
func judged(changes []Change, name string) (bool, string) {
	return replaced(changes, func(c Change) string { return "`" + c.Path.String() + "` of its provider `" + name + "` is not known" })
}

// The inputs of every provider that select its plugin.
const (
	providerVersion = "version"
	pluginURL       = "pluginDownloadURL"
)

// prepare gives a provider the inputs that the engine adds.
func (s *Step) prepare() {
	if !s.Now.Schema.IsProvider {
		return
	}
	if url, had := entries(s.Existing.Inputs)[pluginURL]; had {
		s.inputs[pluginURL] = url
	}
	isMade := false // by parameters: then the package has a version of its own, whatever the option says
	if _, block, found := s.Now.Program.PackageBlock(s.Now.Schema.Package.Name()); found {
		if ref, _ := analysis.PackageRef(block.Item); ref.SchemaVersion() != "" {
			s.inputs[providerVersion], isMade = cty.StringVal(ref.SchemaVersion()), ref.Parameterization != nil
		}
	}
	if version, set, err := s.Now.Option(language.NameVersion); err == nil && set && !isMade {
		s.inputs[providerVersion] = version
	}
}
