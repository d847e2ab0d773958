package check

import (
	"cmp"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// checker is the state of checking one item.
type checker struct {
	*recorder
	e     *program.Item
	info  *Info
	scope *scope
	// inputs are what the body of a resource or read may set.
	inputs resourceInputs
	// inOptions says that an options block is being checked.
	inOptions bool
	// lostRange says that there is a range which is not where it belongs.
	lostRange bool
	// anonymous are the types of splat elements that are being visited.
	anonymous map[*hclsyntax.AnonSymbolExpr]typesys.Type
	fate      fate
}

// scope is one layer of variables inside an item. The outermost scope, nil, is
// the program.
type scope struct {
	parent *scope
	names  map[string]*Object
	// closed scopes hide everything outside, as property lists do.
	closed bool
	// anything says that every name may be declared here; none is known to be.
	anything bool
}

// expressionSize is about how many bytes of a program there are for each expression,
// with names and spaces.
const expressionSize = 15

func newChecker(r *recorder, e *program.Item) *checker {
	return &checker{
		recorder: r, e: e,
		info: &Info{
			Types:    make(map[hclsyntax.Node]typesys.Type, len(e.Syntax.Text)/expressionSize),
			Expected: map[hclsyntax.Node]typesys.Type{},
		},
	}
}

func checkItem(r *recorder, e *program.Item) *Info {
	list := occurrenceLists.Get().(*[]Occurrence)
	defer occurrenceLists.Put(list)
	c := newChecker(r, e)
	c.info.Occurrences = *list
	c.fate = fateOf(e)
	c.item()
	c.lint()
	c.dropFollowUps()
	c.forgive()
	slices.SortStableFunc(c.info.Occurrences, func(a, b Occurrence) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	c.settleOccurrences(list)
	c.info.hidden = hides(c.info.Occurrences)
	return c.info
}

// occurrenceLists are lists to put occurrences into before it is known how many there
// are. They are large and many: lists that grow item by item would be a quarter of all
// memory that a check takes.
var occurrenceLists = sync.Pool{New: func() any { return new([]Occurrence) }}

// settleOccurrences replaces the list by one that has the right size, and clears the
// large one for other items.
func (c *checker) settleOccurrences(large *[]Occurrence) {
	list := c.info.Occurrences
	c.info.Occurrences = append([]Occurrence(nil), list...)
	clear(list)
	if *large = list[:0]; len(list) > 1000 {
		*large = nil // it would be kept for one item
	}
}

// dropFollowUps removes findings where a syntax error stands: what is left of a
// broken expression says nothing about what its author means.
func (c *checker) dropFollowUps() {
	c.info.Findings = slices.DeleteFunc(c.info.Findings, func(d Diagnostic) bool {
		return slices.ContainsFunc(c.e.Syntax.Errors, func(err syntax.Error) bool {
			return err.Span.Start <= c.restOfLine(d.Span.End) && d.Span.Start <= err.Span.End
		})
	})
}

// restOfLine is where the next thing in the line begins.
func (c *checker) restOfLine(at int) int {
	text := c.e.Syntax.Text
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

// isBroken reports whether a syntax error stands inside an expression.
func (c *checker) isBroken(e hclsyntax.Node) bool {
	span := tree.Span(e.Range())
	return slices.ContainsFunc(c.e.Syntax.Errors, func(err syntax.Error) bool {
		return span.Start <= err.Span.End && err.Span.Start <= span.End
	})
}

// item checks the item by its kind.
func (c *checker) item() {
	it := c.e.Syntax
	if it.Block != nil {
		c.occur(Occurrence{Span: it.KeywordSpan, Kind: OccurKeyword, Name: it.Keyword, Denotation: keywordDenotations[it.Keyword]})
	}
	if kindOf(c.e) != 0 && it.Name != "" {
		c.occur(Occurrence{Span: it.NameSpan, Kind: OccurDeclaration, Name: it.Name})
	}
	c.identifier(it)
	switch it.Kind {
	case syntax.KindLocal:
		if it.Attr != nil {
			c.expr(it.Attr.Expr)
		}
	case syntax.KindUnknown:
		c.unknownBlock(it)
	}
	if it.Block == nil {
		return
	}
	switch it.Kind {
	case syntax.KindConfig:
		c.config(it)
	case syntax.KindResource:
		c.resource(it)
	case syntax.KindRead:
		c.read(it)
	case syntax.KindComponent:
		c.component(it)
	case syntax.KindOutput:
		c.output(it)
	case syntax.KindHook:
		c.hook(it)
	case syntax.KindPulumi:
		c.pulumi(it)
	case syntax.KindPackage:
		c.packageBlock(it)
	}
}

// blockSynonyms say how things are written here that have blocks in languages with
// the same syntax.
var blockSynonyms = map[string]string{
	"variable": "did you mean `config`?",
	"input":    "did you mean `config`?",
	"data":     "did you mean `read`? A function of a package is called with `invoke(…)`",
	"module":   "did you mean `component`?",
	"locals":   "a local is an attribute outside of blocks: `name = value`",
	"provider": "a provider is a resource: `resource name \"pulumi:providers:package\" { … }`",
}

// unknownBlock reports a block that the language would silently ignore. Nothing
// inside is checked: nobody knows what it means.
func (c *checker) unknownBlock(it *syntax.Item) {
	message := "`" + it.Keyword + "` is no kind of block"
	if meant := blockSynonyms[it.Keyword]; meant != "" {
		message += "; " + meant
	} else if near := typesys.Near(it.Keyword, syntax.Keywords()); near != "" {
		message += "; did you mean `" + near + "`?"
	} else {
		message += "; nothing in it takes effect"
	}
	c.find(codes.BlockUnknownKind, it.KeywordSpan, message)
}

// find records a finding about the item.
func (c *checker) find(code codes.Code, span syntax.Span, message string, related ...Related) {
	c.info.Findings = append(c.info.Findings, Diagnostic{
		Span: span, Code: code, Severity: code.Severity(), Message: Abbreviate(message, 199), Related: related,
	})
}

func (c *checker) occur(o Occurrence) {
	if o.Denotation == nil {
		o.Denotation = &nothingElse
	}
	c.info.Occurrences = append(c.info.Occurrences, o)
}

// nothingElse is what most occurrences denote beside a property.
var nothingElse Denotation

// record notes the type of an expression and returns it.
func (c *checker) record(n hclsyntax.Node, t typesys.Type) typesys.Type {
	c.info.Types[n] = t
	return t
}

// with runs f with a further layer of variables.
func (c *checker) with(vars []*Object, f func()) {
	if len(vars) == 0 {
		f()
		return
	}
	names := make(map[string]*Object, len(vars))
	for _, v := range vars {
		names[v.Name] = v
	}
	outer := c.scope
	c.scope = &scope{parent: outer, names: names}
	defer func() { c.scope = outer }()
	f()
}

// variable finds a name in the layers of the item.
func (c *checker) variable(name string) (o *Object, closed bool) {
	for s := c.scope; s != nil; s = s.parent {
		if o := s.names[name]; o != nil {
			return o, false
		}
		if s.anything {
			return &Object{Kind: ObjectProperty, Name: name, Type: typesys.Dynamic}, false
		}
		if s.closed {
			return nil, true
		}
	}
	return nil, false
}

// ownNames are the names of the item's own layers; closed says that those of the
// program are hidden.
func (c *checker) ownNames() (names []string, closed bool) {
	for s := c.scope; s != nil; s = s.parent {
		for name := range s.names {
			names = append(names, name)
		}
		if s.closed {
			return names, true
		}
	}
	return names, false
}

// names are the names that the whole program declares.
func (p *Program) names() []string {
	var names []string
	for e := range p.core.Items() {
		if p.core.Owns(e) {
			names = append(names, e.Name)
		}
	}
	return names
}

// Abbreviate cuts a text to at most limit characters.
func Abbreviate(text string, limit int) string {
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
