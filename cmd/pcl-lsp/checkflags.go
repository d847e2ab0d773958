package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck/revision"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements the flags of check.

// checkFlags are the flags of check.
type checkFlags struct {
	program  programFlags
	rules    ruleFlags
	target   targetFlag
	input    inputFlags
	output   outputFlags
	verdict  verdictFlags
	baseline baselineFlags
	since    sinceFlag
	urns     urnsFlags
	fixes    fixFlags
	shard    shardFlag
	jobs     int
	watch    bool
	timings  bool
	cache    cacheFlags
}

func (f *checkFlags) register(cmd *cobra.Command) {
	f.program.schemas.Register(cmd.Flags())
	register(cmd, f.program.judge.register, f.program.stack.register, f.program.token.register, f.program.limit.register)
	register(cmd, f.rules.register, f.target.register, f.input.register, f.output.register, f.verdict.register)
	register(cmd, f.fixes.register, f.baseline.register, f.since.register, f.urns.register, f.shard.register, f.cache.register)
	flags := cmd.Flags()
	flags.BoolVar(&f.program.schemas.Offline, "offline", false, "start no provider plugins, even with --allow-plugins, because a plugin may use the network")
	flags.IntVar(&f.jobs, "jobs", 0, "check `N` programs and files at once (default: the number of processors)")
	flags.BoolVar(&f.watch, "watch", false, "check again after every change until interrupted; the exit code is that of the last check")
	flags.BoolVar(&f.timings, "timings", false, "print the time of each step on standard error")
}

func (f *checkFlags) validate() error {
	for _, validate := range []func() error{f.verdict.validate, f.rules.validate, f.fixes.validate, f.cache.validate} {
		if err := validate(); err != nil {
			return err
		}
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

// stackName is the stack whose configuration counts: the selected one, or that whose state is compared.
func (f *checkFlags) stackName() string {
	if f.program.stack.name == "" && f.urns.state != nil {
		return f.urns.state.Stack
	}
	return f.program.stack.name
}

// baselineFlags name the baselines to read and to write.
type baselineFlags struct{ from, to string }

func (f *baselineFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.from, "baseline", "", "report only findings that are not in the baseline `FILE`, and list its obsolete entries on standard error")
	cmd.Flags().StringVar(&f.to, "write-baseline", "", "record the findings in `FILE`, for --baseline; without --baseline, recorded findings are not reported")
}

// read reads the baselines. The file to write need not exist, but it must be a baseline
// if it does.
func (f *baselineFlags) read(env environment, notes io.Writer) (*checking.Baselines, error) {
	b := &checking.Baselines{Dir: env.dir, Notes: notes}
	for _, file := range []struct {
		flag, name string
		mayLack    bool
		to         **checking.BaselineFile
	}{{"baseline", f.from, false, &b.From}, {"write-baseline", f.to, true, &b.To}} {
		if file.name == "" {
			continue
		}
		text, err := env.read(file.name)
		if file.mayLack && errors.Is(err, os.ErrNotExist) {
			text, err = nil, nil
		}
		if err == nil {
			*file.to, err = checking.NewBaselineFile(file.name, env.native(file.name), text)
		}
		if err != nil {
			return nil, fmt.Errorf("--%s %s: %w", file.flag, file.name, err)
		}
	}
	return b, nil
}

// sinceFlag names the revision to compare with.
type sinceFlag struct{ name string }

func (f *sinceFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "new-from-rev", "", "report only findings in lines that changed since the git revision `REV`; REV... is the merge base of REV and HEAD")
}

// find returns the revision; nil without the flag.
func (f *sinceFlag) find(ctx context.Context, env environment) (*revision.Revision, error) {
	if f.name == "" {
		return nil, nil
	}
	rev, err := revision.At(ctx, env.dir, f.name)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, uncheckable(errInterrupted)
	case err != nil:
		return nil, fmt.Errorf("--new-from-rev %s: %w", f.name, err)
	}
	return rev, nil
}

// urnsFlags say what to compare the names of resources with.
type urnsFlags struct {
	from  string
	allow []string

	state *state.State // if from names one
	dir   string       // if from names a directory
}

func (f *urnsFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.from, "urns-from", "", "compare the URNs of resources with those before a change: a git revision, a directory or the state of a stack (`REV|DIR|STACK.json`)")
	cmd.Flags().StringArrayVar(&f.allow, "allow", nil, "with --urns-from, accept that the resource with this `NAME-OR-URN` is replaced or deleted (repeatable)")
}

// read finds out what the flag names, and reads a state.
func (f *urnsFlags) read(env environment) error {
	if f.from == "" {
		if len(f.allow) > 0 {
			return errors.New("--allow works only with --urns-from")
		}
		return nil
	}
	file := env.native(f.from)
	info, err := os.Stat(file)
	switch {
	case err == nil && info.IsDir():
		f.dir = disk.Clean(filepath.ToSlash(file))
	case strings.HasSuffix(f.from, ".json"):
		if f.state, err = env.stateIn(f.from); err != nil {
			return fmt.Errorf("--urns-from: %w", err)
		}
	}
	return nil
}

// compare prepares the comparison; nil without the flag.
func (f *urnsFlags) compare(ctx context.Context, c *checkRound, check *checking.Check) (*checking.Comparison, error) {
	if f.from == "" {
		return nil, nil
	}
	m := &checking.Comparison{From: f.from, State: f.state, Dir: f.dir, Allow: f.allow}
	if f.state == nil {
		options := c.flags.program.options()
		options.Workers = c.flags.jobs
		if f.dir == "" {
			files, err := f.revision(ctx, c.app.env)
			if err != nil {
				return nil, err
			}
			options.FS = disk.LookOnce(files)
		}
		session, err := c.flags.program.schemas.Session(ctx, c.app.env.schemas(), options)
		if err != nil {
			return nil, err
		}
		m.Before = session.Snapshot()
	}
	return m, m.Prepare(check.Paths, check.Snapshot, check.Search, check.IsOnly)
}

// revision returns the programs of the revision that the flag names.
func (f *urnsFlags) revision(ctx context.Context, env environment) (*revision.Files, error) {
	rev, err := revision.At(ctx, env.dir, f.from)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, uncheckable(errInterrupted)
	case err != nil:
		return nil, fmt.Errorf("--urns-from %s: it is no directory and no file ending in .json, and as a revision: %w", f.from, err)
	}
	files, err := rev.Files(ctx, disk.Machine{})
	if err != nil {
		return nil, uncheckable(err)
	}
	return files, nil
}

// fixFlags are the flags about fixes.
type fixFlags struct {
	fix  string
	diff bool

	addIgnores bool
	reason     string

	choice fix.Choice // from the flag fix; empty to fix nothing
}

func (f *fixFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.fix, "fix", "", "apply fixes: `safe` ones (the default if the flag has no value) or all, also called unsafe")
	flags.Lookup("fix").NoOptDefVal = string(fix.SafeOnly)
	flags.BoolVar(&f.diff, "diff", false, "print the changes of --fix or --add-ignores as a unified diff, and write nothing")
	flags.BoolVar(&f.addIgnores, "add-ignores", false, "ignore the findings that would make the exit code 1, by comments above them")
	flags.StringVar(&f.reason, "ignore-reason", "", "the `REASON` that the comments of --add-ignores give")
}

// validate reads the choice from its flag.
func (f *fixFlags) validate() error {
	switch f.fix {
	case "":
		if f.diff && !f.addIgnores {
			f.choice = fix.SafeOnly
		}
	case "safe":
		f.choice = fix.SafeOnly
	case "all", "unsafe":
		f.choice = fix.Best
	default:
		return fmt.Errorf("--fix=%s: use safe or all%s", f.fix, ask.Suggestion(f.fix, []string{"safe", "all", "unsafe"}))
	}
	if strings.ContainsAny(f.reason, "\r\n") {
		return errors.New("--ignore-reason: a reason must be one line")
	}
	if f.reason != "" && !f.addIgnores {
		return errors.New("--ignore-reason works only with --add-ignores")
	}
	return nil
}

// wanted reports whether the check changes programs.
func (f *fixFlags) wanted() bool { return f.choice != "" || f.addIgnores }

// takesOutput reports whether programs or changes are printed to standard output, so that
// reports go to standard error.
func (f *fixFlags) takesOutput(in ask.Input) bool {
	return f.wanted() && (f.diff || in.Stdin != nil)
}

// shardFlag is the flag --shard. The zero value stands for all programs.
type shardFlag struct{ report.Shard }

func (f *shardFlag) register(cmd *cobra.Command) {
	const usage = "check only the `I/N` part of the programs, for example 1/8"
	valueVar(cmd, "shard", "", usage, func(text string) (shown string, err error) {
		var rest string
		n, _ := fmt.Sscanf(text+" ", "%d/%d%s", &f.Number, &f.Of, &rest)
		if n != 2 || f.Number < 1 || f.Number > f.Of {
			return "", fmt.Errorf("%q is not a part such as 1/8, from 1/8 to 8/8", text)
		}
		return text, nil
	})
}

// choose leaves only the programs of the part.
func (f *shardFlag) choose(search *workspace.Search, name func(dir string) string) {
	if f.Of == 0 {
		return
	}
	search.Only(func(t workspace.Target) bool {
		sum := sha256.Sum256([]byte(name(t.Dir)))
		return binary.BigEndian.Uint64(sum[:])%uint64(f.Of) == uint64(f.Number-1)
	})
}

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
func (f *checkFlags) remembered(env environment, cmd *cobra.Command, needs report.Format) *recheck.Programs {
	memory := f.cache.memory(env)
	switch {
	case f.baseline != baselineFlags{} || f.since.name != "" || f.urns.from != "" || f.input.stdinFilename != "":
		return nil
	case memory.Dir == "" || f.watch || f.fixes.wanted() || f.program.schemas.AllowPlugins:
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
	}{Flags: map[string]string{}, Fixes: needs.Fixes, Fingerprints: needs.Fingerprints}
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
	return recheck.Open(memory, question, recheck.Place{Dir: filepath.ToSlash(env.dir), Home: filepath.ToSlash(env.home), Variable: env.variable})
}

// programIdentity identifies this build of the program: by its version if it is a
// release, or else by the state of its executable. It is empty if neither is known.
func programIdentity() (string, disk.Stamp) {
	if v := process.Build(); v.IsRelease() {
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
