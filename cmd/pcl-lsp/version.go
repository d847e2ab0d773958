package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp version`.

// nextVersion is the version that the next release will have. That of the extension for VS Code is the same.
const nextVersion = "0.1.0"

type version struct {
	Version  string `json:"version"` // a semantic one, in every build
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"` // of the revision
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Pulumi   known  `json:"pulumi"`
}

// known are the versions of Pulumi whose language the build knows, and the one that is installed.
type known struct {
	Oldest    string `json:"oldest"`
	Newest    string `json:"newest"`
	Installed string `json:"installed,omitempty"`
}

// buildVersion reads what the Go tool put into the binary.
func buildVersion() version {
	v := version{Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
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
	v.Version = semantic(info.Main.Version, v.Revision)
	v.Pulumi = known{Oldest: language.Oldest.String(), Newest: language.Newest.String()}
	return v
}

// semantic returns a version without the v of Go's tools. If they know none, it is one before the next
// release, with the revision if that is known.
func semantic(stamped, revision string) string {
	if semver.IsValid(stamped) {
		return strings.TrimPrefix(stamped, "v")
	}
	if revision == "" {
		return nextVersion + "-dev"
	}
	return nextVersion + "-dev+" + revision[:min(12, len(revision))]
}

func (v version) String() string { return "pcl-lsp " + v.named() + ", " + v.Go + ", " + v.Platform }

func (v version) named() string {
	text := v.Version
	if revision := v.Revision[:min(12, len(v.Revision))]; !strings.Contains(v.Version, revision) {
		text += " " + revision
	}
	if v.Modified {
		text += " (modified)"
	}
	return text
}

// isRelease reports a version that stands for one state of the source, of which nothing
// was changed.
func (v version) isRelease() bool {
	return !v.Modified && semver.IsValid("v"+v.Version) && semver.Build("v"+v.Version) == "" && v.Version != nextVersion+"-dev"
}

func (a *app) versionCommand() *cobra.Command {
	asJSON := false
	cmd := command("version", cobra.NoArgs, func(_ context.Context, _ []string) error {
		v := buildVersion()
		v.Pulumi.Installed, _ = schemaflags.PulumiIn(disk.Machine{}, a.env.variable("PATH"))()
		if asJSON {
			return report.WriteJSON(a.stdout, v)
		}
		languages := "PCL of Pulumi " + v.Pulumi.Oldest + " to " + v.Pulumi.Newest
		if v.Pulumi.Installed != "" {
			languages += "; " + v.Pulumi.Installed + " is installed"
		}
		_, err := fmt.Fprintf(a.stdout, "%s\n%s\n", v, languages)
		return err
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
