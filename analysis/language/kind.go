// Package language declares PCL once, as data: its builtin functions, its resource
// options and its kinds of blocks. The checker, the evaluator and every editor feature
// read these tables, and docs/language/functions.md is written from them.
//
// An entry holds everything about one thing: types, documentation, examples, and how the
// checker and the evaluator treat it. A rule that is a function of types or values alone
// is a function in the entry, such as [Builtin.Signature] or [Builtin.Value]. A rule that
// needs syntax, schemas or the program is a member of a small closed set, such as [Role]
// or [FlowRule], which package check implements once.
//
// The package knows no syntax trees, no programs and no schemas.
//
// Invariant: outside this package nothing compares a name from the program with the name
// of a builtin, an option or a kind of block. TestNamesOfTheLanguage in internal/house
// checks this.
//
// Why not interfaces, with a type for each builtin that implements its typing, flow and
// value: their methods would need the checker, so the checker would have to be below the
// language, and features that only want names and documentation would depend on all of
// it. With data the arrows point down, a table can be listed and tested as a whole, and
// nobody can forget to handle a new entry: zero fields have a meaning.
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

// incomparable is a field of types whose values stand in tables and are never compared. Without it, the compiler adds a function that
// compares two tables for each length of a table, and the playground, whose users download the program, grew by 7 KB.
type incomparable [0]func()
