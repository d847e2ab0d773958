// This file implements asking the client for its settings: workspace/configuration,
// and the registration for being told when they change.

package lsp

import (
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// settingsSection is the part of a client's settings that is ours.
const settingsSection = "pcl"

// settingsQuestion is the question for the client's settings. What is asked for while
// one is under way is asked afterwards, once.
type settingsQuestion struct {
	wanted atomic.Bool // settings may have changed since the last question
	busy   atomic.Bool // somebody asks
	asked  atomic.Bool // an answer came already
}

// askSettings asks the client for its settings, if it can be asked. It never waits.
func (s *server) askSettings() {
	if !s.client.givesSettings {
		return
	}
	s.question.wanted.Store(true)
	s.background(func() {
		for s.question.wanted.Load() && s.question.busy.CompareAndSwap(false, true) {
			s.question.wanted.Store(false)
			if given, err := s.askOnce(); err == nil {
				s.answered(given)
			} else if s.base.Err() == nil {
				s.log.Warn("the client does not tell its settings", "error", err)
			}
			s.question.busy.Store(false)
		}
	})
}

// askOnce waits for the client's settings: those of its first folder, as they are in
// force for the whole session.
func (s *server) askOnce() (jsontext.Value, error) {
	item := protocol.ConfigurationItem{Section: new(settingsSection)}
	s.configuring.Lock()
	if len(s.folders) > 0 {
		folder := uri.File(s.folders[0])
		item.ScopeURI = &folder
	}
	s.configuring.Unlock()
	var given []jsontext.Value
	_, err := s.conn.Call(s.base, protocol.MethodWorkspaceConfiguration, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{item}}, &given)
	if err != nil || len(given) == 0 {
		return nil, err
	}
	return given[0].Clone(), nil
}

// answered takes settings that were asked for. A client without any answers null, or
// with nothing in it: then what it said when it started goes on to hold.
func (s *server) answered(given jsontext.Value) {
	if given.Kind() != jsontext.KindBeginObject || !s.question.asked.Load() && isEmptyObject(given) {
		return
	}
	s.question.asked.Store(true)
	s.take(given)
}

func isEmptyObject(given jsontext.Value) bool {
	var members map[string]jsontext.Value
	return (codec{}).Unmarshal(given, &members) == nil && len(members) == 0
}

// watchSettings asks the client to tell when its settings change. It waits for the
// client's answer, so it must not run on the read loop.
func (s *server) watchSettings() {
	options, err := protocol.Marshal(&protocol.DidChangeConfigurationRegistrationOptions{Section: protocol.String(settingsSection)})
	if err == nil {
		_, err = s.conn.Call(s.base, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
			Registrations: []protocol.Registration{{ID: "settings", Method: protocol.MethodWorkspaceDidChangeConfiguration, RegisterOptions: options}},
		}, nil)
	}
	if err != nil && s.base.Err() == nil {
		s.log.Warn("the client will not tell when settings change", "error", err)
	}
}
