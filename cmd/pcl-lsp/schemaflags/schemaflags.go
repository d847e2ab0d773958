// Package schemaflags implements the flags that say where package schemas come from,
// and creates the workspace session of a command from them.
//
// Every command that checks programs has these flags: --schema, --allow-plugins and
// --trust-workspace. The benchmark has them too, so that it measures what a command
// does. The package starts a provider plugin only with --allow-plugins, and one that
// the workspace itself brings along only when the user trusts the workspace. Nothing
// in a workspace can grant that trust.
//
// The package does not know which schema serves a program; package workspace/schemas
// decides that.
package schemaflags

import (
	"cmp"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// Help is the part of a command's help that explains where schemas come from.
const Help = `The command looks for package schemas in this order:

  1. the files and folders given by --schema PATH (repeatable) and listed in
     PCL_SCHEMA_PATH, as .json or .json.gz;
  2. folders named "schemas" or ".pcl/schemas" that contain package schemas, in
     the program's directory and in each directory above it, up to and including
     the first one that contains .git;
  3. the Pulumi home (PULUMI_HOME, or ~/.pulumi), which is only read. The installed
     provider selects the version; its schema comes from the cache in that folder.

If the program has a package block, the schema must have exactly that version;
otherwise the highest installed version is used. A missing schema produces one
warning, and the package's resources are not checked. Nothing is downloaded.

With --allow-plugins, pcl-lsp runs an installed provider that has no cached schema,
asks it for one and keeps the answer in the user's cache. Providers that the
workspace itself brings along run only with --trust-workspace as well: those named
by plugins or packages in Pulumi.yaml, those on the PATH, and those in a Pulumi home
inside the workspace. "pcl-lsp schema list" and "pcl-lsp schema where" show which
schema each program uses, and why.`

// Environment is what the flags need to know about the process.
type Environment struct {
	Dir      string // the working directory
	Home     string // the user's home directory; empty if unknown
	Cache    string // the directory of schema indexes; empty for no cache
	Variable func(name string) string
}

// Flags are the values of the flags.
type Flags struct {
	Paths        []string // --schema
	AllowPlugins bool     // --allow-plugins
	Offline      bool     // start no plugin, even with --allow-plugins
	Trust        *Trust   // --trust-workspace, and what an editor says later
	Writes       bool     // the command changes files before it shows anything of them
	Editor       bool     // the user has an editor, which knows no flags
}

// Register adds the flags to a command.
func (f *Flags) Register(flags *pflag.FlagSet) {
	f.RegisterPaths(flags)
	flags.BoolVar(&f.AllowPlugins, "allow-plugins", false, "run installed provider plugins to get schemas that are found nowhere else")
	flags.BoolVar(&f.Trust.flag, "trust-workspace", false, "with --allow-plugins, also run plugins on the PATH and those that the workspace names or contains; and read files through links that lead out of the repository")
}

// RegisterPaths adds only the flag --schema, to a command that never runs a plugin.
func (f *Flags) RegisterPaths(flags *pflag.FlagSet) {
	f.Trust = &Trust{}
	flags.StringArrayVar(&f.Paths, "schema", nil, "package schema: the `PATH` of a .json or .json.gz file, or of a folder of them (repeatable)")
}

// Session creates the workspace of a command with its schema places. If the options
// have no file system, the command is one that ends by itself: it looks at each path
// once, unless plugins may run, which write files in the meantime.
func (f *Flags) Session(ctx context.Context, env Environment, options workspace.Options) (*workspace.Session, error) {
	switch {
	case options.FS != nil:
	case f.AllowPlugins:
		options.FS = disk.Machine{}
	default:
		options.FS = disk.LookOnce(disk.Machine{})
	}
	given, err := f.Given(env)
	if err != nil {
		return nil, err
	}
	confined := &disk.Confined{FS: options.FS, Folders: f.Trust.Folders, Trusted: f.Trust.Given, Own: append(given, filepath.ToSlash(env.PulumiHome()))}
	confined.Follows.Store(f.Writes)
	options.FS = confined
	places, err := f.Places(ctx, env, options.Settings, options.FS)
	if err != nil {
		return nil, err
	}
	options.Places, options.Installed = places, PulumiIn(disk.Machine{}, env.Variable("PATH"))
	return workspace.New(options), nil
}

// Places finds the schemas of programs. Files and folders are looked for in the file system.
func (f *Flags) Places(ctx context.Context, env Environment, settings string, fsys disk.FS) (*workspace.SchemaPlaces, error) {
	given, err := f.Given(env)
	if err != nil {
		return nil, err
	}
	where := workspace.SchemaOptions{
		Given: given, Settings: settings, Home: env.PulumiHome(), Cache: env.Cache, Variable: env.Variable,
		Trusted: f.Trust.Given, Workspace: f.Trust.Folders, FS: fsys,
	}
	if f.Editor {
		where.Reader = schemas.Reader{Home: env.Home, Editor: true}
	}
	f.withPlugins(ctx, env.Cache, &where)
	return workspace.SchemasAt(where), nil
}

// Given returns the paths that the user names, by --schema and then by PCL_SCHEMA_PATH.
func (f *Flags) Given(env Environment) ([]string, error) {
	var given []string
	for _, written := range f.Paths {
		p, err := env.existing(written)
		if err != nil {
			return nil, fmt.Errorf("--schema %s: %w", written, err)
		}
		given = append(given, p)
	}
	for _, written := range filepath.SplitList(env.Variable("PCL_SCHEMA_PATH")) {
		if written == "" {
			continue
		}
		p, err := env.existing(written)
		if err != nil {
			return nil, fmt.Errorf("PCL_SCHEMA_PATH: %s: %w", written, err)
		}
		given = append(given, p)
	}
	return given, nil
}

// existing returns the path of a file or folder that exists.
func (e Environment) existing(written string) (string, error) {
	p, err := workspace.PathOf(e.Dir, written)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.FromSlash(p)); err != nil {
		return "", errors.New("no such file or folder; name a schema file or a folder that contains schemas")
	}
	return p, nil
}

// PulumiHome returns the directory in which the Pulumi command keeps its cache.
func (e Environment) PulumiHome() string {
	if home := e.Variable("PULUMI_HOME"); home != "" {
		if !filepath.IsAbs(home) {
			home = filepath.Join(e.Dir, home)
		}
		return home
	}
	if e.Home == "" {
		return ""
	}
	return filepath.Join(e.Home, ".pulumi")
}

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
