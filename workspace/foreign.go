package workspace

import (
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file decides which .pp files of a directory are PCL: first by the settings and the project, then by their texts,
// and then by the files around them.

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
