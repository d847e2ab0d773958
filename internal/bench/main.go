package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file implements the command line of the benchmark.

const help = `Measures pcl-lsp on this machine, with programs that the benchmark generates: the
time from an edit to its findings, the time of requests right after an edit, the
time of check on programs that it has never seen, the startup time of the server,
and its memory. Each figure comes with its goal and with two yardsticks from the
same run: the time of hclsyntax.ParseConfig for the same bytes, in a process of its
own, and the time of a request to the same server that does nothing.

The server is the program given by --server. The generated programs use the aws
package if its schema is found, and a small built-in package otherwise. The groups
are edits, cutoff, types, requests, rules, cold, repository, start, memory,
peers and web; use --only to select some of them. The peers are other language
servers, which make bench-peers installs. The last group is the playground in a
browser, for which make web and make e2e CLIENTS=web have to run before.

` + schemaflags.Help + `

Exit codes, whether or not the goals are met: 0 everything was measured; 2 wrong
usage; 3 something could not be measured.`

func main() {
	runtime.MemProfileRate = 0 // as in pcl-lsp
	actAsYardstick()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// The exit codes.
const (
	exitUsage      = 2
	exitUnmeasured = 3
)

// execute runs a command line.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) (code int) {
	c := &command{options: Options{Progress: stderr}}
	root := c.cobra()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "bench: %v\n", err)
	if errors.As(err, new(failure)) {
		return exitUnmeasured
	}
	return exitUsage
}

// command is one run of the benchmark, as its flags say.
type command struct {
	schemas           schemaflags.Flags
	options           Options
	server            string
	format, out, json string
	quick             bool
}

// quickly are the sizes with --quick. Those that have a flag count unless it is given.
var quickly = map[string]int{"resources": 200, "edits": 10, "soak": 100, "spawns": 3}

func (c *command) cobra() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure pcl-lsp",
		Long:  help,
		Example: `  make bench
  go run ./internal/bench --quick --only edits,cold --format json --out figures.json`,
		Args:          cobra.NoArgs,
		SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	f, o := cmd.Flags(), &c.options
	c.schemas.Register(f)
	f.StringVar(&c.server, "server", filepath.Join("bin", "pcl-lsp"), "the pcl-lsp `PROGRAM` to measure")
	f.StringVar(&o.Peers, "peers", filepath.Join("bin", "peers"), "the `FOLDER` of other language servers, which are measured if they are there")
	f.StringVar(&o.Web, "web", filepath.Join("bin", "web"), "the `FOLDER` of the playground, which is measured if it is there")
	f.StringVar(&c.format, "format", "text", "output format: `text`, json or markdown")
	f.StringVar(&c.out, "out", "", "write the figures to a `FILE` instead of standard output")
	f.StringVar(&c.json, "json", "", "also write the figures to a `FILE` as JSON")
	f.StringSliceVar(&o.Only, "only", nil, "measure only these groups, a `LIST` out of "+strings.Join(Groups(), ","))
	f.BoolVar(&c.quick, "quick", false, "small programs and few samples: a smoke test whose figures do not count")
	f.IntVar(&o.Resources, "resources", 5000, "the `number` of resources in a large program")
	f.IntVar(&o.Edits, "edits", 1000, "the `number` of edits for each figure")
	f.IntVar(&o.Soak, "soak", 20000, "the `number` of edits while memory is watched")
	f.IntVar(&o.Spawns, "spawns", 20, "the `number` of server starts")
	f.DurationVar(&o.Limit, "limit", 9*time.Second, "time limit for each figure; slow figures get fewer samples")
	f.StringVar(&o.Encoding, "encoding", "utf-16", "position encoding: `utf-16` or utf-8")
	return cmd
}

// formats are the ways to write a report.
var formats = map[string]func(*Report, io.Writer) error{
	"text": (*Report).WriteText, "json": (*Report).WriteJSON, "markdown": (*Report).WriteMarkdown,
}

func (c *command) run(cmd *cobra.Command) error {
	if err := c.complete(cmd); err != nil {
		return err
	}
	debug.SetGCPercent(800) // as in check; and the client must not collect garbage while the server is measured
	debug.SetMemoryLimit(1 << 30)
	report, err := Run(cmd.Context(), c.options)
	if err != nil {
		return err
	}
	return attempt(func() {
		if c.json != "" {
			toFile(c.json, report.WriteJSON)
		}
		write := func(w io.Writer) error { return formats[c.format](report, w) }
		if c.out == "" {
			check(write(cmd.OutOrStdout()))
		} else {
			toFile(c.out, write)
		}
	})
}

// complete checks the flags and turns them into options.
func (c *command) complete(cmd *cobra.Command) error {
	o := &c.options
	if formats[c.format] == nil {
		return fmt.Errorf("unknown format %q; use one of text, json, markdown", c.format)
	}
	if o.Encoding != "utf-16" && o.Encoding != "utf-8" {
		return fmt.Errorf("unknown encoding %q; use one of utf-16, utf-8", o.Encoding)
	}
	for _, name := range o.Only {
		if !slices.Contains(Groups(), name) {
			return fmt.Errorf("--only: unknown group %q; use some of %s", name, strings.Join(Groups(), ", "))
		}
	}
	o.Small, o.Files, o.Programs, o.Repository = 50, 50, 500, 10000
	o.Rest = 9 * time.Second // the server looks at files every three seconds: two looks, and the rest itself
	if c.quick {
		o.Small, o.Files, o.Programs, o.Repository = 20, 4, 5, 100
		o.Limit, o.Rest = min(o.Limit, time.Second), 0
	}
	for name, number := range map[string]*int{"resources": &o.Resources, "edits": &o.Edits, "soak": &o.Soak, "spawns": &o.Spawns} {
		if c.quick && !cmd.Flags().Changed(name) {
			*number = quickly[name]
		}
		if *number < 1 {
			return fmt.Errorf("--%s: a number cannot be negative or zero: %d", name, *number)
		}
	}
	o.InPrograms = o.Resources * 5 / 2
	return c.subject(cmd.Context())
}

// subject sets what is measured: the server as a process, and sessions in this process
// that find the same schemas.
func (c *command) subject(ctx context.Context) error {
	env := schemaflags.Environment{Variable: os.Getenv}
	env.Home, _ = os.UserHomeDir()
	env.Cache, _ = schemas.DefaultCache()
	var err error
	if env.Dir, err = os.Getwd(); err != nil {
		return err
	}
	given, err := c.schemas.Given(env)
	if err != nil {
		return err
	}
	o := &c.options
	for _, path := range given {
		o.Server.Args = append(o.Server.Args, "--schema", path)
	}
	if c.schemas.AllowPlugins {
		o.Server.Args = append(o.Server.Args, "--allow-plugins")
	}
	if o.Server.Path, err = filepath.Abs(c.server); err != nil {
		return err
	}
	o.Session = func() (*workspace.Session, error) {
		return c.schemas.Session(ctx, env, workspace.Options{Workers: 1})
	}
	version, err := exec.CommandContext(ctx, o.Server.Path, "version", "--json").Output()
	if err != nil {
		return fmt.Errorf("--server %s: %w; run make build first", c.server, err)
	}
	var build struct{ Version string }
	err = json.Unmarshal(version, &build)
	o.Version = build.Version
	return err
}

// toFile writes a file.
func toFile(path string, write func(io.Writer) error) {
	f := must(os.Create(path))
	check(errors.Join(write(f), f.Close()))
}
