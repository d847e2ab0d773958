package settings

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file writes the JSON schema of settings files from the declarations.

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
