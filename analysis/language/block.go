package language

import (
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file defines what the table of blocks holds about each kind of block. The entries
// are in blocks.go.

// Block is a kind of top-level block.
type Block struct {
	Kind    Kind
	Keyword string
	// Form shows how the block is written, and Doc says what it is for.
	Form, Doc string
	// Snippet is what completion inserts, in the syntax of snippets, and Plain the same
	// for editors without snippets.
	Snippet, Plain string

	// Labels are the labels in order.
	Labels []Label
	// LabelsCode and LabelsMessage are the finding about a block with more or fewer labels.
	LabelsCode    codes.Code
	LabelsMessage string
	// Declares says what the block declares.
	Declares Declaration
	// Body is what the block contains besides the inputs that a schema or a component
	// declares.
	Body Body
	// Options says whether the block may contain an options block, and Paths whether
	// options may contain property paths.
	Options, Paths bool
	// Order is the place of the block in the usual order of a file; 0 for anywhere.
	Order int
	// Unused is the code of the finding about a block that nothing refers to.
	Unused codes.Code
	// Generic says that other languages have blocks that look the same, so only one
	// without errors tells that a file is PCL.
	Generic bool
	// Elsewhere are keywords that other languages have for the block.
	Elsewhere []string
}

// Declaration says what an item declares: a name, and who can use it.
type Declaration uint8

// The declarations.
const (
	DeclaresNothing Declaration = iota
	DeclaresItem                // its name, to which other items can refer
	DeclaresOutput              // its name for the users of the program; an item may have the same name
	DeclaresKeyword             // its keyword, which only one item can declare
)

// Label is a label of a block.
type Label struct {
	_ incomparable

	Role LabelRole
	// Optional says that the label may be left out.
	Optional bool
	// Choices are the values that the label can have; nil for any.
	Choices []Choice
}

// LabelRole says what a label stands for.
type LabelRole uint8

// The roles of labels.
const (
	LabelOther     LabelRole = iota
	LabelName                // the name that the block declares
	LabelType                // a type
	LabelToken               // the type token of a resource
	LabelDirectory           // the directory of a component
	LabelChoice              // one of the choices
)

// Choice is a value that a label can have.
type Choice struct{ Value, Doc string }

// Body is the content of a block.
type Body struct {
	// Noun is the block in messages, with its article.
	Noun       string
	Attributes []Attribute
	// Meant says what to write in place of attributes of other languages.
	Meant map[string]string
}

// Attribute is something in the body of a block: an attribute or a nested block.
type Attribute struct {
	_ incomparable

	Name, Doc string
	// Type is invalid for a nested block, and where TypeLabel is set.
	Type typesys.Type
	// TypeLabel says that the type is the one in the type label.
	TypeLabel bool
	// Literal says that the value must be a literal. Code is the code of the finding about
	// a value that does not fit.
	Literal bool
	Code    codes.Code
	// Required says that the block is wrong without it. Missing and MissingMessage are the
	// finding about that.
	Required       bool
	Missing        codes.Code
	MissingMessage string
	// Body is the content of a nested block; nil for an attribute.
	Body *Body
	// Choice is the value of the choice label that the block must have for the attribute
	// to exist; "" for any.
	Choice string
}

// The attributes and nested blocks that other packages read or write by name.
const (
	// LogicalName gives an item another name outside of the program.
	LogicalName = "__logicalName"
	// RequiredVersionRange says in a pulumi block which versions of Pulumi can run the program.
	RequiredVersionRange = "requiredVersionRange"

	ConfigDefault     = "default"
	ConfigNullable    = "nullable"
	ConfigSecret      = "secret"
	ConfigDescription = "description"

	OutputValue = "value"

	// ComponentToken names the type of a component that has no directory.
	ComponentToken = "token"
	// ComponentModule begins the types of components that have one.
	ComponentModule = "components:index:"

	ProviderName     = "baseProviderName"    // of a package block
	ProviderVersion  = "baseProviderVersion" // of a package block
	Parameterization = "parameterization"    // the nested block of a package block
)

// Attribute returns the attribute or nested block with a name. Known is false where the body has none.
func (b *Body) Attribute(name string) (a Attribute, known bool) {
	return lists.Find(b.Attributes, func(a Attribute) bool { return a.Name == name })
}

// Names returns the names of the attributes, or of the nested blocks.
func (b *Body) Names(blocks bool) []string {
	var names []string
	for _, a := range b.Attributes {
		if (a.Body != nil) == blocks {
			names = append(names, a.Name)
		}
	}
	return names
}

// Required returns the name of the attribute without which the block is wrong, or "".
func (b *Body) Required() string {
	for _, a := range b.Attributes {
		if a.Required {
			return a.Name
		}
	}
	return ""
}

// NameLabel returns the index of the label that is the declared name, or -1.
func (b *Block) NameLabel() int { return b.LabelWith(LabelName) }

// LabelWith returns the index of the first label with a role, or -1.
func (b *Block) LabelWith(role LabelRole) int {
	return slices.IndexFunc(b.Labels, func(l Label) bool { return l.Role == role })
}

// LabelAt returns the label at an index; the zero Label beyond the last.
func (b *Block) LabelAt(index int) Label {
	if index < 0 || index >= len(b.Labels) {
		return Label{}
	}
	return b.Labels[index]
}

// Accepts reports whether a block may have a number of labels.
func (b *Block) Accepts(labels int) bool {
	least, most := b.LabelCount()
	return least <= labels && labels <= most
}

// LabelCount returns the least and the greatest number of labels.
func (b *Block) LabelCount() (least, most int) {
	for _, l := range b.Labels {
		if !l.Optional {
			least++
		}
	}
	return least, len(b.Labels)
}

var blocks = sync.OnceValue(func() *blockTable { return newBlockTable(declaredBlocks()) })

type blockTable struct {
	all      []*Block // the most used ones first
	keywords []string // in the order of the kinds
	named    map[string]*Block
	ofKind   [256]*Block
}

func newBlockTable(all []*Block) *blockTable {
	t := &blockTable{all: all, named: map[string]*Block{}}
	for i := range t.ofKind {
		t.ofKind[i] = &noBlock
	}
	for _, b := range all {
		t.named[b.Keyword], t.ofKind[b.Kind] = b, b
	}
	for _, b := range t.ofKind {
		if b.Keyword != "" {
			t.keywords = append(t.keywords, b.Keyword)
		}
	}
	return t
}

// noBlock is the entry of the kinds that are no blocks. A block of an unknown kind is named
// by its first label.
var noBlock = Block{Labels: []Label{{Role: LabelName}}}

// Blocks returns all kinds of blocks, the most used ones first.
func Blocks() []*Block { return slices.Clip(blocks().all) }

// LookupBlock returns the kind of block with a keyword, or nil.
func LookupBlock(keyword string) *Block { return blocks().named[keyword] }

// BlockOf returns the block of a kind. Where the kind is no block it returns a Block without
// a keyword.
func BlockOf(k Kind) *Block { return blocks().ofKind[k] }

// Keywords returns the keywords of all kinds of blocks.
func Keywords() []string { return blocks().keywords }
