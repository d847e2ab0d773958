// This file implements the settings that a client sends: with `initialize`, and
// with `workspace/didChangeConfiguration` whenever they change.

package lsp

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// settings are what an editor's user can set. Members that the server does not
// know are the client's own.
type settings struct {
	Rules map[string]jsontext.Value `json:"rules"` // severities by code or family
}

// configurationParams are the parameters of `workspace/didChangeConfiguration`.
type configurationParams struct {
	Settings jsontext.Value `json:"settings"`
}

// didChangeConfiguration takes settings as clients send them: under the section
// `pcl`, or as they are.
func (s *server) didChangeConfiguration(p *configurationParams) error {
	var sections struct {
		PCL jsontext.Value `json:"pcl"`
	}
	given := p.Settings
	if (codec{}).Unmarshal(given, &sections) == nil && len(sections.PCL) > 0 {
		given = sections.PCL
	}
	if len(given) == 0 || given.Kind() == jsontext.KindNull { // the client wants to be asked, or has no settings
		return nil
	}
	s.configure(given)
	s.diagnoser.changed(now)
	return nil
}

// configure puts settings into force. What cannot be used is left out, and the
// user is told.
func (s *server) configure(given jsontext.Value) {
	var set settings
	if len(given) == 0 || given.Kind() != jsontext.KindBeginObject {
		return
	}
	if err := (codec{}).Unmarshal(given, &set); err != nil {
		s.tell("the settings cannot be used: " + err.Error())
		return
	}
	var policy codes.Policy
	var faults []string
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
	if len(faults) > 0 {
		s.tell(strings.Join(faults, "; "))
	}
	s.session.Apply(workspace.PolicyChanged{Policy: policy})
}

// tell shows the user a warning, each one once.
func (s *server) tell(fault string) {
	if _, again := s.said.LoadOrStore(fault, true); again {
		return
	}
	s.log.Warn(fault)
	s.background(func() {
		err := s.conn.Notify(s.base, protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{
			Type: protocol.MessageTypeWarning, Message: serverName + ": " + fault,
		})
		if err != nil && s.base.Err() == nil {
			s.log.Warn("a message was not shown", "error", err)
		}
	})
}
