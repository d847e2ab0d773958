package language

// Kind is the kind of an item: a local, a kind of block, or text that is neither.
type Kind uint8

// The kinds of items. Package syntax gives them to items, so they are declared here, below
// it. The keyword of a block, and everything else about it, is in the table of blocks.
const (
	KindUnknown   Kind = iota // a block with a keyword that PCL does not have
	KindLocal                 // name = expression
	KindConfig                // config name type { … }
	KindResource              // resource name token { … }
	KindRead                  // read name token { … }
	KindComponent             // component name source { … }
	KindOutput                // output name type { … }
	KindHook                  // hook kind name { … }
	KindPulumi                // pulumi { … }
	KindPackage               // package { … }
	KindStray                 // text that is neither an attribute nor a block
	KindBlank                 // comments and white space only
)

// otherKinds names the kinds that are no blocks.
var otherKinds = map[Kind]string{KindUnknown: "unknown", KindLocal: "local", KindStray: "stray", KindBlank: "blank"}

// String returns the keyword of a kind of block, and a word for other kinds.
func (k Kind) String() string {
	if b := BlockOf(k); b.Keyword != "" {
		return b.Keyword
	}
	if word := otherKinds[k]; word != "" {
		return word
	}
	return "invalid"
}

// Declares says what the items of a kind declare.
func (k Kind) Declares() Declaration {
	if k == KindLocal {
		return DeclaresItem
	}
	return BlockOf(k).Declares
}

// KindOf returns the kind of the blocks with a keyword, or KindUnknown.
func KindOf(keyword string) Kind {
	if b := LookupBlock(keyword); b != nil {
		return b.Kind
	}
	return KindUnknown
}
