package settings

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks the settings that an editor sends against the declarations.

// spoken are keys that extensions send to the server besides settings.
var spoken = []string{"commands", "schemaDocuments", "trusted"}

// Clean removes unknown keys and values of the wrong type from an editor's settings,
// given as a JSON object, and reports them. It does not check what a text means.
func Clean(given []byte) (usable []byte, faults []string) {
	var members map[string]any
	if err := json.Unmarshal(given, &members); err != nil {
		return given, nil // whoever uses the settings reports it
	}
	c := cleaner{}
	c.clean("", members)
	if len(c.faults) == 0 {
		return given, nil
	}
	usable, err := json.Marshal(members)
	if err != nil {
		return given, c.faults
	}
	return usable, c.faults
}

type cleaner struct{ faults []string }

func (c *cleaner) clean(prefix string, members map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		key, value := prefix+name, members[name]
		below := Names(key+".", Editor|Client)
		s, known := Named(key)
		fault := ""
		switch {
		case prefix == "" && slices.Contains(spoken, name) || value == nil && (known || len(below) > 0):
		case known && !s.In(Editor|Client):
			fault = "pcl." + key + " works only in a settings file"
		case known:
			if wrong := s.wrong(value); wrong != "" {
				fault = "pcl." + key + ": " + wrong
			}
		case len(below) > 0:
			inner, ok := value.(map[string]any)
			if ok {
				c.clean(key+".", inner)
			} else {
				fault = fmt.Sprintf("pcl.%s: %s is not an object; its members are %s", key, short(value), strings.Join(below, ", "))
			}
		default:
			fault = "there is no setting pcl." + key + nearest(key)
		}
		if fault != "" {
			c.faults = append(c.faults, fault)
			delete(members, name)
		}
	}
}

// nearest proposes a known key for an unknown one: a similar key, or one with the same
// last word.
func nearest(key string) string {
	var keys []string
	for _, s := range all {
		if s.In(Editor | Client) {
			keys = append(keys, s.Key)
		}
	}
	near := typesys.Near(key, keys)
	for _, k := range keys {
		if near == "" && k[strings.LastIndexByte(k, '.')+1:] == key[strings.LastIndexByte(key, '.')+1:] {
			near = k
		}
	}
	if prefix, last := key[:strings.LastIndexByte(key, '.')+1], key[strings.LastIndexByte(key, '.')+1:]; near == "" {
		if name := typesys.Near(last, Names(prefix, Editor|Client)); name != "" {
			near = prefix + name
		}
	}
	if near == "" {
		return ""
	}
	return "; did you mean pcl." + near + "?"
}

// wrong explains why a JSON value is invalid for the setting. It returns "" if it is valid.
func (s Setting) wrong(value any) string {
	ok := true
	want := ""
	switch s.Kind {
	case Bool:
		_, ok = value.(bool)
		want = "neither true nor false"
	case Text:
		_, ok = value.(string)
		want = "not a string"
	case Word:
		word, isText := value.(string)
		ok = isText && slices.Contains(s.Words, word)
		want = "not one of " + strings.Join(s.Words, ", ")
	case Number:
		number, isNumber := value.(float64)
		ok = isNumber && number == math.Trunc(number) && 1 <= number && number <= float64(s.Most)
		want = fmt.Sprintf("not a whole number from 1 to %d", s.Most)
	case TextList:
		list, isList := value.([]any)
		ok = isList
		for _, element := range list {
			if _, isText := element.(string); !isText {
				ok = false
			}
		}
		want = "not a list of " + s.Items
	case Severities:
		_, ok = value.(map[string]any)
		want = "not an object of severities by code"
	}
	if ok {
		return ""
	}
	return short(value) + " is " + want
}

// short shows a value in a message, or "this" if it is long.
func short(value any) string {
	text, err := json.Marshal(value)
	if err != nil || len(text) > 60 {
		return "this"
	}
	return string(text)
}
