package plugins

import (
	"path/filepath"
	"strings"
	"time"
)

// This file declares what is asked of a plugin and what comes back.

// Request says which plugin to ask for what.
type Request struct {
	// Executable is the absolute path of the plugin's program.
	Executable string
	// Name is the package whose schema is wanted. A schema of another package is
	// an error. If it is empty any package will do.
	Name string
	// Version is the version the package must have, build metadata aside, if the
	// schema tells its version. If it is empty any version will do.
	Version string
	// Parameterization is what to make of the plugin before it is asked; usually nil.
	Parameterization *Parameterization
	// Environment are the variables the plugin may see, as KEY=VALUE. They are
	// reduced to those of [Environment] in any case. If it is nil they are taken
	// from this process.
	Environment []string
	// Dir is the folder in which temporary folders are made; if it is empty, that
	// of the system.
	Dir string
	// Limits are the limits of the undertaking; its zero value works.
	Limits Limits
	// Progress, if it is not nil, is told each stage as it begins. It must return
	// soon. A [Cache] calls it from other goroutines than that of the caller, and
	// tells one who joins late the stage it finds, perhaps while the next begins.
	Progress func(Stage)
}

// Parameterization makes another package of a plugin. Either Name, Version and
// Value are set, as a package block has them, or Args, as a user gives them on a
// command line.
type Parameterization struct {
	// Name and Version are those of the package that comes of it.
	Name, Version string
	// Value is what the plugin made of arguments once and understands again.
	Value []byte
	// Args are arguments for the plugin. If there are any, Value is not used.
	Args []string
}

// Limits bounds what a plugin may take. A field that is zero stands for the
// default named beside it.
type Limits struct {
	// Start is the time until the plugin listens: 30 seconds.
	Start time.Duration
	// Call is the time for each call: 2 minutes, as a parameterization may make the
	// plugin download things.
	Call time.Duration
	// Grace is the time between the request to end and the kill: 2 seconds.
	Grace time.Duration
	// Size is the number of bytes a schema may have: 400 MiB.
	Size int64
	// Noise is the number of bytes the plugin may print before its port: 1 MiB.
	Noise int64
}

func (l Limits) withDefaults() Limits {
	return Limits{
		Start: positive(l.Start, 30*time.Second),
		Call:  positive(l.Call, 2*time.Minute),
		Grace: positive(l.Grace, 2*time.Second),
		Size:  positive(l.Size, 400<<20),
		Noise: positive(l.Noise, 1<<20),
	}
}

func positive[T ~int64](wanted, otherwise T) T {
	if wanted > 0 {
		return wanted
	}
	return otherwise
}

// Schema is what a plugin answered.
type Schema struct {
	// Name and Version are what the schema says of itself; it need not tell a version.
	Name, Version string
	// PluginVersion is what the plugin says of itself; empty if it does not, and for
	// schemas that come from a [Cache].
	PluginVersion string
	// Size is the number of bytes of the schema.
	Size int64
	// Text is the schema; nil if it is in a file.
	Text []byte
	// Path is the file that holds the schema; empty if it is in Text.
	Path string
}

// Stage is what is being done. Its text can be shown to users.
type Stage string

// The stages, in their order.
const (
	Starting       Stage = "starting the plugin"
	Greeting       Stage = "greeting the plugin"
	Parameterizing Stage = "parameterizing the plugin"
	Receiving      Stage = "receiving the schema"
	Ending         Stage = "ending the plugin"
)

func (r Request) progress(s Stage) {
	if r.Progress != nil {
		r.Progress(s)
	}
}

// pluginName is the package name in the file name of a provider's executable;
// empty if it is named otherwise.
func pluginName(executable string) string {
	base := filepath.Base(executable)
	for _, end := range []string{".exe", ".cmd"} {
		base = strings.TrimSuffix(base, end)
	}
	name, ok := strings.CutPrefix(base, "pulumi-resource-")
	if !ok {
		return ""
	}
	return name
}
