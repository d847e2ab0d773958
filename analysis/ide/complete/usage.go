package complete

import (
	_ "embed"
	"math/bits"
	"strconv"
	"strings"
	"sync"
)

// This file says how often people use names. The counts in usage.txt are over the examples,
// templates and workshops of public repositories: 2,500 programs in TypeScript, YAML, HCL and PCL,
// each with the form that its language has for the same thing. No repository counts for more than
// 80 uses of a name. Types are the last parts of tokens.

//go:embed usage.txt
var usageText string

var usage = sync.OnceValue(func() map[string]int {
	counts := map[string]int{}
	for line := range strings.Lines(usageText) {
		at := strings.LastIndexByte(line, ' ')
		counts[line[:at]], _ = strconv.Atoi(strings.TrimSpace(line[at:]))
	}
	return counts
})

// The kinds of names in usage.txt.
const (
	usedOption   = "option "
	usedFunction = "function "
	usedType     = "type "
	usedProperty = "property "
)

// common returns how common a name is, from 0 to 20.
func common(kind, name string) int { return 2 * bits.Len(uint(usage()[kind+name])) }
