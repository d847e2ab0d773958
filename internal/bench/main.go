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
	"runtime/pprof"
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
	runtime.MemProfileRate = 0 // as in pcl-lsp; --memprofile sets it again
	if is, code := isYardstick(os.Stdout, os.Stderr); is {
		os.Exit(code)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr, nil)
	stop()
	os.Exit(code)
}

// The exit codes.
const (
	exitUsage      = 2
	exitUnmeasured = 3
)

// errUnmeasured wraps errors that are no wrong usage.
type errUnmeasured struct{ error }

// execute runs a command line. The variables, as NAME=VALUE, are added to the
// environment of the server.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer, variables []string) (code int) {
	c := &command{stdout: stdout, stderr: stderr}
	c.options.Server.Env = variables
	root := c.cobra()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "bench: %v\n", err)
	if errors.As(err, new(errUnmeasured)) {
		return exitUnmeasured
	}
	return exitUsage
}

// command is one run of the benchmark, as its flags say.
type command struct {
	stdout, stderr                io.Writer
	schemas                       schemaflags.Flags
	options                       Options
	server                        string
	format, out, json             string
	cpuProfile, memProfile        string
	quick                         bool
	resources, edits, soak, spawn int
}

func (c *command) cobra() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure pcl-lsp",
		Long:  help,
		Example: `  make bench
  go run ./internal/bench --quick --only edits,cold --format json --out figures.json`,
		Args:          cobra.NoArgs,
		SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd.Context()) },
	}
	f := cmd.Flags()
	c.schemas.Register(f)
	f.StringVar(&c.server, "server", filepath.Join("bin", "pcl-lsp"), "the pcl-lsp `PROGRAM` to measure")
	f.StringVar(&c.options.Peers, "peers", filepath.Join("bin", "peers"), "the `FOLDER` of other language servers, which are measured if they are there")
	f.StringVar(&c.options.Web, "web", filepath.Join("bin", "web"), "the `FOLDER` of the playground, which is measured if it is there")
	f.StringVar(&c.options.WebTools, "web-tools", filepath.Join("bin", "e2e", "web"), "the `FOLDER` of the packages that drive a browser")
	f.StringVar(&c.format, "format", "text", "output format: `text`, json or markdown")
	f.StringVar(&c.out, "out", "", "write the figures to a `FILE` instead of standard output")
	f.StringVar(&c.json, "json", "", "also write the figures to a `FILE` as JSON")
	f.StringSliceVar(&c.options.Only, "only", nil, "measure only these groups, a `LIST` out of "+strings.Join(Groups(), ","))
	f.BoolVar(&c.quick, "quick", false, "small programs and few samples: a smoke test whose figures do not count")
	f.IntVar(&c.resources, "resources", 0, "the `number` of resources in a large program (5000)")
	f.IntVar(&c.edits, "edits", 0, "the `number` of edits for each figure (1000)")
	f.IntVar(&c.soak, "soak", 0, "the `number` of edits while memory is watched (20000)")
	f.IntVar(&c.spawn, "spawns", 0, "the `number` of server starts (20)")
	f.DurationVar(&c.options.Limit, "limit", 9*time.Second, "time limit for each figure; slow figures get fewer samples")
	f.StringVar(&c.options.Encoding, "encoding", "utf-16", "position encoding: `utf-16` or utf-8")
	f.StringVar(&c.cpuProfile, "cpuprofile", "", "write a CPU profile of the benchmark, which calls check itself, to a `FILE`")
	f.StringVar(&c.memProfile, "memprofile", "", "write a profile of the benchmark's allocations to a `FILE`")
	return cmd
}

func (c *command) run(ctx context.Context) error {
	if err := c.complete(ctx); err != nil {
		return err
	}
	debug.SetGCPercent(800) // as in check; and the client must not collect garbage while the server is measured
	debug.SetMemoryLimit(1 << 30)
	stop, err := c.profile()
	if err != nil {
		return errUnmeasured{err}
	}
	report, err := Run(ctx, c.options)
	if err := errors.Join(err, stop()); err != nil {
		return errUnmeasured{err}
	}
	write := map[string]func(io.Writer) error{"text": report.WriteText, "json": report.WriteJSON, "markdown": report.WriteMarkdown}[c.format]
	if c.json != "" {
		err = toFile(c.json, report.WriteJSON)
	}
	if c.out == "" {
		err = errors.Join(err, write(c.stdout))
	} else {
		err = errors.Join(err, toFile(c.out, write))
	}
	if err != nil {
		return errUnmeasured{fmt.Errorf("cannot write the figures: %w", err)}
	}
	return nil
}

// complete checks the flags and turns them into options.
func (c *command) complete(ctx context.Context) error {
	for _, choice := range []struct {
		what, got string
		among     []string
	}{{"format", c.format, []string{"text", "json", "markdown"}}, {"encoding", c.options.Encoding, []string{"utf-16", "utf-8"}}} {
		if !slices.Contains(choice.among, choice.got) {
			return fmt.Errorf("unknown %s %q; use one of %s", choice.what, choice.got, strings.Join(choice.among, ", "))
		}
	}
	for _, name := range c.options.Only {
		if !slices.Contains(Groups(), name) {
			return fmt.Errorf("--only: unknown group %q; use some of %s", name, strings.Join(Groups(), ", "))
		}
	}
	if err := c.subject(ctx); err != nil {
		return err
	}
	o := &c.options
	o.Progress = c.stderr
	o.Small, o.Files, o.Programs, o.Repository = 50, 50, 500, 10000
	o.Resources, o.Edits, o.Soak, o.Spawns = 5000, 1000, 20000, 20
	o.Rest = 9 * time.Second // the server looks at files every three seconds: two looks, and the rest itself
	if c.quick {
		o.Resources, o.Edits, o.Soak, o.Spawns = 200, 10, 100, 3
		o.Small, o.Files, o.Programs, o.Repository = 20, 4, 5, 100
		o.Limit, o.Rest = min(o.Limit, time.Second), 0
	}
	for _, number := range []struct {
		field *int
		flag  int
	}{{&o.Resources, c.resources}, {&o.Edits, c.edits}, {&o.Soak, c.soak}, {&o.Spawns, c.spawn}} {
		if number.flag < 0 {
			return fmt.Errorf("a number cannot be negative: %d", number.flag)
		}
		if number.flag > 0 {
			*number.field = number.flag
		}
	}
	o.InPrograms = o.Resources * 5 / 2
	return nil
}

// subject sets what is measured: the server as a process, and sessions in this process
// that find the same schemas.
func (c *command) subject(ctx context.Context) error {
	env := schemaflags.Environment{Variable: os.Getenv}
	var err error
	if env.Dir, err = os.Getwd(); err != nil {
		return errUnmeasured{err}
	}
	env.Home, _ = os.UserHomeDir()
	env.Cache, _ = schemas.DefaultCache()
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

// profile starts the profiles that the flags request.
func (c *command) profile() (stop func() error, err error) {
	if c.memProfile != "" {
		runtime.MemProfileRate = 512 << 10 // the default of the runtime
	}
	var cpu *os.File
	if c.cpuProfile != "" {
		if cpu, err = os.Create(c.cpuProfile); err != nil {
			return nil, err
		}
		if err := pprof.StartCPUProfile(cpu); err != nil {
			return nil, errors.Join(err, cpu.Close())
		}
	}
	return func() error {
		var err error
		if cpu != nil {
			pprof.StopCPUProfile()
			err = cpu.Close()
		}
		if c.memProfile != "" {
			runtime.GC()
			err = errors.Join(err, toFile(c.memProfile, func(w io.Writer) error { return pprof.Lookup("allocs").WriteTo(w, 0) }))
		}
		return err
	}, nil
}

func toFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
