package settings

import "strings"

// This file declares all settings.

//go:generate go test . -run TestDocuments -update

// Kind is the type of a setting.
type Kind uint8

// The kinds.
const (
	Bool       Kind = iota
	Text            // any text, or one that matches the setting's pattern
	Word            // one of the setting's words
	TextList        // a list of texts
	Severities      // severities by code or family of findings
	Overrides       // a list of settings for some paths
)

// Place is where a setting can be set. Places can be combined.
type Place uint8

// The places.
const (
	Editor  Place = 1 << iota // the settings that an editor sends to the server
	Client                    // the settings that only the extension of an editor uses
	Project                   // a settings file
)

// Setting is one setting.
type Setting struct {
	Key     string // without the section "pcl"
	Kind    Kind
	Words   []string // of a [Word], the default first
	Pattern string   // that a [Text] matches; empty for any
	Items   string   // what a [TextList] is a list of
	Default any      // a JSON value; nil if an unset setting has a meaning of its own
	Places  Place
	Flag    string // the command line flag with the same meaning; empty for none
	Meaning string // Markdown, a few sentences
}

// In reports whether the setting can be set in one of some places.
func (s Setting) In(p Place) bool { return s.Places&p != 0 }

// StackPattern matches the names of stacks, with or without organization and project.
const StackPattern = `^([A-Za-z0-9_.-]{1,100}/){0,2}[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$`

// SeverityWords are the severities that findings can be given.
var SeverityWords = []string{"error", "warning", "information", "hint", "off"}

// FailureWords are what makes a check fail: the mildest severity, or nothing.
var FailureWords = []string{"error", "warning", "information", "hint", "none"}

const modePattern = `^(strict|lenient|(vars|props|res|invoke|range)( *, *(vars|props|res|invoke|range))*)$`

var all = []Setting{
	{
		Key: "rules", Kind: Severities, Default: map[string]any{}, Places: Editor | Project, Flag: "--rule",
		Meaning: "Severities of findings by code, or by family as in `unused.*`. The most specific entry decides.",
	},
	{
		Key: "stack", Kind: Text, Pattern: `^$|` + StackPattern, Default: "", Places: Editor | Project, Flag: "--stack",
		Meaning: "The stack whose configuration counts: `Pulumi.NAME.yaml` beside the project file. Empty: none is chosen here.",
	},
	{
		Key: "mode", Kind: Text, Pattern: modePattern, Default: "strict", Places: Project, Flag: "--mode",
		Meaning: "How much the rules forgive: `strict`, the rules of programs that are run directly; `lenient`, those for programs that were converted and may be " +
			"incomplete; or a list out of `vars`, `props`, `res`, `invoke` and `range` of what is relaxed.",
	},
	{
		Key: "failOn", Kind: Word, Words: FailureWords, Default: "error", Places: Project, Flag: "--fail-on",
		Meaning: "The mildest severity that makes `pcl-lsp check` exit with 1, in the programs that the file counts for.",
	},
	{
		Key: "include", Kind: TextList, Items: "patterns", Default: []any{}, Places: Project,
		Meaning: "Patterns for the files and folders that findings are shown of, relative to the settings file; a folder stands for all that is in it. Empty: all.",
	},
	{
		Key: "exclude", Kind: TextList, Items: "patterns", Default: []any{}, Places: Project,
		Meaning: "Patterns for files and folders of which no findings are shown, neither in an editor nor by `check`, not even if they are named; it goes before `include`. " +
			"A program of which all files are excluded is not checked. It can still be used as a component.",
	},
	{
		Key: "overrides", Kind: Overrides, Default: []any{}, Places: Project,
		Meaning: "A list of what is different for some files and folders: `paths`, patterns as in `exclude`, with `rules` for the files that match, and with `mode` for the programs " +
			"whose folder matches. Of the overrides that match, the last one that says something about a code, or has a mode, decides; then come the rules and the mode of the file " +
			"itself. An entry of an override goes before all weaker ones, even if it is for a family and theirs is for the code.",
	},
	{
		Key: "schemas.require", Kind: Bool, Default: false, Places: Project, Flag: "--require-schemas",
		Meaning: "Have `pcl-lsp check` exit with 3 if a package has no schema, since its resources are not checked then.",
	},
	{
		Key: "schemas.paths", Kind: TextList, Items: "paths", Default: []any{}, Places: Client | Project, Flag: "--schema",
		Meaning: "Package schemas, or folders of them (`NAME-VERSION.json` or `.json.gz`), looked at before those of the Pulumi home. Relative paths start at the " +
			"workspace folder, and in a settings file at that file, where no other paths are allowed.",
	},
	{
		Key: "plugins.allow", Kind: Bool, Default: false, Places: Client, Flag: "--allow-plugins",
		Meaning: "Run installed provider plugins to ask them for schemas that are found nowhere else. No settings file can allow it.",
	},
	{
		Key: "secrets.publicNames", Kind: TextList, Items: "patterns", Places: Editor | Project,
		Meaning: "Patterns for inputs that everybody reads, in which a secret is reported: `tags`, `*Name`, `metadata.labels`, and `!userName` for an exception. " +
			"Not set: names, identifiers, tags and labels.",
	},
	{
		Key: "suppressions.requireReason", Kind: Bool, Default: false, Places: Project,
		Meaning: "Report comments `# pcl-lsp:ignore CODE` that give no reason, as in `# pcl-lsp:ignore CODE -- provider bug 123`.",
	},
	{
		Key: "diagnostics.scope", Kind: Word, Words: []string{"workspace", "open"}, Default: "workspace", Places: Editor,
		Meaning: "Of which programs findings are shown: all in the workspace folders, or those of open documents only.",
	},
	{
		Key: "inlayHints.secrets", Kind: Bool, Default: true, Places: Editor,
		Meaning: "Mark values that are secret where the text does not say so itself.",
	},
	{
		Key: "inlayHints.counts", Kind: Bool, Default: true, Places: Editor,
		Meaning: "Show how many instances a range makes, where that is known and not written out.",
	},
	{
		Key: "inlayHints.types", Kind: Bool, Default: false, Places: Editor,
		Meaning: "Show the types of locals.",
	},
	{
		Key: "inlayHints.unknowns", Kind: Bool, Default: false, Places: Editor,
		Meaning: "Mark values that may be unknown during a preview.",
	},
	{
		Key: "codeLens.references", Kind: Bool, Default: true, Places: Editor,
		Meaning: "Show above a declaration how often it is used.",
	},
	{
		Key: "codeLens.dependents", Kind: Bool, Default: true, Places: Editor,
		Meaning: "Show above a resource what depends on it.",
	},
	{
		Key: "codeLens.missing", Kind: Bool, Default: true, Places: Editor,
		Meaning: "Show above a resource which required inputs are missing.",
	},
	{
		Key: "server.path", Kind: Text, Default: "", Places: Client,
		Meaning: "The `pcl-lsp` program to run. Empty: the one on `PATH`, else the one that comes with the extension.",
	},
	{
		Key: "trace.server", Kind: Word, Words: []string{"off", "messages", "verbose"}, Default: "off", Places: Client,
		Meaning: "What is written to the output about the messages between the editor and the server.",
	},
}

// All are the settings, in the order of their documentation.
func All() []Setting { return all }

// Named is the setting with a key.
func Named(key string) (Setting, bool) {
	for _, s := range all {
		if s.Key == key {
			return s, true
		}
	}
	return Setting{}, false
}

// Names are the next words of the keys after a prefix, for settings of some places: after
// "", "secrets"; after "secrets.", "publicNames".
func Names(prefix string, places Place) []string {
	var names []string
	seen := map[string]bool{}
	for _, s := range all {
		rest, below := strings.CutPrefix(s.Key, prefix)
		name, _, _ := strings.Cut(rest, ".")
		if below && s.In(places) && !seen[name] {
			names, seen[name] = append(names, name), true
		}
	}
	return names
}
