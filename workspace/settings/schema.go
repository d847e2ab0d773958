package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file writes the JSON schema of settings files from the declarations, and a file that changes
// nothing, for people to start from.

type object = map[string]any

// Schema returns the JSON schema of settings files.
func Schema() []byte {
	root := closed()
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "Settings of PCL programs (.pcl-lsp.yaml)"
	root["type"] = []string{"object", "null"}
	for _, s := range all {
		if !s.In(Project) {
			continue
		}
		at := root
		words := strings.Split(s.Key, ".")
		for _, word := range words[:len(words)-1] {
			members := at["properties"].(object)
			if members[word] == nil {
				members[word] = closed()
			}
			at = members[word].(object)
		}
		at["properties"].(object)[words[len(words)-1]] = valueSchema(s)
	}
	text, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		panic(err) // the declarations are constant, and a test encodes them
	}
	return append(text, '\n')
}

func closed() object {
	return object{"type": []string{"object", "null"}, "properties": object{}, "additionalProperties": false}
}

func valueSchema(s Setting) object {
	value := object{"description": s.Meaning}
	if s.Default != nil {
		value["default"] = s.Default
	}
	switch s.Kind {
	case Bool:
		value["type"] = "boolean"
	case Word:
		value["enum"] = s.Words
	case Text:
		value["type"] = "string"
		if s.Pattern != "" {
			value["pattern"] = s.Pattern
		}
	case TextList:
		value["type"], value["items"] = "array", object{"type": "string", "minLength": 1}
		if s.Words != nil {
			value["items"] = object{"enum": s.Words}
		}
	case Severities:
		maps.Copy(value, severitiesSchema())
	case Versions:
		value["type"], value["additionalProperties"] = []string{"object", "null"}, object{"type": "string", "pattern": versionPattern}
	case Overrides:
		value["type"], value["items"] = "array", overrideSchema()
	}
	return value
}

func severitiesSchema() object {
	return object{
		"type": []string{"object", "null"}, "additionalProperties": false, "properties": ruleSchemas(),
		"patternProperties": object{`^[a-z]+\.[a-zA-Z.-]+\*$`: object{"enum": SeverityWords}},
	}
}

// overrideSchema returns the schema of one override, which refers to the parts of the file
// itself.
func overrideSchema() object {
	one := closed()
	one["type"], one["required"] = "object", []string{"paths"}
	one["properties"] = object{
		"paths": object{"type": "array", "items": object{"type": "string", "minLength": 1}, "description": "Patterns for the files and folders that the override applies to."},
		"rules": object{"$ref": "#/properties/rules"},
		"mode":  object{"$ref": "#/properties/mode"},
	}
	return one
}

// ruleSchemas returns the severities that each code and family can have.
func ruleSchemas() object {
	rules := object{}
	for _, pattern := range codes.Patterns() {
		var words []string
		for _, word := range SeverityWords {
			if _, err := (codes.Policy{}).With(pattern, word); err == nil {
				words = append(words, word)
			}
		}
		if len(words) == 0 {
			continue
		}
		rule := object{"enum": words}
		if d, ok := codes.Lookup(codes.Code(pattern)); ok {
			rule["description"] = d.Code.Text().Title
		}
		rules[pattern] = rule
	}
	return rules
}

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
