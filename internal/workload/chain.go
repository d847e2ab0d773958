package workload

import (
	"strconv"
	"strings"
)

// This file implements chains: each local is the one before, and each resource
// reads a local and the resource before. A text at the head that makes it a list
// of strings changes the type of every local, and is wrong in every resource.
// The templates are the first local, the first resource, and those that follow.

// chain is a chain of so many locals and resources, in turn.
func chain(templates []string, length int) func() []item {
	i := -1
	return func() []item {
		i++
		isLocal := i%2 == 0
		if isLocal && i+1 == length { // nothing would read it
			return nil
		}
		template := i
		if i > 1 {
			template = 2 + i%2
		}
		text := strings.NewReplacer("<n>", strconv.Itoa(i/2), "<prev>", strconv.Itoa(i/2-1)).Replace(templates[template])
		one := item{text: strings.Trim(text, "\n")}
		if i == 0 {
			one.others = length / 2
		}
		return []item{one}
	}
}
