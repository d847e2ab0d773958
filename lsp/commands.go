// This file names the commands in answers, and implements workspace/executeCommand.
//
// The server installs nothing, fetches nothing and runs nothing on behalf of the user. A client that can do so, or can copy a command, has commands
// for that, which it names with initialize. For other clients, the server shows what to type.

package lsp

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Commands of clients that answers may refer to.
const (
	clientFetchSchema    = "pcl.fetchSchema"    // lets the user fetch the schema of a package, given its name and version
	clientInstallPlugin  = "pcl.installPlugin"  // copies its argument for a terminal
	clientTrustWorkspace = "pcl.trustWorkspace" // lets the user trust the workspace
	clientAllowPlugins   = "pcl.allowPlugins"   // lets the user allow plugins
)

// Commands of the server.
const (
	showInstallCommand = "pcl-lsp.showInstallCommand" // shows its argument
	applyFix           = "pcl-lsp.applyFix"           // applies an action
)

// command returns the command that carries out a fix, if there is one.
func (v *view) command(f fix.Fix) (protocol.Command, bool) {
	command := protocol.Command{Title: f.Title}
	var arguments []any
	switch c := f.Command.(type) {
	case fix.FetchSchema:
		command.Command, arguments = clientFetchSchema, []any{c.Package, c.Version}
	case fix.InstallPlugin:
		command.Command, arguments = clientInstallPlugin, []any{c.Shell}
		if !slices.Contains(v.client.commands, clientInstallPlugin) {
			command.Command = showInstallCommand
		}
	case fix.TrustWorkspace:
		command.Command = clientTrustWorkspace
	case fix.AllowPlugins:
		command.Command = clientAllowPlugins
	}
	var err error
	command.Arguments, err = argumentsOf(arguments...)
	return command, err == nil && (command.Command == showInstallCommand || slices.Contains(v.client.commands, command.Command))
}

func argumentsOf(values ...any) ([]protocol.LSPAny, error) {
	var arguments []protocol.LSPAny
	for _, value := range values {
		encoded, err := protocol.Marshal(value)
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, encoded)
	}
	return arguments, nil
}

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
