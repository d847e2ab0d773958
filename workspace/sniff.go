package workspace

import (
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file tells from a text whether it is PCL. Many other files end in .pp: manifests of Puppet, mods of Powerpipe
// and its kin, sources of Pascal and other languages. Settings and the project come first, then the texts, and then the files around them.

// verdict is what is known of the language of a .pp file.
type verdict uint8

const (
	isPCL     verdict = iota
	isForeign         // it is in another language
	isBegun           // something in it begins as PCL does, or it says too little: it is PCL unless the folder says otherwise
	inDoubt           // it has several lines, and nothing in it begins as PCL does
)

// mostSniffed is how much of a file that is not parsed is read to tell its language.
const mostSniffed = 16 << 10

// beginning is the part of a text from which its language can be told.
func beginning(text string) string { return text[:min(len(text), mostSniffed)] }

// sniff judges a file by its text alone. A block that only PCL has decides, then anything that only other languages have,
// then locals without anything broken beside them.
//
// A file of inputs is PCL unless it has an escape or zero byte, as files for printers have, which have the same ending.
func sniff(f *syntax.File) verdict {
	if syntax.IsInputs(f.Path) {
		if strings.ContainsAny(f.Text(), "\x1b\x00") {
			return isForeign
		}
		return isPCL
	}
	if f.IsLarge() {
		f = syntax.Parse(f.Path, f.Slice(syntax.Span{End: mostSniffed}), nil)
	}
	if f.HasTypical() {
		return isPCL
	}
	begun, other := 0, 0 // lines that begin as PCL does, and others
	broken := false
	for _, it := range f.All() {
		switch starts, rest, foreign := linesOf(it.Item); {
		case foreign:
			return isForeign
		case it.Base > mostJudged:
			return isBegun
		default:
			begun, other = begun+starts, other+rest
			broken = broken || len(it.Errors) > 0 || it.Kind == syntax.KindUnknown
		}
	}
	switch {
	case begun > 0 && !broken:
		return isPCL
	case begun == 0 && other > 1:
		return inDoubt
	}
	return isBegun
}

// mostJudged is how much of a file is judged line by line, which takes a microsecond for each.
const mostJudged = 64 << 10

// linesOf counts the lines of an item that begin as PCL does, where a local or a block counts as one, and the others. It is
// foreign if a line can only be one of another language.
func linesOf(it *syntax.Item) (begun, other int, foreign bool) {
	switch {
	case it.Kind == syntax.KindUnknown && len(it.Labels) > 0 && slices.Contains(modKinds, it.Keyword):
		return 0, 0, true
	case len(it.Errors) == 0 && (it.Kind == syntax.KindLocal || len(it.Labels) > 0 && it.Labels[0].Quoted):
		return 1, 0, false
	}
	whole := it.Kind == syntax.KindLocal || it.Block() != nil || language.BlockOf(it.Kind).Keyword != "" && len(it.Labels) > 0
	text := it.Text[:min(len(it.Text), mostJudged)]
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case directive.Submatches(line) != nil:
			return 0, 0, true
		case line == "", line[0] == '#', strings.HasPrefix(line, "//"), it.Kind == syntax.KindBlank:
		case beginsBlock(line):
			begun++
		case slices.ContainsFunc(foreignLines, func(p *lazy.Pattern) bool { return p.Submatches(line) != nil }):
			return 0, 0, true
		case it.Kind == syntax.KindLocal, whole && len(it.Errors) == 0: // the rest is no other language, but maybe a script that is being typed
			return 1, 0, false
		case whole:
		default:
			other++
		}
	}
	if whole {
		begun++
	}
	return begun, other, false
}

// beginsBlock reports whether a line is the header of a block of PCL, or its beginning.
func beginsBlock(line string) bool {
	first := header.Submatches(line)
	return first != nil && slices.ContainsFunc(language.Keywords(), func(k string) bool { return strings.HasPrefix(k, first[1]) })
}

var header = lazy.Regexp(`^(\w+)(?:\s+(?:[\w-]+(?:\(.*\))?|"[^"]*"?)){0,2}\s*=?\s*\{?$`)

// modKinds are the kinds of blocks of the mods and settings of Powerpipe, Steampipe, Tailpipe and Flowpipe, which are HCL
// too, but those that people who know Terraform may take for PCL: input, locals and variable.
var modKinds = []string{
	"mod", "benchmark", "control", "query",
	"dashboard", "card", "category", "chart", "container", "edge", "flow", "graph", "hierarchy", "image", "node", "report", "table", "text",
	"detection", "detection_benchmark", "format", "partition",
	"pipeline", "trigger", "integration", "notifier", "credential", "credential_import",
	"connection", "connection_import", "limiter", "options", "plugin", "workspace",
}

// directive matches a line for the preprocessor of C, which is a comment in PCL.
var directive = lazy.RegexpWith("#", `^#\s*(?:include\s*[<"]|define\s+\w+(?:[\s(]|$)|ifn?def\s|pragma\s)`)

// foreignLines match lines that PCL cannot have, without the white space around them.
var foreignLines = []*lazy.Pattern{
	// Puppet
	lazy.Regexp(`^(?:(?:class|define)\s+(?:::)?[a-z]\w*(?:::\w+)*\s*(?:[({]|inherits\b|$)` +
		`|(?:plan|function)\s+(?:::)?[a-z]\w*(?:::\w+)*\s*[({]` +
		`|type\s+[A-Z]\w*(?:::\w+)*\s*(?:=|$)` +
		`|node\s+(?:'|"|/|default\b)` +
		`|(?:include|require|contain)\s+(?:['"]?(?:::)?[a-z]\w*(?:::\w+)*['"]?|\$[\w:]+)\s*(?:[,#]|$)` +
		`|(?:if|elsif|unless|case)[\s(!]+(?:\$|[a-z]\w*(?:::\w+)*\()` +
		`|import\s+['"])`),
	lazy.Regexp(`^(?:alert|contain|create_resources|crit|debug|emerg|ensure_packages|ensure_resources?|err|fail|hiera_include|include` +
		`|info|notice|realize|require|tag|warning)(?:\(|\s+(?:['"$]|[A-Z]\w*\[))`),
	lazy.RegexpWith("$", `^\$(?:::)?[a-zA-Z_]`),
	lazy.RegexpWith("{", `^@{0,2}[a-zA-Z]\w*(?:::\w+)*\s*\{\s*(?:\[?['"$@][^:]*|[A-Z]\w*\[.*|default|Default):`),
	lazy.RegexpWith("{", `^(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*\s*\{`),
	lazy.RegexpWith("@", `^@{1,2}(?:::)?[a-z]\w*(?:::\w+)*\s*\{`),
	lazy.RegexpWith("@(", `^[^#"]*@\("?\w`),
	lazy.RegexpWith("::", `^(?:::)?[a-zA-Z]\w*(?:::\w+)+(?:\s*[({]|\.new\()`),
	lazy.RegexpWith("=>", `^(?:'[^']*'|"[^"]*"|\$\w+|\w+)\s*(?::.*)?=>.*[,;]$`),
	lazy.RegexpWith(":", `^(?:'[^']*'|"[^"]*"|\[.*\]):(?:$|\s+\w+\s*=>)`),
	lazy.RegexpWith("[", `^(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*\[[^\]]*\]?\s*(?:\{|[-~<]>|<[-~]|$)`),
	lazy.RegexpWith("<|", `^[A-Z]\w*(?:::[A-Z]\w*)*\s*<{1,2}\|`),
	lazy.RegexpWith(">", `^[-~]>|^[^#"]*[-~]>$`),
	lazy.RegexpWith("|", `^[^#"]*\|\s*(?:[A-Z][\w:\[\], ]*\s)?\$\w`),
	lazy.RegexpWith("(", `^[a-z]\w*\((?:['$]|[A-Z]\w*\[)`),
	// Pascal
	lazy.Regexp(`^(?i:begin|interface|implementation|initialization|finalization|var|const|threadvar|resourcestring)$`),
	lazy.RegexpWith(":=", `^\w[\w.^\[\]]*\s*:=`),
	lazy.Regexp(`^(?:\{\$|\(\*|(?i:end)\.)`),
	// C and its kin, where lines end with a semicolon
	lazy.RegexpWith(";", `^[^\s=#"][^="]*;\s*(?://.*|/\*.*)?$`),
	lazy.RegexpWith(";", `^[a-zA-Z_][\w:<>, \t*&]*[ \t*&]\w+(?:\[\w*\])*\s*=.*;$`),
	lazy.RegexpWith("(", `^[a-zA-Z_][\w:<>, \t*&]*[ \t*&]\w+\([^()=]*\)\s*(?:const\s*)?\{[^=:]*$`),
	// PHP, and files without a text
	lazy.RegexpWith("<", `^<[?!]`),
	lazy.RegexpWith("\x00", `\x00`),
}

// recognizer tells PCL from other languages in one directory.
type recognizer struct {
	dir      string
	seen     *disk.Seen // nil for an unsaved document
	project  stackfile.Project
	settings *settings.File
}

// pclAmong are the files that are PCL, of all files of the directory in their order. Of files about which nothing decides, it
// has the first, which is not parsed and says so.
func (r recognizer) pclAmong(all []*syntax.File) (pcl []*syntax.File) {
	verdicts := lists.Map(all, r.verdict)
	around, told := r.around(verdicts), false
	for i, f := range all {
		switch v := verdicts[i]; {
		case v == isPCL, v == isBegun && around != isForeign, v == inDoubt && around == isPCL:
			pcl = append(pcl, f)
		case v == inDoubt && around == inDoubt && !told:
			told = true
			pcl = append(pcl, doubtful(f))
		}
	}
	return pcl
}

// doubtful is a file in doubt, which is not parsed.
func doubtful(f *syntax.File) *syntax.File {
	unparsed := syntax.Unparsed(f.Path, f.Text(), "")
	unparsed.Errors = []syntax.Error{{Code: codes.FileLanguage, Message: "it is not clear whether this is PCL, so it is not checked; put a `Pulumi.yaml` with `runtime: pcl` beside it, " +
		"or list it in the setting `pclFiles`, with a `!` if it is not"}}
	return unparsed
}

// isDoubtful reports whether a file was not parsed because nobody knows whether it is PCL.
func isDoubtful(f *syntax.File) bool {
	return f.IsLarge() && len(f.Errors) > 0 && f.Errors[0].Code == codes.FileLanguage
}

// verdict judges a file by itself.
func (r recognizer) verdict(f *syntax.File) verdict {
	if is, said := r.settings.IsPCL(f.Path); said {
		if is {
			return isPCL
		}
		return isForeign
	}
	if r.project.IsPCL && !syntax.IsInputs(f.Path) {
		return isPCL
	}
	return sniff(f)
}

// around is what the files around say about those that are left open: the files beside them, and signs of other languages
// in the directory and above. It looks at the disk only if a file is left open.
func (r recognizer) around(verdicts []verdict) verdict {
	switch {
	case slices.Contains(verdicts, isPCL):
		return isPCL
	case slices.Contains(verdicts, isForeign):
		return isForeign
	case len(verdicts) == 0 || r.seen == nil:
		return inDoubt
	}
	for dir := r.dir; ; dir = path.Dir(dir) {
		for _, s := range signs {
			if text, err := disk.ReadYAML(r.seen, disk.Join(dir, s.name)); err == nil && s.text.Get().Match(text) {
				return isForeign
			}
		}
		if dir == path.Dir(dir) {
			return inDoubt
		}
	}
}

// sign is a file with a certain text, which shows that the .pp files of its directory and below are no PCL.
type sign struct {
	name string
	text *lazy.Pattern
}

var signs = []sign{
	{"mod.pp", lazy.Regexp(`(?m)^[ \t]*mod[ \t]+"?[\w-]+"?[ \t]*\{`)},
	{"metadata.json", lazy.Regexp(`"name"\s*:\s*"(?:puppet|pe|openvox)"`)},
	{"environment.conf", lazy.Regexp(`(?m)^[ \t]*(?:modulepath|manifest|config_version|environment_timeout)[ \t]*=`)},
	{"Puppetfile", lazy.Regexp(`(?m)^[ \t]*(?:mod|forge|moduledir)\b`)},
}

// isSign reports whether a file may be a sign of another language, by its name.
func isSign(p string) bool {
	return slices.ContainsFunc(signs, func(s sign) bool { return s.name == path.Base(p) })
}
