// This file implements initialize, shutdown and exit.

package lsp

import (
	"go.lsp.dev/protocol"
)

// serverName identifies the server to clients and in their diagnostics.
const serverName = "pcl-lsp"

func (s *server) initialize(p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.client = newClient(p)
	said := s.configure(section(p.InitializationOptions))
	s.client.commands = said.Commands
	s.client.contents = s.client.contents || said.SchemaDocuments
	s.trusted = valueOr(said.Trusted)
	s.setFolders(foldersOf(p))
	s.trust(said.Trusted)
	if s.client.pullsFindings {
		if err := s.diagnoser.shown.asks(s.base, forDocuments); err != nil {
			return nil, err
		}
	}
	if p.ProcessID != nil && s.opts.AwaitProcess != nil {
		s.background(func() { s.outliveNot(int(*p.ProcessID)) })
	}
	s.stage.Store(int32(running))
	return &protocol.InitializeResult{
		Capabilities: s.client.serverCapabilities(),
		ServerInfo:   protocol.ServerInfo{Name: serverName, Version: optionalString(s.opts.Version)},
	}, nil
}

// outliveNot ends the connection when the process of the client is gone: its end of the
// input may be held open by another process, which then never ends it.
func (s *server) outliveNot(client int) {
	if s.opts.AwaitProcess(s.base, client) {
		close(s.orphaned)
	}
}

// shutdown promises that nothing but `exit` is handled from here on.
func (s *server) shutdown(*struct{}) (any, error) {
	s.stage.Store(int32(stopped))
	s.pulls.end()
	return nil, nil
}

// exit ends the connection, whatever is under way. The base context ends here
// and not later, or the read loop would wait for input that may never come.
func (s *server) exit() error {
	s.stop()
	select {
	case <-s.exited:
	default:
		close(s.exited)
	}
	return nil
}
