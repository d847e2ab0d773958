package markdown

import (
	"html"
	"regexp"
	"slices"
)

// This file chooses among the languages in which documentation says one thing.
//
// Examples are translated into the languages of SDKs, and so are names in the
// middle of a sentence. Of examples those in PCL are shown, and first; if there is
// none, the one in YAML, which is the nearest, then HCL. The names are those of
// YAML too: it spells properties and types as PCL does.

// sdkLanguages are those into which examples are translated.
var sdkLanguages = map[string]bool{
	"typescript": true, "ts": true, "javascript": true, "js": true, "python": true, "py": true, "go": true,
	"csharp": true, "fsharp": true, "java": true,
}

// ourLanguages are what fences call PCL.
var ourLanguages = []string{"pcl", "pulumi"}

// withoutTranslations drops code in the languages of SDKs.
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

// original is what stays of code blocks that follow each other directly. The
// nearest language has one block for each example if it is the only one, and
// otherwise one.
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

// A name that differs from language to language is an element whose attributes
// have the name in each, and that contains one of them.
var (
	translatedName = regexp.MustCompile(`(?s)<span((?:\s+pulumi-lang-[a-z]+="[^"]*")+)\s*>(.*?)</span>`)
	nameIn         = regexp.MustCompile(`pulumi-lang-([a-z]+)="([^"]*)"`)
)

// schemaLink is a link into a schema, which a web site makes a link to a page.
var schemaLink = regexp.MustCompile(`\{\{[%<]\s*ref\s+(\S*[/#])?([^\s/#]+)\s*[%>]\}\}`)

// inOurWords replaces names that are translated, and links by what they lead to.
func inOurWords(text string) string {
	text = schemaLink.ReplaceAllString(text, "`$2`")
	return translatedName.ReplaceAllStringFunc(text, func(element string) string {
		parts := translatedName.FindStringSubmatch(element)
		names := map[string]string{}
		for _, m := range nameIn.FindAllStringSubmatch(parts[1], -1) {
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
