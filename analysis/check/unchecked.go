package check

import (
	"path"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file says that a package is not checked, and why.

// unchecked says that a package is not checked, why, and what can be done: the
// last is what the user needs whole, so that a long reason is shortened inside.
func unchecked(name string, av schema.Availability) string {
	before, after := "package `"+diagnostic.Abbreviate(name, 60)+"` is not checked: ", remedy(name, av)
	room := diagnostic.MaxLength - utf8.RuneCountInString(before) - utf8.RuneCountInString(after)
	return before + elided(diagnostic.OnOneLine(av.Reason), max(room, 20)) + after
}

// uncheckedOf is unchecked for one version of a package. Where other versions are found, the
// places that were searched do not help.
func uncheckedOf(ref schema.Ref, av schema.Availability) string {
	if av.State == schema.Missing && av.Plugin == "" {
		av.Reason = "there is no schema of this version"
	}
	return unchecked(ref.Name+" "+ref.Version, av)
}

// elided is a text of a limited length, in which the beginning and the end count more than the middle. It begins with whole words.
func elided(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	head := string(runes[:(limit-1)/2])
	head = head[:strings.LastIndexAny(head, " (")+1]
	return head + "…" + string(runes[len(runes)-(limit-1-utf8.RuneCountInString(head)):])
}

// remedy is what can be done about a package without a schema, as the end of a
// message.
func remedy(name string, av schema.Availability) string {
	switch {
	case av.DeclaredIn != "":
		file := strings.ReplaceAll(av.DeclaredIn, `\`, "/")
		if i := strings.LastIndex(file, "/sdks/"); i >= 0 {
			file = file[i+1:]
		}
		return "; `" + path.Clean(file) + "` declares it: copy its package block into the program"
	case av.Install != "":
		return "; `" + av.Install + "` installs its provider"
	case av.State == schema.Missing && av.Plugin == "":
		return "; `pulumi package get-schema " + name + "` prints one"
	}
	return ""
}
