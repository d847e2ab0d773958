// This file names the commands in answers.
//
// The server installs nothing, fetches nothing and runs nothing on behalf of the user. A client that can do so, or can copy a command, has commands
// for that, which it names with initialize. For other clients, the server shows what to type.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
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
