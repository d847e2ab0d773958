// Command bench measures the server and the checker as users meet them: the server as a process behind pipes that
// speaks the protocol, and check both as a process and as a call. Run it with make bench.
//
// The benchmark does not know how the server works. It times an edit from writing its message to reading the whole
// message with its findings. A server may publish the findings of the edited item first and the others later; the
// benchmark takes both times, because the generated programs of [workload] say which findings to expect.
//
// Machines differ and are noisy, so each figure comes with two yardsticks of the same run: the time of
// hclsyntax.ParseConfig for the same bytes, and the time of a request that does nothing on the same pipe.
//
// Why the benchmark has its own client: one that shared code with the server would share its costs and its mistakes.
//
// Why a failure is a panic inside this command: a figure is only worth something if every step before it worked, so
// nothing goes on after an error. [attempt.Do] returns the failure as an error.
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
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file implements the command line of the benchmark, and a run as a whole.

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

func execute(ctx context.Context, args []string, stdout, stderr io.Writer) (code int) {
	root := (&run{progress: stderr}).command()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "bench: %v\n", err)
	if errors.As(err, new(attempt.Failure)) {
		return exitUnmeasured
	}
	return exitUsage
}

type run struct {
	schemas           schemaflags.Flags
	program           string // the server to measure, as it is given
	format, out, json string
	quick             bool
	peerDir, webDir   string // of other language servers, and of the playground
	only              []string
	encoding          string        // of positions
	limit             time.Duration // of each figure; slow ones have fewer samples and a note
	// Resources are those of a large program, Edits are for each figure, Soak are edits while memory is watched, and
	// Spawns are starts of the server.
	Resources, Edits, Soak, Spawns int
	// Small are the resources of a small program, Files are those of a program with several, Programs are checked
	// together, and Repository are the programs of a large repository.
	Small, Files, Programs, Repository int
	rest                               time.Duration // before the memory at rest is measured

	server        server                             // with the commands serve and check
	session       func() (*workspace.Session, error) // finds the same schemas as the server
	progress      io.Writer                          // receives the name of each measurement
	report        *Report
	dir           string // for everything that is written
	kind, chained workload.Kind
}

// numbers are the flags with numbers, with their usual values and those of --quick.
var numbers = []struct {
	name         string
	of           func(*run) *int
	usual, quick int
	help         string
}{
	{"resources", func(r *run) *int { return &r.Resources }, 5000, 200, "the `number` of resources in a large program"},
	{"edits", func(r *run) *int { return &r.Edits }, 1000, 10, "the `number` of edits for each figure"},
	{"soak", func(r *run) *int { return &r.Soak }, 20000, 100, "the `number` of edits while memory is watched"},
	{"spawns", func(r *run) *int { return &r.Spawns }, 20, 3, "the `number` of server starts"},
}

func (r *run) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure pcl-lsp",
		Long:  help,
		Example: `  make bench
  go run ./internal/bench --quick --only edits,cold --format json --out figures.json`,
		Args:          cobra.NoArgs,
		SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := r.complete(cmd); err != nil {
				return err
			}
			return r.measure(cmd.Context(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	r.schemas.Register(f)
	f.StringVar(&r.program, "server", filepath.Join("bin", "pcl-lsp"), "the pcl-lsp `PROGRAM` to measure")
	f.StringVar(&r.peerDir, "peers", filepath.Join("bin", "peers"),
		"the `FOLDER` of other language servers, which are measured if they are there")
	f.StringVar(&r.webDir, "web", filepath.Join("bin", "web"),
		"the `FOLDER` of the playground, which is measured if it is there")
	f.StringVar(&r.format, "format", "text", "output format: `text`, json or markdown")
	f.StringVar(&r.out, "out", "", "write the figures to a `FILE` instead of standard output")
	f.StringVar(&r.json, "json", "", "also write the figures to a `FILE` as JSON")
	f.StringSliceVar(&r.only, "only", nil, "measure only these groups, a `LIST` out of "+strings.Join(groupNames(), ","))
	f.BoolVar(&r.quick, "quick", false, "small programs and few samples: a smoke test whose figures do not count")
	f.DurationVar(&r.limit, "limit", 9*time.Second, "time limit for each figure; slow figures get fewer samples")
	f.StringVar(&r.encoding, "encoding", "utf-16", "position encoding: `utf-16` or utf-8")
	for _, n := range numbers {
		f.IntVar(n.of(r), n.name, n.usual, n.help)
	}
	return cmd
}

var formats = map[string]func(*Report, io.Writer) error{
	"text": (*Report).WriteText, "json": (*Report).WriteJSON, "markdown": (*Report).WriteMarkdown,
}

// complete checks the flags, and chooses the sizes and the server.
func (r *run) complete(cmd *cobra.Command) error {
	if formats[r.format] == nil {
		return fmt.Errorf("unknown format %q; use one of text, json, markdown", r.format)
	}
	if r.encoding != "utf-16" && r.encoding != "utf-8" {
		return fmt.Errorf("unknown encoding %q; use one of utf-16, utf-8", r.encoding)
	}
	for _, name := range r.only {
		if !slices.Contains(groupNames(), name) {
			return fmt.Errorf("--only: unknown group %q; use some of %s", name, strings.Join(groupNames(), ", "))
		}
	}
	r.Small, r.Files, r.Programs, r.Repository = 50, 50, 500, 10000
	r.rest = 9 * time.Second // the server looks at files every three seconds: two looks, and the rest itself
	if r.quick {
		r.Small, r.Files, r.Programs, r.Repository = 20, 4, 5, 100
		r.limit, r.rest = min(r.limit, time.Second), 0
	}
	for _, n := range numbers {
		if r.quick && !cmd.Flags().Changed(n.name) {
			*n.of(r) = n.quick
		}
		if number := *n.of(r); number < 1 {
			return fmt.Errorf("--%s: a number cannot be negative or zero: %d", n.name, number)
		}
	}
	return r.subject(cmd.Context())
}

// subject sets what is measured: the server as a process, and sessions in this process that find the same schemas.
func (r *run) subject(ctx context.Context) error {
	env := schemaflags.Environment{Variable: os.Getenv}
	env.Home, _ = os.UserHomeDir()
	env.Cache, _ = schemas.DefaultCache()
	var err error
	if env.Dir, err = os.Getwd(); err != nil {
		return err
	}
	given, err := r.schemas.Given(env)
	if err != nil {
		return err
	}
	for _, path := range given {
		r.server.args = append(r.server.args, "--schema", path)
	}
	if r.schemas.AllowPlugins {
		r.server.args = append(r.server.args, "--allow-plugins")
	}
	if r.server.path, err = filepath.Abs(r.program); err != nil {
		return err
	}
	r.session = func() (*workspace.Session, error) {
		return r.schemas.Session(ctx, env, workspace.Options{Workers: 1})
	}
	version, err := exec.CommandContext(ctx, r.server.path, "version", "--json").Output()
	if err != nil {
		return fmt.Errorf("--server %s: %w; run make build first", r.program, err)
	}
	r.report = &Report{System: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.GOMAXPROCS(0), Encoding: r.encoding}
	return json.Unmarshal(version, r.report)
}

// groups are what can be measured on its own.
var groups = []struct {
	name    string
	measure func(*run, context.Context)
}{
	{"edits", (*run).edits},
	{"cutoff", (*run).cutoff},
	{"types", (*run).types},
	{"requests", (*run).requests},
	{"rules", (*run).rules},
	{"cold", (*run).cold},
	{"repository", (*run).repository},
	{"start", (*run).start},
	{"memory", (*run).memory},
	{"peers", (*run).peers},
	{"web", (*run).web},
}

func groupNames() (names []string) {
	for _, g := range groups {
		names = append(names, g.name)
	}
	return names
}

// measure measures, with programs in a temporary directory, and writes the report.
func (r *run) measure(ctx context.Context, stdout io.Writer) error {
	debug.SetGCPercent(800) // as in check; and the client must not collect garbage while the server is measured
	debug.SetMemoryLimit(1 << 30)
	ctx, stop := context.WithCancel(ctx)
	defer stop() // ends the servers of a measurement that failed
	return attempt.Do(func() {
		r.dir = attempt.Must(filepath.EvalSymlinks(attempt.Must(os.MkdirTemp("", "pcl-lsp-bench-"))))
		defer os.RemoveAll(r.dir)
		r.furnish(ctx)
		for _, g := range groups {
			if len(r.only) > 0 && !slices.Contains(r.only, g.name) {
				continue
			}
			if err := attempt.Do(func() { g.measure(r, ctx) }); err != nil {
				attempt.Check(fmt.Errorf("%s: %w", g.name, err))
			}
		}
		if r.json != "" {
			toFile(r.json, r.report.WriteJSON)
		}
		write := func(w io.Writer) error { return formats[r.format](r.report, w) }
		if r.out == "" {
			attempt.Check(write(stdout))
		} else {
			toFile(r.out, write)
		}
	})
}

func toFile(path string, write func(io.Writer) error) {
	f := attempt.Must(os.Create(path))
	attempt.Check(errors.Join(write(f), f.Close()))
}

func (r *run) say(format string, args ...any) { fmt.Fprintf(r.progress, format+"\n", args...) }

// sample measures as often as it should, unless the time is over. There is always time for the first sample.
func sample(limit time.Duration, times int, measure func(i int)) {
	for i, start := 0, time.Now(); i < times && (i == 0 || time.Since(start) < limit); i++ {
		measure(i)
	}
}

// fewer returns the note about a series that the limit cut short.
func (r *run) fewer(got, wanted int) string {
	if got >= wanted {
		return ""
	}
	return fmt.Sprintf("%d of %d within %v", got, wanted, r.limit)
}
