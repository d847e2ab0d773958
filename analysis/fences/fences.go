// Package fences finds code in Markdown.
package fences

import (
	"slices"
	"strings"
)

// Block is a fenced code block.
type Block struct {
	// Info is what stands behind the opening fence: the language, and words for tools.
	Info string
	// Indent is the white space before the opening fence.
	Indent string
	// Start and End are the byte offsets of the lines between the fences.
	Start, End int
}

// Languages are the names of PCL behind fences.
var Languages = []string{"pcl", "pp"}

// ignored is the word behind the language of a block that is no whole program.
const ignored = "ignore"

// IsPCL reports whether the block is PCL that is to be checked: the word `ignore` behind the language says that it is not.
func (b Block) IsPCL() bool {
	words := strings.FieldsFunc(strings.ToLower(b.Info), func(r rune) bool { return strings.ContainsRune(" \t,{}", r) })
	return len(words) > 0 && slices.Contains(Languages, words[0]) && !slices.Contains(words, ignored)
}

// In are the code blocks of a text, in order. A block that nothing closes ends with the text. Blocks in quotes are none.
func In(text string) (all []Block) {
	at, fence := 0, ""
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(bare, fence) && strings.Trim(bare, fence[:1]) == "" {
				all[len(all)-1].End, fence = at, ""
			}
		case strings.HasPrefix(bare, "```"), strings.HasPrefix(bare, "~~~"):
			info := strings.TrimLeft(bare, bare[:1])
			if !strings.Contains(info, "`") { // otherwise it is code within a line
				fence = bare[:len(bare)-len(info)]
				indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
				all = append(all, Block{strings.TrimSpace(info), indent, at + len(line), len(text)})
			}
		}
		at += len(line)
	}
	return all
}
