package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/bench"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp bench`.

const benchHelp = `Measures this program on this machine, on programs that it generates: how long
after an edit the findings are there, how long requests take that follow an
edit, how long check takes for programs nobody has seen yet, how fast the server
starts, and how much memory it needs. Beside the figures stand the goals, and two
yardsticks of the same run: the time that hclsyntax.ParseConfig takes for the same
bytes, and the time of a request to the same server that does nothing.

The server is a process of its own, this program again. The generated programs use
the aws package if its schema is found, as by check, or else a small package that
is built in. What is measured is ` + "`edits`, `cutoff`, `types`, `requests`, `cold`," + `
` + "`start` and `memory`" + `; --only names some of them.

` + schemaHelp + `

The exit code does not tell whether goals are met: 0 all was measured; 2 the
command was used wrongly; 3 something could not be measured.`

type benchCommand struct {
	*app
	schemas                       schemaFlags
	options                       bench.Options
	format, out, json             string
	cpuProfile, memProfile        string
	quick                         bool
	resources, edits, soak, spawn int
}

func (a *app) benchCommand() *cobra.Command {
	c := &benchCommand{app: a}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure this program",
		Long:  benchHelp,
		Example: `  pcl-lsp bench --schema ./schemas
  pcl-lsp bench --quick --only edits,cold --format json --out figures.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.schemas.register(cmd)
	f := cmd.Flags()
	f.StringVar(&c.format, "format", "text", "how the figures are written: `text`, json or markdown")
	f.StringVar(&c.out, "out", "", "write the figures to a `FILE` instead of standard output")
	f.StringVar(&c.json, "json", "", "write the figures as JSON to a `FILE`, besides")
	f.StringSliceVar(&c.options.Only, "only", nil, "measure only these, a `LIST` out of "+strings.Join(bench.Groups(), ","))
	f.BoolVar(&c.quick, "quick", false, "small programs and few samples: shows that everything works, and no figure that counts")
	f.IntVar(&c.resources, "resources", 0, "a large program has so `many` resources (5000)")
	f.IntVar(&c.edits, "edits", 0, "so `many` edits for each figure (200)")
	f.IntVar(&c.soak, "soak", 0, "so `many` edits while memory is watched (20000)")
	f.IntVar(&c.spawn, "spawns", 0, "start so `many` servers (20)")
	f.DurationVar(&c.options.Limit, "limit", 9*time.Second, "take at most so long for each figure, with fewer samples if need be")
	f.StringVar(&c.options.Encoding, "encoding", "utf-16", "how positions are counted: `utf-16` or utf-8")
	f.StringVar(&c.cpuProfile, "cpuprofile", "", "write a profile of this process to a `FILE`: of check as a call, not of the server")
	f.StringVar(&c.memProfile, "memprofile", "", "write the allocations of this process to a `FILE`")
	return cmd
}

func (c *benchCommand) run(cmd *cobra.Command) error {
	if err := c.complete(cmd.Context()); err != nil {
		return err
	}
	c.endSoon() // what the client throws away is not to be collected while the server is measured
	stop, err := c.profile()
	if err != nil {
		return uncheckable(err)
	}
	report, err := bench.Run(cmd.Context(), c.options)
	if err := errors.Join(err, stop()); err != nil {
		return uncheckable(err)
	}
	write := map[string]func(io.Writer) error{"text": report.WriteText, "json": report.WriteJSON, "markdown": report.WriteMarkdown}[c.format]
	if c.json != "" {
		err = toFile(c.env.absolute(c.json), report.WriteJSON)
	}
	if c.out == "" {
		err = errors.Join(err, write(c.stdout))
	} else {
		err = errors.Join(err, toFile(c.env.absolute(c.out), write))
	}
	if err != nil {
		return uncheckable(fmt.Errorf("cannot write the figures: %w", err))
	}
	return nil
}

// complete makes the options out of the flags.
func (c *benchCommand) complete(ctx context.Context) error {
	for _, choice := range []struct {
		what, got string
		among     []string
	}{{"format", c.format, []string{"text", "json", "markdown"}}, {"encoding", c.options.Encoding, []string{"utf-16", "utf-8"}}} {
		if !slices.Contains(choice.among, choice.got) {
			return fmt.Errorf("unknown %s %q%s; there are %s", choice.what, choice.got, suggestion(choice.got, choice.among), strings.Join(choice.among, ", "))
		}
	}
	for _, name := range c.options.Only {
		if !slices.Contains(bench.Groups(), name) {
			return fmt.Errorf("--only: nothing is called %q%s; there are %s", name, suggestion(name, bench.Groups()), strings.Join(bench.Groups(), ", "))
		}
	}
	given, err := c.schemas.given(c.env)
	if err != nil {
		return err
	}
	o := &c.options
	for _, path := range given {
		o.Server.Args = append(o.Server.Args, "--schema", path)
	}
	if c.schemas.allowPlugins {
		o.Server.Args = append(o.Server.Args, "--allow-plugins")
	}
	if o.Server.Path, err = os.Executable(); err != nil {
		return uncheckable(err)
	}
	o.Server.Env = c.env.spawned
	o.Session = func() (*workspace.Session, error) {
		return c.schemas.session(ctx, c.env, workspace.Options{Workers: 1})
	}
	o.Version, o.Progress = buildVersion().Version, c.stderr
	o.Small, o.Files, o.Programs = 50, 50, 500
	o.Resources, o.Edits, o.Soak, o.Spawns = 5000, 200, 20000, 20
	o.Rest = 3 * lookEvery // two ticks, and the rest itself
	if c.quick {
		o.Resources, o.Edits, o.Soak, o.Spawns = 200, 10, 100, 3
		o.Small, o.Files, o.Programs = 20, 4, 5
		o.Limit, o.Rest = min(o.Limit, time.Second), 0
	}
	for _, number := range []struct {
		field *int
		flag  int
	}{{&o.Resources, c.resources}, {&o.Edits, c.edits}, {&o.Soak, c.soak}, {&o.Spawns, c.spawn}} {
		if number.flag < 0 {
			return fmt.Errorf("there cannot be %d of anything", number.flag)
		}
		if number.flag > 0 {
			*number.field = number.flag
		}
	}
	o.InPrograms = o.Resources * 5 / 2
	return nil
}

// profile begins to write the profiles that were asked for.
func (c *benchCommand) profile() (stop func() error, err error) {
	if c.memProfile != "" {
		profileMemory()
	}
	var cpu *os.File
	if c.cpuProfile != "" {
		if cpu, err = os.Create(c.env.absolute(c.cpuProfile)); err != nil {
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
			err = errors.Join(err, toFile(c.env.absolute(c.memProfile), func(w io.Writer) error { return pprof.Lookup("allocs").WriteTo(w, 0) }))
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

// absolute is a path that the user wrote, as the system wants it.
func (e environment) absolute(written string) string {
	if filepath.IsAbs(written) {
		return written
	}
	return filepath.Join(e.dir, written)
}
