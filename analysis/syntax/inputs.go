package syntax

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
)

// Files of inputs: texts that are the body of one resource, function call or provider, as
// `pulumi do --input-file` reads them, and as the snippets of a deployment hold them.
//
// Such a file has one item: a resource block whose header is not written. So everything
// that works in a resource works in the file too. The token of the header comes from a
// comment at the beginning of the file,
//
//	# pcl: aws:s3/bucket:Bucket
//
// where its label has the span of the token, or from outside, where its span is empty.

// InputsEnding is the ending of files of inputs.
const InputsEnding = ".pcl"

// IsInputs reports whether a path is that of a file of inputs.
func IsInputs(path string) bool { return strings.HasSuffix(path, InputsEnding) }

// Operation is what is done with inputs.
type Operation string

// The operations that read inputs, as users write them.
const (
	OperationCreate Operation = "create"
	OperationUpsert Operation = "upsert"
	OperationPatch  Operation = "patch"
	OperationList   Operation = "list"
)

// Operations are all operations that read inputs.
var Operations = []Operation{OperationCreate, OperationUpsert, OperationPatch, OperationList}

// PurposeComment begins the comment that says what inputs are for.
const PurposeComment = "# pcl:"

// StatelessFlag is the word by which the comment says that no stack is involved.
const StatelessFlag = "--stateless"

// Inputs says what the body of a file of inputs is for.
type Inputs struct {
	// Token is the type of the resource, or the function; empty if it is not known.
	Token string
	// Operation is what is done with the inputs; empty is OperationCreate.
	Operation Operation
	// Stateless says that the provider is asked directly, without a stack.
	Stateless bool
	// Snippet says that the text is a snippet of a deployment. Name is the name of its
	// resource then, and References are the names of other resources that it may use.
	Snippet    bool
	Name       string
	References []string

	// HasComment says that there is a comment "# pcl:", and Comment is the rest of its line. Unknown are
	// the words in it that mean nothing.
	HasComment bool
	Comment    Span
	Unknown    []Span

	given *Inputs // what was said outside the text
	start int     // where the body begins in the text
}

// InputsFor reads what users write behind "# pcl:" or give to a command. The error is for
// users.
func InputsFor(text string) (*Inputs, error) {
	in := &Inputs{}
	in.read(text, Span{End: len(text)})
	if len(in.Unknown) > 0 {
		word := text[in.Unknown[0].Start:in.Unknown[0].End]
		return nil, fmt.Errorf("%q means nothing behind a type; write create, upsert, patch, list or %s", word, StatelessFlag)
	}
	if in.Token == "" {
		return nil, errors.New("write a type, such as aws:s3/bucket:Bucket")
	}
	return in, nil
}

// ParseInputs is [Parse] for a file of inputs. What is given from outside goes before what
// the comment says; nil gives nothing.
func ParseInputs(path, text string, given *Inputs) *File {
	b := fileBuilder{path: path, work: work{parsed: 1, split: len(text)}}
	b.add(parseInputs(text, path, given), markStretch)
	f := b.file()
	f.text.Store(&text)
	return f
}

// parseInputs parses the one item of a file of inputs.
func parseInputs(text, filePath string, given *Inputs) *Item {
	it := &Item{Kind: KindResource, Keyword: KindResource.String(), Text: text, lineEnds: countLineEnds(text)}
	if given == nil {
		given = &Inputs{}
	}
	in := *given
	in.given, in.HasComment, in.Comment, in.Unknown = given, false, Span{}, nil
	it.Inputs = &in
	token, start := in.readPurpose(text)
	in.start = start
	it.KeywordSpan = Span{Start: token.Start, End: token.Start}
	it.NameSpan = it.KeywordSpan
	name := in.Name
	if !in.Snippet {
		name = strings.TrimSuffix(path.Base(filePath), InputsEnding)
	}
	it.Labels = []Label{{Value: name, Span: it.NameSpan, Quoted: true}, {Value: in.Token, Span: token, Quoted: true}}
	block, errs := it.inputsBlock()
	it.Errors = errs
	it.plant(blockTree(block))
	it.marks = it.ownMarks()
	return it
}

// inputsBlock parses the text of a file of inputs as the body of a block whose header is not
// written.
func (it *Item) inputsBlock() (*hclsyntax.Block, []Error) {
	block, errs := parse.Body(it.Text, it.Inputs.start, keywords())
	if block != nil {
		block.Type, block.Labels = it.Keyword, []string{it.Labels[0].Value, it.Labels[1].Value}
		block.LabelRanges = append(block.LabelRanges, block.TypeRange, block.TypeRange)
	}
	return block, errs
}

// readPurpose reads the comment that says what the inputs are for. It returns the span of
// the token, and where the body begins. If the text does not say it, the span is empty and
// before the first word, where a comment above it suppresses findings.
func (in *Inputs) readPurpose(text string) (token Span, start int) {
	line, ok := purposeOf(text)
	if !ok {
		first := lex.SkipTrivia(text)
		return Span{Start: first, End: first}, 0
	}
	in.Comment, in.HasComment = line, true
	return in.read(text, line), line.End
}

// read reads the words in a part of a text, and returns the span of the token.
func (in *Inputs) read(text string, line Span) (token Span) {
	words := words(text, line)
	for i, w := range words {
		word := text[w.Start:w.End]
		switch {
		case i == 0:
			token = w
			if in.Token == "" {
				in.Token = word
			} else if in.Token != word {
				token.End = token.Start
			}
		case slices.Contains(Operations, Operation(word)):
			if in.Operation == "" {
				in.Operation = Operation(word)
			}
		case word == StatelessFlag:
			in.Stateless = true
		default:
			in.Unknown = append(in.Unknown, w)
		}
	}
	if len(words) == 0 {
		token = Span{Start: line.End, End: line.End}
	}
	return token
}

// purposeOf is the span behind "# pcl:" in one of the comments that a text begins with, up to
// the end of the line; false if there is none.
func purposeOf(text string) (Span, bool) {
	at := len(text) - len(strings.TrimPrefix(text, lex.ByteOrderMark))
	for at < len(text) {
		next := len(text)
		if n := firstLineEnd(text[at:]); n >= 0 {
			next = at + n
		}
		line := strings.TrimRight(text[at:next], "\r\n")
		rest := strings.TrimLeft(line, " \t")
		after, isComment := strings.CutPrefix(rest, "#")
		if !isComment {
			after, isComment = strings.CutPrefix(rest, "//")
		}
		if says, ok := strings.CutPrefix(strings.TrimLeft(after, " \t"), "pcl:"); ok && isComment {
			return Span{Start: at + len(line) - len(says), End: at + len(line)}, true
		}
		if rest != "" && !isComment {
			break
		}
		at = next
	}
	return Span{}, false
}

// words are the words in a part of a text.
func words(text string, in Span) []Span {
	var found []Span
	for r := (suppressionReader{text[:in.End], in.Start}); r.at < in.End; r.at++ {
		if word := r.word(func(c byte) bool { return c != ' ' && c != '\t' }); word.Len() > 0 {
			found = append(found, word)
		}
	}
	return found
}

// With is an item of the same kind of file with another text.
func (it *Item) With(text string) *Item {
	if it.Inputs == nil {
		return ParseItem(text)
	}
	return parseInputs(text, it.Labels[0].Value, it.Inputs)
}

// inputs are what was given from outside for a file of inputs, and whether it is one.
func (f *File) inputs() (given *Inputs, ok bool) {
	switch {
	case f == nil:
		return nil, false
	case f.large:
		return f.given, f.given != nil
	case f.Count() == 0 || f.Item(0).Inputs == nil:
		return nil, false
	}
	return f.Item(0).Inputs.given, true
}
