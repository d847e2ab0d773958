package schema

// This file defines what programs ask for when they ask for a package, and the
// answer when there is none.

// Ref names the package that a program wants.
type Ref struct {
	// Name is the package's name as tokens spell it.
	Name string
	// Plugin is the provider that serves the package; the Name where it is empty.
	// It differs for parameterized packages.
	Plugin string
	// Version is the version of the plugin; empty for the newest there is.
	Version string
	// DownloadURL is where the plugin comes from, when the program says so.
	DownloadURL string
	// Parameterization makes this package out of a plugin that can be many.
	Parameterization *Parameterization
}

// Parameterization is what a plugin is told to serve this package.
type Parameterization struct {
	Name, Version string
	Value         []byte
}

// PluginName is the plugin that serves the package.
func (r Ref) PluginName() string {
	if r.Plugin != "" {
		return r.Plugin
	}
	return r.Name
}

// SchemaVersion is the version that the schema must have; empty for any. For a parameterized package that
// is not the version of the plugin.
func (r Ref) SchemaVersion() string {
	if r.Parameterization != nil {
		return r.Parameterization.Version
	}
	return r.Version
}

// State says whether a package can be used.
type State uint8

// The states of a package.
const (
	// Missing: no schema was found.
	Missing State = iota
	// Broken: a schema was found and cannot be read.
	Broken
	// Ready: the schema is open.
	Ready
	// Loading: it is being looked for. Nothing can be said about it yet.
	Loading
)

var stateNames = [...]string{Missing: "missing", Broken: "broken", Ready: "ready", Loading: "loading"}

// String is the state as a word.
func (s State) String() string { return stateNames[s] }

// Availability is the outcome of looking for a package.
type Availability struct {
	State State
	// Reason is a sentence for a person, without a full stop: what was looked for
	// and where, or what is wrong with the file. It is empty when Ready.
	Reason string
	// Path is the schema file, when there is one.
	Path string
	// Version is the version that the schema says it has.
	Version string
	// Plugin is the executable of a provider that could be asked for the schema and
	// was not.
	Plugin string
	// Lacks is what the user would have to give for Plugin to be asked; nothing where
	// that would not help.
	Lacks Grant
	// Install is the command that installs the missing provider; empty where none
	// would help.
	Install string
	// DeclaredIn is a file that declares the package and that programs do not see:
	// one below sdks, whose package block has to be copied.
	DeclaredIn string
}

// Grant is a set of what only a user can give.
type Grant uint8

// What a user can give.
const (
	Permission Grant = 1 << iota // to run plugins
	Trust                        // in the programs that a workspace brings along
)
