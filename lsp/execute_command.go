// This file implements workspace/executeCommand.

package lsp

import (
	"context"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// maxShown limits the length of a command that is shown.
const maxShown = 1000

// executeCommandParams keep the arguments as raw JSON.
type executeCommandParams struct {
	Command   string           `json:"command"`
	Arguments []jsontext.Value `json:"arguments"`
}

func (s *server) executeCommand(p *executeCommandParams) (any, error) {
	if p.Command == applyFix {
		return s.applied(p.Arguments)
	}
	if p.Command != showInstallCommand {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "unknown command %.100q", p.Command)
	}
	var shell string
	if len(p.Arguments) != 1 || protocol.Unmarshal(p.Arguments[0], &shell) != nil ||
		!strings.HasPrefix(shell, "pulumi ") || len(shell) > maxShown || strings.ContainsAny(shell, "\r\n") {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: the argument must be the command of a code action", p.Command)
	}
	s.show(protocol.MessageTypeInfo, "Run this command in a terminal to install the provider: "+shell)
	return nil, nil
}

// applied sends the edit of an action to the client. The answer does not wait for it, since the client may read the answer first.
func (s *server) applied(arguments []jsontext.Value) (any, error) {
	var data actionData
	if len(arguments) != 1 || protocol.Unmarshal(arguments[0], &data) != nil || data.Title == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: the argument must be that of a code action", applyFix)
	}
	if !s.client.appliesEdits {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "this client does not apply edits")
	}
	v := s.view()
	s.background(func() {
		ctx, cancel := context.WithCancel(s.base)
		defer cancel()
		end := s.watchdog.watch(work{what: func() string { return "The edit of the action " + strconv.Quote(data.Title) }, cancel: cancel})
		edit, err := v.resolved(ctx, data)
		end()
		if err != nil || edit == nil {
			return
		}
		params := protocol.ApplyWorkspaceEditParams{Label: new(data.Title), Edit: *edit}
		s.warn("an edit was not applied", s.call(protocol.MethodWorkspaceApplyEdit, &params, nil))
	})
	return nil, nil
}
