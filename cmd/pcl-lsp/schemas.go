package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements where commands look for package schemas.

const schemaHelp = `Schemas of packages are looked for in this order:

  1. the files and folders given by --schema PATH (repeatable) and listed in
     PCL_SCHEMA_PATH, as .json or .json.gz;
  2. folders named "schemas" or ".pcl/schemas" in the program's directory and
     each directory above it, up to and including the first that holds .git, if
     they contain package schemas;
  3. the Pulumi home (PULUMI_HOME, or ~/.pulumi), which is only read: the
     provider that is installed there in the wanted version decides on the
     schema, which is taken from the cache in that folder.

A package block decides on the version, which must be equal; without one it is
the highest that is installed. A package without a schema is one warning, and its
types are unknown. Nothing is downloaded. With --allow-plugins an installed
provider without a cached schema is run and asked for it; what it says is kept in
the user's cache. A provider that the workspace itself brings (named by plugins or
packages in Pulumi.yaml, on the PATH, or in a Pulumi home inside the workspace) is
run only if --trust-workspace is given as well. What serves which program, and why, is told by "pcl-lsp schema
list" and "pcl-lsp schema where".`

// schemaFlags are the flags that say where schemas are.
type schemaFlags struct {
	paths        []string
	allowPlugins bool
	offline      bool // no plugin is started
	trust        *trust
}

func (f *schemaFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.paths, "schema", nil, "package schema: a `PATH` of a .json or .json.gz file, or a folder of them (repeatable)")
	cmd.Flags().BoolVar(&f.allowPlugins, "allow-plugins", false, "run installed provider plugins to ask them for schemas that are found nowhere else")
	f.trust = &trust{}
	cmd.Flags().BoolVar(&f.trust.flag, "trust-workspace", false, "with --allow-plugins, also run plugins that the workspace itself names or brings along, and those on the PATH")
}

// session makes the workspace of a command, with its places of schemas. Without a file
// system it is that of a command that ends by itself and looks at each path once, unless
// plugins may be asked, whose answers are files that come meanwhile.
func (f *schemaFlags) session(ctx context.Context, env environment, options workspace.Options) (*workspace.Session, error) {
	given, err := f.given(env)
	if err != nil {
		return nil, err
	}
	where := workspace.SchemaOptions{
		Given: given, Home: env.pulumiHome(), HomeMoved: env.variable("PULUMI_HOME") != "", Cache: env.cache, Variable: env.variable,
		Trusted: f.trust.given, Workspace: f.trust.folders,
	}
	f.withPlugins(ctx, env, &where)
	switch {
	case options.FS != nil:
	case f.allowPlugins:
		options.FS = disk.Machine{}
	default:
		options.FS = disk.LookOnce(disk.Machine{})
	}
	where.FS = options.FS
	options.Places = workspace.SchemasAt(where)
	return workspace.New(options), nil
}

// given are the places that the user names, by flag and then by variable.
func (f *schemaFlags) given(env environment) ([]string, error) {
	var given []string
	for _, written := range f.paths {
		p, err := schemaPath(env, written)
		if err != nil {
			return nil, fmt.Errorf("--schema %s: %w", written, err)
		}
		given = append(given, p)
	}
	for _, written := range filepath.SplitList(env.variable("PCL_SCHEMA_PATH")) {
		if written == "" {
			continue
		}
		p, err := schemaPath(env, written)
		if err != nil {
			return nil, fmt.Errorf("PCL_SCHEMA_PATH: %s: %w", written, err)
		}
		given = append(given, p)
	}
	return given, nil
}

// schemaPath is a place of schemas that exists.
func schemaPath(env environment, written string) (string, error) {
	p, err := workspace.PathOf(env.dir, written)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.FromSlash(p)); err != nil {
		return "", fmt.Errorf("there is no such file or folder; name a schema file or a folder that holds some")
	}
	return p, nil
}

// pulumiHome is the directory in which the Pulumi command keeps its cache.
func (e environment) pulumiHome() string {
	if home := e.variable("PULUMI_HOME"); home != "" {
		if !filepath.IsAbs(home) {
			home = filepath.Join(e.dir, home)
		}
		return home
	}
	if e.home == "" {
		return ""
	}
	return filepath.Join(e.home, ".pulumi")
}
