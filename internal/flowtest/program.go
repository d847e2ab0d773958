package flowtest

// This file holds what programs are made of.

// DeclKind is a kind of declaration.
type DeclKind uint8

// The kinds of declarations.
const (
	Local DeclKind = iota
	Config
	Resource
	Component
	Output
)

// Program is a program in one directory.
type Program struct {
	Decls []*Decl
}

// Decl is one declaration.
type Decl struct {
	Kind DeclKind
	Name string
	// Logical is the name outside the program; empty for the same.
	Logical string
	// Value is that of a local or output, and the default of a config; nil for none.
	Value *Expr
	// Shape is that of a config's values.
	Shape            Shape
	Secret, Nullable bool // of a config
	// Token is the type of a resource.
	Token string
	// Range is that of a resource or component; nil for none.
	Range *Expr
	// Inputs are those of a resource or component.
	Inputs []Input
	// Inner is the program of a component.
	Inner *Program
}

// Input is an attribute of a resource or component.
type Input struct {
	Name  string
	Value *Expr
}

// LogicalName is the name outside the program.
func (d *Decl) LogicalName() string {
	if d.Logical != "" {
		return d.Logical
	}
	return d.Name
}

// decl is the declaration of a name, as references find it.
func (p *Program) decl(name string) *Decl {
	var output *Decl
	for _, d := range p.Decls {
		if d.Name == name && d.Kind != Output {
			return d
		}
		if d.Name == name {
			output = d
		}
	}
	return output
}

// Op is a kind of expression.
type Op uint8

// The kinds of expressions.
const (
	OpText Op = iota
	OpNumber
	OpBool
	OpNull
	OpRef      // Text
	OpTemplate // of all Kids
	OpWrap     // "${Kids[0]}"
	OpTextIf   // %{if Kids[0]}${Kids[1]}%{else}${Kids[2]}%{endif}
	OpTextFor  // %{for Var in Kids[0]}${Kids[1]}%{endfor}
	OpTuple
	OpObject // Keys, and Kids in their order; a computed key is one of Kids before its value
	OpUnary  // Text
	OpBinary // Text
	OpCond   // Kids: condition, yes, no
	OpFor    // Kids: collection, value, and maybe a condition
	OpForMap // Kids: collection, key, value, and maybe a condition
	OpIndex  // Kids: collection, key
	OpAttr   // .Text of Kids[0]
	OpSplat  // Kids[0][*], then Tail
	OpDots   // Kids[0].*, then Tail
	OpCall   // Text with Kids
)

// Expr is an expression.
type Expr struct {
	Op     Op
	Text   string
	Number float64
	Kids   []*Expr
	// Keys are the literal keys of an object, empty for a computed one.
	Keys []string
	// KeyVar and Var are the variables of a for; KeyVar may be empty.
	KeyVar, Var string
	// Tail are the names that a splat takes of each element.
	Tail []string
	// Group says that a for groups values of one key, Spread that a call spreads its
	// last argument.
	Group, Spread bool
}

// ShapeKind is a kind of shape.
type ShapeKind uint8

// The kinds of shapes.
const (
	TextShape ShapeKind = iota
	NumberShape
	BoolShape
	ListShape
	MapShape
	ObjectShape
)

// Shape is what values a generated expression is meant to have; it may have others.
type Shape struct {
	Kind   ShapeKind
	Elem   *Shape  // of a list or map
	Fields []Field // of an object, sorted
}

// Field is a member of an object.
type Field struct {
	Name  string
	Shape Shape
}

func (s Shape) equal(o Shape) bool {
	if s.Kind != o.Kind || (s.Elem == nil) != (o.Elem == nil) || len(s.Fields) != len(o.Fields) {
		return false
	}
	for i, f := range s.Fields {
		if f.Name != o.Fields[i].Name || !f.Shape.equal(o.Fields[i].Shape) {
			return false
		}
	}
	return s.Elem == nil || s.Elem.equal(*o.Elem)
}

func listOf(s Shape) Shape { return Shape{Kind: ListShape, Elem: &s} }

func mapOf(s Shape) Shape { return Shape{Kind: MapShape, Elem: &s} }

func (s Shape) isScalar() bool { return s.Kind <= BoolShape }

var (
	textShape   = Shape{Kind: TextShape}
	numberShape = Shape{Kind: NumberShape}
	boolShape   = Shape{Kind: BoolShape}
)

// output is what a resource gives: of every resource, whatever its type.
type output struct {
	name   string
	shape  Shape
	secret bool
}

// outputsOf are the outputs of a type of resource. A type without a schema gives
// what the others give.
func outputsOf(token string) []output {
	switch token {
	case "kit:index:Password":
		return []output{{"result", textShape, true}, {"length", numberShape, false}, {"special", boolShape, false}, {"keepers", mapOf(textShape), false}}
	case "kit:index:Name":
		return []output{{"result", textShape, false}, {"words", numberShape, false}, {"parts", listOf(textShape), false}, {"keepers", mapOf(textShape), false}, {"prefix", textShape, false}}
	}
	pair := Shape{Kind: ObjectShape, Fields: []Field{{"a", textShape}, {"b", numberShape}}}
	return []output{{"result", textShape, false}, {"words", numberShape, false}, {"parts", listOf(pair), false}, {"pair", pair, false}}
}

// Tokens are the types of resources that programs have. The first two are those of
// the package kit in the repository's schemas; of the last nothing is known.
var Tokens = []string{"kit:index:Name", "kit:index:Password", "nowhere:index:Thing"}
