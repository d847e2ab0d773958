// This file applies the settings that a client sends: with initialize, with workspace/didChangeConfiguration, and
// when the server asks for them. It handles trust too.

package lsp

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/lsp/publish"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	declared "github.com/pcl-lsp/pcl-lsp/workspace/settings"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// settings are what a user can set in the editor. The server ignores members that it does not know, since they belong to the client.
type settings struct {
	Rules       map[string]jsontext.Value `json:"rules"`   // severities by code or family
	Stack       jsontext.Value            `json:"stack"`   // the stack whose configuration applies
	Pulumi      jsontext.Value            `json:"pulumi"`  // the version of Pulumi that judges programs
	State       jsontext.Value            `json:"state"`   // the path of the states of stacks
	Trusted     *bool                     `json:"trusted"` // programs that the workspace contains may run
	Diagnostics struct {
		Scope jsontext.Value `json:"scope"` // which programs are checked
	} `json:"diagnostics"`
	InlayHints map[string]jsontext.Value `json:"inlayHints"` // which kinds are shown
	CodeLens   map[string]jsontext.Value `json:"codeLens"`   // which kinds are shown

	Limits struct {
		FileSize *int `json:"fileSize"` // the size in MiB up to which files are checked
		Memory   *int `json:"memory"`   // the size in MiB above which memory is shed
	} `json:"limits"`

	Targets jsontext.Value `json:"targets"` // the languages to convert programs to
	Secrets struct {
		PublicNames jsontext.Value `json:"publicNames"` // patterns for inputs that everybody may read
	} `json:"secrets"`

	// Commands are the client's own commands that answers may refer to. They count with initialize only.
	Commands []string `json:"commands"`
	// SchemaDocuments says that the client shows documents whose texts it requests with pcl/schemaDocument. It counts with initialize only.
	SchemaDocuments bool `json:"schemaDocuments"`
}

// defaultMemory is the default of the setting limits.memory, in bytes.
var defaultMemory = func() int64 {
	setting, _ := declared.Named("limits.memory")
	return int64(setting.Default.(float64)) * mebibyte
}()

// configurationParams are the parameters of workspace/didChangeConfiguration.
type configurationParams struct {
	Settings jsontext.Value `json:"settings"`
}

// didChangeConfiguration applies changed settings. The server also asks a client that it can ask, since the notification may be incomplete or empty.
func (s *server) didChangeConfiguration(p *configurationParams) error {
	if given := section(p.Settings); len(given) > 0 && given.Kind() != jsontext.KindNull {
		s.apply(given)
	}
	s.askSettings()
	return nil
}

// apply applies settings and replaces all earlier ones.
func (s *server) apply(given jsontext.Value) {
	s.configuring.Lock()
	defer s.configuring.Unlock()
	s.trust(s.configure(given).Trusted)
	s.findings.Changed()
	if text := string(given); text != s.settings { // clients also send unchanged settings
		s.settings = text
		s.poller.pollAll()
	}
}

// section returns our section of some settings. Clients send it under `pcl` or alone.
func section(given jsontext.Value) jsontext.Value {
	var sections struct {
		PCL jsontext.Value `json:"pcl"`
	}
	if protocol.Unmarshal(given, &sections) == nil && len(sections.PCL) > 0 {
		return sections.PCL
	}
	return given
}

// configure applies settings, except for trust and what counts with initialize only, and returns them. It skips invalid settings and tells the user.
func (s *server) configure(given jsontext.Value) settings {
	var set settings
	if len(given) == 0 || given.Kind() != jsontext.KindBeginObject {
		return settings{}
	}
	usable, mistakes := declared.Clean(given)
	if err := protocol.Unmarshal(usable, &set); err != nil {
		s.tell("the settings cannot be used: " + err.Error())
		return settings{}
	}
	note := func(name string, err error) {
		if err != nil {
			mistakes = append(mistakes, name+err.Error())
		}
	}
	var policy codes.Policy
	for _, code := range slices.Sorted(maps.Keys(set.Rules)) {
		var severity string
		err := protocol.Unmarshal(set.Rules[code], &severity)
		if err == nil {
			policy, err = policy.With(code, severity)
		}
		note("pcl.rules, "+code+": ", err)
	}
	scope, err := scopeOf(set.Diagnostics.Scope)
	note("pcl.diagnostics.scope: ", err)
	s.findings.SetScope(scope)
	stack, err := s.stackOf(set.Stack)
	note("pcl.stack: ", err)
	statePath, err := s.statePathOf(set.State)
	note("pcl.state: ", err)
	pulumi, err := s.pulumiOf(set.Pulumi)
	note("pcl.pulumi: ", err)
	names, err := publicNamesOf(set.Secrets.PublicNames)
	note("pcl.secrets.publicNames: ", err)
	chosen, err := targetsOf(set.Targets)
	note("pcl.targets: ", err)
	hints := lens.CalmHints()
	note("", chosenKinds("pcl.inlayHints", set.InlayHints, lens.HintKinds(), hints[:]))
	s.hints.Store(&hints)
	lenses := lens.Calm()
	note("", chosenKinds("pcl.codeLens", set.CodeLens, lens.Kinds(), lenses[:]))
	s.lenses.Store(&lenses)
	s.tellNew(mistakes)
	limit := workspace.DefaultLimit
	if size := set.Limits.FileSize; size != nil {
		limit = syntax.LimitOf(*size)
	}
	memory := defaultMemory
	if size := set.Limits.Memory; size != nil {
		memory = int64(*size) * mebibyte
	}
	s.memory.limit.Store(memory)
	s.session.Apply(workspace.LimitChanged{Limit: limit}, workspace.PolicyChanged{Policy: policy}, workspace.StackSelected{Stack: stack}, workspace.PulumiChosen{Version: pulumi}, workspace.StateSelected{Path: statePath}, workspace.PublicNamesChanged{Names: names}, workspace.TargetsChanged{Targets: chosen})
	return set
}

// read reads a setting, which is meant to be what the text says. isGiven is false if there is none.
func read[T any](given jsontext.Value, meant string) (value T, isGiven bool, err error) {
	if len(given) == 0 || given.Kind() == jsontext.KindNull {
		return value, false, nil
	}
	if protocol.Unmarshal(given, &value) != nil {
		return *new(T), true, fmt.Errorf("%s is %s", given, meant)
	}
	return value, true, nil
}

// pulumiOf reads a version of Pulumi. The default is that from the command line. An invalid one leaves the choice to programs.
func (s *server) pulumiOf(given jsontext.Value) (string, error) {
	version, isGiven, err := read[string](given, "not a version of Pulumi such as \"3.276.0\"")
	if !isGiven || version == "" && err == nil {
		return s.opts.Pulumi, nil
	}
	if err == nil {
		err = declared.CheckPulumi(version)
	}
	if err != nil {
		return "", err
	}
	return version, nil
}

// stackOf reads the name of a stack. The default is the stack from the command line. An invalid name stands for no stack.
func (s *server) stackOf(given jsontext.Value) (string, error) {
	name, isGiven, err := read[string](given, "not the name of a stack")
	switch {
	case !isGiven:
		return s.opts.Stack, nil
	case name == "":
		return "", err
	}
	if err := declared.CheckStack(name); err != nil {
		return "", err
	}
	return name, nil
}

// statePathOf reads the path of states. A relative one starts at the first folder of the workspace.
func (s *server) statePathOf(given jsontext.Value) (string, error) {
	file, _, err := read[string](given, "not the path of a file")
	file = filepath.ToSlash(file)
	switch {
	case file == "" || path.IsAbs(file) || filepath.IsAbs(file):
		return file, err
	case len(s.folders) == 0:
		return "", fmt.Errorf("%q is relative, but no folder is open", file)
	}
	return path.Join(s.folders[0], file), nil
}

// publicNamesOf reads patterns for inputs. Settings files decide if there are none or if they are invalid.
func publicNamesOf(given jsontext.Value) (analysis.PublicNames, error) {
	patterns, isGiven, err := read[[]string](given, "not a list of patterns")
	if !isGiven || err != nil {
		return analysis.PublicNames{}, err
	}
	return analysis.ParsePublicNames(patterns)
}

// targetsOf reads the languages to convert programs to. Settings files decide if there are none or if they are invalid.
func targetsOf(given jsontext.Value) (targets.Set, error) {
	names, isGiven, err := read[[]string](given, "not a list of languages")
	if !isGiven || err != nil {
		return 0, err
	}
	return targets.Parse(names)
}

// scopeOf reads the scope of findings. The default replaces an invalid scope.
func scopeOf(given jsontext.Value) (publish.Scope, error) {
	word, isGiven, err := read[publish.Scope](given, "")
	if isGiven && (err != nil || word != publish.ScopeOpen && word != publish.ScopeWorkspace) {
		return publish.ScopeWorkspace, fmt.Errorf("%s is neither %q nor %q", given, publish.ScopeOpen, publish.ScopeWorkspace)
	}
	return cmp.Or(word, publish.ScopeWorkspace), nil
}

// chosenKinds reads which kinds of something are shown. Kinds that are absent or invalid keep their default.
func chosenKinds[K fmt.Stringer](name string, given map[string]jsontext.Value, kinds []K, shown []bool) error {
	var wrong []error
	for i, kind := range kinds {
		is, isGiven, err := read[bool](given[kind.String()], "neither true nor false")
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Errorf("%s.%s: %w", name, kind, err))
		case isGiven:
			shown[i] = is
		}
	}
	return errors.Join(wrong...)
}

// settingsSection is our section of a client's settings.
const settingsSection = "pcl"

// askSettings asks the client for its settings if the client supports that. It never waits.
func (s *server) askSettings() {
	if !s.client.givesSettings {
		return
	}
	s.background(func() {
		s.asking.run(func() {
			if given, err := s.askOnce(); err == nil {
				s.answered(given)
			} else {
				s.warn("the client did not send its settings", err)
			}
		})
	})
}

// askOnce waits for the client's settings for its first folder. They apply to the whole session.
func (s *server) askOnce() (jsontext.Value, error) {
	item := protocol.ConfigurationItem{Section: new(settingsSection)}
	s.configuring.Lock()
	if len(s.folders) > 0 {
		folder := uri.File(s.folders[0])
		item.ScopeURI = &folder
	}
	s.configuring.Unlock()
	var given []jsontext.Value
	err := s.call(protocol.MethodWorkspaceConfiguration, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{item}}, &given)
	if err != nil || len(given) == 0 {
		return nil, err
	}
	return given[0].Clone(), nil
}

// answered applies settings that the server has asked for. A client without any settings answers null or an empty object. The settings from initialize
// then remain in effect.
func (s *server) answered(given jsontext.Value) {
	if given.Kind() != jsontext.KindBeginObject || !s.askedBefore.Load() && isEmptyObject(given) {
		return
	}
	s.askedBefore.Store(true)
	s.apply(given)
}

func isEmptyObject(given jsontext.Value) bool {
	var members map[string]jsontext.Value
	return protocol.Unmarshal(given, &members) == nil && len(members) == 0
}

// watchSettings asks the client to tell when its settings change. It waits for the answer.
func (s *server) watchSettings() {
	options, err := protocol.Marshal(&protocol.DidChangeConfigurationRegistrationOptions{Section: protocol.String(settingsSection)})
	if err == nil {
		err = s.call(protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
			Registrations: []protocol.Registration{{ID: "settings", Method: protocol.MethodWorkspaceDidChangeConfiguration, RegisterOptions: options}},
		}, nil)
	}
	s.warn("the client will not report changes of its settings", err)
}

// trust applies what settings say about trust. If they say nothing, what initialize said applies: a client does not revoke trust by sending other
// settings.
func (s *server) trust(given *bool) {
	if given == nil {
		given = &s.trusted
	}
	s.tellTrust(Trust{Given: *given, Folders: s.folders})
}

// tellTrust tells the owner if trust has changed, and looks for schemas again.
func (s *server) tellTrust(next Trust) {
	if s.opts.Trust == nil || s.told != nil && s.told.Given == next.Given && slices.Equal(s.told.Folders, next.Folders) {
		return
	}
	isOther := s.told != nil && s.told.Given != next.Given
	s.told = &next
	s.opts.Trust(next)
	s.session.Apply(workspace.SchemasChanged{})
	if isOther { // links may lead elsewhere, or no longer
		s.session.Apply(workspace.DiskChanged{})
	}
}
