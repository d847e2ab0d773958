package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements the flags about codes and severities, and the use of settings files.

const rulesHelp = `"pcl-lsp explain" shows the default severities. --rule and a settings file change them. A
program uses the nearest file named .pcl-lsp.yaml in its directory or above, or, with
--config FILE, that file, whose patterns and paths are relative to its folder:

  rules:
    unused.*: warning
    token.style: off

Severities are error, warning, information, hint and off. The most specific entry wins, and
--rule takes precedence over the file. A settings file can also exclude files and folders,
and have other settings for some of them; see "pcl-lsp config --help".

--select CODES reports only these codes and families, and --ignore CODES leaves some out.
--ignore wins. category:NAME stands for all codes of a category: correctness, secrets,
security, deprecation, unused or style; "pcl-lsp rules" shows those of rules. A rule that is off, by default or in a settings file, is on if --select names
it or its family, as a warning if nothing gives it a severity; "*" stands for all findings
that are on. Syntax errors are always reported, because nothing else can be said about broken
code. With --fix, only selected findings are fixed.`

// ruleFlags are the flags that choose codes and their severities.
type ruleFlags struct {
	rules             []string
	selected, ignored []string
	config            configFlag

	policy codes.Policy // from all of them
}

func (f *ruleFlags) register(cmd *cobra.Command) {
	f.config.register(cmd)
	flags := cmd.Flags()
	flags.StringArrayVar(&f.rules, "rule", nil, "severity for a code or a family: `CODE=SEVERITY` (repeatable)")
	flags.StringSliceVar(&f.selected, "select", nil, "report only findings with these `CODES`, a comma-separated list of codes and families such as unused.* (repeatable)")
	flags.StringSliceVar(&f.ignored, "ignore", nil, "do not report findings with these `CODES`, a comma-separated list of codes and families such as unused.* (repeatable)")
}

// validate reads the policy from the flags.
func (f *ruleFlags) validate() (err error) {
	if f.policy, err = f.severities(); err != nil {
		return err
	}
	if f.ignored, err = inCategories("ignore", f.ignored); err != nil {
		return err
	}
	if f.selected, err = inCategories("select", f.selected); err != nil {
		return err
	}
	for _, pattern := range f.ignored {
		if f.policy, err = f.policy.With(pattern, codes.Off.String()); err != nil {
			return fmt.Errorf("--ignore %s: %w%s", pattern, err, suggestion(pattern, codes.Patterns()))
		}
	}
	for _, pattern := range f.selected {
		if f.policy, err = f.policy.Selecting(pattern); err != nil {
			return fmt.Errorf("--select %s: %w%s", pattern, err, suggestion(pattern, codes.Patterns()))
		}
	}
	return nil
}

// inCategories returns patterns with the codes of a category in place of category:NAME.
func inCategories(flag string, patterns []string) ([]string, error) {
	var all []string
	for _, pattern := range patterns {
		pattern = strings.TrimSpace(pattern)
		name, is := strings.CutPrefix(pattern, "category:")
		if !is {
			all = append(all, pattern)
			continue
		}
		found := codes.InCategory(codes.Category(name))
		if len(found) == 0 {
			names := lists.Map(codes.Categories(), func(c codes.Category) string { return string(c) })
			return nil, fmt.Errorf("--%s %s: %w", flag, pattern, unknown("category", name, names))
		}
		all = append(all, lists.Map(found, func(c codes.Code) string { return string(c) })...)
	}
	return all, nil
}

// severities returns the policy of --rule.
func (f *ruleFlags) severities() (codes.Policy, error) {
	var p codes.Policy
	for _, written := range f.rules {
		pattern, severity, ok := strings.Cut(written, "=")
		if !ok {
			return p, fmt.Errorf("--rule %s: write CODE=SEVERITY, such as unused.*=off", written)
		}
		next, err := p.With(pattern, severity)
		if err != nil {
			if !errors.Is(err, codes.ErrSeverity) {
				err = fmt.Errorf("%w%s", err, suggestion(pattern, codes.Patterns()))
			}
			return p, fmt.Errorf("--rule %s: %w", written, err)
		}
		p = next
	}
	return p, nil
}

// usableSettings rejects settings files with mistakes, because a check must not ignore what
// the team has decided.
func usableSettings(env environment, snapshot *workspace.Snapshot, files []settings.File) error {
	for _, file := range files {
		if len(file.Faults) == 0 {
			continue
		}
		return errors.Join(lists.Map(file.Faults, func(d analysis.Diagnostic) error {
			return fmt.Errorf("%s: %s", placeOf(snapshot, d.Path, env.relative(d.Path), d.Span), d.Message)
		})...)
	}
	return nil
}
