package markdown

import (
	"html"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file chooses among translations. Schemas translate examples, and even names within a
// sentence, into the languages of the SDKs.
//
// Of an example, PCL comes first. If there is none, YAML is the nearest language, then HCL.
// Names are taken from YAML, which spells properties and types as PCL does.

// sdkLanguages are the languages of translated examples.
var sdkLanguages = map[string]bool{
	"typescript": true, "ts": true, "javascript": true, "js": true, "python": true, "py": true, "go": true,
	"csharp": true, "fsharp": true, "java": true,
}

// ourLanguages are the names of PCL in fences.
var ourLanguages = []string{"pcl", "pulumi"}

// withoutTranslations drops code in SDK languages.
func withoutTranslations(all []block) []block {
	var kept []block
	for i := 0; i < len(all); {
		end := i
		for end < len(all) && all[end].kind == codeBlock {
			end++
		}
		if end == i {
			kept = append(kept, all[i])
			i++
			continue
		}
		kept = append(kept, original(all[i:end])...)
		i = end
	}
	return kept
}

// original selects from consecutive code blocks. If other languages accompany the nearest one,
// only its first block stays.
func original(row []block) []block {
	var ours, other []block
	near := map[string][]block{}
	translated := false
	for _, b := range row {
		switch {
		case slices.Contains(ourLanguages, b.language):
			b.language = "pcl"
			ours = append(ours, b)
		case b.language == "yaml", b.language == "hcl":
			near[b.language] = append(near[b.language], b)
		case sdkLanguages[b.language]:
			translated = true
		default:
			other = append(other, b)
		}
	}
	if len(ours) > 0 {
		return append(ours, other...)
	}
	if !translated {
		return append(append(other, near["hcl"]...), near["yaml"]...)
	}
	for _, language := range []string{"yaml", "hcl"} {
		if len(near[language]) > 0 {
			return append(other, near[language][0])
		}
	}
	return other
}

// A translated name is an element with the name in each language as attributes, and one of
// them as content.
var (
	translatedName = lazy.RegexpWith("<span", `(?s)<span((?:\s+pulumi-lang-[a-z]+="[^"]*")+)\s*>(.*?)</span>`)
	nameIn         = lazy.Regexp(`pulumi-lang-([a-z]+)="([^"]*)"`)
)

// schemaLink matches a link into a schema, which the web site turns into a link to a page.
var schemaLink = lazy.RegexpWith("{{", `\{\{[%<]\s*ref\s+(\S*[/#])?([^\s/#]+)\s*[%>]\}\}`)

// inOurWords replaces translated names, and schema links by the name they lead to.
func inOurWords(text string) string {
	text = schemaLink.Replace(text, "`$2`")
	return translatedName.ReplaceFunc(text, func(element string) string {
		parts := translatedName.Get().FindStringSubmatch(element)
		names := map[string]string{}
		for _, m := range nameIn.Get().FindAllStringSubmatch(parts[1], -1) {
			names[m[1]] = html.UnescapeString(m[2])
		}
		for _, language := range []string{"pcl", "pulumi", "yaml", "nodejs"} {
			if name := names[language]; name != "" {
				return name
			}
		}
		return parts[2]
	})
}
