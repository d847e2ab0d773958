package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/text/language"
	text "golang.org/x/text/message"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file prepares the programs to measure: their schema, their files, and how long
// ParseConfig takes for them.

// programs are generated programs on disk.
type programs struct {
	*workload.Workload
	name      string
	dir       string // absolute, with slashes
	resources int
	// parse is the time of ParseConfig for all files, in milliseconds.
	parse float64
}

// furnish writes what all programs share, and decides whether they can use aws. The
// directory looks like a repository, so that schemas above it are not found.
func (r *run) furnish(ctx context.Context) {
	check(os.Mkdir(filepath.Join(r.dir, ".git"), 0o755))
	writeFiles(r.dir, map[string]string{"schemas/" + workload.SchemaFile: string(workload.Schema())})
	r.kind, r.chained = workload.AWS, workload.ChainedAWS
	err := attempt(func() {
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
			check(errors.New(use.Reason))
		}
		r.report.Schema = use.Ref.Name + " " + use.Version
	}
	if len(found) > 0 {
		check(fmt.Errorf("%s does not fit the generated programs, as in: %s", r.report.Schema, found[0].Message))
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
		check(os.MkdirAll(filepath.Dir(file), 0o755))
		check(os.WriteFile(file, []byte(text), 0o644))
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
	session := must(r.Session())
	snapshot := session.Snapshot()
	var all []analysis.Diagnostic
	for _, t := range must(snapshot.Discover(p.dir)).Targets {
		for _, inFile := range must(snapshot.Diagnose(ctx, snapshot.ProgramIn(t.Dir))) {
			all = append(all, inFile...)
		}
	}
	return session, all
}
