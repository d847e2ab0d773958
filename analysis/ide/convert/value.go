package convert

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// This file defines what readers produce: values with the names and shapes of the source.

// form is the outermost form of a value.
type form uint8

const (
	formText   form = iota // an expression of PCL
	formSource             // an expression of the source, not rewritten yet
	formObject
	formList
	formLoop   // objects, one for each element of a collection
	formJoined // all elements of several lists and loops
	formSecret // a value that is not written; the text is a name for a config
)

// value is a value on its way to PCL.
type value struct {
	form    form
	text    string               // formText
	long    string               // formText as a heredoc, which needs lines of its own; empty for none
	source  hclsyntax.Expression // formSource, or the collection of formLoop
	members []member             // formObject, or those of one object of formLoop
	name    string               // of the current element of formLoop
	elems   []value              // formList
	// blocks says that the list consists of blocks with one name. One block can also mean an object.
	blocks bool
	// isResource says that the text refers to a resource as a whole, which stands for its id where a text is wanted.
	isResource bool
	// truth is what the text is where a bool is wanted; empty if it is none.
	truth string
}

// member is an entry of an object or body.
type member struct {
	name   string   // as the source has it, or as PCL has it after the value was fitted
	key    string   // the key as an expression of PCL, if it is computed
	above  []string // comments and blank lines
	behind []string // comments on the same line
	below  []string // comments behind the last entry
	value  value
	// source are the texts of the entry, for a comment.
	source []func() string
	// reason says why the entry stays a comment. It is empty if the entry is converted.
	reason string
}

func textValue(text string) value { return value{text: text} }

func object(members []member) value { return value{form: formObject, members: members} }

// isAttribute reports whether the entry is an attribute in the source, and not a block.
func (m member) isAttribute() bool { return m.value.form == formSource }

// attributeName returns the name of an attribute, and nothing for a block.
func (m member) attributeName() string {
	if !m.isAttribute() {
		return ""
	}
	return m.name
}
