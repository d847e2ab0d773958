package plugins

import (
	"cmp"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// This file declares requests and schemas, and selects the environment variables that a plugin sees.

// Request says which plugin to ask, and for what.
type Request struct {
	// Executable is the absolute path of the plugin's program.
	Executable string
	// Name is the package whose schema is wanted. A schema of another package is
	// an error. If it is empty any package will do.
	Name string
	// Version is the version the package must have, build metadata aside, if the
	// schema tells its version. If it is empty any version will do.
	Version string
	// Parameterization turns the plugin into another package; usually nil.
	Parameterization *Parameterization
	// Environment are the variables the plugin may see, as KEY=VALUE, reduced by
	// [Environment]. If it is nil, they are those of this process.
	Environment []string
	// Dir is the directory for temporary directories; empty for that of the system.
	Dir string
	// Limits limits time and sizes; the zero value works.
	Limits Limits
	// Progress, if not nil, is told the beginning of each stage. It must return soon. A
	// [Cache] calls it from other goroutines, and tells a late caller the current stage.
	Progress func(Stage)
}

// Parameterization turns a plugin into another package. Set either Name, Version and
// Value, as in a package block, or Args, as on a command line.
type Parameterization struct {
	// Name and Version are those of the new package.
	Name, Version string
	// Value is what the plugin made of earlier arguments.
	Value []byte
	// Args are arguments for the plugin. With arguments, Value is not used.
	Args []string
}

// Limits limits what a plugin may take. A zero field means the default given beside it.
type Limits struct {
	// Start is the time until the plugin listens: 30 seconds.
	Start time.Duration
	// Call is the time for each call: 2 minutes, as a parameterization may download
	// something.
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
		Start: cmp.Or(l.Start, 30*time.Second),
		Call:  cmp.Or(l.Call, 2*time.Minute),
		Grace: cmp.Or(l.Grace, 2*time.Second),
		Size:  cmp.Or(l.Size, 400<<20),
		Noise: cmp.Or(l.Noise, 1<<20),
	}
}

// Schema is the answer of a plugin.
type Schema struct {
	// Name and Version are those in the schema, which may lack a version.
	Name, Version string
	// PluginVersion is the version that the plugin gave; empty if it gave none, and for
	// cached schemas.
	PluginVersion string
	// Size is the number of bytes of the schema.
	Size int64
	// Text is the schema; nil if it is in a file.
	Text []byte
	// Path is the file that holds the schema; empty if it is in Text.
	Path string
}

// Stage is a step of a request. Its text can be shown to users.
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

// pluginName is the package name in the file name of a provider's executable; empty if
// the name has another form.
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

// passed are the variables that plugins get. A * at the end matches all names that begin
// so.
//
// Why a list of what is passed: nobody can list all names of variables with secrets.
var passed = []string{
	// Where programs and the user's own folders are.
	"PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TEMP", "TMP", "XDG_*", "PULUMI_HOME",
	// What the runtimes of plugins that are no binaries need to be found.
	"DOTNET_ROOT", "JAVA_HOME",
	// Language and time.
	"LANG", "LC_*", "TZ",
	// A parameterization may make the plugin fetch something.
	"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
	// Without these programs do not start on Windows.
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "USERNAME", "HOMEDRIVE", "HOMEPATH",
	"APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "PROGRAMFILES*", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE", "OS",
}

// Environment selects the variables for a plugin: where programs and the user's
// directories are, the language, and proxies unless their address holds a password. It
// passes no credentials, such as those in AWS_ variables or PULUMI_ACCESS_TOKEN. It adds
// a variable that asks the plugin to install nothing.
func Environment(all []string) []string {
	kept := []string{"PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true"}
	for _, variable := range all {
		name, value, ok := strings.Cut(variable, "=")
		if ok && isPassed(strings.ToUpper(name)) && !holdsPassword(name, value) {
			kept = append(kept, variable)
		}
	}
	return kept
}

func isPassed(name string) bool {
	return slices.ContainsFunc(passed, func(p string) bool {
		beginning, open := strings.CutSuffix(p, "*")
		return name == p || open && strings.HasPrefix(name, beginning)
	})
}

// holdsPassword reports whether a variable is an address with a user name in it.
func holdsPassword(name, value string) bool {
	if !strings.HasSuffix(strings.ToUpper(name), "_PROXY") {
		return false
	}
	address, err := url.Parse(value)
	return err != nil || address.User != nil || strings.Contains(value, "@")
}
