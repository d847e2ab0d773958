package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file remembers what a check finds in each program, so that the next check reads only what has
// changed.

const cacheHelp = `What was found in a program is remembered with everything that was read for it: its files,
components, schemas and settings, and files that it names. If that is unchanged, or has the
same content after a fresh checkout, the program is not checked again. --cache-dir DIR keeps
it in a folder that may be shared with other machines. Whoever can write to that folder
decides what is reported. If the variable PCL_LSP_CACHE_KEY has a secret, only results
that were signed with it count.`

// cacheKey is the environment variable with the key that signs results in a shared folder.
const cacheKey = "PCL_LSP_CACHE_KEY"

// cacheFlags say where results are remembered.
type cacheFlags struct {
	dir string
	off bool
}

func (f *cacheFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.dir, "cache-dir", "", "remember results in the folder `DIR`, which may be shared, instead of a private one")
	cmd.Flags().BoolVar(&f.off, "no-cache", false, "check everything even if nothing has changed since the last check, and do not remember the result")
}

func (f *cacheFlags) validate() error {
	if f.off && f.dir != "" {
		return errors.New("--cache-dir and --no-cache cannot be used together")
	}
	return nil
}

// memory is where results are remembered.
func (f *cacheFlags) memory(env environment) recheck.Memory {
	switch {
	case f.off:
		return recheck.Memory{}
	case f.dir != "":
		return recheck.Memory{Dir: env.native(f.dir), Shared: true, Key: env.variable(cacheKey)}
	case env.cache != "":
		return recheck.Memory{Dir: filepath.Join(filepath.Dir(env.cache), "checks")}
	}
	return recheck.Memory{}
}

// indifferent are the flags that do not change what is found in a program. What reports need of a
// finding is part of the question instead.
var indifferent = []string{"format", "output-format", "statistics", "color", "no-gitignore", "jobs", "quiet", "fail-on", "exit-zero", "require-schemas", "timings", "no-cache", "cache-dir", "shard", "max-findings"}

// remembered opens what is remembered for these flags. It returns nil for checks that depend on more
// than files, flags and environment variables: on standard input, plugins, baselines or git; and
// for those that write files or watch.
func (f *checkFlags) remembered(env environment, cmd *cobra.Command, outputs []*output) *recheck.Programs {
	memory := f.cache.memory(env)
	switch {
	case f.baseline != baselineFlags{} || f.since.name != "" || f.urns.from != "" || f.input.stdinFilename != "":
		return nil
	case memory.Dir == "" || f.watch || f.fixes.wanted() || f.schemas.AllowPlugins:
		return nil
	}
	question := struct {
		Program      string
		State        disk.Stamp
		Flags        map[string]string
		Dir          string // if names are absolute
		Fixes        int
		Fingerprints bool
		Pulumi       string // the installed program that may decide about the language
		PulumiState  disk.Stamp
	}{Flags: map[string]string{}}
	question.Pulumi, question.PulumiState = schemaflags.InstalledPulumi(disk.Machine{}, env.variable("PATH"))
	question.Program, question.State = programIdentity()
	if question.Program == "" {
		return nil
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(indifferent, flag.Name) {
			question.Flags[flag.Name] = flag.Value.String()
		}
	})
	if f.output.absolute {
		question.Dir = env.dir
	}
	for _, o := range outputs {
		question.Fixes, question.Fingerprints = max(question.Fixes, o.format.Fixes), question.Fingerprints || o.format.Fingerprints
	}
	return recheck.Open(memory, question, recheck.Place{Dir: filepath.ToSlash(env.dir), Home: filepath.ToSlash(env.home), Variable: env.variable})
}

// kept is what is remembered of a program.
type kept struct {
	// Section is nil if there is no program. It has no lines of files.
	Section *report.Section
	// Uses are the names of the directories of components.
	Uses []string
	// Fixed is the number of findings, from the first, whose fixes were looked for.
	Fixed int
}

// keptName identifies a place in the memory.
func (g *gatherer) keptName(t workspace.Target) string {
	parts := []string{g.env.relative(t.Dir)}
	parts = append(parts, lists.Map(t.Files, func(file string) string { return g.env.relative(file) })...)
	return strings.Join(parts, "\x00")
}

// recall restores what is remembered of a place; nil if that is nothing, or has changed.
func (g *gatherer) recall(t workspace.Target) *examined {
	var k kept
	if g.memory == nil || t.Embeds() || !g.memory.Recall(g.keptName(t), &k) {
		return nil
	}
	var uses []string
	for _, name := range k.Uses {
		dir, err := workspace.PathOf(g.env.dir, name)
		if err != nil {
			return nil
		}
		uses = append(uses, dir)
	}
	return &examined{Section: k.Section, target: t, components: g.search.Restore(t, k.Section != nil, uses), isKept: true, fixed: k.Fixed}
}

// keep remembers what is at a place. What a program passes to a component comes with the text of the
// component, which is not remembered.
func (g *gatherer) keep(e *examined) {
	if g.memory == nil || e.isKept || e.reads == nil || e.Section != nil && len(e.Section.Passed) > 0 {
		return
	}
	k := kept{Section: unquoted(e.Section), Fixed: e.fixed}
	k.Uses = append(k.Uses, lists.Map(e.uses, func(dir string) string { return g.env.relative(dir) })...)
	g.memory.Keep(g.keptName(e.target), k, e.reads)
}

// programIdentity identifies this build of the program: by its version if it is a
// release, or else by the state of its executable. It is empty if neither is known.
func programIdentity() (string, disk.Stamp) {
	if v := buildVersion(); v.isRelease() {
		return v.String(), disk.Stamp{}
	}
	path, err := os.Executable()
	if err != nil {
		return "", disk.Stamp{}
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", disk.Stamp{}
	}
	return path, disk.StampOf(info)
}
