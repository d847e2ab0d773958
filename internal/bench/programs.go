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
	name string
	dir  string // absolute, with slashes
	// parse is the time of ParseConfig for all files, in milliseconds.
	parse float64
}

// furnish writes what all programs share, and decides whether they can use aws. The
// directory looks like a repository, so that schemas above it are not found.
func (r *run) furnish(ctx context.Context) error {
	for _, d := range []string{".git", "schemas"} {
		if err := os.Mkdir(filepath.Join(r.dir, d), 0o755); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(r.dir, "schemas", workload.SchemaFile), workload.Schema(), 0o644); err != nil {
		return err
	}
	r.kind, r.chained, r.report.Schema = workload.AWS, workload.ChainedAWS, ""
	for _, kind := range []workload.Kind{workload.AWS, workload.ChainedAWS} {
		if err := r.try(ctx, kind); err != nil {
			r.kind, r.chained = workload.Nested, workload.Chained
			r.report.Schema = "yard 1.0.0 (built in)"
			r.report.Note = "The aws package was not used: " + err.Error() + "."
			return nil
		}
	}
	return nil
}

// try checks that a small aws program has its schema and no findings. It also builds the
// index of the schema, which happens once on a machine.
func (r *run) try(ctx context.Context, kind workload.Kind) error {
	p, err := r.programs(ctx, "try-"+string(kind), workload.Config{Kind: kind, Resources: 40})
	if err != nil {
		return err
	}
	session, found, err := r.check(ctx, p)
	if err != nil {
		return err
	}
	for _, use := range session.Snapshot().PackagesUsed() {
		if use.State != schema.Ready {
			return errors.New(use.Reason)
		}
		r.report.Schema = use.Ref.Name + " " + use.Version
	}
	if len(found) > 0 {
		return fmt.Errorf("%s does not fit the generated programs, as in: %s", r.report.Schema, found[0].Message)
	}
	return nil
}

// programs generates programs, writes them, and measures ParseConfig.
func (r *run) programs(ctx context.Context, name string, c workload.Config) (*programs, error) {
	p := r.generated(name, c)
	if err := p.write(); err != nil {
		return nil, err
	}
	var took []float64
	for range 3 {
		one, err := p.parsed(ctx)
		if err != nil {
			return nil, err
		}
		took = append(took, one)
	}
	p.parse = summarize(took).Median
	return p, nil
}

// generated generates programs that are not on disk yet.
func (r *run) generated(name string, c workload.Config) *programs {
	return &programs{Workload: workload.Generate(c), name: name, dir: filepath.ToSlash(filepath.Join(r.dir, name))}
}

// write writes all files.
func (p *programs) write() error {
	for path, text := range p.Files {
		file := filepath.FromSlash(p.dir + "/" + path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

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

// check checks programs in a new session.
func (r *run) check(ctx context.Context, p *programs) (*workspace.Session, []analysis.Diagnostic, error) {
	session, err := r.Session()
	if err != nil {
		return nil, nil, err
	}
	snapshot := session.Snapshot()
	found, err := snapshot.Discover(p.dir)
	if err != nil {
		return nil, nil, err
	}
	var all []analysis.Diagnostic
	for _, t := range found.Targets {
		byFile, err := snapshot.Diagnose(ctx, snapshot.ProgramIn(t.Dir))
		if err != nil {
			return nil, nil, err
		}
		for _, inFile := range byFile {
			all = append(all, inFile...)
		}
	}
	return session, all, nil
}
