package schemaflags

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// TestInstalledPulumi: what the Go tool wrote into a program tells its version; a program of anything else tells nothing.
func TestInstalledPulumi(t *testing.T) {
	t.Parallel()
	const cli = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
	for want, info := range map[string]*debug.BuildInfo{
		"3.276.0": {Path: cli, Settings: []debug.BuildSetting{{Key: "-ldflags", Value: "-s -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v3.276.0"}}, Main: debug.Module{Path: "github.com/pulumi/pulumi/pkg/v3", Version: "v3.1.0"}},
		"3.275.1": {Path: cli, Main: debug.Module{Path: "github.com/pulumi/pulumi/pkg/v3", Version: "v3.275.1"}},
		"3.274.0": {Path: cli, Main: debug.Module{Path: "github.com/pulumi/pulumi/pkg/v3", Version: "(devel)"}, Deps: []*debug.Module{{Path: "github.com/pulumi/pulumi/sdk/v3", Version: "v3.274.0"}}},
		"":        {Path: "example.com/pulumi", Main: debug.Module{Path: "example.com/pulumi", Version: "v3.276.0"}},
	} {
		if got := versionIn(info); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "pulumi")
	if err := os.WriteFile(file, []byte("#!/bin/sh\necho v3.276.0\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	path := strings.Join([]string{".", filepath.Join(dir, "nowhere"), dir}, string(os.PathListSeparator))
	if found, _ := InstalledPulumi(disk.Machine{}, path); found != file {
		t.Errorf("found %q, want %q", found, file)
	}
	if version, by := PulumiIn(disk.Machine{}, path)(); version != "" || by != "" {
		t.Errorf("a script has version %q of %q", version, by)
	}
	if got, _ := language.VersionOf("3.276.0"); got != language.Newest {
		t.Errorf("the newest version is %s", got)
	}
}
