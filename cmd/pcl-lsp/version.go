package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
)

// This file implements `pcl-lsp version`.

// version is what is known about the build.
type version struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"` // of the revision
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// buildVersion reads what the Go tool put into the binary.
func buildVersion() version {
	v := version{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

func (v version) String() string {
	text := "pcl-lsp " + v.Version
	if v.Revision != "" {
		text += " " + v.Revision[:min(12, len(v.Revision))]
	}
	if v.Modified {
		text += " (modified)"
	}
	return text + ", " + v.Go + ", " + v.Platform
}

// isRelease reports a version that stands for one state of the source, of which nothing
// was changed.
func (v version) isRelease() bool {
	return !v.Modified && semver.IsValid(v.Version) && semver.Build(v.Version) == ""
}

func (a *app) versionCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Example: `  pcl-lsp version
  pcl-lsp version --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return report.WriteJSON(a.stdout, buildVersion())
			}
			_, err := fmt.Fprintln(a.stdout, buildVersion())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
