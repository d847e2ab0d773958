// This file implements initialize.

package lsp

import (
	"go.lsp.dev/protocol"
)

func (s *server) initialize(p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.client = newClient(p)
	s.watchdog.asks = s.client.choices
	given := s.configure(section(p.InitializationOptions))
	s.client.commands = given.Commands
	s.client.contents = s.client.contents || given.SchemaDocuments
	s.trusted = valueOr(given.Trusted)
	s.setFolders(foldersOf(p))
	s.trust(given.Trusted)
	if s.client.pullsFindings {
		if err := s.findings.PullsDocuments(); err != nil {
			return nil, err
		}
	}
	if p.ProcessID != nil && s.opts.AwaitProcess != nil {
		s.background(func() { s.awaitClient(int(*p.ProcessID)) })
	}
	return &protocol.InitializeResult{
		Capabilities: serverCapabilities(s.client),
		ServerInfo:   protocol.ServerInfo{Name: serverName, Version: optionalString(s.opts.Version)},
	}, nil
}

// awaitClient ends the connection when the client's process has ended. Another process may hold the input open, so its end may never come.
func (s *server) awaitClient(process int) {
	if s.opts.AwaitProcess(s.base, process) {
		s.log.Info("the client's process has ended")
		close(s.orphaned)
	}
}
