package syntax

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// The kinds of items and the block keywords that denote them.

// Kind is the kind of an item.
type Kind uint8

// The kinds of items.
const (
	KindUnknown   Kind = iota // a block of a kind that PCL doesn't have
	KindLocal                 // name = expression
	KindConfig                // config name type { … }
	KindResource              // resource name token { … }
	KindRead                  // read name token { … }
	KindComponent             // component name source { … }
	KindOutput                // output name type { … }
	KindHook                  // hook kind name { … }
	KindPulumi                // pulumi { … }
	KindPackage               // package { … }
	KindStray                 // text that begins neither an attribute nor a block
	KindBlank                 // only comments and blanks
)

var kindNames = [...]string{
	KindUnknown:   "unknown",
	KindLocal:     "local",
	KindConfig:    "config",
	KindResource:  "resource",
	KindRead:      "read",
	KindComponent: "component",
	KindOutput:    "output",
	KindHook:      "hook",
	KindPulumi:    "pulumi",
	KindPackage:   "package",
	KindStray:     "stray",
	KindBlank:     "blank",
}

// String returns the keyword of a block kind, and a word for the other kinds.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// KindOf returns the kind of the blocks that begin with a keyword, or KindUnknown if PCL has
// no such block.
func KindOf(keyword string) Kind {
	for k := KindConfig; k <= KindPackage; k++ {
		if kindNames[k] == keyword {
			return k
		}
	}
	return KindUnknown
}

// Keywords returns the keywords of all block kinds, in the order of the kinds.
func Keywords() []string {
	words := make([]string, 0, KindPackage-KindConfig+1)
	for k := KindConfig; k <= KindPackage; k++ {
		words = append(words, kindNames[k])
	}
	return words
}

// keywords are the keywords of all block kinds.
var keywords = func() split.Keywords {
	k := split.Keywords{}
	for _, word := range Keywords() {
		k[word] = true
	}
	return k
}()
