package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent/loopback"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/transport"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements what `mcp` and `serve --mcp-listen` have in common: a server for agents, over HTTP.

// agentOptions are the options of a server for agents. It runs no plugin, whatever the flags say.
func (a *app) agentOptions(ctx context.Context, flags schemaflags.Flags, of workspace.Options) (agent.Options, error) {
	env := a.env.schemas()
	flags.AllowPlugins, flags.Trust = false, &schemaflags.Trust{}
	given, err := flags.Given(env)
	if err != nil {
		return agent.Options{}, err
	}
	return agent.Options{
		Version: buildVersion().Version, SchemaPaths: append(given, env.PulumiHome(), a.env.cache), Workspace: of,
		Places: func(fsys disk.FS) *workspace.SchemaPlaces {
			places, err := flags.Places(ctx, env, "", fsys)
			if err != nil { // a path of --schema is gone since the start
				return workspace.SchemasAt(workspace.SchemaOptions{FS: fsys})
			}
			return places
		},
		KeepFault: a.bugReports().keep,
	}, nil
}

// forAgents listens, prints the address, and returns the function that serves agents until its context ends.
func (a *app) forAgents(server *agent.Server, address, tokenFile string) (func(context.Context) error, error) {
	token, err := a.agentToken(tokenFile)
	if err != nil {
		return nil, err
	}
	l, err := transport.Listen(address, false)
	if err != nil {
		return nil, fmt.Errorf("cannot listen: %w", err)
	}
	fmt.Fprintf(a.stderr, "pcl-lsp: listening at http://%s/mcp\n", l.Addr())
	if tokenFile == "" {
		fmt.Fprintf(a.stderr, "pcl-lsp: the token is %s\n", token)
	}
	return func(ctx context.Context) error { return loopback.Serve(ctx, l, server.MCP(), token) }, nil
}

// shortestToken is how many characters a token has at least, and longestToken how many bytes its file has at most.
const (
	shortestToken = 16
	longestToken  = 4096
)

// agentToken reads the token from a file, or makes one.
func (a *app) agentToken(file string) (string, error) {
	if file == "" {
		return loopback.NewToken(), nil
	}
	f, err := os.Open(a.env.native(file))
	if err != nil {
		return "", fmt.Errorf("token file %s: %w", file, disk.WithoutPath(err))
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o066 != 0 { // rights mean nothing there
		return "", fmt.Errorf("token file %s: other users of this machine can read or change it (its mode is %#o); run chmod 600 %s, and choose another token if someone may have read it", file, info.Mode().Perm(), file)
	}
	text, err := io.ReadAll(io.LimitReader(f, longestToken))
	if err != nil {
		return "", fmt.Errorf("token file %s: %w", file, disk.WithoutPath(err))
	}
	token := strings.TrimSpace(string(text))
	if len(token) < shortestToken || len(text) == longestToken || strings.ContainsAny(token, " \t\r\n") {
		return "", fmt.Errorf("token file %s: a token is one word of at least %d characters", file, shortestToken)
	}
	return token, nil
}
