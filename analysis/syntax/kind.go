package syntax

import (
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Kind is the kind of an item. Package language declares the kinds; they have their names
// here, too, because they are a part of what parsing yields.
type Kind = language.Kind

// The kinds of items; see [language.Kind].
const (
	KindUnknown   = language.KindUnknown
	KindLocal     = language.KindLocal
	KindConfig    = language.KindConfig
	KindResource  = language.KindResource
	KindRead      = language.KindRead
	KindComponent = language.KindComponent
	KindOutput    = language.KindOutput
	KindHook      = language.KindHook
	KindPulumi    = language.KindPulumi
	KindPackage   = language.KindPackage
	KindStray     = language.KindStray
	KindBlank     = language.KindBlank
)

// keywords are the keywords of all kinds of blocks.
var keywords = sync.OnceValue(func() split.Keywords {
	k := split.Keywords{}
	for _, word := range language.Keywords() {
		k[word] = true
	}
	return k
})
