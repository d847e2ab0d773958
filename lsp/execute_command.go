// This file implements commands: those that actions refer to, and
// workspace/executeCommand for those that the server carries out itself.
//
// The server installs nothing and runs nothing in the name of the user. A client
// that can type a command into a terminal has a command of its own for that, named
// with `initialize`; for any other the server shows what is to be typed.

package lsp

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// The commands of clients that actions may refer to.
const (
	clientInstallPlugin  = "pcl.installPlugin"  // types its argument into a terminal
	clientTrustWorkspace = "pcl.trustWorkspace" // lets the user trust the workspace
	clientAllowPlugins   = "pcl.allowPlugins"   // lets the user allow plugins
)

// showInstallCommand is a command of the server: it shows its argument.
const showInstallCommand = "pcl-lsp.showInstallCommand"

// maxShown is how long a command may be that is shown.
const maxShown = 1000

// command is the command that carries out a fix, if there is one.
func (v *view) command(f fix.Fix) (protocol.Command, bool) {
	command := protocol.Command{Title: f.Title}
	switch c := f.Command.(type) {
	case fix.InstallPlugin:
		command.Command = clientInstallPlugin
		if !slices.Contains(v.client.commands, clientInstallPlugin) {
			command.Command = showInstallCommand
		}
		argument, err := jsontext.AppendQuote(nil, c.Shell)
		if err != nil {
			return command, false
		}
		command.Arguments = []protocol.LSPAny{argument}
		return command, true
	case fix.TrustWorkspace:
		command.Command = clientTrustWorkspace
	case fix.AllowPlugins:
		command.Command = clientAllowPlugins
	}
	return command, slices.Contains(v.client.commands, command.Command)
}

// executeCommandParams keep the arguments as they are written.
type executeCommandParams struct {
	Command   string           `json:"command"`
	Arguments []jsontext.Value `json:"arguments"`
}

func (s *server) executeCommand(p *executeCommandParams) (any, error) {
	if p.Command == applyFix {
		return s.applied(p.Arguments)
	}
	if p.Command != showInstallCommand {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %.100q", p.Command)
	}
	var shell string
	if len(p.Arguments) != 1 || (codec{}).Unmarshal(p.Arguments[0], &shell) != nil ||
		!strings.HasPrefix(shell, "pulumi ") || len(shell) > maxShown || strings.ContainsAny(shell, "\r\n") {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s wants the command that an action named", p.Command)
	}
	s.show(protocol.MessageTypeInfo, "Run this command in a terminal to install the provider: "+shell)
	return nil, nil
}
