// Package settings declares every setting, reads settings files, and computes which
// settings apply to a file or folder.
//
// [All] is the table of settings: key, type, default, meaning, and where each can be
// set. The JSON schema, docs/configuration.md, and the checks of what editors send
// ([Clean]) and of settings files ([For]) all come from it.
//
// A [File] is the content of one settings file. It is the nearest one in the directory
// of a program or above; settings files are not merged, so that a reader finds everything
// in one place. The valid parts of a file apply, and its faults are reported as findings.
// Overrides refine severities and mode for some paths.
//
// The package does not know programs, sessions, or settings that exist only on the command
// line. It does not act on any setting.
//
// Invariant: the JSON schema rejects every settings file in which [For] reports a fault.
package settings

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

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
	Number          // a whole number from 1 to the setting's most
	Severities      // severities by code or family of findings
	Overrides       // a list of settings for some paths
	Versions        // versions by package
)

// Scope is where a setting can be set. Scopes can be combined.
type Scope uint8

// The scopes.
const (
	Editor  Scope = 1 << iota // the settings that an editor sends to the server
	Client                    // the settings that only the extension of an editor uses
	Project                   // a settings file
)

// Setting is one setting.
type Setting struct {
	Key     string // without the section "pcl"
	Kind    Kind
	Words   []string // of a [Word], the default first, of the elements of some [TextList]s, and of a [Text] that consists of words
	Pattern string   // that a [Text] must match; empty for any text
	Items   string   // what a [TextList] lists, in the plural
	Most    int      // the largest [Number]
	Default any      // a JSON value; nil if Meaning explains what happens when it is not set
	Scopes  Scope
	Flag    string // the command line flag with the same meaning; empty for none
	Meaning string // Markdown, a few sentences
}

// In reports whether the setting can be set in one of some scopes.
func (s Setting) In(p Scope) bool { return s.Scopes&p != 0 }

// StackPattern matches the names of stacks, with or without organization and project.
const StackPattern = `^([A-Za-z0-9_.-]{1,100}/){0,2}[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$`

// SeverityWords are the severities that findings can be given.
var SeverityWords = []string{"error", "warning", "information", "hint", "off"}

// FailureWords are the severities that can make a check fail, and none.
var FailureWords = []string{"error", "warning", "information", "hint", "none"}

const versionPattern = `^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`

var modeWords = []string{"strict", "lenient", "vars", "props", "res", "invoke", "range"}

const modePattern = `^(strict|lenient|(vars|props|res|invoke|range)( *, *(vars|props|res|invoke|range))*)$`

var all = []Setting{
	{
		Key: "rules", Kind: Severities, Default: map[string]any{}, Scopes: Editor | Project, Flag: "--rule",
		Meaning: "Severities of findings by code, or by family such as `unused.*`. The most specific entry wins.",
	},
	{
		Key: "stack", Kind: Text, Pattern: `^$|` + StackPattern, Default: "", Scopes: Editor | Project, Flag: "--stack",
		Meaning: "The stack whose configuration is used: `Pulumi.NAME.yaml` next to the project file. Empty selects none.",
	},
	{
		Key: "state", Kind: Text, Default: "", Scopes: Editor | Project,
		Meaning: "The file that `pulumi stack export --file FILE` wrote for the stack, such as `state.{stack}.json`: `{stack}` and `{project}` stand for their names. " +
			"Hovers, code lenses and the view *PCL State* then show what exists, and what a run would do. In an editor, a relative path starts at the first workspace folder. " +
			"In a settings file, the path must be relative, and starts at the file. The file is only read.",
	},
	{
		Key: "mode", Kind: Text, Pattern: modePattern, Words: modeWords, Default: "strict", Scopes: Project, Flag: "--mode",
		Meaning: "The strictness: `strict` for programs that run directly, `lenient` for programs that were converted from another language and may be incomplete, " +
			"or a comma-separated list of `vars`, `props`, `res`, `invoke` and `range` to relax only some rules.",
	},
	{
		Key: "pulumi", Kind: Text, Pattern: `^$|` + versionPattern, Default: "", Scopes: Editor | Project, Flag: "--pulumi",
		Meaning: "The version of Pulumi whose language programs are written in, such as `3.276.0`. If it is empty, that is the lowest version that the `pulumi` block or " +
			"`requiredPulumiVersion` in the project file allows, or else the version that is installed, or else the newest that pcl-lsp knows. See `docs/language/versions.md`.",
	},
	{
		Key: "failOn", Kind: Word, Words: FailureWords, Default: "error", Scopes: Project, Flag: "--fail-on",
		Meaning: "The lowest severity that makes `pcl-lsp check` exit with 1, in the programs that this file applies to.",
	},
	{
		Key: "include", Kind: TextList, Items: "patterns", Default: []any{}, Scopes: Project,
		Meaning: "Patterns for the files and folders whose findings are reported, relative to the settings file. A folder stands for everything in it. Empty means all.",
	},
	{
		Key: "exclude", Kind: TextList, Items: "patterns", Default: []any{}, Scopes: Project,
		Meaning: "Patterns for files and folders whose findings are never reported, in an editor or by `check`, even when named explicitly. It takes precedence over `include`. " +
			"A program is not checked if all its files are excluded. It can still be used as a component.",
	},
	{
		Key: "pclFiles", Kind: TextList, Items: "patterns", Default: []any{}, Scopes: Project,
		Meaning: "Patterns, as in `exclude`, for `.pp` files that are PCL whatever they look like, and, with a `!` before them, for files that are not: " +
			"`[\"infra/**\", \"!modules/**\"]`. They take precedence over the project file. Of other files, their text and the files around them tell whether they are PCL.",
	},
	{
		Key: "overrides", Kind: Overrides, Default: []any{}, Scopes: Project,
		Meaning: "Other settings for some files and folders. Each entry has `paths`, patterns as in `exclude`, with `rules` for the files that match and `mode` for the programs " +
			"whose folder matches. For each code, and for the mode, the last matching override that sets it wins, before the `rules` and `mode` of the file itself. " +
			"This is so even if the override sets a family and the file sets the code.",
	},
	{
		Key: "schemas.require", Kind: Bool, Default: false, Scopes: Project, Flag: "--require-schemas",
		Meaning: "Make `pcl-lsp check` exit with 3 if a package has no schema, because its resources are then not checked.",
	},
	{
		Key: "schemas.paths", Kind: TextList, Items: "paths", Default: []any{}, Scopes: Client | Project, Flag: "--schema",
		Meaning: "Package schemas (`NAME-VERSION.json` or `.json.gz`), or folders of schemas. They take precedence over the schemas in the Pulumi home. " +
			"In an editor, relative paths start at the workspace folder. In a settings file, all paths must be relative, and start at the file.",
	},
	{
		Key: "plugins.allow", Kind: Bool, Default: false, Scopes: Client, Flag: "--allow-plugins",
		Meaning: "Run installed provider plugins to get schemas that are found nowhere else. A settings file cannot allow this.",
	},
	{
		Key: "secrets.publicNames", Kind: TextList, Items: "patterns", Scopes: Editor | Project,
		Meaning: "Patterns for public inputs, where a secret is reported: `tags`, `*Name`, `metadata.labels`, and `!userName` for an exception. " +
			"If not set, names, identifiers, tags and labels are public.",
	},
	{
		Key: "targets", Kind: TextList, Items: "languages", Words: targets.Names(), Default: []any{}, Scopes: Editor | Project, Flag: "--target",
		Meaning: "The languages to convert programs to: `go`, `python`, `typescript`, `csharp`, `java`, `yaml`. " +
			"The finding `target.unsupported` reports what their generators cannot express; see `docs/targets.md`. Empty reports nothing.",
	},
	{
		Key: "ruleFiles", Kind: TextList, Items: "paths", Default: []any{}, Scopes: Project,
		Meaning: "The files with a team's own rules (`NAME.pcl-rules.hcl`), or folders of such files, relative to this file. `../shared/rules@1.2` requires that the files say `version = \"1.2.0\"` or another 1.2. Their findings have codes such as `team.encrypted-buckets`; see `docs/rules-language.md`.",
	},
	{
		Key: "upgrade", Kind: Versions, Default: map[string]any{}, Scopes: Project,
		Meaning: "The later versions that packages will have: `upgrade: {aws: 7.2.0}`. Findings `upgrade.*` tell what these versions break and what they change silently, " +
			"while programs are checked and run with the versions of today. The schema of the later version has to be found too; see `docs/upgrade.md`.",
	},
	{
		Key: "suppressions.requireReason", Kind: Bool, Default: false, Scopes: Project,
		Meaning: "Report `# pcl-lsp:ignore CODE` comments without a reason. A reason follows two hyphens: `# pcl-lsp:ignore CODE -- provider bug 123`.",
	},
	{
		Key: "limits.fileSize", Kind: Number, Most: 64, Default: float64(4), Scopes: Editor, Flag: "--max-file-size",
		Meaning: "The size in MiB up to which files are checked. A file may have 25,000 lines for each MiB, and the files of a program together four times as much as one. " +
			"What is larger is not checked, and a finding says so. A settings file cannot change this, because whoever opens the workspace pays for it.",
	},
	{
		Key: "limits.memory", Kind: Number, Most: 1 << 20, Default: float64(1024), Scopes: Editor,
		Meaning: "The memory in MiB above which the server forgets what it can read and compute again: programs that no open document uses and whose findings are not shown, " +
			"and the schemas that only they use. It needs more if what is shown needs more; `diagnostics.scope` says what is shown.",
	},
	{
		Key: "diagnostics.scope", Kind: Word, Words: []string{"workspace", "open"}, Default: "workspace", Scopes: Editor,
		Meaning: "Which programs to report findings for: all in the workspace folders, or only those of open documents.",
	},
	{
		Key: "inlayHints.secrets", Kind: Bool, Default: true, Scopes: Editor,
		Meaning: "Mark secret values where the code does not already show that they are secret.",
	},
	{
		Key: "inlayHints.counts", Kind: Bool, Default: true, Scopes: Editor,
		Meaning: "Show how many instances a range creates, if known and not obvious from the code.",
	},
	{
		Key: "inlayHints.types", Kind: Bool, Default: false, Scopes: Editor,
		Meaning: "Show the types of locals.",
	},
	{
		Key: "inlayHints.unknowns", Kind: Bool, Default: false, Scopes: Editor,
		Meaning: "Mark values that may be unknown during a preview.",
	},
	{
		Key: "inlayHints.ids", Kind: Bool, Default: false, Scopes: Editor,
		Meaning: "Show the id that a resource has in the state of the stack, after its name; see `state`.",
	},
	{
		Key: "codeLens.references", Kind: Bool, Default: false, Scopes: Editor,
		Meaning: "Show above each declaration how often it is used.",
	},
	{
		Key: "codeLens.dependents", Kind: Bool, Default: true, Scopes: Editor,
		Meaning: "Show above each resource how many others depend on it.",
	},
	{
		Key: "codeLens.missing", Kind: Bool, Default: true, Scopes: Editor,
		Meaning: "Show above each resource which required inputs are missing.",
	},
	{
		Key: "codeLens.plan", Kind: Bool, Default: true, Scopes: Editor,
		Meaning: "Show above each resource what a run would do with it, if the state of the stack is known; see `state`.",
	},
	{
		Key: "server.path", Kind: Text, Default: "", Scopes: Client,
		Meaning: "The `pcl-lsp` program to run. If empty, the extension uses `pcl-lsp` on `PATH`, or else its own copy.",
	},
	{
		Key: "trace.server", Kind: Word, Words: []string{"off", "messages", "verbose"}, Default: "off", Scopes: Client,
		Meaning: "How much of the traffic between the editor and the server is written to the output channel.",
	},
}

// All returns all settings, in the order of their documentation.
func All() []Setting { return all }

// Named returns the setting with a key.
func Named(key string) (Setting, bool) {
	return lists.Find(all, func(s Setting) bool { return s.Key == key })
}

// Names returns the next words of the keys after a prefix, for settings of some scopes:
// "secrets" after "", and "publicNames" after "secrets.".
func Names(prefix string, scopes Scope) []string {
	var names []string
	seen := map[string]bool{}
	for _, s := range all {
		rest, below := strings.CutPrefix(s.Key, prefix)
		name, _, _ := strings.Cut(rest, ".")
		if below && s.In(scopes) && !seen[name] {
			names, seen[name] = append(names, name), true
		}
	}
	return names
}
