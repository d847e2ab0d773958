package schema

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Package is an opened package schema. It is safe for concurrent use.
type Package struct {
	head head

	format   moduleFormat
	text     io.ReaderAt
	external func(Ref) *Package
	index    *packageIndex

	matches       [tableCount]cache[Match] // of tokens in their usual spellings
	resourceCache cache[Resource]
	functionCache cache[Function]
	typeCache     cache[typeDef]
	outputCache   cache[ObjectType] // what a reference to a resource denotes

	problems problems

	relaxed   relaxedView
	isRelaxed bool
	former    [tableCount]map[string]string // see Renamed
}

// Problem is something in a schema that could not be understood. It concerns the
// author of the schema, not the program that uses it.
type Problem struct {
	// Member is where it is: "types/aws:s3/Rule:Rule", or "meta".
	Member string
	// Message says what is wrong.
	Message string
}

// problems collects what was found so far.
type problems struct {
	mu   sync.Mutex // guards list
	list []Problem
}

func (p *problems) add(member, format string, args ...any) {
	found := Problem{member, fmt.Sprintf(format, args...)}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.list, found) {
		p.list = append(p.list, found)
	}
}

// Problems lists what could not be understood in what has been read so far,
// sorted.
func (p *Package) Problems() []Problem {
	p.problems.mu.Lock()
	defer p.problems.mu.Unlock()
	list := slices.Clone(p.problems.list)
	lists.SortStable(list, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Member, b.Member), cmp.Compare(a.Message, b.Message))
	})
	return list
}

// Name is the package's name.
func (p *Package) Name() string { return p.head.name }

// Version is the package's version without a leading v; empty if the schema
// gives none.
func (p *Package) Version() string { return p.head.version }

// Base is the name of the package whose providers also serve this one, which extends it; empty for most packages.
func (p *Package) Base() string { return p.head.base }

// Description is what the package says of itself.
func (p *Package) Description() string {
	var text string
	if err := p.decode(p.head.description, &text); err != nil {
		p.problems.add("description", "%v", misshapen(err))
	}
	return text
}

// Homepage is where the package says that it has its home, and Repository where its
// sources are; each is empty where the schema does not say.
func (p *Package) Homepage() string { return p.address("homepage", p.head.homepage) }

// Repository is where the sources of the package are; see Homepage.
func (p *Package) Repository() string { return p.address("repository", p.head.repository) }

func (p *Package) address(name string, at span) string {
	var text string
	if err := p.decode(at, &text); err != nil {
		p.problems.add(name, "%v", misshapen(err))
	}
	return text
}

// ResourceTokens lists the declared tokens of the resources in order. The
// provider is not among them.
func (p *Package) ResourceTokens() []string { return p.index.tokens(resourceTable) }

// FunctionTokens lists the declared tokens of the functions in order, methods
// among them.
func (p *Package) FunctionTokens() []string { return p.index.tokens(functionTable) }

// TypeTokens lists the declared tokens of the object and enum types in order.
func (p *Package) TypeTokens() []string { return p.index.tokens(typeTable) }

// Configuration are the values of the stack's configuration that the package
// takes, in their own namespace as in aws:region, sorted by name; their Type is
// plain.
func (p *Package) Configuration() []*Property {
	b := &binder{pkg: p, member: "config"}
	var spec configSpec
	if err := p.decode(p.head.config, &spec); err != nil {
		b.problem("%v", misshapen(err))
		return nil
	}
	return withConst(b.properties(spec.Variables, spec.Required))
}

// ListResources lists the resources in order with the tokens by which people know
// them. The caller must not change the slice.
func (p *Package) ListResources() []Listed { return p.list(resourceTable) }

// ListFunctions lists the functions in order, methods among them. The caller must
// not change the slice.
func (p *Package) ListFunctions() []Listed { return p.list(functionTable) }

func (p *Package) list(kind tableKind) []Listed { return slices.Clip(p.index.list(kind)) }

// FindResource says which resource a token denotes, without reading it.
func (p *Package) FindResource(token string) Match {
	if t, ok := ParseToken(token); ok && t.IsProvider() {
		if t.Member != p.head.name {
			return Match{}
		}
		return Match{token, token, AsDeclared}
	}
	return p.find(resourceTable, token)
}

// FindFunction says which function a token denotes, without reading it.
func (p *Package) FindFunction(token string) Match { return p.find(functionTable, token) }

// Resource is the resource that a token denotes, in any spelling; nil if there
// is none. The token pulumi:providers:NAME denotes the provider.
func (p *Package) Resource(token string) *Resource {
	m := p.FindResource(token)
	if m.Spelling == NotFound {
		return nil
	}
	return p.resourceCache.get(m.Token, func() *Resource { return p.readResource(m) })
}

// Function is the function that a token denotes, in any spelling; nil if there
// is none.
func (p *Package) Function(token string) *Function {
	m := p.FindFunction(token)
	if m.Spelling == NotFound {
		return nil
	}
	return p.functionCache.get(m.Token, func() *Function { return p.readFunction(m) })
}

// ObjectType is the object type with this token, declared or canonical; nil if
// there is none or it is an enum.
func (p *Package) ObjectType(token string) *ObjectType {
	if def := p.findType(token); def != nil {
		return def.object
	}
	return nil
}

// EnumType is the enum with this token, declared or canonical; nil if there is
// none or it is an object.
func (p *Package) EnumType(token string) *EnumType {
	if def := p.findType(token); def != nil {
		return def.enum
	}
	return nil
}

func (p *Package) findType(token string) *typeDef {
	m := p.find(typeTable, token)
	if m.Spelling == NotFound {
		return nil
	}
	return p.typeDef(m.Token)
}

// declaration is the place of a member that is declared.
func (p *Package) declaration(kind tableKind, token string) (span, error) {
	e, found, err := p.index.find(kind, token)
	if err == nil && !found {
		err = errors.New("it is not declared")
	}
	return e.at, err
}

// decode reads a member into a specification; one of size 0 is not there and
// leaves it as it is. An error means a changed file, damaged text or a member of
// another shape than expected.
func (p *Package) decode(at span, into any) error {
	if at.size == 0 {
		return nil
	}
	text, err := p.read(at)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into, lenient...)
}

// misshapen is an error about a value of the wrong kind in the words of the
// schema, which the types of this program mean nothing to.
func misshapen(err error) error {
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) || kindWords[semantic.JSONKind] == "" {
		return err
	}
	at := strings.ReplaceAll(strings.Trim(string(semantic.JSONPointer), "/"), "/", ".")
	if at == "" {
		return fmt.Errorf("it cannot be %s", kindWords[semantic.JSONKind])
	}
	return fmt.Errorf("`%s` cannot be %s", at, kindWords[semantic.JSONKind])
}

// cache holds the decoded members of one kind, or what tokens denote.
type cache[T any] struct {
	mu      sync.Mutex // guards byToken; not held while a member is read
	byToken map[string]*T
}

// get is the cached value, or else that of build, which may run more than once.
func (c *cache[T]) get(token string, build func() *T) *T {
	if v := c.load(token); v != nil {
		return v
	}
	built := build()
	c.mu.Lock()
	defer c.mu.Unlock()
	if v := c.byToken[token]; v != nil {
		return v
	}
	if c.byToken == nil {
		c.byToken = map[string]*T{}
	}
	c.byToken[token] = built
	return built
}

func (c *cache[T]) load(token string) *T {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byToken[token]
}

// relaxedView is the other view of a package, made when it is first asked for.
type relaxedView struct {
	once sync.Once
	pkg  *Package
}

// Relaxed is the same package with types that require nothing: inputs, state
// inputs, arguments and results of functions, and the properties of object types
// may all be left out, and object types may have other properties too. The outputs
// of a resource stay as they are declared. It is the same package each time, and
// itself for a relaxed one.
func (p *Package) Relaxed() *Package {
	if p == nil || p.isRelaxed {
		return p
	}
	p.relaxed.once.Do(func() {
		view := &Package{head: p.head, format: p.format, text: p.text, index: p.index, isRelaxed: true, former: p.former}
		if p.external != nil {
			view.external = func(ref Ref) *Package { return p.external(ref).Relaxed() }
		}
		p.relaxed.pkg = view
	})
	return p.relaxed.pkg
}
