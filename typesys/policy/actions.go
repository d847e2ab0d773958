package policy

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// This file knows the actions of services, as far as they existed when the list was made. Command internal/policyactions makes it; actions.LICENSE is the
// licence of its source.

//go:embed actions.txt.gz
var packed []byte

// actions are the names of the actions by service, in the order of the alphabet. They are unpacked when somebody first asks: half a megabyte.
var actions = sync.OnceValue(func() map[string][]string {
	text := unpacked()
	lines := strings.Split(text, "\n")[1:] // after the name and version of the source
	all := make(map[string][]string, len(lines))
	for _, line := range lines {
		service, names, _ := strings.Cut(line, " ")
		all[service] = strings.Fields(names)
	}
	return all
})

func unpacked() string {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("actions.txt.gz: " + err.Error())
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic("actions.txt.gz: " + err.Error())
	}
	return string(text)
}

// Services returns the prefixes of all services, sorted.
func Services() []string { return slices.Sorted(maps.Keys(actions())) }

// Actions returns the names of the actions of a service, sorted, without the service; nil for unknown services. The caller must not change the slice.
func Actions(service string) []string { return actions()[strings.ToLower(service)] }

// Matches reports whether a pattern of actions of a service, in which * stands for any letters and ? for one, has at least one action. Upper and lower case
// do not matter.
func Matches(service, pattern string) bool {
	pattern = strings.ToLower(pattern)
	if !strings.ContainsAny(pattern, "*?") {
		return slices.ContainsFunc(Actions(service), func(name string) bool { return len(name) == len(pattern) && strings.EqualFold(name, pattern) })
	}
	pattern = literally.Replace(pattern)
	return slices.ContainsFunc(Actions(service), func(name string) bool {
		matched, err := path.Match(pattern, strings.ToLower(name))
		return err == nil && matched
	})
}

// literally escapes what a pattern of package path means and a pattern of actions does not.
var literally = strings.NewReplacer(`\`, `\\`, "[", `\[`)

// TakesActions reports whether the values of a key of a statement are actions.
func TakesActions(key string) bool { return key == "Action" || key == "NotAction" }
