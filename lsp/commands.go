// This file names the commands in answers.
//
// The server installs nothing and runs nothing on behalf of the user. A client that can type a command into a terminal has its own command for that, which
// it names with initialize. For other clients, the server shows what to type.

package lsp

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"go.lsp.dev/protocol"
)

// Commands of clients that answers may refer to.
const (
	clientInstallPlugin  = "pcl.installPlugin"  // types its argument into a terminal
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
