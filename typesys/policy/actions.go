package policy

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"
)

// This file knows the actions of services, as far as they existed when the list was made. Command internal/policyactions makes it; actions.LICENSE is the
// license of its source.

//go:embed actions.txt
var actionsText string

// services are the lines of the table: a service, a blank, and the names of its actions, in the order of the alphabet. The first line has the name and
// version of the source.
var services = sync.OnceValue(func() []string { return strings.Split(strings.TrimSpace(actionsText), "\n")[1:] })

// names returns the names of the actions of a service, with blanks between them; empty for unknown services.
func names(service string) string {
	wanted := strings.ToLower(service)
	at, found := slices.BinarySearchFunc(services(), wanted, func(line, wanted string) int {
		name, _, _ := strings.Cut(line, " ")
		return strings.Compare(name, wanted)
	})
	if !found {
		return ""
	}
	return services()[at][len(wanted)+1:]
}

// Services returns the prefixes of all services, sorted.
func Services() []string {
	var all []string
	for _, line := range services() {
		name, _, _ := strings.Cut(line, " ")
		all = append(all, name)
	}
	return all
}

// Actions returns the names of the actions of a service, sorted, without the service; nil for unknown services.
func Actions(service string) []string {
	if all := names(service); all != "" {
		return strings.Fields(all)
	}
	return nil
}

// Matches reports whether a pattern of actions of a service, in which * stands for any letters and ? for one, has at least one action. Upper and lower case
// do not matter.
func Matches(service, pattern string) bool {
	matches := func(name string) bool { return len(name) == len(pattern) && strings.EqualFold(name, pattern) }
	if strings.ContainsAny(pattern, "*?") {
		lower := literally.Replace(strings.ToLower(pattern))
		matches = func(name string) bool {
			matched, err := path.Match(lower, strings.ToLower(name))
			return err == nil && matched
		}
	}
	for name := range strings.FieldsSeq(names(service)) {
		if matches(name) {
			return true
		}
	}
	return false
}

// literally escapes what a pattern of package path means and a pattern of actions does not.
var literally = strings.NewReplacer(`\`, `\\`, "[", `\[`)

// TakesActions reports whether the values of a key of a statement are actions.
func TakesActions(key string) bool { return key == "Action" || key == "NotAction" }
