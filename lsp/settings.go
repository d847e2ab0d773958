// This file implements the settings that a client sends: with `initialize`, with
// `workspace/didChangeConfiguration` whenever they change, and when it is asked.

package lsp

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/inlay"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/setting"
)

// settings are what an editor's user can set. Members that the server does not
// know are the client's own.
type settings struct {
	Rules       map[string]jsontext.Value `json:"rules"`   // severities by code or family
	Stack       jsontext.Value            `json:"stack"`   // whose configuration counts
	Trusted     *bool                     `json:"trusted"` // programs that the workspace brings along may run
	Diagnostics struct {
		Scope jsontext.Value `json:"scope"` // of which programs findings are shown
	} `json:"diagnostics"`
	InlayHints map[string]jsontext.Value `json:"inlayHints"` // which kinds are shown
	CodeLens   map[string]jsontext.Value `json:"codeLens"`   // which kinds are shown

	Secrets struct {
		PublicNames jsontext.Value `json:"publicNames"` // patterns for inputs that everybody reads
	} `json:"secrets"`

	// Commands are those of the client that answers may refer to. They count with
	// `initialize` only.
	Commands []string `json:"commands"`
	// SchemaDocuments says that the client shows documents whose texts it asks for with
	// pcl/schemaDocument. It counts with `initialize` only.
	SchemaDocuments bool `json:"schemaDocuments"`
}

// configurationParams are the parameters of `workspace/didChangeConfiguration`.
type configurationParams struct {
	Settings jsontext.Value `json:"settings"`
}

// didChangeConfiguration takes settings whenever they change. A client that can be
// asked is: what it sends need not be everything, and may be nothing.
func (s *server) didChangeConfiguration(p *configurationParams) error {
	if given := section(p.Settings); len(given) > 0 && given.Kind() != jsontext.KindNull {
		s.take(given)
	}
	s.askSettings()
	return nil
}

// take puts settings into force, in place of all before.
func (s *server) take(given jsontext.Value) {
	s.configuring.Lock()
	defer s.configuring.Unlock()
	s.trust(s.configure(given).Trusted)
	s.diagnoser.changed()
	if text := string(given); text != s.settings { // clients send them without need too
		s.settings = text
		s.lookout.again()
	}
}

// section is the part of some settings that is ours: clients send it under `pcl`,
// or as it is.
func section(given jsontext.Value) jsontext.Value {
	var sections struct {
		PCL jsontext.Value `json:"pcl"`
	}
	if (codec{}).Unmarshal(given, &sections) == nil && len(sections.PCL) > 0 {
		return sections.PCL
	}
	return given
}

// configure puts severities into force and gives the settings for the rest. What
// cannot be used is left out, and the user is told.
func (s *server) configure(given jsontext.Value) settings {
	var set settings
	if len(given) == 0 || given.Kind() != jsontext.KindBeginObject {
		return settings{}
	}
	usable, faults := setting.Clean(given)
	if err := (codec{}).Unmarshal(usable, &set); err != nil {
		s.tell("the settings cannot be used: " + err.Error())
		return settings{}
	}
	var policy codes.Policy
	for _, code := range slices.Sorted(maps.Keys(set.Rules)) {
		var severity string
		err := (codec{}).Unmarshal(set.Rules[code], &severity)
		if err == nil {
			policy, err = policy.With(code, severity)
		}
		if err != nil {
			faults = append(faults, "pcl.rules, "+code+": "+err.Error())
		}
	}
	scope, err := scopeOf(set.Diagnostics.Scope)
	if err != nil {
		faults = append(faults, "pcl.diagnostics.scope: "+err.Error())
	}
	s.focus.setScope(scope)
	stack, err := s.stackOf(set.Stack)
	if err != nil {
		faults = append(faults, "pcl.stack: "+err.Error())
	}
	names, err := publicNamesOf(set.Secrets.PublicNames)
	if err != nil {
		faults = append(faults, "pcl.secrets.publicNames: "+err.Error())
	}
	hints, err := hintsOf(set.InlayHints)
	if err != nil {
		faults = append(faults, err.Error())
	}
	s.hints.Store(&hints)
	lenses, err := shownLenses(set.CodeLens)
	if err != nil {
		faults = append(faults, err.Error())
	}
	s.lenses.Store(&lenses)
	s.tellOf(faults)
	s.session.Apply(workspace.PolicyChanged{Policy: policy}, workspace.StackSelected{Stack: stack}, workspace.PublicNamesChanged{Names: names})
	return set
}

// stackOf reads the name of a stack. Without one it is that of the start; what cannot
// be used is none.
func (s *server) stackOf(given jsontext.Value) (string, error) {
	var name string
	if len(given) == 0 || given.Kind() == jsontext.KindNull {
		return s.opts.Stack, nil
	}
	if err := (codec{}).Unmarshal(given, &name); err != nil {
		return "", fmt.Errorf("%s is not the name of a stack", given)
	}
	if name == "" {
		return "", nil
	}
	if err := workspace.CheckStack(name); err != nil {
		return "", err
	}
	return name, nil
}

// publicNamesOf reads patterns for inputs; without any, or with such that cannot be
// used, settings files decide.
func publicNamesOf(given jsontext.Value) (analysis.PublicNames, error) {
	var patterns []string
	if len(given) == 0 || given.Kind() == jsontext.KindNull {
		return analysis.PublicNames{}, nil
	}
	if err := (codec{}).Unmarshal(given, &patterns); err != nil {
		return analysis.PublicNames{}, fmt.Errorf("%s is no list of patterns", given)
	}
	return analysis.ParsePublicNames(patterns)
}

// scopeOf reads the scope of findings; what cannot be used is the default.
func scopeOf(given jsontext.Value) (scope, error) {
	var word scope
	if len(given) == 0 || given.Kind() == jsontext.KindNull {
		return scopeWorkspace, nil
	}
	if err := (codec{}).Unmarshal(given, &word); err != nil || word != scopeOpen && word != scopeWorkspace {
		return scopeWorkspace, fmt.Errorf("%s is neither %q nor %q", given, scopeOpen, scopeWorkspace)
	}
	return word, nil
}

// hintsOf reads which kinds of inlay hints are shown; of those that are not given or
// cannot be used it is as for who did not choose.
func hintsOf(given map[string]jsontext.Value) (inlay.Shown, error) {
	shown := inlay.Calm()
	var wrong []error
	for _, kind := range inlay.Kinds() {
		value, has := given[kind.String()]
		if !has || value.Kind() == jsontext.KindNull {
			continue
		}
		if err := (codec{}).Unmarshal(value, &shown[kind]); err != nil {
			wrong = append(wrong, fmt.Errorf("pcl.inlayHints.%s: %s is neither true nor false", kind, value))
		}
	}
	return shown, errors.Join(wrong...)
}

// tellOf shows the user what is wrong with settings, in one message for those faults that
// are new.
func (s *server) tellOf(faults []string) {
	faults = slices.DeleteFunc(faults, func(fault string) bool {
		_, again := s.said.LoadOrStore("settings: "+fault, true)
		return again
	})
	if len(faults) > 0 {
		s.tell(strings.Join(faults, "; "))
	}
}

// tell shows the user a warning, each one once.
func (s *server) tell(fault string) {
	if _, again := s.said.LoadOrStore(fault, true); again {
		return
	}
	s.log.Warn(fault)
	s.show(protocol.MessageTypeWarning, serverName+": "+fault)
}

// show shows the user a message.
func (s *server) show(kind protocol.MessageType, message string) {
	s.background(func() {
		err := s.conn.Notify(s.base, protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: message})
		if err != nil && s.base.Err() == nil {
			s.log.Warn("a message was not shown", "error", err)
		}
	})
}
