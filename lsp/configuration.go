// This file asks the client for its settings with workspace/configuration, and registers for changes of them.

package lsp

import (
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

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
