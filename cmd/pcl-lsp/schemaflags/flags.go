package schemaflags

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file implements the flags and the session.

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
	confined := &disk.Confined{FS: options.FS, Folders: f.Trust.Folders, Trusted: f.Trust.given, Own: append(given, filepath.ToSlash(env.PulumiHome()))}
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
		Trusted: f.Trust.given, Workspace: f.Trust.Folders, FS: fsys,
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
