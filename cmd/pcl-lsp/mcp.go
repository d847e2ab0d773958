package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/transport"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp mcp`.

type mcpCommand struct {
	*app
	programFlags
	roots             []string
	write             bool
	listen, tokenFile string
}

func (a *app) mcpCommand() *cobra.Command {
	c := &mcpCommand{app: a}
	cmd := command("mcp", cobra.NoArgs, func(ctx context.Context, _ []string) error { return c.run(ctx) })
	flags := cmd.Flags()
	flags.StringArrayVar(&c.roots, "root", nil, "a `DIR` that may be read (repeatable); without it, the client names them")
	flags.BoolVar(&c.write, "write", false, "let tools change files; without it, they return edits")
	flags.StringVar(&c.listen, "listen", "", "serve HTTP at `HOST:PORT` of this machine, such as 127.0.0.1:7777, instead of standard input and output; needs --root")
	flags.StringVar(&c.tokenFile, "token-file", "", "with --listen, the `FILE` with the token that clients must send; without it, one is made and printed")
	c.schemas.RegisterPaths(flags)
	register(cmd, c.judge.register, c.stack.register, c.limit.register)
	return cmd
}

func (c *mcpCommand) run(ctx context.Context) error {
	options, err := c.serverOptions(ctx)
	if err != nil {
		return err
	}
	c.stayLong()
	c.ignoreBrokenPipes()
	server := agent.New(options)
	switch {
	case c.listen != "" && len(c.roots) == 0:
		return errors.New("--listen needs --root DIR: whoever has the token reads what is there")
	case c.listen != "":
		serve, err := c.forAgents(server, c.listen, c.tokenFile)
		if err != nil {
			return err
		}
		if err := serve(ctx); err != nil {
			return uncheckable(fmt.Errorf("the server ended: %w", err))
		}
		return nil
	case c.tokenFile != "":
		return errors.New("--token-file works only with --listen")
	}
	err = server.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(c.stdin), Writer: unclosed{report.Raw(c.stdout)}, MaxLineLength: 2 * agent.MaxArguments})
	if err != nil && !errors.Is(err, io.EOF) {
		return uncheckable(fmt.Errorf("the connection ended: %w", err))
	}
	return nil
}

// unclosed is a writer that is not closed with a connection.
type unclosed struct{ io.Writer }

// Close leaves the writer open.
func (unclosed) Close() error { return nil }

func (c *mcpCommand) serverOptions(ctx context.Context) (agent.Options, error) {
	options, err := c.agentOptions(ctx, c.schemas, c.options())
	if err != nil {
		return options, err
	}
	options.Write = c.write
	for _, written := range c.roots {
		root := c.env.native(written)
		if info, err := os.Stat(root); err != nil || !info.IsDir() {
			return options, fmt.Errorf("--root %s: no such directory", written)
		}
		options.Roots = append(options.Roots, filepath.ToSlash(root))
	}
	return options, nil
}

// agentOptions are the options of a server for agents. It runs no plugin, whatever the flags say.
func (a *app) agentOptions(ctx context.Context, flags schemaflags.Flags, of workspace.Options) (agent.Options, error) {
	env := a.env.schemas()
	flags.AllowPlugins, flags.Trust = false, &schemaflags.Trust{}
	given, err := flags.Given(env)
	if err != nil {
		return agent.Options{}, err
	}
	return agent.Options{
		Version: process.Build().Version, SchemaPaths: append(given, env.PulumiHome(), a.env.cache), Workspace: of,
		Places: func(fsys disk.FS) *workspace.SchemaPlaces {
			places, err := flags.Places(ctx, env, "", fsys)
			if err != nil { // a path of --schema is gone since the start
				return workspace.SchemasAt(workspace.SchemaOptions{FS: fsys})
			}
			return places
		},
		KeepFault: a.bugReports().Keep,
	}, nil
}

// forAgents listens, prints the address, and returns the function that serves agents until its context ends.
func (a *app) forAgents(server *agent.Server, address, tokenFile string) (func(context.Context) error, error) {
	token := transport.NewToken()
	if tokenFile != "" {
		var err error
		if token, err = transport.TokenIn(a.env.native(tokenFile), tokenFile); err != nil {
			return nil, err
		}
	}
	l, err := transport.Listen(address, false)
	if err != nil {
		return nil, fmt.Errorf("cannot listen: %w", err)
	}
	fmt.Fprintf(a.stderr, "pcl-lsp: listening at http://%s/mcp\n", l.Addr())
	if tokenFile == "" {
		fmt.Fprintf(a.stderr, "pcl-lsp: the token is %s\n", token)
	}
	return func(ctx context.Context) error { return transport.ServeAgents(ctx, l, server.MCP(), token) }, nil
}
