package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"golang.org/x/text/language"
	text "golang.org/x/text/message"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file prepares programs, and runs check and ParseConfig on them as processes.

// programs are generated programs on disk.
type programs struct {
	*workload.Workload
	name      string
	dir       string // absolute, with slashes
	resources int
	parse     float64 // time of ParseConfig for all files, in milliseconds
}

// furnish writes what all programs share, and decides whether they can use aws. The
// directory looks like a repository, so that schemas above it are not found.
func (r *run) furnish(ctx context.Context) {
	attempt.Check(os.Mkdir(filepath.Join(r.dir, ".git"), 0o755))
	writeFiles(r.dir, map[string]string{"schemas/" + workload.SchemaFile: string(workload.Schema())})
	r.kind, r.chained = workload.AWS, workload.ChainedAWS
	err := attempt.Do(func() {
		r.try(ctx, r.kind)
		r.try(ctx, r.chained)
	})
	if err != nil {
		r.kind, r.chained = workload.Nested, workload.Chained
		r.report.Schema = "yard 1.0.0 (built in)"
		r.report.Note = "The aws package was not used: " + err.Error() + "."
	}
}

// try checks that a small aws program has its schema and no findings. It also builds the
// index of the schema, which happens once on a machine.
func (r *run) try(ctx context.Context, kind workload.Kind) {
	p := r.programs(ctx, "try-"+string(kind), workload.Config{Kind: kind, Resources: 40})
	session, found := r.diagnose(ctx, p)
	for _, use := range session.Snapshot().PackagesUsed() {
		if use.State != schema.Ready {
			attempt.Check(errors.New(use.Reason))
		}
		r.report.Schema = use.Ref.Name + " " + use.Version
	}
	if len(found) > 0 {
		attempt.Check(fmt.Errorf("%s does not fit the generated programs, as in: %s", r.report.Schema, found[0].Message))
	}
}

// programs generates programs, writes them, and measures ParseConfig.
func (r *run) programs(ctx context.Context, name string, c workload.Config) *programs {
	p := r.generated(name, c)
	writeFiles(p.dir, p.Files)
	var took []float64
	for range 3 {
		took = append(took, p.parsed(ctx))
	}
	p.parse = summarize(took).Median
	return p
}

// generated generates programs that are not on disk yet.
func (r *run) generated(name string, c workload.Config) *programs {
	return &programs{
		Workload: workload.Generate(c), name: name, dir: filepath.ToSlash(filepath.Join(r.dir, name)), resources: c.Resources,
	}
}

// writeFiles writes files below a directory, by their paths with slashes.
func writeFiles(dir string, texts map[string]string) {
	for path, text := range texts {
		file := filepath.Join(dir, filepath.FromSlash(path))
		attempt.Check(os.MkdirAll(filepath.Dir(file), 0o755))
		attempt.Check(os.WriteFile(file, []byte(text), 0o644))
	}
}

// on describes the programs in a row.
func (p *programs) on() string { return plural(p.resources, "resource") + ", " + p.size() }

// size describes the size of the programs.
func (p *programs) size() string {
	return fmt.Sprintf("%s lines, %s", grouped(p.Lines()), plural(len(p.Files), "file"))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return grouped(n) + " " + what + "s"
}

// grouped formats a number with commas.
func grouped(n int) string { return text.NewPrinter(language.English).Sprintf("%d", n) }

// diagnose checks programs in a new session.
func (r *run) diagnose(ctx context.Context, p *programs) (*workspace.Session, []analysis.Diagnostic) {
	session := attempt.Must(r.session())
	snapshot := session.Snapshot()
	var all []analysis.Diagnostic
	for _, t := range attempt.Must(snapshot.Discover(p.dir)).Targets {
		for _, inFile := range attempt.Must(snapshot.Diagnose(ctx, snapshot.ProgramIn(t.Dir))) {
			all = append(all, inFile...)
		}
	}
	return session, all
}

// looking is the time between two looks at the memory of a process. Its peak never falls,
// so only growth during the last milliseconds is missed. Each look takes time from the process.
//
// The system also knows the peak of a process that has ended, but that begins with the
// memory of the benchmark, which starts it.
const looking = 25 * time.Millisecond

type ended struct {
	took float64 // milliseconds
	peak float64 // resident memory in MB; 0 where that is unknown
	out  string
}

// checked runs check on programs, which must have findings if they were generated with some, and none otherwise.
func (r *run) checked(ctx context.Context, p *programs, flags ...string) ended {
	runtime.GC() // not while the process runs
	e, err := watch(r.server.run(ctx, "check", append(flags, p.dir)...))
	if exit := (*exec.ExitError)(nil); p.Findings > 0 && errors.As(err, &exit) && exit.ExitCode() == 1 {
		return e
	}
	if err == nil && p.Findings > 0 && !slices.Contains(flags, "--exit-zero") {
		err = errors.New("none of the generated findings were found")
	}
	if err != nil {
		attempt.Check(fmt.Errorf("check: %w\n%.500s", err, e.out))
	}
	return e
}

// watch runs a process and looks at its memory. The error is that of the process.
func watch(cmd *exec.Cmd) (ended, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return ended{}, err
	}
	over, peak := make(chan struct{}), make(chan float64)
	go func() {
		most := 0.0
		for {
			if mb, err := memoryOf(cmd.Process.Pid, "VmHWM"); err == nil {
				most = mb
			}
			select {
			case <-over:
				peak <- most
				return
			case <-time.After(looking):
			}
		}
	}()
	err := cmd.Wait()
	took := milliseconds(time.Since(start))
	close(over)
	return ended{took, <-peak, out.String()}, err
}

// yardstickVariable names the variable that makes the benchmark parse the files below a directory and do nothing else.
const yardstickVariable = "PCL_LSP_BENCH_PARSE"

// parsed returns the milliseconds of ParseConfig for all files, in one goroutine of a process of its own.
func (p *programs) parsed(ctx context.Context) float64 {
	cmd := exec.CommandContext(ctx, attempt.Must(os.Executable()))
	cmd.Env = append(cmd.Environ(), yardstickVariable+"="+filepath.FromSlash(p.dir))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		attempt.Check(fmt.Errorf("ParseConfig in a process of its own: %w", err))
	}
	return attempt.Must(strconv.ParseFloat(strings.TrimSpace(string(out)), 64))
}

// actAsYardstick writes the milliseconds and ends this process, if it is there to parse.
func actAsYardstick() {
	dir := os.Getenv(yardstickVariable)
	if dir == "" {
		return
	}
	if err := attempt.Do(func() { fmt.Println(milliseconds(parseBelow(dir))) }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// parseBelow reads the programs below a directory, and returns how long ParseConfig takes for them.
func parseBelow(dir string) time.Duration {
	texts := map[string][]byte{}
	attempt.Check(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".pp" {
			return err
		}
		texts[path], err = os.ReadFile(path)
		return err
	}))
	start := time.Now()
	for path, text := range texts {
		hclsyntax.ParseConfig(text, path, hcl.InitialPos)
	}
	return time.Since(start)
}
