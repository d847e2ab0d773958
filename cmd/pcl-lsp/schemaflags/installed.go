package schemaflags

import (
	"cmp"
	"debug/buildinfo"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file finds the version of Pulumi that is installed.

// pulumiPrograms are the programs that know the language, the closest one first.
var pulumiPrograms = []string{"pulumi-language-pcl", "pulumi", "pulumi-language-pcl.exe", "pulumi.exe"}

// InstalledPulumi is the program on the PATH that knows the language; empty if there is none. It is not run.
func InstalledPulumi(fsys disk.FS, path string) (file string, state disk.Stamp) {
	for _, name := range pulumiPrograms {
		for _, dir := range filepath.SplitList(path) {
			if !filepath.IsAbs(dir) {
				continue
			}
			file := filepath.Join(dir, name)
			if info, err := fsys.Stat(filepath.ToSlash(file)); err == nil && info.Mode().IsRegular() {
				return file, disk.StampOf(info)
			}
		}
	}
	return "", disk.Stamp{}
}

// PulumiIn returns a function for [workspace.Options] that finds the program on the PATH and reads what the Go tool wrote into it, once.
func PulumiIn(fsys disk.FS, path string) func() (version, file string) {
	return sync.OnceValues(func() (version, file string) {
		if file, _ = InstalledPulumi(fsys, path); file == "" {
			return "", ""
		}
		info, err := buildinfo.ReadFile(file)
		if err != nil {
			return "", "" // it is no program of Go, or is not readable
		}
		return versionIn(info), file
	})
}

// stampedVersion is the version that a release is linked with.
var stampedVersion = lazy.Regexp(`/version\.Version=v?(\d+\.\d+\.\d+[-+.0-9A-Za-z]*)`)

// versionIn is the version of Pulumi that a program was built from; empty if that is not known. The program that a release brings says
// it in the flags of the linker, one that go install made in the version of its module, and others in that of the library.
func versionIn(info *debug.BuildInfo) string {
	const pulumi = "github.com/pulumi/pulumi/"
	linked, own, library := "", "", ""
	for _, s := range info.Settings {
		if parts := stampedVersion.Get().FindStringSubmatch(s.Value); s.Key == "-ldflags" && parts != nil {
			linked = parts[1]
		}
	}
	if strings.HasPrefix(info.Main.Path, pulumi) {
		own = info.Main.Version
	}
	for _, m := range info.Deps {
		if m.Path == pulumi+"sdk/v3" || m.Path == pulumi+"pkg/v3" {
			library = cmp.Or(library, m.Version)
		}
	}
	for _, text := range []string{linked, own, library} {
		if _, is := language.VersionOf(text); is && !strings.HasPrefix(text, "v0.") {
			return strings.TrimPrefix(text, "v")
		}
	}
	return ""
}
