package process

import (
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file reads the version of the build.

// NextVersion is the version that the next release will have. That of the extension for VS Code is the same.
const NextVersion = "0.1.0"

// Version is the version of a build.
type Version struct {
	Version  string `json:"version"` // a semantic one, in every build
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"` // of the revision
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Pulumi   Known  `json:"pulumi"`
}

// Known are the versions of Pulumi whose language the build knows, and the one that is installed.
type Known struct {
	Oldest    string `json:"oldest"`
	Newest    string `json:"newest"`
	Installed string `json:"installed,omitempty"`
}

// Build reads what the Go tool put into the binary.
func Build() Version {
	v := Version{Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
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
	v.Pulumi = Known{Oldest: language.Oldest.String(), Newest: language.Newest.String()}
	return v
}

// semantic returns a version without the v of Go's tools. If they know none, it is one before the next
// release, with the revision if that is known.
func semantic(stamped, revision string) string {
	if semver.IsValid(stamped) {
		return strings.TrimPrefix(stamped, "v")
	}
	if revision == "" {
		return NextVersion + "-dev"
	}
	return NextVersion + "-dev+" + revision[:min(12, len(revision))]
}

// String names the version, and what built it.
func (v Version) String() string { return "pcl-lsp " + v.Named() + ", " + v.Go + ", " + v.Platform }

// Named is the version with its revision.
func (v Version) Named() string {
	text := v.Version
	if revision := v.Revision[:min(12, len(v.Revision))]; !strings.Contains(v.Version, revision) {
		text += " " + revision
	}
	if v.Modified {
		text += " (modified)"
	}
	return text
}

// IsRelease reports a version that stands for one state of the source, of which nothing
// was changed.
func (v Version) IsRelease() bool {
	return !v.Modified && semver.IsValid("v"+v.Version) && semver.Build("v"+v.Version) == "" && v.Version != NextVersion+"-dev"
}
