package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements the flags of check as a whole, and decides whether a check with
// these flags can be remembered.

// checkFlags are the flags of check.
type checkFlags struct {
	schemas  schemaflags.Flags
	rules    ruleFlags
	mode     modeFlag
	stack    stackFlag
	token    tokenFlag
	input    inputFlags
	output   outputFlags
	verdict  verdictFlags
	baseline baselineFlags
	since    sinceFlag
	fixes    fixFlags
	limit    limitFlag
	shard    shardFlag
	jobs     int
	watch    bool
	timings  bool
	noCache  bool
}

func (f *checkFlags) register(cmd *cobra.Command) {
	f.schemas.Register(cmd.Flags())
	f.rules.register(cmd)
	f.mode.register(cmd)
	f.stack.register(cmd)
	f.token.register(cmd)
	f.limit.register(cmd)
	f.input.register(cmd)
	f.output.register(cmd)
	f.verdict.register(cmd)
	f.fixes.register(cmd)
	f.baseline.register(cmd)
	f.since.register(cmd)
	f.shard.register(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.schemas.Offline, "offline", false, "start no provider plugins, even with --allow-plugins, because a plugin may use the network")
	flags.IntVar(&f.jobs, "jobs", 0, "check `N` programs and files at once (default: the number of processors)")
	flags.BoolVar(&f.watch, "watch", false, "check again after every change until interrupted; the exit code is that of the last check")
	flags.BoolVar(&f.noCache, "no-cache", false, "check everything even if nothing has changed since the last check, and do not remember the result")
	flags.BoolVar(&f.timings, "timings", false, "print the time of each step on standard error")
}

func (f *checkFlags) validate() error {
	if err := f.verdict.validate(); err != nil {
		return err
	}
	if err := f.fixes.validate(); err != nil {
		return err
	}
	switch {
	case f.watch && f.fixes.wanted():
		return errors.New("--watch does not change files; use --fix without it")
	case f.shard.Of > 0 && (f.fixes.wanted() || f.baseline.to != ""):
		return errors.New("--shard checks a part of the programs; fix programs and write baselines without it")
	case f.watch && f.baseline.to != "":
		return errors.New("--write-baseline and --watch cannot be used together")
	case f.jobs < 0:
		return fmt.Errorf("--jobs %d: use at least 1", f.jobs)
	}
	return nil
}

// remembered is the outcome of a check.
type remembered struct {
	Notes  string // messages beside the report
	Report report.Report
}

// indifferent are the flags that do not change what a check finds. What the reports need
// of a check is part of the question instead.
var indifferent = []string{"format", "jobs", "quiet", "fail-on", "exit-zero", "require-schemas", "timings", "no-cache"}

// remembered prepares a check that is remembered. It returns nil for checks that depend
// on more than files, flags and environment variables: on standard input, plugins,
// patterns, baselines or git; and for those that write files or watch.
func (f *checkFlags) remembered(env environment, cmd *cobra.Command, args []string, outputs []*output) *recheck.Check[remembered] {
	switch {
	case f.baseline != baselineFlags{} || f.since.name != "":
		return nil
	case f.noCache || f.watch || f.fixes.wanted() || f.schemas.AllowPlugins || env.cache == "":
		return nil
	case slices.ContainsFunc(args, func(arg string) bool { return arg == "-" || isPattern(env, arg) }):
		return nil
	}
	question := struct {
		Program      string
		State        disk.Stamp
		Dir, Home    string
		Args         []string
		Flags        map[string]string
		Fixes        int
		Fingerprints bool
	}{Dir: env.dir, Home: env.home, Args: args, Flags: map[string]string{}}
	question.Program, question.State = programIdentity()
	if question.Program == "" {
		return nil
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(indifferent, flag.Name) {
			question.Flags[flag.Name] = flag.Value.String()
		}
	})
	for _, o := range outputs {
		question.Fixes, question.Fingerprints = max(question.Fixes, o.format.Fixes), question.Fingerprints || o.format.Fingerprints
	}
	return recheck.New[remembered](filepath.Join(filepath.Dir(env.cache), "checks"), question, env.variable)
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
