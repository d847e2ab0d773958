package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements how a command line and settings files change severities.

const rulesHelp = `Severities are those that "pcl-lsp explain" shows, unless --rule or a settings
file named .pcl-lsp.yaml says otherwise. The nearest such file counts, in the
program's directory or above it:

  rules:
    unused.*: warning
    token.style: off

Severities are error, warning, information, hint and off. The most specific
entry decides, and --rule goes before the file, which can also exclude files and
folders, and say what differs for some: see "pcl-lsp config --help".`

// ruleFlags are the flags that change severities.
type ruleFlags struct{ rules []string }

func (f *ruleFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.rules, "rule", nil, "severity for a code or a family: `CODE=SEVERITY` (repeatable)")
}

// policy is what the flags say.
func (f *ruleFlags) policy() (codes.Policy, error) {
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

// usableSettings refuses settings files that cannot be used as they are: a check
// that ignores what the team decided is no check.
func usableSettings(env environment, snapshot *workspace.Snapshot, targets []workspace.Target) error {
	for _, t := range targets {
		faults := snapshot.SettingsFaults(t.Dir)
		if len(faults) == 0 {
			continue
		}
		var lines []error
		for _, d := range faults {
			lines = append(lines, fmt.Errorf("%s: %s", placeOf(snapshot, d.Path, env.relative(d.Path), d.Span), d.Message))
		}
		return errors.Join(lines...)
	}
	return nil
}
