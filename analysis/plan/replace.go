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
func (m *planner) replacedBy(s *Step, old *state.Resource) (by, doubt string) {
	if old.External || old.Taint || old.PendingReplacement {
		return ByState, ""
	}
	id, set, known := m.imported(s)
	if before := old.ImportID; set && known {
		before = cmp.Or(before, old.ID)
		if before != id {
			return language.NameImport, ""
		}
	} else if set {
		doubt = "`" + language.NameImport + "` is not known"
	}
	for _, one := range []struct {
		option string
		find   func() (bool, string)
	}{
		{language.NameReplacementTrigger, func() (bool, string) { return m.triggered(s, old) }},
		{language.NameReplaceWith, func() (bool, string) { return m.replacedWith(s, language.NameReplaceWith) }},
		{language.NameDeletedWith, func() (bool, string) { return m.replacedWith(s, language.NameDeletedWith) }},
		{ByProvider, func() (bool, string) { return m.otherProvider(s, old) }},
	} {
		replaces, why := one.find()
		if replaces {
			return one.option, ""
		}
		if why != "" {
			doubt = why
		}
	}
	return "", doubt
}

// cascades adds the changes that follow from a replacement that deletes first: an input that came from the
// deleted resource counts as unknown, whatever it is now, and if that replaces a resource, it is deleted as well.
func (m *planner) cascades(s *Step, old *state.Resource, d *differ) {
	before := entries(old.Inputs)
	shape := members{resource: s.Now.Schema, element: typesys.Dynamic}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, set := s.inputs[name]; !set || !slices.ContainsFunc(old.PropertyDependencies[name], m.deletedFirst) {
			continue
		}
		t, replaces := shape.member(name)
		change := Change{Path: proppath.Path{proppath.KeySegment(name)}, Old: before[name], Now: cty.DynamicVal.Mark(value.Pending), Pending: true}
		trial := &differ{ignored: d.ignored, replacing: d.replacing}
		change.Replaces = replaces || replacesWithin(before[name], t)
		trial.add(change)
		if len(trial.found) > 0 && trial.found[0].Replaces {
			s.cascaded = true
			d.found = slices.DeleteFunc(d.found, func(c Change) bool { return c.Path[0].Key == name })
			d.found = append(d.found, trial.found[0])
		}
	}
}

// deletedFirst reports whether a resource of the state is replaced, and deleted before.
func (m *planner) deletedFirst(name string) bool {
	now := m.found[name]
	if now == nil {
		return false
	}
	step := m.steps[now.URN]
	return step != nil && step.Op == Replace && step.DeletedFirst
}

// triggered compares the trigger of replacements. One that is new, or goes, does nothing.
func (m *planner) triggered(s *Step, old *state.Resource) (bool, string) {
	v, set, err := s.Now.Option(language.NameReplacementTrigger)
	if err != nil || !set || v.IsKnown() && v.IsNull() {
		return false, ""
	}
	if before, _ := old.ReplacementTrigger.Unmark(); before.IsKnown() && before.IsNull() {
		return false, ""
	}
	d := &differ{}
	d.values(nil, old.ReplacementTrigger, v, typesys.Dynamic, false)
	if slices.ContainsFunc(d.found, func(c Change) bool { return c.Kind != Doubtful }) {
		return true, ""
	}
	if len(d.found) > 0 {
		return false, "`" + language.NameReplacementTrigger + "` is not known"
	}
	return false, ""
}

// replacedWith reports whether a resource that an option names is replaced.
func (m *planner) replacedWith(s *Step, option string) (bool, string) {
	urns, known := resourcesOf(s.Now, option)
	if !known {
		return false, "`" + option + "` is not known"
	}
	if option == language.NameDeletedWith && len(urns) == 0 {
		urns = s.deletedWith // of the parent, or its parent
	}
	doubt := ""
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
func (m *planner) otherProvider(s *Step, old *state.Resource) (bool, string) {
	if s.Now.Schema.IsProvider {
		return false, ""
	}
	before := m.byURN[old.Provider]
	switch {
	case !s.providerKnown:
		return false, "its provider is not known"
	case !old.Custom: // it was a component
		return true, ""
	case before == nil:
		return false, ""
	case s.provider == "":
		return m.defaultProvider(s, before)
	}
	now := m.steps[s.provider]
	switch {
	case now == nil:
		return false, ""
	case now.Before != nil && now.Before.URN == before.URN:
		return m.sameProvider(now)
	}
	return configured(before, now.inputs, now.Now.Schema, now.Now.Name, false)
}

// configured reports whether a provider that is configured otherwise replaces the resources of the one before.
// An environment may have given settings that nothing in the program does.
func configured(before *state.Resource, now map[string]cty.Value, provider *schema.Resource, name string, environment bool) (bool, string) {
	if provider == nil {
		return false, "the schema of its provider cannot be had"
	}
	d := &differ{}
	d.objects(nil, configOf(entries(before.Inputs)), configOf(now), members{resource: provider, element: typesys.Dynamic}, false)
	changes := slices.DeleteFunc(d.found, func(c Change) bool {
		p := provider.Input(c.Path[0].Key)
		return environment && c.Kind == Removed && (p == nil || len(p.DefaultEnv) > 0 || p.Default != cty.NilVal)
	})
	return judged(changes, name)
}

// sameProvider is about a resource of a provider that exists.
func (m *planner) sameProvider(now *Step) (bool, string) {
	switch {
	case now.Match == Aliased || now.Op == Same || now.Op == Update:
		return false, ""
	case now.Op == Replace:
		return judged(now.Changes, now.Now.Name)
	}
	return false, "it cannot be told whether its provider `" + now.Now.Name + "` is replaced"
}

// judged is whether changes of a configuration replace the resources of the provider.
func judged(changes []Change, name string) (bool, string) {
	doubt := ""
	for _, c := range changes {
		switch {
		case !c.Replaces:
		case c.Kind != Doubtful:
			return true, ""
		default:
			doubt = "`" + c.Path.String() + "` of its provider `" + name + "` is not known"
		}
	}
	return false, doubt
}

// defaultProvider is about a resource that the default provider manages from now on. Its
// configuration is that of the stack.
func (m *planner) defaultProvider(s *Step, before *state.Resource) (bool, string) {
	pkg := s.Now.Schema.Package
	u, err := urn.Parse(before.URN)
	return configured(before, m.settings(pkg.Name()), pkg.Resource(providerPrefix+pkg.Name()), "default", err == nil && isDefaultProvider(u))
}

// settings are what the configuration of the stack has for a package.
func (m *planner) settings(pkg string) map[string]cty.Value {
	all := map[string]cty.Value{}
	if m.stack == nil {
		return all
	}
	for key, v := range m.stack.Values {
		name, is := strings.CutPrefix(key, pkg+":")
		switch {
		case !is:
		case v.Secure:
			all[name] = value.UnknownText()
		default:
			all[name] = cty.StringVal(v.Text)
		}
	}
	return all
}

// configOf is the configuration of a provider without what selects its plugin.
func configOf(all map[string]cty.Value) map[string]cty.Value {
	config := map[string]cty.Value{}
	for name, v := range all {
		if name != providerVersion && name != pluginURL {
			config[name] = v
		}
	}
	return config
}

// The inputs of every provider that select its plugin.
const (
	providerVersion = "version"
	pluginURL       = "pluginDownloadURL"
)

func first(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[0]
}

// prepare gives a provider the inputs that the engine adds.
func (m *planner) prepare(s *Step, old *state.Resource) {
	if !s.Now.Schema.IsProvider {
		return
	}
	if url, had := entries(old.Inputs)[pluginURL]; had {
		s.inputs[pluginURL] = url
	}
	version, set, err := s.Now.Option(language.NameVersion)
	if err == nil && set {
		s.inputs[providerVersion] = version
		return
	}
	if _, block, found := s.Now.Program.PackageBlock(s.Now.Schema.Package.Name()); found {
		if ref, ok := analysis.PackageRef(block.Item); ok && ref.Version != "" {
			s.inputs[providerVersion] = cty.StringVal(ref.Version)
		}
	}
}
