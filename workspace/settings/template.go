package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// This file writes a settings file that changes nothing, for people to start from.

// SchemaURL is the address of docs/pcl-lsp.schema.json, the JSON schema of settings files.
const SchemaURL = "https://raw.githubusercontent.com/pcl-lsp/pcl-lsp/main/docs/pcl-lsp.schema.json"

const templateHead = `# yaml-language-server: $schema=%s
#
# Settings for the PCL programs in this folder and below, down to the next file
# of this name. Each setting is shown with its default. To change one, remove
# the "#" at the start of its line and of its group's line, and edit the value.
`

// Template returns a settings file with every setting, its meaning and its default, all in comments.
// A line with a setting starts with # and no blank, or two blanks in a group; texts have one more.
func Template() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, templateHead, SchemaURL)
	group := ""
	for _, s := range all {
		if !s.In(Project) {
			continue
		}
		name, indent := s.Key, ""
		if g, inside, grouped := strings.Cut(s.Key, "."); grouped {
			if name, indent = inside, "  "; g != group {
				fmt.Fprintf(&b, "\n#%s:", g)
			}
			group = g
		}
		b.WriteString("\n")
		for _, line := range lines(s.Meaning, 78-len(indent)) {
			fmt.Fprintf(&b, "#%s %s\n", indent, line)
		}
		if s.Default == nil {
			fmt.Fprintf(&b, "#%s %s is not set.\n", indent, name)
			continue
		}
		value, err := json.Marshal(s.Default)
		if err != nil {
			panic(err) // the declarations are constant, and a test encodes them
		}
		if text, is := s.Default.(string); is && text != "" {
			value = []byte(text) // a word
		}
		fmt.Fprintf(&b, "#%s%s: %s\n", indent, name, value)
	}
	return b.Bytes()
}

// lines breaks a text at blanks into lines of at most some bytes, or of one word.
func lines(text string, limit int) []string {
	var all []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > limit {
			all, line = append(all, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(all, line)
}
