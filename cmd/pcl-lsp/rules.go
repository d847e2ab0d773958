package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements the flag --rule and the use of settings files.

const rulesHelp = `"pcl-lsp explain" shows the default severities. --rule and a settings file change them. A
program uses the nearest file named .pcl-lsp.yaml in its directory or above:

  rules:
    unused.*: warning
    token.style: off

Severities are error, warning, information, hint and off. The most specific entry wins, and
--rule takes precedence over the file. A settings file can also exclude files and folders,
and have other settings for some of them; see "pcl-lsp config --help".`

// ruleFlags are the flags that change severities.
type ruleFlags struct{ rules []string }

func (f *ruleFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.rules, "rule", nil, "severity for a code or a family: `CODE=SEVERITY` (repeatable)")
}

// policy returns the policy of the flags.
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

// usableSettings rejects settings files with mistakes, because a check must not ignore what
// the team has decided.
func usableSettings(env environment, snapshot *workspace.Snapshot, files []settings.File) error {
	for _, file := range files {
		if len(file.Faults) == 0 {
			continue
		}
		var lines []error
		for _, d := range file.Faults {
			lines = append(lines, fmt.Errorf("%s: %s", placeOf(snapshot, d.Path, env.relative(d.Path), d.Span), d.Message))
		}
		return errors.Join(lines...)
	}
	return nil
}
