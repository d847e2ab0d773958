package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// This file implements the flags of check as a whole.

// checkFlags are the flags of check.
type checkFlags struct {
	programFlags
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
	f.schemas.Register(cmd.Flags())
	register(cmd, f.judge.register, f.stack.register, f.token.register, f.limit.register)
	register(cmd, f.rules.register, f.target.register, f.input.register, f.output.register, f.verdict.register)
	register(cmd, f.fixes.register, f.baseline.register, f.since.register, f.urns.register, f.shard.register, f.cache.register)
	flags := cmd.Flags()
	flags.BoolVar(&f.schemas.Offline, "offline", false, "start no provider plugins, even with --allow-plugins, because a plugin may use the network")
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
	if f.stack.name == "" && f.urns.state != nil {
		return f.urns.state.Stack
	}
	return f.stack.name
}
